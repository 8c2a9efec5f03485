//! Japanese wishes: the verb that asks stands at the end.

use super::{Asked, Sentence, after, has_any, list, without};

/// Openings that say nothing.
const OPENINGS: &str = "\
    すみません|では|じゃあ|あと|それと|ちなみに|いや|違います|違う|了解|はい|いいえ|ありがとう|それから|お願い";

/// Verbs of remembering …
const VERBS: &str = "\
    覚えて|憶えて|おぼえて|記憶して|メモして|記録して";
/// … and what may stand behind them.
const ENDINGS: &str = "\
    おいて|といて|置いて|ください|下さい|くれ|ね|よ|ほしい|欲しい|です|もらえますか|もらえる|いただけますか|\
    くれますか|くれる|お願いします";
/// Before such a verb, what belongs to it and not to what is remembered.
const PARTICLES: &str = "\
    ということを|ことを|って|と|を|、|は";
/// Alone before such a verb: what was said just before.
const THAT: &str = "\
    これ|それ|このこと|この点|今の|ちゃんと|次回のために";

/// A sentence that begins so is a rule, if it orders something.
const RULES: &str = "\
    今後は|今後|これからは|次回からは|次回から|次からは|次から|以後|以降は|毎回|常に|必ず|絶対に|二度と|決して|\
    いつも";
/// Of those, these are often about the work at hand: they need the form of a rule.
const STRICT: &str = "\
    必ず|絶対に";
/// How a rule ends.
const RULE_ENDINGS: &str = "\
    こと|ように|ようにして|ようにしてください|ないで|ないでください|するな|ないこと";
/// How an order ends.
const ORDERS: &str = "\
    ください|下さい|して|ないで|こと|ように|お願いします|やめて|てね|でね|るな|うな|すな|って|いて|んで|えて|\
    けて|べて|めて|れて|せて|ほしい";
/// Meant for this once.
const ONCE: &str = "\
    今回|今日|とりあえず|今だけ|このPR|このタスク|一旦|ひとまず";

pub(super) fn asked(sentence: &Sentence) -> Option<Asked> {
    let kana = sentence.text.chars().any(|c| matches!(c, '\u{3040}'..='\u{30ff}'));
    if !kana || sentence.text.starts_with(['「', '"', '『']) {
        return None;
    }
    let text = without(sentence.text.trim(), OPENINGS);
    remembered(text).filter(|_| !sentence.question || text.ends_with('か') || text.ends_with("る")).or_else(|| {
        let asks = sentence.question || ["ますか", "ですか", "教えて"].iter().any(|end| text.ends_with(end));
        (!asks && !has_any(text, ONCE)).then(|| rule(text)).flatten()
    })
}

fn remembered(text: &str) -> Option<Asked> {
    let (at, verb) = list(VERBS).filter_map(|verb| Some((text.rfind(verb)?, verb))).max()?;
    let tail = without(&text[at + verb.len()..], ENDINGS);
    if !tail.is_empty() {
        // It comes first: "remember: …".
        let ending = text[at + verb.len()..].len() > tail.len();
        return (at == 0 && ending).then(|| Asked::For(tail.to_owned(), is_order(tail)));
    }
    if text[at + verb.len()..].is_empty() && verb != "メモして" {
        return None;
    }
    let mut said = text[..at].trim();
    while let Some(rest) = list(PARTICLES).find_map(|particle| said.strip_suffix(particle)) {
        said = rest.trim();
    }
    if said.is_empty() || list(THAT).any(|word| word == said) {
        Some(Asked::ForThat)
    } else {
        Some(Asked::For(said.to_owned(), false))
    }
}

fn rule(text: &str) -> Option<Asked> {
    let preference = has_any(text, "方が好き|ほうが好き|のが好み|を好みます") && !text.starts_with("あなた");
    let clauses = text.char_indices().filter(|(_, c)| *c == '、').map(|(at, c)| at + c.len_utf8());
    let found = std::iter::once(0).chain(clauses).map(|at| &text[at..]).find(|clause| {
        let strict = list(STRICT).any(|word| clause.starts_with(word));
        let endings = if strict { RULE_ENDINGS } else { ORDERS };
        after(clause, RULES).is_some() && list(endings).any(|end| clause.ends_with(end))
    });
    found.or(preference.then_some(text)).map(|clause| Asked::For(clause.to_owned(), true))
}

fn is_order(text: &str) -> bool {
    list(ORDERS).any(|end| text.ends_with(end))
}
