//! Decks, as data: which cards there are, how a round ends and what wins the game.
//!
//! Five decks come in the box, in `decks/*.json`; a table may bring one of its own.

mod option;
mod reading;

use parlor_engine::Problems;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::card::{Card, KINDS, MAX_MARKS, Print};
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

    /// Adds everything that is wrong with the deck, each with its place in it.
    pub fn check(&self, place: &str, problems: &mut Problems) {
        let at = |field: &str| format!("{place}.{field}");
        if self.cards.len() > MAX_CARDS {
            // Whatever else is wrong with so many rows would be too long to read.
            let what = format!("at most {MAX_CARDS} rows, not {}", self.cards.len());
            problems.add(at("cards"), what);
            return;
        }
        check_text(&self.title, at("title"), problems);
        let players_are_right = self.check_players(place, problems);
        self.check_tokens(players_are_right, place, problems);
        self.check_rows(place, problems);
        self.check_aside(place, problems);
        let marks = self.marks().len();
        if marks > MAX_MARKS {
            let what = format!("at most {MAX_MARKS} different cards can be marked, not {marks}");
            problems.add(at("cards"), what);
        }
        let cards: usize = self.cards.iter().map(|row| usize::from(row.count)).sum();
        if cards > MAX_CARDS {
            let what = format!("at most {MAX_CARDS} cards fit on a table, not {cards}");
            problems.add(at("cards"), what);
        }
        if players_are_right {
            self.check_enough(place, problems);
        }
    }

    fn check_players(&self, place: &str, problems: &mut Problems) -> bool {
        let mut right = true;
        for (i, number) in self.players.iter().enumerate() {
            if !(MIN_PLAYERS..=MAX_PLAYERS).contains(number) {
                let what = format!("{MIN_PLAYERS} to {MAX_PLAYERS} can play, not {number}");
                problems.add(format!("{place}.players[{i}]"), what);
                right = false;
            }
        }
        let [fewest, most] = self.players;
        if fewest > most {
            let what = format!("the fewest players come first: [{most}, {fewest}]");
            problems.add(format!("{place}.players"), what);
            right = false;
        }
        right
    }

    fn check_tokens(&self, players_are_right: bool, place: &str, problems: &mut Problems) {
        let [fewest, most] = self.players;
        if players_are_right {
            let (wanted, given) = (usize::from(most - fewest + 1), self.tokens.len());
            if given != wanted {
                let what = format!(
                    "one for each number of players from {fewest} to {most} makes {wanted}, not \
                     {given}"
                );
                problems.add(format!("{place}.tokens"), what);
            }
        }
        let each = self.tokens.iter().enumerate();
        let each = each.map(|(i, tokens)| (format!("tokens[{i}]"), *tokens));
        let insane = self.insane_tokens.map(|tokens| ("insane_tokens".to_owned(), tokens));
        for (field, tokens) in each.chain(insane) {
            if !(1..=MAX_TOKENS).contains(&tokens) {
                let what = format!("1 to {MAX_TOKENS} tokens win a game, not {tokens}");
                problems.add(format!("{place}.{field}"), what);
            }
        }
    }

    fn check_rows(&self, place: &str, problems: &mut Problems) {
        for (i, row) in self.cards.iter().enumerate() {
            let at = |field: &str| format!("{place}.cards[{i}].{field}");
            if row.value > MAX_VALUE {
                let what = format!("the highest value is {MAX_VALUE}, not {}", row.value);
                problems.add(at("value"), what);
            }
            if row.count == 0 {
                problems.add(at("count"), "must be at least 1; leave the row out for none");
            }
            if row.from_players > MAX_PLAYERS {
                let what = format!("at most {MAX_PLAYERS} can play, not {}", row.from_players);
                problems.add(at("from_players"), what);
            }
            if let Some(front) = &row.front {
                check_text(front, at("front"), problems);
            }
            self.check_marked(row, &at("marked"), problems);
            let first = self.row(row.card).unwrap_or(row);
            for (field, agrees) in [
                ("value", first.value == row.value),
                ("back", first.back == row.back),
                ("insane", first.insane == row.insane),
            ] {
                if !agrees {
                    let what = format!("is not the same as in the row of '{}' above", row.card);
                    problems.add(at(field), what);
                }
            }
        }
    }

    /// Marked copies are copies of their row, and look otherwise than the rest of it.
    fn check_marked(&self, row: &Row, place: &str, problems: &mut Problems) {
        // The plain copies of a card look like those of its first row.
        let plain = self.row(row.card).unwrap_or(row);
        let mut copies = 0;
        for (i, marked) in row.marked.iter().enumerate() {
            let at = |field: &str| format!("{place}[{i}].{field}");
            copies += usize::from(marked.count);
            if marked.count == 0 {
                problems.add(at("count"), "must be at least 1; leave it out for none");
            }
            if let Some(front) = &marked.front {
                check_text(front, at("front"), problems);
            }
            let look = marked.look(row);
            if (look.back, &look.front) == (plain.back, &plain.front) {
                let what =
                    format!("looks like any other '{}': give another back or front", row.card);
                problems.add(format!("{place}[{i}]"), what);
            }
            let same = |other: &Marked| other.look(row) == look;
            if let Some(first) = row.marked[..i].iter().position(same) {
                problems.add(format!("{place}[{i}]"), format!("looks the same as marked[{first}]"));
            }
        }
        if copies > usize::from(row.count) {
            let what = format!("{copies} of {} copies cannot be marked", row.count);
            problems.add(place, what);
        }
        if row.aside && !row.marked.is_empty() {
            problems.add(place, "what lies beside the table is not marked");
        }
    }

    fn check_aside(&self, place: &str, problems: &mut Problems) {
        let mut aside = 0;
        for (i, row) in self.cards.iter().enumerate().filter(|(_, row)| row.aside) {
            aside += usize::from(row.count);
            if row.card != Card::BrainCase {
                let what = format!("only the Brain Case lies beside the table, not '{}'", row.card);
                problems.add(format!("{place}.cards[{i}].aside"), what);
            }
            if row.from_players != 0 {
                let what = "what lies beside the table does so for any number of players";
                problems.add(format!("{place}.cards[{i}].from_players"), what);
            }
        }
        if aside > 1 {
            let what = format!("one card at most lies beside the table, not {aside}");
            problems.add(format!("{place}.cards"), what);
        }
    }

    /// One card each, one aside face down, those face up for two, and one to draw.
    fn check_enough(&self, place: &str, problems: &mut Problems) {
        let [fewest, most] = self.players.map(usize::from);
        for players in fewest..=most {
            let cards: usize = self.cards_for(players).map(|(_, count)| usize::from(count)).sum();
            let face_up = if players == 2 { usize::from(self.face_up_for_two) } else { 0 };
            let needed = players + 1 + face_up + 1;
            if cards < needed {
                let what = format!("{players} players need at least {needed} cards, not {cards}");
                problems.add(format!("{place}.cards"), what);
            }
        }
    }
}

impl Marked {
    /// What these copies of a row look like.
    fn look(&self, row: &Row) -> Mark {
        let back = self.back.unwrap_or(row.back);
        Mark { card: row.card, back, front: self.front.clone().or_else(|| row.front.clone()) }
    }
}

fn check_text(text: &str, place: String, problems: &mut Problems) {
    let length = text.chars().count();
    if text.trim().is_empty() {
        problems.add(place, "must not be empty");
    } else if length > MAX_TEXT {
        problems.add(place, format!("at most {MAX_TEXT} characters, not {length}"));
    } else if text.chars().any(char::is_control) {
        problems.add(place, "must be one line without control characters");
    }
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

#[cfg(test)]
mod tests {
    use super::*;

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

    /// What is found wrong with the chaos deck after this change.
    fn check(change: fn(&mut Deck), expected: &[&str]) {
        let mut deck = built_in("chaos");
        change(&mut deck);
        let mut problems = Problems::new();
        deck.check("deck", &mut problems);
        assert_eq!(problems.to_string(), expected.join("\n"));
    }

    #[test]
    fn everything_that_is_wrong_with_a_deck_is_listed() {
        check(
            |deck| {
                deck.title = " ".to_owned();
                deck.players = [9, 1];
                deck.tokens[1] = 0;
                deck.insane_tokens = Some(51);
                deck.cards[0].value = 16;
                deck.cards[1].count = 0;
                deck.cards[2].from_players = 9;
                deck.cards[3].front = Some("a\tb".to_owned());
            },
            &[
                "deck.title: must not be empty",
                "deck.players[0]: 2 to 8 can play, not 9",
                "deck.players[1]: 2 to 8 can play, not 1",
                "deck.players: the fewest players come first: [1, 9]",
                "deck.tokens[1]: 1 to 50 tokens win a game, not 0",
                "deck.insane_tokens: 1 to 50 tokens win a game, not 51",
                "deck.cards[0].value: the highest value is 15, not 16",
                "deck.cards[1].count: must be at least 1; leave the row out for none",
                "deck.cards[2].from_players: at most 8 can play, not 9",
                "deck.cards[3].front: must be one line without control characters",
            ],
        );
    }

    #[test]
    fn a_deck_is_not_too_large() {
        check(
            |deck| {
                deck.title = "x".repeat(61);
                deck.players = [2, 4];
                deck.cards[0].count = 50;
            },
            &[
                "deck.title: at most 60 characters, not 61",
                "deck.tokens: one for each number of players from 2 to 4 makes 3, not 7",
                "deck.cards: at most 96 cards fit on a table, not 119",
            ],
        );
    }

    #[test]
    fn rows_of_the_same_card_agree() {
        check(
            |deck| {
                let mut row = deck.cards[0].clone();
                (row.value, row.back, row.insane) = (7, Back::Cosmic, true);
                deck.cards.push(row);
            },
            &[
                "deck.cards[44].value: is not the same as in the row of 'princess' above",
                "deck.cards[44].back: is not the same as in the row of 'princess' above",
                "deck.cards[44].insane: is not the same as in the row of 'princess' above",
            ],
        );
    }

    #[test]
    fn marked_copies_look_otherwise_than_the_rest() {
        let marked = |count, back, front: Option<&str>| Marked {
            count,
            back,
            front: front.map(str::to_owned),
        };
        let mut deck = built_in("classic");
        let baron = deck.cards.iter().position(|row| row.card == Card::Baron).unwrap();
        deck.cards[baron].count = 4;
        deck.cards[baron].marked =
            vec![marked(1, Some(Back::Creased), None), marked(2, None, Some("The Grey Baron"))];
        let mut problems = Problems::new();
        deck.check("deck", &mut problems);
        assert_eq!(problems.to_string(), "");
        let marks = deck.marks();
        assert_eq!((marks[0].back, &marks[0].front), (Back::Creased, &None));
        assert_eq!(marks[1].front.as_deref(), Some("The Grey Baron"));
        let barons: Vec<String> = deck
            .prints_for(4)
            .iter()
            .filter(|(print, _)| print.card == Card::Baron)
            .map(|(print, count)| format!("{print} x{count}"))
            .collect();
        assert_eq!(barons, ["baron x1", "baron/1 x1", "baron/2 x2"]);
        assert_eq!(deck.cards_for(4).find(|it| it.0 == Card::Baron), Some((Card::Baron, 4)));

        deck.cards[baron].marked = vec![
            marked(0, Some(Back::Letter), None),
            marked(3, Some(Back::Creased), None),
            marked(2, Some(Back::Creased), Some(" ")),
            marked(1, Some(Back::Creased), None),
        ];
        let mut problems = Problems::new();
        deck.check("deck", &mut problems);
        let expected = [
            "deck.cards[5].marked[0].count: must be at least 1; leave it out for none",
            "deck.cards[5].marked[0]: looks like any other 'baron': give another back or front",
            "deck.cards[5].marked[2].front: must not be empty",
            "deck.cards[5].marked[3]: looks the same as marked[1]",
            "deck.cards[5].marked: 6 of 4 copies cannot be marked",
        ];
        assert_eq!(problems.to_string(), expected.join("\n"));
    }

    #[test]
    fn only_so_many_cards_are_marked() {
        check(
            |deck| {
                for row in deck.cards.iter_mut().take(9) {
                    row.count = 2;
                    row.marked = [Back::Torn, Back::Faded]
                        .map(|back| Marked { count: 1, back: Some(back), front: None })
                        .to_vec();
                }
                let brain_case = deck.cards.iter_mut().find(|row| row.aside).unwrap();
                brain_case.marked = vec![Marked { count: 1, back: Some(Back::Torn), front: None }];
            },
            &[
                "deck.cards[36].marked: what lies beside the table is not marked",
                "deck.cards: at most 16 different cards can be marked, not 19",
            ],
        );
    }

    #[test]
    fn only_the_brain_case_lies_beside_the_table() {
        check(
            |deck| {
                deck.cards[0].aside = true;
                deck.cards[8].aside = true;
            },
            &[
                "deck.cards[0].aside: only the Brain Case lies beside the table, not 'princess'",
                "deck.cards[8].aside: only the Brain Case lies beside the table, not 'bishop'",
                "deck.cards[8].from_players: what lies beside the table does so for any number of \
                 players",
                "deck.cards: one card at most lies beside the table, not 3",
            ],
        );
    }

    #[test]
    fn every_number_of_players_has_cards_enough() {
        check(
            |deck| {
                deck.cards.truncate(2);
                deck.cards[0].count = 5;
                deck.cards[1].from_players = 4;
                deck.players = [2, 5];
                deck.tokens = vec![1; 4];
                deck.face_up_for_two = 3;
            },
            &[
                "deck.cards: 2 players need at least 7 cards, not 5",
                "deck.cards: 5 players need at least 7 cards, not 6",
            ],
        );
    }
}
