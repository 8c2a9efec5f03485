//! From text to lines: what is front matter, a comment, a fence, a heading, and what is text.
//!
//! A fence or a comment that never closes is text: an agent sees the entries below it, and so do we.

use super::{
    heading,
    line::{Line, Role},
};

/// The lines of an index.
pub(super) fn read(text: &str) -> Vec<Line> {
    let texts: Vec<&str> = text.split_inclusive('\n').collect();
    let mut reader = Reader { ends: Ends::of(&texts), state: start(&texts) };
    let mut lines: Vec<Line> = texts.iter().enumerate().map(|(at, line)| reader.line(at, line)).collect();
    underlined(&mut lines);
    lines
}

/// Where the reader of lines stands.
enum State {
    Text,
    FrontMatter,
    Comment,
    Fence(Fence),
}

/// The run of characters that opens or closes a code block.
#[derive(Clone, Copy)]
struct Fence {
    /// 0 for backticks, 1 for tildes.
    kind: usize,
    length: usize,
}

/// What is still to come, so that nothing opens that does not close.
struct Ends {
    /// The last line that ends a comment.
    comment: Option<usize>,
    /// For each line the longest closing fence of each kind from there on.
    fences: Vec<[usize; 2]>,
}

impl Ends {
    fn of(lines: &[&str]) -> Self {
        let mut fences = vec![[0; 2]; lines.len() + 1];
        for (at, line) in lines.iter().enumerate().rev() {
            fences[at] = fences[at + 1];
            if let Some((fence, "")) = fence(trimmed(line)) {
                fences[at][fence.kind] = fences[at][fence.kind].max(fence.length);
            }
        }
        Self { comment: lines.iter().rposition(|line| line.contains("-->")), fences }
    }
}

fn trimmed(line: &str) -> &str {
    line.trim_start_matches('\u{feff}').trim()
}

fn start(lines: &[&str]) -> State {
    let is_rule = |line: &&str| line.trim_start_matches('\u{feff}').trim_end() == "---";
    let opens = lines.first().is_some_and(is_rule) && lines[1..].iter().any(is_rule);
    if opens { State::FrontMatter } else { State::Text }
}

struct Reader {
    ends: Ends,
    state: State,
}

impl Reader {
    fn line(&mut self, at: usize, line: &str) -> Line {
        match self.state {
            State::Text => self.open(at, line, 0),
            State::FrontMatter => {
                if at > 0 && line.trim_end() == "---" {
                    self.state = State::Text;
                }
                Line::closed(line, Role::Hidden)
            }
            State::Comment => self.comment(at, line, 0),
            State::Fence(open) => {
                if let Some((close, "")) = fence(trimmed(line))
                    && close.kind == open.kind
                    && close.length >= open.length
                {
                    self.state = State::Text;
                }
                Line::closed(line, Role::Code)
            }
        }
    }

    /// A line of which `hidden` bytes are a comment that has ended.
    fn open(&mut self, at: usize, line: &str, hidden: usize) -> Line {
        let text = trimmed(&line[hidden..]);
        if text.starts_with("<!--") {
            let body = hidden + line[hidden..].find("<!--").map_or(0, |open| open + 4);
            if line[body..].contains("-->") {
                return self.comment(at, line, body);
            }
            if self.ends.comment.is_some_and(|end| end > at) {
                self.state = State::Comment;
                return Line::closed(line, Role::Hidden);
            }
        }
        if hidden > 0 {
            // Cutting such a line would cut the comment: it is never an entry.
            let role = if text.is_empty() { Role::Hidden } else { Role::Text };
            return Line::said(line, role, hidden);
        }
        if let Some((fence, info)) = fence(text)
            && !(fence.kind == 0 && info.contains('`'))
            && self.ends.fences[at + 1][fence.kind] >= fence.length
        {
            self.state = State::Fence(fence);
            return Line::closed(line, Role::Code);
        }
        match level(text) {
            Some(level) => Line::said(line, Role::Heading(heading::read(level, text)), 0),
            None => Line::alone(line),
        }
    }

    /// A line that is inside a comment from `from` on.
    fn comment(&mut self, at: usize, line: &str, from: usize) -> Line {
        match line[from..].find("-->") {
            Some(end) => {
                self.state = State::Text;
                self.open(at, line, from + end + 3)
            }
            None => Line::closed(line, Role::Hidden),
        }
    }
}

/// A run of three or more of one character, and what follows it.
fn fence(text: &str) -> Option<(Fence, &str)> {
    ['`', '~'].into_iter().enumerate().find_map(|(kind, c)| {
        let info = text.trim_start_matches(c);
        let length = text.len() - info.len();
        (length >= 3).then_some((Fence { kind, length }, info))
    })
}

/// The level of a heading: `#` to `######`, then a blank or nothing. `#word` is a tag, `##Word` a slip.
fn level(text: &str) -> Option<usize> {
    let rest = text.trim_start_matches('#');
    let level = text.len() - rest.len();
    ((1..=6).contains(&level) && (level > 1 || rest.is_empty() || rest.starts_with([' ', '\t']))).then_some(level)
}

/// Finds headings that are marked by a line of `=` or `-` below them.
fn underlined(lines: &mut [Line]) {
    for at in 1..lines.len() {
        let rule = lines[at].text.trim();
        let level = match rule.bytes().next() {
            Some(b'=') if rule.bytes().all(|b| b == b'=') => 1,
            Some(b'-') if rule.len() > 1 && rule.bytes().all(|b| b == b'-') => 2,
            _ => continue,
        };
        let starts = at < 2 || lines[at - 2].role != Role::Text;
        if lines[at].role == Role::Text && lines[at - 1].is_lazy() && starts {
            let heading = heading::read(level, &lines[at - 1].text);
            lines[at - 1].role = Role::Heading(heading);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{super::heading::Heading, read};
    use crate::{model::Kind, store::index::line::Role};

    /// One letter for each line.
    fn roles(text: &str) -> String {
        let letter = |role: &Role| match role {
            Role::Hidden => '.',
            Role::Code => 'c',
            Role::Heading(_) => 'h',
            Role::Entry => 'e',
            Role::Item => 'i',
            Role::Blank => ' ',
            Role::Text => 't',
        };
        read(text).iter().map(|line| letter(&line.role)).collect()
    }

    #[test]
    fn fences() {
        let entry = "- [a](a.md)\n";
        for (open, close) in [("```", "```"), ("~~~", "~~~"), ("````md", "````"), ("  ```", " ```"), ("```", "`````")] {
            assert_eq!(roles(&format!("{open}\n{entry}{close}\n{entry}")), "ccce", "{open}");
        }
        assert_eq!(roles(&format!("````\n```\n{entry}```\n````\n{entry}")), "ccccce");
        assert_eq!(roles(&format!("```\n~~~\n{entry}```rust\n```\n{entry}")), "ccccce");
        assert_eq!(roles(&format!("```\n{entry}")), "te", "one that never closes is text");
        assert_eq!(roles(&format!("````\n{entry}```\n{entry}")), "tete", "a shorter one closes nothing");
        assert_eq!(roles(&format!("```inline``` code\n{entry}```\n{entry}")), "tete");
    }

    #[test]
    fn comments() {
        let entry = "- [a](a.md)\n";
        assert_eq!(roles(&format!("<!-- one line -->\n{entry}<!--\n{entry}\n-->\n{entry}")), ".e....e");
        assert_eq!(roles(&format!("<!-- never closed\n{entry}")), "te");
        assert_eq!(roles(&format!("<!-- a --> <!-- b\n{entry}--> \n{entry}")), "...e");
        let lines = read("<!-- x --> - [a](a.md)\n<!--\n--> see [b](b.md)\ntext <!-- [c](c.md) -->\n");
        assert_eq!(lines.iter().map(|l| l.files().join(",")).collect::<Vec<_>>(), ["a.md", "", "b.md", "c.md"]);
        assert_eq!((&lines[0].role, lines[0].hidden, lines[2].hidden), (&Role::Text, 10, 3));
    }

    #[test]
    fn front_matter() {
        assert_eq!(roles("---\ntype: x\n---\n- [a](a.md)\n"), "...e");
        assert_eq!(roles("\u{feff}---\r\ntype: x\r\n---\r\n- [a](a.md)\r\n"), "...e");
        assert_eq!(roles("---\n- [a](a.md)\n  ---\n"), "tet");
        assert_eq!(roles("\n---\n- [a](a.md)\n---\n"), " tet");
    }

    #[test]
    fn headings() {
        assert_eq!(roles("# a\n###### b\n####### c\n#d\n#\n"), "hhtth");
        assert_eq!(roles("Feedback\n========\n\nUser\n---\n\n---\n"), "ht ht t");
        assert_eq!(roles("two lines\nof text\n===\n| a |\n---\n- x\n---\n"), "tttttit");
        let feedback = Heading { level: 2, kind: Some(Kind::Feedback), exact: true };
        assert_eq!(read("Feedback\n---\n")[0].role, Role::Heading(feedback));
        assert_eq!(read("\u{feff}## Feedback\n")[0].role, Role::Heading(feedback));
    }
}
