//! Finishes what a killed command began: the index hears of the files that it had touched.

use super::{OpError, desk::Desk, mv};
use crate::{
    model::{Kind, Memory},
    store::journal::Step,
};

impl Desk<'_> {
    /// Finishes the steps that a change announced and did not end.
    pub(super) fn finish(&mut self, left: &[Step]) -> Result<(), OpError> {
        let mut files = Vec::new();
        for step in left {
            match step {
                Step::Touch(file) => files.push(file.clone()),
                Step::Move { from, name, to, new_name } => {
                    self.finish_move(from, name, to, new_name)?;
                    files.extend([from.clone(), to.clone()]);
                }
            }
        }
        self.index_follow(&files)?;
        self.commit("index brought in step after an interrupted change");
        // The change that comes now needs them.
        self.reread()
    }

    /// A file that has its new name: its header, and the lines and links that still mean the old
    /// one, follow.
    fn finish_move(&mut self, from: &str, name: &str, to: &str, new_name: &str) -> Result<(), OpError> {
        let find = |file: &str| self.memories.iter().find(|m| m.file == file);
        let (Some(mut new), true) = (find(to).cloned(), from == to || find(from).is_none()) else { return Ok(()) };
        let old = Memory { file: from.to_owned(), name: name.to_owned(), ..new.clone() };
        if new.name == name
            && let Some(kind) = new.stem().split('_').next().and_then(Kind::parse)
        {
            let wanted = mv::Wanted { file: to.to_owned(), name: new_name.to_owned(), kind };
            // A header that somebody broke meanwhile stays as it is.
            new = mv::retitle(self, &old, &new, &wanted).unwrap_or(new);
        }
        self.index_if_there(|index| index.replace(&old, &new))?;
        mv::relink(self, &old, &new);
        Ok(())
    }
}
