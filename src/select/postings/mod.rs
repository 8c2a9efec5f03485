//! Which memory has which word: made once from all texts, asked by every prompt.
//!
//! ```text
//! runs     per term: checksum, then the memories that have it with their counts
//! keys     per block: checksum, then its terms, sorted, each with the length of its run:
//!          `w` words, `n` names, `f` words of other scripts, `l` letters
//! tables   sealed: the numbers of memories and of blocks, the lengths of each memory's fields, where
//!          each block's first key, its keys and its runs end, and the first keys themselves
//! size     bytes of the tables
//! ```
//! The tables are read whole, of the blocks and the runs only those that a prompt needs. They are made
//! in segments of so many memories as memory has room for, and written from the front to the back.

mod ask;
mod build;
mod merge;

pub use ask::Postings;
pub use build::Builder;
pub use merge::merge;

use std::ops::Range;

use super::Field;
use crate::model::bytes::checksum;

/// Changes with the format, and whenever texts are taken apart in another way.
const VERSION: &[u8; 16] = b"mem postings 004";
/// Bytes of the size that stands behind the tables.
const TAIL: u64 = 8;
/// Bytes of one memory's lengths.
const LENGTHS: usize = 4 * Field::ALL.len();
/// Terms of one block: the tables hold one key a block, and a prompt's word takes one or two blocks.
const BLOCK: usize = 64;
/// Bytes of one block's entry in the tables: a short number and two long ones.
const ENTRY: usize = 4 + 8 + 8;
/// Bytes of the checksum before a block's keys and before a run.
const SUM: usize = 4;
/// Longer words and names are no part of a query either.
const LONGEST: usize = 160;

/// What kind of term a key is; its first byte.
const WORD: u8 = b'w';
const NAME: u8 = b'n';
const FOREIGN: u8 = b'f';
const LETTERS: u8 = b'l';

/// Where bytes are.
pub trait Source {
    /// How many there are.
    fn size(&self) -> u64;
    /// The bytes of a range; `None` when they cannot be read.
    fn read(&self, range: Range<u64>) -> Option<Vec<u8>>;
}

/// Bytes that are at hand.
impl Source for &[u8] {
    fn size(&self) -> u64 {
        self.len() as u64
    }

    fn read(&self, range: Range<u64>) -> Option<Vec<u8>> {
        let at = |n| usize::try_from(n).ok();
        Some(self.get(at(range.start)?..at(range.end)?)?.to_owned())
    }
}

/// Appends a number in as many bytes as it needs.
fn put_varint(bytes: &mut Vec<u8>, mut number: u32) {
    while number >= 0x80 {
        bytes.push((number & 0x7f) as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Takes such a number off.
fn take_varint(bytes: &mut &[u8]) -> Option<u32> {
    let mut number = 0_u32;
    for shift in (0..32).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u32::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

/// Appends bytes behind their checksum.
fn put_summed(to: &mut Vec<u8>, bytes: &[u8]) {
    to.extend_from_slice(&sum(bytes));
    to.extend_from_slice(bytes);
}

/// The bytes behind a checksum; `None` when it is not theirs.
fn take_summed(bytes: &[u8]) -> Option<&[u8]> {
    let (expected, bytes) = bytes.split_at_checked(SUM)?;
    (sum(bytes) == *expected).then_some(bytes)
}

fn sum(bytes: &[u8]) -> [u8; SUM] {
    (checksum(bytes) as u32).to_le_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::select::{Fields, Query, Tally};

    const STORE: [(&str, &str); 8] = [
        ("merge-freeze", "No merges to main before the mobile release. merging, merged: MERGE"),
        ("auth-service", "AuthService lives in src/auth/service.rs; never use --no-verify, see C++ and C#"),
        ("部署流程", "部署要先走预发环境，再灰度放量。deploy 部署"),
        ("テスト", "デプロイの前に統合テストを回す"),
        ("배포", "배포 전에 통합 테스트를 돌린다"),
        ("деплой", "деплой по четвергам, naïve tlačítko"),
        ("การปรับใช้", "ขั้นตอนการปรับใช้ระบบ"),
        ("empty", ""),
    ];

    fn fields() -> Vec<Fields<'static>> {
        let note = |(name, body)| Fields { name, description: body, kind: "project", body };
        STORE.map(note).into()
    }

    /// In segments of so many memories.
    fn made(size: usize) -> Vec<u8> {
        let (mut builder, mut segments, mut places) = (Builder::default(), Vec::new(), Vec::new());
        for fields in fields().chunks(size) {
            fields.iter().for_each(|fields| builder.add(fields));
            assert!(builder.size() > 0);
            let start = segments.len() as u64;
            segments.extend(builder.segment());
            places.push(start..segments.len() as u64);
        }
        let mut bytes = Vec::new();
        let write = |part: &[u8]| {
            bytes.extend_from_slice(part);
            Some(())
        };
        merge(&&segments[..], &places, write).unwrap();
        bytes
    }

    #[test]
    fn segments_are_no_matter() {
        let mut builder = Builder::default();
        fields().iter().for_each(|fields| builder.add(fields));
        let whole = builder.bytes();
        assert!((1..STORE.len()).all(|size| made(size) == whole));
        assert!(
            Postings::open(&Builder::default().bytes()[..]).unwrap().count(&Query::new("deploy")).unwrap().is_empty()
        );
    }

    #[test]
    fn they_say_what_reading_every_text_says() {
        for size in [1, 3, STORE.len()] {
            let bytes = made(size);
            let postings = Postings::open(&bytes[..]).unwrap();
            for (name, body) in STORE {
                for prompt in
                    [name, body, "merge services auth", "no verify noverify", "c++ c#", "部署", "テスト", "the x y"]
                {
                    let query = Query::new(prompt);
                    let read: Tally = fields().iter().map(|fields| query.count(fields)).collect();
                    assert_eq!(postings.count(&query).unwrap(), read, "{prompt} from {size}");
                }
            }
        }
    }

    #[test]
    fn damage_is_noticed() {
        let whole = made(3);
        let query = Query::new("merge the AuthService 部署");
        let right = Postings::open(&whole[..]).unwrap().count(&query);
        assert!(right.is_some());
        for at in 0..whole.len() {
            let mut damaged = whole.clone();
            damaged[at] ^= 0x11;
            let answer = Postings::open(&damaged[..]).and_then(|postings| postings.count(&query));
            assert!(answer.is_none() || answer == right, "byte {at}");
            let cut = Postings::open(&whole[..at]).and_then(|postings| postings.count(&query));
            assert!(cut.is_none() || cut == right, "cut at {at}");
        }
    }

    #[test]
    fn numbers_come_back() {
        for number in [0, 1, 127, 128, 300, u32::MAX] {
            let mut bytes = Vec::new();
            put_varint(&mut bytes, number);
            assert_eq!(take_varint(&mut &bytes[..]), Some(number));
        }
        assert_eq!(take_varint(&mut &[0x80][..]), None);
        assert_eq!(take_varint(&mut &[0xff; 6][..]), None);
    }
}
