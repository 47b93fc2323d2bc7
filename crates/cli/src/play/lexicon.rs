//! The names of players and places, and who or what is meant by some typed words.

use parlor_engine::{AnyTable, Named, Names, Seat};

use super::typed;
use super::typed::words_of_name;

/// Everything at a table that has a name.
pub(super) struct Lexicon {
    people: Vec<Person>,
    places: Vec<Place>,
}

struct Person {
    seat: Seat,
    name: String,
    words: Vec<String>,
    /// What the board adds to the name.
    title: Vec<String>,
}

struct Place {
    named: Named,
    words: Vec<String>,
}

impl Lexicon {
    pub(super) fn of(table: &dyn AnyTable, names: &Names) -> Self {
        let seats = (0..table.seats()).map(Seat::at);
        let people = seats.map(|seat| (seat, names.of(seat).to_owned(), table.title(seat)));
        let catalogue = table.catalogue();
        let places = catalogue.places();
        Self::new(people, places.map(|(name, written)| (name.to_owned(), written.to_owned())))
    }

    /// Players with their titles, and places with how they are written.
    fn new(
        people: impl IntoIterator<Item = (Seat, String, Option<String>)>,
        places: impl IntoIterator<Item = (String, String)>,
    ) -> Self {
        let people = people.into_iter().map(|(seat, name, title)| Person {
            seat,
            words: typed::words(&name),
            title: typed::words(&title.unwrap_or_default()),
            name,
        });
        let places = places.into_iter().map(|(name, written)| Place {
            words: words_of_name(&name),
            named: Named::new(written, name),
        });
        Self { people: people.collect(), places: places.collect() }
    }

    /// Whom the first of these words can mean, each with how many words that takes: a number, or a
    /// name or its beginning, where nobody else's begins so. A title may follow the name.
    pub(super) fn seats(&self, words: &[String], by_name: bool) -> Vec<(Seat, usize)> {
        let Some(first) = words.first() else { return Vec::new() };
        let number = first.parse::<Seat>().ok().map(|seat| (seat, 1));
        let mut found: Vec<(Seat, usize)> = number.into_iter().collect();
        for length in (1..=words.len()).filter(|_| by_name) {
            let Some(person) = self.person(&words[..length]) else { continue };
            let pairs = words[length..].iter().zip(&person.title);
            let title = pairs.take_while(|(typed, word)| typed == word).count();
            found.extend((0..=title).map(|more| (person.seat, length + more)));
        }
        found
    }

    fn person(&self, typed: &[String]) -> Option<&Person> {
        let whole = self.people.iter().find(|person| person.words == typed);
        let mut begun = self.people.iter().filter(|person| is_beginning(typed, &person.words));
        match (whole, begun.next(), begun.next()) {
            (Some(person), ..) | (None, Some(person), None) => Some(person),
            _ => None,
        }
    }

    /// The names that begin with a word.
    pub(super) fn names_begun(&self, word: &str) -> Vec<String> {
        let word = word.to_lowercase();
        let begun = self.people.iter().filter(|it| it.name.to_lowercase().starts_with(&word));
        begun.map(|person| person.name.clone()).collect()
    }

    /// The places.
    pub(super) fn places(&self) -> impl Iterator<Item = &Named> {
        self.places.iter().map(|place| &place.named)
    }

    /// Whether some words name this place: each is the beginning of a word of its name, in order. A
    /// name that is typed whole is meant alone.
    pub(super) fn is_place(&self, place: &Named, typed: &[String]) -> bool {
        let whole = self.places.iter().any(|known| known.words == typed);
        let words = words_of_name(&place.name);
        let mut rest = words.iter();
        let is_begun = typed.iter().all(|typed| rest.any(|word| word.starts_with(typed.as_str())));
        if whole { words == typed } else { is_begun }
    }
}

/// Whether some words are the beginning of others; the last of them may be cut short.
fn is_beginning(typed: &[String], words: &[String]) -> bool {
    let Some((last, before)) = typed.split_last() else { return false };
    words.get(before.len()).is_some_and(|word| word.starts_with(last.as_str()))
        && words.starts_with(before)
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Ann, Bob, two cultists and Dan, who is a Prime; and some places from 1 on.
    pub(crate) fn lexicon() -> Lexicon {
        let names = ["Ann", "Bob", "cultist 3", "cultist 4", "Dan"];
        let title = |name: &str| (name == "Dan").then(|| "Prime".to_owned());
        let people = names.iter().enumerate();
        let people = people.map(|(at, name)| (Seat::at(at), (*name).to_owned(), title(name)));
        let places = ["The Old Creek", "Crusher Creek", "Bishop Drive", "Rey Lane", "St. Ann's"];
        let places = (1..).zip(places).map(|(number, name)| (name.to_owned(), format!("{number}")));
        Lexicon::new(people, places)
    }

    #[test]
    fn players_are_found_by_numbers_and_names() {
        let check = |line: &str, expected: &[(usize, usize)]| {
            let found = lexicon().seats(&typed::words(line), true);
            let found: Vec<_> =
                found.into_iter().map(|(seat, words)| (seat.number(), words)).collect();
            assert_eq!(found, expected, "{line}");
        };
        check("2 names 5", &[(2, 1)]);
        check("b 5", &[(2, 1)]);
        check("cult", &[]);
        check("cultist 3 1", &[(3, 2)]);
        check("bobby", &[]);
        // What the board adds to a name goes with it.
        check("dan prime", &[(5, 1), (5, 2)]);
        check("d PRIME 5", &[(5, 1), (5, 2)]);
        check("dan prim", &[(5, 1)]);
        check("dan names 5", &[(5, 1)]);
        assert_eq!(lexicon().seats(&typed::words("bob"), false), []);
        assert_eq!(lexicon().names_begun("Cult"), ["cultist 3", "cultist 4"]);
    }

    #[test]
    fn places_are_found_by_their_words() {
        for (line, expected) in [
            ("bishop drive", "3"),
            ("Bish", "3"),
            ("b-d", "3"),
            ("creek", "1 2"),
            ("old creek", "1"),
            ("creek old", ""),
            ("st anns", "5"),
            ("drives", ""),
        ] {
            let (lexicon, typed) = (lexicon(), typed::words(line));
            let found = lexicon.places().filter(|place| lexicon.is_place(place, &typed));
            let found: Vec<&str> = found.map(|place| &*place.written).collect();
            assert_eq!(found.join(" "), expected, "{line}");
        }
    }
}
