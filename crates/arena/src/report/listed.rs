//! Which games a page lists, and what it says of each.

use std::collections::VecDeque;

use crate::block::Block;
use crate::page::words::cut;
use crate::result::{GameResult, id};
use crate::tournament::Tournament;

/// The most games that are listed, and the most of them that are listed for their faults.
const MAX_LISTED: usize = 500;
const MAX_FAULTY: usize = 200;
/// The most faults of a game that are told, and the most characters of a text by people or bots.
const MAX_FAULTS: usize = 5;
const MAX_TEXT: usize = 200;

/// A game as a page lists it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listed {
    /// What it is called by: `12.2`.
    pub id: String,
    /// Which game was played, from 0 on.
    pub event: usize,
    /// Its seats, each with its player and result.
    pub seats: Vec<ListedSeat>,
    /// How many acts it had.
    pub acts: u32,
    /// Why it ended.
    pub reason: String,
    /// What was done wrong.
    pub faults: Vec<ListedFault>,
    /// How many faults there were, those that are not told included.
    pub all_faults: usize,
}

/// A seat of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ListedSeat {
    /// The player who sat there.
    pub name: String,
    /// How it was placed; 1 is best.
    pub place: u8,
    /// What it scored; nothing where the game did not end by its rules.
    pub score: Option<i64>,
}

/// A fault in a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ListedFault {
    /// The player who committed it.
    pub name: String,
    /// What was wrong, in a word: `timeout`.
    pub verdict: String,
    /// The same in a sentence.
    pub why: String,
    /// What it cost.
    pub cost: String,
}

impl Listed {
    /// Game number `number` of a block, counted from 0, as a page lists it.
    pub fn of(tournament: &Tournament, block: &Block, number: usize, game: &GameResult) -> Self {
        let name = |player: u8| {
            let player = tournament.players.get(usize::from(player));
            player.map_or_else(String::new, |player| player.name.clone())
        };
        let seats = game.lineup.iter().enumerate().map(|(seat, player)| ListedSeat {
            name: name(*player),
            place: game.places.get(seat).copied().unwrap_or_default(),
            score: game.scores.as_ref().and_then(|scores| scores.get(seat).copied()),
        });
        let faults = game.faults.iter().take(MAX_FAULTS).map(|fault| ListedFault {
            name: game.lineup.get(fault.seat.index()).map_or_else(String::new, |who| name(*who)),
            verdict: fault.verdict.to_string(),
            why: cut(&fault.why, MAX_TEXT),
            cost: fault.cost.to_string(),
        });
        Self {
            id: id(block.number, number),
            event: block.event,
            seats: seats.collect(),
            acts: game.acts,
            reason: cut(&game.reason, MAX_TEXT),
            faults: faults.collect(),
            all_faults: game.faults.len(),
        }
    }
}

/// The games of a page: those with faults, then the first ones and the last ones.
#[derive(Debug)]
pub(super) struct Listing<G = Listed> {
    /// How many games there are, and how many of them with faults.
    pub(super) all: u64,
    pub(super) all_faulty: u64,
    faulty: Vec<G>,
    first: Vec<G>,
    last: VecDeque<G>,
}

impl<G> Listing<G> {
    /// Chooses from all games, in their order, each with whether it has faults. Keeps no more than may be
    /// listed.
    pub(super) fn of(games: impl Iterator<Item = (bool, G)>) -> Self {
        let mut listing = Self {
            all: 0,
            all_faulty: 0,
            faulty: Vec::new(),
            first: Vec::new(),
            last: VecDeque::new(),
        };
        for (is_faulty, game) in games {
            listing.all += 1;
            listing.all_faulty += u64::from(is_faulty);
            if is_faulty && listing.faulty.len() < MAX_FAULTY {
                listing.faulty.push(game);
            } else if listing.first.len() < MAX_LISTED / 2 {
                listing.first.push(game);
            } else {
                if listing.last.len() == MAX_LISTED / 2 {
                    listing.last.pop_front();
                }
                listing.last.push_back(game);
            }
        }
        listing.trim();
        listing
    }

    /// The same games, looked at more closely.
    pub(super) fn try_map<E, L>(
        self,
        mut look: impl FnMut(G) -> Result<L, E>,
    ) -> Result<Listing<L>, E> {
        Ok(Listing {
            all: self.all,
            all_faulty: self.all_faulty,
            faulty: self.faulty.into_iter().map(&mut look).collect::<Result<_, E>>()?,
            first: self.first.into_iter().map(&mut look).collect::<Result<_, E>>()?,
            last: self.last.into_iter().map(&mut look).collect::<Result<_, E>>()?,
        })
    }

    /// Games with faults take the room of others, of the first and of the last ones alike.
    fn trim(&mut self) {
        let room = MAX_LISTED - self.faulty.len();
        let last = (room / 2).max(room.saturating_sub(self.first.len())).min(self.last.len());
        self.last.drain(..self.last.len() - last);
        self.first.truncate(room - last);
    }

    /// Those that are listed: with faults, the first ones, the last ones.
    pub(super) fn groups(&self) -> [(&'static str, Vec<&G>); 3] {
        [
            ("Games with faults", self.faulty.iter().collect()),
            ("The first games", self.first.iter().collect()),
            ("The last games", self.last.iter().collect()),
        ]
    }

    /// How many are listed.
    pub(super) fn len(&self) -> usize {
        self.faulty.len() + self.first.len() + self.last.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(all: usize, is_faulty: impl Fn(usize) -> bool) -> Listing {
        let game = |number: usize| Listed {
            id: number.to_string(),
            event: 0,
            seats: Vec::new(),
            acts: 1,
            reason: String::new(),
            faults: Vec::new(),
            all_faults: usize::from(is_faulty(number)),
        };
        Listing::of((0..all).map(|number| (is_faulty(number), game(number))))
    }

    fn ids(listing: &Listing) -> Vec<Vec<usize>> {
        let group = |(_, games): (&str, Vec<&Listed>)| {
            games.into_iter().map(|game| game.id.parse().unwrap()).collect()
        };
        listing.groups().map(group).to_vec()
    }

    #[test]
    fn few_games_are_all_listed() {
        let listing = games(300, |number| number == 7);
        let [faulty, first, last] = <[Vec<usize>; 3]>::try_from(ids(&listing)).unwrap();
        assert_eq!((faulty, listing.all_faulty), (vec![7], 1));
        let rest: Vec<usize> = first.into_iter().chain(last).collect();
        assert_eq!(rest, (0..300).filter(|number| *number != 7).collect::<Vec<_>>());
    }

    #[test]
    fn of_many_the_first_and_the_last_are_listed() {
        let listing = games(10_000, |_| false);
        assert_eq!(
            ids(&listing),
            [Vec::new(), (0..250).collect(), (9_750..10_000).collect::<Vec<_>>()]
        );
        assert_eq!((listing.all, listing.len()), (10_000, 500));
    }

    #[test]
    fn faults_come_first_and_have_an_end() {
        let listing = games(10_000, |number| number % 10 == 0);
        let groups = ids(&listing);
        assert_eq!(groups.iter().map(Vec::len).collect::<Vec<_>>(), [200, 150, 150]);
        assert_eq!((groups[0][199], groups[1][0], groups[2][149]), (1_990, 1, 9_999));
        assert_eq!((listing.all_faulty, listing.len()), (1_000, 500));
        let all = games(10_000, |_| true);
        assert_eq!(ids(&all).iter().map(Vec::len).collect::<Vec<_>>(), [200, 150, 150]);
    }
}
