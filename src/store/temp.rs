//! Temporary files beside what they are going to be.

use std::{
    ffi::OsStr,
    fs,
    io::{self, Write as _},
    path::{Path, PathBuf},
};

use tempfile::{Builder, NamedTempFile};

/// They start with this: hidden, so that no reader takes one for a memory …
const PREFIX: &str = ".mem-";
/// … have so many random letters and digits, so that nobody can plant one …
const RANDOM: usize = 6;
/// … and end with this.
const SUFFIX: &str = ".tmp";

/// Whether a file of this name is one that a killed writer left behind.
pub(super) fn is_temp(name: &OsStr) -> bool {
    let middle = name.to_str().and_then(|n| n.strip_prefix(PREFIX)?.strip_suffix(SUFFIX));
    middle.is_some_and(|m| m.len() == RANDOM && m.bytes().all(|b| b.is_ascii_alphanumeric()))
}

/// Removes them from a directory. A link among them goes itself, never what it leads to.
pub(super) fn sweep(dir: &Path) {
    for entry in fs::read_dir(dir).into_iter().flatten().flatten().filter(|e| is_temp(&e.file_name())) {
        discard(&entry.path());
    }
}

/// Whoever cannot remove it cannot write here either, and will say so.
pub(super) fn discard(temp: &PathBuf) {
    let _ = fs::remove_file(temp);
}

/// A file in `dir`, complete and on the disk, with the owner and mode of the file that it is going
/// to replace, or those that a new file gets.
pub(super) fn filled(dir: &Path, bytes: &[u8], old: Option<&fs::Metadata>) -> io::Result<NamedTempFile> {
    let mut temp = empty(dir, old.is_some())?;
    if let Some(old) = old {
        // Before the first byte, so that nobody reads a text who may not read the old one.
        like(temp.as_file(), old)?;
    }
    temp.as_file_mut().write_all(bytes)?;
    temp.as_file().sync_all()?;
    Ok(temp)
}

/// An empty one, for the owner alone or as new files are.
pub(super) fn empty(dir: &Path, private: bool) -> io::Result<NamedTempFile> {
    let mut builder = Builder::new();
    builder.prefix(PREFIX).rand_bytes(RANDOM).suffix(SUFFIX);
    #[cfg(unix)]
    builder.permissions(<fs::Permissions as std::os::unix::fs::PermissionsExt>::from_mode(if private {
        0o600
    } else {
        0o666
    }));
    #[cfg(not(unix))]
    let _ = private;
    builder.tempfile_in(dir).map_err(plain)
}

/// Gives a file owner, group and mode of another. Only root can give files away: then the mode
/// must do.
#[cfg(unix)]
fn like(file: &fs::File, old: &fs::Metadata) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, fchown};
    let new = file.metadata()?;
    if new.gid() != old.gid() {
        let _ = fchown(file, None, Some(old.gid()));
    }
    if new.uid() != old.uid() {
        let _ = fchown(file, Some(old.uid()), None);
    }
    let mode = old.mode() & 0o7777;
    let same_group = file.metadata()?.gid() == old.gid();
    // What the old group might read, ours may only as all others may.
    let mode = if same_group { mode } else { mode & !0o070 | (mode & 0o007) << 3 };
    file.set_permissions(fs::Permissions::from_mode(mode))
}

#[cfg(not(unix))]
fn like(file: &fs::File, old: &fs::Metadata) -> io::Result<()> {
    file.set_permissions(old.permissions())
}

/// What the system said, without the temporary name that `tempfile` adds and nobody can use. It
/// keeps the system's error to itself, so the number is read from its words.
fn plain(err: io::Error) -> io::Error {
    let text = err.to_string();
    let number = text.split_once("(os error ").and_then(|(_, rest)| rest.split(')').next()?.parse().ok());
    number.map_or(err, io::Error::from_raw_os_error)
}

#[cfg(test)]
mod tests {
    use super::is_temp;

    #[test]
    fn an_error_names_no_temporary_file() {
        let err = super::empty(std::path::Path::new("/nowhere/at/all"), true).unwrap_err();
        assert_eq!(err.to_string(), std::io::Error::from_raw_os_error(2).to_string());
    }

    #[test]
    fn only_its_own_files_are_temporary() {
        let dir = tempfile::tempdir().unwrap();
        let made = super::empty(dir.path(), true).unwrap();
        assert!(is_temp(made.path().file_name().unwrap()));
        for other in [".mem-.tmp", ".mem-notes.tmp", ".mem-my-own.tmp", ".mem.toml", ".mem-a/b.c.tmp", "mem-abcdef.tmp"]
        {
            assert!(!is_temp(other.as_ref()), "{other}");
        }
    }
}
