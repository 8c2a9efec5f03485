//! `mem lint --format`: GitHub's annotations, and SARIF read against what its schema demands.

use std::{collections::BTreeMap, fs};

use serde::Deserialize;

use crate::support::Mem;

/// The part of SARIF 2.1.0 that a log of ours may use: no property of another name, the required ones
/// there, the values among those allowed.
mod sarif {
    use super::{BTreeMap, Deserialize};

    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    pub(super) struct Log {
        #[serde(rename = "$schema")]
        pub(super) schema: String,
        pub(super) version: String,
        pub(super) runs: Vec<Run>,
    }

    #[derive(Deserialize)]
    #[serde(deny_unknown_fields, rename_all = "camelCase")]
    pub(super) struct Run {
        pub(super) tool: Tool,
        pub(super) column_kind: ColumnKind,
        pub(super) results: Vec<Finding>,
    }

    #[derive(Deserialize, PartialEq, Debug)]
    #[serde(rename_all = "camelCase")]
    pub(super) enum ColumnKind {
        Utf16CodeUnits,
        UnicodeCodePoints,
    }

    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    pub(super) struct Tool {
        pub(super) driver: Driver,
    }

    #[derive(Deserialize)]
    #[serde(deny_unknown_fields, rename_all = "camelCase")]
    pub(super) struct Driver {
        pub(super) name: String,
        pub(super) semantic_version: String,
        pub(super) rules: Vec<Descriptor>,
    }

    #[derive(Deserialize)]
    #[serde(deny_unknown_fields, rename_all = "camelCase")]
    pub(super) struct Descriptor {
        pub(super) id: String,
        pub(super) name: String,
        pub(super) short_description: Text,
        pub(super) full_description: Text,
        pub(super) help: Text,
        pub(super) default_configuration: Configuration,
    }

    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    pub(super) struct Configuration {
        pub(super) level: Level,
    }

    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    pub(super) struct Text {
        pub(super) text: String,
        #[allow(dead_code, reason = "reading it is the test")]
        pub(super) markdown: Option<String>,
    }

    #[derive(Deserialize, PartialEq, Debug)]
    #[serde(rename_all = "lowercase")]
    pub(super) enum Level {
        None,
        Note,
        Warning,
        Error,
    }

    #[derive(Deserialize)]
    #[serde(deny_unknown_fields, rename_all = "camelCase")]
    pub(super) struct Finding {
        pub(super) rule_id: String,
        pub(super) rule_index: usize,
        pub(super) level: Level,
        pub(super) message: Text,
        pub(super) locations: Vec<Location>,
        pub(super) related_locations: Vec<Location>,
        pub(super) partial_fingerprints: BTreeMap<String, String>,
    }

    #[derive(Deserialize)]
    #[serde(deny_unknown_fields, rename_all = "camelCase")]
    pub(super) struct Location {
        pub(super) physical_location: Physical,
    }

    #[derive(Deserialize)]
    #[serde(deny_unknown_fields, rename_all = "camelCase")]
    pub(super) struct Physical {
        pub(super) artifact_location: Artifact,
        pub(super) region: Option<Region>,
    }

    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    pub(super) struct Artifact {
        pub(super) uri: String,
    }

    #[derive(Deserialize)]
    #[serde(deny_unknown_fields, rename_all = "camelCase")]
    pub(super) struct Region {
        pub(super) start_line: usize,
        pub(super) start_column: Option<usize>,
        pub(super) end_column: Option<usize>,
    }
}

/// A reference as RFC 3986 has it: what is not plain is percent-encoded.
fn is_uri(uri: &str) -> bool {
    let plain = |b: u8| b.is_ascii_alphanumeric() || b"-._~/:%".contains(&b);
    !uri.is_empty() && uri.bytes().all(plain)
}

fn check(location: &sarif::Location) {
    let physical = &location.physical_location;
    assert!(is_uri(&physical.artifact_location.uri), "{}", physical.artifact_location.uri);
    if let Some(region) = &physical.region {
        assert!(region.start_line >= 1);
        if let (Some(start), Some(end)) = (region.start_column, region.end_column) {
            assert!(start >= 1 && end > start);
        }
    }
}

/// A store inside the project, with faults of each level and an odd file name.
fn project() -> Mem {
    let mem = Mem::project();
    let store = mem.cwd().join(".claude/memory");
    fs::create_dir_all(&store).unwrap();
    let said = "Releases are cut from the main branch every second Thursday by the captain of the week, after the smoke \
                tests on the staging cluster have been green for a whole day.";
    fs::write(mem.cwd().join("CLAUDE.md"), format!("{said}\n")).unwrap();
    let text = format!("---\nname: Releases, 50%: how\ndescription: How\ntype: project\n---\n\n{said}\n");
    fs::write(store.join("project_a b, ü.md"), text).unwrap();
    fs::write(store.join("user_x.md"), "---\nname: X\ndescription: d\ntype: usr\n---\ntext\n").unwrap();
    fs::write(store.join("user_y.md"), "no header\n").unwrap();
    mem
}

#[test]
fn sarif_is_what_the_schema_demands() {
    let mem = project();
    let ran = mem.run(["lint", "--format=sarif"]).code(1);
    let log: sarif::Log = serde_json::from_str(&ran.out).unwrap();
    assert_eq!((log.version.as_str(), log.runs.len()), ("2.1.0", 1));
    assert!(log.schema.ends_with("sarif-2.1.0.json") && is_uri(&log.schema));
    let run = &log.runs[0];
    let driver = &run.tool.driver;
    assert_eq!((driver.name.as_str(), driver.semantic_version.as_str()), ("mem", env!("CARGO_PKG_VERSION")));
    assert_eq!(run.column_kind, sarif::ColumnKind::UnicodeCodePoints);
    for rule in &driver.rules {
        for text in [&rule.id, &rule.name, &rule.short_description.text, &rule.full_description.text, &rule.help.text] {
            assert!(!text.is_empty(), "{}", rule.id);
        }
        assert_ne!(rule.default_configuration.level, sarif::Level::None, "{}", rule.id);
    }
    assert!(!run.results.is_empty());
    for result in &run.results {
        assert_eq!(driver.rules[result.rule_index].id, result.rule_id);
        assert!(!result.message.text.is_empty() && result.locations.len() == 1);
        result.locations.iter().chain(&result.related_locations).for_each(check);
        assert!(result.partial_fingerprints.values().all(|print| !print.is_empty()));
    }
    let told = run.results.iter().find(|r| r.rule_id.starts_with('D')).expect("what the project says already");
    let place = |location: &sarif::Location| location.physical_location.artifact_location.uri.clone();
    assert_eq!(place(&told.locations[0]), ".claude/memory/project_a%20b%2C%20%C3%BC.md");
    assert_eq!(place(&told.related_locations[0]), "CLAUDE.md");
    assert!(run.results.iter().any(|r| r.level == sarif::Level::Error));
    assert!(run.results.iter().all(|r| r.level != sarif::Level::None));
    // Outside of a project a file has its whole path.
    let alone = Mem::new();
    alone.file("user_a.md", "no header\n");
    let ran = alone.run(["-C", "/", "lint", "--format=sarif"]).ok();
    let log: sarif::Log = serde_json::from_str(&ran.out).unwrap();
    assert!(place(&log.runs[0].results[0].locations[0]).starts_with("file:///"));
}

#[test]
fn github_gets_a_command_a_line_that_nothing_breaks() {
    let mem = project();
    let ran = mem.run(["lint", "--format", "github"]).code(1);
    for line in ran.out.lines() {
        let rest = line.strip_prefix("::").unwrap_or_else(|| panic!("{line}"));
        let (head, message) = rest.split_once("::").unwrap();
        let (command, properties) = head.split_once(' ').unwrap();
        assert!(["error", "warning", "notice"].contains(&command), "{line}");
        assert!(!message.is_empty() && properties.starts_with("file=.claude/memory/"), "{line}");
        let keys: Vec<&str> = properties.split(',').map(|p| p.split('=').next().unwrap()).collect();
        assert!(keys.iter().all(|k| ["file", "line", "col", "endColumn", "title"].contains(k)), "{line}");
    }
    assert!(ran.out.contains("file=.claude/memory/project_a b%2C ü.md,line="), "{}", ran.out);
    // The document is the same by either name.
    assert_eq!(mem.run(["lint", "--format=json"]).code(1).out, mem.run(["lint", "--json"]).code(1).out);
    mem.run(["lint", "--format=json", "--json"]).code(2);
}
