//! When the project's git last touched each memory of a store that it tracks: a clone resets every
//! file's own time.
//!
//! git is asked once for each HEAD and only for what is new since the last; the answer is kept in
//! `$XDG_CACHE_HOME/mem`. A file that was changed since its date was taken has no date.

use std::{
    collections::{HashMap, HashSet},
    fs,
    path::{Path, PathBuf},
};

use super::{Project, git, gitdir};
use crate::{
    model::{Stamp, age::Dates, digest},
    world::World,
};

/// What is kept between commands.
#[derive(Default)]
struct Known {
    /// The commit that it speaks of.
    head: String,
    dates: Dates,
}

/// The dates of the files in `dir`; none outside of the project's work tree or without git. With
/// `ask` false only what is known already: a hook never starts git.
#[must_use]
pub fn of(world: &World, project: &Project, dir: &Path, ask: bool) -> Dates {
    let inside = || dir.canonicalize().ok().filter(|dir| dir.starts_with(&project.top));
    let Some(dir) = project.in_git().then(inside).flatten() else { return Dates::default() };
    let Some(head) = gitdir::head(&project.top) else { return Dates::default() };
    let path = cache_path(world, &dir);
    let known = path.as_deref().and_then(load).unwrap_or_default();
    if known.head == head || !ask {
        return known.dates;
    }
    let dates = taken(world, &dir, &head, known).unwrap_or_default();
    if let Some(path) = path {
        save(&path, &head, &dates);
    }
    dates
}

/// The dates as of `head`: what was known, and over it what came since.
fn taken(world: &World, dir: &Path, head: &str, known: Known) -> Option<Dates> {
    let log = |range: &str| {
        git::run(
            world,
            dir,
            &["log", "-z", "--format=%x1e%ct", "--name-only", "--no-renames", "--relative", range, "--", "."],
        )
    };
    let (text, mut times): (String, HashMap<String, i64>) =
        match log(&format!("{}..{head}", known.head)).filter(|_| !known.head.is_empty()) {
            Some(text) => (text, known.dates.into_iter().map(|(file, (_, time))| (file, time)).collect()),
            None => (log(head)?, HashMap::new()),
        };
    let mut seen = HashSet::new();
    for record in text.split('\u{1e}') {
        let (time, files) = record.split_once('\0').unwrap_or((record, ""));
        let Ok(time) = time.trim().parse::<i64>() else { continue };
        for file in files.split('\0').map(|f| f.trim_start_matches('\n')).filter(|f| !f.is_empty()) {
            // Newest first: the first word on a file is the last commit of it.
            if seen.insert(file.to_owned()) {
                times.insert(file.to_owned(), time);
            }
        }
    }
    let changed =
        git::run(world, dir, &["diff", "-z", "--name-only", "--no-renames", "--relative", "HEAD", "--", "."])?;
    let changed: HashSet<&str> = changed.split('\0').collect();
    let clean = times.into_iter().filter(|(file, _)| !changed.contains(file.as_str()));
    let dated = clean.filter_map(|(file, time)| {
        let stamp = Stamp::from(&dir.join(&file).metadata().ok()?);
        Some((file, (stamp, time)))
    });
    Some(dated.collect())
}

fn cache_path(world: &World, dir: &Path) -> Option<PathBuf> {
    let folder = world.xdg("XDG_CACHE_HOME", ".cache").ok()?;
    Some(folder.join("mem").join(format!("{}.dates", digest::project_hash(dir.as_os_str().as_encoded_bytes()))))
}

/// `HEAD`, then an entry a file, each ended by NUL, then `end`: a file that was cut short is none.
fn load(path: &Path) -> Option<Known> {
    let text = fs::read_to_string(path).ok()?;
    let mut parts = text.strip_suffix("\0end")?.split('\0');
    let head = parts.next()?.to_owned();
    let entry = |part: &str| {
        let (stamp, rest) = part.split_once(' ')?;
        let (time, file) = rest.split_once(' ')?;
        Some((file.to_owned(), (stamp.parse().ok()?, time.parse().ok()?)))
    };
    Some(Known { head, dates: parts.map(entry).collect::<Option<_>>()? })
}

fn save(path: &Path, head: &str, dates: &Dates) {
    let mut text = head.to_owned();
    let mut files: Vec<_> = dates.iter().collect();
    files.sort_by_key(|(file, _)| *file);
    for (file, (stamp, time)) in files {
        text.push_str(&format!("\0{} {time} {file}", stamp.text()));
    }
    text.push_str("\0end");
    let temp = path.with_extension(format!("dates.{}", std::process::id()));
    // A cache that cannot be written costs a run of git next time.
    let made = path.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| fs::write(&temp, text));
    let _ = made.and_then(|()| fs::rename(&temp, path));
}
