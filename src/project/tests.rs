//! Shapes of repositories, made by git itself where there is one.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use super::{Marker, Project, ProjectError, find};
use crate::world::{Terminal, World};

fn scratch() -> (tempfile::TempDir, PathBuf) {
    let temp = tempfile::tempdir().unwrap();
    let base = temp.path().canonicalize().unwrap();
    (temp, base)
}

fn world(cwd: &Path, vars: &[(&str, &Path)]) -> World {
    let vars = vars.iter().map(|(name, value)| ((*name).into(), value.into())).collect();
    World::new(Ok(cwd.to_owned()), vars, jiff::Timestamp::UNIX_EPOCH, Terminal::default()).unwrap()
}

fn at(cwd: &Path) -> Project {
    fs::create_dir_all(cwd).unwrap();
    find(&world(cwd, &[])).unwrap()
}

/// What `git` needs to know nothing of the machine.
fn git(dir: &Path, args: &[&str]) {
    const SETTINGS: [&str; 8] = [
        "-c",
        "user.name=t",
        "-c",
        "user.email=t@example.org",
        "-c",
        "protocol.file.allow=always",
        "-c",
        "core.hooksPath=/dev/null",
    ];
    let mut command = Command::new("git");
    let settled = command.env_clear().env("PATH", "/usr/local/bin:/usr/bin:/bin").env("GIT_CONFIG_NOSYSTEM", "1");
    let done = settled.current_dir(dir).args(SETTINGS).args(args).output().unwrap();
    assert!(done.status.success(), "git {args:?}: {}", String::from_utf8_lossy(&done.stderr));
}

fn repository(dir: &Path) {
    fs::create_dir_all(dir).unwrap();
    git(dir, &["init", "-q"]);
    git(dir, &["commit", "-q", "--allow-empty", "-m", "x"]);
}

#[test]
fn a_repository_from_its_folders_and_from_within_git() {
    let (_temp, base) = scratch();
    let root = base.join("ré po");
    repository(&root);
    for below in ["", "src/deep", ".git", ".git/hooks"] {
        let project = at(&root.join(below));
        assert_eq!((&project.root, &project.top, project.marker), (&root, &root, Marker::Git), "{below}");
    }
}

#[test]
fn worktrees_share_the_main_one() {
    let (_temp, base) = scratch();
    let root = base.join("main");
    repository(&root);
    git(&root, &["worktree", "add", "-q", "../wt"]);
    let project = at(&base.join("wt/src"));
    assert_eq!((&project.root, &project.top, project.marker), (&root, &base.join("wt"), Marker::Worktree));
    assert_eq!(project.config_dir(), root);

    fs::rename(base.join("wt"), base.join("moved")).unwrap();
    let moved = at(&base.join("moved/src"));
    assert_eq!(moved.root, base.join("moved"), "nothing points back any more");
}

#[test]
fn worktrees_with_relative_paths() {
    let (_temp, base) = scratch();
    let root = base.join("main");
    repository(&root);
    git(&root, &["worktree", "add", "-q", "../wt"]);
    fs::write(base.join("wt/.git"), "gitdir: ../main/.git/worktrees/wt\r\n").unwrap();
    fs::write(root.join(".git/worktrees/wt/gitdir"), "../../../../wt/.git\n").unwrap();
    assert_eq!(at(&base.join("wt")).root, root);
}

#[test]
fn worktrees_of_a_bare_repository_share_it() {
    let (_temp, base) = scratch();
    repository(&base.join("seed"));
    git(&base, &["clone", "-q", "--bare", "seed", "p.git"]);
    git(&base.join("p.git"), &["worktree", "add", "-q", "../wt"]);
    assert_eq!(at(&base.join("p.git/hooks")).root, base.join("p.git"));
    let project = at(&base.join("wt"));
    assert_eq!((&project.root, project.config_dir()), (&base.join("p.git"), &*base.join("wt")));

    // The habit of `.bare` beside a `.git` file: the directory around both.
    git(&base, &["clone", "-q", "--bare", "seed", "q/.bare"]);
    fs::write(base.join("q/.git"), "gitdir: ./.bare\n").unwrap();
    git(&base.join("q"), &["worktree", "add", "-q", "wt2"]);
    assert_eq!(at(&base.join("q")).root, base.join("q"));
    assert_eq!(at(&base.join("q/wt2/src")).root, base.join("q"));
}

#[test]
fn a_submodule_is_its_own_project() {
    let (_temp, base) = scratch();
    let root = base.join("p");
    repository(&base.join("lib"));
    repository(&root);
    git(&root, &["submodule", "add", "-q", "../lib", "sub"]);
    for below in ["sub", "sub/src"] {
        assert_eq!(at(&root.join(below)).root, root.join("sub"));
    }
    assert_eq!(at(&root.join(".git/modules/sub")).root, root.join("sub"));
    git(&root.join("sub"), &["worktree", "add", "-q", "../../subwt"]);
    assert_eq!(at(&base.join("subwt")).root, root.join("sub"));
}

#[test]
fn a_repository_kept_elsewhere() {
    let (_temp, base) = scratch();
    git(&base, &["init", "-q", "--separate-git-dir=store", "tree"]);
    assert_eq!(at(&base.join("tree/src")).root, base.join("tree"));
}

#[test]
fn a_forged_file_leads_nowhere() {
    let (_temp, base) = scratch();
    let victim = base.join("victim");
    repository(&victim);
    git(&victim, &["worktree", "add", "-q", "../wt"]);
    let evil = base.join("evil");
    // A gitdir of its own making that claims the victim's repository.
    let fake = evil.join("fake");
    fs::create_dir_all(&fake).unwrap();
    fs::write(fake.join("HEAD"), "ref: refs/heads/main\n").unwrap();
    fs::write(fake.join("commondir"), "../../victim/.git\n").unwrap();
    fs::write(fake.join("gitdir"), evil.join(".git").to_str().unwrap()).unwrap();
    for target in ["../victim/.git", "../victim/.git/worktrees/wt", "fake", "nowhere", "../../../../../..", ""] {
        fs::write(evil.join(".git"), format!("gitdir: {target}\n")).unwrap();
        for cwd in ["evil", "evil/src"] {
            let project = at(&base.join(cwd));
            assert!(project.root.starts_with(&evil), "{target}: {project:?}");
        }
    }
    // Inside a repository, such a directory is a plain one of it.
    fs::create_dir(victim.join("in")).unwrap();
    fs::write(victim.join("in/.git"), "gitdir: ../../wt/.git\n").unwrap();
    assert_eq!(at(&victim.join("in")).root, victim);
}

#[test]
fn what_only_looks_like_git_does_not_count() {
    let (_temp, base) = scratch();
    let root = base.join("p");
    repository(&root);
    fs::create_dir_all(root.join("a/.git")).unwrap();
    assert_eq!(at(&root.join("a")).root, root);
    fs::create_dir_all(base.join("b/.git")).unwrap();
    assert_eq!(at(&base.join("b/c")).marker, Marker::Cwd);
}

#[test]
fn variables_of_git_take_no_part() {
    let (_temp, base) = scratch();
    let (a, b) = (base.join("a"), base.join("b"));
    repository(&a);
    repository(&b);
    let dir = b.join(".git");
    let vars =
        [("GIT_DIR", dir.as_path()), ("GIT_WORK_TREE", &b), ("GIT_COMMON_DIR", &dir), ("GIT_CEILING_DIRECTORIES", &a)];
    fs::create_dir(a.join("sub")).unwrap();
    for cwd in [a.clone(), a.join("sub")] {
        assert_eq!(find(&world(&cwd, &vars)).unwrap().root, a);
    }
}

#[test]
fn without_git_the_nearest_mem_toml_else_here() {
    let (_temp, base) = scratch();
    assert_eq!(at(&base.join("x/y")).root, base.join("x/y"));
    fs::write(base.join(".mem.toml"), "").unwrap();
    fs::write(base.join("x/.mem.toml"), "").unwrap();
    let project = at(&base.join("x/y/z"));
    assert_eq!((project.root, project.marker), (base.join("x"), Marker::MemToml));
    repository(&base.join("x/y"));
    assert_eq!(at(&base.join("x/y/z")).root, base.join("x/y"));
}

#[test]
fn the_file_system_is_not_a_project() {
    let error = find(&world(Path::new("/"), &[])).unwrap_err();
    assert_eq!(error, ProjectError::FileSystemRoot);
    assert!(error.hint().contains("--dir"));
    let gone = World::new(Err("gone".into()), vec![], jiff::Timestamp::UNIX_EPOCH, Terminal::default()).unwrap();
    assert!(matches!(find(&gone), Err(ProjectError::World(_))));
}

#[cfg(unix)]
#[test]
fn odd_files_do_not_hang_and_odd_names_work() {
    use std::os::unix::{ffi::OsStrExt as _, fs::symlink};
    let (_temp, base) = scratch();
    let pipe = base.join("pipe");
    fs::create_dir(&pipe).unwrap();
    assert!(Command::new("mkfifo").arg(pipe.join(".git")).status().unwrap().success());
    assert!(Command::new("mkfifo").arg(pipe.join(".mem.toml")).status().unwrap().success());
    assert_eq!(at(&pipe).marker, Marker::Cwd);

    symlink(".git", base.join("loop")).unwrap();
    symlink("loop", base.join(".git")).unwrap();
    assert_eq!(at(&base.join("c")).root, base.join("c"));

    let odd = base.join(std::ffi::OsStr::from_bytes(b"\xff\xfe"));
    repository(&odd);
    assert_eq!(at(&odd.join("src")).root, odd);
    git(&odd, &["worktree", "add", "-q", "../wt"]);
    assert_eq!(at(&base.join("wt")).root, odd);
}

#[cfg(unix)]
#[test]
fn a_public_directory_takes_no_marker_from_a_stranger() {
    use std::os::unix::fs::{PermissionsExt as _, chown};
    let (_temp, base) = scratch();
    let public = base.join("public");
    fs::create_dir(&public).unwrap();
    fs::set_permissions(&public, fs::Permissions::from_mode(0o1777)).unwrap();
    fs::write(public.join(".mem.toml"), "").unwrap();
    assert_eq!(at(&public.join("mine")).root, public, "our own marker counts");
    // Only root can play the stranger.
    if chown(public.join(".mem.toml"), Some(12345), None).is_ok() {
        assert_eq!(at(&public.join("mine")).root, public.join("mine"));
    }
}
