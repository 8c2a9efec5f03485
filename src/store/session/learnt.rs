//! Which turns of a session were looked at for something to remember, so that none is twice.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::{Held, LEARNT, Session, read};
use crate::store::StoreError;

/// The version of the format; a state of another one is no state.
const VERSION: u32 = 1;

/// What a session has taught so far.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Learnt {
    version: u32,
    /// Digests of the turns.
    turns: BTreeSet<String>,
    /// Memories that were proposed or saved.
    pub memories: usize,
}

impl Session {
    /// What it has taught so far; damaged, it is nothing.
    #[must_use]
    pub fn learnt(&self) -> Learnt {
        let read =
            read::file(&self.path(LEARNT)).ok().and_then(|(bytes, _)| serde_json::from_slice::<Learnt>(&bytes).ok());
        read.filter(|learnt| learnt.version == VERSION).unwrap_or(Learnt { version: VERSION, ..Learnt::default() })
    }
}

impl Held {
    /// Notes what the session has taught.
    ///
    /// # Errors
    /// [`StoreError::Io`] when the disk refuses: the turns come again then.
    pub fn keep_learnt(&self, learnt: &Learnt) -> Result<(), StoreError> {
        self.put(LEARNT, &serde_json::to_vec(learnt).unwrap_or_default())
    }
}

impl Learnt {
    /// Whether the turn of this digest was looked at.
    #[must_use]
    pub fn knows(&self, turn: &str) -> bool {
        self.turns.contains(turn)
    }

    /// The turn of this digest was looked at.
    pub fn note(&mut self, turn: String) {
        self.turns.insert(turn);
    }
}
