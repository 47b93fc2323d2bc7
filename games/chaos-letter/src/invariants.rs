//! What is true of every state.

use parlor_engine::{Game, Seat, Seats};

use crate::card::{Card, LOOKS, Looks, Print};
use crate::deck::Back;
use crate::event::Event;
use crate::hand::Hand;
use crate::rules::Rules;
use crate::state::{State, Step};

impl Rules {
    /// Says what is wrong with a state, if anything is.
    pub(crate) fn check_invariants(&self, state: &State) -> Result<(), String> {
        self.every_card_is_somewhere(state)?;
        let table = &state.table;
        for seat in Seats::first_n(self.seats()).iter() {
            Self::check_hand(state, seat)?;
            self.check_knowledge(state, seat)?;
        }
        if !table.protected.less(table.alive).is_empty() {
            return Err(format!("{:?} are protected and out", table.protected.less(table.alive)));
        }
        if !table.alive.less(table.present).is_empty() {
            return Err(format!("{:?} are in the round and gone", table.alive));
        }
        if table.step == Step::Over && !table.stack.is_empty() {
            return Err("the game is over and the stack is not empty".to_owned());
        }
        Ok(())
    }

    fn every_card_is_somewhere(&self, state: &State) -> Result<(), String> {
        let mut counts = [0u8; LOOKS];
        let mut wrong_mark = None;
        let mut count = |card: Print| {
            counts[card.index()] += 1;
            if self.print_of(card.look()) != Some(card) {
                wrong_mark = Some(card);
            }
        };
        let hidden = &state.hidden;
        state.table.laid.iter().for_each(|laid| count(laid.card));
        hidden.hands.iter().flat_map(Hand::iter).for_each(&mut count);
        hidden.pool.iter().chain(hidden.pot.iter()).for_each(&mut count);
        hidden.bottom.iter().for_each(|sunk| count(sunk.card));
        hidden.aside.into_iter().for_each(&mut count);
        if state.table.brain_case {
            count(Card::BrainCase.into());
        }
        if let Some(card) = wrong_mark {
            return Err(format!("the deck has no {card}"));
        }
        let different =
            |look: &crate::card::Look| counts[look.index()] != self.totals[look.index()];
        match Looks::ALL.iter().find(different) {
            None => Ok(()),
            Some(look) => {
                let (is, should) = (counts[look.index()], self.totals[look.index()]);
                Err(format!("there are {is} of {look:?}, not {should}"))
            }
        }
    }

    /// Between turns everybody who is in holds one card, or two; who is out holds none.
    fn check_hand(state: &State, seat: Seat) -> Result<(), String> {
        let (table, held) = (&state.table, state.hand(seat).len());
        if !table.alive.contains(seat) {
            return if held == 0 { Ok(()) } else { Err(format!("seat {seat} is out with cards")) };
        }
        let drawing = |event: &Event| matches!(event, Event::Draw { .. });
        let settled = table.step == Step::Check || table.step == Step::Draw;
        if settled && table.stack.iter().all(|(_, frame)| drawing(&frame.event)) {
            let most = 1 + usize::from(table.capitalists.contains(seat));
            let lacking = state.deck_size() == 0 && state.hidden.aside.is_none();
            if held > most
                || (held == 0 && table.mover != seat && !lacking && table.player(seat).primes == 0)
            {
                return Err(format!("seat {seat} holds {held} cards between turns"));
            }
        }
        Ok(())
    }

    /// What is known of a hand is true of it.
    fn check_knowledge(&self, state: &State, seat: Seat) -> Result<(), String> {
        let hand = state.hand(seat);
        let hearsay = &state.table.player(seat).hearsay;
        for held in hand.held() {
            if hearsay.not.has(held.card) {
                return Err(format!("seat {seat} holds the {}, and cannot", held.card));
            }
            if held.seen.contains(seat) && !held.seen.all {
                return Err(format!("seat {seat} is noted as knowing its own hand"));
            }
            let watchers = hearsay.watchers(self.back(held.card));
            let unsure = watchers.sure.iter().find(|other| !held.seen.contains(*other));
            if let Some(other) = unsure {
                return Err(format!("seat {other} is to know the hand of seat {seat}"));
            }
            if !held.seen.seats.less(watchers.some()).is_empty() {
                return Err(format!("somebody knows of the hand of seat {seat} unheard"));
            }
        }
        let mut handles: Vec<_> = hand.held().map(|held| held.handle).collect();
        handles.sort_unstable();
        if handles.contains(&0) || handles.windows(2).any(|two| two[0] == two[1]) {
            return Err(format!("the handles of seat {seat} are {handles:?}"));
        }
        for back in Back::ALL {
            let watchers = hearsay.watchers(back);
            if !watchers.unsure.less(watchers.may).is_empty() {
                return Err(format!("seat {seat} is unsure of who knows nothing of its hand"));
            }
            if hand.looks().and(self.with_back(back)).is_empty() && !watchers.some().is_empty() {
                return Err(format!("somebody knows cards that seat {seat} does not hold"));
            }
        }
        let worth = |seat: Seat| state.hand(seat).iter().next().map(|card| self.value(card.card));
        if hearsay.tied.iter().any(|other| worth(other) != worth(seat)) {
            return Err(format!("the hands of {:?} are not worth the same", hearsay.tied));
        }
        Ok(())
    }
}
