//! What the next commit of the project holds below a directory: blobs, not the files of the work tree.

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
};

use super::{Project, git};
use crate::world::World;

/// The files of the next commit below a directory.
#[derive(Debug, Default)]
pub struct Staged {
    /// All of them: path below the directory, and content.
    pub files: Vec<(String, Vec<u8>)>,
    /// Links and submodules, which have no content of their own.
    pub links: Vec<String>,
    /// Those that the commit brings or changes; a file that only moved, or got another mode, is none.
    pub changed: BTreeSet<String>,
}

/// What is staged below `dir`, of the files that `wanted` wants. `None` when git does not track that
/// directory or cannot be asked.
#[must_use]
pub fn below(world: &World, project: &Project, dir: &Path, wanted: &dyn Fn(&str) -> bool) -> Option<Staged> {
    let dir = here(project, dir).filter(|_| project.in_git())?;
    let index = index_file(world, project);
    let ask = |args: &[&str], input: Vec<u8>| git::feed(world, &dir, args, index.as_deref(), input);
    let listed = ask(&["ls-files", "-s", "-z", "--", "."], Vec::new())?;
    let (mut staged, mut ids) = (Staged::default(), Vec::new());
    for entry in fields(&listed) {
        let (meta, file) = entry.split_once('\t')?;
        if !wanted(file) {
            continue;
        }
        match meta.split(' ').collect::<Vec<_>>()[..] {
            ["100644" | "100755", id, "0"] => ids.push((file.to_owned(), id.to_owned())),
            [_, _, "0"] => staged.links.push(file.to_owned()),
            // A conflict: there is nothing to commit yet.
            _ => {}
        }
    }
    let diff = ["diff", "--cached", "--raw", "-z", "--no-abbrev", "--find-renames", "--relative", "--", "."];
    staged.changed = changed(&ask(&diff, Vec::new())?);
    let asked: String = ids.iter().map(|(_, id)| format!("{id}\n")).collect();
    let mut answer = &ask(&["cat-file", "--batch"], asked.into_bytes())?[..];
    for (file, _) in ids {
        staged.files.push((file, blob(&mut answer)?.to_vec()));
    }
    Some(staged)
}

/// The directory in the work tree of the commit: a linked one has a copy of its own of what lies in the
/// main one.
fn here(project: &Project, dir: &Path) -> Option<PathBuf> {
    let dir = dir.canonicalize().ok()?;
    if dir.starts_with(&project.top) {
        return Some(dir);
    }
    let copy = project.top.join(dir.strip_prefix(&project.root).ok()?).canonicalize().ok()?;
    copy.starts_with(&project.top).then_some(copy)
}

/// Pieces that end with NUL.
fn fields(bytes: &[u8]) -> impl Iterator<Item = std::borrow::Cow<'_, str>> {
    bytes.split(|b| *b == 0).filter(|piece| !piece.is_empty()).map(String::from_utf8_lossy)
}

/// `:MODE MODE ID ID STATUS NUL PATH NUL`, and one path more for a file that moved.
fn changed(raw: &[u8]) -> BTreeSet<String> {
    let mut changed = BTreeSet::new();
    let mut pieces = fields(raw);
    while let Some(head) = pieces.next() {
        let parts: Vec<&str> = head.trim_start_matches(':').split(' ').collect();
        let [_, _, before, after, status] = parts[..] else { break };
        let moved = status.starts_with(['R', 'C']);
        let Some(path) = (if moved { pieces.nth(1) } else { pieces.next() }) else { break };
        if !status.starts_with('D') && before != after {
            changed.insert(path.into_owned());
        }
    }
    changed
}

/// The next blob of `cat-file --batch`: `ID blob SIZE`, a line end, the bytes, a line end.
fn blob<'a>(answer: &mut &'a [u8]) -> Option<&'a [u8]> {
    let end = answer.iter().position(|b| *b == b'\n')?;
    let size: usize = std::str::from_utf8(&answer[..end]).ok()?.rsplit(' ').next()?.parse().ok()?;
    let blob = answer.get(end + 1..end + 1 + size)?;
    *answer = answer.get(end + 1 + size + 1..)?;
    Some(blob)
}

/// The index of the commit that a hook runs for (`git commit -a` makes one of its own), when it is one of
/// this repository.
fn index_file(world: &World, project: &Project) -> Option<PathBuf> {
    let file = project.top.join(world.var("GIT_INDEX_FILE")?);
    let folder = file.parent()?.canonicalize().ok()?;
    let git_dir = git::run(world, &project.top, &["rev-parse", "--absolute-git-dir"])?;
    let own = Path::new(git_dir.trim_end_matches('\n')).canonicalize().ok()?;
    folder.starts_with(own).then_some(file)
}

#[cfg(test)]
mod tests {
    use super::{blob, changed};

    #[test]
    fn moves_and_modes_change_nothing() {
        let (a, b) = ("a".repeat(40), "b".repeat(40));
        let raw = format!(
            ":100644 100644 {a} {b} M\0x y.md\0:100644 100755 {a} {a} M\0mode.md\0:100644 000000 {a} {b} D\0gone.md\0\
             :100644 100644 {a} {a} R100\0old.md\0new.md\0:100644 100644 {a} {b} R090\0old2.md\0ü.md\0"
        );
        assert_eq!(changed(raw.as_bytes()).into_iter().collect::<Vec<_>>(), ["x y.md", "ü.md"]);
    }

    #[test]
    fn blobs_come_one_after_the_other() {
        let mut answer = &b"0123 blob 3\na\nb\n4567 blob 0\n\n"[..];
        assert_eq!(
            (blob(&mut answer), blob(&mut answer), blob(&mut answer)),
            (Some(&b"a\nb"[..]), Some(&b""[..]), None)
        );
    }
}
