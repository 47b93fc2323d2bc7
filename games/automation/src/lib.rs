//! Automation: The Game, a deck builder for one to four players, in two card sets or one of your own.
//!
//! The cards are data, in [`sets`]; the rules are in [`rules`], and `rules.md` says them in words.
//!
//! ```
//! use parlor_automation::Automation;
//! use parlor_engine::{Viewer, open};
//! use serde_json::json;
//!
//! let mut table = open::<Automation>(&json!({"set": "base"}), 1).unwrap();
//! for act in ["*: draw bitcoin"; 5] {
//!     table.apply(&act.parse().unwrap()).unwrap();
//! }
//! for act in ["1: end phase", "1: play bitcoin", "1: play bitcoin", "1: end phase"] {
//!     table.apply(&act.parse().unwrap()).unwrap();
//! }
//! let too_dear = table.apply(&"1: buy ethereum".parse().unwrap()).unwrap_err();
//! assert_eq!(too_dear.to_string(), "Ethereum costs 3, and you have 2");
//! table.apply(&"1: buy refactor".parse().unwrap()).unwrap();
//! assert_eq!(table.view(Viewer::Spectator)["seats"][0]["discards"]["refactor"], 1);
//! ```

// Rules count in integers; the other things they may not do stand in games/clippy.toml.
#![deny(clippy::float_arithmetic)]

mod attacks;
mod board;
pub mod card;
mod cards;
mod contents;
mod deal;
pub mod describe;
mod effects;
mod forms;
mod kingdom;
mod moves;
mod notation;
mod notice;
mod players;
mod question;
pub mod rules;
mod schema;
pub mod sets;
mod state;
mod text;
mod view;
mod wares;
mod wording;

use parlor_engine::{About, Problems, Rulebook, Visitor};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use card::{Card, NotACard};
pub use cards::{Cards, Kinds};
pub use deal::{Chances, Deal};
pub use kingdom::Kingdom;
pub use moves::{Choice, Move, Offer};
pub use notation::Unreadable;
pub use notice::Notice;
pub use question::{Question, Reason};
pub use rules::{NO_LIMIT, Rules};
pub use sets::{Set, SetOption};
pub use state::{MAX_PLAYERS, MAX_TODO, Phase, State, Task, Todo};
pub use view::{Answer, Secret, Seen, View};

use crate::sets::MAX_FRAMEWORKS;

/// The game on the shelf.
#[derive(Clone, Copy, Debug)]
pub struct Automation;

/// What can be chosen at table set-up.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// Which cards are played with, or your own (set=@FILE)
    pub set: SetOption,
    /// Which actions can be bought.
    pub kingdom: Kingdom,
    /// Turns a player before the scores stand as they are, up to 10000; 0 is as many as can be. Left
    /// out it is the set's own number, which is 100 in the box.
    #[schemars(range(max = NO_LIMIT))]
    pub turns: Option<u32>,
    /// Frameworks in the supply, up to 40; 0 is the set's own number.
    #[schemars(range(max = MAX_FRAMEWORKS))]
    pub frameworks: u32,
}

impl Rulebook for Automation {
    type Options = Options;

    fn about() -> About {
        About {
            id: "automation",
            title: "Automation: The Game",
            summary: "Build a deck of code, coins and tricks; the best software wins.",
            rules: include_str!("../rules.md"),
            readme: include_str!("../README.md"),
            seats: 1..=MAX_PLAYERS,
            usual_seats: 2,
            rules_version: 1,
            players: players::ALL,
        }
    }

    fn set_up<V: Visitor>(options: Options, seats: usize, visitor: V) -> Result<V::Out, Problems> {
        let Options { set, kingdom, turns, frameworks } = options;
        let mut problems = Problems::new();
        let set = set.set();
        set.check("set", &mut problems);
        let set_is_right = problems.is_empty();
        let kingdom = kingdom.check(&set, &mut problems);
        let most = if set_is_right { set.most_turns() } else { NO_LIMIT };
        let turns = turns.unwrap_or_else(|| set.turns.into());
        if turns > most.into() {
            problems.add("turns", format!("at most {most} turns can be played, not {turns}"));
        }
        if let Some(what) = wrong_frameworks(frameworks, &set) {
            problems.add("frameworks", what);
        }
        problems.into_result(())?;
        let limit = if turns == 0 { most } else { turns as u16 };
        Ok(visitor.visit(Rules::new(set, kingdom, frameworks as u8, limit, seats)))
    }

    fn in_full(options: Options) -> Options {
        let turns = options.turns.or_else(|| Some(options.set.set().turns.into()));
        Options { turns, ..options }
    }
}

/// What is wrong with this number of Frameworks in the supply; 0 is the set's own.
fn wrong_frameworks(frameworks: u32, set: &Set) -> Option<String> {
    if frameworks == 0 {
        return None;
    }
    if frameworks > MAX_FRAMEWORKS.into() {
        return Some(format!(
            "at most {MAX_FRAMEWORKS} Frameworks fit in the box, not {frameworks}"
        ));
    }
    if !set.cards.iter().any(|card| card.card == Card::Framework) {
        return Some("there are no Frameworks in this set".to_owned());
    }
    set.too_many(frameworks as u8)
}
