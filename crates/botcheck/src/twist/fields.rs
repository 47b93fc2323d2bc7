//! Fields of a version to come, in everything the bot is told.

use serde_json::{Value, json};

use super::{Delivery, Twist};
use crate::table::line;

/// The name no version will have.
const FIELD: &str = "a field of tomorrow";

/// Adds fields.
#[derive(Default)]
pub(in super::super) struct Fields(Option<&'static str>);

impl Twist for Fields {
    fn outgoing(&mut self, mut message: Value, _: Vec<u8>, out: &mut Vec<Delivery>) {
        self.0 = Some("there were fields it does not know in the messages");
        widen(&mut message);
        out.push(line(&message));
    }

    fn stage(&self) -> Option<&'static str> {
        self.0
    }
}

/// Adds a field to the message and to those objects in it whose fields are settled by the protocol or
/// by the game. Tables of a game (so many of each card) are left alone: an entry more is no field.
fn widen(message: &mut Value) {
    const SETTLED: [&str; 6] = ["/menu", "/clock", "/text", "/outcome", "/view", "/options"];
    // Where there is no tag it is the only field that says what it is: a second would make it another.
    const TAGGED: [&str; 2] = ["/question", "/notice"];
    for place in SETTLED.into_iter().chain(TAGGED) {
        if let Some(Value::Object(fields)) = message.pointer_mut(place)
            && (!TAGGED.contains(&place) || fields.contains_key("kind"))
        {
            fields.insert(FIELD.to_owned(), json!(7));
        }
    }
    for several in ["/menu/moves", "/faults"] {
        let Some(Value::Array(entries)) = message.pointer_mut(several) else { continue };
        for entry in entries.iter_mut().filter_map(Value::as_object_mut) {
            entry.insert(FIELD.to_owned(), json!([true]));
        }
    }
    if let Value::Object(fields) = message {
        fields.insert(FIELD.to_owned(), json!({"with": ["more", {"in": "it"}]}));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_stand_where_a_later_version_might_put_them() {
        let mut decide = json!({
            "type": "decide",
            "question": {"kind": "buy"},
            "view": {"viewer": {"seat": 1}, "supply": {"bug": 3}},
            "menu": {"count": 2, "moves": ["pass", {"first": "bid 1", "last": "bid 2"}]},
        });
        widen(&mut decide);
        let has = |place: &str| decide.pointer(place).and_then(|part| part.get(FIELD)).is_some();
        assert!(["", "/question", "/view", "/menu", "/menu/moves/1"].into_iter().all(has));
        assert!(!["/view/viewer", "/view/supply"].into_iter().any(has));
        let mut notice = json!({"type": "notice", "notice": {"drawn": {"seat": 1}}});
        widen(&mut notice);
        assert!(notice["notice"].get(FIELD).is_none() && notice.get(FIELD).is_some());
    }
}
