//! Does what the plan says, or what a person made of it: under the lock, in one commit.

use std::collections::BTreeSet;

use super::{Action, Gc, Item, Kind, index, is_over, outcome, plan, todo::Decision, touched};
use crate::{
    model::Memory,
    ops::{
        OpError,
        desk::Desk,
        gate::{Gate, Judge},
        mv,
        replace::retry,
        rm,
    },
    store::{Store, journal::Step, leftovers, lock::Lock},
    world::World,
};

/// What to do, and how far to go.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// What a person decided; `None` takes the plan as it is.
    pub decisions: Option<Vec<Decision>>,
    /// Only what can be made anew or loses nothing: exact copies, dead index lines, old state.
    pub only_safe: bool,
    /// Also over a quarter of the memories, and where no history could bring them back.
    pub force: bool,
    /// A person has looked at each alone, so that no share of the store is too large.
    pub one_by_one: bool,
    /// How a shell starts `mem` on this store again: the beginning of the undo.
    pub program: String,
    /// What a text that a person wrote must pass.
    pub gate: Gate,
}

/// Does it, all in one commit of the history.
///
/// # Errors
/// [`OpError::Refused`] when it would touch over a quarter of the memories; [`OpError::NoHistory`]
/// when it could not be undone; [`OpError::Store`].
pub fn apply(world: &World, store: &Store, request: &Request) -> Result<Gc, OpError> {
    if !store.dir().is_dir() {
        return super::run(world, store, request.gate.project.as_ref()).map(|plan| Gc { applied: true, ..plan });
    }
    let lock = store.lock(world)?;
    apply_under(world, store, lock, request)
}

pub(super) fn apply_under(world: &World, store: &Store, lock: Lock, request: &Request) -> Result<Gc, OpError> {
    let mut desk = Desk::open_with(world, store, lock)?;
    let mut found = plan::of(world, store, request.gate.project.as_ref(), Some(&desk))?;
    let (items, texts) = chosen(&mut desk, &mut found, request);
    let memories = found.memories;
    within_the_share(&items, memories, request.force || request.one_by_one)?;
    let in_store = items.iter().any(|item| !matches!(item.kind, Kind::SessionState | Kind::Cache));
    let kept = if in_store { change(&mut desk, &items, &texts, request)? } else { false };
    for item in &items {
        match item.kind {
            Kind::SessionState => leftovers::sessions(world).discard(),
            Kind::Cache => leftovers::caches(world).discard(),
            _ => {}
        }
    }
    let undo = desk.revision().filter(|_| kept).map(|rev| format!("{} restore @{}", request.program, &rev[..12]));
    found.items = items;
    found.notices.extend(desk.notices());
    let done = outcome(store, found);
    Ok(Gc { applied: true, undo, needs_force: false, memories, ..done })
}

/// What is to be done of what was found, and the new texts. What is no longer as it was decided on
/// is left alone, which is said.
fn chosen(desk: &mut Desk<'_>, found: &mut plan::Plan, request: &Request) -> (Vec<Item>, Vec<(String, Decision)>) {
    let Some(decisions) = &request.decisions else {
        let safe = |item: &Item| matches!(item.kind, Kind::Copy | Kind::DeadLine | Kind::SessionState | Kind::Cache);
        let items = std::mem::take(&mut found.items);
        let (items, left): (Vec<Item>, Vec<Item>) = items.into_iter().partition(|i| !request.only_safe || safe(i));
        found.suggestions.extend(left.into_iter().map(Item::shown));
        return (items, Vec::new());
    };
    let all: Vec<Item> = found.items.drain(..).chain(found.suggestions.drain(..)).collect();
    let (mut items, mut texts) = (Vec::new(), Vec::new());
    let mut goes = BTreeSet::new();
    for decision in decisions.iter().filter(|d| d.item.action != Action::Keep) {
        let item = &decision.item;
        if !all.iter().any(|other| other.is(item)) || goes.contains(&item.file) {
            desk.notice(format!("{}: it is not as it was any more, and was left alone", item.file));
            continue;
        }
        if item.action != Action::Edit {
            goes.insert(item.file.clone());
        }
        if decision.text.is_some() {
            let target = if item.action == Action::Merge { item.other.as_ref() } else { Some(&item.file) };
            texts.extend(target.map(|file| (file.clone(), decision.clone())));
        }
        items.push(item.clone());
    }
    (items, texts)
}

pub(super) fn within_the_share(items: &[Item], memories: usize, force: bool) -> Result<(), OpError> {
    let touched = touched(items);
    if force || !is_over(touched, memories) {
        return Ok(());
    }
    Err(OpError::Refused {
        message: format!("this would touch {touched} of {memories} memories, over a quarter of the store"),
        hint: "look at the plan first: `mem gc`; --force does it all the same".into(),
    })
}

/// Changes the store. Whether all of it can be taken back.
pub(super) fn change(
    desk: &mut Desk<'_>,
    items: &[Item],
    texts: &[(String, Decision)],
    request: &Request,
) -> Result<bool, OpError> {
    let mut kept = desk.settle(request.force)?;
    let files = items.iter().filter(|i| i.kind.is_memory()).map(|i| i.file.clone());
    let files: Vec<String> = files.chain(texts.iter().map(|(file, _)| file.clone())).collect();
    desk.announce(files.iter().cloned().map(Step::Touch));
    for (file, decision) in texts {
        rewrite(desk, file, decision, request)?;
    }
    for item in items.iter().filter(|item| matches!(item.action, Action::Drop | Action::Merge)) {
        let done = drop_file(desk, item, request.force);
        kept &= desk.halfway(done)?;
    }
    let left = desk.memories.clone();
    let (world, store) = (desk.world, desk.store);
    let gone: Vec<&String> = files.iter().filter(|file| !left.iter().any(|m| m.file == **file)).collect();
    let dead: Vec<&str> = items.iter().filter(|i| i.kind == Kind::DeadLine).map(|i| i.file.as_str()).collect();
    desk.index_if_there(|index| {
        gone.iter().for_each(|file| index.remove(file, &left));
        if !dead.is_empty() {
            // Why they must stay was said when the plan was made.
            let _ = index::dead(world, store, &left, index, &|file| !dead.contains(&file));
        }
    })?;
    let changed = !desk.touched.is_empty();
    desk.commit(&subject(items));
    Ok(kept && changed)
}

/// Takes the file of an item away. What linked to it links to what stays in its place.
fn drop_file(desk: &mut Desk<'_>, item: &Item, force: bool) -> Result<bool, OpError> {
    if item.kind == Kind::Litter {
        return drop_litter(desk, &item.file, force);
    }
    let Some(memory) = desk.memories.iter().find(|m| m.file == item.file).filter(|_| item.kind.is_memory()).cloned()
    else {
        return Ok(true);
    };
    let kept = rm::remove(desk, &memory, false, force)?;
    desk.memories.retain(|m| m.file != memory.file);
    let other = item.other.as_ref().and_then(|other| desk.memories.iter().find(|m| m.file == *other).cloned());
    if let Some(other) = other.filter(|_| kept) {
        mv::relink(desk, &memory, &other);
    }
    Ok(kept)
}

fn drop_litter(desk: &mut Desk<'_>, file: &str, force: bool) -> Result<bool, OpError> {
    retry(desk.world, || {
        let seen = desk.see_bytes(file)?;
        if seen.stamp.is_none() {
            return Ok(true);
        }
        let kept = desk.secure(file, &seen, force)?;
        desk.put_bytes(file, None, &seen)?;
        Ok(kept)
    })
}

/// Gives a memory the text that a person wrote for it, unless somebody else changed it meanwhile.
fn rewrite(desk: &mut Desk<'_>, file: &str, decision: &Decision, request: &Request) -> Result<(), OpError> {
    let Some(old) = desk.memories.iter().find(|m| m.file == file).cloned() else { return Ok(()) };
    let (Some(text), Some(before)) = (&decision.text, &decision.before) else { return Ok(()) };
    let seen = desk.see(&old)?;
    if seen.text != *before {
        return Err(crate::store::StoreError::Moved(old.path).into());
    }
    let whole = |text: &str| crate::ops::add::document(file.to_owned(), old.path.clone(), text.to_owned());
    Judge::new(desk.world, desk.store, &request.gate).judge(&whole(text), Some(&whole(before))).passes(file)?;
    desk.secure(file, &(&seen).into(), request.force)?;
    desk.put(file, text, &seen)?;
    let new: Memory = whole(text).memory;
    desk.memories.iter_mut().filter(|m| m.file == file).for_each(|m| *m = new.clone());
    desk.index_if_there(|index| if index.lists(file) { index.replace(&old, &new) } else { index.add(&new) })
}

/// What the history says of it: "gc: 2 copies, 1 expired".
fn subject(items: &[Item]) -> String {
    let mut kinds: Vec<Kind> = items.iter().map(|item| item.kind).collect();
    kinds.sort();
    let counts =
        kinds.chunk_by(|a, b| a == b).map(|same| format!("{} {}", same.len(), same[0].as_str().replace('_', " ")));
    format!("gc: {}", counts.collect::<Vec<_>>().join(", "))
}
