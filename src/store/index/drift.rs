//! Where an index and the store say different things.

use std::collections::BTreeSet;

use super::{Facts, Index, known::Known};

impl Index {
    /// The memories that no line leads to, as `reindex` sees it.
    #[must_use]
    pub fn orphans(&self, facts: &Facts<'_>) -> Vec<String> {
        let known = Known::new(facts);
        let listed: BTreeSet<&str> =
            self.lines.iter().flat_map(|line| known.listed_by(line)).map(|m| m.file.as_str()).collect();
        let missing = facts.memories.iter().filter(|m| !listed.contains(m.file.as_str()));
        missing.map(|m| m.file.clone()).collect()
    }

    /// Links to Markdown files of the store that are not there: the number of the line, from 0, and the file.
    #[must_use]
    pub fn dead_links(&self, facts: &Facts<'_>) -> Vec<(usize, String)> {
        let known = Known::new(facts);
        let lines = self.lines.iter().enumerate();
        let dead = lines.flat_map(|(number, line)| line.files().iter().map(move |file| (number, file)));
        dead.filter(|(_, file)| !known.is_there(file)).map(|(number, file)| (number, file.clone())).collect()
    }

    /// The one memory that each entry leads to: the number of the line, from 0, and the file.
    #[must_use]
    pub fn entries(&self, facts: &Facts<'_>) -> Vec<(usize, String)> {
        let known = Known::new(facts);
        let lines = self.lines.iter().enumerate().filter(|(_, line)| line.is_linked_entry());
        let own = lines.filter_map(|(number, line)| match line.files() {
            [file] => Some((number, known.memory(file)?.file.clone())),
            _ => None,
        });
        own.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Document, Stamp, memory::FileFacts};

    #[test]
    fn both_directions() {
        let memories = ["a.md", "b c.md", "d.md"].map(|file| {
            let facts = FileFacts { file: file.into(), path: file.into(), stamp: Stamp::default() };
            Document::new(facts, b"x".to_vec()).memory
        });
        let text =
            "- [A](./a.md)\n- [B](b%20c.md) and [G](ghost.md)\n```\n[t](example.md)\n```\n[[a]] [Old](old/x.md)\n";
        let facts =
            Facts { memories: &memories, exists: &|file| file == "old/x.md", written: &BTreeSet::new(), folder: "m" };
        let index = Index::parse(text);
        assert_eq!(index.orphans(&facts), ["d.md"]);
        assert_eq!(index.dead_links(&facts), [(1, "ghost.md".to_owned())]);
        assert_eq!(index.entries(&facts), [(0, "a.md".to_owned())]);
    }
}
