//! What can be chosen at table set-up, and what it comes to.
//!
//! The design document and the client's brief differ in some points. `rules` says which of them is
//! followed where an option is not given; [`Options::settled`] is the outcome.

use parlor_engine::Problems;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::auction::{AuctionClock, AuctionTime, Bids};
use crate::bank::{Bank, Shortage};
use crate::building::Buildings;
use crate::debt::Debts;
use crate::edition::EditionOption;
use crate::jail::Jail;
use crate::rules::MOST_ROUNDS;
use crate::token::TokenOption;

/// The longest abridged game.
pub(crate) const MOST_MINUTES: u16 = 600;
/// The most time an auction can give to bid.
pub(crate) const MOST_SECONDS: u16 = 3_600;
/// The time an auction gives where it has a clock and nobody says how long.
const USUAL_SECONDS: u16 = 30;

/// What can be chosen at table set-up. Some, where they are not given, follow from `rules`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// Which rules count where no other option says otherwise. document: a double gets you out of jail, the bank can
    /// run out of money, auctions have a clock. brief: you pay or wait in jail, the bank always pays, no clock.
    pub rules: Preset,
    /// The board and its cards: standard, second, or the sheets of one in a file.
    pub edition: EditionOption,
    /// Who has which token, by seat: cat,ship. There are boot, smartphone, ship, hatstand, cat and iron in the box.
    /// A player without one takes the next that is free.
    pub tokens: TokenOption,
    /// An abridged game: after so many minutes the round is finished, and the richest wins. 0 is a
    /// full game.
    #[schemars(range(max = MOST_MINUTES))]
    pub minutes: u16,
    /// After so many rounds the richest wins; 0 is 1000.
    #[schemars(range(max = MOST_ROUNDS))]
    pub rounds: u16,
    /// Whether the bank can run out of money.
    #[schemars(with = "Bank", extend("default" = Bank::Limited))]
    pub bank: Option<Bank>,
    /// What happens when a limited bank cannot pay.
    pub shortage: Shortage,
    /// How bids are made.
    pub auction: Bids,
    /// How many seconds an auction gives to bid; 0 leaves it to the table's clock.
    #[schemars(with = "u16", range(max = MOST_SECONDS), extend("default" = USUAL_SECONDS))]
    pub auction_seconds: Option<u16>,
    /// What the seconds of an auction are for.
    #[schemars(with = "AuctionClock", extend("default" = AuctionClock::Bidder))]
    pub auction_clock: Option<AuctionClock>,
    /// What the bank pays for a building.
    pub sell_buildings: Buildings,
    /// What happens to a player who owes more than the cash at hand.
    pub debt: Debts,
    /// How one gets out of jail.
    #[schemars(with = "Jail", extend("default" = Jail::Doubles))]
    pub jail: Option<Jail>,
    /// Whether players may trade with each other.
    pub trading: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            rules: Preset::default(),
            edition: EditionOption::default(),
            tokens: TokenOption::default(),
            minutes: 0,
            rounds: 0,
            bank: None,
            shortage: Shortage::default(),
            auction: Bids::default(),
            auction_seconds: None,
            auction_clock: None,
            sell_buildings: Buildings::default(),
            debt: Debts::default(),
            jail: None,
            // Without trades most games of four are not over before the last round.
            trading: true,
        }
    }
}

/// Whose rules are played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Preset {
    /// The design document's: one rolls to get out of jail, the bank has £50,000 and no more, and an
    /// auction has a clock.
    #[default]
    Document,
    /// The client's brief's: one pays or waits to get out of jail, the bank always pays, and an auction
    /// has no clock of its own.
    Brief,
}

/// The options with nothing left open.
#[expect(missing_docs, reason = "each is the option of that name")]
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Settled {
    pub rules: Preset,
    pub edition: EditionOption,
    pub tokens: TokenOption,
    pub minutes: u16,
    pub rounds: u16,
    pub bank: Bank,
    pub shortage: Shortage,
    pub auction: Bids,
    pub auction_seconds: u16,
    pub auction_clock: AuctionClock,
    pub sell_buildings: Buildings,
    pub debt: Debts,
    pub jail: Jail,
    pub trading: bool,
}

impl Options {
    /// What these options come to: each that is given counts, and `rules` decides the others.
    pub fn settled(self) -> Settled {
        let (bank, jail, clock) = match self.rules {
            Preset::Document => (Bank::Limited, Jail::Doubles, true),
            Preset::Brief => (Bank::Unlimited, Jail::Standard, false),
        };
        // Whoever says what a clock is for wants one.
        let clock = clock || self.auction_clock.is_some();
        Settled {
            rules: self.rules,
            edition: self.edition,
            tokens: self.tokens,
            minutes: self.minutes,
            rounds: self.rounds,
            bank: self.bank.unwrap_or(bank),
            shortage: self.shortage,
            auction: self.auction,
            auction_seconds: self.auction_seconds.unwrap_or(if clock { USUAL_SECONDS } else { 0 }),
            auction_clock: self.auction_clock.unwrap_or_default(),
            sell_buildings: self.sell_buildings,
            debt: self.debt,
            jail: self.jail.unwrap_or(jail),
            trading: self.trading,
        }
    }

    /// The numbers that are too large.
    pub(crate) fn problems(&self) -> Problems {
        let mut problems = Problems::new();
        if self.minutes > MOST_MINUTES {
            let what =
                format!("at most {MOST_MINUTES} minutes can be played, not {}", self.minutes);
            problems.add("minutes", what);
        }
        if let Some(seconds) = self.auction_seconds.filter(|seconds| *seconds > MOST_SECONDS) {
            let what = format!("an auction gives at most {MOST_SECONDS} seconds, not {seconds}");
            problems.add("auction_seconds", what);
        }
        if self.rounds > MOST_ROUNDS {
            let what = format!("at most {MOST_ROUNDS} rounds can be played, not {}", self.rounds);
            problems.add("rounds", what);
        }
        problems
    }

    /// The same with every option given, so that a record says how it was played whatever the defaults
    /// are by then.
    pub(crate) fn in_full(self) -> Self {
        let edition = self.edition.in_full();
        let tokens = self.tokens.in_full(&edition);
        let settled = Self { edition, tokens, ..self }.settled();
        settled.into()
    }
}

impl From<Settled> for Options {
    fn from(settled: Settled) -> Self {
        Self {
            rules: settled.rules,
            edition: settled.edition,
            tokens: settled.tokens,
            minutes: settled.minutes,
            rounds: settled.rounds,
            bank: Some(settled.bank),
            shortage: settled.shortage,
            auction: settled.auction,
            auction_seconds: Some(settled.auction_seconds),
            auction_clock: Some(settled.auction_clock),
            sell_buildings: settled.sell_buildings,
            debt: settled.debt,
            jail: Some(settled.jail),
            trading: settled.trading,
        }
    }
}

impl Settled {
    /// The clock of an auction, where it has one of its own.
    pub(crate) fn auction_time(&self) -> Option<AuctionTime> {
        let whole = self.auction_clock == AuctionClock::Whole;
        (self.auction_seconds > 0).then_some(AuctionTime { seconds: self.auction_seconds, whole })
    }

    /// Whether the bank refuses what it cannot pay, and owes what a debt is settled with.
    pub(crate) fn bank_refuses(&self) -> bool {
        self.bank == Bank::Limited && self.shortage == Shortage::Refuse
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn given(json: &str) -> Settled {
        let options: Options = serde_json::from_str(json).unwrap_or_else(|why| panic!("{why}"));
        options.settled()
    }

    #[test]
    fn each_of_the_two_sets_every_point() {
        let points =
            |of: &Settled| (of.bank, of.jail, of.auction_seconds, of.auction_clock, of.debt);
        let (bidder, raise) = (AuctionClock::Bidder, Debts::Raise);
        let document = (Bank::Limited, Jail::Doubles, 30, bidder, raise);
        assert_eq!(points(&given("{}")), document);
        assert_eq!(points(&given(r#"{"rules": "document"}"#)), document);
        let brief = (Bank::Unlimited, Jail::Standard, 0, bidder, raise);
        assert_eq!(points(&given(r#"{"rules": "brief"}"#)), brief);
    }

    #[test]
    fn a_single_option_counts_more() {
        for rules in ["document", "brief"] {
            let with = |more: &str| given(&format!(r#"{{"rules": "{rules}", {more}}}"#));
            assert_eq!(with(r#""jail": "standard""#).jail, Jail::Standard);
            assert_eq!(with(r#""jail": "doubles""#).jail, Jail::Doubles);
            assert_eq!(with(r#""bank": "limited""#).bank, Bank::Limited);
            assert_eq!(with(r#""bank": "unlimited""#).bank, Bank::Unlimited);
            assert_eq!(with(r#""auction_seconds": 0"#).auction_time(), None);
            let seconds = |time: AuctionTime| time.seconds;
            assert_eq!(with(r#""auction_seconds": 12"#).auction_time().map(seconds), Some(12));
            let whole = Some(AuctionTime { seconds: 30, whole: true });
            assert_eq!(with(r#""auction_clock": "whole""#).auction_time(), whole);
        }
    }

    #[test]
    fn in_full_nothing_is_left_open() {
        for rules in [Preset::Document, Preset::Brief] {
            let full = Options { rules, ..Options::default() }.in_full();
            let json = serde_json::to_value(&full).expect("options have a JSON form");
            let open = json.as_object().into_iter().flatten().find(|(_, value)| value.is_null());
            assert_eq!(open, None);
            assert_eq!(full.clone().in_full(), full);
        }
    }
}
