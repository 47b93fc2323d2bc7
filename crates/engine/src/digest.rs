//! Fingerprints of states.

use std::fmt;

use serde::{Serialize, Serializer};

/// The fingerprint of a value: equal values have equal digests, on every machine.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest([u8; 32]);

impl Digest {
    /// Hashes the compact serialised form.
    ///
    /// # Panics
    /// When the value cannot be serialised at all, which is a bug in its type.
    pub fn of<T: Serialize + ?Sized>(value: &T) -> Self {
        let bytes = postcard::to_allocvec(value).expect("a state serialises");
        Self(*blake3::hash(&bytes).as_bytes())
    }

    /// The raw bytes.
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// The first eight bytes as a number, to seed or to compare quickly.
    pub const fn short(&self) -> u64 {
        match self.0.first_chunk() {
            Some(first) => u64::from_le_bytes(*first),
            None => 0,
        }
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Digest({self})")
    }
}

impl Serialize for Digest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
