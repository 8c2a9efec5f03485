//! An entry that comes back as an older index had it.

use super::{Index, line::Line, line::Role};
use crate::model::Memory;

impl Index {
    /// Adds the line of a memory that is not listed: as `old` had it, behind the line that it stood
    /// behind there. What `old` does not list gets a new line.
    pub fn add_as(&mut self, memory: &Memory, old: &Index) {
        let own = |l: &Line| l.role == Role::Entry && l.files() == [memory.file.as_str()];
        let Some(at) = old.lines.iter().position(own) else { return self.add(memory) };
        // Its words live on in the line of another: a rename that nobody noted.
        let hook = hook(&old.lines[at].text);
        if !hook.is_empty() && self.lines.iter().any(|l| l.role == Role::Entry && self::hook(&l.text) == hook) {
            return self.add(memory);
        }
        let mut lines = old.lines[at..at + 1 + old.continuation(at)].to_vec();
        let last = lines.len() - 1;
        if !lines[last].text.ends_with('\n') {
            lines[last].text.push_str(self.eol);
        }
        let before = at.checked_sub(1).map(|at| &old.lines[at]).filter(|l| l.role != Role::Blank);
        let place = before.and_then(|before| self.lines.iter().position(|l| l.text == before.text));
        if let Some(place) = place {
            if !self.lines[place].text.ends_with('\n') {
                self.lines[place].text.push_str(self.eol);
            }
            self.lines.splice(place + 1..place + 1, lines);
        } else {
            self.add(memory);
            if let Some(added) = self.lines.iter().position(own) {
                self.lines.splice(added..=added, lines);
            }
        }
    }
}

/// What an entry says behind its link.
fn hook(text: &str) -> &str {
    let target = text.split_once("](").map_or("", |(_, target)| target);
    target.split_once(')').map_or("", |(_, hook)| hook.trim())
}

#[cfg(test)]
mod tests {
    use super::super::Index;
    use crate::model::{Document, Memory, memory::FileFacts};

    fn memory(file: &str) -> Memory {
        let facts = FileFacts {
            file: file.into(),
            path: file.into(),
            stamp: crate::model::Stamp { size: 0, ..Default::default() },
        };
        Document::new(facts, b"---\nname: N\ndescription: d\ntype: user\n---\n".to_vec()).memory
    }

    #[test]
    fn the_old_line_comes_back_where_it_stood() {
        let old = Index::parse("# M\n\n- [A](a.md) x\n- [B](b.md) mine\n  more\n- [C](c.md)\n");
        for (now, want) in [
            ("# M\n\n- [A](a.md) x\n- [C](c.md)\n", "# M\n\n- [A](a.md) x\n- [B](b.md) mine\n  more\n- [C](c.md)\n"),
            ("# M\n\n- [C](c.md)\n", "# M\n\n- [C](c.md)\n- [B](b.md) mine\n  more\n"),
            ("", "- [B](b.md) mine\n  more\n"),
        ] {
            let mut index = Index::parse(now);
            index.add_as(&memory("b.md"), &old);
            assert_eq!(index.text(), want);
        }
        let mut index = Index::parse("- [B2](b2.md) mine\n");
        index.add_as(&memory("b.md"), &old);
        assert_eq!(index.text(), "- [B2](b2.md) mine\n- [N](b.md) — d\n");
        let mut index = Index::parse("# M\n");
        index.add_as(&memory("d.md"), &old);
        assert_eq!(index.text(), "# M\n\n- [N](d.md) — d\n");
    }
}
