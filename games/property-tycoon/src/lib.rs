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
mod options;
mod owed;
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
mod token;
mod trade;
mod traffic;
mod turn;
mod utility;
mod view;
mod worth;

use parlor_engine::{About, Problems, Rulebook, Visitor};

pub use auction::{Auction, AuctionClock, AuctionTime, Bids, STEP};
pub use bank::{ALL_MONEY, Bank, Purse, START_MONEY, Shortage, Why};
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
pub use options::{Options, Preset, Settled};
pub use owed::Owed;
pub use question::{Question, Reason};
pub use rules::{MOST_ROUNDS, Rules};
pub use state::{Dice, End, Gone, HOTEL, MAX_PLAYERS, Standing, State, Step};
pub use token::{MAX_TOKEN, TOKENS, Token, TokenOption};
pub use trade::{Bundle, Item, MOST_OFFERS, Trade};
pub use turn::{DOUBLES, MOST_DRAWS};
pub use view::View;

/// The game on the shelf.
#[derive(Clone, Copy, Debug)]
pub struct PropertyTycoon;

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
        let mut problems = options.problems();
        match options.edition.board() {
            Ok(board) => {
                problems.append(options.tokens.problems(&board.tokens));
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

    fn later_options() -> &'static [(&'static str, &'static str)] {
        &[
            ("auction_seconds", "0"),
            ("rules", "\"brief\""),
            ("shortage", "\"part\""),
            ("tokens", "\"\""),
        ]
    }

    fn fullest() -> Options {
        Options { trading: true, auction: Bids::Free, ..Options::default() }
    }

    fn in_full(options: Options) -> Options {
        options.in_full()
    }
}
