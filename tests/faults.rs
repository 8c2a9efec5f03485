//! A disk that is full, read-only or failing, at each step of each command: the old state stays
//! whole, the error names the file and what to do, and the next command cleans up.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use crate::support::{
    Mem, Ran,
    deeds::{Deed, Deeds, body},
    ran,
    user::{as_nobody, give_to_nobody},
};

/// A file system of a test's own; gone with it.
struct Mount(PathBuf);

impl Mount {
    /// `None`, and a printed word, where nobody may mount.
    fn new(at: &Path, args: &[&str]) -> Option<Self> {
        let done = Command::new("mount").args(args).arg(at).output();
        if done.as_ref().is_ok_and(|out| out.status.success()) {
            return Some(Self(at.to_owned()));
        }
        eprintln!("skipped: nothing can be mounted here: {done:?}");
        None
    }
}

impl Drop for Mount {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(&self.0).status();
    }
}

/// A small disk in the memory.
fn small(at: &Path) -> Option<Mount> {
    Mount::new(at, &["-t", "tmpfs", "-o", "size=512k", "tmpfs"])
}

/// Bytes of a page, by which such a disk fills.
const PAGE: usize = 4096;

/// Fills a disk until so many pages are free.
fn fill(disk: &Path, free: usize) -> PathBuf {
    let filler = disk.join("filler");
    let mut size = 0;
    while fs::write(&filler, vec![0; size + PAGE]).is_ok() {
        size += PAGE;
    }
    fs::write(&filler, vec![0; size.saturating_sub(free * PAGE)]).unwrap();
    filler
}

fn run(deeds: &Deeds, deed: &Deed) -> Ran {
    ran(deeds.mem.command().args(&deed.args).env("EDITOR", deeds.editor()).output().unwrap())
}

/// An error that says where and what to do.
#[track_caller]
fn told(ran: &Ran, place: &Path, hint: &str, what: &str) {
    assert_eq!(ran.code, 3, "{what}: {ran:?}");
    assert!(ran.err.contains(place.to_str().unwrap()), "{what} names no file: {ran:?}");
    assert!(ran.err.contains(hint), "{what} has not {hint:?}: {ran:?}");
}

#[test]
fn a_full_disk_leaves_the_old_state() {
    let mem = Mem::quick();
    let Some(_mount) = small(&mem.store()) else { return };
    let deeds = Deeds::new(mem);
    let mut failed = 0;
    for deed in deeds.all() {
        for free in 0..8 {
            deeds.start(deed.name);
            let filler = fill(&deeds.mem.store(), free);
            let ran = run(&deeds, &deed);
            fs::remove_file(filler).unwrap();
            let what = format!("with {free} free pages");
            if ran.code != 0 {
                failed += 1;
                // What was done is said where it is not nothing.
                let untouched = deeds.state() == deed.before;
                let hint = if untouched { "the disk is full; nothing was changed" } else { "brings its index in step" };
                told(&ran, &deeds.mem.store(), hint, &what);
                assert!(!ran.err.contains(".mem-"), "{ran:?}");
            }
            deeds.whole(&deed, &what);
            deeds.recovers(&deed, &what);
        }
    }
    assert!(failed > 15, "only {failed} met the full disk");
}

#[test]
fn removing_works_on_a_full_disk() {
    let mem = Mem::quick();
    let Some(_mount) = small(&mem.store()) else { return };
    let deeds = Deeds::new(mem);
    let filler = fill(&deeds.mem.store(), 0);
    // The index cannot be written yet; the room that this makes is there for the next one.
    let ran = deeds.mem.run(["rm", "One"]);
    assert!(!deeds.mem.path("project_one.md").exists(), "{ran:?}");
    fs::remove_file(filler).unwrap();
    deeds.mem.run(["rm", "Two"]).ok();
    assert_eq!(deeds.mem.read("MEMORY.md"), "# Memory\n\n- [Three](project_three.md) — About Three\n");
}

#[test]
fn a_history_on_a_full_disk_costs_no_memory() {
    let mem = Mem::quick();
    let home = mem.root().join("mem-home");
    fs::create_dir(&home).unwrap();
    let Some(_mount) = small(&home) else { return };
    let mem = mem.env("MEM_HOME", home.to_str().unwrap());
    mem.add("project", "One", "About One", "Body");
    let mut unsaid = 0;
    for free in 0..6 {
        let filler = fill(&home, free);
        let name = format!("Name {free}");
        let ran = mem.run(["add", "-t", "project", "-n", &name, "-d", "x", "-m", &body("new")]).ok();
        assert!(mem.read("MEMORY.md").contains(&format!("](project_name_{free}.md)")));
        unsaid += usize::from(!ran.err.contains("the history in"));
        // What could not be brought back is not destroyed.
        if free == 0 {
            let rm = mem.run(["rm", "One"]).code(1);
            assert!(rm.err.contains("the history in") && rm.err.contains("--force"), "{rm:?}");
            assert!(mem.path("project_one.md").exists());
        }
        fs::remove_file(filler).unwrap();
    }
    assert!(unsaid < 6, "no history was ever in trouble");
    // With room again, everything that came meanwhile is taken up.
    mem.add("project", "Last", "About Last", "Body");
    assert_eq!(mem.run(["diff"]).ok().out, "");
    mem.run(["rm", "One"]).ok();
}

#[test]
fn a_read_only_store_is_read_and_nothing_else() {
    let mem = Mem::quick();
    let deeds = Deeds::new(mem);
    let all = deeds.all();
    deeds.reset();
    let store = deeds.mem.store();
    let Some(_mount) = Mount::new(&store, &["--bind", store.to_str().unwrap()]) else { return };
    let Some(read_only) = Mount::new(&store, &["-o", "remount,ro,bind"]) else { return };
    std::mem::forget(read_only);
    let before = deeds.state();
    assert_eq!(deeds.mem.files(), ["project_one.md", "project_three.md", "project_two.md"]);
    deeds.mem.run(["show", "One"]).ok();
    deeds.mem.run(["recall", "tell me about One"]).ok();
    deeds.mem.run(["log"]).ok();
    deeds.mem.run(["diff"]).ok();
    deeds.mem.run(["reindex", "--check"]).ok();
    for deed in all.iter().filter(|d| d.name != "reindex") {
        let ran = run(&deeds, deed);
        told(&ran, &store, "mounted read-only; nothing was changed", deed.name);
        assert_eq!(deeds.state(), before, "{}", deed.name);
    }
}

#[test]
fn a_store_that_may_not_be_written() {
    use std::os::unix::fs::PermissionsExt as _;
    let deeds = Deeds::new(Mem::quick());
    let all = deeds.all();
    deeds.reset();
    let (mem, store) = (&deeds.mem, deeds.mem.store());
    let nobody = |args: &[String]| ran(as_nobody(mem).args(args).env("EDITOR", deeds.editor()).output().unwrap());
    let mode = |mode| fs::set_permissions(&store, fs::Permissions::from_mode(mode)).unwrap();
    if !give_to_nobody(mem) {
        return;
    }
    let before = deeds.state();
    mode(0o555);
    for reading in [["ls"].as_slice(), &["show", "One"], &["recall", "tell me about One"], &["log"], &["diff"]] {
        let args: Vec<String> = reading.iter().map(|s| (*s).to_owned()).collect();
        nobody(&args).ok();
    }
    for deed in all.iter().filter(|d| d.name != "reindex") {
        let ran = nobody(&deed.args);
        told(&ran, &store, "check who may read and write it", deed.name);
        assert_eq!(deeds.state(), before, "{}", deed.name);
    }
    mode(0o755);
    // The same for the index alone and for one memory alone: a rename needs the directory only.
    fs::set_permissions(mem.path("project_one.md"), fs::Permissions::from_mode(0o000)).unwrap();
    let ran = nobody(&["rm".into(), "project_one.md".into()]);
    told(&ran, &mem.path("project_one.md"), "check who may read and write it", "a memory that cannot be read");
    assert!(mem.path("project_one.md").exists());
    nobody(&["rm".into(), "--force".into(), "project_one.md".into()]).ok();
    assert!(!mem.path("project_one.md").exists());
}
