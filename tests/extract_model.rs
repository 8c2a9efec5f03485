//! `mem extract` with a model: what it is shown, what becomes of its finds, and what is done without it.

use std::{
    fs,
    os::unix::fs::PermissionsExt,
    path::Path,
    process::{Child, Stdio},
    thread,
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use crate::{
    extract::{PNPM, QA, claude, config, decisions, transcript},
    support::{Mem, ran},
};

/// What the person says of releases; the store below says something older.
pub(crate) const MOVED: &str = "We moved it last week, releases go out on Wednesdays now because QA asked for it.";
const RELEASES: &str = "Releases go out on Tuesdays, from port 8080.\n\nSee https://board.example/releases.";

/// A world whose model is a script. It prints `propose.json` when it is asked what was said and
/// `weigh.json` when it is asked to decide, keeps what it was asked, and does `first` before it answers.
pub(crate) fn asking(mem: Mem, first: &str) -> Mem {
    let root = mem.root();
    let script = format!(
        "cd '{}'\ncat > now\ncat now >> asked\nif grep -q 'You keep the notes' now; then what=weigh; else what=propose; fi\n\
         echo $what >> calls\n{first}\ncat $what.json\n",
        root.display()
    );
    fs::write(root.join("model"), script).unwrap();
    let command = format!("sh '{}/model'", root.display());
    mem.env("MEM_PROVIDER", "command").env("MEM_COMMAND", command)
}

pub(crate) fn store() -> Mem {
    let mem = Mem::new();
    mem.add("project", "Releases", "Releases go out on Tuesdays", RELEASES);
    mem.add("user", "Quokka", "Likes quokkas", "They smile.");
    mem
}

pub(crate) fn answers(mem: &Mem, propose: &Value, weigh: &Value) {
    fs::write(mem.root().join("propose.json"), propose.to_string()).unwrap();
    fs::write(mem.root().join("weigh.json"), weigh.to_string()).unwrap();
}

/// A find as a model gives it.
pub(crate) fn find(kind: &str, name: &str, body: &str, turn: usize, quote: &str) -> Value {
    json!({"type": kind, "name": name, "description": format!("{name}, in a sentence"), "body": body, "turn": turn, "quote": quote})
}

pub(crate) fn moved() -> Value {
    find(
        "project",
        "Release day",
        "Releases go out on Wednesdays.\n\n**Why:** QA asked for it.",
        1,
        "releases go out on Wednesdays now",
    )
}

pub(crate) fn update(body: &str, dropped: &[&str]) -> Value {
    json!({"decision": "update", "file": "project_releases.md", "description": "Releases go out on Wednesdays", "body": body,
        "dropped": dropped, "reason": "The day has changed."})
}

fn asked(mem: &Mem) -> String {
    fs::read_to_string(mem.root().join("asked")).unwrap_or_default()
}

/// What the model was asked so far, a word a question.
pub(crate) fn calls(mem: &Mem) -> Vec<String> {
    let calls = fs::read_to_string(mem.root().join("calls")).unwrap_or_default();
    calls.lines().map(str::to_owned).collect()
}

pub(crate) fn said(mem: &Mem, session: &str, said: &[&str]) -> String {
    let turns: Vec<(&str, &[Value])> = said.iter().map(|said| (*said, &[][..])).collect();
    transcript(mem, &claude(session, &turns))
}

fn reason(document: &Value) -> &str {
    document["decisions"][0]["reason"].as_str().unwrap()
}

#[test]
fn what_it_finds_is_decided_beside_the_nearest_memories() {
    let mem = asking(store(), "");
    let body = format!("{}\n\n**Why:** QA asked for it.", RELEASES.replace("Tuesdays", "Wednesdays"));
    answers(&mem, &json!({"memories": [moved()]}), &update(&body, &[]));
    let token = format!("ghp_{}", "a1B2".repeat(9));
    let file = said(&mem, "s-1", &[MOVED, &format!("use the token {token} for the upload")]);
    let dry = mem.json(["extract", "--dry-run", &file]);
    assert_eq!(
        (decisions(&dry), &dry["finder"], &dry["fallback"]),
        (vec!["update nothing".into()], &"model".into(), &Value::Null)
    );
    let found = mem.json(["extract", &file]);
    let decision = &found["decisions"][0];
    assert_eq!(decisions(&found), ["update proposed"]);
    assert_eq!((&decision["file"], &decision["finder"]), (&"project_releases.md".into(), &"model".into()));
    assert_eq!(
        (reason(&found), &decision["turn"], &decision["dropped"]),
        ("The day has changed", &1.into(), &json!([]))
    );
    assert_eq!(decision["said"], "releases go out on Wednesdays now");
    let shown = asked(&mem);
    assert!(
        shown.contains(&format!("Turn 1 (2026-11-20)\nThe person: {MOVED}\nThe agent: Remember that answers")),
        "{shown}"
    );
    assert!(!shown.contains(&token) && shown.contains("use the token ****"), "{shown}");
    assert!(shown.contains("File project_releases.md") && shown.contains("Today is 2026-11-29"), "{shown}");
    assert!(!shown.contains("user_quokka.md"), "what has nothing to do with it is not shown: {shown}");
    let id = decision["id"].as_str().unwrap();
    mem.run(["inbox", "accept", id]).ok();
    let text = mem.read("project_releases.md");
    assert!(
        text.contains("description: Releases go out on Wednesdays\n") && text.contains("name: Releases\n"),
        "{text}"
    );
    assert!(text.ends_with(&format!("{body}\n")) && mem.files().len() == 2, "{text}");
    assert_eq!(mem.subjects()[0], "update: project_releases.md");
}

#[test]
fn no_turn_is_shown_twice_nor_one_in_which_the_agent_wrote() {
    let mem = asking(store(), "");
    answers(&mem, &json!({"memories": []}), &Value::Null);
    let write =
        json!({"type": "tool_use", "id": "t", "name": "Write", "input": {"file_path": mem.path("project_qa.md")}});
    let text = claude("s", &[("hello there", &[]), (QA, &[write])]);
    let first = mem.json(["extract", &transcript(&mem, &text)]);
    assert_eq!((decisions(&first), &first["again"]), (vec!["skip nothing".into()], &0.into()));
    assert!(asked(&mem).contains("hello there") && !asked(&mem).contains(QA));
    mem.json(["extract", &transcript(&mem, &text)]);
    assert_eq!(calls(&mem), ["propose"], "there was nothing new");
    let more = text + &claude("s", &[("one more thing", &[])]);
    let second = mem.json(["extract", &transcript(&mem, &more)]);
    assert_eq!((&second["new_turns"], calls(&mem).len()), (&1.into(), 2));
    assert_eq!(asked(&mem).matches("hello there").count(), 1);
    mem.json(["extract", "--no-model", &said(&mem, "other", &["not for the model"])]);
    assert!(!asked(&mem).contains("not for the model"));
}

#[test]
fn plain_wishes_are_kept_whatever_it_finds() {
    let mem = asking(store(), "");
    let better = find("feedback", "pnpm", "Use pnpm.\n\n**Why:** the lock file breaks.", 1, "use pnpm instead of npm");
    answers(&mem, &json!({"memories": [moved(), better]}), &json!({"decision": "create"}));
    config(&mem, "[extract]\nlimit = 2\n");
    let found = mem.json(["extract", &said(&mem, "s", &[PNPM, QA, MOVED])]);
    // The one that it passed over, the one that it found, and for its own find there is no room.
    assert_eq!(decisions(&found), ["create proposed", "create proposed", "skip nothing"]);
    let row = |at: usize| (found["decisions"][at]["finder"].clone(), found["decisions"][at]["name"].clone());
    assert_eq!(row(0), ("words".into(), "QA signs off on Thursdays only".into()));
    assert_eq!(row(1), ("model".into(), "pnpm".into()));
    assert_eq!(found["decisions"][2]["reason"], "this session has taught 2 memories");
    // Rejected once, in whatever words it comes back.
    mem.run(["inbox", "reject", "--all"]).ok();
    let again = mem.json(["extract", &said(&mem, "s2", &[PNPM, QA])]);
    assert_eq!(decisions(&again), ["skip nothing", "skip nothing"]);
    for decision in again["decisions"].as_array().unwrap() {
        assert_eq!(decision["reason"], "it was rejected or removed before");
    }
}

#[test]
fn a_new_text_loses_nothing_in_silence() {
    let short = "Releases go out on Wednesdays, see https://board.example/releases for all of them.";
    let full = format!("{}\nThe day was moved in November.", RELEASES.replace("Tuesdays", "Wednesdays"));
    for (weigh, wanted, why) in [
        (update(short, &[]), "skip nothing", "the model's text for project_releases.md loses 8080"),
        (update(short, &["port 8080"]), "update proposed", "The day has changed"),
        (update("Wednesdays, 8080.", &[]), "skip nothing", "leaves out more than half"),
        (update(" ", &[]), "skip nothing", "gives no new text"),
        (update(&"8080 https://board.example/releases ".repeat(200), &[]), "skip nothing", "too long"),
        (update(&full.replace("November", "November 2031"), &[]), "skip nothing", "says 2031, which nobody has said"),
        (update(&full, &[]), "update saved", "The day has changed"),
    ] {
        let mem = asking(store(), "");
        config(&mem, "[extract]\nmode = \"write\"\n");
        answers(&mem, &json!({"memories": [moved()]}), &weigh);
        let found = mem.json(["extract", &said(&mem, "s", &[MOVED])]);
        assert_eq!(decisions(&found), [wanted], "{found}");
        assert!(reason(&found).contains(why), "{found}");
        if wanted == "update proposed" {
            assert_eq!(found["decisions"][0]["dropped"], json!(["8080"]));
            assert!(mem.run(["inbox"]).ok().out.contains("leaves out: 8080"));
        }
        let text = mem.read("project_releases.md");
        assert_eq!(text.contains("Wednesdays"), wanted == "update saved", "{text}");
    }
}

#[test]
fn a_decision_that_cannot_be_done_is_none() {
    let elsewhere = |file: &str| {
        let mut weigh = update("Releases go out on Wednesdays, from port 8080.", &[]);
        weigh["file"] = file.into();
        weigh
    };
    for weigh in [
        elsewhere("../x"),
        elsewhere("/etc/hosts"),
        elsewhere("MEMORY.md"),
        elsewhere("nosuch.md"),
        json!({"decision": "delete"}),
        json!("no"),
    ] {
        let mem = asking(store(), "");
        config(&mem, "[extract]\nmode = \"write\"\n");
        answers(&mem, &json!({"memories": [moved()]}), &weigh);
        let before = mem.state();
        let found = mem.json(["extract", &said(&mem, "s", &[MOVED])]);
        assert_eq!(
            (decisions(&found), &found["waiting"]),
            (vec!["skip nothing".into()], &0.into()),
            "{weigh}: {found}"
        );
        assert_eq!(mem.state(), before, "{weigh}");
        // What was asked for in plain words does not depend on it.
        let wished = find("feedback", "pnpm", "Use pnpm for releases.", 1, "use pnpm instead of npm");
        answers(&mem, &json!({"memories": [wished]}), &weigh);
        assert_eq!(decisions(&mem.json(["extract", &said(&mem, "t", &[PNPM])])), ["create saved"], "{weigh}");
    }
}

#[test]
fn the_rules_stand_between_it_and_the_store() {
    let mem = asking(Mem::new(), "");
    config(&mem, "[extract]\nmode = \"write\"\n");
    let token = format!("ghp_{}", "a1B2".repeat(9));
    let secret = find("reference", "Token", &format!("The token is {token}."), 1, "here is the token");
    let covered = find("reference", "Covered", "The token is ************.", 1, "here is the token");
    let unsaid = find("feedback", "Yarn", "Use yarn.", 1, "always use yarn");
    let invented = find("reference", "Board", "It is on https://board.example/token.", 1, "here is the token");
    let torn = find("project", "Torn", "<<<<<<< ours\nOne.\n=======\nTwo.\n>>>>>>> theirs", 1, "here is the token");
    answers(&mem, &json!({"memories": [secret, covered, unsaid, invented, torn]}), &Value::Null);
    let ran = mem.run(["extract", &said(&mem, "s", &["so here is the token"])]).ok().says("4 of the model's finds");
    assert!(ran.out.starts_with("skipped project “Torn”: ") && mem.files().is_empty(), "{ran:?}");
    assert!(!ran.out.contains(&token));
}

#[test]
fn without_an_answer_plain_wishes_are_found_and_the_turns_come_again() {
    let huge = json!({"memories": vec![json!({}); 10_000]}).to_string();
    for (script, why) in [
        ("exit 3".to_owned(), "command_failed"),
        ("sleep 30".to_owned(), "timeout"),
        ("echo nothing worth it; exit 0".to_owned(), "not_json"),
        ("echo '{\"plan\": \"delete all\"}'; exit 0".to_owned(), "wrong_shape"),
        (format!("echo '{huge}'; exit 0"), "wrong_shape"),
        ("exit 0".to_owned(), "empty"),
    ] {
        let time = if why == "timeout" { "300ms" } else { "120s" };
        let mem = asking(store(), &script).env("MEM_EXTRACT_TIMEOUT", time);
        let file = said(&mem, "s", &[PNPM, MOVED]);
        let found = mem.json(["extract", &file]);
        assert_eq!((decisions(&found), &found["fallback"]["reason"]), (vec!["create proposed".into()], &why.into()));
        assert_eq!((&found["new_turns"], &found["again"]), (&2.into(), &2.into()), "{why}");
        let again = mem.run(["extract", &file]).ok().says(&format!("({why})")).says("comes again");
        assert!(again.out.contains("it waits in the inbox already") && again.out.contains("2 new turns"), "{again:?}");
        // Once it answers, it is shown them; what waits is not proposed twice.
        let mem = asking(mem, "").env("MEM_EXTRACT_TIMEOUT", "120s");
        let wished = find("feedback", "pnpm", "Use pnpm instead of npm.", 1, "use pnpm instead of npm");
        answers(
            &mem,
            &json!({"memories": [wished, find("project", "Wednesdays", "QA wanted another day.", 2, "QA asked for it")]}),
            &json!({"decision": "create"}),
        );
        let good = mem.json(["extract", &file]);
        assert_eq!((decisions(&good), &good["waiting"]), (vec!["create proposed".into()], &2.into()), "{why}: {good}");
        assert_eq!(mem.json(["extract", &file])["new_turns"], 0);
    }
    let mem = store().env("MEM_PROVIDER", "command");
    let found = mem.json(["extract", &said(&mem, "s", &[PNPM])]);
    assert_eq!(
        (&found["fallback"]["reason"], decisions(&found)),
        (&"no_provider".into(), vec!["create proposed".to_owned()])
    );
}

#[test]
fn a_long_talk_is_shown_in_parts() {
    let mem = asking(store(), "");
    answers(&mem, &json!({"memories": []}), &Value::Null);
    config(&mem, "[extract]\nbytes = 1000\n");
    let long: Vec<String> = (0..30).map(|n| format!("number {n} {}", "and so on ".repeat(60))).collect();
    let long: Vec<&str> = long.iter().map(String::as_str).collect();
    let file = said(&mem, "s", &long);
    let found = mem.json(["extract", &file]);
    assert_eq!(
        (calls(&mem).len(), &found["new_turns"], &found["again"]),
        (20, &30.into(), &10.into()),
        "so many questions a run"
    );
    let found = mem.json(["extract", &file]);
    assert_eq!((calls(&mem).len(), &found["new_turns"], &found["again"]), (30, &10.into(), &0.into()));
    // The day's requests are shared with recall.
    let mem = asking(store(), "").env("MEM_RECALL_DAILY_CALLS", "0");
    let found = mem.json(["extract", &said(&mem, "s", &[PNPM])]);
    assert_eq!((&found["fallback"]["reason"], calls(&mem).len()), (&"daily_calls".into(), 0));
}

pub(crate) fn start(mem: &Mem, args: &[&str]) -> Child {
    mem.process().args(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Waits for a file that the model's script makes.
#[track_caller]
pub(crate) fn wait_for(path: &Path) {
    let start = Instant::now();
    while !path.exists() {
        assert!(start.elapsed() < Duration::from_secs(60), "{} never came", path.display());
        thread::sleep(Duration::from_millis(5));
    }
}

/// What a script says to be waited for: it tells that it is there, and goes on once it may.
pub(crate) const UNTIL_TOLD: &str = "touch there-$what; until [ -e go-$what ] || [ ! -e \"$0\" ]; do sleep 0.02; done";

#[test]
fn killed_in_the_middle_nothing_is_lost_and_nothing_comes_twice() {
    let mem = asking(store(), UNTIL_TOLD);
    let more = find("feedback", "Ask QA", "Ask QA before the release day moves.", 1, "because QA asked for it");
    answers(&mem, &json!({"memories": [moved(), more]}), &json!({"decision": "create"}));
    let file = said(&mem, "s", &[MOVED]);
    // While it is asked what was said: nobody has looked at the turn.
    let mut first = start(&mem, &["extract", &file]);
    wait_for(&mem.root().join("there-propose"));
    first.kill().unwrap();
    first.wait().unwrap();
    fs::write(mem.root().join("go-propose"), "").unwrap();
    // While it decides: what was found is known, and the turn is.
    let mut second = start(&mem, &["extract", &file]);
    wait_for(&mem.root().join("there-weigh"));
    second.kill().unwrap();
    second.wait().unwrap();
    fs::write(mem.root().join("go-weigh"), "").unwrap();
    let found = mem.json(["extract", &file]);
    assert_eq!((&found["new_turns"], decisions(&found)), (&0.into(), vec!["create proposed".to_owned(); 2]));
    assert_eq!(calls(&mem).iter().filter(|call| *call == "propose").count(), 2);
    assert_eq!(mem.json(["extract", &file])["decisions"], json!([]));
    assert_eq!(mem.json(["inbox"])["waiting"].as_array().unwrap().len(), 2);
}

#[test]
fn a_find_waits_for_a_model_that_went_away_and_the_session_may_end_without_one() {
    let mem = asking(store(), "[ $what = propose ] || exit 1");
    answers(&mem, &json!({"memories": [moved()]}), &Value::Null);
    let file = said(&mem, "s", &[MOVED]);
    let found = mem.json(["extract", &file]);
    assert_eq!((decisions(&found), &found["fallback"]["reason"]), (vec![], &"command_failed".into()));
    assert_eq!(mem.json(["extract", &file])["waiting"], 0);
    // Without a model words decide.
    let found = mem.json(["extract", "--no-model", &file]);
    assert_eq!((&found["new_turns"], decisions(&found)), (&0.into(), vec!["create proposed".to_owned()]));
    assert_eq!(calls(&mem), ["propose", "weigh", "weigh"]);
}

#[test]
fn who_watches_sees_what_takes_its_time() {
    let mem = asking(store(), UNTIL_TOLD);
    answers(&mem, &json!({"memories": [moved()]}), &json!({"decision": "skip", "file": "project_releases.md"}));
    let file = said(&mem, "s", &[MOVED]);
    let mut terminal = mem.terminal(100, &["extract", &file]);
    terminal.expect("asking the model what was said (1 of 1): ");
    fs::write(mem.root().join("go-propose"), "").unwrap();
    terminal.expect("asking the model what to do about “Release day”: ");
    fs::write(mem.root().join("go-weigh"), "").unwrap();
    assert!(terminal.rest().contains("“Release day”: it is said already"));
}

#[test]
fn a_memory_that_changed_meanwhile_is_not_written_over() {
    let mem = asking(store(), UNTIL_TOLD);
    fs::write(mem.root().join("go-propose"), "").unwrap();
    config(&mem, "[extract]\nmode = \"write\"\n");
    let body = RELEASES.replace("Tuesdays", "Wednesdays");
    answers(&mem, &json!({"memories": [moved()]}), &update(&body, &[]));
    let child = start(&mem, &["--json", "extract", &said(&mem, "s", &[MOVED])]);
    wait_for(&mem.root().join("there-weigh"));
    let edited = mem.read("project_releases.md").replace("board.example", "wall.example");
    mem.file("project_releases.md", &edited);
    fs::write(mem.root().join("go-weigh"), "").unwrap();
    let found: Value = serde_json::from_str(&ran(child.wait_with_output().unwrap()).out).unwrap();
    assert!(reason(&found).contains("has changed while"), "{found}");
    assert_eq!(mem.read("project_releases.md"), edited);
    // The same for one that waits, until a person has looked at it.
    config(&mem, "");
    let body = body.replace("board.example", "wall.example");
    answers(&mem, &json!({"memories": [moved()]}), &update(&body, &[]));
    let found = mem.json(["extract", &said(&mem, "t", &[MOVED])]);
    let id = found["decisions"][0]["id"].as_str().unwrap();
    mem.file("project_releases.md", edited.replace("8080", "9090"));
    let refused = mem.run(["inbox", "accept", id]).code(1);
    assert!(refused.out.contains("has changed since"), "{refused:?}");
    assert!(mem.read("project_releases.md").contains("9090"));
    let editor = mem.root().join("editor");
    fs::write(&editor, "#!/bin/sh\nsed -i s/8080/9090/ \"$1\"\n").unwrap();
    fs::set_permissions(&editor, PermissionsExt::from_mode(0o755)).unwrap();
    let saved = ran(mem.command().args(["inbox", "edit", id]).env("EDITOR", &editor).output().unwrap());
    assert!(
        saved.ok().out.starts_with("saved ") && mem.read("project_releases.md").contains("Wednesdays, from port 9090")
    );
}
