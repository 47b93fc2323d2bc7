//! `imagine` is exact given the view: all ways to put the unseen cards into the places where, by the
//! view, they could be are alike.
//!
//! For views met with small decks every such way is written down by brute force: any unseen card
//! anywhere, and what does not look like the view afterwards is thrown away. Nothing of how `imagine`
//! deals is used. Why the kit's own law of odds does not fit: `docs/decisions/0004-views-that-forget.md`.

use std::collections::{BTreeMap, BTreeSet};

use parlor_engine::sample::{below, playout_rng};
use parlor_engine::{Asleep, Digest, Game, Seat, Viewer, random_act};
use parlor_gametest::odds::{Compared, compare};
use parlor_gametest::slow;
use serde_json::{Value, json};

use crate::Answers;
use crate::card::{Card, LOOKS, Looks, Print};
use crate::cards::Cards;
use crate::deck::{Back, Deck};
use crate::hand::{Hand, Held, Knowers};
use crate::rules::Rules;
use crate::state::{Hidden, State, Sunk};
use crate::view::{Seen, View};

/// More worlds than this are not compared: each must be drawn often enough to count.
const MOST_WORLDS: usize = 150;
/// More ways than this are not written down.
const MOST_WAYS: usize = 60_000;
/// So many games are played for each view at the most, until it is found.
const GAMES_PER_VIEW: u64 = 50;

/// Where the cards are. Who knows of a card is no place of it, and left out: whoever may know of
/// some card of a hand does so in one imagined world of two, which is no matter of cards.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Places {
    hands: Vec<Vec<Print>>,
    offered: Vec<Option<Print>>,
    aside: Option<Print>,
    bottom: Vec<Print>,
    pot: Vec<Print>,
    pool: Vec<Print>,
}

impl Places {
    fn of(rules: &Rules, state: &State) -> Self {
        let hidden = &state.hidden;
        let hands = &hidden.hands[..rules.seats()];
        Self {
            hands: hands.iter().map(|hand| hand.iter().collect()).collect(),
            offered: hands.iter().map(|hand| hand.offered).collect(),
            aside: hidden.aside,
            bottom: hidden.bottom.iter().map(|sunk| sunk.card).collect(),
            pot: sorted(hidden.pot.iter()),
            pool: sorted(hidden.pool.iter()),
        }
    }

    fn sort(&mut self) {
        self.hands.iter_mut().for_each(|hand| hand.sort_unstable());
        self.pot.sort_unstable();
        self.pool.sort_unstable();
    }
}

fn sorted(cards: impl Iterator<Item = Print>) -> Vec<Print> {
    let mut cards: Vec<Print> = cards.collect();
    cards.sort_unstable();
    cards
}

/// A hole in what the viewer knows.
#[derive(Clone, Copy)]
enum Hole {
    Hand(usize),
    Aside,
    Under(usize),
    Pot,
}

/// Every placement of the unseen cards that looks like the view, and in how many ways it can be
/// made with physical cards. `None` where there are too many to write down.
fn worlds(rules: &Rules, view: &View) -> Option<BTreeMap<Places, u32>> {
    let mut left: [u32; LOOKS] = rules.totals.map(u32::from);
    let mut see = |card: Print| left[card.index()] -= 1;
    view.table.laid.iter().for_each(|laid| see(laid.card));
    if view.table.brain_case {
        see(Card::BrainCase.into());
    }
    let seen = Places {
        hands: view.hands.iter().map(|seen| seen.known.to_vec()).collect(),
        offered: view.hands.iter().map(|seen| seen.chosen).collect(),
        aside: None,
        bottom: view.bottom.iter().map(|under| under.card.unwrap_or(Card::Guard.into())).collect(),
        pot: view.pot.iter().flat_map(Cards::iter).collect(),
        // An eight that was shuffled back and not drawn since is in the deck, as all have seen.
        pool: view.table.returned.to_vec(),
    };
    let under = view.bottom.iter().filter_map(|under| under.card);
    let known = seen.hands.iter().flatten().chain(&seen.pot).chain(&seen.pool).copied();
    known.chain(under).for_each(&mut see);

    let mut holes = Vec::new();
    for (index, hand) in view.hands.iter().enumerate() {
        let unknown = usize::from(hand.size) - hand.known.len();
        holes.extend(std::iter::repeat_n(Hole::Hand(index), unknown));
    }
    holes.extend(view.aside.map(|_| Hole::Aside));
    let below = view.bottom.iter().enumerate().filter(|(_, under)| under.card.is_none());
    holes.extend(below.map(|(number, _)| Hole::Under(number)));
    holes.extend(std::iter::repeat_n(Hole::Pot, usize::from(view.pot_size) - seen.pot.len()));

    let mut found = BTreeMap::new();
    let mut ways = 0;
    fill(rules, &holes, &mut left, &seen, 1, &mut |places, weight| {
        ways += 1;
        if ways <= MOST_WAYS {
            *found.entry(places).or_insert(0) += weight;
        }
    });
    if ways > MOST_WAYS {
        return None;
    }
    let mut worlds = BTreeMap::new();
    for (places, weight) in found {
        for (places, ways) in with_choices(view, places) {
            if fits(rules, view, &places) {
                *worlds.entry(places).or_insert(0) += weight * ways;
            }
        }
    }
    Some(worlds)
}

/// Puts any card that is left into each hole, and all others into the deck.
fn fill(
    rules: &Rules,
    holes: &[Hole],
    left: &mut [u32; LOOKS],
    places: &Places,
    weight: u32,
    found: &mut impl FnMut(Places, u32),
) {
    let Some((hole, rest)) = holes.split_first() else {
        let mut places = places.clone();
        for card in rules.prints(Looks::ALL) {
            places.pool.extend(std::iter::repeat_n(card, left[card.index()] as usize));
        }
        places.sort();
        return found(places, weight);
    };
    for card in rules.prints(Looks::ALL) {
        let copies = left[card.index()];
        if copies == 0 {
            continue;
        }
        let mut more = places.clone();
        match *hole {
            Hole::Hand(index) => more.hands[index].push(card),
            Hole::Aside => more.aside = Some(card),
            Hole::Under(number) => more.bottom[number] = card,
            Hole::Pot => more.pot.push(card),
        }
        left[card.index()] -= 1;
        fill(rules, rest, left, &more, weight * copies, found);
        left[card.index()] += 1;
    }
}

/// Where somebody else has chosen a card of several, it may be any of them.
fn with_choices(view: &View, places: Places) -> Vec<(Places, u32)> {
    let mut all = vec![(places, 1)];
    for (index, seen) in view.hands.iter().enumerate() {
        if !seen.offered || seen.chosen.is_some() {
            continue;
        }
        let mut chosen = Vec::new();
        for (places, weight) in all {
            for card in places.hands[index].clone() {
                let mut places = places.clone();
                places.offered[index] = Some(card);
                chosen.push((places, weight));
            }
        }
        all = chosen;
    }
    all
}

/// Whether a state with the cards in these places can be, and looks like the view.
fn fits(rules: &Rules, view: &View, places: &Places) -> bool {
    let state = build(rules, view, places);
    rules.check(&state).is_ok() && rules.view(&state, view.viewer) == *view
}

/// The state, with the fewest notes about who knows of a card that the view allows.
fn build(rules: &Rules, view: &View, places: &Places) -> State {
    let mut hands: [Hand; 8] = std::array::from_fn(|_| Hand::default());
    for (index, seen) in view.hands.iter().enumerate() {
        let hearsay = &view.table.player(Seat::at(index)).hearsay;
        let sure = |card: Print| hearsay.watchers(rules.back(card)).sure;
        let own = view.viewer == Viewer::Seat(Seat::at(index));
        let mut unknown = places.hands[index].clone();
        let mut open = seen.open.to_vec();
        for (place, card) in seen.known.iter().enumerate().rev() {
            let told = seen.known_by.get(place).copied().unwrap_or_default();
            let handle = seen.handles.get(place).copied();
            let place = unknown.iter().position(|other| other == card);
            unknown.remove(place.expect("what is known is there"));
            let note = if let Some(place) = open.iter().position(|other| other == card) {
                open.remove(place);
                Knowers::ALL
            } else {
                let watcher = view.viewer.seat().filter(|_| !own);
                let sure = sure(*card);
                let seats = watcher.map_or(told.or(sure), |seat| sure.with(seat));
                Knowers { seats, all: false }
            };
            match handle {
                Some(handle) => hands[index].insert(Held { card: *card, seen: note, handle }),
                None => hands[index].add(*card, note),
            }
        }
        if own {
            hands[index].last_handle = seen.last_handle;
        }
        for card in unknown {
            hands[index].add(card, Knowers { seats: sure(card), all: false });
        }
        hands[index].offered = places.offered[index];
    }
    let sunk = places.bottom.iter().zip(&view.bottom);
    let hidden = Hidden {
        hands,
        aside: places.aside,
        pool: places.pool.iter().copied().collect(),
        bottom: sunk.map(|(card, under)| Sunk { card: *card, by: under.by }).collect(),
        pot: places.pot.iter().copied().collect(),
        window: view.window,
    };
    State { table: view.table.clone(), hidden }
}

/// Walks through random games at a table and compares views on the way, each once.
fn walk(rules: &Rules, views: u64, met: &mut Met) -> Compared {
    let mut done = Compared::default();
    let mut before = BTreeSet::new();
    let viewers: Vec<Viewer> = Viewer::all(rules.seats()).collect();
    for seed in 0..views * GAMES_PER_VIEW {
        let mut rng = playout_rng(seed);
        let mut state = rules.start();
        if seed % 2 == 1 {
            // What the insane can do would come up too seldom.
            state.table.players.iter_mut().for_each(|player| player.insanity = 1);
        }
        while let Some(act) = random_act(rules, &state, &mut rng) {
            rules.apply(&mut state, &act, &mut Asleep).expect("a legal act");
            let viewer = viewers[below(&mut rng, viewers.len() as u64) as usize];
            let view = rules.view(&state, viewer);
            // Most views are those of the first cards, and the rare ones matter.
            let one_in = Met::default().note(rules, &view);
            let room = match one_in {
                1 => views,
                2..=4 => views * 3 / 4,
                _ => views / 2,
            };
            if view.open.is_some()
                || below(&mut rng, one_in) != 0
                || done.views >= room
                || !before.insert(Digest::of(&view))
            {
                continue;
            }
            let Some(worlds) = worlds(rules, &view) else { continue };
            let truth = Places::of(rules, &state);
            assert!(worlds.contains_key(&truth), "{truth:?} is not among the worlds of {view:?}");
            if !(2..=MOST_WORLDS).contains(&worlds.len()) {
                continue;
            }
            let key = |state: &State| Places::of(rules, state);
            if let Err(why) = compare(rules, &view, &worlds, seed, key) {
                panic!("seed {seed}, {view:?}: {why}");
            }
            met.note(rules, &view);
            done.views += 1;
            done.worlds += worlds.len() as u64;
            if done.views == views {
                return done;
            }
        }
    }
    done
}

/// What makes a view more than a deal, and how often it was met.
#[derive(Debug, Default)]
struct Met {
    ruled_out: u32,
    tied: u32,
    seen: u32,
    several: u32,
    offered: u32,
    under: u32,
    pot: u32,
    returned: u32,
    two_backs: u32,
    marked: u32,
}

impl Met {
    /// Counts what there is in a view; one in how many such views is worth a comparison.
    fn note(&mut self, rules: &Rules, view: &View) -> u64 {
        let others = || {
            let own = view.viewer.seat().map(Seat::index);
            view.hands.iter().enumerate().filter(move |(index, _)| Some(*index) != own)
        };
        let players = || others().map(|(index, _)| &view.table.players[index].hearsay);
        let idle = |index: usize| view.table.mover != Seat::at(index);
        let backs = |back: Back| !rules.with_back(back).is_empty();
        self.two_backs += u32::from(backs(Back::Letter) && backs(Back::Cosmic));
        let unknown = |seen: &Seen, back: Back| seen.unknown_with_back(rules, back) > 0;
        let marked = |seen: &Seen| Back::ALL[2..].iter().any(|back| unknown(seen, *back));
        let mut one_in = 40;
        for (count, there, seldom) in [
            (&mut self.ruled_out, players().any(|hearsay| !hearsay.not.is_empty()), 8),
            (&mut self.seen, others().any(|(_, seen)| !seen.known.is_empty()), 8),
            (&mut self.under, view.bottom.iter().any(|under| under.card.is_none()), 8),
            (&mut self.several, others().any(|(index, seen)| idle(index) && seen.size > 1), 4),
            (&mut self.tied, players().any(|hearsay| !hearsay.tied.is_empty()), 4),
            (&mut self.offered, others().any(|(_, seen)| seen.offered), 1),
            (&mut self.pot, view.pot_size > 1, 1),
            (&mut self.returned, !view.table.returned.is_empty(), 1),
            (&mut self.marked, others().any(|(_, seen)| marked(seen)), 4),
        ] {
            if there {
                *count += 1;
                one_in = one_in.min(seldom);
            }
        }
        one_in
    }
}

fn table(seats: usize, cards: &Value) -> Rules {
    asking(Answers::default(), seats, cards)
}

fn asking(answers: Answers, seats: usize, cards: &Value) -> Rules {
    let deck = json!({
        "title": "Small", "players": [2, 4], "tokens": [9, 9, 9], "ties": "shared",
        "ends": "turn-end", "starts": "winner", "eights": true, "priming": true, "cards": cards
    });
    let deck: Deck = serde_json::from_value(deck).expect("a deck");
    Rules::new(deck, 2, answers, seats)
}

fn row(card: Card, value: u8, count: u8) -> Value {
    json!({"card": card, "value": value, "count": count})
}

fn cosmic(card: Card, value: u8, count: u8) -> Value {
    json!({"card": card, "value": value, "count": count, "back": "cosmic"})
}

fn marked(mut row: Value, copies: Value) -> Value {
    row["marked"] = copies;
    row
}

/// So many views for each table.
fn check(name: &str, rules: &Rules) -> Met {
    let views = if slow() { 800 } else { 80 };
    let mut met = Met::default();
    let done = walk(rules, views, &mut met);
    done.report(&format!("{name}: {met:?}"));
    assert!(done.views >= views / 2, "{name}: only {} views", done.views);
    met
}

#[test]
fn guards_that_missed_and_barons_that_tied() {
    let cards = json!([
        row(Card::Guard, 1, 2),
        row(Card::Baron, 3, 2),
        row(Card::Priest, 2, 2),
        row(Card::Handmaid, 4, 1),
        row(Card::Countess, 3, 1),
        row(Card::King, 6, 1)
    ]);
    let met = check("guards and barons", &table(3, &cards));
    assert!(met.ruled_out > 0 && met.tied > 0 && met.seen > 0, "{met:?}");
    check("guards and barons for two", &table(2, &cards));
}

#[test]
fn chancellors_and_cards_under_the_deck() {
    let cards = json!([
        row(Card::Chancellor, 6, 3),
        row(Card::Guard, 1, 2),
        row(Card::Prince, 5, 1),
        row(Card::Handmaid, 4, 2)
    ]);
    let met = check("chancellors", &table(2, &cards));
    assert!(met.under > 0 && met.ruled_out > 0, "{met:?}");
    let met = check("chancellors for three", &table(3, &cards));
    assert!(met.under > 0, "{met:?}");
}

#[test]
fn capitalists_with_several_cards_and_two_backs() {
    let cards =
        json!([row(Card::Capitalist, 5, 5), row(Card::Priest, 2, 2), cosmic(Card::King, 6, 3)]);
    let met = check("capitalists", &table(3, &cards));
    assert!(met.several > 0 && met.two_backs > 0 && met.seen > 0, "{met:?}");
    // Two who hold several and have to choose one: that takes a longer game.
    let cards = json!([
        row(Card::Capitalist, 5, 6),
        row(Card::Priest, 2, 3),
        cosmic(Card::King, 6, 3),
        cosmic(Card::Baron, 3, 3)
    ]);
    let met = check("capitalists who choose", &table(2, &cards));
    assert!(met.several > 0 && met.offered > 0, "{met:?}");
}

/// A creased Baron and two fronts of the Priest: what a hand holds follows from its back, and what it
/// looks like from in front is one more thing that is not known.
#[test]
fn marked_backs_and_fronts() {
    let cards = json!([
        row(Card::Guard, 1, 2),
        marked(row(Card::Baron, 3, 3), json!([{"count": 1, "back": "creased"}])),
        marked(
            row(Card::Priest, 2, 3),
            json!([{"count": 1, "back": "creased"}, {"count": 1, "front": "Prior"}])
        ),
        row(Card::King, 6, 1)
    ]);
    let met = check("a creased baron", &table(3, &cards));
    assert!(met.marked > 0 && met.ruled_out > 0 && met.seen > 0, "{met:?}");
    check("a creased baron for two", &table(2, &cards));
    let cards = json!([
        marked(
            row(Card::Capitalist, 5, 5),
            json!([{"count": 2, "back": "torn"}, {"count": 1, "front": "Magnate"}])
        ),
        row(Card::Priest, 2, 2),
        marked(cosmic(Card::King, 6, 3), json!([{"count": 1, "back": "torn"}]))
    ]);
    let met = check("torn capitalists", &table(3, &cards));
    assert!(met.marked > 0 && met.several > 0, "{met:?}");
    let cards = json!([
        marked(row(Card::Chancellor, 6, 3), json!([{"count": 1, "back": "stained"}])),
        marked(row(Card::Guard, 1, 2), json!([{"count": 1, "back": "stained"}])),
        marked(row(Card::Nyarlathotep, 6, 2), json!([{"count": 1, "back": "faded"}])),
        row(Card::Handmaid, 4, 2)
    ]);
    let met = check("stained chancellors", &table(3, &cards));
    assert!(met.marked > 0 && met.under > 0, "{met:?}");
}

#[test]
fn eights_that_are_shuffled_back() {
    let cards = json!([
        row(Card::Princess, 8, 2),
        cosmic(Card::Countess, 8, 3),
        row(Card::Guard, 1, 2),
        row(Card::Chancellor, 6, 1)
    ]);
    let met = check("eights", &table(2, &cards));
    assert!(met.returned > 0 && met.two_backs > 0, "{met:?}");
}

#[test]
fn a_pot_that_is_dealt_out_again() {
    let cards = json!([
        row(Card::Nyarlathotep, 6, 3),
        cosmic(Card::Guard, 1, 2),
        row(Card::Baron, 3, 2),
        row(Card::MiGo, 5, 2)
    ]);
    let met = check("a pot", &table(3, &cards));
    assert!(met.pot > 0 && met.two_backs > 0 && met.seen > 0, "{met:?}");
    check("a pot for four", &table(4, &cards));
}

#[test]
fn answers_in_turn_and_under_seal() {
    let cards = json!([
        cosmic(Card::Nope, 2, 2),
        row(Card::NoU, 5, 1),
        row(Card::Guard, 1, 2),
        row(Card::Cardinal, 2, 2),
        row(Card::Baroness, 3, 1),
        cosmic(Card::CrimeBoss, 6, 1)
    ]);
    for answers in [Answers::InTurn, Answers::Sealed] {
        let met = check("answers", &asking(answers, 3, &cards));
        assert!(met.seen > 0 && met.ruled_out > 0, "{met:?}");
    }
}

#[test]
fn steps_of_a_turn_that_are_answered() {
    let cards = json!([
        row(Card::Smuggler, 2, 3),
        cosmic(Card::Encore, 5, 2),
        row(Card::Curfew, 3, 2),
        row(Card::Guard, 1, 2),
        cosmic(Card::Priest, 2, 1)
    ]);
    let met = check("steps", &table(3, &cards));
    assert!(met.seen > 0 && met.ruled_out > 0 && met.two_backs > 0, "{met:?}");
}
