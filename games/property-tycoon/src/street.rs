//! Streets and their groups: rent by what is built, and double for a whole group without buildings.

use parlor_engine::{Seat, Viewers, Witness};

use crate::board::{Group, Place, Places, Pounds};
use crate::notice::Notice;
use crate::rules::Rules;
use crate::state::{MAX_PLAYERS, State};

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

    /// Says which groups are somebody's whole that were not before, and the other way round. Stations and
    /// utilities are groups, too, where there are several.
    pub(crate) fn tell_of_groups<W: Witness<Notice>>(
        &self,
        before: &[Places; MAX_PLAYERS],
        state: &State,
        witness: &mut W,
    ) {
        if !W::AWAKE {
            return;
        }
        let groups = self.board.groups.iter().map(|group| group.streets);
        let groups = groups.chain([self.board.stations, self.board.utilities]);
        for places in groups.filter(|places| places.len() > 1) {
            for (index, had) in before.iter().enumerate() {
                let seat = Seat::at(index);
                let was_whole = places.less(*had).is_empty();
                let is_whole = places.less(state.player(seat).owned).is_empty();
                match (was_whole, is_whole) {
                    (false, true) => {
                        witness.say(Viewers::ALL, || Notice::GroupCompleted { seat, places });
                    }
                    (true, false) => {
                        witness.say(Viewers::ALL, || Notice::GroupBroken { seat, places });
                    }
                    _ => {}
                }
            }
        }
    }

    /// Whether all streets of a group are the player's.
    #[inline]
    pub(crate) fn owns_group(state: &State, seat: Seat, group: &Group) -> bool {
        group.streets.less(state.player(seat).owned).is_empty()
    }
}
