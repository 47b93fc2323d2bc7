//! Chaos Letter: hidden hands, a response stack and five decks, for two to eight players.

// Rules count in integers; the other things they may not do stand in games/clippy.toml.
#![deny(clippy::float_arithmetic)]

mod board;
pub mod card;
mod cards;
pub mod catalogue;
mod contents;
mod deal;
pub mod deck;
pub mod describe;
mod drawing;
mod effects;
mod event;
mod forms;
mod hand;
mod invariants;
mod knowledge;
mod looks;
mod moves;
mod notation;
mod notice;
#[cfg(test)]
mod odds;
mod out;
mod players;
mod plays;
mod question;
mod reveals;
pub mod rules;
mod schema;
mod showdown;
mod state;
mod text;
mod turn;
mod view;
mod wording;

use parlor_engine::{About, Problems, Rulebook, Visitor};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use card::{Card, Kinds, Look, Looks, MAX_MARKS, NotACard, Print};
pub use cards::Cards;
pub use deal::{Chances, Deal};
pub use deck::{Back, Deck, DeckOption};
pub use event::{Cause, DEPTH, Drawing, Event, Events, Play};
pub use hand::{Handle, Hearsay, MAX_HAND};
pub use moves::{Move, Offer};
pub use notation::Unreadable;
pub use notice::{Few, Notice, Win};
pub use question::{Question, Reason};
pub use reveals::{Light, Secret};
pub use rules::Rules;
pub use state::{Bet, Bounty, End, Laid, MAX_BETS, Standing, State, Step, Table};
pub use turn::Stage;
pub use view::{Seen, Under, View};

/// The game on the shelf.
#[derive(Clone, Copy, Debug)]
pub struct ChaosLetter;

/// The most rounds a game can have.
pub const MAX_ROUNDS: u16 = 1_000;

/// What can be chosen at table set-up.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// How those who may answer a card are asked.
    pub answers: Answers,
    /// Which cards are played with, or your own (deck=@FILE). 2 to 4 play classic, 5 to 8 premium, 2 to 6 modern and
    /// cosmic, 2 to 8 chaos
    pub deck: DeckOption,
    /// Rounds after which the most tokens win, up to 1000.
    #[schemars(range(min = 1, max = MAX_ROUNDS))]
    pub rounds: u32,
}

impl Default for Options {
    fn default() -> Self {
        Self { answers: Answers::default(), deck: DeckOption::default(), rounds: 50 }
    }
}

/// How those who may answer a card are asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Answers {
    /// One after the other, in sight of all: the players it is for first.
    #[default]
    InTurn,
    /// All at once and under seal.
    Sealed,
}

impl Rulebook for ChaosLetter {
    type Options = Options;

    fn about() -> About {
        About {
            id: "chaos-letter",
            title: "Chaos Letter",
            summary: "One card in hand, one on the table: guess, bluff, and say Nope.",
            rules: include_str!("../rules.md"),
            readme: include_str!("../README.md"),
            seats: 2..=8,
            usual_seats: 2,
            rules_version: 1,
            players: players::ALL,
        }
    }

    /// Before there was a choice all were asked under seal.
    fn later_options() -> &'static [(&'static str, &'static str)] {
        &[("answers", "\"sealed\"")]
    }

    fn fullest() -> Options {
        Options { deck: DeckOption::named("chaos").unwrap_or_default(), ..Options::default() }
    }

    fn set_up<V: Visitor>(options: Options, seats: usize, visitor: V) -> Result<V::Out, Problems> {
        let mut problems = Problems::new();
        let deck = options.deck.deck();
        deck.check("deck", &mut problems);
        let [fewest, most] = deck.players;
        if problems.is_empty() && !(usize::from(fewest)..=most.into()).contains(&seats) {
            let what = format!("{fewest} to {most} can play with this deck, not {seats}");
            problems.add("seats", what);
        }
        if !(1..=u32::from(MAX_ROUNDS)).contains(&options.rounds) {
            let what = format!("1 to {MAX_ROUNDS} rounds can be played, not {}", options.rounds);
            problems.add("rounds", what);
        }
        problems.into_result(())?;
        Ok(visitor.visit(Rules::new(deck, options.rounds as u16, options.answers, seats)))
    }
}
