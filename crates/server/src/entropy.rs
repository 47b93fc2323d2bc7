//! Random bytes: from the operating system, or from a simulation.

use std::fmt;
use std::sync::Arc;

/// Where random bytes come from: seeds, tokens and ids.
#[derive(Clone)]
pub struct Entropy(Arc<Fill>);

/// Fills bytes with random ones.
type Fill = dyn Fn(&mut [u8]) + Send + Sync;

impl Entropy {
    /// From the operating system.
    ///
    /// # Panics
    /// When the system has none: such a system cannot run a server.
    pub fn system() -> Self {
        Self::from_fn(|bytes| getrandom::fill(bytes).expect("the system has random bytes"))
    }

    /// From a function, for simulations.
    pub fn from_fn(fill: impl Fn(&mut [u8]) + Send + Sync + 'static) -> Self {
        Self(Arc::new(fill))
    }

    pub(crate) fn bytes<const N: usize>(&self) -> [u8; N] {
        let mut bytes = [0; N];
        (self.0)(&mut bytes);
        bytes
    }
}

impl fmt::Debug for Entropy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Entropy")
    }
}
