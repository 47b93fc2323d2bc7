//! The arena: many games between the same players, and what may be concluded from them.
//!
//! [`stats`] is the mathematics: pure functions on counts, without a clock, a file or a game. What
//! each formula assumes and where it was published stands in `docs/reference/statistics.md`.

pub mod stats;
