//! What a person means by a line that is no command: a move, the beginning of one, or several.

use parlor_engine::{Act, AnyAct, AnyRefusal, Seat};

use super::{COMMAND_WORDS, Meaning, SEARCHED, Session, Wish, echoing, sentence};
use crate::play::shorthand;
use crate::words;

impl Session<'_> {
    /// The move in a line that is to be played several times; once where nothing legal is meant.
    pub(super) fn repeated(&self, seat: Seat, line: &str) -> Option<(String, usize)> {
        let (once, times) = shorthand::repeated(line)?;
        let word = once.split(' ').next().unwrap_or_default().to_lowercase();
        let is_command = once.starts_with('/') || COMMAND_WORDS.contains(&word.as_str());
        let is_legal = |line| self.read_move(seat, line).is_ok();
        if is_legal(line) || !self.meant(seat, line).is_empty() {
            return None;
        }
        if is_legal(once) || !is_command && !self.meant(seat, once).is_empty() {
            return Some((once.to_owned(), times));
        }
        (!is_command).then(|| (once.to_owned(), 1))
    }

    /// What a line means that is neither a legal move nor a command: the beginning of one legal
    /// move, or nothing.
    pub(super) fn guess(&self, seat: Seat, line: &str, refusal: Option<AnyRefusal>) -> Meaning {
        let why = match refusal {
            None => format!("there is no command '{line}'; type help"),
            // What can be read may still be short for something else: 'guard 2 5'.
            Some(why @ AnyRefusal::Refused(_)) => match self.meant(seat, line).as_slice() {
                [only] => return Meaning::Wish(Wish::Play(Act::Move(seat, only.clone()))),
                _ => why.to_string(),
            },
            Some(why @ AnyRefusal::Unreadable(_)) => match self.meant(seat, line).as_slice() {
                [only] => return Meaning::Wish(Wish::Play(Act::Move(seat, only.clone()))),
                [] => self
                    .refused_with_hyphens(seat, line)
                    .or_else(|| self.refused_with_numbers(seat, line))
                    .or_else(|| self.unlike_any(seat, line))
                    .or_else(|| self.completed(seat, line))
                    .unwrap_or_else(|| format!("{why}; type help")),
                several => words::ambiguous(line, several),
            },
        };
        Meaning::Refused(sentence(&echoing(&why, line)))
    }

    /// Why a move is refused that was typed with blanks for hyphens; `None` where it is none.
    pub(super) fn refused_with_hyphens(&self, seat: Seat, line: &str) -> Option<String> {
        let (word, rest) = line.split_once(' ').filter(|(_, rest)| rest.contains(' '))?;
        match self.read_move(seat, &format!("{word} {}", rest.replace(' ', "-"))) {
            Err(Some(why @ AnyRefusal::Refused(_))) => Some(why.to_string()),
            _ => None,
        }
    }

    /// The same of one that was typed with names for seats.
    fn refused_with_numbers(&self, seat: Seat, line: &str) -> Option<String> {
        match self.read_move(seat, &self.with_seat_numbers(line)?) {
            Err(Some(why @ AnyRefusal::Refused(_))) => Some(why.to_string()),
            _ => None,
        }
    }

    /// What there is to say to words that no legal move begins with; `None` where the notation is
    /// to be explained instead.
    pub(super) fn unlike_any(&self, seat: Seat, line: &str) -> Option<String> {
        let menu = self.sitting.table().menu(seat, SEARCHED);
        let has_digit = line.contains(|c: char| c.is_ascii_digit());
        let unlike = !has_digit && !menu.shortened && !shorthand::begins(line, &menu);
        unlike.then(|| words::unlike_any(line, &menu))
    }

    /// How a line could go on that begins like a legal move; `None` where it does not.
    fn completed(&self, seat: Seat, line: &str) -> Option<String> {
        let menu = self.sitting.table().menu(seat, SEARCHED);
        if menu.shortened {
            return None;
        }
        let numbered = self.with_seat_numbers(line);
        let (part, menu) = shorthand::completions(numbered.as_deref().unwrap_or(line), &menu)?;
        Some(words::completed(line, part, &menu))
    }

    /// The legal moves that a line may be the beginning of.
    pub(super) fn meant(&self, seat: Seat, line: &str) -> Vec<String> {
        let menu = self.sitting.table().menu(seat, SEARCHED);
        if menu.shortened {
            return Vec::new();
        }
        let legal = |line: &str| {
            let mut moves = shorthand::meant(line, &menu);
            moves.retain(|text| self.read_move(seat, text).is_ok());
            moves
        };
        let moves = legal(line);
        match self.with_seat_numbers(line) {
            Some(line) if moves.is_empty() => legal(&line),
            _ => moves,
        }
    }

    /// A line with the numbers of the seats for their names, or the beginnings of these; `None`
    /// where nobody is named.
    fn with_seat_numbers(&self, line: &str) -> Option<String> {
        let seats = (0..self.sitting.table().seats()).map(Seat::at);
        let names: Vec<(Seat, String)> =
            seats.map(|seat| (seat, self.names.of(seat).to_lowercase())).collect();
        let number = |word: &str| {
            let word = word.to_lowercase();
            let mut whole = names.iter().filter(|(_, name)| *name == word);
            let mut begun = names.iter().filter(|(_, name)| name.starts_with(&word));
            match (whole.next(), begun.next(), begun.next()) {
                (Some((seat, _)), ..) | (None, Some((seat, _)), None) => Some(seat.to_string()),
                _ => None,
            }
        };
        let mut words = line.split(' ');
        let mut text = words.next()?.to_owned();
        for word in words {
            text.push(' ');
            text.push_str(&number(word).unwrap_or_else(|| word.to_owned()));
        }
        (text != line).then_some(text)
    }

    /// The move somebody means, tried on a copy of the table: as typed, or in lower case.
    pub(super) fn read_move(&self, seat: Seat, line: &str) -> Result<AnyAct, Option<AnyRefusal>> {
        let attempt = |text: &str| {
            let act = Act::Move(seat, text.to_owned());
            self.sitting.table().fork().apply(&act).map(|_| act)
        };
        let lower = line.to_lowercase();
        match attempt(line) {
            Err(AnyRefusal::Unreadable(_)) if lower != line => attempt(&lower).map_err(Some),
            other => other.map_err(Some),
        }
    }
}
