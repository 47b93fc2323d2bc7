//! Invariants that no single state shows: what was said between two of them has to account for all
//! that changed, Go pays once for each time somebody comes by, and every landing is dealt with for
//! whoever landed, before anybody else has the turn.

use std::collections::BTreeMap;

use parlor_engine::{Game, Seat, Viewers, Witness};
use parlor_property_tycoon::board::Space;
use parlor_property_tycoon::{
    Bank, Debt, Dice, Effect, End, MOST_DRAWS, Notice, Owed, Pack, Place, Pounds, Purse, Rules,
    Settled, Shortage, State, Way, Why,
};

use crate::tables::Table;
use crate::tally::Tally;

/// Something a landing has still to bring, for whoever landed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Due {
    /// It is bought or auctioned, or it is too early for that.
    Sale(Place),
    /// Rent is paid, or it is said why not.
    Rent(Place),
    Tax(Place),
    Card(Pack),
    Fines,
    Jail,
}

/// Looks on at one game.
pub(crate) struct Watcher<'a> {
    rules: &'a Rules,
    options: &'a Settled,
    tally: &'a mut Tally,
    go_money: Pounds,
    places: Vec<Place>,
    circuits: Vec<u16>,
    owners: BTreeMap<Place, Seat>,
    pot: Pounds,
    owed: Owed,
    mover: Seat,
    due: Option<(Seat, Due)>,
    /// Who has come to Go and not been paid yet, and how often.
    passed_go: Option<(Seat, u16)>,
    /// What the last card said.
    effect: Option<Effect>,
    /// How many cards were drawn since the dice were thrown.
    draws: u8,
    /// The packs that had no card left before the act.
    empty: [bool; 2],
    /// The first thing that was wrong.
    fault: Option<String>,
}

impl<'a> Watcher<'a> {
    pub(crate) fn new(table: &'a Table, tally: &'a mut Tally) -> Self {
        let (rules, options, seats) = (&table.rules, &table.options, table.seats);
        let Space::Go(go_money) = rules.board.space(Place::GO) else {
            panic!("the first space is Go");
        };
        let start = table.start();
        let players = || (0..seats).map(|index| (Seat::at(index), &start.players[index]));
        let owners = players().flat_map(|(seat, has)| has.owned.iter().map(move |at| (at, seat)));
        Self {
            rules,
            options,
            tally,
            go_money,
            places: vec![Place::GO; seats],
            circuits: players().map(|(_, player)| player.circuits).collect(),
            owners: owners.collect(),
            pot: start.pot,
            owed: Owed::default(),
            mover: Seat::at(0),
            due: None,
            passed_go: None,
            effect: None,
            draws: 0,
            empty: rules.start().piles.map(|pile| pile.is_empty()),
            fault: None,
        }
    }

    /// After an act: everything was heard, and it accounts for the state.
    pub(crate) fn check(&mut self, state: &State) -> Result<(), String> {
        self.settled_go("the act ended");
        let told = |holds: bool, what: &str| {
            if holds { Ok(()) } else { Err(format!("{what} changed, and nobody was told")) }
        };
        if let Some(fault) = self.fault.take() {
            return Err(fault);
        }
        self.empty = [0, 1].map(|pack| state.piles[pack].is_empty());
        told(self.pot == state.pot, "the fines")?;
        told(self.owed == state.owed, "what the bank owes")?;
        for seat in state.present.iter() {
            let player = &state.players[seat.index()];
            told(player.place == self.places[seat.index()], "a token's place")?;
            let circuits = self.circuits[seat.index()];
            if player.circuits != circuits {
                let counted = player.circuits;
                return Err(format!("seat {seat} came by Go {circuits} times, not {counted}"));
            }
            let owned = self.owners.values().filter(|owner| **owner == seat).count();
            told(owned == player.owned.len(), "what somebody owns")?;
            told(
                player.owned.iter().all(|place| self.owners.get(&place) == Some(&seat)),
                "what somebody owns",
            )?;
        }
        match state.over {
            // Where all others have got up there is nobody left to settle anything with.
            Some(End::Left) => return Ok(()),
            Some(_) => {
                self.nothing_is_due("the game ended");
                return self.fault.take().map_or(Ok(()), Err);
            }
            None => {}
        }
        told(state.mover == self.mover, "the turn")
    }

    pub(crate) fn tally(&mut self) -> &mut Tally {
        self.tally
    }

    fn wrong(&mut self, what: String) {
        self.fault.get_or_insert(what);
    }

    fn nothing_is_due(&mut self, then: &str) {
        if let Some((seat, due)) = self.due {
            self.wrong(format!("{due:?} was due for seat {seat} when {then}"));
        }
    }

    fn settled_go(&mut self, then: &str) {
        if let Some((seat, _)) = self.passed_go {
            self.wrong(format!("seat {seat} came to Go or past it and had no money when {then}"));
        }
    }

    /// This has come, if it was what was due.
    fn came(&mut self, seat: Seat, what: Due) {
        if self.due == Some((seat, what)) {
            self.due = None;
        }
    }

    /// How often somebody comes to Go on the way from one space to another, who walks it step by step.
    fn times_at_go(&mut self, from: Place, to: Place, way: Way, dice: Dice) -> u16 {
        let board = &self.rules.board;
        let (mut at, mut times, mut steps) = (from, 0, 0);
        let arrived = |at: Place, steps: u16| match (way, self.effect) {
            (Way::Dice, _) => steps == u16::from(dice.sum()),
            (Way::Card, Some(Effect::Move(wanted))) => i32::from(steps) == i32::from(wanted),
            (Way::Card, Some(Effect::AdvanceTo(wanted))) => steps > 0 && at == wanted,
            _ => true,
        };
        while !arrived(at, steps) {
            at = board.forward(at, 1).0;
            steps += 1;
            times += u16::from(at == Place::GO);
        }
        if way != Way::Back && at != to {
            self.wrong(format!("{steps} steps from {from} lead to {at}, not to {to}"));
        }
        times
    }

    fn moved(&mut self, seat: Seat, from: Place, to: Place, way: Way, dice: Dice) {
        self.nothing_is_due("the token went on");
        self.settled_go("the token went on");
        if from != self.places[seat.index()] {
            self.wrong(format!("seat {seat} went from {from} and was not there"));
        }
        if seat != self.mover {
            self.wrong(format!("seat {seat} went on in the turn of seat {}", self.mover));
        }
        self.places[seat.index()] = to;
        let times = self.times_at_go(from, to, way, dice);
        self.circuits[seat.index()] += times;
        if times > 1 {
            self.tally.count("go", "more than once with one throw");
        }
        // Nobody is told of no money.
        self.passed_go = (times > 0 && self.go_money > 0).then_some((seat, times));
        let due = match self.rules.board.space(to) {
            Space::Property => match self.owners.get(&to) {
                None => Some(Due::Sale(to)),
                Some(owner) if *owner == seat => None,
                Some(_) => Some(Due::Rent(to)),
            },
            Space::Card(pack) if self.empty[pack.index()] => {
                self.tally.count("cards", "a pack without cards");
                None
            }
            Space::Card(_) if self.draws == MOST_DRAWS => {
                self.tally.count("cards", "as many as may be drawn for one throw");
                None
            }
            Space::Card(pack) => Some(Due::Card(pack)),
            Space::Tax(0) => None,
            Space::Tax(_) => Some(Due::Tax(to)),
            Space::FreeParking if self.pot > 0 => Some(Due::Fines),
            Space::GoToJail => Some(Due::Jail),
            Space::FreeParking | Space::Go(_) | Space::Jail => None,
        };
        self.due = due.map(|due| (seat, due));
    }

    /// The money for Go, or as much of it as a bank has that can run out.
    fn paid_for_go(&mut self, to: Purse, amount: Pounds) {
        let whole = amount == self.go_money;
        let in_part = self.options.bank == Bank::Limited && self.options.shortage == Shortage::Part;
        let part = (in_part || amount == 0) && amount < self.go_money;
        match self.passed_go.take() {
            Some((seat, times)) if to == Purse::Seat(seat) && (whole || part) => {
                self.passed_go = (times > 1).then_some((seat, times - 1));
            }
            passed => self.wrong(format!("{to:?} got {amount} for Go, and {passed:?} passed")),
        }
    }

    /// The bank owes so much more, or less.
    fn owes(&mut self, to: Purse, amount: Pounds) {
        match to {
            Purse::Bank => {}
            Purse::Pot => self.owed.pot += amount,
            Purse::Seat(seat) => self.owed.players[seat.index()] += amount,
        }
    }

    fn paid(&mut self, from: Purse, to: Purse, amount: Pounds, why: Why) {
        if amount <= 0 || from == to {
            self.wrong(format!("{amount} went from {from:?} to {to:?}"));
        }
        self.pot += Pounds::from(to == Purse::Pot) * amount;
        self.pot -= Pounds::from(from == Purse::Pot) * amount;
        match (why, from, to) {
            (Why::Owed, Purse::Bank, _) => self.owes(to, -amount),
            (Why::Go, ..) => self.paid_for_go(to, amount),
            (Why::Rent(_) | Why::Tax(_), Purse::Seat(payer), _) => self.bill_came(payer, why),
            (Why::FreeParking, Purse::Pot, Purse::Seat(seat)) => {
                if self.pot != 0 {
                    self.wrong(format!("{} were left on Free Parking", self.pot));
                }
                self.came(seat, Due::Fines);
            }
            (Why::FreeParking, ..) => self.wrong(format!("{from:?} paid for Free Parking")),
            _ => {}
        }
    }

    /// A bill was paid, or its payer was bankrupt of it.
    fn bill_came(&mut self, payer: Seat, why: Why) {
        match why {
            Why::Rent(place) => self.came(payer, Due::Rent(place)),
            Why::Tax(place) => self.came(payer, Due::Tax(place)),
            _ => {}
        }
    }

    fn hear(&mut self, notice: &Notice) {
        match *notice {
            Notice::Turn { seat, .. } => {
                self.nothing_is_due("the turn passed on");
                self.mover = seat;
            }
            Notice::Rolled { .. } => {
                self.nothing_is_due("the dice were thrown again");
                self.draws = 0;
            }
            Notice::Moved { seat, from, to, way, dice, .. } => {
                self.moved(seat, from, to, way, dice);
            }
            Notice::Paid { from, to, amount, why, .. } => self.paid(from, to, amount, why),
            Notice::BankOwes { to, amount, .. } => self.owes(Purse::Seat(to), amount),
            Notice::HandedOn { from, to, amount, why } => {
                self.owes(from, -amount);
                self.owes(to, amount);
                if let Purse::Seat(payer) = from {
                    self.bill_came(payer, why);
                }
            }
            // All of it was missing, so nothing was paid.
            Notice::BankIsShort { to, missing, why: Why::Go, .. } if missing == self.go_money => {
                self.paid_for_go(Purse::Seat(to), 0);
            }
            Notice::TooEarly { seat, place } => self.came(seat, Due::Sale(place)),
            Notice::NoRent { seat, place, .. } => self.came(seat, Due::Rent(place)),
            Notice::Bought { seat, place, .. } => {
                self.came(seat, Due::Sale(place));
                self.owners.insert(place, seat);
            }
            Notice::AuctionOpens { place, .. } => self.came(self.mover, Due::Sale(place)),
            Notice::Sold { place, to, .. } => _ = self.owners.insert(place, to),
            Notice::SoldToBank { place, .. } => _ = self.owners.remove(&place),
            Notice::Drew { seat, pack, card } => {
                self.came(seat, Due::Card(pack));
                self.effect = Some(self.rules.board.cards[pack.index()][card.index()].effect);
                self.draws += 1;
            }
            Notice::Jailed { seat, .. } => {
                self.came(seat, Due::Jail);
                self.nothing_is_due("somebody went to jail");
                self.places[seat.index()] = self.rules.board.jail;
            }
            Notice::Bankrupt { debt: Debt { debtor, why, .. }, .. } => self.bill_came(debtor, why),
            Notice::Out { seat, owned, .. } => {
                owned.iter().for_each(|place| _ = self.owners.remove(&place));
                // Whoever is out has nothing more to come.
                self.due = self.due.filter(|(landed, _)| *landed != seat);
            }
            Notice::Traded { trade } => {
                let sides = [(trade.give, trade.to), (trade.want, trade.by)];
                for (bundle, to) in sides {
                    bundle.places.iter().for_each(|place| _ = self.owners.insert(place, to));
                }
            }
            _ => {}
        }
    }
}

impl Witness<Notice> for Watcher<'_> {
    const AWAKE: bool = true;

    fn say(&mut self, _: Viewers, notice: impl FnOnce() -> Notice) {
        let notice = notice();
        self.tally.hear(&notice);
        self.hear(&notice);
    }
}
