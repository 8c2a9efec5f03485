//! `mem lint`: each finding with its line and a caret; what fixes change; a line that sums it up.

use std::{collections::BTreeMap, io};

use unicode_width::UnicodeWidthStr as _;

use super::{line, memories, reindex::unified};
use crate::{
    lint::Level,
    model::text::clip,
    ops::lint::{Explain, Lint, Proof, Row, Summary},
    output::{
        Human, Page, clean, clean_text,
        paint::{Ink, paint},
    },
};

/// Findings of the level info that are shown of one rule among others: an old store has the same to say of each
/// line, and what is to be put right would drown in it.
const INFOS: usize = 3;

/// Characters of a line that are shown before what is meant, and behind it.
const BEFORE: usize = 40;
const BEHIND: usize = 60;

impl Human for Lint {
    fn human(&self, page: &mut Page<'_>) -> io::Result<()> {
        for fixed in &self.fixed {
            unified(page, &line(&fixed.file), &fixed.before, &fixed.after)?;
        }
        // Who asks for one rule wants all of it.
        let mut codes = self.findings.iter().map(|row| row.code);
        let first = codes.next();
        let of_one_rule = codes.all(|code| Some(code) == first);
        let mut infos: BTreeMap<(&str, &str), usize> = BTreeMap::new();
        for row in self.findings.iter() {
            if row.level == Level::Info.as_str() && !of_one_rule {
                let count = infos.entry((row.code, row.rule)).or_default();
                *count += 1;
                if *count > INFOS {
                    continue;
                }
            }
            finding(&row, page)?;
        }
        for ((code, rule), count) in infos.into_iter().filter(|(_, count)| *count > INFOS) {
            let head = format!("info[{code}]");
            let head = paint(&head, Ink::Faint, page.colour);
            writeln!(page.out, "{head} {rule}: {} more; `mem lint --select {code}` lists them\n", count - INFOS)?;
        }
        summary(self, page)
    }
}

fn finding(row: &Row<'_>, page: &mut Page<'_>) -> io::Result<()> {
    let ink = match row.level {
        "error" => Ink::Bad,
        "warning" => Ink::Warn,
        _ => Ink::Faint,
    };
    let head = format!("{}[{}]", row.level, row.code);
    writeln!(page.out, "{} {}: {}", paint(&head, ink, page.colour), row.rule, line(&row.message))?;
    let place = match (row.line, row.column) {
        (Some(at), Some(column)) => format!("{}:{at}:{column}", line(&row.file)),
        _ => line(&row.file),
    };
    writeln!(page.out, "  {} {place}", paint("-->", Ink::Type, page.colour))?;
    if let (Some(at), Some(column), Some(source)) = (row.line, row.column, &row.source) {
        let width = row.end_column.map_or(1, |end| end.saturating_sub(column)).max(1);
        excerpt(page, at, Excerpt::of(source, column, width), ink)?;
    }
    for proof in &row.evidence {
        writeln!(page.out, "  {} {}", paint("=", Ink::Type, page.colour), evidence(proof))?;
    }
    let judged = if row.judged { "a model's word; " } else { "" };
    writeln!(page.out, "  {} {judged}{}\n", paint("= help:", Ink::Type, page.colour), line(&row.help))
}

fn evidence(proof: &Proof<'_>) -> String {
    let place = |file: &str, at: &Option<usize>| at.map_or_else(|| line(file), |at| format!("{}:{at}", line(file)));
    match proof {
        Proof::Project { file, line } => format!("see {} of the project", place(file, line)),
        Proof::Commit { commit } => format!("see commit {}", line(commit)),
        Proof::Store { file, line } => format!("see {}", place(file, line)),
    }
}

/// A part of a line, as a terminal shows it.
struct Excerpt {
    text: String,
    /// Columns before what is meant, and columns of it.
    before: usize,
    width: usize,
}

impl Excerpt {
    fn of(source: &str, column: usize, width: usize) -> Self {
        let chars: Vec<char> = source.chars().collect();
        let at = (column - 1).min(chars.len());
        let end = (at + width).min(chars.len());
        let start = if at > BEFORE + 10 { at - BEFORE } else { 0 };
        let shown: String = chars[start..at].iter().collect();
        let meant: String = chars[at..end].iter().collect();
        let behind: String = chars[end..].iter().collect();
        // What stands there may move a terminal: shown as escapes, whose width is that of the escapes.
        let lead = if start > 0 { "…" } else { "" };
        let shown = format!("{lead}{}", clean(&shown));
        let meant = clip(&clean(&meant), BEHIND);
        let text = format!("{shown}{meant}{}", clip(&clean(&behind), BEHIND));
        Self { before: shown.width(), width: meant.width().max(1), text: text.trim_end().to_owned() }
    }
}

fn excerpt(page: &mut Page<'_>, at: usize, excerpt: Excerpt, ink: Ink) -> io::Result<()> {
    let number = at.to_string();
    let (bar, pad) = (paint("|", Ink::Type, page.colour), " ".repeat(number.len()));
    let caret = "^".repeat(excerpt.width);
    writeln!(page.out, "{} {bar} {}", paint(&number, Ink::Type, page.colour), excerpt.text)?;
    writeln!(page.out, "{pad} {bar} {}{}", " ".repeat(excerpt.before), paint(&caret, ink, page.colour))
}

fn summary(lint: &Lint, page: &mut Page<'_>) -> io::Result<()> {
    let mut parts = Vec::new();
    let Summary { errors, warnings, infos, checked } = lint.summary;
    for (count, word) in [(errors, "error"), (warnings, "warning"), (infos, "info")] {
        if count > 0 {
            let plural = if count > 1 && word != "info" { "s" } else { "" };
            parts.push(format!("{count} {word}{plural}"));
        }
    }
    let found = if parts.is_empty() { "nothing found".to_owned() } else { parts.join(", ") };
    let known = if lint.known > 0 { format!("; {} known before", lint.known) } else { String::new() };
    writeln!(page.out, "{}: {found}{known}", memories(checked))?;
    if !lint.not_checked.is_empty() {
        writeln!(page.out, "not checked, since there is no project: {}", lint.not_checked.join(" "))?;
    }
    Ok(())
}

impl Human for Explain {
    fn human(&self, page: &mut Page<'_>) -> io::Result<()> {
        for text in clean_text(&self.page).lines() {
            let ink = if text.starts_with('#') { Ink::Head } else { Ink::Faint };
            let painted = if ink == Ink::Head { paint(text, ink, page.colour) } else { text.into() };
            writeln!(page.out, "{painted}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::Excerpt;

    #[test]
    fn the_caret_stands_below_what_is_meant() {
        let wide = Excerpt::of("部署 nächsten Freitag, bitte", 4, 17);
        assert_eq!((wide.before, wide.width), (5, 17));
        let far = Excerpt::of(&format!("{}here{}", "x".repeat(500), "y".repeat(500)), 501, 4);
        assert_eq!((far.before, far.width), (41, 4));
        assert!(far.text.starts_with("…xx") && far.text.ends_with('…'));
        let steered = Excerpt::of("a\u{1b}b", 3, 1);
        assert_eq!((steered.text.as_str(), steered.before), ("a\\x1bb", 5));
        let end = Excerpt::of("", 1, 1);
        assert_eq!((end.before, end.width), (0, 1));
    }
}
