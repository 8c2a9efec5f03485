//! A file for what is made on the way to something kept, where memory has no room for all of it. It has
//! no name, so that nothing is left of it when the process ends, however that comes.

use std::{
    fs::{self, File},
    io::{self, Write as _},
    ops::Range,
    sync::{Mutex, PoisonError},
};

use super::read_at;
use crate::store::Store;

/// Such a file.
#[derive(Debug)]
pub struct Scrap {
    file: File,
    /// Where the next one begins. Whoever holds it may write.
    end: Mutex<u64>,
}

impl Store {
    /// A new one; `None` where none can be had.
    #[must_use]
    pub fn scrap(&self) -> Option<Scrap> {
        let folder = self.cache.as_ref()?.path.parent()?;
        fs::create_dir_all(folder).ok()?;
        Some(Scrap { file: tempfile::tempfile_in(folder).ok()?, end: Mutex::new(0) })
    }
}

impl Scrap {
    /// Where bytes lie from now on.
    ///
    /// # Errors
    /// What the system says.
    pub fn put(&self, bytes: &[u8]) -> io::Result<Range<u64>> {
        let mut end = self.end.lock().unwrap_or_else(PoisonError::into_inner);
        (&self.file).write_all(bytes)?;
        let start = *end;
        *end += bytes.len() as u64;
        Ok(start..*end)
    }

    /// How many bytes there are.
    #[must_use]
    pub fn size(&self) -> u64 {
        *self.end.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Bytes that were put here; `None` when they cannot be read.
    #[must_use]
    pub fn read(&self, range: Range<u64>) -> Option<Vec<u8>> {
        let mut bytes = vec![0; usize::try_from(range.end.checked_sub(range.start)?).ok()?];
        read_at(&self.file, &mut bytes, range.start).ok()?;
        Some(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::{Terminal, World};

    #[test]
    fn what_is_put_lies_where_it_was_put_and_leaves_nothing() {
        let home = tempfile::tempdir().unwrap();
        let vars = vec![("HOME".into(), home.path().into())];
        let world = World::new(Ok(home.path().into()), vars, jiff::Timestamp::UNIX_EPOCH, Terminal::default()).unwrap();
        assert!(Store::at(home.path()).scrap().is_none());
        let scrap = Store::at(home.path()).remembered(&world).scrap().unwrap();
        let places = [&b"one"[..], b"", b"three"].map(|bytes| scrap.put(bytes).unwrap());
        assert_eq!(places, [0..3, 3..3, 3..8]);
        assert_eq!(places.map(|place| scrap.read(place).unwrap()), [&b"one"[..], b"", b"three"]);
        assert_eq!((scrap.size(), scrap.read(4..9)), (8, None));
        assert_eq!(fs::read_dir(home.path().join(".cache/mem")).unwrap().count(), 0);
    }
}
