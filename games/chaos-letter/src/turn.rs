//! A turn, step by step.
//!
//! A step that a card of the deck can answer is an event on the stack: it is shown to all, may be
//! answered, and happens when nobody answers any more. A step that no card of the deck can answer
//! happens at once.

use parlor_engine::{Seat, Viewers, Witness};
use parlor_stack::{Id, When};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::deck::Ends;
use crate::event::{Drawing, Event};
use crate::notice::Notice;
use crate::rules::Rules;
use crate::state::{State, Step};

/// A step of a turn that a card can answer.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// The turn is about to start.
    TurnStart,
    /// The turn has started, and protection is about to end.
    EndOfProtection,
    /// The card of the turn is about to be drawn.
    AboutToDraw,
    /// The turn is about to end.
    TurnEnd,
}

/// How many steps can be answered.
pub(crate) const STAGES: usize = 4;

impl Rules {
    /// With nothing on the stack the turn goes a step further; `false` when it waits for a card to be
    /// drawn or played, or the game is over.
    #[inline]
    pub(crate) fn next_step(&self, state: &mut State, witness: &mut impl Witness<Notice>) -> bool {
        let mover = state.table.mover;
        let alive = state.table.alive.contains(mover);
        match state.table.step {
            Step::Over => return false,
            _ if !state.table.alive.are_several() => self.end_round(state, None, witness),
            Step::Draw if alive => return false,
            Step::Play if alive && !state.hand(mover).is_empty() => return false,
            Step::Setup | Step::Start => {
                if !alive {
                    Self::pass_on(state);
                }
                self.begin_turn(state, witness);
            }
            Step::Check if alive => self.come_to_draw(state, witness),
            _ if alive && self.is_answerable(Stage::TurnEnd) => {
                state.table.step = Step::End;
                Self::push(state, Event::Turn { stage: Stage::TurnEnd, seat: mover });
            }
            Step::Check | Step::Draw | Step::Play | Step::End => {
                if self.end_turn(state, mover, witness) {
                    self.begin_turn(state, witness);
                }
            }
        }
        // Most often the next card is drawn now.
        state.table.step != Step::Draw || !state.table.stack.is_empty()
    }

    /// Whether the deck has a card that can answer this step.
    #[inline]
    const fn is_answerable(&self, stage: Stage) -> bool {
        !self.at_stage[stage as usize].is_empty()
    }

    // ---- the start ----

    /// Whoever has the turn begins it, and goes on to the draw where there is no sanity to check.
    fn begin_turn(&self, state: &mut State, witness: &mut impl Witness<Notice>) {
        let mover = state.table.mover;
        // The end of protection follows the start of the turn, and lies under it on the stack.
        let protected = state.table.protected.contains(mover);
        if self.is_answerable(Stage::TurnStart)
            || (protected && self.is_answerable(Stage::EndOfProtection))
        {
            state.table.step = Step::Start;
            Self::push(state, Event::Turn { stage: Stage::TurnStart, seat: mover });
            return;
        }
        Self::start_turn(state, mover, witness);
        Self::end_protection(state, mover, witness);
        Self::check_all(state, mover);
        if state.table.stack.is_empty() {
            self.come_to_draw(state, witness);
        }
    }

    fn start_turn(state: &mut State, mover: Seat, witness: &mut impl Witness<Notice>) {
        witness.say(Viewers::ALL, || Notice::Turn { seat: mover });
        state.table.step = Step::Check;
    }

    fn end_protection(state: &mut State, mover: Seat, witness: &mut impl Witness<Notice>) {
        if state.table.protected.contains(mover) {
            state.table.protected = state.table.protected.without(mover);
            witness.say(Viewers::ALL, || Notice::Unprotected { seat: mover });
        }
    }

    /// The insane check their sanity, as often as they are insane by now.
    pub(crate) fn check_all(state: &mut State, mover: Seat) {
        let left = state.table.player(mover).insanity;
        if left > 0 {
            Self::push_sure(state, Event::Check { seat: mover, left });
        }
    }

    /// What follows if the turn really starts: protection ends, and sanity is checked.
    pub(crate) fn hang_on_start(state: &mut State, seat: Seat) {
        let protected = state.table.protected.contains(seat);
        let end = Event::Turn { stage: Stage::EndOfProtection, seat };
        for event in protected.then_some(end).into_iter().chain([Event::Sanity { seat }]) {
            let hung = state.table.stack.then(When::After, event);
            debug_assert!(hung.is_ok(), "a turn starts with an empty stack");
        }
    }

    // ---- the draw ----

    fn come_to_draw(&self, state: &mut State, witness: &mut impl Witness<Notice>) {
        if self.is_answerable(Stage::AboutToDraw) {
            let seat = state.table.mover;
            Self::push(state, Event::Turn { stage: Stage::AboutToDraw, seat });
        } else {
            self.draw_for_turn(state, witness);
        }
    }

    /// A card is to be drawn. Where there is none the round is over, at once or with this turn.
    fn draw_for_turn(&self, state: &mut State, witness: &mut impl Witness<Notice>) {
        if state.deck_size() > 0 {
            state.table.step = Step::Draw;
        } else if self.deck.ends == Ends::NoDraw {
            self.end_round(state, None, witness);
        } else {
            state.table.step = Step::End;
        }
    }

    // ---- the end ----

    /// Bounties run out, and the turn goes on to the next; `false` when the round is over.
    fn end_turn(&self, state: &mut State, mover: Seat, witness: &mut impl Witness<Notice>) -> bool {
        for bounty in &mut state.table.bounties {
            if bounty.by == mover {
                bounty.turns = bounty.turns.saturating_sub(1);
            }
        }
        state.table.bounties.retain(|bounty| bounty.turns > 0);
        let over = self.deck.ends == Ends::TurnEnd && state.deck_size() == 0;
        if over {
            self.end_round(state, None, witness);
        } else {
            Self::pass_on(state);
        }
        !over
    }

    fn pass_on(state: &mut State) {
        let mover = state.table.mover;
        state.table.mover = state.table.next_alive(mover).unwrap_or(mover);
        state.table.step = Step::Start;
    }

    /// The turn that has just ended is followed by another of the same player.
    pub(crate) fn begin_again(state: &mut State, seat: Seat, witness: &mut impl Witness<Notice>) {
        if state.table.alive.contains(seat) {
            state.table.mover = seat;
            witness.say(Viewers::ALL, || Notice::Again { seat });
        }
    }

    // ---- steps on the stack ----

    /// Nobody answers a step, or nobody can any more: it happens.
    pub(crate) fn take_step(
        &self,
        state: &mut State,
        due: Stage,
        seat: Seat,
        witness: &mut impl Witness<Notice>,
    ) {
        let alive = state.table.alive.contains(seat);
        match due {
            Stage::TurnStart if alive => Self::start_turn(state, seat, witness),
            Stage::TurnStart => Self::pass_on(state),
            Stage::EndOfProtection => Self::end_protection(state, seat, witness),
            Stage::AboutToDraw if alive => self.draw_for_turn(state, witness),
            Stage::AboutToDraw => state.table.step = Step::End,
            Stage::TurnEnd => _ = self.end_turn(state, seat, witness),
        }
    }

    /// A step that was cancelled is left out.
    pub(crate) fn leave_out(state: &mut State, due: Stage) {
        match due {
            Stage::TurnStart | Stage::TurnEnd => Self::pass_on(state),
            Stage::EndOfProtection => {}
            Stage::AboutToDraw => {
                // The card of the turn has come from elsewhere.
                state.table.step = Step::Play;
                state.table.acted = state.table.acted.with(state.table.mover);
            }
        }
    }

    /// A card that answers a step takes effect. The step lies on top of the stack.
    pub(crate) fn answer_step(
        state: &mut State,
        id: Id,
        due: Stage,
        seat: Seat,
        witness: &mut impl Witness<Notice>,
    ) {
        match due {
            Stage::TurnStart | Stage::EndOfProtection => Self::cancel(state, id, witness),
            // The draw in place of the answer may have taken it.
            Stage::AboutToDraw if state.hidden.aside.is_none() => {}
            Stage::AboutToDraw => {
                Self::cancel(state, id, witness);
                Self::push_sure(state, Event::Draw { seat, why: Drawing::Aside });
            }
            Stage::TurnEnd => {
                let hung = state.table.stack.then(When::After, Event::Again { seat });
                debug_assert!(hung.is_ok(), "there is room for what a card does");
            }
        }
    }
}
