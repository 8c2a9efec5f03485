//! Models over HTTP: addresses, refusals, waits, broken and hostile servers, proxies, keys.

use std::{
    net::TcpListener,
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use crate::support::{
    Mem,
    server::{Act, Server, chooses, response, says},
};

const PROMPT: &str = "does the quokka smile";

/// A key, put together so that nobody takes it for one.
fn key() -> String {
    ["test", "key", "1"].join("-")
}

fn store() -> Mem {
    let mem = Mem::new();
    mem.crowd();
    mem.memory("user", "quokka", "Quokka", "The quokka smiles", "It does.");
    mem.memory("feedback", "tests", "Tests", "Tests use a real database", "Always.");
    mem.env("MEM_PROVIDER", "openai").env("MEM_MODEL", "small").env("MEM_RECALL_TIMEOUT", "120s")
}

fn at(url: &str) -> Mem {
    store().env("MEM_BASE_URL", url)
}

fn recall(mem: &Mem) -> Value {
    mem.json(["recall", PROMPT])
}

#[track_caller]
fn is_chosen(mem: &Mem) {
    let json = recall(mem);
    assert_eq!(
        (&json["selector"], &json["memories"][0]["file"]),
        (&"llm".into(), &"feedback_tests.md".into()),
        "{json:#}"
    );
}

#[track_caller]
fn falls_back(mem: &Mem, reason: &str, status: Option<u16>, attempts: u32) {
    let json = recall(mem);
    let wanted = json!({"reason": reason, "status": status, "attempts": attempts});
    assert_eq!((&json["fallback"], &json["memories"][0]["file"]), (&wanted, &"user_quokka.md".into()), "{json:#}");
}

fn good() -> Act {
    chooses(&["feedback_tests.md"])
}

fn line(server: &Server) -> String {
    server.seen()[0].head.lines().next().unwrap().to_owned()
}

#[test]
fn every_spelling_of_an_address() {
    for end in ["", "/", "/v1", "/v1/", "/v1/chat/completions"] {
        let server = Server::new([good()]);
        is_chosen(&at(&format!("{}{end}", server.url())));
        assert_eq!(line(&server), "POST /v1/chat/completions HTTP/1.1", "{end}");
    }
    let server = Server::new([good()]);
    is_chosen(&at(&format!("localhost:{}", server.port())));
    is_chosen(&at(&format!("http://127.0.0.1:{}/v1beta/openai/", server.port())));
    assert!(server.seen()[1].head.starts_with("POST /v1beta/openai/chat/completions "));
    is_chosen(&store().env("OLLAMA_HOST", format!("0.0.0.0:{}", server.port())));
    for bad in ["", "ftp://h", "http://u:hunter@h", "http://h:port", "http://h/v1?key=hunter", "http://a b"] {
        let mem = at(bad);
        let json = recall(&mem);
        assert_eq!(
            (&json["fallback"]["reason"], &json["fallback"]["attempts"]),
            (&"no_provider".into(), &0.into()),
            "{bad}"
        );
        let ran = mem.run(["recall", PROMPT]).ok();
        assert!(ran.err.lines().count() == 1 && !ran.err.contains("hunter"), "{ran:?}");
    }
}

#[test]
fn anthropic_speaks_its_own_way() {
    let body = json!({"content": [{"type": "thinking", "thinking": ""}, {"type": "text", "text": "[\"feedback_tests\"]"}],
                      "stop_reason": "end_turn", "usage": {"input_tokens": 9, "output_tokens": 3}});
    let server = Server::new([response(200, &[], body.to_string())]);
    let mem = at(&server.url()).env("MEM_PROVIDER", "anthropic").env("MEM_MODEL", "claude-haiku-5-5");
    let mem = mem.env("ANTHROPIC_API_KEY", key());
    is_chosen(&mem);
    let seen = server.seen().remove(0);
    assert!(seen.head.starts_with("POST /v1/messages HTTP/1.1"));
    assert_eq!((seen.header("x-api-key"), seen.header("authorization")), (Some(key().as_str()), None));
    assert!(seen.header("anthropic-version").is_some());
    let sent = seen.json();
    assert_eq!(sent["output_config"]["format"]["type"], "json_schema");
    assert_eq!(sent["thinking"], json!({"type": "disabled"}));
    assert!(sent["temperature"].is_null() && sent["messages"].as_array().unwrap().len() == 1, "no prefill");
    let content = &sent["messages"][0]["content"];
    assert!(content[0]["text"].as_str().unwrap().contains("- [user] user_quokka.md"));
    assert!(content[1]["text"].as_str().unwrap().ends_with(PROMPT), "the prompt comes last");
    // A token for gateways, and a model that nothing is known of.
    let mem = at(&server.url()).env("MEM_PROVIDER", "anthropic").env("ANTHROPIC_AUTH_TOKEN", key());
    is_chosen(&mem);
    let seen = server.seen().remove(1);
    assert_eq!(seen.header("authorization"), Some(format!("Bearer {}", key()).as_str()));
    assert!(seen.json()["thinking"].is_null());
    let refusal = json!({"content": [], "stop_reason": "refusal", "stop_details": {"category": "cyber"}});
    let server = Server::new([response(200, &[], refusal.to_string())]);
    falls_back(&mem.env("MEM_BASE_URL", server.url()), "refused", Some(200), 1);
}

#[test]
fn a_parameter_that_is_refused_is_left_out_once() {
    let refusal = json!({"error": {"message": "Unsupported parameter: 'reasoning_effort' is not supported"}});
    let server = Server::new([response(400, &[], refusal.to_string()), good(), good()]);
    let mem = at(&server.url());
    is_chosen(&mem);
    let seen = server.seen();
    assert_eq!(seen.len(), 2);
    assert!(!seen[0].json()["reasoning_effort"].is_null() && seen[1].json()["reasoning_effort"].is_null());
    // The next time it is known.
    is_chosen(&mem);
    assert!(server.seen()[2].json()["reasoning_effort"].is_null() && server.seen().len() == 3);
    // Only one is; then the server has it as it is.
    let second = json!({"error": {"message": "max_tokens is not supported"}});
    let server = Server::new([response(400, &[], refusal.to_string()), response(400, &[], second.to_string())]);
    falls_back(&at(&server.url()), "http", Some(400), 2);
    // A complaint about something that was not sent changes nothing.
    let other = json!({"error": {"message": "model `small` does not exist"}});
    let server = Server::new([response(400, &[], other.to_string())]);
    falls_back(&at(&server.url()), "http", Some(400), 1);
    at(&server.url()).run(["recall", PROMPT]).ok().says("model `small` does not exist");
}

#[test]
fn the_form_of_an_answer_goes_down_its_ladder() {
    let refused = |what: &str| response(400, &[], json!({"error": what}).to_string());
    let server = Server::new([refused("'response_format.type' must be 'json_object'"), good(), good()]);
    let mem = at(&server.url());
    is_chosen(&mem);
    let forms = |server: &Server| -> Vec<Value> {
        server.seen().iter().map(|seen| seen.json()["response_format"]["type"].clone()).collect()
    };
    assert_eq!(forms(&server), [json!("json_schema"), json!("json_object")]);
    is_chosen(&mem);
    assert_eq!(forms(&server)[2], "json_object", "it is remembered");
    // For that model; another one starts anew.
    let server = Server::new([response(422, &[], "json_schema?"), refused("no response_format here"), good(), good()]);
    let mem = at(&server.url());
    is_chosen(&mem);
    assert_eq!(forms(&server), [json!("json_schema"), json!("json_object"), Value::Null]);
    is_chosen(&mem.env("MEM_MODEL", "other"));
    assert_eq!(forms(&server)[3], "json_schema");
    // With everything in the way it ends after four.
    let server = Server::new([
        response(503, &[("retry-after", "0")], ""),
        response(400, &[], "reasoning_effort"),
        refused("response_format"),
        refused("response_format"),
        good(),
    ]);
    falls_back(&at(&server.url()), "http", Some(400), 4);
    assert_eq!(server.seen().len(), 4);
}

#[test]
fn what_may_pass_is_tried_once_more() {
    let past = "Wed, 21 Oct 2026 07:28:00 GMT";
    for (status, after) in [(429, "0"), (503, "2abc"), (529, "-1"), (500, "1e9"), (502, past), (408, "")] {
        let server = Server::new([response(status, &[("retry-after", after)], "busy"), good()]);
        is_chosen(&at(&server.url()));
        assert_eq!(server.seen().len(), 2, "{status} {after}");
        let server = Server::new([response(status, &[("retry-after", after)], "busy")]);
        falls_back(&at(&server.url()), "http", Some(status), 2);
    }
    for (status, after) in [(429, "86400"), (529, "Wed, 21 Oct 2099 07:28:00 GMT"), (503, "18446744073709551615")] {
        let server = Server::new([response(status, &[("retry-after", after)], "busy")]);
        let start = Instant::now();
        falls_back(&at(&server.url()), "http", Some(status), 1);
        assert!(start.elapsed() < Duration::from_secs(110), "it does not wait for what does not fit");
    }
    let spent = json!({"error": {"code": "insufficient_quota"}}).to_string();
    for (status, headers, body) in [
        (400, &[][..], ""),
        (401, &[("retry-after", "0")], ""),
        (403, &[], ""),
        (404, &[], "<html>"),
        (402, &[], ""),
        (429, &[("x-should-retry", "false")], ""),
        (429, &[("retry-after", "0")], &spent),
    ] {
        let server = Server::new([response(status, headers, body)]);
        falls_back(&at(&server.url()), "http", Some(status), 1);
    }
    // A connection that breaks may have been an old one.
    let server = Server::new([Act::Close, good()]);
    is_chosen(&at(&server.url()));
    let server = Server::new([Act::Close]);
    falls_back(&at(&server.url()), "http", None, 2);
}

#[test]
fn a_server_that_keeps_us_waiting() {
    let head = b"HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n";
    for act in [
        Act::Stall(Vec::new()),
        Act::Stall(head.to_vec()),
        Act::Stall([&head[..], b"{\"choices\":["].concat()),
        Act::Trickle(b"HTTP/1.1 200 OK\r\nx: y\r\n".to_vec()),
    ] {
        let server = Server::new([act]);
        let mem = at(&server.url()).env("MEM_RECALL_TIMEOUT", "300ms");
        let start = Instant::now();
        let json = recall(&mem);
        assert_eq!(
            (&json["fallback"]["reason"], &json["memories"][0]["file"]),
            (&"timeout".into(), &"user_quokka.md".into())
        );
        assert!(start.elapsed() < Duration::from_secs(60), "{:?}", start.elapsed());
        mem.run(["recall", PROMPT]).ok().says("longer than 300ms");
    }
    // The option counts for more than the setting.
    let server = Server::new([Act::Stall(Vec::new())]);
    let json = at(&server.url()).json(["recall", "--timeout", "0.2", PROMPT]);
    assert_eq!(json["fallback"]["reason"], "timeout");
    for bad in ["0", "soon", "-1s", "11m", "1h", ""] {
        at(&server.url()).run(["recall", &format!("--timeout={bad}"), PROMPT]).code(2);
    }
}

#[test]
fn a_server_that_cannot_be_reached() {
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let mem = at(&format!("http://127.0.0.1:{port}"));
    falls_back(&mem, "http", None, 1);
    mem.run(["recall", PROMPT]).ok().says("cannot be reached");
    // A name that no machine has.
    let json = recall(&at("http://nosuch.invalid").env("MEM_RECALL_TIMEOUT", "20s"));
    assert!(["http", "timeout"].contains(&json["fallback"]["reason"].as_str().unwrap()), "{json:#}");
    assert_eq!(json["memories"][0]["file"], "user_quokka.md");
}

#[test]
fn what_is_no_answer_of_a_model() {
    let html = "<!DOCTYPE html><html><body>Sign in to the network</body></html>";
    let server = Server::new([response(200, &[("content-type", "text/html")], html)]);
    falls_back(&at(&server.url()), "not_json", Some(200), 1);
    let server = Server::new([Act::Flood(50 << 20)]);
    falls_back(&at(&server.url()), "http", None, 1);
    let server = Server::new([Act::Send(b"garbage\r\n\r\n".to_vec())]);
    assert_eq!(recall(&at(&server.url()))["fallback"]["reason"], "http");
    let server = Server::new([response(200, &[], b"\xff\xfe{\"choices\":")]);
    falls_back(&at(&server.url()), "not_json", Some(200), 1);
}

#[test]
fn streams_and_split_characters() {
    let mem = store();
    mem.memory("project", "部署", "部署", "部署流程", "x");
    let data = |content: &str| {
        format!("data: {}\n\n", json!({"choices": [{"delta": {"content": content}, "finish_reason": null}]}))
    };
    let end = "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":1,\"completion_tokens\":1}}\n\ndata: [DONE]\n\n";
    let stream = format!(": hello\n\n{}{}{}{end}", data("[\"project_"), data("部"), data("署.md\"]"));
    // Chunks that end within a character.
    let mut body = b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n".to_vec();
    for piece in stream.as_bytes().chunks(7) {
        body.extend(format!("{:x}\r\n", piece.len()).bytes().chain(piece.iter().copied()).chain(*b"\r\n"));
    }
    body.extend(b"0\r\n\r\n");
    let server = Server::new([Act::Send(body)]);
    let mem = mem.env("MEM_BASE_URL", server.url());
    assert_eq!(recall(&mem)["memories"][0]["file"], "project_部署.md");
    let server = Server::new([response(200, &[], "data: {\"error\":{\"message\":\"overloaded\"}}\n\n")]);
    falls_back(&mem.env("MEM_BASE_URL", server.url()), "http", Some(200), 1);
}

#[test]
fn no_key_and_no_prompt_follow_a_redirect() {
    for status in [301, 302, 303, 307, 308] {
        let other = Server::new([good()]);
        let to = format!("{}/v1/chat/completions", other.url());
        let server = Server::new([response(status, &[("location", &to)], "")]);
        let mem = at(&server.url()).env("MEM_API_KEY", key());
        falls_back(&mem, "http", Some(status), 1);
        mem.run(["recall", PROMPT]).ok().says("sends us elsewhere");
        assert!(other.seen().is_empty());
    }
}

#[test]
fn this_machine_is_reached_directly() {
    let server = Server::new([good()]);
    for (name, value) in [
        ("HTTP_PROXY", "http://127.0.0.1:9"),
        ("http_proxy", "http://127.0.0.1:9"),
        ("ALL_PROXY", "socks5://127.0.0.1:9"),
        ("NO_PROXY", "*"),
    ] {
        is_chosen(&at(&server.url()).env(name, value));
        is_chosen(&at(&format!("http://localhost:{}", server.port())).env(name, value));
    }
}

#[test]
fn others_are_reached_through_the_proxy() {
    let proxy = Server::new([good()]);
    for (name, value) in
        [("HTTP_PROXY", proxy.url()), ("http_proxy", proxy.url()), ("ALL_PROXY", format!("127.0.0.1:{}", proxy.port()))]
    {
        is_chosen(&at("http://models.invalid/v1").env(name, value).env("NO_PROXY", "other.invalid"));
    }
    let seen = proxy.seen();
    assert_eq!(seen.len(), 3);
    assert!(seen[0].head.starts_with("POST http://models.invalid/v1/chat/completions "), "{}", seen[0].head);
    let excepted = at("http://models.invalid").env("HTTP_PROXY", proxy.url()).env("NO_PROXY", ".invalid");
    assert_eq!(recall(&excepted.env("MEM_RECALL_TIMEOUT", "20s"))["selector"], "local");
    assert_eq!(proxy.seen().len(), 3);
    // A kind that is not built in.
    let mem = at("http://models.invalid").env("ALL_PROXY", "socks5://u:hunter@127.0.0.1:9");
    falls_back(&mem, "no_provider", None, 0);
    assert!(!mem.run(["recall", PROMPT]).ok().says("ALL_PROXY").err.contains("hunter"));
}

#[test]
fn keys_are_cleaned_or_refused_and_never_shown() {
    let server = Server::new([good()]);
    for written in [format!("{}\r\n", key()), format!(" {} ", key())] {
        is_chosen(&at(&server.url()).env("MEM_API_KEY", written));
        assert_eq!(server.seen().last().unwrap().header("authorization"), Some(format!("Bearer {}", key()).as_str()));
    }
    let asked = server.seen().len();
    for bad in ["bad\nkey", "bad\r\nx-header: key", "ключ", "bad key"] {
        let mem = at(&server.url()).env("MEM_API_KEY", bad);
        falls_back(&mem, "no_provider", None, 0);
        let ran = mem.run(["recall", "--explain", "-v", PROMPT]).ok().says("MEM_API_KEY");
        assert!(!ran.err.contains("bad") && !ran.err.contains("ключ"), "{ran:?}");
    }
    assert_eq!(server.seen().len(), asked);
    // Empty is unset; this server needs none.
    for empty in ["", "  "] {
        is_chosen(&at(&server.url()).env("MEM_API_KEY", empty));
        assert_eq!(server.seen().last().unwrap().header("authorization"), None);
    }
    // The provider's own server does, and is not asked without.
    let mem = store().env("MEM_PROVIDER", "anthropic");
    falls_back(&mem, "no_provider", None, 0);
    mem.run(["recall", PROMPT]).ok().says("ANTHROPIC_API_KEY");
    // Whatever a server says of it.
    let echo = json!({"error": {"message": format!("Incorrect key {}", key())}}).to_string();
    for status in [200, 400, 401, 403, 404, 500] {
        let server = Server::new([response(status, &[("retry-after", "0")], &echo)]);
        let mem = at(&server.url()).env("MEM_API_KEY", key());
        for args in
            [&["recall", "-v", "--explain", PROMPT][..], &["--json", "recall", "--explain", PROMPT], &["config"]]
        {
            let ran = mem.run(args).ok();
            assert!(!ran.out.contains(&key()) && !ran.err.contains(&key()), "{status}: {ran:?}");
        }
    }
}

#[test]
fn words_of_a_server_cannot_steer_a_terminal() {
    let message = format!("no\u{1b}[2J\u{9b}x\nsecond {}", "y".repeat(5_000));
    let server = Server::new([response(404, &[], json!({"error": {"message": message}}).to_string())]);
    let ran = at(&server.url()).run(["recall", PROMPT]).ok().says("the server answered 404: no");
    assert!(!ran.err.contains(['\u{1b}', '\u{9b}']) && ran.err.len() < 500 && ran.err.lines().count() == 1, "{ran:?}");
}

#[test]
fn a_choice_of_nothing_needs_no_schema() {
    // A server that ignores the form and talks; the list under its key counts.
    let server = Server::new([says("I looked at all of them. {\"selected_memories\": []}")]);
    let json = recall(&at(&server.url()));
    assert_eq!((&json["selector"], &json["reason"]), (&"llm".into(), &"nothing_relevant".into()));
}
