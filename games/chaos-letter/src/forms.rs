//! A move as data, and the forms that moves have with a deck.

use std::sync::Arc;

use parlor_engine::{Form, Named, Names, Phrase};

use crate::card::{Card, Print};
use crate::catalogue::Effect;
use crate::deck::Starts;
use crate::moves::{Choice, Move};
use crate::question::Reason;
use crate::rules::Rules;

pub(crate) fn phrase(rules: &Rules, played: Move) -> Phrase {
    let verb = |verb: &'static str| Phrase::new().word(verb);
    let with = |phrase: Phrase, card: Print| match card.mark {
        0 => phrase.card(card.card.name(), card.card.title()),
        _ => phrase.card(card.to_string(), rules.titled(card)),
    };
    match played {
        Move::Play { card, insane, targets, number } => {
            let phrase = with(Phrase::new(), card);
            let phrase = if insane { phrase.word("insane") } else { phrase };
            let phrase = phrase.seats(targets.iter());
            match number {
                Some(number) => phrase.word("names").number(number),
                None => phrase,
            }
        }
        Move::Shuffle(card) => with(verb("shuffle"), card),
        Move::Answer(card) => with(verb("answer"), card),
        Move::Pass => verb("pass"),
        Move::Offer(card) => with(verb("offer"), card),
        Move::Return(card) => with(verb("return"), card),
        Move::Give { card, to } => with(verb("give"), card).word("to").seat(to),
        Move::Name(number) => verb("name").number(number),
        Move::Look(seat) => verb("look").seat(seat),
        Move::Aim(seats) => verb("aim").seats(seats.iter()),
        Move::Redraw => verb("redraw"),
        Move::Keep => verb("keep"),
        Move::Start(seat) => verb("start").seat(seat),
        Move::First(number) => verb("first").number(number),
    }
}

/// The forms that this deck has a use for, each with an example of its own cards.
pub(crate) fn forms(rules: &Rules) -> Vec<Form> {
    let cards: Arc<[Named]> = Card::ALL
        .into_iter()
        .filter(|card| rules.kinds.contains(*card))
        .map(|card| Named::new(card.name(), card.title()))
        .chain(marked(rules))
        .collect();
    let mut forms = plays(rules, &cards);
    forms.extend(answers(rules, &cards));
    forms
}

/// The marked cards of the deck.
fn marked(rules: &Rules) -> impl Iterator<Item = Named> {
    let prints = (1..).zip(&rules.marked).map(|(mark, card)| Print { card: *card, mark });
    prints.map(|print| Named::new(print.to_string(), rules.titled(print)))
}

/// The cards by their numbers: one names a number and thinks of a card.
fn numbers(rules: &Rules) -> Arc<[Named]> {
    let numbered = |card: Card| Named::new(rules.value(card).to_string(), card.title());
    rules.kinds.iter().map(numbered).collect()
}

/// How cards are played.
fn plays(rules: &Rules, cards: &Arc<[Named]>) -> Vec<Form> {
    let first = |effects: &[Effect]| first_of(rules, effects);
    let sides = || rules.kinds.iter().map(|card| (card, card.definition()));
    let aimed = |wanted: &[Choice]| {
        sides().any(|(_, definition)| wanted.contains(&definition.sane.choice()))
    };
    let form = |does: &'static str| Form::new(does).card("CARD", cards);
    let mut forms =
        vec![shown(form("plays a card"), first(&[Effect::Handmaid, Effect::Nothing]), "")];
    if sides().any(|(_, definition)| definition.sane.chooses()) {
        let on_one = form("plays it on a player").seat("PLAYER");
        forms.push(shown(on_one, first(&[Effect::Baron, Effect::King]), " 2"));
    }
    if let Some(card) = first(&[Effect::Guard, Effect::Bishop]) {
        let names = form("names a number").seat("PLAYER").word("names");
        let names = names.number_of("N", &numbers(rules));
        forms.push(shown(names, Some(card), " 2 names 5"));
    }
    if aimed(&[Choice::OneOrTwoOthers, Choice::TwoOfAll]) {
        let several = form("plays it on several").seat("PLAYER").seat("PLAYER");
        forms.push(shown(several, first(&[Effect::Baroness, Effect::Cardinal]), " 2 4"));
    }
    let insane = |chooses: bool| {
        sides().find(|(_, it)| it.insane.is_some_and(|effect| effect.chooses() == chooses))
    };
    if !rules.insane.is_empty() {
        // Also a card for others is played like this, where nobody can be chosen.
        forms.push(form("plays its other side").word("insane"));
    }
    if let Some((card, _)) = insane(true) {
        let other_side = form("plays its other side").word("insane").seat("PLAYER").several();
        forms.push(shown(other_side, Some(card), " insane 2"));
    }
    forms
}

const FIRST: &str = "says at which hand you look first, when a Baroness lets you look at two";
const AIM: &str =
    "says whom the card is for, when your answer has made another player's card yours";

/// How questions are answered.
fn answers(rules: &Rules, cards: &Arc<[Named]>) -> Vec<Form> {
    let first = |effects: &[Effect]| first_of(rules, effects);
    let has = |effect: Effect| first(&[effect]).is_some();
    let word = |does: &'static str, verb: &'static str| Form::new(does).word(verb);
    let card = |does, verb| word(does, verb).card("CARD", cards);
    let quick = rules.answering_cards().iter().next();
    let guard = first(&[Effect::Guard]).map_or("king", Card::name);
    let example = |verb: &str, card: Card| format!("{verb} {}", card.name());
    let mut forms = Vec::new();
    if let Some(quick) = quick {
        let answer = card("answers somebody's card", "answer").example(example("answer", quick));
        forms.extend([answer, word("does not answer it", "pass")]);
    }
    if has(Effect::Capitalist) {
        let offer = card("chooses which of your cards counts", "offer");
        forms.push(offer.example(example("offer", Card::Guard)));
    }
    if let Some(chancellor) = first(&[Effect::Chancellor]) {
        let back = card("puts it under the deck", "return");
        forms.push(back.example(example("return", chancellor)));
    }
    if has(Effect::Nyarlathotep) {
        let give = card("deals a collected card", "give").word("to").seat("PLAYER");
        forms.push(give.example(format!("give {guard} to 3")));
    }
    if has(Effect::DeepOnes) {
        let name = word("names a number later", "name").number_of("N", &numbers(rules));
        forms.push(name.example("name 5"));
    }
    if has(Effect::Cardinal) {
        forms.push(word("looks at their card", "look").seat("PLAYER").example("look 2"));
    }
    if has(Effect::Baroness) {
        forms.push(word(FIRST, "first").number("N").example("first 2"));
    }
    if !rules.quick.is_empty() {
        forms.push(word(AIM, "aim").seat("PLAYER").several().example("aim 1 3"));
    }
    if has(Effect::Bishop) {
        let does = "after a Bishop has named your card";
        forms.extend([word(does, "redraw"), word(does, "keep")]);
    }
    if rules.deck.starts == Starts::LastOut {
        let start = word("says who begins the next round", "start").seat("PLAYER");
        forms.push(start.example("start 2"));
    }
    if rules.deck.eights {
        let shuffle = card("shuffles an 8 into the deck", "shuffle");
        forms.push(shuffle.example("shuffle princess"));
    }
    forms
}

/// A form with an example: this card, and what follows it.
fn shown(form: Form, card: Option<Card>, how: &str) -> Form {
    match card {
        Some(card) => form.example(format!("{}{how}", card.name())),
        None => form,
    }
}

/// The first card of this deck with one of these effects, on either side.
fn first_of(rules: &Rules, effects: &[Effect]) -> Option<Card> {
    let with = |effect: &Effect| {
        rules.kinds.iter().find(|card| {
            let definition = card.definition();
            definition.sane == *effect || definition.insane == Some(*effect)
        })
    };
    effects.iter().find_map(with)
}

/// What else there is to say of how moves are written.
pub(crate) fn notes(rules: &Rules) -> String {
    let hyphens = rules.kinds.iter().find(|card| card.name().contains('-'));
    let hyphens = hyphens.map_or_else(String::new, |card| {
        format!(", with hyphens: {} is {}", card.title(), card.name())
    });
    let card = first_of(rules, &[Effect::King]).map_or("king", Card::name);
    let starts = if rules.deck.starts == Starts::LastOut {
        "; and starts PLAYER (who begins the first round): starts 2"
    } else {
        ""
    };
    let marked = marked(rules).next().map_or_else(String::new, |it| {
        format!(" A marked card has its number: {} is {}.", it.name, it.written)
    });
    format!(
        "A CARD is written in small letters{hyphens}.{marked} A PLAYER is the number of a seat, and several \
         stand in order; people may type names. N is the number on a card. In questions Bob|Cid means Bob or Cid, \
         and 2-8 any of 2 to 8. 'explain CARD' says \
         what a card does, 'explain rules' how this table plays.\n\
         Chance is written draw CARD (a card comes off the deck): draw {card}{starts}."
    )
}

// ---- refusals ----

impl parlor_engine::Reason for Reason {
    fn code(&self) -> &'static str {
        match self {
            Self::NotNow(..) => "not-now",
            Self::NotInHand(_) => "not-in-hand",
            Self::MustPlay(_) => "must-play",
            Self::NotInsane(_) => "not-insane",
            Self::NoInsaneSide(_) => "no-insane-side",
            Self::WrongTarget { .. } => "wrong-target",
            Self::CannotChoose { .. } => "cannot-choose",
            Self::NotOneself(_) => "not-oneself",
            Self::MustChoose { .. } => "must-choose",
            Self::WrongNumber => "wrong-number",
            Self::NoAnswer(_) => "no-answer",
        }
    }
}

/// Why a move is refused, with players called by their names.
pub(crate) fn refusal(why: &Reason, names: &Names) -> String {
    match why {
        Reason::CannotChoose { card, seat, why } => {
            format!("the {} cannot be played on {}, who {why}", card.title(), names.of(*seat))
        }
        Reason::MustChoose { card, seat } => {
            let (card, whom) = (card.title(), names.of(*seat));
            format!("after the Sycophant the {card} must be played on {whom}")
        }
        other => other.to_string(),
    }
}
