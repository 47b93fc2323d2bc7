//! `parlor inspect RECORD [--at N]`: everything that there is in a game at any act, as data and at a
//! prompt.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, bail};
use parlor_engine::layout::{plain, wrapped_in};
use parlor_engine::{AnyAct, AnyNotice, AnyTable, Names, Seat, Seats, Viewer};
use parlor_match::{Record, Refused, Replay, Replayed};
use parlor_registry::SHELF;
use serde_json::{Map, Value, json};

use crate::play::Console;
use crate::reflow::rule_book;
use crate::window::Window;
use crate::words::{self, count};
use crate::{exit, record_file};

#[derive(clap::Args)]
#[command(after_help = "\
At the prompt, 'help' lists the commands. A game that is not over is opened only if its table
was, with 'parlor play --all-open'.

Examples:
  parlor inspect game.rec --at 12
  parlor inspect game.rec --at 12 --json
  printf 'act 12\\nview 2\\nmenu 2\\n' | parlor inspect game.rec")]
pub(crate) struct Args {
    /// The record ('-': standard input, with --json)
    file: PathBuf,
    /// Begin after this act (0 is the start); after the last one otherwise
    #[arg(long, value_name = "N")]
    at: Option<usize>,
    /// Print everything at that act as one JSON object, and ask nothing
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<u8> {
    let name = args.file.display();
    let context = || format!("cannot inspect '{name}'");
    let is_input = args.file.as_os_str() == "-";
    if is_input && !args.json {
        bail!("what is typed comes from standard input, so the record cannot; add --json");
    }
    let record = record_file::load_or_stdin(&args.file).with_context(context)?;
    if !record.is_whole() && !record.header.all_open {
        bail!(
            "the game in '{name}' is not over, and its table was not opened for this with --all-open; \
             'parlor replay' shows what its viewers saw"
        );
    }
    let mut inspection = Inspection::new(&record).with_context(context)?;
    inspection.go_to(args.at.unwrap_or(record.acts().len())).with_context(context)?;
    if args.json {
        writeln!(out, "{}", inspection.everything())?;
    } else {
        inspection.converse(&mut Console::new(), out)?;
    }
    Ok(exit::FINE)
}

const HELP: &str = "\
state [PATH]        the whole state as JSON, or a part of it: state table.stack
view SEAT [PATH]    what a seat sees, or spectator
board SEAT          the same, drawn
question [SEAT]     what a seat is asked; the seat whose turn it is when none is named
menu [SEAT]         its legal moves
turn                what the table waits for
notices             what this act told, and to whom
results             how the game ended, place by place
catalogue [WORD]    everything in the box, or one thing of it
N, next, back       goes to another act, by its number; Enter goes to the next
json                all of this as one JSON object
help, quit";

/// A record that is opened at one act.
pub(crate) struct Inspection<'a> {
    record: &'a Record,
    replay: Replay<'a>,
    names: Names,
    /// The act that led here, with what it told.
    last: Option<(AnyAct, Vec<AnyNotice>)>,
}

impl<'a> Inspection<'a> {
    /// Before the first act.
    pub(crate) fn new(record: &'a Record) -> anyhow::Result<Self> {
        let replay = Replay::new(record, SHELF)?;
        Ok(Self { record, replay, names: record.header.names(), last: None })
    }

    /// How many acts the record has.
    fn acts(&self) -> usize {
        self.record.acts().len()
    }

    fn table(&self) -> &dyn AnyTable {
        self.replay.table()
    }

    /// Goes to the table after so many acts.
    pub(crate) fn go_to(&mut self, act: usize) -> anyhow::Result<()> {
        let acts = self.acts();
        if act > acts {
            bail!("the record has {}, so there is no act {act}", count(acts, "act"));
        }
        if act < self.replay.number() || act == 0 {
            self.replay = Replay::new(self.record, SHELF)?;
            self.last = None;
        }
        while self.replay.number() < act {
            self.step()?;
        }
        Ok(())
    }

    fn step(&mut self) -> Result<(), Refused> {
        if let Some(Replayed { act, notices, .. }) = self.replay.step().transpose()? {
            self.last = Some((act.clone(), notices));
        }
        Ok(())
    }

    /// Answers what is typed until it is to quit, or nothing more comes.
    pub(crate) fn converse(
        &mut self,
        console: &mut Console,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        let title = self.table().about().title;
        let head = format!("{title}: {}, {}", self.list(), count(self.acts(), "act"));
        writeln!(out, "{}\n{}", in_window(&head), in_window(&self.place()))?;
        loop {
            let prompt = format!("act {}> ", self.replay.number());
            let Some(line) = console.ask(&prompt, out)? else { return Ok(()) };
            if matches!(line.as_str(), "quit" | "exit" | "q") {
                return Ok(());
            }
            match self.answer(&line) {
                Ok(answer) => writeln!(out, "{}", in_window(&answer))?,
                Err(why) => {
                    let why = format!("{}.", words::capitalised(&format!("{why:#}")));
                    writeln!(out, "{}", in_window(&why))?;
                }
            }
        }
    }

    fn list(&self) -> String {
        self.names.list(Seats::first_n(self.table().seats()).iter())
    }

    /// Which act it is, what it told, and what the table waits for.
    fn place(&self) -> String {
        let number = self.replay.number();
        let head = match &self.last {
            None => format!("This is the start, before act 1 of {}.", self.acts()),
            Some((act, notices)) => {
                words::act(number, act, &words::told(self.table(), notices, &self.names))
            }
        };
        let asked = self.table().turn().asked();
        let waits = match &self.table().outcome() {
            Some(_) => "The game is over.".to_owned(),
            None if asked.is_empty() => "Chance is due.".to_owned(),
            None => format!("Asked: {}.", self.names.list(asked.iter())),
        };
        format!("{head}\n{waits}")
    }

    fn answer(&mut self, line: &str) -> anyhow::Result<String> {
        let mut words = line.split(' ');
        let command = words.next().unwrap_or_default().to_lowercase();
        let rest: Vec<&str> = words.collect();
        let number = self.replay.number();
        let goal = match (command.as_str(), rest.as_slice()) {
            ("act", [number]) => Some(number.parse().context("act N, with the number of an act")?),
            ("next" | "n" | "", []) if number == self.acts() => bail!("this is the last act"),
            ("next" | "n" | "", []) => Some(number + 1),
            ("back" | "b", []) if number == 0 => bail!("this is the start"),
            ("back" | "b", []) => Some(number - 1),
            (number, []) if number.parse::<usize>().is_ok() => number.parse().ok(),
            _ => None,
        };
        if let Some(goal) = goal {
            self.go_to(goal)?;
            return Ok(self.place());
        }
        Ok(match (command.as_str(), rest.as_slice()) {
            ("help" | "?", []) => HELP.to_owned(),
            ("state", []) => pretty(&self.table().state()),
            ("state", [path]) => pretty(part(&self.table().state(), path)?),
            ("view", [who]) => pretty(&self.table().view(self.viewer(who)?)),
            ("view", [who, path]) => pretty(part(&self.table().view(self.viewer(who)?), path)?),
            ("board", [who]) => self.table().draw(self.viewer(who)?, &self.names).to_string(),
            ("question", []) => self.question(self.asked_seat()?),
            ("question", [who]) => self.question(self.seat(who)?),
            ("menu", []) => pretty(&self.menu(self.asked_seat()?)),
            ("menu", [who]) => pretty(&self.menu(self.seat(who)?)),
            ("turn", []) => pretty(&json!(self.table().turn())),
            ("notices", []) => pretty(&self.notices()),
            ("results", []) => words::result(self.table(), &self.names, Window::prose_columns())
                .unwrap_or_else(|| "The game is not over here.".to_owned()),
            ("catalogue", []) => pretty(&json!(self.table().catalogue())),
            ("catalogue" | "explain", _) => {
                words::explain(&self.table().catalogue(), &rest.join(" "))
            }
            ("rules", []) => {
                plain(&rule_book(self.table().about().rules.trim(), Window::prose_columns()))
            }
            ("json", []) => self.everything().to_string(),
            _ => bail!("there is no command '{}'; type help", words::shortened(line)),
        })
    }

    fn viewer(&self, who: &str) -> anyhow::Result<Viewer> {
        if who == "spectator" { Ok(Viewer::Spectator) } else { Ok(Viewer::Seat(self.seat(who)?)) }
    }

    /// A seat by its number, or by the name of who sits there.
    fn seat(&self, who: &str) -> anyhow::Result<Seat> {
        let seats = self.table().seats();
        let mut all = Seats::first_n(seats).iter();
        let is_it = |seat: &Seat| {
            seat.to_string() == who || self.names.of(*seat).to_lowercase() == who.to_lowercase()
        };
        all.find(is_it).with_context(|| format!("there is no seat '{who}' in this game of {seats}"))
    }

    /// The seat that is meant where none is named: the only one that is asked.
    fn asked_seat(&self) -> anyhow::Result<Seat> {
        let asked = self.table().turn().asked();
        match asked.iter().collect::<Vec<_>>().as_slice() {
            [only] => Ok(*only),
            [] => bail!("no seat is asked here"),
            _ => bail!(
                "several seats are asked here; name one: menu {}",
                asked.iter().next().map_or_else(String::new, |seat| seat.to_string())
            ),
        }
    }

    fn question(&self, seat: Seat) -> String {
        let name = self.names.of(seat);
        self.table()
            .question(seat, &self.names)
            .unwrap_or_else(|| format!("{name} is not asked anything here."))
    }

    fn menu(&self, seat: Seat) -> Value {
        json!(self.table().choices(seat, &self.names, LISTED))
    }

    fn notices(&self) -> Value {
        let notices = self.last.iter().flat_map(|(_, notices)| notices);
        let told = notices.map(|AnyNotice { to, notice }| json!({"to": to, "notice": notice}));
        told.collect()
    }

    /// Everything at this act.
    fn everything(&self) -> Value {
        let table = self.table();
        let asked = table.turn().asked();
        let by_seat = |of: &dyn Fn(Seat) -> Value| -> Map<String, Value> {
            asked.iter().map(|seat| (seat.to_string(), of(seat))).collect()
        };
        let views: Vec<Value> = Seats::first_n(table.seats())
            .iter()
            .map(|seat| table.view(Viewer::Seat(seat)))
            .collect();
        json!({
            "game": self.record.header.game,
            "options": self.record.header.options,
            "seats": self.record.header.seats,
            "all_open": self.record.header.all_open,
            "whole": self.record.is_whole(),
            "acts": self.acts(),
            "act": self.replay.number(),
            "text": self.last.as_ref().map(|(act, _)| act.to_string()),
            "notices": self.notices(),
            "turn": table.turn(),
            "questions": by_seat(&|seat| json!(self.question(seat))),
            "menus": by_seat(&|seat| self.menu(seat)),
            "state": table.state(),
            "digest": table.digest().to_string(),
            "view": table.view(Viewer::Spectator),
            "views": views,
            "outcome": table.outcome(),
            "results": table.ranking(&self.names),
            "catalogue": table.catalogue(),
        })
    }
}

/// Words in lines that fit the window. JSON has no blanks to break at that matter, and stays as it is.
fn in_window(text: &str) -> String {
    let columns = Window::text_columns();
    let lines = text.lines().map(|line| {
        let indent = line.len() - line.trim_start().len();
        if line.len() <= columns { line.to_owned() } else { wrapped_in(columns, "", line, indent) }
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// The most moves of a menu that are listed.
const LISTED: usize = 1_000;

fn pretty(value: &Value) -> String {
    serde_json::to_string_pretty(value).unwrap_or_default()
}

/// The part of a value that a path with dots leads to: `table.players.0`. Lists count from 0.
fn part<'a>(value: &'a Value, path: &str) -> anyhow::Result<&'a Value> {
    path.split('.').try_fold(value, |value, step| {
        let found = match value {
            Value::Array(items) => step.parse().ok().and_then(|place: usize| items.get(place)),
            other => other.get(step),
        };
        let known = match value {
            Value::Object(fields) => fields.keys().cloned().collect::<Vec<_>>().join(", "),
            Value::Array(items) => format!("{}, from 0 on", count(items.len(), "entry")),
            _ => "nothing more".to_owned(),
        };
        found.with_context(|| format!("there is no '{step}' there; there is {known}"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_leads_to_a_part() {
        let value = json!({"table": {"players": [{"cash": 7}]}});
        assert_eq!(part(&value, "table.players.0.cash").unwrap(), &json!(7));
        let why = |path: &str| part(&value, path).unwrap_err().to_string();
        assert_eq!(why("tables"), "there is no 'tables' there; there is table");
        assert_eq!(why("table.players.1"), "there is no '1' there; there is 1 entry, from 0 on");
    }
}
