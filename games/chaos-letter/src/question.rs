//! What a player is asked, what can be answered, and why something else cannot.

use parlor_engine::{Menu, Seat, Seats};
use parlor_stack::Step as Next;
use schemars::JsonSchema;
use serde::Serialize;
use thiserror::Error;

use crate::card::{Card, Kinds, Looks, Print};
use crate::catalogue::{Effect, Knack, with_knack};
use crate::event::{Event, Play, ROOM};
use crate::hand::Hand;
use crate::moves::{Aim, Choice, Line, Move, Numbers, Offer};
use crate::rules::Rules;
use crate::state::{State, Step};
use crate::turn::Stage;

/// What a player is asked, and why. All of it is public.
#[expect(missing_docs, reason = "each question says what its fields are")]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Question {
    /// Which card to play.
    Play,
    /// Whether to answer this play: in turn, or under seal.
    Answer { play: Play },
    /// Whether to answer this step of that player's turn: in turn, or under seal.
    AnswerTurn { stage: Stage, seat: Seat },
    /// Which of several cards counts, because of this card of that player.
    Offer { card: Card, by: Seat },
    /// Whom a card that was turned round is for.
    Aim { play: Play },
    /// Which number to name.
    Name { play: Play },
    /// Whose card to look at.
    Look { of: Seats },
    /// Which card to put under the deck; so many are left.
    Return { left: u8 },
    /// Which collected card this player gets.
    Give { to: Seat },
    /// Whether to discard and draw.
    Redraw,
    /// Who begins the round.
    Starter,
    /// Which of one's own events comes first.
    Order,
}

/// Why a move is refused.
#[expect(missing_docs, reason = "each reason says what its fields are")]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// Not what was asked.
    #[error("'{0}' is no answer to the question: {1}")]
    NotNow(Move, &'static str),
    /// Not in hand.
    #[error("you have no {} in hand", .0.title())]
    NotInHand(Card),
    /// Another card comes first.
    #[error("with this hand the {} must be played", .0.title())]
    MustPlay(Card),
    /// Not insane.
    #[error("you are not insane, so the {} can only be played sane", .0.title())]
    NotInsane(Card),
    /// No insane side.
    #[error("the {} has no insane side", .0.title())]
    NoInsaneSide(Card),
    /// Too many or too few who are chosen.
    #[error("the {} cannot be played so: {wants}", .card.title())]
    WrongTarget { card: Card, wants: &'static str },
    /// Somebody who cannot be chosen, and why.
    #[error("the {} cannot be played on seat {seat}, who {why}", .card.title())]
    CannotChoose { card: Card, seat: Seat, why: &'static str },
    /// Oneself, with a card for others.
    #[error("the {} cannot be played on yourself: name another player", .0.title())]
    NotOneself(Card),
    /// A Sycophant's word stands.
    #[error("after the Sycophant the {} must be played on seat {seat}", .card.title())]
    MustChoose { card: Card, seat: Seat },
    /// Not a number that can be named.
    #[error("name a number of the deck other than 1")]
    WrongNumber,
    /// Cannot answer this.
    #[error("the {} does not answer this", .0.title())]
    NoAnswer(Card),
}

pub(crate) const NOPES: Kinds = with_knack(Knack::Nope);
pub(crate) const NO_US: Kinds = with_knack(Knack::NoU).or(with_knack(Knack::FreeNoU));
const FREE_NO_US: Kinds = with_knack(Knack::FreeNoU);
const YIELD_TO_ROYALS: Kinds = with_knack(Knack::YieldsToRoyals);
const YIELD_TO_HIGH: Kinds = with_knack(Knack::YieldsToHigh);
/// Cards up to this number are low.
pub(crate) const LOW: u8 = 4;
/// The number of which a whole hand may be given back in part.
pub(crate) const EIGHT: u8 = 8;

impl Rules {
    /// Who is asked what; `None` when chance is due or nobody is asked.
    #[expect(
        clippy::inline_always,
        reason = "asked three times a move, and mostly half of it is used"
    )]
    #[inline(always)]
    pub(crate) fn question(state: &State) -> Option<(Seats, Question)> {
        let Some(top) = state.table.stack.top() else {
            let plays = state.table.step == Step::Play;
            return plays.then_some((Seats::one(state.table.mover), Question::Play));
        };
        let (seat, question) = match top.event {
            Event::Play { play } if !top.fired => {
                return Some((state.asked_to_answer(), Question::Answer { play }));
            }
            Event::Turn { stage, seat } if !top.fired => {
                return Some((state.asked_to_answer(), Question::AnswerTurn { stage, seat }));
            }
            Event::Look { .. } if top.unordered.is_some() => {
                let Next::Order(owner, _) = state.table.stack.next() else { return None };
                (owner, Question::Order)
            }
            Event::Choose { seat } => (seat, Question::Play),
            Event::Offer { seat, card, by } => (seat, Question::Offer { card, by }),
            Event::Aim { play } => (play.by, Question::Aim { play }),
            Event::Name { play } => (play.by, Question::Name { play }),
            Event::LookAtOne { by, of, .. } => (by, Question::Look { of }),
            Event::Return { seat, left } => (seat, Question::Return { left }),
            Event::Give { by, to } => {
                (by, Question::Give { to: to.and(state.table.alive).first()? })
            }
            Event::Redraw { seat } => (seat, Question::Redraw),
            Event::Starter => (Self::chooser(state)?, Question::Starter),
            _ => return None,
        };
        Some((Seats::one(seat), question))
    }

    /// Who says who begins: whoever went out last.
    pub(crate) fn chooser(state: &State) -> Option<Seat> {
        state.table.last_out.filter(|seat| state.table.present.contains(*seat))
    }

    /// The answers to a question of this seat.
    #[inline]
    pub(crate) fn answers(&self, state: &State, seat: Seat, question: Question) -> Offer {
        // One menu that is filled: were each answer a menu of its own, it would be copied out.
        let mut offer = Offer::default();
        let hand = state.hand(seat);
        match question {
            Question::Play => self.plays(state, seat, &mut offer),
            Question::Answer { .. } | Question::AnswerTurn { .. } => {
                offer.add(Line::Word(Move::Pass));
                if let Some(top) = state.table.stack.top() {
                    let answers = self.answering(state, seat, top.event);
                    let quick = hand.different().filter(|card| answers.contains(card.card));
                    offer.add_each(quick, Move::Answer);
                }
            }
            Question::Offer { .. } => offer.add_each(hand.different(), Move::Offer),
            Question::Aim { play } => {
                offer.add(Line::Aim(Self::aim(state, seat, Self::effect_of(play))));
            }
            Question::Name { .. } => offer.add(Line::Name(self.nameable)),
            Question::Look { of } => offer.add(Line::Look(of)),
            Question::Return { .. } => offer.add_each(hand.different(), Move::Return),
            Question::Give { to } => {
                offer.add_each(state.hidden.pot.different(), |card| Move::Give { card, to });
            }
            Question::Redraw => {
                offer.add(Line::Word(Move::Keep));
                offer.add(Line::Word(Move::Redraw));
            }
            Question::Starter => offer.add(Line::Start(state.table.present)),
            Question::Order => {
                offer.add(Line::First(state.table.stack.unordered().count() as u8));
            }
        }
        offer
    }

    /// Whether a move answers the question: as if it were looked up on the menu, without writing one.
    #[inline]
    pub(crate) fn is_answer(
        &self,
        state: &State,
        seat: Seat,
        question: Question,
        played: Move,
    ) -> bool {
        match (question, played) {
            (Question::Play, Move::Play { card, insane, targets, number }) => {
                let definition = card.card.definition();
                let effect = if insane { definition.insane } else { Some(definition.sane) };
                let Some(effect) = effect else { return false };
                let aim = Self::aim_now(state, seat, effect);
                self.playable(state, seat).contains(card.card)
                    && (card.mark == 0 && self.marked.is_empty() || state.hand(seat).contains(card))
                    && (!insane || state.table.is_insane(seat))
                    && aim.contains(targets)
                    && self.numbers(effect, aim).admit(number)
            }
            _ => self.answers(state, seat, question).contains(&played),
        }
    }

    // ---- playing a card ----

    /// All that can be played: each card, either side of it, for everybody it can be for.
    #[inline]
    fn plays(&self, state: &State, seat: Seat, offer: &mut Offer) {
        let hand = state.hand(seat);
        let playable = self.playable(state, seat);
        for card in hand.different().filter(|card| playable.contains(card.card)) {
            let definition = card.card.definition();
            offer.add(self.line(state, seat, card, false, definition.sane));
            if let Some(effect) = definition.insane
                && state.table.is_insane(seat)
            {
                offer.add(self.line(state, seat, card, true, effect));
            }
        }
        if self.may_shuffle(state, seat) {
            offer.add_each(hand.different(), Move::Shuffle);
        }
    }

    /// The cards that may be played: those that must be, where there are such.
    #[inline]
    pub(crate) fn playable(&self, state: &State, seat: Seat) -> Kinds {
        let held = state.hand(seat).kinds();
        let forced = held.and(self.forced);
        if forced.is_empty() { held } else { self.must_be_played(state.hand(seat), held, forced) }
    }

    fn must_be_played(&self, hand: &Hand, held: Kinds, forced: Kinds) -> Kinds {
        let must = |card: &Card| {
            let copies = hand.iter().filter(|other| other.card == *card).count();
            let beside = |other: Card| other != *card || copies > 1;
            let kinds = hand.iter().map(|print| print.card);
            let mut others = kinds.filter(|other| beside(*other));
            (YIELD_TO_ROYALS.contains(*card) && others.clone().any(|o| self.royals.contains(o)))
                || (YIELD_TO_HIGH.contains(*card) && others.any(|other| self.value(other) > LOW))
        };
        let must: Kinds = forced.iter().filter(must).collect();
        if must.is_empty() { held } else { must }
    }

    /// With nothing but eights one may be shuffled back, once in a round.
    fn may_shuffle(&self, state: &State, seat: Seat) -> bool {
        let hand = state.hand(seat);
        self.deck.eights
            && hand.len() > 1
            && !state.table.reshuffled.contains(seat)
            && hand.iter().all(|card| self.value(card.card) == EIGHT)
    }

    /// All plays of one side of a card.
    #[expect(clippy::inline_always, reason = "its kind is known to whoever adds it to a menu")]
    #[inline(always)]
    fn line(&self, state: &State, seat: Seat, card: Print, insane: bool, effect: Effect) -> Line {
        let aim = Self::aim_now(state, seat, effect);
        Line::Play { card, insane, aim, numbers: self.numbers(effect, aim) }
    }

    /// Whom a card that is played now can be for.
    #[inline]
    fn aim_now(state: &State, seat: Seat, effect: Effect) -> Aim {
        let aim = Self::aim(state, seat, effect);
        match state.table.sycophant {
            Some(must) => aim.including(must),
            None => aim,
        }
    }

    /// The numbers that are named with a card: none where it is for nobody.
    #[inline]
    fn numbers(&self, effect: Effect, aim: Aim) -> Numbers {
        let names = matches!(effect, Effect::Guard | Effect::Bishop) && aim != Aim::Nobody;
        if names { self.nameable } else { Numbers::NONE }
    }

    /// Whom a card with this effect can be for. Where there is nobody it is played without effect.
    #[inline]
    pub(crate) fn aim(state: &State, seat: Seat, effect: Effect) -> Aim {
        let table = &state.table;
        let others = table.alive.less(table.protected).without(seat);
        let anybody = || others.or(table.alive.and(Seats::one(seat)));
        match effect.choice() {
            Choice::Other => Aim::one(others),
            Choice::Anybody => Aim::one(anybody()),
            Choice::SaneOther => {
                Aim::one(others.iter().filter(|other| !table.is_insane(*other)).collect())
            }
            Choice::OneOrTwoOthers if !others.is_empty() => Aim::OneOrTwo(others, None),
            Choice::TwoOfAll if anybody().are_several() => Aim::Two(anybody(), None),
            Choice::AllOthers if !others.is_empty() => Aim::All(others),
            Choice::Nobody | Choice::OneOrTwoOthers | Choice::TwoOfAll | Choice::AllOthers => {
                Aim::Nobody
            }
        }
    }

    // ---- answering one ----

    /// The cards this seat could answer an event with, if it held them.
    pub(crate) fn answering(&self, state: &State, seat: Seat, event: Event) -> Kinds {
        match event {
            _ if !state.table.alive.contains(seat) => Kinds::NONE,
            Event::Play { play } => self.answering_play(state, seat, play),
            Event::Turn { stage, seat: whose } => self.answering_step(state, seat, stage, whose),
            _ => Kinds::NONE,
        }
    }

    fn answering_play(&self, state: &State, seat: Seat, play: Play) -> Kinds {
        if seat == play.by {
            return Kinds::NONE;
        }
        let turns = if play.targets.contains(seat) {
            NO_US
        } else if state.table.is_insane(seat) {
            FREE_NO_US
        } else {
            Kinds::NONE
        };
        NOPES.or(turns).and(self.quick)
    }

    /// A turn is skipped by others; the rest is for whoever has the turn.
    fn answering_step(&self, state: &State, seat: Seat, due: Stage, whose: Seat) -> Kinds {
        let answers = match due {
            Stage::TurnStart => seat != whose,
            Stage::EndOfProtection => seat == whose,
            Stage::AboutToDraw => seat == whose && state.hidden.aside.is_some(),
            // One more turn is all there is to gain.
            Stage::TurnEnd => {
                let again = |event: &Event| matches!(event, Event::Again { .. });
                seat == whose && !state.table.stack.iter().any(|(_, frame)| again(&frame.event))
            }
        };
        if answers { self.at_stage[due as usize] } else { Kinds::NONE }
    }

    /// Everybody who, by what is public, could hold an answer to an event.
    pub(crate) fn could_answer(&self, state: &State, event: Event) -> Seats {
        let quick = match event {
            Event::Turn { stage, .. } => self.at_stage[stage as usize],
            _ => self.quick,
        };
        if quick.is_empty() || state.table.stack.room() < ROOM {
            return Seats::NONE;
        }
        let out_of_sight = self.out_of_sight(state).and(self.looks_of(quick));
        let could = |seat: &Seat| {
            let answers = self.answering(state, *seat, event);
            let hearsay = &state.table.player(*seat).hearsay;
            let unseen = self.looks_of(answers).and(out_of_sight).less(hearsay.not);
            state.hand(*seat).held().any(|held| {
                if held.seen.all {
                    answers.contains(held.card.card)
                } else {
                    // The back of a card in hand is for all to see.
                    !unseen.and(self.alike(held.card)).is_empty()
                }
            })
        };
        state.table.alive.iter().filter(could).collect()
    }

    /// The cards of which not all copies are known to everybody to be somewhere.
    pub(crate) fn out_of_sight(&self, state: &State) -> Looks {
        let mut left = self.totals;
        let open = state.table.alive.iter().flat_map(|seat| state.hand(seat).known_to(None));
        let laid = state.table.laid.iter().map(|laid| laid.card);
        for card in laid.chain(open).chain(state.table.returned.iter().copied()) {
            let count = &mut left[card.index()];
            *count = count.saturating_sub(1);
        }
        Looks::ALL.iter().filter(|look| left[look.index()] > 0).collect()
    }

    // ---- refusing ----

    /// Why a move that is not on the menu is not.
    #[cold]
    pub(crate) fn reason(
        &self,
        state: &State,
        seat: Seat,
        played: Move,
        question: Question,
    ) -> Reason {
        let hand = state.hand(seat);
        let not_now = Reason::NotNow(played, question.wants());
        match (question, played) {
            (Question::Play, Move::Play { card, insane, targets, .. }) => {
                if !hand.contains(card) {
                    return Reason::NotInHand(card.card);
                }
                let card = card.card;
                let playable = self.playable(state, seat);
                if !playable.contains(card) {
                    let must = playable.iter().next().unwrap_or(card);
                    return Reason::MustPlay(must);
                }
                let definition = card.definition();
                if insane && definition.insane.is_none() {
                    return Reason::NoInsaneSide(card);
                }
                if insane && !state.table.is_insane(seat) {
                    return Reason::NotInsane(card);
                }
                let effect = if insane { definition.insane } else { Some(definition.sane) };
                let effect = effect.unwrap_or(Effect::Nothing);
                let aim = Self::aim_now(state, seat, effect);
                if aim.contains(targets) {
                    Reason::WrongNumber
                } else if effect.choice() == Choice::Nobody {
                    Reason::WrongTarget { card, wants: "it is for nobody, so name no player" }
                } else {
                    let unfit = self.unfit(state, seat, card, effect, targets);
                    unfit.unwrap_or(Reason::WrongTarget { card, wants: aim.wants() })
                }
            }
            (Question::Play, Move::Shuffle(card))
            | (Question::Answer { .. } | Question::AnswerTurn { .. }, Move::Answer(card))
            | (Question::Offer { .. }, Move::Offer(card))
            | (Question::Return { .. }, Move::Return(card))
                if !hand.contains(card) =>
            {
                Reason::NotInHand(card.card)
            }
            (Question::Answer { .. } | Question::AnswerTurn { .. }, Move::Answer(card)) => {
                Reason::NoAnswer(card.card)
            }
            (Question::Name { .. }, Move::Name(_)) => Reason::WrongNumber,
            _ => not_now,
        }
    }

    /// Why one of those who are named cannot be chosen; `None` where it is not for who they are.
    fn unfit(
        &self,
        state: &State,
        seat: Seat,
        card: Card,
        effect: Effect,
        targets: Seats,
    ) -> Option<Reason> {
        let table = &state.table;
        let why = |target: Seat| match target {
            _ if target.index() >= parlor_engine::Game::seats(self) => Some("is not at this table"),
            _ if !table.present.contains(target) => Some("has left"),
            _ if !table.alive.contains(target) => Some("is out"),
            _ if target == seat => None,
            _ if table.protected.contains(target) => Some("is protected"),
            _ if effect.choice() == Choice::SaneOther && table.is_insane(target) => {
                Some("is insane")
            }
            _ => None,
        };
        let first = targets.iter().find_map(|seat| Some((seat, why(seat)?)));
        if let Some((seat, why)) = first {
            return Some(Reason::CannotChoose { card, seat, why });
        }
        let for_oneself = matches!(effect.choice(), Choice::Anybody | Choice::TwoOfAll);
        if targets.contains(seat) && !for_oneself {
            return Some(Reason::NotOneself(card));
        }
        let must = table.sycophant.filter(|must| !targets.contains(*must))?;
        let aim = Self::aim(state, seat, effect);
        aim.contains(targets).then_some(Reason::MustChoose { card, seat: must })
    }
}

impl Aim {
    #[inline]
    const fn one(from: Seats) -> Self {
        if from.is_empty() { Self::Nobody } else { Self::One(from) }
    }

    /// After a Sycophant the next card that chooses players must choose that one, if it can.
    fn including(self, must: Seat) -> Self {
        match self {
            Self::One(from) if from.contains(must) => Self::One(Seats::one(must)),
            Self::OneOrTwo(from, _) if from.contains(must) => Self::OneOrTwo(from, Some(must)),
            Self::Two(from, _) if from.contains(must) => Self::Two(from, Some(must)),
            aim => aim,
        }
    }

    const fn wants(self) -> &'static str {
        match self {
            Self::Nobody => "name nobody, for nobody can be chosen",
            Self::All(_) => "name everybody else who is not protected",
            Self::One(_) => "name one player who can be chosen",
            Self::OneOrTwo(..) => "name one or two players who can be chosen",
            Self::Two(..) => "name two players who can be chosen",
        }
    }
}

impl Question {
    /// What answers it, in words.
    const fn wants(self) -> &'static str {
        match self {
            Self::Play => "play a card from your hand",
            Self::Answer { .. } | Self::AnswerTurn { .. } => "'pass', or 'answer' with a card",
            Self::Offer { .. } => "'offer' one of your cards",
            Self::Aim { .. } => "'aim' at players",
            Self::Name { .. } => "'name' a number",
            Self::Look { .. } => "'look' at a player's card",
            Self::Return { .. } => "'return' one of your cards",
            Self::Give { .. } => "'give' a collected card",
            Self::Redraw => "'keep' or 'redraw'",
            Self::Starter => "'start' with a player",
            Self::Order => "'first' with a number",
        }
    }
}
