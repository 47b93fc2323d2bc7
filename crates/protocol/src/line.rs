//! Lines: cutting them out of a stream, reading and writing them.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use thiserror::Error;

/// The longest line of a bot, in bytes, with its end.
pub const MAX_FROM_BOT: usize = 64 << 10;
/// The longest line of a table, in bytes, with its end.
pub const MAX_TO_BOT: usize = 1 << 20;
/// How deep objects and arrays may be nested in a message of a bot.
pub const MAX_DEPTH: usize = 16;

/// How many characters of a wrong word are repeated to its sender.
const REPEATED: usize = 40;

/// A kind of message that has a `type`.
pub trait Message: DeserializeOwned + Serialize {
    /// Who says it, in words.
    const WHO: &'static str;
    /// Every `type` there is.
    const TYPES: &'static [&'static str];
}

/// A line that is no message.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Unreadable {
    /// Not text.
    #[error("this line is not text in UTF-8")]
    NotText,
    /// Too deep.
    #[error("objects and arrays are nested more than {MAX_DEPTH} deep")]
    TooDeep,
    /// Not JSON.
    #[error("this line is not JSON: {0}")]
    NotJson(String),
    /// JSON, but no message.
    #[error("a message is a JSON object with a field 'type', such as {{\"type\": \"{0}\"}}")]
    NoType(&'static str),
    /// An object of a type that does not exist. A version to come may know it, so it is answered
    /// and otherwise ignored.
    #[error("there is no message '{name}'; {who} says {known}")]
    Unknown {
        /// The type it has.
        name: String,
        /// Who cannot say it.
        who: &'static str,
        /// What there is.
        known: String,
    },
    /// The type is known, and a field is missing or of the wrong kind.
    #[error("this is not a valid '{name}' message: {why}")]
    Shape {
        /// The type.
        name: String,
        /// What is wrong with it.
        why: String,
    },
}

/// Reads a line; blanks around it, its end among them, do not matter.
pub fn read<M: Message>(line: &[u8]) -> Result<M, Unreadable> {
    let text = std::str::from_utf8(line).map_err(|_| Unreadable::NotText)?;
    if is_deeper_than(text, MAX_DEPTH) {
        return Err(Unreadable::TooDeep);
    }
    let value: Value =
        serde_json::from_str(text).map_err(|why| Unreadable::NotJson(why.to_string()))?;
    let Some(name) = value.get("type").and_then(Value::as_str) else {
        return Err(Unreadable::NoType(M::TYPES[0]));
    };
    let Some(name) = M::TYPES.iter().find(|known| **known == name) else {
        return Err(Unreadable::Unknown {
            name: name.chars().filter(|c| !c.is_control()).take(REPEATED).collect(),
            who: M::WHO,
            known: M::TYPES.join(", "),
        });
    };
    M::deserialize(value)
        .map_err(|why| Unreadable::Shape { name: (*name).to_owned(), why: shortened(&why) })
}

/// A line with its end.
///
/// # Panics
/// Never: every message has a JSON form.
pub fn write<M: Message>(message: &M) -> Vec<u8> {
    let mut line = serde_json::to_vec(message).expect("every message has a JSON form");
    line.push(b'\n');
    line
}

/// What the reader says, without what the sender wrote at length.
fn shortened(why: &serde_json::Error) -> String {
    let words: Vec<char> = why.to_string().chars().collect();
    if words.len() <= 4 * REPEATED {
        return words.into_iter().collect();
    }
    words[..4 * REPEATED].iter().chain(&['…']).collect()
}

/// Whether brackets outside of strings are nested too deep. Looked at before anything is
/// built from them.
pub fn is_deeper_than(text: &str, most: usize) -> bool {
    let (mut depth, mut quoted, mut escaped) = (0usize, false, false);
    for byte in text.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            b'{' | b'[' if !quoted => depth += 1,
            b'}' | b']' if !quoted => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > most {
            return true;
        }
    }
    false
}

/// Puts lines together from the pieces in which a stream arrives, and holds at most one line.
#[derive(Clone, Debug)]
pub struct Lines {
    most: usize,
    held: Vec<u8>,
    /// Where the unread part begins.
    begin: usize,
    /// Up to where there is no line end.
    searched: usize,
}

/// A line got longer than it may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("a line has at most {0} bytes")]
pub struct Overlong(pub usize);

impl Lines {
    /// Of at most this many bytes each, the end included.
    pub const fn new(most: usize) -> Self {
        Self { most, held: Vec::new(), begin: 0, searched: 0 }
    }

    /// Takes what has come.
    pub fn push(&mut self, bytes: &[u8]) {
        if self.begin > 0 {
            self.held.drain(..self.begin);
            self.searched -= self.begin;
            self.begin = 0;
        }
        self.held.extend_from_slice(bytes);
    }

    /// The next whole line without its end; `None` until one has come.
    pub fn next_line(&mut self) -> Result<Option<&[u8]>, Overlong> {
        let end = self.held[self.searched..].iter().position(|byte| *byte == b'\n');
        let Some(end) = end.map(|end| self.searched + end) else {
            self.searched = self.held.len();
            return if self.held.len() - self.begin >= self.most {
                Err(Overlong(self.most))
            } else {
                Ok(None)
            };
        };
        if end - self.begin >= self.most {
            return Err(Overlong(self.most));
        }
        let begin = std::mem::replace(&mut self.begin, end + 1);
        self.searched = self.begin;
        Ok(Some(&self.held[begin..end]))
    }

    /// Whether a line has begun and not ended.
    pub fn is_broken_off(&self) -> bool {
        self.begin < self.held.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Choose, FromBot, Hello, Info, ToBot};

    fn why(line: &str) -> String {
        read::<FromBot>(line.as_bytes()).unwrap_err().to_string()
    }

    #[test]
    fn what_is_no_message_says_why() {
        assert_eq!(read::<FromBot>(b"\xff\xfe"), Err(Unreadable::NotText));
        assert!(why("h 0 1").starts_with("this line is not JSON: "));
        assert!(why("").starts_with("this line is not JSON: "));
        assert!(why("[1]").contains("an object") || why("[1]").contains("a JSON object"));
        assert!(why("{}").ends_with(r#"such as {"type": "hello"}"#));
        assert!(why(r#"{"type": 7}"#).contains("a field 'type'"));
        assert!(why(r#"{"type": "decide"}"#).starts_with("there is no message 'decide'"));
        assert_eq!(
            why(r#"{"type": "choose", "id": 1}"#),
            "this is not a valid 'choose' message: missing field `move`"
        );
        let wrong = why(r#"{"type": "choose", "id": -1, "move": "x"}"#);
        assert!(
            wrong.starts_with("this is not a valid 'choose' message: invalid value: integer `-1`"),
            "{wrong}"
        );
    }

    #[test]
    fn what_is_wrong_is_not_repeated_at_length() {
        let name = "x\u{7}".repeat(10_000);
        assert!(why(&format!(r#"{{"type": "{}"}}"#, "y".repeat(10_000))).len() < 200);
        let line = serde_json::json!({"type": "choose", "id": name, "move": ""}).to_string();
        assert!(why(&line).len() < 400);
    }

    #[test]
    fn depth_is_counted_outside_of_strings() {
        let nested = |depth: usize| {
            let (open, close) = ("[".repeat(depth), "]".repeat(depth));
            format!(r#"{{"type": "info", "more": {open}{close}}}"#)
        };
        assert!(read::<FromBot>(nested(MAX_DEPTH - 1).as_bytes()).is_ok());
        assert_eq!(read::<FromBot>(nested(MAX_DEPTH).as_bytes()), Err(Unreadable::TooDeep));
        assert_eq!(read::<FromBot>(nested(10_000).as_bytes()), Err(Unreadable::TooDeep));
        let text = format!(r#"{{"type": "info", "text": "\"{}"}}"#, "[".repeat(100));
        assert!(matches!(
            read::<FromBot>(text.as_bytes()),
            Ok(FromBot::Info(Info { text: Some(_), .. }))
        ));
    }

    #[test]
    fn fields_of_tomorrow_are_ignored() {
        let line = br#"{"type": "hello", "versions": [1, 9], "mood": {"good": [true]}}"#;
        let hello = Hello { versions: vec![1, 9], ..Hello::default() };
        assert_eq!(read(line), Ok(FromBot::Hello(hello)));
        let error = br#"{"type": "error", "code": "tired", "explanation": "", "cost": "sleep"}"#;
        assert!(matches!(read::<ToBot>(error), Ok(ToBot::Error(_))));
    }

    #[test]
    fn lines_come_out_of_pieces() {
        let mut lines = Lines::new(8);
        let mut seen = Vec::new();
        for byte in b"one\n\ntwo\r\nthree" {
            lines.push(&[*byte]);
            while let Some(line) = lines.next_line().unwrap() {
                seen.push(String::from_utf8(line.to_vec()).unwrap());
            }
        }
        assert_eq!(seen, ["one", "", "two\r"]);
        assert!(lines.is_broken_off());
        lines.push(b"\n12");
        assert_eq!(lines.next_line(), Ok(Some(&b"three"[..])));
        lines.push(b"34567");
        assert_eq!(lines.next_line(), Ok(None));
        lines.push(b"8");
        assert_eq!(lines.next_line(), Err(Overlong(8)));
    }

    #[test]
    fn a_long_line_is_refused_even_when_it_comes_at_once() {
        let mut lines = Lines::new(4);
        lines.push(b"123\n1234\n");
        assert_eq!(lines.next_line(), Ok(Some(&b"123"[..])));
        assert_eq!(lines.next_line(), Err(Overlong(4)));
    }

    #[test]
    fn what_is_written_can_be_read() {
        let said = FromBot::Choose(Choose { id: 3, played: "say \"hi\"\n".to_owned() });
        let line = write(&said);
        assert_eq!(line.iter().position(|byte| *byte == b'\n'), Some(line.len() - 1));
        assert_eq!(read(&line), Ok(said));
    }
}
