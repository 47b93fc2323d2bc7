//! Prompts and imagined tables of every game on the shelf, without their types.

use std::thread;

use parlor_engine::sample::{PlayoutRng, below, playout_rng};
use parlor_engine::{Act, AnyAct, AnyTable, AnyTurn, Budget, Names, Seat, Viewer};
use parlor_registry::games;
use serde_json::Value;

/// Plays a game of each kind with `random` in every seat, and looks at the table before each act.
fn on_the_way(mut look: impl FnMut(&mut dyn AnyTable, usize)) {
    for game in games() {
        let mut table = game.open(&Value::Null, game.about().usual_seats).unwrap();
        let mut rng = playout_rng(7);
        let mut player = table.player("random", 7).unwrap();
        for number in 0..120 {
            look(&mut *table, number);
            let act = match table.turn() {
                AnyTurn::Over => break,
                AnyTurn::Chance { total, .. } => dealt(&*table, total, &mut rng),
                AnyTurn::Ask { seats, .. } => {
                    let prompt = table.prompt(seats.first().unwrap()).unwrap();
                    let chosen = prompt.decide(&mut player, &Budget::UNLIMITED).unwrap();
                    assert!(prompt.offers(&chosen), "{chosen}");
                    Act::Move(prompt.seat(), chosen)
                }
            };
            table.apply(&act).unwrap();
        }
    }
}

fn dealt(table: &dyn AnyTable, total: u64, rng: &mut PlayoutRng) -> AnyAct {
    Act::Chance(table.pick(below(rng, total)).unwrap())
}

#[test]
fn a_prompt_says_what_the_table_says() {
    let names = Names::new(["Ann", "Bob", "Cid", "Dan", "Eve"]);
    on_the_way(|table, number| {
        let AnyTurn::Ask { seats, question } = table.turn() else {
            assert!(table.prompt(Seat::at(0)).is_none());
            return;
        };
        for seat in (0..table.seats()).map(Seat::at) {
            let Some(prompt) = table.prompt(seat) else {
                assert!(!seats.contains(seat));
                continue;
            };
            assert_eq!((prompt.seat(), prompt.question()), (seat, question.clone()));
            assert_eq!(prompt.view(), table.view(Viewer::Seat(seat)));
            assert_eq!(prompt.menu(9), table.menu(seat, 9));
            assert_eq!(prompt.default_move(), table.default_move(seat));
            assert_eq!(prompt.usual_move(), table.usual_move(seat));
            if number % 10 == 0 {
                assert_eq!(Some(prompt.words(&names)), table.question(seat, &names));
                assert_eq!(prompt.draw(&names), table.draw(Viewer::Seat(seat), &names));
            }
        }
    });
}

#[test]
fn prompts_are_compared_by_what_they_ask() {
    let mut before: Option<parlor_engine::AnyPrompt> = None;
    on_the_way(|table, number| {
        let Some(seat) = table.turn().asked().first() else { return };
        let prompt = table.prompt(seat).unwrap();
        assert!(prompt.is_same_as(&prompt.clone()));
        assert!(prompt.is_same_as(&table.fork().prompt(seat).unwrap()));
        let before = before.replace(prompt.clone()).filter(|_| number > 0);
        if let Some(before) = before {
            let differs = |one: &parlor_engine::AnyPrompt| {
                (one.seat(), one.question(), one.view(), one.menu(usize::MAX))
            };
            assert_eq!(prompt.is_same_as(&before), differs(&prompt) == differs(&before));
        }
    });
    // Of different games they never are.
    let prompts: Vec<_> = games()
        .iter()
        .filter_map(|game| {
            let table = game.open(&Value::Null, game.about().usual_seats).unwrap();
            table.prompt(table.turn().asked().first()?)
        })
        .collect();
    for (index, one) in prompts.iter().enumerate() {
        assert!(prompts[..index].iter().all(|other| !one.is_same_as(other)));
    }
}

#[test]
fn a_prompt_is_answered_on_another_thread_while_the_table_goes_on() {
    on_the_way(|table, number| {
        let Some(seat) = table.turn().asked().first().filter(|_| number < 5) else { return };
        let prompt = table.prompt(seat).unwrap();
        let mut player = table.player("random", 1).unwrap();
        let answer = thread::spawn(move || prompt.decide(&mut player, &Budget::UNLIMITED));
        let chosen = answer.join().unwrap().unwrap();
        table.fork().apply(&Act::Move(seat, chosen)).unwrap();
    });
}

#[test]
fn a_player_of_another_game_does_not_answer() {
    let open = |id: &str| {
        let game = parlor_registry::find(id).unwrap();
        game.open(&Value::Null, game.about().usual_seats).unwrap()
    };
    let (boxes, tycoon) = (open("dots-and-boxes"), open("property-tycoon"));
    let prompt = boxes.prompt(Seat::at(0)).unwrap();
    let mut stranger = tycoon.player("random", 1).unwrap();
    assert_eq!(prompt.decide(&mut stranger, &Budget::UNLIMITED), None);
}

/// The imagined table has the viewer's view, and it is drawn from that view alone: an imagined table
/// has the same view as the true one and other secrets, and what is imagined from either is the same.
#[test]
fn imagining_goes_through_the_view() {
    let mut others = 0;
    on_the_way(|table, number| {
        let viewers = Viewer::all(table.seats()).filter(|_| number % 3 == 0);
        for viewer in viewers {
            let view = table.view(viewer);
            let imagined = table.imagine(viewer, number as u64);
            assert_eq!(imagined.view(viewer), view);
            others += usize::from(imagined.digest() != table.digest());
            for seed in [1, 2] {
                let (one, other) = (table.imagine(viewer, seed), imagined.imagine(viewer, seed));
                assert_eq!(one.digest(), other.digest());
            }
            if let Some(prompt) = viewer.seat().and_then(|seat| table.prompt(seat)) {
                assert_eq!(prompt.imagine(1).digest(), table.imagine(viewer, 1).digest());
            }
        }
    });
    assert!(others > 100, "only {others} imagined tables differ from the true one");
}
