//! How much a notice matters, where a screen has no room for everything.

/// How much a notice matters to people who have not seen it happen.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Importance {
    /// It happens all the time and the board shows it, too: a turn begins, a card is drawn.
    Routine,
    /// What players do.
    #[default]
    Usual,
    /// It changes how the game stands: somebody has bought something.
    Notable,
    /// It should not be missed by anybody: somebody is out, or a round has ended.
    Key,
}
