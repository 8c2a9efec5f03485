//! Not the same thing five times, and nothing before what has taken its place.

use std::rc::Rc;

use super::{Pick, Scene};
use crate::{
    model::Document,
    ops::gc::successors,
    select::{Fields, near},
};

/// How many are looked at for each that is wanted: the others stand in for copies.
pub(super) const SPARE: usize = 3;

/// What is left of the picks.
pub(super) struct Varied {
    /// Best first.
    pub(super) picks: Vec<Pick>,
    /// A line for each that had to go or to wait.
    pub(super) steps: Vec<String>,
    /// Whether one was left out since the session has been shown nearly the same.
    pub(super) were_shown: bool,
}

/// Leaves out of the picks, which come best first, what says nearly the same as a better one or as one
/// that the session has been shown.
pub(super) fn varied(scene: &Scene<'_>, picks: Vec<Pick>, limit: usize) -> Varied {
    let shown = (0..scene.shown.len()).filter(|at| scene.shown[*at] && !picks.is_empty());
    let shown: Vec<Rc<Document>> = shown.filter_map(|at| scene.document(at)).collect();
    let mut varied = Varied { picks, steps: Vec::new(), were_shown: false };
    if varied.picks.len() < 2 && shown.is_empty() {
        return varied;
    }
    let mut found: Vec<(Rc<Document>, Pick)> =
        varied.picks.drain(..).filter_map(|pick| Some((scene.document(pick.memory)?, pick))).collect();
    order(&mut found, &mut varied.steps);
    let mut kept: Vec<(Rc<Document>, Pick)> = Vec::new();
    for (document, pick) in found {
        let before: Vec<&Document> =
            shown.iter().chain(kept.iter().map(|(document, _)| document)).map(|d| &**d).collect();
        let fields = before.iter().map(|document| Fields::from(*document));
        let Some((at, _)) = near::nearest(&Fields::from(&*document), fields) else {
            kept.push((document, pick));
            continue;
        };
        let (copy, other) = (&document.memory.file, &before[at].memory.file);
        let was_shown = at < shown.len();
        let which = if was_shown { ", which was shown" } else { "" };
        varied.steps.push(format!("  {copy}: left out, it says nearly the same as {other}{which}"));
        varied.were_shown |= was_shown;
    }
    kept.truncate(limit);
    varied.picks = kept.into_iter().map(|(_, pick)| pick).collect();
    varied
}

/// Puts each memory behind the one that takes its place.
fn order(found: &mut Vec<(Rc<Document>, Pick)>, steps: &mut Vec<String>) {
    let successors = successors(found.iter().map(|(document, _)| &**document));
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
