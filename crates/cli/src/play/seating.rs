//! Who sits where: kinds of players, and what they are called.

use parlor_engine::{About, MAX_SEATS, Problems};

/// Who decides for a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// Somebody at this terminal.
    Human,
    /// A computer player, by name.
    Computer(String),
}

impl Kind {
    fn read(word: &str, about: &About) -> Option<Self> {
        match word {
            "human" => Some(Self::Human),
            name if name == "random" || about.players.iter().any(|own| own.name == name) => {
                Some(Self::Computer(name.to_owned()))
            }
            _ => None,
        }
    }

    fn word(&self) -> &str {
        match self {
            Self::Human => "human",
            Self::Computer(name) => name,
        }
    }
}

/// All seats of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Seating {
    /// Who decides, seat by seat.
    pub(super) kinds: Vec<Kind>,
    /// What they are called.
    pub(super) called: Vec<String>,
}

impl Seating {
    pub(super) fn len(&self) -> usize {
        self.kinds.len()
    }

    /// Reads `human,random` or `3`, and names. Without either it is one human and the rest random,
    /// or whoever sat there in the recorded game.
    pub(super) fn read(
        seats: Option<&str>,
        names: &[String],
        about: &About,
        recorded: Option<&[String]>,
    ) -> Result<Self, Problems> {
        let mut problems = Problems::new();
        let kinds = match seats.map(|seats| (seats, seats.trim().parse::<usize>())) {
            Some((_, Ok(count))) if count <= MAX_SEATS => one_human(count),
            Some((_, Ok(count))) => {
                problems.add("seats", format!("no table has more than {MAX_SEATS}, not {count}"));
                one_human(about.usual_seats)
            }
            Some((words, Err(_))) => read_kinds(words, about, &mut problems),
            None => recorded
                .and_then(|seats| same_again(seats, about))
                .unwrap_or_else(|| one_human(recorded.map_or(about.usual_seats, <[_]>::len))),
        };
        if names.len() > kinds.len() {
            let (given, seats) = (names.len(), kinds.len());
            problems.add("names", format!("{given} names for {seats} seats"));
        }
        if names.iter().any(|name| name.trim().is_empty() || name.contains(char::is_control)) {
            problems.add("names", "a name is not empty and has no control characters");
        }
        let called = kinds.iter().enumerate().map(|(index, kind)| match names.get(index) {
            Some(name) => name.trim().to_owned(),
            None if kinds.iter().filter(|other| *other == kind).count() == 1 => {
                kind.word().to_owned()
            }
            None => format!("{} {}", kind.word(), index + 1),
        });
        let called = called.collect();
        problems.into_result(Self { kinds, called })
    }
}

fn one_human(count: usize) -> Vec<Kind> {
    let rest = (1..count).map(|_| Kind::Computer("random".to_owned()));
    std::iter::once(Kind::Human).chain(rest).take(count).collect()
}

fn read_kinds(words: &str, about: &About, problems: &mut Problems) -> Vec<Kind> {
    let mut kinds = Vec::new();
    for word in words.split(',').map(str::trim) {
        kinds.push(Kind::read(word, about).unwrap_or_else(|| {
            let own: Vec<&str> = about.players.iter().map(|player| player.name).collect();
            let known = [&["human", "random"], own.as_slice()].concat().join(", ");
            problems.add("seats", format!("'{word}' is no kind of player; there is {known}"));
            Kind::Human
        }));
    }
    kinds
}

/// The kinds that the names in a record stand for, when all of them do: `random 2` is `random`.
fn same_again(seats: &[String], about: &About) -> Option<Vec<Kind>> {
    let word = |seat: &'_ String| {
        let word = seat.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end();
        Kind::read(word, about)
    };
    seats.iter().map(word).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(seats: Option<&str>, names: &[&str], recorded: Option<&[&str]>) -> String {
        let about = parlor_registry::find("dots-and-boxes").unwrap().about();
        let owned = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>();
        let recorded = recorded.map(owned);
        match Seating::read(seats, &owned(names), &about, recorded.as_deref()) {
            Ok(seating) => {
                let kinds: Vec<&str> = seating.kinds.iter().map(Kind::word).collect();
                format!("{} | {}", kinds.join(","), seating.called.join(","))
            }
            Err(problems) => problems.to_string(),
        }
    }

    #[test]
    fn seats_are_read_and_named() {
        assert_eq!(read(None, &[], None), "human,random | human,random");
        assert_eq!(read(Some("3"), &[], None), "human,random,random | human,random 2,random 3");
        assert_eq!(read(Some("human, easy"), &["Ann"], None), "human,easy | Ann,easy");
        assert_eq!(read(Some("human,human"), &[], None), "human,human | human 1,human 2");
        assert!(read(Some("human,hal"), &[], None).contains("there is human, random, easy"));
        assert!(read(Some("99"), &[], None).contains("more than 8"));
        assert!(read(None, &["a", "b", "c"], None).contains("3 names for 2 seats"));
    }

    #[test]
    fn a_forked_game_keeps_its_players() {
        let read = |recorded: &[&str]| read(None, &[], Some(recorded));
        assert_eq!(read(&["easy", "human"]), "easy,human | easy,human");
        assert_eq!(read(&["random 1", "random 2"]), "random,random | random 1,random 2");
        assert_eq!(read(&["Ann", "random", "x"]), "human,random,random | human,random 2,random 3");
    }
}
