//! Which turns of a session were looked at for something to remember, so that none is twice, and what
//! was found in them and is not decided on yet.

use std::{collections::BTreeSet, fs::File, time::Duration};

use serde::{Deserialize, Serialize};

use super::{LEARNING, LEARNT, PATIENCE, Session, read};
use crate::{store::StoreError, world::World};

/// The version of the format; a state of another one is no state.
const VERSION: u32 = 1;

/// How long one that looks at turns waits for another: a model may take minutes, and nobody waits for
/// whom a hook has started.
const LEARNING_PATIENCE: Duration = Duration::from_mins(5);

/// What a session has taught so far.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Learnt {
    version: u32,
    /// Digests of the turns.
    turns: BTreeSet<String>,
    /// Memories that were proposed or saved.
    pub memories: usize,
    /// What was found in these turns, and waits for a decision.
    #[serde(default)]
    pub ideas: Vec<Idea>,
}

/// What a model found worth remembering.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Idea {
    /// The type.
    pub kind: String,
    /// The name.
    pub name: String,
    /// The description.
    pub description: String,
    /// The text.
    pub body: String,
    /// The person's words that it comes from.
    pub said: String,
    /// The turn in which they were said, counted from 1.
    pub turn: usize,
    /// Whether the person asked for it in plain words.
    pub is_wish: bool,
}

/// The turns of a session, for one command alone as long as this lives. The session itself is free:
/// while a model thinks about what was said, the agent's hooks go on.
#[derive(Debug)]
pub struct Learning {
    session: Session,
    _locked: File,
}

impl Session {
    /// What it has taught so far; damaged, it is nothing.
    #[must_use]
    pub fn learnt(&self) -> Learnt {
        let read =
            read::file(&self.path(LEARNT)).ok().and_then(|(bytes, _)| serde_json::from_slice::<Learnt>(&bytes).ok());
        read.filter(|learnt| learnt.version == VERSION).unwrap_or(Learnt { version: VERSION, ..Learnt::default() })
    }

    /// Waits until nobody else looks at its turns.
    ///
    /// # Errors
    /// [`StoreError::Locked`] when another command does so for minutes, [`StoreError::Io`] when there is
    /// no place for its state.
    pub fn learn(&self, world: &World) -> Result<Learning, StoreError> {
        // A session counts as one also where no hook has opened it.
        let _ = self.hold(world, PATIENCE);
        let locked = self.locked(world, LEARNING, LEARNING_PATIENCE)?;
        let locked = locked.ok_or_else(|| StoreError::Locked(self.path(LEARNING)))?;
        // It is not swept away as long as it is in use.
        let _ = locked.set_modified(world.wall());
        Ok(Learning { session: self.clone(), _locked: locked })
    }
}

impl Learning {
    /// Notes what the session has taught.
    ///
    /// # Errors
    /// [`StoreError::Io`] when the disk refuses: the turns come again then.
    pub fn keep(&self, learnt: &Learnt) -> Result<(), StoreError> {
        self.session.put(LEARNT, &serde_json::to_vec(learnt).unwrap_or_default())
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
