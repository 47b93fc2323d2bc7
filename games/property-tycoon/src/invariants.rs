//! What is always true of a table, checked after every act in tests.

use parlor_engine::{Game, Seat};

use crate::bank::{ALL_MONEY, Bank};
use crate::board::Places;
use crate::deck::{CardSet, Pack};
use crate::owed::Owed;
use crate::rules::Rules;
use crate::state::{HOTEL, State, Step};

impl Rules {
    pub(crate) fn check_invariants(&self, state: &State) -> Result<(), String> {
        let ensure = |holds: bool, what: &str| if holds { Ok(()) } else { Err(what.to_owned()) };
        let money = Self::all_money(state);
        ensure(money == i64::from(ALL_MONEY), &format!("there are {money} pounds in all"))?;
        ensure(state.pot >= 0, "the fines are below nothing")?;
        self.check_bank(state)?;
        self.check_ownership(state)?;
        self.check_buildings(state)?;
        for pack in Pack::ALL {
            self.check_pack(state, pack)?;
        }
        for (index, player) in state.players.iter().enumerate() {
            let seat = Seat::at(index);
            ensure(player.cash >= 0, &format!("seat {seat} has less than nothing"))?;
            ensure(player.place.index() < self.board.len(), "a token is off the board")?;
            let jailed = player.jailed.is_none() || player.place == self.board.jail;
            ensure(jailed, &format!("seat {seat} is in jail and stands elsewhere"))?;
        }
        let over = state.step == Step::Over;
        ensure(over == state.over.is_some(), "the game is over and goes on")?;
        // The auction of what somebody landed on goes on without them, and whoever is in debt for
        // their card pays the bank.
        let goes_on = state.auction.is_some() || !state.debts.is_empty();
        let here = state.present.contains(state.mover) || goes_on;
        ensure(over || here, "whoever has the turn is out")?;
        ensure(
            (state.step == Step::Auction) == state.auction.is_some(),
            "an auction without a step, or the other way round",
        )?;
        // Every landing is resolved before anybody is asked something else.
        ensure(
            !matches!(state.step, Step::Land | Step::End) || !state.debts.is_empty(),
            "a move was left unfinished",
        )
    }

    /// A limited bank never has less than nothing, and owes something only while it has nothing.
    fn check_bank(&self, state: &State) -> Result<(), String> {
        if self.options.bank == Bank::Limited && state.bank < 0 {
            return Err(format!("the bank can run out and has {} pounds", state.bank));
        }
        let Owed { players, pot } = state.owed;
        if players.into_iter().chain([pot]).any(|owed| owed < 0) {
            return Err(format!("the bank owes less than nothing: {:?}", state.owed));
        }
        let owes = state.owed != Owed::default();
        if owes && (state.bank != 0 || !self.options.bank_refuses()) {
            return Err(format!("the bank owes {:?} and has {}", state.owed, state.bank));
        }
        let is_out = |index: &usize| !state.present.contains(Seat::at(*index));
        match (0..players.len()).filter(is_out).find(|index| players[*index] > 0) {
            Some(index) => Err(format!("the bank owes seat {}, which is out", Seat::at(index))),
            None => Ok(()),
        }
    }

    /// Everything has one owner at the most, who is in the game.
    fn check_ownership(&self, state: &State) -> Result<(), String> {
        let mut owned = Places::NONE;
        for (index, player) in state.players.iter().enumerate() {
            let seat = Seat::at(index);
            if !owned.and(player.owned).is_empty() {
                return Err(format!("seat {seat} owns what somebody else owns"));
            }
            let here = index < self.seats() && state.present.contains(seat);
            if !here && !player.owned.is_empty() {
                return Err(format!("seat {seat} is out and owns something"));
            }
            if !here && player.cash != 0 {
                return Err(format!("seat {seat} is out and has money"));
            }
            owned = owned.or(player.owned);
        }
        if !owned.less(self.board.property_places()).is_empty() {
            return Err("something is owned that cannot be".to_owned());
        }
        if !state.mortgaged.or(state.built).less(owned).is_empty() {
            return Err("the bank's property is mortgaged or built on".to_owned());
        }
        Ok(())
    }

    /// Streets of whole groups are built on, evenly, and without a mortgage.
    fn check_buildings(&self, state: &State) -> Result<(), String> {
        for place in self.board.places() {
            let houses = state.houses(place);
            if state.built.contains(place) != (houses > 0) || houses > HOTEL {
                return Err(format!("space {place} has {houses} houses"));
            }
            if houses > 0 && self.board.group(place).is_none() {
                return Err(format!("space {place} is built on and no street"));
            }
        }
        for group in &self.board.groups {
            let houses = || group.streets.iter().map(|place| state.houses(place));
            let (lowest, highest) = (houses().min().unwrap_or(0), houses().max().unwrap_or(0));
            if highest - lowest > 1 {
                return Err(format!("{} is built unevenly", group.name));
            }
            let owners =
                state.players.iter().filter(|player| !player.owned.and(group.streets).is_empty());
            let whole = owners.count() == 1
                && group.streets.iter().all(|place| state.owner(place).is_some());
            if highest > 0 && !whole {
                return Err(format!("{} is built on without being owned whole", group.name));
            }
            if highest > 0 && !state.mortgaged.and(group.streets).is_empty() {
                return Err(format!("{} is built on and mortgaged", group.name));
            }
        }
        Ok(())
    }

    /// Every card of a pack is in one place.
    fn check_pack(&self, state: &State, pack: Pack) -> Result<(), String> {
        let pile = &state.piles[pack.index()];
        let held = state.players.iter().map(|player| player.held[pack.index()]);
        let seen: CardSet = pile.queue.iter().copied().collect();
        let parts: Vec<CardSet> = [pile.unseen, seen].into_iter().chain(held).collect();
        let count: usize = parts.iter().map(|part| part.len()).sum();
        let all: CardSet = parts.iter().flat_map(|part| part.iter()).collect();
        let cards = self.board.cards[pack.index()].len();
        if count != cards || pile.queue.len() != seen.len() || all != CardSet::first_n(cards) {
            return Err(format!("{} has {count} cards of {cards}", pack.title()));
        }
        Ok(())
    }
}
