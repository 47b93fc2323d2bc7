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

/// What a viewer was last told of how it stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Shown {
    /// The number of the last news.
    pub(super) number: u64,
    print: blake3::Hash,
}

impl Shown {
    /// Two standings that differ have different prints. The times that run by themselves are no difference. Neither is
    /// the menu: it is the same as long as the question is, and by far the largest part.
    pub(super) fn of(standing: &mut Standing) -> Self {
        let (asks, mut gone_in) = (standing.asks.take(), Vec::new());
        gone_in.extend(standing.seats.iter_mut().map(|seat| seat.gone_in.take()));
        let question = asks.as_ref().map(|asks| (asks.id, &asks.question, &asks.words));
        let mut print = blake3::Hasher::new();
        let written = serde_json::to_writer(&mut print, &(&standing, question));
        written.expect("a standing has no key that is not a text, and a hash takes everything");
        standing.asks = asks;
        for (seat, gone_in) in standing.seats.iter_mut().zip(gone_in) {
            seat.gone_in = gone_in;
        }
        Self { number: standing.number, print: print.finalize() }
    }
}
