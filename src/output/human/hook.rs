//! `mem hook`: what changes as a difference, then a line for each agent.

use std::io;

use super::{line, reindex::unified};
use crate::{
    ops::hook::setup::{Action, Hooks, Scope, Switch, Wired, git},
    output::{
        Human, Page,
        paint::{Ink, paint},
    },
};

impl Human for Hooks {
    fn human(&self, page: &mut Page<'_>) -> io::Result<()> {
        for wired in &self.agents {
            if wired.action.is_some() { changed(page, wired)? } else { state(page, wired)? }
        }
        let looked_at = |wired: &Wired| wired.action.is_none() && wired.agent != git::NAME;
        if self.agents.iter().any(looked_at) { behind(page, &self.behind) } else { Ok(()) }
    }
}

/// What hooks start behind the agents.
fn behind(page: &mut Page<'_>, switches: &[Switch]) -> io::Result<()> {
    let words: Vec<String> =
        switches.iter().map(|switch| format!("{} {}", switch.key, if switch.on { "on" } else { "off" })).collect();
    writeln!(page.out, "{} {}", paint("behind the agents:", Ink::Faint, page.colour), words.join(", "))
}

/// What was done, or would be: the difference first.
pub(super) fn changed(page: &mut Page<'_>, wired: &Wired) -> io::Result<()> {
    for (file, before, after) in &wired.texts {
        unified(page, line(file).trim_start_matches('/'), before, after)?;
    }
    let word = match (wired.action, wired.dry_run) {
        (None | Some(Action::Unchanged), _) => "unchanged",
        (Some(Action::Installed), false) => "installed",
        (Some(Action::Installed), true) => "would install",
        (Some(Action::Removed), false) => "removed",
        (Some(Action::Removed), true) => "would remove",
    };
    let word = paint(word, Ink::Name, page.colour);
    writeln!(page.out, "{word} {}: {}", wired.agent, line(&wired.file))?;
    match &wired.backup {
        Some(backup) => writeln!(page.out, "{} {}", paint("backup:", Ink::Faint, page.colour), line(backup)),
        None => Ok(()),
    }
}

/// How things are.
fn state(page: &mut Page<'_>, wired: &Wired) -> io::Result<()> {
    let scope = match wired.scope {
        Scope::User => "user",
        Scope::Project => "project",
    };
    let (ink, state) = if wired.installed { (Ink::Name, wired.events.join(", ")) } else { (Ink::Faint, "-".into()) };
    let name = format!("{:<9}", wired.agent);
    writeln!(page.out, "{} {scope:<8} {}  {}", paint(&name, ink, page.colour), line(&wired.file), state)
}
