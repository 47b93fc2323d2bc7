//! What clients of a match online and its server say to each other: requests, and frames of a stream.

mod frame;
mod request;

pub use frame::{
    Asks, Bye, Done, Event, Farewell, Frame, Full, News, Over, Proposal, Proposed, Refused,
    SeatInfo, Standing, TakeBack, Update,
};
pub use request::{BadKey, Command, Key, MAX_KEY, Request};
