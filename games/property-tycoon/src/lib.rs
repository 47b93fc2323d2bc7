//! Property Tycoon: dice, money, auctions and debts, on a board that comes from a spreadsheet.
//!
//! The rules stand in one file for each noun of the game, and are put together in [`rules`]; the
//! `rules.md` says them in words.

// Rules count in whole pounds; the other things they may not do stand in games/clippy.toml.
#![deny(clippy::float_arithmetic)]

mod auction;
mod bank;
pub mod board;
mod bound;
mod building;
mod contents;
mod deal;
mod debt;
mod deck;
mod describe;
pub mod edition;
mod forms;
mod invariants;
mod jail;
mod ledger;
mod mortgage;
mod moves;
mod notation;
mod notice;
mod picture;
mod players;
mod question;
mod refusal;
pub mod rules;
mod schema;
mod state;
mod station;
mod story;
mod street;
mod text;
mod trade;
mod traffic;
mod turn;
mod utility;
mod view;
mod worth;

use parlor_engine::{About, Problems, Rulebook, Visitor};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use auction::{Auction, Bids, STEP};
pub use bank::{ALL_MONEY, Bank, Purse, START_MONEY, Why};
pub use board::{Board, Place, Places, Pounds};
pub use building::Buildings;
pub use deal::{Chances, Deal};
pub use debt::{Debt, Debts};
pub use deck::{Card, CardNumber, CardSet, Effect, MAX_CARDS, Pack, Pile};
pub use edition::EditionOption;
pub use jail::{FEE, Jail, ROUNDS, THROWS};
pub use moves::{Move, Offer};
pub use notation::Unreadable;
pub use notice::{Arrest, Basis, Notice, Release, RentFree, Way};
pub use question::{Question, Reason};
pub use rules::{MOST_ROUNDS, Rules};
pub use state::{Dice, End, Gone, HOTEL, MAX_PLAYERS, Standing, State, Step};
pub use trade::{Bundle, Item, MOST_OFFERS, Trade};
pub use turn::{DOUBLES, MOST_DRAWS};
pub use view::View;

/// The game on the shelf.
#[derive(Clone, Copy, Debug)]
pub struct PropertyTycoon;

/// What can be chosen at table set-up.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// The board and its cards: standard, second, or the sheets of one in a file.
    pub edition: EditionOption,
    /// An abridged game: after so many minutes the round is finished, and the richest wins. 0 is a
    /// full game.
    #[schemars(range(max = MOST_MINUTES))]
    pub minutes: u16,
    /// After so many rounds the richest wins; 0 is 1000.
    #[schemars(range(max = MOST_ROUNDS))]
    pub rounds: u16,
    /// Whether the bank can run out of money.
    pub bank: Bank,
    /// How bids are made.
    pub auction: Bids,
    /// How many seconds an auction gives to bid; 0 leaves it to the table's clock.
    #[schemars(range(max = MOST_SECONDS))]
    pub auction_seconds: u16,
    /// What the seconds of an auction are for.
    pub auction_clock: AuctionClock,
    /// What the bank pays for a building.
    pub sell_buildings: Buildings,
    /// What happens to a player who owes more than the cash at hand.
    pub debt: Debts,
    /// How one gets out of jail.
    pub jail: Jail,
    /// Whether players may trade with each other.
    pub trading: bool,
}

/// What the seconds of an auction are for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum AuctionClock {
    /// For each bidder: whoever is late has passed.
    #[default]
    Bidder,
    /// For the whole auction: when it has run out the others have passed, and whoever leads wins.
    Whole,
}

/// The longest abridged game.
const MOST_MINUTES: u16 = 600;

/// The most time an auction can give to bid.
const MOST_SECONDS: u16 = 3_600;

impl Rulebook for PropertyTycoon {
    type Options = Options;

    fn about() -> About {
        About {
            id: "property-tycoon",
            title: "Property Tycoon",
            summary: "Buy streets, build on them, and be the last who can pay the rent.",
            rules: include_str!("../rules.md"),
            readme: include_str!("../README.md"),
            seats: 2..=MAX_PLAYERS,
            usual_seats: 4,
            rules_version: 1,
            players: players::ALL,
        }
    }

    fn set_up<V: Visitor>(options: Options, seats: usize, visitor: V) -> Result<V::Out, Problems> {
        let mut problems = Problems::new();
        if options.minutes > MOST_MINUTES {
            let what =
                format!("at most {MOST_MINUTES} minutes can be played, not {}", options.minutes);
            problems.add("minutes", what);
        }
        if options.auction_seconds > MOST_SECONDS {
            let what = format!(
                "an auction gives at most {MOST_SECONDS} seconds, not {}",
                options.auction_seconds
            );
            problems.add("auction_seconds", what);
        }
        if options.rounds > MOST_ROUNDS {
            let what =
                format!("at most {MOST_ROUNDS} rounds can be played, not {}", options.rounds);
            problems.add("rounds", what);
        }
        match options.edition.board() {
            Ok(board) => {
                let mut rules = Rules::new(board, options, seats);
                rules.settle_rounds();
                if let Some(most) = rules.too_many_rounds() {
                    let what = format!(
                        "with sums as large as in this edition at most {most} rounds can be played"
                    );
                    problems.add("rounds", what);
                }
                problems.into_result(())?;
                Ok(visitor.visit(rules))
            }
            Err(more) => {
                problems.append(more);
                Err(problems)
            }
        }
    }

    fn later_options() -> &'static [&'static str] {
        &["auction_seconds"]
    }

    fn fullest() -> Options {
        Options { trading: true, auction: Bids::Free, ..Options::default() }
    }

    fn in_full(options: Options) -> Options {
        Options { edition: options.edition.in_full(), ..options }
    }
}
