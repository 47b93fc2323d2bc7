//! The hash chain that ties every line of a record to all lines above it.

use std::fmt;

use crate::hex;

/// What separates this use of the hash from others. Part of the record format: frozen.
const CONTEXT: &str = "parlor record 1: chain";

/// Between a line and its hash.
pub(crate) const SEPARATOR: &str = " | ";

/// How many hexadecimal digits of the chain stand on each line. 64 bits are enough to find the
/// line that was changed; the seal at the end has all 256.
pub(super) const DIGITS: usize = 16;

/// The chain after some lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Chain([u8; 32]);

impl Chain {
    pub(super) fn new() -> Self {
        Self(blake3::derive_key(CONTEXT, &[]))
    }

    /// The next link: the hash of the last link and the text of the line.
    #[must_use]
    pub(super) fn then(self, text: &[u8]) -> Self {
        let mut hasher = blake3::Hasher::new();
        hasher.update(&self.0).update(text);
        Self(*hasher.finalize().as_bytes())
    }

    pub(super) fn tag(self) -> String {
        hex::encode(&self.0[..DIGITS / 2])
    }

    pub(super) const fn seal(self) -> Seal {
        Seal(self.0)
    }
}

/// The last link of a record's chain: two records with the same seal are the same, byte by byte.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Seal([u8; 32]);

impl Seal {
    /// From 64 lower-case hexadecimal digits.
    pub fn from_hex(text: &str) -> Option<Self> {
        hex::decode_32(text).map(Self)
    }

    /// Its bytes, for a database.
    pub const fn to_bytes(self) -> [u8; 32] {
        self.0
    }
}

impl fmt::Display for Seal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(&self.0))
    }
}

impl fmt::Debug for Seal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Seal({self})")
    }
}
