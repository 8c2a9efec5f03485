//! A wish against what is known: said already, rejected, waiting, said differently, or new.

use std::collections::{BTreeMap, BTreeSet};

use super::{Action, Candidate};
use crate::{
    model::Document,
    ops::{OpError, tombstone},
    select::{Fields, near},
    store::{Store, inbox::Inbox},
};

/// What was decided, and why.
pub(super) struct Verdict {
    pub(super) action: Action,
    pub(super) reason: String,
    pub(super) file: Option<String>,
    pub(super) id: Option<String>,
}

impl Verdict {
    pub(super) fn skip(reason: impl Into<String>) -> Self {
        Self { action: Action::Skip, reason: reason.into(), file: None, id: None }
    }

    fn about(action: Action, reason: String, file: &str) -> Self {
        Self { action, reason, file: Some(file.to_owned()), id: None }
    }
}

/// What is in the store and in the inbox, and what was decided against.
pub(super) struct Known {
    documents: Vec<Document>,
    waiting: BTreeMap<String, String>,
    tombstones: BTreeSet<String>,
}

impl Known {
    pub(super) fn of(store: &Store, inbox: &Inbox) -> Result<Self, OpError> {
        let files = store.scan()?.files;
        let documents = store.fold(files, |all: &mut Vec<Document>, document| all.push(document)).concat();
        let waiting = inbox.waiting().into_iter().map(|proposal| (near::gist(&proposal.said), proposal.id)).collect();
        Ok(Self { documents, waiting, tombstones: inbox.tombstones() })
    }

    pub(super) fn judge(&self, candidate: &Candidate) -> Verdict {
        if let Some(document) = self.documents.iter().find(|document| says(document, candidate)) {
            let file = &document.memory.file;
            return Verdict::about(Action::Skip, format!("{file} says it already"), file);
        }
        if self.tombstones.contains(&candidate.gist) {
            return Verdict::skip("it was rejected or removed before");
        }
        if let Some(id) = self.waiting.get(&candidate.gist) {
            return Verdict { id: Some(id.clone()), ..Verdict::skip("it waits in the inbox already") };
        }
        match self.opposed(candidate) {
            Some(at) => {
                let file = &self.documents[at].memory.file;
                Verdict::about(Action::Update, format!("{file} says the opposite"), file)
            }
            None => Verdict { action: Action::Create, reason: "it is new".to_owned(), file: None, id: None },
        }
    }

    /// The memory that says first the opposite of what the candidate says, by position.
    fn opposed(&self, candidate: &Candidate) -> Option<usize> {
        let candidate = fields(candidate);
        let last = self.documents.len();
        let (_, opposed) = near::claims(self.documents.iter().map(first).chain([candidate]));
        opposed.into_iter().find_map(|(a, b)| match (a.note == last, b.note == last) {
            (true, false) => Some(b.note),
            (false, true) => Some(a.note),
            _ => None,
        })
    }

    /// What was decided on just now is known from now on.
    pub(super) fn add(&mut self, candidate: &Candidate) {
        self.waiting.insert(candidate.gist.clone(), candidate.id());
    }
}

/// Whether a memory says what the candidate says. Only its description and what it says first count:
/// somewhere in a long text all words of a short wish may stand.
fn says(document: &Document, candidate: &Candidate) -> bool {
    let first = first(document);
    near::says(&first, &candidate.said) || near::nearest(&fields(candidate), [first]).is_some()
}

fn first(document: &Document) -> Fields<'_> {
    Fields { body: tombstone::first_paragraph(document.body()), ..Fields::from(document) }
}

fn fields(candidate: &Candidate) -> Fields<'_> {
    Fields { name: &candidate.draft.name, body: &candidate.said, ..Fields::default() }
}
