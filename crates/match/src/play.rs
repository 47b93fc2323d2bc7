//! Playing a game to its end with players in the same process, fully typed.

use parlor_engine::{
    Act, ActOf, AnyRefusal, Ask, Asleep, Budget, Game, Outcome, Player, Reason, Refusal, Seat, Turn,
};
use serde_json::{Value, json};
use thiserror::Error;

use crate::dealer::Dealer;
use crate::refusal::{Coded, codes};

/// A game played to its end.
#[derive(Clone, Debug)]
pub struct Played<G: Game> {
    /// Everything that happened.
    pub acts: Vec<ActOf<G>>,
    /// How it ended.
    pub outcome: Outcome,
}

/// Plays one game: asks the players and deals chance.
///
/// Where several seats are asked at once they are asked in seat order; by the contract of
/// [`Turn::Ask`] the order makes no difference.
///
/// # Panics
/// When the game breaks its contract: chance without odds, a question to nobody, no outcome.
///
/// ```
/// use parlor_engine::{Budget, Player, Random, Visitor, Hosted, Rulebook};
/// use parlor_match::{Dealer, Seed, Shares, play};
///
/// struct TwoAtRandom;
/// impl Visitor for TwoAtRandom {
///     type Out = usize;
///     fn visit<G: Hosted>(self, game: G) -> usize {
///         let mut players: Vec<Box<dyn Player<G>>> =
///             vec![Box::new(Random::new(1)), Box::new(Random::new(2))];
///         let mut dealer = Dealer::new(&Seed::from_number(1), &Shares::none());
///         play(&game, &mut players, &mut dealer, &Budget::UNLIMITED).unwrap().acts.len()
///     }
/// }
/// use parlor_dots_and_boxes::DotsAndBoxes;
/// let lines = DotsAndBoxes::open(&serde_json::json!({"boxes": "2x2"}), 2, TwoAtRandom).unwrap();
/// assert_eq!(lines, 12);
/// ```
pub fn play<G: Game>(
    game: &G,
    players: &mut [Box<dyn Player<G>>],
    dealer: &mut Dealer,
    budget: &Budget,
) -> Result<Played<G>, PlayError> {
    let mut acts = Vec::new();
    let (outcome, _) = play_watched(game, players, dealer, budget, &mut acts)?;
    Ok(Played { acts, outcome })
}

/// Sees everything while a game is played: to write it down, to count, to take the time. Every method is optional.
pub trait Watcher<G: Game> {
    /// How it stands before each act, and at the end.
    fn stands(&mut self, game: &G, state: &G::State) {
        let _ = (game, state);
    }

    /// A seat is about to choose from its menu.
    fn asked(&mut self, seat: Seat, question: &G::Question, menu: &G::Menu) {
        let _ = (seat, question, menu);
    }

    /// It has chosen.
    fn chosen(&mut self, seat: Seat, chosen: &G::Move) {
        let _ = (seat, chosen);
    }

    /// Something has happened, by the rules.
    fn acted(&mut self, act: ActOf<G>) {
        let _ = act;
    }
}

/// Nobody looks on.
impl<G: Game> Watcher<G> for () {}

/// Writes all acts down. A list that was used before asks for no memory.
impl<G: Game> Watcher<G> for Vec<ActOf<G>> {
    fn acted(&mut self, act: ActOf<G>) {
        self.push(act);
    }
}

/// Plays one game while somebody looks on. Says how it ended, and after how many acts.
///
/// # Panics
/// When the game breaks its contract: chance without odds, a question to nobody, no outcome.
pub fn play_watched<G: Game>(
    game: &G,
    players: &mut [Box<dyn Player<G>>],
    dealer: &mut Dealer,
    budget: &Budget,
    watcher: &mut impl Watcher<G>,
) -> Result<(Outcome, u32), PlayError> {
    let seats = game.seats();
    if players.len() != seats {
        return Err(PlayError::Players { seats, players: players.len() });
    }
    let mut state = game.start();
    let bound = game.bound();
    let mut acts = 0;
    loop {
        watcher.stands(game, &state);
        let act = match &game.turn(&state) {
            Turn::Over => break,
            Turn::Chance => {
                Act::Chance(dealer.deal(&game.odds(&state).expect("chance that is due has odds")))
            }
            Turn::Ask { seats, why } => {
                let seat = seats.first().expect("a question is put to somebody");
                let player = &mut players[seat.index()];
                let chosen = Ask::put(game, &state, seat, why, budget, |ask| {
                    watcher.asked(seat, why, ask.menu);
                    player.choose(ask)
                });
                watcher.chosen(seat, &chosen);
                Act::Move(seat, chosen)
            }
        };
        if acts >= bound {
            return Err(PlayError::Endless(bound));
        }
        acts += 1;
        if let Err(why) = game.apply(&mut state, &act, &mut Asleep) {
            return Err(refused(&act, acts as usize, &why));
        }
        watcher.acted(act);
    }
    Ok((game.outcome(&state).expect("a finished game has an outcome"), acts))
}

fn refused<M, C, R>(act: &Act<M, C>, number: usize, why: &Refusal<R>) -> PlayError
where
    M: std::fmt::Display,
    C: std::fmt::Display,
    R: Reason,
{
    match act {
        Act::Move(seat, played) => PlayError::Illegal {
            seat: *seat,
            number,
            played: played.to_string(),
            // Boxed, because errors are passed through many hands and this one is rare.
            why: Box::new(AnyRefusal {
                code: why.code(),
                data: why.data(),
                sentence: why.to_string(),
            }),
        },
        _ => panic!("legal means accepted, but '{act}' was refused: {why}"),
    }
}

/// Why a game was not played to its end.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PlayError {
    /// Too few players, or too many.
    #[error("the table has {seats} seats, and {players} players came")]
    Players {
        /// Seats at the table.
        seats: usize,
        /// Players given.
        players: usize,
    },
    /// A player chose what its menu does not offer.
    #[error("seat {seat} played '{played}' as act {number}, which is not legal: {why}")]
    Illegal {
        /// Whose fault it is.
        seat: Seat,
        /// Which act it would have been.
        number: usize,
        /// What it played.
        played: String,
        /// What the rules say to it.
        why: Box<AnyRefusal>,
    },
    /// The game breaks its own promise.
    #[error("the game goes on after {0} acts, although it declares that no game is longer")]
    Endless(u32),
}

impl Coded for PlayError {
    codes! {
        Self::Players { .. } => "wrong-players",
        Self::Illegal { .. } => "illegal-move",
        Self::Endless(_) => "endless",
    }

    fn data(&self) -> Value {
        match self {
            Self::Players { seats, players } => json!({"seats": seats, "players": players}),
            Self::Illegal { seat, number, played, why } => {
                json!({"seat": seat, "number": number, "move": played, "why": why})
            }
            Self::Endless(bound) => json!({"most": bound}),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seed::{Seed, Shares};
    use parlor_dots_and_boxes::{DotsAndBoxes, Easy, Line, Rules};
    use parlor_engine::{Hosted, Random, Rulebook, Visitor};
    use serde_json::json;
    use std::any::Any;

    /// A table of 2x2 boxes, with its type.
    fn game() -> Rules<1> {
        struct Take;
        impl Visitor for Take {
            type Out = Box<dyn Any>;
            fn visit<G: Hosted>(self, game: G) -> Box<dyn Any> {
                Box::new(game)
            }
        }
        let game = DotsAndBoxes::open(&json!({"boxes": "2x2"}), 2, Take).unwrap();
        *game.downcast().expect("4 boxes fit in one word")
    }

    fn dealer() -> Dealer {
        Dealer::new(&Seed::from_number(1), &Shares::none())
    }

    /// Plays the same line again and again.
    struct Stubborn;
    impl Player<Rules<1>> for Stubborn {
        fn choose(&mut self, _: &Ask<'_, Rules<1>>) -> Line {
            "h 0 0".parse().unwrap()
        }
    }

    #[test]
    fn an_illegal_move_names_the_seat() {
        let mut players: Vec<Box<dyn Player<Rules<1>>>> =
            vec![Box::new(Stubborn), Box::new(Stubborn)];
        let error = play(&game(), &mut players, &mut dealer(), &Budget::UNLIMITED).unwrap_err();
        let PlayError::Illegal { seat, number, .. } = error else { panic!("{error}") };
        assert_eq!((seat, number), (Seat::at(1), 2));
    }

    #[test]
    fn players_are_counted() {
        let error = play(&game(), &mut [], &mut dealer(), &Budget::UNLIMITED).unwrap_err();
        assert_eq!(error, PlayError::Players { seats: 2, players: 0 });
    }

    #[test]
    fn the_better_player_wins_more_often() {
        let mut won = [0; 2];
        for round in 0..100 {
            let mut players: Vec<Box<dyn Player<Rules<1>>>> =
                vec![Box::new(Easy::new(round)), Box::new(Random::new(round))];
            let played = play(&game(), &mut players, &mut dealer(), &Budget::UNLIMITED).unwrap();
            assert_eq!(played.acts.len(), 12);
            for seat in played.outcome.winners() {
                won[seat.index()] += 1;
            }
        }
        assert!(won[0] > won[1] + 30, "{won:?}");
    }
}
