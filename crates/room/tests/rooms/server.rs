//! A server with one room: it carries out effects, and keeps everything that clients were told.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use crate::store::Store;
use parlor_engine::Viewer;
use parlor_match::Thinking;
use parlor_room::{
    Append, Effect, Farewell, Fault, Frame, Holder, Line, NotStored, Party, Request, Room,
    Settings, Standing, Stored, Ticket,
};
use serde_json::Value;

/// What was settled for a table.
#[derive(Clone)]
pub(crate) struct Setup {
    pub(crate) holders: Vec<Holder>,
    pub(crate) settings: Settings,
    pub(crate) fault: Option<Fault>,
}

/// A server that runs the match, or believes that it does.
pub(crate) struct Server {
    pub(crate) room: Room,
    /// Its number as the owner of the match.
    pub(crate) epoch: u64,
    /// What is on its way to the store.
    pub(crate) storing: VecDeque<Append>,
    /// When the last of that was drafted.
    pub(crate) drafted: Duration,
    /// Computer players that think, each since when.
    pub(crate) thinking: Vec<(Thinking, Duration)>,
    pub(crate) told: BTreeMap<Line, Vec<Arc<Frame>>>,
    pub(crate) closed: BTreeMap<Line, Farewell>,
    pub(crate) replies: BTreeMap<Ticket, Frame>,
    pub(crate) broken: Option<NotStored>,
    pub(crate) is_over: bool,
}

impl Server {
    /// Claims the match, and goes on with it from what the store has.
    pub(crate) fn start(store: &mut Store, setup: &Setup, now: Duration) -> Self {
        let epoch = store.claim();
        let (sitting, told) = store.read();
        let Setup { holders, settings, fault } = setup.clone();
        let remembered = store.remembered();
        let room = Room::open_with_fault(sitting, &told, holders, remembered, settings, now, fault);
        let mut server = Self {
            room,
            epoch,
            storing: VecDeque::new(),
            drafted: now,
            thinking: Vec::new(),
            told: BTreeMap::new(),
            closed: BTreeMap::new(),
            replies: BTreeMap::new(),
            broken: None,
            is_over: false,
        };
        server.carry_out(now);
        server
    }

    /// Carries out all effects. What is to be stored and what is to be thought about waits.
    pub(crate) fn carry_out(&mut self, now: Duration) {
        while let Some(effect) = self.room.effect() {
            match effect {
                Effect::Store(append) => {
                    self.storing.push_back(append);
                    self.drafted = now;
                }
                Effect::Reply(ticket, reply) => {
                    assert!(self.replies.insert(ticket, reply.0).is_none(), "one reply a request");
                }
                Effect::Tell(line, frame) => {
                    assert!(!self.closed.contains_key(&line), "nothing is told on a closed line");
                    self.told.entry(line).or_default().push(frame);
                }
                Effect::HangUp(line, why) => _ = self.closed.insert(line, why),
                Effect::Think(thinking) => self.thinking.push((thinking, now)),
                Effect::Over => self.is_over = true,
                Effect::Broken(why) => self.broken = Some(why),
            }
        }
    }

    pub(crate) fn request(&mut self, party: Party, ticket: Ticket, request: Value, now: Duration) {
        let request: Request = serde_json::from_value(request).unwrap();
        self.room.request(party, ticket, request, now);
        self.carry_out(now);
    }

    pub(crate) fn listen(
        &mut self,
        line: Line,
        party: Option<Party>,
        from: Option<u64>,
        now: Duration,
    ) -> bool {
        let viewer = self.room.viewer(party, None);
        let is_open = self.room.listen(line, party, viewer, from, now);
        self.carry_out(now);
        is_open
    }

    pub(crate) fn ended(&mut self, line: Line, now: Duration) {
        self.room.ended(line, now);
        self.carry_out(now);
    }

    pub(crate) fn stored(&mut self, stored: Stored, now: Duration) {
        self.room.stored(stored, now);
        self.carry_out(now);
    }

    pub(crate) fn tick(&mut self, now: Duration) {
        self.room.tick(now);
        self.carry_out(now);
    }

    /// A computer player has thought to the end.
    pub(crate) fn decide(&mut self, at: usize, now: Duration) {
        let (thinking, since) = self.thinking.swap_remove(at);
        self.room.decided(thinking.decide(), since, now);
        self.carry_out(now);
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
    #[track_caller]
    pub(crate) fn check(&self, line: Line, viewer: Viewer, now: Duration) {
        let stands = timeless(self.room.standing(viewer, now));
        assert_eq!(timeless(self.seen(line)), stands, "{viewer:?} was told how it stands");
    }
}

/// The same without the times that run by themselves.
pub(crate) fn timeless(mut standing: Standing) -> Standing {
    if let Some(asks) = &mut standing.asks {
        asks.left = None;
    }
    for seat in &mut standing.seats {
        seat.gone_in = None;
    }
    standing
}
