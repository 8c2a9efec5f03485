//! Files in the store that are no memories.

use super::{Evidence, Item, Kind, plan::Found};
use crate::{
    store::{Litter, Store},
    world::World,
};

/// Litter goes where the file that it was made of is there; else it may be the last copy.
pub(super) fn find(world: &World, store: &Store) -> Found {
    let mut found = Found::default();
    for litter in store.litter(world) {
        let safe = is_safe(store, &litter);
        let item = item(litter);
        if safe {
            found.items.push(item);
        } else {
            found.suggestions.push(item.shown());
        }
    }
    found
}

/// A conflict copy holds what somebody wrote: it goes only when the other file has every byte of it.
fn is_safe(store: &Store, litter: &Litter) -> bool {
    match &litter.of {
        None => true,
        Some(of) if litter.file.ends_with(".md") => store.same_bytes(&litter.file, of),
        Some(of) => store.dir().join(of).is_file(),
    }
}

fn item(litter: Litter) -> Item {
    let reason = match &litter.of {
        Some(of) => format!("{} of {of}", litter.what),
        None => litter.what.to_owned(),
    };
    let evidence = Evidence::new(&litter.file, None, "");
    let item = Item::drop(Kind::Litter, &litter.file, reason, vec![evidence]);
    match litter.of {
        Some(of) => item.beside(&of),
        None => item,
    }
}
