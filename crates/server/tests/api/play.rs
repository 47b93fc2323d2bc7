//! Matches over the interface of the server.

use std::time::Duration;

use crate::world::World;
use parlor_match::{Record, verify};
use serde_json::{Value, json};

#[tokio::test]
async fn a_game_is_played_to_its_end_and_its_record_proves_it() {
    let world = World::new();
    let (ann, bob, id) = world.boxes().await;
    let path = format!("/api/tables/{id}/record");
    ann.play(&id, "k0").await.ok(200);
    let own = ann.get(&path).await.ok(200);
    assert_eq!((own["seat"].as_u64(), own["news"][0]["number"].as_u64()), (Some(1), Some(1)));
    assert!(!own.to_string().contains("seed"));
    for number in 1..12 {
        for client in [&ann, &bob] {
            let now = client.now(&id).await;
            if now["asks"].is_object() {
                client.play(&id, &format!("k{number}")).await.ok(200);
            }
        }
    }
    let mut stream = ann.stream(&format!("/api/tables/{id}/stream")).await;
    assert!(stream.next().await.unwrap()["now"]["over"].is_object());
    assert_eq!(stream.next().await.unwrap(), json!({"type": "bye", "reason": "over"}));
    assert!(stream.next().await.is_none());
    let over = ann.now(&id).await;
    assert!(over["over"]["outcome"].is_object(), "{over}");
    let text = world.anonymous().get(&path).await;
    assert_eq!(text.status, 200, "{}", text.text);
    let record = Record::from_bytes(text.text.as_bytes()).unwrap();
    assert_eq!(verify(&record, parlor_registry::SHELF).unwrap().acts, 12);
    let table = ann.get(&format!("/api/tables/{id}")).await.ok(200);
    assert_eq!(table["state"], "over");
    let commitment = table["commitment"].as_str().unwrap();
    assert!(
        text.text.contains(commitment),
        "the commitment of the beginning is that of the record"
    );
    let late = json!({"key": "late", "type": "answer", "question": 6, "move": "h 0 0"});
    assert_eq!(ann.command(&id, &late).await.refused(), "match-over");
}

#[tokio::test]
async fn a_stream_goes_on_where_it_was_cut_also_after_a_restart() {
    let world = World::new();
    let (ann, bob, id) = world.boxes().await;
    let path = format!("/api/tables/{id}/stream");
    let mut stream = ann.stream(&path).await;
    assert_eq!(stream.next().await.unwrap()["type"], "full");
    ann.play(&id, "a1").await.ok(200);
    let update = stream.next().await.unwrap();
    assert_eq!(update["news"][0]["number"], 1);
    drop(stream);
    bob.play(&id, "b1").await.ok(200);
    let mut again = ann.stream(&format!("{path}?from=1")).await;
    let update = again.next().await.unwrap();
    assert_eq!(
        (update["type"].as_str(), update["news"][0]["number"].as_u64()),
        (Some("update"), Some(2))
    );
    let before = ann.now(&id).await;
    let world = world.restart().await;
    assert_eq!(again.next().await.unwrap()["reason"], "stopping");
    assert!(again.next().await.is_none());
    let mut ann_again = world.anonymous();
    ann_again.cookie.clone_from(&ann.cookie);
    let mut after = ann_again.now(&id).await;
    // Who is connected is not stored.
    for seat in after["seats"].as_array_mut().unwrap() {
        seat.as_object_mut().unwrap().remove("gone");
    }
    let mut before = before;
    for seat in before["seats"].as_array_mut().unwrap() {
        seat.as_object_mut().unwrap().remove("gone");
    }
    assert_eq!(after, before);
    let repeated = json!({"key": "a1", "type": "answer", "question": 1, "move": "h 0 0"});
    assert_eq!(ann_again.command(&id, &repeated).await.ok(200)["repeated"], true);
    ann_again.play(&id, "a2").await.ok(200);
}

#[tokio::test]
async fn a_newer_stream_ends_the_older_one() {
    let world = World::new();
    let (ann, _, id) = world.boxes().await;
    let path = format!("/api/tables/{id}/stream");
    let mut old = ann.stream(&path).await;
    old.next().await.unwrap();
    let mut new = ann.stream(&path).await;
    new.next().await.unwrap();
    assert_eq!(old.next().await.unwrap(), json!({"type": "bye", "reason": "superseded"}));
    drop(old);
    tokio::time::sleep(Duration::from_millis(20)).await;
    let now = ann.now(&id).await;
    assert!(
        now["seats"][0]["gone"].is_null(),
        "the late death of the older stream changes nothing: {now}"
    );
}

#[tokio::test]
async fn stale_answers_get_the_question_that_is_open() {
    let world = World::new();
    let (ann, bob, id) = world.boxes().await;
    ann.play(&id, "a1").await.ok(200);
    bob.play(&id, "b1").await.ok(200);
    let stale = json!({"key": "a9", "type": "answer", "question": 1, "move": "v 0 0"});
    let answer = ann.command(&id, &stale).await;
    assert_eq!(answer.status, 409, "{}", answer.text);
    let refused: Value = serde_json::from_str(&answer.text).unwrap();
    assert_eq!((refused["key"].as_str(), refused["asks"]["id"].as_u64()), (Some("a9"), Some(2)));
    let same_key = json!({"key": "a1", "type": "answer", "question": 2, "move": "v 0 0"});
    assert_eq!(ann.command(&id, &same_key).await.refused(), "key-reused");
    for (bad, code) in [
        (json!({"key": "x", "type": "answer", "question": 2, "move": "z"}), None),
        (json!({"key": "x", "type": "sing"}), Some("bad-shape")),
        (json!({"type": "pause"}), Some("bad-shape")),
        (json!({"key": "x y", "type": "pause"}), Some("bad-shape")),
    ] {
        let refused = ann.command(&id, &bad).await.refused();
        assert!(code.is_none_or(|code| code == refused), "{bad}: {refused}");
    }
}

#[tokio::test]
async fn the_computer_answers_and_takebacks_are_agreed_to() {
    let world = World::new();
    let ann = world.guest("Ann").await;
    let id = ann.open(&json!({"game": "dots-and-boxes", "options": {"boxes": "3x3"}, "seats": ["me", "easy"]})).await;
    ann.post(&format!("/api/tables/{id}/start"), &Value::Null).await.ok(200);
    let mut stream = ann.stream(&format!("/api/tables/{id}/stream")).await;
    stream.next().await.unwrap();
    ann.play(&id, "a1").await.ok(200);
    let mut asked = Value::Null;
    while asked.is_null() {
        asked = stream.next().await.unwrap()["now"]["asks"]["id"].clone();
    }
    assert_eq!(asked, 2, "the computer has answered");
    let (ann, bob, id) = world.boxes().await;
    ann.play(&id, "a1").await.ok(200);
    let proposed = ann.command(&id, &json!({"key": "a2", "type": "take-back"})).await.ok(200);
    let open = bob.now(&id).await["proposal"].clone();
    assert_eq!((&open["id"], &open["waits_for"]), (&proposed["proposal"], &json!([2])));
    bob.command(&id, &json!({"key": "b1", "type": "agree", "proposal": open["id"]})).await.ok(200);
    assert_eq!(ann.now(&id).await["view"]["drawn"], json!([]));
}

#[tokio::test(start_paused = true)]
async fn a_bot_that_was_gone_gets_its_seat_back() {
    let world = World::new();
    let ann = world.guest("Ann").await;
    let made = ann.post("/api/bots", &json!({"name": "Robbie"})).await.ok(201);
    let seat = format!("bot:{}", made["bot"]["id"].as_str().unwrap());
    let wish = json!({"game": "dots-and-boxes", "options": {"boxes": "9x9"}, "seats": [seat, "me"], "away": "default-moves", "grace": 5});
    let id = ann.open(&wish).await;
    ann.post(&format!("/api/tables/{id}/start"), &Value::Null).await.ok(200);
    let mut bot = world.anonymous();
    bot.bearer = Some(made["token"]["secret"].as_str().unwrap().to_owned());
    let _ann_is_here = ann.stream(&format!("/api/tables/{id}/stream")).await;
    tokio::time::sleep(Duration::from_secs(6)).await;
    let gone = ann.now(&id).await;
    assert_eq!(gone["seats"][0]["kind"], "absent", "a default move was played: {}", gone["seats"]);
    let mut stream = bot.stream(&format!("/api/tables/{id}/stream")).await;
    stream.next().await.unwrap();
    ann.play(&id, "a1").await.ok(200);
    assert_eq!(ann.now(&id).await["seats"][0]["kind"], "program");
    bot.play(&id, "b1").await.ok(200);
}
