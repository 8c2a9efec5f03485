//! Digests: names that stay the same on every machine. The one user of `sha2`.

use sha2::{Digest as _, Sha256};

/// Hex digits that name a project or a store: 64 bits.
const PROJECT: usize = 16;

/// Hex digits that tell apart two names of one slug: 32 bits.
const SHORT: usize = 8;

/// The name of a project's folder: 16 hex digits of the SHA-256 of the root's path bytes.
#[must_use]
pub fn project_hash(path: &[u8]) -> String {
    sha256(path)[..PROJECT].to_owned()
}

/// Eight hex digits, for the end of a file name.
#[must_use]
pub fn short(bytes: &[u8]) -> String {
    sha256(bytes)[..SHORT].to_owned()
}

/// The whole SHA-256, 64 hex digits.
#[must_use]
pub fn sha256(bytes: &[u8]) -> String {
    hex(&sha256_bytes(bytes))
}

/// The whole SHA-256 as it is.
#[must_use]
pub fn sha256_bytes(bytes: &[u8]) -> [u8; 32] {
    Sha256::digest(bytes).into()
}

/// Bytes as lower-case hex digits.
#[must_use]
pub fn hex(bytes: &[u8]) -> String {
    let digit = |half: u8| char::from(b"0123456789abcdef"[usize::from(half)]);
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}

/// The bytes that [`hex`] wrote.
#[must_use]
pub fn unhex(text: &str) -> Option<Vec<u8>> {
    let digits: Vec<u32> = text.chars().map(|c| c.to_digit(16)).collect::<Option<_>>()?;
    let (pairs, rest) = digits.as_chunks::<2>();
    let bytes = pairs.iter().map(|[high, low]| u8::try_from(high * 16 + low).ok());
    if rest.is_empty() { bytes.collect() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_values() {
        assert_eq!(sha256(b""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
        assert_eq!(project_hash(b"abc"), "ba7816bf8f01cfea");
        assert_eq!(short(b"abc"), "ba7816bf");
    }

    #[test]
    fn hex_and_back() {
        assert_eq!(unhex(&hex(&[0, 9, 255])).unwrap(), [0, 9, 255]);
        assert_eq!(unhex("abc"), None);
        assert_eq!(unhex("zz"), None);
        assert_eq!(unhex(""), Some(vec![]));
    }
}
