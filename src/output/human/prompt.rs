//! `mem prompt`: the text as it is, or what became of the file that keeps it.

use std::io;

use super::line;
use crate::{
    ops::prompt::{Action, Prompt},
    output::{Human, Page},
};

impl Human for Prompt {
    fn human(&self, page: &mut Page<'_>) -> io::Result<()> {
        match &self.kept {
            None => page.out.write_all(self.text.as_bytes()),
            Some(kept) => {
                let action = match kept.action {
                    Action::Written => "written",
                    Action::Unchanged => "unchanged",
                    Action::Removed => "removed",
                };
                writeln!(page.out, "{action} {}", line(&kept.file))
            }
        }
    }
}
