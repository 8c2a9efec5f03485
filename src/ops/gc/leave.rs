//! What a tidying left for a person to decide on: it waits in the inbox, once.

use std::collections::BTreeSet;

use super::{Action, Gc, Item, Kind, Request, apply, todo::Decision};
use crate::{
    model::{Document, digest},
    ops::{OpError, gate::Gate},
    store::{Store, inbox::Removal, read},
    world::World,
};

/// Lets wait what was left over, and takes back what is left no more. What a person has rejected does
/// not come again while the memory is as it was.
pub(super) fn wait(world: &World, store: &Store, left: &[Item]) -> Result<(), OpError> {
    let inbox = store.inbox(world)?;
    let memories = store.memories()?.items;
    let rejected = inbox.tombstones();
    let mut wanted: Vec<Removal> = Vec::new();
    for item in left.iter().filter(|item| Kind::WAITING.contains(&item.kind)) {
        let document = memories.iter().find(|memory| memory.file == item.file).and_then(read::again);
        let removal = document.map(|document| removal(item, &document));
        wanted.extend(removal.filter(|removal| !rejected.contains(&removal.digest)));
    }
    let ids: BTreeSet<&str> = wanted.iter().map(|removal| removal.id.as_str()).collect();
    let waiting = inbox.removals();
    for gone in waiting.iter().filter(|removal| !ids.contains(removal.id.as_str())) {
        inbox.withdraw(gone)?;
    }
    for new in wanted.iter().filter(|removal| !waiting.contains(removal)) {
        inbox.put_removal(new)?;
    }
    Ok(())
}

fn removal(item: &Item, document: &Document) -> Removal {
    let other = item.other.as_deref().unwrap_or_default();
    let told = format!("gc\0{}\0{}\0{other}\0{}", item.kind.as_str(), item.file, document.text);
    let digest = digest::project_hash(told.as_bytes());
    let said = item.evidence.iter().filter(|evidence| !evidence.text.is_empty());
    let said = said.map(|evidence| match evidence.line {
        Some(line) => format!("{}:{line}: {}", evidence.file, evidence.text),
        None => format!("{}: {}", evidence.file, evidence.text),
    });
    Removal {
        id: digest[..8].to_owned(),
        kind: item.kind.as_str().to_owned(),
        file: item.file.clone(),
        other: item.other.clone(),
        reason: item.reason.clone(),
        said: said.collect(),
        digest,
    }
}

/// Removes the memory, if what was said of it is still so; what else the person should know is in the
/// outcome.
pub(in crate::ops) fn accept(world: &World, store: &Store, removal: &Removal, gate: &Gate) -> Result<Gc, OpError> {
    let overtaken = || OpError::Refused {
        message: format!("{}: it is not as it was any more", removal.file),
        hint: "`mem gc` says what can go now".into(),
    };
    let kind = Kind::WAITING.into_iter().find(|kind| kind.as_str() == removal.kind).ok_or_else(overtaken)?;
    let (file, other, reason) = (removal.file.clone(), removal.other.clone(), removal.reason.clone());
    let item = Item { action: Action::Drop, kind, file, other, reason, evidence: Vec::new() };
    let decisions = Some(vec![Decision { item, text: None, before: None }]);
    let request = Request { decisions, one_by_one: true, gate: gate.clone(), ..Request::default() };
    let done = apply(world, store, &request)?;
    if done.items.is_empty() { Err(overtaken()) } else { Ok(done) }
}
