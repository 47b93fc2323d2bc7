//! Whether acts can be taken back: worked out from what each viewer saw of them.

use parlor_engine::{Act, AnyAct, Seat, Seats, Sights, Viewer};
use serde_json::{Value, json};
use thiserror::Error;

use crate::refusal::{Coded, codes};

/// Whether acts can be taken back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Takeback {
    /// Nobody else has noticed anything: it is as if the acts had never been made.
    Free,
    /// Nothing but the acts themselves was seen. These seats saw them, and must agree.
    Consent(Seats),
    /// They cannot.
    Refused(NoTakeback),
}

/// Why acts cannot be taken back.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NoTakeback {
    /// The game is not that long.
    #[error("there is no act {} yet", .act)]
    NoSuchAct {
        /// Which act was meant, from 1.
        act: usize,
    },
    /// The act was made by somebody else.
    #[error("only the player who made a move can take it back")]
    NotYours,
    /// A bot has heard of it, and cannot be told to forget it.
    #[error("nothing that a bot program has heard of can be taken back")]
    Bots,
    /// There was chance in between.
    #[error("what chance has decided cannot be taken back")]
    Chance,
    /// The game's own clock has run out in between.
    #[error("the time that has run out cannot be taken back")]
    Clock,
    /// Several seats answer at once. If only some answers could be taken back, that would tell which seats
    /// have answered.
    #[error("an answer under seal cannot be taken back")]
    Sealed,
    /// Somebody else has acted since.
    #[error("seat {seat} has moved since, so nothing before that can be taken back")]
    OtherActed {
        /// Who.
        seat: Seat,
    },
    /// Somebody has learned something hidden.
    #[error("something hidden came to light to {}, so it cannot be taken back", whom(*to))]
    CameToLight {
        /// Who has learned it.
        to: Seats,
    },
    /// The game is over, and everybody has seen everything.
    #[error("the game is over and everything hidden is open, so nothing can be taken back")]
    Over,
    /// That part was played in another game.
    #[error("what was played before the fork cannot be taken back")]
    BehindTheFork,
    /// Somebody has not agreed.
    #[error("{} must agree first", whom(*seats))]
    NeedsConsent {
        /// Who.
        seats: Seats,
    },
}

impl Coded for NoTakeback {
    codes! {
        Self::NoSuchAct { .. } => "no-such-act",
        Self::NotYours => "not-your-act",
        Self::Bots => "bots",
        Self::Chance => "chance",
        Self::Clock => "clock",
        Self::Sealed => "sealed",
        Self::OtherActed { .. } => "other-acted",
        Self::CameToLight { .. } => "came-to-light",
        Self::Over => "all-is-open",
        Self::BehindTheFork => "behind-the-fork",
        Self::NeedsConsent { .. } => "needs-consent",
    }

    fn data(&self) -> Value {
        match self {
            Self::NoSuchAct { act } => json!({"act": act}),
            Self::OtherActed { seat } => json!({"seat": seat}),
            Self::CameToLight { to } => json!({"to": to}),
            Self::NeedsConsent { seats } => json!({"seats": seats}),
            Self::NotYours
            | Self::Bots
            | Self::Chance
            | Self::Clock
            | Self::Sealed
            | Self::Over
            | Self::BehindTheFork => Value::Null,
        }
    }
}

fn whom(seats: Seats) -> String {
    match seats.len() {
        0 => "those who watch".to_owned(),
        1 => format!("seat {seats}"),
        _ => format!("seats {seats}"),
    }
}

/// Something that cannot be taken back. Acts before it cannot be taken back either.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Barrier {
    Chance,
    Clock,
    CameToLight(Seats),
}

impl Barrier {
    /// The barrier that an act makes, where it makes one.
    pub(crate) fn of(act: &AnyAct, sights: &Sights, seats: Seats) -> Option<Self> {
        match act {
            Act::Chance(_) => Some(Self::Chance),
            Act::Clock => Some(Self::Clock),
            Act::Move(..) | Act::Leave(_) => {
                let learned = |viewer| sights.of(viewer).secret.is_some();
                let to: Seats = seats.iter().filter(|seat| learned(Viewer::Seat(*seat))).collect();
                let came_to_light = !to.is_empty() || learned(Viewer::Spectator);
                came_to_light.then_some(Self::CameToLight(to))
            }
        }
    }

    pub(crate) const fn refusal(&self) -> NoTakeback {
        match self {
            Self::Chance => NoTakeback::Chance,
            Self::Clock => NoTakeback::Clock,
            Self::CameToLight(to) => NoTakeback::CameToLight { to: *to },
        }
    }
}
