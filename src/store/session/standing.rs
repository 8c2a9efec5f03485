//! What a session stood on when its context was compacted, to be given back to it.

use super::{Held, STANDING, Session, read};
use crate::store::StoreError;

impl Session {
    /// What was kept, if it was.
    #[must_use]
    pub fn standing(&self) -> Option<String> {
        let (bytes, _) = read::file(&self.path(STANDING)).ok()?;
        String::from_utf8(bytes).ok().filter(|text| !text.is_empty())
    }
}

impl Held {
    /// Keeps it, in the place of what was kept before.
    ///
    /// # Errors
    /// [`StoreError::Io`] when the disk refuses.
    pub fn keep_standing(&self, text: &str) -> Result<(), StoreError> {
        self.put(STANDING, text.as_bytes())
    }
}
