//! Acts: everything that ever changes a state.

use std::fmt::{self, Display};
use std::str::FromStr;

use thiserror::Error;

use crate::seat::{NotASeat, Seat};

/// One step of a game. The ordered list of acts *is* the game; a state is a fold of it.
///
/// The time-out of a single move is not an act: the driver of the table plays the game's
/// [`default_move`](crate::Game::default_move) instead, and that is a move like any other.
///
/// In text an act is `2: h 0 1` (seat 2 moves), `*: roll 3 4` (chance), `clock` or `2 leaves`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Act<M, C> {
    /// A seat does something it was asked about.
    Move(Seat, M),
    /// Dice fall, a card is drawn.
    Chance(C),
    /// The game's own time limit has come.
    Clock,
    /// A seat leaves for good. The other seats are not asked.
    Leave(Seat),
}

/// An act in notation, as the erased layer, records and scripts handle it.
pub type AnyAct = Act<String, String>;

impl<M, C> Act<M, C> {
    /// The seat that acts, if it is one.
    pub fn seat(&self) -> Option<Seat> {
        match self {
            Self::Move(seat, _) | Self::Leave(seat) => Some(*seat),
            Self::Chance(_) | Self::Clock => None,
        }
    }
}

impl<M: Display, C: Display> Act<M, C> {
    /// The same act in notation.
    pub fn to_any(&self) -> AnyAct {
        match self {
            Self::Move(seat, played) => Act::Move(*seat, played.to_string()),
            Self::Chance(outcome) => Act::Chance(outcome.to_string()),
            Self::Clock => Act::Clock,
            Self::Leave(seat) => Act::Leave(*seat),
        }
    }
}

impl AnyAct {
    /// Reads the move or the outcome in it.
    pub fn typed<M, C>(&self) -> Result<Act<M, C>, NotAnAct>
    where
        M: FromStr<Err: Display>,
        C: FromStr<Err: Display>,
    {
        Ok(match self {
            Self::Move(seat, text) => Act::Move(*seat, read(text)?),
            Self::Chance(text) => Act::Chance(read(text)?),
            Self::Clock => Act::Clock,
            Self::Leave(seat) => Act::Leave(*seat),
        })
    }
}

impl<M: Display, C: Display> Display for Act<M, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Move(seat, played) => write!(f, "{seat}: {played}"),
            Self::Chance(outcome) => write!(f, "*: {outcome}"),
            Self::Clock => f.write_str("clock"),
            Self::Leave(seat) => write!(f, "{seat} leaves"),
        }
    }
}

/// A line that was to be an act and is not.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotAnAct {
    /// None of the four shapes of an act.
    #[error("an act reads '1: <move>', '*: <outcome>', '1 leaves' or 'clock', not '{0}'")]
    Shape(String),
    /// The shape is right but the seat is not.
    #[error(transparent)]
    Seat(#[from] NotASeat),
    /// It can be read, but is written otherwise.
    #[error("write it as '{0}'")]
    Spelling(String),
    /// The move or the outcome cannot be read; the reason is the game's.
    #[error("{0}")]
    Notation(String),
}

fn read<T: FromStr<Err: Display>>(text: &str) -> Result<T, NotAnAct> {
    text.parse().map_err(|why: T::Err| NotAnAct::Notation(why.to_string()))
}

impl<M, C> FromStr for Act<M, C>
where
    M: FromStr<Err: Display>,
    C: FromStr<Err: Display>,
{
    type Err = NotAnAct;

    fn from_str(text: &str) -> Result<Self, NotAnAct> {
        if text == "clock" {
            return Ok(Self::Clock);
        }
        if let Some(seat) = text.strip_suffix(" leaves")
            && !seat.contains(':')
        {
            return Ok(Self::Leave(seat.parse()?));
        }
        match text.split_once(": ") {
            Some(("*", outcome)) => Ok(Self::Chance(read(outcome)?)),
            Some((seat, played)) => Ok(Self::Move(seat.parse()?, read(played)?)),
            None => Err(NotAnAct::Shape(text.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notation_round_trips() {
        let acts: [Act<u8, u8>; 4] =
            [Act::Move(Seat::at(1), 7), Act::Chance(6), Act::Clock, Act::Leave(Seat::at(0))];
        let texts = ["2: 7", "*: 6", "clock", "1 leaves"];
        for (act, text) in acts.iter().zip(texts) {
            assert_eq!(act.to_string(), text);
            assert_eq!(text.parse().as_ref(), Ok(act));
            assert_eq!(act.to_any().typed().as_ref(), Ok(act));
        }
    }

    #[test]
    fn a_line_that_is_no_act_says_why() {
        let why = |text: &str| text.parse::<Act<u8, u8>>().unwrap_err().to_string();
        assert!(why("7").starts_with("an act reads"));
        assert_eq!(why("9: 7"), "'9' is not a seat number from 1 to 8");
        assert_eq!(why("0 leaves"), "'0' is not a seat number from 1 to 8");
        assert!(why("1: x").contains("invalid digit"));
    }

    #[test]
    fn a_move_may_end_like_a_leave() {
        let act: AnyAct = "1: the cat leaves".parse().unwrap();
        assert_eq!(act, Act::Move(Seat::at(0), "the cat leaves".into()));
    }
}
