//! Words by which a text shows its reason and its use, in the languages that memories are written in.

use std::ops::Range;

use super::marks::{Marks, is_whole};

/// Labels of a reason, and words that give one.
static WHY: Marks = Marks::new(&[
    "why",
    "because",
    "since",
    "reason",
    "reasons",
    "rationale",
    "so that",
    "otherwise",
    "due to",
    "background",
    "por quê",
    "por que",
    "porque",
    "motivo",
    "razão",
    "por qué",
    "razón",
    "pourquoi",
    "parce que",
    "raison",
    "car",
    "warum",
    "weil",
    "grund",
    "damit",
    "hintergrund",
    "proč",
    "protože",
    "důvod",
    "почему",
    "потому",
    "причина",
    "причины",
    "зачем",
    "чтобы",
    "为什么",
    "為什麼",
    "原因",
    "因为",
    "因為",
    "理由",
    "以免",
    "避免",
    "否则",
    "否則",
    "由于",
    "由於",
    "为了",
    "為了",
    "なぜ",
    "ため",
    "ので",
    "背景",
    "왜",
    "이유",
    "때문",
    "위해",
    "않도록",
    "까닭",
]);

/// English labels of a reason, which are words of any sentence too.
const ENGLISH: [&str; 5] = ["why", "reason", "reasons", "rationale", "background"];

/// Labels of a reason alone.
static LABELS: Marks = Marks::new(&[
    "why",
    "reason",
    "reasons",
    "rationale",
    "background",
    "por quê",
    "por que",
    "motivo",
    "por qué",
    "pourquoi",
    "raison",
    "warum",
    "grund",
    "hintergrund",
    "proč",
    "důvod",
    "почему",
    "причина",
    "为什么",
    "為什麼",
    "原因",
    "理由",
    "왜",
    "이유",
]);

/// Labels of a use, and words that tell one.
static HOW: Marks = Marks::new(&[
    "how to apply",
    "how",
    "apply",
    "applies",
    "when",
    "como aplicar",
    "quando",
    "cómo aplicar",
    "comment appliquer",
    "anwendung",
    "wie",
    "jak",
    "как применять",
    "применение",
    "когда",
    "如何",
    "怎么",
    "怎麼",
    "适用",
    "適用",
    "应用",
    "應用",
    "做法",
    "用法",
    "いつ",
    "方法",
    "어떻게",
    "적용",
    "언제",
]);

/// Words of what happened, or of what the user wants.
static GROUNDS: Marks = Marks::new(&[
    "because the user",
    "the user said",
    "user said",
    "the user wants",
    "the user asked",
    "the user prefers",
    "incident",
    "postmortem",
    "cost us",
    "bit us",
    "因为用户",
    "用户要求",
]);

/// Whether a text in lower case gives a reason, by a label or in a sentence.
pub(crate) fn gives_reason(text: &str) -> bool {
    says(text, &WHY)
}

/// Whether a text in lower case tells how or when it is to be used.
pub(crate) fn tells_use(text: &str) -> bool {
    says(text, &HOW)
}

/// Whether a line of a text in lower case is labelled as a reason: `**Why:** …`, `## Reason`, `Why - …`.
pub(crate) fn labels_reason(text: &str) -> bool {
    let labelled = |line: &str| {
        let said = line.trim_start_matches(|c: char| !c.is_alphanumeric());
        // Most lines begin like none of them.
        let may = |label: &&&str| label.as_bytes().first() == said.as_bytes().first();
        let label = LABELS.words().iter().filter(may).find_map(|label| said.strip_prefix(label));
        label.is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() && c.is_ascii()))
    };
    text.contains("**why") || text.lines().any(labelled)
}

/// Whether a body in lower case says why it is a memory, by a label or by what happened: then it is a lesson, and not
/// only a description.
pub(super) fn has_reason(text: &str) -> bool {
    LABELS.any(text, |at| is_label(text, at)) || GROUNDS.any(text, |at| is_whole(text, at))
}

/// Whether a word stands there as a label, or is in no sentence but one that gives a reason.
fn is_label(text: &str, at: Range<usize>) -> bool {
    let (before, behind) = (&text[..at.start], &text[at.end..]);
    let marked = behind.starts_with([':', '：']) || behind.starts_with("**") || before.ends_with("**");
    (marked || !ENGLISH.contains(&&text[at.clone()])) && stands_alone(text, at)
}

fn says(text: &str, words: &Marks) -> bool {
    words.any(text, |at| stands_alone(text, at))
}

/// Scripts that put no blanks between words have no borders to look at.
fn stands_alone(text: &str, at: Range<usize>) -> bool {
    let spaced = |c: char| c.is_alphabetic() && !is_unspaced(c);
    let inner = text[at.clone()].starts_with(is_unspaced);
    inner || !(text[..at.start].ends_with(spaced) || text[at.end..].starts_with(spaced))
}

/// Han, kana and Hangul.
fn is_unspaced(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_in_many_spellings() {
        for text in [
            "**Why:** it broke once",
            "Why - it broke",
            "为什么：出过事故",
            "**為什麼**：出過事故",
            "**なぜ:** 壊れた",
            "**理由**: 壊れた",
            "**이유:** 장애가 났다",
            "**Por quê:** quebrou",
            "## Warum\nEs brach.",
            "**Почему:** сломалось",
            "Never mock it, because mocks hid a bug.",
            "避免线上事故",
        ] {
            assert!(gives_reason(&text.to_lowercase()), "{text}");
        }
        for text in
            ["Never push to main.", "Use whyte spaces.", "Carry on.", "不要推送到主分支。", "main に push しない。"]
        {
            assert!(!gives_reason(&text.to_lowercase()), "{text}");
        }
    }

    #[test]
    fn uses_and_labels() {
        assert!(
            tells_use("**how to apply:** always") && tells_use("如何应用：总是") && tells_use("**適用方法:** 常に")
        );
        assert!(!tells_use("show it."));
        assert!(labels_reason("a\n- **why:** b") && labels_reason("why - c") && labels_reason("为什么：出过事故"));
        assert!(!labels_reason("this is why we do it.") && !labels_reason("whyte"));
    }
}
