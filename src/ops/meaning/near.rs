//! How near each memory is to a prompt.

use std::collections::HashMap;

use super::{FORM, Key, Reach, keys};
use crate::{
    model::{memory::FileFacts, text::prefix},
    select::{
        Meaning, Nearness,
        encoder::{Prompt, Vector},
        generality,
    },
    store::{Depth, Shelf, Store},
};

/// Bytes of a long prompt that are encoded, from its start and from its end: what is asked stands
/// before or behind what was pasted, and every word costs time.
const START: usize = 480;
const END: usize = 240;

/// What the vectors say.
#[derive(Debug)]
pub(in crate::ops) struct Near {
    /// That, with the memories in the order of the files.
    pub(in crate::ops) meaning: Meaning,
    /// How many memories have no vectors.
    pub(in crate::ops) missing: usize,
}

/// How near each of these memories, in the order of their paths, is to a prompt. Makes nothing: where
/// no vectors are kept, all are missing.
pub(in crate::ops) fn near(store: &Store, files: &[FileFacts], prompt: &str) -> Near {
    let shelf = store.vectors(FORM);
    let nothing = |missing| Near { meaning: Meaning { near: vec![None; files.len()], generality: 0.0 }, missing };
    if shelf.is_empty() {
        return nothing(files.len());
    }
    let reach = Reach::of(files.len());
    let keys = keys::of(store, files, reach);
    let lacks = keys.iter().flatten().filter(|key| shelf.count(key).is_none()).count();
    let Some(asked) = Prompt::of(&asked(prompt)) else {
        return nothing(lacks);
    };
    let Some(found) = all(&shelf, reach, &asked) else {
        // Whoever makes them next finds that out too, and makes them anew.
        return nothing(files.len());
    };
    let near = keys.iter().map(|key| found.get(key.as_ref()?).copied().flatten()).collect();
    Near { meaning: Meaning { near, generality: generality(asked.whole()) }, missing: lacks }
}

/// How near each text is; `None` for those that mean nothing. Nothing at all when a vector is damaged.
fn all(shelf: &Shelf, reach: Reach, asked: &Prompt) -> Option<HashMap<Key, Option<Nearness>>> {
    let mut found: HashMap<Key, Option<Nearness>> = HashMap::with_capacity(shelf.len());
    let depth = if reach == Reach::Heads { Depth::Heads } else { Depth::All };
    let take = |key: &Key, bytes: &[u8]| {
        let vector = Vector::from_bytes(bytes);
        match (found.get_mut(key), vector) {
            (Some(Some(nearness)), Some(piece)) => nearness.add(asked.near(&piece)),
            (Some(nearness), Some(head)) => *nearness = Some(Nearness::of_head(asked.near_head(&head))),
            (Some(_), None) => {}
            (None, head) => drop(found.insert(*key, head.map(|head| Nearness::of_head(asked.near_head(&head))))),
        }
    };
    shelf.each(depth, take).ok().map(|()| found)
}

/// What of a prompt is encoded, its blanks made one.
fn asked(prompt: &str) -> String {
    let (start, end) = match prompt.len() <= 4 * (START + END) {
        true => (prompt, ""),
        false => (prefix(prompt, 2 * START), &prompt[prompt.ceil_char_boundary(prompt.len() - 2 * END)..]),
    };
    let words = start.split_whitespace().chain(end.split_whitespace());
    let text = words.collect::<Vec<_>>().join(" ");
    if text.len() <= START + END {
        return text;
    }
    format!("{} {}", prefix(&text, START), &text[text.ceil_char_boundary(text.len() - END)..])
}

#[cfg(test)]
mod tests {
    use super::asked;

    #[test]
    fn a_long_prompt_is_its_two_ends() {
        assert_eq!(asked("how do\n\n we  deploy"), "how do we deploy");
        let log = "2026-01-01 ERROR 部署 failed\n".repeat(4_000);
        let text = asked(&format!("why does it fail?\n{log}\nis it the cache?"));
        assert!(text.starts_with("why does it fail? 2026") && text.ends_with("failed is it the cache?"), "{text}");
        assert!(text.len() <= 722);
    }
}
