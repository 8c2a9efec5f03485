//! `mem hook install git`: hooks of git, chained after what is there.

use std::{
    fs,
    os::unix::fs::{PermissionsExt as _, symlink},
    path::{Path, PathBuf},
    process::Command,
};

use crate::support::{Mem, Ran, ran};

const NAMES: [&str; 4] = ["pre-commit", "post-merge", "post-checkout", "post-rewrite"];

/// A repository in the project's directory.
fn repository() -> Mem {
    let mem = Mem::project();
    git(&mem, &mem.cwd(), &["init", "-q", "-b", "main"]).ok();
    mem
}

/// git with nothing of this machine but its programs.
fn git(mem: &Mem, dir: &Path, args: &[&str]) -> Ran {
    let mut git = Command::new("git");
    git.args(["-c", "user.name=Robin", "-c", "user.email=robin@example.org"]).args(args).current_dir(dir).env_clear();
    git.env("HOME", mem.home()).env("PATH", std::env::var_os("PATH").unwrap()).env("MEM_NOW", crate::support::NOW);
    ran(git.output().unwrap())
}

fn hooks(mem: &Mem) -> PathBuf {
    mem.cwd().join(".git/hooks")
}

fn script(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

/// Every file of a folder with its mode and bytes.
fn state(dir: &Path) -> Vec<(PathBuf, u32, Vec<u8>)> {
    let entries = walkdir::WalkDir::new(dir).sort_by_file_name().into_iter().map(|e| e.unwrap().into_path());
    let file = |path: PathBuf| {
        let meta = path.symlink_metadata().unwrap();
        let bytes = if meta.is_file() { fs::read(&path).unwrap() } else { Vec::new() };
        (path, meta.permissions().mode(), bytes)
    };
    entries.map(file).collect()
}

fn commit(mem: &Mem, message: &str) -> Ran {
    git(mem, &mem.cwd(), &["commit", "-q", "--allow-empty", "-m", message])
}

/// Lets the hooks start another program in the place of `mem`.
fn stand_in(mem: &Mem, text: &str) {
    let program = mem.root().join("stand in");
    script(&program, text);
    for name in NAMES {
        let path = hooks(mem).join(name);
        let hook = fs::read_to_string(&path).unwrap();
        let lines =
            hook.lines().map(|l| if l.starts_with("mem=") { format!("mem='{}'", program.display()) } else { l.into() });
        fs::write(&path, lines.collect::<Vec<_>>().join("\n") + "\n").unwrap();
    }
}

#[test]
fn hooks_come_and_go() {
    let mem = repository();
    fs::create_dir_all(hooks(&mem)).unwrap();
    let before = state(&hooks(&mem));
    assert!(mem.run(["hook", "install", "git", "--dry-run"]).ok().out.contains("would install git"));
    assert_eq!(state(&hooks(&mem)), before);
    let installed = mem.run(["hook", "install", "git"]).ok().quiet();
    assert!(installed.out.contains("+#!/bin/sh") && installed.out.contains("installed git: "), "{installed:?}");
    for name in NAMES {
        let path = hooks(&mem).join(name);
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o111, 0o111, "{name}");
        assert!(Command::new("sh").arg("-n").arg(&path).status().unwrap().success());
    }
    assert!(mem.run(["hook", "install", "git"]).ok().quiet().out.starts_with("unchanged git: "));
    let status = mem.run(["hook", "status", "git"]).ok().quiet();
    assert!(status.out.trim_end().ends_with("pre-commit, post-merge, post-checkout, post-rewrite"), "{status:?}");
    mem.run(["hook", "uninstall", "git"]).ok().quiet();
    assert_eq!(state(&hooks(&mem)), before);
    assert!(mem.run(["hook", "uninstall", "git"]).ok().out.starts_with("unchanged git: "));
}

#[test]
fn a_hook_that_is_there_runs_first_and_counts() {
    let mem = repository();
    let log = mem.root().join("log");
    script(&hooks(&mem).join("pre-commit"), &format!("#!/bin/sh\necho theirs >>'{}'\nexit 0\n", log.display()));
    script(&hooks(&mem).join("post-rewrite"), &format!("#!/bin/sh\necho \"$1\" >>'{0}'\ncat >>'{0}'\n", log.display()));
    script(&hooks(&mem).join("post-merge"), "\x7fELF no text at all \u{0}");
    fs::write(hooks(&mem).join("post-checkout"), "not executable, so git passes it over").unwrap();
    symlink("pre-commit", hooks(&mem).join("update")).unwrap();
    let before = state(&hooks(&mem));
    mem.run(["hook", "install", "git"]).ok();
    stand_in(&mem, &format!("#!/bin/sh\necho \"mem $*\" >>'{}'\n", log.display()));
    commit(&mem, "one").ok();
    assert_eq!(fs::read_to_string(&log).unwrap(), "theirs\nmem lint --staged\n");
    fs::remove_file(&log).unwrap();
    git(&mem, &mem.cwd(), &["commit", "-q", "--amend", "--allow-empty", "-m", "two"]).ok();
    let seen = fs::read_to_string(&log).unwrap();
    let lines: Vec<_> = seen.lines().collect();
    assert_eq!((lines[0], lines[2], lines.len()), ("theirs", "amend", 5), "{seen}");
    assert_eq!(lines[3].len(), 81, "what git hands over reaches the first: {seen}");
    assert_eq!(lines[4], "mem --quiet reindex --no-vectors");
    git(&mem, &mem.cwd(), &["checkout", "-q", "-b", "side"]).ok();

    // Theirs says no, and mem is not even asked.
    script(&hooks(&mem).join("pre-commit.before-mem"), "#!/bin/sh\nexit 7\n");
    fs::remove_file(&log).unwrap();
    assert_ne!(commit(&mem, "three").code, 0);
    assert!(!log.exists());

    script(
        &hooks(&mem).join("pre-commit.before-mem"),
        &format!("#!/bin/sh\necho theirs >>'{}'\nexit 0\n", log.display()),
    );
    mem.run(["hook", "uninstall", "git"]).ok();
    assert_eq!(state(&hooks(&mem)), before, "to the byte and the mode");
}

#[test]
fn only_findings_stop_a_commit() {
    let mem = repository();
    mem.run(["hook", "install", "git"]).ok();
    for (code, passes) in [(0, true), (1, false), (2, true), (3, true), (101, true)] {
        stand_in(&mem, &format!("#!/bin/sh\nexit {code}\n"));
        assert_eq!(commit(&mem, "x").code == 0, passes, "{code}");
    }
    // Gone, or not a program.
    fs::remove_file(mem.root().join("stand in")).unwrap();
    commit(&mem, "x").ok();
    git(&mem, &mem.cwd(), &["checkout", "-q", "-b", "side"]).ok();
    // The code of a checkout is that of its hook.
    stand_in(&mem, "#!/bin/sh\necho noise\necho noise >&2\nexit 3\n");
    let checkout = git(&mem, &mem.cwd(), &["checkout", "-q", "main"]).ok();
    assert_eq!((checkout.out.as_str(), checkout.err.as_str()), ("", ""));
}

#[test]
fn what_comes_from_others_gets_its_line() {
    let mem = repository();
    let store = mem.cwd().join(".claude/memory");
    fs::create_dir_all(&store).unwrap();
    fs::write(store.join("user_a.md"), "---\nname: A\ndescription: d\ntype: user\n---\nb\n").unwrap();
    git(&mem, &mem.cwd(), &["add", "-A"]).ok();
    commit(&mem, "one").ok();
    git(&mem, &mem.cwd(), &["checkout", "-q", "-b", "side"]).ok();
    fs::write(store.join("user_b.md"), "---\nname: B\ndescription: d\ntype: user\n---\nb\n").unwrap();
    git(&mem, &mem.cwd(), &["add", "-A"]).ok();
    commit(&mem, "two").ok();
    git(&mem, &mem.cwd(), &["checkout", "-q", "main"]).ok();
    mem.run(["hook", "install", "git"]).ok();
    git(&mem, &mem.cwd(), &["merge", "-q", "side"]).ok();
    let index = fs::read_to_string(store.join("MEMORY.md")).unwrap();
    assert!(index.contains("(user_a.md)") && index.contains("(user_b.md)"), "{index}");
}

#[test]
fn all_work_trees_share_the_hooks() {
    let mem = repository();
    commit(&mem, "one").ok();
    let tree = mem.root().join("a tree");
    git(&mem, &mem.cwd(), &["worktree", "add", "-q", "-b", "side", tree.to_str().unwrap()]).ok();
    mem.run(["-C", tree.to_str().unwrap(), "hook", "install", "git"]).ok();
    assert!(hooks(&mem).join("pre-commit").exists());
    stand_in(&mem, "#!/bin/sh\nexit 1\n");
    assert_ne!(git(&mem, &tree, &["commit", "-q", "--allow-empty", "-m", "x"]).code, 0);
    mem.run(["hook", "uninstall", "git"]).ok();
    git(&mem, &tree, &["commit", "-q", "--allow-empty", "-m", "x"]).ok();
}

#[test]
fn another_folder_of_hooks_is_found() {
    let mem = repository();
    let shared = mem.root().join("shared hooks");
    fs::create_dir(&shared).unwrap();
    git(&mem, &mem.cwd(), &["config", "core.hooksPath", shared.to_str().unwrap()]).ok();
    mem.run(["hook", "install", "git"]).ok().says("every repository");
    assert!(shared.join("pre-commit").exists() && !hooks(&mem).join("pre-commit").exists());
    commit(&mem, "x").ok();
    mem.run(["hook", "uninstall", "git"]).ok().quiet();
    assert_eq!(fs::read_dir(&shared).unwrap().count(), 0);

    // Set for all of the person's repositories.
    git(&mem, &mem.cwd(), &["config", "--unset", "core.hooksPath"]).ok();
    git(&mem, &mem.cwd(), &["config", "--global", "core.hooksPath", "~/my-hooks"]).ok();
    mem.run(["hook", "install", "git"]).ok().says("every repository");
    assert!(mem.home().join("my-hooks/post-merge").exists());
}

#[test]
fn hooks_that_are_committed_are_not_changed_silently() {
    let mem = repository();
    script(&mem.cwd().join(".githooks/pre-commit"), "#!/bin/sh\nexit 0\n");
    git(&mem, &mem.cwd(), &["add", "-A"]).ok();
    commit(&mem, "one").ok();
    git(&mem, &mem.cwd(), &["config", "core.hooksPath", ".githooks"]).ok();
    let before = state(&mem.cwd().join(".githooks"));
    let refused = mem.run(["hook", "install", "git"]).code(1).says("committed for everybody").says("mem lint --staged");
    assert_eq!((refused.out.as_str(), state(&mem.cwd().join(".githooks"))), ("", before.clone()));
    mem.run(["hook", "install", "git", "--force"]).ok();
    assert!(mem.cwd().join(".githooks/pre-commit.before-mem").exists());
    mem.run(["hook", "uninstall", "git"]).ok();
    assert_eq!(state(&mem.cwd().join(".githooks")), before);
    // What git ignores is nobody else's.
    fs::write(mem.cwd().join(".gitignore"), "/.husky/_/\n").unwrap();
    fs::create_dir_all(mem.cwd().join(".husky/_")).unwrap();
    git(&mem, &mem.cwd(), &["config", "core.hooksPath", ".husky/_"]).ok();
    mem.run(["hook", "install", "git"]).ok().quiet();
    assert!(mem.cwd().join(".husky/_/pre-commit").exists());
}

#[test]
fn variables_of_a_surrounding_hook_lead_nowhere_else() {
    let mem = repository();
    let other = mem.root().join("other");
    fs::create_dir(&other).unwrap();
    git(&mem, &other, &["init", "-q"]).ok();
    let mut command = mem.command();
    command
        .env("GIT_DIR", other.join(".git"))
        .env("GIT_WORK_TREE", &other)
        .env("GIT_INDEX_FILE", other.join(".git/index"));
    assert!(command.args(["hook", "install", "git"]).output().unwrap().status.success());
    assert!(hooks(&mem).join("pre-commit").exists() && !other.join(".git/hooks/pre-commit").exists());
}

#[test]
fn what_others_have_done_since_is_not_undone() {
    let mem = repository();
    script(&hooks(&mem).join("pre-commit"), "#!/bin/sh\n# theirs\n");
    mem.run(["hook", "install", "git"]).ok();
    // Another tool writes its own hook over ours.
    script(&hooks(&mem).join("pre-commit"), "#!/bin/sh\n# a third\n");
    mem.run(["hook", "install", "git"]).code(1).says("pre-commit.before-mem").says("there already");
    mem.run(["hook", "uninstall", "git"]).ok().says("another tool has written");
    assert_eq!(fs::read_to_string(hooks(&mem).join("pre-commit")).unwrap(), "#!/bin/sh\n# a third\n");
    assert_eq!(fs::read_to_string(hooks(&mem).join("pre-commit.before-mem")).unwrap(), "#!/bin/sh\n# theirs\n");
    assert!(!hooks(&mem).join("post-merge").exists());

    // The person edits ours.
    let mem = repository();
    mem.run(["hook", "install", "git"]).ok();
    let edited = fs::read_to_string(hooks(&mem).join("pre-commit")).unwrap() + "echo mine\n";
    fs::write(hooks(&mem).join("pre-commit"), &edited).unwrap();
    let removed = mem.json(["hook", "uninstall", "git"]);
    let backup = removed["agents"][0]["backup"].as_str().unwrap();
    assert_eq!(fs::read_to_string(backup).unwrap(), edited);
    assert!(!hooks(&mem).join("pre-commit").exists());
}

#[test]
fn an_older_hook_of_ours_gives_way() {
    let mem = repository();
    mem.run(["hook", "install", "git"]).ok();
    let new = state(&hooks(&mem));
    stand_in(&mem, "#!/bin/sh\n");
    let status = mem.run(["hook", "status", "git"]).ok();
    assert!(status.err.contains("stand in is not this mem"), "{status:?}");
    mem.run(["hook", "install", "git"]).ok();
    assert_eq!(state(&hooks(&mem)), new);
}

#[test]
fn where_there_is_no_repository_there_are_no_hooks() {
    let mem = Mem::project();
    mem.run(["hook", "install", "git"]).code(1).says("not a git repository");
    mem.run(["-C", "/", "hook", "install", "git"]).code(2).says("no project");
    assert_eq!(mem.run(["hook", "status", "git"]).ok().out, "");
}

const GOOD: &str = "---\nname: Tea\ndescription: Drinks green tea\ntype: user\n---\n\nGreen, no milk.\n";

/// A memory whose type is none of the four, which is an error.
fn bad() -> String {
    GOOD.replace("type: user", "type: preference")
}

/// A `mem` that can be taken away, under a path that a shell would misread, and the hooks that run it.
fn installed_elsewhere(mem: &Mem) -> PathBuf {
    let dir = mem.root().join("b ü 'n");
    fs::create_dir(&dir).unwrap();
    symlink(env!("CARGO_BIN_EXE_mem"), dir.join("mem")).unwrap();
    let mut install = Command::new(dir.join("mem"));
    install.args(["hook", "install", "git"]).env_clear().env("HOME", mem.home()).current_dir(mem.cwd());
    let path = std::env::join_paths([dir.clone()].into_iter().chain(std::env::split_paths("/usr/bin:/bin"))).unwrap();
    assert!(install.env("PATH", path).output().unwrap().status.success());
    let hook = fs::read_to_string(hooks(mem).join("pre-commit")).unwrap();
    assert!(hook.contains("b ü "), "{hook}");
    dir.join("mem")
}

#[test]
fn a_commit_is_checked_by_mem_itself() {
    let mem = repository();
    commit(&mem, "one").ok();
    let program = installed_elsewhere(&mem);
    let tree = mem.root().join("ein Baum für zwei");
    git(&mem, &mem.cwd(), &["worktree", "add", "-q", "-b", "side", tree.to_str().unwrap()]).ok();
    for dir in [mem.cwd(), tree] {
        let memory = dir.join(".claude/memory/user_grüner tee.md");
        fs::create_dir_all(memory.parent().unwrap()).unwrap();
        fs::write(&memory, bad()).unwrap();
        git(&mem, &dir, &["add", "-A"]).ok();
        // Mended on the disk alone: the commit would still hold the fault.
        fs::write(&memory, GOOD).unwrap();
        let save = |message: &str| git(&mem, &dir, &["commit", "-q", "-m", message]);
        let stopped = save("bad");
        assert_ne!(stopped.code, 0, "{stopped:?}");
        assert!(stopped.err.contains("T101") && stopped.err.contains("user_grüner tee.md"), "{stopped:?}");

        git(&mem, &dir, &["add", "-A"]).ok();
        save("good").ok();
        let subject = git(&mem, &dir, &["log", "-1", "--format=%s"]).ok().out;
        assert_eq!(subject, "good\n");

        // What was broken afterwards is in no commit, and no reason to stop one.
        fs::write(&memory, bad()).unwrap();
        fs::write(dir.join("README.md"), "More.\n").unwrap();
        git(&mem, &dir, &["add", "README.md"]).ok();
        save("readme").ok();
    }
    // When mem is gone, git goes on as before.
    fs::remove_file(program).unwrap();
    git(&mem, &mem.cwd(), &["add", "-A"]).ok();
    commit(&mem, "unchecked").ok().quiet();
}
