//! Which files a change is about to touch, written down before it starts: a killed one leaves the
//! note behind, and the next command brings the index in step for just these files.

use std::{fs, path::PathBuf};

use super::{
    Store,
    locate::{create_private, mem_home},
};
use crate::world::World;

/// One thing that a change is about to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// A file is written or removed.
    Touch(String),
    /// A file gets another name.
    Move {
        /// The file before.
        from: String,
        /// The name that its header had.
        name: String,
        /// The file after.
        to: String,
        /// The name that its header gets.
        new_name: String,
    },
}

/// The note of one store. Without a home to keep it in, it forgets: `reindex` finds the same.
#[derive(Debug)]
pub struct Journal {
    path: Option<PathBuf>,
}

impl Store {
    /// The note of this store.
    #[must_use]
    pub fn journal(&self, world: &World) -> Journal {
        let name = self.hash();
        Journal { path: mem_home(world).ok().map(|home| home.join("history").join(format!("{name}.pending"))) }
    }
}

impl Journal {
    /// What a change that did not end was about to do.
    #[must_use]
    pub fn left(&self) -> Vec<Step> {
        let text = self.path.as_ref().and_then(|path| fs::read_to_string(path).ok()).unwrap_or_default();
        parse(&text)
    }

    /// Notes the steps before the first of them is taken.
    pub fn begin(&self, steps: &[Step]) {
        let Some(path) = &self.path else { return };
        let made = path.parent().map_or(Ok(()), create_private);
        // A note that cannot be written costs a `reindex` after a crash, nothing more.
        let _ = made.and_then(|()| fs::write(path, compose(steps)));
    }

    /// The change has ended.
    pub fn end(&self) {
        if let Some(path) = &self.path {
            let _ = fs::remove_file(path);
        }
    }
}

/// Words with a NUL behind each, since a file name may hold anything else.
fn compose(steps: &[Step]) -> String {
    let words = steps.iter().flat_map(|step| match step {
        Step::Touch(file) => vec!["touch", file],
        Step::Move { from, name, to, new_name } => vec!["move", from, name, to, new_name],
    });
    words.map(|word| format!("{word}\0")).collect()
}

/// What is whole of a note; one that was being written had not been acted on.
fn parse(text: &str) -> Vec<Step> {
    let mut words = text.split_inclusive('\0').map_while(|word| word.strip_suffix('\0')).map(str::to_owned);
    let mut steps = Vec::new();
    while let Some(word) = words.next() {
        let step = match word.as_str() {
            "touch" => words.next().map(Step::Touch),
            "move" => (|| {
                let (from, name) = (words.next()?, words.next()?);
                Some(Step::Move { from, name, to: words.next()?, new_name: words.next()? })
            })(),
            _ => None,
        };
        match step {
            Some(step) => steps.push(step),
            None => break,
        }
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::{Step, compose, parse};

    #[test]
    fn a_note_is_read_as_it_was_written_and_a_broken_one_as_far_as_it_is_whole() {
        let steps = [
            Step::Touch("user_a b\n.md".into()),
            Step::Move { from: "x/a.md".into(), name: "A".into(), to: "x/b.md".into(), new_name: "B".into() },
            Step::Touch("touch".into()),
        ];
        let text = compose(&steps);
        assert_eq!(parse(&text), steps);
        for cut in 0..text.len() {
            let read = parse(&text[..cut]);
            assert!(read.len() < 3 && steps.starts_with(&read), "{cut}: {read:?}");
        }
        assert_eq!(parse("other\0a.md\0"), []);
    }
}
