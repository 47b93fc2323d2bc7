//! The game's own computer players.

mod desk;
mod easy;
mod hard;
mod wish;

use parlor_engine::{ComputerPlayer, Player};

use crate::rules::Rules;

pub(crate) const ALL: &[ComputerPlayer] = &[
    ComputerPlayer {
        name: "easy",
        about: "buys what it can, bids by the price, and builds a house at a time",
    },
    ComputerPlayer {
        name: "hard",
        about: "knows where people land, denies groups, and builds to three houses fast",
    },
];

pub(crate) fn player(name: &str, _seed: u64) -> Option<Box<dyn Player<Rules>>> {
    match name {
        "easy" => Some(Box::new(easy::Easy)),
        "hard" => Some(Box::new(hard::Hard::default())),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use parlor_engine::sample::playout_rng;
    use parlor_engine::{Game, Menu, Seat, chosen_act};

    use super::*;
    use crate::deck::Pack;
    use crate::state::Step;
    use crate::turn::MOST_DRAWS;
    use crate::{EditionOption, Options};

    /// Who would rather draw pays, where no card is to be drawn.
    #[test]
    fn a_fine_is_paid_where_no_card_can_be_drawn() {
        let board = EditionOption::default().board().expect("in the box");
        let rules = Rules::new(board, Options::default(), 2);
        let mut state = rules.start();
        let (fine, pack) = (10, Pack::PotLuck);
        let card = state.piles[0].unseen.nth(0).expect("a card");
        state.step = Step::FineOrDraw { fine, pack, card };
        state.draws = MOST_DRAWS;
        let menu = rules.menu(&state, Seat::at(0));
        assert_eq!(menu.count(), 1);
        for character in ALL {
            let player = || player(character.name, 1).expect("a player by this name");
            let mut players = vec![player(), player()];
            let act =
                chosen_act(&rules, &state, &mut players, &mut playout_rng(1)).expect("an act");
            let mut after = state.clone();
            let taken = rules.apply(&mut after, &act, &mut parlor_engine::Asleep);
            assert!(taken.is_ok(), "{} plays {act}: {taken:?}", character.name);
        }
    }
}
