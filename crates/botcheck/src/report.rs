//! The report card of a bot.

use std::fmt;

use serde::{Serialize, Serializer};

/// What is looked at. The order is that of the report.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Check {
    /// It starts, says hello and is ready.
    Start,
    /// Nothing but messages on standard output, each sent at once.
    Stdout,
    /// Each question is answered once, by its id, with messages that can be read.
    Protocol,
    /// It plays legally, in every kind of question.
    Play,
    /// It is never late.
    Time,
    /// It thinks no longer than it is allowed where that is little.
    Deadline,
    /// It ignores fields it does not know.
    UnknownFields,
    /// It survives messages it does not know.
    UnknownMessages,
    /// It understands that a question is withdrawn.
    Stop,
    /// It takes complaints, and moves that were played for it.
    Errors,
    /// It answers a ping in the middle of a game.
    Ping,
    /// It reads lines however they come.
    Lines,
    /// It can take over a seat in the middle of a game.
    Resume,
    /// It plays another game after the first.
    NextGame,
    /// It uses no more and more memory.
    Memory,
    /// The same seed gives the same moves.
    Determinism,
    /// It ends by itself, and well.
    Exit,
}

impl Check {
    /// All of them, in their order.
    pub const ALL: [Self; 17] = [
        Self::Start,
        Self::Stdout,
        Self::Protocol,
        Self::Play,
        Self::Time,
        Self::Deadline,
        Self::UnknownFields,
        Self::UnknownMessages,
        Self::Stop,
        Self::Errors,
        Self::Ping,
        Self::Lines,
        Self::Resume,
        Self::NextGame,
        Self::Memory,
        Self::Determinism,
        Self::Exit,
    ];

    /// What it is called in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Stdout => "stdout",
            Self::Protocol => "protocol",
            Self::Play => "play",
            Self::Time => "time",
            Self::Deadline => "deadline",
            Self::UnknownFields => "unknown-fields",
            Self::UnknownMessages => "unknown-messages",
            Self::Stop => "stop",
            Self::Errors => "errors",
            Self::Ping => "ping",
            Self::Lines => "lines",
            Self::Resume => "resume",
            Self::NextGame => "next-game",
            Self::Memory => "memory",
            Self::Determinism => "determinism",
            Self::Exit => "exit",
        }
    }
}

impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Serialize for Check {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// How a check went. The worst is the last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Grade {
    /// As it should be.
    Pass,
    /// It does no harm, but could be better.
    Advice,
    /// It will lose games by it.
    Fail,
}

impl fmt::Display for Grade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Pass => "pass",
            Self::Advice => "advice",
            Self::Fail => "FAIL",
        })
    }
}

/// What was found out by one check.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Finding {
    /// By which check.
    pub check: Check,
    /// In which game; `None` where the game does not matter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// How it went.
    pub grade: Grade,
    /// What was seen.
    pub what: String,
    /// What to change.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub advice: Option<String>,
    /// The last lines the bot wrote to standard error before it failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stderr: Option<String>,
}

/// Everything that was found out about a bot.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Report {
    /// What it calls itself, where it said so.
    pub name: Option<String>,
    /// One for each check and game, in the order of the checks.
    pub findings: Vec<Finding>,
    /// What was measured.
    pub figures: Figures,
}

impl Report {
    /// The worst grade there is.
    pub fn grade(&self) -> Grade {
        self.findings.iter().map(|finding| finding.grade).max().unwrap_or(Grade::Pass)
    }

    /// How many findings have this grade.
    pub fn count(&self, grade: Grade) -> usize {
        self.findings.iter().filter(|finding| finding.grade == grade).count()
    }
}

/// What was measured. Times are in milliseconds.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Figures {
    /// From the start of the bot to its hello.
    pub hello: Option<f64>,
    /// From the start of the bot until it was ready to play.
    pub ready: Option<f64>,
    /// Game by game.
    pub games: Vec<GameFigures>,
}

/// What was measured in one game.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct GameFigures {
    /// Which game.
    pub game: String,
    /// How many games were played as people play them, or as much of them as there was time for.
    pub played: usize,
    /// How many questions were answered in them.
    pub decisions: usize,
    /// How many mistakes of its own the bot reported in them on standard error, and played on, as far
    /// as what it wrote there was kept.
    pub mistakes: usize,
    /// The kinds of questions that were answered, and how often each.
    pub kinds: Vec<(String, usize)>,
    /// The kinds of questions there are that were never put.
    pub never_asked: Vec<String>,
    /// From the first question to its answer.
    pub first_move: Option<f64>,
    /// The time an answer took, in the middle.
    pub median: Option<f64>,
    /// The time the slowest answer took.
    pub worst: Option<f64>,
    /// The largest share of an allowed time that was used, from 0 to 1.
    pub share: Option<f64>,
    /// Megabytes of memory after the first games.
    pub memory_early: Option<f64>,
    /// Megabytes of memory after all of them.
    pub memory_late: Option<f64>,
}
