//! `mem ls`: for people on terminals of every width, and for programs.

use std::process::Command;

use serde_json::Value;
use unicode_width::UnicodeWidthStr as _;

use crate::support::{Mem, ran};

/// Five memories of every kind of letter.
fn store() -> Mem {
    let mem = Mem::new();
    let write = |file: &str, name: &str, description: &str, kind: &str, date: &str, body: &str| {
        mem.file(
            file,
            format!("---\nname: {name}\ndescription: {description}\ntype: {kind}\nmodified: {date}\n---\n{body}\n"),
        );
    };
    let long = "Kept short: ".to_owned() + &"many words of a description ".repeat(20);
    write("user_role.md", "Role", "Writes firmware in C", "user", "2026-11-29", "b");
    write(
        "feedback_部署.md",
        "部署流程和它的所有步骤以及例外情况还有更多的字",
        &format!("'{}'", "部署流程要先走预发环境，".repeat(10)),
        "feedback",
        "2026-11-28",
        "b",
    );
    write(
        "project_🐘.md",
        "Elephant 🐘 👨\u{200d}👩\u{200d}👧 e\u{301}",
        &format!("'{long}'"),
        "project",
        "2026-10-13",
        &"x".repeat(5_000),
    );
    write("reference_board.md", "a board", "Where tickets are", "reference", "2026-11-20", &"y".repeat(999));
    write("odd.md", "Odd", "d", "preference", "2026-11-29", "b");
    mem
}

/// Each row's columns start where those of the first row start, in columns of a terminal.
#[track_caller]
fn aligned(text: &str, width: usize) {
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines.len(), 7, "{text}");
    for line in &lines {
        assert!(line.width() <= width, "{} columns at {width}: {line}", line.width());
    }
    // Where the age ends: the column is aligned to the right.
    let ends = |line: &str| {
        let age = ["AGE", "today", "1d", "47d", "9d"].into_iter().filter_map(|age| {
            let at = line.match_indices(age).map(|(at, _)| at).find(|at| line[..*at].ends_with("  "))?;
            Some(line[..at + age.len()].width())
        });
        age.min().unwrap_or_else(|| panic!("no age in {line:?}"))
    };
    let first = ends(lines[0]);
    for line in &lines[..6] {
        assert_eq!(ends(line), first, "{text}");
    }
}

#[test]
fn a_table_fits_every_terminal() {
    let mem = store();
    for width in [50, 60, 80, 100, 120, 200] {
        let text = mem.on_terminal(width, &["--color", "never", "ls"]);
        aligned(&text, width.into());
        assert!(text.starts_with("TYPE"), "{text}");
        assert!(text.lines().last().unwrap().starts_with("5 memories in "), "{text}");
    }
    // Too narrow for all of it, and still a line a memory that does not wrap.
    let narrow = mem.on_terminal(40, &["--color", "never", "ls"]);
    aligned(&narrow, 40);
    // `COLUMNS` comes first.
    let columns = Mem::new().env("COLUMNS", "70");
    for (file, bytes) in mem.state() {
        columns.file(file.file_name().unwrap(), bytes);
    }
    aligned(&columns.on_terminal(200, &["--color", "never", "ls"]), 70);
    let piped = columns.run(["ls"]).ok().out;
    assert!(piped.lines().all(|line| line.width() <= 70), "{piped}");
}

#[test]
fn a_pipe_gets_everything_and_no_ornament() {
    let mem = store();
    let ran = mem.run(["ls"]).ok().quiet();
    assert_eq!(ran.out.lines().count(), 5);
    assert!(ran.out.contains(&"many words of a description ".repeat(19)));
    assert!(!ran.out.contains('…') && !ran.out.contains('\u{1b}') && !ran.out.contains("TYPE"));
    assert!(ran.out.lines().all(|line| line.trim_end() == line));
    assert!(ran.out.contains("preference?"), "{}", ran.out);
}

#[test]
fn marks_say_what_to_look_at() {
    let mem = store();
    let text = mem.run(["ls"]).ok().out;
    let line = |of: &str| text.lines().find(|l| l.contains(of)).unwrap().to_owned();
    assert!(line("Elephant").contains("KB  ~"), "{text}");
    assert!(line("Odd").contains("B  !"), "{text}");
    assert!(!line("Role").contains(['~', '!']), "{text}");
    let footer = mem.on_terminal(200, &["--color", "never", "ls"]);
    let footer = footer.lines().last().unwrap();
    assert!(footer.contains("~ older than a day") && footer.contains("! has a problem"), "{footer}");
}

#[test]
fn colours_only_where_they_are_wanted() {
    let mem = store();
    assert!(mem.on_terminal(100, &["ls"]).contains('\u{1b}'));
    for args in [&["--color", "never", "ls"][..], &["ls", "--json"], &["ls", "-z"], &["ls", "--format", "{name}"]] {
        assert!(!mem.on_terminal(100, args).contains('\u{1b}'), "{args:?}");
    }
    assert!(mem.run(["--color", "always", "ls"]).ok().out.contains('\u{1b}'));
}

#[test]
fn types_are_chosen_one_by_one() {
    let mem = store();
    let files = |args: &[&str]| -> Vec<String> {
        let ran = mem.run([&["ls", "--format", "{file}"], args].concat()).ok();
        ran.out.lines().map(Into::into).collect()
    };
    assert_eq!(files(&["-t", "user"]), ["user_role.md"]);
    assert_eq!(files(&["--type", "USER", "-t", "reference"]), ["user_role.md", "reference_board.md"]);
    assert_eq!(files(&["--stale"]), ["project_🐘.md", "reference_board.md"]);
    assert_eq!(files(&["--stale", "-t", "project"]), ["project_🐘.md"]);
    mem.run(["ls", "-t", "preference"]).code(2).says("possible values: user, feedback, project, reference");
}

#[test]
fn orders() {
    let mem = store();
    let names = |args: &[&str]| {
        let ran = mem.run([&["ls", "--format", "{file}"], args].concat()).ok();
        ran.out.lines().map(|l| l.split(['_', '.']).next().unwrap().to_owned()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(names(&[]), "user feedback project reference odd");
    assert_eq!(names(&["--sort", "type"]), names(&[]));
    assert_eq!(names(&["--reverse"]), "odd reference project feedback user");
    assert_eq!(names(&["--sort", "age"]), "odd user feedback reference project");
    assert_eq!(names(&["--sort", "age", "-r"]), "project reference feedback user odd");
    assert_eq!(names(&["--sort", "name"]), "reference project odd user feedback");
    assert_eq!(names(&["--sort", "size"]).split(' ').next(), Some("project"));
    mem.run(["ls", "--sort", "date"]).code(2).says("type, age, name, size");
}

#[test]
fn the_document_holds_every_key() {
    let mem = store();
    let document = mem.json(["ls", "-t", "reference"]);
    let path = mem.path("reference_board.md").display().to_string();
    let want = serde_json::json!({"schema": "mem.ls/1", "dir": mem.store(), "memories": [{
        "file": "reference_board.md", "path": path, "name": "a board", "description": "Where tickets are",
        "type": "reference", "type_known": true, "modified": "2026-11-20T00:00:00Z", "modified_source": "header",
        "age_days": 9, "size": 1090, "problems": []}]});
    assert_eq!(document, want);
    mem.file("bare.md", "x");
    let all = mem.json(["ls"]);
    let bare = all["memories"].as_array().unwrap().iter().find(|m| m["file"] == "bare.md").unwrap();
    assert_eq!((&bare["description"], &bare["type"], &bare["type_known"]), (&Value::Null, &Value::Null, &false.into()));
    assert_eq!(bare["modified_source"], "mtime");
}

#[test]
fn templates() {
    let mem = store();
    let line = |template: &str| mem.run(["ls", "-t", "reference", "--format", template]).ok().out;
    assert_eq!(line("{name}\\t{type}\\t{age}"), "a board\treference\t9 days ago\n");
    assert_eq!(line("{age_days}\\n{size}\\0 {modified} {modified_source}"), "9\n1090\0 2026-11-20T00:00:00Z header\n");
    assert_eq!(
        line("{{{file}}} \\\\ {description} 部署 [{problems}]"),
        "{reference_board.md} \\ Where tickets are 部署 []\n"
    );
    assert_eq!(line("{path}"), format!("{}\n", mem.path("reference_board.md").display()));
    assert_eq!(line(""), "\n");
    for (template, says) in [
        ("{nam}", "`{nam}` is no key"),
        ("{name", "without its `}`"),
        ("name}", "closes nothing"),
        ("\\q", "is no escape"),
        ("end\\", "is no escape"),
        ("{}", "is no key"),
    ] {
        let ran = mem.run(["ls", "--format", template]).code(2).says(says).says("--format");
        assert_eq!(ran.out, "");
    }
    mem.run(["ls", "--format", "x", "--json"]).code(2);
}

#[test]
fn an_empty_store() {
    let mem = Mem::new();
    let ran = mem.run(["ls"]).ok().quiet();
    assert_eq!(ran.out, "");
    assert_eq!(mem.json(["ls"])["memories"], serde_json::json!([]));
    assert_eq!(mem.run(["ls", "-z"]).ok().out, "");
    let text = mem.on_terminal(100, &["ls"]);
    assert!(text.contains("No memories in ") && text.contains("mem add -t"), "{text}");
    assert_eq!(mem.run(["ls", "--stale", "-t", "user"]).ok().out, "");
}

#[test]
fn a_filter_that_leaves_nothing_says_so() {
    let mem = Mem::new();
    mem.memory("user", "a", "A", "d", "b");
    let text = mem.on_terminal(100, &["ls", "-t", "project"]);
    assert!(text.contains("None of the 1 memory in ") && !text.contains("Save the first one"), "{text}");
}

#[test]
fn a_second_store_is_named_on_a_terminal() {
    let mem = Mem::project();
    let team = mem.cwd().join(".claude/memory");
    std::fs::create_dir_all(&team).unwrap();
    std::fs::write(team.join("user_a.md"), "---\nname: A\n---\n").unwrap();
    let slug: String =
        mem.cwd().to_str().unwrap().chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
    let claude = mem.home().join(".claude/projects").join(slug).join("memory");
    std::fs::create_dir_all(&claude).unwrap();
    std::fs::write(claude.join("user_b.md"), "---\nname: B\n---\n").unwrap();
    let text = mem.on_terminal(200, &["--color", "never", "ls"]);
    assert!(
        text.contains("1 more") && text.contains(claude.to_str().unwrap()) && text.contains("not in use"),
        "{text}"
    );
    mem.run(["ls"]).ok().quiet();
    let explained = mem.run(["dir", "--explain"]).ok().out;
    assert!(explained.contains(claude.to_str().unwrap()), "{explained}");
}

#[test]
fn it_never_reads_stdin() {
    let mem = store();
    let mut sleeper = Command::new("sleep").arg("30").stdout(std::process::Stdio::piped()).spawn().unwrap();
    let mut command = mem.process();
    let output = command.stdin(sleeper.stdout.take().unwrap()).arg("ls").output().unwrap();
    ran(output).ok();
    sleeper.kill().unwrap();
    sleeper.wait().unwrap();
}

#[test]
fn many_memories_in_a_closing_pipe() {
    let mem = Mem::new();
    for i in 0..300 {
        mem.memory("user", &format!("m{i:03}"), &format!("M {i}"), &"d ".repeat(400), "b");
    }
    let script = "\"$@\" | head -c 1 >/dev/null; true";
    let memory = mem.process();
    let mut shell = Command::new("bash");
    shell
        .args(["-o", "pipefail", "-c", &script.replace("; true", ""), "sh"])
        .arg(memory.get_program())
        .args(memory.get_args());
    let ran = ran(shell.arg("ls").env("HOME", mem.home()).output().unwrap());
    assert!([0, 141].contains(&ran.code) && ran.err.is_empty(), "{ran:?}");
}
