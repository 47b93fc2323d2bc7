//! What the cards do once nobody answers any more.

use parlor_engine::{Seat, Seats, Viewers, Witness};

use crate::card::{Card, Kinds, Print};
use crate::cards::Cards;
use crate::catalogue::{ASSASSINS, CRIME_BOSSES, Effect};
use crate::deck::Back;
use crate::event::{Cause, Drawing, Event, Play};
use crate::hand::Knowers;
use crate::notice::Notice;
use crate::question::LOW;
use crate::rules::Rules;
use crate::state::{Bet, Bounty, End, Laid, State};

/// Insane cards that must lie there before Cthulhu comes.
pub(crate) const CALL: usize = 2;

impl Rules {
    /// Who has to give, show or compare a card for this play. Of several they choose one.
    pub(crate) fn gives_a_card(state: &State, play: Play) -> Seats {
        match Self::effect_of(play) {
            Effect::Baron | Effect::DowagerQueen | Effect::King => play.targets.with(play.by),
            Effect::Prince | Effect::Cardinal | Effect::MiGo | Effect::Nyarlathotep => {
                play.targets.and(state.table.alive)
            }
            _ => Seats::NONE,
        }
    }

    /// Whether somebody with several cards has to choose one for this play first.
    pub(crate) fn asks_for_cards(state: &State, play: Play) -> bool {
        let several = |seat: Seat| state.hand(seat).len() > 1;
        Self::gives_a_card(state, play).iter().any(several)
    }

    /// A card takes effect.
    pub(crate) fn take_effect(
        &self,
        state: &mut State,
        play: Play,
        witness: &mut impl Witness<Notice>,
    ) {
        if let Some(at) = play.targets.and(state.table.alive).first() {
            self.strike(state, play, at, witness);
        }
        self.serve(state, play, witness);
    }

    /// What a card does to the players it was played on, of whom this is the first.
    fn strike(&self, state: &mut State, play: Play, at: Seat, witness: &mut impl Witness<Notice>) {
        let Play { by, card, .. } = play;
        match Self::effect_of(play) {
            Effect::Guard => self.guard(state, play, at, witness),
            Effect::Bishop => self.bishop(state, play, at, witness),
            Effect::DeepOnes => self.deep_ones(state, play, at, witness),
            Effect::Priest => Self::push_sure(state, Event::Look { by, at, card }),
            Effect::Baroness => Self::look_at_all(state, play),
            Effect::GoldenMead => Self::golden_mead(state, play, Some(at)),
            Effect::Baron => self.compare(state, play, at, false, witness),
            Effect::DowagerQueen => self.compare(state, play, at, true, witness),
            Effect::Prince => Self::push_sure(state, Event::DiscardHand { seat: at }),
            Effect::King => self.trade(state, by, at, witness),
            Effect::Cardinal => self.cardinal(state, play, witness),
            Effect::Hound => {
                Self::push(state, Event::Out { seat: at, cause: Cause::Card { card, by } });
            }
            Effect::MiGo => self.mi_go(state, by, at, witness),
            Effect::Nyarlathotep => self.collect(state, play, witness),
            Effect::Jester => {
                // There is room for more than the cards in the box can make.
                _ = state.table.bets.try_push(Bet { by, on: at, card });
            }
            Effect::BountyHunter => {
                // The end of the turn it is played in is not the end of the next one.
                let turns = 1 + u8::from(by == state.table.mover);
                let bounty = Bounty { by, on: at, card, turns };
                _ = state.table.bounties.try_push(bounty);
            }
            Effect::Sycophant => state.table.sycophant = Some(at),
            _ => {}
        }
    }

    /// What a card does for its own player, or to the whole table.
    fn serve(&self, state: &mut State, play: Play, witness: &mut impl Witness<Notice>) {
        let by = play.by;
        match Self::effect_of(play) {
            Effect::Handmaid => {
                state.table.protected = state.table.protected.with(by);
                witness.say(Viewers::ALL, || Notice::Protected { seat: by });
            }
            Effect::LiberIvonis => {
                state.table.immortal = state.table.immortal.with(by);
                witness.say(Viewers::ALL, || Notice::Immortal { seat: by });
            }
            Effect::TurnRound => {
                state.table.upwards = !state.table.upwards;
                let upwards = state.table.upwards;
                witness.say(Viewers::ALL, || Notice::Direction { upwards });
            }
            Effect::GoldenMead if play.targets.is_empty() => Self::golden_mead(state, play, None),
            Effect::Chancellor => Self::chancellor(state, by),
            Effect::Capitalist => Self::capitalist(state, by, witness),
            Effect::Trapezohedron => self.trapezohedron(state, play, witness),
            Effect::Cthulhu => self.cthulhu(state, play, witness),
            _ => {}
        }
    }

    // ---- guesses ----

    /// Guard: whoever holds an Assassin turns it on the Guard's player; otherwise the guess counts.
    fn guard(&self, state: &mut State, play: Play, at: Seat, witness: &mut impl Witness<Notice>) {
        let assassin = state.hand(at).iter().find(|card| ASSASSINS.contains(card.card));
        if let Some(card) = assassin {
            Self::push_sure(state, Event::Draw { seat: at, why: Drawing::Instead });
            Self::push_sure(state, Event::Discard { seat: at, card, safe: false });
            let cause = Cause::Card { card: card.card, by: at };
            Self::push(state, Event::Out { seat: play.by, cause });
            return;
        }
        self.rule_out(state, at, ASSASSINS);
        self.guess(state, play, witness);
    }

    /// Whoever holds a card with the named number is out.
    pub(crate) fn guess(&self, state: &mut State, play: Play, witness: &mut impl Witness<Notice>) {
        let (Some(at), Some(number)) = (play.targets.first(), play.number) else { return };
        if self.says(state, play.by, at, number, witness) {
            let cause = Cause::Card { card: play.card, by: play.by };
            Self::push(state, Event::Out { seat: at, cause });
        }
    }

    /// Whether a hand holds a card with this number; everybody hears.
    fn says(
        &self,
        state: &mut State,
        by: Seat,
        at: Seat,
        number: u8,
        witness: &mut impl Witness<Notice>,
    ) -> bool {
        let hit = state.hand(at).iter().any(|card| self.value(card.card) == number);
        if hit {
            witness.say(Viewers::ALL, || Notice::Hit { by, at, number });
            if state.hand(at).len() == 1 {
                // Whoever stays in all the same is known to hold such a card.
                self.rule_out(state, at, self.kinds.less(self.by_value[usize::from(number)]));
            }
        } else {
            self.rule_out(state, at, self.by_value[usize::from(number)]);
            witness.say(Viewers::ALL, || Notice::Missed { by, at, number });
        }
        hit
    }

    /// Bishop: a hit is a token, and whoever was hit may draw another card.
    fn bishop(&self, state: &mut State, play: Play, at: Seat, witness: &mut impl Witness<Notice>) {
        let Play { by, card, number: Some(number), .. } = play else { return };
        if self.says(state, by, at, number, witness) {
            Self::push_sure(state, Event::Redraw { seat: at });
            Self::push_sure(state, Event::Token { seat: by, card });
        }
    }

    /// Deep Ones: whoever holds a 1 is out, and otherwise there is a guess.
    fn deep_ones(
        &self,
        state: &mut State,
        play: Play,
        at: Seat,
        witness: &mut impl Witness<Notice>,
    ) {
        if self.says(state, play.by, at, 1, witness) {
            let cause = Cause::Card { card: play.card, by: play.by };
            Self::push(state, Event::Out { seat: at, cause });
        } else {
            Self::push_sure(state, Event::Name { play });
        }
    }

    /// Everybody knows that these cards are not in a hand, until one comes that they could be.
    pub(crate) fn rule_out(&self, state: &mut State, seat: Seat, cards: Kinds) {
        if !state.hand(seat).is_empty() {
            let hearsay = &mut state.table.player_mut(seat).hearsay;
            hearsay.not = hearsay.not.or(self.looks_of(cards.and(self.kinds)));
        }
    }

    // ---- looks ----

    /// Somebody looks at another's card, and everybody knows that they did.
    pub(crate) fn look(
        &self,
        state: &mut State,
        by: Seat,
        at: Seat,
        witness: &mut impl Witness<Notice>,
    ) {
        let Some(card) = state.hand(at).asked_for() else { return };
        state.hand_mut(at).offered = None;
        witness.say(Viewers::only(by), || Notice::Saw { by, at, card });
        witness.say(Viewers::but(by), || Notice::Looked { by, at });
        self.is_shown(state, at, card, by);
        if CRIME_BOSSES.contains(card.card) {
            // Everybody sees who goes out, and knows why.
            state.hand_mut(at).show(card, Knowers::ALL);
            let others = state.table.present.without(at);
            let alike = self.alike(card);
            let alone = state.hand(at).iter().filter(|card| alike.has(*card)).count() == 1;
            let watchers = state.table.player_mut(at).hearsay.watchers_mut(self.back(card));
            if alone {
                watchers.is_sure(others);
            } else {
                watchers.may_be(others);
            }
            Self::push(
                state,
                Event::Out { seat: by, cause: Cause::Card { card: card.card, by: at } },
            );
        } else if state.hand(at).len() == 1 {
            self.rule_out(state, at, CRIME_BOSSES);
        }
    }

    /// Somebody knows a card of a hand from now on.
    fn is_shown(&self, state: &mut State, at: Seat, card: Print, to: Seat) {
        if at == to {
            return;
        }
        state.hand_mut(at).show(card, Knowers::only(to));
        let cards = state.hand(at).looks();
        let alone = state.hand(at).len() == 1;
        let hearsay = &mut state.table.player_mut(at).hearsay;
        if alone {
            hearsay.watchers_mut(self.back(card)).is_sure(Seats::one(to));
            return;
        }
        // Nobody else sees which of several it was, nor its back.
        for back in Back::ALL {
            if !cards.and(self.with_back(back)).is_empty() {
                hearsay.watchers_mut(back).may_be(Seats::one(to));
            }
        }
    }

    /// Baroness: all looks happen at the same time, so their player puts them in order.
    fn look_at_all(state: &mut State, play: Play) {
        let Play { by, card, targets, .. } = play;
        let looks = targets.and(state.table.alive).iter();
        let looks: arrayvec::ArrayVec<_, 8> =
            looks.map(|at| (by, Event::Look { by, at, card })).collect();
        let pushed = state.table.stack.push_together(&looks);
        debug_assert!(pushed.is_ok(), "there is room for what a card does");
    }

    /// Golden Mead: look, draw, and play again.
    fn golden_mead(state: &mut State, play: Play, at: Option<Seat>) {
        let Play { by, card, .. } = play;
        // Without a card to draw there are no two to play one of, and nobody loses the last.
        if state.deck_size() > 0 {
            Self::push_sure(state, Event::Choose { seat: by });
            Self::push_sure(state, Event::Draw { seat: by, why: Drawing::More });
        }
        if let Some(at) = at {
            Self::push_sure(state, Event::Look { by, at, card });
        }
    }

    // ---- comparing ----

    /// Baron and Dowager Queen: both see both cards, and the lower, or the higher, is out.
    fn compare(
        &self,
        state: &mut State,
        play: Play,
        at: Seat,
        higher: bool,
        witness: &mut impl Witness<Notice>,
    ) {
        let by = play.by;
        let (Some(own), Some(other)) = (state.hand(by).asked_for(), state.hand(at).asked_for())
        else {
            witness.say(Viewers::ALL, || Notice::NoTarget { play });
            return;
        };
        self.is_shown(state, at, other, by);
        self.is_shown(state, by, own, at);
        let (mine, theirs) = (self.value(own.card), self.value(other.card));
        let loser = match mine.cmp(&theirs) {
            std::cmp::Ordering::Equal => None,
            order => Some(if (order == std::cmp::Ordering::Less) == higher { at } else { by }),
        };
        let parties = Viewers::only(by).with(at);
        witness.say(parties, || Notice::SawBoth { by, card: own, at, other });
        witness.say(Viewers::ALL, || Notice::Compared { by, at, out: loser });
        let whole = state.hand(by).len() == 1 && state.hand(at).len() == 1;
        match loser {
            None if whole => state.tie(by, at),
            None => {}
            Some(loser) => {
                let winner = if loser == by { at } else { by };
                if whole && !state.table.immortal.contains(loser) {
                    // The loser's card will lie open, and the winner's is on the right side of it.
                    let least = mine.min(theirs);
                    let most = mine.max(theirs);
                    let beaten = |value: u8| if higher { value >= most } else { value <= least };
                    let values = (0..self.by_value.len()).filter(|value| beaten(*value as u8));
                    let not = values.fold(Kinds::NONE, |not, value| not.or(self.by_value[value]));
                    self.rule_out(state, winner, not);
                }
                let cause = Cause::Card { card: play.card, by };
                Self::push(state, Event::Out { seat: loser, cause });
            }
        }
    }

    // ---- trading and taking ----

    fn trade(&self, state: &mut State, one: Seat, two: Seat, witness: &mut impl Witness<Notice>) {
        let (Some(first), Some(second)) =
            (state.hand(one).asked_for(), state.hand(two).asked_for())
        else {
            return;
        };
        state.trade(self, one, two);
        witness.say(Viewers::ALL, || Notice::Traded { one, two });
        let parties = Viewers::only(one).with(two);
        witness.say(parties, || Notice::Got { seat: one, from: Some(two), card: second });
        witness.say(parties, || Notice::Got { seat: two, from: Some(one), card: first });
    }

    /// Cardinal: two players trade, and then one of them is looked at.
    fn cardinal(&self, state: &mut State, play: Play, witness: &mut impl Witness<Notice>) {
        let Play { by, card, targets, .. } = play;
        if let (Some(one), Some(two)) = (targets.nth(0), targets.nth(1)) {
            self.trade(state, one, two, witness);
            Self::push_sure(state, Event::LookAtOne { by, of: targets.without(by), card });
        }
    }

    /// Mi-Go: the card goes over, the Brain Case is left for it, and another card is played.
    fn mi_go(&self, state: &mut State, by: Seat, from: Seat, witness: &mut impl Witness<Notice>) {
        let Some(card) = state.hand(from).asked_for() else { return };
        Self::push_sure(state, Event::Choose { seat: by });
        let brain_case = std::mem::replace(&mut state.table.brain_case, false);
        witness.say(Viewers::ALL, || Notice::Took { by, from, brain_case });
        let parties = Viewers::only(by).with(from);
        witness.say(parties, || Notice::Got { seat: by, from: Some(from), card });
        let taken = state.take_over(self, from, card, by);
        state.hand_to(self, by, taken);
        if brain_case {
            state.gain(self, from, Card::BrainCase.into(), Knowers::ALL);
        } else {
            Self::push_sure(state, Event::Draw { seat: from, why: Drawing::Instead });
        }
    }

    /// Nyarlathotep: a card of everybody else is collected, to be dealt out again.
    fn collect(&self, state: &mut State, play: Play, witness: &mut impl Witness<Notice>) {
        let by = play.by;
        let has_card = |seat: &Seat| !state.hand(*seat).is_empty();
        let from: Seats = play.targets.and(state.table.alive).iter().filter(has_card).collect();
        let mut pot = Cards::default();
        for seat in from.iter() {
            if let Some(card) = state.hand(seat).asked_for() {
                // Who collects them cannot tell whose was whose.
                state.lose_unseen(self, seat, card, None);
                pot.add(card);
            }
        }
        witness.say(Viewers::ALL, || Notice::Collected { by, from });
        witness.say(Viewers::only(by), || Notice::Pot { by, cards: pot.iter().collect() });
        state.hidden.pot = pot;
        Self::push_sure(state, Event::Give { by, to: from });
    }

    // ---- the rest ----

    /// Chancellor: as many cards as the deck gives, up to two, are drawn and put back.
    fn chancellor(state: &mut State, by: Seat) {
        let count = state.deck_size().min(2) as u8;
        if count > 0 {
            Self::push_sure(state, Event::Return { seat: by, left: count });
            for _ in 0..count {
                Self::push_sure(state, Event::Draw { seat: by, why: Drawing::More });
            }
        }
    }

    /// Capitalist: one card more, from now on.
    fn capitalist(state: &mut State, by: Seat, witness: &mut impl Witness<Notice>) {
        if !state.table.capitalists.contains(by) {
            state.table.capitalists = state.table.capitalists.with(by);
            witness.say(Viewers::ALL, || Notice::HoldsTwo { seat: by });
            Self::push_sure(state, Event::Draw { seat: by, why: Drawing::More });
        }
    }

    /// Shining Trapezohedron: with another card above 4 the round is won.
    fn trapezohedron(&self, state: &mut State, play: Play, witness: &mut impl Witness<Notice>) {
        let by = play.by;
        if state.hand(by).iter().any(|card| self.value(card.card) > LOW) {
            let cards = state.hand(by).iter().collect();
            witness.say(Viewers::ALL, || Notice::Shows { seat: by, cards });
            self.end_round(state, Some((by, play.card)), witness);
        } else {
            let high = self.by_value[usize::from(LOW) + 1..].iter();
            let high = high.fold(Kinds::NONE, |kinds, more| kinds.or(*more));
            self.rule_out(state, by, high);
            witness.say(Viewers::ALL, || Notice::NoTarget { play });
        }
    }

    /// Cthulhu: on one's own turn and with two insane cards before him the game is won, and otherwise
    /// it is the end.
    fn cthulhu(&self, state: &mut State, play: Play, witness: &mut impl Witness<Notice>) {
        let Play { by, card, .. } = play;
        let laid = &state.table.laid;
        // Turned round he lies in another's discards, and nothing lies before him.
        let own = |laid: &Laid| laid.card.card == card && laid.whose == Some(by) && !laid.past;
        let before = laid.iter().rposition(own).unwrap_or(0);
        let insane = |laid: &&Laid| {
            laid.whose == Some(by) && !laid.past && self.insane.contains(laid.card.card)
        };
        let insane = laid[..before].iter().filter(insane).count();
        if by == state.table.mover && insane >= CALL {
            Self::end_game(state, End::Cthulhu(by), witness);
        } else {
            Self::push(state, Event::Out { seat: by, cause: Cause::Discarded { card } });
        }
    }
}
