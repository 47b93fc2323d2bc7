//! A line while it is typed: what keys do to it, and how it is drawn.

use unicode_width::UnicodeWidthChar;

/// What somebody can press.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Key {
    Letter(char),
    Enter,
    Backspace,
    Delete,
    Left,
    Right,
    Home,
    End,
    /// To the line that was typed before.
    Up,
    /// To the one after it.
    Down,
    /// Ctrl-W.
    EraseWord,
    /// Ctrl-U.
    EraseToStart,
    /// Ctrl-K.
    EraseToEnd,
    /// Ctrl-D.
    EndOfInput,
    /// Anything else.
    Nothing,
}

const ESCAPE: u8 = 0x1b;

/// So many bytes of a sequence that no terminal sends are waited for, and no more.
const LONGEST_SEQUENCE: usize = 32;

/// The first key in what has come, and how many bytes it took; `None` while it is not whole.
pub(super) fn next_key(bytes: &[u8]) -> Option<(Key, usize)> {
    let key = match *bytes.first()? {
        b'\n' | b'\r' => Key::Enter,
        0x7f | 0x08 => Key::Backspace,
        0x01 => Key::Home,
        0x02 => Key::Left,
        0x04 => Key::EndOfInput,
        0x05 => Key::End,
        0x06 => Key::Right,
        0x0b => Key::EraseToEnd,
        0x0e => Key::Down,
        0x10 => Key::Up,
        0x15 => Key::EraseToStart,
        0x17 => Key::EraseWord,
        b'\t' => Key::Letter(' '),
        ESCAPE => return sequence(bytes),
        0x00..0x20 => Key::Nothing,
        _ => return letter(bytes),
    };
    Some((key, 1))
}

/// A key that a terminal sends as several bytes: an escape, a bracket, and what it is.
fn sequence(bytes: &[u8]) -> Option<(Key, usize)> {
    match bytes.get(1)? {
        b'[' | b'O' => {}
        // Escape itself, and then something else.
        _ => return Some((Key::Nothing, 1)),
    }
    let is_last = |byte: &u8| (0x40..=0x7e).contains(byte);
    let Some(last) = bytes[2..].iter().position(is_last).map(|place| place + 2) else {
        return (bytes.len() > LONGEST_SEQUENCE).then_some((Key::Nothing, bytes.len()));
    };
    let key = match (&bytes[2..last], bytes[last]) {
        (b"", b'A') => Key::Up,
        (b"", b'B') => Key::Down,
        (b"", b'C') => Key::Right,
        (b"", b'D') => Key::Left,
        (b"", b'H') | (b"1" | b"7", b'~') => Key::Home,
        (b"", b'F') | (b"4" | b"8", b'~') => Key::End,
        (b"3", b'~') => Key::Delete,
        _ => Key::Nothing,
    };
    Some((key, last + 1))
}

/// A letter in UTF-8.
fn letter(bytes: &[u8]) -> Option<(Key, usize)> {
    let most = &bytes[..bytes.len().min(4)];
    let text = match std::str::from_utf8(most) {
        Ok(text) => text,
        // The rest of it is still to come.
        Err(why) if why.valid_up_to() == 0 && why.error_len().is_none() && most.len() < 4 => {
            return None;
        }
        Err(why) if why.valid_up_to() == 0 => {
            return Some((Key::Nothing, why.error_len().unwrap_or(1)));
        }
        Err(why) => std::str::from_utf8(&most[..why.valid_up_to()]).ok()?,
    };
    let letter = text.chars().next()?;
    let key = if letter.is_control() { Key::Nothing } else { Key::Letter(letter) };
    Some((key, letter.len_utf8()))
}

/// The most letters: more are not taken.
const MOST_LETTERS: usize = 2_000;

/// So many columns are left for letters, however long the prompt is.
const LEAST_ROOM: usize = 10;

/// A line with a place in it where letters go.
#[derive(Default)]
pub(super) struct TypedLine {
    letters: Vec<char>,
    place: usize,
    /// What was typed before, the latest last, and this line as the last of all.
    lines: Vec<String>,
    /// Which of them is shown.
    shown: usize,
}

impl TypedLine {
    /// An empty line, after these.
    pub(super) fn after(mut earlier: Vec<String>) -> Self {
        let shown = earlier.len();
        earlier.push(String::new());
        Self { lines: earlier, shown, ..Self::default() }
    }

    /// Shows another of the lines. What was changed in this one stays.
    fn turn_to(&mut self, line: Option<usize>) {
        let Some(next) = line.filter(|line| *line < self.lines.len()) else { return };
        self.lines[self.shown] = self.text();
        self.shown = next;
        self.letters = self.lines[next].chars().collect();
        self.place = self.letters.len();
    }

    pub(super) fn text(&self) -> String {
        self.letters.iter().collect()
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.letters.is_empty()
    }

    /// What a key does to the line.
    pub(super) fn press(&mut self, key: Key) {
        let length = self.letters.len();
        match key {
            Key::Letter(letter) if length < MOST_LETTERS => {
                self.letters.insert(self.place, letter);
                self.place += 1;
            }
            Key::Backspace if self.place > 0 => self.erase(self.place - 1),
            Key::Delete | Key::EndOfInput if self.place < length => {
                self.letters.remove(self.place);
            }
            Key::Left => self.place = self.place.saturating_sub(1),
            Key::Right => self.place = (self.place + 1).min(length),
            Key::Up => self.turn_to(self.shown.checked_sub(1)),
            Key::Down => self.turn_to(Some(self.shown + 1)),
            Key::Home => self.place = 0,
            Key::End => self.place = length,
            Key::EraseWord => {
                let before = &self.letters[..self.place];
                let word = before.iter().rposition(|letter| *letter != ' ').unwrap_or(0);
                let blank = before[..word].iter().rposition(|letter| *letter == ' ');
                self.erase(blank.map_or(0, |blank| blank + 1));
            }
            Key::EraseToStart => self.erase(0),
            Key::EraseToEnd => self.letters.truncate(self.place),
            _ => {}
        }
    }

    /// Takes out what stands between here and the place.
    fn erase(&mut self, from: usize) {
        self.letters.drain(from..self.place);
        self.place = from;
    }

    /// What puts the line on a terminal in place of what was drawn before, with the cursor where letters
    /// go. It is never longer than a row: a row that wraps could not be drawn again.
    pub(super) fn draw(&self, prompt: &str, columns: usize) -> String {
        let width = |letters: &[char]| -> usize {
            letters.iter().filter_map(|letter| letter.width()).sum()
        };
        let mut prompt: Vec<char> = prompt.chars().collect();
        while width(&prompt) + LEAST_ROOM > columns && !prompt.is_empty() {
            prompt.pop();
        }
        let room = columns.saturating_sub(width(&prompt) + 1);
        let prompt: String = prompt.into_iter().collect();
        let mut first = 0;
        while width(&self.letters[first..self.place]) > room {
            first += 1;
        }
        let mut last = self.letters.len();
        while width(&self.letters[first..last]) > room {
            last -= 1;
        }
        let text: String = self.letters[first..last].iter().collect();
        let back: usize = width(&self.letters[self.place.min(last)..last]);
        let back = if back == 0 { String::new() } else { format!("\u{1b}[{back}D") };
        format!("\r{prompt}{text}\u{1b}[K{back}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The line after these bytes, with a bar where letters go.
    fn line(bytes: &[u8]) -> String {
        let mut rest = bytes;
        let mut line = TypedLine::default();
        while let Some((key, used)) = next_key(rest) {
            rest = &rest[used..];
            line.press(key);
        }
        assert_eq!(rest, b"", "{bytes:?}");
        line.letters.insert(line.place, '|');
        line.text()
    }

    #[test]
    fn keys_work_on_the_line() {
        for (bytes, expected) in [
            (&b"h 0 1"[..], "h 0 1|"),
            (b"h 0\x7f1", "h 1|"),
            (b"h 0\x1b[D\x1b[D2", "h2| 0"),
            (b"h 0\x1bOD\x1b[3~", "h |"),
            (b"bid 20\x17\x17go", "go|"),
            (b"bid 20 \x1730", "bid 30|"),
            (b"abc\x01\x06\x15x", "x|bc"),
            (b"abc\x02\x0b", "ab|"),
            (b"abc\x1b[H\x1b[Fd\x1b[1~\x1b[4~e", "abcde|"),
            (b"ab\x02\x04", "a|"),
            (b"\x7f\x1b[D\x1b[C\x17\x15\x0bab", "ab|"),
            (b"a\x1b[A\x1b[5~\x1b[1;5C\x00\x1bb\tc", "ab c|"),
            ("für 子\x7fé".as_bytes(), "für é|"),
            (b"a\xffb\xc3(", "ab(|"),
        ] {
            assert_eq!(line(bytes), expected, "{bytes:?}");
        }
    }

    #[test]
    fn earlier_lines_come_back_with_the_arrow_keys() {
        let typed = |bytes: &[u8]| {
            let mut rest = bytes;
            let mut line = TypedLine::after(vec!["roll".to_owned(), "buy".to_owned()]);
            while let Some((key, used)) = next_key(rest) {
                rest = &rest[used..];
                line.press(key);
            }
            line.text()
        };
        assert_eq!(typed(b"\x1b[A"), "buy");
        assert_eq!(typed(b"\x1b[A\x1b[A\x1b[A"), "roll");
        assert_eq!(typed(b"en\x1b[A\x1b[Bd"), "end");
        assert_eq!(typed(b"\x1b[A!\x1b[A\x1b[B"), "buy!");
        assert_eq!(typed(b"\x1b[B"), "");
    }

    #[test]
    fn a_key_is_waited_for_until_it_is_whole() {
        for part in [&b""[..], b"\x1b", b"\x1b[", b"\x1b[3", b"\xc3", b"\xf0\x9f\x8e"] {
            assert_eq!(next_key(part), None, "{part:?}");
        }
        assert_eq!(next_key("é".as_bytes()), Some((Key::Letter('é'), 2)));
        assert_eq!(next_key(b"\rx"), Some((Key::Enter, 1)));
        let endless = [b"\x1b[".as_slice(), &[b'1'; 40]].concat();
        assert_eq!(next_key(&endless), Some((Key::Nothing, 42)));
    }

    #[test]
    fn a_line_is_drawn_in_one_row() {
        let mut line = TypedLine::default();
        let check = |line: &TypedLine, expected: &str| {
            assert_eq!(line.draw("9 s left> ", 20), format!("\r9 s left> {expected}"));
        };
        "h 0 1".chars().for_each(|letter| line.press(Key::Letter(letter)));
        check(&line, "h 0 1\u{1b}[K");
        line.press(Key::Left);
        line.press(Key::Left);
        check(&line, "h 0 1\u{1b}[K\u{1b}[2D");
        line.press(Key::End);
        "2345678".chars().for_each(|letter| line.press(Key::Letter(letter)));
        // Only its end has room.
        check(&line, " 12345678\u{1b}[K");
        line.press(Key::Home);
        check(&line, "h 0 12345\u{1b}[K\u{1b}[9D");
        let mut wide = TypedLine::default();
        "子子子子子".chars().for_each(|letter| wide.press(Key::Letter(letter)));
        check(&wide, "子子子子\u{1b}[K");
    }
}
