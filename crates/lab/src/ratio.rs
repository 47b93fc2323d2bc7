//! Means over parts of units, where a unit may have many parts or none.

use parlor_arena::stats::{float, float_wide};

/// A mean over parts that come in units: seats that chose a card, in games. Parts of one unit hang
/// together (when one seat wins the other does not), so the error is estimated from units, by the
/// usual linear approximation of a ratio of two sums.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Ratio {
    /// Units with at least one part.
    units: u64,
    parts: i128,
    sum: i128,
    parts_squared: i128,
    sums_squared: i128,
    products: i128,
}

impl Ratio {
    /// Adds a unit with `parts` parts whose values add up to `sum`.
    pub(crate) fn add(&mut self, parts: u64, sum: i64) {
        if parts == 0 {
            return;
        }
        let (parts, sum) = (i128::from(parts), i128::from(sum));
        self.units += 1;
        self.parts += parts;
        self.sum += sum;
        self.parts_squared += parts * parts;
        self.sums_squared += sum * sum;
        self.products += parts * sum;
    }

    pub(crate) fn merge(&mut self, other: &Self) {
        self.units += other.units;
        self.parts += other.parts;
        self.sum += other.sum;
        self.parts_squared += other.parts_squared;
        self.sums_squared += other.sums_squared;
        self.products += other.products;
    }

    /// The same with two made-up units, which have as many parts as others: in one all parts have the smallest
    /// possible value, in the other the largest.
    pub(crate) fn padded(&self, (least, most): (i64, i64)) -> Self {
        let mut padded = *self;
        let parts = (self.parts() + self.units / 2) / self.units.max(1);
        let sum = |value: i64| value.saturating_mul(parts.cast_signed());
        padded.add(parts, sum(least));
        padded.add(parts, sum(most));
        padded
    }

    /// Units that had parts.
    pub(crate) const fn units(&self) -> u64 {
        self.units
    }

    /// How many parts there were.
    pub(crate) fn parts(&self) -> u64 {
        u64::try_from(self.parts).unwrap_or(u64::MAX)
    }

    /// The mean value of a part.
    pub(crate) fn mean(&self) -> Option<f64> {
        (self.parts > 0).then(|| float_wide(self.sum) / float_wide(self.parts))
    }

    /// The standard error of the mean; `None` below two units.
    pub(crate) fn standard_error(&self) -> Option<f64> {
        if self.units < 2 {
            return None;
        }
        let parts = float_wide(self.parts);
        let units = float(self.units);
        // What units are off by, squared and added up, times the square of all parts: whole numbers,
        // as long as they are wide enough.
        let exact = || {
            let own = self.parts.checked_mul(self.parts)?.checked_mul(self.sums_squared)?;
            let both = self.sum.checked_mul(self.parts)?.checked_mul(self.products)?;
            let mean = self.sum.checked_mul(self.sum)?.checked_mul(self.parts_squared)?;
            Some(float_wide(own.checked_sub(both.checked_mul(2)?)?.checked_add(mean)?))
        };
        let off = exact().unwrap_or_else(|| {
            let mean = float_wide(self.sum) / parts;
            let squares = float_wide(self.sums_squared) - 2.0 * mean * float_wide(self.products)
                + mean * mean * float_wide(self.parts_squared);
            squares * parts * parts
        });
        Some((off.max(0.0) * units / (units - 1.0)).sqrt() / (parts * parts))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_arena::stats::Moments;

    fn ratio(units: &[(u64, i64)]) -> Ratio {
        let mut ratio = Ratio::default();
        for &(parts, sum) in units {
            ratio.add(parts, sum);
        }
        ratio
    }

    #[test]
    fn with_one_part_a_unit_it_is_the_usual_error_of_a_mean() {
        let values = [3, -1, 4, 1, -5, 9, 2, 6];
        let mut moments = Moments::new();
        for value in values {
            moments.add(value);
        }
        let ratio = ratio(&values.map(|value| (1, value)));
        assert_eq!(ratio.mean(), moments.mean());
        let (error, usual) = (ratio.standard_error().unwrap(), moments.standard_error().unwrap());
        assert!((error - usual).abs() < 1e-12, "{error} {usual}");
    }

    /// By hand: the mean is 6/4; units are off by 0.5, -0.5 and 0, so the error is
    /// the root of 3/2 times 1/2, by 4.
    #[test]
    fn units_of_several_parts_count_as_one() {
        let ratio = ratio(&[(1, 2), (1, 1), (0, 99), (2, 3)]);
        assert_eq!((ratio.units(), ratio.parts(), ratio.mean()), (3, 4, Some(1.5)));
        assert!((ratio.standard_error().unwrap() - 0.75f64.sqrt() / 4.0).abs() < 1e-15);
    }

    #[test]
    fn what_is_the_same_in_every_unit_has_no_error() {
        assert_eq!(ratio(&[(2, 0), (2, 0), (2, 0)]).standard_error(), Some(0.0));
        assert_eq!(ratio(&[(2, 7)]).standard_error(), None);
        assert_eq!(ratio(&[]).mean(), None);
    }

    #[test]
    fn two_units_are_added_in_thought() {
        let alike = ratio(&[(2, 2), (2, 2), (1, 1)]).padded((0, 1));
        assert_eq!(alike, ratio(&[(2, 2), (2, 2), (1, 1), (2, 0), (2, 2)]));
        assert!(alike.standard_error().unwrap() > 0.1);
        assert_eq!(ratio(&[]).padded((0, 1)), ratio(&[]));
    }

    #[test]
    fn large_sums_are_rounded_and_not_wrong() {
        let small = ratio(&[(1, 0), (1, 2), (2, 1)]);
        let mut large = small;
        (0..40).for_each(|_| large.merge(&large.clone()));
        let factor = 2f64.powi(20);
        // Three units have two degrees of freedom, many as many as there are.
        let expected = small.standard_error().unwrap() * (2f64 / 3.0).sqrt() / factor;
        assert!((large.standard_error().unwrap() / expected - 1.0).abs() < 1e-9);
    }
}
