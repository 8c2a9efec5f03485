//! Not the same thing five times, and nothing before what has taken its place.

use super::{Pick, Scene};
use crate::{
    model::Document,
    ops::{gc::successors, meaning::Files as _},
    select::{Fields, near},
};

/// How many are looked at for each that is wanted: the others stand in for copies.
pub(super) const SPARE: usize = 3;

/// What is left of the picks, best first, and a line for each that had to go or to wait.
pub(super) fn varied(scene: &Scene<'_>, picks: Vec<Pick>, limit: usize) -> (Vec<Pick>, Vec<String>) {
    if picks.len() < 2 {
        return (picks, Vec::new());
    }
    let read = |pick: Pick| Some((scene.store.document(scene.files.facts(scene.store, pick.memory)?)?, pick));
    let mut found: Vec<(Document, Pick)> = picks.into_iter().filter_map(read).collect();
    let mut steps = Vec::new();
    order(&mut found, &mut steps);
    let mut kept: Vec<(Document, Pick)> = Vec::new();
    for (document, pick) in found {
        let before = kept.iter().map(|(document, _)| Fields::from(document));
        match near::nearest(&Fields::from(&document), before) {
            Some((at, _)) => {
                let (copy, other) = (&document.memory.file, &kept[at].0.memory.file);
                steps.push(format!("  {copy}: left out, it says nearly the same as {other}"));
            }
            None => kept.push((document, pick)),
        }
    }
    kept.truncate(limit);
    (kept.into_iter().map(|(_, pick)| pick).collect(), steps)
}

/// Puts each memory behind the one that takes its place.
fn order(found: &mut Vec<(Document, Pick)>, steps: &mut Vec<String>) {
    let successors = successors(found.iter().map(|(document, _)| document));
    for (old, new) in successors {
        let place = |file: &str| found.iter().position(|(document, _)| document.memory.file == file);
        let (Some(to), Some(from)) = (place(&old), place(&new)) else { continue };
        if from > to {
            let first = found.remove(from);
            found.insert(to, first);
            steps.push(format!("  {old}: behind {new}, which takes its place"));
        }
    }
}
