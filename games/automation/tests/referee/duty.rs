//! What cards have still to do: the questions they ask and what follows from the answers.

use parlor_automation::{Card, Cards, Choice, Move, Notice};
use parlor_engine::{Act, Seat, Viewers};

use crate::book::{Edition, PLAYERS, Sort};
use crate::referee::{Hearing, Player};
use crate::verdict::{Ruling, must};

/// Something a card has still to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Duty {
    /// The mover draws, and each of the others so many.
    Draw { own: u16, others: u16 },
    /// Parallelization plays the card again.
    Second { card: Card },
    /// Parallelization asks for a card.
    Twice,
    /// Backlog asks for discards.
    Sift { discarded: u16 },
    /// A card is to be trashed.
    Trash { by: Card },
    /// A card is to be gained, up to a price.
    Gain { by: Card, limit: u8 },
    /// Unit Test asks for a choice.
    Choose { by: Card },
    /// Players discard so many each.
    Discard { by: Card, left: [u16; PLAYERS] },
    /// Whoever holds Monitoring may show it. The answers, and who has shown it to all.
    React { attack: Card, answers: [Option<bool>; PLAYERS], shown: [bool; PLAYERS] },
    /// An attack hits all others but those.
    Strike { attack: Card, spared: [bool; PLAYERS] },
    /// Ransomware asks each: discard, or a Bug.
    Yield { asked: [bool; PLAYERS], answers: [Option<Choice>; PLAYERS], told: [bool; PLAYERS] },
    /// These gain a Bug each, the next in turn first.
    Bugs { by: Card, to: [bool; PLAYERS] },
}

const NOBODY: [bool; PLAYERS] = [false; PLAYERS];
/// Hack leaves so many cards.
const HACK_LEAVES: u16 = 3;
/// Ransomware takes so many cards.
const RANSOM: u16 = 2;
/// Refactor pays so much on top.
const REFACTOR: u8 = 2;
/// Unit Test gives so much of what is chosen.
const UNIT_TEST: u16 = 2;

impl Duty {
    /// Whether this seat owes it an answer.
    pub(crate) fn asks(&self, mover: usize, seat: usize) -> bool {
        match self {
            Self::Discard { left, .. } => left[seat] > 0,
            Self::React { answers, .. } => seat != mover && answers[seat].is_none(),
            Self::Yield { asked, answers, .. } => asked[seat] && answers[seat].is_none(),
            other => seat == mover && other.waits_for_somebody(),
        }
    }

    /// Whether it is a question; anything else has to happen by itself.
    pub(crate) fn waits_for_somebody(&self) -> bool {
        !matches!(
            self,
            Self::Draw { .. } | Self::Second { .. } | Self::Strike { .. } | Self::Bugs { .. }
        )
    }

    /// A seat that is not the mover's has left.
    pub(crate) fn forget(&mut self, seat: usize) {
        match self {
            Self::Discard { left, .. } => left[seat] = 0,
            Self::React { answers, .. } => answers[seat] = None,
            Self::Yield { asked, .. } => asked[seat] = false,
            Self::Bugs { to, .. } => to[seat] = false,
            _ => {}
        }
    }
}

impl Hearing<'_> {
    // ---- what a card does ----

    /// First its gifts, then the rest. What comes last goes on the list first.
    pub(crate) fn take_effect(&mut self, card: Card) {
        let Some(line) = self.book.line(card) else { return };
        self.actions += line.actions;
        self.buys += line.buys;
        self.money += line.money;
        if self.book.of == Edition::Seed {
            self.duties.push(Duty::Draw { own: line.cards, others: 0 });
            return;
        }
        let mut others = 0;
        match card {
            Card::Backlog => self.duties.push(Duty::Sift { discarded: 0 }),
            Card::MergeConflict | Card::Refactor => self.duties.push(Duty::Trash { by: card }),
            Card::UnitTest => self.duties.push(Duty::Choose { by: card }),
            Card::Parallelization => self.duties.push(Duty::Twice),
            Card::DailyScrum => others = 1,
            Card::DeploymentPipeline => self.discount += 1,
            Card::TechDebt => {
                let empty = self.piles.iter().filter(|card| !self.supply.has(**card)).count();
                let mut left = [0; PLAYERS];
                left[self.mover] = empty as u16;
                self.duties.push(Duty::Discard { by: card, left });
            }
            _ => {}
        }
        if self.book.is(card, Sort::Attack) {
            self.duties.push(Duty::Strike { attack: card, spared: NOBODY });
            self.tally.attacks += 1;
        }
        self.duties.push(Duty::Draw { own: line.cards, others });
        if self.book.is(card, Sort::Attack) {
            let answers = [None; PLAYERS];
            self.duties.push(Duty::React { attack: card, answers, shown: NOBODY });
        }
    }

    pub(crate) fn played_by_card(
        &mut self,
        seat: Seat,
        card: Card,
        by: Option<Card>,
        done: bool,
    ) -> Ruling {
        must!(by == Some(Card::Parallelization), Buys, "{by:?} plays {card} for nothing");
        must!(self.book.is_action(card), Phases, "{card} is no action");
        match (self.duties.pop(), done) {
            (Some(Duty::Twice), true) => {
                self.leaves_hand(seat, card)?;
                self.players[self.mover].played.put(card, 1);
                self.duties.push(Duty::Second { card });
            }
            (Some(Duty::Second { card: first }), false) if first == card => self.tally.twice += 1,
            (Some(duty), _) if !duty.waits_for_somebody() => {
                must!(false, Conserved, "{card} is played again before {duty:?} was done");
            }
            (duty, _) => must!(false, Buys, "{card} is played for nothing at {duty:?}"),
        }
        self.count_play(card);
        self.take_effect(card);
        Ok(())
    }

    // ---- what comes next ----

    /// Before an act: an attack that nobody answers any more goes on.
    pub(crate) fn catch_up(&mut self, seat: Seat, played: Move) -> Ruling {
        let answers = seat.index() != self.mover && matches!(played, Move::Show(_) | Move::Pass);
        self.settle();
        if !answers {
            self.close_reactions()?;
        }
        self.settle();
        Ok(())
    }

    /// Before a notice.
    pub(crate) fn attend(&mut self, notice: &Notice) -> Ruling {
        self.settle();
        let answer = matches!(
            notice,
            Notice::Sealed { .. }
                | Notice::Showed { .. }
                | Notice::Left { .. }
                | Notice::Over { .. }
        );
        if !answer {
            self.close_reactions()?;
            self.settle();
        }
        Ok(())
    }

    /// Takes off the list what is done and what cannot be done.
    fn settle(&mut self) {
        while let Some(duty) = self.duties.last().copied() {
            let drawing = self.players.iter().any(|who| who.to_announce + who.to_draw > 0);
            if drawing || !self.settle_one(duty) {
                return;
            }
        }
    }

    /// Whether the list has changed.
    fn settle_one(&mut self, duty: Duty) -> bool {
        let bare = self.players[self.mover].hand.len() == 0;
        let done = match duty {
            Duty::Twice | Duty::Trash { .. } | Duty::Sift { .. } => bare,
            Duty::Gain { limit, .. } => {
                !self.piles.iter().any(|card| self.supply.has(*card) && self.price(*card) <= limit)
            }
            Duty::Discard { left, .. } => {
                let owes = |(who, left): (&Player, &u16)| {
                    who.aside.len() > 0 || (*left > 0 && who.hand.len() > 0)
                };
                !self.players.iter().zip(&left).any(owes)
            }
            Duty::Yield { asked, told, .. } => asked.iter().zip(told).all(|(a, told)| !a || told),
            Duty::Bugs { to, .. } => to == NOBODY || !self.supply.has(Card::Bug),
            Duty::Draw { .. } | Duty::Strike { .. } => true,
            Duty::Second { .. } | Duty::Choose { .. } | Duty::React { .. } => false,
        };
        if done {
            self.duties.pop();
            self.follow(duty);
        }
        done
    }

    /// What follows when something is done.
    fn follow(&mut self, duty: Duty) {
        match duty {
            Duty::Sift { discarded } => self.announce(self.mover, discarded),
            Duty::Draw { own, others } => {
                self.announce(self.mover, own);
                if others > 0 {
                    self.others().for_each(|index| self.announce(index, others));
                }
            }
            Duty::Strike { attack, spared } => self.strike(attack, spared),
            Duty::Yield { asked, answers, .. } => {
                let (by, mut to, mut left) = (Card::Ransomware, NOBODY, [0; PLAYERS]);
                for index in (0..PLAYERS).filter(|index| asked[*index]) {
                    match answers[index] {
                        Some(Choice::Discard) => {
                            left[index] = RANSOM.min(self.players[index].hand.len());
                        }
                        _ => to[index] = true,
                    }
                }
                self.duties.push(Duty::Discard { by, left });
                self.duties.push(Duty::Bugs { by, to });
            }
            _ => {}
        }
    }

    fn strike(&mut self, attack: Card, spared: [bool; PLAYERS]) {
        let (mut left, mut hit) = ([0; PLAYERS], NOBODY);
        for index in self.others().filter(|index| !spared[*index]) {
            hit[index] = true;
            left[index] = self.players[index].hand.len().saturating_sub(HACK_LEAVES);
        }
        self.duties.push(match attack {
            Card::Hack => Duty::Discard { by: attack, left },
            Card::EvergreenTest => Duty::Bugs { by: attack, to: hit },
            _ => {
                let holds = |index: usize| self.players[index].hand.len() > 0;
                let asked = std::array::from_fn(|index| hit[index] && holds(index));
                Duty::Yield { asked, answers: [None; PLAYERS], told: NOBODY }
            }
        });
    }

    /// The attack goes on: whoever could show Monitoring was asked, and who said so has shown it.
    fn close_reactions(&mut self) -> Ruling {
        let Some(Duty::React { attack, answers, shown }) = self.duties.last().copied() else {
            return Ok(());
        };
        for index in self.others() {
            let (seat, answer) = (index + 1, answers[index]);
            let asked = answer.is_some() || !self.players[index].hand.has(Card::Monitoring);
            must!(asked, Conserved, "seat {seat} holds Monitoring and is not asked about {attack}");
            let open = shown[index] == (answer == Some(true));
            must!(open, Conserved, "seat {seat} answers {attack} with {answer:?} and is not heard");
        }
        self.duties.pop();
        let strike = self.duties.iter_mut().rev().find(|duty| matches!(duty, Duty::Strike { .. }));
        if let Some(Duty::Strike { spared, .. }) = strike {
            *spared = shown;
        }
        Ok(())
    }

    // ---- answers ----

    /// An answer nobody else knows of yet.
    pub(crate) fn sealed(&mut self, to: Viewers, answer: Move) -> Ruling {
        let Some(Act::Move(seat, played)) = self.doing.take() else {
            must!(false, Conserved, "'{answer}' is sealed, and nobody answered");
            return Ok(());
        };
        let right = played == answer && to == Viewers::only(seat);
        must!(right, Conserved, "seat {seat} answers '{played}', and '{answer}' is sealed");
        let index = seat.index();
        let holds = self.players[index].hand.has(Card::Monitoring);
        match (self.duties.last_mut(), answer) {
            (Some(Duty::React { answers, .. }), Move::Show(card)) => {
                let can = card == Card::Monitoring && holds;
                must!(can, Conserved, "seat {seat} shows {card} and cannot");
                answers[index] = Some(true);
            }
            (Some(Duty::React { answers, .. }), Move::Pass) => answers[index] = Some(false),
            (Some(Duty::Yield { answers, .. }), Move::Choose(choice)) => {
                let can = matches!(choice, Choice::Discard | Choice::Bug);
                must!(can, Conserved, "seat {seat} answers Ransomware with '{choice}'");
                answers[index] = Some(choice);
            }
            (Some(Duty::Discard { .. }), Move::Discard(card)) => self.give_up(seat, card)?,
            (duty, _) => must!(false, Phases, "'{answer}' does not answer {duty:?}"),
        }
        Ok(())
    }

    /// One card of those a seat has to discard.
    fn give_up(&mut self, seat: Seat, card: Card) -> Ruling {
        let index = seat.index();
        if let Some(Duty::Discard { left, .. }) = self.duties.last_mut() {
            must!(left[index] > 0, Conserved, "seat {seat} discards {card}, one too many");
            left[index] -= 1;
        }
        self.leaves_hand(seat, card)?;
        self.players[index].aside.put(card, 1);
        Ok(())
    }

    pub(crate) fn showed(&mut self, seat: Seat, card: Card, with: Card) -> Ruling {
        let index = seat.index();
        match self.duties.last_mut() {
            Some(Duty::React { attack, answers, shown }) if *attack == with => {
                let said = answers[index] == Some(true) && !shown[index];
                must!(said, Conserved, "seat {seat} shows {card} and did not say so");
                shown[index] = true;
            }
            _ => must!(false, Conserved, "seat {seat} shows {card} to no attack"),
        }
        let holds = card == Card::Monitoring && self.players[index].hand.has(card);
        must!(holds, Conserved, "seat {seat} shows {card} and holds none");
        self.tally.shown += 1;
        Ok(())
    }

    pub(crate) fn discarded(&mut self, seat: Seat, cards: &Cards, by: Card) -> Ruling {
        let doing = self.doing.take();
        let one = match doing {
            Some(Act::Move(who, Move::Discard(card))) if who == seat => Some(card),
            None => None,
            Some(act) => {
                must!(false, Conserved, "seat {seat} is said to discard, and did '{act}'");
                None
            }
        };
        let index = seat.index();
        match (self.duties.last_mut(), one) {
            (Some(Duty::Sift { discarded }), Some(card)) => {
                must!(by == Card::Backlog, Conserved, "{by} makes nobody discard now");
                *discarded += 1;
                self.leaves_hand(seat, card)?;
                self.players[index].aside.put(card, 1);
            }
            (Some(Duty::Discard { by: cause, left }), one) => {
                must!(*cause == by, Conserved, "{by} makes nobody discard now");
                let due = one.is_some() || left.iter().all(|left| *left == 0);
                must!(due, Conserved, "seat {seat}'s discards are open before all are in");
                if let Some(card) = one {
                    self.give_up(seat, card)?;
                }
            }
            (duty, _) => must!(false, Conserved, "seat {seat} discards at {duty:?}"),
        }
        let player = &mut self.players[index];
        let given = player.aside.empty();
        must!(given.is(cards), Conserved, "seat {seat} gave up {}, not {cards:?}", given.words());
        must!(given.len() > 0, Conserved, "seat {seat} discards nothing");
        player.discards.add(&given);
        if self.book.is(by, Sort::Attack) {
            self.tally.hacked += u64::from(given.len());
        }
        Ok(())
    }

    pub(crate) fn passed(&mut self, seat: Seat, by: Card) -> Ruling {
        self.is_movers(seat, by)?;
        let done = self.was_done(Act::Move(seat, Move::Pass));
        must!(done, Conserved, "seat {seat} is said to pass and did not");
        match (self.duties.pop(), by) {
            (Some(Duty::Twice), Card::Parallelization) => {}
            (Some(Duty::Sift { discarded }), Card::Backlog) => {
                self.announce(self.mover, discarded);
            }
            (duty, _) => must!(false, Phases, "seat {seat} passes on {by} at {duty:?}"),
        }
        Ok(())
    }

    pub(crate) fn trashed(&mut self, seat: Seat, card: Card, by: Card) -> Ruling {
        self.is_movers(seat, card)?;
        let done = self.was_done(Act::Move(seat, Move::Trash(card)));
        must!(done, Conserved, "{card} is trashed, and seat {seat} did not trash it");
        let due = self.duties.pop() == Some(Duty::Trash { by });
        must!(due, Conserved, "{by} trashes {card} and should not");
        self.leaves_hand(seat, card)?;
        self.trash(card);
        let price = self.price(card);
        if by == Card::Refactor {
            self.duties.push(Duty::Gain { by, limit: price + REFACTOR });
        } else {
            self.announce(self.mover, price.into());
        }
        Ok(())
    }

    pub(crate) fn gained(&mut self, seat: Seat, card: Card, by: Card) -> Ruling {
        let there = self.supply.has(card);
        match self.duties.last().copied() {
            Some(Duty::Gain { by: cause, limit }) if cause == by => {
                self.is_movers(seat, card)?;
                let done = self.was_done(Act::Move(seat, Move::Gain(card)));
                must!(done, Conserved, "{card} is gained, and seat {seat} did not take it");
                let price = self.price(card);
                must!(price <= limit, Buys, "{card} costs {price}, and {limit} is the limit");
                must!(there, Buys, "{card} is gained, and there is none");
                self.duties.pop();
                self.tally.gained += 1;
            }
            Some(Duty::Bugs { by: cause, mut to }) if cause == by => {
                must!(card == Card::Bug, Conserved, "{by} gives {card}");
                let next = self.others().find(|index| to[*index]);
                must!(
                    next == Some(seat.index()),
                    Conserved,
                    "it is not seat {seat} that {by} hits"
                );
                to[seat.index()] = false;
                self.duties.pop();
                self.duties.push(Duty::Bugs { by, to });
                self.tally.bugs += 1;
            }
            _ => {
                must!(there, Piles, "seat {seat} gains {card}, and the pile was empty");
                must!(false, Conserved, "seat {seat} gains {card} by {by} for no reason");
            }
        }
        self.supply.take(card);
        self.players[seat.index()].discards.put(card, 1);
        Ok(())
    }

    pub(crate) fn chose(&mut self, seat: Seat, choice: Choice, by: Card) -> Ruling {
        let index = seat.index();
        let done = self.was_done(Act::Move(seat, Move::Choose(choice)));
        match self.duties.last_mut() {
            Some(Duty::Choose { by: cause }) if *cause == by && done => {
                self.duties.pop();
                match choice {
                    Choice::Actions => self.actions += UNIT_TEST,
                    Choice::Money => self.money += UNIT_TEST,
                    Choice::Cards => self.announce(self.mover, UNIT_TEST),
                    _ => must!(false, Conserved, "{by} does not offer '{choice}'"),
                }
            }
            Some(Duty::Yield { asked, answers, told }) if by == Card::Ransomware && !done => {
                let all = (0..PLAYERS).all(|index| !asked[index] || answers[index].is_some());
                must!(all, Conserved, "answers to {by} are open before all are in");
                let said = asked[index] && answers[index] == Some(choice) && !told[index];
                must!(said, Conserved, "seat {seat} did not choose '{choice}'");
                told[index] = true;
            }
            duty => must!(false, Conserved, "seat {seat} chooses '{choice}' at {duty:?}"),
        }
        Ok(())
    }
}
