//! What `moves` prints can be typed as it is printed, in every game.

use parlor_engine::AnyAct;
use parlor_engine::sample::{below, playout_rng};
use parlor_match::{Seed, Shares};
use parlor_runner::SeatSpec;
use serde_json::{Value, json};

use super::commands::LISTED;
use super::*;
use crate::play::seat_plan::PlannedSeat;
use crate::words::Wording;
use parlor_engine::layout::WIDTH;

/// Tables that have all kinds of moves among them.
fn tables() -> [(&'static str, Value, usize); 9] {
    [
        ("dots-and-boxes", json!({"boxes": "3x3"}), 3),
        ("automation", Value::Null, 2),
        ("automation", json!({"set": "standard"}), 4),
        ("chaos-letter", Value::Null, 4),
        ("chaos-letter", json!({"deck": "chaos"}), 6),
        ("chaos-letter", json!({"deck": "chaos"}), 3),
        ("property-tycoon", Value::Null, 3),
        ("property-tycoon", json!({"trading": true}), 4),
        ("property-tycoon", json!({"rules": "document", "trading": false}), 2),
    ]
}

/// So many questions of each game are looked at.
const QUESTIONS: usize = 250;

/// The entries of a printed menu: commas part them, except in brackets.
fn entries(menu: &str) -> Vec<String> {
    let (_, list) = menu.split_once('\n').expect("a heading");
    let mut depth = 0;
    let mut found = vec![String::new()];
    for letter in list.replace('\n', "").chars() {
        depth += i32::from(letter == '(') - i32::from(letter == ')');
        if letter == ',' && depth == 0 {
            found.push(String::new());
        } else {
            found.last_mut().unwrap().push(letter);
        }
    }
    found.into_iter().map(|entry| entry.trim().to_owned()).collect()
}

/// Types everything that `moves` prints for a seat.
fn type_all(session: &mut Session<'_>, seat: Seat) {
    let table = session.sitting().table();
    let choices = table.choices(seat, &session.names, LISTED);
    let (forms, names) = (table.forms(), session.names.clone());
    let wording = Wording { names: &names, forms: &forms };
    let mut printed = entries(&wording.menu(&choices, WIDTH));
    if choices.shortened {
        assert_eq!(printed.pop().as_deref(), Some("and more"));
    }
    assert_eq!(printed.len(), choices.entries.len(), "{printed:?}");
    for (line, choice) in printed.iter().zip(&choices.entries) {
        assert!(!session.is_several(seat, line), "'{line}' is taken for several moves");
        let typed =
            |session: &mut Session<'_>, line: &str| match session.understand(seat, line).unwrap() {
                Meaning::Wish(Wish::Play(played)) => Ok(played),
                Meaning::Refused(why) => Err(why),
                _ => Err("no move".to_owned()),
            };
        let (first, last) = (choice.phrase.to_string(), choice.last().to_string());
        let read = typed(session, line);
        if choice.amounts.is_none() {
            assert_eq!(read.as_deref(), Ok(&*first), "'{line}'");
            continue;
        }
        let why = read.unwrap_err().replace('\n', " ");
        assert!(why.contains("are several moves: type one of them, such as "), "'{line}': {why}");
        assert_eq!(typed(session, &first), Ok(first));
        assert_eq!(typed(session, &last), Ok(last));
    }
}

/// The first page of the help has room on a small screen, above the next prompt and below the line that asked for
/// it. It names the first legal move.
fn help_fits(session: &Session<'_>, seat: Seat) {
    for help in [session.common_help(seat), session.more_help()] {
        assert!(help.lines().count() <= 22, "{help}");
        assert!(help.lines().all(|line| line.chars().count() <= WIDTH), "{help}");
    }
    let (moves, commands) = (session.common_help(seat), session.more_help());
    assert!(moves.starts_with("Your moves now:\n") && moves.contains("\nundo "), "{moves}");
    assert!(commands.contains("quit for good") && !commands.contains("inspect"), "{commands}");
}

#[test]
fn what_moves_prints_can_be_typed() {
    for (number, (game, options, seats)) in tables().into_iter().enumerate() {
        let table = parlor_registry::find(game).unwrap().open(&options, seats).unwrap();
        let names = ["Ann", "Bob", "Prince", "Dora the Explorer", "陳小明", "bid 5"];
        let plan = SeatPlan {
            planned: vec![PlannedSeat::Asked(SeatSpec::Human); seats],
            called: names[..seats].iter().map(|&name| name.to_owned()).collect(),
            replaced: Vec::new(),
        };
        let seed = Seed::from_number(number as u64);
        let sitting = Sitting::new(table, plan.occupants(), seed, Shares::none());
        let (mut bots, mut out, keeping) = (Bots::default(), Vec::new(), Keeping::default());
        let console = Console::typed("", false);
        let mut session =
            Session::new(Duration::ZERO, sitting, &plan, &mut bots, keeping, console, &mut out);
        let mut rng = playout_rng(number as u64);
        let mut asked = 0;
        while asked < QUESTIONS {
            match session.live.advance() {
                Step::Over => break,
                Step::Person(seat) => {
                    asked += 1;
                    type_all(&mut session, seat);
                    help_fits(&session, seat);
                    let choices = session.sitting().table().choices(seat, &session.names, SEARCHED);
                    // Nobody gives up, so that the game goes on.
                    let (grave, goes_on): (Vec<_>, Vec<_>) =
                        choices.entries.into_iter().partition(|choice| choice.grave);
                    let offered = if goes_on.is_empty() { grave } else { goes_on };
                    let chosen = below(&mut rng, offered.len() as u64) as usize;
                    let chosen = offered[chosen].phrase.to_string();
                    session.play(seat, chosen).unwrap();
                }
                _ => {}
            }
        }
        assert!(asked > 20, "{game}: {asked} questions");
        let own = |act: &AnyAct| act.seat().is_some();
        assert!(session.sitting().acts().iter().filter(|act| own(act)).count() >= asked - 1);
    }
}
