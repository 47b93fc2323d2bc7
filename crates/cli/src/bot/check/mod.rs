//! `parlor bot check CMD`: plays with a bot as an author would not think of, and prints a report card.

mod card;
mod tables;

use std::io::{IsTerminal, Write, stderr};

use anyhow::bail;
use indicatif::{ProgressBar, ProgressStyle};
use parlor_botcheck::{Check, Checkup, Grade, Progress};
use parlor_engine::{AnyRulebook, Problems};
use parlor_match::Terms;
use parlor_registry::{find, games};
use parlor_runner::process::{Trust, shortfalls};
use parlor_runner::{BadSpec, SeatSpec};
use serde_json::json;

use super::new::{line, quoted};
use crate::exit;
use crate::play::bot_variable;
use parlor_registry::SHELF;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  parlor bot check 'python3 bot.py'
  parlor bot check 'python3 bot.py' --game chaos-letter -o deck=chaos --thorough
  parlor bot check tcp:localhost:4000 --game dots-and-boxes --json

Exit codes: 0 it behaves; 1 a check failed; 2 wrong usage")]
pub(crate) struct Args {
    #[arg(
        value_name = "CMD",
        help = "The command that starts the bot, in quotes ('python3 bot.py'); or cmd:COMMAND, \
                tcp:HOST:PORT, ws:URL, http:URL"
    )]
    bot: String,
    /// What follows when the quotes were forgotten
    #[arg(hide = true)]
    rest: Vec<String>,
    /// The game it is looked at in; may be given several times. All games when none is named
    #[arg(long = "game", value_name = "GAME")]
    games: Vec<String>,
    /// An option of the game, as with 'parlor play'. Without any, several are tried
    #[arg(short, long = "option", value_name = "KEY=VALUE", requires = "games")]
    options: Vec<String>,
    /// How many seats play; several numbers are tried unless told otherwise
    #[arg(long, value_name = "N", requires = "games")]
    seats: Option<usize>,
    /// How long the bot may think: 500ms for each move, 60s+1s for all moves and what each adds,
    /// 60s+1s/5s for both
    #[arg(long, value_name = "CLOCK", default_value = "2s", allow_hyphen_values = true)]
    clock: String,
    /// The same number plays the same games, as far as the bot does
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Play more and longer games; takes some minutes
    #[arg(long)]
    thorough: bool,
    /// Start the bot as yourself, with your rights and your environment, and not contained
    #[arg(long)]
    trust_bots: bool,
    /// Hand this variable of your environment to the bot, or one with this value
    #[arg(long, value_name = "NAME[=VALUE]")]
    bot_env: Vec<String>,
    /// One JSON object with all findings and figures
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<u8> {
    one_word(&args.bot, &args.rest)?;
    let checkup = checkup(args)?;
    let games = chosen(args)?;
    if !args.options.is_empty() && games.len() > 1 {
        bail!("an option belongs to one game; with -o name one game with --game");
    }
    let mut tried = Vec::new();
    for game in games {
        tried.push(tables::of(game, &args.options, args.seats)?);
    }
    if let (SeatSpec::Command(words), Trust::Contained) = (&checkup.bot, checkup.care.trust) {
        for remark in shortfalls(words, &checkup.care.env) {
            writeln!(stderr(), "{remark}")?;
        }
    }
    let teller = Teller::new();
    let report = checkup.run(&tried, SHELF, &mut |progress| teller.tell(progress))?;
    teller.finish();
    if args.json {
        let mut line = serde_json::to_value(&report)?;
        line["bot"] = json!(checkup.bot.to_string());
        line["grade"] = json!(report.grade());
        writeln!(out, "{line}")?;
    } else {
        write!(out, "{}", card::drawn(&report, &checkup.bot, tried.len()))?;
    }
    Ok(if report.grade() == Grade::Fail { exit::NEGATIVE } else { exit::FINE })
}

/// Refuses a command that a shell has cut into words, and says how it is kept together.
fn one_word(bot: &str, rest: &[String]) -> anyhow::Result<()> {
    let Some(next) = rest.first() else { return Ok(()) };
    if bot.contains(char::is_whitespace) {
        bail!(
            "'{next}' is one word too many after the command '{bot}'; a game is named with --game"
        );
    }
    let words: Vec<&str> = std::iter::once(bot).chain(rest.iter().map(String::as_str)).collect();
    bail!("put the command in quotes: parlor bot check {}", quoted(&line(&words)));
}

/// What was typed about the bot, or everything that is wrong with it.
fn checkup(args: &Args) -> anyhow::Result<Checkup> {
    let mut problems = Problems::new();
    let terms = clock(&args.clock).map_err(|why| problems.add("--clock", why)).ok();
    let mut env = Vec::new();
    for word in &args.bot_env {
        match bot_variable(word) {
            Ok(variable) => env.push(variable),
            Err(why) => problems.add("--bot-env", why),
        }
    }
    let bot = spec(&args.bot).map_err(|why| problems.add("CMD", why.to_string())).ok();
    let (Some(bot), Some(terms), true) = (bot, terms, problems.is_empty()) else {
        bail!("the bot cannot be looked at:\n  {}", problems.to_string().replace('\n', "\n  "));
    };
    let mut checkup = Checkup::new(bot);
    checkup.care.trust = if args.trust_bots { Trust::Trusted } else { Trust::Contained };
    checkup.care.env = env;
    (checkup.terms, checkup.seed, checkup.thorough) = (terms, args.seed, args.thorough);
    Ok(checkup)
}

/// A clock as `parlor play` takes it, but for `none`.
fn clock(typed: &str) -> Result<Terms, String> {
    if typed == "none" {
        return Err("a bot that never answers would be waited for without end".to_owned());
    }
    typed.parse().map_err(|_| {
        format!(
            "'{typed}' is no clock; write 500ms for each move, 60s+1s for all moves and what each \
             adds, or 60s+1s/5s for both"
        )
    })
}

/// A command, or a seat as `parlor play` takes it.
fn spec(typed: &str) -> Result<SeatSpec, BadSpec> {
    const SCHEMES: [&str; 7] = ["cmd:", "tcp:", "ws:", "wss:", "http:", "https:", "llm:"];
    let is_seat = SCHEMES.iter().any(|scheme| typed.trim_start().starts_with(scheme));
    let spec = if is_seat { typed.to_owned() } else { format!("cmd:{typed}") };
    let spec = SeatSpec::read(&spec, [])?;
    spec.check()?;
    Ok(spec)
}

fn chosen(args: &Args) -> anyhow::Result<Vec<&'static AnyRulebook>> {
    if args.games.is_empty() {
        return Ok(games().iter().collect());
    }
    let mut chosen: Vec<&AnyRulebook> = Vec::new();
    for name in &args.games {
        let game = find(name)?;
        if !chosen.iter().any(|other| other.about().id == game.about().id) {
            chosen.push(game);
        }
    }
    Ok(chosen)
}

/// How far it is: a bar on a terminal, and a line for each game elsewhere.
struct Teller(ProgressBar);

impl Teller {
    fn new() -> Self {
        if !stderr().is_terminal() {
            return Self(ProgressBar::hidden());
        }
        let style = ProgressStyle::with_template("{wide_bar} {msg} {elapsed}");
        let bar = ProgressBar::new(0);
        Self(bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar())))
    }

    fn tell(&self, progress: Progress<'_>) {
        let Progress { game, check, done, steps } = progress;
        if !stderr().is_terminal() && check == Check::Play {
            // Nobody may be reading, and that is no reason to stop.
            _ = writeln!(stderr(), "checking {game} …");
        }
        self.0.set_length(steps as u64);
        self.0.set_position(done as u64);
        self.0.set_message(format!("{game}: {check}"));
    }

    fn finish(&self) {
        self.0.finish_and_clear();
    }
}
