//! Where each program keeps the memory of a project.

use std::path::{Path, PathBuf};

use super::Roots;
use crate::{
    model::digest,
    world::{World, WorldError},
};

/// A team's store, inside the project.
pub const IN_PROJECT: &str = ".claude/memory";

/// Longer slugs are cut here and get a hash.
const LONGEST_SLUG: usize = 200;

/// One directory that Claude Code may use for the project.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Claude {
    /// The memory directory.
    pub dir: PathBuf,
    /// The path that it is named after.
    pub path: PathBuf,
    /// How sure that is.
    pub name: Name,
}

/// How a directory got its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Name {
    /// The user has chosen it.
    Chosen,
    /// The slug of the path.
    Slug,
    /// Agrees with the slug up to its hash.
    Prefix,
}

/// The directories that can hold the memory of one project.
pub(super) struct Candidates<'a> {
    world: &'a World,
    /// The project.
    pub roots: &'a Roots,
    /// mem's folder for the project, unless there is no home for it.
    pub folder: Result<PathBuf, WorldError>,
}

impl<'a> Candidates<'a> {
    pub(super) fn new(world: &'a World, roots: &'a Roots) -> Self {
        let hash = digest::project_hash(roots.root.as_os_str().as_encoded_bytes());
        let folder = mem_projects(world).map(|projects| projects.join(hash));
        Self { world, roots, folder }
    }

    /// mem's own store.
    pub(super) fn own(&self) -> Result<PathBuf, WorldError> {
        Ok(self.folder.as_ref().map_err(Clone::clone)?.join("memory"))
    }

    /// Claude Code's, best first: by the root, as it does today; by the work tree and the working
    /// directory, as it did and at times still does.
    pub(super) fn claude(&self) -> Result<Vec<Claude>, WorldError> {
        let projects = claude_projects(self.world)?;
        let is_configured = self.world.var(CLAUDE_CONFIG).is_some();
        let name = self.world.text("CLAUDE_CODE_PROJECT_DIR_NAME").filter(|name| is_configured && is_name(name));
        if let Some(name) = name {
            let (dir, path) = (projects.join(name).join("memory"), self.roots.root.clone());
            return Ok(vec![Claude { dir, path, name: Name::Chosen }]);
        }
        Ok(self.names().into_iter().flat_map(|path| by_slug(&projects, path)).collect())
    }

    /// mini-claude's: by the working directory, whatever that was.
    pub(super) fn mini_claude(&self) -> Result<Vec<PathBuf>, WorldError> {
        let projects = mini_claude_projects(self.world)?;
        let dir = |path: &Path| {
            let hash = digest::project_hash(path.as_os_str().as_encoded_bytes());
            projects.join(hash).join("memory")
        };
        Ok(self.names().into_iter().map(dir).collect())
    }

    /// The paths that a store may be named after, each once.
    fn names(&self) -> Vec<&'a Path> {
        let Roots { root, top, cwd, .. } = self.roots;
        let mut names: Vec<&Path> = vec![root, top, cwd];
        names.dedup();
        names
    }
}

/// The variable that names another place for `~/.claude`.
const CLAUDE_CONFIG: &str = "CLAUDE_CONFIG_DIR";

/// Where mem keeps its own stores, a folder for each project.
pub(super) fn mem_projects(world: &World) -> Result<PathBuf, WorldError> {
    Ok(mem_home(world)?.join("projects"))
}

/// The same for Claude Code.
pub(super) fn claude_projects(world: &World) -> Result<PathBuf, WorldError> {
    let config = match world.var(CLAUDE_CONFIG).map(Path::new) {
        Some(dir) if dir.is_absolute() => dir.to_owned(),
        Some(dir) => world.cwd()?.join(dir),
        None => world.home()?.join(".claude"),
    };
    Ok(config.join("projects"))
}

/// The same for mini-claude.
pub(super) fn mini_claude_projects(world: &World) -> Result<PathBuf, WorldError> {
    Ok(world.home()?.join(".mini-claude/projects"))
}

/// `$MEM_HOME`: where mem keeps its own stores, histories and records.
///
/// # Errors
/// [`WorldError::Home`] when it is relative, or unset and there is no home directory.
pub fn mem_home(world: &World) -> Result<PathBuf, WorldError> {
    match world.var("MEM_HOME").map(Path::new) {
        Some(home) if home.is_absolute() => Ok(home.to_owned()),
        Some(home) => Err(WorldError::Home(format!("MEM_HOME is not an absolute path: {}", home.display()))),
        None => Ok(world.xdg("XDG_DATA_HOME", ".local/share")?.join("mem")),
    }
}

/// Claude Code's name for a path: each UTF-16 unit that is no ASCII letter or digit becomes `-`; a
/// long one is cut and gets a hash. Different paths can have the same name.
#[must_use]
pub fn claude_slug(path: &Path) -> String {
    let text = path.to_string_lossy();
    let plain = |unit: u16| u8::try_from(unit).ok().filter(u8::is_ascii_alphanumeric).map_or('-', char::from);
    let slug: String = text.encode_utf16().map(plain).collect();
    match slug.get(..LONGEST_SLUG) {
        Some(start) if slug.len() > LONGEST_SLUG => format!("{start}-{}", base36(js_hash(&text).unsigned_abs())),
        _ => slug,
    }
}

/// The directory of that slug; when a long one is missing, those that agree up to the hash, for the
/// hash is not documented.
fn by_slug(projects: &Path, path: &Path) -> Vec<Claude> {
    let slug = claude_slug(path);
    let candidate = |folder: PathBuf, name| Claude { dir: folder.join("memory"), path: path.to_owned(), name };
    let exact = candidate(projects.join(&slug), Name::Slug);
    let mut found = Vec::new();
    if slug.len() > LONGEST_SLUG && !exact.dir.is_dir() {
        let start = &slug[..=LONGEST_SLUG];
        let entries = projects.read_dir().into_iter().flatten().flatten();
        let alike = entries.filter(|e| e.file_name().as_encoded_bytes().starts_with(start.as_bytes()));
        found.extend(alike.map(|e| candidate(e.path(), Name::Prefix)));
        found.sort_by(|a, b| a.dir.cmp(&b.dir));
    }
    found.insert(0, exact);
    found
}

/// Another directory on this disk with the same slug: a neighbour, or one whose path differs in a
/// single `/` or `-`.
pub(super) fn look_alike(path: &Path) -> Option<PathBuf> {
    neighbour(path).or_else(|| split_elsewhere(path))
}

fn neighbour(path: &Path) -> Option<PathBuf> {
    const LOOK_AT_MOST: usize = 1000;
    let (name, parent) = (path.file_name()?, path.parent()?);
    let slug = claude_slug(Path::new(name));
    let entries = parent.read_dir().ok()?.flatten().take(LOOK_AT_MOST);
    let mut alike = entries.filter(|e| e.file_name() != name && claude_slug(Path::new(&e.file_name())) == slug);
    alike.find(|e| e.path().is_dir()).map(|e| e.path())
}

fn split_elsewhere(path: &Path) -> Option<PathBuf> {
    let text = path.to_str()?;
    let swap = |(at, sign): (usize, &str)| {
        let other = if sign == "/" { "-" } else { "/" };
        PathBuf::from(format!("{}{other}{}", &text[..at], &text[at + 1..]))
    };
    // The first slash is not part of a name.
    let signs = text.match_indices(['/', '-']).skip(1);
    signs.map(swap).find(|other| other.is_dir() && other != path)
}

/// JavaScript's usual string hash: 32 bits, over UTF-16 units.
fn js_hash(text: &str) -> i32 {
    text.encode_utf16().fold(0_i32, |h, unit| h.wrapping_mul(31).wrapping_add(i32::from(unit)))
}

fn base36(mut number: u32) -> String {
    let mut digits = Vec::new();
    loop {
        digits.push(char::from_digit(number % 36, 36).unwrap_or('0'));
        number /= 36;
        if number == 0 {
            return digits.iter().rev().collect();
        }
    }
}

/// What Claude Code takes as a name.
fn is_name(name: &str) -> bool {
    (1..=64).contains(&name.len()) && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slugs_of_claude() {
        for (path, want) in [
            ("/Users/me/proj/.worktrees/2573", "-Users-me-proj--worktrees-2573"),
            ("/private/tmp/a_b c", "-private-tmp-a-b-c"),
            ("/w/新聞", "-w---"),
            ("/w/🐘", "-w---"),
        ] {
            assert_eq!(claude_slug(Path::new(path)), want);
        }
    }

    #[test]
    fn a_long_slug_is_cut_and_hashed() {
        let path = format!("/{}", "a".repeat(250));
        let slug = claude_slug(Path::new(&path));
        assert!(slug.starts_with(&format!("-{}-", "a".repeat(199))), "{slug}");
        assert_eq!(slug.rsplit('-').next().unwrap(), base36(js_hash(&path).unsigned_abs()));
        assert_eq!(claude_slug(Path::new(&path[..200])).len(), 200);
    }

    #[test]
    fn javascript_numbers() {
        assert_eq!((js_hash("abc"), js_hash("hello world")), (96_354, 1_794_106_052));
        assert_eq!((base36(0), base36(35), base36(96_354)), ("0".into(), "z".into(), "22ci".into()));
    }
}
