//! What git knows of commits and files that memories speak of: a call or two, and no longer than a few
//! seconds.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap, HashSet},
    path::Path,
    time::Duration,
};

use super::{
    Project,
    facts::{Commit, Facts, Questions, numbers},
    git,
};
use crate::world::World;

/// Commits that are looked through, the newest first.
const COMMITS: &str = "-n20000";

/// Files of which it is asked where they went.
const GONE: usize = 256;

/// Commits that may have moved them.
const MOVES: usize = 32;

/// Times that a file is followed on.
const HOPS: usize = 3;

/// One call of git.
const TIME: Duration = Duration::from_secs(5);

/// Adds to the facts what git says.
pub fn ask(world: &World, project: &Project, questions: &Questions<'_>, facts: &mut Facts) {
    if !project.in_git() {
        return;
    }
    facts.history = super::gitdir::head(&project.top).is_some();
    if !questions.commits.is_empty() {
        facts.commits = commits(world, &project.top, &questions.commits).unwrap_or_default();
    }
    let gone = |path: &&&str| !facts.may_have(path);
    let gone: Vec<String> =
        questions.cited.keys().filter(gone).take(GONE).map(|path| path.trim_end_matches('/').to_owned()).collect();
    follow(world, &project.top, gone, facts);
}

/// The commits among those asked for.
fn commits(world: &World, top: &Path, asked: &BTreeSet<String>) -> Option<HashMap<String, Commit>> {
    let log = git::run_within(world, top, &["log", COMMITS, "--format=%H %s"], TIME)?;
    let mut by_id = BTreeMap::new();
    let mut by_number = HashMap::new();
    for (id, subject) in log.lines().filter_map(|line| line.split_once(' ')) {
        by_id.insert(id, subject);
        for number in numbers(subject) {
            // The first word of a number is the last commit of it.
            by_number.entry(number).or_insert(id);
        }
    }
    let found = asked.iter().filter_map(|text| {
        let id = match text.starts_with('#') {
            true => by_number.get(text).copied()?,
            false => by_id.range(text.as_str()..).next().map(|(id, _)| *id).filter(|id| id.starts_with(text))?,
        };
        Some((text.clone(), Commit { id: id.to_owned(), subject: by_id[id].to_owned() }))
    });
    Some(found.collect())
}

/// Follows files that are gone to where they are now, or to the commit that took them away.
fn follow(world: &World, top: &Path, gone: Vec<String>, facts: &mut Facts) {
    // Where each cited file was last seen.
    let mut trail: Vec<(String, String)> = gone.into_iter().map(|path| (path.clone(), path)).collect();
    for _ in 0..HOPS {
        let paths: BTreeSet<&str> = trail.iter().map(|(_, at)| at.as_str()).collect();
        let Some(deleted) = deletions(world, top, &paths).filter(|found| !found.is_empty()) else { return };
        let moves = moves(world, top, deleted.values()).unwrap_or_default();
        let mut next = Vec::new();
        for (cited, at) in trail {
            let Some(commit) = deleted.get(&at) else { continue };
            facts.deleted.entry(cited.clone()).or_insert_with(|| commit.clone());
            match moves.get(&at) {
                Some(to) if facts.has(to) => _ = facts.renamed.insert(cited, to.clone()),
                Some(to) => next.push((cited, to.clone())),
                None => {}
            }
        }
        if next.is_empty() {
            return;
        }
        trail = next;
    }
}

/// The last commit that took each of these paths away.
fn deletions(world: &World, top: &Path, paths: &BTreeSet<&str>) -> Option<HashMap<String, Commit>> {
    if paths.is_empty() {
        return None;
    }
    let mut args = vec!["--literal-pathspecs", "log", "-z", COMMITS, "--format=%x1e%H %s"];
    args.extend(["--diff-filter=D", "--name-only", "--no-renames", "--"]);
    args.extend(paths);
    let log = git::run_within(world, top, &args, TIME)?;
    let mut found = HashMap::new();
    for record in log.split('\u{1e}') {
        let (head, files) = record.split_once('\0').unwrap_or((record, ""));
        let Some((id, subject)) = head.split_once(' ') else { continue };
        let commit = Commit { id: id.to_owned(), subject: subject.to_owned() };
        for file in files.split('\0').map(|file| file.trim_start_matches('\n')).filter(|file| paths.contains(file)) {
            found.entry(file.to_owned()).or_insert_with(|| commit.clone());
        }
    }
    Some(found)
}

/// What these commits have moved, from and to.
fn moves<'c>(world: &World, top: &Path, commits: impl Iterator<Item = &'c Commit>) -> Option<HashMap<String, String>> {
    let ids: HashSet<&str> = commits.map(|commit| commit.id.as_str()).collect();
    let mut args = vec!["show", "-z", "--format=", "-M", "--diff-filter=R", "--name-status"];
    args.extend(ids.into_iter().take(MOVES));
    let text = git::run_within(world, top, &args, TIME)?;
    let mut fields = text.split('\0').map(|field| field.trim_start_matches('\n'));
    let mut found = HashMap::new();
    while let Some(field) = fields.next() {
        let is_move = field.strip_prefix('R').is_some_and(|score| score.bytes().all(|digit| digit.is_ascii_digit()));
        if !is_move {
            continue;
        }
        if let (Some(from), Some(to)) = (fields.next(), fields.next()) {
            found.insert(from.to_owned(), to.to_owned());
        }
    }
    Some(found)
}
