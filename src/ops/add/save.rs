//! One draft into the store, under the lock.

use std::path::PathBuf;

use unicode_normalization::UnicodeNormalization as _;

use super::{
    Action, Existing, Saved, TRIES,
    draft::{Draft, stamp},
};
use crate::{
    model::{Document, header, memory::FileFacts, slug},
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
        match self.in_the_way(&file, &draft.name) {
            None => self.create(draft, file),
            Some(at) if draft.is_said_by(&self.documents[at]) => Ok(self.saved(at, Action::Unchanged)),
            Some(at) => match existing {
                Existing::Update => self.update(draft, at),
                Existing::Beside => self.beside(draft),
                Existing::Refuse => Ok(self.refused(at, "a memory of this name or file says something else")),
            },
        }
    }

    /// The memory with this file name (on any file system: case and normalisation do not count)
    /// or, failing that, with this name.
    fn in_the_way(&self, file: &str, name: &str) -> Option<usize> {
        let (file, name) = (folded(file), folded(name));
        let by_file = self.documents.iter().position(|d| folded(&d.memory.file) == file);
        by_file.or_else(|| self.documents.iter().position(|d| folded(&d.memory.name) == name))
    }

    fn create(&mut self, draft: &Draft, file: String) -> Result<Saved, OpError> {
        let path = scan::path_of(self.store.dir(), &file);
        let text = draft.compose(self.world.now());
        let near = self.near(draft);
        write::put(&path, &text, &Seen { text: String::new(), stamp: None })?;
        let document = self.document(file, path, text);
        let index = self.index(|index| index.add(&document.memory));
        self.documents.push(document);
        index?;
        let other = near.map(|at| self.documents[at].memory.file.clone());
        Ok(Saved { other, ..self.saved(self.documents.len() - 1, Action::Created) })
    }

    fn beside(&mut self, draft: &Draft) -> Result<Saved, OpError> {
        let file = slug::with_suffix(draft.kind.as_str(), &draft.name);
        let taken = self.documents.iter().position(|d| folded(&d.memory.file) == folded(&file));
        match taken {
            None => self.create(draft, file),
            Some(at) if draft.is_said_by(&self.documents[at]) => Ok(self.saved(at, Action::Unchanged)),
            Some(at) => Ok(self.refused(at, "the second memory of this name says something else too")),
        }
    }

    /// Changes only what differs; the rest of the file stays byte for byte.
    fn update(&mut self, draft: &Draft, at: usize) -> Result<Saved, OpError> {
        let old = self.documents[at].memory.clone();
        if old.kind.is_some_and(|kind| kind != draft.kind) {
            let kind = old.type_text.as_deref().unwrap_or_default();
            return Ok(self.refused(at, &format!("it is a {kind} memory; an update keeps the type")));
        }
        let text = self.rewrite(draft, &old.path)?;
        let document = self.document(old.file.clone(), old.path.clone(), text);
        let index = self.index(|index| match index.lists(&old.file) {
            true => index.refresh(&old, &document.memory),
            false => index.add(&document.memory),
        });
        self.documents[at] = document;
        index?;
        Ok(self.saved(at, Action::Updated))
    }

    fn rewrite(&self, draft: &Draft, path: &std::path::Path) -> Result<String, OpError> {
        retry(|| {
            let seen = write::see(path)?;
            let text = changed(draft, &seen.text, &stamp(self.world.now())).map_err(|why| OpError::Usage {
                message: format!("{}: {why}", path.display()),
                hint: "repair its header in an editor first; nothing was changed".into(),
            })?;
            write::put(path, &text, &seen)?;
            Ok(text)
        })
    }

    /// Changes the index; one that is not there yet is made over all memories.
    fn index(&self, change: impl Fn(&mut Index)) -> Result<(), OpError> {
        retry(|| {
            let seen = write::see(&self.index_path)?;
            let mut index = match seen.stamp {
                Some(_) => Index::parse(seen.text.as_str()),
                None => Index::build(self.documents.iter().map(|d| &d.memory)),
            };
            change(&mut index);
            if seen.stamp.is_none() || index.text() != seen.text {
                write::put(&self.index_path, index.text(), &seen)?;
            }
            Ok(())
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
            findings: Vec::new(),
            other: None,
        }
    }

    fn refused(&self, at: usize, why: &str) -> Saved {
        let memory = &self.documents[at].memory;
        let reason = format!("{} exists (name: {}): {why}", memory.file, memory.name);
        Saved { reason: Some(reason), ..self.saved(at, Action::Refused) }
    }
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
    Ok(header::set_body(&text, &draft.body))
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

/// A name or file as the most forgiving file system compares it.
fn folded(text: &str) -> String {
    text.nfc().collect::<String>().to_lowercase()
}
