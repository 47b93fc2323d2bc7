//! One match online, without input or output: seats that belong to accounts, commands that have their
//! effect exactly once, and a numbered stream for every viewer.
//!
//! A [`Room`] stands around the [referee](parlor_match::Referee) of a match. The server hands in what came and what
//! time it is, and carries out the [`Effect`]s of the room: it writes entries to the store, sends frames and
//! lets computer players think. Nothing in here reads a clock, a socket, a thread or a file, so a simulation can
//! try every order of events from one seed.
//!
//! ```text
//! request ──▶ known key? ──yes──▶ the reply of then
//!                 │ no
//!             referee drafts ──refused──▶ refusal, with the open question where the answer was stale
//!                 │
//!             Effect::Store ──▶ the server makes it durable ──▶ Room::stored
//!                                                                   │
//!                                       Effect::Reply, Effect::Tell ◀┘  only now
//! ```

// A room counts in integers; the other things it may not do stand in games/clippy.toml.
#![deny(clippy::float_arithmetic)]

mod effect;
mod fault;
mod fingerprint;
mod lag;
mod room;
mod stream;

pub use effect::{
    Append, Effect, Line, LogLine, NotStored, Party, Remember, Reply, Stored, Ticket,
};
#[cfg(feature = "faults")]
pub use fault::Fault;
pub use fingerprint::fingerprint;
pub use lag::Lag;
pub use parlor_match::{Absence, Away};
pub use parlor_protocol::room::{
    Asks, BadKey, Bye, Command, Done, Event, Farewell, Frame, Full, Key, MAX_KEY, News, Over,
    Proposal, Proposed, Refused, Request, SeatInfo, Standing, TakeBack, Update,
};
pub use room::{
    Holder, KEPT_KEYS, MAX_SPECTATORS, MAX_WAITING, Remembered, Room, Settings, all_news,
};
pub use stream::KEPT_NEWS;
