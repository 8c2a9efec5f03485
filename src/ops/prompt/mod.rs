//! The text about the memory for an agent's system prompt: what it is for, how to save, what never
//! to save, how far to trust it, and the index.

pub mod block;
mod fit;
mod text;

use schemars::JsonSchema;
use serde::Serialize;

use self::{
    fit::Listed,
    text::{Voice, sections},
};
use super::{OpError, Outcome, recall::render, row::display};
use crate::{
    agents::Agent,
    model::Cap,
    store::{Store, index::Index, write},
};

/// For whom the text is.
#[derive(Clone, Debug)]
pub struct Request {
    /// The agent, whose tools the text then names.
    pub agent: Option<&'static Agent>,
    /// How a shell starts `mem` on this store.
    pub program: String,
    /// The text at most.
    pub cap: Option<Cap>,
    /// Whether the index is part of it.
    pub index: bool,
    /// Whether it may name the store's directory, which is a path of this machine.
    pub dir: bool,
}

/// `mem.prompt/1`: the text about the memory for a system prompt.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Prompt {
    /// The store.
    pub dir: String,
    /// The text; empty when not even its first section fits.
    pub text: String,
    /// The index as far as it is part of the text.
    pub index: Shown,
    /// The file that holds the text; `null` when it was printed.
    pub kept: Option<Kept>,
}

/// How much of the index the text holds.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct Shown {
    /// Lines of it.
    pub lines: usize,
    /// Bytes of it.
    pub bytes: usize,
    /// Whether the index is larger than agents load.
    pub over: bool,
    /// Lines that are not part of the text.
    pub left_out: usize,
}

/// A file that keeps the text in a marked block.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Kept {
    /// The file.
    pub file: String,
    /// What became of it.
    pub action: Action,
}

/// What became of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// The block is new, or was changed.
    Written,
    /// The block was as it should be, or there was none to remove.
    Unchanged,
    /// The block was taken out.
    Removed,
}

impl Outcome for Prompt {
    const SCHEMA: &'static str = "mem.prompt/1";
}

/// Makes the text. A store that does not exist has no memories.
///
/// # Errors
/// [`OpError::Store`] when its index cannot be read.
pub fn run(store: &Store, request: &Request) -> Result<Prompt, OpError> {
    let (lines, over) = if request.index { index(store)? } else { (Vec::new(), false) };
    let dir = request.dir.then(|| render::safe(&display(store.dir())));
    let voice = Voice { program: &request.program, dir: dir.as_deref(), agent: request.agent };
    let index = request.index.then_some(lines.as_slice());
    let (text, Listed { lines, bytes, left_out }) = fit::fit(sections(&voice), index, request.cap, &request.program);
    Ok(Prompt { dir: display(store.dir()), text, index: Shown { lines, bytes, over, left_out }, kept: None })
}

/// The lines of the index that agents load, and whether they are more than that. Where there is no
/// index yet, the one that `mem reindex` would make.
fn index(store: &Store) -> Result<(Vec<String>, bool), OpError> {
    let seen = write::see(&store.index_path())?;
    let index =
        if seen.stamp.is_some() { Index::parse(&seen.text) } else { Index::rebuilt(&store.memories()?.items).0 };
    let clean = |line: &str| render::safe(line.trim_end()) + "\n";
    let lines: Vec<String> = index.loaded().map(clean).collect();
    // The section has a heading of its own.
    let start = lines.iter().take_while(|line| line.trim().is_empty() || line.starts_with("# ")).count();
    let end = lines.iter().rposition(|line| !line.trim().is_empty()).map_or(start, |last| last + 1);
    Ok((lines[start.min(end)..end].to_vec(), index.size().over()))
}
