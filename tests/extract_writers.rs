//! Three writers, never two in one turn: the agent itself, `mem extract`, `mem gc`; and while a model
//! thinks, nobody waits.

use std::{fs, time::Instant};

use serde_json::{Value, json};

use crate::{
    extract::{QA, claude, config, decisions, transcript},
    extract_model::{MOVED, UNTIL_TOLD, answers, asking, calls, find, moved, said, start, store, wait_for},
    support::ran,
};

#[test]
fn nobody_waits_while_the_model_thinks() {
    let mem = asking(store(), UNTIL_TOLD);
    answers(&mem, &json!({"memories": [moved()]}), &json!({"decision": "create"}));
    let file = said(&mem, "s", &[MOVED]);
    let child = start(&mem, &["--json", "extract", &file]);
    wait_for(&mem.root().join("there-propose"));
    // The store is free, and the session is: its hooks answer and remember what they said.
    mem.add("project", "Meanwhile", "Something else", "Something else entirely.");
    let input = json!({"session_id": "s", "cwd": mem.cwd(), "hook_event_name": "UserPromptSubmit",
        "prompt": "when do releases go out", "transcript_path": file});
    let hook = || mem.feed(["hook", "run", "claude"], input.to_string()).ok().quiet().out;
    fs::write(mem.root().join("go-propose"), "").unwrap();
    wait_for(&mem.root().join("there-weigh"));
    fs::write(mem.root().join("propose.json"), "[\"project_releases.md\"]").unwrap();
    assert!(hook().contains("project_releases.md"));
    assert_eq!(hook(), "", "it is not shown twice");
    let log = fs::read_to_string(mem.home().join(".local/state/mem/hook.log")).unwrap_or_default();
    assert!(!log.contains("does not remember"), "{log}");
    // The agent saves the same by itself meanwhile: then there is nothing left to do.
    mem.add("project", "Day", "Releases go out on Wednesdays", "Releases go out on Wednesdays.");
    fs::write(mem.root().join("go-weigh"), "").unwrap();
    let found: Value = serde_json::from_str(&ran(child.wait_with_output().unwrap()).out).unwrap();
    assert_eq!(
        (decisions(&found), &found["decisions"][0]["file"]),
        (vec!["skip nothing".to_owned()], &"project_day.md".into())
    );
}

#[test]
fn two_extracts_of_a_session_ask_once() {
    let mem = asking(store(), UNTIL_TOLD);
    answers(
        &mem,
        &json!({"memories": [find("feedback", "Ask", "Ask QA first.", 1, "because QA asked for it")]}),
        &json!({"decision": "create"}),
    );
    fs::write(mem.root().join("go-weigh"), "").unwrap();
    let file = said(&mem, "s", &[MOVED]);
    let children = [start(&mem, &["--json", "extract", &file]), start(&mem, &["--json", "extract", &file])];
    wait_for(&mem.root().join("there-propose"));
    fs::write(mem.root().join("go-propose"), "").unwrap();
    let found =
        children.map(|child| serde_json::from_str::<Value>(&ran(child.wait_with_output().unwrap()).out).unwrap());
    let new: u64 = found.iter().map(|found| found["new_turns"].as_u64().unwrap()).sum();
    assert_eq!((new, calls(&mem).iter().filter(|call| *call == "propose").count()), (1, 1));
    assert_eq!(mem.json(["inbox"])["waiting"].as_array().unwrap().len(), 1);
}

#[test]
fn of_the_agent_extract_and_gc_one_writes() {
    let mem = asking(store(), "");
    config(&mem, "[extract]\nmode = \"write\"\n");
    answers(
        &mem,
        &json!({"memories": [find("project", "QA", "QA signs off on Thursdays.", 1, "QA signs off on Thursdays only")]}),
        &json!({"decision": "create"}),
    );
    // A: the agent writes with its own tools, and its turn says so.
    let write =
        json!({"type": "tool_use", "id": "t", "name": "Write", "input": {"file_path": mem.path("project_qa.md")}});
    mem.memory("project", "qa", "QA", "QA signs off on Thursdays", "QA signs off on Thursdays.");
    let own = transcript(&mem, &claude("s", &[(QA, &[write])]));
    let before = mem.state();
    // B and C at the same time, several of each: nothing is theirs to write.
    let children: Vec<_> =
        (0..3).flat_map(|_| [start(&mem, &["extract", &own]), start(&mem, &["gc", "--auto"])]).collect();
    for child in children {
        ran(child.wait_with_output().unwrap()).ok();
    }
    assert_eq!((mem.state(), calls(&mem).len()), (before, 0));
    // B writes; C, which would have something to do, finds the lock taken or the day not over, and A's own
    // file stays as it is.
    let file = said(&mem, "t", &["Remember that Ada owns the billing service."]);
    answers(&mem, &json!({"memories": []}), &Value::Null);
    let copy = mem.read("user_quokka.md");
    mem.file("user_copy.md", &copy);
    let children: Vec<_> =
        (0..3).flat_map(|_| [start(&mem, &["extract", &file]), start(&mem, &["gc", "--auto"])]).collect();
    for child in children {
        ran(child.wait_with_output().unwrap()).ok();
    }
    let files = mem.files();
    assert_eq!(files.iter().filter(|file| file.contains("ada_owns")).count(), 1, "{files:?}");
    assert!(files.contains(&"user_copy.md".to_owned()), "it was not time to tidy: {files:?}");
    let added = mem.subjects().into_iter().filter(|subject| subject.contains("ada_owns")).count();
    assert_eq!(added, 1);
    mem.git(&["fsck", "--strict"]);
}

#[test]
fn gc_leaves_a_store_alone_that_is_being_written() {
    let mem = store();
    mem.crowd();
    mem.memory("user", "a", "A", "One text", "The same text in both.").memory(
        "user",
        "b",
        "B",
        "One text",
        "The same text in both.",
    );
    let held = fs::File::open(mem.store()).unwrap();
    held.lock().unwrap();
    // Due: a first run after five sessions.
    for n in 0..6 {
        mem.run(["recall", "--session", &format!("s-{n}"), "quokka"]).ok();
    }
    let start = Instant::now();
    assert_eq!(mem.run(["gc", "--auto"]).ok().quiet().out, "");
    assert!(start.elapsed().as_secs() < 5, "nobody was waited for");
    assert!(mem.files().contains(&"user_b.md".to_owned()) && mem.files().contains(&"user_a.md".to_owned()));
    drop(held);
    mem.run(["gc", "--auto"]).ok();
    assert_eq!(mem.files().iter().filter(|file| ["user_a.md", "user_b.md"].contains(&file.as_str())).count(), 1);
}
