//! What the model has against what the rules show.

use std::collections::BTreeSet;
use std::fmt::Debug;

use parlor_engine::{Outcome, Seat};
use parlor_property_tycoon::{Pack, Place, Rules, View};

use crate::book::Pounds;
use crate::model::{Model, Now, Purse, Said};

fn same<T: Copy + PartialEq + Debug>(what: &str, rules: T, model: T) -> Said {
    same_of(what, "", 0, rules, model)
}

/// Words are made only where they are needed: this is asked a few hundred times an act.
fn same_of<T>(what: &str, of: &str, number: usize, rules: T, model: T) -> Said
where
    T: Copy + PartialEq + Debug,
{
    if rules == model {
        return Ok(());
    }
    let whose = if of.is_empty() { String::new() } else { format!(" of {of} {number}") };
    Err(format!("{what}{whose}: the rules have {rules:?}, the model has {model:?}"))
}

impl Model {
    pub(crate) fn compare(&self, view: &View, rules: &Rules) -> Said {
        let table = &view.table;
        same("the bank", Pounds::from(table.bank), self.bank)?;
        same("Free Parking", Pounds::from(table.pot), self.pot)?;
        let promised = self.promised_to(Purse::Pot);
        same("what the bank owes Free Parking", Pounds::from(table.owed.pot), promised)?;
        same("over", table.over.is_some(), self.now == Now::Over)?;
        same("the round", u32::from(table.round), self.round)?;
        if self.now != Now::Over {
            same("the mover", table.mover.index(), self.mover)?;
        }
        let present: BTreeSet<usize> = table.present.iter().map(Seat::index).collect();
        same("who is in the game", &present, &self.present)?;
        let gone: Vec<usize> = table.gone.iter().map(|gone| gone.seat.index()).collect();
        let out: Vec<usize> = self.gone.iter().map(|gone| gone.player).collect();
        same("who is out", gone.as_slice(), out.as_slice())?;
        for (seat, player) in self.players.iter().enumerate() {
            let number = seat + 1;
            let standing = &table.players[seat];
            same_of("the cash", "seat", number, Pounds::from(standing.cash), player.cash)?;
            let owed = Pounds::from(table.owed.players[seat]);
            let promised = self.promised_to(Purse::Player(seat));
            same_of("what the bank owes", "seat", number, owed, promised)?;
            let worth = Pounds::from(view.worth[Seat::at(seat)]);
            same_of("the worth", "seat", number, worth, self.worth(seat))?;
            if !self.present.contains(&seat) {
                continue;
            }
            same_of("the place", "seat", number, standing.place.number(), player.place)?;
            same_of("the circuits", "seat", number, u32::from(standing.circuits), player.circuits)?;
            same_of("jail", "seat", number, standing.jailed.is_some(), player.jail.is_some())?;
            for pack in Pack::ALL {
                let held = !standing.held[pack.index()].is_empty();
                same_of("the cards", "seat", number, held, player.cards.contains(&pack))?;
            }
        }
        rules.board.places().try_for_each(|place| self.compare_place(view, place))
    }

    fn compare_place(&self, view: &View, place: Place) -> Said {
        let number = place.number();
        let deed = self.deeds.get(&place.number());
        let owner = view.table.owner(place).map(Seat::index);
        same_of("the owner", "space", number, owner, deed.map(|deed| deed.owner))?;
        let mortgaged = view.table.mortgaged.contains(place);
        same_of(
            "the mortgage",
            "space",
            number,
            mortgaged,
            deed.is_some_and(|deed| deed.mortgaged),
        )?;
        let houses = view.table.houses(place);
        same_of("the houses", "space", number, houses, deed.map_or(0, |deed| deed.houses))?;
        let unowned = view.unowned.contains(place);
        let for_sale = self.board[&place.number()].price().is_some() && deed.is_none();
        same_of("the bank's part", "space", number, unowned, for_sale)
    }

    pub(crate) fn compare_asked(&self, asked: Option<Seat>) -> Said {
        same("who is asked", asked.map(Seat::index), self.asked())
    }

    /// The richest first, then those who are out, the last to go first.
    pub(crate) fn compare_outcome(&self, outcome: &Outcome) -> Said {
        same("the end", true, self.now == Now::Over)?;
        let rank = |player: usize| match self.gone.iter().position(|gone| gone.player == player) {
            None => (true, self.worth(player), 0),
            Some(when) => (false, 0, when),
        };
        for player in 0..self.players.len() {
            let seat = Seat::at(player);
            same("the score", outcome.scores[seat], self.worth(player))?;
            let better = (0..self.players.len()).filter(|other| rank(*other) > rank(player));
            same("the place", usize::from(outcome.places[seat]), 1 + better.count())?;
        }
        Ok(())
    }
}
