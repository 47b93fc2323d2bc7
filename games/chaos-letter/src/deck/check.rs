//! Whether a deck can be played: everything that is wrong with it, with its place.

use parlor_engine::Problems;

use super::{
    Deck, MAX_CARDS, MAX_PLAYERS, MAX_TEXT, MAX_TOKENS, MAX_VALUE, MIN_PLAYERS, Marked, Row,
};
use crate::card::{Card, MAX_MARKS};

impl Deck {
    /// Adds everything that is wrong with the deck, each with its place in it.
    pub fn check(&self, place: &str, problems: &mut Problems) {
        let at = |field: &str| format!("{place}.{field}");
        if self.cards.len() > MAX_CARDS {
            // Whatever else is wrong with so many rows would be too long to read.
            let what = format!("at most {MAX_CARDS} rows, not {}", self.cards.len());
            problems.add(at("cards"), what);
            return;
        }
        check_text(&self.title, at("title"), problems);
        let players_are_right = self.check_players(place, problems);
        self.check_tokens(players_are_right, place, problems);
        self.check_rows(place, problems);
        self.check_aside(place, problems);
        let marks = self.marks().len();
        if marks > MAX_MARKS {
            let what = format!("at most {MAX_MARKS} different cards can be marked, not {marks}");
            problems.add(at("cards"), what);
        }
        let cards: usize = self.cards.iter().map(|row| usize::from(row.count)).sum();
        if cards > MAX_CARDS {
            let what = format!("at most {MAX_CARDS} cards fit on a table, not {cards}");
            problems.add(at("cards"), what);
        }
        if players_are_right {
            self.check_enough(place, problems);
        }
    }

    fn check_players(&self, place: &str, problems: &mut Problems) -> bool {
        let mut right = true;
        for (i, number) in self.players.iter().enumerate() {
            if !(MIN_PLAYERS..=MAX_PLAYERS).contains(number) {
                let what = format!("{MIN_PLAYERS} to {MAX_PLAYERS} can play, not {number}");
                problems.add(format!("{place}.players[{i}]"), what);
                right = false;
            }
        }
        let [fewest, most] = self.players;
        if fewest > most {
            let what = format!("the fewest players come first: [{most}, {fewest}]");
            problems.add(format!("{place}.players"), what);
            right = false;
        }
        right
    }

    fn check_tokens(&self, players_are_right: bool, place: &str, problems: &mut Problems) {
        let [fewest, most] = self.players;
        if players_are_right {
            let (wanted, given) = (usize::from(most - fewest + 1), self.tokens.len());
            if given != wanted {
                let what = format!(
                    "one for each number of players from {fewest} to {most} makes {wanted}, not \
                     {given}"
                );
                problems.add(format!("{place}.tokens"), what);
            }
        }
        let each = self.tokens.iter().enumerate();
        let each = each.map(|(i, tokens)| (format!("tokens[{i}]"), *tokens));
        let insane = self.insane_tokens.map(|tokens| ("insane_tokens".to_owned(), tokens));
        for (field, tokens) in each.chain(insane) {
            if !(1..=MAX_TOKENS).contains(&tokens) {
                let what = format!("1 to {MAX_TOKENS} tokens win a game, not {tokens}");
                problems.add(format!("{place}.{field}"), what);
            }
        }
    }

    fn check_rows(&self, place: &str, problems: &mut Problems) {
        for (i, row) in self.cards.iter().enumerate() {
            let at = |field: &str| format!("{place}.cards[{i}].{field}");
            if row.value > MAX_VALUE {
                let what = format!("the highest value is {MAX_VALUE}, not {}", row.value);
                problems.add(at("value"), what);
            }
            if row.count == 0 {
                problems.add(at("count"), "must be at least 1; leave the row out for none");
            }
            if row.from_players > MAX_PLAYERS {
                let what = format!("at most {MAX_PLAYERS} can play, not {}", row.from_players);
                problems.add(at("from_players"), what);
            }
            if let Some(front) = &row.front {
                check_text(front, at("front"), problems);
            }
            self.check_marked(row, &at("marked"), problems);
            let first = self.row(row.card).unwrap_or(row);
            for (field, agrees) in [
                ("value", first.value == row.value),
                ("back", first.back == row.back),
                ("insane", first.insane == row.insane),
            ] {
                if !agrees {
                    let what = format!("is not the same as in the row of '{}' above", row.card);
                    problems.add(at(field), what);
                }
            }
        }
    }

    /// Marked copies are copies of their row, and look otherwise than the rest of it.
    fn check_marked(&self, row: &Row, place: &str, problems: &mut Problems) {
        // The plain copies of a card look like those of its first row.
        let plain = self.row(row.card).unwrap_or(row);
        let mut copies = 0;
        for (i, marked) in row.marked.iter().enumerate() {
            let at = |field: &str| format!("{place}[{i}].{field}");
            copies += usize::from(marked.count);
            if marked.count == 0 {
                problems.add(at("count"), "must be at least 1; leave it out for none");
            }
            if let Some(front) = &marked.front {
                check_text(front, at("front"), problems);
            }
            let look = marked.look(row);
            if (look.back, &look.front) == (plain.back, &plain.front) {
                let what =
                    format!("looks like any other '{}': give another back or front", row.card);
                problems.add(format!("{place}[{i}]"), what);
            }
            let same = |other: &Marked| other.look(row) == look;
            if let Some(first) = row.marked[..i].iter().position(same) {
                problems.add(format!("{place}[{i}]"), format!("looks the same as marked[{first}]"));
            }
        }
        if copies > usize::from(row.count) {
            let what = format!("{copies} of {} copies cannot be marked", row.count);
            problems.add(place, what);
        }
        if row.aside && !row.marked.is_empty() {
            problems.add(place, "what lies beside the table is not marked");
        }
    }

    fn check_aside(&self, place: &str, problems: &mut Problems) {
        let mut aside = 0;
        for (i, row) in self.cards.iter().enumerate().filter(|(_, row)| row.aside) {
            aside += usize::from(row.count);
            if row.card != Card::BrainCase {
                let what = format!("only the Brain Case lies beside the table, not '{}'", row.card);
                problems.add(format!("{place}.cards[{i}].aside"), what);
            }
            if row.from_players != 0 {
                let what = "what lies beside the table does so for any number of players";
                problems.add(format!("{place}.cards[{i}].from_players"), what);
            }
        }
        if aside > 1 {
            let what = format!("one card at most lies beside the table, not {aside}");
            problems.add(format!("{place}.cards"), what);
        }
    }

    /// One card each, one aside face down, those face up for two, and one to draw.
    fn check_enough(&self, place: &str, problems: &mut Problems) {
        let [fewest, most] = self.players.map(usize::from);
        for players in fewest..=most {
            let cards: usize = self.cards_for(players).map(|(_, count)| usize::from(count)).sum();
            let face_up = if players == 2 { usize::from(self.face_up_for_two) } else { 0 };
            let needed = players + 1 + face_up + 1;
            if cards < needed {
                let what = format!("{players} players need at least {needed} cards, not {cards}");
                problems.add(format!("{place}.cards"), what);
            }
        }
    }
}

fn check_text(text: &str, place: String, problems: &mut Problems) {
    let length = text.chars().count();
    if text.trim().is_empty() {
        problems.add(place, "must not be empty");
    } else if length > MAX_TEXT {
        problems.add(place, format!("at most {MAX_TEXT} characters, not {length}"));
    } else if text.chars().any(char::is_control) {
        problems.add(place, "must be one line without control characters");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deck::Back;

    fn built_in(name: &str) -> Deck {
        Deck::built_in(name).unwrap()
    }

    /// What is found wrong with the chaos deck after this change.
    fn check(change: fn(&mut Deck), expected: &[&str]) {
        let mut deck = built_in("chaos");
        change(&mut deck);
        let mut problems = Problems::new();
        deck.check("deck", &mut problems);
        assert_eq!(problems.to_string(), expected.join("\n"));
    }

    #[test]
    fn everything_that_is_wrong_with_a_deck_is_listed() {
        check(
            |deck| {
                deck.title = " ".to_owned();
                deck.players = [9, 1];
                deck.tokens[1] = 0;
                deck.insane_tokens = Some(51);
                deck.cards[0].value = 16;
                deck.cards[1].count = 0;
                deck.cards[2].from_players = 9;
                deck.cards[3].front = Some("a\tb".to_owned());
            },
            &[
                "deck.title: must not be empty",
                "deck.players[0]: 2 to 8 can play, not 9",
                "deck.players[1]: 2 to 8 can play, not 1",
                "deck.players: the fewest players come first: [1, 9]",
                "deck.tokens[1]: 1 to 50 tokens win a game, not 0",
                "deck.insane_tokens: 1 to 50 tokens win a game, not 51",
                "deck.cards[0].value: the highest value is 15, not 16",
                "deck.cards[1].count: must be at least 1; leave the row out for none",
                "deck.cards[2].from_players: at most 8 can play, not 9",
                "deck.cards[3].front: must be one line without control characters",
            ],
        );
    }

    #[test]
    fn a_deck_is_not_too_large() {
        check(
            |deck| {
                deck.title = "x".repeat(61);
                deck.players = [2, 4];
                deck.cards[0].count = 50;
            },
            &[
                "deck.title: at most 60 characters, not 61",
                "deck.tokens: one for each number of players from 2 to 4 makes 3, not 7",
                "deck.cards: at most 96 cards fit on a table, not 119",
            ],
        );
    }

    #[test]
    fn rows_of_the_same_card_agree() {
        check(
            |deck| {
                let mut row = deck.cards[0].clone();
                (row.value, row.back, row.insane) = (7, Back::Cosmic, true);
                deck.cards.push(row);
            },
            &[
                "deck.cards[44].value: is not the same as in the row of 'princess' above",
                "deck.cards[44].back: is not the same as in the row of 'princess' above",
                "deck.cards[44].insane: is not the same as in the row of 'princess' above",
            ],
        );
    }

    #[test]
    fn marked_copies_look_otherwise_than_the_rest() {
        let marked = |count, back, front: Option<&str>| Marked {
            count,
            back,
            front: front.map(str::to_owned),
        };
        let mut deck = built_in("classic");
        let baron = deck.cards.iter().position(|row| row.card == Card::Baron).unwrap();
        deck.cards[baron].count = 4;
        deck.cards[baron].marked =
            vec![marked(1, Some(Back::Creased), None), marked(2, None, Some("The Grey Baron"))];
        let mut problems = Problems::new();
        deck.check("deck", &mut problems);
        assert_eq!(problems.to_string(), "");
        let marks = deck.marks();
        assert_eq!((marks[0].back, &marks[0].front), (Back::Creased, &None));
        assert_eq!(marks[1].front.as_deref(), Some("The Grey Baron"));
        let barons: Vec<String> = deck
            .prints_for(4)
            .iter()
            .filter(|(print, _)| print.card == Card::Baron)
            .map(|(print, count)| format!("{print} x{count}"))
            .collect();
        assert_eq!(barons, ["baron x1", "baron/1 x1", "baron/2 x2"]);
        assert_eq!(deck.cards_for(4).find(|it| it.0 == Card::Baron), Some((Card::Baron, 4)));

        deck.cards[baron].marked = vec![
            marked(0, Some(Back::Letter), None),
            marked(3, Some(Back::Creased), None),
            marked(2, Some(Back::Creased), Some(" ")),
            marked(1, Some(Back::Creased), None),
        ];
        let mut problems = Problems::new();
        deck.check("deck", &mut problems);
        let expected = [
            "deck.cards[5].marked[0].count: must be at least 1; leave it out for none",
            "deck.cards[5].marked[0]: looks like any other 'baron': give another back or front",
            "deck.cards[5].marked[2].front: must not be empty",
            "deck.cards[5].marked[3]: looks the same as marked[1]",
            "deck.cards[5].marked: 6 of 4 copies cannot be marked",
        ];
        assert_eq!(problems.to_string(), expected.join("\n"));
    }

    #[test]
    fn only_so_many_cards_are_marked() {
        check(
            |deck| {
                for row in deck.cards.iter_mut().take(9) {
                    row.count = 2;
                    row.marked = [Back::Torn, Back::Faded]
                        .map(|back| Marked { count: 1, back: Some(back), front: None })
                        .to_vec();
                }
                let brain_case = deck.cards.iter_mut().find(|row| row.aside).unwrap();
                brain_case.marked = vec![Marked { count: 1, back: Some(Back::Torn), front: None }];
            },
            &[
                "deck.cards[36].marked: what lies beside the table is not marked",
                "deck.cards: at most 16 different cards can be marked, not 19",
            ],
        );
    }

    #[test]
    fn only_the_brain_case_lies_beside_the_table() {
        check(
            |deck| {
                deck.cards[0].aside = true;
                deck.cards[8].aside = true;
            },
            &[
                "deck.cards[0].aside: only the Brain Case lies beside the table, not 'princess'",
                "deck.cards[8].aside: only the Brain Case lies beside the table, not 'bishop'",
                "deck.cards[8].from_players: what lies beside the table does so for any number of \
                 players",
                "deck.cards: one card at most lies beside the table, not 3",
            ],
        );
    }

    #[test]
    fn every_number_of_players_has_cards_enough() {
        check(
            |deck| {
                deck.cards.truncate(2);
                deck.cards[0].count = 5;
                deck.cards[1].from_players = 4;
                deck.players = [2, 5];
                deck.tokens = vec![1; 4];
                deck.face_up_for_two = 3;
            },
            &[
                "deck.cards: 2 players need at least 7 cards, not 5",
                "deck.cards: 5 players need at least 7 cards, not 6",
            ],
        );
    }
}
