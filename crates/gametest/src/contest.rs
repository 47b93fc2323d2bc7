//! How often one computer player beats others, and how sure that is.

use std::cmp::Ordering;
use std::fmt;

use parlor_engine::sample::playout_rng;
use parlor_engine::{Basic, Hosted, Player, Roster, Rulebook, Visitor, playout_with};
use serde_json::Value;

/// What came of a contest.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Tally {
    /// Games won alone.
    pub won: u32,
    /// Games in which the first place was shared.
    pub drawn: u32,
    /// Games lost.
    pub lost: u32,
    /// A point for each game, shared by all who came first.
    points: f64,
}

/// Plays so many games of one player against others, who hold all the other seats. The games are
/// seat-balanced: each deal is played once from every seat, so their number is rounded up to a
/// multiple of the seats.
///
/// # Panics
/// When there is no such table, or no such player.
pub fn contest<R: Rulebook>(
    options: &Value,
    seats: usize,
    player: &str,
    others: &str,
    games: u32,
) -> Tally {
    R::open(options, seats, Contest { player, others, games }).expect("a table")
}

struct Contest<'a> {
    player: &'a str,
    others: &'a str,
    games: u32,
}

impl Visitor for Contest<'_> {
    type Out = Tally;

    fn visit<G: Hosted>(self, game: G) -> Tally {
        let seats = game.seats() as u64;
        let deals = u64::from(self.games).div_ceil(seats);
        let mut tally = Tally::default();
        for deal in 0..deals {
            for own in 0..seats {
                // All games of a deal are dealt from the same numbers.
                let mut rng = playout_rng(deal);
                let sit = |seat: u64| {
                    let name = if seat == own { self.player } else { self.others };
                    let seed = (deal * seats + own) * seats + seat;
                    Basic::seat(&game, name, seed).expect("a player by this name")
                };
                let mut players: Vec<Box<dyn Player<G>>> = (0..seats).map(sit).collect();
                let mut state = game.start();
                let (outcome, _) = playout_with(&game, &mut state, &mut players, &mut rng);
                tally.count(outcome.places.as_slice(), own as usize);
            }
        }
        tally
    }
}

impl Tally {
    /// Counts a game, by the places of its outcome in seat order and the index of one's own seat.
    pub fn count<P: Ord>(&mut self, places: &[P], own: usize) {
        let best = places.iter().min();
        let winners = places.iter().filter(|place| Some(*place) == best).count();
        match (Some(&places[own]).cmp(&best), winners) {
            (Ordering::Equal, 1) => self.won += 1,
            (Ordering::Equal, _) => self.drawn += 1,
            _ => self.lost += 1,
        }
        if Some(&places[own]) == best {
            self.points += 1.0 / f64::from(winners as u8);
        }
    }

    /// The share of points in a hundred, and between what it lies with 95 % (Wilson's interval, which
    /// stays sensible where one side wins everything). Games of one deal are taken for independent,
    /// which makes it rather too wide than too narrow where they are alike.
    pub fn percent(&self) -> Percent {
        let games = f64::from(self.won + self.drawn + self.lost);
        let share = self.points / games;
        let spread = 1.96_f64.powi(2) / games;
        let middle = share + spread / 2.0;
        let margin = (spread * (share * (1.0 - share) + spread / 4.0)).sqrt();
        let [from, share, to] =
            [(middle - margin) / (1.0 + spread), share, (middle + margin) / (1.0 + spread)]
                .map(|share| 100.0 * share);
        Percent { share, from, to }
    }
}

/// A share of a hundred with its interval. Displays as two cells of a table.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Percent {
    /// What was found.
    pub share: f64,
    /// The interval begins here.
    pub from: f64,
    /// It ends here.
    pub to: f64,
}

impl fmt::Display for Percent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.2} % | {:.2} to {:.2} %", self.share, self.from, self.to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toys::Pig;
    use serde_json::json;

    #[test]
    fn equal_players_share_the_points() {
        let tally = contest::<Pig>(&json!({}), 3, "random", "random", 2_000);
        assert_eq!(tally.won + tally.drawn + tally.lost, 2_001);
        let percent = tally.percent();
        assert!(percent.from < 100.0 / 3.0 && 100.0 / 3.0 < percent.to, "{percent}");
    }

    #[test]
    fn a_point_is_shared_and_the_interval_holds_it() {
        let mut tally = Tally::default();
        for places in [[1, 2], [1, 1], [2, 1], [1, 2]] {
            tally.count(&places, 0);
        }
        assert_eq!((tally.won, tally.drawn, tally.lost), (2, 1, 1));
        let Percent { share, from, to } = tally.percent();
        assert!((share - 62.5).abs() < 1e-9);
        // Wilson's interval of 2.5 in 4.
        assert!((from - 21.94).abs() < 0.01 && (to - 90.81).abs() < 0.01, "{from} {to}");
    }
}
