//! What is asked only when there is time: further stores of the project, and a store that a rename
//! has left behind.

use std::path::{Path, PathBuf};

use super::{Layout, Note, Place, Rule, candidates, candidates::Candidates, evidence, inside, record};
use crate::world::World;

/// Sub-directories deeper than this hold no memories.
const DEPTH: usize = 3;

/// Another store that holds memories for the same project.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Other {
    /// The directory.
    pub dir: PathBuf,
    /// Whose it is.
    pub layout: Layout,
    /// How many memories are in it, by their names.
    pub memories: usize,
}

/// The further stores of the project that hold memories. None when the directory was named by hand.
#[must_use]
pub fn others(world: &World, place: &Place) -> Vec<Other> {
    let Some(roots) = place.roots.as_ref().filter(|_| place.layout != Layout::Dir) else { return Vec::new() };
    let mut seen = vec![physical(&place.dir)];
    let mut found = Vec::new();
    for (dir, layout) in all(&Candidates::new(world, roots)) {
        let memories = if seen.contains(&physical(&dir)) { 0 } else { count(&dir, DEPTH) };
        if memories > 0 {
            seen.push(physical(&dir));
            found.push(Other { dir, layout, memories });
        }
    }
    found
}

/// Every directory that is the project's, by rule 5 and 6.
fn all(candidates: &Candidates<'_>) -> Vec<(PathBuf, Layout)> {
    let team = candidates.roots.tree.join(candidates::IN_PROJECT);
    let team = Some(team).filter(|dir| inside::leaves(&candidates.roots.tree, dir).is_none());
    let claude = candidates.claude().unwrap_or_default().into_iter();
    let claude = claude.filter(|c| !evidence::judge(c, candidates).is_some_and(|note| note.refuses()));
    let mini = candidates.mini_claude().unwrap_or_default();
    let mut all: Vec<_> = team.map(|dir| (dir, Layout::Project)).into_iter().collect();
    all.extend(claude.map(|candidate| (candidate.dir, Layout::Claude)));
    all.extend(mini.into_iter().map(|dir| (dir, Layout::MiniClaude)));
    all.extend(candidates.own().ok().map(|dir| (dir, Layout::Mem)));
    all
}

/// A store whose project is gone and may have been this one: the same directory under another
/// name, or one of the same name elsewhere. Asked for only where this project has nothing yet.
#[must_use]
pub fn moved(world: &World, place: &Place) -> Option<Note> {
    let roots = place.roots.as_ref()?;
    if !matches!(place.rule, Rule::Own | Rule::UserConfig) || place.exists || place.recorded {
        return None;
    }
    let candidates = Candidates::new(world, roots);
    let projects = candidates.folder.as_ref().ok()?.parent()?;
    let usable = |r: &record::Record| r.path != roots.root && !r.path.exists() && count(&r.dir, DEPTH) > 0;
    let gone: Vec<_> = record::all(projects).filter(usable).collect();
    let renamed = gone.iter().find(|record| record.was(&roots.root));
    // The newest of several is not known; the first by path is at least always the same.
    let namesake = || gone.iter().filter(|r| r.path.file_name() == roots.root.file_name()).min_by_key(|r| &r.path);
    let old = renamed.or_else(namesake)?;
    Some(Note::Moved { old: old.path.clone(), dir: old.dir.clone(), new: place.dir.clone() })
}

/// The directory behind all links, to tell whether two are one.
fn physical(dir: &Path) -> PathBuf {
    dir.canonicalize().unwrap_or_else(|_| dir.to_owned())
}

/// Files that look like memories: a cheap count, by name alone.
fn count(dir: &Path, depth: usize) -> usize {
    let entries = dir.read_dir().into_iter().flatten().flatten();
    let weigh = |entry: std::fs::DirEntry| match (entry.file_type(), entry.file_name().to_str()) {
        (_, Some(name)) if name.starts_with('.') || matches!(name, "logs" | "archive") => 0,
        (Ok(kind), _) if kind.is_dir() => depth.checked_sub(1).map_or(0, |depth| count(&entry.path(), depth)),
        (_, Some(name)) => usize::from(is_memory(name)),
        _ => 0,
    };
    entries.map(weigh).sum()
}

fn is_memory(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    name.ends_with(".md") && name != "memory.md" && name != "readme.md"
}
