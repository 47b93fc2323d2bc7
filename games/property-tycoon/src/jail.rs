//! Jail: how one comes to sit there, and how one gets out.

use parlor_engine::{Seat, Viewers, Witness};
use serde::{Deserialize, Serialize};

use crate::bank::{Purse, Why};
use crate::board::Pounds;
use crate::deck::Pack;
use crate::notice::{Arrest, Notice, Release};
use crate::rules::Rules;
use crate::state::{Dice, State, Step};

/// What it costs to leave; it goes to Free Parking.
pub const FEE: Pounds = 50;
/// Who stays misses so many rounds.
pub const ROUNDS: u8 = 2;
/// Who rolls for it has so many throws.
pub const THROWS: u8 = 3;

/// How one gets out of jail.
#[derive(
    Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Jail {
    /// By paying or by a card, which ends the turn; or after missing two rounds.
    #[default]
    Standard,
    /// By a double, by paying or by a card, and on one goes; the third throw that is no double has to
    /// be paid for.
    Doubles,
}

impl Rules {
    /// A player goes to jail, past no Go, and the turn ends.
    pub(crate) fn arrest(
        &self,
        state: &mut State,
        seat: Seat,
        why: Arrest,
        witness: &mut impl Witness<Notice>,
    ) {
        let jail = self.board.jail;
        let player = state.player_mut(seat);
        player.place = jail;
        player.jailed = Some(0);
        state.step = Step::End;
        witness.say(Viewers::ALL, || Notice::Jailed { seat, why });
    }

    /// A player is free again, and stands where visitors do.
    fn release(state: &mut State, seat: Seat, how: Release, witness: &mut impl Witness<Notice>) {
        state.player_mut(seat).jailed = None;
        witness.say(Viewers::ALL, || Notice::Freed { seat, how });
    }

    /// The turn of a prisoner begins. Who has missed two rounds is free, and that was the turn.
    pub(crate) fn begin_in_jail(&self, state: &mut State, witness: &mut impl Witness<Notice>) {
        let seat = state.mover;
        let served = state.player(seat).jailed.unwrap_or(0);
        if self.options.jail == Jail::Standard && served >= ROUNDS {
            Self::release(state, seat, Release::Served, witness);
            state.step = Step::End;
        } else {
            state.step = Step::Jail;
        }
    }

    /// The fee is paid, or a card goes back to its pack.
    pub(crate) fn buy_freedom(
        &self,
        state: &mut State,
        seat: Seat,
        card: Option<Pack>,
        witness: &mut impl Witness<Notice>,
    ) {
        let how = if let Some(pack) = card {
            Self::give_back(state, seat, pack);
            Release::Card(pack)
        } else {
            Self::pay(state, Purse::Seat(seat), Purse::Pot, FEE, Why::JailFee, witness);
            Release::Paid
        };
        Self::release(state, seat, how, witness);
        state.step = match self.options.jail {
            Jail::Standard => Step::End,
            Jail::Doubles => Step::Begin,
        };
    }

    /// The prisoner misses this round.
    pub(crate) fn stay(state: &mut State, seat: Seat, witness: &mut impl Witness<Notice>) {
        let served = state.player(seat).jailed.map(|served| served.saturating_add(1));
        state.player_mut(seat).jailed = served;
        state.step = Step::End;
        witness.say(Viewers::ALL, || Notice::Stays { seat });
    }

    /// The dice were thrown to get out. A double frees, and so does the fee after the third throw.
    pub(crate) fn roll_in_jail(
        &self,
        state: &mut State,
        dice: Dice,
        witness: &mut impl Witness<Notice>,
    ) {
        let seat = state.mover;
        let thrown = state.player(seat).jailed.map_or(THROWS, |thrown| thrown.saturating_add(1));
        if dice.is_double() {
            Self::release(state, seat, Release::Double, witness);
            state.step = Step::Go;
        } else if thrown >= THROWS {
            Self::release(state, seat, Release::Forced, witness);
            state.step = Step::Go;
            self.owe_pot(state, seat, FEE, Why::JailFee, witness);
        } else {
            state.player_mut(seat).jailed = Some(thrown);
            state.step = Step::End;
        }
    }

    /// A card that was kept goes to the bottom of its pack.
    pub(crate) fn give_back(state: &mut State, seat: Seat, pack: Pack) {
        let held = &mut state.player_mut(seat).held[pack.index()];
        if let Some(card) = held.nth(0) {
            *held = held.without(card);
            state.piles[pack.index()].put_under(card);
        }
    }
}
