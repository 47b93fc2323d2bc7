//! How each question is answered: the answer that gains most.

use parlor_engine::{Ask, Menu, Seat, Seats};

use super::mind::Mind;
use super::reading::ONE;
use super::temper::Temper;
use crate::card::{Card, Print};
use crate::catalogue::{CRIME_BOSSES, Effect};
use crate::event::{Event, Play};
use crate::moves::{Move, Offer};
use crate::question::{NO_US, Question};
use crate::rules::{FATAL, Rules};
use crate::turn::Stage;

/// Worse than anything that can happen.
const NEVER: i32 = -100_000;

/// Answers a question.
pub(super) fn answer(ask: &Ask<'_, Rules>, temper: Temper) -> Move {
    // Most who are asked for an answer to a play have none to give.
    if ask.menu.count() == 1 {
        return ask.menu.nth(0).expect("one answer is there");
    }
    let mut mind = Mind::new(ask, temper);
    let menu = ask.menu;
    match *ask.question {
        Question::Play => mind.best_play(menu),
        Question::Answer { play } => mind.best_answer(menu, &play),
        Question::AnswerTurn { stage, seat } => mind.best_answer_to_step(menu, stage, seat),
        Question::Offer { card, by } => best(menu, |offered| mind.offered(offered, card, by)),
        Question::Aim { play } => best(menu, |offered| match offered {
            Move::Aim(targets) => mind.gain(&Play { targets, ..play }),
            _ => NEVER,
        }),
        Question::Name { play } => best(menu, |offered| mind.named(offered, &play)),
        Question::Look { .. } => best(menu, |offered| mind.looked_at(offered)),
        Question::Return { .. } => best(menu, |offered| mind.returned(offered)),
        Question::Give { to } => mind.best_gift(menu, to),
        Question::Redraw => mind.keep_or_redraw(),
        Question::Starter => best(menu, |offered| i32::from(offered == Move::Start(mind.me))),
        Question::Order => best(menu, |offered| mind.first(offered)),
    }
}

/// The answer that is worth most; of equal ones the first.
fn best(menu: &Offer, mut worth: impl FnMut(Move) -> i32) -> Move {
    let mut best = None;
    for offered in (0..menu.count()).filter_map(|number| menu.nth(number)) {
        let worth = worth(offered);
        if best.is_none_or(|(most, _)| worth > most) {
            best = Some((worth, offered));
        }
    }
    best.expect("an asked seat has a legal move").1
}

impl Mind<'_> {
    // ---- one's own turn ----

    fn best_play(&mut self, menu: &Offer) -> Move {
        let mut thought_of = None;
        best(menu, |offered| {
            let (card, insane) = match offered {
                Move::Play { card, insane, .. } => (card.card, insane),
                Move::Shuffle(card) => (card.card, false),
                _ => return NEVER,
            };
            // All plays of one side of a card leave the same hand.
            if thought_of.replace((card, insane)) != Some((card, insane)) {
                self.think_of_playing(offered, card);
            }
            self.worth_of_play(offered)
        })
    }

    /// Takes all for what it would be after this play.
    fn think_of_playing(&mut self, offered: Move, card: Card) {
        let table = &self.view.table;
        let effect = effect_of(offered);
        let laid = !matches!(offered, Move::Shuffle(_));
        let mad = laid && self.rules.insane.contains(card);
        self.insanity = i32::from(table.player(self.me).insanity) + i32::from(mad);
        self.shielded = effect == Some(Effect::Handmaid);
        let immortal = table.immortal.contains(self.me);
        self.immortal = immortal || effect == Some(Effect::LiberIvonis);
        self.hold_without(card);
    }

    fn worth_of_play(&self, offered: Move) -> i32 {
        let Move::Play { card, insane, targets, number } = offered else { return self.own };
        let (by, Print { card, mark }) = (self.me, card);
        let (against, turned) = (None, false);
        let play = Play { by, card, mark, insane, targets, number, against, turned };
        let effect = Rules::effect_of(play);
        if FATAL.contains(card) && effect != Effect::Cthulhu {
            // Out, unless nothing can put me out. Of two such cards the worse goes.
            return if self.immortal { self.own } else { NEVER / 2 + self.own };
        }
        self.own + self.gain(&play) + self.laid_down(card)
    }

    // ---- answers ----

    /// Passes, unless a card gains more by cancelling or turning the play than it costs.
    fn best_answer(&mut self, menu: &Offer, play: &Play) -> Move {
        let happens = self.gain(play);
        let patience = self.own * self.temper.patience / 100;
        best(menu, |offered| match offered {
            Move::Answer(Print { card, .. }) => {
                let turns = NO_US.contains(card) && play.against.is_none();
                let gain = if turns { self.gain_turned(play, self.me) } else { -happens };
                // A better card to draw is no reason to cancel what does no harm.
                gain - self.cost_of_answering(card).max(0) - patience
            }
            _ => 0,
        })
    }

    /// Passes, unless an answer to a step of a turn gains more than it costs. For one's own turn a
    /// better card to draw is reason enough.
    fn best_answer_to_step(&mut self, menu: &Offer, stage: Stage, seat: Seat) -> Move {
        let gain = self.step(stage, seat);
        let patience = self.own * self.temper.patience / 100;
        best(menu, |offered| match offered {
            Move::Answer(card) if seat == self.me => gain - self.cost_of_answering(card.card),
            Move::Answer(card) => gain - self.cost_of_answering(card.card).max(0) - patience,
            _ => 0,
        })
    }

    /// What it costs to discard a card for an answer and to draw another.
    fn cost_of_answering(&mut self, card: Card) -> i32 {
        let (before, insanity) = (self.own, self.insanity);
        self.insanity += i32::from(self.rules.insane.contains(card));
        let after = self.worth_of_a_draw() + self.laid_down(card);
        self.insanity = insanity;
        before - after
    }

    // ---- which card ----

    /// Which of several cards to show, compare, trade or discard.
    fn offered(&self, offered: Move, card: Card, by: Seat) -> i32 {
        let Move::Offer(Print { card: own, .. }) = offered else { return NEVER };
        let (value, worth) = (i32::from(self.rules.value(own)), self.worth(own));
        match self.asked_by(card, by) {
            Asked::Compare { higher } => {
                if higher {
                    -value
                } else {
                    value
                }
            }
            Asked::Show if CRIME_BOSSES.contains(own) => 2000,
            Asked::Show if value == 1 => 0,
            Asked::Discard if FATAL.contains(own) => NEVER / 2 - worth,
            Asked::Show | Asked::Trade | Asked::Discard => -worth,
        }
    }

    /// What a card is asked for.
    fn asked_by(&self, card: Card, by: Seat) -> Asked {
        let event = |wanted: fn(&Event) -> bool| {
            self.view.table.stack.iter().rev().map(|(_, frame)| frame.event).find(wanted)
        };
        let effect = match event(|event| matches!(event, Event::Effect { .. })) {
            Some(Event::Effect { play }) if play.card == card && play.by == by => {
                Rules::effect_of(play)
            }
            _ => card.definition().sane,
        };
        match effect {
            Effect::Baron => Asked::Compare { higher: false },
            Effect::DowagerQueen => Asked::Compare { higher: true },
            Effect::Prince | Effect::Bishop => Asked::Discard,
            Effect::King | Effect::Cardinal | Effect::MiGo | Effect::Nyarlathotep => Asked::Trade,
            _ => Asked::Show,
        }
    }

    fn named(&self, offered: Move, play: &Play) -> i32 {
        let (Move::Name(number), Some(at)) = (offered, play.targets.first()) else { return NEVER };
        self.reading.hand(at).holds[usize::from(number)]
    }

    fn looked_at(&self, offered: Move) -> i32 {
        let Move::Look(at) = offered else { return NEVER };
        let guess = self.reading.hand(at);
        ONE - guess.certainty() - 2 * guess.any_of(CRIME_BOSSES)
    }

    /// What is worth least goes under the deck.
    fn returned(&self, offered: Move) -> i32 {
        let Move::Return(Print { card, .. }) = offered else { return NEVER };
        -self.worth(card)
    }

    /// The most feared get the worst cards.
    fn best_gift(&self, menu: &Offer, to: Seat) -> Move {
        let left = self.view.table.stack.iter().rev().find_map(|(_, frame)| match frame.event {
            Event::Give { to, .. } => Some(to),
            _ => None,
        });
        let left = left.unwrap_or(Seats::one(to)).and(self.view.table.alive);
        let more_feared = left.iter().filter(|seat| self.threat(*seat) > self.threat(to)).count();
        let worth = |offered: Move| match offered {
            Move::Give { card, .. } => self.worth(card.card),
            _ => NEVER,
        };
        let mut floor = NEVER;
        let mut gift = None;
        for _ in 0..=more_feared {
            let above = |offered: &Move| worth(*offered) > floor;
            let next = (0..menu.count()).filter_map(|number| menu.nth(number)).filter(above);
            let Some(next) = next.min_by_key(|offered| worth(*offered)) else { break };
            floor = worth(next);
            gift = Some(next);
        }
        gift.or_else(|| menu.nth(0)).expect("an asked seat has a legal move")
    }

    // ---- the rest ----

    /// A card that everybody has just heard of is worth little; one that may not be discarded stays.
    fn keep_or_redraw(&self) -> Move {
        let fatal = self.hand.iter().all(|card| FATAL.contains(*card));
        let late = self.turns() == 0 && self.worth_of_a_draw() < self.own;
        if fatal || late { Move::Keep } else { Move::Redraw }
    }

    /// First the look that is least likely to be the last.
    fn first(&self, offered: Move) -> i32 {
        let Move::First(number) = offered else { return NEVER };
        let event = self.view.table.stack.unordered().nth(usize::from(number).saturating_sub(1));
        match event {
            Some(Event::Look { at, .. }) => -self.reading.hand(at).any_of(CRIME_BOSSES),
            _ => NEVER,
        }
    }
}

/// What a card is asked for.
enum Asked {
    Compare { higher: bool },
    Show,
    Trade,
    Discard,
}

fn effect_of(offered: Move) -> Option<Effect> {
    let Move::Play { card, insane, .. } = offered else { return None };
    let definition = card.card.definition();
    if insane { definition.insane } else { Some(definition.sane) }
}
