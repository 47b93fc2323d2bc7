//! Rooms in every order of events, from one seed: a network that repeats, delays and reorders, a store that is slow,
//! fails and forgets what was not synced, servers that are killed, streams that are cut.
//!
//! Whatever happens, a command has its effect at most once, what was confirmed is in the log, nobody was told what is
//! not there, and a client that comes back sees the match as it stands.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::world::{World, computer, party};
use parlor_engine::sample::{PlayoutRng, below, playout_rng};
use parlor_match::Event;
use parlor_room::{Frame, Holder, Line, News, NotStored, Party, Ticket};
use serde_json::{Value, json};

/// How many matches are simulated.
const QUICK: u64 = 300;
const SLOW: u64 = 20_000;
/// How many things happen in one of them.
const STEPS: u32 = 800;

/// A person at a client.
#[derive(Default)]
struct Client {
    line: Option<Line>,
    /// The command that waits for its reply, as it was sent.
    open: Option<Value>,
    keys: u32,
    /// The keys of all answers that were confirmed.
    confirmed: Vec<String>,
    /// Everything it was told, by number; what was taken back is gone.
    told: BTreeMap<u64, News>,
}

struct Simulation {
    world: World,
    rng: PlayoutRng,
    clients: BTreeMap<Party, Client>,
    /// Requests on their way; each may be there several times.
    network: Vec<(Party, Value)>,
    tickets: BTreeMap<Ticket, Party>,
    /// Streams that are closed, and whose end the server has not noticed yet.
    dying: Vec<Line>,
    restarts: u32,
}

impl Simulation {
    fn new(seed: u64) -> Self {
        let mut rng = playout_rng(seed);
        let (game, options, seats) = match below(&mut rng, 5) {
            0 => ("dots-and-boxes", json!({"boxes": "3x3"}), 2),
            1 => ("automation", json!({"set": "standard", "turns": 5}), 3),
            2 => ("chaos-letter", json!({"deck": "chaos", "rounds": 1, "answers": "sealed"}), 4),
            3 => ("chaos-letter", json!({"deck": "modern", "rounds": 1}), 3),
            _ => ("property-tycoon", json!({"rounds": 4}), 3),
        };
        let holders: Vec<Holder> = (0..seats)
            .map(|seat| match below(&mut rng, 4) {
                0 if seat > 0 => computer("random"),
                _ => party(seat + 1),
            })
            .collect();
        let parties = holders.iter().filter_map(|holder| match holder {
            Holder::Party(party) => Some((*party, Client::default())),
            Holder::Computer(_) => None,
        });
        let clients = parties.collect();
        let mut world = World::new(game, &options, &holders, "none");
        world.is_slow = true;
        Self {
            world,
            rng,
            clients,
            network: Vec::new(),
            tickets: BTreeMap::new(),
            dying: Vec::new(),
            restarts: 0,
        }
    }

    fn chance(&mut self, of: u64) -> bool {
        below(&mut self.rng, of) == 0
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> Option<T> {
        let count = from.len() as u64;
        (count > 0).then(|| from[below(&mut self.rng, count) as usize])
    }

    fn step(&mut self) {
        let parties: Vec<Party> = self.clients.keys().copied().collect();
        let Some(party) = self.pick(&parties) else { return };
        match below(&mut self.rng, 16) {
            0..4 => self.act(party),
            4..8 => self.deliver(),
            8..12 => self.store(),
            12 => self.connect(party),
            13 => self.cut(party),
            14 => {
                let millis = below(&mut self.rng, 2_000);
                self.world.pass(Duration::from_millis(millis));
            }
            _ if self.chance(10) => self.kill(),
            _ => self.bury(),
        }
        self.hear();
    }

    /// A client answers its question, asks for something else, or sends its command once more.
    fn act(&mut self, party: Party) {
        let client = &self.clients[&party];
        if let Some(open) = client.open.clone() {
            self.network.push((party, open));
            return;
        }
        let Some(line) = client.line.filter(|line| self.world.told.contains_key(line)) else {
            return;
        };
        let standing = self.world.seen(line);
        let key = format!("k{}", client.keys);
        let request = if let Some(proposal) = standing.proposal.as_ref().filter(|_| self.chance(2))
        {
            let word = if self.chance(3) { "decline" } else { "agree" };
            json!({"key": key, "type": word, "proposal": proposal.id})
        } else if self.chance(12) {
            json!({"key": key, "type": "take-back"})
        } else if self.chance(60) {
            let word = if standing.paused { "unpause" } else { "pause" };
            json!({"key": key, "type": word})
        } else if let Some(asks) = standing.asks {
            let listed = asks.menu.moves.len() as u64;
            let chosen = asks.menu.moves.into_iter().nth(below(&mut self.rng, listed) as usize);
            let Some(parlor_protocol::Moves::One(played)) = chosen else { return };
            json!({"key": key, "type": "answer", "question": asks.id, "move": played})
        } else {
            return;
        };
        let copies = 1 + below(&mut self.rng, 3);
        (0..copies).for_each(|_| self.network.push((party, request.clone())));
        if let Some(client) = self.clients.get_mut(&party) {
            (client.open, client.keys) = (Some(request), client.keys + 1);
        }
    }

    /// One of the requests arrives, in no order; some arrive and are still on their way.
    fn deliver(&mut self) {
        let waiting = self.network.len() as u64;
        if waiting == 0 {
            return;
        }
        let at = below(&mut self.rng, waiting) as usize;
        let (party, request) =
            if self.chance(5) { self.network[at].clone() } else { self.network.swap_remove(at) };
        let ticket = Ticket(self.world.next_number());
        self.tickets.insert(ticket, party);
        self.world.request(party, ticket, request);
    }

    /// The store has written what it was given, or could not.
    fn store(&mut self) {
        if self.world.storing.is_empty() {
            return;
        }
        let stored = if self.chance(40) { Err(NotStored::Unavailable) } else { Ok(()) };
        self.world.store(stored);
        if self.world.broken.is_some() {
            self.restart();
        }
    }

    /// The server is killed. What it was about to store may have reached the disk or not.
    fn kill(&mut self) {
        if !self.world.storing.is_empty() && self.chance(2) {
            self.world.reach_the_disk();
        }
        self.restart();
    }

    fn restart(&mut self) {
        self.restarts += 1;
        self.world.restart();
        self.dying.clear();
        for client in self.clients.values_mut() {
            client.line = None;
        }
    }

    /// A client opens a stream, from where it was or from the beginning.
    fn connect(&mut self, party: Party) {
        let client = &self.clients[&party];
        let last = client.told.keys().next_back().copied();
        self.dying.extend(client.line);
        let from = if self.chance(3) { None } else { last.or(Some(0)) };
        let line = self.world.listen(Some(party), from);
        if let Some(client) = self.clients.get_mut(&party) {
            client.line = Some(line);
        }
        self.world.check(line, self.world.room.viewer(Some(party), None));
    }

    /// The stream of a client ends; the server may notice it much later.
    fn cut(&mut self, party: Party) {
        if let Some(client) = self.clients.get_mut(&party) {
            self.dying.extend(client.line.take());
        }
    }

    fn bury(&mut self) {
        if let Some(line) = self.dying.pop() {
            self.world.hang_up(line);
        }
    }

    /// Clients take in what came on their streams, and the replies to their commands.
    fn hear(&mut self) {
        for (party, client) in &mut self.clients {
            let Some(line) = client.line else { continue };
            for frame in self.world.told.insert(line, Vec::new()).unwrap_or_default() {
                let (news, is_last) = match &*frame {
                    Frame::Full(full) => (full.news.clone(), full.now.clone()),
                    Frame::Update(update) => (update.news.clone(), update.now.clone()),
                    other => panic!("a stream has no {other:?}"),
                };
                for one in news {
                    client.take_in(*party, &one);
                }
                assert!(client.told.keys().next_back().copied().unwrap_or(0) <= is_last.number);
                self.world.told.insert(line, vec![frame]);
            }
        }
        for (ticket, reply) in std::mem::take(&mut self.world.replies) {
            let Some(client) =
                self.tickets.remove(&ticket).and_then(|party| self.clients.get_mut(&party))
            else {
                continue;
            };
            client.hear_reply(reply);
        }
    }

    /// What must hold in the end.
    fn check(&mut self) {
        // Everything arrives, and the store catches up.
        for _ in 0..10_000 {
            if self.network.is_empty() && self.world.storing.is_empty() {
                break;
            }
            self.deliver();
            if !self.world.storing.is_empty() {
                self.world.store(Ok(()));
            }
            self.world.pass(Duration::from_secs(1));
            self.hear();
        }
        self.restart();
        let answers = |party: &Party| {
            let seat = self.world.room.seats_of(*party).first();
            let log = self.world.room.sitting().log();
            let own = log.iter().filter(|entry| match &entry.event {
                Event::Act(act) => act.seat() == seat,
                _ => false,
            });
            own.count()
        };
        for (party, client) in &self.clients {
            let kept: Vec<&str> = self
                .world
                .remembered
                .iter()
                .filter(|done| done.party == *party)
                .map(|done| done.key.as_str())
                .collect();
            for key in &client.confirmed {
                let times = kept.iter().filter(|other| *other == key).count();
                assert_eq!(times, 1, "what was confirmed is in the log, once: {key} of {party:?}");
            }
            assert_eq!(answers(party), self.world.answered(*party), "each answer has one effect");
        }
        // Whoever comes back has been told nothing that is not in the log.
        for (party, mut client) in std::mem::take(&mut self.clients) {
            let line = self.world.listen(Some(party), None);
            self.world.check(line, self.world.room.viewer(Some(party), None));
            let Frame::Full(full) = &*self.world.told[&line][0] else { panic!("everything") };
            let number = full.now.number;
            assert!(client.told.keys().all(|told| *told <= number), "nothing was told too early");
            for one in full.news.clone() {
                client.take_in(party, &one);
            }
        }
    }
}

impl Client {
    /// The same number is the same news, whenever it is told.
    fn take_in(&mut self, party: Party, news: &News) {
        if let parlor_room::Event::TakenBack { remain } = news.event {
            self.told.retain(|number, _| *number <= remain || *number > news.number);
        }
        let number = news.number;
        let before = self.told.insert(number, news.clone());
        assert!(before.is_none_or(|before| before == *news), "{party:?} was told another {number}");
    }

    fn hear_reply(&mut self, reply: Frame) {
        let is_open = |key: &str| self.open.as_ref().is_some_and(|open| open["key"] == key);
        match reply {
            Frame::Done(done) => {
                if is_open(&done.key) {
                    let open = self.open.take().unwrap_or_default();
                    if open["type"] == "answer" {
                        self.confirmed.push(done.key);
                    }
                }
            }
            // It was not done, and is sent again with the same key.
            Frame::Refused(refused) if refused.code == "unavailable" || refused.code == "busy" => {}
            Frame::Refused(refused) => {
                assert_ne!(refused.code, "key-reused");
                if refused.key.as_deref().is_some_and(is_open) {
                    self.open = None;
                }
            }
            other => panic!("a command is answered, not told {other:?}"),
        }
    }
}

#[test]
fn rooms_keep_their_promises_in_every_order_of_events() {
    let (mut entries, mut restarts, mut over) = (0, 0, 0);
    let seeds = if parlor_gametest::slow() { SLOW } else { QUICK };
    for seed in 0..seeds {
        let run = std::panic::catch_unwind(|| {
            let mut simulation = Simulation::new(seed);
            for _ in 0..STEPS {
                simulation.step();
            }
            simulation.check();
            let world = &simulation.world;
            (world.stored.lines().count(), simulation.restarts, usize::from(world.is_over))
        });
        let Ok((more, again, ended)) = run else { panic!("seed {seed} breaks a promise") };
        (entries, restarts, over) = (entries + more, restarts + again, over + ended);
    }
    println!(
        "{seeds} seeds, {entries} entries, {restarts} restarts, {over} matches played to their end"
    );
    assert!(entries > 10_000 && restarts > 300, "{entries} entries, {restarts} restarts");
}
