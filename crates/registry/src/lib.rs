//! The list of all games; the only crate that knows every one of them.
//!
//! ```
//! use parlor_registry::{find, games};
//!
//! let game = find("dots-and-boxes").unwrap();
//! let (options, _) = game.options_from_words(&["boxes=2x2".to_owned()]);
//! let table = game.open(&options, 2).unwrap();
//! assert_eq!(table.bound(), 13);
//!
//! let unknown = find("dots").err().unwrap().to_string();
//! assert!(unknown.starts_with("there is no game 'dots'; there is dots-and-boxes, automation,"));
//! ```

use parlor_engine::{
    About, AnyRulebook, AnyTable, Basic, Hosted, Player, Roster, Rulebook, Shelf, Visitor,
};
pub use parlor_engine::{NoTable, UnknownGame};
use serde_json::Value;

/// The shelf. Adding a game is one line here.
macro_rules! shelf {
    ($($rulebook:path),* $(,)?) => {
        /// All games of this build.
        pub const SHELF: Shelf = Shelf::new(&[$(AnyRulebook::of::<$rulebook, Computers>()),*]);

        /// Sets up a table of the game with this name and hands the typed game to the visitor:
        /// for searches, statistics and whatever else is made of speed.
        pub fn visit<V: Visitor>(
            id: &str,
            options: &Value,
            seats: usize,
            visitor: V,
        ) -> Result<V::Out, NoTable> {
            $(if <$rulebook>::about().id == id {
                return Ok(<$rulebook>::open(options, seats, visitor)?);
            })*
            Err(NoTable::Unknown(SHELF.unknown(id)))
        }

        /// Opens a table of the game with this name, with the computer players of a roster other
        /// than [`Computers`] beside the game's own.
        pub fn open_with<P: Roster>(
            id: &str,
            options: &Value,
            seats: usize,
        ) -> Result<Box<dyn AnyTable>, NoTable> {
            $(if <$rulebook>::about().id == id {
                return Ok(parlor_engine::open_with::<$rulebook, P>(options, seats)?);
            })*
            Err(NoTable::Unknown(SHELF.unknown(id)))
        }
    };
}

shelf![
    parlor_dots_and_boxes::DotsAndBoxes,
    parlor_automation::Automation,
    parlor_chaos_letter::ChaosLetter,
    parlor_property_tycoon::PropertyTycoon,
];

/// The computer players that every game has beside its own. A crate with more of them is added
/// here: `(Basic, Searchers)` is both.
pub type Computers = Basic;

/// The names of all computer players of a game: those of every game, then its own.
pub fn computer_players(about: &About) -> Vec<&'static str> {
    Computers::all(about).iter().map(|player| player.name).collect()
}

/// A computer player of a typed game, by any of these names.
pub fn computer_player<G: Hosted>(game: &G, name: &str, seed: u64) -> Option<Box<dyn Player<G>>> {
    Computers::seat(game, name, seed)
}

/// All games, in the order of the shelf.
pub const fn games() -> &'static [AnyRulebook] {
    SHELF.games()
}

/// The game with this name.
pub fn find(id: &str) -> Result<&'static AnyRulebook, UnknownGame> {
    SHELF.find(id)
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_engine::sample::playout_rng;
    use parlor_engine::{Asleep, ComputerPlayer, Hosted, random_act};

    #[test]
    fn names_are_unique_and_fit_a_command_line() {
        let mut ids: Vec<&str> = games().iter().map(|game| game.about().id).collect();
        for id in &ids {
            let plain = |c: char| c.is_ascii_lowercase() || c == '-';
            assert!(!id.is_empty() && id.chars().all(plain), "{id}");
        }
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), games().len());
    }

    /// Plays one game at random, and says how the seats stood at first, how often that changed, how
    /// they stood at last, and what they scored.
    struct Standings;

    impl Visitor for Standings {
        type Out = (Vec<i64>, usize, Vec<i64>, Vec<i64>);

        fn visit<G: Hosted>(self, game: G) -> Self::Out {
            let mut rng = playout_rng(3);
            let mut state = game.start();
            let now = |state: &G::State| {
                let standing = game.standing(state).expect("somebody is ahead in every game");
                standing.as_slice().to_vec()
            };
            let first = now(&state);
            let (mut last, mut changes) = (first.clone(), 0);
            while let Some(act) = random_act(&game, &state, &mut rng) {
                game.apply(&mut state, &act, &mut Asleep).expect("it was offered");
                let standing = now(&state);
                changes += usize::from(standing != last);
                last = standing;
            }
            let outcome = game.outcome(&state).expect("it is over");
            (first, changes, last, outcome.scores.as_slice().to_vec())
        }
    }

    #[test]
    fn every_game_says_who_is_ahead() {
        for game in games() {
            let About { id, usual_seats, .. } = game.about();
            let (first, changes, last, scores) =
                visit(id, &Value::Null, usual_seats, Standings).unwrap();
            assert_eq!(first, vec![first[0]; usual_seats], "{id}: nobody is ahead at first");
            assert_eq!(last, scores, "{id}: who is over stands as scored");
            assert!(changes > 0, "{id}");
        }
    }

    #[test]
    fn every_game_opens_with_its_defaults() {
        for game in games() {
            let about = game.about();
            let table = game.open(&Value::Null, about.usual_seats).unwrap();
            assert_eq!(table.seats(), about.usual_seats);
            let players = game.computer_players();
            assert_eq!(table.computer_players(), players);
            assert_eq!(players[0].name, "random");
            for (number, player) in players.iter().enumerate() {
                assert!(table.player(player.name, 1).is_some(), "{} {}", about.id, player.name);
                let is_same = |other: &ComputerPlayer| other.name == player.name;
                assert!(!players[..number].iter().any(is_same), "{} {}", about.id, player.name);
            }
        }
    }
}
