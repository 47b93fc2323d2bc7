//! The rules of the house: how long a seat may think, and what a fault costs.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use parlor_engine::PerSeat;
use parlor_protocol as wire;
use serde_json::{Value, json};
use thiserror::Error;

use super::absence::Absence;
use super::verdict::Verdict;
use crate::effort::{BadPlayer, PlayerSpec};
use crate::refusal::{Coded, codes};

/// What the host of a table has settled.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct House {
    /// How long they may think.
    pub terms: Terms,
    /// What a fault costs.
    pub costs: Costs,
    /// Seeds for the bots' own randomness, in place of those that follow from the seed of the match. Then
    /// bots are not told the commitment either. Where several matches have the same seed, either would
    /// tell a bot that it has seen these dice before.
    pub bot_seeds: Option<PerSeat<u64>>,
    /// Players of this process are not hurried, so that they play the same on any machine.
    pub patient: bool,
    /// People are hurried like bots: at a table over the network, but not at a terminal.
    pub hurries_people: bool,
    /// What is done about people whose connection is lost.
    pub absence: Absence,
}

/// How long the seats may think.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Terms {
    /// For one answer.
    pub per_move: Option<Duration>,
    /// For all answers together.
    pub bank: Option<Bank>,
    /// From the start of a bot until it is ready to play.
    pub start_up: Duration,
    /// How much later than its time an answer may come without being late, because the way from the bot
    /// to the table takes time, too. A bot is not told of it.
    pub margin: Duration,
}

/// Time that is used up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bank {
    /// What there is at first.
    pub first: Duration,
    /// What is added after each answer.
    pub increment: Duration,
}

impl Default for Terms {
    fn default() -> Self {
        Self {
            per_move: Some(Duration::from_secs(10)),
            bank: None,
            start_up: Duration::from_secs(10),
            margin: Duration::from_millis(100),
        }
    }
}

impl Terms {
    /// Nobody is hurried.
    pub fn unlimited() -> Self {
        Self { per_move: None, bank: None, ..Self::default() }
    }

    /// What bots are told, with this much left in the bank.
    pub(super) fn told(&self, left: Option<Duration>) -> wire::Clock {
        wire::Clock {
            per_move: self.per_move.map(millis),
            bank: left.map(millis),
            increment: self.bank.map(|bank| millis(bank.increment)),
        }
    }
}

/// A time in whole milliseconds, as it goes over the wire.
pub fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// The longest time anybody can be given: sixty days, for games by correspondence.
const LONGEST: Duration = Duration::from_hours(60 * 24);

/// `1s` for each move, `60s+1s` for all of them with an increment, `60s+1s/5s` with a bound on each,
/// `none`. Start-up time and margin are the usual ones.
impl FromStr for Terms {
    type Err = BadTerms;

    fn from_str(text: &str) -> Result<Self, BadTerms> {
        if text == "none" {
            return Ok(Self::unlimited());
        }
        let time = |word: &str| duration(word).ok_or_else(|| BadTerms(text.to_owned()));
        let (bank, per_move) = match text.split_once('/') {
            Some((bank, per_move)) => (Some(bank), Some(per_move)),
            None if text.contains('+') => (Some(text), None),
            None => (None, Some(text)),
        };
        let bank = bank.map(|bank| {
            let (first, increment) = bank.split_once('+').unwrap_or((bank, "0s"));
            Ok(Bank { first: time(first)?, increment: time(increment)? })
        });
        let per_move = per_move.map(time).transpose()?;
        let bank = bank.transpose()?;
        if [per_move, bank.map(|bank| bank.first)].contains(&Some(Duration::ZERO)) {
            return Err(BadTerms(text.to_owned()));
        }
        Ok(Self { per_move, bank, ..Self::default() })
    }
}

impl fmt::Display for Terms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(bank) = self.bank {
            write!(f, "{}+{}", Short(bank.first), Short(bank.increment))?;
        }
        match (self.per_move, self.bank) {
            (Some(per_move), None) => write!(f, "{}", Short(per_move)),
            (Some(per_move), Some(_)) => write!(f, "/{}", Short(per_move)),
            (None, Some(_)) => Ok(()),
            (None, None) => f.write_str("none"),
        }
    }
}

/// A clock that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "'{0}' is no clock; write 500ms for each move, 60s+1s for all moves and what each adds, \
     60s+1s/5s for both, 3d for games by correspondence, or none{hint}", hint = did_you_mean(.0)
)]
pub struct BadTerms(String);

impl Coded for BadTerms {
    codes! { Self(_) => "bad-clock" }

    fn data(&self) -> Value {
        json!({"typed": self.0})
    }
}

/// A number without its unit is the most likely slip.
fn did_you_mean(text: &str) -> String {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if is_number { format!("; {text} seconds are {text}s") } else { String::new() }
}

/// Reads `500ms`, `10s`, `1.5s`, `2m`, `12h` or `3d`.
pub fn duration(text: &str) -> Option<Duration> {
    let units = [("ms", 1_u64), ("s", 1_000), ("m", 60_000), ("h", 3_600_000), ("d", 86_400_000)];
    let (number, unit) =
        units.iter().find_map(|(unit, millis)| Some((text.strip_suffix(unit)?, *millis)))?;
    let (whole, part) = number.split_once('.').unwrap_or((number, ""));
    let digits = |text: &str| text.bytes().all(|digit| digit.is_ascii_digit());
    if whole.is_empty() || part.len() > 3 || !digits(whole) || !digits(part) {
        return None;
    }
    let thousandths: u64 = format!("{part:0<3}").parse().ok()?;
    let whole: u64 = whole.parse().ok()?;
    let millis = whole.checked_mul(unit)?.checked_add(thousandths * unit / 1_000)?;
    Some(Duration::from_millis(millis)).filter(|time| *time <= LONGEST)
}

/// A duration as it is typed.
pub(super) struct Short(pub(super) Duration);

impl fmt::Display for Short {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match millis(self.0) {
            millis if millis % 1_000 == 0 => write!(f, "{}s", millis / 1_000),
            millis => write!(f, "{millis}ms"),
        }
    }
}

/// What a fault costs the seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cost {
    /// The game ends, and the seat at fault is reported.
    Game,
    /// The seat leaves, and the others go on.
    Forfeit,
    /// The game's default move is played. A bot that is gone, or goes on like this, is not asked
    /// again, and the default move is played for it each time.
    DefaultMove,
    /// A computer player of the game has the seat from here on.
    Takeover(PlayerSpec),
}

impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Game => f.write_str("game"),
            Self::Forfeit => f.write_str("forfeit"),
            Self::DefaultMove => f.write_str("default-move"),
            Self::Takeover(player) => write!(f, "takeover:{player}"),
        }
    }
}

/// What each verdict costs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Costs([Cost; Verdict::ALL.len()]);

impl Costs {
    /// The same for every verdict.
    pub fn all(cost: &Cost) -> Self {
        Self(std::array::from_fn(|_| cost.clone()))
    }

    /// Another cost for one of them.
    #[must_use]
    pub fn with(mut self, verdict: Verdict, cost: Cost) -> Self {
        self.0[verdict as usize] = cost;
        self
    }

    /// What a verdict costs.
    pub const fn of(&self, verdict: Verdict) -> &Cost {
        &self.0[verdict as usize]
    }

    /// The names of the computer players that may have to take over.
    pub fn players(&self) -> impl Iterator<Item = &str> {
        self.0.iter().filter_map(|cost| match cost {
            Cost::Takeover(player) => Some(player.name.as_str()),
            _ => None,
        })
    }
}

impl Default for Costs {
    fn default() -> Self {
        Self::all(&Cost::Forfeit)
    }
}

/// As it is read, in one spelling: the costs that differ from the most common one, then that one.
impl fmt::Display for Costs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let times = |cost: &Cost| self.0.iter().filter(|other| *other == cost).count();
        // Of several that are equally common, the first.
        let usual = self.0.iter().rev().max_by_key(|cost| times(cost)).unwrap_or(&Cost::Forfeit);
        for verdict in Verdict::ALL {
            if self.of(verdict) != usual {
                write!(f, "{verdict}={},", self.of(verdict))?;
            }
        }
        write!(f, "{usual}")
    }
}

/// `forfeit`, or `timeout=default-move,illegal=game,forfeit`: costs of single verdicts, and one for
/// the others.
impl FromStr for Costs {
    type Err = BadCosts;

    fn from_str(text: &str) -> Result<Self, BadCosts> {
        let mut costs = Self::default();
        let mut single = Vec::new();
        let mut others = None;
        for word in text.split(',').map(str::trim) {
            match word.split_once('=') {
                Some((verdict, cost)) => single.push((verdict.parse()?, cost.parse()?)),
                None if others.is_none() => others = Some(word.parse::<Cost>()?),
                None => return Err(BadCosts::Twice(word.to_owned())),
            }
        }
        if let Some(cost) = others {
            costs = Self::all(&cost);
        }
        for (verdict, cost) in single {
            costs = costs.with(verdict, cost);
        }
        Ok(costs)
    }
}

impl FromStr for Cost {
    type Err = BadCosts;

    fn from_str(word: &str) -> Result<Self, BadCosts> {
        match (word, word.strip_prefix("takeover:")) {
            (_, Some(player)) if !player.is_empty() => {
                let limited = |why| BadCosts::Limit { typed: word.to_owned(), why };
                player.parse().map(Self::Takeover).map_err(limited)
            }
            ("game", _) => Ok(Self::Game),
            ("forfeit", _) => Ok(Self::Forfeit),
            ("default-move", _) => Ok(Self::DefaultMove),
            _ => Err(BadCosts::Cost(word.to_owned())),
        }
    }
}

/// Costs that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum BadCosts {
    /// No such cost.
    #[error(
        "'{0}' is no cost of a fault; there is forfeit, default-move, game, and \
         takeover:PLAYER"
    )]
    Cost(String),
    /// No such verdict.
    #[error(
        "'{0}' is no verdict; there is illegal, timeout, crash, protocol, oversize and start-failed"
    )]
    Verdict(String),
    /// Two costs for everything.
    #[error("'{0}' is a second cost for all verdicts; say of which, as in timeout={0}")]
    Twice(String),
    /// How much the player that takes over may think cannot be read.
    #[error("{why}")]
    Limit {
        /// The cost, as it was typed.
        typed: String,
        /// What is wrong with the player.
        why: BadPlayer,
    },
}

impl Coded for BadCosts {
    codes! {
        Self::Cost(_) => "unknown-cost",
        Self::Verdict(_) => "unknown-verdict",
        Self::Twice(_) => "second-cost",
        Self::Limit { .. } => "takeover-limit",
    }

    fn data(&self) -> Value {
        let (Self::Cost(typed)
        | Self::Verdict(typed)
        | Self::Twice(typed)
        | Self::Limit { typed, .. }) = self;
        json!({"typed": typed})
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_read_as_they_are_written() {
        for text in ["1s", "100ms", "60s+1s", "60s+0s/5s", "90s+1500ms/250ms", "none"] {
            assert_eq!(text.parse::<Terms>().unwrap().to_string(), text);
        }
        let check = |text: &str, same: &str| assert_eq!(text.parse::<Terms>(), same.parse());
        check("1.5s", "1500ms");
        check("2m+1s", "120s+1s");
        check("2m/1s", "120s+0s/1s");
        check("3d", "259200s");
        check("12h+1m", "43200s+60s");
        let wrong =
            ["", "1", "s", "-1s", "1s+", "+1s", "1w", "0s", "61d", "1..5s", "9999999999m", "1s/"];
        for text in wrong {
            let why = text.parse::<Terms>().unwrap_err().to_string();
            assert!(why.contains("write 500ms for each move"), "{text}: {why}");
        }
        let why = "10".parse::<Terms>().unwrap_err().to_string();
        assert!(why.ends_with("; 10 seconds are 10s"), "{why}");
    }

    #[test]
    fn costs_are_read() {
        let costs: Costs = "timeout=default-move, crash=takeover:easy, game".parse().unwrap();
        assert_eq!(*costs.of(Verdict::Timeout), Cost::DefaultMove);
        assert_eq!(*costs.of(Verdict::Crash), Cost::Takeover(PlayerSpec::named("easy")));
        assert_eq!(*costs.of(Verdict::Illegal), Cost::Game);
        assert_eq!(costs.players().collect::<Vec<_>>(), ["easy"]);
        assert_eq!("forfeit".parse(), Ok(Costs::default()));
        for text in [
            "forfeit",
            "timeout=default-move,crash=takeover:easy,game",
            "takeover:hard@500ms",
            "crash=takeover:mcts:2000@1s,game",
        ] {
            let costs: Costs = text.parse().unwrap();
            assert_eq!(costs.to_string(), text);
            assert_eq!(costs.to_string().parse(), Ok(costs));
        }
        let why = |text: &str| text.parse::<Costs>().unwrap_err().to_string();
        assert!(why("death").contains("is no cost of a fault"));
        assert!(why("takeover:").contains("takeover:PLAYER"));
        assert!(why("crash=takeover:hard@soon").contains("'soon' is no time"));
        assert!(why("late=game").contains("'late' is no verdict"));
        assert!(why("game,forfeit").contains("timeout=forfeit"));
    }
}
