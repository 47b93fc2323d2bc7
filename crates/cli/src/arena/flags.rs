//! What can be typed after `parlor arena`, and which tournament that asks for.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use parlor_arena::{BadFormat, PlayerSettings, Settings, Tournament};
use parlor_engine::Problems;
use parlor_registry::find;

use crate::play::{parts, which_game};
use crate::{option_file, words};

#[derive(clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub(super) struct Flags {
    /// The game
    pub(super) game: Option<String>,
    /// Read what is played from a file in TOML; what is typed comes first. docs/guide/arena.md lists the keys
    #[arg(long, value_name = "FILE")]
    pub(super) config: Option<PathBuf>,
    /// An option of the game, such as boxes=5x5. With KEY=@FILE the value is what is in the file
    #[arg(short, long = "option", value_name = "KEY=VALUE")]
    pub(super) options: Vec<String>,
    /// How many sit at a table; the game's usual number unless told otherwise
    #[arg(long, value_name = "N")]
    pub(super) seats: Option<usize>,
    /// Who plays: computer players of the game, as in easy, easy@500ms or easy:2000 (time or iterations
    /// for each answer), and the kinds of --seats of 'parlor play' but human
    #[arg(long, value_name = "SPEC,SPEC…")]
    pub(super) players: Option<String>,
    /// One more player; given once for each, where --players would stumble over a comma
    #[arg(long, value_name = "SPEC")]
    pub(super) player: Vec<String>,
    /// What the players are called, in the same order
    #[arg(long, value_name = "NAME,NAME…", value_delimiter = ',')]
    pub(super) names: Vec<String>,
    /// Who meets whom: round-robin, gauntlet (the first against all others), swiss, knockout, ladder
    #[arg(long, value_name = "FORMAT")]
    pub(super) format: Option<String>,
    /// How many games each table plays, in each round where there are rounds; whole blocks are played. 100
    /// unless told otherwise, 10 in each round, and with --sprt at most 100000
    #[arg(long, value_name = "N")]
    pub(super) games: Option<u64>,
    /// How many rounds a swiss or a ladder has
    #[arg(long, value_name = "N")]
    pub(super) rounds: Option<u32>,
    /// Stop as soon as it is decided whether the first player is ahead of the other, or in a gauntlet of
    /// all others, by ELO0 or by ELO1, with errors in at most the shares ALPHA and BETA of all cases
    #[arg(long, value_name = "ELO0,ELO1,ALPHA,BETA", allow_hyphen_values = true)]
    pub(super) sprt: Option<String>,
    /// The same number plays the same tournament
    #[arg(long, value_name = "N")]
    pub(super) seed: Option<u64>,
    /// How many games are played at a time; as many as there are cores unless told otherwise
    #[arg(long, value_name = "N")]
    pub(super) jobs: Option<usize>,
    /// How long bots may think: 500ms for each move, 60s+1s for all moves and what each adds, or none.
    /// 10s unless told otherwise
    #[arg(long, value_name = "CLOCK", allow_hyphen_values = true)]
    pub(super) clock: Option<String>,
    /// What a bot's fault costs: forfeit, default-move, game, takeover:PLAYER; or of single verdicts
    /// first, as in timeout=default-move,forfeit. forfeit unless told otherwise
    #[arg(long, value_name = "COSTS")]
    pub(super) faults: Option<String>,
    /// Start bots as yourself, with your rights and your environment, and not contained
    #[arg(long)]
    pub(super) trust_bots: bool,
    /// Hand this variable of your environment to bots that are started, or one with this value
    #[arg(long, value_name = "NAME[=VALUE]")]
    pub(super) bot_env: Vec<String>,
    /// Where everything is written: a new folder. arena-GAME unless told otherwise
    #[arg(long, value_name = "DIR")]
    pub(super) out: Option<PathBuf>,
    /// Go on with the tournament in the folder; where there is none yet, begin the one that is named
    #[arg(long, requires = "out")]
    pub(super) resume: bool,
    /// Play the I-th of N parts of the tournament; 'parlor arena merge' puts them together
    #[arg(long, value_name = "I/N")]
    pub(super) shard: Option<String>,
    /// Write the record of every game, too
    #[arg(long)]
    pub(super) records: bool,
    /// One JSON object a line: how it goes, and what came of it
    #[arg(long)]
    pub(super) json: bool,
}

impl Flags {
    /// Whether anything is said about which games are played.
    pub(super) fn say_anything(&self) -> bool {
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

/// The settings that are asked for: those of the file, replaced by what was typed.
pub(super) fn settings(flags: &Flags) -> anyhow::Result<Settings> {
    let mut problems = Problems::new();
    let mut settings = match &flags.config {
        Some(path) => read(path)?,
        None => Settings::default(),
    };
    if let Some(game) = &flags.game {
        settings.game = Some(which_game(game)?.about().id.to_owned());
        settings.events.clear();
    }
    type_options(flags, &mut settings, &mut problems)?;
    type_players(flags, &mut settings, &mut problems);
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
    // All that is wrong is said at once.
    if let Err(more) = Tournament::settle(&settings, || 0) {
        problems.append(more);
    }
    Err(problems.into())
}

/// Options that were typed replace those of the file.
fn type_options(
    flags: &Flags,
    settings: &mut Settings,
    problems: &mut Problems,
) -> anyhow::Result<()> {
    if flags.options.is_empty() {
        return Ok(());
    }
    let (typed, more) = option_file::with_files(&flags.options);
    problems.append(more);
    if let Some(game) = settings.game.as_deref() {
        let (options, more) = find(game)?.options_from_words(&typed);
        problems.append(more);
        settings.options = options;
    } else if settings.events.is_empty() {
        problems.add("option", "they belong to a game, and none is named");
    } else {
        problems.add("option", "each event has its own, in the file; name a game to play that one");
    }
    Ok(())
}

/// Players that were typed replace those of the file; so do names.
fn type_players(flags: &Flags, settings: &mut Settings, problems: &mut Problems) {
    let listed = flags.players.iter().flat_map(|players| parts(players));
    let specs = listed.map(str::to_owned).chain(flags.player.iter().cloned());
    let typed: Vec<PlayerSettings> = specs.map(PlayerSettings::Spec).collect();
    if !typed.is_empty() {
        settings.players = typed;
    }
    if flags.names.is_empty() {
        return;
    }
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
