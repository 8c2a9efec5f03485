//! Answers that come as a stream of events although a whole one was asked for.

use serde_json::Value;

/// The documents of a stream, in their order; `None` when the bytes are no stream.
pub(super) fn events(bytes: &[u8]) -> Option<Vec<Value>> {
    let text = String::from_utf8_lossy(bytes);
    let text = text.trim_start_matches('\u{feff}').trim_start();
    let is_stream = ["data:", "event:", "id:", "retry:", ":"].iter().any(|start| text.starts_with(start));
    is_stream.then(|| text.split("\n\n").flat_map(|part| part.split("\r\n\r\n")).filter_map(event).collect())
}

/// The document of one event, whose lines belong together.
fn event(text: &str) -> Option<Value> {
    let data: Vec<_> = text.lines().filter_map(|line| line.strip_prefix("data:")).map(str::trim_start).collect();
    serde_json::from_str(&data.join("\n")).ok()
}

#[cfg(test)]
mod tests {
    use super::events;

    #[test]
    fn only_streams_are_streams() {
        assert_eq!(events(b"{\"data\": 1}"), None);
        assert_eq!(events(b""), None);
        let two = events(b"\n: hello\n\nid: 1\ndata: {\"a\":\ndata: 1}\n\ndata:2\r\n\r\ndata: [DONE]").unwrap();
        assert_eq!(two, [serde_json::json!({"a": 1}), 2.into()]);
    }
}
