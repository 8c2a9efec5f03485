//! Findings as SARIF 2.1.0, the format of code scanning.

use serde_json::{Value, json};

use crate::{
    lint::{Rule, markdown, rules},
    ops::lint::{Lint, Proof, Row},
};

/// The log of one run.
#[must_use]
pub fn sarif(lint: &Lint) -> Vec<u8> {
    let rules: Vec<&Rule> = rules::all().collect();
    let results: Vec<Value> = lint.findings.iter().map(|row| result(lint, &row, &rules)).collect();
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "mem",
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": rules.iter().map(|rule| descriptor(rule)).collect::<Vec<_>>(),
            } },
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    });
    let mut bytes = log.to_string().into_bytes();
    bytes.push(b'\n');
    bytes
}

fn descriptor(rule: &Rule) -> Value {
    json!({
        "id": rule.code,
        "name": rule.name,
        "shortDescription": { "text": rule.name.replace('-', " ") },
        "fullDescription": { "text": rule.page.what },
        "help": { "text": rule.help, "markdown": markdown(rule) },
        "defaultConfiguration": { "level": level(rule.level.as_str()) },
    })
}

fn level(word: &str) -> &str {
    if word == "info" { "note" } else { word }
}

fn result(lint: &Lint, row: &Row<'_>, rules: &[&Rule]) -> Value {
    let mut text = format!("{}; {}", row.message, row.help);
    let mut related = Vec::new();
    for proof in &row.evidence {
        match proof {
            Proof::Project { file, line } => related.push(location(&uri(file), region(*line, None, None))),
            Proof::Store { file, line } => related.push(location(&uri(&path(lint, file)), region(*line, None, None))),
            Proof::Commit { commit } => text.push_str(&format!(" (commit {commit})")),
        }
    }
    json!({
        "ruleId": row.code,
        "ruleIndex": rules.iter().position(|rule| rule.code == row.code),
        "level": level(row.level),
        "message": { "text": text },
        "locations": [location(&uri(&path(lint, &row.file)), region(row.line, row.column, row.end_column))],
        "relatedLocations": related,
        "partialFingerprints": { "mem/v1": row.print() },
    })
}

fn location(uri: &str, region: Option<Value>) -> Value {
    let mut physical = json!({ "artifactLocation": { "uri": uri } });
    if let (Some(region), Some(object)) = (region, physical.as_object_mut()) {
        object.insert("region".into(), region);
    }
    json!({ "physicalLocation": physical })
}

fn region(line: Option<usize>, column: Option<usize>, end: Option<usize>) -> Option<Value> {
    let mut region = json!({ "startLine": line? });
    if let (Some(column), Some(end), Some(object)) = (column, end, region.as_object_mut()) {
        object.insert("startColumn".into(), column.into());
        object.insert("endColumn".into(), end.into());
    }
    Some(region)
}

/// A file of the store as those name it who stand at the project's top; outside of one, by its whole path.
pub(super) fn path(lint: &Lint, file: &str) -> String {
    match lint.base.as_deref() {
        Some("") => file.to_owned(),
        Some(base) => format!("{base}/{file}"),
        None => format!("{}/{file}", lint.dir),
    }
}

/// A path as a URI: relative, or a `file:` one.
fn uri(path: &str) -> String {
    let mut uri = if path.starts_with('/') { "file://".to_owned() } else { String::new() };
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            uri.push(char::from(byte));
        } else {
            uri.push_str(&format!("%{byte:02X}"));
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::uri;

    #[test]
    fn paths_become_uris() {
        assert_eq!(uri(".claude/memory/a b.md"), ".claude/memory/a%20b.md");
        assert_eq!(uri("/s/ü:1.md"), "file:///s/%C3%BC%3A1.md");
    }
}
