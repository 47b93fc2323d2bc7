//! What happens in a hall: each step is one event, at a time of its own.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use parlor_protocol::room::{Farewell, Frame};
use parlor_store::{MemoryStore, Token};
use tokio::sync::watch;
use tokio::time::{sleep, timeout};

use super::Simulation;
use super::client::Stream;
use super::network::{Badge, Mail};
use parlor_engine::sample::{PlayoutRng, below};

impl Simulation {
    pub(crate) async fn step(&mut self) {
        let gap = if self.chance(8) { 400 } else { 30 };
        let gap = 1 + self.below(gap);
        self.pass(Duration::from_millis(gap)).await;
        let Some(client) = self.pick(self.clients.len()) else { return };
        match self.below(48) {
            0..20 => self.act(client),
            20..24 => self.connect(client),
            24 => self.cut(client),
            25..29 => self.knock(client),
            29 => self.renew_while_connecting(client).await,
            30 if self.chance(2) => self.store.fail(1),
            30 => self.store.crash(),
            31 => {
                let millis = self.below(20_000);
                self.pass(Duration::from_millis(millis)).await;
            }
            32 if self.chance(6) => self.kill().await,
            32 if self.chance(6) => self.stop().await,
            33..37 => self.check_views().await,
            _ => self.look_or_connect(client),
        }
    }

    /// Time passes in small pieces, and everybody takes in what came.
    pub(crate) async fn pass(&mut self, mut time: Duration) {
        const PIECE: Duration = Duration::from_millis(500);
        while !time.is_zero() {
            sleep(time.min(PIECE)).await;
            time = time.saturating_sub(PIECE);
            self.hear();
            if self.chance(4) || !time.is_zero() {
                self.check_tables().await;
            }
        }
    }

    /// A client sends a new command, or the one that was not answered once more. The network makes one to five of it,
    /// and each takes its own time.
    pub(crate) fn act(&mut self, at: usize) {
        let open = self.clients[at].open.clone();
        let is_new = open.is_none();
        let Some(request) = open.or_else(|| self.clients[at].compose(&mut self.rng)) else {
            return;
        };
        let copies = if is_new { 1 + self.below(5) } else { 1 };
        for _ in 0..copies {
            let delays = (self.delay(), self.delay());
            let badge = Badge::Bearer(self.clients[at].token.clone());
            let path = self.path(at, "commands");
            let network = Arc::clone(&self.network);
            tokio::spawn(network.command(at, badge, path, request.clone(), delays));
            self.tally.deliveries += 1;
        }
        self.tally.commands += u64::from(is_new);
    }

    fn delay(&mut self) -> Duration {
        let most = if self.chance(10) { 4_000 } else { 150 };
        Duration::from_millis(self.below(most))
    }

    fn path(&self, client: usize, what: &str) -> String {
        self.tables[self.clients[client].table].path(what)
    }

    /// A client opens a stream, from where it was or from the beginning. The one that it had may die late.
    pub(crate) fn connect(&mut self, at: usize) {
        if self.clients[at].is_plain || self.hall.is_none() {
            return;
        }
        self.cut(at);
        let number = self.number();
        let from_start = self.chance(3);
        let client = &mut self.clients[at];
        let last = client.told.keys().next_back().copied();
        client.heard = if from_start { None } else { last.or(Some(0)) };
        let (stall, stalls) = watch::channel(None);
        let token = client.token.clone();
        client.stream = Some(Stream { number, token: token.clone(), is_open: false, stall });
        let query = client.heard.map_or_else(String::new, |from| format!("?from={from}"));
        let path = format!("{}{query}", self.path(at, "stream"));
        let network = Arc::clone(&self.network);
        tokio::spawn(network.stream((at, number), Badge::Bearer(token), path, stalls));
        self.tally.reconnects += 1;
    }

    /// The stream of a client ends; the hall may notice it much later.
    pub(crate) fn cut(&mut self, at: usize) {
        let time = if self.chance(2) { 0 } else { self.below(9_000) };
        if let Some(stream) = self.clients[at].stream.take() {
            // The task of the stream may have ended by itself.
            _ = stream.stall.send(Some(Duration::from_millis(time)));
        }
    }

    /// Somebody comes with a token that is worth nothing: one that was never given, or one that was revoked.
    fn knock(&mut self, at: usize) {
        let client = &self.clients[at];
        let (known, count) = (client.revoked.clone(), client.revoked.len());
        let token = if let Some(old) = self.pick(count).filter(|_| self.chance(2)) {
            known[old].clone()
        } else {
            let mut bytes = [0; 32];
            fill(&mut self.rng, &mut bytes);
            Token::from_bytes(bytes).reveal()
        };
        let (method, what) =
            [("GET", "stream"), ("GET", "now"), ("POST", "commands")][self.below(3) as usize];
        // A page with an old cookie may watch like anybody, and can send nothing.
        let badge = if method == "POST" && self.chance(2) {
            Badge::Cookie(token)
        } else {
            Badge::Bearer(token)
        };
        let path = self.path(at, what);
        tokio::spawn(Arc::clone(&self.network).knock(badge, method, path));
    }

    /// A client changes its token.
    fn renew(&mut self, at: usize) {
        let client = &mut self.clients[at];
        if !client.renews {
            client.renews = true;
            let (session, old) = (self.people[client.person].session.clone(), client.token.clone());
            tokio::spawn(Arc::clone(&self.network).renew(at, session, old));
        }
    }

    /// A client whose token was revoked, and that was not told because the hall died meanwhile, needs another one.
    fn is_refused(&mut self, at: usize, status: u16) {
        if status == 401 && self.hall.is_some() {
            self.renew(at);
        }
    }

    /// A client changes its token, and opens a stream with the old one while that is being revoked.
    async fn renew_while_connecting(&mut self, at: usize) {
        self.renew(at);
        if self.chance(2) {
            for _ in 0..3 {
                let millis = 1 + self.below(40);
                self.pass(Duration::from_millis(millis)).await;
                let stranger = Badge::Bearer(self.clients[at].token.clone());
                let path = self.path(at, "now");
                tokio::spawn(Arc::clone(&self.network).look(at, stranger, path));
            }
            self.connect(at);
        }
    }

    fn look_or_connect(&mut self, at: usize) {
        if self.clients[at].is_plain {
            let badge = Badge::Bearer(self.clients[at].token.clone());
            let path = self.path(at, "now");
            tokio::spawn(Arc::clone(&self.network).look(at, badge, path));
        } else if self.clients[at].stream.is_none() {
            self.connect(at);
        }
    }

    // ---- halls that come and go ----

    /// The process dies. What it was about to write may have reached the disk or not. It takes a while until another
    /// one is there.
    pub(crate) async fn kill(&mut self) {
        let Some(hall) = self.hall.take() else { return };
        hall.knife.store(true, Ordering::Relaxed);
        let written = self.below(4) as usize;
        self.store.sync(written);
        self.store.crash();
        self.be_down().await;
    }

    /// The server stops as it should.
    async fn stop(&mut self) {
        let Some(hall) = self.hall.take() else { return };
        timeout(Duration::from_mins(2), hall.hall.stop()).await.expect("a hall stops in time");
        hall.knife.store(true, Ordering::Relaxed);
        self.be_down().await;
    }

    async fn be_down(&mut self) {
        self.network.connect(None);
        self.network.reset(self.clients.len());
        for client in &mut self.clients {
            client.stream = None;
            // What was asked for is not answered any more.
            client.renews = false;
        }
        let millis = self.below(8_000);
        self.pass(Duration::from_millis(millis)).await;
        self.open_hall();
        self.tally.restarts += 1;
    }

    // ---- what came ----

    pub(crate) fn hear(&mut self) {
        while let Some(mail) = self.network.take() {
            self.trace(&mail);
            match mail {
                Mail::Reply { client, key, status, text } => {
                    self.clients[client].hear_reply(&key, status, &text);
                    self.is_refused(client, status);
                }
                Mail::Frame { client, stream, frame } => {
                    let client = &mut self.clients[client];
                    if client.stream.as_ref().is_some_and(|open| open.number == stream) {
                        client.hear(&frame);
                        let is_revoked =
                            matches!(&frame, Frame::Bye(bye) if bye.reason == Farewell::Revoked);
                        self.tally.revoked += u64::from(is_revoked);
                    }
                }
                Mail::Closed { client, stream, status } => {
                    assert!(matches!(status, 200 | 401 | 503), "a stream is refused with {status}");
                    self.clients[client].stream.take_if(|open| open.number == stream);
                    self.is_refused(client, status);
                }
                Mail::Renewed { client, token, is_revoked } => {
                    let client = &mut self.clients[client];
                    client.renews = false;
                    if let Some(token) = token {
                        let old = std::mem::replace(&mut client.token, token);
                        if is_revoked {
                            client.revoked.push(old.clone());
                            let path = self.tables[client.table].path("now");
                            let stranger = Badge::Bearer(old);
                            tokio::spawn(Arc::clone(&self.network).knock(stranger, "GET", path));
                        }
                    }
                }
                Mail::Looked { client, frame } => {
                    let client = &mut self.clients[client];
                    if let Frame::Full(full) = frame
                        && client.is_plain
                    {
                        client.now = Some(full.now);
                    }
                }
                Mail::Knocked { status } => {
                    // Where the store fails nobody is told anything.
                    assert!(matches!(status, 401 | 503), "a stranger was answered with {status}");
                    self.tally.strangers += 1;
                }
            }
        }
    }
}

/// Random bytes.
pub(crate) fn fill(rng: &mut PlayoutRng, bytes: &mut [u8]) {
    for byte in bytes {
        *byte = below(rng, 256) as u8;
    }
}

/// The disk: it writes what waits, a few times in a tenth of a second, and has no other hurry.
pub(crate) async fn spin(store: Arc<MemoryStore>, mut rng: PlayoutRng) {
    loop {
        sleep(Duration::from_millis(2 + below(&mut rng, 30))).await;
        if store.waiting() > 0 {
            store.sync(1 + below(&mut rng, 6) as usize);
        }
    }
}
