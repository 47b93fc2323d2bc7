//! One game with the bot, refereed as any other, where what is said on the line may be altered on its
//! way.

use std::time::{Duration, Instant};

use parlor_engine::Seat;
use parlor_protocol::{self as wire, FromBot, Unreadable};
use serde_json::Value;

use super::partner::{Delivery, Heard, Partner};
use super::survey::kind;
use super::twist::{Incoming, Twist};
use parlor_match::{
    Controller, Cost, Costs, Event, Fault, House, Order, Referee, Sitting, Terms, Verdict, Waiting,
};

/// A game to be played with the bot.
pub(super) struct Game {
    pub(super) sitting: Sitting,
    /// Where the bot sits.
    pub(super) seat: Seat,
    pub(super) terms: Terms,
    /// The game is stopped after so many answers of the bot, …
    pub(super) most: usize,
    /// … or after this time.
    pub(super) time: Duration,
    /// For the players in the other seats.
    pub(super) seed: u64,
}

/// What came of it.
#[derive(Default)]
pub(super) struct Played {
    /// The answers that were taken.
    pub(super) answers: Vec<Answer>,
    /// What the bot did wrong, and when.
    pub(super) trouble: Option<Trouble>,
    /// When it was ready to play.
    pub(super) ready: Option<Instant>,
}

/// An answer.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Answer {
    pub(super) kind: String,
    pub(super) played: String,
    pub(super) took: Duration,
    /// How long it might have taken.
    pub(super) allowed: Option<Duration>,
}

/// What a bot did wrong.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Trouble {
    pub(super) fault: Fault,
    /// The question that was open, and its kind.
    pub(super) question: Option<Value>,
    /// What the bot had said last.
    pub(super) said: Option<String>,
    /// What had been done to it.
    pub(super) stage: Option<&'static str>,
    /// What it came of.
    pub(super) after: After,
    /// Whether it was ready to play by then.
    pub(super) was_ready: bool,
}

/// What a fault came of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum After {
    /// Of nothing being said.
    Silence,
    /// Of a line that is a message.
    Message,
    /// Of a line that is none.
    Noise,
    /// Of the bot being gone.
    Loss,
}

/// The seat that is asked, the line to it, and what is known of the conversation.
struct Table<'a> {
    partner: &'a mut Partner,
    twist: &'a mut dyn Twist,
    referee: Referee,
    seat: Seat,
    begun: Instant,
    /// How much later it is for the referee than on the clock: time that was skipped.
    skipped: Duration,
    /// The open question: its number, itself, when it was put, and how long the answer may take.
    open: Option<(u64, Value, Instant, Option<Duration>)>,
    /// The number of the last question that was put.
    asked: u64,
    said: Option<String>,
    after: After,
    played: Played,
}

/// Plays a game with the bot, or as much of it as is wanted.
pub(super) fn play(partner: &mut Partner, game: Game, twist: &mut dyn Twist) -> Played {
    let begun = Instant::now();
    let Game { sitting, seat, terms, most, time, seed } = game;
    let controllers = (0..sitting.table().seats()).map(|index| match Seat::at(index) {
        here if here == seat => Controller::Bot(partner.hello.clone().map(Into::into)),
        other => house_player(&sitting, other, seed),
    });
    let controllers = controllers.collect();
    let costs = Costs::all(&Cost::Game)
        .with(Verdict::Illegal, Cost::DefaultMove)
        .with(Verdict::Timeout, Cost::DefaultMove);
    let referee = Referee::new(
        sitting,
        controllers,
        House { terms, costs, ..House::default() },
        Duration::ZERO,
    );
    let mut table = Table {
        partner,
        twist,
        referee,
        seat,
        begun,
        skipped: Duration::ZERO,
        open: None,
        asked: 0,
        said: None,
        after: After::Silence,
        played: Played::default(),
    };
    loop {
        let enough = table.played.answers.len() >= most || begun.elapsed() > time;
        if !table.carry_out(enough) {
            break;
        }
        match table.referee.waiting() {
            Waiting::Bots => table.listen(),
            Waiting::Player(seat) => {
                let (begun, skipped) = (table.begun, table.skipped);
                table.referee.consult(seat, || begun.elapsed() + skipped);
            }
            Waiting::Person(_) | Waiting::Chance | Waiting::Nobody => break,
        }
    }
    if table.played.trouble.is_none() {
        table.twist_ends();
    }
    table.played
}

/// The others play anything, or as the game's simplest player does.
fn house_player(sitting: &Sitting, seat: Seat, seed: u64) -> Controller {
    let own = sitting.table().about().players.first().map_or("random", |first| first.name);
    let name = if (seat.index() as u64 + seed).is_multiple_of(3) { own } else { "random" };
    let player = sitting.table().player(name, seed.wrapping_add(seat.index() as u64));
    player.map_or(Controller::Absent, Controller::Player)
}

impl Table<'_> {
    fn now(&self) -> Duration {
        self.begun.elapsed() + self.skipped
    }

    /// Does what the referee orders; `false` when the game is to end here.
    fn carry_out(&mut self, mut enough: bool) -> bool {
        let mut deliveries = Vec::new();
        let mut goes_on = true;
        while self.referee.draft().is_some() {
            // Nobody keeps these games.
            self.referee.commit(self.now());
        }
        while let Some(order) = self.referee.order() {
            match order {
                Order::Send(_, line) => {
                    let Ok(message) = serde_json::from_slice::<Value>(&line) else { continue };
                    let decides = message["type"] == "decide";
                    // Nobody is asked what will not be waited for: the answer would come in the
                    // next game.
                    if decides && enough {
                        self.referee.stop();
                        continue;
                    }
                    if message["type"] == "stop" && message["id"].as_u64() > Some(self.asked) {
                        continue;
                    }
                    if decides {
                        self.note_question(&message);
                    }
                    self.twist.outgoing(message, line, &mut deliveries);
                }
                Order::Happened(taken) => match taken.entry.event {
                    Event::Fault(fault)
                        if fault.seat == self.seat && !self.twist.forgives(&fault) =>
                    {
                        self.note_fault(*fault);
                        (goes_on, enough) = (false, true);
                        self.referee.stop();
                    }
                    _ => {}
                },
                Order::HangUp(_) => goes_on = false,
            }
        }
        self.partner.deliver(deliveries);
        goes_on && self.played.trouble.is_none()
    }

    fn note_question(&mut self, decide: &Value) {
        let allowed = decide["deadline"].as_u64().map(Duration::from_millis);
        self.played.ready.get_or_insert_with(Instant::now);
        let id = decide["id"].as_u64().unwrap_or(0);
        self.asked = id;
        self.open = Some((id, decide["question"].clone(), Instant::now(), allowed));
    }

    fn note_fault(&mut self, fault: Fault) {
        self.played.trouble.get_or_insert(Trouble {
            fault,
            question: self.open.as_ref().map(|(_, question, ..)| question.clone()),
            said: self.said.clone(),
            stage: self.twist.stage(),
            after: self.after,
            was_ready: self.played.ready.is_some(),
        });
    }

    /// Waits for the bot, but not longer than the referee does.
    fn listen(&mut self) {
        let until = self.referee.wake_at().map(|at| self.begun + at.saturating_sub(self.skipped));
        let heard = self.partner.hear(until);
        self.after = match &heard {
            Heard::Line(line) => match wire::read::<FromBot>(line) {
                Err(Unreadable::NotJson(_) | Unreadable::NotText | Unreadable::NoType(_)) => {
                    After::Noise
                }
                _ => After::Message,
            },
            Heard::Silence => After::Silence,
            Heard::Gone(_) | Heard::TooMuch(_) => After::Loss,
        };
        match heard {
            Heard::Line(line) => self.hear(line),
            Heard::Silence => self.referee.tick(self.now()),
            Heard::Gone(why) => self.referee.gone(self.seat, why, self.now()),
            Heard::TooMuch(why) => self.referee.overlong(self.seat, why, self.now()),
        }
    }

    fn hear(&mut self, line: Vec<u8>) {
        let heard = Instant::now();
        self.said = Some(shortened(&String::from_utf8_lossy(&line)));
        let message = wire::read::<FromBot>(&line).ok();
        match &message {
            Some(FromBot::Pong(_)) => _ = self.played.ready.get_or_insert(heard),
            Some(FromBot::Hello(hello)) => {
                self.partner.hello.get_or_insert_with(|| hello.clone());
                self.partner.greeted.get_or_insert(heard);
            }
            _ => {}
        }
        let (line, late) = match self.twist.incoming(message.as_ref()) {
            Incoming::Pass => (line, false),
            Incoming::Replace(message) => (wire::write(&message), false),
            Incoming::Swallow => return,
            Incoming::TooLate => (line, true),
        };
        if late {
            let allowed = self.open.as_ref().and_then(|(.., allowed)| *allowed);
            self.skipped += allowed.unwrap_or_default() + Duration::from_secs(1);
            return self.referee.tick(self.now());
        }
        if let Ok(FromBot::Choose(choose)) = wire::read::<FromBot>(&line)
            && let Some((_, question, since, allowed)) =
                self.open.take_if(|(id, ..)| *id == choose.id)
        {
            self.played.answers.push(Answer {
                kind: kind(&question),
                played: choose.played,
                took: heard - since,
                allowed,
            });
            // For what is said of it if it is refused.
            self.open = Some((choose.id, question, since, allowed));
        }
        self.referee.said(self.seat, &line, self.now());
        if let Some(FromBot::Choose(_)) = message {
            let mut deliveries = Vec::new();
            self.twist.after_answer(&mut deliveries);
            self.partner.deliver(deliveries);
        }
    }

    /// Waits a moment for what the twist still wants to hear.
    fn twist_ends(&mut self) {
        const MOMENT: Duration = Duration::from_secs(1);
        let until = Instant::now() + MOMENT;
        while self.twist.waits() {
            match self.partner.hear(Some(until)) {
                Heard::Line(line) => {
                    _ = self.twist.incoming(wire::read::<FromBot>(&line).ok().as_ref());
                }
                _ => break,
            }
        }
    }
}

/// What is repeated of a line in a report.
pub(super) fn shortened(line: &str) -> String {
    const MOST: usize = 200;
    let plain = line.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c });
    let mut short: String = plain.take(MOST).collect();
    if line.chars().nth(MOST).is_some() {
        short.push('…');
    }
    short
}

/// The bytes of a message.
pub(super) fn line(message: &Value) -> Delivery {
    let mut bytes = message.to_string().into_bytes();
    bytes.push(b'\n');
    Delivery::Bytes(bytes)
}
