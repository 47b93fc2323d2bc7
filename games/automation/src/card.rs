//! The kinds of cards, by name. What they cost and do depends on the set: see [`crate::sets`].

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use thiserror::Error;

/// A kind of card. Cards of one kind are all alike.
#[expect(missing_docs, reason = "a card says what it does itself, and differently in each set")]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Card {
    Bug,
    Method,
    Module,
    Framework,
    Bitcoin,
    Ethereum,
    Dogecoin,
    Backlog,
    MergeConflict,
    Monitoring,
    CodeReview,
    SprintPlanning,
    UnitTest,
    Hack,
    TechDebt,
    Refactor,
    Parallelization,
    DailyScrum,
    Ipo,
    EvergreenTest,
    DeploymentPipeline,
    Ransomware,
}

/// How many kinds there are.
pub const KINDS: usize = 22;

use Card::{
    Backlog, Bitcoin, Bug, CodeReview, DailyScrum, DeploymentPipeline, Dogecoin, Ethereum,
    EvergreenTest, Framework, Hack, Ipo, MergeConflict, Method, Module, Monitoring,
    Parallelization, Ransomware, Refactor, SprintPlanning, TechDebt, UnitTest,
};

/// Every kind with its name in notation and its name on the card.
#[rustfmt::skip]
static NAMES: [(Card, &str, &str); KINDS] = [
    (Bug,                "bug",                 "Bug"),
    (Method,             "method",              "Method"),
    (Module,             "module",              "Module"),
    (Framework,          "framework",           "Framework"),
    (Bitcoin,            "bitcoin",             "Bitcoin"),
    (Ethereum,           "ethereum",            "Ethereum"),
    (Dogecoin,           "dogecoin",            "Dogecoin"),
    (Backlog,            "backlog",             "Backlog"),
    (MergeConflict,      "merge-conflict",      "Merge Conflict"),
    (Monitoring,         "monitoring",          "Monitoring"),
    (CodeReview,         "code-review",         "Code Review"),
    (SprintPlanning,     "sprint-planning",     "Sprint Planning"),
    (UnitTest,           "unit-test",           "Unit Test"),
    (Hack,               "hack",                "Hack"),
    (TechDebt,           "tech-debt",           "Tech Debt"),
    (Refactor,           "refactor",            "Refactor"),
    (Parallelization,    "parallelization",     "Parallelization"),
    (DailyScrum,         "daily-scrum",         "Daily Scrum"),
    (Ipo,                "ipo",                 "IPO"),
    (EvergreenTest,      "evergreen-test",      "Evergreen Test"),
    (DeploymentPipeline, "deployment-pipeline", "Deployment Pipeline"),
    (Ransomware,         "ransomware",          "Ransomware"),
];

impl Card {
    /// Every kind, in the order of the rule book.
    pub fn all() -> impl Iterator<Item = Self> + Clone {
        NAMES.iter().map(|(card, ..)| *card)
    }

    /// Its number, from 0 on.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The kind with this number.
    #[inline]
    pub(crate) const fn at(index: usize) -> Self {
        NAMES[index].0
    }

    /// How it is written in moves and options: `merge-conflict`.
    pub fn name(self) -> &'static str {
        NAMES[self.index()].1
    }

    /// How it is printed on the card: `Merge Conflict`.
    pub fn title(self) -> &'static str {
        NAMES[self.index()].2
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A word that was to be a card and is not.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no card '{0}'")]
pub struct NotACard(String);

impl FromStr for Card {
    type Err = NotACard;

    fn from_str(text: &str) -> Result<Self, NotACard> {
        let found = NAMES.iter().find(|(_, name, _)| *name == text);
        found.map(|(card, ..)| *card).ok_or_else(|| NotACard(text.to_owned()))
    }
}

/// By name in JSON, by number in the compact form that is hashed.
impl Serialize for Card {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            serializer.serialize_str(self.name())
        } else {
            serializer.serialize_u8(*self as u8)
        }
    }
}

impl<'de> Deserialize<'de> for Card {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
        } else {
            let number = usize::from(u8::deserialize(deserializer)?);
            let card = NAMES.get(number).map(|(card, ..)| *card);
            card.ok_or_else(|| de::Error::custom(NotACard(number.to_string())))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_is_where_its_number_says() {
        for (number, card) in Card::all().enumerate() {
            assert_eq!((card.index(), Card::at(number)), (number, card));
            assert_eq!(card.name().parse(), Ok(card));
            let spelled = card.title().to_lowercase().replace(' ', "-");
            assert_eq!(card.name(), spelled);
        }
    }
}
