//! Numbers as people read them. What is no number is a dash: nothing here prints `NaN` or `inf`.

use crate::stats::{Estimate, Interval};

/// What stands where there is nothing to say.
pub(crate) const NONE: &str = "–";

/// A number with `digits` digits behind the point, with a proper minus and no negative zero.
pub(crate) fn number(value: f64, digits: usize) -> String {
    if !value.is_finite() {
        return NONE.to_owned();
    }
    let text = format!("{value:.digits$}");
    match text.strip_prefix('-') {
        Some(zero) if zero.chars().all(|digit| matches!(digit, '0' | '.')) => zero.to_owned(),
        Some(positive) => format!("−{positive}"),
        None => text,
    }
}

/// A whole number, with its thousands set apart.
pub(crate) fn count(value: u64) -> String {
    let digits = value.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) && digits.len() > 4 {
            text.push('\u{202f}');
        }
        text.push(digit);
    }
    text
}

/// `1 game`, `2 games`.
pub(crate) fn counted(value: u64, what: &str) -> String {
    let plural = if value == 1 { "" } else { "s" };
    format!("{} {what}{plural}", count(value))
}

/// A difference in Elo, with its sign.
pub(crate) fn elo(value: f64) -> String {
    let text = number(value, 0);
    if text == "0" || text == NONE || text.starts_with('−') { text } else { format!("+{text}") }
}

/// A share, in percent.
pub(crate) fn percent(share: f64, digits: usize) -> String {
    let text = number(100.0 * share, digits);
    if text == NONE { text } else { format!("{text} %") }
}

/// How likely something is; what is close to certain is not rounded up to it.
pub(crate) fn likelihood(share: f64) -> String {
    if share > 0.999 {
        "above 99.9 %".to_owned()
    } else if share < 0.001 {
        "below 0.1 %".to_owned()
    } else if (0.1..=0.9).contains(&share) {
        percent(share, 0)
    } else {
        percent(share, 1)
    }
}

/// `180 to 245`.
pub(crate) fn range(interval: Interval, say: impl Fn(f64) -> String) -> String {
    let Interval { low, high } = interval;
    if low.is_finite() && high.is_finite() {
        format!("{} to {}", say(low), say(high))
    } else {
        NONE.to_owned()
    }
}

/// Where an estimate lies: `180 to 245`, `above 180`, `below −180`.
pub(crate) fn limits(estimate: &Estimate, say: impl Fn(f64) -> String) -> String {
    match (estimate.low, estimate.high) {
        (Some(low), Some(high)) => range(Interval { low, high }, say),
        (Some(low), None) => format!("above {}", say(low)),
        (None, Some(high)) => format!("below {}", say(high)),
        (None, None) => "no limits".to_owned(),
    }
}

/// An estimate with its limits: `+211 (+180 to +245)`; without them where it cannot be said how sure it
/// is.
pub(crate) fn estimate(estimate: &Estimate) -> String {
    match estimate.elo {
        value if estimate.los.is_none() => value.map_or_else(|| NONE.to_owned(), elo),
        Some(value) => format!("{} ({})", elo(value), limits(estimate, elo)),
        None => limits(estimate, elo),
    }
}

/// `a`, `a and b`, `a, b and c`, `a, b, c and 7 more`.
pub(crate) fn list(names: &[&str]) -> String {
    const MOST: usize = 4;
    match names {
        [] => "nobody".to_owned(),
        [one] => (*one).to_owned(),
        [first @ .., last] if names.len() <= MOST => format!("{} and {last}", first.join(", ")),
        _ => format!("{} and {} more", names[..MOST - 1].join(", "), names.len() - (MOST - 1)),
    }
}

/// A text, cut to at most `most` characters.
pub(crate) fn cut(text: &str, most: usize) -> String {
    if text.chars().nth(most).is_none() {
        return text.to_owned();
    }
    let kept: String = text.chars().take(most.saturating_sub(1)).collect();
    kept + "…"
}

/// How numbers are spread: `mean 3.5, from −1 to 9`.
pub fn spread(mean: Option<f64>, ends: Option<(i64, i64)>) -> String {
    let Some((mean, (low, high))) = mean.zip(ends) else { return "nothing".to_owned() };
    let words = if low == high {
        format!("always {low}")
    } else {
        format!("mean {}, from {low} to {high}", number(mean, 1))
    };
    words.replace('-', "−")
}

/// A whole number with a proper minus, its thousands set apart.
pub fn whole_number(value: i64) -> String {
    let minus = if value < 0 { "−" } else { "" };
    format!("{minus}{}", count(value.unsigned_abs()))
}

/// The average of a time, in the unit that fits.
pub(crate) fn seconds(seconds: f64) -> String {
    match seconds {
        long if long >= 1.0 => format!("{} s", number(long, 1)),
        short if short >= 0.001 => format!("{} ms", number(short * 1e3, 1)),
        tiny if tiny < 0.95e-6 => "below 1 µs".to_owned(),
        tiny => format!("{} µs", number(tiny * 1e6, 0)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_readable() {
        assert_eq!(
            [number(-0.04, 1), number(-3.25, 1), number(f64::NAN, 1)],
            ["0.0", "−3.2", NONE]
        );
        assert_eq!(
            [count(1234), count(12_345), count(1_234_567)],
            ["1234", "12 345", "1 234 567"].map(|text| text.replace(' ', "\u{202f}"))
        );
        assert_eq!(
            [elo(12.4), elo(-12.4), elo(0.2), elo(f64::INFINITY)],
            ["+12", "−12", "0", NONE]
        );
        assert_eq!([counted(1, "game"), counted(2, "game")], ["1 game", "2 games"]);
        assert_eq!(
            [0.9999, 0.9987, 0.95, 0.71, 0.0002].map(likelihood),
            ["above 99.9 %", "99.9 %", "95.0 %", "71 %", "below 0.1 %"]
        );
        let times = [2.0, 0.0123, 0.000_045, 3e-9];
        assert_eq!(times.map(seconds), ["2.0 s", "12.3 ms", "45 µs", "below 1 µs"]);
    }

    #[test]
    fn lists_and_texts_have_an_end() {
        assert_eq!(list(&["a", "b", "c"]), "a, b and c");
        assert_eq!(list(&["a", "b", "c", "d", "e"]), "a, b, c and 2 more");
        assert_eq!([cut("abcd", 4), cut("äbcde", 4)], ["abcd", "äbc…"]);
    }

    #[test]
    fn estimates_may_be_open() {
        let all_won = Estimate::of(&[0, 0, 0, 0, 9]).unwrap();
        assert!(estimate(&all_won).starts_with("above +"), "{}", estimate(&all_won));
        let all_lost = Estimate::of(&[9, 0, 0, 0, 0]).unwrap();
        assert!(estimate(&all_lost).starts_with("below −"), "{}", estimate(&all_lost));
        let unsure = |counts: &[u64]| estimate(&Estimate::of(counts).unwrap().without_sureness());
        assert_eq!([unsure(&[1, 0, 3]), unsure(&[0, 0, 9])], ["+191", NONE]);
    }
}
