//! Bringing an index in step with the files: merged, never wiped.

use std::collections::{BTreeSet, HashMap};

use super::{
    Index, entry,
    line::{Line, Role, Side},
    size::Size,
};
use crate::model::{Kind, Memory, digest};

/// What the merge knows of the store.
pub struct Facts<'a> {
    /// All memories.
    pub memories: &'a [Memory],
    /// Whether a file of the store that is no memory is there: a link to it is not dead.
    pub exists: &'a dyn Fn(&str) -> bool,
    /// Digests of the lines that `mem` itself has written.
    pub written: &'a BTreeSet<String>,
}

/// What a merge did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Merged {
    /// Memories that got a line.
    pub added: Vec<String>,
    /// Files whose entries went, since they are gone.
    pub removed: Vec<String>,
    /// Memories that did not fit within the limits.
    pub left_out: usize,
    /// Dead entries that stay, since text of their own hangs on them.
    pub kept: Vec<String>,
}

/// Why an index is not touched.
#[derive(Clone, Debug, thiserror::Error, PartialEq, Eq)]
pub enum MergeError {
    /// A conflict holds lines that only a person can merge.
    #[error("line {0}: a merge conflict holds more than entries")]
    Conflict(usize),
    /// Every file that it lists is gone.
    #[error("all {0} files that it lists are gone")]
    AllGone(usize),
}

/// What is kept of a line to know it again.
fn line_digest(line: &str) -> String {
    digest::project_hash(line.trim_end().as_bytes())
}

impl Index {
    /// Brings the index in step. Lines that lead to a memory keep their text and place, a stale
    /// line that `mem` wrote is written anew, dead entries go, missing memories come.
    ///
    /// # Errors
    /// [`MergeError`], and then nothing is changed.
    pub fn merge(&mut self, facts: &Facts<'_>, force: bool) -> Result<Merged, MergeError> {
        let mut lines = settled(&self.lines)?;
        let known = Known::new(facts);
        let mut merged = Merged::default();
        let listed = lines.iter().flat_map(Line::files).collect::<BTreeSet<_>>();
        if !force && !listed.is_empty() && listed.iter().all(|f| !known.is_there(f)) {
            return Err(MergeError::AllGone(listed.len()));
        }
        known.refresh(&mut lines);
        self.lines = lines;
        self.drop_dead(&known, &mut merged);
        self.add_missing(&known, &mut merged);
        Ok(merged)
    }

    /// Writes those lines of these memories anew that `mem` wrote and that say something else by now.
    pub fn refresh(&mut self, memories: &[Memory], written: &BTreeSet<String>) {
        Known::new(&Facts { memories, exists: &|_| false, written }).refresh(&mut self.lines);
    }

    /// The index written anew over all memories.
    #[must_use]
    pub fn rebuilt(memories: &[Memory]) -> (Self, Merged) {
        let mut index = Self::empty();
        let mut merged = Merged::default();
        let facts = Facts { memories, exists: &|_| false, written: &BTreeSet::new() };
        index.add_missing(&Known::new(&facts), &mut merged);
        (index, merged)
    }

    fn drop_dead(&mut self, known: &Known<'_>, merged: &mut Merged) {
        let mut kept = Vec::with_capacity(self.lines.len());
        let has_text: Vec<bool> = (0..self.lines.len())
            .map(|at| matches!(self.lines[at].role, Role::Entry { .. }) && self.continuation(at) > 0)
            .collect();
        for (line, has_text) in std::mem::take(&mut self.lines).into_iter().zip(has_text) {
            let dead = matches!(&line.role, Role::Entry { files } if files.iter().all(|f| !known.is_there(f)));
            match (dead, has_text) {
                (true, false) => merged.removed.extend_from_slice(line.files()),
                (true, true) => {
                    merged.kept.extend_from_slice(line.files());
                    kept.push(line);
                }
                (false, _) => kept.push(line),
            }
        }
        self.lines = kept;
    }

    fn add_missing(&mut self, known: &Known<'_>, merged: &mut Merged) {
        let listed: BTreeSet<String> = self.lines.iter().flat_map(Line::files).map(|f| known.real(f)).collect();
        let mut missing: Vec<&Memory> =
            known.facts.memories.iter().filter(|m| !listed.contains(&m.file) && speakable(m)).collect();
        missing.sort_by(|a, b| (rank(a.kind), &a.file).cmp(&(rank(b.kind), &b.file)));
        let mut size = self.size();
        for memory in missing {
            let wanted = size.plus(&format!("{}{}", entry(memory), self.eol));
            // A blank line may come with it.
            let blank = !wanted.over() && self.needs_blank(memory.kind);
            let with_blank = Size { lines: wanted.lines + usize::from(blank), ..wanted };
            if with_blank.over() {
                merged.left_out += 1;
                continue;
            }
            self.add(memory);
            size = if blank { self.size() } else { wanted };
            merged.added.push(memory.file.clone());
        }
    }

    /// Whether adding may bring a blank line along.
    fn needs_blank(&self, kind: Option<Kind>) -> bool {
        let before = self.place_under(kind).unwrap_or(self.lines.len());
        before.checked_sub(1).is_some_and(|at| !matches!(self.lines[at].role, Role::Entry { .. } | Role::Blank))
    }

    /// Digests of the lines that `mem` wrote, now or earlier, to know them again.
    #[must_use]
    pub fn written(&self, memories: &[Memory], before: &BTreeSet<String>) -> BTreeSet<String> {
        let ours: BTreeSet<String> = memories.iter().map(entry).collect();
        let texts = self.lines.iter().filter(|l| matches!(l.role, Role::Entry { .. })).map(|l| l.text.trim_end());
        texts.filter_map(|text| Some(line_digest(text)).filter(|d| ours.contains(text) || before.contains(d))).collect()
    }
}

/// The store, looked up by file.
struct Known<'a> {
    facts: &'a Facts<'a>,
    by_file: HashMap<&'a str, &'a Memory>,
    by_folded: HashMap<String, &'a Memory>,
}

impl<'a> Known<'a> {
    fn new(facts: &'a Facts<'a>) -> Self {
        let by_file = facts.memories.iter().map(|m| (m.file.as_str(), m)).collect();
        let by_folded = facts.memories.iter().map(|m| (m.file.to_lowercase(), m)).collect();
        Self { facts, by_file, by_folded }
    }

    fn memory(&self, file: &str) -> Option<&'a Memory> {
        self.by_file.get(file).or_else(|| self.by_folded.get(&file.to_lowercase())).copied()
    }

    fn is_there(&self, file: &str) -> bool {
        self.memory(file).is_some() || (self.facts.exists)(file)
    }

    /// The file that a link in another case means.
    fn real(&self, file: &str) -> String {
        self.memory(file).map_or_else(|| file.to_owned(), |m| m.file.clone())
    }

    /// Writes lines anew that `mem` wrote and whose memory says something else by now.
    fn refresh(&self, lines: &mut [Line]) {
        for line in lines {
            let Role::Entry { files } = &line.role else { continue };
            let [file] = files.as_slice() else { continue };
            let Some(memory) = self.memory(file) else { continue };
            let text = line.text.trim_end_matches(['\r', '\n']);
            let now = entry(memory);
            if text != now && self.facts.written.contains(&line_digest(text)) {
                *line = Line::alone(&format!("{now}{}", &line.text[text.len()..]));
            }
        }
    }
}

/// The lines with every conflict of entries settled: both sides' entries, each once, ours first.
fn settled(lines: &[Line]) -> Result<Vec<Line>, MergeError> {
    if !lines.iter().any(|l| matches!(l.role, Role::Conflict(Side::Ours))) {
        // `=======` alone is a heading's underline.
        return Ok(lines.to_vec());
    }
    let mut settled: Vec<Line> = Vec::with_capacity(lines.len());
    let mut inside: Option<(usize, Side)> = None;
    let mut taken: BTreeSet<&str> = BTreeSet::new();
    for (at, line) in lines.iter().enumerate() {
        match (&line.role, inside) {
            (Role::Conflict(Side::Ours), _) => inside = Some((at, Side::Ours)),
            (Role::Conflict(Side::End), _) => inside = None,
            (Role::Conflict(side), Some((start, _))) => inside = Some((start, *side)),
            (_, Some((_, Side::Base))) | (Role::Blank, Some(_)) => {}
            (Role::Entry { files }, Some(_)) => {
                let new = files.iter().filter(|f| taken.insert(f)).count();
                settled.extend((new > 0).then(|| line.clone()));
            }
            (_, Some((start, _))) => return Err(MergeError::Conflict(start + 1)),
            (_, None) => settled.push(line.clone()),
        }
    }
    match inside {
        Some((start, _)) => Err(MergeError::Conflict(start + 1)),
        None => Ok(settled),
    }
}

/// A file name that fits on one line of text.
fn speakable(memory: &Memory) -> bool {
    memory.path.to_str().is_some() && !memory.file.chars().any(char::is_control)
}

/// Feedback and user first: agents cut from the end.
const fn rank(kind: Option<Kind>) -> u8 {
    match kind {
        Some(Kind::Feedback) => 0,
        Some(Kind::User) => 1,
        Some(Kind::Project) => 2,
        Some(Kind::Reference) => 3,
        None => 4,
    }
}
