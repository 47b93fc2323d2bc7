//! Bots written with the libraries for Python and JavaScript play on a server, by their tokens.

use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::client::Client;
use crate::process::{Process, Start};

struct Program(Child);

impl Drop for Program {
    fn drop(&mut self) {
        // It may have ended by itself.
        _ = self.0.kill();
        _ = self.0.wait();
    }
}

/// A person and a bot play a game to its end.
fn play(program: &[&str], game: &str, options: &Value) {
    let data = tempfile::tempdir().unwrap();
    let any = SocketAddr::from(([127, 0, 0, 1], 0));
    let process = Process::start(data.path(), any, &Start::default());
    let ann = Client::guest(process.address, "Ann");
    let (status, bot) = ann.post("/api/bots", &json!({"name": "Robbie"})).unwrap();
    assert_eq!(status, 201, "{bot}");
    let seat = format!("bot:{}", bot["bot"]["id"].as_str().unwrap());
    let wish = json!({"game": game, "options": options, "seats": ["me", seat]});
    let (status, table) = ann.post("/api/tables", &wish).unwrap();
    assert_eq!(status, 201, "{table}");
    let id = table["id"].as_str().unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let _bot = Program(
        Command::new(program[0])
            .args(&program[1..])
            .args(["--server", &format!("http://{}", process.address)])
            .env("PARLOR_TOKEN", bot["token"]["secret"].as_str().unwrap())
            .current_dir(root)
            .stdin(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap(),
    );
    ann.post(&format!("/api/tables/{id}/start"), &Value::Null).unwrap();
    let since = Instant::now();
    let mut answered = 0;
    for frame in ann.stream(&format!("/api/tables/{id}/stream")).unwrap() {
        assert!(since.elapsed() < Duration::from_mins(1), "the bot answers in time");
        if frame["now"]["over"].is_object() {
            break;
        }
        let asks = &frame["now"]["asks"];
        if let Some(question) = asks["id"].as_u64().filter(|question| *question > answered) {
            let answer = json!({"key": format!("k{question}"), "type": "answer", "question": question, "move": asks["menu"]["moves"][0]});
            let (status, said) = ann.post(&format!("/api/tables/{id}/commands"), &answer).unwrap();
            assert_eq!(status, 200, "{said}");
            answered = question;
        }
    }
    let (_, table) = ann.get(&format!("/api/tables/{id}")).unwrap();
    assert_eq!(table["state"], "over");
}

#[test]
fn a_bot_in_python_plays_at_a_persons_table() {
    play(&["python3", "bots/python/bot.py"], "dots-and-boxes", &json!({"boxes": "3x3"}));
}

#[test]
fn a_bot_in_javascript_plays_at_a_persons_table() {
    play(&["node", "bots/javascript/bot.mjs"], "dots-and-boxes", &json!({"boxes": "3x3"}));
}
