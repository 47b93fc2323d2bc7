//! What somebody at a table may be called: a name stands in front of every sentence about them.

use serde_json::{Value, json};
use thiserror::Error;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::record::MAX_NAME;
use crate::refusal::{Coded, codes};

/// The widest name, in columns of a terminal: half of a small screen.
pub const MAX_NAME_COLUMNS: usize = 40;

/// The name shown for a seat whose own name has no visible character.
const NAMELESS: &str = "anybody";

/// Why nobody can be called like this.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum BadName {
    /// Nothing that can be seen.
    #[error("a name must not be empty")]
    Empty,
    /// More than fits.
    #[error(
        "a name takes at most {MAX_NAME_COLUMNS} columns of the screen, and '{start}…' takes {columns}"
    )]
    TooWide {
        /// How it begins.
        start: String,
        /// How much it takes.
        columns: usize,
    },
    /// Something that a terminal obeys, or a second line.
    #[error("a name is one line without control characters, not '{0}'")]
    Control(String),
    /// Something that turns the text around it.
    #[error("a name has no characters that change the direction of text, as '{0}' has")]
    Direction(String),
    /// Two at one table that people would take for one.
    #[error("'{name}' and '{other}' look alike at one table; give one of them another name")]
    Alike {
        /// The one.
        name: String,
        /// The one before it.
        other: String,
    },
}

impl Coded for BadName {
    codes! {
        Self::Empty => "empty-name",
        Self::TooWide { .. } => "wide-name",
        Self::Control(_) => "name-control",
        Self::Direction(_) => "name-direction",
        Self::Alike { .. } => "names-alike",
    }

    fn data(&self) -> Value {
        match self {
            Self::Empty => Value::Null,
            Self::TooWide { start, columns } => {
                json!({"start": start, "columns": columns, "most": MAX_NAME_COLUMNS})
            }
            Self::Control(typed) | Self::Direction(typed) => json!({"typed": typed}),
            Self::Alike { name, other } => json!({"name": name, "other": other}),
        }
    }
}

/// Whether somebody may be called like this.
pub fn check_name(name: &str) -> Result<(), BadName> {
    // Spelt out, so that the message obeys nothing either.
    let spelt = || name.chars().take(MAX_NAME).flat_map(char::escape_debug).collect();
    if name.contains(is_control) {
        return Err(BadName::Control(spelt()));
    }
    if name.contains(is_direction) {
        return Err(BadName::Direction(spelt()));
    }
    if skeleton(name).is_empty() {
        return Err(BadName::Empty);
    }
    let columns = name.width();
    if columns > MAX_NAME_COLUMNS || name.chars().nth(MAX_NAME).is_some() {
        return Err(BadName::TooWide { start: fitting(name, MAX_NAME_COLUMNS / 2), columns });
    }
    Ok(())
}

/// Two names of a table that look alike, where there are any.
pub fn check_apart<'a>(names: impl IntoIterator<Item = &'a str>) -> Result<(), BadName> {
    let mut seen: Vec<(&str, String)> = Vec::new();
    for name in names {
        let looks = skeleton(name);
        if let Some((other, _)) = seen.iter().find(|(_, other)| *other == looks) {
            return Err(BadName::Alike { name: name.to_owned(), other: (*other).to_owned() });
        }
        seen.push((name, looks));
    }
    Ok(())
}

/// A name as screens show it. Characters that do not belong in a name are left out, and a name that is
/// too wide is cut off.
pub fn shown_name(name: &str) -> String {
    let plain: String =
        name.chars().filter(|&c| !is_control(c) && !is_direction(c)).take(MAX_NAME).collect();
    let plain = plain.trim();
    if skeleton(plain).is_empty() {
        NAMELESS.to_owned()
    } else if plain.width() <= MAX_NAME_COLUMNS {
        plain.to_owned()
    } else {
        format!("{}…", fitting(plain, MAX_NAME_COLUMNS - 1))
    }
}

/// The names of a table as screens show them. Those that look like one before them get the number of
/// their seat.
pub fn shown_names<'a>(names: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let mut shown: Vec<String> = Vec::new();
    for (index, name) in names.into_iter().enumerate() {
        let name = shown_name(name);
        let is_taken = |name: &str| {
            let looks = skeleton(name);
            shown.iter().any(|other| skeleton(other) == looks)
        };
        let numbers = (index + 1..).map(|number| {
            let number = format!(" {number}");
            format!("{}{number}", fitting(&name, MAX_NAME_COLUMNS - number.len()))
        });
        let free = std::iter::once(name.clone()).chain(numbers).find(|name| !is_taken(name));
        shown.push(free.unwrap_or(name));
    }
    shown
}

/// What people see of a name, more or less: without case, invisible characters and the number of blanks, and with
/// one letter for all that look alike (a Latin and a Cyrillic A, full-width letters, é written in two ways).
fn skeleton(name: &str) -> String {
    let seen: String = name.chars().filter(|&c| !is_invisible(c)).collect();
    let seen = seen.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ");
    unicode_security::skeleton(&seen).collect()
}

/// As much of a text as fits in so many columns.
fn fitting(text: &str, columns: usize) -> String {
    let mut left = columns;
    let fits = |c: &char| {
        let width = c.width().unwrap_or(0);
        let fits = width <= left;
        left = left.saturating_sub(width);
        fits
    };
    text.chars().take_while(fits).collect::<String>().trim_end().to_owned()
}

/// What ends a line or gives a terminal an order.
fn is_control(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}' | '\u{2029}')
}

/// What turns the direction of the text around it, or tags it.
const fn is_direction(c: char) -> bool {
    matches!(c,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{206f}'
        | '\u{e0000}'..='\u{e0fff}')
}

/// The format characters of Unicode (category Cf), and others that take no room.
pub const fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{600}'..='\u{605}' | '\u{61c}' | '\u{6dd}' | '\u{70f}'
        | '\u{890}'..='\u{891}' | '\u{8e2}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
        | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{110bd}' | '\u{110cd}'
        | '\u{13430}'..='\u{1343f}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_one_line_of_forty_columns() {
        let wide = "子".repeat(20);
        let forty = "é".repeat(40);
        for fine in ["Ann", "Ann 2", "Zoë", "子供", "نرد", "نمی‌خواهم", "❤️", &wide, &forty]
        {
            assert_eq!(check_name(fine), Ok(()), "{fine}");
        }
        let check = |name: &str, part: &str| {
            let why = check_name(name).unwrap_err().to_string();
            assert!(why.contains(part) && !why.contains(is_control), "{name:?}: {why}");
            assert!(!why.contains(is_direction), "{name:?}: {why}");
        };
        for empty in ["", "  ", "\u{200b}", "\u{3164} \u{feff}"] {
            check(empty, "must not be empty");
        }
        for control in ["a\nb", "\u{1b}[2J", "a\tb", "a\u{2028}b", "\u{9b}2J"] {
            check(control, "one line without control characters");
        }
        for turned in ["a\u{202e}b", "\u{2066}a", "a\u{200f}", "a\u{e0041}"] {
            check(turned, "change the direction");
        }
        check(&"x".repeat(41), "'xxxxxxxxxxxxxxxxxxxx…' takes 41");
        check(&"子".repeat(21), "takes 42");
        check(&format!("e{}", "\u{301}".repeat(200)), "at most 40 columns");
    }

    #[test]
    fn nobody_sits_twice_at_a_table() {
        let alike = |one: &str, other: &str| check_apart([one, "Bob", other]).is_err();
        for (one, other) in [
            ("Ann", "Ann"),
            ("Ann", "ann"),
            ("Ann", "A\u{200b}nn"),
            ("Ann B", "ann  b"),
            ("É", "é"),
            // Composed and decomposed, full-width, and a Cyrillic А.
            ("Zo\u{eb}", "Zoe\u{308}"),
            ("Ann", "\u{ff21}nn"),
            ("Ann", "\u{410}nn"),
        ] {
            assert!(alike(one, other), "{one:?} and {other:?}");
        }
        assert!(!alike("Ann", "Anna") && !alike("Ann 1", "Ann 2"));
        let why = check_apart(["Ann", "ANN"]).unwrap_err().to_string();
        assert!(why.starts_with("'ANN' and 'Ann' look alike at one table"), "{why}");
    }

    #[test]
    fn what_a_stranger_wrote_is_shown_as_a_name() {
        let check = |name: &str, shown: &str| assert_eq!(shown_name(name), shown);
        check("Ann", "Ann");
        check("A\u{202e}n\nn", "Ann");
        check("\u{7}", "anybody");
        check(&"x".repeat(90), &format!("{}…", "x".repeat(39)));
        check(&"子".repeat(30), &format!("{}…", "子".repeat(19)));
        let long = "y".repeat(40);
        let names = shown_names(["Ann", "ann", "Ann 2", "\n", "", &long, &long]);
        assert_eq!(names[..5], ["Ann", "ann 2", "Ann 2 3", "anybody", "anybody 5"]);
        assert_eq!(names[6], format!("{} 7", "y".repeat(38)));
        for name in &names {
            assert_eq!(check_name(name), Ok(()), "{name}");
        }
        assert_eq!(check_apart(names.iter().map(String::as_str)), Ok(()));
    }
}
