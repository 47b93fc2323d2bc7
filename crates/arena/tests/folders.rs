//! Folders of tournaments: who may begin one, what is refused, what is put together, and what is left when
//! something goes wrong.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Barrier;
use std::thread;

use parlor_arena::{
    EventSettings, Folder, MAX_EVENTS, Orders, PlayerSettings, Settings, Shard, Tournament, merge,
    replay, run,
};
use serde_json::{Value, json};

fn settings(players: &[&str], games: u64) -> Settings {
    Settings {
        game: Some("dots-and-boxes".to_owned()),
        options: json!({"boxes": "2x2"}),
        players: players.iter().map(|spec| PlayerSettings::Spec((*spec).to_owned())).collect(),
        games: Some(games),
        seed: Some(1),
        ..Settings::default()
    }
}

fn settled(players: &[&str], games: u64) -> Tournament {
    Tournament::settle(&settings(players, games), || 0).unwrap()
}

fn play(tournament: &Tournament, path: &Path, shard: Shard, orders: &Orders) -> Folder {
    let folder = Folder::create(path, tournament, shard).unwrap();
    run(&folder, tournament, shard, orders, |_| ()).unwrap();
    folder
}

fn read(path: &Path, name: &str) -> String {
    fs::read_to_string(path.join(name)).unwrap()
}

#[test]
fn of_several_who_begin_in_the_same_folder_one_does() {
    let tournament = &settled(&["random", "easy"], 2);
    let other = &settled(&["easy", "random"], 4);
    let dir = tempfile::tempdir().unwrap();
    for attempt in 0..50 {
        let path = &dir.path().join(attempt.to_string());
        let shard = Shard { part: 2, of: 3 };
        if attempt % 2 == 0 {
            // What a program has left that ended in the middle of this.
            fs::create_dir(path).unwrap();
            fs::write(path.join("shard.json"), "{\"part\"").unwrap();
            fs::write(path.join("tournament.json.part"), "{\"version\"").unwrap();
        }
        let gate = &Barrier::new(4);
        let created: Vec<_> = thread::scope(|scope| {
            let begin = |which: usize| {
                scope.spawn(move || {
                    let asked = if which < 2 { (tournament, Shard::WHOLE) } else { (other, shard) };
                    gate.wait();
                    (asked, Folder::create(path, asked.0, asked.1))
                })
            };
            let threads: Vec<_> = (0..4).map(begin).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        let (won, lost): (Vec<_>, Vec<_>) = created.iter().partition(|(_, made)| made.is_ok());
        assert_eq!(won.len(), 1, "{created:?}");
        for (_, why) in lost {
            let why = why.as_ref().unwrap_err().to_string();
            assert!(why.contains("is not empty") || why.contains("another program"), "{why}");
        }
        let (_, found, found_shard) = Folder::open(path).unwrap();
        assert_eq!((&found, found_shard), won[0].0);
        assert!(!path.join("tournament.json.part").exists());
    }
}

#[test]
fn parts_bring_their_times_and_records() {
    let tournament = &settled(&["random", "easy"], 12);
    let dir = tempfile::tempdir().unwrap();
    let kept = Orders { records: true, ..Orders::default() };
    let whole = play(tournament, &dir.path().join("whole"), Shard::WHOLE, &kept);
    let parts: Vec<PathBuf> = (1..=3).map(|part| dir.path().join(part.to_string())).collect();
    for (part, path) in (1..).zip(&parts) {
        // One of the machines has kept none.
        let orders = if part == 2 { Orders::default() } else { kept.clone() };
        play(tournament, path, Shard { part, of: 3 }, &orders);
    }
    fs::write(parts[0].join("times.jsonl"), "one\ntwo\nnot who").unwrap();
    fs::remove_file(parts[1].join("times.jsonl")).ok();
    let long = format!("{}\nthree\n", "x".repeat(1 << 20));
    fs::write(parts[2].join("times.jsonl"), long).unwrap();
    let path = dir.path().join("merged");
    merge(&parts, &path).unwrap();
    assert_eq!(read(&path, "times.jsonl"), "one\ntwo\nthree\n");
    let (merged, ..) = Folder::open(&path).unwrap();
    for block in 1..=6 {
        for id in [format!("{block}.1"), format!("{block}.2")] {
            let found = fs::read(merged.record(&id)).ok();
            let expected = fs::read(whole.record(&id)).unwrap();
            assert_eq!(found, (block % 3 != 2).then_some(expected), "{id}");
        }
    }
}

/// One game's moves, as they would be written if a bot had played it.
#[test]
fn a_list_that_its_moves_contradict_is_refused() {
    let tournament = &settled(&["random", "easy"], 2);
    let dir = tempfile::tempdir().unwrap();
    let folder = play(tournament, dir.path(), Shard::WHOLE, &Orders::default());
    let games = read(dir.path(), "games.jsonl");
    let record = replay(&folder, tournament, Shard::WHOLE, "1.1").unwrap().record;
    let acts = record.acts();
    let moves: Vec<String> = acts.iter().map(ToString::to_string).collect();
    let line: Value = serde_json::from_str(games.lines().next().unwrap()).unwrap();
    let shown = |change: &dyn Fn(&mut Value)| {
        let mut line = line.clone();
        line["moves"] = json!(moves);
        change(&mut line);
        let (_, rest) = games.split_once('\n').unwrap();
        fs::write(dir.path().join("games.jsonl"), format!("{line}\n{rest}")).unwrap();
        replay(&folder, tournament, Shard::WHOLE, "1.1").map_err(|why| why.to_string())
    };
    let again = shown(&|_| ()).unwrap();
    assert!(!again.played_again);
    assert_eq!(again.record.acts(), acts);
    let check = |change: &dyn Fn(&mut Value), why: &str| {
        let error = shown(change).unwrap_err();
        assert!(error.contains("game 1.1") && error.contains(why), "{error}");
    };
    let places = line["places"].as_array().unwrap();
    check(&|line| line["places"] = json!([places[1], places[0]]), "disagree about the places");
    check(&|line| line["scores"] = json!([9, 9]), "disagree about the scores");
    check(&|line| line["scores"] = Value::Null, "disagree about the scores");
    check(&|line| line["acts"] = json!(3), "disagree about the numbers of acts");
    check(&|line| line["reason"] = json!("boredom"), "disagree about the reasons");
    let mut short = moves.clone();
    short.pop();
    check(&|line| line["moves"] = json!(short), "disagree about");
    let cut = |line: &mut Value| {
        *line = json!({
            "game": "1.1", "seats": line["seats"], "places": [1, 1], "acts": short.len(),
            "reason": "its length", "moves": short,
        });
    };
    check(&cut, "disagree about the numbers of acts");
    check(&|line| line["moves"][0] = json!("1: h 9 9"), "cannot be replayed");
}

/// Somebody sits down who does not belong there: a person, in a game that is recorded. That panics in the
/// thread of the game.
#[test]
fn a_panic_in_a_game_ends_the_run_in_order() {
    let tournament = settled(&["random", "easy", "random", "easy", "random", "easy"], 6);
    let dir = tempfile::tempdir().unwrap();
    let whole = dir.path().join("whole");
    play(&tournament, &whole, Shard::WHOLE, &Orders::default());
    for jobs in [1, 3] {
        let path = dir.path().join(jobs.to_string());
        let folder = Folder::create(&path, &tournament, Shard::WHOLE).unwrap();
        let mut wrong = tournament.clone();
        wrong.players[5].spec = "human".to_owned();
        let orders = Orders { jobs, records: true, ..Orders::default() };
        let why = run(&folder, &wrong, Shard::WHOLE, &orders, |_| ()).unwrap_err().to_string();
        assert!(why.starts_with("game ") && why.contains("panicked"), "{why}");
        let (played, all) = (read(&path, "games.jsonl"), read(&whole, "games.jsonl"));
        // The fifth block is the first of the sixth player.
        let lines = played.lines().count();
        assert!(all.starts_with(&played) && lines <= 8 && lines % 2 == 0, "{played}");
        assert!(jobs > 1 || lines > 0, "what was played before is there");
        assert!(!path.join("summary.json").exists());
        run(&folder, &tournament, Shard::WHOLE, &Orders::default(), |_| ()).unwrap();
        for name in ["games.jsonl", "summary.json"] {
            assert_eq!(read(&path, name), read(&whole, name));
        }
    }
}

#[test]
fn limits_hold_for_all_events_together() {
    let check = |settings: &Settings, why: &str| {
        let error = Tournament::settle(settings, || 0).unwrap_err().to_string();
        assert!(error.contains(why), "{error}");
    };
    let random = |players: usize| vec!["random"; players];
    let event = |seats: usize| EventSettings {
        game: "chaos-letter".to_owned(),
        options: Value::Null,
        seats: Some(seats),
    };
    let several = |events: Vec<EventSettings>, players: usize| Settings {
        game: None,
        options: Value::Null,
        events,
        ..settings(&random(players), 2)
    };
    // Of 40 players 4 can sit together in 91,390 ways, and 2 in 780.
    assert!(Tournament::settle(&several(vec![event(4); 1], 40), || 0).is_ok());
    assert!(Tournament::settle(&several(vec![event(4), event(2)], 40), || 0).is_ok());
    check(
        &several(vec![event(4), event(2), event(4)], 40),
        "40 players at tables of 2 and 4 in 3 events are more than 100000 tables; name fewer",
    );
    check(
        &several(vec![event(4)], 64),
        "at tables of 4 are more than 100000 tables; name fewer, or",
    );
    check(&several(vec![event(2); MAX_EVENTS + 1], 2), "events: 100 can be played, not 101");
}

#[test]
fn names_are_plain() {
    for name in ["ea\u{200b}sy", "\u{202e}ysae", "a\nb", " easy", ""] {
        let mut settings = settings(&["random", "easy"], 2);
        let named = PlayerSettings::Named { name: name.to_owned(), spec: "easy".to_owned() };
        settings.players[1] = named;
        let error = Tournament::settle(&settings, || 0).unwrap_err().to_string();
        assert!(
            error.contains("player 2: a name has 1 to 40 characters that can be seen"),
            "{error}"
        );
    }
}
