//! Tokens: what stands for a player on the board.

use std::borrow::Cow;
use std::fmt;

use arrayvec::{ArrayString, ArrayVec};
use parlor_engine::{Problems, Seat};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use smol_str::SmolStr;

use crate::edition::{self, EditionOption};
use crate::rules::Rules;
use crate::state::MAX_PLAYERS;

/// The tokens of an edition that brings none of its own.
pub const TOKENS: [&str; 6] = ["boot", "smartphone", "ship", "hatstand", "cat", "iron"];
/// The most letters of a token's name.
pub const MAX_TOKEN: usize = 12;
/// A letter has at most so many bytes.
const BYTES: usize = 4;

/// A token, by its name. There is room in it for every name that an edition may give, so that views need
/// no memory of their own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Token(#[schemars(with = "String")] ArrayString<{ MAX_TOKEN * BYTES }>);

impl Token {
    /// The token of this name, as far as there is room for it.
    pub(crate) fn named(name: &str) -> Self {
        let mut token = ArrayString::new();
        for letter in name.chars().take(MAX_TOKEN) {
            _ = token.try_push(letter);
        }
        Self(token)
    }
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The tokens that were chosen, by seat; a seat without one takes the next that is free.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TokenOption(Vec<SmolStr>);

impl TokenOption {
    /// Every seat's token, of those that an edition has: what was chosen, and for the others the rest in
    /// their order.
    pub(crate) fn deal(&self, all: &[SmolStr]) -> ArrayVec<Token, MAX_PLAYERS> {
        let chosen = |seat: usize| self.0.get(seat).and_then(|name| find(all, name));
        let mut rest =
            all.iter().filter(|token| (0..MAX_PLAYERS).all(|seat| chosen(seat) != Some(token)));
        let tokens = (0..MAX_PLAYERS).filter_map(|seat| chosen(seat).or_else(|| rest.next()));
        tokens.map(|name| Token::named(name)).collect()
    }

    /// The same with a token for every seat; unchanged where there is something wrong with it.
    pub(crate) fn in_full(self, edition: &EditionOption) -> Self {
        let all = edition.tokens();
        if self.problems(&all).is_empty() {
            Self(self.deal(&all).iter().map(|token| SmolStr::new(token.0)).collect())
        } else {
            self
        }
    }

    /// What is wrong with what was chosen.
    pub(crate) fn problems(&self, all: &[SmolStr]) -> Problems {
        let mut problems = Problems::new();
        if self.0.len() > MAX_PLAYERS {
            let what = format!("at most {MAX_PLAYERS} can play, and {} are named", self.0.len());
            problems.add("tokens", what);
        }
        for (seat, name) in self.0.iter().enumerate().filter(|(_, name)| !name.is_empty()) {
            let Some(token) = find(all, name) else {
                problems
                    .add("tokens", format!("there is no '{name}'; there is {}", all.join(", ")));
                continue;
            };
            let earlier = self.0[..seat].iter().position(|other| find(all, other) == Some(token));
            if let Some(other) = earlier {
                let (one, two) = (other + 1, seat + 1);
                let what = format!("seats {one} and {two} cannot both have the {token}");
                problems.add("tokens", what);
            }
        }
        problems
    }
}

/// The token of this name, whatever its capitals.
fn find<'a>(all: &'a [SmolStr], name: &str) -> Option<&'a SmolStr> {
    let folded = name.to_lowercase();
    all.iter().find(|token| token.to_lowercase() == folded)
}

impl Serialize for TokenOption {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0.join(","))
    }
}

impl<'de> Deserialize<'de> for TokenOption {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<'_, str>::deserialize(deserializer)?;
        if text.trim().is_empty() {
            return Ok(Self::default());
        }
        Ok(Self(text.split(',').map(|name| SmolStr::new(name.trim())).collect()))
    }
}

impl JsonSchema for TokenOption {
    fn schema_name() -> Cow<'static, str> {
        "Tokens".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string" })
    }
}

impl Rules {
    /// What stands for a player on the board.
    pub(crate) fn token(&self, seat: Seat) -> Token {
        self.tokens.get(seat.index()).copied().unwrap_or_default()
    }
}

impl EditionOption {
    /// The tokens of an edition, as far as they can be read.
    fn tokens(&self) -> Vec<SmolStr> {
        match self.book() {
            Some(book) => edition::tokens(book),
            None => TOKENS.map(SmolStr::new_static).into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(text: &str) -> TokenOption {
        serde_json::from_value(text.into()).unwrap_or_else(|why| panic!("{why}"))
    }

    fn all() -> Vec<SmolStr> {
        TOKENS.map(SmolStr::new_static).into()
    }

    #[test]
    fn who_chooses_none_takes_the_next_that_is_free() {
        for (text, expected) in [
            ("", "boot,smartphone,ship,hatstand,cat,iron"),
            ("cat,ship", "cat,ship,boot,smartphone,hatstand,iron"),
            (" Cat ,, IRON", "cat,boot,iron,smartphone,ship,hatstand"),
            ("iron,cat,hatstand,ship,smartphone,boot", "iron,cat,hatstand,ship,smartphone,boot"),
        ] {
            let dealt = chosen(text).deal(&all());
            let names: Vec<String> = dealt.iter().map(ToString::to_string).collect();
            assert_eq!(names.join(","), expected, "'{text}'");
        }
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (text, expected) in [
            (
                "dog",
                "tokens: there is no 'dog'; there is boot, smartphone, ship, hatstand, cat, iron",
            ),
            ("cat,boot,Cat", "tokens: seats 1 and 3 cannot both have the cat"),
            (",,,,,,cat", "tokens: at most 6 can play, and 7 are named"),
        ] {
            assert_eq!(chosen(text).problems(&all()).to_string(), expected, "'{text}'");
        }
    }
}
