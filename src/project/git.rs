//! The git program, asked about a work tree.

use std::{
    io::{Read as _, Write as _},
    path::Path,
    process::{Child, Command, Stdio},
    sync::mpsc,
    thread,
    time::Duration,
};

use crate::world::World;

/// What git prints; nothing when it will not, or is not there.
#[must_use]
pub fn run(world: &World, dir: &Path, args: &[&str]) -> Option<String> {
    let output = command(world, dir, args).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

/// What git prints, given this on its input; with another index than the usual one.
pub(super) fn feed(world: &World, dir: &Path, args: &[&str], index: Option<&Path>, input: Vec<u8>) -> Option<Vec<u8>> {
    let mut git = command(world, dir, args);
    git.envs(index.map(|index| ("GIT_INDEX_FILE", index))).stdin(Stdio::piped());
    let mut child = git.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().ok()?;
    let mut stdin = child.stdin.take()?;
    // By another thread: git answers before it has heard all, and the pipes are short.
    let told = thread::spawn(move || stdin.write_all(&input));
    let output = child.wait_with_output().ok()?;
    let heard = told.join().is_ok_and(|written| written.is_ok());
    (heard && output.status.success()).then_some(output.stdout)
}

/// The same as [`run`], but no longer than this: then git is ended, and nothing has been learned.
pub(super) fn run_within(world: &World, dir: &Path, args: &[&str], time: Duration) -> Option<String> {
    let mut child = command(world, dir, args).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().ok()?;
    let mut stdout = child.stdout.take()?;
    let (send, receive) = mpsc::channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        let read = stdout.read_to_end(&mut bytes).map(|_| bytes);
        // Nobody waits for it any more when the time is over.
        let _ = send.send(read);
    });
    let bytes = receive.recv_timeout(time);
    let done = end(&mut child, bytes.is_ok());
    let bytes = bytes.ok()?.ok()?;
    done.then(|| String::from_utf8_lossy(&bytes).into_owned())
}

/// Whether git has ended well. One that has not closed its output is killed.
fn end(child: &mut Child, closed: bool) -> bool {
    if !closed {
        let _ = child.kill();
    }
    child.wait().is_ok_and(|status| status.success())
}

/// No variable of a surrounding hook redirects it, and no monitor of the work tree is started.
fn command(world: &World, dir: &Path, args: &[&str]) -> Command {
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
    git.args(args).stdin(Stdio::null());
    git
}
