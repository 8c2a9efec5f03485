//! What a memory links to is partly about the same: `see [[identify-processes]]` was written for the next
//! one who reads it.

use super::{
    decide::THRESHOLD,
    score::{Scored, by_score},
};

/// How much of the best memory's score those have besides their own that it links to. On the stores of real
/// projects half of it costs more where words are shared than it finds where none are; with the links of the
/// second best followed too, more is found that does not help than that does.
const LINKED: f64 = 0.25;

/// Brings forward the memories that the best one links to, as far as right behind it. `links` says which
/// these are, by position; it is asked once, where the best one may help.
pub fn with_links(scored: &mut [Scored], links: impl FnOnce(usize) -> Vec<usize>) {
    let Some(best) = scored.iter().copied().min_by(by_score).filter(|best| best.evidence >= THRESHOLD) else { return };
    let linked = links(best.memory);
    for scored in scored.iter_mut().filter(|scored| scored.memory != best.memory && linked.contains(&scored.memory)) {
        let behind = best.score.next_down();
        scored.score = scored.score.max(behind.min(scored.score + LINKED * best.score));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scored(scores: [f64; 4], evidence: f64) -> Vec<Scored> {
        let one = |(memory, score)| Scored { score, evidence, ..Scored::without_words(memory) };
        scores.into_iter().enumerate().map(one).collect()
    }

    #[test]
    fn what_the_best_links_to_comes_forward() {
        let mut with = scored([0.1, 0.4, 0.2, 0.3], 0.9);
        with_links(&mut with, |best| if best == 1 { vec![0, 1, 3] } else { Vec::new() });
        let scores: Vec<f64> = with.iter().map(|scored| scored.score).collect();
        assert_eq!(scores, [0.1 + 0.25 * 0.4, 0.4, 0.2, 0.4_f64.next_down()]);
    }

    #[test]
    fn nothing_is_asked_where_nothing_helps() {
        let mut with = scored([0.1, 0.4, 0.2, 0.3], 0.4);
        with_links(&mut with, |_| unreachable!("no memory may help"));
        with_links(&mut [], |_| unreachable!("there is no memory"));
        assert_eq!(with, scored([0.1, 0.4, 0.2, 0.3], 0.4));
    }
}
