//! What changes during play. All of it is public: only the order of cards that nobody has seen is
//! not known, and that is not settled before they are drawn.

use arrayvec::ArrayVec;
use parlor_engine::{Seat, Seats};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::auction::Auction;
use crate::board::{MAX_SPACES, Place, Places, Pounds};
use crate::debt::Debt;
use crate::deck::{CardNumber, CardSet, Pack, Pile};
use crate::owed::Owed;
use crate::trade::Trade;

/// The most players.
pub const MAX_PLAYERS: usize = 6;
/// A street with this many steps of building has a hotel.
pub const HOTEL: u8 = 5;

/// A table of Property Tycoon.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
pub struct State {
    /// The players, by seat.
    pub players: [Standing; MAX_PLAYERS],
    /// What the bank has; below nothing, which a limited bank never is, it has written IOUs.
    pub bank: Pounds,
    /// What a limited bank owes.
    pub owed: Owed,
    /// The fines on Free Parking.
    pub pot: Pounds,
    /// What is mortgaged.
    pub mortgaged: Places,
    /// Where buildings stand.
    pub built: Places,
    /// By position: the houses on a street, and 5 for a hotel.
    pub houses: ArrayVec<u8, MAX_SPACES>,
    /// The packs of cards.
    pub piles: [Pile; 2],
    /// The number of the round, from 1.
    pub round: u16,
    /// Whose turn it is.
    pub mover: Seat,
    /// Who is still in the game.
    pub present: Seats,
    /// Who has left the table, of their own accord or after they were out.
    pub away: Seats,
    /// What comes next in the turn, once nothing else is open.
    pub step: Step,
    /// The dice that were thrown last.
    pub dice: Dice,
    /// How many doubles were thrown in a row in this turn.
    pub doubles: u8,
    /// How many cards were drawn since the last throw.
    pub draws: u8,
    /// What was bought, built on or redeemed in this turn: it does not go the other way.
    pub raised: Places,
    /// What was sold from or mortgaged in this turn.
    pub lowered: Places,
    /// How many trades were offered in this turn.
    pub offers: u8,
    /// Whether the mover has asked to leave in this turn.
    pub asked_to_leave: bool,
    /// What is owed and not yet paid, the first to be paid first.
    pub debts: ArrayVec<Debt, MAX_PLAYERS>,
    /// The auction that is open.
    pub auction: Option<Auction>,
    /// The trade that is being made.
    pub trade: Option<Trade>,
    /// Who has not yet said whether the mover may leave.
    pub vote: Seats,
    /// Who is out, the first first.
    pub gone: ArrayVec<Gone, MAX_PLAYERS>,
    /// The time is up: this round is the last.
    pub time_is_up: bool,
    /// Why the game is over.
    pub over: Option<End>,
}

/// A player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Standing {
    /// Cash.
    pub cash: Pounds,
    /// Where the token stands.
    pub place: Place,
    /// How often the player has come to Go or past it, going forward.
    pub circuits: u16,
    /// In jail, for so many turns already.
    pub jailed: Option<u8>,
    /// What the player owns.
    pub owned: Places,
    /// Cards that get the player out of jail, by pack.
    pub held: [CardSet; 2],
}

impl Standing {
    /// Only who has been round the board once may own anything.
    #[inline]
    pub const fn may_own(&self) -> bool {
        self.circuits > 0
    }
}

impl Default for Place {
    fn default() -> Self {
        Self::GO
    }
}

/// What comes next in a turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Step {
    /// The mover may put affairs in order, and rolls.
    Begin,
    /// The mover sits in jail, and chooses what to do about it.
    Jail,
    /// The dice are thrown.
    Roll,
    /// The dice are thrown to get out of jail.
    JailRoll,
    /// The mover goes as far as the dice say.
    Go,
    /// What the mover landed on happens.
    Land,
    /// A card is drawn.
    Draw(Pack),
    /// The mover may buy what they landed on.
    Buy,
    /// It is auctioned.
    Auction,
    /// A card lets the mover choose: to pay, or to draw of the other pack.
    FineOrDraw {
        /// The fine.
        fine: Pounds,
        /// The pack the card is of.
        pack: Pack,
        /// The card.
        card: CardNumber,
    },
    /// The mover may build, and put affairs in order.
    After,
    /// The turn ends.
    End,
    /// Nobody is asked any more.
    Over,
}

/// Two dice.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
pub struct Dice(pub u8, pub u8);

impl Dice {
    /// Both together.
    #[inline]
    pub const fn sum(self) -> u8 {
        self.0 + self.1
    }

    /// Whether they show the same.
    #[inline]
    pub const fn is_double(self) -> bool {
        self.0 == self.1
    }
}

/// Somebody who is out of the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Gone {
    /// Who.
    pub seat: Seat,
    /// Whether the player left, and did not go bankrupt.
    pub left: bool,
    /// What the player was worth; nothing after bankruptcy.
    pub worth: Pounds,
}

/// Why a game is over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// One player is left, and the last to go was bankrupt.
    Bankruptcy,
    /// One player is left, and the last to go has left.
    Left,
    /// The time is up, and the round was finished.
    Time,
    /// All rounds have been played.
    Rounds,
}

impl State {
    #[inline]
    pub(crate) const fn player(&self, seat: Seat) -> &Standing {
        &self.players[seat.index() % MAX_PLAYERS]
    }

    #[inline]
    pub(crate) const fn player_mut(&mut self, seat: Seat) -> &mut Standing {
        &mut self.players[seat.index() % MAX_PLAYERS]
    }

    /// Who owns a property; nobody but the bank where it is `None`.
    #[inline]
    pub fn owner(&self, place: Place) -> Option<Seat> {
        // There are six players at the most, and most properties belong to one of the first.
        self.present.iter().find(|seat| self.player(*seat).owned.contains(place))
    }

    /// What each player owns, by seat.
    #[inline]
    pub(crate) fn holdings(&self) -> [Places; MAX_PLAYERS] {
        self.players.map(|player| player.owned)
    }

    /// How far a street is built: houses, or 5 for a hotel.
    #[inline]
    pub fn houses(&self, place: Place) -> u8 {
        self.houses.get(place.index()).copied().unwrap_or(0)
    }
}
