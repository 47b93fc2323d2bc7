//! Text in lines that fit a terminal, for boards.

use std::fmt::Write;

/// So many characters fit a line.
pub const WIDTH: usize = 78;

/// A blank that lines are not broken at; [`page`] makes a plain one of it.
pub const TIE: char = '\u{a0}';

/// A label and a text in lines that fit, broken at blanks. All lines but the first are indented.
pub fn wrapped(label: &str, text: &str, indent: usize) -> String {
    let mut all = label.to_owned();
    let mut width = label.chars().count();
    for (number, word) in text.split(' ').enumerate() {
        let long = word.chars().count();
        if number == 0 {
            width += long;
        } else if width + 1 + long <= WIDTH {
            all.push(' ');
            width += 1 + long;
        } else {
            _ = write!(all, "\n{:indent$}", "");
            width = indent + long;
        }
        all.push_str(word);
    }
    all
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
}
