//! The line between a bot and a Parlor table. It needs `serde_json` and nothing else.
//!
//! ```text
//! fn main() {
//!     parlor::run("anything goes", |ask| ask.menu.pick(ask.rng).into());
//! }
//! ```
//!
//! A bot reads messages and writes messages, one JSON object a line. This file does the reading and
//! the writing; `decide` plays: it is given an [`Ask`] and returns an [`Answer`], which a move in
//! notation turns into. Nothing has to be remembered between two calls. A panic, or an empty answer,
//! is a fault at the table, as an illegal move is: it is reported, and nothing is played in its place.
//! What is printed with `eprintln!` hurts nobody; the standard output belongs to the table.

#![allow(dead_code, reason = "it offers more than every bot needs")]

use std::any::Any;
use std::io::{self, BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::panic::{AssertUnwindSafe, catch_unwind};

use serde_json::{Value, json};

/// A question, and all there is to answer it with.
pub(crate) struct Ask<'a> {
    /// All that your seat knows, as `parlor games GAME --views` describes it.
    pub(crate) view: &'a Value,
    /// What is asked, and why.
    pub(crate) question: &'a Value,
    /// The legal answers.
    pub(crate) menu: &'a Menu,
    /// Random numbers made from the seed of the table: draw from them alone, and your bot plays the
    /// same game again when it is given the same seed.
    pub(crate) rng: &'a mut Rng,
    /// The game, its options, your seat, the names; and the time: `deadline` has the milliseconds
    /// for this answer (null where there is no hurry), `clock` what is left.
    pub(crate) welcome: &'a Value,
}

/// A move, and what the bot thinks of it: `evaluation`, `candidates`, `text`.
pub(crate) struct Answer {
    pub(crate) played: String,
    pub(crate) info: Option<Value>,
}

impl<S: Into<String>> From<S> for Answer {
    fn from(played: S) -> Self {
        Self { played: played.into(), info: None }
    }
}

/// What plays.
pub(crate) type Decide = fn(&mut Ask<'_>) -> Answer;

/// The legal answers.
pub(crate) struct Menu {
    /// How many there are, also of those that are not listed.
    pub(crate) count: u64,
    /// Whether all are listed.
    pub(crate) complete: bool,
    entries: Vec<Entry>,
    /// Those that give something up for good.
    pub(crate) grave: Vec<String>,
}

/// One move, or many that differ in one number: `before`, a number, `after`.
struct Entry {
    before: String,
    after: String,
    /// The smallest number; `None` for one move, which is `before` alone.
    first: Option<u64>,
    step: u64,
    count: u64,
}

impl Entry {
    fn read(entry: &Value) -> Option<Self> {
        if let Some(only) = entry.as_str() {
            let (before, after) = (only.to_owned(), String::new());
            return Some(Self { before, after, first: None, step: 1, count: 1 });
        }
        let [first, last] = [entry["first"].as_str()?, entry["last"].as_str()?];
        let words: Vec<&str> = first.split(' ').collect();
        let place = match entry["part"].as_u64() {
            Some(part) => usize::try_from(part).ok()?,
            None => difference(&words, last)?,
        };
        let (amount, step) = (words.get(place)?, entry["step"].as_u64()?.max(1));
        let first = amount.parse().ok()?;
        // With the blanks between the words and the number.
        let before = words[..place].iter().flat_map(|word| [*word, " "]).collect();
        let after = words[place + 1..].iter().flat_map(|word| [" ", *word]).collect();
        Some(Self { before, after, first: Some(first), step, count: entry["count"].as_u64()? })
    }

    fn at(&self, index: u64) -> String {
        let Some(first) = self.first else { return self.before.clone() };
        format!("{}{}{}", self.before, first + index * self.step, self.after)
    }

    fn holds(&self, played: &str) -> bool {
        let Some(first) = self.first else { return self.before == played };
        let inner = played.strip_prefix(&*self.before).and_then(|s| s.strip_suffix(&*self.after));
        let above = inner.and_then(|s| s.parse::<u64>().ok()).and_then(|n| n.checked_sub(first));
        // Each amount has one spelling: no leading nought.
        above
            .map(|above| above / self.step)
            .is_some_and(|index| index < self.count && self.at(index) == played)
    }
}

/// Where the amount is in a range of an older table, which sends no `part`.
fn difference(first: &[&str], last: &str) -> Option<usize> {
    let differs = first.iter().zip(last.split(' ')).position(|(one, other)| *one != other);
    // A range of one move: its last number.
    differs.or_else(|| first.iter().rposition(|word| word.parse::<u64>().is_ok()))
}

/// A move by its number among those of some entries.
fn at<'a>(entries: impl IntoIterator<Item = &'a Entry>, mut index: u64) -> Option<String> {
    for entry in entries {
        if index < entry.count {
            return Some(entry.at(index));
        }
        index -= entry.count;
    }
    None
}

impl Menu {
    /// A menu as the table writes it; `None` for what is none.
    pub(crate) fn read(menu: &Value) -> Option<Self> {
        let entries = menu["moves"].as_array()?.iter().map(Entry::read).collect::<Option<_>>()?;
        let complete = menu["complete"].as_bool().unwrap_or(true);
        let grave = menu["grave"].as_array().into_iter().flatten();
        let grave = grave.filter_map(|only| only.as_str().map(str::to_owned)).collect();
        Some(Self { count: menu["count"].as_u64()?, complete, entries, grave })
    }

    /// Every move that is listed, each amount of a range as a move of its own.
    pub(crate) fn iter(&self) -> impl Iterator<Item = String> + '_ {
        self.entries.iter().flat_map(|entry| (0..entry.count).map(|index| entry.at(index)))
    }

    /// How many are listed.
    pub(crate) fn len(&self) -> u64 {
        self.entries.iter().map(|entry| entry.count).sum()
    }

    /// A move by its number among all that are listed, from 0.
    pub(crate) fn get(&self, index: u64) -> Option<String> {
        at(&self.entries, index)
    }

    /// Whether a move is listed.
    pub(crate) fn has(&self, played: &str) -> bool {
        self.entries.iter().any(|entry| entry.holds(played))
    }

    /// Any of them, each as likely as another; a grave one only where there is nothing else.
    pub(crate) fn pick(&self, rng: &mut Rng) -> String {
        let grave = |entry: &Entry| entry.first.is_none() && self.grave.contains(&entry.before);
        let harmless: Vec<&Entry> = self.entries.iter().filter(|entry| !grave(entry)).collect();
        let from = if harmless.is_empty() { self.entries.iter().collect() } else { harmless };
        let index = rng.below(from.iter().map(|entry| entry.count).sum());
        at(from, index).unwrap_or_default()
    }

    /// The first of these moves that is on the menu.
    pub(crate) fn first<S: AsRef<str>>(
        &self,
        moves: impl IntoIterator<Item = S>,
    ) -> Option<String> {
        moves.into_iter().map(|one| one.as_ref().to_owned()).find(|one| self.has(one))
    }

    /// The moves that begin with this word; of a range the smallest and the largest.
    pub(crate) fn starting(&self, word: &str) -> Vec<String> {
        let ends = self.entries.iter().flat_map(|entry| {
            let last = (entry.count > 1).then(|| entry.at(entry.count - 1));
            [Some(entry.at(0)), last].into_iter().flatten()
        });
        ends.filter(|one| one.split(' ').next() == Some(word)).collect()
    }
}

/// Random numbers from a seed (`SplitMix64`): the same seed, the same numbers.
pub(crate) struct Rng(u64);

impl Rng {
    pub(crate) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number below `limit`; 0 where there is none.
    pub(crate) fn below(&mut self, limit: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(limit)) >> 64) as u64
    }

    /// Any of a list that is not empty.
    pub(crate) fn choice<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len() as u64) as usize]
    }
}

/// One conversation with a table: as many games as it likes, one after the other.
pub(crate) struct Line<W> {
    out: W,
    decide: Decide,
    welcome: Value,
    rng: Rng,
}

impl<W: Write> Line<W> {
    /// Talks until the table hangs up.
    pub(crate) fn run(input: impl BufRead, out: W, name: &str, decide: Decide) -> io::Result<()> {
        let mut line = Self { out, decide, welcome: Value::Null, rng: Rng::new(0) };
        line.say(&json!({"type": "hello", "versions": [1], "name": name}))?;
        for heard in input.split(b'\n') {
            let heard = heard?;
            if !heard.trim_ascii().is_empty() {
                line.hear(&heard)?;
            }
        }
        Ok(())
    }

    fn say(&mut self, message: &Value) -> io::Result<()> {
        self.out.write_all(format!("{message}\n").as_bytes())?;
        self.out.flush()
    }

    /// Takes one line. Fields that it does not know are ignored.
    fn hear(&mut self, heard: &[u8]) -> io::Result<()> {
        let message: Value = serde_json::from_slice(heard).unwrap_or_default();
        match message["type"].as_str() {
            Some("decide") => self.answer(&message),
            Some("ping") => {
                let id = message["id"].as_u64().unwrap_or(0);
                self.say(&json!({"type": "pong", "id": id}))
            }
            Some("welcome") => {
                self.rng = Rng::new(message["seed"].as_u64().unwrap_or(0));
                self.welcome = message;
                Ok(())
            }
            Some("error") => {
                let (why, cost) = (&message["explanation"], &message["cost"]);
                eprintln!("the table says: {why} (cost: {cost})");
                Ok(())
            }
            // This bot thinks while it reads nothing: what is stopped was answered already.
            Some("notice" | "stop" | "pong" | "bye") => Ok(()),
            Some(unknown) => {
                let unknown: String = unknown.chars().take(40).collect();
                self.complain("unknown", &format!("there is no message '{unknown}' in version 1"))
            }
            None => self.complain("protocol", "a message is a JSON object with a field 'type'"),
        }
    }

    fn complain(&mut self, code: &str, explanation: &str) -> io::Result<()> {
        self.say(&json!({"type": "error", "code": code, "explanation": explanation}))
    }

    /// Answers a question. Where `decide` fails the table is told, and gets no move: what that costs
    /// is for the table to say.
    fn answer(&mut self, message: &Value) -> io::Result<()> {
        let Some(menu) = Menu::read(&message["menu"]) else {
            return self.complain("protocol", "this question has no menu");
        };
        self.welcome["deadline"] = message["deadline"].clone();
        self.welcome["clock"] = message["clock"].clone();
        let (view, question) = (&message["view"], &message["question"]);
        let mut ask =
            Ask { view, question, menu: &menu, rng: &mut self.rng, welcome: &self.welcome };
        // A panic says on the standard error output what it is about.
        let answer = match catch_unwind(AssertUnwindSafe(|| (self.decide)(&mut ask))) {
            Ok(answer) if answer.played.is_empty() => {
                return self.no_choice(&message["id"], "it returned no move");
            }
            Ok(answer) => answer,
            Err(panic) => return self.no_choice(&message["id"], &in_words(&*panic)),
        };
        if menu.complete && !menu.has(&answer.played) {
            // What went wrong comes last: a table that shows one line shows that one.
            eprintln!("the question was {question}\n'{}' is not on the menu", answer.played);
        }
        match answer.info {
            Some(mut info) if info.is_object() => {
                info["type"] = "info".into();
                info["id"] = message["id"].clone();
                self.say(&info)?;
            }
            Some(other) => eprintln!("an info is an object, and this is none: {other}"),
            None => {}
        }
        self.say(&json!({"type": "choose", "id": message["id"], "move": answer.played}))
    }

    /// Says what went wrong, which the verdict repeats, and then chooses nothing.
    fn no_choice(&mut self, id: &Value, why: &str) -> io::Result<()> {
        let explanation: String = format!("decide failed: {why}").chars().take(500).collect();
        self.say(&json!({"type": "error", "code": "other", "id": id, "explanation": explanation}))?;
        self.say(&json!({"type": "choose", "id": id, "move": ""}))
    }
}

/// What a panic is about, where it says so in a text.
fn in_words(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
    text.map_or_else(|| "it panicked".to_owned(), |text| format!("it panicked: {text}"))
}

/// Plays over standard input and output, or, with `--listen [HOST:]PORT`, over TCP.
pub(crate) fn run(name: &'static str, decide: Decide) {
    let mut words = std::env::args().skip_while(|word| word != "--listen").skip(1);
    let done = match words.next() {
        None => Line::run(io::stdin().lock(), io::stdout().lock(), name, decide),
        Some(address) if address.contains(':') => listen(&address, name, decide),
        Some(port) => listen(&format!("127.0.0.1:{port}"), name, decide),
    };
    match done {
        // The table has gone, and there is nobody to tell.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {}
        Err(error) => eprintln!("{error}"),
        Ok(()) => {}
    }
}

fn listen(address: &str, name: &'static str, decide: Decide) -> io::Result<()> {
    let listener = TcpListener::bind(address)?;
    eprintln!("listening on {}", listener.local_addr()?);
    for caller in listener.incoming() {
        let caller = caller?;
        std::thread::spawn(move || talk(&caller, name, decide));
    }
    Ok(())
}

fn talk(caller: &TcpStream, name: &str, decide: Decide) -> io::Result<()> {
    caller.set_nodelay(true)?;
    Line::run(BufReader::new(caller), caller, name, decide)
}
