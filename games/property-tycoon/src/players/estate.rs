//! What land brings its owner: rents by where people land, and what building would make of them.
//! Rents are thousandths of a pound, for one throw of one other player.

use std::ops::{Add, Sub};

use crate::board::{Board, Group, Kind, Place, Places, Pounds};
use crate::rules::Rules;
use crate::state::{HOTEL, State};
use crate::station::by_number;

/// A whole, of which shares are counted.
pub(crate) const WHOLE: i64 = 1_000;
/// Three houses are where the rent jumps.
pub(crate) const SOON: u8 = 3;
/// The average of two dice.
const DICE: Pounds = 7;
/// What is expected of a group that is not complete beside a complete one, before the owner's share of
/// it is looked at: the other streets still have to be bought or traded for.
const HOPE: i64 = 250;

/// The land of a player.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(crate) struct Estate {
    /// Rents without buildings.
    bare: i64,
    /// What three houses on each street of the complete groups add to them, and what they cost.
    houses: i64,
    houses_cost: i64,
    /// What hotels add to that, and what they cost.
    hotels: i64,
    hotels_cost: i64,
    /// What is to be expected of groups that are not complete.
    hopes: i64,
    /// What the owner could build with besides cash: loans on loose land, and what is built.
    funds: i64,
    /// What the bank would pay for all of it.
    worth: i64,
}

impl Estate {
    /// These properties in one hand.
    pub(crate) fn of(rules: &Rules, state: &State, owned: Places) -> Self {
        let mut all = Self::default();
        if owned.is_empty() {
            return all;
        }
        for lot in lots(&rules.board) {
            all = all + lot.part(rules, state, owned);
        }
        all
    }

    /// The same after some properties have changed hands.
    pub(crate) fn after(
        self,
        rules: &Rules,
        state: &State,
        [before, then]: [Places; 2],
        changed: Places,
    ) -> Self {
        let mut all = self;
        for lot in lots(&rules.board) {
            if !lot.places(&rules.board).and(changed).is_empty() {
                let (old, new) = (lot.part(rules, state, before), lot.part(rules, state, then));
                all = all - old + new;
            }
        }
        all
    }

    /// What the land brings, hopes included, built as far as there is money for it.
    pub(crate) fn rents(&self, cash: Pounds) -> i64 {
        let funds = (self.funds + i64::from(cash)).max(0);
        let built = if funds < self.houses_cost {
            // Rents rise faster than what is built, but one group can be built before the others.
            let share = WHOLE * funds / self.houses_cost;
            self.houses * share / WHOLE * (WHOLE + share) / (2 * WHOLE)
        } else {
            let more = (funds - self.houses_cost).min(self.hotels_cost);
            self.houses + self.hotels * (WHOLE * more / self.hotels_cost.max(1)) / WHOLE
        };
        self.bare + built + self.hopes
    }

    /// What the bank would pay for the land and its buildings.
    pub(crate) const fn worth(&self) -> i64 {
        self.worth
    }
}

impl Add for Estate {
    type Output = Self;

    fn add(self, more: Self) -> Self {
        Self {
            bare: self.bare + more.bare,
            houses: self.houses + more.houses,
            houses_cost: self.houses_cost + more.houses_cost,
            hotels: self.hotels + more.hotels,
            hotels_cost: self.hotels_cost + more.hotels_cost,
            hopes: self.hopes + more.hopes,
            funds: self.funds + more.funds,
            worth: self.worth + more.worth,
        }
    }
}

impl Sub for Estate {
    type Output = Self;

    fn sub(self, less: Self) -> Self {
        Self {
            bare: self.bare - less.bare,
            houses: self.houses - less.houses,
            houses_cost: self.houses_cost - less.houses_cost,
            hotels: self.hotels - less.hotels,
            hotels_cost: self.hotels_cost - less.hotels_cost,
            hopes: self.hopes - less.hopes,
            funds: self.funds - less.funds,
            worth: self.worth - less.worth,
        }
    }
}

/// Property that earns together.
#[derive(Clone, Copy)]
enum Lot<'a> {
    Streets(&'a Group),
    Stations,
    Utilities,
}

fn lots(board: &Board) -> impl Iterator<Item = Lot<'_>> {
    board.groups.iter().map(Lot::Streets).chain([Lot::Stations, Lot::Utilities])
}

impl Lot<'_> {
    fn places(self, board: &Board) -> Places {
        match self {
            Lot::Streets(group) => group.streets,
            Lot::Stations => board.stations,
            Lot::Utilities => board.utilities,
        }
    }

    /// What these properties come to, as far as they are part of the lot.
    fn part(self, rules: &Rules, state: &State, owned: Places) -> Estate {
        let board = &rules.board;
        let held = self.places(board).and(owned);
        if held.is_empty() {
            return Estate::default();
        }
        match self {
            Lot::Streets(group) if held == group.streets => whole_group(rules, state, group),
            Lot::Streets(group) => part_of_a_group(rules, state, group, held),
            Lot::Stations => {
                let rent = by_number(&board.station_rents, held.len());
                loose(rules, state, held, |_| rent)
            }
            Lot::Utilities => {
                let rent = by_number(&board.utility_rents, held.len());
                loose(rules, state, held, |_| rent * DICE)
            }
        }
    }
}

/// Land that is not built on: it brings its rent, or a loan.
fn loose(rules: &Rules, state: &State, held: Places, rent: impl Fn(&Kind) -> Pounds) -> Estate {
    let mut all = Estate::default();
    for place in held.iter() {
        let property = rules.board.property(place);
        all.worth += i64::from(rules.land_sale(state, place));
        if !state.mortgaged.contains(place) {
            all.bare += earned(&rules.board, place, rent(&property.kind));
            all.funds += i64::from(property.loan());
        }
    }
    all
}

fn part_of_a_group(rules: &Rules, state: &State, group: &Group, held: Places) -> Estate {
    let mut all = loose(rules, state, held, |kind| card(kind)[0]);
    let whole: i64 = group.streets.iter().map(|place| with(&rules.board, place, SOON)).sum();
    let (part, of) = (i64::from(held.count()), i64::from(group.streets.count()));
    all.hopes = whole * part * part / (of * of) * HOPE / WHOLE;
    all
}

fn whole_group(rules: &Rules, state: &State, group: &Group) -> Estate {
    let board = &rules.board;
    let mut all = Estate::default();
    let house = i64::from(group.house);
    for place in group.streets.iter() {
        let bare = 2 * with(board, place, 0);
        let houses = with(board, place, SOON);
        all.bare += bare;
        all.houses += houses - bare;
        all.hotels += with(board, place, HOTEL) - houses;
        all.houses_cost += i64::from(SOON) * house;
        all.hotels_cost += i64::from(HOTEL - SOON) * house;
        let built = i64::from(state.houses(place)) * house;
        all.funds += built;
        all.worth += built + i64::from(rules.land_sale(state, place));
        if state.mortgaged.contains(place) {
            all.houses_cost += i64::from(board.property(place).redemption());
        }
    }
    all
}

/// What a street brings with so many houses.
fn with(board: &Board, place: Place, houses: u8) -> i64 {
    earned(board, place, card(&board.property(place).kind)[usize::from(houses)])
}

const fn card(kind: &Kind) -> &[Pounds; 6] {
    match kind {
        Kind::Street { rents, .. } => rents,
        Kind::Station | Kind::Utility => &[0; 6],
    }
}

/// A rent by how often somebody comes by.
fn earned(board: &Board, place: Place, rent: Pounds) -> i64 {
    let traffic = board.traffic.get(place.index()).copied().unwrap_or(0);
    i64::from(rent) * i64::from(traffic) / WHOLE
}
