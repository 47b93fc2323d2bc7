//! Bots at a table of the terminal: letting them in, and saying what becomes of them.

use std::fmt::Write as _;
use std::fs::{self, File, OpenOptions};
use std::io::{BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::Context;
use parlor_engine::{Act, Names, Seat};
use parlor_match::{Fault, House, Remark, Sitting};
use parlor_runner::process::{Trust, shortfalls};
use parlor_runner::remote::llm::Settings;
use parlor_runner::{Arrival, Care, Finished, Live, RecordFile, SeatSpec, invite};
use serde_json::json;

use super::seat_plan::SeatPlan;
use crate::words;

/// How long bots have to end by themselves after a game.
pub(super) const PATIENCE: Duration = Duration::from_secs(2);

/// So much of what a bot wrote to standard error is shown when it fails.
const SHOWN: usize = 10;
/// These of them are the first of its last words, …
const FIRST: usize = 4;
/// … which are so many lines.
const RECENT: usize = 20;

/// How long bots may think, what their faults cost, and how they are looked after.
#[derive(Debug, Default)]
pub(super) struct Bots {
    pub(super) house: House,
    pub(super) care: Care,
    /// What becomes of remarks on the same record that are there already.
    pub(super) remarked: Remarked,
    /// Where what they write to standard error goes.
    pub(super) log: Option<File>,
}

/// What becomes of remarks that stand beside a record already.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Remarked {
    /// They stay, and no others are written.
    #[default]
    Stay,
    /// They go: the record they are about was overwritten.
    Go,
    /// Others are added: the game goes on.
    GoOn,
}

impl Bots {
    /// Fetches everybody to the table. Nobody's time runs before all are there; the game itself has been
    /// going on for so long.
    pub(super) fn let_in(
        &self,
        ago: Duration,
        sitting: Sitting,
        plan: &SeatPlan,
        file: Option<RecordFile>,
    ) -> Live {
        let arrivals = plan.planned.iter().enumerate().map(|(index, planned)| {
            let seat = Seat::at(index);
            if sitting.acts().contains(&Act::Leave(seat)) {
                // Nobody is started for a seat that nobody asks any more.
                return Arrival::Person;
            }
            let seed = sitting.dealer().map_or(0, |dealer| dealer.player_seed(seat));
            invite(planned.spec(), sitting.table(), seed, &self.care)
        });
        let arrivals = arrivals.collect();
        let now = Instant::now();
        let begun = now.checked_sub(ago).unwrap_or(now);
        Live::since(begun, sitting, arrivals, self.house.clone(), file)
    }

    /// What is to be said about them before the game.
    pub(super) fn remarks(&self, plan: &SeatPlan) -> Vec<String> {
        if !plan.has_bots() {
            return Vec::new();
        }
        let mut remarks = vec![format!("Clock of the bots: {}.", self.house.terms)];
        for planned in &plan.planned {
            if let SeatSpec::Llm(model) = planned.spec()
                && let Ok(settings) = Settings::from_env(model.as_deref())
                && let Err(why) = settings.reach(self.care.connect)
            {
                let name = planned.spec().name();
                remarks.push(format!("{name}: {why}; a computer player decides for it."));
            }
            if let SeatSpec::Command(command) = planned.spec()
                && self.care.trust == Trust::Contained
            {
                let short = shortfalls(command, &self.care.env).into_iter();
                let new: Vec<String> = short.filter(|remark| !remarks.contains(remark)).collect();
                remarks.extend(new);
            }
        }
        remarks
    }
}

impl Bots {
    /// Says how much each bot wrote to standard error, and writes it to the log where there is one.
    pub(super) fn keep_errors(
        &mut self,
        names: &Names,
        finished: &Finished,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        for (index, errors) in finished.errors.iter().enumerate() {
            let seat = Seat::at(index);
            let name = names.of(seat);
            let errors = errors.as_deref().unwrap_or_default();
            if errors.is_empty() {
                continue;
            }
            let lines = words::count(errors.lines().count(), "line");
            match &mut self.log {
                Some(log) => {
                    for line in errors.lines() {
                        writeln!(log, "{name}: {line}")
                            .context("cannot write the log of the bots")?;
                    }
                    writeln!(out, "{name} wrote {lines} to standard error.")?;
                }
                // It was shown with the fault.
                None if finished.referee.faults().iter().any(|fault| fault.seat == seat) => {}
                None => writeln!(
                    out,
                    "{name} wrote {lines} to standard error (--bot-log FILE keeps them), the last:\n  {}",
                    words::plain(telling(errors))
                )?,
            }
        }
        Ok(())
    }
}

/// What somebody has done wrong, what that costs, and what they wrote to standard error.
pub(super) fn fault_in_words(fault: &Fault, names: &Names, errors: &str) -> String {
    let Fault { seat, verdict, why, cost, .. } = fault;
    let name = names.of(*seat);
    let costs = words::cost(cost);
    let mut words = format!("{name} (seat {seat}): {verdict}: {}; {costs}.", words::plain(why));
    let lines: Vec<&str> = errors.lines().collect();
    if !lines.is_empty() {
        words.push_str("\nThe last it wrote to standard error:");
    }
    let last = &lines[lines.len().saturating_sub(RECENT)..];
    // Some languages name the place first, and others last.
    let left_out = FIRST..last.len().saturating_sub(SHOWN - FIRST).max(FIRST);
    for (index, line) in last.iter().enumerate() {
        if index == left_out.start && !left_out.is_empty() {
            words.push_str("\n  …");
        }
        if !left_out.contains(&index) {
            _ = write!(words, "\n  {}", words::plain(line));
        }
    }
    words
}

/// The line that says most, of what a bot wrote to standard error: the last that names an error, or
/// else the last.
fn telling(errors: &str) -> &str {
    let names_an_error = |line: &&str| line.contains("Error") || line.contains("Exception");
    let line = errors.lines().rfind(names_an_error);
    line.or_else(|| errors.lines().last()).unwrap_or_default()
}

/// Writes what bots thought to a file beside the record, one line each, and says where it is.
pub(super) fn keep_remarks(
    record: &Path,
    earlier: Remarked,
    remarks: &[Remark],
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let mut name = record.as_os_str().to_owned();
    name.push(".info.jsonl");
    let path = PathBuf::from(name);
    let context = || format!("cannot write what bots thought to '{}'", path.display());
    if earlier == Remarked::Go && path.exists() {
        fs::remove_file(&path).with_context(context)?;
    }
    if remarks.is_empty() {
        return Ok(());
    }
    let opened = match earlier {
        Remarked::GoOn => OpenOptions::new().create(true).append(true).open(&path),
        Remarked::Stay | Remarked::Go => File::create_new(&path),
    };
    let file = match opened {
        Err(why) if why.kind() == ErrorKind::AlreadyExists => {
            let path = path.display();
            return Ok(writeln!(out, "'{path}' exists already; what bots thought is not kept.")?);
        }
        file => file.with_context(context)?,
    };
    let mut file = BufWriter::new(file);
    for Remark { seat, acts, info } in remarks {
        let line = json!({"seat": seat, "acts": acts, "info": info});
        writeln!(file, "{line}").with_context(context)?;
    }
    file.flush().with_context(context)?;
    Ok(writeln!(out, "What bots thought is in '{}'.", path.display())?)
}
