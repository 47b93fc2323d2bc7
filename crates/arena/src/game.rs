//! One game of a tournament as it is kept: a line of `games.jsonl`.

use std::borrow::Cow;
use std::io::Write as _;

use arrayvec::ArrayVec;
use parlor_engine::{MAX_SEATS, Outcome};
use parlor_runner::Fault;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::block::Block;
use crate::tournament::Meeting;

/// What a game that a fault ended is said to have ended by.
pub(crate) const BY_FAULT: &str = "a fault";
/// What a game is said to have ended by that fits in no record.
pub(crate) const BY_LENGTH: &str = "its length";

/// No game has a larger score: sums of scores, and their squares, are exact.
const MAX_SCORE: u64 = 1 << 53;

/// How one game went.
#[derive(Clone, PartialEq, Debug)]
pub struct Game {
    /// Who sat where.
    pub seating: Meeting,
    /// The place of each seat: 1 is best, equal seats share a place.
    pub places: ArrayVec<u8, MAX_SEATS>,
    /// What each seat scored; nothing where the game did not end by its rules.
    pub scores: Option<ArrayVec<i64, MAX_SEATS>>,
    /// Why it ended.
    pub reason: Cow<'static, str>,
    /// How many acts it had.
    pub acts: u32,
    /// What bots did wrong.
    pub faults: Vec<Fault>,
    /// All acts in notation, where a bot played: nobody can make it play the same again.
    pub moves: Option<Vec<String>>,
}

impl Game {
    /// A game that ended by its rules.
    pub fn over(seating: Meeting, outcome: Outcome, acts: u32) -> Self {
        Self {
            seating,
            places: outcome.places.as_slice().iter().copied().collect(),
            scores: Some(outcome.scores.as_slice().iter().copied().collect()),
            reason: outcome.reason,
            acts,
            faults: Vec::new(),
            moves: None,
        }
    }

    /// The half-points of a seat: 2 for each other that is placed worse, 1 for each that is placed
    /// equal.
    pub fn half_points(&self, seat: usize) -> u32 {
        let own = self.places[seat];
        let others = self.places.iter().enumerate().filter(|(other, _)| *other != seat);
        others.map(|(_, place)| half_points(own, *place)).sum()
    }

    /// Adds the line of this game, the so-manieth of a block.
    pub(crate) fn write(&self, block: &Block, number: usize, to: &mut Vec<u8>) {
        to.extend_from_slice(b"{\"game\":\"");
        push(to, block.number + 1);
        to.push(b'.');
        push(to, number as u64 + 1);
        to.extend_from_slice(b"\",\"seats\":");
        list(to, self.seating.iter().map(|player| u64::from(*player) + 1));
        to.extend_from_slice(b",\"places\":");
        list(to, self.places.iter().map(|place| u64::from(*place)));
        if let Some(scores) = &self.scores {
            to.extend_from_slice(b",\"scores\":");
            list(to, scores.iter().copied());
        }
        to.extend_from_slice(b",\"acts\":");
        push(to, self.acts);
        to.extend_from_slice(b",\"reason\":");
        json(to, &self.reason);
        if !self.faults.is_empty() {
            to.extend_from_slice(b",\"faults\":");
            json(to, &self.faults);
        }
        if let Some(moves) = &self.moves {
            to.extend_from_slice(b",\"moves\":");
            json(to, moves);
        }
        to.extend_from_slice(b"}\n");
    }

    /// Reads the line of a game, and checks that it is this one.
    pub(crate) fn read(
        line: &[u8],
        block: &Block,
        number: usize,
        seating: &Meeting,
    ) -> Result<Self, BadLine> {
        let line: Line =
            serde_json::from_slice(line).map_err(|why| BadLine::Json(why.to_string()))?;
        let expected = id(block.number, number);
        if line.game != expected {
            return Err(BadLine::Other { found: line.game, expected });
        }
        let seats = line.seats.iter().map(|player| player.checked_sub(1));
        let seats: Option<Meeting> = seats.collect();
        if seats.as_ref() != Some(seating) {
            return Err(BadLine::Seats);
        }
        let count = seating.len();
        let is_place = |place: &u8| (1..=count as u8).contains(place);
        let fits = line.places.len() == count
            && line.places.iter().all(is_place)
            && line.scores.as_ref().is_none_or(|scores| scores.len() == count)
            && line.scores.iter().flatten().all(|score| score.unsigned_abs() <= MAX_SCORE)
            && line.faults.iter().all(|fault| fault.seat.index() < count);
        if !fits {
            return Err(BadLine::Places);
        }
        Ok(Self {
            seating: seating.clone(),
            places: line.places,
            scores: line.scores,
            reason: Cow::Owned(line.reason),
            acts: line.acts,
            faults: line.faults,
            moves: line.moves,
        })
    }
}

/// What games are called by: the number of the block and the number of the game in it, from 1 on.
pub fn id(block: u64, game: usize) -> String {
    format!("{}.{}", block + 1, game + 1)
}

/// The number of the block and that of the game in it, both from 0 on, of what games are called by.
pub fn read_id(text: &str) -> Option<(u64, usize)> {
    let (block, game) = text.split_once('.')?;
    let (block, game) = (block.parse::<u64>().ok()?, game.parse::<usize>().ok()?);
    Some((block.checked_sub(1)?, game.checked_sub(1)?)).filter(|_| game <= MAX_SEATS)
}

pub(crate) const fn half_points(own: u8, other: u8) -> u32 {
    if own < other {
        2
    } else if own == other {
        1
    } else {
        0
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    game: String,
    seats: ArrayVec<u8, MAX_SEATS>,
    places: ArrayVec<u8, MAX_SEATS>,
    #[serde(default)]
    scores: Option<ArrayVec<i64, MAX_SEATS>>,
    acts: u32,
    reason: String,
    #[serde(default)]
    faults: Vec<Fault>,
    #[serde(default)]
    moves: Option<Vec<String>>,
}

/// What is wrong with a line of `games.jsonl`.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum BadLine {
    /// Not the line of a game at all.
    #[error("it is not the line of a game: {0}")]
    Json(String),
    /// Another game.
    #[error("it is about game {found}, and here should be game {expected}")]
    Other {
        /// What stands there.
        found: String,
        /// What belongs there.
        expected: String,
    },
    /// Other players.
    #[error("others sit there than the tournament says")]
    Seats,
    /// Longer than any game.
    #[error("it is longer than any game")]
    TooLong,
    /// Places or scores that cannot be.
    #[error("its places and scores do not fit the table")]
    Places,
}

fn push(to: &mut Vec<u8>, number: impl itoa::Integer + Into<i128>) {
    // Seats, places and many scores have one digit, and lines are written by the million.
    match u8::try_from(number.into()) {
        Ok(digit @ 0..=9) => to.push(b'0' + digit),
        _ => to.extend_from_slice(itoa::Buffer::new().format(number).as_bytes()),
    }
}

fn list<N: itoa::Integer + Into<i128>>(to: &mut Vec<u8>, numbers: impl Iterator<Item = N>) {
    to.push(b'[');
    for (index, number) in numbers.enumerate() {
        if index > 0 {
            to.push(b',');
        }
        push(to, number);
    }
    to.push(b']');
}

fn json<T: Serialize + ?Sized>(to: &mut Vec<u8>, value: &T) {
    // To memory, which takes everything.
    if serde_json::to_writer(&mut *to, value).is_err() {
        _ = to.write_all(b"null");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_engine::Seat;
    use parlor_runner::{Cost, Verdict};

    fn block() -> Block {
        Block::new(1, 11, 0, 0, 11, [0, 2].into_iter().collect())
    }

    fn game() -> Game {
        Game {
            seating: [2, 0].into_iter().collect(),
            places: [1, 2].into_iter().collect(),
            scores: Some([9, -7].into_iter().collect()),
            reason: Cow::Borrowed("all boxes are \"closed\""),
            acts: 40,
            faults: Vec::new(),
            moves: None,
        }
    }

    fn written(game: &Game) -> String {
        let mut line = Vec::new();
        game.write(&block(), 1, &mut line);
        String::from_utf8(line).unwrap()
    }

    #[test]
    fn a_game_is_a_line() {
        let line = written(&game());
        assert_eq!(
            line,
            "{\"game\":\"12.2\",\"seats\":[3,1],\"places\":[1,2],\"scores\":[9,-7],\"acts\":40,\
             \"reason\":\"all boxes are \\\"closed\\\"\"}\n"
        );
        let seating = game().seating;
        assert_eq!(Game::read(line.as_bytes(), &block(), 1, &seating), Ok(game()));
        let fault = Fault {
            seat: Seat::at(1),
            verdict: Verdict::Crash,
            why: "it ended".to_owned(),
            cost: Cost::Game,
            acts: 3,
        };
        let moves = Some(vec!["1: h 0 0".to_owned()]);
        let ended = Game { scores: None, faults: vec![fault], moves, ..game() };
        let line = written(&ended);
        assert_eq!(Game::read(line.as_bytes(), &block(), 1, &seating), Ok(ended));
    }

    #[test]
    fn a_line_of_something_else_is_refused() {
        let line = written(&game());
        let check = |line: &str, why: &str| {
            let error = Game::read(line.as_bytes(), &block(), 1, &game().seating).unwrap_err();
            assert!(error.to_string().contains(why), "{error}");
        };
        check(&line[..20], "not the line of a game");
        check(&line.replace("12.2", "12.1"), "here should be game 12.2");
        check(&line.replace("[3,1]", "[1,3]"), "others sit there");
        check(&line.replace("[3,1]", "[3,0]"), "others sit there");
        check(&line.replace("[1,2]", "[1,3]"), "do not fit the table");
        check(&line.replace("[9,-7]", "[9]"), "do not fit the table");
        let huge = i64::MIN.to_string();
        check(&line.replace("-7", &huge), "do not fit the table");
        check(&line.replace("acts", "axes"), "not the line of a game");
    }

    #[test]
    fn games_are_called_by_block_and_number() {
        assert_eq!(id(11, 1), "12.2");
        assert_eq!(read_id("12.2"), Some((11, 1)));
        for wrong in ["", "12", "0.1", "1.0", "1.9", "a.1", "1.1.1", "-1.1"] {
            assert_eq!(read_id(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn half_points_are_shared() {
        let three = Game {
            seating: [0, 1, 2].into_iter().collect(),
            places: [1, 1, 3].into_iter().collect(),
            ..game()
        };
        assert_eq!([0, 1, 2].map(|seat| three.half_points(seat)), [3, 3, 0]);
    }
}
