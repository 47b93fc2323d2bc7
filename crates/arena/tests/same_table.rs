//! The same tournament, however it is played, gives the same summary, byte by byte, and the same games.

use std::fs;
use std::path::Path;

use parlor_arena::{
    EventSettings, Folder, Format, Orders, PlayerSettings, Settings, Shard, Stopped, Tournament,
    merge, replay, run,
};
use parlor_engine::Seat;

use parlor_match::{Close, Ending, Shelf, verify};
use serde_json::{Value, json};

fn settings(game: &str, players: &[&str], games: u64) -> Settings {
    Settings {
        game: Some(game.to_owned()),
        players: players.iter().map(|spec| PlayerSettings::Spec((*spec).to_owned())).collect(),
        games: Some(games),
        seed: Some(1),
        ..Settings::default()
    }
}

fn settled(settings: &Settings) -> Tournament {
    Tournament::settle(settings, || 0).unwrap()
}

/// Plays it in a new folder.
fn play(tournament: &Tournament, path: &Path, jobs: usize, shard: Shard) -> Stopped {
    let folder = Folder::create(path, tournament, shard).unwrap();
    let orders = Orders { jobs, ..Orders::default() };
    run(&folder, tournament, shard, &orders, |_| ()).unwrap().0
}

fn files(path: &Path) -> (String, String) {
    let read = |name: &str| fs::read_to_string(path.join(name)).unwrap();
    (read("summary.json"), read("games.jsonl"))
}

fn tournaments() -> Vec<Tournament> {
    let dots = Settings {
        options: json!({"boxes": "2x2"}),
        ..settings("dots-and-boxes", &["random", "easy", "random"], 60)
    };
    let letters = Settings {
        options: json!({"rounds": 2}),
        seats: Some(4),
        ..settings("chaos-letter", &["random", "courtier", "cultist", "trickster", "random"], 8)
    };
    let test = Settings {
        sprt: Some("0,200,0.05,0.05".to_owned()),
        options: json!({"boxes": "2x2"}),
        ..settings("dots-and-boxes", &["easy", "random"], 4_000)
    };
    let gauntlet = Settings {
        format: Format::Gauntlet,
        sprt: Some("0,200,0.05,0.05".to_owned()),
        options: json!({"boxes": "2x2"}),
        ..settings("dots-and-boxes", &["easy", "random", "easy", "random"], 4_000)
    };
    let event = |game: &str, options: Value, seats: usize| EventSettings {
        game: game.to_owned(),
        options,
        seats: Some(seats),
    };
    let several = Settings {
        game: None,
        events: vec![
            event("chaos-letter", json!({"rounds": 1}), 3),
            event("dots-and-boxes", json!({"boxes": "2x2"}), 2),
            event("dots-and-boxes", json!({"boxes": "1x3"}), 2),
        ],
        ..settings("", &["random", "random", "random", "random"], 12)
    };
    vec![settled(&dots), settled(&letters), settled(&test), settled(&gauntlet), settled(&several)]
}

#[test]
fn jobs_and_shards_change_nothing() {
    for tournament in tournaments() {
        let dir = tempfile::tempdir().unwrap();
        let one = dir.path().join("one");
        let stopped = play(&tournament, &one, 1, Shard::WHOLE);
        assert_eq!(tournament.sprt.is_some(), matches!(stopped, Stopped::Decided(_)));
        let three = dir.path().join("three");
        play(&tournament, &three, 3, Shard::WHOLE);
        assert_eq!(files(&one), files(&three));
        let parts: Vec<_> = (1..=3).map(|part| dir.path().join(format!("part{part}"))).collect();
        for (part, path) in (1..).zip(&parts) {
            assert_eq!(play(&tournament, path, 2, Shard { part, of: 3 }), Stopped::ShardFinished);
        }
        let merged = dir.path().join("merged");
        merge(&parts, &merged).unwrap();
        assert_eq!(files(&one), files(&merged));
        let lines = files(&one).1.lines().count() as u64;
        let summary: Value = serde_json::from_str(&files(&one).0).unwrap();
        assert_eq!(summary["games"], lines);
        assert!(lines > 10, "{lines}");
    }
}

/// A test that looked in the middle of a round would compare one opponent with another.
#[test]
fn a_gauntlet_is_tested_after_whole_rounds() {
    let gauntlet = &tournaments()[3];
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("arena");
    assert!(matches!(play(gauntlet, &path, 2, Shard::WHOLE), Stopped::Decided(_)));
    let summary: Value = serde_json::from_str(&files(&path).0).unwrap();
    let (blocks, rounds) =
        (&summary["events"][0]["blocks"], &summary["test"]["estimate"]["blocks"]);
    assert_eq!(blocks.as_u64(), rounds.as_u64().map(|rounds| 3 * rounds));
}

#[test]
fn a_run_that_is_cut_off_anywhere_goes_on() {
    for tournament in tournaments() {
        let dir = tempfile::tempdir().unwrap();
        let whole = dir.path().join("whole");
        play(&tournament, &whole, 2, Shard::WHOLE);
        let expected = files(&whole);
        let cut = dir.path().join("cut");
        play(&tournament, &cut, 1, Shard::WHOLE);
        let length = expected.1.len();
        for at in (0..=20).map(|part| length * part / 20).chain([1, length - 1]) {
            fs::write(cut.join("games.jsonl"), &expected.1[..at]).unwrap();
            let (folder, read, shard) = Folder::open(&cut).unwrap();
            assert_eq!((&read, shard), (&tournament, Shard::WHOLE));
            run(&folder, &read, shard, &Orders::default(), |_| ()).unwrap();
            assert_eq!(files(&cut), expected, "cut at {at} of {length}");
        }
    }
}

#[test]
fn a_part_that_is_cut_off_goes_on() {
    for tournament in tournaments() {
        let dir = tempfile::tempdir().unwrap();
        let whole = dir.path().join("whole");
        play(&tournament, &whole, 2, Shard::WHOLE);
        let parts: Vec<_> = (1..=2).map(|part| dir.path().join(format!("part{part}"))).collect();
        for (part, path) in (1..).zip(&parts) {
            play(&tournament, path, 1, Shard { part, of: 2 });
            let file = path.join("games.jsonl");
            let games = fs::read_to_string(&file).unwrap();
            fs::write(&file, &games[..games.len() * 3 / 5]).unwrap();
        }
        let merged = dir.path().join("merged");
        // A test may be decided by what is there.
        if tournament.sprt.is_none() {
            let error = merge(&parts, &merged).unwrap_err().to_string();
            assert!(error.contains("part ") && error.contains("is not finished"), "{error}");
            assert!(!merged.exists(), "nothing is left of what was refused");
        }
        for (part, path) in (1..).zip(&parts) {
            let (folder, read, shard) = Folder::open(path).unwrap();
            assert_eq!((&read, shard), (&tournament, Shard { part, of: 2 }));
            let done = run(&folder, &read, shard, &Orders::default(), |_| ()).unwrap();
            assert_eq!(done.0, Stopped::ShardFinished);
        }
        merge(&parts, &merged).unwrap();
        assert_eq!(files(&whole), files(&merged));
    }
}

#[test]
fn a_run_that_is_halted_goes_on() {
    // Long enough that none is over before anybody can ask for its end.
    for tournament in tournaments().into_iter().filter(|tournament| tournament.sprt.is_none()) {
        let tournament = Tournament { blocks: 2_000, ..tournament };
        let dir = tempfile::tempdir().unwrap();
        let (whole, halted) = (dir.path().join("whole"), dir.path().join("halted"));
        play(&tournament, &whole, 2, Shard::WHOLE);
        let folder = Folder::create(&halted, &tournament, Shard::WHOLE).unwrap();
        let orders = Orders { jobs: 2, ..Orders::default() };
        let first = run(&folder, &tournament, Shard::WHOLE, &orders, |_| orders.halt.raise());
        assert_eq!(first.unwrap().0, Stopped::Halted);
        assert!(!halted.join("summary.json").exists(), "there is no result yet");
        let (played, all) =
            (fs::read_to_string(halted.join("games.jsonl")).unwrap(), files(&whole).1);
        assert!(played.len() < all.len() && all.starts_with(&played));
        run(&folder, &tournament, Shard::WHOLE, &Orders::default(), |_| ()).unwrap();
        assert_eq!(files(&whole), files(&halted));
    }
}

#[test]
fn formats_with_rounds_are_the_same_for_any_number_of_jobs() {
    for format in [Format::Swiss, Format::Knockout, Format::Ladder, Format::Gauntlet] {
        let settings = Settings {
            format,
            options: json!({"boxes": "2x2"}),
            ..settings("dots-and-boxes", &["random", "easy", "random", "easy", "easy"], 4)
        };
        let tournament = settled(&settings);
        let dir = tempfile::tempdir().unwrap();
        let (one, four) = (dir.path().join("one"), dir.path().join("four"));
        play(&tournament, &one, 1, Shard::WHOLE);
        play(&tournament, &four, 4, Shard::WHOLE);
        assert_eq!(files(&one), files(&four), "{format}");
    }
}

#[test]
fn what_is_in_the_folder_is_checked() {
    let tournament = &tournaments()[0];
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("arena");
    play(tournament, &path, 1, Shard::WHOLE);
    let games = files(&path).1;
    let again = || {
        let (folder, tournament, shard) = Folder::open(&path).map_err(|why| why.to_string())?;
        let done = run(&folder, &tournament, shard, &Orders::default(), |_| ());
        done.map(drop).map_err(|why| why.to_string())
    };
    let check = |games: &str, why: &str| {
        fs::write(path.join("games.jsonl"), games).unwrap();
        let error = again().unwrap_err();
        assert!(error.contains(why), "{error}");
        assert_eq!(fs::read_to_string(path.join("games.jsonl")).unwrap(), games, "nothing is lost");
    };
    let lines: Vec<&str> = games.lines().collect();
    check(&lines[1..].join("\n"), "expected game 1.1");
    check(&games.replacen("\"acts\"", "\"axes\"", 1), "line 1 of ");
    fs::write(path.join("games.jsonl"), &games).unwrap();
    assert_eq!(again(), Ok(()));
    let file = path.join("tournament.json");
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text.replace("\"rules\": 1", "\"rules\": 99")).unwrap();
    assert!(again().unwrap_err().contains("version 99 of the rules"));
    fs::write(&file, "{").unwrap();
    assert!(again().unwrap_err().contains("cannot be read"));
    fs::remove_file(&file).unwrap();
    assert!(again().unwrap_err().contains("there is no tournament"));
    let error = Folder::create(&path, tournament, Shard::WHOLE).unwrap_err().to_string();
    assert!(error.contains("is not empty"), "{error}");
}

#[test]
fn any_game_can_be_played_again() {
    for tournament in tournaments() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("arena");
        play(&tournament, &path, 2, Shard::WHOLE);
        let (folder, tournament, shard) = Folder::open(&path).unwrap();
        for id in ["1.1", "1.2", "3.2"] {
            let again = replay(&folder, &tournament, shard, id).unwrap();
            assert!(again.played_again);
            assert_eq!(again.record.acts().len() as u32, again.game.acts);
            let Close::Sealed { ending: Ending::Over(outcome), .. } = &again.record.close else {
                panic!("it has an end");
            };
            let first = outcome.scores[Seat::at(0)];
            assert_eq!(Some(first), again.game.scores.as_ref().map(|scores| scores[0]));
        }
        let wrong = [
            ("0.1", "is not the name of a game"),
            ("1.9", "is not the name of a game"),
            ("1.8", "those of its block are 1.1 to 1."),
            ("999999.1", "there is no game 999999.1 here: the last is "),
        ];
        for (id, why) in wrong {
            let error = replay(&folder, &tournament, shard, id).unwrap_err().to_string();
            assert!(error.contains(why), "{error}");
        }
    }
}

#[test]
fn records_are_kept_on_request() {
    let tournament = &tournaments()[0];
    let dir = tempfile::tempdir().unwrap();
    let (plain, kept) = (dir.path().join("plain"), dir.path().join("kept"));
    play(tournament, &plain, 1, Shard::WHOLE);
    let folder = Folder::create(&kept, tournament, Shard::WHOLE).unwrap();
    let orders = Orders { records: true, ..Orders::default() };
    run(&folder, tournament, Shard::WHOLE, &orders, |_| ()).unwrap();
    assert_eq!(files(&plain), files(&kept), "the same games as without records");
    let text = fs::read(folder.record("2.1")).unwrap();
    let record = parlor_match::Record::from_bytes(&text).unwrap();
    let shelf = Shelf::only::<parlor_dots_and_boxes::DotsAndBoxes>();
    assert!(verify(&record, shelf).unwrap().over);
    let (folder, read, shard) = Folder::open(&kept).unwrap();
    assert_eq!(replay(&folder, &read, shard, "2.1").unwrap().record, record);
}
