//! What tells one family of players from another: what they think a card is good for.

use crate::catalogue::{Effect, Knack};

/// The bents of a player.
#[derive(Clone, Copy, Debug)]
pub(super) struct Temper {
    /// How much the number of a card counts in the last turn but so many, in hundredths.
    late: [i32; 5],
    /// What an answer in hand is worth, in thousandths of a fair chance.
    quick: i32,
    /// What the insane sides of cards are worth, in hundredths of the usual.
    madness: i32,
    /// What an answer must gain, beyond what it costs.
    pub(super) patience: i32,
}

/// Plays the letters: guesses, looks and keeps what is high.
pub(super) const COURTIER: Temper =
    Temper { late: [90, 60, 40, 25, 20], quick: 200, madness: 60, patience: 60 };

/// Plays the stars: goes insane when it pays.
pub(super) const CULTIST: Temper =
    Temper { late: [90, 60, 40, 25, 20], quick: 200, madness: 100, patience: 60 };

/// Plays chaos: keeps an answer, and gives it when it turns the round.
pub(super) const TRICKSTER: Temper =
    Temper { late: [90, 60, 40, 25, 20], quick: 300, madness: 100, patience: 40 };

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
            Effect::DeepOnes => 450,
            Effect::GoldenMead => 250,
            Effect::Hound | Effect::MiGo => 600,
            Effect::LiberIvonis | Effect::Trapezohedron => 500,
            Effect::Nyarlathotep => 200,
            Effect::Cthulhu | Effect::Capitalist => 300,
            _ => 0,
        };
        if insane > 0 {
            return insane * self.madness / 100;
        }
        match effect {
            Effect::Guard | Effect::Handmaid => 250,
            Effect::Bishop => 350,
            Effect::Jester => 300,
            Effect::Prince | Effect::Chancellor | Effect::Baroness | Effect::DowagerQueen => 150,
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
            Knack::Constable | Knack::Assassin => 150,
            Knack::Spy => 250,
            Knack::Nope | Knack::NoU | Knack::FreeNoU => self.quick,
            Knack::CrimeBoss => 100,
            Knack::YieldsToRoyals | Knack::YieldsToHigh => 0,
        }
    }
}
