//! How the table looks in a terminal.

use parlor_engine::layout::{TIE, WIDTH, page, wrapped};
use parlor_engine::{Names, Seat};

use crate::card::Card;
use crate::cards::Cards;
use crate::describe::{brief, counted, points};
use crate::moves::{Choice, Move};
use crate::rules::Rules;
use crate::sets::Kind;
use crate::state::{Phase, Task};
use crate::text::list;
use crate::view::{Seen, View};

/// Where the cards of a player begin.
const INDENT: usize = 12;

/// The table as its viewer sees it.
pub(crate) fn draw(rules: &Rules, view: &View, names: &Names) -> String {
    let mut lines = head(rules, view, names);
    lines.extend(supply(rules, view));
    lines.push(String::new());
    for (index, seen) in view.seats.iter().enumerate() {
        lines.extend(player(rules, view, names, Seat::at(index), seen));
    }
    if !view.trash.is_empty() {
        lines.push(wrapped("Trash: ", &cards(&view.trash), 2));
    }
    lines.extend(sealed(rules, view, names));
    page(lines)
}

fn head(rules: &Rules, view: &View, names: &Names) -> Vec<String> {
    let phases = match view.phase {
        Phase::Setup => return vec!["The table is being set.".to_owned()],
        Phase::Over => return vec!["The game is over, and all cards lie open.".to_owned()],
        phase => {
            let all = [Phase::Action, Phase::Gain, Phase::Money, Phase::Buy, Phase::Cleanup];
            // GAIN is no part of every turn.
            let shown = all.into_iter().filter(|other| *other != Phase::Gain || *other == phase);
            let mark = |other| {
                let name = name(other);
                if other == phase { format!("[{name}]") } else { name.to_owned() }
            };
            shown.map(mark).collect::<Vec<String>>()
        }
    };
    let taken = view.seats[view.mover.index()].turns;
    // At clean-up the turn counts as taken already.
    let number = if view.phase == Phase::Cleanup { taken } else { taken + 1 };
    let whose = format!("Turn {number} of {}: {}", rules.limit, names.of(view.mover));
    let actions = counted(view.actions.into(), "action");
    let buys = counted(view.buys.into(), "buy");
    let less = match view.discount {
        0 => String::new(),
        less => format!("; all cards cost {less} less (marked -)"),
    };
    vec![
        wrapped("", &format!("{whose}   {}", phases.join(" ")), INDENT),
        format!("{actions}, {buys}, {} money{less}", view.money),
    ]
}

const fn name(phase: Phase) -> &'static str {
    match phase {
        Phase::Setup => "SETUP",
        Phase::Action => "ACTION",
        Phase::Gain => "GAIN",
        Phase::Money => "MONEY",
        Phase::Buy => "BUY",
        Phase::Cleanup => "CLEANUP",
        Phase::Over => "OVER",
    }
}

/// Points and money side by side, then the actions, each with what it does.
fn supply(rules: &Rules, view: &View) -> Vec<String> {
    let of = |kind: Kind| {
        let cards = view.piles.iter().filter(move |card| rules.card(*card).kind == kind);
        cards.collect::<Vec<Card>>()
    };
    let (values, coins) = (of(Kind::Points), of(Kind::Money));
    let mut lines = vec!["Supply: price, cards left (* can be paid for now)".to_owned()];
    lines.extend(points_and_money(rules, view, &values, &coins));
    // By price, as the set has them.
    let actions = rules.set.actions().filter(|card| view.piles.contains(*card));
    lines.extend(actions.map(|card| wrapped("", &pile(rules, view, card, 19), 28)));
    lines
}

/// Side by side, as long as that fits: a set may have money with a long name that is worth points.
fn points_and_money(rules: &Rules, view: &View, points: &[Card], money: &[Card]) -> Vec<String> {
    let names = points.iter().chain(money).map(|card| card.name().len());
    let width = names.max().unwrap_or_default().max(9);
    let [points, money] = [points, money].map(|cards| {
        let cells = cards.iter().map(|card| pile(rules, view, *card, width));
        cells.collect::<Vec<String>>()
    });
    let column = points.iter().map(|cell| cell.len() + 1).max().unwrap_or_default().max(32);
    let widest = money.iter().map(String::len).max().unwrap_or_default();
    if column + widest > WIDTH {
        return points.into_iter().chain(money).collect();
    }
    let cell = |cells: &[String], row: usize| cells.get(row).cloned().unwrap_or_default();
    let row = |row| format!("{:<column$}{}", cell(&points, row), cell(&money, row));
    (0..points.len().max(money.len())).map(row).collect()
}

fn pile(rules: &Rules, view: &View, card: Card, width: usize) -> String {
    let definition = rules.card(card);
    let price = definition.cost.saturating_sub(view.discount);
    let cut = if price < definition.cost { "-" } else { "" };
    let left = match view.supply.count(card) {
        0 => "gone".to_owned(),
        left => format!("x{left}"),
    };
    let mark = if is_affordable(view, card, price) { "*" } else { " " };
    format!("{mark}{card:<width$} {price}{cut:<1} {left:<4} {}", brief(definition))
}

/// Whether whoever is asked to buy or gain can have this card.
fn is_affordable(view: &View, card: Card, price: u8) -> bool {
    let most = match (view.todo.last(), view.phase) {
        (Some(Task::Gain { up_to, .. }), _) => u16::from(*up_to),
        (None, Phase::Buy) => view.money,
        _ => return false,
    };
    view.supply.contains(card) && u16::from(price) <= most
}

fn player(rules: &Rules, view: &View, names: &Names, seat: Seat, seen: &Seen) -> Vec<String> {
    let you = if view.viewer.seat() == Some(seat) { " (you)" } else { "" };
    let gone = if view.present.contains(seat) { "" } else { ", has left" };
    let score = points(rules.points(&seen.collection()));
    let turns = counted(seen.turns.into(), "turn");
    let mut lines = vec![format!("{}{you}: {score}, {turns} taken{gone}", names.of(seat))];
    if view.phase == Phase::Over {
        lines.push(line("all cards", &cards(&seen.collection())));
        return lines;
    }
    let own = view.viewer.seat() == Some(seat);
    match (view.hand(), seen.deck()) {
        (Some(hand), Some(deck)) if own => {
            lines.push(line("hand", &cards(&hand)));
            let order = if seen.deck_size > 1 { ", in unknown order" } else { "" };
            lines.push(line("deck", &format!("{}{order}", numbered(&deck))));
        }
        _ => lines.push(line("hand", &hidden(seen))),
    }
    if !seen.played.is_empty() {
        lines.push(line("played", &cards(&seen.played)));
    }
    let top = seen.top.map_or_else(String::new, |top| format!(", with {} on top", top.title()));
    lines.push(line("discards", &format!("{}{top}", numbered(&seen.discards))));
    lines
}

/// What there is to know of the hand and the deck of somebody else.
fn hidden(seen: &Seen) -> String {
    if seen.deck_size == 0 {
        return format!("{}, known as there is no deck", numbered(&seen.unseen));
    }
    let known = if seen.known.is_empty() {
        String::new()
    } else {
        format!(" (known: {})", cards(&seen.known))
    };
    let (hand, deck) = (seen.hand_size, seen.deck_size);
    let hand = counted(hand.into(), "card");
    format!("{hand}{known}, deck {deck}; together {}", cards(&seen.unseen))
}

/// `4: Hack, 3 Bitcoin`.
fn numbered(held: &Cards) -> String {
    if held.is_empty() { "none".to_owned() } else { format!("{}: {}", held.len(), cards(held)) }
}

/// `Hack, 3 Bitcoin`, to be broken between the kinds.
fn cards(held: &Cards) -> String {
    list(held).replace(' ', &TIE.to_string()).replace(&format!(",{TIE}"), ", ")
}

/// What an open sealed question waits for, and what the viewer has answered.
fn sealed(rules: &Rules, view: &View, names: &Names) -> Vec<String> {
    let Some(task @ (Task::React { attack } | Task::Yield { attack } | Task::Drop { attack })) =
        view.todo.last().copied()
    else {
        return Vec::new();
    };
    let what = match task {
        Task::React { .. } => "may show a reaction",
        Task::Yield { .. } => "choose to discard or to gain a Bug",
        _ => "discard",
    };
    let mut lines = Vec::new();
    // Who owes an answer reads in the question what is asked.
    if view.answer.is_none_or(|answer| !answer.owing) {
        let (attacker, asked) = (names.of(view.mover), names.list(view.asked.iter()));
        let attack = attack.title();
        let open = format!(
            "{attacker} attacks with {attack}: {asked} {what}, under seal until all have answered."
        );
        lines.push(wrapped("", &open, 2));
    }
    let Some(answer) = view.answer else { return lines };
    let given = match task {
        _ if !answer.aside.is_empty() => format!("discard {}", cards(&answer.aside)),
        _ if answer.owing => return lines,
        Task::React { .. } => {
            match rules.to_show(view.hand().unwrap_or_default().kinds()).first() {
                Some(card) if answer.yes => Move::Show(card).to_string(),
                _ => Move::Pass.to_string(),
            }
        }
        _ if answer.yes => Move::Choose(Choice::Discard).to_string(),
        _ => Move::Choose(Choice::Bug).to_string(),
    };
    lines.push(wrapped("Your answer so far: ", &given, 2));
    lines
}

/// A labelled line of text, wrapped under itself.
fn line(label: &str, text: &str) -> String {
    wrapped(&format!("  {label:<9} "), text, INDENT)
}
