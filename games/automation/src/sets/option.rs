//! The set as an option of the table.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use super::{MAX_TEXT, NAMES, Set};

/// What the set `base` was called before. Records have it, and are written again as they were.
const OLDER: &str = "seed";

/// The set a table asks for: one in the box, by name, or one of its own, in full.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetOption(Source);

#[derive(Clone, PartialEq, Eq, Debug)]
enum Source {
    /// One of [`NAMES`], or [`OLDER`].
    Box(&'static str),
    Own(Box<Set>),
}

impl SetOption {
    /// A set in the box.
    pub fn named(name: &str) -> Option<Self> {
        let known = NAMES.into_iter().chain([OLDER]).find(|known| *known == name);
        known.map(|name| Self(Source::Box(name)))
    }

    /// The set itself. One of the table's own is still to be [checked](Set::check).
    ///
    /// # Panics
    ///
    /// Where a name is no set in the box, which would be a bug.
    pub fn set(&self) -> Set {
        match &self.0 {
            Source::Box(name) => {
                let name = if *name == OLDER { NAMES[0] } else { name };
                Set::built_in(name).expect("every name is a set in the box")
            }
            Source::Own(set) => Set::clone(set),
        }
    }
}

impl Default for SetOption {
    fn default() -> Self {
        Self(Source::Box(NAMES[0]))
    }
}

impl From<Set> for SetOption {
    fn from(set: Set) -> Self {
        Self(Source::Own(Box::new(set)))
    }
}

impl Serialize for SetOption {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.0 {
            Source::Box(name) => serializer.serialize_str(name),
            Source::Own(set) => set.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for SetOption {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Value::deserialize(deserializer)? {
            Value::String(name) => {
                let name = name.trim();
                Self::named(name).ok_or_else(|| D::Error::custom(no_such_set(name)))
            }
            own @ Value::Object(_) => Ok(Set::read(&own).map_err(D::Error::custom)?.into()),
            _ => Err(D::Error::custom("must be the name of a set or a set in full")),
        }
    }
}

fn no_such_set(name: &str) -> String {
    // It may be a whole file that was taken for a name; its beginning is enough.
    let begin: String = name.lines().next().unwrap_or_default().chars().take(MAX_TEXT).collect();
    let known = NAMES.join(", ");
    format!("there is no set '{begin}'; there is {known}, or a file: set=@my-set.json")
}

impl JsonSchema for SetOption {
    fn schema_name() -> Cow<'static, str> {
        "SetOption".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let older = json_schema!({"type": "string", "pattern": format!("^{OLDER}$")});
        json_schema!({
            "description": "A set in the box, by name, or one of your own. 'seed' is an older name \
                            of 'base'.",
            "oneOf": [{"type": "string", "enum": NAMES}, older, generator.subschema_for::<Set>()],
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_engine::options::{from_words, read};
    use serde_json::json;

    #[test]
    fn an_option_stays_what_it_was() {
        for name in ["base", "standard", "seed"] {
            let option: SetOption = serde_json::from_value(json!(name)).unwrap();
            assert_eq!(serde_json::to_value(&option).unwrap(), json!(name));
            let own = SetOption::from(option.set());
            let value = serde_json::to_value(&own).unwrap();
            assert!(value.is_object());
            assert_eq!(serde_json::from_value::<SetOption>(value).unwrap(), own);
        }
        assert_eq!(SetOption::default(), SetOption::named("base").unwrap());
        let [seed, base] = ["seed", "base"].map(|name| SetOption::named(name).unwrap().set());
        assert_eq!(seed, base);
    }

    #[test]
    fn the_schema_knows_the_names_and_the_fields() {
        let schema = serde_json::to_value(schemars::schema_for!(SetOption)).unwrap();
        assert_eq!(schema["oneOf"][0]["enum"], json!(NAMES));
        let set = &schema["$defs"]["Set"];
        assert_eq!(set["additionalProperties"], json!(false));
        assert_eq!(set["required"], json!(["title", "ends", "cards"]));
        let card = &schema["$defs"]["Definition"];
        assert_eq!(card["required"], json!(["card", "kind", "cost", "pile"]));
    }

    #[test]
    fn a_set_can_be_typed_or_pasted() {
        #[derive(Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
        struct Options {
            set: SetOption,
        }
        let check = |typed: &str, expected: Result<SetOption, &str>| {
            let (value, _) = from_words::<Options>(&[format!("set={typed}")]);
            let (options, problems) = read::<Options>(&value);
            let said = problems.into_result(options.set).map_err(|why| why.to_string());
            assert_eq!(said, expected.map_err(str::to_owned));
        };
        let right = include_str!("../../sets/standard.json");
        check("standard", Ok(SetOption::named("standard").unwrap()));
        check(right, Ok(Set::built_in("standard").unwrap().into()));
        let wrong = right.replace("\"pile\": 14", "\"pile\": \"many\"");
        check(&wrong, Err("set: cards[1].pile: must be a whole number, not 'many'"));
        check(
            "tarot",
            Err("set: there is no set 'tarot'; there is base, standard, or a file: \
                 set=@my-set.json"),
        );
        check("[]", Err("set: must be the name of a set or a set in full"));
    }
}
