//! How figures of many games are spread: moments and a histogram, both exact.

use schemars::JsonSchema;
use serde::Serialize;

use super::bootstrap::Interval;
use super::{Z95, float, float_wide};

/// Count, mean and spread of whole numbers, from exact sums: neither order nor grouping matters.
///
/// Exact while the squares add up to less than 2^127, which would take a trillion values of ten
/// trillion; beyond that the sum of squares stays where it is.
///
/// Serialized as what they say: count, mean, standard deviation and so on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(into = "MomentsInWords")]
pub struct Moments {
    count: u64,
    sum: i128,
    squares: i128,
    range: Option<(i64, i64)>,
}

impl Moments {
    /// Nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a value. Does not allocate.
    pub fn add(&mut self, value: i64) {
        self.add_times(value, 1);
    }

    /// Adds a value that came up so many times.
    fn add_times(&mut self, value: i64, times: u64) {
        let (wide, often) = (i128::from(value), i128::from(times));
        self.count += times;
        self.sum += wide * often;
        self.squares = self.squares.saturating_add((wide * wide).saturating_mul(often));
        self.range = Some(joined(self.range, (value, value)));
    }

    /// Adds what others have counted.
    pub fn merge(&mut self, other: &Self) {
        self.count += other.count;
        self.sum += other.sum;
        self.squares = self.squares.saturating_add(other.squares);
        if let Some(range) = other.range {
            self.range = Some(joined(self.range, range));
        }
    }

    /// How many values.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Their sum.
    pub fn sum(&self) -> i128 {
        self.sum
    }

    /// The smallest.
    pub fn min(&self) -> Option<i64> {
        self.range.map(|(min, _)| min)
    }

    /// The largest.
    pub fn max(&self) -> Option<i64> {
        self.range.map(|(_, max)| max)
    }

    /// The mean.
    pub fn mean(&self) -> Option<f64> {
        (self.count > 0).then(|| float_wide(self.sum) / float(self.count))
    }

    /// The standard deviation, estimated from these as a sample; `None` below two values.
    pub fn sd(&self) -> Option<f64> {
        if self.count < 2 {
            return None;
        }
        let n = float(self.count);
        let count = i128::from(self.count);
        // Where whole numbers are wide enough nothing is lost by taking the difference.
        let exact = count
            .checked_mul(self.squares)
            .zip(self.sum.checked_mul(self.sum))
            .map(|(all, square)| float_wide(all - square));
        let spread =
            exact.unwrap_or_else(|| n * float_wide(self.squares) - float_wide(self.sum).powi(2));
        Some((spread.max(0.0) / (n * (n - 1.0))).sqrt())
    }

    /// The standard error of the mean.
    pub fn standard_error(&self) -> Option<f64> {
        Some(self.sd()? / float(self.count).sqrt())
    }

    /// The 95 % interval of the mean, by the normal distribution.
    pub fn interval(&self) -> Option<Interval> {
        let (mean, reach) = (self.mean()?, Z95 * self.standard_error()?);
        Some(Interval { low: mean - reach, high: mean + reach })
    }
}

/// [`Moments`] as a summary holds them.
#[derive(Serialize)]
struct MomentsInWords {
    count: u64,
    mean: Option<f64>,
    sd: Option<f64>,
    standard_error: Option<f64>,
    interval: Option<Interval>,
    min: Option<i64>,
    max: Option<i64>,
}

impl From<Moments> for MomentsInWords {
    fn from(moments: Moments) -> Self {
        Self {
            count: moments.count(),
            mean: moments.mean(),
            sd: moments.sd(),
            standard_error: moments.standard_error(),
            interval: moments.interval(),
            min: moments.min(),
            max: moments.max(),
        }
    }
}

/// The range that holds both.
fn joined(range: Option<(i64, i64)>, (low, high): (i64, i64)) -> (i64, i64) {
    range.map_or((low, high), |(min, max)| (min.min(low), max.max(high)))
}

/// How many values lie where.
///
/// Bins are as wide as the smallest power of two that needs at most [`Histogram::MAX_BINS`] of them,
/// and begin at multiples of their width. So they follow from the smallest and the largest value,
/// whatever came first.
///
/// Serialized as the lowest value of the first bin, the width of all, and their counts.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(into = "HistogramInWords")]
pub struct Histogram {
    /// Bins are `2^shift` wide.
    shift: u32,
    /// The first bin begins at `first · 2^shift`.
    first: i64,
    bins: Vec<u64>,
    range: Option<(i64, i64)>,
}

/// [`Histogram`] as a summary holds it.
#[derive(Serialize)]
struct HistogramInWords {
    low: i64,
    width: u64,
    counts: Vec<u64>,
}

impl From<Histogram> for HistogramInWords {
    fn from(histogram: Histogram) -> Self {
        let (low, width) = (histogram.first << histogram.shift, histogram.width());
        Self { low, width, counts: histogram.bins }
    }
}

/// One bin of a histogram.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Bin {
    /// The smallest value that belongs here.
    pub low: i64,
    /// The largest value that belongs here.
    pub high: i64,
    /// How many there were.
    pub count: u64,
}

/// Puts bins together in columns of the same width, at most so many, that reach from `low` to `high`. Columns
/// hold whole bins and begin where bins begin; there is at least one, and some may be empty. The last may
/// reach beyond `high`.
///
/// # Panics
/// When there may be no column.
pub fn coarsened(bins: &[Bin], (low, high): (i64, i64), most: usize) -> Vec<Bin> {
    assert!(most > 0, "some column has to hold the values");
    let most = i64::try_from(most).unwrap_or(i64::MAX);
    let own =
        bins.first().map_or(1, |bin| bin.high.saturating_sub(bin.low).saturating_add(1).max(1));
    let low = low.div_euclid(own).saturating_mul(own);
    let values = high.saturating_sub(low).saturating_add(1).max(1);
    let per_column = divided_up(values, most.saturating_mul(own));
    let wide = own.saturating_mul(per_column).max(1);
    let count = divided_up(values, wide).clamp(1, most);
    let column = |index: i64| {
        let low = low.saturating_add(index.saturating_mul(wide));
        Bin { low, high: low.saturating_add(wide - 1), count: 0 }
    };
    let mut columns: Vec<Bin> = (0..count).map(column).collect();
    let last = columns.len() - 1;
    for bin in bins {
        let index = usize::try_from(bin.low.saturating_sub(low).max(0) / wide).unwrap_or(last);
        columns[index.min(last)].count += bin.count;
    }
    columns
}

/// A number divided by another, rounded up.
fn divided_up(value: i64, by: i64) -> i64 {
    value / by + i64::from(value % by > 0)
}

impl Histogram {
    /// The most bins there are.
    pub const MAX_BINS: usize = 128;

    /// Nothing yet.
    pub fn new() -> Self {
        Self { bins: Vec::with_capacity(Self::MAX_BINS), ..Self::default() }
    }

    /// Adds a value. Does not allocate after the first.
    pub fn add(&mut self, value: i64) {
        self.add_times(value, 1);
    }

    /// Adds a value that came up so many times.
    fn add_times(&mut self, value: i64, times: u64) {
        self.make_room(joined(self.range, (value, value)));
        self.bins[offset(value >> self.shift, self.first)] += times;
    }

    /// Adds what others have counted.
    pub fn merge(&mut self, other: &Self) {
        let Some(range) = other.range else { return };
        self.make_room(joined(self.range, range));
        let coarser = self.shift - other.shift;
        for (index, count) in other.indexed() {
            self.bins[offset(index >> coarser, self.first)] += count;
        }
    }

    /// How wide the bins are; at least 1.
    pub fn width(&self) -> u64 {
        1 << self.shift
    }

    /// The bins from the one of the smallest value to that of the largest, empty ones included.
    pub fn bins(&self) -> impl Iterator<Item = Bin> {
        self.indexed().map(|(index, count)| {
            let low = index << self.shift;
            // Adding the width could leave the numbers at the very end, its ones cannot.
            Bin { low, high: low | ((1i64 << self.shift) - 1), count }
        })
    }

    /// Counts with their bin's number on the whole line of numbers.
    fn indexed(&self) -> impl Iterator<Item = (i64, u64)> {
        (0..).zip(&self.bins).map(|(further, &count)| (self.first + further, count))
    }

    /// Lays the bins out for a range that holds all values so far.
    fn make_room(&mut self, range: (i64, i64)) {
        if self.range == Some(range) {
            return;
        }
        let (min, max) = range;
        let mut shift = self.shift;
        while i128::from(max >> shift) - i128::from(min >> shift) >= Self::MAX_BINS as i128 {
            shift += 1;
        }
        let coarser = shift - self.shift;
        let first = min >> shift;
        let mut counts = [0; Self::MAX_BINS];
        for (index, count) in self.indexed() {
            counts[offset(index >> coarser, first)] += count;
        }
        self.bins.clear();
        self.bins.extend_from_slice(&counts[..=offset(max >> shift, first)]);
        (self.shift, self.first, self.range) = (shift, first, Some(range));
    }
}

/// Whole numbers of which both moments and histogram are wanted, but not before the end.
///
/// Most scores are small, and games come by the million: how often each small number came up is all that
/// is counted, and the rest follows from that.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spreading {
    /// How often each number that fits in an `i8` came up, those below 0 after the others.
    small: Box<[u64; 1 << 8]>,
    /// All others.
    moments: Moments,
    histogram: Histogram,
}

impl Default for Spreading {
    fn default() -> Self {
        let (moments, histogram) = (Moments::new(), Histogram::new());
        Self { small: Box::new([0; 1 << 8]), moments, histogram }
    }
}

impl Spreading {
    /// Nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a value. Small ones ask for no memory.
    #[inline]
    pub fn add(&mut self, value: i64) {
        if let Ok(small) = i8::try_from(value) {
            self.small[usize::from(small.cast_unsigned())] += 1;
        } else {
            self.moments.add(value);
            self.histogram.add(value);
        }
    }

    /// Adds what others have counted.
    pub fn merge(&mut self, other: &Self) {
        for (sum, times) in self.small.iter_mut().zip(&*other.small) {
            *sum += times;
        }
        self.moments.merge(&other.moments);
        self.histogram.merge(&other.histogram);
    }

    /// Count, mean and spread of all of them.
    pub fn moments(&self) -> Moments {
        let mut moments = self.moments;
        self.small().for_each(|(value, times)| moments.add_times(value, times));
        moments
    }

    /// How many lie where.
    pub fn histogram(&self) -> Histogram {
        let mut histogram = self.histogram.clone();
        self.small().for_each(|(value, times)| histogram.add_times(value, times));
        histogram
    }

    /// The small values that came up, and how often.
    fn small(&self) -> impl Iterator<Item = (i64, u64)> {
        let values = (0..=u8::MAX).map(|byte| i64::from(byte.cast_signed()));
        values.zip(self.small.iter().copied()).filter(|(_, times)| *times > 0)
    }
}

/// How many bins further than the first.
fn offset(index: i64, first: i64) -> usize {
    index.abs_diff(first) as usize
}

#[cfg(test)]
mod tests {
    use parlor_engine::sample::{below, playout_rng, shuffle};

    use super::*;

    fn moments(values: &[i64]) -> Moments {
        let mut moments = Moments::new();
        for &value in values {
            moments.add(value);
        }
        moments
    }

    fn histogram(values: &[i64]) -> Histogram {
        let mut histogram = Histogram::new();
        for &value in values {
            histogram.add(value);
        }
        histogram
    }

    /// The textbook's eight numbers: mean 5, sum of squared distances 32.
    #[test]
    fn moments_of_few_numbers() {
        let eight = moments(&[2, 4, 4, 4, 5, 5, 7, 9]);
        assert_eq!((eight.count(), eight.sum()), (8, 40));
        assert_eq!((eight.min(), eight.max(), eight.mean()), (Some(2), Some(9), Some(5.0)));
        assert!((eight.sd().unwrap() - (32f64 / 7.0).sqrt()).abs() < 1e-15);
        let interval = eight.interval().unwrap();
        assert!((interval.high - 5.0 - Z95 * (4f64 / 7.0).sqrt()).abs() < 1e-12, "{interval:?}");
        assert!((interval.low + interval.high - 10.0).abs() < 1e-12);
    }

    #[test]
    fn too_few_numbers_say_less() {
        assert_eq!((Moments::new().mean(), Moments::new().min()), (None, None));
        assert_eq!((moments(&[3]).mean(), moments(&[3]).sd()), (Some(3.0), None));
        assert_eq!(moments(&[3, 3]).sd(), Some(0.0));
    }

    /// A small spread around a large mean is where sums of floats lose everything.
    #[test]
    fn a_small_spread_far_out_is_exact() {
        let far = 1_000_000_000_000;
        assert_eq!(moments(&[far, far + 1, far + 2]).sd(), Some(1.0));
    }

    #[test]
    fn the_largest_numbers_do_not_break_it() {
        let large = 1 << 60;
        let exact = moments(&[-large, large, -large, large]).sd().unwrap();
        assert!((exact / (float(1 << 60) * (4f64 / 3.0).sqrt()) - 1.0).abs() < 1e-15);
        // So many that only floats hold the products.
        let mut many = moments(&[-(1 << 40), 1 << 40]);
        (0..43).for_each(|_| many.merge(&many.clone()));
        assert!((many.sd().unwrap() / float(1 << 40) - 1.0).abs() < 1e-12);
        assert!(moments(&[i64::MIN, i64::MAX, i64::MIN]).sd().unwrap().is_finite());
        for alone in [i64::MIN, i64::MAX] {
            let bins: Vec<Bin> = histogram(&[alone, alone]).bins().collect();
            assert_eq!(bins, [Bin { low: alone, high: alone, count: 2 }]);
        }
        let both = histogram(&[i64::MIN, i64::MAX, 0]);
        assert_eq!((both.width(), both.bins().count()), (1 << 57, 128));
        assert_eq!(both.bins().last().map(|bin| (bin.high, bin.count)), Some((i64::MAX, 1)));
        assert_eq!(both.bins().next().map(|bin| (bin.low, bin.count)), Some((i64::MIN, 1)));
    }

    #[test]
    fn order_and_grouping_do_not_matter() {
        let mut rng = playout_rng(5);
        for reach in [3u64, 100, 127, 128, 129, 5000, 1 << 40] {
            let mut values: Vec<i64> = (0..300)
                .map(|_| below(&mut rng, reach).cast_signed() - (reach / 3).cast_signed())
                .collect();
            let (sums, bins) = (moments(&values), histogram(&values));
            for cut in [0, 1, 17, 300] {
                shuffle(&mut rng, &mut values);
                let (mut some, mut counted) = (moments(&values[..cut]), histogram(&values[..cut]));
                some.merge(&moments(&values[cut..]));
                counted.merge(&histogram(&values[cut..]));
                assert_eq!((some, counted), (sums, bins.clone()));
            }
            assert_eq!(bins.bins().map(|bin| bin.count).sum::<u64>(), 300);
            for bin in bins.bins() {
                let inside =
                    values.iter().filter(|value| (bin.low..=bin.high).contains(value)).count();
                assert_eq!(bin.count, inside as u64, "{bin:?}");
            }
            assert!(bins.bins().count() <= Histogram::MAX_BINS);
        }
    }

    /// Whichever way numbers are counted, small ones and others.
    #[test]
    fn counting_first_says_the_same() {
        let mut rng = playout_rng(6);
        for reach in [3u64, 100, 127, 128, 129, 300, 5000, 1 << 40] {
            let values: Vec<i64> = (0..300)
                .map(|_| below(&mut rng, reach).cast_signed() - (reach / 2).cast_signed())
                .collect();
            let mut parts = [Spreading::new(), Spreading::new()];
            for (index, value) in values.iter().enumerate() {
                parts[index % 2].add(*value);
            }
            let [mut all, rest] = parts;
            all.merge(&rest);
            assert_eq!((all.moments(), all.histogram()), (moments(&values), histogram(&values)));
        }
        let ends = [i64::from(i8::MIN) - 1, i8::MIN.into(), -1, 0, i8::MAX.into(), 1 << 7];
        let mut all = Spreading::new();
        for value in ends {
            all.add(value);
        }
        assert_eq!((all.moments(), all.histogram()), (moments(&ends), histogram(&ends)));
        assert_eq!(Spreading::new().moments(), Moments::new());
    }

    #[test]
    fn summaries_say_what_they_hold() {
        let json = serde_json::to_value((moments(&[1, 3]), histogram(&[-3, -1]))).unwrap();
        assert_eq!(json[0]["mean"], 2.0);
        assert_eq!(json[0]["standard_error"], 1.0);
        assert_eq!(json[0]["min"], 1);
        assert_eq!(json[1], serde_json::json!({ "low": -3, "width": 1, "counts": [1, 0, 1] }));
        let empty = serde_json::to_value((Moments::new(), Histogram::new())).unwrap();
        assert!(empty[0]["mean"].is_null() && empty[1]["counts"].as_array().unwrap().is_empty());
    }

    #[test]
    fn bins_are_aligned_and_as_narrow_as_can_be() {
        let narrow = histogram(&[-5, 122]);
        assert_eq!((narrow.width(), narrow.bins().count()), (1, 128));
        let wide = histogram(&[-5, 123]);
        assert_eq!(wide.width(), 2);
        assert_eq!(wide.bins().next(), Some(Bin { low: -6, high: -5, count: 1 }));
        assert_eq!(wide.bins().last(), Some(Bin { low: 122, high: 123, count: 1 }));
    }
}
