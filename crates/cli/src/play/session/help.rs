//! What `help` says: a screenful of what is needed most, and more where somebody asks for it.
//!
//! The commands are data, and so are the words by which they are known: a command that is not in this table is not a
//! command.

use parlor_engine::layout::{padded, wrapped_in};
use parlor_engine::{Form, Kind, Seat};

use super::{SEARCHED, Session};
use crate::words;

/// A line of the help.
struct Line {
    /// The words by which a command is known; none of a remark.
    commands: &'static [&'static str],
    /// What is typed.
    typed: &'static str,
    /// What that does.
    does: &'static str,
    when: When,
}

/// Where a line is of use.
#[derive(Clone, Copy, PartialEq, Eq)]
enum When {
    Always,
    /// At a table that was opened for everybody to look at.
    AllOpen,
    /// Where a computer plays.
    Computers,
}

const fn line(
    commands: &'static [&'static str],
    typed: &'static str,
    does: &'static str,
    when: When,
) -> Line {
    Line { commands, typed, does, when }
}

/// What everybody needs, in the order of how often.
const COMMON: [Line; 10] = [
    line(&["moves"], "moves", "lists what is legal now", When::Always),
    line(&["board"], "board", "draws the whole table again", When::Always),
    line(
        &["log"],
        "log",
        "shows the last of what you were told; log all, everything",
        When::Always,
    ),
    line(
        &["undo"],
        "undo",
        "takes back what was last done here, where the rules allow it",
        When::Always,
    ),
    line(
        &["explain"],
        "explain WORD",
        "says what a card or a word of the game means; alone, lists them",
        When::Always,
    ),
    line(&["rules"], "rules", "shows the rule book", When::Always),
    line(
        &["save"],
        "save FILE",
        "writes the game so far to a file, without the seed",
        When::Always,
    ),
    line(&["leave"], "leave", "gives up your seat; the others go on", When::Always),
    line(
        &["quit", "exit", "q"],
        "quit, exit, q",
        "stops for today; parlor continue goes on with the game",
        When::Always,
    ),
    line(
        &["help", "?"],
        "help, ?",
        "says this; help moves lists all moves, help more tells the rest, help WORD one thing",
        When::Always,
    ),
];

/// What is needed less often.
const MORE: [Line; 5] = [
    line(
        &["quit"],
        "quit for good",
        "ends the game for everybody, and shows its seed",
        When::Always,
    ),
    line(
        &["happy", "angry"],
        "happy, angry",
        "cheers the computer players up, or teases them: happy bob",
        When::Computers,
    ),
    line(&["inspect"], "inspect", "looks into the whole game, hidden cards too", When::AllOpen),
    line(&[], "/WORD", "is a command, whatever moves there are: /help", When::Always),
    line(&[], "MOVE x3", "plays a move three times, as long as nobody else is asked", When::Always),
];

/// How to type less.
const TYPING: [Line; 7] = [
    line(&[], "Enter", "plays the only legal move, or what it says that it plays", When::Always),
    line(
        &[],
        "pa for pass",
        "the beginnings of its words are enough where they fit one legal move; the last words may be left off, \
         and so may a word between two numbers and what follows a hyphen; words with digits are typed whole",
        When::Always,
    ),
    line(&[], "no u", "hyphens may be blanks: no-u", When::Always),
    line(
        &[],
        "nope",
        "the last words of a move alone, without a number: answer nope",
        When::Always,
    ),
    line(
        &[],
        "ann for 1",
        "a player's name, or its beginning, for the number of the seat; where moves have a PLACE or the number of \
         a card, beginnings of the words of its name",
        When::Always,
    ),
    line(
        &[],
        "MOVE; MOVE",
        "plays several in turn, up to one that is refused and as long as nobody else is asked",
        When::Always,
    ),
    line(&[], "4 (Oak Street)", "what moves prints can be typed as it is printed", When::Always),
];

/// How wide the column of what is typed is.
const COLUMN: usize = 15;
/// So many lines of moves leave room for the commands on a screen of 24 lines.
const MOVES: usize = 8;

/// Whether a word is that of a command.
pub(super) fn is_command(word: &str) -> bool {
    COMMON.iter().chain(&MORE).any(|line| line.commands.contains(&word))
}

/// What a command is typed as, and what it does.
pub(super) fn usage(command: &str) -> Option<String> {
    let line = COMMON.iter().chain(&MORE).find(|line| line.commands.contains(&command))?;
    Some(format!("{} {}", line.typed, line.does))
}

/// The command that a word with a slip in it was meant for: `moves` for `mvoes`.
pub(super) fn nearest_command(typed: &str) -> Option<&'static str> {
    let all = COMMON.iter().chain(&MORE).flat_map(|line| line.commands.iter().copied());
    let near = all.filter(|command| words::is_slip(typed, command));
    near.min_by_key(|command| words::slips(&typed.to_lowercase(), command))
}

impl Line {
    fn text(&self, columns: usize) -> String {
        wrapped_in(columns, &padded(self.typed, COLUMN), self.does, COLUMN)
    }
}

impl Session<'_> {
    /// Answers `help`, and `help` with a word after it.
    pub(super) fn help(&mut self, seat: Seat, about: &str) -> anyhow::Result<()> {
        let text = match about.to_lowercase().as_str() {
            "" => self.common_help(seat),
            "moves" => self.folded(&self.sitting().table().notation()),
            "more" => self.more_help(),
            word => {
                let card = self.sitting().table().catalogue().find(about).map(|it| it.text.clone());
                let card = card.map(|text| self.folded(&text));
                match (self.help_on(word), card) {
                    (Some(text), Some(card)) => format!("{card}\n{text}"),
                    (Some(text), None) => text,
                    (None, _) => return self.explain(about),
                }
            }
        };
        self.show_text(&text)
    }

    /// The moves that are legal now, and the commands that are used most.
    pub(super) fn common_help(&self, seat: Seat) -> String {
        let moves = self.moves_now(seat);
        let (shown, rest) = moves.split_at(moves.len().min(MOVES));
        let more = (!rest.is_empty()).then(|| "... (help moves lists them all)".to_owned());
        let moves: Vec<String> = shown.iter().cloned().chain(more).collect();
        format!("Your moves now:\n{}\n\nCommands:\n{}", moves.join("\n"), self.lines(&COMMON))
    }

    /// The other commands, and how to type less.
    pub(super) fn more_help(&self) -> String {
        format!("{}\n\nTo type less:\n{}", self.lines(&MORE), self.lines(&TYPING))
    }

    /// The forms of the legal moves and the shortcuts, in lines.
    fn moves_now(&self, seat: Seat) -> Vec<String> {
        let table = self.sitting().table();
        let choices = table.choices(seat, &self.names, SEARCHED);
        let is_legal = |form: &Form| choices.entries.iter().any(|it| form.fits(&it.phrase));
        let forms: Vec<Form> = table.forms().into_iter().filter(is_legal).collect();
        let shortcuts = table.shortcuts().into_iter();
        let shortcuts = shortcuts.filter(|shortcut| table.next_of(seat, shortcut).is_ok());
        let shortcuts = shortcuts.map(|it| Form::new(it.does).word(it.written));
        let lines = Form::help(&forms.into_iter().chain(shortcuts).collect::<Vec<_>>());
        self.folded(&lines).lines().map(str::to_owned).collect()
    }

    /// The lines of a table that are of use here.
    fn lines(&self, lines: &[Line]) -> String {
        let lines = lines.iter().filter(|line| self.is_of_use(line.when));
        let columns = self.console.text_columns();
        lines.map(|line| line.text(columns)).collect::<Vec<_>>().join("\n")
    }

    fn is_of_use(&self, when: When) -> bool {
        match when {
            When::Always => true,
            When::AllOpen => self.sitting().header().all_open,
            When::Computers => self.people.len() < self.sitting().table().seats(),
        }
    }

    /// What there is to say of a command, or of the moves that begin with a word.
    fn help_on(&self, word: &str) -> Option<String> {
        let command = word.trim_start_matches('/');
        let lines = COMMON.iter().chain(&MORE).filter(|line| line.commands.contains(&command));
        let table = self.sitting().table();
        let begins = |form: &Form| {
            let first = form.slots.first();
            first.is_some_and(|slot| slot.kind == Kind::Word && slot.name == word)
        };
        let forms: Vec<Form> = table.forms().into_iter().filter(begins).collect();
        let shortcuts = table
            .shortcuts()
            .into_iter()
            .filter(|it| it.written == word || it.written.split(' ').next() == Some(word));
        let forms: Vec<Form> = forms
            .into_iter()
            .chain(shortcuts.map(|it| Form::new(it.does).word(it.written)))
            .collect();
        let (forms, columns) = (self.folded(&Form::help(&forms)), self.console.text_columns());
        let lines =
            lines.map(|line| line.text(columns)).chain((!forms.is_empty()).then_some(forms));
        let text = lines.collect::<Vec<_>>().join("\n");
        (!text.is_empty()).then_some(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_in_a_command_is_seen() {
        for (typed, command) in
            [("mvoes", "moves"), ("hlep", "help"), ("Rulse", "rules"), ("quti", "quit")]
        {
            assert_eq!(nearest_command(typed), Some(command), "{typed}");
        }
        for typed in ["x", "h 0 0", "roll", "bud", "pass"] {
            assert_eq!(nearest_command(typed), None, "{typed}");
        }
    }

    #[test]
    fn commands_are_known_by_the_table_of_the_help() {
        for command in [
            "help", "?", "moves", "board", "log", "undo", "explain", "rules", "inspect", "happy",
            "angry", "save", "leave", "quit", "exit",
        ] {
            assert!(is_command(command), "{command}");
        }
        for other in ["", "roll", "for", "WORD", "/WORD", "enter"] {
            assert!(!is_command(other), "{other}");
        }
    }
}
