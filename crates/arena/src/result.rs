//! What came of one game of a tournament: a line of `games.jsonl`.

use std::borrow::Cow;
use std::io::Write as _;

use arrayvec::ArrayVec;
use parlor_engine::{MAX_SEATS, Outcome};
use parlor_match::Fault;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::block::Block;
use crate::tournament::Lineup;

/// The reason of a game that a fault ended.
pub(crate) const BY_FAULT: &str = "a fault";
/// The reason of a game that was ended because it is too long for a record.
pub(crate) const BY_LENGTH: &str = "its length";

/// No game has a larger score: sums of scores, and their squares, are exact.
const MAX_SCORE: u64 = 1 << 53;

/// What came of one game.
#[derive(Clone, PartialEq, Debug)]
pub struct GameResult {
    /// The players, in seat order.
    pub lineup: Lineup,
    /// The place of each seat: 1 is best, equal seats share a place.
    pub places: ArrayVec<u8, MAX_SEATS>,
    /// What each seat scored; nothing where the game did not end by its rules.
    pub scores: Option<ArrayVec<i64, MAX_SEATS>>,
    /// Why it ended.
    pub reason: Cow<'static, str>,
    /// How many acts it had.
    pub acts: u32,
    /// The faults of bots.
    pub faults: Vec<Fault>,
    /// All acts in notation, where a bot played: a bot cannot be made to play the same again.
    pub moves: Option<Vec<String>>,
}

impl GameResult {
    /// A game that ended by its rules.
    pub fn over(lineup: Lineup, outcome: Outcome, acts: u32) -> Self {
        Self {
            lineup,
            places: outcome.places.into(),
            scores: Some(outcome.scores.into()),
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

    /// Writes the line of this game, which is number `number` of its block, counted from 0.
    pub(crate) fn write(&self, block: &Block, number: usize, to: &mut Vec<u8>) {
        let start = to.len();
        to.resize(start + ROOM + ROOM_OF_A_SEAT * self.lineup.len(), 0);
        let mut pen = Pen { room: &mut to[start..], at: 0 };
        pen.text(b"{\"game\":\"");
        pen.number(block.number.cast_signed() + 1);
        pen.text(b".");
        pen.number(number.cast_signed() as i64 + 1);
        pen.text(b"\",\"seats\":");
        pen.list(self.lineup.iter().map(|player| i64::from(*player) + 1));
        pen.text(b",\"places\":");
        pen.list(self.places.iter().map(|place| i64::from(*place)));
        if let Some(scores) = &self.scores {
            pen.text(b",\"scores\":");
            pen.list(scores.iter().copied());
        }
        pen.text(b",\"acts\":");
        pen.number(self.acts.into());
        pen.text(b",\"reason\":");
        let end = start + pen.at;
        to.truncate(end);
        text(to, &self.reason);
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

    /// Reads a line, and checks that it is the line of this game.
    pub(crate) fn read(
        line: &[u8],
        block: &Block,
        number: usize,
        lineup: &Lineup,
    ) -> Result<Self, BadLine> {
        let line: Line =
            serde_json::from_slice(line).map_err(|why| BadLine::Json(why.to_string()))?;
        let expected = id(block.number, number);
        if line.game != expected {
            return Err(BadLine::Other { found: line.game, expected });
        }
        let seats = line.seats.iter().map(|player| player.checked_sub(1));
        let seats: Option<Lineup> = seats.collect();
        if seats.as_ref() != Some(lineup) {
            return Err(BadLine::Seats);
        }
        let count = lineup.len();
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
            lineup: lineup.clone(),
            places: line.places,
            scores: line.scores,
            reason: Cow::Owned(line.reason),
            acts: line.acts,
            faults: line.faults,
            moves: line.moves,
        })
    }
}

/// The name of a game: the number of its block and its number in the block, both counted from 1.
pub fn id(block: u64, game: usize) -> String {
    format!("{}.{}", block + 1, game + 1)
}

/// Reads the name of a game: the number of its block and its number in the block, both counted from 0.
pub fn read_id(text: &str) -> Option<(u64, usize)> {
    let (block, game) = text.split_once('.')?;
    let (block, game) = (block.parse::<u64>().ok()?, game.parse::<usize>().ok()?);
    Some((block.checked_sub(1)?, game.checked_sub(1)?)).filter(|_| game <= MAX_SEATS)
}

/// The half-points of a seat against another, by their places: 2 where it is placed better, 1 where they are
/// equal.
pub const fn half_points(own: u8, other: u8) -> u32 {
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
    #[error("this line does not describe a game: {0}")]
    Json(String),
    /// It is the line of another game.
    #[error("this line is about game {found}; expected game {expected}")]
    Other {
        /// The game in the line.
        found: String,
        /// The game that belongs there.
        expected: String,
    },
    /// The players in it are not those of this game.
    #[error("its players are not those that the schedule names")]
    Seats,
    /// It is longer than the line of any game.
    #[error("this line is too long to be that of a game")]
    TooLong,
    /// Its places or scores are impossible at this table.
    #[error("its places and scores do not fit the table")]
    Places,
}

/// What the words of a line and the numbers between them take at most, and those of each seat.
const ROOM: usize = 120;
const ROOM_OF_A_SEAT: usize = 30;

/// Writes the numbers of a line. Lines are written by the million, and to add to a vector byte by byte is to
/// look up its end for each.
struct Pen<'a> {
    room: &'a mut [u8],
    at: usize,
}

// All in one piece, so that the place it is at stays in a register.
#[expect(clippy::inline_always, reason = "measured: half the time of a line")]
impl Pen<'_> {
    #[inline(always)]
    fn text(&mut self, text: &[u8]) {
        self.room[self.at..self.at + text.len()].copy_from_slice(text);
        self.at += text.len();
    }

    #[inline(always)]
    fn number(&mut self, number: i64) {
        match u8::try_from(number) {
            // Seats, places and most scores have one digit or two. Which it is cannot be guessed, so the
            // second is written over the first where that is 0.
            Ok(two @ 0..=99) => {
                let has_tens = usize::from(two > 9);
                self.room[self.at] = b'0' + two / 10;
                self.room[self.at + has_tens] = b'0' + two % 10;
                self.at += 1 + has_tens;
            }
            _ => self.text(itoa::Buffer::new().format(number).as_bytes()),
        }
    }

    #[inline(always)]
    fn list(&mut self, numbers: impl Iterator<Item = i64>) {
        self.text(b"[");
        for (index, number) in numbers.enumerate() {
            if index > 0 {
                self.text(b",");
            }
            self.number(number);
        }
        self.text(b"]");
    }
}

fn text(to: &mut Vec<u8>, text: &str) {
    // Looking at all letters, whatever the first of them are, is quicker than stopping at one.
    let is_plain = |byte: u8| byte >= b' ' && byte != b'"' && byte != b'\\';
    if text.bytes().fold(true, |plain, byte| plain & is_plain(byte)) {
        to.push(b'"');
        to.extend_from_slice(text.as_bytes());
        to.push(b'"');
    } else {
        json(to, text);
    }
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
    use parlor_match::{Cost, Verdict};

    fn block() -> Block {
        Block::new(1, 11, 0, 0, 11, [0, 2].into_iter().collect())
    }

    fn game() -> GameResult {
        GameResult {
            lineup: [2, 0].into_iter().collect(),
            places: [1, 2].into_iter().collect(),
            scores: Some([9, -7].into_iter().collect()),
            reason: Cow::Borrowed("all boxes are \"closed\""),
            acts: 40,
            faults: Vec::new(),
            moves: None,
        }
    }

    fn written(game: &GameResult) -> String {
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
        let lineup = game().lineup;
        assert_eq!(GameResult::read(line.as_bytes(), &block(), 1, &lineup), Ok(game()));
        let fault = Fault {
            seat: Seat::at(1),
            verdict: Verdict::Crash,
            why: "it ended".to_owned(),
            cost: Cost::Game,
            acts: 3,
        };
        let moves = Some(vec!["1: h 0 0".to_owned()]);
        let ended = GameResult { scores: None, faults: vec![fault], moves, ..game() };
        let line = written(&ended);
        assert_eq!(GameResult::read(line.as_bytes(), &block(), 1, &lineup), Ok(ended));
    }

    /// However long its numbers are, there is room for them.
    #[test]
    fn the_longest_line_is_a_line() {
        let block = Block::new(1, (1 << 62) - 1, 0, 0, 1, [0; MAX_SEATS].into_iter().collect());
        let longest = GameResult {
            lineup: [254; MAX_SEATS].into_iter().collect(),
            places: [8; MAX_SEATS].into_iter().collect(),
            scores: Some([-(1 << 53); MAX_SEATS].into_iter().collect()),
            acts: u32::MAX,
            reason: Cow::Borrowed("nothing in it stands for something else"),
            ..game()
        };
        let mut line = Vec::new();
        longest.write(&block, MAX_SEATS, &mut line);
        let again = GameResult::read(&line, &block, MAX_SEATS, &longest.lineup);
        assert_eq!(again.as_ref(), Ok(&longest));
        let scores = Some([i64::MIN; MAX_SEATS].into_iter().collect());
        let unheard_of = GameResult { scores, ..longest };
        unheard_of.write(&block, MAX_SEATS, &mut line);
        assert!(line.ends_with(b"}\n"));
    }

    #[test]
    fn numbers_have_as_many_digits_as_they_need() {
        for scores in [[0, 9], [10, 99], [100, -1], [255, 256], [-10, 1 << 53]] {
            let game = GameResult { scores: Some(scores.into_iter().collect()), ..game() };
            let line = written(&game);
            let [one, other] = scores;
            assert!(line.contains(&format!("\"scores\":[{one},{other}],")), "{line}");
            assert_eq!(GameResult::read(line.as_bytes(), &block(), 1, &game.lineup), Ok(game));
        }
    }

    #[test]
    fn a_line_of_something_else_is_refused() {
        let line = written(&game());
        let check = |line: &str, why: &str| {
            let error = GameResult::read(line.as_bytes(), &block(), 1, &game().lineup).unwrap_err();
            assert!(error.to_string().contains(why), "{error}");
        };
        check(&line[..20], "does not describe a game");
        check(&line.replace("12.2", "12.1"), "expected game 12.2");
        check(&line.replace("[3,1]", "[1,3]"), "its players are not those");
        check(&line.replace("[3,1]", "[3,0]"), "its players are not those");
        check(&line.replace("[1,2]", "[1,3]"), "do not fit the table");
        check(&line.replace("[9,-7]", "[9]"), "do not fit the table");
        let huge = i64::MIN.to_string();
        check(&line.replace("-7", &huge), "do not fit the table");
        check(&line.replace("acts", "axes"), "does not describe a game");
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
        let three = GameResult {
            lineup: [0, 1, 2].into_iter().collect(),
            places: [1, 1, 3].into_iter().collect(),
            ..game()
        };
        assert_eq!([0, 1, 2].map(|seat| three.half_points(seat)), [3, 3, 0]);
    }
}
