//! The rules that look for a store of the project, in their order.

use std::path::{Path, PathBuf};

use super::{
    Ask, Layout, LocateError, Note, Roots, Rule,
    candidates::{self, Candidates},
    evidence, inside,
    record::{self, Record},
};
use crate::world::World;

/// A directory, whose it is, and why.
pub(super) type Choice = (PathBuf, Layout, Rule);

/// Rules 2 to 6 at work.
pub(super) struct Search<'a> {
    /// The directories in question.
    pub candidates: Candidates<'a>,
    /// The choice made earlier.
    pub recorded: Option<Record>,
    /// Why mem's own folder cannot be used.
    collision: Option<LocateError>,
    /// What the user should hear.
    pub notes: Vec<Note>,
}

impl<'a> Search<'a> {
    pub(super) fn new(world: &'a World, roots: &'a Roots) -> Self {
        let candidates = Candidates::new(world, roots);
        let mut search = Self { candidates, recorded: None, collision: None, notes: Vec::new() };
        search.read_record();
        search
    }

    /// The first rule that applies.
    pub(super) fn run(&mut self, ask: &Ask<'_>) -> Result<Choice, LocateError> {
        let layout = ask.layout.and_then(Layout::from_name);
        if let Some(dir) = ask.store_dir.and_then(|dir| self.in_project(dir)) {
            return Ok((dir, Layout::Project, Rule::ProjectFile));
        }
        if let Some(dir) = layout.map(|layout| self.chosen(layout)).transpose()?.flatten() {
            return Ok((dir, layout.unwrap_or(Layout::Mem), Rule::UserConfig));
        }
        match self.recorded_place()?.or_else(|| self.found()) {
            Some(choice) => Ok(choice),
            None => Ok((self.own()?, Layout::Mem, Rule::Own)),
        }
    }

    /// Rule 2, also for a store inside the project that is found: not where a link leads outside.
    fn in_project(&mut self, relative: &Path) -> Option<PathBuf> {
        let tree = &self.candidates.roots.tree;
        let dir = tree.join(relative);
        match inside::leaves(tree, &dir) {
            None => Some(dir),
            Some(target) => {
                self.notes.push(Note::Escapes { dir, target });
                None
            }
        }
    }

    /// Rule 3. The directory need not exist, unless it is another project's.
    fn chosen(&mut self, layout: Layout) -> Result<Option<PathBuf>, LocateError> {
        match layout {
            Layout::Mem => self.own().map(Some),
            Layout::MiniClaude => {
                let all = self.candidates.mini_claude()?;
                Ok(all.iter().find(|dir| dir.is_dir()).or(all.first()).cloned())
            }
            Layout::Claude => {
                let first = self.candidates.claude()?.into_iter().next();
                let missing = first.filter(|first| !first.dir.is_dir()).map(|first| first.dir);
                Ok(self.claude().or(missing))
            }
            Layout::Dir | Layout::Project => Ok(None),
        }
    }

    /// Rule 4.
    fn recorded_place(&mut self) -> Result<Option<Choice>, LocateError> {
        let Some(Record { layout, dir, .. }) = self.recorded.clone() else { return Ok(None) };
        let dir = match layout {
            // Not the recorded path: `MEM_HOME` may have been moved as a whole.
            Layout::Mem => self.own()?,
            Layout::Project => match self.in_project(&dir) {
                Some(dir) => dir,
                None => return Ok(None),
            },
            _ => dir,
        };
        Ok(Some((dir, layout, Rule::Recorded)))
    }

    /// Rule 5.
    fn found(&mut self) -> Option<Choice> {
        let team = self.candidates.roots.tree.join(candidates::IN_PROJECT);
        if team.is_dir()
            && let Some(dir) = self.in_project(&team)
        {
            return Some((dir, Layout::Project, Rule::Found));
        }
        if let Some(dir) = self.claude() {
            return Some((dir, Layout::Claude, Rule::Found));
        }
        let mini = self.candidates.mini_claude().ok()?.into_iter().find(|dir| dir.is_dir())?;
        Some((mini, Layout::MiniClaude, Rule::Found))
    }

    /// The first directory of Claude Code that is this project's.
    fn claude(&mut self) -> Option<PathBuf> {
        let mine = self.recorded.as_ref().map(|record| record.dir.clone());
        let root = &self.candidates.roots.root;
        for candidate in self.candidates.claude().ok()?.into_iter().filter(|c| c.dir.is_dir()) {
            let known = mine.as_ref() == Some(&candidate.dir);
            let note = if known { None } else { evidence::judge(&candidate, &self.candidates) };
            let refused = note.as_ref().is_some_and(Note::refuses);
            // That a sub-directory's name meets another project's is no news to anybody.
            let news = note.filter(|note| (!refused || candidate.path == *root) && !self.notes.contains(note));
            self.notes.extend(news);
            if !refused {
                return Some(candidate.dir);
            }
        }
        None
    }

    /// Rule 6.
    fn own(&mut self) -> Result<PathBuf, LocateError> {
        match self.collision.take() {
            Some(error) => Err(error),
            None => Ok(self.candidates.own()?),
        }
    }

    fn read_record(&mut self) {
        let Ok(folder) = &self.candidates.folder else { return };
        let file = folder.join(record::FILE);
        match record::read(&file) {
            Ok(None) => {}
            Err(why) => self.notes.push(Note::BadRecord { file, why }),
            // A folder moved by hand, to follow a moved project, still names the old place.
            Ok(Some(found)) if found.path == self.candidates.roots.root || !found.path.exists() => {
                self.recorded = Some(found);
            }
            Ok(Some(found)) => {
                let ours = self.candidates.roots.root.clone();
                self.collision = Some(LocateError::Collision { file, ours, theirs: found.path });
            }
        }
    }
}
