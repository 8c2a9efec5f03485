//! Which memories a model is shown together: those about one thing, as the local selector finds
//! them, and single ones with dates that mean another day each time they are read.

use std::collections::BTreeSet;

use jiff::{Timestamp, civil::Date, tz::Offset};

use crate::{
    lint::{
        Subject,
        rules::{RelativeDate, relative_dates},
        secret,
    },
    model::{Document, age, digest, header},
    ops::{OpError, add, gc::plan},
    select::{Fields, near},
    store::Store,
    world::World,
};

/// Memories that are shown together at most.
const MEMORIES: usize = 8;
/// Bytes of them together at most; with the answer that is about 12,000 tokens.
const BYTES: usize = 16_384;
/// A longer memory is no fragment.
const LONGEST: usize = 8_192;

/// Header keys by which other rules of `gc` decide about a memory.
const DECIDED: [&str; 13] = [
    "expires",
    "expiry",
    "until",
    "valid_until",
    "valid-until",
    "ends",
    "superseded_by",
    "superseded-by",
    "supersededBy",
    "replaced_by",
    "replaced-by",
    "replacedBy",
    "supersedes",
];

/// A memory that a model is shown.
pub(super) struct Source {
    /// As it is.
    pub(super) document: Document,
    /// The same with the time of its writing in its header, where it may have stood nowhere.
    pub(super) dated: Document,
    /// When it was written, as far as anyone knows; not in the future.
    pub(super) modified: Timestamp,
    /// Days that are said by other words.
    pub(super) relative: Vec<RelativeDate>,
}

/// Memories that a model is shown together.
pub(super) struct Cluster {
    pub(super) sources: Vec<Source>,
}

impl Source {
    fn new(world: &World, document: Document) -> Option<Self> {
        let memory = &document.memory;
        let modified = memory.modified.min(world.now());
        let text = match memory.modified_source {
            age::Source::Header => document.text.clone(),
            _ => header::set(&document.text, "modified", &add::stamp(modified)).ok()?,
        };
        let dated = add::document(memory.file.clone(), memory.path.clone(), text);
        let relative = relative_dates(&Subject::new(&dated));
        Some(Self { document, dated, modified, relative })
    }

    pub(super) fn file(&self) -> &str {
        &self.document.memory.file
    }

    /// The day it was written.
    pub(super) fn written(&self) -> Date {
        Offset::UTC.to_datetime(self.modified).date()
    }

    /// What it says: name, description and text, without the words for days.
    pub(super) fn said(&self) -> String {
        let mut text = self.dated.text.clone();
        for relative in self.relative.iter().rev() {
            text.replace_range(relative.span.clone(), " ");
        }
        let document = add::document(self.file().to_owned(), self.document.memory.path.clone(), text);
        said(&document)
    }

    /// What it says of those days, and means.
    pub(super) fn meant(&self) -> impl Iterator<Item = (&str, &str)> {
        self.relative
            .iter()
            .filter_map(|relative| Some((self.dated.text.get(relative.span.clone())?, relative.date.as_deref()?)))
    }
}

/// Name, description and text of a memory.
pub(super) fn said(document: &Document) -> String {
    let memory = &document.memory;
    format!("{}\n\n{}\n\n{}", memory.name, memory.description.as_deref().unwrap_or_default(), document.body())
}

impl Cluster {
    /// What is asked about, in a word: the files and every byte of them.
    pub(super) fn digest(&self, who: &str) -> String {
        let mut told = who.to_owned();
        for source in &self.sources {
            told.push_str(&format!("\0{}\0{}", source.file(), digest::sha256(source.document.text.as_bytes())));
        }
        digest::sha256(told.as_bytes())
    }

    pub(super) fn files(&self) -> Vec<String> {
        self.sources.iter().map(|source| source.file().to_owned()).collect()
    }
}

/// The groups of the store, but for memories that go anyway; and what was left out.
pub(super) fn find(
    world: &World,
    store: &Store,
    goes: &BTreeSet<&str>,
) -> Result<(Vec<Cluster>, Vec<String>), OpError> {
    let mut documents = plan::documents(store)?;
    let mut notices = Vec::new();
    documents.retain(|document| is_for_rewriting(document) && !goes.contains(document.memory.file.as_str()));
    documents.retain(|document| {
        let is_secret = secret::is_in(document.text.as_bytes());
        if is_secret {
            notices.push(format!("{} holds a secret, and no model is shown it", document.memory.file));
        }
        !is_secret
    });
    let fields: Vec<Fields<'_>> = documents.iter().map(Fields::from).collect();
    let groups = near::topics(&fields, MEMORIES);
    let mut sources: Vec<Option<Source>> = documents.into_iter().map(|document| Source::new(world, document)).collect();
    let mut clusters: Vec<Cluster> = Vec::new();
    for group in groups {
        let taken: Vec<Source> = group.into_iter().filter_map(|at| sources[at].take()).collect();
        clusters.extend(parts(taken));
    }
    let singles = sources.into_iter().flatten().filter(|source| !source.relative.is_empty());
    clusters.extend(singles.map(|source| Cluster { sources: vec![source] }));
    Ok((clusters, notices))
}

/// A group in parts that can be shown at once.
fn parts(group: Vec<Source>) -> Vec<Cluster> {
    let mut parts: Vec<Cluster> = Vec::new();
    let mut room = 0;
    for source in group {
        let size = source.document.text.len();
        match parts.last_mut().filter(|_| size <= room) {
            Some(part) => {
                room -= size;
                part.sources.push(source);
            }
            None => {
                room = BYTES - size.min(BYTES);
                parts.push(Cluster { sources: vec![source] });
            }
        }
    }
    parts.retain(|part| part.sources.len() > 1 || part.sources.iter().any(|source| !source.relative.is_empty()));
    parts
}

/// Whether a memory is plainly one, so that a new text can take its place, and no other rule decides
/// about it.
fn is_for_rewriting(document: &Document) -> bool {
    let memory = &document.memory;
    let sound = document.header.exists() && memory.kind.is_some() && memory.description.is_some();
    let whole = !memory.problems.iter().any(|problem| problem.fault) && !document.body().trim().is_empty();
    let decided = DECIDED.iter().any(|key| document.header.get(key).is_some());
    sound && whole && !decided && document.text.len() <= LONGEST
}
