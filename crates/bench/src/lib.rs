//! How fast games run through the public contract, and how much of a bare loop's speed is left.
//!
//! A number of games a second says little without the machine it was taken on. So every run also
//! times a [`yardstick`]: random Dots and Boxes on 5x5 boxes, written without the contract. The two
//! take turns in short rounds, and the ratio is what a test can hold a build to.
//!
//! ```
//! use parlor_bench::{Bench, run};
//! use std::time::Duration;
//!
//! let bench = Bench { time: Duration::from_millis(30), ..Bench::of("dots-and-boxes") };
//! let figures = run(&bench, |_| ()).unwrap();
//! assert!(figures.games_per_s > 0.0 && figures.ratio > 0.0);
//! println!("{}", serde_json::to_string(&figures).unwrap());
//! ```

#![allow(clippy::doc_markdown, reason = "WebSocket is a name, not code")]

mod arena;
mod bots;
mod figures;
mod measure;
mod opening;
mod server;
pub mod yardstick;

pub use arena::{ArenaBench, ArenaFigures, CannotPlay, arena};
pub use bots::{BotBench, BotFigures, bots};
pub use figures::Figures;
pub use measure::{Bench, Cannot, Progress, run};
pub use server::{NoServer, ServerBench, ServerFigures, server};
