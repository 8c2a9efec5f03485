//! `mem lint --staged`: the blobs of the commit, whatever lies on disk.

use std::{fs, path::PathBuf, process::Command};

use crate::support::{Mem, Ran, ran};

/// A project whose store is committed with it.
struct Project {
    mem: Mem,
}

const GOOD: &str = "---\nname: Tea\ndescription: Drinks green tea\ntype: user\n---\n\nGreen, no milk.\n";

impl Project {
    fn new() -> Self {
        let project = Self { mem: Mem::project() };
        fs::create_dir_all(project.store()).unwrap();
        project.git(&["init", "-q", "."]).ok();
        project
    }

    fn store(&self) -> PathBuf {
        self.mem.cwd().join(".claude/memory")
    }

    fn command(&self, program: &str, args: &[&str]) -> Command {
        let mut command = Command::new(program);
        command.args(args).current_dir(self.mem.cwd()).env_clear().env("HOME", self.mem.home());
        command.env("PATH", std::env::var_os("PATH").unwrap());
        for (name, value) in [("NAME", "a"), ("EMAIL", "a@localhost")] {
            command.env(format!("GIT_AUTHOR_{name}"), value).env(format!("GIT_COMMITTER_{name}"), value);
        }
        command
    }

    fn git(&self, args: &[&str]) -> Ran {
        ran(self.command("git", args).output().unwrap())
    }

    fn write(&self, file: &str, text: &str) -> &Self {
        let path = self.store().join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
        self
    }

    fn stage(&self) -> &Self {
        self.git(&["add", "-A"]).ok();
        self
    }

    fn commit(&self) -> &Self {
        self.stage().git(&["commit", "-qm", "x"]).ok();
        self
    }

    fn lint(&self) -> Ran {
        self.mem.run(["lint", "--staged", "--select=T101,F,X"])
    }
}

fn bad() -> String {
    GOOD.replace("type: user", "type: preference")
}

#[test]
fn what_is_staged_counts_and_what_lies_on_disk_does_not() {
    let project = Project::new();
    // Before the first commit, too.
    project.write("user_tea.md", &bad()).stage().write("user_tea.md", GOOD);
    let ran = project.lint().code(1);
    assert!(ran.out.contains("error[T101]") && ran.out.contains("\n1 memory: 1 error\n"), "{ran:?}");
    project.commit().write("user_tea.md", &GOOD.replace("Green", "Black")).stage().write("user_tea.md", &bad());
    project.lint().ok();
    let deleted = project.store().join("user_tea.md");
    fs::remove_file(&deleted).unwrap();
    project.lint().ok();
}

#[test]
fn old_faults_do_not_block_a_commit_that_has_none() {
    let project = Project::new();
    project.write("user_old.md", &bad()).write("user_good.md", GOOD).commit();
    fs::write(project.mem.cwd().join("README.md"), "More.\n").unwrap();
    assert!(project.stage().lint().ok().out.starts_with("0 memories: nothing found"));
    project.git(&["mv", ".claude/memory/user_old.md", ".claude/memory/user_new name ü.md"]).ok();
    project.lint().ok();
    project.commit();
    project.git(&["update-index", "--chmod=+x", ".claude/memory/user_new name ü.md"]).ok();
    project.lint().ok();
    project.git(&["rm", "-qf", "--cached", ".claude/memory/user_new name ü.md"]).ok();
    project.lint().ok();
}

#[test]
fn odd_names_are_found_and_what_is_no_memory_is_not() {
    let project = Project::new();
    project.write("sub dir/user_ü \"q\".md", &bad()).write("archive/user_x.md", &bad()).write("notes.txt", &bad());
    project.git(&["config", "core.quotePath", "true"]).ok();
    let ran = project.stage().lint().code(1);
    assert!(ran.out.contains("--> sub dir/user_ü \"q\".md:4:7"), "{ran:?}");
    assert!(ran.out.contains("\n1 memory: 1 error\n"), "{ran:?}");
    // A link is none either.
    std::os::unix::fs::symlink("/etc/passwd", project.store().join("user_link.md")).unwrap();
    project.commit();
    project.lint().ok();
}

#[test]
fn a_hook_in_a_worktree_judges_its_own_commit_and_no_other_repository() {
    let project = Project::new();
    project.write("user_tea.md", GOOD).commit();
    let tree = project.mem.root().join("tree");
    project.git(&["worktree", "add", "-q", tree.to_str().unwrap()]).ok();
    let hook = project.mem.cwd().join(".git/hooks/pre-commit");
    fs::create_dir_all(hook.parent().unwrap()).unwrap();
    let script = format!("#!/bin/sh\nexec {} --dir .claude/memory lint --staged\n", env!("CARGO_BIN_EXE_mem"));
    fs::write(&hook, script).unwrap();
    fs::set_permissions(&hook, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let commit = |args: &[&str]| ran(project.command("git", args).current_dir(&tree).output().unwrap());
    // `-a` makes an index of its own, which the hook is told of.
    fs::write(tree.join(".claude/memory/user_tea.md"), bad()).unwrap();
    commit(&["commit", "-qam", "x"]).code(1).says("T101");
    fs::write(tree.join(".claude/memory/user_tea.md"), GOOD.replace("Green", "Red")).unwrap();
    commit(&["commit", "-qam", "x"]).ok();
    // Variables of another repository lead nowhere.
    let other = Project::new();
    other.write("user_bad.md", &bad()).stage();
    let index = other.mem.cwd().join(".git/index");
    let before = fs::read(&index).unwrap();
    let mut mem = project.mem.process();
    mem.env("GIT_DIR", other.mem.cwd().join(".git"))
        .env("GIT_WORK_TREE", other.mem.cwd())
        .env("GIT_INDEX_FILE", &index);
    let ran = ran(mem.args(["lint", "--staged"]).output().unwrap());
    assert!(ran.code == 0 && !ran.out.contains("user_bad"), "{ran:?}");
    assert_eq!(fs::read(&index).unwrap(), before);
}

#[test]
fn a_store_that_no_commit_holds_is_no_fault() {
    let mem = Mem::new();
    mem.file("user_tea.md", bad());
    mem.run(["lint", "--staged"]).ok().says("git does not track the store");
    mem.run(["lint", "--staged", "--fix"]).code(2);
    mem.run(["lint", "--staged", "user_tea"]).code(2);
}

#[test]
fn a_linked_work_tree_may_commit_a_store_that_the_main_one_lacks() {
    let project = Project::new();
    fs::write(project.mem.cwd().join("README.md"), "A project.\n").unwrap();
    project.commit();
    fs::remove_dir_all(project.mem.cwd().join(".claude")).unwrap();
    let tree = project.mem.root().join("tree");
    project.git(&["worktree", "add", "-q", tree.to_str().unwrap()]).ok();
    for (dir, settings) in [(".claude/memory", ""), ("team", "[store]\ndir = \"team\"\n")] {
        if !settings.is_empty() {
            fs::write(tree.join(".mem.toml"), settings).unwrap();
        }
        fs::create_dir_all(tree.join(dir)).unwrap();
        let lint = |text: &str| {
            fs::write(tree.join(dir).join("user_tea.md"), text).unwrap();
            ran(project.command("git", &["add", "-A"]).current_dir(&tree).output().unwrap()).ok();
            ran(project.mem.process().current_dir(&tree).args(["lint", "--staged"]).output().unwrap())
        };
        let stopped = lint(&bad());
        assert!(stopped.code == 1 && stopped.out.contains("T101"), "{dir}: {stopped:?}");
        lint(GOOD).ok();
    }
}
