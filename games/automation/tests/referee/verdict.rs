//! What the referee looks at, and what it says when something is wrong.

use std::fmt;

/// The eleven things that have to be right in every game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Check {
    Score,
    Results,
    FirstHands,
    Supply,
    StartAndEnd,
    Buys,
    Phases,
    Turns,
    Conserved,
    Piles,
    Cheats,
}

impl Check {
    pub(crate) const ALL: [Self; 11] = [
        Self::Score,
        Self::Results,
        Self::FirstHands,
        Self::Supply,
        Self::StartAndEnd,
        Self::Buys,
        Self::Phases,
        Self::Turns,
        Self::Conserved,
        Self::Piles,
        Self::Cheats,
    ];
}

impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Score => "1, a score equals the points in the final deck",
            Self::Results => "2, results are sorted",
            Self::FirstHands => "3, first hands hold only starting cards",
            Self::Supply => "4, the supply is right at the start",
            Self::StartAndEnd => "5, there is one start and one end",
            Self::Buys => "6, nothing is bought or played that cannot be paid for",
            Self::Phases => "7, phases come in order and each has its own moves",
            Self::Turns => "8, every turn ends, and the next in order begins",
            Self::Conserved => "9, cards are conserved and move only as they say",
            Self::Piles => "10, a pile never grows",
            Self::Cheats => "11, a cheating player is caught",
        })
    }
}

/// The first thing that was wrong with a game. What comes after it says nothing any more, for the
/// referee's books no longer agree with the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Fault {
    pub(crate) check: Check,
    /// Which act it was, counting from 1.
    pub(crate) act: usize,
    pub(crate) says: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "act {}: {} (check {})", self.act, self.says, self.check)
    }
}

/// Unless this holds, the check is broken, in these words.
macro_rules! must {
    ($holds:expr, $check:ident, $($says:tt)+) => {
        if !$holds {
            return Err($crate::verdict::Fault {
                check: $crate::verdict::Check::$check,
                act: 0,
                says: format!($($says)+),
            });
        }
    };
}
pub(crate) use must;

/// What every check comes to.
pub(crate) type Ruling = Result<(), Fault>;
