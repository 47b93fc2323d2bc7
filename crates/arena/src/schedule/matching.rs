//! Pairing everybody with somebody they may meet, where that is possible: maximum matching in any graph,
//! after J. Edmonds, Paths, trees, and flowers (1965).

use std::collections::VecDeque;

parlor_engine::bit_set! {
    /// A set of those who are to be paired, by number.
    pub(super) struct Group(u64) {
        item: usize, count: 64, index: std::convert::identity, at: std::convert::identity, compact: Word,
    }
}

/// Who may meet whom, and a way to pair them.
#[derive(Clone, Debug)]
pub(super) struct Matching {
    /// Of each, those it may meet.
    may_meet: Vec<Group>,
    partner: Vec<Option<usize>>,
}

impl Matching {
    /// Pairs as many as possible of those who may meet, at most 64.
    pub(super) fn new(may_meet: Vec<Group>) -> Self {
        let count = may_meet.len();
        let mut matching = Self { may_meet, partner: vec![None; count] };
        for one in 0..count {
            if matching.partner[one].is_none() {
                matching.augment(one);
            }
        }
        matching
    }

    /// Whether everybody has a partner.
    pub(super) fn is_complete(&self) -> bool {
        self.partner.iter().all(Option::is_some)
    }

    /// Pairs these two for good, if all others still find a partner; else nothing is changed.
    pub(super) fn fix(&mut self, one: usize, other: usize) -> bool {
        let mut changed = self.clone();
        let left = [one, other].map(|who| changed.partner[who].take());
        for who in left.into_iter().flatten() {
            changed.partner[who] = None;
        }
        changed.partner[one] = Some(other);
        changed.partner[other] = Some(one);
        // They are out of reach of all others from now on.
        let both = Group::one(one).with(other);
        for (who, may_meet) in changed.may_meet.iter_mut().enumerate() {
            *may_meet = if both.contains(who) { may_meet.and(both) } else { may_meet.less(both) };
        }
        if let [Some(lonely), Some(_)] = left
            && lonely != other
            && !changed.augment(lonely)
        {
            return false;
        }
        *self = changed;
        true
    }

    /// Finds a partner for one more, by giving new partners to others where need be.
    fn augment(&mut self, lonely: usize) -> bool {
        let Some((mut end, before)) = Search::new(self, lonely).run() else { return false };
        // Backwards along the way everybody takes the one before for a partner.
        while let Some(previous) = before[end] {
            let next = self.partner[previous];
            self.partner[end] = Some(previous);
            self.partner[previous] = Some(end);
            let Some(next) = next else { break };
            end = next;
        }
        true
    }
}

/// The search for a way from somebody alone to somebody else alone, by turns over pairs that could be and
/// pairs that are.
struct Search<'a> {
    matching: &'a Matching,
    root: usize,
    /// From whom one came to those who would lose their partner.
    before: Vec<Option<usize>>,
    /// Those on an odd cycle count as one: this one.
    base: Vec<usize>,
    seen: Vec<bool>,
    queue: VecDeque<usize>,
}

impl<'a> Search<'a> {
    fn new(matching: &'a Matching, root: usize) -> Self {
        let count = matching.partner.len();
        let mut seen = vec![false; count];
        seen[root] = true;
        let (before, base) = (vec![None; count], (0..count).collect());
        Self { matching, root, before, base, seen, queue: VecDeque::from([root]) }
    }

    /// Where the way ends, and from whom one came.
    fn run(mut self) -> Option<(usize, Vec<Option<usize>>)> {
        while let Some(at) = self.queue.pop_front() {
            for to in self.matching.may_meet[at].iter() {
                let partner = self.matching.partner[to];
                if self.base[at] == self.base[to] || partner == Some(at) {
                    continue;
                }
                if to == self.root || partner.is_some_and(|who| self.before[who].is_some()) {
                    self.close_cycle(at, to);
                } else if self.before[to].is_none() {
                    self.before[to] = Some(at);
                    let Some(partner) = partner else { return Some((to, self.before)) };
                    self.seen[partner] = true;
                    self.queue.push_back(partner);
                }
            }
        }
        None
    }

    /// Takes everybody on an odd cycle for one.
    fn close_cycle(&mut self, one: usize, other: usize) {
        let base = self.common_base(one, other);
        let mut on_cycle = vec![false; self.base.len()];
        self.mark(one, base, other, &mut on_cycle);
        self.mark(other, base, one, &mut on_cycle);
        for who in 0..self.base.len() {
            if on_cycle[self.base[who]] {
                self.base[who] = base;
                if !self.seen[who] {
                    self.seen[who] = true;
                    self.queue.push_back(who);
                }
            }
        }
    }

    fn mark(&mut self, mut at: usize, base: usize, mut child: usize, on_cycle: &mut [bool]) {
        while self.base[at] != base {
            let Some(partner) = self.matching.partner[at] else { return };
            on_cycle[self.base[at]] = true;
            on_cycle[self.base[partner]] = true;
            self.before[at] = Some(child);
            child = partner;
            let Some(next) = self.before[partner] else { return };
            at = next;
        }
    }

    /// The last one that both ways from the root have in common.
    fn common_base(&self, one: usize, other: usize) -> usize {
        let mut passed = vec![false; self.base.len()];
        for base in self.way_back(one) {
            passed[base] = true;
        }
        self.way_back(other).find(|&base| passed[base]).unwrap_or(self.root)
    }

    fn way_back(&self, from: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(Some(self.base[from]), |&at| {
            let before = self.before[self.matching.partner[at]?]?;
            Some(self.base[before])
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_engine::sample::playout_rng;
    use rand_core::Rng;

    /// The most pairs, by trying everything.
    fn most(may_meet: &[Group], left: Group) -> usize {
        let Some(one) = left.first() else { return 0 };
        let rest = left.without(one);
        let others = may_meet[one].and(rest).iter();
        let with = others.map(|other| 1 + most(may_meet, rest.without(other)));
        with.chain([most(may_meet, rest)]).max().unwrap_or(0)
    }

    fn drawn(seed: u64, count: usize) -> Vec<Group> {
        let mut rng = playout_rng(seed);
        let density = 1 + rng.next_u64() % 8;
        let mut may_meet = vec![Group::NONE; count];
        for one in 0..count {
            for other in 0..one {
                if rng.next_u64() % 9 < density {
                    may_meet[one] = may_meet[one].with(other);
                    may_meet[other] = may_meet[other].with(one);
                }
            }
        }
        may_meet
    }

    #[test]
    fn as_many_are_paired_as_can_be() {
        for seed in 0..2_000 {
            let count = 2 + (seed as usize % 9);
            let may_meet = drawn(seed, count);
            let matching = Matching::new(may_meet.clone());
            let pairs = matching.partner.iter().flatten().count() / 2;
            assert_eq!(pairs, most(&may_meet, Group::first_n(count)), "{may_meet:?}");
            for (one, partner) in matching.partner.iter().enumerate() {
                let Some(other) = *partner else { continue };
                assert_eq!(matching.partner[other], Some(one));
                assert!(may_meet[one].contains(other));
            }
        }
    }

    #[test]
    fn a_pair_is_fixed_where_all_others_find_a_partner() {
        for seed in 0..2_000 {
            let count = 2 * (1 + seed as usize % 4);
            let may_meet = drawn(seed, count);
            let mut matching = Matching::new(may_meet.clone());
            if !matching.is_complete() {
                continue;
            }
            let mut left = Group::first_n(count);
            for one in 0..count {
                for other in may_meet[one].and(left).without(one).iter() {
                    let rest = left.without(one).without(other);
                    let can_be = left.contains(one) && 2 * most(&may_meet, rest) == rest.len();
                    if left.contains(one) {
                        assert_eq!(matching.fix(one, other), can_be, "{may_meet:?}");
                        assert!(matching.is_complete());
                    }
                    if can_be {
                        left = rest;
                    }
                }
            }
            assert!(left.is_empty());
        }
    }
}
