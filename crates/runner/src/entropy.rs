//! Seeds that nobody can guess.

use parlor_match::Seed;
use thiserror::Error;

/// The operating system gave no random bytes.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("the system gives no random numbers: {0}")]
pub struct NoEntropy(String);

/// Draws a seed from the operating system.
pub fn fresh_seed() -> Result<Seed, NoEntropy> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(|why| NoEntropy(why.to_string()))?;
    Ok(Seed::from_bytes(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_seeds_are_alike() {
        assert_ne!(fresh_seed().unwrap(), fresh_seed().unwrap());
    }
}
