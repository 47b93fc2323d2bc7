//! What a player thinks of its own hand, of going out, and of the others going out.
//!
//! All is counted in thousandths of a round won.

use arrayvec::ArrayVec;
use parlor_engine::{Ask, Seat, Seats};

use super::reading::{Guess, ONE, Reading};
use super::temper::Temper;
use crate::card::{Card, Kinds};
use crate::catalogue::{ASSASSINS, CONSTABLES, Effect, Knack, with_effect, with_knack};
use crate::hand::MAX_HAND;
use crate::rules::{FATAL, Rules};
use crate::view::View;

/// A round.
pub(super) const ROUND: i32 = 1000;
/// The game.
pub(super) const GAME: i32 = 4 * ROUND;

pub(super) const GUARDS: Kinds = with_effect(Effect::Guard);
const BARONS: Kinds = with_effect(Effect::Baron);
const PRINCES: Kinds = with_effect(Effect::Prince);
const QUICK: Kinds =
    with_knack(Knack::Nope).or(with_knack(Knack::NoU)).or(with_knack(Knack::FreeNoU));

/// A hand, by what the cards are: how they look is nothing to think about.
pub(super) type Kept = ArrayVec<Card, MAX_HAND>;

/// A question, with all that its seat thinks about the table.
pub(super) struct Mind<'a> {
    pub(super) rules: &'a Rules,
    pub(super) view: &'a View,
    pub(super) me: Seat,
    pub(super) temper: Temper,
    pub(super) reading: Reading,
    /// Everybody else who is in.
    pub(super) others: Seats,
    /// The hand, as it is or as it would be after a play.
    pub(super) hand: Kept,
    /// What that hand is worth.
    pub(super) own: i32,
    /// Insane cards of one's own, now or after a play.
    pub(super) insanity: i32,
    /// Nobody can choose this player.
    pub(super) shielded: bool,
    /// Nothing puts this player out.
    pub(super) immortal: bool,
    /// Chances of what can happen before the next turn.
    peril: Peril,
}

/// How likely it is that another strikes before the next turn.
#[derive(Clone, Copy)]
struct Peril {
    guard: i32,
    baron: i32,
    prince: i32,
    /// The chance that whoever strikes knows the hand.
    known: i32,
}

impl<'a> Mind<'a> {
    pub(super) fn new(ask: &Ask<'a, Rules>, temper: Temper) -> Self {
        let Ask { game: rules, view, seat: me, .. } = *ask;
        let table = &view.table;
        let mut mind = Self {
            rules,
            view,
            me,
            temper,
            reading: Reading::new(rules, view),
            others: table.alive.without(me),
            hand: Kept::new(),
            own: 0,
            insanity: table.player(me).insanity.into(),
            shielded: table.protected.contains(me),
            immortal: table.immortal.contains(me),
            peril: Peril { guard: 0, baron: 0, prince: 0, known: 0 },
        };
        mind.peril = mind.peril();
        let hand: Kept = view.hand().iter().map(|print| print.card).collect();
        mind.hold(&hand);
        mind
    }

    /// Takes this for the hand.
    pub(super) fn hold(&mut self, cards: &[Card]) {
        self.hand.clear();
        self.hand.extend(cards.iter().copied());
        self.reading.suppose(self.me, &Guess::of(self.rules, cards));
        self.own = self.worth_of_hand();
    }

    /// Takes the hand for what it is without this card.
    pub(super) fn hold_without(&mut self, card: Card) {
        let mut rest = Kept::new();
        let mut gone = false;
        for other in self.view.hand().iter().map(|print| print.card) {
            if other == card && !gone {
                gone = true;
            } else {
                rest.push(other);
            }
        }
        self.hold(&rest);
    }

    /// How many others are in.
    pub(super) fn rivals(&self) -> i32 {
        i32::from(self.others.len() as u8)
    }

    /// Turns of one's own that are still to come.
    pub(super) fn turns(&self) -> i32 {
        i32::from(self.view.deck_size) / (self.rivals() + 1)
    }

    // ---- a hand ----

    /// What the hand is worth: its best card, and a little for having more to choose from.
    fn worth_of_hand(&self) -> i32 {
        let worth = self.hand.iter().map(|card| self.worth(*card));
        let best = worth.max().unwrap_or(0);
        best + best * (i32::from(self.hand.len() as u8) - 1).clamp(0, 2) / 10
    }

    /// The chance to win the round while keeping this card, times what that wins.
    pub(super) fn worth(&self, card: Card) -> i32 {
        let rivals = self.rivals();
        if rivals == 0 {
            return self.prize();
        }
        let skill = self.temper.skill;
        let fair = ROUND * skill / (skill + 100 * rivals);
        let rank = self.rank(self.rules.value(card)) * ROUND / ONE;
        // The nearer the end, the more the number counts and the less what the card can do.
        let now = self.temper.lateness(self.view.deck_size.into(), rivals + 1);
        let early = fair + fair * self.use_of(card) / 1000;
        let stays = (rank * now + early * (100 - now)) / 100;
        let safe = ONE - if self.shielded || self.immortal { 0 } else { self.hazard(card) };
        let lasts = self.survives_checks();
        let worth = stays.max(0) * safe / ONE * lasts / ONE * self.prize() / ROUND;
        if self.calls_cthulhu_next(card) {
            return worth + (GAME - worth) * safe / ONE * lasts / ONE * 3 / 4;
        }
        worth
    }

    fn calls_cthulhu_next(&self, card: Card) -> bool {
        card.definition().insane == Some(Effect::Cthulhu)
            && self.turns() > 0
            && self.insane_cards() >= 2
    }

    /// Insane cards in one's own discards, and those of a play that is thought about.
    pub(super) fn insane_cards(&self) -> i32 {
        self.insanity - i32::from(self.view.table.player(self.me).primes)
    }

    /// The chance that a card with this number is the best of all.
    fn rank(&self, value: u8) -> i32 {
        let beats = |seat: Seat| self.reading.hand(seat).is_beaten_by(value);
        self.others.iter().fold(ONE, |chance, seat| chance * beats(seat) / ONE)
    }

    /// The chance that a card with this number beats any card out of sight.
    pub(super) fn plain_rank(&self, value: u8) -> i32 {
        let mut beaten = 0;
        for card in self.reading.unseen().iter() {
            let count = i32::from(self.reading.left(card));
            beaten += match self.rules.value(card).cmp(&value) {
                std::cmp::Ordering::Less => 2 * count,
                std::cmp::Ordering::Equal => count,
                std::cmp::Ordering::Greater => 0,
            };
        }
        ONE * beaten / (2 * self.reading.total()).max(1)
    }

    /// What a card may do on a later turn, in thousandths of a fair chance.
    fn use_of(&self, card: Card) -> i32 {
        let definition = card.definition();
        let sane = self.temper.use_of(definition.sane);
        let insane = definition.insane.filter(|_| self.insanity > 0);
        let insane = insane.map_or(0, |effect| self.temper.use_of(effect));
        let knacks = definition.knacks.iter().map(|knack| self.temper.use_of_knack(*knack));
        sane.max(insane) + knacks.sum::<i32>()
    }

    /// What winning the round brings: the token counts more where it ends the game, and less where
    /// it is an insane one of which more are needed.
    pub(super) fn prize(&self) -> i32 {
        let standing = self.view.table.player(self.me);
        let needed = i32::from(self.rules.tokens);
        match self.rules.deck.insane_tokens {
            Some(more) if self.insanity > 0 => {
                let last = i32::from(standing.insane_tokens) + 1 >= i32::from(more);
                if last { ROUND * 3 / 2 } else { ROUND * needed / i32::from(more).max(1) }
            }
            Some(_) if i32::from(standing.tokens) + 1 >= needed => ROUND * 3 / 2,
            _ => ROUND,
        }
    }

    /// The chance to pass all sanity checks of the turns to come.
    fn survives_checks(&self) -> i32 {
        if self.insanity <= 0 || self.immortal {
            return ONE;
        }
        let bad = self.reading.chance_of(self.rules.insane.or(FATAL));
        let each_turn = self.rivals() + 1 + self.insanity;
        let turns = i32::from(self.view.deck_size) / each_turn.max(1);
        let checks = turns.min(self.temper.foresight) * self.insanity;
        (0..checks.min(12)).fold(ONE, |chance, _| chance * (ONE - bad) / ONE)
    }

    // ---- peril ----

    fn peril(&self) -> Peril {
        let rivals = self.rivals().max(1);
        // So many of the others have a turn before the next of one's own, and each may choose me.
        let strikes = rivals.min(i32::from(self.view.deck_size)) * ONE / rivals;
        // Whoever has a turn has two cards to choose from.
        let has = |cards: Kinds| (2 * self.reading.chance_of(cards)).min(ONE) * strikes / ONE;
        let (sure, may) = (self.view.sure(self.me), self.view.may(self.me));
        let (sure, may) = (sure.and(self.others), may.and(self.others));
        let known = i32::from((2 * sure.len() + may.len()) as u8) * ONE / (2 * rivals);
        Peril { guard: has(GUARDS), baron: has(BARONS), prince: has(PRINCES), known }
    }

    /// The chance to be put out before the next turn while holding this card.
    fn hazard(&self, card: Card) -> i32 {
        let value = self.rules.value(card);
        let Peril { guard, baron, prince, known } = self.peril;
        let open = self.view.hands[self.me.index()].open.iter().any(|open| open.card == card);
        let known = if open { ONE } else { known };
        let guess = if value == 1 || ASSASSINS.contains(card) {
            0
        } else {
            let same = self.rules.by_value[usize::from(value)];
            // One's own is one more that the others count on.
            let likely = self.reading.chance_of(same) + ONE / (self.reading.total() + 1);
            likely + (ONE - likely).max(0) * known / ONE
        };
        let weaker = ONE - self.plain_rank(value);
        let fatal = if FATAL.contains(card) { prince * (ONE / 3 + known / 2) / ONE } else { 0 };
        let struck = guard * guess.min(ONE) / ONE * self.temper.fear_of_guards / 100
            + baron * weaker / ONE * self.temper.fear_of_barons / 100
            + fatal;
        let quick = if QUICK.contains(card) { struck / 2 } else { struck };
        quick.min(ONE * 9 / 10)
    }

    // ---- going out ----

    /// What it is worth that this player goes out; below 0 for oneself.
    pub(super) fn out(&self, seat: Seat) -> i32 {
        let table = &self.view.table;
        let constable = table.discards(seat).any(|card| CONSTABLES.contains(card));
        if seat == self.me {
            let comes_back = self.rules.deck.priming && !table.acted.contains(seat);
            let lost = if self.immortal {
                0
            } else if comes_back {
                self.own / 2
            } else {
                self.own
            };
            // To be paid for going out is good, but never the aim.
            return if constable { (ROUND / 2 - lost).min(-lost / 4) } else { -lost };
        }
        if table.immortal.contains(seat) {
            return 0;
        }
        let mut gain = self.gain_without(seat);
        if self.rules.deck.priming && !table.acted.contains(seat) {
            gain /= 3;
        }
        for bounty in table.bounties.iter().filter(|bounty| bounty.on == seat) {
            gain += if bounty.by == self.me { ROUND } else { -ROUND / (2 * self.rivals().max(1)) };
        }
        if constable { gain - ROUND / (2 * self.rivals().max(1)) } else { gain }
    }

    /// A player's chance goes to all who are left, by what they have; that of a leader counts more.
    fn gain_without(&self, seat: Seat) -> i32 {
        let prize = self.prize();
        let own = self.own.clamp(prize / 20, prize * 19 / 20);
        let theirs = (prize - own) / self.rivals().max(1);
        theirs * own / (prize - theirs).max(1) * self.threat(seat) / 100
    }

    /// How much a player is to be feared: 100 for one without tokens.
    pub(super) fn threat(&self, seat: Seat) -> i32 {
        let standing = self.view.table.player(seat);
        let tokens = 100 * i32::from(standing.tokens) / i32::from(self.rules.tokens.max(1));
        let insane =
            self.rules.deck.insane_tokens.map_or(0, |needed| {
                100 * i32::from(standing.insane_tokens) / i32::from(needed.max(1))
            });
        100 + tokens.max(insane)
    }

    /// How much better, in hundredths of a fair chance, another's hand is than any card.
    pub(super) fn edge_of(&self, seat: Seat) -> i32 {
        let guess = self.reading.hand(seat);
        let mut rank = 0;
        for value in 0..guess.asked.len() {
            if guess.asked[value] > 0 {
                rank += guess.asked[value] * self.plain_rank(value as u8) / ONE;
            }
        }
        let now = self.temper.lateness(self.view.deck_size.into(), self.rivals() + 1);
        2 * now * (rank - ONE / 2) / ONE
    }

    /// What another's chance to win is worth to take away, by hundredths.
    pub(super) fn stake(&self, seat: Seat, hundredths: i32) -> i32 {
        self.gain_without(seat) * hundredths / 100
    }

    /// What any card off the deck would be worth in hand.
    pub(super) fn worth_of_a_draw(&self) -> i32 {
        let weigh = |card: Card| self.worth(card) * i32::from(self.reading.left(card));
        self.reading.unseen().iter().map(weigh).sum::<i32>() / self.reading.total().max(1)
    }

    /// What another's card would be worth in one's own hand.
    pub(super) fn worth_of_theirs(&self, seat: Seat) -> i32 {
        let guess = self.reading.hand(seat);
        let weigh = |card: Card| self.worth(card) * guess.asked_for(card) / ONE;
        guess.may_be.iter().map(weigh).sum()
    }
}
