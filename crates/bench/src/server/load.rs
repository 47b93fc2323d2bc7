//! Matches in play: first at an easy pace, to see how long a move takes, then as fast as the server can.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::fmt;
use std::net::SocketAddr;
use std::rc::Rc;
use std::time::{Duration, Instant};

use futures_util::SinkExt as _;
use parlor_engine::sample::{PlayoutRng, below, playout_rng};
use serde::de::{Error as _, IgnoredAny, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use tokio::task::{JoinSet, LocalSet};
use tokio::time::sleep;
use tokio_tungstenite::tungstenite::Message;

use super::client::{Socket, Table, next, socket};
use super::{NoServer, ServerBench};

/// At an easy pace a move is made so long after the one before, more or less.
const EASY: Duration = Duration::from_secs(1);
/// Until so much time has gone by, the load is not yet the same all the time, and is not counted.
const WARM: Duration = Duration::from_millis(500);
/// How often the confirmed moves are counted.
const TICK: Duration = Duration::from_millis(20);
/// The whole load must have gone through by then.
const LIMIT: Duration = Duration::from_mins(5);

/// What came of it.
pub(super) struct Played {
    /// Confirmed moves a second, as fast as the server can.
    pub(super) moves_per_s: f64,
    /// From a move to the opponent's notice, at an easy pace.
    pub(super) easy: Times,
    /// The same as fast as the server can: this is mostly the time in its queue.
    pub(super) full: Times,
    /// How many moves were confirmed, all in all.
    pub(super) confirmed: u64,
}

/// Times, sorted.
#[derive(Default)]
pub(super) struct Times(Vec<Duration>);

impl Times {
    fn new(mut times: Vec<Duration>) -> Self {
        times.sort_unstable();
        Self(times)
    }

    /// The time that so many of a hundred are below.
    pub(super) fn percentile(&self, percent: usize) -> Duration {
        let at = self.0.len() * percent / 100;
        self.0.get(at).or(self.0.last()).copied().unwrap_or_default()
    }
}

/// What all clients share.
struct Shared {
    is_easy: Cell<bool>,
    confirmed: Cell<u64>,
    /// Matches in which all moves were made.
    finished: Cell<usize>,
    times: RefCell<Vec<Duration>>,
    /// How many moves are made in each match.
    moves: u32,
}

/// What the two clients of a match share.
struct Pair {
    /// Who has moved last, and when.
    moved: Cell<(usize, Option<Instant>)>,
    made: Cell<u32>,
}

/// Clients that play.
pub(super) struct Load<'a> {
    bench: &'a ServerBench,
    address: SocketAddr,
    tables: &'a [Table],
}

impl<'a> Load<'a> {
    pub(super) const fn new(
        bench: &'a ServerBench,
        address: SocketAddr,
        tables: &'a [Table],
    ) -> Self {
        Self { bench, address, tables }
    }

    /// Plays all matches.
    pub(super) async fn run(&self, told: &dyn Fn(&str)) -> Result<Played, NoServer> {
        let shared = Rc::new(Shared {
            is_easy: Cell::new(true),
            confirmed: Cell::new(0),
            finished: Cell::new(0),
            times: RefCell::default(),
            moves: self.bench.moves,
        });
        let (local, mut players) = (LocalSet::new(), JoinSet::new());
        for (number, table) in self.tables.iter().enumerate() {
            let pair = Rc::new(Pair { moved: Cell::new((0, None)), made: Cell::new(0) });
            for seat in 0..2 {
                let socket =
                    socket(self.address, &table.path("socket"), Some(&table.seats[seat])).await?;
                let (shared, pair) = (Rc::clone(&shared), Rc::clone(&pair));
                let rng = playout_rng((number * 2 + seat) as u64);
                let player = Player { socket, seat, shared, pair, rng, asked: 0 };
                players.spawn_local_on(player.play(), &local);
            }
        }
        local.run_until(self.measure(&shared, &mut players, told)).await
    }

    async fn measure(
        &self,
        shared: &Shared,
        players: &mut JoinSet<Result<(), NoServer>>,
        told: &dyn Fn(&str),
    ) -> Result<Played, NoServer> {
        sleep(self.bench.time).await;
        let easy = Times::new(shared.times.take());
        told("playing as fast as it can");
        shared.is_easy.set(false);
        sleep(EASY + WARM).await;
        shared.times.take();
        let (begun, before) = (Instant::now(), shared.confirmed.get());
        let (mut until, mut after) = (begun, before);
        while shared.finished.get() < self.tables.len() {
            sleep(TICK).await;
            // A player that ends before its match has failed.
            while let Some(ended) = players.try_join_next() {
                ended.map_err(std::io::Error::other)??;
            }
            if shared.finished.get() == 0 {
                (until, after) = (Instant::now(), shared.confirmed.get());
            }
            if begun.elapsed() > LIMIT {
                return Err(NoServer::Silent(format!("it takes more than {LIMIT:?}")));
            }
        }
        let spent = (until - begun).as_secs_f64();
        let counted = f64::from(u32::try_from(after - before).unwrap_or(u32::MAX));
        Ok(Played {
            moves_per_s: if spent > 0.0 { counted / spent } else { 0.0 },
            easy,
            full: Times::new(shared.times.take()),
            confirmed: shared.confirmed.get(),
        })
    }
}

/// One seat of a match.
struct Player {
    socket: Socket,
    seat: usize,
    shared: Rc<Shared>,
    pair: Rc<Pair>,
    rng: PlayoutRng,
    /// The last question that was answered.
    asked: u64,
}

impl Player {
    async fn play(mut self) -> Result<(), NoServer> {
        loop {
            let text = next(&mut self.socket).await?;
            let seen: Seen<'_> = serde_json::from_str(&text)
                .map_err(|why| NoServer::Silent(format!("a frame cannot be read: {why}")))?;
            match &*seen.kind {
                "done" => self.shared.confirmed.set(self.shared.confirmed.get() + 1),
                "refused" | "bye" => {
                    let (what, answer) = ("a move".to_owned(), text.to_string());
                    return Err(NoServer::Answer { what, status: 0, answer });
                }
                _ => {}
            }
            let Some(now) = seen.now else { continue };
            if now.over.is_some() {
                // The other one notices it, too.
                if self.seat == 0 {
                    self.finish();
                }
                return Ok(());
            }
            if let Some(asks) = now.asks.filter(|asks| asks.id > self.asked) {
                let (question, played) = (asks.id, asks.menu.moves.0.into_owned());
                if !self.answer(question, &played).await? {
                    self.finish();
                    return self.wait().await;
                }
            }
        }
    }

    /// Answers a question. `false` where enough moves were made.
    async fn answer(&mut self, question: u64, played: &str) -> Result<bool, NoServer> {
        let (mover, since) = self.pair.moved.get();
        if let Some(since) = since.filter(|_| mover != self.seat) {
            self.shared.times.borrow_mut().push(since.elapsed());
        }
        self.asked = question;
        let made = self.pair.made.get();
        if made >= self.shared.moves {
            return Ok(false);
        }
        self.pair.made.set(made + 1);
        if self.shared.is_easy.get() {
            let millis = EASY.as_millis() as u64;
            sleep(Duration::from_millis(millis / 2 + below(&mut self.rng, millis))).await;
        }
        let answer = format!(
            r#"{{"key":"{question}","type":"answer","question":{question},"move":"{played}"}}"#
        );
        self.pair.moved.set((self.seat, Some(Instant::now())));
        let sent = self.socket.send(Message::text(answer)).await;
        sent.map_err(|why| NoServer::Silent(why.to_string()))?;
        Ok(true)
    }

    fn finish(&self) {
        self.shared.finished.set(self.shared.finished.get() + 1);
    }

    /// Stays until everybody has finished, so that nobody is gone.
    async fn wait(&mut self) -> Result<(), NoServer> {
        std::future::pending().await
    }
}

/// As much of a frame as a player needs.
#[derive(Deserialize)]
struct Seen<'a> {
    #[serde(rename = "type", borrow)]
    kind: Cow<'a, str>,
    #[serde(default, borrow)]
    now: Option<Now<'a>>,
}

#[derive(Deserialize)]
struct Now<'a> {
    #[serde(default, borrow)]
    asks: Option<Asks<'a>>,
    #[serde(default)]
    over: Option<IgnoredAny>,
}

#[derive(Deserialize)]
struct Asks<'a> {
    id: u64,
    #[serde(borrow)]
    menu: Menu<'a>,
}

#[derive(Deserialize)]
struct Menu<'a> {
    #[serde(borrow)]
    moves: First<'a>,
}

/// The first move of a menu; the others are read over.
struct First<'a>(Cow<'a, str>);

impl<'de: 'a, 'a> Deserialize<'de> for First<'a> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Moves;
        impl<'de> Visitor<'de> for Moves {
            type Value = First<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of moves")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut moves: A) -> Result<First<'de>, A::Error> {
                let first = moves.next_element::<Entry<'de>>()?;
                while moves.next_element::<IgnoredAny>()?.is_some() {}
                match first {
                    Some(Entry::One(played) | Entry::Range { first: played }) => Ok(First(played)),
                    None => Err(A::Error::custom("a menu has a move")),
                }
            }
        }
        from.deserialize_seq(Moves)
    }
}

/// An entry of a menu: a move, or a range of moves.
#[derive(Deserialize)]
#[serde(untagged)]
enum Entry<'a> {
    One(#[serde(borrow)] Cow<'a, str>),
    Range {
        #[serde(borrow)]
        first: Cow<'a, str>,
    },
}
