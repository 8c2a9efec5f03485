//! The plan: what each rule finds, each file once.

use std::collections::BTreeSet;

use super::{Evidence, Item, Kind, citations, copies, expired, index, litter, related, superseded};
use crate::{
    model::Document,
    ops::{OpError, desk::Desk},
    project::Project,
    store::{Store, leftovers, leftovers::Leftovers},
    world::World,
};

/// What can go, and what somebody should look at.
pub(super) struct Plan {
    pub(super) items: Vec<Item>,
    pub(super) suggestions: Vec<Item>,
    /// How many memories there are.
    pub(super) memories: usize,
    pub(super) notices: Vec<String>,
}

/// Problems of a file whose text is not known whole: nothing is concluded from it.
const UNKNOWN: [&str; 3] = ["unreadable", "not_utf8", "too_large"];

/// What the rules find in the store as it is now; with a desk, as it is under its lock.
pub(super) fn of(
    world: &World,
    store: &Store,
    project: Option<&Project>,
    desk: Option<&Desk<'_>>,
) -> Result<Plan, OpError> {
    let documents = documents(store)?;
    let memories = documents.len();
    let known: Vec<Document> =
        documents.into_iter().filter(|d| !d.memory.problems.iter().any(|p| UNKNOWN.contains(&p.code))).collect();
    let mut plan = Plan { items: Vec::new(), suggestions: Vec::new(), memories, notices: Vec::new() };
    plan.take(superseded::find(&known));
    plan.take(copies::find(&known));
    plan.take(expired::find(&known, world.now()));
    plan.take(related::find(&known));
    plan.take(citations::find(world, store, project, &known));
    plan.take(litter::find(world, store));
    match index::find(world, store, desk)? {
        Ok(items) => plan.items.extend(items),
        Err(why) => plan.notices.push(why),
    }
    plan.items.extend(leftover(
        Kind::SessionState,
        "state of sessions that ended long ago",
        &leftovers::sessions(world),
    ));
    plan.items.extend(leftover(
        Kind::Cache,
        "not used for a long time, made anew when it is",
        &leftovers::caches(world),
    ));
    Ok(plan)
}

pub(super) fn documents(store: &Store) -> Result<Vec<Document>, OpError> {
    let files = store.scan()?.files;
    let mut documents = store.fold(files, |all: &mut Vec<Document>, document| all.push(document)).concat();
    documents.sort_by(|a, b| a.memory.file.cmp(&b.memory.file));
    Ok(documents)
}

/// What a rule finds: what can go, what is only shown.
#[derive(Default)]
pub(super) struct Found {
    pub(super) items: Vec<Item>,
    pub(super) suggestions: Vec<Item>,
}

impl Plan {
    /// Takes over what a rule found. What one rule lets go is not judged by the next, and what stays
    /// for its sake does not go either.
    fn take(&mut self, found: Found) {
        for item in found.items {
            let goes: BTreeSet<&str> = self.items.iter().map(|i| i.file.as_str()).collect();
            let stays: BTreeSet<&str> = self.items.iter().filter_map(|i| i.other.as_deref()).collect();
            let lost = item.other.as_deref().is_some_and(|other| goes.contains(other));
            if goes.contains(item.file.as_str()) {
                continue;
            }
            if stays.contains(item.file.as_str()) || lost {
                self.suggestions.push(item.shown());
            } else {
                self.items.push(item);
            }
        }
        let goes: BTreeSet<&str> = self.items.iter().map(|i| i.file.as_str()).collect();
        let gone = |item: &Item| {
            goes.contains(item.file.as_str()) || item.other.as_deref().is_some_and(|other| goes.contains(other))
        };
        self.suggestions.extend(found.suggestions.into_iter().filter(|item| !gone(item)));
    }
}

fn leftover(kind: Kind, what: &str, found: &Leftovers) -> Option<Item> {
    let folder = found.files.first()?.parent()?;
    let files = found.files.len();
    let reason = format!("{files} {}, {} bytes: {what}", if files == 1 { "file" } else { "files" }, found.bytes);
    let name = |file: &std::path::PathBuf| crate::ops::row::display(file);
    let evidence = found.files.iter().take(SHOWN).map(|file| Evidence::new(&name(file), None, ""));
    Some(Item::drop(kind, &crate::ops::row::display(folder), reason, evidence.collect()))
}

/// Of the files of leftovers so many are named.
const SHOWN: usize = 20;
