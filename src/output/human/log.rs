//! `mem log`: a line a revision, its files below.

use std::io;

use super::line;
use crate::{
    model::age,
    ops::log::Log,
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
                writeln!(page.out, "    {} {}", touched.status, line(&touched.file))?;
            }
        }
        Ok(())
    }
}
