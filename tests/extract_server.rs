//! `mem extract` with a model's server: how its answers come, and how they do not.

use serde_json::{Value, json};

use crate::{
    extract::{PNPM, decisions},
    extract_model::{MOVED, moved, said, store},
    support::{
        Mem,
        server::{Act, Server, response, says},
    },
};

fn asking(server: &Server) -> Mem {
    store()
        .env("MEM_PROVIDER", "openai")
        .env("MEM_BASE_URL", server.url())
        .env("MEM_MODEL", "small")
        .env("MEM_EXTRACT_TIMEOUT", "120s")
}

fn found() -> String {
    json!({"memories": [moved()]}).to_string()
}

/// An answer that comes in many pieces, the last of them empty.
fn streamed(text: &str) -> Act {
    let chars: Vec<char> = text.chars().collect();
    let pieces = chars.chunks(7).map(|piece| piece.iter().collect::<String>());
    let event = |piece: String| {
        format!("data: {}\n\n", json!({"choices": [{"delta": {"content": piece}, "finish_reason": null}]}))
    };
    let body: String = pieces.map(event).collect();
    let end =
        "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: {\"choices\":[]}\n\ndata: [DONE]\n\n";
    response(200, &[("content-type", "text/event-stream")], body + end)
}

/// An answer whose text comes in several parts.
fn in_parts(text: &str) -> Act {
    let (a, b) = text.split_at(text.len() / 2);
    let content = json!([{"type": "text", "text": a}, {"type": "text", "text": b}]);
    let choice = json!({"index": 0, "message": {"role": "assistant", "content": content}, "finish_reason": "stop"});
    response(200, &[], json!({"choices": [choice]}).to_string())
}

#[test]
fn every_part_of_an_answer_counts_streamed_or_not() {
    for act in [
        says(&found()),
        streamed(&found()),
        in_parts(&found()),
        says(&format!("<think>{{}}</think>```json\n{}\n```", found())),
    ] {
        let server = Server::new([act, says("{\"decision\": \"create\", \"reason\": \"Nothing says it.\"}")]);
        let mem = asking(&server);
        let found = mem.json(["extract", &said(&mem, "s", &[MOVED])]);
        assert_eq!((decisions(&found), &found["fallback"]), (vec!["create proposed".to_owned()], &Value::Null));
        assert_eq!(found["decisions"][0]["reason"], "Nothing says it");
        let seen = server.seen();
        let schema = &seen[0].json()["response_format"]["json_schema"]["schema"];
        assert_eq!(schema["properties"]["memories"]["items"]["required"].as_array().unwrap().len(), 6);
        assert_eq!(seen[0].json()["max_tokens"], 4_096);
        assert!(seen[1].body.contains("project_releases.md") && seen.len() == 2);
    }
}

#[test]
fn what_is_no_answer_leaves_the_turns_for_the_next_time() {
    let refusal = json!({"choices": [{"message": {"content": null, "refusal": "no"}, "finish_reason": "stop"}]});
    let cut = json!({"choices": [{"message": {"content": "{\"memories\": [{\"ty"}, "finish_reason": "length"}]});
    for (act, reason, status) in [
        (response(200, &[], refusal.to_string()), "refused", Some(200)),
        (response(200, &[], cut.to_string()), "cut_off", Some(200)),
        (response(401, &[], "{}"), "http", Some(401)),
        (response(200, &[], "<html>"), "not_json", Some(200)),
        (Act::Flood(2 << 20), "http", None),
    ] {
        let server = Server::new([act]);
        let mem = asking(&server);
        let found = mem.json(["extract", &said(&mem, "s", &[PNPM, MOVED])]);
        assert_eq!(
            (decisions(&found), &found["again"]),
            (vec!["create proposed".to_owned()], &2.into()),
            "{reason}: {found}"
        );
        assert_eq!(found["fallback"]["reason"], reason);
        assert!(status.is_none() || found["fallback"]["status"] == json!(status), "{found}");
    }
}

#[test]
fn a_server_that_says_nothing_costs_its_time_once() {
    let server = Server::new([Act::Stall(Vec::new())]);
    let mem = asking(&server).env("MEM_EXTRACT_TIMEOUT", "3s");
    let long: Vec<String> = (0..9).map(|n| format!("number {n} {}", "and so on ".repeat(900))).collect();
    let long: Vec<&str> = long.iter().map(String::as_str).collect();
    let found = mem.json(["extract", &said(&mem, "s", &long)]);
    assert_eq!((&found["fallback"]["reason"], &found["again"]), (&"timeout".into(), &9.into()));
    assert_eq!(server.seen().len(), 1, "nobody is asked about the rest");
}
