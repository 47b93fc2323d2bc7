//! `parlor play GAME --script FILE`: acts from a file, for programs that drive the engine.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::time::Duration;

use anyhow::Context;
use parlor_engine::{Act, AnyAct, AnyNotice, AnyRefusal, AnyTurn, Names, Seats, Viewer};
use parlor_match::{Coded, Draft, MAX_ACT, NotPlayed, Sitting};
use parlor_runner::RecordFile;
use serde_json::{Map, Value, json};
use thiserror::Error;

use crate::report::{self, Views};
use crate::window::Window;
use crate::{exit, words};

/// The longest line, in bytes, with its comment, its blanks and its end: a file without line ends
/// is not read into memory whole.
const MAX_LINE: u64 = 64 << 10;

/// Plays a script. A line that is refused ends it with its number and the reason.
pub(super) fn run(
    mut input: Input,
    json: bool,
    sitting: Sitting,
    file: Option<RecordFile>,
    out: &mut dyn Write,
) -> anyhow::Result<u8> {
    let names = sitting.header().names();
    let mut script = Script { sitting, file, names, json, prompt: input.waits, out };
    let end = script.play(&mut *input.lines)?;
    script.finish(end)
}

/// Where a script comes from.
pub(super) struct Input {
    lines: Box<dyn BufRead>,
    /// Whoever writes on the other end of a pipe may be waiting for an answer to each line.
    waits: bool,
}

impl Input {
    /// Opens the file, or standard input for `-`.
    pub(super) fn open(path: &Path) -> Result<Self, String> {
        if path == Path::new("-") {
            return Ok(Self { lines: Box::new(io::stdin().lock()), waits: true });
        }
        let file = File::open(path)
            .map_err(|why| format!("cannot read the script '{}': {why}", path.display()))?;
        Ok(Self { lines: Box::new(BufReader::new(file)), waits: false })
    }
}

struct Script<'a> {
    sitting: Sitting,
    file: Option<RecordFile>,
    names: Names,
    json: bool,
    prompt: bool,
    out: &'a mut dyn Write,
}

/// A line that was not accepted.
struct RefusedLine {
    line: usize,
    why: AnyRefusal,
}

/// A line that the script reader refuses itself, before any game is asked.
#[derive(Debug, Error)]
enum BadLine {
    #[error("a line has at most {MAX_LINE} bytes")]
    TooLong,
    #[error("this is not text in UTF-8")]
    NotText,
    #[error("the game is over")]
    Over,
    #[error("nobody is asked")]
    NobodyAsked,
    #[error("seats {asked} are asked: say which one moves, as in '1: {text}'")]
    WhichSeat { asked: Seats, text: String },
}

/// The codes mean what they mean wherever else they come up.
impl Coded for BadLine {
    const CODES: &'static [&'static str] =
        &["line-too-long", "not-text", "over", "not-asked", "which-seat"];

    fn code(&self) -> &'static str {
        match self {
            Self::TooLong => "line-too-long",
            Self::NotText => "not-text",
            Self::Over => "over",
            Self::NobodyAsked => "not-asked",
            Self::WhichSeat { .. } => "which-seat",
        }
    }

    fn data(&self) -> Value {
        match self {
            Self::TooLong => json!({"most": MAX_LINE}),
            Self::WhichSeat { asked, .. } => json!({"asked": asked}),
            Self::NotText | Self::Over | Self::NobodyAsked => Value::Null,
        }
    }
}

impl Script<'_> {
    fn play(&mut self, input: &mut dyn BufRead) -> anyhow::Result<Option<RefusedLine>> {
        for line in 1.. {
            let mut bytes = Vec::new();
            input
                .take(MAX_LINE + 1)
                .read_until(b'\n', &mut bytes)
                .context("cannot read the script")?;
            if bytes.is_empty() {
                return Ok(None);
            }
            let refused = |why: AnyRefusal| Ok(Some(RefusedLine { line, why }));
            if bytes.len() as u64 > MAX_LINE {
                return refused(BadLine::TooLong.refusal());
            }
            let Ok(text) = std::str::from_utf8(&bytes) else {
                return refused(BadLine::NotText.refusal());
            };
            // Some editors begin a file with a mark that it is UTF-8.
            let text = if line == 1 { text.trim_start_matches('\u{feff}') } else { text };
            let text = text.trim();
            if text.is_empty() || text.starts_with('#') {
                continue;
            }
            // Before anything repeats it.
            if text.len() > MAX_ACT {
                return refused(NotPlayed::LongAct.refusal());
            }
            if let Err(why) = self.play_line(text)? {
                return refused(why);
            }
            if self.prompt {
                self.out.flush()?;
            }
        }
        Ok(None)
    }

    fn play_line(&mut self, text: &str) -> anyhow::Result<Result<(), AnyRefusal>> {
        let full = full_act(text);
        if !matches!(full, Some(Ok(Act::Chance(_)))) {
            // With a seed, chance that the script does not mention is dealt.
            loop {
                let mut draft = self.sitting.draft(Duration::ZERO);
                if !draft.deal() {
                    break;
                }
                self.commit(draft)?;
            }
        }
        let bare = || bare_act(text, &self.sitting.table().turn()).map_err(|why| why.refusal());
        let act = match full.unwrap_or_else(bare) {
            Ok(act) => act,
            Err(why) => return Ok(Err(why)),
        };
        let mut draft = self.sitting.draft(Duration::ZERO);
        match draft.act(act) {
            Err(why) => Ok(Err(why.refusal())),
            Ok(()) => self.commit(draft).map(Ok),
        }
    }

    /// Writes down what was drafted, then takes it, then tells of it.
    fn commit(&mut self, draft: Draft) -> anyhow::Result<()> {
        if let Some(file) = &mut self.file {
            file.write(&draft)?;
        }
        for taken in self.sitting.commit(draft) {
            if let Some(act) = taken.entry.act() {
                self.done(act, taken.notices())?;
            }
        }
        Ok(())
    }

    fn done(&mut self, act: &AnyAct, notices: &[AnyNotice]) -> anyhow::Result<()> {
        let (number, table) = (self.sitting.acts().len(), self.sitting.table());
        if self.json {
            return Ok(report::act(self.out, number, act, table, Views::All)?);
        }
        let told = words::told(table, notices, &self.names);
        Ok(writeln!(self.out, "{}", words::act(number, act, &told))?)
    }

    fn finish(self, refused: Option<RefusedLine>) -> anyhow::Result<u8> {
        let seal = self.file.map(|file| file.close(&self.sitting)).transpose()?;
        let (table, acts) = (self.sitting.table(), self.sitting.acts());
        if self.json {
            let mut more = Map::new();
            if let Some(seal) = seal {
                more.insert("seal".to_owned(), Value::from(seal.to_string()));
            }
            if let Some(RefusedLine { line, why }) = &refused {
                more.insert("error".to_owned(), Value::from("refused"));
                more.insert("line".to_owned(), json!(line));
                more.insert("reason".to_owned(), json!(why.sentence));
                more.insert("refusal".to_owned(), json!(why));
            }
            let acts: Vec<&AnyAct> = acts.iter().collect();
            report::end(self.out, &acts, table, &self.names, Views::All, more)?;
        } else {
            writeln!(self.out, "\n{}", table.draw(Viewer::Spectator, &self.names))?;
            let end =
                words::result(table, &self.names, Window::prose_columns()).unwrap_or_else(|| {
                    format!("The game is not over after {}.", words::count(acts.len(), "act"))
                });
            writeln!(self.out, "{end}")?;
            if let Some(seal) = seal {
                writeln!(self.out, "Seal: {seal}")?;
            }
        }
        let Some(RefusedLine { line, why }) = refused else {
            return Ok(exit::FINE);
        };
        self.out.flush()?;
        _ = writeln!(io::stderr(), "line {line}: {why}");
        Ok(exit::WRONG)
    }
}

/// A line in the full notation of acts; `None` when it is not meant as such.
fn full_act(text: &str) -> Option<Result<AnyAct, AnyRefusal>> {
    match text.parse::<AnyAct>() {
        Ok(act) => Some(Ok(act)),
        Err(why) => {
            let number = |word: &str| word.bytes().all(|digit| digit.is_ascii_digit());
            let head = text.split_once(": ").map(|(head, _)| head);
            let head = head.or_else(|| text.strip_suffix(" leaves"));
            head.is_some_and(number).then(|| Err(why.into()))
        }
    }
}

/// A move or an outcome alone: whose it is follows from the table.
fn bare_act(text: &str, turn: &AnyTurn) -> Result<AnyAct, BadLine> {
    match turn {
        AnyTurn::Over => Err(BadLine::Over),
        AnyTurn::Chance { .. } => Ok(Act::Chance(text.to_owned())),
        AnyTurn::Ask { seats, .. } if seats.are_several() => {
            Err(BadLine::WhichSeat { asked: *seats, text: text.to_owned() })
        }
        AnyTurn::Ask { seats, .. } => match seats.first() {
            Some(seat) => Ok(Act::Move(seat, text.to_owned())),
            None => Err(BadLine::NobodyAsked),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_engine::Seat;

    #[test]
    fn whose_act_a_bare_line_is_follows_from_the_turn() {
        let ask = |seats: Seats| AnyTurn::Ask { seats, question: Value::Null };
        let (one, two) = (Seats::one(Seat::at(1)), Seats::first_n(2));
        let text =
            |turn| bare_act("x", &turn).map(|act| act.to_string()).map_err(|it| it.refusal());
        assert_eq!(text(ask(one)).unwrap(), "2: x");
        assert_eq!(text(AnyTurn::Chance { stream: "d".into(), total: 6 }).unwrap(), "*: x");
        let several = text(ask(two)).unwrap_err();
        assert!(several.sentence.contains("seats 1, 2 are asked"), "{several}");
        assert_eq!((several.code, several.data), ("which-seat", json!({"asked": [1, 2]})));
        assert_eq!(text(AnyTurn::Over).unwrap_err().to_string(), "the game is over");
    }

    #[test]
    fn the_refusals_of_the_reader_are_documented() {
        const PAGE: &str = include_str!("../../../../docs/reference/refusals.md");
        let (_, scripts) = PAGE.split_once("\n## Scripts\n").unwrap();
        let section = scripts.split("\n## ").next().unwrap();
        let rows = section.lines().filter_map(|line| line.strip_prefix("| `")?.split_once("` |"));
        assert_eq!(rows.map(|(code, _)| code).collect::<Vec<_>>(), BadLine::CODES);
        let which = BadLine::WhichSeat { asked: Seats::NONE, text: String::new() };
        let all = [BadLine::TooLong, BadLine::NotText, BadLine::Over, BadLine::NobodyAsked, which];
        assert_eq!(all.map(|why| why.code()), BadLine::CODES);
    }

    #[test]
    fn full_notation_is_told_from_bare_moves() {
        assert!(full_act("h 0 1").is_none());
        assert!(full_act("say: hello").is_none());
        assert_eq!(full_act("2: h 0 1").unwrap().unwrap().to_string(), "2: h 0 1");
        assert!(full_act("9: h 0 1").unwrap().is_err());
        assert!(full_act("0 leaves").unwrap().is_err());
        assert_eq!(full_act("clock").unwrap().unwrap(), Act::Clock);
    }
}
