//! A new thing is one file and one line: lists and folders hold the same.

use std::{collections::BTreeSet, fs, path::Path};

fn read(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap()
}

/// The Rust files and folders of a folder, without `mod`.
fn modules(folder: &str) -> BTreeSet<String> {
    let entries = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)).unwrap();
    let names = entries.map(|e| e.unwrap().path().with_extension("").file_name().unwrap().to_str().unwrap().to_owned());
    names.filter(|name| !["mod", "tests"].contains(&name.as_str())).collect()
}

/// The commands as clap knows them.
pub(crate) fn commands() -> BTreeSet<String> {
    mem::cli::command().get_subcommands().map(|c| c.get_name().to_owned()).collect()
}

#[test]
fn a_command_is_a_file_and_a_line() {
    assert_eq!(commands(), modules("src/cli/commands"));
    let list = read("src/cli/commands/mod.rs");
    for name in commands() {
        let by_itself = format!("one!(\"{name}\", {name}, ");
        for part in [format!("mod {name};"), format!("({name}::Args)"), format!("=> {name}::run("), by_itself] {
            assert!(list.contains(&part), "src/cli/commands/mod.rs has no `{part}`");
        }
    }
}

#[test]
fn an_agent_is_a_file_and_a_line() {
    let names: Vec<_> = mem::agents::AGENTS.iter().map(|agent| agent.name.to_owned()).collect();
    let mut files = modules("src/agents");
    // What all of them share lies in folders.
    files.retain(|name| Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("src/agents/{name}.rs")).is_file());
    assert_eq!(names.iter().cloned().collect::<BTreeSet<_>>(), files);
    assert_eq!(names.len(), files.len(), "each is listed once");
}

#[test]
fn every_agent_has_a_page_which_shows_how_it_comes_and_goes() {
    let pages = modules("docs/agents");
    let names = mem::ops::hook::setup::targets().map(|target| target.name().to_owned());
    assert_eq!(names.collect::<BTreeSet<_>>(), pages);
    let list = read("docs/hooks.md");
    for name in pages {
        let page = read(&format!("docs/agents/{name}.md"));
        for part in [format!("mem hook install {name}"), format!("mem hook uninstall {name}")] {
            assert!(page.contains(&part), "{name}: {part}");
        }
        assert!(list.contains(&format!("(agents/{name}.md)")), "docs/hooks.md leads to no page on {name}");
    }
}

#[test]
fn a_reading_form_belongs_to_an_operation() {
    let ops = modules("src/ops");
    for form in modules("src/output/human") {
        assert!(ops.contains(&form), "src/output/human/{form}.rs has no operation in src/ops");
    }
}

#[test]
fn every_outcome_has_its_schema() {
    let list = read("src/ops/schema.rs");
    for file in walkdir::WalkDir::new(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/ops")) {
        let file = file.unwrap().into_path();
        if !file.is_file() {
            continue;
        }
        let text = fs::read_to_string(&file).unwrap();
        for outcome in text.lines().filter_map(|l| l.strip_prefix("impl Outcome for ")) {
            let name = outcome.trim_end_matches([' ', '{']);
            assert!(list.contains(&format!("entry::<{name}>()")), "{name} is missing in src/ops/schema.rs");
        }
    }
}

#[test]
fn every_command_has_a_page_and_completions() {
    for name in commands() {
        assert!(read(&format!("man/mem-{name}.1")).starts_with(".ie"), "{name}");
        assert!(read("man/mem.1").contains(&format!("mem\\-{name}(1)")), "{name}");
        assert!(read("completions/mem.bash").contains(&format!("mem,{name})")), "{name}");
        assert!(read("completions/_mem").contains(&format!("({name})")), "{name}");
        assert!(read("completions/mem.fish").contains(&format!("-a \"{name}\"")), "{name}");
    }
}
