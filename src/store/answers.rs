//! What a model has answered about memories, by a digest of what it was asked: the same is not asked
//! twice, also when the run that asked was killed.
//!
//! They lie in `$XDG_STATE_HOME/mem/answers/STORE.json`, for their owner alone: they repeat what
//! memories say.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    io::Write as _,
    path::PathBuf,
};

use serde::{Deserialize, Serialize};

use super::{Store, StoreError, locate::create_private, temp};
use crate::world::{World, WorldError};

/// The version of the format; answers of another one are none.
const VERSION: u32 = 1;
/// A longer file is none of ours.
const LONGEST: u64 = 16 * 1024 * 1024;

/// The answers about one store.
#[derive(Debug)]
pub struct Answers {
    path: PathBuf,
    kept: Kept,
}

#[derive(Debug, Default, Serialize, Deserialize)]
struct Kept {
    version: u32,
    /// What was said, by the digest of the question.
    answers: BTreeMap<String, String>,
}

impl Store {
    /// The answers that were kept; damaged, there are none.
    ///
    /// # Errors
    /// [`WorldError::Home`] when there is no place for them.
    pub fn answers(&self, world: &World) -> Result<Answers, WorldError> {
        let folder = world.xdg("XDG_STATE_HOME", ".local/state")?.join("mem").join("answers");
        let path = folder.join(format!("{}.json", self.hash()));
        let whole = fs::metadata(&path).is_ok_and(|meta| meta.is_file() && meta.len() <= LONGEST);
        let read = || serde_json::from_slice::<Kept>(&fs::read(&path).ok()?).ok();
        let kept = whole.then(read).flatten().filter(|kept| kept.version == VERSION).unwrap_or_default();
        Ok(Answers { path, kept })
    }
}

impl Answers {
    /// What was said to this question.
    #[must_use]
    pub fn get(&self, question: &str) -> Option<&str> {
        self.kept.answers.get(question).map(String::as_str)
    }

    /// Keeps an answer, on the disk too.
    ///
    /// # Errors
    /// [`StoreError::Io`] when the disk refuses: it is asked again then.
    pub fn keep(&mut self, question: &str, answer: &str) -> Result<(), StoreError> {
        self.kept.answers.insert(question.to_owned(), answer.to_owned());
        self.save()
    }

    /// Forgets the answers to all but these questions.
    ///
    /// # Errors
    /// As [`Answers::keep`].
    pub fn retain(&mut self, questions: &BTreeSet<String>) -> Result<(), StoreError> {
        let before = self.kept.answers.len();
        self.kept.answers.retain(|question, _| questions.contains(question));
        if self.kept.answers.len() == before { Ok(()) } else { self.save() }
    }

    fn save(&mut self) -> Result<(), StoreError> {
        self.kept.version = VERSION;
        let Some(folder) = self.path.parent() else { return Ok(()) };
        let written = create_private(folder).and_then(|()| {
            let mut new = temp::empty(folder, true)?;
            new.write_all(&serde_json::to_vec(&self.kept)?)?;
            new.persist(&self.path).map_err(|e| e.error)
        });
        written.map(drop).map_err(StoreError::io(&self.path))
    }
}
