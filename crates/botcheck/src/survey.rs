//! Which kinds of questions a game asks, and where: found out by playing it in this process.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use parlor_engine::{Act, AnyPlayer, AnyTurn, Budget, QuestionKind, Seat};
use serde::Deserialize;
use serde_json::Value;

use super::Variant;
use parlor_match::Occupant;
use parlor_match::Sitting;
use parlor_match::{NoTable, Shelf};
use parlor_match::{Seed, Shares};

/// Games are followed so far at first, and twice as far each time they are played again: what is
/// asked early at some table should not wait for the end of a long game at another.
const FIRST: usize = 150;
/// A game is not followed further than this.
const LONGEST: usize = 20_000;
/// So many places are kept for each kind of question.
const PLACES: usize = 4;

/// A moment of a game: after so many acts this seat is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Spot {
    pub(super) variant: usize,
    pub(super) seed: u64,
    pub(super) acts: usize,
    pub(super) seat: Seat,
}

/// What a game asks.
#[derive(Clone, Debug, Default)]
pub(super) struct Survey {
    /// Where each kind of question is put.
    pub(super) kinds: BTreeMap<String, Vec<Spot>>,
}

impl Survey {
    /// Plays all variants in turn, again and again, for so long.
    pub(super) fn of(
        variants: &[Variant],
        shelf: Shelf,
        seed: u64,
        time: Duration,
    ) -> Result<Self, NoTable> {
        let until = Instant::now() + time;
        let mut survey = Self::default();
        for round in 0u64.. {
            let before = survey.kinds.len();
            let most = LONGEST.min(FIRST << round.min(16));
            for (index, variant) in variants.iter().enumerate() {
                // Every variant is opened at least once: an impossible one is said before any bot is
                // started.
                let mut game = Rehearsal::open(variant, shelf, seed.wrapping_add(round))?;
                while game.acts() < most && Instant::now() < until {
                    survey.look(index, &game);
                    if !game.step() {
                        break;
                    }
                }
            }
            let nothing_new = most == LONGEST && survey.kinds.len() == before;
            if nothing_new || Instant::now() >= until {
                break;
            }
        }
        Ok(survey)
    }

    fn look(&mut self, variant: usize, game: &Rehearsal) {
        let AnyTurn::Ask { seats, question } = game.sitting.table().turn() else { return };
        let spots = self.kinds.entry(kind(&question)).or_default();
        // At the very beginning nothing has begun.
        if game.acts() > 0
            && let Some(seat) = seats.first()
        {
            let spot = Spot { variant, seed: game.seed, acts: game.acts(), seat };
            if spots.len() < PLACES {
                spots.push(spot);
            } else if spots.last().is_some_and(|last| last.seed == spot.seed) {
                // The last of a game is the one with most behind it.
                spots[PLACES - 1] = spot;
            }
        }
    }
}

/// What a question is called.
pub(super) fn kind(question: &Value) -> String {
    let kind = QuestionKind::deserialize(question).expect("a question has a kind");
    kind.as_str().to_owned()
}

/// A game that the players of this process play among themselves.
pub(super) struct Rehearsal {
    sitting: Sitting,
    players: Vec<AnyPlayer>,
    seed: u64,
}

impl Rehearsal {
    /// The same seed gives the same game.
    pub(super) fn open(variant: &Variant, shelf: Shelf, seed: u64) -> Result<Self, NoTable> {
        let table = shelf.open(&variant.game, &variant.options, variant.seats)?;
        let own = table.about().players.first().map_or("random", |first| first.name);
        let players = (0..variant.seats).map(|index| {
            let name = if (index as u64 + seed).is_multiple_of(3) { own } else { "random" };
            let player = table.player(name, seed.wrapping_mul(31).wrapping_add(index as u64));
            player.expect("a game has the players it lists")
        });
        let players = players.collect();
        let who = vec![Occupant::new("random", "house"); variant.seats];
        let sitting = Sitting::new(table, who, Seed::from_number(seed), Shares::none());
        Ok(Self { sitting, players, seed })
    }

    /// The game so far, for somebody else to go on with.
    pub(super) fn at(mut self, acts: usize) -> Sitting {
        while self.acts() < acts && self.step() {}
        self.sitting
    }

    fn acts(&self) -> usize {
        self.sitting.acts().len()
    }

    /// One act further; `false` when the game is over.
    fn step(&mut self) -> bool {
        match self.sitting.table().turn() {
            AnyTurn::Over => false,
            AnyTurn::Chance { .. } => self.sitting.deal().is_some(),
            AnyTurn::Ask { seats, .. } => {
                let Some(seat) = seats.first() else { return false };
                let player = &mut self.players[seat.index()];
                let prompt = self.sitting.table().prompt(seat);
                let chosen = prompt.and_then(|prompt| prompt.decide(player, &Budget::UNLIMITED));
                chosen.is_some_and(|chosen| self.sitting.play(Act::Move(seat, chosen)).is_ok())
            }
        }
    }
}
