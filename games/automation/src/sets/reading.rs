//! Reading a set from JSON: field by field, so that everything that is wrong is said, with its place.

use parlor_engine::{Fields, Problems, read_value};
use serde::de::Error;
use serde::{Deserialize, Deserializer};
use serde_json::Value;

use super::effect::{FORMS, Form};
use super::{Definition, Effect, Ends, Gifts, Kind, MAX_GIFT, Pile, Set, one, usual_turns};
use crate::card::Card;
use crate::state::MAX_PLAYERS;

impl<'de> Deserialize<'de> for Set {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::read(&Value::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

impl Set {
    pub(super) fn read(value: &Value) -> Result<Self, String> {
        let mut problems = Problems::new();
        let Some(mut fields) = Fields::of(value, "", &mut problems) else {
            return Err("a set must be a JSON object".to_owned());
        };
        let title = fields.needed("title").unwrap_or_default();
        let kingdom: Option<u8> = fields.given("kingdom");
        let (spend, ties) = (fields.given("spend"), fields.given("ties"));
        let ends = read_ends(&mut fields);
        let turns = fields.optional("turns").unwrap_or_else(usual_turns);
        let cards = fields.each("cards", Definition::read);
        fields.nothing_else();
        problems.into_result(()).map_err(|problems| problems.to_string())?;
        let mut set = Self { title, kingdom: 0, spend, ties, ends, turns, cards };
        let all = || u8::try_from(set.actions().count()).unwrap_or(u8::MAX);
        set.kingdom = kingdom.unwrap_or_else(all);
        Ok(set)
    }
}

fn read_ends(fields: &mut Fields<'_>) -> Ends {
    let mut ends = Ends { piles: Vec::new(), empty: one() };
    let place = fields.at("ends");
    let Some(value) = fields.value("ends") else {
        fields.problems().add(place, "is missing");
        return ends;
    };
    let Some(mut parts) = Fields::of(value, &place, fields.problems()) else { return ends };
    ends.piles = parts.optional_each("piles", read_value);
    if parts.value("piles").and_then(Value::as_array).is_some_and(Vec::is_empty) {
        let place = parts.at("piles");
        parts.problems().add(place, "must name a pile; leave it out for any of them");
    }
    ends.empty = parts.optional("empty").unwrap_or(ends.empty);
    parts.nothing_else();
    ends
}

impl Definition {
    fn read(value: &Value, place: &str, problems: &mut Problems) -> Option<Self> {
        let mut fields = Fields::of(value, place, problems)?;
        let card: Option<Card> = fields.needed("card");
        let kind: Option<Kind> = fields.needed("kind");
        let cost = fields.needed("cost").unwrap_or_default();
        let (points, coins) = (fields.given("points"), fields.given("value"));
        let gives = Gifts {
            actions: fields.given("actions"),
            buys: fields.given("buys"),
            money: fields.given("money"),
            cards: fields.given("cards"),
        };
        let effect = read_effect(&mut fields);
        let pile = read_pile(&mut fields);
        let start = fields.given("start");
        fields.nothing_else();
        let (card, kind) = (card?, kind?);
        Some(Self { card, kind, cost, points, coins, gives, effect, pile: pile?, start })
    }
}

/// A number, or a list with one for each number of players.
fn read_pile(fields: &mut Fields<'_>) -> Option<Pile> {
    let place = fields.at("pile");
    match fields.value("pile") {
        None => {
            fields.problems().add(place, "is missing");
            None
        }
        Some(Value::Array(values)) => {
            let place_of = |i| format!("{place}[{i}]");
            let read = |(i, value)| read_value::<u8>(value, &place_of(i), fields.problems());
            let piles: Option<Vec<u8>> = values.iter().enumerate().map(read).collect();
            let piles = piles?;
            let given = piles.len();
            let piles = piles.try_into().map(Pile).ok();
            if piles.is_none() {
                let what = format!(
                    "must be one number, or {MAX_PLAYERS}: for one player to {MAX_PLAYERS}; not \
                     {given}"
                );
                fields.problems().add(place, what);
            }
            piles
        }
        Some(value) => {
            read_value(value, &place, fields.problems()).map(|number| Pile([number; MAX_PLAYERS]))
        }
    }
}

/// `"play-twice"`, or `{"cheaper": 1}`.
fn read_effect(fields: &mut Fields<'_>) -> Option<Effect> {
    let place = fields.at("effect");
    let (name, number) = match fields.value("effect")? {
        Value::String(name) => (name, None),
        Value::Object(map) if map.len() == 1 => {
            let (name, number) = map.iter().next()?;
            (name, Some(number))
        }
        Value::Null => return None,
        _ => {
            let what = "must be the name of an effect, or one with its number, such as \
                        {\"cheaper\": 1}";
            fields.problems().add(place, what);
            return None;
        }
    };
    let problems = fields.problems();
    let Some((_, form)) = FORMS.iter().find(|(known, _)| known == name) else {
        let known: Vec<&str> = FORMS.iter().map(|(known, _)| *known).collect();
        let begin: String = name.chars().take(60).collect();
        let known = known.join(", ");
        problems.add(place, format!("there is no effect '{begin}'; there is {known}"));
        return None;
    };
    match (*form, number) {
        (Form::Plain(effect), None) => Some(effect),
        (Form::Plain(_), Some(_)) => {
            problems.add(place, format!("'{name}' has no number: write \"{name}\""));
            None
        }
        (Form::Numbered(..), None) => {
            problems.add(place, format!("'{name}' needs a number: write {{\"{name}\": 2}}"));
            None
        }
        (Form::Numbered(of, least), Some(number)) => {
            let place = format!("{place}.{name}");
            let number: u8 = read_value(number, &place, problems)?;
            if !(least..=MAX_GIFT).contains(&number) {
                problems.add(place, format!("must be {least} to {MAX_GIFT}, not {number}"));
                return None;
            }
            Some(of(number))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sets::SetOption;
    use parlor_gametest::strange_json::read_or_refused;
    use serde_json::json;

    #[track_caller]
    fn check(change: fn(&mut Value), expected: &str) {
        let mut value = serde_json::to_value(Set::built_in("standard").unwrap()).unwrap();
        change(&mut value);
        let why = serde_json::from_value::<SetOption>(value).unwrap_err();
        assert_eq!(why.to_string(), expected);
    }

    #[test]
    fn what_cannot_be_read_is_said_with_its_place() {
        check(
            |set| {
                set["title"] = json!(7);
                set["kingdom"] = json!("all");
                set["spend"] = json!("bitcoin");
                set["ties"] = json!(["shared"]);
                set["turns"] = json!(-1);
                set["author"] = json!("me");
                set.as_object_mut().unwrap().remove("ends");
            },
            "title: must be text, not 7\n\
             kingdom: must be a whole number, not 'all'\n\
             spend: there is no 'bitcoin'; there is money, hand\n\
             ties: must be a single value, not a list or an object\n\
             ends: is missing\n\
             turns: is too small: -1\n\
             author: there is no such field; there is title, kingdom, spend, ties, ends, turns, \
             cards",
        );
        check(
            |set| {
                set["ends"] = json!({"piles": ["chess", 3], "empty": "all", "when": 1});
                set["cards"] = json!(3);
            },
            "ends.piles[0]: there is no card 'chess'\n\
             ends.piles[1]: must be text, not 3\n\
             ends.empty: must be a whole number, not 'all'\n\
             ends.when: there is no such field; there is piles, empty\n\
             cards: must be a list, in square brackets",
        );
        check(
            |set| {
                set["ends"] = json!({"piles": []});
                set["cards"][0] = json!("bug");
            },
            "ends.piles: must name a pile; leave it out for any of them\n\
             cards[0]: must be a JSON object",
        );
        check(|set| set["ends"] = json!(1), "ends: must be a JSON object");
    }

    #[test]
    fn what_cannot_be_read_of_a_card_is_said_with_its_place() {
        check(
            |set| {
                set["cards"][0]["card"] = json!("chess");
                set["cards"][0]["cost"] = json!(300);
                set["cards"][0]["colour"] = json!("red");
                set["cards"][1]["kind"] = json!("victory");
                set["cards"][1]["pile"] = json!([1, 2]);
                set["cards"][2]["pile"] = json!([8, "x", 8, 8]);
                set["cards"][3].as_object_mut().unwrap().remove("pile");
                set["cards"][4]["points"] = json!("one");
            },
            "cards[0].card: there is no card 'chess'\n\
             cards[0].cost: is too large: 300\n\
             cards[0].colour: there is no such field; there is card, kind, cost, points, value, \
             actions, buys, money, cards, effect, pile, start\n\
             cards[1].kind: there is no 'victory'; there is points, money, action, attack, \
             reaction\n\
             cards[1].pile: must be one number, or 4: for one player to 4; not 2\n\
             cards[2].pile[1]: must be a whole number, not 'x'\n\
             cards[3].pile: is missing\n\
             cards[4].points: must be a whole number, not 'one'",
        );
    }

    #[test]
    fn what_cannot_be_read_of_an_effect_is_said_with_its_place() {
        check(
            |set| {
                set["cards"][7]["effect"] = json!("dance");
                set["cards"][8]["effect"] = json!("cheaper");
                set["cards"][9]["effect"] = json!({"play-twice": 2});
                set["cards"][10]["effect"] = json!({"cheaper": "all"});
                set["cards"][11]["effect"] = json!({"cheaper": 0});
                set["cards"][12]["effect"] = json!({"trash-to-gain": 11});
                set["cards"][13]["effect"] = json!(3);
            },
            "cards[7].effect: there is no effect 'dance'; there is discard-to-draw, \
             trash-to-draw, trash-to-gain, choose-one, discard-for-empty-piles, play-twice, \
             others-draw, cheaper, discard-down-to, give-bug, discard-or-bug\n\
             cards[8].effect: 'cheaper' needs a number: write {\"cheaper\": 2}\n\
             cards[9].effect: 'play-twice' has no number: write \"play-twice\"\n\
             cards[10].effect.cheaper: must be a whole number, not 'all'\n\
             cards[11].effect.cheaper: must be 1 to 10, not 0\n\
             cards[12].effect.trash-to-gain: must be 0 to 10, not 11\n\
             cards[13].effect: must be the name of an effect, or one with its number, such as \
             {\"cheaper\": 1}",
        );
    }

    #[test]
    fn what_is_left_out_has_its_default() {
        let bare = json!({
            "title": "Bare",
            "ends": {},
            "cards": [
                {"card": "bitcoin", "kind": "money", "cost": 0, "value": 1, "pile": 9, "start": 5},
                {"card": "hack", "kind": "action", "cost": 2, "cards": 1, "pile": 3},
                {"card": "ipo", "kind": "action", "cost": 2, "cards": 1, "pile": 3},
            ],
        });
        let set: Set = serde_json::from_value(bare).unwrap();
        let written = serde_json::to_value(&set).unwrap();
        assert_eq!((set.kingdom, set.turns, set.ends.empty), (2, 100, 1));
        // What goes into a record leaves nothing to a default that may change.
        assert_eq!(written["spend"], "money");
        assert_eq!((&written["ties"], &written["turns"]), (&json!("shared"), &json!(100)));
        assert_eq!((&written["kingdom"], &written["ends"]), (&json!(2), &json!({"empty": 1})));
    }

    #[test]
    fn any_json_is_read_or_refused() {
        let whole = serde_json::to_value(Set::built_in("standard").unwrap()).unwrap();
        read_or_refused(&whole, json!({"cheaper": null}), |option: &SetOption| {
            // A number may be anything that fits: the checks are there for it.
            option.set().check("set", &mut Problems::new());
        });
    }
}
