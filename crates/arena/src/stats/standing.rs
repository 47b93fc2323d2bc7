//! Who came in which place, as every rating takes it.

use serde::Serialize;
use thiserror::Error;

/// The most players a tournament's statistics tell apart: sets of them fit into 64 bits.
pub const MAX_PLAYERS: usize = 64;
/// The most players at one table.
pub const MAX_TABLE: usize = 8;

/// A player and the place it came in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Standing {
    /// The player, counted from 0.
    pub player: usize,
    /// The place; smaller is better, equal is a tie. Places need not be consecutive.
    pub place: u32,
}

/// Why a ranking says nothing.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum BadRanking {
    /// One player has nobody to be compared with.
    #[error("a ranking needs at least two players, and has {0}")]
    TooFew(usize),
    /// More than a table has seats.
    #[error("a ranking has at most {MAX_TABLE} players, and this one has {0}")]
    TooMany(usize),
    /// Not one of the tournament's players.
    #[error("there is no player {player} among {players}, counted from 0")]
    NoSuchPlayer {
        /// Who was named.
        player: usize,
        /// How many there are.
        players: usize,
    },
    /// The same player in two places.
    #[error("player {0} is in the ranking twice")]
    Twice(usize),
}

/// Refuses a ranking that is not one of two to [`MAX_TABLE`] different players.
pub(crate) fn check(ranking: &[Standing], players: usize) -> Result<(), BadRanking> {
    if ranking.len() < 2 {
        return Err(BadRanking::TooFew(ranking.len()));
    }
    if ranking.len() > MAX_TABLE {
        return Err(BadRanking::TooMany(ranking.len()));
    }
    for (index, &Standing { player, .. }) in ranking.iter().enumerate() {
        if player >= players {
            return Err(BadRanking::NoSuchPlayer { player, players });
        }
        if ranking[..index].iter().any(|other| other.player == player) {
            return Err(BadRanking::Twice(player));
        }
    }
    Ok(())
}

/// Gives each standing its place by points, the most first: 1 plus the number of those with more.
///
/// The points belong to the standings in their order; standings without points are left alone.
pub fn place_by_points(ranking: &mut [Standing], points: &[u64]) {
    for (standing, own) in ranking.iter_mut().zip(points) {
        let better = points.iter().filter(|&other| other > own).count();
        standing.place = 1 + better as u32;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ranking(players: &[usize]) -> Vec<Standing> {
        players.iter().map(|&player| Standing { player, place: 1 }).collect()
    }

    #[test]
    fn points_make_places() {
        let mut standings = ranking(&[4, 0, 2, 3]);
        place_by_points(&mut standings, &[5, 9, 5, 0]);
        let places: Vec<u32> = standings.iter().map(|standing| standing.place).collect();
        assert_eq!(places, [2, 1, 2, 4]);
    }

    #[test]
    fn what_is_wrong_is_said() {
        let said = |players: &[usize]| check(&ranking(players), 10).unwrap_err().to_string();
        assert_eq!(said(&[3]), "a ranking needs at least two players, and has 1");
        assert_eq!(
            said(&[0, 1, 2, 3, 4, 5, 6, 7, 8]),
            "a ranking has at most 8 players, and this one has 9"
        );
        assert_eq!(said(&[3, 10]), "there is no player 10 among 10, counted from 0");
        assert_eq!(said(&[3, 4, 3]), "player 3 is in the ranking twice");
        assert_eq!(check(&ranking(&[9, 0]), 10), Ok(()));
    }
}
