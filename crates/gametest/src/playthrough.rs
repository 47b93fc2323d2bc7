//! Playthroughs: a whole game written out so that people can read it, and a change of the rules
//! shows as a diff.

use std::env;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use parlor_engine::sample::playout_rng;
use parlor_engine::{
    Act, AnyEntry, AnyTable, AnyTurn, Awake, Digest, Hosted, Names, Rulebook, Viewer, Visitor,
    open, random_act,
};
use serde_json::Value;

/// Set to anything to write playthroughs anew instead of comparing them.
pub const UPDATE: &str = "PARLOR_UPDATE";
/// Menus longer than this are shortened.
const MENU: usize = 12;

/// Compares a committed playthrough with the game as it plays today, or writes it.
///
/// # Panics
/// When they differ: with the first line that does, and how to write the file anew.
pub fn check_playthrough<R: Rulebook>(
    path: impl AsRef<Path>,
    options: &Value,
    seats: usize,
    seed: u64,
) {
    let path = path.as_ref();
    let today = playthrough::<R>(options, seats, seed);
    if env::var_os(UPDATE).is_some() {
        let folder = path.parent().unwrap_or(path);
        fs::create_dir_all(folder).unwrap_or_else(|why| panic!("{}: {why}", folder.display()));
        fs::write(path, &today).unwrap_or_else(|why| panic!("{}: {why}", path.display()));
    }
    let shown = path.display();
    let committed = fs::read_to_string(path)
        .unwrap_or_else(|why| panic!("{shown}: {why}; {UPDATE}=1 writes it"));
    if committed == today {
        return;
    }
    let lines = || committed.lines().zip(today.lines()).enumerate();
    let (number, (then, now)) = lines().find(|(_, (then, now))| then != now).unwrap_or((
        committed.lines().count().min(today.lines().count()),
        ("", "(longer or shorter)"),
    ));
    panic!(
        "{shown}:{}: the game plays otherwise\n  then: {then}\n  now:  {now}\nif that is meant, \
         write the file anew with {UPDATE}=1 and read the diff",
        number + 1
    );
}

/// Plays one random game and writes it out: every act, what was said, who was asked what, and the
/// board as the spectator sees it (and the seats, where they see more).
///
/// # Panics
/// When the table does not open or the game breaks its contract.
pub fn playthrough<R: Rulebook>(options: &Value, seats: usize, seed: u64) -> String {
    let acts = R::open(options, seats, Acts { seed }).unwrap_or_else(|why| panic!("{why}"));
    let mut table = open::<R>(options, seats).unwrap_or_else(|why| panic!("{why}"));
    let about = R::about();
    let names = Names::numbers();
    let mut text = format!(
        "# {} (rules {}), {seats} seats, options {}\n# random play, seed {seed}\n",
        about.title,
        about.rules_version,
        table.options()
    );
    scene(&mut text, &*table, &names);
    for (number, act) in (1..).zip(acts) {
        _ = writeln!(text, "\n== {number} == {act}");
        let notices = table.apply(&act).unwrap_or_else(|why| panic!("'{act}': {why}"));
        for notice in notices {
            let to: Vec<String> = Viewer::all(seats)
                .filter(|viewer| notice.to.contains(*viewer))
                .map(|viewer| viewer.to_string())
                .collect();
            let to = if to.len() == seats + 1 { "all".to_owned() } else { to.join(", ") };
            let words = table.tell(&notice.notice, &names).unwrap_or_default();
            _ = writeln!(text, "-> {to}: {words}");
        }
        scene(&mut text, &*table, &names);
    }
    text
}

fn scene(text: &mut String, table: &dyn AnyTable, names: &Names) {
    let open = table.draw(Viewer::Spectator, names);
    text.push_str(&open);
    for seat in parlor_engine::Seats::first_n(table.seats()).iter() {
        let own = table.draw(Viewer::Seat(seat), names);
        if own != open {
            _ = writeln!(text, "-- as seat {seat} sees it --\n{}", own.trim_end());
        }
    }
    match table.turn() {
        AnyTurn::Ask { seats, .. } => {
            for seat in seats.iter() {
                let question = table.question(seat, names).unwrap_or_default();
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
    _ = writeln!(text, "# {}", &table.digest().to_string()[..16]);
}

fn entry(entry: &AnyEntry) -> String {
    match entry {
        AnyEntry::One(only) => only.clone(),
        AnyEntry::Range { first, last, step: 1, .. } => format!("{first} … {last}"),
        AnyEntry::Range { first, last, step, .. } => format!("{first} … {last} by {step}"),
    }
}

/// One random game, as acts in notation.
struct Acts {
    seed: u64,
}

impl Visitor for Acts {
    type Out = Vec<Act<String, String>>;

    fn visit<G: Hosted>(self, game: G) -> Self::Out {
        let mut rng = playout_rng(self.seed);
        let mut state = game.start();
        let mut acts = Vec::new();
        while let Some(act) = random_act(&game, &state, &mut rng) {
            let before = Digest::of(&state);
            if let Err(why) = game.apply(&mut state, &act, &mut Awake::new()) {
                panic!("'{act}' in state {before}: {why}");
            }
            acts.push(act.to_any());
        }
        acts
    }
}
