//! One file of vectors: its table is read at once, its vectors a few at a time.

use std::{collections::BTreeMap, fs::File, io::Read as _, ops::Range, path::PathBuf, slice::ChunksExact};

use super::{super::read_at, Depth, ENTRY, Form, Key, Vectors, sum_of};
use crate::model::{bytes, cores::in_runs};

/// Texts whose vectors are read at once.
const BLOCK: usize = 64;

/// Vectors that are worth another core: a thread's start is that of five hundred.
const SHARE: usize = 2_000;

/// One of the two files.
#[derive(Debug)]
pub(super) struct Part {
    file: File,
    /// Where the heads begin.
    start: u64,
    /// The texts, sorted by digest.
    pub(super) texts: Vec<Text>,
}

/// A text, and where its vectors are.
#[derive(Debug)]
pub(super) struct Text {
    key: Key,
    pub(super) count: u32,
    /// The vectors of the texts before it, but for their first ones.
    before: u64,
}

impl Text {
    /// The vectors up to its last one, but for the first ones.
    fn behind(&self) -> u64 {
        self.before + u64::from(self.count - 1)
    }
}

impl Part {
    pub(super) fn open(path: &PathBuf, form: Form) -> Option<Self> {
        let mut file = File::open(path).ok()?;
        let end = file.metadata().ok()?.len();
        let mut size = [0; 8];
        file.read_exact(&mut size).ok()?;
        let size = u64::from_le_bytes(size);
        let start = size.checked_add(8).filter(|start| *start <= end)?;
        let mut table = vec![0; usize::try_from(size).ok()?];
        file.read_exact(&mut table).ok()?;
        let mut rest = bytes::opened(&form.mark(), &table)?;
        let count = rest.count(ENTRY)?;
        let (mut texts, mut before): (Vec<Text>, u64) = (Vec::with_capacity(count), 0);
        for _ in 0..count {
            let (key, count) = (rest.array()?, u32::from_le_bytes(rest.array()?));
            texts.push(Text { key, count, before });
            before = before.checked_add(count.checked_sub(1)?.into())?;
        }
        let vectors = before.checked_add(count as u64)?;
        let whole = start.checked_add(vectors.checked_mul(form.stored() as u64)?) == Some(end);
        let sound = texts.is_sorted_by(|a, b| a.key < b.key);
        (whole && sound).then_some(Self { file, start, texts })
    }

    pub(super) fn find(&self, key: &Key) -> Option<usize> {
        self.texts.binary_search_by(|text| text.key.cmp(key)).ok()
    }

    /// The first texts of the blocks, and how many are worth another core.
    fn blocks(&self, depth: Depth) -> (Vec<usize>, usize) {
        let heads = self.texts.len();
        let vectors = match (depth, self.texts.last()) {
            (Depth::All, Some(last)) => heads + usize::try_from(last.behind()).unwrap_or(usize::MAX),
            _ => heads,
        };
        let blocks: Vec<usize> = (0..heads).step_by(BLOCK).collect();
        let share = (blocks.len() * SHARE).div_ceil(vectors.max(1)).max(1);
        (blocks, share)
    }

    pub(super) fn fold<T: Default + Send>(
        &self,
        form: Form,
        depth: Depth,
        take: impl Fn(&mut T, &[u8]) + Sync,
    ) -> Option<Vec<T>> {
        let (blocks, share) = self.blocks(depth);
        let runs = in_runs(&blocks, share, |blocks| {
            let first = *blocks.first()?;
            let mut made: Vec<T> = Vec::new();
            made.resize_with((self.texts.len() - first).min(blocks.len() * BLOCK), T::default);
            let mut buffer = Vec::new();
            for block in blocks {
                let mut show = |at: usize, vector: &[u8]| take(&mut made[at - first], vector);
                self.block(form, depth, *block, &mut buffer, &mut show)?;
            }
            Some(made)
        });
        Some(runs.into_iter().collect::<Option<Vec<_>>>()?.into_iter().flatten().collect())
    }

    pub(super) fn each(&self, form: Form, depth: Depth, show: &mut impl FnMut(&Key, &[u8])) -> Option<()> {
        let (blocks, _) = self.blocks(depth);
        let (mut buffer, mut show) = (Vec::new(), |at: usize, vector: &[u8]| show(&self.texts[at].key, vector));
        blocks.iter().try_for_each(|block| self.block(form, depth, *block, &mut buffer, &mut show))
    }

    /// Shows the vectors of the texts of one block, first the heads, by way of the buffer.
    fn block(
        &self,
        form: Form,
        depth: Depth,
        first: usize,
        buffer: &mut Vec<u8>,
        show: &mut impl FnMut(usize, &[u8]),
    ) -> Option<()> {
        let texts = &self.texts[first..self.texts.len().min(first + BLOCK)];
        let (all, last) = (self.texts.len() as u64, texts.last()?);
        let mut heads = self.vectors(form, first as u64..(first + texts.len()) as u64, buffer)?;
        for (at, _) in (first..).zip(texts) {
            show(at, sound(form, heads.next()?)?);
        }
        if depth == Depth::All {
            let mut rest = self.vectors(form, all + texts[0].before..all + last.behind(), buffer)?;
            for (at, text) in (first..).zip(texts) {
                for _ in 1..text.count {
                    show(at, sound(form, rest.next()?)?);
                }
            }
        }
        Some(())
    }

    /// Vectors with their checksums, read into the buffer.
    fn vectors<'b>(&self, form: Form, range: Range<u64>, buffer: &'b mut Vec<u8>) -> Option<ChunksExact<'b, u8>> {
        let size = form.stored() as u64;
        buffer.resize(usize::try_from((range.end - range.start).checked_mul(size)?).ok()?, 0);
        read_at(&self.file, buffer, self.start + range.start * size).ok()?;
        Some(buffer.chunks_exact(form.stored()))
    }

    /// All vectors by text.
    pub(super) fn whole(&self, form: Form) -> Option<BTreeMap<Key, Vectors>> {
        let mut texts: BTreeMap<Key, Vectors> = BTreeMap::new();
        self.each(form, Depth::All, &mut |key, vector| texts.entry(*key).or_default().extend_from_slice(vector))?;
        Some(texts)
    }
}

/// A vector, if it is the one that its checksum was made of.
fn sound(form: Form, stored: &[u8]) -> Option<&[u8]> {
    let (vector, sum) = stored.split_at_checked(form.size)?;
    (sum == sum_of(vector)).then_some(vector)
}
