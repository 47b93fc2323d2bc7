//! The dealer: turns a seed into tickets, one stream for each purpose.

use std::fmt;

use chacha20::ChaCha8Rng;
use chacha20::rand_core::SeedableRng;
use parlor_engine::sample::below;
use parlor_engine::{Odds, Seat, Stream};

use crate::seed::{Seed, Shares};

/// What separates the uses of the dealing key from each other. Part of the record format: frozen.
mod context {
    pub(super) const STREAM: &str = "parlor record 1: stream";
    pub(super) const PLAYER: &str = "parlor record 1: computer player";
}

/// Deals chance outcomes that can be recomputed by anyone who knows the seed and the shares.
///
/// ```
/// use parlor_match::{Dealer, Seed, Shares};
///
/// let mut dealer = Dealer::new(&Seed::from_number(7), &Shares::none());
/// let die = dealer.ticket("dice/2", 6);
/// assert!(die < 6);
///
/// // What else was drawn in between does not matter.
/// let mut again = Dealer::new(&Seed::from_number(7), &Shares::none());
/// again.ticket("deck", 52);
/// assert_eq!(again.ticket("dice/2", 6), die);
/// ```
#[derive(Clone)]
pub struct Dealer {
    seed: Seed,
    shares: Shares,
    /// Made of the two when the first ticket is drawn: many games have no chance in them.
    key: Option<[u8; 32]>,
    /// Few enough that looking through them beats any other search.
    streams: Vec<Tickets>,
    /// Where the streams of typed games are, so that their labels are written once.
    known: Vec<(Stream, usize)>,
}

/// The tickets of one stream.
struct Tickets {
    label: String,
    key: [u8; 32],
    rng: ChaCha8Rng,
}

impl Clone for Tickets {
    fn clone(&self) -> Self {
        let mut rng = ChaCha8Rng::from_seed(self.key);
        rng.set_word_pos(self.rng.get_word_pos());
        Self { label: self.label.clone(), key: self.key, rng }
    }
}

impl Dealer {
    /// A dealer whose streams are all at their start.
    pub fn new(seed: &Seed, shares: &Shares) -> Self {
        Self {
            seed: seed.clone(),
            shares: shares.clone(),
            key: None,
            streams: Vec::new(),
            known: Vec::new(),
        }
    }

    /// The next ticket of a stream, from 0 to `total - 1`.
    ///
    /// # Panics
    /// When `total` is 0: a game whose odds hold no ticket breaks its contract.
    pub fn ticket(&mut self, label: &str, total: u64) -> u64 {
        let number = self.number(label);
        below(&mut self.streams[number].rng, total)
    }

    /// Has every stream begin again, so that the next game has the same luck.
    pub fn rewind(&mut self) {
        for Tickets { key, rng, .. } in &mut self.streams {
            *rng = ChaCha8Rng::from_seed(*key);
        }
    }

    /// Where the stream of this label is; a new one is at its start.
    fn number(&mut self, label: &str) -> usize {
        if let Some(number) = self.streams.iter().position(|known| known.label == label) {
            return number;
        }
        self.key = Some(self.key());
        let key = self.derive(context::STREAM, label.as_bytes());
        let rng = ChaCha8Rng::from_seed(key);
        self.streams.push(Tickets { label: label.to_owned(), key, rng });
        self.streams.len() - 1
    }

    /// Draws an outcome by its odds, for typed games.
    ///
    /// # Panics
    /// When the odds name a total and hold no outcome for a ticket below it.
    pub fn deal<C>(&mut self, odds: &impl Odds<C>) -> C {
        let stream = odds.stream();
        let number =
            if let Some((_, number)) = self.known.iter().find(|(known, _)| *known == stream) {
                *number
            } else {
                let number = self.number(&stream.to_string());
                self.known.push((stream, number));
                number
            };
        let ticket = below(&mut self.streams[number].rng, odds.total());
        odds.pick(ticket).expect("every ticket below the total holds an outcome")
    }

    /// A seed for the computer player in a seat, so that a whole game can be played again from one
    /// seed. Its moves are moves like a person's: nothing about them is verified.
    pub fn player_seed(&self, seat: Seat) -> u64 {
        u64::from_le_bytes(self.derive(context::PLAYER, &[seat.number() as u8]))
    }

    fn key(&self) -> [u8; 32] {
        self.key.unwrap_or_else(|| self.seed.dealing_key(&self.shares))
    }

    /// The first bytes of the hash of the key and something else.
    fn derive<const N: usize>(&self, context: &str, what: &[u8]) -> [u8; N] {
        let mut bytes = [0; N];
        let mut hasher = blake3::Hasher::new_derive_key(context);
        hasher.update(&self.key()).update(what);
        hasher.finalize_xof().fill(&mut bytes);
        bytes
    }
}

impl fmt::Debug for Dealer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Dealer").field("streams", &self.streams.len()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_engine::rand_core::Rng;

    fn dealer() -> Dealer {
        Dealer::new(&Seed::from_number(1), &Shares::none())
    }

    fn draw(dealer: &mut Dealer, label: &str, total: u64, count: usize) -> Vec<u64> {
        (0..count).map(|_| dealer.ticket(label, total)).collect()
    }

    /// Frozen: a change here makes every record with a die in it unverifiable.
    #[test]
    fn frozen_vectors() {
        let mut dealer = dealer();
        assert_eq!(draw(&mut dealer, "dice/2", 6, 16), DICE);
        assert_eq!(draw(&mut dealer, "deck", 1 << 40, 3), WIDE);
        assert_eq!(dealer.player_seed(Seat::at(0)), PLAYER);
    }

    const DICE: [u64; 16] = [0, 0, 3, 1, 1, 0, 3, 2, 1, 2, 1, 5, 2, 2, 5, 0];
    const WIDE: [u64; 3] = [74_991_149_949, 500_587_132_255, 358_921_120_404];
    const PLAYER: u64 = 11_236_458_437_007_398_946;

    /// What the format says of the words behind the tickets, recomputed by hand: a ticket below
    /// 2^32 takes one word, a larger one the next two, the low one first.
    #[test]
    fn tickets_come_from_words_in_order() {
        let mut dealer = dealer();
        let mut raw = ChaCha8Rng::from_seed(dealer.derive(context::STREAM, b"mixed"));
        for _ in 0..100 {
            let [first, low, high] = [(); 3].map(|()| u64::from(raw.next_u32()));
            assert_eq!(dealer.ticket("mixed", 1 << 16), first >> 16);
            assert_eq!(dealer.ticket("mixed", 1 << 40), (high << 32 | low) >> 24);
        }
    }

    #[test]
    fn streams_do_not_disturb_each_other() {
        let (mut alone, mut mixed) = (dealer(), dealer());
        let alone = draw(&mut alone, "a", 1000, 100);
        let mixed: Vec<u64> = (0..100)
            .map(|i| {
                draw(&mut mixed, "b", 7 + i, i as usize % 5);
                mixed.ticket("a", 1000)
            })
            .collect();
        assert_eq!(alone, mixed);
    }

    #[test]
    fn a_dealer_that_begins_again_deals_the_same() {
        let mut dealer = dealer();
        let first = ["a", "b"].map(|label| draw(&mut dealer, label, 1000, 50));
        dealer.rewind();
        let again = ["b", "a", "c"].map(|label| draw(&mut dealer, label, 1000, 50));
        assert_eq!((&again[1], &again[0]), (&first[0], &first[1]));
        assert_eq!(again[2], draw(&mut self::dealer(), "c", 1000, 50));
    }

    #[test]
    fn a_copy_deals_what_the_dealer_deals() {
        let mut dealer = dealer();
        for drawn in 0..100 {
            let mut copy = dealer.clone();
            for label in ["a", "b"] {
                let total = if drawn % 3 == 0 { 1 << 40 } else { 1000 };
                assert_eq!(copy.ticket(label, total), dealer.ticket(label, total), "{drawn}");
            }
        }
    }

    #[test]
    fn labels_shares_and_seeds_give_different_streams() {
        let shares = Shares::none().with(Seat::at(0), [1]).unwrap();
        let first = draw(&mut dealer(), "a", 1 << 50, 4);
        assert_ne!(draw(&mut dealer(), "b", 1 << 50, 4), first);
        let mut mixed_in = Dealer::new(&Seed::from_number(1), &shares);
        assert_ne!(draw(&mut mixed_in, "a", 1 << 50, 4), first);
        let mut other = Dealer::new(&Seed::from_number(2), &Shares::none());
        assert_ne!(draw(&mut other, "a", 1 << 50, 4), first);
        assert_ne!(dealer().player_seed(Seat::at(0)), dealer().player_seed(Seat::at(1)));
    }

    #[test]
    fn dice_are_even() {
        let mut counts = [0u32; 6];
        for die in draw(&mut dealer(), "dice", 6, 60_000) {
            counts[die as usize] += 1;
        }
        assert!(counts.iter().all(|&count| (9_600..10_400).contains(&count)), "{counts:?}");
    }

    #[test]
    fn a_dealer_does_not_show_its_key() {
        let mut dealer = dealer();
        dealer.ticket("a", 2);
        assert_eq!(format!("{dealer:?}"), "Dealer { streams: 1, .. }");
    }
}
