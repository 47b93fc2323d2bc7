//! How moves and chance outcomes are written: `play hack`, `end phase`, `draw bitcoin`.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use thiserror::Error;

use crate::card::{Card, NotACard};
use crate::deal::Deal;
use crate::moves::{Choice, Move};

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Play(card) => write!(f, "play {card}"),
            Self::Buy(card) => write!(f, "buy {card}"),
            Self::Gain(card) => write!(f, "gain {card}"),
            Self::Discard(card) => write!(f, "discard {card}"),
            Self::Trash(card) => write!(f, "trash {card}"),
            Self::Show(card) => write!(f, "show {card}"),
            Self::Choose(choice) => write!(f, "choose {choice}"),
            Self::Pass => f.write_str("pass"),
            Self::EndPhase => f.write_str("end phase"),
        }
    }
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Display for Deal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Draw(card) => write!(f, "draw {card}"),
            Self::Offer(card) => write!(f, "offer {card}"),
        }
    }
}

/// A line that was to be a move or an outcome and is neither.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Unreadable {
    /// None of the moves.
    #[error(
        "a move is play, buy, gain, discard, trash or show with a card, choose with a choice, \
         'pass' or 'end phase'; not '{0}'"
    )]
    Move(String),
    /// No such choice.
    #[error("one chooses actions, money, cards, discard or bug, not '{0}'")]
    Choice(String),
    /// None of the outcomes.
    #[error("chance is written 'draw CARD' or 'offer CARD', not '{0}'")]
    Deal(String),
    /// No such card.
    #[error(transparent)]
    Card(#[from] NotACard),
}

impl FromStr for Move {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Self, Unreadable> {
        let with_card: fn(Card) -> Self = match text.split_once(' ') {
            Some(("play", _)) => Self::Play,
            Some(("buy", _)) => Self::Buy,
            Some(("gain", _)) => Self::Gain,
            Some(("discard", _)) => Self::Discard,
            Some(("trash", _)) => Self::Trash,
            Some(("show", _)) => Self::Show,
            Some(("choose", choice)) => return Ok(Self::Choose(choice.parse()?)),
            Some(("end", "phase")) => return Ok(Self::EndPhase),
            None if text == "pass" => return Ok(Self::Pass),
            _ => return Err(Unreadable::Move(text.to_owned())),
        };
        let (_, card) = text.split_once(' ').unwrap_or_default();
        Ok(with_card(card.parse()?))
    }
}

/// In notices a move is its notation.
impl Serialize for Move {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Move {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

impl FromStr for Choice {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Self, Unreadable> {
        let found = Self::ALL.into_iter().find(|choice| choice.to_string() == text);
        found.ok_or_else(|| Unreadable::Choice(text.to_owned()))
    }
}

impl FromStr for Deal {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Self, Unreadable> {
        match text.split_once(' ') {
            Some(("draw", card)) => Ok(Self::Draw(card.parse()?)),
            Some(("offer", card)) => Ok(Self::Offer(card.parse()?)),
            _ => Err(Unreadable::Deal(text.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_read_says_why() {
        let why = |text: &str| text.parse::<Move>().unwrap_err().to_string();
        assert_eq!(why("play chess"), "there is no card 'chess'");
        assert_eq!(
            why("choose wisely"),
            "one chooses actions, money, cards, discard or bug, not 'wisely'"
        );
        assert!(why("dance").starts_with("a move is play, buy"));
        assert!(why("end").ends_with("not 'end'"));
        assert!("roll 6".parse::<Deal>().is_err());
    }
}
