//! The memories that a session has in its context, and how many bytes of it they take.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::once::Said;
use crate::model::{digest, limits};

/// The version of the format; a state of another one is no state.
const VERSION: u32 = 1;

/// What a session has been shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    version: u32,
    /// Bytes of all texts that were printed.
    bytes: usize,
    /// Files below the store with the digest of what they held when they were printed.
    shown: BTreeMap<String, String>,
    /// What a hook has said last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) said: Option<Said>,
}

impl Default for State {
    /// The state of a session that has been shown nothing.
    fn default() -> Self {
        Self { version: VERSION, bytes: 0, shown: BTreeMap::new(), said: None }
    }
}

impl State {
    /// A state as it was written; damaged, it is that of a new session.
    pub(super) fn read(bytes: &[u8]) -> Self {
        let read: Option<Self> = serde_json::from_slice(bytes).ok();
        read.filter(|state| state.version == VERSION).unwrap_or_default()
    }

    pub(super) fn write(&self) -> Vec<u8> {
        // Numbers, and a map with names for keys: nothing of it can fail.
        serde_json::to_vec(self).unwrap_or_default()
    }

    /// Whether the session has been shown this file, be it changed since.
    #[must_use]
    pub fn knows(&self, file: &str) -> bool {
        self.shown.contains_key(file)
    }

    /// Whether the session has this file in its context as it is now. A file that was changed since
    /// may come again.
    #[must_use]
    pub fn has(&self, file: &str, text: &str) -> bool {
        self.shown.get(file).is_some_and(|shown| *shown == digest::sha256(text.as_bytes()))
    }

    /// The same for a file whose digest is known.
    #[must_use]
    pub fn has_digest(&self, file: &str, digest: &str) -> bool {
        self.shown.get(file).is_some_and(|shown| shown == digest)
    }

    /// Memories that it has been shown.
    #[must_use]
    pub fn count(&self) -> usize {
        self.shown.len()
    }

    /// Bytes of texts that it may still be shown.
    #[must_use]
    pub fn left(&self) -> usize {
        limits::SESSION_BYTES.saturating_sub(self.bytes)
    }

    /// Something was printed: a file with this digest, `bytes` bytes of its text.
    pub fn record(&mut self, file: &str, digest: &str, bytes: usize) {
        self.shown.insert(file.to_owned(), digest.to_owned());
        self.bytes = self.bytes.saturating_add(bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::State;
    use crate::model::digest;

    #[test]
    fn a_state_comes_back_and_a_damaged_one_is_new() {
        let mut state = State::default();
        state.record("user_部署 \"a\"\n.md", &digest::sha256(b"text"), 61_000);
        let written = state.write();
        assert_eq!(State::read(&written), state);
        assert!(state.has("user_部署 \"a\"\n.md", "text") && !state.has("user_部署 \"a\"\n.md", "other"));
        assert_eq!((state.left(), state.count()), (440, 1));
        for cut in 0..written.len() {
            assert_eq!(State::read(&written[..cut]), State::default(), "{cut}");
        }
        for odd in
            [&b"null"[..], b"[]", b"{\"version\":2,\"bytes\":1,\"shown\":{}}", b"\xff", b"{\"version\":1,\"bytes\":-1}"]
        {
            assert_eq!(State::read(odd), State::default());
        }
        state.record("b.md", "x", usize::MAX);
        assert_eq!(state.left(), 0);
    }
}
