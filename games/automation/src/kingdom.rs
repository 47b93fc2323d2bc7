//! The kingdom: which actions can be bought in this game.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use parlor_engine::Problems;

use crate::card::Card;
use crate::cards::Kinds;
use crate::sets::Set;

const RANDOM: &str = "random";

/// The actions somebody asked for by name, as they wrote them; none means drawn by chance.
///
/// The names are looked up when the table is set up, so that all that is wrong with them can be
/// said at once.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Kingdom(Vec<String>);

impl Kingdom {
    /// The kingdom of these actions.
    pub fn of(cards: impl IntoIterator<Item = Card>) -> Self {
        Self(cards.into_iter().map(|card| card.name().to_owned()).collect())
    }

    /// The actions of the game; `None` when chance draws them. What is wrong is added.
    pub(crate) fn check(&self, set: &Set, problems: &mut Problems) -> Option<Kinds> {
        let all: Kinds = set.actions().collect();
        let wanted = usize::from(set.kingdom);
        if wanted >= all.len() {
            if !self.0.is_empty() {
                let (title, actions) = (&set.title, all.len());
                let what = format!(
                    "the set '{title}' has just its {actions} actions; leave it out, or take \
                     set=standard"
                );
                problems.add("kingdom", what);
            }
            return Some(all);
        }
        if self.0.is_empty() {
            return None;
        }
        let mut kingdom = Kinds::NONE;
        for name in &self.0 {
            match name.parse::<Card>() {
                Ok(card) if !all.contains(card) => {
                    problems.add("kingdom", format!("'{name}' is not an action"));
                }
                Ok(card) if kingdom.contains(card) => {
                    problems.add("kingdom", format!("'{name}' is named twice"));
                }
                Ok(card) => kingdom = kingdom.with(card),
                Err(_) => {
                    let known: Vec<&str> = all.iter().map(Card::name).collect();
                    let known = known.join(", ");
                    problems.add("kingdom", format!("there is no card '{name}'; there is {known}"));
                }
            }
        }
        let named = self.0.len();
        if named != wanted {
            problems.add("kingdom", format!("{wanted} actions make a kingdom, not {named}"));
        }
        Some(kingdom)
    }
}

impl Serialize for Kingdom {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0.is_empty() {
            serializer.serialize_str(RANDOM)
        } else {
            serializer.serialize_str(&self.0.join(","))
        }
    }
}

impl<'de> Deserialize<'de> for Kingdom {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        if text.trim() == RANDOM {
            return Ok(Self::default());
        }
        Ok(Self(text.split(',').map(|name| name.trim().to_owned()).collect()))
    }
}

impl JsonSchema for Kingdom {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Kingdom".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let names: Vec<&str> = Card::all().map(Card::name).collect();
        let name = format!("({})", names.join("|"));
        json_schema!({
            "type": "string",
            "description": "The actions of the game: 'random', or names with commas between them, as \
                            many as the set has in its kingdom.",
            "pattern": format!("^(random|{name}( *, *{name})*)$"),
        })
    }
}
