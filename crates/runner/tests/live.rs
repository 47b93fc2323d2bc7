//! Games with real programs in the seats.

use std::time::Duration;

use parlor_dots_and_boxes::DotsAndBoxes;
use parlor_engine::{Act, Seat};
use parlor_gametest::first_move_bot;
use parlor_gametest::toys::Tender;
use parlor_match::{Absence, Away, End, House, Occupant, Seed, Shares, Sitting, Verdict, verify};
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
    let slow = first_move_bot("time.sleep(0.5)\nmessage['menu']['moves'] = ['bid 0']");
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

/// Goes on until a person is asked or the game is over, and counts the acts of the first seat meanwhile.
fn until_asked(live: &mut Live) -> (Option<Seat>, usize) {
    let mut acts = 0;
    loop {
        match live.advance() {
            Step::Happened(taken) => {
                let by = taken.entry.act().and_then(Act::seat);
                acts += usize::from(by == Some(Seat::at(0)));
            }
            Step::Person(seat) => return (Some(seat), acts),
            Step::Over => return (None, acts),
            Step::Waits(_) => {}
            step => panic!("{step:?}"),
        }
    }
}

#[test]
fn a_person_hands_the_seat_to_a_computer_and_a_program_and_takes_it_back() {
    let (one, two) = (Seat::at(0), Seat::at(1));
    let sitting = sitting("3x3");
    let mut live = Live::new(sitting, vec![Arrival::Person, Arrival::Person], House::default());
    let play = |live: &mut Live, seat, played: &str| {
        let question = live.referee().question(seat).expect("it is asked");
        live.answer(seat, question, played.to_owned()).unwrap();
    };
    assert_eq!(until_asked(&mut live), (Some(one), 0));
    let ann = Occupant::new("human", "Ann");

    let player = random(live.referee().sitting());
    live.replace(one, Occupant::new("random", "Ann"), player).unwrap();
    assert_eq!(until_asked(&mut live), (Some(two), 1), "the computer has moved");
    live.replace(one, ann.clone(), Arrival::Person).unwrap();
    let free = live.referee().sitting().table().default_move(two).unwrap();
    play(&mut live, two, &free);
    assert_eq!(until_asked(&mut live), (Some(one), 0), "Ann is asked again");

    let program = first(live.referee().sitting());
    live.replace(one, Occupant::new("bot", "first"), program).unwrap();
    let (asked, acts) = until_asked(&mut live);
    assert!(asked == Some(two) && acts > 0, "the program has moved");
    // It hears its end on its own line, and somebody else has the seat.
    let other = first(live.referee().sitting());
    live.replace(one, Occupant::new("bot", "other"), other).unwrap();
    let free = live.referee().sitting().table().default_move(two).unwrap();
    play(&mut live, two, &free);
    let (asked, acts) = until_asked(&mut live);
    assert!(asked == Some(two) && acts > 0, "the next program has moved");
    live.replace(one, ann, Arrival::Person).unwrap();
    assert_eq!(until_asked(&mut live), (Some(two), 0));
    assert_eq!(live.referee().faults(), []);
    let finished = live.finish(Duration::from_secs(5));
    assert_eq!(finished.errors, [None, None], "the programs are gone");
}

#[test]
fn a_person_who_is_away_is_stood_in_for_until_the_connection_is_back() {
    let absence = Absence { grace: Duration::ZERO, then: Away::DefaultMoves };
    let house = House { absence, ..House::default() };
    let table = parlor_engine::open::<DotsAndBoxes>(&json!({"boxes": "3x3"}), 2).unwrap();
    let who = ["Ann", "Bob"].map(|name| Occupant::new("human", name)).to_vec();
    let sitting = Sitting::new(table, who, Seed::from_number(1), Shares::none());
    let mut live = Live::new(sitting, vec![Arrival::Person, Arrival::Person], house);
    let (one, two) = (Seat::at(0), Seat::at(1));
    assert_eq!(until_asked(&mut live), (Some(one), 0));
    live.lost(one);
    assert!(live.is_due(), "nobody is waited for");
    assert_eq!(until_asked(&mut live), (Some(two), 1), "a default move was played");
    live.back(one);
    assert!(live.referee().is_person(one));
}
