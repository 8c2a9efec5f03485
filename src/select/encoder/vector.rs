//! A meaning as it is kept and compared: one byte a number.

/// Numbers of a vector.
pub const WIDTH: usize = 512;

/// What a text means: 512 whole numbers of one byte times one scale, of length one.
#[derive(Clone, Debug, PartialEq)]
pub struct Vector {
    numbers: [i8; WIDTH],
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
            (value + 0.5_f32.copysign(value)) as i8
        });
        let square: i32 = numbers.iter().map(|&number| i32::from(number) * i32::from(number)).sum();
        Some(Self { numbers, scale: 1.0 / (square as f32).sqrt() })
    }

    /// The cosine of the angle between two meanings, from -1 to 1: same 1, unrelated about 0.
    pub fn dot(&self, other: &Self) -> f32 {
        let pairs = self.numbers.iter().zip(&other.numbers);
        let sum: i32 = pairs.map(|(&a, &b)| i32::from(i16::from(a) * i16::from(b))).sum();
        sum as f32 * self.scale * other.scale
    }

    /// The numbers, so scaled that the vector has length one.
    pub fn values(&self) -> impl Iterator<Item = f32> {
        self.numbers.iter().map(|&number| f32::from(number) * self.scale)
    }

    /// The numbers, then the scale (`f32`, little endian).
    pub fn to_bytes(&self) -> [u8; Self::BYTES] {
        let mut bytes = [0; Self::BYTES];
        let (numbers, scale) = bytes.split_at_mut(WIDTH);
        for (byte, &number) in numbers.iter_mut().zip(&self.numbers) {
            *byte = number as u8;
        }
        scale.copy_from_slice(&self.scale.to_le_bytes());
        bytes
    }

    /// Reads what [`to_bytes`](Self::to_bytes) wrote; `None` when the length is wrong or the scale is
    /// no scale.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (numbers, rest) = bytes.split_first_chunk::<WIDTH>()?;
        let scale = f32::from_le_bytes(rest.try_into().ok()?);
        let sound = scale.is_finite() && scale > 0.0;
        sound.then(|| Self { numbers: numbers.map(|byte| byte as i8), scale })
    }
}
