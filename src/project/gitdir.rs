//! git's layout on disk, read without the git binary: that one refuses a repository of another
//! owner, starts slowly, and obeys variables that a hook has set for another repository.
//!
//! A path in a `.git` file is a claim of whoever wrote the file. It is followed only when the
//! other end, which he could not write, says the same.

use std::{
    ffi::OsString,
    fs::{self, File},
    io::Read as _,
    path::{Path, PathBuf},
};

/// More than this is neither a pointer nor the `[core]` part of a config.
const READ_AT_MOST: u64 = 64 * 1024;

/// What stands at `.git` in a directory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// The repository itself.
    Repository,
    /// A work tree of its own whose repository lies elsewhere: a submodule, `--separate-git-dir`.
    Own,
    /// A linked worktree of the repository with this common directory.
    Linked(PathBuf),
    /// A `.git` file whose other end does not know this directory.
    Unproven,
}

/// What `dir/.git` is, when it is git's at all.
pub(super) fn at(dir: &Path) -> Option<Found> {
    let dot_git = dir.join(".git");
    let kind = fs::metadata(&dot_git).ok()?.file_type();
    if kind.is_dir() {
        return is_repository(&dot_git).then_some(Found::Repository);
    }
    let target = if kind.is_file() { pointer(&dot_git, b"gitdir: ")? } else { return None };
    let target = dir.join(target).canonicalize().ok()?;
    Some(match linked(&target) {
        Some(common) if names(&target.join("gitdir"), &dot_git) => Found::Linked(common),
        Some(_) => Found::Unproven,
        None => own(dir, &target)?,
    })
}

/// The commit that `HEAD` of a work tree names. None before the first commit, and where refs are not
/// kept in files.
pub(super) fn head(top: &Path) -> Option<String> {
    let dot_git = top.join(".git");
    let git_dir = if dot_git.is_dir() { dot_git } else { top.join(pointer(&dot_git, b"gitdir: ")?) };
    let text = |path: PathBuf| Some(String::from_utf8_lossy(&read(&path)?).trim().to_owned());
    let head = text(git_dir.join("HEAD"))?;
    let Some(name) = head.strip_prefix("ref: ") else { return Some(head) };
    let common = linked(&git_dir.canonicalize().ok()?).unwrap_or(git_dir);
    text(common.join(name)).or_else(|| {
        let packed = fs::read_to_string(common.join("packed-refs")).ok()?;
        let id = packed.lines().find_map(|line| line.strip_suffix(name)?.strip_suffix(' '));
        id.map(str::to_owned)
    })
}

/// `HEAD`, `objects` and `refs`: what git itself asks of a repository.
pub(super) fn is_repository(dir: &Path) -> bool {
    fs::symlink_metadata(dir.join("HEAD")).is_ok() && dir.join("objects").is_dir() && dir.join("refs").is_dir()
}

/// The directory that stands for a repository, given its common directory: its main work tree.
/// A bare repository has none and stands for itself, unless a `.git` file beside it points to it.
pub(super) fn main_tree(common: &Path) -> PathBuf {
    let parent = common.parent().unwrap_or(common);
    if common.file_name().is_some_and(|name| name == ".git") {
        return parent.to_owned();
    }
    let configured = core_worktree(common).filter(|tree| points_to(tree, common));
    let beside = || points_to(parent, common).then(|| parent.to_owned());
    configured.or_else(beside).unwrap_or_else(|| common.to_owned())
}

/// The common directory, when `target` is a linked worktree's entry in it. The entry must lie in
/// the repository: one made elsewhere could name any repository as its own.
fn linked(target: &Path) -> Option<PathBuf> {
    let common = target.join(pointer(&target.join("commondir"), b"")?).canonicalize().ok()?;
    let inside = target.parent() == Some(&common.join("worktrees"));
    (inside && is_repository(&common)).then_some(common)
}

/// A `.git` file that leads to a whole repository.
fn own(dir: &Path, target: &Path) -> Option<Found> {
    if !is_repository(target) {
        return None;
    }
    let proven = match core_worktree(target) {
        Some(tree) => tree == dir,
        // `--separate-git-dir` writes no way back; but a `.git` has its work tree around it.
        None => target.file_name().is_none_or(|name| name != ".git"),
    };
    Some(if proven { Found::Own } else { Found::Unproven })
}

/// Whether the `.git` file in `tree` leads to `git_dir`.
fn points_to(tree: &Path, git_dir: &Path) -> bool {
    let target = pointer(&tree.join(".git"), b"gitdir: ").and_then(|t| tree.join(t).canonicalize().ok());
    target.is_some_and(|target| target == git_dir)
}

/// Whether the path written in `file` is `path`.
fn names(file: &Path, path: &Path) -> bool {
    let base = file.parent().unwrap_or(file);
    let written = pointer(file, b"").map(|p| base.join(p));
    let same = |written: PathBuf| Some(written.canonicalize().ok()? == path.canonicalize().ok()?);
    written.and_then(same).unwrap_or(false)
}

/// The path in a one-line file, after `prefix`.
fn pointer(file: &Path, prefix: &[u8]) -> Option<PathBuf> {
    let bytes = read(file)?;
    let mut path = bytes.strip_prefix(prefix)?;
    while let [rest @ .., b'\n' | b'\r'] = path {
        path = rest;
    }
    (!path.is_empty()).then(|| path_from(path.to_vec()))
}

/// `core.worktree`, physical. It may stand in the worktree's own config file.
fn core_worktree(git_dir: &Path) -> Option<PathBuf> {
    let value = |name| read(&git_dir.join(name)).and_then(|bytes| worktree_value(&bytes));
    let tree = value("config.worktree").or_else(|| value("config"))?;
    git_dir.join(path_from(tree)).canonicalize().ok()
}

/// The last `worktree` of `[core]` in a git config.
fn worktree_value(config: &[u8]) -> Option<Vec<u8>> {
    let (mut core, mut value) = (false, None);
    for line in config.split(|&b| b == b'\n').map(<[u8]>::trim_ascii) {
        if line.starts_with(b"[") {
            core = line.eq_ignore_ascii_case(b"[core]");
        } else if let Some(at) = line.iter().position(|&b| b == b'=').filter(|_| core)
            && line[..at].trim_ascii().eq_ignore_ascii_case(b"worktree")
        {
            value = Some(unquote(line[at + 1..].trim_ascii()));
        }
    }
    value
}

/// A config value without its quotes.
fn unquote(value: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(value.len());
    let mut bytes = value.iter();
    while let Some(&b) = bytes.next() {
        match b {
            b'"' => {}
            b'\\' => out.extend(bytes.next()),
            _ => out.push(b),
        }
    }
    out
}

/// A small regular file. Never a pipe, which would hang.
fn read(path: &Path) -> Option<Vec<u8>> {
    if !fs::metadata(path).ok()?.is_file() {
        return None;
    }
    let mut bytes = Vec::new();
    File::open(path).ok()?.take(READ_AT_MOST).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}

#[cfg(unix)]
fn path_from(bytes: Vec<u8>) -> PathBuf {
    use std::os::unix::ffi::OsStringExt as _;
    OsString::from_vec(bytes).into()
}

#[cfg(not(unix))]
fn path_from(bytes: Vec<u8>) -> PathBuf {
    OsString::from(String::from_utf8_lossy(&bytes).into_owned()).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn worktree_in_a_config() {
        let config = b"[core]\n\tbare = false\n\tWorkTree = \"a b\\\\c\"\n[remote \"x\"]\n\tworktree = no\n";
        assert_eq!(worktree_value(config).unwrap(), b"a b\\c");
        assert_eq!(worktree_value(b"[other]\nworktree = x\n"), None);
    }
}
