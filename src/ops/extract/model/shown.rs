//! What was said, as a model is shown it: secrets covered, long texts cut, in batches.

use crate::{
    lint::secret,
    model::text::{one_line, prefix},
    transcript::Turn,
};

/// Bytes of what a person said in one turn: its start, and its end where the wish may stand behind a
/// pasted text.
const HUMAN: (usize, usize) = (6_144, 2_048);
/// Bytes of an answer, in the same way: it is shown for what the person says to it.
const ANSWER: (usize, usize) = (1_024, 512);

/// A turn that nobody has looked at.
pub(in crate::ops::extract) struct New<'t> {
    /// Counted from 1.
    pub(in crate::ops::extract) number: usize,
    pub(in crate::ops::extract) turn: &'t Turn,
    /// By which it is known again.
    pub(in crate::ops::extract) digest: String,
}

/// Turns in batches that fit into so many bytes; each holds one turn at least.
pub(in crate::ops::extract) fn batches<'t>(turns: Vec<New<'t>>, bytes: usize) -> Vec<Vec<New<'t>>> {
    let mut batches: Vec<Vec<New<'t>>> = Vec::new();
    let mut left = 0;
    for new in turns {
        let size = text(&new).len();
        match batches.last_mut().filter(|_| size <= left) {
            Some(batch) => batch.push(new),
            None => {
                left = bytes;
                batches.push(vec![new]);
            }
        }
        left = left.saturating_sub(size);
    }
    batches
}

/// The turns of a batch.
pub(super) fn talk(batch: &[New<'_>]) -> String {
    batch.iter().map(text).collect()
}

fn text(new: &New<'_>) -> String {
    let day = new.turn.at.as_deref().and_then(|at| at.get(..10)).map(|day| format!(" ({})", one_line(day)));
    let head = format!("Turn {}{}\n", new.number, day.unwrap_or_default());
    let answer = match new.turn.answer.trim() {
        "" => String::new(),
        answer => format!("The agent: {}\n", clipped(answer, ANSWER)),
    };
    format!("{head}The person: {}\n{answer}\n", clipped(&new.turn.human, HUMAN))
}

/// A text without secrets, and without the middle of a long one.
fn clipped(text: &str, (start, end): (usize, usize)) -> String {
    let text = secret::masked(text.trim());
    if text.len() <= start + end {
        return text.into_owned();
    }
    let rest = text.ceil_char_boundary(text.len() - end);
    format!("{}\n[…]\n{}", prefix(&text, start), &text[rest..])
}

#[cfg(test)]
mod tests {
    use super::{New, batches, talk};
    use crate::transcript::Turn;

    #[test]
    fn a_batch_fits_unless_one_turn_does_not() {
        let turns: Vec<Turn> = (0..30).map(|n| Turn { human: "x".repeat(n * 300), ..Turn::default() }).collect();
        let new = |(number, turn)| New { number, turn, digest: String::new() };
        let batches = batches(turns.iter().enumerate().map(new).collect(), 4_000);
        assert_eq!(batches.iter().map(Vec::len).sum::<usize>(), 30);
        assert!(batches.len() > 10 && batches[0].len() > 3);
        for batch in &batches {
            assert!(batch.len() == 1 || talk(batch).len() <= 4_000);
        }
        assert!(batches.iter().flatten().map(|new| new.number).is_sorted());
    }

    #[test]
    fn secrets_are_covered_and_the_middle_of_long_texts_is_left_out() {
        let token = format!("ghp_{}", "a1B2".repeat(9));
        let human = format!("start {token} {} the end", "部署 ".repeat(4_000));
        let turn = Turn { human, answer: "done".into(), at: Some("2026-11-20T10:00:00Z".into()), ..Turn::default() };
        let shown = talk(&[New { number: 7, turn: &turn, digest: String::new() }]);
        assert!(shown.starts_with("Turn 7 (2026-11-20)\nThe person: start ****"), "{shown}");
        assert!(!shown.contains(&token) && shown.contains("[…]") && shown.contains("the end\nThe agent: done\n"));
        assert!(shown.len() < 9_000);
    }
}
