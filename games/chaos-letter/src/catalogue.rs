//! What each card does: one row a card. How an effect works stands in `effects.rs`.

use crate::card::{Card, KINDS, Kinds};
use crate::moves::Choice;
use crate::turn::{STAGES, Stage};

/// What happens when a card is played.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Effect {
    /// Nothing.
    Nothing,
    /// A player who holds the named number is out.
    Guard,
    /// Look at a hand.
    Priest,
    /// Compare hands; the lower is out.
    Baron,
    /// Compare hands; the higher is out.
    DowagerQueen,
    /// Nobody else can choose you until your next turn.
    Handmaid,
    /// A player discards and draws.
    Prince,
    /// Trade hands.
    King,
    /// Another player's win is a token for you.
    Jester,
    /// Two players trade hands; look at one.
    Cardinal,
    /// Look at one or two hands.
    Baroness,
    /// The next card that chooses players must choose this one.
    Sycophant,
    /// A player who holds the named number gives you a token and may redraw.
    Bishop,
    /// Draw two, put two under the deck.
    Chancellor,
    /// A player who holds a 1 is out; otherwise name a number.
    DeepOnes,
    /// Look at a hand, draw, and play again.
    GoldenMead,
    /// A player who is not insane is out.
    Hound,
    /// You cannot be knocked out this round.
    LiberIvonis,
    /// Take a hand and leave the Brain Case; play again.
    MiGo,
    /// Collect the other hands and deal them out again.
    Nyarlathotep,
    /// Win the round with another card above 4.
    Trapezohedron,
    /// Win the game with two insane cards before it; otherwise out.
    Cthulhu,
    /// Draw a card and hold two from now on.
    Capitalist,
    /// A token if that player goes out soon.
    BountyHunter,
    /// The direction of play turns round.
    TurnRound,
}

impl Effect {
    /// Whether it is for somebody, and comes to nothing where nobody can be chosen.
    #[inline]
    pub(crate) const fn chooses(self) -> bool {
        !matches!(self.choice(), Choice::Nobody)
    }

    /// Whom it is for.
    #[inline]
    pub(crate) const fn choice(self) -> Choice {
        match self {
            Self::Guard
            | Self::Priest
            | Self::Baron
            | Self::DowagerQueen
            | Self::King
            | Self::Jester
            | Self::Bishop
            | Self::DeepOnes
            | Self::GoldenMead
            | Self::MiGo
            | Self::BountyHunter => Choice::Other,
            Self::Hound => Choice::SaneOther,
            Self::Prince | Self::Sycophant => Choice::Anybody,
            Self::Baroness => Choice::OneOrTwoOthers,
            Self::Cardinal => Choice::TwoOfAll,
            Self::Nyarlathotep => Choice::AllOthers,
            Self::Nothing
            | Self::Handmaid
            | Self::Chancellor
            | Self::LiberIvonis
            | Self::Trapezohedron
            | Self::Cthulhu
            | Self::Capitalist
            | Self::TurnRound => Choice::Nobody,
        }
    }
}

/// What a card does without being played on one's turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Knack {
    /// Whoever discards it is out.
    Fatal,
    /// Must be played beside a card that plays as King or Prince.
    YieldsToRoyals,
    /// Must be played beside a card above 4.
    YieldsToHigh,
    /// Adds 1 at the showdown from the discards.
    Adds,
    /// A token for whoever goes out with it in the discards.
    Constable,
    /// A token for the only one left who played it.
    Spy,
    /// In hand: a Guard that chooses its holder strikes the Guard's player.
    Assassin,
    /// In hand: whoever looks at it is out.
    CrimeBoss,
    /// Quick: cancels another player's card.
    Nope,
    /// Quick: turns a card that chooses you back on its player.
    NoU,
    /// As [`Knack::NoU`]; while insane against any card.
    FreeNoU,
    /// Quick: skips another player's turn when it is about to start.
    SkipsTurn,
    /// Quick: keeps its player's protection when it is about to end.
    KeepsProtection,
    /// Quick: its player draws the card set aside for the turn.
    TakesAside,
    /// Quick: another turn for its player when one is about to end.
    PlaysAgain,
}

/// What a card does.
#[derive(Clone, Copy, Debug)]
pub struct Definition {
    /// Which card.
    pub card: Card,
    /// What happens when it is played.
    pub sane: Effect,
    /// What may happen instead when an insane player plays it.
    pub insane: Option<Effect>,
    /// What it does otherwise.
    pub knacks: &'static [Knack],
}

const fn row(card: Card, sane: Effect) -> Definition {
    Definition { card, sane, insane: None, knacks: &[] }
}

impl Definition {
    const fn or(self, insane: Effect) -> Self {
        Self { insane: Some(insane), ..self }
    }

    const fn with(self, knacks: &'static [Knack]) -> Self {
        Self { knacks, ..self }
    }
}

/// Every card, in the order of [`Card::ALL`].
pub const CATALOGUE: [Definition; KINDS] = [
    row(Card::Guard, Effect::Guard),
    row(Card::Priest, Effect::Priest),
    row(Card::Baron, Effect::Baron),
    row(Card::Handmaid, Effect::Handmaid),
    row(Card::Prince, Effect::Prince),
    row(Card::King, Effect::King),
    row(Card::Countess, Effect::Nothing).with(&[Knack::YieldsToRoyals]),
    row(Card::Princess, Effect::Nothing).with(&[Knack::Fatal]),
    row(Card::Jester, Effect::Jester),
    row(Card::Assassin, Effect::Nothing).with(&[Knack::Assassin]),
    row(Card::Cardinal, Effect::Cardinal),
    row(Card::Baroness, Effect::Baroness),
    row(Card::Sycophant, Effect::Sycophant),
    row(Card::Count, Effect::Nothing).with(&[Knack::Adds]),
    row(Card::Constable, Effect::Nothing).with(&[Knack::Constable]),
    row(Card::DowagerQueen, Effect::DowagerQueen),
    row(Card::Bishop, Effect::Bishop),
    row(Card::Spy, Effect::Nothing).with(&[Knack::Spy]),
    row(Card::Chancellor, Effect::Chancellor),
    row(Card::BrainCase, Effect::Nothing).with(&[Knack::Fatal]),
    row(Card::Investigators, Effect::Guard),
    row(Card::DeepOnes, Effect::Guard).or(Effect::DeepOnes),
    row(Card::CatsOfUlthar, Effect::Priest),
    row(Card::GoldenMead, Effect::Priest).or(Effect::GoldenMead),
    row(Card::GreatRaceOfYith, Effect::Baron),
    row(Card::HoundOfTindalos, Effect::Baron).or(Effect::Hound),
    row(Card::ElderSign, Effect::Handmaid),
    row(Card::LiberIvonis, Effect::Handmaid).or(Effect::LiberIvonis),
    row(Card::ProfessorArmitage, Effect::Prince),
    row(Card::MiGo, Effect::Prince).or(Effect::MiGo),
    row(Card::RandolphCarter, Effect::King),
    row(Card::Nyarlathotep, Effect::King).or(Effect::Nyarlathotep),
    row(Card::SilverKey, Effect::Nothing).with(&[Knack::YieldsToHigh]),
    row(Card::ShiningTrapezohedron, Effect::Nothing)
        .or(Effect::Trapezohedron)
        .with(&[Knack::YieldsToHigh]),
    row(Card::Necronomicon, Effect::Nothing).with(&[Knack::Fatal]),
    row(Card::Cthulhu, Effect::Nothing).or(Effect::Cthulhu).with(&[Knack::Fatal]),
    row(Card::Nope, Effect::Nothing).with(&[Knack::Nope]),
    row(Card::NoU, Effect::TurnRound).with(&[Knack::NoU, Knack::Adds]),
    row(Card::InsaneNoU, Effect::TurnRound).with(&[Knack::FreeNoU, Knack::Adds]),
    row(Card::Capitalist, Effect::Prince).or(Effect::Capitalist),
    row(Card::BountyHunter, Effect::BountyHunter),
    row(Card::CrimeBoss, Effect::Nothing).with(&[Knack::CrimeBoss]),
    row(Card::Jestsassin, Effect::Jester).with(&[Knack::Assassin]),
    row(Card::Curfew, Effect::Nothing).with(&[Knack::SkipsTurn]),
    row(Card::Chaperone, Effect::Nothing).with(&[Knack::KeepsProtection]),
    row(Card::Smuggler, Effect::Nothing).with(&[Knack::TakesAside]),
    row(Card::Encore, Effect::Nothing).with(&[Knack::PlaysAgain]),
];

impl Card {
    /// What it does.
    #[inline]
    pub const fn definition(self) -> &'static Definition {
        &CATALOGUE[self.index()]
    }
}

/// The cards with this knack.
pub const fn with_knack(wanted: Knack) -> Kinds {
    let mut found = Kinds::NONE;
    let mut index = 0;
    while index < KINDS {
        let Definition { card, knacks, .. } = &CATALOGUE[index];
        let mut place = 0;
        while place < knacks.len() {
            if knacks[place] as u8 == wanted as u8 {
                found = found.or(Kinds::one(*card));
            }
            place += 1;
        }
        index += 1;
    }
    found
}

/// Cards that strike a Guard's player from the hand.
pub(crate) const ASSASSINS: Kinds = with_knack(Knack::Assassin);
/// Cards that strike who looks at them.
pub(crate) const CRIME_BOSSES: Kinds = with_knack(Knack::CrimeBoss);
/// Cards that pay at the end of a round.
pub(crate) const SPIES: Kinds = with_knack(Knack::Spy);
/// Cards that add at the showdown.
pub(crate) const ADDS: Kinds = with_knack(Knack::Adds);
/// Cards that pay whoever goes out.
pub(crate) const CONSTABLES: Kinds = with_knack(Knack::Constable);

/// By step of a turn: the cards that can answer it.
pub(crate) const AT_STAGE: [Kinds; STAGES] = {
    let mut cards = [Kinds::NONE; STAGES];
    cards[Stage::TurnStart as usize] = with_knack(Knack::SkipsTurn);
    cards[Stage::EndOfProtection as usize] = with_knack(Knack::KeepsProtection);
    cards[Stage::AboutToDraw as usize] = with_knack(Knack::TakesAside);
    cards[Stage::TurnEnd as usize] = with_knack(Knack::PlaysAgain);
    cards
};

/// The cards that do this when played sane.
pub const fn with_effect(wanted: Effect) -> Kinds {
    let mut found = Kinds::NONE;
    let mut index = 0;
    while index < KINDS {
        if CATALOGUE[index].sane as u8 == wanted as u8 {
            found = found.or(Kinds::one(CATALOGUE[index].card));
        }
        index += 1;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rows_are_in_the_order_of_the_cards() {
        assert_eq!(CATALOGUE.map(|row| row.card), Card::ALL);
    }

    #[test]
    fn cards_are_found_by_what_they_do() {
        let fatal = [Card::Princess, Card::BrainCase, Card::Necronomicon, Card::Cthulhu];
        assert_eq!(with_knack(Knack::Fatal), fatal.into_iter().collect());
        assert!(with_effect(Effect::King).contains(Card::Nyarlathotep));
    }
}
