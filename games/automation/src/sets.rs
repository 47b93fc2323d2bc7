//! Card sets, as data: what each card costs, gives and does, how many there are of it, and what ends
//! the game.
//!
//! Two sets come in the box; a table may bring one of its own. A card gives first the plain gifts
//! (actions, buys, money, cards), then does what its [`Effect`] says.

mod built_in;
mod check;
mod effect;
mod option;
mod reading;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize, Serializer};

use crate::card::Card;
use crate::cards::Kinds;
use crate::rules::NO_LIMIT;
use crate::state::MAX_PLAYERS;

pub use effect::Effect;
pub use option::SetOption;

/// The sets in the box.
pub const NAMES: [&str; 2] = ["base", "standard"];
/// How many cards a hand has when its turn begins.
pub const HAND: u8 = 5;
/// The most Frameworks a table may ask for. With them the first eight kinds of the sets in the box
/// come to 252 cards in one player's hands: see [`MAX_OWNED`].
pub const MAX_FRAMEWORKS: u8 = 40;
/// The highest price.
pub const MAX_COST: u8 = 20;
/// The most points a card is worth, for better or worse.
pub const MAX_POINTS: i8 = 20;
/// The most money a card is worth in the MONEY phase.
pub const MAX_VALUE: u8 = 20;
/// The most of one gift, and the highest number of an effect.
pub const MAX_GIFT: u8 = 10;
/// The most cards of a pile.
pub const MAX_PILE: u8 = 100;
/// The most of one card in a starting deck.
pub const MAX_START: u8 = 20;
/// The most cards one player can own of eight kinds that stand together in the list of all cards.
/// [`Cards`](crate::Cards) counts eight kinds in a word, and their sum has to stay within a byte.
pub const MAX_OWNED: u32 = 255;
/// The most cards one player can own that play others twice: each may wait for the next, and
/// [`MAX_TODO`](crate::MAX_TODO) things can wait.
pub const MAX_TWICE: u32 = 10;
/// The most characters of a title.
const MAX_TEXT: usize = 60;

/// Which cards there are, and what the game is about.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Set {
    /// What the set is called.
    #[schemars(length(min = 1, max = MAX_TEXT))]
    pub title: String,
    /// How many of the actions a game uses; all of them where it is left out.
    #[schemars(with = "Option<u8>")]
    pub kingdom: u8,
    /// What can be played in the MONEY phase.
    #[schemars(default)]
    pub spend: Spend,
    /// Who is placed first of those with equal points.
    #[schemars(default)]
    pub ties: Ties,
    /// When the game is over.
    pub ends: Ends,
    /// Turns a player before the scores stand as they are, unless the table says otherwise.
    #[schemars(default = "usual_turns", range(min = 1, max = NO_LIMIT))]
    pub turns: u16,
    /// The cards.
    pub cards: Vec<Definition>,
}

/// What is printed on a card, and how many there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Definition {
    /// Its name.
    #[schemars(with = "Name")]
    pub card: Card,
    /// When and how it is played.
    pub kind: Kind,
    /// What it costs.
    #[schemars(range(max = MAX_COST))]
    pub cost: u8,
    /// What it is worth at the end.
    #[serde(skip_serializing_if = "is_nothing")]
    #[schemars(default, range(min = -MAX_POINTS, max = MAX_POINTS))]
    pub points: i8,
    /// What it adds in the MONEY phase.
    #[serde(rename = "value", skip_serializing_if = "is_nothing")]
    #[schemars(default, range(max = MAX_VALUE))]
    pub coins: u8,
    /// What it gives as an action, before its effect.
    #[serde(flatten)]
    pub gives: Gifts,
    /// What else it does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub effect: Option<Effect>,
    /// How many the supply holds.
    pub pile: Pile,
    /// How many are in each starting deck. They come on top of the supply.
    #[serde(skip_serializing_if = "is_nothing")]
    #[schemars(default, range(max = MAX_START))]
    pub start: u8,
}

/// When and how a card is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Worth points, for better or worse, and nothing else.
    Points,
    /// Played in the MONEY phase.
    Money,
    /// Played in the ACTION phase.
    Action,
    /// An action that the others may want to be safe from.
    Attack,
    /// An action that keeps who shows it safe from an attack.
    Reaction,
}

/// What an action gives whoever plays it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, JsonSchema)]
pub struct Gifts {
    /// Actions more to play.
    #[serde(skip_serializing_if = "is_nothing")]
    #[schemars(default, range(max = MAX_GIFT))]
    pub actions: u8,
    /// Buys more.
    #[serde(skip_serializing_if = "is_nothing")]
    #[schemars(default, range(max = MAX_GIFT))]
    pub buys: u8,
    /// Money more to spend.
    #[serde(skip_serializing_if = "is_nothing")]
    #[schemars(default, range(max = MAX_GIFT))]
    pub money: u8,
    /// Cards to draw.
    #[serde(skip_serializing_if = "is_nothing")]
    #[schemars(default, range(max = MAX_GIFT))]
    pub cards: u8,
}

/// How many of a card the supply holds before the first turn, by the number of players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pile(pub [u8; MAX_PLAYERS]);

/// What can be played in the MONEY phase.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Spend {
    /// Money.
    #[default]
    Money,
    /// Every card of the hand; what is no money adds nothing.
    Hand,
}

/// Who is placed first of those with equal points.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Ties {
    /// They share the place.
    #[default]
    Shared,
    /// Whoever had fewer turns; where those are equal too, they share the place.
    FewerTurns,
}

/// When the game is over, beside the limit of turns: after the turn in which so many piles ran out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Ends {
    /// The piles that count; any, where none is named.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(default, with = "Vec<Name>")]
    pub piles: Vec<Card>,
    /// How many of them are empty then.
    #[schemars(default = "one", range(min = 1))]
    pub empty: u8,
}

impl Set {
    /// The actions of the set, in its own order.
    pub fn actions(&self) -> impl Iterator<Item = Card> {
        self.cards.iter().filter(|card| card.is_action()).map(|card| card.card)
    }

    /// How many of a card the supply holds before the first turn; none of one that is not in the set.
    pub fn pile(&self, card: Card, players: usize) -> u8 {
        let found = self.cards.iter().find(|other| other.card == card);
        found.map_or(0, |card| card.pile.of(players))
    }

    /// What every player starts with.
    pub fn starting_deck(&self) -> impl Iterator<Item = (Card, u8)> {
        self.cards.iter().filter(|card| card.start > 0).map(|card| (card.card, card.start))
    }

    /// The piles that count for the end, as far as they are in the game.
    pub(crate) fn end_piles(&self) -> Kinds {
        if self.ends.piles.is_empty() {
            Kinds::ALL
        } else {
            self.ends.piles.iter().copied().collect()
        }
    }

    /// Whether any card does this.
    pub(crate) fn any(&self, does: impl Fn(Effect) -> bool) -> bool {
        self.cards.iter().filter_map(|card| card.effect).any(does)
    }
}

impl Definition {
    /// Whether it is played in the ACTION phase.
    pub const fn is_action(&self) -> bool {
        matches!(self.kind, Kind::Action | Kind::Attack | Kind::Reaction)
    }
}

impl Pile {
    /// When so many play.
    pub fn of(self, players: usize) -> u8 {
        self.0[players.clamp(1, MAX_PLAYERS) - 1]
    }

    /// The highest of them.
    pub(crate) fn most(self) -> u8 {
        self.0.into_iter().max().unwrap_or_default()
    }
}

/// One number where it is the same for any number of players.
impl Serialize for Pile {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let [alone, others @ ..] = self.0;
        if others.iter().all(|other| *other == alone) {
            serializer.serialize_u8(alone)
        } else {
            self.0.serialize(serializer)
        }
    }
}

impl JsonSchema for Pile {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Pile".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let number = json_schema!({"type": "integer", "minimum": 1, "maximum": MAX_PILE});
        json_schema!({
            "description": "One number, or one for each number of players.",
            "oneOf": [
                number,
                {"type": "array", "items": number, "minItems": MAX_PLAYERS, "maxItems": MAX_PLAYERS},
            ],
        })
    }
}

/// A card by its name, in schemas.
struct Name;

impl JsonSchema for Name {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Card".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let names: Vec<&str> = Card::all().map(Card::name).collect();
        json_schema!({"type": "string", "enum": names})
    }
}

fn is_nothing<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// Turns a player where a set does not say.
const fn usual_turns() -> u16 {
    100
}

const fn one() -> u8 {
    1
}
