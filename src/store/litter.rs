//! Files in the store that are no memories and that nobody meant to keep there: what editors, file
//! managers and sync tools leave behind.

use std::{fs, path::Path, time::Duration};

use walkdir::WalkDir;

use super::{Store, look::Below, scan};
use crate::{
    model::{Stamp, limits},
    world::World,
};

/// What may be in use is left alone for so long after its last change.
const IN_USE: Duration = Duration::from_secs(24 * 60 * 60);

/// One such file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Litter {
    /// Path below the store.
    pub file: String,
    /// What it is: "an editor's backup".
    pub what: &'static str,
    /// The file below the store that it was made of, if that can be told by its name.
    pub of: Option<String>,
}

impl Store {
    /// The litter of the store that was not touched for a day, sorted. What cannot be read is not
    /// among it.
    #[must_use]
    pub fn litter(&self, world: &World) -> Vec<Litter> {
        let below = Below::new(self.dir());
        let walk = WalkDir::new(self.dir()).min_depth(1).max_depth(limits::DEPTH + 1).sort_by_file_name();
        let entries = walk
            .into_iter()
            .filter_entry(|entry| !(entry.file_type().is_dir() && scan::is_left_out(entry.file_name())));
        let files = entries.flatten().filter(|entry| entry.file_type().is_file());
        let old = |path: &Path| {
            let changed = fs::symlink_metadata(path).ok().and_then(|meta| meta.modified().ok());
            changed.and_then(|time| world.wall().duration_since(time).ok()).is_some_and(|age| age >= IN_USE)
        };
        let found = files.filter_map(|entry| {
            let (what, of) = judged(entry.file_name().to_str()?)?;
            let file = below.name(entry.path());
            let of = of.map(|name| match file.rsplit_once('/') {
                Some((folder, _)) => format!("{folder}/{name}"),
                None => name,
            });
            old(entry.path()).then_some(Litter { file, what, of })
        });
        found.collect()
    }

    /// Whether two files of the store hold the same bytes.
    #[must_use]
    pub fn same_bytes(&self, a: &str, b: &str) -> bool {
        let path = |file: &str| scan::path_of(self.dir(), file);
        let size =
            |file: &str| path(file).symlink_metadata().ok().filter(fs::Metadata::is_file).map(|m| Stamp::from(&m).size);
        match (size(a), size(b)) {
            (Some(a_size), Some(b_size)) if a_size == b_size && a_size <= limits::READ_BYTES => {
                matches!((fs::read(path(a)), fs::read(path(b))), (Ok(a), Ok(b)) if a == b)
            }
            _ => false,
        }
    }
}

/// What a file of this name is, and the name of the file that it was made of.
fn judged(name: &str) -> Option<(&'static str, Option<String>)> {
    const SYSTEM: [&str; 3] = [".DS_Store", "Thumbs.db", "desktop.ini"];
    if SYSTEM.contains(&name) {
        return Some(("a file manager's note", None));
    }
    let memory = |name: &str| Path::new(name).extension().is_some_and(|e| e.eq_ignore_ascii_case("md"));
    let of = |what, name: &str| memory(name).then(|| (what, Some(name.to_owned())));
    if let Some(name) =
        name.strip_suffix('~').or_else(|| name.strip_suffix(".bak")).or_else(|| name.strip_suffix(".orig"))
    {
        return of("an editor's backup", name);
    }
    if let Some(name) = name.strip_prefix('#').and_then(|n| n.strip_suffix('#')) {
        return of("an editor's rescue copy", name);
    }
    if let Some(name) = name.strip_prefix('.').and_then(|n| n.strip_suffix(".swp").or_else(|| n.strip_suffix(".swo"))) {
        return of("an editor's swap file", name);
    }
    let stem = name.strip_suffix(".md").filter(|stem| scan::is_conflict_copy(stem))?;
    Some(("a conflict copy of a sync tool", original(stem)))
}

/// The file that a conflict copy was made of: what stands before the tool's own words.
fn original(stem: &str) -> Option<String> {
    let lower = stem.to_ascii_lowercase();
    let marks = [".sync-conflict-", " (", "_conflict-"];
    let end = marks.iter().filter_map(|mark| lower.find(mark)).min().filter(|end| *end > 0)?;
    Some(format!("{}.md", &stem[..end]))
}

#[cfg(test)]
mod tests {
    use super::judged;

    #[test]
    fn litter_is_told_by_its_name() {
        for (name, of) in [
            ("user_a.md~", Some("user_a.md")),
            ("user_a.md.bak", Some("user_a.md")),
            ("#user_a.md#", Some("user_a.md")),
            (".user_a.md.swp", Some("user_a.md")),
            ("user_a.sync-conflict-20260101-120000-ABC.md", Some("user_a.md")),
            ("user_a (conflicted copy).md", Some("user_a.md")),
            (".DS_Store", None),
        ] {
            assert_eq!(judged(name).map(|(_, of)| of), Some(of.map(str::to_owned)), "{name}");
        }
        for kept in ["user_a.md", "MEMORY.md", "notes.txt", "data.json", "backup", "a.txt~", ".hidden.md", "x.bak"] {
            assert_eq!(judged(kept), None, "{kept}");
        }
    }
}
