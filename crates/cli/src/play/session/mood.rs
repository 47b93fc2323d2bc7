//! The mood of the computer players, which people at the table can nudge.

use parlor_engine::{Nudge, Seat};

use super::Session;
use crate::words;

impl Session<'_> {
    /// Cheers computer players up or teases them, and says what came of it: the one that is named, by
    /// the beginning of the name, or all of them.
    pub(super) fn nudge(&mut self, nudge: Nudge, who: &str) -> anyhow::Result<()> {
        let seats = (0..self.sitting().table().seats()).map(Seat::at);
        let computers: Vec<Seat> = seats.filter(|seat| !self.people.contains(seat)).collect();
        let who = who.to_lowercase();
        let name = |seat: &Seat| self.names.of(*seat).to_lowercase();
        let whole: Vec<Seat> = computers.iter().copied().filter(|seat| name(seat) == who).collect();
        let begun = computers.iter().copied().filter(|seat| name(seat).starts_with(&who));
        let meant: Vec<Seat> = if whole.is_empty() { begun.collect() } else { whole };
        match meant.as_slice() {
            [] if computers.is_empty() => {
                self.say("No computer player sits at this table.")?;
            }
            [] => {
                let names = self.names.list(computers);
                self.say(&format!("'{who}' is no computer player; there is {names}."))?;
            }
            [_, _, ..] if !who.is_empty() => {
                let names: Vec<String> =
                    meant.iter().map(|seat| self.names.of(*seat).to_owned()).collect();
                self.say(&format!("{}.", words::ambiguous(&who, &names)))?;
            }
            all => {
                for seat in all {
                    self.nudge_one(nudge, *seat)?;
                }
            }
        }
        Ok(())
    }

    fn nudge_one(&mut self, nudge: Nudge, seat: Seat) -> anyhow::Result<()> {
        let player = self.live.player(seat);
        let what = player.and_then(|(sitting, player)| sitting.table().nudge(player, nudge));
        let what = what.unwrap_or_else(|| "does not care".to_owned());
        self.say(&format!("{} {what}.", self.names.of(seat)))
    }
}
