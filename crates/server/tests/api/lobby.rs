//! Accounts, bots, tokens and tables.

use crate::world::World;
use serde_json::{Value, json};

#[tokio::test]
async fn a_guest_needs_no_name_to_play_alone_and_one_to_be_seen() {
    let world = World::new();
    let mut guest = world.anonymous();
    assert_eq!(guest.get("/api/account").await.refused(), "unknown-caller");
    let answer = guest.post("/api/session", &Value::Null).await;
    let cookie = answer.headers["set-cookie"].to_str().unwrap().to_owned();
    assert!(cookie.contains("HttpOnly; SameSite=Lax"), "{cookie}");
    guest.cookie = Some(cookie.split(';').next().unwrap().to_owned());
    let alone = json!({"game": "dots-and-boxes", "seats": ["me", "easy"]});
    guest.open(&alone).await;
    let seen = json!({"game": "dots-and-boxes", "seats": ["me", "open"]});
    assert_eq!(guest.post("/api/tables", &seen).await.refused(), "name-needed");
    for (name, code) in
        [("", "empty-name"), ("a\u{7}b", "name-control"), (&"W".repeat(50), "wide-name")]
    {
        let answer = guest.send("PATCH", "/api/account", &json!({"name": name})).await;
        assert_eq!(answer.refused(), code);
    }
    guest.send("PATCH", "/api/account", &json!({"name": "Zoë"})).await.ok(200);
    guest.open(&seen).await;
    let again = guest.post("/api/session", &Value::Null).await.ok(200);
    assert_eq!(again["account"]["name"], "Zoë", "a session is not opened twice");
}

#[tokio::test]
async fn a_table_is_refused_for_every_reason() {
    let world = World::new();
    let ann = world.guest("Ann").await;
    let check = async |wish: Value, code: &str| {
        assert_eq!(ann.post("/api/tables", &wish).await.refused(), code, "{wish}");
    };
    check(json!({"game": "dots", "seats": ["me"]}), "unknown-game").await;
    check(json!({"game": "dots-and-boxes", "seats": ["me"]}), "bad-options").await;
    check(
        json!({"game": "dots-and-boxes", "seats": ["me", "easy"], "options": {"boxes": "99x1"}}),
        "bad-options",
    )
    .await;
    check(json!({"game": "dots-and-boxes", "seats": ["me", "me"]}), "two-seats").await;
    check(json!({"game": "dots-and-boxes", "seats": ["me", "genius"]}), "unknown-player").await;
    check(json!({"game": "dots-and-boxes", "seats": ["me", "easy@soon"]}), "bad-effort").await;
    check(json!({"game": "dots-and-boxes", "seats": ["me", "easy@6s"]}), "long-thinking").await;
    check(json!({"game": "dots-and-boxes", "seats": ["me", "bot:x"]}), "not-found").await;
    check(json!({"game": "dots-and-boxes", "seats": ["me", "easy"], "clock": "10"}), "bad-clock")
        .await;
    check(json!({"game": "dots-and-boxes", "seats": ["me", "easy"], "late": "game"}), "bad-late")
        .await;
    check(
        json!({"game": "dots-and-boxes", "seats": ["me", "easy"], "late": "shame"}),
        "unknown-cost",
    )
    .await;
    check(
        json!({"game": "dots-and-boxes", "seats": ["me", "easy"], "away": "genius"}),
        "unknown-player",
    )
    .await;
    check(
        json!({"game": "dots-and-boxes", "seats": ["me", "easy"], "grace": 1_000_000_000_u64}),
        "bad-grace",
    )
    .await;
    check(json!({"game": "dots-and-boxes", "seats": ["me", "easy"], "colour": 1}), "bad-shape")
        .await;
    check(json!([]), "bad-shape").await;
}

#[tokio::test]
async fn people_sit_down_stand_up_and_start() {
    let world = World::new();
    let (ann, bob, eve) =
        (world.guest("Ann").await, world.guest("Bob").await, world.guest("Eve").await);
    let wish = json!({"game": "chaos-letter", "seats": ["me", "open", "open"], "listed": true});
    let id = ann.open(&wish).await;
    let listed = eve.get("/api/tables?state=open").await.ok(200);
    assert_eq!(listed["tables"][0]["id"], json!(id));
    let path = |what: &str| format!("/api/tables/{id}/{what}");
    assert_eq!(ann.post(&path("start"), &Value::Null).await.refused(), "open-seats");
    assert_eq!(bob.post(&path("start"), &Value::Null).await.refused(), "not-owner");
    let joined = bob.post(&path("join"), &json!({"seat": 3})).await.ok(200);
    assert_eq!(
        (joined["seat"].as_u64(), joined["seats"][2]["name"].as_str()),
        (Some(3), Some("Bob"))
    );
    assert_eq!(bob.post(&path("join"), &Value::Null).await.refused(), "seated");
    assert_eq!(eve.post(&path("join"), &json!({"seat": 3})).await.refused(), "seat-taken");
    assert_eq!(eve.post(&path("leave"), &Value::Null).await.refused(), "no-seat");
    bob.post(&path("leave"), &Value::Null).await.ok(200);
    eve.post(&path("join"), &json!({"seat": 3})).await.ok(200);
    bob.post(&path("join"), &Value::Null).await.ok(200);
    let other_ann = world.guest("Ann").await;
    assert_eq!(other_ann.post(&path("join"), &Value::Null).await.refused(), "seat-taken");
    let begun = ann.post(&path("start"), &Value::Null).await.ok(200);
    assert_eq!(begun["state"], "playing");
    assert_eq!(bob.post(&path("leave"), &Value::Null).await.refused(), "begun");
    assert_eq!(ann.post(&path("start"), &Value::Null).await.refused(), "begun");
    // Two who are called alike do not meet.
    let id = ann.open(&json!({"game": "dots-and-boxes", "seats": ["me", "open"]})).await;
    let joined = other_ann.post(&format!("/api/tables/{id}/join"), &Value::Null).await;
    assert_eq!(joined.refused(), "names-alike");
    // A table that its owner leaves is closed.
    let closed = ann.post(&format!("/api/tables/{id}/leave"), &Value::Null).await.ok(200);
    assert_eq!(closed["state"], "closed");
    assert_eq!(bob.post(&format!("/api/tables/{id}/join"), &Value::Null).await.refused(), "closed");
}

#[tokio::test]
async fn a_command_with_a_key_is_done_once() {
    let world = World::new();
    let ann = world.guest("Ann").await;
    let wish = json!({"game": "dots-and-boxes", "seats": ["me", "easy"]});
    let send = async |path: &str, wish: &Value| {
        let body = if wish.is_null() { Vec::new() } else { serde_json::to_vec(wish).unwrap() };
        let mut request = ann.request("POST", path, body);
        request.headers_mut().insert("idempotency-key", "k1".parse().unwrap());
        ann.hand_in(request).await
    };
    let first = send("/api/tables", &wish).await.ok(201);
    let again = send("/api/tables", &wish).await.ok(201);
    assert_eq!(first["id"], again["id"]);
    let other = json!({"game": "automation", "seats": ["me", "random"]});
    assert_eq!(send("/api/tables", &other).await.refused(), "key-reused");
    let mine = ann.get("/api/tables?mine=true").await.ok(200);
    assert_eq!(mine["tables"].as_array().unwrap().len(), 1);
    let mut request = ann.request("POST", "/api/tables", serde_json::to_vec(&wish).unwrap());
    request.headers_mut().insert("idempotency-key", "k 1".parse().unwrap());
    assert_eq!(ann.hand_in(request).await.refused(), "bad-key");
}

#[tokio::test]
async fn a_bot_plays_with_its_token_until_that_is_revoked() {
    let world = World::new();
    let (ann, eve) = (world.guest("Ann").await, world.guest("Eve").await);
    let made = ann.post("/api/bots", &json!({"name": "Robbie"})).await.ok(201);
    let bot_id = made["bot"]["id"].as_str().unwrap().to_owned();
    let mut bot = world.anonymous();
    bot.bearer = Some(made["token"]["secret"].as_str().unwrap().to_owned());
    assert_eq!(bot.get("/api/account").await.ok(200)["kind"], "bot");
    assert_eq!(bot.get("/api/bots").await.refused(), "no-scope", "a token makes no other");
    let of_others = eve
        .post(
            "/api/tables",
            &json!({"game": "dots-and-boxes", "seats": ["me", format!("bot:{bot_id}")]}),
        )
        .await;
    assert_eq!(of_others.refused(), "not-found", "the bots of others are not there");
    let id = ann.open(&json!({"game": "dots-and-boxes", "options": {"boxes": "1x1"}, "seats": [format!("bot:{bot_id}"), "me"]})).await;
    let mut told = bot.stream("/api/stream").await;
    assert_eq!(told.next().await.unwrap()["tables"][0]["id"], json!(id));
    ann.post(&format!("/api/tables/{id}/start"), &Value::Null).await.ok(200);
    let mut asked = told.next().await.unwrap();
    while asked["type"] != "asked" {
        asked = told.next().await.unwrap();
    }
    assert_eq!((asked["table"].as_str(), asked["question"].as_u64()), (Some(&*id), Some(1)));
    bot.play(&id, "b1").await.ok(200);
    let mut stream = bot.stream(&format!("/api/tables/{id}/stream")).await;
    assert_eq!(stream.next().await.unwrap()["type"], "full");
    let tokens = ann.get(&format!("/api/bots/{bot_id}/tokens")).await.ok(200);
    let token = tokens["tokens"][0]["id"].as_str().unwrap().to_owned();
    let path = format!("/api/bots/{bot_id}/tokens/{token}");
    assert_eq!(eve.send("DELETE", &path, &Value::Null).await.refused(), "not-found");
    assert_eq!(ann.send("DELETE", &path, &Value::Null).await.status, 204);
    assert_eq!(bot.get("/api/account").await.refused(), "bad-token");
    let mut last = Value::Null;
    while let Some(frame) = stream.next().await {
        last = frame;
    }
    assert_eq!(last, json!({"type": "bye", "reason": "revoked"}));
}
