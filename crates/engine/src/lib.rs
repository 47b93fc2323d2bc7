//! The contract every game of Parlor implements, and nothing else.
//!
//! A [`Game`] is a set of pure functions over a [`State`](Game::State): who is asked what
//! ([`Turn`]), what they may answer ([`Menu`]), what an [`Act`] does, and what each [`Viewer`] may
//! know of it. Nothing in this crate reads a clock, a file, a thread or a generator of its own;
//! that is why every game can be replayed, proven and imagined.
//!
//! # A complete game
//!
//! Nim with one heap: take one to three, whoever takes the last wins.
//!
//! ```
//! use parlor_engine::{rand_core::Rng, *};
//! use schemars::JsonSchema;
//! use serde::{Deserialize, Serialize};
//! use std::ops::RangeInclusive;
//!
//! #[derive(Clone, Debug)] struct Nim { heap: u8 }
//! #[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
//! struct Heap { left: u8, mover: Seat }
//! impl Game for Nim {
//!     type State = Heap; type View = Heap; type Secret = Never; // nothing is hidden
//!     type Move = u8; type Menu = RangeInclusive<u8>; type Chance = NoChance; type Odds = NoChance;
//!     type Question = &'static str; type Notice = (Seat, u8); type Refusal = &'static str;
//!     fn seats(&self) -> usize { 2 }     fn bound(&self) -> u32 { self.heap.into() }
//!     fn start(&self) -> Heap { Heap { left: self.heap, mover: Seat::at(0) } }
//!     fn turn(&self, heap: &Heap) -> Turn<&'static str> {
//!         if heap.left == 0 { Turn::Over } else { Turn::ask(heap.mover, "how many?") }
//!     }
//!     fn menu(&self, heap: &Heap, seat: Seat) -> RangeInclusive<u8> {
//!         1..=if seat == heap.mover { heap.left.min(3) } else { 0 }
//!     }
//!     fn apply<W: Witness<(Seat, u8)>>(&self, heap: &mut Heap, act: &ActOf<Self>, witness: &mut W)
//!         -> Result<(), Refusal<&'static str>> {
//!         self.admit(heap, act)?; // what every game refuses alike
//!         Ok(match *act {
//!             Act::Move(_, n) if n == 0 || n > heap.left.min(3) => Err(Refusal::Rules("one to three"))?,
//!             Act::Move(seat, n) => {
//!                 *heap = Heap { left: heap.left - n, mover: Seat::at(1 - seat.index()) };
//!                 witness.say(Viewers::ALL, || (seat, n));
//!             }
//!             Act::Leave(seat) => *heap = Heap { left: 0, mover: seat },
//!             Act::Chance(_) | Act::Clock => {} // never admitted here
//!         })
//!     }
//!     fn outcome(&self, heap: &Heap) -> Option<Outcome> {
//!         let won = PerSeat::from_fn(2, |seat| i64::from(seat != heap.mover));
//!         (heap.left == 0).then(|| Outcome::by_score(won, "the heap is gone"))
//!     }
//!     fn view(&self, heap: &Heap, _: Viewer) -> Heap { heap.clone() }
//!     fn imagine<R: Rng + ?Sized>(&self, view: &Heap, _: &mut R) -> Heap { view.clone() }
//! }
//!
//! let nim = Nim { heap: 4 };
//! let mut heap = nim.start();
//! let illegal = nim.apply(&mut heap, &"1: 4".parse().unwrap(), &mut Asleep).unwrap_err();
//! assert_eq!(illegal.to_string(), "one to three");
//! for act in ["1: 3", "2: 1"] {
//!     nim.apply(&mut heap, &act.parse().unwrap(), &mut Asleep).unwrap();
//! }
//! let outcome = nim.outcome(&heap).unwrap();
//! assert_eq!(outcome.places.as_slice(), [2, 1]);
//!
//! // Whatever speaks the contract can be played at random, by the million.
//! let (_, acts) = playout(&nim, &mut nim.start(), &mut sample::playout_rng(1));
//! assert!(acts <= nim.bound());
//! ```
//!
//! # Where things are
//!
//! | to … | see |
//! |---|---|
//! | write the rules of a game | [`Game`], [`Menu`], [`Odds`], [`Witness`], [`Refusal`], [`Sight`], [`Countdown`] |
//! | describe it and read its options | [`Rulebook`], [`About`], [`Problems`] |
//! | find games by name | [`Shelf`], [`AnyRulebook`] |
//! | draw it and give it computer players | [`Hosted`], [`Drawing`], [`layout`], [`Player`] |
//! | ask a seat on any thread | [`Prompt`], [`Budget`], [`Stop`] |
//! | add computer players to every game | [`Roster`] |
//! | say what the parts of a move are | [`Phrase`], [`Form`], [`Choices`], [`Shortcut`] |
//! | say what is in the box | [`Catalogue`], [`Item`], [`Effect`] |
//! | play games you do not know | [`AnyTable`], [`AnyPrompt`], [`open`] |
//! | know where the money went | [`ledger`] |
//! | say how a game ended, place by place | [`Outcome`], [`Placed`], [`Count`] |
//! | keep a set of small things in a machine word | [`bit_set!`], [`bits`] |
//! | draw numbers that can be proven later | [`sample`] |

// Rules count in integers; the other things they may not do stand in games/clippy.toml.
#![deny(clippy::float_arithmetic)]

mod act;
mod any_player;
mod any_prompt;
pub mod bits;
mod budget;
mod catalogue;
mod chance;
mod choices;
mod countdown;
mod digest;
mod drawing;
mod fields;
mod form;
mod game;
mod hosted;
mod importance;
pub mod layout;
pub mod ledger;
mod menu;
mod misfit;
mod never;
pub mod options;
mod outcome;
mod phrase;
mod player;
mod playout;
mod prompt;
mod question_kind;
mod ranking;
mod refusal;
mod roster;
mod rulebook;
pub mod sample;
mod schema;
mod seat;
mod shelf;
mod shortcut;
mod sight;
mod table;
mod turn;
mod witness;

pub use act::{Act, AnyAct, NotAnAct};
pub use any_player::AnyPlayer;
pub use any_prompt::AnyPrompt;
pub use budget::{Budget, Stop};
pub use catalogue::{Catalogue, Effect, Item, Section, Set};
pub use chance::{NoChance, NothingToChance, Odds, Stream};
pub use choices::{Amounts, Choice, Choices};
pub use countdown::Countdown;
pub use digest::Digest;
pub use drawing::{Drawing, Fitted, Panel, Weight};
pub use fields::{Fields, read_value};
pub use form::{Form, Slot};
pub use game::{ActOf, Game};
pub use hosted::{Hosted, Names};
pub use importance::Importance;
pub use menu::{Entry, List, Menu};
pub use never::Never;
pub use options::{Problem, Problems};
pub use outcome::Outcome;
pub use phrase::{Kind, Named, Part, Phrase, Text};
pub use player::{Ask, Limited, Nudge, Player, Random};
pub use playout::{chosen_act, playout, playout_with, random_act};
pub use prompt::Prompt;
pub use question_kind::QuestionKind;
/// The generators' crate, so that games name one version of it.
pub use rand_core;
pub use ranking::{Count, Placed};
pub use refusal::{AnyRefusal, COMMON_CODES, Reason, Refusal};
pub use roster::{Basic, Roster};
pub use rulebook::{About, ComputerPlayer, Rulebook, Visitor};
pub use seat::{MAX_SEATS, NotASeat, PerSeat, Seat, Seats, Viewer, Viewers};
pub use shelf::{AnyRulebook, NoTable, Shelf, UnknownGame};
pub use shortcut::Shortcut;
pub use sight::{Applied, Face, Sight, Sights};
pub use table::{
    After, AnyEntry, AnyMenu, AnyNotice, AnyTable, AnyTurn, open, open_with, table_in,
};
pub use turn::Turn;
pub use witness::{Asleep, Awake, Witness};
