//! Rule books on a terminal: paragraphs and lists are set anew for the width of the window. In the files their lines
//! end where they ended on the screen of their author.

use parlor_engine::layout::width as columns;

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
    use super::*;

    #[test]
    fn paragraphs_and_lists_are_set_anew() {
        let text = "# A heading that is longer than that\n\nOne two three\nfour five.\n\n- six seven\n  eight nine\n\
                    10. ten\n    eleven\n\n    an example that stays\n| a table | stays |";
        let expected = "# A heading that is longer than that\n\nOne two\nthree four\nfive.\n\n- six\n  seven\n  eight\n  nine\n\
                        10. ten\n    eleven\n\n    an example that stays\n| a table | stays |";
        assert_eq!(reflow(text, 10), expected);
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
