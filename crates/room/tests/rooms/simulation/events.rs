//! What happens: each step is one event, and every order of events is possible.

use std::time::Duration;

use super::client::WATCHING;
use super::promises::Expected;
use super::{Message, Simulation};
use crate::server::Server;
use parlor_engine::Viewer;
use parlor_room::{Line, NotStored, Ticket};

impl Simulation {
    pub(super) fn step(&mut self) {
        // No two events are at the same time, so that it is clear which was first.
        self.pass(Duration::from_millis(1));
        let Some(client) = self.pick(self.clients.len()) else { return };
        let Some(player) = self.pick(self.clients.len() - WATCHING) else { return };
        let Some(server) = self.pick(self.servers.len()) else { return };
        match self.below(32) {
            0..8 => self.act(player),
            8..15 => self.deliver(),
            15..22 => self.store(server),
            22..24 => self.think(server),
            24..26 => self.connect(client),
            26 => self.cut(client),
            27 => self.bury(),
            28 => {
                let most = if self.chance(3) { 15_000 } else { 1_500 };
                let millis = self.below(most);
                self.pass(Duration::from_millis(millis));
            }
            29 => self.write_again(),
            30 if self.chance(12) => self.kill(),
            30 if self.chance(8) => self.take_over(),
            _ => self.check_against_a_fresh_room(),
        }
        self.hear();
        if self.chance(3) {
            self.check_streams();
        }
    }

    /// One of the requests arrives, in no order; some arrive and are still on their way.
    pub(super) fn deliver(&mut self) {
        let Some(at) = self.pick(self.network.len()) else { return };
        let again = self.chance(5);
        let message = if again { self.network[at].clone() } else { self.network.swap_remove(at) };
        let Message { client, epoch, request } = message;
        let ticket = Ticket(self.number());
        let (party, now) = (self.clients[client].party, self.now);
        let Some(party) = party else { return };
        let viewer = self.clients[client].viewer;
        // A server that is not there any more answers nothing.
        let Some(server) = self.server(epoch) else { return };
        let expected = Expected::of(server, viewer, &request, now);
        server.request(party, ticket, request, now);
        self.presence.sign(epoch, party, now);
        self.tickets.insert(ticket, (client, expected));
    }

    /// The store has written what it was given, or could not, or cannot say.
    pub(super) fn store(&mut self, server: usize) {
        let (fails, is_written) = (self.chance(40), self.chance(2));
        let looks = self.chance(3);
        let now = self.now;
        let Some(append) = self.servers[server].storing.pop_front() else { return };
        let (epoch, drafted) = (self.servers[server].epoch, self.servers[server].drafted);
        let (holders, settings) = (&self.setup.holders, &self.setup.settings);
        self.presence.check((epoch, drafted), &append, holders, settings);
        let mut stored = Err(NotStored::Unavailable);
        if !fails || is_written {
            stored = self.store.append(epoch, &append);
            let is_owner = self.store.is_owner(epoch);
            let is_refused = is_owner && stored == Err(NotStored::Conflict);
            assert!(!is_refused, "the log of the owner is the log in the store");
        }
        if stored.is_ok() {
            self.late.push((epoch, append));
        }
        let stored = if fails { Err(NotStored::Unavailable) } else { stored };
        let before = (looks && stored.is_ok()).then(|| self.all_see(server));
        self.servers[server].stored(stored, now);
        if let Some(before) = before {
            self.check_that_hidden_acts_stay_hidden(server, &before);
        }
        self.bury_broken();
    }

    /// Something that was written before reaches the store a second time.
    fn write_again(&mut self) {
        if let Some(at) = self.pick(self.late.len()) {
            let (epoch, append) = self.late.swap_remove(at);
            _ = self.store.append(epoch, &append);
        }
    }

    fn think(&mut self, server: usize) {
        let now = self.now;
        if let Some(at) = self.pick(self.servers[server].thinking.len()) {
            self.servers[server].decide(at, now);
        }
    }

    /// Time passes, and every server does what it has asked to be woken for.
    pub(super) fn pass(&mut self, time: Duration) {
        self.now += time;
        for server in &mut self.servers {
            for times in 0.. {
                assert!(times < 100, "a room is not woken over and over for nothing");
                if server.room.wake_at().is_none_or(|at| at > self.now) {
                    break;
                }
                server.tick(self.now);
            }
        }
    }

    /// A client opens a stream to the owner of the match, from where it was or from the beginning.
    pub(super) fn connect(&mut self, at: usize) {
        self.cut_if(at, |_, _| true);
        let client = &self.clients[at];
        if client.is_plain {
            return;
        }
        let last = client.told.keys().next_back().copied();
        let party = client.party;
        let from = if self.chance(3) { None } else { last.or(Some(0)) };
        let (line, now, epoch) = (Line(self.number()), self.now, self.owner().epoch);
        let Some(server) = self.server(epoch) else { return };
        assert!(server.listen(line, party, from, now), "there is room for one more");
        if let Some(party) = party {
            self.presence.opened(epoch, party, line, now);
        }
        let client = &mut self.clients[at];
        (client.line, client.heard, client.read) = (Some((epoch, line)), from, 0);
    }

    /// The stream of a client ends; the server may notice it much later.
    fn cut(&mut self, at: usize) {
        self.cut_if(at, |_, _| true);
    }

    fn cut_if(&mut self, at: usize, is_cut: impl Fn(u64, Line) -> bool) {
        let client = &mut self.clients[at];
        if let Some((epoch, line)) = client.line.take_if(|(epoch, line)| is_cut(*epoch, *line)) {
            // Spectators without an account have no presence.
            let party = client.party.unwrap_or(parlor_room::Party(0));
            self.dying.push((epoch, party, line));
        }
    }

    /// A server notices that a stream has ended.
    pub(super) fn bury(&mut self) {
        let Some(at) = self.pick(self.dying.len()) else { return };
        let (epoch, party, line) = self.dying.swap_remove(at);
        let now = self.now;
        if let Some(server) = self.server(epoch) {
            server.ended(line, now);
            self.presence.ended(epoch, party, line, now);
        }
    }

    /// The owner is killed. What it was about to store may have reached the disk or not. It takes a while until
    /// another one is there.
    fn kill(&mut self) {
        let Some(mut server) = self.servers.pop() else { return };
        if let Some(append) = server.storing.pop_front().filter(|_| self.chance(2)) {
            _ = self.store.append(server.epoch, &append);
        }
        let down = self.below(600_000);
        self.pass(Duration::from_millis(down));
        self.restart();
    }

    /// Another server takes the match over. The owner until then does not know that.
    fn take_over(&mut self) {
        if self.servers.len() > 1 {
            self.servers.remove(0);
        }
        self.restart();
    }

    pub(super) fn restart(&mut self) {
        self.restarts += 1;
        let server = Server::start(&mut self.store, &self.setup, self.now);
        self.presence.server_started(&server, self.now);
        self.servers.push(server);
        self.check_clocks_after_a_restart();
        self.bury_broken();
    }

    /// Servers whose rooms are of no more use are gone. Where it was the owner, another one comes.
    fn bury_broken(&mut self) {
        self.hear();
        self.servers.retain(|server| server.broken.is_none());
        let epochs: Vec<u64> = self.servers.iter().map(|server| server.epoch).collect();
        for client in &mut self.clients {
            client.line.take_if(|(epoch, _)| !epochs.contains(epoch));
        }
        if !self.servers.last().is_some_and(|server| self.store.is_owner(server.epoch)) {
            self.restart();
        }
    }

    /// Clients take in what came on their streams, and the replies to their commands.
    pub(super) fn hear(&mut self) {
        for client in &mut self.clients {
            let Some((epoch, line)) = client.line else { continue };
            let server = self.servers.iter_mut().find(|server| server.epoch == epoch);
            let Some(server) = server else { continue };
            let frames = server.told.entry(line).or_default();
            for frame in frames.iter().skip(client.read) {
                client.hear(frame);
            }
            // The last one is kept: it says how it stands.
            frames.drain(..frames.len().saturating_sub(1));
            client.read = frames.len();
            client.line.take_if(|_| server.closed.contains_key(&line));
        }
        for server in &mut self.servers {
            for (ticket, reply) in std::mem::take(&mut server.replies) {
                if let Some((client, expected)) = self.tickets.remove(&ticket) {
                    expected.check(&reply);
                    self.clients[client].hear_reply(reply);
                }
            }
        }
    }

    /// Everybody is gone. What is on its way arrives, and the match goes on as far as it goes without them.
    pub(super) fn play_to_the_end(&mut self) {
        self.servers.drain(..self.servers.len() - 1);
        for client in 0..self.clients.len() {
            self.cut(client);
        }
        for _ in 0..100_000 {
            let server = self.servers.len() - 1;
            if !self.owner().storing.is_empty() {
                self.store(server);
            } else if !self.owner().thinking.is_empty() {
                self.think(server);
            } else if !self.network.is_empty() {
                self.deliver();
            } else if !self.dying.is_empty() {
                self.bury();
            } else if let Some(at) = self.owner().room.wake_at() {
                let time = at.saturating_sub(self.now) + Duration::from_millis(1);
                self.pass(time);
            } else {
                break;
            }
            self.hear();
        }
        self.check_that_nothing_is_left_undone();
    }

    /// How it stands for everybody at one server.
    pub(super) fn all_see(&self, server: usize) -> Vec<(Viewer, parlor_room::Standing)> {
        let room = &self.servers[server].room;
        let viewers = Viewer::all(self.setup.holders.len());
        viewers.map(|viewer| (viewer, room.standing(viewer, self.now))).collect()
    }
}
