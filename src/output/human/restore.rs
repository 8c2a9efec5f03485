//! `mem restore`: what came back, and from where.

use std::io;

use super::line;
use crate::{
    ops::restore::Restore,
    output::{Human, Page},
};

impl Human for Restore {
    fn human(&self, page: &mut Page<'_>) -> io::Result<()> {
        for restored in &self.restored {
            match &restored.rev {
                Some(rev) => {
                    writeln!(page.out, "restored {} from {}", line(&restored.file), &rev[..rev.len().min(10)])?
                }
                None => writeln!(page.out, "took away {}, which was not there before", line(&restored.file))?,
            }
        }
        Ok(())
    }
}
