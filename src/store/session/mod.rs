//! What one session of an agent has been shown, and what it asked for ahead of time.
//!
//! All of it lies in `$XDG_STATE_HOME/mem/sessions`, for nobody else to read. A key is made of the
//! store's path and the session's id by a hash, so that an id may be anything.
//!
//! | file | holds | lives |
//! |---|---|---|
//! | `KEY.session` | what was printed; locked while something is | until it is old |
//! | `KEY.job` | the prompt of a prefetch; locked by its worker | as long as the worker |
//! | `KEY.learnt` | the turns that were looked at for something to remember | until it is old |
//! | `KEY.learning` | nothing; locked while somebody looks at turns | until it is old |
//! | `KEY.standing` | what the session stood on when its context was compacted | until it is old |
//! | `KEY.answer` | what the worker has found | until it is collected |
//!
//! Nothing here is needed: what is lost or damaged makes a memory come again, nothing worse.

mod held;
mod job;
mod learnt;
pub mod old;
mod once;
mod standing;
mod state;

use std::{
    ffi::OsStr,
    path::{Path, PathBuf},
};

pub use held::{Held, LONG_PATIENCE, PATIENCE};
pub use job::{Ahead, detach, step_back};
pub use learnt::{Idea, Learning, Learnt};
pub use once::Once;
pub use state::State;

use super::{Store, read};
use crate::{
    model::digest,
    world::{World, WorldError},
};

/// How the files end.
const STATE: &str = "session";
const JOB: &str = "job";
const ANSWER: &str = "answer";
const LEARNT: &str = "learnt";
const LEARNING: &str = "learning";
const STANDING: &str = "standing";

/// One session of an agent with one store.
#[derive(Clone, Debug)]
pub struct Session {
    folder: PathBuf,
    key: String,
}

impl Session {
    /// The session of that id. Touches no disk beyond asking where the store really lies.
    ///
    /// # Errors
    /// [`WorldError::Home`] when there is no place for its state.
    pub fn new(world: &World, store: &Store, id: &OsStr) -> Result<Self, WorldError> {
        let store = store.hash();
        let key = format!("{store}-{}", digest::sha256(&[store.as_bytes(), b"-", id.as_encoded_bytes()].concat()));
        Ok(Self { folder: folder(world)?, key })
    }

    /// What it has been shown, as of now: another command may be about to show it more.
    #[must_use]
    pub fn peek(&self) -> State {
        read::file(&self.path(STATE)).map_or_else(|_| State::default(), |(bytes, _)| State::read(&bytes))
    }

    /// Whether there is anything that a reset would take away.
    #[must_use]
    pub fn exists(&self) -> bool {
        self.path(STATE).exists() || self.is_ahead()
    }

    /// Whether a prefetch was started that nobody has collected.
    #[must_use]
    pub fn is_ahead(&self) -> bool {
        self.path(ANSWER).exists() || self.path(JOB).exists()
    }

    fn path(&self, end: &str) -> PathBuf {
        self.folder.join(format!("{}.{end}", self.key))
    }
}

/// Where the state of all sessions is.
fn folder(world: &World) -> Result<PathBuf, WorldError> {
    Ok(world.xdg("XDG_STATE_HOME", ".local/state")?.join("mem").join("sessions"))
}

/// The ending of a file that is the state of some session.
fn ending(path: &Path) -> Option<&str> {
    path.extension()?.to_str().filter(|end| [STATE, JOB, ANSWER, LEARNT, LEARNING, STANDING].contains(end))
}
