//! `mem recall --session`: what one session has been shown, and what it may still be shown.

use std::{
    collections::BTreeSet,
    ffi::OsStr,
    fs::{self, File},
    os::unix::{ffi::OsStrExt as _, fs::PermissionsExt as _},
    path::PathBuf,
    process::Stdio,
    thread,
};

use serde_json::Value;

use crate::support::{Mem, Ran, ran};

const PROMPT: &str = "does the quokka smile";
const ALL: usize = 61_440;

fn memory(mem: &Mem, file: &str, body: &str) {
    mem.file(file, format!("---\nname: Quokka\ndescription: The quokka smiles\n---\n{body}\n"));
}

/// `count` equally good memories of `size` bytes each.
fn many(count: usize, size: usize) -> Mem {
    let mem = Mem::new();
    mem.crowd();
    for n in 0..count {
        // The number makes each a fact of its own.
        let body = format!("{} {}", &"It does smile. ".repeat(size / 15 + 1)[..size - 4], 100 + n);
        memory(&mem, &format!("user_q{n:02}.md"), &body);
    }
    mem
}

/// The files that a session gets.
fn given(mem: &Mem, session: &str) -> Vec<String> {
    files(&mem.json(["recall", "--session", session, PROMPT]))
}

fn files(json: &Value) -> Vec<String> {
    json["memories"].as_array().unwrap().iter().map(|m| m["file"].as_str().unwrap().to_owned()).collect()
}

fn folder(mem: &Mem) -> PathBuf {
    mem.home().join(".local/state/mem/sessions")
}

fn state(mem: &Mem) -> Vec<PathBuf> {
    fs::read_dir(folder(mem)).into_iter().flatten().map(|entry| entry.unwrap().path()).collect()
}

#[test]
fn nothing_is_shown_twice() {
    let mem = many(7, 100);
    assert_eq!(given(&mem, "a").len(), 5);
    let rest = mem.json(["recall", "--session", "a", PROMPT]);
    assert_eq!(files(&rest), ["user_q05.md", "user_q06.md"], "left out before the limit");
    assert_eq!((&rest["offered"], &rest["total"]), (&62.into(), &67.into()));
    let none = mem.json(["recall", "--session", "a", PROMPT]);
    assert_eq!((none["reason"].as_str(), files(&none).len()), (Some("all_surfaced"), 0));
    assert_eq!(mem.run(["recall", "--session", "a", PROMPT]).ok().quiet().out, "");
    mem.run(["recall", "--session", "a", "--exit-code", PROMPT]).code(1).quiet();
    // Something else was never of help.
    assert_eq!(mem.json(["recall", "--session", "a", "what is the weather today"])["reason"], "nothing_relevant");
    // Another session, none, an empty id, and the plain order know nothing of it.
    assert_eq!(given(&mem, "b").len(), 5);
    assert_eq!(mem.json(["recall", PROMPT])["offered"], 67);
    assert_eq!(mem.json(["recall", "--session=", PROMPT])["offered"], 67);
    assert_eq!(files(&mem.json(["recall", "--session", "a", "--rank", PROMPT])).len(), 5);
}

#[test]
fn a_store_whose_memories_were_all_shown() {
    let mem = Mem::new();
    memory(&mem, "user_quokka.md", "It does.");
    for form in ["text", "xml", "json", "names"] {
        let run = |session: &str| mem.run(["recall", "--session", session, "--format", form, PROMPT]).ok().quiet().out;
        assert!(run(form).contains("user_quokka.md"), "{form}");
        assert!(!run(form).contains("user_quokka.md"), "{form}");
    }
    let json = mem.json(["recall", "--session", "text", PROMPT]);
    assert_eq!((&json["offered"], &json["total"]), (&0.into(), &1.into()));
    assert_eq!(json["reason"], "all_surfaced");
    // Another store is another session.
    let dir = mem.root().join("other");
    fs::create_dir(&dir).unwrap();
    fs::copy(mem.path("user_quokka.md"), dir.join("user_quokka.md")).unwrap();
    let other = mem.run(["--dir", dir.to_str().unwrap(), "recall", "--session", "text", "--format=names", PROMPT]);
    assert_eq!(other.ok().out, "user_quokka.md\n");
}

#[test]
fn a_memory_that_was_changed_may_come_again() {
    let mem = Mem::new();
    memory(&mem, "user_quokka.md", "It does.");
    assert_eq!(given(&mem, "s").len(), 1);
    let text = mem.read("user_quokka.md");
    mem.file("user_quokka.md", &text);
    assert_eq!(given(&mem, "s").len(), 0, "written anew with the same text");
    memory(&mem, "user_quokka.md", "It does not.");
    assert_eq!(given(&mem, "s").len(), 1);
    assert_eq!(given(&mem, "s").len(), 0);
}

/// C65.
#[test]
fn a_session_gets_61440_bytes_in_all() {
    let mem = many(20, 4_096);
    let ask = |limit: &str| mem.json(["recall", "--session", "s", "--limit", limit, PROMPT]);
    let mut sum = 0;
    for (limit, count) in [("5", 5), ("5", 5), ("4", 4), ("5", 1), ("5", 0), ("5", 0)] {
        let json = ask(limit);
        assert_eq!(files(&json).len(), count, "{json:#}");
        sum += usize::try_from(json["bytes"].as_u64().unwrap()).unwrap();
        assert_eq!(json["reason"].as_str(), (count == 0).then_some("session_budget"));
    }
    assert_eq!(sum, ALL);
    // It is a gate: the store is not looked at. A prompt that says nothing comes before it.
    assert_eq!(ask("5")["total"], 0);
    assert_eq!(mem.json(["recall", "--session", "s", "hi"])["reason"], "query_too_short");
    assert_eq!(mem.run(["recall", "--session", "s", "--format=names", PROMPT]).ok().quiet().out, "");
}

#[test]
fn the_last_bytes_hold_a_cut_text_or_none() {
    let mem = many(20, 4_000);
    for _ in 0..3 {
        assert_eq!(given(&mem, "s").len(), 5);
    }
    let told = mem.run(["recall", "--session", "s", "--json", "--explain", PROMPT]).ok();
    let json: Value = serde_json::from_str(&told.out).unwrap();
    let content = json["memories"][0]["content"].as_str().unwrap();
    assert!(content.len() <= ALL - 60_000 && content.len() > 1_024, "{}", content.len());
    assert!(content.ends_with("[truncated: mem show user_q15]"), "{content}");
    assert_eq!(files(&json), ["user_q15.md"]);
    assert!(told.err.contains("session: 15 shown before; 1440 of 61440 bytes left"), "{told:?}");
    assert!(told.err.contains("user_q16.md: left out, the session has no room for it"), "{told:?}");
    assert!(told.err.contains("bytes left when this is printed"), "{told:?}");
    // What is too little for a text still holds a short one.
    let mem = many(15, 4_050);
    (0..3).for_each(|_| drop(given(&mem, "s")));
    memory(&mem, "user_other.md", &"The quokka does smile. ".repeat(60));
    let json = mem.json(["recall", "--session", "s", PROMPT]);
    assert_eq!((json["reason"].as_str(), json["total"].as_u64()), (Some("session_budget"), Some(76)), "{json:#}");
    memory(&mem, "user_other.md", &"The quokka does smile. ".repeat(20));
    assert_eq!(given(&mem, "s"), ["user_other.md"]);
}

#[test]
fn a_reset_empties_what_was_shown_and_its_bytes() {
    let mem = many(20, 4_096);
    let reset = |args: &[&str]| mem.run(["recall", "--session", "s", "--reset"].iter().chain(args)).ok().quiet().out;
    assert_eq!(reset(&[]), "");
    assert!(state(&mem).is_empty(), "nothing to forget, nothing written");
    (0..4).for_each(|_| drop(given(&mem, "s")));
    assert_eq!(mem.json(["recall", "--session", "s", PROMPT])["reason"], "session_budget");
    given(&mem, "t");
    assert_eq!(reset(&[]), "");
    assert_eq!(given(&mem, "s").first().map(String::as_str), Some("user_q00.md"));
    assert_eq!(reset(&["--format=names", PROMPT]).lines().next(), Some("user_q00.md"), "with a prompt it answers too");
    assert_eq!(mem.json(["recall", "--session", "s", "--reset"])["reason"], "reset");
    assert_eq!(given(&mem, "t").first().map(String::as_str), Some("user_q05.md"), "the other one goes on");
    mem.run(["recall", "--reset"]).code(2).says("--session");
    mem.run(["recall", "--reset", "--session="]).code(2).says("--session is empty");
    mem.run(["recall", "--session", "s"]).code(2).says("there is no prompt");
}

#[test]
fn an_id_may_be_anything() {
    let mem = Mem::new();
    memory(&mem, "user_quokka.md", "It does.");
    let long = "x".repeat(100_000);
    let ids: [&[u8]; 13] = [
        b"../../../escape",
        b"/etc/passwd",
        b".",
        b"..",
        b" ",
        b"a\nb",
        b"a\tb",
        b"-x",
        b"--reset",
        b"$(touch pwned)",
        b"\xff\xfe",
        "会话".as_bytes(),
        long.as_bytes(),
    ];
    for id in ids {
        let id = OsStr::from_bytes(id);
        let run =
            || mem.run([OsStr::new("recall"), "--format=names".as_ref(), "--session".as_ref(), id, PROMPT.as_ref()]);
        assert_eq!(run().ok().quiet().out, "user_quokka.md\n", "{id:?}");
        assert_eq!(run().ok().quiet().out, "", "{id:?}");
    }
    assert_eq!(state(&mem).len(), ids.len());
    for path in state(&mem) {
        let name = path.file_name().unwrap().to_str().unwrap();
        assert!(name.bytes().all(|b| b.is_ascii_alphanumeric() || b"-.".contains(&b)), "{name}");
        assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, 0o600);
    }
    assert_eq!(folder(&mem).metadata().unwrap().permissions().mode() & 0o777, 0o700);
    let outside: BTreeSet<_> = fs::read_dir(mem.root()).unwrap().map(|e| e.unwrap().file_name()).collect();
    assert_eq!(outside, ["home", "memory", "project"].map(Into::into).into());
}

#[test]
fn a_state_that_cannot_be_kept_is_a_warning() {
    let mem = Mem::new();
    memory(&mem, "user_quokka.md", "It does.");
    let blocked = mem.root().join("blocked");
    fs::write(&blocked, "a file").unwrap();
    let without = mem.run(["recall", PROMPT]).ok().quiet().out;
    let warned = |mem: &Mem, args: &[&str]| mem.run(args).ok().says("note: ").says("the session does not remember");
    let mem = mem.env("XDG_STATE_HOME", blocked.to_str().unwrap());
    for _ in 0..2 {
        assert_eq!(warned(&mem, &["recall", "--session", "s", PROMPT]).out, without);
    }
    mem.run(["-q", "recall", "--session", "s", PROMPT]).ok().quiet();
    mem.run(["recall", "--session", "s", "--reset"]).ok();
    mem.run(["recall", "--session", "s", "--collect"]).ok();
    mem.run(["recall", "--session", "s", "--prefetch", PROMPT]).ok().says("nothing was started");
    assert_eq!(fs::read_to_string(&blocked).unwrap(), "a file");
    // No home at all.
    let homeless = Mem::new().env("HOME", "");
    memory(&homeless, "user_quokka.md", "It does.");
    let dir = homeless.store();
    let dir = dir.to_str().unwrap();
    for args in [&["--session=s", PROMPT][..], &["--session=s", "--collect"], &["--session=s", "--prefetch", PROMPT]] {
        warned(&homeless, &[&["--dir", dir, "recall"], args].concat());
    }
}

#[test]
fn a_read_only_state_is_a_warning() {
    let mem = Mem::new();
    memory(&mem, "user_quokka.md", "It does.");
    given(&mem, "s");
    memory(&mem, "user_quokka.md", "It does not.");
    fs::set_permissions(folder(&mem), fs::Permissions::from_mode(0o500)).unwrap();
    let Some(ran) = mem.bound(&["recall", "--session", "s", "--format=names", PROMPT]) else { return };
    fs::set_permissions(folder(&mem), fs::Permissions::from_mode(0o700)).unwrap();
    assert_eq!(ran.ok().says("the session does not remember").out, "user_quokka.md\n");
}

#[test]
fn something_else_in_the_place_of_a_state() {
    let mem = Mem::new();
    memory(&mem, "user_quokka.md", "It does.");
    given(&mem, "s");
    let path = state(&mem).remove(0);
    for junk in [&b"{"[..], b"\xff\xfe\0", b"{\"version\":99}", b"", b"[1,2]"] {
        fs::write(&path, junk).unwrap();
        assert_eq!(given(&mem, "s").len(), 1, "a damaged state is a new one");
        assert_eq!(given(&mem, "s").len(), 0, "and is mended");
    }
    let odd = |make: &dyn Fn()| {
        fs::remove_file(&path).unwrap();
        make();
        let ran = mem.run(["recall", "--session", "s", "--format=names", PROMPT]).ok();
        assert_eq!(ran.says("the session does not remember").out, "user_quokka.md\n");
    };
    odd(&|| assert!(std::process::Command::new("mkfifo").arg(&path).status().unwrap().success()));
    odd(&|| fs::create_dir(&path).unwrap());
}

#[test]
fn only_what_was_printed_counts() {
    let mem = Mem::new();
    memory(&mem, "user_quokka.md", "It does.");
    let printed_to = |to: Stdio| {
        let mut command = mem.process();
        command.args(["recall", "--session", "s", PROMPT]).stdout(to).stderr(Stdio::piped());
        ran(command.spawn().unwrap().wait_with_output().unwrap())
    };
    printed_to(File::options().write(true).open("/dev/full").unwrap().into()).code(3);
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    printed_to(writer.into()).ok();
    assert_eq!(given(&mem, "s").len(), 1, "neither reached anybody");
    assert_eq!(given(&mem, "s").len(), 0);
}

/// C79: what the caller's cap left out, or only mentioned, may come again.
#[test]
fn a_mention_is_no_showing() {
    let mem = many(5, 4_000);
    let capped = mem.json(["recall", "--session", "s", "--budget=10000", PROMPT]);
    let whole: Vec<_> = capped["memories"].as_array().unwrap().iter().filter(|m| m["content"].is_string()).collect();
    assert_eq!((whole.len(), files(&capped).len()), (2, 5));
    assert_eq!(given(&mem, "s"), ["user_q02.md", "user_q03.md", "user_q04.md"]);
    assert_eq!(given(&mem, "s").len(), 0);
    // Names alone are the whole answer in their form, and cost nothing.
    mem.run(["recall", "--session", "n", "--format=names", PROMPT]).ok();
    let told = mem.run(["recall", "--session", "n", "--format=names", "--explain", PROMPT]).ok();
    assert_eq!(told.out, "");
    assert!(told.err.contains("session: 5 shown before; 61440 of 61440 bytes left"), "{told:?}");
}

#[test]
fn parallel_commands_of_one_session_show_nothing_twice() {
    let mem = many(12, 4_096);
    let at_once = |session: &'static str| -> Vec<Value> {
        thread::scope(|scope| {
            let runs: Vec<_> =
                (0..12).map(|_| scope.spawn(|| mem.json(["recall", "--session", session, PROMPT]))).collect();
            runs.into_iter().map(|run| run.join().unwrap()).collect()
        })
    };
    let answers = at_once("s");
    let all: Vec<_> = answers.iter().flat_map(files).collect();
    let distinct: BTreeSet<_> = all.iter().collect();
    assert!(all.len() >= 5 && distinct.len() == all.len(), "{all:?}");
    let left: usize = (0..20).map(|_| given(&mem, "s").len()).sum();
    assert_eq!(all.len() + left, 12, "each comes once in the end");
    // Sessions beside each other do not share anything.
    thread::scope(|scope| {
        for session in 0..12 {
            let mem = &mem;
            scope.spawn(move || assert_eq!(given(mem, &format!("p{session}")).len(), 5));
        }
    });
    assert!(state(&mem).iter().all(|path| path.extension().unwrap() == "session"), "{:?}", state(&mem));
}

/// A command whose reader sleeps keeps its session for a while, not for ever.
#[test]
fn a_session_that_is_kept_is_waited_for_a_moment() {
    let mem = Mem::new();
    memory(&mem, "user_quokka.md", "It does.");
    mem.run(["recall", "--session", "s", "what is the weather today"]).ok();
    let path = state(&mem).remove(0);
    let keeper = File::open(&path).unwrap();
    keeper.lock().unwrap();
    let ran: Ran = mem.run(["recall", "--session", "s", "--format=names", PROMPT]).ok();
    assert_eq!(ran.says("locked by another process; the session does not remember").out, "user_quokka.md\n");
    drop(keeper);
    assert_eq!(given(&mem, "s").len(), 1);
}

#[test]
fn sessions_are_counted_and_the_old_ones_go() {
    use mem::{
        store::{Store, session::old},
        world::{Terminal, World},
    };
    let mem = Mem::new();
    memory(&mem, "user_quokka.md", "It does.");
    (0..4).for_each(|n| drop(given(&mem, &format!("s{n}"))));
    mem.run(["recall", "--session=quiet", "what is the weather today"]).ok();
    let vars = vec![("HOME".into(), mem.home().into())];
    let world =
        World::new(Err("none".into()), vars, "2026-11-29T12:00:00Z".parse().unwrap(), Terminal::default()).unwrap();
    let count = |since| old::used_since(&world, &Store::at(mem.store()), since);
    assert_eq!(count(std::time::UNIX_EPOCH), 5, "also the one that was shown nothing");
    assert_eq!(count(world.wall() + std::time::Duration::from_secs(60)), 0);
    assert_eq!(old::used_since(&world, &Store::at(mem.cwd()), std::time::UNIX_EPOCH), 0, "of another store");
    let long_ago = world.wall() - std::time::Duration::from_secs(31 * 24 * 60 * 60);
    let age = |path: &PathBuf| File::options().write(true).open(path).unwrap().set_modified(long_ago).unwrap();
    state(&mem).iter().take(2).for_each(age);
    for left in [".mem-abc123.tmp", "notes.txt"] {
        fs::write(folder(&mem).join(left), "").unwrap();
        age(&folder(&mem).join(left));
    }
    assert_eq!(count(long_ago + std::time::Duration::from_secs(60)), 3);
    given(&mem, "a new one");
    assert_eq!(count(std::time::UNIX_EPOCH), 4);
    assert!(!folder(&mem).join(".mem-abc123.tmp").exists() && folder(&mem).join("notes.txt").exists());
}

/// What a hook calls: a cap in characters, and its own way of printing.
#[test]
fn a_cap_in_characters() {
    use mem::{
        ops::{
            OpError,
            recall::{Cap, Form, Request, render, session},
        },
        store::Store,
        world::World,
    };
    let mem = Mem::new();
    mem.crowd();
    for n in 0..5 {
        memory(&mem, &format!("user_q{n}.md"), &"袋鼠会笑。".repeat(270));
    }
    for most in [0, 100, 1_000, 2_000, 5_000, 10_000] {
        for form in [Form::Text, Form::Xml] {
            let (query, budget) = (PROMPT.to_owned(), Some(Cap::Chars(most)));
            let request =
                Request { query, limit: 5, budget, form, rank: false, session: None, side: None, meaning: false };
            let mut printed = String::new();
            let print = |recall: &_| -> Result<(), OpError> {
                printed = render::answer(recall, form);
                Ok(())
            };
            session::answer(&Store::at(mem.store()), &World::default(), None, request, print).unwrap();
            assert!(printed.chars().count() <= most, "{form:?} {most}: {}", printed.chars().count());
            let whole = printed.matches("袋鼠会笑。袋").count();
            assert_eq!(whole > 0, most >= 2_000, "{form:?} {most}: {printed}");
        }
    }
}
