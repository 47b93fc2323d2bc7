//! Signs of life, asked for in the middle of a game.

use std::collections::BTreeSet;

use parlor_protocol::FromBot;
use serde_json::{Value, json};

use super::{Delivery, Incoming, Twist};
use crate::table::line;

/// The number of the first ping. A bot that repeats the number of the question shows.
const FIRST: u64 = 7_000;

/// Asks for signs of life.
#[derive(Default)]
pub(in super::super) struct Pings {
    asked: u64,
    /// Those that were not answered yet.
    pub(in super::super) owed: BTreeSet<u64>,
}

impl Pings {
    fn ping(&mut self, out: &mut Vec<Delivery>) {
        let id = FIRST + self.asked;
        self.asked += 1;
        self.owed.insert(id);
        out.push(line(&json!({"type": "ping", "id": id})));
    }
}

impl Twist for Pings {
    fn outgoing(&mut self, message: Value, line: Vec<u8>, out: &mut Vec<Delivery>) {
        let decides = message["type"] == "decide";
        if decides {
            self.ping(out);
        }
        out.push(Delivery::Bytes(line));
        if decides {
            self.ping(out);
        }
    }

    fn incoming(&mut self, message: Option<&FromBot>) -> Incoming {
        if let Some(FromBot::Pong(pong)) = message {
            self.owed.remove(&pong.id);
        }
        Incoming::Pass
    }

    fn stage(&self) -> Option<&'static str> {
        (self.asked > 0).then_some("it was sent a ping in the middle of the game")
    }

    fn waits(&self) -> bool {
        !self.owed.is_empty()
    }
}
