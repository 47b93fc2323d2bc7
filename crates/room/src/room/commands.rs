//! Commands: each has its effect at most once, and each is answered.

use std::time::Duration;

use parlor_engine::{Act, Seat, Seats};
use parlor_match::{Coded, NotChanged, NotPlayed, Takeback};

use super::consent::What;
use super::{Asked, Room, refusals};
use crate::effect::{Effect, Remember, Reply, Ticket};
use crate::fault::Fault;
use crate::fingerprint::fingerprint;
use parlor_protocol::room::{Command, Key};
use parlor_protocol::room::{Done, Frame, Refused};

/// What came of a command.
pub(super) enum Outcome {
    /// The referee has drafted something: the reply comes when that is durable.
    Drafted,
    /// The others have to agree first.
    Proposed(u64),
    /// It is done, and there is nothing to write down.
    Done,
    Refused(Box<Refused>),
}

impl Room {
    /// Carries a command out, or says why not. Nothing waits for the store now.
    pub(super) fn carry_out(&mut self, asked: &Asked, now: Duration) {
        let Asked { party, ticket, request, .. } = asked;
        let fingerprint = fingerprint(request);
        let known = self.done.get(party).and_then(|done| {
            done.iter().rev().find(|(key, _)| *key == request.key).map(|(_, print)| *print)
        });
        if let Some(known) = known.or(asked.known) {
            if known == fingerprint {
                return self.reply_done(*ticket, &request.key, true, None);
            }
            return self.refuse(asked, refusals::key_reused());
        }
        let seat = match self.seat_for(asked) {
            Ok(seat) => seat,
            Err(why) => return self.refuse(asked, why),
        };
        let (party, ticket, key) = (*party, *ticket, request.key.clone());
        match self.command(seat, asked, now) {
            Outcome::Drafted => {
                let mut tickets = vec![(ticket, false)];
                if self.faults.has(Fault::AnswersEarly) {
                    tickets.clear();
                    self.reply_done(ticket, &key, false, None);
                }
                let remember = Remember { party, key, fingerprint };
                self.store_draft(Some((remember, tickets)), now);
            }
            Outcome::Proposed(id) => {
                self.reply_done(ticket, &key, false, Some(id));
                self.remember(party, key, fingerprint);
            }
            Outcome::Done => {
                self.reply_done(ticket, &key, false, None);
                self.remember(party, key, fingerprint);
            }
            Outcome::Refused(why) => self.refuse(asked, *why),
        }
    }

    /// The seat that a command is for.
    pub(super) fn seat_for(&self, asked: &Asked) -> Result<Seat, Refused> {
        let own = self.seats_of(asked.party);
        match asked.request.seat {
            Some(number) => {
                let seat = Seat::from_number(usize::from(number));
                let seat = seat.filter(|seat| own.contains(*seat));
                seat.ok_or_else(|| refusals::not_your_seat(number))
            }
            None if own.len() > 1 => Err(refusals::which_seat(&numbers(own))),
            None => own.first().ok_or_else(refusals::no_seat),
        }
    }

    fn command(&mut self, seat: Seat, asked: &Asked, now: Duration) -> Outcome {
        if self.referee.end().is_some() {
            // Whatever is wanted, and however old the question: the reason is the same.
            return Outcome::Refused(Box::new(coded(&NotChanged::Over)));
        }
        match &asked.request.command {
            Command::Answer { question, played } => {
                self.answer(seat, *question, played.clone(), asked, now)
            }
            Command::TakeBack { moves } => self.ask_to_take_back(seat, *moves, asked, now),
            Command::Pause => self.ask_to_pause(seat, asked, now),
            Command::Unpause => drafted(self.referee.unpause(now)),
            Command::Agree { proposal } => self.agree(seat, *proposal, now),
            Command::Decline { proposal } => self.decline(seat, *proposal),
            Command::Leave => drafted(self.referee.leave(seat, now)),
        }
    }

    fn answer(
        &mut self,
        seat: Seat,
        question: u64,
        played: String,
        asked: &Asked,
        now: Duration,
    ) -> Outcome {
        let claimed = Duration::from_millis(asked.request.lag.map_or(0, u64::from));
        let lag = self.lags[seat.index()].forgiven(claimed);
        match self.referee.answer_forgiving(seat, question, played, lag, asked.came) {
            Ok(()) => {
                self.lags[seat.index()].used(lag);
                Outcome::Drafted
            }
            Err(why) => {
                let is_stale = matches!(why, NotPlayed::Stale { .. } | NotPlayed::Answered { .. });
                let mut refused = coded(&why);
                if is_stale {
                    refused.asks = self.asks(seat, now).map(Box::new);
                }
                Outcome::Refused(Box::new(refused))
            }
        }
    }

    fn ask_to_take_back(
        &mut self,
        seat: Seat,
        moves: u32,
        asked: &Asked,
        now: Duration,
    ) -> Outcome {
        let Some(remain) = self.before_last_moves(seat, moves) else {
            return Outcome::Refused(Box::new(refusals::nothing_to_take_back()));
        };
        match self.referee.may_take_back(seat, remain) {
            Takeback::Refused(why) => Outcome::Refused(Box::new(coded(&why))),
            Takeback::Free => drafted(self.referee.take_back(seat, remain, Seats::NONE, now)),
            Takeback::Consent(seats) if seats.is_empty() => {
                drafted(self.referee.take_back(seat, remain, Seats::NONE, now))
            }
            Takeback::Consent(seats) => self.propose(seat, What::TakeBack { remain }, seats, asked),
        }
    }

    /// How many acts stand before the last moves of a seat.
    pub(super) fn before_last_moves(&self, seat: Seat, moves: u32) -> Option<usize> {
        let acts = self.sitting().acts().iter().enumerate().rev();
        let own = acts.filter(|(_, act)| matches!(act, Act::Move(by, _) if *by == seat));
        own.map(|(at, _)| at).nth(usize::try_from(moves).ok()?.checked_sub(1)?)
    }

    // ---- replies ----

    pub(super) fn reply(&mut self, ticket: Ticket, refused: Refused) {
        self.effects.push_back(Effect::Reply(ticket, Reply(Frame::Refused(Box::new(refused)))));
    }

    pub(super) fn refuse(&mut self, asked: &Asked, mut refused: Refused) {
        refused.key = Some(asked.request.key.to_string());
        self.reply(asked.ticket, refused);
    }

    pub(super) fn reply_done(
        &mut self,
        ticket: Ticket,
        key: &Key,
        repeated: bool,
        proposal: Option<u64>,
    ) {
        let done = Done { key: key.to_string(), repeated, proposal };
        self.effects.push_back(Effect::Reply(ticket, Reply(Frame::Done(done))));
    }
}

/// Whether the referee has drafted what was wanted.
pub(super) fn drafted<E: Coded>(result: Result<(), E>) -> Outcome {
    match result {
        Ok(()) => Outcome::Drafted,
        Err(why) => Outcome::Refused(Box::new(coded(&why))),
    }
}

fn coded(why: &impl Coded) -> Refused {
    let refusal = why.refusal();
    Refused {
        key: None,
        code: refusal.code.to_owned(),
        why: refusal.sentence,
        data: refusal.data,
        asks: None,
    }
}

/// Seats as they go over the network: from 1 on.
pub(super) fn numbers(seats: Seats) -> Vec<u8> {
    seats.iter().map(|seat| seat.number() as u8).collect()
}
