//! Shows memories whole.

use std::ffi::OsString;

use jiff::Timestamp;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};

use super::{
    OpError, Outcome, find,
    row::{Row, display},
};
use crate::{
    model::{Document, Memory, age},
    store::{Store, read},
};

/// `mem.show/1`: memories with their text.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Show {
    /// The store.
    pub dir: String,
    /// In the order of the arguments.
    pub memories: Vec<Shown>,
}

/// A memory with its text.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Shown {
    /// What every document says of a memory.
    #[serde(flatten)]
    pub row: Row,
    /// The header's keys in file order; nested ones as `metadata.type`.
    pub header: Map<String, Value>,
    /// The text after the header, byte for byte.
    pub body: String,
    /// What to know before relying on it; `null` while it is fresh.
    pub warning: Option<String>,
    /// What is wrong with it, in sentences, for the reading form.
    #[serde(skip)]
    pub remarks: Vec<String>,
}

impl Outcome for Show {
    const SCHEMA: &'static str = "mem.show/1";
}

/// Shows the memories that the arguments mean.
///
/// # Errors
/// As [`find::one`], and [`OpError::Store`] when the directory cannot be read.
pub fn run(store: &Store, now: Timestamp, arguments: &[OsString]) -> Result<Show, OpError> {
    let memories = resolve(store, arguments)?;
    let shown = memories.iter().map(|m| {
        let document = read::again(m).ok_or_else(|| gone(store, m))?;
        Ok(shown(document, now))
    });
    Ok(Show { dir: display(store.dir()), memories: shown.collect::<Result<_, OpError>>()? })
}

/// The memories that the arguments mean, each once, in the order of the arguments.
///
/// # Errors
/// As [`find::one`].
pub fn resolve(store: &Store, arguments: &[OsString]) -> Result<Vec<Memory>, OpError> {
    let memories = store.memories()?.items;
    let mut found: Vec<Memory> = Vec::new();
    for argument in arguments {
        let memory = find::one(store, &memories, argument)?;
        if !found.iter().any(|m| m.path == memory.path) {
            found.push(memory.clone());
        }
    }
    Ok(found)
}

fn gone(store: &Store, memory: &Memory) -> OpError {
    OpError::NotFound { name: memory.file.clone(), dir: store.dir().to_owned(), near: Vec::new() }
}

fn shown(document: Document, now: Timestamp) -> Shown {
    let header = document.header.fields().map(|(key, value)| (key.to_owned(), Value::from(value))).collect();
    Shown {
        row: Row::new(&document.memory, now),
        header,
        body: document.body().to_owned(),
        warning: age::warning(document.memory.days(now)),
        remarks: document.memory.problems.iter().map(|p| p.text.clone()).collect(),
    }
}
