//! `parlor arena`: tournaments, and what may be concluded from them.

mod game;
mod progress;
mod result;

use std::fs::File;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::{Context, bail};
use parlor_arena::{
    BadFormat, BadShard, Folder, FolderError, Halt, Orders, PlayerSettings, RunError, Settings,
    Shard, Stopped, Tournament, merge, report, run as play,
};
use parlor_engine::Problems;
use parlor_registry::find;
use parlor_runner::Care;
use parlor_runner::SeatSpec;
use parlor_runner::process::{Trust, shortfalls};
use serde_json::json;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

use crate::play::{bot_variable, parts};
use crate::{exit, option_file, words};
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

#[derive(clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
struct Flags {
    /// The game
    game: Option<String>,
    /// Read all this from a file in TOML; what is typed comes first
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// An option of the game, such as boxes=5x5. With KEY=@FILE the value is what is in the file
    #[arg(short, long = "option", value_name = "KEY=VALUE")]
    options: Vec<String>,
    /// How many sit at a table; the game's usual number unless told otherwise
    #[arg(long, value_name = "N")]
    seats: Option<usize>,
    /// Who plays: computer players of the game, and the kinds of --seats of 'parlor play' but human
    #[arg(long, value_name = "SPEC,SPEC…")]
    players: Option<String>,
    /// One more player; given once for each, where --players would stumble over a comma
    #[arg(long, value_name = "SPEC")]
    player: Vec<String>,
    /// What the players are called, in the same order
    #[arg(long, value_name = "NAME,NAME…", value_delimiter = ',')]
    names: Vec<String>,
    /// Who meets whom: round-robin, gauntlet (the first against all others), swiss, knockout, ladder
    #[arg(long, value_name = "FORMAT")]
    format: Option<String>,
    /// How many games each table plays, in each round where there are rounds; whole blocks are played
    #[arg(long, value_name = "N")]
    games: Option<u64>,
    /// How many rounds a swiss or a ladder has
    #[arg(long, value_name = "N")]
    rounds: Option<u32>,
    /// Stop as soon as it is decided whether the first player is ahead of the other, or in a gauntlet of
    /// all others, by ELO0 or by ELO1, with errors in at most the shares ALPHA and BETA of all cases
    #[arg(long, value_name = "ELO0,ELO1,ALPHA,BETA", allow_hyphen_values = true)]
    sprt: Option<String>,
    /// The same number plays the same tournament
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// How many games are played at a time; as many as there are cores unless told otherwise
    #[arg(long, value_name = "N")]
    jobs: Option<usize>,
    /// How long bots may think: 500ms for each move, 60s+1s for all moves and what each adds, or none
    #[arg(long, value_name = "CLOCK", allow_hyphen_values = true)]
    clock: Option<String>,
    /// What a bot's fault costs: forfeit, default-move, game, takeover:PLAYER; or of single verdicts
    /// first, as in timeout=default-move,forfeit
    #[arg(long, value_name = "COSTS")]
    faults: Option<String>,
    /// Start bots as yourself, with your rights and your environment, and not contained
    #[arg(long)]
    trust_bots: bool,
    /// Hand this variable of your environment to bots that are started, or one with this value
    #[arg(long, value_name = "NAME[=VALUE]")]
    bot_env: Vec<String>,
    /// Where everything is written: a new folder. arena-GAME unless told otherwise
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Go on with the tournament in the folder; where there is none yet, begin the one that is named
    #[arg(long, requires = "out")]
    resume: bool,
    /// Play the I-th of N parts of the tournament; 'parlor arena merge' puts them together
    #[arg(long, value_name = "I/N")]
    shard: Option<String>,
    /// Write the record of every game, too
    #[arg(long)]
    records: bool,
    /// One JSON object a line: how it goes, and what came of it
    #[arg(long)]
    json: bool,
}

impl Flags {
    /// Whether anything is said about which games are played.
    fn say_anything(&self) -> bool {
        !(self.options.is_empty() && self.player.is_empty() && self.names.is_empty())
            || self.seats.is_some()
            || self.players.is_some()
            || self.format.is_some()
            || self.games.is_some()
            || self.rounds.is_some()
            || self.sprt.is_some()
            || self.seed.is_some()
            || self.clock.is_some()
            || self.faults.is_some()
            || self.shard.is_some()
    }
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

fn tournament(flags: &Flags, out: &mut dyn Write) -> anyhow::Result<u8> {
    let mut problems = Problems::new();
    let jobs = match flags.jobs {
        Some(jobs) if !(1..=MOST_JOBS).contains(&jobs) => {
            problems.add("jobs", format!("1 to {MOST_JOBS} games at a time, not {jobs}"));
            None
        }
        jobs => jobs,
    };
    let shard = flags.shard.as_deref().map_or(Ok(Shard::WHOLE), str::parse);
    let shard = shard.unwrap_or_else(|why: BadShard| {
        problems.add("shard", why.to_string());
        Shard::WHOLE
    });
    let care = care(flags, &mut problems);
    let (folder, tournament, shard) = open(flags, shard, problems)?;
    let halt = Halt::default();
    catch_signals(&halt.0).context("cannot listen for Ctrl-C")?;
    // Whoever can read what is played knows all cards.
    let hidden = std::path::absolute(folder.path()).unwrap_or_else(|_| folder.path().to_owned());
    let care = Care { hidden: vec![hidden], ..care };
    let mut orders = Orders { records: flags.records, care, halt, ..Orders::default() };
    orders.jobs = jobs.unwrap_or(orders.jobs);
    let mut telling = Telling::new(flags.json);
    telling.begin(&tournament, &folder, shard, &orders, out)?;
    for remark in remarks(&tournament, &orders.care) {
        telling.remark(&remark);
    }
    let played = play(&folder, &tournament, shard, &orders, |progress| telling.tell(progress, out));
    telling.end();
    let (stopped, summary) = match played {
        Err(why @ RunError::Parts(_)) => bail!(why),
        played => played?,
    };
    let path = folder.path();
    if matches!(stopped, Stopped::Finished | Stopped::Decided(_)) {
        report::write(&folder, shard, &summary)?;
    }
    if flags.json {
        let how = match stopped {
            Stopped::Finished => "finished".to_owned(),
            Stopped::Decided(hypothesis) => format!("accepted {hypothesis}"),
            Stopped::Halted => "halted".to_owned(),
            Stopped::ShardFinished => "part finished".to_owned(),
        };
        let line = json!({"event": "end", "how": how, "folder": path, "summary": summary});
        writeln!(out, "{line}")?;
        return Ok(exit::FINE);
    }
    match stopped {
        Stopped::Finished | Stopped::Decided(_) => {
            result::print(&summary, out)?;
            result::written(path, out)?;
        }
        Stopped::Halted => writeln!(
            out,
            "Stopped after {} games. To go on: parlor arena --resume --out {}",
            summary.games,
            words::typed(path)
        )?,
        Stopped::ShardFinished => writeln!(
            out,
            "Part {shard} is played: {} games. When all parts are: parlor arena merge DIR… --out DIR",
            summary.games
        )?,
    }
    Ok(exit::FINE)
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
            let asked =
                Settings { seed: Some(flags.seed.unwrap_or(tournament.seed)), ..settings(flags)? };
            let asked = Tournament::settle(&asked, || tournament.seed)?;
            let mut differ = asked.differences(&tournament);
            if flags.shard.is_some() && of != shard {
                differ.push("the part");
            }
            if !differ.is_empty() {
                let what = format!(
                    "{} differ; leave out what is typed to go on with it",
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
        Err(why) => return Err(why),
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

/// What is asked for: the file, and what was typed over it.
fn settings(flags: &Flags) -> anyhow::Result<Settings> {
    let mut problems = Problems::new();
    let mut settings = match &flags.config {
        Some(path) => read(path)?,
        None => Settings::default(),
    };
    if let Some(game) = &flags.game {
        settings.game = Some(game.clone());
        settings.events.clear();
    }
    if !flags.options.is_empty() {
        let (typed, more) = option_file::with_files(&flags.options);
        problems.append(more);
        if let Some(game) = settings.game.as_deref() {
            let (options, more) = find(game)?.options_from_words(&typed);
            problems.append(more);
            settings.options = options;
        } else if settings.events.is_empty() {
            problems.add("option", "they belong to a game, and none is named");
        } else {
            problems
                .add("option", "each event has its own, in the file; name a game to play that one");
        }
    }
    let mut specs: Vec<String> = Vec::new();
    if let Some(players) = &flags.players {
        specs.extend(parts(players).into_iter().map(str::to_owned));
    }
    specs.extend(flags.player.iter().cloned());
    if !specs.is_empty() {
        settings.players = specs.into_iter().map(PlayerSettings::Spec).collect();
    }
    if !flags.names.is_empty() {
        if flags.names.len() != settings.players.len() {
            let names = words::count(flags.names.len(), "name");
            let players = words::count(settings.players.len(), "player");
            problems.add("names", format!("{names} for {players}"));
        }
        for (player, name) in settings.players.iter_mut().zip(&flags.names) {
            let (PlayerSettings::Spec(spec) | PlayerSettings::Named { spec, .. }) = player;
            *player = PlayerSettings::Named { name: name.trim().to_owned(), spec: spec.clone() };
        }
    }
    if let Some(format) = &flags.format {
        match format.parse() {
            Ok(format) => settings.format = format,
            Err(why @ BadFormat { .. }) => problems.add("format", why.to_string()),
        }
    }
    settings.seats = flags.seats.or(settings.seats);
    settings.games = flags.games.or(settings.games);
    settings.rounds = flags.rounds.or(settings.rounds);
    settings.sprt = flags.sprt.clone().or(settings.sprt);
    settings.seed = flags.seed.or(settings.seed);
    settings.clock = flags.clock.clone().or(settings.clock);
    settings.faults = flags.faults.clone().or(settings.faults);
    if problems.is_empty() {
        return Ok(settings);
    }
    // What else is wrong is worth saying with it.
    if let Err(more) = Tournament::settle(&settings, || 0) {
        problems.append(more);
    }
    Err(problems.into())
}

/// The largest file with settings, in bytes.
const MAX_CONFIG: u64 = 1 << 20;

fn read(path: &Path) -> anyhow::Result<Settings> {
    let name = path.display();
    let mut text = String::new();
    let file = File::open(path).with_context(|| format!("cannot read '{name}'"))?;
    let size = file.take(MAX_CONFIG + 1).read_to_string(&mut text);
    if size.with_context(|| format!("cannot read '{name}'"))? as u64 > MAX_CONFIG {
        bail!("'{name}' is too large: settings have at most {MAX_CONFIG} bytes");
    }
    toml::from_str(&text).with_context(|| format!("'{name}' cannot be understood"))
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

/// What the machine does not permit, once.
fn remarks(tournament: &Tournament, care: &Care) -> Vec<String> {
    let mut remarks: Vec<String> = Vec::new();
    for spec in tournament.specs() {
        if let SeatSpec::Command(command) = &spec
            && care.trust == Trust::Contained
        {
            let short = shortfalls(command, &care.env).into_iter();
            let new: Vec<String> = short.filter(|remark| !remarks.contains(remark)).collect();
            remarks.extend(new);
        }
    }
    remarks
}

/// The first signal asks for the end, the second one is it.
fn catch_signals(halt: &Arc<AtomicBool>) -> std::io::Result<()> {
    for signal in [SIGINT, SIGTERM] {
        // In this order: the first of them looks at what the second has not yet set.
        flag::register_conditional_shutdown(signal, 128 + signal, Arc::clone(halt))?;
        flag::register(signal, Arc::clone(halt))?;
    }
    Ok(())
}
