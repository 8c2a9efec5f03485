//! The committed completions, manual pages and pages of rules are those that the code makes.
//! `SNAPSHOTS=overwrite cargo test generated` writes them anew.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use clap_complete::{Generator as _, Shell};
use clap_mangen::{
    Man,
    roff::{Roff, bold, roman},
};

use crate::{registry::commands, support::Mem};

const SHELLS: [Shell; 5] = [Shell::Bash, Shell::Zsh, Shell::Fish, Shell::PowerShell, Shell::Elvish];

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// Compares a folder with what it should hold, stale files included, or writes it.
fn check(name: &str, made: &BTreeMap<String, Vec<u8>>) {
    let folder = folder(name);
    if std::env::var("SNAPSHOTS").is_ok_and(|v| v == "overwrite") {
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        for (file, bytes) in made {
            fs::write(folder.join(file), bytes).unwrap();
        }
    }
    let entries = fs::read_dir(&folder).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap());
    let mut there: Vec<_> = entries.collect();
    there.sort();
    let anew = "SNAPSHOTS=overwrite cargo test generated";
    assert_eq!(there, made.keys().cloned().collect::<Vec<_>>(), "the files of {name}/; {anew}");
    for (file, bytes) in made {
        assert!(fs::read(folder.join(file)).unwrap() == *bytes, "{name}/{file} is not what the code makes; {anew}");
    }
}

fn script(shell: Shell) -> Vec<u8> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut mem::cli::command(), "mem", &mut script);
    script
}

#[test]
fn completions_are_current() {
    check("completions", &SHELLS.into_iter().map(|shell| (shell.file_name("mem"), script(shell))).collect());
}

#[test]
fn man_pages_are_current() {
    let mut whole = mem::cli::command().disable_help_subcommand(true);
    whole.build();
    let mut pages = BTreeMap::from([("mem.1".to_owned(), page(&whole))]);
    add_pages(&whole, "mem", &mut pages);
    check("man", &pages);
}

#[test]
fn rule_pages_are_current() {
    let mut pages = BTreeMap::from([("README.md".to_owned(), mem::lint::contents().into_bytes())]);
    pages.extend(mem::lint::rules::all().map(|r| (format!("{}.md", r.code), mem::lint::markdown(r).into_bytes())));
    check("docs/rules", &pages);
}

/// A page for each subcommand, and for the subcommands of those.
fn add_pages(command: &clap::Command, name: &str, pages: &mut BTreeMap<String, Vec<u8>>) {
    for command in command.get_subcommands().filter(|c| c.get_name() != "help") {
        let name = format!("{name}-{}", command.get_name());
        pages.insert(format!("{name}.1"), page(command));
        add_pages(command, &name, pages);
    }
}

fn page(command: &clap::Command) -> Vec<u8> {
    let man = Man::new(command.clone());
    let mut body = Vec::new();
    man.render_name_section(&mut body).unwrap();
    man.render_synopsis_section(&mut body).unwrap();
    man.render_description_section(&mut body).unwrap();
    man.render_options_section(&mut body).unwrap();
    let title = command.get_display_name().unwrap_or("mem");
    if title == "mem" {
        man.render_subcommands_section(&mut body).unwrap();
        body.extend(facts(command).to_roff().into_bytes());
    } else {
        if command.has_subcommands() {
            man.render_subcommands_section(&mut body).unwrap();
        }
        let see = Roff::new().control("SH", ["SEE ALSO"]).text([bold("mem"), roman("(1)")]).to_roff();
        body.extend(see.into_bytes());
    }
    // Each section brings the definition of an apostrophe; one is enough. The title is written here
    // since an empty date would be left out and move what follows it.
    let body = String::from_utf8(body).unwrap();
    let version = env!("CARGO_PKG_VERSION");
    let mut page =
        format!("{APOSTROPHE}.TH \"{}\" \"1\" \"\" \"mem {version}\" \"User Commands\"\n", title.to_uppercase());
    page.push_str(&body.replace(APOSTROPHE, ""));
    page.into_bytes()
}

/// How the generator defines an apostrophe, before each section.
const APOSTROPHE: &str = ".ie \\n(.g .ds Aq \\(aq\n.el .ds Aq '\n";

/// The facts at the end of `mem --help` as sections.
fn facts(command: &clap::Command) -> Roff {
    let text = command.get_after_long_help().unwrap().to_string();
    let mut roff = Roff::new();
    for line in text.lines().filter(|l| !l.is_empty()) {
        let entry = line.trim_start();
        let indent = line.len() - entry.len();
        if indent == 0 {
            roff.control("SH", [line.trim_end_matches(':').to_uppercase().as_str()]);
        } else if indent == 2 {
            let (name, meaning) = entry.split_once("  ").unwrap_or((entry, ""));
            roff.control("TP", []).text([bold(name)]);
            if !meaning.is_empty() {
                roff.text([roman(meaning.trim_start())]);
            }
        } else {
            roff.text([roman(entry)]);
        }
    }
    roff
}

#[test]
fn scripts_are_good_shell() {
    for (shell, file, args) in
        [("bash", "mem.bash", vec!["-n"]), ("zsh", "_mem", vec!["-n"]), ("fish", "mem.fish", vec!["--no-execute"])]
    {
        let checked = Command::new(shell).args(args).arg(folder("completions").join(file)).output();
        match checked {
            Ok(output) => assert!(output.status.success() && output.stderr.is_empty(), "{shell}: {output:?}"),
            // Only bash is sure to be there.
            Err(err) => assert_ne!(shell, "bash", "{err}"),
        }
    }
}

#[test]
fn completions_need_nothing_and_leave_nothing() {
    let empty = assert_fs::TempDir::new().unwrap();
    for shell in SHELLS {
        let mut mem = Command::new(env!("CARGO_BIN_EXE_mem"));
        let ran = mem.env_clear().current_dir(&empty).args(["completions", &shell.to_string()]).output().unwrap();
        assert!(ran.status.success() && ran.stderr.is_empty(), "{shell}: {ran:?}");
        assert!(ran.stdout == fs::read(folder("completions").join(shell.file_name("mem"))).unwrap(), "{shell}");
    }
    assert_eq!(fs::read_dir(&empty).unwrap().count(), 0);
}

#[test]
fn an_unknown_shell_is_told_which_there_are() {
    let ran = Mem::project().run(["completions", "tcsh"]).code(2);
    assert_eq!(ran.out, "");
    for shell in SHELLS {
        assert!(ran.err.contains(&shell.to_string()), "{shell}: {ran:?}");
    }
}

/// What bash offers for a line, from the script that `COMPLETE=bash mem` prints.
fn offered(mem: &Mem, line: &[&str]) -> Vec<String> {
    let script = r#"
        source <(COMPLETE=bash mem) || exit 9
        COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_TYPE=9; COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}
        function=$(complete -p mem); function=${function##*-F }; function=${function%% *}
        "$function" mem "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}" 2>/dev/null
        printf '%s\n' "${COMPREPLY[@]}"
    "#;
    let here = Path::new(env!("CARGO_BIN_EXE_mem")).parent().unwrap();
    let path = std::env::join_paths(
        [here.to_owned()].into_iter().chain(std::env::split_paths(&std::env::var_os("PATH").unwrap())),
    );
    let mut bash = Command::new("bash");
    bash.args(["--norc", "--noprofile", "-c", script, "bash"]).args(line).env_clear().current_dir(mem.cwd());
    bash.env("PATH", path.unwrap()).env("HOME", mem.home()).env("MEM_DIR", mem.store());
    let ran = bash.output().unwrap();
    assert!(ran.status.success(), "{ran:?}");
    let out = String::from_utf8(ran.stdout).unwrap();
    let mut offered: Vec<_> = out.lines().filter(|l| !l.is_empty()).map(str::to_owned).collect();
    offered.sort();
    offered
}

#[test]
fn bash_offers_commands_and_memories() {
    let mem = Mem::new();
    for slug in ["just", "a b", "c:d", "it's"] {
        mem.memory("feedback", slug, slug, "Some text", "Body");
    }
    let commands_offered = offered(&mem, &["mem", ""]);
    for command in commands() {
        assert!(commands_offered.contains(&command), "{command}: {commands_offered:?}");
    }
    let mut memories = offered(&mem, &["mem", "show", ""]);
    memories.retain(|word| !word.starts_with('-'));
    assert_eq!(memories, ["feedback_a b", "feedback_c:d", "feedback_it's", "feedback_just"]);
    assert_eq!(offered(&mem, &["mem", "show", "feedback_j"]), ["feedback_just"]);
}

#[test]
fn both_ways_to_help_say_the_same() {
    let mem = Mem::project();
    for command in commands() {
        let asked = mem.run(["help", &command]).ok().quiet();
        assert_eq!(asked.out, mem.run([command.as_str(), "--help"]).ok().quiet().out, "{command}");
    }
    assert_eq!(mem.run(["help"]).ok().quiet().out, mem.run(["--help"]).ok().quiet().out);
    assert_eq!(mem.run([""; 0]).ok().quiet().out, mem.run(["-h"]).ok().quiet().out);
}

/// Variables that the code reads, as far as one can tell by looking.
fn variables() -> Vec<String> {
    let mut names = Vec::new();
    for file in walkdir::WalkDir::new(folder("src")) {
        let file = file.unwrap().into_path();
        if file.extension().is_none_or(|e| e != "rs") || file.ends_with("tests.rs") {
            continue;
        }
        let text = fs::read_to_string(file).unwrap();
        for door in [".var(\"", ".text(\"", ".xdg(\"", "env: Some(\""] {
            let found = text.split(door).skip(1).map(|rest| rest.split('"').next().unwrap().to_owned());
            names.extend(found.filter(|name| name.bytes().all(|b| b.is_ascii_uppercase() || b == b'_')));
        }
    }
    names.sort();
    names.dedup();
    names
}

#[test]
fn help_and_manual_name_exit_codes_variables_and_files() {
    let help = Mem::project().run(["--help"]).ok().out;
    let manual = fs::read_to_string(folder("man/mem.1")).unwrap().replace("\\-", "-");
    for name in variables() {
        assert!(help.contains(&name), "mem --help does not name {name}");
        assert!(manual.contains(&name), "man/mem.1 does not name {name}");
    }
    for section in ["EXIT CODES", "ENVIRONMENT", "FILES", "GLOBAL OPTIONS"] {
        assert!(manual.contains(&format!("\n.SH \"{section}\"\n")) || manual.contains(&format!("\n.SH {section}\n")));
    }
    assert!(help.lines().all(|line| line.len() <= 100), "{help}");
}

#[test]
fn manual_pages_are_good_roff() {
    for page in fs::read_dir(folder("man")).unwrap() {
        let page = page.unwrap().path();
        let groff = Command::new("groff").args(["-man", "-ww", "-Tutf8", "-z"]).arg(&page).output();
        // Where there is no groff there is nothing to ask.
        if let Ok(output) = groff {
            assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{}", page.display());
        }
    }
}
