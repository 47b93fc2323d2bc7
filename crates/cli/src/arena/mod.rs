//! `parlor arena`: tournaments, and what may be concluded from them.

mod flags;
mod game;
mod progress;
mod result;

use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::{Context, bail};
use parlor_arena::{
    BadShard, Folder, FolderError, Halt, Orders, RunError, Shard, Stopped, Summary, Tournament,
    merge, report, run as play,
};
use parlor_engine::Problems;
use parlor_runner::Care;
use parlor_runner::SeatSpec;
use parlor_runner::process::{Trust, look_for, shortfalls};
use serde_json::json;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

use crate::play::bot_variable;
use crate::{exit, words};
use flags::{Flags, settings};
use progress::Telling;

/// The most games at a time.
const MOST_JOBS: usize = 256;

#[derive(clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_help = "Examples:\n  \
        parlor arena dots-and-boxes --players easy,random --games 200\n  \
        parlor arena automation --players big-money,engine --sprt 0,20,0.05,0.05\n  \
        parlor arena chaos-letter --seats 4 --players random,courtier,cultist,trickster \\\n    \
            --player 'cmd:python3 bot.py' --out letters\n  \
        parlor arena --config arena.toml --out cup\n  \
        parlor arena --resume --out cup\n  \
        parlor arena game cup 12.1\n\n\
        Every deal is played once from every seat; such games are a block, and all statistics are on \
        blocks. docs/guide/arena.md says how to read the result.\n\n\
        Ctrl-C finishes the games that are being played; a second one stops at once. --resume goes on."
)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    flags: Flags,
}

#[derive(clap::Subcommand)]
enum Command {
    /// Put the parts of a tournament together that were played with --shard
    Merge {
        /// The folders of all parts
        #[arg(required = true, value_name = "DIR")]
        parts: Vec<PathBuf>,
        /// Where the whole goes: a new folder
        #[arg(long, value_name = "DIR")]
        out: PathBuf,
    },
    /// Show one game of a tournament again, or write its record
    Game(game::Args),
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<u8> {
    match &args.command {
        None => tournament(&args.flags, out),
        Some(Command::Game(args)) => game::run(args, out),
        Some(Command::Merge { parts, out: into }) => {
            let summary = merge(parts, into)?;
            let (folder, ..) = Folder::open(into)?;
            report::write(&folder, Shard::WHOLE, &summary)?;
            result::print(&summary, out)?;
            result::written(into, out)?;
            Ok(exit::FINE)
        }
    }
}

/// Plays the tournament that is asked for, or goes on with it.
fn tournament(flags: &Flags, out: &mut dyn Write) -> anyhow::Result<u8> {
    let mut problems = Problems::new();
    let jobs = read_jobs(flags.jobs, &mut problems);
    let shard = flags.shard.as_deref().map_or(Ok(Shard::WHOLE), str::parse);
    let shard = shard.unwrap_or_else(|why: BadShard| {
        problems.add("shard", why.to_string());
        Shard::WHOLE
    });
    let care = care(flags, &mut problems);
    let (folder, tournament, shard) = open(flags, shard, problems)?;
    let halt = Halt::default();
    catch_signals(&halt.0).context("cannot listen for Ctrl-C")?;
    let care = Care { hidden: secrets(&folder, flags), ..care };
    let mut orders = Orders { records: flags.records, care, halt, ..Orders::default() };
    orders.jobs = jobs.unwrap_or(orders.jobs);
    let mut telling = Telling::new(flags.json);
    telling.begin(&tournament, &folder, shard, &orders, out)?;
    for remark in remarks(&tournament, &orders.care) {
        telling.remark(&remark, out)?;
    }
    let played = play(&folder, &tournament, shard, &orders, |progress| {
        telling.tell(progress, orders.halt.is_raised(), out);
    });
    telling.end();
    let (stopped, summary) = played?;
    if matches!(stopped, Stopped::Finished | Stopped::Decided(_)) {
        report::write(&folder, shard, &summary)?;
    }
    if flags.json {
        print_json(stopped, &summary, folder.path(), out)?;
    } else {
        print(stopped, &summary, shard, folder.path(), out)?;
    }
    Ok(code(stopped))
}

fn read_jobs(jobs: Option<usize>, problems: &mut Problems) -> Option<usize> {
    match jobs {
        Some(jobs) if !(1..=MOST_JOBS).contains(&jobs) => {
            problems.add("jobs", format!("1 to {MOST_JOBS} games at a time, not {jobs}"));
            None
        }
        jobs => jobs,
    }
}

/// What bots are not to read: a bot that knows what is played, or its seed, knows all cards.
fn secrets(folder: &Folder, flags: &Flags) -> Vec<PathBuf> {
    let config = flags.config.as_deref().filter(|path| path.is_file());
    let absolute = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    std::iter::once(folder.path()).chain(config).map(absolute).collect()
}

/// The last line for programs.
fn print_json(
    stopped: Stopped,
    summary: &Summary,
    path: &Path,
    out: &mut dyn Write,
) -> std::io::Result<()> {
    let how = match stopped {
        Stopped::Finished => "finished".to_owned(),
        Stopped::Decided(hypothesis) => format!("accepted {hypothesis}"),
        Stopped::Halted => "halted".to_owned(),
        Stopped::ShardFinished => "part finished".to_owned(),
    };
    let line = json!({"event": "end", "how": how, "folder": path, "summary": summary});
    writeln!(out, "{line}")
}

/// The result for people, or how to go on.
fn print(
    stopped: Stopped,
    summary: &Summary,
    shard: Shard,
    path: &Path,
    out: &mut dyn Write,
) -> std::io::Result<()> {
    match stopped {
        Stopped::Finished | Stopped::Decided(_) => {
            result::print(summary, out)?;
            result::written(path, out)
        }
        Stopped::Halted => writeln!(
            out,
            "Stopped after {} games. To go on: parlor arena --resume --out {}",
            summary.games,
            words::typed(path)
        ),
        Stopped::ShardFinished => writeln!(
            out,
            "Part {shard} is played: {} games. When all parts are: parlor arena merge DIR… --out DIR",
            summary.games
        ),
    }
}

/// A tournament that was stopped is not done: a batch system has to give the command again.
const fn code(stopped: Stopped) -> u8 {
    match stopped {
        Stopped::Finished | Stopped::Decided(_) | Stopped::ShardFinished => exit::FINE,
        Stopped::Halted => exit::NEGATIVE,
    }
}

/// Makes the folder, or opens the one that is there.
fn open(
    flags: &Flags,
    shard: Shard,
    problems: Problems,
) -> anyhow::Result<(Folder, Tournament, Shard)> {
    if flags.resume
        && let Some(path) = &flags.out
    {
        let is_asked = flags.game.is_some() || flags.config.is_some();
        let (folder, tournament, of) = match Folder::open(path) {
            // So that a batch system can give the same command again and again.
            Err(FolderError::NoTournament(_)) if is_asked => return begin(flags, shard, problems),
            opened => opened?,
        };
        problems.into_result(())?;
        if !is_asked && flags.say_anything() {
            bail!(
                "name the game too, or leave out what was settled when '{}' began",
                path.display()
            );
        }
        if is_asked {
            let asked = Tournament::settle(&settings(flags)?, || tournament.seed)?;
            let mut differ = asked.differences(&tournament);
            if flags.shard.is_some() && of != shard {
                differ.push("the part");
            }
            if !differ.is_empty() {
                let what = format!(
                    "it differs in {}; leave out what is typed to go on with it",
                    differ.join(", ")
                );
                bail!(FolderError::Other { path: path.clone(), what });
            }
        }
        return Ok((folder, tournament, of));
    }
    begin(flags, shard, problems)
}

/// Settles the tournament that is asked for, and makes its folder.
fn begin(
    flags: &Flags,
    shard: Shard,
    mut problems: Problems,
) -> anyhow::Result<(Folder, Tournament, Shard)> {
    let settings = settings(flags);
    if !shard.is_whole() && settings.as_ref().is_ok_and(|settings| settings.seed.is_none()) {
        problems.add("shard", "all parts need the same seed: say which, with --seed");
    }
    let tournament = match settings.map(|settings| Tournament::settle(&settings, fresh_seed)) {
        Err(why) => {
            problems.append(why.downcast::<Problems>()?);
            return Err(problems.into());
        }
        Ok(Err(more)) => {
            problems.append(more);
            return Err(problems.into());
        }
        Ok(Ok(tournament)) => tournament,
    };
    problems.into_result(())?;
    if !shard.is_whole() && tournament.format.is_adaptive() {
        bail!(RunError::Parts(tournament.format));
    }
    let path = flags.out.clone().unwrap_or_else(|| {
        let game = tournament.events.first().map_or("games", |event| event.game.as_str());
        let numbered = (2..).map(|number| format!("arena-{game}-{number}"));
        let mut names = std::iter::once(format!("arena-{game}")).chain(numbered).map(PathBuf::from);
        names.find(|name| !name.exists()).unwrap_or_default()
    });
    let folder = Folder::create(&path, &tournament, shard)?;
    Ok((folder, tournament, shard))
}

/// A number that no bot can guess, and that every language can hold.
fn fresh_seed() -> u64 {
    use std::hash::{BuildHasher, RandomState};
    RandomState::new().hash_one(0) >> 11
}

fn care(flags: &Flags, problems: &mut Problems) -> Care {
    let mut env = Vec::new();
    for word in &flags.bot_env {
        match bot_variable(word) {
            Ok(variable) => env.push(variable),
            Err(why) => problems.add("bot-env", why),
        }
    }
    let trust = if flags.trust_bots { Trust::Trusted } else { Trust::Contained };
    Care { trust, env, ..Care::default() }
}

/// What to know beforehand, each once: bots that cannot start, and containment that this machine lacks.
fn remarks(tournament: &Tournament, care: &Care) -> Vec<String> {
    let mut remarks: Vec<String> = Vec::new();
    for (spec, player) in tournament.specs().iter().zip(&tournament.players) {
        let SeatSpec::Command(command) = spec else { continue };
        if let Err(why) = look_for(command, &care.env) {
            remarks.push(format!("{} cannot start, and will lose every game: {why}", player.name));
        } else if care.trust == Trust::Contained {
            remarks.extend(shortfalls(command, &care.env));
        }
    }
    let mut said = BTreeSet::new();
    remarks.retain(|remark| said.insert(remark.clone()));
    remarks
}

/// The first signal asks the run to end; the second one ends the program.
fn catch_signals(halt: &Arc<AtomicBool>) -> std::io::Result<()> {
    for signal in [SIGINT, SIGTERM] {
        // In this order: the shutdown looks at the flag before this signal has set it.
        flag::register_conditional_shutdown(signal, 128 + signal, Arc::clone(halt))?;
        flag::register(signal, Arc::clone(halt))?;
    }
    Ok(())
}
