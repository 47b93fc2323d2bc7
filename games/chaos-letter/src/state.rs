//! What changes during play: what lies open, and what does not.

use arrayvec::ArrayVec;
use parlor_engine::{MAX_SEATS, Seat, Seats};
use parlor_stack::{InTurn, Window};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::card::{Card, Looks, Print};
use crate::cards::Cards;
use crate::deck::MAX_CARDS;
use crate::event::Events;
use crate::hand::{Hand, Hearsay, Knowers, Watchers};
use crate::rules::Rules;

/// The most bets, and the most bounties, at one time.
pub const MAX_BETS: usize = 16;

/// A table of Chaos Letter.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct State {
    /// What everybody sees.
    pub(crate) table: Table,
    /// What nobody sees, or only some.
    pub(crate) hidden: Hidden,
}

/// What lies open: every field of it is public.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Table {
    /// The number of the round, from 1.
    pub round: u16,
    /// How far the turn is.
    pub step: Step,
    /// Who began the round.
    pub starter: Seat,
    /// Whose turn it is.
    pub mover: Seat,
    /// Whether the turn goes to the next higher seat, and not the other way round.
    pub upwards: bool,
    /// Who has not left the game.
    pub present: Seats,
    /// Who is still in the round.
    pub alive: Seats,
    /// Who has had a turn in this round.
    pub acted: Seats,
    /// Whom nobody else can choose.
    pub protected: Seats,
    /// Who cannot be knocked out in this round.
    pub immortal: Seats,
    /// Who holds two cards for the rest of the round.
    pub capitalists: Seats,
    /// Who has shuffled an eight back in this round.
    pub reshuffled: Seats,
    /// The players, by seat.
    pub players: [Standing; MAX_SEATS],
    /// Every card that lies face up, in the order they were laid down.
    pub laid: ArrayVec<Laid, MAX_CARDS>,
    /// Whether the Brain Case lies beside the table.
    pub brain_case: bool,
    /// Who gains a token when whom else wins the round.
    pub bets: ArrayVec<Bet, MAX_BETS>,
    /// Who gains a token when whom else goes out.
    pub bounties: ArrayVec<Bounty, MAX_BETS>,
    /// Whom the next card that chooses players must choose.
    pub sycophant: Option<Seat>,
    /// Cards that were shuffled back into the deck, and nobody has drawn since.
    pub returned: ArrayVec<Print, MAX_SEATS>,
    /// What is about to happen, the last first.
    pub stack: Events,
    /// Who is asked in turn for an answer to what is on top of it; nobody where answers are sealed.
    pub asking: InTurn,
    /// Who went out last, in this round or the one before.
    pub last_out: Option<Seat>,
    /// Why the game is over.
    pub over: Option<End>,
}

/// How far a turn is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Step {
    /// Cards are set aside and dealt.
    Setup,
    /// The turn begins: protection ends.
    Start,
    /// The insane check their sanity.
    Check,
    /// A card is drawn.
    Draw,
    /// A card is played.
    Play,
    /// The turn ends.
    End,
    /// Nobody is asked any more.
    Over,
}

/// What everybody knows of a player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Standing {
    /// Tokens won while sane, and by cards.
    pub tokens: u8,
    /// Rounds won while insane.
    pub insane_tokens: u8,
    /// Insane cards in the discards, and one for each time the player came back.
    pub insanity: u8,
    /// How often the player came back in this round.
    pub primes: u8,
    /// What is known of the hand.
    pub hearsay: Hearsay,
}

impl Standing {
    /// All tokens.
    pub const fn all_tokens(&self) -> u8 {
        self.tokens.saturating_add(self.insane_tokens)
    }
}

/// A card that lies face up.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Laid {
    /// The card.
    pub card: Print,
    /// In whose discards it lies; in nobody's when it was set aside.
    pub whose: Option<Seat>,
    /// Whether it was laid down by a player before coming back: it counts for nothing any more.
    pub past: bool,
}

/// Somebody gains a token when somebody else wins the round.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Bet {
    /// Who gains it.
    pub by: Seat,
    /// Who has to win.
    pub on: Seat,
    /// The card.
    pub card: Card,
}

/// Somebody gains a token when somebody else goes out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Bounty {
    /// Who gains it.
    pub by: Seat,
    /// Who has to go out.
    pub on: Seat,
    /// The card.
    pub card: Card,
    /// For so many more ends of the hunter's turn.
    pub turns: u8,
}

/// Why a game is over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// Somebody has tokens enough.
    Tokens,
    /// Cthulhu has come, and this player called.
    Cthulhu(Seat),
    /// All rounds have been played.
    Rounds,
    /// All others have left.
    Left,
}

/// What is not for everybody to see.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Hidden {
    pub(crate) hands: [Hand; MAX_SEATS],
    /// The card that was set aside face down.
    pub(crate) aside: Option<Print>,
    /// The deck, but for what lies under it: its order is not settled before somebody draws.
    pub(crate) pool: Cards,
    /// Cards under the deck, the first to be drawn first.
    pub(crate) bottom: ArrayVec<Sunk, MAX_CARDS>,
    /// Cards that were collected, to be dealt out again by whoever has the say.
    pub(crate) pot: Cards,
    /// The sealed answers to what is on the stack; none where all are asked in turn.
    pub(crate) window: Window<Print>,
}

/// A card under the deck.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Sunk {
    pub(crate) card: Print,
    /// Who put it there, and knows it.
    pub(crate) by: Seat,
}

/// A card on its way to a hand.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moved {
    card: Print,
    seen: Knowers,
    /// Who may be among those who know it, for all that everybody knows.
    may: Seats,
    /// What everybody knows it not to be.
    not: Looks,
}

impl State {
    #[inline]
    pub(crate) const fn hand(&self, seat: Seat) -> &Hand {
        &self.hidden.hands[seat.index() % MAX_SEATS]
    }

    #[inline]
    pub(crate) const fn hand_mut(&mut self, seat: Seat) -> &mut Hand {
        &mut self.hidden.hands[seat.index() % MAX_SEATS]
    }

    /// How many cards the deck has.
    #[inline]
    pub(crate) fn deck_size(&self) -> usize {
        self.hidden.pool.len() + self.hidden.bottom.len()
    }

    /// Who is asked now for an answer to what is on the stack.
    #[inline]
    pub(crate) fn asked_to_answer(&self) -> Seats {
        self.table.asking.now().map_or(self.hidden.window.owing(), Seats::one)
    }

    /// Nobody is asked any more for an answer to what is on the stack.
    pub(crate) fn stop_asking(&mut self) {
        self.table.asking = InTurn::default();
        self.hidden.window = Window::default();
    }

    // ---- cards come and go, and what is known of them with them ----

    /// A card comes to a hand. These besides its holder know which; to all others it is one of those
    /// that look the same from behind.
    #[inline]
    pub(crate) fn gain(&mut self, rules: &Rules, seat: Seat, card: Print, seen: Knowers) {
        if seen == Knowers::NOBODY && self.table.player(seat).hearsay == Hearsay::default() {
            // Nothing was known, and nothing is.
            self.hand_mut(seat).add(card, seen);
            return;
        }
        self.hand_to(rules, seat, Moved { card, seen, may: Seats::NONE, not: Looks::NONE });
    }

    /// A card leaves a hand face up; `false` when it is not there. What the hand did not hold it does
    /// not hold now.
    #[inline]
    pub(crate) fn lose(&mut self, rules: &Rules, seat: Seat, card: Print) -> bool {
        let taken = self.hand_mut(seat).take(card);
        if taken && self.table.player(seat).hearsay != Hearsay::default() {
            self.untie(seat);
            self.tidy(rules, seat, card);
        }
        taken
    }

    /// A card leaves a hand, and nobody sees which of those that look the same from behind, but for
    /// whom it goes to.
    pub(crate) fn lose_unseen(&mut self, rules: &Rules, seat: Seat, card: Print, to: Option<Seat>) {
        let sees = to.map_or(Knowers::NOBODY, Knowers::only);
        let taken = self.hand_mut(seat).slip_away(card, rules.alike(card), sees);
        debug_assert!(taken, "{card} is not in the hand of seat {seat}");
        self.untie(seat);
        // It could have been one of those that are left and look the same.
        let watchers = self.table.player_mut(seat).hearsay.watchers_mut(rules.back(card));
        watchers.sure = watchers.sure.and(sees.seats);
        watchers.may = watchers.may.and(sees.seats);
        watchers.unsure = watchers.unsure.and(watchers.may);
        self.tidy(rules, seat, card);
    }

    /// Two hands, or one card of each where there are several, change places.
    pub(crate) fn trade(&mut self, rules: &Rules, one: Seat, two: Seat) {
        let (Some(first), Some(second)) = (self.hand(one).asked_for(), self.hand(two).asked_for())
        else {
            return;
        };
        if self.hand(one).len() == 1 && self.hand(two).len() == 1 {
            // Whole hands can be followed, and all that is known of them goes with them. What their
            // holders called the cards does not.
            let last_handles = [one, two].map(|seat| self.hand(seat).last_handle);
            self.hidden.hands.swap(one.index(), two.index());
            let (a, b) = (one.index(), two.index());
            let (said_a, said_b) = (self.table.players[a].hearsay, self.table.players[b].hearsay);
            self.table.players[a].hearsay = said_b;
            self.table.players[b].hearsay = said_a;
            self.swap_ties(one, two);
            let parties = [(one, two, second), (two, one, first)];
            for ((holder, from, card), last_handle) in parties.into_iter().zip(last_handles) {
                self.hand_mut(holder).change_holder(from, holder, last_handle);
                let hearsay = &mut self.table.player_mut(holder).hearsay;
                let watchers = hearsay.watchers_mut(rules.back(card));
                watchers.sure = watchers.sure.with(from).without(holder);
                watchers.may = watchers.may.without(from).without(holder);
                watchers.unsure = watchers.may;
            }
            return;
        }
        let moved_first = self.take_over(rules, one, first, two);
        let moved_second = self.take_over(rules, two, second, one);
        self.hand_to(rules, one, moved_second);
        self.hand_to(rules, two, moved_first);
    }

    /// A card leaves a hand for another. One that has not its like in the hand can be followed; of
    /// several nobody but the two knows which it is.
    pub(crate) fn take_over(&mut self, rules: &Rules, from: Seat, card: Print, to: Seat) -> Moved {
        let hearsay = self.table.player(from).hearsay;
        let (seen, may) = (Knowers::only(from), Seats::NONE);
        let mut moved = Moved { card, seen, may, not: hearsay.not };
        let alike = rules.alike(card);
        let like = || self.hand(from).held().filter(|held| alike.has(held.card));
        if like().count() == 1 {
            moved.seen = like().fold(moved.seen, |seen, held| seen.or(held.seen));
            moved.may = hearsay.watchers(rules.back(card)).may;
        }
        self.lose_unseen(rules, from, card, Some(to));
        moved
    }

    /// A card comes to a hand, and what is known of the card with it. What the hand does not hold
    /// stays known, but for what the card can be.
    pub(crate) fn hand_to(&mut self, rules: &Rules, to: Seat, moved: Moved) {
        let Moved { card, seen, may, not } = moved;
        let before = self.hand(to).looks();
        self.hand_mut(to).add(card, seen.without(to));
        self.untie(to);
        let may = may.without(to);
        let knowers = if seen.all { self.table.present } else { seen.seats.less(may) };
        let knowers = knowers.without(to);
        let hearsay = &mut self.table.player_mut(to).hearsay;
        if before.is_empty() {
            *hearsay = Hearsay { not, ..Hearsay::default() };
        } else {
            // Where everybody sees it, it can be nothing else.
            let can_be = if seen.all { Looks::one(card.look()) } else { rules.alike(card) };
            hearsay.not = hearsay.not.less(can_be.less(not));
        }
        let watchers = hearsay.watchers_mut(rules.back(card));
        if before.and(rules.alike(card)).is_empty() {
            *watchers = Watchers { sure: knowers, may, unsure: may };
            return;
        }
        let some = watchers.some().or(knowers).or(may);
        watchers.sure = watchers.sure.and(knowers);
        watchers.may = some.less(watchers.sure);
        watchers.unsure = watchers.unsure.or(may);
    }

    /// The hand has changed: whose it equals is known no more.
    fn untie(&mut self, seat: Seat) {
        let tied = std::mem::take(&mut self.table.player_mut(seat).hearsay.tied).without(seat);
        for other in tied.iter() {
            let rest = if tied.are_several() { tied } else { Seats::NONE };
            self.table.player_mut(other).hearsay.tied = rest;
        }
    }

    /// Two hands were worth the same.
    pub(crate) fn tie(&mut self, one: Seat, two: Seat) {
        let hearsay = |seat: Seat| self.table.player(seat).hearsay.tied;
        let tied = hearsay(one).or(hearsay(two)).with(one).with(two);
        for seat in tied.iter() {
            self.table.player_mut(seat).hearsay.tied = tied;
        }
    }

    /// Ties are between seats, so they are renamed when two hands change places.
    fn swap_ties(&mut self, one: Seat, two: Seat) {
        for seat in Seats::first_n(MAX_SEATS).iter() {
            let tied = self.table.player(seat).hearsay.tied;
            if tied.contains(one) != tied.contains(two) {
                let (gone, come) = if tied.contains(one) { (one, two) } else { (two, one) };
                self.table.player_mut(seat).hearsay.tied = tied.without(gone).with(come);
            }
        }
    }

    /// This card has gone. Of an empty hand there is nothing to know, and of the cards with one back
    /// where none is left.
    fn tidy(&mut self, rules: &Rules, seat: Seat, gone: Print) {
        let left = self.hand(seat).looks();
        let hearsay = &mut self.table.player_mut(seat).hearsay;
        if left.is_empty() {
            *hearsay = Hearsay::default();
        } else if left.and(rules.alike(gone)).is_empty() {
            *hearsay.watchers_mut(rules.back(gone)) = Watchers::default();
        }
    }

    /// What anybody had chosen of several cards counts no more.
    pub(crate) fn withdraw_offers(&mut self) {
        for hand in &mut self.hidden.hands {
            hand.offered = None;
        }
    }

    /// A card comes to lie face up.
    #[inline]
    pub(crate) fn lay(&mut self, card: Print, whose: Option<Seat>) {
        let laid = self.table.laid.try_push(Laid { card, whose, past: false });
        debug_assert!(laid.is_ok(), "more cards lie open than there are");
    }
}

impl Table {
    /// What everybody knows of a player.
    #[inline]
    pub const fn player(&self, seat: Seat) -> &Standing {
        &self.players[seat.index() % MAX_SEATS]
    }

    #[inline]
    pub(crate) const fn player_mut(&mut self, seat: Seat) -> &mut Standing {
        &mut self.players[seat.index() % MAX_SEATS]
    }

    /// The cards in a player's discards that count.
    pub fn discards(&self, seat: Seat) -> impl DoubleEndedIterator<Item = Card> + Clone {
        let own = move |laid: &&Laid| laid.whose == Some(seat) && !laid.past;
        self.laid.iter().filter(own).map(|laid| laid.card.card)
    }

    /// Whether the player is insane.
    #[inline]
    pub const fn is_insane(&self, seat: Seat) -> bool {
        self.player(seat).insanity > 0
    }

    /// Who comes after a seat in the direction of play, of those still in the round.
    pub(crate) fn next_alive(&self, seat: Seat) -> Option<Seat> {
        if self.upwards { self.alive.after(seat) } else { self.alive.before(seat) }
    }
}
