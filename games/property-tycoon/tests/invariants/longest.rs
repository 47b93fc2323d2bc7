//! How near games come to their declared length, and to the money that was reckoned with, where
//! players want nothing else and the dice fall as they like: on the smallest board, where a throw goes
//! round most often.

use parlor_engine::sample::playout_rng;
use parlor_engine::{Act, ActOf, Asleep, Game, Menu, Seat, Turn, random_act};
use parlor_property_tycoon::{
    ALL_MONEY, Bank, Bids, DOUBLES, Deal, Item, Move, Options, Rules, State,
};

use crate::check_money;
use crate::tables::odd::ODD;
use crate::tables::rules;

const ROUNDS: u16 = 40;
const GAMES: u64 = 3;

fn table(seats: usize) -> Rules {
    let options = Options {
        edition: ODD[0].edition(),
        rounds: ROUNDS,
        // Where money runs out nobody comes near what there could be.
        bank: Some(Bank::Unlimited),
        auction: Bids::Free,
        trading: true,
        ..Options::default()
    };
    rules(options, seats)
}

/// The later a move stands here the sooner the game is over.
fn haste(state: &State, played: Move) -> u8 {
    // What goes up in most rounds comes down in some, and there is something to be auctioned again.
    let down = if state.round.is_multiple_of(4) { 2 } else { 9 };
    match played {
        Move::Counter | Move::Trade(_) | Move::AskToLeave => 0,
        Move::Give(Item::Place(_) | Item::Card(_)) | Move::Want(Item::Place(_) | Item::Card(_)) => {
            1
        }
        Move::Give(Item::Cash(_)) | Move::Want(Item::Cash(_)) | Move::Bid(_) => 2,
        Move::SellHouse(_) | Move::Mortgage(_) => down,
        Move::Sell(_) => down + 1,
        Move::Lift(_) | Move::Build(_) | Move::Auction | Move::Draw | Move::Pay => 4,
        Move::Refuse | Move::Offer | Move::UseCard(_) => 5,
        Move::Roll | Move::End | Move::Stay | Move::Buy => 6,
        Move::Pass | Move::Withdraw | Move::Accept | Move::Agree => 12,
    }
}

/// The same for who would be rich: buys nothing, builds nothing, and goes on.
const fn cost(played: Move) -> u8 {
    match played {
        Move::Roll | Move::End | Move::Pay | Move::Auction | Move::Refuse => 0,
        Move::Bid(_) => 1,
        _ => 2,
    }
}

/// What the players of a game are after.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wants {
    Length,
    Money,
    Nothing,
}

impl Wants {
    /// The least of everything that can be said, of what serves best.
    fn choose(self, rules: &Rules, state: &State, seat: Seat) -> Option<Move> {
        let menu = rules.menu(state, seat);
        let least = (0..menu.entries()).filter_map(|entry| menu.within(entry, 0));
        least.min_by_key(|played| match self {
            Self::Length => haste(state, *played),
            _ => cost(*played),
        })
    }
}

/// Doubles give another throw, but for the third; and Go pays more who goes further.
fn goes_far(state: &State, act: &ActOf<Rules>) -> bool {
    let Act::Chance(Deal::Roll(dice)) = act else { return true };
    dice.sum() >= 8 && dice.is_double() == (state.doubles + 1 < DOUBLES)
}

/// The acts of a game, and the most money that was out of the bank.
fn play(rules: &Rules, number: u64, wants: Wants) -> (u32, i32) {
    let (mut state, mut rng) = (rules.start(), playout_rng(number));
    let (mut acts, mut most) = (0, 0);
    let mut next = |state: &State| -> Option<ActOf<Rules>> {
        match rules.turn(state) {
            _ if wants == Wants::Nothing => random_act(rules, state, &mut rng),
            Turn::Ask { seats, .. } => {
                let seat = seats.first()?;
                Some(Act::Move(seat, wants.choose(rules, state, seat)?))
            }
            // It is not left to the dice, either.
            _ => loop {
                let act = random_act(rules, state, &mut rng)?;
                if goes_far(state, &act) {
                    return Some(act);
                }
            },
        }
    };
    while let Some(act) = next(&state) {
        rules.apply(&mut state, &act, &mut Asleep).expect("a legal act");
        check_money(rules, &state).expect("no more money than was reckoned");
        (acts, most) = (acts + 1, most.max(ALL_MONEY - state.bank));
        assert!(acts <= rules.bound(), "{acts} acts and more");
    }
    (acts, most)
}

/// What is declared is not far above what can be: were it a fifth of that, this would fail.
#[test]
fn games_come_near_what_is_declared() {
    for seats in [2, 6] {
        let rules = table(seats);
        let games = |wants| (0..GAMES).map(move |game| (game, wants));
        let longest = |wants| games(wants).map(|(game, wants)| play(&rules, game, wants).0).max();
        let (prolonged, random) = (longest(Wants::Length), longest(Wants::Nothing));
        let (prolonged, random) = (prolonged.unwrap_or(0), random.unwrap_or(0));
        let (bound, limit) = (rules.bound(), rules.money_limit());
        let (_, richest) = play(&rules, 0, Wants::Money);
        let richest = u64::try_from(richest).expect("money came out of the bank");
        println!("{seats} players: {prolonged} acts of {bound}; {random} at random");
        println!("{seats} players: {richest} pounds of {limit}");
        assert!(prolonged > 50 * random, "{prolonged} acts, and {random} at random");
        assert!(prolonged > bound / 5, "{prolonged} acts of {bound}");
        assert!(richest > limit / 5, "{richest} pounds of {limit}");
    }
}
