//! Records of format 1, written by the program as it was when there was no other format. They are read,
//! replayed, proven and written again to the byte, whatever formats come later.

#![allow(clippy::disallowed_methods, reason = "the records are files")]

use std::fs;
use std::path::{Path, PathBuf};

use parlor_match::{Record, Replay, VerifyError, verify};
use parlor_registry::SHELF;

/// Each record with its acts, how many of them were dealt by the seed, and the first digits of its
/// seal.
const RECORDS: [(&str, usize, usize, &str); 23] = [
    ("automation-alone", 53, 35, "9803e144d36a1cc5"),
    ("automation-broken", 89, 0, ""),
    ("automation-kingdom", 587, 287, "09a874cc2cab4f2d"),
    ("automation-seed-set", 821, 418, "ec74d6af59781f94"),
    ("automation-standard", 778, 365, "9911f8ad586ca7b6"),
    ("boxes-1x1", 4, 0, "8908d0be47c6a378"),
    ("boxes-4x4", 40, 0, "745f819871ae0cd8"),
    ("boxes-by-hand", 4, 0, "8c889dd74255a632"),
    ("boxes-faults", 12, 0, "d3f25945c4e058c2"),
    ("boxes-fresh-seed", 12, 0, "0e1a636a6ebb6b54"),
    ("boxes-stopped", 2, 0, "35800481611888dd"),
    ("boxes-swedish-4", 71, 0, "d08678aca3f0ed59"),
    ("letter-chaos", 214, 85, "77fbe3c0e79d513d"),
    ("letter-classic", 121, 94, "67f160ae7b649eb4"),
    ("letter-cosmic", 54, 36, "f1fd61d6fe809d39"),
    ("letter-forked", 138, 29, "b639ab34460c38ea"),
    ("letter-modern", 149, 85, "4e06e790a129c879"),
    ("letter-premium-8", 116, 65, "68d7528d829d7f80"),
    ("tycoon-clock", 4, 0, "342e6f383f8514c1"),
    ("tycoon-leaves", 15, 8, "3a857660733d9173"),
    ("tycoon-second", 54, 21, "926570df992a70df"),
    ("tycoon-standard", 44, 17, "1165e8c5a78304fa"),
    ("tycoon-trading", 624, 32, "2151f7eed2f56a08"),
];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/format-1")
}

fn read(name: &str) -> (String, Record) {
    let text = fs::read_to_string(folder().join(name).with_extension("rec")).unwrap();
    let record = Record::from_bytes(text.as_bytes()).unwrap();
    (text, record)
}

#[test]
fn every_file_is_on_the_list() {
    let mut files: Vec<String> = fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned())
        .collect();
    files.sort();
    assert_eq!(files, RECORDS.map(|(name, ..)| name));
}

#[test]
fn records_are_proven() {
    for (name, acts, dealt, seal) in RECORDS {
        let (_, record) = read(name);
        match verify(&record, SHELF) {
            Ok(verified) => {
                assert_eq!((verified.acts, verified.dealt), (acts, dealt), "{name}");
                assert_eq!(&record.seal().to_string()[..16], seal, "{name}");
            }
            Err(VerifyError::BreaksOff { acts: legal, .. }) => {
                assert_eq!((legal, seal), (acts, ""), "{name}");
            }
            Err(why) => panic!("{name}: {why}"),
        }
    }
}

#[test]
fn records_are_replayed_to_their_outcome() {
    for (name, acts, ..) in RECORDS {
        let (_, record) = read(name);
        let mut replay = Replay::new(&record, SHELF).unwrap();
        while replay.step().transpose().unwrap().is_some() {}
        assert_eq!(replay.number(), acts, "{name}");
    }
}

/// Options that came later, and whose default is another one by now.
#[test]
fn records_that_leave_an_option_out_are_played_as_they_were_then() {
    let played = [("rules", "brief"), ("shortage", "part")];
    for (name, ..) in RECORDS.into_iter().filter(|(name, ..)| name.starts_with("tycoon")) {
        let (_, record) = read(name);
        let options = Replay::new(&record, SHELF).unwrap().table().options();
        for (option, then) in played {
            assert!(record.header.options.get(option).is_none(), "{name}: {option}");
            assert_eq!(options[option], then, "{name}");
        }
        assert_eq!(options["auction_seconds"], 0, "{name}");
        let now = SHELF.open("property-tycoon", &serde_json::json!({}), 2).unwrap().options();
        assert!(played.iter().all(|(option, then)| now[option] != *then), "{now}");
    }
}

#[test]
fn records_are_written_as_they_were() {
    for (name, ..) in RECORDS {
        let (text, record) = read(name);
        let whole: String =
            text.split_inclusive('\n').filter(|line| line.ends_with('\n')).collect();
        assert_eq!(record.to_text(), whole, "{name}");
    }
}
