//! The network: each piece's row, what three windows of neighbours make of it, the sum over the text,
//! and four layers on top.

use super::{
    WIDTH,
    layer::{Weights, Whole},
    lexicon::Lexicon,
    rows,
};

/// Numbers that a window makes for each piece.
const PART: usize = 256;

/// Pieces in a window, and how many of them stand before the piece itself.
const WINDOWS: [(usize, usize); 3] = [(2, 0), (3, 1), (5, 2)];

/// Numbers of a piece: its row and what each window makes.
const FEATURES: usize = WIDTH + WINDOWS.len() * PART;

/// Inner width of the layers on top.
const INNER: usize = 320;

/// What keeps a division by zero away.
const TINY: f32 = 1e-12;

/// The meaning of a text of at least one piece.
pub(super) fn forward(pieces: &[u32]) -> [f32; WIDTH] {
    let mut weights = Weights::open();
    let features = features(pieces, &mut weights);
    top(&sum(&features), pieces.len(), &mut weights)
}

/// The normalised features of each piece, one row after the other.
fn features(pieces: &[u32], weights: &mut Weights) -> Vec<f32> {
    let lexicon = Lexicon::open();
    let mut features = vec![0.0; pieces.len() * FEATURES];
    let mut rows = vec![0.0; pieces.len() * WIDTH];
    for (&piece, row) in pieces.iter().zip(rows.chunks_exact_mut(WIDTH)) {
        rows::read(lexicon.row(piece), row);
    }
    place(&rows, &mut features, FEATURES, 0);
    for (at, part) in parts(&rows, pieces.len(), weights).iter().enumerate() {
        let (length, before) = WINDOWS[at];
        let part = mix(part, length, before, weights);
        let part = mix(&part, length, before, weights);
        place(&part, &mut features, FEATURES, WIDTH + at * PART);
    }
    normalise(&mut features, &weights.vector(FEATURES), &weights.vector(FEATURES));
    features
}

/// What each window starts from: a projection of the rows, normalised together.
fn parts(rows: &[f32], count: usize, weights: &mut Weights) -> [Vec<f32>; 3] {
    const ALL: usize = WINDOWS.len() * PART;
    let rows = Whole::of(rows);
    let mut all = vec![0.0; count * ALL];
    for at in 0..WINDOWS.len() {
        let part = weights.layer(WIDTH, PART).apply(&rows, WIDTH);
        place(&part, &mut all, ALL, at * PART);
    }
    let bias = weights.vector(ALL);
    for row in all.chunks_exact_mut(ALL) {
        add(row, &bias);
    }
    normalise(&mut all, &weights.vector(ALL), &weights.vector(ALL));
    [0, 1, 2].map(|at| all.chunks_exact(ALL).flat_map(|row| &row[at * PART..][..PART]).copied().collect())
}

/// Adds to each piece what its window says; beyond the ends of the text there is nothing.
fn mix(part: &[f32], length: usize, before: usize, weights: &mut Weights) -> Vec<f32> {
    let mut padded = vec![0.0; before * PART];
    padded.extend(part);
    padded.resize(part.len() + (length - 1) * PART, 0.0);
    let mut mixed = weights.layer(length * PART, PART).apply(&Whole::of(&padded), PART);
    let bias = weights.vector(PART);
    for (row, own) in mixed.chunks_exact_mut(PART).zip(part.chunks_exact(PART)) {
        add(row, &bias);
        rectify(row);
        add(row, own);
    }
    mixed
}

/// The layers on top of the sum of all pieces' features.
fn top(sum: &[f32], count: usize, weights: &mut Weights) -> [f32; WIDTH] {
    let mut x = weights.layer(FEATURES, WIDTH).apply(&Whole::of(sum), FEATURES);
    let (count, bias) = (count as f32, weights.vector(WIDTH));
    for (x, bias) in x.iter_mut().zip(bias) {
        *x = (*x + count * bias) / count.sqrt();
    }
    let x = Whole::of(&x);
    let mut next = |x: &Whole, inputs, outputs| weights.layer(inputs, outputs).apply(x, inputs);
    let mut deep = next(&x, WIDTH, INNER);
    rectify(&mut deep);
    let mut first = next(&x, WIDTH, INNER);
    add(&mut first, &next(&Whole::of(&deep), INNER, INNER));
    rectify(&mut first);
    let first = Whole::of(&first);
    let mut deep = next(&first, INNER, WIDTH);
    rectify(&mut deep);
    let mut last = next(&first, INNER, WIDTH);
    add(&mut last, &next(&Whole::of(&deep), WIDTH, WIDTH));
    let mut meaning = [0.0; WIDTH];
    for (number, x) in meaning.iter_mut().zip(last) {
        *number = libm::tanhf(x);
    }
    let length = meaning.iter().map(|x| x * x).sum::<f32>().max(TINY).sqrt();
    meaning.map(|x| x / length)
}

/// Gives each row the mean 0 and the deviation 1, then its gain and its bias.
fn normalise(rows: &mut [f32], gain: &[f32], bias: &[f32]) {
    let width = gain.len();
    for row in rows.chunks_exact_mut(width) {
        let mean = row.iter().sum::<f32>() / width as f32;
        let variance = row.iter().map(|x| (x - mean) * (x - mean)).sum::<f32>() / width as f32;
        let deviation = (variance + TINY).sqrt();
        for ((x, gain), bias) in row.iter_mut().zip(gain).zip(bias) {
            *x = (*x - mean) / deviation * gain + bias;
        }
    }
}

/// Copies rows into wider ones, from a column on.
fn place(rows: &[f32], into: &mut [f32], width: usize, column: usize) {
    let count = into.len() / width;
    let narrow = rows.len() / count;
    for (row, into) in rows.chunks_exact(narrow).zip(into.chunks_exact_mut(width)) {
        into[column..column + narrow].copy_from_slice(row);
    }
}

/// The sum of all rows of features.
fn sum(features: &[f32]) -> Vec<f32> {
    let mut sum = vec![0.0; FEATURES];
    for row in features.chunks_exact(FEATURES) {
        add(&mut sum, row);
    }
    sum
}

fn add(row: &mut [f32], other: &[f32]) {
    for (x, y) in row.iter_mut().zip(other) {
        *x += y;
    }
}

/// Nothing below zero passes.
fn rectify(row: &mut [f32]) {
    for x in row {
        *x = x.max(0.0);
    }
}
