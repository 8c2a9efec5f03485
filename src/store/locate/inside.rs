//! Whether a path that a project names stays in the project, links included.

use std::{
    fs,
    path::{Path, PathBuf},
};

/// Where `dir`, written below `tree`, really leads, when that is not inside `tree`. A repository
/// can hold links to anywhere. `tree` is physical.
pub(super) fn leaves(tree: &Path, dir: &Path) -> Option<PathBuf> {
    let existing = dir.ancestors().find(|path| fs::symlink_metadata(path).is_ok())?;
    let outside = |real: &PathBuf| real.strip_prefix(tree).map_or(true, |rest| rest.iter().any(|p| p == ".git"));
    match existing.canonicalize() {
        Ok(real) => Some(real).filter(outside),
        // A link to nothing would lead wherever somebody makes its target.
        Err(_) => Some(fs::read_link(existing).unwrap_or_else(|_| existing.into())),
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn links_that_leave() {
        let temp = tempfile::tempdir().unwrap();
        let base = temp.path().canonicalize().unwrap();
        let tree = base.join("p");
        for dir in ["p/a/b", "p/.git/x", "out/sub"] {
            fs::create_dir_all(base.join(dir)).unwrap();
        }
        symlink(base.join("out"), tree.join("away")).unwrap();
        symlink("a", tree.join("near")).unwrap();
        symlink("../nowhere", tree.join("dangling")).unwrap();
        symlink(".git/x", tree.join("git")).unwrap();
        for stays in ["a/b", "new/deep", "near", "near/b/new"] {
            assert_eq!(leaves(&tree, &tree.join(stays)), None, "{stays}");
        }
        for goes in ["away", "away/sub", "away/new/deep", "dangling", "dangling/x", "git", "git/new"] {
            assert!(leaves(&tree, &tree.join(goes)).is_some(), "{goes}");
        }
    }
}
