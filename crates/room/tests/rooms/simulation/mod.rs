//! Rooms in every order of events, from one seed: a network that repeats, delays and reorders, a store that is slow,
//! fails and is written to twice, servers that are killed, and servers that do not know that another one has taken
//! the match over.
//!
//! Whatever happens, the [promises](promises) are kept.

mod bugs;
mod client;
mod events;
mod presence;
mod promises;
mod table;

use std::collections::BTreeMap;
use std::time::Duration;

use self::client::Client;
use self::presence::Presence;
use self::promises::Expected;
use crate::server::{Server, Setup};
use crate::store::Store;
use parlor_engine::sample::{PlayoutRng, below, playout_rng};
use parlor_room::{Append, Line, Party, Ticket};
use serde_json::Value;

pub(super) use bugs::Bug;

/// How many matches are simulated.
const QUICK: u64 = 500;
const SLOW: u64 = 20_000;
/// How many things happen in one of them, before it is played to its end.
const STEPS: u32 = 500;

pub(super) struct Simulation {
    rng: PlayoutRng,
    now: Duration,
    store: Store,
    setup: Setup,
    /// The last one owns the match. One before it does not know that.
    servers: Vec<Server>,
    clients: Vec<Client>,
    /// Requests on their way, each to a server; each may be there several times.
    network: Vec<Message>,
    tickets: BTreeMap<Ticket, (usize, Expected)>,
    /// Streams that are closed, and whose end their server has not noticed yet.
    dying: Vec<(u64, Party, Line)>,
    /// Appends that were written, and are on their way to the store once more.
    late: Vec<(u64, Append)>,
    presence: Presence,
    /// Whether somebody is late or stays away for good, so that the match comes to its end by itself.
    ends_by_itself: bool,
    numbers: u64,
    restarts: u64,
}

/// A request on its way to a server.
#[derive(Clone)]
struct Message {
    client: usize,
    epoch: u64,
    request: Value,
}

/// What came of a simulation.
#[derive(Default)]
pub(super) struct Tally {
    entries: usize,
    commands: usize,
    restarts: u64,
    over: usize,
}

impl Simulation {
    pub(super) fn new(seed: u64, bug: Option<Bug>) -> Self {
        let mut rng = playout_rng(seed);
        let table = table::choose(&mut rng);
        let (fault, store_fault) = bug.map_or((None, None), Bug::faults);
        let mut store = Store::new(&table.sitting, table.seed, store_fault);
        let setup = Setup { holders: table.holders, settings: table.settings, fault };
        let now = Duration::ZERO;
        let server = Server::start(&mut store, &setup, now);
        let clients = client::all(&setup.holders, &mut rng);
        let mut presence = Presence::default();
        presence.server_started(&server, now);
        Self {
            rng,
            now,
            store,
            setup,
            servers: vec![server],
            clients,
            network: Vec::new(),
            tickets: BTreeMap::new(),
            dying: Vec::new(),
            late: Vec::new(),
            presence,
            ends_by_itself: table.ends_by_itself,
            numbers: 0,
            restarts: 0,
        }
    }

    /// Has things happen, and then the end come.
    pub(super) fn run(mut self) -> Tally {
        for client in 0..self.clients.len() {
            if self.chance(2) {
                self.connect(client);
            }
        }
        for _ in 0..STEPS {
            self.step();
        }
        self.play_to_the_end();
        self.check_in_the_end();
        Tally {
            entries: self.store.lines.len(),
            commands: self.store.commands.len(),
            restarts: self.restarts,
            over: usize::from(self.owner().is_over),
        }
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

    /// The server that owns the match.
    fn owner(&self) -> &Server {
        self.servers.last().expect("there is always one")
    }

    fn server(&mut self, epoch: u64) -> Option<&mut Server> {
        self.servers.iter_mut().find(|server| server.epoch == epoch)
    }
}

#[test]
fn rooms_keep_their_promises_in_every_order_of_events() {
    let mut all = Tally::default();
    let seeds = if parlor_gametest::slow() { SLOW } else { QUICK };
    for seed in 0..seeds {
        let run = std::panic::catch_unwind(|| Simulation::new(seed, None).run());
        let Ok(run) = run else { panic!("seed {seed} breaks a promise") };
        all.entries += run.entries;
        all.commands += run.commands;
        all.restarts += run.restarts;
        all.over += run.over;
    }
    let Tally { entries, commands, restarts, over } = all;
    println!(
        "{seeds} seeds, {entries} entries, {commands} of them by commands, {restarts} restarts, \
         {over} matches played to their end"
    );
    assert!(entries > 10_000 && commands > 2_000 && restarts > 300, "it is worth its time");
}
