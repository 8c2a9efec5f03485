//! One draft into the store, under the lock.

use std::path::{Path, PathBuf};

use super::{
    Action, Existing, Saved,
    draft::{Draft, stamp},
    rival::{self, Refusal},
};
use crate::{
    lint::Finding,
    model::{
        Document, Memory, Stamp,
        header::{self, Header},
        memory::FileFacts,
        slug,
    },
    ops::{
        OpError,
        desk::Desk,
        gate::{self, Judge},
        lint::Row,
        replace::retry,
        row::display,
    },
    select::{Fields, near},
    store::{StoreError, journal::Step, read, scan, write::Seen},
};

/// What became of the text of a memory that was to be changed.
enum Rewritten {
    /// It was; what the rules say of it.
    Done(String, Vec<Finding>),
    /// It cannot be.
    InTheWay(Refusal),
    /// It must not be.
    AgainstRules(gate::Refusal, Vec<Finding>),
}

/// Saves drafts at a desk.
pub(super) struct Saver<'s, 'a> {
    pub(super) desk: &'s mut Desk<'a>,
    /// Change a memory also where no history could bring its old text back.
    pub(super) force: bool,
    /// What each of them must pass.
    pub(super) judge: Judge<'s>,
}

impl Saver<'_, '_> {
    /// Saves one draft, or says what is in its way.
    pub(super) fn save(&mut self, draft: &Draft, existing: Existing) -> Result<Saved, OpError> {
        let file = slug::file_name(draft.kind.as_str(), &draft.name);
        let rivals = rival::of(draft, &file, &self.desk.memories);
        if let Some(at) = rivals.says_the_same {
            return self.unchanged(at);
        }
        match (rivals.first, existing) {
            (None, Existing::Beside) => self.beside(draft, file),
            (None, _) => self.create(draft, file),
            (Some(_), Existing::Beside) => self.beside(draft, file),
            (Some(at), Existing::Update) => match rivals.twin {
                Some(twin) => Ok(self.refused(at, &rival::twins(&self.desk.memories[twin].file))),
                None => self.update(draft, at),
            },
            (Some(at), Existing::Refuse) => Ok(self.refused(at, &rival::other_content())),
        }
    }

    /// Nothing to write, unless a crash has kept the index from hearing of it.
    fn unchanged(&mut self, at: usize) -> Result<Saved, OpError> {
        let memory = self.desk.memories[at].clone();
        self.desk.index(|index| {
            if !index.lists(&memory.file) {
                index.add(&memory);
            }
        })?;
        Ok(self.saved(at, Action::Unchanged))
    }

    fn create(&mut self, draft: &Draft, file: String) -> Result<Saved, OpError> {
        let path = scan::path_of(self.desk.store.dir(), &file);
        if let Some(why) = rival::squatter(&path) {
            return Ok(refused(file, &path, &why));
        }
        let text = draft.compose(self.desk.world.now());
        let verdict = self.judge.judge(&document(file.clone(), path.clone(), text.clone()), None);
        if let Some(why) = verdict.refusal {
            return Ok(against_rules(file, &path, why, &verdict.findings));
        }
        let near = self.near(draft, text.len() as u64);
        self.desk.announce([Step::Touch(file.clone())]);
        self.desk.put(&file, &text, &Seen::nothing())?;
        let memory = document(file, path, text).memory;
        self.desk.memories.push(memory.clone());
        // One that is made now is made over all memories.
        self.desk.index(|index| {
            if !index.lists(&memory.file) {
                index.add(&memory);
            }
        })?;
        let findings = rows(&verdict.findings);
        Ok(Saved { other: near, findings, ..self.saved(self.desk.memories.len() - 1, Action::Created) })
    }

    /// Under the usual file name where that is free, else under one with a digest of the name.
    fn beside(&mut self, draft: &Draft, file: String) -> Result<Saved, OpError> {
        if self.with_file(&file).is_none() && rival::squatter(&scan::path_of(self.desk.store.dir(), &file)).is_none() {
            return self.create(draft, file);
        }
        let file = slug::with_suffix(draft.kind.as_str(), &draft.name);
        match self.with_file(&file) {
            None => self.create(draft, file),
            Some(at) => Ok(self.refused(at, &rival::second())),
        }
    }

    fn with_file(&self, file: &str) -> Option<usize> {
        let file = rival::Folded::new(file);
        self.desk.memories.iter().position(|m| file.is(&m.file))
    }

    /// Changes only what differs; the rest of the file stays byte for byte.
    fn update(&mut self, draft: &Draft, at: usize) -> Result<Saved, OpError> {
        let old = self.desk.memories[at].clone();
        if old.kind.is_some_and(|kind| kind != draft.kind) {
            return Ok(self.refused(at, &rival::other_type(&old)));
        }
        self.desk.settle(self.force)?;
        self.desk.announce([Step::Touch(old.file.clone())]);
        let (text, findings) = match self.rewrite(draft, &old)? {
            Rewritten::Done(text, findings) => (text, findings),
            Rewritten::InTheWay(why) => return Ok(self.refused(at, &why)),
            Rewritten::AgainstRules(why, findings) => {
                return Ok(against_rules(old.file.clone(), &old.path, why, &findings));
            }
        };
        let memory = document(old.file.clone(), old.path.clone(), text).memory;
        self.desk.memories[at] = memory.clone();
        self.desk.index(|index| match index.lists(&old.file) {
            true => index.replace(&old, &memory),
            false => index.add(&memory),
        })?;
        Ok(Saved { findings: rows(&findings), ..self.saved(at, Action::Updated) })
    }

    /// The new text of the file, or why it must stay as it is.
    fn rewrite(&mut self, draft: &Draft, old: &Memory) -> Result<Rewritten, OpError> {
        retry(self.desk.world, || {
            let seen = match self.desk.see(old) {
                Err(OpError::Store(StoreError::NotText(_))) => return Ok(Rewritten::InTheWay(rival::not_text())),
                seen => seen?,
            };
            let text = match changed(draft, &seen.text, &stamp(self.desk.world.now())) {
                Ok(text) => text,
                Err(why) => return Ok(Rewritten::InTheWay(rival::unsafe_header(&why))),
            };
            let whole = |text: &str| document(old.file.clone(), old.path.clone(), text.to_owned());
            let verdict = self.judge.judge(&whole(&text), Some(&whole(&seen.text)));
            if let Some(why) = verdict.refusal {
                return Ok(Rewritten::AgainstRules(why, verdict.findings));
            }
            self.desk.secure(&old.file, &(&seen).into(), self.force)?;
            self.desk.put(&old.file, &text, &seen)?;
            Ok(Rewritten::Done(text, verdict.findings))
        })
    }

    /// The file of a memory that says nearly what the draft says. A note can only be nearly the
    /// same as one of about its size; the others are not opened.
    fn near(&self, draft: &Draft, size: u64) -> Option<String> {
        let about = size / 4..size.saturating_mul(4);
        let candidates = self.desk.memories.iter().filter(|m| about.contains(&m.stamp.size));
        let documents: Vec<Document> = candidates.filter_map(read::again).collect();
        let fields =
            Fields { name: &draft.name, description: &draft.description, kind: draft.kind.as_str(), body: &draft.body };
        near::nearest(&fields, documents.iter().map(Fields::from)).map(|(at, _)| documents[at].memory.file.clone())
    }

    fn saved(&self, at: usize, action: Action) -> Saved {
        let memory = &self.desk.memories[at];
        Saved {
            file: memory.file.clone(),
            path: display(&memory.path),
            action,
            reason: None,
            hint: None,
            overridable: false,
            findings: Vec::new(),
            other: None,
        }
    }

    fn refused(&self, at: usize, why: &Refusal) -> Saved {
        let memory = &self.desk.memories[at];
        let reason = format!("{} exists (name: {}): {}", memory.file, memory.name, why.reason);
        Saved { reason: Some(reason), hint: Some(why.hint.clone()), ..self.saved(at, Action::Refused) }
    }
}

/// Refused for a file that is no memory.
fn refused(file: String, path: &Path, why: &Refusal) -> Saved {
    let reason = Some(format!("{file} exists and {}", why.reason));
    let (hint, path) = (Some(why.hint.clone()), display(path));
    let (overridable, findings, other) = (false, Vec::new(), None);
    Saved { file, path, action: Action::Refused, reason, hint, overridable, findings, other }
}

/// Refused for what the rules say of it.
fn against_rules(file: String, path: &Path, why: gate::Refusal, findings: &[Finding]) -> Saved {
    let (reason, hint, path) = (Some(format!("{file}: {}", why.reason)), Some(why.hint), display(path));
    let (overridable, findings, other) = (why.overridable, rows(findings), None);
    Saved { file, path, action: Action::Refused, reason, hint, overridable, findings, other }
}

fn rows(findings: &[Finding]) -> Vec<Row<'static>> {
    findings.iter().map(Row::from).collect()
}

/// The file's text with the draft's values in it.
fn changed(draft: &Draft, text: &str, modified: &str) -> Result<String, header::EditError> {
    let mut text = text.to_owned();
    for (key, value) in [
        ("name", draft.name.as_str()),
        ("description", &draft.description),
        ("type", draft.kind.as_str()),
        ("modified", modified),
    ] {
        text = header::set(&text, key, value)?;
    }
    let same = draft.has_body(Header::parse(&text).body(&text));
    Ok(if same { text } else { header::set_body(&text, &draft.body) })
}

/// A file that was just written, as a memory.
pub(in crate::ops) fn document(file: String, path: PathBuf, text: String) -> Document {
    let stamp = Stamp { size: text.len() as u64, ..Stamp::default() };
    let facts = FileFacts { file, path, stamp };
    Document::new(facts, text.into_bytes())
}
