//! A move as data, and the forms that moves have with a set of cards.

use std::sync::Arc;

use parlor_engine::{Form, Named, Phrase};

use crate::card::Card;
use crate::moves::{Choice, Move};
use crate::question::Reason;
use crate::rules::Rules;

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

/// What can be done depends on whether actions are in the game.
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
    if has_actions(rules) {
        let choices: Arc<[Named]> =
            Choice::ALL.iter().map(|it| Named::new(it.name(), it.title())).collect();
        forms.extend([
            with("gain", "takes a card without paying", "gain module"),
            with("discard", "puts a card from your hand to your discards", "discard bug"),
            with("trash", "puts a card from your hand out of the game", "trash method"),
            with("show", "shows a reaction", "show monitoring"),
            Form::new("takes one of several things offered")
                .word("choose")
                .choice("WHAT", &choices)
                .example("choose money"),
            Form::new("does nothing of the kind, or nothing more").word("pass"),
        ]);
    }
    forms
}

pub(crate) fn notes(rules: &Rules) -> String {
    let mut text = String::new();
    if has_actions(rules) {
        text.push_str(
            "WHAT is actions, money or cards for Unit Test, discard or bug against Ransomware.\n",
        );
    }
    text.push_str(
        "A CARD is written in small letters, with hyphens: Code Review is code-review. What you can \
         pay for is marked * in the supply.\n\
         Chance is written draw CARD (a card off a deck): draw bitcoin",
    );
    if has_actions(rules) {
        text.push_str("; and offer CARD (an action is in the kingdom): offer hack");
    }
    text.push_str(
        ".\n\
         Each turn: actions, then money, then buy. When the last Framework is taken, most points \
         win. 'explain CARD' says what a card does.",
    );
    text
}

/// Whether the set has actions: those that have them have reactions, too.
fn has_actions(rules: &Rules) -> bool {
    !rules.reactions.is_empty()
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
