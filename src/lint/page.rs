//! The page of a rule, as Markdown.

use std::fmt::Write as _;

use super::{Check, Example, Rule, rules, secret, spots};

/// The page: `mem lint --explain CODE`, and `docs/rules/CODE.md`.
#[must_use]
pub fn markdown(rule: &Rule) -> String {
    let mut page = format!("# {} {}\n\n", rule.code, rule.name);
    let fix = rule.fix.map_or("none", super::Safety::as_str);
    let scope = if matches!(rule.check, Check::Memory(_)) { "each memory" } else { "the store" };
    let project = if rule.ask.is_some() { " against its project" } else { "" };
    let _ = writeln!(page, "Level: {} · judges {scope}{project} · fix: {fix}\n", rule.level.as_str());
    section(&mut page, "What it finds", rule.page.what);
    section(&mut page, "Why it is bad", rule.page.why);
    page.push_str("## Example\n");
    rule.page.examples.iter().for_each(|shown| example(&mut page, shown));
    page.push('\n');
    section(&mut page, "How to fix it", rule.page.fix);
    page.truncate(page.trim_end().len());
    page.push('\n');
    page
}

fn section(page: &mut String, title: &str, text: &str) {
    let _ = writeln!(page, "## {title}\n\n{}\n", text.trim());
}

fn example(page: &mut String, example: &Example) {
    let verdict = match example.found {
        [] => "nothing is found".to_owned(),
        found => format!("found at {}", found.join(", ")),
    };
    let _ = writeln!(page, "\n{}: {verdict}.", example.title);
    for (file, text) in example.project {
        block(page, &format!("{file} of the project"), text);
    }
    for (file, text) in example.store {
        block(page, file, text);
    }
    for (file, text) in example.fixed {
        block(page, &format!("{file} after the fix"), text);
    }
}

fn block(page: &mut String, name: &str, text: &str) {
    // A fence longer than any in the text.
    let fence = "`".repeat(3.max(longest_run(text) + 1));
    // Nobody's scanner should trip over our pages.
    let text = secret::masked(text);
    let text = &visible(&head(&text));
    let end = if text.ends_with('\n') || text.is_empty() { "" } else { "\n" };
    let _ = writeln!(page, "\n`{name}`:\n\n{fence}text\n{text}{end}{fence}");
}

/// A text that is shown for its length is shown in part.
fn head(text: &str) -> String {
    const MOST: usize = 20;
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    if lines.len() <= MOST {
        return text.to_owned();
    }
    let shown = &lines[..MOST / 2];
    format!("{}… and {} lines more\n", shown.concat(), lines.len() - shown.len())
}

/// The text with what nobody would see in it written out.
fn visible(text: &str) -> String {
    let shown = |c: char| match c {
        '\n' | '\t' => c.to_string(),
        c if c.is_control() || spots::is_invisible(c) => c.escape_unicode().to_string(),
        c => c.to_string(),
    };
    text.chars().map(shown).collect()
}

fn longest_run(text: &str) -> usize {
    text.split(|c| c != '`').map(str::len).max().unwrap_or_default()
}

/// The table of all rules: `docs/rules/README.md`.
#[must_use]
pub fn contents() -> String {
    let mut page = "# Rules\n\nWhat `mem lint` looks for. `mem lint --explain CODE` prints a page.\n".to_owned();
    for group in rules::GROUPS.iter().filter(|group| !group.rules.is_empty()) {
        let _ = writeln!(
            page,
            "\n## {}: {}\n\n| code | name | level | fix |\n|---|---|---|---|",
            group.letter, group.title
        );
        for rule in group.rules {
            let (code, level) = (rule.code, rule.level.as_str());
            let fix = rule.fix.map_or("none", super::Safety::as_str);
            let _ = writeln!(page, "| [{code}]({code}.md) | {} | {level} | {fix} |", rule.name);
        }
    }
    page
}
