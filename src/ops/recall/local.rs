//! The local selector: what words and meaning speak for, where no model chooses.

use super::{Pick, Recall, Scene, explain, linked::linked, varied};
use crate::{
    model::Kind,
    ops::meaning::{self, Files as _, Near},
    select::{self, Scored, Scorer},
};

/// The best of all that match: by their words, and by what they mean where the words do not settle it.
pub(super) fn ranked(scene: &Scene<'_>, outcome: &mut Recall) -> Vec<Pick> {
    let scorer = Scorer::new(scene.query, scene.counts);
    let best = select::best(scored(scene, &scorer, outcome), scene.request.limit);
    best.iter().map(|scored| Pick::local(scored, &scorer)).collect()
}

/// All that match, in the order of the files.
fn scored(scene: &Scene<'_>, scorer: &Scorer<'_>, outcome: &mut Recall) -> Vec<Scored> {
    let mut scored = by_words_and_meaning(scene, scorer, outcome);
    select::with_links(&mut scored, |memory| linked(scene, memory));
    scored
}

fn by_words_and_meaning(scene: &Scene<'_>, scorer: &Scorer<'_>, outcome: &mut Recall) -> Vec<Scored> {
    let by_words = scorer.all();
    if !scene.request.meaning {
        return by_words;
    }
    if select::is_settled(&by_words) {
        outcome.steps.push(explain::SETTLED.into());
        return by_words;
    }
    let Near { meaning, missing } = meaning::near(scene.store, scene.files, &scene.request.query);
    outcome.without_vectors = missing;
    outcome.steps.push(explain::by_meaning(missing, scene.files.len(), meaning.generality));
    let mut scored = select::with_meaning(by_words, &meaning);
    select::with_work(&mut scored, meaning.generality, |memory| is_feedback(scene, memory));
    scored
}

/// Whether a memory says how work is to be done.
fn is_feedback(scene: &Scene<'_>, memory: usize) -> bool {
    scene.document(memory).is_some_and(|document| document.memory.kind == Some(Kind::Feedback))
}

/// The local selector with its threshold, explained: what it picked, and whether some that helps was
/// shown before.
pub(super) fn decide(scene: &Scene<'_>, outcome: &mut Recall) -> (Vec<Pick>, bool) {
    let limit = scene.request.limit;
    let enough = limit.saturating_mul(varied::SPARE);
    let scorer = Scorer::new(scene.query, scene.counts);
    let decision = select::decide(scored(scene, &scorer, outcome), enough, |memory| !scene.shown[memory]);
    let picks = decision.picks.iter().map(|scored| Pick::local(scored, &scorer)).collect();
    let varied = varied::varied(scene, picks, limit);
    outcome.steps.push(explain::decided(&decision, varied.picks.len(), limit));
    outcome.steps.extend(varied.steps);
    (varied.picks, decision.left_out || varied.were_shown)
}
