//! What a room refuses by itself, before the match is asked.

use serde_json::{Value, json};

use super::MAX_WAITING;
use parlor_protocol::room::Refused;

fn refused(code: &str, why: &str, data: Value) -> Refused {
    Refused { key: None, code: code.to_owned(), why: why.to_owned(), data, asks: None }
}

pub(super) fn unavailable() -> Refused {
    let why =
        "the server cannot say whether this was written down; send it again with the same key";
    refused("unavailable", why, Value::Null)
}

pub(super) fn busy() -> Refused {
    let why = "too many commands wait at this table; send it again in a moment";
    refused("busy", why, json!({"most": MAX_WAITING}))
}

pub(super) fn key_reused() -> Refused {
    let why = "this key belongs to another command; use a new key for each command";
    refused("key-reused", why, Value::Null)
}

pub(super) fn no_seat() -> Refused {
    refused("no-seat", "you have no seat at this table", Value::Null)
}

pub(super) fn not_your_seat(seat: u8) -> Refused {
    refused("not-your-seat", "this seat is not yours", json!({"seat": seat}))
}

pub(super) fn which_seat(seats: &[u8]) -> Refused {
    let why = "you have several seats; say which one the command is for";
    refused("which-seat", why, json!({"seats": seats}))
}

pub(super) fn no_proposal(proposal: u64) -> Refused {
    refused("no-proposal", "this proposal is not open", json!({"proposal": proposal}))
}

pub(super) fn not_asked_to_agree() -> Refused {
    let why = "your seat is not asked about this proposal, or has agreed already";
    refused("not-asked-to-agree", why, Value::Null)
}

pub(super) fn nothing_to_take_back() -> Refused {
    refused("nothing-to-take-back", "you have not made so many moves", Value::Null)
}

pub(super) fn proposal_open() -> Refused {
    let why = "another proposal is open; wait until it is answered";
    refused("proposal-open", why, Value::Null)
}
