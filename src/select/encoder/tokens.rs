//! A text as the pieces that it most likely is made of.

use unicode_normalization::UnicodeNormalization;

use super::lexicon::{Lexicon, UNKNOWN};

/// Characters of a text that are looked at: more than the tokens that are read have.
const CHARACTERS: usize = 2_000;

/// The fullwidth tilde: no compatibility form to the model, but a sign of its own.
const TILDE: &str = "\u{ff5e}";

/// The best way to write the text as pieces, by the sum of their scores; of equal ones the one whose
/// last pieces are longer.
pub(super) fn tokens(text: &str) -> Vec<u32> {
    let text = normal(text);
    let lexicon = Lexicon::open();
    // Per position: the best score of what is before it, and its last piece with where that starts.
    let mut best = vec![(f64::NEG_INFINITY, 0, UNKNOWN); text.len() + 1];
    best[0].0 = 0.0;
    // A sign that no piece has costs more than any piece.
    let unknown = lexicon.score(UNKNOWN);
    for (start, sign) in text.char_indices() {
        let before = best[start].0;
        let mut alone = false;
        for (length, piece) in lexicon.beginnings(&text.as_bytes()[start..]) {
            alone |= length == sign.len_utf8();
            improve(&mut best[start + length], (before + lexicon.score(piece), start, piece));
        }
        if !alone {
            improve(&mut best[start + sign.len_utf8()], (before + unknown, start, UNKNOWN));
        }
    }
    let mut end = text.len();
    let mut pieces = Vec::new();
    while end > 0 {
        let (_, start, piece) = best[end];
        pieces.push(piece);
        end = start;
    }
    pieces.reverse();
    pieces
}

fn improve(best: &mut (f64, usize, u32), other: (f64, usize, u32)) {
    if other.0 > best.0 {
        *best = other;
    }
}

/// The text as the pieces were made from: compatibility forms resolved, one space before each word.
/// Empty when there is no word.
fn normal(text: &str) -> String {
    let text: String = text.chars().take(CHARACTERS).map(|c| if is_blank(c) { ' ' } else { c }).collect();
    let parts: Vec<String> = text.split(TILDE).map(|part| part.nfkc().collect()).collect();
    let text = parts.join(TILDE);
    text.split(' ').filter(|word| !word.is_empty()).flat_map(|word| [" ", word]).collect()
}

/// What the model takes for a space, beyond what becomes one anyway.
fn is_blank(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\u{c}' | '\r' | '\u{1680}' | '\u{200b}' | '\u{200e}' | '\u{200f}')
        || matches!(c, '\u{2028}' | '\u{2029}' | '\u{2581}' | '\u{feff}' | '\u{fffd}')
}
