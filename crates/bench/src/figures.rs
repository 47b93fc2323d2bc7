//! What a measurement yields.

use std::fmt;

use serde::Serialize;
use serde_json::Value;

/// The speed of one table. Serialises to one line of JSON.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Figures {
    /// The game's id.
    pub game: String,
    /// The options that were asked for; what is not in it had its default.
    pub options: Value,
    /// How many seats played.
    pub seats: usize,
    /// The computer players in seat order; nobody where moves were drawn at random, without players.
    pub players: Vec<String>,
    /// Rounds measured.
    pub rounds: usize,
    /// Games played through the contract while the clock ran.
    pub games: u64,
    /// Full games through the contract, a second.
    pub games_per_s: f64,
    /// Acts (moves of seats and outcomes of chance) a second.
    pub acts_per_s: f64,
    /// Decisions a second: moves of a seat that had two or more to choose from.
    pub decisions_per_s: f64,
    /// Games of the bare loop, a second, on the same core in the same run.
    pub reference_games_per_s: f64,
    /// Games through the contract for one game of the bare loop: the median of the rounds.
    ///
    /// For Dots and Boxes on 5x5 boxes with two seats, drawn at random, both play the same game, and
    /// this is the share of the bare speed that is left. For any other table, and for games between
    /// players, the unit is the same, games of this table for one bare 5x5 game, which makes it a
    /// speed that can be compared from machine to machine; it is not a share of anything then.
    pub ratio: f64,
    /// Games between players run for the record (dealt from a seed, every act kept) for one game of the
    /// same players in a bare loop: the median of the rounds. Nothing without players.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub runner_ratio: Option<f64>,
    /// Tables opened a second, with the options that were asked for.
    pub opened_per_s: f64,
    /// Tables opened a second with their options in full, as a record holds them.
    pub reopened_per_s: f64,
    /// States imagined from views of random games, a second. Nothing where the game hides nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub imagined_per_s: Option<f64>,
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} with {} seats", self.game, self.options, self.seats)?;
        if !self.players.is_empty() {
            write!(f, " ({})", self.players.join(", "))?;
        }
        writeln!(f, ", one core")?;
        let rows = [
            ("games/s", self.games_per_s),
            ("acts/s", self.acts_per_s),
            ("decisions/s", self.decisions_per_s),
            ("bare 5x5 games/s", self.reference_games_per_s),
            ("opened/s", self.opened_per_s),
            ("reopened/s", self.reopened_per_s),
        ];
        for (what, figure) in rows {
            writeln!(f, "  {what:<18}{figure:>14.0}")?;
        }
        write!(f, "  {:<18}{:>14.3}  (median of {} rounds)", "ratio", self.ratio, self.rounds)?;
        if let Some(ratio) = self.runner_ratio {
            write!(
                f,
                "\n  {:<18}{ratio:>14.3}  (of the loop without dealer and log)",
                "runner ratio"
            )?;
        }
        self.imagined_per_s.map_or(Ok(()), |rate| write!(f, "\n  {:<18}{rate:>14.0}", "imagined/s"))
    }
}
