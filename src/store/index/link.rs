//! The links of one line: where they stand and which files they lead to.

use std::{collections::HashSet, ops::Range};

use crate::model::index_line;

/// A link `[text](target)` of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Link {
    /// From its `[` to behind its `)`; the bracket may stand on the line before.
    pub(super) whole: Range<usize>,
    /// What stands between the brackets.
    pub(super) text: Range<usize>,
    /// The path in its target: what changes when the file gets another name.
    path: Range<usize>,
    /// What stands between the parentheses.
    target: Range<usize>,
}

impl Link {
    /// The Markdown file of the store that it leads to.
    pub(super) fn file(&self, line: &str) -> Option<String> {
        index_line::resolve(&line[self.target.clone()]).filter(|file| is_markdown(file))
    }

    /// The path of a Markdown file outside the store that it leads to.
    fn outside<'l>(&self, line: &'l str) -> Option<&'l str> {
        let path = &line[self.path.clone()];
        let local = !path.contains("://") || path.starts_with("file://");
        (local && is_markdown(path)).then_some(path)
    }
}

pub(super) fn is_markdown(path: &str) -> bool {
    path.rsplit_once('.').is_some_and(|(stem, e)| !stem.is_empty() && e.eq_ignore_ascii_case("md"))
}

/// The links of a line, outside of inline code.
pub(super) fn links(line: &str) -> Vec<Link> {
    // Most lines of prose have none, and need no further look.
    if line.contains("](") { Reader::new(line).read() } else { Vec::new() }
}

/// Which memories a line may be about.
#[derive(Default)]
pub(super) struct Leads {
    /// The files of the store that its links lead to, each once.
    pub(super) files: Vec<String>,
    /// What else may call a memory: `[[name]]`, and a path that leads into the store from outside.
    pub(super) names: Vec<String>,
    /// Whether its first link, if there is one, leads to a Markdown file on this disk.
    pub(super) first_is_inside: bool,
}

/// Reads what a line leads to.
pub(super) fn leads(line: &str) -> Leads {
    let mut leads = Leads { first_is_inside: true, ..Leads::default() };
    for (at, link) in links(line).iter().enumerate() {
        let (file, outside) = (link.file(line), link.outside(line));
        leads.first_is_inside &= at > 0 || file.is_some() || outside.is_some();
        match file {
            Some(file) if !leads.files.contains(&file) => leads.files.push(file),
            None => leads.names.extend(outside.map(str::to_owned)),
            Some(_) => {}
        }
    }
    leads.names.extend(wiki(line).into_iter().map(|at| line[at].to_owned()));
    leads
}

/// Where the targets of `[[target|alias]]` and `[[target#part]]` stand.
pub(super) fn wiki(line: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(open) = line[at..].find("[[") {
        let start = at + open + 2;
        let Some(close) = line[start..].find("]]") else { break };
        let target = line[start..start + close].split(['|', '#']).next().unwrap_or_default().trim_end();
        if !target.is_empty() {
            found.push(start..start + target.len());
        }
        at = start + close + 2;
    }
    found
}

/// The line with every link to `old` leading to `new`, and a title that was the file name alike.
pub(super) fn relinked(line: &str, old: &str, new: &str) -> String {
    let mut text = line.to_owned();
    for link in links(line).into_iter().rev().filter(|l| l.file(line).as_deref() == Some(old)) {
        text.replace_range(link.path, &index_line::target(new));
        if line[link.text.clone()] == *old {
            text.replace_range(link.text, new);
        }
    }
    text
}

/// The line without its links to these files; their texts stay.
pub(super) fn unlinked(line: &str, dead: impl Fn(&str) -> bool) -> String {
    let mut text = line.to_owned();
    for link in links(line).into_iter().rev().filter(|l| l.file(line).is_some_and(|f| dead(&f))) {
        let said = line[link.text].to_owned();
        text.replace_range(link.whole, &said);
    }
    text
}

/// Goes over a line once.
struct Reader<'l> {
    line: &'l str,
    bytes: &'l [u8],
    /// Lengths of runs of backticks that no later run closes.
    lonely: HashSet<usize>,
    /// For each `(` the `)` that closes it.
    closes: Vec<usize>,
}

impl<'l> Reader<'l> {
    fn new(line: &'l str) -> Self {
        Self { line, bytes: line.as_bytes(), lonely: HashSet::new(), closes: pairs(line.as_bytes()) }
    }

    fn read(mut self) -> Vec<Link> {
        let mut found = Vec::new();
        let mut open: Vec<usize> = Vec::new();
        let mut at = 0;
        while let Some(byte) = self.bytes.get(at) {
            match byte {
                b'`' => at = self.behind_code(at),
                b'\\' if self.bytes.get(at + 1).is_some_and(u8::is_ascii_punctuation) => at += 2,
                b'[' => {
                    open.push(at);
                    at += 1;
                }
                b']' => {
                    let from = open.pop();
                    let link = self.link(from, at);
                    at = link.as_ref().map_or(at + 1, |l| l.whole.end);
                    found.extend(link);
                }
                _ => at += 1,
            }
        }
        found
    }

    /// The place behind a code span, or behind backticks that open none.
    fn behind_code(&mut self, at: usize) -> usize {
        let run = |from: usize| self.bytes[from..].iter().take_while(|b| **b == b'`').count();
        let length = run(at);
        let mut next = at + length;
        while !self.lonely.contains(&length) {
            let Some(found) = self.line[next..].find('`').map(|ahead| next + ahead) else { break };
            next = found + run(found);
            if next - found == length {
                return next;
            }
        }
        self.lonely.insert(length);
        at + length
    }

    /// The link whose text ends at this `]`.
    fn link(&self, open: Option<usize>, bracket: usize) -> Option<Link> {
        let paren = bracket + 1;
        if self.bytes.get(paren) != Some(&b'(') {
            return None;
        }
        let start = paren + 1;
        let end = self.pointed(start).unwrap_or(self.closes[paren]);
        let target = start..(end != usize::MAX).then_some(end)?;
        let path = index_line::path_part(&self.line[target.clone()]);
        Some(Link {
            whole: open.unwrap_or(bracket)..end + 1,
            text: open.map_or(bracket, |open| open + 1)..bracket,
            path: start + path.start..start + path.end,
            target,
        })
    }

    /// The end of a target that stands in `<` `>`, whatever parentheses are in it.
    fn pointed(&self, start: usize) -> Option<usize> {
        // A file name is short; looking further would make a line of such openings slow.
        const LONGEST: usize = 512;
        let until = self.line.floor_char_boundary(start + LONGEST);
        let rest = self.line[start..until].strip_prefix('<')?;
        let close = start + 1 + rest.find('>')?;
        let tail = &self.line[close..until];
        tail.find(')').map(|ahead| close + ahead)
    }
}

/// For each `(` the `)` that closes it, `usize::MAX` where none does.
fn pairs(bytes: &[u8]) -> Vec<usize> {
    let mut closes = vec![usize::MAX; bytes.len()];
    let mut open = Vec::new();
    for (at, byte) in bytes.iter().enumerate() {
        match byte {
            b'(' => open.push(at),
            b')' => {
                if let Some(paren) = open.pop() {
                    closes[paren] = at;
                }
            }
            _ => {}
        }
    }
    closes
}

#[cfg(test)]
mod tests {
    use super::{leads, relinked, unlinked};

    fn files(line: &str) -> Vec<String> {
        leads(line).files
    }

    fn names(line: &str) -> Vec<String> {
        leads(line).names
    }

    #[test]
    fn targets_in_every_spelling() {
        for line in [
            "[T](a.md)",
            "[T](./a.md)",
            "[T](a.md#part)",
            "[T](<a.md>)",
            "[T]( a.md )",
            "[T](a.md \"tip\")",
            "[T](a.md 'tip :)')",
            "[t [nested]](a.md)",
            "[![image](i.png)](a.md)",
            "[T](%61.md)",
            "  wrapped title](a.md)",
            "[use `x`](a.md) and `y`",
            "a lonely ` and [T](a.md)",
            "``a ` b`` [T](a.md)",
        ] {
            assert_eq!(files(line), ["a.md"], "{line}");
        }
        assert_eq!(files("[a](a.md) and [b](sub/b.MD), [a](./a.md)"), ["a.md", "sub/b.MD"]);
        assert_eq!(files("[x](<a (1).md>) [y](b(2).md) [z](user c.md)"), ["a (1).md", "b(2).md", "user c.md"]);
    }

    #[test]
    fn what_is_no_link_into_the_store() {
        for line in [
            "[wiki](https://x.example/a.md)",
            "[out](../a.md)",
            "`[t](a.md)`",
            "``[t](a.md) ` [u](b.md)``",
            "[t](a.txt)",
            "[t](a.md — not closed",
            "\\[t\\](a.md)",
            "[t] (a.md)",
            "[t](.md)",
            "[t](/abs/a.md)",
        ] {
            assert!(files(line).is_empty(), "{line}");
        }
    }

    #[test]
    fn other_ways_to_name_a_memory() {
        assert_eq!(names("[[a]] [[b|B]] [[c#part]] [[ ]] [[open"), ["a", "b", "c"]);
        assert_eq!(names("[t](/home/u/memory/a.md) [u](../memory/b.md)"), ["/home/u/memory/a.md", "../memory/b.md"]);
        assert_eq!(names("[t](a.md) [u](https://x.example/memory/b.md)"), [""; 0]);
    }

    #[test]
    fn a_link_changes_and_nothing_else() {
        let line = "- **[old](./a.md)** — see [a.md](<a.md#x> \"tip\"), [b](b.md), `[c](a.md)`\r\n";
        assert_eq!(
            relinked(line, "a.md", "c d.md"),
            "- **[old](c%20d.md)** — see [c d.md](<c%20d.md#x> \"tip\"), [b](b.md), `[c](a.md)`\r\n"
        );
        assert_eq!(relinked("[t](a.md — hook\n", "a.md", "b.md"), "[t](a.md — hook\n");
        assert_eq!(unlinked("- **[A [1]](a.md)** — [b](b.md)\n", |f| f == "a.md"), "- **A [1]** — [b](b.md)\n");
    }

    #[test]
    fn long_lines_are_read_in_linear_time() {
        for part in ["](", "](<", "[", "`", "``a`", "](x)(", "[[", "\\"] {
            let line = part.repeat(50_000);
            let start = std::time::Instant::now();
            let _ = (files(&line), names(&line));
            assert!(start.elapsed().as_secs() < 5, "{part}: {:?}", start.elapsed());
        }
        let ticks: String = (1..300).map(|n| "`".repeat(n) + " ").collect();
        assert!(files(&(ticks + "[a](a.md)")).len() == 1);
    }
}
