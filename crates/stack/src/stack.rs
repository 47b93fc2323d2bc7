//! The stack itself: what waits to happen, the last first.

use std::borrow::Cow;
use std::ops::Range;

use arrayvec::ArrayVec;
use parlor_engine::Seat;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Events that wait to happen, the last first; at most `DEPTH` of them, and that is at most 256.
///
/// It is plain data: no closures, nothing borrowed, nothing allocated. A game keeps it in its state,
/// where it is cloned, compared, hashed and serialised like everything else. How it is used stands
/// [with the crate](crate).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(bound(serialize = "E: Serialize", deserialize = "E: Deserialize<'de>"))]
pub struct Stack<E, const DEPTH: usize> {
    frames: ArrayVec<Frame<E>, DEPTH>,
    /// How many events were taken since the stack was last empty.
    taken: u16,
}

/// As its fields are written.
impl<E: JsonSchema, const DEPTH: usize> JsonSchema for Stack<E, DEPTH> {
    fn schema_name() -> Cow<'static, str> {
        format!("Stack_of_{}", E::schema_name()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let frame = generator.subschema_for::<Frame<E>>();
        json_schema!({
            "type": "object",
            "description": "Events that wait to happen, the last first.",
            "properties": {
                "frames": {"type": "array", "items": frame, "maxItems": DEPTH},
                "taken": {
                    "type": "integer", "minimum": 0,
                    "description": "How many were taken since the stack was last empty.",
                },
            },
            "required": ["frames", "taken"],
        })
    }
}

/// An event on the stack.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Frame<E> {
    /// What is to happen.
    pub event: E,
    /// It was fired and nobody answered: it happens next. Covered, it loses this again.
    pub fired: bool,
    /// It will not happen.
    pub cancelled: bool,
    /// Whether it depends on the event above it.
    pub when: When,
    /// Whose it is, as long as its place among other events of the same player is not settled.
    pub unordered: Option<Seat>,
    /// The lowest of the events that are put in order with it. Without it two groups of one player
    /// that come to lie on each other would be taken for one.
    lowest: bool,
}

/// Whether an event depends on the one above it: the next one up that is [`When::Always`], so that
/// several can hang on one event.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum When {
    /// It happens whatever becomes of the others.
    Always,
    /// It happens only after the event above it has.
    After,
    /// It happens only when the event above it was cancelled.
    IfCancelled,
}

/// Names an event by its place, counted from the bottom.
///
/// It is good for as long as the event is on the stack and nothing is put beneath it. An event that
/// is still to be put in order, or that hangs on another, has no lasting name before that is settled.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(transparent)]
pub struct Id(u8);

/// What the stack wants done next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step<E> {
    /// Nothing waits.
    Idle,
    /// Several events of one player are next and nobody has said in which order: that player picks
    /// one of so many (two at the least), see [`Stack::pick`].
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
        Self { frames: ArrayVec::new(), taken: 0 }
    }
}

impl<E: Copy, const DEPTH: usize> Stack<E, DEPTH> {
    /// So many events may happen or be dropped before the stack is empty again.
    pub const MOST_TAKEN: u16 = 10_000;

    /// What to do next.
    #[inline]
    pub fn next(&self) -> Step<E> {
        let Some(top) = self.frames.last() else { return Step::Idle };
        let id = self.top_id();
        if top.cancelled {
            return Step::Drop(id, top.event);
        }
        if let Some(owner) = top.unordered {
            // When all the others were cancelled there is nothing to ask.
            let count = self.alive();
            if count > 1 {
                return Step::Order(owner, count);
            }
        }
        if top.fired { Step::Resolve(id, top.event) } else { Step::Fire(id, top.event) }
    }

    /// What lies on top, whatever is to be done with it.
    #[inline]
    pub fn top(&self) -> Option<&Frame<E>> {
        self.frames.last()
    }

    /// As [`Stack::top`], to change what it is before it happens: so many cards to draw, one less.
    #[inline]
    pub fn top_mut(&mut self) -> Option<&mut E> {
        self.frames.last_mut().map(|frame| &mut frame.event)
    }

    /// Puts an event on top. Whatever it covers is fired again when it is uncovered.
    #[inline]
    pub fn push(&mut self, event: E) -> Result<Id, Overflow> {
        self.cover(1)?;
        Ok(self.put(Frame::new(event, When::Always)))
    }

    /// Puts an event on top that nothing can answer, so there is no need to fire it. Where it is
    /// covered all the same, it is fired like any other when it is uncovered.
    #[inline]
    pub fn push_fired(&mut self, event: E) -> Result<Id, Overflow> {
        self.cover(1)?;
        Ok(self.put(Frame { fired: true, ..Frame::new(event, When::Always) }))
    }

    /// Puts an event on top with what follows it, always or depending on what becomes of it. The
    /// name is that of the event on top.
    pub fn push_with(&mut self, event: E, when: When, then: E) -> Result<Id, Overflow> {
        self.cover(2)?;
        self.put(Frame::new(then, when));
        Ok(self.put(Frame::new(event, When::Always)))
    }

    /// Hangs an event on the one on top, which is being fired: it follows if that really happens, or
    /// if it is cancelled. Of several the first hung is the first to happen.
    ///
    /// The one on top is not interrupted, but it moves up; its new [`Id`] is returned. An event that
    /// is fired again is shown again, so hang what follows where nobody answers, right before
    /// [`Stack::pass`], and it hangs there once. On an empty stack there is nothing to wait for: the
    /// event is pushed.
    pub fn then(&mut self, when: When, event: E) -> Result<Id, Overflow> {
        debug_assert!(!matches!(self.next(), Step::Order(..)), "nothing is fired before its order");
        let Some(top) = self.frames.len().checked_sub(1) else { return self.push(event) };
        self.fits(1)?;
        let hang = |frame: &&Frame<E>| frame.when != When::Always;
        let hanging = self.frames[..top].iter().rev().take_while(hang).count();
        // Beneath the others: an event that always happens must not come between them and the top.
        self.frames.insert(top - hanging, Frame::new(event, when));
        Ok(self.top_id())
    }

    /// Puts events that happen at the same time on the stack. They are given in priority order: the
    /// first happens first. Neighbours of one player are put in order by that player.
    pub fn push_together(&mut self, events: &[(Seat, E)]) -> Result<(), Overflow> {
        if events.is_empty() {
            return Ok(());
        }
        self.cover(events.len())?;
        for (place, (owner, event)) in events.iter().enumerate().rev() {
            let same = |other: Option<&(Seat, E)>| other.is_some_and(|(other, _)| other == owner);
            let above = same(place.checked_sub(1).and_then(|above| events.get(above)));
            let beneath = same(events.get(place + 1));
            let unordered = (above || beneath).then_some(*owner);
            let frame = Frame::new(*event, When::Always);
            self.put(Frame { unordered, lowest: above && !beneath, ..frame });
        }
        Ok(())
    }

    /// Settles which of several events of one player happens next, counted from 0 as in
    /// [`Stack::unordered`].
    ///
    /// `false` when there is no choice of that number; then nothing changes.
    pub fn pick(&mut self, number: usize) -> bool {
        let run = self.run();
        let mut alive = run.clone().rev().filter(|&place| !self.frames[place].cancelled);
        let (Step::Order(_, count), Some(picked)) = (self.next(), alive.nth(number)) else {
            return false;
        };
        self.frames[picked].unordered = None;
        self.frames[picked].lowest = false;
        self.frames[picked..].rotate_left(1);
        let rest = run.start..run.end - 1;
        if count > 2 {
            self.frames[rest.start].lowest = true;
        } else {
            // The last of them has its place, too.
            for frame in &mut self.frames[rest] {
                frame.unordered = None;
                frame.lowest = false;
            }
        }
        true
    }

    /// What there is to [`pick`](Stack::pick) from: the events of one player that are next and want
    /// an order, from the top. Those that were cancelled meanwhile are not among them.
    pub fn unordered(&self) -> impl Iterator<Item = E> {
        let asked = matches!(self.next(), Step::Order(..));
        let run = self.frames[self.run()].iter().rev();
        run.filter(move |frame| asked && !frame.cancelled).map(|frame| frame.event)
    }

    /// Nobody answers the event that is being fired: it happens next. Where nothing is fired this
    /// does nothing.
    #[inline]
    pub fn pass(&mut self) {
        if let Step::Fire(..) = self.next()
            && let Some(top) = self.frames.last_mut()
        {
            top.fired = true;
        }
    }

    /// Takes the event off the top, to be done or, when it was cancelled, not. What hung on it stays
    /// or goes accordingly. Do what the event says afterwards: what it puts on the stack comes
    /// before what hung on it.
    #[inline]
    pub fn take(&mut self) -> Option<Frame<E>> {
        let taken = *self.frames.last()?;
        self.finish();
        Some(taken)
    }

    /// As [`Stack::take`], where [`Stack::next`] has told already what it is.
    #[inline]
    pub fn finish(&mut self) {
        let Some(Frame { cancelled, .. }) = self.frames.pop() else { return };
        // Nothing hangs on most events.
        if self.frames.last().is_some_and(|frame| frame.when != When::Always) {
            self.settle(if cancelled { When::After } else { When::IfCancelled });
        }
        // Once there are too many nothing more is taken on, so the count ends with what is there.
        self.taken = if self.frames.is_empty() { 0 } else { self.taken.saturating_add(1) };
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
        self.taken = 0;
    }

    /// Makes sure that so many fit, and has whatever they cover fired again. Nothing changes when
    /// they do not fit.
    #[inline]
    fn cover(&mut self, count: usize) -> Result<(), Overflow> {
        self.fits(count)?;
        if let Some(covered) = self.frames.last_mut() {
            covered.fired = false;
        }
        Ok(())
    }

    #[inline]
    fn fits(&self, count: usize) -> Result<(), Overflow> {
        if self.taken >= Self::MOST_TAKEN {
            return Err(Overflow::Endless(Self::MOST_TAKEN));
        }
        if count <= self.room() { Ok(()) } else { Err(Overflow::TooDeep(DEPTH)) }
    }

    #[inline]
    fn put(&mut self, frame: Frame<E>) -> Id {
        self.frames.push(frame);
        self.top_id()
    }

    #[inline]
    fn top_id(&self) -> Id {
        const { assert!(DEPTH <= 256, "an Id is a byte") };
        Id((self.frames.len() - 1) as u8)
    }

    /// What hung on the event just taken stands by itself now, or is lost with it.
    fn settle(&mut self, lost: When) {
        let mut place = self.frames.len();
        while place > 0 && self.frames[place - 1].when != When::Always {
            place -= 1;
            if self.frames[place].when == lost {
                self.frames.remove(place);
            } else {
                self.frames[place].when = When::Always;
            }
        }
    }

    /// The places on top that one player puts in order, cancelled events included.
    fn run(&self) -> Range<usize> {
        let end = self.frames.len();
        let Some(owner) = self.frames.last().and_then(|top| top.unordered) else { return end..end };
        let mut first = end - 1;
        while !self.frames[first].lowest
            && first > 0
            && self.frames[first - 1].unordered == Some(owner)
        {
            first -= 1;
        }
        first..end
    }

    /// How many of them are still to happen.
    fn alive(&self) -> usize {
        self.frames[self.run()].iter().filter(|frame| !frame.cancelled).count()
    }
}

impl<E> Frame<E> {
    const fn new(event: E, when: When) -> Self {
        Self { event, fired: false, cancelled: false, when, unordered: None, lowest: false }
    }
}

#[cfg(test)]
mod tests;
