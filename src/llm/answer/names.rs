//! The memories that a model means by what it wrote.

use super::{Choice, Listed};

/// The list, ready to be looked into.
pub(super) struct Names<'a> {
    listed: &'a [Listed<'a>],
}

/// What a written name is.
enum Found {
    Open(usize),
    Closed,
    Unknown,
}

impl<'a> Names<'a> {
    pub(super) fn new(listed: &'a [Listed<'a>]) -> Self {
        Self { listed }
    }

    /// What these names choose, each once, in their order.
    pub(super) fn choice(&self, items: &[&str]) -> Choice {
        let mut choice = Choice::default();
        for item in items {
            match self.find(item) {
                Found::Open(at) if choice.chosen.contains(&at) => {}
                Found::Open(at) => choice.chosen.push(at),
                Found::Closed => choice.closed += 1,
                Found::Unknown => choice.unknown += 1,
            }
        }
        choice
    }

    /// The memory of that name: as written, else without what models add to one.
    fn find(&self, written: &str) -> Found {
        let at = [written, bare(written)].into_iter().find_map(|name| {
            self.only(|l| l.file == name)
                .or_else(|| self.only(|l| plain(l.file) == plain(name)))
                .or_else(|| self.only(|l| base(plain(l.file)) == plain(name)))
                .or_else(|| self.only(|l| l.name == name))
                .or_else(|| self.only(|l| l.name.to_lowercase() == name.to_lowercase()))
        });
        match at {
            Some(at) if self.listed[at].is_open => Found::Open(at),
            Some(_) => Found::Closed,
            None => Found::Unknown,
        }
    }

    /// The one memory of which this is true; none when it is true of several.
    fn only(&self, is_it: impl Fn(&Listed<'_>) -> bool) -> Option<usize> {
        let mut all = self.listed.iter().enumerate().filter(|(_, listed)| is_it(listed));
        let (at, _) = all.next()?;
        all.next().is_none().then_some(at)
    }
}

/// A path without `./` before it and its extension behind it.
fn plain(name: &str) -> &str {
    let name = name.trim().trim_start_matches("./");
    name.strip_suffix(".md").unwrap_or(name)
}

/// The last part of a path.
fn base(name: &str) -> &str {
    name.rsplit('/').next().unwrap_or(name)
}

/// The file in a line of the list that was copied, or in an item of one: `- [type] file (today): …`.
fn bare(line: &str) -> &str {
    let line = line.trim().trim_start_matches(|c: char| c.is_ascii_digit());
    let line = line.trim_start_matches(['-', '*', '.', ')', ' ', '•']);
    let line = match line.strip_prefix('[').and_then(|rest| rest.split_once("] ")) {
        Some((_, rest)) => rest,
        None => line,
    };
    let line = line.split_once(" (").map_or(line, |(file, _)| file);
    line.trim_matches(['`', '"', '\'', '*', ',', ' '])
}
