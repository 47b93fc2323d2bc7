//! What one seat wants and the others have to agree to. A proposal is not written down: after a restart it is
//! gone, and can be made again.

use std::time::Duration;

use parlor_engine::{Seat, Seats};

use super::commands::{Outcome, drafted, numbers};
use super::{Asked, Holder, Room, refusals};
use crate::fingerprint::proposal_number;
use parlor_protocol::room::{Proposal, Proposed};

/// A proposal that waits for agreement.
#[derive(Clone, Debug)]
pub(super) struct Pending {
    id: u64,
    by: Seat,
    what: What,
    waits_for: Seats,
    agreed: Seats,
    /// The window in which it was made. It falls with the next one: if it fell with an act that nobody notices,
    /// everybody would notice.
    window: u64,
    /// Whether all have agreed, and it is being made durable. Until then nobody sees a change.
    is_agreed: bool,
}

/// What is proposed.
#[derive(Clone, Copy, Debug)]
pub(super) enum What {
    /// That only so many acts remain.
    TakeBack {
        remain: usize,
    },
    Pause,
}

impl Room {
    /// Puts something to the other seats. Where nobody has to be asked it is carried out by the caller.
    pub(super) fn propose(&mut self, by: Seat, what: What, ask: Seats, asked: &Asked) -> Outcome {
        if self.open_proposal().is_some_and(|open| open.by != by) {
            return Outcome::Refused(Box::new(refusals::proposal_open()));
        }
        let id = proposal_number(asked.party, &asked.request.key);
        self.proposal = Some(Pending {
            id,
            by,
            what,
            waits_for: ask,
            agreed: Seats::NONE,
            window: self.sitting().window().number(),
            is_agreed: false,
        });
        Outcome::Proposed(id)
    }

    pub(super) fn ask_to_pause(&mut self, seat: Seat, asked: &Asked, now: Duration) -> Outcome {
        let is_other = |other: &Seat| {
            *other != seat
                && matches!(&self.holders[other.index()], Holder::Party(party)
                    if !self.seats_of(*party).contains(seat))
        };
        let others: Seats = self.seats().filter(is_other).collect();
        if others.is_empty() || self.sitting().is_paused() {
            return drafted(self.referee.pause(now));
        }
        self.propose(seat, What::Pause, others, asked)
    }

    pub(super) fn agree(&mut self, seat: Seat, proposal: u64, now: Duration) -> Outcome {
        let Some(open) = self.open_proposal().filter(|open| open.id == proposal) else {
            return Outcome::Refused(Box::new(refusals::no_proposal(proposal)));
        };
        if !open.waits_for.contains(seat) {
            return Outcome::Refused(Box::new(refusals::not_asked_to_agree()));
        }
        let (waits_for, agreed) = (open.waits_for.without(seat), open.agreed.with(seat));
        if !waits_for.is_empty() {
            self.proposal = Some(Pending { waits_for, agreed, ..open.clone() });
            return Outcome::Done;
        }
        let open = Pending { is_agreed: true, ..open.clone() };
        let outcome = match open.what {
            What::Pause => drafted(self.referee.pause(now)),
            What::TakeBack { remain } => {
                drafted(self.referee.take_back(open.by, remain, agreed, now))
            }
        };
        self.proposal = matches!(outcome, Outcome::Drafted).then_some(open);
        outcome
    }

    /// What was agreed to is durable.
    pub(super) fn drop_agreed(&mut self) {
        self.proposal.take_if(|open| open.is_agreed);
    }

    pub(super) fn decline(&mut self, seat: Seat, proposal: u64) -> Outcome {
        let Some(open) = self.open_proposal().filter(|open| open.id == proposal) else {
            return Outcome::Refused(Box::new(refusals::no_proposal(proposal)));
        };
        // The seat that proposes may think better of it.
        if !open.waits_for.contains(seat) && open.by != seat {
            return Outcome::Refused(Box::new(refusals::not_asked_to_agree()));
        }
        self.proposal = None;
        Outcome::Done
    }

    /// The proposal that waits for agreement, where the game has not gone on since.
    fn open_proposal(&self) -> Option<&Pending> {
        let window = self.sitting().window().number();
        self.proposal.as_ref().filter(|open| open.window == window)
    }

    /// The open proposal, as everybody sees it.
    pub(super) fn shown_proposal(&self) -> Option<Proposal> {
        let Pending { id, by, what, waits_for, .. } = self.open_proposal()?;
        Some(Proposal {
            id: *id,
            by: by.number() as u8,
            what: match what {
                What::TakeBack { .. } => Proposed::TakeBack,
                What::Pause => Proposed::Pause,
            },
            waits_for: numbers(*waits_for),
        })
    }
}
