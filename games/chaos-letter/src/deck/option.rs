//! The deck as an option of the table.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use super::{Deck, MAX_TEXT, NAMES};

/// The deck a table asks for: one in the box, by name, or one of its own, in full.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeckOption(Source);

#[derive(Clone, PartialEq, Eq, Debug)]
enum Source {
    /// One of [`NAMES`].
    Box(&'static str),
    Own(Box<Deck>),
}

impl DeckOption {
    /// A deck in the box.
    pub fn named(name: &str) -> Option<Self> {
        NAMES.into_iter().find(|known| *known == name).map(|name| Self(Source::Box(name)))
    }

    /// The deck itself. One of the table's own is still to be [checked](Deck::check).
    ///
    /// # Panics
    ///
    /// As [`Deck::built_in`].
    pub fn deck(&self) -> Deck {
        match &self.0 {
            Source::Box(name) => Deck::built_in(name).expect("every name is a deck in the box"),
            Source::Own(deck) => Deck::clone(deck),
        }
    }
}

impl Default for DeckOption {
    fn default() -> Self {
        Self(Source::Box(NAMES[0]))
    }
}

impl From<Deck> for DeckOption {
    fn from(deck: Deck) -> Self {
        Self(Source::Own(Box::new(deck)))
    }
}

impl Serialize for DeckOption {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.0 {
            Source::Box(name) => serializer.serialize_str(name),
            Source::Own(deck) => deck.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for DeckOption {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Value::deserialize(deserializer)? {
            Value::String(name) => {
                let name = name.trim();
                Self::named(name).ok_or_else(|| D::Error::custom(no_such_deck(name)))
            }
            own @ Value::Object(_) => Ok(Deck::read(&own).map_err(D::Error::custom)?.into()),
            _ => Err(D::Error::custom("must be the name of a deck or a deck in full")),
        }
    }
}

fn no_such_deck(name: &str) -> String {
    // It may be a whole file that was taken for a name; its beginning is enough.
    let begin: String = name.lines().next().unwrap_or_default().chars().take(MAX_TEXT).collect();
    let known = NAMES.join(", ");
    format!("there is no deck '{begin}'; there is {known}, or a file: deck=@my-deck.json")
}

impl JsonSchema for DeckOption {
    fn schema_name() -> Cow<'static, str> {
        "DeckOption".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A deck in the box, by name, or one of your own.",
            "oneOf": [{"type": "string", "enum": NAMES}, generator.subschema_for::<Deck>()],
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_engine::options::{from_words, read};
    use serde_json::json;

    fn built_in(name: &str) -> Deck {
        Deck::built_in(name).unwrap()
    }

    #[test]
    fn an_option_stays_what_it_was() {
        for name in NAMES {
            let option: DeckOption = serde_json::from_value(json!(name)).unwrap();
            assert_eq!(option.deck(), built_in(name));
            assert_eq!(serde_json::to_value(&option).unwrap(), json!(name));
            let own = DeckOption::from(option.deck());
            let value = serde_json::to_value(&own).unwrap();
            assert!(value.is_object());
            assert_eq!(serde_json::from_value::<DeckOption>(value).unwrap(), own);
        }
        assert_eq!(DeckOption::default(), DeckOption::named("classic").unwrap());
    }

    #[test]
    fn the_schema_knows_the_names_and_the_fields() {
        let schema = serde_json::to_value(schemars::schema_for!(DeckOption)).unwrap();
        assert_eq!(schema["oneOf"][0]["enum"], json!(NAMES));
        let deck = &schema["$defs"]["Deck"];
        assert_eq!(deck["additionalProperties"], json!(false));
        let needed = ["title", "players", "tokens", "ties", "ends", "starts", "cards"];
        assert_eq!(deck["required"], json!(needed));
        assert_eq!(schema["$defs"]["Row"]["required"], json!(["card", "value", "count"]));
    }

    #[test]
    fn a_deck_can_be_typed_or_pasted() {
        #[derive(Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
        struct Options {
            deck: DeckOption,
        }
        let check = |typed: &str, expected: Result<DeckOption, &str>| {
            let (value, _) = from_words::<Options>(&[format!("deck={typed}")]);
            let (options, problems) = read::<Options>(&value);
            let said = problems.into_result(options.deck).map_err(|why| why.to_string());
            assert_eq!(said, expected.map_err(str::to_owned));
        };
        check("chaos", Ok(DeckOption::named("chaos").unwrap()));
        check(include_str!("../../decks/chaos.json"), Ok(built_in("chaos").into()));
        let right = include_str!("../../decks/classic.json");
        let wrong = right.replace("\"count\": 5", "\"count\": \"many\"");
        check(&wrong, Err("deck: cards[7].count: must be a whole number, not 'many'"));
    }
}
