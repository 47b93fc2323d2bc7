//! Questions that are withdrawn.

use std::collections::BTreeSet;
use std::time::Duration;

use parlor_protocol::{Choose, FromBot};
use serde_json::{Value, json};

use super::{Delivery, Incoming, Twist};
use crate::table::line;

/// As long as a bot that thinks at all is left to think about what is then withdrawn.
const A_WHILE: Duration = Duration::from_millis(30);

/// Withdraws questions, and puts them again with another number.
#[derive(Default)]
pub(in super::super) struct Stops {
    asked: usize,
    /// How many numbers were used up by questions the referee knows nothing of.
    shift: u64,
    withdrawn: BTreeSet<u64>,
    /// The question that was put last.
    last: u64,
    /// Whether it is to be withdrawn once it is answered.
    too_late: bool,
}

impl Stops {
    /// Puts a question, withdraws it and puts it again.
    fn withdraw(&mut self, mut decide: Value, pause: Option<Duration>, out: &mut Vec<Delivery>) {
        out.push(line(&decide));
        out.extend(pause.map(Delivery::Pause));
        out.push(line(&json!({"type": "stop", "id": self.last})));
        self.withdrawn.insert(self.last);
        self.shift += 1;
        self.last += 1;
        decide["id"] = json!(self.last);
        out.push(line(&decide));
    }
}

impl Twist for Stops {
    fn outgoing(&mut self, mut message: Value, _: Vec<u8>, out: &mut Vec<Delivery>) {
        let shifted = ["decide", "stop", "error"].iter().any(|known| message["type"] == *known);
        if shifted && let Some(id) = message["id"].as_u64() {
            message["id"] = json!(id + self.shift);
        }
        if message["type"] != "decide" {
            return out.push(line(&message));
        }
        self.asked += 1;
        self.last = message["id"].as_u64().unwrap_or(0);
        match self.asked {
            1 => {
                self.too_late = true;
                out.push(line(&message));
            }
            2 => self.withdraw(message, None, out),
            3 => self.withdraw(message, Some(A_WHILE), out),
            _ => out.push(line(&message)),
        }
    }

    fn incoming(&mut self, message: Option<&FromBot>) -> Incoming {
        match message {
            Some(FromBot::Choose(choose)) if self.withdrawn.contains(&choose.id) => {
                Incoming::Swallow
            }
            // An answer to an earlier question keeps its number, and is a fault.
            Some(FromBot::Choose(Choose { id, played })) if *id == self.last => {
                let (id, played) = (id - self.shift, played.clone());
                Incoming::Replace(FromBot::Choose(Choose { id, played }))
            }
            _ => Incoming::Pass,
        }
    }

    fn after_answer(&mut self, out: &mut Vec<Delivery>) {
        if std::mem::take(&mut self.too_late) {
            out.push(line(&json!({"type": "stop", "id": self.last})));
        }
    }

    fn stage(&self) -> Option<&'static str> {
        match self.asked {
            0 => None,
            1 => Some("it was told 'stop' about a question it had answered already"),
            _ => Some("a question was withdrawn by 'stop' and another put in its place"),
        }
    }
}
