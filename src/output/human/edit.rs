//! `mem edit`: what became of the memory.

use std::io;

use super::line;
use crate::{
    ops::edit::Edit,
    output::{Human, Page},
};

impl Human for Edit {
    fn human(&self, page: &mut Page<'_>) -> io::Result<()> {
        writeln!(page.out, "{} {}", if self.changed { "updated" } else { "unchanged" }, line(&self.file))
    }
}
