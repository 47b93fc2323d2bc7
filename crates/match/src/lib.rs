//! One match, without input or output. The driver passes in messages and the time, and carries out the
//! orders of the match. Nothing in here uses a clock, a file, a thread, a socket or a process.
//!
//! ```
//! use parlor_dots_and_boxes::DotsAndBoxes;
//! use parlor_match::{Record, Seed, Shares, Shelf, Occupant, Sitting, verify};
//! use serde_json::json;
//!
//! // A game is played and recorded …
//! let table = parlor_engine::open::<DotsAndBoxes>(&json!({"boxes": "1x1"}), 2).unwrap();
//! let who = ["Ann", "Bob"].map(|name| Occupant::new("human", name)).to_vec();
//! let mut sitting = Sitting::new(table, who, Seed::from_number(1), Shares::none());
//! for act in ["1: h 0 0", "2: v 0 0", "1: v 0 1", "2: h 1 0"] {
//!     sitting.play(act.parse().unwrap()).unwrap();
//! }
//! let text = sitting.record().to_text();
//!
//! // … read again, and proven …
//! let shelf = Shelf::only::<DotsAndBoxes>();
//! let record = Record::from_bytes(text.as_bytes()).unwrap();
//! assert_eq!(verify(&record, shelf).unwrap().acts, 4);
//!
//! // … and a changed byte is found where it is.
//! let changed = text.replace("2: v 0 0", "2: v 0 1");
//! assert_eq!(Record::from_bytes(changed.as_bytes()).unwrap_err().line, 8);
//! ```
//!
//! # Where things are
//!
//! | to … | see |
//! |---|---|
//! | deal dice and cards that can be proven later | [`Seed`], [`Commitment`], [`Shares`], [`Dealer`] |
//! | run a table of any game, in notation | [`Sitting`] |
//! | run typed players against each other | [`play()`] |
//! | write a record down and read it again | [`Record`], [`Writer`], [`BadRecord`] |
//! | step through it, or prove it | [`Replay`], [`verify()`] |
//! | say which games there are | [`Shelf`] |
//! | tell a program why something was refused | [`Coded`] |
//! | judge seats that answer late, wrongly or not at all | [`Referee`], [`House`] |

// A match counts in integers; the other things it may not do stand in games/clippy.toml.
#![deny(clippy::float_arithmetic)]

mod clock;
mod dealer;
mod effort;
mod hex;
mod log;
mod name;
mod play;
mod record;
mod referee;
mod refusal;
mod replay;
mod seed;
mod sitting;
mod verify;

pub use dealer::Dealer;
pub use effort::{BadEffort, BadPlayer, Effort, PlayerSpec};
pub use log::{Entry, Event};
pub use name::{
    BadName, MAX_NAME_COLUMNS, check_apart, check_name, is_invisible, shown_name, shown_names,
};
pub use parlor_engine::{NoTable, Shelf};
pub use play::{PlayError, Played, Watcher, play, play_watched};
pub use record::{
    BadRecord, Close, Ending, FORMAT, Flaw, Fork, Format, Header, MAX_ACT, MAX_ACTS, MAX_BYTES,
    MAX_LINE, MAX_NAME, Occupant, Record, Seal, Writer,
};
pub use referee::{
    ABSENT, Absence, Away, BadCosts, BadTerms, Bank, Controller, Cost, Costs, Decided, End, Excess,
    Fault, Greeting, House, MAX_FAULTS, MAX_REMARKED, NotChanged, Order, Referee, Remark, Terms,
    Thinking, Verdict, Waiting, duration, millis,
};
pub use refusal::Coded;
pub use replay::{Refused, Replay, Replayed};
pub use seed::{BadShare, Commitment, MAX_SHARE, Seed, Shares};
pub use sitting::{
    BadEntry, Draft, News, NoFork, NoResume, NoTakeback, NotPlayed, Open, PerViewer, Sitting,
    Takeback, Taken, Window,
};
pub use verify::{Unproven, Verified, VerifyError, verify};
