//! Why a hook said nothing: lines in a file, since a hook has nobody to tell.

use std::{
    fs::{self, File},
    io::{self, Write as _},
    path::{Path, PathBuf},
};

use crate::{
    model::text,
    store::locate::create_private,
    world::{World, WorldError},
};

/// Bytes from which a new file is begun; the last one is kept beside it.
const BYTES: u64 = 256 * 1024;
/// Characters of one reason.
const CHARS: usize = 400;

/// Where the lines are.
///
/// # Errors
/// [`WorldError::Home`] when there is no place for it.
pub fn file(world: &World) -> Result<PathBuf, WorldError> {
    Ok(world.xdg("XDG_STATE_HOME", ".local/state")?.join("mem/hook.log"))
}

/// Adds a line. A log that cannot be written is no reason to fail, and there is nobody to tell.
pub fn note(world: &World, agent: &str, why: &str) {
    let Ok(path) = file(world) else { return };
    let time = world.now().strftime("%Y-%m-%dT%H:%M:%SZ");
    let line = format!("{time} {agent}: {}\n", text::clip(&text::one_line(why), CHARS));
    let _ = open(&path).and_then(|mut file| {
        // In one write, so that the lines of two hooks do not mix.
        file.write_all(line.as_bytes())?;
        if file.metadata()?.len() > BYTES { fs::rename(&path, path.with_extension("log.1")) } else { Ok(()) }
    });
}

/// The file for what a worker has to say, for whom nobody waits either.
#[must_use]
pub fn for_worker(world: &World) -> Option<File> {
    open(&file(world).ok()?).ok()
}

fn open(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.append(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    match options.open(path) {
        Err(err) if err.kind() == io::ErrorKind::NotFound => {
            path.parent().map_or(Ok(()), create_private)?;
            options.open(path)
        }
        opened => opened,
    }
}
