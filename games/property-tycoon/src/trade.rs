//! Trades: an offer is put together item by item, and accepted, refused or answered with another.

use parlor_engine::{Seat, Viewers, Witness};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::bank::{Purse, Why};
use crate::board::{Place, Places, Pounds};
use crate::deck::Pack;
use crate::notice::Notice;
use crate::rules::Rules;
use crate::state::State;

/// So many trades may be begun in a turn, those that answer another among them.
pub const MOST_OFFERS: u8 = 3;

/// A trade that is being made.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Trade {
    /// Who makes the offer.
    pub by: Seat,
    /// Who may accept it.
    pub to: Seat,
    /// What is given.
    pub give: Bundle,
    /// What is wanted for it.
    pub want: Bundle,
    /// Whether the offer is made, and not still being put together.
    pub made: bool,
    /// The offer of the other player that this one answers.
    pub answers: Option<Terms>,
}

/// What is given for what.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Terms {
    /// What is given.
    pub give: Bundle,
    /// What is wanted for it.
    pub want: Bundle,
}

/// One side of a trade.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Bundle {
    /// Cash.
    pub cash: Pounds,
    /// Property.
    pub places: Places,
    /// Whether a card out of jail is among it, by pack.
    pub cards: [bool; 2],
}

impl Bundle {
    /// How many cards out of jail are in it, to reckon with.
    pub(crate) fn card_count(&self) -> Pounds {
        self.cards.iter().map(|card| Pounds::from(*card)).sum()
    }

    /// Whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// An item of a trade.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Item {
    /// So much cash.
    Cash(Pounds),
    /// A property.
    Place(Place),
    /// A card out of jail.
    Card(Pack),
}

impl Rules {
    pub(crate) fn begin_trade(
        state: &mut State,
        by: Seat,
        to: Seat,
        witness: &mut impl Witness<Notice>,
    ) {
        state.offers += 1;
        let (give, want) = (Bundle::default(), Bundle::default());
        state.trade = Some(Trade { by, to, give, want, made: false, answers: None });
        witness.say(Viewers::ALL, || Notice::TradeBegins { by, to });
    }

    /// One more item on one side of the offer.
    pub(crate) fn add_item(state: &mut State, item: Item, wanted: bool) {
        let Some(trade) = &mut state.trade else { return };
        let bundle = if wanted { &mut trade.want } else { &mut trade.give };
        match item {
            Item::Cash(amount) => bundle.cash = amount,
            Item::Place(place) => bundle.places = bundle.places.with(place),
            Item::Card(pack) => bundle.cards[pack.index()] = true,
        }
    }

    pub(crate) fn make_offer(state: &mut State, witness: &mut impl Witness<Notice>) {
        let Some(trade) = &mut state.trade else { return };
        trade.made = true;
        let trade = *trade;
        witness.say(Viewers::ALL, || Notice::Offered { trade });
    }

    /// The offer is taken back, or refused.
    pub(crate) fn end_trade(state: &mut State, by: Seat, witness: &mut impl Witness<Notice>) {
        let refused = state.trade.take().is_some_and(|trade| trade.made && trade.to == by);
        witness.say(Viewers::ALL, || Notice::TradeEnds { by, refused });
    }

    /// The offer is answered with another.
    pub(crate) fn counter(state: &mut State, witness: &mut impl Witness<Notice>) {
        if let Some(Trade { by, to, give, want, .. }) = state.trade {
            Self::begin_trade(state, to, by, witness);
            if let Some(trade) = &mut state.trade {
                trade.answers = Some(Terms { give, want });
            }
        }
    }

    pub(crate) fn accept(&self, state: &mut State, witness: &mut impl Witness<Notice>) {
        let Some(trade) = state.trade.take() else { return };
        let before = state.holdings();
        witness.say(Viewers::ALL, || Notice::Traded { trade });
        Self::hand_over(state, trade.by, trade.to, &trade.give, witness);
        Self::hand_over(state, trade.to, trade.by, &trade.want, witness);
        self.tell_of_groups(&before, state, witness);
    }

    fn hand_over(
        state: &mut State,
        from: Seat,
        to: Seat,
        bundle: &Bundle,
        witness: &mut impl Witness<Notice>,
    ) {
        Self::pay(state, Purse::Seat(from), Purse::Seat(to), bundle.cash, Why::Trade, witness);
        let owned = &mut state.player_mut(from).owned;
        *owned = owned.less(bundle.places);
        let owned = &mut state.player_mut(to).owned;
        *owned = owned.or(bundle.places);
        for pack in Pack::ALL.into_iter().filter(|pack| bundle.cards[pack.index()]) {
            let held = &mut state.player_mut(from).held[pack.index()];
            let Some(card) = held.nth(0) else { continue };
            *held = held.without(card);
            let held = &mut state.player_mut(to).held[pack.index()];
            *held = held.with(card);
        }
    }

    /// A trade with somebody who leaves comes to nothing.
    pub(crate) fn leave_trade(state: &mut State, seat: Seat, witness: &mut impl Witness<Notice>) {
        if state.trade.is_some_and(|trade| trade.by == seat || trade.to == seat) {
            Self::end_trade(state, seat, witness);
        }
    }
}
