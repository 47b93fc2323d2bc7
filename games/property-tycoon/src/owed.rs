//! What the bank owes. Nobody is bankrupt because the bank is short: for what a debt is settled with the bank
//! owes what it cannot pay, and pays that before anything else as money comes in. What it owes counts like
//! cash in a debt: the bank sets it off, and everybody else takes it over.

use parlor_engine::{Seat, Viewers, Witness};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::bank::{Purse, Why};
use crate::board::Pounds;
use crate::notice::Notice;
use crate::rules::Rules;
use crate::state::{MAX_PLAYERS, State};

/// What the bank owes, and to whom. It owes something only while it has nothing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Owed {
    /// To the players, by seat.
    pub players: [Pounds; MAX_PLAYERS],
    /// To whoever takes the fines on Free Parking.
    pub pot: Pounds,
}

impl Owed {
    /// What is owed to this purse; nothing is to the bank itself.
    #[inline]
    pub const fn to(&self, purse: Purse) -> Pounds {
        match purse {
            Purse::Bank => 0,
            Purse::Pot => self.pot,
            Purse::Seat(seat) => self.players[seat.index() % MAX_PLAYERS],
        }
    }

    fn add(&mut self, purse: Purse, amount: Pounds) {
        match purse {
            // What the bank owes to itself is paid.
            Purse::Bank => {}
            Purse::Pot => self.pot += amount,
            Purse::Seat(seat) => self.players[seat.index() % MAX_PLAYERS] += amount,
        }
    }

    /// Everything together.
    pub fn sum(&self) -> Pounds {
        self.players.iter().sum::<Pounds>() + self.pot
    }
}

impl State {
    /// What a player can pay a debt with: cash, and what the bank owes.
    #[inline]
    pub(crate) const fn means(&self, seat: Seat) -> Pounds {
        self.player(seat).cash + self.owed.to(Purse::Seat(seat))
    }
}

impl Rules {
    /// The bank owes a player what it could not pay.
    pub(crate) fn owe_rest(
        state: &mut State,
        to: Seat,
        amount: Pounds,
        why: Why,
        witness: &mut impl Witness<Notice>,
    ) {
        if amount > 0 {
            state.owed.add(Purse::Seat(to), amount);
            witness.say(Viewers::ALL, || Notice::BankOwes { to, amount, why });
        }
    }

    /// What the bank owes to one is owed to another from now on; the bank sets it off.
    pub(crate) fn hand_on(
        state: &mut State,
        from: Purse,
        to: Purse,
        amount: Pounds,
        why: Why,
        witness: &mut impl Witness<Notice>,
    ) {
        if amount > 0 {
            state.owed.add(from, -amount);
            state.owed.add(to, amount);
            witness.say(Viewers::ALL, || Notice::HandedOn { from, to, amount, why });
        }
    }

    /// Money has come to the bank: it pays what it owes, in the order of the seats and the fines last.
    pub(crate) fn pay_what_is_owed(state: &mut State, witness: &mut impl Witness<Notice>) {
        if state.owed == Owed::default() {
            return;
        }
        let seats = (0..MAX_PLAYERS).map(|index| Purse::Seat(Seat::at(index)));
        for purse in seats.chain([Purse::Pot]) {
            let paid = state.owed.to(purse).min(state.bank);
            state.owed.add(purse, -paid);
            Self::pay(state, Purse::Bank, purse, paid, Why::Owed, witness);
        }
    }

    /// Everything the player has goes to this purse, cash and what the bank owes. The bank sets off first,
    /// or it would pay with what it is given.
    pub(crate) fn give_all(
        state: &mut State,
        seat: Seat,
        to: Purse,
        why: Why,
        witness: &mut impl Witness<Notice>,
    ) {
        let from = Purse::Seat(seat);
        if to == Purse::Bank {
            Self::hand_on(state, from, to, state.owed.to(from), why, witness);
        }
        Self::pay(state, from, to, state.player(seat).cash, why, witness);
        Self::hand_on(state, from, to, state.owed.to(from), why, witness);
    }
}
