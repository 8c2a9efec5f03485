//! What a page says is what the program does: the shell blocks of README and docs are run.
//!
//! ```` ```console ```` blocks are sessions on a terminal: `$ ` commands and what they print.
//! ```` ```sh ```` blocks are commands that must succeed. `SNAPSHOTS=overwrite cargo test docs` writes the
//! sessions anew. `cargo` lines are not run from within a test run: `.ci/run` runs them.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::{Duration, SystemTime},
};

use tempfile::TempDir;

use crate::{
    registry::commands,
    support::{NOW, Terminal},
};

/// As long as the home of a test is, so that what is cut to the line's width is cut alike.
const HOME: &str = "/home/robin";
/// Stands for the hash of the project's path.
const HASH: &str = "3f1c0a9e5b7d2846";
const COLUMNS: u16 = 96;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The pages that people have written: those of the rules are made by the code.
fn pages() -> Vec<PathBuf> {
    let below = walkdir::WalkDir::new(root().join("docs")).into_iter();
    let below = below.filter_entry(|entry| entry.file_name() != "rules");
    let mut pages: Vec<_> = below.map(|e| e.unwrap().into_path()).collect();
    pages.push(root().join("README.md"));
    pages.retain(|page| page.extension().is_some_and(|e| e == "md"));
    pages.sort();
    pages
}

/// The machine of somebody who has cloned the repository to `~/mem`.
struct Machine {
    home: TempDir,
}

impl Machine {
    fn new() -> Self {
        let now = NOW.parse::<jiff::Timestamp>().unwrap().as_second();
        let now = SystemTime::UNIX_EPOCH + Duration::from_secs(now.try_into().unwrap());
        let home = tempfile::Builder::new().prefix("m").rand_bytes(5).tempdir_in("/tmp").unwrap();
        let store = home.path().join("mem/examples/store");
        fs::create_dir_all(&store).unwrap();
        for file in fs::read_dir(root().join("examples/store")).unwrap() {
            let file = file.unwrap();
            let copy = store.join(file.file_name());
            fs::copy(file.path(), &copy).unwrap();
            // A memory without a date is as old as its file.
            fs::File::options().append(true).open(copy).unwrap().set_modified(now).unwrap();
        }
        // Where a person has it, so that a page names no directory of this machine.
        let bin = home.path().join(".local/bin");
        fs::create_dir_all(&bin).unwrap();
        std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_mem"), bin.join("mem")).unwrap();
        Self { home }
    }

    fn shell(&self, script: &str) -> Command {
        let here = self.home.path().join(".local/bin");
        let path = std::env::var_os("PATH").unwrap_or_default();
        let path = std::env::join_paths([here].into_iter().chain(std::env::split_paths(&path))).unwrap();
        let mut command = Command::new("bash");
        command.args(["--norc", "--noprofile", "-c", script]).current_dir(self.home.path().join("mem"));
        command.env_clear().env("PATH", path).env("HOME", self.home.path()).env("MEM_NOW", NOW);
        // What a page shows does not depend on what a worker has made meanwhile.
        command.env("MEM_RECALL_MEANING", "off");
        command.env("NO_COLOR", "1").env("TERM", "xterm").env("LC_ALL", "C.UTF-8");
        command
    }

    /// What a terminal shows of it.
    fn shown(&self, script: &str) -> String {
        let text = Terminal::start(self.shell(script), COLUMNS).rest();
        self.told(&text)
    }

    /// The text with the names of this machine replaced by those of the pages.
    fn told(&self, text: &str) -> String {
        let text = text.replace(self.home.path().to_str().unwrap(), HOME);
        let mut parts = text.split("projects/");
        let mut told = parts.next().unwrap().to_owned();
        for part in parts {
            let hash = part.get(..16).filter(|h| h.bytes().all(|b| b.is_ascii_hexdigit()));
            told.push_str("projects/");
            told.push_str(hash.map_or("", |_| HASH));
            told.push_str(&part[hash.map_or(0, str::len)..]);
        }
        told
    }
}

/// Runs the blocks of a page in their order; the page as it should be.
fn run(page: &Path) -> String {
    let machine = Machine::new();
    let text = fs::read_to_string(page).unwrap();
    let mut made = String::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        made.push_str(line);
        made.push('\n');
        let Some(language) = line.strip_prefix("```").filter(|l| !l.is_empty()) else { continue };
        let block: Vec<_> = lines.by_ref().take_while(|l| *l != "```").collect();
        match language {
            "console" => made.push_str(&session(&machine, &block)),
            "sh" => made.push_str(&script(&machine, &block, page)),
            _ => made.extend(block.iter().map(|l| format!("{l}\n"))),
        }
        made.push_str("```\n");
    }
    made
}

fn session(machine: &Machine, block: &[&str]) -> String {
    let commands = block.iter().filter_map(|l| l.strip_prefix("$ "));
    commands.map(|command| format!("$ {command}\n{}", machine.shown(command))).collect()
}

fn script(machine: &Machine, block: &[&str], page: &Path) -> String {
    let (cargo, script): (Vec<&str>, Vec<&str>) = block.iter().copied().partition(|l: &&str| l.starts_with("cargo "));
    for line in cargo {
        assert!(line.contains(" --locked"), "{}: {line}", page.display());
    }
    let script = format!("set -euo pipefail\n{}", script.into_iter().map(|l| format!("{l}\n")).collect::<String>());
    let output = machine.shell(&script).stdin(Stdio::null()).output().unwrap();
    assert!(output.status.success(), "{}:\n{script}\n{output:?}", page.display());
    block.iter().map(|l| format!("{l}\n")).collect()
}

#[test]
fn pages_show_what_the_program_does() {
    for page in pages() {
        let made = run(&page);
        if std::env::var("SNAPSHOTS").is_ok_and(|v| v == "overwrite") {
            fs::write(&page, &made).unwrap();
        }
        let there = fs::read_to_string(&page).unwrap();
        let diff = similar::TextDiff::from_lines(&there, &made);
        assert!(made == there, "{} is not what happens:\n{}", page.display(), diff.unified_diff());
    }
}

/// The two commands that the README gives for a fresh machine.
fn fresh() -> Vec<String> {
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    let section = readme.split("\n## ").find(|s| s.starts_with("From a fresh clone")).unwrap();
    section.lines().filter(|l| l.starts_with("cargo ")).map(str::to_owned).collect()
}

#[test]
fn two_commands_for_a_fresh_machine_which_ci_runs() {
    let [demo, test] = &fresh()[..] else { panic!("two commands: {:?}", fresh()) };
    assert_eq!(test, "cargo test --locked");
    let ci = fs::read_to_string(root().join(".ci/run")).unwrap();
    for command in [demo, test] {
        assert!(ci.lines().any(|l| l == command), ".ci/run does not run `{command}`");
    }
    let recall = demo.replace("cargo run --release --locked --", "mem");
    let machine = Machine::new();
    let output = machine.shell(&recall).stdin(Stdio::null()).output().unwrap();
    let out = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && out.starts_with("Memory (saved "), "{recall}: {out}");
}

#[test]
fn the_command_table_is_whole() {
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    let rows = readme.lines().filter_map(|l| l.strip_prefix("| `mem ")?.split(['`', ' ']).next());
    assert_eq!(rows.map(str::to_owned).collect::<std::collections::BTreeSet<_>>(), commands());
}

#[test]
fn every_setting_is_explained() {
    let text: String = pages().into_iter().map(|page| fs::read_to_string(page).unwrap()).collect();
    for key in mem::config::KEYS {
        assert!(text.contains(&format!("`{}`", key.name)), "{}", key.name);
    }
}

#[test]
fn links_lead_somewhere() {
    for page in pages() {
        let text = fs::read_to_string(&page).unwrap();
        // Every other piece is a block.
        let prose: String = text.split("```").step_by(2).collect();
        for link in prose.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let file = link.split('#').next().unwrap();
            let outside = file.is_empty() || file.contains("://");
            assert!(outside || page.parent().unwrap().join(file).exists(), "{}: {link}", page.display());
        }
    }
}

#[test]
fn the_example_store_is_as_mem_keeps_it() {
    let machine = Machine::new();
    let store = machine.home.path().join("mem/examples/store");
    let mem = |args: &str| machine.told(&String::from_utf8(machine.shell(args).output().unwrap().stdout).unwrap());
    let listed = mem("mem --dir examples/store ls --format '{file}\\t{type}\\t{problems}'");
    let index = fs::read_to_string(store.join("MEMORY.md")).unwrap();
    for line in listed.lines() {
        let cells: Vec<_> = line.split('\t').collect();
        assert!(index.contains(&format!("]({}) — ", cells[0])), "{} is not in MEMORY.md", cells[0]);
        assert_eq!(cells[2], "", "{line}");
    }
    assert_eq!(listed.lines().count(), index.matches("](").count());
    for kind in ["user", "feedback", "project", "reference"] {
        assert!(listed.contains(&format!("\t{kind}\t")), "{kind}");
    }
}

#[test]
fn the_repository_speaks_of_the_product_alone() {
    for page in pages().into_iter().chain([root().join("CHANGELOG.md")]) {
        let text = fs::read_to_string(&page).unwrap();
        assert!(!text.contains("/work/"), "{}", page.display());
    }
}
