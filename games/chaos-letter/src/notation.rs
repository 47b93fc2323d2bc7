//! How moves and chance outcomes are written: `guard 2 names 5`, `answer nope`, `draw king`.

use std::fmt;
use std::str::FromStr;

use parlor_engine::{NotASeat, Seat, Seats};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use thiserror::Error;

use crate::card::{NotACard, Print};
use crate::deal::Deal;
use crate::deck::MAX_VALUE;
use crate::moves::Move;

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Play { card, insane, targets, number } => {
                write!(f, "{card}")?;
                if insane {
                    f.write_str(" insane")?;
                }
                for seat in targets.iter() {
                    write!(f, " {seat}")?;
                }
                number.map_or(Ok(()), |number| write!(f, " names {number}"))
            }
            Self::Shuffle(card) => write!(f, "shuffle {card}"),
            Self::Answer(card) => write!(f, "answer {card}"),
            Self::Pass => f.write_str("pass"),
            Self::Offer(card) => write!(f, "offer {card}"),
            Self::Return(card) => write!(f, "return {card}"),
            Self::Give { card, to } => write!(f, "give {card} to {to}"),
            Self::Name(number) => write!(f, "name {number}"),
            Self::Look(seat) => write!(f, "look {seat}"),
            Self::Aim(seats) => {
                f.write_str("aim")?;
                seats.iter().try_for_each(|seat| write!(f, " {seat}"))
            }
            Self::Redraw => f.write_str("redraw"),
            Self::Keep => f.write_str("keep"),
            Self::Start(seat) => write!(f, "start {seat}"),
            Self::First(number) => write!(f, "first {number}"),
        }
    }
}

impl fmt::Display for Deal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Draw(card) => write!(f, "draw {card}"),
            Self::Starts(seat) => write!(f, "starts {seat}"),
        }
    }
}

/// A line that was to be a move or an outcome and is neither.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Unreadable {
    /// None of the moves.
    #[error("a move begins with a card, or with what is asked for, not like '{0}'")]
    Move(String),
    /// None of the outcomes.
    #[error("chance is written 'draw CARD' or 'starts SEAT', not '{0}'")]
    Deal(String),
    /// No number on a card.
    #[error("'{0}' is not a number from 0 to 15")]
    Number(String),
    /// A seat twice, or not in order.
    #[error("players are named once each, the lower number first, not '{0}'")]
    Seats(String),
    /// No such card.
    #[error(transparent)]
    Card(#[from] NotACard),
    /// No such seat.
    #[error(transparent)]
    Seat(#[from] NotASeat),
}

impl FromStr for Move {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Self, Unreadable> {
        let mut words = text.split(' ');
        let first = words.next().unwrap_or_default();
        let rest: Vec<&str> = words.collect();
        let unreadable = || Unreadable::Move(text.to_owned());
        Ok(match (first, rest.as_slice()) {
            ("pass", []) => Self::Pass,
            ("redraw", []) => Self::Redraw,
            ("keep", []) => Self::Keep,
            ("shuffle", [card]) => Self::Shuffle(card.parse()?),
            ("answer", [card]) => Self::Answer(card.parse()?),
            ("offer", [card]) => Self::Offer(card.parse()?),
            ("return", [card]) => Self::Return(card.parse()?),
            ("give", [card, "to", seat]) => Self::Give { card: card.parse()?, to: seat.parse()? },
            ("name", [number]) => Self::Name(read_number(number)?),
            ("look", [seat]) => Self::Look(seat.parse()?),
            ("aim", seats) => Self::Aim(read_seats(seats)?),
            ("start", [seat]) => Self::Start(seat.parse()?),
            ("first", [number]) => Self::First(read_number(number)?),
            (card, how) => {
                let card: Print = card.parse().map_err(|_| unreadable())?;
                let (insane, how) = match how {
                    ["insane", how @ ..] => (true, how),
                    how => (false, how),
                };
                let (seats, number) = match how {
                    [seats @ .., "names", number] => (seats, Some(read_number(number)?)),
                    seats => (seats, None),
                };
                Self::Play { card, insane, targets: read_seats(seats)?, number }
            }
        })
    }
}

fn read_number(text: &str) -> Result<u8, Unreadable> {
    let number = text.parse().ok().filter(|number: &u8| *number <= MAX_VALUE);
    // One spelling: neither '05' nor '+5'.
    let spelled = number.filter(|number| number.to_string() == text);
    spelled.ok_or_else(|| Unreadable::Number(text.to_owned()))
}

fn read_seats(words: &[&str]) -> Result<Seats, Unreadable> {
    let seats: Vec<Seat> = words.iter().map(|word| word.parse()).collect::<Result<_, _>>()?;
    if seats.is_sorted_by(|one, two| one < two) {
        Ok(seats.into_iter().collect())
    } else {
        Err(Unreadable::Seats(words.join(" ")))
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

impl FromStr for Deal {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Self, Unreadable> {
        match text.split_once(' ') {
            Some(("draw", card)) => Ok(Self::Draw(card.parse()?)),
            Some(("starts", seat)) => Ok(Self::Starts(seat.parse()?)),
            _ => Err(Unreadable::Deal(text.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_read_as_they_are_written() {
        for text in [
            "guard 2 names 5",
            "deep-ones insane 3",
            "cardinal 1 4",
            "handmaid",
            "give king to 2",
            "aim 1 2",
            "first 2",
            "shuffle princess",
            "baron/1 2",
            "answer nope/12",
            "give king/3 to 2",
        ] {
            assert_eq!(text.parse::<Move>().map(|read| read.to_string()).as_deref(), Ok(text));
        }
    }

    #[test]
    fn what_cannot_be_read_says_why() {
        let why = |text: &str| text.parse::<Move>().unwrap_err().to_string();
        assert!(why("dance").starts_with("a move begins with a card"));
        assert_eq!(why("answer chess"), "there is no card 'chess'");
        assert_eq!(why("guard 2 names 16"), "'16' is not a number from 0 to 15");
        assert_eq!(why("guard 9 names 5"), "'9' is not a seat number from 1 to 8");
        assert!(why("cardinal 4 1").starts_with("players are named once each"));
        assert!("roll 6".parse::<Deal>().is_err());
    }
}
