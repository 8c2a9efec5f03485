//! Bringing an index in step with the files: merged, never wiped.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::{
    Facts, Index, conflict, entry,
    known::{Known, line_digest},
    line::{Line, Role},
    link,
    place::Place,
    read, speakable,
};
use crate::model::{Kind, Memory};

/// What a merge did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Merged {
    /// Memories that got a line.
    pub added: Vec<String>,
    /// Files whose links went, since they are gone.
    pub removed: Vec<String>,
    /// Memories that did not fit within the limits.
    pub left_out: usize,
    /// Those of `removed` whose text stays, since more hangs on it.
    pub kept: Vec<String>,
}

/// Why an index is not touched.
#[derive(Clone, Debug, thiserror::Error, PartialEq, Eq)]
pub enum MergeError {
    /// A conflict that only a person can merge.
    #[error("line {0}: {1}")]
    Conflict(usize, &'static str),
    /// Every file that it lists is gone.
    #[error("{}", all_gone(*.0))]
    AllGone(usize),
}

fn all_gone(files: usize) -> String {
    match files {
        1 => "the only file that it lists is gone".into(),
        files => format!("all {files} files that it lists are gone"),
    }
}

impl Index {
    /// Brings the index in step. Lines that lead to a memory keep their text and place, a stale
    /// line that `mem` wrote is written anew, dead entries go, missing memories come.
    ///
    /// # Errors
    /// [`MergeError`], and then nothing is changed.
    pub fn merge(&mut self, facts: &Facts<'_>, force: bool) -> Result<Merged, MergeError> {
        let known = Known::new(facts);
        let mut lines = conflict::settled(&self.lines, &|line| known.is_made(line))
            .map_err(|trouble| MergeError::Conflict(trouble.line, trouble.why))?;
        if !force {
            self.some_are_there(&known)?;
        }
        known.refresh(&mut lines);
        let mut merged = Merged::default();
        let mut kept = Self { lines, eol: self.eol };
        kept.drop_dead(&known, &mut merged);
        if kept.lines.len() != self.lines.len() {
            // Lines that are gone may have kept `---` from opening front matter.
            kept.lines = read::read(&kept.text());
        }
        kept.add_missing(&known, &mut merged);
        *self = kept;
        Ok(merged)
    }

    /// Takes out the entries whose files are gone, and changes nothing else.
    ///
    /// # Errors
    /// [`MergeError`], and then nothing is changed.
    pub fn without_dead(&mut self, facts: &Facts<'_>) -> Result<Merged, MergeError> {
        let known = Known::new(facts);
        conflict::settled(&self.lines, &|line| known.is_made(line))
            .map_err(|trouble| MergeError::Conflict(trouble.line, trouble.why))?;
        self.some_are_there(&known)?;
        let mut merged = Merged::default();
        self.drop_dead(&known, &mut merged);
        Ok(merged)
    }

    /// Writes those lines of these memories anew that `mem` wrote and that say something else by now.
    pub fn refresh(&mut self, memories: &[Memory], written: &BTreeSet<String>) {
        Known::new(&Facts { memories, exists: &|_| false, written, folder: "" }).refresh(&mut self.lines);
    }

    /// The index written anew over all memories.
    #[must_use]
    pub fn rebuilt(memories: &[Memory]) -> (Self, Merged) {
        let mut index = Self::empty();
        let mut merged = Merged::default();
        let facts = Facts { memories, exists: &|_| false, written: &BTreeSet::new(), folder: "" };
        index.add_missing(&Known::new(&facts), &mut merged);
        (index, merged)
    }

    /// Refuses when everything that it lists is gone, as when a mount is missing.
    ///
    /// # Errors
    /// [`MergeError::AllGone`].
    pub fn some_are_left(&self, facts: &Facts<'_>) -> Result<(), MergeError> {
        self.some_are_there(&Known::new(facts))
    }

    fn some_are_there(&self, known: &Known<'_>) -> Result<(), MergeError> {
        let listed: BTreeSet<_> = self.lines.iter().flat_map(Line::files).collect();
        let one = |line: &Line| known.listed_by(line).next().is_some();
        if listed.is_empty() || self.lines.iter().any(one) || listed.iter().any(|f| known.is_there(f)) {
            return Ok(());
        }
        Err(MergeError::AllGone(listed.len()))
    }

    fn drop_dead(&mut self, known: &Known<'_>, merged: &mut Merged) {
        let is_dead = |line: &Line| line.is_linked_entry() && line.files().iter().all(|f| !known.is_there(f));
        let dead: Vec<bool> = self.lines.iter().map(is_dead).collect();
        let hangs: Vec<bool> = dead.iter().enumerate().map(|(at, dead)| *dead && self.continuation(at) > 0).collect();
        let mut removed = BTreeSet::new();
        let mut kept = Vec::with_capacity(self.lines.len());
        for (at, mut line) in std::mem::take(&mut self.lines).into_iter().enumerate() {
            if !dead[at] {
                kept.push(line);
                continue;
            }
            merged.removed.extend(line.files().iter().filter(|f| removed.insert((*f).clone())).cloned());
            if hangs[at] {
                merged.kept.extend_from_slice(line.files());
                line.retext(link::unlinked(&line.text, |_| true));
                kept.push(line);
            }
        }
        self.lines = kept;
    }

    fn add_missing(&mut self, known: &Known<'_>, merged: &mut Merged) {
        let listed: BTreeSet<&str> =
            self.lines.iter().flat_map(|line| known.listed_by(line)).map(|m| m.file.as_str()).collect();
        let is_missing = |m: &&Memory| !listed.contains(m.file.as_str()) && speakable(m);
        let mut missing: Vec<&Memory> = known.facts.memories.iter().filter(is_missing).collect();
        let mut size = self.size();
        if size.plus("").over() {
            // Full as most indexes of large stores are: no line fits, however short.
            merged.left_out += missing.len();
            return;
        }
        missing.sort_by(|a, b| (rank(a.kind), &a.file).cmp(&(rank(b.kind), &b.file)));
        // They come sorted by type: the place is looked for again only after it moved.
        let mut place: Option<(Option<Kind>, Place)> = None;
        for memory in missing {
            let text = entry(memory);
            if size.plus(&text).over() {
                merged.left_out += 1;
                continue;
            }
            let here =
                place.filter(|(kind, _)| *kind == memory.kind).map_or_else(|| self.place(memory.kind), |(_, at)| at);
            place = Some((memory.kind, here));
            let with = self.size_with(size, here, &text);
            if with.over() {
                merged.left_out += 1;
                continue;
            }
            self.insert(here, &text);
            (size, place) = (with, None);
            merged.added.push(memory.file.clone());
        }
    }

    /// Digests of the lines that `mem` wrote, now or earlier, to know them again: those of this index
    /// and of what it was before.
    #[must_use]
    pub fn written(&self, before: &Self, memories: &[Memory], known: &BTreeSet<String>) -> BTreeSet<String> {
        let lines = before.lines.iter().chain(&self.lines).filter(|line| line.role == Role::Entry);
        let lines: HashMap<&str, &Line> = lines.map(|line| (line.bare(), line)).collect();
        let listed: HashSet<&str> = lines.values().flat_map(|line| line.files()).map(String::as_str).collect();
        let listed = memories.iter().filter(|m| listed.contains(m.file.as_str()));
        let by_file: HashMap<&str, &Memory> = listed.map(|m| (m.file.as_str(), m)).collect();
        let ours = |line: &Line| matches!(line.files(), [file] if by_file.get(file.as_str()).is_some_and(|memory| entry(memory) == line.bare()));
        let digests = lines.into_iter().map(|(text, line)| (line_digest(text), line));
        digests.filter(|(digest, line)| known.contains(digest) || ours(line)).map(|(digest, _)| digest).collect()
    }
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
