//! The command line: exit codes, streams that fail, options, help, and what is echoed.

use std::{
    ffi::OsStr,
    fs::{self, File, OpenOptions},
    io::{Read as _, pipe},
    os::unix::ffi::OsStrExt as _,
    process::Stdio,
};

use crate::support::{Mem, Ran, ran};

/// Every command that prints, with the code it ends with.
const COMMANDS: [(&[&str], i32); 18] = [
    (&[], 0),
    (&["--help"], 0),
    (&["help"], 0),
    (&["help", "recall"], 0),
    (&["--version"], 0),
    (&["ls"], 0),
    (&["ls", "--json"], 0),
    (&["ls", "--paths"], 0),
    (&["ls", "-z"], 0),
    (&["ls", "--format", "{name}"], 0),
    (&["show", "quokka"], 0),
    (&["show", "quokka", "--json"], 0),
    (&["recall", "quokka smile"], 0),
    (&["recall", "quokka smile", "--json"], 0),
    (&["dir", "--explain"], 0),
    (&["schema"], 0),
    (&["schema", "ls"], 0),
    (&["completions", "zsh"], 0),
];

fn store() -> Mem {
    let mem = Mem::new();
    mem.add("user", "Quokka", "Likes quokkas", "They smile.");
    mem
}

#[test]
fn a_full_disk_is_an_error() {
    let mem = store();
    for (args, _) in COMMANDS {
        let full = OpenOptions::new().write(true).open("/dev/full").unwrap();
        let ran = ran(mem.process().args(args).stdout(full).output().unwrap()).code(3);
        assert_eq!(ran.err, "error: standard output: No space left on device (os error 28)\n", "{args:?}");
    }
    let full = OpenOptions::new().write(true).open("/dev/full").unwrap();
    ran(mem.process().env("COMPLETE", "bash").stdout(full).output().unwrap()).code(3).says("No space left");
}

/// A saved memory is saved, whatever becomes of the message.
#[test]
fn what_was_written_stays_where_stdout_is_full() {
    let mem = Mem::new();
    let full = OpenOptions::new().write(true).open("/dev/full").unwrap();
    let args = ["add", "-t", "user", "-n", "A", "-d", "d", "-m", "b"];
    ran(mem.process().args(args).stdout(full).output().unwrap()).code(3).says("standard output");
    assert!(mem.path("user_a.md").exists() && mem.read("MEMORY.md").contains("user_a.md"));
}

#[test]
fn a_reader_that_went_away_ends_it_quietly() {
    let mem = store();
    for (args, _) in COMMANDS {
        let (reader, writer) = pipe().unwrap();
        drop(reader);
        ran(mem.process().args(args).stdout(writer).output().unwrap()).ok().quiet();
    }
    let (reader, writer) = pipe().unwrap();
    drop(reader);
    ran(mem.process().env("COMPLETE", "bash").stdout(writer).output().unwrap()).ok().quiet();
}

#[test]
fn a_reader_that_takes_one_byte_ends_it_quietly() {
    let mem = Mem::new();
    for n in 0..600 {
        mem.memory("user", &format!("quokka_{n}"), &format!("Quokka {n}"), &"quokka words ".repeat(30), "Smiles.");
    }
    for args in [&["ls"][..], &["ls", "--json"], &["ls", "-z"], &["recall", "--rank", "--limit=600", "quokka words"]] {
        let mut child = mem.process().args(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        child.stdout.take().unwrap().read_exact(&mut [0]).unwrap();
        ran(child.wait_with_output().unwrap()).ok().quiet();
    }
}

/// Runs through a shell that closes or redirects streams.
fn redirected(mem: &Mem, how: &str, args: &[&str]) -> Ran {
    let inner = mem.process();
    let mut shell = std::process::Command::new("sh");
    shell.env_clear().current_dir(mem.cwd()).stdin(Stdio::null());
    shell.envs(inner.get_envs().filter_map(|(k, v)| Some((k, v?))));
    shell.arg("-c").arg(format!("exec \"$0\" \"$@\" {how}")).arg(inner.get_program());
    ran(shell.args(inner.get_args()).args(args).output().unwrap())
}

#[test]
fn closed_streams_harm_nobody() {
    let mem = store();
    let before = mem.state();
    for (args, code) in COMMANDS.into_iter().chain([(&["show", "nosuch"][..], 1), (&["nosuch"], 2)]) {
        for how in [">&-", "2>&-", "<&-", ">&- 2>&-", "<&- >&- 2>&-", "2>/dev/full"] {
            let ran = redirected(&mem, how, args);
            assert_eq!(ran.code, code, "{how} {args:?}: {ran:?}");
            assert!(!ran.err.contains("panic"), "{ran:?}");
        }
    }
    assert_eq!(mem.state(), before);
}

#[test]
fn exit_codes_as_documented() {
    let mem = store();
    mem.file("store-is-a-file", "");
    let file = mem.path("store-is-a-file");
    let file = file.to_str().unwrap();
    for (args, code, says) in [
        (&["show", "nosuch"][..], 1, "no memory `nosuch`"),
        (&["recall", "hello", "--exit-code"], 1, ""),
        (&["recall", "hello"], 0, ""),
        (&["ls", "--type", "bad"], 2, "possible values: user, feedback"),
        (&["nosuch"], 2, "`mem help` lists the commands"),
        (&["recal"], 2, "'recall'"),
        (&["help", "nosuch"], 2, "nosuch"),
        (&["ls", "--nosuch"], 2, "usage: mem ls"),
        (&["ls", "extra"], 2, "extra"),
        (&["--color", "sometimes", "ls"], 2, "possible values: auto"),
        (&["schema", "nosuch"], 2, "mem.add/1"),
        (&["completions", "nosuch"], 2, "bash"),
        (&["recall"], 2, "--stdin"),
        (&["recall", "--limit", "6", "a b"], 2, "--rank"),
        (&["recall", "--limit", "0", "a b"], 2, "from 1 on"),
        (&["recall", "--limit", "-3", "a b"], 2, "from 1 on"),
        (&["recall", "--budget", "-1", "a b"], 2, "'-1'"),
        (&["recall", "--budget", "many", "a b"], 2, "'many'"),
        (&["recall", "--stdin", "a b"], 2, "cannot be used with"),
        (&["recall", "--format=nosuch", "a b"], 2, "names"),
        (&["--dir", "", "ls"], 2, "--dir"),
        (&["-C", "nosuch", "ls"], 2, "cannot change to nosuch"),
        (&["--dir", file, "ls"], 3, "is not a directory"),
        (&["--dir", file, "recall", "a b"], 3, "is not a directory"),
    ] {
        let ran = mem.run(args).code(code).says(says);
        assert!(code == 0 || ran.out.is_empty(), "{args:?}: {ran:?}");
        assert!(ran.err.lines().count() <= 2, "{args:?}: {ran:?}");
    }
}

#[test]
fn change_directory_is_as_in_git() {
    let mem = Mem::project();
    fs::create_dir_all(mem.cwd().join("a/b")).unwrap();
    let dir = |args: &[&str]| mem.run(args).ok().out;
    let b = dir(&["-C", "a/b", "dir"]);
    assert_ne!(b, dir(&["dir"]));
    assert_eq!(dir(&["-C", "a", "-C", "b", "dir"]), b);
    assert_eq!(dir(&["dir", "-C", "a", "-C", "b"]), b);
    assert_eq!(dir(&["-C", "", "-C", "a/b", "-C", "", "dir"]), b);
    // Other paths of the command line count from there, as in git.
    let inside = mem.cwd().canonicalize().unwrap().join("a/memory");
    assert_eq!(dir(&["-C", "a", "--dir", "memory", "dir"]).trim(), inside.to_str().unwrap());
    File::create(mem.cwd().join("file")).unwrap();
    mem.run(["-C", "file", "ls"]).code(2).says("cannot change to file").says("hint: -C takes a directory");
}

#[test]
fn the_last_of_repeated_options_counts() {
    let mem = store();
    mem.run(["-q", "-q", "-v", "-v", "--json", "--json", "ls"]).ok();
    mem.run(["--json", "ls", "--json"]).ok();
    let ran = mem.run(["--color=always", "ls", "--color=never"]).ok();
    assert!(!ran.out.contains('\u{1b}'), "{ran:?}");
    let other = mem.root().join("other");
    assert_eq!(mem.run([OsStr::new("--dir"), other.as_os_str(), OsStr::new("ls")]).ok().out, "");
    // Those that gather still gather.
    mem.add("feedback", "F", "d", "b").add("project", "P", "d", "b");
    assert_eq!(mem.run(["ls", "--type", "user", "--type", "feedback", "--paths"]).ok().out.lines().count(), 2);
}

#[test]
fn quiet_and_verbose() {
    let mem = store();
    mem.run(["-v", "ls"]).ok().says("--dir");
    mem.run(["-q", "-v", "ls"]).ok().quiet();
    mem.run(["ls"]).ok().quiet();
    mem.run(["-q", "show", "nosuch"]).code(1).says("nosuch");
    assert_ne!(mem.run(["-q", "ls"]).ok().out, "");
}

#[test]
fn help_agrees_with_itself_and_fits() {
    let mem = Mem::new();
    let names: Vec<_> = mem::cli::command().get_subcommands().map(|c| c.get_name().to_owned()).collect();
    for name in names.iter().filter(|name| *name != "help") {
        let long = mem.run([name, "--help"]).ok().quiet().out;
        assert_eq!(mem.run(["help", name]).ok().out, long);
        assert!(long.contains(&format!("Usage: mem {name}")), "{long}");
        narrow(&long);
        narrow(&mem.run([name, "-h"]).ok().quiet().out);
    }
    let long = mem.run(["--help"]).ok().quiet().out;
    assert_eq!(mem.run(["help"]).ok().out, long);
    assert!(long.contains("Exit codes:\n  0  done"), "{long}");
    assert_eq!(mem.run::<&str>([]).ok().quiet().out, mem.run(["-h"]).ok().out);
    narrow(&long);
}

fn narrow(help: &str) {
    for line in help.lines() {
        assert!(line.chars().count() <= 100, "{line}");
        assert_eq!(line.trim_end(), line.trim_end_matches('\n').trim_end(), "{line}");
    }
}

#[test]
fn version_and_help_are_given_in_any_world() {
    let mem = Mem::new();
    let version = format!("mem {}\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(mem.run(["--version"]).ok().out, version);
    assert_eq!(mem.run(["-V"]).ok().out, version);
    let mut lost = mem.process();
    lost.env("MEM_NOW", "soon").env_remove("HOME").env("MEM_DIR", "/dev/null").arg("--version");
    assert_eq!(ran(lost.output().unwrap()).ok().quiet().out, version);
    ran(mem.process().env("MEM_NOW", "soon").arg("--help").output().unwrap()).ok().quiet();
    ran(mem.process().env("MEM_NOW", "soon").arg("ls").output().unwrap()).code(2).says("MEM_NOW");
    // A directory that is gone.
    let gone = mem.root().join("gone");
    fs::create_dir(&gone).unwrap();
    let mut shell = std::process::Command::new("sh");
    shell.current_dir(&gone).args(["-c", "rmdir ../gone && exec \"$0\" --version", env!("CARGO_BIN_EXE_mem")]);
    assert_eq!(ran(shell.output().unwrap()).ok().quiet().out, version);
}

#[test]
fn a_variable_of_another_program_starts_no_completion() {
    let mem = store();
    for value in ["1", "true", "0", "", "nosuch"] {
        let ran = ran(mem.process().env("COMPLETE", value).arg("ls").output().unwrap()).ok().quiet();
        assert!(ran.out.contains("Quokka"), "{ran:?}");
    }
    for shell in ["bash", "zsh", "fish", "elvish", "powershell", "/usr/bin/zsh"] {
        let ran = ran(mem.process().env("COMPLETE", shell).output().unwrap()).ok().quiet();
        assert!(ran.out.contains("mem"), "{ran:?}");
    }
}

#[test]
fn arguments_that_are_not_utf8() {
    let mem = store();
    let bad = OsStr::from_bytes(b"quokka\xff smile");
    let s = OsStr::new;
    for (args, code) in [
        (vec![s("show"), bad], 1),
        (vec![s("show"), s("--raw"), bad], 1),
        (vec![s("recall"), bad], 0),
        (vec![s("recall"), s("why"), bad], 0),
        (vec![s("--dir"), bad, s("ls")], 0),
        (vec![s("-C"), bad, s("ls")], 2),
        (vec![bad], 2),
        (vec![s("ls"), bad], 2),
        (vec![s("ls"), s("--type"), bad], 2),
        (vec![s("ls"), s("--format"), bad], 2),
        (vec![s("ls"), s("--sort"), bad], 2),
        (vec![s("recall"), s("--format"), bad], 2),
        (vec![s("recall"), s("--limit"), bad], 2),
        (vec![s("recall"), s("--budget"), bad], 2),
        (vec![s("--color"), bad, s("ls")], 2),
        (vec![s("schema"), bad], 2),
        (vec![s("completions"), bad], 2),
        (vec![s("help"), bad], 2),
        (vec![s("add"), s("-n"), bad, s("-t"), s("user"), s("-d"), s("d"), s("-m"), s("b")], 2),
        (vec![s("add"), s("-F"), bad, s("-t"), s("user"), s("-d"), s("d"), s("-n"), s("n")], 3),
    ] {
        let ran = mem.run(&args).code(code);
        assert!(code == 0 || ran.err.contains('\u{fffd}'), "names it: {args:?}: {ran:?}");
        let json = ran_json(&mem, &args, code);
        let says = json["error"]["message"].as_str().unwrap_or_default();
        assert!(code == 0 || says.contains('\u{fffd}') || says.contains("--json"), "{args:?}: {json}");
    }
}

/// The one document on stdout, errors too.
fn ran_json(mem: &Mem, args: &[&OsStr], code: i32) -> serde_json::Value {
    let ran = ran(mem.process().arg("--json").args(args).output().unwrap());
    // Where there is no JSON form, saying so comes first.
    assert!(ran.code == code || ran.code == 2, "{args:?}: {ran:?}");
    serde_json::from_str(&ran.out).unwrap_or_else(|e| panic!("{e}: {args:?}: {ran:?}"))
}

/// Foreign text is echoed as text, on one line.
#[test]
fn nothing_that_is_echoed_steers_the_terminal() {
    let mem = store();
    for evil in
        ["a\u{1b}[2Jb", "a\u{1b}]52;c;Zm9v\u{7}b", "a\rb", "a\nb", "a\n\nb", "a\u{9b}2Jb", "a\u{202e}b", "a\u{7f}b"]
    {
        for args in [
            &[evil][..],
            &["ls", evil],
            &["ls", "--type", evil],
            &["ls", "--format", &format!("{{{evil}}}")],
            &["show", evil],
            &["show", "--raw", evil],
            &["-C", evil, "ls"],
            &["--dir", &format!("{}/user_quokka.md/{evil}", mem.store().display()), "ls"],
            &["--color", evil, "ls"],
            &["recall", "--format", evil, "x"],
            &["recall", "--limit", evil, "x"],
            &["schema", evil],
            &["completions", evil],
            &["add", "-F", evil, "-t", "user", "-n", "n", "-d", "d"],
            &["add", "-t", evil],
        ] {
            let ran = mem.run(args);
            assert_ne!(ran.code, 0, "{args:?}: {ran:?}");
            let bad = |c: char| c.is_control() && c != '\n' || c == '\u{202e}';
            assert!(!ran.err.contains(bad) && !ran.out.contains(bad), "{args:?}: {ran:?}");
            assert!(
                ran.err.lines().all(|l| ["error: ", "hint: "].iter().any(|p| l.starts_with(p))),
                "{args:?}: {ran:?}"
            );
            assert!(ran.err.lines().count() <= 2, "{args:?}: {ran:?}");
        }
    }
}

#[test]
fn file_names_and_texts_do_not_steer_either() {
    let mem = Mem::new();
    let evil = "a\u{1b}[2J\u{7}\u{9b}\rb";
    mem.file(format!("user_{evil}\nquokka.md"), format!("---\nname: \"quokka \\e[2J {evil}\"\ndescription: quokka smile {evil}\ntype: {evil}\n---\nquokka smile {evil}\n"));
    mem.file(
        OsStr::from_bytes(b"user_\xff.md"),
        "---\nname: quokka smile\n---\nA smile that a quokka has on Mondays only.\n",
    );
    for args in [
        &["ls"][..],
        &["ls", "--paths"],
        &["ls", "--format", "{file}\\t{path}\\t{name}\\t{description}\\t{type}"],
        &["show", "quokka"],
        &["show", "--path", "quokka"],
        &["recall", "quokka smile"],
        &["recall", "quokka smile", "--explain"],
        &["recall", "quokka smile", "--format=xml"],
        &["recall", "quokka smile", "--format=names"],
        &["recall", "quokka smile", "--budget=700"],
        &["dir", "--explain"],
    ] {
        let ran = mem.run(args);
        let bad = |c: char| c.is_control() && !matches!(c, '\n' | '\t');
        assert!(!ran.err.contains(bad) && !ran.out.contains(bad), "{args:?}: {ran:?}");
        assert!(!ran.err.contains("panic"), "{ran:?}");
    }
    assert_eq!(mem.run(["recall", "quokka smile", "--format=names"]).ok().out.lines().count(), 2);
    assert_eq!(mem.run(["ls", "--paths"]).ok().out.lines().count(), 2);
    // What ends with NUL is for programs, and as it is.
    let paths = mem.run(["ls", "-z"]).ok().bytes;
    assert!(paths.split(|b| *b == 0).any(|path| path.ends_with(b"/user_\xff.md")));
    let json = mem.json(["recall", "quokka smile"]);
    assert!(json["memories"][0]["file"].is_string());
}
