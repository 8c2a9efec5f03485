//! The lines of an index for whoever judges them: what each is for, where it stands, what it leads to.

use std::ops::Range;

use super::{
    Index,
    line::{Line, Role},
    link,
};

/// A line of an index.
#[derive(Clone, Debug)]
pub struct Shown<'a> {
    /// Its number, from 0.
    pub number: usize,
    /// Its bytes in the index, without the line end.
    pub range: Range<usize>,
    /// The line without its end.
    pub text: &'a str,
    /// What it is for.
    pub role: ShownRole,
    /// Markdown files of the store that its links lead to.
    pub files: &'a [String],
    /// Other words that may mean a memory: `[[name]]`, a bare file name.
    pub names: &'a [String],
}

/// What a line is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShownRole {
    /// Front matter and comments, which agents do not load, and blank lines.
    Nothing,
    /// Inside a code block.
    Code,
    /// A heading.
    Heading,
    /// A list item about the memory that it names first.
    Entry,
    /// Another list item.
    Item,
    /// Prose, a table, a quote, a rule.
    Text,
}

impl ShownRole {
    /// Whether agents read it.
    #[must_use]
    pub const fn is_loaded(self) -> bool {
        !matches!(self, Self::Nothing)
    }
}

impl From<&Role> for ShownRole {
    fn from(role: &Role) -> Self {
        match role {
            Role::Hidden | Role::Blank => Self::Nothing,
            Role::Code => Self::Code,
            Role::Heading(_) => Self::Heading,
            Role::Entry => Self::Entry,
            Role::Item => Self::Item,
            Role::Text => Self::Text,
        }
    }
}

impl Index {
    /// Its lines in order.
    pub fn shown(&self) -> impl Iterator<Item = Shown<'_>> {
        let mut at = 0;
        self.lines.iter().enumerate().map(move |(number, line)| {
            let start = at;
            at += line.text.len();
            shown(number, start, line)
        })
    }
}

/// The links of a line of any file that lead to a Markdown file below: where each stands, and the file.
#[must_use]
pub fn links(line: &str) -> Vec<(Range<usize>, String)> {
    let links = link::links(line).into_iter();
    links.filter_map(|link| Some((link.whole.clone(), link.file(line)?))).collect()
}

/// Where the targets of `[[target]]` stand in a line of any file.
#[must_use]
pub fn wiki_links(line: &str) -> Vec<Range<usize>> {
    link::wiki(line)
}

fn shown(number: usize, start: usize, line: &Line) -> Shown<'_> {
    let text = line.bare();
    let (files, names) = (line.files(), line.names());
    Shown { number, range: start..start + text.len(), text, role: (&line.role).into(), files, names }
}

impl Shown<'_> {
    /// What the line says about the memory that it leads to: what stands behind its first link.
    #[must_use]
    pub fn hook(&self) -> &str {
        let behind = link::links(self.text).first().map_or(self.text.len(), |link| link.whole.end);
        let apart = |c: char| c.is_whitespace() || matches!(c, '—' | '–' | '-' | ':' | '*' | '_' | '：');
        self.text[behind..].trim_start_matches(apart)
    }

    /// Where in the line its link to this file stands, in bytes of the index.
    #[must_use]
    pub fn link_to(&self, file: &str) -> Range<usize> {
        let link = link::links(self.text).into_iter().find(|link| link.file(self.text).as_deref() == Some(file));
        link.map_or(self.range.clone(), |link| self.range.start + link.whole.start..self.range.start + link.whole.end)
    }
}

#[cfg(test)]
mod tests {
    use super::{Index, ShownRole};

    #[test]
    fn lines_and_hooks() {
        let text = "# Ours\n\n- [A](a.md) — all of **it**\r\n  - see [B](b.md) and [C](c.md)\n- note\n";
        let index = Index::parse(text);
        let shown: Vec<_> = index.shown().collect();
        assert!(shown.iter().all(|line| &text[line.range.clone()] == line.text));
        assert_eq!(shown[0].role, ShownRole::Heading);
        assert!(!shown[1].role.is_loaded());
        assert_eq!(
            (shown[2].role, shown[2].files, shown[2].hook()),
            (ShownRole::Entry, &["a.md".to_owned()][..], "all of **it**")
        );
        assert_eq!(&text[shown[3].link_to("c.md")], "[C](c.md)");
        assert_eq!((shown[4].role, shown[4].hook()), (ShownRole::Item, ""));
    }
}
