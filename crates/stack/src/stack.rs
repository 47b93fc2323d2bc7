//! The stack itself: what waits to happen, the last first.

use arrayvec::ArrayVec;
use parlor_engine::Seat;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Events that wait to happen, the last first; at most `DEPTH` of them.
///
/// It is plain data: no closures, nothing borrowed. A game keeps it in its state, where it is cloned,
/// compared, hashed and serialised like everything else.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(bound(serialize = "E: Serialize", deserialize = "E: Deserialize<'de>"))]
pub struct Stack<E, const DEPTH: usize> {
    frames: ArrayVec<Frame<E>, DEPTH>,
    /// How often something was fired since the stack was last empty.
    fired: u16,
}

/// An event on the stack.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Frame<E> {
    /// What is to happen.
    pub event: E,
    /// Everybody has seen it and nobody answers: it happens next.
    pub fired: bool,
    /// It will not happen.
    pub cancelled: bool,
    /// Whether it depends on the event above it.
    pub when: When,
    /// Whose it is, as long as its place among other events of the same player is not settled.
    pub unordered: Option<Seat>,
}

/// Whether an event depends on the one above it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum When {
    /// It happens whatever becomes of the others.
    Always,
    /// It happens only after the event above it has.
    After,
    /// It happens only when the event above it was cancelled.
    IfCancelled,
}

/// Names an event by its place, counted from the bottom. It is good for as long as the event is on
/// the stack and nothing is put beneath it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Id(u8);

/// What the stack wants done next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step<E> {
    /// Nothing waits.
    Idle,
    /// Several events of one player are next and nobody has said in which order: that player picks
    /// one of so many, see [`Stack::pick`].
    Order(Seat, usize),
    /// Show this event to whatever can see it. Whoever answers puts events on top, and it is fired
    /// again once they are done; when nobody does, call [`Stack::pass`].
    Fire(Id, E),
    /// Nobody answers: [`Stack::take`] it and do what it says.
    Resolve(Id, E),
    /// It was cancelled: [`Stack::take`] it and do nothing.
    Drop(Id, E),
}

/// Why an event could not be put on the stack.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Overflow {
    /// No room for another event.
    #[error("no more than {0} events can wait on the stack")]
    TooDeep(usize),
    /// Events answer each other without end.
    #[error("after {0} events the stack is still not empty: something answers itself without end")]
    Endless(u16),
}

impl<E, const DEPTH: usize> Default for Stack<E, DEPTH> {
    fn default() -> Self {
        Self { frames: ArrayVec::new(), fired: 0 }
    }
}

impl<E: Copy, const DEPTH: usize> Stack<E, DEPTH> {
    /// So many events may be fired before the stack is empty again.
    pub const MOST_FIRED: u16 = 10_000;

    /// What to do next.
    #[inline]
    pub fn next(&self) -> Step<E> {
        let Some(top) = self.frames.last() else { return Step::Idle };
        let id = self.top_id();
        if top.cancelled {
            return Step::Drop(id, top.event);
        }
        if let Some(owner) = top.unordered {
            return Step::Order(owner, self.run(owner));
        }
        if top.fired { Step::Resolve(id, top.event) } else { Step::Fire(id, top.event) }
    }

    /// Puts an event on top. Whatever it covers is fired again when it is uncovered.
    #[inline]
    pub fn push(&mut self, event: E) -> Result<Id, Overflow> {
        if let Some(covered) = self.frames.last_mut() {
            covered.fired = false;
        }
        self.put(Frame::new(event, When::Always))
    }

    /// Puts an event on top with what follows once it has happened.
    pub fn push_with(&mut self, event: E, when: When, then: E) -> Result<Id, Overflow> {
        if self.frames.len() + 2 > DEPTH {
            return Err(Overflow::TooDeep(DEPTH));
        }
        if let Some(covered) = self.frames.last_mut() {
            covered.fired = false;
        }
        self.put(Frame::new(then, when))?;
        self.put(Frame::new(event, When::Always))
    }

    /// Hangs an event on the one on top, which is being fired: it follows if that really happens, or
    /// if it is cancelled. The one on top is not interrupted, but its [`Id`] changes.
    pub fn then(&mut self, when: When, event: E) -> Result<Id, Overflow> {
        let Some(top) = self.frames.pop() else { return self.push(event) };
        let added = self.put(Frame::new(event, when));
        // There was room for it before.
        self.frames.push(top);
        added.map(|_| self.top_id())
    }

    /// Puts events that happen at the same time on the stack. They are given in priority order: the
    /// first happens first. Neighbours of one player are put in order by that player.
    pub fn push_together(&mut self, events: &[(Seat, E)]) -> Result<(), Overflow> {
        if self.frames.len() + events.len() > DEPTH {
            return Err(Overflow::TooDeep(DEPTH));
        }
        if let Some(covered) = self.frames.last_mut() {
            covered.fired = false;
        }
        for (place, (owner, event)) in events.iter().enumerate().rev() {
            let next = |place: usize| events.get(place).is_some_and(|(other, _)| other == owner);
            let alone = !next(place + 1) && !place.checked_sub(1).is_some_and(next);
            let frame = Frame::new(*event, When::Always);
            self.put(Frame { unordered: (!alone).then_some(*owner), ..frame })?;
        }
        Ok(())
    }

    /// Settles which of several events of one player happens next, counted from the top.
    ///
    /// `false` when there is no choice of that number; then nothing changes.
    pub fn pick(&mut self, number: usize) -> bool {
        let Step::Order(owner, count) = self.next() else { return false };
        if number >= count {
            return false;
        }
        let place = self.frames.len() - 1 - number;
        let mut picked = self.frames.remove(place);
        picked.unordered = None;
        // The last of them has its place, too.
        if count == 2
            && let Some(last) = self.frames.last_mut()
        {
            debug_assert_eq!(last.unordered, Some(owner));
            last.unordered = None;
        }
        self.frames.push(picked);
        true
    }

    /// The events of the top's owner that still want an order, from the top.
    pub fn unordered(&self) -> impl Iterator<Item = E> {
        let owner = self.frames.last().and_then(|top| top.unordered);
        let frames = self.frames.iter().rev();
        frames.take_while(move |frame| owner.is_some() && frame.unordered == owner).map(|f| f.event)
    }

    /// Nobody answers the event on top: it happens next.
    #[inline]
    pub fn pass(&mut self) -> Result<(), Overflow> {
        self.fired += 1;
        if self.fired > Self::MOST_FIRED {
            return Err(Overflow::Endless(Self::MOST_FIRED));
        }
        if let Some(top) = self.frames.last_mut() {
            top.fired = true;
        }
        Ok(())
    }

    /// Takes the event off the top, to be done or, when it was cancelled, not. What hung on it stays
    /// or goes accordingly.
    #[inline]
    pub fn take(&mut self) -> Option<Frame<E>> {
        let taken = self.frames.pop()?;
        let lost = if taken.cancelled { When::After } else { When::IfCancelled };
        // Nothing hangs on most events.
        if self.frames.last().is_some_and(|frame| frame.when != When::Always) {
            let mut first = self.frames.len();
            while first > 0 && self.frames[first - 1].when != When::Always {
                first -= 1;
            }
            for place in (first..self.frames.len()).rev() {
                if self.frames[place].when == lost {
                    self.frames.remove(place);
                } else {
                    self.frames[place].when = When::Always;
                }
            }
        }
        if self.frames.is_empty() {
            self.fired = 0;
        }
        Some(taken)
    }

    /// Cancels an event. It is not fired again; it is dropped when its turn comes. `false` when
    /// there is no such event or it is cancelled already.
    pub fn cancel(&mut self, id: Id) -> bool {
        match self.frames.get_mut(usize::from(id.0)) {
            Some(frame) if !frame.cancelled => {
                frame.cancelled = true;
                true
            }
            _ => false,
        }
    }

    /// The event with this name.
    pub fn get(&self, id: Id) -> Option<&Frame<E>> {
        self.frames.get(usize::from(id.0))
    }

    /// Changes the event with this name, where it is only known later what it will do.
    pub fn get_mut(&mut self, id: Id) -> Option<&mut E> {
        self.frames.get_mut(usize::from(id.0)).map(|frame| &mut frame.event)
    }

    /// Everything on the stack, from the bottom to the top.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (Id, &Frame<E>)> {
        self.frames.iter().enumerate().map(|(place, frame)| (Id(place as u8), frame))
    }

    /// How many events wait.
    #[inline]
    pub fn len(&self) -> usize {
        self.frames.len()
    }

    /// Whether nothing waits.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.frames.is_empty()
    }

    /// How many more events fit.
    pub fn room(&self) -> usize {
        DEPTH - self.frames.len()
    }

    /// Forgets everything that waits.
    pub fn clear(&mut self) {
        self.frames.clear();
        self.fired = 0;
    }

    #[inline]
    fn put(&mut self, frame: Frame<E>) -> Result<Id, Overflow> {
        self.frames.try_push(frame).map_err(|_| Overflow::TooDeep(DEPTH))?;
        Ok(self.top_id())
    }

    #[inline]
    fn top_id(&self) -> Id {
        const { assert!(DEPTH <= 256, "an Id is a byte") };
        Id((self.frames.len() - 1) as u8)
    }

    /// How many events of this player lie together on top without an order.
    fn run(&self, owner: Seat) -> usize {
        self.frames.iter().rev().take_while(|frame| frame.unordered == Some(owner)).count()
    }
}

impl<E> Frame<E> {
    const fn new(event: E, when: When) -> Self {
        Self { event, fired: false, cancelled: false, when, unordered: None }
    }
}
