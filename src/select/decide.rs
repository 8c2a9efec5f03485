//! Whether to speak: the memories that clearly help, or none.

use super::{
    Counts, Query,
    score::{Scored, rank},
};

/// Below this much evidence nothing is said.
const THRESHOLD: f64 = 0.08;

/// A memory with less than this share of the best one's score is not worth reading.
const TAIL: f64 = 0.65;

/// The memories that clearly help with a prompt.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// Best first; empty when nothing is relevant enough.
    pub picks: Vec<Scored>,
    /// The evidence for the best memory, 0 to 1.
    pub evidence: f64,
    /// The evidence that it takes to speak.
    pub threshold: f64,
}

/// Chooses at most `limit` memories, or none.
pub fn decide(query: &Query, memories: &[Counts], limit: usize) -> Decision {
    let mut picks = rank(query, memories);
    let evidence = picks.iter().map(|scored| scored.evidence).fold(0.0, f64::max);
    let least = picks.first().map_or(0.0, |best| best.score * TAIL);
    picks.retain(|scored| scored.score >= least && scored.evidence >= THRESHOLD);
    picks.truncate(limit);
    Decision { picks, evidence, threshold: THRESHOLD }
}
