//! `mem inbox`: what waits, and what was decided.

use std::io;

use super::line;
use crate::{
    ops::inbox::{Action, Inbox, Waiting},
    output::{
        Human, Page,
        paint::{Ink, paint},
    },
};

impl Human for Inbox {
    fn human(&self, page: &mut Page<'_>) -> io::Result<()> {
        for decided in &self.decided {
            let (word, ink) = match decided.action {
                Action::Accepted => ("saved", Ink::Name),
                Action::Rejected => ("rejected", Ink::Faint),
                Action::Removed => ("removed", Ink::Warn),
                Action::Refused => ("refused", Ink::Bad),
            };
            let file = decided.file.as_deref().map(|file| format!(" {}", line(file))).unwrap_or_default();
            let why = decided.reason.as_deref().map(|why| format!(": {}", line(why))).unwrap_or_default();
            writeln!(page.out, "{} {}{file}{why}", paint(word, ink, page.colour), decided.id)?;
        }
        if !self.decided.is_empty() {
            return Ok(());
        }
        for waiting in &self.waiting {
            shown(page, waiting)?;
        }
        match self.waiting.len() {
            0 => writeln!(page.out, "nothing waits"),
            n => writeln!(page.out, "{n} waiting; `mem inbox accept ID`, `edit ID` or `reject ID` decides"),
        }
    }
}

fn shown(page: &mut Page<'_>, waiting: &Waiting) -> io::Result<()> {
    let id = paint(&waiting.id, Ink::Name, page.colour);
    let kind = line(&waiting.kind);
    let kind = paint(&kind, Ink::Type, page.colour);
    let removes = waiting.removes.as_deref().map(|file| format!("  removes {}", line(file)));
    let changes = waiting.changes.as_deref().map(|file| format!("  changes {}", line(file)));
    let changes = removes.or(changes).unwrap_or_default();
    writeln!(page.out, "{id} {kind}  {}{changes}", line(&waiting.name))?;
    let text = waiting.body.lines().find(|text| !text.trim().is_empty()).unwrap_or_default();
    let dropped = Some(waiting.dropped.join(", ")).filter(|dropped| !dropped.is_empty());
    let rows = [("", Some(text)), ("leaves out: ", dropped.as_deref()), ("waits: ", waiting.reason.as_deref())];
    for (label, text) in rows {
        if let Some(text) = text {
            writeln!(page.out, "    {label}{}", line(text))?;
        }
    }
    Ok(())
}
