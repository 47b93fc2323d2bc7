//! The balance lab: what kind of game a table is, whether it is fair, and which moves matter.
//!
//! Where the arena asks who plays better, the lab asks about the game: the players are given, and the
//! table is what is measured. Games are played in *units*. Where all seats have the same player a unit
//! is one game with luck of its own; where players differ it is a [`Block`](crate::Block), the same luck
//! from every seat. Units are independent of each other and what is in one is not, so every interval
//! here is computed from units. All that is counted are whole numbers, added up in the order of the
//! units: the same seed gives the same report, however many threads have played.
//!
//! ```
//! use parlor_arena::lab::{Lab, LabSettings, study};
//!
//! let settings = LabSettings {
//!     game: "dots-and-boxes".to_owned(),
//!     options: vec!["boxes=2x2".to_owned()],
//!     games: 64,
//!     ..LabSettings::default()
//! };
//! let report = study(&Lab::settle(&settings)?, 1, |_| ())?;
//! let figures = &report.tables[0].figures;
//! assert_eq!((figures.games, figures.length.acts.mean()), (64, Some(12.0)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! How to read each figure: `docs/guide/balance-lab.md`.

mod counts;
mod figures;
mod kinds;
mod leads;
mod page;
mod ratio;
mod settle;
mod study;
mod sweep;
#[cfg(test)]
mod tests;
mod text;
mod watch;

pub use figures::{
    Branching, Figures, HalfTime, KindFigures, LeadFigures, Length, Measured, PlayerFigures,
    SeatFigures, Spread, Verdict,
};
pub use kinds::{MAX_KINDS, Other};
pub use settle::{Lab, LabSettings, MAX_SWEPT, Refused, Setting, Setup, USUAL_GAMES, USUAL_WITHIN};
pub use study::{LabError, LabProgress, LabReport, Stop, TableReport, study};
