//! Every command has its effect once, however often, in whatever order and however late it is delivered. Here that is
//! counted, on small games, because a large count needs cheap matches.
//!
//! The store of these matches takes a command twice if it is handed in twice, so that nothing but the room keeps it from
//! that, and a second effect is seen in the log.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};
use std::time::Duration;

use crate::server::{Server, Setup};
use crate::store::{Store, StoreFault};
use crate::world::{computer, new_match, party};
use parlor_engine::sample::{PlayoutRng, below, playout_rng};
use parlor_engine::{Seat, Viewer};
use parlor_match::{Absence, Seed};
use parlor_protocol::Moves;
use parlor_room::{
    Command, Fault, Frame, Line, News, NotStored, Party, Proposed, Request, Settings, Standing,
    Ticket,
};
use serde_json::{Value, json};

/// How many deliveries are counted.
const QUICK: u64 = 1_000_000;
const SLOW: u64 = 20_000_000;
/// How many sockets race for one question.
const RACE: usize = 64;

/// What was counted.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Tally {
    matches: u64,
    deliveries: u64,
    /// Commands that clients have made, each delivered one to five times.
    commands: u64,
    /// Commands that are in a log.
    effects: u64,
    /// Effects beyond the first of their command.
    doubles: u64,
    /// Proposals that were made again by a delivery that was too late to be known.
    proposed_again: u64,
    /// Deliveries of a command after more others than a room remembers.
    old: u64,
    reconnects: u64,
    /// How often the view of a client was compared with the server's.
    views: u64,
    restarts: u64,
    races: u64,
}

/// A client of one seat.
#[derive(Default)]
struct Client {
    line: Option<Line>,
    /// The number of the last news on its stream.
    heard: Option<u64>,
    told: BTreeMap<u64, News>,
    keys: u32,
    /// What each of its commands wants, as it stands in the log.
    wanted: BTreeMap<String, String>,
}

/// A delivery on its way: when it arrives, its number, whose it is.
type Delivery = Reverse<(u64, u64, usize)>;

/// One match, its store and its clients.
struct World {
    rng: PlayoutRng,
    /// One of so many commands is a pause.
    pauses: u64,
    step: u64,
    now: Duration,
    setup: Setup,
    store: Store,
    server: Server,
    clients: Vec<Client>,
    network: BinaryHeap<Delivery>,
    /// What is delivered, by its number.
    requests: BTreeMap<u64, Request>,
    /// Requests that wait for their reply, and whose they are.
    tickets: BTreeMap<Ticket, (usize, String)>,
    /// Commands that a server has answered as done just now, and not as done before. A proposal is not stored, so
    /// it may be made once for each server.
    fresh: BTreeSet<(u64, usize, String)>,
    numbers: u64,
    tally: Tally,
}

impl World {
    fn new(seed: u64, fault: Option<Fault>) -> Self {
        let mut rng = playout_rng(seed);
        let kind = below(&mut rng, 12);
        let (game, options, seats): (&str, Value, u128) = match kind {
            0 => ("tender", json!({}), 3),
            1 => ("slips", json!({}), 2),
            2 => ("peek", json!({}), 2),
            3 => ("twenty", json!({}), 2),
            4 => ("dots-and-boxes", json!({"boxes": "6x6"}), 2),
            _ => ("pig", json!({"target": 100, "seconds": 0}), 2),
        };
        // Alone with a computer player somebody can pause as often as they like: so there are more commands than a room
        // remembers.
        let is_alone = kind == 5;
        let people = if is_alone { 1 } else { seats };
        let mut holders: Vec<_> = (1..=people).map(party).collect();
        holders.resize(seats as usize, computer("random"));
        let number = Seed::from_number(below(&mut rng, 1 << 40));
        let sitting = new_match(game, &options, &holders, "none", "default-move", number.clone());
        let mut store = Store::new(&sitting, number, Some(StoreFault::WritesTwice));
        let settings = Settings { floor: Duration::ZERO, absence: Absence::default() };
        let setup = Setup { holders, settings, fault };
        let server = Server::start(&mut store, &setup, Duration::ZERO);
        let clients = (0..people).map(|_| Client::default()).collect();
        Self {
            rng,
            pauses: if is_alone { 2 } else { 20 },
            step: 0,
            now: Duration::ZERO,
            setup,
            store,
            server,
            clients,
            network: BinaryHeap::new(),
            requests: BTreeMap::new(),
            tickets: BTreeMap::new(),
            fresh: BTreeSet::new(),
            numbers: 0,
            tally: Tally::default(),
        }
    }

    /// Plays the match, and for a while more: what is still on its way arrives.
    fn run(mut self) -> Tally {
        for _ in 0..3_000 {
            self.step();
            if self.server.is_over {
                break;
            }
        }
        while !self.network.is_empty() || !self.server.storing.is_empty() {
            self.step += 1;
            self.deliver();
            self.write();
            self.hear();
        }
        self.hear();
        assert!(self.tickets.is_empty(), "every request is answered: {:?}", self.tickets);
        self.count();
        self.tally
    }

    fn step(&mut self) {
        self.step += 1;
        let millis = 1 + self.below(20);
        self.now += Duration::from_millis(millis);
        if self.server.room.wake_at().is_some_and(|at| at <= self.now) {
            self.server.tick(self.now);
        }
        self.deliver();
        if self.chance(2) {
            self.write();
        }
        if !self.server.thinking.is_empty() {
            self.server.decide(0, self.now);
        }
        let client = self.below(self.clients.len() as u64) as usize;
        match self.below(16) {
            0..6 => self.act(client),
            6 => self.reconnect(client),
            7 if self.chance(100) => self.kill(),
            8 if self.chance(40) => self.race(client),
            _ => {}
        }
        self.hear();
    }

    // ---- commands ----

    /// A client makes a command. The network makes one to five of it, and each takes its own time; some are very late.
    fn act(&mut self, at: usize) {
        let standing = self.server.room.standing(viewer(at), self.now);
        let Some((command, wanted)) = self.compose(at, &standing) else { return };
        let request = self.request(at, command, wanted);
        for _ in 0..=self.below(5) {
            let late = if self.chance(50) { 2_000 } else { 12 };
            let due = self.step + 1 + self.below(late);
            self.send(at, due, request.clone());
        }
    }

    fn compose(&mut self, at: usize, standing: &Standing) -> Option<(Command, String)> {
        if let Some(proposal) = standing.proposal.as_ref().filter(|_| self.chance(2)) {
            let wanted = match proposal.what {
                Proposed::TakeBack => "takeback",
                Proposed::Pause => "pause",
            };
            return Some((Command::Agree { proposal: proposal.id }, wanted.to_owned()));
        }
        if self.chance(20) {
            return Some((Command::TakeBack { moves: 1 }, "takeback".to_owned()));
        }
        if standing.paused {
            return Some((Command::Unpause, "resume".to_owned()));
        }
        if self.chance(self.pauses) {
            return Some((Command::Pause, "pause".to_owned()));
        }
        let asks = standing.asks.as_ref()?;
        let entry = self.below(asks.menu.moves.len() as u64) as usize;
        let (Moves::One(played) | Moves::Range { first: played, .. }) = &asks.menu.moves[entry];
        let wanted = format!("{}: {played}", at + 1);
        Some((Command::Answer { question: asks.id, played: played.clone() }, wanted))
    }

    fn request(&mut self, at: usize, command: Command, wanted: String) -> Request {
        self.tally.commands += 1;
        let client = &mut self.clients[at];
        let key = format!("k{}", client.keys);
        client.keys += 1;
        client.wanted.insert(key.clone(), wanted);
        Request { key: key.parse().unwrap(), seat: None, lag: None, command }
    }

    fn send(&mut self, at: usize, due: u64, request: Request) {
        let number = self.number();
        self.requests.insert(number, request);
        self.network.push(Reverse((due, number, at)));
    }

    /// What is due arrives.
    fn deliver(&mut self) {
        while let Some(Reverse((due, number, at))) = self.network.peek().copied() {
            if due > self.step {
                return;
            }
            self.network.pop();
            let Some(request) = self.requests.remove(&number) else { continue };
            self.hand_in(at, request);
        }
    }

    /// Hands a request to the room as a server does: one that the room may have forgotten is looked up in the store.
    fn hand_in(&mut self, at: usize, request: Request) {
        self.tally.deliveries += 1;
        let (party, ticket) = (Party(at as u128 + 1), Ticket(self.number()));
        let mut found = None;
        if self.server.room.has_forgotten() {
            let known = self.store.commands.iter().rev().map(|command| &command.remembered);
            let mut own = known.filter(|known| known.party == party).enumerate();
            if let Some((later, known)) = own.find(|(_, known)| known.key == request.key) {
                self.tally.old += u64::from(later >= parlor_room::KEPT_KEYS);
                found = Some(known.fingerprint);
            }
        }
        self.tickets.insert(ticket, (at, request.key.to_string()));
        self.server.room.request_again(party, ticket, request, found, self.now);
        self.server.carry_out(self.now);
    }

    /// Many sockets of one party answer the same question at the same time: one of them wins, and all are answered.
    fn race(&mut self, at: usize) {
        self.write();
        let standing = self.server.room.standing(viewer(at), self.now);
        let Some(asks) = standing.asks.filter(|_| self.server.storing.is_empty()) else { return };
        let (Moves::One(played) | Moves::Range { first: played, .. }) = &asks.menu.moves[0];
        self.hear();
        let mut tickets = Vec::new();
        for _ in 0..RACE {
            let command = Command::Answer { question: asks.id, played: played.clone() };
            let request = self.request(at, command, format!("{}: {played}", at + 1));
            tickets.push(Ticket(self.numbers + 1));
            self.hand_in(at, request);
        }
        while self.server.broken.is_none() && !self.server.storing.is_empty() {
            let append = self.server.storing.pop_front().unwrap();
            let stored = self.store.append(self.server.epoch, &append);
            self.server.stored(stored, self.now);
        }
        let is_won = |ticket: &&Ticket| matches!(self.server.replies[*ticket], Frame::Done(_));
        assert_eq!(tickets.iter().filter(is_won).count(), 1, "one of them wins");
        self.tally.races += 1;
    }

    // ---- the store and the server ----

    /// The store has written what it was given, or could not, or cannot say.
    fn write(&mut self) {
        let Some(append) = self.server.storing.pop_front() else { return };
        let (fails, is_written) = (self.chance(300), self.chance(2));
        let mut stored = Err(NotStored::Unavailable);
        if !fails || is_written {
            stored = self.store.append(self.server.epoch, &append);
        }
        let stored = if fails { Err(NotStored::Unavailable) } else { stored };
        self.server.stored(stored, self.now);
        self.hear();
        if self.server.broken.is_some() {
            self.restart();
        }
    }

    fn kill(&mut self) {
        if let Some(append) = self.server.storing.pop_front().filter(|_| self.chance(2)) {
            _ = self.store.append(self.server.epoch, &append);
        }
        self.restart();
    }

    fn restart(&mut self) {
        self.server = Server::start(&mut self.store, &self.setup, self.now);
        // A server that is gone answers nothing.
        self.tickets.clear();
        self.clients.iter_mut().for_each(|client| client.line = None);
        self.tally.restarts += 1;
    }

    // ---- streams ----

    /// A client comes back, from where it was or from the beginning. What it knows then is what the server knows.
    fn reconnect(&mut self, at: usize) {
        if let Some(line) = self.clients[at].line.take() {
            self.server.ended(line, self.now);
        }
        let line = Line(self.number());
        let last = self.clients[at].told.keys().next_back().copied();
        let from = if self.chance(3) { None } else { last.or(Some(0)) };
        assert!(self.server.listen(line, Some(Party(at as u128 + 1)), from, self.now));
        (self.clients[at].line, self.clients[at].heard) = (Some(line), from);
        self.tally.reconnects += 1;
        self.hear();
        self.server.check(line, viewer(at), self.now);
        self.tally.views += 1;
    }

    /// Clients take in what came on their streams, and the replies to their commands.
    fn hear(&mut self) {
        for client in &mut self.clients {
            let Some(frames) = client.line.and_then(|line| self.server.told.get_mut(&line)) else {
                continue;
            };
            // The last one stays, to be compared.
            let heard = frames.iter().filter(|frame| client.is_new(frame)).count();
            let skip = frames.len() - heard;
            frames.iter().skip(skip).for_each(|frame| client.hear(frame));
            frames.drain(..frames.len().saturating_sub(1));
        }
        let epoch = self.server.epoch;
        for (ticket, reply) in std::mem::take(&mut self.server.replies) {
            let (at, key) = self.tickets.remove(&ticket).expect("a reply has a request");
            match reply {
                Frame::Done(done) => {
                    assert_eq!(done.key, key);
                    let is_second = !done.repeated && !self.fresh.insert((epoch, at, key));
                    // A proposal is in no store. Whoever sends it again after more other commands than a room remembers
                    // proposes it again, and the others have to agree again.
                    let is_proposal = done.proposal.is_some() && self.server.room.has_forgotten();
                    self.tally.proposed_again += u64::from(is_second && is_proposal);
                    self.tally.doubles += u64::from(is_second && !is_proposal);
                }
                Frame::Refused(refused) => assert_ne!(refused.code, "key-reused"),
                other => panic!("a command is answered, not told {other:?}"),
            }
        }
    }

    // ---- what came of it ----

    /// Counts the effects of every command in the log.
    fn count(&mut self) {
        let mut effects: BTreeMap<(u128, &str), u64> = BTreeMap::new();
        for command in &self.store.commands {
            let (party, key) = (command.remembered.party.0, command.remembered.key.as_str());
            *effects.entry((party, key)).or_default() += 1;
            let wanted = &self.clients[party as usize - 1].wanted[key];
            let is_it = command.line.split(" | ").any(|part| part.starts_with(wanted.as_str()));
            assert!(is_it, "{key} was sent to do '{wanted}', and did '{}'", command.line);
        }
        self.tally.matches = 1;
        self.tally.effects = effects.len() as u64;
        self.tally.doubles += effects.values().map(|times| times - 1).sum::<u64>();
    }

    fn chance(&mut self, of: u64) -> bool {
        self.below(of) == 0
    }

    fn below(&mut self, count: u64) -> u64 {
        below(&mut self.rng, count)
    }

    fn number(&mut self) -> u64 {
        self.numbers += 1;
        self.numbers
    }
}

impl Client {
    /// Whether it has not taken a frame in before. The last one of a stream stays there.
    fn is_new(&self, frame: &Frame) -> bool {
        !matches!(frame, Frame::Bye(_)) && number_of(frame) != self.heard
    }

    fn hear(&mut self, frame: &Frame) {
        let (news, now, is_full) = match frame {
            Frame::Full(full) => (&full.news, &full.now, true),
            Frame::Update(update) => (&update.news, &update.now, false),
            other => panic!("a stream has no {other:?}"),
        };
        if !is_full {
            let numbers: Vec<u64> = news.iter().map(|one| one.number).collect();
            let expected: Vec<u64> = (self.heard.unwrap_or(0) + 1..=now.number).collect();
            assert_eq!(numbers, expected, "a client misses something");
        }
        for one in news {
            if let parlor_room::Event::TakenBack { remain } = one.event {
                self.told.retain(|number, _| *number <= remain || *number > one.number);
            }
            let before = self.told.insert(one.number, one.clone());
            assert!(before.is_none_or(|before| before == *one), "the same number is the same news");
        }
        self.heard = Some(now.number);
    }
}

fn number_of(frame: &Frame) -> Option<u64> {
    match frame {
        Frame::Full(full) => Some(full.now.number),
        Frame::Update(update) => Some(update.now.number),
        _ => None,
    }
}

fn viewer(at: usize) -> Viewer {
    Viewer::Seat(Seat::at(at))
}

impl Tally {
    fn and(self, other: &Self) -> Self {
        Self {
            matches: self.matches + other.matches,
            deliveries: self.deliveries + other.deliveries,
            commands: self.commands + other.commands,
            effects: self.effects + other.effects,
            doubles: self.doubles + other.doubles,
            proposed_again: self.proposed_again + other.proposed_again,
            old: self.old + other.old,
            reconnects: self.reconnects + other.reconnects,
            views: self.views + other.views,
            restarts: self.restarts + other.restarts,
            races: self.races + other.races,
        }
    }
}

/// The seed that is to be run alone.
#[allow(clippy::disallowed_methods, reason = "a failure says how to run it again")]
fn case() -> Option<u64> {
    std::env::var(parlor_gametest::CASE).ok()?.parse().ok()
}

#[test]
fn every_command_has_its_effect_once() {
    let enough = if parlor_gametest::slow() { SLOW } else { QUICK };
    let mut all = Tally::default();
    let one = case();
    for seed in one.unwrap_or(0).. {
        let again = format!(
            "run it again with {}={seed} cargo test -p parlor-room --test rooms every_command",
            parlor_gametest::CASE
        );
        let run = std::panic::catch_unwind(|| World::new(seed, None).run());
        let Ok(run) = run else { panic!("seed {seed} breaks a promise: {again}") };
        assert_eq!(run.doubles, 0, "seed {seed} does a command twice: {again}: {run:?}");
        all = all.and(&run);
        if one.is_some() {
            return println!("{all:?}");
        }
        if all.deliveries >= enough {
            break;
        }
    }
    println!("{all:?}");
    assert_eq!(all.doubles, 0);
    assert!(all.effects > enough / 20 && all.views > enough / 50, "it is worth its time: {all:?}");
    assert!(all.races > 100 && all.old > 100 && all.restarts > 1_000, "{all:?}");
}

#[test]
fn the_count_finds_a_room_that_forgets_keys() {
    let found = (0..20).find_map(|seed| {
        let run = World::new(seed, Some(Fault::ForgetsKeys)).run();
        (run.doubles > 0).then_some((seed, run))
    });
    let Some((seed, run)) = found else { panic!("no command had its effect twice") };
    println!("found at seed {seed}: {run:?}");
}

#[test]
fn the_same_seed_is_the_same_count() {
    for seed in [1, 2, 3] {
        assert_eq!(World::new(seed, None).run(), World::new(seed, None).run(), "seed {seed}");
    }
}
