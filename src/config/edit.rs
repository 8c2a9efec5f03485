//! Setting one value in a file of settings, whose comments and order stay as they are.

use super::{
    Key, Origin, Value,
    file::{self, Entry},
    value,
};

/// The text with the setting in it; `None` when it has no place for it that keeps the rest as it is.
#[must_use]
pub fn set(text: &str, key: &Key, value: &Value) -> Option<String> {
    let (mark, body) = text.strip_prefix('\u{feff}').map_or(("", text), |body| ("\u{feff}", body));
    let literal = literal(value);
    let entries = read(body)?;
    let made = match entries.iter().find(|entry| entry.path.join(".") == key.name) {
        Some(old) => vec![format!("{}{literal}{}", &body[..old.value_at.start], &body[old.value_at.end..])],
        None => places(body, key.name, &literal),
    };
    let holds = |text: &String| {
        let all = read(text).unwrap_or_default();
        let others = all.iter().filter(|entry| entry.path.join(".") != key.name).map(|e| (&e.path, &e.value));
        let kept = entries
            .iter()
            .filter(|entry| entry.path.join(".") != key.name)
            .all(|e| others.clone().any(|other| other == (&e.path, &e.value)));
        let entry = all.iter().find(|entry| entry.path.join(".") == key.name);
        kept && entry.is_some_and(|entry| value::from_file(key.kind, &entry.value).as_ref() == Ok(value))
    };
    made.into_iter().find(holds).map(|made| format!("{mark}{made}"))
}

fn read(text: &str) -> Option<Vec<Entry>> {
    file::parse(&Origin::Default, text).ok()
}

/// The texts with a new setting: under the heading of its section, in a new section at the end, or in
/// front of all sections.
fn places(body: &str, name: &str, literal: &str) -> Vec<String> {
    let end = if body.contains("\r\n") { "\r\n" } else { "\n" };
    let Some((section, last)) = name.rsplit_once('.') else { return Vec::new() };
    let is_heading = |line: &&str| line.split('#').next().is_some_and(|line| line.trim() == format!("[{section}]"));
    let mut made = Vec::new();
    if let Some(heading) = body.split_inclusive('\n').find(is_heading) {
        let at = body.find(heading).unwrap_or(0) + heading.len();
        let gap = if heading.ends_with('\n') { "" } else { end };
        made.push(format!("{}{gap}{last} = {literal}{end}{}", &body[..at], &body[at..]));
    }
    let gap = match body {
        "" => "",
        _ if body.ends_with('\n') => end,
        _ => &format!("{end}{end}"),
    };
    made.push(format!("{body}{gap}[{section}]{end}{last} = {literal}{end}"));
    made.push(format!("{name} = {literal}{end}{body}"));
    made
}

/// A value as TOML writes it.
fn literal(value: &Value) -> String {
    match value {
        Value::Number(number) => number.to_string(),
        Value::Secret(secret) => quoted(secret.expose()),
        Value::List(words) => format!("[{}]", words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(", ")),
        Value::Text(_) | Value::Time(_) => quoted(&value.to_string()),
    }
}

fn quoted(text: &str) -> String {
    let mut quoted = String::from('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c.is_control() => quoted.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::keys;

    fn with(text: &str, name: &str, value: &str) -> Option<String> {
        let key = keys::find(name).unwrap();
        set(text, key, &value::from_text(key.kind, value).unwrap())
    }

    #[test]
    fn the_rest_stays_as_it_is() {
        for (before, after) in [
            ("", "[llm]\nmodel = \"m\"\n"),
            ("[llm]\nmodel = \"old\" # why\n", "[llm]\nmodel = \"m\" # why\n"),
            ("llm.model='old'\r\n", "llm.model=\"m\"\r\n"),
            (
                "[llm] # mine\nprovider = \"openai\"\n\n[recall]\n",
                "[llm] # mine\nmodel = \"m\"\nprovider = \"openai\"\n\n[recall]\n",
            ),
            ("[recall]\r\nlimit = 3", "[recall]\r\nlimit = 3\r\n\r\n[llm]\r\nmodel = \"m\"\r\n"),
            ("[llm]", "[llm]\nmodel = \"m\"\n"),
            ("llm.provider = \"openai\"\n[recall]\n", "llm.model = \"m\"\nllm.provider = \"openai\"\n[recall]\n"),
            ("\u{feff}# mine\n", "\u{feff}# mine\n\n[llm]\nmodel = \"m\"\n"),
        ] {
            assert_eq!(with(before, "llm.model", "m").as_deref(), Some(after), "{before:?}");
        }
        assert_eq!(with("llm = { provider = \"openai\" }\n", "llm.model", "m"), None);
        assert_eq!(with("[llm", "llm.model", "m"), None);
    }

    #[test]
    fn any_value_comes_back() {
        for value in ["a\"b\\c", "tab\there", "部署 'x'", "# no comment", "\u{1b}[2J"] {
            assert!(with("[llm]\n", "llm.command", value).is_some(), "{value:?}");
        }
        assert_eq!(with("", "lint.error", "D1,W2").as_deref(), Some("[lint]\nerror = [\"D1\", \"W2\"]\n"));
        assert_eq!(with("", "recall.limit", "3").as_deref(), Some("[recall]\nlimit = 3\n"));
        assert_eq!(with("", "recall.timeout", "1.5s").as_deref(), Some("[recall]\ntimeout = \"1500ms\"\n"));
    }
}
