//! Makes the changes that put findings right.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use super::{against::Against, known::Judged, read, rows::Rows};
use crate::{
    lint::{Around, Finding, Fix, IndexText, Safety, Snapshot, apply, judge, questions, rules, secret},
    model::{Document, memory::FileFacts},
    ops::{OpError, desk::Desk},
    project::Project,
    store::{Store, StoreError, index::Index, journal::Step, scan},
    world::World,
};

/// One fix can make room for the next; more rounds than this would be two that undo each other.
const ROUNDS: usize = 5;

/// A file that fixes change.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Fixed {
    /// Below the store.
    pub file: String,
    /// How many findings that puts right.
    pub fixes: usize,
    /// Its text before, secrets covered.
    #[serde(skip)]
    pub before: String,
    /// Its text after, secrets covered.
    #[serde(skip)]
    pub after: String,
    #[serde(skip)]
    texts: (String, String),
}

/// What safe fixes make of a store.
pub(super) struct Plan {
    pub(super) changed: Vec<Fixed>,
    /// What is found then.
    pub(super) left: Judged,
}

/// Works out what the safe fixes of those findings that `chosen` keeps would make of the store.
pub(super) fn plan(
    world: &World,
    store: &Store,
    project: Option<&Project>,
    chosen: &dyn Fn(Vec<Finding>) -> Vec<Finding>,
) -> Result<Plan, OpError> {
    let scan = store.scan()?;
    let against = Against::new(world, project, store.dir());
    let (mut snapshot, _) = read::snapshot(store, scan);
    let mut changed: BTreeMap<String, Fixed> = BTreeMap::new();
    let mut left = found(world, &snapshot, against.as_ref());
    for _ in 0..ROUNDS {
        let fixable = chosen(left.clone());
        if !step(&mut snapshot, &fixable, &mut changed) {
            break;
        }
        read::relate(store, &mut snapshot);
        left = found(world, &snapshot, against.as_ref());
    }
    let files = snapshot.memories.iter().map(|document| document.memory.file.clone()).collect();
    let left = Judged { rows: Rows::of(&left), files, project: against.map(|against| against.top()) };
    Ok(Plan { changed: changed.into_values().collect(), left })
}

fn found(world: &World, snapshot: &Snapshot, against: Option<&Against<'_>>) -> Vec<Finding> {
    let rules: Vec<_> = rules::all().filter(|rule| rule.ask.is_none() || against.is_some()).collect();
    let subjects = snapshot.subjects();
    let asked = questions(&subjects.iter().collect::<Vec<_>>(), &rules);
    let facts = against.map(|against| against.answer(&asked)).unwrap_or_default();
    judge(snapshot, &subjects, &Around { now: world.now(), facts: &facts }, &rules)
}

/// Makes one round of fixes in the snapshot. Whether any was made.
fn step(snapshot: &mut Snapshot, findings: &[Finding], changed: &mut BTreeMap<String, Fixed>) -> bool {
    let mut files: BTreeMap<&str, Vec<&Fix>> = BTreeMap::new();
    for finding in findings {
        let safe = finding.fix.as_ref().filter(|fix| fix.safety == Safety::Safe);
        safe.into_iter().for_each(|fix| files.entry(&finding.file).or_default().push(fix));
    }
    let mut any = false;
    for (file, fixes) in files {
        let Some(before) = text(snapshot, file) else { continue };
        let (after, count) = apply(&before, fixes);
        if after != before {
            any = true;
            note(changed, file, before, &after, count);
            put(snapshot, file, after);
        }
    }
    any
}

fn note(changed: &mut BTreeMap<String, Fixed>, file: &str, before: String, after: &str, fixes: usize) {
    let fixed = changed.entry(file.to_owned()).or_insert_with(|| Fixed {
        file: file.to_owned(),
        fixes: 0,
        before: secret::masked(&before).into_owned(),
        after: String::new(),
        texts: (before, String::new()),
    });
    fixed.fixes += fixes;
    fixed.after = secret::masked(after).into_owned();
    fixed.texts.1 = after.to_owned();
}

/// The text of a file that can be written anew; what is not UTF-8 or was not read to its end cannot.
fn text(snapshot: &Snapshot, file: &str) -> Option<String> {
    if let Some(index) = snapshot.index.as_ref().filter(|index| index.file == file) {
        return index.utf8.then(|| index.text.clone());
    }
    let document = snapshot.memory(file)?;
    let whole = |code: &str| !["not_utf8", "too_large", "unreadable"].contains(&code);
    document.memory.problems.iter().all(|problem| whole(problem.code)).then(|| document.text.clone())
}

fn put(snapshot: &mut Snapshot, file: &str, text: String) {
    match &mut snapshot.index {
        Some(index) if index.file == file => *index = IndexText::new(file, text, index.utf8),
        _ => {
            for document in snapshot.memories.iter_mut().filter(|document| document.memory.file == file) {
                let memory = &document.memory;
                let facts = FileFacts { file: file.to_owned(), path: memory.path.clone(), stamp: memory.stamp };
                *document = Document::new(facts, text.clone().into_bytes());
            }
        }
    }
}

/// Writes the fixed files, each unless somebody has changed it meanwhile.
pub(super) fn make(world: &World, store: &Store, changed: &[Fixed], notices: &mut Vec<String>) -> Result<(), OpError> {
    if changed.is_empty() {
        return Ok(());
    }
    let mut desk = Desk::open(world, store)?;
    desk.announce(changed.iter().filter(|fixed| !scan::is_index(&fixed.file)).map(|f| Step::Touch(f.file.clone())));
    let mut files = Vec::new();
    for fixed in changed {
        let made =
            if scan::is_index(&fixed.file) { fix_index(&mut desk, fixed)? } else { fix_memory(&mut desk, fixed)? };
        if !made {
            desk.notice(format!("{} was changed by another program meanwhile and is left as it is", fixed.file));
        } else if !scan::is_index(&fixed.file) {
            files.push(fixed.file.clone());
        }
    }
    desk.reread()?;
    desk.index_follow(&files)?;
    desk.commit(&format!("lint --fix: {} changed", changed.len()));
    notices.extend(desk.notices());
    Ok(())
}

fn fix_memory(desk: &mut Desk<'_>, fixed: &Fixed) -> Result<bool, OpError> {
    let Some(memory) = desk.memories.iter().find(|memory| memory.file == fixed.file).cloned() else { return Ok(false) };
    let seen = desk.see(&memory)?;
    if seen.text != fixed.texts.0 {
        return Ok(false);
    }
    // A safe fix loses nothing, so that it is made also where no history keeps the old text.
    desk.secure(&fixed.file, &(&seen).into(), true)?;
    match desk.put(&fixed.file, &fixed.texts.1, &seen) {
        Err(OpError::Store(StoreError::Moved(_))) => Ok(false),
        done => done.map(|()| true),
    }
}

fn fix_index(desk: &mut Desk<'_>, fixed: &Fixed) -> Result<bool, OpError> {
    let seen = desk.index_seen()?;
    if seen.text != fixed.texts.0 {
        return Ok(false);
    }
    match desk.put_index(&Index::parse(&fixed.texts.1), &seen) {
        Err(OpError::Store(StoreError::Moved(_))) => Ok(false),
        done => done.map(|()| true),
    }
}
