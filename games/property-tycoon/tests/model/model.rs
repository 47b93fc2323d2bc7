//! The table as the model keeps it: purses, deeds, tokens, and what is waited for. It is written from
//! the rule book. It takes what players choose and what chance brings as given, and does not ask whether
//! that was allowed; what it does to money, property and places it works out by itself.

use std::collections::{BTreeMap, BTreeSet};

use parlor_engine::Act;
use parlor_property_tycoon::{
    Bank, Bids, Buildings, Deal, Debts, Item, Jail, Move, Pack, Place, Settled, Shortage, State,
};

use crate::book::{self, Pounds, Space};
use crate::tables::Table;
use crate::twists::Twist;

/// Why an act does not fit, or how the tables differ.
pub(crate) type Said = Result<(), String>;

/// Where money lies.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Purse {
    Bank,
    Player(usize),
    Pot,
}

#[derive(Clone, Default, Debug)]
pub(crate) struct Player {
    pub(crate) cash: Pounds,
    pub(crate) place: usize,
    pub(crate) circuits: u32,
    /// In jail, and so many turns spent there.
    pub(crate) jail: Option<u32>,
    /// Cards out of jail, by their pack.
    pub(crate) cards: BTreeSet<Pack>,
}

/// A property that somebody owns.
#[derive(Clone, Debug)]
pub(crate) struct Deed {
    pub(crate) owner: usize,
    pub(crate) mortgaged: bool,
    /// Houses, and 5 for the hotel.
    pub(crate) houses: u8,
}

/// What is owed and cannot be paid with the cash at hand.
#[derive(Clone, Debug)]
pub(crate) struct Owed {
    pub(crate) by: usize,
    pub(crate) to: Purse,
    pub(crate) amount: Pounds,
}

#[derive(Clone, Debug)]
pub(crate) struct Auction {
    pub(crate) place: usize,
    /// In the order in which they are asked; whoever passes is taken out.
    pub(crate) bidders: Vec<usize>,
    pub(crate) leader: Option<(usize, Pounds)>,
    pub(crate) asked: usize,
}

#[derive(Clone, Default, Debug)]
pub(crate) struct Trade {
    pub(crate) by: usize,
    pub(crate) to: usize,
    pub(crate) give: Vec<Item>,
    pub(crate) want: Vec<Item>,
    pub(crate) made: bool,
}

/// What the turn has come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Now {
    Begin,
    InJail,
    Dice,
    JailDice,
    /// The token moves by the dice, once all debts are paid.
    MoveOn,
    Draw(Pack),
    Buy,
    Auction,
    Fine(Pounds, Pack),
    /// The space has been dealt with, once all debts are paid.
    Moved,
    After,
    TurnOver,
    Over,
}

/// Somebody who is out, and what they were worth.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Gone {
    pub(crate) player: usize,
    pub(crate) worth: Pounds,
}

pub(crate) struct Model {
    pub(crate) options: Settled,
    pub(crate) board: BTreeMap<usize, Space>,
    pub(crate) players: Vec<Player>,
    pub(crate) present: BTreeSet<usize>,
    pub(crate) gone: Vec<Gone>,
    pub(crate) bank: Pounds,
    pub(crate) pot: Pounds,
    /// What the bank has still to pay, and to whom: the players first, then Free Parking.
    pub(crate) promised: BTreeMap<Purse, Pounds>,
    pub(crate) deeds: BTreeMap<usize, Deed>,
    pub(crate) now: Now,
    pub(crate) mover: usize,
    pub(crate) round: u32,
    pub(crate) dice: (u8, u8),
    pub(crate) doubles: u32,
    pub(crate) draws: u32,
    pub(crate) offers: u32,
    pub(crate) time_is_up: bool,
    pub(crate) debts: Vec<Owed>,
    pub(crate) auction: Option<Auction>,
    pub(crate) trade: Option<Trade>,
    /// Who has still to say whether the mover may leave.
    pub(crate) vote: Vec<usize>,
    /// The one rule that is wrong, to show that it would be noticed.
    pub(crate) twist: Option<Twist>,
}

impl Model {
    pub(crate) fn new(table: &Table, twist: Option<Twist>) -> Self {
        let (options, seats) = (&table.options, table.seats);
        let second = options.edition != parlor_property_tycoon::EditionOption::default();
        let players = vec![Player { cash: 1_500, place: 1, ..Player::default() }; seats];
        let mut model = Self {
            options: options.clone(),
            board: book::board(second),
            bank: 50_000 - players.iter().map(|player| player.cash).sum::<Pounds>(),
            players,
            present: (0..seats).collect(),
            gone: Vec::new(),
            pot: 0,
            promised: BTreeMap::new(),
            deeds: BTreeMap::new(),
            now: Now::Begin,
            mover: 0,
            round: 1,
            dice: (0, 0),
            doubles: 0,
            draws: 0,
            offers: 0,
            time_is_up: false,
            debts: Vec::new(),
            auction: None,
            trade: None,
            vote: Vec::new(),
            twist,
        };
        if table.poor {
            model.begin_at(&table.start());
        }
        model
    }

    /// Another beginning than the rule book's: with land, and less cash.
    fn begin_at(&mut self, start: &State) {
        (self.bank, self.pot) = (start.bank.into(), start.pot.into());
        for (seat, player) in self.players.iter_mut().enumerate() {
            let standing = &start.players[seat];
            (player.cash, player.circuits) = (standing.cash.into(), standing.circuits.into());
            for place in standing.owned.iter() {
                let deed = Deed { owner: seat, mortgaged: false, houses: 0 };
                self.deeds.insert(place.number(), deed);
            }
        }
    }

    /// Takes an act. It is legal, or so the rules say; here it must make sense at least.
    pub(crate) fn take(&mut self, act: &Act<Move, Deal>) -> Said {
        match *act {
            Act::Move(seat, played) => {
                let asked = self.asked();
                if asked != Some(seat.index()) {
                    return Err(format!("seat {seat} moves, and {asked:?} should be asked"));
                }
                self.answer(seat.index(), played)?;
            }
            Act::Chance(deal) => {
                if self.asked().is_some() {
                    return Err("chance is not due".to_owned());
                }
                self.chance(deal)?;
            }
            Act::Clock => self.time_is_up = true,
            Act::Leave(seat) => self.leave(seat.index()),
        }
        self.go_on();
        Ok(())
    }

    /// Whose answer is waited for; nobody's when chance is due or the game is over.
    pub(crate) fn asked(&self) -> Option<usize> {
        if self.now == Now::Over {
            return None;
        }
        if let Some(debt) = self.debts.first() {
            return Some(debt.by);
        }
        if let Some(trade) = &self.trade {
            return Some(if trade.made { trade.to } else { trade.by });
        }
        if let Some(voter) = self.vote.first() {
            return Some(*voter);
        }
        match self.now {
            Now::Auction => self.auction.as_ref().map(|auction| auction.asked),
            Now::Dice | Now::JailDice | Now::Draw(_) => None,
            _ => Some(self.mover),
        }
    }

    fn answer(&mut self, seat: usize, played: Move) -> Said {
        match played {
            Move::Bid(amount) => self.bid(seat, amount.into()),
            Move::Pass => self.pass(seat),
            Move::Build(place) => self.build(seat, place.number()),
            Move::SellHouse(place) => self.sell_house(seat, place.number()),
            Move::Sell(place) => self.sell(seat, place.number()),
            Move::Mortgage(place) => self.mortgage(seat, place.number()),
            Move::Lift(place) => self.lift(seat, place.number()),
            Move::AskToLeave => self.vote = self.others_from(seat),
            Move::Agree => {
                self.vote.remove(0);
                if self.vote.is_empty() {
                    self.out(self.mover, true);
                }
            }
            Move::Refuse if self.trade.is_none() => self.vote.clear(),
            Move::Refuse
            | Move::Trade(_)
            | Move::Give(_)
            | Move::Want(_)
            | Move::Offer
            | Move::Withdraw
            | Move::Accept
            | Move::Counter => return self.answer_in_a_trade(seat, played),
            _ => return self.answer_in_a_turn(seat, played),
        }
        Ok(())
    }

    /// What a turn asks for, in jail and out of it.
    fn answer_in_a_turn(&mut self, seat: usize, played: Move) -> Said {
        match (played, self.now) {
            (Move::Roll, Now::Begin) => self.now = Now::Dice,
            (Move::Roll, Now::InJail) if self.options.jail == Jail::Doubles => {
                self.now = Now::JailDice;
            }
            (Move::End, Now::After) => self.end_of_turn(),
            (Move::Pay, Now::InJail) => {
                self.pay(Purse::Player(seat), Purse::Pot, 50);
                self.walk_out(seat);
            }
            (Move::Pay, Now::Fine(amount, _)) => {
                self.now = Now::Moved;
                let to = if self.is(Twist::FineToBank) { Purse::Bank } else { Purse::Pot };
                self.owe(seat, to, amount);
            }
            (Move::UseCard(pack), _) => {
                if !self.players[seat].cards.contains(&pack) {
                    return Err(format!("{seat} has no card of {pack}"));
                }
                if !self.is(Twist::CardIsKept) {
                    self.players[seat].cards.remove(&pack);
                }
                self.walk_out(seat);
            }
            (Move::Stay, Now::InJail) => {
                let served = self.players[seat].jail.unwrap_or(0) + 1;
                self.players[seat].jail = Some(served);
                self.now = Now::TurnOver;
            }
            (Move::Draw, Now::Fine(_, pack)) => self.now = Now::Draw(pack.other()),
            (Move::Buy, Now::Buy) => {
                let place = self.players[seat].place;
                self.sell_to(place, seat, self.price(place));
                self.now = Now::Moved;
            }
            (Move::Auction, Now::Buy) => self.open_auction(),
            (_, now) => return Err(format!("{played} makes no sense at {now:?}")),
        }
        Ok(())
    }

    /// An offer is put together, made and answered.
    fn answer_in_a_trade(&mut self, seat: usize, played: Move) -> Said {
        match played {
            Move::Trade(with) => {
                self.offers += 1;
                self.trade = Some(Trade { by: seat, to: with.index(), ..Trade::default() });
            }
            Move::Give(item) => self.trade.as_mut().ok_or("no trade")?.give.push(item),
            Move::Want(item) => self.trade.as_mut().ok_or("no trade")?.want.push(item),
            Move::Offer => self.trade.as_mut().ok_or("no trade")?.made = true,
            Move::Withdraw | Move::Refuse => self.trade = None,
            Move::Accept => self.hand_over(),
            Move::Counter => {
                self.offers += 1;
                let trade = self.trade.take().ok_or("no trade")?;
                self.trade = Some(Trade { by: trade.to, to: trade.by, ..Trade::default() });
            }
            _ => return Err(format!("{played} is no part of a trade")),
        }
        Ok(())
    }

    fn chance(&mut self, deal: Deal) -> Said {
        match (deal, self.now) {
            (Deal::Roll(dice), Now::Dice) => self.rolled((dice.0, dice.1)),
            (Deal::Roll(dice), Now::JailDice) => self.rolled_in_jail((dice.0, dice.1)),
            (Deal::Draw(pack, card), Now::Draw(due)) if pack == due => {
                self.drawn(pack, card.index())?;
            }
            _ => return Err(format!("{deal} makes no sense at {:?}", self.now)),
        }
        Ok(())
    }

    /// Both sides of a trade change hands.
    fn hand_over(&mut self) {
        let Some(trade) = self.trade.take() else { return };
        for (items, from, to) in
            [(trade.give, trade.by, trade.to), (trade.want, trade.to, trade.by)]
        {
            for item in items {
                match item {
                    Item::Cash(amount) => {
                        self.pay(Purse::Player(from), Purse::Player(to), amount.into());
                    }
                    Item::Place(place) => self.hand_over_deed(place, to),
                    Item::Card(pack) => {
                        self.players[from].cards.remove(&pack);
                        self.players[to].cards.insert(pack);
                    }
                }
            }
        }
    }

    fn hand_over_deed(&mut self, place: Place, to: usize) {
        if let Some(deed) = self.deeds.get_mut(&place.number()) {
            deed.owner = to;
            deed.mortgaged &= !self.twist.is_some_and(|twist| twist == Twist::TradeLiftsMortgages);
        }
    }

    /// Whether this rule is the wrong one.
    pub(crate) fn is(&self, twist: Twist) -> bool {
        self.twist == Some(twist)
    }

    /// Those in the game but for one, in the order of seats from that one on.
    pub(crate) fn others_from(&self, player: usize) -> Vec<usize> {
        let seats = self.players.len();
        let after = (1..seats).map(|steps| (player + steps) % seats);
        after.filter(|other| self.present.contains(other)).collect()
    }

    pub(crate) fn limited(&self) -> bool {
        self.options.bank == Bank::Limited && !self.is(Twist::BankNeverRunsOut)
    }

    /// Whether the bank keeps what is not all there, and promises to pay for what settles a debt.
    pub(crate) fn promises(&self) -> bool {
        self.limited() && self.options.shortage == Shortage::Refuse
    }

    pub(crate) fn must_raise(&self) -> bool {
        self.options.debt == Debts::Raise
    }

    /// The least bid on top of the last, or the first.
    pub(crate) fn least_bid(&self, auction: &Auction) -> Pounds {
        let (first, step) = match self.options.auction {
            Bids::Steps => ((self.price(auction.place) + 1) / 2, 10),
            Bids::Free => (1, 1),
        };
        auction.leader.map_or(first, |(_, bid)| bid + step)
    }

    /// What the bank pays for a building that cost so much.
    pub(crate) fn for_a_house(&self, cost: Pounds) -> Pounds {
        match self.options.sell_buildings {
            Buildings::Half if !self.is(Twist::HousesSellForAll) => cost / 2,
            _ => cost,
        }
    }
}
