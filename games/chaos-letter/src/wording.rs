//! What a player is asked, in words: what is wanted, because of which card, and what to type.

use std::collections::BTreeSet;

use parlor_engine::layout::{TIE, width};
use parlor_engine::sample::playout_rng;
use parlor_engine::{Game, Menu, Names, Seat, Seats};

use crate::board::phrase;
use crate::card::{Card, Print};
use crate::event::{Event, Play};
use crate::moves::Move;
use crate::question::{NO_US, Question};
use crate::rules::Rules;
use crate::text::is_due;
use crate::turn::Stage;
use crate::view::View;

/// The question as one sentence, for the seat whose view it is.
pub(crate) fn ask(rules: &Rules, question: Question, view: &View, names: &Names) -> String {
    let Some(seat) = view.viewer.seat() else { return String::new() };
    let you = names.of(seat);
    let offered = offered(rules, view, seat);
    let what = what_to_type(&offered, names);
    match question {
        Question::Play => format!("{you}, {}", play(view, &offered, names)),
        Question::Answer { play } => answer(rules, view, play, &offered, you, names),
        Question::AnswerTurn { stage, seat } => {
            let due = is_due(stage, names.of(seat));
            let ways = ways_to_answer(&offered, step_in_words(stage));
            if ways.is_empty() {
                format!("{due}. {you}, you hold no card to answer that with: pass")
            } else {
                format!("{due}. {you}, pass and let it happen, or {ways}")
            }
        }
        Question::Offer { card, by } => {
            let whose = if by == seat { "your own" } else { &format!("{}'s", names.of(by)) };
            format!("{you}, {whose} {} asks for one of your cards: {what}", card.title())
        }
        Question::Aim { play } => {
            let card = play.card.title();
            format!("{you}, {card} is yours now. Whom is it for? {what}")
        }
        Question::Name { play } => {
            let at = names.list(play.targets.iter());
            format!("{you}, {at} holds no 1. {} goes on: {what}", play.card.title())
        }
        Question::Look { of } => {
            let of: Vec<&str> = of.iter().map(|seat| names.of(seat)).collect();
            format!("{you}, Cardinal lets you look at {}'s card: {what}", of.join("'s or "))
        }
        Question::Return { left: 1 } => {
            format!("{you}, Chancellor: put a card under the deck: {what}")
        }
        Question::Return { .. } => format!(
            "{you}, Chancellor: put two cards under the deck, first the one to be drawn first: \
             {what}"
        ),
        Question::Give { to } => {
            format!("{you}, Nyarlathotep: which of the cards does {} get? {what}", names.of(to))
        }
        Question::Redraw => {
            format!("{you}, the Bishop has named your card: redraw ({REDRAW}), or keep")
        }
        Question::Starter => {
            format!("{you}, you went out last, so you say who begins the round: {what}")
        }
        Question::Order => format!("{you}, what comes first? {}", order(view, names)),
    }
}

/// All that can be answered. Any world the viewer can imagine offers the same.
fn offered(rules: &Rules, view: &View, seat: Seat) -> Vec<Move> {
    let state = rules.imagine(view, &mut playout_rng(0));
    rules.menu(&state, seat).iter().collect()
}

fn play(view: &View, offered: &[Move], names: &Names) -> String {
    let what = what_to_type(offered, names);
    let playable: BTreeSet<Card> = offered.iter().copied().filter_map(card_of).collect();
    let held: BTreeSet<Card> = view.hand().iter().map(|print| print.card).collect();
    let must: Vec<&str> = playable.iter().map(|card| card.title()).collect();
    if playable.len() < held.len() {
        let must = must.join(" or ");
        return format!("with these cards {must} must be played: {what}");
    }
    let aimless = |offered: &Move| {
        matches!(offered, Move::Play { card, insane, targets, .. }
        if targets.is_empty() && chooses(card.card, *insane))
    };
    let note = match offered.iter().filter(|offered| aimless(offered)).copied().find_map(card_of) {
        Some(card) => format!(" ({} does nothing: nobody can be chosen)", card.title()),
        None => String::new(),
    };
    format!("play {what}{note}")
}

/// Whether a card comes to nothing without somebody chosen.
fn chooses(card: Card, insane: bool) -> bool {
    let definition = card.definition();
    definition.insane.filter(|_| insane).unwrap_or(definition.sane).chooses()
}

const fn card_of(offered: Move) -> Option<Card> {
    match offered {
        Move::Play { card: Print { card, .. }, .. } => Some(card),
        _ => None,
    }
}

fn answer(
    rules: &Rules,
    view: &View,
    play: Play,
    offered: &[Move],
    you: &str,
    names: &Names,
) -> String {
    let ways = either(offered.iter().filter_map(|offered| match offered {
        Move::Answer(card) => Some(format!("{offered} ({})", answer_in_words(card.card, play))),
        _ => None,
    }));
    if ways.is_empty() {
        let card = format!("{}'s {}", names.of(play.by), play.card.title());
        return format!("{you}, you hold no card to answer {card} with: pass");
    }
    let happened = phrase(rules, view, play, names);
    format!("{happened}. {you}, pass and let it happen, or {ways}")
}

fn ways_to_answer(offered: &[Move], what: &str) -> String {
    either(offered.iter().filter_map(|offered| match offered {
        Move::Answer(_) => Some(format!("{offered} ({what})")),
        _ => None,
    }))
}

/// What a card does to the step of a turn that it answers.
const fn step_in_words(stage: Stage) -> &'static str {
    match stage {
        Stage::TurnStart => "skips it",
        Stage::EndOfProtection => "keeps it",
        Stage::AboutToDraw => "draws the card set aside",
        Stage::TurnEnd => "another turn",
    }
}

/// `first 1 (look at Bob's card) or first 2 (look at Cid's card)`.
fn order(view: &View, names: &Names) -> String {
    let ways = (1..).zip(view.table.stack.unordered()).map(|(number, event)| {
        let what = event_in_words(event, names).unwrap_or_else(|| "this".to_owned());
        format!("{} ({what})", Move::First(number))
    });
    either(ways)
}

/// What a move comes to, where its words do not say it.
pub(crate) fn meaning(
    played: Move,
    question: Question,
    view: &View,
    names: &Names,
) -> Option<String> {
    match (played, question) {
        (Move::First(_), Question::Order) => event_in_words(put_first(played, view)?, names),
        (Move::Answer(card), Question::Answer { play }) => {
            Some(answer_in_words(card.card, play).to_owned())
        }
        (Move::Answer(_), Question::AnswerTurn { stage, .. }) => {
            Some(step_in_words(stage).to_owned())
        }
        (Move::Redraw, Question::Redraw) => Some(REDRAW.to_owned()),
        _ => None,
    }
}

/// The player whose card is looked at first.
pub(crate) fn concerns(played: Move, question: Question, view: &View) -> Seats {
    match put_first(played, view).filter(|_| question == Question::Order) {
        Some(Event::Look { at, .. }) => Seats::one(at),
        _ => Seats::NONE,
    }
}

/// The event that a move puts before the others.
fn put_first(played: Move, view: &View) -> Option<Event> {
    let Move::First(number) = played else { return None };
    view.table.stack.unordered().nth(usize::from(number).checked_sub(1)?)
}

const REDRAW: &str = "discard it and draw another";

fn event_in_words(event: Event, names: &Names) -> Option<String> {
    match event {
        Event::Look { at, .. } => Some(format!("look at {}'s card", names.of(at))),
        _ => None,
    }
}

/// What a card does to the play that it answers.
const fn answer_in_words(card: Card, play: Play) -> &'static str {
    let turns = NO_US.contains(card) && play.against.is_none();
    if turns { "turns it round" } else { "cancels it" }
}

// ---- what to type ----

/// The moves, those that differ only by players and numbers together:
/// `guard Bob|Cid names 0|2-8 or prince Ann|Bob|Cid`. Players stand there by their names: a number beside a card is
/// taken for the number of a card.
fn what_to_type(offered: &[Move], names: &Names) -> String {
    let mut ways: Vec<Way> = Vec::new();
    for offered in offered {
        let (words, targets, number) = match *offered {
            Move::Play { card, insane, targets, number } => {
                let plain = Move::Play { card, insane, targets: Seats::NONE, number: None };
                (plain.to_string(), targets, number)
            }
            Move::Aim(targets) => ("aim".to_owned(), targets, None),
            Move::Start(seat) => ("start".to_owned(), Seats::one(seat), None),
            Move::Look(seat) => ("look".to_owned(), Seats::one(seat), None),
            Move::Name(number) => ("name".to_owned(), Seats::NONE, Some(number)),
            other => (other.to_string(), Seats::NONE, None),
        };
        if ways.last().is_none_or(|way| way.words != words) {
            ways.push(Way { words, ..Way::default() });
        }
        if let Some(way) = ways.last_mut() {
            way.targets.insert(targets);
            way.numbers.extend(number);
        }
    }
    either(ways.iter().map(|way| way.written(names)))
}

/// Moves that differ only by players and numbers.
#[derive(Default)]
struct Way {
    words: String,
    targets: BTreeSet<Seats>,
    numbers: BTreeSet<u8>,
}

impl Way {
    fn written(&self, names: &Names) -> String {
        let numbers = ranges(&self.numbers).join("|");
        let numbers = match self.words.as_str() {
            _ if numbers.is_empty() => numbers,
            "name" => format!(" {numbers}"),
            _ => format!(" names {numbers}"),
        };
        format!("{}{}{numbers}", self.words, choice(&self.targets, names))
    }
}

/// A way with more columns than this is broken where it has blanks: it would not fit a line.
const LONGEST_TIED: usize = 60;

/// `guard Bob, or handmaid`: what is typed together stays on one line.
fn either(ways: impl Iterator<Item = String>) -> String {
    let tied = |way: String| {
        let is_long = width(&way) > LONGEST_TIED;
        if is_long { way.replace('|', " | ") } else { way.replace(' ', &TIE.to_string()) }
    };
    let ways: Vec<String> = ways.map(tied).collect();
    match ways.as_slice() {
        [one, two] => format!("{one} or {two}"),
        [others @ .., last] if !others.is_empty() => format!("{}, or {last}", others.join(", ")),
        _ => ways.concat(),
    }
}

/// Whom a card can be for: ` Bob|Cid`, ` Bob Cid`, ` Ann|Bob|Cid (one or two)`.
fn choice(targets: &BTreeSet<Seats>, names: &Names) -> String {
    let all = targets.iter().fold(Seats::NONE, |all, some| all.or(*some));
    let all: Vec<&str> = all.iter().map(|seat| names.of(seat)).collect();
    let most = targets.iter().map(|some| some.len()).max().unwrap_or(0);
    let fewest = targets.iter().map(|some| some.len()).min().unwrap_or(0);
    match (fewest, most) {
        (_, 0) => String::new(),
        (1, 1) => format!(" {}", all.join("|")),
        (1, _) => format!(" {} (one or two of them)", all.join("|")),
        _ if targets.len() == 1 => format!(" {}", all.join(" ")),
        _ => format!(" {} (two of them)", all.join("|")),
    }
}

/// `0`, `2-8`: numbers that follow each other together.
fn ranges(numbers: &BTreeSet<u8>) -> Vec<String> {
    let mut runs: Vec<(u8, u8)> = Vec::new();
    for &number in numbers {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => runs.push((number, number)),
        }
    }
    let runs = runs.into_iter().flat_map(|(first, last)| match last - first {
        0 | 1 => (first..=last).map(|number| number.to_string()).collect(),
        _ => vec![format!("{first}-{last}")],
    });
    runs.collect()
}
