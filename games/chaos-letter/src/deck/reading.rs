//! Reading a deck from JSON: field by field, so that everything that is wrong is said, with its
//! place.

use parlor_engine::{Fields, Problems, read_value};
use serde::de::Error;
use serde::{Deserialize, Deserializer};
use serde_json::Value;

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
            players: read_players(&mut fields),
            tokens: read_numbers(&mut fields, "tokens"),
            insane_tokens: fields.given("insane_tokens"),
            face_up_for_two: fields.given("face_up_for_two"),
            ties: fields.needed("ties").unwrap_or_default(),
            ends: fields.needed("ends").unwrap_or_default(),
            starts: fields.needed("starts").unwrap_or_default(),
            priming: fields.given("priming"),
            eights: fields.given("eights"),
            cards: fields.each("cards", Row::read),
        };
        fields.nothing_else();
        problems.into_result(deck).map_err(|problems| problems.to_string())
    }
}

impl Row {
    fn read(value: &Value, place: &str, problems: &mut Problems) -> Option<Self> {
        let mut fields = Fields::of(value, place, problems)?;
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
            marked: fields.optional_each("marked", Marked::read),
        };
        fields.nothing_else();
        card.map(|_| row)
    }
}

impl Marked {
    fn read(value: &Value, place: &str, problems: &mut Problems) -> Option<Self> {
        let mut fields = Fields::of(value, place, problems)?;
        let marked = Self {
            count: fields.needed("count").unwrap_or_default(),
            back: fields.given("back"),
            front: fields.given("front"),
        };
        fields.nothing_else();
        Some(marked)
    }
}

fn read_players(fields: &mut Fields<'_>) -> [u8; 2] {
    let numbers = read_numbers(fields, "players");
    let is_list = fields.value("players").is_some_and(Value::is_array);
    numbers.try_into().unwrap_or_else(|numbers: Vec<u8>| {
        // What is no list was said already.
        if is_list {
            let what = format!("must be two numbers, such as [2, 4], not {}", numbers.len());
            let place = fields.at("players");
            fields.problems().add(place, what);
        }
        [0; 2]
    })
}

/// A list of numbers; 0 stands for one that could not be read, so that they can be counted.
fn read_numbers(fields: &mut Fields<'_>, key: &'static str) -> Vec<u8> {
    fields.each(key, |value, place, problems| {
        Some(read_value(value, place, problems).unwrap_or_default())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deck::DeckOption;
    use parlor_gametest::strange_json::read_or_refused;
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
        let mut whole = serde_json::to_value(built_in("cosmic")).unwrap();
        whole["cards"][7]["marked"] = json!([{"count": 1, "back": "creased", "front": "Agents"}]);
        read_or_refused(&whole, json!({"turn-end": null}), |option: &DeckOption| {
            // A number may be anything that fits: the checks are there for it.
            option.deck().check("deck", &mut Problems::new());
        });
    }
}
