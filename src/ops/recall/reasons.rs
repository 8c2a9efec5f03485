//! Where a correction says why, and how to apply it.

use crate::model::text;

/// How those paragraphs open, in the spellings of real stores.
const MARKERS: [&str; 12] =
    ["why", "how to apply", "reason", "为什么", "原因", "如何应用", "怎么做", "為什麼", "なぜ", "適用", "이유", "적용"];

/// Bytes of a line that are looked at; a marker stands at its start.
const LOOKED_AT: usize = 96;

/// What a line is to the paragraphs around it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Line {
    /// A marker and the text behind it.
    Opens,
    /// A marker alone, such as `## Why`: its text follows.
    Announces,
    Blank,
    Heading,
    Text,
}

/// The paragraphs that say why and how to apply, as slices of `body`.
pub(super) fn reasons(body: &str) -> Vec<&str> {
    let mut found: Vec<(usize, usize)> = Vec::new();
    let mut before = Line::Blank;
    let mut at = 0;
    for whole in body.split_inclusive('\n') {
        let text = whole.trim_end();
        let kind = line(text);
        let goes_on = matches!(before, Line::Opens | Line::Announces);
        match kind {
            Line::Opens | Line::Announces if goes_on => extend(&mut found, at + text.len()),
            Line::Opens | Line::Announces => found.push((at, at + text.len())),
            Line::Text if goes_on => extend(&mut found, at + text.len()),
            _ => {}
        }
        before = match (before, kind) {
            // Blank lines between an announcement and its text are no end of it.
            (Line::Announces, Line::Blank) => Line::Announces,
            (Line::Opens | Line::Announces, Line::Text) => Line::Opens,
            (_, kind) => kind,
        };
        at += whole.len();
    }
    found.into_iter().map(|(from, to)| &body[from..to]).collect()
}

fn extend(found: &mut [(usize, usize)], to: usize) {
    if let Some(last) = found.last_mut() {
        last.1 = to;
    }
}

fn line(text: &str) -> Line {
    if text.trim().is_empty() {
        return Line::Blank;
    }
    let start = text::prefix(text, LOOKED_AT).to_lowercase();
    let bare = start.trim_start_matches(['*', '_', '#', '-', '>', ' ', '\t']);
    let rest = MARKERS.iter().find_map(|marker| bare.strip_prefix(marker));
    let heading = text.starts_with('#');
    match rest.map(|rest| rest.trim_start_matches(['*', '_', ' '])) {
        Some("") => Line::Announces,
        Some(rest) if rest.starts_with([':', '：', '-', '–', '—']) => {
            let said = rest.trim_matches([':', '：', '-', '–', '—', '*', '_', ' ']);
            if said.is_empty() { Line::Announces } else { Line::Opens }
        }
        _ if heading => Line::Heading,
        _ => Line::Text,
    }
}

#[cfg(test)]
mod tests {
    use super::reasons;

    #[test]
    fn reasons_are_found_in_their_usual_spellings() {
        for (body, found) in [
            (
                "Rule.\n\n**Why:** it broke.\n**How to apply:** always.\nAnd then.\n\nMore.",
                vec!["**Why:** it broke.\n**How to apply:** always.\nAnd then."],
            ),
            ("规则\n\n为什么：坏过", vec!["为什么：坏过"]),
            ("Why - it broke\r\n\r\nx", vec!["Why - it broke"]),
            ("Rule\n\n## Why\n\nIt broke.\nTwice.\n\nOther\n", vec!["## Why\n\nIt broke.\nTwice."]),
            ("**Why:**\nIt broke.\n\n# Next\n", vec!["**Why:**\nIt broke."]),
            ("Why: a\n\ntext\n\nHow to apply: b", vec!["Why: a", "How to apply: b"]),
        ] {
            assert_eq!(reasons(body), found, "{body:?}");
        }
    }

    #[test]
    fn other_sentences_are_no_reasons() {
        for body in ["No reason given: none\nanyway", "Reasonable defaults win.", "Whyever not: x", "Why not use tabs"]
        {
            assert_eq!(reasons(body), Vec::<&str>::new(), "{body:?}");
        }
    }
}
