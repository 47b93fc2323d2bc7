//! People at clients: what they send, and what they remember of all that they were told.

use std::collections::BTreeMap;

use super::{Message, Simulation};
use parlor_engine::Viewer;
use parlor_engine::sample::{PlayoutRng, below};
use parlor_protocol::Moves;
use parlor_room::{Event, Frame, Holder, Line, News, Party, Proposed, Standing};
use serde_json::{Value, json};

/// A person at a client, or a program.
pub(super) struct Client {
    /// Spectators may have no account.
    pub(super) party: Option<Party>,
    pub(super) viewer: Viewer,
    /// It has no stream: it asks how it stands, and sends its commands.
    pub(super) is_plain: bool,
    /// Its stream, and the server that it is open to.
    pub(super) line: Option<(u64, Line)>,
    /// The number of the last news on this stream.
    pub(super) heard: Option<u64>,
    /// How many of the frames that its server keeps it has read.
    pub(super) read: usize,
    /// The command that waits for its reply, as it was sent.
    pub(super) open: Option<Value>,
    keys: u32,
    /// What the store must have for each key, where it has the key.
    pub(super) wanted: BTreeMap<String, String>,
    /// The keys of all answers that were confirmed.
    pub(super) confirmed: Vec<String>,
    /// The keys of all answers that were refused for good.
    pub(super) refused: Vec<String>,
    /// Everything it was told, by number; what was taken back is gone.
    pub(super) told: BTreeMap<u64, News>,
}

/// How many watch, after those who play.
pub(super) const WATCHING: usize = 2;

/// One client for each party, and some who watch.
pub(super) fn all(holders: &[Holder], rng: &mut PlayoutRng) -> Vec<Client> {
    let parties = holders.iter().enumerate().filter_map(|(at, holder)| match holder {
        Holder::Party(party) => Some((Some(*party), Viewer::Seat(parlor_engine::Seat::at(at)))),
        Holder::Computer(_) => None,
    });
    let watching: [_; WATCHING] = [(Some(Party(66)), Viewer::Spectator), (None, Viewer::Spectator)];
    let clients = parties.chain(watching).map(|(party, viewer)| Client {
        party,
        viewer,
        is_plain: viewer != Viewer::Spectator && below(rng, 5) == 0,
        line: None,
        heard: None,
        read: 0,
        open: None,
        keys: 0,
        wanted: BTreeMap::new(),
        confirmed: Vec::new(),
        refused: Vec::new(),
        told: BTreeMap::new(),
    });
    clients.collect()
}

impl Simulation {
    /// A client answers its question, asks for something else, or sends its command once more.
    pub(super) fn act(&mut self, at: usize) {
        let client = &self.clients[at];
        let epoch = if client.is_plain { Some(self.owner().epoch) } else { None };
        let Some(epoch) = epoch.or(client.line.map(|(epoch, _)| epoch)) else { return };
        let request = match client.open.clone() {
            Some(open) => Some(open),
            None => self.compose(at),
        };
        let Some(request) = request else { return };
        let is_new = self.clients[at].open.replace(request.clone()).is_none();
        let copies = if is_new { 1 + self.below(3) } else { 1 };
        for _ in 0..copies {
            self.network.push(Message { client: at, epoch, request: request.clone() });
        }
    }

    /// What a client wants next, by how it stands for it.
    fn compose(&mut self, at: usize) -> Option<Value> {
        let Client { party, viewer, line, keys, .. } = &self.clients[at];
        party.filter(|_| *viewer != Viewer::Spectator)?;
        let (viewer, key) = (*viewer, format!("k{keys}"));
        let standing = match *line {
            Some((epoch, line)) => self.server(epoch)?.seen(line),
            None => self.owner().room.standing(viewer, self.now),
        };
        let (request, wanted) = self.command(&standing, viewer)?;
        let client = &mut self.clients[at];
        client.keys += 1;
        client.wanted.insert(key.clone(), wanted);
        let mut request = request;
        request["key"] = json!(key);
        Some(request)
    }

    /// A command, and what it is in the log.
    fn command(&mut self, standing: &Standing, viewer: Viewer) -> Option<(Value, String)> {
        if let Some(proposal) = standing.proposal.as_ref().filter(|_| self.chance(2)) {
            let word = if self.chance(3) { "decline" } else { "agree" };
            let wanted = match proposal.what {
                Proposed::TakeBack => "takeback",
                Proposed::Pause => "pause",
            };
            return Some((json!({"type": word, "proposal": proposal.id}), wanted.to_owned()));
        }
        if self.chance(12) {
            return Some((json!({"type": "take-back"}), "takeback".to_owned()));
        }
        if self.chance(if standing.paused { 4 } else { 40 }) {
            let (word, wanted) =
                if standing.paused { ("unpause", "resume") } else { ("pause", "pause") };
            return Some((json!({"type": word}), wanted.to_owned()));
        }
        let seat = viewer.seat()?;
        if self.chance(400) {
            return Some((json!({"type": "leave"}), format!("{seat} leaves")));
        }
        let asks = standing.asks.as_ref()?;
        let entry = self.pick(asks.menu.moves.len())?;
        let played = match &asks.menu.moves[entry] {
            Moves::One(played) => played.clone(),
            Moves::Range { first, last, .. } => {
                if self.chance(2) {
                    first.clone()
                } else {
                    last.clone()
                }
            }
        };
        let wanted = format!("{seat}: {played}");
        let lag = self.below(200);
        let answer = json!({"type": "answer", "question": asks.id, "move": played, "lag": lag});
        Some((answer, wanted))
    }
}

impl Client {
    /// A frame has come on the stream.
    pub(super) fn hear(&mut self, frame: &Frame) {
        let (news, now, is_full) = match frame {
            Frame::Full(full) => (&full.news, &full.now, true),
            Frame::Update(update) => (&update.news, &update.now, false),
            other => panic!("a stream has no {other:?}"),
        };
        if !is_full {
            let from = self.heard.expect("a stream that goes on begins somewhere");
            let numbers: Vec<u64> = news.iter().map(|one| one.number).collect();
            let expected: Vec<u64> = (from + 1..=now.number).collect();
            assert_eq!(numbers, expected, "{:?} misses something", self.viewer);
        }
        for one in news {
            self.take_in(one);
        }
        self.heard = Some(now.number);
        let last = self.told.keys().next_back().copied().unwrap_or(0);
        assert!(last <= now.number, "{:?} was told {last} of {}", self.viewer, now.number);
    }

    /// The same number is the same news, whenever it is told.
    pub(super) fn take_in(&mut self, news: &News) {
        if let Event::TakenBack { remain } = news.event {
            self.told.retain(|number, _| *number <= remain || *number > news.number);
        }
        let number = news.number;
        let before = self.told.insert(number, news.clone());
        let is_same = before.is_none_or(|before| before == *news);
        assert!(is_same, "{:?} was told another {number}", self.viewer);
    }

    pub(super) fn hear_reply(&mut self, reply: Frame) {
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
            // It was not done for certain, and is sent again with the same key.
            Frame::Refused(refused) if refused.code == "unavailable" || refused.code == "busy" => {}
            Frame::Refused(refused) => {
                assert_ne!(refused.code, "key-reused");
                let key = refused.key.expect("a refused command has a key");
                if is_open(&key) {
                    let open = self.open.take().unwrap_or_default();
                    // After a restart the clocks have less on them, and what was too late may be in time.
                    if open["type"] == "answer" && refused.code != "too-late" {
                        self.refused.push(key);
                    }
                }
            }
            other => panic!("a command is answered, not told {other:?}"),
        }
    }
}
