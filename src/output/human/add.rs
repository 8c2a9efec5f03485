//! `mem add`: a line a draft.

use std::io;

use super::line;
use crate::{
    ops::add::{Action, Add, Saved},
    output::{
        Human, Page,
        paint::{Ink, paint},
    },
};

impl Human for Add {
    fn human(&self, page: &mut Page<'_>) -> io::Result<()> {
        self.results.iter().filter(|r| r.action != Action::Refused).try_for_each(|result| one(result, page))
    }
}

fn one(result: &Saved, page: &mut Page<'_>) -> io::Result<()> {
    let (word, ink) = match result.action {
        Action::Created => ("saved", Ink::Name),
        Action::Updated => ("updated", Ink::Name),
        Action::Unchanged => ("unchanged", Ink::Faint),
        Action::Refused => ("refused", Ink::Bad),
    };
    writeln!(page.out, "{} {}", paint(word, ink, page.colour), line(&result.path))
}
