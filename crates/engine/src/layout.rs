//! Text in lines that fit a terminal, for boards: wrapping, columns and inks.
//!
//! An ink says what a piece of text is ([`Ink`]), and a terminal that has colours shows it in one. Inks are
//! marked within the text, so that text with inks can be wrapped and put together like any other. The
//! marks take no room and are control characters, which no name of a player or a place can have.
//! [`spans`] reads them, and [`plain`] leaves them out.

use std::fmt::Write;

use unicode_width::UnicodeWidthChar;

use crate::seat::Seat;

/// So many columns fit a line.
pub const WIDTH: usize = 78;

/// A blank that lines are not broken at; [`page`] and [`folded`] make a plain one of it.
pub const TIE: char = '\u{a0}';

/// Blanks between two columns.
const GAP: usize = 2;

/// Comes before the letter of an ink.
const INK: char = '\u{e}';
/// The first of the characters that stand for colours.
const COLOURS: u32 = 0xf_0000;
/// Ends what is written in an ink.
const NO_INK: char = '\u{f}';

/// What a piece of text is. It may never be told by its colour alone: many see no colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ink {
    /// What the viewer should see first: the own hand, the phase of the turn.
    Strong,
    /// What can be skipped: legends, piles that are gone.
    Faint,
    /// What can be done or had now.
    Open,
    /// Something that has a colour of its own in the game, such as a group of streets: its red, green and
    /// blue, of which the five high bits count.
    Colour([u8; 3]),
    /// What belongs to a player.
    Seat(Seat),
}

impl Ink {
    /// The character that stands for an ink within text. Colours are in a plane that has no characters.
    fn letter(self) -> char {
        let colour = |[red, green, blue]: [u8; 3]| {
            let coarse = |part: u8, shift: u32| u32::from(part >> 3) << shift;
            char::from_u32(COLOURS + coarse(red, 10) + coarse(green, 5) + coarse(blue, 0))
        };
        match self {
            Self::Strong => '!',
            Self::Faint => '?',
            Self::Open => '*',
            Self::Colour(rgb) => colour(rgb).expect("fifteen bits above a plane's start"),
            Self::Seat(seat) => char::from(b'A' + seat.index() as u8),
        }
    }

    fn from_letter(letter: char) -> Option<Self> {
        let code = u32::from(letter);
        match letter {
            '!' => Some(Self::Strong),
            '?' => Some(Self::Faint),
            '*' => Some(Self::Open),
            'A'..='Z' => Seat::from_index((code - u32::from('A')) as usize).map(Self::Seat),
            _ => {
                let fine = |shift: u32| (((code - COLOURS) >> shift & 31) << 3) as u8;
                (COLOURS..COLOURS + (1 << 15))
                    .contains(&code)
                    .then(|| Self::Colour([10, 5, 0].map(fine)))
            }
        }
    }
}

/// A text in an ink. An ink within an ink is not known.
pub fn inked(ink: Ink, text: &str) -> String {
    format!("{INK}{}{text}{NO_INK}", ink.letter())
}

/// The pieces of a text, each with its ink.
pub fn spans(text: &str) -> impl Iterator<Item = (Option<Ink>, &str)> {
    let mut ink = None;
    text.split_inclusive([INK, NO_INK]).scan(false, move |after_ink, piece| {
        let mut rest = piece;
        if std::mem::take(after_ink) {
            let mut letters = rest.chars();
            ink = letters.next().and_then(Ink::from_letter);
            rest = letters.as_str();
        }
        let written = ink;
        if let Some(before) = rest.strip_suffix(INK) {
            (*after_ink, rest, ink) = (true, before, None);
        } else if let Some(before) = rest.strip_suffix(NO_INK) {
            (rest, ink) = (before, None);
        }
        Some((written, rest))
    })
}

/// A text without its inks.
pub fn plain(text: &str) -> String {
    spans(text).map(|(_, piece)| piece).collect()
}

/// How many columns of a terminal a line of text takes. Wide characters take two.
pub fn width(text: &str) -> usize {
    let wide = |piece: &str| piece.chars().map(|c| c.width().unwrap_or(0)).sum::<usize>();
    spans(text).map(|(_, piece)| wide(piece)).sum()
}

/// A text with blanks behind it, in so many columns.
pub fn padded(text: &str, columns: usize) -> String {
    let blanks = columns.saturating_sub(width(text));
    format!("{text}{:blanks$}", "")
}

/// A text without inks in at most so many columns; where it was cut, a point says so.
pub fn cut(text: &str, columns: usize) -> String {
    if width(text) <= columns {
        return text.to_owned();
    }
    let mut kept = String::new();
    let mut room = columns.saturating_sub(1);
    for c in text.chars() {
        let Some(left) = room.checked_sub(c.width().unwrap_or(0)) else { break };
        room = left;
        kept.push(c);
    }
    let mut kept = kept.trim_end().to_owned();
    if columns > 0 {
        kept.push('.');
    }
    kept
}

/// A list in at most so many columns, with semicolons. Items that have no room are counted, and none is cut: `boot;
/// 11 properties; 2 more`. Only a first item that is too long alone is [cut].
pub fn listed(items: &[String], columns: usize) -> String {
    let list = |shown: usize| {
        let more = items.len() - shown;
        let more = (more > 0).then(|| format!("{more} more"));
        items[..shown].iter().cloned().chain(more).collect::<Vec<_>>().join("; ")
    };
    let fits = (1..=items.len()).rev().map(list).find(|line| width(line) <= columns);
    fits.unwrap_or_else(|| cut(&items.join("; "), columns))
}

/// A label and a text in lines that fit, broken at blanks. All lines but the first are indented.
pub fn wrapped(label: &str, text: &str, indent: usize) -> String {
    wrapped_in(WIDTH, label, text, indent)
}

/// The same in lines of at most so many columns.
pub fn wrapped_in(columns: usize, label: &str, text: &str, indent: usize) -> String {
    let mut all = label.to_owned();
    let mut used = width(label);
    for (number, word) in text.split(' ').enumerate() {
        let long = width(word);
        if number == 0 {
            used += long;
        } else if used + 1 + long <= columns {
            all.push(' ');
            used += 1 + long;
        } else {
            _ = write!(all, "\n{:indent$}", "");
            used = indent + long;
        }
        all.push_str(word);
    }
    all
}

/// A text in lines of at most so many columns, broken at blanks. Each of its lines is broken by itself; one that begins
/// with blanks is an entry of a list, and goes on two columns further to the right.
pub fn folded(columns: usize, text: &str) -> String {
    let lines = text.lines().map(|line| {
        let entry = line.trim_start_matches(' ');
        let label = &line[..line.len() - entry.len()];
        let indent = if label.is_empty() { 0 } else { label.len() + 2 };
        // What has no room on a line of its own is broken all the same.
        let fits = |word: &str| indent + width(word) <= columns;
        let words =
            entry.split(' ').map(|word| if fits(word) { word.to_owned() } else { untied(word) });
        wrapped_in(columns, label, &words.collect::<Vec<_>>().join(" "), indent)
    });
    untied(&lines.collect::<Vec<_>>().join("\n"))
}

/// A text with plain blanks only.
pub fn untied(text: &str) -> String {
    text.replace(TIE, " ")
}

/// A text of which lines are broken before it or after it, and not inside.
pub fn tied(text: &str) -> String {
    text.replace(' ', TIE.encode_utf8(&mut [0; 4]))
}

/// Cells in as few lines as they fit, read downwards and then to the right.
pub fn columns(cells: &[String]) -> Vec<String> {
    let widest = |cells: &[String]| cells.iter().map(|cell| width(cell)).max().unwrap_or(0);
    let takes = |lines: usize| {
        let columns = cells.chunks(lines);
        columns.map(|column| widest(column) + GAP).sum::<usize>().saturating_sub(GAP)
    };
    let lines = (1..cells.len()).find(|&lines| takes(lines) <= WIDTH).unwrap_or(cells.len());
    let line = |line: usize| {
        let cells = cells
            .chunks(lines)
            .filter_map(|column| Some(padded(column.get(line)?, widest(column) + GAP)));
        cells.collect::<String>()
    };
    (0..lines).map(line).collect()
}

/// All lines below each other, without blanks at their ends.
pub fn page(lines: impl IntoIterator<Item = String>) -> String {
    let mut text = String::new();
    for line in lines {
        _ = writeln!(text, "{}", line.trim_end().replace(TIE, " "));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_at_blanks_and_fit() {
        let text = ["word"; 40].join(" ");
        let lines = wrapped("Label: ", &text, 4);
        assert!(lines.lines().all(|line| line.chars().count() <= WIDTH), "{lines}");
        assert!(lines.starts_with("Label: word word"));
        assert!(lines.lines().skip(1).all(|line| line.starts_with("    word")), "{lines}");
        assert_eq!(lines.split_whitespace().count(), 41);
        // The first line is as full as it can be.
        assert_eq!(lines.lines().next().map(str::len), Some(76));
    }

    #[test]
    fn what_is_tied_stays_together() {
        let tied = "word ".repeat(14) + &["a", "b", "c"].join(&TIE.to_string());
        let lines = wrapped("Label: ", &tied, 2);
        assert_eq!(page([lines, "end  ".to_owned()]).lines().last(), Some("end"));
        let lines = page([wrapped("Label: ", &tied, 2)]);
        assert_eq!(lines.lines().last(), Some("  a b c"));
    }

    #[test]
    fn each_line_is_broken_by_itself() {
        let text = format!("one two three\n  four: five, six {}\nten", tied("seven eight"));
        let expected = "one two three\n  four: five,\n    six\n    seven eight\nten";
        assert_eq!(folded(15, &text), expected);
        assert_eq!(folded(99, &text), untied(&text));
        assert_eq!(folded(7, &tied("one two three")), "one two\nthree");
    }

    #[test]
    fn every_ink_is_read_as_it_was_written() {
        let seats = (0..crate::seat::MAX_SEATS).map(|seat| Ink::Seat(Seat::at(seat)));
        let inks = [Ink::Strong, Ink::Faint, Ink::Open].into_iter();
        let colours = [[0, 0, 0], [248, 248, 248], [8, 16, 128]].map(Ink::Colour);
        for ink in inks.chain(colours).chain(seats) {
            let text = format!("one {} two", inked(ink, "word"));
            let read: Vec<_> = spans(&text).filter(|(_, piece)| !piece.is_empty()).collect();
            assert_eq!(read, [(None, "one "), (Some(ink), "word"), (None, " two")]);
            assert_eq!((plain(&text).as_str(), width(&text)), ("one word two", 12));
        }
    }

    #[test]
    fn marks_that_are_not_whole_do_no_harm() {
        for text in ["\u{e}", "a\u{e}", "\u{f}b", "\u{e}\u{e}\u{f}", "\u{e}~c"] {
            assert!(plain(text).chars().all(|c| !c.is_control()), "{text:?}");
        }
    }

    #[test]
    fn cells_stand_in_as_few_lines_as_they_fit() {
        let cells = |long: &[usize]| long.iter().map(|&long| "x".repeat(long)).collect::<Vec<_>>();
        assert_eq!(
            columns(&cells(&[36, 10, 36])),
            [
                format!("{:38}{:38}", "x".repeat(36), "x".repeat(36)),
                format!("{:38}", "x".repeat(10)),
            ]
        );
        assert_eq!(columns(&cells(&[20, 20, 30])).len(), 1);
        assert_eq!(columns(&cells(&[90, 5])).len(), 2);
        assert_eq!(columns(&[]), [""; 0]);
    }

    #[test]
    fn columns_are_counted_and_not_characters() {
        assert_eq!(width("日本 ok"), 7);
        assert_eq!(padded("日本", 6), "日本  ");
        assert_eq!(padded(&inked(Ink::Strong, "ab"), 3), format!("{} ", inked(Ink::Strong, "ab")));
        let items = ["boot", "2 streets", "all Brown", "all Blue"].map(str::to_owned);
        for (columns, expected) in [
            (40, "boot; 2 streets; all Brown; all Blue"),
            (35, "boot; 2 streets; all Brown; 1 more"),
            (33, "boot; 2 streets; 2 more"),
            (12, "boot; 3 more"),
            (11, "boot; 2 st."),
        ] {
            assert_eq!(listed(&items, columns), expected, "{columns}");
        }
        assert_eq!(listed(&[], 5), "");
        assert_eq!(cut("日本語", 5), "日本.");
        assert_eq!(cut("Free Parking", 6), "Free.");
        assert_eq!(cut("Free", 4), "Free");
    }
}
