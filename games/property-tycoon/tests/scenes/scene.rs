//! Scenes: a table, how it stands, acts, and what must be true between them.
//!
//! A scene is a few lines `KEY: WORDS`; what stands after `#` is for the reader.
//!
//! | line | what it does |
//! |---|---|
//! | `table: 3` | so many seats |
//! | `table: 3 jail=doubles rounds=2` | the same, with options |
//! | `given cash: 1500 200 1500` | how the table stands before the first act: cash by seat, the rest with the bank |
//! | `given at: 1 18 1` | where the tokens stand |
//! | `given circuits: 1 0 1` | how often everybody has been round; at the beginning of a scene once |
//! | `given owns 2: 2 4 6` | what a seat owns |
//! | `given houses: 2=4 4=5` | what is built |
//! | `given mortgaged: 6` | what is mortgaged |
//! | `given jailed 1: 0` | a seat is in jail, for so many turns |
//! | `given held 1: PL17` | a seat holds a card |
//! | `given pot: 95`, `given bank: 20`, `given round: 9`, `given mover: 2` | the rest |
//! | `given top: PL03 OK12` | cards that have been seen and are next, where all have been |
//! | `do: 1: roll; 3 4; 1: buy; PL11; clock; 2 leaves` | acts: a seat's move, dice, a card, the clock, a seat that leaves |
//! | `late: 2 pass` | a seat does not answer in time, and this is played for it |
//! | `roll: 3 4; 1 2` | whoever is to roll rolls, and the dice fall; once for each pair |
//!
//! What is expected, of the table as it is then, or of what was told since the last `do` or `roll`:
//!
//! | line | what must be true |
//! |---|---|
//! | `cash: 1500 200 1500`, `worth: …`, `at: …`, `circuits: …` | by seat |
//! | `bank: 45500`, `pot: 50`, `round: 2`, `mover: 1` | the table |
//! | `owns 2: 2 4`, `held 1: PL17`, `houses: 2=1`, `mortgaged: 6` | who has what |
//! | `jailed: 2`, `in: 1 3` | who is in jail, who is in the game |
//! | `asks: 1 buy`, `asks: chance`, `asks: over` | who is asked what |
//! | `menu 1: roll; ask-to-leave` | a menu, whole; a range is written `bid 30..1500` |
//! | `can 1: build 2; end`, `cannot 1: build 4` | moves that are on a menu, or not |
//! | `chance: 36`, `chance: PL03` | how much can come up, or the only thing that can |
//! | `refused: 1: build 4 = WORDS` | an act is not taken, and why |
//! | `paid: 1 bank 200 tax=5` | money moved: from, to, how much, and why |
//! | `paid: nothing` | no money moved |
//! | `told: bought seat=1 place=2`, `untold: jailed` | something was told, or nothing like it |
//! | `reads: Ann rolls 3 and 4: 7.` | somebody reads this sentence; the seats are called Ann, Bob, Cid, Dan, Eve, Fay |
//! | `board: WORDS` | the board has these words, blanks and line ends alike |
//! | `asked: WORDS` | the question that is put, on one line |
//! | `missing: 2 150` | who has to raise how much |
//! | `wins: 1 2`, `reason: the time is up`, `places: 1 2 2` | how the game ended |
//!
//! After each act the rules check themselves, and the scene checks that the money that was told of is
//! the money that moved.

use parlor_engine::{
    Act, AnyAct, Awake, Entry, Hosted, Menu, Names, Odds, Rulebook, Seat, Seats, Turn, Viewer,
    Visitor,
};
use parlor_property_tycoon::{ALL_MONEY, Board, EditionOption, Pack, PropertyTycoon};
use serde_json::{Map, Value, json};

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
    let mut words = table.split_whitespace();
    let seats = words.next().and_then(|word| word.parse().ok()).expect("a number of seats");
    let mut options = Map::new();
    for word in words {
        let (key, value) = word.split_once('=').unwrap_or_else(|| panic!("{word}: key=value"));
        let value = serde_json::from_str(value).unwrap_or_else(|_| json!(value));
        options.insert(key.to_owned(), value);
    }
    let edition = options.get("edition").and_then(Value::as_str).unwrap_or("standard");
    let board = EditionOption::named(edition).expect("an edition in the box").board().unwrap();
    let script = Script { board: Board::clone(&board), lines: lines.map(str::to_owned).collect() };
    let options = Value::Object(options);
    PropertyTycoon::open(&options, seats, script).unwrap_or_else(|why| panic!("{first}: {why}"));
}

fn uncommented(line: &str) -> &str {
    line.split('#').next().unwrap_or_default().trim()
}

struct Script {
    board: Board,
    lines: Vec<String>,
}

impl Visitor for Script {
    type Out = ();

    fn visit<G: Hosted>(self, game: G) {
        let mut stage = Stage {
            state: game.start(),
            game,
            board: self.board,
            told: Vec::new(),
            read: Vec::new(),
            at: String::new(),
        };
        stage.given("circuits", "", "1 1 1 1 1 1");
        for line in self.lines {
            let (key, words) =
                line.split_once(':').unwrap_or_else(|| panic!("'{line}' is no KEY: WORDS"));
            stage.at.clone_from(&line);
            stage.line(key.trim(), words.trim());
        }
    }
}

struct Stage<G: Hosted> {
    game: G,
    state: G::State,
    board: Board,
    /// What was told since the last `do`.
    told: Vec<Value>,
    /// The same in words.
    read: Vec<String>,
    /// The line that is being read.
    at: String,
}

impl<G: Hosted> Stage<G> {
    fn line(&mut self, key: &str, words: &str) {
        let mut keys = key.split_whitespace();
        let verb = keys.next().unwrap_or_default();
        let key = keys.next().unwrap_or_default();
        match verb {
            "given" => self.given(key, keys.next().unwrap_or_default(), words),
            "do" => {
                self.forget();
                for act in words.split(';').map(str::trim) {
                    self.act(act);
                }
            }
            "roll" => {
                self.forget();
                for dice in words.split(';').map(str::trim) {
                    let Turn::Ask { seats, .. } = self.game.turn(&self.state) else {
                        panic!("{}: nobody is asked to roll", self.at)
                    };
                    self.act(&format!("{}: roll", seats.first().expect("a seat")));
                    self.act(dice);
                }
            }
            "late" => {
                let (seat, expected) = words.split_once(' ').expect("a seat and a move");
                let played = self.game.default_move(&self.state, seat_of(seat));
                let played = played.map(|played| played.to_string()).unwrap_or_default();
                assert_eq!(played, expected, "{}", self.at);
                self.act(&format!("{seat}: {played}"));
            }
            "refused" => self.refused(words),
            "told" => assert!(self.was_told(words), "{}\ntold: {:#?}", self.at, self.told),
            "untold" => assert!(!self.was_told(words), "{}\ntold: {:#?}", self.at, self.told),
            "reads" => {
                let reads = self.read.iter().any(|line| line == words);
                assert!(reads, "{}\nread: {:#?}", self.at, self.read);
            }
            "board" => {
                let board =
                    self.game.draw(&self.game.view(&self.state, Viewer::Spectator), &people());
                let board = board.split_whitespace().collect::<Vec<_>>().join(" ");
                assert!(board.contains(words), "{}\nboard: {board}", self.at);
            }
            "paid" => self.paid(words),
            _ => self.expect(verb, key, words),
        }
    }

    fn forget(&mut self) {
        self.told.clear();
        self.read.clear();
    }

    // ---- how the table stands ----

    fn given(&mut self, what: &str, of: &str, words: &str) {
        let seats = self.game.seats();
        let mut state = json!(self.state);
        let words: Vec<&str> = words.split_whitespace().collect();
        let number = |word: &str| -> i64 { word.parse().unwrap_or_else(|_| panic!("{word}?")) };
        let all: Vec<i64> = words.iter().take(seats).filter_map(|word| word.parse().ok()).collect();
        let index = || of.parse::<usize>().unwrap_or_else(|_| panic!("{}: whose?", self.at)) - 1;
        match what {
            "cash" | "at" | "circuits" => {
                let field = if what == "at" { "place" } else { what };
                for (seat, value) in all.iter().enumerate() {
                    state["players"][seat][field] = json!(value);
                }
            }
            "owns" => {
                let places: Vec<i64> = words.iter().map(|word| number(word)).collect();
                state["players"][index()]["owned"] = json!(places);
            }
            "houses" => {
                let mut built = Vec::new();
                for word in &words {
                    let (place, houses) = word.split_once('=').expect("place=houses");
                    let index: usize = place.parse().expect("a position");
                    state["houses"][index - 1] = json!(number(houses));
                    built.push(index);
                }
                state["built"] = json!(built);
            }
            "mortgaged" => {
                let places: Vec<i64> = words.iter().map(|word| number(word)).collect();
                state["mortgaged"] = json!(places);
            }
            "jailed" => {
                state["players"][index()]["jailed"] = json!(number(words[0]));
                let jail = self.board.jail.number();
                state["players"][index()]["place"] = json!(jail);
                if state["mover"] == json!(index() + 1) {
                    state["step"] = json!("jail");
                }
            }
            "held" => {
                for word in &words {
                    let (pack, card) = self.card(word);
                    let pile = &mut state["piles"][pack.index()];
                    for part in ["unseen", "queue"] {
                        let cards = pile[part].as_array_mut().expect("a list");
                        cards.retain(|other| *other != json!(card));
                    }
                    let held = &mut state["players"][index()]["held"][pack.index()];
                    held.as_array_mut().expect("a list").push(json!(card));
                }
            }
            "top" => {
                for pack in Pack::ALL {
                    let cards: Vec<usize> = words
                        .iter()
                        .map(|word| self.card(word))
                        .filter(|(of, _)| *of == pack)
                        .map(|(_, card)| card)
                        .collect();
                    if cards.is_empty() {
                        continue;
                    }
                    let pile = &mut state["piles"][pack.index()];
                    let rest: Vec<Value> = pile["unseen"].as_array().cloned().unwrap_or_default();
                    let rest = rest.into_iter().filter(|card| !cards.iter().any(|own| card == own));
                    let queue: Vec<Value> =
                        cards.iter().map(|card| json!(card)).chain(rest).collect();
                    *pile = json!({"unseen": [], "queue": queue});
                }
            }
            "pot" | "bank" | "round" | "mover" => state[what] = json!(number(words[0])),
            _ => panic!("{}: nothing is given so", self.at),
        }
        // What is not said to be elsewhere lies in the bank, unless the bank is what is said.
        let cash: i64 = (0..seats).filter_map(|seat| state["players"][seat]["cash"].as_i64()).sum();
        if what == "bank" {
            let left = i64::from(ALL_MONEY) - cash - state["bank"].as_i64().unwrap_or(0);
            state["pot"] = json!(left);
        } else if what == "cash" || what == "pot" {
            state["bank"] = json!(i64::from(ALL_MONEY) - cash - state["pot"].as_i64().unwrap_or(0));
        }
        self.state =
            serde_json::from_value(state).unwrap_or_else(|why| panic!("{}: {why}", self.at));
    }

    /// A card of the edition by what it is called: its pack, and its number counted from 1.
    fn card(&self, id: &str) -> (Pack, usize) {
        let find = |pack: &Pack| {
            let cards = &self.board.cards[pack.index()];
            cards.iter().position(|card| card.id == id).map(|index| (*pack, index + 1))
        };
        Pack::ALL.iter().find_map(find).unwrap_or_else(|| panic!("there is no card '{id}'"))
    }

    // ---- acts ----

    fn read(&self, words: &str) -> AnyAct {
        let dice = words.split(' ').all(|word| word.parse::<u8>().is_ok()) && words.contains(' ');
        let words = if dice {
            format!("*: roll {words}")
        } else if words.contains(':') || words.ends_with("leaves") || words == "clock" {
            words.to_owned()
        } else {
            let (pack, card) = self.card(words);
            format!("*: draw {pack} {card}")
        };
        words.parse().unwrap_or_else(|why| panic!("{}\n'{words}': {why}", self.at))
    }

    fn act(&mut self, words: &str) {
        let act = self.read(words);
        let before = self.purses();
        let told = self.told.len();
        if let Err(why) = self.apply(&act) {
            let turn = json!(self.asked());
            panic!("{}\n'{act}' is refused: {why}; {turn}", self.at);
        }
        let checked = self.game.check(&self.state);
        checked.unwrap_or_else(|why| panic!("{}\n'{act}': {why}", self.at));
        // Every pound that moved was told of.
        let mut reckoned = before;
        for notice in self.told[told..].iter().filter(|notice| notice["kind"] == "paid") {
            let amount = notice["amount"].as_i64().unwrap_or(0);
            for (side, sign) in [("from", -1), ("to", 1)] {
                let purse = purse(&notice[side]);
                let there = reckoned.iter_mut().find(|(name, _)| *name == purse);
                there.unwrap_or_else(|| panic!("{purse}?")).1 += sign * amount;
            }
        }
        assert_eq!(reckoned, self.purses(), "{}\n'{act}': money moved untold", self.at);
    }

    /// What is in every purse.
    fn purses(&self) -> Vec<(String, i64)> {
        let state = json!(self.state);
        let seats = (0..self.game.seats())
            .map(|seat| ((seat + 1).to_string(), state["players"][seat]["cash"].as_i64()));
        let rest = [
            ("bank".to_owned(), state["bank"].as_i64()),
            ("pot".to_owned(), state["pot"].as_i64()),
        ];
        seats.chain(rest).map(|(name, amount)| (name, amount.unwrap_or(0))).collect()
    }

    fn apply(&mut self, act: &AnyAct) -> Result<(), String> {
        let act: Act<G::Move, G::Chance> = act.typed().map_err(|why| why.to_string())?;
        let mut witness = Awake::new();
        let applied = self.game.apply(&mut self.state, &act, &mut witness);
        let names = people();
        for (_, notice) in witness.0 {
            self.read.push(self.game.tell(&notice, &names));
            self.told.push(json!(notice));
        }
        applied.map_err(|why| why.to_string())
    }

    fn refused(&mut self, words: &str) {
        let (act, why) = words.split_once(" = ").expect("an act = why");
        let before = self.state.clone();
        let said = self.apply(&self.read(act));
        assert_eq!(said.err().as_deref(), Some(why), "{}", self.at);
        assert!(before == self.state, "{}: a refused act changed the table", self.at);
    }

    // ---- what was told ----

    fn was_told(&self, words: &str) -> bool {
        let mut words = words.split_whitespace();
        let wanted = words.next().unwrap_or_default();
        let is = |notice: &Value| {
            notice["kind"] == wanted
                && words.clone().all(|field| {
                    let (key, value) = field.split_once('=').expect("key=value");
                    let value = serde_json::from_str(value).unwrap_or_else(|_| json!(value));
                    notice[key] == value
                })
        };
        self.told.iter().any(is)
    }

    fn paid(&self, words: &str) {
        let paid: Vec<String> = self
            .told
            .iter()
            .filter(|notice| notice["kind"] == "paid")
            .map(|notice| {
                let (from, to) = (purse(&notice["from"]), purse(&notice["to"]));
                format!("{from} {to} {} {}", notice["amount"], why(&notice["why"]))
            })
            .collect();
        if words == "nothing" {
            assert!(paid.is_empty(), "{}\npaid: {paid:#?}", self.at);
        } else {
            assert!(paid.iter().any(|line| line == words), "{}\npaid: {paid:#?}", self.at);
        }
    }

    // ---- what is so ----

    fn asked(&self) -> String {
        match self.game.turn(&self.state) {
            Turn::Over => "over".to_owned(),
            Turn::Chance => "chance".to_owned(),
            Turn::Ask { seats, why } => {
                let kind = json!(why)["kind"].as_str().unwrap_or_default().to_owned();
                format!("{} {kind}", seats_in_words(seats))
            }
        }
    }

    fn menu(&self, seat: &str) -> Vec<String> {
        let menu = self.game.menu(&self.state, seat_of(seat));
        let entry = |entry: Entry<G::Move>| match entry {
            Entry::One(only) => only.to_string(),
            Entry::Range { first, last, .. } => {
                let last = last.to_string();
                let last = last.rsplit(' ').next().unwrap_or_default().to_owned();
                format!("{first}..{last}")
            }
        };
        (0..menu.entries()).filter_map(|index| menu.entry(index)).map(entry).collect()
    }

    fn expect(&self, verb: &str, key: &str, words: &str) {
        let seats = self.game.seats();
        let state = json!(self.state);
        let view = json!(self.game.view(&self.state, Viewer::Spectator));
        let each = |field: &str| -> String {
            let values = (0..seats).map(|seat| state["players"][seat][field].to_string());
            values.collect::<Vec<_>>().join(" ")
        };
        let list = |value: &Value| -> String {
            let all = value.as_array().cloned().unwrap_or_default();
            all.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
        };
        let player = || &state["players"][seat_of(key).index()];
        let said = match verb {
            "cash" | "circuits" => each(verb),
            "at" => each("place"),
            "worth" => list(&view["worth"]),
            "bank" | "pot" | "round" | "mover" => state[verb].to_string(),
            "owns" => list(&player()["owned"]),
            "mortgaged" => list(&state["mortgaged"]),
            "in" => list(&state["present"]),
            "held" => {
                let cards = Pack::ALL.into_iter().flat_map(|pack| {
                    let held = player()["held"][pack.index()].as_array().cloned();
                    let cards = &self.board.cards[pack.index()];
                    held.unwrap_or_default().into_iter().map(move |number| {
                        let index = number.as_u64().expect("a number") as usize - 1;
                        cards[index].id.clone()
                    })
                });
                cards.collect::<Vec<_>>().join(" ")
            }
            "houses" => {
                let houses = state["houses"].as_array().expect("a list").iter().enumerate();
                let built = houses.filter(|(_, houses)| **houses != json!(0));
                let all = built.map(|(index, houses)| format!("{}={houses}", index + 1));
                all.collect::<Vec<_>>().join(" ")
            }
            "jailed" => {
                let jailed = (0..seats).filter(|seat| !state["players"][*seat]["jailed"].is_null());
                jailed.map(|seat| (seat + 1).to_string()).collect::<Vec<_>>().join(" ")
            }
            "asks" => self.asked(),
            "asked" => {
                let Turn::Ask { why, seats } = self.game.turn(&self.state) else {
                    panic!("{}: nobody is asked", self.at)
                };
                let viewer = seats.first().map_or(Viewer::Spectator, Viewer::Seat);
                let view = self.game.view(&self.state, viewer);
                let words = self.game.ask(&why, &view, &people());
                words.split_whitespace().collect::<Vec<_>>().join(" ")
            }
            "menu" => self.menu(key).join("; "),
            "can" | "cannot" => {
                let menu = self.game.menu(&self.state, seat_of(key));
                for played in words.split(';').map(str::trim) {
                    let read: G::Move = played
                        .parse()
                        .unwrap_or_else(|_| panic!("{}: '{played}' is no move", self.at));
                    let there = menu.contains(&read);
                    assert_eq!(there, verb == "can", "{}\n{played}: {:?}", self.at, self.menu(key));
                }
                return;
            }
            "chance" => match self.game.odds(&self.state) {
                Some(odds) if odds.total() > 1 => odds.total().to_string(),
                Some(odds) => {
                    let only = odds.pick(0).map(|only| only.to_string()).unwrap_or_default();
                    let mut parts = only.split(' ').skip(1);
                    let pack = parts.next().and_then(|pack| pack.parse::<Pack>().ok());
                    let number = parts.next().and_then(|number| number.parse::<usize>().ok());
                    match (pack, number) {
                        (Some(pack), Some(number)) => {
                            self.board.cards[pack.index()][number - 1].id.clone()
                        }
                        _ => only,
                    }
                }
                None => "none".to_owned(),
            },
            "missing" => list(&view["missing"]),
            "wins" | "reason" | "places" => {
                let outcome = self.game.outcome(&self.state);
                let outcome = outcome.unwrap_or_else(|| panic!("{}: it is not over", self.at));
                match verb {
                    "wins" => seats_in_words(outcome.winners().collect()),
                    "reason" => outcome.reason.to_string(),
                    _ => {
                        let places = outcome.places.as_slice().iter().map(ToString::to_string);
                        places.collect::<Vec<_>>().join(" ")
                    }
                }
            }
            _ => panic!("{}: nothing is expected so", self.at),
        };
        assert_eq!(said, words, "{}", self.at);
    }
}

fn people() -> Names {
    Names::new(["Ann", "Bob", "Cid", "Dan", "Eve", "Fay"])
}

fn seat_of(word: &str) -> Seat {
    word.parse().unwrap_or_else(|why| panic!("{why}"))
}

fn seats_in_words(seats: Seats) -> String {
    seats.iter().map(|seat| seat.to_string()).collect::<Vec<_>>().join(" ")
}

/// `bank`, `pot`, or the number of a seat.
fn purse(value: &Value) -> String {
    match value {
        Value::String(name) => name.clone(),
        other => other["seat"].to_string(),
    }
}

/// `go`, `rent=12`, `card=PL…` is written as it is told.
fn why(value: &Value) -> String {
    match value {
        Value::String(name) => name.clone(),
        Value::Object(fields) => {
            let (name, value) = fields.iter().next().expect("a reason");
            match value {
                Value::Array(parts) => {
                    let parts: Vec<String> = parts
                        .iter()
                        .map(|part| part.as_str().map_or_else(|| part.to_string(), str::to_owned))
                        .collect();
                    format!("{name}={}", parts.join("-"))
                }
                other => format!("{name}={other}"),
            }
        }
        other => other.to_string(),
    }
}
