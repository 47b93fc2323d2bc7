//! A server that is asked to stop.

use std::net::SocketAddr;

use serde_json::{Value, json};

use crate::client::Client;
use crate::process::{Process, Start};

#[test]
fn a_stopped_server_tells_its_clients_and_goes_on_where_it_was() {
    let data = tempfile::tempdir().unwrap();
    let any = SocketAddr::from(([127, 0, 0, 1], 0));
    let process = Process::start(data.path(), any, &Start::default());
    let address = process.address;
    let ann = Client::guest(address, "Ann");
    let wish = json!({"game": "dots-and-boxes", "seats": ["me", "easy"]});
    let (_, table) = ann.post("/api/tables", &wish).unwrap();
    let id = table["id"].as_str().unwrap();
    ann.post(&format!("/api/tables/{id}/start"), &Value::Null).unwrap();
    let mut stream = ann.stream(&format!("/api/tables/{id}/stream")).unwrap();
    let full = stream.next().unwrap();
    let played = full["now"]["asks"]["menu"]["moves"][0].clone();
    let answer = json!({"key": "a1", "type": "answer", "question": 1, "move": played});
    let (status, done) = ann.post(&format!("/api/tables/{id}/commands"), &answer).unwrap();
    assert_eq!((status, done["type"].as_str()), (200, Some("done")));
    assert_eq!(ann.get("/readyz").unwrap().0, 200);
    assert_eq!(process.stop(), Some(0));
    let last = stream.last().unwrap();
    assert_eq!(last, json!({"type": "bye", "reason": "stopping"}));
    let process = Process::start(data.path(), address, &Start::default());
    let (status, done) = ann.post(&format!("/api/tables/{id}/commands"), &answer).unwrap();
    assert_eq!((status, done["repeated"].as_bool()), (200, Some(true)));
    let (_, now) = ann.get(&format!("/api/tables/{id}/now")).unwrap();
    assert_eq!(now["now"]["view"]["drawn"][0], answer["move"]);
    assert_eq!(process.stop(), Some(0));
}

#[test]
fn a_second_server_on_the_same_folder_is_refused() {
    let data = tempfile::tempdir().unwrap();
    let any = SocketAddr::from(([127, 0, 0, 1], 0));
    let _process = Process::start(data.path(), any, &Start::default());
    let second = assert_cmd::Command::cargo_bin("parlor")
        .unwrap()
        .args(["serve", "--listen", "127.0.0.1:0", "--data"])
        .arg(data.path())
        .output()
        .unwrap();
    assert_eq!(second.status.code(), Some(2));
    let said = String::from_utf8(second.stderr).unwrap();
    assert!(said.contains("another Parlor server uses the data folder"), "{said}");
}
