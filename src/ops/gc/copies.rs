//! Exact copies: the same text in several files, line ends and trailing blanks aside.

use std::{cmp::Reverse, collections::BTreeMap};

use super::{Evidence, Item, Kind, plan::Found};
use crate::{
    model::{Document, Memory, text},
    select::{Fields, near},
};

/// A text shorter than this, in bytes, says too little without its description: "See the wiki."
const TELLING: usize = 24;

/// Of each set of copies the best described stays. Where a description says what the one that stays
/// does not say, or the types differ, that is for a person to decide.
pub(super) fn find(documents: &[Document]) -> Found {
    let mut sets: BTreeMap<(String, String), Vec<&Document>> = BTreeMap::new();
    for document in documents {
        let text = plain(document.body());
        let described = described(&document.memory);
        let description = if text.len() < TELLING { described.clone() } else { String::new() };
        if !(text.is_empty() && described.is_empty()) {
            sets.entry((text, description)).or_default().push(document);
        }
    }
    let mut found = Found::default();
    for mut set in sets.into_values().filter(|set| set.len() > 1) {
        set.sort_by_key(|document| rank(document));
        let best = set[0];
        for copy in &set[1..] {
            let item = item(copy, best);
            if is_lossless(copy, best) {
                found.items.push(item);
            } else {
                found.suggestions.push(Item { kind: Kind::Near, ..item.shown() });
            }
        }
    }
    found.items.sort_by(|a, b| a.file.cmp(&b.file));
    found.suggestions.sort_by(|a, b| a.file.cmp(&b.file));
    found
}

fn item(copy: &Document, best: &Document) -> Item {
    let file = &best.memory.file;
    let same = described(&copy.memory) == described(&best.memory);
    let but = if same { "" } else { ", under another description" };
    let first = best.body().lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let line = best.text.lines().position(|line| line == first).map(|at| at + 1);
    let evidence = Evidence::new(file, line, first);
    let reason = format!("{file} has the same text{but}");
    Item::drop(Kind::Copy, &copy.memory.file, reason, vec![evidence]).beside(file)
}

/// A text as it is compared: without line ends' kinds, trailing blanks, and blank lines around it.
fn plain(body: &str) -> String {
    let lines: Vec<&str> = body.trim_start_matches('\u{feff}').lines().map(str::trim_end).collect();
    lines.join("\n").trim_matches('\n').to_owned()
}

fn described(memory: &Memory) -> String {
    text::one_line(memory.description.as_deref().unwrap_or_default())
}

/// Whether nothing is lost with the copy.
fn is_lossless(copy: &Document, best: &Document) -> bool {
    let kinds = copy.memory.kind.is_none() || copy.memory.kind == best.memory.kind;
    let (lost, kept) = (described(&copy.memory), described(&best.memory));
    kinds && (lost.is_empty() || lost == kept || near::says(&Fields::from(best), &lost))
}

/// The best described first: of a known type, without problems, with the longest description, and of
/// two alike the older one by name.
fn rank(document: &Document) -> impl Ord + use<> {
    let memory = &document.memory;
    let description = described(memory).chars().count();
    (memory.kind.is_none(), memory.problems.len(), Reverse(description), memory.file.len(), memory.file.clone())
}
