//! The state of a file, asked for relative to a directory that is open: the kernel need not walk the
//! whole path for each of thousands.

use std::{ffi::OsStr, io, path::Path};

use crate::model::Stamp;

/// What stands under a name.
pub(super) enum Found {
    /// A regular file.
    File(Stamp),
    /// A link, not followed.
    Link,
    /// A pipe, a device, a folder.
    Other,
}

/// A directory whose files are looked at.
pub(super) struct Below {
    /// Of the directory's path, with the separator behind it.
    prefix: usize,
    #[cfg(unix)]
    handle: Option<rustix::fd::OwnedFd>,
}

impl Below {
    pub(super) fn new(dir: &Path) -> Self {
        let prefix = dir.join("x").as_os_str().len() - 1;
        #[cfg(unix)]
        {
            use rustix::fs::{Mode, OFlags};
            let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
            Self { prefix, handle: rustix::fs::open(dir, flags, Mode::empty()).ok() }
        }
        #[cfg(not(unix))]
        Self { prefix }
    }

    /// Hands over each name in the directory itself, and whether it is a folder's. `false` where the
    /// directory is not open, or does not let itself be listed to the end.
    #[cfg(unix)]
    pub(super) fn list(&self, mut take: impl FnMut(&OsStr, bool)) -> bool {
        use std::os::unix::ffi::OsStrExt as _;

        use rustix::fs::{Dir, FileType};
        let Some(entries) = self.handle.as_ref().and_then(|handle| Dir::read_from(handle).ok()) else { return false };
        for entry in entries {
            let Ok(entry) = entry else { return false };
            let bytes = entry.file_name().to_bytes();
            if bytes == b"." || bytes == b".." {
                continue;
            }
            let is_folder = match entry.file_type() {
                FileType::Unknown => return false,
                kind => kind == FileType::Directory,
            };
            take(OsStr::from_bytes(bytes), is_folder);
        }
        true
    }

    /// As on systems with directory handles, of which this is none.
    #[cfg(not(unix))]
    pub(super) fn list(&self, _take: impl FnMut(&OsStr, bool)) -> bool {
        false
    }

    /// The path below the directory, `/` between parts; bytes that are not UTF-8 are replaced.
    pub(super) fn name(&self, path: &Path) -> String {
        let bytes = path.as_os_str().as_encoded_bytes();
        let name = String::from_utf8_lossy(bytes.get(self.prefix..).unwrap_or(bytes)).into_owned();
        if cfg!(windows) { name.replace('\\', "/") } else { name }
    }

    /// What stands at `path`, which is below the directory.
    ///
    /// # Errors
    /// What the system says.
    pub(super) fn look(&self, path: &Path) -> io::Result<Found> {
        #[cfg(unix)]
        if let Some(handle) = &self.handle {
            return self.relative(handle, path);
        }
        let meta = path.symlink_metadata()?;
        Ok(match meta.file_type() {
            kind if kind.is_file() => Found::File(Stamp::from(&meta)),
            kind if kind.is_symlink() => Found::Link,
            _ => Found::Other,
        })
    }

    #[cfg(unix)]
    fn relative(&self, handle: &rustix::fd::OwnedFd, path: &Path) -> io::Result<Found> {
        use std::os::unix::ffi::OsStrExt as _;

        use rustix::fs::{AtFlags, FileType, statat};
        let bytes = path.as_os_str().as_bytes();
        let stat = statat(handle, bytes.get(self.prefix..).unwrap_or(bytes), AtFlags::SYMLINK_NOFOLLOW)?;
        Ok(match FileType::from_raw_mode(stat.st_mode) {
            FileType::RegularFile => Found::File(stamp(&stat)),
            FileType::Symlink => Found::Link,
            _ => Found::Other,
        })
    }
}

/// As [`Stamp::from`] makes it of the same file. The fields differ in width between systems.
#[cfg(unix)]
#[allow(clippy::unnecessary_cast, clippy::cast_lossless, clippy::cast_sign_loss, clippy::cast_possible_wrap)]
fn stamp(stat: &rustix::fs::Stat) -> Stamp {
    let nanos = |seconds: i64, nanos: i64| seconds.saturating_mul(1_000_000_000).saturating_add(nanos);
    Stamp {
        size: stat.st_size as u64,
        mtime: nanos(stat.st_mtime as i64, stat.st_mtime_nsec as i64),
        ctime: nanos(stat.st_ctime as i64, stat.st_ctime_nsec as i64),
        inode: stat.st_ino as u64,
        device: stat.st_dev as u64,
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{Below, Found};
    use crate::model::Stamp;

    #[test]
    fn a_look_says_what_the_metadata_says() {
        let dir = tempfile::tempdir().unwrap();
        fs::create_dir(dir.path().join("deep")).unwrap();
        for below in ["a.md", "deep/b.md"] {
            let path = dir.path().join(below);
            fs::write(&path, "text").unwrap();
            for spelling in [dir.path().to_owned(), dir.path().join("")] {
                let looker = Below::new(&spelling);
                let path = spelling.join(below);
                assert_eq!(looker.name(&path), below);
                let Found::File(stamp) = looker.look(&path).unwrap() else { panic!("{below} is a file") };
                assert_eq!(stamp, Stamp::from(&path.symlink_metadata().unwrap()));
            }
        }
        let looker = Below::new(dir.path());
        assert!(matches!(looker.look(&dir.path().join("deep")).unwrap(), Found::Other));
        assert!(looker.look(&dir.path().join("gone.md")).is_err());
    }
}
