//! Games between players, typed: chance is dealt, hidden hands are asked, and cheating is a panic.

use parlor_engine::sample::playout_rng;
use parlor_engine::{Ask, Game, Player, Random, playout_with};
use parlor_gametest::toys::{PeekRules, PigRules};

fn at_random<G: Game>(seats: u64) -> Vec<Box<dyn Player<G>>> {
    (0..seats).map(|seed| Box::new(Random::new(seed)) as Box<dyn Player<G>>).collect()
}

#[test]
fn the_same_players_and_the_same_luck_play_the_same_game() {
    let game = PeekRules::new(3);
    let play =
        |luck| playout_with(&game, &mut game.start(), &mut at_random(3), &mut playout_rng(luck));
    assert_eq!(play(1), play(1));
    let different = (2..10).any(|luck| play(luck) != play(1));
    assert!(different, "chance comes from the generator");
    let (outcome, acts) = play(1);
    assert_eq!(outcome.scores.as_slice().len(), 3);
    assert!(acts > 0 && acts <= game.bound());
}

/// Banks before there is anything in the pot.
struct Hasty;

impl Player<PigRules> for Hasty {
    fn choose(&mut self, _: &Ask<'_, PigRules>) -> <PigRules as Game>::Move {
        "bank".parse().unwrap()
    }
}

#[test]
#[should_panic(expected = "the player in seat 1 played 'bank', which is not legal: ")]
fn an_illegal_move_is_blamed_on_its_player() {
    let game = PigRules::new(2);
    let mut players: Vec<Box<dyn Player<PigRules>>> =
        vec![Box::new(Hasty), Box::new(Random::new(1))];
    playout_with(&game, &mut game.start(), &mut players, &mut playout_rng(1));
}

#[test]
#[should_panic(expected = "every seat has a player")]
fn a_seat_without_a_player_is_named() {
    let game = PeekRules::new(2);
    playout_with(&game, &mut game.start(), &mut at_random(1), &mut playout_rng(1));
}
