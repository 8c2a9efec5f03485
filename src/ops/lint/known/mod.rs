//! What was found the last time, kept: as long as nothing has changed, no memory is opened.
//!
//! What rules find in one memory is taken from there while that file's stamp, the program, the day and
//! the project are the same; what they find in the store as a whole, while no file of it has changed.
//! It lies in the cache and is never needed.

mod codec;

use self::codec::Known;
use super::{against::Against, read, rows::Rows};
use crate::{
    lint::{Around, Check, Finding, Rule, Snapshot, Subject, judge_each, judge_store, questions, rules, sort},
    model::{Document, Stamp, cores::beside, digest},
    ops::OpError,
    project::Project,
    store::{Store, scan::Scan},
    world::World,
};

/// What was found, and in what.
pub(super) struct Judged {
    /// In the order of places, as much as their rules say.
    pub(super) rows: Rows,
    /// The memories that were judged, sorted.
    pub(super) files: Vec<String>,
    /// The project that they were judged against.
    pub(super) project: Option<String>,
}

/// What rules find now: from what is kept, where that is still true.
pub(super) fn findings(world: &World, store: &Store, project: Option<&Project>) -> Result<Judged, OpError> {
    let kept = codec::open(store);
    // Beside what is kept nothing has to be made of files that nobody has touched.
    let (same, mut scan) = match &kept {
        Some(kept) => {
            let (same, scan, ()) = store.scan_beside(kept, || ())?;
            (same, scan)
        }
        None => (Vec::new(), store.scan()?),
    };
    let against = Against::new(world, project, store.dir());
    let key = key(world, &scan, against.as_ref());
    let holds = |state: &str| against.as_ref().is_none_or(|against| against.is_in(state));
    let of_then = kept.as_ref().zip(key.as_deref()).and_then(|(kept, key)| codec::load(kept, key, holds));
    let known = of_then.unwrap_or_default();
    if known.is_whole(&same, &scan, read::index_stamp(store)) {
        let files = known.files().filter(|file| !known.others.iter().any(|other| other == file));
        let (files, project) = (files.map(str::to_owned).collect(), against.map(|against| against.top()));
        return Ok(Judged { rows: known.rows, files, project });
    }
    if let Some(kept) = &kept {
        let untouched = (0..same.len()).filter(|at| same[*at]).map(|at| kept.facts(store, at));
        scan.files.extend(untouched);
        scan.files.sort_by(|a, b| a.file.cmp(&b.file));
    }
    let looked: Vec<(String, Stamp)> = scan.files.iter().map(|facts| (facts.file.clone(), facts.stamp)).collect();
    let (snapshot, index) = read::snapshot(store, scan);
    let (of_memories, of_store) = judge(world, &snapshot, against.as_ref(), &known);
    let mut findings: Vec<Finding> = of_memories.into_iter().flatten().chain(of_store).collect();
    sort(&mut findings);
    let rows = Rows::of(&findings);
    let state = against.as_ref().map_or_else(|| Some(String::new()), Against::state);
    if let (Some(key), Some(state)) = (key, state) {
        let found = codec::Found { key, state, looked: &looked, index, snapshot: &snapshot, rows: &rows };
        // A cache that cannot be written costs time.
        let _ = codec::save(store, &found);
    }
    let files = snapshot.memories.into_iter().map(|document| document.memory.file).collect();
    Ok(Judged { rows, files, project: against.map(|against| against.top()) })
}

/// What rules find in each memory, and in the store as a whole; of memories that are known, what is.
fn judge(
    world: &World,
    snapshot: &Snapshot,
    against: Option<&Against<'_>>,
    known: &Known<'_>,
) -> (Vec<Vec<Finding>>, Vec<Finding>) {
    let rules = rules::all().filter(|rule| rule.ask.is_none() || against.is_some());
    let (whole, single): (Vec<&'static Rule>, Vec<_>) = rules.partition(|rule| matches!(rule.check, Check::Store(_)));
    let subjects = snapshot.subjects();
    let new: Vec<&Subject<'_>> = subjects.iter().filter(|memory| known.of(memory).is_none()).collect();
    // Rules about the whole store ask about every memory; the others only about those that are new.
    let mut asked = questions(&new, &single);
    asked.extend(questions(&subjects.iter().collect::<Vec<_>>(), &whole));
    let facts = against.map(|against| against.answer(&asked)).unwrap_or_default();
    let around = Around { now: world.now(), facts: &facts };
    let (new, of_store) = beside(|| judge_each(&new, &around, &single), || judge_store(snapshot, &around, &whole));
    let mut new = new.into_iter();
    let of = |memory: &Document| known.of(memory).map_or_else(|| new.next().unwrap_or_default(), <[Finding]>::to_vec);
    (snapshot.memories.iter().map(of).collect(), of_store)
}

/// What everything that was found depends on beside the files of the store and of the project.
fn key(world: &World, scan: &Scan, against: Option<&Against<'_>>) -> Option<String> {
    // The program itself, so that no rule of an older one is heard.
    let program = Stamp::from(&world.program().ok()?.metadata().ok()?).text();
    let project = against.map_or_else(|| "none".into(), Against::top);
    let mut odd: Vec<&str> = scan.skipped.iter().flat_map(|skipped| [skipped.file.as_str(), &skipped.why]).collect();
    odd.extend(scan.strays.iter().map(String::as_str));
    let odd = digest::short(odd.join("\0").as_bytes());
    Some(format!("{program} {} {odd} {project}", world.now().strftime("%F")))
}
