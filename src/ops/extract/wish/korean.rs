//! Korean wishes: the verb that asks stands at the end.

use super::{Asked, Sentence, after, has_any, list, without};

/// Openings that say nothing.
const OPENINGS: &str = "\
    아, |그리고 |또 |참고로 |아니, |아니 |네, |네 |좋아요 |음, |그럼 |제발 |그리고, ";

/// Verbs of remembering …
const VERBS: &str = "\
    기억해|기억하고|메모해|기록해|외워|잊지 마";
/// … and what may stand behind them.
const ENDINGS: &str = "\
    줘|주세요|둬|두세요|놔|요|세요|줄래|있어|주십시오";
/// Alone before such a verb: what was said just before.
const THAT: &str = "\
    이거|이것|이걸|이것을|이 점|이 점을|그거|꼭";

/// A sentence that begins so is a rule, if it orders something.
const RULES: &str = "\
    앞으로는|앞으로|이제부터는|이제부터|다음부터는|다음부터|지금부터는|지금부터|항상|매번|절대로|절대|다시는|\
    언제나";
/// How an order ends.
const ORDERS: &str = "\
    줘|줘요|주세요|하세요|쓰세요|마세요|지 마|지 마요|지 말아|말 것|할 것|해라|사용해|작성해|답해|말해|실행해|\
    확인해|커밋해|써|하자|쓰자|해야 해|해야 합니다|바랍니다|부탁해|부탁드립니다|부탁해요|말자";
/// Meant for this once.
const ONCE: &str = "\
    이번에는|이번만|이번엔|오늘|일단|지금은|이 작업|이 PR";

pub(super) fn asked(sentence: &Sentence) -> Option<Asked> {
    let hangul = sentence.text.chars().any(|c| matches!(c, '\u{ac00}'..='\u{d7a3}'));
    if !hangul || sentence.text.starts_with(['"', '“', '\'']) {
        return None;
    }
    let text = without(sentence.text.trim(), OPENINGS);
    remembered(text, sentence.question)
        .or_else(|| (!sentence.question && !has_any(text, ONCE)).then(|| rule(text)).flatten())
}

fn remembered(text: &str, question: bool) -> Option<Asked> {
    let (at, verb) = list(VERBS).filter_map(|verb| Some((text.rfind(verb)?, verb))).max()?;
    let behind = &text[at + verb.len()..];
    let tail = list(ENDINGS).find_map(|ending| behind.trim_start().strip_prefix(ending)).unwrap_or(behind);
    let asks = question && !behind.contains("줄래");
    if asks || tail.len() == behind.len() && !behind.is_empty() && !behind.starts_with([':', ',']) {
        return None;
    }
    let tail = tail.trim_start_matches([':', ',', ' ']);
    if !tail.is_empty() {
        return (at == 0).then(|| Asked::For(tail.to_owned(), is_order(tail)));
    }
    let said = text[..at]
        .trim()
        .trim_end_matches(',')
        .trim_end_matches("라고")
        .trim_end_matches(" 것을")
        .trim_end_matches(" 걸")
        .trim();
    if said.is_empty() || list(THAT).any(|word| word == said) {
        Some(Asked::ForThat)
    } else {
        Some(Asked::For(said.to_owned(), false))
    }
}

fn rule(text: &str) -> Option<Asked> {
    let preference = has_any(text, "선호해|선호합니다|게 더 좋|걸 더 좋아");
    let clauses = text.match_indices(", ").map(|(at, joint)| at + joint.len());
    let found = std::iter::once(0).chain(clauses).map(|at| &text[at..]);
    let found = found.into_iter().find(|clause| after(clause, RULES).is_some() && is_order(clause));
    found.or(preference.then_some(text)).map(|clause| Asked::For(clause.to_owned(), true))
}

fn is_order(text: &str) -> bool {
    list(ORDERS).any(|end| text.ends_with(end))
}
