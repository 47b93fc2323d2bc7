//! The response stack: events that can be answered, cancelled, replaced and fired again.
//!
//! It is for games in which *"I play this"* may be met with *"no, you don't"*, and that with *"yes,
//! they do"*. Everything that happens is an event of the game's own type, and waits on a [`Stack`];
//! [`Stack::next`] says what to do with the one on top. All of it is plain data that lives in the
//! game's state: the stack calls nothing and knows no rules, the game asks it and acts.
//!
//! # The life of an event
//!
//! 1. **Push.** [`Stack::push`] puts it on top of whatever waits, and gives it an [`Id`].
//! 2. **Fire.** [`Step::Fire`]: the game shows it to whatever can see it.
//! 3. **Answer.** An answer is a push. It covers the event, and comes first.
//! 4. **Fire again.** Once the answer is off the stack the event is on top and is fired again, so that
//!    everybody gets another chance. When nobody answers, [`Stack::pass`].
//! 5. **Resolve.** [`Step::Resolve`]: [`Stack::take`] it, then do what it says; that may push more.
//! 6. **Or drop.** Somebody may have [cancelled](Stack::cancel) it by its [`Id`]. It is not fired
//!    again: [`Step::Drop`], take it and do nothing.
//!
//! What must answer (a card that always does) and what may (a player who is asked) is all the same
//! to the stack. Only make sure that an event that is fired again does not get the same answer again:
//! the card is spent, or the event itself remembers ([`Stack::get_mut`]).
//!
//! # Before, after, if cancelled
//!
//! - **Before** an event comes whatever is pushed when it is fired. It may cancel it.
//! - **After** it comes what hangs on it with [`When::After`], if it really happened.
//! - **If cancelled** comes what hangs on it with [`When::IfCancelled`] otherwise.
//!
//! [`Stack::push_with`] pushes an event with something hanging on it. [`Stack::then`] hangs something
//! on an event that is being fired, without interrupting it: do that right before [`Stack::pass`],
//! or it hangs there once for each time the event is fired.
//!
//! # At the same time
//!
//! [`Stack::push_together`] takes events that happen at once, in the order of the players they belong
//! to. Several of one player in a row are put in order by that player: [`Step::Order`] names whom to
//! ask, [`Stack::unordered`] lists what there is, [`Stack::pick`] takes the answer.
//!
//! Which player comes first is a policy: [`Order`]. [`Round`] is once round the table, and
//! [`Order::led_by`] lets some go before the others: the targets, then everybody in turn.
//!
//! # Asking under seal
//!
//! To ask only those who hold an answer tells everybody that they hold one, and to ask one after the
//! other lets the later ones learn from the earlier. So a [`Window`] asks everybody who could answer
//! *by what is public*, all at once. When all have said something or nothing, the first answer in
//! priority order counts. The others are void: nobody sees them, and they are asked for again when
//! the event is fired again. Views and `imagine` get [`Window::seen_by`].
//!
//! A void answer is a hidden move, and to the odds of `imagine` each hidden move counts: a hand that
//! could have answered in three ways is three times as likely behind a void answer as one that could
//! only say no. Where any card can answer, that is the same for all hands; where only some can, an
//! exact view remembers who gave a void answer and when.
//!
//! # Asking in turn
//!
//! Where the order is to be seen, [`InTurn`] asks the same seats one after the other: an answer ends
//! it, and a pass is public. It asks those who hold nothing, too, so that asking tells nothing; a pass
//! tells no more than that there was no answer.
//!
//! # Limits
//!
//! A push that does not fit is [`Overflow::TooDeep`], and one after [`Stack::MOST_TAKEN`] events that
//! happened or were dropped without the stack ever being empty is [`Overflow::Endless`].
//! Either way nothing changes. A game whose cards run out chooses a `DEPTH` it cannot reach, and
//! treats the error as the bug it is; any other looks at [`Stack::room`] before it offers an answer.
//!
//! # An example
//!
//! Ann plays a card, Bob counters it, Ann counters the counter. Her card is fired again, nobody minds
//! it any more, and it happens.
//!
//! ```
//! use parlor_engine::{Seat, Seats};
//! use parlor_stack::{Id, Order, Overflow, Round, Stack, Step, When, Window};
//!
//! #[derive(Clone, Copy, PartialEq, Debug)]
//! enum Event {
//!     Play(Seat),        // may be countered; worth a point
//!     Counter(Seat, Id), // cancels the event of that name; may be countered, too
//!     Point(Seat),
//!     Sorry(Seat),       // if a card was cancelled
//! }
//!
//! #[derive(Default)]
//! struct State {
//!     stack: Stack<Event, 16>,
//!     window: Option<Window<&'static str>>, // a game's answer would be a card
//!     story: Vec<Event>,
//! }
//!
//! /// Runs the stack until somebody is asked something.
//! fn run(state: &mut State) -> Result<(), Overflow> {
//!     loop {
//!         match state.stack.next() {
//!             Step::Idle | Step::Order(..) => return Ok(()),
//!             Step::Fire(_, Event::Play(by) | Event::Counter(by, _)) => {
//!                 // Everybody else is asked, whatever they hold.
//!                 state.window = Some(Window::open(Seats::first_n(3).without(by)));
//!                 return Ok(());
//!             }
//!             Step::Fire(..) => state.stack.pass(), // nothing answers these
//!             Step::Drop(..) => _ = state.stack.take(),
//!             Step::Resolve(_, event) => {
//!                 state.stack.take();
//!                 state.story.push(event);
//!                 match event {
//!                     Event::Play(by) => _ = state.stack.push(Event::Point(by))?,
//!                     Event::Counter(_, what) => _ = state.stack.cancel(what),
//!                     Event::Point(_) | Event::Sorry(_) => {}
//!                 }
//!             }
//!         }
//!     }
//! }
//!
//! /// A seat says what it answers, or nothing; the last to do so opens the envelopes.
//! fn answer(state: &mut State, seat: Seat, card: Option<&'static str>) -> Result<(), Overflow> {
//!     let (Some(window), Step::Fire(id, event)) = (&mut state.window, state.stack.next()) else {
//!         return Ok(()); // nobody was asked; a game refuses the move
//!     };
//!     window.seal(seat, card);
//!     if !window.owing().is_empty() {
//!         return Ok(());
//!     }
//!     let (Event::Play(by) | Event::Counter(by, _) | Event::Point(by) | Event::Sorry(by)) = event;
//!     let order = Round { from: by, upwards: true, seats: 3 };
//!     let first = window.first(&order).map(|(seat, _)| seat);
//!     state.window = None; // what else was answered is void
//!     match first {
//!         Some(seat) => _ = state.stack.push(Event::Counter(seat, id))?,
//!         None => state.stack.pass(),
//!     }
//!     run(state)
//! }
//!
//! let [ann, bob, cid] = [0, 1, 2].map(Seat::at);
//! let mut state = State::default();
//! let play = state.stack.push_with(Event::Play(ann), When::IfCancelled, Event::Sorry(ann))?;
//! run(&mut state)?;
//!
//! // Bob and Cid both want to counter. Bob comes first; Cid's answer is void.
//! answer(&mut state, cid, Some("nope"))?;
//! answer(&mut state, bob, Some("nope"))?;
//! let Step::Fire(counter, Event::Counter(by, what)) = state.stack.next() else { panic!() };
//! assert_eq!((by, what), (bob, play));
//!
//! // Ann counters that, Cid does not; and nobody counters Ann.
//! answer(&mut state, ann, Some("nope"))?;
//! answer(&mut state, cid, None)?;
//! answer(&mut state, bob, None)?;
//! answer(&mut state, cid, None)?;
//!
//! // Bob's counter was dropped, and Ann's card is fired again: Cid is asked once more.
//! assert_eq!(state.stack.next(), Step::Fire(play, Event::Play(ann)));
//! assert_eq!(state.window.as_ref().map(Window::owing), Some(Seats::first_n(3).without(ann)));
//! answer(&mut state, bob, None)?;
//! answer(&mut state, cid, None)?;
//!
//! // It happened, so there is nothing to be sorry for.
//! assert_eq!(state.story, [Event::Counter(ann, counter), Event::Play(ann), Event::Point(ann)]);
//! assert!(state.stack.is_empty());
//! # Ok::<(), Overflow>(())
//! ```

// Rules count in integers; the other things they may not do stand in games/clippy.toml.
#![deny(clippy::float_arithmetic)]

mod in_turn;
mod priority;
mod stack;
mod window;

pub use in_turn::InTurn;
pub use priority::{Order, Round};
pub use stack::{Frame, Id, Overflow, Stack, Step, When};
pub use window::Window;
