//! Drives matches of any game on a virtual clock: random answers, absences, changes of who sits where,
//! pauses and takebacks, all from one seed.

use std::time::Duration;

use parlor_automation::Automation;
use parlor_chaos_letter::ChaosLetter;
use parlor_dots_and_boxes::DotsAndBoxes;
use parlor_engine::rand_core::Rng;
use parlor_engine::sample::{PlayoutRng, below, playout_rng};
use parlor_engine::{Act, AnyEntry, AnyRulebook, Basic, Seat, Seats, Viewer};
use parlor_gametest::toys::Twenty;
use parlor_match::{
    Absence, Away, Controller, House, NotPlayed, Occupant, Order, Referee, Seed, Shares, Shelf,
    Sitting, Takeback, Taken,
};
use parlor_property_tycoon::PropertyTycoon;
use serde_json::{Value, json};

/// All games, and a toy whose rules set clocks.
pub(crate) const SHELF: Shelf = Shelf::new(&[
    AnyRulebook::of::<DotsAndBoxes, Basic>(),
    AnyRulebook::of::<Automation, Basic>(),
    AnyRulebook::of::<ChaosLetter, Basic>(),
    AnyRulebook::of::<PropertyTycoon, Basic>(),
    AnyRulebook::of::<Twenty, Basic>(),
]);

/// The tables, which are short, so that every entry of many games can be looked at.
pub(crate) const TABLES: [(&str, &str, usize); 10] = [
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
];

/// Something a driver hands in.
#[derive(Clone, Debug)]
pub(crate) enum Input {
    /// An answer to the question with this number.
    Play(Seat, u64, String),
    Leave(Seat),
    Tick,
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
    /// Whether computer players may stand in. Their luck is their own, so they do not belong in a
    /// match that is to be repeated from its log.
    pub(crate) has_players: bool,
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
    /// How many entries were seen in drafts, and so may be told of.
    written: usize,
}

/// What everybody can see of a match, and what decides how it goes on.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Observed {
    views: Vec<Value>,
    turn: Value,
    questions: Vec<Value>,
    record: String,
}

impl Driver {
    pub(crate) fn new(table: (&str, &str, usize), seed: u64, manner: Manner) -> Self {
        let (game, options, seats) = table;
        let options = serde_json::from_str(options).unwrap();
        let table = SHELF.open(game, &options, seats).unwrap();
        let who = (0..seats).map(|seat| Occupant::new("human", format!("P{seat}"))).collect();
        let sitting = Sitting::new(table, who, Seed::from_number(seed), Shares::none());
        Self::on(sitting, &[], Duration::ZERO, seed, manner)
    }

    /// Goes on with a match of which this was told.
    pub(crate) fn on(
        sitting: Sitting,
        told: &[Taken],
        now: Duration,
        seed: u64,
        manner: Manner,
    ) -> Self {
        let seats = sitting.table().seats();
        let controllers = (0..seats).map(|_| Controller::Person).collect();
        let written = sitting.log().len();
        let streams = Viewer::all(seats).map(|viewer| (viewer, Vec::new())).collect();
        let mut driver = Self {
            referee: Referee::new(sitting, controllers, house(manner), now),
            now,
            rng: playout_rng(seed ^ 0x5eed),
            manner,
            streams,
            written,
        };
        for taken in told {
            driver.hear(taken);
        }
        driver.write_down();
        driver
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
        let Some(seat) = asked.nth(self.below(asked.len().max(1) as u64) as usize) else {
            return Input::Tick;
        };
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

    fn interruption(&mut self) -> Input {
        let seats = self.sitting().table().seats();
        let seat = Seat::at(self.below(seats as u64) as usize);
        match self.below(24) {
            0 => Input::Leave(seat),
            1..4 => Input::Lost(seat),
            4..7 => Input::Back(seat),
            7..9 => Input::Replace(seat, Occupant::new("human", format!("Q{}", self.below(3)))),
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
            _ => Input::Tick,
        }
    }

    /// Hands an input in, has what comes of it written down, and listens to what is told.
    pub(crate) fn hand_in(&mut self, at: Duration, input: &Input) {
        self.now = at;
        match input.clone() {
            Input::Play(seat, question, played) => {
                let before = self.referee.question(seat);
                let refused = self.referee.answer(seat, question, played, at).err();
                let is_stale =
                    matches!(refused, Some(NotPlayed::Stale { .. } | NotPlayed::Answered { .. }));
                assert_eq!(is_stale, before != Some(question), "{refused:?}");
            }
            Input::Leave(seat) => _ = self.referee.leave(seat, at),
            Input::Tick => self.referee.tick(at),
            Input::Lost(seat) => self.referee.lost(seat, at),
            Input::Back(seat) => self.referee.back(seat, at),
            Input::Replace(seat, who) => {
                _ = self.referee.replace(seat, who, Controller::Person, at);
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

    /// Commits what is drafted. Nothing may be told in between.
    fn write_down(&mut self) {
        loop {
            while let Some(draft) = self.referee.draft() {
                assert_eq!(draft.number(), self.written + 1, "entries are numbered without a gap");
                self.written += draft.entries().len();
                let told = self.referee.order();
                assert!(told.is_none(), "{told:?} was told before it was durable");
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
            if let Order::Happened(taken) = order {
                self.hear(&taken);
            }
        }
    }

    fn hear(&mut self, taken: &Taken) {
        assert!(taken.number <= self.written, "{taken:?} was never drafted");
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
        record: format!("{:?} {}", sitting.told(), sitting.so_far().to_text()),
    }
}

fn house(manner: Manner) -> House {
    let then =
        if manner.has_players { Away::Takeover("random".to_owned()) } else { Away::DefaultMoves };
    let costs = if manner.has_players { "takeover:random" } else { "default-move" };
    House {
        terms: "30s+500ms/4s".parse().unwrap(),
        costs: costs.parse().unwrap(),
        hurries_people: true,
        absence: Absence { grace: Duration::from_secs(3), then },
        ..House::default()
    }
}
