//! What was found out about a server: the form of an answer that it takes, and a parameter that it
//! refuses. So each recall need not find it out again.

use std::{fs, path::PathBuf, time::Duration};

use super::{Form, Rung, Target};
use crate::{model::digest, world::World};

/// Servers are renewed: after so long all is tried again.
const KEPT: Duration = Duration::from_hours(14 * 24);

/// Where it is written down; `None` where there is no place for it.
fn file(world: &World, target: &Target) -> Option<PathBuf> {
    let key = digest::project_hash(format!("{}\n{}", target.url, target.model).as_bytes());
    Some(world.xdg("XDG_CACHE_HOME", ".cache").ok()?.join("mem/models").join(key))
}

/// The form to start with.
pub(super) fn recall(world: &World, target: &Target) -> Form {
    let provider = target.provider;
    let first = Form { rung: provider.rungs[0], without: None };
    let Some(file) = file(world, target) else { return first };
    let age = fs::metadata(&file).and_then(|meta| meta.modified()).map(|time| world.wall().duration_since(time));
    let Ok(text) = fs::read_to_string(&file) else { return first };
    if !matches!(age, Ok(Ok(age)) if age < KEPT) {
        return first;
    }
    let mut words = text.split_whitespace();
    let rung = words.next().and_then(|word| provider.rungs.iter().find(|rung| rung.word() == word));
    let without = words.next().and_then(|word| provider.optional.iter().find(|name| **name == word));
    rung.map_or(first, |rung| Form { rung: *rung, without: without.copied() })
}

/// Writes down a form that worked. What cannot be written costs a request the next time.
pub(super) fn note(world: &World, target: &Target, form: &Form) {
    let Some(file) = file(world, target).filter(|_| target.provider.rungs.len() > 1) else { return };
    let text = format!("{} {}\n", form.rung.word(), form.without.unwrap_or_default());
    let _ = file.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| fs::write(&file, text));
}

impl Rung {
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Schema => "json_schema",
            Self::Object => "json_object",
            Self::Text => "text",
        }
    }
}
