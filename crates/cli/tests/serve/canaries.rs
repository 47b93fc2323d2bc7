//! The secrets of a real server are neither in its log nor in its files. That they are in nothing that it sends is tested in
//! `parlor-server`, which can choose them.

use std::fs;
use std::net::SocketAddr;
use std::path::Path;

use serde_json::{Value, json};

use crate::client::Client;
use crate::process::{Process, Start};

/// The files of a folder, by name, without the key that belongs there.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(folder).unwrap().flatten();
    let files = entries.map(|entry| {
        let name = entry.file_name().to_string_lossy().into_owned();
        (name, fs::read(entry.path()).unwrap())
    });
    files.filter(|(name, _)| name != "seal.key").collect()
}

/// Where a secret occurs, as bytes or in hexadecimal.
fn places(files: &[(String, Vec<u8>)], digits: &str) -> Vec<String> {
    let bytes = |at: usize| u8::from_str_radix(&digits[at..at + 2], 16).unwrap();
    let bytes: Vec<u8> = (0..digits.len()).step_by(2).map(bytes).collect();
    let forms = [bytes, digits.as_bytes().to_vec(), digits.to_uppercase().into_bytes()];
    let has = |file: &[u8]| {
        forms.iter().any(|form| file.windows(form.len()).any(|window| window == form))
    };
    files.iter().filter(|(_, file)| has(file)).map(|(name, _)| name.clone()).collect()
}

/// Plays the first legal move. `before_last` is called before the last one of a match.
fn play(person: &Client, table: &str, before_last: impl FnOnce()) {
    let (_, now) = person.get(&format!("/api/tables/{table}/now")).unwrap();
    let asks = &now["now"]["asks"];
    let moves = asks["menu"]["moves"].as_array().expect("it is asked");
    if moves.len() == 1 {
        before_last();
    }
    let key = format!("k{}", asks["id"]);
    let answer = json!({"key": key, "type": "answer", "question": asks["id"], "move": moves[0]});
    let (status, done) = person.post(&format!("/api/tables/{table}/commands"), &answer).unwrap();
    assert_eq!(status, 200, "{done}");
}

#[test]
fn secrets_are_neither_in_the_log_nor_in_the_files_before_they_are_revealed() {
    let data = tempfile::tempdir().unwrap();
    let logs = tempfile::tempdir().unwrap();
    let any = SocketAddr::from(([127, 0, 0, 1], 0));
    let start = Start { log: Some(logs.path().join("log")), ..Start::default() };
    let process = Process::start(data.path(), any, &start);
    let ann = Client::guest(process.address, "Ann");
    let (_, bot) = ann.post("/api/bots", &json!({"name": "Robbie"})).unwrap();
    let wish =
        json!({"game": "dots-and-boxes", "options": {"boxes": "1x1"}, "seats": ["me", "open"]});
    let (_, table) = ann.post("/api/tables", &wish).unwrap();
    let table = table["id"].as_str().unwrap();
    let bob = Client::guest(process.address, "Bob");
    bob.post(&format!("/api/tables/{table}/join"), &Value::Null).unwrap();
    ann.post(&format!("/api/tables/{table}/start"), &Value::Null).unwrap();
    let look = || [files(data.path()), files(logs.path())].concat();
    let mut before = Vec::new();
    for person in [&ann, &bob, &ann, &bob] {
        play(person, table, || before = look());
    }
    assert!(!before.is_empty(), "the last move was seen coming");
    let (_, record) = ann.text(&format!("/api/tables/{table}/record")).unwrap();
    let seed = record.split("seed ").nth(1).expect("the record has the seed");
    let seed = &seed[..64];
    let tokens = [&ann.cookie, &bob.cookie, bot["token"]["secret"].as_str().unwrap()];
    let tokens = tokens.map(|token| &token[token.len() - 64..]);
    let key = fs::read_to_string(data.path().join("seal.key")).unwrap();
    for secret in [seed, key.trim()].into_iter().chain(tokens) {
        assert_eq!(places(&before, secret), Vec::<String>::new(), "{secret}");
    }
    assert_eq!(process.stop(), Some(0));
    let after = look();
    for secret in [key.trim()].into_iter().chain(tokens) {
        assert_eq!(places(&after, secret), Vec::<String>::new(), "{secret}");
    }
    // The search is not blind: the commitment is stored.
    let (_, told) = record.split_once("commitment ").expect("a record has its commitment");
    assert_ne!(places(&before, &told[..64]), Vec::<String>::new());
    let log = before.iter().find(|(name, _)| name == "log").expect("the log is among them");
    assert!(log.1.windows(7).any(|window| window == b"request"), "it is a full log");
}
