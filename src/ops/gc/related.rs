//! Memories that say nearly the same or the opposite: shown, never decided.

use super::{Evidence, Item, Kind, plan::Found};
use crate::{
    model::{Document, Memory, text},
    select::{
        Fields,
        pairs::{Pair, Relation, pairs},
    },
};

pub(super) fn find(documents: &[Document]) -> Found {
    let fields: Vec<Fields<'_>> = documents.iter().map(Fields::from).collect();
    let suggestions = pairs(&fields).into_iter().map(|pair| item(&pair, documents)).collect();
    Found { items: Vec::new(), suggestions }
}

/// The one that says less would go, were a person to say so.
fn item(pair: &Pair, documents: &[Document]) -> Item {
    let (first, second) = (&documents[pair.first], &documents[pair.second]);
    let (longer, shorter) = if first.text.len() >= second.text.len() { (first, second) } else { (second, first) };
    let (kind, reason) = match pair.relation {
        Relation::Same => (Kind::Near, format!("says nearly what {} says", longer.memory.file)),
        Relation::Opposite => (Kind::Conflict, format!("says the opposite of {}", longer.memory.file)),
    };
    let evidence = [shorter, longer].map(|d| said(&d.memory));
    Item::drop(kind, &shorter.memory.file, reason, evidence.into()).beside(&longer.memory.file).shown()
}

fn said(memory: &Memory) -> Evidence {
    let text = memory.description.as_deref().unwrap_or(&memory.name);
    Evidence { file: memory.file.clone(), line: None, text: text::clip(text, 120) }
}
