//! Five small games that between them use every part of the contract.
//!
//! | toy | uses |
//! |---|---|
//! | [`Pig`] | dice, a stream for each seat, the clock, leaving |
//! | [`Peek`] | hidden hands, late draws, knowledge, declared reveals, a shuffle between rounds |
//! | [`Slips`] | moves that nobody else notices, until what they did is shown |
//! | [`Tender`] | sealed answers of several seats at once, amounts as ranges, a public draw |
//! | [`Twenty`] | clocks that the rules set for a question |
//!
//! Peek and Twenty count how often acts are [`applied`]: the one hides something, the other nothing.

mod applied;
mod peek;
mod pig;
mod slips;
mod tender;
mod twenty;

pub use applied::applied;
pub use peek::{Card, Peek, PeekRules};
pub use pig::{Pig, PigRules};
pub use slips::{Slips, SlipsRules};
pub use tender::{Bid, Tender, TenderRules};
pub use twenty::{Twenty, TwentyRules};
