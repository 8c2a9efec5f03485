//! `mem edit`: what the editor saves is checked before it takes the memory's place.

use std::{fs, os::unix::fs::PermissionsExt as _, path::PathBuf};

use crate::support::{Mem, Ran};

const TEXT: &str = "---\nname: Tea\ndescription: Drinks tea\ntype: user\nmodified: 2020-01-01T00:00:00Z\n---\nGreen.\n";

fn store() -> Mem {
    let mem = Mem::new().env("TMPDIR", "/tmp");
    mem.file("user_tea.md", TEXT);
    mem
}

/// Runs with an editor that is this shell script; `$1` is the draft.
fn edit(mem: &Mem, script: &str) -> Ran {
    let editor = mem.root().join("an editor's name");
    fs::write(&editor, format!("#!/bin/sh\n{script}\n")).unwrap();
    fs::set_permissions(&editor, fs::Permissions::from_mode(0o755)).unwrap();
    fs::create_dir_all(mem.root().join("tmp")).unwrap();
    let editor = format!("\"{}\"", editor.display());
    let mut command = mem.command();
    command.env("EDITOR", editor).env("TMPDIR", mem.root().join("tmp")).args(["edit", "tea"]);
    crate::support::ran(command.output().unwrap())
}

fn drafts(mem: &Mem) -> Vec<PathBuf> {
    fs::read_dir(mem.root().join("tmp")).unwrap().map(|e| e.unwrap().path()).collect()
}

#[test]
fn a_good_edit() {
    let mem = store();
    let edited = edit(&mem, "sed -i 's/Green/Black/; s/Drinks tea/Drinks black tea/' \"$1\"").ok().quiet();
    assert_eq!(edited.out, "updated user_tea.md\n");
    assert_eq!(
        mem.read("user_tea.md"),
        "---\nname: Tea\ndescription: Drinks black tea\ntype: user\nmodified: 2026-11-29T12:00:00Z\n---\nBlack.\n"
    );
    assert!(mem.read("MEMORY.md").contains("Drinks black tea"));
    assert_eq!(drafts(&mem), Vec::<PathBuf>::new());
    assert_eq!(mem.subjects(), ["edit: user_tea.md", "edited outside mem"]);
    mem.run(["restore", "tea"]).ok();
    assert_eq!(mem.read("user_tea.md"), TEXT);
}

#[test]
fn a_date_that_the_person_sets_stays() {
    let mem = store();
    edit(&mem, "sed -i 's/2020-01-01/2021-02-03/' \"$1\"").ok();
    assert!(mem.read("user_tea.md").contains("modified: 2021-02-03T00:00:00Z"));
    // One that is not there is not added.
    let bare = TEXT.replace("modified: 2020-01-01T00:00:00Z\n", "");
    mem.file("user_tea.md", &bare);
    edit(&mem, "echo More. >> \"$1\"").ok();
    assert_eq!(mem.read("user_tea.md"), bare + "More.\n");
}

#[test]
fn a_cancelled_edit_changes_nothing() {
    for script in ["true", ": > \"$1\"", "printf ' \\n\\n' > \"$1\"", "touch \"$1\""] {
        let mem = store();
        let before = mem.state();
        let edited = edit(&mem, script).ok().quiet();
        assert_eq!(edited.out, "unchanged user_tea.md\n", "{script}");
        assert_eq!((mem.state(), drafts(&mem)), (before, Vec::new()), "{script}");
        assert!(!mem.home().join(".local").exists(), "{script}");
    }
}

#[test]
fn a_broken_edit_is_kept_as_a_draft() {
    for (script, why) in [
        ("sed -i 's/^name: .*/name: [/' \"$1\"", "not valid YAML"),
        ("sed -i '1d' \"$1\"", "no header"),
        ("sed -i 's/^type: .*/type: tea/' \"$1\"", "the type `tea` is none of"),
        ("sed -i '/^type:/d' \"$1\"", "the type `` is none of"),
        ("sed -i 's/^name: .*/name:/' \"$1\"", "the name is empty"),
        ("sed -i '/^description:/d' \"$1\"", "the description is empty"),
        ("sed -i '$d' \"$1\"", "the body is empty"),
        ("sed -i 's/^---$/----/' \"$1\"", "no header"),
        ("printf '\\377' >> \"$1\"", "UTF-8"),
        ("echo more >> \"$1\"; exit 3", "ended with"),
        ("echo more >> \"$1\"; kill -9 $$", "ended with"),
    ] {
        let mem = store();
        let before = mem.state();
        let edited = edit(&mem, script);
        assert!(edited.code == 1 || edited.code == 3, "{script}: {edited:?}");
        let draft = drafts(&mem);
        assert_eq!((mem.state(), draft.len()), (before, 1), "{script}");
        edited.says(why).says(&format!("the draft is kept in {}", draft[0].display()));
        assert_ne!(fs::read(&draft[0]).unwrap(), TEXT.as_bytes(), "{script}");
    }
}

/// What was wrong before is no reason to lose an edit.
#[test]
fn old_faults_do_not_block() {
    for text in [
        "no header, just text\n",
        "---\nname: Tea\ntype: preference\n---\nGreen.\n",
        "---\nname: [\n---\nGreen.\n",
        "---\nname: Tea\r\n",
    ] {
        let mem = store();
        mem.file("user_tea.md", text);
        edit(&mem, "echo More. >> \"$1\"").ok();
        assert_eq!(mem.read("user_tea.md"), format!("{text}More.\n"));
    }
}

#[test]
fn an_edit_by_another_program_meanwhile_is_not_overwritten() {
    for script in [
        "echo More. >> \"$1\"; echo theirs >> MEMORY",
        // The same size, and the time set back.
        "echo More. >> \"$1\"; touch -r MEMORY old; sed -i 's/Green/Black/' MEMORY; touch -r old MEMORY",
        "echo More. >> \"$1\"; rm MEMORY",
        "echo More. >> \"$1\"; printf 'x' > MEMORY",
    ] {
        let mem = store();
        let file = mem.path("user_tea.md");
        edit(&mem, &script.replace("MEMORY", file.to_str().unwrap()))
            .code(3)
            .says("was changed by another program meanwhile")
            .says("the draft is kept in");
        assert_ne!(fs::read_to_string(&file).unwrap_or_default(), format!("{TEXT}More.\n"));
        assert_eq!(drafts(&mem).len(), 1);
    }
    // A touch alone is no edit.
    let mem = store();
    let file = mem.path("user_tea.md");
    edit(&mem, &format!("echo More. >> \"$1\"; touch {}", file.display())).ok();
    assert!(mem.read("user_tea.md").ends_with("Green.\nMore.\n"));
}

#[test]
fn line_ends_comments_and_odd_keys_stay() {
    let mem = store();
    let text = "\u{feff}---\r\n# c\r\nname: Tea\r\ndescription: d\r\nx:  [1]  # y\r\nmetadata: \r\n  type: user\r\n  modified: 2020-01-01\r\n---\r\nGreen.";
    mem.file("user_tea.md", text);
    edit(&mem, "sed -i 's/Green/Black/' \"$1\"").ok();
    assert_eq!(mem.read("user_tea.md"), text.replace("Green", "Black").replace("2020-01-01", "2026-11-29T12:00:00Z"));
}

#[test]
fn the_editor_is_a_command_with_arguments() {
    let mem = store();
    let run = |visual: &str, editor: &str| {
        let mut command = mem.command();
        command.env("VISUAL", visual).env("EDITOR", editor).args(["edit", "tea", "--json"]);
        crate::support::ran(command.output().unwrap())
    };
    let edited = run("", "sed -i -e 's/Green/White/' -e 's/x/y/'").ok();
    assert_eq!(
        edited.out,
        format!(
            "{{\"schema\":\"mem.edit/1\",\"dir\":\"{}\",\"file\":\"user_tea.md\",\"changed\":true}}\n",
            mem.store().display()
        )
    );
    // VISUAL comes first, and what an editor prints is not the answer.
    let edited = run("echo noise; sed -i s/White/Red/", "false").ok();
    assert!(edited.out.starts_with('{') && edited.err.contains("noise"), "{edited:?}");
    assert!(mem.read("user_tea.md").contains("Red."));
    run("/nonexistent/editor --wait", "").code(3).says("/nonexistent/editor --wait").says("the draft is kept in");
    mem.run(["edit", "tea"]).code(2).says("no editor is set").says("set VISUAL or EDITOR");
}

#[test]
fn what_cannot_be_edited() {
    let mem = store();
    mem.file("user_latin.md", b"caf\xe9");
    let mem = mem.env("EDITOR", "false");
    mem.run(["edit", "latin"]).code(3).says("is not UTF-8");
    mem.run(["edit", "nosuch"]).code(1).says("no memory `nosuch`");
    mem.run(["edit", "MEMORY.md"]).code(1).says("not a memory");
    mem.run(["edit"]).code(2);
}

#[test]
fn a_link_and_a_mode_stay() {
    let mem = store();
    fs::rename(mem.path("user_tea.md"), mem.path("real.md")).unwrap();
    std::os::unix::fs::symlink("real.md", mem.path("user_tea.md")).unwrap();
    fs::set_permissions(mem.path("real.md"), fs::Permissions::from_mode(0o640)).unwrap();
    mem.run(["ls"]).ok();
    let editor = "sed -i s/Green/Black/";
    let mut command = mem.command();
    crate::support::ran(command.env("EDITOR", editor).args(["edit", "user_tea"]).output().unwrap()).ok();
    assert!(mem.path("user_tea.md").symlink_metadata().unwrap().is_symlink());
    assert!(mem.read("real.md").contains("Black."));
    assert_eq!(fs::metadata(mem.path("real.md")).unwrap().permissions().mode() & 0o777, 0o640);
}
