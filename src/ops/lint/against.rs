//! The project that memories are judged against.

use std::{convert::Infallible, marker::PhantomData, path::Path};

use crate::{
    lint::{Facts, Questions},
    project::Project,
    world::World,
};

/// A project that can be asked.
pub(in crate::ops) struct Against<'a> {
    never: Infallible,
    _world: PhantomData<&'a World>,
}

impl<'a> Against<'a> {
    /// The project, looked at; `None` where there is nothing to judge by.
    pub(in crate::ops) fn new(_: &'a World, _: Option<&'a Project>, _: &Path) -> Option<Self> {
        None
    }

    /// Where it begins.
    pub(in crate::ops) fn top(&self) -> String {
        match self.never {}
    }

    /// One word for the state of its files; `None` while they are being changed.
    pub(in crate::ops) fn state(&self) -> Option<String> {
        match self.never {}
    }

    /// What it answers.
    pub(in crate::ops) fn answer(&self, _: &Questions) -> Facts {
        match self.never {}
    }
}
