#![doc = include_str!("../README.md")]

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
