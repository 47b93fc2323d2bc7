//! What a player is asked, in words: what is wanted, because of which card, and what to type.

use parlor_engine::Names;
use parlor_engine::layout::tied;

use crate::card::Card;
use crate::cards::Kinds;
use crate::describe::counted;
use crate::moves::Choice;
use crate::question::Question;
use crate::rules::Rules;
use crate::sets::Effect;
use crate::state::Task;
use crate::view::View;

/// The question as one sentence, for the seat whose view it is. No line is broken inside a move.
pub(crate) fn ask(rules: &Rules, question: Question, view: &View, names: &Names) -> String {
    let moves = ["end phase", "play all"];
    let asked = sentence(rules, question, view, names);
    moves.iter().fold(asked, |asked, typed| asked.replace(typed, &tied(typed)))
}

fn sentence(rules: &Rules, question: Question, view: &View, names: &Names) -> String {
    let you = names.of(view.viewer.seat().unwrap_or(view.mover));
    match cause(question) {
        None => format!("{you}, {}", phase(rules, question, view)),
        Some(by) if view.viewer.seat() == Some(view.mover) => {
            let phase = if matches!(question, Question::Gain { .. }) { "GAIN phase, " } else { "" };
            format!("{you}, {phase}{}: {}", by.title(), errand(rules, question, view))
        }
        Some(attack) => {
            let attacker = names.of(view.mover);
            let what = defence(rules, question, attack, view);
            format!("{attacker} attacks with {}. {you}, {what}", attack.title())
        }
    }
}

const fn cause(question: Question) -> Option<Card> {
    match question {
        Question::Action | Question::Money | Question::Buy => None,
        Question::Sift { by }
        | Question::Discard { by, .. }
        | Question::Trash { by }
        | Question::Gain { by, .. }
        | Question::Choose { by }
        | Question::PlayTwice { by } => Some(by),
        Question::React { attack } | Question::Yield { attack } | Question::Drop { attack } => {
            Some(attack)
        }
    }
}

fn phase(rules: &Rules, question: Question, view: &View) -> String {
    let hand = hand(view);
    match question {
        Question::Action => {
            let left = counted(view.actions.into(), "action");
            let what = or("play", hand.and(rules.actions), "no action in hand", "end phase");
            format!("ACTION phase, {left}: {what}")
        }
        Question::Money => {
            let coins: Kinds = hand.iter().filter(|card| rules.card(*card).coins > 0).collect();
            let none = if hand.and(rules.spendable).is_empty() {
                "no money in hand"
            } else {
                "no money in hand, and other cards add nothing"
            };
            let held = view.hand().unwrap_or_default();
            let what = if coins.iter().map(|card| u32::from(held.count(card))).sum::<u32>() > 1 {
                format!("{}, play all, or end phase", naming("play", coins))
            } else {
                or("play", coins, none, "end phase")
            };
            format!("MONEY phase, {} money so far: {what}", view.money)
        }
        _ => {
            let (buys, money) = (counted(view.buys.into(), "buy"), view.money);
            format!("BUY phase, {buys}, {money} money: buy CARD (marked *), or end phase")
        }
    }
}

/// What the mover's own card asks of the mover.
fn errand(rules: &Rules, question: Question, view: &View) -> String {
    let hand = hand(view);
    match question {
        Question::Sift { .. } => {
            let so_far = match view.todo.last() {
                Some(Task::Sift { discarded, .. }) => counted((*discarded).into(), "card"),
                _ => String::new(),
            };
            format!("{}, or pass and draw {so_far}", naming("discard", hand))
        }
        Question::Discard { left, .. } => {
            let held = view.hand().map_or(0, |hand| hand.len());
            let cards = counted(held.min(left.into()).into(), "card");
            format!("{cards} to go for empty piles: {}", naming("discard", hand))
        }
        Question::Trash { by } => {
            let then = match rules.card(by).effect {
                Some(Effect::TrashToGain(more)) => format!("gain one up to {more} dearer"),
                _ => "draw as many cards as it costs".to_owned(),
            };
            format!("{}, then {then}", naming("trash", hand))
        }
        Question::Gain { up_to, .. } => {
            format!("gain CARD that costs up to {up_to} (marked *)")
        }
        Question::Choose { by } => {
            let [first, second, third] = Choice::GIFTS
                .map(|choice| format!("choose {choice} ({})", rules.choice_in_words(choice, by)));
            format!("{first}, {second} or {third}")
        }
        _ => or("play", hand.and(rules.actions), "no action in hand to play twice", "pass"),
    }
}

/// What somebody else's attack asks.
fn defence(rules: &Rules, question: Question, attack: Card, view: &View) -> String {
    let hand = hand(view);
    match question {
        Question::React { .. } => match rules.to_show(hand).first() {
            Some(card) => format!("show {card} and be spared, or pass"),
            None => "no reaction in hand: pass".to_owned(),
        },
        Question::Yield { .. } => {
            let [discard, bug] = Choice::RANSOMS
                .map(|choice| format!("choose {choice} ({})", ransom(rules, choice, attack, view)));
            format!("{discard} or {bug}")
        }
        Question::Discard { left, .. } => {
            format!("{} to go: {}", counted(left.into(), "card"), naming("discard", hand))
        }
        _ => {
            let held = view.hand().map_or(0, |hand| hand.len());
            let aside = view.answer.map_or(0, |answer| answer.aside.len());
            let left = rules.to_give_up(attack, held, aside);
            let cards = counted(left.into(), "card");
            format!("{cards} to go, under seal: {}", naming("discard", hand))
        }
    }
}

/// What a choice comes to, where one has to choose.
pub(crate) fn meaning(
    rules: &Rules,
    choice: Choice,
    question: Question,
    view: &View,
) -> Option<String> {
    match question {
        Question::Choose { by } => Some(rules.choice_in_words(choice, by)),
        Question::Yield { attack } => Some(ransom(rules, choice, attack, view)),
        _ => None,
    }
}

/// What giving in to Ransomware costs.
fn ransom(rules: &Rules, choice: Choice, attack: Card, view: &View) -> String {
    match choice {
        Choice::Bug if view.supply.contains(Card::Bug) => "to gain one".to_owned(),
        Choice::Bug => "none is left".to_owned(),
        _ => {
            let held = view.hand().map_or(0, |hand| hand.len());
            counted(rules.to_give_up(attack, held, 0).into(), "card")
        }
    }
}

fn hand(view: &View) -> Kinds {
    view.hand().unwrap_or_default().kinds()
}

/// `play hack | ipo, or end phase`; `no action in hand: end phase`.
fn or(verb: &str, cards: Kinds, none: &str, way_out: &str) -> String {
    if cards.is_empty() {
        format!("{none}: {way_out}")
    } else {
        format!("{}, or {way_out}", naming(verb, cards))
    }
}

/// `discard bitcoin | hack`.
fn naming(verb: &str, cards: Kinds) -> String {
    let names: Vec<&str> = cards.iter().map(Card::name).collect();
    format!("{verb} {}", names.join(" | "))
}
