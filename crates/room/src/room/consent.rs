//! What one seat wants and the others have to agree to. A proposal is not written down: after a restart it is
//! gone, and can be made again.

use std::time::Duration;

use parlor_engine::{Seat, Seats};

use super::commands::{Outcome, drafted, numbers};
use super::{Holder, Room, refusals};
use parlor_protocol::room::{Proposal, Proposed};

/// A proposal that waits for agreement.
#[derive(Clone, Debug)]
pub(super) struct Pending {
    id: u64,
    by: Seat,
    what: Proposed,
    /// With a takeback: how many moves.
    moves: u32,
    waits_for: Seats,
    agreed: Seats,
    /// How many acts there were: it is about these.
    acts: usize,
}

impl Room {
    /// Puts something to the other seats. Where nobody has to be asked it is carried out by the caller.
    pub(super) fn propose(&mut self, by: Seat, what: Proposed, moves: u32, ask: Seats) -> Outcome {
        if self.proposal.as_ref().is_some_and(|open| open.by != by) {
            return Outcome::Refused(Box::new(refusals::proposal_open()));
        }
        self.proposals += 1;
        self.proposal = Some(Pending {
            id: self.proposals,
            by,
            what,
            moves,
            waits_for: ask,
            agreed: Seats::NONE,
            acts: self.sitting().acts().len(),
        });
        Outcome::Proposed(self.proposals)
    }

    pub(super) fn ask_to_pause(&mut self, seat: Seat, now: Duration) -> Outcome {
        let is_other = |other: &Seat| {
            *other != seat
                && matches!(&self.holders[other.index()], Holder::Party(party)
                    if !self.seats_of(*party).contains(seat))
        };
        let others: Seats = self.seats().filter(is_other).collect();
        if others.is_empty() || self.sitting().is_paused() {
            return drafted(self.referee.pause(now));
        }
        self.propose(seat, Proposed::Pause, 0, others)
    }

    pub(super) fn agree(&mut self, seat: Seat, proposal: u64, now: Duration) -> Outcome {
        let acts = self.sitting().acts().len();
        let open = self.proposal.as_mut().filter(|open| open.id == proposal && open.acts == acts);
        let Some(open) = open else {
            return Outcome::Refused(Box::new(refusals::no_proposal(proposal)));
        };
        if !open.waits_for.contains(seat) {
            return Outcome::Refused(Box::new(refusals::not_asked_to_agree()));
        }
        open.waits_for = open.waits_for.without(seat);
        open.agreed = open.agreed.with(seat);
        if !open.waits_for.is_empty() {
            return Outcome::Done;
        }
        let Pending { by, what, moves, agreed, .. } = open.clone();
        self.proposal = None;
        match what {
            Proposed::Pause => drafted(self.referee.pause(now)),
            Proposed::TakeBack => match self.before_last_moves(by, moves) {
                Some(remain) => drafted(self.referee.take_back(by, remain, agreed, now)),
                None => Outcome::Refused(Box::new(refusals::nothing_to_take_back())),
            },
        }
    }

    pub(super) fn decline(&mut self, seat: Seat, proposal: u64) -> Outcome {
        let Some(open) = self.proposal.as_ref().filter(|open| open.id == proposal) else {
            return Outcome::Refused(Box::new(refusals::no_proposal(proposal)));
        };
        // The seat that proposes may think better of it.
        if !open.waits_for.contains(seat) && open.by != seat {
            return Outcome::Refused(Box::new(refusals::not_asked_to_agree()));
        }
        self.proposal = None;
        Outcome::Done
    }

    /// The game goes on: nobody waits for agreement any more.
    pub(super) fn drop_proposal(&mut self) {
        self.proposal = None;
    }

    /// The open proposal, as everybody sees it.
    pub(super) fn shown_proposal(&self) -> Option<Proposal> {
        let Pending { id, by, what, waits_for, acts, .. } = self.proposal.as_ref()?;
        let stands = *acts == self.sitting().acts().len();
        stands.then(|| Proposal {
            id: *id,
            by: by.number() as u8,
            what: *what,
            waits_for: numbers(*waits_for),
        })
    }
}
