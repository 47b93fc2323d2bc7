//! How a round ends, and the game with it.

use parlor_engine::{PerSeat, Seat, Seats, Viewers, Witness};

use crate::card::Card;
use crate::catalogue::{ADDS, SPIES};
use crate::deck::{Starts, Ties};
use crate::notice::{Notice, Win};
use crate::rules::Rules;
use crate::state::{End, State};

impl Rules {
    /// The round is over: by a card that wins it, with one player left, or by the highest card.
    pub(crate) fn end_round(
        &self,
        state: &mut State,
        by_card: Option<(Seat, Card)>,
        witness: &mut impl Witness<Notice>,
    ) {
        let (winners, how) = match by_card {
            Some((seat, card)) => (Seats::one(seat), Win::Card(card)),
            None if !state.table.alive.are_several() => (state.table.alive, Win::LastIn),
            None => self.showdown(state, witness),
        };
        let sane_or_not =
            |seat: &Seat| self.deck.insane_tokens.is_some() && state.table.is_insane(*seat);
        let insane: Seats = winners.iter().filter(sane_or_not).collect();
        for seat in winners.iter() {
            let player = state.table.player_mut(seat);
            if insane.contains(seat) {
                player.insane_tokens += 1;
            } else {
                player.tokens += 1;
            }
        }
        witness.say(Viewers::ALL, || Notice::Won { seats: winners, insane, how });
        if !state.table.bets.is_empty() {
            Self::pay_bets(state, winners, witness);
        }
        if !self.kinds.and(SPIES).is_empty() {
            Self::pay_spy(state, witness);
        }
        self.begin_next(state, winners, witness);
    }

    /// Jesters are paid for whom they bet on.
    fn pay_bets(state: &mut State, winners: Seats, witness: &mut impl Witness<Notice>) {
        for bet in state.table.bets.clone() {
            if winners.contains(bet.on) && state.table.present.contains(bet.by) {
                state.table.player_mut(bet.by).tokens += 1;
                witness.say(Viewers::ALL, || Notice::Token { seat: bet.by, card: bet.card });
            }
        }
    }

    /// The only player still in with a Spy in the discards gains a token.
    fn pay_spy(state: &mut State, witness: &mut impl Witness<Notice>) {
        let has_spy = |seat: &Seat| state.table.discards(*seat).any(|card| SPIES.contains(card));
        let spies: Seats = state.table.alive.iter().filter(has_spy).collect();
        if let (Some(seat), false) = (spies.first(), spies.are_several()) {
            state.table.player_mut(seat).tokens += 1;
            witness.say(Viewers::ALL, || Notice::Token { seat, card: Card::Spy });
        }
    }

    fn begin_next(&self, state: &mut State, winners: Seats, witness: &mut impl Witness<Notice>) {
        if state.table.present.iter().any(|seat| self.has_won(state, seat)) {
            Self::end_game(state, End::Tokens, witness);
            return;
        }
        if state.table.round >= self.rounds {
            Self::end_game(state, End::Rounds, witness);
            return;
        }
        let table = &mut state.table;
        if self.deck.starts == Starts::Winner {
            // Of several winners the first in turn order; where nobody won, the next in turn.
            let first = if winners.contains(table.starter) {
                Some(table.starter)
            } else {
                winners.after(table.starter)
            };
            let next = table.present.after(table.starter);
            table.starter = first.or(next).unwrap_or(table.starter);
        }
        self.begin_round(state, witness);
    }

    /// Hands are compared, and the best wins.
    fn showdown(&self, state: &State, witness: &mut impl Witness<Notice>) -> (Seats, Win) {
        let alive = state.table.alive;
        let scores = PerSeat::from_fn(parlor_engine::Game::seats(self), |seat| {
            self.score_of(state, seat).filter(|_| alive.contains(seat))
        });
        witness.say(Viewers::ALL, || Notice::Showdown {
            hands: PerSeat::from_fn(scores.len(), |seat| state.hand(seat).iter().collect()),
            scores: scores.clone(),
        });
        let with = |score: u16| -> Seats {
            alive.iter().filter(|seat| scores[*seat] == Some(score)).collect()
        };
        let Some(best) = scores.iter().filter_map(|(_, score)| *score).max() else {
            return (Seats::NONE, Win::Showdown);
        };
        let first = with(best);
        if !first.are_several() {
            return (first, Win::Showdown);
        }
        let winners = match self.deck.ties {
            Ties::Shared => first,
            Ties::Discards => self.by_discards(state, first),
            Ties::Cancel => {
                let alone = |score: &u16| !with(*score).are_several();
                let best = scores.iter().filter_map(|(_, score)| *score).filter(alone).max();
                best.map_or(Seats::NONE, with)
            }
        };
        (winners, Win::Tiebreak)
    }

    /// Of tied players the one with the higher sum of discards wins; still tied, nobody.
    fn by_discards(&self, state: &State, tied: Seats) -> Seats {
        let sum = |seat: Seat| -> u32 {
            state.table.discards(seat).map(|card| u32::from(self.value(card))).sum()
        };
        let most = tied.iter().map(sum).max();
        let best: Seats = tied.iter().filter(|seat| Some(sum(*seat)) == most).collect();
        if best.are_several() { Seats::NONE } else { best }
    }

    /// What a hand is worth, in halves: the best card, and one more for each card in the discards
    /// that adds. A Bishop is worth half less than a Princess that somebody shows.
    fn score_of(&self, state: &State, seat: Seat) -> Option<u16> {
        let own = self.plain_score(state, seat)?;
        let best = self.best(state, seat)?;
        if best != Card::Bishop {
            return Some(own);
        }
        // Beside another card of the same number it is still a Princess.
        let princess = |other: Seat| {
            let value = |card: Card| self.value(card);
            state.hand(other).kinds().contains(Card::Princess)
                && self.best(state, other).map(value) == Some(value(Card::Princess))
        };
        let shown = state.table.alive.iter().filter(|other| princess(*other));
        let least = shown.filter_map(|other| self.plain_score(state, other)).min();
        Some(least.map_or(own, |least| own.min(least - 1)))
    }

    fn plain_score(&self, state: &State, seat: Seat) -> Option<u16> {
        let best = self.best(state, seat)?;
        let adds = state.table.discards(seat).filter(|card| ADDS.contains(*card)).count() as u16;
        // One above zero, so that half a point less than nothing can be said.
        Some(2 * (u16::from(self.value(best)) + adds) + 1)
    }

    fn best(&self, state: &State, seat: Seat) -> Option<Card> {
        state.hand(seat).iter().map(|print| print.card).max_by_key(|card| self.value(*card))
    }
}
