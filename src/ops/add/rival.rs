//! What may stand in a draft's way, and the words for it.

use std::path::Path;

use unicode_normalization::UnicodeNormalization as _;

use super::Draft;
use crate::{
    model::{Memory, header::EditError},
    store::read,
};

/// The memories that have the draft's name or its file, by position.
#[derive(Debug, Default)]
pub(super) struct Rivals {
    /// One that says what the draft says.
    pub(super) says_the_same: Option<usize>,
    /// The one that is meant: by name before file, since different names share a file name
    /// (`API: v2!` and `api v2`), and by type before either alone.
    pub(super) first: Option<usize>,
    /// Another one that could be meant just as well.
    pub(super) twin: Option<usize>,
}

/// Why a draft is not saved, and what to do.
pub(super) struct Refusal {
    pub(super) reason: String,
    pub(super) hint: String,
}

pub(super) fn of(draft: &Draft, file: &str, memories: &[Memory]) -> Rivals {
    let (file, name) = (Folded::new(file), Folded::new(&draft.name));
    let rank = |memory: &Memory| {
        let same_kind = memory.kind == Some(draft.kind);
        match (name.is(&memory.name), file.is(&memory.file)) {
            (true, _) if same_kind => Some(0),
            (true, true) => Some(1),
            (_, true) => Some(2),
            (true, _) => Some(3),
            _ => None,
        }
    };
    let mut ranked: Vec<_> = memories.iter().enumerate().filter_map(|(at, memory)| Some((rank(memory)?, at))).collect();
    ranked.sort_unstable();
    let says_the_same =
        ranked.iter().map(|&(_, at)| at).find(|&at| read::again(&memories[at]).is_some_and(|d| draft.is_said_by(&d)));
    let first = ranked.first().copied();
    let twin = ranked.get(1).filter(|(rank, _)| *rank == 0).map(|&(_, at)| at);
    Rivals { says_the_same, first: first.map(|(_, at)| at), twin }
}

/// What has a new memory's place and is no memory: nothing may be written over it or through it.
pub(super) fn squatter(path: &Path) -> Option<Refusal> {
    let kind = path.symlink_metadata().ok()?.file_type();
    let what = if kind.is_symlink() {
        "is a link that `mem` does not follow"
    } else if kind.is_dir() {
        "is a directory"
    } else {
        "is no memory"
    };
    Some(refusal(what, "move it out of the way, or save under another name"))
}

pub(super) fn other_content() -> Refusal {
    refusal(
        "a memory of this name or file says something else",
        "--update changes it, --new saves another beside it; `mem show` prints it",
    )
}

pub(super) fn other_type(memory: &Memory) -> Refusal {
    let kind = memory.type_text.as_deref().unwrap_or_default();
    refusal(
        format!("it is of the type {kind}, and an update keeps the type"),
        format!("give -t {kind} to change it, or --new to save another beside it"),
    )
}

pub(super) fn second() -> Refusal {
    refusal("the second memory of this name says something else too", "give the new one a name of its own")
}

pub(super) fn twins(other: &str) -> Refusal {
    refusal(format!("{other} has this name too"), "change the one that is meant in an editor")
}

pub(super) fn not_text() -> Refusal {
    refusal("it is not UTF-8, and a rewrite would lose bytes", "convert it to UTF-8 first; nothing was changed")
}

pub(super) fn unsafe_header(why: &EditError) -> Refusal {
    let hint = match why {
        EditError::NoHeader => "give it a header in an editor first; nothing was changed",
        EditError::Malformed { .. } => "repair its header in an editor first; nothing was changed",
    };
    refusal(why.to_string(), hint)
}

fn refusal(reason: impl Into<String>, hint: impl Into<String>) -> Refusal {
    Refusal { reason: reason.into(), hint: hint.into() }
}

/// A name or file as the most forgiving file system compares it: case and normalisation do not
/// count.
pub(super) struct Folded(String);

impl Folded {
    pub(super) fn new(text: &str) -> Self {
        Self(folded(text))
    }

    /// Whether `other` is the same. Thousands are asked, so ASCII takes the short way.
    pub(super) fn is(&self, other: &str) -> bool {
        match other.is_ascii() {
            true => self.0.eq_ignore_ascii_case(other),
            false => self.0 == folded(other),
        }
    }
}

fn folded(text: &str) -> String {
    text.nfc().collect::<String>().to_lowercase()
}
