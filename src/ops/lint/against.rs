//! The project that memories are judged against.

use std::path::Path;

use crate::{
    lint::{Facts, Questions},
    ops::row::display,
    project::{Project, history, text},
    world::World,
};

/// A project, looked at, that can be asked.
pub(in crate::ops) struct Against<'a> {
    world: &'a World,
    project: &'a Project,
    survey: text::Survey,
}

impl<'a> Against<'a> {
    /// The project without the store in it; `None` where there is nothing to judge by.
    pub(in crate::ops) fn new(world: &'a World, project: Option<&'a Project>, store: &Path) -> Option<Self> {
        let project = project?;
        Some(Self { world, project, survey: text::survey(world, project, store)? })
    }

    /// Where it begins.
    pub(in crate::ops) fn top(&self) -> String {
        display(&self.project.top)
    }

    /// One word for the state of its files and its history; `None` while they are being changed.
    pub(in crate::ops) fn state(&self) -> Option<String> {
        let head = self.project.head().unwrap_or_default();
        Some(format!("{:x} {head}", self.survey.state()?))
    }

    /// What it answers.
    pub(in crate::ops) fn answer(&self, questions: &Questions<'_>) -> Facts {
        let mut facts = self.survey.answer(self.world, questions);
        history::ask(self.world, self.project, questions, &mut facts);
        facts
    }
}
