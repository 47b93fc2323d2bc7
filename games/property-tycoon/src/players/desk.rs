//! What both players look at before they decide. Shares and odds are whole numbers in a thousand.

use parlor_engine::{Ask, Menu, Seat};

use crate::board::{Group, Kind, Place, Places, Pounds};
use crate::moves::Move;
use crate::players::estate::Estate;
use crate::rules::Rules;
use crate::state::{Standing, State};

/// A group that is built pays for itself in about so many rounds.
const HORIZON: u16 = 12;

/// The table, as one player sees it.
pub(crate) struct Desk<'a> {
    pub(crate) rules: &'a Rules,
    pub(crate) state: &'a State,
    pub(crate) seat: Seat,
    /// What is still to be had.
    pub(crate) unowned: Places,
    menu: &'a crate::moves::Offer,
}

impl<'a> Desk<'a> {
    pub(crate) fn of(ask: &Ask<'a, Rules>) -> Self {
        let (state, unowned) = (&ask.view.table, ask.view.unowned);
        Self { rules: ask.game, state, seat: ask.seat, unowned, menu: ask.menu }
    }

    pub(crate) fn me(&self) -> &'a Standing {
        self.state.player(self.seat)
    }

    /// Whether a move is on the menu.
    pub(crate) fn can(&self, played: Move) -> bool {
        self.menu.contains(&played)
    }

    /// The first of these that is on the menu.
    pub(crate) fn first_of(&self, moves: &[Move]) -> Option<Move> {
        moves.iter().copied().find(|played| self.can(*played))
    }

    /// Anything at all: a menu is never empty.
    pub(crate) fn whatever(&self) -> Move {
        self.menu.nth(0).unwrap_or(Move::End)
    }

    pub(crate) fn group(&self, place: Place) -> Option<&'a Group> {
        self.rules.board.group(place)
    }

    /// The properties that earn together with this one: its group, the stations, or the utilities.
    pub(crate) fn lot(&self, place: Place) -> Places {
        let board = &self.rules.board;
        match board.property(place).kind {
            Kind::Street { .. } => board.group(place).map_or(Places::NONE, |group| group.streets),
            Kind::Station => board.stations,
            Kind::Utility => board.utilities,
        }
    }

    /// What a player can trade: property without buildings in its group.
    pub(crate) fn unbuilt(&self, seat: Seat) -> Places {
        let owned = self.state.player(seat).owned;
        let built = self.state.built.and(owned);
        let groups = self.rules.board.groups.iter();
        let stands = |group: &&Group| !group.streets.and(built).is_empty();
        groups.filter(stands).fold(owned, |left, group| left.less(group.streets))
    }

    /// How many others pay rent to a player.
    pub(crate) fn payers(&self) -> i64 {
        i64::from(self.state.present.len() as u8) - 1
    }

    /// So many rounds ahead rents are counted.
    pub(crate) fn rounds_ahead(&self) -> i64 {
        let left = self.rules.last_round.saturating_sub(self.state.round);
        left.min(HORIZON).into()
    }

    /// What one more property adds to a player's rents.
    pub(crate) fn more_rent(&self, seat: Seat, place: Place) -> i64 {
        let (rules, state, player) = (self.rules, self.state, self.state.player(seat));
        let before = Estate::of(rules, state, player.owned);
        let owned = [player.owned, player.owned.with(place)];
        let after = before.after(rules, state, owned, Places::one(place));
        after.rents(player.cash) - before.rents(player.cash)
    }

    /// How many of a group are a player's, in a thousand.
    pub(crate) fn share(&self, seat: Seat, places: Places) -> i64 {
        let held = self.state.player(seat).owned.and(places).count();
        (1_000 * held / places.count().max(1)).into()
    }

    /// Whether a property is part of a group that is wholly the player's.
    pub(crate) fn in_a_set(&self, place: Place) -> bool {
        self.group(place).is_some_and(|group| Rules::owns_group(self.state, self.seat, group))
    }

    /// Sells or mortgages the first that can be, in this order of kinds.
    pub(crate) fn raise(&self, order: &[Means]) -> Move {
        let owned = self.me().owned;
        for means in order {
            let fits = |place: &Place| match means {
                Means::Buildings => self.can(Move::SellHouse(*place)),
                Means::MortgageLoose => self.can(Move::Mortgage(*place)) && !self.in_a_set(*place),
                Means::MortgageAny => self.can(Move::Mortgage(*place)),
                Means::SellLoose => self.can(Move::Sell(*place)) && !self.in_a_set(*place),
                Means::SellAny => self.can(Move::Sell(*place)),
            };
            let price = |place: &Place| self.rules.board.property(*place).price;
            if let Some(place) = owned.iter().filter(fits).min_by_key(price) {
                return match means {
                    Means::Buildings => Move::SellHouse(place),
                    Means::MortgageLoose | Means::MortgageAny => Move::Mortgage(place),
                    Means::SellLoose | Means::SellAny => Move::Sell(place),
                };
            }
        }
        self.whatever()
    }

    /// What everything a player owns has cost, without buildings.
    pub(crate) fn estate(&self) -> Pounds {
        self.me().owned.iter().map(|place| self.rules.board.property(place).price).sum()
    }

    /// The highest rent that can be due after the next throw, and what is due on average.
    pub(crate) fn rents_ahead(&self) -> (Pounds, Pounds) {
        let (mut worst, mut average) = (0, 0);
        for steps in 2..=12u8 {
            let (place, _) = self.rules.board.forward(self.me().place, steps.into());
            if !self.rules.board.is_property(place) {
                continue;
            }
            let Some(owner) = self.state.owner(place).filter(|owner| *owner != self.seat) else {
                continue;
            };
            let ways = 6 - (Pounds::from(steps) - 7).abs();
            let rent = match self.rules.board.property(place).kind {
                // The dice of the next throw, not of the last.
                Kind::Utility => {
                    let sum = Pounds::from(self.state.dice.sum()).max(1);
                    self.rules.rent(self.state, owner, place) / sum * Pounds::from(steps)
                }
                Kind::Street { .. } | Kind::Station => self.rules.rent(self.state, owner, place),
            };
            worst = worst.max(rent);
            average += rent * ways;
        }
        (worst, average / 36)
    }
}

/// How money is raised.
#[derive(Clone, Copy)]
pub(crate) enum Means {
    Buildings,
    MortgageLoose,
    MortgageAny,
    SellLoose,
    SellAny,
}
