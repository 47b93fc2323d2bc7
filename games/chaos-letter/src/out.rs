//! How players go out, come back and gain tokens.

use parlor_engine::{Seat, Viewers, Witness};
use parlor_stack::When;

use crate::catalogue::CONSTABLES;
use crate::event::{Cause, DEPTH, Drawing, Event};
use crate::hand::Hearsay;
use crate::notice::{Few, Notice};
use crate::rules::Rules;
use crate::state::{End, State, Step};

impl Rules {
    /// What follows if this player really goes out: a Constable's token, a bounty, coming back.
    pub(crate) fn hang_on(&self, state: &mut State, seat: Seat, cause: Cause) {
        let after = |state: &mut State, event: Event| {
            let hung = state.table.stack.then(When::After, event);
            debug_assert!(hung.is_ok(), "{event:?} does not fit");
        };
        let constable = state.table.discards(seat).find(|card| CONSTABLES.contains(*card));
        if let Some(card) = constable {
            after(state, Event::Token { seat, card });
        }
        if !matches!(cause, Cause::Sanity { .. }) && !state.table.bounties.is_empty() {
            let due = state.table.bounties.clone();
            for bounty in due.iter().filter(|bounty| bounty.on == seat) {
                after(state, Event::Token { seat: bounty.by, card: bounty.card });
            }
            state.table.bounties.retain(|bounty| bounty.on != seat);
        }
        if self.deck.priming && !state.table.acted.contains(seat) {
            after(state, Event::Prime { seat });
        }
    }

    /// A player is out of the round: the hand lies open, without effect.
    pub(crate) fn go_out(
        &self,
        state: &mut State,
        seat: Seat,
        cause: Cause,
        witness: &mut impl Witness<Notice>,
    ) {
        if !state.table.alive.contains(seat) {
            return;
        }
        let cards: Few = state.hand(seat).iter().collect();
        let table = &mut state.table;
        table.alive = table.alive.without(seat);
        table.protected = table.protected.without(seat);
        table.capitalists = table.capitalists.without(seat);
        table.last_out = Some(seat);
        for card in &cards {
            state.lose(self, seat, *card);
            self.to_discards(state, seat, *card);
        }
        witness.say(Viewers::ALL, || Notice::Out { seat, cause, cards });
    }

    /// Priming: who had no turn yet comes back with a new card and one insanity more. What was
    /// discarded before counts for nothing any more.
    pub(crate) fn come_back(state: &mut State, seat: Seat, witness: &mut impl Witness<Notice>) {
        let able = state.table.present.contains(seat) && !state.table.alive.contains(seat);
        if !able || !Self::can_draw(state, Drawing::Instead) {
            return;
        }
        // The Prime is somebody else, and does not go on with what was begun before.
        let begun: arrayvec::ArrayVec<_, DEPTH> = state
            .table
            .stack
            .iter()
            .filter(|(_, frame)| frame.event.is_done_by(seat))
            .map(|(id, _)| id)
            .collect();
        for id in begun {
            Self::cancel(state, id, witness);
        }
        let own = |whose: Option<Seat>| whose == Some(seat);
        for laid in state.table.laid.iter_mut().filter(|laid| own(laid.whose)) {
            laid.past = true;
        }
        state.table.alive = state.table.alive.with(seat);
        let player = state.table.player_mut(seat);
        player.primes += 1;
        player.insanity = player.primes;
        player.hearsay = Hearsay::default();
        let times = player.primes;
        witness.say(Viewers::ALL, || Notice::Primed { seat, times });
        if state.table.mover == seat && state.table.step == Step::Check {
            // The Prime sits right after, so its turn comes next.
            state.table.step = Step::Start;
        }
        Self::push_sure(state, Event::Draw { seat, why: Drawing::Instead });
    }

    /// A token by a card. It may end the game.
    pub(crate) fn gain_token(
        &self,
        state: &mut State,
        seat: Seat,
        card: crate::card::Card,
        witness: &mut impl Witness<Notice>,
    ) {
        if !state.table.present.contains(seat) {
            return;
        }
        state.table.player_mut(seat).tokens += 1;
        witness.say(Viewers::ALL, || Notice::Token { seat, card });
        if self.has_won(state, seat) {
            Self::end_game(state, End::Tokens, witness);
        }
    }

    /// Whether the player has tokens enough.
    pub(crate) fn has_won(&self, state: &State, seat: Seat) -> bool {
        let player = state.table.player(seat);
        player.tokens >= self.tokens
            || self.deck.insane_tokens.is_some_and(|enough| player.insane_tokens >= enough)
    }
}
