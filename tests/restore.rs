//! `mem restore`: what comes back, from where, and what it refuses to overwrite.

use std::{fs, os::unix::fs::symlink};

use serde_json::json;

use crate::support::Mem;

/// One memory with three versions.
fn store() -> Mem {
    let mem = Mem::new();
    mem.add("user", "A", "d", "one");
    for body in ["two", "three"] {
        mem.run(["add", "--update", "-t", "user", "-n", "A", "-d", "d", "-m", body]).ok();
    }
    mem
}

fn body(mem: &Mem) -> String {
    mem.read("user_a.md").lines().last().unwrap().to_owned()
}

#[test]
fn before_the_last_change_and_back_again() {
    let mem = store();
    for want in ["two", "three", "two"] {
        let restored = mem.run(["restore", "A"]).ok().quiet();
        assert!(restored.out.starts_with("restored user_a.md from "), "{restored:?}");
        assert_eq!(body(&mem), want);
    }
    // An edit of somebody else is the last change, and is kept.
    mem.file("user_a.md", "theirs");
    mem.run(["restore", "A"]).ok();
    assert_eq!(body(&mem), "two");
    mem.run(["restore", "user_a"]).ok();
    assert_eq!(mem.read("user_a.md"), "theirs");
}

#[test]
fn a_revision_by_all_its_names() {
    let mem = store();
    let first = mem.git(&["rev-list", "--max-parents=0", "main"]).trim().to_owned();
    for (rev, want) in [("HEAD~1", "two"), ("HEAD~2", "one"), ("main", "three"), (&first, "one"), (&first[..7], "one")]
    {
        let mem = store();
        // The same clock and content give the same names.
        mem.run(["restore", &format!("A@{rev}")]).ok();
        assert_eq!(body(&mem), want, "{rev}");
    }
    mem.run(["restore", "user_a.md@HEAD~2"]).ok();
    assert_eq!(body(&mem), "one");
}

#[test]
fn what_the_history_does_not_know() {
    let mem = store();
    mem.file("a@b.md", "x").file("new.md", "n");
    let before = mem.state();
    for (argument, why) in [
        ("A@nosuch", "there is no revision `nosuch`"),
        ("A@HEAD~99", "there is no revision `HEAD~99`"),
        ("A@--all", "there is no revision `--all`"),
        ("A@-x", "there is no revision `-x`"),
        ("A@main:user_a.md", "there is no revision `main:user_a.md`"),
        ("Zz@", "no memory `Zz@`"),
        ("@nosuch", "there is no revision `nosuch`"),
        ("@--x", "there is no revision `--x`"),
        ("@", "there is no revision ``"),
        ("nosuch", "no memory `nosuch`"),
        ("nosuch@HEAD", "no memory `nosuch`"),
        ("new@HEAD~1", "new.md is not in"),
        ("new", "there is no earlier version of new.md"),
        ("../x.md", "not a memory"),
        ("/etc/passwd", "not a memory"),
    ] {
        for flags in [&[][..], &["--dry-run"]] {
            let ran = mem.run(["restore"].iter().chain(flags).chain(&[argument])).code(1);
            // Without a revision that has it, a new file has no version at all.
            assert!(ran.err.contains(why) || argument == "new", "{argument}: {ran:?}");
        }
    }
    assert_eq!(mem.state(), before);
    mem.run(["restore"]).code(2);
    mem.run(["restore", "--deleted", "A"]).code(2);
    mem.run(["restore", "@HEAD", "A"]).code(2).says("stands alone");
    let bare = Mem::new();
    bare.run(["restore", "A"]).code(1).says("has no history");
}

#[test]
fn names_with_an_at_sign() {
    let mem = Mem::new();
    for file in ["user_a@main.md", "@HEAD.md", "x@y.md", "x.md"] {
        mem.file(file, format!("one {file}"));
    }
    mem.add("user", "A", "d", "b");
    mem.file("user_a@main.md", "two").file("@HEAD.md", "two").file("x@y.md", "two");
    mem.run(["restore", "user_a@main"]).ok();
    mem.run(["restore", "./@HEAD.md"]).ok();
    mem.run(["restore", "x@y"]).ok();
    for file in ["user_a@main.md", "@HEAD.md", "x@y.md"] {
        assert_eq!(mem.read(file), format!("one {file}"));
    }
    mem.file("@odd.md", "one");
    mem.run(["rm", "@odd"]).ok();
    mem.run(["restore", "@odd"]).ok();
    assert_eq!(mem.read("@odd.md"), "one");
    mem.run(["restore", "x@y@HEAD~1"]).ok();
}

/// `@REV` is the exact inverse of what was done.
#[test]
fn undo_is_the_inverse() {
    let deeds: [&[&str]; 7] = [
        &["add", "-t", "project", "-n", "New", "-d", "d", "-m", "b"],
        &["add", "--update", "-t", "user", "-n", "A", "-d", "another", "-m", "four"],
        &["rm", "A"],
        &["rm", "-y", "A", "B"],
        &["mv", "A", "Z", "-t", "reference"],
        &["restore", "A"],
        &["reindex", "--rebuild"],
    ];
    for deed in deeds {
        let mem = store();
        mem.file("user_b.md", "---\nname: B\ndescription: d\ntype: user\n---\n[[A]] [t](user_a.md)\r\n");
        mem.file("MEMORY.md", "# Mine\r\n\r\nprose\r\n* [A](user_a.md) my hook\r\n* [B](user_b.md)\r\n\r\n## end");
        mem.run(["reindex"]).ok();
        let before = mem.state();
        mem.run(deed).ok();
        let after = mem.state();
        assert_ne!(before, after, "{deed:?}");
        mem.run(["restore", "@HEAD"]).ok();
        assert_eq!(mem.state(), before, "{deed:?}");
        mem.run(["restore", "@HEAD"]).ok();
        assert_eq!(mem.state(), after, "{deed:?}");
        mem.run(["restore", "@HEAD~1", "--dry-run"]).ok();
        assert_eq!(mem.state(), after, "{deed:?}");
    }
}

#[test]
fn undo_behind_later_changes() {
    let mem = store();
    mem.file("user_b.md", "b");
    mem.run(["rm", "user_b"]).ok();
    mem.add("project", "Later", "d", "b");
    mem.run(["restore", "@HEAD~1"]).ok().quiet();
    assert_eq!(mem.read("user_b.md"), "b");
    assert!(mem.path("project_later.md").exists() && mem.read("MEMORY.md").contains("project_later.md"));
    // What was changed again since is overwritten, which is said, and kept.
    let update = mem.git(&["log", "--format=%H", "--grep=update: user_a.md", "main"]);
    let update = update.lines().last().unwrap();
    mem.run(["restore", &format!("@{update}")]).ok().says("user_a.md was changed again since");
    assert_eq!(body(&mem), "one");
    mem.run(["restore", "A"]).ok();
    assert_eq!(body(&mem), "three");
}

#[test]
fn all_that_was_removed() {
    let mem = store();
    mem.file("outside.md", "o").file("sub/x.md", "x").add("user", "B", "d", "b");
    mem.run(["mv", "B", "C"]).ok();
    mem.file("byhand.md", "h");
    mem.run(["reindex"]).ok();
    fs::rename(mem.path("byhand.md"), mem.path("hand.md")).unwrap();
    mem.run(["reindex"]).ok();
    let before: Vec<_> = mem.state().into_iter().filter(|(p, _)| !p.ends_with("MEMORY.md")).collect();
    mem.run(["rm", "-y", "A", "sub/x.md"]).ok();
    fs::remove_file(mem.path("outside.md")).unwrap();
    let planned = mem.json(["restore", "--deleted", "--dry-run"]);
    assert_eq!(planned["restored"].as_array().unwrap().len(), 3, "{planned}");
    let restored = mem.json(["restore", "--deleted"]);
    let mut files: Vec<_> =
        restored["restored"].as_array().unwrap().iter().map(|f| f.as_str().unwrap().to_owned()).collect();
    files.sort();
    assert_eq!(files, ["outside.md", "sub/x.md", "user_a.md"]);
    let after: Vec<_> = mem.state().into_iter().filter(|(p, _)| !p.ends_with("MEMORY.md")).collect();
    assert_eq!(after, before);
    assert_eq!(mem.json(["restore", "--deleted"])["restored"], json!([]));
    mem.run(["restore", "--deleted"]).ok().says("there is nothing to bring back");
    mem.run(["reindex", "--check"]).ok();
}

#[test]
fn a_place_that_is_taken() {
    let outside = |mem: &Mem| {
        fs::write(mem.root().join("victim"), "keep").unwrap();
        mem.root().join("victim")
    };
    type Squat = fn(&Mem, &std::path::Path);
    let squats: [(&str, Squat); 4] = [
        ("a directory", |m, _| fs::create_dir(m.path("user_a.md")).unwrap()),
        ("a link out", |m, victim| symlink(victim, m.path("user_a.md")).unwrap()),
        ("a dead link", |m, _| symlink("nowhere", m.path("user_a.md")).unwrap()),
        ("a pipe", |m, _| {
            let made = std::process::Command::new("mkfifo").arg(m.path("user_a.md")).status().unwrap();
            assert!(made.success());
        }),
    ];
    for (what, squat) in squats {
        let mem = store();
        let victim = outside(&mem);
        mem.run(["rm", "A"]).ok();
        squat(&mem, &victim);
        for args in [&["restore", "A"][..], &["restore", "@HEAD"], &["restore", "user_a@HEAD~1"]] {
            let ran = mem.run(args);
            assert!(ran.code != 0 && ran.err.contains("user_a.md"), "{what} {args:?}: {ran:?}");
        }
        assert_eq!(fs::read_to_string(&victim).unwrap(), "keep", "{what}");
    }
    // A folder that became a link out of the store.
    let mem = Mem::new();
    mem.file("sub/x.md", "x");
    mem.run(["rm", "sub/x.md"]).ok();
    fs::remove_dir(mem.path("sub")).unwrap();
    fs::create_dir(mem.root().join("elsewhere")).unwrap();
    symlink(mem.root().join("elsewhere"), mem.path("sub")).unwrap();
    mem.run(["restore", "sub/x.md"]).code(1).says("leads out of the store");
    assert_eq!(fs::read_dir(mem.root().join("elsewhere")).unwrap().count(), 0);
}

#[test]
fn the_index_can_be_had_back() {
    let mem = store();
    mem.file("MEMORY.md", "# Mine\n\n- [A](user_a.md) hook\n");
    let mine = mem.read("MEMORY.md");
    mem.run(["reindex", "--rebuild"]).ok();
    assert_ne!(mem.read("MEMORY.md"), mine);
    let restored = mem.json(["restore", "MEMORY.md"]);
    assert_eq!(restored["restored"], json!(["MEMORY.md"]));
    assert_eq!(mem.read("MEMORY.md"), mine);
    mem.run(["restore", "MEMORY.md@HEAD~1"]).ok();
    assert_ne!(mem.read("MEMORY.md"), mine);
}

#[test]
fn a_memory_that_was_renamed() {
    let mem = store();
    mem.run(["mv", "A", "B"]).ok();
    mem.run(["restore", "B@HEAD~1"]).code(1).says("user_b.md was user_a.md in").says("mem restore user_a.md@");
    mem.run(["restore", "B"]).code(1).says("user_b.md was user_a.md before").says("mem restore @");
    mem.run(["restore", "user_a.md"]).ok();
    assert_eq!(mem.files(), ["user_a.md", "user_b.md"]);
}
