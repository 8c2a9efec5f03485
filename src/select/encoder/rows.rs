//! The table: 512 numbers a piece, each row alone in a Huffman code, so that only the rows of a text
//! are read and none is rounded.

use std::ops::Range;

use super::WIDTH;

/// The codes, the chunks, then the rows.
static FILE: &[u8] = include_bytes!("rows.bin");

/// Codes; a row is written in the one that suits it best.
const CODES: usize = 15;
/// Bytes of a code: how many symbols have a code of each length (0 to 15 bits), and the symbols in
/// order of their codes.
const CODE: usize = LENGTHS + SYMBOLS;
const LENGTHS: usize = 16;
const SYMBOLS: usize = 96;
/// Chunks: each has its step and the value of its zero.
const CHUNKS: usize = 17;

/// Writes the numbers of one row.
pub(super) fn read(row: Range<usize>, into: &mut [f32]) {
    let (codes, rest) = FILE.split_at(CODES * CODE);
    let (chunks, rows) = rest.split_at(CHUNKS * 8);
    let row = &rows[row];
    let (chunk, code) = (usize::from(row[0]) / CODES, usize::from(row[0]) % CODES);
    let [step, zero] = [0, 1].map(|at| f32::from_le_bytes(chunks.as_chunks().0[chunk * 2 + at]));
    let code = &codes[code * CODE..][..CODE];
    let mut bits = row[1..].iter().flat_map(|byte| (0..8).rev().map(move |at| usize::from(byte >> at & 1)));
    for number in &mut into[..WIDTH] {
        let symbol = symbol(code, &mut bits);
        *number = (f32::from(symbol) - (SYMBOLS / 2) as f32) * step + zero;
    }
}

/// Reads one symbol: codes of one length are consecutive numbers, and those of the next length go on
/// where they ended, one bit longer.
fn symbol(code: &[u8], bits: &mut impl Iterator<Item = usize>) -> u8 {
    let (lengths, symbols) = code.split_at(LENGTHS);
    let (mut word, mut first, mut passed) = (0, 0, 0);
    for &count in &lengths[1..] {
        let count = usize::from(count);
        word = word << 1 | bits.next().unwrap_or(0);
        first <<= 1;
        if word < first + count {
            return symbols[passed + word - first];
        }
        first += count;
        passed += count;
    }
    // No code is longer.
    symbols[SYMBOLS - 1]
}
