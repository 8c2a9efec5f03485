//! `mem mv`: the two names, and whose links followed.

use std::io;

use super::line;
use crate::{
    ops::mv::Mv,
    output::{Human, Page},
};

impl Human for Mv {
    fn human(&self, page: &mut Page<'_>) -> io::Result<()> {
        let renamed = format!("{} → {}", line(&self.from), line(&self.to));
        let same = || format!("kept {}", line(&self.to));
        writeln!(page.out, "{}", if self.from == self.to { same() } else { renamed })?;
        self.relinked.iter().try_for_each(|file| writeln!(page.out, "links changed in {}", line(file)))
    }
}
