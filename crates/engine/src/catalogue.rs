//! What is in the box of a table, as data: cards, spaces, prices, effects, and the words of the rules.
//!
//! A game fills in one [`Catalogue`] from the options of its table ([`Hosted::catalogue`]). Bots get
//! it with their `welcome`, `explain` and the manual print it, and a page draws from it.
//!
//! [`Hosted::catalogue`]: crate::Hosted::catalogue

use std::collections::BTreeMap;
use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::layout::wrapped;
use crate::phrase::{Kind, Text};

/// Everything in the box of one table.
///
/// ```
/// # use parlor_engine::*;
/// let guard = Item::new("Guard", "Name somebody's number, and they are out.")
///     .written("guard")
///     .number("value", 1)
///     .effect(Effect::like("guard"));
/// let mut box_ = Catalogue::new();
/// box_.add(Section::new("Cards").of(Kind::Card).items([guard]));
/// assert!(box_.find("guard").unwrap().is_like("guard"));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Catalogue {
    /// All things and words, by what they are.
    pub sections: Vec<Section>,
    /// Which things belong together: the starting deck, the kingdom, a group of streets.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sets: Vec<Set>,
}

/// Things of one sort.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Section {
    /// What they are: `Cards`.
    pub name: Text,
    /// What they are as parts of a move, where they can be one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<Kind>,
    /// The things themselves.
    pub items: Vec<Item>,
}

/// A card, a space, a word of the rules.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Item {
    /// What people call it: `Code Review`. Several may be called alike.
    pub name: Text,
    /// How it is written in moves, views and notices: `code-review`. No two are written alike.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub written: Option<Text>,
    /// How many of it there are at this table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub copies: Option<u32>,
    /// What it counts as: `action`, `attack`, `street`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub kinds: Vec<Text>,
    /// Its figures, by name: `{"cost": 4, "points": 1}`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub numbers: BTreeMap<Text, i64>,
    /// What it does, as data. Things that do the same have the same effect.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub effects: Vec<Effect>,
    /// What it is, does or means, in words.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
}

/// Something that a thing does.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Effect {
    /// The name of the effect, which all things share that do the same. Where a thing is known for it,
    /// it is how that one is written: all cards that play as a Guard are like a `guard`.
    pub like: Text,
    /// When it happens, where that is not when the thing is played or come to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<Text>,
    /// How much or how many, where the effect has a number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub amount: Option<i64>,
    /// What it leads to, as it is written: the space that a card sends a player to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Text>,
}

/// Things that belong together.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Set {
    /// What they are together: `starting deck`.
    pub name: Text,
    /// Where chance draws so many of them before play, how many; all of them otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drawn: Option<u32>,
    /// The things, as they are written, each with the number of its copies.
    pub holds: BTreeMap<Text, u32>,
}

impl Catalogue {
    /// An empty one, to add to.
    pub const fn new() -> Self {
        Self { sections: Vec::new(), sets: Vec::new() }
    }

    /// And this section, where anything is in it.
    pub fn add(&mut self, section: Section) {
        if !section.items.is_empty() {
            self.sections.push(section);
        }
    }

    /// And a section of words that the rules use, each with its meaning.
    pub fn add_words<N: Into<Text>, M: Into<String>>(
        &mut self,
        words: impl IntoIterator<Item = (N, M)>,
    ) {
        let items = words.into_iter().map(|(name, text)| Item::new(name, text));
        self.add(Section::new("Words").items(items));
    }

    /// And these things together, where there are any.
    pub fn add_set<T: Into<Text>>(
        &mut self,
        name: impl Into<Text>,
        drawn: Option<u32>,
        holds: impl IntoIterator<Item = (T, u32)>,
    ) {
        let holds: BTreeMap<Text, u32> =
            holds.into_iter().map(|(written, copies)| (written.into(), copies)).collect();
        if !holds.is_empty() {
            self.sets.push(Set { name: name.into(), drawn, holds });
        }
    }

    /// All things and words, in order.
    pub fn items(&self) -> impl Iterator<Item = &Item> {
        self.sections.iter().flat_map(|section| &section.items)
    }

    /// A thing as it is written in a move, or by its name: upper and lower case are alike there, and
    /// hyphens and blanks.
    pub fn find(&self, word: &str) -> Option<&Item> {
        let written = self.items().find(|item| item.written.as_deref() == Some(word));
        let spelt = |word: &str| word.to_lowercase().replace('-', " ");
        written.or_else(|| self.items().find(|item| spelt(&item.name) == spelt(word)))
    }

    /// All things with an effect of this name: what is like a Guard.
    pub fn like(&self, what: &str) -> impl Iterator<Item = &Item> {
        self.items().filter(move |item| item.is_like(what))
    }

    /// Every name once, with what it means. Of several with one name the first counts.
    pub fn words(&self) -> Vec<(String, String)> {
        let mut words: Vec<(String, String)> = Vec::new();
        for item in self.items() {
            if words.iter().all(|(known, _)| *known != item.name) {
                words.push((item.name.to_string(), item.text.clone()));
            }
        }
        words
    }

    /// The places of the board: what each is called, and how it is written in a move.
    pub fn places(&self) -> impl Iterator<Item = (&str, &str)> {
        let places = self.sections.iter().filter(|section| section.kind == Some(Kind::Place));
        let items = places.flat_map(|section| &section.items);
        items.filter_map(|item| Some((&*item.name, item.written.as_deref()?)))
    }

    /// The same without the words, which makes it shorter.
    #[must_use]
    pub fn without_text(mut self) -> Self {
        self.sections
            .iter_mut()
            .flat_map(|section| &mut section.items)
            .for_each(|item| item.text.clear());
        self.sections.retain(|section| section.items.iter().any(Item::is_data));
        self
    }
}

impl Section {
    /// A section without things, by what they are.
    pub fn new(name: impl Into<Text>) -> Self {
        Self { name: name.into(), kind: None, items: Vec::new() }
    }

    /// Its things are parts of moves, of this kind.
    #[must_use]
    pub fn of(self, kind: Kind) -> Self {
        Self { kind: Some(kind), ..self }
    }

    /// With these things.
    #[must_use]
    pub fn items(mut self, items: impl IntoIterator<Item = Item>) -> Self {
        self.items.extend(items);
        self
    }
}

impl Item {
    /// A thing by its name, with what it is in words.
    pub fn new(name: impl Into<Text>, text: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            written: None,
            copies: None,
            kinds: Vec::new(),
            numbers: BTreeMap::new(),
            effects: Vec::new(),
            text: text.into(),
        }
    }

    /// As moves have it.
    #[must_use]
    pub fn written(self, written: impl Into<Text>) -> Self {
        Self { written: Some(written.into()), ..self }
    }

    /// There are so many of it.
    #[must_use]
    pub fn copies(self, copies: impl Into<u32>) -> Self {
        Self { copies: Some(copies.into()), ..self }
    }

    /// It counts as this.
    #[must_use]
    pub fn kind(mut self, kind: impl Into<Text>) -> Self {
        self.kinds.push(kind.into());
        self
    }

    /// A figure, by its name.
    #[must_use]
    pub fn number(mut self, name: impl Into<Text>, number: impl Into<i64>) -> Self {
        self.numbers.insert(name.into(), number.into());
        self
    }

    /// The figures that are not 0, by their names.
    #[must_use]
    pub fn gives<N: Into<i64>>(self, numbers: impl IntoIterator<Item = (&'static str, N)>) -> Self {
        let numbers = numbers.into_iter().map(|(name, number)| (name, number.into()));
        let some = numbers.filter(|(_, number)| *number != 0);
        some.fold(self, |item, (name, number)| item.number(name, number))
    }

    /// And it does this.
    #[must_use]
    pub fn effect(mut self, effect: impl Into<Option<Effect>>) -> Self {
        self.effects.extend(effect.into());
        self
    }

    /// Whether it has an effect of this name.
    pub fn is_like(&self, what: &str) -> bool {
        self.effects.iter().any(|effect| effect.like == what)
    }

    /// Whether it is more than a word with its meaning.
    fn is_data(&self) -> bool {
        *self != Self::new(self.name.clone(), self.text.clone())
    }

    /// As it stands in the manual: its text, with its name before it where that does not stand there,
    /// and how many there are.
    fn entry(&self) -> String {
        let Self { name, text, .. } = self;
        // Some begin with how it is written: `17 Bishop Drive`.
        let begun = self.written.as_deref().and_then(|written| text.strip_prefix(written));
        let begun = begun.unwrap_or(text).trim_start();
        let is_named = text.starts_with(&**name) || begun.starts_with(&**name);
        let named = if is_named { text.clone() } else { format!("{name}: {text}") };
        match self.copies {
            Some(copies) => format!("{copies} x {named}"),
            None => named,
        }
    }
}

impl Effect {
    /// The effect of this name.
    pub fn like(name: impl Into<Text>) -> Self {
        Self { like: name.into(), when: None, amount: None, to: None }
    }

    /// It happens then.
    #[must_use]
    pub fn when(self, when: impl Into<Text>) -> Self {
        Self { when: Some(when.into()), ..self }
    }

    /// With this number.
    #[must_use]
    pub fn amount(self, amount: impl Into<i64>) -> Self {
        Self { amount: Some(amount.into()), ..self }
    }

    /// It leads there.
    #[must_use]
    pub fn to(self, to: impl Into<Text>) -> Self {
        Self { to: Some(to.into()), ..self }
    }
}

/// The pages of the manual that come after the rule book, in Markdown.
impl fmt::Display for Catalogue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for Section { name, items, .. } in &self.sections {
            writeln!(f, "\n## {name}\n")?;
            for item in items {
                let mut lines = item.text.lines().skip(1).peekable();
                let entry = item.entry();
                let first = entry.lines().next().unwrap_or_default();
                writeln!(f, "{}", wrapped("- ", first, 2))?;
                if lines.peek().is_some() {
                    // A table of figures keeps its columns.
                    lines.try_for_each(|line| writeln!(f, "  {line}"))?;
                }
            }
        }
        if !self.sets.is_empty() {
            writeln!(f, "\n## What belongs together\n")?;
        }
        for set in &self.sets {
            writeln!(f, "{}", wrapped("- ", &self.set_in_words(set), 2))?;
        }
        Ok(())
    }
}

impl Catalogue {
    /// `starting deck: 7 Bitcoin, 3 Method`.
    fn set_in_words(&self, set: &Set) -> String {
        let Set { name, drawn, holds } = set;
        // In the order of the catalogue, which is that of the rule book.
        let held = self.items().filter_map(|item| {
            let copies = holds.get(item.written.as_ref()?)?;
            let times = if *copies == 1 { String::new() } else { format!("{copies} ") };
            Some(format!("{times}{}", item.name))
        });
        let held = held.collect::<Vec<_>>().join(", ");
        match drawn {
            Some(drawn) => format!("{name}: {drawn} of these, drawn by chance: {held}"),
            None => format!("{name}: {held}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn small() -> Catalogue {
        let card = |name: &'static str, written: &'static str, like: &'static str| {
            Item::new(name, format!("{name} ({written}): does it."))
                .written(written)
                .copies(5_u32)
                .number("value", 1)
                .effect(Effect::like(like))
        };
        let mut all = Catalogue::new();
        let cards = [card("Guard", "guard", "guard"), card("Deep Ones", "deep-ones", "guard")];
        all.add(Section::new("Cards").of(Kind::Card).items(cards));
        all.add(Section::new("Spaces").of(Kind::Place).items([
            Item::new("Go", "Go: pays.\n  each time   £200").written("1"),
            Item::new("Go", "another").written("2"),
        ]));
        all.add(Section::new("Nothing"));
        all.add_words([("hand", "The cards you can play.")]);
        all.add_set("deck", Some(3), [("guard", 5), ("deep-ones", 1)]);
        all
    }

    #[test]
    fn things_are_found_by_name_by_notation_and_by_effect() {
        let all = small();
        let name = |word| all.find(word).map(|item| &*item.name);
        assert_eq!(name("DEEP-ones"), Some("Deep Ones"));
        assert_eq!(name("2"), Some("Go"));
        assert_eq!(name("nobody"), None);
        assert_eq!(all.like("guard").count(), 2);
        assert_eq!(all.places().collect::<Vec<_>>(), [("Go", "1"), ("Go", "2")]);
        let words: Vec<String> = all.words().into_iter().map(|(word, _)| word).collect();
        assert_eq!(words, ["Guard", "Deep Ones", "Go", "hand"]);
    }

    #[test]
    fn the_manual_has_every_thing_and_what_belongs_together() {
        let expected = "\n## Cards\n\n- 5 x Guard (guard): does it.\n\
            - 5 x Deep Ones (deep-ones): does it.\n\n## Spaces\n\n- Go: pays.\n    each time   £200\n\
            - Go: another\n\n## Words\n\n- hand: The cards you can play.\n\n\
            ## What belongs together\n\n- deck: 3 of these, drawn by chance: 5 Guard, Deep Ones\n";
        assert_eq!(small().to_string(), expected);
    }

    /// These words are in the protocol: they do not change.
    #[test]
    fn a_catalogue_is_data() {
        let all = serde_json::to_value(small()).unwrap();
        assert_eq!(
            all["sections"][0],
            json!({"name": "Cards", "kind": "card", "items": [
                {"name": "Guard", "written": "guard", "copies": 5, "numbers": {"value": 1},
                 "effects": [{"like": "guard"}], "text": "Guard (guard): does it."},
                {"name": "Deep Ones", "written": "deep-ones", "copies": 5, "numbers": {"value": 1},
                 "effects": [{"like": "guard"}], "text": "Deep Ones (deep-ones): does it."},
            ]})
        );
        let deck = json!([{"name": "deck", "drawn": 3, "holds": {"guard": 5, "deep-ones": 1}}]);
        assert_eq!(all["sets"], deck);
        assert_eq!(serde_json::from_value::<Catalogue>(all).unwrap(), small());
        // Words are nothing but text, so without text there is none of them.
        let short = small().without_text();
        assert_eq!(short.sections.len(), 2);
        assert!(short.items().all(|item| item.text.is_empty()));
    }
}
