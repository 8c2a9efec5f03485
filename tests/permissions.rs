//! Modes, owners and links: a write keeps what a file is, and nothing is read or written through a
//! link that leads out of the store.

use std::{
    fs,
    os::unix::fs::{MetadataExt as _, PermissionsExt as _, chown, symlink},
    path::Path,
    process::Command,
    time::Duration,
};

use mem::store::{Store, read};

use crate::support::{
    Mem, permissions_bind, ran,
    user::{as_nobody, give_to_nobody},
};

const SECRET: &str = "The password is hunter2.";

fn world() -> Mem {
    let mem = Mem::quick();
    mem.add("project", "One", "About One", "Body").add("project", "Two", "About Two", "See [[One]].");
    mem
}

fn mode(path: impl AsRef<Path>) -> u32 {
    fs::metadata(path).unwrap().mode() & 0o7777
}

fn set_mode(path: impl AsRef<Path>, mode: u32) {
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
}

/// Every command that rewrites `project_one.md` or the index; the memory is `project_one.md` again
/// at the end.
fn rewrite(mem: &Mem) {
    mem.run(["add", "--update", "-t", "project", "-n", "One", "-d", "Other", "-m", "Other body"]).ok();
    let draft = mem.root().join("draft");
    fs::write(&draft, "---\nname: One\ndescription: Edited\ntype: project\n---\nEdited\n").unwrap();
    let editor = format!("cp {}", draft.display());
    ran(mem.command().args(["edit", "One"]).env("EDITOR", editor).output().unwrap()).ok();
    mem.run(["mv", "One", "Three"]).ok();
    mem.run(["mv", "Three", "One"]).ok();
    mem.run(["restore", "project_one"]).ok();
    mem.run(["reindex", "--rebuild"]).ok();
}

#[test]
fn modes_are_kept() {
    for kept in [0o600, 0o640, 0o664, 0o444, 0o755] {
        let mem = world();
        set_mode(mem.path("project_one.md"), kept);
        set_mode(mem.path("MEMORY.md"), kept);
        rewrite(&mem);
        assert_eq!(mode(mem.path("project_one.md")), kept, "{kept:o}");
        assert_eq!(mode(mem.path("MEMORY.md")), kept, "{kept:o}");
    }
}

#[test]
fn new_files_get_what_the_umask_leaves() {
    for (umask, expected) in [("022", 0o644), ("077", 0o600), ("002", 0o664), ("000", 0o666)] {
        let mem = Mem::quick();
        mem.file("project_old.md", "---\nname: Old\ndescription: x\ntype: project\n---\nBody\n");
        set_mode(mem.path("project_old.md"), 0o660);
        let process = mem.process();
        let add = |args: &[&str]| {
            let mut shell = Command::new("sh");
            shell.arg("-c").arg(format!("umask {umask}; exec \"$@\"")).arg("sh").arg(process.get_program());
            shell.args(process.get_args()).args(args).env_clear();
            shell.envs(process.get_envs().filter_map(|(k, v)| Some((k, v?)))).current_dir(mem.cwd());
            ran(shell.output().unwrap()).ok();
        };
        add(&["add", "-t", "project", "-n", "New", "-d", "x", "-m", "y"]);
        add(&["add", "--update", "-t", "project", "-n", "Old", "-d", "x", "-m", "z"]);
        assert_eq!(mode(mem.path("project_new.md")), expected, "umask {umask}");
        assert_eq!(mode(mem.path("MEMORY.md")), expected, "umask {umask}");
        assert_eq!(mode(mem.path("project_old.md")), 0o660, "umask {umask}");
    }
}

#[test]
fn owner_and_group_are_kept_where_the_system_lets_us() {
    if permissions_bind() {
        eprintln!("skipped: only root can give files away");
        return;
    }
    let mem = world();
    // A directory that hands its group on, and files of another user in it.
    chown(mem.store(), Some(65534), Some(65533)).unwrap();
    set_mode(mem.store(), 0o2775);
    for file in ["project_one.md", "MEMORY.md"] {
        chown(mem.path(file), Some(65534), Some(65532)).unwrap();
        set_mode(mem.path(file), 0o640);
    }
    rewrite(&mem);
    mem.add("project", "New", "x", "y");
    for file in ["project_one.md", "MEMORY.md"] {
        let meta = mem.path(file).metadata().unwrap();
        assert_eq!((meta.uid(), meta.gid(), meta.mode() & 0o7777), (65534, 65532, 0o640), "{file}");
    }
    assert_eq!(mem.path("project_new.md").metadata().unwrap().gid(), 65533);
}

#[test]
fn another_group_reads_no_more_than_before() {
    let mem = world();
    if permissions_bind() {
        eprintln!("skipped: only root can give files away");
        return;
    }
    // Of a group that the writer is not in: it cannot be kept, and our own must not read instead.
    if !give_to_nobody(&mem) {
        return;
    }
    chown(mem.path("project_one.md"), Some(65534), Some(65532)).unwrap();
    set_mode(mem.path("project_one.md"), 0o640);
    let update = ["add", "--update", "-t", "project", "-n", "One", "-d", "Other", "-m", "Other body"];
    ran(as_nobody(&mem).args(update).output().unwrap()).ok();
    let meta = mem.path("project_one.md").metadata().unwrap();
    assert_eq!((meta.uid(), meta.gid(), meta.mode() & 0o7777), (65534, 65534, 0o600));
}

#[test]
fn an_index_that_is_a_link_is_written_through() {
    let elsewhere = assert_fs::TempDir::new().unwrap();
    for kind in ["beside", "chain", "other file system", "not there yet"] {
        let mem = world();
        let dot = mem.root().join("dot");
        fs::create_dir(&dot).unwrap();
        let target = match kind {
            // The world lies in /dev/shm where there is one, and this on a disk.
            "other file system" => elsewhere.path().canonicalize().unwrap().join("MEMORY.md"),
            _ => dot.join("MEMORY.md"),
        };
        if kind == "not there yet" {
            fs::remove_file(mem.path("MEMORY.md")).unwrap();
        } else {
            fs::copy(mem.path("MEMORY.md"), &target).unwrap();
            fs::remove_file(mem.path("MEMORY.md")).unwrap();
            set_mode(&target, 0o640);
        }
        match kind {
            "chain" => {
                symlink("../dot/second", mem.path("MEMORY.md")).unwrap();
                symlink("MEMORY.md", dot.join("second")).unwrap();
            }
            "other file system" => symlink(&target, mem.path("MEMORY.md")).unwrap(),
            _ => symlink("../dot/MEMORY.md", mem.path("MEMORY.md")).unwrap(),
        }
        let link = fs::read_link(mem.path("MEMORY.md")).unwrap();
        // What a killed writer left beside the target, and something that is not ours.
        let beside = target.parent().unwrap();
        fs::write(beside.join(".mem-a1B2c3.tmp"), "left").unwrap();
        fs::write(beside.join(".mem-notes.tmp"), "mine").unwrap();
        mem.add("project", "New", "About New", "y");
        rewrite(&mem);
        assert_eq!(fs::read_link(mem.path("MEMORY.md")).unwrap(), link, "{kind}");
        let text = fs::read_to_string(&target).unwrap();
        assert!(text.contains("](project_new.md)") && text.contains("](project_one.md)"), "{kind}: {text}");
        assert_eq!(mode(&target), if kind == "not there yet" { 0o644 } else { 0o640 }, "{kind}");
        assert!(!beside.join(".mem-a1B2c3.tmp").exists() && beside.join(".mem-notes.tmp").exists(), "{kind}");
    }
}

#[test]
fn a_store_behind_links_is_one_store() {
    let mem = world();
    symlink("memory", mem.root().join("first")).unwrap();
    symlink(mem.root().join("first"), mem.root().join("second")).unwrap();
    let through = |args: &[&str]| {
        let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_mem"));
        let process = mem.process();
        command.env_clear().envs(process.get_envs().filter_map(|(k, v)| Some((k, v?)))).current_dir(mem.cwd());
        ran(command.arg("--dir").arg(mem.root().join("second")).args(args).output().unwrap())
    };
    through(&["add", "-t", "project", "-n", "New", "-d", "x", "-m", "y"]).ok();
    assert_eq!(fs::read_link(mem.root().join("second")).unwrap(), mem.root().join("first"));
    assert_eq!(mem.files(), ["project_new.md", "project_one.md", "project_two.md"]);
    // One history and one lock for all its names.
    assert_eq!(through(&["log"]).ok().out, mem.run(["log"]).ok().out);
    let held = fs::File::open(mem.store()).unwrap();
    held.lock().unwrap();
    through(&["add", "-t", "project", "-n", "Newer", "-d", "x", "-m", "y"]).code(3).says("is locked");
}

#[test]
fn nothing_is_read_through_a_link_out_of_the_store() {
    let mem = world();
    let secret = mem.root().join("secret.md");
    fs::write(&secret, format!("---\nname: Keys\ndescription: {SECRET}\ntype: project\n---\n{SECRET}\n")).unwrap();
    symlink(&secret, mem.path("project_keys.md")).unwrap();
    symlink("../secret.md", mem.path("project_more.md")).unwrap();
    symlink(mem.root(), mem.path("folder")).unwrap();
    let before = fs::read(&secret).unwrap();
    for args in [
        ["ls"].as_slice(),
        &["show", "Keys"],
        &["show", "--raw", "project_keys.md"],
        &["recall", "what is the password, hunter2"],
        &["add", "--update", "-t", "project", "-n", "Keys", "-d", "x", "-m", "y"],
        &["mv", "project_keys", "Other"],
        &["rm", "project_keys"],
        &["reindex"],
        &["log"],
        &["diff"],
    ] {
        let ran = mem.run(args);
        assert!(!ran.out.contains("hunter2") && !ran.err.contains("hunter2"), "{args:?}: {ran:?}");
    }
    mem.add("project", "New", "x", "y");
    assert_eq!(fs::read(&secret).unwrap(), before);
    let history = Command::new("grep").args(["-r", "-l", "hunter2"]).arg(mem.home()).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&history.stdout), "");
    assert!(!mem.read("MEMORY.md").contains("project_keys"));
}

/// The store's one memory, scanned; then `swap` has its place.
fn swapped(swap: impl FnOnce(&Mem)) -> (Mem, mem::model::memory::FileFacts) {
    let mem = Mem::quick();
    mem.file("sub/project_one.md", "---\nname: One\ndescription: x\ntype: project\n---\nBody\n");
    fs::write(mem.root().join("secret.md"), SECRET).unwrap();
    fs::create_dir(mem.root().join("out")).unwrap();
    fs::write(mem.root().join("out/project_one.md"), SECRET).unwrap();
    let mut scan = Store::at(mem.store()).scan().unwrap();
    swap(&mem);
    (mem, scan.files.pop().unwrap())
}

#[test]
fn a_link_or_pipe_that_takes_a_files_place_after_the_scan_is_not_opened() {
    let put = |mem: &Mem, what: &dyn Fn(&Path)| {
        fs::remove_file(mem.path("sub/project_one.md")).unwrap();
        what(&mem.path("sub/project_one.md"));
    };
    type Swap<'a> = (&'a str, &'a dyn Fn(&Mem));
    let swaps: [Swap<'_>; 5] = [
        ("is a link out of the store", &|mem| put(mem, &|at| symlink("../../secret.md", at).unwrap())),
        ("is a link out of the store", &|mem| put(mem, &|at| symlink(mem.root().join("secret.md"), at).unwrap())),
        ("is not a regular file", &|mem| {
            put(mem, &|at| assert!(Command::new("mkfifo").arg(at).status().unwrap().success()));
        }),
        ("is a link out of the store", &|mem| {
            fs::rename(mem.path("sub"), mem.path("aside")).unwrap();
            symlink(mem.root().join("out"), mem.path("sub")).unwrap();
        }),
        ("is not a regular file", &|mem| put(mem, &|at| symlink("/dev/zero", at).unwrap())),
    ];
    for (why, swap) in swaps {
        let (mem, facts) = swapped(swap);
        // On a thread of its own: a pipe without a writer would hang it for ever.
        let (send, answer) = std::sync::mpsc::channel();
        std::thread::spawn(move || {
            let document = read::document(facts).unwrap();
            let again = read::again(&document.memory);
            let taken = mem::ops::edit::take(&document.memory).err().map(|e| e.to_string());
            let whole = read::whole(&document.memory).is_err();
            send.send((document, again, taken, whole)).unwrap();
        });
        let (document, again, taken, whole) = answer.recv_timeout(Duration::from_secs(50)).unwrap();
        assert_eq!(document.text, "");
        let problem = &document.memory.problems[0].text;
        assert!(problem.contains(why) || problem.contains("is a link out of the store"), "{why}: {problem}");
        assert!(again.is_none_or(|d| d.text.is_empty()));
        assert!(taken.is_some_and(|t| !t.contains(SECRET)) && whole);
        drop(mem);
    }
}

#[test]
fn a_link_inside_the_store_is_a_memory_and_stays_a_link() {
    let mem = world();
    fs::create_dir(mem.path("kept")).unwrap();
    fs::rename(mem.path("project_one.md"), mem.path("kept/one.txt")).unwrap();
    symlink("kept/one.txt", mem.path("project_one.md")).unwrap();
    mem.run(["add", "--update", "-t", "project", "-n", "One", "-d", "Other", "-m", "Other body"]).ok();
    assert_eq!(fs::read_link(mem.path("project_one.md")).unwrap(), Path::new("kept/one.txt"));
    assert!(mem.read("kept/one.txt").ends_with("---\nOther body\n"));
    mem.run(["rm", "One"]).ok();
    assert!(mem.path("project_one.md").symlink_metadata().is_err() && mem.path("kept/one.txt").exists());
}

#[test]
fn a_planted_temporary_name_is_not_followed() {
    let mem = world();
    let victim = mem.root().join("victim");
    fs::write(&victim, "untouched").unwrap();
    for name in ["MEMORY.md.tmp", ".MEMORY.md.tmp", ".mem-aaaaaa.tmp", ".mem-MEMORY.tmp", "project_new.md.tmp"] {
        symlink(&victim, mem.path(name)).unwrap();
    }
    mem.add("project", "New", "x", "y");
    rewrite(&mem);
    assert_eq!(fs::read_to_string(&victim).unwrap(), "untouched");
    // Ours by their name: swept, and not what they lead to. The others are nobody's business.
    let there = |name: &str| mem.path(name).symlink_metadata().is_ok();
    assert!(!there(".mem-aaaaaa.tmp") && !there(".mem-MEMORY.tmp"));
    assert!(there("MEMORY.md.tmp") && there(".MEMORY.md.tmp") && there("project_new.md.tmp"));
}

#[test]
fn the_other_name_of_a_hard_linked_memory_keeps_the_old_text() {
    let mem = world();
    let other = mem.root().join("other.md");
    fs::hard_link(mem.path("project_one.md"), &other).unwrap();
    let before = fs::read(&other).unwrap();
    mem.run(["add", "--update", "-t", "project", "-n", "One", "-d", "Other", "-m", "Other body"]).ok();
    assert_eq!(fs::read(&other).unwrap(), before);
    assert!(mem.read("project_one.md").ends_with("---\nOther body\n"));
    assert_eq!(other.metadata().unwrap().nlink(), 1);
}

#[test]
fn a_sticky_directory_of_somebody_else() {
    if permissions_bind() {
        eprintln!("skipped: it takes root to make one");
        return;
    }
    let mem = world();
    if !give_to_nobody(&mem) {
        return;
    }
    // Everybody may put files there, and change only their own.
    chown(mem.store(), Some(0), Some(0)).unwrap();
    set_mode(mem.store(), 0o1777);
    chown(mem.path("project_one.md"), Some(0), Some(0)).unwrap();
    let before = mem.read("project_one.md");
    let nobody = |args: &[&str]| ran(as_nobody(&mem).args(args).output().unwrap());
    nobody(&["add", "-t", "project", "-n", "New", "-d", "x", "-m", "y"]).ok();
    for args in [
        ["add", "--update", "-t", "project", "-n", "One", "-d", "Other", "-m", "Other body"].as_slice(),
        &["rm", "One"],
        &["mv", "One", "Three"],
    ] {
        let ran = nobody(args).code(3).says("check who may read and write it");
        assert!(ran.err.contains("project_one.md"), "{ran:?}");
        assert_eq!(mem.read("project_one.md"), before, "{args:?}");
    }
    assert!(mem.read("MEMORY.md").contains("- [One](project_one.md) — About One\n"));
    let left = mem.state().into_iter().filter(|(p, _)| p.extension() != Some("md".as_ref())).count();
    assert_eq!(left, 0);
}

#[test]
fn the_history_is_nobody_elses_business() {
    let mem = world();
    for dir in [".local/share/mem", ".local/share/mem/history"] {
        assert_eq!(mode(mem.home().join(dir)), 0o700, "{dir}");
    }
}
