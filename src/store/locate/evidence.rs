//! Whose a directory of Claude Code is. Its name cannot tell `a-b` from `a_b`, nor `新聞` from `暫存`;
//! the transcripts beside it can, and so can the records of mem's other projects.

use std::{
    fs::File,
    io::Read as _,
    path::{Path, PathBuf},
};

use super::{
    Note, Roots,
    candidates::{Candidates, Claude, Name, look_alike},
    record,
};

/// Transcripts that are looked at; more only while none of them is ours.
const LOOK_AT: usize = 3;

/// Where looking ends when all name other projects.
const LOOK_AT_MOST: usize = 64;

/// The working directory stands in one of the first lines. Most often the first read has it.
const READS: [u64; 2] = [4 * 1024, 60 * 1024];

/// What is to be said about a directory before it is used; nothing when it is plainly ours, or
/// could be nobody else's.
pub(super) fn judge(candidate: &Claude, candidates: &Candidates<'_>) -> Option<Note> {
    if candidate.name == Name::Chosen {
        return None;
    }
    let (dir, ours) = (candidate.dir.clone(), candidates.roots.root.clone());
    match transcripts(&dir, candidates.roots) {
        Seen { ours: true, theirs: None } => None,
        Seen { ours: true, theirs: Some(theirs) } => Some(Note::Mixed { dir, ours, theirs }),
        Seen { theirs: Some(theirs), .. } => Some(Note::Foreign { dir, ours, theirs }),
        Seen { theirs: None, .. } => match claimed(candidates, &dir) {
            Some(theirs) => Some(Note::Foreign { dir, ours, theirs }),
            None => unproven(candidate),
        },
    }
}

/// With no witness, the name decides, unless it fits another directory as well.
fn unproven(candidate: &Claude) -> Option<Note> {
    let other = look_alike(&candidate.path);
    let doubtful = other.is_some() || candidate.name == Name::Prefix;
    doubtful.then(|| Note::Unproven { dir: candidate.dir.clone(), other })
}

/// What the transcripts name.
#[derive(Default)]
struct Seen {
    ours: bool,
    theirs: Option<PathBuf>,
}

fn transcripts(memory: &Path, roots: &Roots) -> Seen {
    let mut seen = Seen::default();
    let entries = memory.parent().and_then(|dir| dir.read_dir().ok()).into_iter().flatten().flatten();
    let files = entries.filter(|e| e.file_name().as_encoded_bytes().ends_with(b".jsonl"));
    // Only plain files: a pipe would hang.
    let plain = files.filter(|e| e.file_type().is_ok_and(|kind| kind.is_file()));
    for (i, file) in plain.take(LOOK_AT_MOST).enumerate() {
        if i >= LOOK_AT && (seen.ours || seen.theirs.is_none()) {
            break;
        }
        match cwd_in(&file.path()) {
            Some(cwd) if is_ours(&cwd, roots) => seen.ours = true,
            Some(cwd) => seen.theirs = Some(cwd),
            None => {}
        }
    }
    seen
}

/// The first working directory that a transcript names.
fn cwd_in(transcript: &Path) -> Option<PathBuf> {
    let mut file = File::open(transcript).ok()?;
    let mut bytes = Vec::new();
    READS.iter().find_map(|&more| {
        (&mut file).take(more).read_to_end(&mut bytes).ok()?;
        find_cwd(&bytes)
    })
}

/// The value of the first `"cwd"` key. Inside a string its quotes would have backslashes.
fn find_cwd(bytes: &[u8]) -> Option<PathBuf> {
    const KEY: &[u8] = b"\"cwd\"";
    let mut rest = bytes;
    loop {
        let at = rest.windows(KEY.len()).position(|window| window == KEY)?;
        rest = &rest[at + KEY.len()..];
        let value = rest.trim_ascii_start().strip_prefix(b":").map(<[u8]>::trim_ascii_start);
        let text = value.and_then(|value| serde_json::Deserializer::from_slice(value).into_iter::<String>().next());
        if let Some(Ok(path)) = text {
            return Some(path.into());
        }
    }
}

/// Whether a working directory lies in the project, by its text or through a link.
fn is_ours(cwd: &Path, Roots { root, tree, top, cwd: here }: &Roots) -> bool {
    let within = |path: &Path| [root, tree, top, here].iter().any(|dir| path.starts_with(dir));
    within(cwd) || cwd.canonicalize().is_ok_and(|real| within(&real))
}

/// The other project that uses the directory by mem's own records.
fn claimed(candidates: &Candidates<'_>, dir: &Path) -> Option<PathBuf> {
    let projects = candidates.folder.as_ref().ok()?.parent()?;
    let root = &candidates.roots.root;
    let others = record::all(projects).filter(|record| record.path != *root && !record.was(root));
    others.into_iter().find(|record| record.dir == dir).map(|record| record.path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_working_directory() {
        let line = br#"{"type":"user","message":"say \"cwd\":\"/no\"","x":{"cwd":7},"cwd": "/w/a\u005fb\"c"}"#;
        assert_eq!(find_cwd(line).unwrap(), Path::new("/w/a_b\"c"));
        assert_eq!(find_cwd(br#"{"cwd":"/w/cut"#), None);
        assert_eq!(find_cwd(b""), None);
    }
}
