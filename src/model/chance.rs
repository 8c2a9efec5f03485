//! Chance for tests that can be had again: the same seed, the same run.
//!
//! Compiled for tests alone, those of this crate and those beside it.

#![allow(dead_code, reason = "each kind of test uses a part")]

/// splitmix64.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number under `n`.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    /// A number from 0 to 1.
    pub(crate) fn fraction(&mut self) -> f64 {
        self.next() as f64 / u64::MAX as f64
    }

    pub(crate) fn pick<'t, T>(&mut self, of: &'t [T]) -> &'t T {
        &of[self.below(of.len())]
    }

    /// Up to `most` characters of an alphabet.
    pub(crate) fn text(&mut self, alphabet: &str, most: usize) -> String {
        let letters: Vec<char> = alphabet.chars().collect();
        (0..self.below(most + 1)).map(|_| *self.pick(&letters)).collect()
    }

    /// Up to `most` characters of all that there are, a third of them ASCII.
    pub(crate) fn any_text(&mut self, most: usize) -> String {
        (0..self.below(most + 1)).map(|_| self.any_char()).collect()
    }

    fn any_char(&mut self) -> char {
        let until = *self.pick(&[0x80, 0x3000, 0x11_0000]);
        // What is no character is one that has no place in ASCII either.
        char::from_u32(self.below(until) as u32).unwrap_or('\u{85}')
    }
}
