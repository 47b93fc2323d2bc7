//! Complaints, and moves that are played for the bot.

use parlor_protocol::{Choose, FromBot};
use serde_json::{Value, json};

use super::{Delivery, Incoming, Twist};
use crate::table::line;
use parlor_match::{Fault, Verdict};

/// No game has such a move.
const NO_MOVE: &str = "no such move";

/// Complains.
#[derive(Default)]
pub(in super::super) struct Errors {
    asked: usize,
    /// What is done to the next answer.
    next: Option<Verdict>,
    /// The fault that is no fault of the bot's.
    staged: Option<Verdict>,
}

impl Twist for Errors {
    fn outgoing(&mut self, message: Value, bytes: Vec<u8>, out: &mut Vec<Delivery>) {
        // Questions that are withdrawn have a check of their own.
        if message["type"] == "stop" {
            return;
        }
        if message["type"] == "decide" {
            self.asked += 1;
            match self.asked {
                2 => {
                    let stale = "question 1 was withdrawn before the answer came";
                    out.push(complaint("stale", Some(1), stale));
                    out.push(complaint("unknown", None, "there is no message 'sing'"));
                    out.push(complaint("tired", None, "a code of a version to come"));
                }
                3 => self.next = Some(Verdict::Illegal),
                4 if message["deadline"].is_u64() => self.next = Some(Verdict::Timeout),
                _ => {}
            }
        }
        out.push(Delivery::Bytes(bytes));
    }

    fn incoming(&mut self, message: Option<&FromBot>) -> Incoming {
        let Some(FromBot::Choose(choose)) = message else { return Incoming::Pass };
        self.staged = self.next.take();
        match self.staged {
            Some(Verdict::Illegal) => {
                let played = NO_MOVE.to_owned();
                Incoming::Replace(FromBot::Choose(Choose { id: choose.id, played }))
            }
            Some(_) => Incoming::TooLate,
            None => Incoming::Pass,
        }
    }

    fn forgives(&mut self, fault: &Fault) -> bool {
        self.staged.take_if(|staged| *staged == fault.verdict).is_some()
    }

    fn stage(&self) -> Option<&'static str> {
        match self.asked {
            0 | 1 => None,
            2 => Some("it was told an 'error' that costs nothing"),
            3 => Some("it was told that its move is illegal"),
            4 => Some("another move was played for it ('default-move')"),
            _ => Some("its time was up and another move was played for it ('default-move')"),
        }
    }
}

fn complaint(code: &str, id: Option<u64>, explanation: &str) -> Delivery {
    let mut message =
        json!({"type": "error", "code": code, "explanation": explanation, "cost": "none"});
    if let Some(id) = id {
        message["id"] = json!(id);
    }
    line(&message)
}
