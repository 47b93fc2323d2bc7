//! Games with real programs in the seats.

use std::time::Duration;

use parlor_dots_and_boxes::DotsAndBoxes;
use parlor_engine::{Act, Seat};
use parlor_gametest::first_move_bot;
use parlor_gametest::toys::Tender;
use parlor_match::{End, House, Occupant, Seed, Shares, Sitting, Verdict, verify};
use parlor_runner::{Arrival, Care, Live, SeatSpec, Step, invite};
use serde_json::json;

/// What a bot does at each question that plays the first move of every menu, and nothing else.
const FIRST: &str = r#"
print("thinking about", message["id"], file=sys.stderr)
say(type="info", id=message["id"], evaluation=0.5)
"#;

fn sitting(boxes: &str) -> Sitting {
    let table = parlor_engine::open::<DotsAndBoxes>(&json!({"boxes": boxes}), 2).unwrap();
    let who = ["first", "random"].map(|name| Occupant::new("bot", name)).to_vec();
    Sitting::new(table, who, Seed::from_number(1), Shares::none())
}

fn arrival(spec: &SeatSpec, sitting: &Sitting) -> Arrival {
    invite(spec, sitting.table(), 1, &Care::default())
}

fn first(sitting: &Sitting) -> Arrival {
    let words = ["python3", "-u", "-c", &first_move_bot(FIRST)].map(String::from).to_vec();
    arrival(&SeatSpec::Command(words), sitting)
}

fn random(sitting: &Sitting) -> Arrival {
    arrival(&SeatSpec::computer("random"), sitting)
}

#[test]
fn a_program_plays_a_player() {
    let sitting = sitting("3x3");
    let arrivals = vec![first(&sitting), random(&sitting)];
    let mut live = Live::new(sitting, arrivals, House::default());
    live.run().unwrap();
    let finished = live.finish(Duration::from_secs(5));
    let referee = finished.referee;
    assert_eq!(referee.faults(), []);
    assert!(matches!(referee.end(), Some(End::Over(_))), "{:?}", referee.end());
    assert_eq!(referee.sitting().acts().len(), 24);
    assert!(
        finished.errors[0].as_ref().unwrap().starts_with("thinking about 1\nthinking about 2\n")
    );
    assert!(!referee.remarks().is_empty());
    let shelf = parlor_match::Shelf::only::<DotsAndBoxes>();
    assert_eq!(verify(&referee.sitting().record(), shelf).unwrap().acts, 24);
}

#[test]
fn a_program_plays_several_games() {
    let mut links = Vec::new();
    for _ in 0..5 {
        let sitting = sitting("2x2");
        let bot = match links.pop() {
            Some(link) => Arrival::Bot(Box::new(link)),
            None => first(&sitting),
        };
        let arrivals = vec![bot, random(&sitting)];
        let mut live = Live::new(sitting, arrivals, House::default());
        live.run().unwrap();
        let (referee, mut free) = live.dissolve();
        assert_eq!(referee.faults(), []);
        links.extend(free.swap_remove(0));
    }
    assert_eq!(links.len(), 1);
}

#[test]
fn who_does_not_come_is_told_apart() {
    let sitting = sitting("2x2");
    let arrivals = vec![
        arrival(&SeatSpec::Command(vec!["no-such-program".to_owned()]), &sitting),
        random(&sitting),
    ];
    let mut live = Live::new(sitting, arrivals, House::default());
    live.run().unwrap();
    let fault = &live.referee().faults()[0];
    assert_eq!((fault.seat, fault.verdict), (Seat::at(0), Verdict::StartFailed));
    assert_eq!(fault.why, "there is no program 'no-such-program'");
    let Some(End::Over(outcome)) = live.referee().end() else { panic!() };
    assert_eq!(outcome.winners().collect::<Vec<_>>(), [Seat::at(1)]);
}

/// Thinks for 80 of the 100 milliseconds it has, each time.
const THOUGHTFUL: &str = r#"time.sleep(0.8 * message["deadline"] / 1000)"#;

#[test]
fn who_uses_four_fifths_of_its_time_is_never_late() {
    let wanted = if parlor_gametest::slow() { 2_000 } else { 60 };
    let (mut moves, mut games) = (0, 0);
    while moves < wanted {
        let boxes = if parlor_gametest::slow() { "15x15" } else { "5x5" };
        let sitting = sitting(boxes);
        let words = ["python3", "-u", "-c", &first_move_bot(THOUGHTFUL)].map(String::from).to_vec();
        let arrivals = vec![arrival(&SeatSpec::Command(words), &sitting), random(&sitting)];
        let house = House { terms: "100ms".parse().unwrap(), ..House::default() };
        let mut live = Live::new(sitting, arrivals, house);
        while moves < wanted {
            match live.advance() {
                Step::Happened(taken) => {
                    let is_own = matches!(taken.entry.act(), Some(Act::Move(seat, _)) if *seat == Seat::at(0));
                    moves += u64::from(is_own);
                }
                Step::Over => break,
                _ => {}
            }
        }
        assert_eq!(live.referee().faults(), [], "after {moves} moves");
        games += 1;
    }
    println!("{moves} moves of 80 ms with a clock of 100 ms in {games} games, none late");
}

#[test]
fn a_person_does_not_pay_for_the_time_of_a_bot() {
    let table = parlor_engine::open::<Tender>(&json!({}), 2).unwrap();
    let who = ["slow", "Ann"].map(|name| Occupant::new("bot", name)).to_vec();
    let sitting = Sitting::new(table, who, Seed::from_number(1), Shares::none());
    let slow = first_move_bot("time.sleep(0.5)");
    let words = ["python3", "-u", "-c", &slow].map(String::from).to_vec();
    let arrivals = vec![arrival(&SeatSpec::Command(words), &sitting), Arrival::Person];
    let house = House { terms: "60s+0s".parse().unwrap(), ..House::default() };
    let mut live = Live::new(sitting, arrivals, house);
    let person = loop {
        match live.advance() {
            Step::Person(seat) => break seat,
            Step::Over => panic!("a person is asked first"),
            _ => {}
        }
    };
    let question = live.referee().question(person).unwrap();
    live.answer(person, question, "bid 1".to_owned()).unwrap();
    let (used, answers) = live.referee().time_used(person);
    assert_eq!(answers, 1);
    // Both were asked at once, and the bot thought for half a second of it.
    assert!(used < Duration::from_millis(250), "{used:?}");
}
