//! Two lists of files, both sorted by their path, gone through side by side.

use std::iter::Peekable;

/// The list that is looked things up in.
pub struct Sorted<I: Iterator>(Peekable<I>);

impl<'a, T, I: Iterator<Item = (&'a str, T)>> Sorted<I> {
    /// A list of files and what is known of each.
    pub fn new(files: I) -> Self {
        Self(files.peekable())
    }

    /// What is known of a file. The files that are asked for must come sorted too: those before it are
    /// passed over.
    pub fn find(&mut self, file: &str) -> Option<T> {
        while self.0.next_if(|(known, _)| *known < file).is_some() {}
        self.0.next_if(|(known, _)| *known == file).map(|(_, known)| known)
    }
}

#[cfg(test)]
mod tests {
    use super::Sorted;

    #[test]
    fn what_is_in_both_is_found() {
        let mut known = Sorted::new([("a.md", 1), ("c.md", 2), ("d.md", 3)].into_iter());
        let found = ["0.md", "a.md", "b.md", "d.md", "e.md"].map(|file| known.find(file));
        assert_eq!(found, [None, Some(1), None, Some(3), None]);
    }
}
