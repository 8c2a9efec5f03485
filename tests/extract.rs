//! `mem extract`: what a transcript teaches, once, and what is left out.

use std::{fs, os::unix::fs::symlink, path::PathBuf, process::Stdio, thread};

use serde_json::{Value, json};

use crate::support::{Mem, ran};

/// A Claude Code transcript of these turns: what the person says, and what the agent then does.
pub(crate) fn claude(session: &str, turns: &[(&str, &[Value])]) -> String {
    let mut lines = Vec::new();
    for (at, (said, blocks)) in turns.iter().enumerate() {
        lines.push(json!({"type": "user", "sessionId": session, "isSidechain": false, "uuid": format!("u{at}"),
            "timestamp": "2026-11-20T10:00:00Z", "message": {"role": "user", "content": said}}));
        for block in *blocks {
            lines.push(json!({"type": "assistant", "sessionId": session, "message": {"id": format!("m{at}"), "content": [block]}}));
        }
        lines.push(json!({"type": "assistant", "sessionId": session,
            "message": {"id": format!("e{at}"), "content": [{"type": "text", "text": "Remember that answers are no wishes."}]}}));
    }
    lines.into_iter().map(|line| format!("{line}\n")).collect()
}

pub(crate) fn transcript(mem: &Mem, text: &str) -> String {
    let path = mem.root().join("session.jsonl");
    fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

/// `action done` of each decision.
pub(crate) fn decisions(document: &Value) -> Vec<String> {
    let word = |decision: &Value, key: &str| decision[key].as_str().unwrap().to_owned();
    document["decisions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|d| format!("{} {}", word(d, "action"), word(d, "done")))
        .collect()
}

pub(crate) const PNPM: &str = "From now on use pnpm instead of npm.";
pub(crate) const QA: &str = "Remember that QA signs off on Thursdays only.";

#[test]
fn wishes_wait_in_the_inbox_and_no_turn_is_looked_at_twice() {
    let mem = Mem::new();
    let file = transcript(&mem, &claude("s-1", &[("hello there", &[]), (PNPM, &[]), (QA, &[])]));
    let dry = mem.json(["extract", "--dry-run", &file]);
    assert_eq!(decisions(&dry), ["create nothing", "create nothing"]);
    assert_eq!((&dry["new_turns"], &dry["waiting"], &dry["format"]), (&3.into(), &0.into(), &"claude".into()));
    let first = mem.json(["extract", &file]);
    assert_eq!(decisions(&first), ["create proposed", "create proposed"]);
    let decision = &first["decisions"][0];
    assert_eq!(
        (&decision["type"], &decision["name"]),
        (&"feedback".into(), &"From now on use pnpm instead of npm".into())
    );
    assert_eq!(decision["body"], "From now on use pnpm instead of npm\n\n**Why:** the user said so on 2026-11-20.\n");
    assert_eq!(first["decisions"][1]["type"], "project");
    assert!(mem.files().is_empty(), "nothing is in the store before somebody says so");
    let again = mem.json(["extract", &file]);
    assert_eq!((decisions(&again), &again["new_turns"], &again["waiting"]), (vec![], &0.into(), &2.into()));
    // The session goes on: only what is new is looked at, and what waits is not proposed twice.
    let more = claude(
        "s-1",
        &[("hello there", &[]), (PNPM, &[]), (QA, &[]), ("Always use pnpm from now on instead of npm", &[])],
    );
    let more = mem.json(["extract", &transcript(&mem, &more)]);
    assert_eq!(more["new_turns"], 1);
    // Another session says the same.
    let other = mem.json(["extract", &transcript(&mem, &claude("s-2", &[(QA, &[])]))]);
    assert_eq!(decisions(&other), ["skip nothing"]);
    assert_eq!(other["decisions"][0]["reason"], "it waits in the inbox already");
    let shown = mem.run(["extract", &transcript(&mem, &claude("s-3", &[("Always format with rustfmt.", &[])]))]).ok();
    assert!(shown.out.starts_with("proposed ") && shown.out.contains("1 new turn; "), "{shown:?}");
}

#[test]
fn what_tools_and_machines_say_is_no_wish() {
    let mem = Mem::new();
    let lines = [
        json!({"type": "user", "sessionId": "s", "message": {"content": [{"type": "tool_result", "content": QA}]}}),
        json!({"type": "user", "sessionId": "s", "isMeta": true, "message": {"content": QA}}),
        json!({"type": "user", "sessionId": "s", "isCompactSummary": true, "message": {"content": QA}}),
        json!({"type": "user", "sessionId": "s", "isSidechain": true, "message": {"content": QA}}),
        json!({"type": "attachment", "sessionId": "s", "attachment": {"type": "hook_additional_context", "content": [QA]}}),
        json!({"type": "assistant", "sessionId": "s", "message": {"id": "m", "content": [{"type": "text", "text": QA}]}}),
        json!({"type": "user", "sessionId": "s", "message": {"content": format!("<system-reminder>{QA}</system-reminder>")}}),
        json!({"type": "user", "sessionId": "s", "message": {"content": format!("fix this\n```\n{QA}\n```\n> {QA}")}}),
    ];
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let found = mem.json(["extract", &transcript(&mem, &text)]);
    assert_eq!((decisions(&found), &found["turns"]), (vec![], &1.into()));
}

#[test]
fn a_turn_in_which_the_agent_wrote_itself_is_left_to_the_agent() {
    let mem = Mem::new();
    let store = mem.store().to_str().unwrap().to_owned();
    let write = json!({"type": "tool_use", "id": "t", "name": "Write", "input": {"file_path": format!("{store}/project_qa.md")}});
    let add =
        json!({"type": "tool_use", "id": "t", "name": "Bash", "input": {"command": "cd x && mem add -t project"}});
    let read = json!({"type": "tool_use", "id": "t", "name": "Read", "input": {"file_path": format!("{store}/project_qa.md")}});
    let text = claude("s", &[(QA, &[write]), ("Never push to main without asking.", &[add]), (PNPM, &[read])]);
    let found = mem.json(["extract", &transcript(&mem, &text)]);
    assert_eq!(decisions(&found), ["skip nothing", "skip nothing", "create proposed"]);
    assert_eq!(found["decisions"][0]["reason"], "the agent wrote to the store in this turn");
}

#[test]
fn what_is_there_is_skipped_what_contradicts_is_an_update_the_rest_is_new() {
    let mem = Mem::new();
    mem.add("project", "QA", "QA signs off on Thursdays only", "Plan releases around it.");
    mem.add("feedback", "Tabs", "Use tabs in Makefiles and recipes", "Use tabs in Makefiles and recipes.");
    let said = ["Always use tabs in Makefiles and recipes.", "Never use tabs in Makefiles and recipes.", QA, PNPM];
    let turns: Vec<(&str, &[Value])> = said.iter().map(|said| (*said, &[][..])).collect();
    let found = mem.json(["extract", &transcript(&mem, &claude("s", &turns))]);
    assert_eq!(decisions(&found), ["skip nothing", "update proposed", "skip nothing", "create proposed"]);
    assert_eq!(
        (&found["decisions"][1]["file"], &found["decisions"][2]["file"]),
        (&"feedback_tabs.md".into(), &"project_qa.md".into())
    );
    let id = found["decisions"][1]["id"].as_str().unwrap();
    mem.run(["inbox", "accept", id]).ok();
    let text = mem.read("feedback_tabs.md");
    assert!(text.contains("name: Tabs\n") && text.contains("Never use tabs in Makefiles and recipes"), "{text}");
}

#[test]
fn a_session_teaches_no_more_than_the_limit() {
    let mem = Mem::new();
    let said: Vec<String> = (0..9).map(|n| format!("Remember that server number {n} belongs to team{n}.")).collect();
    let turns: Vec<(&str, &[Value])> = said.iter().map(|said| (said.as_str(), &[][..])).collect();
    let found = mem.json(["extract", &transcript(&mem, &claude("s", &turns))]);
    assert_eq!(found["waiting"], 5);
    assert_eq!(decisions(&found)[5], "skip nothing");
    let mem = Mem::new();
    config(&mem, "[extract]\nlimit = 2\n");
    assert_eq!(mem.json(["extract", &transcript(&mem, &claude("s", &turns))])["waiting"], 2);
}

pub(crate) fn config(mem: &Mem, text: &str) {
    let file = mem.home().join(".config/mem/config.toml");
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    fs::write(file, text).unwrap();
}

#[test]
fn saved_at_once_where_the_user_wants_that_and_no_project_can() {
    let mem = Mem::new();
    config(&mem, "[extract]\nmode = \"write\"\n");
    mem.add("feedback", "From now on use pnpm instead of npm", "Other words entirely", "Other words entirely.");
    let found = mem.json(["extract", &transcript(&mem, &claude("s", &[(QA, &[]), (PNPM, &[])]))]);
    assert_eq!(
        decisions(&found),
        ["create saved", "create proposed"],
        "a name that is taken is for a person to decide"
    );
    let text = mem.read("project_qa_signs_off_on_thursdays_only.md");
    assert!(text.contains("description: QA signs off on Thursdays only\n"), "{text}");
    assert!(mem.read("MEMORY.md").contains("project_qa_signs_off_on_thursdays_only.md"));
    assert_eq!(mem.subjects()[0], "add: project_qa_signs_off_on_thursdays_only.md");
    let mem = Mem::new();
    fs::write(mem.cwd().join(".mem.toml"), "[extract]\nmode = \"write\"\n").unwrap();
    let file = transcript(&mem, &claude("s", &[(QA, &[])]));
    let ran = mem.run(["extract", &file]).ok().says("extract.mode");
    assert!(ran.out.starts_with("proposed "), "{ran:?}");
}

#[test]
fn sessions_are_found_by_their_id() {
    let mem = Mem::new();
    let id = "0199aaaa-1111-2222-3333-444455556666";
    let put = |path: &str, text: &str| {
        let path = mem.home().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    mem.run(["extract", "--session", id]).code(1).says("no agent keeps a transcript of the session");
    for odd in ["../../x", "*", "short", "a b c d e f g h"] {
        mem.run(["extract", "--session", odd]).code(1);
    }
    put(&format!(".claude/projects/-p/{id}.jsonl"), &claude(id, &[(QA, &[])]));
    assert_eq!(mem.json(["extract", "--session", id])["format"], "claude");
    let codex = json!({"timestamp": "t", "type": "response_item", "payload": {"type": "message", "role": "user",
        "content": [{"type": "input_text", "text": PNPM}]}});
    put(
        &format!(".codex/sessions/2026/11/29/rollout-2026-11-29T10-00-00-{}.jsonl", id.replace("0199", "0299")),
        &codex.to_string(),
    );
    let found = mem.json(["extract", "--session", &id.replace("0199", "0299")]);
    assert_eq!((&found["format"], decisions(&found)), (&"codex".into(), vec!["create proposed".to_owned()]));
    let gemini = json!({"sessionId": id.replace("0199", "0399"), "messages": [{"id": "1", "type": "user", "content": "Always lint first."}]});
    put(".gemini/tmp/h/chats/session-2026-0399aaaa.json", &gemini.to_string());
    assert_eq!(mem.json(["extract", "--session", &id.replace("0199", "0399")])["format"], "gemini");
}

#[test]
fn what_is_no_transcript_is_told_what_to_do() {
    let mem = Mem::new();
    let file = |bytes: &[u8]| {
        fs::write(mem.root().join("odd"), bytes).unwrap();
        mem.run(["extract", mem.root().join("odd").to_str().unwrap()])
    };
    file(&[0x28, 0xb5, 0x2f, 0xfd, 1, 2]).code(3).says("compressed with zstd").says("zstd -dc FILE | mem extract -");
    file(b"\x7fELF\0\0").code(3).says("not text");
    file(b"{\"some\": \"json\"}\n").code(3).says("no transcript");
    file(b"").ok();
    mem.run(["extract", "/nonexistent/x"]).code(3).says("check the path");
    mem.run(["extract", mem.root().to_str().unwrap()]).code(2).says("not a regular file");
    symlink("/dev/zero", mem.root().join("zero")).unwrap();
    mem.run(["extract", mem.root().join("zero").to_str().unwrap()]).code(2).says("not a regular file");
    // Half of the last line is missing: it is being written.
    let text = claude("s", &[(QA, &[])]);
    let cut = file(&text.as_bytes()[..text.len() - 40]).ok().says("1 lines of the transcript could not be read");
    assert!(cut.out.starts_with("proposed "), "{cut:?}");
    let piped = mem.feed(["extract", "--session", "p", "-"], "User: 记住，测试环境要先连 VPN\nAssistant: 好").ok();
    assert!(piped.out.starts_with("proposed "), "{piped:?}");
}

#[test]
fn what_was_rejected_or_removed_is_not_learnt_again() {
    let mem = Mem::new();
    let extract =
        |session: &str, said: &str| mem.json(["extract", &transcript(&mem, &claude(session, &[(said, &[])]))]);
    let id = extract("1", QA)["decisions"][0]["id"].as_str().unwrap().to_owned();
    mem.run(["inbox", "reject", &id]).ok();
    let id = extract("2", PNPM)["decisions"][0]["id"].as_str().unwrap().to_owned();
    mem.run(["inbox", "accept", &id]).ok();
    mem.run(["rm", "-y", &mem.files()[0]]).ok();
    for (session, said) in [("3", QA), ("4", PNPM), ("5", "Please remember that QA signs off on Thursdays only")] {
        let found = extract(session, said);
        assert_eq!(found["decisions"][0]["reason"], "it was rejected or removed before", "{said}");
    }
    assert_eq!(decisions(&extract("6", "Remember that QA does not sign off on Thursdays.")), ["create proposed"]);
}

#[test]
fn several_extracts_and_a_writing_agent_at_once_do_everything_once() {
    let mem = Mem::new();
    config(&mem, "[extract]\nmode = \"write\"\nlimit = 50\n");
    let said: Vec<String> = (0..12).map(|n| format!("Remember that server number {n} belongs to team{n}.")).collect();
    let turns: Vec<(&str, &[Value])> = said.iter().map(|said| (said.as_str(), &[][..])).collect();
    let file = transcript(&mem, &claude("s", &turns));
    let text = "The same text in both, and long enough to tell.";
    mem.memory("user", "a", "A", "The better description", text).memory("user", "b", "B", "description", text);
    mem.crowd();
    let start = |args: &[&str]| mem.process().args(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let writer = thread::scope(|scope| {
        // The agent writes with its own tools meanwhile.
        let agent = scope.spawn(|| {
            for n in 0..40 {
                mem.memory(
                    "project",
                    &format!("own_{n}"),
                    &format!("Own {n}"),
                    &format!("Own {n}"),
                    &format!("Own {n}"),
                );
            }
        });
        let all: Vec<_> = (0..6)
            .map(|_| start(&["extract", &file]))
            .chain((0..4).map(|_| start(&["gc", "--apply"])))
            .chain((0..4).map(|n| {
                start(&["add", "-t", "user", "-n", &format!("Added {n}"), "-d", &format!("Added {n}"), "-m", "b"])
            }))
            .collect();
        let codes: Vec<_> = all.into_iter().map(|child| ran(child.wait_with_output().unwrap())).collect();
        agent.join().unwrap();
        codes
    });
    for ran in &writer {
        assert_eq!(ran.code, 0, "{ran:?}");
    }
    mem.run(["reindex"]).ok();
    let files = mem.files();
    let count = |start: &str| files.iter().filter(|file| file.starts_with(start)).count();
    assert_eq!((count("project_server_number"), count("project_own_"), count("user_added")), (12, 40, 4), "{files:?}");
    assert!(files.contains(&"user_a.md".into()) && !files.contains(&"user_b.md".into()));
    mem.git(&["fsck", "--strict"]);
    assert_eq!(mem.run(["diff"]).ok().out, "");
}

#[test]
fn a_transcript_of_hundreds_of_megabytes_is_read() {
    // By hand larger: `MEM_HUGE=1000`, in megabytes.
    let megabytes: usize = std::env::var("MEM_HUGE").ok().and_then(|v| v.parse().ok()).unwrap_or(64);
    let mem = Mem::quick();
    let path: PathBuf = mem.root().join("huge.jsonl");
    let line = json!({"type": "user", "sessionId": "s", "message": {"content": [{"type": "tool_result", "content": "x".repeat(1 << 20)}]}});
    let mut text = String::new();
    for _ in 0..megabytes {
        text.push_str(&line.to_string());
        text.push('\n');
    }
    fs::write(&path, text + &claude("s", &[(QA, &[])])).unwrap();
    let found = mem.json(["extract", path.to_str().unwrap()]);
    assert_eq!(decisions(&found), ["create proposed"]);
}
