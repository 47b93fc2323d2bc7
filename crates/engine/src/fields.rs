//! Reading an option that has parts of its own, such as a set of cards: field by field, so that
//! everything that is wrong is said, each thing with its place.

use schemars::{JsonSchema, schema_for};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::misfit::misfit;
use crate::options::Problems;

/// The fields of a JSON object. What is wrong with one is noted, and the next is looked at.
///
/// ```
/// use parlor_engine::{Fields, Problems};
/// use serde_json::json;
///
/// let mut problems = Problems::new();
/// let tea = json!({"cups": "two", "sugar": 1});
/// let mut fields = Fields::of(&tea, "tea", &mut problems).unwrap();
/// let (cups, milk): (Option<u8>, bool) = (fields.needed("cups"), fields.given("milk"));
/// fields.nothing_else();
/// assert_eq!((cups, milk), (None, false));
/// assert_eq!(
///     problems.to_string(),
///     "tea.cups: must be a whole number, not 'two'\n\
///      tea.sugar: there is no such field; there is cups, milk"
/// );
/// ```
#[derive(Debug)]
pub struct Fields<'a> {
    map: &'a Map<String, Value>,
    place: &'a str,
    /// The fields that were asked for, which are all there are.
    known: Vec<&'static str>,
    problems: &'a mut Problems,
}

impl<'a> Fields<'a> {
    /// The fields of the object at this place; `None` where it is no object, which is a problem. The
    /// whole value has no place: it is the option itself.
    pub fn of(value: &'a Value, place: &'a str, problems: &'a mut Problems) -> Option<Self> {
        let Some(map) = value.as_object() else {
            problems.add(place, "must be a JSON object");
            return None;
        };
        Some(Self { map, place, known: Vec::new(), problems })
    }

    /// A field that must be there.
    pub fn needed<T: DeserializeOwned + JsonSchema>(&mut self, key: &'static str) -> Option<T> {
        if !self.map.contains_key(key) {
            self.problems.add(self.at(key), "is missing");
        }
        self.optional(key)
    }

    /// A field that has the value of its type where it is not there.
    pub fn given<T: DeserializeOwned + JsonSchema + Default>(&mut self, key: &'static str) -> T {
        self.optional(key).unwrap_or_default()
    }

    /// A field that may be left out.
    pub fn optional<T: DeserializeOwned + JsonSchema>(&mut self, key: &'static str) -> Option<T> {
        let value = self.value(key)?;
        read_value(value, &self.at(key), self.problems)
    }

    /// A list that must be there.
    pub fn list(&mut self, key: &'static str) -> &'a [Value] {
        let what = match self.value(key) {
            Some(Value::Array(values)) => return values,
            Some(_) => "must be a list, in square brackets",
            None => "is missing",
        };
        self.problems.add(self.at(key), what);
        &[]
    }

    /// A list that must be there: each entry read with its place, without those that `read` gives nothing for.
    pub fn each<T>(
        &mut self,
        key: &'static str,
        read: impl FnMut(&Value, &str, &mut Problems) -> Option<T>,
    ) -> Vec<T> {
        let values = self.list(key);
        self.read_each(key, values, read)
    }

    /// The same for a list that may be left out, and is empty then.
    pub fn optional_each<T>(
        &mut self,
        key: &'static str,
        read: impl FnMut(&Value, &str, &mut Problems) -> Option<T>,
    ) -> Vec<T> {
        let values = if self.value(key).is_some() { self.list(key) } else { &[] };
        self.read_each(key, values, read)
    }

    fn read_each<T>(
        &mut self,
        key: &str,
        values: &[Value],
        mut read: impl FnMut(&Value, &str, &mut Problems) -> Option<T>,
    ) -> Vec<T> {
        let place = self.at(key);
        let values = values.iter().enumerate();
        values
            .filter_map(|(i, value)| read(value, &format!("{place}[{i}]"), self.problems))
            .collect()
    }

    /// A field as it stands, to be read in another way.
    pub fn value(&mut self, key: &'static str) -> Option<&'a Value> {
        // It may be asked for twice, first whether it is there; it is one field.
        if !self.known.contains(&key) {
            self.known.push(key);
        }
        self.map.get(key)
    }

    /// Where a field stands.
    pub fn at(&self, key: &str) -> String {
        if self.place.is_empty() { key.to_owned() } else { format!("{}.{key}", self.place) }
    }

    /// For problems with fields that are read in another way.
    pub const fn problems(&mut self) -> &mut Problems {
        self.problems
    }

    /// Ends the reading: what was not asked for is no field.
    pub fn nothing_else(self) {
        let known = self.known.join(", ");
        for key in self.map.keys().filter(|key| !self.known.contains(&key.as_str())) {
            let what = format!("there is no such field; there is {known}");
            self.problems.add(self.at(key), what);
        }
    }
}

/// Reads a number, a word, or yes or no.
pub fn read_value<T: DeserializeOwned + JsonSchema>(
    value: &Value,
    place: &str,
    problems: &mut Problems,
) -> Option<T> {
    if value.is_object() || value.is_array() {
        problems.add(place, "must be a single value, not a list or an object");
        return None;
    }
    match serde_json::from_value(value.clone()) {
        Ok(read) => Some(read),
        Err(why) => {
            let schema = schema_for!(T).to_value();
            let words = misfit(&schema, &schema, value).unwrap_or_else(|| why.to_string());
            problems.add(place, words);
            None
        }
    }
}
