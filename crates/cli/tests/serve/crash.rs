//! The server is killed at random moments while people play, and started again.
//!
//! Every client keeps a ledger: what was confirmed to it, and everything it was shown. At the end the log in the store
//! must have each confirmed answer exactly once, and everything that anybody was shown must still be so.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use parlor_engine::sample::{PlayoutRng, below, playout_rng};
use parlor_engine::{Act, Seat, Viewer};
use parlor_match::{Close, Record, Sitting};
use parlor_room::all_news;
use parlor_store::{PostgresStore, PrivateCluster, SqliteStore, Store, TableId};
use serde_json::{Value, json};

use crate::client::Client;
use crate::process::{Process, Start};

/// What one client was confirmed and shown.
#[derive(Default)]
struct Ledger {
    /// Its answers that were confirmed, by the number of the question.
    confirmed: BTreeMap<u64, String>,
    /// The news it was shown, by number.
    shown: BTreeMap<u64, Value>,
    /// News that were shown twice, and not alike.
    diverged: u64,
}

/// A seat of a match, played by a client.
struct Player {
    client: Client,
    table: String,
    seat: u8,
    ledger: Arc<Mutex<Ledger>>,
    stop: Arc<AtomicBool>,
    rng: PlayoutRng,
    keys: u64,
}

impl Player {
    fn play(mut self) {
        while !self.stop.load(Ordering::Relaxed) {
            let from = self.ledger.lock().unwrap().shown.keys().next_back().copied().unwrap_or(0);
            let path = format!("/api/tables/{}/stream?from={from}", self.table);
            let Ok(lines) = self.client.stream(&path) else {
                thread::sleep(Duration::from_millis(20));
                continue;
            };
            for frame in lines {
                if self.stop.load(Ordering::Relaxed) {
                    return;
                }
                self.see(&frame);
                let asks = &frame["now"]["asks"];
                if asks.is_object() {
                    let asks = asks.clone();
                    self.answer(&asks);
                }
                if frame["now"]["over"].is_object() {
                    return;
                }
            }
        }
    }

    /// Everything that is shown goes into the ledger. The same number is the same news for ever.
    fn see(&self, frame: &Value) {
        let mut ledger = self.ledger.lock().unwrap();
        for news in frame["news"].as_array().into_iter().flatten() {
            let number = news["number"].as_u64().unwrap();
            let before = ledger.shown.insert(number, news.clone());
            ledger.diverged += u64::from(before.is_some_and(|before| before != *news));
        }
    }

    /// Answers with a move from the menu, and repeats it with the same key until it is answered.
    fn answer(&mut self, asks: &Value) {
        let question = asks["id"].as_u64().unwrap();
        if self.ledger.lock().unwrap().confirmed.contains_key(&question) {
            return;
        }
        let moves: Vec<&str> = asks["menu"]["moves"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .collect();
        let usual = asks["usual"].as_str();
        let Some(played) = (match moves.len() as u64 {
            0 => usual,
            count => Some(moves[below(&mut self.rng, count) as usize]),
        }) else {
            return;
        };
        self.keys += 1;
        let request = json!({"key": format!("{}-{}", self.seat, self.keys), "type": "answer", "question": question, "move": played});
        let path = format!("/api/tables/{}/commands", self.table);
        while !self.stop.load(Ordering::Relaxed) {
            match self.client.post(&path, &request) {
                Ok((200, _)) => {
                    self.ledger.lock().unwrap().confirmed.insert(question, played.to_owned());
                    return;
                }
                // It was refused for good: another answer to the question is there already.
                Ok((409 | 422 | 403, _)) => return,
                // Not now, or nobody there.
                Ok(_) | Err(_) => thread::sleep(Duration::from_millis(20)),
            }
        }
    }
}

/// A match, and the ledgers of its seats.
struct Match {
    table: String,
    seats: Vec<(Client, Arc<Mutex<Ledger>>)>,
}

/// Opens a match with two people, and a computer player at some tables.
fn open(address: SocketAddr, number: usize) -> (Match, Vec<Client>) {
    let (ann, bob) = (Client::guest(address, "Ann"), Client::guest(address, "Bob"));
    let (game, options, third) = match number % 4 {
        0 => ("dots-and-boxes", json!({"boxes": "7x7"}), false),
        1 => ("automation", json!({}), false),
        2 => ("chaos-letter", json!({}), true),
        _ => ("property-tycoon", json!({}), true),
    };
    let mut seats = vec!["me", "open"];
    if third {
        seats.push("random");
    }
    let wish = json!({"game": game, "options": options, "seats": seats});
    let (status, table) = ann.post("/api/tables", &wish).unwrap();
    assert_eq!(status, 201, "{table}");
    let table = table["id"].as_str().unwrap().to_owned();
    let (status, joined) = bob.post(&format!("/api/tables/{table}/join"), &Value::Null).unwrap();
    assert_eq!(status, 200, "{joined}");
    let (status, begun) = ann.post(&format!("/api/tables/{table}/start"), &Value::Null).unwrap();
    assert_eq!(status, 200, "{begun}");
    (Match { table, seats: Vec::new() }, vec![ann, bob])
}

/// What was found.
#[derive(Default, Debug)]
#[expect(dead_code, reason = "the figures are printed")]
struct Found {
    kills: u32,
    confirmed: usize,
    shown: usize,
    lost: usize,
    doubled: usize,
    diverged: u64,
    missing: usize,
}

fn crash_loop(matches: usize, kills: u32, how: &Start, seed: u64) -> Found {
    let data = tempfile::tempdir().unwrap();
    let any = SocketAddr::from(([127, 0, 0, 1], 0));
    // The tables are made by a server without a fault. Those that come after it have the fault.
    let sound = Start { fault: None, ..how.clone() };
    let mut process = Process::start(data.path(), any, &sound);
    let address = process.address;
    let stop = Arc::new(AtomicBool::new(false));
    let (mut all, mut threads) = (Vec::new(), Vec::new());
    for number in 0..matches {
        let (mut table, clients) = open(address, number);
        for (at, client) in clients.into_iter().enumerate() {
            let ledger = Arc::new(Mutex::new(Ledger::default()));
            table.seats.push((client.clone(), Arc::clone(&ledger)));
            let player = Player {
                client,
                table: table.table.clone(),
                seat: at as u8 + 1,
                ledger,
                stop: Arc::clone(&stop),
                rng: playout_rng(seed ^ (number * 10 + at) as u64),
                keys: 0,
            };
            threads.push(thread::spawn(move || player.play()));
        }
        all.push(table);
    }
    let mut rng = playout_rng(seed);
    for _ in 0..kills {
        thread::sleep(Duration::from_millis(60 + below(&mut rng, 250)));
        process.kill();
        process = Process::start(data.path(), address, how);
    }
    thread::sleep(Duration::from_millis(300));
    stop.store(true, Ordering::Relaxed);
    assert_eq!(process.stop(), Some(0), "SIGTERM is a good end");
    let since = Instant::now();
    for thread in threads {
        thread.join().unwrap();
    }
    assert!(since.elapsed() < Duration::from_mins(1));
    Found { kills, ..check(&all, data.path(), &sound) }
}

/// Compares the ledgers with the store.
fn check(matches: &[Match], data: &std::path::Path, how: &Start) -> Found {
    let mut found = Found::default();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let logs: Vec<Record> = runtime.block_on(async {
        let store: Arc<dyn Store> = match &how.database {
            Some(url) => Arc::new(PostgresStore::open(url).await.unwrap()),
            None => Arc::new(SqliteStore::open(data).await.unwrap()),
        };
        let mut logs = Vec::new();
        for one in matches {
            let id: TableId = one.table.parse().unwrap();
            let head = store.match_head(id).await.unwrap().unwrap();
            let (mut text, _) = store.match_start(id).await.unwrap().unwrap();
            for line in store.whole_log(&head).await.unwrap() {
                text.push_str(&line.text);
                text.push('\n');
            }
            logs.push(Record::from_bytes(text.as_bytes()).unwrap());
        }
        store.close().await.unwrap();
        logs
    });
    for (one, record) in matches.iter().zip(&logs) {
        for (at, (_, ledger)) in one.seats.iter().enumerate() {
            let ledger = ledger.lock().unwrap();
            let answers: Vec<&str> = record
                .acts()
                .into_iter()
                .filter_map(|act| match act {
                    Act::Move(seat, played) if *seat == Seat::at(at) => Some(played.as_str()),
                    _ => None,
                })
                .collect();
            found.confirmed += ledger.confirmed.len();
            found.shown += ledger.shown.len();
            found.diverged += ledger.diverged;
            for (question, played) in &ledger.confirmed {
                // Nothing was taken back, so the answers of a seat stand in the order of its questions.
                let kept = answers.get(*question as usize - 1).copied();
                found.lost += usize::from(kept != Some(played));
            }
            // At most one answer more than was confirmed: the one whose confirmation did not arrive.
            let questions = ledger.confirmed.keys().next_back().copied().unwrap_or(0) as usize;
            found.doubled += answers.len().saturating_sub(questions + 1);
        }
    }
    found.missing = missing(matches, data, how);
    found
}

/// How many of the news that clients were shown the server does not tell any more, or tells otherwise.
fn missing(matches: &[Match], data: &std::path::Path, how: &Start) -> usize {
    let process = Process::start(data, matches[0].seats[0].0.address(), how);
    let mut missing = 0;
    for one in matches {
        for (at, (client, ledger)) in one.seats.iter().enumerate() {
            let told = told(client, &one.table, Seat::at(at));
            let ledger = ledger.lock().unwrap();
            let is_gone = |(number, news): &(&u64, &Value)| told.get(number) != Some(*news);
            missing += ledger.shown.iter().filter(is_gone).count();
        }
    }
    process.kill();
    missing
}

/// Everything that a seat was told, from its record.
fn told(client: &Client, table: &str, seat: Seat) -> BTreeMap<u64, Value> {
    let (status, text) = client.text(&format!("/api/tables/{table}/record")).unwrap();
    assert_eq!(status, 200, "{text}");
    let news: Vec<Value> = if let Ok(own) = serde_json::from_str::<Value>(&text) {
        own["news"].as_array().unwrap().clone()
    } else {
        // The match is over: its record has the seed, and everything follows from that.
        let record = Record::from_bytes(text.as_bytes()).unwrap();
        let Close::Sealed { seed, .. } = record.close else { panic!("{text}") };
        let mut told = Vec::new();
        let shelf = parlor_registry::SHELF;
        let again = |taken| told.push(taken);
        let sitting = Sitting::resume(record.header, seed, &record.log, shelf, again).unwrap();
        let news = all_news(&sitting, &told, Viewer::Seat(seat));
        news.iter().map(|one| serde_json::to_value(one).unwrap()).collect()
    };
    news.into_iter().map(|one| (one["number"].as_u64().unwrap(), one)).collect()
}

#[track_caller]
fn holds(found: &Found) {
    println!("{found:?}");
    assert!(found.confirmed > 100, "people have played");
    assert_eq!((found.lost, found.doubled, found.diverged, found.missing), (0, 0, 0, 0));
}

fn numbers() -> (usize, u32) {
    if parlor_gametest::slow() { (100, 1_000) } else { (20, 40) }
}

#[test]
fn nothing_is_lost_on_sqlite() {
    let (matches, kills) = numbers();
    holds(&crash_loop(matches, kills, &Start::default(), 1));
}

#[test]
fn nothing_is_lost_on_postgresql() {
    let (matches, kills) = numbers();
    let cluster = PrivateCluster::start();
    let how = Start { database: Some(cluster.create("crash")), ..Start::default() };
    holds(&crash_loop(matches, kills, &how, 2));
}

#[test]
fn a_store_that_answers_too_early_is_found() {
    let how = Start { fault: Some("answers-early"), ..Start::default() };
    let found = crash_loop(8, 60, &how, 3);
    println!("{found:?}");
    assert!(
        found.lost + found.doubled + found.missing > 0 || found.diverged > 0,
        "the loop must notice: {found:?}"
    );
}
