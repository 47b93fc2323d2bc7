//! Decks, as data: which cards there are, how a round ends and what wins the game.
//!
//! Five decks come in the box, in `decks/*.json`; a table may bring one of its own.

mod check;
mod option;
mod reading;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::card::{Card, KINDS, Print};
pub use option::DeckOption;

/// The decks in the box.
pub const NAMES: [&str; 5] = ["classic", "premium", "modern", "cosmic", "chaos"];

/// The most cards a table holds, those beside the deck included.
pub const MAX_CARDS: usize = 96;

/// The highest value of a card.
pub const MAX_VALUE: u8 = 15;

/// The most tokens that can be asked for.
pub const MAX_TOKENS: u8 = 50;

/// The fewest players of any deck.
pub const MIN_PLAYERS: u8 = 2;

/// The most players of any deck.
pub const MAX_PLAYERS: u8 = 8;

/// The most characters of a title or a front.
const MAX_TEXT: usize = 60;

/// Which cards are on the table, and what a round and the game are about.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Deck {
    /// What the deck is called.
    #[schemars(length(min = 1, max = MAX_TEXT))]
    pub title: String,
    /// The fewest and the most players.
    #[schemars(inner(range(min = MIN_PLAYERS, max = MAX_PLAYERS)))]
    pub players: [u8; 2],
    /// Tokens that win the game, by number of players from the fewest on.
    #[schemars(inner(range(min = 1, max = MAX_TOKENS)))]
    pub tokens: Vec<u8>,
    /// Insane tokens that win the game; none where insanity has no tokens of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = MAX_TOKENS))]
    pub insane_tokens: Option<u8>,
    /// Cards set aside face up when two play.
    #[serde(default, skip_serializing_if = "is_default")]
    pub face_up_for_two: u8,
    /// Who wins a showdown that is tied.
    pub ties: Ties,
    /// When a round ends for lack of cards.
    pub ends: Ends,
    /// Who starts a round.
    pub starts: Starts,
    /// Whether who goes out before a turn of their own comes back as a Prime.
    #[serde(default, skip_serializing_if = "is_default")]
    pub priming: bool,
    /// Whether who holds nothing but 8s may shuffle one back into the deck instead of playing it.
    #[serde(default, skip_serializing_if = "is_default")]
    pub eights: bool,
    /// The cards. One card may stand in several rows that agree on value, back and insanity; single
    /// copies may look otherwise.
    pub cards: Vec<Row>,
}

/// Copies of one card.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// Which card.
    pub card: Card,
    /// Its number.
    #[schemars(range(max = MAX_VALUE))]
    pub value: u8,
    /// How many there are of it.
    #[schemars(range(min = 1, max = MAX_CARDS))]
    pub count: u8,
    /// What is seen of it from behind.
    #[serde(default, skip_serializing_if = "is_default")]
    pub back: Back,
    /// Whether it makes insane who has it in the discards.
    #[serde(default, skip_serializing_if = "is_default")]
    pub insane: bool,
    /// Only with at least so many players.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(range(max = MAX_PLAYERS))]
    pub from_players: u8,
    /// Kept beside the table, not in the deck: the Brain Case.
    #[serde(default, skip_serializing_if = "is_default")]
    pub aside: bool,
    /// What is printed on it, where that is not the usual name. Means nothing to the rules.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = MAX_TEXT))]
    pub front: Option<String>,
    /// Those of the copies that have another back, or another front.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub marked: Vec<Marked>,
}

/// Copies in a row that look otherwise than the rest.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Marked {
    /// How many of the row's copies look so.
    #[schemars(range(min = 1, max = MAX_CARDS))]
    pub count: u8,
    /// What is seen of them from behind, where that is not the back of the row.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub back: Option<Back>,
    /// What is printed on them, where that is not the front of the row.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = MAX_TEXT))]
    pub front: Option<String>,
}

/// What a marked card is, and what it looks like.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mark {
    /// The card.
    pub card: Card,
    /// What is seen of it from behind.
    pub back: Back,
    /// What is printed on it, where that is not the usual name.
    pub front: Option<String>,
}

/// Who wins a showdown that is tied.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Ties {
    /// The higher sum of one's own discards; where that is tied too, nobody.
    #[default]
    Discards,
    /// Each of the tied players gets a token.
    Shared,
    /// Tied players cancel each other out, and the next score counts.
    Cancel,
}

/// When a round ends for lack of cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Ends {
    /// At the end of the turn in which the deck ran out.
    #[default]
    TurnEnd,
    /// When the player whose turn it is cannot draw.
    NoDraw,
}

/// Who starts a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Starts {
    /// The winner of the last round.
    #[default]
    Winner,
    /// Whom the last one out of the round before chooses; chance decides for the first round.
    LastOut,
}

/// What is seen of a card from behind: one of two patterns, or that somebody would know it again.
#[derive(
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Debug,
    Default,
    Serialize,
    Deserialize,
    JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Back {
    /// A letter.
    #[default]
    Letter,
    /// Stars.
    Cosmic,
    /// A crease.
    Creased,
    /// A stain.
    Stained,
    /// A tear.
    Torn,
    /// Colours that have faded.
    Faded,
}

/// How many backs there are.
pub const BACKS: usize = 6;

impl Back {
    /// All of them.
    pub const ALL: [Self; BACKS] =
        [Self::Letter, Self::Cosmic, Self::Creased, Self::Stained, Self::Torn, Self::Faded];

    /// Its place in tables by back.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// As a deck has it, and as it is said.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Letter => "letter",
            Self::Cosmic => "cosmic",
            Self::Creased => "creased",
            Self::Stained => "stained",
            Self::Torn => "torn",
            Self::Faded => "faded",
        }
    }
}

impl Deck {
    /// The deck of this name in the box.
    ///
    /// # Panics
    ///
    /// Where a deck in the box cannot be read, which would be a bug.
    pub fn built_in(name: &str) -> Option<Self> {
        let text = match name {
            "classic" => include_str!("../decks/classic.json"),
            "premium" => include_str!("../decks/premium.json"),
            "modern" => include_str!("../decks/modern.json"),
            "cosmic" => include_str!("../decks/cosmic.json"),
            "chaos" => include_str!("../decks/chaos.json"),
            _ => return None,
        };
        match serde_json::from_str(text) {
            Ok(deck) => Some(deck),
            Err(why) => panic!("the deck '{name}' in the box cannot be read: {why}"),
        }
    }

    /// The cards in the deck when so many play, each once with the number of its copies.
    pub fn cards_for(&self, players: usize) -> impl Iterator<Item = (Card, u8)> {
        let mut counts = [0_u8; KINDS];
        for row in &self.cards {
            if !row.aside && usize::from(row.from_players) <= players {
                let count = &mut counts[row.card.index()];
                *count = count.saturating_add(row.count);
            }
        }
        Card::ALL.into_iter().zip(counts).filter(|(_, count)| *count > 0)
    }

    /// The marked cards, each look once, in the order of the rows: the first has mark 1. They are the
    /// same for any number of players, so that a mark means the same at every table.
    pub fn marks(&self) -> Vec<Mark> {
        let mut marks: Vec<Mark> = Vec::new();
        for row in &self.cards {
            for marked in &row.marked {
                let mark = marked.look(row);
                if !marks.contains(&mark) {
                    marks.push(mark);
                }
            }
        }
        marks
    }

    /// The cards in the deck when so many play, each print once with the number of its copies. The
    /// deck has been checked.
    pub fn prints_for(&self, players: usize) -> Vec<(Print, u8)> {
        let marks = self.marks();
        let mut prints: Vec<(Print, u8)> =
            self.cards_for(players).map(|(card, count)| (Print::plain(card), count)).collect();
        let rows = self.cards.iter().filter(|row| usize::from(row.from_players) <= players);
        for (row, marked) in rows.flat_map(|row| row.marked.iter().map(move |it| (row, it))) {
            let look = marked.look(row);
            let Some(mark) = (1..).zip(&marks).find(|(_, mark)| **mark == look) else { continue };
            let print = Print { card: row.card, mark: mark.0 };
            for (other, count) in &mut prints {
                if *other == Print::plain(row.card) {
                    *count = count.saturating_sub(marked.count);
                }
            }
            match prints.iter_mut().find(|(other, _)| *other == print) {
                Some((_, count)) => *count += marked.count,
                None => prints.push((print, marked.count)),
            }
        }
        prints.retain(|(_, count)| *count > 0);
        prints
    }

    /// The tokens that win the game when so many play; none where so many cannot.
    pub fn tokens_for(&self, players: usize) -> Option<u8> {
        let place = players.checked_sub(self.players[0].into())?;
        self.tokens.get(place).copied()
    }

    /// Whether the Brain Case lies beside the table.
    pub fn brain_case(&self) -> bool {
        self.cards.iter().any(|row| row.aside)
    }

    /// The first row of this card: value, back and insanity are the same in all of them.
    pub fn row(&self, card: Card) -> Option<&Row> {
        self.cards.iter().find(|row| row.card == card)
    }
}

impl Marked {
    /// What these copies of a row look like.
    fn look(&self, row: &Row) -> Mark {
        let back = self.back.unwrap_or(row.back);
        Mark { card: row.card, back, front: self.front.clone().or_else(|| row.front.clone()) }
    }
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_engine::Problems;

    /// Value, copies and whether insane, as the fact sheet has them.
    type Fact = (Card, u8, u8, bool);

    const CLASSIC: [Fact; 8] = [
        (Card::Princess, 8, 1, false),
        (Card::Countess, 7, 1, false),
        (Card::King, 6, 1, false),
        (Card::Prince, 5, 2, false),
        (Card::Handmaid, 4, 2, false),
        (Card::Baron, 3, 2, false),
        (Card::Priest, 2, 2, false),
        (Card::Guard, 1, 5, false),
    ];

    /// What stays in the deck of chaos for any number of players.
    const PREMIUM_KEPT: [Fact; 4] = [
        (Card::Constable, 6, 1, false),
        (Card::Count, 5, 2, false),
        (Card::Baroness, 3, 2, false),
        (Card::Assassin, 0, 1, false),
    ];

    const PREMIUM_FROM_FIVE: [Fact; 6] = [
        (Card::Bishop, 9, 1, false),
        (Card::DowagerQueen, 7, 1, false),
        (Card::Sycophant, 4, 2, false),
        (Card::Cardinal, 2, 2, false),
        (Card::Guard, 1, 3, false),
        (Card::Jester, 0, 1, false),
    ];

    const MODERN: [Fact; 10] = [
        (Card::Princess, 9, 1, false),
        (Card::Countess, 8, 1, false),
        (Card::King, 7, 1, false),
        (Card::Chancellor, 6, 2, false),
        (Card::Prince, 5, 2, false),
        (Card::Handmaid, 4, 2, false),
        (Card::Baron, 3, 2, false),
        (Card::Priest, 2, 2, false),
        (Card::Guard, 1, 6, false),
        (Card::Spy, 0, 2, false),
    ];

    const COSMIC: [Fact; 16] = [
        (Card::Investigators, 1, 5, false),
        (Card::DeepOnes, 1, 1, true),
        (Card::CatsOfUlthar, 2, 2, false),
        (Card::GoldenMead, 2, 1, true),
        (Card::GreatRaceOfYith, 3, 2, false),
        (Card::HoundOfTindalos, 3, 1, true),
        (Card::ElderSign, 4, 2, false),
        (Card::LiberIvonis, 4, 1, true),
        (Card::ProfessorArmitage, 5, 2, false),
        (Card::MiGo, 5, 1, true),
        (Card::RandolphCarter, 6, 1, false),
        (Card::Nyarlathotep, 6, 1, true),
        (Card::SilverKey, 7, 1, false),
        (Card::ShiningTrapezohedron, 7, 1, true),
        (Card::Necronomicon, 8, 1, false),
        (Card::Cthulhu, 8, 1, true),
    ];

    const BORROWED: [Fact; 2] = [(Card::Spy, 0, 2, false), (Card::Chancellor, 6, 2, false)];

    const HOUSE: [Fact; 7] = [
        (Card::Nope, 2, 2, true),
        (Card::NoU, 5, 2, false),
        (Card::InsaneNoU, 5, 1, true),
        (Card::Capitalist, 5, 1, true),
        (Card::BountyHunter, 6, 1, false),
        (Card::CrimeBoss, 6, 1, true),
        (Card::Jestsassin, 0, 1, false),
    ];

    fn built_in(name: &str) -> Deck {
        Deck::built_in(name).unwrap()
    }

    fn cards(name: &str, players: usize) -> Vec<Fact> {
        let deck = built_in(name);
        let fact = |(card, count)| {
            let row = deck.row(card).unwrap();
            (card, row.value, count, row.insane)
        };
        deck.cards_for(players).map(fact).collect()
    }

    /// In the order of the cards, with the copies of several rows together.
    fn merged(facts: &[&[Fact]]) -> Vec<Fact> {
        let mut all = facts.concat();
        all.sort();
        all.dedup_by(|next, first| {
            let same = next.0 == first.0;
            if same {
                first.2 += next.2;
            }
            same
        });
        all
    }

    #[test]
    fn the_decks_in_the_box_hold_the_cards_of_their_editions() {
        let premium: &[&[Fact]] = &[&CLASSIC, &PREMIUM_KEPT, &PREMIUM_FROM_FIVE];
        assert_eq!(cards("classic", 2), merged(&[&CLASSIC]));
        assert_eq!(cards("premium", 5), merged(premium));
        assert_eq!(cards("modern", 2), merged(&[&MODERN]));
        assert_eq!(cards("cosmic", 2), merged(&[&COSMIC]));
        let few: &[&[Fact]] = &[&CLASSIC, &PREMIUM_KEPT, &COSMIC, &BORROWED, &HOUSE];
        assert_eq!(cards("chaos", 4), merged(few));
        assert_eq!(cards("chaos", 5), merged(&[few, &[&PREMIUM_FROM_FIVE]].concat()));
    }

    #[test]
    fn the_decks_in_the_box_have_the_numbers_of_their_editions() {
        let total = |name| {
            let deck = built_in(name);
            let most = deck.players[1].into();
            deck.cards_for(most).map(|(_, count)| u32::from(count)).sum::<u32>()
        };
        assert_eq!(NAMES.map(total), [16, 32, 21, 24, 69]);
        let brain_case = |name| built_in(name).brain_case();
        assert_eq!(NAMES.map(brain_case), [false, false, false, true, true]);
        let players = |name| built_in(name).players;
        assert_eq!(NAMES.map(players), [[2, 4], [5, 8], [2, 6], [2, 6], [2, 8]]);
        let tokens = |name| built_in(name).tokens;
        let expected = [vec![7, 5, 4], vec![4; 4], vec![6, 5, 4, 3, 3], vec![2; 5], vec![2; 7]];
        assert_eq!(NAMES.map(tokens), expected);
        let classic = built_in("classic");
        assert_eq!([1, 2, 4, 5].map(|n| classic.tokens_for(n)), [None, Some(7), Some(4), None]);
        let insane = |name| built_in(name).insane_tokens;
        assert_eq!(NAMES.map(insane), [None, None, None, Some(3), Some(3)]);
        let face_up = |name| built_in(name).face_up_for_two;
        assert_eq!(NAMES.map(face_up), [3, 0, 3, 5, 0]);
        let ties = |name| built_in(name).ties;
        let [discards, shared, cancel] = [Ties::Discards, Ties::Shared, Ties::Cancel];
        assert_eq!(NAMES.map(ties), [discards, discards, shared, cancel, cancel]);
        let house = |name| {
            let deck = built_in(name);
            let all = (deck.ends, deck.starts, deck.priming, deck.eights);
            assert!(
                all == (Ends::NoDraw, Starts::LastOut, true, true)
                    || all == (Ends::TurnEnd, Starts::Winner, false, false)
            );
            deck.priming
        };
        assert_eq!(NAMES.map(house), [false, false, false, false, true]);
    }

    #[test]
    fn two_backs_are_mixed_in_chaos_only() {
        for name in NAMES {
            for row in built_in(name).cards {
                let cosmic = match name {
                    "cosmic" => true,
                    "chaos" => row.insane || COSMIC.iter().any(|fact| fact.0 == row.card),
                    _ => false,
                };
                assert_eq!(row.back == Back::Cosmic, cosmic, "{name}: {}", row.card);
            }
        }
    }

    #[test]
    fn the_decks_in_the_box_are_right() {
        for name in NAMES {
            let mut problems = Problems::new();
            built_in(name).check("deck", &mut problems);
            assert_eq!(problems.to_string(), "", "{name}");
        }
        assert_eq!(Deck::built_in("tarot"), None);
    }
}
