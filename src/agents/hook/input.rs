//! What an agent says on standard input, by whatever names it uses.

use crate::agents::json::{Fault, Node, read};

/// Names of the event.
const EVENT: &[&str] = &["hook_event_name", "hookEventName", "hookName", "agent_action_name", "event"];
/// Names of the session.
const SESSION: &[&str] = &["session_id", "sessionId", "conversation_id", "conversationId", "taskId", "trajectory_id"];
/// Names of the working directory.
const CWD: &[&str] = &["cwd", "working_dir", "workspace_roots.0", "workspaceRoots.0"];

/// What an agent has said about an event.
#[derive(Debug)]
pub struct Input {
    root: Option<Node>,
}

impl Input {
    /// Reads what came. Nothing at all is an input that says nothing.
    ///
    /// # Errors
    /// [`Fault`] when it is not an object of JSON.
    pub fn read(bytes: &[u8]) -> Result<Self, Fault> {
        if bytes.trim_ascii().is_empty() {
            return Ok(Self { root: None });
        }
        let root = read(&String::from_utf8_lossy(bytes))?;
        match root.value {
            crate::agents::json::Value::Object(_) => Ok(Self { root: Some(root) }),
            _ => Err(Fault { line: 1, what: "this is not an object" }),
        }
    }

    /// The first of these paths that leads to a text with something in it.
    #[must_use]
    pub fn text(&self, paths: &[&str]) -> Option<&str> {
        let root = self.root.as_ref()?;
        paths.iter().find_map(|path| root.path(path)?.text().filter(|text| !text.is_empty()))
    }

    /// Whether a path leads anywhere.
    #[must_use]
    pub fn has(&self, path: &str) -> bool {
        self.root.as_ref().is_some_and(|root| root.path(path).is_some())
    }

    /// The event's name.
    #[must_use]
    pub fn event(&self) -> Option<&str> {
        self.text(EVENT)
    }

    /// The session's id.
    #[must_use]
    pub fn session(&self) -> Option<&str> {
        self.text(SESSION)
    }

    /// The directory that the agent works in.
    #[must_use]
    pub fn cwd(&self) -> Option<&str> {
        self.text(CWD)
    }

    /// The file in which the agent writes the session down.
    #[must_use]
    pub fn transcript(&self) -> Option<&str> {
        self.text(&["transcript_path", "transcriptPath"])
    }

    /// What started a session, or who wrote a prompt.
    #[must_use]
    pub fn source(&self) -> Option<&str> {
        self.text(&["source"])
    }
}

#[cfg(test)]
mod tests {
    use super::Input;

    #[test]
    fn one_thing_has_many_names() {
        for (json, event, session, cwd) in [
            (r#"{"hook_event_name":"E","session_id":"s","cwd":"/p"}"#, "E", "s", "/p"),
            (r#"{"hookEventName":"E","sessionId":"s","cwd":"/p"}"#, "E", "s", "/p"),
            (r#"{"hookName":"E","taskId":"s","workspaceRoots":["/p","/q"]}"#, "E", "s", "/p"),
            (r#"{"hook_event_name":"E","conversation_id":"s","workspace_roots":["/p"]}"#, "E", "s", "/p"),
            (r#"{"event":"E","session_id":"s","working_dir":"/p"}"#, "E", "s", "/p"),
            (r#"{"agent_action_name":"E","trajectory_id":"s","cwd":"/p"}"#, "E", "s", "/p"),
        ] {
            let input = Input::read(json.as_bytes()).unwrap();
            assert_eq!(
                (input.event(), input.session(), input.cwd()),
                (Some(event), Some(session), Some(cwd)),
                "{json}"
            );
        }
    }

    #[test]
    fn odd_inputs_say_nothing_or_are_no_inputs() {
        let odd = Input::read(br#"{"session_id":7,"cwd":null,"hook_event_name":["E"],"workspace_roots":[]}"#).unwrap();
        assert_eq!((odd.event(), odd.session(), odd.cwd()), (None, None, None));
        assert!(odd.has("cwd") && !odd.has("prompt"));
        assert!(Input::read(b" \n").unwrap().event().is_none());
        for bad in [&b"[1,2]"[..], b"{\"prompt\":", b"\"x\"", b"hello", b"\xff\xfe", b"7"] {
            assert!(Input::read(bad).is_err());
        }
        let bytes = Input::read(b"{\"cwd\":\"/caf\xe9\"}").unwrap();
        assert_eq!(bytes.cwd(), Some("/caf\u{fffd}"));
    }
}
