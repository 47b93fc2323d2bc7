//! Exit codes, as documented in `docs/reference/exit-codes.md`.

use std::io::{self, Write};
use std::process::ExitCode;

/// The run did what was asked.
pub(crate) const FINE: u8 = 0;
/// The run did what was asked, and the answer is no: `verify` found a record that is not good.
pub(crate) const NEGATIVE: u8 = 1;
/// The run could not do what was asked: wrong usage, bad input, a file that cannot be read or
/// written. Also clap's code for an unknown flag.
pub(crate) const WRONG: u8 = 2;

/// What the process ends with. An error is said on stderr, in one line where it is one.
pub(crate) fn code(result: anyhow::Result<u8>) -> ExitCode {
    match result {
        Ok(code) => code.into(),
        // `parlor games | head -1`: whoever reads has seen enough.
        Err(error) if is_broken_pipe(&error) => FINE.into(),
        Err(error) => {
            // Nothing can be done where stderr is closed, and that is no reason to panic.
            _ = writeln!(io::stderr(), "error: {}", readable(&format!("{error:#}")));
            WRONG.into()
        }
    }
}

/// The longest line of a message, in characters.
const MAX_LINE: usize = 4_000;

/// A message may repeat what stands in a file, which may be a whole book, or orders to a terminal.
fn readable(text: &str) -> String {
    let line = |line: &str| -> String {
        let plain = |letter: char| if letter.is_control() { '\u{fffd}' } else { letter };
        let rest = if line.chars().nth(MAX_LINE).is_some() { "..." } else { "" };
        line.chars().take(MAX_LINE).map(plain).chain(rest.chars()).collect()
    };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let cause = error.downcast_ref::<io::Error>();
    cause.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_short_and_gives_a_terminal_no_orders() {
        assert_eq!(readable("one\n  two: 'é'"), "one\n  two: 'é'");
        assert_eq!(readable("a\u{1b}[2Jb"), "a\u{fffd}[2Jb");
        let long = "é".repeat(MAX_LINE);
        assert_eq!(readable(&long), long);
        assert_eq!(readable(&format!("{long}é\nend")), format!("{long}...\nend"));
    }
}
