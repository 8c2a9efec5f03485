//! What is wrong from outside: each gets a message that names the file and the remedy, the documented
//! exit code, and loses nothing.

use std::{
    ffi::OsStr,
    fs,
    os::unix::{
        ffi::OsStrExt as _,
        fs::{PermissionsExt as _, symlink},
    },
    process::{Command, Stdio},
};

use serde_json::Value;

use crate::support::{Mem, Ran, ran, skip};

const ADD: [&str; 9] = ["add", "-t", "user", "-n", "New", "-d", "d", "-m", "b"];

/// A refusal that a person can act on: says all of this, has a hint, printed nothing.
#[track_caller]
fn helpful(ran: Ran, code: i32, says: &[&str]) {
    let ran = ran.code(code);
    assert!(ran.err.starts_with("error: "), "{ran:?}");
    assert!(ran.err.contains("\nhint: "), "{ran:?}");
    assert!(ran.err.lines().count() <= 2 && !ran.err.contains("panicked"), "{ran:?}");
    for text in says {
        assert!(ran.err.contains(text), "{text}: {ran:?}");
    }
    assert_eq!(ran.out, "", "{ran:?}");
}

#[test]
fn parts_that_are_missing_or_wrong() {
    let mem = Mem::new();
    for (args, says) in [
        (&["-t", "preference", "-n", "n", "-d", "d", "-m", "b"][..], "preference"),
        (&["-t", "", "-n", "n", "-d", "d", "-m", "b"], "type"),
        (&["-n", "n", "-d", "d", "-m", "b"], "the type"),
        (&["-t", "user", "-d", "d", "-m", "b"], "the name (-n) is missing"),
        (&["-t", "user", "-n", "n", "-m", "b"], "the description (-d) is missing"),
        (&["-t", "user", "-n", "", "-d", "d", "-m", "b"], "the name is empty"),
        (&["-t", "user", "-n", " \n\t", "-d", "d", "-m", "b"], "the name is empty"),
        (&["-t", "user", "-n", "n", "-d", " ", "-m", "b"], "the description is empty"),
        (&["-t", "user", "-n", "n", "-d", "d", "-m", ""], "the body is empty"),
        (&["-t", "user", "-n", "n", "-d", "d", "-m", " \n\n\t"], "the body is empty"),
        (&["-t", "user", "-n", "n", "-d", "d"], "the body is empty"),
        (&["-t", "user", "-n", "n", "-d", "d", "-F", "/dev/null"], "the body is empty"),
        (&["-t", "user", "-n", "n", "-d", "d", "-m", "b", "-F", "f"], "cannot be used with"),
        (&["-t", "user", "-n", "n", "-d", "d", "-m", "b", "--update", "--new"], "cannot be used with"),
        (&["-t", "user", "-n", "n", "-d", "d", "-m", "b", "extra"], "extra"),
    ] {
        helpful(mem.run([&["add"], args].concat()), 2, &[says]);
    }
    assert!(mem.state().is_empty());
}

#[test]
fn texts_that_are_no_text() {
    let mem = Mem::new();
    let head = ["add", "-t", "user", "-n", "n", "-d", "d"];
    helpful(mem.feed(head, b"a\0b"), 2, &["NUL"]);
    helpful(mem.feed(head, b"caf\xe9"), 2, &["standard input: not UTF-8 at byte 3"]);
    let utf16: Vec<u8> = "\u{feff}text".encode_utf16().flat_map(u16::to_le_bytes).collect();
    helpful(mem.feed(head, utf16), 2, &["not UTF-8 at byte 0"]);
    helpful(mem.feed(head, vec![b'a'; 1_100_000]), 2, &["1048576"]);
    let mut endless = head.to_vec();
    endless.extend(["-F", "/dev/zero"]);
    helpful(mem.run(endless), 2, &["/dev/zero: more than 1048576 bytes"]);
    assert!(mem.state().is_empty());
    mem.feed(head, vec![b'a'; 1_000_000]).ok();
}

#[test]
fn files_that_cannot_be_read() {
    let mem = Mem::new();
    symlink("loop", mem.cwd().join("loop")).unwrap();
    for (file, says) in
        [("missing.md", "missing.md: No such file"), (".", "Is a directory"), ("missing/x.md", "No such file")]
    {
        for option in ["-F", "--from-jsonl"] {
            let args = match option {
                "-F" => vec!["add", "-t", "user", "-n", "n", "-d", "d", "-F", file],
                _ => vec!["add", option, file],
            };
            helpful(mem.run(args), 3, &[says]);
        }
    }
    mem.run(["add", "-t", "user", "-n", "n", "-d", "d", "-F", "loop"]).code(3).says("loop");
    assert!(mem.state().is_empty());
}

#[test]
fn arguments_that_are_not_utf8() {
    let mem = Mem::new();
    mem.memory("user", "a", "A", "d", "b");
    let bad = OsStr::from_bytes(b"n\xff");
    for args in
        [&[OsStr::new("add"), OsStr::new("-n"), bad][..], &[OsStr::new("ls"), OsStr::new("--format"), bad], &[bad]]
    {
        let ran = mem.run(args);
        assert!((1..=2).contains(&ran.code) && ran.err.contains("hint: "), "{args:?}: {ran:?}");
        assert!(!ran.err.contains("panicked"));
    }
    helpful(mem.run([OsStr::new("show"), bad]), 1, &["no memory"]);
    helpful(
        mem.run([OsStr::new("add"), OsStr::new("-F"), bad, OsStr::new("-n"), OsStr::new("n")]),
        3,
        &["No such file"],
    );
    helpful(mem.run([OsStr::new("-C"), bad, OsStr::new("ls")]), 2, &["cannot change to"]);
    // A directory of such a name is as good as any other.
    let dir = mem.root().join(OsStr::from_bytes(b"store\xff"));
    for args in [&ADD[..], &["ls"], &["show", "New"], &["dir"]] {
        ran(mem.process().env("MEM_DIR", &dir).args(args.iter()).output().unwrap());
    }
    let elsewhere = Mem::project();
    let run = |args: &[&str]| ran(elsewhere.process().env("MEM_DIR", &dir).args(args).output().unwrap()).ok();
    run(&ADD);
    assert!(dir.join("user_new.md").is_file());
    assert_eq!(run(&["ls"]).out.lines().count(), 1);
    serde_json::from_str::<Value>(&run(&["--json", "show", "New"]).out).unwrap();
}

#[test]
fn a_store_that_is_no_directory() {
    let mem = Mem::project();
    let file = mem.root().join("file");
    fs::write(&file, "x").unwrap();
    symlink("nowhere", mem.root().join("dangling")).unwrap();
    symlink("loop", mem.root().join("loop")).unwrap();
    assert!(Command::new("mkfifo").arg(mem.root().join("pipe")).status().unwrap().success());
    for (name, says) in [
        ("file", "is not a directory"),
        ("pipe", "is not a directory"),
        ("file/below", "is not a directory"),
        ("dangling", "does not exist"),
        ("loop", "symbolic links"),
    ] {
        let dir = mem.root().join(name);
        let dir = dir.to_str().unwrap();
        for args in [&["ls"][..], &["show", "x"], &["recall", "how do we deploy"], &ADD, &["dir"]] {
            helpful(mem.run([&["--dir", dir], args].concat()), 3, &[says, dir]);
        }
        let document: Value = serde_json::from_str(&mem.run(["--json", "--dir", dir, "ls"]).code(3).out).unwrap();
        assert_eq!(document["error"]["file"], dir);
    }
    assert_eq!(fs::read_to_string(&file).unwrap(), "x");
    helpful(mem.run(["--dir", "", "ls"]), 2, &["--dir"]);
}

#[test]
fn a_store_that_may_not_be_written() {
    let mem = Mem::new();
    mem.memory("user", "a", "Deploys", "How we deploy to staging", "Use the script.");
    let close = |mode| fs::set_permissions(mem.store(), fs::Permissions::from_mode(mode)).unwrap();
    close(0o555);
    let before = mem.state();
    if let Some(ran) = mem.bound(&["ls"]) {
        assert_eq!(ran.ok().quiet().out.lines().count(), 1);
        for args in [&["show", "Deploys"][..], &["recall", "how do we deploy to staging"], &["dir"]] {
            mem.bound(args).unwrap().ok().quiet();
        }
        helpful(mem.bound(&ADD).unwrap(), 3, &[mem.store().to_str().unwrap(), "Permission denied", "check who may"]);
        let update = ["add", "--update", "-t", "user", "-n", "Deploys", "-d", "d", "-m", "b"];
        helpful(mem.bound(&update).unwrap(), 3, &["Permission denied"]);
        assert_eq!(mem.state(), before);
        close(0o000);
        for args in [&["ls"][..], &["show", "Deploys"], &ADD] {
            helpful(mem.bound(args).unwrap(), 3, &[mem.store().to_str().unwrap(), "check who may"]);
        }
    }
    close(0o755);
}

#[test]
fn a_place_where_no_store_can_be_made() {
    let mem = Mem::project();
    let closed = mem.root().join("closed");
    fs::create_dir(&closed).unwrap();
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o555)).unwrap();
    let dir = closed.join("new/store");
    let dir = dir.to_str().unwrap();
    if let Some(ran) = mem.bound(&["--dir", dir, "ls"]) {
        ran.ok().quiet();
        helpful(mem.bound(&[&["--dir", dir], &ADD[..]].concat()).unwrap(), 3, &[dir, "Permission denied"]);
    }
    assert_eq!(fs::read_dir(&closed).unwrap().count(), 0);
}

#[test]
fn a_file_system_that_is_read_only() {
    let mem = Mem::new();
    mem.memory("user", "a", "Deploys", "How we deploy to staging", "Use the script.");
    let before = mem.state();
    let script = "mount --bind \"$STORE\" \"$STORE\" && mount -o remount,bind,ro \"$STORE\" || exit 99
        mem ls && mem show Deploys >/dev/null && mem recall 'how do we deploy to staging' >/dev/null || exit 98
        mem add -t user -n New -d d -m b";
    let Some(ran) = mem.in_own_mounts(script) else { return };
    if ran.code == 99 {
        skip("a mount cannot be made read-only here");
        return;
    }
    ran.code(3)
        .says("Read-only file system")
        .says("mounted read-only; nothing was changed")
        .says(mem.store().to_str().unwrap());
    assert_eq!(mem.state(), before);
}

#[test]
fn a_disk_that_is_full() {
    let mem = Mem::new();
    let script = "mount -t tmpfs -o size=64k tmpfs \"$STORE\" || exit 99
        mem add -t user -n Old -d d -m old >/dev/null || exit 98
        sum=$(cd \"$STORE\"; sha256sum *)
        head -c 200000 /dev/zero > \"$STORE/filler\" 2>/dev/null
        mem add -t user -n New -d d -m \"$(head -c 8000 /dev/zero | tr '\\0' x)\"; echo \"code $?\"
        mem add --update -t user -n Old -d d -m \"$(head -c 8000 /dev/zero | tr '\\0' x)\"; echo \"code $?\"
        rm \"$STORE/filler\"
        test \"$sum\" = \"$(cd \"$STORE\"; sha256sum *)\" && ls -A \"$STORE\"";
    let Some(ran) = mem.in_own_mounts(script) else { return };
    if ran.code == 99 {
        skip("nothing can be mounted here");
        return;
    }
    let ran = ran.ok().says("No space left on device").says("the disk is full; nothing was changed");
    assert_eq!(ran.out, "code 3\ncode 3\nMEMORY.md\nuser_old.md\n");
}

#[test]
fn a_disk_that_fills_between_memory_and_index() {
    let mem = Mem::new();
    let script = "mkdir \"$STORE/../dot\"; mount -t tmpfs -o size=8k tmpfs \"$STORE/../dot\" || exit 99
        head -c 6000 /dev/zero | tr '\\0' x > \"$STORE/../dot/MEMORY.md\"; ln -s ../dot/MEMORY.md \"$STORE/MEMORY.md\"
        head -c 90000 /dev/zero > \"$STORE/../dot/filler\" 2>/dev/null
        mem add -t user -n New -d d -m b; echo \"code $?\"
        rm \"$STORE/../dot/filler\"; mount -o remount,size=64k \"$STORE/../dot\"
        mem add -t user -n New -d d -m b; tail -n 1 \"$STORE/MEMORY.md\"";
    let Some(ran) = mem.in_own_mounts(script) else { return };
    if ran.code == 99 {
        skip("nothing can be mounted here");
        return;
    }
    let ran =
        ran.ok().says("user_new.md is saved, but then: ").says("the next change of the store brings its index in step");
    let path = mem.path("user_new.md");
    assert_eq!(ran.out, format!("code 3\nunchanged {}\n- [New](user_new.md) — d\n", path.display()));
}

#[test]
fn an_answer_that_cannot_be_printed() {
    let mem = Mem::new();
    mem.memory("user", "a", "A", "d", "b");
    for args in [&["ls"][..], &["ls", "--json"], &["show", "A"], &["show", "--raw", "A"], &["dir"], &["--help"]] {
        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        let output = mem.process().args(args).stdout(full).stderr(Stdio::piped()).output().unwrap();
        ran(output).code(3).says("standard output").says("No space left");
    }
    // Saved is saved: the answer is lost, not the memory.
    let full = fs::File::options().write(true).open("/dev/full").unwrap();
    let output = mem.process().args(ADD).stdout(full).stderr(Stdio::piped()).output().unwrap();
    ran(output).code(3);
    assert_eq!(mem.files().len(), 2);
}

#[test]
fn without_any_streams() {
    let mem = Mem::new();
    for (script, code) in [("\"$@\" <&-", 2), ("\"$@\" <&- >&- 2>&-", 2)] {
        let memory = mem.process();
        let mut shell = Command::new("sh");
        shell.args(["-c", script, "sh"]).arg(memory.get_program()).args(memory.get_args()).args(&ADD[..7]);
        assert_eq!(ran(shell.env("HOME", mem.home()).output().unwrap()).code, code, "{script}");
    }
    assert!(mem.state().is_empty());
}

#[test]
fn errors_are_documents_when_json_is_asked_for() {
    let mem = Mem::new();
    for (args, code, word) in [
        (&["show", "x"][..], 1, "not_found"),
        (&["show", "../x"], 1, "not_a_memory"),
        (&["show"], 2, "usage"),
        (&["add"], 2, "usage"),
        (&["ls", "--no-such"], 2, "usage"),
        (&["no-such"], 2, "usage"),
        (&["add", "-t", "user", "-n", "n", "-d", "d", "-F", "missing"], 3, "io"),
    ] {
        let ran = mem.run([&["--json"], args].concat()).code(code);
        let document: Value = serde_json::from_str(&ran.out).unwrap_or_else(|e| panic!("{args:?} {e}: {ran:?}"));
        assert_eq!(
            (&document["schema"], &document["error"]["code"]),
            (&"mem.error/1".into(), &word.into()),
            "{args:?}"
        );
        let mut keys: Vec<_> = document["error"].as_object().unwrap().keys().cloned().collect();
        keys.sort();
        assert_eq!(keys, ["code", "file", "hint", "message"]);
        assert!(document["error"]["hint"].is_string(), "{document}");
    }
}
