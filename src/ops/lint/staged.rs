//! Judges what the next commit of the project holds of the store, not what lies on disk.

use std::path::{Path, PathBuf};

use super::{against::Against, known::Judged, rows::Rows};
use crate::{
    config::{Config, Sources},
    lint::{Around, Finding, IndexText, Related, Snapshot, judge, questions, rules},
    model::{Document, Stamp, memory::FileFacts},
    ops::related,
    project::{Marker, Project, staged},
    store::{
        Store, locate,
        scan::{self, Skipped},
    },
    world::World,
};

/// What rules find in the memories that the commit changes; `None` when the store is not part of the
/// project's commits.
pub(super) fn findings(world: &World, store: &Store, project: Option<&Project>) -> Option<Judged> {
    let wanted = |file: &str| scan::is_memory_path(file) || scan::is_index(file);
    let of_commit = |store: Store| Some((staged::below(world, project?, store.dir(), &wanted)?, store));
    let (found, store) =
        of_commit(store.clone()).or_else(|| own_dirs(world, project?).map(Store::at).find_map(of_commit))?;
    let store = &store;
    let snapshot = snapshot(world, store, &found);
    let against = Against::new(world, project, store.dir());
    let rules: Vec<_> = rules::all().filter(|rule| rule.ask.is_none() || against.is_some()).collect();
    let subjects = snapshot.subjects();
    let asked = questions(&subjects.iter().collect::<Vec<_>>(), &rules);
    let facts = against.as_ref().map(|against| against.answer(&asked));
    let around = Around { now: world.now(), facts: &facts.unwrap_or_default() };
    let mut findings: Vec<Finding> = judge(&snapshot, &subjects, &around, &rules);
    findings.retain(|finding| found.changed.contains(&finding.file));
    let files = snapshot.memories.iter().map(|document| document.memory.file.clone());
    let files = files.filter(|file| found.changed.contains(file)).collect();
    Some(Judged { rows: Rows::of(&findings), files, project: against.map(|against| against.top()) })
}

/// Stores that a linked work tree commits although the main one has none: where its own settings say, and
/// where a team's memory usually lies.
fn own_dirs(world: &World, project: &Project) -> impl Iterator<Item = PathBuf> + use<> {
    let sources = Sources { root: Some(&project.root), project_dir: Some(&project.top), flags: &[] };
    let set = Config::load_leniently(world, &sources).store_dir().map(Path::to_owned);
    let top = (project.marker == Marker::Worktree).then(|| project.top.clone());
    let dirs = set.into_iter().chain([locate::IN_PROJECT.into()]);
    dirs.filter_map(move |dir| Some(top.as_ref()?.join(dir))).filter(|dir| dir.is_dir())
}

/// The store as the commit will have it.
fn snapshot(world: &World, store: &Store, found: &staged::Staged) -> Snapshot {
    let mtime = i64::try_from(world.now().as_nanosecond()).unwrap_or_default();
    let mut snapshot = Snapshot { related: Related::default(), ..Snapshot::default() };
    for (file, bytes) in &found.files {
        if scan::is_index(file) {
            let text = String::from_utf8_lossy(bytes).into_owned();
            let utf8 = std::str::from_utf8(bytes).is_ok();
            snapshot.index = Some(IndexText::new(file.as_str(), text, utf8));
            continue;
        }
        let stamp = Stamp { size: bytes.len() as u64, mtime, ..Stamp::default() };
        let facts = FileFacts { file: file.clone(), path: scan::path_of(store.dir(), file), stamp };
        let document = Document::new(facts, bytes.clone());
        if document.header.exists() || !document.memory.stem().eq_ignore_ascii_case("readme") {
            snapshot.memories.push(document);
        }
    }
    let link =
        |file: &String| Skipped { file: file.clone(), why: "is a link, which is not followed in a commit".into() };
    snapshot.skipped = found.links.iter().map(link).collect();
    snapshot.memories.sort_by(|a, b| a.memory.file.cmp(&b.memory.file));
    let there = |file: &str| found.files.iter().any(|(other, _)| other == file);
    let folder = store.dir().file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    related::find(&mut snapshot, &folder, &there);
    snapshot
}
