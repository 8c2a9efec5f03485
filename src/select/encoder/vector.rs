//! A meaning as it is kept and compared: one byte a number.

/// Numbers of a vector.
pub const WIDTH: usize = 512;

/// Products that are summed at a time.
const CHUNK: usize = 16;

/// What a text means: 512 whole numbers of one byte times one scale, of length one.
#[derive(Clone, Debug, PartialEq)]
pub struct Vector {
    /// Each a signed byte, as it is kept.
    numbers: [u8; WIDTH],
    /// One over the length of `numbers`.
    scale: f32,
}

impl Vector {
    /// Bytes that [`to_bytes`](Self::to_bytes) makes.
    pub const BYTES: usize = WIDTH + 4;

    /// The direction of any numbers, rounded; `None` when they are all zero or one is not finite.
    pub fn of(values: &[f32; WIDTH]) -> Option<Self> {
        let top = values.iter().fold(0.0_f32, |top, value| top.max(value.abs()));
        let sound = top > 0.0 && values.iter().all(|value| value.is_finite());
        if !sound {
            return None;
        }
        let numbers = values.map(|value| {
            let value = value / top * 127.0;
            ((value + 0.5_f32.copysign(value)) as i8).cast_unsigned()
        });
        let square = products(&numbers, &numbers);
        Some(Self { numbers, scale: 1.0 / (square as f32).sqrt() })
    }

    /// The cosine of the angle between two meanings, from -1 to 1: same 1, unrelated about 0.
    pub fn dot(&self, other: &Self) -> f32 {
        products(&self.numbers, &other.numbers) as f32 * self.scale * other.scale
    }

    /// The same with one as [`to_bytes`](Self::to_bytes) wrote it, which is not copied first; `None` where
    /// those bytes are none.
    pub fn dot_bytes(&self, bytes: &[u8]) -> Option<f32> {
        let (numbers, scale) = parts(bytes)?;
        Some(products(&self.numbers, numbers) as f32 * self.scale * scale)
    }

    /// The numbers, so scaled that the vector has length one.
    pub fn values(&self) -> impl Iterator<Item = f32> {
        self.numbers.iter().map(|number| f32::from(number.cast_signed()) * self.scale)
    }

    /// The numbers, then the scale (`f32`, little endian).
    pub fn to_bytes(&self) -> [u8; Self::BYTES] {
        let mut bytes = [0; Self::BYTES];
        let (numbers, scale) = bytes.split_at_mut(WIDTH);
        numbers.copy_from_slice(&self.numbers);
        scale.copy_from_slice(&self.scale.to_le_bytes());
        bytes
    }

    /// Reads what [`to_bytes`](Self::to_bytes) wrote; `None` when the length is wrong or the scale is
    /// no scale.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        parts(bytes).map(|(numbers, scale)| Self { numbers: *numbers, scale })
    }
}

/// The numbers and the scale of a vector's bytes.
fn parts(bytes: &[u8]) -> Option<(&[u8; WIDTH], f32)> {
    let (numbers, rest) = bytes.split_first_chunk()?;
    let scale = f32::from_le_bytes(rest.try_into().ok()?);
    (scale.is_finite() && scale > 0.0).then_some((numbers, scale))
}

/// The sum of the products of signed bytes. Chunks of a known width become vector instructions.
fn products(a: &[u8; WIDTH], b: &[u8; WIDTH]) -> i32 {
    let mut sum = 0;
    for (a, b) in a.as_chunks::<CHUNK>().0.iter().zip(b.as_chunks::<CHUNK>().0) {
        let mut at = 0;
        while at < CHUNK {
            sum += i32::from(a[at].cast_signed()) * i32::from(b[at].cast_signed());
            at += 1;
        }
    }
    sum
}
