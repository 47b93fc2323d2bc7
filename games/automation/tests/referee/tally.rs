//! What the referee has seen, so that nobody wonders whether it looked at anything.

use std::fmt;

use crate::book::{ALL, Book, Edition, KINDS};

/// Numbers over all games judged.
#[derive(Clone, Default, Debug)]
pub(crate) struct Tally {
    pub(crate) games: u64,
    pub(crate) acts: u64,
    pub(crate) notices: u64,
    pub(crate) turns: u64,
    pub(crate) bought: u64,
    pub(crate) gained: u64,
    pub(crate) trashed: u64,
    pub(crate) shuffles: u64,
    pub(crate) attacks: u64,
    /// Attacks answered with a reaction.
    pub(crate) shown: u64,
    pub(crate) bugs: u64,
    /// Cards discarded because of an attack.
    pub(crate) hacked: u64,
    /// Cards played a second time.
    pub(crate) twice: u64,
    pub(crate) left: u64,
    /// Ends: piles run out, all turns had, everybody else gone.
    pub(crate) ends: [u64; 3],
    /// Plays of each card, by edition.
    pub(crate) plays: [[u64; KINDS]; Edition::ALL.len()],
}

impl Tally {
    pub(crate) fn plays(&self, edition: Edition) -> &[u64; KINDS] {
        &self.plays[edition as usize]
    }

    pub(crate) fn add(&mut self, other: &Self) {
        let pairs = [
            (&mut self.games, other.games),
            (&mut self.acts, other.acts),
            (&mut self.notices, other.notices),
            (&mut self.turns, other.turns),
            (&mut self.bought, other.bought),
            (&mut self.gained, other.gained),
            (&mut self.trashed, other.trashed),
            (&mut self.shuffles, other.shuffles),
            (&mut self.attacks, other.attacks),
            (&mut self.shown, other.shown),
            (&mut self.bugs, other.bugs),
            (&mut self.hacked, other.hacked),
            (&mut self.twice, other.twice),
            (&mut self.left, other.left),
        ];
        for (own, more) in pairs {
            *own += more;
        }
        for (own, more) in self.ends.iter_mut().zip(other.ends) {
            *own += more;
        }
        let more = other.plays.iter().flatten();
        for (own, more) in self.plays.iter_mut().flatten().zip(more) {
            *own += more;
        }
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { games, acts, notices, turns, .. } = self;
        writeln!(f, "{games} games judged, {turns} turns, {acts} acts, {notices} notices")?;
        let [piles, limit, alone] = self.ends;
        let left = self.left;
        writeln!(f, "ends: {piles} piles run out, {limit} turn limit, {alone} left alone")?;
        writeln!(f, "seats that left: {left}; shuffles: {}", self.shuffles)?;
        let Self { bought, gained, trashed, twice, .. } = self;
        writeln!(f, "bought {bought}, gained {gained}, trashed {trashed}, played again {twice}")?;
        let Self { attacks, shown, bugs, hacked, .. } = self;
        writeln!(f, "attacks {attacks}: reactions {shown}, Bugs {bugs}, discards {hacked}")?;
        for edition in Edition::ALL {
            let (book, plays) = (Book::new(edition), self.plays(edition));
            write!(f, "played in {edition:?}:")?;
            for card in ALL.into_iter().filter(|card| book.line(*card).is_some()) {
                write!(f, " {card} {}", plays[card as usize])?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
