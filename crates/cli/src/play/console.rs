//! Lines from a person, or from a pipe that stands in for one.

use std::io::{self, BufRead, IsTerminal, Read, Write};

/// The longest line anybody may type. A pipe without line ends is not read into memory whole.
const MAX_TYPED: u64 = 10_000;

/// Sends a terminal to the top of an empty screen, with nothing above it to scroll to.
const WIPE: &str = "\u{1b}[H\u{1b}[2J\u{1b}[3J";
/// What stands for that in a file.
const APART: &str = "\n\n\n";

/// Where people type.
pub(crate) struct Console {
    input: Box<dyn BufRead>,
    /// On a terminal what is typed is seen; from a pipe it is written out, so that the output
    /// reads like a game.
    echo: bool,
    /// Whether what is written goes to a screen that can be wiped.
    wipes: bool,
    /// Whether somebody types right now, and can be asked again.
    waits: bool,
}

impl Console {
    pub(crate) fn new() -> Self {
        let stdin = io::stdin();
        let waits = stdin.is_terminal();
        let wipes = io::stdout().is_terminal();
        Self { input: Box::new(stdin.lock()), echo: !waits, wipes, waits }
    }

    /// Lines that were typed beforehand, at a terminal or into a pipe.
    #[cfg(test)]
    pub(super) fn typed(lines: &'static str, terminal: bool) -> Self {
        let input = Box::new(lines.as_bytes());
        Self { input, echo: true, wipes: terminal, waits: terminal }
    }

    /// Whether what is written scrolls away.
    pub(super) const fn is_screen(&self) -> bool {
        self.wipes
    }

    /// Whether a person types, who can be asked whether they mean it. A pipe means what it says.
    pub(super) const fn is_person(&self) -> bool {
        self.waits
    }

    /// Makes room: what was written is off the screen, and cannot be scrolled back to. Where the
    /// output goes to a file it stays there, a few lines above.
    pub(super) fn wipe(&self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(if self.wipes { WIPE.as_bytes() } else { APART.as_bytes() })
    }

    /// Asks for a line; `None` at the end of the input.
    pub(crate) fn ask(&mut self, prompt: &str, out: &mut dyn Write) -> io::Result<Option<String>> {
        write!(out, "{prompt}")?;
        out.flush()?;
        let mut bytes = Vec::new();
        self.input.by_ref().take(MAX_TYPED).read_until(b'\n', &mut bytes)?;
        if bytes.is_empty() {
            writeln!(out)?;
            return Ok(None);
        }
        if bytes.len() as u64 == MAX_TYPED && !bytes.ends_with(b"\n") {
            self.skip_line()?;
        }
        let line = tidy(&String::from_utf8_lossy(&bytes));
        if self.echo {
            writeln!(out, "{line}")?;
        }
        Ok(Some(line))
    }

    fn skip_line(&mut self) -> io::Result<()> {
        loop {
            let mut bytes = Vec::new();
            self.input.by_ref().take(MAX_TYPED).read_until(b'\n', &mut bytes)?;
            if bytes.is_empty() || bytes.ends_with(b"\n") {
                return Ok(());
            }
        }
    }
}

/// A typed line with single blanks and nothing a terminal would act on.
fn tidy(line: &str) -> String {
    let words = line.split(|c: char| c.is_whitespace() || c.is_control());
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_do_not_matter() {
        assert_eq!(tidy("  h  0\t1 \r\n"), "h 0 1");
        assert_eq!(tidy("\u{1b}[A"), "[A");
        assert_eq!(tidy("\n"), "");
    }
}
