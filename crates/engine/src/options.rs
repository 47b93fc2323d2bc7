//! Options: reading what somebody chose, and saying everything that is wrong with it.

use std::fmt;

use schemars::{JsonSchema, schema_for};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde::de::value::MapDeserializer;
use serde_json::{Map, Value};

use crate::misfit::{lets_be_text, misfit};

/// One thing that is wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Problem {
    /// The option (or `seats`, or a cell of a sheet) it is about.
    pub place: String,
    /// What is wrong with it and what would be right.
    pub what: String,
}

/// Everything that is wrong with an input: never only the first thing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Problems(Vec<Problem>);

impl Problems {
    /// Nothing wrong yet.
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// Notes one more.
    pub fn add(&mut self, place: impl Into<String>, what: impl Into<String>) {
        self.0.push(Problem { place: place.into(), what: what.into() });
    }

    /// Takes over all of the other's.
    pub fn append(&mut self, mut more: Self) {
        self.0.append(&mut more.0);
    }

    /// Whether nothing is wrong.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The problems in the order they were found.
    pub fn iter(&self) -> impl Iterator<Item = &Problem> {
        self.0.iter()
    }

    /// `Ok` when nothing is wrong.
    pub fn into_result<T>(self, value: T) -> Result<T, Self> {
        if self.is_empty() { Ok(value) } else { Err(self) }
    }
}

impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, Problem { place, what }) in self.0.iter().enumerate() {
            write!(f, "{}{place}: {what}", if i == 0 { "" } else { "\n" })?;
        }
        Ok(())
    }
}

impl std::error::Error for Problems {}

/// Reads options from JSON, one by one, so that each that is wrong is reported.
///
/// What cannot be read keeps its default in the value returned, so that the checks that follow can
/// still look at the rest.
pub fn read<O>(given: &Value) -> (O, Problems)
where
    O: Serialize + DeserializeOwned + Default + JsonSchema,
{
    let mut problems = Problems::new();
    let defaults = defaults::<O>();
    let given = match given {
        Value::Object(given) => given,
        Value::Null => &Map::new(),
        _ => {
            problems.add("options", "must be a JSON object, such as {\"name\": \"value\"}");
            return (O::default(), problems);
        }
    };
    // Mistakes are looked for one by one only where there is one: a board in full is long, and is
    // read once here and copied nowhere.
    if given.keys().all(|key| defaults.contains_key(key))
        && let Ok(options) = read_whole(&defaults, given)
    {
        return (options, problems);
    }
    let mut good = defaults.clone();
    for (key, value) in given {
        if !defaults.contains_key(key) {
            problems.add(key, unknown_option(&defaults));
            continue;
        }
        let mut one = defaults.clone();
        one.insert(key.clone(), value.clone());
        match serde_json::from_value::<O>(Value::Object(one)) {
            Ok(_) => drop(good.insert(key.clone(), value.clone())),
            // One with parts of its own may say a line for each that is wrong.
            Err(why) => {
                let words = in_words::<O>(key, value, &why);
                words.lines().for_each(|line| problems.add(key, line));
            }
        }
    }
    match serde_json::from_value(Value::Object(good)) {
        Ok(options) => (options, problems),
        Err(why) => {
            problems.add("options", why.to_string());
            (O::default(), problems)
        }
    }
}

/// Reads all options together; what is not given has its default.
fn read_whole<O: DeserializeOwned>(
    defaults: &Map<String, Value>,
    given: &Map<String, Value>,
) -> Result<O, serde_json::Error> {
    let chosen = |(key, default)| (String::as_str(key), given.get(key).unwrap_or(default));
    O::deserialize(MapDeserializer::new(defaults.iter().map(chosen)))
}

/// Turns `key=value` words, as typed on a command line, into JSON.
///
/// A value is tried as JSON first (`3`, `true`, `["a"]`) and taken as plain text where that is no
/// JSON or the option does not accept it, so that nobody has to quote `boxes=5x5` or `name=7`.
/// Where neither is accepted, the JSON Schema of the options says which of the two was meant.
/// Words that are no option are left out of the value and listed.
pub fn from_words<O>(words: &[String]) -> (Value, Problems)
where
    O: Serialize + DeserializeOwned + Default + JsonSchema,
{
    let mut problems = Problems::new();
    let mut options = Map::new();
    for word in words {
        let Some((key, text)) = word.split_once('=') else {
            problems.add(word, "an option is written key=value");
            continue;
        };
        let plain = Value::String(text.to_owned());
        let value = match serde_json::from_str::<Value>(text) {
            Ok(json) if accepts::<O>(key, &json) => json,
            // Neither will do: keep the one of the option's own kind, for a reason that helps. A
            // list or an object is not meant as text, though the option may be a name.
            Ok(json)
                if !accepts::<O>(key, &plain)
                    && (!is_text::<O>(key) || json.is_array() || json.is_object()) =>
            {
                json
            }
            _ => plain,
        };
        if options.insert(key.to_owned(), value).is_some() {
            problems.add(key, "is given twice");
        }
    }
    (Value::Object(options), problems)
}

fn accepts<O: Serialize + DeserializeOwned + Default>(key: &str, value: &Value) -> bool {
    let mut one = defaults::<O>();
    one.insert(key.to_owned(), value.clone());
    serde_json::from_value::<O>(Value::Object(one)).is_ok()
}

/// Whether the schema of the options lets this one be text.
fn is_text<O: JsonSchema>(key: &str) -> bool {
    let schema = schema_for!(O).to_value();
    schema["properties"].get(key).is_some_and(|option| lets_be_text(&schema, option))
}

fn defaults<O: Serialize + Default>() -> Map<String, Value> {
    match serde_json::to_value(O::default()) {
        Ok(Value::Object(defaults)) => defaults,
        // A unit struct, `()`: a game without options.
        _ => Map::new(),
    }
}

/// What is wrong with the value of an option: what its schema says, where the value does not fit that;
/// else the reason of the reader.
fn in_words<O: JsonSchema>(key: &str, value: &Value, why: &serde_json::Error) -> String {
    let schema = schema_for!(O).to_value();
    let part = schema["properties"].get(key);
    part.and_then(|part| misfit(&schema, part, value)).unwrap_or_else(|| why.to_string())
}

fn unknown_option(defaults: &Map<String, Value>) -> String {
    let known: Vec<&str> = defaults.keys().map(String::as_str).collect();
    if known.is_empty() {
        "there is no such option; this game has none".to_owned()
    } else {
        format!("there is no such option; there is {}", known.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::misfit::MOST_QUOTED;
    use serde::Deserialize;
    use serde_json::json;

    #[derive(Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
    #[serde(default, deny_unknown_fields)]
    struct Tea {
        cups: u8,
        kind: Kind,
        name: String,
        /// It has no default that would say what kind of value it is.
        spoon: Option<Kind>,
    }

    impl Default for Tea {
        fn default() -> Self {
            Self { cups: 2, kind: Kind::Green, name: "tea".into(), spoon: None }
        }
    }

    fn typed(words: &[&str]) -> (Value, Problems) {
        let words: Vec<String> = words.iter().copied().map(String::from).collect();
        from_words::<Tea>(&words)
    }

    #[derive(Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
    #[serde(rename_all = "lowercase")]
    enum Kind {
        Green,
        Black,
    }

    #[test]
    fn what_is_not_said_has_its_default() {
        let (tea, problems) = read::<Tea>(&json!({"kind": "black"}));
        assert_eq!(tea, Tea { kind: Kind::Black, ..Tea::default() });
        assert!(problems.is_empty());
        assert_eq!(read::<Tea>(&Value::Null).0, Tea::default());
    }

    #[test]
    fn every_problem_is_listed() {
        let (tea, problems) = read::<Tea>(&json!({"cups": 300, "kind": "red", "milk": 1}));
        assert_eq!(tea, Tea::default());
        let places: Vec<_> = problems.iter().map(|problem| problem.place.as_str()).collect();
        assert_eq!(places, ["cups", "kind", "milk"]);
        let text = problems.to_string();
        assert!(text.contains("kind: there is no 'red'; there is green, black"), "{text}");
        assert!(text.contains("there is cups, kind, name, spoon"), "{text}");
        assert!(!read::<Tea>(&json!([1])).1.is_empty());
    }

    #[derive(Debug, Default, Serialize, Deserialize, JsonSchema)]
    #[serde(default)]
    struct Kitchen {
        guests: u16,
        plates: u32,
        floor: i8,
        debt: i64,
        open: bool,
        name: String,
        taste: Taste,
        key: Option<u8>,
        /// May be left out, and is a word.
        rest: Option<Taste>,
        lamp: (u8, u8),
        even: Even,
        size: Size,
    }

    /// A text with a rule of its own.
    #[derive(Debug, Default, Serialize)]
    struct Size(String);

    impl<'de> Deserialize<'de> for Size {
        fn deserialize<D: serde::Deserializer<'de>>(reader: D) -> Result<Self, D::Error> {
            let value = Value::deserialize(reader)?;
            let size = value.as_str().filter(|size| size.is_empty() || size.contains("5x5"));
            size.map(|size| Self(size.to_owned()))
                .ok_or_else(|| serde::de::Error::custom("must be text, such as 5x5"))
        }
    }

    impl JsonSchema for Size {
        fn schema_name() -> std::borrow::Cow<'static, str> {
            "Size".into()
        }

        fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
            schemars::json_schema!({"type": "string", "pattern": "^(5x5)?$"})
        }
    }

    /// A number with a rule of its own.
    #[derive(Debug, Default, Serialize, JsonSchema)]
    #[serde(transparent)]
    struct Even(u8);

    impl<'de> Deserialize<'de> for Even {
        fn deserialize<D: serde::Deserializer<'de>>(reader: D) -> Result<Self, D::Error> {
            let number = u8::deserialize(reader)?;
            let odd = || serde::de::Error::custom("must be even, expected a boolean");
            if number % 2 == 0 { Ok(Self(number)) } else { Err(odd()) }
        }
    }

    #[derive(Debug, Default, Serialize, Deserialize, JsonSchema)]
    #[serde(rename_all = "lowercase")]
    enum Taste {
        #[default]
        Sweet,
        Sour,
        /// Said with a sentence, so that the schema lists it in another way.
        Bitter,
    }

    #[test]
    fn what_is_wrong_is_said_in_plain_words() {
        let check = |key: &str, value: Value, expected: &str| {
            let (_, problems) = read::<Kitchen>(&json!({ key: value }));
            assert_eq!(problems.to_string(), format!("{key}: {expected}"));
        };
        check("guests", json!("x"), "must be a whole number, not 'x'");
        check("guests", json!(1.5), "must be a whole number, not 1.5");
        check("guests", json!([1]), "must be a whole number, not [1]");
        check("guests", json!(99999), "is too large: 99999");
        check("guests", json!(-1), "is too small: -1");
        check("plates", json!(5_000_000_000_u64), "is too large: 5000000000");
        check("floor", json!(200), "is too large: 200");
        check("floor", json!(-200), "is too small: -200");
        check("debt", json!(u64::MAX), "is too large: 18446744073709551615");
        check("open", json!("yes"), "must be true or false, not 'yes'");
        check("key", json!("x"), "must be a whole number, not 'x'");
        check("key", json!(256), "is too large: 256");
        check("rest", json!("salty"), "there is no 'salty'; there is sweet, sour, bitter");
        check("rest", json!([]), "must be text, not []");
        // A reason of the option's own is kept, though it sounds like one of the reader's.
        check("even", json!(7), "must be even, expected a boolean");
        check("even", json!("x"), "must be a whole number, not 'x'");
        check("size", json!(7), "must be text, not 7");
        check("size", json!("x"), "must be text, such as 5x5");
        check("taste", json!(7), "must be text, not 7");
        check("name", json!(7), "must be text, not 7");
        check(
            "taste",
            json!("x`, expected `y"),
            "there is no 'x`, expected `y'; there is sweet, sour, bitter",
        );
        let long = "€".repeat(MOST_QUOTED + 1);
        let begin = "€".repeat(MOST_QUOTED);
        check("guests", json!(long), &format!("must be a whole number, not '{begin}...'"));
        // What is none of these keeps the reader's words.
        let (_, problems) = read::<Kitchen>(&json!({"lamp": "x"}));
        assert!(problems.to_string().starts_with("lamp: invalid type"), "{problems}");
    }

    #[test]
    fn words_need_no_quotes() {
        let (options, problems) = typed(&["cups=3", "kind=black", "name=7"]);
        assert_eq!(options, json!({"cups": 3, "kind": "black", "name": "7"}));
        assert!(problems.is_empty());
        // What fits in no way is kept as the kind of value the option has.
        let (options, _) = typed(&["cups=300", "kind=7", "spoon=7"]);
        assert_eq!(options, json!({"cups": 300, "kind": "7", "spoon": "7"}));
        let (options, _) = typed(&["kind={}", "name=[]"]);
        assert_eq!(options, json!({"kind": {}, "name": "[]"}));
        let (options, problems) = typed(&["cups=3", "cups=4", "kind"]);
        assert_eq!(options, json!({"cups": 4}));
        assert_eq!(problems.iter().count(), 2);
    }
}
