//! Carries out what passed, under the lock, in one commit.

use super::{Change, Consolidation, Deed, Refused};
use crate::{
    ops::{
        OpError,
        desk::Desk,
        gc::{
            Action, Gc, Item, Kind, Request,
            apply::{change, within_the_share},
            todo::Decision,
            touched,
        },
    },
    store::{Store, read},
    world::World,
};

/// Makes the changes of a plan that [`super::propose`] made. A memory that is not as it was then is
/// left alone, with all that would have become of it.
///
/// # Errors
/// As [`crate::ops::gc::apply`].
pub fn apply(world: &World, store: &Store, plan: Gc, request: &Request) -> Result<Gc, OpError> {
    let Some(mut consolidation) = plan.consolidation else { return Ok(plan) };
    let mut desk = Desk::open(world, store)?;
    leave_out_changed(&desk, &mut consolidation);
    let (mut items, mut texts) = (Vec::new(), Vec::new());
    for proposed in &consolidation.changes {
        items.extend(proposed.files.iter().map(|differs| item(proposed, &differs.file)));
        let written = proposed.files.iter().find(|differs| differs.after.is_some());
        texts.extend(written.map(|differs| {
            let decision = Decision {
                item: item(proposed, &differs.file),
                text: differs.after.clone(),
                before: differs.before.clone(),
            };
            (differs.file.clone(), decision)
        }));
    }
    within_the_share(&items, plan.memories, request.force)?;
    let kept = if items.is_empty() { false } else { change(&mut desk, &items, &texts, request)? };
    let undo = desk.revision().filter(|_| kept).map(|rev| format!("{} restore @{}", request.program, &rev[..12]));
    Ok(Gc {
        applied: true,
        touched: touched(&items),
        items,
        suggestions: Vec::new(),
        needs_force: false,
        undo,
        notices: plan.notices.into_iter().chain(desk.notices()).collect(),
        consolidation: Some(consolidation),
        ..plan
    })
}

/// What somebody else has changed meanwhile is not what the model was shown.
fn leave_out_changed(desk: &Desk<'_>, consolidation: &mut Consolidation) {
    let as_before = |file: &str, before: Option<&str>| {
        let now = desk.memories.iter().find(|memory| memory.file == file).and_then(read::again);
        now.map(|document| document.text).as_deref() == before
    };
    let changes = std::mem::take(&mut consolidation.changes);
    for change in changes {
        let moved = change.files.iter().find(|differs| !as_before(&differs.file, differs.before.as_deref()));
        match moved.map(|differs| format!("{} has changed since it was read", differs.file)) {
            Some(reason) => {
                let files = change.files.into_iter().map(|differs| differs.file).collect();
                consolidation.refused.push(Refused { files, reason });
            }
            None => consolidation.changes.push(change),
        }
    }
}

fn item(change: &Change, file: &str) -> Item {
    let stays = change.into.as_deref();
    let (action, reason) = match (change.action, stays == Some(file)) {
        (Deed::Merge, true) => (Action::Edit, "says what the others say too".to_owned()),
        (Deed::Merge, false) => (Action::Merge, format!("{} says it now", stays.unwrap_or_default())),
        (Deed::Update, _) => (Action::Edit, "has a new text".to_owned()),
        (Deed::Delete, _) => (Action::Drop, "others say it".to_owned()),
    };
    let reason = change.reason.clone().unwrap_or(reason);
    let other = stays.filter(|stays| *stays != file).map(str::to_owned);
    Item { action, kind: Kind::Consolidated, file: file.to_owned(), other, reason, evidence: Vec::new() }
}
