//! Entries of the index whose files are gone.

use std::collections::BTreeSet;

use super::{Evidence, Item, Kind};
use crate::{
    model::Memory,
    ops::{OpError, desk::Desk, reindex},
    store::{
        Store,
        index::{Facts, Index},
        scan, write,
    },
    world::World,
};

/// The dead entries, or why nothing can be said about them.
pub(super) fn find(
    world: &World,
    store: &Store,
    desk: Option<&Desk<'_>>,
) -> Result<Result<Vec<Item>, String>, OpError> {
    let (seen, memories) = match desk {
        Some(desk) => (desk.index_seen()?, desk.memories.clone()),
        None => (write::see(&store.index_path())?, store.memories()?.items),
    };
    let file = store.index_path().file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
    let found = dead(world, store, &memories, &mut Index::parse(&seen.text), &|_| false);
    Ok(found.map(|files| files.into_iter().map(|dead| item(&dead, &file, &seen.text)).collect()))
}

/// Takes the dead entries out of the index, but for those of files that are `spared`; the files that
/// they led to.
pub(super) fn dead(
    world: &World,
    store: &Store,
    memories: &[Memory],
    index: &mut Index,
    spared: &dyn Fn(&str) -> bool,
) -> Result<Vec<String>, String> {
    let folder = store.dir().file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
    let roots = reindex::roots(world, store);
    // What cannot be looked at is not gone.
    let exists = |file: &str| {
        let there = |dir: &std::path::Path| !scan::is_gone(&scan::path_of(dir, file));
        spared(file) || there(store.dir()) || file.contains('/') && roots.iter().any(|root| there(root))
    };
    let facts = Facts { memories, exists: &exists, written: &BTreeSet::new(), folder: &folder };
    let left = |why: &str| Err(format!("the index is left as it is: {why}"));
    match index.without_dead(&facts) {
        // A directory that is not mounted looks like this.
        Ok(merged) if memories.is_empty() && !merged.removed.is_empty() => left("there is no memory at all"),
        Ok(merged) => Ok(merged.removed),
        Err(why) => left(&why.to_string()),
    }
}

fn item(dead: &str, index: &str, index_text: &str) -> Item {
    let at = index_text.lines().position(|line| line.contains(dead));
    let line = at.and_then(|at| index_text.lines().nth(at)).unwrap_or_default();
    let evidence = Evidence::new(index, at.map(|at| at + 1), line);
    Item::drop(Kind::DeadLine, dead, format!("its line in {index} leads to no file"), vec![evidence])
}
