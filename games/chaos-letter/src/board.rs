//! The table as text for the terminal.

use std::fmt::Write as _;

use parlor_engine::layout::{Ink, TIE, WIDTH, cut, inked, padded, page, width, wrapped};
use parlor_engine::{Drawing as Picture, Game, Names, Panel, Seat, Seats, Weight};
use parlor_stack::{Frame, Order, When};

use crate::card::{Card, Kinds, Print};
use crate::catalogue::{Effect, with_effect};
use crate::deck::Back;
use crate::describe::{brief, brief_effect, counted};
use crate::event::{Drawing, Event, Play};
use crate::knowledge::knowledge;
use crate::rules::Rules;
use crate::state::Step;
use crate::text::{answer_aim, details, direction, is_due, played, prime, stage_aim};
use crate::view::{Seen, View};

const TURNS_ROUND: Kinds = with_effect(Effect::TurnRound);

/// The table as its viewer sees it: the players, what is known, the stack, and last the viewer's hand.
pub(crate) fn draw(rules: &Rules, view: &View, names: &Names) -> Picture {
    let known = if view.viewer.seat().is_some() { "What you know" } else { "What is known" };
    let known = titled(known, knowledge(rules, view, names));
    let stack = titled("The stack, where the top happens first", stack(rules, view, names));
    let hand = Panel::new(Weight::Own, page(titled("Your hand", hand(rules, view))));
    Picture::default()
        .with(Panel::new(Weight::Own, page(head(rules, view, names))))
        .with_all(players(rules, view, names))
        .with(Panel::new(Weight::Legend, page(known)).or_nothing())
        .with(Panel::new(Weight::Own, page(stack)))
        .with(hand.or(page(hand_in_brief(rules, view))))
}

/// Lines below a title; nothing where there are no lines.
fn titled(title: &str, lines: Vec<String>) -> Vec<String> {
    let title = (!lines.is_empty()).then(|| format!("{title}:"));
    title.into_iter().chain(lines).collect()
}

// ---- the middle of the table ----

fn head(rules: &Rules, view: &View, names: &Names) -> Vec<String> {
    let table = &view.table;
    let mut first = vec![format!("Round {} of {}.", table.round, rules.rounds)];
    first.push(match table.step {
        Step::Over => "The game is over.".to_owned(),
        Step::Setup => match chooser(view) {
            Some(seat) if view.viewer.seat() == Some(seat) => "You say who begins.".to_owned(),
            Some(seat) => format!("{} says who begins.", names.of(seat)),
            None => "Cards are dealt.".to_owned(),
        },
        _ if view.viewer.seat() == Some(table.mover) => "Your turn.".to_owned(),
        _ => format!("It is {}'s turn.", names.of(table.mover)),
    });
    let may_turn = !rules.kinds.and(TURNS_ROUND).is_empty() && table.alive.len() > 2;
    if may_turn
        && !matches!(table.step, Step::Setup | Step::Over)
        && let Some(next) = table.next_alive(table.mover)
    {
        let way = direction(table.upwards);
        first.push(format!("Turns go {way} the list, to {} next.", names.of(next)));
    }
    let tokens = counted(rules.tokens, "token");
    first.push(match rules.deck.insane_tokens {
        Some(insane) => format!("{tokens} or {insane} insane win."),
        None => format!("{tokens} win."),
    });
    let mut aside = Vec::new();
    let face_down = view.open.as_ref().and_then(|hidden| hidden.aside);
    aside.extend(match face_down {
        Some(card) => Some(format!("{}, which lay face down", label(rules, card))),
        None => view.aside.map(|back| format!("one face down{}", behind(rules, back))),
    });
    let open = table.laid.iter().filter(|laid| laid.whose.is_none());
    aside.extend(open.map(|laid| label(rules, laid.card)));
    if table.brain_case {
        aside.push(label(rules, Card::BrainCase));
    }
    let deck = format!("Deck: {}.", counted(view.deck_size, "card"));
    let aside =
        if aside.is_empty() { String::new() } else { format!(" Aside: {}.", aside.join(", ")) };
    vec![wrapped("", &first.join(" "), 2), wrapped("", &format!("{deck}{aside}"), 2)]
}

fn behind(rules: &Rules, back: Back) -> String {
    let several = rules.has_several_backs();
    if several { format!(" ({} back)", back.word()) } else { String::new() }
}

// ---- the players ----

/// A panel for each player: with the cards that were laid down below, or with their numbers in one line.
fn players(rules: &Rules, view: &View, names: &Names) -> Vec<Panel> {
    let seats = || Seats::first_n(rules.seats()).iter();
    let title = |seat: Seat| {
        let you = if view.viewer.seat() == Some(seat) { " (you)" } else { "" };
        format!("{seat} {}{you}", names.of(seat))
    };
    let widest = seats().map(|seat| width(&title(seat))).max().unwrap_or(0).min(30);
    let panel = |(seat, seen): (Seat, &Seen)| {
        let mark = if marked(view) == Some(seat) { '>' } else { ' ' };
        let name = format!("{mark} {}  ", padded(&title(seat), widest));
        let inked_name =
            format!("{mark} {}  ", padded(&inked(Ink::Seat(seat), &title(seat)), widest));
        let standing = standing(rules, view, seat, seen);
        let mut full = vec![wrapped(&inked_name, &standing, 6)];
        let laid = laid(rules, view, seat);
        let mut brief = format!("{name}{standing}");
        if !laid.is_empty() {
            full.push(wrapped("      laid down: ", &laid, 8));
            _ = write!(brief, "; laid {}", laid_numbers(rules, view, seat));
        }
        Panel::new(Weight::Others, page(full)).or(page([cut(&brief, WIDTH)]))
    };
    seats().zip(&view.hands).map(panel).collect()
}

/// Whose turn it is, or who is asked before there are turns.
fn marked(view: &View) -> Option<Seat> {
    match view.table.step {
        Step::Over => None,
        Step::Setup => chooser(view),
        _ => Some(view.table.mover),
    }
}

/// Who is asked who begins the round.
fn chooser(view: &View) -> Option<Seat> {
    let table = &view.table;
    let asked = table.stack.top().is_some_and(|top| top.event == Event::Starter);
    table.last_out.filter(|seat| asked && table.present.contains(*seat))
}

/// `1 token, 0 insane; 1 card (cosmic); insane 2, protected`.
fn standing(rules: &Rules, view: &View, seat: Seat, seen: &Seen) -> String {
    let table = &view.table;
    let player = table.player(seat);
    let mut tokens = counted(player.tokens, "token");
    if player.insane_tokens > 0 {
        _ = write!(tokens, " + {} insane", player.insane_tokens);
    }
    let mut parts = vec![tokens];
    if !table.present.contains(seat) {
        parts.push("has left".to_owned());
        return parts.join("; ");
    }
    if table.alive.contains(seat) {
        parts.push(held(rules, view, seat, seen));
    } else {
        parts.push("OUT".to_owned());
    }
    let mut states = Vec::new();
    let in_play = |seats: Seats| seats.contains(seat);
    if player.primes > 0 && in_play(table.alive) {
        states.push(prime(player.primes));
    }
    if player.insanity > 0 && in_play(table.alive) {
        states.push(format!("insane {}", player.insanity));
    }
    for (is, what) in [
        (in_play(table.protected), "protected"),
        (in_play(table.immortal), "cannot go out"),
        (in_play(table.capitalists), "holds two"),
    ] {
        if is {
            states.push(what.to_owned());
        }
    }
    if !states.is_empty() {
        parts.push(states.join(", "));
    }
    parts.join("; ")
}

/// How many cards a player holds, and how they look from behind.
fn held(rules: &Rules, view: &View, seat: Seat, seen: &Seen) -> String {
    if let Some(hidden) = &view.open {
        let cards = hidden.hands[seat.index()].iter();
        return format!(
            "held {}",
            cards.map(|card| label(rules, card)).collect::<Vec<_>>().join(", ")
        );
    }
    let cards = counted(seen.size, "card");
    if !rules.has_several_backs() || seen.size == 0 {
        return cards;
    }
    let backs = Back::ALL.into_iter().map(|back| (back.word(), seen.with_back(back)));
    let backs: Vec<(&str, u8)> = backs.filter(|(_, count)| *count > 0).collect();
    let counted = backs.len() > 1 && backs.iter().any(|(_, count)| *count > 1);
    let words = backs
        .into_iter()
        .map(|(back, count)| if counted { format!("{count} {back}") } else { back.to_owned() });
    format!("{cards} ({})", words.collect::<Vec<_>>().join(", "))
}

/// The cards before a player, in order. What was laid down before coming back is in brackets.
fn laid(rules: &Rules, view: &View, seat: Seat) -> String {
    let own = view.table.laid.iter().filter(|laid| laid.whose == Some(seat));
    let cards = own.map(|laid| {
        let label = label(rules, laid.card);
        if laid.past { format!("[{label}]") } else { label }
    });
    cards.collect::<Vec<_>>().join(", ")
}

/// The numbers of the cards before a player: `1 5 [3]`.
fn laid_numbers(rules: &Rules, view: &View, seat: Seat) -> String {
    let own = view.table.laid.iter().filter(|laid| laid.whose == Some(seat));
    let numbers = own.map(|laid| {
        let number = rules.value(laid.card.card);
        if laid.past { format!("[{number}]") } else { number.to_string() }
    });
    numbers.collect::<Vec<_>>().join(" ")
}

/// `Guard 1`, `Nope 2*`, `Baron 3 (creased back)`, not to be broken.
pub(crate) fn label(rules: &Rules, card: impl Into<Print>) -> String {
    let print = card.into();
    let card = print.card;
    let star = if rules.insane.contains(card) { "*" } else { "" };
    let look = rules.look_in_words(print).map_or_else(String::new, |look| format!(" ({look})"));
    let text = format!("{} {}{star}{look}", card.title(), rules.value(card));
    text.replace(' ', &TIE.to_string())
}

// ---- what the viewer has ----

fn hand(rules: &Rules, view: &View) -> Vec<String> {
    if view.open.is_some() {
        return Vec::new();
    }
    let cards = held_cards(rules, view);
    let widest = cards.iter().map(|(label, _)| width(label)).max().unwrap_or(0);
    let line = |(label, card): &(String, Card)| {
        let label = padded(&inked(Ink::Strong, label), widest);
        wrapped(&format!("  {label}  "), &brief(*card), widest + 4)
    };
    let mut lines: Vec<String> = cards.iter().map(line).collect();
    lines.extend(pot(rules, view));
    lines
}

/// The cards that the viewer has collected and is to deal out.
fn pot(rules: &Rules, view: &View) -> Option<String> {
    let pot: Vec<String> = view.pot.as_ref()?.iter().map(|card| label(rules, card)).collect();
    (!pot.is_empty()).then(|| wrapped("  collected, to be dealt out: ", &pot.join(", "), 4))
}

/// The hand without what its cards do.
fn hand_in_brief(rules: &Rules, view: &View) -> Vec<String> {
    let cards = held_cards(rules, view);
    if view.open.is_some() || cards.is_empty() {
        return hand(rules, view);
    }
    let cards = cards.iter().map(|(label, _)| inked(Ink::Strong, label));
    let line = wrapped("Your hand: ", &cards.collect::<Vec<_>>().join(", "), 4);
    std::iter::once(line).chain(pot(rules, view)).collect()
}

/// The cards in the viewer's hand. Equal ones have their handles: `Handmaid 4 (no. 2)`.
fn held_cards(rules: &Rules, view: &View) -> Vec<(String, Card)> {
    let hand = view.hand();
    let handles = view.viewer.seat().and_then(|seat| view.hands.get(seat.index()));
    let handle = |place: usize| handles.and_then(|seen| seen.handles.get(place));
    let label = |(place, card): (usize, &Print)| {
        let equal = hand.iter().filter(|other| *other == card).count() > 1;
        let handle = handle(place).filter(|_| equal);
        let handle = handle.map_or_else(String::new, |handle| format!("{TIE}(no.{TIE}{handle})"));
        (format!("{}{handle}", label(rules, *card)), card.card)
    };
    hand.iter().enumerate().map(label).collect()
}

// ---- the stack ----

/// What waits to happen, the top first; nothing where that is only what is asked anyway.
fn stack(rules: &Rules, view: &View, names: &Names) -> Vec<String> {
    let stack = &view.table.stack;
    let is_answered = |frame: &Frame<Event>| frame.event.parties().is_some();
    let worth = stack.len() > 1 || stack.iter().any(|(_, frame)| is_answered(frame));
    if !worth || view.table.step == Step::Setup {
        return Vec::new();
    }
    let mut lines = Vec::new();
    for (number, (_, frame)) in (1..).zip(stack.iter().rev()) {
        let what = event(rules, view, &frame.event, names);
        let how = match frame.when {
            _ if frame.cancelled => " (cancelled)",
            When::Always if frame.unordered.is_some() => " (the order is still to be chosen)",
            When::Always => "",
            When::After => " (if that happens)",
            When::IfCancelled => " (if that does not happen)",
        };
        lines.push(wrapped(&format!("  {number}. "), &format!("{what}{how}"), 5));
    }
    let asked = asked_in_turn(rules, view, names).or_else(|| asked_under_seal(rules, view, names));
    lines.extend(asked.map(|text| wrapped("  ", &text, 4)));
    lines
}

/// Who is asked to answer the top of the stack, one after the other, and who has passed.
fn asked_in_turn(rules: &Rules, view: &View, names: &Names) -> Option<String> {
    let asking = &view.table.asking;
    let top = view.table.stack.top()?;
    let now = asking.now()?;
    let word = |seat: Seat| match seat {
        _ if seat == now => format!("{} (now)", names.of(seat)),
        _ if asking.passed().contains(seat) => format!("{} (passed)", names.of(seat)),
        _ => names.of(seat).to_owned(),
    };
    let order = rules.priority(&view.table, top.event);
    let asked = order.seats().filter(|seat| asking.asked().contains(*seat));
    let asked: Vec<String> = asked.map(word).collect();
    Some(format!("Asked in turn whether to answer no. 1: {}.", asked.join(", ")))
}

/// Who is asked to answer the top of the stack, all at once, and what the viewer has answered.
fn asked_under_seal(rules: &Rules, view: &View, names: &Names) -> Option<String> {
    let asked = view.window.asked();
    if asked.is_empty() {
        return None;
    }
    let who = names.list(asked.iter());
    let own = view
        .viewer
        .seat()
        .filter(|seat| asked.contains(*seat) && !view.window.owing().contains(*seat));
    let own = own.map_or_else(String::new, |seat| match view.window.answer(seat) {
        Some(card) => format!(" You answer with {}.", rules.titled(*card)),
        None => " You pass.".to_owned(),
    });
    Some(format!("Asked under seal whether to answer no. 1: {who}.{own}"))
}

fn event(rules: &Rules, view: &View, event: &Event, names: &Names) -> String {
    let of = |seat: Seat| names.of(seat);
    match *event {
        Event::Starter => "it is settled who begins".to_owned(),
        Event::SetAside => "a card is set aside face down".to_owned(),
        Event::FaceUp { left } => format!("{} set aside face up", counted(left, "card")),
        Event::Check { seat, left } => {
            format!("{}: {}", of(seat), counted(left, "sanity check"))
        }
        Event::Draw { seat, why: Drawing::Instead } => {
            format!("{} draws a card in place of the one that went", of(seat))
        }
        Event::Draw { seat, why: Drawing::Aside } => {
            format!("{} draws the card set aside", of(seat))
        }
        Event::Draw { seat, .. } => format!("{} draws a card", of(seat)),
        Event::Turn { stage, seat } => is_due(stage, of(seat)),
        Event::Sanity { seat } => format!("{} checks sanity, if insane", of(seat)),
        Event::Again { seat } => format!("{} has another turn", of(seat)),
        Event::Choose { seat } => format!("{} plays a card", of(seat)),
        Event::Discard { seat, card, .. } => {
            format!("{} discards {}", of(seat), rules.titled(card))
        }
        Event::DiscardHand { seat } => format!("{} discards a card and draws another", of(seat)),
        // What an answer is to do is said with it.
        Event::Play { play } if play.against.is_none() => {
            let effect = brief_effect(Rules::effect_of(play));
            format!("{} ({effect})", phrase(rules, view, play, names))
        }
        Event::Play { play } => phrase(rules, view, play, names),
        Event::Effect { play } => {
            format!("{}, which takes effect", phrase(rules, view, play, names))
        }
        Event::Offer { seat, card, .. } => {
            format!("{} chooses the card that counts for {}", of(seat), card.title())
        }
        Event::Aim { play } => format!("{} chooses whom {} is for", of(play.by), play.card.title()),
        Event::Name { play } => format!("{} names a number for {}", of(play.by), play.card.title()),
        Event::Look { by, at, card } => {
            format!("{} looks at {}'s card ({})", of(by), of(at), card.title())
        }
        Event::LookAtOne { by, of: seats, .. } => {
            format!("{} looks at the card of one of {}", of(by), names.list(seats.iter()))
        }
        Event::Return { seat, left } => {
            format!("{} puts {} under the deck", of(seat), counted(left, "card"))
        }
        Event::Give { by, to } => {
            format!("{} deals the collected cards to {}", of(by), names.list(to.iter()))
        }
        Event::Redraw { seat } => format!("{} may discard and draw", of(seat)),
        Event::Out { seat, .. } => format!("{} goes out", of(seat)),
        Event::Save { seat, .. } => format!("{} is saved", of(seat)),
        Event::Token { seat, card } => format!("{} gains a token ({})", of(seat), card.title()),
        Event::Prime { seat } => format!("{} comes back as a Prime", of(seat)),
    }
}

/// A card that is played, with what it answers: `Bob's Nope, to cancel Ann's Guard`.
pub(crate) fn phrase(rules: &Rules, view: &View, play: Play, names: &Names) -> String {
    let who = names.of(play.by);
    let below = play.against.and_then(|id| view.table.stack.get(id));
    if let Some(Frame { event: Event::Play { play: to }, .. }) = below {
        let what = format!("{}'s {}", names.of(to.by), to.card.title());
        let aim = answer_aim(play, *to, &what);
        return format!("{who} answers with {}, to {aim}", rules.titled(play.print()));
    }
    if let Some(Frame { event: Event::Turn { stage, seat }, .. }) = below {
        let aim = stage_aim(*stage, names.of(*seat));
        return format!("{who} answers with {}, to {aim}", play.card.title());
    }
    if play.turned {
        let how = details(play, names);
        return format!("{}, turned round, runs for {who}{how}", play.card.title());
    }
    played(rules, play, names)
}
