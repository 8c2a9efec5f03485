//! Which memory an argument means: its file, stem, name, or a prefix that only one has.

use std::{
    ffi::{OsStr, OsString},
    path::{Path, PathBuf},
};

use super::{OpError, row::display};
use crate::{
    model::{Memory, text},
    store::{Store, scan},
    world::World,
};

/// Names offered when nothing was found.
const NEAR: usize = 3;

/// Finds the one memory that `argument` means.
///
/// # Errors
/// [`OpError::NotFound`], [`OpError::Ambiguous`], or [`OpError::NotAMemory`] for paths that
/// leave the store and for the index.
pub fn one<'m>(store: &Store, memories: &'m [Memory], argument: &OsStr) -> Result<&'m Memory, OpError> {
    let wanted = text_of(store, argument)?;
    let found = match exact(store, memories, argument)? {
        Some(memory) => Some(memory),
        None => by_rules(memories, &wanted, &[by_folded_name, by_prefix])?,
    };
    found.ok_or_else(|| OpError::NotFound { near: near(memories, &wanted), name: wanted, dir: store.dir().to_owned() })
}

/// Finds the memory whose file, stem or name `argument` is, to the letter.
///
/// # Errors
/// As [`one`], except for what is not found.
pub fn exact<'m>(store: &Store, memories: &'m [Memory], argument: &OsStr) -> Result<Option<&'m Memory>, OpError> {
    // By its bytes first: names that are not UTF-8 look alike as text.
    let path = store.dir().join(inside(store, argument)?);
    if let Some(memory) = memories.iter().find(|m| m.path == path) {
        return Ok(Some(memory));
    }
    by_rules(memories, &text_of(store, argument)?, &[by_file, by_stem, by_name])
}

/// The argument as the path of a file below the store, or as a name.
///
/// # Errors
/// [`OpError::NotAMemory`].
pub fn text_of(store: &Store, argument: &OsStr) -> Result<String, OpError> {
    Ok(display(&inside(store, argument)?))
}

type Rule = fn(&Memory, &str) -> bool;

/// The one memory that the first rule with any result finds.
fn by_rules<'m>(memories: &'m [Memory], wanted: &str, rules: &[Rule]) -> Result<Option<&'m Memory>, OpError> {
    for rule in rules {
        let found: Vec<_> = memories.iter().filter(|m| rule(m, wanted)).collect();
        match found.as_slice() {
            [] => {}
            [memory] => return Ok(Some(memory)),
            several => {
                let files = several.iter().map(|m| m.file.clone()).collect();
                return Err(OpError::Ambiguous { name: wanted.to_owned(), files });
            }
        }
    }
    Ok(None)
}

/// Finds each of the memories that `arguments` mean, once, in their order.
///
/// # Errors
/// As [`one`], for the first that fails.
pub fn all<'m>(store: &Store, memories: &'m [Memory], arguments: &[OsString]) -> Result<Vec<&'m Memory>, OpError> {
    let mut found: Vec<&Memory> = Vec::new();
    for argument in arguments {
        let memory = one(store, memories, argument)?;
        if !found.iter().any(|m| m.file == memory.file) {
            found.push(memory);
        }
    }
    Ok(found)
}

/// The file of the store that a path from the working directory leads to, as a shell completes it or a hook
/// gives it, be it there or gone; `None`: it leads elsewhere.
#[must_use]
pub fn from_here(world: &World, store: &Store, argument: &OsStr) -> Option<PathBuf> {
    below_really(store, &world.cwd().ok()?.join(argument))
}

/// The argument as a path below the store or a name. Nothing outside is ever meant.
fn inside(store: &Store, argument: &OsStr) -> Result<PathBuf, OpError> {
    let path = Path::new(argument);
    let below = match path.is_absolute() {
        true => below(store, path),
        false => Some(path.strip_prefix("./").unwrap_or(path).to_owned()),
    };
    let fits = |below: &PathBuf| {
        let text = below.to_string_lossy();
        let climbs = text.split('/').any(|part| part == ".." || part == ".");
        !text.trim().is_empty() && !climbs && !scan::is_index(text.rsplit('/').next().unwrap_or(&text))
    };
    below.filter(fits).ok_or_else(|| OpError::NotAMemory(argument.to_string_lossy().into_owned()))
}

/// An absolute path below the store, however links spell the way to it.
fn below(store: &Store, path: &Path) -> Option<PathBuf> {
    path.strip_prefix(store.dir()).map_or_else(|_| below_really(store, path), |below| Some(below.to_owned()))
}

/// The same by where the folders really are. The file itself may be a link and is taken by its own name.
fn below_really(store: &Store, path: &Path) -> Option<PathBuf> {
    let parent = path.parent()?.canonicalize().ok()?;
    Some(parent.strip_prefix(store.dir().canonicalize().ok()?).ok()?.join(path.file_name()?))
}

fn by_file(memory: &Memory, wanted: &str) -> bool {
    memory.file == wanted
}

fn by_stem(memory: &Memory, wanted: &str) -> bool {
    memory.stem() == wanted
}

fn by_name(memory: &Memory, wanted: &str) -> bool {
    memory.name == wanted
}

fn by_folded_name(memory: &Memory, wanted: &str) -> bool {
    let wanted = text::one_line(wanted).to_lowercase();
    [memory.name.as_str(), memory.stem(), &memory.file].iter().any(|n| text::one_line(n).to_lowercase() == wanted)
}

fn by_prefix(memory: &Memory, wanted: &str) -> bool {
    let wanted = wanted.to_lowercase();
    let stem = memory.stem().to_lowercase();
    // `feedback_no_recap` is also found by `no_r`.
    let slug = stem.split_once('_').map_or("", |(_, slug)| slug);
    stem.starts_with(&wanted) || slug.starts_with(&wanted) || memory.name.to_lowercase().starts_with(&wanted)
}

/// Names that share most of their letters with what was asked for, best first.
fn near(memories: &[Memory], wanted: &str) -> Vec<String> {
    let wanted = pairs(wanted);
    let mut scored: Vec<_> = memories
        .iter()
        .map(|m| (overlap(&wanted, &pairs(&m.name)).max(overlap(&wanted, &pairs(m.stem()))), m.stem()))
        .collect();
    scored.retain(|(share, _)| *share >= 0.5);
    scored.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(b.1)));
    scored.into_iter().take(NEAR).map(|(_, stem)| stem.to_owned()).collect()
}

fn pairs(text: &str) -> Vec<(char, char)> {
    let letters: Vec<char> = text.to_lowercase().chars().filter(|c| c.is_alphanumeric()).collect();
    letters.windows(2).map(|w| (w[0], w[1])).collect()
}

/// Sørensen–Dice over letter pairs, 0 to 1.
fn overlap(a: &[(char, char)], b: &[(char, char)]) -> f64 {
    if a.is_empty() || b.is_empty() {
        return 0.0;
    }
    let shared = a.iter().filter(|pair| b.contains(pair)).count();
    2.0 * shared as f64 / (a.len() + b.len()) as f64
}
