//! What a viewer sees, and imagining the rest.

use arrayvec::ArrayVec;
use parlor_engine::rand_core::Rng;
use parlor_engine::sample::below;
use parlor_engine::{Game, MAX_SEATS, Seat, Seats, Viewer};
use parlor_stack::Window;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::card::{Card, LOOKS, Looks, Print};
use crate::cards::Cards;
use crate::deck::{Back, MAX_CARDS};
use crate::hand::{Hand, Handle, Held, Knowers, MAX_HAND, Watchers};
use crate::notice::Few;
use crate::rules::Rules;
use crate::state::{Hidden, State, Step, Sunk, Table};

/// What one viewer has the right to know.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
pub struct View {
    /// Whose view it is.
    pub viewer: Viewer,
    /// What lies open.
    pub table: Table,
    /// What is known of each player's hand.
    pub hands: ArrayVec<Seen, MAX_SEATS>,
    /// How many cards the deck has.
    pub deck_size: u8,
    /// The back of the card set aside face down, while it lies there.
    pub aside: Option<Back>,
    /// The cards under the deck, the first to be drawn first.
    pub bottom: ArrayVec<Under, MAX_CARDS>,
    /// How many cards have been collected and not dealt out again.
    pub pot_size: u8,
    /// Those cards, for whoever deals them out.
    pub pot: Option<Cards>,
    /// Who is asked for an answer to what is on the stack, and what the viewer has answered.
    pub window: Window<Print>,
    /// Once the game is over, everything.
    pub(crate) open: Option<Hidden>,
}

/// What is known of a hand.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Seen {
    /// How many cards it has.
    pub size: u8,
    /// How many of them have a cosmic back.
    pub cosmic: u8,
    /// The backs of those that have neither a letter nor stars on it.
    pub marked: ArrayVec<Back, MAX_HAND>,
    /// The cards in it that the viewer knows of: of one's own hand, all.
    pub known: Few,
    /// Those of them that everybody knows of.
    pub open: Few,
    /// For the holder, who else is sure to know each of them; who may is for the table to say.
    pub known_by: ArrayVec<Seats, MAX_HAND>,
    /// For the holder, a number for each of them that stays the same while it is sure to be the same
    /// card.
    pub handles: ArrayVec<Handle, MAX_HAND>,
    /// For the holder, the last such number that was given to a card in this round.
    pub last_handle: Handle,
    /// Whether its holder has chosen which card counts.
    pub offered: bool,
    /// Which one, for the holder.
    pub chosen: Option<Print>,
}

impl Seen {
    /// How many of the cards have this back.
    pub fn with_back(&self, back: Back) -> u8 {
        let marked = self.marked.len() as u8;
        match back {
            Back::Letter => self.size.saturating_sub(self.cosmic).saturating_sub(marked),
            Back::Cosmic => self.cosmic,
            other => self.marked.iter().filter(|back| **back == other).count() as u8,
        }
    }

    /// How many of those the viewer does not know of.
    pub(crate) fn unknown_with_back(&self, rules: &Rules, back: Back) -> u8 {
        let known = self.known.iter().filter(|card| rules.back(**card) == back).count() as u8;
        self.with_back(back).saturating_sub(known)
    }
}

/// A card under the deck.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Under {
    /// Who put it there.
    pub by: Seat,
    /// Which it is, for whoever put it there.
    pub card: Option<Print>,
}

impl View {
    pub(crate) fn of(rules: &Rules, state: &State, viewer: Viewer) -> Self {
        let State { table, hidden } = state;
        let seat = viewer.seat();
        let deals = |event: &crate::event::Event| match event {
            crate::event::Event::Give { by, .. } => Some(*by),
            _ => None,
        };
        let dealer = table.stack.iter().find_map(|(_, frame)| deals(&frame.event));
        let dealer = dealer.filter(|seat| table.alive.contains(*seat));
        let mut view = Self {
            viewer,
            table: table.clone(),
            hands: ArrayVec::new(),
            deck_size: state.deck_size() as u8,
            aside: hidden.aside.map(|card| rules.back(card)),
            bottom: ArrayVec::new(),
            pot_size: hidden.pot.len() as u8,
            pot: (dealer.is_some() && dealer == seat).then_some(hidden.pot),
            window: hidden.window.seen_by(viewer),
            open: (table.step == Step::Over).then(|| hidden.clone()),
        };
        for (index, hand) in hidden.hands[..rules.seats()].iter().enumerate() {
            let own = seat == Some(Seat::at(index));
            let known = hand.known_to(seat);
            // What was seen of a card before it came to its holder is not for the holder to know.
            let hearsay = &table.player(Seat::at(index)).hearsay;
            let unsure = |card: Print| hearsay.watchers(rules.back(card)).unsure;
            let (cosmic, marked) = backs(rules, hand);
            view.hands.push(Seen {
                size: hand.len() as u8,
                cosmic,
                marked,
                known: if own { hand.iter().collect() } else { known.collect() },
                open: hand.known_to(None).collect(),
                known_by: if own { hand.known_by(unsure) } else { ArrayVec::new() },
                handles: if own { hand.handles() } else { ArrayVec::new() },
                last_handle: if own { hand.last_handle } else { 0 },
                offered: hand.offered.is_some(),
                chosen: hand.offered.filter(|_| own),
            });
        }
        let own = |sunk: &Sunk| seat == Some(sunk.by);
        let under = |sunk: &Sunk| Under { by: sunk.by, card: own(sunk).then_some(sunk.card) };
        view.bottom.extend(hidden.bottom.iter().map(under));
        view
    }

    /// How many of each card the viewer cannot place.
    pub(crate) fn out_of_sight(&self, rules: &Rules) -> [u8; LOOKS] {
        let mut left = rules.totals;
        let mut strike = |card: Print| {
            let count = &mut left[card.index()];
            // A view may come from anywhere: what does not add up is left out.
            *count = count.saturating_sub(1);
        };
        self.table.laid.iter().for_each(|laid| strike(laid.card));
        self.hands.iter().flat_map(|seen| seen.known.iter()).for_each(|card| strike(*card));
        self.bottom.iter().filter_map(|under| under.card).for_each(&mut strike);
        self.pot.iter().flat_map(Cards::iter).for_each(&mut strike);
        self.table.returned.iter().for_each(|card| strike(*card));
        if self.table.brain_case {
            strike(Card::BrainCase.into());
        }
        left
    }

    /// Who is sure to know a whole hand, by what everybody knows.
    pub fn sure(&self, seat: Seat) -> Seats {
        let hearsay = &self.table.player(seat).hearsay;
        let Some(seen) = self.hands.get(seat.index()) else { return Seats::NONE };
        let held = Back::ALL.into_iter().filter(|back| seen.with_back(*back) > 0);
        let sure = held.map(|back| hearsay.watchers(back).sure);
        sure.reduce(Seats::and).unwrap_or_default()
    }

    /// Who else may know some of it, or is sure to.
    pub fn may(&self, seat: Seat) -> Seats {
        self.table.player(seat).hearsay.some().less(self.sure(seat))
    }

    /// The viewer's own hand; empty for a spectator.
    pub fn hand(&self) -> &[Print] {
        let own = self.viewer.seat().and_then(|seat| self.hands.get(seat.index()));
        own.map_or(&[], |seen| seen.known.as_slice())
    }
}

/// How many cards of a hand have a cosmic back, and the backs that are neither that nor a letter.
fn backs(rules: &Rules, hand: &Hand) -> (u8, ArrayVec<Back, MAX_HAND>) {
    let (mut cosmic, mut marked) = (0, ArrayVec::new());
    for back in hand.iter().map(|card| rules.back(card)) {
        match back {
            Back::Letter => {}
            Back::Cosmic => cosmic += 1,
            other => marked.push(other),
        }
    }
    // In the order of the cards they would tell of the cards.
    marked.sort_unstable();
    (cosmic, marked)
}

/// More tries than this are not made to find a world: only a view that nobody ever had needs them.
const TRIES: usize = 20_000;

/// A place for a card that the viewer does not know, and what may lie there.
#[derive(Clone, Copy)]
struct Slot {
    place: Place,
    may_be: Looks,
    /// So many cards are left for it at the most, whatever was dealt to the places before.
    most: u64,
}

#[derive(Clone, Copy)]
enum Place {
    Hand(Seat),
    Aside,
}

/// The places whose cards are not any card: hands of eight players and the card set aside.
type Slots = ArrayVec<Slot, { 8 * MAX_HAND + 1 }>;

impl Rules {
    /// Deals every card that is not known to where it could be, all deals alike.
    pub(crate) fn imagine_from<R: Rng + ?Sized>(&self, view: &View, rng: &mut R) -> State {
        if let Some(hidden) = &view.open {
            return State { table: view.table.clone(), hidden: hidden.clone() };
        }
        let unseen = self.unseen(view);
        let slots = self.slots(view, &unseen);
        let mut dealt = None;
        for _ in 0..TRIES {
            dealt = self.deal_once(view, &unseen, &slots, rng);
            if dealt.is_some() {
                break;
            }
        }
        let (placed, rest) = dealt.unwrap_or_else(|| (ArrayVec::new(), unseen.clone()));
        self.lay_out(view, &slots, &placed, rest, rng)
    }

    /// The cards the viewer cannot place.
    fn unseen(&self, view: &View) -> ArrayVec<Print, MAX_CARDS> {
        let left = view.out_of_sight(self);
        let copies = |card: Print| std::iter::repeat_n(card, left[card.index()].into());
        let marked = (1..).zip(&self.marked).map(|(mark, card)| Print { card: *card, mark });
        let all = self.kinds.iter().map(Print::plain).chain(marked);
        all.flat_map(copies).take(MAX_CARDS).collect()
    }

    /// The places where not any card can be.
    fn slots(&self, view: &View, unseen: &[Print]) -> Slots {
        let mut slots = Slots::new();
        for (index, seen) in view.hands.iter().enumerate() {
            let seat = Seat::at(index);
            let not = view.table.player(seat).hearsay.not;
            // A view may come from anywhere: no hand holds more than there is room for.
            let room = (MAX_HAND - seen.known.len()) as u8;
            let mut unknown = seen.size.saturating_sub(seen.known.len() as u8).min(room);
            for back in Back::ALL {
                if unknown == 0 {
                    break;
                }
                let count = seen.unknown_with_back(self, back).min(unknown);
                unknown -= count;
                let may_be = self.with_back(back).less(not);
                for _ in 0..count {
                    if !slots.is_full() {
                        slots.push(Slot { place: Place::Hand(seat), may_be, most: 0 });
                    }
                }
            }
        }
        if let Some(back) = view.aside
            && !slots.is_full()
        {
            slots.push(Slot { place: Place::Aside, may_be: self.with_back(back), most: 0 });
        }
        // The narrowest first: whatever they are dealt is gone for wider ones that hold it, too.
        slots.sort_by_key(|slot| slot.may_be.len());
        for place in 0..slots.len() {
            let Slot { may_be, .. } = slots[place];
            let fits = unseen.iter().filter(|card| may_be.has(**card)).count();
            let within = |slot: &&Slot| slot.may_be.less(may_be).is_empty();
            let gone = slots[..place].iter().filter(within).count();
            slots[place].most = fits.saturating_sub(gone) as u64;
        }
        slots
    }

    /// Deals to the places one after the other, each card that may be there alike. Where earlier
    /// cards have left fewer to choose from than there could be, a deal is thrown away that much more
    /// often, so that in the end all deals are alike. `None` when this one is thrown away.
    fn deal_once<R: Rng + ?Sized>(
        &self,
        view: &View,
        unseen: &ArrayVec<Print, MAX_CARDS>,
        slots: &Slots,
        rng: &mut R,
    ) -> Option<Dealt> {
        let mut bag = unseen.clone();
        let mut placed = ArrayVec::new();
        for slot in slots {
            let fits = |card: &&Print| slot.may_be.has(**card);
            if slot.most == 0 {
                return None;
            }
            // One of those that could be left is drawn; one that is gone throws the deal away.
            let ticket = below(rng, slot.most) as usize;
            let left = bag.iter().filter(fits).count();
            if ticket >= left {
                return None;
            }
            let place = bag.iter().enumerate().filter(|(_, card)| slot.may_be.has(**card));
            let (place, _) = { place }.nth(ticket)?;
            placed.push(bag.swap_remove(place));
        }
        self.ties_hold(view, slots, &placed).then_some((placed, bag))
    }

    /// Whether hands that are worth the same are.
    fn ties_hold(&self, view: &View, slots: &Slots, placed: &Placed) -> bool {
        let only = |seat: Seat| {
            let seen = view.hands.get(seat.index())?;
            let dealt = || {
                let here = |slot: &Slot| matches!(slot.place, Place::Hand(at) if at == seat);
                placed.get(slots.iter().position(here)?)
            };
            seen.known.first().or_else(dealt).map(|card| self.value(card.card))
        };
        Seats::first_n(view.hands.len()).iter().all(|seat| {
            let tied = view.table.player(seat).hearsay.tied;
            tied.is_empty() || tied.iter().all(|other| only(other) == only(seat))
        })
    }

    /// The world in which the viewer's unknown cards lie where they were dealt, and the rest anywhere.
    fn lay_out<R: Rng + ?Sized>(
        &self,
        view: &View,
        slots: &Slots,
        placed: &Placed,
        mut rest: ArrayVec<Print, MAX_CARDS>,
        rng: &mut R,
    ) -> State {
        let mut toss = Toss::default();
        let mut hands = self.known_hands(view, &mut toss, rng);
        let mut aside = None;
        for (slot, card) in slots.iter().zip(placed) {
            match slot.place {
                Place::Hand(seat) => {
                    let hearsay = &view.table.player(seat).hearsay;
                    let Watchers { sure, may, .. } = *hearsay.watchers(self.back(*card));
                    let seen = Self::whisper(view, sure, may, &mut toss, rng);
                    hands[seat.index()].add(*card, seen);
                }
                Place::Aside => aside = Some(*card),
            }
        }
        for (hand, seen) in hands.iter_mut().zip(&view.hands) {
            let any = |rng: &mut R| below(rng, hand.len().max(1) as u64) as usize;
            hand.offered = seen.chosen.or_else(|| {
                let number = seen.offered.then(|| any(rng))?;
                hand.iter().nth(number)
            });
        }
        let mut draw = |rng: &mut R| {
            let many = rest.len() as u64;
            (many > 0).then(|| rest.swap_remove(below(rng, many) as usize))
        };
        let mut bottom = ArrayVec::new();
        for under in &view.bottom {
            if let Some(card) = under.card.or_else(|| draw(rng)) {
                bottom.push(Sunk { card, by: under.by });
            }
        }
        let mut pot = view.pot.unwrap_or_default();
        while pot.len() < view.pot_size.into() {
            let Some(card) = draw(rng) else { break };
            pot.add(card);
        }
        let room = MAX_CARDS.saturating_sub(rest.len());
        let pool = rest.into_iter().chain(view.table.returned.iter().copied().take(room)).collect();
        let window = view.window;
        let hidden = Hidden { hands, aside, pool, bottom, pot, window };
        State { table: view.table.clone(), hidden }
    }

    /// The cards of the hands that the viewer knows of, each with the seats that know of it.
    fn known_hands<R: Rng + ?Sized>(
        &self,
        view: &View,
        toss: &mut Toss,
        rng: &mut R,
    ) -> [Hand; MAX_SEATS] {
        let mut hands: [Hand; MAX_SEATS] = std::array::from_fn(|_| Hand::default());
        for (index, seen) in view.hands.iter().enumerate() {
            let seat = Seat::at(index);
            let own = view.viewer == Viewer::Seat(seat);
            let hearsay = &view.table.player(seat).hearsay;
            // From the end: of equal cards fewest know of the last, so that is the one in the open.
            let mut open = seen.open.iter().rev().peekable();
            for (place, card) in seen.known.iter().enumerate().rev() {
                let knowers = if open.next_if(|other| *other == card).is_some() {
                    Knowers::ALL
                } else {
                    let known = match view.viewer.seat() {
                        Some(_) if own => seen.known_by.get(place).copied().unwrap_or_default(),
                        Some(watcher) => Seats::one(watcher),
                        None => Seats::NONE,
                    };
                    let watchers = hearsay.watchers(self.back(*card));
                    let may = if own { watchers.unsure } else { watchers.may };
                    Self::whisper(view, watchers.sure, may, toss, rng)
                        .or(Knowers { seats: known, all: false })
                };
                match seen.handles.get(place).copied() {
                    Some(handle) if own => {
                        hands[index].insert(Held { card: *card, seen: knowers, handle });
                    }
                    _ => hands[index].add(*card, knowers),
                }
            }
            if own {
                hands[index].last_handle = seen.last_handle;
            }
        }
        hands
    }

    /// Who else knows of a card: those who are sure of all such, and of those who may know of some,
    /// one in two.
    fn whisper<R: Rng + ?Sized>(
        view: &View,
        sure: Seats,
        may: Seats,
        toss: &mut Toss,
        rng: &mut R,
    ) -> Knowers {
        let mut seats = sure;
        for other in may.iter() {
            if view.viewer.seat() != Some(other) && toss.heads(rng) {
                seats = seats.with(other);
            }
        }
        Knowers { seats, all: false }
    }
}

type Placed = ArrayVec<Print, { 8 * MAX_HAND + 1 }>;
/// The cards dealt to the places, and those left over.
type Dealt = (Placed, ArrayVec<Print, MAX_CARDS>);

/// Coins, tossed by the handful.
#[derive(Default)]
struct Toss {
    coins: u32,
    left: u8,
}

impl Toss {
    fn heads<R: Rng + ?Sized>(&mut self, rng: &mut R) -> bool {
        if self.left == 0 {
            self.coins = rng.next_u32();
            self.left = 32;
        }
        self.left -= 1;
        let heads = self.coins & 1 == 1;
        self.coins >>= 1;
        heads
    }
}
