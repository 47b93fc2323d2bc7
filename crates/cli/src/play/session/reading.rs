//! What a person means by a line that is no command: a move, the beginning of one, or several.

use parlor_engine::{Act, AnyAct, AnyEntry, AnyMenu, AnyRefusal, Seat, Viewer};

use super::{COMMAND_WORDS, Meaning, SEARCHED, Session, Wish, echoing, sentence};
use crate::play::places::{self, Places};
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
        let meant = if refusal.is_some() { self.meant(seat, line) } else { Vec::new() };
        if let [only] = meant.as_slice()
            && self.is_grave(seat, only)
            && !shorthand::is_in_full(line, only)
        {
            let only = self.with_place_name(only);
            let why = format!("that is for good: type '{only}' in full if you mean it");
            return Meaning::Refused(sentence(&why));
        }
        let why = match refusal {
            None => format!("there is no command '{line}'; type help"),
            // What can be read may still be short for something else: 'guard 2 5'.
            Some(why) if !why.is_unreadable() => match meant.as_slice() {
                [only] => return Meaning::Wish(Wish::Play(Act::Move(seat, only.clone()))),
                _ => self.refused_alike(seat, line).unwrap_or_else(|| why.to_string()),
            },
            Some(why) => match meant.as_slice() {
                [only] => return Meaning::Wish(Wish::Play(Act::Move(seat, only.clone()))),
                [] => self
                    .refused_with_hyphens(seat, line)
                    .or_else(|| self.refused_alike(seat, line))
                    .or_else(|| self.refused_with_numbers(seat, line))
                    .or_else(|| self.refused_whole(seat, line))
                    .or_else(|| self.several_places(line))
                    .or_else(|| self.several_named(seat, line))
                    .or_else(|| self.completed(seat, line))
                    .or_else(|| self.begun_end(seat, line))
                    .or_else(|| self.unlike_any(seat, line))
                    .unwrap_or_else(|| {
                        let menu = self.sitting().table().menu(seat, SEARCHED);
                        format!("{why}{}; type help", words::for_example(&menu))
                    }),
                several => {
                    let several: Vec<String> =
                        several.iter().map(|text| self.with_place_name(text)).collect();
                    words::ambiguous(line, &several)
                }
            },
        };
        let why = echoing(&self.with_names(&why), line);
        let why = match self.with_numbers(seat, line) {
            // What the rules read is not what was typed.
            Some(numbered) => {
                let (read, typed) = (places::unmarked(&numbered), words::shortened(line));
                why.replace(&format!("'{read}'"), &format!("'{typed}'"))
            }
            None => why,
        };
        Meaning::Refused(sentence(&why))
    }

    /// Whether a move gives something up for good.
    fn is_grave(&self, seat: Seat, text: &str) -> bool {
        let menu = self.sitting().table().menu(seat, SEARCHED);
        let is_it = |entry: &AnyEntry| matches!(entry, AnyEntry::One { notation, grave: true } if notation == text);
        menu.entries.iter().any(is_it)
    }

    /// How this game writes its moves.
    fn places(&self) -> Places {
        let table = self.sitting().table();
        Places::read(&table.notation(), table.seats())
    }

    /// The legal moves, with the seats and places in them marked; `None` where they are too many to be
    /// searched.
    fn marked_menu(&self, seat: Seat) -> Option<AnyMenu> {
        let menu = self.sitting().table().menu(seat, SEARCHED);
        (!menu.shortened).then(|| self.places().mark_menu(&menu))
    }

    /// What the rules say of a seat, said of whoever sits there, and of a space, with its name.
    fn with_names(&self, why: &str) -> String {
        let table = self.sitting().table();
        let seats = (0..table.seats()).map(Seat::at);
        let why = seats.fold(why.to_owned(), |why, seat| {
            why.replace(&format!("on seat {seat}"), &format!("on {}", self.names.of(seat)))
        });
        // The last first: 'space 1' is in 'space 17', too.
        table.places().iter().rev().fold(why, |why, (name, written)| {
            why.replace(&format!("space {written}"), &format!("{written} {name}"))
        })
    }

    // ---- places by their names ----

    /// A menu with the names of the places in it, to be read.
    pub(super) fn with_place_names(&self, mut menu: AnyMenu) -> AnyMenu {
        for entry in &mut menu.entries {
            if let AnyEntry::One { notation: only, .. } = entry {
                *only = self.with_place_name(only);
            }
        }
        menu
    }

    /// A move, with the name of the place in it.
    fn with_place_name(&self, text: &str) -> String {
        let marked = self.places().mark(text);
        let places = self.sitting().table().places();
        let named = places::place_in(&marked)
            .and_then(|place| places.iter().find(|(_, written)| written == place));
        named.map_or_else(|| text.to_owned(), |(name, _)| format!("{text} ({name})"))
    }

    /// What a line could be whose last words name a place of the board: the name, and the line with
    /// the place as moves have it. Each typed word is the beginning of a word of the name, in order; a
    /// name that is typed whole is meant alone.
    fn placed(&self, line: &str) -> Vec<(String, String)> {
        let places = self.sitting().table().places();
        let cuts = line.match_indices(' ').map(|(cut, _)| (&line[..cut], &line[cut + 1..]));
        let found = cuts.filter(|(_, tail)| places.iter().all(|(_, written)| written != tail));
        let found = found.map(|(head, tail)| {
            let named = shorthand::named(tail, &places).into_iter();
            let lines = named.map(|(name, written)| {
                (name.clone(), format!("{head} {}", places::marked_place(written)))
            });
            lines.collect::<Vec<_>>()
        });
        found.into_iter().find(|lines| !lines.is_empty()).unwrap_or_default()
    }

    /// Whether a marked line is a way to write a move, as the game says.
    fn can_stand(&self, marked: &str) -> bool {
        self.places().mark(&places::unmarked(marked)) == marked
    }

    /// Which places the last words of a line could name, in a move that can have one.
    fn several_places(&self, line: &str) -> Option<String> {
        let placed = self.placed(line);
        let mut names: Vec<String> = placed
            .iter()
            .filter(|(_, marked)| self.can_stand(&marked.to_lowercase()))
            .map(|(name, _)| name.clone())
            .collect();
        names.dedup();
        (names.len() > 1).then(|| words::ambiguous(line, &names))
    }

    /// A line with numbers for names: for that of the only place it can mean, or those of players.
    fn with_numbers(&self, seat: Seat, line: &str) -> Option<String> {
        let placed = self.placed(line);
        let menu = self.marked_menu(seat);
        let is_legal = |marked: &str| {
            menu.as_ref().is_some_and(|menu| !shorthand::meant(marked, menu).is_empty())
        };
        let mut legal = placed.iter().filter(|(_, marked)| is_legal(marked));
        match (legal.next(), legal.next(), placed.as_slice()) {
            (Some((_, marked)), None, _) => Some(marked.clone()),
            (None, None, [(_, marked)]) if self.can_stand(&marked.to_lowercase()) => {
                Some(marked.clone())
            }
            _ => self.with_seat_numbers(line),
        }
    }

    /// Why a move is refused that was typed with blanks for hyphens; `None` where it is none.
    pub(super) fn refused_with_hyphens(&self, seat: Seat, line: &str) -> Option<String> {
        let (word, rest) = line.split_once(' ').filter(|(_, rest)| rest.contains(' '))?;
        self.refused(seat, &format!("{word} {}", rest.replace(' ', "-")))
    }

    /// Why a move is refused; `None` where it can be made, or not be read.
    fn refused(&self, seat: Seat, line: &str) -> Option<String> {
        match self.read_move(seat, line) {
            Err(Some(why)) if !why.is_unreadable() => Some(why.to_string()),
            _ => None,
        }
    }

    /// Why a move is refused that is short for one like those on the menu, with other numbers.
    fn refused_alike(&self, seat: Seat, line: &str) -> Option<String> {
        let menu = self.marked_menu(seat)?;
        let numbered = self.with_numbers(seat, line);
        match shorthand::alike(numbered.as_deref().unwrap_or(line), &menu).as_slice() {
            [only] => self.refused(seat, &places::unmarked(only)),
            _ => None,
        }
    }

    /// Why a move is refused whose first word is the beginning of a word that the game explains,
    /// such as a card that is not on the menu at all.
    fn refused_whole(&self, seat: Seat, line: &str) -> Option<String> {
        let numbered = self.with_numbers(seat, line);
        let line = places::unmarked(numbered.as_deref().unwrap_or(line)).to_lowercase();
        let (first, rest) = line.split_at(line.find(' ').unwrap_or(line.len()));
        let glossary = self.sitting().table().glossary();
        let words = glossary.iter().map(|(word, _)| word.to_lowercase().replace(' ', "-"));
        let words = words.filter(|word| word.starts_with(first));
        let mut refused = words.filter_map(|word| self.refused(seat, &format!("{word}{rest}")));
        refused.next().filter(|_| refused.next().is_none())
    }

    /// The same of one that was typed with names for seats.
    fn refused_with_numbers(&self, seat: Seat, line: &str) -> Option<String> {
        let numbered = self.with_numbers(seat, line)?;
        let read = places::unmarked(&numbered);
        let can_stand = self.places().mark(&read);
        let mut words = numbered.split(' ').zip(can_stand.split(' '));
        words
            .all(|(typed, word)| places::is_same(typed, word))
            .then(|| self.refused(seat, &read))?
    }

    /// What there is to say to words that no legal move begins with; `None` where the notation is
    /// to be explained instead.
    pub(super) fn unlike_any(&self, seat: Seat, line: &str) -> Option<String> {
        let menu = self.sitting().table().menu(seat, SEARCHED);
        let has_digit = line.contains(|c: char| c.is_ascii_digit());
        let unlike = !has_digit && !menu.shortened && !shorthand::begins(line, &menu);
        unlike.then(|| words::unlike_any(line, &menu))
    }

    /// Whom a word could mean that begins several names, in a line that begins like a legal move.
    fn several_named(&self, seat: Seat, line: &str) -> Option<String> {
        let menu = self.marked_menu(seat)?;
        let (first, rest) = line.split_once(' ')?;
        let seats = (0..self.sitting().table().seats()).map(Seat::at);
        let names: Vec<String> = seats.map(|seat| self.names.of(seat).to_owned()).collect();
        let begun = |word: &str| -> Vec<String> {
            let word = word.to_lowercase();
            let begins = |name: &&String| name.to_lowercase().starts_with(&word);
            names.iter().filter(begins).cloned().collect()
        };
        let several = rest.split(' ').find_map(|word| {
            let names = begun(word);
            (names.len() > 1).then(|| words::ambiguous(word, &names))
        });
        several.filter(|_| shorthand::begins(first, &menu))
    }

    /// Which moves have last words that begin like a line. It is not played: 'no' is more often an
    /// answer than short for Nope.
    fn begun_end(&self, seat: Seat, line: &str) -> Option<String> {
        let moves = shorthand::ending_begun(line, &self.marked_menu(seat)?);
        (!moves.is_empty()).then(|| words::ambiguous(line, &moves))
    }

    /// How a line could go on that begins like a legal move; `None` where it does not.
    fn completed(&self, seat: Seat, line: &str) -> Option<String> {
        let menu = self.marked_menu(seat)?;
        let numbered = self.with_numbers(seat, line);
        let (part, menu) = shorthand::completions(numbered.as_deref().unwrap_or(line), &menu)?;
        // As it was typed, where all of it was understood.
        let all = numbered.as_deref().is_none_or(|numbered| numbered == part);
        let part = if all && numbered.is_some() { line.to_owned() } else { places::unmarked(part) };
        Some(places::unmarked(&words::completed(line, &part, &menu)))
    }

    /// The legal moves that a line may be the beginning of.
    pub(super) fn meant(&self, seat: Seat, line: &str) -> Vec<String> {
        let Some(menu) = self.marked_menu(seat) else { return Vec::new() };
        let legal = |line: &str| -> Vec<String> {
            let moves = shorthand::meant(line, &menu).into_iter();
            let moves = moves.map(|text| places::unmarked(&text));
            moves.filter(|text| self.read_move(seat, text).is_ok()).collect()
        };
        let mut moves = legal(line);
        if moves.is_empty() {
            moves = self.placed(line).iter().flat_map(|(_, marked)| legal(marked)).collect();
        }
        let numbered = self.with_numbers(seat, line);
        let line_with_seats = numbered.as_deref().unwrap_or(line);
        if moves.is_empty() && numbered.is_some() {
            moves = legal(line_with_seats);
        }
        if moves.is_empty()
            && let Some(ordered) = shorthand::in_order(line_with_seats)
        {
            moves = legal(&ordered);
        }
        if moves.is_empty() {
            moves.extend(shorthand::only_begun(line, &menu).map(|only| places::unmarked(&only)));
        }
        if moves.is_empty() { self.explained(seat, line, &menu) } else { moves }
    }

    /// The legal moves that the question explains with the last words of a line: `first bob`, where
    /// it says `first 2 (look at Bob's card)`.
    fn explained(&self, seat: Seat, line: &str, menu: &AnyMenu) -> Vec<String> {
        let question = self.sitting().table().question(seat, &self.names).unwrap_or_default();
        let question = question.split_whitespace().collect::<Vec<_>>().join(" ");
        let moves = menu.entries.iter().filter_map(|entry| match entry {
            AnyEntry::One { notation: only, .. } => Some(places::unmarked(only)),
            AnyEntry::Range { .. } => None,
        });
        let moves = moves.filter(|text| {
            let (_, after) = question.split_once(&format!("{text} (")).unwrap_or_default();
            let (explanation, _) = after.split_once(')').unwrap_or_default();
            shorthand::explains(line, text, explanation)
        });
        moves.collect()
    }

    /// A line with the numbers of the seats, marked as such, for their names, or the beginnings of
    /// these; `None` where nobody is named.
    fn with_seat_numbers(&self, line: &str) -> Option<String> {
        let seats = (0..self.sitting().table().seats()).map(Seat::at);
        let names: Vec<(Seat, String)> =
            seats.map(|seat| (seat, self.names.of(seat).to_lowercase())).collect();
        // A name may have blanks in it: 'cultist 2'.
        let whole = |rest: &str| {
            let rest = rest.to_lowercase();
            let ends = |name: &str| matches!(rest.strip_prefix(name), Some(more) if more.is_empty() || more.starts_with(' '));
            let found = names.iter().filter(|(_, name)| name.contains(' ') && ends(name));
            found.max_by_key(|(_, name)| name.len()).map(|(seat, name)| (*seat, name.len()))
        };
        let number = |word: &str| {
            let word = word.to_lowercase();
            let mut whole = names.iter().filter(|(_, name)| *name == word);
            let mut begun = names.iter().filter(|(_, name)| name.starts_with(&word));
            match (whole.next(), begun.next(), begun.next()) {
                (Some((seat, _)), ..) | (None, Some((seat, _)), None) => Some(*seat),
                _ => None,
            }
        };
        let board = self.sitting().table().draw(Viewer::Spectator, &self.names);
        let with_title =
            |seat, length, rest| length + title(self.names.of(seat), length, rest, &board);
        let (first, mut rest) = line.split_once(' ')?;
        let mut text = first.to_owned();
        while !rest.is_empty() {
            text.push(' ');
            let length = if let Some((seat, length)) = whole(rest) {
                text.push_str(&places::marked(&seat.to_string()));
                with_title(seat, length, rest)
            } else {
                let word = rest.split(' ').next().unwrap_or(rest);
                if let Some(seat) = number(word) {
                    text.push_str(&places::marked(&seat.to_string()));
                    with_title(seat, word.len(), rest)
                } else {
                    text.push_str(word);
                    word.len()
                }
            };
            rest = rest.get(length..).unwrap_or_default().trim_start();
        }
        (text != line).then_some(text)
    }

    /// The move somebody means, tried on a copy of the table: as typed, or in lower case.
    pub(super) fn read_move(&self, seat: Seat, line: &str) -> Result<AnyAct, Option<AnyRefusal>> {
        let attempt = |text: &str| {
            let act = Act::Move(seat, text.to_owned());
            self.sitting().table().fork().apply(&act).map(|_| act)
        };
        let lower = line.to_lowercase();
        match attempt(line) {
            Err(why) if why.is_unreadable() && lower != line => attempt(&lower).map_err(Some),
            other => other.map_err(Some),
        }
    }
}

/// How much more of a line than so many bytes belongs to a name, since the board adds it to the
/// name: ` prime` of `dan prime`.
fn title(name: &str, length: usize, line: &str, board: &str) -> usize {
    let word = line.get(length..).and_then(|more| more.strip_prefix(' '));
    let word = word.and_then(|more| more.split(' ').next()).unwrap_or_default();
    let (small, title) = (word.to_lowercase(), words::capitalised(&word.to_lowercase()));
    // Words in small letters after a name are about it: 'Dan names 5'.
    let is_title = title != small && words::mentions(board, &format!("{name} {title}"));
    if is_title { 1 + word.len() } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::title;

    #[test]
    fn what_the_board_adds_to_a_name_goes_with_it() {
        let board = "  3 Cid        0 tokens\n  4 Dan Prime  0 tokens; Dan names 5";
        let check = |line, name, length, expected| {
            assert_eq!(title(name, length, line, board), expected, "{line}");
        };
        check("dan prime", "Dan", 3, 6);
        check("d PRIME 5", "Dan", 1, 6);
        check("dan prim", "Dan", 3, 0);
        check("dan names 5", "Dan", 3, 0);
        check("dan 5", "Dan", 3, 0);
        check("dan", "Dan", 3, 0);
        check("cid prime", "Cid", 3, 0);
    }
}
