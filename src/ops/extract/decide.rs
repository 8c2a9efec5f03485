//! A find against what is known: said already, rejected, waiting, said differently, or new.

use std::collections::{BTreeMap, BTreeSet};

use super::{Action, Candidate};
use crate::{
    lint::secret,
    model::{Document, digest, particulars},
    ops::{OpError, add::Draft, tombstone},
    select::{self, Fields, Query, near},
    store::{Store, inbox::Inbox},
};

/// What was decided, and why.
pub(super) struct Verdict {
    pub(super) action: Action,
    pub(super) reason: String,
    pub(super) file: Option<String>,
    pub(super) id: Option<String>,
    /// Of an update, what the memory becomes.
    pub(super) change: Option<Change>,
}

/// A memory written anew.
pub(super) struct Change {
    pub(super) draft: Draft,
    /// The digest of the file as it was.
    pub(super) base: String,
    /// Particulars of the old text that the new one leaves out.
    pub(super) dropped: Vec<String>,
}

impl Verdict {
    pub(super) fn skip(reason: impl Into<String>) -> Self {
        Self { action: Action::Skip, reason: reason.into(), file: None, id: None, change: None }
    }

    pub(super) fn skip_for(reason: impl Into<String>, file: &str) -> Self {
        Self { file: Some(file.to_owned()), ..Self::skip(reason) }
    }

    pub(super) fn create(reason: impl Into<String>) -> Self {
        Self { action: Action::Create, ..Self::skip(reason) }
    }

    pub(super) fn update(reason: impl Into<String>, old: &Document, draft: Draft) -> Self {
        let change = Change::of(old, draft);
        Self { action: Action::Update, change: Some(change), ..Self::skip_for(reason, &old.memory.file) }
    }
}

impl Change {
    fn of(old: &Document, draft: Draft) -> Self {
        let before = told(old);
        let after = format!("{}\n{}\n{}", draft.name, draft.description, draft.body);
        let dropped = particulars::missing(&before, &after).into_iter().map(str::to_owned).collect();
        Self { draft, base: digest::sha256(old.text.as_bytes()), dropped }
    }

    /// Whether a file is as it was when this was decided.
    pub(super) fn fits(base: &str, now: &Document) -> bool {
        digest::sha256(now.text.as_bytes()) == base
    }
}

/// What a memory tells.
pub(super) fn told(document: &Document) -> String {
    format!("{}\n{}", document.memory.description.as_deref().unwrap_or_default(), document.body())
}

/// Memories of which a model is shown the whole text, at most.
const NEAREST: usize = 3;
/// Bytes of such a memory; a longer one could not be given back whole.
const WHOLE: usize = 8_192;

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
        let mut waiting = BTreeMap::new();
        for proposal in inbox.waiting() {
            let gists = tombstone::gists(&proposal.description, &proposal.body);
            for gist in gists.into_iter().chain([near::gist(&proposal.said)]) {
                waiting.insert(gist, proposal.id.clone());
            }
        }
        Ok(Self { documents, waiting, tombstones: inbox.tombstones() })
    }

    pub(super) fn judge(&self, candidate: &Candidate) -> Verdict {
        if let Some(document) = self.documents.iter().find(|document| says(document, candidate)) {
            let file = &document.memory.file;
            return Verdict::skip_for(format!("{file} says it already"), file);
        }
        let wished = candidate.is_wish.then(|| near::gist(&candidate.said));
        if candidate.gists.iter().chain(&wished).any(|gist| self.tombstones.contains(gist)) {
            return Verdict::skip("it was rejected or removed before");
        }
        if let Some(id) = candidate.gists.iter().find_map(|gist| self.waiting.get(gist)) {
            return Verdict { id: Some(id.clone()), ..Verdict::skip("it waits in the inbox already") };
        }
        match self.opposed(candidate) {
            Some(at) => {
                let old = &self.documents[at];
                Verdict::update(format!("{} says the opposite", old.memory.file), old, candidate.draft.clone())
            }
            None => Verdict::create("it is new"),
        }
    }

    /// The memory that says first the opposite of what the candidate says, by position.
    fn opposed(&self, candidate: &Candidate) -> Option<usize> {
        let candidate = fields(candidate);
        let last = self.documents.len();
        let told = near::Told::of(self.documents.iter().map(first).chain([candidate]));
        told.opposed().into_iter().find_map(|(a, b)| match (a.note == last, b.note == last) {
            (true, false) => Some(b.note),
            (false, true) => Some(a.note),
            _ => None,
        })
    }

    /// The memories that have most to do with a candidate, the nearest first. One that holds a secret is
    /// shown to nobody, and one that is very long could not be written anew.
    pub(super) fn nearest(&self, candidate: &Candidate) -> Vec<&Document> {
        let Draft { name, description, .. } = &candidate.draft;
        let query = Query::new(&format!("{name}\n{description}\n{}", candidate.statement));
        let counts = self.documents.iter().map(|document| query.count(&Fields::from(document))).collect();
        let ranked = select::rank(&query, &counts).into_iter().map(|scored| scored.memory);
        let opposed = self.opposed(candidate);
        let order = opposed.into_iter().chain(ranked.filter(|at| Some(*at) != opposed));
        let may_be_shown = |document: &&Document| {
            let memory = &document.memory;
            let is_sound = memory.problems.iter().all(|problem| !problem.fault);
            is_sound && document.text.len() <= WHOLE && !secret::is_in(document.text.as_bytes())
        };
        order.map(|at| &self.documents[at]).filter(may_be_shown).take(NEAREST).collect()
    }

    /// What was decided on just now is known from now on.
    pub(super) fn add(&mut self, candidate: &Candidate) {
        self.waiting.extend(candidate.gists.iter().map(|gist| (gist.clone(), candidate.id())));
    }

    /// Whether something of this gist waits in the inbox.
    pub(super) fn waits(&self, gist: &str) -> bool {
        self.waiting.contains_key(gist)
    }

    /// The memory of that file.
    pub(super) fn find(&self, file: &str) -> Option<&Document> {
        self.documents.iter().find(|document| document.memory.file == file)
    }
}

/// Whether a memory says what the candidate says. Only its description and what it says first count:
/// somewhere in a long text all words of a short wish may stand.
fn says(document: &Document, candidate: &Candidate) -> bool {
    let first = first(document);
    near::says(&first, &candidate.statement) || near::nearest(&fields(candidate), [first]).is_some()
}

fn first(document: &Document) -> Fields<'_> {
    Fields { body: tombstone::first_paragraph(document.body()), ..Fields::from(document) }
}

fn fields(candidate: &Candidate) -> Fields<'_> {
    Fields { name: &candidate.draft.name, body: &candidate.statement, ..Fields::default() }
}
