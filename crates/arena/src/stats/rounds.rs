//! Whole rounds as observations: what one player got at all tables of a round together.
//!
//! A player that meets several others does not get the same from each, so its blocks are not drawn from
//! one distribution; but its rounds are, because each brings the same tables.

use super::elo::Estimate;
use super::sprt::{MAX_RESULTS, Sprt};

/// How many rounds brought how many half-points.
///
/// Up to [`MAX_RESULTS`] possible sums are counted one by one. Where there are more, that many marks
/// stand at equal distances from nothing to everything, and a round is shared out between the two marks
/// beside its sum so that its mean stays what it is. That makes rounds look a little more different than
/// they are, by at most half a mark: a test takes longer by it, and is not more often wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rounds {
    /// The most half-points of a round.
    most: u64,
    /// What a round counts for: it is shared out in so many parts.
    whole: u64,
    marks: Vec<u64>,
    count: u64,
    sum: i128,
    squares: i128,
}

impl Rounds {
    /// None yet, of so many half-points at most; at least 1.
    pub fn new(most: u64) -> Self {
        let most = most.max(1);
        let last = most.min(MAX_RESULTS as u64 - 1);
        let whole = if last == most { 1 } else { most };
        Self { most, whole, marks: vec![0; last as usize + 1], count: 0, sum: 0, squares: 0 }
    }

    /// Adds a round with so many half-points. Does not allocate.
    pub fn add(&mut self, half_points: u64) {
        let half_points = half_points.min(self.most);
        let last = self.marks.len() as u64 - 1;
        // How far along the marks, in units of the distance between two of them over `most`.
        let (mark, beyond) = (half_points * last / self.most, half_points * last % self.most);
        let beyond = beyond * self.whole / self.most;
        self.marks[mark as usize] += self.whole - beyond;
        if beyond > 0 {
            self.marks[mark as usize + 1] += beyond;
        }
        self.count += 1;
        self.sum += i128::from(half_points);
        self.squares += i128::from(half_points) * i128::from(half_points);
    }

    /// How many rounds.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The log-likelihood ratio of a test about the mean of rounds.
    pub fn llr(&self, sprt: &Sprt) -> f64 {
        sprt.llr_of_parts(&self.marks, self.whole)
    }

    /// How far ahead the player is; from the sums themselves, not from the marks.
    pub fn estimate(&self) -> Option<Estimate> {
        Estimate::of_sums(self.count, self.sum, self.squares, self.most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sprt() -> Sprt {
        Sprt::new(0.0, 20.0, 0.05, 0.05).unwrap()
    }

    fn rounds(most: u64, sums: impl IntoIterator<Item = u64>) -> Rounds {
        let mut rounds = Rounds::new(most);
        sums.into_iter().for_each(|sum| rounds.add(sum));
        rounds
    }

    /// A round of one table is a block.
    #[test]
    fn few_possible_sums_are_counted_one_by_one() {
        let counted = rounds(4, [0, 1, 1, 2, 4, 4, 4]);
        let counts = [1, 2, 1, 0, 3];
        assert_eq!(counted.llr(&sprt()).to_bits(), sprt().llr(&counts).to_bits());
        assert_eq!(counted.estimate(), Estimate::of(&counts));
        assert_eq!(rounds(127, [127]).marks.len(), 128);
    }

    #[test]
    fn many_possible_sums_keep_their_mean() {
        for most in [128, 254, 1000, 11_200_000] {
            let sums: Vec<u64> = (0..=100).map(|part| most * part / 100).collect();
            let counted = rounds(most, sums.iter().copied());
            assert_eq!(counted.marks.len(), MAX_RESULTS);
            assert_eq!(counted.marks.iter().sum::<u64>(), counted.whole * 101);
            let by_marks: u64 = (0..).zip(&counted.marks).map(|(mark, count)| mark * count).sum();
            assert_eq!(by_marks, sums.iter().sum::<u64>() * 127, "the mean is exact");
            assert_eq!(counted.estimate().unwrap().blocks, 101);
        }
    }

    /// The same rounds, counted one by one and by marks: on the marks nothing changes, and half-way between
    /// them next to nothing.
    #[test]
    fn marks_change_little() {
        let sums: Vec<u64> = (0..300).map(|round| 60 + (round * 7919) % 12).collect();
        let exact = rounds(127, sums.iter().copied()).llr(&sprt());
        let finer = rounds(1270, sums.iter().map(|sum| 10 * sum)).llr(&sprt());
        assert!((exact - finer).abs() < 1e-9, "{exact} and {finer}");
        let between = rounds(1275, sums.iter().map(|sum| 10 * sum + 5)).llr(&sprt());
        let moved = sums.iter().map(|sum| 2 * sum + 1);
        let mut counts = vec![0; 256];
        for sum in moved {
            counts[sum as usize] += 1;
        }
        let precise = sprt().llr(&counts);
        assert!(((between - precise) / precise).abs() < 0.05, "{between} and {precise}");
    }
}
