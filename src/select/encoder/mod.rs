//! What a text means, as 512 numbers: texts that mean the same have vectors that point the same way, in
//! any of sixteen languages and across them.
//!
//! This is the forward pass of Universal Sentence Encoder multilingual v3 (see `NOTICE.md` for its
//! source and licence; `benches/encoder_weights.py` makes the weights). Nothing of it is read before
//! the first text is encoded, and then only the rows of its pieces and the dense layers.
//!
//! ```text
//! text ── tokens ──► pieces ── rows ──► 512 numbers each ── forward ──► 512 numbers of the text
//!                                                       └─ minus the mean of its language ──► Vector
//! ```
//!
//! The same text gives the same bytes on every machine: products are summed in whole numbers, the
//! rest is additions, multiplications, divisions and square roots in one fixed order.

mod cut;
mod forward;
mod language;
mod layer;
mod lexicon;
mod prompt;
mod rows;
#[cfg(test)]
mod tests;
mod tokens;
mod vector;

pub use cut::{PIECES, pieces};
pub use language::{Language, Side, language};
pub use prompt::Prompt;
pub use vector::{Vector, WIDTH};

/// Names the weights, the means and the way memories are cut into pieces: part of the key under which
/// a vector is kept. It changes when one of them does.
pub const VERSION: u32 = 2;

/// Tokens of a text that are read; a sentence has about twenty.
const TOKENS: usize = 256;

/// The vector of one text, the mean of its language and side taken off: without that, texts of one
/// language are closer to each other than texts of one meaning. `None`: the text is blank.
///
/// Costs some two million multiplications for the text and as many for each of its tokens.
pub fn encode(text: &str, side: Side) -> Option<Vector> {
    let mut numbers = numbers(text)?;
    for (number, mean) in numbers.iter_mut().zip(language(text).mean(side)) {
        *number -= mean;
    }
    Vector::of(&numbers)
}

/// The vector of one text as the model gives it, no mean taken off.
pub fn encode_raw(text: &str) -> Option<Vector> {
    Vector::of(&numbers(text)?)
}

fn numbers(text: &str) -> Option<[f32; WIDTH]> {
    let mut pieces = tokens::tokens(text);
    pieces.truncate(TOKENS);
    if pieces.is_empty() {
        return None;
    }
    pieces.insert(0, lexicon::START);
    pieces.push(lexicon::END);
    Some(forward::forward(&pieces))
}
