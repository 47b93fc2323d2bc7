//! People at clients: what they send, and what they remember of all that they were told.

use std::collections::BTreeMap;
use std::time::Duration;

use parlor_engine::sample::{PlayoutRng, below};
use parlor_protocol::Moves;
use parlor_protocol::room::{Event, Frame, News, Proposed, Standing};
use serde_json::{Value, json};
use tokio::sync::watch;

/// A person at one table.
pub(crate) struct Client {
    pub(crate) person: usize,
    pub(crate) table: usize,
    pub(crate) seat: usize,
    pub(crate) token: String,
    /// Tokens that it had before, which are revoked for certain.
    pub(crate) revoked: Vec<String>,
    /// Whether it is about to change its token.
    pub(crate) renews: bool,
    /// It has no stream: it asks how it stands, and sends its commands.
    pub(crate) is_plain: bool,
    pub(crate) stream: Option<Stream>,
    /// The number of the last news on this stream.
    pub(crate) heard: Option<u64>,
    /// How many frames it has taken in.
    pub(crate) frames: u64,
    /// How it stands, as it was last told.
    pub(crate) now: Option<Standing>,
    /// The command that waits for its reply, as it was sent.
    pub(crate) open: Option<Value>,
    keys: u32,
    /// What the log must have for each key, where it has the key.
    pub(crate) wanted: BTreeMap<String, String>,
    /// The keys of all answers that were confirmed.
    pub(crate) confirmed: Vec<String>,
    /// The keys of all answers that were refused for good.
    pub(crate) refused: Vec<String>,
    /// Everything it was told, by number; what was taken back is gone.
    pub(crate) told: BTreeMap<u64, News>,
}

/// An open stream of a client.
pub(crate) struct Stream {
    pub(crate) number: u64,
    pub(crate) token: String,
    /// Whether something has come on it.
    pub(crate) is_open: bool,
    pub(crate) stall: watch::Sender<Option<Duration>>,
}

impl Client {
    pub(crate) fn new(
        person: usize,
        table: usize,
        seat: usize,
        token: String,
        is_plain: bool,
    ) -> Self {
        Self {
            person,
            table,
            seat,
            token,
            revoked: Vec::new(),
            renews: false,
            is_plain,
            stream: None,
            heard: None,
            frames: 0,
            now: None,
            open: None,
            keys: 0,
            wanted: BTreeMap::new(),
            confirmed: Vec::new(),
            refused: Vec::new(),
            told: BTreeMap::new(),
        }
    }

    /// What the client wants next, by how it stands for it. It is the open command from now on.
    pub(crate) fn compose(&mut self, rng: &mut PlayoutRng) -> Option<Value> {
        let standing = self.now.as_ref().filter(|now| now.over.is_none())?;
        let (mut request, wanted) = command(standing, self.seat + 1, rng)?;
        let key = format!("c{}k{}", self.seat, self.keys);
        self.keys += 1;
        request["key"] = json!(key);
        self.wanted.insert(key, wanted);
        self.open = Some(request.clone());
        Some(request)
    }

    /// A frame has come on the stream.
    pub(crate) fn hear(&mut self, frame: &Frame) {
        let (news, now, is_full) = match frame {
            Frame::Full(full) => (&full.news, &full.now, true),
            Frame::Update(update) => (&update.news, &update.now, false),
            Frame::Bye(_) => return,
            other => panic!("a stream has no {other:?}"),
        };
        if !is_full {
            let from = self.heard.expect("a stream that goes on begins somewhere");
            let numbers: Vec<u64> = news.iter().map(|one| one.number).collect();
            let expected: Vec<u64> = (from + 1..=now.number).collect();
            assert_eq!(numbers, expected, "seat {} misses something", self.seat + 1);
        }
        for one in news {
            self.take_in(one);
        }
        self.heard = Some(now.number);
        self.frames += 1;
        let last = self.told.keys().next_back().copied().unwrap_or(0);
        assert!(last <= now.number, "seat {} was told {last} of {}", self.seat + 1, now.number);
        self.now = Some(now.clone());
        if let Some(stream) = &mut self.stream {
            stream.is_open = true;
        }
    }

    /// The same number is the same news, whenever it is told.
    pub(crate) fn take_in(&mut self, news: &News) {
        if let Event::TakenBack { remain } = news.event {
            self.told.retain(|number, _| *number <= remain || *number > news.number);
        }
        let number = news.number;
        let before = self.told.insert(number, news.clone());
        let is_same = before.is_none_or(|before| before == *news);
        assert!(is_same, "seat {} was told another {number}", self.seat + 1);
    }

    /// The reply to a command.
    pub(crate) fn hear_reply(&mut self, key: &str, status: u16, text: &str) {
        let is_open = self.open.as_ref().is_some_and(|open| open["key"] == key);
        let frame: Frame = serde_json::from_str(text).expect("a reply is a frame");
        match frame {
            Frame::Done(done) => {
                assert_eq!(done.key, key, "a reply names its command");
                if is_open {
                    let open = self.open.take().unwrap_or_default();
                    if open["type"] == "answer" {
                        self.confirmed.push(done.key);
                    }
                }
            }
            // It may have been done, and is sent again with the same key; or the token was revoked on the way.
            Frame::Refused(_) if matches!(status, 401 | 429 | 503) => {}
            Frame::Refused(refused) => {
                assert_ne!(refused.code, "key-reused");
                if is_open {
                    let open = self.open.take().unwrap_or_default();
                    // After a restart the clocks have less on them, and what was too late may be in time.
                    if open["type"] == "answer" && refused.code != "too-late" {
                        self.refused.push(key.to_owned());
                    }
                }
            }
            other => panic!("a command is answered, not told {other:?}"),
        }
    }
}

/// A command, and what it is in the log.
fn command(standing: &Standing, seat: usize, rng: &mut PlayoutRng) -> Option<(Value, String)> {
    let mut chance = |of: u64| below(rng, of) == 0;
    if let Some(proposal) = standing.proposal.as_ref().filter(|_| chance(2)) {
        let word = if chance(3) { "decline" } else { "agree" };
        let wanted = match proposal.what {
            Proposed::TakeBack => "takeback",
            Proposed::Pause => "pause",
        };
        return Some((json!({"type": word, "proposal": proposal.id}), wanted.to_owned()));
    }
    if chance(14) {
        return Some((json!({"type": "take-back"}), "takeback".to_owned()));
    }
    if chance(if standing.paused { 2 } else { 40 }) {
        let (word, wanted) =
            if standing.paused { ("unpause", "resume") } else { ("pause", "pause") };
        return Some((json!({"type": word}), wanted.to_owned()));
    }
    if chance(500) {
        return Some((json!({"type": "leave"}), format!("{seat} leaves")));
    }
    let asks = standing.asks.as_ref()?;
    let moves = &asks.menu.moves;
    if moves.is_empty() {
        return None;
    }
    let played = match &moves[below(rng, moves.len() as u64) as usize] {
        Moves::One(played) => played.clone(),
        Moves::Range { first, .. } => first.clone(),
    };
    let wanted = format!("{seat}: {played}");
    Some((json!({"type": "answer", "question": asks.id, "move": played}), wanted))
}
