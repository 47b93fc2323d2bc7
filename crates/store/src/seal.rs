//! The seed of a running match, sealed: the database has it, and the key to it lies elsewhere.

use std::fmt;

use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{XChaCha20Poly1305, XNonce};
use thiserror::Error;
use zeroize::{Zeroize, ZeroizeOnDrop, Zeroizing};

use crate::TableId;
use crate::entropy::random;

/// What separates this use of the hash from others. Stored key ids depend on it: frozen.
const KEY_ID: &str = "parlor store 1: id of a seal key";

/// The bytes of a nonce. 24 random bytes never come twice, so nothing has to be counted.
const NONCE: usize = 24;

/// The bytes of a sealed seed: nonce, seed and tag.
pub(crate) const SEALED: usize = NONCE + 32 + 16;

/// The key that seals seeds. `Debug` does not show it.
#[derive(Clone, Zeroize, ZeroizeOnDrop)]
pub struct SealKey([u8; 32]);

/// Which key has sealed a seed: a part of a hash, which tells nothing about the key.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct KeyId(pub(crate) [u8; 8]);

/// A seed that nobody can read without the key.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SealedSeed {
    /// The key that has sealed it.
    pub key: KeyId,
    pub(crate) bytes: Vec<u8>,
}

/// Why a seed cannot be opened.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum NotOpened {
    /// It was sealed with another key.
    #[error(
        "the seed was sealed with key {sealed}, and the key here is {here}: use the seal.key that belongs to the database"
    )]
    OtherKey {
        /// The key that has sealed it.
        sealed: KeyId,
        /// The key that was tried.
        here: KeyId,
    },
    /// The bytes were changed, or belong to another match.
    #[error("the sealed seed is damaged, or belongs to another match")]
    Damaged,
}

impl SealedSeed {
    /// As a text: the key and the bytes, in hexadecimal.
    pub fn to_text(&self) -> String {
        format!("{}:{}", self.key, hex::encode(&self.bytes))
    }

    /// From what [`to_text`](Self::to_text) has written.
    pub fn from_text(text: &str) -> Option<Self> {
        let (key, bytes) = text.split_once(':')?;
        let mut id = KeyId([0; 8]);
        hex::decode_to_slice(key, &mut id.0).ok()?;
        let bytes = hex::decode(bytes).ok().filter(|bytes| bytes.len() == SEALED)?;
        Some(Self { key: id, bytes })
    }
}

impl SealKey {
    /// From its bytes.
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// A new one.
    pub fn random() -> Self {
        Self(random())
    }

    /// Its bytes in hexadecimal, for the file.
    pub(crate) fn reveal(&self) -> Zeroizing<String> {
        Zeroizing::new(hex::encode(self.0))
    }

    /// Its name.
    pub fn id(&self) -> KeyId {
        let mut id = KeyId([0; 8]);
        let hash = blake3::derive_key(KEY_ID, &self.0);
        id.0.copy_from_slice(&hash[..8]);
        id
    }

    /// Seals the seed of a match. The seal holds for this match only: copied to another row it does not open.
    pub fn seal(&self, id: TableId, seed: &[u8; 32]) -> SealedSeed {
        self.seal_with(random(), id, seed)
    }

    /// The same with a nonce that the caller has drawn. A nonce must never be used twice.
    ///
    /// # Panics
    /// Never: the cipher refuses only texts of many gigabytes.
    pub fn seal_with(&self, nonce: [u8; NONCE], id: TableId, seed: &[u8; 32]) -> SealedSeed {
        let text = Payload { msg: seed, aad: id.as_bytes() };
        let sealed = self.cipher().encrypt(&XNonce::from(nonce), text);
        let sealed = sealed.expect("32 bytes are not too many");
        SealedSeed { key: self.id(), bytes: [&nonce[..], &sealed].concat() }
    }

    /// Opens what was sealed for this match.
    pub fn open(&self, id: TableId, seed: &SealedSeed) -> Result<Zeroizing<[u8; 32]>, NotOpened> {
        if seed.key != self.id() {
            return Err(NotOpened::OtherKey { sealed: seed.key, here: self.id() });
        }
        let (nonce, sealed) = seed.bytes.split_first_chunk().ok_or(NotOpened::Damaged)?;
        let text = Payload { msg: sealed, aad: id.as_bytes() };
        let opened = self.cipher().decrypt(&XNonce::from(*nonce), text);
        let opened = Zeroizing::new(opened.map_err(|_| NotOpened::Damaged)?);
        Ok(Zeroizing::new(opened.as_slice().try_into().map_err(|_| NotOpened::Damaged)?))
    }

    fn cipher(&self) -> XChaCha20Poly1305 {
        XChaCha20Poly1305::new(&self.0.into())
    }
}

impl fmt::Debug for SealKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SealKey({})", self.id())
    }
}

impl fmt::Display for KeyId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(self.0))
    }
}

impl fmt::Debug for KeyId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "KeyId({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Millis;

    #[test]
    fn a_seed_opens_with_its_key_at_its_match_alone() {
        let (key, other) = (SealKey::random(), SealKey::random());
        let ids = [1_u8, 2].map(|n| TableId::new(Millis(n.into()), [n; 10]));
        let sealed = key.seal(ids[0], &[9; 32]);
        assert_eq!(sealed.bytes.len(), SEALED);
        assert_eq!(key.open(ids[0], &sealed).as_deref(), Ok(&[9; 32]));
        assert_eq!(SealedSeed::from_text(&sealed.to_text()), Some(sealed.clone()));
        assert_eq!(SealedSeed::from_text("00:00"), None);
        assert_eq!(key.open(ids[1], &sealed), Err(NotOpened::Damaged));
        let no = NotOpened::OtherKey { sealed: key.id(), here: other.id() };
        assert_eq!(other.open(ids[0], &sealed), Err(no));
        for at in 0..SEALED {
            let mut torn = sealed.clone();
            torn.bytes[at] ^= 1;
            assert_eq!(key.open(ids[0], &torn), Err(NotOpened::Damaged));
            torn.bytes.truncate(at);
            assert_eq!(key.open(ids[0], &torn), Err(NotOpened::Damaged));
        }
        assert_ne!(sealed, key.seal(ids[0], &[9; 32]), "each seal has a nonce of its own");
    }

    #[test]
    fn a_key_is_not_shown() {
        let key = SealKey::from_bytes([0xcd; 32]);
        assert!(!format!("{key:?}").contains("cdcd"));
    }
}
