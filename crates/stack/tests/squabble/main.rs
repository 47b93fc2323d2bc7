//! A whole game on the response stack, with hidden hands and sealed answers, keeps every law.

mod game;
mod words;

use game::{Card, Event, Rules, Squabble};
use parlor_engine::sample::playout_rng;
use parlor_engine::{Awake, Game, Seat, Viewer, playout, random_act};
use words::Notice;

parlor_gametest::conformance! { Squabble: {} for 2, {} for 3, {} for 4 }

const ONE: Seat = Seat::at(0);
const TWO: Seat = Seat::at(1);
const THREE: Seat = Seat::at(2);

fn play(game: &Rules, state: &mut game::State, acts: &[&str]) -> Vec<Notice> {
    let mut witness = Awake::new();
    for act in acts {
        let read = act.parse().unwrap_or_else(|why| panic!("{act}: {why}"));
        game.apply(state, &read, &mut witness).unwrap_or_else(|why| panic!("{act}: {why}"));
    }
    witness.told(Viewer::Spectator).copied().collect()
}

fn dealt(game: &Rules, hands: &str) -> game::State {
    let mut state = game.start();
    for card in hands.split(' ') {
        play(game, &mut state, &[&format!("*: {card}")]);
    }
    state
}

/// A card, a counter, a counter to the counter: the first is fired again, and happens.
#[test]
fn a_countered_counter_lets_the_original_happen() {
    let game = Rules { seats: 3 };
    let mut state = dealt(&game, "thief feast feast feast thief thief thief feast thief");
    // Seat 3 is the target and goes before seat 2, whose card stays in the hand.
    let told = play(&game, &mut state, &["1: thief 3", "2: stop feast", "3: stop thief"]);
    let thief = Event::Thief(ONE, THREE);
    let first = Some((THREE, Card::Thief));
    assert_eq!(told, [Notice::Played { event: thief }, Notice::Opened { event: thief, first }]);
    assert_eq!(state.hands[..3], [[2, 0], [1, 2], [1, 1]]);

    let names: Vec<_> = state.table.stack.iter().map(|(id, _)| id).collect();
    let (stop, again) = (Event::Stop(THREE, names[0]), Event::Stop(ONE, names[1]));
    let told = play(&game, &mut state, &["1: stop feast", "2: let", "2: let", "3: let"]);
    let first = Some((ONE, Card::Feast));
    assert_eq!(
        told,
        [
            Notice::Opened { event: stop, first },
            Notice::Opened { event: again, first: None },
            Notice::Done { event: again },
            Notice::Done { event: Event::Gain(ONE) },
            Notice::Cancelled { event: stop },
        ]
    );
    // Everybody but its player is asked about the original once more.
    assert_eq!(game.turn(&state).asked(), [TWO, THREE].into_iter().collect());
    let told = play(&game, &mut state, &["3: let", "2: let"]);
    assert_eq!(
        told,
        [
            Notice::Opened { event: thief, first: None },
            Notice::Done { event: thief },
            Notice::Done { event: Event::Steal(ONE, THREE) },
        ]
    );
    assert_eq!(state.table.points[..3], [3, 1, 0]);
}

/// Before a theft comes the watchman, and if it is cancelled the thief is caught.
#[test]
fn a_watchman_stops_a_thief() {
    let game = Rules { seats: 2 };
    let mut state = dealt(&game, "feast feast feast thief thief thief");
    let told = play(&game, &mut state, &["1: feast", "2: let", "1: first 2", "1: first 2"]);
    let order: Vec<&Notice> =
        told.iter().filter(|told| matches!(told, Notice::Done { .. })).collect();
    let done = [
        Event::Feast(ONE),
        Event::Double(ONE),
        Event::Hire(ONE),
        Event::Gain(ONE),
        Event::Gain(TWO),
    ];
    assert_eq!(order, done.map(|event| Notice::Done { event }).iter().collect::<Vec<_>>());
    assert_eq!((state.table.points[..2].to_vec(), state.table.watchmen[0]), (vec![3, 2], 2));

    let told = play(&game, &mut state, &["2: thief 1", "1: let"]);
    let steal = Event::Steal(TWO, ONE);
    assert_eq!(
        told[told.len() - 2..],
        [Notice::Cancelled { event: steal }, Notice::Done { event: Event::Caught(TWO) },]
    );
    assert_eq!((state.table.points[..2].to_vec(), state.table.watchmen[0]), (vec![3, 1], 1));
}

/// The laws above are worth something only where the walks get to the bottom of things.
#[test]
fn random_play_meets_everything() {
    let (mut countered, mut caught, mut deepest, mut orders) = (0, 0, 0, 0);
    let mut rng = playout_rng(1);
    for number in 0..120 {
        let game = Rules { seats: 2 + number % 3 };
        let mut state = game.start();
        let mut witness = Awake::new();
        while let Some(act) = random_act(&game, &state, &mut rng) {
            game.apply(&mut state, &act, &mut witness).unwrap();
            deepest = deepest.max(state.table.stack.len());
        }
        for (_, notice) in witness.0 {
            match notice {
                Notice::Opened { event: Event::Stop(..), first: Some(_) } => countered += 1,
                Notice::Done { event: Event::Caught(_) } => caught += 1,
                Notice::First { .. } => orders += 1,
                _ => {}
            }
        }
    }
    assert!(countered > 40, "{countered} counters countered");
    assert!(caught > 20, "{caught} thieves caught");
    assert!(orders > 20, "{orders} orders chosen");
    assert!((5..20).contains(&deepest), "at the most {deepest} events on the stack");
}

#[test]
fn a_playout_allocates_nothing() {
    for seats in 2..=4 {
        let game = Rules { seats };
        let mut rng = playout_rng(3);
        let counted = allocation_counter::measure(|| {
            for _ in 0..50 {
                playout(&game, &mut game.start(), &mut rng);
            }
        });
        assert_eq!(counted.count_total, 0, "{} bytes with {seats} players", counted.bytes_total);
    }
    let counted = allocation_counter::measure(|| drop(std::hint::black_box(vec![1u8; 10])));
    assert_eq!(counted.count_total, 1, "the counter would have seen one");
}
