//! What the headers said when they were last read, so that a store of thousands is listed by
//! looking at its files and opening none.
//!
//! One file a store in `$XDG_CACHE_HOME/mem`, never in the store itself; beside it what others keep of
//! the store ([`Kept`]). It is never needed: a file
//! is taken from it only while its stamp is the same and old enough to be trusted, and a cache that
//! is damaged, foreign or of another version is no cache.

mod codec;
mod kept;
mod vectors;

use std::{
    collections::HashMap,
    fs, io,
    path::{Path, PathBuf},
    time::SystemTime,
};

use tempfile::Builder;

pub use kept::Kept;
pub use vectors::{Damaged, Depth, Form, Key, Shelf};

use self::codec::Entries;
use super::{Store, read, scan::Scan, sorted::Sorted};
use crate::{
    model::{Memory, Stamp, memory::FileFacts},
    world::World,
};

/// Fewer new files than this are read each time rather than written down each time; of a large
/// store, this share.
const FEW: usize = 16;
const SHARE: usize = 100;

/// Whether so many files that could be kept and are not, of so many in all, are worth a write.
#[must_use]
pub fn is_worth_keeping(new: usize, all: usize) -> bool {
    new > FEW.max(all / SHARE)
}

/// Where the headers of one store are remembered, and the moment from which files are judged.
#[derive(Clone, Debug)]
pub(super) struct Cache {
    path: PathBuf,
    now: SystemTime,
}

impl Store {
    /// The same store, whose headers are remembered between commands. Without a home they are not.
    #[must_use]
    pub fn remembered(mut self, world: &World) -> Self {
        let name = self.hash();
        let folder = world.xdg("XDG_CACHE_HOME", ".cache").ok();
        self.cache =
            folder.map(|folder| Cache { path: folder.join("mem").join(format!("{name}.headers")), now: world.wall() });
        self
    }
}

impl Cache {
    /// The file for something else that is kept of this store.
    fn beside(&self, name: &str) -> PathBuf {
        self.path.with_extension(name)
    }

    /// The memories of a scan: remembered where that is safe, read where it is not.
    pub(super) fn memories(&self, scan: Scan) -> read::Loaded<Memory> {
        let bytes = fs::read(&self.path).unwrap_or_default();
        let entries = codec::read(&bytes);
        let mut gone = entries.as_ref().map_or(0, Entries::left);
        let mut known = Sorted::new(entries.into_iter().flatten());
        let mut items: Vec<Memory> = Vec::with_capacity(scan.files.len());
        let mut unknown: Vec<FileFacts> = Vec::new();
        for facts in scan.files {
            let entry = known.find(&facts.file);
            gone -= usize::from(entry.is_some());
            match entry.filter(|entry| entry.stamp == facts.stamp) {
                Some(entry) => items.push(entry.memory(facts)),
                None => unknown.push(facts),
            }
        }
        let read = read::all(unknown, |facts| {
            let stamp = facts.stamp;
            Some((stamp, read::document(facts)?.memory))
        });
        let new = read.iter().filter(|(stamp, memory)| self.keeps(stamp, memory)).count();
        let mut stamps = HashMap::new();
        for (stamp, memory) in read {
            stamps.insert(memory.file.clone(), stamp);
            items.push(memory);
        }
        // Two sorted lists, one behind the other.
        items.sort_by(|a, b| a.file.cmp(&b.file));
        if is_worth_keeping(new, items.len()) || gone > items.len() || bytes.is_empty() && new > 0 {
            // A cache that cannot be written costs time.
            let _ = self.save(&items, &stamps, &bytes);
        }
        read::Loaded { items, skipped: scan.skipped }
    }

    /// Whether a file may still change under the same stamp.
    pub(super) fn is_racy(&self, stamp: &Stamp) -> bool {
        stamp.is_racy(self.now)
    }

    /// Whether a memory may be remembered: its stamp proves something, and it is whole. The few with
    /// problems are read each time.
    fn keeps(&self, stamp: &Stamp, memory: &Memory) -> bool {
        !self.is_racy(stamp) && memory.problems.is_empty()
    }

    fn save(&self, memories: &[Memory], new: &HashMap<String, Stamp>, old: &[u8]) -> io::Result<()> {
        let mut known = Sorted::new(codec::read(old).into_iter().flatten());
        let stamped = memories.iter().filter_map(|memory| match new.get(&memory.file) {
            Some(stamp) => self.keeps(stamp, memory).then_some((memory, *stamp)),
            None => known.find(&memory.file).map(|entry| (memory, entry.stamp)),
        });
        write(&self.path, &codec::write(stamped))
    }
}

/// In its place at once, so that a reader sees the old one or the new one.
fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("/"));
    fs::create_dir_all(folder)?;
    let temp = Builder::new().prefix(".headers-").tempfile_in(folder)?;
    fs::write(temp.path(), bytes)?;
    temp.persist(path)?;
    Ok(())
}
