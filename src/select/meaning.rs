//! What the words do not settle is settled by what the texts mean: how near each memory's vectors are
//! to the prompt's, beside how well its words fit.

use super::score::{Scored, by_score};

/// From this coverage of a prompt by one memory on, its words settle what it is about, and nothing
/// that is meant changes the order. Measured: all sets of the quality harness are as good or better
/// than when meaning always counts.
const SETTLED: f64 = 0.2;

/// What the words count in a score, for each unit of coverage to the power of [`TELLING`]: few words that a memory has
/// of a prompt are chance, and many are not.
const WORDS: f64 = 1.7;
const TELLING: f64 = 1.5;

/// What nearness counts beside them.
const MEANT: f64 = 0.5;

/// How near a memory without vectors is taken to be to any prompt: as those usually are that have
/// nothing to do with it.
const UNKNOWN: f64 = 0.035;

/// What the square root of coverage counts as evidence beside nearness (1.0).
const WORDS_SHOW: f64 = 0.8;

/// Where evidence is even.
const EVEN: f64 = 0.26;

/// From here on a prompt asks about the world so clearly that each step counts [`CLEARLY`] times: questions about
/// a project stay below or near it (`how do we deploy` is at 0.19), `how do I squash my last commits` lies above.
const CLEAR: f64 = 0.18;
const CLEARLY: f64 = 3.0;

/// How soon evidence turns from one to the other. Fitted on prompts over stores that answer them and
/// over stores that do not.
const STEEP: f64 = 18.0;

/// How much more the score of a `feedback` memory is, for each unit by which a prompt is about the work
/// at hand: it says how such work is to be done, in other words than those of the next piece of work.
/// On a store of our own with twelve of them, 79 of 100 prompts that only describe work find theirs among
/// five, and 68 without it; the sets of the quality harness stay as they are up to here.
const APPLIES: f64 = 0.1;

/// How many memories are looked at for those that apply: the others are too far behind.
const MAY_APPLY: usize = 24;

/// What the head of a memory counts in nearness for the order, and each of its two nearest pieces.
const HEAD: f64 = 0.06;
const PIECE: f64 = 0.47;

/// How much nearer the nearest pieces of a memory are by chance, for each time that it has e times as many as
/// [`FEW_VECTORS`].
const CHANCE: f64 = 0.02;
const FEW_VECTORS: u16 = 8;

/// How near the vectors of a memory are to that of a prompt, each from -1 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nearness {
    head: f64,
    best: f64,
    second: Option<f64>,
    /// How many it has.
    vectors: u16,
}

impl Nearness {
    /// That of its head: name and description.
    #[must_use]
    pub fn of_head(head: f64) -> Self {
        Self { head, best: head, second: None, vectors: 1 }
    }

    /// With a piece of its body besides.
    pub fn add(&mut self, piece: f64) {
        self.second = Some(self.second.unwrap_or(-1.0).max(self.best.min(piece)));
        self.best = self.best.max(piece);
        self.vectors = self.vectors.saturating_add(1);
    }

    /// For the order: one piece that fits is good, two are better, of many some are near by chance, and what a memory
    /// is about stands in its head.
    fn in_order(self) -> f64 {
        let by_chance = CHANCE * libm::log(f64::from(self.vectors.max(FEW_VECTORS)) / f64::from(FEW_VECTORS));
        HEAD * self.head + PIECE * (self.best + self.second.unwrap_or(self.best)) - by_chance
    }

    /// For evidence: what a memory is about stands in its head.
    #[must_use]
    pub fn as_evidence(self) -> f64 {
        0.5 * (self.head + self.best)
    }
}

/// What vectors say of a prompt.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Meaning {
    /// How near each memory is to it, in the order of the memories; `None` for one without vectors.
    pub near: Vec<Option<Nearness>>,
    /// How far it asks about the world, and not about the work at hand; see [`super::generality`].
    pub generality: f64,
}

/// Whether the words settle what a prompt is about, so that nobody has to ask what it means.
#[must_use]
pub fn is_settled(by_words: &[Scored]) -> bool {
    coverage(by_words) >= SETTLED
}

fn coverage(scored: &[Scored]) -> f64 {
    scored.iter().map(|scored| scored.coverage).fold(0.0, f64::max)
}

/// What words and meaning say together, in the order of the memories. A memory without vectors is
/// ranked by its words.
#[must_use]
pub fn with_meaning(by_words: Vec<Scored>, meaning: &Meaning) -> Vec<Scored> {
    let Meaning { near, generality } = meaning;
    let best = by_words.iter().map(|scored| scored.score).reduce(f64::max).unwrap_or(1.0);
    let share = WORDS * libm::pow(coverage(&by_words), TELLING);
    let mut words: Vec<Option<Scored>> = Vec::new();
    words.resize_with(near.len(), || None);
    for scored in by_words {
        let memory = scored.memory;
        words[memory] = Some(scored);
    }
    let scored = words.into_iter().zip(near).enumerate().filter_map(|(memory, (words, near))| {
        let mut scored = match (words, near) {
            (Some(words), _) => Scored { score: share * words.score / best, ..words },
            (None, Some(_)) => Scored::without_words(memory),
            (None, None) => return None,
        };
        scored.score += MEANT * near.map_or(UNKNOWN, Nearness::in_order).max(0.0);
        scored.nearness = near.map(Nearness::as_evidence);
        scored.evidence = evidence(scored.coverage, scored.nearness, *generality);
        (scored.score > 0.0).then_some(scored)
    });
    scored.collect()
}

/// Brings forward the memories that say how work is to be done, where a prompt is about the work at hand.
/// Only the first few are asked for what they are.
pub fn with_work(scored: &mut [Scored], generality: f64, is_feedback: impl Fn(usize) -> bool) {
    if generality >= 0.0 || scored.is_empty() {
        return;
    }
    let last = scored.len().min(MAY_APPLY) - 1;
    let (first, at, _) = scored.select_nth_unstable_by(last, by_score);
    for scored in first.iter_mut().chain([at]).filter(|scored| is_feedback(scored.memory)) {
        scored.score -= APPLIES * generality;
    }
}

/// How likely it is that a memory helps, 0 to 1: from the part of the prompt that its words cover, from
/// how near its meaning is, where that is known, and from what kind of prompt it is.
pub(super) fn evidence(coverage: f64, nearness: Option<f64>, generality: f64) -> f64 {
    let against = generality + (CLEARLY - 1.0) * (generality - CLEAR).max(0.0);
    let shown = WORDS_SHOW * coverage.sqrt() + nearness.unwrap_or(UNKNOWN) - against;
    1.0 / (1.0 + libm::exp(STEEP * (EVEN - shown)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::select::{Fields, Query, best, rank};

    const STORE: [&str; 4] = ["deploy with care", "how we release", "lunch is at noon", "deploy on fridays, never"];

    fn by_words(prompt: &str) -> Vec<Scored> {
        let query = Query::new(prompt);
        let counts = STORE.iter().map(|body| query.count(&Fields { body, ..Fields::default() })).collect();
        rank(&query, &counts)
    }

    fn order(prompt: &str, near: [Option<f64>; 4]) -> Vec<usize> {
        let near = near.map(|near| near.map(Nearness::of_head)).into();
        let meaning = Meaning { near, generality: 0.0 };
        best(with_meaning(by_words(prompt), &meaning), STORE.len()).iter().map(|scored| scored.memory).collect()
    }

    #[test]
    fn without_vectors_the_order_is_that_of_the_words() {
        let words: Vec<usize> = by_words("deploy carefully").iter().map(|scored| scored.memory).collect();
        assert_eq!(order("deploy carefully", [None; 4]), words);
    }

    #[test]
    fn meaning_finds_what_no_word_does() {
        assert_eq!(order("ship it", [Some(0.2), Some(0.6), Some(-0.1), Some(0.2)]), [1, 0, 3]);
    }

    #[test]
    fn words_and_meaning_go_together() {
        let near = [Some(0.3), Some(0.1), Some(0.1), Some(0.31)];
        assert_eq!(order("deploy, and care about it", near)[..2], [0, 3]);
        // One whose vectors are not made yet stays where its words put it.
        assert_eq!(order("deploy, and care about it", [None, Some(0.05), Some(0.05), Some(0.05)])[0], 0);
    }

    #[test]
    fn of_many_pieces_some_are_near_by_chance() {
        let of = |pieces: usize, piece: f64| {
            let mut near = Nearness::of_head(0.1);
            (0..pieces).for_each(|_| near.add(piece));
            near.in_order()
        };
        assert_eq!(of(2, 0.3), of(7, 0.3));
        assert!(of(20, 0.3) < of(7, 0.3) && of(20, 0.33) > of(7, 0.3));
    }

    #[test]
    fn a_prompt_that_is_clearly_about_the_world_needs_far_more() {
        let with = |generality| evidence(0.1, Some(0.3), generality);
        let step = |from| with(from) - with(from + 0.05);
        assert!(with(0.1) > 0.9 && with(0.3) < 0.5, "{} {}", with(0.1), with(0.3));
        assert!(step(0.15) > 4.0 * step(0.1), "{} {}", step(0.15), step(0.1));
    }

    #[test]
    fn how_work_is_done_comes_forward_where_work_is_asked_for() {
        let order = |generality| {
            let near = [Some(0.2), Some(0.22), Some(0.3), Some(0.1)].map(|near| near.map(Nearness::of_head)).into();
            let mut scored = with_meaning(by_words("ship it"), &Meaning { near, generality });
            with_work(&mut scored, generality, |memory| memory == 0);
            best(scored, usize::MAX).iter().map(|scored| scored.memory).collect::<Vec<_>>()
        };
        assert_eq!(order(0.2), [2, 1, 0, 3]);
        assert_eq!(order(-0.2), [2, 0, 1, 3]);
        // A little: what is much nearer stays before it.
        assert_eq!(order(-0.3), [2, 0, 1, 3]);
    }

    #[test]
    fn two_pieces_that_fit_are_better_than_one() {
        let with = |pieces: [f64; 2]| {
            let mut near = Nearness::of_head(0.0);
            pieces.into_iter().for_each(|piece| near.add(piece));
            near.in_order()
        };
        assert!(with([0.5, 0.4]) > with([0.5, 0.0]));
        assert_eq!(with([0.4, 0.5]), with([0.5, 0.4]));
        assert!(with([0.7, 0.3]) > with([0.5, 0.4]));
    }

    #[test]
    fn evidence_grows_with_words_and_with_meaning() {
        assert!(evidence(0.0, None, 0.0) < 0.1 && evidence(0.2, None, 0.0) > 0.9);
        assert!(evidence(0.05, Some(0.3), 0.0) > evidence(0.05, None, 0.0));
        assert!(evidence(0.0, Some(0.6), 0.0) > 0.9 && evidence(0.0, Some(0.6), 0.3) < 0.9);
    }
}
