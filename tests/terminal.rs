//! What a terminal shows: colours, width, questions. On a real pseudo-terminal.

use std::{fs, process::Command};

use crate::support::{Mem, Terminal};

const ESC: char = '\u{1b}';

/// Runs on a terminal and gives what it shows and the exit code.
fn show(command: Command) -> (String, i32) {
    let mut terminal = Terminal::start(command, 80);
    (terminal.rest(), terminal.status().code().unwrap())
}

/// A store with one memory, and a terminal of the usual kind.
fn store() -> Mem {
    let mem = Mem::new().env("TERM", "xterm-256color").env("COLUMNS", "100");
    mem.add("user", "Quokka", "Likes quokkas", "They smile.");
    mem
}

fn on_terminal(mem: &Mem, env: &[(&str, &str)], args: &[&str]) -> String {
    let mut command = mem.process();
    command.envs(env.iter().copied()).args(args);
    show(command).0
}

#[test]
fn the_colour_table_on_a_terminal() {
    let mem = store();
    for (env, args, coloured) in [
        (&[][..], &["ls"][..], true),
        (&[("NO_COLOR", "1")], &["ls"], false),
        (&[("NO_COLOR", "")], &["ls"], true),
        (&[("TERM", "dumb")], &["ls"], false),
        (&[("TERM", "dumb"), ("CLICOLOR_FORCE", "1")], &["ls"], true),
        (&[("NO_COLOR", "1"), ("CLICOLOR_FORCE", "1")], &["ls"], false),
        (&[("CLICOLOR_FORCE", "0")], &["ls"], true),
        (&[("CLICOLOR_FORCE", "")], &["ls"], true),
        (&[], &["--color=never", "ls"], false),
        (&[], &["ls", "--color", "never"], false),
        (&[("CLICOLOR_FORCE", "1")], &["ls", "--color=never"], false),
        (&[("NO_COLOR", "1")], &["ls", "--color=always"], true),
        (&[("TERM", "dumb")], &["ls", "--color=always"], true),
        (&[], &["ls", "--color=auto"], true),
        (&[], &["ls", "--json"], false),
        (&[("CLICOLOR_FORCE", "1")], &["ls", "--json", "--color=always"], false),
        (&[], &["show", "quokka"], true),
        (&[("NO_COLOR", "1")], &["show", "quokka"], false),
        (&[], &["recall", "quokka smile"], false),
        (&[], &["--help"], true),
        (&[], &[], true),
        (&[("NO_COLOR", "1")], &["--help"], false),
        (&[("TERM", "dumb")], &["help", "ls"], false),
        (&[], &["--color=never", "--help"], false),
        (&[], &["--color=never"], false),
        (&[], &["nosuch"], true),
        (&[], &["--color=never", "nosuch"], false),
        (&[], &["--color", "never", "ls", "--nosuch"], false),
        (&[("NO_COLOR", "1")], &["nosuch"], false),
        (&[("TERM", "dumb")], &["show", "nosuch"], false),
        (&[], &["show", "nosuch"], true),
    ] {
        let seen = on_terminal(&mem, env, args);
        assert_eq!(seen.contains(ESC), coloured, "{env:?} {args:?}: {seen:?}");
    }
}

#[test]
fn the_colour_table_in_a_pipe() {
    let mem = store();
    for (env, args, coloured) in [
        (&[][..], &["ls"][..], false),
        (&[("NO_COLOR", "")], &["ls"], false),
        (&[("CLICOLOR_FORCE", "1")], &["ls"], true),
        (&[("CLICOLOR_FORCE", "0")], &["ls"], false),
        (&[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")], &["ls"], false),
        (&[], &["ls", "--color=always"], true),
        (&[("NO_COLOR", "1")], &["ls", "--color=always"], true),
        (&[], &["ls", "--json", "--color=always"], false),
        (&[], &["recall", "quokka smile", "--color=always"], false),
        (&[], &["recall", "quokka smile", "--format=json", "--color=always"], false),
        (&[], &["--help"], false),
        (&[], &["--color=always", "--help"], true),
        (&[], &["--color=always"], true),
        (&[], &["show", "quokka", "--color=always"], true),
        (&[], &["ls", "--paths", "--color=always"], false),
        (&[], &["show", "quokka", "--raw", "--color=always"], false),
        (&[], &["completions", "bash", "--color=always"], false),
    ] {
        let ran = crate::support::ran(mem.process().envs(env.iter().copied()).args(args).output().unwrap());
        assert_eq!(ran.out.contains(ESC), coloured, "{env:?} {args:?}: {ran:?}");
    }
    for (args, coloured) in [(&["nosuch"][..], false), (&["nosuch", "--color=always"], true)] {
        let ran = mem.run(args);
        assert_eq!(ran.err.contains(ESC), coloured, "{args:?}: {ran:?}");
    }
}

/// stdout and stderr decide each for itself.
#[test]
fn each_stream_decides_about_its_own_colours() {
    let mem = store();
    let binary = env!("CARGO_BIN_EXE_mem");
    let shell = |script: &str| {
        let mut command = mem.process();
        let args: Vec<_> = command.get_args().map(std::ffi::OsStr::to_owned).collect();
        let envs: Vec<_> = command.get_envs().map(|(k, v)| (k.to_owned(), v.map(std::ffi::OsStr::to_owned))).collect();
        command = Command::new("sh");
        command.env_clear().current_dir(mem.cwd());
        command.envs(envs.into_iter().filter_map(|(k, v)| Some((k, v?))));
        command.arg("-c").arg(script).arg(binary).args(args);
        command
    };
    let (seen, code) = show(shell(r#""$0" "$@" show nosuch >out"#));
    assert!(code == 1 && seen.contains(ESC), "{seen:?}");
    let (seen, code) = show(shell(r#""$0" "$@" ls 2>err >out; cat err; grep -c . out"#));
    assert!(code == 0 && !seen.contains(ESC), "{seen:?}");
    let (seen, _) = show(shell(r#""$0" "$@" show nosuch 2>err"#));
    assert_eq!(seen, "");
    assert!(!fs::read_to_string(mem.cwd().join("err")).unwrap().contains(ESC));
}

#[test]
fn questions_follow_the_colour_options_and_leave_no_answer_behind() {
    let mem = store();
    for (args, coloured) in [(&["show"][..], true), (&["--color=never", "show"], false)] {
        let mut command = mem.process();
        command.args(args);
        let mut terminal = Terminal::start(command, 100);
        let before = terminal.expect("Which memory");
        // Moving the cursor is no colour.
        assert_eq!(before.contains("\u{1b}[3"), coloured, "{args:?}: {before:?}");
        terminal.press_until_it_ends("\u{1b}");
        assert_eq!(terminal.status().code(), Some(1));
    }
}

#[test]
fn the_prompt_may_be_typed() {
    let mem = store();
    let mut command = mem.process();
    command.args(["recall", "-", "--format=names"]);
    let mut terminal = Terminal::start(command, 100);
    terminal.expect("type the prompt");
    terminal.send("does a quokka smile\n\u{4}");
    terminal.expect("user_quokka.md");
}

/// What takes back a line that was shown.
const CLEARED: &str = "\r\u{1b}[2K";

#[test]
fn a_slow_model_is_said_to_be_waited_for() {
    let mem = store().env("MEM_PROVIDER", "command").env("MEM_RECALL_TIMEOUT", "120s");
    let slow = mem.env("MEM_COMMAND", "until [ -e go ]; do sleep 0.05; done; echo '[\"user_quokka.md\"]'");
    let mut terminal = slow.terminal(100, &["recall", "--format=names", "what smiles"]);
    terminal.expect("waiting for the model, 120s at most: ");
    // It goes on, in its place.
    terminal.expect(CLEARED);
    terminal.expect("waiting for the model, 120s at most: ");
    fs::write(slow.cwd().join("go"), "").unwrap();
    // Nothing of it is left when the answer comes.
    let rest = terminal.rest();
    assert!(rest.ends_with(&format!("{CLEARED}user_quokka.md\n")), "{rest:?}");
    // One that is quick says nothing.
    let seen = slow.on_terminal(100, &["recall", "--format=names", "what smiles"]);
    assert_eq!(seen, "user_quokka.md\n");
}

#[test]
fn nothing_is_shown_to_who_asked_for_silence_or_cannot_see_it() {
    let slow = store().env("MEM_PROVIDER", "command").env("MEM_RECALL_TIMEOUT", "120s");
    let slow = slow.env("MEM_COMMAND", "sleep 0.8; echo '[\"user_quokka.md\"]'");
    let args = ["recall", "--format=names", "what smiles"];
    assert_eq!(slow.on_terminal(100, &[&["-q"][..], &args].concat()), "user_quokka.md\n");
    assert_eq!(on_terminal(&slow, &[("TERM", "dumb")], &args), "user_quokka.md\n");
    slow.run(args).ok().quiet();
    // A narrow terminal gets a line that fits, so that it can be taken back.
    let narrow = slow.terminal(20, &args).rest();
    assert!(narrow.contains("waiting for the mo…\r"), "{narrow:?}");
}
