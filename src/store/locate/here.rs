//! The store that the working directory lies in: who goes there and looks around means this one, and not
//! a new one for the directory itself.

use std::path::{Path, PathBuf};

use super::{Layout, candidates};
use crate::world::World;

/// The store around the working directory, where programs keep those of their projects, and whose it is.
#[must_use]
pub fn here(world: &World) -> Option<(PathBuf, Layout)> {
    // Elsewhere nothing is asked of the disk.
    let mut called_so =
        world.cwd().ok()?.ancestors().filter(|dir| dir.file_name().is_some_and(|name| name == "memory"));
    let whose = |projects: &Path| {
        let homes = [
            (candidates::mem_projects(world), Layout::Mem),
            (candidates::claude_projects(world), Layout::Claude),
            (candidates::mini_claude_projects(world), Layout::MiniClaude),
        ];
        let is_it = |home: &PathBuf| home.canonicalize().is_ok_and(|home| home == projects);
        homes.into_iter().find(|(home, _)| home.as_ref().is_ok_and(is_it)).map(|(_, layout)| layout)
    };
    called_so.find_map(|dir| Some((dir.to_owned(), whose(dir.parent()?.parent()?)?)))
}
