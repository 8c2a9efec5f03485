//! What memories mean, as vectors that are kept beside the store: who has some, who has none yet, and
//! how near they are to a prompt.
//!
//! `near` looks, and never makes any: what has no vectors yet is ranked by its words. [`make`] makes
//! those that are missing; `add`, `edit`, `mv` and `reindex` do so, and a worker that a recall which
//! missed some has left behind.

mod keys;
mod make;
mod near;

pub use make::{Haste, is_worth_starting, make, make_for, waited};
pub(super) use near::{Near, near};

use crate::{
    model::{Document, Stamp, digest, memory::FileFacts},
    select::encoder::{self, Vector},
    store::{Depth, Form, Key, Store},
};

/// Whose vectors these are.
const FORM: Form = Form { version: encoder::VERSION, size: Vector::BYTES };

/// Of a store of more memories only the heads count: names and descriptions. (All their vectors are
/// read for each prompt; these are 25 MB of sixteen pieces each.)
const MANY: usize = 3_000;

/// The files of a store, sorted by their path.
pub(super) trait Files {
    /// How many there are.
    fn len(&self) -> usize;
    /// The path below the store of the file at this place.
    fn name(&self, at: usize) -> &str;
    /// Its state.
    fn stamp(&self, at: usize) -> Stamp;
    /// What is needed to read it.
    fn facts(&self, store: &Store, at: usize) -> Option<FileFacts>;
}

impl Files for [FileFacts] {
    fn len(&self) -> usize {
        self.len()
    }

    fn name(&self, at: usize) -> &str {
        &self[at].file
    }

    fn stamp(&self, at: usize) -> Stamp {
        self[at].stamp
    }

    fn facts(&self, _: &Store, at: usize) -> Option<FileFacts> {
        self.get(at).cloned()
    }
}

/// How much of a memory is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reach {
    /// Name and description.
    Heads,
    /// The body too.
    Whole,
}

impl Reach {
    const fn of(memories: usize) -> Self {
        if memories > MANY { Self::Heads } else { Self::Whole }
    }

    /// Which of the vectors count that are kept.
    const fn depth(self) -> Depth {
        match self {
            Self::Heads => Depth::Heads,
            Self::Whole => Depth::All,
        }
    }

    /// The texts of a memory that have a vector each.
    fn texts(self, document: &Document) -> Vec<String> {
        let memory = &document.memory;
        let description = memory.description.as_deref().unwrap_or_default();
        let body = if self == Self::Whole { document.body() } else { "" };
        encoder::pieces(&memory.name, description, body)
    }
}

/// Names what is encoded of a memory.
fn key(texts: &[String]) -> Key {
    let mut all = Vec::new();
    for text in texts {
        all.extend_from_slice(text.as_bytes());
        all.push(0);
    }
    let mut key = Key::default();
    key.copy_from_slice(&digest::sha256_bytes(&all)[..size_of::<Key>()]);
    key
}
