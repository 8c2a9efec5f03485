//! The lines of `--explain`: what each step did, and why each memory was chosen.

use super::{Pick, Recall, Recalled, Row};
use crate::{
    model::{age, limits},
    select::{Decision, Match, Scored},
    store::session::State,
};

/// Where the session stands.
pub(super) fn session(state: &State) -> String {
    let (left, total) = (state.left(), limits::SESSION_BYTES);
    format!("session: {} shown before; {left} of {total} bytes left", state.count())
}

/// What the scan found.
pub(super) fn scanned(recall: &Recall) -> String {
    match recall.total - recall.offered {
        0 => format!("scan: {} memories, all of them offered", recall.total),
        _ => format!("scan: {} memories, {} offered, the others shown before", recall.total, recall.offered),
    }
}

/// Why nobody asked what the texts mean.
pub(super) const SETTLED: &str = "meaning: not asked for, the words settle it";

/// How much of the store the vectors cover.
pub(super) fn by_meaning(missing: usize, all: usize, generality: f64) -> String {
    const WHY: &str = "meaning: the words do not settle it";
    match missing {
        0 => format!("{WHY}; all {all} memories compared; the prompt is {generality:.2} about the world at large"),
        _ => format!("{WHY}; {missing} of {all} memories have no vectors yet and count by their words"),
    }
}

/// Score and evidence, and how near the meaning is where that was asked.
pub(super) fn account(scored: &Scored) -> String {
    let near = scored.nearness.map(|near| format!(", meaning {near:.2}")).unwrap_or_default();
    format!("score {:.3}, evidence {:.2}{near}", scored.score, scored.evidence)
}

/// What the local selector came to.
pub(super) fn decided(decision: &Decision, chosen: usize, limit: usize) -> String {
    format!(
        "selector: local; evidence {:.2}, threshold {:.2}; {chosen} chosen, {limit} at most",
        decision.evidence, decision.threshold,
    )
}

/// The words that a memory was chosen for, the heaviest first, with the fields they stand in.
pub(super) fn why(matches: &[Match]) -> String {
    const TERMS: usize = 5;
    let mut terms: Vec<(&str, f64, Vec<&str>)> = Vec::new();
    for found in matches {
        match terms.iter_mut().find(|(term, ..)| *term == &*found.term) {
            Some((_, weight, fields)) => {
                *weight += found.weight;
                fields.push(found.field.as_str());
            }
            None => terms.push((&found.term, found.weight, vec![found.field.as_str()])),
        }
    }
    terms.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(b.0)));
    let parts: Vec<_> =
        terms.iter().take(TERMS).map(|(term, _, fields)| format!("{term} ({})", fields.join(", "))).collect();
    parts.join("; ")
}

/// Why a memory was chosen.
pub(super) fn picked(pick: &Pick, row: &Row) -> String {
    let Pick { why, account, .. } = pick;
    let line = format!("  {}: {account}, {}", row.file, age::words(row.age_days));
    if why.is_empty() || why == account { line } else { format!("{line}; {why}") }
}

/// What a memory lost on its way into the answer.
pub(super) fn shortened(recalled: &Recalled) -> Option<String> {
    let how = match (&recalled.content, recalled.truncated) {
        (None, _) => "given by name",
        (Some(_), true) => "cut",
        (Some(_), false) => return None,
    };
    Some(format!("  {}: {how}", recalled.row.file))
}
