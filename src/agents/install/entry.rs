//! `mem`'s entries among others in an agent's settings: known by the command that they run, whatever
//! else has been changed about them.

use crate::agents::json::{
    Node, Value,
    edit::{EditError, cut},
    read,
};

/// Keys under which agents keep a command.
const COMMANDS: &[&str] = &["command", "bash", "powershell"];

/// An entry of ours.
#[derive(Debug, PartialEq, Eq)]
pub struct Entry {
    /// The event in whose list it is.
    pub event: String,
    /// The program that it runs.
    pub program: String,
}

/// The entries of this agent.
///
/// # Errors
/// [`EditError::Fault`] when the text is not JSON.
pub fn entries(text: &str, agent: &str) -> Result<Vec<Entry>, EditError> {
    if text.trim().is_empty() {
        return Ok(Vec::new());
    }
    let root = read(text)?;
    let mut found = Vec::new();
    for (event, list) in lists(&root) {
        let handlers = list.items().iter().flat_map(|item| match item.get("hooks") {
            Some(inner) => inner.items().iter().collect(),
            None => vec![item],
        });
        let programs = handlers.filter_map(|handler| program(handler, agent));
        found.extend(programs.map(|program| Entry { event: event.to_owned(), program }));
    }
    Ok(found)
}

/// The text without the entries of this agent, and without lists that held nothing else.
///
/// # Errors
/// [`EditError::Fault`] when the text is not JSON.
pub fn remove(text: &str, agent: &str) -> Result<String, EditError> {
    let mut text = text.to_owned();
    if text.trim().is_empty() {
        return Ok(text);
    }
    while let Some(shorter) = without_first(&text, agent)? {
        text = shorter;
    }
    Ok(text)
}

/// The lists of hooks by event.
fn lists(root: &Node) -> impl Iterator<Item = (&str, &Node)> {
    let members = root.get("hooks").map(|hooks| match &hooks.value {
        Value::Object(members) => members.as_slice(),
        _ => &[],
    });
    members.unwrap_or_default().iter().map(|member| (member.key.as_str(), &member.node))
}

fn without_first(text: &str, agent: &str) -> Result<Option<String>, EditError> {
    let root = read(text)?;
    for (event, list) in lists(&root) {
        for (at, item) in list.items().iter().enumerate() {
            let inner = item.get("hooks").map_or(&[][..], Node::items);
            let shorter = if is_ours(item, agent) {
                cut(text, list, at)
            } else {
                let Some(place) = inner.iter().position(|handler| is_ours(handler, agent)) else { continue };
                match (item.get("hooks"), inner.len()) {
                    (Some(group), 2..) => cut(text, group, place),
                    // A group around nothing is nothing.
                    _ => cut(text, list, at),
                }
            };
            return pruned(shorter, event).map(Some);
        }
    }
    Ok(None)
}

/// Without the list of an event that is empty now, and without `hooks` where that leaves nothing.
fn pruned(text: String, event: &str) -> Result<String, EditError> {
    let root = read(&text)?;
    let Some(hooks) = root.get("hooks") else { return Ok(text) };
    let Some(list) = hooks.get(event).filter(|list| is_empty(&text, list)) else { return Ok(text) };
    let text = cut_member(&text, hooks, list);
    let root = read(&text)?;
    Ok(match root.get("hooks").filter(|hooks| is_empty(&text, hooks)) {
        Some(hooks) => cut_member(&text, &root, hooks),
        None => text,
    })
}

/// Whether nothing stands between the brackets, not even a comment.
fn is_empty(text: &str, node: &Node) -> bool {
    text[node.at.start + 1..node.at.end - 1].trim().is_empty()
}

fn cut_member(text: &str, object: &Node, value: &Node) -> String {
    let Value::Object(members) = &object.value else { return text.to_owned() };
    let at = members.iter().position(|member| member.node.at == value.at);
    at.map_or_else(|| text.to_owned(), |at| cut(text, object, at))
}

/// The program that a script or a plug-in of ours starts.
#[must_use]
pub fn started(text: &str) -> Option<String> {
    text.lines().find_map(|line| match (line.strip_prefix("exec "), line.strip_prefix("const MEM = ")) {
        (Some(command), _) => Some(first_word(command).0),
        (_, Some(string)) => Some(read(string).ok()?.text()?.to_owned()),
        _ => None,
    })
}

fn is_ours(handler: &Node, agent: &str) -> bool {
    program(handler, agent).is_some()
}

/// The program that a handler runs, when that is `mem hook run AGENT`, or `mem hook AGENT` as it was
/// once written.
fn program(handler: &Node, agent: &str) -> Option<String> {
    let commands = COMMANDS.iter().filter_map(|key| handler.get(key)?.text());
    let args: Vec<&str> = handler.get("args").map_or(&[][..], Node::items).iter().filter_map(Node::text).collect();
    commands.into_iter().find_map(|command| {
        if args.is_empty() {
            let (program, arguments) = first_word(command);
            return is_hook(&program, arguments.split_whitespace(), agent).then_some(program);
        }
        is_hook(command, args.iter().copied(), agent).then(|| command.to_owned())
    })
}

fn is_hook<'a>(program: &str, mut arguments: impl Iterator<Item = &'a str>, agent: &str) -> bool {
    let name = program.rsplit(['/', '\\']).next().unwrap_or(program);
    let mut next = || arguments.next();
    if !matches!(name, "mem" | "mem.exe") || next() != Some("hook") {
        return false;
    }
    match next() {
        Some("run") => next() == Some(agent),
        word => word == Some(agent),
    }
}

/// The first word of a shell's command, its quotes read, and the rest.
#[must_use]
pub fn first_word(command: &str) -> (String, &str) {
    let (mut word, mut quote) = (String::new(), None);
    let mut chars = command.trim_start().char_indices();
    let command = command.trim_start();
    while let Some((at, c)) = chars.next() {
        match (c, quote) {
            ('\'' | '"', None) => quote = Some(c),
            (c, Some(open)) if c == open => quote = None,
            ('\\', None) => word.extend(chars.next().map(|(_, c)| c)),
            (c, None) if c.is_whitespace() => return (word, &command[at..]),
            (c, _) => word.push(c),
        }
    }
    (word, "")
}

#[cfg(test)]
mod tests {
    use super::{entries, first_word, remove};

    #[test]
    fn entries_are_known_by_their_command() {
        for ours in [
            r#"{"command":"/usr/bin/mem","args":["hook","run","claude"],"timeout":99}"#,
            r#"{"command":"mem hook claude"}"#,
            r#"{"command":"mem hook run claude --event x || true"}"#,
            r#"{"command":"'/a b/it'\\''s/mem' hook run claude || true"}"#,
            r#"{"bash":"/x/mem hook run claude","powershell":"y"}"#,
            r#"{"command":"\"/a b/mem\" hook run claude"}"#,
            r#"{"command":"C:\\tools\\mem.exe","args":["hook","run","claude"]}"#,
            r#"{"matcher":"x","hooks":[{"command":"mem hook run claude"}]}"#,
        ] {
            let text = format!("{{\"hooks\":{{\"E\":[{ours}]}}}}");
            assert_eq!(entries(&text, "claude").unwrap().len(), 1, "{ours}");
            assert_eq!(remove(&text, "claude").unwrap(), "{}", "{ours}");
        }
        for other in [
            r#"{"command":"mem hook run codex"}"#,
            r#"{"command":"mem hook run claude-code"}"#,
            r#"{"command":"remem hook run claude"}"#,
            r#"{"command":"mem ls"}"#,
            r#"{"command":"echo mem hook run claude"}"#,
            r#"{"command":7}"#,
            r#""mem hook run claude""#,
        ] {
            let text = format!("{{\"hooks\":{{\"E\":[{other}]}}}}");
            assert_eq!(remove(&text, "claude").unwrap(), text);
        }
    }

    #[test]
    fn others_stay_as_they_are() {
        let text =
            r#"{"hooks":{"E":[{"hooks":[{"command":"a"},{"command":"mem hook run claude"},{"command":"b"}]}],"F":[]}}"#;
        assert_eq!(
            remove(text, "claude").unwrap(),
            r#"{"hooks":{"E":[{"hooks":[{"command":"a"},{"command":"b"}]}],"F":[]}}"#
        );
        for text in ["", " \n", "{}", "[]", "{\"hooks\":[]}", "{\"hooks\":{\"E\":1}}"] {
            assert_eq!(remove(text, "claude").unwrap(), text);
        }
        assert!(remove("{", "claude").is_err());
    }

    #[test]
    fn words_of_a_shell() {
        assert_eq!(first_word(r"  'a b'\'c' d e"), ("a b'c d e".to_owned(), ""));
        assert_eq!(first_word("'/a b/mem' hook"), ("/a b/mem".to_owned(), " hook"));
        assert_eq!(first_word("'unclosed x"), ("unclosed x".to_owned(), ""));
    }
}
