//! Lines that come long, in pieces, or several at once.

use std::time::Duration;

use serde_json::Value;

use super::{Delivery, Twist};

/// How long the long line is. The longest a table says is 1 MiB.
const LONG: usize = 400_000;
/// How long the second half of a line is kept back.
const PAUSE: Duration = Duration::from_millis(100);

/// Sends lines as a network may deliver them.
#[derive(Default)]
pub(in super::super) struct Lines {
    asked: usize,
}

impl Twist for Lines {
    fn outgoing(&mut self, message: Value, mut line: Vec<u8>, out: &mut Vec<Delivery>) {
        if message["type"] != "decide" {
            return out.push(Delivery::Bytes(line));
        }
        self.asked += 1;
        match self.asked {
            1 => {
                let mut both = b"{\"type\":\"ping\",\"id\":8001}\n".to_vec();
                both.append(&mut line);
                both.extend(b"{\"type\":\"ping\",\"id\":8002}\n");
                out.push(Delivery::Bytes(both));
            }
            2 => {
                let rest = line.split_off(line.len() / 2);
                out.push(Delivery::Bytes(line));
                out.push(Delivery::Pause(PAUSE));
                out.push(Delivery::Bytes(rest));
            }
            3 => {
                // Blanks between the fields are no part of a message.
                line.splice(1..1, std::iter::repeat_n(b' ', LONG));
                out.push(Delivery::Bytes(line));
            }
            _ => out.push(Delivery::Bytes(line)),
        }
    }

    fn stage(&self) -> Option<&'static str> {
        match self.asked {
            0 => None,
            1 => Some("several messages came at once"),
            2 => Some("a line came in two pieces"),
            3 => Some("a line of 400,000 characters came"),
            _ => Some("lines had come long, in pieces and several at once"),
        }
    }
}
