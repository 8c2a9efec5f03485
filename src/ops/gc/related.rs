//! Memories that say nearly the same or the opposite: shown, never decided.

use std::collections::BTreeSet;

use super::{Evidence, Item, Kind, plan::Found};
use crate::{
    model::Document,
    select::{
        Fields,
        near::{At, Told},
    },
};

pub(super) fn find(documents: &[Document]) -> Found {
    let notes = Told::of(documents.iter().map(Fields::from));
    let mut told = BTreeSet::new();
    let mut suggestions = Vec::new();
    for (a, b) in notes.opposed() {
        if a.note != b.note && told.insert((a.note.min(b.note), a.note.max(b.note))) {
            suggestions.push(item(Kind::Conflict, documents, a, b));
        }
    }
    for (a, b, _) in notes.alike() {
        if told.insert((a, b)) {
            let at = |note| At { note, byte: None };
            suggestions.push(item(Kind::Near, documents, at(a), at(b)));
        }
    }
    suggestions.sort_by(|a, b| (&a.file, &a.other).cmp(&(&b.file, &b.other)));
    Found { items: Vec::new(), suggestions }
}

/// The one that says less would go, were a person to say so.
fn item(kind: Kind, documents: &[Document], a: At, b: At) -> Item {
    let size = |at: &At| documents[at.note].text.len();
    let (longer, shorter) = if size(&a) >= size(&b) { (a, b) } else { (b, a) };
    let file = |at: At| documents[at.note].memory.file.as_str();
    let reason = match kind {
        Kind::Conflict => format!("says the opposite of {}", file(longer)),
        _ => format!("says nearly what {} says", file(longer)),
    };
    let evidence = [shorter, longer].map(|at| said(&documents[at.note], at.byte));
    Item::drop(kind, file(shorter), reason, evidence.into()).beside(file(longer)).shown()
}

/// What a memory says there: the line of its body, or its description.
fn said(document: &Document, byte: Option<usize>) -> Evidence {
    let memory = &document.memory;
    let Some(byte) = byte else {
        return Evidence::new(&memory.file, None, memory.description.as_deref().unwrap_or(&memory.name));
    };
    let at = document.text.len() - document.body().len() + byte;
    let before = document.text.get(..at).unwrap_or_default();
    let line = document.text.get(at..).unwrap_or_default().lines().next().unwrap_or_default();
    Evidence::new(&memory.file, Some(before.matches('\n').count() + 1), line)
}
