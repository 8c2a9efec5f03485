//! `mem reindex`: the difference, and a line that sums it up.

use std::io;

use similar::TextDiff;

use super::line;
use crate::{
    ops::reindex::Reindex,
    output::{
        Human, Page, clean_text,
        paint::{Ink, paint},
    },
};

impl Human for Reindex {
    fn human(&self, page: &mut Page<'_>) -> io::Result<()> {
        if self.changed && self.dry_run {
            unified(page, &line(&self.file), &self.texts.0, &self.texts.1)?;
        }
        let mut parts = Vec::new();
        for (count, word) in [(self.added.len(), "added"), (self.removed.len(), "removed")] {
            if count > 0 {
                parts.push(format!("{count} {word}"));
            }
        }
        let state = match (self.changed, self.dry_run) {
            (false, _) => "in step",
            (true, true) => "would change",
            (true, false) => "updated",
        };
        let detail = if parts.is_empty() { String::new() } else { format!(": {}", parts.join(", ")) };
        let (file, size) = (line(&self.file), self.index);
        writeln!(page.out, "{file} {state}{detail}; {} lines, {} bytes", size.lines, size.bytes)?;
        for file in &self.removed {
            let kept = if self.kept.contains(file) { ": its text stays, since more hangs on it" } else { "" };
            writeln!(page.out, "{} {}{kept}", paint("gone", Ink::Warn, page.colour), line(file))?;
        }
        if self.index.left_out > 0 {
            writeln!(page.out, "{} memories have no line, since agents would not load it", self.index.left_out)?;
        }
        Ok(())
    }
}

/// The difference of two texts as `git diff` shows it.
pub(super) fn unified(page: &mut Page<'_>, file: &str, before: &str, after: &str) -> io::Result<()> {
    let diff = TextDiff::from_lines(before, after);
    let text = diff.unified_diff().context_radius(3).header(&format!("a/{file}"), &format!("b/{file}")).to_string();
    for text in clean_text(&text).lines() {
        let ink = match text.chars().next() {
            Some('+') => Some(Ink::Name),
            Some('-') => Some(Ink::Bad),
            Some('@') => Some(Ink::Type),
            _ => None,
        };
        let painted = ink.map_or(text.into(), |ink| paint(text, ink, page.colour));
        writeln!(page.out, "{painted}")?;
    }
    Ok(())
}
