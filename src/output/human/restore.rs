//! `mem restore`: what came back, and from where.

use std::io;

use super::line;
use crate::{
    ops::restore::Restore,
    output::{Human, Page},
};

impl Human for Restore {
    fn human(&self, page: &mut Page<'_>) -> io::Result<()> {
        for (file, rev) in self.restored.iter().zip(&self.revisions) {
            writeln!(page.out, "restored {} from {}", line(file), &rev[..rev.len().min(10)])?;
        }
        for file in &self.removed {
            writeln!(page.out, "took away {}, which was not there before", line(file))?;
        }
        Ok(())
    }
}
