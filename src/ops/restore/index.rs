//! The index behind a restoration: as it was, where that is known, else line by line.

use std::collections::HashMap;

use super::plan::Plans;
use crate::{
    model::Memory,
    ops::{OpError, desk::Desk},
    store::{
        history::{Entry, Reader},
        index::Index,
        scan,
    },
};

/// Brings the index in step with what was restored; `before` are the memories as they were.
pub(super) fn follow(desk: &mut Desk<'_>, past: &Reader, plans: &Plans, before: &[Memory]) -> Result<(), OpError> {
    if plans.files.iter().any(|p| scan::is_index(&p.file)) {
        return Ok(());
    }
    if let Some(entry) = &plans.undone
        && as_it_was(desk, past, entry)?
    {
        return Ok(());
    }
    let old_lines = old_indexes(desk, past, plans)?;
    let now = desk.memories.clone();
    let renames = plans.undone.as_ref().map(Entry::renames).unwrap_or_default();
    desk.index_if_there(|index| {
        for plan in &plans.files {
            let is = |m: &&Memory| m.file == plan.file;
            // Under the name that it loses now, when a rename is taken back.
            let other = renames.iter().find(|(old, _)| *old == plan.file).map(|(_, new)| *new);
            let was = before.iter().find(is).or_else(|| before.iter().find(|m| Some(m.file.as_str()) == other));
            match (was, now.iter().find(is)) {
                (Some(was), Some(new)) if index.lists(&was.file) => index.replace(was, new),
                (_, Some(new)) => come_back(index, new, old_lines.get(&plan.file), plan.takes_back.is_some()),
                (_, None) => index.remove(&plan.file, &now),
            }
        }
    })
}

/// When the index is as the revision left it, it gets back every byte that it had before.
fn as_it_was(desk: &mut Desk<'_>, past: &Reader, entry: &Entry) -> Result<bool, OpError> {
    let Some(touched) = entry.files.iter().find(|t| scan::is_index(&t.file)) else { return Ok(false) };
    let path = desk.store.index_path();
    let now = std::fs::read(&path).ok();
    let then = touched.after.as_deref().map(|id| past.blob(id)).transpose()?;
    if now != then {
        return Ok(false);
    }
    let before = touched.before.as_deref().map(|id| past.blob(id)).transpose()?;
    super::replace(desk, &touched.file, before.as_deref())?;
    Ok(true)
}

/// Adds the entry of a memory that is not listed. One that was `taken` away without having had an
/// entry comes back without one.
fn come_back(index: &mut Index, memory: &Memory, old: Option<&Index>, taken: bool) {
    match old {
        _ if index.lists(&memory.file) => {}
        Some(old) if taken && !old.lists(&memory.file) => {}
        Some(old) => index.add_as(memory, old),
        None => index.add(memory),
    }
}

/// For each file, the index as it was when the file was last there: before the change that is taken
/// back, or in the revision that it comes from.
fn old_indexes(desk: &Desk<'_>, past: &Reader, plans: &Plans) -> Result<HashMap<String, Index>, OpError> {
    let Some(name) = desk.index_name() else { return Ok(HashMap::new()) };
    let mut found = HashMap::new();
    for plan in plans.files.iter().filter(|p| !p.lives_on) {
        let Some(rev) = plan.takes_back.as_ref().map(|rev| format!("{rev}^")).or(plan.rev.clone()) else { continue };
        if let Some(bytes) = past.file(&rev, &name)? {
            found.insert(plan.file.clone(), Index::parse(&String::from_utf8_lossy(&bytes)));
        }
    }
    Ok(found)
}
