//! What is kept between commands never shows: every answer is the one that a run without a cache gives.

use std::{
    fs::{self, File},
    os::unix::fs::symlink,
    path::{Path, PathBuf},
    thread,
    time::Duration,
};

use crate::support::{Mem, random::Random};

/// Longer than a file counts as too young to be kept.
const SETTLED: Duration = Duration::from_millis(2_100);

/// Memories of the store; fewer are not worth keeping anything of.
const MANY: usize = 60;

fn text(word: &str) -> String {
    format!(
        "---\nname: Note on {word}\ndescription: About {word}\ntype: project\n---\nThe {word} is kept in the shed.\n"
    )
}

/// A store of which everything is kept that can be.
fn store() -> Mem {
    let mem = Mem::new();
    for n in 0..MANY {
        mem.file(format!("project_{n:02}.md"), text(&format!("tool{n:02}")));
    }
    mem.file("deep/er/project_low.md", text("auger"))
        .file("MEMORY.md", "# Memory\n\n- [Low](deep/er/project_low.md)\n");
    thread::sleep(SETTLED);
    keep(&mem);
    mem
}

/// Asks often enough for everything to be kept.
fn keep(mem: &Mem) {
    for _ in 0..3 {
        answers(mem, &cache(mem));
    }
    for kind in ["headers", "postings"] {
        assert!(kept(mem).iter().any(|path| path.extension().is_some_and(|end| end == kind)), "no {kind}");
    }
}

fn cache(mem: &Mem) -> PathBuf {
    mem.home().join(".cache")
}

/// The files of the cache.
fn kept(mem: &Mem) -> Vec<PathBuf> {
    let files = walkdir::WalkDir::new(cache(mem)).sort_by_file_name().into_iter().flatten();
    files.filter(|entry| entry.file_type().is_file()).map(walkdir::DirEntry::into_path).collect()
}

/// What commands that use a cache say with this one.
fn answers(mem: &Mem, cache: &Path) -> Vec<String> {
    let ask = |args: &[&str]| {
        let ran = mem.process().env("XDG_CACHE_HOME", cache).arg("--json").args(args).output().unwrap();
        String::from_utf8([ran.stdout, ran.stderr].concat()).unwrap()
    };
    [
        &["recall", "--rank", "--limit", "90", "the tool07 and the auger in the shed"][..],
        &["recall", "what is known of tool11 and tool12?"],
        &["ls"],
        &["reindex", "--check"],
    ]
    .map(ask)
    .into()
}

/// Holds what is said with the cache against what is said without one, which cannot be made either.
#[track_caller]
fn check(mem: &Mem, what: &str) {
    let (with, without) = (answers(mem, &cache(mem)), answers(mem, Path::new("/dev/null/none")));
    for (with, without) in with.iter().zip(&without) {
        assert_eq!(with, without, "{what}");
    }
}

/// Writes other bytes of the same number in place, and sets the time of modification back.
fn unseen(path: &Path, change: impl FnOnce(String) -> String) {
    let (old, modified) = (fs::read_to_string(path).unwrap(), path.metadata().unwrap().modified().unwrap());
    let new = change(old.clone());
    assert!(new != old && new.len() == old.len());
    fs::write(path, new).unwrap();
    File::options().write(true).open(path).unwrap().set_modified(modified).unwrap();
}

#[test]
fn other_bytes_of_the_same_size_and_time_are_seen() {
    let mem = store();
    unseen(&mem.path("project_07.md"), |old| old.replace("tool07", "tool99"));
    check(&mem, "written in place");
    // An editor that writes beside and renames: another inode.
    let (path, beside) = (mem.path("project_11.md"), mem.path("beside"));
    fs::copy(&path, &beside).unwrap();
    File::options()
        .write(true)
        .open(&beside)
        .unwrap()
        .set_modified(path.metadata().unwrap().modified().unwrap())
        .unwrap();
    unseen(&beside, |old| old.replace("tool11", "tool98"));
    fs::rename(&beside, &path).unwrap();
    check(&mem, "renamed over it");
    // Two files of one size and time that change their names.
    let (one, other) = (mem.path("project_20.md"), mem.path("project_21.md"));
    fs::rename(&one, &beside).unwrap();
    fs::rename(&other, &one).unwrap();
    fs::rename(&beside, &other).unwrap();
    check(&mem, "swapped");
}

#[test]
fn a_clock_that_jumps_proves_nothing() {
    let mem = store();
    let path = mem.path("project_07.md");
    for (n, jump) in [(0, 4_000_000_000_u64), (1, 1), (2, 4_000_000_000)] {
        fs::write(&path, text(&format!("jump{n}"))).unwrap();
        let time = std::time::SystemTime::UNIX_EPOCH + Duration::from_secs(jump);
        File::options().write(true).open(&path).unwrap().set_modified(time).unwrap();
        check(&mem, "a file from another time");
        unseen(&path, |old| old.replace("jump", "pmuj"));
        check(&mem, "and it changes");
    }
}

#[test]
fn whatever_becomes_of_the_files() {
    let mem = store();
    let mut random = Random::new(11);
    for round in 0..3 {
        for step in 0..8 {
            let what = change(&mem, &mut random, round * 8 + step);
            check(&mem, &what);
        }
        // What has changed is old enough to be kept.
        thread::sleep(SETTLED);
        keep(&mem);
        check(&mem, "settled");
    }
}

/// One change of the store, and what it was.
fn change(mem: &Mem, random: &mut Random, step: usize) -> String {
    let path = mem.path(format!("project_{:02}.md", random.below(MANY)));
    let other = mem.path(format!("project_{:02}.md", random.below(MANY)));
    let new = mem.path(format!("{}new{step}.md", random.pick(&["", "a_", "z_", "deep/"])));
    let ways: [(&str, &dyn Fn() -> std::io::Result<()>); 9] = [
        ("new", &|| fs::write(&new, text("tool07"))),
        ("changed", &|| fs::write(&path, text("tool11"))),
        ("gone", &|| fs::remove_file(&path)),
        ("renamed", &|| fs::rename(&path, &new)),
        ("renamed over another", &|| fs::rename(&path, &other)),
        ("a link inside", &|| symlink(&other, &new)),
        ("a link out of the store", &|| symlink("/etc/hostname", &new)),
        ("a folder in its place", &|| fs::remove_file(&path).and_then(|()| fs::create_dir(&path))),
        ("many gone", &|| (30..50).try_for_each(|n| fs::remove_file(mem.path(format!("project_{n}.md"))))),
    ];
    let (what, change) = random.pick(&ways);
    // Of a file that is gone already nothing more becomes.
    let _ = change();
    format!("{step}: {what}")
}

#[test]
fn a_damaged_or_foreign_cache_is_none() {
    let mem = store();
    for path in kept(&mem).into_iter().filter(|path| path.metadata().unwrap().len() > 0) {
        let whole = fs::read(&path).unwrap();
        let ends = [0, 7, 8, 31, 40, whole.len() / 2, whole.len() - 1];
        let flipped = ends.map(|at| {
            let mut bytes = whole.clone();
            bytes[at] ^= 0x55;
            bytes
        });
        let huge = [&u64::MAX.to_le_bytes()[..], &whole[8..]].concat();
        let cut = ends.map(|at| whole[..at].to_vec());
        let others = [b"mem headers 0001 and so on".to_vec(), vec![0; 4096], vec![0xff; 4096], huge];
        for bytes in flipped.into_iter().chain(cut).chain(others) {
            fs::write(&path, bytes).unwrap();
            check(&mem, &path.to_string_lossy());
        }
        fs::remove_file(&path).unwrap();
        fs::create_dir(&path).unwrap();
        check(&mem, "a folder in its place");
        fs::remove_dir(&path).unwrap();
        keep(&mem);
    }
    // The cache of another store under the name of this one.
    let (other, paths) = (Mem::new(), kept(&mem));
    for n in 0..MANY {
        other.file(format!("project_{n:02}.md"), text("chisel"));
    }
    thread::sleep(SETTLED);
    keep(&other);
    let theirs = kept(&other);
    for path in &paths {
        let same = theirs.iter().find(|other| other.extension() == path.extension());
        same.map(|other| fs::copy(other, path).unwrap());
    }
    check(&mem, "of another store");
}

#[test]
fn a_cache_that_cannot_be_written_costs_time_alone() {
    let mem = store();
    let expected = answers(&mem, Path::new("/dev/null/none"));
    let file = mem.root().join("a file");
    fs::write(&file, "x").unwrap();
    for cache in [file.as_path(), Path::new("/proc/none"), Path::new("/dev/null")] {
        for _ in 0..3 {
            assert_eq!(answers(&mem, cache), expected, "{}", cache.display());
        }
    }
}

#[test]
fn many_at_once_agree() {
    let mem = store();
    fs::remove_dir_all(cache(&mem)).unwrap();
    for _ in 0..3 {
        thread::scope(|scope| {
            let all: Vec<_> = (0..6).map(|_| scope.spawn(|| answers(&mem, &cache(&mem)))).collect();
            let expected = answers(&mem, Path::new("/dev/null/none"));
            all.into_iter().for_each(|answer| assert_eq!(answer.join().unwrap(), expected));
        });
    }
    unseen(&mem.path("project_07.md"), |old| old.replace("tool07", "tool97"));
    check(&mem, "after the others");
}
