//! What is wrong with a value, by the JSON Schema that it should fit.
//!
//! The reader of JSON complains in the words of a programmer, and its words may change with a release.
//! So nobody reads them: what an option may be stands in its schema.

use serde_json::Value;

/// How many characters of a wrong value are repeated in the message about it.
pub(crate) const MOST_QUOTED: usize = 100;

/// Why a value does not fit a part of a schema, in words; `None` where it fits as far as can be told
/// here, so that the option's own reason is the better one.
pub(crate) fn misfit(schema: &Value, part: &Value, value: &Value) -> Option<String> {
    let ways = Ways::of(schema, part);
    let given = match value {
        Value::String(text) => format!("'{}'", clipped(text)),
        other => clipped(&other.to_string()),
    };
    if value.is_null() && ways.has_type("null") {
        return None;
    }
    if ways.only("boolean") {
        return (!value.is_boolean()).then(|| format!("must be true or false, not {given}"));
    }
    if ways.only("integer") {
        return ways.whole_number(value, &given);
    }
    if !ways.only("string") {
        return None;
    }
    let Some(text) = value.as_str() else { return Some(format!("must be text, not {given}")) };
    // A pattern stands for rules that the reader of the option checks by itself and explains better.
    if ways.0.iter().any(|way| way["pattern"].is_string()) {
        return None;
    }
    let known = ways.words()?;
    let is_known = known.contains(&text);
    (!is_known).then(|| format!("there is no {given}; there is {}", known.join(", ")))
}

/// Whether a part of a schema lets a value be text.
pub(crate) fn lets_be_text(schema: &Value, part: &Value) -> bool {
    Ways::of(schema, part).has_type("string")
}

/// The ways in which a schema lets a value be, each without references.
struct Ways<'a>(Vec<&'a Value>);

impl<'a> Ways<'a> {
    fn of(schema: &'a Value, part: &'a Value) -> Self {
        let mut ways = Vec::new();
        collect(schema, part, &mut ways);
        Self(ways)
    }

    fn has_type(&self, wanted: &str) -> bool {
        self.0.iter().any(|way| types(way).any(|name| name == wanted))
    }

    /// Whether a value that is not null has this type in all ways.
    fn only(&self, wanted: &str) -> bool {
        let mut others = self.0.iter().flat_map(|way| types(way)).filter(|name| *name != "null");
        self.has_type(wanted) && others.all(|name| name == wanted)
    }

    /// The words there are, where the schema lists all of them.
    fn words(&self) -> Option<Vec<&'a str>> {
        let mut known = Vec::new();
        for way in self.0.iter().filter(|way| !types(way).eq(["null"])) {
            match (way["const"].as_str(), way["enum"].as_array()) {
                (Some(only), _) => known.push(only),
                (None, Some(several)) => known.extend(several.iter().filter_map(Value::as_str)),
                (None, None) => return None,
            }
        }
        Some(known)
    }

    /// What is wrong with a value where a whole number is wanted.
    fn whole_number(&self, value: &Value, given: &str) -> Option<String> {
        let number = value.as_i64().map(i128::from).or_else(|| value.as_u64().map(i128::from));
        let Some(number) = number else {
            return Some(format!("must be a whole number, not {given}"));
        };
        let way = self.0.iter().find(|way| types(way).any(|name| name == "integer"))?;
        // The limits are not named: those of the rules may be narrower.
        let (least, most) = limits(way);
        if number < least {
            Some(format!("is too small: {given}"))
        } else {
            (number > most).then(|| format!("is too large: {given}"))
        }
    }
}

fn collect<'a>(schema: &'a Value, part: &'a Value, ways: &mut Vec<&'a Value>) {
    let named = part["$ref"].as_str().and_then(|name| name.strip_prefix('#'));
    if let Some(definition) = named.and_then(|pointer| schema.pointer(pointer)) {
        return collect(schema, definition, ways);
    }
    let before = ways.len();
    for several in ["anyOf", "oneOf", "allOf"] {
        for way in part[several].as_array().into_iter().flatten() {
            collect(schema, way, ways);
        }
    }
    if ways.len() == before {
        ways.push(part);
    }
}

/// The types of a value in a schema without references.
fn types(way: &Value) -> impl Iterator<Item = &str> {
    let one = way["type"].as_str();
    one.into_iter().chain(way["type"].as_array().into_iter().flatten().filter_map(Value::as_str))
}

/// The least and the largest whole number that the type of an option can hold, and its schema allows.
fn limits(way: &Value) -> (i128, i128) {
    let (least, most) = match way["format"].as_str().unwrap_or_default() {
        "uint8" => (0, u8::MAX.into()),
        "uint16" => (0, u16::MAX.into()),
        "uint32" => (0, u32::MAX.into()),
        "uint64" | "uint" => (0, u64::MAX.into()),
        "int8" => (i8::MIN.into(), i8::MAX.into()),
        "int16" => (i16::MIN.into(), i16::MAX.into()),
        "int32" => (i32::MIN.into(), i32::MAX.into()),
        "int64" | "int" => (i64::MIN.into(), i64::MAX.into()),
        _ => (i128::MIN, i128::MAX),
    };
    let minimum = way["minimum"].as_i64().map_or(least, i128::from);
    (least.max(minimum), most)
}

/// The beginning of a text. A value may be a whole file, and nobody reads that in a message.
fn clipped(text: &str) -> String {
    match text.char_indices().nth(MOST_QUOTED) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}
