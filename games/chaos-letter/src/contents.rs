//! What is in the box, as data: every card of the deck with what it is like, the deck itself, and the
//! words of the rules.

use parlor_engine::{Catalogue, Effect as Does, Game, Item, Kind, Section};

use crate::card::Card;
use crate::catalogue::{CATALOGUE, Definition, Effect, Knack};
use crate::deck::Back;
use crate::describe::{card_text, rules_text};
use crate::rules::Rules;
use crate::text::WORDS;

/// The catalogue of a table.
pub(crate) fn catalogue(rules: &Rules) -> Catalogue {
    let (deck, seats) = (&rules.deck, rules.seats());
    let mut all = Catalogue::new();
    let cards = rules.kinds.iter().map(|card| item(rules, card));
    all.add(Section::new("Cards").of(Kind::Card).items(cards));
    let table = Item::new("rules", rules_text(deck, rules.answers, seats))
        .number("tokens", rules.tokens)
        .number("rounds", rules.rounds)
        .gives(deck.insane_tokens.map(|tokens| ("insane_tokens", tokens)));
    all.add(Section::new("This table").items([table]));
    let words = WORDS.into_iter().filter(|(word, _)| rules.uses(word));
    all.add_words(words);
    let counted = |(card, count): (Card, u8)| (card.name(), u32::from(count));
    all.add_set("deck", None, deck.cards_for(seats).map(counted));
    if deck.brain_case() {
        all.add_set("beside the table", None, [(Card::BrainCase.name(), 1)]);
    }
    all
}

fn item(rules: &Rules, card: Card) -> Item {
    let (title, name) = (card.title(), card.name());
    let Definition { sane, insane, knacks, .. } = card.definition();
    let mut item = Item::new(title, format!("{title} ({name}): {}", card_text(card, &rules.deck)))
        .written(name)
        .copies(rules.totals[card.index()])
        .effect(played(*sane))
        .effect(insane.and_then(played).map(|does| does.when("played while insane")));
    if let Some(row) = rules.deck.row(card) {
        item = item.number("value", row.value);
    }
    for (kind, is_it) in [
        ("insane", rules.insane.contains(card)),
        ("quick", rules.answering_cards().contains(card)),
        ("cosmic", rules.back(card.into()) == Back::Cosmic),
    ] {
        item = if is_it { item.kind(kind) } else { item };
    }
    knacks.iter().fold(item, |item, knack| item.effect(has(*knack)))
}

/// What playing a card with this effect is like: the first card that has it gives its name.
fn played(effect: Effect) -> Option<Does> {
    if effect == Effect::Nothing {
        return None;
    }
    let sane = CATALOGUE.iter().find(|row| row.sane == effect);
    let like = sane.or_else(|| CATALOGUE.iter().find(|row| row.insane == Some(effect)))?;
    Some(Does::like(like.card.name()))
}

/// What holding or discarding a card with this knack is like.
fn has(knack: Knack) -> Option<Does> {
    let like = CATALOGUE.iter().find(|row| row.knacks.contains(&knack))?;
    Some(Does::like(like.card.name()).when(match knack {
        Knack::Fatal => "discarded",
        Knack::YieldsToRoyals | Knack::YieldsToHigh => "held beside another card",
        Knack::Adds => "at the showdown",
        Knack::Constable => "its owner goes out",
        Knack::Spy => "the round ends",
        Knack::Assassin => "a Guard chooses its holder",
        Knack::CrimeBoss => "somebody looks at it",
        Knack::Nope | Knack::NoU | Knack::FreeNoU => "in answer to a card",
        Knack::SkipsTurn => "another player's turn is about to start",
        Knack::KeepsProtection => "its player's protection is about to end",
        Knack::TakesAside => "its player is about to draw",
        Knack::PlaysAgain => "its player's turn is about to end",
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Answers;
    use crate::deck::Deck;

    /// The question that a player has: is this like a Guard?
    #[test]
    fn cards_that_do_the_same_are_like_each_other() {
        let rules = Rules::new(Deck::built_in("chaos").unwrap(), 50, Answers::InTurn, 4);
        let all = catalogue(&rules);
        let like = |what: &str| all.like(what).map(|item| &*item.name).collect::<Vec<_>>();
        assert_eq!(like("guard"), ["Guard", "Investigators", "Deep Ones"]);
        let fatal = ["Princess", "Brain Case", "Necronomicon", "Cthulhu"];
        assert_eq!(like("princess"), fatal);
        let deep_ones = all.find("deep-ones").unwrap();
        let sides = deep_ones.effects.iter().map(|it| (&*it.like, it.when.as_deref()));
        let expected = [("guard", None), ("deep-ones", Some("played while insane"))];
        assert_eq!(sides.collect::<Vec<_>>(), expected);
        assert_eq!((deep_ones.numbers["value"], deep_ones.copies), (1, Some(1)));
        assert!(deep_ones.kinds.iter().any(|kind| kind == "insane"));
    }

    #[test]
    fn the_deck_is_that_of_the_table() {
        for (name, seats, expected) in [("classic", 2, 16), ("premium", 8, 32)] {
            let rules = Rules::new(Deck::built_in(name).unwrap(), 50, Answers::InTurn, seats);
            let all = catalogue(&rules);
            let deck = all.sets.iter().find(|set| set.name == "deck").unwrap();
            let cards: u32 = deck.holds.values().sum();
            assert_eq!(cards, expected);
            let copies: u32 = all.items().filter_map(|item| item.copies).sum();
            assert_eq!(copies, cards);
        }
    }
}
