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
//! use parlor_engine::*;
//! use serde::{Deserialize, Serialize};
//! use std::ops::RangeInclusive;
//!
//! #[derive(Clone, Debug)]
//! struct Nim { heap: u8 }
//!
//! #[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
//! struct Heap { left: u8, mover: Seat }
//!
//! impl Game for Nim {
//!     type State = Heap;
//!     type Move = u8;
//!     type Chance = NoChance;
//!     type Question = &'static str;
//!     type Menu = RangeInclusive<u8>;
//!     type Odds = NoChance;
//!     type View = Heap; // nothing is hidden: the view is the whole state
//!     type Notice = (Seat, u8);
//!     type Refusal = &'static str;
//!     type Secret = Never;
//!
//!     fn seats(&self) -> usize { 2 }
//!     fn bound(&self) -> u32 { self.heap.into() }
//!     fn start(&self) -> Heap { Heap { left: self.heap, mover: Seat::at(0) } }
//!     fn turn(&self, heap: &Heap) -> Turn<&'static str> {
//!         if heap.left == 0 { Turn::Over } else { Turn::ask(heap.mover, "how many?") }
//!     }
//!     fn menu(&self, heap: &Heap, seat: Seat) -> RangeInclusive<u8> {
//!         1..=if self.turn(heap).asked().contains(seat) { heap.left.min(3) } else { 0 }
//!     }
//!     fn apply<W: Witness<(Seat, u8)>>(&self, heap: &mut Heap, act: &ActOf<Self>, witness: &mut W)
//!         -> Result<(), Refusal<&'static str>> {
//!         if heap.left == 0 { return Err(Refusal::Over) }
//!         match *act {
//!             Act::Move(seat, _) if seat != heap.mover => Err(Refusal::NotAsked(seat)),
//!             Act::Move(_, n) if n == 0 => Err(Refusal::Rules("take at least one")),
//!             Act::Move(_, n) if n > heap.left.min(3) => Err(Refusal::Rules("that is too many")),
//!             Act::Move(seat, n) => {
//!                 *heap = Heap { left: heap.left - n, mover: Seat::at(1 - seat.index()) };
//!                 witness.say(Viewers::ALL, || (seat, n));
//!                 Ok(())
//!             }
//!             Act::Leave(seat) if seat.index() > 1 => Err(Refusal::NoSuchSeat(seat)),
//!             Act::Leave(seat) => Ok(*heap = Heap { left: 0, mover: seat }),
//!             Act::Chance(_) => Err(Refusal::NoChanceDue),
//!             Act::Clock => Err(Refusal::NoClock),
//!         }
//!     }
//!     fn outcome(&self, heap: &Heap) -> Option<Outcome> {
//!         let won = PerSeat::from_fn(2, |seat| i64::from(seat != heap.mover));
//!         (heap.left == 0).then(|| Outcome::by_score(won, "the heap is gone"))
//!     }
//!     fn view(&self, heap: &Heap, _: Viewer) -> Heap { heap.clone() }
//!     fn imagine<R: rand_core::Rng + ?Sized>(&self, view: &Heap, _: &mut R) -> Heap { view.clone() }
//! }
//!
//! let nim = Nim { heap: 4 };
//! let mut heap = nim.start();
//! let illegal = nim.apply(&mut heap, &"1: 4".parse().unwrap(), &mut Asleep).unwrap_err();
//! assert_eq!(illegal.to_string(), "that is too many");
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
//! | write the rules of a game | [`Game`], [`Menu`], [`Odds`], [`Witness`], [`Refusal`], [`Sight`] |
//! | describe it and read its options | [`Rulebook`], [`About`], [`Problems`] |
//! | draw it and give it computer players | [`Hosted`], [`Player`] |
//! | play games you do not know | [`AnyTable`], [`open`] |
//! | draw numbers that can be proven later | [`sample`] |

// Rules count in integers; the other things they may not do stand in games/clippy.toml.
#![deny(clippy::float_arithmetic)]

mod act;
mod chance;
mod digest;
mod game;
mod hosted;
mod menu;
mod never;
pub mod options;
mod outcome;
mod player;
mod playout;
mod refusal;
mod rulebook;
pub mod sample;
mod seat;
mod sight;
mod table;
mod turn;
mod witness;

pub use act::{Act, AnyAct, NotAnAct};
pub use chance::{NoChance, NothingToChance, Odds, Stream};
pub use digest::Digest;
pub use game::{ActOf, Game};
pub use hosted::{Hosted, Names};
pub use menu::{Entry, List, Menu};
pub use never::Never;
pub use options::{Problem, Problems};
pub use outcome::Outcome;
pub use player::{Ask, Budget, Player, Random};
pub use playout::{playout, random_act};
/// The generators' crate, so that games name one version of it.
pub use rand_core;
pub use refusal::Refusal;
pub use rulebook::{About, Character, Rulebook, Visitor};
pub use seat::{MAX_SEATS, NotASeat, PerSeat, Seat, Seats, Viewer, Viewers};
pub use sight::{Face, Sight};
pub use table::{AnyEntry, AnyMenu, AnyNotice, AnyPlayer, AnyRefusal, AnyTable, AnyTurn, open};
pub use turn::Turn;
pub use witness::{Asleep, Awake, Witness};
