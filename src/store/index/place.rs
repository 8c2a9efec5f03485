//! Where a new entry goes, and what belongs to an entry.

use super::{
    Index, conflict,
    line::{Line, Role},
    size::Size,
};
use crate::model::Kind;

/// A place for a new entry: before line `at`, with blank lines where Markdown needs them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    at: usize,
    before: bool,
    after: bool,
}

impl Index {
    /// Where a new entry of this type goes: behind the last entry below its heading, else at the end.
    pub(super) fn place(&self, kind: Option<Kind>) -> Place {
        let section = kind.and_then(|kind| self.heading_of(kind)).map(|heading| self.place_below(heading));
        let place = section.unwrap_or_else(|| self.place_at_end());
        match conflict::behind(&self.lines, place.at) {
            at if at == place.at => place,
            at => Place { at, before: true, after: false },
        }
    }

    /// The heading for a type: one that names nothing else, or one that names it among other words and has
    /// entries already.
    fn heading_of(&self, kind: Kind) -> Option<usize> {
        let of_kind = |at: &usize| matches!(&self.lines[*at].role, Role::Heading(h) if h.kind == Some(kind));
        let named: Vec<usize> = (0..self.lines.len()).filter(of_kind).collect();
        let exact = |at: &&usize| matches!(&self.lines[**at].role, Role::Heading(h) if h.exact);
        let used = |at: &&usize| self.last_entry(**at).is_some();
        // "# Project memory" at the top is the title of the whole index.
        let fits = |at: &&usize| exact(at) && (used(at) || !self.is_title(**at));
        named.iter().find(fits).or_else(|| named.iter().find(used)).copied()
    }

    /// The only heading of the first level.
    fn is_title(&self, heading: usize) -> bool {
        let first = |line: &Line| matches!(&line.role, Role::Heading(h) if h.level == 1);
        first(&self.lines[heading]) && self.lines.iter().filter(|l| first(l)).count() == 1
    }

    /// The end of a heading's own section: the next heading of any level.
    fn section_end(&self, heading: usize) -> usize {
        let next = self.lines[heading + 1..].iter().position(|l| matches!(l.role, Role::Heading(_)));
        next.map_or(self.lines.len(), |ahead| heading + 1 + ahead)
    }

    fn last_entry(&self, heading: usize) -> Option<usize> {
        (heading + 1..self.section_end(heading)).rfind(|at| self.lines[*at].role == Role::Entry)
    }

    fn place_below(&self, heading: usize) -> Place {
        if let Some(entry) = self.last_entry(heading) {
            return Place { at: self.extent(entry), before: false, after: false };
        }
        let end = self.section_end(heading);
        let last = (heading..end).rfind(|at| self.lines[*at].role != Role::Blank).unwrap_or(heading);
        let list = self.lines[last].role == Role::Item;
        // A blank line that is there already is used.
        let blank = !list && self.lines.get(last + 1).is_some_and(|l| l.role == Role::Blank);
        let at = last + 1 + usize::from(blank);
        Place { at, before: !blank && !list, after: !list && at == end && end < self.lines.len() }
    }

    fn place_at_end(&self) -> Place {
        let at = self.lines.len();
        let last = at.checked_sub(1);
        // A list needs a blank line after anything that is not a list.
        let list = |at: usize| matches!(self.lines[at].role, Role::Entry | Role::Item | Role::Blank);
        let before = last.is_some_and(|last| !list(last) && !self.continues_entry(last));
        Place { at, before, after: false }
    }

    fn continues_entry(&self, line: usize) -> bool {
        let entry = self.lines[..line].iter().rposition(|l| l.role == Role::Entry);
        entry.is_some_and(|entry| self.extent(entry) > line)
    }

    /// The line behind everything that an entry's text is made of.
    fn extent(&self, entry: usize) -> usize {
        let mut end = entry + 1;
        while self.lines.get(end).is_some_and(Line::is_lazy) {
            end += 1;
        }
        end.max(entry + 1 + self.continuation(entry))
    }

    /// Lines behind an entry that hang on it: indented deeper, and no entries themselves.
    pub(super) fn continuation(&self, entry: usize) -> usize {
        let indent = self.lines[entry].indent();
        let (mut hanging, mut fenced) = (0, false);
        for (at, line) in self.lines[entry + 1..].iter().enumerate() {
            fenced &= line.role == Role::Code;
            let deeper = fenced || line.indent() > indent;
            match line.role {
                Role::Blank => {}
                Role::Text | Role::Code | Role::Hidden | Role::Item if deeper => {
                    fenced = line.role == Role::Code;
                    hanging = at + 1;
                }
                _ => break,
            }
        }
        hanging
    }

    /// The size with one more entry there.
    pub(super) fn size_with(&self, size: Size, place: Place, entry: &str) -> Size {
        let blanks = usize::from(place.before) + usize::from(place.after);
        let ends = blanks + 1 + usize::from(self.is_unended(place.at));
        Size { lines: size.lines + 1 + blanks, bytes: size.bytes + entry.len() + ends * self.eol.len() }
    }

    pub(super) fn insert(&mut self, place: Place, entry: &str) {
        if self.is_unended(place.at) {
            let eol = self.eol;
            self.lines[place.at - 1].text.push_str(eol);
        }
        let blank = || Line::alone(self.eol);
        let new = Line::alone(&format!("{entry}{}", self.eol));
        let lines = place.before.then(blank).into_iter().chain([new]).chain(place.after.then(blank));
        let lines: Vec<Line> = lines.collect();
        self.lines.splice(place.at..place.at, lines);
    }

    /// Whether the line before `at` has no line end.
    fn is_unended(&self, at: usize) -> bool {
        at.checked_sub(1).is_some_and(|last| !self.lines[last].text.ends_with('\n'))
    }
}

#[cfg(test)]
mod tests {
    use super::super::Index;
    use crate::model::Kind;

    /// The index with one more entry of a type.
    fn with(text: &str, kind: Kind) -> String {
        let mut index = Index::parse(text);
        let place = index.place(Some(kind));
        let size = index.size_with(index.size(), place, "- new");
        index.insert(place, "- new");
        assert_eq!(size, Index::parse(&index.text()).size(), "the size is foreseen: {text:?}");
        index.text()
    }

    #[test]
    fn below_the_heading_of_its_type() {
        for (before, after) in [
            ("## Feedback\n- [a](a.md)\n\n## B\n", "## Feedback\n- [a](a.md)\n- new\n\n## B\n"),
            ("## Feedback\n- [a](a.md)\n## B\n", "## Feedback\n- [a](a.md)\n- new\n## B\n"),
            ("## Feedback\n\n## B\n", "## Feedback\n\n- new\n\n## B\n"),
            ("## Feedback\n## B\n", "## Feedback\n\n- new\n\n## B\n"),
            ("## Feedback\n\n\n## B\n", "## Feedback\n\n- new\n\n## B\n"),
            ("## Feedback", "## Feedback\n\n- new\n"),
            ("## Feedback\r\n\r\nIntro.\r\n", "## Feedback\r\n\r\nIntro.\r\n\r\n- new\r\n"),
            ("## Feedback\nIntro.\n\n## B\n", "## Feedback\nIntro.\n\n- new\n\n## B\n"),
            ("Feedback\n---\n\nB\n---\n", "Feedback\n---\n\n- new\n\nB\n---\n"),
            ("## Feedback\n### Style\n- [a](a.md)\n", "## Feedback\n\n- new\n\n### Style\n- [a](a.md)\n"),
            ("# User\n\n# Feedback\n\n# B\n", "# User\n\n# Feedback\n\n- new\n\n# B\n"),
            ("## Feedback\n- a rule\n\n## B\n", "## Feedback\n- a rule\n- new\n\n## B\n"),
            ("## Feedback\n\n## Feedback\n- [a](a.md)\n", "## Feedback\n\n- new\n\n## Feedback\n- [a](a.md)\n"),
        ] {
            assert_eq!(with(before, Kind::Feedback), after);
        }
    }

    #[test]
    fn behind_all_of_the_last_entry() {
        for hanging in [
            "  wrapped\n",
            "wrapped without a blank\n",
            "\n  a second paragraph\n",
            "  - a point\n    - below it\n",
            "  ```\ncode\n\n  ```\n",
            "\ttab\n",
            "  [b](b.md) too\n",
        ] {
            let before = format!("## Project\n- [a](a.md)\n{hanging}\nText.\n");
            assert_eq!(with(&before, Kind::Project), format!("## Project\n- [a](a.md)\n{hanging}- new\n\nText.\n"));
        }
    }

    #[test]
    fn at_the_end_when_no_heading_is_meant_for_it() {
        for (before, after) in [
            ("", "- new\n"),
            ("- [a](a.md)", "- [a](a.md)\n- new\n"),
            ("- [a](a.md)\n  more", "- [a](a.md)\n  more\n- new\n"),
            ("Text.", "Text.\n\n- new\n"),
            ("\u{feff}", "\u{feff}\n- new\n"),
            ("# 项目记忆\n\nText.\n\n## 其他\n- [a](a.md)\n", "# 项目记忆\n\nText.\n\n## 其他\n- [a](a.md)\n- new\n"),
            ("## Project structure\n\nText.\n", "## Project structure\n\nText.\n\n- new\n"),
            ("<!-- c -->\n", "<!-- c -->\n\n- new\n"),
            ("```\n## Project\n```\n", "```\n## Project\n```\n\n- new\n"),
        ] {
            assert_eq!(with(before, Kind::Project), after);
        }
    }

    #[test]
    fn a_heading_of_more_words_counts_when_it_has_entries() {
        let text = "## Project structure\n- [a](a.md)\n\n## B\n- [b](b.md)\n";
        assert_eq!(with(text, Kind::Project), "## Project structure\n- [a](a.md)\n- new\n\n## B\n- [b](b.md)\n");
        let exact = format!("{text}\n## Projects\n");
        assert!(with(&exact, Kind::Project).ends_with("## Projects\n\n- new\n"));
    }

    #[test]
    fn never_inside_a_conflict() {
        let conflict = "## User\n<<<<<<< H\n- [a](a.md)\n=======\n- [b](b.md)\n>>>>>>> x\n";
        assert_eq!(with(conflict, Kind::User), format!("{conflict}\n- new\n"));
    }
}
