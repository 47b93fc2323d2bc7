//! A room with a store in memory, and clients that keep everything they are told.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use parlor_engine::{Seat, Viewer};
use parlor_gametest::toys::{Peek, Pig, Slips, Tender, Twenty};
use parlor_match::{Absence, Costs, Occupant, Record, Seed, Shares, Shelf, Sitting, Taken, Terms};
use parlor_room::{
    Append, Effect, Farewell, Frame, Holder, Line, NotStored, Party, Remember, Remembered, Request,
    Room, Settings, Standing, Ticket,
};
use serde_json::{Value, json};

/// A room, its store, and what everybody was told.
pub(crate) struct World {
    pub(crate) room: Room,
    header: String,
    seed: Seed,
    holders: Vec<Holder>,
    settings: Settings,
    /// The log in the store, line by line.
    pub(crate) stored: String,
    pub(crate) remembered: Vec<Remembered>,
    /// What waits to be stored, while the store is slow.
    pub(crate) storing: VecDeque<Append>,
    pub(crate) is_slow: bool,
    pub(crate) told: BTreeMap<Line, Vec<Arc<Frame>>>,
    pub(crate) closed: BTreeMap<Line, Farewell>,
    pub(crate) replies: BTreeMap<Ticket, Frame>,
    pub(crate) broken: Option<NotStored>,
    pub(crate) is_over: bool,
    /// Who sent each command that the store remembers, and whether it began with a move of that party.
    effects: Vec<(Party, bool)>,
    pub(crate) now: Duration,
    numbers: u64,
}

pub(crate) const ANN: Party = Party(1);
pub(crate) const BOB: Party = Party(2);
pub(crate) const EVE: Party = Party(66);

pub(crate) fn party(number: u128) -> Holder {
    Holder::Party(Party(number))
}

pub(crate) fn computer(spec: &str) -> Holder {
    Holder::Computer(spec.parse().unwrap())
}

/// Where a game stands: a real one, or one of the toys.
fn shelf(game: &str) -> Shelf {
    match game {
        "peek" => Shelf::only::<Peek>(),
        "pig" => Shelf::only::<Pig>(),
        "slips" => Shelf::only::<Slips>(),
        "tender" => Shelf::only::<Tender>(),
        "twenty" => Shelf::only::<Twenty>(),
        _ => parlor_registry::SHELF,
    }
}

impl World {
    pub(crate) fn new(game: &str, options: &Value, holders: &[Holder], clock: &str) -> Self {
        Self::with(game, options, holders, clock, Absence::default())
    }

    /// The same with something else to be done about those who are gone.
    pub(crate) fn with(
        game: &str,
        options: &Value,
        holders: &[Holder],
        clock: &str,
        absence: Absence,
    ) -> Self {
        Self::on_terms(game, options, holders, (clock, "default-move"), absence)
    }

    /// The same with other costs of a fault.
    pub(crate) fn on_terms(
        game: &str,
        options: &Value,
        holders: &[Holder],
        (clock, costs): (&str, &str),
        absence: Absence,
    ) -> Self {
        let settings = Settings { floor: Duration::ZERO, absence };
        let table = shelf(game).open(game, options, holders.len()).unwrap();
        let seed = Seed::from_number(7);
        let who = holders.iter().enumerate().map(|(at, holder)| match holder {
            Holder::Party(_) => Occupant::new("human", format!("P{}", at + 1)),
            Holder::Computer(spec) => Occupant::new(spec.to_string(), format!("C{}", at + 1)),
        });
        let sitting = Sitting::new(table, who.collect(), seed.clone(), Shares::none());
        let terms: Terms = clock.parse().unwrap();
        let costs: Costs = costs.parse().unwrap();
        let sitting = sitting.on_terms(terms, &costs);
        let header = sitting.so_far().to_text();
        let mut world = Self {
            room: Room::open(
                sitting,
                &[],
                holders.to_vec(),
                Vec::new(),
                settings.clone(),
                Duration::ZERO,
            ),
            settings,
            header,
            seed,
            holders: holders.to_vec(),
            stored: String::new(),
            remembered: Vec::new(),
            storing: VecDeque::new(),
            is_slow: false,
            told: BTreeMap::new(),
            closed: BTreeMap::new(),
            replies: BTreeMap::new(),
            broken: None,
            is_over: false,
            effects: Vec::new(),
            now: Duration::ZERO,
            numbers: 0,
        };
        world.settle();
        world
    }

    /// Two people at a small board.
    pub(crate) fn boxes() -> Self {
        Self::new("dots-and-boxes", &json!({"boxes": "2x2"}), &[party(1), party(2)], "none")
    }

    /// The server is killed, and started again from what the store has.
    pub(crate) fn restart(&mut self) {
        let text = format!("{}{}", self.header, self.stored);
        let record = Record::from_bytes(text.as_bytes()).unwrap();
        let mut told: Vec<Taken> = Vec::new();
        let (games, seed) = (shelf(&record.header.game), Some(self.seed.clone()));
        let sitting =
            Sitting::resume(record.header, seed, &record.log, games, |taken| told.push(taken));
        let (holders, remembered) = (self.holders.clone(), self.remembered.clone());
        let settings = self.settings.clone();
        self.room = Room::open(sitting.unwrap(), &told, holders, remembered, settings, self.now);
        self.storing.clear();
        self.broken = None;
        self.settle();
    }

    /// Carries out all effects, with the store as fast as it is.
    pub(crate) fn settle(&mut self) {
        while let Some(effect) = self.room.effect() {
            match effect {
                Effect::Store(append) if self.is_slow => self.storing.push_back(append),
                Effect::Store(append) => {
                    self.keep(append);
                    self.room.stored(Ok(()), self.now);
                }
                Effect::Reply(ticket, reply) => {
                    assert!(self.replies.insert(ticket, reply.0).is_none(), "one reply a request");
                }
                Effect::Tell(line, frame) => {
                    assert!(!self.closed.contains_key(&line), "nothing is told on a closed line");
                    self.told.entry(line).or_default().push(frame);
                }
                Effect::HangUp(line, why) => _ = self.closed.insert(line, why),
                Effect::Think(thinking) => {
                    let since = self.now;
                    let decided = thinking.decide();
                    self.room.decided(decided, since, self.now);
                }
                Effect::Over => self.is_over = true,
                Effect::Broken(why) => self.broken = Some(why),
            }
        }
    }

    /// What was to be stored reached the disk, but nobody heard of it: the server is killed in between.
    pub(crate) fn reach_the_disk(&mut self) {
        let append = self.storing.pop_front().expect("something is to be stored");
        self.keep(append);
    }

    /// The slow store finishes its work, or fails.
    pub(crate) fn store(&mut self, stored: Result<(), NotStored>) {
        let append = self.storing.pop_front().expect("something is to be stored");
        if stored.is_ok() {
            self.keep(append);
        }
        self.room.stored(stored, self.now);
        self.settle();
    }

    fn keep(&mut self, append: Append) {
        let lines = self.stored.lines().count();
        assert_eq!(append.first, lines + 1, "the log has no gap");
        for line in &append.lines {
            assert!(!line.text.contains('\n'), "one entry a line");
            assert!(
                line.text.ends_with(&line.hash.to_string()[..16]),
                "each line has its own hash"
            );
            self.stored.push_str(&line.text);
            self.stored.push('\n');
        }
        if let Some(command) = append.command {
            let Remember { party, key, fingerprint } = command;
            let seat = self.room.seats_of(party).first().expect("a party with a seat");
            // The first line of the draft is what the command asked for: `7 | 2: h 0 1 | hash`.
            let first = append.lines.first().map_or("", |line| &line.text);
            let is_move = first.split(" | ").any(|part| part.starts_with(&format!("{seat}: ")));
            self.effects.push((party, is_move));
            self.remembered.push(Remembered { party, key, fingerprint });
        }
    }

    pub(crate) fn pass(&mut self, time: Duration) {
        self.now += time;
        self.room.tick(self.now);
        self.settle();
    }

    /// How many moves the commands of a party have made, by what the store remembers.
    pub(crate) fn answered(&self, party: Party) -> usize {
        self.effects.iter().filter(|(by, acts)| *by == party && *acts).count()
    }

    /// A request arrives.
    pub(crate) fn request(&mut self, party: Party, ticket: Ticket, request: Value) {
        let request: Request = serde_json::from_value(request).unwrap();
        self.room.request(party, ticket, request, self.now);
        self.settle();
    }

    pub(crate) fn next_number(&mut self) -> u64 {
        self.number()
    }

    fn number(&mut self) -> u64 {
        self.numbers += 1;
        self.numbers
    }

    /// Sends a request, and gives the reply if it has come.
    pub(crate) fn send(&mut self, party: Party, request: Value) -> Option<Frame> {
        let ticket = Ticket(self.number());
        self.request(party, ticket, request);
        self.replies.get(&ticket).cloned()
    }

    /// The answer of a party to its open question, with a key of its own.
    pub(crate) fn answer(&mut self, party: Party, played: &str) -> Option<Frame> {
        let seat = self.room.seats_of(party).first().unwrap();
        let question = self.room.sitting().question(seat).map_or(0, |open| open.id);
        let key = format!("auto-{}", self.number());
        self.send(
            party,
            json!({"key": key, "type": "answer", "question": question, "move": played}),
        )
    }

    pub(crate) fn listen(&mut self, party: Option<Party>, from: Option<u64>) -> Line {
        self.try_to_listen(party, from).expect("there is room for one more")
    }

    pub(crate) fn try_to_listen(&mut self, who: Option<Party>, from: Option<u64>) -> Option<Line> {
        let line = Line(self.number());
        let viewer = self.room.viewer(who, None);
        let is_open = self.room.listen(line, who, viewer, from, self.now);
        self.settle();
        is_open.then_some(line)
    }

    pub(crate) fn hang_up(&mut self, line: Line) {
        self.room.ended(line, self.now);
        self.settle();
    }

    /// How it stands, as the frames on a line have told it.
    pub(crate) fn seen(&self, line: Line) -> Standing {
        let frames = self.told[&line].iter().rev();
        let standing = frames.filter_map(|frame| match &**frame {
            Frame::Full(full) => Some(full.now.clone()),
            Frame::Update(update) => Some(update.now.clone()),
            _ => None,
        });
        standing.into_iter().next().expect("a stream begins with how it stands")
    }

    /// The numbers of all news on a line.
    pub(crate) fn news(&self, line: Line) -> Vec<u64> {
        let all = self.told[&line].iter().flat_map(|frame| match &**frame {
            Frame::Full(full) => full.news.clone(),
            Frame::Update(update) => update.news.clone(),
            _ => Vec::new(),
        });
        all.map(|news| news.number).collect()
    }

    /// What a line was told is how it stands.
    pub(crate) fn check(&self, line: Line, viewer: Viewer) {
        assert_eq!(self.seen(line), self.room.standing(viewer, self.now));
    }

    pub(crate) fn asked(&self) -> Option<(Party, Seat)> {
        let seats = (0..self.holders.len()).map(Seat::at);
        let asked = seats.filter(|seat| self.room.sitting().question(*seat).is_some());
        asked.into_iter().find_map(|seat| match self.holders[seat.index()] {
            Holder::Party(party) => Some((party, seat)),
            Holder::Computer(_) => None,
        })
    }
}

/// The code of a refusal.
#[track_caller]
pub(crate) fn code(reply: Option<Frame>) -> String {
    match reply {
        Some(Frame::Refused(refused)) => refused.code,
        other => panic!("a refusal was expected, not {other:?}"),
    }
}

/// Whether a command was done, and whether before.
#[track_caller]
pub(crate) fn done(reply: Option<Frame>) -> bool {
    match reply {
        Some(Frame::Done(done)) => done.repeated,
        other => panic!("a command that is done was expected, not {other:?}"),
    }
}
