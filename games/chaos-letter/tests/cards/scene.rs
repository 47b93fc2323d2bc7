//! The words of Chaos Letter in its scenes. Those that all games share stand with
//! [`parlor_gametest::scene`].
//!
//! | line | what it does |
//! |---|---|
//! | `table: chaos 3` | a deck in the box, and the seats |
//! | `table: chaos 3 nope=4 king=0 tokens=1 rounds=2` | the same with other numbers of cards, tokens or rounds |
//! | `table: chaos 3 in-turn` | the same where answers are asked for in turn; otherwise they are sealed |
//! | `table: chaos 2 only guard=2 king=3` | no other cards than these, and none face up |
//! | `table: classic 3 baron:creased=1 baron:Rake=1` | one of the copies has another back, one another front |
//! | `deal: spy / guard king priest` | set aside (and face up), then a card for each seat; seat 1 begins |
//! | `deal 2: spy / guard king priest` | the same where chance lets seat 2 begin |
//! | `do: +king; 1: guard 2 names 5; pass` | acts: chance draws a King, seat 1 plays, all who are asked for an answer pass |
//!
//! What is expected of the table as it is then:
//!
//! | line | what must be true |
//! |---|---|
//! | `in: 1 3` | who is in the round |
//! | `tokens: 0 1 0`, `insane: 0 1 0` | tokens, insane tokens, by seat |
//! | `insanity: 0 2 0` | how insane everybody is |
//! | `hand 2: guard king` | a hand, in its holder's view |
//! | `knows 1 of 2: king` | what a viewer (`-` is the spectator) knows of a hand |
//! | `handles 2: 1 3` | what a holder calls the cards of the hand |
//! | `backs 2: letter creased` | what everybody sees of a hand |
//! | `laid: guard baron/1` | every card that lies face up |
//! | `not 2: guard priest` | cards everybody knows a hand not to hold are exactly these |
//! | `sure 2: 1 3`, `may 2: 3` | who is sure to know a hand, and who may know some of it |
//! | `board 1: WORDS`, `unboard 1: WORDS` | a viewer's board says this under a heading, as one line, or nothing that contains it |
//! | `discards 2: guard king` | a pile, the first card first |
//! | `aside: guard king` | cards that lie face up and belong to nobody |
//! | `protected: 2`, `immortal: 2`, `two: 2` | who cannot be chosen, cannot go out, holds two cards |
//! | `mover: 2`, `round: 2`, `deck: 7`, `under 1: king - -` | the turn, the round, the size of the deck, what seat 1 knows lies under it |
//! | `chance: guard king` | what can be drawn |
//! | `stack: play guard 1; draw 2` | what waits, the lowest first; with an empty stack, the turn's draw or play |
//!
//! After each act the scene checks what is true of every table.

use parlor_chaos_letter::deck::{Back, Deck, Marked, Row};
use parlor_chaos_letter::{Card, ChaosLetter, Event, Play, Print, Step, Table, View};
use parlor_engine::{Hosted, Menu, Odds, Turn, Viewer};
use parlor_gametest::scene::{
    self, Said, Script, Stage, kind, list, people, seat_of, seats, viewer_of,
};
use parlor_stack::Frame;
use serde_json::{Value, json};

/// Plays a scene.
///
/// # Panics
/// When something is not as it should be: with the line that says so.
pub(crate) fn run(script: &str) {
    scene::run(Letters, script);
}

/// The words of the game.
struct Letters;

impl Script for Letters {
    type Rulebook = ChaosLetter;

    fn table(&mut self, words: &str) -> (Value, usize) {
        options(words)
    }

    fn notation(&self, words: &str) -> String {
        words.strip_prefix('+').map_or_else(|| words.to_owned(), |card| format!("*: draw {card}"))
    }

    fn play<G: Hosted>(&mut self, stage: &mut Stage<G>, words: &str) {
        if words == "pass" {
            self.all_pass(stage);
        } else {
            stage.act(self, &self.notation(words));
        }
    }

    /// What holds of every table after every act.
    fn after<G: Hosted>(&mut self, stage: &Stage<G>, before: &G::State) {
        let at = &stage.at;
        let table = view(stage, Viewer::Spectator).table;
        let had = tokens(&stage.game, before);
        let has = tokens(&stage.game, &stage.state);
        assert!(had.iter().zip(has).all(|(had, has)| *had <= has), "{at}: tokens were lost");
        let Turn::Ask { seats, .. } = stage.game.turn(&stage.state) else { return };
        assert!(!seats.is_empty(), "{at}: nobody is asked");
        assert!(seats.less(table.alive).is_empty(), "{at}: {seats} are asked, and out");
        for seat in seats.iter() {
            let menu = stage.game.menu(&stage.state, seat);
            assert!(menu.count() > 0, "{at}: {seat} can answer nothing");
        }
    }

    fn line<G: Hosted>(
        &mut self,
        stage: &mut Stage<G>,
        verb: &str,
        keys: &[&str],
        words: &str,
    ) -> Said {
        if verb == "deal" {
            self.deal(stage, keys.first().copied().unwrap_or("1"), words);
            return Said::Done;
        }
        expect(stage, verb, keys, words)
    }
}

impl Letters {
    fn deal<G: Hosted>(&mut self, stage: &mut Stage<G>, first: &str, words: &str) {
        let starter = stage.game.odds(&stage.state).and_then(|odds| odds.pick(0));
        if starter.is_some_and(|chance| chance.to_string().starts_with("starts")) {
            self.play(stage, &format!("*: starts {first}"));
        }
        for card in words.split_whitespace().filter(|word| *word != "/") {
            self.play(stage, &format!("+{card}"));
        }
    }

    /// Everybody who is asked for an answer has none, until nobody is asked for one any more.
    fn all_pass<G: Hosted>(&mut self, stage: &mut Stage<G>) {
        loop {
            let asked = match stage.game.turn(&stage.state) {
                Turn::Ask { seats, why }
                    if matches!(kind(&json!(why)), "answer" | "answer-turn") =>
                {
                    seats
                }
                _ => return,
            };
            let seat = asked.first().expect("somebody is asked");
            self.play(stage, &format!("{seat}: pass"));
        }
    }
}

fn options(table: &str) -> (Value, usize) {
    let mut words = table.split_whitespace();
    let name = words.next().expect("a deck");
    let seats: usize = words.next().and_then(|word| word.parse().ok()).expect("a number of seats");
    let mut deck = Deck::built_in(name).unwrap_or_else(|| panic!("there is no deck '{name}'"));
    let (mut rounds, mut own, mut answers) = (50, false, "sealed");
    for word in words {
        if word == "in-turn" {
            answers = word;
            continue;
        }
        if word == "only" {
            deck.cards.clear();
            deck.face_up_for_two = 0;
            deck.tokens = vec![deck.tokens_for(seats).unwrap_or(4)];
            deck.players = [seats as u8; 2];
            continue;
        }
        let (what, number) = word.split_once('=').unwrap_or_else(|| panic!("what is '{word}'?"));
        let number: u8 = number.parse().unwrap_or_else(|why| panic!("{word}: {why}"));
        match what {
            "rounds" => rounds = number,
            "up" => deck.face_up_for_two = number,
            "tokens" => deck.tokens.fill(number),
            "insane" => deck.insane_tokens = Some(number),
            card if card.contains(':') => mark(&mut deck, card, number),
            card => set_count(&mut deck, name, card.parse().expect("a card"), number),
        }
        own |= what != "rounds";
    }
    let deck = if own { json!(deck) } else { json!(name) };
    (json!({ "answers": answers, "deck": deck, "rounds": rounds }), seats)
}

/// A card that the deck of this name does not have looks as it does in `chaos`.
fn set_count(deck: &mut Deck, name: &str, card: Card, count: u8) {
    let row = row_in(name, card).unwrap_or_else(|| row_in_chaos(card));
    deck.cards.retain(|other| other.card != card);
    if count > 0 {
        deck.cards.push(Row { count, from_players: 0, aside: false, ..row });
    }
}

fn row_in(name: &str, card: Card) -> Option<Row> {
    Deck::built_in(name).expect("a deck in the box").row(card).cloned()
}

/// How a card looks in `chaos`, or, where it is in no deck of the box, in the example that has it.
pub(crate) fn row_in_chaos(card: Card) -> Row {
    let example = || {
        let text = include_str!("../../examples/small-hours.json");
        let deck: Deck = serde_json::from_str(text).expect("a deck");
        deck.row(card).cloned()
    };
    row_in("chaos", card).or_else(example).expect("a card of some deck")
}

/// So many copies of a card have another back, or what is no back, another front.
fn mark(deck: &mut Deck, words: &str, count: u8) {
    let (card, look) = words.split_once(':').expect("a card and its look");
    let back = Back::ALL.into_iter().find(|back| back.word() == look);
    let front = back.is_none().then(|| look.to_owned());
    let row = deck.cards.iter_mut().find(|row| row.card.name() == card).expect("a card");
    row.marked.push(Marked { count, back, front });
}

// ---- what is so ----

fn expect<G: Hosted>(stage: &Stage<G>, verb: &str, keys: &[&str], words: &str) -> Said {
    let key = keys.first().copied().unwrap_or_default();
    let seen = view(stage, Viewer::Spectator);
    let table = &seen.table;
    let per_seat = |what: fn(&parlor_chaos_letter::Standing) -> u8| {
        let all = table.players[..stage.game.seats()].iter().map(what);
        list(all)
    };
    let said = match verb {
        "in" => seats(table.alive),
        "tokens" => per_seat(|player| player.tokens),
        "insane" => per_seat(|player| player.insane_tokens),
        "insanity" => per_seat(|player| player.insanity),
        "protected" => seats(table.protected),
        "immortal" => seats(table.immortal),
        "two" => seats(table.capitalists),
        "mover" => table.mover.to_string(),
        "round" => table.round.to_string(),
        "deck" => seen.deck_size.to_string(),
        "hand" => known(stage, key, key),
        "knows" => {
            let &[viewer, "of", holder] = keys else { panic!("{}: who of whom?", stage.at) };
            known(stage, viewer, holder)
        }
        "handles" => list(view(stage, viewer_of(key)).hands[seat_of(key).index()].handles.iter()),
        "backs" => {
            let seen = &seen.hands[seat_of(key).index()];
            let backs = Back::ALL
                .into_iter()
                .flat_map(|back| std::iter::repeat_n(back.word(), seen.with_back(back).into()));
            list(backs)
        }
        "laid" => names(table.laid.iter().map(|laid| laid.card)),
        "not" => looks(json!(table.player(seat_of(key)).hearsay.not)),
        "sure" => seats(seen.sure(seat_of(key))),
        "may" => seats(seen.may(seat_of(key))),
        "board" | "unboard" => return expect_board(stage, verb, key, words),
        "discards" => names(table.discards(seat_of(key)).map(Print::plain)),
        "aside" => {
            names(table.laid.iter().filter(|laid| laid.whose.is_none()).map(|laid| laid.card))
        }
        "under" => {
            let under = view(stage, viewer_of(key)).bottom;
            let under =
                under.iter().map(|under| under.card.map_or("-".to_owned(), |it| it.to_string()));
            list(under)
        }
        "chance" => chance(stage),
        "stack" => stack(table),
        _ => return Said::Unknown,
    };
    // A hand has no order.
    let unordered = matches!(verb, "hand" | "knows" | "not" | "chance");
    Said::Is(if unordered && sorted(words) == said { words.to_owned() } else { said })
}

/// What is to happen, the next first.
fn stack(table: &Table) -> String {
    let frame = |(_, frame): (_, &Frame<Event>)| {
        let cancelled = if frame.cancelled { "cancelled " } else { "" };
        format!("{cancelled}{}", event(&frame.event))
    };
    match table.step {
        // With nothing on the stack the turn itself waits for a card.
        Step::Draw if table.stack.is_empty() => format!("draw {}", table.mover),
        Step::Play if table.stack.is_empty() => format!("choose {}", table.mover),
        _ => table.stack.iter().map(frame).collect::<Vec<_>>().join("; "),
    }
}

/// A line that a viewer's board has, or words that no line of it has.
fn expect_board<G: Hosted>(stage: &Stage<G>, verb: &str, viewer: &str, words: &str) -> Said {
    let board = board(stage, viewer);
    let there = match verb {
        "board" => board.iter().any(|line| line == words),
        _ => !board.iter().any(|line| line.contains(words)),
    };
    assert!(there, "{}\n{}", stage.at, board.join("\n"));
    Said::Held
}

/// What a viewer sees.
fn view<G: Hosted>(stage: &Stage<G>, viewer: Viewer) -> View {
    view_of(&stage.game, &stage.state, viewer)
}

fn view_of<G: Hosted>(game: &G, state: &G::State, viewer: Viewer) -> View {
    serde_json::from_value(json!(game.view(state, viewer))).expect("a view is what it was")
}

/// What a viewer's board says, a wrapped line as one, with short names for the seats.
fn board<G: Hosted>(stage: &Stage<G>, viewer: &str) -> Vec<String> {
    let view = stage.game.view(&stage.state, viewer_of(viewer));
    let board = stage.game.draw(&view, &people()).to_string().replace("\n    ", " ");
    board.lines().map(|line| line.trim().to_owned()).collect()
}

fn tokens<G: Hosted>(game: &G, state: &G::State) -> Vec<u8> {
    let table = view_of(game, state, Viewer::Spectator).table;
    table.players.iter().flat_map(|player| [player.tokens, player.insane_tokens]).collect()
}

fn known<G: Hosted>(stage: &Stage<G>, viewer: &str, holder: &str) -> String {
    let view = view(stage, viewer_of(viewer));
    names(view.hands[seat_of(holder).index()].known.iter().copied())
}

fn chance<G: Hosted>(stage: &Stage<G>) -> String {
    let odds = stage.game.odds(&stage.state);
    let odds = odds.unwrap_or_else(|| panic!("{}: nothing is left to chance", stage.at));
    list(odds.outcomes().map(|chance| chance.to_string().replace("draw ", "")))
}

// ---- words ----

fn names(cards: impl Iterator<Item = Print>) -> String {
    list(cards)
}

/// A list of words.
fn looks(words: Value) -> String {
    let words: Vec<String> = serde_json::from_value(words).expect("a list of looks");
    words.join(" ")
}

/// Cards in the order of the cards.
fn sorted(words: &str) -> String {
    let (marks, cards): (Vec<&str>, Vec<&str>) =
        words.split_whitespace().partition(|word| word.starts_with('/'));
    let card = |word: &str| word.parse::<Print>().unwrap_or_else(|why| panic!("{why}"));
    let mut cards: Vec<Print> = cards.into_iter().map(card).collect();
    cards.sort_unstable();
    let cards = cards.into_iter().map(|card| card.to_string());
    list(cards.chain(marks.into_iter().map(str::to_owned)))
}

/// An event as the stack of a scene has it: `play guard 1`, `draw 2`, `discard 2`.
fn event(event: &Event) -> String {
    let name = match json!(event) {
        Value::String(name) => name,
        Value::Object(fields) => fields.keys().next().cloned().unwrap_or_default(),
        _ => String::new(),
    };
    match event {
        Event::Play { play }
        | Event::Effect { play }
        | Event::Aim { play }
        | Event::Name { play } => {
            let Play { card, by, turned, .. } = play;
            format!("{name} {card} {by}{}", if *turned { " turned" } else { "" })
        }
        Event::Look { by, at, .. } => format!("{name} {by} {at}"),
        Event::Check { seat, left } | Event::Return { seat, left } => {
            format!("{name} {seat} x{left}")
        }
        Event::Turn { stage, seat } => {
            format!("{} {seat}", json!(stage).as_str().expect("a word"))
        }
        Event::Sanity { seat }
        | Event::Again { seat }
        | Event::Draw { seat, .. }
        | Event::Choose { seat }
        | Event::Discard { seat, .. }
        | Event::DiscardHand { seat }
        | Event::Offer { seat, .. }
        | Event::Redraw { seat }
        | Event::Out { seat, .. }
        | Event::Save { seat, .. }
        | Event::Token { seat, .. }
        | Event::Prime { seat }
        | Event::LookAtOne { by: seat, .. }
        | Event::Give { by: seat, .. } => format!("{name} {seat}"),
        Event::Starter | Event::SetAside | Event::FaceUp { .. } => name,
    }
}
