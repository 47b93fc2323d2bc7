//! Requests that nobody would send on purpose: whatever comes, the server answers as it is described, and never fails.

use std::collections::BTreeMap;

use crate::world::{Client, World};
use jsonschema::Validator;
use parlor_engine::sample::{PlayoutRng, below, playout_rng};
use parlor_server::http::access::Endpoint;
use serde_json::{Value, json};

const QUICK: usize = 300_000;
const SLOW: usize = 5_000_000;
/// How many requests go to one server, before a new one is started.
const A_SERVER: usize = 20_000;

/// The description of the interface, ready to compare with.
struct Description {
    root: Value,
    validators: BTreeMap<(String, u16), Option<Validator>>,
}

impl Description {
    fn new() -> Self {
        let root: Value = serde_json::from_str(parlor_server::http::openapi::text()).unwrap();
        Self { root, validators: BTreeMap::new() }
    }

    /// Panics where an answer is not described.
    fn check(&mut self, endpoint: Endpoint, status: u16, kind: &str, text: &str) {
        let row = endpoint.row();
        let name = (format!("{endpoint:?}"), status);
        let root = &self.root;
        let validator = self.validators.entry(name).or_insert_with(|| {
            let answer = &root["paths"][row.path][row.method.as_str().to_lowercase()]["responses"]
                [status.to_string()];
            assert!(
                answer.is_object(),
                "{endpoint:?} answers {status}, which is not described: {text}"
            );
            let schema = answer["content"]["application/json"]["schema"].clone();
            schema.is_object().then(|| {
                let whole = json!({"allOf": [schema], "components": root["components"]});
                jsonschema::validator_for(&whole).unwrap()
            })
        });
        if let Some(validator) = validator.as_ref().filter(|_| kind.starts_with("application/json"))
        {
            let value: Value = serde_json::from_str(text).unwrap();
            if let Err(why) = validator.validate(&value) {
                panic!("{endpoint:?} {status}: {why}\n{text}");
            }
        }
    }
}

fn pick<'a, T>(rng: &mut PlayoutRng, from: &'a [T]) -> &'a T {
    &from[below(rng, from.len() as u64) as usize]
}

/// Any JSON, not too large.
fn any(rng: &mut PlayoutRng, depth: u32) -> Value {
    match below(rng, if depth > 3 { 7 } else { 9 }) {
        0 => Value::Null,
        1 => json!(below(rng, 2) == 0),
        2 => json!(below(rng, 10)),
        3 => json!(-below(rng, 1_000_000_000).cast_signed()),
        4 => json!(u64::MAX),
        5 => json!(pick(
            rng,
            &[
                "",
                "me",
                "open",
                "easy",
                "x",
                "\u{202e}",
                "a\nb",
                "🎲",
                "none",
                "3d",
                "../../etc/passwd",
                "@file",
                "h 0 0"
            ]
        )),
        6 => json!("y".repeat(below(rng, 300) as usize)),
        7 => (0..below(rng, 4)).map(|_| any(rng, depth + 1)).collect(),
        _ => {
            let names =
                ["game", "options", "seats", "key", "type", "move", "boxes", "deck", "name"];
            (0..below(rng, 4))
                .map(|_| ((*pick(rng, &names)).to_owned(), any(rng, depth + 1)))
                .collect()
        }
    }
}

/// A good body of a route, with some things changed.
fn body(rng: &mut PlayoutRng, endpoint: Endpoint) -> Vec<u8> {
    let good = match endpoint {
        Endpoint::Rename | Endpoint::NewBot => json!({"name": "Ann"}),
        Endpoint::NewToken | Endpoint::NewBotToken => json!({"label": "a", "scopes": ["matches:play"], "days": 3}),
        Endpoint::NewTable => pick(rng, &[
            json!({"game": "dots-and-boxes", "options": {"boxes": "2x2"}, "seats": ["me", "easy"]}),
            json!({"game": "automation", "options": {"set": "standard"}, "seats": ["me", "open"], "clock": "30s"}),
            json!({"game": "chaos-letter", "seats": ["me", "open", "random"], "away": "random", "grace": 5}),
            json!({"game": "property-tycoon", "seats": ["me", "easy"], "late": "takeover:easy", "listed": true}),
        ]).clone(),
        Endpoint::Join => json!({"seat": 2}),
        Endpoint::Command => pick(rng, &[
            json!({"key": "k", "type": "answer", "question": 1, "move": "h 0 0"}),
            json!({"key": "k", "type": "take-back", "moves": 1}),
            json!({"key": "k", "type": "agree", "proposal": 1}),
            json!({"key": "k", "type": "pause"}),
            json!({"key": "k", "type": "leave", "seat": 1, "lag": 80}),
        ]).clone(),
        _ => Value::Null,
    };
    let mut value = good;
    for _ in 0..below(rng, 4) {
        let Some(fields) = value.as_object_mut() else { break };
        let names: Vec<String> = fields.keys().cloned().collect();
        let Some(name) = names.get(below(rng, names.len().max(1) as u64) as usize) else { break };
        match below(rng, 4) {
            0 => _ = fields.remove(name),
            1 => _ = fields.insert("another".to_owned(), any(rng, 0)),
            _ => _ = fields.insert(name.clone(), any(rng, 0)),
        }
    }
    match below(rng, 20) {
        0 => "[".repeat(below(rng, 200) as usize).into_bytes(),
        1 => any(rng, 0).to_string().into_bytes(),
        2 => {
            let mut bytes = value.to_string().into_bytes();
            let at = below(rng, bytes.len().max(1) as u64) as usize;
            if let Some(byte) = bytes.get_mut(at) {
                *byte = below(rng, 256) as u8;
            }
            bytes
        }
        3 => vec![b' '; 1 + below(rng, 30_000) as usize],
        _ if value.is_null() => Vec::new(),
        _ => value.to_string().into_bytes(),
    }
}

fn path(rng: &mut PlayoutRng, endpoint: Endpoint, tables: &[String]) -> String {
    let garbage =
        ["x", "0190b5c8-7a2e-7c1d-8f00-0123456789ab", "%00", "%f0", "a%20b", "..", "%2e%2e%2f"];
    let table = if below(rng, 5) == 0 {
        *pick(rng, &garbage)
    } else {
        tables.last().map_or("x", |table| table)
    };
    let table = if tables.is_empty() || below(rng, 3) == 0 { table } else { pick(rng, tables) };
    let path = endpoint.row().path.replace("{table}", table);
    let path =
        path.replace("{game}", pick::<&str>(rng, &["automation", "dots-and-boxes", "x", "%00"]));
    let path = path
        .replace("{token}", pick::<&str>(rng, &garbage))
        .replace("{bot}", pick::<&str>(rng, &garbage));
    match below(rng, 6) {
        0 => format!(
            "{path}?from={}",
            pick(rng, &["0", "3", "-1", "x", "18446744073709551616", "%zz"])
        ),
        1 => format!(
            "{path}?{}",
            pick(
                rng,
                &[
                    "mine=true",
                    "state=open",
                    "limit=0",
                    "limit=1000",
                    "before=x",
                    "a=b&a=b",
                    "game=%ff",
                    "&&&=",
                    "mine"
                ]
            )
        ),
        _ => path,
    }
}

async fn one_server(
    count: usize,
    seed: u64,
    description: &mut Description,
) -> BTreeMap<u16, usize> {
    let world = World::new();
    let mut rng = playout_rng(seed);
    let clients: [Client; 3] =
        [world.guest("Ann").await, world.guest("Bob").await, world.anonymous()];
    let (mut tables, mut statuses) = (Vec::new(), BTreeMap::new());
    // A session that is ended would leave nobody to go on; streams have no end to wait for.
    let is_endless = |endpoint: &Endpoint| {
        matches!(endpoint, Endpoint::EndSession | Endpoint::Stream | Endpoint::AccountStream)
    };
    let endpoints: Vec<Endpoint> =
        Endpoint::ALL.into_iter().filter(|endpoint| !is_endless(endpoint)).collect();
    for _ in 0..count {
        let endpoint = *pick(&mut rng, &endpoints);
        let client = pick(&mut rng, &clients).clone();
        let (path, body) = (path(&mut rng, endpoint, &tables), body(&mut rng, endpoint));
        let answer =
            client.hand_in(client.request(endpoint.row().method.as_str(), &path, body)).await;
        let status = answer.status.as_u16();
        assert!(status < 500, "{endpoint:?} {path}: {status} {}", answer.text);
        let kind =
            answer.headers.get("content-type").and_then(|kind| kind.to_str().ok()).unwrap_or("");
        description.check(endpoint, status, kind, &answer.text);
        *statuses.entry(status).or_default() += 1;
        if endpoint == Endpoint::NewTable && status == 201 {
            let table: Value = serde_json::from_str(&answer.text).unwrap();
            tables.push(table["id"].as_str().unwrap().to_owned());
        }
    }
    world.hall.stop().await;
    statuses
}

#[tokio::test]
async fn whatever_comes_is_answered_as_described() {
    let count = if parlor_gametest::slow() { SLOW } else { QUICK };
    let mut description = Description::new();
    let mut statuses: BTreeMap<u16, usize> = BTreeMap::new();
    for seed in 0..count.div_ceil(A_SERVER) {
        for (status, times) in one_server(A_SERVER, seed as u64, &mut description).await {
            *statuses.entry(status).or_default() += times;
        }
    }
    println!("{count} requests, by status: {statuses:?}");
    assert!(statuses[&200] > count / 100 && statuses[&201] > 0 && statuses[&422] > 0);
}
