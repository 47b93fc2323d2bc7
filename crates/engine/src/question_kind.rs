//! The kind of a question, read out of its JSON.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

/// The kind of a question that has none.
const PLAIN: &str = "question";

/// What a question is called: `"draw"` is a `draw`, and so is `{"kind": "draw", …}`. An object with one
/// field is called by that. All others are a `question`.
///
/// It is read from JSON as text or as a [`Value`](serde_json::Value), and nothing else of the question
/// is kept.
///
/// ```
/// # use parlor_engine::QuestionKind;
/// let bid: QuestionKind = serde_json::from_str(r#"{"kind": "bid", "least": 120}"#).unwrap();
/// assert_eq!(bid.as_str(), "bid");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct QuestionKind<'a>(Cow<'a, str>);

impl QuestionKind<'_> {
    /// The kind as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl<'de> Deserialize<'de> for QuestionKind<'de> {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<Self, D::Error> {
        let Tag { text, only_field } = reader.deserialize_any(TagVisitor)?;
        Ok(Self(text.or(only_field).unwrap_or(Cow::Borrowed(PLAIN))))
    }
}

/// What JSON says of its kind.
#[derive(Default)]
struct Tag<'a> {
    /// A text, or the field `kind` of an object.
    text: Option<Cow<'a, str>>,
    /// The name of the field of an object that has one.
    only_field: Option<Cow<'a, str>>,
}

impl<'de> Deserialize<'de> for Tag<'de> {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<Self, D::Error> {
        reader.deserialize_any(TagVisitor)
    }
}

struct TagVisitor;

impl<'de> Visitor<'de> for TagVisitor {
    type Value = Tag<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a question")
    }

    fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Self::Value, E> {
        Ok(Tag { text: Some(Cow::Borrowed(text)), only_field: None })
    }

    fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
        Ok(Tag { text: Some(Cow::Owned(text.to_owned())), only_field: None })
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let (mut fields, mut first, mut kind) = (0_u32, None, None);
        while let Some(key) = map.next_key::<Tag<'de>>()? {
            fields += 1;
            if key.text.as_deref() == Some("kind") {
                let value: Kind<'de> = map.next_value()?;
                kind = value.0;
            } else {
                map.next_value::<IgnoredAny>()?;
            }
            first = first.or(key.text);
        }
        Ok(Tag { text: kind, only_field: first.filter(|_| fields == 1) })
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
        while seq.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Tag::default())
    }

    fn visit_bool<E>(self, _: bool) -> Result<Self::Value, E> {
        Ok(Tag::default())
    }

    fn visit_i64<E>(self, _: i64) -> Result<Self::Value, E> {
        Ok(Tag::default())
    }

    fn visit_u64<E>(self, _: u64) -> Result<Self::Value, E> {
        Ok(Tag::default())
    }

    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(Tag::default())
    }
}

/// The field `kind`, which is a kind only if it is text.
struct Kind<'a>(Option<Cow<'a, str>>);

impl<'de> Deserialize<'de> for Kind<'de> {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<Self, D::Error> {
        let Tag { text, only_field } = Tag::deserialize(reader)?;
        Ok(Self(text.filter(|_| only_field.is_none())))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn a_question_is_called_by_its_tag() {
        for (question, kind) in [
            (json!("draw"), "draw"),
            (json!({"kind": "fine-or-draw", "fine": 10}), "fine-or-draw"),
            (json!({"price": 5, "kind": "buy"}), "buy"),
            (json!({"bid": {"least": 5}}), "bid"),
            (json!({"again": true}), "again"),
            (json!({"one": 1, "two": 2}), "question"),
            (json!({"kind": 7, "two": 2}), "question"),
            (json!({"kind": ["a"], "two": 2}), "question"),
            (json!(["draw"]), "question"),
            (json!(7), "question"),
            (json!(-1), "question"),
            (json!(true), "question"),
            (Value::Null, "question"),
        ] {
            // From a value and from text: the two are the same.
            assert_eq!(QuestionKind::deserialize(&question).unwrap().as_str(), kind, "{question}");
            let text = question.to_string();
            let read: QuestionKind<'_> = serde_json::from_str(&text).unwrap();
            assert_eq!(read.as_str(), kind, "{text}");
        }
        // With an escape the text cannot be borrowed.
        let read: QuestionKind<'_> = serde_json::from_str(r#"{"kind": "\u0062uy"}"#).unwrap();
        assert_eq!(read.as_str(), "buy");
    }
}
