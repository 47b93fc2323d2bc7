//! Reading a move out of what a language model says.

use parlor_protocol::Menu;
use serde_json::Value;

use super::offer::{Found, find};

/// What the line with the move begins with; a colon follows.
const MARK: &str = "move";
/// Why no move could be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum NoMove {
    /// Nothing was said.
    Empty,
    /// It does not say which move it plays, or several.
    Unclear,
    /// What it says is not on the menu.
    Illegal(String),
}

/// The one move that a reply plays.
///
/// It is the last line that begins with `MOVE:`, whatever is said before it. Without such a line a
/// reply will do that has exactly one move on a line of its own, or is an object with a `move`.
pub(super) fn read(reply: &str, menu: &Menu) -> Result<String, NoMove> {
    if reply.trim().is_empty() {
        return Err(NoMove::Empty);
    }
    if let Some(words) = reply.lines().rev().find_map(marked) {
        return match lenient(menu, words) {
            Found::Move(found) => Ok(found),
            Found::Several => Err(NoMove::Unclear),
            Found::Nothing if words.trim_matches(is_wrapping).is_empty() => Err(NoMove::Unclear),
            Found::Nothing => Err(NoMove::Illegal(words.trim().to_owned())),
        };
    }
    let bare = reply.trim().trim_start_matches("```json").trim_matches('`').trim();
    if let Ok(Value::Object(object)) = serde_json::from_str(bare) {
        let Some(words) = object.get("move").and_then(Value::as_str) else {
            return Err(NoMove::Unclear);
        };
        return match lenient(menu, words) {
            Found::Move(found) => Ok(found),
            Found::Several => Err(NoMove::Unclear),
            Found::Nothing => Err(NoMove::Illegal(words.to_owned())),
        };
    }
    alone(reply, menu)
}

/// The only move that stands on a line of its own.
fn alone(reply: &str, menu: &Menu) -> Result<String, NoMove> {
    let mut found: Option<String> = None;
    for line in reply.lines() {
        match lenient(menu, line) {
            Found::Move(other) if found.as_ref().is_some_and(|found| *found != other) => {
                return Err(NoMove::Unclear);
            }
            Found::Move(only) => found = Some(only),
            Found::Several => return Err(NoMove::Unclear),
            Found::Nothing => {}
        }
    }
    let mut lines = reply.lines().filter(|line| !line.trim().is_empty());
    match (found, lines.next(), lines.next()) {
        (Some(found), ..) => Ok(found),
        // A short line alone is meant as a move.
        (None, Some(only), None) if only.split_whitespace().count() <= 6 => {
            Err(NoMove::Illegal(only.trim().to_owned()))
        }
        _ => Err(NoMove::Unclear),
    }
}

/// What follows the mark in a line that begins with it: `**MOVE**: x` and `Move : x` are the same.
fn marked(line: &str) -> Option<&str> {
    let line = line.trim_start_matches(is_wrapping);
    let mark = line.get(..MARK.len()).filter(|mark| mark.eq_ignore_ascii_case(MARK))?;
    line[mark.len()..].trim_start_matches(['*', '_', ' ']).strip_prefix(':')
}

fn lenient(menu: &Menu, words: &str) -> Found {
    match find(menu, words) {
        Found::Nothing => find(menu, words.trim_matches(is_wrapping)),
        found => found,
    }
}

/// What people and models put around a move.
fn is_wrapping(c: char) -> bool {
    c.is_whitespace() || "`'\"*_<>[](){}.,;:!#“”‘’«»-|".contains(c)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::remote::llm::offer::tests::{self, one, range};

    fn menu() -> Menu {
        let ones = ["h 0 1", "v 0 1", "pass", "end phase"].map(one);
        let bids = range("bid N", 120, 640, 1);
        tests::menu(ones.into_iter().chain([bids]).collect())
    }

    fn check(reply: &str, expected: &str) {
        assert_eq!(read(reply, &menu()), Ok(expected.to_owned()), "{reply}");
    }

    fn check_not(reply: &str, expected: NoMove) {
        assert_eq!(read(reply, &menu()), Err(expected), "{reply}");
    }

    #[test]
    fn the_last_marked_line_is_the_move() {
        check("MOVE: h 0 1", "h 0 1");
        check("I could play\nMOVE: h 0 1\nbut rather\nMOVE: v 0 1", "v 0 1");
        check("<think>\nMOVE: pass\n</think>\nMOVE: h 0 1\n", "h 0 1");
        check("MOVE: bid 300\n\nGood luck!", "bid 300");
    }

    #[test]
    fn decoration_does_not_matter() {
        for reply in [
            "move: h 0 1",
            "**MOVE:** `h 0 1`",
            "**MOVE: h 0 1**",
            "**MOVE**: h 0 1",
            "MOVE : H 0 1.",
            "> MOVE: \"h 0 1\"",
            "```\nMOVE: h 0 1\n```",
            "- Move: 'h 0 1'",
            "MOVE: **h 0 1**",
            "# MOVE: h 0 1",
            "MOVE:h 0 1",
            "h 0 1",
            "`h 0 1`",
            "```\nh 0 1\n```",
            "My answer is:\n\nh 0 1",
            "h 0 1\nh 0 1",
            r#"{"move": "h 0 1"}"#,
            "```json\n{\"thought\": \"x\", \"move\": \"h 0 1\"}\n```",
        ] {
            check(reply, "h 0 1");
        }
        check("MOVE: End-Phase", "end phase");
    }

    #[test]
    fn what_is_not_one_move_is_none() {
        check_not("", NoMove::Empty);
        check_not(" \n\t", NoMove::Empty);
        check_not("MOVE:", NoMove::Unclear);
        check_not("MOVE: ``", NoMove::Unclear);
        check_not("I would play h 0 1, or maybe v 0 1, who knows.", NoMove::Unclear);
        check_not("h 0 1\nv 0 1", NoMove::Unclear);
        check_not("MOVE: h 9 9", NoMove::Illegal("h 9 9".to_owned()));
        check_not("MOVE: h 0 1 or v 0 1", NoMove::Illegal("h 0 1 or v 0 1".to_owned()));
        check_not("MOVE: h 0 1 MOVE: v 0 1", NoMove::Illegal("h 0 1 MOVE: v 0 1".to_owned()));
        check_not("MOVE: h 0 1\nMOVE: nonsense", NoMove::Illegal("nonsense".to_owned()));
        check_not("MOVE: bid 119", NoMove::Illegal("bid 119".to_owned()));
        check_not("h 9 9", NoMove::Illegal("h 9 9".to_owned()));
        check_not(r#"{"answer": "h 0 1"}"#, NoMove::Unclear);
        check_not("remove: h 0 1 is what I would\nnever do", NoMove::Unclear);
        check_not("é", NoMove::Illegal("é".to_owned()));
        check_not("mové: h 0 1", NoMove::Illegal("mové: h 0 1".to_owned()));
    }
}
