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
            _ = writeln!(io::stderr(), "error: {error:#}");
            WRONG.into()
        }
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let cause = error.downcast_ref::<io::Error>();
    cause.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
