//! What the history holds, byte for byte, and `mem log` and `mem diff` over it.

use std::{fs, os::unix::fs::symlink, time::Duration};

use crate::support::Mem;

/// Every kind of name and content that a history must keep.
const FILES: [(&str, &[u8]); 12] = [
    ("crlf.md", b"---\r\nname: a\r\n---\r\nb\r\n"),
    ("no end.md", b"no line end"),
    ("binary.md", b"\0\xff\xfe\r\n\x80 text \0"),
    ("empty.md", b""),
    ("it's \"quoted\".md", b"q\n"),
    ("back\\slash.md", b"s\n"),
    ("\u{fc}ml\u{e4}ut.md", b"u\n"),
    ("new\nline.md", b"n\n"),
    ("$Id$.md", b"$Id$ $Log$\n"),
    ("-dash.md", b"d\n"),
    ("sub/deep/x y.md", b"x\n"),
    ("lf.md", b"\n\n\n"),
];

fn commit(mem: &Mem) {
    let n = mem.subjects_or_none().len();
    mem.add("project", &format!("Commit {n}"), "d", "b");
}

impl Mem {
    fn subjects_or_none(&self) -> Vec<String> {
        if self.home().join(".local/share/mem/history").exists() { self.subjects() } else { Vec::new() }
    }

    /// `file` in `rev` as git has it.
    fn in_history(&self, rev: &str, file: &str) -> Vec<u8> {
        let out = std::process::Command::new("git")
            .arg("--git-dir")
            .arg(self.history())
            .args(["cat-file", "blob", &format!("{rev}:{file}")])
            .output()
            .unwrap();
        assert!(out.status.success(), "{file} in {rev}");
        out.stdout
    }
}

#[test]
fn bytes_and_names_are_exact() {
    let mem = Mem::new();
    for (file, bytes) in FILES {
        mem.file(file, bytes);
    }
    // A file that only looks like a setting acts on nothing.
    mem.file(".gitattributes", "* text eol=crlf\n*.md filter=x\n").file(".gitignore", "*\n");
    commit(&mem);
    for (file, bytes) in FILES {
        assert_eq!(mem.in_history("main", file), bytes, "{file:?}");
    }
    let before = mem.state();
    for (file, _) in FILES {
        fs::remove_file(mem.path(file)).unwrap();
    }
    mem.run(["restore", "--deleted"]).ok();
    assert_eq!(mem.state(), before);
}

#[test]
fn edits_by_others_are_committed_first() {
    let mem = Mem::new();
    for file in ["changed.md", "deleted.md", "renamed.md", "kept.md"] {
        mem.file(file, format!("---\nname: {file}\n---\nold {file}\n"));
    }
    commit(&mem);
    assert_eq!(mem.subjects(), ["add: project_commit_0.md", "edited outside mem"]);
    mem.file("changed.md", "new").file("new.md", "new");
    fs::remove_file(mem.path("deleted.md")).unwrap();
    fs::rename(mem.path("renamed.md"), mem.path("moved.md")).unwrap();
    fs::write(mem.path("MEMORY.md"), mem.read("MEMORY.md") + "\nmine\n").unwrap();
    commit(&mem);
    assert_eq!(mem.subjects()[..2], ["add: project_commit_2.md", "edited outside mem"]);
    let outside = &mem.json(["log"])["entries"][1];
    assert_eq!(outside["subject"], "edited outside mem");
    let files = ["MEMORY.md", "changed.md", "deleted.md", "moved.md", "new.md", "renamed.md"];
    assert_eq!(outside["files"], serde_json::json!(files));
    // Nothing new, nothing to commit.
    mem.run(["reindex"]).ok();
    let n = mem.subjects().len();
    mem.run(["reindex"]).ok();
    fs::File::open(mem.path("kept.md")).unwrap().set_modified(std::time::SystemTime::now()).unwrap();
    mem.run(["add", "-t", "project", "-n", "Commit 2", "-d", "d", "-m", "b"]).ok();
    assert_eq!(mem.subjects().len(), n);
}

/// The same size and the same time are no proof.
#[test]
fn edits_that_hide_are_found() {
    let mem = Mem::new();
    mem.file("a.md", "one");
    commit(&mem);
    let file = fs::File::open(mem.path("a.md")).unwrap();
    let then = file.metadata().unwrap().modified().unwrap();
    for (n, text) in ["two", "six", "ten"].into_iter().enumerate() {
        fs::write(mem.path("a.md"), text).unwrap();
        fs::File::options().write(true).open(mem.path("a.md")).unwrap().set_modified(then).unwrap();
        if n == 2 {
            // Long after, with the stamp known.
            std::thread::sleep(Duration::from_millis(2100));
            commit(&mem);
            fs::write(mem.path("a.md"), "old").unwrap();
            fs::File::options().write(true).open(mem.path("a.md")).unwrap().set_modified(then).unwrap();
            commit(&mem);
            assert_eq!(mem.in_history("main", "a.md"), b"old");
        } else {
            commit(&mem);
            assert_eq!(mem.in_history("main", "a.md"), text.as_bytes());
        }
    }
}

#[test]
fn one_history_however_the_store_is_called_and_one_for_each_store() {
    let mem = Mem::new();
    mem.add("user", "A", "d", "b");
    let link = mem.root().join("link");
    symlink(mem.store(), &link).unwrap();
    mem.run(["--dir", link.to_str().unwrap(), "rm", "A"]).ok();
    assert_eq!(mem.subjects(), ["rm: user_a.md", "add: user_a.md"]);
    let other = mem.root().join("other");
    mem.run(["--dir", other.to_str().unwrap(), "add", "-t", "user", "-n", "B", "-d", "d", "-m", "b"]).ok();
    let log = mem.run(["--dir", other.to_str().unwrap(), "log"]).ok().out;
    assert!(log.contains("add: user_b.md") && !log.contains("user_a"), "{log}");
    // A store that moved starts a history of its own and keeps what it has.
    fs::rename(&other, mem.root().join("elsewhere")).unwrap();
    let elsewhere = mem.root().join("elsewhere");
    let elsewhere = elsewhere.to_str().unwrap();
    assert_eq!(mem.run(["--dir", elsewhere, "log"]).ok().out, "");
    mem.run(["--dir", elsewhere, "rm", "B"]).ok();
    assert!(mem.run(["--dir", elsewhere, "log"]).ok().out.contains("edited outside mem"));
}

#[test]
fn a_store_that_is_gone_comes_back() {
    let mem = Mem::new();
    mem.add("user", "A", "d", "b").add("user", "B", "d", "b");
    let link = mem.root().join("way");
    symlink(mem.root(), &link).unwrap();
    let before = mem.state();
    fs::remove_dir_all(mem.store()).unwrap();
    let by_link = link.join("memory");
    let planned = mem.run(["--dir", by_link.to_str().unwrap(), "restore", "--deleted", "--dry-run"]).ok();
    assert_eq!(planned.out.lines().count(), 2, "{planned:?}");
    assert!(!mem.store().exists());
    mem.run(["--dir", by_link.to_str().unwrap(), "restore", "--deleted"]).ok();
    assert_eq!(mem.state(), before);
}

#[test]
fn sixty_changes_and_git_packs_them() {
    let mem = Mem::new();
    for n in 0..60 {
        mem.file("a.md", format!("version {n}\n"));
        mem.run(["reindex", "--force"]).ok();
        mem.file("z.md", format!("{n}"));
        mem.run(["rm", "z"]).ok();
    }
    let packs = fs::read_dir(mem.history().join("objects/pack")).unwrap();
    let packs = packs.filter(|p| p.as_ref().unwrap().path().extension().is_some_and(|e| e == "pack")).count();
    assert!(packs < 60, "{packs}");
    mem.git(&["fsck", "--full", "--strict"]);
    let log = mem.json(["log", "a"]);
    let revisions = log["entries"].as_array().unwrap();
    assert_eq!(revisions.len(), 60);
    for (n, entry) in revisions.iter().rev().enumerate() {
        assert_eq!(mem.in_history(entry["rev"].as_str().unwrap(), "a.md"), format!("version {n}\n").as_bytes());
    }
    mem.run(["restore", &format!("a@{}", &revisions[57]["rev"].as_str().unwrap()[..10])]).ok();
    assert_eq!(mem.read("a.md"), "version 2\n");
}

#[test]
fn the_log_for_people_and_for_scripts() {
    let mem = Mem::new();
    assert_eq!(mem.run(["log"]).ok().says("there is no history yet").out, "");
    assert_eq!(mem.json(["log"])["entries"], serde_json::json!([]));
    mem.run(["log", "nosuch"]).code(1).says("no memory `nosuch`");
    mem.add("user", "A", "d", "b");
    let later = |mem: &Mem, args: &[&str]| {
        crate::support::ran(mem.command().env("MEM_NOW", "2026-12-09T12:00:00Z").args(args).output().unwrap())
    };
    later(&mem, &["rm", "A"]).ok();
    let log = later(&mem, &["log"]).ok().quiet().out;
    let lines: Vec<&str> = log.lines().collect();
    assert_eq!(lines.len(), 6, "{log}");
    assert!(lines[0].ends_with("  rm: user_a.md  today") && lines[0].split(' ').next().unwrap().len() == 10, "{log}");
    assert_eq!(lines[1..3], ["    M MEMORY.md", "    D user_a.md"]);
    assert!(lines[3].ends_with("  add: user_a.md  10 days ago"), "{log}");
    assert_eq!(lines[4..], ["    A MEMORY.md", "    A user_a.md"]);
    let entries = mem.json(["log"])["entries"].clone();
    assert_eq!(entries[0]["time"], "2026-12-09T12:00:00Z");
    assert_eq!(entries[1]["time"], "2026-11-29T12:00:00Z");
    assert_eq!(entries[0]["rev"].as_str().unwrap(), mem.git(&["rev-parse", "main"]).trim());
    for (args, n) in [(&["-n", "1"][..], 1), (&["-n", "0"], 0), (&["--limit", "9"], 2), (&["A", "-n", "1"], 1)] {
        let args: Vec<&str> = std::iter::once("log").chain(args.iter().copied()).collect();
        assert_eq!(mem.json(args)["entries"].as_array().unwrap().len(), n);
    }
    mem.run(["log", "-n", "x"]).code(2);
}

#[test]
fn the_log_of_one_memory_follows_it() {
    let mem = Mem::new();
    mem.add("user", "A", "d", "b").add("user", "Other", "d", "b");
    mem.run(["mv", "A", "B"]).ok();
    mem.run(["mv", "B", "C", "-t", "project"]).ok();
    mem.run(["rm", "C"]).ok();
    mem.add("user", "A", "d", "another");
    let subjects = |name: &str| {
        let log = mem.json(["log", name]);
        let entries = log["entries"].as_array().unwrap().clone();
        entries.iter().map(|e| e["subject"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let whole = ["rm: project_c.md", "mv: user_b.md to project_c.md", "mv: user_a.md to user_b.md", "add: user_a.md"];
    assert_eq!(subjects("project_c"), whole);
    assert_eq!(subjects("C"), whole);
    assert_eq!(subjects("user_other.md"), ["add: user_other.md"]);
    assert_eq!(subjects("B"), ["mv: user_b.md to project_c.md", "mv: user_a.md to user_b.md", "add: user_a.md"]);
    assert_eq!(subjects("A")[0], "add: user_a.md");
    // A name that only the header had.
    mem.file("odd-file.md", "---\nname: Known by name\n---\nb\n");
    mem.run(["rm", "odd-file"]).ok();
    assert_eq!(subjects("known by NAME"), ["rm: odd-file.md", "edited outside mem"]);
}

#[test]
fn the_difference() {
    let mem = Mem::new();
    assert_eq!(mem.run(["diff"]).ok().quiet().out, "");
    mem.add("user", "A", "d", "one").add("user", "B", "d", "b");
    assert_eq!(mem.run(["diff"]).ok().quiet().out, "");
    let text = mem.read("user_a.md");
    mem.file("user_a.md", text.replace("one", "two")).file("new.md", "n").file("empty.md", "");
    fs::remove_file(mem.path("user_b.md")).unwrap();
    let diff = mem.run(["diff"]).ok().quiet().out;
    assert!(diff.contains("--- a/user_a.md\n+++ b/user_a.md\n") && diff.contains("\n-one\n+two\n"), "{diff}");
    assert!(diff.contains("added empty.md\n") && diff.contains("+n\n\\ No newline at end of file\n"), "{diff}");
    let all = mem.json(["diff"]);
    let files = |diff: &serde_json::Value| {
        let files = diff["files"].as_array().unwrap().clone();
        files
            .iter()
            .map(|f| format!("{} {}", f["status"].as_str().unwrap(), f["file"].as_str().unwrap()))
            .collect::<Vec<_>>()
    };
    assert_eq!(files(&all), ["added empty.md", "added new.md", "changed user_a.md", "removed user_b.md"]);
    assert_eq!((&all["from"], &all["to"]), (&mem.git(&["rev-parse", "main"]).trim().into(), &serde_json::Value::Null));
    assert_eq!(files(&mem.json(["diff", "A", "user_b"])), ["changed user_a.md", "removed user_b.md"]);
    assert_eq!(all["files"][2]["before"].as_str().unwrap(), text);
    // Looking changes nothing.
    assert_eq!(mem.subjects().len(), 2);
    commit(&mem);
    assert_eq!(files(&mem.json(["diff", "-r", "HEAD~1..HEAD"])), ["changed MEMORY.md", "added project_commit_2.md"]);
    assert_eq!(files(&mem.json(["diff", "-r", "HEAD~2..HEAD~1", "A"])), ["changed user_a.md"]);
    let root = mem.git(&["rev-list", "--max-parents=0", "main"]);
    let since = files(&mem.json(["diff", "--rev", &root[..12]]));
    assert!(
        since.contains(&"changed user_a.md".to_owned()) && !since.iter().any(|f| f.contains("user_b")),
        "{since:?}"
    );
    assert_eq!(files(&mem.json(["diff", "-r", "HEAD.."])), Vec::<String>::new());
    for rev in ["nosuch", "HEAD~99", "--all", "nosuch..HEAD", "HEAD..nosuch", ""] {
        mem.run(["diff", &format!("--rev={rev}")]).code(1).says("there is no revision").says("`mem log` lists");
    }
    mem.run(["diff", "nosuch"]).code(1).says("no memory `nosuch`");
}
