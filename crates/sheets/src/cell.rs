//! What stands in a cell.

use std::borrow::Cow;
use std::fmt;

use smol_str::{SmolStr, format_smolstr};

/// What stands in a cell.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Cell {
    /// Nothing, or nothing but blanks.
    #[default]
    Empty,
    /// A whole number.
    Whole(i64),
    /// Text, and whatever else a person can read in a cell.
    Text(SmolStr),
}

/// Beyond this not every whole number is a float of its own, and spreadsheets keep floats.
const EXACT: f64 = 9_007_199_254_740_992.0;

impl Cell {
    /// Whether nothing stands in it.
    pub const fn is_empty(&self) -> bool {
        matches!(self, Self::Empty)
    }

    /// A number of a spreadsheet. One that is not whole becomes text: `22.5`.
    ///
    /// Spreadsheet programs show 15 digits, so that what is 110 to a person may be stored as
    /// 110.00000000000001. It is taken for what people see.
    pub fn number(number: f64) -> Self {
        let seen = if number.fract() == 0.0 {
            number
        } else {
            format!("{number:.14e}").parse().unwrap_or(number)
        };
        if seen.fract() == 0.0 && seen.abs() < EXACT {
            return Self::Whole(seen as i64);
        }
        let plain = (1e-5..EXACT).contains(&seen.abs()) || !seen.is_finite();
        Self::Text(if plain { format_smolstr!("{seen}") } else { format_smolstr!("{seen:e}") })
    }

    /// Text that was typed by a person: a whole number where it is one.
    pub fn typed(text: &str) -> Self {
        let seen = seen(text);
        match seen.trim() {
            "" => Self::Empty,
            text => whole(text).map_or_else(|| Self::Text(text.into()), Self::Whole),
        }
    }
}

/// The whole number that a text is, in its one spelling: `007` and `+7` may be names of something.
fn whole(text: &str) -> Option<i64> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    if text != "0" && !digits.starts_with(|first| matches!(first, '1'..='9')) {
        return None;
    }
    text.parse().ok()
}

impl From<i64> for Cell {
    fn from(number: i64) -> Self {
        Self::Whole(number)
    }
}

/// Text without blanks around it and without characters that do things instead of being seen: what
/// comes from a file will be printed on somebody's terminal. Line feeds and tabs stay.
impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        let seen = seen(text);
        match seen.trim() {
            "" => Self::Empty,
            text => Self::Text(text.into()),
        }
    }
}

/// A text without the characters that cannot be seen.
fn seen(text: &str) -> Cow<'_, str> {
    // Nearly every text has nothing to leave out, and is not copied to find that out: a board with its
    // cards has hundreds. Most are plain ASCII, which is seen quickest without a way out of the loop.
    let plain = text.bytes().fold(true, |plain, byte| plain & matches!(byte, b' '..=b'~'));
    if plain || text.chars().all(is_seen) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.chars().filter(|&c| is_seen(c)).collect())
}

fn is_seen(c: char) -> bool {
    matches!(c, '\n' | '\t') || !(c.is_control() || c == '\u{feff}')
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => Ok(()),
            Self::Whole(number) => write!(f, "{number}"),
            Self::Text(text) => f.write_str(text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_what_a_person_reads() {
        let text = |text: &str| Cell::Text(text.into());
        assert_eq!(Cell::number(60.0), Cell::Whole(60));
        assert_eq!(Cell::number(-3.0), Cell::Whole(-3));
        assert_eq!(Cell::number(-0.0), Cell::Whole(0));
        assert_eq!(Cell::number(22.5), text("22.5"));
        assert_eq!(Cell::number(1.1 * 100.0), Cell::Whole(110));
        assert_eq!(Cell::number(0.1 + 0.2), text("0.3"));
        assert_eq!(Cell::number(9_007_199_254_740_991.0), Cell::Whole(9_007_199_254_740_991));
        assert_eq!(Cell::number(1e20), text("1e20"));
        assert_eq!(Cell::number(-2.5e-300), text("-2.5e-300"));
        assert_eq!(Cell::number(f64::MAX), text("1.7976931348623157e308"));
        assert_eq!(Cell::number(f64::NAN), text("NaN"));
        assert_eq!(Cell::number(f64::NEG_INFINITY), text("-inf"));
    }

    #[test]
    fn text_is_trimmed_and_visible() {
        assert_eq!(Cell::from(" \u{a0}\t\r\n"), Cell::Empty);
        assert_eq!(Cell::from("  Rey Lane "), Cell::Text("Rey Lane".into()));
        assert_eq!(Cell::from("\u{1b}[31mred\r\nline"), Cell::Text("[31mred\nline".into()));
    }

    #[test]
    fn typed_numbers_have_one_spelling() {
        assert_eq!(Cell::typed(" -3 "), Cell::Whole(-3));
        for name in ["007", "+7", "-0", "1,000", "7.0", "99999999999999999999"] {
            assert_eq!(Cell::typed(name), Cell::Text(name.into()));
        }
    }
}
