//! `mem diff`: as `git diff` shows it.

use std::io;

use super::{line, reindex::unified};
use crate::{
    ops::diff::Diff,
    output::{Human, Page},
};

impl Human for Diff {
    fn human(&self, page: &mut Page<'_>) -> io::Result<()> {
        self.files.iter().try_for_each(|file| {
            let text = |text: &Option<String>| text.clone().unwrap_or_default();
            let (before, after) = (text(&file.before), text(&file.after));
            if before == after {
                // An empty file, or bytes that are no text: there is no line to show.
                return writeln!(page.out, "{} {}", file.status, line(&file.file));
            }
            unified(page, &line(&file.file), &before, &after)
        })
    }
}
