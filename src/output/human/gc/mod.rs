//! `mem gc`: what can go and why, or what went and how it comes back.

mod consolidation;

use std::io;

use super::{line, memories};
use crate::{
    ops::gc::{Action, Gc, Item},
    output::{
        Human, Page, clean,
        paint::{Ink, paint},
    },
};

impl Human for Gc {
    fn human(&self, page: &mut Page<'_>) -> io::Result<()> {
        for item in &self.items {
            shown(page, item, self.applied)?;
        }
        // What was left alone was seen before.
        for item in self.suggestions.iter().filter(|_| !self.applied) {
            shown(page, item, false)?;
        }
        if let Some(consolidation) = &self.consolidation {
            let is_more = !self.items.is_empty() || !self.suggestions.is_empty();
            if is_more && !self.applied {
                self.summary(page)?;
            }
            consolidation::page(page, consolidation, self.applied)?;
        }
        match (&self.undo, self.applied) {
            (Some(undo), _) => writeln!(page.out, "{} {}", paint("undo:", Ink::Faint, page.colour), clean(undo)),
            (None, true) if self.items.is_empty() => writeln!(page.out, "nothing to do"),
            (None, true) => Ok(()),
            (None, false) if self.consolidation.is_some() => Ok(()),
            (None, false) => self.summary(page),
        }
    }
}

impl Gc {
    fn summary(&self, page: &mut Page<'_>) -> io::Result<()> {
        let all = memories(self.memories);
        match (self.items.is_empty(), self.suggestions.is_empty()) {
            (true, true) => return writeln!(page.out, "{all}, nothing to do"),
            (true, false) => return writeln!(page.out, "{all}, nothing goes by itself; `mem gc -i` lets you decide"),
            _ => {}
        }
        let force = if self.needs_force { " --force" } else { "" };
        let touched = self.touched;
        writeln!(page.out, "{touched} of {all} would go; `mem gc --apply{force}` does it, `mem gc -i` lets you decide")
    }
}

fn shown(page: &mut Page<'_>, item: &Item, done: bool) -> io::Result<()> {
    let (word, ink) = match (item.action, done) {
        (Action::Drop, true) => ("dropped", Ink::Warn),
        (Action::Drop, false) => ("drop", Ink::Warn),
        (Action::Keep, _) => ("look at", Ink::Faint),
        (Action::Merge, _) => ("merged", Ink::Warn),
        (Action::Edit, _) => ("edited", Ink::Name),
    };
    writeln!(page.out, "{} {}: {}", paint(word, ink, page.colour), line(&item.file), line(&item.reason))?;
    let telling = item.evidence.iter().filter(|evidence| !evidence.text.is_empty());
    for evidence in telling.filter(|_| !done) {
        let at = evidence.line.map_or(String::new(), |line| format!(":{line}"));
        let text = format!("    {}{at}: {}", line(&evidence.file), line(&evidence.text));
        writeln!(page.out, "{}", paint(&text, Ink::Faint, page.colour))?;
    }
    Ok(())
}
