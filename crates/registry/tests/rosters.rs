//! A searching player from outside is seated by its name in every game on the shelf.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use parlor_engine::sample::{PlayoutRng, playout_rng};
use parlor_engine::{
    About, Act, AnyTurn, Ask, Asleep, Basic, Budget, ComputerPlayer, Game, Hosted, Menu, Player,
    Roster, Stop, playout,
};
use parlor_registry::{computer_players, games, open_with};
use serde_json::Value;

/// Tries moves drawn at random in imagined states, plays each out, and takes the move that did best.
struct Flat {
    rng: PlayoutRng,
}

impl<G: Game> Player<G> for Flat {
    fn choose(&mut self, ask: &Ask<'_, G>) -> G::Move {
        let mut best: Option<(u8, G::Move)> = None;
        let mut done = 0;
        while ask.budget.allows(done) {
            let tried = ask.menu.sample(&mut self.rng).expect("an asked seat has a legal move");
            let mut state = ask.game.imagine(ask.view, &mut self.rng);
            let act = Act::Move(ask.seat, tried.clone());
            ask.game.apply(&mut state, &act, &mut Asleep).expect("the menu offers it");
            let (outcome, _) = playout(ask.game, &mut state, &mut self.rng);
            let place = outcome.places[ask.seat];
            if best.as_ref().is_none_or(|(least, _)| place < *least) {
                best = Some((place, tried));
            }
            done += 1;
        }
        // A player that is stopped at once has tried nothing; anything on the menu will do.
        best.or_else(|| Some((0, ask.menu.nth(0)?))).expect("an asked seat has a legal move").1
    }
}

struct Searchers;

impl Roster for Searchers {
    fn offers(_: &About) -> Vec<ComputerPlayer> {
        vec![ComputerPlayer { name: "flat", about: "tries moves and plays them out" }]
    }

    fn player<G: Hosted>(_: &G, name: &str, seed: u64) -> Option<Box<dyn Player<G>>> {
        (name == "flat").then(|| Box::new(Flat { rng: playout_rng(seed) }) as Box<dyn Player<G>>)
    }
}

#[test]
fn a_searcher_is_seated_by_name_in_every_game() {
    for game in games() {
        let about = game.about();
        let table = open_with::<(Basic, Searchers)>(about.id, &Value::Null, about.usual_seats);
        let mut table = table.unwrap();
        let names: Vec<&str> = table.computer_players().iter().map(|one| one.name).collect();
        assert_eq!(names[..2], ["random", "flat"], "{}", about.id);
        assert_eq!(names.len(), computer_players(&about).len() + 1, "its own come after");
        assert!(game.open(&Value::Null, about.usual_seats).unwrap().player("flat", 1).is_none());

        let mut player = table.player("flat", 1).unwrap().within(Budget::of_iterations(3));
        let mut ticket = playout_rng(1);
        for _ in 0..10 {
            let act = match table.turn() {
                AnyTurn::Over => break,
                AnyTurn::Chance { total, .. } => {
                    let ticket = parlor_engine::sample::below(&mut ticket, total);
                    Act::Chance(table.pick(ticket).unwrap())
                }
                AnyTurn::Ask { seats, .. } => {
                    let seat = seats.first().unwrap();
                    let prompt = table.prompt(seat).unwrap();
                    Act::Move(seat, prompt.decide(&mut player, &Budget::UNLIMITED).unwrap())
                }
            };
            table.apply(&act).unwrap();
        }
    }
}

#[test]
fn a_search_on_another_thread_is_stopped() {
    let table = open_with::<Searchers>("dots-and-boxes", &Value::Null, 2).unwrap();
    let mut player = table.player("flat", 1).unwrap();
    let prompt = table.prompt(parlor_engine::Seat::at(0)).unwrap();
    let flag = Arc::new(AtomicBool::new(false));
    let looked_at = flag.clone();
    let stop = Stop::when(move || looked_at.load(Ordering::Relaxed));
    let budget = Budget { stop, ..Budget::UNLIMITED };
    let search = std::thread::spawn(move || prompt.decide(&mut player, &budget));
    std::thread::sleep(Duration::from_millis(20));
    assert!(!search.is_finished(), "without a limit it goes on");
    flag.store(true, Ordering::Relaxed);
    let chosen = search.join().unwrap().unwrap();
    table.fork().apply(&Act::Move(parlor_engine::Seat::at(0), chosen)).unwrap();
}

/// Where a roster and a game have players of one name, it is the game's own that is meant.
#[test]
fn the_own_player_of_a_game_comes_first() {
    struct AlsoEasy;
    impl Roster for AlsoEasy {
        fn offers(_: &About) -> Vec<ComputerPlayer> {
            vec![ComputerPlayer { name: "easy", about: "is not the game's own" }]
        }
        fn player<G: Hosted>(_: &G, _: &str, seed: u64) -> Option<Box<dyn Player<G>>> {
            Some(Box::new(Flat { rng: playout_rng(seed) }))
        }
    }
    let table = open_with::<AlsoEasy>("dots-and-boxes", &Value::Null, 2).unwrap();
    let names: Vec<&str> = table.computer_players().iter().map(|one| one.name).collect();
    assert_eq!(names, ["easy"]);
    // The searcher would never come to an end.
    let prompt = table.prompt(parlor_engine::Seat::at(0)).unwrap();
    let mut own = table.player("easy", 1).unwrap();
    assert!(prompt.decide(&mut own, &Budget::UNLIMITED).is_some());
}
