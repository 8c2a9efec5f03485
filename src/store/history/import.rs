//! Commits through `git fast-import`: one process, bytes as they are, no index and no work tree,
//! so that neither filters nor line-end settings nor a left-over `index.lock` can take part.

use super::{Change, Git, GitError, REF, state::is_id};

/// One commit to be made.
pub(super) struct Commit<'a> {
    pub(super) subject: &'a str,
    /// Its time, in seconds since 1970.
    pub(super) seconds: i64,
    pub(super) changes: &'a [Change],
}

/// Bytes of contents from which packing them small is worth its time. Of less, most of what git writes
/// is the list of all files, whose ids no packing makes smaller.
const PACKED_FROM: usize = 256 * 1024;

/// Makes `commits` on top of `tip` and gives the last one's id.
pub(super) fn run(git: &Git, commits: &[Commit<'_>], tip: Option<&str>) -> Result<String, GitError> {
    let stream = stream(commits, tip);
    let level = format!("pack.compression={}", u8::from(stream.len() >= PACKED_FROM));
    let answer = git.feed(&["-c", &level, "fast-import", "--quiet", "--done"], &stream)?;
    let id = String::from_utf8_lossy(&answer).trim().to_owned();
    if is_id(&id) { Ok(id) } else { Err(git.damaged("fast-import did not name its commit")) }
}

/// The stream that makes `commits` on top of `tip` and prints the last one's id.
fn stream(commits: &[Commit<'_>], tip: Option<&str>) -> Vec<u8> {
    let mut out = Vec::new();
    for (at, commit) in commits.iter().enumerate() {
        let mut line = |text: String| out.extend_from_slice(text.as_bytes());
        line(format!("commit {REF}\nmark :{}\n", at + 1));
        line(format!("committer mem <mem@localhost> {} +0000\n", commit.seconds));
        line(format!("data {}\n{}\n", commit.subject.len(), commit.subject));
        if let Some(tip) = tip.filter(|_| at == 0) {
            line(format!("from {tip}\n"));
        }
        commit.changes.iter().for_each(|change| entry(change, &mut out));
    }
    out.extend_from_slice(format!("get-mark :{}\ndone\n", commits.len()).as_bytes());
    out
}

fn entry(change: &Change, out: &mut Vec<u8>) {
    match &change.bytes {
        Some(bytes) => {
            out.extend_from_slice(
                format!("M 100644 inline {}\ndata {}\n", quoted(&change.file), bytes.len()).as_bytes(),
            );
            out.extend_from_slice(bytes);
            out.push(b'\n');
        }
        None => out.extend_from_slice(format!("D {}\n", quoted(&change.file)).as_bytes()),
    }
}

/// A path as fast-import reads any path.
fn quoted(file: &str) -> String {
    let mut quoted = String::from("\"");
    for c in file.chars() {
        match c {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}
