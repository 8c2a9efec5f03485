//! Vectors of what memories say, kept under a digest of the text that each was made of.
//!
//! A vector belongs to a text, not to a file: one that is moved, restored or checked out again keeps
//! its own. The store does not know what the numbers mean; whoever makes them gives a version, and
//! vectors of another version are none.
//!
//! ```text
//! size     bytes of the table under its seal
//! table    version, checksum, a count, then sorted: digest and number of vectors of each text
//! heads    the first vector of each text, in the order of the table
//! rest     the other vectors, in the same order
//! ```
//! Each vector stands before its own checksum, since a store of thousands reads the heads alone. What
//! was made lately stands in a small file of its own, so that one new text does not write all of them
//! again.

mod part;
#[cfg(test)]
mod tests;

use std::{
    collections::BTreeMap,
    fs::{self, File},
    io,
    path::PathBuf,
};

use crate::{
    model::bytes::{self, checksum, put_number},
    store::{Store, lock::same},
};

use part::Part;

/// Names a text: the first half of its SHA-256.
pub type Key = [u8; 16];

/// The vectors of one text, one after the other, the first of its head.
type Vectors = Vec<u8>;

/// Bytes of an entry of the table.
const ENTRY: usize = 20;

/// Bytes of a checksum behind a vector.
const SUM: usize = 4;

/// So many texts are written again with each new one; more of them join the others.
const FEW: usize = 64;

/// The names of the two files: what was made lately and all else.
const FILES: [&str; 2] = ["vectors-new", "vectors"];

/// What vectors are kept, open for reading.
#[derive(Debug)]
pub struct Shelf {
    form: Form,
    parts: Vec<Part>,
}

/// Who made vectors, and how long each is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Form {
    /// The version of their maker.
    pub version: u32,
    /// Bytes of one.
    pub size: usize,
}

/// Which vectors of each text are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// The first alone.
    Heads,
    /// All.
    All,
}

/// A vector differs from its checksum, or cannot be read: none of the file is to be trusted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Damaged;

impl Form {
    fn mark(self) -> [u8; 16] {
        let mut mark = *b"mem vectors ....";
        mark[12..].copy_from_slice(&self.version.to_le_bytes());
        mark
    }

    /// Bytes of a vector with its checksum.
    const fn stored(self) -> usize {
        self.size + SUM
    }
}

impl Store {
    /// What is kept in this form; nothing where there is nothing, or it is damaged or foreign.
    #[must_use]
    pub fn vectors(&self, form: Form) -> Shelf {
        let paths = FILES.iter().filter_map(|name| self.beside(name));
        Shelf { form, parts: paths.filter_map(|path| Part::open(&path, form)).collect() }
    }

    /// Keeps the vectors of these texts beside those that are there. `wanted` is asked about the
    /// others when they are written again: what no memory says any more goes.
    ///
    /// # Errors
    /// What the system says: a cache that cannot be written costs time and no more.
    pub fn keep_vectors(
        &self,
        form: Form,
        new: impl IntoIterator<Item = (Key, Vectors)>,
        wanted: impl Fn(&Key) -> bool,
    ) -> io::Result<()> {
        let [Some(lately), Some(all)] = FILES.map(|name| self.beside(name)) else { return Ok(()) };
        let read = |path: &PathBuf| Part::open(path, form).and_then(|part| part.whole(form)).unwrap_or_default();
        let mut texts = read(&lately);
        texts.extend(new);
        if texts.len() <= FEW && all.exists() {
            return super::write(&lately, &written(form, &texts));
        }
        let mut joined = read(&all);
        joined.append(&mut texts);
        joined.retain(|key, _| wanted(key));
        super::write(&all, &written(form, &joined))?;
        match fs::remove_file(lately) {
            Err(err) if err.kind() != io::ErrorKind::NotFound => Err(err),
            _ => Ok(()),
        }
    }

    /// Throws away all that is kept; it is made again.
    pub fn forget_vectors(&self) {
        for path in FILES.iter().filter_map(|name| self.beside(name)) {
            // What stays is found damaged again.
            let _ = fs::remove_file(path);
        }
    }

    /// Keeps others from making the same vectors as long as it is held; `None` where nothing could be
    /// kept, or somebody is at it and not to be waited for.
    #[must_use]
    pub fn making_vectors(&self, waits: bool) -> Option<File> {
        let (file, _) = self.lockable("vectors-lock")?;
        if waits {
            file.lock().ok()?
        } else {
            file.try_lock().ok()?
        }
        Some(file)
    }

    /// The turn to make vectors before long, which one process has; `None` where another has it, or nothing
    /// could be kept.
    #[must_use]
    pub fn turn_to_make_vectors(&self) -> Option<Turn> {
        let (file, path) = self.lockable("vectors-turn")?;
        file.try_lock().ok()?;
        Some(Turn { file, path })
    }

    fn lockable(&self, name: &str) -> Option<(File, PathBuf)> {
        let path = self.beside(name)?;
        fs::create_dir_all(path.parent()?).ok()?;
        let file = File::options().create(true).truncate(false).write(true).open(&path).ok()?;
        Some((file, path))
    }

    fn beside(&self, name: &str) -> Option<PathBuf> {
        self.cache.as_ref().map(|cache| cache.beside(name))
    }
}

/// The turn to make vectors before long, for as long as it lives.
#[derive(Debug)]
pub struct Turn {
    file: File,
    path: PathBuf,
}

impl Turn {
    /// Whether it still counts: whoever empties the cache gives it to the next.
    #[must_use]
    pub fn counts(&self) -> bool {
        let looks = self.file.metadata().ok().zip(self.path.metadata().ok());
        looks.is_some_and(|(held, named)| same(&held, &named))
    }
}

impl Shelf {
    /// How many vectors a text has; `None` when it is not there.
    #[must_use]
    pub fn count(&self, key: &Key) -> Option<usize> {
        let counts = self.parts.iter().filter_map(|part| part.texts[part.find(key)?].count.try_into().ok());
        counts.max()
    }

    /// The place of a text among all that [`Shelf::fold`] tells of; of one that stands in both files that
    /// of the younger.
    #[must_use]
    pub fn find(&self, key: &Key) -> Option<usize> {
        let mut before = 0;
        for part in &self.parts {
            if let Some(at) = part.find(key) {
                return Some(before + at);
            }
            before += part.texts.len();
        }
        None
    }

    /// How many texts there are; one that stands in both files counts twice.
    #[must_use]
    pub fn len(&self) -> usize {
        self.parts.iter().map(|part| part.texts.len()).sum()
    }

    /// Whether nothing is kept.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Shows each vector that is asked for, with its text's digest.
    ///
    /// # Errors
    /// [`Damaged`]; what was shown before is to be forgotten.
    pub fn each(&self, depth: Depth, mut show: impl FnMut(&Key, &[u8])) -> Result<(), Damaged> {
        self.parts.iter().try_for_each(|part| part.each(self.form, depth, &mut show).ok_or(Damaged))
    }

    /// What `take` makes of the vectors of each text that are asked for, one after the other; on all cores
    /// where there are many.
    ///
    /// # Errors
    /// [`Damaged`].
    pub fn fold<T: Default + Send>(
        &self,
        depth: Depth,
        take: impl Fn(&mut T, &[u8]) + Sync,
    ) -> Result<Vec<T>, Damaged> {
        let mut all = Vec::with_capacity(self.len());
        for part in &self.parts {
            all.extend(part.fold(self.form, depth, &take).ok_or(Damaged)?);
        }
        Ok(all)
    }
}

fn sum_of(vector: &[u8]) -> [u8; SUM] {
    (checksum(vector) as u32).to_le_bytes()
}

/// A file of these texts. One without vectors has no place in it.
fn written(form: Form, texts: &BTreeMap<Key, Vectors>) -> Vec<u8> {
    let texts: Vec<(&Key, Vec<&[u8]>)> =
        texts.iter().map(|(key, vectors)| (key, vectors.chunks_exact(form.size).collect())).collect();
    let texts: Vec<_> = texts.into_iter().filter(|(_, vectors)| !vectors.is_empty()).collect();
    let mut table = Vec::with_capacity(8 + texts.len() * ENTRY);
    put_number(&mut table, texts.len() as u64);
    for (key, vectors) in &texts {
        table.extend_from_slice(*key);
        table.extend_from_slice(&(vectors.len() as u32).to_le_bytes());
    }
    let table = bytes::sealed(&form.mark(), &table);
    let mut whole = Vec::new();
    put_number(&mut whole, table.len() as u64);
    whole.extend_from_slice(&table);
    let heads = texts.iter().map(|(_, vectors)| vectors[0]);
    let rest = texts.iter().flat_map(|(_, vectors)| vectors[1..].iter().copied());
    for vector in heads.chain(rest) {
        whole.extend_from_slice(vector);
        whole.extend_from_slice(&sum_of(vector));
    }
    whole
}
