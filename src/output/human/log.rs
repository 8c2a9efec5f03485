//! `mem log`: a line a revision, its files below; and what a repair did.

use std::io;

use super::line;
use crate::{
    model::age,
    ops::log::{Log, Repair},
    output::{
        Human, Page,
        paint::{Ink, paint},
    },
};

/// Digits of a revision that people see; enough to name it.
const REV: usize = 10;

impl Human for Log {
    fn human(&self, page: &mut Page<'_>) -> io::Result<()> {
        for entry in &self.entries {
            let rev = paint(&entry.rev[..REV.min(entry.rev.len())], Ink::Type, page.colour);
            let age = paint(&age::words(entry.days), Ink::Faint, page.colour).into_owned();
            writeln!(page.out, "{rev}  {}  {age}", line(&entry.subject))?;
            for touched in &entry.touched {
                writeln!(page.out, "    {} {}", touched.status(), line(&touched.file))?;
            }
        }
        Ok(())
    }
}

impl Human for Repair {
    fn human(&self, page: &mut Page<'_>) -> io::Result<()> {
        match (self.history, &self.aside) {
            (_, Some(aside)) => {
                let next = "the next change starts a new one";
                writeln!(page.out, "the damaged history is set aside in {}; {next}", line(aside))
            }
            ("healed", _) => writeln!(page.out, "the history was damaged and is sound again; nothing of it is lost"),
            ("sound", _) => writeln!(page.out, "the history is sound"),
            _ => writeln!(page.out, "there is no history yet"),
        }
    }
}
