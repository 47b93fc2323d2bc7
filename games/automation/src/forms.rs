//! A move as data, and the forms that moves have with a set of cards.

use std::sync::Arc;

use parlor_engine::{Form, Named, Phrase};

use crate::card::Card;
use crate::describe::end_in_words;
use crate::moves::{Choice, Move};
use crate::question::Reason;
use crate::rules::Rules;
use crate::sets::Effect;

pub(crate) fn phrase(played: Move) -> Phrase {
    let with =
        |verb: &'static str, card: Card| Phrase::new().word(verb).card(card.name(), card.title());
    match played {
        Move::Play(card) => with("play", card),
        Move::Buy(card) => with("buy", card),
        Move::Gain(card) => with("gain", card),
        Move::Discard(card) => with("discard", card),
        Move::Trash(card) => with("trash", card),
        Move::Show(card) => with("show", card),
        Move::Choose(choice) => Phrase::new().word("choose").choice(choice.name(), choice.title()),
        Move::Pass => Phrase::new().word("pass"),
        Move::EndPhase => Phrase::new().word("end").word("phase"),
    }
}

/// What can be done depends on what the cards of the set do.
pub(crate) fn forms(rules: &Rules) -> Vec<Form> {
    let cards: Arc<[Named]> =
        Card::all().map(|card| Named::new(card.name(), card.title())).collect();
    let with = |verb: &'static str, does: &'static str, example: &'static str| {
        Form::new(does).word(verb).card("CARD", &cards).example(example)
    };
    let mut forms = vec![
        with("play", "plays a card from your hand", "play bitcoin"),
        with("buy", "buys a card", "buy ethereum"),
        Form::new("ends your ACTION, MONEY or BUY phase").word("end").word("phase"),
    ];
    let (set, reacts) = (&rules.set, !rules.reactions.is_empty());
    let sifts = set.any(|effect| effect == Effect::DiscardToDraw);
    if set.any(|effect| matches!(effect, Effect::TrashToGain(_))) {
        forms.push(with("gain", "takes a card without paying", "gain module"));
    }
    if sifts || set.any(makes_discard) {
        let does = "puts a card from your hand to your discards";
        forms.push(with("discard", does, "discard bug"));
    }
    if trashes(rules) {
        forms.push(with("trash", "puts a card from your hand out of the game", "trash method"));
    }
    if reacts {
        forms.push(with("show", "shows a reaction", "show monitoring"));
    }
    if set.any(asks_to_choose) {
        let choices: Arc<[Named]> =
            Choice::ALL.iter().map(|it| Named::new(it.name(), it.title())).collect();
        let form = Form::new("takes one of several things offered").word("choose");
        forms.push(form.choice("WHAT", &choices).example("choose money"));
    }
    if reacts || sifts || set.any(|effect| effect == Effect::PlayTwice) {
        forms.push(Form::new("does nothing of the kind, or nothing more").word("pass"));
    }
    forms
}

const fn makes_discard(effect: Effect) -> bool {
    matches!(
        effect,
        Effect::DiscardForEmptyPiles | Effect::DiscardDownTo(_) | Effect::DiscardOrBug(_)
    )
}

const fn asks_to_choose(effect: Effect) -> bool {
    matches!(effect, Effect::ChooseOne(_) | Effect::DiscardOrBug(_))
}

/// Whether cards go out of the game.
pub(crate) fn trashes(rules: &Rules) -> bool {
    rules.set.any(|effect| matches!(effect, Effect::TrashToDraw | Effect::TrashToGain(_)))
}

pub(crate) fn notes(rules: &Rules) -> String {
    let mut text = String::new();
    if rules.set.any(asks_to_choose) {
        text.push_str(&what_is_chosen(rules));
    }
    text.push_str(
        "A CARD is written in small letters, with hyphens: Code Review is code-review. What you can \
         pay for is marked * in the supply.\n\
         Chance is written draw CARD (a card off a deck): draw bitcoin",
    );
    if usize::from(rules.set.kingdom) < rules.actions.len() {
        text.push_str("; and offer CARD (an action is in the kingdom): offer hack");
    }
    text.push_str(".\nEach turn: actions, then money, then buy. When ");
    text.push_str(&end_in_words(&rules.set));
    text.push_str(", most points win. 'explain CARD' says what a card does.");
    text
}

/// `WHAT is actions, money or cards for Unit Test, discard or bug against Ransomware.`
fn what_is_chosen(rules: &Rules) -> String {
    let those = |does: fn(Effect) -> bool| {
        let cards = rules.set.cards.iter().filter(|card| card.effect.is_some_and(does));
        let titles: Vec<&str> = cards.map(|card| card.card.title()).collect();
        (!titles.is_empty()).then(|| titles.join(", "))
    };
    let gifts = those(|effect| matches!(effect, Effect::ChooseOne(_)));
    let ransoms = those(|effect| matches!(effect, Effect::DiscardOrBug(_)));
    let gifts = gifts.map(|cards| format!("actions, money or cards for {cards}"));
    let ransoms = ransoms.map(|cards| format!("discard or bug against {cards}"));
    let all: Vec<String> = gifts.into_iter().chain(ransoms).collect();
    format!("WHAT is {}.\n", all.join(", "))
}

impl parlor_engine::Reason for Reason {
    fn code(&self) -> &'static str {
        match self {
            Self::NotNow(..) => "not-now",
            Self::NotInHand(_) => "not-in-hand",
            Self::NotAnAction(_) => "not-an-action",
            Self::NotMoney(_) => "not-money",
            Self::NotAReaction(_) => "not-a-reaction",
            Self::NotSold(_) => "not-sold",
            Self::SoldOut(_) => "sold-out",
            Self::TooDear { .. } => "too-dear",
            Self::PastTheLimit { .. } => "past-the-limit",
        }
    }
}
