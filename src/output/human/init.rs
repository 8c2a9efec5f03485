//! `mem init`: the store, the agents, and what comes next.

use std::io;

use super::{hook::changed, line, memories};
use crate::{
    ops::init::Init,
    output::{
        Human, Page,
        paint::{Ink, paint},
    },
};

impl Human for Init {
    fn human(&self, page: &mut Page<'_>) -> io::Result<()> {
        let word = match (self.created, self.dry_run) {
            (true, _) => "made",
            (false, true) => "would use",
            (false, false) => "using",
        };
        let word = paint(word, Ink::Name, page.colour);
        writeln!(page.out, "{word} {} ({})", line(&self.dir), memories(self.memories))?;
        self.agents.iter().try_for_each(|wired| changed(page, wired))?;
        if !self.switched_on.is_empty() {
            let word = if self.dry_run { "would turn on" } else { "turned on" };
            writeln!(page.out, "{} {}", paint(word, Ink::Name, page.colour), self.switched_on.join(", "))?;
        }
        match &self.trial {
            Some(trial) => {
                writeln!(page.out, "{} {}", paint("recall:", Ink::Faint, page.colour), line(&trial.query))?;
                let nothing = trial.files.is_empty().then_some("nothing clearly helps");
                let files = trial.files.iter().map(String::as_str).chain(nothing);
                files.into_iter().try_for_each(|file| writeln!(page.out, "  {}", line(file)))
            }
            None => writeln!(
                page.out,
                "there are no memories yet: mem add -t feedback -n \"NAME\" -d \"WHEN IT MATTERS\" -m \"TEXT\""
            ),
        }
    }
}
