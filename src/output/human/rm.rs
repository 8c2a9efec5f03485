//! `mem rm`: what went, and how it comes back.

use std::io;

use super::line;
use crate::{
    ops::rm::Rm,
    output::{
        Human, Page, clean,
        paint::{Ink, paint},
    },
};

impl Human for Rm {
    fn human(&self, page: &mut Page<'_>) -> io::Result<()> {
        for file in &self.removed {
            writeln!(page.out, "{} {}", paint("removed", Ink::Warn, page.colour), line(file))?;
        }
        match &self.undo {
            Some(undo) => writeln!(page.out, "{} {}", paint("undo:", Ink::Faint, page.colour), clean(undo)),
            None => Ok(()),
        }
    }
}
