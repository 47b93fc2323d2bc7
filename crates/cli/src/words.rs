//! Results, acts, menus and file names in words.

use std::path::Path;

use parlor_engine::layout::{self, tied, width as columns};
use parlor_engine::{
    Act, Amounts, AnyAct, AnyNotice, AnyTable, Catalogue, Choice, Choices, Form, Kind, Names, Part,
    Phrase, Seat, Seats, Viewer, Viewers,
};
use parlor_match::{Cost, NoTakeback};

/// How a game ended: why it is over and who has won, then a line for each place with the score and
/// what the game counts. `None` while it goes on.
pub(crate) fn result(table: &dyn AnyTable, names: &Names, columns: usize) -> Option<String> {
    let outcome = table.outcome()?;
    let winners: Vec<Seat> = outcome.winners().collect();
    let winner = match winners.as_slice() {
        [one] => format!("{} wins", names.of(*one)),
        several if several.len() == outcome.places.len() => "it is a tie".to_owned(),
        several => format!("{} share the first place", names.list(several.iter().copied())),
    };
    let over = format!("The game is over: {}; {winner}.", outcome.reason);
    let places = table.ranking(names).into_iter().map(|placed| placed.to_string());
    let lines: Vec<String> = [over].into_iter().chain(places).collect();
    Some(wrapped(&lines.join("\n"), columns))
}

/// What an act told, in sentences. A sentence that not all viewers hear begins with those who do.
pub(crate) fn told(table: &dyn AnyTable, notices: &[AnyNotice], names: &Names) -> Vec<String> {
    let told = notices.iter().filter_map(|AnyNotice { to, notice }| {
        let words = table.tell(notice, names).filter(|words| !words.is_empty())?;
        Some(format!("{}{words}", hearers(*to, table.seats())))
    });
    told.collect()
}

/// `(to seat 2) `, for what only some viewers hear.
fn hearers(to: Viewers, seats: usize) -> String {
    let list = |hear: bool| {
        let seats = Seats::first_n(seats).iter();
        let listed: Vec<String> = seats
            .filter(|&seat| to.contains(Viewer::Seat(seat)) == hear)
            .map(|seat| seat.to_string())
            .collect();
        (!listed.is_empty()).then(|| {
            let plural = if listed.len() == 1 { "" } else { "s" };
            format!("seat{plural} {}", listed.join(", "))
        })
    };
    if to.contains(Viewer::Spectator) {
        list(false).map(|others| format!("(not to {others}) ")).unwrap_or_default()
    } else {
        format!("(to {}) ", list(true).as_deref().unwrap_or("nobody"))
    }
}

/// An act as it is written for a viewer who sees that somebody acted, and not what was done.
pub(crate) fn hidden(act: &AnyAct) -> AnyAct {
    const HIDDEN: &str = "(hidden)";
    match act {
        Act::Move(seat, _) => Act::Move(*seat, HIDDEN.to_owned()),
        Act::Chance(_) => Act::Chance(HIDDEN.to_owned()),
        Act::Clock => Act::Clock,
        Act::Leave(seat) => Act::Leave(*seat),
    }
}

/// An act with its number: how it is written in a record, and below that what it told.
pub(crate) fn act(number: usize, act: &AnyAct, told: &[String]) -> String {
    let told = told.iter().filter(|told| !told.is_empty());
    told.fold(format!("{number}. {act}"), |text, told| format!("{text}\n   {told}"))
}

/// A file name as it is typed in a shell.
pub(crate) fn typed(path: &Path) -> String {
    let name = path.display().to_string();
    let name = if name.starts_with('-') { format!("./{name}") } else { name };
    // Only a NUL cannot be quoted, and no file name has one.
    shlex::try_quote(&name).map_or_else(|_| name.clone(), std::borrow::Cow::into_owned)
}

/// The beginning of something long that somebody typed, without what a terminal obeys.
pub(crate) fn shortened(typed: &str) -> String {
    let typed = visible(typed);
    match typed.char_indices().nth(ECHOED) {
        Some((end, _)) => format!("{}…", &typed[..end]),
        None => typed,
    }
}

/// A text without control characters and without those that change the direction of text.
pub(crate) fn visible(text: &str) -> String {
    text.chars().filter(|&c| !c.is_control() && !is_direction(c)).collect()
}

/// Whether a character changes the direction of the text around it.
const fn is_direction(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Why acts cannot be taken back, with the names of those who are in the way.
pub(crate) fn no_takeback(why: &NoTakeback, names: &Names) -> String {
    match why {
        NoTakeback::OtherActed { seat } => {
            format!("{} has moved since, so nothing before that can be taken back", names.of(*seat))
        }
        NoTakeback::CameToLight { to } if !to.is_empty() => {
            let whom = names.list(to.iter());
            format!("something hidden came to light to {whom}, so it cannot be taken back")
        }
        NoTakeback::NeedsConsent { seats } => {
            format!("{} must agree first", names.list(seats.iter()))
        }
        other => other.to_string(),
    }
}

/// What a fault costs the seat.
pub(crate) fn cost(cost: &Cost) -> String {
    match cost {
        Cost::Game => "the game ends here".to_owned(),
        Cost::Forfeit => "it is out of the game".to_owned(),
        Cost::DefaultMove => "the default move is played".to_owned(),
        Cost::Takeover(player) => format!("'{player}' plays on in its place"),
    }
}

/// A line that a bot wrote, shortened and without control characters, which could change what the
/// terminal shows.
pub(crate) fn plain(line: &str) -> String {
    const LONGEST: usize = 300;
    line.chars().filter(|c| !c.is_control()).take(LONGEST).collect()
}

/// A text in lines of at most `width` columns, broken at blanks. Lines that fit stay as they are.
pub(crate) fn wrapped(text: &str, width: usize) -> String {
    layout::folded(width, text)
}

/// A text that begins with a capital letter.
pub(crate) fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    let first = chars.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}", chars.as_str())
}

/// How many characters of a line are repeated to the person who typed it.
const ECHOED: usize = 60;

/// What a line may stand for, when that is more than one move.
pub(crate) fn ambiguous(line: &str, moves: &[String]) -> String {
    format!("'{line}' could be {}", choices(moves))
}

/// The legal moves that begin like a part of a line, where the line itself is no legal move.
pub(crate) fn completed(line: &str, part: &str, moves: &[String]) -> String {
    if part != line && moves.len() == 1 && moves[0] == tied(part) {
        return format!("'{line}' is not legal; '{}' alone is", moves[0]);
    }
    let not_it = if part == line { String::new() } else { format!("'{line}' is not legal; ") };
    format!("{not_it}'{part}' could be {}", choices(moves))
}

/// `this, that or one of 3 more`.
fn choices(moves: &[String]) -> String {
    let (named, rest) = moves.split_at(moves.len().min(NAMED));
    let more = (!rest.is_empty()).then(|| format!("one of {} more", rest.len()));
    let choices: Vec<&str> = named.iter().map(String::as_str).chain(more.as_deref()).collect();
    match choices.as_slice() {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [others @ .., last] => format!("{} or {last}", others.join(", ")),
    }
}

/// The answer to `explain`: what a word means, by its name or as it is written in moves; or which
/// words there are.
pub(crate) fn explain(catalogue: &Catalogue, what: &str) -> String {
    let glossary = catalogue.words();
    if !what.is_empty() {
        let known = catalogue.find(what).map(|item| item.text.clone());
        known.unwrap_or_else(|| explained(what, &glossary))
    } else if glossary.is_empty() {
        "This game has no words to explain.".to_owned()
    } else {
        let words: Vec<String> = glossary.into_iter().map(|(word, _)| word).collect();
        format!("explain WORD, with one of: {}.", words.join(", "))
    }
}

/// What a word of the game means. The beginning of the word, or of a word inside it, is enough where only
/// one fits. Upper and lower case are the same here, and so are hyphens and blanks.
pub(crate) fn explained(typed: &str, glossary: &[(String, String)]) -> String {
    let spelt = |word: &str| word.to_lowercase().replace('-', " ");
    let (line, wanted) = (shortened(typed), spelt(typed));
    let inner = format!(" {wanted}");
    let ways: [&dyn Fn(&str) -> bool; 3] =
        [&|known| known == wanted, &|known| known.starts_with(&wanted), &|known| {
            known.contains(&inner)
        }];
    for is_it in ways {
        let found: Vec<_> = glossary.iter().filter(|(known, _)| is_it(&spelt(known))).collect();
        match found.as_slice() {
            [] => {}
            [(_, meaning)] => return meaning.clone(),
            several => {
                let known: Vec<String> = several.iter().map(|(known, _)| known.clone()).collect();
                return format!("{}.", ambiguous(&line, &known));
            }
        }
    }
    let nearest = glossary.iter().map(|(known, _)| (slips(&wanted, &spelt(known)), known));
    let nearest = nearest.filter(|(slips, _)| *slips <= MOST_SLIPS && *slips <= wanted.len() / 2);
    let list = match nearest.min_by_key(|(slips, _)| *slips) {
        Some((_, known)) => format!(" Is it {known}?"),
        None if glossary.is_empty() => String::new(),
        None => " Type explain to see all words.".to_owned(),
    };
    format!("The game has no explanation of '{line}'.{list}")
}

/// With more wrong letters than this, a word is taken for another one.
pub(crate) const MOST_SLIPS: usize = 2;

/// Whether a typed word is another one with a slip in it. Two letters that changed places are two slips. In a shorter
/// word every other letter would be one.
pub(crate) fn is_slip(typed: &str, word: &str) -> bool {
    let slips = slips(&typed.to_lowercase(), word);
    slips > 0
        && slips <= MOST_SLIPS
        && slips * 2 <= word.chars().count()
        && word.chars().count() > 2
}

/// How many letters must be changed, added or removed to make one word of another.
pub(crate) fn slips(typed: &str, word: &str) -> usize {
    let word: Vec<char> = word.chars().collect();
    let mut row: Vec<usize> = (0..=word.len()).collect();
    for (place, letter) in typed.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], place + 1);
        for (column, other) in word.iter().enumerate() {
            let changed = diagonal + usize::from(letter != *other);
            diagonal = row[column + 1];
            row[column + 1] = changed.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[word.len()]
}

/// A few moves that begin differently: `; there is, for example, roll or bank`.
pub(crate) fn for_example(entries: &[&Choice]) -> String {
    let first = |choice: &Choice| choice.phrase.parts.first().cloned();
    let mut found: Vec<&Choice> = Vec::new();
    for choice in entries {
        if found.len() < EXAMPLES && found.iter().all(|other| first(other) != first(choice)) {
            found.push(choice);
        }
    }
    if found.is_empty() {
        String::new()
    } else {
        let found: Vec<String> = found.iter().map(|it| tied(&it.phrase.to_string())).collect();
        format!("; there is, for example, {}", choices(&found))
    }
}

/// The most moves that are given as examples.
const EXAMPLES: usize = 3;

/// The most choices that are listed.
const NAMED: usize = 8;

/// `1 act`, `2 acts`.
pub(crate) fn count(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

/// Moves as people read them: what stands there as a number has its name in brackets.
#[derive(Clone, Copy)]
pub(crate) struct Wording<'a> {
    /// Who sits where.
    pub(crate) names: &'a Names,
    /// How the moves of the game are written: they say which numbers have names.
    pub(crate) forms: &'a [Form],
}

impl Wording<'_> {
    /// An entry of a menu: a move with the names of the players, places and cards in it, or the ends of a range.
    pub(crate) fn entry(self, choice: &Choice) -> String {
        let first = &choice.phrase;
        match choice.amounts {
            Some(Amounts { step: 1, .. }) => format!("{first} to {}", choice.last()),
            Some(Amounts { step, .. }) => {
                format!("{first} to {} in steps of {step}", choice.last())
            }
            None => match self.names_in(first) {
                names if names.is_empty() => first.to_string(),
                names => format!("{first} ({})", names.join(", ")),
            },
        }
    }

    /// An entry with its meaning. Where it names a place, the place says enough; anywhere else the meaning says who is
    /// meant.
    pub(crate) fn explained(self, choice: &Choice) -> String {
        let has_place = choice.phrase.parts.iter().any(|part| part.kind() == Kind::Place);
        match &choice.meaning {
            Some(meaning) if !has_place && choice.amounts.is_some() => {
                format!("{} ({meaning})", self.entry(choice))
            }
            Some(meaning) if !has_place => format!("{} ({meaning})", choice.phrase),
            _ => self.entry(choice),
        }
    }

    /// Several entries, to be put into a sentence: no line is broken inside of a move.
    pub(crate) fn entries<'c>(self, choices: impl IntoIterator<Item = &'c Choice>) -> Vec<String> {
        choices.into_iter().map(|choice| self.with_ties(choice)).collect()
    }

    /// An entry to be put into a sentence. What stands in brackets may go to the next line.
    fn with_ties(self, choice: &Choice) -> String {
        let entry = self.entry(choice);
        let written =
            if choice.amounts.is_some() { String::new() } else { choice.phrase.to_string() };
        entry
            .strip_prefix(&written)
            .map_or(entry.clone(), |rest| format!("{}{rest}", tied(&written)))
    }

    /// The names of what a move has as numbers.
    fn names_in(self, phrase: &Phrase) -> Vec<String> {
        let has_numbers = phrase.parts.iter().any(|part| part.kind() == Kind::Number);
        let slots = || self.forms.iter().find_map(|form| form.slots_of(phrase));
        let slots = if has_numbers { slots().unwrap_or_default() } else { Vec::new() };
        let named = |(place, part): (usize, &Part)| match part {
            Part::Place(named) => Some(named.name.to_string()),
            Part::Seat(seat) => Some(self.names.of(*seat).to_owned()),
            Part::Number(number) => {
                let number = number.to_string();
                let all = slots.get(place)?.among.iter().filter(|it| *it.written == number);
                let all: Vec<&str> = all.map(|named| &*named.name).collect();
                (1..=MOST_NAMES).contains(&all.len()).then(|| all.join("/"))
            }
            _ => None,
        };
        phrase.parts.iter().enumerate().filter_map(named).collect()
    }

    /// What there is to say to a range that is typed as it is listed.
    pub(crate) fn one_of_several(self, choice: &Choice) -> String {
        let (entry, first) = (self.entry(choice), tied(&choice.phrase.to_string()));
        format!("'{entry}' are several moves: type one of them, such as {first}")
    }

    /// A menu in a few lines of at most `width` columns.
    pub(crate) fn menu(self, choices: &Choices, width: usize) -> String {
        let mut lines = vec![String::new()];
        let more = choices.shortened.then(|| "and more".to_owned());
        for entry in choices.entries.iter().map(|it| self.explained(it)).chain(more) {
            let line = lines.last_mut().expect("there is always a line");
            if line.is_empty() {
                line.push_str(&entry);
            } else if columns(line) + 2 + columns(&entry) < width {
                line.push_str(", ");
                line.push_str(&entry);
            } else {
                line.push(',');
                lines.push(entry);
            }
        }
        let moves = if choices.count == 1 { "move" } else { "moves" };
        format!("{} legal {moves}:\n  {}", choices.count, lines.join("\n  "))
    }

    /// The sentence for a line that no legal move begins with: it lists moves that are legal.
    pub(crate) fn unlike_any(self, line: &str, entries: &[&Choice]) -> String {
        let instead = if entries.len() <= NAMED {
            format!(": {}", self.entries(entries.iter().copied()).join(", "))
        } else {
            format!("{}; type moves or help", for_example(entries))
        };
        format!("no legal move begins like '{line}' now{instead}")
    }
}

/// A number that means more cards than this is shown alone.
const MOST_NAMES: usize = 2;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_listed_from_the_first_to_the_last() {
        let check = |script: &[&str], seats: usize, expected: &str| {
            let names = Names::new(["Ann", "Bob", "Cid"]);
            let options = serde_json::json!({"boxes": "1x2"});
            let mut table = parlor_registry::SHELF.open("dots-and-boxes", &options, seats).unwrap();
            assert_eq!(result(&*table, &names, 78), None);
            for act in script {
                table.apply(&act.parse().unwrap()).unwrap();
            }
            assert_eq!(result(&*table, &names, 78).unwrap(), expected);
        };
        let left = ["1: h 0 0", "2: h 1 0", "1: v 0 0"];
        let both = [&left[..], &["2: v 0 1", "2: h 0 1", "1: h 1 1", "2: v 0 2"]].concat();
        check(
            &both,
            2,
            "The game is over: all boxes are closed; Bob wins.\n1. Bob: 2 boxes\n2. Ann: 0 boxes",
        );
        let each = [&left[..], &["2: v 0 1", "2: h 0 1", "1: v 0 2", "2: h 1 1"]].concat();
        check(
            &each,
            2,
            "The game is over: all boxes are closed; Bob wins.\n1. Bob: 2 boxes\n2. Ann: 0 boxes",
        );
        let gone = ["1 leaves", "3 leaves"];
        check(
            &gone,
            3,
            "The game is over: everybody else has left; Bob wins.\n1. Bob: 0 boxes\n\
             2. Ann: 0 boxes\n2. Cid: 0 boxes",
        );
    }

    #[test]
    fn what_is_private_says_who_hears_it() {
        let [one, two] = [0, 1].map(Seat::at);
        for (to, expected) in [
            (Viewers::ALL, ""),
            (Viewers::only(two), "(to seat 2) "),
            (Viewers::only(two).with(one), "(to seats 1, 2) "),
            (Viewers::but(one), "(not to seat 1) "),
            (Viewers::but(one).without(two), "(not to seats 1, 2) "),
        ] {
            assert_eq!(hearers(to, 3), expected);
        }
    }

    #[test]
    fn an_act_is_written_as_in_its_record_above_what_it_told() {
        let check = |text: &str, told: &[&str], expected: &str| {
            let told: Vec<String> = told.iter().map(|&told| told.to_owned()).collect();
            assert_eq!(act(3, &text.parse().unwrap(), &told), expected);
        };
        check("1: h 0 0", &[], "3. 1: h 0 0");
        check("1: pass", &["", "Ann passes."], "3. 1: pass\n   Ann passes.");
        check(
            "*: 3 4",
            &["Ann rolls seven.", "Bob pays."],
            "3. *: 3 4\n   Ann rolls seven.\n   Bob pays.",
        );
        check("2: (hidden)", &["Bob draws."], "3. 2: (hidden)\n   Bob draws.");
    }

    #[test]
    fn file_names_can_be_pasted_into_a_shell() {
        for (name, expected) in [
            ("game.rec", "game.rec"),
            ("my game.rec", "'my game.rec'"),
            ("-x", "./-x"),
            ("a$b", "'a$b'"),
        ] {
            assert_eq!(typed(Path::new(name)), expected);
        }
        assert_eq!(typed(Path::new("Ann's")), "\"Ann's\"");
    }

    #[test]
    fn long_lines_are_not_repeated_whole() {
        assert_eq!(shortened("Zug é"), "Zug é");
        // Nothing that would turn round the rest of the sentence.
        assert_eq!(shortened("ab\u{202e}cd\u{1b}[2J"), "abcd[2J");
        assert_eq!(shortened(&"é".repeat(100)), format!("{}…", "é".repeat(60)));
    }

    #[test]
    fn long_lines_are_broken_at_blanks() {
        assert_eq!(wrapped("a  b\none two three", 8), "a  b\none two\nthree");
        assert_eq!(wrapped("unbreakable", 4), "unbreakable");
        assert_eq!(wrapped("陳小明 🎲 陳小明", 10), "陳小明 🎲\n陳小明");
        // A wide character takes two columns.
        assert_eq!(wrapped("\u{6f22}\u{5b57} ab", 6), "\u{6f22}\u{5b57}\nab");
    }

    #[test]
    fn choices_are_named_while_they_are_few() {
        let moves: Vec<String> = (1..=10).map(|number| format!("buy {number}")).collect();
        assert_eq!(ambiguous("b", &moves[..2]), "'b' could be buy 1 or buy 2");
        let words = ambiguous("b", &moves);
        assert!(words.ends_with("buy 7, buy 8 or one of 2 more"), "{words}");
    }

    /// An entry of a menu that is one move.
    fn entry(phrase: Phrase) -> Choice {
        Choice { phrase, amounts: None, grave: false, meaning: None, concerns: Seats::NONE }
    }

    #[test]
    fn players_and_cards_are_named_beside_their_numbers() {
        let table = parlor_registry::SHELF.open("chaos-letter", &serde_json::Value::Null, 2);
        let forms = table.unwrap().forms();
        let names = Names::new(["Ann", "Bob"]);
        let wording = Wording { names: &names, forms: &forms };
        let trade = Phrase::new().word("trade").seat(Seat::at(1));
        assert_eq!(wording.entry(&entry(trade)), "trade 2 (Bob)");
        let guard = Phrase::new().card("guard", "Guard").seat(Seat::at(0)).word("names").number(5);
        assert_eq!(wording.entry(&entry(guard.clone())), "guard 1 names 5 (Ann, Prince)");
        // A move is not broken, and what explains it may be.
        let tied = "guard\u{a0}1\u{a0}names\u{a0}5 (Ann, Prince)";
        assert_eq!(wording.entries([&entry(guard)]), [tied]);
        let looked = Choice {
            meaning: Some("look at Bob's card".to_owned()),
            ..entry(Phrase::new().word("first").number(1))
        };
        assert_eq!(wording.explained(&looked), "first 1 (look at Bob's card)");
    }

    #[test]
    fn what_is_typed_too_much_is_named() {
        let check = |line: &str, part: &str, moves: &[&str], expected: &str| {
            let moves: Vec<String> = moves.iter().map(|it| tied(it)).collect();
            assert_eq!(layout::untied(&completed(line, part, &moves)), expected);
        };
        check("buy please", "buy", &["buy"], "'buy please' is not legal; 'buy' alone is");
        check("h 0 0 x", "h 0 0", &["h 0 0"], "'h 0 0 x' is not legal; 'h 0 0' alone is");
        check("b x", "b", &["buy", "bid"], "'b x' is not legal; 'b' could be buy or bid");
        check("bu", "bu", &["buy"], "'bu' could be buy");
    }

    #[test]
    fn the_beginning_of_a_word_is_explained() {
        let glossary = ["Guard", "insane", "insane token", "Shining Trapezohedron", "no-u"];
        let glossary = glossary.map(|word| (word.to_owned(), format!("{word}!")));
        for (typed, expected) in [
            ("guard", "Guard!"),
            ("insane", "insane!"),
            ("Insane-Tok", "insane token!"),
            ("shining", "Shining Trapezohedron!"),
            ("trap", "Shining Trapezohedron!"),
            ("no u", "no-u!"),
            ("gaurd", "The game has no explanation of 'gaurd'. Is it Guard?"),
            ("ins", "'ins' could be insane or insane token."),
            ("apez", "The game has no explanation of 'apez'. Type explain to see all words."),
        ] {
            assert_eq!(explained(typed, &glossary), expected);
        }
        assert_eq!(explained("x", &[]), "The game has no explanation of 'x'.");
    }

    #[test]
    fn a_long_menu_is_broken_into_lines() {
        let amounts = Some(Amounts { part: 1, first: 10, last: 90, step: 10 });
        let bid = Choice { amounts, ..entry(Phrase::new().word("bid").amount(10)) };
        let sell = entry(Phrase::new().word("sell").place("2", "The Old Creek"));
        let meaning = Some("look at Bob's card".to_owned());
        let look = Choice { meaning, ..entry(Phrase::new().word("first").number(2)) };
        let entries = vec![entry(Phrase::new().word("pass")), bid, sell, look];
        let names = Names::new(["Ann", "Bob"]);
        let wording = Wording { names: &names, forms: &[] };
        let text = wording.menu(&Choices { count: 12, entries, shortened: true }, 30);
        let expected = "12 legal moves:\n  pass,\n  bid 10 to bid 90 in steps of 10,\n  \
                        sell 2 (The Old Creek),\n  first 2 (look at Bob's card),\n  and more";
        assert_eq!(text, expected);
    }
}
