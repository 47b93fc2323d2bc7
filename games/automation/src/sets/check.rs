//! What has to be right with a set, and how long a game with it can get.

use parlor_engine::Problems;

use super::{
    Definition, Effect, HAND, Kind, MAX_COST, MAX_FRAMEWORKS, MAX_GIFT, MAX_OWNED, MAX_PILE,
    MAX_POINTS, MAX_START, MAX_TEXT, MAX_TWICE, MAX_VALUE, Set,
};
use crate::card::{Card, KINDS};
use crate::rules::NO_LIMIT;
use crate::state::MAX_PLAYERS;

/// How many kinds a word of [`Cards`](crate::Cards) counts.
const TOGETHER: usize = 8;

impl Set {
    /// Adds everything that is wrong with the set, each with its place in it.
    pub fn check(&self, place: &str, problems: &mut Problems) {
        if self.cards.len() > KINDS {
            // Whatever else is wrong with so many rows would be too long to read.
            let what = format!("there are {KINDS} cards at most, not {}", self.cards.len());
            problems.add(format!("{place}.cards"), what);
            return;
        }
        check_text(&self.title, format!("{place}.title"), problems);
        self.check_kingdom(place, problems);
        self.check_ends(place, problems);
        for (i, card) in self.cards.iter().enumerate() {
            let at = format!("{place}.cards[{i}]");
            if self.cards[..i].iter().any(|other| other.card == card.card) {
                problems.add(format!("{at}.card"), format!("'{}' is there already", card.card));
            }
            card.check(&at, problems);
            let no_bugs = !self.cards.iter().any(|other| other.card == Card::Bug);
            if no_bugs && card.effect.is_some_and(Effect::gives_bugs) {
                problems.add(format!("{at}.effect"), "gives Bugs, and the set has no 'bug'");
            }
        }
        self.check_numbers(place, problems);
        let most = self.most_turns();
        if !(1..=most).contains(&self.turns) {
            let what = format!("1 to {most} turns can be played with this set, not {}", self.turns);
            problems.add(format!("{place}.turns"), what);
        }
    }

    fn check_kingdom(&self, place: &str, problems: &mut Problems) {
        let (kingdom, actions) = (usize::from(self.kingdom), self.actions().count());
        let what = if kingdom > actions {
            format!("the set has {actions} actions, not {kingdom}")
        } else if kingdom == 0 && actions > 0 {
            "must be at least 1; leave it out for all actions".to_owned()
        } else {
            return;
        };
        problems.add(format!("{place}.kingdom"), what);
    }

    fn check_ends(&self, place: &str, problems: &mut Problems) {
        let piles = &self.ends.piles;
        for (i, card) in piles.iter().enumerate() {
            let at = format!("{place}.ends.piles[{i}]");
            if !self.cards.iter().any(|other| other.card == *card) {
                problems.add(at, format!("there is no '{card}' in the set"));
            } else if piles[..i].contains(card) {
                problems.add(at, format!("'{card}' is named twice"));
            }
        }
        // Of the actions only those of the kingdom have a pile, and nobody knows which.
        let whole = usize::from(self.kingdom) >= self.actions().count();
        let counts = |card: &&Definition| piles.is_empty() || piles.contains(&card.card);
        let sure = self.cards.iter().filter(|card| whole || !card.is_action()).filter(counts);
        let drawn = if piles.is_empty() && !whole { usize::from(self.kingdom) } else { 0 };
        let there = sure.count() + drawn;
        if !(1..=there).contains(&usize::from(self.ends.empty)) {
            let empty = self.ends.empty;
            let what =
                format!("every game has {there} of these piles, so 1 to {there}, not {empty}");
            problems.add(format!("{place}.ends.empty"), what);
        }
    }

    /// What the cards come to together.
    fn check_numbers(&self, place: &str, problems: &mut Problems) {
        let start: u32 = self.cards.iter().map(|card| u32::from(card.start)).sum();
        if start < HAND.into() {
            let what = format!(
                "a starting deck has at least the {HAND} cards of a hand, not {start}: see 'start'"
            );
            problems.add(format!("{place}.cards"), what);
        }
        let twice = self.cards.iter().filter(|card| card.effect == Some(Effect::PlayTwice));
        let twice: u32 = twice.map(Definition::owned).sum();
        if twice > MAX_TWICE {
            let what = format!(
                "one player could own {twice} cards that play others twice, and {MAX_TWICE} is the \
                 most"
            );
            problems.add(format!("{place}.cards"), what);
        }
        if let Some(what) = self.too_many(0) {
            problems.add(format!("{place}.cards"), what);
        }
    }

    /// What is wrong with the numbers of cards when so many Frameworks are in the supply; 0 is the
    /// set's own number.
    pub(crate) fn too_many(&self, frameworks: u8) -> Option<String> {
        let owned = |card: Card| {
            let found = self.cards.iter().find(|other| other.card == card);
            found.map_or(0, |found| match card {
                Card::Framework if frameworks > 0 => u32::from(found.start) + u32::from(frameworks),
                _ => found.owned(),
            })
        };
        let cards: Vec<Card> = Card::all().collect();
        let group = cards
            .chunks(TOGETHER)
            .find(|group| group.iter().copied().map(owned).sum::<u32>() > MAX_OWNED)?;
        let (first, last) = (group.first()?, group.last()?);
        let sum: u32 = group.iter().copied().map(owned).sum();
        Some(format!(
            "one player could own {sum} cards from '{first}' to '{last}' in the list of all cards, \
             and {MAX_OWNED} is the most"
        ))
    }

    /// No game with this set can be longer than so many acts for each turn of a player.
    ///
    /// A card that was played stays on the table until the turn is over, so a turn plays no card more
    /// than twice. To that comes what is bought and the new hand.
    pub(crate) fn acts_a_turn(&self) -> u64 {
        let all: u64 = self.cards.iter().map(Definition::at_the_table).sum();
        let plays = self.cards.iter().map(|card| 2 * card.at_the_table() * card.acts(all));
        plays.sum::<u64>() + all + u64::from(HAND) + 4 + MAX_PLAYERS as u64
    }

    /// The most turns a player can have: the acts of a game are counted in 32 bits.
    pub(crate) fn most_turns(&self) -> u16 {
        let acts = u64::from(u32::MAX) / (MAX_PLAYERS as u64 * self.acts_a_turn()) - 1;
        u16::try_from(acts).unwrap_or(NO_LIMIT).min(NO_LIMIT)
    }
}

impl Definition {
    fn check(&self, at: &str, problems: &mut Problems) {
        let mut limit = |field: &str, number: i32, least: i32, most: i32| {
            if !(least..=most).contains(&number) {
                let what = format!("must be {least} to {most}, not {number}");
                problems.add(format!("{at}.{field}"), what);
            }
        };
        limit("cost", self.cost.into(), 0, MAX_COST.into());
        limit("points", self.points.into(), (-MAX_POINTS).into(), MAX_POINTS.into());
        limit("start", self.start.into(), 0, MAX_START.into());
        let same = self.pile.0.iter().all(|pile| *pile == self.pile.0[0]);
        let piles = if same { &self.pile.0[..1] } else { &self.pile.0[..] };
        for (i, pile) in piles.iter().enumerate() {
            let field = if same { "pile".to_owned() } else { format!("pile[{i}]") };
            limit(&field, (*pile).into(), 1, MAX_PILE.into());
        }
        if self.kind == Kind::Money {
            limit("value", self.coins.into(), 1, MAX_VALUE.into());
        } else if self.coins > 0 {
            problems.add(format!("{at}.value"), "only money is played for its value");
        }
        self.check_action(at, problems);
    }

    /// Gifts and effects are for actions, and attacks for those that attack.
    fn check_action(&self, at: &str, problems: &mut Problems) {
        let gives = self.gives;
        for (field, number) in [
            ("actions", gives.actions),
            ("buys", gives.buys),
            ("money", gives.money),
            ("cards", gives.cards),
        ] {
            if number > 0 && !self.is_action() {
                problems.add(format!("{at}.{field}"), "only actions give something");
            } else if number > MAX_GIFT {
                let what = format!("must be 0 to {MAX_GIFT}, not {number}");
                problems.add(format!("{at}.{field}"), what);
            }
        }
        let attacks = self.effect.is_some_and(Effect::is_attack);
        if self.effect.is_some() && !self.is_action() {
            problems.add(format!("{at}.effect"), "only actions do something");
        } else if attacks && self.kind != Kind::Attack {
            problems.add(format!("{at}.kind"), "an effect that attacks makes it an 'attack'");
        } else if !attacks && self.kind == Kind::Attack {
            let what = "an attack has an effect that attacks: discard-down-to, give-bug or \
                        discard-or-bug";
            problems.add(format!("{at}.effect"), what);
        }
    }

    /// The most of this card that one player can own.
    fn owned(&self) -> u32 {
        u32::from(self.pile.most()) + u32::from(self.start)
    }

    /// The most of this card that can be at a table.
    fn at_the_table(&self) -> u64 {
        let more = if self.card == Card::Framework { MAX_FRAMEWORKS } else { 0 };
        let start = u64::from(self.start) * MAX_PLAYERS as u64;
        u64::from(self.pile.most().max(more)) + start
    }

    /// How many acts playing it once may take, with so many cards at the table.
    fn acts(&self, all: u64) -> u64 {
        const OTHERS: u64 = MAX_PLAYERS as u64 - 1;
        let effect = match self.effect {
            None | Some(Effect::Cheaper(_)) => 0,
            Some(Effect::DiscardToDraw) => 2 * all + 1,
            Some(Effect::TrashToDraw) => 1 + u64::from(MAX_COST),
            Some(Effect::TrashToGain(_)) => 2,
            Some(Effect::ChooseOne(count)) => 1 + u64::from(count),
            Some(Effect::DiscardForEmptyPiles) => KINDS as u64,
            Some(Effect::PlayTwice) => 1,
            Some(Effect::OthersDraw(count)) => OTHERS * u64::from(count),
            Some(Effect::GiveBug) => OTHERS,
            // Each of the others reacts, chooses, and may have to discard all there is.
            Some(Effect::DiscardDownTo(_) | Effect::DiscardOrBug(_)) => 2 * OTHERS + all,
        };
        1 + u64::from(self.gives.cards) + effect
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sets::{Ends, Pile};

    /// What is found wrong with the set `standard` after this change.
    #[track_caller]
    fn check(change: fn(&mut Set), expected: &[&str]) {
        let mut set = Set::built_in("standard").unwrap();
        change(&mut set);
        let mut problems = Problems::new();
        set.check("set", &mut problems);
        assert_eq!(problems.to_string(), expected.join("\n"));
    }

    #[test]
    fn everything_that_is_wrong_with_a_card_is_listed() {
        check(
            |set| {
                set.title = " ".to_owned();
                set.turns = 0;
                set.cards[0].cost = 21;
                set.cards[0].points = -21;
                set.cards[1].pile = Pile([0; 4]);
                set.cards[1].coins = 1;
                set.cards[2].pile = Pile([8, 101, 8, 8]);
                set.cards[2].gives.cards = 1;
                set.cards[3].effect = Some(Effect::PlayTwice);
                set.cards[4].coins = 0;
                set.cards[5].start = 21;
                set.cards[9].card = Card::Hack;
                set.cards[10].gives.actions = 11;
                set.cards[12].effect = Some(Effect::GiveBug);
                set.cards[13].effect = None;
            },
            &[
                "set.title: must not be empty",
                "set.cards[0].cost: must be 0 to 20, not 21",
                "set.cards[0].points: must be -20 to 20, not -21",
                "set.cards[1].pile: must be 1 to 100, not 0",
                "set.cards[1].value: only money is played for its value",
                "set.cards[2].pile[1]: must be 1 to 100, not 101",
                "set.cards[2].cards: only actions give something",
                "set.cards[3].effect: only actions do something",
                "set.cards[4].value: must be 1 to 20, not 0",
                "set.cards[5].start: must be 0 to 20, not 21",
                "set.cards[10].actions: must be 0 to 10, not 11",
                "set.cards[12].kind: an effect that attacks makes it an 'attack'",
                "set.cards[13].card: 'hack' is there already",
                "set.cards[13].effect: an attack has an effect that attacks: discard-down-to, \
                 give-bug or discard-or-bug",
                "set.cards: one player could own 22 cards that play others twice, and 10 is the \
                 most",
                "set.cards: one player could own 324 cards from 'bug' to 'backlog' in the list of \
                 all cards, and 255 is the most",
                "set.turns: 1 to 10000 turns can be played with this set, not 0",
            ],
        );
    }

    #[test]
    fn the_kingdom_and_the_end_are_possible() {
        check(
            |set| {
                set.kingdom = 16;
                set.ends = Ends { piles: vec![Card::Framework, Card::Framework], empty: 0 };
            },
            &[
                "set.kingdom: the set has 15 actions, not 16",
                "set.ends.piles[1]: 'framework' is named twice",
                "set.ends.empty: every game has 1 of these piles, so 1 to 1, not 0",
            ],
        );
        check(
            |set| {
                set.kingdom = 0;
                set.cards.remove(3);
            },
            &[
                "set.kingdom: must be at least 1; leave it out for all actions",
                "set.ends.piles[0]: there is no 'framework' in the set",
                "set.ends.empty: every game has 0 of these piles, so 1 to 0, not 1",
            ],
        );
        // Of the actions that chance draws nobody can say that they are there.
        check(|set| set.ends.piles.push(Card::Hack), &[]);
        check(
            |set| {
                set.ends.piles.push(Card::Hack);
                set.ends.empty = 2;
            },
            &["set.ends.empty: every game has 1 of these piles, so 1 to 1, not 2"],
        );
        check(
            |set| set.ends = Ends { piles: Vec::new(), empty: 18 },
            &["set.ends.empty: every game has 17 of these piles, so 1 to 17, not 18"],
        );
    }

    #[test]
    fn the_cards_fit_together() {
        check(
            |set| {
                set.cards.remove(0);
                set.cards.iter_mut().for_each(|card| card.start = 0);
            },
            &[
                "set.cards[18].effect: gives Bugs, and the set has no 'bug'",
                "set.cards[20].effect: gives Bugs, and the set has no 'bug'",
                "set.cards: a starting deck has at least the 5 cards of a hand, not 0: see 'start'",
            ],
        );
        check(
            |set| set.cards.push(set.cards[0]),
            &["set.cards: there are 22 cards at most, not 23"],
        );
    }

    /// A game cannot be longer than it can be counted.
    #[test]
    fn long_turns_make_short_games() {
        check(
            |set| {
                for card in &mut set.cards[7..] {
                    card.kind = Kind::Action;
                    card.effect = Some(Effect::DiscardToDraw);
                    card.pile = Pile([25; 4]);
                }
                set.turns = 9999;
            },
            &["set.turns: 1 to 1101 turns can be played with this set, not 9999"],
        );
    }

    /// What [`MAX_FRAMEWORKS`] promises.
    #[test]
    fn as_many_frameworks_as_can_be_asked_for_fit() {
        let set = Set::built_in("standard").unwrap();
        assert_eq!(set.too_many(MAX_FRAMEWORKS), None);
        assert!(set.too_many(MAX_FRAMEWORKS + 4).is_some());
    }
}
