//! `project.json`: the choice of a store, remembered beside mem's own.
//!
//! It also says which project a folder is for, so that a moved project is met with a hint and two
//! projects of one name are noticed.

use std::{
    ffi::OsString,
    fs::{self, File},
    io::{self, Read as _, Write as _},
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};

use super::{Layout, Place};
use crate::model::digest;

/// Its name in the project's folder.
pub(super) const FILE: &str = "project.json";

/// A longer one is not ours.
const READ_AT_MOST: u64 = 64 * 1024;

/// A remembered choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Record {
    /// The project's root.
    pub path: PathBuf,
    /// Whose directory it is.
    pub layout: Layout,
    /// The directory.
    pub dir: PathBuf,
    /// The root's device and inode, which a rename keeps.
    pub identity: Option<(u64, u64)>,
}

/// As it stands in the file. Bytes that are not UTF-8 are kept in hex beside a readable form.
#[derive(Serialize, Deserialize)]
struct Stored {
    path: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    path_hex: Option<String>,
    layout: String,
    dir: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    dir_hex: Option<String>,
    #[serde(default)]
    device: Option<u64>,
    #[serde(default)]
    inode: Option<u64>,
}

impl Record {
    /// Whether its project is gone from its place and `root` is the same directory.
    pub(super) fn was(&self, root: &Path) -> bool {
        self.identity.is_some() && self.identity == identity(root) && !self.path.exists()
    }
}

/// Remembers the choice, for the first write. Nothing to do when the directory was named by hand or
/// by the project, or when the same is remembered already.
///
/// # Errors
/// The I/O error of writing the file; `AlreadyExists` when it is another living project's.
pub fn record(place: &Place) -> io::Result<()> {
    let (Some(file), Some(roots)) = (&place.record, &place.roots) else { return Ok(()) };
    let new = Record {
        path: roots.root.clone(),
        layout: place.layout,
        dir: place.dir.clone(),
        identity: identity(&roots.root),
    };
    match read(file) {
        Ok(Some(old)) if old == new => Ok(()),
        Ok(Some(old)) if old.path != new.path && old.path.exists() => Err(io::Error::new(
            io::ErrorKind::AlreadyExists,
            format!("{} belongs to {}", file.display(), old.path.display()),
        )),
        _ => write(file, &new),
    }
}

/// Makes mem's own store before the first write, for nobody else to read. Whoever cannot make it
/// is told so by the write.
pub fn make_private(place: &Place) {
    if place.layout == Layout::Mem && !place.exists {
        let _ = create_private(&place.dir);
    }
}

/// The record in a file; none when there is no such file.
pub(super) fn read(file: &Path) -> Result<Option<Record>, String> {
    let opened = match File::open(file) {
        Ok(opened) => opened,
        Err(e) if matches!(e.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => return Ok(None),
        Err(e) => return Err(e.to_string()),
    };
    let mut bytes = Vec::new();
    opened.take(READ_AT_MOST).read_to_end(&mut bytes).map_err(|e| e.to_string())?;
    let stored: Stored = serde_json::from_slice(&bytes).map_err(|e| e.to_string())?;
    let layout = Layout::from_name(&stored.layout).ok_or_else(|| format!("unknown layout {:?}", stored.layout))?;
    Ok(Some(Record {
        path: decode(stored.path, stored.path_hex)?,
        layout,
        dir: decode(stored.dir, stored.dir_hex)?,
        identity: stored.device.zip(stored.inode),
    }))
}

/// Every readable record below mem's folder of projects.
pub(super) fn all(projects: &Path) -> impl Iterator<Item = Record> {
    let entries = projects.read_dir().into_iter().flatten().flatten();
    entries.filter_map(|entry| read(&entry.path().join(FILE)).ok().flatten())
}

/// Writes the file whole or not at all.
fn write(file: &Path, record: &Record) -> io::Result<()> {
    let folder = file.parent().unwrap_or(file);
    create_private(folder)?;
    let (path, path_hex) = encode(&record.path);
    let (dir, dir_hex) = encode(&record.dir);
    let (device, inode) = record.identity.unzip();
    let stored = Stored { path, path_hex, layout: record.layout.name().into(), dir, dir_hex, device, inode };
    let mut text = serde_json::to_vec_pretty(&stored)?;
    text.push(b'\n');
    let mut temp = tempfile::Builder::new().prefix(".project.json.").tempfile_in(folder)?;
    temp.write_all(&text)?;
    temp.as_file().sync_all()?;
    temp.persist(file).map_err(|e| e.error)?;
    Ok(())
}

/// Memories are nobody else's business.
/// Makes a directory, and those on the way, for nobody else to read.
pub fn create_private(dir: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(dir)
}

fn encode(path: &Path) -> (String, Option<String>) {
    match path.to_str() {
        Some(text) => (text.into(), None),
        None => (path.to_string_lossy().into(), Some(digest::hex(path.as_os_str().as_encoded_bytes()))),
    }
}

fn decode(text: String, hex: Option<String>) -> Result<PathBuf, String> {
    let path = match hex {
        None => PathBuf::from(text),
        Some(hex) => path_from(digest::unhex(&hex).ok_or("its hex digits are damaged")?),
    };
    if path.is_absolute() { Ok(path) } else { Err(format!("{} is not an absolute path", path.display())) }
}

#[cfg(unix)]
fn path_from(bytes: Vec<u8>) -> PathBuf {
    use std::os::unix::ffi::OsStringExt as _;
    OsString::from_vec(bytes).into()
}

#[cfg(not(unix))]
fn path_from(bytes: Vec<u8>) -> PathBuf {
    OsString::from(String::from_utf8_lossy(&bytes).into_owned()).into()
}

#[cfg(unix)]
fn identity(root: &Path) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt as _;
    fs::metadata(root).ok().map(|meta| (meta.dev(), meta.ino()))
}

#[cfg(not(unix))]
fn identity(_: &Path) -> Option<(u64, u64)> {
    None
}
