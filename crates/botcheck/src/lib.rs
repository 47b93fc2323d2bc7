//! Finds out whether a bot behaves, and says what to change where it does not.
//!
//! The bot is played with: a few games as any other, and then short conversations in which something is
//! done to what it is told. Each of them begins with a fresh bot, so that one fault does not hide, or
//! show up as, another. `docs/reference/bot-check.md` tells what each check means.
//!
//! ```no_run
//! use parlor_dots_and_boxes::DotsAndBoxes;
//! use parlor_botcheck::{Checkup, Grade, Variant};
//! use parlor_match::Shelf;
//! use parlor_runner::SeatSpec;
//! use serde_json::json;
//!
//! let bot = SeatSpec::Command(vec!["python3".to_owned(), "bot.py".to_owned()]);
//! let table = Variant { game: "dots-and-boxes".to_owned(), options: json!({}), seats: 2 };
//! let shelf = Shelf::only::<DotsAndBoxes>();
//! let report = Checkup::new(bot).run(&[vec![table]], shelf, &mut |_| {}).unwrap();
//! assert_eq!(report.grade(), Grade::Pass);
//! ```

mod advice;
mod exam;
mod judge;
mod memory;
mod partner;
mod report;
mod survey;
mod table;
mod twist;

use std::time::Duration;

use serde_json::Value;

pub use report::{Check, Figures, Finding, GameFigures, Grade, Report};

use exam::Exam;
use parlor_match::Terms;
use parlor_match::{NoTable, Shelf};
use parlor_runner::Care;
use parlor_runner::SeatSpec;
use survey::Survey;

/// How to look at a bot.
#[derive(Clone, Debug)]
pub struct Checkup {
    /// Which bot.
    pub bot: SeatSpec,
    /// How it is looked after.
    pub care: Care,
    /// How long it may think. Without any limit a second is the limit of the check's own.
    pub terms: Terms,
    /// The same seed plays the same games, as far as the bot does.
    pub seed: u64,
    /// Whether there is time for more games.
    pub thorough: bool,
}

/// A table at which the bot is looked at.
#[derive(Clone, PartialEq, Debug)]
pub struct Variant {
    /// The game.
    pub game: String,
    /// Its options, any of them.
    pub options: Value,
    /// How many sit there.
    pub seats: usize,
}

/// How far the check-up has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress<'a> {
    /// The game.
    pub game: &'a str,
    /// What is looked at now.
    pub check: Check,
    /// So many steps are done …
    pub done: usize,
    /// … of so many.
    pub steps: usize,
}

impl Checkup {
    /// The usual check-up of a bot.
    pub fn new(bot: SeatSpec) -> Self {
        let terms = Terms { per_move: Some(Duration::from_secs(2)), ..Terms::default() };
        Self { bot, care: Care::default(), terms, seed: 1, thorough: false }
    }

    /// Looks at the bot in these games, each with its variants; the first of them is the one most is
    /// done at.
    pub fn run(
        &self,
        games: &[Vec<Variant>],
        on: Shelf,
        progress: &mut dyn FnMut(Progress<'_>),
    ) -> Result<Report, NoTable> {
        let games: Vec<&[Variant]> =
            games.iter().map(Vec::as_slice).filter(|tables| !tables.is_empty()).collect();
        // An impossible table is said before any bot is started.
        for variant in games.iter().flat_map(|variants| variants.iter()) {
            on.open(&variant.game, &variant.options, variant.seats)?;
        }
        let mut report = Report::default();
        let steps = games.len() * Exam::STEPS;
        for (index, variants) in games.into_iter().enumerate() {
            let effort = if self.thorough { Effort::THOROUGH } else { Effort::QUICK };
            let game = variants[0].game.as_str();
            let mut told = 0;
            let mut tell = |check| {
                progress(Progress { game, check, done: index * Exam::STEPS + told, steps });
                told += 1;
            };
            tell(Check::Play);
            let survey = Survey::of(variants, on, self.seed, effort.survey)?;
            let exam = Exam::new(self, effort, variants, on, survey);
            if !exam.run(&mut report, &mut tell) {
                break;
            }
        }
        report.findings.sort_by_key(|finding| finding.check);
        Ok(report)
    }
}

/// How much is done.
#[derive(Clone, Copy, Debug)]
struct Effort {
    /// Memory is looked at after so many games, and after three times as many, which are all.
    games: usize,
    /// So many answers are wanted in the first game …
    first: usize,
    /// … and in each of the others.
    answers: usize,
    /// The games take no longer than this, all together.
    time: Duration,
    /// So many answers are wanted in each conversation in which something is altered …
    dialogue: usize,
    /// … which takes no longer than this.
    dialogue_time: Duration,
    /// How long games are played in this process to learn what they ask.
    survey: Duration,
    /// So many places of a game are tried for each kind of question.
    spots: usize,
}

impl Effort {
    const QUICK: Self = Self {
        games: 2,
        first: 200,
        answers: 60,
        time: Duration::from_secs(6),
        dialogue: 7,
        dialogue_time: Duration::from_secs(10),
        survey: Duration::from_millis(1_500),
        spots: 1,
    };
    const THOROUGH: Self = Self {
        games: 10,
        first: 2_000,
        answers: 300,
        time: Duration::from_secs(40),
        dialogue: 30,
        dialogue_time: Duration::from_secs(30),
        survey: Duration::from_secs(4),
        spots: 4,
    };
}
