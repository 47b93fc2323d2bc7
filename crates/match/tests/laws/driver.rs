//! Drives matches of any game on a virtual clock: random answers, absences, changes of who sits where,
//! pauses and takebacks, all from one seed.

use std::time::Duration;

use parlor_automation::Automation;
use parlor_chaos_letter::ChaosLetter;
use parlor_dots_and_boxes::DotsAndBoxes;
use parlor_engine::rand_core::Rng;
use parlor_engine::sample::{PlayoutRng, below, playout_rng};
use parlor_engine::{Act, AnyEntry, AnyRulebook, Basic, Seat, Seats, Viewer};
use parlor_gametest::toys::{Slips, Twenty};
use parlor_match::{
    Absence, Away, Controller, Dealer, House, NotPlayed, Occupant, Order, PlayerSpec, Referee,
    Seed, Shares, Shelf, Sitting, Takeback, Taken,
};
use parlor_property_tycoon::PropertyTycoon;
use serde_json::{Value, json};

use crate::bot::Bot;
use crate::steady::Steadies;

/// The computer players of every game: one with luck of its own, and one without.
type Players = (Basic, Steadies);

/// All games, a toy whose rules set clocks, and one with moves that nobody else notices.
pub(crate) const SHELF: Shelf = Shelf::new(&[
    AnyRulebook::of::<DotsAndBoxes, Players>(),
    AnyRulebook::of::<Automation, Players>(),
    AnyRulebook::of::<ChaosLetter, Players>(),
    AnyRulebook::of::<PropertyTycoon, Players>(),
    AnyRulebook::of::<Twenty, Players>(),
    AnyRulebook::of::<Slips, Players>(),
]);

/// The tables, which are short, so that every entry of many games can be looked at.
pub(crate) const TABLES: [(&str, &str, usize); 11] = [
    ("dots-and-boxes", r#"{"boxes":"2x2"}"#, 2),
    ("dots-and-boxes", r#"{"boxes":"2x2","opening":"swedish"}"#, 3),
    ("automation", r#"{"set":"standard","turns":3}"#, 2),
    (
        "automation",
        concat!(
            r#"{"turns":3,"set":"#,
            include_str!("../../../../games/automation/examples/startup.json"),
            "}"
        ),
        2,
    ),
    ("chaos-letter", r#"{"rounds":1}"#, 3),
    ("chaos-letter", r#"{"deck":"chaos","rounds":1}"#, 4),
    ("property-tycoon", r#"{"rounds":2,"trading":true}"#, 3),
    (
        "property-tycoon",
        r#"{"rounds":2,"auction":"free","auction_clock":"whole","auction_seconds":4}"#,
        3,
    ),
    ("twenty", r#"{"seconds":2}"#, 2),
    ("twenty", r#"{"seconds":4,"shared":true}"#, 2),
    ("slips", "{}", 3),
];

/// Something a driver hands in.
#[derive(Clone, Debug)]
pub(crate) enum Input {
    /// An answer to the question with this number.
    Play(Seat, u64, String),
    Leave(Seat),
    Tick,
    /// A line of a bot.
    Said(Seat, Vec<u8>),
    /// The line to a bot breaks.
    Gone(Seat),
    Lost(Seat),
    Back(Seat),
    Replace(Seat, Occupant),
    Pause,
    Unpause,
    TakeBack(Seat, usize),
}

/// How wild a match gets.
#[derive(Clone, Copy)]
pub(crate) struct Manner {
    /// The computer player that stands in for people who stay away and takes over after faults, and to
    /// whom seats are handed over. Without one the game's default moves are played.
    pub(crate) stand_in: Option<&'static str>,
    /// Whether bots play, too. After a restart they would have to be started again, so they do not belong
    /// in a match that is to be repeated from its log.
    pub(crate) has_bots: bool,
    /// One input in so many is something other than an answer.
    pub(crate) interruptions: u64,
}

pub(crate) struct Driver {
    pub(crate) referee: Referee,
    pub(crate) now: Duration,
    rng: PlayoutRng,
    manner: Manner,
    /// All that each viewer was told, in words, by its number.
    pub(crate) streams: Vec<(Viewer, Vec<String>)>,
    /// The bots at the other ends of the lines.
    bots: Vec<Option<Bot>>,
    /// How many lines of bots were answers that were taken, and how often a bot came back.
    pub(crate) bot_answers: usize,
    pub(crate) bot_returns: usize,
    /// How many entries were seen in drafts, and so may be told of.
    written: usize,
}

/// What everybody can see of a match, and what decides how it goes on.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Observed {
    views: Vec<Value>,
    turn: Value,
    questions: Vec<Value>,
    tickets: Vec<u64>,
    record: String,
}

impl Driver {
    pub(crate) fn new(table: (&str, &str, usize), seed: u64, manner: Manner) -> Self {
        let (game, options, seats) = table;
        let options = serde_json::from_str(options).unwrap();
        let table = SHELF.open(game, &options, seats).unwrap();
        let kind = |seat| if manner.has_bots && seat % 2 == 1 { BOT } else { "human" };
        let who = (0..seats).map(|seat| Occupant::new(kind(seat), format!("P{seat}"))).collect();
        let sitting = Sitting::new(table, who, Seed::from_number(seed), Shares::none());
        let nobody = vec![None; seats];
        Self::on(sitting, &[], &nobody, Duration::ZERO, seed, manner)
    }

    /// Goes on with a match of which this was told, and in which the connections of these people are
    /// lost, since then: the log does not have that, so whoever goes on has to know.
    pub(crate) fn on(
        sitting: Sitting,
        told: &[Taken],
        lost: &[Option<Duration>],
        now: Duration,
        seed: u64,
        manner: Manner,
    ) -> Self {
        let seats = sitting.table().seats();
        let who = |seat| sitting.occupant(Seat::at(seat));
        let controllers = (0..seats).map(|seat| controller(who(seat), &sitting)).collect();
        let bots = (0..seats).map(|seat| (who(seat).kind == BOT).then(Bot::default)).collect();
        let written = sitting.log().len();
        let streams = Viewer::all(seats).map(|viewer| (viewer, Vec::new())).collect();
        let mut driver = Self {
            referee: Referee::new(sitting, controllers, house(manner), now),
            now,
            rng: playout_rng(seed ^ 0x5eed),
            manner,
            streams,
            bots,
            bot_answers: 0,
            bot_returns: 0,
            written,
        };
        for (seat, since) in lost.iter().enumerate() {
            if let Some(since) = since {
                driver.referee.lost(Seat::at(seat), *since);
            }
        }
        for taken in told {
            driver.hear(taken);
        }
        driver.write_down();
        driver
    }

    /// Since when the connection of each seat is lost.
    pub(crate) fn lost(&self) -> Vec<Option<Duration>> {
        let seats = (0..self.sitting().table().seats()).map(Seat::at);
        seats.map(|seat| self.referee.lost_since(seat)).collect()
    }

    /// How much each viewer was told.
    pub(crate) fn told(&self) -> Vec<usize> {
        self.streams.iter().map(|(_, stream)| stream.len()).collect()
    }

    pub(crate) fn is_over(&self) -> bool {
        self.referee.end().is_some()
    }

    pub(crate) fn sitting(&self) -> &Sitting {
        self.referee.sitting()
    }

    /// The next input, and when it comes.
    pub(crate) fn next(&mut self) -> (Duration, Input) {
        let passed = [0, 1, 40, 700, 2_500][self.below(5) as usize];
        let at = self.now + Duration::from_millis(passed);
        let input = if self.below(self.manner.interruptions) == 0 {
            self.interruption()
        } else if self.referee.wake_at().is_some_and(|due| at > due) {
            Input::Tick
        } else {
            self.answer()
        };
        (at, input)
    }

    fn answer(&mut self) -> Input {
        let asked = self.referee.asked();
        // Bots that are getting ready have something to say before anybody is asked.
        let unready = self.referee.awaited().less(asked);
        if let Some(seat) = unready.first() {
            return self.speak(seat);
        }
        let Some(seat) = asked.nth(self.below(asked.len().max(1) as u64) as usize) else {
            return Input::Tick;
        };
        if !self.referee.is_person(seat) {
            return self.speak(seat);
        }
        let menu = self.sitting().table().menu(seat, 200);
        if menu.entries.is_empty() {
            return Input::Tick;
        }
        let number = self.below(menu.entries.len() as u64) as usize;
        let played = match &menu.entries[number] {
            AnyEntry::One { notation, .. } => notation.clone(),
            AnyEntry::Range { first, last, .. } => {
                if self.rng.next_u32() & 1 == 0 {
                    first.clone()
                } else {
                    last.clone()
                }
            }
        };
        let question = self.referee.question(seat).expect("it is asked");
        Input::Play(seat, question, played)
    }

    /// What the bot in a seat says next.
    fn speak(&mut self, seat: Seat) -> Input {
        let bot = self.bots[seat.index()].as_mut();
        let said = bot.and_then(|bot| bot.speak(&mut self.rng));
        said.map_or(Input::Tick, |line| Input::Said(seat, line))
    }

    /// Somebody new for a seat: a person, a computer player, a bot.
    fn newcomer(&mut self) -> Occupant {
        let name = format!("Q{}", self.below(3));
        match (self.below(4), self.manner.stand_in) {
            (0, Some(player)) => Occupant::new(player, name),
            (1, _) if self.manner.has_bots => Occupant::new(BOT, name),
            _ => Occupant::new("human", name),
        }
    }

    fn interruption(&mut self) -> Input {
        let seats = self.sitting().table().seats();
        let seat = Seat::at(self.below(seats as u64) as usize);
        match self.below(24) {
            0 => Input::Leave(seat),
            1..4 => Input::Lost(seat),
            4..7 => {
                let is_lost = |seat: &Seat| self.referee.lost_since(*seat).is_some();
                let lost = (0..seats).map(Seat::at).find(is_lost);
                Input::Back(lost.unwrap_or(seat))
            }
            7..9 => Input::Replace(seat, self.newcomer()),
            9..12 => Input::Pause,
            12..15 => Input::Unpause,
            15..20 => {
                let back = 1 + self.below(3) as usize;
                let acts = self.sitting().acts();
                let last = acts.len().saturating_sub(back);
                let by = acts.get(last).and_then(Act::seat).unwrap_or(seat);
                Input::TakeBack(by, last)
            }
            20..22 => match self.answer() {
                // An answer that comes twice, or to a question that is not put yet.
                Input::Play(seat, question, played) => {
                    Input::Play(seat, question + 1 - 2 * self.below(2), played)
                }
                other => other,
            },
            22 if self.referee.listens(seat) => Input::Said(seat, Bot::misbehave(&mut self.rng)),
            23 if self.referee.listens(seat) && self.below(3) == 0 => Input::Gone(seat),
            _ => Input::Tick,
        }
    }

    /// Hands an input in, has what comes of it written down, and listens to what is told.
    pub(crate) fn hand_in(&mut self, at: Duration, input: &Input) {
        let earlier = std::mem::replace(&mut self.now, at);
        match input.clone() {
            Input::Play(seat, question, played) => {
                let before = self.referee.question(seat);
                // The time between two inputs is the time that a person takes, once the question is seen.
                if before == Some(question) {
                    self.referee.shown(seat, earlier);
                }
                let refused = self.referee.answer(seat, question, played, at).err();
                let is_stale =
                    matches!(refused, Some(NotPlayed::Stale { .. } | NotPlayed::Answered { .. }));
                assert_eq!(is_stale, before != Some(question), "{refused:?}");
            }
            Input::Leave(seat) => _ = self.referee.leave(seat, at),
            Input::Tick => self.referee.tick(at),
            Input::Lost(seat) => {
                self.referee.lost(seat, at);
                if self.referee.listens(seat) {
                    // One that was not ready yet tries again at once, and the others later.
                    let is_lost = self.referee.lost_since(seat).is_some();
                    self.bots[seat.index()] = (!is_lost).then(Bot::default);
                }
            }
            Input::Back(seat) => {
                let is_bot = self.referee.listens(seat);
                if is_bot && self.referee.lost_since(seat).is_some() {
                    self.bots[seat.index()] = Some(Bot::default());
                    self.bot_returns += 1;
                }
                self.referee.back(seat, at);
            }
            Input::Said(seat, line) => {
                self.referee.said(seat, &line, at);
                let first = self.referee.draft().and_then(|draft| draft.entries().next());
                let is_answer = first.is_some_and(|first| first.act().is_some());
                self.bot_answers += usize::from(is_answer);
            }
            Input::Gone(seat) => self.referee.gone(seat, "it hung up".to_owned(), at),
            Input::Replace(seat, who) => {
                let controller = controller(&who, self.referee.sitting());
                let is_bot = matches!(controller, Controller::Bot(_));
                let is_done = self.referee.replace(seat, who, controller, at).is_ok();
                // The bot that sat there hears its end, and then nobody speaks for it any more.
                self.write_down();
                if is_done && is_bot {
                    self.bots[seat.index()] = Some(Bot::default());
                }
            }
            Input::Pause => _ = self.referee.pause(at),
            Input::Unpause => _ = self.referee.unpause(at),
            Input::TakeBack(seat, remain) => {
                let agreed = match self.referee.may_take_back(seat, remain) {
                    Takeback::Consent(seats) => seats,
                    Takeback::Free | Takeback::Refused(_) => Seats::NONE,
                };
                _ = self.referee.take_back(seat, remain, agreed, at);
            }
        }
        self.write_down();
    }

    /// Commits what is drafted. Nothing of it may be told in between.
    fn write_down(&mut self) {
        loop {
            while let Some(draft) = self.referee.draft() {
                assert_eq!(draft.number(), self.written + 1, "entries are numbered without a gap");
                self.written += draft.entries().len();
                // What comes out now was committed before.
                self.listen();
                self.referee.commit(self.now);
                self.listen();
            }
            let parlor_match::Waiting::Player(seat) = self.referee.waiting() else { break };
            let now = self.now;
            self.referee.consult(seat, || now);
        }
        self.listen();
    }

    fn listen(&mut self) {
        while let Some(order) = self.referee.order() {
            match order {
                Order::Happened(taken) => self.hear(&taken),
                Order::Send(seat, line) => {
                    let committed = self.sitting().told()[Viewer::Seat(seat)];
                    let bot = self.bots[seat.index()].as_mut().expect("a bot is told something");
                    bot.hear(&line, committed);
                }
                Order::HangUp(seat) => self.bots[seat.index()] = None,
            }
        }
    }

    fn hear(&mut self, taken: &Taken) {
        let committed = self.sitting().log().len();
        assert!(taken.number <= committed, "{taken:?} was told before it was durable");
        for (viewer, stream) in &mut self.streams {
            for (number, news) in taken.news(*viewer) {
                assert_eq!(number as usize, stream.len() + 1, "{viewer}: a gap before {news:?}");
                stream.push(format!("{news:?}"));
            }
        }
    }

    /// How the match stands for everybody.
    pub(crate) fn observed(&self) -> Observed {
        observed(self.sitting())
    }

    fn below(&mut self, n: u64) -> u64 {
        below(&mut self.rng, n)
    }
}

pub(crate) fn observed(sitting: &Sitting) -> Observed {
    let table = sitting.table();
    let seats = (0..table.seats()).map(Seat::at);
    let questions = seats.map(|seat| {
        let open = sitting.question(seat);
        json!({
            "open": format!("{open:?}"), "asked": sitting.questions(seat),
            "bank": format!("{:?}", sitting.bank(seat)), "used": format!("{:?}", sitting.time_used(seat)),
            "who": sitting.occupant(seat), "runs out": format!("{:?}", sitting.runs_out_at(seat)),
            "menu": format!("{:?}", table.menu(seat, 1_000)),
        })
    });
    Observed {
        views: Viewer::all(table.seats()).map(|viewer| table.view(viewer)).collect(),
        turn: json!(table.turn()),
        questions: questions.collect(),
        tickets: next_tickets(sitting.dealer().unwrap()),
        record: format!("{:?} {}", sitting.told(), sitting.so_far().to_text()),
    }
}

/// What chance would decide next, in every stream that a game of the shelf draws from.
pub(crate) fn next_tickets(dealer: &Dealer) -> Vec<u64> {
    let mut dealer = dealer.clone();
    STREAMS.iter().map(|label| dealer.ticket(label, 1 << 40)).collect()
}

/// The streams of the games of the shelf.
const STREAMS: [&str; 12] = [
    "deck",
    "starter",
    "deck/1",
    "deck/2",
    "kingdom",
    "dice/1",
    "dice/2",
    "dice/3",
    "dice/4",
    "pot-luck",
    "opportunity-knocks",
    "another",
];

/// The kind of a bot.
pub(crate) const BOT: &str = "bot";

/// Where the answers of an occupant come from.
fn controller(who: &Occupant, sitting: &Sitting) -> Controller {
    match who.kind.as_str() {
        "human" => Controller::Person,
        BOT => Controller::Bot(None),
        player => sitting.table().player(player, 1).map_or(Controller::Absent, Controller::Player),
    }
}

fn house(manner: Manner) -> House {
    let then =
        manner.stand_in.map_or(Away::DefaultMoves, |name| Away::Takeover(PlayerSpec::named(name)));
    let costs =
        manner.stand_in.map_or("default-move".to_owned(), |name| format!("takeover:{name}"));
    House {
        terms: "30s+500ms/4s".parse().unwrap(),
        costs: costs.parse().unwrap(),
        hurries_people: true,
        absence: Absence { grace: Duration::from_secs(3), then },
        ..House::default()
    }
}
