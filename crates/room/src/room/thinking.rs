//! Computer players: they think elsewhere, and answer no sooner than a floor.

use std::time::Duration;

use parlor_match::Decided;

use super::Room;
use crate::effect::Effect;

/// A decision that is not due yet.
pub(super) struct Held {
    pub(super) due: Duration,
    decided: Decided,
    used: Duration,
}

impl Room {
    /// Hands out every computer player that is asked and does not think yet.
    pub(super) fn hand_out(&mut self, now: Duration) {
        for seat in self.referee.asked().iter() {
            if let Some(thinking) = self.referee.hand_out(seat, now) {
                self.effects.push_back(Effect::Think(thinking));
            }
        }
    }

    /// A computer player has decided, which took it so long; it was handed out at `since`.
    pub fn decided(&mut self, decided: Decided, since: Duration, now: Duration) {
        let floor = self.settings.floor;
        // The time up to the floor is not charged. Everybody sees the clock of the player, and would read from it how
        // soon the player had decided.
        let used = now.saturating_sub(since).saturating_sub(floor);
        self.held.push(Held { due: since + floor, decided, used });
        self.tick(now);
    }

    /// Plays the decisions that are due, one for each draft.
    pub(super) fn release(&mut self, now: Duration) {
        while self.referee.draft().is_none()
            && let Some(at) = self.held.iter().position(|held| held.due <= now)
        {
            let Held { decided, used, .. } = self.held.remove(at);
            self.referee.decided(decided, used, now);
        }
    }
}
