//! One draft into the store, under the lock.

use std::path::{Path, PathBuf};

use super::{
    Action, Existing, Saved, TRIES,
    draft::{Draft, stamp},
    rival::{self, Refusal},
};
use crate::{
    model::{
        Document,
        header::{self, Header},
        memory::FileFacts,
        slug,
    },
    ops::{OpError, row::display},
    select::{Fields, near},
    store::{
        Store, StoreError,
        index::{Index, Size},
        scan,
        write::{self, Seen},
    },
    world::World,
};

/// The store as the writer sees it: all memories, read once under the lock.
pub(super) struct Desk<'a> {
    world: &'a World,
    store: &'a Store,
    documents: Vec<Document>,
    index_path: PathBuf,
}

impl<'a> Desk<'a> {
    pub(super) fn open(world: &'a World, store: &'a Store) -> Result<Self, OpError> {
        let documents = store.load(|document| document)?.items;
        let index_path = store.index_path();
        // An index that cannot be read cannot be kept in step: say so before anything is written.
        write::see(&index_path)?;
        Ok(Self { world, store, documents, index_path })
    }

    pub(super) fn index_size(&self) -> Result<Size, OpError> {
        Ok(Index::parse(write::see(&self.index_path)?.text).size())
    }

    /// Saves one draft, or says what is in its way.
    pub(super) fn save(&mut self, draft: &Draft, existing: Existing) -> Result<Saved, OpError> {
        let file = slug::file_name(draft.kind.as_str(), &draft.name);
        let rivals = rival::of(draft, &file, &self.documents);
        if let Some(at) = rivals.says_the_same {
            return self.unchanged(at);
        }
        match (rivals.first, existing) {
            (None, Existing::Beside) => self.beside(draft, file),
            (None, _) => self.create(draft, file),
            (Some(_), Existing::Beside) => self.beside(draft, file),
            (Some(at), Existing::Update) => match rivals.twin {
                Some(twin) => Ok(self.refused(at, &rival::twins(&self.documents[twin].memory.file))),
                None => self.update(draft, at),
            },
            (Some(at), Existing::Refuse) => Ok(self.refused(at, &rival::other_content())),
        }
    }

    /// Nothing to write, unless a crash has kept the index from hearing of it.
    fn unchanged(&mut self, at: usize) -> Result<Saved, OpError> {
        let memory = self.documents[at].memory.clone();
        self.index(&memory.file, |index| {
            if !index.lists(&memory.file) {
                index.add(&memory);
            }
        })?;
        Ok(self.saved(at, Action::Unchanged))
    }

    fn create(&mut self, draft: &Draft, file: String) -> Result<Saved, OpError> {
        let path = scan::path_of(self.store.dir(), &file);
        if let Some(why) = rival::squatter(&path) {
            return Ok(refused(file, &path, &why));
        }
        let text = draft.compose(self.world.now());
        let near = self.near(draft);
        write::put(&path, &text, &Seen { text: String::new(), stamp: None })?;
        let document = self.document(file, path, text);
        let index = self.index(&document.memory.file, |index| index.add(&document.memory));
        self.documents.push(document);
        index?;
        let other = near.map(|at| self.documents[at].memory.file.clone());
        Ok(Saved { other, ..self.saved(self.documents.len() - 1, Action::Created) })
    }

    /// Under the usual file name where that is free, else under one with a digest of the name.
    fn beside(&mut self, draft: &Draft, file: String) -> Result<Saved, OpError> {
        if self.with_file(&file).is_none() && rival::squatter(&scan::path_of(self.store.dir(), &file)).is_none() {
            return self.create(draft, file);
        }
        let file = slug::with_suffix(draft.kind.as_str(), &draft.name);
        match self.with_file(&file) {
            None => self.create(draft, file),
            Some(at) => Ok(self.refused(at, &rival::second())),
        }
    }

    fn with_file(&self, file: &str) -> Option<usize> {
        self.documents.iter().position(|d| rival::folded(&d.memory.file) == rival::folded(file))
    }

    /// Changes only what differs; the rest of the file stays byte for byte.
    fn update(&mut self, draft: &Draft, at: usize) -> Result<Saved, OpError> {
        let old = self.documents[at].memory.clone();
        if old.kind.is_some_and(|kind| kind != draft.kind) {
            return Ok(self.refused(at, &rival::other_type(&old)));
        }
        let text = match self.rewrite(draft, &old.path)? {
            Ok(text) => text,
            Err(why) => return Ok(self.refused(at, &why)),
        };
        let document = self.document(old.file.clone(), old.path.clone(), text);
        let index = self.index(&old.file, |index| match index.lists(&old.file) {
            true => index.refresh(&old, &document.memory),
            false => index.add(&document.memory),
        });
        self.documents[at] = document;
        index?;
        Ok(self.saved(at, Action::Updated))
    }

    /// The new text of the file, or why it must stay as it is.
    fn rewrite(&self, draft: &Draft, path: &Path) -> Result<Result<String, Refusal>, OpError> {
        retry(|| {
            let seen = match write::see(path) {
                Err(StoreError::NotText(_)) => return Ok(Err(rival::not_text())),
                seen => seen?,
            };
            let text = match changed(draft, &seen.text, &stamp(self.world.now())) {
                Ok(text) => text,
                Err(why) => return Ok(Err(rival::unsafe_header(&why))),
            };
            write::put(path, &text, &seen)?;
            Ok(Ok(text))
        })
    }

    /// Changes the index for `file`, which is saved; one that is not there yet is made over all memories.
    fn index(&self, file: &str, change: impl Fn(&mut Index)) -> Result<(), OpError> {
        let done = retry(|| {
            let seen = write::see(&self.index_path)?;
            let mut index = match seen.stamp {
                Some(_) => Index::parse(seen.text.as_str()),
                None => Index::build(self.documents.iter().map(|d| &d.memory).filter(|m| m.path.to_str().is_some())),
            };
            change(&mut index);
            if seen.stamp.is_none() || index.text() != seen.text {
                write::put(&self.index_path, index.text(), &seen)?;
            }
            Ok(())
        });
        done.map_err(|err| match err {
            OpError::Store(source) => OpError::Unindexed { file: file.to_owned(), source },
            other => other,
        })
    }

    fn near(&self, draft: &Draft) -> Option<usize> {
        let fields =
            Fields { name: &draft.name, description: &draft.description, kind: draft.kind.as_str(), body: &draft.body };
        let known = self.documents.iter().map(|d| Fields {
            name: &d.memory.name,
            description: d.memory.description.as_deref().unwrap_or_default(),
            kind: d.memory.type_text.as_deref().unwrap_or_default(),
            body: d.body(),
        });
        near::nearest(&fields, known).map(|(at, _)| at)
    }

    fn document(&self, file: String, path: PathBuf, text: String) -> Document {
        let facts = FileFacts { file, path, size: text.len() as u64, mtime: self.world.now() };
        Document::new(facts, text.into_bytes())
    }

    fn saved(&self, at: usize, action: Action) -> Saved {
        let memory = &self.documents[at].memory;
        Saved {
            file: memory.file.clone(),
            path: display(&memory.path),
            action,
            reason: None,
            hint: None,
            findings: Vec::new(),
            other: None,
        }
    }

    fn refused(&self, at: usize, why: &Refusal) -> Saved {
        let memory = &self.documents[at].memory;
        let reason = format!("{} exists (name: {}): {}", memory.file, memory.name, why.reason);
        Saved { reason: Some(reason), hint: Some(why.hint.clone()), ..self.saved(at, Action::Refused) }
    }
}

/// Refused for a file that is no memory.
fn refused(file: String, path: &Path, why: &Refusal) -> Saved {
    let reason = Some(format!("{file} exists and {}", why.reason));
    let (hint, path) = (Some(why.hint.clone()), display(path));
    Saved { file, path, action: Action::Refused, reason, hint, findings: Vec::new(), other: None }
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

/// Starts over when another program changed the file between our read and our write.
fn retry<T>(mut attempt: impl FnMut() -> Result<T, OpError>) -> Result<T, OpError> {
    for _ in 1..TRIES {
        match attempt() {
            Err(OpError::Store(StoreError::Moved(_))) => {}
            done => return done,
        }
    }
    attempt()
}
