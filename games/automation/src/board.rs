//! How the table looks in a terminal.

use parlor_engine::layout::{Ink, TIE, WIDTH, columns, inked, padded, page, width, wrapped};
use parlor_engine::{Drawing, Names, Panel, Seat, Weight};

use crate::card::Card;
use crate::cards::Cards;
use crate::describe::{brief, counted, points};
use crate::moves::{Choice, Move};
use crate::rules::Rules;
use crate::sets::Kind;
use crate::state::{Phase, Task};
use crate::text::entries;
use crate::view::{Seen, View};

/// Where the cards of a player begin.
const INDENT: usize = 12;

/// The table as its viewer sees it: the supply, the others, and last what the viewer has.
pub(crate) fn draw(rules: &Rules, view: &View, names: &Names) -> Drawing {
    let own = view.viewer.seat();
    let players = || view.seats.iter().enumerate().map(|(index, seen)| (Seat::at(index), seen));
    let panel = |(seat, seen): (Seat, &Seen)| {
        let weight = if own == Some(seat) { Weight::Own } else { Weight::Others };
        let full = page(player(rules, view, names, seat, seen));
        Panel::new(weight, full).or(page(player_in_brief(rules, view, names, seat, seen)))
    };
    let mut drawing = Drawing::default()
        .with(Panel::new(Weight::Own, page(head(rules, view, names))))
        .with(supply(rules, view))
        .with(Panel::new(Weight::Legend, "\n").or_nothing())
        .with_all(players().filter(|(seat, _)| own != Some(*seat)).map(panel));
    if !view.trash.is_empty() {
        let trash = page([wrapped("Trash: ", &cards(&view.trash), 2)]);
        drawing = drawing.with(Panel::new(Weight::Legend, trash).or_nothing());
    }
    drawing
        .with(Panel::new(Weight::Own, page(sealed(rules, view, names))))
        .with_all(players().filter(|(seat, _)| own == Some(*seat)).map(panel))
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
                if other == phase {
                    inked(Ink::Strong, &format!("[{name}]"))
                } else {
                    name.to_owned()
                }
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

/// Points and money side by side, then the actions, each with what it does; or all of them by name and
/// price alone.
fn supply(rules: &Rules, view: &View) -> Panel {
    let of = |kind: Kind| {
        let cards = view.piles.iter().filter(move |card| rules.card(*card).kind == kind);
        cards.collect::<Vec<Card>>()
    };
    let (values, coins) = (of(Kind::Points), of(Kind::Money));
    // By price, as the set has them.
    let actions = rules.set.actions().filter(|card| view.piles.contains(*card));
    let actions: Vec<Card> = actions.collect();
    let is_marked =
        view.piles.iter().any(|card| is_affordable(view, card, price(rules, view, card)));
    let marks = if is_marked { " (* can be paid for now)" } else { "" };
    let head = format!("Supply: price, cards left{marks}");
    let mut full = vec![head.clone()];
    full.extend(points_and_money(rules, view, &values, &coins));
    full.extend(actions.iter().map(|card| wrapped("", &pile(rules, view, *card, 19), 28)));
    let all = values.iter().chain(&coins).chain(&actions);
    let short: Vec<String> = all.map(|card| pile_in_brief(rules, view, *card)).collect();
    let brief = std::iter::once(head).chain(columns(&short));
    Panel::new(Weight::Table, page(full)).or(page(brief))
}

/// Side by side, as long as that fits: a set may have money with a long name that is worth points.
fn points_and_money(rules: &Rules, view: &View, points: &[Card], money: &[Card]) -> Vec<String> {
    let names = points.iter().chain(money).map(|card| card.name().len());
    let longest = names.max().unwrap_or_default().max(9);
    let [points, money] = [points, money].map(|cards| {
        let cells = cards.iter().map(|card| pile(rules, view, *card, longest));
        cells.collect::<Vec<String>>()
    });
    let column = points.iter().map(|cell| width(cell) + 1).max().unwrap_or_default().max(32);
    let widest = money.iter().map(|cell| width(cell)).max().unwrap_or_default();
    if column + widest > WIDTH {
        return points.into_iter().chain(money).collect();
    }
    let cell = |cells: &[String], row: usize| cells.get(row).cloned().unwrap_or_default();
    let row = |row| padded(&cell(&points, row), column) + &cell(&money, row);
    (0..points.len().max(money.len())).map(row).collect()
}

/// `*method              2  x8   1 point`.
fn pile(rules: &Rules, view: &View, card: Card, width: usize) -> String {
    let (price, left) = price_and_left(rules, view, card);
    let text = format!("{card:<width$} {price:<2} {left:<4} {}", brief(rules.card(card)));
    marked(rules, view, card, &text)
}

/// `*method 2 x8`.
fn pile_in_brief(rules: &Rules, view: &View, card: Card) -> String {
    let (price, left) = price_and_left(rules, view, card);
    marked(rules, view, card, &format!("{card} {price} {left}"))
}

fn price_and_left(rules: &Rules, view: &View, card: Card) -> (String, String) {
    let (full, price) = (rules.card(card).cost, price(rules, view, card));
    let cut = if price < full { "-" } else { "" };
    let left = match view.supply.count(card) {
        0 => "gone".to_owned(),
        left => format!("x{left}"),
    };
    (format!("{price}{cut}"), left)
}

/// What a card costs now.
fn price(rules: &Rules, view: &View, card: Card) -> u8 {
    rules.card(card).cost.saturating_sub(view.discount)
}

/// A pile with a star before it where it can be had.
fn marked(rules: &Rules, view: &View, card: Card, text: &str) -> String {
    if is_affordable(view, card, price(rules, view, card)) {
        format!("*{}", inked(Ink::Open, text))
    } else if view.supply.count(card) == 0 {
        format!(" {}", inked(Ink::Faint, text))
    } else {
        format!(" {text}")
    }
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
    let turns = counted(seen.turns.into(), "turn");
    let mut lines = vec![format!("{}, {turns} taken", title(rules, view, names, seat, seen))];
    if view.phase == Phase::Over {
        lines.push(line("all cards", &cards(&seen.collection())));
        return lines;
    }
    match own_cards(view, seat, seen) {
        Some((hand, deck)) => {
            lines.push(own_hand(&hand));
            let order = if seen.deck_size > 1 { ", in unknown order" } else { "" };
            lines.push(line("deck", &format!("{}{order}", numbered(&deck))));
        }
        None => lines.push(line("hand", &hidden(seen))),
    }
    if !seen.played.is_empty() {
        lines.push(line("played", &cards(&seen.played)));
    }
    let top = seen.top.map_or_else(String::new, |top| format!(", with {} on top", top.title()));
    lines.push(line("discards", &format!("{}{top}", numbered(&seen.discards))));
    lines
}

/// A player in a line, and the viewer with the hand.
fn player_in_brief(
    rules: &Rules,
    view: &View,
    names: &Names,
    seat: Seat,
    seen: &Seen,
) -> Vec<String> {
    let title = title(rules, view, names, seat, seen);
    if view.phase == Phase::Over {
        return vec![format!("{title}, {}", counted(seen.collection().len().into(), "card"))];
    }
    let piles = format!("deck {}, discards {}", seen.deck_size, seen.discards.len());
    let Some((hand, _)) = own_cards(view, seat, seen) else {
        return vec![format!("{title}; hand {}, {piles}", seen.hand_size)];
    };
    let mut lines = vec![format!("{title}; {piles}")];
    if !seen.played.is_empty() {
        lines.push(line("played", &cards(&seen.played)));
    }
    lines.push(own_hand(&hand));
    lines
}

/// `Ann (you): 3 points`.
fn title(rules: &Rules, view: &View, names: &Names, seat: Seat, seen: &Seen) -> String {
    let you = if view.viewer.seat() == Some(seat) { " (you)" } else { "" };
    let gone = if view.present.contains(seat) { "" } else { ", has left" };
    format!("{}{you}: {}{gone}", names.of(seat), points(rules.points(&seen.collection())))
}

/// The hand and the deck of the viewer; `None` for other players.
fn own_cards(view: &View, seat: Seat, seen: &Seen) -> Option<(Cards, Cards)> {
    (view.viewer.seat() == Some(seat)).then_some(())?;
    view.hand().zip(seen.deck())
}

fn own_hand(hand: &Cards) -> String {
    line("hand", &joined(hand, |kind| inked(Ink::Strong, kind)))
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
    joined(held, str::to_owned)
}

/// The same with each kind shown in some way, together with the comma after it.
fn joined(held: &Cards, shown: impl Fn(&str) -> String) -> String {
    let kinds = entries(held);
    let last = kinds.len().saturating_sub(1);
    let kinds = kinds.iter().enumerate().map(|(index, kind)| {
        let kind = kind.replace(' ', &TIE.to_string());
        shown(&if index < last { kind + "," } else { kind })
    });
    kinds.collect::<Vec<_>>().join(" ")
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
