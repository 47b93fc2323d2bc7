//! `parlor replay FILE` on a terminal: one screen an act, and keys that go from one to another.

use std::fmt::Write as _;
use std::io::Write;

use anyhow::bail;
use parlor_engine::layout::Ink;
use parlor_engine::{AnyTable, Names, Seat, Viewer};
use parlor_match::{Record, Replay};
use parlor_registry::SHELF;

use super::{faults_until, in_words, step, told};
use crate::play::{Console, Key};
use crate::report::Views;
use crate::words::{self, count};

/// Sends a terminal to the top of an empty screen. What was there before can still be scrolled to.
const CLEAR: &str = "\u{1b}[H\u{1b}[2J";

/// What can be pressed.
const HELP: &str = "\
right, space, n, Enter   the next act
left, b, p               the act before
Home, g                  the start
End, G                   the last act
a number and Enter       that act
v                        another viewer, with --viewer all
q                        stops
?                        shows these keys; any key leaves them

The first line of an act is its number, the seat and what it did: 12. 3: roll
is act 12, in which seat 3 rolls. An act without a seat is chance.";

/// A number of an act has no more digits.
const MOST_DIGITS: usize = 9;
/// The last line, which says where this is.
const PLACE: usize = 1;
/// The blank lines above the table and below it.
const BLANKS: usize = 2;

/// A record that is looked at act by act.
pub(super) struct Steps<'a> {
    record: &'a Record,
    replay: Replay<'a>,
    names: Names,
    views: Views,
    /// The tables as far as somebody has looked, by the number of acts: to go back costs nothing.
    pages: Vec<Page>,
    /// The number of acts before the table that is shown.
    at: usize,
    /// Which of all viewers is shown, where nothing is hidden.
    viewer: usize,
    /// The number that is being typed.
    typed: String,
    /// What cannot be, in place of how to get help.
    note: Option<String>,
}

/// A table, and what led there.
struct Page {
    table: Box<dyn AnyTable>,
    heading: String,
}

/// What a key leads to.
enum Next {
    Screen,
    Help,
    Quit,
}

impl<'a> Steps<'a> {
    /// Looks at a record, after so many acts first.
    pub(super) fn new(record: &'a Record, views: Views, at: usize) -> anyhow::Result<Self> {
        let replay = Replay::new(record, SHELF)?;
        let names = record.header.names();
        let seats = (0..record.header.seats.len()).map(Seat::at);
        let mut heading = format!("{}: {}", replay.table().about().title, names.list(seats));
        if let Some(fork) = record.header.fork {
            _ = write!(heading, "\nActs 1 to {} were taken over from another game.", fork.at);
        }
        let start = Page { table: replay.table().fork(), heading };
        let (pages, typed) = (vec![start], String::new());
        let mut steps =
            Self { record, replay, names, views, pages, at: 0, viewer: 0, typed, note: None };
        steps.go_to(at)?;
        Ok(steps)
    }

    /// Shows acts until the person has seen enough.
    pub(super) fn run(mut self, console: &mut Console, out: &mut dyn Write) -> anyhow::Result<()> {
        let mut next = Next::Screen;
        loop {
            let window = console.window();
            let text = match next {
                Next::Screen => self.screen(window.rows, console),
                Next::Help => {
                    format!("{}\n\n{}", words::wrapped(HELP, console.text_columns()), self.place())
                }
                Next::Quit => return Ok(writeln!(out)?),
            };
            write!(out, "{CLEAR}{text}")?;
            out.flush()?;
            let key = console.key()?;
            next = match (key, next) {
                (None | Some(Key::Letter('q')), _) => Next::Quit,
                (Some(_), Next::Help) => Next::Screen,
                (Some(key), _) => self.press(key)?,
            };
        }
    }

    /// Does what a key says.
    fn press(&mut self, key: Key) -> anyhow::Result<Next> {
        self.note = None;
        let typed = std::mem::take(&mut self.typed);
        match key {
            Key::Letter(digit @ '0'..='9') if typed.len() < MOST_DIGITS => {
                self.typed = format!("{typed}{digit}");
            }
            Key::Backspace if !typed.is_empty() => {
                typed[..typed.len() - 1].clone_into(&mut self.typed);
            }
            Key::Enter if !typed.is_empty() => self.go_to_typed(&typed)?,
            Key::Right | Key::Enter | Key::Letter(' ' | 'n') => {
                if self.at == self.last() {
                    self.note = Some("this is the last act".to_owned());
                } else {
                    self.go_to(self.at + 1)?;
                }
            }
            Key::Left | Key::Letter('b' | 'p') => {
                if self.at == 0 {
                    self.note = Some("this is the start".to_owned());
                } else {
                    self.go_to(self.at - 1)?;
                }
            }
            Key::Home | Key::Letter('g') => self.go_to(0)?,
            Key::End | Key::Letter('G') => self.go_to(self.last())?,
            Key::Letter('v') => self.viewer += 1,
            Key::Letter('?') => return Ok(Next::Help),
            Key::EndOfInput => return Ok(Next::Quit),
            _ => {}
        }
        Ok(Next::Screen)
    }

    fn go_to_typed(&mut self, typed: &str) -> anyhow::Result<()> {
        match typed.parse() {
            Ok(act) if act <= self.last() => self.go_to(act)?,
            _ => self.note = Some(format!("there is no act {typed}")),
        }
        Ok(())
    }

    /// The number of the last act.
    fn last(&self) -> usize {
        self.record.acts().len()
    }

    /// Goes to the table after so many acts. What nobody has looked at yet is played first.
    fn go_to(&mut self, act: usize) -> anyhow::Result<()> {
        while self.pages.len() <= act {
            let Some((act, notices)) = step(&mut self.replay, self.views)? else {
                bail!("the record ends after {}", count(self.pages.len() - 1, "act"));
            };
            let number = self.replay.number();
            let told = told(self.replay.table(), &notices, &self.names, self.views);
            let faults = faults_until(self.record, number).filter(|fault| fault.acts == number);
            let faults = faults.map(|fault| in_words(fault, &self.names, self.views));
            let lines = std::iter::once(words::act(number, &act, &told)).chain(faults);
            let heading = lines.collect::<Vec<_>>().join("\n");
            self.pages.push(Page { table: self.replay.table().fork(), heading });
        }
        self.at = act;
        Ok(())
    }

    /// What led here, the table, and where this is, in at most so many rows. A table that can be made no shorter
    /// takes the blank lines, and all but the first line of what led here.
    fn screen(&self, rows: usize, console: &Console) -> String {
        let page = &self.pages[self.at];
        let columns = console.text_columns();
        let (told, result) =
            (words::wrapped(&page.heading, columns), self.result(&*page.table, columns));
        let drawing = page.table.draw(self.watcher(), &self.names);
        let rows = rows.saturating_sub(result.lines().count() + PLACE);
        let mut heading = shortened(&told, (rows / 3).max(1));
        let mut blank = "\n";
        let mut fitted = drawing.fit(rows.saturating_sub(heading.lines().count() + BLANKS));
        if heading.lines().count() + BLANKS + fitted.height() > rows {
            heading = first_line(&told);
            blank = "";
            fitted = drawing.fit(rows.saturating_sub(1));
        }
        let paint = console.paint();
        let (heading, table) = (paint.all(Ink::Strong, &heading), paint.text(&fitted.text));
        let table = table.trim_end_matches('\n');
        format!("{heading}\n{blank}{table}\n{result}{blank}{}", self.place())
    }

    /// How the game ended, below its last table.
    fn result(&self, table: &dyn AnyTable, columns: usize) -> String {
        let is_last = self.at == self.last();
        match words::result(table, &self.names, columns) {
            Some(result) => format!("{result}\n"),
            None if is_last && self.record.is_whole() => {
                "The game was stopped here, before its end.\n".to_owned()
            }
            None => String::new(),
        }
    }

    /// Whose view is shown.
    fn watcher(&self) -> Viewer {
        match self.views {
            Views::Of(viewer) => viewer,
            Views::All => {
                let seats = self.record.header.seats.len();
                let viewers: Vec<Viewer> = Viewer::all(seats).collect();
                viewers[self.viewer % viewers.len()]
            }
        }
    }

    /// The last line: which act this is, what was typed or cannot be, and how to get help.
    fn place(&self) -> String {
        let place = match self.at {
            0 => format!("start, before act 1 of {}", self.last()),
            act => format!("act {act} of {}", self.last()),
        };
        let viewer = match self.views {
            Views::All => format!(", {} (v: another viewer)", self.watcher()),
            Views::Of(_) => String::new(),
        };
        match (&self.note, self.typed.as_str()) {
            (Some(note), _) => format!("{place}{viewer}: {note} "),
            (None, "") => format!("{place}{viewer} (? lists the keys) "),
            (None, typed) => format!("{place}{viewer}, go to {typed}"),
        }
    }
}

fn first_line(text: &str) -> String {
    text.lines().next().unwrap_or_default().to_owned()
}

/// The first lines of a text, with how many are left out.
fn shortened(text: &str, lines: usize) -> String {
    let all: Vec<&str> = text.lines().collect();
    if all.len() <= lines {
        return text.to_owned();
    }
    let shown = lines.saturating_sub(1).max(1);
    let more = format!("   ({} more)", count(all.len() - shown, "line"));
    all[..shown].iter().copied().chain([more.as_str()]).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests;
