//! Chat completions, the common tongue: OpenAI, Ollama, llama.cpp, LM Studio, vLLM and many more.

use serde_json::{Value, json};

use super::{Call, Failure, Form, Prompt, Provider, Reply, Rung, Server, Target, sse};

pub(super) static PROVIDER: Provider = Provider {
    name: "openai",
    server: Some(Server {
        base: "https://api.openai.com/v1",
        ends: &["/chat/completions"],
        paths: ("/v1", "/chat/completions"),
        model: "gpt-6-luna",
        keys: &[("OPENAI_API_KEY", true)],
        url: "OPENAI_BASE_URL",
    }),
    rungs: &[Rung::Schema, Rung::Object, Rung::Text],
    optional: &["reasoning_effort", "max_completion_tokens", "max_tokens"],
    request,
    reply,
};

fn request(target: &Target, prompt: &Prompt, form: &Form) -> Call {
    let mut body = json!({
        "model": target.model,
        "messages": [
            {"role": "system", "content": prompt.system},
            {"role": "user", "content": format!("{}\n\n{}", prompt.head, prompt.tail)},
        ],
        "stream": false,
        // A choice from a list needs no thought, and a person waits.
        "reasoning_effort": "none",
    });
    // Other servers know the older name.
    let most = if target.is_default_server { "max_completion_tokens" } else { "max_tokens" };
    body[most] = json!(prompt.most_tokens);
    match form.rung {
        Rung::Schema => {
            let schema = json!({"name": "answer", "strict": true, "schema": prompt.schema});
            body["response_format"] = json!({"type": "json_schema", "json_schema": schema});
        }
        Rung::Object => body["response_format"] = json!({"type": "json_object"}),
        Rung::Text => {}
    }
    if let (Some(without), Some(object)) = (form.without, body.as_object_mut()) {
        object.shift_remove(without);
    }
    let headers = target.key.as_ref().map(super::Key::bearer).into_iter().collect();
    Call::Http { url: target.url.clone(), headers, body: body.to_string().into_bytes() }
}

fn reply(bytes: &[u8]) -> Result<Reply, Failure> {
    match sse::events(bytes) {
        Some(events) => joined(&events),
        None => whole(&serde_json::from_slice(bytes).map_err(|_| Failure::not_json())?),
    }
}

fn whole(completion: &Value) -> Result<Reply, Failure> {
    if !completion["error"].is_null() {
        return Err(Failure::error_inside());
    }
    let choices = completion["choices"].as_array().ok_or_else(Failure::wrong_shape)?;
    let choice = choices.first().ok_or_else(Failure::empty)?;
    let message = &choice["message"];
    finished(choice, message["refusal"].as_str(), &text_of(&message["content"]), &completion["usage"])
}

/// A stream of chunks; the last one may be empty, so that all of them are joined.
fn joined(chunks: &[Value]) -> Result<Reply, Failure> {
    let (mut text, mut refusal, mut last, mut usage) = (String::new(), None, &Value::Null, &Value::Null);
    for chunk in chunks {
        if !chunk["error"].is_null() {
            return Err(Failure::error_inside());
        }
        usage = if chunk["usage"].is_null() { usage } else { &chunk["usage"] };
        let choice = &chunk["choices"][0];
        text.push_str(&text_of(&choice["delta"]["content"]));
        refusal = choice["delta"]["refusal"].as_str().or(refusal);
        last = if choice["finish_reason"].is_null() { last } else { choice };
    }
    finished(last, refusal, &text, usage)
}

/// The answer, if it is one.
fn finished(choice: &Value, refusal: Option<&str>, text: &str, usage: &Value) -> Result<Reply, Failure> {
    if refusal.is_some_and(|refusal| !refusal.is_empty()) {
        return Err(Failure::refused());
    }
    match choice["finish_reason"].as_str() {
        Some("length") => return Err(Failure::cut_off()),
        Some("content_filter") => return Err(Failure::refused()),
        _ => {}
    }
    if text.trim().is_empty() {
        return Err(Failure::empty());
    }
    let tokens = usage["prompt_tokens"].as_u64().zip(usage["completion_tokens"].as_u64());
    Ok(Reply { text: text.to_owned(), tokens })
}

/// A text, or the texts of its parts.
fn text_of(content: &Value) -> String {
    match content {
        Value::String(text) => text.clone(),
        Value::Array(parts) => parts.iter().filter_map(|part| part["text"].as_str()).collect(),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::{super::Reason, *};

    fn read(body: &Value) -> Result<Reply, Reason> {
        reply(body.to_string().as_bytes()).map_err(|failure| failure.reason)
    }

    fn choice(message: &Value, finish: &str) -> Value {
        json!({"choices": [{"message": message, "finish_reason": finish}],
               "usage": {"prompt_tokens": 9, "completion_tokens": 2}})
    }

    #[test]
    fn an_answer_in_a_string_or_in_parts() {
        let said = Ok(Reply { text: "[]".into(), tokens: Some((9, 2)) });
        assert_eq!(read(&choice(&json!({"content": "[]", "refusal": null}), "stop")), said);
        let parts = json!({"content": [{"type": "text", "text": "["}, {"type": "text", "text": "]"}]});
        assert_eq!(read(&choice(&parts, "stop")), said);
    }

    #[test]
    fn what_is_no_answer() {
        for (body, reason) in [
            (choice(&json!({"content": "", "reasoning_content": "hm"}), "length"), Reason::CutOff),
            (choice(&json!({"content": "{\"a"}), "length"), Reason::CutOff),
            (choice(&json!({"content": null}), "stop"), Reason::Empty),
            (choice(&json!({"content": " \n"}), "stop"), Reason::Empty),
            (choice(&json!({"content": null, "refusal": "no"}), "stop"), Reason::Refused),
            (choice(&json!({"content": "x"}), "content_filter"), Reason::Refused),
            (json!({"choices": []}), Reason::Empty),
            (json!({"choices": [{}]}), Reason::Empty),
            (json!({"choices": 1}), Reason::WrongShape),
            (json!({"error": {"message": "x"}}), Reason::Http),
            (json!({"error": "x"}), Reason::Http),
            (json!({}), Reason::WrongShape),
        ] {
            assert_eq!(read(&body), Err(reason), "{body}");
        }
        for junk in ["", "<!DOCTYPE html>", "ok", "{"] {
            assert_eq!(reply(junk.as_bytes()).unwrap_err().reason, Reason::NotJson, "{junk}");
        }
    }

    #[test]
    fn a_stream_that_was_not_asked_for() {
        let stream = ": keep-alive\r\n\r\n\
            data: {\"choices\":[{\"delta\":{\"role\":\"assistant\"}}]}\r\n\r\n\
            data: {\"choices\":[{\"delta\":{\"content\":\"[\\\"部\"}}]}\n\n\
            data: {\"choices\":[{\"delta\":{\"content\":\"署.md\\\"]\"},\"finish_reason\":\"stop\"}]}\n\n\
            data: {\"choices\":[],\"usage\":{\"prompt_tokens\":9,\"completion_tokens\":2}}\n\n\
            data: [DONE]\n\n";
        assert_eq!(reply(stream.as_bytes()), Ok(Reply { text: "[\"部署.md\"]".into(), tokens: Some((9, 2)) }));
        assert_eq!(reply(b"data: {\"error\":{}}\n\n").unwrap_err().reason, Reason::Http);
        assert_eq!(reply(b"data: [DONE]\n\n").unwrap_err().reason, Reason::Empty);
        let cut = "data: {\"choices\":[{\"delta\":{\"content\":\"[\"},\"finish_reason\":\"length\"}]}\n\n";
        assert_eq!(reply(cut.as_bytes()).unwrap_err().reason, Reason::CutOff);
    }
}
