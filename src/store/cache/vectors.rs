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

use std::{
    collections::BTreeMap,
    fs::{self, File},
    io::{self, BufReader, Read as _, Seek as _, SeekFrom},
    path::PathBuf,
};

use crate::{
    model::bytes::{self, checksum, put_number},
    store::Store,
};

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

/// What is read at once.
const BLOCK: usize = 1 << 18;

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

/// One of the two files.
#[derive(Debug)]
struct Part {
    file: File,
    /// Where the heads begin.
    start: u64,
    /// The texts, sorted by digest.
    texts: Vec<(Key, u32)>,
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
        let path = self.beside("vectors-lock")?;
        fs::create_dir_all(path.parent()?).ok()?;
        let file = File::options().create(true).truncate(false).write(true).open(path).ok()?;
        if waits {
            file.lock().ok()?
        } else {
            file.try_lock().ok()?
        }
        Some(file)
    }

    fn beside(&self, name: &str) -> Option<PathBuf> {
        self.cache.as_ref().map(|cache| cache.beside(name))
    }
}

impl Shelf {
    /// How many vectors a text has; `None` when it is not there.
    #[must_use]
    pub fn count(&self, key: &Key) -> Option<usize> {
        let counts = self.parts.iter().filter_map(|part| part.texts[part.find(key)?].1.try_into().ok());
        counts.max()
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
}

impl Part {
    fn open(path: &PathBuf, form: Form) -> Option<Self> {
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
        let texts: Vec<(Key, u32)> =
            (0..count).map_while(|_| Some((rest.array()?, u32::from_le_bytes(rest.array()?)))).collect();
        let vectors: u64 = texts.iter().map(|(_, count)| u64::from(*count)).sum();
        let whole = start.checked_add(vectors.checked_mul(form.stored() as u64)?) == Some(end);
        let sound = texts.is_sorted_by(|a, b| a.0 < b.0) && texts.iter().all(|(_, count)| *count > 0);
        (whole && sound).then_some(Self { file, start, texts })
    }

    fn find(&self, key: &Key) -> Option<usize> {
        self.texts.binary_search_by(|(known, _)| known.cmp(key)).ok()
    }

    fn each(&self, form: Form, depth: Depth, show: &mut impl FnMut(&Key, &[u8])) -> Option<()> {
        let mut file = BufReader::with_capacity(BLOCK, &self.file);
        file.seek(SeekFrom::Start(self.start)).ok()?;
        let mut stored = vec![0; form.stored()];
        let mut next = |key: &Key| {
            file.read_exact(&mut stored).ok()?;
            let (vector, sum) = stored.split_at(form.size);
            if sum != sum_of(vector) {
                return None;
            }
            show(key, vector);
            Some(())
        };
        self.texts.iter().try_for_each(|(key, _)| next(key))?;
        if depth == Depth::All {
            self.texts.iter().try_for_each(|(key, count)| (1..*count).try_for_each(|_| next(key)))?;
        }
        Some(())
    }

    /// All vectors by text.
    fn whole(&self, form: Form) -> Option<BTreeMap<Key, Vectors>> {
        let mut texts: BTreeMap<Key, Vectors> = BTreeMap::new();
        self.each(form, Depth::All, &mut |key, vector| texts.entry(*key).or_default().extend_from_slice(vector))?;
        Some(texts)
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

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::world::{Terminal, World};

    const FORM: Form = Form { version: 7, size: 12 };

    struct Fixture {
        _home: tempfile::TempDir,
        store: Store,
    }

    fn fixture() -> Fixture {
        let home = tempfile::tempdir().unwrap();
        let vars = vec![("HOME".into(), home.path().into())];
        let world = World::new(Ok(home.path().into()), vars, jiff::Timestamp::UNIX_EPOCH, Terminal::default()).unwrap();
        let store = Store::at(home.path().join("memory")).remembered(&world);
        Fixture { _home: home, store }
    }

    fn key(n: u8) -> Key {
        [n; 16]
    }

    /// So many vectors of a text.
    fn vectors(n: u8, count: usize) -> Vectors {
        (0..count).flat_map(|at| [n.wrapping_add(at as u8); 12]).collect()
    }

    fn all(store: &Store, depth: Depth) -> Result<BTreeMap<Key, Vectors>, Damaged> {
        let mut found: BTreeMap<Key, Vectors> = BTreeMap::new();
        store.vectors(FORM).each(depth, |key, vector| found.entry(*key).or_default().extend(vector))?;
        Ok(found)
    }

    #[test]
    fn what_is_kept_comes_back_with_what_was_kept_before() {
        let Fixture { _home, store } = fixture();
        assert!(store.vectors(FORM).is_empty());
        store.keep_vectors(FORM, [(key(1), vectors(1, 3)), (key(9), vectors(9, 1))], |_| true).unwrap();
        store.keep_vectors(FORM, [(key(4), vectors(4, 2))], |_| true).unwrap();
        let kept = all(&store, Depth::All).unwrap();
        assert_eq!(kept, [(key(1), vectors(1, 3)), (key(4), vectors(4, 2)), (key(9), vectors(9, 1))].into());
        let heads = all(&store, Depth::Heads).unwrap();
        assert_eq!(heads, [1, 4, 9].map(|n| (key(n), vectors(n, 1))).into());
        let shelf = store.vectors(FORM);
        assert_eq!((shelf.count(&key(1)), shelf.count(&key(4)), shelf.count(&key(5))), (Some(3), Some(2), None));
    }

    #[test]
    fn many_new_ones_join_the_others_and_what_is_not_wanted_goes() {
        let Fixture { _home, store } = fixture();
        store.keep_vectors(FORM, [(key(200), vectors(1, 2))], |_| true).unwrap();
        for n in 0..100 {
            store.keep_vectors(FORM, [(key(n), vectors(n, 1))], |key| key[0] != 200).unwrap();
        }
        let kept = all(&store, Depth::All).unwrap();
        assert_eq!(kept.len(), 100);
        assert!(!kept.contains_key(&key(200)) && kept[&key(99)] == vectors(99, 1));
    }

    #[test]
    fn another_version_or_size_is_nothing() {
        let Fixture { _home, store } = fixture();
        store.keep_vectors(FORM, [(key(1), vectors(1, 3))], |_| true).unwrap();
        assert!(store.vectors(Form { version: 8, ..FORM }).is_empty());
        assert!(store.vectors(Form { size: 11, ..FORM }).is_empty());
        store.forget_vectors();
        assert!(store.vectors(FORM).is_empty());
    }

    #[test]
    fn damage_is_noticed() {
        let Fixture { _home, store } = fixture();
        store.keep_vectors(FORM, [(key(1), vectors(1, 3)), (key(2), vectors(2, 1))], |_| true).unwrap();
        let path = store.beside("vectors").unwrap();
        let (whole, right) = (fs::read(&path).unwrap(), all(&store, Depth::All).unwrap());
        for at in 0..whole.len() {
            let mut damaged = whole.clone();
            damaged[at] ^= 0x10;
            fs::write(&path, &damaged).unwrap();
            let found = all(&store, Depth::All);
            assert!(found.is_err() || found == Ok(BTreeMap::new()), "byte {at}");
            fs::write(&path, &whole[..at]).unwrap();
            assert_eq!(all(&store, Depth::All), Ok(BTreeMap::new()), "cut at {at}");
        }
        fs::write(&path, &whole).unwrap();
        assert_eq!(all(&store, Depth::All).unwrap(), right);
    }

    #[test]
    fn one_makes_them_at_a_time() {
        let Fixture { _home, store } = fixture();
        let held = store.making_vectors(true);
        assert!(held.is_some() && store.making_vectors(false).is_none());
        drop(held);
        assert!(store.making_vectors(false).is_some());
    }

    #[test]
    fn without_a_home_nothing_is_kept() {
        let home = tempfile::tempdir().unwrap();
        let store = Store::at(home.path());
        store.keep_vectors(FORM, [(key(1), vectors(1, 3))], |_| true).unwrap();
        assert!(store.vectors(FORM).is_empty());
    }
}
