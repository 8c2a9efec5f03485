//! Putting one part into a text of JSON, and taking one out: every other byte stays.

use std::ops::Range;

use serde::Serialize as _;
use serde_json::{Serializer, ser::PrettyFormatter};

use super::{Fault, Node, Value, read};
use crate::model::text::eol;

/// Why a text cannot be edited.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EditError {
    /// It is not JSON.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// Something else stands where an object or a list should be.
    #[error("{what} is not {wanted}")]
    Shape {
        /// Which part.
        what: String,
        /// What it should be.
        wanted: &'static str,
    },
}

/// What a text that holds nothing is taken for.
const NOTHING: &str = "{}\n";

/// Puts a value at the end of the list at `path`, which is made where it is missing.
///
/// # Errors
/// [`EditError`] when the text is not JSON, or something else has the list's place.
pub fn append(text: &str, path: &[&str], value: &serde_json::Value) -> Result<String, EditError> {
    let text = if text.trim().is_empty() { NOTHING } else { text };
    let root = read(text)?;
    let mut node = &root;
    for (at, key) in path.iter().enumerate() {
        let Value::Object(_) = node.value else { return Err(shape(&path[..at], "an object")) };
        match node.get(key) {
            Some(next) => node = next,
            None => {
                let list = serde_json::Value::Array(vec![value.clone()]);
                let made = path[at + 1..].iter().rev().fold(list, |inner, key| {
                    serde_json::Value::Object([((*key).to_owned(), inner)].into_iter().collect())
                });
                return Ok(insert(text, node, Some(key), &made));
            }
        }
    }
    let Value::List(_) = node.value else { return Err(shape(path, "a list")) };
    Ok(insert(text, node, None, value))
}

/// Gives the whole object a key, unless it has it.
///
/// # Errors
/// [`EditError`] when the text is not an object of JSON.
pub fn provide(text: &str, key: &str, value: &serde_json::Value) -> Result<String, EditError> {
    let text = if text.trim().is_empty() { NOTHING } else { text };
    let root = read(text)?;
    let Value::Object(_) = root.value else { return Err(shape(&[], "an object")) };
    Ok(if root.get(key).is_some() { text.to_owned() } else { insert(text, &root, Some(key), value) })
}

fn shape(path: &[&str], wanted: &'static str) -> EditError {
    let what = if path.is_empty() { "the text".to_owned() } else { format!("`{}`", path.join(".")) };
    EditError::Shape { what, wanted }
}

/// What stands between the brackets.
fn items(container: &Node) -> Vec<Range<usize>> {
    match &container.value {
        Value::Object(members) => members.iter().map(|member| member.at.clone()).collect(),
        Value::List(items) => items.iter().map(|item| item.at.clone()).collect(),
        _ => Vec::new(),
    }
}

/// Puts a value behind the last one of a list or, with its key, of an object.
fn insert(text: &str, container: &Node, key: Option<&str>, value: &serde_json::Value) -> String {
    let (open, close) = (container.at.start + 1, container.at.end - 1);
    let last = items(container).pop();
    let (unit, eol) = (unit(text), eol(text));
    let outer = blanks_before(text, close).unwrap_or_else(|| blanks_at_line(text, container.at.start));
    let inner = match &last {
        Some(last) => blanks_before(text, last.start).unwrap_or_else(|| format!("{outer}{unit}")),
        None => format!("{outer}{unit}"),
    };
    let inline = last.is_some() && !text[open..close].contains('\n');
    let key = key.map(|key| format!("{}: ", serde_json::Value::from(key))).unwrap_or_default();
    let (before, value) = if inline {
        (" ".to_owned(), value.to_string())
    } else {
        (format!("{eol}{inner}"), pretty(value, &unit, &inner, eol))
    };
    // Behind comments, so that they stay with what they are about.
    let tail = open + text[open..close].trim_end().len();
    let comma_at = last.as_ref().and_then(|last| comma_after(text, last.end, close));
    let trailing = if comma_at.is_some() { "," } else { "" };
    let (head, comma) = match &last {
        Some(last) if comma_at.is_none() => (last.end, ","),
        _ => (tail, ""),
    };
    let close_alone = text[tail..close].contains('\n') || inline;
    let after = if close_alone { String::new() } else { format!("{eol}{outer}") };
    // Between brackets that hold nothing, blanks stand for nothing either.
    let rest = if close_alone { tail } else { close };
    format!("{}{comma}{}{before}{key}{value}{trailing}{after}{}", &text[..head], &text[head..tail], &text[rest..])
}

/// Takes an item out of a list or an object.
#[must_use]
pub fn cut(text: &str, container: &Node, index: usize) -> String {
    let (open, close) = (container.at.start + 1, container.at.end - 1);
    let items = items(container);
    let item = &items[index];
    let blank = open + text[open..item.start].trim_end().len();
    let behind = comma_after(text, item.end, close);
    let before = index.checked_sub(1).and_then(|at| comma_after(text, items[at].end, close));
    let end = behind.map_or(item.end, |comma| comma + 1);
    if items.len() == 1 && text[open..item.start].trim().is_empty() && text[end..close].trim().is_empty() {
        return format!("{}{}", &text[..open], &text[close..]);
    }
    let cut = |from: usize| {
        let mut new = format!("{}{}", &text[..from], &text[end..]);
        if let (None, Some(comma)) = (behind, before) {
            new.remove(comma);
        }
        new
    };
    let new = cut(blank);
    // A comment to the end of its line would swallow what then follows on it.
    if read(&new).is_ok() { new } else { cut(item.start) }
}

/// The comma that follows a place, over blanks and comments.
fn comma_after(text: &str, from: usize, close: usize) -> Option<usize> {
    let mut at = from;
    while at < close {
        let rest = &text[at..close];
        if rest.starts_with("//") {
            at += rest.find('\n').unwrap_or(rest.len());
        } else if rest.starts_with("/*") {
            at += rest.find("*/").map_or(rest.len(), |end| end + 2);
        } else if rest.starts_with(',') {
            return Some(at);
        } else if rest.starts_with(|c: char| c.is_whitespace()) {
            at += 1;
        } else {
            return None;
        }
    }
    None
}

/// The blanks before a place that is the first on its line.
fn blanks_before(text: &str, at: usize) -> Option<String> {
    let line = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let blanks = &text[line..at];
    (line > 0 && blanks.trim().is_empty()).then(|| blanks.to_owned())
}

/// The blanks at the start of the line that a place is on.
fn blanks_at_line(text: &str, at: usize) -> String {
    let line = text[..at].rfind('\n').map_or(0, |end| end + 1);
    text[line..].chars().take_while(|c| matches!(c, ' ' | '\t')).collect()
}

/// By how much the text indents.
fn unit(text: &str) -> String {
    let indented = text.lines().find(|line| line.starts_with([' ', '\t']) && line.trim_start().starts_with('"'));
    indented.map_or_else(|| "  ".to_owned(), |line| line[..line.len() - line.trim_start().len()].to_owned())
}

/// A value over several lines.
fn pretty(value: &serde_json::Value, unit: &str, base: &str, eol: &str) -> String {
    let mut out = Vec::new();
    let formatter = PrettyFormatter::with_indent(unit.as_bytes());
    let written = value.serialize(&mut Serializer::with_formatter(&mut out, formatter));
    // A value in memory always has a text, and that is UTF-8.
    let text = written.ok().and_then(|()| String::from_utf8(out).ok()).unwrap_or_default();
    text.replace('\n', &format!("{eol}{base}"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{append, cut, provide};
    use crate::agents::json::{Node, Value, read};

    /// The text without the last item of the list, and without the list and the object around it where
    /// they hold nothing else.
    fn without(text: &str) -> String {
        let root = read(text).unwrap();
        let hooks = root.get("hooks").unwrap();
        let list = hooks.get("E").unwrap();
        let text = cut(text, list, list.items().len() - 1);
        let root = read(&text).unwrap();
        if !root.path("hooks.E").unwrap().items().is_empty() {
            return text;
        }
        let place = |node: &Node, key: &str| match &node.value {
            Value::Object(members) => members.iter().position(|member| member.key == key).unwrap(),
            _ => panic!(),
        };
        let text = cut(&text, root.get("hooks").unwrap(), place(root.get("hooks").unwrap(), "E"));
        let root = read(&text).unwrap();
        if text[root.get("hooks").unwrap().at.clone()] == *"{}" {
            cut(&text, &root, place(&root, "hooks"))
        } else {
            text
        }
    }

    #[test]
    fn what_goes_in_comes_out_to_the_byte() {
        for text in [
            "{}\n",
            "{\n  \"a\": 1\n}\n",
            "{\n\t\"a\": 1\n}",
            "{\r\n    \"a\": [1, 2],\r\n    \"b\": {}\r\n}\r\n",
            "{\"a\":1}",
            "{\n  // why\n  \"a\": 1, // one\n  /* two */\n}\n",
            "{\n  \"hooks\": {\n    \"D\": [\n      1\n    ]\n  }\n}\n",
            "{\n  \"hooks\": {\n    \"E\": [\n      { \"x\": 1 }\n    ]\n  },\n  \"z\": 0\n}\n",
            "{\n  \"hooks\": {\n    \"E\": [\n      { \"x\": 1 }, // last\n    ],\n  },\n}\n",
            "{\"hooks\":{\"E\":[{\"x\":1}]}}\n",
            "\u{feff}{\n  \"a\": \"部署\"\n}\n",
        ] {
            let value = json!({ "type": "command", "args": ["a", "b"] });
            let with = append(text, &["hooks", "E"], &value).unwrap();
            let list = read(&with).unwrap();
            let list = list.path("hooks.E").unwrap().items();
            assert_eq!(list.last().unwrap().path("args.1").and_then(Node::text), Some("b"), "{with}");
            assert_eq!(without(&with), text, "{with}");
            let twice = append(&with, &["hooks", "E"], &value).unwrap();
            assert_eq!(without(&twice), with, "{twice}");
        }
    }

    #[test]
    fn new_lines_look_like_old_ones() {
        let with = append("{\n\t\"a\": 1\n}\n", &["hooks", "E"], &json!({ "b": 2 })).unwrap();
        assert_eq!(
            with,
            "{\n\t\"a\": 1,\n\t\"hooks\": {\n\t\t\"E\": [\n\t\t\t{\n\t\t\t\t\"b\": 2\n\t\t\t}\n\t\t]\n\t}\n}\n"
        );
        let inline = append("{\"hooks\":{\"E\":[1]}}", &["hooks", "E"], &json!({ "b": 2 })).unwrap();
        assert_eq!(inline, "{\"hooks\":{\"E\":[1, {\"b\":2}]}}");
        assert_eq!(provide("", "version", &json!(1)).unwrap(), "{\n  \"version\": 1\n}\n");
        assert_eq!(provide("{\"version\":2}", "version", &json!(1)).unwrap(), "{\"version\":2}");
    }

    #[test]
    fn what_has_another_shape_is_left_alone() {
        for (text, why) in [
            ("[]", "the text is not an object"),
            ("{\"hooks\": []}", "`hooks` is not an object"),
            ("{\"hooks\": {\"E\": {}}}", "`hooks.E` is not a list"),
            ("{\"hooks\": null}", "`hooks` is not an object"),
            ("{\n\"hooks\": {\n", "line 3: a key in double quotes is missing"),
        ] {
            assert_eq!(append(text, &["hooks", "E"], &json!(1)).unwrap_err().to_string(), why, "{text}");
        }
    }

    #[test]
    fn a_comment_swallows_nothing() {
        let text = "[ 1, // one\n  2 ]";
        let root = read(text).unwrap();
        let Value::List(items) = &root.value else { panic!() };
        assert_eq!(items.len(), 2);
        assert!(read(&cut(text, &root, 1)).is_ok());
        assert_eq!(cut("[1, 2, 3]", &read("[1, 2, 3]").unwrap(), 1), "[1, 3]");
        assert_eq!(cut("[1, 2, 3]", &read("[1, 2, 3]").unwrap(), 0), "[ 2, 3]");
    }
}
