//! Which file a memory was in each revision: it may have been renamed.

use super::Entry;

/// How the message of a rename begins.
pub const MOVED: &str = "mv: ";

impl Entry {
    /// The renames in this revision, each as (old file, new file): what `mem mv` said it did, and
    /// files of others that went and came with the same content.
    #[must_use]
    pub fn renames(&self) -> Vec<(&str, &str)> {
        let of = |status| self.files.iter().filter(move |t| t.status() == status).collect::<Vec<_>>();
        let (gone, mut new) = (of('D'), of('A'));
        if self.subject.starts_with(MOVED)
            && let ([gone], [new]) = (gone.as_slice(), new.as_slice())
        {
            return vec![(&gone.file, &new.file)];
        }
        let mut renames = Vec::new();
        for gone in gone {
            if let Some(at) = new.iter().position(|new| new.after == gone.before) {
                renames.push((gone.file.as_str(), new.remove(at).file.as_str()));
            }
        }
        renames
    }

    /// Whether this revision changed the file.
    #[must_use]
    pub fn touches(&self, file: &str) -> bool {
        self.files.iter().any(|t| t.file == file)
    }
}

/// The revisions of a memory among `entries` (newest first), each with the files that it was there:
/// two in a rename.
#[must_use]
pub fn lineage(entries: &[Entry], file: &str) -> Vec<(usize, Vec<String>)> {
    let mut file = file.to_owned();
    let mut found = Vec::new();
    for (at, entry) in entries.iter().enumerate() {
        if !entry.touches(&file) {
            continue;
        }
        let older = entry.renames().into_iter().find(|(_, new)| *new == file).map(|(old, _)| old.to_owned());
        let mut files = vec![file.clone()];
        if let Some(old) = older {
            files.push(old.clone());
            file = old;
        }
        found.push((at, files));
    }
    found
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;

    use super::{Entry, lineage};
    use crate::store::history::Touched;

    fn entry(subject: &str, files: &[(&str, &str, &str)]) -> Entry {
        let id = |id: &str| Some(id.to_owned()).filter(|id| !id.is_empty());
        let touched =
            files.iter().map(|(f, b, a)| Touched { file: (*f).into(), before: id(b), after: id(a) }).collect();
        Entry { rev: subject.into(), time: Timestamp::UNIX_EPOCH, subject: subject.into(), files: touched }
    }

    #[test]
    fn a_name_that_was_used_again_is_another_memory() {
        let entries = [
            entry("add: a.md", &[("a.md", "", "5")]),
            entry("update: b.md", &[("b.md", "2", "3")]),
            entry("mv: a.md to b.md", &[("a.md", "1", ""), ("b.md", "", "2"), ("c.md", "x", "y")]),
            entry("rm: b.md", &[("b.md", "9", "")]),
            entry("add: a.md", &[("a.md", "", "1")]),
            entry("add: b.md", &[("b.md", "", "9")]),
        ];
        let found = lineage(&entries, "b.md");
        assert_eq!(
            found,
            [(1, vec!["b.md".into()]), (2, vec!["b.md".into(), "a.md".into()]), (4, vec!["a.md".into()])]
        );
        assert_eq!(lineage(&entries, "c.md").len(), 1);
    }

    #[test]
    fn renames_by_others_are_told_by_content() {
        let outside =
            entry("edited outside mem", &[("a.md", "1", ""), ("b.md", "", "1"), ("c.md", "2", ""), ("d.md", "", "3")]);
        assert_eq!(outside.renames(), [("a.md", "b.md")]);
    }
}
