//! `parlor verify FILE…`: proves recorded games.

use std::fmt::Write as _;
use std::io::Write;
use std::path::{Path, PathBuf};

use parlor_engine::layout::wrapped_in;
use parlor_match::{Fault, Flaw, Unproven, Verified, VerifyError};
use parlor_runner::LoadError;

use crate::window::Window;
use crate::{exit, record_file, words};
use parlor_registry::SHELF;

#[derive(clap::Args)]
#[command(
    after_help = "Exit codes: 0 every record is good; 1 one is unfinished, was changed, or does \
                        not follow from its seed and the rules; 2 one cannot be judged here (no \
                        such file, no record, an unknown game, or other rules)"
)]
pub(crate) struct Args {
    /// The records to prove ('-': standard input)
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<u8> {
    let mut worst = exit::FINE;
    for file in &args.files {
        let (code, verdict) = judge(file);
        let verdict = format!("{}: {verdict}", file.display());
        let columns = Window::text_columns();
        let lines = verdict.lines().map(|line| wrapped_in(columns, "", line, 2));
        writeln!(out, "{}", lines.collect::<Vec<_>>().join("\n"))?;
        worst = worst.max(code);
    }
    Ok(worst)
}

/// The verdict on one file: its exit code, and in words.
fn judge(file: &Path) -> (u8, String) {
    let record = match record_file::load_or_stdin(file) {
        Ok(record) => record,
        Err(LoadError::Io(why)) => {
            return (exit::WRONG, format!("cannot be judged: the file cannot be read: {why}"));
        }
        Err(LoadError::Bad(bad)) => {
            return match bad.flaw {
                Flaw::NotARecord | Flaw::UnknownVersion(_) | Flaw::TooLarge => {
                    (exit::WRONG, format!("cannot be judged: {bad}"))
                }
                Flaw::BrokenHeader => (exit::NEGATIVE, format!("INCOMPLETE: {bad}")),
                _ => (exit::NEGATIVE, format!("NOT GOOD: {bad}")),
            };
        }
    };
    match parlor_match::verify(&record, SHELF) {
        Ok(verified) => {
            let mut words = praise(&verified);
            for Fault { seat, verdict, cost, acts, .. } in record.faults() {
                let cost = words::cost(cost);
                write!(words, "\n  Seat {seat}: {verdict} after act {acts}; {cost}.")
                    .expect("text can be written");
            }
            if let Some(commitment) = record.header.commitment {
                write!(words, "\n  Commitment: {commitment}").expect("text can be written");
            }
            write!(words, "\n  Seal: {}", record.seal()).expect("text can be written");
            (exit::FINE, words)
        }
        Err(VerifyError::NoTable(why)) => (exit::WRONG, format!("cannot be judged: {why}")),
        Err(VerifyError::BreaksOff { line, acts }) => (exit::NEGATIVE, good_so_far(line, acts)),
        Err(why) => (exit::NEGATIVE, format!("NOT GOOD: {why}")),
    }
}

/// Of a game that goes on, or whose record was cut.
fn good_so_far(line: usize, acts: usize) -> String {
    let acts = words::count(acts, "act");
    format!(
        "the game is not finished; good so far: no byte was changed up to line {line}, where the record ends; \
         the rules were kept ({acts}). Luck and result can be proven when the game is over."
    )
}

fn praise(verified: &Verified) -> String {
    let Verified { acts, dealt, undealt, unproven, over } = *verified;
    let mut words = vec![format!(
        "good: no byte was changed; the rules were kept ({})",
        words::count(acts, "act")
    )];
    if dealt > 0 {
        words
            .push(format!("chance is what the seed deals ({})", words::count(dealt, "chance act")));
    }
    words.push(match unproven {
        Some(Unproven::ByHand) if undealt > 0 => {
            format!(
                "chance was decided by hand, so the luck is not proven ({})",
                words::count(undealt, "chance act")
            )
        }
        Some(Unproven::ByHand) => "no seed was used".to_owned(),
        Some(Unproven::Forked { .. }) | None => {
            "the seed is the one committed to before play".to_owned()
        }
    });
    if let Some(Unproven::Forked { at }) = unproven {
        let chance = match undealt {
            0 => String::new(),
            some => format!(" ({some} of them chance)"),
        };
        words.push(format!(
            "acts 1 to {at} were taken over from another game and are only checked against the \
             rules{chance}"
        ));
    }
    words.push(
        if over { "the outcome is right" } else { "the game was stopped before its end" }
            .to_owned(),
    );
    format!("{}.", words.join("; "))
}
