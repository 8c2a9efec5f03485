//! Which memory has which word: made once from all texts, asked by every prompt.
//!
//! ```text
//! size     bytes of the tables
//! tables   sealed: the numbers of memories and of blocks, the lengths of each memory's fields, where
//!          each block's first key, its keys and its runs end, and the first keys themselves
//! keys     per block: checksum, then its terms, sorted, each with the length of its run:
//!          `w` words, `n` names, `f` words of other scripts, `l` letters
//! runs     per term: checksum, then the memories that have it with their counts
//! ```
//! The tables are read whole, of the blocks and the runs only those that a prompt needs.

mod ask;
mod build;

pub use ask::{Postings, Source};
pub use build::Builder;

use super::Field;
use crate::model::bytes::checksum;

/// Changes with the format, and whenever texts are taken apart in another way.
const VERSION: &[u8; 16] = b"mem postings 002";
/// Bytes of the size that stands before the tables.
const HEAD: usize = 8;
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
    use crate::select::{Counts, Fields, Query};

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

    fn made(split: usize) -> Vec<u8> {
        let (mut first, mut second) = (Builder::default(), Builder::default());
        let fields = fields();
        fields[..split].iter().for_each(|f| first.add(f));
        fields[split..].iter().for_each(|f| second.add(f));
        first.join(second).bytes()
    }

    #[test]
    fn they_say_what_reading_every_text_says() {
        for split in [0, 3, STORE.len()] {
            let bytes = made(split);
            let postings = Postings::open(&bytes[..]).unwrap();
            for (name, body) in STORE {
                for prompt in
                    [name, body, "merge services auth", "no verify noverify", "c++ c#", "部署", "テスト", "the x y"]
                {
                    let query = Query::new(prompt);
                    let read: Vec<Counts> = fields().iter().map(|fields| query.count(fields)).collect();
                    assert_eq!(postings.count(&query).unwrap(), read, "{prompt} from {split}");
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
