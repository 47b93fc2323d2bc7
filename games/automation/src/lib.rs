//! Automation: The Game, a deck builder for one to four players, in two card sets.
//!
//! The cards are data, in [`sets`]; the rules are in [`rules`], and `rules.md` says them in words.
//!
//! ```
//! use parlor_automation::Automation;
//! use parlor_engine::{Viewer, open};
//! use serde_json::json;
//!
//! let mut table = open::<Automation>(&json!({"set": "seed"}), 1).unwrap();
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
pub use sets::Set;
pub use state::{MAX_PLAYERS, MAX_TODO, Phase, State, Task, Todo};
pub use view::{Answer, Secret, Seen, View};

use crate::sets::MAX_FRAMEWORKS;

/// The game on the shelf.
#[derive(Clone, Copy, Debug)]
pub struct Automation;

/// What can be chosen at table set-up.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// Which cards are in the box.
    pub set: Set,
    /// Which actions can be bought.
    pub kingdom: Kingdom,
    /// Turns a player before the scores stand as they are, up to 10000; 0 is 10000.
    #[schemars(range(max = NO_LIMIT))]
    pub turns: u32,
    /// Frameworks in the supply, up to 40; 0 is the set's own number.
    #[schemars(range(max = MAX_FRAMEWORKS))]
    pub frameworks: u32,
}

impl Default for Options {
    fn default() -> Self {
        Self { set: Set::Standard, kingdom: Kingdom::default(), turns: 100, frameworks: 0 }
    }
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
        let kingdom = kingdom.check(set, &mut problems);
        if turns > NO_LIMIT.into() {
            problems.add("turns", format!("at most {NO_LIMIT} turns can be played, not {turns}"));
        }
        if frameworks > MAX_FRAMEWORKS.into() {
            problems.add(
                "frameworks",
                format!("at most {MAX_FRAMEWORKS} Frameworks fit in the box, not {frameworks}"),
            );
        }
        problems.into_result(())?;
        Ok(visitor.visit(Rules::new(set, kingdom, frameworks as u8, turns as u16, seats)))
    }
}
