//! `mem hook run`: what each agent says, and what it gets to hear.

use std::{
    fs,
    io::{Read as _, Write as _},
    process::Stdio,
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use crate::support::{Mem, Ran, ran};

/// A store in which one prompt finds one memory.
fn store() -> Mem {
    let mem = Mem::new();
    mem.memory("project", "staging", "Staging", "How to deploy to staging", "Push a tag `staging-N`.");
    mem.memory("user", "quokka", "Quokka", "Likes quokkas", "They smile.");
    mem
}

const PROMPT: &str = "how do we deploy to staging";

fn hook(mem: &Mem, agent: &str, input: &Value) -> Ran {
    mem.feed(["hook", "run", agent], input.to_string()).ok().quiet()
}

fn log(mem: &Mem) -> String {
    fs::read_to_string(mem.home().join(".local/state/mem/hook.log")).unwrap_or_default()
}

/// An input of each agent for a prompt, and where its answer holds the text.
fn prompts(session: &str, prompt: &str) -> Vec<(&'static str, Value, &'static str)> {
    let claude = json!({ "session_id": session, "transcript_path": "/t", "cwd": "/", "hook_event_name": "UserPromptSubmit", "prompt": prompt });
    let mut gemini = claude.clone();
    gemini["hook_event_name"] = "BeforeAgent".into();
    gemini["timestamp"] = "2026-11-29T12:00:00Z".into();
    let mut qwen = claude.clone();
    qwen["submitted_prompt"] = prompt.into();
    qwen["prompt"] = "a tool said something".into();
    vec![
        ("claude", claude.clone(), "/hookSpecificOutput/additionalContext"),
        ("codex", claude, "/hookSpecificOutput/additionalContext"),
        ("gemini", gemini, "/hookSpecificOutput/additionalContext"),
        ("qwen", qwen, "/hookSpecificOutput/additionalContext"),
        (
            "cursor",
            json!({ "conversation_id": session, "hook_event_name": "beforeSubmitPrompt", "cursor_version": "3", "workspace_roots": ["/"], "prompt": prompt, "attachments": [] }),
            "/additional_context",
        ),
        (
            "copilot",
            json!({ "session_id": session, "timestamp": "2026-11-29T12:00:00Z", "cwd": "/", "hook_event_name": "userPromptSubmitted", "prompt": prompt }),
            "/additionalContext",
        ),
        (
            "cline",
            json!({ "clineVersion": "4", "hookName": "UserPromptSubmit", "taskId": session, "workspaceRoots": ["/"], "userPromptSubmit": { "prompt": prompt, "attachments": [] } }),
            "/contextModification",
        ),
        (
            "kiro",
            json!({ "hook_event_name": "userPromptSubmit", "cwd": "/", "session_id": session, "prompt": prompt }),
            "",
        ),
        ("opencode", json!({ "event": "chat.message", "session_id": session, "cwd": "/", "prompt": prompt }), ""),
        ("pi", json!({ "event": "before_agent_start", "session_id": session, "cwd": "/", "prompt": prompt }), ""),
    ]
}

/// The text of an answer; panics where its form is another one.
#[track_caller]
fn text(out: &str, at: &str) -> String {
    if at.is_empty() {
        return out.to_owned();
    }
    let answer: Value = serde_json::from_str(out).unwrap_or_else(|e| panic!("{e}: {out:?}"));
    answer.pointer(at).unwrap_or_else(|| panic!("{at}: {out}")).as_str().unwrap().to_owned()
}

#[test]
fn each_agent_gets_the_memory_in_its_own_form() {
    let mem = store();
    for (agent, input, at) in prompts("s", PROMPT) {
        let out = hook(&mem, agent, &input).out;
        let said = text(&out, at);
        assert!(said.contains("Push a tag `staging-N`.") && !said.contains("quokka"), "{agent}: {out}");
        assert!(said.contains("notes from earlier sessions"), "{agent}: {out}");
        // Not a key more than the agent takes.
        let answer: Value = serde_json::from_str(&out).unwrap_or_default();
        let wanted = match agent {
            "cursor" => json!({ "continue": true, "additional_context": said }),
            "copilot" => json!({ "additionalContext": said }),
            "cline" => json!({ "cancel": false, "contextModification": said, "errorMessage": "" }),
            "kiro" | "opencode" | "pi" => Value::Null,
            _ => {
                let name = input["hook_event_name"].as_str().unwrap();
                json!({ "hookSpecificOutput": { "hookEventName": name, "additionalContext": said } })
            }
        };
        assert_eq!(answer, wanted, "{agent}");
        assert_eq!(said.starts_with("Background for the request above, not a new task."), agent == "codex");
        // The session was shown it, so that there is nothing more to say.
        mem.run(["recall", "--session=s", "--reset"]).ok();
    }
    assert_eq!(log(&mem), "");
}

#[test]
fn nothing_relevant_is_nothing_printed() {
    let mem = store();
    for (agent, input, _) in prompts("s", "what is the weather in Paris tomorrow") {
        assert_eq!(hook(&mem, agent, &input).out, "", "{agent}");
    }
    assert_eq!(log(&mem).lines().count(), 10);
    assert!(log(&mem).lines().all(|l| l.contains("nothing in the store clearly helps")), "{}", log(&mem));
    assert!(!log(&mem).contains("Paris"), "a prompt is nobody's business");
}

#[test]
fn a_session_begins_with_what_the_memory_is() {
    let mem = store();
    for (agent, input, at) in [
        (
            "claude",
            json!({ "hook_event_name": "SessionStart", "source": "startup" }),
            "/hookSpecificOutput/additionalContext",
        ),
        (
            "codex",
            json!({ "hook_event_name": "SessionStart", "source": "startup" }),
            "/hookSpecificOutput/additionalContext",
        ),
        (
            "gemini",
            json!({ "hook_event_name": "SessionStart", "source": "startup" }),
            "/hookSpecificOutput/additionalContext",
        ),
        (
            "qwen",
            json!({ "hook_event_name": "SessionStart", "source": "startup" }),
            "/hookSpecificOutput/additionalContext",
        ),
        (
            "claude",
            json!({ "hook_event_name": "SubagentStart", "agent_id": "a" }),
            "/hookSpecificOutput/additionalContext",
        ),
        (
            "codex",
            json!({ "hook_event_name": "SubagentStart", "agent_id": "a" }),
            "/hookSpecificOutput/additionalContext",
        ),
        ("cursor", json!({ "hook_event_name": "sessionStart" }), "/additional_context"),
        ("copilot", json!({ "hook_event_name": "sessionStart" }), "/additionalContext"),
        ("copilot", json!({ "hook_event_name": "subagentStart" }), "/additionalContext"),
        (
            "copilot",
            json!({ "hookEventName": "SessionStart", "sessionId": "v" }),
            "/hookSpecificOutput/additionalContext",
        ),
        ("cline", json!({ "hookName": "TaskStart" }), "/contextModification"),
        ("kiro", json!({ "hook_event_name": "agentSpawn" }), ""),
        ("opencode", json!({ "event": "session.start" }), ""),
        ("pi", json!({ "event": "session_start" }), ""),
    ] {
        let said = text(&hook(&mem, agent, &input).out, at);
        assert!(said.starts_with("# Memory of this project"), "{agent}: {said}");
        assert!(said.contains("[Quokka](user_quokka.md)") && said.contains("## Before relying"), "{agent}: {said}");
        let limit = if agent == "codex" { 7_200 } else { 10_000 };
        assert!(said.chars().count() <= limit, "{agent}");
    }
}

#[test]
fn a_session_that_is_resumed_has_the_text_already() {
    let mem = store();
    for (agent, input) in [
        ("claude", json!({ "hook_event_name": "SessionStart", "source": "resume" })),
        ("gemini", json!({ "hook_event_name": "SessionStart", "source": "resume" })),
        ("cline", json!({ "hookName": "TaskResume" })),
    ] {
        assert_eq!(hook(&mem, agent, &input).out, "", "{agent}");
    }
}

#[test]
fn a_prompt_is_answered_for_its_session_once() {
    let mem = store();
    let (_, input, at) = prompts("s", PROMPT).remove(0);
    assert!(text(&hook(&mem, "claude", &input).out, at).contains("staging-N"));
    // Two hosts run the hook for the same prompt.
    assert_eq!(hook(&mem, "claude", &input).out, "");
    assert!(log(&mem).contains("has been shown what helps"), "{}", log(&mem));
    // In another session it is new.
    let (_, other, _) = prompts("t", PROMPT).remove(0);
    assert!(hook(&mem, "claude", &other).out.contains("staging-N"));
}

#[test]
fn the_same_prompt_counts_as_delivered_twice_for_a_minute() {
    let mem = Mem::new();
    for n in 0..8 {
        mem.memory(
            "project",
            &format!("s{n}"),
            &format!("Staging {n}"),
            "How to deploy to staging",
            &format!("Step {n}."),
        );
    }
    let (_, input, _) = prompts("s", PROMPT).remove(0);
    let at = |now: &str| ran_at(&mem, now, &input);
    assert_eq!(at("2026-11-29T12:00:00Z").matches("Memory (saved").count(), 5);
    // Three more would help, but this is the second host and not a second question.
    assert_eq!(at("2026-11-29T12:00:59Z"), "");
    assert_eq!(at("2026-11-29T12:01:00Z").matches("Memory (saved").count(), 3);
}

fn ran_at(mem: &Mem, now: &str, input: &Value) -> String {
    let mut command = mem.command();
    ran(command.env("MEM_NOW", now).args(["hook", "run", "claude"]).write_stdin(input.to_string()).output().unwrap())
        .ok()
        .out
}

#[test]
fn two_hosts_at_the_same_moment_get_one_answer() {
    let mem = store();
    let (_, input, _) = prompts("s", PROMPT).remove(0);
    let answers: Vec<String> = std::thread::scope(|scope| {
        let runs: Vec<_> = (0..6).map(|_| scope.spawn(|| hook(&mem, "claude", &input).out)).collect();
        runs.into_iter().map(|run| run.join().unwrap()).collect()
    });
    assert_eq!(answers.iter().filter(|answer| !answer.is_empty()).count(), 1, "{answers:?}");
    let start = json!({ "hook_event_name": "SessionStart", "source": "startup", "session_id": "n" });
    assert!(!hook(&mem, "claude", &start).out.is_empty());
    assert_eq!(hook(&mem, "claude", &start).out, "");
}

#[test]
fn a_compacted_session_may_be_told_again() {
    let mem = store();
    let (_, input, _) = prompts("s", PROMPT).remove(0);
    for (agent, event) in [
        ("claude", json!({ "hook_event_name": "PreCompact", "session_id": "s", "trigger": "auto" })),
        ("claude", json!({ "hook_event_name": "PostCompact", "session_id": "s" })),
        ("opencode", json!({ "event": "session.compacted", "session_id": "s" })),
        ("pi", json!({ "event": "session_compact", "session_id": "s" })),
    ] {
        assert!(hook(&mem, "claude", &input).out.contains("staging-N"), "{agent}");
        assert_eq!(hook(&mem, "claude", &input).out, "");
        assert_eq!(hook(&mem, agent, &event).out, "", "{agent}");
    }
    for source in ["clear", "compact"] {
        hook(&mem, "claude", &input);
        let start = json!({ "hook_event_name": "SessionStart", "source": source, "session_id": "s" });
        assert!(hook(&mem, "claude", &start).out.contains("# Memory of this project"));
        assert!(hook(&mem, "claude", &input).out.contains("staging-N"), "{source}");
        mem.run(["recall", "--session=s", "--reset"]).ok();
    }
}

#[test]
fn gemini_puts_what_a_hook_has_said_before_the_first_prompt() {
    let mem = store();
    let prompt = format!("<hook_context># Memory of this project\n\nquokka &lt;b&gt;</hook_context>\n\n{PROMPT}");
    let input = json!({ "hook_event_name": "BeforeAgent", "session_id": "s", "prompt": prompt });
    let out = hook(&mem, "gemini", &input).out;
    assert!(out.contains("staging-N") && !out.contains("They smile"), "{out}");
    // It announces a compression before every prompt.
    hook(&mem, "gemini", &json!({ "hook_event_name": "PreCompress", "session_id": "s", "trigger": "auto" }));
    assert_eq!(hook(&mem, "gemini", &input).out, "");
}

#[test]
fn an_agent_that_recalls_by_itself_is_left_to_it() {
    let mem = store().env("CLAUDE_MEMORY_STORES", "team");
    let (_, input, _) = prompts("s", PROMPT).remove(0);
    assert_eq!(hook(&mem, "claude", &input).out, "");
    assert!(hook(&mem, "codex", &input).out.contains("staging-N"));
    mem.run(["hook", "install", "claude"]).ok();
    mem.run(["hook", "status", "claude"]).ok().says("recalls by itself");
    // The memory of Qwen Code is another one.
    mem.run(["hook", "install", "qwen"]).ok();
    mem.run(["hook", "status", "qwen"]).ok().says("a memory of its own");
}

#[test]
fn ends_and_unknown_events_are_passed_over() {
    let mem = store();
    for (agent, input) in [
        ("claude", json!({ "hook_event_name": "Stop", "last_assistant_message": PROMPT })),
        ("claude", json!({ "hook_event_name": "SessionEnd", "reason": "clear" })),
        ("claude", json!({ "hook_event_name": "PreToolUse", "prompt": PROMPT })),
        ("codex", json!({ "hook_event_name": "Stop" })),
        ("gemini", json!({ "hook_event_name": "AfterAgent", "prompt": PROMPT })),
        ("copilot", json!({ "hookEventName": "UserPromptSubmit", "sessionId": "v", "prompt": PROMPT })),
        ("kiro", json!({ "hook_event_name": "stop" })),
        ("claude", json!({ "prompt": PROMPT })),
    ] {
        assert_eq!(hook(&mem, agent, &input).out, "", "{agent} {input}");
    }
    assert!(log(&mem).contains("PreToolUse"), "{}", log(&mem));
}

#[test]
fn an_input_without_a_name_is_named_by_an_option() {
    let mem = store();
    let input =
        json!({ "sessionId": "s", "timestamp": 1_764_000_000_000_u64, "cwd": "/", "prompt": PROMPT }).to_string();
    let run = |event: &str| mem.feed(["hook", "run", "copilot", "--event", event], input.clone()).ok().quiet().out;
    assert!(text(&run("userPromptSubmitted"), "/additionalContext").contains("staging-N"));
    assert!(text(&run("sessionStart"), "/additionalContext").contains("# Memory"));
    assert_eq!(run("nosuch"), "");
}

#[test]
fn machines_and_commands_are_not_answered() {
    let mem = store();
    for (prompt, source) in [
        (format!("/deploy {PROMPT}"), "user"),
        (format!("!{PROMPT}"), "user"),
        (format!("<task-notification>{PROMPT}"), "user"),
        (PROMPT.to_owned(), "loop_wakeup"),
        (PROMPT.to_owned(), "poll_event"),
    ] {
        let input = json!({ "hook_event_name": "UserPromptSubmit", "prompt": prompt, "source": source });
        assert_eq!(hook(&mem, "claude", &input).out, "", "{prompt} {source}");
    }
    let tool = json!({ "hook_event_name": "UserPromptSubmit", "prompt": PROMPT, "submitted_prompt": "" });
    assert_eq!(hook(&mem, "qwen", &tool).out, "", "the person has submitted nothing");
    let path =
        json!({ "hook_event_name": "UserPromptSubmit", "prompt": format!("/srv/app: {PROMPT}"), "source": "sdk" });
    assert!(hook(&mem, "claude", &path).out.contains("staging-N"), "a path is no command");
}

#[test]
fn the_hook_of_another_agent_stays_silent_and_claims_nothing() {
    let mem = store();
    let (_, input, _) = prompts("s", PROMPT).remove(0);
    let mut by_cursor = input.clone();
    by_cursor["cursor_version"] = "3.20".into();
    assert_eq!(hook(&mem, "claude", &by_cursor).out, "");
    let by_copilot = json!({ "hook_event_name": "UserPromptSubmit", "session_id": "s", "timestamp": "2026-11-29T12:00:00Z", "cwd": "/", "prompt": PROMPT });
    assert_eq!(hook(&mem, "claude", &by_copilot).out, "");
    let mut in_cursor = mem.command();
    in_cursor.env("CURSOR_VERSION", "3.20").args(["hook", "run", "claude"]).write_stdin(input.to_string());
    assert_eq!(ran(in_cursor.output().unwrap()).ok().out, "");
    assert!(hook(&mem, "claude", &input).out.contains("staging-N"));
}

#[test]
fn an_agent_that_mem_has_started_gets_no_hook() {
    let mem = store().env("MEM_NO_HOOK", "1");
    for (agent, input, _) in prompts("s", PROMPT) {
        assert_eq!(hook(&mem, agent, &input).out, "");
    }
    assert_eq!(log(&mem), "");
}

#[test]
fn the_directory_is_that_of_the_agent() {
    let mem = Mem::project();
    let other = mem.root().join("other");
    fs::create_dir(&other).unwrap();
    let add = ["add", "-t", "user", "-n", "Quokka", "-d", "Likes quokkas", "-m", "They smile."];
    mem.run(["-C", other.to_str().unwrap()].into_iter().chain(add)).ok();
    let mut input = json!({ "hook_event_name": "UserPromptSubmit", "prompt": "does a quokka smile", "cwd": other });
    assert!(hook(&mem, "claude", &input).out.contains("They smile."));
    input["cwd"] = mem.cwd().to_str().unwrap().into();
    assert_eq!(hook(&mem, "claude", &input).out, "");
    // A directory that is not there leaves the one in which the hook was started.
    input["cwd"] = "/nonexistent/x".into();
    mem.run(add).ok();
    assert!(hook(&mem, "claude", &input).out.contains("They smile."));
    let elsewhere = mem.feed(["-C", "/", "hook", "run", "claude"], input.to_string()).ok();
    assert_eq!(elsewhere.out, "", "-C counts for more");
}

#[test]
fn claude_code_has_the_index_of_its_own_memory() {
    let mem = Mem::project().env("MEM_STORE_LAYOUT", "claude");
    mem.run(["add", "-t", "user", "-n", "Quokka", "-d", "Likes quokkas", "-m", "They smile."]).ok();
    let start = |event: &str| json!({ "hook_event_name": event, "source": "startup" });
    let said = |agent, event: &str| hook(&mem, agent, &start(event)).out;
    assert!(!said("claude", "SessionStart").contains("quokka"));
    assert!(said("claude", "SessionStart").contains("# Memory of this project"));
    assert!(said("claude", "SubagentStart").contains("quokka"), "an agent of an agent has no index");
    assert!(said("codex", "SessionStart").contains("quokka"));
}

#[test]
fn no_agent_gets_more_than_it_takes() {
    let mem = Mem::new();
    for (slug, unit) in [("a", "words of prose "), ("b", "步骤"), ("c", "👩\u{200d}🚀 "), ("d", "line\n"), ("e", "x ")]
    {
        mem.memory(
            "project",
            slug,
            &format!("Staging {slug}"),
            "How to deploy to staging",
            &unit.repeat(6_000 / unit.len()),
        );
    }
    mem.file(
        "MEMORY.md",
        (0..190).map(|n| format!("- [A{n}](a{n}.md) — 部署 a hook of some length\n")).collect::<String>(),
    );
    for (agent, input, at) in prompts("s", PROMPT) {
        let said = text(&hook(&mem, agent, &input).out, at);
        let bytes = said.len();
        let chars = said.encode_utf16().count();
        match agent {
            "codex" => assert!(bytes <= 7_200, "{bytes}"),
            "cline" => assert!(bytes <= 50_000 && bytes > 18_000, "{bytes}"),
            _ => assert!(chars <= 10_000, "{agent}: {chars}"),
        }
        let (whole, named) = (said.matches("Memory (saved").count(), said.matches("not shown: mem show").count());
        assert_eq!(whole, 5, "{agent}: the rest by name");
        assert!((agent == "cline") == (named == 0), "{agent}: {named}");
        mem.run(["recall", "--session=s", "--reset"]).ok();
    }
    let start = json!({ "hook_event_name": "SessionStart", "source": "startup" });
    for (agent, limit) in [("claude", 10_000), ("codex", 7_200)] {
        let said = text(&hook(&mem, agent, &start).out, "/hookSpecificOutput/additionalContext");
        assert!(said.chars().count() <= limit && said.contains("more lines of the index"), "{agent}");
    }
    // What was only named may come again.
    let (_, input, at) = prompts("n", PROMPT).remove(1);
    let first = text(&hook(&mem, "codex", &input).out, at);
    let again = ran_at(&mem, "2026-11-29T12:05:00Z", &input);
    assert!(!again.is_empty() && first.contains("not shown"), "{again}");
}

#[test]
fn the_settings_may_ask_for_less() {
    let mem = store();
    let (_, input, at) = prompts("s", PROMPT).remove(0);
    let said = |mem: &Mem| text(&hook(mem, "claude", &input).out, at);
    assert!(said(&mem.env("MEM_RECALL_BUDGET", "400")).len() <= 400);
    let big = store().env("MEM_RECALL_BUDGET", "1000000");
    assert!(said(&big).contains("staging-N"));
}

#[test]
fn whatever_comes_ends_with_code_0() {
    let mem = store();
    for input in [
        &b""[..],
        b"{\"prompt\":",
        b"[1,2]",
        b"null",
        b"hello",
        b"\xff\xfe\x00",
        b"{}",
        b"{\"hook_event_name\":7,\"prompt\":8}",
        b"{\"hook_event_name\":\"UserPromptSubmit\"}",
        b"{\"hook_event_name\":\"UserPromptSubmit\",\"prompt\":null,\"session_id\":{}}",
        b"{\"hook_event_name\":\"UserPromptSubmit\",\"prompt\":\"\"}",
    ] {
        for agent in ["claude", "codex", "gemini", "qwen", "cursor", "copilot", "cline", "kiro", "opencode", "pi"] {
            let ran = mem.feed(["hook", "run", agent], input).ok().quiet();
            assert_eq!(ran.out, "", "{agent}: {input:?}");
        }
    }
    assert!(log(&mem).contains("claude: standard input is not JSON, line 1: "), "{}", log(&mem));
    let deep = "[".repeat(1_000_000);
    assert_eq!(mem.feed(["hook", "run", "claude"], deep).ok().out, "");
}

#[test]
fn wrong_usage_ends_with_code_0() {
    let mem = store();
    for args in [
        &["hook", "run"][..],
        &["hook", "run", "nosuch"],
        &["hook", "run", "claude", "--nosuch"],
        &["hook", "run", "claude", "more"],
        &["--color=nosuch", "hook", "run", "claude"],
        &["-C", "/nonexistent/x", "hook", "run", "claude"],
    ] {
        let ran = mem.feed(args, "{\"prompt\":\"x\"}".repeat(20_000)).ok();
        assert_eq!(ran.out, "", "{args:?}");
    }
    assert_eq!(log(&mem).lines().count(), 6, "{}", log(&mem));
    assert!(mem.run(["hook", "run", "--help"]).ok().out.contains("AGENT"));
    mem.run(["hook"]).code(2);
}

#[test]
fn a_broken_world_ends_with_code_0() {
    let (_, input, _) = prompts("s", PROMPT).remove(0);
    let no_home = store().env("HOME", "");
    assert!(hook(&no_home, "claude", &input).out.contains("staging-N"), "a store named by hand needs no home");
    let no_clock = store().env("MEM_NOW", "soon");
    assert_eq!(no_clock.feed(["hook", "run", "claude"], input.to_string()).ok().out, "");
    let no_store = store();
    let file = no_store.path("user_quokka.md");
    let ran = no_store.feed(["--dir", file.to_str().unwrap(), "hook", "run", "claude"], input.to_string()).ok();
    assert_eq!(ran.out, "");
    assert!(log(&no_store).contains("not a directory"), "{}", log(&no_store));
    // A setting that makes no sense is left out.
    let config = store();
    let settings = config.home().join(".config/mem/config.toml");
    fs::create_dir_all(settings.parent().unwrap()).unwrap();
    for text in ["recall = [", "[recall]\nlimit = 99\n"] {
        fs::write(&settings, text).unwrap();
        assert!(hook(&config, "claude", &input).out.contains("staging-N"), "{text}");
        config.run(["recall", "--session=s", "--reset"]);
        fs::remove_file(&settings).unwrap();
        config.run(["recall", "--session=s", "--reset"]).ok();
    }
    assert!(log(&config).contains("config.toml"), "{}", log(&config));
    // The state of sessions cannot be kept.
    let no_state = store();
    fs::create_dir_all(no_state.home().join(".local")).unwrap();
    fs::write(no_state.home().join(".local/state"), "x").unwrap();
    assert!(hook(&no_state, "claude", &input).out.contains("staging-N"));
    let start = json!({ "hook_event_name": "SessionStart", "source": "startup", "session_id": "s" });
    assert!(hook(&no_state, "claude", &start).out.contains("# Memory"));
}

#[test]
fn odd_strings_are_prompts_too() {
    let mem = store();
    for prompt in [
        format!(r#""{PROMPT} \ud83d""#),
        format!(r#""\udc00 {PROMPT} \ud83d\ude00""#),
        format!("\"{PROMPT}\n\u{1}\u{1b}[31m\""),
        format!(r#""{PROMPT} it's \"so\"; $(touch pwned) `id` %s \\n""#),
    ] {
        let input = format!(r#"{{"hook_event_name":"UserPromptSubmit","prompt":{prompt}}}"#);
        assert!(mem.feed(["hook", "run", "claude"], input).ok().quiet().out.contains("staging-N"), "{prompt}");
    }
    let latin1 =
        [b"{\"hook_event_name\":\"UserPromptSubmit\",\"prompt\":\"caf\xe9 ", PROMPT.as_bytes(), b"\"}"].concat();
    assert!(mem.feed(["hook", "run", "codex"], latin1).ok().quiet().out.contains("staging-N"));
    assert!(!mem.cwd().join("pwned").exists());
}

#[test]
fn a_prompt_of_five_megabytes() {
    let mem = store();
    let input =
        json!({ "hook_event_name": "UserPromptSubmit", "prompt": format!("{PROMPT} {}", "{\"}[ ".repeat(1_000_000)) });
    assert!(hook(&mem, "claude", &input).out.contains("staging-N"));
}

#[test]
fn an_input_that_is_never_closed_is_answered_when_it_is_whole() {
    let mem = store();
    let (_, input, _) = prompts("s", PROMPT).remove(0);
    for (text, wanted) in [(input.to_string(), "staging-N"), ("{\"prompt\":".into(), ""), (String::new(), "")] {
        let mut child = mem
            .process()
            .args(["hook", "run", "claude"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        stdin.write_all(text.as_bytes()).unwrap();
        let mut out = String::new();
        child.stdout.take().unwrap().read_to_string(&mut out).unwrap();
        assert!(child.wait().unwrap().success());
        assert!(out.contains(wanted) && out.is_empty() == wanted.is_empty(), "{text:?}: {out:?}");
        drop(stdin);
    }
}

#[test]
fn kiro_may_hand_the_prompt_over_in_a_variable() {
    let mem = store().env("USER_PROMPT", PROMPT);
    let start = Instant::now();
    let mut child = mem
        .process()
        .args(["hook", "run", "kiro", "--event", "PromptSubmit"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    // Its editor writes nothing and closes nothing.
    let stdin = child.stdin.take();
    let mut out = String::new();
    child.stdout.take().unwrap().read_to_string(&mut out).unwrap();
    assert!(child.wait().unwrap().success() && out.contains("staging-N"), "{out}");
    assert!(start.elapsed() < Duration::from_secs(60));
    drop(stdin);
}

#[test]
fn a_reader_that_has_gone_is_no_failure() {
    let mem = store();
    let (_, input, _) = prompts("s", PROMPT).remove(0);
    let mut child = mem.process();
    child.args(["hook", "run", "claude"]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = child.spawn().unwrap();
    drop(child.stdout.take());
    child.stdin.take().unwrap().write_all(input.to_string().as_bytes()).unwrap();
    assert!(child.wait().unwrap().success());
    // What failed to be printed was not shown.
    assert!(hook(&mem, "claude", &input).out.contains("staging-N"));
}

#[test]
fn the_log_does_not_grow_for_ever() {
    let mem = store();
    let log = mem.home().join(".local/state/mem/hook.log");
    fs::create_dir_all(log.parent().unwrap()).unwrap();
    fs::write(&log, "x".repeat(300_000)).unwrap();
    hook(&mem, "claude", &json!({ "hook_event_name": "Odd" }));
    assert!(!log.exists() && log.with_extension("log.1").exists());
    hook(&mem, "claude", &json!({ "hook_event_name": "Odd" }));
    let line = "2026-11-29T12:00:00Z claude: an event Odd is of no interest\n";
    assert_eq!(fs::read_to_string(&log).unwrap(), line);
    // What the person has not turned on is no news, at each answer of the agent.
    hook(&mem, "claude", &json!({ "hook_event_name": "Stop" }));
    assert_eq!(fs::read_to_string(&log).unwrap(), line);
    let odd = "x\n\u{1b}".repeat(1_000);
    hook(&mem, "claude", &json!({ "hook_event_name": odd }));
    let line = fs::read_to_string(&log).unwrap();
    assert!(line.lines().count() == 2 && line.len() < 1_000 && !line.contains('\u{1b}'), "{line}");
}

/// A store whose words speak for another memory than the one that the model of the tests chooses.
fn asking(command: &str) -> Mem {
    store().env("MEM_PROVIDER", "command").env("MEM_COMMAND", command)
}

#[test]
fn a_model_that_the_person_has_named_chooses() {
    let mem = asking("echo '[\"user_quokka.md\"]'").env("MEM_RECALL_TIMEOUT", "120s");
    let (_, input, at) = prompts("s", PROMPT).remove(0);
    let said = text(&hook(&mem, "claude", &input).out, at);
    assert!(said.contains("They smile.") && !said.contains("staging-N"), "{said}");
    // It may also see that nothing helps.
    let (_, input, _) = prompts("t", PROMPT).remove(0);
    assert_eq!(hook(&mem.env("MEM_COMMAND", "echo '[]'"), "claude", &input).out, "");
}

#[cfg(feature = "net")]
mod silent_server {
    use super::*;
    use crate::support::server::{Act, Server};

    /// A server that takes the prompt and says nothing more.
    fn silent() -> (Mem, Server) {
        let server = Server::new([Act::Stall(Vec::new())]);
        let mem = store().env("MEM_PROVIDER", "openai").env("MEM_BASE_URL", server.url()).env("MEM_MODEL", "small");
        (mem, server)
    }

    #[test]
    fn a_silent_server_does_not_keep_the_memories_back() {
        let (mem, server) = silent();
        let mem = mem.env("MEM_RECALL_TIMEOUT", "200ms");
        let (_, input, at) = prompts("s", PROMPT).remove(0);
        let said = text(&hook(&mem, "claude", &input).out, at);
        assert!(said.contains("staging-N"), "{said}");
        assert!(log(&mem).contains("(timeout): it took longer than 200ms"), "{}", log(&mem));
        assert_eq!(server.seen().len(), 1);
    }

    /// Hosts end a hook after ten seconds; the answer must be there before, whatever the settings allow.
    #[test]
    fn no_setting_lets_a_hook_outlast_its_host() {
        let (mem, _server) = silent();
        let mem = mem.env("MEM_RECALL_TIMEOUT", "600s");
        let (_, input, at) = prompts("s", PROMPT).remove(0);
        let start = Instant::now();
        assert!(text(&hook(&mem, "claude", &input).out, at).contains("staging-N"));
        // On an idle machine eight seconds; a busy one is no failure.
        assert!(start.elapsed() < Duration::from_secs(120));
        assert!(log(&mem).contains("(timeout): it took longer than "), "{}", log(&mem));
    }
}
