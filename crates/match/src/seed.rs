//! The seed all chance of a game comes from, the promise made about it, and the seats' shares.
//!
//! Before play the table publishes the [`Commitment`]; after play it reveals the [`Seed`], and
//! anyone can check that the one belongs to the other. A seat that does not trust the table adds
//! a share of its own after the commitment is out: then nobody alone has chosen the dice.

use std::fmt;

use parlor_engine::Seat;
use serde_json::{Value, json};
use thiserror::Error;

use crate::hex;
use crate::refusal::{Coded, codes};

/// What separates the uses of the hash from each other. Part of the record format: frozen.
mod context {
    pub(super) const FROM_NUMBER: &str = "parlor record 1: seed from a number";
    pub(super) const COMMITMENT: &str = "parlor record 1: commitment";
    pub(super) const DEALING_KEY: &str = "parlor record 1: dealing key";
}

/// The longest share of a seat, in bytes. More than 32 bytes add nothing; 64 leave room for those
/// who send a hash in hexadecimal.
pub const MAX_SHARE: usize = 64;

/// 32 bytes that decide every die and card of one game. Never shown before the game is over.
#[derive(Clone, PartialEq, Eq)]
pub struct Seed([u8; 32]);

impl Seed {
    /// From a number that somebody chose, to play the same game again. A player who knows the
    /// number knows the dice.
    pub fn from_number(number: u64) -> Self {
        Self(blake3::derive_key(context::FROM_NUMBER, &number.to_le_bytes()))
    }

    /// From its bytes.
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// From 64 lower-case hexadecimal digits, as [`reveal`](Self::reveal) writes them.
    pub fn from_hex(text: &str) -> Option<Self> {
        hex::decode_32(text).map(Self)
    }

    /// The seed in hexadecimal, for the end of a record. A method with a name, so that no seed
    /// slips into a log line by way of `Display`.
    pub fn reveal(&self) -> String {
        hex::encode(&self.0)
    }

    /// What is published before play.
    pub fn commitment(&self) -> Commitment {
        Commitment(blake3::derive_key(context::COMMITMENT, &self.0))
    }

    /// The key that deals: the seed, and what the seats added to it, in seat order.
    pub(crate) fn dealing_key(&self, shares: &Shares) -> [u8; 32] {
        let mut hasher = blake3::Hasher::new_derive_key(context::DEALING_KEY);
        hasher.update(&self.0);
        for (seat, share) in shares.iter() {
            hasher.update(&[seat.number() as u8, share.len() as u8]);
            hasher.update(share);
        }
        *hasher.finalize().as_bytes()
    }
}

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seed(secret)")
    }
}

/// What binds the table to a seed before anybody has seen it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Commitment([u8; 32]);

impl Commitment {
    /// From 64 lower-case hexadecimal digits.
    pub fn from_hex(text: &str) -> Option<Self> {
        hex::decode_32(text).map(Self)
    }
}

impl fmt::Display for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(&self.0))
    }
}

impl fmt::Debug for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Commitment({self})")
    }
}

/// Bytes that seats added to the seed, in seat order; most games have none, and ask for no memory then.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Shares(Vec<(Seat, Vec<u8>)>);

impl Shares {
    /// Nobody added anything.
    pub fn none() -> Self {
        Self::default()
    }

    /// The shares with one more in it.
    pub fn with(mut self, seat: Seat, share: impl Into<Vec<u8>>) -> Result<Self, BadShare> {
        let share = share.into();
        if share.is_empty() || share.len() > MAX_SHARE {
            return Err(BadShare::Length(seat, share.len()));
        }
        match self.0.binary_search_by_key(&seat, |(given, _)| *given) {
            Ok(_) => Err(BadShare::Twice(seat)),
            Err(at) => {
                self.0.insert(at, (seat, share));
                Ok(self)
            }
        }
    }

    /// The shares in seat order.
    pub fn iter(&self) -> impl Iterator<Item = (Seat, &[u8])> {
        self.0.iter().map(|(seat, share)| (*seat, share.as_slice()))
    }

    /// How many seats gave one.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether nobody gave one.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// A share that cannot be taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum BadShare {
    /// Empty or too long.
    #[error("the share of seat {0} has {1} bytes; 1 to {MAX_SHARE} can be mixed in")]
    Length(Seat, usize),
    /// A seat gives one share.
    #[error("seat {0} has given its share already")]
    Twice(Seat),
}

impl Coded for BadShare {
    codes! { Self::Length(..) => "share-length", Self::Twice(_) => "second-share" }

    fn data(&self) -> Value {
        match self {
            Self::Length(seat, bytes) => json!({"seat": seat, "bytes": bytes, "most": MAX_SHARE}),
            Self::Twice(seat) => json!({"seat": seat}),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Frozen: a change here makes every record unverifiable.
    #[test]
    fn frozen_vectors() {
        let seed = Seed::from_number(1);
        assert_eq!(seed.reveal(), SEED);
        assert_eq!(seed.commitment().to_string(), COMMITMENT);
        let shares = Shares::none().with(Seat::at(1), *b"my own dice").unwrap();
        assert_eq!(hex::encode(&seed.dealing_key(&Shares::none())), KEY);
        assert_eq!(hex::encode(&seed.dealing_key(&shares)), KEY_WITH_SHARE);
    }

    const SEED: &str = "0ace3752536dedc5b125884c357599c3c8b7298d97d7984dbbb4c48b3ae24a56";
    const COMMITMENT: &str = "efdd397722802c487cda9dfc8dfa732d3bb16bbe57085fee99724f090f71948f";
    const KEY: &str = "659eeded81b39b1b2830f1b8360bd1e6d936a8e11c7a6912123bacc7644e9458";
    const KEY_WITH_SHARE: &str = "46d68a94c651e2809a8dc82e5290624072b16d226137f68cc8eb16f9c0eff489";

    #[test]
    fn a_seed_does_not_show_itself() {
        let seed = Seed::from_bytes([0xab; 32]);
        assert!(!format!("{seed:?}").contains("ab"));
        assert_eq!(Seed::from_hex(&seed.reveal()), Some(seed));
    }

    #[test]
    fn whose_share_it_is_matters() {
        let seed = Seed::from_number(1);
        let (one, two) = (Seat::at(0), Seat::at(1));
        let key = |shares: Result<Shares, BadShare>| seed.dealing_key(&shares.unwrap());
        let first = key(Shares::none().with(one, [2, 1, 7]));
        let second = key(Shares::none().with(two, [2, 1, 7]));
        let both = key(Shares::none().with(one, [2]).and_then(|shares| shares.with(two, [7])));
        assert!(first != second && second != both && first != both);
    }

    #[test]
    fn shares_have_a_size_and_are_given_once() {
        let seat = Seat::at(0);
        assert_eq!(Shares::none().with(seat, []), Err(BadShare::Length(seat, 0)));
        assert_eq!(Shares::none().with(seat, [0; 65]), Err(BadShare::Length(seat, 65)));
        let once = Shares::none().with(seat, [0; 64]).unwrap();
        assert_eq!(once.with(seat, [1]), Err(BadShare::Twice(seat)));
    }
}
