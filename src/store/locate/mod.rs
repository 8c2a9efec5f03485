//! Which directory holds the memory of this project: six rules, the first that applies.
//!
//! Looking creates nothing and costs a handful of system calls; what is dearer ([`others`],
//! [`moved`]) is asked for apart. No rule takes a directory that another project has made.

mod candidates;
mod evidence;
mod here;
mod inside;
mod note;
mod others;
mod place;
mod record;
mod search;
#[cfg(test)]
mod tests;

use std::{
    fs, io,
    path::{Path, PathBuf},
};

pub use candidates::{IN_PROJECT, claude_slug, mem_home};
pub use here::here;
pub use note::{LocateError, Note};
pub use others::{Other, moved, others};
pub use place::{Layout, Place, Rule};
pub use record::{create_private, make_private, record};
use search::Search;

use crate::world::World;

/// What the caller knows.
#[derive(Clone, Debug, Default)]
pub struct Ask<'a> {
    /// `--dir`.
    pub dir: Option<&'a Path>,
    /// The project, when there is one.
    pub roots: Option<Roots>,
    /// `store.dir` of the project's file.
    pub store_dir: Option<&'a Path>,
    /// `store.layout` of the user.
    pub layout: Option<&'a str>,
}

/// The directories of a project that stores are named after. All are physical.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Roots {
    /// The project's root.
    pub root: PathBuf,
    /// The directory at which paths inside the project start: the root, except when that is a bare
    /// repository.
    pub tree: PathBuf,
    /// The work tree around the working directory.
    pub top: PathBuf,
    /// The working directory.
    pub cwd: PathBuf,
}

/// Finds the memory directory.
///
/// # Errors
/// [`LocateError`] when there is neither a directory nor a project to go by, or what stands in the
/// directory's place cannot be one.
pub fn locate(world: &World, ask: &Ask<'_>) -> Result<Place, LocateError> {
    let given = given(world, ask)?.map(|(dir, rule)| (dir, Layout::Dir, rule));
    if let Some((dir, layout, rule)) = given.or_else(|| here(world).map(|(dir, layout)| (dir, layout, Rule::Here))) {
        let exists = is_there(&dir)?;
        let (roots, notes) = (ask.roots.clone(), Vec::new());
        return Ok(Place { dir, layout, rule, roots, exists, notes, record: None, recorded: false });
    }
    let roots = ask.roots.as_ref().ok_or(LocateError::NoProject)?;
    let mut search = Search::new(world, roots);
    let (dir, layout, rule) = search.run(ask)?;
    let exists = is_there(&dir)?;
    // A project's file speaks for itself each time, and is not trusted to be remembered.
    let folder = search.candidates.folder.as_ref().ok().filter(|_| rule != Rule::ProjectFile);
    let record = folder.map(|folder| folder.join(record::FILE));
    let (notes, recorded) = (search.notes, search.recorded.is_some());
    Ok(Place { dir, layout, rule, roots: Some(roots.clone()), exists, notes, record, recorded })
}

/// The directory named by hand, made absolute.
fn given(world: &World, ask: &Ask<'_>) -> Result<Option<(PathBuf, Rule)>, LocateError> {
    let variable = || world.var("MEM_DIR").map(|dir| (Path::new(dir), Rule::Environment));
    let Some((dir, rule)) = ask.dir.map(|dir| (dir, Rule::Flag)).or_else(variable) else { return Ok(None) };
    if dir.as_os_str().is_empty() {
        return Err(LocateError::Empty);
    }
    let whole = if dir.is_absolute() { dir.to_owned() } else { world.cwd()?.join(dir) };
    // Without `.` and doubled slashes.
    Ok(Some((whole.components().collect(), rule)))
}

/// Whether the directory exists; an error when something else has its place.
fn is_there(dir: &Path) -> Result<bool, LocateError> {
    match fs::metadata(dir) {
        Ok(meta) if meta.is_dir() => Ok(true),
        Ok(_) => Err(LocateError::NotADirectory(dir.into())),
        Err(e) if e.kind() == io::ErrorKind::NotADirectory => Err(LocateError::NotADirectory(dir.into())),
        Err(e) if e.kind() == io::ErrorKind::NotFound => match fs::symlink_metadata(dir) {
            Ok(_) => Err(LocateError::Dangling(dir.into())),
            Err(_) => Ok(false),
        },
        Err(source) => Err(LocateError::Io { dir: dir.into(), source }),
    }
}
