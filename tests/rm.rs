//! `mem rm`, and that what it prints really brings everything back.

use std::{
    fs,
    os::unix::{fs::symlink, process::ExitStatusExt as _},
    process::Command,
};

use crate::support::{Mem, Ran, Terminal, ran};

/// Two memories and an index that a person has written.
fn store() -> Mem {
    let mem = Mem::new();
    mem.memory("user", "tea", "Tea", "Drinks tea", "Green.");
    mem.memory("user", "coffee", "Coffee", "Drinks coffee", "Black.");
    mem.file(
        "MEMORY.md",
        "# Mine\r\n\r\n- [Tea](user_tea.md) my own words\r\n  and more\r\n- [Coffee](user_coffee.md)\r\n\r\nend",
    );
    mem
}

/// Pastes what `rm` printed into a shell that knows nothing else.
fn paste(mem: &Mem, ran: &Ran) -> Ran {
    let undo = ran.out.lines().find_map(|l| l.strip_prefix("undo: ")).unwrap_or_else(|| panic!("{ran:?}"));
    in_shell(mem, undo)
}

fn in_shell(mem: &Mem, script: &str) -> Ran {
    let bin = std::path::Path::new(env!("CARGO_BIN_EXE_mem")).parent().unwrap();
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap());
    let mut sh = Command::new("sh");
    sh.env_clear().env("PATH", path).env("HOME", mem.home()).current_dir("/").arg("-c").arg(script);
    self::ran(sh.output().unwrap())
}

#[test]
fn by_name_stem_file_and_prefix() {
    for argument in ["Tea", "user_tea", "user_tea.md", "./user_tea.md", "tea", "te"] {
        let mem = store();
        let removed = mem.run(["rm", argument]).ok().quiet();
        assert!(removed.out.starts_with("removed user_tea.md\nundo: mem --dir "), "{removed:?}");
        assert_eq!(mem.files(), ["user_coffee.md"]);
    }
    let mem = store();
    mem.run(["rm", mem.path("user_tea.md").to_str().unwrap()]).ok();
    assert_eq!(mem.files(), ["user_coffee.md"]);
}

#[test]
fn only_its_own_index_line_goes_and_the_undo_brings_every_byte_back() {
    let mem = store();
    let before = mem.state();
    let removed = mem.run(["rm", "tea"]).ok();
    assert_eq!(mem.read("MEMORY.md"), "# Mine\r\n\r\n- [Coffee](user_coffee.md)\r\n\r\nend");
    paste(&mem, &removed).ok();
    assert_eq!(mem.state(), before);
}

#[test]
fn a_line_comes_back_also_when_the_index_changed_meanwhile() {
    let mem = store();
    let removed = mem.run(["rm", "coffee"]).ok();
    mem.add("project", "New", "d", "b");
    paste(&mem, &removed).ok();
    let index = mem.read("MEMORY.md");
    assert!(index.contains("  and more\r\n- [Coffee](user_coffee.md)\r\n"), "{index}");
    assert!(index.contains("- [New](project_new.md) — d\r\n"), "{index}");
}

#[test]
fn several_at_once() {
    let mem = store();
    let before = mem.state();
    mem.run(["rm", "tea", "coffee"]).code(1).says("would remove 2 memories").says("-y removes them");
    mem.run(["rm", "-y", "tea", "nosuch"]).code(1).says("no memory `nosuch`");
    mem.run(["rm", "-y", "tea", "MEMORY.md"]).code(1).says("is not a memory");
    assert_eq!(mem.state(), before);
    let removed = mem.run(["rm", "-y", "tea", "coffee", "Tea"]).ok();
    assert_eq!(removed.out.matches("removed").count(), 2, "{removed:?}");
    assert_eq!(mem.read("MEMORY.md"), "# Mine\r\n\r\n\r\nend");
    paste(&mem, &removed).ok();
    assert_eq!(mem.state(), before);
    // The same one twice is one, and needs no answer.
    mem.run(["rm", "tea", "Tea"]).ok();
}

#[test]
fn what_is_no_memory_stays() {
    let mem = store();
    fs::write(mem.root().join("victim.md"), "keep").unwrap();
    mem.file("notes.txt", "x").file(".hidden.md", "x");
    let before = mem.state();
    let outside = mem.root().join("victim.md");
    for argument in ["../victim.md", outside.to_str().unwrap(), "/etc/hostname", "MEMORY.md", ".", "", "..", "sub"] {
        mem.run(["rm", "-y", argument]).code(1).says("error:");
    }
    for argument in ["notes.txt", ".hidden.md", "nosuch"] {
        mem.run(["rm", "-y", argument]).code(1).says("no memory");
    }
    assert_eq!(mem.state(), before);
    assert!(outside.exists());
    mem.run(["rm"]).code(2);
    // A store that is not there is not made, and neither is a history.
    let missing = mem.root().join("missing");
    mem.run(["--dir", missing.to_str().unwrap(), "rm", "x"]).code(1).says("no memory");
    assert!(!missing.exists() && !mem.home().join(".local").exists());
}

#[test]
fn odd_names_can_be_undone_in_a_shell() {
    for file in [
        "user a b.md",
        "user_'quoted'.md",
        "user_\"double\".md",
        "-leading.md",
        "--force.md",
        "@at.md",
        "user_a@main.md",
        "user_部署.md",
        "user_ü€🐘.md",
        "user_$HOME`x`\\y;&|*?.md",
        "two  blanks.md",
        "tab\there.md",
        "new\nline.md",
        "sub/deep er/user_x.md",
        "UPPER.MD",
    ] {
        let mem = store();
        mem.file(file, "---\nname: n\ndescription: d\ntype: user\n---\nb");
        let before = mem.state();
        let removed = mem.run(["rm", "--", &format!("./{file}")]).ok();
        assert!(!mem.path(file).exists());
        paste(&mem, &removed).ok();
        assert_eq!(mem.state(), before, "{file}");
    }
}

#[test]
fn the_undo_means_the_removed_one_whatever_else_there_is() {
    let mem = store();
    mem.memory("user", "te", "Te", "d", "short");
    mem.file("sub/user_te.md", "---\nname: Other\ndescription: d\ntype: user\n---\nb");
    let before = mem.state();
    let removed = mem.run(["rm", "user_te.md"]).ok();
    paste(&mem, &removed).ok();
    assert_eq!(mem.state(), before);
}

#[test]
fn the_undo_works_without_dir_and_behind_another_directory() {
    let mem = Mem::project();
    mem.run(["add", "-t", "user", "-n", "A", "-d", "d", "-m", "b"]).ok();
    let removed = mem.run(["rm", "A"]).ok();
    assert_eq!(removed.out, "removed user_a.md\nundo: mem restore user_a.md\n");
    mem.run(["restore", "user_a.md"]).ok();
    let cwd = mem.cwd();
    let removed = crate::support::ran(
        mem.process().current_dir("/").args(["-C", cwd.to_str().unwrap(), "rm", "A"]).output().unwrap(),
    );
    assert_eq!(removed.out, format!("removed user_a.md\nundo: mem -C {} restore user_a.md\n", cwd.display()));
    paste(&mem, &removed).ok();
    let dir = mem.json(["dir"])["dir"].as_str().unwrap().to_owned();
    let mem = mem.env("MEM_DIR", &dir);
    let removed = mem.run(["rm", "A"]).ok();
    assert!(removed.out.contains(&format!("undo: mem --dir {dir} restore")), "{removed:?}");
}

#[test]
fn a_link_goes_and_not_what_it_leads_to() {
    let mem = store();
    symlink("user_tea.md", mem.path("user_link.md")).unwrap();
    mem.run(["rm", "user_link"]).ok();
    assert!(mem.path("user_link.md").symlink_metadata().is_err());
    assert!(mem.read("user_tea.md").contains("Green."));
}

#[test]
fn what_no_history_holds_needs_force() {
    let mem = store();
    let odd = std::os::unix::ffi::OsStrExt::as_bytes;
    let name = <std::ffi::OsStr as std::os::unix::ffi::OsStrExt>::from_bytes(b"user_\xff.md");
    assert_eq!(odd(name).len(), 9);
    fs::write(mem.store().join(name), "x").unwrap();
    mem.run([std::ffi::OsStr::new("rm"), name]).code(1).says("no history holds").says("--force");
    assert!(mem.store().join(name).exists());
    let ran = mem.run([std::ffi::OsStr::new("rm"), std::ffi::OsStr::new("--force"), name]).ok();
    assert!(!ran.out.contains("undo"), "{ran:?}");
    assert!(!mem.store().join(name).exists());
}

/// What was removed before the trouble is noted, and can be undone.
#[test]
fn trouble_half_way_leaves_no_loose_ends() {
    if !crate::support::permissions_bind() {
        return;
    }
    let mem = store();
    mem.file("sub/user_x.md", "x");
    let lock = |mode| {
        let mode = <fs::Permissions as std::os::unix::fs::PermissionsExt>::from_mode(mode);
        fs::set_permissions(mem.path("sub"), mode).unwrap();
    };
    lock(0o555);
    mem.run(["rm", "-y", "tea", "user_x"]).code(3).says("user_x.md");
    lock(0o755);
    assert!(!mem.read("MEMORY.md").contains("tea") && mem.subjects()[0] == "rm: user_tea.md");
}

fn ask(mem: &Mem, args: &[&str], key: &str) -> (String, i32) {
    let mut command = mem.process();
    command.args(args);
    answer(command, key)
}

fn answer(mut command: Command, key: &str) -> (String, i32) {
    command.env("TERM", "xterm-256color");
    let mut terminal = Terminal::start(command, 100);
    let mut text = terminal.expect("(y/n)");
    text.push_str(&terminal.press_until_it_ends(key));
    let status = terminal.status();
    (text, status.code().unwrap_or_else(|| 128 + status.signal().unwrap()))
}

#[test]
fn a_terminal_is_asked() {
    let mem = store();
    let before = mem.state();
    for (key, code) in [("n", 1), ("\u{1b}", 1), ("\r", 1), ("\u{3}", 130)] {
        let (seen, ended) = ask(&mem, &["rm", "tea", "coffee"], key);
        assert!(seen.contains("Remove: user_tea.md, user_coffee.md"), "{seen:?}");
        assert_eq!(ended, code, "{key:?}: {seen:?}");
        assert_eq!(mem.state(), before, "{key:?}");
    }
    // As a shell starts what it runs in the background.
    let process = mem.process();
    let mut deaf = Command::new("sh");
    deaf.args(["-c", "trap '' INT; exec \"$0\" \"$@\" rm tea coffee"]);
    deaf.arg(process.get_program()).args(process.get_args());
    deaf.env_clear().envs(process.get_envs().filter_map(|(name, value)| Some((name, value?))));
    let (seen, ended) = answer(deaf, "\u{3}");
    assert!(ended == 130 && seen.contains("\u{1b}[?25h\n") && seen.ends_with(": interrupted\n"), "{ended}: {seen:?}");
    assert_eq!(mem.state(), before);
    let (seen, ended) = ask(&mem, &["rm", "--forget", "tea"], "n");
    assert!(seen.contains("Remove for good, out of the history too: user_tea.md") && ended == 1, "{seen:?}");
    let (seen, ended) = ask(&mem, &["rm", "tea", "coffee"], "y");
    assert!(ended == 0 && seen.contains("undo:"), "{seen:?}");
    assert_eq!(mem.files(), Vec::<String>::new());
}
