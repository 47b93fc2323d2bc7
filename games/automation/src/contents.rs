//! What is in the box, as data: every card with its figures, the supply, the starting deck and the
//! kingdom, and the words of the rules.

use parlor_engine::{Catalogue, Effect as Does, Game, Item, Kind as Part, Section};

use crate::card::Card;
use crate::describe::describe;
use crate::rules::Rules;
use crate::sets::{Definition, Effect, Gifts, Kind, STARTING_DECK};
use crate::text::WORDS;

/// The catalogue of a table.
pub(crate) fn catalogue(rules: &Rules) -> Catalogue {
    let contents = Contents { rules, start: rules.start().supply };
    let mut all = Catalogue::new();
    let cards = rules.set.cards();
    let items = cards.iter().map(|card| contents.item(card));
    all.add(Section::new("Cards").of(Part::Card).items(items));
    all.add_words(WORDS.into_iter().filter(|(word, _)| {
        !rules.reactions.is_empty() || !["trash", "attack", "reaction"].contains(word)
    }));
    all.add_set(
        "starting deck",
        None,
        STARTING_DECK.map(|(card, count)| (card.name(), u32::from(count))),
    );
    let counted = |card: &Definition| (card.card.name(), contents.pile(card.card));
    let (actions, basic): (Vec<&Definition>, Vec<&Definition>) =
        cards.iter().partition(|card| card.is_action());
    all.add_set("supply in every game", None, basic.into_iter().map(counted));
    let chosen = |card: &&Definition| contents.start.contains(card.card);
    let (drawn, kingdom) = if actions.iter().any(chosen) {
        (None, actions.into_iter().filter(chosen).collect())
    } else {
        (Some(rules.set.kingdom() as u32), actions)
    };
    all.add_set("kingdom", drawn, kingdom.into_iter().map(counted));
    all
}

struct Contents<'a> {
    rules: &'a Rules,
    /// The supply before the first turn; without the kingdom, where chance draws it.
    start: crate::Cards,
}

impl Contents<'_> {
    /// How many of a card lie in the supply before the first turn.
    fn pile(&self, card: Card) -> u32 {
        let usual = || self.rules.set.pile(card, self.rules.seats());
        let lie = self.start.count(card);
        (if lie > 0 { lie } else { usual() }).into()
    }

    fn item(&self, card: &Definition) -> Item {
        let Gifts { actions, buys, money, cards } = card.gives;
        let (title, name) = (card.card.title(), card.card.name());
        let dealt = STARTING_DECK.iter().find(|(dealt, _)| *dealt == card.card);
        let dealt = dealt.map_or(0, |(_, count)| u32::from(*count) * self.rules.seats() as u32);
        let item = Item::new(title, format!("{title} ({name}): {}", describe(card)))
            .written(name)
            .copies(self.pile(card.card) + dealt)
            .number("cost", card.cost)
            .gives([("points", card.points)])
            .gives([("coins", card.coins)])
            .gives([("actions", actions), ("buys", buys), ("money", money), ("cards", cards)])
            .effect(card.effect.map(does));
        match card.kind {
            Kind::Points => item.kind("points"),
            Kind::Money => item.kind("money"),
            Kind::Action => item.kind("action"),
            Kind::Attack => item.kind("action").kind("attack"),
            Kind::Reaction => item
                .kind("action")
                .kind("reaction")
                .effect(Does::like("monitoring").when("somebody attacks")),
        }
    }
}

/// An effect by its name, with its number.
fn does(effect: Effect) -> Does {
    match effect {
        Effect::DiscardToDraw => Does::like("discard-to-draw"),
        Effect::TrashToDraw => Does::like("trash-to-draw"),
        Effect::TrashToGain(more) => Does::like("trash-to-gain").amount(more),
        Effect::ChooseOne(count) => Does::like("choose-one").amount(count),
        Effect::DiscardForEmptyPiles => Does::like("discard-for-empty-piles"),
        Effect::PlayTwice => Does::like("play-twice"),
        Effect::OthersDraw(count) => Does::like("others-draw").amount(count),
        Effect::Cheaper(less) => Does::like("cheaper").amount(less),
        Effect::DiscardDownTo(most) => Does::like("discard-down-to").amount(most),
        Effect::GiveBug => Does::like("give-bug"),
        Effect::DiscardOrBug(count) => Does::like("discard-or-bug").amount(count),
    }
}
