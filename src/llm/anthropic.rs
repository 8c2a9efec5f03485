//! The Messages API of Anthropic, and of gateways and servers that speak it.

use serde_json::{Value, json};

use super::{Call, Failure, Form, Prompt, Provider, Reply, Rung, Server, Target, sse};

pub(super) static PROVIDER: Provider = Provider {
    name: "anthropic",
    server: Some(Server {
        base: "https://api.anthropic.com",
        ends: &["/v1/messages", "/messages", "/v1"],
        paths: ("", "/v1/messages"),
        model: "claude-haiku-5-5",
        keys: &[("ANTHROPIC_API_KEY", false), ("ANTHROPIC_AUTH_TOKEN", true)],
        url: "ANTHROPIC_BASE_URL",
    }),
    rungs: &[Rung::Schema, Rung::Text],
    optional: &["thinking", "cache_control"],
    request,
    reply,
};

/// The version of the API that these shapes are of.
const VERSION: &str = "2023-06-01";

/// Models that think unless they are told not to, and can be told: a choice from a list needs no
/// thought, and a person waits.
const CAN_BE_BRIEF: [&str; 2] = ["claude-haiku-5-5", "claude-opus-5"];

fn request(target: &Target, prompt: &Prompt, form: &Form) -> Call {
    let mut head = json!({"type": "text", "text": prompt.head});
    if form.without != Some("cache_control") {
        head["cache_control"] = json!({"type": "ephemeral"});
    }
    let mut body = json!({
        "model": target.model,
        "max_tokens": prompt.most_tokens,
        "system": prompt.system,
        "messages": [{"role": "user", "content": [head, {"type": "text", "text": prompt.tail}]}],
    });
    if form.rung == Rung::Schema {
        body["output_config"] = json!({"format": {"type": "json_schema", "schema": prompt.schema}});
    }
    if form.without != Some("thinking") && CAN_BE_BRIEF.contains(&target.model.as_str()) {
        body["thinking"] = json!({"type": "disabled"});
    }
    let mut headers = vec![("anthropic-version", VERSION.to_owned())];
    headers.extend(target.key.as_ref().map(|key| match key.is_bearer {
        true => key.bearer(),
        false => ("x-api-key", key.secret.expose().to_owned()),
    }));
    Call::Http { url: target.url.clone(), headers, body: body.to_string().into_bytes() }
}

fn reply(bytes: &[u8]) -> Result<Reply, Failure> {
    let message = match sse::events(bytes) {
        Some(events) => joined(&events)?,
        None => serde_json::from_slice(bytes).map_err(|_| Failure::not_json())?,
    };
    if !message["error"].is_null() {
        return Err(Failure::error_inside());
    }
    let stop = message["stop_reason"].as_str().unwrap_or_default();
    match stop {
        "refusal" => return Err(Failure::refused()),
        "max_tokens" | "model_context_window_exceeded" => return Err(Failure::cut_off()),
        _ => {}
    }
    let blocks = message["content"].as_array().ok_or_else(Failure::wrong_shape)?;
    let text: String = blocks.iter().filter(|b| b["type"] == "text").filter_map(|b| b["text"].as_str()).collect();
    if text.trim().is_empty() {
        return Err(Failure::empty());
    }
    let usage = &message["usage"];
    // What a cache gave, or took, went in as well.
    let part = |name: &str| usage[name].as_u64();
    let cached = part("cache_read_input_tokens").unwrap_or(0) + part("cache_creation_input_tokens").unwrap_or(0);
    let tokens = part("input_tokens").zip(part("output_tokens")).map(|(input, output)| (input + cached, output));
    Ok(Reply { text, tokens })
}

/// A stream of events as the message that it builds.
fn joined(events: &[Value]) -> Result<Value, Failure> {
    let mut text = String::new();
    let mut message = json!({});
    for event in events {
        match event["type"].as_str().unwrap_or_default() {
            "error" => return Err(Failure::error_inside()),
            "message_start" => message["usage"] = event["message"]["usage"].clone(),
            "content_block_start" => text.push_str(event["content_block"]["text"].as_str().unwrap_or_default()),
            "content_block_delta" => text.push_str(event["delta"]["text"].as_str().unwrap_or_default()),
            "message_delta" => {
                message["stop_reason"] = event["delta"]["stop_reason"].clone();
                if let (Some(all), Some(new)) = (message["usage"].as_object_mut(), event["usage"].as_object()) {
                    all.extend(new.clone());
                }
            }
            _ => {}
        }
    }
    message["content"] = json!([{"type": "text", "text": text}]);
    Ok(message)
}

#[cfg(test)]
mod tests {
    use super::{super::Reason, *};

    fn read(body: &Value) -> Result<Reply, Reason> {
        reply(body.to_string().as_bytes()).map_err(|failure| failure.reason)
    }

    #[test]
    fn text_blocks_are_joined_and_others_passed_over() {
        let said = read(&json!({"content": [
            {"type": "thinking", "thinking": "hm"}, {"type": "text", "text": "{\"a\":"}, {"type": "text", "text": "1}"}],
            "stop_reason": "end_turn",
            "usage": {"input_tokens": 7, "output_tokens": 3, "cache_read_input_tokens": 100}}));
        assert_eq!(said, Ok(Reply { text: "{\"a\":1}".into(), tokens: Some((107, 3)) }));
    }

    #[test]
    fn what_is_no_answer() {
        for (body, reason) in [
            (json!({"content": [{"type": "thinking", "thinking": "hm"}], "stop_reason": "end_turn"}), Reason::Empty),
            (json!({"content": [], "stop_reason": "refusal"}), Reason::Refused),
            (json!({"content": [{"type": "text", "text": "{\"a"}], "stop_reason": "max_tokens"}), Reason::CutOff),
            (json!({"type": "error", "error": {"type": "overloaded_error"}}), Reason::Http),
            (json!({"content": null}), Reason::WrongShape),
            (json!([]), Reason::WrongShape),
            (json!("x"), Reason::WrongShape),
        ] {
            assert_eq!(read(&body), Err(reason), "{body}");
        }
        assert_eq!(reply(b"<html>").unwrap_err().reason, Reason::NotJson);
    }

    #[test]
    fn a_stream_that_was_not_asked_for() {
        let stream = "event: message_start\ndata: {\"type\":\"message_start\",\"message\":{\"usage\":{\"input_tokens\":5,\"output_tokens\":1}}}\n\n\
             data: {\"type\":\"ping\"}\n\n\
             data: {\"type\":\"content_block_delta\",\"delta\":{\"type\":\"thinking_delta\",\"thinking\":\"x\"}}\n\n\
             data: {\"type\":\"content_block_delta\",\"delta\":{\"type\":\"text_delta\",\"text\":\"部\"}}\r\n\r\n\
             data: {\"type\":\"content_block_delta\",\"delta\":{\"type\":\"text_delta\",\"text\":\"署\"}}\n\n\
             data: {\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"end_turn\"},\"usage\":{\"output_tokens\":9}}\n\n\
             data: {\"type\":\"message_stop\"}\n\n";
        assert_eq!(reply(stream.as_bytes()), Ok(Reply { text: "部署".into(), tokens: Some((5, 9)) }));
        let broken = "data: {\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\"}}\n\n";
        assert_eq!(reply(broken.as_bytes()).unwrap_err().reason, Reason::Http);
    }
}
