//! How often each space is landed on, by the dice alone: what a good landlord knows.

use crate::board::{Board, MAX_SPACES, Place, Places, Space};

/// The whole, of which each space has its part.
const WHOLE: u32 = 1_000_000;
/// Parts are counted so many times finer, so that rounding does not show. Even so the whole fits
/// in the numbers here, and no sum is larger.
const FINER: u32 = 1_000;
/// After so many throws it does not matter any more where one began.
const THROWS: usize = 120;
/// The sides of a die.
const SIDES: usize = 6;

/// What the dice see of a board.
#[derive(Clone, Copy, PartialEq)]
struct Layout {
    /// How many spaces there are.
    len: usize,
    jail: Place,
    /// The spaces from which one goes to jail.
    arrests: Places,
}

/// The layout that nearly every board has.
const USUAL: Layout = Layout { len: 40, jail: Place::at(10), arrests: Places::one(Place::at(30)) };
/// It is counted when the program is built, since tables are opened by the thousand.
const USUAL_TRAFFIC: [u32; MAX_SPACES] = USUAL.count_traffic();

impl Board {
    /// How many of a million throws end on each space. Cards are left out.
    pub(crate) fn count_traffic(&self) -> Vec<u32> {
        let arrests = self.places().filter(|place| self.space(*place) == Space::GoToJail);
        let arrests = arrests.fold(Places::NONE, Places::with);
        let layout = Layout { len: self.len(), jail: self.jail, arrests };
        let traffic = if layout == USUAL { USUAL_TRAFFIC } else { layout.count_traffic() };
        traffic[..layout.len].to_vec()
    }
}

impl Layout {
    /// The first numbers are those of the spaces there are.
    const fn count_traffic(&self) -> [u32; MAX_SPACES] {
        let mut now = [0; MAX_SPACES];
        now[Place::GO.index()] = WHOLE * FINER;
        let mut throws = 0;
        while throws < THROWS {
            let mut place = 0;
            while place < self.len {
                now[place] /= (SIDES * SIDES) as u32;
                place += 1;
            }
            // One die after the other: to add up all pairs of sides takes many times as long.
            now = self.throw_die(&self.throw_die(&now));
            let mut place = 0;
            while place < self.len {
                if self.arrests.contains(Place::at(place)) {
                    now[self.jail.index()] += now[place];
                    now[place] = 0;
                }
                place += 1;
            }
            throws += 1;
        }
        let mut place = 0;
        while place < self.len {
            now[place] /= FINER;
            place += 1;
        }
        now
    }

    /// Moves what is on each space on by one die, once for each of its sides.
    const fn throw_die(&self, from: &[u32; MAX_SPACES]) -> [u32; MAX_SPACES] {
        let mut to = [0; MAX_SPACES];
        // What is on the spaces from which one can come here, and the last of them. It stays the right
        // one on a board that is shorter than a die.
        let mut reached = 0;
        let mut last = self.len - 1;
        let mut side = 0;
        while side < SIDES {
            reached += from[last];
            if side + 1 < SIDES {
                last = if last == 0 { self.len - 1 } else { last - 1 };
            }
            side += 1;
        }
        let mut place = 0;
        while place < self.len {
            to[place] = reached;
            reached = reached + from[place] - from[last];
            last = if last + 1 == self.len { 0 } else { last + 1 };
            place += 1;
        }
        to
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edition;

    /// The same, throw by throw.
    fn throw_by_throw(board: &Board) -> Vec<u32> {
        let mut now = vec![0u64; board.len()];
        now[Place::GO.index()] = u64::from(WHOLE * FINER);
        for _ in 0..THROWS {
            let mut next = vec![0u64; board.len()];
            for (from, mass) in board.places().zip(&now) {
                for one in 1..=6 {
                    for two in 1..=6 {
                        let (to, _) = board.forward(from, one + two);
                        let arrested = board.space(to) == Space::GoToJail;
                        let to = if arrested { board.jail } else { to };
                        next[to.index()] += mass / 36;
                    }
                }
            }
            now = next;
        }
        now.into_iter().map(|mass| (mass / u64::from(FINER)) as u32).collect()
    }

    #[test]
    fn traffic_is_what_all_throws_add_up_to() {
        let board = edition::built_in("standard").unwrap();
        assert_eq!(board.traffic, throw_by_throw(&board));
        assert_eq!(board.traffic, USUAL_TRAFFIC[..USUAL.len]);
        // Boards of other sizes, down to those that the dice go round several times.
        for len in [4, 8, 12, 36] {
            let mut board = board.clone();
            board.spaces.truncate(len);
            board.spaces[len - 1] = Space::GoToJail;
            board.spaces[1] = Space::Jail;
            board.jail = Place::at(1);
            assert_eq!(board.len(), len);
            assert_eq!(board.count_traffic(), throw_by_throw(&board), "{len} spaces");
        }
    }
}
