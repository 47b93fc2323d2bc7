//! Walks through a game: lists of acts, and the scenes laws look at along the way.

use parlor_engine::rand_core::Rng;
use parlor_engine::sample::{PlayoutRng, below, playout_rng};
use parlor_engine::{
    Act, ActOf, Asleep, Budget, ComputerPlayer, Digest, Entry, Game, Hosted, Menu, Odds, Player,
    Prompt, Seat, Seats, Turn, Viewer, random_act,
};

use crate::law::Law;

/// How many moves and outcomes of earlier scenes are kept to try out of place.
const POOL: usize = 64;
/// One act in so many of a rough walk is a seat leaving, or the clock.
const ROUGH: u64 = 12;
/// One move in so many of a walk between the game's own players is any move.
const WHIM: u64 = 5;

/// One moment of a walk, as a law sees it.
pub(crate) struct Scene<'a, G: Game> {
    pub(crate) game: &'a G,
    /// The state at this moment.
    pub(crate) state: &'a G::State,
    /// The acts that led here.
    pub(crate) acts: &'a [ActOf<G>],
    /// The act that comes next on this walk.
    pub(crate) next: Option<&'a ActOf<G>>,
    /// Moves offered somewhere on the way here.
    pub(crate) moves: &'a [G::Move],
    /// Outcomes possible somewhere on the way here.
    pub(crate) outcomes: &'a [G::Chance],
    /// Whether a sealed question is open that somebody has answered.
    pub(crate) answers_in: bool,
    seed: u64,
}

impl<G: Game> Scene<'_, G> {
    /// A generator that depends on the state and the law alone, so that a shrunk walk makes the
    /// same choices at the same state.
    pub(crate) fn rng(&self, law: Law) -> PlayoutRng {
        playout_rng(self.seed ^ Digest::of(self.state).short().rotate_left(law as u32))
    }

    pub(crate) fn seats(&self) -> Seats {
        Seats::first_n(self.game.seats())
    }

    pub(crate) fn viewers(&self) -> impl Iterator<Item = Viewer> + use<G> {
        Viewer::all(self.game.seats())
    }

    /// Seats that have not left.
    pub(crate) fn present(&self) -> Seats {
        present(self.game, self.acts)
    }

    pub(crate) fn turn(&self) -> Turn<G::Question> {
        self.game.turn(self.state)
    }

    /// The state after one more act, if it is accepted.
    pub(crate) fn after(&self, act: &ActOf<G>) -> Option<G::State> {
        after(self.game, self.state, act)
    }

    /// Up to `most` legal acts of this moment: of every asked seat, or of chance.
    pub(crate) fn legal_acts(&self, most: usize, rng: &mut PlayoutRng) -> Vec<ActOf<G>> {
        legal_acts(self.game, self.state, most, rng)
    }
}

/// The state after one more act, if it is accepted.
pub(crate) fn after<G: Game>(game: &G, state: &G::State, act: &ActOf<G>) -> Option<G::State> {
    let mut state = state.clone();
    game.apply(&mut state, act, &mut Asleep).ok()?;
    Some(state)
}

/// Up to `most` legal acts: of every asked seat, or of chance.
pub(crate) fn legal_acts<G: Game>(
    game: &G,
    state: &G::State,
    most: usize,
    rng: &mut PlayoutRng,
) -> Vec<ActOf<G>> {
    match game.turn(state) {
        Turn::Over => Vec::new(),
        Turn::Chance => {
            let Some(odds) = game.odds(state) else { return Vec::new() };
            some_of(odds.outcomes().map(Act::Chance).collect(), most, rng)
        }
        Turn::Ask { seats, .. } => {
            let share = most.div_ceil(seats.len().max(1));
            seats
                .iter()
                .flat_map(|seat| {
                    let menu = game.menu(state, seat);
                    let count = menu.count();
                    let moves: Vec<G::Move> = if count <= share as u64 {
                        menu.iter().collect()
                    } else {
                        (0..share).filter_map(|_| menu.nth(below(rng, count))).collect()
                    };
                    moves.into_iter().map(move |played| Act::Move(seat, played))
                })
                .collect()
        }
    }
}

fn some_of<T>(mut all: Vec<T>, most: usize, rng: &mut PlayoutRng) -> Vec<T> {
    while all.len() > most {
        all.swap_remove(below(rng, all.len() as u64) as usize);
    }
    all
}

fn present<G: Game>(game: &G, acts: &[ActOf<G>]) -> Seats {
    acts.iter().fold(Seats::first_n(game.seats()), |present, act| match act {
        Act::Leave(seat) => present.without(*seat),
        _ => present,
    })
}

/// What a walk has besides moves and chance.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Rough {
    /// Seats that leave.
    pub(crate) leaves: bool,
    /// Time limits that come.
    pub(crate) clock: bool,
}

/// The game's own computer players, one for each seat, drawn by the seed. Random play seldom gets
/// where they get: it hardly ever saves up for anything.
pub(crate) fn company<G: Hosted>(
    game: &G,
    players: &[ComputerPlayer],
    seed: u64,
) -> Vec<Box<dyn Player<G>>> {
    let mut rng = playout_rng(!seed);
    let mut pick = || players.get(below(&mut rng, players.len().max(1) as u64) as usize);
    (0..game.seats()).filter_map(|_| game.player(pick()?.name, seed)).collect()
}

/// Plays to the end, or one act past the bound: at random, or mostly as the players play.
///
/// An act is noted before it is taken, so that a game that panics leaves behind what it was told.
pub(crate) fn walk<G: Game>(
    game: &G,
    seed: u64,
    rough: Rough,
    players: &mut [Box<dyn Player<G>>],
    acts: &mut Vec<ActOf<G>>,
) {
    let mut rng = playout_rng(seed);
    let mut state = game.start();
    while acts.len() <= game.bound() as usize {
        let rough_act = rough_act(game, &state, acts, rough, &mut rng);
        let act = rough_act.or_else(|| chosen_act(game, &state, players, &mut rng));
        let Some(act) = act.or_else(|| any_act(game, &state, &mut rng)) else { break };
        acts.push(act.clone());
        if game.apply(&mut state, &act, &mut Asleep).is_err() {
            // Some law is broken here; the walk ends with the act that shows it.
            break;
        }
    }
}

/// What the player of an asked seat wants, except on a whim.
fn chosen_act<G: Game>(
    game: &G,
    state: &G::State,
    players: &mut [Box<dyn Player<G>>],
    rng: &mut PlayoutRng,
) -> Option<ActOf<G>> {
    let seats = game.turn(state).asked();
    if seats.is_empty() || players.is_empty() {
        return None;
    }
    let seat = seats.iter().nth(below(rng, seats.len() as u64) as usize)?;
    let player = players.get_mut(seat.index()).filter(|_| below(rng, WHIM) != 0)?;
    let prompt = Prompt::of(game, state, seat)?;
    Some(Act::Move(seat, player.choose(&prompt.ask(game, &Budget::UNLIMITED))))
}

/// Like [`random_act`], but any of the asked seats may answer first.
fn any_act<G: Game>(game: &G, state: &G::State, rng: &mut PlayoutRng) -> Option<ActOf<G>> {
    match game.turn(state) {
        Turn::Ask { seats, .. } if seats.len() > 1 => {
            let seat = seats.iter().nth(below(rng, seats.len() as u64) as usize)?;
            Some(Act::Move(seat, game.menu(state, seat).sample(rng)?))
        }
        _ => random_act(game, state, rng),
    }
}

fn rough_act<G: Game>(
    game: &G,
    state: &G::State,
    acts: &[ActOf<G>],
    rough: Rough,
    rng: &mut PlayoutRng,
) -> Option<ActOf<G>> {
    if below(rng, ROUGH) != 0 || matches!(game.turn(state), Turn::Over) {
        return None;
    }
    let seat = Seat::at(rng.next_u32() as usize % game.seats());
    if rough.clock && game.time_limit(state).is_some() && below(rng, 2) == 0 {
        Some(Act::Clock)
    } else if rough.leaves && present(game, acts).contains(seat) {
        Some(Act::Leave(seat))
    } else {
        None
    }
}

/// What was found wrong, and the acts that lead to it.
pub(crate) struct Breach<A> {
    pub(crate) acts: Vec<A>,
    pub(crate) why: String,
}

/// Goes through a list of acts and shows every moment, the first and the last too. Acts that are
/// refused are left out: a shrunk list has some.
pub(crate) fn scenes<G: Game>(
    game: &G,
    acts: &[ActOf<G>],
    seed: u64,
    mut look: impl FnMut(&Scene<'_, G>) -> Result<(), String>,
) -> Result<(), Breach<ActOf<G>>> {
    let mut state = game.start();
    let mut taken: Vec<ActOf<G>> = Vec::new();
    let (mut moves, mut outcomes) = (Vec::new(), Vec::new());
    let mut answers_in = false;
    let mut rest = acts.iter();
    loop {
        remember(game, &state, seed, &mut moves, &mut outcomes);
        let next = rest.clone().next();
        let scene = Scene {
            game,
            state: &state,
            acts: &taken,
            next,
            moves: &moves,
            outcomes: &outcomes,
            answers_in,
            seed,
        };
        if let Err(why) = look(&scene) {
            return Err(Breach { acts: taken, why });
        }
        // On to the next act that is accepted.
        loop {
            let Some(act) = rest.next() else { return Ok(()) };
            let Some(next) = after(game, &state, act) else { continue };
            answers_in = still_sealed(game, &state, act, &next, answers_in);
            state = next;
            taken.push(act.clone());
            break;
        }
    }
}

/// Whether the act is an answer to a sealed question that stays open: the others are still asked
/// the same (and the answerer too, where it owes more).
pub(crate) fn leaves_window_open<G: Game>(
    game: &G,
    before: &G::State,
    act: &ActOf<G>,
    after: &G::State,
) -> bool {
    let (Act::Move(seat, _), Turn::Ask { seats, why }) = (act, game.turn(before)) else {
        return false;
    };
    let others = seats.without(*seat);
    seats.are_several()
        && matches!(game.turn(after), Turn::Ask { seats: left, why: still }
            if still == why && left.without(*seat) == others)
}

/// Whether answers are in after an act, given whether some were before it.
pub(crate) fn still_sealed<G: Game>(
    game: &G,
    before: &G::State,
    act: &ActOf<G>,
    after: &G::State,
    answers_in: bool,
) -> bool {
    match act {
        // Where answers are in and the last seat owes several, each of them leaves it open too.
        Act::Move(..) if answers_in && game.turn(before) == game.turn(after) => true,
        Act::Move(..) => leaves_window_open(game, before, act, after),
        // Somebody leaving does not open the envelopes of those who stay.
        _ => answers_in && !game.turn(after).asked().is_empty(),
    }
}

/// Keeps some moves and outcomes of this moment, the ends of ranges among them. A full pool gives
/// up an old one for a new one.
fn remember<G: Game>(
    game: &G,
    state: &G::State,
    seed: u64,
    moves: &mut Vec<G::Move>,
    outcomes: &mut Vec<G::Chance>,
) {
    let mut rng = playout_rng(seed ^ Digest::of(state).short());
    for seat in game.turn(state).asked().iter() {
        let menu = game.menu(state, seat);
        let first = below(&mut rng, menu.entries().max(1) as u64) as usize;
        for index in (first..menu.entries()).chain(0..first).take(POOL / 4) {
            match menu.entry(index) {
                Some(Entry::One(only)) => keep(moves, only, &mut rng),
                Some(Entry::Range { first, last, .. }) => {
                    keep(moves, first, &mut rng);
                    keep(moves, last, &mut rng);
                }
                None => {}
            }
        }
    }
    for outcome in game.odds(state).iter().flat_map(Odds::outcomes).take(POOL / 4) {
        keep(outcomes, outcome, &mut rng);
    }
}

fn keep<T: PartialEq>(pool: &mut Vec<T>, item: T, rng: &mut PlayoutRng) {
    if pool.contains(&item) {
    } else if pool.len() < POOL {
        pool.push(item);
    } else {
        pool[below(rng, POOL as u64) as usize] = item;
    }
}
