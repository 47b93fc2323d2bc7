//! What is in the box, as data: every card with its figures, the supply, the starting deck and the
//! kingdom, and the words of the rules.

use parlor_engine::{Catalogue, Effect as Does, Game, Item, Kind as Part, Section};

use crate::card::Card;
use crate::describe::{describe, end_in_words};
use crate::forms;
use crate::rules::Rules;
use crate::sets::{Definition, Effect, Gifts, Kind};
use crate::text::WORDS;

/// The catalogue of a table.
pub(crate) fn catalogue(rules: &Rules) -> Catalogue {
    let contents = Contents { rules, start: rules.start().supply };
    let mut all = Catalogue::new();
    let cards = &rules.set.cards;
    let items = cards.iter().map(|card| contents.item(card));
    all.add(Section::new("Cards").of(Part::Card).items(items));
    all.add_words(WORDS.into_iter().filter(|(word, _)| is_used(rules, word)));
    let end = format!(
        "The game is over after the turn in which {}, or when all have had all their turns. All your \
         cards count, wherever they lie; most points win.",
        end_in_words(&rules.set)
    );
    all.add(Section::new("This table").items([Item::new("end of game", end)]));
    let dealt = rules.set.starting_deck().map(|(card, count)| (card.name(), u32::from(count)));
    all.add_set("starting deck", None, dealt);
    let counted = |card: &Definition| (card.card.name(), contents.pile(card.card));
    let (actions, basic): (Vec<&Definition>, Vec<&Definition>) =
        cards.iter().partition(|card| card.is_action());
    all.add_set("supply in every game", None, basic.into_iter().map(counted));
    let chosen = |card: &&Definition| contents.start.contains(card.card);
    let (drawn, kingdom) = if actions.iter().any(chosen) {
        (None, actions.into_iter().filter(chosen).collect())
    } else {
        (Some(u32::from(rules.set.kingdom)), actions)
    };
    all.add_set("kingdom", drawn, kingdom.into_iter().map(counted));
    all
}

/// Whether a word of the rules means anything with this set.
fn is_used(rules: &Rules, word: &str) -> bool {
    match word {
        "trash" => forms::trashes(rules),
        "GAIN" => rules.set.any(|effect| matches!(effect, Effect::TrashToGain(_))),
        "attack" => rules.set.any(Effect::is_attack),
        "reaction" => !rules.reactions.is_empty(),
        _ => true,
    }
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
        let dealt = u32::from(card.start) * self.rules.seats() as u32;
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
