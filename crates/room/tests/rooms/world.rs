//! One server with a store that is as fast or as slow as a test wants it.

use std::ops::{Deref, DerefMut};
use std::time::Duration;

use crate::server::{Server, Setup};
use crate::store::{Store, shelf};
use parlor_engine::{Seat, Viewer};
use parlor_match::{Absence, Costs, Occupant, Seed, Shares, Sitting, Terms};
use parlor_room::{Frame, Holder, Line, NotStored, Party, Settings, Ticket};
use serde_json::{Value, json};

/// A server and its store.
pub(crate) struct World {
    server: Server,
    store: Store,
    setup: Setup,
    pub(crate) is_slow: bool,
    pub(crate) now: Duration,
    numbers: u64,
}

/// Most of a test is about the server.
impl Deref for World {
    type Target = Server;

    fn deref(&self) -> &Server {
        &self.server
    }
}

impl DerefMut for World {
    fn deref_mut(&mut self) -> &mut Server {
        &mut self.server
    }
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

/// A new match: people are called P1, P2 and so on, computer players C1, C2.
pub(crate) fn new_match(
    game: &str,
    options: &Value,
    holders: &[Holder],
    clock: &str,
    costs: &str,
    seed: Seed,
) -> Sitting {
    let table = shelf(game).open(game, options, holders.len()).unwrap();
    let who = holders.iter().enumerate().map(|(at, holder)| match holder {
        Holder::Party(_) => Occupant::new("human", format!("P{}", at + 1)),
        Holder::Computer(spec) => Occupant::new(spec.to_string(), format!("C{}", at + 1)),
    });
    let (terms, costs): (Terms, Costs) = (clock.parse().unwrap(), costs.parse().unwrap());
    Sitting::new(table, who.collect(), seed, Shares::none()).on_terms(terms, &costs)
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
        let seed = Seed::from_number(7);
        let sitting = new_match(game, options, holders, clock, costs, seed.clone());
        let mut store = Store::new(&sitting, seed, None);
        let settings = Settings { floor: Duration::ZERO, absence };
        let setup = Setup { holders: holders.to_vec(), settings, fault: None };
        let server = Server::start(&mut store, &setup, Duration::ZERO);
        let mut world =
            Self { server, store, setup, is_slow: false, now: Duration::ZERO, numbers: 0 };
        world.settle();
        world
    }

    /// Two people at a small board.
    pub(crate) fn boxes() -> Self {
        Self::new("dots-and-boxes", &json!({"boxes": "2x2"}), &[party(1), party(2)], "none")
    }

    /// The server is killed, and started again from what the store has.
    pub(crate) fn restart(&mut self) {
        self.server = Server::start(&mut self.store, &self.setup, self.now);
        self.settle();
    }

    /// Has everything happen that happens at once.
    fn settle(&mut self) {
        loop {
            if !self.is_slow && !self.server.storing.is_empty() {
                self.store(Ok(()));
            } else if !self.server.thinking.is_empty() {
                self.server.decide(0, self.now);
            } else {
                return;
            }
        }
    }

    /// The slow store finishes its work, or fails.
    pub(crate) fn store(&mut self, stored: Result<(), NotStored>) {
        let append = self.server.storing.pop_front().expect("something is to be stored");
        let stored = stored.and_then(|()| self.store.append(self.server.epoch, &append));
        self.server.stored(stored, self.now);
        self.settle();
    }

    pub(crate) fn pass(&mut self, time: Duration) {
        self.now += time;
        self.server.tick(self.now);
        self.settle();
    }

    fn number(&mut self) -> u64 {
        self.numbers += 1;
        self.numbers
    }

    /// Sends a request, and gives the reply if it has come.
    pub(crate) fn send(&mut self, party: Party, request: Value) -> Option<Frame> {
        let ticket = Ticket(self.number());
        self.server.request(party, ticket, request, self.now);
        self.settle();
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

    /// Agrees to the open proposal.
    pub(crate) fn agree(&mut self, party: Party) -> Option<Frame> {
        let key = format!("agree-{}", self.number());
        let open = self.room.standing(Viewer::Spectator, self.now).proposal;
        let id = open.expect("a proposal is open").id;
        self.send(party, json!({"key": key, "type": "agree", "proposal": id}))
    }

    pub(crate) fn listen(&mut self, party: Option<Party>, from: Option<u64>) -> Line {
        self.try_to_listen(party, from).expect("there is room for one more")
    }

    pub(crate) fn try_to_listen(&mut self, who: Option<Party>, from: Option<u64>) -> Option<Line> {
        let line = Line(self.number());
        let is_open = self.server.listen(line, who, from, self.now);
        self.settle();
        is_open.then_some(line)
    }

    pub(crate) fn hang_up(&mut self, line: Line) {
        self.server.ended(line, self.now);
        self.settle();
    }

    /// What a line was told is how it stands.
    #[track_caller]
    pub(crate) fn check(&self, line: Line, viewer: Viewer) {
        self.server.check(line, viewer, self.now);
    }

    pub(crate) fn asked(&self) -> Option<(Party, Seat)> {
        let seats = (0..self.setup.holders.len()).map(Seat::at);
        let asked = seats.filter(|seat| self.room.sitting().question(*seat).is_some());
        asked.into_iter().find_map(|seat| match self.setup.holders[seat.index()] {
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
