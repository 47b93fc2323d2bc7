//! Move counts: how many lists of acts of each length a game has, kept in small files.
//!
//! A line is `OPTIONS | SEATS | COUNT COUNT …`: the number of act lists of length 1, 2, and so on.
//! Moves and chance outcomes count alike. Lines that are empty or start with `#` are for readers.

use std::fs;
use std::path::Path;

use parlor_engine::{Act, ActOf, Asleep, Game, Hosted, Menu, Odds, Rulebook, Turn, Visitor};
use serde_json::Value;

/// How many lists of exactly `depth` acts there are from this state.
///
/// # Panics
/// When the game refuses what it offers.
pub fn perft<G: Game>(game: &G, state: &G::State, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let go = |act: ActOf<G>| {
        let mut next = state.clone();
        if let Err(why) = game.apply(&mut next, &act, &mut Asleep) {
            panic!("legal means accepted, but '{act}' was refused: {why}");
        }
        perft(game, &next, depth - 1)
    };
    match game.turn(state) {
        Turn::Over => 0,
        Turn::Chance => {
            game.odds(state).iter().flat_map(Odds::outcomes).map(|c| go(Act::Chance(c))).sum()
        }
        Turn::Ask { seats, .. } => seats
            .iter()
            .flat_map(|seat| {
                let moves: Vec<G::Move> = game.menu(state, seat).iter().collect();
                moves.into_iter().map(move |played| Act::Move(seat, played))
            })
            .map(go)
            .sum(),
    }
}

/// Counts again what a file says, and lists every line that says otherwise.
///
/// # Panics
/// When the file cannot be read or a count is wrong.
pub fn check_file<R: Rulebook>(path: impl AsRef<Path>) {
    let path = path.as_ref();
    let text = fs::read_to_string(path).unwrap_or_else(|why| panic!("{}: {why}", path.display()));
    let mut wrong = Vec::new();
    let mut counted = 0;
    for (number, line) in text.lines().enumerate() {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        match check_line::<R>(line) {
            Ok(counts) => counted += counts,
            Err(why) => wrong.push(format!("{}:{}: {why}", path.display(), number + 1)),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(counted > 0, "{} has no counts", path.display());
}

fn check_line<R: Rulebook>(line: &str) -> Result<usize, String> {
    let [options, seats, counts] = line.split('|').map(str::trim).collect::<Vec<_>>()[..] else {
        return Err("a line is OPTIONS | SEATS | COUNT COUNT …".to_owned());
    };
    let options: Value = serde_json::from_str(options).map_err(|why| why.to_string())?;
    let seats: usize = seats.parse().map_err(|why| format!("{seats}: {why}"))?;
    let counts: Vec<u64> = counts
        .split_whitespace()
        .map(|count| count.parse().map_err(|why| format!("{count}: {why}")))
        .collect::<Result<_, _>>()?;
    R::open(&options, seats, Count(&counts)).map_err(|problems| problems.to_string())?
}

struct Count<'a>(&'a [u64]);

impl Visitor for Count<'_> {
    type Out = Result<usize, String>;

    fn visit<G: Hosted>(self, game: G) -> Self::Out {
        for (depth, &expected) in (1..).zip(self.0) {
            let counted = perft(&game, &game.start(), depth);
            if counted != expected {
                return Err(format!("{counted} lists of {depth} acts, not {expected}"));
            }
        }
        Ok(self.0.len())
    }
}
