//! Tables in play, and what can be proven about them afterwards.

mod race;

use std::time::Duration;

use parlor_dots_and_boxes::DotsAndBoxes;
use parlor_engine::{Act, AnyAct, Outcome, PerSeat, Seat, Seats, open};
use parlor_match::{
    Close, Dealer, Ending, Event, NoFork, NoTable, NoTakeback, NotPlayed, Occupant, Record, Seed,
    Shares, Shelf, Sitting, Takeback, Unproven, VerifyError, verify,
};
use race::Race;
use serde_json::{Value, json};

const RACE: Shelf = Shelf::only::<Race>();

fn who() -> Vec<Occupant> {
    ["Ann", "Bob"].map(|name| Occupant::new("human", name)).to_vec()
}

/// An act of a record, to be changed.
fn act(record: &mut Record, place: usize) -> &mut AnyAct {
    match &mut record.log[place].event {
        Event::Act(act) => act,
        other => panic!("{other}"),
    }
}

fn race() -> Sitting {
    let table = open::<Race>(&Value::Null, 2).unwrap();
    Sitting::new(table, who(), Seed::from_number(1), Shares::none())
}

/// Plays acts in notation; `deal` asks the dealer.
fn script(sitting: &mut Sitting, acts: &str) {
    for act in acts.split("; ") {
        if act == "deal" {
            sitting.deal().expect("chance is due");
        } else {
            sitting.play(act.parse().unwrap()).unwrap();
        }
    }
}

fn boxes() -> Sitting {
    let table = open::<DotsAndBoxes>(&json!({"boxes": "1x1"}), 2).unwrap();
    Sitting::new(table, who(), Seed::from_number(1), Shares::none())
}

#[test]
fn the_dealer_deals_what_the_seed_says() {
    let mut sitting = race();
    let start = sitting.header().commitment;
    script(&mut sitting, "1: roll; deal; 2: roll; deal; 1: roll; deal");
    let mut dealer = Dealer::new(&Seed::from_number(1), &Shares::none());
    let expected = ["dice/1", "dice/2", "dice/1"].map(|label| dealer.ticket(label, 6) + 1);
    let dealt: Vec<u64> = sitting
        .acts()
        .iter()
        .filter_map(|act| match act {
            Act::Chance(pips) => pips.parse().ok(),
            _ => None,
        })
        .collect();
    assert_eq!(dealt, expected);
    assert_eq!(start, Some(Seed::from_number(1).commitment()));
    assert!(!format!("{sitting:?}").contains(&Seed::from_number(1).reveal()));
}

#[test]
fn chance_is_not_chosen_at_a_dealt_table() {
    let mut sitting = race();
    script(&mut sitting, "1: roll");
    assert_eq!(sitting.play("*: 6".parse().unwrap()), Err(NotPlayed::ChanceIsDealt));
    assert!(sitting.deal().is_some());
    assert!(sitting.deal().is_none(), "nothing is due now");
}

#[test]
fn chance_by_hand_is_legal_but_unproven() {
    let table = open::<Race>(&Value::Null, 2).unwrap();
    let mut sitting = Sitting::by_hand(table, who(), None);
    script(&mut sitting, "1: roll; *: 6; 2: roll");
    assert!(sitting.deal().is_none());
    script(&mut sitting, "*: 1");
    let text = sitting.record().to_text();
    let verified = verify(&Record::from_bytes(text.as_bytes()).unwrap(), RACE).unwrap();
    assert_eq!((verified.dealt, verified.undealt), (0, 2));
    assert_eq!(verified.unproven, Some(Unproven::ByHand));
    assert!(!verified.over);
}

#[test]
fn a_dealer_deals_what_nobody_chose() {
    let table = open::<Race>(&Value::Null, 2).unwrap();
    let dealer = Dealer::new(&Seed::from_number(1), &Shares::none());
    let mut sitting = Sitting::by_hand(table, who(), Some(dealer));
    script(&mut sitting, "1: roll; *: 6; 2: roll; deal");
    // Part of the luck was chosen, so none of it is called proven.
    assert_eq!(sitting.record().header.commitment, None);
    assert_eq!(verify(&sitting.record(), RACE).unwrap().undealt, 2);
}

#[test]
fn moves_that_do_not_fit_on_a_line_are_refused() {
    let mut sitting = boxes();
    let mut refused =
        |text: &str| sitting.play(Act::Move(Seat::at(0), text.to_owned())).unwrap_err();
    assert_eq!(refused("h 0 0\n2 | 2: v 0 0"), NotPlayed::Control('\n'));
    assert_eq!(refused(&"h".repeat(2000)), NotPlayed::LongAct);
    let why = refused("h 0 0\u{7}").to_string();
    assert_eq!(why, "the control character U+0007 does not belong in an act");
}

#[test]
fn takebacks_go_back_but_not_behind_chance() {
    let (one, two) = (Seat::at(0), Seat::at(1));
    let back = |sitting: &mut Sitting, seat, remain, along| {
        let draft = sitting.draft_takeback(seat, remain, along, Duration::ZERO)?;
        sitting.commit(draft);
        Ok(())
    };
    let mut sitting = boxes();
    let before = sitting.table().digest();
    script(&mut sitting, "1: h 0 0; 2: v 0 0");
    let refused = |seat, remain| match sitting.takeback(seat, remain, Seats::NONE) {
        Takeback::Refused(why) => why,
        other => panic!("{other:?}"),
    };
    assert_eq!(refused(one, 2), NoTakeback::NoSuchAct { act: 3 });
    assert_eq!(refused(one, 1), NoTakeback::NotYours);
    assert_eq!(refused(one, 0), NoTakeback::OtherActed { seat: two });
    // A computer player goes along, where nothing is hidden.
    back(&mut sitting, one, 0, Seats::one(two)).unwrap();
    assert_eq!(sitting.table().digest(), before);
    script(&mut sitting, "1: h 1 0");
    let everybody_saw_it = sitting.takeback(one, 0, Seats::NONE);
    assert_eq!(everybody_saw_it, Takeback::Consent(Seats::one(two)));
    verify(&sitting.record(), Shelf::only::<DotsAndBoxes>()).unwrap();

    let mut sitting = race();
    script(&mut sitting, "1: roll; deal; 2: pass");
    back(&mut sitting, two, 2, Seats::NONE).unwrap();
    assert_eq!(back(&mut sitting, one, 0, Seats::NONE), Err(NoTakeback::Chance));
    // What is dealt next is what would have been dealt without the takeback.
    script(&mut sitting, "2: pass; 1: roll; deal");
    verify(&sitting.record(), RACE).unwrap();
}

#[test]
fn a_fork_has_its_past_and_luck_of_its_own() {
    let mut parent = race();
    script(&mut parent, "1: roll; deal; 2: roll; deal; 1: roll; deal");
    let parent = parent.record();
    let fork = |at| Sitting::fork(&parent, at, RACE, who(), Seed::from_number(2), Shares::none());
    let mut sitting = fork(4).unwrap();
    assert!(sitting.acts().iter().eq(parent.acts()[..4].iter().copied()));
    script(&mut sitting, "1: roll; deal");
    let behind = sitting.takeback(Seat::at(0), 2, Seats::NONE);
    assert_eq!(behind, Takeback::Refused(NoTakeback::BehindTheFork));
    let verified = verify(&sitting.record(), RACE).unwrap();
    assert_eq!((verified.dealt, verified.undealt), (1, 2));
    assert_eq!(verified.unproven, Some(Unproven::Forked { at: 4 }));
    assert_eq!(fork(7).unwrap_err(), NoFork::NoSuchAct { at: 7, acts: 6 });
}

/// Has a record forged and checks that the lie is found. The forged record is hashed anew, so that
/// only playing it again can find it.
fn check_forged(forge: &dyn Fn(&mut Record), line: &str, what: &str) {
    let mut sitting = race();
    script(&mut sitting, "1: roll; deal; 2: roll; deal; 1 leaves");
    let mut record = sitting.record();
    assert!(verify(&record, RACE).unwrap().over);
    forge(&mut record);
    let record = Record::from_bytes(record.to_text().as_bytes()).unwrap();
    let error = verify(&record, RACE).unwrap_err().to_string();
    assert!(error.starts_with(line) && error.contains(what), "{error}");
}

/// The die that was dealt first.
fn die(record: &Record) -> u8 {
    match record.log[1].act().unwrap() {
        Act::Chance(pips) => pips.parse().unwrap(),
        other => panic!("{other}"),
    }
}

#[test]
fn every_false_act_is_found() {
    let check = check_forged;
    check(
        &|record| *act(record, 1) = Act::Chance((die(record) % 6 + 1).to_string()),
        "line 8: ",
        "the seed deals",
    );
    check(&|record| *act(record, 2) = "1: roll".parse().unwrap(), "line 9: ", "not asked");
    check(&|record| *act(record, 2) = "*: 3".parse().unwrap(), "line 9: ", "no chance act is due");
    let padded = |record: &Record| Act::Chance(format!("0{}", die(record)));
    check(&|record| *act(record, 1) = padded(record), "line 8: ", "0");
    let by_hand = |record: &mut Record| {
        record.header.commitment = None;
        *act(record, 1) = padded(record);
        let Close::Sealed { seed, .. } = &mut record.close else { panic!("sealed") };
        *seed = None;
    };
    check(&by_hand, "line 8: ", "write it as");
}

#[test]
fn every_false_header_and_ending_is_found() {
    let check = check_forged;
    check(
        &|record| {
            let (scores, reason) = (PerSeat::from_fn(2, |_| 0), "so they say");
            let ending = Ending::Over(Outcome::by_score(scores, reason));
            record.close = Close::Sealed { ending, seed: Some(Seed::from_number(1)) };
        },
        "line 12: ",
        "these acts lead to",
    );
    check(
        &|record| {
            let seed = Some(Seed::from_number(1));
            record.close = Close::Sealed { ending: Ending::Stopped, seed };
        },
        "line 12: ",
        "an unfinished game",
    );
    check(
        &|record| record.header.commitment = Some(Seed::from_number(2).commitment()),
        "line 13: ",
        "committed",
    );
    check(&|record| record.header.rules = 2, "this game was played by version 2", "version 3");
    check(&|record| record.header.game = "rice".to_owned(), "there is no game 'rice'", "race");
    check(&|record| record.header.options = json!({"gaol": 1}), "gaol: ", "goal");
    check(&|record| record.header.options = json!({}), "line 4: ", "the options are not all there");
}

/// What is refused when it is read, however well it is hashed.
#[test]
fn a_header_that_no_table_writes_is_refused() {
    let check = |forge: &dyn Fn(&mut Record), line: usize, what: &str| {
        let mut record = race().record();
        forge(&mut record);
        let bad = Record::from_bytes(record.to_text().as_bytes()).unwrap_err();
        assert!(bad.line == line && bad.to_string().contains(what), "{bad}");
    };
    let named = |name: &str| {
        let name = name.to_owned();
        move |record: &mut Record| record.header.seats[0].name.clone_from(&name)
    };
    check(&named("\u{1b}[2Jgone"), 5, "seats with kind and name");
    check(&named(&"x".repeat(101)), 5, "seats with kind and name");
    check(&named(""), 5, "seats with kind and name");
    let share_without_commitment = |record: &mut Record| {
        record.header.shares = Shares::none().with(Seat::at(0), [1]).unwrap();
        record.header.commitment = None;
    };
    check(&share_without_commitment, 7, "as there are shares");
}

/// A table tidies what it is told about its seats, so that it never writes such a header.
#[test]
fn names_are_tidied() {
    let race = open::<Race>(&json!({}), 2).unwrap();
    let who = vec![Occupant::new("human", "A\u{7}nn"), Occupant::new("human", "\n")];
    let record = Sitting::new(race, who, Seed::from_number(1), Shares::none()).record();
    let names: Vec<&str> = record.header.seats.iter().map(|seat| seat.name.as_str()).collect();
    assert_eq!(names, ["Ann", "anybody"]);
    assert!(Record::from_bytes(record.to_text().as_bytes()).is_ok());
}

#[test]
fn a_broken_record_is_judged_as_far_as_it_goes() {
    let mut sitting = race();
    script(&mut sitting, "1: roll; deal; 2: pass");
    let text = sitting.record().to_text();
    let part = &text[..text.find("3 | 2: pass").unwrap()];
    let record = Record::from_bytes(part.as_bytes()).unwrap();
    assert_eq!(verify(&record, RACE), Err(VerifyError::BreaksOff { line: 8, acts: 2 }));
    let fork = Sitting::fork(&record, 2, RACE, who(), Seed::from_number(2), Shares::none());
    assert_eq!(fork.unwrap().acts().len(), 2);
}

#[test]
fn another_version_of_the_rules_is_not_replayed() {
    let mut record = race().record();
    record.header.rules = 99;
    let error = record.header.open(RACE).err().unwrap();
    assert!(matches!(error, NoTable::RulesVersion { recorded: 99, present: 3, .. }));
}
