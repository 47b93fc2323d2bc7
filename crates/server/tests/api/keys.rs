//! Commands that are sent again after more others than a room remembers: the store knows them.

use crate::world::{Client, World};
use parlor_room::KEPT_KEYS;
use serde_json::{Value, json};

/// A match of Ann against a computer player, after an answer (`answer`), a pause (`pause`) and more pauses than the
/// room remembers.
async fn long_match(world: &World) -> (Client, String, Value) {
    let ann = world.guest("Ann").await;
    let id = ann.open(&json!({"game": "dots-and-boxes", "options": {"boxes": "9x9"}, "seats": ["me", "easy"]})).await;
    ann.post(&format!("/api/tables/{id}/start"), &Value::Null).await.ok(200);
    let asks = ann.now(&id).await["asks"].clone();
    let answer = json!({"key": "answer", "type": "answer", "question": asks["id"], "move": asks["menu"]["moves"][0]});
    ann.command(&id, &answer).await.ok(200);
    while ann.now(&id).await["asks"].is_null() {
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    ann.command(&id, &json!({"key": "pause", "type": "pause"})).await.ok(200);
    ann.command(&id, &json!({"key": "unpause", "type": "unpause"})).await.ok(200);
    for number in 0..KEPT_KEYS {
        let kind = ["pause", "unpause"][number % 2];
        let done = ann.command(&id, &json!({"key": format!("k{number}"), "type": kind})).await;
        assert_eq!(done.ok(200)["repeated"], Value::Null, "{number}");
    }
    (ann, id, answer)
}

/// Sends old commands again, and the same keys with other commands. The match goes on for everybody.
async fn check_old_keys(ann: &Client, id: &str, answer: &Value) {
    let mut stream = ann.stream(&format!("/api/tables/{id}/stream")).await;
    let full = stream.next().await.unwrap();
    for old in [answer, &json!({"key": "pause", "type": "pause"})] {
        for _ in 0..2 {
            let done = ann.command(id, old).await.ok(200);
            assert_eq!((&done["key"], &done["repeated"]), (&old["key"], &json!(true)));
        }
    }
    let asks = &full["now"]["asks"];
    let other = json!({"type": "answer", "question": asks["id"], "move": asks["menu"]["moves"][0]});
    for key in ["answer", "pause"] {
        for mut command in [other.clone(), json!({"type": "unpause"}), json!({"type": "pause"})] {
            command["key"] = json!(key);
            if key == command["type"] {
                continue;
            }
            let refused = ann.command(id, &command).await;
            assert_eq!((refused.status.as_u16(), &*refused.refused()), (409, "key-reused"));
        }
    }
    assert_eq!(ann.now(id).await["number"], full["now"]["number"], "nothing was done");
    // The stream is still open, and the next thing on it is the next thing that happens.
    let key = format!("next after {}", full["now"]["number"]).replace(' ', "-");
    ann.command(id, &json!({"key": key, "type": "pause"})).await.ok(200);
    assert_eq!(stream.next().await.unwrap()["news"][0]["event"], "paused");
    ann.command(id, &json!({"key": format!("{key}!"), "type": "unpause"})).await.ok(200);
}

#[tokio::test(start_paused = true)]
async fn an_old_command_is_known_again() {
    let world = World::new();
    let (ann, id, answer) = long_match(&world).await;
    check_old_keys(&ann, &id, &answer).await;
    let world = world.restart().await;
    let mut again = world.anonymous();
    again.cookie.clone_from(&ann.cookie);
    check_old_keys(&again, &id, &answer).await;
}
