//! Words by their hashes: texts are made of few words said often, and a number is told apart faster
//! than a word. Two words of one hash would be taken for one, which 64 bits make a curiosity.

use std::{
    collections::HashMap,
    hash::{BuildHasherDefault, Hasher},
};

/// A map by hashes.
pub(super) type Hashed<V> = HashMap<u64, V, BuildHasherDefault<Unchanged>>;

/// The hasher that changes nothing.
#[derive(Debug, Default)]
pub(super) struct Unchanged(u64);

impl Hasher for Unchanged {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        self.0 = hash(bytes);
    }
    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }
}

/// FNV-1a, its high bits folded in; also while `mem` is built.
pub(super) const fn hash(bytes: &[u8]) -> u64 {
    let (mut hash, mut at) = (0xcbf2_9ce4_8422_2325_u64, 0);
    while at < bytes.len() {
        hash = (hash ^ bytes[at] as u64).wrapping_mul(0x0100_0000_01b3);
        at += 1;
    }
    spread(hash)
}

/// A hash of an ASCII word of letters and digits, the same in any case: eight bytes at a time.
pub(super) fn hash_of_word(word: &[u8]) -> u64 {
    // This bit makes a letter small and is set in each digit.
    const SMALL: u64 = 0x2020_2020_2020_2020;
    let first = word.as_chunks().0.iter().map(|eight| u64::from_le_bytes(*eight));
    // The last eight, some of which may have been in those before, or all that there are.
    let last = match word.last_chunk() {
        Some(last) => u64::from_le_bytes(*last),
        None => word.iter().fold(0, |all, byte| all << 8 | u64::from(*byte)),
    };
    let all = first.fold(word.len() as u64, |hash, eight| mix(hash, eight | SMALL));
    spread(mix(all, last | SMALL))
}

/// A hash of letters of any script.
pub(super) fn hash_of_letters(letters: impl IntoIterator<Item = char>) -> u64 {
    spread(letters.into_iter().fold(0, |hash, letter| mix(hash, u64::from(u32::from(letter)))))
}

/// The high bits folded into the low ones: maps look at both ends.
const fn spread(hash: u64) -> u64 {
    hash ^ hash.rotate_right(25)
}

/// A hash of several, with one more: their order counts.
pub(super) fn mix(all: u64, next: u64) -> u64 {
    (all.rotate_left(23) ^ next).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}
