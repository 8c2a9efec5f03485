//! The memories of a store in the order of their paths: most of them as their postings have them, so
//! that nothing is made of a file before it is picked.

use crate::{
    model::{Stamp, memory::FileFacts},
    ops::meaning::{self, Files as _},
    select::Tally,
    store::{Kept, Store},
};

/// The files of a store.
#[derive(Default)]
pub(super) struct Files {
    kept: Option<Kept>,
    /// Those that were looked at one by one.
    others: Vec<FileFacts>,
    order: Vec<At>,
}

/// Where a file is.
#[derive(Clone, Copy)]
enum At {
    /// Among those that are as they were kept.
    Kept(u32),
    /// Among the others.
    Other(u32),
}

impl Files {
    /// These files, sorted; beside them those of `kept` of which `same` is true.
    pub(super) fn new(kept: Option<Kept>, same: &[bool], others: Vec<FileFacts>) -> Self {
        let mut order = Vec::with_capacity(same.len() + others.len());
        let mut left = (0_u32..).zip(&others).peekable();
        if let Some(kept) = &kept {
            for at in (0..same.len()).filter(|at| same[*at]) {
                let name = if left.peek().is_some() { kept.name(at) } else { "" };
                while let Some((other, _)) = left.next_if(|(_, facts)| facts.file.as_str() < name) {
                    order.push(At::Other(other));
                }
                order.push(At::Kept(at as u32));
            }
        }
        order.extend(left.map(|(other, _)| At::Other(other)));
        Self { kept, others, order }
    }

    /// What the files have of a query, from what those have that were kept, and the others.
    pub(super) fn arrange(&self, kept: Tally, others: &Tally) -> Tally {
        if self.others.is_empty() && self.len() == kept.len() {
            return kept;
        }
        let mut all = Tally::default();
        for at in &self.order {
            match *at {
                At::Kept(at) => all.push_from(&kept, at as usize),
                At::Other(at) => all.push_from(others, at as usize),
            }
        }
        all
    }

    /// All of them, made.
    pub(super) fn all(&self, store: &Store) -> Vec<FileFacts> {
        (0..self.len()).filter_map(|at| self.facts(store, at)).collect()
    }
}

impl meaning::Files for Files {
    fn len(&self) -> usize {
        self.order.len()
    }

    fn name(&self, at: usize) -> &str {
        match self.order[at] {
            At::Kept(at) => self.kept.as_ref().map_or("", |kept| kept.name(at as usize)),
            At::Other(at) => &self.others[at as usize].file,
        }
    }

    fn stamp(&self, at: usize) -> Stamp {
        match self.order[at] {
            At::Kept(at) => self.kept.as_ref().map(|kept| kept.stamp(at as usize)).unwrap_or_default(),
            At::Other(at) => self.others[at as usize].stamp,
        }
    }

    fn facts(&self, store: &Store, at: usize) -> Option<FileFacts> {
        match self.order[at] {
            At::Kept(at) => Some(self.kept.as_ref()?.facts(store, at as usize)),
            At::Other(at) => self.others.get(at as usize).cloned(),
        }
    }
}
