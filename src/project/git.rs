//! The project's git as the person has set it up: their settings count, no variable redirects it.

use std::{
    path::Path,
    process::{Command, Stdio},
};

use crate::world::World;

/// What git prints; nothing when it will not or is not there. No variable of a surrounding hook
/// redirects it, and no monitor of the work tree is started.
#[must_use]
pub fn git(world: &World, dir: &Path, args: &[&str]) -> Option<String> {
    let mut git = Command::new("git");
    git.env_clear()
        .envs(world.var("PATH").map(|path| ("PATH", path)))
        .envs(world.var("HOME").map(|home| ("HOME", home)));
    git.env("GIT_OPTIONAL_LOCKS", "0").env("LC_ALL", "C").arg("-C").arg(dir);
    git.args([
        "--no-pager",
        "-c",
        "core.fsmonitor=false",
        "-c",
        "core.quotePath=false",
        "-c",
        "log.showSignature=false",
    ]);
    let output = git.args(args).stdin(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}
