//! How old a memory is: its header, then git, then the file's own time.

use std::{
    fs::{self, File},
    path::Path,
    process::Command,
    time::{Duration, SystemTime},
};

use crate::support::Mem;

const UNDATED: &str = "---\nname: A\ndescription: d\ntype: project\n---\nb\n";
const DATED: &str = "---\nname: B\ndescription: d\ntype: project\nmodified: 2026-01-10T09:00:00Z\n---\nb\n";

/// git in `dir`, with a date for what it commits.
fn git(dir: &Path, date: &str, args: &[&str]) {
    let mut git = Command::new("git");
    git.env_clear().env("PATH", std::env::var_os("PATH").unwrap()).env("HOME", dir).current_dir(dir);
    git.envs([("GIT_AUTHOR_DATE", date), ("GIT_COMMITTER_DATE", date)]);
    git.args(["-c", "user.name=n", "-c", "user.email=e@example.com", "-c", "init.defaultBranch=main"]);
    let output = git.args(args).output().unwrap();
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
}

/// A project whose store is committed on 2026-06-01, cloned today.
fn cloned() -> Mem {
    let mem = Mem::project();
    let origin = mem.root().join("origin");
    fs::create_dir_all(origin.join(".claude/memory")).unwrap();
    fs::write(origin.join(".claude/memory/project_a.md"), UNDATED).unwrap();
    fs::write(origin.join(".claude/memory/project_b.md"), DATED).unwrap();
    git(&origin, "2026-06-01T00:00:00Z", &["init", "-q"]);
    git(&origin, "2026-06-01T00:00:00Z", &["add", "."]);
    git(&origin, "2026-06-01T00:00:00Z", &["commit", "-q", "-m", "first"]);
    fs::remove_dir(mem.cwd()).unwrap();
    git(&mem.root(), "2026-06-01T00:00:00Z", &["clone", "-q", "origin", "project"]);
    mem
}

fn ages(mem: &Mem) -> Vec<(String, i64, String)> {
    let listed = mem.json(["ls", "--sort", "name"]);
    let row = |m: &serde_json::Value| {
        (
            m["name"].as_str().unwrap().to_owned(),
            m["age_days"].as_i64().unwrap(),
            m["modified_source"].as_str().unwrap().to_owned(),
        )
    };
    listed["memories"].as_array().unwrap().iter().map(row).collect()
}

fn row(name: &str, days: i64, source: &str) -> (String, i64, String) {
    (name.into(), days, source.into())
}

#[test]
fn a_clone_does_not_make_memories_young() {
    let mem = cloned();
    assert_eq!(ages(&mem), [row("A", 181, "git"), row("B", 323, "header")]);
    // The same from what is remembered, and with a later commit of another file.
    assert_eq!(ages(&mem)[0], row("A", 181, "git"));
    fs::write(mem.cwd().join("code.rs"), "fn main() {}\n").unwrap();
    git(&mem.cwd(), "2026-11-01T00:00:00Z", &["add", "."]);
    git(&mem.cwd(), "2026-11-01T00:00:00Z", &["commit", "-q", "-m", "code"]);
    assert_eq!(ages(&mem)[0], row("A", 181, "git"));
    // Recall and show say the same.
    let shown = mem.json(["show", "A"]);
    assert_eq!(shown["memories"][0]["age_days"], 181);
    assert!(shown["memories"][0]["warning"].as_str().unwrap().contains("181 days"));
}

#[test]
fn a_file_that_was_changed_since_has_its_own_time() {
    let mem = cloned();
    let file = mem.cwd().join(".claude/memory/project_a.md");
    assert_eq!(ages(&mem)[0].2, "git");
    fs::write(&file, UNDATED.replace("\nb\n", "\nchanged\n")).unwrap();
    let then = SystemTime::UNIX_EPOCH + Duration::from_secs(1_795_867_200); // 2026-11-28T12:00:00Z
    File::options().write(true).open(&file).unwrap().set_modified(then).unwrap();
    assert_eq!(ages(&mem)[0], row("A", 1, "mtime"));
    git(&mem.cwd(), "2026-11-20T12:00:00Z", &["commit", "-q", "-a", "-m", "changed"]);
    assert_eq!(ages(&mem)[0], row("A", 9, "git"));
}

#[test]
fn a_linked_worktree_and_a_sub_directory_know_the_dates_too() {
    let mem = cloned();
    fs::create_dir(mem.cwd().join("src")).unwrap();
    let below = mem.json(["-C", "src", "ls"]);
    assert_eq!(below["memories"][0]["modified_source"], "git");
}

#[test]
fn without_git_the_file_has_its_own_time() {
    let mem = cloned().env("PATH", "/nonexistent");
    assert_eq!(ages(&mem)[0].2, "mtime");
    assert_eq!(ages(&mem)[1], row("B", 323, "header"));
}

#[test]
fn looking_changes_no_age() {
    let mem = cloned();
    let before = ages(&mem);
    for args in [&["recall", "A d project"][..], &["reindex"], &["show", "A"], &["ls"]] {
        mem.run(args).ok();
    }
    assert_eq!(ages(&mem), before);
}
