//! What a viewer sees, what comes to light, and imagining the rest.
//!
//! Everybody's cards are known: the starting deck, and every card that was bought, gained or trashed
//! since. Discards lie open. So all that is hidden of a player is which of the cards that are not in
//! sight are in the hand and which in the deck.

use arrayvec::ArrayVec;
use parlor_engine::rand_core::Rng;
use parlor_engine::{Act, ActOf, Applied, Asleep, Face, Game, PerSeat, Seat, Seats, Viewer};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::card::Card;
use crate::cards::{Cards, Kinds};
use crate::deal::Deal;
use crate::moves::Move;
use crate::rules::Rules;
use crate::state::{MAX_PLAYERS, Mat, Phase, State, Task, Todo, Window};

/// What one viewer has the right to know.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
pub struct View {
    /// Whose view it is.
    pub viewer: Viewer,
    /// How far the turn is.
    pub phase: Phase,
    /// Whose turn it is.
    pub mover: Seat,
    /// Actions left to play.
    pub actions: u16,
    /// Buys left.
    pub buys: u16,
    /// Money left to spend.
    pub money: u16,
    /// How much less every card costs this turn.
    pub discount: u8,
    /// The piles of the supply.
    pub supply: Cards,
    /// Which piles there are, the empty ones among them.
    pub piles: Kinds,
    /// Cards out of the game.
    pub trash: Cards,
    /// Who has not left.
    pub present: Seats,
    /// What is to be done before the phase goes on; the last comes first.
    pub todo: Todo,
    /// Whom the open sealed question was put to.
    pub asked: Seats,
    /// What the viewer has answered to it.
    pub answer: Option<Answer>,
    /// What is known of each player's cards.
    pub seats: ArrayVec<Seen, MAX_PLAYERS>,
}

/// What is known of a player's cards.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Seen {
    /// The hand, with what is put aside of it: one's own, and everybody's once the game is over.
    pub hand: Option<Cards>,
    /// How many cards the hand has.
    pub hand_size: u16,
    /// How many cards the deck has.
    pub deck_size: u16,
    /// Hand and deck together.
    pub unseen: Cards,
    /// Cards that are known to be in the hand: one that was shown, and those that were in it when
    /// the deck ran out.
    pub known: Cards,
    /// The discards, and which of them lies on top.
    pub discards: Cards,
    /// The card on top of the discards.
    pub top: Option<Card>,
    /// Played this turn.
    pub played: Cards,
    /// Turns taken.
    pub turns: u16,
}

/// One's own answer to a sealed question that is still open.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Answer {
    /// Whether more is wanted.
    pub owing: bool,
    /// Whether it was a yes: to show a card, to discard.
    pub yes: bool,
    /// What was put aside to be discarded.
    pub aside: Cards,
}

impl Seen {
    /// Every card this player owns.
    pub fn collection(&self) -> Cards {
        self.unseen.and(&self.discards).and(&self.played)
    }

    /// What is in the deck, where the hand is known. Its order nobody knows.
    pub fn deck(&self) -> Option<Cards> {
        self.hand.map(|hand| self.unseen.less(&hand))
    }

    #[inline]
    fn of(mat: &Mat, aside: &Cards, open: bool) -> Self {
        // What is put aside counts as held until the envelopes are opened.
        let held = mat.hand.and(aside);
        Self {
            hand: open.then_some(held),
            hand_size: held.len(),
            deck_size: mat.deck.len(),
            unseen: held.and(&mat.deck),
            known: mat.known,
            discards: mat.discards,
            top: mat.top,
            played: mat.played,
            turns: mat.turns,
        }
    }
}

impl View {
    pub(crate) fn of(state: &State, viewer: Viewer, seats: usize) -> Self {
        let over = state.phase == Phase::Over;
        let answer = viewer.seat().filter(|seat| state.window.asked.contains(*seat));
        let answer = answer.map(|seat| Answer {
            owing: state.window.owing.contains(seat),
            yes: state.window.yes.contains(seat),
            aside: state.window.aside[seat.index()],
        });
        let mut view = Self {
            viewer,
            phase: state.shown_phase(),
            mover: state.mover,
            actions: state.actions,
            buys: state.buys,
            money: state.money,
            discount: state.discount,
            supply: state.supply,
            piles: state.piles,
            trash: state.trash,
            present: state.present,
            todo: state.todo.clone(),
            asked: state.window.asked,
            answer,
            seats: ArrayVec::new(),
        };
        // Pushed one by one into their place: views are built before every decision.
        for (index, mat) in state.mats[..seats].iter().enumerate() {
            let open = over || viewer == Viewer::Seat(Seat::at(index));
            view.seats.push(Seen::of(mat, &state.window.aside[index], open));
        }
        view
    }

    /// What is known of the viewer's own cards; `None` for a spectator.
    pub fn own(&self) -> Option<&Seen> {
        self.viewer.seat().and_then(|seat| self.seats.get(seat.index()))
    }

    /// The viewer's own hand without what is put aside of it; `None` for a spectator.
    pub fn hand(&self) -> Option<Cards> {
        let aside = self.answer.map_or(Cards::NONE, |answer| answer.aside);
        self.own()?.hand.map(|hand| hand.less(&aside))
    }

    /// Deals each hand that is not known from what its owner has out of sight, each card as likely
    /// as another. Nobody else has answered an open question yet.
    pub(crate) fn imagine<R: Rng + ?Sized>(&self, rng: &mut R) -> State {
        let mut mats = [Mat::default(); MAX_PLAYERS];
        for (mat, seen) in mats.iter_mut().zip(&self.seats) {
            let hand = seen.hand.unwrap_or_else(|| {
                // A view may come from anywhere: what does not add up is not dealt.
                let mut others = seen.unseen.except(&seen.known);
                let left = seen.hand_size.saturating_sub(seen.known.len());
                others.draw(left, rng).and(&seen.known)
            });
            *mat = Mat {
                hand,
                deck: seen.unseen.except(&hand),
                discards: seen.discards,
                top: seen.top,
                played: seen.played,
                known: seen.known,
                turns: seen.turns,
            };
        }
        let mut window =
            if self.asked.is_empty() { Window::CLOSED } else { Window::ask(self.asked) };
        if let (Some(answer), Some(seat)) = (self.answer, self.viewer.seat()) {
            if !answer.owing {
                window.owing = window.owing.without(seat);
            }
            if answer.yes {
                window.yes = window.yes.with(seat);
            }
            let mat = &mut mats[seat.index()];
            mat.hand = mat.hand.except(&answer.aside);
            window.aside[seat.index()] = answer.aside;
        }
        State {
            supply: self.supply,
            piles: self.piles,
            trash: self.trash,
            mats,
            present: self.present,
            mover: self.mover,
            phase: if self.phase == Phase::Gain { Phase::Action } else { self.phase },
            actions: self.actions,
            buys: self.buys,
            money: self.money,
            discount: self.discount,
            todo: self.todo.clone(),
            window,
        }
    }
}

/// What comes to light by an act, beside the act itself.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Secret {
    /// What was left of a hand when its turn ended.
    put_away: Option<Cards>,
    /// The answers to a sealed question, when the last is in.
    answers: Option<Answers>,
    /// Every hand, when the game is over.
    hands: Option<PerSeat<Cards>>,
}

/// The answers to a sealed question: who said yes, and what each put aside.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
struct Answers {
    yes: Seats,
    aside: [Cards; MAX_PLAYERS],
}

impl Rules {
    /// A drawn card is seen by whoever draws it; a sealed answer by whoever gives it, until the
    /// last one opens them all.
    pub(crate) fn side_up(&self, state: &State, act: ActOf<Self>, viewer: Viewer) -> Face {
        let is_hidden = match act {
            Act::Chance(Deal::Draw(_)) => viewer.seat() != drawer(state),
            Act::Move(seat, _) if is_sealed(state) => {
                viewer.seat() != Some(seat) && self.opened_by(state, act).is_none()
            }
            _ => false,
        };
        Face::down_if(is_hidden)
    }

    /// What is left of a hand is seen when it is put away, the answers to a sealed question when the last
    /// is in, and everything once the game is over.
    pub(crate) fn comes_to_light(&self, step: &Applied<'_, Self>) -> Option<Secret> {
        let Applied { before, act, after, .. } = *step;
        let mover = before.mover;
        let ended = after.mat(mover).turns > before.mat(mover).turns;
        let opened = self.opened_by(before, *act);
        let secret = Secret {
            put_away: ended.then_some(before.mat(mover).hand),
            answers: opened.map(|Window { yes, aside, .. }| Answers { yes, aside }),
            hands: (after.phase == Phase::Over)
                .then(|| PerSeat::from_fn(self.seats(), |seat| after.mat(seat).hand)),
        };
        (secret != Secret::default()).then_some(secret)
    }

    /// The answers to a sealed question, if this act brings in the last that was missing. When the
    /// attacker leaves, or the last of the others, they are never opened.
    fn opened_by(&self, state: &State, act: ActOf<Self>) -> Option<Window> {
        if !is_sealed(state) {
            return None;
        }
        let mut then = state.clone();
        match act {
            Act::Move(seat, answer) => self.seal(&mut then, seat, answer, &mut Asleep),
            Act::Leave(seat) if seat != state.mover && state.present.len() > 2 => {
                Self::leave_window(&mut then, seat);
            }
            _ => return None,
        }
        Some(then.window).filter(|window| window.owing.is_empty())
    }

    /// Of two Bitcoins either can be played: two ways. One that is known of goes before the others.
    pub(crate) fn ways(state: &State, seat: Seat, played: Move) -> u64 {
        let (Move::Play(card) | Move::Discard(card) | Move::Trash(card) | Move::Show(card)) =
            played
        else {
            return 1;
        };
        let aside = &state.window.aside[seat.index()];
        let known = state.mat(seat).known.count(card) > aside.count(card);
        if known { 1 } else { state.mat(seat).hand.count(card).into() }
    }
}

fn is_sealed(state: &State) -> bool {
    state.todo.last().is_some_and(|task| task.is_sealed())
}

fn drawer(state: &State) -> Option<Seat> {
    match state.todo.last() {
        Some(Task::Draw { seat, .. }) => Some(*seat),
        _ => None,
    }
}
