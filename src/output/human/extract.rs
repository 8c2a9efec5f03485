//! `mem extract`: what became of each wish.

use std::io;

use super::line;
use crate::{
    ops::extract::{Action, Decision, Done, Extract},
    output::{
        Human, Page,
        paint::{Ink, paint},
    },
};

impl Human for Extract {
    fn human(&self, page: &mut Page<'_>) -> io::Result<()> {
        for decision in &self.decisions {
            shown(page, decision)?;
        }
        let turns = if self.new_turns == 1 { "1 new turn".into() } else { format!("{} new turns", self.new_turns) };
        let found = if self.decisions.is_empty() { ", nothing to remember" } else { "" };
        let waiting = match self.waiting {
            0 => String::new(),
            n => format!("; {n} waiting, `mem inbox` shows them"),
        };
        writeln!(page.out, "{turns}{found}{waiting}")
    }
}

fn shown(page: &mut Page<'_>, decision: &Decision) -> io::Result<()> {
    let (word, ink) = match (decision.action, decision.done) {
        (Action::Skip, _) => ("skipped", Ink::Faint),
        (_, Done::Saved) => ("saved", Ink::Name),
        (_, Done::Proposed) => ("proposed", Ink::Warn),
        (Action::Update, Done::Nothing) => ("would update", Ink::Warn),
        (Action::Create, Done::Nothing) => ("would create", Ink::Warn),
    };
    let id = decision.id.as_deref().filter(|_| decision.done == Done::Proposed).unwrap_or_default();
    let gap = if id.is_empty() { "" } else { " " };
    let why = match decision.action {
        Action::Create => String::new(),
        Action::Skip | Action::Update => format!(": {}", line(&decision.reason)),
    };
    let (kind, name) = (line(&decision.kind), line(&decision.name));
    writeln!(page.out, "{}{gap}{id} {kind} “{name}”{why}", paint(word, ink, page.colour))
}
