//! What holds for every match, whatever the game and whatever happens at the table.

#![allow(clippy::disallowed_macros, reason = "the figures of the slow tier are quoted")]

mod bot;
mod driver;
mod resume;
mod steady;
mod stress;
mod takeback;
