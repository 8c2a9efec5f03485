//! Which files a change is about to touch, written down before it starts: a killed one leaves the
//! note behind, and the next command brings the index in step for just these files.

use std::{fs, path::PathBuf};

use super::{
    Store,
    locate::{create_private, mem_home},
};
use crate::{model::digest, world::World};

/// The note of one store. Without a home to keep it in, it forgets: `reindex` finds the same.
#[derive(Debug)]
pub struct Journal {
    path: Option<PathBuf>,
}

impl Store {
    /// The note of this store.
    #[must_use]
    pub fn journal(&self, world: &World) -> Journal {
        let physical = self.dir.canonicalize().unwrap_or_else(|_| self.dir.clone());
        let name = digest::project_hash(physical.as_os_str().as_encoded_bytes());
        Journal { path: mem_home(world).ok().map(|home| home.join("history").join(format!("{name}.pending"))) }
    }
}

impl Journal {
    /// The files of a change that did not end.
    #[must_use]
    pub fn left(&self) -> Vec<String> {
        let text = self.path.as_ref().and_then(|path| fs::read_to_string(path).ok()).unwrap_or_default();
        text.split('\0').filter(|f| !f.is_empty()).map(str::to_owned).collect()
    }

    /// Notes the files before the first of them is touched.
    pub fn begin(&self, files: &[String]) {
        let Some(path) = &self.path else { return };
        let text: String = files.iter().map(|f| format!("{f}\0")).collect();
        let made = path.parent().map_or(Ok(()), create_private);
        // A note that cannot be written costs a `reindex` after a crash, nothing more.
        let _ = made.and_then(|()| fs::write(path, text));
    }

    /// The change has ended.
    pub fn end(&self) {
        if let Some(path) = &self.path {
            let _ = fs::remove_file(path);
        }
    }
}
