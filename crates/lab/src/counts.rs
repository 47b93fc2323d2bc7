//! What is counted of a table while games are played: whole numbers only, so that sums do not depend on the
//! order of additions.

use parlor_arena::stats::{Moments, Spreading};
use parlor_arena::{Reasons, half_points};
use parlor_engine::{MAX_SEATS, Outcome};

use crate::kinds::Kinds;
use crate::leads::Story;
use crate::ratio::Ratio;

/// A won game as a whole number that every number of winners divides, and every number of seats.
pub(crate) const WHOLE: i64 = 840;
const _: () = assert!(MAX_SEATS == 8, "840 is for tables of 1 to 8");

/// Shares of a game are counted in this many parts.
pub(crate) const PARTS: i64 = 10_000;

/// What is counted of a seat.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct SeatCounts {
    /// Half-points of all who sat there in a unit.
    pub(crate) half_points: Moments,
    /// Games won from it, shared where the first place was.
    pub(crate) won: i64,
    /// What was scored from it.
    pub(crate) scores: Moments,
}

/// Everything that is counted of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Counts {
    pub(crate) units: u64,
    pub(crate) games: u64,
    pub(crate) acts: Spreading,
    pub(crate) decisions: Spreading,
    /// Legal moves where there was a choice.
    pub(crate) choices: Moments,
    /// Their logarithms, in parts of [`LOG`].
    pub(crate) logs: u128,
    /// Games that said which seat was ahead.
    pub(crate) told: u64,
    /// Those of them in which no seat ever was.
    pub(crate) nobody_led: u64,
    pub(crate) lead_changes: Spreading,
    /// When the last lead was taken, in parts of the game.
    pub(crate) for_good: Spreading,
    /// How often the seat that led at half time won.
    pub(crate) half_time: Ratio,
    /// How often the seat that led last won.
    pub(crate) last_leader: Ratio,
    pub(crate) seats: Vec<SeatCounts>,
    /// Half-points of each player in a unit.
    pub(crate) players: Vec<Moments>,
    pub(crate) scores: Spreading,
    /// What the first is ahead of the second by.
    pub(crate) margins: Spreading,
    pub(crate) ties: Ratio,
    pub(crate) reasons: Reasons,
    pub(crate) kinds: Kinds,
}

impl Counts {
    /// Nothing yet.
    pub(crate) fn new(seats: usize) -> Self {
        Self {
            units: 0,
            games: 0,
            acts: Spreading::default(),
            decisions: Spreading::default(),
            choices: Moments::new(),
            logs: 0,
            told: 0,
            nobody_led: 0,
            lead_changes: Spreading::default(),
            for_good: Spreading::default(),
            half_time: Ratio::default(),
            last_leader: Ratio::default(),
            seats: vec![SeatCounts::default(); seats],
            players: vec![Moments::new(); seats],
            scores: Spreading::default(),
            margins: Spreading::default(),
            ties: Ratio::default(),
            reasons: Reasons::default(),
            kinds: Kinds::default(),
        }
    }

    /// Adds what was counted of the units that come next.
    pub(crate) fn merge(&mut self, next: &Self) {
        self.units += next.units;
        self.games += next.games;
        self.acts.merge(&next.acts);
        self.decisions.merge(&next.decisions);
        self.choices.merge(&next.choices);
        self.logs += next.logs;
        self.told += next.told;
        self.nobody_led += next.nobody_led;
        self.lead_changes.merge(&next.lead_changes);
        self.for_good.merge(&next.for_good);
        self.half_time.merge(&next.half_time);
        self.last_leader.merge(&next.last_leader);
        for (sum, next) in self.seats.iter_mut().zip(&next.seats) {
            sum.half_points.merge(&next.half_points);
            sum.won += next.won;
            sum.scores.merge(&next.scores);
        }
        for (sum, next) in self.players.iter_mut().zip(&next.players) {
            sum.merge(next);
        }
        self.scores.merge(&next.scores);
        self.margins.merge(&next.margins);
        self.ties.merge(&next.ties);
        self.reasons.merge(&next.reasons);
        self.kinds.merge(&next.kinds);
    }
}

/// What is counted of a unit, until it is over.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct UnitCounts {
    games: u64,
    seats: [i64; MAX_SEATS],
    players: [i64; MAX_SEATS],
    half_time: (u64, i64),
    last_leader: (u64, i64),
    ties: i64,
}

impl UnitCounts {
    /// Adds a game of it; `lineup` says which player sat where.
    pub(crate) fn add(
        &mut self,
        counts: &mut Counts,
        lineup: &[u8],
        outcome: &Outcome,
        acts: u32,
        story: Option<Story>,
    ) {
        self.games += 1;
        counts.games += 1;
        counts.acts.add(acts.into());
        counts.reasons.add(&outcome.reason, 1);
        let places = outcome.places.as_slice();
        let won = shares(places);
        for (seat, own) in places.iter().enumerate() {
            let others = places.iter().enumerate().filter(|(other, _)| *other != seat);
            let points: u32 = others.map(|(_, other)| half_points(*own, *other)).sum();
            self.seats[seat] += i64::from(points);
            self.players[usize::from(lineup[seat])] += i64::from(points);
            counts.seats[seat].won += won[seat];
        }
        for (seat, score) in outcome.scores.iter() {
            counts.seats[seat.index()].scores.add(*score);
            counts.scores.add(*score);
        }
        if let Some(margin) = margin(outcome.scores.as_slice()) {
            counts.margins.add(margin);
        }
        self.ties += i64::from(outcome.winners().nth(1).is_some());
        if let Some(story) = story {
            self.tell(counts, &won, acts, story);
        }
    }

    fn tell(&mut self, counts: &mut Counts, won: &[i64; MAX_SEATS], acts: u32, story: Story) {
        counts.told += 1;
        counts.lead_changes.add(story.changes.into());
        if let Some((seat, when)) = story.last {
            counts.for_good.add(PARTS * i64::from(when) / i64::from(acts.max(1)));
            self.last_leader.0 += 1;
            self.last_leader.1 += won[seat.index()];
        } else {
            counts.nobody_led += 1;
        }
        if let Some(seat) = story.half_time {
            self.half_time.0 += 1;
            self.half_time.1 += won[seat.index()];
        }
    }

    /// Closes the unit.
    pub(crate) fn close(&mut self, counts: &mut Counts) {
        counts.units += 1;
        for (sum, points) in counts.seats.iter_mut().zip(self.seats) {
            sum.half_points.add(points);
        }
        for (sum, points) in counts.players.iter_mut().zip(self.players) {
            sum.add(points);
        }
        counts.half_time.add(self.half_time.0, self.half_time.1);
        counts.last_leader.add(self.last_leader.0, self.last_leader.1);
        counts.ties.add(self.games, self.ties);
        *self = Self::default();
    }
}

/// What each seat has of the win: all of it, its part of a shared one, or nothing.
pub(crate) fn shares(places: &[u8]) -> [i64; MAX_SEATS] {
    let winners: i64 = places.iter().map(|place| i64::from(*place == 1)).sum();
    let mut shares = [0; MAX_SEATS];
    for (share, place) in shares.iter_mut().zip(places) {
        *share = if *place == 1 { WHOLE / winners } else { 0 };
    }
    shares
}

/// What the best score is ahead of the second best by.
fn margin(scores: &[i64]) -> Option<i64> {
    let (mut best, mut second) = (None, None);
    for score in scores {
        if best.is_none_or(|best| score > best) {
            (best, second) = (Some(score), best);
        } else if second.is_none_or(|second| score > second) {
            second = Some(score);
        }
    }
    Some(best?.saturating_sub(*second?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wins_are_shared() {
        assert_eq!(shares(&[2, 1])[..3], [0, WHOLE, 0]);
        assert_eq!(shares(&[1, 3, 1])[..3], [WHOLE / 2, 0, WHOLE / 2]);
    }

    #[test]
    fn margins_are_to_the_second() {
        assert_eq!(margin(&[3, 9, 7]), Some(2));
        assert_eq!(margin(&[9, 3, 9]), Some(0));
        assert_eq!(margin(&[-5, -9]), Some(4));
        assert_eq!(margin(&[1]), None);
    }

    /// Parts have the first hundred reasons of their own; together they have no more.
    #[test]
    fn there_is_an_end_to_reasons() {
        let part = |first: u64| {
            let mut counts = Counts::new(2);
            for number in first..first + 60 {
                counts.reasons.add(&number.to_string().into(), 2);
            }
            counts
        };
        let mut counts = part(0);
        counts.merge(&part(50));
        let reasons = counts.reasons.by_name();
        assert_eq!((reasons.len(), reasons["other reasons"]), (101, 20));
        assert_eq!(reasons.values().sum::<u64>(), 240);
    }
}
