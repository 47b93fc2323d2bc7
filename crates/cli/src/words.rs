//! Results and menus in words.

use parlor_engine::{AnyEntry, AnyMenu, Names, Outcome, Seat};

/// How a game ended: who has won, with what, and why it is over.
pub(crate) fn result(outcome: &Outcome, names: &Names) -> String {
    let winners: Vec<Seat> = outcome.winners().collect();
    let winner = match winners.as_slice() {
        [one] => format!("{} wins", names.of(*one)),
        several if several.len() == outcome.places.len() => "it is a tie".to_owned(),
        several => format!("{} share the first place", names.list(several.iter().copied())),
    };
    let scores: Vec<String> =
        outcome.scores.iter().map(|(seat, score)| format!("{} {score}", names.of(seat))).collect();
    format!("The game is over: {}; {winner}. Scores: {}.", outcome.reason, scores.join(", "))
}

/// `1 act`, `2 acts`.
pub(crate) fn count(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

/// A menu in a few lines of at most `width` columns.
pub(crate) fn menu(menu: &AnyMenu, width: usize) -> String {
    let entries = menu.entries.iter().map(|entry| match entry {
        AnyEntry::One(only) => only.clone(),
        AnyEntry::Range { first, last, step: 1, .. } => format!("{first} to {last}"),
        AnyEntry::Range { first, last, step, .. } => {
            format!("{first} to {last} in steps of {step}")
        }
    });
    let mut lines = vec![String::new()];
    let more = menu.shortened.then(|| "and more".to_owned());
    for entry in entries.chain(more) {
        let line = lines.last_mut().expect("there is always a line");
        if line.is_empty() {
            line.push_str(&entry);
        } else if line.chars().count() + 2 + entry.chars().count() < width {
            line.push_str(", ");
            line.push_str(&entry);
        } else {
            line.push(',');
            lines.push(entry);
        }
    }
    let moves = if menu.count == 1 { "move" } else { "moves" };
    format!("{} legal {moves}:\n  {}", menu.count, lines.join("\n  "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_engine::PerSeat;

    #[test]
    fn winners_and_ties_are_named() {
        let names = Names::new(["Ann", "Bob", "Cid"]);
        let check = |scores: &[i64], expected: &str| {
            let scores = PerSeat::from_fn(scores.len(), |seat| scores[seat.index()]);
            let words = result(&Outcome::by_score(scores, "all is done"), &names);
            assert!(words.contains(expected), "{words}");
        };
        check(&[3, 1], "all is done; Ann wins. Scores: Ann 3, Bob 1.");
        check(&[2, 2], "it is a tie. Scores: Ann 2, Bob 2.");
        check(&[2, 2, 1], "Ann and Bob share the first place");
    }

    #[test]
    fn a_long_menu_is_broken_into_lines() {
        let entry = |text: &str| AnyEntry::One(text.to_owned());
        let range =
            AnyEntry::Range { first: "bid 10".into(), last: "bid 90".into(), step: 10, count: 9 };
        let entries = vec![entry("pass"), range, entry("fold")];
        let text = menu(&AnyMenu { count: 11, entries, shortened: true }, 20);
        let expected = "11 legal moves:\n  pass,\n  bid 10 to bid 90 in steps of 10,\n  \
                        fold, and more";
        assert_eq!(text, expected);
    }
}
