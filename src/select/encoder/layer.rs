//! Dense layers in whole numbers: sums of their products are exact, whatever the order and the
//! machine.

/// The weights, in the order in which they are used.
static FILE: &[u8] = include_bytes!("dense.bin");

/// Inputs of the widest layer.
const WIDEST: usize = 1280;

/// Products that are summed at a time.
const CHUNK: usize = 16;

/// The largest input: with weights of one byte the sum of the widest layer stays within 32 bits.
const TOP: f32 = 8191.0;

/// Reads the weights one after the other.
pub(super) struct Weights {
    rest: &'static [u8],
}

impl Weights {
    pub(super) fn open() -> Self {
        Self { rest: FILE }
    }

    /// The next numbers.
    pub(super) fn vector(&mut self, count: usize) -> Vec<f32> {
        self.take(count * 4).as_chunks().0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect()
    }

    /// The next layer.
    pub(super) fn layer(&mut self, inputs: usize, outputs: usize) -> Layer {
        let step = self.vector(1)[0];
        Layer { inputs, outputs, step, weights: self.take(inputs * outputs) }
    }

    fn take(&mut self, count: usize) -> &'static [u8] {
        let (taken, rest) = self.rest.split_at(count);
        self.rest = rest;
        taken
    }
}

/// A matrix of signed bytes times a step; the weights of one output lie together.
pub(super) struct Layer {
    inputs: usize,
    outputs: usize,
    step: f32,
    weights: &'static [u8],
}

impl Layer {
    /// What the layer makes of each window of its inputs' width that starts at a multiple of `stride`:
    /// a row of outputs each.
    pub(super) fn apply(&self, x: &Whole, stride: usize) -> Vec<f32> {
        let windows = (x.numbers.len() - self.inputs) / stride + 1;
        let step = self.step * x.step;
        let mut out = vec![0.0; windows * self.outputs];
        let mut weights = [0; WIDEST];
        for (output, bytes) in self.weights.chunks_exact(self.inputs).enumerate() {
            let weights = &mut weights[..self.inputs];
            for (weight, &byte) in weights.iter_mut().zip(bytes) {
                *weight = i16::from(byte as i8);
            }
            for window in 0..windows {
                let x = &x.numbers[window * stride..][..self.inputs];
                out[window * self.outputs + output] = dot(weights, x) as f32 * step;
            }
        }
        out
    }
}

/// Numbers rounded to whole ones times a step.
pub(super) struct Whole {
    numbers: Vec<i16>,
    step: f32,
}

impl Whole {
    pub(super) fn of(values: &[f32]) -> Self {
        let top = values.iter().fold(0.0_f32, |top, value| top.max(value.abs()));
        // All zero: any step will do.
        let step = if top > 0.0 { top / TOP } else { 1.0 };
        let numbers = values.iter().map(|value| {
            let value = value / step;
            (value + 0.5_f32.copysign(value)) as i16
        });
        Self { numbers: numbers.collect(), step }
    }
}

/// Chunks of a known width become vector instructions, and the plain loop in them is also bearable where nothing
/// is optimised, as in tests. Every layer is a whole number of chunks wide.
fn dot(a: &[i16], b: &[i16]) -> i32 {
    let mut sum = 0;
    for (a, b) in a.as_chunks::<CHUNK>().0.iter().zip(b.as_chunks::<CHUNK>().0) {
        let mut at = 0;
        while at < CHUNK {
            sum += a[at] as i32 * b[at] as i32;
            at += 1;
        }
    }
    sum
}
