//! `mem recall` with a model: what it is shown, what becomes of its choice, and who answers when it
//! fails.

use serde_json::{Value, json};

use crate::support::{
    Mem,
    server::{Server, chooses, response, says},
};

const PROMPT: &str = "does the quokka smile";

/// Time enough on any machine.
const PATIENCE: &str = "120s";

/// A store in which the words of the prompt speak for one memory, and a model may choose others.
fn store() -> Mem {
    let mem = Mem::new();
    mem.crowd();
    mem.file(
        "user_quokka.md",
        "---\nname: Quokka\ndescription: The quokka smiles\ntype: user\nmodified: 2026-10-13T12:00:00Z\n---\nIt does.\n",
    );
    mem.memory("project", "fares", "Fares", "No change to fares before\\n December", "Frozen.");
    mem.memory("feedback", "tests", "Tests", "Tests use a real database", "Always.");
    mem
}

fn asking(mem: Mem, server: &Server) -> Mem {
    mem.env("MEM_PROVIDER", "openai")
        .env("MEM_BASE_URL", server.url())
        .env("MEM_MODEL", "small")
        .env("MEM_RECALL_TIMEOUT", PATIENCE)
}

fn recall(mem: &Mem, args: &[&str]) -> Value {
    mem.json([&["recall"], args].concat())
}

fn files(json: &Value) -> Vec<&str> {
    json["memories"].as_array().unwrap().iter().map(|m| m["file"].as_str().unwrap()).collect()
}

#[test]
fn the_model_chooses_in_its_order() {
    let server = Server::new([chooses(&["feedback_tests.md", "./project_fares", "nosuch.md", "feedback_tests.md"])]);
    let mem = asking(store(), &server);
    let json = recall(&mem, &[PROMPT]);
    assert_eq!(files(&json), ["feedback_tests.md", "project_fares.md"]);
    assert_eq!((&json["selector"], &json["fallback"], &json["reason"]), (&"llm".into(), &Value::Null, &Value::Null));
    assert_eq!((&json["offered"], &json["total"]), (&63.into(), &63.into()));
    assert_eq!(json["memories"][0]["content"], "Always.");
    assert_eq!((&json["memories"][0]["score"], &json["memories"][1]["score"]), (&1.0.into(), &0.5.into()));
    mem.run(["recall", PROMPT]).ok().quiet();
    // The limit comes last.
    assert_eq!(files(&recall(&mem, &["--limit=1", PROMPT])), ["feedback_tests.md"]);
}

#[test]
fn of_what_the_model_chooses_copies_are_left_out() {
    let server = Server::new([chooses(&["project_freeze_a.md", "project_freeze_b.md", "project_fares.md"])]);
    let mem = asking(store(), &server);
    for (n, about) in [("a", "When nobody merges"), ("b", "The freeze of main")] {
        let body = "Nobody merges to main from Thursday on, until the mobile release is out.";
        mem.memory("project", &format!("freeze_{n}"), "merge-freeze", about, body);
    }
    let chosen = ["project_freeze_a.md", "project_fares.md"];
    assert_eq!(files(&recall(&mem, &[PROMPT])), chosen);
    // What the session was shown is not said again in the words of a copy.
    mem.run(["rm", "project_freeze_b"]).ok();
    assert_eq!(files(&recall(&mem, &["--session=s", PROMPT])), chosen);
    let body = "Nobody merges to main from Thursday on, until the mobile release is out.";
    mem.memory("project", "freeze_b", "merge-freeze", "The freeze of main", body);
    let again = recall(&mem, &["--session=s", PROMPT]);
    assert_eq!((&again["selector"], &again["reason"]), (&"llm".into(), &"all_surfaced".into()), "{again:#}");
}

#[test]
fn what_the_model_is_shown() {
    let server = Server::new([chooses(&[])]);
    let mem = asking(store(), &server).env("MEM_API_KEY", "k-1");
    mem.run(["recall", "--tools=bash, git", "--tools", "psql", PROMPT]).ok().quiet();
    let seen = server.seen().remove(0);
    assert!(seen.head.starts_with("POST /v1/chat/completions HTTP/1.1"), "{}", seen.head);
    assert_eq!(seen.header("authorization"), Some("Bearer k-1"));
    assert!(seen.header("user-agent").unwrap().starts_with("mem/"));
    let body = seen.json();
    assert_eq!((&body["model"], &body["stream"]), (&"small".into(), &false.into()));
    assert_eq!(body["response_format"]["json_schema"]["schema"]["required"], json!(["selected_memories"]));
    for refused in ["temperature", "top_p", "top_k", "thinking"] {
        assert!(body[refused].is_null(), "{refused}");
    }
    let (system, user) =
        (body["messages"][0]["content"].as_str().unwrap(), body["messages"][1]["content"].as_str().unwrap());
    assert!(system.contains("5 at most") && system.contains("selected_memories"), "{system}");
    assert!(user.contains("\n- [user] user_quokka.md (47 days ago): The quokka smiles\n"), "{user}");
    assert!(user.contains("\n- [project] project_fares.md (today): No change to fares before"), "{user}");
    assert_eq!(user.matches("\n- ").count(), 63, "a line each: {user}");
    assert!(user.contains("bash, git, psql") && user.ends_with(PROMPT), "{user}");
    assert!(!user.contains("It does.") && !user.contains("Frozen."), "no text leaves");
}

#[test]
fn a_large_store_is_narrowed() {
    let server = Server::new([chooses(&["user_quokka.md"])]);
    let mem = asking(store(), &server);
    for n in 0..400 {
        mem.memory("reference", &format!("old_{n}"), &format!("Old {n}"), &"about nothing ".repeat(8), "Old.");
    }
    let old = std::time::SystemTime::UNIX_EPOCH;
    for file in std::fs::read_dir(mem.store()).unwrap() {
        let file = file.unwrap().path();
        if !file.to_string_lossy().contains("tests") {
            std::fs::File::options().append(true).open(file).unwrap().set_modified(old).unwrap();
        }
    }
    let json = recall(&mem, &[PROMPT]);
    let body = server.seen().remove(0).json();
    let user = body["messages"][1]["content"].as_str().unwrap().to_owned();
    let lines: Vec<_> = user.lines().filter(|line| line.starts_with("- ")).collect();
    assert!(lines.iter().map(|line| line.len() + 1).sum::<usize>() <= 24_000);
    assert_eq!(json["offered"], lines.len());
    assert_eq!((&json["total"], files(&json)), (&463.into(), vec!["user_quokka.md"]));
    assert!(lines.len() > 100 && lines.len() < 463, "{}", lines.len());
    assert!(user.contains("user_quokka.md"), "the words speak for it");
    assert!(user.contains("feedback_tests.md"), "it is among the newest");
    // The smallest list holds both kinds too.
    let mem = mem.env("MEM_RECALL_MANIFEST_BYTES", "1000");
    recall(&mem, &[PROMPT]);
    let body = server.seen().remove(1).json();
    let user = body["messages"][1]["content"].as_str().unwrap();
    assert!(user.contains("user_quokka.md") && user.contains("feedback_tests.md"), "{user}");
}

#[test]
fn an_empty_list_is_an_answer() {
    let server = Server::new([chooses(&[])]);
    let mem = asking(store(), &server);
    let json = recall(&mem, &[PROMPT]);
    assert_eq!((&json["selector"], &json["reason"]), (&"llm".into(), &"nothing_relevant".into()));
    assert!(json["fallback"].is_null() && files(&json).is_empty());
    assert_eq!(mem.run(["recall", "--exit-code", PROMPT]).code(1).quiet().out, "");
}

/// The local selector answers, the reason stands in the document and on one line.
#[track_caller]
fn falls_back(mem: &Mem, reason: &str, status: Option<u16>, attempts: u32) {
    let json = recall(mem, &[PROMPT]);
    let wanted = json!({"reason": reason, "status": status, "attempts": attempts});
    assert_eq!((&json["fallback"], &json["selector"]), (&wanted, &"local".into()), "{json:#}");
    assert_eq!(files(&json), ["user_quokka.md"]);
}

#[test]
fn every_answer_that_is_none() {
    for (content, reason) in [
        ("", "empty"),
        ("<think>hm</think>", "empty"),
        ("I'm not able to choose memories for you.", "not_json"),
        ("None of these apply.", "not_json"),
        ("{\"selected_memories\":[\"feedback_te", "not_json"),
        ("{\"selected_memories\":[\"nosuch.md\"]}", "wrong_shape"),
        ("{\"selected_memories\":[\"../../etc/passwd\"]}", "wrong_shape"),
        ("{\"answer\":42}", "wrong_shape"),
    ] {
        let server = Server::new([says(content)]);
        let mem = asking(store(), &server);
        falls_back(&mem, reason, Some(200), 1);
        let ran = mem.run(["recall", PROMPT]).ok().says(&format!("({reason})"));
        assert_eq!(ran.err.lines().count(), 1, "{ran:?}");
        assert!(ran.out.contains("It does.") && !ran.out.contains("able to choose"), "{ran:?}");
        assert_eq!(mem.run(["-q", "recall", PROMPT]).ok().quiet().out, ran.out);
    }
    let choice = |message: Value, finish: &str| json!({"choices": [{"message": message, "finish_reason": finish}]});
    for (body, reason) in [
        (choice(json!({"content": "", "reasoning_content": "hm"}), "length"), "cut_off"),
        (choice(json!({"content": null}), "stop"), "empty"),
        (choice(json!({"content": null, "refusal": "no"}), "stop"), "refused"),
        (json!({"choices": []}), "empty"),
        (json!({"error": {"message": "\u{1b}[2Jno"}}), "http"),
        (json!([1]), "wrong_shape"),
    ] {
        let server = Server::new([response(200, &[], body.to_string())]);
        falls_back(&asking(store(), &server), reason, Some(200), 1);
    }
}

#[test]
fn wrappings_of_a_good_answer() {
    let object = "{\"selected_memories\":[\"feedback_tests.md\"]}";
    for content in [
        format!("```json\n{object}\n```\nBecause of the tests."),
        format!("<think>user_quokka.md? {{\"a\"</think>\n{object}"),
        format!("Format: {{\"selected_memories\":[\"name.md\"]}}\nAnswer: {object}"),
        "[{\"file\":\"feedback_tests\"}]".to_owned(),
        "{'files': ['feedback_tests.md',]}".to_owned(),
    ] {
        let server = Server::new([says(&content)]);
        assert_eq!(files(&recall(&asking(store(), &server), &[PROMPT])), ["feedback_tests.md"], "{content}");
    }
}

#[test]
fn more_than_five_are_counted() {
    let all = [
        "reference_other_1.md",
        "feedback_tests.md",
        "reference_other_2.md",
        "project_fares.md",
        "user_quokka.md",
        "reference_other_3.md",
    ];
    let server = Server::new([chooses(&all)]);
    let mem = asking(store(), &server);
    assert_eq!(files(&recall(&mem, &[PROMPT])), all[..5]);
    mem.run(["recall", "--explain", PROMPT]).ok().says("5 chosen, 5 at most; 1 more named than asked for");
}

#[test]
fn who_is_asked_and_who_is_not() {
    let server = Server::new([chooses(&["feedback_tests.md"])]);
    let mem = asking(store(), &server);
    for args in [
        &["--selector=local", PROMPT][..],
        &["--rank", PROMPT],
        &["AuthService"],
        &["hi"],
        &["--selector=llm", "src/db.rs"],
    ] {
        let json = recall(&mem, args);
        assert_eq!((&json["selector"], &json["fallback"]), (&"local".into(), &Value::Null), "{args:?}");
    }
    assert!(server.seen().is_empty());
    assert_eq!(recall(&mem, &["--selector=llm", PROMPT])["selector"], "llm");
    // Nobody is named, although others' variables are there.
    let key = "sk-".to_owned() + "1";
    let mem = store().env("OPENAI_API_KEY", key).env("OPENAI_BASE_URL", server.url()).env("OLLAMA_HOST", server.url());
    let json = recall(&mem, &[PROMPT]);
    assert_eq!(
        (&json["selector"], &json["fallback"], files(&json)),
        (&"local".into(), &Value::Null, vec!["user_quokka.md"])
    );
    let json = recall(&mem, &["--selector=llm", PROMPT]);
    assert_eq!(json["fallback"], json!({"reason": "no_provider", "status": null, "attempts": 0}));
    mem.run(["recall", "--selector=llm", PROMPT]).ok().says("mem config set llm.provider");
    assert_eq!(server.seen().len(), 1);
}

#[test]
fn a_project_names_no_model() {
    let server = Server::new([chooses(&["feedback_tests.md"])]);
    let mem = store();
    let text =
        format!("[llm]\nprovider = \"openai\"\nbase_url = \"{}\"\nmodel = \"m\"\napi_key = \"k\"\n", server.url());
    std::fs::create_dir(mem.cwd().join(".git")).unwrap();
    std::fs::write(mem.cwd().join(".mem.toml"), text).unwrap();
    let ran = mem.run(["recall", PROMPT]).ok().says("`llm.provider` is ignored").says("`llm.base_url` is ignored");
    assert!(ran.out.contains("It does.") && server.seen().is_empty());
    // Nor does it redirect one that the person has named, or slow it down.
    let text = "[llm]\nbase_url = \"http://127.0.0.1:9\"\n[recall]\ntimeout = \"1ms\"\ndaily_calls = 0\n";
    std::fs::write(mem.cwd().join(".mem.toml"), text).unwrap();
    let ran = asking(mem, &server).run(["recall", "--format=names", PROMPT]).ok().says("`recall.timeout` is ignored");
    assert_eq!(ran.out, "feedback_tests.md\n");
}

#[test]
fn sessions_and_models() {
    let server = Server::new([
        chooses(&["feedback_tests.md"]),
        chooses(&["feedback_tests.md", "project_fares.md"]),
        chooses(&["project_fares.md"]),
        says("what?"),
    ]);
    let mem = asking(store(), &server);
    let ask = || recall(&mem, &["--session=s", PROMPT]);
    assert_eq!(files(&ask()), ["feedback_tests.md"]);
    let second = ask();
    assert_eq!((files(&second), &second["offered"]), (vec!["project_fares.md"], &62.into()));
    assert!(!server.seen()[1].body.contains("feedback_tests.md"), "what was shown is not offered");
    let third = ask();
    assert_eq!((&third["reason"], &third["selector"]), (&"all_surfaced".into(), &"llm".into()));
    assert_eq!(files(&ask()), ["user_quokka.md"], "the local selector, for this session");
}

#[test]
fn prefetch_asks_the_model() {
    let server = Server::new([chooses(&["feedback_tests.md"]), says("what?")]);
    let mem = asking(store(), &server);
    let collect = || loop {
        let json = recall(&mem, &["--collect", "--session=s"]);
        if json["reason"] != "not_ready" {
            break json;
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
    };
    mem.run(["recall", "--prefetch", "--session=s", "--tools=bash,-x", "--timeout=119s", PROMPT]).ok().quiet();
    let json = collect();
    assert_eq!((&json["selector"], files(&json)), (&"llm".into(), vec!["feedback_tests.md"]));
    assert!(server.seen()[0].body.contains("bash, -x"));
    mem.run(["recall", "--prefetch", "--session=s", PROMPT]).ok().quiet();
    let json = collect();
    assert_eq!(json["fallback"], json!({"reason": "not_json", "status": 200, "attempts": 1}));
    assert_eq!((&json["selector"], files(&json)), (&"local".into(), vec!["user_quokka.md"]));
}

#[test]
fn explained() {
    let server =
        Server::new([response(503, &[("retry-after", "0")], ""), chooses(&["feedback_tests.md", "nosuch.md"])]);
    let mem = asking(store(), &server).env("MEM_API_KEY", "test-key-1");
    let ran = mem.run(["recall", "--explain", "--format=names", PROMPT]).ok();
    for part in [
        "selector: llm, openai small at http://127.0.0.1:",
        "63 of 63 memories offered in ",
        "request 1 (json_schema): ",
        "the server answered 503",
        "request 2 (json_schema): ",
        "answered, 210 tokens in, 12 out",
        "selector: 1 chosen, 5 at most; 1 named that do not exist; ",
        "feedback_tests.md: choice 1 of the model, today",
    ] {
        assert!(ran.err.contains(part), "{part}: {}", ran.err);
    }
    assert!(!ran.err.contains("test-key-1"));
    assert_eq!(ran.out, "feedback_tests.md\n");
}

#[test]
fn so_many_requests_a_day() {
    let server = Server::new([chooses(&["feedback_tests.md"])]);
    let mem = asking(store(), &server).env("MEM_RECALL_DAILY_CALLS", "2");
    assert_eq!(recall(&mem, &[PROMPT])["selector"], "llm");
    assert_eq!(recall(&mem, &[PROMPT])["selector"], "llm");
    falls_back(&mem, "daily_calls", None, 0);
    assert_eq!(server.seen().len(), 2);
    // The next day they are there again.
    let mem = mem.env("MEM_NOW", "2026-11-30T00:00:00Z");
    assert_eq!(recall(&mem, &[PROMPT])["selector"], "llm");
    let none = mem.env("MEM_RECALL_DAILY_CALLS", "0");
    falls_back(&none, "daily_calls", None, 0);
    // Parallel ones are counted each.
    let server = Server::new([chooses(&["feedback_tests.md"])]);
    let mem = asking(store(), &server).env("MEM_RECALL_DAILY_CALLS", "3");
    std::thread::scope(|scope| {
        (0..6).for_each(|_| drop(scope.spawn(|| mem.run(["recall", PROMPT]).ok())));
    });
    assert_eq!(server.seen().len(), 3);
}

#[test]
fn where_nothing_can_be_written() {
    let server = Server::new([chooses(&["feedback_tests.md"])]);
    let mem = asking(store(), &server).env("XDG_STATE_HOME", "/proc/nowhere").env("XDG_CACHE_HOME", "/proc/nowhere");
    assert_eq!(recall(&mem, &[PROMPT])["selector"], "llm");
}

#[test]
fn a_long_prompt_is_shown_by_its_ends() {
    let server = Server::new([chooses(&[])]);
    let mem = asking(store(), &server);
    let long = format!("why does this fail?\n{}\nsee the log 部署", "ERROR 部署 x\n".repeat(50_000));
    mem.feed(["recall", "-"], long).ok();
    let body = server.seen().remove(0).json();
    let user = body["messages"][1]["content"].as_str().unwrap();
    assert!(user.len() < 24_000 && user.contains("why does this fail?") && user.ends_with("see the log 部署"));
}

#[test]
fn where_nobody_is_to_choose() {
    let server = Server::new([chooses(&["feedback_tests.md"])]);
    let mem = asking(store(), &server);
    let json = recall(&mem, &["--selector=none", PROMPT]);
    let said = (&json["selector"], &json["reason"], &json["fallback"], &json["total"], files(&json));
    assert_eq!(said, (&"none".into(), &"no_selector".into(), &Value::Null, &63.into(), vec![]));
    let ran = mem.run(["recall", "--selector=none", "--exit-code", "--explain", PROMPT]).code(1);
    assert_eq!(ran.out, "");
    assert!(ran.err.contains("nobody was to choose"), "{ran:?}");
    assert!(server.seen().is_empty());
}
