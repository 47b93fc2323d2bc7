//! What is done to a conversation on its way, to see whether the bot takes it.

mod errors;
mod fields;
mod lines;
mod messages;
mod ping;
mod stop;

use parlor_protocol::FromBot;
use serde_json::Value;

use super::partner::Delivery;
use parlor_match::Fault;

pub(super) use errors::Errors;
pub(super) use fields::Fields;
pub(super) use lines::Lines;
pub(super) use messages::Messages;
pub(super) use ping::Pings;
pub(super) use stop::Stops;

/// Alters what is said. As it stands it alters nothing.
pub(super) trait Twist {
    /// Sends a message of the table, or what is to go in its place.
    fn outgoing(&mut self, message: Value, line: Vec<u8>, out: &mut Vec<Delivery>) {
        _ = message;
        out.push(Delivery::Bytes(line));
    }

    /// What becomes of something the bot said; `None` where it was no message.
    fn incoming(&mut self, message: Option<&FromBot>) -> Incoming {
        _ = message;
        Incoming::Pass
    }

    /// Says something after the bot has answered.
    fn after_answer(&mut self, out: &mut Vec<Delivery>) {
        _ = out;
    }

    /// Whether a fault is the doing of the twist.
    fn forgives(&mut self, fault: &Fault) -> bool {
        _ = fault;
        false
    }

    /// What was done last, as the end of a sentence.
    fn stage(&self) -> Option<&'static str> {
        None
    }

    /// Whether something is still to be heard when the game is over.
    fn waits(&self) -> bool {
        false
    }
}

/// What becomes of something the bot said.
pub(super) enum Incoming {
    /// The referee hears it.
    Pass,
    /// The referee hears this.
    Replace(FromBot),
    /// Nobody hears it.
    Swallow,
    /// Nobody hears it, and the time for it has run out.
    TooLate,
}

/// Nothing is altered.
pub(super) struct Straight;

impl Twist for Straight {}
