//! One task for each match: it hands in to the room what comes, and carries out what the room wants.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use parlor_engine::Seat;
use parlor_match::{Effort, PlayerSpec};
use parlor_room::{
    Append, Away, Effect, Farewell, Frame, Holder, Line, NotStored, Party, Reply, Request, Room,
    Stored, Ticket,
};
use parlor_store::{Done, Hash, Line as LogLine, Outcome, StoreError, TableId};
use tokio::sync::{mpsc, oneshot};
use tokio::time::sleep_until;

use super::opening::{Opened, stored_key};
use super::outbox::{Outbox, text};
use super::pool::{Job, Thought};
use super::{Hall, Handle};
use crate::accounts::account_of;
use crate::limits::{INBOX, LINGER};
use crate::play::wire::AccountFrame;

/// What comes to a match.
pub(crate) enum Message {
    /// A command of an account, and the fingerprint that the store has for its key, where the room may have forgotten it.
    Request(Party, Request, Option<[u8; 32]>, ReplyTo),
    /// A client opens a stream.
    Listen(Listen),
    /// A stream has ended.
    Ended(Line),
    /// Somebody wants to know how it stands.
    Look(Option<Party>, oneshot::Sender<Frame>),
    /// Somebody wants to know the question that it owes an answer to.
    Question(Party, oneshot::Sender<Option<u64>>),
    /// Somebody with a token that is worth nothing has come.
    #[cfg(feature = "faults")]
    Knock,
    /// The server stops.
    Stop(oneshot::Sender<()>),
}

/// Where the reply to a command goes.
pub(crate) enum ReplyTo {
    Once(oneshot::Sender<Frame>),
    Stream(Outbox),
}

/// A stream that is to be opened.
pub(crate) struct Listen {
    pub(crate) line: Line,
    pub(crate) party: Option<Party>,
    /// The number of the last news that the client has.
    pub(crate) from: Option<u64>,
    pub(crate) outbox: Outbox,
    /// Whether it was opened.
    pub(crate) opened: oneshot::Sender<bool>,
}

/// What is being written.
type Writing = std::pin::Pin<Box<dyn Future<Output = Stored> + Send>>;

/// A match, and what is connected with it.
pub(super) struct MatchTask {
    id: TableId,
    epoch: u64,
    number: u64,
    hall: Hall,
    room: Room,
    inbox: mpsc::Receiver<Message>,
    thoughts: mpsc::Receiver<Thought>,
    /// For players that think.
    thinks: mpsc::Sender<Thought>,
    writing: Option<Writing>,
    outboxes: BTreeMap<Line, Outbox>,
    replies: BTreeMap<Ticket, ReplyTo>,
    /// The question that each party was last told of on its account stream.
    asked: BTreeMap<Party, (Option<u64>, bool)>,
    /// The players of the seats, to know who may think long.
    holders: Vec<Holder>,
    state: State,
    /// The same for those who have a handle.
    is_over: Arc<AtomicBool>,
    /// Whether old commands have to be looked up in the store, for those who have a handle.
    has_forgotten: Arc<AtomicBool>,
    stopped: Option<oneshot::Sender<()>>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    Playing,
    /// The match is over; it stays in memory as long as somebody looks.
    Over,
    /// A write has failed.
    Broken(NotStored),
    /// The server stops, as soon as the last write is done.
    Stopping,
}

impl MatchTask {
    pub(super) fn start(hall: Hall, opened: Opened) -> Handle {
        let Opened { id, epoch, sitting, told, remembered, has_older, facts } = opened;
        let (holders, settings) = (facts.document.holders(), facts.document.settings());
        let (sender, inbox) = mpsc::channel(INBOX);
        let (thinks, thoughts) = mpsc::channel(holders.len());
        let now = hall.clock().now();
        #[cfg(not(feature = "faults"))]
        let room = Room::open(sitting, &told, holders.clone(), remembered, settings, now);
        #[cfg(feature = "faults")]
        let room = Room::open_with_fault(
            sitting,
            &told,
            holders.clone(),
            remembered,
            settings,
            now,
            hall.0.faults.of_rooms(),
        );
        let number = hall.number();
        let state = if room.end().is_some() { State::Over } else { State::Playing };
        let is_over = Arc::new(AtomicBool::new(state == State::Over));
        let has_forgotten = Arc::new(AtomicBool::new(has_older || room.has_forgotten()));
        let task = Self {
            is_over: Arc::clone(&is_over),
            has_forgotten: Arc::clone(&has_forgotten),
            id,
            epoch,
            number,
            hall,
            room,
            inbox,
            thoughts,
            thinks,
            writing: None,
            outboxes: BTreeMap::new(),
            replies: BTreeMap::new(),
            asked: BTreeMap::new(),
            holders,
            state,
            stopped: None,
        };
        tokio::spawn(task.run());
        Handle { inbox: sender, number, facts, is_over, has_forgotten }
    }

    async fn run(mut self) {
        self.tell_accounts();
        while self.step().await {}
        let hall = self.hall.clone();
        let (id, number) = (self.id, self.number);
        if let State::Broken(why) = self.state {
            tracing::warn!(table = %id, %why, "a match is read from the store again");
            if why != NotStored::StaleOwner {
                hall.open_again(id);
            }
        }
        let stopped = self.stopped.take();
        drop(self);
        hall.0.forget(id, number);
        if let Some(stopped) = stopped {
            // Nobody may wait for it any more.
            _ = stopped.send(());
        }
    }

    /// Waits for the next thing, and does what follows from it. `false` at the end.
    async fn step(&mut self) -> bool {
        self.carry_out();
        let is_idle = self.writing.is_none();
        match self.state {
            State::Broken(_) => return false,
            State::Stopping if is_idle => return false,
            _ => {}
        }
        let lingers = self.state == State::Over && self.outboxes.is_empty();
        let now = self.hall.clock().now();
        let wake = match self.room.wake_at() {
            Some(at) => Some(at),
            None if lingers => Some(now + LINGER),
            None => None,
        };
        let wake_at = self.hall.clock().instant(wake.unwrap_or(now));
        tokio::select! {
            biased;
            stored = written(&mut self.writing) => {
                self.writing = None;
                self.room.stored(stored, self.hall.clock().now());
            }
            Some(thought) = self.thoughts.recv() => {
                self.room.decided(thought.decided, thought.since, self.hall.clock().now());
            }
            message = self.inbox.recv() => match message {
                Some(message) => self.take(message),
                None => return false,
            },
            () = sleep_until(wake_at), if wake.is_some() => {
                if lingers && self.room.wake_at().is_none() {
                    return false;
                }
            }
        }
        // Messages may come without a pause; what is due is due all the same.
        let now = self.hall.clock().now();
        if self.room.wake_at().is_some_and(|at| at <= now) {
            self.room.tick(now);
        }
        true
    }

    fn take(&mut self, message: Message) {
        let now = self.hall.clock().now();
        match message {
            Message::Request(party, request, known, reply) => {
                let ticket = Ticket(self.hall.number());
                self.replies.insert(ticket, reply);
                self.room.request_again(party, ticket, request, known, now);
            }
            Message::Listen(Listen { line, party, from, outbox, opened }) => {
                let viewer = self.room.viewer(party, None);
                let is_opened = self.room.listen(line, party, viewer, from, now);
                if is_opened {
                    self.outboxes.insert(line, outbox);
                }
                // A client that has gone meanwhile says so by the end of its stream.
                _ = opened.send(is_opened);
            }
            Message::Ended(line) => {
                self.outboxes.remove(&line);
                self.room.ended(line, now);
            }
            Message::Look(party, reply) => {
                let viewer = self.room.viewer(party, None);
                _ = reply.send(self.room.look(viewer, now));
            }
            Message::Question(party, reply) => _ = reply.send(self.question(party)),
            #[cfg(feature = "faults")]
            Message::Knock => self.room.take_for_life(now),
            Message::Stop(stopped) => {
                self.stopped = Some(stopped);
                self.room.close();
                self.state = State::Stopping;
            }
        }
    }

    fn question(&self, party: Party) -> Option<u64> {
        let seat = self.room.seats_of(party).first()?;
        self.room.question(seat)
    }

    // ---- what the room wants ----

    fn carry_out(&mut self) {
        // Several spectators are sent the same frame, which is written once.
        let mut last: Option<(Arc<Frame>, axum::extract::ws::Utf8Bytes)> = None;
        let mut is_changed = false;
        while let Some(effect) = self.room.effect() {
            is_changed = true;
            match effect {
                Effect::Store(append) => self.write(append),
                Effect::Reply(ticket, Reply(frame)) => self.reply(ticket, frame),
                Effect::Tell(line, frame) => {
                    let text = match &last {
                        Some((same, text)) if Arc::ptr_eq(same, &frame) => text.clone(),
                        _ => text(&*frame),
                    };
                    last = Some((frame, text.clone()));
                    self.tell(line, text);
                }
                Effect::HangUp(line, why) => {
                    if let Some(outbox) = self.outboxes.remove(&line) {
                        outbox.end(why);
                    }
                }
                Effect::Think(thinking) => {
                    let is_deep = self.thinks_long(thinking.seat());
                    let (since, answer) = (self.hall.clock().now(), self.thinks.clone());
                    self.hall.0.pool.think(Job { thinking, since, is_deep, answer });
                }
                Effect::Over => {
                    self.state = State::Over;
                    self.is_over.store(true, Ordering::Relaxed);
                }
                Effect::Broken(why) => self.state = State::Broken(why),
            }
        }
        if self.room.has_forgotten() {
            self.has_forgotten.store(true, Ordering::Relaxed);
        }
        if is_changed {
            self.tell_accounts();
        }
        if self.state == State::Over {
            self.end_streams();
        }
    }

    /// The match is over and everything was told: nothing more comes on its streams.
    fn end_streams(&mut self) {
        let now = self.hall.clock().now();
        for (line, outbox) in std::mem::take(&mut self.outboxes) {
            outbox.end(Farewell::Over);
            self.room.ended(line, now);
        }
    }

    fn tell(&mut self, line: Line, text: axum::extract::ws::Utf8Bytes) {
        let Some(outbox) = self.outboxes.get(&line) else { return };
        if !outbox.put(text) {
            // The client is behind. To the room its stream has ended; it comes back with the number it has.
            self.outboxes.remove(&line);
            self.room.ended(line, self.hall.clock().now());
        }
    }

    fn reply(&mut self, ticket: Ticket, frame: Frame) {
        match self.replies.remove(&ticket) {
            // A client that does not wait any more sends its command again.
            Some(ReplyTo::Once(reply)) => _ = reply.send(frame),
            Some(ReplyTo::Stream(outbox)) => _ = outbox.put(text(&frame)),
            None => {}
        }
    }

    /// Whether the player in a seat may think long: somebody has said how much.
    fn thinks_long(&self, seat: Seat) -> bool {
        let is_long = |spec: &PlayerSpec| spec.effort != Effort::default();
        match &self.holders[seat.index()] {
            Holder::Computer(spec) => is_long(spec),
            Holder::Party(_) => match &self.room.settings().absence.then {
                Away::Takeover(spec) => is_long(spec),
                Away::Wait | Away::DefaultMoves => false,
            },
        }
    }

    /// Tells the accounts at the table, on their own streams, that they are asked.
    fn tell_accounts(&mut self) {
        let parties: Vec<Party> = self
            .holders
            .iter()
            .filter_map(|holder| match holder {
                Holder::Party(party) => Some(*party),
                Holder::Computer(_) => None,
            })
            .collect();
        let is_over = self.state == State::Over;
        for party in parties {
            let question = self.question(party);
            if self.asked.insert(party, (question, is_over)) == Some((question, is_over)) {
                continue;
            }
            let seat = self.room.seats_of(party).first().map_or(0, Seat::number) as u8;
            self.hall.hub().tell(account_of(party), || match question {
                Some(question) => {
                    AccountFrame::Asked { table: self.id.to_string(), seat, question }
                }
                None if is_over => AccountFrame::Over { table: self.id.to_string() },
                None => AccountFrame::Waits { table: self.id.to_string() },
            });
        }
    }

    // ---- writing it down ----

    fn write(&mut self, append: Append) {
        let Append { first, lines, command, is_last } = append;
        let at = self.hall.clock().today();
        let lines = lines
            .into_iter()
            .map(|line| LogLine { text: line.text, hash: Hash(line.hash.to_bytes()) });
        let done = command.and_then(|command| {
            // A key and the id of a table are visible ASCII, and short enough.
            let key = stored_key(self.id, &command.key).parse().ok()?;
            Some(Done {
                account: account_of(command.party),
                key,
                fingerprint: Hash(command.fingerprint),
                reply: Vec::new(),
                at,
            })
        });
        let append = parlor_store::Append {
            id: self.id,
            epoch: self.epoch,
            first: first as u64,
            lines: lines.collect(),
            done,
            ends: is_last.then_some(at),
        };
        let hall = self.hall.clone();
        self.writing = Some(Box::pin(async move {
            match hall.store().append(append).await {
                Ok(Outcome::New(_)) => Ok(()),
                Err(StoreError::Refused(parlor_store::Refusal::StaleOwner { .. })) => {
                    Err(NotStored::StaleOwner)
                }
                Ok(Outcome::Repeated(_)) | Err(StoreError::Refused(_)) => Err(NotStored::Conflict),
                Err(why) => {
                    tracing::error!(code = why.code(), %why, "a move could not be written down");
                    Err(NotStored::Unavailable)
                }
            }
        }));
    }
}

/// The end of what is being written; never, where nothing is.
async fn written(writing: &mut Option<Writing>) -> Stored {
    match writing {
        Some(writing) => writing.await,
        None => std::future::pending().await,
    }
}
