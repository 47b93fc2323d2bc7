//! Messages of a version to come.

use parlor_protocol::FromBot;
use serde_json::{Value, json};

use super::{Delivery, Incoming, Twist};
use crate::table::line;

/// Says what no bot knows.
#[derive(Default)]
pub(in super::super) struct Messages {
    said: usize,
    /// How many were answered.
    pub(in super::super) answered: usize,
}

impl Messages {
    fn unknown(&mut self, out: &mut Vec<Delivery>) {
        self.said += 1;
        out.push(line(&json!({"type": "weather", "id": 7, "text": "it rains", "more": {"a": []}})));
    }
}

impl Twist for Messages {
    fn outgoing(&mut self, message: Value, line: Vec<u8>, out: &mut Vec<Delivery>) {
        out.push(Delivery::Bytes(line));
        // Once before the game, and with the first questions.
        let known = message["type"].as_str();
        if known == Some("welcome") || known == Some("decide") && self.said < 4 {
            self.unknown(out);
        }
    }

    fn incoming(&mut self, message: Option<&FromBot>) -> Incoming {
        if let Some(FromBot::Error(_)) = message {
            self.answered += 1;
        }
        Incoming::Pass
    }

    fn stage(&self) -> Option<&'static str> {
        (self.said > 0).then_some("it was told a message it does not know")
    }

    fn waits(&self) -> bool {
        self.answered == 0
    }
}
