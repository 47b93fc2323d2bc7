//! What the players do at tables that are set up for it.

use parlor_engine::sample::playout_rng;
use parlor_engine::{Asleep, Game, Menu, Nudge, Player, Seat, Seats, chosen_act};

use super::{ALL, player};
use crate::auction::Auction;
use crate::bank::{Purse, Why};
use crate::board::{Place, Places, Pounds};
use crate::debt::Debt;
use crate::deck::Pack;
use crate::moves::Move;
use crate::question::Question;
use crate::rules::Rules;
use crate::state::{State, Step};
use crate::trade::{Bundle, Trade};
use crate::turn::MOST_DRAWS;
use crate::{EditionOption, Options};

const BLUE: [usize; 3] = [7, 9, 10];
const ORANGE: [usize; 3] = [17, 19, 20];
const RED: [usize; 3] = [22, 24, 25];

fn places(numbers: &[usize]) -> Places {
    numbers.iter().filter_map(|number| Place::from_number(*number)).collect()
}

/// A table at which everybody has been round once and these properties are sold, by seat.
fn table(owned: &[&[usize]]) -> (Rules, State) {
    let board = EditionOption::default().board().expect("in the box");
    let rules = Rules::new(board, Options::default(), owned.len());
    let mut state = rules.start();
    for (player, owned) in state.players.iter_mut().zip(owned) {
        player.circuits = 1;
        player.owned = places(owned);
    }
    (rules, state)
}

type Players = Vec<Box<dyn Player<Rules>>>;

fn players(rules: &Rules, name: &str) -> Players {
    (0..rules.seats()).map(|_| player(name, 1).expect("a player by this name")).collect()
}

/// One more act.
fn play(rules: &Rules, state: &mut State, players: &mut Players) -> String {
    let act = chosen_act(rules, state, players, &mut playout_rng(1)).expect("an act");
    let taken = rules.apply(state, &act, &mut Asleep);
    assert!(taken.is_ok(), "{act}: {taken:?}");
    act.to_string()
}

/// All acts until the mover rolls.
fn trade(rules: &Rules, state: &mut State, players: &mut Players) -> Vec<String> {
    let mut acts = Vec::new();
    while state.step == Step::Begin {
        acts.push(play(rules, state, players));
        assert!(acts.len() < 100, "{acts:?}");
    }
    acts
}

fn owns(state: &State, seat: usize, numbers: &[usize]) -> bool {
    places(numbers).less(state.players[seat].owned).is_empty()
}

#[test]
fn two_groups_are_completed_at_once_against_the_others() {
    let (rules, mut state) = table(&[&[17, 19, 25], &[22, 24, 20], &[2], &[4]]);
    let acts = trade(&rules, &mut state, &mut players(&rules, "hard"));
    assert!(owns(&state, 0, &ORANGE) && owns(&state, 1, &RED), "{acts:?}");
}

/// The offer that goes by the price is answered with one that goes by what the street is worth, and that
/// is accepted.
#[test]
fn the_last_street_of_a_group_is_not_sold_at_its_price() {
    let (rules, mut state) = table(&[&[17, 19], &[20], &[2], &[4]]);
    state.players[0].cash = 3_000;
    let acts = trade(&rules, &mut state, &mut players(&rules, "hard"));
    assert!(acts.iter().any(|act| act.ends_with("counter")), "{acts:?}");
    assert!(owns(&state, 0, &ORANGE), "{acts:?}");
    let paid = 3_000 - state.players[0].cash;
    assert!(paid > 400, "paid {paid}: {acts:?}");
}

/// What one of two gains the other loses, so neither gives in; but not for ever.
#[test]
fn two_who_deny_each_other_everything_do_so_for_some_time_only() {
    let after = |round| {
        let (rules, mut state) = table(&[&[17, 19, 25], &[22, 24, 20]]);
        state.round = round;
        trade(&rules, &mut state, &mut players(&rules, "hard"));
        (owns(&state, 0, &ORANGE), owns(&state, 1, &RED))
    };
    assert_eq!(after(10), (false, false));
    assert_eq!(after(200), (true, true));
}

/// It asks a few times, and then no more while things are as they are.
#[test]
fn who_is_refused_stops_asking() {
    let (rules, mut state) = table(&[&[17, 19, 25], &[22, 24, 20], &[2], &[4]]);
    let as_it_was = state.clone();
    let mut hard = players(&rules, "hard");
    let mut begun = 0;
    for _ in 0..20 {
        // Whoever is asked refuses, as a person may.
        while state.step == Step::Begin {
            if let Some((seat, Question::Answer { .. })) = rules.question(&state) {
                let act = parlor_engine::Act::Move(seat, Move::Refuse);
                assert!(rules.apply(&mut state, &act, &mut Asleep).is_ok());
            } else {
                begun += usize::from(play(&rules, &mut state, &mut hard).contains("trade"));
            }
        }
        state = as_it_was.clone();
    }
    // Twice or three times each of the three others.
    assert!((2..=9).contains(&begun), "{begun} trades");
}

#[test]
fn easy_asks_for_what_is_missing_by_its_own_reckoning() {
    let (rules, mut state) = table(&[&[20], &[17, 19]]);
    let give = Bundle { cash: 100, ..Bundle::default() };
    let want = Bundle { places: places(&[20]), ..Bundle::default() };
    let (by, to) = (Seat::at(1), Seat::at(0));
    state.mover = by;
    state.trade = Some(Trade { by, to, give, want, made: true, answers: None });
    let mut easy = players(&rules, "easy");
    assert!(play(&rules, &mut state, &mut easy).ends_with("counter"));
    while state.trade.is_some_and(|trade| !trade.made) {
        play(&rules, &mut state, &mut easy);
    }
    let offer = state.trade.expect("an offer");
    assert_eq!((offer.give.places, offer.want.places), (places(&[20]), Places::NONE));
    // Four fifths of £200, a tenth more for having a third of the group, and a tenth on top.
    assert_eq!(offer.want.cash, 193);
}

/// Nobody keeps a mood to themselves: it shows in what they bid.
#[test]
fn a_mood_shows_in_what_is_bid() {
    let highest = |nudge: Option<Nudge>| {
        let (rules, mut state) = table(&[&[7, 9], &[2], &[4], &[6]]);
        state.players[0].cash = 5_000;
        state.step = Step::Auction;
        let place = places(&BLUE).last().expect("a street");
        let mut hard = players(&rules, "hard");
        nudge.map(|nudge| [0; 3].map(|_| hard[0].nudge(nudge)));
        let bids = |bid: &Pounds| {
            let leader = Some((Seat::at(1), *bid));
            let (bidders, asked) = (Seats::first_n(4), Seat::at(0));
            let mut state = state.clone();
            state.auction = Some(Auction { place, bidders, asked, leader });
            play(&rules, &mut state, &mut hard).contains("bid")
        };
        (10..5_000).step_by(10).take_while(bids).last().expect("a bid")
    };
    let [angry, usual, happy] = [Some(Nudge::Angry), None, Some(Nudge::Happy)].map(highest);
    assert!(120 < angry && angry < usual && usual < happy, "{angry} {usual} {happy}");
}

/// Who would rather draw pays, where no card is to be drawn.
#[test]
fn a_fine_is_paid_where_no_card_can_be_drawn() {
    let (rules, mut state) = table(&[&[], &[]]);
    let (fine, pack) = (10, Pack::PotLuck);
    let card = state.piles[0].unseen.nth(0).expect("a card");
    state.step = Step::FineOrDraw { fine, pack, card };
    state.draws = MOST_DRAWS;
    let menu = rules.menu(&state, Seat::at(0));
    assert_eq!(menu.count(), 1);
    for character in ALL {
        play(&rules, &mut state.clone(), &mut players(&rules, character.name));
    }
}

/// Who owes more than there is in cash, and has enough in land, raises it and stays in the game.
#[test]
fn a_debt_is_paid_with_what_can_be_raised() {
    for name in ["easy", "hard"] {
        let (rules, mut state) = table(&[&[6, 7, 9], &[], &[]]);
        let tax = Place::from_number(5).expect("Income Tax");
        let debt = Debt { debtor: Seat::at(0), to: Purse::Bank, amount: 200, why: Why::Tax(tax) };
        state.players[0].cash = 20;
        state.debts.push(debt);
        state.step = Step::After;
        let mut players = players(&rules, name);
        let mut acts = Vec::new();
        while !state.debts.is_empty() {
            acts.push(play(&rules, &mut state, &mut players));
            assert!(acts.len() < 10, "{name}: {acts:?}");
        }
        assert!(acts.iter().all(|act| act.starts_with("1: mortgage ")), "{name}: {acts:?}");
        assert!(state.players[0].cash >= 0 && owns(&state, 0, &[6, 7, 9]), "{name}: {acts:?}");
    }
}
