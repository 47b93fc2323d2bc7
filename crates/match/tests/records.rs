//! Records against everything that can happen to a file.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    clippy::disallowed_macros,
    reason = "the test takes the time, and says how fast records are read"
)]

mod race;

use std::time::Duration;

use parlor_dots_and_boxes::DotsAndBoxes;
use parlor_engine::sample::{below, playout_rng};
use parlor_engine::{Act, AnyTurn, Budget, Rulebook, Seat, Seats, open};
use parlor_match::{
    BadRecord, Close, Cost, Ending, Entry, Event, Fault, Flaw, MAX_BYTES, MAX_LINE, Occupant,
    PlayerSpec, Record, Seed, Shares, Shelf, Sitting, Verdict, Writer, verify,
};
use race::Race;
use serde_json::{Value, json};

/// A game at random, to its end.
fn played<R: Rulebook>(options: &Value, shares: Shares) -> Sitting {
    let table = open::<R>(options, 2).unwrap();
    let mut sitting = Sitting::new(table, who(), Seed::from_number(5), shares);
    play_on(&mut sitting);
    sitting
}

fn play_on(sitting: &mut Sitting) {
    let mut player = sitting.table().player("random", 9).unwrap();
    loop {
        let AnyTurn::Ask { seats, .. } = sitting.table().turn() else {
            if sitting.deal().is_none() {
                return;
            }
            continue;
        };
        let seat = seats.first().unwrap();
        let prompt = sitting.table().prompt(seat).unwrap();
        let text = prompt.decide(&mut player, &Budget::UNLIMITED).unwrap();
        sitting.play(Act::Move(seat, text)).unwrap();
    }
}

fn who() -> Vec<Occupant> {
    vec![Occupant::new("human", "Ann \"the line\" é | x"), Occupant::new("random", "random")]
}

/// A small record with every kind of line in it.
fn rich() -> String {
    let shelf = Shelf::only::<Race>();
    let shares = Shares::none().with(Seat::at(1), [7, 8]).unwrap();
    let parent = played::<Race>(&Value::Null, Shares::none()).record();
    let mut sitting =
        Sitting::fork(&parent, 4, shelf, who(), Seed::from_number(6), shares).unwrap();
    sitting =
        sitting.on_terms("60s+1s/5s".parse().unwrap(), &"timeout=game,forfeit".parse().unwrap());
    sitting = sitting.all_open();
    let mut draft = sitting.draft(Duration::from_millis(1_250));
    draft.fault(late(4, Cost::DefaultMove));
    draft.seat(Seat::at(1), Occupant::new("random", "Bob | x"));
    assert!(draft.pause());
    sitting.commit(draft);
    let mut draft = sitting.draft(Duration::from_secs(100_000));
    assert!(draft.resume());
    sitting.commit(draft);
    take_back(&mut sitting);
    play_on(&mut sitting);
    let mut draft = sitting.draft(Duration::from_secs(100_001));
    draft.fault(late(sitting.acts().len(), Cost::Takeover(PlayerSpec::named("random"))));
    sitting.commit(draft);
    sitting.record().to_text()
}

/// Plays a move that nothing follows from, and takes it back.
fn take_back(sitting: &mut Sitting) {
    while sitting.deal().is_some() {}
    let remain = sitting.acts().len();
    let seat = sitting.table().turn().asked().first().unwrap();
    let mut draft = sitting.draft(Duration::from_secs(100_000));
    let moved = Act::Move(seat, "pass".to_owned());
    draft.act_forgiving(moved, Duration::from_millis(20)).unwrap();
    sitting.commit(draft);
    let draft = sitting.draft_takeback(seat, remain, Seats::NONE, Duration::from_secs(100_000));
    sitting.commit(draft.unwrap());
}

fn late(acts: usize, cost: Cost) -> Fault {
    let why = "no answer within \"1s\"\n| seal".to_owned();
    Fault { seat: Seat::at(1), verdict: Verdict::Timeout, why, cost, acts }
}

fn read(text: &str) -> Result<Record, BadRecord> {
    Record::from_bytes(text.as_bytes())
}

#[test]
fn a_record_reads_as_it_was_written() {
    let text = rich();
    let record = read(&text).unwrap();
    assert_eq!(record.to_text(), text);
    assert!(text.ends_with(&format!("seal {}\n", record.seal())), "{text}");
    assert!(record.is_whole());
    let verified = verify(&record, Shelf::only::<Race>()).unwrap();
    assert!(verified.dealt > 0 && verified.undealt > 0 && verified.over);
    // Outcome, seed and seal.
    assert_eq!(record.header.lines() + record.log.len() + 3, text.lines().count());
    for kind in ["fault ", "seat 2 ", "pause", "resume", "takeback ", "1: ", "2: ", "*: "] {
        assert!(record.log.iter().any(|entry| entry.event.to_string().starts_with(kind)), "{kind}");
    }
    assert_eq!(record.faults().count(), 2);
}

#[test]
fn any_changed_byte_is_refused_on_its_line() {
    let text = rich();
    let mut line = 1;
    for at in 0..text.len() {
        let byte = text.as_bytes()[at];
        for other in [byte ^ 1, byte ^ 0x20, byte ^ 0x80, b'\n', b'\r', b' ', b'0', b'a', 0, 255] {
            if other == byte {
                continue;
            }
            let mut bytes = text.clone().into_bytes();
            bytes[at] = other;
            match Record::from_bytes(&bytes) {
                // The line feed between two lines belongs to the first of them. After the last
                // one nothing follows.
                Err(bad) => assert_eq!(bad.line, line, "byte {at} from {byte} to {other}: {bad}"),
                Ok(record) => panic!("byte {at} from {byte} to {other}: {:?}", record.close),
            }
        }
        line += usize::from(byte == b'\n');
    }
}

#[test]
fn bytes_put_in_or_taken_out_are_refused() {
    let text = rich();
    for at in 0..=text.len() {
        for extra in [b'\n', b' ', b'0', b'x'] {
            let mut bytes = text.clone().into_bytes();
            bytes.insert(at, extra);
            assert!(Record::from_bytes(&bytes).is_err(), "{extra} put in at {at}");
        }
        // Without its last byte the file is one that breaks off.
        if at + 1 < text.len() {
            let mut bytes = text.clone().into_bytes();
            bytes.remove(at);
            assert!(Record::from_bytes(&bytes).is_err(), "byte {at} taken out");
        }
    }
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    for at in 0..lines.len() - 1 {
        let mut fewer = lines.clone();
        fewer.remove(at);
        assert!(read(&fewer.concat()).is_err(), "line {at} taken out");
        let mut swapped = lines.clone();
        swapped.swap(at, at + 1);
        assert!(read(&swapped.concat()).is_err(), "lines at {at} swapped");
    }
    assert!(read(&text.replace('\n', "\r\n")).unwrap_err().flaw == Flaw::CarriageReturn);
}

#[test]
fn a_file_that_breaks_off_is_read_up_to_the_break() {
    let text = rich();
    let whole = read(&text).unwrap();
    let header: usize = text.split_inclusive('\n').take(whole.header.lines()).map(str::len).sum();
    for length in 1..text.len() {
        let part = &text.as_bytes()[..length];
        let lines = part.split(|&byte| byte == b'\n').count() - 1;
        let last = lines + usize::from(!part.ends_with(b"\n"));
        match Record::from_bytes(part) {
            Ok(record) => {
                assert_eq!(record.close, Close::Broken { line: last }, "{length} bytes");
                assert_eq!(record.header, whole.header);
                let entries = (lines - record.header.lines()).min(whole.log.len());
                assert_eq!(record.log, whole.log[..entries]);
                assert!(text.starts_with(&record.to_text()));
            }
            Err(bad) => {
                assert!(length < header, "{length} bytes: {bad}");
                assert_eq!(bad, BadRecord { line: last, flaw: Flaw::BrokenHeader });
            }
        }
    }
}

#[test]
fn garbage_is_refused_and_never_panics() {
    let mut rng = playout_rng(3);
    let text = rich();
    for _ in 0..20_000 {
        let length = below(&mut rng, 200) as usize;
        let garbage: Vec<u8> = (0..length).map(|_| below(&mut rng, 256) as u8).collect();
        if !garbage.is_empty() {
            assert!(Record::from_bytes(&garbage).is_err());
        }
        // Garbage behind a good beginning.
        let keep = below(&mut rng, text.len() as u64) as usize;
        let mut bytes = text.as_bytes()[..keep].to_vec();
        bytes.extend_from_slice(&garbage);
        _ = Record::from_bytes(&bytes);
    }
}

#[test]
fn other_formats_and_too_much_of_it_have_their_own_errors() {
    let check = |bytes: &[u8], line: usize, flaw: &Flaw| {
        let bad = Record::from_bytes(bytes).unwrap_err();
        assert_eq!((bad.line, &bad.flaw), (line, flaw));
    };
    check(b"parlor-record 3\nwhatever\n", 1, &Flaw::UnknownVersion("3".to_owned()));
    check(b"parlor-record 3", 1, &Flaw::UnknownVersion("3".to_owned()));
    check(b"PNG\n", 1, &Flaw::NotARecord);
    check(b"\n", 1, &Flaw::NotARecord);
    check(b"", 1, &Flaw::NotARecord);
    check(&vec![b'x'; MAX_LINE + 1], 1, &Flaw::LineTooLong);
    check(&vec![b'x'; MAX_BYTES + 1], 1, &Flaw::TooLarge);
    let long = format!("{}{}\n", rich(), "x".repeat(10));
    assert_eq!(read(&long).unwrap_err().flaw, Flaw::AfterTheSeal);
}

/// Lines with the right hash that say the wrong thing: somebody took the trouble.
#[test]
fn a_line_with_the_right_hash_must_still_mean_something() {
    let good = read(&rich()).unwrap();
    let mut spaced = good.clone();
    spaced.header.game = "dots and boxes".to_owned();
    assert_eq!(read(&spaced.to_text()).unwrap_err().line, 2);
    let mut crowd = good.clone();
    crowd.header.seats = vec![Occupant::new("human", ""); 9];
    assert_eq!(read(&crowd.to_text()).unwrap_err().line, 5);
    let mut nowhere = good.clone();
    nowhere.header.seats.truncate(1);
    let bad = read(&nowhere.to_text()).unwrap_err();
    assert_eq!(bad.line, 10, "a share of a seat that does not exist: {bad}");
    let mut odd = good.clone();
    odd.log[2].event = Event::Act(Act::Chance("3\u{7}".to_owned()));
    let bad = read(&odd.to_text()).unwrap_err();
    assert_eq!(bad.line, odd.line_of(2));
    assert!(bad.to_string().contains("entry 3 of the log"), "{bad}");
    let mut unhidden = good;
    let Close::Sealed { seed, .. } = &mut unhidden.close else { panic!() };
    *seed = None;
    assert!(read(&unhidden.to_text()).unwrap_err().to_string().contains("64 hex digits"));
}

#[test]
fn what_is_written_during_play_is_a_record_that_breaks_off() {
    let sitting = played::<Race>(&Value::Null, Shares::none());
    let saved = sitting.so_far();
    assert_eq!(read(&saved.to_text()).unwrap(), saved);
    assert!(sitting.record().to_text().starts_with(&saved.to_text()));
    let (mut writer, mut text) = Writer::begin(sitting.header());
    for entry in sitting.log() {
        assert!(read(&text).unwrap().log.len() < sitting.log().len());
        text.push_str(&writer.entry(entry));
    }
    assert!(!text.contains(&Seed::from_number(5).reveal()));
    assert_eq!(text, saved.to_text());
    text.push_str(&sitting.footer());
    assert_eq!(text, sitting.record().to_text());
    let Close::Sealed { ending, .. } = sitting.record().close else { panic!() };
    assert!(matches!(ending, Ending::Over(_)));
}

#[test]
fn what_cannot_follow_is_refused_on_its_line() {
    let event = |text: &str| {
        let act = || Event::Act("1: pass".parse().unwrap());
        match text {
            "stranger" => Event::Fault(Fault { seat: Seat::at(2), ..late(0, Cost::Game) }.into()),
            "later fault" => Event::Fault(late(3, Cost::Game).into()),
            "nothing" => Event::Takeback(0),
            "resume" => Event::Resumed,
            "seat" => Event::Seated(Seat::at(5), Occupant::new("human", "Zoe").into()),
            _ => act(),
        }
    };
    for text in ["stranger", "later fault", "nothing", "resume", "seat"] {
        let mut record = played::<Race>(&Value::Null, Shares::none()).record();
        record.log.insert(0, Entry::new(Duration::ZERO, event(text)));
        let bad = read(&record.to_text()).unwrap_err();
        assert_eq!(bad.line, record.header.lines() + 1, "{text}: {bad}");
        assert!(bad.to_string().contains("entry 1 of the log"), "{text}: {bad}");
    }
    let mut back = played::<Race>(&Value::Null, Shares::none()).record();
    back.log[0].at = Duration::from_secs(1);
    assert_eq!(read(&back.to_text()).unwrap_err().line, back.header.lines() + 2, "time runs on");
}

#[test]
fn five_hundred_acts_stay_under_fifty_kilobytes() {
    let text =
        played::<DotsAndBoxes>(&json!({"boxes": "15x15"}), Shares::none()).record().to_text();
    let acts = read(&text).unwrap().acts().len();
    println!("{acts} acts take {} bytes", text.len());
    assert_eq!(acts, 480);
    assert!(text.len() * 500 / acts < 50_000, "{acts} acts take {} bytes", text.len());
}

#[test]
fn a_hundred_thousand_acts_replay_in_a_second() {
    let text =
        played::<DotsAndBoxes>(&json!({"boxes": "15x15"}), Shares::none()).record().to_text();
    let shelf = Shelf::only::<DotsAndBoxes>();
    // The best of a few, since other work may share the machine.
    let best = (0..5)
        .map(|_| {
            let begin = std::time::Instant::now();
            let acts: u32 =
                (0..50).map(|_| verify(&read(&text).unwrap(), shelf).unwrap().acts as u32).sum();
            f64::from(acts) / begin.elapsed().as_secs_f64()
        })
        .fold(0.0, f64::max);
    println!("{best:.0} acts read and verified a second");
    assert!(best >= 100_000.0, "only {best:.0} acts a second");
}

/// The example in the description of the format is a record, and says what it is said to say.
#[test]
fn the_documented_record_is_good() {
    let page = include_str!("../../../docs/reference/records.md");
    let example = page.split("```text\n").nth(1).unwrap().split("```").next().unwrap();
    let record = read(example).unwrap();
    assert_eq!(record.to_text(), example);
    assert!(verify(&record, Shelf::only::<DotsAndBoxes>()).unwrap().over);
    let Close::Sealed { seed: Some(seed), .. } = record.close else { panic!() };
    assert_eq!(seed, Seed::from_number(1));
    for vector in [seed.reveal(), seed.commitment().to_string()] {
        assert!(page.contains(&format!("| `{vector}` |")), "{vector}");
    }
}
