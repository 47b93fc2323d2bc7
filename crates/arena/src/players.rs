//! The players of a tournament: reading them, and giving each a name of its own.

use parlor_engine::{AnyRulebook, Problems};
use parlor_match::{MAX_NAME_COLUMNS, check_name, is_invisible};
use parlor_registry::{computer_players, find};
use parlor_runner::SeatSpec;

use crate::tournament::{Event, EventSettings, Player, PlayerSettings};

/// Reads all players, or says what is wrong with each.
pub(crate) fn read_players(
    players: &[PlayerSettings],
    events: &[EventSettings],
    problems: &mut Problems,
) -> Vec<Player> {
    let games = events.iter().filter_map(|event| find(&event.game).ok()).map(AnyRulebook::about);
    let games: Vec<_> = games.collect();
    let mut read: Vec<Player> = Vec::new();
    for (index, player) in players.iter().enumerate() {
        let place = format!("player {}", index + 1);
        let (name, text) = match player {
            PlayerSettings::Spec(spec) => (None, spec),
            PlayerSettings::Named { name, spec } => (Some(name.clone()), spec),
        };
        let mut found = None;
        for about in &games {
            match SeatSpec::read(text, computer_players(about)) {
                Ok(SeatSpec::Human) => {
                    problems.add(&place, "people do not play in an arena");
                    break;
                }
                Ok(spec) => found = Some(spec),
                Err(why) => {
                    let of =
                        if games.len() > 1 { format!("{}: ", about.id) } else { String::new() };
                    problems.add(&place, format!("{of}{why}"));
                    break;
                }
            }
        }
        if let Some(Err(why)) = found.as_ref().map(SeatSpec::check) {
            problems.add(&place, why.to_string());
        }
        let usual = || found.as_ref().map_or_else(|| text.clone(), SeatSpec::name);
        let is_named = name.is_some();
        let name = name.unwrap_or_else(|| free_name(&usual(), &read));
        // What is wrong with a spec was added above; its name need not be blamed too.
        if (found.is_some() || is_named) && !is_plain(&name) {
            problems.add(
                &place,
                format!(
                    "a name has 1 to {MAX_NAME_COLUMNS} characters that can be seen, and blanks only between them"
                ),
            );
        } else if read.iter().any(|other| other.name == name) {
            problems.add(&place, format!("there is a player '{name}' already"));
        }
        let spec = found.map_or_else(|| text.clone(), |spec| spec.to_string());
        read.push(Player { name, spec });
    }
    read
}

/// `easy`, or `easy 2` where there is one.
fn free_name(usual: &str, taken: &[Player]) -> String {
    let is_free = |name: &String| taken.iter().all(|player| player.name != *name);
    let numbered = (2..).map(|number| format!("{usual} {number}"));
    let mut names = std::iter::once(usual.to_owned()).chain(numbered);
    names.find(is_free).unwrap_or_default()
}

/// The computer players of the first of these games; the others have them, too.
pub(crate) fn known_players(events: &[Event]) -> Vec<&'static str> {
    events.first().map(|event| known_to(&event.game)).unwrap_or_default()
}

/// The computer players of a game, as far as there is such a game.
pub(crate) fn known_to(game: &str) -> Vec<&'static str> {
    let about = find(game).ok().map(AnyRulebook::about);
    about.map(|about| computer_players(&about)).unwrap_or_default()
}

/// Whether a name can be seen and typed. Two names that differ in something invisible would look like one
/// player in a table, and a name that reverses the direction of text could say anything.
fn is_plain(name: &str) -> bool {
    let is_fine = |c: char| c == ' ' || !(c.is_control() || c.is_whitespace() || is_invisible(c));
    name == name.trim() && check_name(name).is_ok() && name.chars().all(is_fine)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_what_is_seen() {
        for fine in ["easy", "easy 2", "Zoë", "子供", "نرد", "a-b_c.d", "<b>", "🎲"] {
            assert!(is_plain(fine), "{fine}");
        }
        for wrong in [
            "",
            " ",
            " easy",
            "easy ",
            "a\tb",
            "a\nb",
            "\u{1b}[2J",
            "a\u{202e}b",
            "ea\u{200b}sy",
            "easy\u{feff}",
            "\u{2066}easy",
            "a\u{2028}b",
            "a\u{a0}b",
            "\u{3164}",
            "a\u{e0041}",
        ] {
            assert!(!is_plain(wrong), "{wrong:?}");
        }
        assert!(is_plain(&"é".repeat(40)) && !is_plain(&"é".repeat(41)));
    }
}
