//! What must hold, whatever happens.

use std::time::Duration;

use parlor_protocol::room::{Frame, News, SeatInfo, Standing};
use parlor_store::Store as _;
use serde_json::Value;
use tokio::time::timeout;

use super::Simulation;
use super::network::Badge;
use super::table::Sitter;

/// Within this time a quick computer player answers: it may not do so at once, and the disk takes its time. Those that think long
/// take several times as long.
const QUICK_ANSWER: Duration = Duration::from_secs(2);
/// Within this time after its grace period a seat that nobody is at has changed hands, whatever the disk does meanwhile.
const TROUBLE: Duration = Duration::from_secs(8);
/// Within this time every request is answered.
const ANSWER: Duration = Duration::from_mins(2);
/// Within this time after a token is revoked its streams have ended.
const REVOKED: Duration = Duration::from_secs(1);

impl Simulation {
    /// How every table stands for somebody who watches.
    pub(crate) async fn check_tables(&mut self) {
        for table in 0..self.tables.len() {
            if self.tables[table].seats.iter().all(|seat| *seat == Sitter::Deep) {
                // Nothing is promised about how fast these are.
                continue;
            }
            let path = self.tables[table].path("now");
            let answer = self.ask(&Badge::Nothing, "GET", &path, &Value::Null).await;
            if let Some((200, text)) = answer {
                let Ok(Frame::Full(full)) = serde_json::from_str(&text) else {
                    panic!("how it stands is a frame: {text}");
                };
                self.check_that_players_answer(table, &full.now);
                self.check_that_nobody_is_waited_for_too_long(table, &full.now);
            }
        }
        self.check_that_nothing_panicked();
    }

    /// Quick computer players do not wait for those that think long.
    fn check_that_players_answer(&mut self, at: usize, now: &Standing) {
        let time = self.now();
        let table = &mut self.tables[at];
        let anew = self.seen.anew(table.id).unwrap_or_default();
        if table.still.0 != now.number || now.paused || table.still.1 < anew {
            table.still = (now.number, time.max(anew));
        }
        let is_quick = |(seat, info): (&Sitter, &SeatInfo)| {
            // A seat that was given to a computer player has its name for a kind.
            let is_computer = *seat == Sitter::Quick
                || matches!(seat, Sitter::Person(_)) && info.kind == "random";
            is_computer && info.asked
        };
        if table.is_public
            && !now.paused
            && now.over.is_none()
            && table.seats.iter().zip(&now.seats).any(is_quick)
        {
            let waited = time.saturating_sub(table.still.1);
            self.tally.longest = self.tally.longest.max(waited);
            assert!(
                waited <= QUICK_ANSWER,
                "a quick computer player has not answered for {waited:?}: {:?}",
                now.seats
            );
        }
    }

    /// The grace period of a seat counts from the last sign of life of its person, and of nobody else.
    fn check_that_nobody_is_waited_for_too_long(&mut self, at: usize, now: &Standing) {
        let (table, time) = (&self.tables[at], self.now());
        if table.waits || now.paused || now.over.is_some() {
            return;
        }
        let anew = self.seen.anew(table.id).unwrap_or_default();
        for (seat, info) in table.seats.iter().zip(&now.seats) {
            let Sitter::Person(client) = seat else { continue };
            let Some(last) = self.network.life(*client).last().filter(|_| info.gone) else {
                continue;
            };
            let until = last.max(anew) + table.grace;
            let left = Duration::from_millis(info.gone_in.unwrap_or_default());
            self.tally.waited_for += 1;
            assert!(
                left.is_zero() || time + left <= until + Duration::from_millis(20),
                "a seat is kept for {left:?} at {time:?}, and its person was there until {last:?}, for {:?}",
                table.grace
            );
            assert!(time <= until + TROUBLE, "the table still waits for somebody who is gone");
        }
    }

    /// Everybody who listens was told how it stands, also after a reconnect. Streams of tokens that were revoked have ended.
    pub(crate) async fn check_views(&mut self) {
        for at in 0..self.clients.len() {
            for _ in 0..3 {
                self.settle().await;
                let client = &self.clients[at];
                let (heard, token) = (client.frames, client.token.clone());
                if !client.stream.as_ref().is_some_and(|stream| stream.is_open) {
                    break;
                }
                let path = self.tables[client.table].path("now");
                let answer = self.ask(&Badge::Bearer(token), "GET", &path, &Value::Null).await;
                self.settle().await;
                let client = &self.clients[at];
                let is_same = client.frames == heard && client.stream.is_some();
                if let Some((200, text)) = answer.filter(|_| is_same) {
                    let Ok(Frame::Full(full)) = serde_json::from_str(&text) else { panic!() };
                    let told = client.now.clone().map(timeless);
                    assert_eq!(told, Some(timeless(full.now)), "a client was told how it stands");
                    self.tally.views += 1;
                    break;
                }
            }
        }
        self.check_that_revoked_streams_end().await;
    }

    async fn check_that_revoked_streams_end(&mut self) {
        let is_revoked = |client: &super::Client| {
            client.stream.as_ref().is_some_and(|open| client.revoked.contains(&open.token))
        };
        let open: Vec<(usize, u64)> = (self.clients.iter().enumerate())
            .filter(|(_, client)| is_revoked(client))
            .filter_map(|(at, client)| Some((at, client.stream.as_ref()?.number)))
            .collect();
        if open.is_empty() {
            return;
        }
        tokio::time::sleep(REVOKED).await;
        self.hear();
        for (at, number) in open {
            let stream = self.clients[at].stream.as_ref();
            assert!(
                stream.is_none_or(|open| open.number != number),
                "a stream goes on whose token was revoked"
            );
        }
    }

    /// A request while no hall comes or goes: it is answered in the end.
    async fn ask(
        &self,
        badge: &Badge,
        method: &str,
        path: &str,
        body: &Value,
    ) -> Option<(u16, String)> {
        let answer = timeout(ANSWER, self.network.ask(badge, method, path, body)).await;
        answer.unwrap_or_else(|_| panic!("{method} {path} is not answered"))
    }

    /// Everything that can happen at this moment has happened.
    async fn settle(&mut self) {
        tokio::time::sleep(Duration::from_millis(1)).await;
        self.hear();
    }

    // ---- in the end ----

    /// What clients were told and promised is in the store.
    pub(crate) async fn check_in_the_end(&mut self) {
        for at in 0..self.clients.len() {
            self.check_commands(at).await;
            self.check_told(at).await;
        }
        self.check_that_nothing_panicked();
    }

    /// Confirmed commands are in the log exactly once, and do what was asked. Refused ones are not there.
    async fn check_commands(&mut self, at: usize) {
        let client = &self.clients[at];
        let (id, account) = (self.tables[client.table].id, self.people[client.person].account);
        let head = self.store.match_head(id).await.unwrap().unwrap();
        let lines = self.store.whole_log(&head).await.unwrap();
        let mut done: Vec<(String, u64)> = Vec::new();
        for attempt in self.seen.attempts() {
            if attempt.id != id || attempt.account != account {
                continue;
            }
            let found = lines.get(attempt.number as usize - 1);
            // Each line has the hash of all before it, so the same line is the same entry.
            if found.is_some_and(|line| line.text == attempt.line)
                && !done.contains(&(attempt.key.clone(), attempt.number))
            {
                let wanted = &client.wanted[&attempt.key];
                let is_it = attempt.line.split(" | ").any(|part| part.starts_with(wanted.as_str()));
                assert!(is_it, "{} was to do '{wanted}': {}", attempt.key, attempt.line);
                done.push((attempt.key, attempt.number));
            }
        }
        let times = |key: &str| done.iter().filter(|(other, _)| other == key).count();
        for key in &client.confirmed {
            assert_eq!(times(key), 1, "what was confirmed is in the log, once: {key}");
        }
        for key in &client.refused {
            assert_eq!(times(key), 0, "what was refused is not in the log: {key}");
        }
        let doubles = client.wanted.keys().filter(|key| times(key) > 1).count();
        assert_eq!(doubles, 0, "a command has its effect at most once");
        self.tally.effects += done.len() as u64;
        self.tally.doubles += doubles as u64;
    }

    /// Nothing that was told is missing, or different.
    async fn check_told(&mut self, at: usize) {
        let client = &self.clients[at];
        // Its token may have been revoked by now; its session never is.
        let badge = self.people[client.person].session.clone();
        let table = &self.tables[client.table];
        for what in ["record", "now"] {
            let answer = self.ask(&badge, "GET", &table.path(what), &Value::Null).await;
            let Some((200, text)) = answer else { panic!("no {what}: {answer:?}") };
            // A record of a match that is over is no JSON; its last news are in the frame.
            let Ok(value) = serde_json::from_str::<Value>(&text) else { continue };
            let news: Vec<News> = serde_json::from_value(value["news"].clone()).unwrap();
            let last = news.last().map_or(0, |news| news.number);
            let told = self.clients[at].told.keys().next_back().copied().unwrap_or(0);
            assert!(told <= last, "seat was told {told}, and there are {last}");
            for one in &news {
                self.clients[at].take_in(one);
            }
        }
    }

    pub(crate) fn check_that_nothing_panicked(&self) {
        let panics = super::panics();
        assert_eq!(panics, self.panics, "a task of the server has panicked");
    }
}

/// The same without the times that run by themselves.
fn timeless(mut standing: Standing) -> Standing {
    if let Some(asks) = &mut standing.asks {
        asks.left = None;
    }
    for seat in &mut standing.seats {
        seat.gone_in = None;
    }
    standing
}
