//! Choices read from bytes, so that a seed, or a fuzzer, makes them.

use arbitrary::Unstructured;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

pub struct Dice<'b>(Unstructured<'b>);

/// So many bytes are at hand for one case; where they end, the first of all choices is taken.
const BYTES: usize = 1 << 14;

/// The bytes of a case.
pub fn bytes(seed: u64) -> Vec<u8> {
    let mut bytes = vec![0; BYTES];
    ChaCha8Rng::seed_from_u64(seed).fill_bytes(&mut bytes);
    bytes
}

impl<'b> Dice<'b> {
    pub fn new(bytes: &'b [u8]) -> Dice<'b> {
        Dice(Unstructured::new(bytes))
    }

    /// A number below `limit`, which is not 0.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0.int_in_range(0..=limit - 1).unwrap_or(0)
    }

    /// Once in so many times.
    pub fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == times - 1
    }

    pub fn pick<'t, T>(&mut self, among: &'t [T]) -> &'t T {
        &among[self.below(among.len())]
    }

    pub fn word(&mut self) -> u64 {
        self.0.arbitrary().unwrap_or(0)
    }
}
