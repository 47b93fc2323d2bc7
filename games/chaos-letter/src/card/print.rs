//! A card as it is made: which one it is, and which of its looks it has.

use std::fmt;
use std::str::FromStr;

use parlor_engine::bit_set;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::{Card, KINDS, Kinds, NotACard};

/// The most marked cards of a deck that differ. With one plain look for every kind of card they fit
/// into the word of a set.
pub const MAX_MARKS: usize = 16;

/// How many looks there can be: each kind of card, and the marked ones.
pub const LOOKS: usize = KINDS + MAX_MARKS;

const _: () = assert!(LOOKS <= 64, "a set of looks is one machine word");

/// A card as it is made. Copies of a kind that look alike from both sides are the same print: most
/// are plain, and those with another back or front have the number of their mark in the deck
/// ([`Deck::marks`](crate::Deck::marks)).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Print {
    /// Which card it is: all that matters to what it does.
    pub card: Card,
    /// The number of its mark, from 1; 0 where it is plain.
    pub mark: u8,
}

impl Print {
    /// A card that is not marked.
    #[inline]
    pub const fn plain(card: Card) -> Self {
        Self { card, mark: 0 }
    }

    /// Its place in tables by look.
    #[inline]
    pub const fn index(self) -> usize {
        self.look().index()
    }

    /// What it looks like, whatever it is.
    #[inline]
    pub const fn look(self) -> Look {
        match self.mark {
            0 => Look(self.card as u8),
            mark => Look(KINDS as u8 + (mark - 1) % MAX_MARKS as u8),
        }
    }
}

impl From<Card> for Print {
    fn from(card: Card) -> Self {
        Self::plain(card)
    }
}

/// `baron`, and `baron/1` where it is marked.
impl fmt::Display for Print {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.mark {
            0 => f.write_str(self.card.name()),
            mark => write!(f, "{}/{mark}", self.card),
        }
    }
}

impl FromStr for Print {
    type Err = NotACard;

    fn from_str(text: &str) -> Result<Self, NotACard> {
        let Some((card, mark)) = text.split_once('/') else {
            return Ok(Self::plain(text.parse()?));
        };
        let unknown = || NotACard(text.to_owned());
        let card = card.parse().map_err(|_| unknown())?;
        Ok(Self { card, mark: read_mark(mark).ok_or_else(unknown)? })
    }
}

/// One spelling: neither `01` nor `+1`.
fn read_mark(text: &str) -> Option<u8> {
    let mark: u8 = text.parse().ok()?;
    ((1..=MAX_MARKS).contains(&usize::from(mark)) && mark.to_string() == text).then_some(mark)
}

/// Its notation where people read it, and two numbers where it is hashed.
impl Serialize for Print {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            serializer.collect_str(self)
        } else {
            (self.card, self.mark).serialize(serializer)
        }
    }
}

impl<'de> Deserialize<'de> for Print {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            let text = std::borrow::Cow::<'_, str>::deserialize(deserializer)?;
            return text.parse().map_err(de::Error::custom);
        }
        let (card, mark) = <(Card, u8)>::deserialize(deserializer)?;
        let known = usize::from(mark) <= MAX_MARKS;
        known.then_some(Self { card, mark }).ok_or_else(|| de::Error::custom("no such mark"))
    }
}

/// A text like `baron` or `baron/1`.
impl JsonSchema for Print {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Print".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "string", "pattern": format!("^({})(/{MARK})?$", names())})
    }
}

/// A number from 1 to [`MAX_MARKS`], as a pattern.
const MARK: &str = "([1-9]|1[0-6])";

/// The names of all cards, as a pattern.
fn names() -> String {
    Card::ALL.map(Card::name).join("|")
}

/// What a card looks like: the plain cards of a kind, or a mark, whatever card it is on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Look(u8);

impl Look {
    /// Its place in tables by look.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    #[inline]
    const fn at(index: usize) -> Self {
        Self((index % LOOKS) as u8)
    }

    /// The kind of the cards that look so; `None` for a mark, of which the deck says it.
    pub(crate) const fn kind(self) -> Option<Card> {
        if self.index() < KINDS { Some(Card::ALL[self.index()]) } else { None }
    }

    /// The number of the mark, from 1; 0 for plain cards.
    pub(crate) const fn mark(self) -> u8 {
        (self.0 + 1).saturating_sub(KINDS as u8)
    }
}

/// `baron`, or `/1` for a mark.
impl Serialize for Look {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.kind() {
            Some(card) => serializer.serialize_str(card.name()),
            None => serializer.collect_str(&format_args!("/{}", self.mark())),
        }
    }
}

/// A text like `baron` or `/1`.
impl JsonSchema for Look {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Look".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "string", "pattern": format!("^({}|/{MARK})$", names())})
    }
}

impl<'de> Deserialize<'de> for Look {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<'_, str>::deserialize(deserializer)?;
        let mark = || read_mark(text.strip_prefix('/')?);
        match text.parse::<Card>() {
            Ok(card) => Ok(Print::plain(card).look()),
            Err(why) => mark()
                .map(|mark| Self(KINDS as u8 + mark - 1))
                .ok_or_else(|| de::Error::custom(why)),
        }
    }
}

bit_set! {
    /// A set of looks.
    pub struct Looks(u64) {
        item: Look, count: LOOKS, index: Look::index, at: Look::at, compact: Word,
    }
}

impl Looks {
    /// The plain cards of these kinds.
    #[inline]
    pub(crate) const fn plain(kinds: Kinds) -> Self {
        Self(kinds.0)
    }

    /// The kinds of the plain cards in it.
    #[inline]
    pub(crate) const fn plain_kinds(self) -> Kinds {
        Kinds(self.0).and(Kinds::ALL)
    }

    /// The marks in it.
    #[inline]
    pub(crate) const fn marks(self) -> Self {
        Self(self.0 & !Kinds::ALL.0)
    }

    /// Whether a card looks like one of these.
    #[inline]
    pub const fn has(self, card: Print) -> bool {
        self.contains(card.look())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prints_read_as_they_are_written() {
        for text in ["baron", "baron/1", "deep-ones/16"] {
            assert_eq!(text.parse::<Print>().map(|read| read.to_string()).as_deref(), Ok(text));
        }
        for text in ["baron/0", "baron/17", "baron/01", "baron/", "/1", "baron/1/1", "chess/1"] {
            let why = text.parse::<Print>().unwrap_err().to_string();
            assert_eq!(why, format!("there is no card '{text}'"));
        }
    }

    #[test]
    fn a_set_of_looks_names_marks_by_number() {
        let creased = Print { card: Card::Baron, mark: 2 };
        let looks: Looks = [Print::plain(Card::Guard).look(), creased.look()].into_iter().collect();
        let text = serde_json::to_string(&looks).unwrap();
        assert_eq!(text, r#"["guard","/2"]"#);
        assert_eq!(serde_json::from_str::<Looks>(&text).unwrap(), looks);
        assert!(looks.has(creased) && !looks.has(Print::plain(Card::Baron)));
        assert_eq!((looks.plain_kinds(), looks.marks().len()), (Kinds::one(Card::Guard), 1));
    }
}
