//! A program that is asked: how it is started, what is made of its answer, and how it ends.

use std::{
    fs,
    path::Path,
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use crate::support::Mem;

const PROMPT: &str = "does the quokka smile";

fn asking(command: &str) -> Mem {
    let mem = Mem::new();
    mem.crowd();
    mem.memory("user", "quokka", "Quokka", "The quokka smiles", "It does.");
    mem.memory("feedback", "tests", "Tests", "Tests use a real database", "Always.");
    mem.env("MEM_PROVIDER", "command").env("MEM_COMMAND", command).env("MEM_RECALL_TIMEOUT", "120s")
}

fn recall(mem: &Mem) -> Value {
    mem.json(["recall", PROMPT])
}

#[track_caller]
fn is_chosen(command: &str) {
    let json = recall(&asking(command));
    assert_eq!(
        (&json["selector"], &json["memories"][0]["file"]),
        (&"llm".into(), &"feedback_tests.md".into()),
        "{command}: {json:#}"
    );
}

#[track_caller]
fn falls_back(command: &str, reason: &str) {
    let mem = asking(command);
    let json = recall(&mem);
    let wanted = json!({"reason": reason, "status": null, "attempts": 1});
    assert_eq!((&json["fallback"], &json["memories"][0]["file"]), (&wanted, &"user_quokka.md".into()), "{command}");
    let ran = mem.run(["recall", PROMPT]).ok().says(&format!("({reason})"));
    assert_eq!(ran.err.lines().count(), 1, "{ran:?}");
}

#[test]
fn its_answer_is_read_like_any_other() {
    for command in [
        r#"echo '{"selected_memories":["feedback_tests.md"]}'"#,
        "echo '- feedback_tests.md'",
        "cat >/dev/null; printf '```json\\n[\"feedback_tests\"]\\n```\\nDone.'",
        "echo thinking >&2; sleep 0.05; printf '[\"feedback'; sleep 0.05; printf '_tests.md\"]'",
        // One that leaves something behind is not waited for.
        "echo '[\"feedback_tests.md\"]'; sleep 100 &",
    ] {
        is_chosen(command);
    }
}

#[test]
fn it_is_given_the_prompt_and_a_word_against_recursion() {
    let mem = asking("cat > asked; printf %s \"$MEM_NO_HOOK\" > no_hook; echo '[]'");
    let prompt = "it's \"so\"; $(touch pwned) `id` %s \\n -v";
    let json = mem.json(["recall", prompt]);
    assert_eq!((&json["selector"], &json["reason"]), (&"llm".into(), &"nothing_relevant".into()));
    let asked = fs::read_to_string(mem.cwd().join("asked")).unwrap();
    assert!(asked.contains("- [user] user_quokka.md (") && asked.ends_with(&format!("{prompt}\n")), "{asked}");
    assert_eq!(fs::read_to_string(mem.cwd().join("no_hook")).unwrap(), "1");
    assert!(!mem.cwd().join("pwned").exists());
}

#[test]
fn whatever_it_does_wrong() {
    for (command, reason) in [
        ("/nonexistent/program -p", "command_failed"),
        ("nosuchprogram", "command_failed"),
        ("echo '[\"feedback_tests.md\"]'; exit 3", "command_failed"),
        ("kill -9 $$", "command_failed"),
        ("true", "empty"),
        ("echo", "empty"),
        ("cat", "wrong_shape"),
        ("echo no", "not_json"),
        ("printf '\\377\\376'", "not_json"),
        ("head -c 52428800 /dev/zero", "command_failed"),
        ("yes", "command_failed"),
    ] {
        falls_back(command, reason);
    }
    let none = asking("x").env("MEM_COMMAND", "");
    let json = recall(&none);
    assert_eq!(json["fallback"], json!({"reason": "no_provider", "status": null, "attempts": 0}));
    none.run(["recall", PROMPT]).ok().says("llm.command");
}

/// Whether a process is there and has not ended.
fn is_alive(pid: &str) -> bool {
    fs::read(Path::new("/proc").join(pid).join("cmdline")).is_ok_and(|line| !line.is_empty())
}

/// Asks a command that does not end by itself; the processes that it has started.
fn ended(command: &str, timeout: &str) -> String {
    let mem = asking(command);
    let json = mem.json(["recall", "--timeout", timeout, PROMPT]);
    let reason = json["fallback"]["reason"].as_str().unwrap();
    assert!(["timeout", "command_failed"].contains(&reason), "{command}: {json:#}");
    assert_eq!(json["memories"][0]["file"], "user_quokka.md");
    fs::read_to_string(mem.cwd().join("pids")).unwrap_or_default()
}

#[test]
fn it_is_ended_with_its_children() {
    for command in [
        "echo $$ >> pids; sh -c 'echo $$ >> pids; sleep 1000' & sh -c 'echo $$ >> pids; trap \"\" TERM; while :; do sleep 1; done'",
        "echo $$ >> pids; exec >&-; sh -c 'echo $$ >> pids; sleep 1000'",
        "echo $$ >> pids; sh -c 'echo $$ >> pids; echo > there; sleep 1000 & wait' & until [ -e there ]; do sleep 0.01; done; yes",
    ] {
        // Twice as long each time, until its children are there: a machine may have much else to do.
        let text = (1..7).map(|n| ended(command, &format!("{}s", 1 << n))).find(|text| text.lines().count() > 1);
        let text = text.unwrap();
        let start = Instant::now();
        while text.lines().any(is_alive) {
            assert!(start.elapsed() < Duration::from_secs(60), "{command}: {text}");
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

#[test]
fn a_person_may_choose_it_in_the_file() {
    let mem = asking("").env("MEM_PROVIDER", "").env("MEM_COMMAND", "");
    mem.run(["config", "set", "llm.provider", "command"]).ok();
    mem.run(["config", "set", "llm.command", "echo '[\"feedback_tests.md\"]'"]).ok();
    assert_eq!(recall(&mem)["memories"][0]["file"], "feedback_tests.md");
    // A variable counts for more.
    let mem = mem.env("MEM_COMMAND", "echo '[]'");
    assert_eq!(recall(&mem)["reason"], "nothing_relevant");
}
