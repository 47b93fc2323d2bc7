//! One world on a server, and everything that one client is sent there from its first request to the cut.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use axum::http::HeaderValue;
use axum::middleware::{Next, from_fn};
use axum::response::Response;
use parlor_engine::{Seat, Viewer};
use parlor_match::Seed;
use parlor_room::Fault;
use parlor_server::{Clock, Config, Entropy, Hall, Parts, Thinkers, in_process};
use parlor_store::{MemoryStore, Millis, SealKey, Store};
use serde_json::{Value, json};
use tokio::time::{Instant, sleep_until};

use crate::transcript::{Log, Transcript};
use crate::wire::{Client, Stream};
use crate::worlds::{Group, Setup, Who, World, number};

/// How long a step takes. A computer player answers 400 ms after it was asked, and a few times in a row at the most.
const STEP: Duration = Duration::from_secs(5);
/// After so much of a step everybody has answered.
const ANSWERED: Duration = Duration::from_millis(4_500);
/// What people are called, by seat.
const NAMES: [&str; 8] = ["Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal"];

/// A way to tell worlds apart that no server has, to prove that the comparison finds it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Leak {
    /// A promise that the rooms break.
    Room(Fault),
    /// In every other world each answer comes a millisecond later.
    Time,
    /// In every other world a header has one character less.
    Header,
    /// A computer player answers as soon as it has decided.
    Thinking,
}

/// Plays a world on a server of its own, and gives everything that the viewer of its group was sent.
pub(crate) fn transcript(
    setup: &Setup,
    group: &Group,
    world: &World,
    leak: Option<Leak>,
) -> Transcript {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .start_paused(true)
        .build()
        .unwrap();
    let log = runtime.block_on(async {
        let mut conversation = Conversation::begin(setup, group, world, leak).await;
        for (number, step) in world.steps.iter().enumerate() {
            conversation.step(number, step).await;
        }
        conversation.end(&world.unnoticed).await
    });
    // The commitment is a hash of the seed that everybody may see: the only thing in which two worlds may differ.
    let commitment = Seed::from_bytes(world.seed).commitment().to_string();
    log.take().with(&commitment, &"0".repeat(commitment.len()))
}

struct Conversation<'a> {
    setup: &'a Setup,
    group: &'a Group,
    world: &'a World,
    leak: Option<Leak>,
    store: Arc<MemoryStore>,
    hall: Hall,
    entropy: Entropy,
    clock: Clock,
    /// The people in their seats.
    people: Vec<Option<Client>>,
    /// The one who is watched: it has a seat, or none.
    watched: Client,
    /// Somebody without a name, at the same screen.
    spectator: Client,
    table: String,
    streams: Vec<Stream>,
    /// The stream or socket of the one who is watched.
    own: Option<Stream>,
    start: Instant,
    steps: u32,
}

impl<'a> Conversation<'a> {
    /// Everybody meets at a table, and the match begins.
    async fn begin(
        setup: &'a Setup,
        group: &'a Group,
        world: &'a World,
        leak: Option<Leak>,
    ) -> Self {
        let (log, store) = (Log::start(), Arc::new(MemoryStore::default()));
        let is_seed = Arc::new(AtomicBool::new(false));
        let entropy = entropy(world.seed, Arc::clone(&is_seed));
        let clock = Clock::start_at(Millis(1_700_000_000_000));
        let (hall, router) = server(world, &store, entropy.clone(), clock, leak);
        let anonymous = Client::new(&router);
        let spectator = Client { log: Some(log), ..anonymous.clone() };
        let mut people = Vec::new();
        for (at, who) in setup.seats.iter().enumerate() {
            let is_watched = group.viewer == Viewer::Seat(Seat::at(at));
            let mut client = if is_watched { spectator.clone() } else { anonymous.clone() };
            if *who == Who::Person {
                client.sign_in(NAMES[at]).await;
            }
            people.push((*who == Who::Person).then_some(client));
        }
        let mut watched = spectator.clone();
        match group.viewer.seat() {
            Some(seat) => watched = people[seat.index()].clone().expect("a person is watched"),
            None => watched.sign_in("Zoe").await,
        }
        let mut conversation = Self {
            setup,
            group,
            world,
            leak,
            store,
            hall,
            entropy,
            clock,
            people,
            watched,
            spectator,
            table: String::new(),
            streams: Vec::new(),
            own: None,
            start: Instant::now(),
            steps: 0,
        };
        conversation.sit_down(&is_seed).await;
        conversation
    }

    async fn sit_down(&mut self, is_seed: &AtomicBool) {
        self.streams.push(self.watched.stream("account stream", "/api/stream").await);
        self.streams.push(self.watched.socket("account socket", "/api/socket").await);
        let mut people: Vec<Client> = self.people.iter().flatten().cloned().collect();
        let owner = people.remove(0);
        let seats: Vec<&str> = self.seats();
        let Setup { game, options, clock, .. } = self.setup;
        let wish = json!({"game": game, "options": options, "seats": seats, "clock": clock, "listed": true});
        is_seed.store(true, Ordering::Relaxed);
        let table = owner.post("/api/tables", &wish).await;
        assert!(!is_seed.load(Ordering::Relaxed), "the table has taken its seed: {table}");
        table["id"].as_str().expect("a table is opened").clone_into(&mut self.table);
        self.watched.get("/api/tables?state=open").await;
        for person in people {
            person.post(&self.path("join"), &Value::Null).await;
        }
        // Too early for all of this.
        for what in ["now", "record", "stream"] {
            self.watched.get(&self.path(what)).await;
        }
        let begun = owner.post(&self.path("start"), &Value::Null).await;
        assert_eq!(begun["state"], "playing", "{begun}");
        self.listen(0).await;
        self.start = Instant::now();
    }

    /// The words for the seats of the table.
    fn seats(&self) -> Vec<&'static str> {
        let mut is_owner = true;
        let word = |who: &Who| match who {
            Who::Person if std::mem::take(&mut is_owner) => "me",
            Who::Person => "open",
            Who::Computer(name) => name,
        };
        self.setup.seats.iter().map(word).collect()
    }

    fn path(&self, what: &str) -> String {
        format!("/api/tables/{}/{what}", self.table)
    }

    /// Opens the streams of the match: of the one who is watched a stream or a socket in turn, and those of a spectator.
    async fn listen(&mut self, turn: u32) {
        let from = if turn == 0 { "" } else { "?from=1" };
        let (stream, socket) = (self.path("stream"), self.path("socket"));
        let own = if turn.is_multiple_of(2) {
            self.watched.stream("stream", &format!("{stream}{from}")).await
        } else {
            self.watched.socket("socket", &format!("{socket}{from}")).await
        };
        // The older one is still open: it is told that it is superseded.
        self.streams.extend(self.own.replace(own));
        if turn == 0 {
            // What the others are sent nobody writes down, and nobody else may be sent it.
            for client in self.people.iter().flatten().filter(|client| client.log.is_none()) {
                self.streams.push(client.stream("another", &stream).await);
            }
            self.streams.push(self.spectator.stream("spectator stream", &stream).await);
            self.streams.push(self.spectator.socket("spectator socket", &socket).await);
        }
    }

    /// Everybody who is asked answers; then the one who is watched looks round.
    async fn step(&mut self, number: usize, step: &[(Seat, String)]) {
        for (seat, played) in step {
            self.at(Duration::from_millis(100 + 20 * seat.number() as u64)).await;
            self.answer(*seat, played, &format!("k{number}")).await;
        }
        self.at(ANSWERED).await;
        self.look_round(number).await;
        if number % 3 == 1 {
            self.listen(number as u32).await;
        }
        if number == 1 && self.world.steps.len().is_multiple_of(2) {
            self.restart().await;
        }
        self.steps += 1;
    }

    /// Waits for a moment of the step.
    async fn at(&self, moment: Duration) {
        sleep_until(self.start + STEP * self.steps + moment).await;
    }

    async fn answer(&mut self, seat: Seat, played: &str, key: &str) {
        let client = self.people[seat.index()].as_ref().expect("people answer");
        let table = client.get(&format!("/api/tables/{}", self.table)).await;
        let question = table["question"].as_u64();
        let question = question.unwrap_or_else(|| panic!("{seat} is asked: {}", self.setup.game));
        let answer = json!({"key": key, "type": "answer", "question": question, "move": played});
        // The one who is watched answers over its socket, where it has one. Then the same comes over plain HTTP, too, and
        // is known again.
        let is_own = self.group.viewer == Viewer::Seat(seat);
        if let Some(own) = self.own.as_mut().filter(|own| is_own && own.is_socket()) {
            own.say(&answer).await;
        }
        let done = client.post(&self.path("commands"), &answer).await;
        assert_eq!(done["type"], "done", "{answer}: {done}");
    }

    /// Requests of all kinds, most of which are refused.
    async fn look_round(&mut self, number: usize) {
        let client = self.watched.clone();
        let now = client.get(&self.path("now")).await;
        let asked = now["now"]["asks"]["id"].as_u64().unwrap_or(1);
        let commands = self.path("commands");
        match number % 4 {
            0 => {
                let stale = json!({"key": format!("s{number}"), "type": "answer", "question": asked + 7, "move": "x"});
                client.post(&commands, &stale).await;
                client.get(&format!("/api/tables/{}", self.table)).await;
            }
            1 => {
                let illegal = json!({"key": format!("i{number}"), "type": "answer", "question": asked, "move": "no such move"});
                client.post(&commands, &illegal).await;
                client.get(&self.path("record")).await;
                self.spectator.get(&self.path("record")).await;
            }
            2 => {
                for seat in 1..=self.setup.seats.len() {
                    let other = json!({"key": "o", "seat": seat, "type": "answer", "question": asked, "move": "x"});
                    client.post(&commands, &other).await;
                }
                client.get("/api/tables?mine=true").await;
                client.get("/api/tables?state=playing").await;
            }
            _ => {
                let used = json!({"key": format!("k{number}"), "type": "pause"});
                client.post(&commands, &used).await;
                client.post(&commands, &json!({"key": "x", "type": "agree", "proposal": 5})).await;
                client.post(&commands, &json!({"type": "sing"})).await;
                self.spectator.get(&self.path("now")).await;
                self.spectator.post(&commands, &used).await;
            }
        }
    }

    /// The server is stopped, and another one goes on with the match.
    async fn restart(&mut self) {
        self.hall.stop().await;
        let (entropy, clock) = (self.entropy.clone(), self.clock);
        let (hall, router) = server(self.world, &self.store, entropy, clock, self.leak);
        self.hall = hall;
        let clients = self.people.iter_mut().flatten();
        for client in clients.chain([&mut self.watched, &mut self.spectator]) {
            client.router = router.clone();
        }
        self.streams.clear();
        self.own = None;
        self.listen(0).await;
    }

    /// Some answer unnoticed. The one who is watched does everything that might show it, and waits.
    async fn end(mut self, unnoticed: &[(Seat, String)]) -> Log {
        for (seat, played) in unnoticed {
            let late = number(&[b"late", &self.world.secret.to_le_bytes()]) % 700;
            self.at(Duration::from_millis(100 + late)).await;
            self.answer(*seat, played, "u").await;
        }
        self.at(Duration::from_secs(1)).await;
        let (client, commands) = (self.watched.clone(), self.path("commands"));
        for number in 0..4 {
            self.look_round(number).await;
        }
        self.listen(1).await;
        for (key, what) in [("t", "take-back"), ("p", "pause"), ("q", "unpause")] {
            client.post(&commands, &json!({"key": key, "type": what})).await;
            self.own
                .as_mut()
                .expect("it listens")
                .say(&json!({"key": format!("w{key}"), "type": what}))
                .await;
            tokio::time::sleep(Duration::from_millis(50)).await;
            client.get(&self.path("now")).await;
        }
        client.get(&self.path("record")).await;
        // Long enough for blank lines and pings.
        tokio::time::sleep(Duration::from_secs(21)).await;
        self.hall.stop().await;
        tokio::time::sleep(Duration::from_secs(1)).await;
        self.watched.log.take().expect("it is watched")
    }
}

/// A server for one world.
fn server(
    world: &World,
    store: &Arc<MemoryStore>,
    entropy: Entropy,
    clock: Clock,
    leak: Option<Leak>,
) -> (Hall, Router) {
    // How long computer players think depends on the world, and nobody may notice.
    let longest = if leak == Some(Leak::Thinking) { 600 } else { 400 };
    let thinks = Duration::from_millis(world.secret % longest);
    let parts = Parts {
        store: Arc::clone(store) as Arc<dyn Store>,
        key: SealKey::from_bytes([7; 32]),
        clock,
        entropy,
        name: "a test".to_owned(),
        thinkers: Thinkers::Simulated(2, thinks),
    };
    let fault = match leak {
        Some(Leak::Room(fault)) => Some(parlor_server::Fault::Room(fault)),
        _ => None,
    };
    let hall = Hall::new_with_fault(parts, fault);
    // Rates are counted by the clock of the machine.
    let config = Config { has_rates: false, ..Config::at(SocketAddr::from(([127, 0, 0, 1], 80))) };
    let router = in_process(config, hall.clone());
    let leak = leak.filter(|_| world.secret.is_multiple_of(2));
    let leaky = from_fn(move |request: Request, next: Next| leaky(leak, request, next));
    (hall, router.layer(leaky))
}

async fn leaky(leak: Option<Leak>, request: Request, next: Next) -> Response {
    if leak == Some(Leak::Time) {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    let mut response = next.run(request).await;
    if leak == Some(Leak::Header) {
        response.headers_mut().insert("referrer-policy", HeaderValue::from_static("no-referer"));
    }
    response
}

/// Random bytes that are the same in every world, but for the seed of the table.
fn entropy(seed: [u8; 32], is_seed: Arc<AtomicBool>) -> Entropy {
    let count = AtomicU64::new(0);
    Entropy::from_fn(move |bytes| {
        if bytes.len() == seed.len() && is_seed.swap(false, Ordering::Relaxed) {
            bytes.copy_from_slice(&seed);
            return;
        }
        let count = count.fetch_add(1, Ordering::Relaxed);
        blake3::Hasher::new().update(&count.to_le_bytes()).finalize_xof().fill(bytes);
    })
}
