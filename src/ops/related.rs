//! What the memories of a store have to do with each other: the judge of a store sees values alone,
//! and who compares words is a neighbour of its.

use crate::{
    lint::{Related, Said, Snapshot, spots},
    model::{
        Document,
        cores::{beside, in_runs},
    },
    select::{
        Fields,
        near::{At, Told},
    },
};

/// Finds out what a snapshot cannot say of itself. `folder` is the name of the store's directory;
/// `exists` says whether a file is there, as a path below the store.
pub fn find(snapshot: &mut Snapshot, folder: &str, exists: &dyn Fn(&str) -> bool) {
    let memories = &snapshot.memories;
    let told = Told::of(memories.iter().map(Fields::from));
    let (alike, (repeated, opposed)) = beside(|| told.alike(), || (told.repeated(), told.opposed()));
    let said = |at: At| said(&snapshot.memories, at);
    let related = Related {
        folder: folder.to_owned(),
        elsewhere: elsewhere(snapshot, exists),
        alike,
        repeated: repeated.into_iter().map(|places| places.into_iter().map(said).collect()).collect(),
        opposed: opposed.into_iter().map(|(a, b)| (said(a), said(b))).collect(),
        hooks: hooks(snapshot, &told),
    };
    snapshot.related = related;
}

fn said(memories: &[Document], at: At) -> Said {
    let start = memories.get(at.note).map_or(0, spots::body_start);
    Said { memory: at.note, byte: at.byte.map(|byte| start + byte) }
}

/// Files that the index links to, that are there, and that are no memories.
fn elsewhere(snapshot: &Snapshot, exists: &dyn Fn(&str) -> bool) -> Vec<String> {
    let Some(index) = &snapshot.index else { return Vec::new() };
    let linked = index.lines().shown().flat_map(|line| line.files.to_vec());
    let mut found: Vec<String> = linked.filter(|file| snapshot.memory(file).is_none() && exists(file)).collect();
    found.sort();
    found.dedup();
    found
}

/// Lines of the index that say the opposite of the memory that they lead to.
fn hooks(snapshot: &Snapshot, told: &Told<'_>) -> Vec<(usize, Said)> {
    /// Fewer lines than this are read before a thread has started.
    const SHARE: usize = 64;
    let Some(index) = &snapshot.index else { return Vec::new() };
    let lines: Vec<_> = index.lines().shown().filter(|line| line.files.len() == 1 && !line.hook().is_empty()).collect();
    let found = in_runs(&lines, SHARE, |run| {
        let opposed = run.iter().filter_map(|line| {
            let own = snapshot.memories.binary_search_by(|memory| memory.memory.file.cmp(&line.files[0])).ok()?;
            let hook = Told::of([Fields { body: line.hook(), ..Fields::default() }]);
            Some((line.number, said(&snapshot.memories, told.against(&hook, own)?)))
        });
        opposed.collect::<Vec<_>>()
    });
    found.concat()
}
