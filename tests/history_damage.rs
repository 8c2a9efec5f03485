//! A history in trouble: it says so, saving goes on, and `mem log --repair` heals it or sets it aside.

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::support::Mem;

/// Three revisions and one memory.
fn store() -> Mem {
    let mem = Mem::new();
    mem.add("user", "A", "d", "one");
    mem.run(["add", "--update", "-t", "user", "-n", "A", "-d", "d", "-m", "two"]).ok();
    mem.file("outside.md", "x");
    mem.run(["reindex"]).ok();
    mem
}

fn packs(history: &Path) -> Vec<PathBuf> {
    let files = fs::read_dir(history.join("objects/pack")).unwrap().map(|e| e.unwrap().path());
    files.filter(|p| p.extension().is_some_and(|e| e == "pack")).collect()
}

fn writable(path: &Path) {
    let mode = <fs::Permissions as std::os::unix::fs::PermissionsExt>::from_mode(0o644);
    fs::set_permissions(path, mode).unwrap();
}

type Damage = fn(&Path);

/// What cannot be healed.
const FATAL: [(&str, Damage); 4] = [
    ("a truncated pack", |h| {
        for pack in packs(h) {
            writable(&pack);
            fs::File::options().write(true).open(&pack).unwrap().set_len(40).unwrap();
        }
    }),
    ("deleted objects", |h| {
        fs::remove_dir_all(h.join("objects")).unwrap();
        fs::create_dir(h.join("objects")).unwrap();
    }),
    ("rubbish in the packs", |h| {
        for pack in packs(h) {
            writable(&pack);
            let length = usize::try_from(fs::metadata(&pack).unwrap().len()).unwrap();
            fs::write(&pack, vec![0x5a; length]).unwrap();
        }
    }),
    ("no objects directory", |h| fs::remove_dir_all(h.join("objects")).unwrap()),
];

/// What `mem` knows without the repository.
const HEALED: [(&str, Damage); 7] = [
    ("another commit's name", |h| fs::write(h.join("refs/heads/main"), format!("{}\n", "1".repeat(40))).unwrap()),
    ("an empty branch", |h| fs::write(h.join("refs/heads/main"), "").unwrap()),
    ("a branch of NULs", |h| fs::write(h.join("refs/heads/main"), [0; 41]).unwrap()),
    ("no branch", |h| fs::remove_file(h.join("refs/heads/main")).unwrap()),
    ("garbage for settings", |h| fs::write(h.join("config"), "[core\n\0").unwrap()),
    ("a HEAD of rubbish", |h| fs::write(h.join("HEAD"), "\0\0").unwrap()),
    ("no refs", |h| fs::remove_dir_all(h.join("refs")).unwrap()),
];

/// The damage is said, and nothing that would destroy is done.
fn says_so_and_goes_on(mem: &Mem, what: &str) {
    let before = mem.state();
    for args in [&["log"][..], &["diff", "-r", "HEAD~1"], &["restore", "A"], &["restore", "--deleted"]] {
        let ran = mem.run(args);
        assert!(ran.code == 3 && ran.err.contains("the history in"), "{what} {args:?}: {ran:?}");
        assert!(ran.err.contains("`mem log --repair`"), "{what} {args:?}: {ran:?}");
    }
    for args in [&["rm", "A"][..], &["add", "--update", "-t", "user", "-n", "A", "-d", "d", "-m", "three"]] {
        let ran = mem.run(args);
        assert!(ran.code == 1 && ran.err.contains("the history in"), "{what} {args:?}: {ran:?}");
    }
    mem.run(["rm", "--forget", "A"]).code(3).says("nothing was removed");
    assert_eq!(mem.state(), before, "{what}");
    mem.run(["ls"]).ok().quiet();
    let added = mem.run(["add", "-t", "user", "-n", "New", "-d", "d", "-m", "b"]).ok();
    assert!(added.err.contains("`mem log --repair`") && added.err.lines().count() == 1, "{what}: {added:?}");
    assert!(mem.read("MEMORY.md").contains("user_new.md"), "{what}");
}

#[test]
fn what_cannot_be_healed_is_set_aside() {
    for (what, damage) in FATAL {
        let mem = store();
        let history = mem.history();
        damage(&history);
        says_so_and_goes_on(&mem, what);
        let repaired = mem.run(["log", "--repair"]).ok().quiet().out;
        let aside = format!("{}.damaged-1", history.display());
        assert_eq!(
            repaired,
            format!("the damaged history is set aside in {aside}; the next change starts a new one\n"),
            "{what}"
        );
        assert!(Path::new(&aside).is_dir() && !history.exists(), "{what}");
        mem.run(["log"]).ok().says("there is no history yet");
        let removed = mem.run(["rm", "A"]).ok().quiet();
        assert!(removed.out.contains("undo: "), "{what}: {removed:?}");
        assert_eq!(mem.subjects(), ["rm: user_a.md", "edited outside mem"], "{what}");
        mem.run(["restore", "A"]).ok();
        assert!(mem.read("user_a.md").contains("two"), "{what}");
        assert_eq!(mem.run(["log", "--repair"]).ok().out, "the history is sound\n", "{what}");
    }
}

#[test]
fn what_can_be_healed_loses_nothing() {
    for (what, damage) in HEALED {
        let mem = store();
        let before = mem.subjects();
        damage(&mem.history());
        let repaired = mem.run(["log", "--repair"]).ok().quiet().out;
        assert_eq!(repaired, "the history was damaged and is sound again; nothing of it is lost\n", "{what}");
        assert_eq!(mem.subjects(), before, "{what}");
        mem.run(["rm", "A"]).ok().quiet();
        assert_eq!(mem.subjects()[0], "rm: user_a.md", "{what}");
    }
}

#[test]
fn what_can_be_healed_says_so_until_then() {
    for (what, damage) in &HEALED[..5] {
        let mem = store();
        damage(&mem.history());
        says_so_and_goes_on(&mem, what);
    }
}

/// What a change puts right by itself, without a word.
#[test]
fn a_change_sweeps_up_after_killed_ones() {
    let sweeps: [(&str, Damage); 6] = [
        ("a missing HEAD", |h| fs::remove_file(h.join("HEAD")).unwrap()),
        ("stale locks", |h| {
            for lock in ["refs/heads/main.lock", "packed-refs.lock", "HEAD.lock", "config.lock", "gc.pid"] {
                fs::write(h.join(lock), "").unwrap();
            }
        }),
        ("a crash report", |h| fs::write(h.join("fast_import_crash_1"), "fast-import crash report").unwrap()),
        ("a half-made repository", |h| drop(fs::create_dir(h.with_extension("init")))),
        ("a half-written one", |h| fs::create_dir_all(h.with_extension("new").join("objects")).unwrap()),
        ("loose ends in the packs", |h| fs::write(h.join("objects/pack/tmp_pack_x"), "PACK").unwrap()),
    ];
    for (what, damage) in sweeps {
        let mem = store();
        let history = mem.history();
        damage(&history);
        mem.run(["rm", "A"]).ok().quiet();
        assert_eq!(mem.subjects()[0], "rm: user_a.md", "{what}");
        let left = walkdir::WalkDir::new(history.parent().unwrap())
            .into_iter()
            .filter_map(|e| e.unwrap().file_name().to_str().map(str::to_owned));
        let left: Vec<_> =
            left.filter(|n| n.ends_with(".lock") || n.starts_with("fast_import") || n.ends_with(".new")).collect();
        assert_eq!(left, Vec::<String>::new(), "{what}");
        mem.git(&["fsck", "--full"]);
    }
}

/// The note of stamps is only a note.
#[test]
fn the_note_may_be_missing_damaged_or_foreign() {
    let other = store();
    other.run(["rm", "A"]).ok();
    let foreign = fs::read(other.history().join("mem-state")).unwrap();
    for (what, note) in [
        ("missing", None),
        ("empty", Some(Vec::new())),
        ("rubbish", Some(vec![0xff; 300])),
        ("text", Some(b"mem-state 2 x\0".to_vec())),
        ("foreign", Some(foreign)),
        ("cut", None),
    ] {
        let mem = store();
        let file = mem.history().join("mem-state");
        match note {
            Some(bytes) => fs::write(&file, bytes).unwrap(),
            None if what == "cut" => {
                let bytes = fs::read(&file).unwrap();
                fs::write(&file, &bytes[..bytes.len() - 8]).unwrap();
            }
            None => fs::remove_file(&file).unwrap(),
        }
        fs::remove_file(mem.path("outside.md")).unwrap();
        mem.file("user_a.md", mem.read("user_a.md").replace("two", "six"));
        let diff = mem.json(["diff"]);
        let files: Vec<_> = diff["files"].as_array().unwrap().iter().map(|f| f["file"].as_str().unwrap()).collect();
        assert_eq!(files, ["outside.md", "user_a.md"], "{what}");
        let n = mem.subjects().len();
        mem.run(["rm", "A"]).ok().quiet();
        assert_eq!(mem.subjects().len(), n + 2, "{what}");
        let outside = mem.json(["log", "-n", "2"])["entries"][1].clone();
        assert_eq!(
            (&outside["subject"], &outside["files"]),
            (&"edited outside mem".into(), &serde_json::json!(["outside.md", "user_a.md"])),
            "{what}"
        );
        mem.run(["restore", "A"]).ok();
        assert!(mem.read("user_a.md").contains("six"), "{what}");
    }
}

#[test]
fn a_sound_history_and_none() {
    let mem = Mem::new();
    assert_eq!(mem.run(["log", "--repair"]).ok().quiet().out, "there is no history yet\n");
    mem.add("user", "A", "d", "b");
    assert_eq!(mem.run(["log", "--repair"]).ok().quiet().out, "the history is sound\n");
    mem.run(["log", "--repair", "A"]).code(2);
    mem.run(["log", "--repair", "-n", "1"]).code(2);
    mem.run(["--dir", "/nonexistent/x", "log", "--repair"]).ok();
    // A file in its place.
    let history = mem.history();
    fs::remove_dir_all(&history).unwrap();
    fs::write(&history, "x").unwrap();
    mem.run(["rm", "A"]).code(1).says("the history in");
    mem.run(["log", "--repair"]).ok();
    mem.run(["rm", "A"]).ok().quiet();
}
