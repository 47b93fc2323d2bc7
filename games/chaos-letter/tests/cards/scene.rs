//! Scenes: a table, acts from its start on, and what must be true between them.
//!
//! A scene is a few lines `KEY: WORDS`; what stands after `#` is for the reader.
//!
//! | line | what it does |
//! |---|---|
//! | `table: chaos 3` | a deck in the box, and the seats |
//! | `table: chaos 3 nope=4 king=0 tokens=1 rounds=2` | the same with other numbers of cards, tokens or rounds |
//! | `table: chaos 2 only guard=2 king=3` | no other cards than these, and none face up |
//! | `deal: spy / guard king priest` | set aside (and face up), then a card for each seat; seat 1 begins |
//! | `deal 2: spy / guard king priest` | the same where chance lets seat 2 begin |
//! | `do: +king; 1: guard 2 names 5; pass` | acts: chance draws a King, seat 1 plays, all who are asked for an answer pass |
//!
//! What is expected, of the table as it is then, or of what was told since the last `do`:
//!
//! | line | what must be true |
//! |---|---|
//! | `in: 1 3` | who is in the round |
//! | `tokens: 0 1 0`, `insane: 0 1 0` | tokens, insane tokens, by seat |
//! | `insanity: 0 2 0` | how insane everybody is |
//! | `hand 2: guard king` | a hand, in its holder's view |
//! | `knows 1 of 2: king` | what a viewer (`-` is the spectator) knows of a hand |
//! | `not 2: guard priest` | cards everybody knows a hand not to hold are exactly these |
//! | `sure 2: 1 3`, `may 2: 3` | who is sure to know a hand, and who may know some of it |
//! | `board 1: WORDS`, `unboard 1: WORDS` | a viewer's board says this under a heading, as one line, or nothing that contains it |
//! | `discards 2: guard king` | a pile, the first card first |
//! | `aside: guard king` | cards that lie face up and belong to nobody |
//! | `protected: 2`, `immortal: 2`, `two: 2` | who cannot be chosen, cannot go out, holds two cards |
//! | `mover: 2`, `round: 2`, `deck: 7`, `under 1: king - -` | the turn, the round, the size of the deck, what seat 1 knows lies under it |
//! | `asks: 2 3 answer`, `asks: chance`, `asks: over` | who is asked what |
//! | `menu 2: pass; answer nope` | a menu, whole |
//! | `can 2: king 1; prince 3`, `cannot 2: guard 1 names 5` | moves that are on a menu, or not |
//! | `chance: guard king` | what can be drawn |
//! | `refused: 2: guard 3 names 1 = WORDS` | an act is not taken, and why |
//! | `told 1 2: saw at=3 card=king` | each of these viewers was told this |
//! | `untold 2 -: saw` | none of these viewers was told anything like this |
//! | `reads 1 -: Bob draws a card.` | each of these viewers reads this sentence; the seats are called Ann, Bob, Cid, Dan |
//! | `unread 1 -: Bob draws a card.` | none of them does |
//! | `asked 2: Bob, play guard 1` | the question that a seat is put, on one line |
//! | `stack: play guard 1; draw 2` | what waits, the lowest first; with an empty stack, the turn's draw or play |
//! | `wins: 1 2` | the game is over, and these have won |
//!
//! After each act the rules check themselves, and the scene checks what is true of every table.

use parlor_chaos_letter::deck::{Deck, Row};
use parlor_chaos_letter::{Card, ChaosLetter, Event, Notice, Play, Step, View};
use parlor_engine::{
    AnyAct, Awake, Hosted, Menu, Names, Odds, Rulebook, Seat, Seats, Turn, Viewer, Viewers, Visitor,
};
use parlor_stack::Frame;
use serde_json::{Value, json};

/// Plays a scene.
///
/// # Panics
/// When something is not as it should be: with the line that says so.
pub(crate) fn run(script: &str) {
    let mut lines = script.lines().map(uncommented).filter(|line| !line.is_empty());
    let first = lines.next().unwrap_or_default();
    let Some(table) = first.strip_prefix("table: ") else {
        panic!("a scene begins with its table, not '{first}'");
    };
    let (options, seats) = options(table);
    let script = Script { lines: lines.map(str::to_owned).collect() };
    ChaosLetter::open(&options, seats, script).unwrap_or_else(|why| panic!("{first}: {why}"));
}

fn uncommented(line: &str) -> &str {
    line.split('#').next().unwrap_or_default().trim()
}

fn options(table: &str) -> (Value, usize) {
    let mut words = table.split_whitespace();
    let name = words.next().expect("a deck");
    let seats: usize = words.next().and_then(|word| word.parse().ok()).expect("a number of seats");
    let mut deck = Deck::built_in(name).unwrap_or_else(|| panic!("there is no deck '{name}'"));
    let (mut rounds, mut own) = (50, false);
    for word in words {
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
            card => set_count(&mut deck, name, card.parse().expect("a card"), number),
        }
        own |= what != "rounds";
    }
    let deck = if own { json!(deck) } else { json!(name) };
    (json!({ "deck": deck, "rounds": rounds }), seats)
}

/// A card that the deck of this name does not have looks as it does in `chaos`.
fn set_count(deck: &mut Deck, name: &str, card: Card, count: u8) {
    let row = |name: &str| {
        let rows = Deck::built_in(name).expect("a deck in the box").cards;
        rows.into_iter().find(|row| row.card == card)
    };
    let row: Row = row(name).or_else(|| row("chaos")).expect("a card of some deck");
    deck.cards.retain(|other| other.card != card);
    if count > 0 {
        deck.cards.push(Row { count, from_players: 0, aside: false, ..row });
    }
}

struct Script {
    lines: Vec<String>,
}

impl Visitor for Script {
    type Out = ();

    fn visit<G: Hosted>(self, game: G) {
        let state = game.start();
        let mut play = Stage { game, state, told: Vec::new(), read: Vec::new(), at: String::new() };
        for line in self.lines {
            let (key, words) =
                line.split_once(':').unwrap_or_else(|| panic!("'{line}' says what?"));
            play.at.clone_from(&line);
            play.line(key.trim(), words.trim());
        }
    }
}

/// The table while a scene is played.
struct Stage<G: Hosted> {
    game: G,
    state: G::State,
    /// What was told since the last `do`.
    told: Vec<(Viewers, Value)>,
    /// The same in words.
    read: Vec<(Viewers, String)>,
    /// The line that is being read.
    at: String,
}

impl<G: Hosted> Stage<G> {
    fn line(&mut self, key: &str, words: &str) {
        let mut keys = key.split_whitespace();
        let verb = keys.next().unwrap_or_default();
        let keys: Vec<&str> = keys.collect();
        match verb {
            "deal" => self.deal(keys.first().copied().unwrap_or("1"), words),
            "do" => {
                self.told.clear();
                self.read.clear();
                for act in words.split(';').map(str::trim).filter(|act| !act.is_empty()) {
                    self.act(act);
                }
            }
            "refused" => self.refused(words),
            "told" => {
                for viewer in keys {
                    let told = self.was_told(viewer, words);
                    assert!(told, "{}\n{viewer} was told: {:#?}", self.at, self.heard(viewer));
                }
            }
            "untold" => {
                for viewer in keys {
                    assert!(!self.was_told(viewer, words), "{}\n{viewer} was", self.at);
                }
            }
            "reads" | "unread" => {
                for viewer in keys {
                    let all = self.read.iter().filter(|(to, _)| to.contains(viewer_of(viewer)));
                    let all: Vec<&str> = all.map(|(_, words)| words.as_str()).collect();
                    let expected = verb == "reads";
                    assert_eq!(
                        all.contains(&words),
                        expected,
                        "{}\n{viewer} reads: {all:#?}",
                        self.at
                    );
                }
            }
            _ => self.expect(verb, &keys, words),
        }
    }

    // ---- acts ----

    fn deal(&mut self, first: &str, words: &str) {
        let starter = self.game.odds(&self.state).and_then(|odds| odds.pick(0));
        if starter.is_some_and(|chance| chance.to_string().starts_with("starts")) {
            self.act(&format!("*: starts {first}"));
        }
        for card in words.split_whitespace().filter(|word| *word != "/") {
            self.act(&format!("+{card}"));
        }
    }

    fn act(&mut self, words: &str) {
        if words == "pass" {
            self.all_pass();
            return;
        }
        let act = Self::read(words);
        let before = self.tokens();
        if let Err(why) = self.apply(&act) {
            panic!("{}\n'{act}' is refused: {why}; {}", self.at, self.asked());
        }
        self.check_what_is_always_true(&before, words);
    }

    /// Everybody who is asked for an answer has none, until nobody is asked for one any more.
    fn all_pass(&mut self) {
        loop {
            let asked = match self.game.turn(&self.state) {
                Turn::Ask { seats, why } if kind(&json!(why)) == "answer" => seats,
                _ => return,
            };
            let seat = asked.first().expect("somebody is asked");
            self.act(&format!("{seat}: pass"));
        }
    }

    fn read(words: &str) -> AnyAct {
        let words = match words.strip_prefix('+') {
            Some(card) => format!("*: draw {card}"),
            None => words.to_owned(),
        };
        words.parse().unwrap_or_else(|why| panic!("'{words}': {why}"))
    }

    fn apply(&mut self, act: &AnyAct) -> Result<(), String> {
        let act = act.typed().map_err(|why| why.to_string())?;
        let mut witness = Awake::new();
        let applied = self.game.apply(&mut self.state, &act, &mut witness);
        let names = people();
        for (to, notice) in witness.0 {
            self.read.push((to, self.game.tell(&notice, &names)));
            self.told.push((to, json!(notice)));
        }
        applied.map_err(|why| why.to_string())
    }

    fn refused(&mut self, words: &str) {
        let (act, why) = words.split_once(" = ").expect("an act = why");
        let before = self.state.clone();
        let said = self.apply(&Self::read(act));
        assert_eq!(said.err().as_deref(), Some(why), "{}", self.at);
        assert!(before == self.state, "{}: a refused act changed the table", self.at);
    }

    /// What holds of every table after every act.
    fn check_what_is_always_true(&self, before: &[u8], act: &str) {
        let at = &self.at;
        self.game.check(&self.state).unwrap_or_else(|why| panic!("{at}\n'{act}': {why}"));
        let table = self.view(Viewer::Spectator).table;
        let grew = before.iter().zip(self.tokens()).all(|(before, now)| *before <= now);
        assert!(grew, "{at}\n'{act}': tokens were lost");
        let Turn::Ask { seats, .. } = self.game.turn(&self.state) else { return };
        assert!(!seats.is_empty(), "{at}\n'{act}': nobody is asked");
        assert!(seats.less(table.alive).is_empty(), "{at}\n'{act}': {seats} are asked, and out");
        for seat in seats.iter() {
            let menu = self.game.menu(&self.state, seat);
            assert!(menu.count() > 0, "{at}\n'{act}': {seat} can answer nothing");
        }
    }

    // ---- what was told ----

    fn heard(&self, viewer: &str) -> Vec<&Value> {
        let viewer = viewer_of(viewer);
        self.told.iter().filter(|(to, _)| to.contains(viewer)).map(|(_, notice)| notice).collect()
    }

    fn was_told(&self, viewer: &str, words: &str) -> bool {
        let mut words = words.split_whitespace();
        let wanted = words.next().unwrap_or_default();
        let unknown = serde_json::from_value::<Notice>(json!({ "kind": wanted })).err();
        let unknown = unknown.filter(|why| why.to_string().starts_with("unknown variant"));
        assert!(unknown.is_none(), "{}: {unknown:?}", self.at);
        let is = |notice: &Value| {
            kind(notice) == wanted && words.clone().all(|field| has_field(notice, field))
        };
        self.heard(viewer).into_iter().any(is)
    }

    /// What a seat is asked, in words on one line.
    fn question(&self, seat: &str) -> String {
        let Turn::Ask { why, .. } = self.game.turn(&self.state) else { return String::new() };
        let view = self.game.view(&self.state, viewer_of(seat));
        let words = self.game.ask(&why, &view, &people());
        words.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    // ---- what is so ----

    fn expect(&self, verb: &str, keys: &[&str], words: &str) {
        let key = keys.first().copied().unwrap_or_default();
        let view = self.view(Viewer::Spectator);
        let table = &view.table;
        let per_seat = |what: fn(&parlor_chaos_letter::Standing) -> u8| {
            let all = table.players[..self.game.seats()].iter().map(what);
            all.map(|number| number.to_string()).collect::<Vec<_>>().join(" ")
        };
        let said = match verb {
            "asked" => self.question(key),
            "in" => seats(table.alive),
            "tokens" => per_seat(|player| player.tokens),
            "insane" => per_seat(|player| player.insane_tokens),
            "insanity" => per_seat(|player| player.insanity),
            "protected" => seats(table.protected),
            "immortal" => seats(table.immortal),
            "two" => seats(table.capitalists),
            "mover" => table.mover.to_string(),
            "round" => table.round.to_string(),
            "deck" => view.deck_size.to_string(),
            "hand" => self.known(key, key),
            "knows" => {
                let &[viewer, "of", holder] = keys else { panic!("{}: who of whom?", self.at) };
                self.known(viewer, holder)
            }
            "not" => names(table.player(seat_of(key)).hearsay.not.iter()),
            "sure" => seats(view.sure(seat_of(key))),
            "may" => seats(view.may(seat_of(key))),
            "board" | "unboard" => {
                let board = self.board(key);
                let there = match verb {
                    "board" => board.iter().any(|line| line == words),
                    _ => !board.iter().any(|line| line.contains(words)),
                };
                assert!(there, "{}\n{}", self.at, board.join("\n"));
                return;
            }
            "discards" => names(table.discards(seat_of(key))),
            "aside" => {
                names(table.laid.iter().filter(|laid| laid.whose.is_none()).map(|laid| laid.card))
            }
            "under" => {
                let under = self.view(viewer_of(key)).bottom;
                let under = under.iter().map(|under| under.card.map_or("-", Card::name));
                under.collect::<Vec<_>>().join(" ")
            }
            "asks" => self.asked(),
            "menu" => self.menu(key).join("; "),
            "can" | "cannot" => {
                let menu = self.menu(key);
                for wanted in words.split("; ") {
                    // A move that cannot be written is on no menu, and says nothing.
                    let act = Self::read(&format!("{key}: {wanted}"));
                    act.typed::<G::Move, G::Chance>().unwrap_or_else(|why| panic!("{why}"));
                    let on = menu.iter().any(|offered| offered == wanted);
                    assert_eq!(on, verb == "can", "{}\n'{wanted}' on {menu:?}", self.at);
                }
                return;
            }
            "chance" => self.chance(),
            "stack" => {
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
            "wins" => {
                let outcome = self.game.outcome(&self.state);
                let outcome = outcome.unwrap_or_else(|| panic!("{}: it is not over", self.at));
                seats(outcome.winners().collect())
            }
            _ => panic!("{}: what is '{verb}'?", self.at),
        };
        let should = match verb {
            "hand" | "knows" | "not" | "chance" => sorted(words),
            _ => words.to_owned(),
        };
        assert!(said == should, "{}\n  is:     {said}\n  should: {should}", self.at);
    }

    fn view(&self, viewer: Viewer) -> View {
        let view = json!(self.game.view(&self.state, viewer));
        serde_json::from_value(view).expect("a view is what it was")
    }

    /// What a viewer's board says, a wrapped line as one, with short names for the seats.
    fn board(&self, viewer: &str) -> Vec<String> {
        let names = Names::new(["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Guy", "Hal"]);
        let view = self.game.view(&self.state, viewer_of(viewer));
        let board = self.game.draw(&view, &names).replace("\n    ", " ");
        board.lines().map(|line| line.trim().to_owned()).collect()
    }

    fn tokens(&self) -> Vec<u8> {
        let table = self.view(Viewer::Spectator).table;
        table.players.iter().flat_map(|player| [player.tokens, player.insane_tokens]).collect()
    }

    fn known(&self, viewer: &str, holder: &str) -> String {
        let view = self.view(viewer_of(viewer));
        names(view.hands[seat_of(holder).index()].known.iter().copied())
    }

    fn chance(&self) -> String {
        let odds = self.game.odds(&self.state);
        let odds = odds.unwrap_or_else(|| panic!("{}: nothing is left to chance", self.at));
        let each = odds.outcomes().map(|chance| chance.to_string().replace("draw ", ""));
        each.collect::<Vec<_>>().join(" ")
    }

    fn menu(&self, seat: &str) -> Vec<String> {
        let menu = self.game.menu(&self.state, seat_of(seat));
        menu.iter().map(|offered| offered.to_string()).collect()
    }

    fn asked(&self) -> String {
        match self.game.turn(&self.state) {
            Turn::Ask { seats: asked, why } => format!("{} {}", seats(asked), kind(&json!(why))),
            Turn::Chance => "chance".to_owned(),
            Turn::Over => "over".to_owned(),
        }
    }
}

// ---- words ----

fn kind(value: &Value) -> &str {
    value["kind"].as_str().unwrap_or_default()
}

/// Whether JSON has a field as `play.card=king` says.
fn has_field(value: &Value, field: &str) -> bool {
    let (path, wanted) = field.split_once('=').unwrap_or_else(|| panic!("'{field}' says what?"));
    let found = path.split('.').fold(value, |value, name| &value[name]);
    found.as_str().map_or_else(|| found.to_string(), str::to_owned) == wanted
}

fn seat_of(word: &str) -> Seat {
    word.parse().unwrap_or_else(|why| panic!("{why}"))
}

/// What the seats are called.
fn people() -> Names {
    Names::new(["Ann", "Bob", "Cid", "Dan"])
}

fn viewer_of(word: &str) -> Viewer {
    if word == "-" { Viewer::Spectator } else { Viewer::Seat(seat_of(word)) }
}

fn seats(seats: Seats) -> String {
    seats.to_string().replace(',', "")
}

fn names(cards: impl Iterator<Item = Card>) -> String {
    cards.map(Card::name).collect::<Vec<_>>().join(" ")
}

/// Cards in the order of the cards.
fn sorted(words: &str) -> String {
    let card = |word: &str| word.parse::<Card>().unwrap_or_else(|why| panic!("{why}"));
    let mut cards: Vec<Card> = words.split_whitespace().map(card).collect();
    cards.sort_unstable();
    names(cards.into_iter())
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
        Event::Draw { seat, .. }
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
