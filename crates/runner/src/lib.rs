//! Plays one game: deals fairly, keeps the log, writes it down, and proves it afterwards.
//!
//! ```
//! use parlor_dots_and_boxes::DotsAndBoxes;
//! use parlor_runner::{Only, Record, Seed, Shares, Sitter, Sitting, verify};
//! use serde_json::json;
//!
//! // A game is played and recorded …
//! let table = parlor_engine::open::<DotsAndBoxes>(&json!({"boxes": "1x1"}), 2).unwrap();
//! let who = ["Ann", "Bob"].map(|name| Sitter::new("human", name)).to_vec();
//! let mut sitting = Sitting::new(table, who, Seed::fresh().unwrap(), Shares::none());
//! for act in ["1: h 0 0", "2: v 0 0", "1: v 0 1", "2: h 1 0"] {
//!     sitting.play(act.parse().unwrap()).unwrap();
//! }
//! let text = sitting.record().to_text();
//!
//! // … read again, and proven …
//! let shelf = Only::<DotsAndBoxes>::new();
//! let record = Record::from_bytes(text.as_bytes()).unwrap();
//! assert_eq!(verify(&record, &shelf).unwrap().acts, 4);
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
//! | find out whether a bot behaves | [`checkup`] |
//! | run a program as a bot, and end it whole | [`process`] |
//! | write a record down and read it again | [`Record`], [`Writer`], [`BadRecord`] |
//! | step through it, or prove it | [`Replay`], [`verify()`] |
//! | say which games there are | [`Shelf`], [`Only`] |
//! | seat a bot that is elsewhere | [`remote`] |

pub mod checkup;
mod dealer;
mod hex;
mod invite;
mod live;
mod play;
pub mod process;
mod record;
mod referee;
pub mod remote;
mod replay;
mod seed;
mod shelf;
mod sitting;
mod spec;
mod verify;

pub use dealer::Dealer;
pub use invite::{Care, invite, start};
pub use live::{Finished, Guest, Link, Live, NoEnd, Remote, Step};
pub use play::{PlayError, Played, Watcher, play, play_watched};
pub use record::{
    BadRecord, Close, Ending, FORMAT, Flaw, Fork, Header, LoadError, MAX_ACT, MAX_ACTS, MAX_BYTES,
    MAX_LINE, MAX_NAME, Record, Seal, Sitter, Writer,
};
pub use referee::{
    BadCosts, BadTerms, Bank, Cost, Costs, End, Fault, Greeting, House, MAX_FAULTS, MAX_REMARKED,
    Occupant, Order, Referee, Remark, Terms, Verdict, Waiting,
};
pub use replay::{Refused, Replay};
pub use seed::{BadShare, Commitment, MAX_SHARE, NoEntropy, Seed, Shares};
pub use shelf::{NoTable, Only, Shelf};
pub use sitting::{NoFork, NoUndo, NotPlayed, Sitting};
pub use spec::{BadSpec, SeatSpec};
pub use verify::{Unproven, Verified, VerifyError, verify};
