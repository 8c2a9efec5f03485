//! `mem inbox`: what waits is listed, accepted, edited, rejected.

use std::{fs, os::unix::fs::PermissionsExt};

use crate::support::{Mem, Ran, ran};

const TALK: &str =
    "User: Remember that QA signs off on Thursdays only.\nAssistant: ok\nUser: From now on use pnpm instead of npm.\n";

fn with_two() -> Mem {
    let mem = Mem::new();
    mem.feed(["extract", "-"], TALK).ok();
    mem
}

fn ids(mem: &Mem) -> Vec<String> {
    let listed = mem.json(["inbox"]);
    listed["waiting"].as_array().unwrap().iter().map(|w| w["id"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn what_waits_is_listed_and_lies_outside_of_the_store() {
    let mem = with_two();
    let listed = mem.run(["inbox"]).ok().quiet().out;
    assert!(listed.contains("project  QA signs off on Thursdays only\n") && listed.contains("2 waiting; "), "{listed}");
    assert_eq!(mem.run(["inbox", "list"]).ok().out, listed);
    assert!(mem.state().is_empty());
    let folder = mem.home().join(".local/share/mem/inbox");
    assert_eq!(fs::metadata(folder).unwrap().permissions().mode() & 0o077, 0, "for nobody else to read");
    assert_eq!(Mem::new().run(["inbox"]).ok().out, "nothing waits\n");
}

#[test]
fn accepted_as_add_saves_and_rejected_for_good() {
    let mem = with_two();
    let ids = ids(&mem);
    mem.run(["inbox", "accept", "nosuch"]).code(1).says("nothing waits as `nosuch`");
    mem.run(["inbox", "accept"]).code(2);
    mem.run(["inbox", "accept", ""]).code(1);
    let accepted = mem.run(["inbox", "accept", &ids[0][..4]]).ok();
    assert!(accepted.out.starts_with(&format!("saved {} ", ids[0])), "{accepted:?}");
    mem.run(["inbox", "reject", "--all"]).ok();
    assert_eq!((mem.files().len(), self::ids(&mem)), (1, vec![]));
    assert!(mem.read("MEMORY.md").contains(&mem.files()[0]));
    // What is in the way is said, and the proposal waits on.
    let mem = with_two();
    mem.add("project", "QA signs off on Thursdays only", "Another thing", "Another thing.");
    let refused = mem.run(["inbox", "accept", "--all"]).code(1).says("waits still");
    assert!(refused.out.contains("refused ") && refused.out.contains("saved "), "{refused:?}");
    assert_eq!(self::ids(&mem).len(), 1);
}

fn edited(mem: &Mem, id: &str, script: &str) -> Ran {
    let editor = mem.root().join("editor");
    fs::write(&editor, format!("#!/bin/sh\n{script}\n")).unwrap();
    fs::set_permissions(&editor, PermissionsExt::from_mode(0o755)).unwrap();
    ran(mem.command().args(["inbox", "edit", id]).env("EDITOR", editor.to_str().unwrap()).output().unwrap())
}

#[test]
fn edited_before_it_is_saved() {
    let mem = with_two();
    let listed = mem.json(["inbox"]);
    let qa = listed["waiting"].as_array().unwrap().iter().find(|w| w["type"] == "project").unwrap();
    let id = qa["id"].as_str().unwrap();
    edited(&mem, id, ": > \"$1\"").ok().says("waits still");
    edited(&mem, id, "echo nonsense > \"$1\"").code(1).says("no header").says("the draft is kept in");
    assert!(mem.files().is_empty());
    edited(&mem, id, "sed -i 's/Thursdays only/Fridays/; s/^name: .*/name: Sign-off/' \"$1\"").ok();
    assert!(mem.read("project_sign_off.md").contains("QA signs off on Fridays"), "{:?}", mem.files());
    assert_eq!(ids(&mem).len(), 1);
}

#[test]
fn damaged_proposals_are_left_out() {
    let mem = with_two();
    let hash = fs::read_dir(mem.home().join(".local/share/mem/inbox")).unwrap().next().unwrap().unwrap().path();
    fs::write(hash.join("zz.json"), "{").unwrap();
    fs::write(hash.join("other.json"), fs::read(hash.join(format!("{}.json", ids(&mem)[0]))).unwrap()).unwrap();
    fs::create_dir(hash.join("dir.json")).unwrap();
    assert_eq!(ids(&mem).len(), 2);
}
