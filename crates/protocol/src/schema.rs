//! The JSON Schema of the messages.

use serde_json::Value;

use crate::{FromBot, ToBot};

/// The schemas of what each side says, each with the name of its file.
pub fn schemas() -> [(&'static str, Value); 2] {
    [
        ("from-bot", schemars::schema_for!(FromBot).to_value()),
        ("to-bot", schemars::schema_for!(ToBot).to_value()),
    ]
}
