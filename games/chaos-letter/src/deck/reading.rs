//! Reading a deck from JSON: field by field, so that everything that is wrong is said, with its
//! place.

use parlor_engine::options::in_words;
use parlor_engine::{Problem, Problems};
use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};

use super::{Deck, Marked, Row};
use crate::card::Card;

impl<'de> Deserialize<'de> for Deck {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::read(&Value::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

impl Deck {
    pub(super) fn read(value: &Value) -> Result<Self, String> {
        let mut problems = Problems::new();
        let Some(mut fields) = Fields::of(value, "", &mut problems) else {
            return Err("a deck must be a JSON object".to_owned());
        };
        let deck = Self {
            title: fields.needed("title").unwrap_or_default(),
            players: fields.pair("players"),
            tokens: fields.numbers("tokens"),
            insane_tokens: fields.given("insane_tokens"),
            face_up_for_two: fields.given("face_up_for_two"),
            ties: fields.needed("ties").unwrap_or_default(),
            ends: fields.needed("ends").unwrap_or_default(),
            starts: fields.needed("starts").unwrap_or_default(),
            priming: fields.given("priming"),
            eights: fields.given("eights"),
            cards: fields.rows("cards"),
        };
        fields.nothing_else();
        let said: Vec<String> =
            problems.iter().map(|Problem { place, what }| format!("{place}: {what}")).collect();
        if said.is_empty() { Ok(deck) } else { Err(said.join("\n")) }
    }
}

impl Row {
    fn read(value: &Value, place: &str, problems: &mut Problems) -> Option<Self> {
        let Some(mut fields) = Fields::of(value, place, problems) else {
            problems.add(place, "must be a JSON object");
            return None;
        };
        let card = fields.needed("card");
        // Some card, for the other fields to be looked at; it goes no further.
        let row = Self {
            card: card.unwrap_or(Card::ALL[0]),
            value: fields.needed("value").unwrap_or_default(),
            count: fields.needed("count").unwrap_or_default(),
            back: fields.given("back"),
            insane: fields.given("insane"),
            from_players: fields.given("from_players"),
            aside: fields.given("aside"),
            front: fields.given("front"),
            marked: fields.marked("marked"),
        };
        fields.nothing_else();
        card.map(|_| row)
    }
}

impl Marked {
    fn read(value: &Value, place: &str, problems: &mut Problems) -> Option<Self> {
        let Some(mut fields) = Fields::of(value, place, problems) else {
            problems.add(place, "must be a JSON object");
            return None;
        };
        let marked = Self {
            count: fields.needed("count").unwrap_or_default(),
            back: fields.given("back"),
            front: fields.given("front"),
        };
        fields.nothing_else();
        Some(marked)
    }
}

/// The fields of an object. What is wrong with one is noted, and the next is looked at.
struct Fields<'a> {
    map: &'a Map<String, Value>,
    place: &'a str,
    /// The fields that were asked for, which are all there are.
    known: Vec<&'static str>,
    problems: &'a mut Problems,
}

impl<'a> Fields<'a> {
    fn of(value: &'a Value, place: &'a str, problems: &'a mut Problems) -> Option<Self> {
        let map = value.as_object()?;
        Some(Self { map, place, known: Vec::new(), problems })
    }

    fn needed<T: DeserializeOwned>(&mut self, key: &'static str) -> Option<T> {
        if !self.map.contains_key(key) {
            self.problems.add(self.at(key), "is missing");
        }
        self.get(key)
    }

    fn given<T: DeserializeOwned + Default>(&mut self, key: &'static str) -> T {
        self.get(key).unwrap_or_default()
    }

    fn get<T: DeserializeOwned>(&mut self, key: &'static str) -> Option<T> {
        self.known.push(key);
        read_value(self.map.get(key)?, self.at(key), self.problems)
    }

    fn list(&mut self, key: &'static str) -> &'a [Value] {
        self.known.push(key);
        let what = match self.map.get(key) {
            Some(Value::Array(values)) => return values,
            Some(_) => "must be a list, in square brackets",
            None => "is missing",
        };
        self.problems.add(self.at(key), what);
        &[]
    }

    fn numbers(&mut self, key: &'static str) -> Vec<u8> {
        let values = self.list(key).iter().enumerate();
        let place = self.at(key);
        values
            .map(|(i, value)| read_value(value, format!("{place}[{i}]"), self.problems))
            .map(Option::unwrap_or_default)
            .collect()
    }

    fn pair(&mut self, key: &'static str) -> [u8; 2] {
        let numbers = self.numbers(key);
        let given = self.map.get(key).is_some_and(Value::is_array);
        numbers.try_into().unwrap_or_else(|numbers: Vec<u8>| {
            if given {
                let what = format!("must be two numbers, such as [2, 4], not {}", numbers.len());
                self.problems.add(self.at(key), what);
            }
            [0; 2]
        })
    }

    fn rows(&mut self, key: &'static str) -> Vec<Row> {
        let values = self.list(key).iter().enumerate();
        let place = self.at(key);
        values
            .filter_map(|(i, value)| Row::read(value, &format!("{place}[{i}]"), self.problems))
            .collect()
    }

    /// A list that may be left out.
    fn marked(&mut self, key: &'static str) -> Vec<Marked> {
        if !self.map.contains_key(key) {
            self.known.push(key);
            return Vec::new();
        }
        let values = self.list(key).iter().enumerate();
        let place = self.at(key);
        values
            .filter_map(|(i, value)| Marked::read(value, &format!("{place}[{i}]"), self.problems))
            .collect()
    }

    fn nothing_else(self) {
        let known = self.known.join(", ");
        for key in self.map.keys().filter(|key| !self.known.contains(&key.as_str())) {
            let what = format!("there is no such field; there is {known}");
            self.problems.add(self.at(key), what);
        }
    }

    fn at(&self, key: &str) -> String {
        if self.place.is_empty() { key.to_owned() } else { format!("{}.{key}", self.place) }
    }
}

/// A number, a word, or yes or no.
fn read_value<T>(value: &Value, place: String, problems: &mut Problems) -> Option<T>
where
    T: DeserializeOwned,
{
    if value.is_object() || value.is_array() {
        problems.add(place, "must be a single value, not a list or an object");
        return None;
    }
    match serde_json::from_value(value.clone()) {
        Ok(read) => Some(read),
        Err(why) => {
            problems.add(place, in_words(value, &why.to_string()));
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deck::DeckOption;
    use serde_json::json;

    fn built_in(name: &str) -> Deck {
        Deck::built_in(name).unwrap()
    }

    /// What is said of the classic deck after this change.
    #[track_caller]
    fn check(change: fn(&mut Value), expected: &str) {
        let mut value = serde_json::to_value(built_in("classic")).unwrap();
        change(&mut value);
        let why = serde_json::from_value::<DeckOption>(value).unwrap_err();
        assert_eq!(why.to_string(), expected);
    }

    #[test]
    fn marked_copies_that_cannot_be_read_are_said_with_their_place() {
        check(
            |deck| {
                deck["cards"][4]["marked"] =
                    json!([{"back": "folded", "count": 1}, 7, {"size": 1}]);
                deck["cards"][5]["marked"] = json!("creased");
            },
            "cards[4].marked[0].back: there is no 'folded'; there is letter, cosmic, creased, \
             stained, torn, faded\ncards[4].marked[1]: must be a JSON object\n\
             cards[4].marked[2].count: is missing\ncards[4].marked[2].size: there is no such field; \
             there is count, back, front\ncards[5].marked: must be a list, in square brackets",
        );
    }

    #[test]
    fn what_cannot_be_read_is_said_with_its_place() {
        check(
            |deck| {
                deck["title"] = json!(7);
                deck["players"] = json!([2, "x", 4]);
                deck["tokens"] = json!(3);
                deck["ties"] = json!("never");
                deck["ends"] = json!({"turn-end": 3});
                deck["priming"] = json!("yes");
                deck.as_object_mut().unwrap().remove("starts");
            },
            "title: must be text, not 7\n\
             players[1]: must be a whole number, not 'x'\n\
             players: must be two numbers, such as [2, 4], not 3\n\
             tokens: must be a list, in square brackets\n\
             ties: there is no 'never'; there is discards, shared, cancel\n\
             ends: must be a single value, not a list or an object\n\
             starts: is missing\n\
             priming: must be true or false, not 'yes'",
        );
        check(
            |deck| {
                deck["cards"][0]["card"] = Value::Null;
                deck["cards"][0]["colour"] = json!("red");
                deck["cards"][1]["value"] = json!(300);
                deck["cards"][2] = json!("king");
                deck["cards"][3].as_object_mut().unwrap().remove("count");
            },
            "cards[0].card: must be text, not null\ncards[0].colour: there is no such field; there \
             is card, value, count, back, insane, from_players, aside, front, marked\n\
             cards[1].value: is too large: 300\ncards[2]: must be a JSON object\n\
             cards[3].count: is missing",
        );
        check(
            |deck| {
                deck["author"] = json!("me");
                deck["players"] = json!([]);
                deck["cards"] = json!([]);
            },
            "players: must be two numbers, such as [2, 4], not 0\nauthor: there is no such field; \
             there is title, players, tokens, insane_tokens, face_up_for_two, ties, ends, starts, \
             priming, eights, cards",
        );
        check(|deck| *deck = json!([]), "must be the name of a deck or a deck in full");
        check(
            |deck| *deck = json!("tarot"),
            "there is no deck 'tarot'; there is classic, premium, modern, cosmic, chaos, or a \
             file: deck=@my-deck.json",
        );
    }

    #[test]
    fn any_json_is_read_or_refused() {
        let strange = [
            Value::Null,
            json!(true),
            json!(-1),
            json!(0),
            json!(255),
            json!(1.5),
            json!(u64::MAX),
            json!("\u{1b}"),
            json!([]),
            json!([[1, 2], {}]),
            json!({}),
            json!({"turn-end": null}),
        ];
        let mut whole = serde_json::to_value(built_in("cosmic")).unwrap();
        whole["cards"][7]["marked"] = json!([{"count": 1, "back": "creased", "front": "Agents"}]);
        let mut places = Vec::new();
        places_in(&whole, "", &mut places);
        for place in places {
            for value in &strange {
                let mut changed = whole.clone();
                *changed.pointer_mut(&place).unwrap() = value.clone();
                let Ok(option) = serde_json::from_value::<DeckOption>(changed) else { continue };
                let again = serde_json::to_value(&option).unwrap();
                assert_eq!(serde_json::from_value::<DeckOption>(again).unwrap(), option);
                // A number may be anything that fits: the checks are there for it.
                option.deck().check("deck", &mut Problems::new());
            }
        }
    }

    fn places_in(value: &Value, place: &str, places: &mut Vec<String>) {
        places.push(place.to_owned());
        match value {
            Value::Array(values) => {
                for (i, value) in values.iter().enumerate() {
                    places_in(value, &format!("{place}/{i}"), places);
                }
            }
            Value::Object(fields) => {
                for (key, value) in fields {
                    places_in(value, &format!("{place}/{key}"), places);
                }
            }
            _ => {}
        }
    }
}
