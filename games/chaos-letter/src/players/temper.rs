//! What tells one family of players from another: what they fear, and what they think a card is
//! good for. The numbers were found by trial, in games against each other and against random play.

use crate::catalogue::{Effect, Knack};

/// The bents of a player.
#[derive(Clone, Copy, Debug)]
pub(super) struct Temper {
    /// How much the number of a card counts with so many turns to come, in hundredths.
    late: [i32; 5],
    /// How well it thinks it plays, in hundredths of how well it thinks the others do. Whoever
    /// expects to win a quiet round risks less.
    pub(super) skill: i32,
    /// How often it expects a Guard in another's hand to be played against it, in hundredths.
    pub(super) fear_of_guards: i32,
    /// How often it expects a Baron to be, in hundredths.
    pub(super) fear_of_barons: i32,
    /// So many turns ahead it minds its sanity; by then most rounds are over.
    pub(super) foresight: i32,
    /// What an answer in hand is worth, in thousandths of a fair chance.
    quick: i32,
    /// What the insane sides of cards are worth, in hundredths of the usual.
    madness: i32,
    /// What an answer must gain beyond what it costs, in hundredths of what the hand is worth.
    pub(super) patience: i32,
}

/// Plays the letters: guesses, looks, and keeps what is high.
pub(super) const COURTIER: Temper = Temper {
    late: [90, 60, 40, 25, 20],
    skill: 350,
    fear_of_guards: 75,
    fear_of_barons: 40,
    foresight: 2,
    quick: 200,
    madness: 60,
    patience: 10,
};

/// Plays the stars: goes insane when it pays.
pub(super) const CULTIST: Temper = Temper { madness: 100, ..COURTIER };

/// Plays chaos: keeps an answer, and gives it when it turns the round.
pub(super) const TRICKSTER: Temper = Temper { quick: 300, patience: 6, ..CULTIST };

impl Temper {
    /// How much the number of a card counts, in hundredths, with so many cards left for so many.
    pub(super) fn lateness(&self, cards: i32, players: i32) -> i32 {
        if cards == 0 {
            return 100;
        }
        let turns = usize::try_from(cards / players.max(1)).unwrap_or(0);
        self.late[turns.min(self.late.len() - 1)]
    }

    /// What a card may do on a later turn, in thousandths of a fair chance.
    pub(super) const fn use_of(&self, effect: Effect) -> i32 {
        let insane = match effect {
            Effect::Hound | Effect::MiGo => 600,
            Effect::LiberIvonis | Effect::Trapezohedron => 500,
            Effect::DeepOnes => 450,
            Effect::Cthulhu | Effect::Capitalist => 300,
            Effect::GoldenMead => 250,
            Effect::Nyarlathotep => 200,
            _ => 0,
        };
        if insane > 0 {
            return insane * self.madness / 100;
        }
        match effect {
            Effect::Bishop => 350,
            Effect::Jester => 300,
            Effect::Guard => 250,
            Effect::Handmaid
            | Effect::Prince
            | Effect::Chancellor
            | Effect::Baroness
            | Effect::DowagerQueen => 150,
            Effect::Priest | Effect::Baron | Effect::BountyHunter => 120,
            Effect::King | Effect::Cardinal => 80,
            Effect::Sycophant => 30,
            _ => 0,
        }
    }

    /// What a card is good for without being played.
    pub(super) const fn use_of_knack(&self, knack: Knack) -> i32 {
        match knack {
            Knack::Fatal => -150,
            Knack::Adds => 60,
            Knack::Constable | Knack::Assassin | Knack::PlaysAgain => 150,
            Knack::Spy => 250,
            Knack::Nope | Knack::NoU | Knack::FreeNoU => self.quick,
            Knack::CrimeBoss | Knack::SkipsTurn => 100,
            Knack::KeepsProtection | Knack::TakesAside => 50,
            Knack::YieldsToRoyals | Knack::YieldsToHigh => 0,
        }
    }
}
