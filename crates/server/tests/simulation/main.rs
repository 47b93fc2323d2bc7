//! A hall with several matches, from one seed, on a clock of its own: clients that come and go, a network that repeats,
//! delays and reorders, a disk that fails, processes that are killed in the middle of a write, tokens that are wrong or
//! revoked, computer players that think long.
//!
//! Whatever happens, the [promises] are kept.

#![allow(clippy::disallowed_macros, reason = "the figures are quoted")]

mod bugs;
mod cable;
mod client;
mod events;
mod network;
mod promises;
mod table;

use std::cell::Cell;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::net::SocketAddr;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, Once};
use std::time::Duration;

use parlor_engine::sample::{PlayoutRng, below, playout_rng};
use parlor_server::{Clock, Config, Entropy, Fault, Hall, Parts, Thinkers, in_process};
use parlor_store::{MemoryStore, Millis, SealKey, Store};

use self::cable::{Cable, Seen};
use self::client::Client;
use self::network::{Mail, Network};
use self::table::{Person, Table};

/// How many halls are simulated.
const QUICK: u64 = 200;
const SLOW: u64 = 2_000;
/// How many things happen in one of them, before it comes to its end.
const STEPS: u32 = 400;
/// How long computer players of the simulation take.
const QUICK_PLAYER: Duration = Duration::from_millis(20);
const DEEP_PLAYER: Duration = Duration::from_secs(5);

/// A hall and everybody around it.
struct Simulation {
    rng: PlayoutRng,
    fault: Option<Fault>,
    seen: Arc<Seen>,
    store: Arc<MemoryStore>,
    network: Arc<Network>,
    hall: Option<Up>,
    people: Vec<Person>,
    tables: Vec<Table>,
    clients: Vec<Client>,
    numbers: u64,
    panics: u64,
    tally: Tally,
}

/// A hall that runs.
struct Up {
    hall: Hall,
    /// Cuts it off from the store.
    knife: Arc<AtomicBool>,
}

/// What came of a simulation.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Tally {
    deliveries: u64,
    commands: u64,
    effects: u64,
    doubles: u64,
    reconnects: u64,
    views: u64,
    restarts: u64,
    strangers: u64,
    revoked: u64,
    waited_for: u64,
    /// How long a quick computer player was seen to take at the most.
    longest: Duration,
    /// Everything that came to clients, in its order.
    trace: u64,
}

impl Simulation {
    async fn start(mut rng: PlayoutRng, fault: Option<Fault>) -> Self {
        let seen = Arc::new(Seen::new());
        let store = Arc::new(MemoryStore::new());
        store.hold();
        tokio::spawn(events::spin(Arc::clone(&store), playout_rng(below(&mut rng, 1 << 40))));
        let mut simulation = Self {
            rng,
            fault,
            network: Arc::new(Network::new(Arc::clone(&seen))),
            seen,
            store,
            hall: None,
            people: Vec::new(),
            tables: Vec::new(),
            clients: Vec::new(),
            numbers: 0,
            panics: panics(),
            tally: Tally::default(),
        };
        simulation.open_hall();
        let (people, tables, clients) = table::fill(&simulation.network, &mut simulation.rng).await;
        (simulation.people, simulation.tables, simulation.clients) = (people, tables, clients);
        simulation.network.reset(simulation.clients.len());
        simulation.seen.keep_calm(false);
        simulation
    }

    /// Starts a hall on the store, as a server does.
    fn open_hall(&mut self) {
        let number = self.below(1 << 40);
        let cable = Cable::new(&self.store, &self.seen, number);
        let knife = cable.knife();
        let rng = Mutex::new(playout_rng(self.below(1 << 40)));
        let today = Millis(1_800_000_000_000 + self.now().as_millis() as i64);
        let parts = Parts {
            store: Arc::new(cable) as Arc<dyn Store>,
            key: SealKey::from_bytes([7; 32]),
            clock: Clock::start_at(today),
            entropy: Entropy::from_fn(move |bytes| events::fill(&mut rng.lock().unwrap(), bytes)),
            name: "the simulation".to_owned(),
            thinkers: Thinkers::Uneven { count: 2, quick: QUICK_PLAYER, deep: DEEP_PLAYER },
        };
        let hall = Hall::new_with_fault(parts, self.fault);
        let config = Config::at(SocketAddr::from(([127, 0, 0, 1], 80)));
        let config = Config { has_rates: false, ..config };
        self.network.connect(Some(in_process(config, hall.clone())));
        let opens = hall.clone();
        tokio::spawn(async move { opens.open_all().await.map_err(|_| "the store fails") });
        self.hall = Some(Up { hall, knife });
    }

    /// Has things happen, and then the end come.
    async fn run(mut self) -> Tally {
        for client in 0..self.clients.len() {
            if !self.chance(4) {
                self.connect(client);
            }
        }
        for _ in 0..STEPS {
            self.step().await;
        }
        self.come_to_the_end().await;
        self.check_in_the_end().await;
        self.tally
    }

    /// Nothing fails any more. Every command that is open is answered, everybody goes, and the server is killed and started
    /// once more.
    async fn come_to_the_end(&mut self) {
        self.seen.keep_calm(true);
        self.store.fail(0);
        self.pass(Duration::from_secs(10)).await;
        for _ in 0..20 {
            for client in 0..self.clients.len() {
                if self.clients[client].open.is_some() {
                    self.act(client);
                }
            }
            self.pass(Duration::from_secs(1)).await;
        }
        let open: Vec<_> = self.clients.iter().filter_map(|client| client.open.as_ref()).collect();
        assert!(open.is_empty(), "every command is answered in the end: {open:?}");
        self.check_views().await;
        for client in 0..self.clients.len() {
            self.cut(client);
        }
        self.pass(Duration::from_secs(30)).await;
        self.kill().await;
        self.pass(Duration::from_secs(2)).await;
    }

    fn now(&self) -> Duration {
        self.seen.now()
    }

    fn chance(&mut self, of: u64) -> bool {
        self.below(of) == 0
    }

    fn below(&mut self, count: u64) -> u64 {
        below(&mut self.rng, count)
    }

    /// One of so many, where there are any.
    fn pick(&mut self, count: usize) -> Option<usize> {
        (count > 0).then(|| self.below(count as u64) as usize)
    }

    fn number(&mut self) -> u64 {
        self.numbers += 1;
        self.numbers
    }

    fn trace(&mut self, mail: &Mail) {
        let mut hasher = DefaultHasher::new();
        (self.tally.trace, self.now(), format!("{mail:?}")).hash(&mut hasher);
        self.tally.trace = hasher.finish();
    }
}

/// One simulation, on a runtime and a clock of its own.
fn run(seed: u64, fault: Option<Fault>) -> Tally {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .start_paused(true)
        .build()
        .unwrap();
    runtime.block_on(async { Simulation::start(playout_rng(seed), fault).await.run().await })
}

thread_local! {
    static PANICS: Cell<u64> = const { Cell::new(0) };
    static IS_QUIET: Cell<bool> = const { Cell::new(false) };
}

/// How often this thread has panicked: tasks of the server panic without a word to anybody else.
fn panics() -> u64 {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            PANICS.set(PANICS.get() + 1);
            if !IS_QUIET.get() {
                usual(panic);
            }
        }));
    });
    PANICS.get()
}

/// The seeds: all of a tier, or the one of `PARLOR_CASE`.
fn seeds() -> std::ops::Range<u64> {
    let one = std::env::var(parlor_gametest::CASE).ok().and_then(|seed| seed.parse::<u64>().ok());
    match one {
        Some(seed) => seed..seed + 1,
        None if parlor_gametest::slow() => 0..SLOW,
        None => 0..QUICK,
    }
}

#[test]
fn halls_keep_their_promises_in_every_order_of_events() {
    let (mut all, mut count) = (Tally::default(), 0);
    for seed in seeds() {
        let run = std::panic::catch_unwind(|| run(seed, None));
        let Ok(run) = run else {
            panic!(
                "seed {seed} breaks a promise: run it again with {}={seed} cargo test -p parlor-server --test simulation halls",
                parlor_gametest::CASE
            )
        };
        count += 1;
        all = all.and(&run);
    }
    println!("{count} seeds, {all:?}");
    if count > 1 {
        let is_worth_it = all.effects > 10 * count && all.views > 10 * count;
        assert!(is_worth_it && all.restarts > count && all.waited_for > count, "{all:?}");
        assert!(all.strangers > count && all.revoked > 0, "{all:?}");
    }
}

#[test]
fn the_same_seed_is_the_same_run() {
    for seed in [1, 2, 3] {
        assert_eq!(run(seed, None), run(seed, None), "seed {seed}");
    }
}

impl Tally {
    fn and(self, other: &Self) -> Self {
        Self {
            deliveries: self.deliveries + other.deliveries,
            commands: self.commands + other.commands,
            effects: self.effects + other.effects,
            doubles: self.doubles + other.doubles,
            reconnects: self.reconnects + other.reconnects,
            views: self.views + other.views,
            restarts: self.restarts + other.restarts,
            strangers: self.strangers + other.strangers,
            revoked: self.revoked + other.revoked,
            waited_for: self.waited_for + other.waited_for,
            longest: self.longest.max(other.longest),
            trace: self.trace ^ other.trace,
        }
    }
}
