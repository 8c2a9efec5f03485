//! Brings the index in step with the files.

use std::{
    cell::LazyCell,
    collections::BTreeSet,
    path::{Path, PathBuf},
};

use schemars::JsonSchema;
use serde::Serialize;

use super::{OpError, Outcome, add::IndexState, desk::Desk, row::display};
use crate::{
    model::Memory,
    project,
    store::{
        Store,
        index::{Facts, Index, MergeError, Merged},
        scan,
        write::{self, Seen},
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
    /// Those of `removed` whose text stays without its link, since more hangs on it.
    #[serde(skip)]
    pub kept: Vec<String>,
    /// The index's file name.
    #[serde(skip)]
    pub file: String,
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
        let seen = write::see(&store.index_path())?;
        let (index, merged) = decide(world, store, &memories, &seen, &store.written(world), request)?;
        return Ok(outcome(store, request, &seen.text, index, merged));
    }
    let mut desk = Desk::open(world, store)?;
    let (before, index, merged) = super::replace::retry(world, || {
        let seen = desk.index_seen()?;
        let written = desk.written();
        let (index, merged) = decide(world, store, &desk.memories, &seen, &written, request)?;
        if index.text() != seen.text {
            if request.rebuild && seen.stamp.is_some() {
                let name = desk.index_name().unwrap_or_default();
                desk.secure(&name, &(&seen).into(), request.force)?;
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
    world: &World,
    store: &Store,
    memories: &[Memory],
    seen: &Seen,
    written: &BTreeSet<String>,
    request: Request,
) -> Result<(Index, Merged), OpError> {
    let is_there = seen.stamp.is_some();
    if memories.is_empty() && !is_there {
        // An empty store needs no index.
        return Ok((Index::parse(""), Merged::default()));
    }
    let folder = store.dir().file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
    let roots = LazyCell::new(|| roots(world, store));
    let exists = |file: &str| exists(store.dir(), file, || &roots);
    let facts = Facts { memories, exists: &exists, written, folder: &folder };
    let mut index = Index::parse(&seen.text);
    let decided = match request.rebuild || !is_there {
        true if request.force => Ok(Index::rebuilt(memories)),
        true => index.some_are_left(&facts).map(|()| Index::rebuilt(memories)),
        false => index.merge(&facts, request.force).map(|merged| (index, merged)),
    };
    decided.map_err(|why| refused(&display(&store.index_path()), &why))
}

fn refused(path: &str, why: &MergeError) -> OpError {
    OpError::Refused {
        message: format!("{path}: {why}"),
        hint: match why {
            MergeError::Conflict(..) => "merge it in an editor; nothing was changed".into(),
            MergeError::AllGone(_) => "is the directory mounted? --force takes the entries out all the same".into(),
        },
    }
}

/// Directories that links with a folder in them may start from: agents write paths as they see them.
pub(super) fn roots(world: &World, store: &Store) -> Vec<PathBuf> {
    let project = project::root::find(world).ok().map(|project| project.root);
    project.into_iter().chain(store.dir().ancestors().skip(1).map(Path::to_owned)).collect()
}

/// Whether a link leads to a file, in the store or, when it names a folder, in the project.
fn exists<'r>(dir: &Path, file: &str, roots: impl FnOnce() -> &'r [PathBuf]) -> bool {
    let is_there = |dir: &Path| scan::path_of(dir, file).symlink_metadata().is_ok();
    is_there(dir) || file.contains('/') && roots().iter().any(|root| is_there(root))
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
        file: store.index_path().file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default(),
        texts: (before.to_owned(), after),
        notices: Vec::new(),
    }
}
