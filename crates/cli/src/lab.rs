//! `parlor lab GAME`: what kind of game a table is, whether it is fair, and which moves matter.

use std::fs::{self, OpenOptions};
use std::io::{self, IsTerminal, Write, stderr};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context;
use indicatif::{ProgressBar, ProgressStyle};
use parlor_engine::Problems;
use parlor_lab::{Lab, LabProgress, LabReport, LabSettings, USUAL_GAMES, study};

use crate::play::which_game;
use crate::{exit, option_file};

/// The most threads; no machine has a use for more.
const MOST_JOBS: u64 = 1_024;
/// How often a line is written where no terminal shows a bar.
const SAY: Duration = Duration::from_secs(10);

#[derive(clap::Args)]
#[command(
    after_help = "What each figure means: docs/guide/balance-lab.md. The same seed gives the \
                        same report, whatever --jobs is, unless a player has a limit of time."
)]
pub(crate) struct Args {
    /// The game to study
    game: String,
    /// An option of the game, such as boxes=5x5. With KEY=@FILE the value is what is in the file; of
    /// a spreadsheet, or a folder of .csv files, its sheets
    #[arg(short, long = "option", value_name = "KEY=VALUE")]
    options: Vec<String>,
    /// How many seats play; as many as --players names, or else the game's usual number
    #[arg(long, value_name = "N")]
    seats: Option<usize>,
    /// Who plays: one computer player for all seats, or one for each, which then change seats.
    /// NAME@500ms limits the time of a player for each answer, NAME:2000 its iterations. The game's
    /// strongest in all seats unless told otherwise
    #[arg(long, value_name = "NAME,NAME…", value_delimiter = ',')]
    players: Vec<String>,
    /// How many games to play of each table
    #[arg(long, value_name = "N", default_value_t = USUAL_GAMES)]
    games: u64,
    /// The same number plays the same games
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Compare tables: OPTION=FROM..TO:STEP for numbers, OPTION=a,b,c for words. Given several times,
    /// every value of one is tried with every value of the others
    #[arg(long, value_name = "OPTION=VALUES")]
    sweep: Vec<String>,
    /// Stop playing a table when the margin of error of the first seat's share of points is below
    /// this; 0.01 with --sweep
    #[arg(long, value_name = "SHARE", allow_negative_numbers = true)]
    within: Option<f64>,
    /// How many games are played at a time; as many as the machine has processors
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MOST_JOBS))]
    jobs: Option<u64>,
    /// One JSON object with all figures
    #[arg(long)]
    json: bool,
    /// Write all figures, with pictures, to this file, as a web page that needs no other; a page that
    /// is there is replaced
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<u8> {
    let lab = settle(args)?;
    let jobs = match args.jobs {
        Some(jobs) => usize::try_from(jobs).unwrap_or(1),
        None => thread::available_parallelism().map_or(1, usize::from),
    };
    let mut teller = Teller::new(&lab);
    let report = study(&lab, jobs, |progress| teller.tell(progress))?;
    teller.bar.finish_and_clear();
    // The page last: what was measured is not lost where it cannot be written.
    let printed = print(args, &report, out);
    if let Some(path) = &args.report {
        fs::write(path, report.to_page())
            .with_context(|| format!("cannot write '{}'", path.display()))?;
    }
    printed?;
    Ok(exit::FINE)
}

/// Checks everything that was asked for, the file of the report included, before anything is played.
fn settle(args: &Args) -> anyhow::Result<Lab> {
    let (options, mut problems) = option_file::with_files(&args.options);
    let settings = LabSettings {
        game: which_game(&args.game)?.about().id.to_owned(),
        options,
        seats: args.seats,
        players: args.players.clone(),
        games: args.games,
        seed: args.seed,
        sweeps: args.sweep.clone(),
        within: args.within,
    };
    let lab = Lab::settle(&settings);
    if let Err(more) = &lab {
        problems.append(more.clone());
    }
    if let Some(path) = &args.report {
        check_report(path, &mut problems);
    }
    problems.into_result(())?;
    Ok(lab?)
}

/// Checks that the report can be written, so that it does not fail after an hour of games. A report may
/// replace a report.
fn check_report(path: &Path, problems: &mut Problems) {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    if path.is_dir() {
        problems.add("report", format!("'{}' is a folder", path.display()));
    } else if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
        problems.add("report", format!("there is no folder '{}'", folder.display()));
    } else if let Err(why) = try_to_write(path) {
        problems.add("report", format!("cannot write '{}': {why}", path.display()));
    }
}

/// Tries to open a file for writing, and leaves everything as it was: a file that did not exist is removed
/// again.
fn try_to_write(path: &Path) -> io::Result<()> {
    let is_new = !path.exists();
    OpenOptions::new().append(true).create(true).open(path)?;
    if is_new { fs::remove_file(path) } else { Ok(()) }
}

fn print(args: &Args, report: &LabReport, out: &mut dyn Write) -> anyhow::Result<()> {
    if args.json {
        writeln!(out, "{}", serde_json::to_string(report).context("figures as JSON")?)?;
    } else {
        write!(out, "{report}")?;
    }
    Ok(())
}

/// Tells progress: a bar on a terminal, elsewhere a line now and then.
struct Teller {
    bar: ProgressBar,
    is_terminal: bool,
    said: Instant,
}

impl Teller {
    fn new(lab: &Lab) -> Self {
        let is_terminal = stderr().is_terminal();
        let bar = if is_terminal {
            let style =
                ProgressStyle::with_template("{prefix} {wide_bar} {msg} {pos}/{len} games {eta}");
            let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
            ProgressBar::new(lab.games).with_prefix(lab.game.clone()).with_style(style)
        } else {
            ProgressBar::hidden()
        };
        Self { bar, is_terminal, said: Instant::now() }
    }

    fn tell(&mut self, progress: &LabProgress<'_>) {
        let LabProgress { table, tables, games, of, .. } = *progress;
        if self.is_terminal {
            self.bar.set_length(of);
            self.bar.set_position(games);
            if tables > 1 {
                self.bar.set_message(format!("table {table} of {tables}"));
            }
        } else if self.said.elapsed() > SAY {
            self.said = Instant::now();
            // A closed standard error is no reason to stop.
            let which =
                if tables > 1 { format!("table {table} of {tables}: ") } else { String::new() };
            _ = writeln!(stderr(), "{which}{games} of {of} games");
        }
    }
}
