//! `mem gc --consolidate`: what a model proposes, as `git diff` shows changes, and what was refused.

use std::io;

use super::super::{line, reindex::unified};
use crate::{
    ops::gc::consolidate::{Change, Consolidation, Deed},
    output::{
        Page,
        paint::{Ink, paint},
    },
};

/// Writes it; what was done already is not shown as a difference.
pub(super) fn page(page: &mut Page<'_>, found: &Consolidation, applied: bool) -> io::Result<()> {
    for change in found.changes.iter().filter(|_| !applied) {
        proposed(page, change)?;
    }
    for refused in &found.refused {
        let files: Vec<String> = refused.files.iter().map(|file| line(file)).collect();
        let word = paint("refused", Ink::Bad, page.colour);
        writeln!(page.out, "{word} {}: {}", files.join(", "), line(&refused.reason))?;
    }
    if !applied && found.model.is_some() {
        sum(page, found)?;
    }
    Ok(())
}

fn proposed(page: &mut Page<'_>, change: &Change) -> io::Result<()> {
    let files: Vec<String> = change.files.iter().map(|differs| line(&differs.file)).collect();
    let (word, what) = match (change.action, &change.into) {
        (Deed::Merge, Some(into)) => {
            ("merge", format!("{} into {}", files.get(1..).unwrap_or_default().join(", "), line(into)))
        }
        (Deed::Update, _) => ("update", files.join(", ")),
        _ => ("delete", files.join(", ")),
    };
    let reason = change.reason.as_deref().map(|reason| format!(": {}", line(reason))).unwrap_or_default();
    writeln!(page.out, "{} {what}{reason}", paint(word, Ink::Warn, page.colour))?;
    for differs in &change.files {
        let (before, after) = (differs.before.as_deref(), differs.after.as_deref());
        unified(page, &line(&differs.file), before.unwrap_or_default(), after.unwrap_or_default())?;
    }
    for dropped in &change.dropped {
        writeln!(page.out, "{} {}", paint("said no more:", Ink::Bad, page.colour), line(dropped))?;
    }
    Ok(())
}

fn sum(page: &mut Page<'_>, found: &Consolidation) -> io::Result<()> {
    let Consolidation { groups, asked, known, left, tokens, changes, refused, .. } = found;
    let made = format!("{}, {} refused", some(changes.len(), "change"), refused.len());
    let groups = some(*groups, "group");
    writeln!(page.out, "{groups}: {asked} asked about in {tokens} tokens, {known} known, {left} left; {made}")?;
    if changes.is_empty() {
        return Ok(());
    }
    writeln!(page.out, "`mem gc --consolidate --yes` makes the changes without asking again")
}

/// `1 change`, `2 changes`.
fn some(n: usize, what: &str) -> String {
    if n == 1 { format!("1 {what}") } else { format!("{n} {what}s") }
}
