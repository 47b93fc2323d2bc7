//! Who may do what: every route for everybody, and pages from elsewhere.

use crate::world::{Client, World};
use axum::http::StatusCode;
use parlor_server::http::access::{At, Endpoint, Needs};
use serde_json::{Value, json};

/// Everybody there is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Who {
    Anonymous,
    Stranger,
    Opponent,
    Owner,
    ExPlayer,
    Bot,
    Revoked,
}

const EVERYBODY: [Who; 7] = [
    Who::Anonymous,
    Who::Stranger,
    Who::Opponent,
    Who::Owner,
    Who::ExPlayer,
    Who::Bot,
    Who::Revoked,
];

struct Cast {
    world: World,
    owner: Client,
    opponent: Client,
    stranger: Client,
    ex_player: Client,
    bot: Client,
    revoked: Client,
    table: String,
}

impl Cast {
    /// A table where the owner, an opponent and a bot play, and somebody has sat before.
    async fn new(is_watched: bool) -> Self {
        let world = World::new();
        let (owner, opponent) = (world.guest("Owner").await, world.guest("Opponent").await);
        let (stranger, ex_player) = (world.guest("Stranger").await, world.guest("Before").await);
        let made = owner.post("/api/bots", &json!({"name": "Bot"})).await.ok(201);
        let (bot_id, secret) =
            (made["bot"]["id"].as_str().unwrap(), made["token"]["secret"].as_str().unwrap());
        let mut bot = world.anonymous();
        bot.bearer = Some(secret.to_owned());
        let mut revoked = world.anonymous();
        let token = stranger.post("/api/tokens", &json!({"label": "old"})).await.ok(201);
        revoked.bearer = Some(token["secret"].as_str().unwrap().to_owned());
        let path = format!("/api/tokens/{}", token["id"].as_str().unwrap());
        assert_eq!(stranger.send("DELETE", &path, &Value::Null).await.status, 204);
        let wish = json!({"game": "chaos-letter", "seats": ["me", "open", format!("bot:{bot_id}")], "watch": is_watched});
        let table = owner.open(&wish).await;
        let at = |what: &str| format!("/api/tables/{table}/{what}");
        ex_player.post(&at("join"), &Value::Null).await.ok(200);
        ex_player.post(&at("leave"), &Value::Null).await.ok(200);
        opponent.post(&at("join"), &Value::Null).await.ok(200);
        owner.post(&at("start"), &Value::Null).await.ok(200);
        Self { world, owner, opponent, stranger, ex_player, bot, revoked, table }
    }

    fn client(&self, who: Who) -> Client {
        match who {
            Who::Anonymous => self.world.anonymous(),
            Who::Stranger => self.stranger.clone(),
            Who::Opponent => self.opponent.clone(),
            Who::Owner => self.owner.clone(),
            Who::ExPlayer => self.ex_player.clone(),
            Who::Bot => self.bot.clone(),
            Who::Revoked => self.revoked.clone(),
        }
    }

    fn path(&self, endpoint: Endpoint) -> String {
        endpoint
            .row()
            .path
            .replace("{table}", &self.table)
            .replace("{game}", "automation")
            .replace("{token}", "000000000000")
            .replace("{bot}", "0190b5c8-7a2e-7c1d-8f00-0123456789ab")
    }
}

/// What somebody has to expect of a route, by its row: the status, or that it is let in.
fn expected(endpoint: Endpoint, who: Who, is_watched: bool) -> Option<u16> {
    let row = endpoint.row();
    let has_seat = matches!(who, Who::Owner | Who::Opponent | Who::Bot);
    match (row.needs, who) {
        // A token that is worth nothing is refused everywhere.
        (_, Who::Revoked) | (Needs::Scope(_), Who::Anonymous) => return Some(401),
        (Needs::Scope(scope), Who::Bot) if scope.as_str() == "account:write" => return Some(403),
        _ => {}
    }
    let is_allowed = match row.at {
        At::NoTable | At::Anybody => true,
        At::Watcher => has_seat || is_watched,
        At::Seat | At::SeatOrOwner => has_seat,
        At::Owner => who == Who::Owner,
    };
    (!is_allowed).then_some(403)
}

#[tokio::test]
async fn every_route_lets_in_whom_its_row_names() {
    let mut tried = 0;
    for is_watched in [true, false] {
        let cast = Cast::new(is_watched).await;
        for endpoint in Endpoint::ALL {
            for who in EVERYBODY {
                // Whoever ends a session is anonymous from then on.
                if endpoint == Endpoint::EndSession
                    && !matches!(who, Who::Anonymous | Who::Revoked | Who::Bot)
                {
                    continue;
                }
                let (client, path) = (cast.client(who), cast.path(endpoint));
                let body = Vec::new();
                let request = client.request(endpoint.row().method.as_str(), &path, body);
                let response =
                    tower::ServiceExt::oneshot(cast.world.router.clone(), request).await.unwrap();
                let status = response.status();
                tried += 1;
                match expected(endpoint, who, is_watched) {
                    Some(refused) => assert_eq!(status, refused, "{endpoint:?} {who:?}"),
                    // Whatever it says then, it is not about who asks. 426 and 400: no WebSocket without a connection.
                    None => assert!(
                        ![StatusCode::UNAUTHORIZED, StatusCode::FORBIDDEN].contains(&status)
                            && !status.is_server_error(),
                        "{endpoint:?} {who:?}: {status}"
                    ),
                }
            }
        }
    }
    println!("{tried} routes and callers, each as its row says");
    assert!(tried > 400);
}

#[tokio::test]
async fn every_command_needs_a_seat() {
    let cast = Cast::new(true).await;
    let commands = [
        json!({"type": "answer", "question": 1, "move": "x"}),
        json!({"type": "take-back"}),
        json!({"type": "pause"}),
        json!({"type": "unpause"}),
        json!({"type": "agree", "proposal": 1}),
        json!({"type": "decline", "proposal": 1}),
        json!({"type": "leave"}),
    ];
    let before = cast.owner.now(&cast.table).await;
    for mut command in commands {
        command["key"] = json!("k");
        for who in [Who::Anonymous, Who::Stranger, Who::ExPlayer, Who::Revoked] {
            let answer = cast.client(who).command(&cast.table, &command).await;
            let status = if matches!(who, Who::Anonymous | Who::Revoked) { 401 } else { 403 };
            assert_eq!(answer.status, status, "{who:?} {command}");
        }
        // Nobody answers for another seat.
        command["seat"] = json!(1);
        let answer = cast.opponent.command(&cast.table, &command).await;
        assert_eq!(answer.refused(), "not-your-seat", "{command}");
    }
    assert_eq!(cast.owner.now(&cast.table).await, before, "nothing was changed");
}

#[tokio::test]
async fn pages_from_elsewhere_can_change_nothing() {
    let cast = Cast::new(true).await;
    let mut tried = 0;
    for endpoint in Endpoint::ALL.into_iter().filter(|endpoint| endpoint.row().is_unsafe()) {
        for origin in [
            "http://evil.example",
            "null",
            "https://localhost:80",
            "http://localhost",
            "http://127.0.0.1:80.evil.example",
        ] {
            for who in [Who::Owner, Who::Anonymous, Who::Bot] {
                let mut client = cast.client(who);
                client.origin = Some(origin.to_owned());
                let path = cast.path(endpoint);
                let answer = client.send(endpoint.row().method.as_str(), &path, &Value::Null).await;
                assert_eq!(answer.refused(), "foreign-origin", "{endpoint:?} {origin}");
                tried += 1;
            }
        }
    }
    println!("{tried} requests from pages elsewhere, all refused");
    let mut own = cast.owner.clone();
    own.origin = Some("http://localhost:80".to_owned());
    own.post("/api/session", &Value::Null).await.ok(200);
    let mut request = cast.owner.request("POST", "/api/session", Vec::new());
    request.headers_mut().insert("sec-fetch-site", "cross-site".parse().unwrap());
    assert_eq!(cast.owner.hand_in(request).await.refused(), "foreign-origin");
}

#[tokio::test]
async fn unknown_things_are_not_found_and_create_nothing() {
    let world = World::new();
    let ann = world.guest("Ann").await;
    for id in ["x", "0190b5c8-7a2e-7c1d-8f00-0123456789ab", "..", "%2e%2e", "a%00b"] {
        for what in ["", "/now", "/stream", "/socket", "/record"] {
            let answer = ann.get(&format!("/api/tables/{id}{what}")).await;
            assert_eq!(answer.status, 404, "{id}{what}: {}", answer.text);
        }
        let answer = ann.command(id, &json!({"key": "k", "type": "pause"})).await;
        assert_eq!(answer.status, 404);
    }
    assert_eq!(world.hall.in_memory(), 0);
    assert_eq!(ann.get("/api/nothing").await.refused(), "not-found");
    assert_eq!(ann.send("PUT", "/api/tables", &Value::Null).await.refused(), "unknown-method");
    let large = json!({"name": "x".repeat(20_000)});
    assert_eq!(ann.send("PATCH", "/api/account", &large).await.refused(), "large-body");
}
