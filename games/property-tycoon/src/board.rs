//! The board: spaces in the order of play, and what they are.

use std::fmt;
use std::str::FromStr;

use parlor_engine::bit_set;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use smol_str::SmolStr;
use thiserror::Error;

use crate::deck::{Card, Pack};

/// The most spaces a board has.
pub const MAX_SPACES: usize = 120;

/// A space, by its position. People count from 1, and Go is the first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Place(u8);

impl Place {
    /// Where everybody begins.
    pub const GO: Self = Self(0);

    /// The space at this index, counted from 0.
    ///
    /// # Panics
    /// When no board is that large.
    #[inline]
    pub const fn at(index: usize) -> Self {
        assert!(index < MAX_SPACES, "no board is that large");
        Self(index as u8)
    }

    /// The space with this number, counted from 1; `None` where no board has that many.
    pub const fn from_number(number: usize) -> Option<Self> {
        if number == 0 || number > MAX_SPACES { None } else { Some(Self(number as u8 - 1)) }
    }

    /// The space of a bit in a set, which holds no other bits: nothing is checked.
    #[inline]
    const fn of_bit(bit: usize) -> Self {
        Self(bit as u8)
    }

    /// Counted from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Counted from 1.
    pub const fn number(self) -> usize {
        self.0 as usize + 1
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.number())
    }
}

/// A word that was to be a position and is not.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{0}' is not the position of a space, from 1 to {MAX_SPACES}")]
pub struct NotAPlace(pub String);

impl FromStr for Place {
    type Err = NotAPlace;

    fn from_str(text: &str) -> Result<Self, NotAPlace> {
        // Written as it is displayed, and in no other way.
        let number = text.parse().ok().and_then(Self::from_number);
        number.filter(|place| place.to_string() == text).ok_or_else(|| NotAPlace(text.to_owned()))
    }
}

impl Serialize for Place {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(self.0 + 1)
    }
}

impl<'de> Deserialize<'de> for Place {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = u8::deserialize(deserializer)?;
        Self::from_number(number.into())
            .ok_or_else(|| de::Error::custom(NotAPlace(number.to_string())))
    }
}

bit_set! {
    /// A set of spaces. In JSON a list of positions; in the compact form that is hashed, its bits.
    pub struct Places(u128) {
        item: Place, count: MAX_SPACES, index: Place::index, at: Place::of_bit, compact: Word,
    }
}

impl Places {
    /// How many, to reckon with.
    pub(crate) fn count(self) -> Pounds {
        self.0.count_ones().cast_signed()
    }
}

/// Whole pounds.
pub type Pounds = i32;

/// What a space is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Space {
    /// The start: this much for everybody who comes by.
    Go(Pounds),
    /// Can be owned; see [`Board::property`].
    Property,
    /// A card is drawn.
    Card(Pack),
    /// This much is paid to the bank.
    Tax(Pounds),
    /// Visitors do nothing here; prisoners sit.
    Jail,
    /// Whoever lands here takes the fines.
    FreeParking,
    /// Whoever lands here goes to jail.
    GoToJail,
}

/// Something that can be owned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Property {
    /// What the bank asks for it.
    pub price: Pounds,
    /// What kind of property it is.
    pub kind: Kind,
}

impl Property {
    /// What the bank lends on it: half the price, in whole pounds.
    #[inline]
    pub const fn loan(&self) -> Pounds {
        self.price / 2
    }

    /// What it is worth while it is mortgaged. Loan and this are the price, whatever its last pound.
    #[inline]
    pub const fn mortgaged_worth(&self) -> Pounds {
        self.price - self.loan()
    }

    /// What it costs to lift the mortgage: the loan and a tenth of it, rounded up.
    #[inline]
    pub const fn redemption(&self) -> Pounds {
        self.loan() + (self.loan() + 9) / 10
    }
}

/// The kinds of property.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Can be built on.
    Street {
        /// The index of its group.
        group: u8,
        /// Bare, with one to four houses, with a hotel.
        rents: [Pounds; 6],
    },
    /// The rent goes by how many stations the owner has.
    Station,
    /// The rent goes by the dice.
    Utility,
}

/// Streets that belong together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group {
    /// What it is called.
    pub name: SmolStr,
    /// Red, green and blue, where the edition says.
    pub colour: Option<[u8; 3]>,
    /// What a house costs, and a hotel on top of four.
    pub house: Pounds,
    /// Its streets.
    pub streets: Places,
}

/// A board with its cards: an edition that has been checked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    /// What the edition is called.
    pub title: SmolStr,
    /// What can stand for a player on the board.
    pub tokens: Vec<SmolStr>,
    pub(crate) names: Vec<SmolStr>,
    pub(crate) spaces: Vec<Space>,
    /// By position; nothing that can be owned has price 0.
    pub(crate) properties: Vec<Property>,
    /// The groups of streets, in the order of the board.
    pub groups: Vec<Group>,
    /// All stations.
    pub stations: Places,
    /// All utilities.
    pub utilities: Places,
    /// The rent of a station by how many its owner has.
    pub station_rents: Vec<Pounds>,
    /// The rent of a utility, times the dice, by how many its owner has.
    pub utility_rents: Vec<Pounds>,
    /// Where prisoners sit.
    pub jail: Place,
    /// The cards of each pack.
    pub cards: [Vec<Card>; 2],
    /// By position: how many of a million throws end there.
    pub(crate) traffic: Vec<u32>,
}

impl Board {
    /// How many spaces there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.spaces.len()
    }

    /// A board has spaces.
    pub fn is_empty(&self) -> bool {
        self.spaces.is_empty()
    }

    /// All positions, from Go on.
    pub fn places(&self) -> impl Iterator<Item = Place> + use<> {
        (0..self.spaces.len()).map(Place::at)
    }

    /// Whether this board has such a space. Notation has the spaces of the largest board there can be, so what
    /// somebody typed may lie beyond this one.
    #[inline]
    pub fn contains(&self, place: Place) -> bool {
        place.index() < self.len()
    }

    /// What a space is.
    #[inline]
    pub fn space(&self, place: Place) -> Space {
        self.spaces[place.index()]
    }

    /// What a space is called.
    pub fn name(&self, place: Place) -> &str {
        &self.names[place.index()]
    }

    /// The property at this position; where there is none it costs nothing.
    #[inline]
    pub fn property(&self, place: Place) -> &Property {
        &self.properties[place.index()]
    }

    /// Whether something there can be owned.
    #[inline]
    pub fn is_property(&self, place: Place) -> bool {
        self.contains(place) && self.space(place) == Space::Property
    }

    /// The group of a street; `None` for anything else.
    #[inline]
    pub fn group(&self, place: Place) -> Option<&Group> {
        match self.property(place).kind {
            Kind::Street { group, .. } => Some(&self.groups[usize::from(group)]),
            Kind::Station | Kind::Utility => None,
        }
    }

    /// What properties that belong together are called.
    pub(crate) fn group_name(&self, places: Places) -> &str {
        let group = self.groups.iter().find(|group| group.streets == places);
        match group {
            Some(group) => &group.name,
            None if places == self.stations => "Stations",
            None => "Utilities",
        }
    }

    /// What a house costs there; nothing can be built on anything but a street.
    #[inline]
    pub fn house_price(&self, place: Place) -> Pounds {
        self.group(place).map_or(0, |group| group.house)
    }

    /// Everything that can be owned.
    pub fn property_places(&self) -> Places {
        self.places().filter(|place| self.is_property(*place)).collect()
    }

    /// So many spaces on, and whether Go was passed or reached on the way.
    #[inline]
    pub fn forward(&self, from: Place, steps: usize) -> (Place, bool) {
        let to = from.index() + steps;
        if to < self.len() {
            (Place(to as u8), false)
        } else {
            (Place((to % self.len()) as u8), true)
        }
    }

    /// So many spaces back.
    #[inline]
    pub fn back(&self, from: Place, steps: usize) -> Place {
        let steps = steps % self.len();
        Place(((from.index() + self.len() - steps) % self.len()) as u8)
    }

    /// How many steps forward from one space to another; round the whole board from one to itself.
    #[inline]
    pub fn distance(&self, from: Place, to: Place) -> usize {
        let steps = (to.index() + self.len() - from.index()) % self.len();
        if steps == 0 { self.len() } else { steps }
    }
}
