//! Streets: rent by what is built, and double for a whole group without buildings.

use parlor_engine::Seat;

use crate::board::{Group, Place, Pounds};
use crate::rules::Rules;
use crate::state::State;

impl Rules {
    /// The rent of a street.
    #[inline]
    pub(crate) fn street_rent(
        state: &State,
        owner: Seat,
        place: Place,
        group: &Group,
        rents: &[Pounds; 6],
    ) -> Pounds {
        let houses = state.houses(place);
        let bare = state.built.and(group.streets).is_empty();
        if bare && Self::owns_group(state, owner, group) {
            2 * rents[0]
        } else {
            rents[usize::from(houses) % rents.len()]
        }
    }

    /// Whether all streets of a group are the player's.
    #[inline]
    pub(crate) fn owns_group(state: &State, seat: Seat, group: &Group) -> bool {
        group.streets.less(state.player(seat).owned).is_empty()
    }
}
