//! Which game is meant by what somebody typed.

use std::io::Write;

use parlor_engine::AnyRulebook;
use parlor_engine::layout::wrapped_in;
use parlor_registry::games;

use super::console::Console;
use super::usage::Unusable;
use crate::reflow::rule_book;
use crate::window::Window;
use crate::{pager, words};

/// What a typed name may mean.
#[derive(Debug)]
pub(super) enum Meant {
    /// Exactly this game.
    Named(&'static AnyRulebook),
    /// This game and no other: the beginning or a part of its name.
    Short(&'static AnyRulebook),
    /// Perhaps one of these: the name fits several, or is nearly that of one.
    Perhaps(Vec<&'static AnyRulebook>),
}

/// In a part of a name that stands anywhere in it: fewer letters would fit by accident.
const LEAST_LETTERS: usize = 3;

/// Finds the game by its name, the beginning of it, the beginning of one of its words, a part of it, or a
/// name with a slip in it; the first of these ways that finds any.
pub(super) fn meant(typed: &str) -> Meant {
    let typed = spelt(typed);
    let fits = |fits: &dyn Fn(&AnyRulebook) -> bool| {
        games().iter().filter(|game| fits(game)).collect::<Vec<_>>()
    };
    if let [one] = fits(&|game| names(game).contains(&typed))[..] {
        return if one.about().id == typed { Meant::Named(one) } else { Meant::Short(one) };
    }
    let inner = format!("-{typed}");
    let ways: [&dyn Fn(&AnyRulebook) -> bool; 3] = [
        &|game| names(game).iter().any(|name| name.starts_with(&typed)),
        &|game| names(game).iter().any(|name| name.contains(&inner)),
        &|game| names(game).iter().any(|name| name.contains(&typed)),
    ];
    let letters = typed.chars().count();
    for (way, least) in ways.into_iter().zip([1, 1, LEAST_LETTERS]) {
        match &fits(way)[..] {
            [only] if letters >= least => return Meant::Short(only),
            several if letters >= least && !several.is_empty() => {
                return Meant::Perhaps(several.to_vec());
            }
            _ => {}
        }
    }
    Meant::Perhaps(fits(&|game| is_nearly(&typed, game)))
}

/// Whether few letters are wrong in the name of a game, or in one of its words.
fn is_nearly(typed: &str, game: &AnyRulebook) -> bool {
    let names = names(game);
    let words = names.iter().flat_map(|name| name.split('-')).filter(|word| word.len() > 3);
    let all = names.iter().map(String::as_str).chain(words);
    let few = |known: &str| {
        let slips = words::slips(typed, known);
        slips <= words::MOST_SLIPS && slips * 3 <= known.chars().count()
    };
    typed.chars().count() >= LEAST_LETTERS && all.into_iter().any(few)
}

/// What a game is called: its name on the shelf, and its title.
fn names(game: &AnyRulebook) -> [String; 2] {
    let about = game.about();
    [about.id.to_owned(), spelt(about.title)]
}

/// Small letters and digits, with a hyphen for whatever stands between them.
fn spelt(name: &str) -> String {
    let name = name.to_lowercase();
    let words = name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-")
}

/// The game that is meant. What is not sure is asked at a terminal; `None` when the answer is no game.
///
/// Without a person to ask, what is not sure is refused, with what may have been meant.
pub(super) fn choose(
    typed: Option<&str>,
    console: &mut Console,
    out: &mut dyn Write,
) -> anyhow::Result<Option<&'static AnyRulebook>> {
    let mut typed = typed.map(str::to_owned);
    loop {
        let Some(name) = &typed else {
            if !console.is_person() {
                return Err(which(None).into());
            }
            typed = ask_which(console, out)?;
            if typed.is_none() {
                return Ok(None);
            }
            continue;
        };
        match meant(name) {
            Meant::Named(game) => return Ok(Some(game)),
            Meant::Short(game) => {
                writeln!(out, "'{}' is {}.", words::shortened(name), game.about().id)?;
                return Ok(Some(game));
            }
            _ if !console.is_person() => return Err(which(Some(name)).into()),
            Meant::Perhaps(games) => match games[..] {
                [game] => {
                    if means(name, game, console, out)? {
                        return Ok(Some(game));
                    }
                    typed = None;
                }
                [] => {
                    writeln!(out, "There is no game '{}'.", words::shortened(name))?;
                    typed = None;
                }
                _ => {
                    writeln!(out, "{}.", could_be(name, &games))?;
                    typed = None;
                }
            },
        }
    }
}

/// The game for a script, by its name or a short form of it.
pub(super) fn named(typed: Option<&str>) -> Result<&'static AnyRulebook, Unusable> {
    typed.map_or_else(|| Err(which(None)), one)
}

/// The game that a name or a short form of it means, for commands that ask nobody.
pub(crate) fn one(typed: &str) -> Result<&'static AnyRulebook, Unusable> {
    match meant(typed) {
        Meant::Named(game) | Meant::Short(game) => Ok(game),
        Meant::Perhaps(_) => Err(which(Some(typed))),
    }
}

/// Whether a typed name means this game and no other.
pub(super) fn is(typed: &str, id: &str) -> bool {
    matches!(meant(typed), Meant::Named(game) | Meant::Short(game) if game.about().id == id)
}

/// Which game a person wants, from a list; `None` when it is none.
fn ask_which(console: &mut Console, out: &mut dyn Write) -> anyhow::Result<Option<String>> {
    writeln!(out, "Which game? Type its number or its name; Enter ends.")?;
    for (number, game) in (1..).zip(games()) {
        let about = game.about();
        let summary = wrapped_in(Window::text_columns(), "     ", about.summary, 5);
        writeln!(out, "  {number}  {}\n{summary}", about.id)?;
    }
    let answer = loop {
        let answer = console.ask("game> ", out)?.filter(|answer| !answer.is_empty());
        let answer = answer.filter(|answer| !matches!(answer.as_str(), "quit" | "exit" | "no"));
        let Some(answer) = answer else { return Ok(None) };
        match answer.split_once(' ').unwrap_or((&answer, "")) {
            ("rules" | "explain" | "help", "") => {
                writeln!(out, "Name the game, as in: rules {}", games()[0].about().id)?;
            }
            ("rules" | "explain", name) => match one(name) {
                Ok(game) => {
                    let rules = rule_book(game.about().rules.trim(), console.text_columns());
                    pager::show(&rules, console, out)?;
                }
                Err(why) => writeln!(out, "{why}")?,
            },
            _ => break answer,
        }
    };
    let number = answer.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    let listed = number.and_then(|number| games().get(number));
    Ok(Some(listed.map_or(answer, |game| game.about().id.to_owned())))
}

/// Whether a person meant this game.
fn means(
    typed: &str,
    game: &AnyRulebook,
    console: &mut Console,
    out: &mut dyn Write,
) -> anyhow::Result<bool> {
    let name = words::shortened(typed);
    let id = game.about().id;
    let words = format!("There is no game '{name}'. Did you mean {id}?");
    writeln!(out, "{}", words::wrapped(&words, console.text_columns()))?;
    let answer = console.ask("Enter for yes, 'no' for the list> ", out)?;
    Ok(answer.is_some_and(|answer| matches!(answer.to_lowercase().as_str(), "" | "y" | "yes")))
}

/// What is wrong, with what may have been meant or else with all games.
fn which(typed: Option<&str>) -> Unusable {
    let list = || games().iter().map(|game| game.about().id).collect::<Vec<_>>().join(", ");
    let what = match typed {
        None => {
            format!("which game? there is {}; as in: parlor play {}", list(), games()[0].about().id)
        }
        Some(name) => match meant(name) {
            Meant::Named(game) | Meant::Short(game) => did_you_mean(name, game),
            Meant::Perhaps(perhaps) => match perhaps[..] {
                [] => format!("there is no game '{}'; there is {}", words::shortened(name), list()),
                [game] => did_you_mean(name, game),
                _ => could_be(name, &perhaps),
            },
        },
    };
    Unusable::one("game", what)
}

fn did_you_mean(typed: &str, game: &AnyRulebook) -> String {
    format!("there is no game '{}'; did you mean {}?", words::shortened(typed), game.about().id)
}

fn could_be(typed: &str, games: &[&AnyRulebook]) -> String {
    let ids: Vec<String> = games.iter().map(|game| game.about().id.to_owned()).collect();
    words::ambiguous(&words::shortened(typed), &ids)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(typed: &str) -> String {
        let ids = |games: Vec<&AnyRulebook>| {
            games.iter().map(|game| game.about().id).collect::<Vec<_>>().join(",")
        };
        match meant(typed) {
            Meant::Named(game) => game.about().id.to_owned(),
            Meant::Short(game) => format!("{}!", game.about().id),
            Meant::Perhaps(games) => format!("{}?", ids(games)),
        }
    }

    #[test]
    fn a_part_of_a_name_is_enough() {
        for (typed, expected) in [
            ("dots-and-boxes", "dots-and-boxes"),
            ("dots", "dots-and-boxes!"),
            ("Dots and Boxes", "dots-and-boxes"),
            ("boxes", "dots-and-boxes!"),
            ("auto", "automation!"),
            ("automation the game", "automation!"),
            ("letter", "chaos-letter!"),
            ("c", "chaos-letter!"),
            ("tycoon", "property-tycoon!"),
            ("ycoo", "property-tycoon!"),
            // One or two letters in the middle of a word say nothing.
            ("oo", "?"),
            ("tycon", "property-tycoon?"),
            ("dotts-and-boxs", "dots-and-boxes?"),
            ("chaosletter", "chaos-letter?"),
            ("o", "?"),
            ("ot", "?"),
            ("e", "?"),
            ("chess", "?"),
            ("", "?"),
        ] {
            assert_eq!(found(typed), expected, "{typed}");
        }
    }

    #[test]
    fn what_is_not_sure_is_asked_at_a_terminal_and_refused_in_a_pipe() {
        let at = |typed: Option<&str>, lines: &'static str, terminal: bool| {
            let mut out = Vec::new();
            let chosen = choose(typed, &mut Console::typed(lines, terminal), &mut out);
            let said = String::from_utf8(out).unwrap();
            match chosen {
                Ok(game) => (game.map(|game| game.about().id), said),
                Err(why) => (Some("refused"), why.to_string()),
            }
        };
        let dots = Some("dots-and-boxes");
        assert_eq!(at(Some("dots"), "", false), (dots, "'dots' is dots-and-boxes.\n".to_owned()));
        let (game, said) = at(Some("dotz"), "\n", true);
        assert!(
            game == dots
                && said.contains("no game 'dotz'. Did you mean dots-and-boxes?\nEnter for yes"),
            "{said}"
        );
        let (game, said) = at(Some("dotz"), "no\n4\n", true);
        assert!(game == Some("property-tycoon") && said.contains("Which game?"), "{said}");
        let (game, said) = at(Some("dotz"), "", false);
        assert!(
            game == Some("refused") && said.ends_with("did you mean dots-and-boxes?"),
            "{said}"
        );
        assert_eq!(at(None, "chaos\n", true).0, Some("chaos-letter"));
        assert_eq!(at(None, "chess\n\n", true).0, None);
        let (game, said) = at(None, "1\n", false);
        assert!(
            game == Some("refused") && said.contains("there is dots-and-boxes, auto"),
            "{said}"
        );
    }
}
