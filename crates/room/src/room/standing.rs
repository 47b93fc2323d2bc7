//! How the match stands for one viewer.

use std::time::Duration;

use parlor_engine::{Seat, Viewer};
use parlor_match::{Coded, End, Takeback, millis};
use parlor_protocol::MAX_MENU;

use super::Room;
use super::commands::numbers;
use crate::fault::Fault;
use parlor_protocol::room::{Asks, Over, SeatInfo, Standing, TakeBack};

impl Room {
    /// How the match stands for a viewer.
    pub fn standing(&self, viewer: Viewer, now: Duration) -> Standing {
        let seat = viewer.seat();
        Standing {
            number: self.streams[viewer].number(),
            view: self.sitting().table().view(viewer),
            asks: seat.and_then(|seat| self.asks(seat, now)).map(Box::new),
            seats: self.seats().map(|seat| self.seat_info(seat, now)).collect(),
            paused: self.sitting().is_paused(),
            proposal: self.shown_proposal(),
            take_back: seat.and_then(|seat| self.take_back(seat)),
            over: self.over().map(Box::new),
        }
    }

    /// The question of a seat.
    pub(super) fn asks(&self, seat: Seat, now: Duration) -> Option<Asks> {
        let id = self.referee.question(seat)?;
        let (table, names) = (self.sitting().table(), self.referee.names());
        let prompt = table.prompt(seat)?;
        let choices = table.choices(seat, names, MAX_MENU);
        Some(Asks {
            id,
            question: prompt.question(),
            words: table.question(seat, names)?,
            menu: table.menu(seat, MAX_MENU).into(),
            choices: choices.entries.iter().map(Into::into).collect(),
            usual: table.usual_move(seat),
            left: self.referee.answer_time_left(seat, now).map(millis),
        })
    }

    fn seat_info(&self, seat: Seat, now: Duration) -> SeatInfo {
        let who = self.sitting().occupant(seat);
        let window = self.sitting().window();
        let mut asked = window.asked();
        if self.faults.has(Fault::ShowsAnswers) {
            asked = self.referee.asked();
        }
        // After an end that is not by the rules nobody is waited for, whatever the rules say.
        let is_asked = asked.contains(seat) && self.referee.end().is_none();
        let gone_in = self.referee.given_up_at(seat).map(|at| millis(at.saturating_sub(now)));
        let is_gone = self.is_gone(seat);
        SeatInfo {
            name: self.referee.names().of(seat).to_owned(),
            kind: who.kind.clone(),
            asked: is_asked,
            left: window.left(seat).filter(|_| is_asked).map(millis),
            gone: is_gone,
            gone_in: gone_in.filter(|_| is_gone),
        }
    }

    fn take_back(&self, seat: Seat) -> Option<TakeBack> {
        let remain = self.before_last_moves(seat, 1)?;
        Some(match self.referee.may_take_back(seat, remain) {
            Takeback::Free => TakeBack::Free,
            Takeback::Consent(seats) if seats.is_empty() => TakeBack::Free,
            Takeback::Consent(seats) => TakeBack::Ask { seats: numbers(seats) },
            Takeback::Refused(why) => {
                TakeBack::Refused { code: why.code().to_owned(), why: why.to_string() }
            }
        })
    }

    fn over(&self) -> Option<Over> {
        let end = self.referee.end()?;
        let (outcome, results) = match end {
            End::Over(outcome) => {
                (Some(outcome.into()), self.sitting().table().ranking(self.referee.names()))
            }
            End::Fault | End::Stopped => (None, Vec::new()),
        };
        Some(Over { outcome, results })
    }
}

/// The same without the times that run by themselves.
pub(super) fn timeless(standing: &Standing) -> Standing {
    let mut still = standing.clone();
    if let Some(asks) = &mut still.asks {
        asks.left = None;
    }
    for seat in &mut still.seats {
        seat.gone_in = None;
    }
    still
}
