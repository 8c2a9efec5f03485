//! `mem dir`: one path; with `--explain` the reasons below it.

use std::io;

use super::{line, memories};
use crate::{
    ops::dir::Dir,
    output::{
        Human, Page,
        paint::{Ink, paint},
    },
};

impl Human for Dir {
    fn human(&self, page: &mut Page<'_>) -> io::Result<()> {
        writeln!(page.out, "{}", line(&self.dir))?;
        if !self.explain {
            return Ok(());
        }
        let mut fact =
            |label: &str, value: &str| writeln!(page.out, "  {:<8} {value}", paint(label, Ink::Faint, page.colour));
        fact("rule", self.explanation)?;
        fact("layout", self.layout)?;
        fact("project", &self.project.as_deref().map_or_else(|| "none".into(), line))?;
        fact("exists", if self.exists { "yes" } else { "not yet: the first write makes it" })?;
        for other in &self.others {
            fact("other", &format!("{} ({}, {})", line(&other.dir), other.layout, memories(other.memories)))?;
        }
        Ok(())
    }
}
