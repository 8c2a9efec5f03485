//! What the answer may cost: each body, and all that is printed.

use super::{Form, Recalled, Request, render};
use crate::model::{Document, Kind, limits, text};

/// The bytes that are left, and what did not fit.
pub(super) struct Budget {
    form: Form,
    left: Option<usize>,
    /// `--rank` shows an order: bodies are cut, nothing is left out.
    free: bool,
    named: usize,
    dropped: usize,
}

impl Budget {
    pub(super) fn new(request: &Request) -> Self {
        let frame = render::frame(request.form);
        let left = request.budget.map(|bytes| bytes.saturating_sub(frame));
        Self { form: request.form, left, free: request.rank, named: 0, dropped: 0 }
    }

    /// The body of a memory, cut to what one memory may take.
    pub(super) fn body(&self, document: &Document) -> (String, bool) {
        let body = document.body().trim_matches(['\n', '\r']);
        let keep = if document.memory.kind == Some(Kind::Feedback) { reasons(body) } else { String::new() };
        let cut = text::cut_body(body, limits::BODY_BYTES, document.memory.stem());
        if !cut.truncated || keep.is_empty() || keep.len() > limits::BODY_BYTES / 2 || cut.text.contains(&keep) {
            return (cut.text, cut.truncated);
        }
        // A correction without its reason cannot be judged: the reason stays, the middle goes.
        let head = text::cut_body(body, limits::BODY_BYTES - keep.len() - 2, document.memory.stem());
        (format!("{}\n\n{keep}", head.text), true)
    }

    /// The memory as it still fits: whole, else by name, else not at all.
    pub(super) fn take(&mut self, mut recalled: Recalled) -> Option<Recalled> {
        let Some(left) = self.left.filter(|_| !self.free) else { return Some(recalled) };
        let whole = render::memory(&recalled, self.form).len();
        if whole <= left {
            self.left = Some(left - whole);
            return Some(recalled);
        }
        recalled.content = None;
        recalled.truncated = true;
        let name = render::memory(&recalled, self.form).len();
        if name > left {
            self.dropped += 1;
            return None;
        }
        self.left = Some(left - name);
        self.named += 1;
        Some(recalled)
    }

    /// What the budget did, for `--explain`.
    pub(super) fn account(&self) -> Option<String> {
        let left = self.left?;
        Some(format!("budget: {left} bytes left; {} by name only, {} left out", self.named, self.dropped))
    }
}

/// The paragraphs that say why and how to apply, in the spellings of real stores.
fn reasons(body: &str) -> String {
    const MARKERS: [&str; 12] = [
        "why",
        "how to apply",
        "reason",
        "为什么",
        "原因",
        "如何应用",
        "怎么做",
        "為什麼",
        "なぜ",
        "適用",
        "이유",
        "적용",
    ];
    let opens = |paragraph: &&str| {
        let text = paragraph.trim_start_matches(['*', '_', '#', '-', ' ']).to_lowercase();
        MARKERS.iter().any(|m| text.starts_with(m))
    };
    let paragraphs: Vec<_> = body.split("\n\n").flat_map(|p| p.split('\n')).filter(opens).collect();
    paragraphs.join("\n")
}

#[cfg(test)]
mod tests {
    use super::reasons;

    #[test]
    fn reasons_are_found_in_their_usual_spellings() {
        assert_eq!(
            reasons("Rule.\n\n**Why:** it broke.\n**How to apply:** always.\nMore."),
            "**Why:** it broke.\n**How to apply:** always."
        );
        assert_eq!(reasons("规则\n\n为什么：坏过"), "为什么：坏过");
        assert_eq!(reasons("No reason given: none\nanyway"), "");
    }
}
