//! What happened in all games together, so that one sees that everything did.

use std::collections::BTreeMap;
use std::fmt;

use parlor_engine::{Act, ActOf};
use parlor_property_tycoon::{
    Arrest, AuctionClock, Bank, Bids, Buildings, Debts, EditionOption, End, Item, Jail, Move,
    Notice, Purse, Release, RentFree, Rules, Shortage, Why,
};

use crate::tables::Table;

/// What is counted, by its name.
#[derive(Default)]
pub(crate) struct Tally(BTreeMap<(&'static str, &'static str), u64>);

/// The choices of a table that have names.
const CHOICES: usize = 10;

impl Tally {
    pub(crate) fn count(&mut self, kind: &'static str, what: &'static str) {
        *self.0.entry((kind, what)).or_default() += 1;
    }

    pub(crate) fn of(&self, kind: &'static str, what: &'static str) -> u64 {
        self.0.get(&(kind, what)).copied().unwrap_or(0)
    }

    pub(crate) fn add(&mut self, other: &Self) {
        for (key, times) in &other.0 {
            *self.0.entry(*key).or_default() += times;
        }
    }

    pub(crate) fn act(&mut self, act: &ActOf<Rules>) {
        self.count("all", "acts");
        match act {
            Act::Move(_, played) => self.count("move", name(*played)),
            Act::Chance(_) => self.count("act", "chance"),
            Act::Clock => self.count("act", "the clock"),
            Act::Leave(_) => self.count("act", "leaves"),
        }
    }

    pub(crate) fn hear(&mut self, notice: &Notice) {
        let what = match notice {
            Notice::BankIsShort { .. } => "payouts that the bank cannot make",
            Notice::BankOwes { .. } => "payments that the bank owes",
            Notice::HandedOn { to: Purse::Bank, .. } => "debts that are set off",
            Notice::HandedOn { to: Purse::Seat(_), .. } => "debts that are taken over",
            Notice::HandedOn { to: Purse::Pot, .. } => "fines that are taken over",
            Notice::Paid { why: Why::Owed, .. } => "payments of what was owed",
            Notice::GroupCompleted { .. } => "groups that are completed",
            Notice::GroupBroken { .. } => "groups that are broken",
            Notice::RoundsLeft { .. } => "last rounds",
            Notice::TooEarly { .. } => "too early to buy",
            Notice::NoRent { why: RentFree::Jailed, .. } => "no rent for a prisoner",
            Notice::NoRent { why: RentFree::Mortgaged, .. } => "no rent for mortgaged land",
            Notice::NoRent { why: RentFree::Nothing, .. } => NO_RENT,
            Notice::AuctionOpens { .. } => "auctions",
            Notice::Unsold { .. } => "auctions without a bid",
            Notice::Jailed { why: Arrest::Doubles, .. } => "jailed for doubles",
            Notice::Jailed { why: Arrest::Space, .. } => "jailed by the space",
            Notice::Jailed { why: Arrest::Card, .. } => "jailed by a card",
            Notice::Freed { how: Release::Paid, .. } => "freed for the fee",
            Notice::Freed { how: Release::Card(_), .. } => "freed by a card",
            Notice::Freed { how: Release::Served, .. } => "freed after two rounds",
            Notice::Freed { how: Release::Double, .. } => "freed by a double",
            Notice::Freed { how: Release::Forced, .. } => "freed by the last throw",
            Notice::Owes { .. } => "debts to be raised",
            Notice::Bankrupt { .. } => "bankruptcies",
            Notice::Out { left: true, .. } => "players who leave",
            Notice::GoesAway { .. } => "players who leave after they were out",
            Notice::Voted { .. } => "votes",
            Notice::Traded { .. } => "trades",
            Notice::Over { why: End::Bankruptcy } => "ends: all others bankrupt",
            Notice::Over { why: End::Left } => "ends: all others left",
            Notice::Over { why: End::Time } => "ends: the time is up",
            Notice::Over { why: End::Rounds } => "ends: all rounds are played",
            _ => return,
        };
        self.count("event", what);
    }

    /// What was chosen at a table, and every two things together.
    pub(crate) fn table(&mut self, table: &Table) {
        let chosen = choices(table);
        for (index, one) in chosen.iter().enumerate() {
            self.count("chosen", one);
            chosen[index + 1..].iter().for_each(|two| self.count(one, two));
        }
    }

    /// Everything there is has happened.
    pub(crate) fn assert_everything_happened(&self) {
        let missing = |kind: &'static str, all: &[&'static str]| -> Vec<&'static str> {
            all.iter().filter(|what| self.of(kind, what) == 0).copied().collect()
        };
        assert_eq!(missing("move", &MOVES), [""; 0], "never played\n{self}");
        assert_eq!(missing("event", &EVENTS), [""; 0], "never happened\n{self}");
        assert_eq!(missing("act", &["chance", "the clock", "leaves"]), [""; 0], "never\n{self}");
        assert_eq!(missing("player", &["random", "easy", "hard"]), [""; 0], "never sat down");
        for (index, ones) in VALUES.iter().enumerate() {
            for (one, others) in ones
                .iter()
                .flat_map(|one| VALUES[index + 1..].iter().map(move |others| (one, others)))
            {
                assert_eq!(missing(one, others), [""; 0], "never together with {one}");
            }
        }
    }
}

/// The values of each choice, in the order of [`choices`].
const VALUES: [&[&str]; CHOICES] = [
    &["edition standard", "edition second"],
    &["full game", "abridged game"],
    &["bank unlimited", "bank refuses", "bank pays in part"],
    &["auction in steps", "auction free"],
    &["clock for a bidder", "clock for the auction"],
    &["houses sell for all", "houses sell for half"],
    &["debts are raised", "debts are immediate"],
    &["jail standard", "jail by doubles"],
    &["no trading", "trading"],
    &["2 players", "3 players", "4 players", "5 players", "6 players"],
];

fn choices(table: &Table) -> [&'static str; CHOICES] {
    let options = &table.options;
    let second = options.edition != EditionOption::default();
    let chosen = [
        usize::from(second),
        usize::from(options.minutes > 0),
        match (options.bank, options.shortage) {
            (Bank::Unlimited, _) => 0,
            (Bank::Limited, Shortage::Refuse) => 1,
            (Bank::Limited, Shortage::Part) => 2,
        },
        usize::from(options.auction == Bids::Free),
        usize::from(options.auction_clock == AuctionClock::Whole),
        usize::from(options.sell_buildings == Buildings::Half),
        usize::from(options.debt == Debts::Immediate),
        usize::from(options.jail == Jail::Doubles),
        usize::from(options.trading),
        table.seats - 2,
    ];
    std::array::from_fn(|choice| VALUES[choice][chosen[choice]])
}

/// What only some boards have.
pub(crate) const NO_RENT: &str = "land that brings no rent";

const EVENTS: [&str; 31] = [
    "payouts that the bank cannot make",
    "payments that the bank owes",
    "debts that are set off",
    "debts that are taken over",
    "payments of what was owed",
    "groups that are completed",
    "groups that are broken",
    "last rounds",
    "too early to buy",
    "no rent for a prisoner",
    "no rent for mortgaged land",
    "auctions",
    "auctions without a bid",
    "jailed for doubles",
    "jailed by the space",
    "jailed by a card",
    "freed for the fee",
    "freed by a card",
    "freed after two rounds",
    "freed by a double",
    "freed by the last throw",
    "debts to be raised",
    "bankruptcies",
    "players who leave",
    "players who leave after they were out",
    "votes",
    "trades",
    "ends: all others bankrupt",
    "ends: all others left",
    "ends: the time is up",
    "ends: all rounds are played",
];

const MOVES: [&str; 29] = [
    "roll",
    "end",
    "pay",
    "use",
    "stay",
    "draw",
    "buy",
    "auction",
    "bid",
    "pass",
    "build",
    "sell-house",
    "sell",
    "mortgage",
    "lift",
    "ask-to-leave",
    "agree",
    "refuse",
    "trade",
    "give cash",
    "give a property",
    "give a card",
    "want cash",
    "want a property",
    "want a card",
    "offer",
    "withdraw",
    "accept",
    "counter",
];

const fn name(played: Move) -> &'static str {
    match played {
        Move::Roll => "roll",
        Move::End => "end",
        Move::Pay => "pay",
        Move::UseCard(_) => "use",
        Move::Stay => "stay",
        Move::Draw => "draw",
        Move::Buy => "buy",
        Move::Auction => "auction",
        Move::Bid(_) => "bid",
        Move::Pass => "pass",
        Move::Build(_) => "build",
        Move::SellHouse(_) => "sell-house",
        Move::Sell(_) => "sell",
        Move::Mortgage(_) => "mortgage",
        Move::Lift(_) => "lift",
        Move::AskToLeave => "ask-to-leave",
        Move::Agree => "agree",
        Move::Refuse => "refuse",
        Move::Trade(_) => "trade",
        Move::Give(Item::Cash(_)) => "give cash",
        Move::Give(Item::Place(_)) => "give a property",
        Move::Give(Item::Card(_)) => "give a card",
        Move::Want(Item::Cash(_)) => "want cash",
        Move::Want(Item::Place(_)) => "want a property",
        Move::Want(Item::Card(_)) => "want a card",
        Move::Offer => "offer",
        Move::Withdraw => "withdraw",
        Move::Accept => "accept",
        Move::Counter => "counter",
    }
}

/// Pairs of choices are too many to print.
impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = ["all", "act", "move", "event", "player", "chosen", "board", "go", "cards"];
        let lines = self.0.iter().filter(|((kind, _), _)| shown.contains(kind));
        lines
            .into_iter()
            .try_for_each(|((kind, what), times)| writeln!(f, "{kind:6}  {what:38} {times:>12}"))
    }
}
