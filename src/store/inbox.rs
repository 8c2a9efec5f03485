//! Memories that were proposed and that nobody has decided on, and what was decided against.
//!
//! They lie in `$MEM_HOME/inbox/STORE`, outside of the store, so that no agent takes one for a memory.
//!
//! | file | holds |
//! |---|---|
//! | `ID.json` | one proposal |
//! | `ID.removal` | one memory that could go |
//! | `tombstones` | a digest of what was rejected or removed, one a line: it is not proposed again |

use std::{
    collections::BTreeSet,
    fs::{self, File},
    io::{self, Write as _},
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize, de::DeserializeOwned};

use super::{
    Store, StoreError,
    locate::{create_private, mem_home},
    temp,
};
use crate::world::{World, WorldError};

const TOMBSTONES: &str = "tombstones";
/// The extension of files about memories that could go.
const REMOVAL: &str = "removal";
/// A longer file is none of ours.
const LONGEST: u64 = 4 * 1024 * 1024;

/// A memory that was proposed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Proposal {
    /// Eight hex digits; the name of its file.
    pub id: String,
    /// The file that it would change; `None` for a new memory.
    pub changes: Option<String>,
    /// The type.
    pub kind: String,
    /// The name.
    pub name: String,
    /// The description.
    pub description: String,
    /// The text.
    pub body: String,
    /// What was said that it comes from.
    pub said: String,
    /// The session in which it was said.
    pub session: Option<String>,
    /// Why it waits, where there is more to say: "says the opposite of user_a.md".
    pub reason: Option<String>,
    /// The digest of the file that it would change, as it was then.
    #[serde(default)]
    pub base: Option<String>,
    /// Numbers, addresses and paths of that file that the new text leaves out.
    #[serde(default)]
    pub dropped: Vec<String>,
}

/// A memory that could go.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Removal {
    /// Eight hex digits; the name of its file.
    pub id: String,
    /// By which rule.
    pub kind: String,
    /// The memory.
    pub file: String,
    /// The memory that stays and says it, or that it is compared with.
    pub other: Option<String>,
    /// Why it could go.
    pub reason: String,
    /// What can be read to see that it is so, a line each.
    pub said: Vec<String>,
    /// By which it is known again: of the rule, the memories and the text.
    pub digest: String,
}

/// The inbox of one store.
#[derive(Clone, Debug)]
pub struct Inbox {
    folder: PathBuf,
}

impl Store {
    /// Its inbox, which need not be there yet.
    ///
    /// # Errors
    /// [`WorldError::Home`] when there is no place for it.
    pub fn inbox(&self, world: &World) -> Result<Inbox, WorldError> {
        Ok(Inbox { folder: mem_home(world)?.join("inbox").join(self.hash()) })
    }
}

impl Inbox {
    /// What waits, by id. What cannot be read is left out.
    #[must_use]
    pub fn waiting(&self) -> Vec<Proposal> {
        self.all("json", |proposal: &Proposal| &proposal.id)
    }

    /// The memories that could go, by id.
    #[must_use]
    pub fn removals(&self) -> Vec<Removal> {
        self.all(REMOVAL, |removal: &Removal| &removal.id)
    }

    /// What lies in files of this extension that have their ids for names.
    fn all<T: DeserializeOwned>(&self, extension: &str, id: impl Fn(&T) -> &str) -> Vec<T> {
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
        files.retain(|path| path.extension().is_some_and(|e| e == extension));
        files.sort();
        let read = |path: &PathBuf| read(path).filter(|found| path.file_stem().is_some_and(|stem| stem == id(found)));
        files.iter().filter_map(read).collect()
    }

    /// Keeps a proposal until somebody decides; one of the same id is replaced.
    ///
    /// # Errors
    /// [`StoreError::Io`] when the disk refuses.
    pub fn put(&self, proposal: &Proposal) -> Result<(), StoreError> {
        self.write(&format!("{}.json", proposal.id), proposal)
    }

    /// As [`Inbox::put`], a memory that could go.
    ///
    /// # Errors
    /// As [`Inbox::put`].
    pub fn put_removal(&self, removal: &Removal) -> Result<(), StoreError> {
        self.write(&format!("{}.{REMOVAL}", removal.id), removal)
    }

    fn write(&self, name: &str, value: &impl Serialize) -> Result<(), StoreError> {
        let path = self.folder.join(name);
        let written = create_private(&self.folder).and_then(|()| {
            let mut new = temp::empty(&self.folder, true)?;
            new.write_all(&serde_json::to_vec_pretty(value)?)?;
            new.as_file().sync_all()?;
            new.persist(&path).map_err(|e| e.error)
        });
        written.map(drop).map_err(StoreError::io(&path))
    }

    /// Takes a proposal out.
    ///
    /// # Errors
    /// [`StoreError::Io`] when it stays.
    pub fn remove(&self, proposal: &Proposal) -> Result<(), StoreError> {
        self.discard(&format!("{}.json", proposal.id))
    }

    /// As [`Inbox::remove`], a memory that could go; the memory stays as it is.
    ///
    /// # Errors
    /// As [`Inbox::remove`].
    pub fn withdraw(&self, removal: &Removal) -> Result<(), StoreError> {
        self.discard(&format!("{}.{REMOVAL}", removal.id))
    }

    fn discard(&self, name: &str) -> Result<(), StoreError> {
        let path = self.folder.join(name);
        match fs::remove_file(&path) {
            Err(err) if err.kind() != io::ErrorKind::NotFound => Err(StoreError::io(&path)(err)),
            _ => Ok(()),
        }
    }

    /// What is not to be proposed again.
    #[must_use]
    pub fn tombstones(&self) -> BTreeSet<String> {
        let text = fs::read_to_string(self.folder.join(TOMBSTONES)).unwrap_or_default();
        text.lines().map(str::to_owned).collect()
    }

    /// Adds to it.
    ///
    /// # Errors
    /// [`StoreError::Io`] when the disk refuses.
    pub fn bury(&self, digests: &[String]) -> Result<(), StoreError> {
        let path = self.folder.join(TOMBSTONES);
        let lines: String = digests.iter().map(|digest| format!("{digest}\n")).collect();
        let written = create_private(&self.folder).and_then(|()| {
            let mut file = File::options().create(true).append(true).open(&path)?;
            file.write_all(lines.as_bytes())
        });
        written.map_err(StoreError::io(&path))
    }
}

fn read<T: DeserializeOwned>(path: &Path) -> Option<T> {
    fs::metadata(path).ok().filter(|meta| meta.is_file() && meta.len() <= LONGEST)?;
    serde_json::from_slice(&fs::read(path).ok()?).ok()
}
