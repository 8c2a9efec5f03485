//! How near each memory is to a prompt.

use super::{FORM, Files, Reach, keys};
use crate::{
    model::{cores::beside, text::prefix},
    select::{Meaning, Nearness, encoder::Prompt, generality},
    store::Store,
};

/// Bytes of a long prompt that are encoded, from its start and from its end: what is asked stands
/// before or behind what was pasted, and every word costs time.
const START: usize = 480;
const END: usize = 240;

/// A store of fewer memories is looked through in less time than a thread starts in.
const LARGE: usize = 1_000;

/// What the vectors say.
#[derive(Debug)]
pub(in crate::ops) struct Near {
    /// That, with the memories in the order of the files.
    pub(in crate::ops) meaning: Meaning,
    /// How many memories have no vectors.
    pub(in crate::ops) missing: usize,
}

/// How near each of these memories is to a prompt. Makes nothing: where no vectors are kept, all are
/// missing.
pub(in crate::ops) fn near(store: &Store, files: &impl Files, prompt: &str) -> Near {
    let shelf = store.vectors(FORM);
    let nothing = |missing| Near { meaning: Meaning { near: vec![None; files.len()], generality: 0.0 }, missing };
    if shelf.is_empty() {
        return nothing(files.len());
    }
    let reach = Reach::of(files.len());
    let encode = || Prompt::of(&asked(prompt));
    let find = || {
        let keys = keys::of(store, files, reach);
        let places: Vec<Option<usize>> = keys.iter().map(|key| shelf.find(key.as_ref()?)).collect();
        let lacks = keys.iter().zip(&places).filter(|(key, place)| key.is_some() && place.is_none()).count();
        (places, lacks)
    };
    let ((places, lacks), asked) = if files.len() < LARGE { (find(), encode()) } else { beside(find, encode) };
    let Some(asked) = asked else {
        return nothing(lacks);
    };
    let Ok(found) = shelf.fold(reach.depth(), |nearness, bytes| add(nearness, &asked, bytes)) else {
        // Whoever makes them next finds that out too, and makes them anew.
        return nothing(files.len());
    };
    let near = places.into_iter().map(|place| found[place?]).collect();
    Near { meaning: Meaning { near, generality: generality(asked.whole()) }, missing: lacks }
}

/// How near a text is with its next vector, which is no vector where that means nothing.
fn add(nearness: &mut Option<Nearness>, asked: &Prompt, bytes: &[u8]) {
    match nearness {
        Some(nearness) => asked.near(bytes).into_iter().for_each(|piece| nearness.add(piece)),
        None => *nearness = asked.near_head(bytes).map(Nearness::of_head),
    }
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
