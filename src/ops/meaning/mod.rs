//! What memories mean, as vectors that are kept beside the store: who has some, who has none yet, and
//! how near they are to a prompt.
//!
//! `near` looks, and never makes any: what has no vectors yet is ranked by its words. [`make`] makes
//! those that are missing; `add`, `edit`, `mv` and `reindex` do so, and a worker that a recall which
//! missed some has left behind.

mod keys;
mod make;
mod near;

pub use make::{Haste, is_worth_starting, make, make_for};
pub(super) use near::{Near, near};

use crate::{
    model::{Document, digest},
    select::encoder::{self, Vector},
    store::{Form, Key},
};

/// Whose vectors these are.
const FORM: Form = Form { version: encoder::VERSION, size: Vector::BYTES };

/// Of a store of more memories only the heads count: names and descriptions. (All their vectors are
/// read for each prompt; these are 25 MB of sixteen pieces each.)
const MANY: usize = 3_000;

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
