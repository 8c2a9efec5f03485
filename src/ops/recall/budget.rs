//! What the answer may cost: each body, and all that is printed.

use super::{Form, Recalled, Request, reasons::reasons, render};
use crate::model::{Cap, Document, Kind, text};

/// A body as it is handed out.
pub(super) struct Body {
    /// The text; none where there is nothing to read.
    pub(super) content: Option<String>,
    /// Whether it is less than the body.
    pub(super) truncated: bool,
}

/// The body of a memory, cut to `most` bytes in this form.
///
/// What stands for a tag or a control character is longer than it, so it is put in before the
/// cut: the limit holds for what is handed out. JSON carries the text as it is.
pub(super) fn body(document: &Document, form: Form, most: usize) -> Body {
    let body = document.body().trim_matches(['\n', '\r']);
    // A memory may be all description.
    let raw = if body.trim().is_empty() { document.memory.description.as_deref().unwrap_or_default() } else { body };
    if raw.trim().is_empty() {
        return Body { content: None, truncated: true };
    }
    let handed = |text: &str| if form == Form::Json { text.to_owned() } else { render::safe(text) };
    // More than the limit is left of this much, whatever was put in or taken out.
    let start = handed(text::prefix(raw, 4 * most));
    let name = render::argument(&document.memory.file);
    let mut cut = text::cut_body(&start, most, &name);
    if cut.truncated && document.memory.kind == Some(Kind::Feedback) {
        let parts: Vec<_> = reasons(raw).into_iter().map(handed).collect();
        cut = with_reasons(cut, &start, &parts, &name, most);
    }
    Body { content: Some(cut.text), truncated: cut.truncated }
}

/// A correction without its reason cannot be judged: the reason stays, the middle goes.
fn with_reasons(mut cut: text::Cut, start: &str, parts: &[String], name: &str, most: usize) -> text::Cut {
    let (mut kept, mut reasons) = (0, String::new());
    loop {
        let missing: Vec<_> = parts.iter().filter(|part| !cut.text.contains(*part)).map(String::as_str).collect();
        // A shorter start may lose another one; then it is their turn too.
        if missing.len() <= kept {
            break;
        }
        kept = missing.len();
        reasons = clip(missing.join("\n"), most / 2);
        cut = text::cut_body(start, most - reasons.len() - 2, name);
    }
    if !reasons.is_empty() {
        cut.text = format!("{}\n\n{reasons}", cut.text);
    }
    cut
}

/// At most `bytes` bytes, `…` at the end when something was cut.
fn clip(text: String, bytes: usize) -> String {
    if text.len() <= bytes {
        return text;
    }
    format!("{}…", text::prefix(&text, bytes - '…'.len_utf8()).trim_end())
}

/// What of the answer is printed.
pub(super) struct Fitted {
    /// Whole or by name, best first.
    pub(super) memories: Vec<Recalled>,
    /// What the budget did, for `--explain`.
    pub(super) account: Option<String>,
}

/// The answer as it fits into the budget: whole memories first, the rest by name.
pub(super) fn fit(recalled: Vec<Recalled>, request: &Request) -> Fitted {
    // `--rank` shows an order: bodies are cut, nothing is left out.
    let Some(cap) = request.budget.filter(|_| !request.rank) else {
        return Fitted { memories: recalled, account: None };
    };
    let mut budget = Budget { form: request.form, cap, left: cap.most().saturating_sub(render::frame(request.form)) };
    let mut behind: usize = recalled.iter().map(|memory| budget.least(memory)).sum();
    let (mut memories, mut named, mut dropped) = (Vec::new(), 0, 0);
    for (at, memory) in recalled.into_iter().enumerate() {
        behind -= budget.least(&memory);
        // The best one comes whole wherever it can; the others where those behind can still be named.
        match budget.take(memory, if at == 0 { 0 } else { behind }) {
            Some(memory) => {
                named += usize::from(memory.content.is_none());
                memories.push(memory);
            }
            None => dropped += 1,
        }
    }
    let (left, total, unit) = (budget.left, cap.most(), cap.unit());
    let account = format!("budget: {left} of {total} {unit} left; {named} by name only, {dropped} left out");
    Fitted { memories, account: Some(account) }
}

/// What is left of a cap.
struct Budget {
    form: Form,
    cap: Cap,
    left: usize,
}

impl Budget {
    fn cost(&self, memory: &Recalled) -> usize {
        self.cap.measure(&render::memory(memory, self.form))
    }

    /// The least that a memory takes: its name, or all of it where that is shorter.
    fn least(&self, memory: &Recalled) -> usize {
        self.cost(memory).min(self.cost(&memory.by_name()))
    }

    /// The memory as it still fits with `behind` to spare: whole, else by name, else not at all.
    fn take(&mut self, memory: Recalled, behind: usize) -> Option<Recalled> {
        let whole = self.cost(&memory);
        if whole + behind <= self.left || whole <= self.left && whole == self.least(&memory) {
            self.left -= whole;
            return Some(memory);
        }
        let named = memory.by_name();
        let cost = self.cost(&named);
        // A document is not printed text: it always says what there is.
        if cost > self.left && self.form != Form::Json {
            return None;
        }
        self.left = self.left.saturating_sub(cost);
        Some(named)
    }
}
