//! Portable sampling: the same bits give the same numbers, on every machine and in every release.
//!
//! Recorded games are proven by recomputing their dice, so how bits become numbers is part of the
//! record format. The ranges and shuffles of general-purpose crates have changed between releases;
//! these may not. The test vectors below are frozen.

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A number from 0 to `n - 1`, each equally likely.
///
/// Widening multiplication with rejection. The bits come from one `u32` draw a try while `n` fits
/// in 32 bits, from one `u64` draw a try above that.
///
/// # Panics
/// When `n` is 0: there is no such number.
#[inline]
pub fn below<R: Rng + ?Sized>(rng: &mut R, n: u64) -> u64 {
    assert!(n > 0, "below(0) has no answer");
    if let Ok(n) = u32::try_from(n) {
        let mut product = u64::from(rng.next_u32()) * u64::from(n);
        // The low half tells how near the draw is to the edge; only there a remainder is needed.
        if (product as u32) < n {
            let threshold = n.wrapping_neg() % n;
            while (product as u32) < threshold {
                product = u64::from(rng.next_u32()) * u64::from(n);
            }
        }
        product >> 32
    } else {
        let mut product = u128::from(rng.next_u64()) * u128::from(n);
        if (product as u64) < n {
            let threshold = n.wrapping_neg() % n;
            while (product as u64) < threshold {
                product = u128::from(rng.next_u64()) * u128::from(n);
            }
        }
        (product >> 64) as u64
    }
}

/// Puts the items in an order drawn from all orders alike (Fisher and Yates, from the end).
pub fn shuffle<R: Rng + ?Sized, T>(rng: &mut R, items: &mut [T]) {
    for last in (1..items.len()).rev() {
        items.swap(last, below(rng, last as u64 + 1) as usize);
    }
}

/// An index, each as likely as its weight; `None` when all weights are 0.
pub fn weighted<R: Rng + ?Sized>(rng: &mut R, weights: &[u32]) -> Option<usize> {
    let total: u64 = weights.iter().map(|&weight| u64::from(weight)).sum();
    if total == 0 {
        return None;
    }
    index_of_ticket(weights, below(rng, total))
}

/// Which index a ticket below the sum of the weights falls to.
pub fn index_of_ticket(weights: &[u32], mut ticket: u64) -> Option<usize> {
    for (index, &weight) in weights.iter().enumerate() {
        match ticket.checked_sub(u64::from(weight)) {
            Some(rest) => ticket = rest,
            None => return Some(index),
        }
    }
    None
}

/// The generator of playouts, `imagine` and computer players: fast, seeded, and never the source
/// of a recorded outcome.
pub type PlayoutRng = Xoshiro256PlusPlus;

/// A playout generator from a number.
pub fn playout_rng(seed: u64) -> PlayoutRng {
    PlayoutRng::seed_from_u64(seed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use chacha20::ChaCha8Rng;

    fn chacha() -> ChaCha8Rng {
        ChaCha8Rng::from_seed([7; 32])
    }

    /// Frozen: a change here breaks every record with a die in it.
    #[test]
    fn frozen_vectors() {
        let mut rng = chacha();
        let dice: Vec<u64> = (0..16).map(|_| below(&mut rng, 6)).collect();
        assert_eq!(dice, DICE);
        let mut rng = chacha();
        let wide: Vec<u64> = (0..4).map(|_| below(&mut rng, 1 << 40)).collect();
        assert_eq!(wide, WIDE);
        let mut rng = chacha();
        let mut deck: Vec<u8> = (0..16).collect();
        shuffle(&mut rng, &mut deck);
        assert_eq!(deck, DECK);
        let mut rng = chacha();
        let picks: Vec<_> = (0..12).map(|_| weighted(&mut rng, &[5, 0, 2, 1]).unwrap()).collect();
        assert_eq!(picks, PICKS);
        let mut rng = playout_rng(1);
        assert_eq!([rng.next_u64(), rng.next_u64()], PLAYOUT);
    }

    const DICE: [u64; 16] = [2, 1, 5, 4, 0, 1, 0, 2, 3, 4, 3, 0, 2, 3, 2, 3];
    const WIDE: [u64; 4] = [245_328_789_337, 914_647_124_954, 319_790_110_988, 389_107_137_053];
    const DECK: [u8; 16] = [2, 6, 15, 9, 13, 8, 7, 4, 12, 1, 14, 0, 10, 11, 3, 5];
    const PICKS: [usize; 12] = [0, 0, 2, 2, 0, 0, 0, 0, 0, 2, 0, 0];
    const PLAYOUT: [u64; 2] = [14_971_601_782_005_023_387, 13_781_649_495_232_077_965];

    /// Counts the draws made through it.
    struct Counting<'a>(&'a mut ChaCha8Rng, &'a mut u32);
    impl rand_core::TryRng for Counting<'_> {
        type Error = std::convert::Infallible;
        fn try_next_u32(&mut self) -> Result<u32, Self::Error> {
            *self.1 += 1;
            Ok(self.0.next_u32())
        }
        fn try_next_u64(&mut self) -> Result<u64, Self::Error> {
            *self.1 += 1;
            Ok(self.0.next_u64())
        }
        fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Self::Error> {
            self.0.fill_bytes(bytes);
            Ok(())
        }
    }

    /// The rejection path is taken (half of all draws) and every value comes up.
    #[test]
    fn rejection_keeps_the_odds_even() {
        let n = (1u64 << 31) + 1;
        let mut rng = chacha();
        let mut draws = 0u32;
        let mut counting = Counting(&mut rng, &mut draws);
        for _ in 0..1000 {
            assert!(below(&mut counting, n) < n);
        }
        assert!((1700..2300).contains(&draws), "{draws} draws for 1000 numbers");

        let mut seen = [0u32; 5];
        for _ in 0..10_000 {
            seen[below(&mut rng, 5) as usize] += 1;
        }
        assert!(seen.iter().all(|&times| (1800..2200).contains(&times)), "{seen:?}");
    }

    #[test]
    fn weights_of_nothing_pick_nothing() {
        assert_eq!(weighted(&mut chacha(), &[]), None);
        assert_eq!(weighted(&mut chacha(), &[0, 0]), None);
        assert_eq!(index_of_ticket(&[1, 2], 3), None);
    }
}
