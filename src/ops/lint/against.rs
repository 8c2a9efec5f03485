//! The project that memories are judged against.

use std::path::Path;

use crate::{
    lint::{Facts, Questions},
    ops::row::display,
    project::{Project, history, text},
    world::World,
};

/// What the word for a state begins with that consists of names alone.
const NAMES: &str = "names ";

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

    /// What its answers so far depend on, in one word: which files it has, and, where any was asked about
    /// more than its name, the state of them all; and its history. `None` while they are being changed.
    pub(in crate::ops) fn state(&self) -> Option<String> {
        if self.survey.is_read() { self.by_content() } else { Some(self.by_names()) }
    }

    /// Whether answers that depended on this state still hold.
    pub(in crate::ops) fn is_in(&self, state: &str) -> bool {
        let now = if state.starts_with(NAMES) { Some(self.by_names()) } else { self.by_content() };
        now.as_deref() == Some(state)
    }

    fn by_names(&self) -> String {
        format!("{NAMES}{:x} {}", self.survey.names(), self.head())
    }

    fn by_content(&self) -> Option<String> {
        Some(format!("{:x} {}", self.survey.state()?, self.head()))
    }

    fn head(&self) -> String {
        self.project.head().unwrap_or_default()
    }

    /// What it answers.
    pub(in crate::ops) fn answer(&self, questions: &Questions<'_>) -> Facts {
        let mut facts = self.survey.answer(self.world, questions);
        history::ask(self.world, self.project, questions, &mut facts);
        facts
    }
}
