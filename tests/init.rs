//! `mem init`: the store, the agents, and a recall to see that it works.

use std::{fs, os::unix::fs::PermissionsExt as _, path::PathBuf};

use crate::support::Mem;

/// A home in which two agents have left files.
fn home() -> Mem {
    let mem = Mem::project().env("PATH", "/usr/bin:/bin").env("NO_COLOR", "1");
    fs::create_dir_all(mem.home().join(".claude")).unwrap();
    fs::create_dir_all(mem.home().join(".codex")).unwrap();
    mem
}

fn claude(mem: &Mem) -> PathBuf {
    mem.home().join(".claude/settings.json")
}

#[test]
fn named_agents_are_set_up_and_a_second_run_changes_nothing() {
    let mem = home();
    let first = mem.run(["init", "--agent", "claude,gemini", "--yes"]).ok();
    assert!(first.out.contains("made ") && first.out.contains("installed claude: "), "{first:?}");
    assert!(first.out.contains("installed gemini: ") && first.out.contains("mem add -t feedback"), "{first:?}");
    let texts = [fs::read(claude(&mem)).unwrap(), fs::read(mem.home().join(".gemini/settings.json")).unwrap()];
    assert!(!mem.home().join(".codex/hooks.json").exists());
    let dir = mem.json(["dir"]);
    assert_eq!((&dir["exists"], &dir["rule"]), (&true.into(), &"recorded".into()), "{dir}");
    let mode = fs::metadata(dir["dir"].as_str().unwrap()).unwrap().permissions().mode();
    assert_eq!(mode & 0o077, 0, "for nobody else to read");

    let second = mem.run(["init", "--agent", "claude,gemini", "--yes"]).ok().quiet();
    assert!(second.out.starts_with("using ") && second.out.matches("unchanged ").count() == 2, "{second:?}");
    assert_eq!([fs::read(claude(&mem)).unwrap(), fs::read(mem.home().join(".gemini/settings.json")).unwrap()], texts);
}

#[test]
fn agents_in_use_are_found() {
    let mem = home();
    fs::create_dir_all(mem.cwd().join(".cursor")).unwrap();
    fs::write(mem.cwd().join(".cursor/hooks.json"), "{}").unwrap();
    let bin = mem.root().join("bin");
    fs::create_dir(&bin).unwrap();
    fs::write(bin.join("opencode"), "").unwrap();
    let mem = mem.env("PATH", format!("{}:/usr/bin:/bin", bin.display()));
    let done = mem.json(["init", "--yes"]);
    let names: Vec<_> = done["agents"].as_array().unwrap().iter().map(|w| w["agent"].as_str().unwrap()).collect();
    assert_eq!(names, ["claude", "codex", "cursor", "opencode"]);
}

#[test]
fn nothing_is_written_for_a_look() {
    let mem = home();
    let shown = mem.run(["init", "--dry-run"]).ok();
    assert!(shown.out.contains("would use ") && shown.out.contains("would install codex: "), "{shown:?}");
    assert!(!claude(&mem).exists() && !mem.home().join(".local").exists());
}

#[test]
fn an_agents_own_memory_is_adopted_and_tried() {
    let mem = home();
    let project = mem.cwd();
    let slug: String =
        project.to_str().unwrap().chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
    let store = mem.home().join(".claude/projects").join(slug).join("memory");
    fs::create_dir_all(&store).unwrap();
    fs::write(store.join("user_a.md"), "---\nname: Quokka\ndescription: Likes quokkas\ntype: user\n---\nThey smile.\n")
        .unwrap();
    let done = mem.run(["init", "--agent=claude", "--yes"]).ok();
    assert!(done.out.contains(&format!("using {} (1 memory)", store.display())), "{done:?}");
    assert!(done.out.ends_with("recall: Likes quokkas\n  user_a.md\n"), "{done:?}");
    assert_eq!(mem.json(["dir"])["rule"], "recorded");
}

#[test]
fn the_store_alone() {
    let mem = home();
    let done = mem.run(["init", "--agent", "none", "--yes"]).ok().quiet();
    assert!(done.out.starts_with("made ") && !done.out.contains("installed"), "{done:?}");
    mem.run(["init", "--agent", "nosuch", "--yes"]).code(2).says("opencode");
    mem.run(["init"]).code(2).says("nobody can be asked").says("mem init --agent claude,codex --yes");
    mem.run(["init", "--agent=git", "--yes"]).code(1).says("not a git repository");
}

#[test]
fn a_terminal_is_asked_which() {
    let mem = home();
    let mut session = mem.terminal(120, &["init"]);
    session.expect("Which agents are to use the memory");
    session.expect("Claude Code  (found here)");
    session.expect("the hooks of git in this project");
    // Those that were found are marked already.
    session.press_until_it_shows("\r", "Also work behind the agent");
    // No is the answer of who says nothing.
    let seen = session.press_until_it_ends("\r");
    assert!(seen.contains("installed claude: ") && seen.contains("installed codex: "), "{seen}");
    assert!(!seen.contains("turned on") && !mem.home().join(".config").exists(), "{seen}");
    assert!(claude(&mem).exists() && mem.home().join(".codex/hooks.json").exists());
    assert!(!mem.home().join(".gemini").exists());
}

#[test]
fn a_single_agent_can_be_left_out_or_taken_in() {
    let mem = home();
    let mut session = mem.terminal(120, &["init"]);
    session.expect("the hooks of git in this project");
    // The first of the list is Claude Code, the third is Gemini CLI, which was not found.
    session.press_until_it_shows(" ", "⬚ Claude Code  (found here)");
    session.expect("✔ Codex CLI  (found here)");
    session.send("jj");
    session.press_until_it_shows(" ", "✔ Gemini CLI");
    let seen = session.press_until_it_ends("\r");
    assert!(seen.contains("installed codex: ") && seen.contains("installed gemini: "), "{seen}");
    assert!(!claude(&mem).exists());
    assert!(mem.home().join(".codex/hooks.json").exists() && mem.home().join(".gemini/settings.json").exists());
}

#[test]
fn who_would_rather_not_changes_nothing() {
    let mem = home();
    for (args, question, key) in [
        (&["init", "--agent=claude"][..], "Set up Claude Code", "n"),
        (&["init"], "the hooks of git in this project", "\u{1b}"),
    ] {
        let mut session = mem.terminal(120, args);
        session.expect(question);
        let seen = session.press_until_it_ends(key);
        assert!(seen.contains("nothing was changed"), "{seen}");
        assert!(!claude(&mem).exists() && !mem.home().join(".local").exists());
    }
}

#[test]
fn what_works_behind_the_agent_is_turned_on_by_who_asks_for_it() {
    let mem = home();
    let switches = |mem: &Mem| {
        mem.json(["hook", "status"])["behind"].as_array().unwrap().iter().filter(|s| s["on"] == true).count()
    };
    mem.run(["init", "--agent=claude", "--yes"]).ok();
    assert_eq!(switches(&mem), 0);
    let look = mem.run(["init", "--agent=claude", "--background", "--dry-run"]).ok();
    assert!(look.out.contains("would turn on extract.on_compact, extract.on_stop, gc.auto\n"), "{look:?}");
    assert_eq!(switches(&mem), 0);
    let done = mem.run(["init", "--agent=claude", "--background", "--yes"]).ok();
    assert!(done.out.contains("turned on extract.on_compact, extract.on_stop, gc.auto\n"), "{done:?}");
    assert_eq!(switches(&mem), 3);
    let again = mem.run(["init", "--agent=claude", "--background", "--yes"]).ok();
    assert!(!again.out.contains("turned on"), "{again:?}");
    // One who is asked may say yes; where all is on, nobody is asked.
    let mem = home();
    let mut session = mem.terminal(160, &["init", "--agent=claude"]);
    session.expect("Set up Claude Code");
    session.press_until_it_shows("y", "Also work behind the agent");
    let seen = session.press_until_it_ends("y");
    assert!(seen.contains("turned on extract.on_compact"), "{seen}");
    assert_eq!(switches(&mem), 3);
    let mut session = mem.terminal(160, &["init", "--agent=claude"]);
    session.expect("Set up Claude Code");
    assert!(!session.press_until_it_ends("y").contains("Also work"));
}
