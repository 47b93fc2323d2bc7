//! What cards have still to do: the questions they ask and what follows from the answers.

use parlor_automation::{Card, Cards, Choice, Move, Notice};
use parlor_engine::{Act, Seat, Viewers};

use crate::book::{Does, PLAYERS, Sort};
use crate::referee::{Hearing, Player};
use crate::verdict::{Ruling, must};

/// Something a card has still to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Duty {
    /// The mover draws, and each of the others so many.
    Draw { own: u16, others: u16 },
    /// A card such as Parallelization plays another again.
    Second { card: Card, by: Card },
    /// A card such as Parallelization asks for another.
    Twice { by: Card },
    /// A card such as Backlog asks for discards.
    Sift { by: Card, discarded: u16 },
    /// A card is to be trashed.
    Trash { by: Card },
    /// A card is to be gained, up to a price.
    Gain { by: Card, limit: u8 },
    /// A card such as Unit Test asks for a choice.
    Choose { by: Card },
    /// Players discard so many each.
    Discard { by: Card, left: [u16; PLAYERS] },
    /// Whoever holds a reaction may show it. The answers, and who has shown one to all.
    React { attack: Card, answers: [Option<Reply>; PLAYERS], shown: [bool; PLAYERS] },
    /// An attack hits all others but those.
    Strike { attack: Card, spared: [bool; PLAYERS] },
    /// A card such as Ransomware asks each: discard, or a Bug.
    Yield {
        by: Card,
        asked: [bool; PLAYERS],
        answers: [Option<Choice>; PLAYERS],
        told: [bool; PLAYERS],
    },
    /// These gain a Bug each, the next in turn first.
    Bugs { by: Card, to: [bool; PLAYERS] },
}

const NOBODY: [bool; PLAYERS] = [false; PLAYERS];

/// The reaction that is shown to an attack; none is passing.
type Reply = Option<Card>;

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
        let mut others = 0;
        match line.does {
            Does::Sift => self.duties.push(Duty::Sift { by: card, discarded: 0 }),
            Does::TrashToDraw | Does::TrashToGain(_) => self.duties.push(Duty::Trash { by: card }),
            Does::Choose(_) => self.duties.push(Duty::Choose { by: card }),
            Does::PlayTwice => self.duties.push(Duty::Twice { by: card }),
            Does::OthersDraw(count) => others = count,
            Does::Cheaper(less) => self.discount = self.discount.saturating_add(less),
            Does::DiscardForEmptyPiles => {
                let empty = self.piles.iter().filter(|card| !self.supply.has(**card)).count();
                let mut left = [0; PLAYERS];
                left[self.mover] = empty as u16;
                self.duties.push(Duty::Discard { by: card, left });
            }
            Does::Nothing | Does::DownTo(_) | Does::GiveBug | Does::DiscardOrBug(_) => {}
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
        let doubles = |by: Card| self.book.does(by) == Does::PlayTwice;
        must!(by.is_some_and(doubles), Buys, "{by:?} plays {card} for nothing");
        must!(self.book.is_action(card), Phases, "{card} is no action");
        match (self.duties.pop(), done) {
            (Some(Duty::Twice { by: cause }), true) if by == Some(cause) => {
                self.leaves_hand(seat, card)?;
                self.players[self.mover].played.put(card, 1);
                self.duties.push(Duty::Second { card, by: cause });
            }
            (Some(Duty::Second { card: first, by: cause }), false)
                if first == card && by == Some(cause) =>
            {
                self.tally.twice += 1;
            }
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
            Duty::Twice { .. } | Duty::Trash { .. } | Duty::Sift { .. } => bare,
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
            Duty::Sift { discarded, .. } => self.announce(self.mover, discarded),
            Duty::Draw { own, others } => {
                self.announce(self.mover, own);
                if others > 0 {
                    self.others().for_each(|index| self.announce(index, others));
                }
            }
            Duty::Strike { attack, spared } => self.strike(attack, spared),
            Duty::Yield { by, asked, answers, .. } => {
                let ransom = match self.book.does(by) {
                    Does::DiscardOrBug(ransom) => ransom,
                    _ => 0,
                };
                let (mut to, mut left) = (NOBODY, [0; PLAYERS]);
                for index in (0..PLAYERS).filter(|index| asked[*index]) {
                    match answers[index] {
                        Some(Choice::Discard) => {
                            left[index] = ransom.min(self.players[index].hand.len());
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
        let leaves = match self.book.does(attack) {
            Does::DownTo(leaves) => leaves,
            _ => 0,
        };
        let (mut left, mut hit) = ([0; PLAYERS], NOBODY);
        for index in self.others().filter(|index| !spared[*index]) {
            hit[index] = true;
            left[index] = self.players[index].hand.len().saturating_sub(leaves);
        }
        self.duties.push(match self.book.does(attack) {
            Does::DownTo(_) => Duty::Discard { by: attack, left },
            Does::GiveBug => Duty::Bugs { by: attack, to: hit },
            _ => {
                let holds = |index: usize| self.players[index].hand.len() > 0;
                let asked = std::array::from_fn(|index| hit[index] && holds(index));
                Duty::Yield { by: attack, asked, answers: [None; PLAYERS], told: NOBODY }
            }
        });
    }

    /// The reaction that a seat can show: the first it holds in the order of the rule book.
    fn reaction_of(&self, index: usize) -> Option<Card> {
        let hand = &self.players[index].hand;
        self.book.cards().find(|card| self.book.is(*card, Sort::Reaction) && hand.has(*card))
    }

    /// The attack goes on: whoever could show a reaction was asked, and who said so has shown it.
    fn close_reactions(&mut self) -> Ruling {
        let Some(Duty::React { attack, answers, shown }) = self.duties.last().copied() else {
            return Ok(());
        };
        for index in self.others() {
            let (seat, answer) = (index + 1, answers[index]);
            let asked = answer.is_some() || self.reaction_of(index).is_none();
            must!(asked, Conserved, "seat {seat} holds a reaction and is not asked about {attack}");
            let open = shown[index] == matches!(answer, Some(Some(_)));
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
        let reaction = self.reaction_of(index);
        match (self.duties.last_mut(), answer) {
            (Some(Duty::React { answers, .. }), Move::Show(card)) => {
                must!(reaction == Some(card), Conserved, "seat {seat} shows {card} and cannot");
                answers[index] = Some(Some(card));
            }
            (Some(Duty::React { answers, .. }), Move::Pass) => answers[index] = Some(None),
            (Some(Duty::Yield { answers, .. }), Move::Choose(choice)) => {
                let can = matches!(choice, Choice::Discard | Choice::Bug);
                must!(can, Conserved, "seat {seat} answers with '{choice}'");
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
                let said = answers[index] == Some(Some(card)) && !shown[index];
                must!(said, Conserved, "seat {seat} shows {card} and did not say so");
                shown[index] = true;
            }
            _ => must!(false, Conserved, "seat {seat} shows {card} to no attack"),
        }
        let holds = self.players[index].hand.has(card);
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
            (Some(Duty::Sift { by: cause, discarded }), Some(card)) => {
                must!(by == *cause, Conserved, "{by} makes nobody discard now");
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
            (Some(Duty::Twice { by: cause }), by) if by == cause => {}
            (Some(Duty::Sift { by: cause, discarded }), by) if by == cause => {
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
        if let Does::TrashToGain(more) = self.book.does(by) {
            self.duties.push(Duty::Gain { by, limit: price + more });
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
        let gift = match self.book.does(by) {
            Does::Choose(gift) => gift,
            _ => 0,
        };
        match self.duties.last_mut() {
            Some(Duty::Choose { by: cause }) if *cause == by && done => {
                self.duties.pop();
                match choice {
                    Choice::Actions => self.actions += gift,
                    Choice::Money => self.money += gift,
                    Choice::Cards => self.announce(self.mover, gift),
                    _ => must!(false, Conserved, "{by} does not offer '{choice}'"),
                }
            }
            Some(Duty::Yield { by: cause, asked, answers, told }) if by == *cause && !done => {
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
