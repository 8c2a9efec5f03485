//! `mem dir`: the seven rules, through the binary and with a real git.

use std::{
    fs,
    os::unix::fs::symlink,
    path::{Path, PathBuf},
    process::Command,
};

use serde_json::Value;
use sha2::Digest as _;

use crate::support::{Mem, Ran, ran};

/// Runs in this directory.
fn at(mem: &Mem, dir: &Path, args: &[&str]) -> Ran {
    ran(mem.process().current_dir(dir).args(args).output().unwrap())
}

/// The store that is found from there.
#[track_caller]
fn dir(mem: &Mem, from: &Path) -> PathBuf {
    at(mem, from, &["dir"]).ok().out.trim_end().into()
}

/// Which rule found it.
#[track_caller]
fn rule(mem: &Mem) -> String {
    mem.json(["dir"])["rule"].as_str().unwrap().to_owned()
}

fn git(dir: &Path, args: &[&str]) {
    let output = Command::new("git")
        .args([
            "-c",
            "user.name=t",
            "-c",
            "user.email=t@t",
            "-c",
            "protocol.file.allow=always",
            "-c",
            "init.defaultBranch=main",
        ])
        .args(args)
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .current_dir(dir)
        .output()
        .unwrap();
    assert!(output.status.success(), "{args:?}: {output:?}");
}

fn repository(dir: &Path) {
    fs::create_dir_all(dir).unwrap();
    git(dir, &["init", "-q"]);
    git(dir, &["commit", "-q", "--allow-empty", "-m", "x"]);
}

/// A directory with one memory in it.
fn filled(dir: &Path) {
    fs::create_dir_all(dir).unwrap();
    fs::write(dir.join("user_a.md"), "---\nname: A\ndescription: d\ntype: user\n---\nb\n").unwrap();
}

fn slug(path: &Path) -> String {
    path.to_str()
        .unwrap()
        .encode_utf16()
        .map(|u| char::from_u32(u.into()).filter(char::is_ascii_alphanumeric).unwrap_or('-'))
        .collect()
}

/// As the reference names a project: 16 hex digits of SHA-256 of its path.
fn hash(path: &Path) -> String {
    let sum = sha2::Sha256::digest(path.to_str().unwrap());
    sum.iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

fn claude(mem: &Mem, path: &Path) -> PathBuf {
    mem.home().join(".claude/projects").join(slug(path)).join("memory")
}

fn mini(mem: &Mem, path: &Path) -> PathBuf {
    mem.home().join(".mini-claude/projects").join(hash(path)).join("memory")
}

fn own(mem: &Mem, path: &Path) -> PathBuf {
    mem.home().join(".local/share/mem/projects").join(hash(path)).join("memory")
}

#[test]
fn each_rule_comes_before_the_next() {
    let mem = Mem::project();
    let cwd = mem.cwd();
    let is = |want: &Path, name: &str| {
        assert_eq!(dir(&mem, &cwd), want);
        assert_eq!(rule(&mem), name);
    };
    is(&own(&mem, &cwd), "own");
    filled(&mini(&mem, &cwd));
    is(&mini(&mem, &cwd), "found");
    filled(&claude(&mem, &cwd));
    is(&claude(&mem, &cwd), "found");
    filled(&cwd.join(".claude/memory"));
    is(&cwd.join(".claude/memory"), "found");
    // The first write settles it.
    mem.add("user", "B", "d", "b");
    is(&cwd.join(".claude/memory"), "recorded");
    fs::create_dir_all(mem.home().join(".config/mem")).unwrap();
    fs::write(
        mem.home().join(".config/mem/config.toml"),
        format!("[projects.\"{}\"]\nstore.layout = \"claude\"\n", cwd.display()),
    )
    .unwrap();
    is(&claude(&mem, &cwd), "user_config");
    fs::write(cwd.join(".mem.toml"), "[store]\ndir = \"notes/memory\"\n").unwrap();
    is(&cwd.join("notes/memory"), "project_file");
    let by_env = ran(mem.process().env("MEM_DIR", "/nowhere/at/all").args(["--json", "dir"]).output().unwrap()).ok();
    let by_env: Value = serde_json::from_str(&by_env.out).unwrap();
    assert_eq!(
        (&by_env["dir"], &by_env["rule"], &by_env["exists"]),
        (&"/nowhere/at/all".into(), &"environment".into(), &false.into())
    );
    let by_flag = mem.json(["--dir", "some/./where", "dir"]);
    assert_eq!(
        (&by_flag["dir"], &by_flag["rule"]),
        (&cwd.join("some/where").display().to_string().into(), &"flag".into())
    );
}

/// Who goes to the files means their store, and no new one for the directory itself.
#[test]
fn within_a_store_it_is_that_one() {
    let mem = Mem::project();
    let there = |from: &Path| -> Value { serde_json::from_str(&at(&mem, from, &["dir", "--json"]).ok().out).unwrap() };
    let elsewhere = Path::new("/w/other");
    for (store, layout) in
        [(own(&mem, &mem.cwd()), "mem"), (claude(&mem, elsewhere), "claude"), (mini(&mem, elsewhere), "mini-claude")]
    {
        filled(&store);
        let deep = store.join("sub/memory");
        fs::create_dir_all(&deep).unwrap();
        for from in [&store, &deep] {
            let found = there(from);
            assert_eq!(
                (&found["rule"], &found["layout"], &found["project"]),
                (&"here".into(), &layout.into(), &Value::Null)
            );
            assert_eq!(found["dir"], store.to_str().unwrap());
        }
        assert_eq!(at(&mem, &store, &["ls", "--paths"]).ok().out.lines().count(), 1);
        at(&mem, &store, &["add", "-t", "user", "-n", "B", "-d", "d", "-m", "Lives in Rome."]).ok();
        assert!(store.join("user_b.md").exists());
        assert!(at(&mem, &store, &["log", "./user_b.md"]).ok().out.contains("add: user_b.md"));
        assert!(at(&mem, &store, &["lint"]).ok().out.contains("no project"));
        assert_eq!(dir(&mem, &store.join("..")), dir(&mem, store.parent().unwrap()));
        assert_eq!(at(&mem, &store, &["--dir", "/x", "dir"]).ok().out, "/x\n");
    }
    let plain = mem.cwd().join("projects/x/memory");
    fs::create_dir_all(&plain).unwrap();
    assert_eq!(there(&plain)["rule"], "own");
}

#[test]
fn explained() {
    let mem = Mem::project();
    filled(&claude(&mem, &mem.cwd()));
    filled(&mini(&mem, &mem.cwd()));
    let text = mem.run(["dir", "--explain"]).ok().out;
    for part in ["an existing store", "claude", "exists   yes", "(mini-claude, 1 memory)", mem.cwd().to_str().unwrap()]
    {
        assert!(text.contains(part), "{part}: {text}");
    }
    let document = mem.json(["dir"]);
    assert_eq!(
        document["others"],
        serde_json::json!([{"dir": mini(&mem, &mem.cwd()), "layout": "mini-claude", "memories": 1}])
    );
    let announced = mem.on_terminal(300, &["--color", "never", "ls"]);
    assert!(announced.contains("using the memory that Claude Code keeps"), "{announced}");
    mem.run(["ls"]).ok().quiet();
}

#[test]
fn reading_creates_nothing() {
    let mem = Mem::project();
    repository(&mem.cwd());
    let count = || walkdir::WalkDir::new(mem.root()).into_iter().count();
    let before = count();
    let document = mem.json(["ls"]);
    assert_eq!(document["memories"], serde_json::json!([]));
    for args in [
        &["ls"][..],
        &["ls", "-z"],
        &["recall", "how do we deploy"],
        &["dir"],
        &["dir", "--explain"],
        &["--dir", "no/such", "ls"],
        &["--dir", "no/such", "recall", "how do we deploy"],
        &["--dir", "/no/such", "dir"],
        &["completions", "bash"],
        &["schema", "mem.ls/1"],
    ] {
        mem.run(args).ok();
        assert_eq!(count(), before, "{args:?}");
    }
    for args in [
        &["show", "x"][..],
        &["--dir", "no/such", "show", "x"],
        &["add", "-t", "user", "-n", "n", "-d", "", "-m", "b"],
        &["add", "-t", "user", "-n", "n", "-d", "d"],
    ] {
        assert_ne!(mem.run(args).code, 0);
        assert_eq!(count(), before, "{args:?}");
    }
    mem.feed(["add", "--from-jsonl"], "\n").ok();
    assert_eq!(count(), before);
}

#[test]
fn worktrees_and_folders_of_a_repository_share_one() {
    let mem = Mem::project();
    let (main, linked) = (mem.root().join("main"), mem.root().join("wt"));
    repository(&main);
    git(&main, &["worktree", "add", "-q", "../wt"]);
    for folder in [main.join("src/deep"), linked.join("src")] {
        fs::create_dir_all(folder).unwrap();
    }
    let add = ["add", "-t", "project", "-n", "From the worktree", "-d", "d", "-m", "b"];
    at(&mem, &linked.join("src"), &add).ok();
    let places = [
        main.clone(),
        main.join("src/deep"),
        linked.clone(),
        linked.join("src"),
        main.join(".git"),
        main.join(".git/refs"),
    ];
    let first = dir(&mem, &main);
    assert_eq!(first, own(&mem, &main));
    for place in &places[..4] {
        assert_eq!(dir(&mem, place), first, "{place:?}");
        assert_eq!(at(&mem, place, &["ls"]).ok().out.lines().count(), 1);
    }
    git(&main, &["worktree", "remove", "--force", "../wt"]);
    assert_eq!(at(&mem, &main, &["ls"]).ok().out.lines().count(), 1);
}

#[test]
fn a_submodule_and_a_forged_pointer_are_not_their_neighbours() {
    let mem = Mem::project();
    let (outer, inner, forged) = (mem.root().join("outer"), mem.root().join("inner"), mem.root().join("forged"));
    repository(&outer);
    repository(&inner);
    git(&outer, &["submodule", "add", "-q", inner.to_str().unwrap(), "sub"]);
    assert_eq!(dir(&mem, &outer.join("sub")), own(&mem, &outer.join("sub")));
    fs::create_dir_all(&forged).unwrap();
    for target in ["../outer/.git", "../outer/.git/modules/sub", "/nowhere", "../outer"] {
        fs::write(forged.join(".git"), format!("gitdir: {target}\n")).unwrap();
        assert_eq!(dir(&mem, &forged), own(&mem, &forged), "{target}");
    }
}

#[test]
fn gits_variables_of_another_repository_do_not_count() {
    let mem = Mem::project();
    let (a, b) = (mem.root().join("a"), mem.root().join("b"));
    repository(&a);
    repository(&b);
    fs::create_dir_all(a.join("sub")).unwrap();
    let state = || -> Vec<_> {
        walkdir::WalkDir::new(&b)
            .sort_by_file_name()
            .into_iter()
            .map(|e| {
                let e = e.unwrap();
                (e.path().to_owned(), e.metadata().unwrap().modified().unwrap())
            })
            .collect()
    };
    let before = state();
    for from in [a.clone(), a.join("sub")] {
        for args in [&["dir"][..], &["add", "-t", "user", "-n", "n", "-d", "d", "-m", "b"], &["ls", "--paths"]] {
            let mut command = mem.process();
            command.current_dir(&from).args(args);
            for (name, value) in [
                ("GIT_DIR", ".git"),
                ("GIT_WORK_TREE", ""),
                ("GIT_INDEX_FILE", ".git/index"),
                ("GIT_COMMON_DIR", ".git"),
                ("GIT_OBJECT_DIRECTORY", ".git/objects"),
            ] {
                command.env(name, b.join(value));
            }
            let out =
                ran(command.env("GIT_PREFIX", "x/").env("GIT_CEILING_DIRECTORIES", &from).output().unwrap()).ok().out;
            assert!(out.contains(own(&mem, &a).to_str().unwrap()), "{out}");
        }
    }
    assert_eq!(state(), before);
}

#[test]
fn one_folder_by_every_spelling() {
    let mem = Mem::project();
    let app = mem.root().join("app");
    repository(&app);
    fs::create_dir_all(app.join("sub")).unwrap();
    symlink("app", mem.root().join("link")).unwrap();
    symlink("app/sub", mem.root().join("deep")).unwrap();
    let want = own(&mem, &app);
    for place in ["app", "link", "link/sub", "deep", "app/../link/./sub"] {
        assert_eq!(dir(&mem, &mem.root().join(place)), want, "{place}");
        let by_option = at(&mem, &mem.cwd(), &["-C", mem.root().join(place).to_str().unwrap(), "dir"]).ok();
        assert_eq!(by_option.out.trim_end(), want.to_str().unwrap());
    }
    let relative = at(&mem, &mem.cwd(), &["-C", "../link", "-C", "../app", "dir"]);
    assert!(relative.code == 2 || relative.out.trim_end() == want.to_str().unwrap(), "{relative:?}");
    at(&mem, &mem.cwd(), &["-C", "../nowhere", "dir"]).code(2).says("../nowhere").says("-C takes a directory");
    fs::write(mem.cwd().join("file"), "").unwrap();
    at(&mem, &mem.cwd(), &["-C", "file", "dir"]).code(2).says("file");
    // `PWD` is what a shell believes, not where we are.
    let lied = ran(mem.process().current_dir(&app).env("PWD", mem.cwd()).arg("dir").output().unwrap());
    assert_eq!(lied.ok().out.trim_end(), want.to_str().unwrap());
}

#[test]
fn without_a_usable_home_it_says_what_to_do() {
    let mem = Mem::project();
    let with = |home: Option<&str>, more: &[(&str, &str)], args: &[&str]| {
        let mut command = mem.process();
        command.env_remove("HOME").args(args);
        command.envs(home.map(|h| ("HOME", h))).envs(more.iter().copied());
        ran(command.output().unwrap())
    };
    for home in [None, Some(""), Some("relative/home"), Some(".")] {
        for args in [&["ls"][..], &["dir"], &["add", "-t", "user", "-n", "n", "-d", "d", "-m", "b"]] {
            let ran = with(home, &[], args).code(3).says("HOME").says("--dir");
            assert_eq!(ran.out, "");
        }
        with(home, &[], &["--dir", mem.root().join("m").to_str().unwrap(), "ls"]).ok();
        with(home, &[("MEM_HOME", mem.root().join("mh").to_str().unwrap())], &["dir"]).ok();
        with(home, &[("XDG_DATA_HOME", mem.root().join("xdg").to_str().unwrap())], &["dir"]).ok();
    }
    with(Some("/"), &[], &["dir"]).ok();
    let relative = mem.home();
    with(relative.to_str(), &[("MEM_HOME", "rel")], &["dir"]).code(3).says("MEM_HOME");
    // A relative XDG directory is to be ignored.
    let ignored = with(relative.to_str(), &[("XDG_DATA_HOME", "rel")], &["dir"]).ok();
    assert_eq!(ignored.out.trim_end(), own(&mem, &mem.cwd()).to_str().unwrap());
    assert!(!mem.cwd().join("rel").exists());
    with(relative.to_str(), &[("MEM_NOW", "yesterday")], &["ls"]).code(2).says("MEM_NOW").says("2026-11-29T10:00:00Z");
}

#[test]
fn the_file_system_root_is_no_project() {
    let mem = Mem::project();
    at(&mem, Path::new("/"), &["ls"]).code(3).says("/ is not a project").says("--dir");
    at(&mem, Path::new("/"), &["--dir", mem.root().join("m").to_str().unwrap(), "ls"]).ok();
}

#[test]
fn a_working_directory_that_is_gone() {
    let mem = Mem::project();
    let script = "mkdir gone && cd gone && rmdir ../gone && exec \"$@\"";
    let go = |args: &[&str]| {
        let memory = mem.process();
        let mut shell = Command::new("sh");
        shell
            .args(["-c", script, "sh"])
            .arg(memory.get_program())
            .args(args)
            .env("HOME", mem.home())
            .current_dir(mem.cwd());
        ran(shell.output().unwrap())
    };
    go(&["ls"]).code(3).says("the current directory cannot be read").says("hint:");
    go(&["--dir", mem.root().join("m").to_str().unwrap(), "ls"]).ok();
    go(&["-C", mem.cwd().to_str().unwrap(), "ls"]).ok();
}

#[test]
fn paths_of_every_script_and_length_never_meet() {
    let mem = Mem::project();
    let long = "d".repeat(120);
    let names = [
        "新聞".to_owned(),
        "暫存".into(),
        "a-b".into(),
        "a_b".into(),
        "a b".into(),
        "a.b".into(),
        "🐘".into(),
        "é".into(),
        "e\u{301}".into(),
        format!("{long}/{long}/x"),
        format!("{long}/{long}/y"),
    ];
    let mut stores = Vec::new();
    for name in &names {
        let project = mem.root().join("w").join(name);
        fs::create_dir_all(&project).unwrap();
        at(&mem, &project, &["add", "-t", "user", "-n", name, "-d", "d", "-m", "b"]).ok();
        stores.push(dir(&mem, &project));
    }
    for (name, store) in names.iter().zip(&stores) {
        assert_eq!(stores.iter().filter(|s| *s == store).count(), 1, "{name}");
        assert_eq!(at(&mem, &mem.root().join("w").join(name), &["ls"]).ok().out.lines().count(), 1);
    }
}

#[test]
fn claudes_directory_of_another_project_is_not_mixed_in() {
    let mem = Mem::project();
    let (news, temp) = (mem.root().join("新聞"), mem.root().join("暫存"));
    for project in [&news, &temp] {
        fs::create_dir_all(project).unwrap();
    }
    let shared = claude(&mem, &news);
    filled(&shared);
    fs::write(
        shared.parent().unwrap().join("session.jsonl"),
        format!("{}\n", serde_json::json!({"type": "user", "cwd": news})),
    )
    .unwrap();
    assert_eq!(dir(&mem, &news), shared);
    let other = at(&mem, &temp, &["ls"]).ok().says("is not used: it belongs to").says("新聞");
    assert_eq!(other.out, "");
    assert_eq!(dir(&mem, &temp), own(&mem, &temp));
}

#[test]
fn claude_may_have_its_home_elsewhere() {
    let mem = Mem::project();
    let elsewhere = mem.root().join("cfg");
    let memory = elsewhere.join("projects").join(slug(&mem.cwd())).join("memory");
    filled(&memory);
    filled(&claude(&mem, &mem.cwd()));
    let found = ran(mem.process().env("CLAUDE_CONFIG_DIR", &elsewhere).arg("dir").output().unwrap()).ok();
    assert_eq!(found.out.trim_end(), memory.to_str().unwrap());
    assert_eq!(dir(&mem, &mem.cwd()), claude(&mem, &mem.cwd()));
}

#[test]
fn a_project_that_moved_is_told_where_its_memory_is() {
    let mem = Mem::project();
    let (old, new) = (mem.root().join("app"), mem.root().join("app2"));
    repository(&old);
    at(&mem, &old, &["add", "-t", "user", "-n", "Kept", "-d", "d", "-m", "b"]).ok();
    let store = dir(&mem, &old);
    fs::rename(&old, &new).unwrap();
    let ran = at(&mem, &new, &["ls"]).ok().says(old.to_str().unwrap()).says(store.to_str().unwrap()).says("mv ");
    // The command that the hint names does it.
    let command = ran.err.split("to keep it: ").nth(1).unwrap().trim();
    assert!(Command::new("sh").args(["-c", command]).status().unwrap().success(), "{command}");
    assert_eq!(at(&mem, &new, &["ls"]).ok().quiet().out.lines().count(), 1);
}

#[test]
fn what_a_project_file_may_not_choose() {
    let mem = Mem::project();
    let outside = mem.root().join("outside");
    filled(&outside);
    symlink(&outside, mem.cwd().join("away")).unwrap();
    for (value, says) in [
        ("../outside", ".mem.toml"),
        ("/etc", ".mem.toml"),
        ("~/x", ".mem.toml"),
        (".git/x", ".mem.toml"),
        ("", ".mem.toml"),
        ("away", "leads out of the project"),
        ("away/deeper", "leads out of the project"),
    ] {
        fs::write(mem.cwd().join(".mem.toml"), format!("[store]\ndir = \"{value}\"\n")).unwrap();
        let ran = mem.run(["dir"]).ok().says(says);
        assert_eq!(ran.out.trim_end(), own(&mem, &mem.cwd()).to_str().unwrap(), "{value}");
    }
    fs::write(mem.cwd().join(".mem.toml"), "[store]\ndir = \"team/memory\"\n").unwrap();
    mem.add("user", "A", "d", "b");
    assert!(mem.cwd().join("team/memory/user_a.md").is_file());
    fs::create_dir_all(mem.cwd().join("src")).unwrap();
    assert_eq!(dir(&mem, &mem.cwd().join("src")), mem.cwd().join("team/memory"));
}

#[test]
fn a_record_that_cannot_be_read_is_named() {
    let mem = Mem::project();
    mem.add("user", "A", "d", "b");
    let file = own(&mem, &mem.cwd()).parent().unwrap().join("project.json");
    let record: Value = serde_json::from_slice(&fs::read(&file).unwrap()).unwrap();
    assert_eq!(record["path"], mem.cwd().display().to_string());
    fs::write(&file, "{").unwrap();
    mem.run(["ls"]).ok().says(file.to_str().unwrap()).says("is ignored");
    mem.add("user", "B", "d", "b");
    mem.run(["ls"]).ok().quiet();
}

#[test]
fn a_record_of_another_project_is_a_collision() {
    let mem = Mem::project();
    mem.add("user", "A", "d", "b");
    let file = own(&mem, &mem.cwd()).parent().unwrap().join("project.json");
    let text = fs::read_to_string(&file).unwrap().replace(mem.cwd().to_str().unwrap(), mem.home().to_str().unwrap());
    fs::write(&file, text).unwrap();
    mem.run(["ls"]).code(3).says("belongs to").says("delete the file");
}
