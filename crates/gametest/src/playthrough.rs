//! Playthroughs: a whole game written out so that people can read it, and a change of the rules
//! shows as a diff.

use std::fmt::Write as _;
use std::path::Path;

use parlor_engine::layout::{WIDTH, folded};
use parlor_engine::sample::playout_rng;
use parlor_engine::{
    AnyAct, AnyEntry, AnyNotice, AnyTable, AnyTurn, Awake, Basic, Digest, Hosted, Names, Player,
    Roster, Rulebook, Seats, Viewer, Visitor, chosen_act, open, random_act,
};
use serde_json::Value;

use crate::committed::compare;

/// Menus longer than this are shortened.
const MENU: usize = 12;

/// Compares a committed playthrough with the game as it plays today, or writes it.
///
/// # Panics
/// When they differ; see [`compare`].
pub fn check_playthrough<R: Rulebook>(
    path: impl AsRef<Path>,
    options: &Value,
    seats: usize,
    seed: u64,
) {
    compare(path, &playthrough::<R>(options, seats, seed));
}

/// The same with a report of a game between these computer players.
///
/// # Panics
/// As [`check_playthrough`].
pub fn check_report<R: Rulebook>(
    path: impl AsRef<Path>,
    options: &Value,
    players: &[&str],
    seed: u64,
) {
    compare(path, &report::<R>(options, players, seed));
}

/// Plays one random game and writes it out: every act, what was said, who was asked what, and the
/// board as the spectator sees it (and the seats, where they see more).
///
/// # Panics
/// When the table does not open or the game breaks its contract.
pub fn playthrough<R: Rulebook>(options: &Value, seats: usize, seed: u64) -> String {
    let players = vec!["random"; seats];
    let acts = acts::<R>(options, &players, seed, Play::Random);
    let mut table = open::<R>(options, seats).unwrap_or_else(|why| panic!("{why}"));
    let names = Names::numbers();
    let mut text = title::<R>(&*table, options);
    _ = writeln!(text, "# random play, seed {seed}");
    boards(&mut text, &*table, &names);
    scene(&mut text, &*table, &names);
    digest(&mut text, &*table);
    for (number, act) in (1..).zip(acts) {
        _ = writeln!(text, "\n== {number} == {act}");
        for told in told(&mut *table, &act, &names) {
            _ = writeln!(text, "-> {told}");
        }
        boards(&mut text, &*table, &names);
        scene(&mut text, &*table, &names);
        digest(&mut text, &*table);
    }
    text
}

/// Plays one game between these computer players and writes it out as a report: every question,
/// every act and what was said, and the board of whoever is asked when somebody else was asked
/// before. For games with large boards and many acts.
///
/// # Panics
/// When the table does not open, a player does not exist or the game breaks its contract.
pub fn report<R: Rulebook>(options: &Value, players: &[&str], seed: u64) -> String {
    let seats = players.len();
    let acts = acts::<R>(options, players, seed, Play::Named);
    let mut table = open::<R>(options, seats).unwrap_or_else(|why| panic!("{why}"));
    let names = Names::numbers();
    let mut text = title::<R>(&*table, options);
    _ = writeln!(text, "# played by {}, seed {seed}", players.join(", "));
    let mut shown = Seats::NONE;
    for (number, act) in (1..).zip(acts) {
        let asked = table.turn().asked();
        // Who plays alone sees the table after every deal.
        if seats == 1 && asked.is_empty() {
            shown = Seats::NONE;
        }
        if asked.iter().any(|seat| !shown.contains(seat)) {
            for seat in asked.iter() {
                _ = writeln!(text, "\n-- as seat {seat} sees it --");
                text.push_str(&table.draw(Viewer::Seat(seat), &names).to_string());
            }
            digest(&mut text, &*table);
            text.push('\n');
            shown = asked;
        }
        if !asked.is_empty() {
            scene(&mut text, &*table, &names);
        }
        let mut told = told(&mut *table, &act, &names).into_iter();
        _ = writeln!(
            text,
            "{:<31} {}",
            format!("{number:>4}  {act}"),
            told.next().unwrap_or_default()
        );
        for told in told {
            _ = writeln!(text, "{:32}{told}", "");
        }
    }
    text.push_str("\n-- the end --\n");
    text.push_str(&table.draw(Viewer::Spectator, &names).to_string());
    scene(&mut text, &*table, &names);
    digest(&mut text, &*table);
    // Acts that tell nobody anything leave their column empty.
    text.lines().map(|line| line.trim_end().to_owned() + "\n").collect()
}

/// The options stand there as they were chosen: a board in full is no title.
fn title<R: Rulebook>(table: &dyn AnyTable, options: &Value) -> String {
    let about = table.about();
    let (chosen, _) = parlor_engine::options::read::<R::Options>(options);
    let options = serde_json::to_value(chosen).expect("options have a JSON form");
    let seats = table.seats();
    format!("# {} (rules {}), {seats} seats, options {options}\n", about.title, about.rules_version)
}

/// Applies an act: what is told, each line with whom it is told to.
fn told(table: &mut dyn AnyTable, act: &AnyAct, names: &Names) -> Vec<String> {
    let notices = table.apply(act).unwrap_or_else(|why| panic!("'{act}': {why}"));
    let seats = table.seats();
    let line = |notice: AnyNotice| {
        let to: Vec<String> = Viewer::all(seats)
            .filter(|viewer| notice.to.contains(*viewer))
            .map(|viewer| viewer.to_string())
            .collect();
        let to = if to.len() == seats + 1 { "all".to_owned() } else { to.join(", ") };
        let words = table.tell(&notice.notice, names).filter(|words| !words.is_empty());
        words.map(|words| format!("{to}: {words}"))
    };
    notices.into_iter().filter_map(line).collect()
}

/// The board as the spectator sees it, and the seats, where they see more.
fn boards(text: &mut String, table: &dyn AnyTable, names: &Names) {
    let open = table.draw(Viewer::Spectator, names).to_string();
    text.push_str(&open);
    for seat in Seats::first_n(table.seats()).iter() {
        let own = table.draw(Viewer::Seat(seat), names).to_string();
        if own != open {
            _ = writeln!(text, "-- as seat {seat} sees it --\n{}", own.trim_end());
        }
    }
}

fn digest(text: &mut String, table: &dyn AnyTable) {
    _ = writeln!(text, "# {}", &table.digest().to_string()[..16]);
}

/// What the table waits for.
fn scene(text: &mut String, table: &dyn AnyTable, names: &Names) {
    match table.turn() {
        AnyTurn::Ask { seats, .. } => {
            for seat in seats.iter() {
                let question = table.question_to_fold(seat, names).unwrap_or_default();
                let question = folded(WIDTH, &question);
                _ = writeln!(text, "? {question}");
                let menu = table.menu(seat, MENU);
                let entries: Vec<String> = menu.entries.iter().map(entry).collect();
                let more = if menu.shortened { " …" } else { "" };
                _ = writeln!(text, "  {}: {}{more}", menu.count, entries.join(" | "));
            }
        }
        AnyTurn::Chance { stream, total } => {
            _ = writeln!(text, "? chance: {stream}, {total} tickets");
        }
        AnyTurn::Over => {
            if let Some(outcome) = table.outcome() {
                _ = writeln!(
                    text,
                    "! over: {}; scores {:?}, places {:?}",
                    outcome.reason,
                    outcome.scores.as_slice(),
                    outcome.places.as_slice()
                );
            }
        }
    }
}

fn entry(entry: &AnyEntry) -> String {
    match entry {
        AnyEntry::One { notation, .. } => notation.clone(),
        AnyEntry::Range { first, last, step: 1, .. } => format!("{first} … {last}"),
        AnyEntry::Range { first, last, step, .. } => format!("{first} … {last} by {step}"),
    }
}

/// Who chooses the moves.
#[derive(Clone, Copy)]
enum Play {
    /// One generator for moves and chance.
    Random,
    /// The players at the table.
    Named,
}

/// One game, as acts in notation.
fn acts<R: Rulebook>(options: &Value, players: &[&str], seed: u64, play: Play) -> Vec<AnyAct> {
    let acts = R::open(options, players.len(), Acts { players, seed, play });
    acts.unwrap_or_else(|why| panic!("{why}"))
}

struct Acts<'a> {
    players: &'a [&'a str],
    seed: u64,
    play: Play,
}

impl Visitor for Acts<'_> {
    type Out = Vec<AnyAct>;

    fn visit<G: Hosted>(self, game: G) -> Self::Out {
        let mut rng = playout_rng(self.seed);
        let mut seated: Vec<Box<dyn Player<G>>> = Vec::new();
        for (seed, name) in (self.seed..).zip(self.players) {
            let player = Basic::seat(&game, name, seed);
            seated.push(player.unwrap_or_else(|| panic!("there is no player '{name}'")));
        }
        let mut state = game.start();
        let mut acts = Vec::new();
        loop {
            let act = match self.play {
                Play::Random => random_act(&game, &state, &mut rng),
                Play::Named => chosen_act(&game, &state, &mut seated, &mut rng),
            };
            let Some(act) = act else { break };
            let before = Digest::of(&state);
            if let Err(why) = game.apply(&mut state, &act, &mut Awake::new()) {
                panic!("'{act}' in state {before}: {why}");
            }
            acts.push(act.to_any());
        }
        acts
    }
}
