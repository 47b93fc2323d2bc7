//! The store: one thing is made durable at a time, and only then does anybody hear of it.

use std::time::Duration;

use super::{KEPT_KEYS, Room, refusals};
use crate::effect::{Append, Effect, LogLine, NotStored, Party, Remember, Stored, Ticket};
use crate::fault::Fault;
use parlor_protocol::room::{Farewell, Key, Refused};

/// What is being made durable, and who waits for that.
#[derive(Debug)]
pub(super) struct Storing {
    /// The number of its first entry.
    first: usize,
    /// The command that it is the effect of, and the requests that wait for it: the same one may have come more
    /// than once.
    pub(super) command: Option<(Remember, Vec<(Ticket, bool)>)>,
}

impl Room {
    /// What the last [`Effect::Store`] asked for is durable, or could not be made so.
    pub fn stored(&mut self, stored: Stored, now: Duration) {
        let Some(Storing { first, command }) = self.storing.take() else { return };
        if let Err(why) = stored {
            return self.break_down(command, why);
        }
        if self.referee.draft().is_some_and(|draft| draft.number() == first) {
            self.referee.commit(now);
        }
        self.drop_agreed();
        if let Some((Remember { party, key, fingerprint }, tickets)) = command {
            for (ticket, is_repeated) in tickets {
                self.reply_done(ticket, &key, is_repeated, None);
            }
            self.remember(party, key, fingerprint);
        }
        self.proceed(now);
        while self.storing.is_none()
            && let Some(asked) = self.waiting.pop_front()
        {
            self.take_up(asked, now);
        }
    }

    /// Sends what the referee has drafted to the store.
    pub(super) fn store_draft(
        &mut self,
        command: Option<(Remember, Vec<(Ticket, bool)>)>,
        now: Duration,
    ) {
        if self.storing.is_some() {
            return;
        }
        let Some(draft) = self.referee.draft() else { return };
        let lines = draft.lines().map(|(text, hash)| LogLine { text: text.to_owned(), hash });
        let append = Append {
            first: draft.number(),
            lines: lines.collect(),
            command: command.as_ref().map(|(remember, _)| remember.clone()),
            is_last: self.referee.ends_with_draft(),
        };
        self.storing = Some(Storing { first: append.first, command });
        self.effects.push_back(Effect::Store(append));
        if self.faults.has(Fault::TellsEarly) {
            self.referee.commit(now);
        }
    }

    /// The store has not taken what was drafted. Nobody was told of it, and the room cannot go on.
    fn break_down(&mut self, command: Option<(Remember, Vec<(Ticket, bool)>)>, why: NotStored) {
        self.is_broken = true;
        if let Some((Remember { key, .. }, tickets)) = command {
            for (ticket, _) in tickets {
                let key = Some(key.to_string());
                self.reply(ticket, Refused { key, ..refusals::unavailable() });
            }
        }
        for asked in std::mem::take(&mut self.waiting) {
            self.refuse(&asked, refusals::unavailable());
        }
        self.hang_up_all(Farewell::Stopping);
        self.effects.push_back(Effect::Broken(why));
    }

    pub(super) fn remember(&mut self, party: Party, key: Key, fingerprint: [u8; 32]) {
        if self.faults.has(Fault::ForgetsKeys) {
            return;
        }
        let done = self.done.entry(party).or_default();
        if done.len() == KEPT_KEYS {
            done.pop_front();
            self.has_forgotten = true;
        }
        done.push_back((key, fingerprint));
    }
}
