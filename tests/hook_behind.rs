//! What hooks start behind the agent's back, and what they keep over a compaction: all of it off until
//! the user turns it on.

use std::{
    fs,
    process::Stdio,
    thread,
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use crate::support::{Mem, Ran};

const WISH: &str = "From now on use pnpm instead of npm.";

/// A Claude Code transcript in which the person says these things.
fn transcript(mem: &Mem, said: &[&str]) -> String {
    let path = mem.root().join("session.jsonl");
    let line = |said: &&str| {
        let record = json!({"type": "user", "sessionId": "s-1", "isSidechain": false, "timestamp": "2026-11-20T10:00:00Z",
            "message": {"role": "user", "content": said}});
        format!("{record}\n")
    };
    fs::write(&path, said.iter().map(line).collect::<String>()).unwrap();
    path.to_str().unwrap().to_owned()
}

fn hook(mem: &Mem, event: &str, more: &Value) -> Ran {
    let mut input = json!({ "session_id": "s-1", "cwd": mem.cwd(), "hook_event_name": event, "transcript_path": "/t" });
    for (key, value) in more.as_object().unwrap() {
        input[key] = value.clone();
    }
    mem.feed(["hook", "run", "claude"], input.to_string()).ok().quiet()
}

fn config(mem: &Mem, text: &str) {
    let file = mem.home().join(".config/mem/config.toml");
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    fs::write(file, text).unwrap();
}

/// Asks until the answer is there; a worker needs the time that it needs.
#[track_caller]
fn until<T>(mut ask: impl FnMut() -> Option<T>) -> T {
    let start = Instant::now();
    loop {
        if let Some(found) = ask() {
            return found;
        }
        assert!(start.elapsed() < Duration::from_secs(60), "nothing came");
        thread::sleep(Duration::from_millis(10));
    }
}

fn waiting(mem: &Mem) -> Vec<Value> {
    mem.json(["inbox"])["waiting"].as_array().unwrap().clone()
}

#[test]
fn an_end_starts_extract_once_it_is_turned_on() {
    for event in ["Stop", "SessionEnd"] {
        let mem = Mem::new();
        mem.memory("user", "quokka", "Quokka", "Likes quokkas", "They smile.");
        config(&mem, "[extract]\non_stop = \"on\"\n");
        let path = transcript(&mem, &["hello there", WISH]);
        let ran = hook(&mem, event, &json!({ "transcript_path": path }));
        assert_eq!(ran.out, "");
        let found = until(|| Some(waiting(&mem)).filter(|waiting| !waiting.is_empty()));
        assert_eq!((found.len(), &found[0]["session"]), (1, &"s-1".into()), "{event}: {found:?}");
        // The same turns again, by two at once: nothing is proposed twice.
        hook(&mem, event, &json!({ "transcript_path": path }));
        hook(&mem, event, &json!({ "transcript_path": path }));
        assert_eq!(mem.json(["extract", "--session", "s-1", &path])["new_turns"], 0);
        assert_eq!(waiting(&mem).len(), 1);
    }
}

#[test]
fn nothing_starts_unless_it_is_turned_on_by_the_user() {
    let mem = Mem::new();
    mem.memory("user", "quokka", "Quokka", "Likes quokkas", "They smile.");
    let path = transcript(&mem, &[WISH]);
    // A repository cannot turn it on.
    fs::create_dir_all(mem.cwd().join(".git")).unwrap();
    fs::write(mem.cwd().join(".mem.toml"), "[extract]\non_stop = \"on\"\non_compact = \"on\"\n[gc]\nauto = \"on\"\n")
        .unwrap();
    hook(&mem, "PreCompact", &json!({ "transcript_path": path }));
    hook(&mem, "Stop", &json!({ "transcript_path": path }));
    let out = hook(&mem, "SessionStart", &json!({ "source": "compact" })).out;
    assert!(!out.contains("pnpm"), "{out}");
    // Had a worker been started, the turn would be known once it is done: this one waits for it.
    assert_eq!(mem.json(["extract", "--session", "s-1", &path])["new_turns"], 1);
}

#[test]
fn an_agent_that_ends_is_not_kept_waiting() {
    let mem = Mem::new();
    mem.memory("user", "quokka", "Quokka", "Likes quokkas", "They smile.");
    config(&mem, "[extract]\non_stop = \"on\"\n");
    // A transcript that never ends: the hook is done all the same, and its pipes are closed.
    let pipe = mem.root().join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).stdin(Stdio::null()).status().unwrap().success());
    hook(&mem, "Stop", &json!({ "transcript_path": pipe }));
    assert_eq!(waiting(&mem).len(), 0);
    // A worker that cannot do its work says so in the log.
    hook(&mem, "Stop", &json!({ "transcript_path": mem.root().join("nosuch.jsonl") }));
    let log = mem.home().join(".local/state/mem/hook.log");
    until(|| fs::read_to_string(&log).ok().filter(|log| log.contains("nosuch.jsonl")));
    fs::OpenOptions::new().write(true).open(&pipe).map(drop).unwrap();
}

#[test]
fn what_the_session_stands_on_comes_back_after_a_compaction() {
    let mem = Mem::new();
    mem.memory("user", "quokka", "Quokka", "Likes quokkas", "They smile.");
    config(&mem, "[extract]\non_compact = \"on\"\n");
    let key = format!("sk-ant-api03-{}", "Ab3".repeat(31));
    let secret = format!("No, use the key {key} instead.");
    let said = [
        "Please move the billing service to the new queue",
        "hm",
        "No, keep the old table until January",
        &secret,
        "Now write the migration for the invoices",
    ];
    hook(&mem, "PreCompact", &json!({ "transcript_path": transcript(&mem, &said), "trigger": "auto" }));
    let start = |source: &str| hook(&mem, "SessionStart", &json!({ "source": source })).out;
    let other = start("startup");
    assert!(!other.contains("old table"), "{other}");
    let out = start("compact");
    for wanted in [
        "asked for last: Now write the migration",
        "asked for first: Please move the billing",
        "said: No, keep the old table",
    ] {
        assert!(out.contains(wanted), "{wanted}: {out}");
    }
    assert!(!out.contains(&key) && !out.contains("said: hm"), "{out}");
    assert_eq!(mem.files(), ["user_quokka.md"], "it is no memory");
    // Another session gets nothing of it.
    let other = hook(&mem, "SessionStart", &json!({ "source": "compact", "session_id": "s-2" })).out;
    assert!(!other.contains("old table"), "{other}");
}

#[test]
fn what_comes_back_stays_within_the_cap() {
    let mem = Mem::new();
    config(&mem, "[extract]\non_compact = \"on\"\n");
    let said: Vec<String> =
        (0..200).map(|n| format!("No, not number {n}: {}", "do it the other way ".repeat(30))).collect();
    let said: Vec<&str> = said.iter().map(String::as_str).collect();
    hook(&mem, "PreCompact", &json!({ "transcript_path": transcript(&mem, &said) }));
    let out = hook(&mem, "SessionStart", &json!({ "source": "compact" })).out;
    let answer: Value = serde_json::from_str(&out).unwrap();
    let text = answer["hookSpecificOutput"]["additionalContext"].as_str().unwrap();
    assert!(text.chars().count() <= 9_500 && text.contains("asked for last: No, not number 199"), "{text}");
    // A transcript that is none is no reason to fail.
    let odd = mem.root().join("odd");
    fs::write(&odd, [0_u8; 64]).unwrap();
    hook(&mem, "PreCompact", &json!({ "transcript_path": odd }));
}

#[test]
fn a_start_tidies_when_it_is_time() {
    let mem = Mem::new();
    mem.crowd();
    mem.memory("project", "one", "One", "About one", "The same.").memory(
        "project",
        "two",
        "One",
        "About one",
        "The same.",
    );
    config(&mem, "[gc]\nauto = \"on\"\n");
    for n in 0..5 {
        hook(&mem, "SessionStart", &json!({ "source": "startup", "session_id": format!("t-{n}") }));
    }
    hook(&mem, "SessionStart", &json!({ "source": "startup", "session_id": "t-5" }));
    until(|| {
        (mem.files().iter().filter(|file| ["project_one.md", "project_two.md"].contains(&file.as_str())).count() == 1)
            .then_some(())
    });
}
