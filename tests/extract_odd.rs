//! `mem extract` where something is odd: a transcript that is being written, one of a version that nobody
//! knows, a clock that goes back, a kill at any instant.

use std::{fs::File, io::Write as _, thread, time::Duration};

use serde_json::{Value, json};

use crate::{
    extract::{QA, claude, config, decisions, transcript},
    extract_model::start,
    support::{Mem, ran},
};

/// So many wishes, each of its own.
fn servers(count: usize) -> String {
    let said: Vec<String> =
        (0..count).map(|n| format!("Remember that server number {n} belongs to team{n}.")).collect();
    let turns: Vec<(&str, &[Value])> = said.iter().map(|said| (said.as_str(), &[][..])).collect();
    claude("s", &turns)
}

#[test]
fn a_transcript_that_is_being_written_is_read_as_far_as_it_is() {
    let mem = Mem::new();
    config(&mem, "[extract]\nlimit = 50\n");
    let path = transcript(&mem, "");
    let text = servers(20);
    thread::scope(|scope| {
        scope.spawn(|| {
            let mut file = File::options().append(true).open(&path).unwrap();
            // Never at the end of a line.
            for piece in text.as_bytes().chunks(97) {
                file.write_all(piece).unwrap();
                thread::sleep(Duration::from_millis(2));
            }
        });
        for _ in 0..8 {
            mem.run(["extract", &path]).ok();
        }
    });
    mem.run(["extract", &path]).ok();
    assert_eq!(mem.json(["inbox"])["waiting"].as_array().unwrap().len(), 20);
    assert_eq!(mem.json(["extract", &path])["new_turns"], 0);
}

#[test]
fn a_version_that_nobody_knows_is_read_as_far_as_it_is_known() {
    let mem = Mem::new();
    let lines = [
        json!({"type": "prologue", "schema": 99, "sessionId": "s-9"}),
        json!({"type": "hologram", "sessionId": "s-9", "payload": {"deep": [[[]]]}}),
        json!({"type": "user", "sessionId": "s-9", "version": "99.0", "message": {"role": "user", "content": [
            {"type": "thought", "text": "Remember that thoughts are no wishes."}, {"type": "text", "text": QA}]}}),
        json!({"type": "user", "sessionId": "s-9", "message": 7}),
        json!({"type": "user", "sessionId": 9, "message": {"content": {"text": QA}}}),
        json!({"type": "assistant", "sessionId": "s-9", "message": null}),
        json!([1, 2, 3]),
        json!("x"),
    ];
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let found = mem.json(["extract", &transcript(&mem, &text)]);
    assert_eq!((decisions(&found), &found["session"]), (vec!["create proposed".to_owned()], &"s-9".into()), "{found}");
    assert_eq!(found["decisions"][0]["description"], "QA signs off on Thursdays only");
}

#[test]
fn a_clock_that_goes_back_repeats_nothing() {
    let mem = Mem::new();
    let path = transcript(&mem, &servers(2));
    mem.run(["extract", &path]).ok();
    let earlier =
        ran(mem.command().args(["--json", "extract", &path]).env("MEM_NOW", "1999-01-01T00:00:00Z").output().unwrap());
    let found: Value = serde_json::from_str(&earlier.ok().out).unwrap();
    assert_eq!((&found["new_turns"], &found["waiting"]), (&0.into(), &2.into()));
}

#[test]
fn killed_at_any_instant_each_wish_is_saved_once_and_the_history_is_whole() {
    let mem = Mem::quick();
    config(&mem, "[extract]\nmode = \"write\"\nlimit = 50\n");
    let path = transcript(&mem, &servers(12));
    for n in 0..24 {
        let mut child = start(&mem, &["extract", &path]);
        thread::sleep(Duration::from_millis(n * 7));
        let _ = child.kill();
        child.wait().unwrap();
    }
    mem.run(["extract", &path]).ok();
    let files = mem.files();
    assert_eq!(files.len(), 12, "{files:?}");
    // The next change takes up what a kill kept from the history.
    mem.add("user", "Tea", "Likes tea", "Green tea.");
    mem.git(&["fsck", "--strict"]);
    assert_eq!(mem.run(["diff"]).ok().out, "");
}
