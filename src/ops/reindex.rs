//! Brings the index in step with the files.

use schemars::JsonSchema;
use serde::Serialize;

use super::{OpError, Outcome, add::IndexState, desk::Desk, row::display};
use crate::{
    store::{
        Store,
        index::{Index, MergeError, Merged},
        scan,
    },
    world::World,
};

/// What to do.
#[derive(Clone, Copy, Debug, Default)]
pub struct Request {
    /// Only say what would change.
    pub dry_run: bool,
    /// Write it anew instead of merging.
    pub rebuild: bool,
    /// Also when every file that it lists is gone.
    pub force: bool,
}

/// `mem.reindex/1`: what changed in the index.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Reindex {
    /// The store.
    pub dir: String,
    /// Whether the index differs from what it should be, or did before it was written.
    pub changed: bool,
    /// Files that got a line.
    pub added: Vec<String>,
    /// Files whose entries went.
    pub removed: Vec<String>,
    /// The index afterwards.
    pub index: Counted,
    /// Whether nothing was written.
    pub dry_run: bool,
    /// Dead entries that stay, since text of their own hangs on them.
    #[serde(skip)]
    pub kept: Vec<String>,
    /// The index before and after, for the difference.
    #[serde(skip)]
    pub texts: (String, String),
    /// What else the person should know.
    #[serde(skip)]
    pub notices: Vec<String>,
}

/// The size of the index against its limits.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct Counted {
    /// Lines that agents load.
    pub lines: usize,
    /// Bytes that agents load.
    pub bytes: usize,
    /// Whether agents cut it off.
    pub over: bool,
    /// Memories that have no line, since it would not be loaded.
    pub left_out: usize,
}

impl Outcome for Reindex {
    const SCHEMA: &'static str = "mem.reindex/1";
}

/// Merges or rebuilds the index, or says what that would do.
///
/// # Errors
/// [`OpError::Refused`] when the index may not be touched, [`OpError::Store`] when it cannot.
pub fn run(world: &World, store: &Store, request: Request) -> Result<Reindex, OpError> {
    if !store.dir().is_dir() {
        // Nothing to index, and a look creates nothing.
        store.scan()?;
        return Ok(outcome(store, request, "", Index::parse(""), Merged::default()));
    }
    if request.dry_run {
        let memories = store.memories()?.items;
        let seen = crate::store::write::see(&store.index_path())?;
        let written = store.past(world).ok().flatten().map(|past| past.written()).unwrap_or_default();
        let (index, merged) = decide(store, &memories, &seen.text, seen.stamp.is_some(), &written, request)?;
        return Ok(outcome(store, request, &seen.text, index, merged));
    }
    let mut desk = Desk::open(world, store)?;
    let (before, index, merged) = super::replace::retry(world, || {
        let seen = desk.index_seen()?;
        let written = desk.written();
        let (index, merged) = decide(store, &desk.memories, &seen.text, seen.stamp.is_some(), &written, request)?;
        if index.text() != seen.text {
            if request.rebuild && seen.stamp.is_some() {
                desk.settle(request.force)?;
            }
            desk.put_index(&index, &seen)?;
        }
        Ok((seen.text, index, merged))
    })?;
    desk.commit(if request.rebuild { "reindex: rebuilt" } else { "reindex" });
    let mut outcome = outcome(store, request, &before, index, merged);
    outcome.notices = desk.notices();
    Ok(outcome)
}

/// The index as it should be.
fn decide(
    store: &Store,
    memories: &[crate::model::Memory],
    text: &str,
    is_there: bool,
    written: &std::collections::BTreeSet<String>,
    request: Request,
) -> Result<(Index, Merged), OpError> {
    if request.rebuild || !is_there {
        // An empty store needs no index.
        return Ok(if memories.is_empty() && !is_there {
            (Index::parse(""), Merged::default())
        } else {
            Index::rebuilt(memories)
        });
    }
    let exists = |file: &str| scan::path_of(store.dir(), file).symlink_metadata().is_ok();
    let mut index = Index::parse(text);
    let facts = crate::store::index::Facts { memories, exists: &exists, written };
    let path = display(&store.index_path());
    let merged = index.merge(&facts, request.force).map_err(|why| OpError::Refused {
        message: format!("{path}: {why}"),
        hint: match why {
            MergeError::Conflict(_) => "merge it in an editor; nothing was changed".into(),
            MergeError::AllGone(_) => "is the directory mounted? --force takes the entries out all the same".into(),
        },
    })?;
    Ok((index, merged))
}

fn outcome(store: &Store, request: Request, before: &str, index: Index, merged: Merged) -> Reindex {
    let (size, after) = (IndexState::from(index.size()), index.text());
    Reindex {
        dir: display(store.dir()),
        changed: before != after,
        added: merged.added,
        removed: merged.removed,
        index: Counted { lines: size.lines, bytes: size.bytes, over: size.over, left_out: merged.left_out },
        dry_run: request.dry_run,
        kept: merged.kept,
        texts: (before.to_owned(), after),
        notices: Vec::new(),
    }
}
