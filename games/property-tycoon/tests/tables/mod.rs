//! Tables to try the rules at: every combination of options, editions and numbers of players, and
//! games at them by computer players of every kind, with people who are late or leave. Some of the
//! tables have boards unlike those in the box.

pub(crate) mod odd;

use std::any::Any;
use std::ops::Range;
use std::{env, fmt};

use parlor_engine::rand_core::Rng;
use parlor_engine::sample::{PlayoutRng, below, playout_rng};
use parlor_engine::{
    Act, ActOf, Basic, Game, Hosted, Player, Roster, Rulebook, Seat, Visitor, chosen_act,
    random_act,
};
use parlor_gametest::CASE;
use parlor_property_tycoon::{
    ALL_MONEY, AuctionClock, Bank, Bids, Buildings, Debts, EditionOption, Jail, MOST_ROUNDS,
    Options, Pounds, Preset, PropertyTycoon, Rules, Settled, Shortage, State, TokenOption,
};

use self::odd::{ODD, Odd};

/// How many combinations there are of everything but the numbers of rounds, of minutes and of seconds.
pub(crate) const COMBINATIONS: u64 = 5 * 3 * 2_u64.pow(8);
/// Tables from this number on have one of the boards in `odd.rs`, in turn.
pub(crate) const ODD_TABLES: u64 = 1_000_000;

/// What a test plays: these games at each of these tables.
#[derive(Clone)]
pub(crate) struct Plan {
    pub(crate) tables: Range<u64>,
    pub(crate) games: Range<u64>,
    /// Not a single game that somebody wants to see again.
    pub(crate) whole: bool,
}

impl Plan {
    /// So many tables from the first on and games at each, by tier; or one game, where
    /// `PARLOR_CASE=TABLE/GAME` says so.
    pub(crate) fn new(first: u64, quick: (u64, u64), slow: (u64, u64)) -> Self {
        if let Ok(case) = env::var(CASE) {
            let numbers = case.split_once('/').map(|(table, game)| (table.parse(), game.parse()));
            let Some((Ok(table), Ok(game))) = numbers else {
                panic!("{CASE} is a table and a game: {CASE}=12/0, not '{case}'");
            };
            return Self { tables: one(table), games: one(game), whole: false };
        }
        let (tables, games) = if parlor_gametest::slow() { slow } else { quick };
        Self { tables: first..first + tables, games: 0..games, whole: true }
    }
}

/// The tokens of the table: chosen by two seats, or by nobody.
fn tokens(are_chosen: bool) -> TokenOption {
    let chosen = if are_chosen { "cat,ship" } else { "" };
    serde_json::from_value(chosen.into()).expect("tokens of an edition in the box")
}

fn one(number: u64) -> Range<u64> {
    number..number + 1
}

/// A table with its rules.
pub(crate) struct Table {
    pub(crate) number: u64,
    pub(crate) options: Settled,
    pub(crate) seats: usize,
    pub(crate) rules: Rules,
    /// Whether everybody begins with land and little cash, and the bank with next to nothing, so that it
    /// runs out soon: the rest of the money lies on Free Parking.
    pub(crate) poor: bool,
    /// The name of its board, where that is none of those in the box.
    pub(crate) odd: Option<&'static str>,
}

impl Table {
    /// Tables with different numbers below [`COMBINATIONS`] differ in what was chosen; after that it
    /// is the lengths of the games that differ.
    pub(crate) fn new(number: u64) -> Self {
        let boards = ODD.len() as u64;
        let (odd, choice) = match number.checked_sub(ODD_TABLES) {
            Some(odd) => (Some(&ODD[(odd % boards) as usize]), odd / boards),
            None => (None, number),
        };
        // Neighbours differ in much, so that the first few hundred have every pair of values. It is
        // prime, and so all combinations come up.
        let mut code = choice.wrapping_mul(1_579) % COMBINATIONS;
        let mut choose = |values: u64| {
            let chosen = code % values;
            code /= values;
            chosen
        };
        let mut rng = playout_rng(number);
        let (bank, shortage) = match choose(3) {
            0 => (Bank::Unlimited, Shortage::Refuse),
            1 => (Bank::Limited, Shortage::Refuse),
            _ => (Bank::Limited, Shortage::Part),
        };
        let mut either = || choose(2) == 1;
        let is_second = either();
        let named = EditionOption::named(if is_second { "second" } else { "standard" })
            .expect("an edition in the box");
        // The second edition brings tokens of its own.
        let has_usual_tokens = odd.is_none() && !is_second;
        let most_rounds = odd.map_or(MOST_ROUNDS, |odd| odd.most_rounds);
        let options = Settled {
            rules: if number.is_multiple_of(2) { Preset::Document } else { Preset::Brief },
            tokens: tokens(has_usual_tokens && below(&mut rng, 2) == 0),
            edition: odd.map_or(named, Odd::edition),
            minutes: if either() { 1 + below(&mut rng, 600) as u16 } else { 0 },
            rounds: rounds(&mut rng, most_rounds),
            bank,
            shortage,
            auction: if either() { Bids::Free } else { Bids::Steps },
            auction_seconds: below(&mut rng, 3) as u16 * 15,
            auction_clock: if either() { AuctionClock::Whole } else { AuctionClock::Bidder },
            sell_buildings: if either() { Buildings::Half } else { Buildings::Full },
            debt: if either() { Debts::Immediate } else { Debts::Raise },
            jail: if either() { Jail::Doubles } else { Jail::Standard },
            trading: either(),
        };
        let seats = 2 + choose(5) as usize;
        let poor = bank == Bank::Limited && odd.is_none() && below(&mut rng, 3) == 0;
        let rules = rules(options.clone().into(), seats);
        Self { number, options, seats, rules, poor, odd: odd.map(|odd| odd.name) }
    }

    /// The table before the first act.
    pub(crate) fn start(&self) -> State {
        let mut state = self.rules.start();
        if self.poor {
            let mut rng = playout_rng(self.number);
            for place in self.rules.board.property_places().iter() {
                let owner = &mut state.players[below(&mut rng, self.seats as u64) as usize];
                owner.owned = owner.owned.with(place);
            }
            for player in &mut state.players[..self.seats] {
                player.circuits = 1;
                player.cash = below(&mut rng, 200) as Pounds;
            }
            state.bank = below(&mut rng, 100) as Pounds;
            let cash: Pounds = state.players.iter().map(|player| player.cash).sum();
            state.pot = ALL_MONEY - state.bank - cash;
        }
        state
    }

    /// Sits down for a game.
    pub(crate) fn game(&self, number: u64) -> Evening<'_> {
        let mut rng = playout_rng(self.number << 32 | number);
        // Half of the games are played at random, which is quick and shows what nobody in their
        // right mind would do.
        let mixed = below(&mut rng, 2) == 1;
        let names = (0..self.seats).map(|_| if mixed { below(&mut rng, 3) } else { 0 });
        let names: Vec<&'static str> =
            names.map(|kind| ["random", "easy", "hard"][kind as usize]).collect();
        let players = names
            .iter()
            .map(|name| Basic::seat(&self.rules, name, rng.next_u64()).expect("a player"))
            .collect();
        // Where a game is over before that act nobody leaves, and no time is up.
        let leaves = (below(&mut rng, 4) == 0)
            .then(|| (below(&mut rng, 400), Seat::at(below(&mut rng, self.seats as u64) as usize)));
        let clock = below(&mut rng, 1_000);
        Evening { table: self, number, mixed, names, players, leaves, clock, acts: 0, rng }
    }
}

/// Mostly short games, which see more of what is rare than long ones in the same time; and some that
/// are played until everybody but one is bankrupt.
fn rounds(rng: &mut PlayoutRng, most: u16) -> u16 {
    let rounds = match below(rng, 40) {
        0 => 0,
        1..=6 => 61 + below(rng, 140) as u16,
        _ => 5 + below(rng, 56) as u16,
    };
    if most < MOST_ROUNDS { 1 + rounds % most } else { rounds }
}

pub(crate) fn rules(options: Options, seats: usize) -> Rules {
    struct Take;
    impl Visitor for Take {
        type Out = Box<dyn Any>;
        fn visit<G: Hosted>(self, game: G) -> Box<dyn Any> {
            Box::new(game)
        }
    }
    let game = PropertyTycoon::set_up(options, seats, Take).expect("options that are allowed");
    *game.downcast().expect("the rules of this game")
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut options = serde_json::to_value(&self.options).map_err(|_| fmt::Error)?;
        if let Some(odd) = self.odd {
            options["edition"] = odd.into();
        }
        write!(f, "table {} of {} with {options}", self.number, self.seats)
    }
}

/// One game at a table.
pub(crate) struct Evening<'a> {
    pub(crate) table: &'a Table,
    number: u64,
    pub(crate) names: Vec<&'static str>,
    mixed: bool,
    players: Vec<Box<dyn Player<Rules>>>,
    /// Who gets up before which act.
    leaves: Option<(u64, Seat)>,
    /// Before which act the time is up, where there is a limit.
    clock: u64,
    acts: u64,
    rng: PlayoutRng,
}

impl Evening<'_> {
    /// What happens next; `None` when the game is over.
    pub(crate) fn next(&mut self, state: &State) -> Option<ActOf<Rules>> {
        let rules = &self.table.rules;
        self.acts += 1;
        if let Some((before, seat)) = self.leaves
            && self.acts > before
            && !state.away.contains(seat)
            && state.over.is_none()
        {
            self.leaves = None;
            return Some(Act::Leave(seat));
        }
        if self.acts > self.clock && rules.time_limit(state).is_some() {
            return Some(Act::Clock);
        }
        let seat = rules.turn(state).asked().first();
        if let Some(seat) = seat
            && below(&mut self.rng, 100) == 0
        {
            return Some(Act::Move(seat, rules.default_move(state, seat)?));
        }
        if self.mixed {
            chosen_act(rules, state, &mut self.players, &mut self.rng)
        } else {
            random_act(rules, state, &mut self.rng)
        }
    }
}

impl fmt::Display for Evening<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (table, number, names) = (self.table, self.number, self.names.join(", "));
        let case = format!("{CASE}={}/{number}", table.number);
        write!(f, "game {number} at {table}, played by {names} (again: {case})")
    }
}
