//! `mem mv`: the two names, and whose links followed.

use std::io;

use super::line;
use crate::{
    ops::mv::Mv,
    output::{Human, Page},
};

impl Human for Mv {
    fn human(&self, page: &mut Page<'_>) -> io::Result<()> {
        writeln!(page.out, "{} → {}", line(&self.from), line(&self.to))?;
        self.relinked.iter().try_for_each(|file| writeln!(page.out, "links changed in {}", line(file)))
    }
}
