//! Where git looks for the hooks of a repository.

use std::path::{Path, PathBuf};

use crate::{
    ops::{OpError, hook::setup::refused},
    project::git,
    world::World,
};

/// The folder, and whose it is.
pub(super) struct Folder {
    pub(super) dir: PathBuf,
    /// It is part of the work tree and not ignored, so that what is put there is committed.
    pub(super) is_committed: bool,
    /// It lies outside of this repository, so that others may use it too.
    pub(super) is_shared: bool,
}

/// The folder of hooks for the work tree `top`.
pub(super) fn find(world: &World, top: &Path) -> Result<Folder, OpError> {
    let ask = |args: &[&str]| git::run(world, top, args).map(|out| out.trim_end_matches(['\n', '\r']).to_owned());
    let path = |name: &str| ask(&["rev-parse", "--path-format=absolute", "--git-path", name]);
    let (Some(dir), Some(common)) = (path("hooks"), ask(&["rev-parse", "--path-format=absolute", "--git-common-dir"]))
    else {
        return Err(refused(
            format!("{} is not a git repository that git can use", top.display()),
            "git init makes one",
        ));
    };
    let (dir, common) = (PathBuf::from(dir), PathBuf::from(common));
    let (real, common) = (physical(&dir), physical(&common));
    let in_git = real.starts_with(&common);
    let in_tree = !in_git && real.starts_with(physical(top));
    let probe = dir.join("pre-commit");
    let ignored = || git::run(world, top, &["check-ignore", "-q", &probe.to_string_lossy()]).is_some();
    Ok(Folder { is_committed: in_tree && !ignored(), is_shared: !in_git && !in_tree, dir })
}

/// The path without links, also of a folder that is not there yet.
fn physical(path: &Path) -> PathBuf {
    path.canonicalize()
        .or_else(|_| Ok(path.parent().unwrap_or(path).canonicalize()?.join(path.file_name().unwrap_or_default())))
        .unwrap_or_else(|_: std::io::Error| path.to_owned())
}
