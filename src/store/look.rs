//! The state of a file, asked for relative to a directory that is open: the kernel need not walk the
//! whole path for each of thousands.

#[cfg(unix)]
use std::ffi::CStr;
use std::{
    ffi::OsStr,
    io,
    path::{Path, PathBuf},
};

#[cfg(unix)]
use rustix::{
    fd::OwnedFd,
    fs::{AtFlags, FileType, Mode, OFlags, statat},
};

use super::scan::path_of;
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
    dir: PathBuf,
    /// Bytes of its path, with the separator behind it.
    prefix: usize,
    #[cfg(unix)]
    handle: Option<OwnedFd>,
}

impl Below {
    pub(super) fn new(dir: &Path) -> Self {
        let (dir, prefix) = (dir.to_owned(), dir.join("x").as_os_str().len() - 1);
        #[cfg(unix)]
        {
            let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
            Self { handle: rustix::fs::open(&dir, flags, Mode::empty()).ok(), dir, prefix }
        }
        #[cfg(not(unix))]
        Self { dir, prefix }
    }

    /// Hands over each name in the directory itself, and whether it is a folder's. `false` where the
    /// directory is not open, or does not let itself be listed to the end.
    #[cfg(unix)]
    pub(super) fn list(&self, mut take: impl FnMut(&OsStr, bool)) -> bool {
        use std::os::unix::ffi::OsStrExt as _;

        let Some(handle) = &self.handle else { return false };
        entries(handle, |name, kind| {
            let bytes = name.to_bytes();
            if kind != FileType::Unknown && bytes != b"." && bytes != b".." {
                take(OsStr::from_bytes(bytes), kind == FileType::Directory);
            }
            kind != FileType::Unknown
        })
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
            use std::os::unix::ffi::OsStrExt as _;
            let bytes = path.as_os_str().as_bytes();
            return relative(handle, bytes.get(self.prefix..).unwrap_or(bytes));
        }
        let meta = path.symlink_metadata()?;
        Ok(match meta.file_type() {
            kind if kind.is_file() => Found::File(Stamp::from(&meta)),
            kind if kind.is_symlink() => Found::Link,
            _ => Found::Other,
        })
    }

    /// Whether a regular file in this state stands under a name below the directory.
    pub(super) fn is_as(&self, name: &[u8], stamp: &Stamp) -> bool {
        matches!(self.near(name), Ok(Found::File(now)) if now == *stamp)
    }

    /// What stands under a name below the directory.
    fn near(&self, name: &[u8]) -> io::Result<Found> {
        #[cfg(unix)]
        if let Some(handle) = &self.handle {
            return relative(handle, name);
        }
        self.look(&path_of(&self.dir, &String::from_utf8_lossy(name)))
    }
}

#[cfg(unix)]
fn relative(handle: &OwnedFd, name: &[u8]) -> io::Result<Found> {
    let stat = statat(handle, name, AtFlags::SYMLINK_NOFOLLOW)?;
    Ok(match FileType::from_raw_mode(stat.st_mode) {
        FileType::RegularFile => Found::File(stamp(&stat)),
        FileType::Symlink => Found::Link,
        _ => Found::Other,
    })
}

/// Bytes of a directory that are read at once: several hundred names.
#[cfg(target_os = "linux")]
const LIST: usize = 32 * 1024;

/// Hands over the entries of a directory, whose handle is read to its end, until `take` says no.
/// Whether that was all of them.
#[cfg(target_os = "linux")]
fn entries(handle: &OwnedFd, mut take: impl FnMut(&CStr, FileType) -> bool) -> bool {
    let mut buffer = Vec::with_capacity(LIST);
    let mut entries = rustix::fs::RawDir::new(handle, buffer.spare_capacity_mut());
    while let Some(entry) = entries.next() {
        if !entry.is_ok_and(|entry| take(entry.file_name(), entry.file_type())) {
            return false;
        }
    }
    true
}

/// The same, where names come one by one.
#[cfg(all(unix, not(target_os = "linux")))]
fn entries(handle: &OwnedFd, mut take: impl FnMut(&CStr, FileType) -> bool) -> bool {
    let Ok(mut entries) = rustix::fs::Dir::read_from(handle) else { return false };
    entries.all(|entry| entry.is_ok_and(|entry| take(entry.file_name(), entry.file_type())))
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
