//! The words of Property Tycoon in its scenes. Those that all games share stand with
//! [`parlor_gametest::scene`].
//!
//! | line | what it does |
//! |---|---|
//! | `table: 3` | so many seats |
//! | `table: 3 jail=doubles rounds=2` | the same, with options; there is trading only with `trading=true`, for then everybody is asked after every move |
//! | `given cash: 1500 200 1500` | how the table stands: cash by seat, the rest with the bank |
//! | `given at: 1 18 1` | where the tokens stand |
//! | `given circuits: 1 0 1` | how often everybody has been round; at the beginning of a scene once |
//! | `given owns 2: 2 4 6` | what a seat owns |
//! | `given houses: 2=4 4=5` | what is built |
//! | `given mortgaged: 6` | what is mortgaged |
//! | `given jailed 1: 0` | a seat is in jail, for so many turns |
//! | `given held 1: PL17` | a seat holds a card |
//! | `given owed: 0 70` | what the bank owes, by seat |
//! | `given pot: 95`, `given bank: 20`, `given round: 9`, `given mover: 2` | the rest |
//! | `given top: PL03 OK12` | cards that have been seen and are next, where all have been |
//! | `do: 1: roll; 3 4; 1: buy; PL11; clock; 2 leaves` | acts: dice and cards need no more words |
//! | `late: 2 pass` | a seat does not answer in time, and this is played for it |
//! | `roll: 3 4; 1 2` | whoever is to roll rolls, and the dice fall; once for each pair |
//!
//! What is expected, of the table as it is then, or of what was told since the last `do` or `roll`:
//!
//! | line | what must be true |
//! |---|---|
//! | `cash: 1500 200 1500`, `worth: …`, `at: …`, `circuits: …` | by seat |
//! | `owed: 0 70`, `tokens: cat boot` | what the bank owes, and everybody's token, by seat |
//! | `bank: 45500`, `pot: 50`, `round: 2`, `mover: 1` | the table |
//! | `owns 2: 2 4`, `held 1: PL17`, `houses: 2=1`, `mortgaged: 6` | who has what |
//! | `jailed: 2`, `in: 1 3` | who is in jail, who is in the game |
//! | `chance: 36`, `chance: PL03` | how much can come up, or the only thing that can |
//! | `bottom: PL03` | the last card of its pack |
//! | `paid: 1 bank 200 tax=5` | money moved: from, to, how much, and why |
//! | `paid: nothing` | no money moved |
//! | `board: WORDS` | the board has these words, blanks and line ends alike |
//! | `missing: 2 150` | who has to raise how much |
//! | `rents 2: 2 4 10 30 90 160 250` | what seat 1 pays seat 2 who comes to a street, at a table of its own: for the street alone, the whole group, one to four houses, the hotel; for a station or a utility by how many there are, with the dice at 3 |
//!
//! After each act the scene checks that the money that was told of is the money that moved.

use std::any::Any;
use std::collections::BTreeMap;
use std::fmt::Display;
use std::str::FromStr;
use std::sync::Arc;

use parlor_engine::{Game, Hosted, Odds, Refusal, Seat, Turn, Viewer};
use parlor_gametest::scene::{self, Said, Script, Stage, list, people, seat_of, seats};
use parlor_property_tycoon::board::Kind;
use parlor_property_tycoon::{
    ALL_MONEY, Board, CardNumber, EditionOption, HOTEL, Notice, Pack, Place, Places, Pounds,
    PropertyTycoon, Purse, Reason, Rules, State, Step, Why,
};
use serde_json::{Map, Value, json};

/// Plays a scene, and says what happened in it.
///
/// # Panics
/// When something is not as it should be: with the line that says so.
pub(crate) fn run(lines: &str) -> Seen {
    scene::run(Tycoon { seen: Seen::default(), board: None }, lines).seen
}

/// What happened in a scene.
#[derive(Default)]
pub(crate) struct Seen {
    /// The edition it was played with.
    pub(crate) edition: String,
    /// What was told, act by act.
    pub(crate) told: Vec<Notice>,
    /// What was refused.
    pub(crate) refused: Vec<Refusal<Reason>>,
}

struct Tycoon {
    seen: Seen,
    board: Option<Arc<Board>>,
}

impl Script for Tycoon {
    type Rulebook = PropertyTycoon;

    fn table(&mut self, words: &str) -> (Value, usize) {
        let mut words = words.split_whitespace();
        let seats = words.next().and_then(|word| word.parse().ok()).expect("a number of seats");
        let mut options = Map::from_iter([("trading".to_owned(), json!(false))]);
        for word in words {
            let (key, value) = word.split_once('=').unwrap_or_else(|| panic!("{word}: key=value"));
            let value = serde_json::from_str(value).unwrap_or_else(|_| json!(value));
            options.insert(key.to_owned(), value);
        }
        let edition = options.get("edition").and_then(Value::as_str).unwrap_or("standard");
        let board = EditionOption::named(edition).expect("an edition in the box").board();
        self.board = Some(board.expect("a board"));
        edition.clone_into(&mut self.seen.edition);
        (Value::Object(options), seats)
    }

    fn notation(&self, words: &str) -> String {
        let dice = words.split(' ').all(|word| word.parse::<u8>().is_ok()) && words.contains(' ');
        if dice {
            format!("*: roll {words}")
        } else if words.contains(':') || words.ends_with("leaves") || words == "clock" {
            words.to_owned()
        } else {
            let (pack, card) = self.card(words);
            format!("*: draw {pack} {card}")
        }
    }

    fn begin<G: Hosted>(&mut self, stage: &mut Stage<G>) {
        self.given(stage, "circuits", "", &["1"; 6]);
    }

    /// Every pound that moved was told of.
    fn after<G: Hosted>(&mut self, stage: &Stage<G>, before: &G::State) {
        let mut reckoned = purses(typed(before));
        for notice in stage.news() {
            let notice: Notice = serde_json::from_value(notice.clone()).expect("a notice");
            if let Notice::Paid { from, to, amount, .. } = notice {
                *reckoned.entry(from).or_default() -= amount;
                *reckoned.entry(to).or_default() += amount;
            }
            self.seen.told.push(notice);
        }
        assert_eq!(reckoned, purses(table(stage)), "{}: money moved untold", stage.at);
    }

    fn refused<G: Hosted>(&mut self, why: &Refusal<G::Refusal>) {
        let why: &Refusal<Reason> = (why as &dyn Any).downcast_ref().expect("a reason");
        self.seen.refused.push(*why);
    }

    fn line<G: Hosted>(
        &mut self,
        stage: &mut Stage<G>,
        verb: &str,
        keys: &[&str],
        words: &str,
    ) -> Said {
        let key = keys.first().copied().unwrap_or_default();
        match verb {
            "given" => {
                let words: Vec<&str> = words.split_whitespace().collect();
                self.given(stage, key, keys.get(1).copied().unwrap_or_default(), &words);
                Said::Done
            }
            "board" => {
                let view = stage.game.view(&stage.state, Viewer::Spectator);
                let board = stage.game.draw(&view, &people()).to_string();
                let board = board.split_whitespace().collect::<Vec<_>>().join(" ");
                assert!(board.contains(words), "{}\nboard: {board}", stage.at);
                Said::Held
            }
            "roll" => {
                stage.forget();
                for dice in words.split(';').map(str::trim) {
                    self.roll(stage, dice);
                }
                Said::Done
            }
            "late" => {
                let (seat, should) = words.split_once(' ').expect("a seat and a move");
                let played = stage.game.default_move(&stage.state, seat_of(seat));
                let played = played.map(|played| played.to_string()).unwrap_or_default();
                assert_eq!(played, should, "{}", stage.at);
                stage.act(self, &format!("{seat}: {played}"));
                Said::Done
            }
            "paid" => {
                let paid: Vec<String> = paid(stage).iter().map(payment).collect();
                let so = match words {
                    "nothing" => paid.is_empty(),
                    words => paid.iter().any(|line| line == words),
                };
                assert!(so, "{}\npaid: {paid:#?}", stage.at);
                Said::Held
            }
            "rents" => Said::Is(list(self.rents(stage, read(key)))),
            _ => self.expect(stage, verb, key, words),
        }
    }
}

impl Tycoon {
    fn board(&self) -> &Board {
        self.board.as_deref().expect("a table comes first")
    }

    /// A card of the edition by what it is called.
    fn card(&self, id: &str) -> (Pack, CardNumber) {
        let find = |pack: &Pack| {
            let cards = &self.board().cards[pack.index()];
            let index = cards.iter().position(|card| card.id == id)?;
            Some((*pack, CardNumber::at(index)))
        };
        Pack::ALL.iter().find_map(find).unwrap_or_else(|| panic!("there is no card '{id}'"))
    }

    fn card_name(&self, pack: Pack, card: CardNumber) -> String {
        self.board().cards[pack.index()][card.index()].id.to_string()
    }

    fn roll<G: Hosted>(&mut self, stage: &mut Stage<G>, dice: &str) {
        let Turn::Ask { seats, .. } = stage.game.turn(&stage.state) else {
            panic!("{}: nobody is asked to roll", stage.at)
        };
        self.play(stage, &format!("{}: roll", seats.first().expect("a seat")));
        self.play(stage, dice);
    }

    // ---- how the table stands ----

    fn given<G: Hosted>(&self, stage: &mut Stage<G>, what: &str, of: &str, words: &[&str]) {
        let seats = stage.game.seats();
        let places = || -> Places { words.iter().map(|word| read::<Place>(word)).collect() };
        let cards = || words.iter().map(|word| self.card(word));
        let first = words.first().copied().unwrap_or_default();
        let table = table_mut(stage);
        let each = table.players[..seats].iter_mut().zip(words);
        match what {
            "cash" => each.for_each(|(player, word)| player.cash = read(word)),
            "at" => each.for_each(|(player, word)| player.place = read(word)),
            "circuits" => each.for_each(|(player, word)| player.circuits = read(word)),
            "owns" => table.players[seat_of(of).index()].owned = places(),
            "mortgaged" => table.mortgaged = places(),
            "houses" => {
                for word in words {
                    let (street, houses) = word.split_once('=').expect("place=houses");
                    build(table, read(street), read(houses));
                }
            }
            "jailed" => {
                let player = &mut table.players[seat_of(of).index()];
                player.jailed = Some(read(first));
                player.place = self.board().jail;
                if table.mover == seat_of(of) {
                    table.step = Step::Jail;
                }
            }
            "held" => {
                for (pack, card) in cards() {
                    let pile = &mut table.piles[pack.index()];
                    pile.unseen = pile.unseen.without(card);
                    pile.queue.retain(|other| *other != card);
                    let held = &mut table.players[seat_of(of).index()].held[pack.index()];
                    *held = held.with(card);
                }
            }
            "top" => {
                for (pack, card) in cards() {
                    let pile = &mut table.piles[pack.index()];
                    pile.unseen = pile.unseen.without(card);
                    pile.queue.push(card);
                }
                for (pack, _) in cards() {
                    let pile = &mut table.piles[pack.index()];
                    pile.queue.extend(std::mem::take(&mut pile.unseen).iter());
                }
            }
            "owed" => {
                let owed = table.owed.players.iter_mut().zip(words);
                owed.for_each(|(owed, word)| *owed = read(word));
            }
            "pot" => table.pot = read(first),
            "bank" => table.bank = read(first),
            "round" => table.round = read(first),
            "mover" => table.mover = read(first),
            _ => panic!("{}: nothing is given so", stage.at),
        }
        balance(table_mut(stage), what == "bank");
    }

    /// What comes to seat 2 when seat 1 comes to a property, built further each time.
    fn rents<G: Hosted>(&mut self, stage: &mut Stage<G>, place: Place) -> Vec<Pounds> {
        let property = *self.board().property(place);
        let others = match property.kind {
            Kind::Street { group, .. } => self.board().groups[usize::from(group)].streets,
            Kind::Station => self.board().stations,
            Kind::Utility => self.board().utilities,
        };
        let built = |houses: u8| (others, houses);
        let sets: Vec<(Places, u8)> = match property.kind {
            Kind::Street { .. } => {
                let bare = [(Places::one(place), 0), built(0)];
                bare.into_iter().chain((1..=HOTEL).map(built)).collect()
            }
            Kind::Station | Kind::Utility => {
                let rest = others.without(place);
                let with = |more: usize| rest.iter().take(more).chain([place]).collect();
                (0..others.len()).map(|more| (with(more), 0)).collect()
            }
        };
        sets.into_iter().map(|(owned, houses)| self.rent(stage, place, owned, houses)).collect()
    }

    fn rent<G: Hosted>(
        &mut self,
        stage: &mut Stage<G>,
        place: Place,
        owned: Places,
        houses: u8,
    ) -> Pounds {
        stage.state = stage.game.start();
        let from = self.board().back(place, 3);
        let past_go = from > place;
        let given = table_mut(stage);
        given.players[0].place = from;
        given.players[0].cash = 5_000;
        given.players[1].owned = owned;
        owned.iter().for_each(|street| build(given, street, houses));
        balance(given, false);
        stage.forget();
        self.roll(stage, "1 2");
        let after = table(stage);
        let go = if past_go { 200 } else { 0 };
        let rent = after.players[1].cash - 1_500;
        assert_eq!(after.players[0].cash, 5_000 + go - rent, "{}", stage.at);
        assert_eq!(after.players[0].place, place, "{}", stage.at);
        let (from, to) = (Purse::Seat(Seat::at(0)), Purse::Seat(Seat::at(1)));
        let (from_has, to_has) = (after.players[0].cash, after.players[1].cash);
        let why = Why::Rent(place);
        let due = Notice::Paid { from, to, amount: rent, why, from_has, to_has };
        assert!(paid(stage).contains(&due), "{}\npaid: {:?}", stage.at, paid(stage));
        rent
    }

    // ---- what is so ----

    fn expect<G: Hosted>(&self, stage: &Stage<G>, verb: &str, key: &str, words: &str) -> Said {
        let table = table(stage);
        let rules: &Rules = (&stage.game as &dyn Any).downcast_ref().expect("the rules");
        let count = stage.game.seats();
        let players = &table.players[..count];
        let all = || (0..count).map(Seat::at);
        let player = || &table.players[seat_of(key).index()];
        Said::Is(match verb {
            "cash" => list(players.iter().map(|player| player.cash)),
            "circuits" => list(players.iter().map(|player| player.circuits)),
            "at" => list(players.iter().map(|player| player.place)),
            "worth" => list(all().map(|seat| rules.worth(table, seat))),
            "bank" => table.bank.to_string(),
            "pot" => table.pot.to_string(),
            "owed" => list(&table.owed.players[..count]),
            "tokens" => {
                let view = rules.view(table, Viewer::Spectator);
                list(view.tokens.as_slice())
            }
            "round" => table.round.to_string(),
            "mover" => table.mover.to_string(),
            "owns" => list(player().owned.iter()),
            "mortgaged" => list(table.mortgaged.iter()),
            "in" => seats(table.present),
            "jailed" => list(all().filter(|seat| table.players[seat.index()].jailed.is_some())),
            "held" => {
                let held = Pack::ALL.into_iter().zip(player().held);
                list(held.flat_map(|(pack, cards)| {
                    cards.iter().map(move |card| self.card_name(pack, card))
                }))
            }
            "houses" => {
                let built = self.board().places().filter(|place| table.houses(*place) > 0);
                list(built.map(|place| format!("{place}={}", table.houses(place))))
            }
            "bottom" => {
                let (pack, _) = self.card(words);
                let last = table.piles[pack.index()].queue.last();
                last.map(|card| self.card_name(pack, *card)).unwrap_or_default()
            }
            "chance" => self.chance(stage),
            "missing" => {
                let missing =
                    |seat| Rules::missing(table, seat).map(|much| format!("{seat} {much}"));
                list(all().filter_map(missing))
            }
            _ => return Said::Unknown,
        })
    }

    fn chance<G: Hosted>(&self, stage: &Stage<G>) -> String {
        let Some(odds) = stage.game.odds(&stage.state) else { return "none".to_owned() };
        if odds.total() > 1 {
            return odds.total().to_string();
        }
        let only = odds.pick(0).map(|only| only.to_string()).unwrap_or_default();
        let [_, pack, number] = only.split(' ').collect::<Vec<_>>()[..] else { return only };
        let (pack, number): (Pack, usize) = (pack.parse().unwrap(), number.parse().unwrap());
        self.card_name(pack, CardNumber::at(number - 1))
    }
}

// ---- the table ----

fn typed(state: &dyn Any) -> &State {
    state.downcast_ref().expect("a table of Property Tycoon")
}

fn table<G: Hosted>(stage: &Stage<G>) -> &State {
    typed(&stage.state)
}

fn table_mut<G: Hosted>(stage: &mut Stage<G>) -> &mut State {
    (&mut stage.state as &mut dyn Any).downcast_mut().expect("a table of Property Tycoon")
}

fn read<T: FromStr<Err: Display>>(word: &str) -> T {
    word.parse().unwrap_or_else(|why| panic!("'{word}': {why}"))
}

fn build(state: &mut State, street: Place, houses: u8) {
    state.houses[street.index()] = houses;
    state.built = if houses > 0 { state.built.with(street) } else { state.built.without(street) };
}

/// What is not said to be elsewhere lies in the bank, or on Free Parking where the bank is what is
/// said.
fn balance(state: &mut State, bank_is_said: bool) {
    let cash: Pounds = state.players.iter().map(|player| player.cash).sum();
    if bank_is_said {
        state.pot = ALL_MONEY - cash - state.bank;
    } else {
        state.bank = ALL_MONEY - cash - state.pot;
    }
}

/// What is in every purse.
fn purses(state: &State) -> BTreeMap<Purse, Pounds> {
    let seats = (0..state.players.len()).map(Seat::at);
    let cash = seats.map(|seat| (Purse::Seat(seat), state.players[seat.index()].cash));
    cash.chain([(Purse::Bank, state.bank), (Purse::Pot, state.pot)]).collect()
}

/// The payments that were told of since the last `do`.
fn paid<G: Hosted>(stage: &Stage<G>) -> Vec<Notice> {
    let told = stage.heard(Viewer::Spectator);
    let told = told.map(|notice| serde_json::from_value(notice.clone()).expect("a notice"));
    told.filter(|notice| matches!(notice, Notice::Paid { .. })).collect()
}

/// A payment in words: `1 bank 200 tax=5`.
fn payment(notice: &Notice) -> String {
    let Notice::Paid { from, to, amount, why, .. } = notice else { return String::new() };
    let purse = |purse: &Purse| match purse {
        Purse::Bank => "bank".to_owned(),
        Purse::Pot => "pot".to_owned(),
        Purse::Seat(seat) => seat.to_string(),
    };
    let word = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let why = match json!(why) {
        Value::Object(fields) => {
            let (name, value) = fields.iter().next().expect("a reason");
            let parts = value
                .as_array()
                .map_or_else(|| vec![word(value)], |parts| parts.iter().map(word).collect());
            format!("{name}={}", parts.join("-"))
        }
        name => word(&name),
    };
    format!("{} {} {amount} {why}", purse(from), purse(to))
}
