//! Rule books on a terminal: paragraphs and lists are set anew for the width of the window. In the files their lines
//! end where they ended on the screen of their author.

use parlor_engine::layout::{Ink, inked, padded, width as columns, wrapped_in};

/// A rule book as people read it at a terminal: without the marks of Markdown, in lines of at most so many columns.
/// Headings are underlined, what is stressed is inked, and the columns of tables stand below each other.
pub(crate) fn rule_book(text: &str, width: usize) -> String {
    let set = reflow(&without_marks(text), width);
    let mut lines = Vec::new();
    let all: Vec<&str> = set.lines().collect();
    for group in all.chunk_by(|one, other| one.starts_with('|') && other.starts_with('|')) {
        match group[0] {
            row if row.starts_with('|') => lines.extend(table(group, width)),
            line if line.starts_with('#') => lines.extend(heading(line)),
            line => lines.push(line.to_owned()),
        }
    }
    lines.join("\n")
}

/// A heading without its marks, with a line below it.
fn heading(line: &str) -> [String; 2] {
    let title = line.trim_start_matches('#').trim();
    let rule = if line.starts_with("##") { "-" } else { "=" };
    [inked(Ink::Strong, title), rule.repeat(columns(title))]
}

/// The rows of a table with its columns below each other; the last column is broken where it is too wide.
fn table(rows: &[&str], width: usize) -> Vec<String> {
    let cells = |row: &&str| -> Vec<String> {
        row.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect()
    };
    let is_rule = |row: &&&str| row.chars().all(|c| "|-: ".contains(c));
    let rows: Vec<Vec<String>> = rows.iter().filter(|row| !is_rule(row)).map(cells).collect();
    let most = rows.iter().map(Vec::len).max().unwrap_or(0);
    let widest = |column: usize| {
        rows.iter().filter_map(|row| row.get(column)).map(|cell| columns(cell)).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..most).map(widest).collect();
    let row = |row: &Vec<String>| {
        let (last, others) =
            row.split_last().map_or(("", &row[..]), |(last, others)| (last.as_str(), others));
        let label: String =
            others.iter().zip(&widths).map(|(cell, width)| padded(cell, *width) + "   ").collect();
        let label = format!("  {label}");
        wrapped_in(width, &label, last, columns(&label))
    };
    rows.iter().map(row).collect()
}

/// What is stressed is inked, and code stands in quotes.
fn without_marks(text: &str) -> String {
    let mut plain = String::new();
    for (number, piece) in text.split("**").enumerate() {
        let piece = quoted(piece);
        plain.push_str(&if number % 2 == 1 { inked(Ink::Strong, &piece) } else { piece });
    }
    plain
}

/// Code in quotes, and what is stressed a little without its stars.
fn quoted(text: &str) -> String {
    let pieces = text.split('`').enumerate();
    let pieces =
        pieces.map(
            |(number, piece)| {
                if number % 2 == 1 { format!("'{piece}'") } else { piece.replace('*', "") }
            },
        );
    pieces.collect()
}

/// A rule book with lines of at most so many columns, where its words let it be. Headings, tables and examples stay
/// as they are.
pub(crate) fn reflow(text: &str, width: usize) -> String {
    let mut lines = Vec::new();
    let mut block: Option<Block> = None;
    for line in text.lines() {
        let is_example = line.starts_with("    ") && block.is_none();
        let is_fixed = line.is_empty() || line.starts_with(['#', '|', '`']) || is_example;
        if is_fixed {
            lines.extend(block.take().into_iter().flat_map(|block| block.set(width)));
            lines.push(line.to_owned());
        } else if let Some(marker) = marker(line) {
            lines.extend(block.take().into_iter().flat_map(|block| block.set(width)));
            block =
                Some(Block { marker: line[..marker].to_owned(), text: line[marker..].to_owned() });
        } else {
            let open = block.get_or_insert_with(Block::default);
            if !open.text.is_empty() {
                open.text.push(' ');
            }
            open.text.push_str(line.trim_start());
        }
    }
    lines.extend(block.into_iter().flat_map(|block| block.set(width)));
    lines.join("\n")
}

/// A paragraph, or an entry of a list.
#[derive(Default)]
struct Block {
    /// What the entry begins with, such as `- `.
    marker: String,
    text: String,
}

impl Block {
    fn set(self, width: usize) -> Vec<String> {
        let indent = " ".repeat(columns(&self.marker));
        let (mut lines, mut line, mut is_begun) = (Vec::new(), self.marker, false);
        for word in self.text.split_whitespace() {
            if is_begun && columns(&line) + 1 + columns(word) > width {
                lines.push(std::mem::replace(&mut line, indent.clone()));
                is_begun = false;
            }
            if is_begun {
                line.push(' ');
            }
            line.push_str(word);
            is_begun = true;
        }
        lines.push(line);
        lines
    }
}

/// How long the marker of a list entry is, where a line begins with one: `- `, `2. `.
fn marker(line: &str) -> Option<usize> {
    let inner = line.trim_start();
    let indent = line.len() - inner.len();
    let digits = inner.bytes().take_while(u8::is_ascii_digit).count();
    let mark = match &inner.as_bytes()[digits..] {
        [b'-' | b'*', b' ', ..] if digits == 0 => 2,
        [b'.', b' ', ..] if digits > 0 => digits + 2,
        _ => return None,
    };
    Some(indent + mark)
}

#[cfg(test)]
mod tests {
    use parlor_engine::layout::plain;

    use super::*;
    use crate::paint::Paint;

    #[test]
    fn paragraphs_and_lists_are_set_anew() {
        let text = "# A heading that is longer than that\n\nOne two three\nfour five.\n\n- six seven\n  eight nine\n\
                    10. ten\n    eleven\n\n    an example that stays\n| a table | stays |";
        let expected = "# A heading that is longer than that\n\nOne two\nthree four\nfive.\n\n- six\n  seven\n  eight\n  nine\n\
                        10. ten\n    eleven\n\n    an example that stays\n| a table | stays |";
        assert_eq!(reflow(text, 10), expected);
    }

    #[test]
    fn a_rule_book_is_shown_without_marks() {
        let text = "# The rules\n\n**A turn** has `end phase` and\n*more*.\n\n| pile | cards |\n|---|---|\n\
                    | Bug | 10 for each player |\n| each action | 10 |\n\n## Ends\n";
        let expected = "The rules\n=========\n\nA turn has 'end phase' and\nmore.\n\n  pile          cards\n  Bug           10 for each\n                player\n  each action   10\n\nEnds\n----";
        assert_eq!(plain(&rule_book(text, 28)), expected);
        let bold = Paint::Colours.text(&rule_book(text, 28));
        assert!(bold.contains("\u{1b}[1mA turn\u{1b}[0m has"), "{bold}");
    }

    #[test]
    fn no_rule_book_shows_its_marks() {
        for game in parlor_registry::games() {
            let shown = plain(&rule_book(game.about().rules, 78));
            let marks = ["**", "`", "|--", "\n#", "\n|"];
            for mark in marks {
                assert!(!shown.contains(mark), "{}: {mark} in\n{shown}", game.about().id);
            }
            let is_set = |line: &&str| !line.starts_with("    ");
            let wide: Vec<&str> =
                shown.lines().filter(is_set).filter(|line| columns(line) > 78).collect();
            assert!(wide.is_empty(), "{}: {wide:?}", game.about().id);
        }
    }

    #[test]
    fn every_rule_book_fits_a_small_window() {
        for game in parlor_registry::games() {
            let set = reflow(game.about().rules, 78);
            let is_set =
                |line: &&str| !line.starts_with(['|', '#', '`']) && !line.starts_with("    ");
            let wide: Vec<&str> =
                set.lines().filter(is_set).filter(|line| columns(line) > 78).collect();
            assert!(wide.is_empty(), "{}: {wide:?}", game.about().id);
            let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
            assert_eq!(words(&set), words(game.about().rules), "no word is lost");
        }
    }
}
