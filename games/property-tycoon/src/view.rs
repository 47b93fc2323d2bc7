//! What a viewer sees: everything that is settled, with the sums done.

use parlor_engine::{PerSeat, Seat, Viewer};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::auction::AuctionTime;
use crate::board::{Places, Pounds};
use crate::rules::Rules;
use crate::state::State;
use crate::token::Token;

/// The table as one viewer sees it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
pub struct View {
    /// Who looks.
    pub viewer: Viewer,
    /// What lies on the table. Nothing of it is hidden: where a card lies that nobody has seen is not
    /// settled before it is drawn.
    pub table: State,
    /// What each player is worth.
    pub worth: PerSeat<Pounds>,
    /// What still belongs to the bank.
    pub unowned: Places,
    /// What whoever is in debt still has to raise.
    pub missing: Option<(Seat, Pounds)>,
    /// Everybody's token.
    pub tokens: PerSeat<Token>,
    /// The clock of the auction, where one is open and has its own.
    pub auction_clock: Option<AuctionTime>,
}

impl View {
    pub(crate) fn of(rules: &Rules, state: &State, viewer: Viewer) -> Self {
        let seats = parlor_engine::Game::seats(rules);
        let owned = state.players.iter().fold(Places::NONE, |all, player| all.or(player.owned));
        let missing = state.debts.first().map(|debt| (debt.debtor, debt.missing(state)));
        Self {
            viewer,
            table: state.clone(),
            worth: PerSeat::from_fn(seats, |seat| rules.worth(state, seat)),
            unowned: rules.board.property_places().less(owned),
            missing,
            tokens: PerSeat::from_fn(seats, |seat| rules.token(seat)),
            auction_clock: state.auction.and_then(|_| rules.options.auction_time()),
        }
    }
}
