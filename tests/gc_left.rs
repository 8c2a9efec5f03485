//! What `mem gc` leaves to a person: what `--auto` puts into the inbox, memories whose citations are
//! gone, and files with secrets.

use std::{
    fs::{self, File},
    os::unix::fs::PermissionsExt as _,
    process::Command,
    time::{Duration, SystemTime},
};

use serde_json::Value;

use crate::support::{Mem, Ran, ran};

const FREEZE: &str =
    "---\nname: Freeze\ndescription: Fares are frozen until 2026-03-20\ntype: project\n---\nNo change before.\n";

fn store() -> Mem {
    let mem = Mem::new();
    mem.crowd();
    mem.file("project_freeze.md", FREEZE);
    mem.memory("feedback", "tabs", "Tabs", "Tabs in Makefiles", "Use tabs in Makefiles.");
    mem.memory("feedback", "no_tabs", "No tabs", "Tabs in Makefiles", "Do not use tabs in Makefiles.");
    mem
}

/// A run of `gc --auto` for which it is time.
fn auto(mem: &Mem) {
    let folder = mem.home().join(".local/state/mem/gc");
    let old = SystemTime::now() - Duration::from_secs(25 * 60 * 60);
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        File::options().append(true).open(entry.path()).unwrap().set_modified(old).unwrap();
    }
    for session in 0..5 {
        mem.run(["recall", "--session", &session.to_string(), "how do we deploy to staging"]);
    }
    let ran = mem.run(["gc", "--auto"]).ok().quiet();
    assert_eq!(ran.out, "");
}

/// What waits: the file that would go, and the id.
fn waiting(mem: &Mem) -> Vec<(String, String)> {
    let listed = mem.json(["inbox"]);
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let mut waiting: Vec<_> =
        listed["waiting"].as_array().unwrap().iter().map(|w| (text(&w["removes"]), text(&w["id"]))).collect();
    waiting.sort();
    waiting
}

#[test]
fn what_auto_leaves_waits_in_the_inbox_once() {
    let mem = store();
    auto(&mem);
    assert!(mem.path("project_freeze.md").exists());
    let first = waiting(&mem);
    let files: Vec<&str> = first.iter().map(|(file, _)| file.as_str()).collect();
    assert_eq!(files, ["feedback_tabs.md", "project_freeze.md"]);
    let shown = mem.run(["inbox"]).ok().out;
    assert!(shown.contains("project  Freeze  removes project_freeze.md") && shown.contains("2 waiting"), "{shown}");
    assert!(shown.contains("it was to end on 2026-03-20"), "{shown}");
    auto(&mem);
    assert_eq!(waiting(&mem), first);
    // Not what nobody looks at.
    mem.run(["inbox", "accept", "--all"]).ok().says("one by one");
    assert_eq!(waiting(&mem), first);
    // Rejected, it stays, and is not proposed again until it says something else.
    mem.run(["inbox", "reject", &first[1].1]).ok();
    auto(&mem);
    assert_eq!(waiting(&mem).len(), 1);
    mem.file("project_freeze.md", FREEZE.replace("before", "earlier"));
    auto(&mem);
    assert_eq!(waiting(&mem).len(), 2);
    // Accepted, it goes, and can be taken back.
    mem.run(["inbox", "accept", &first[0].1]).ok();
    assert!(!mem.path("feedback_tabs.md").exists());
    assert_eq!(mem.subjects()[0], "gc: 1 conflict");
    mem.run(["restore", "feedback_tabs.md"]).ok();
    // What no longer holds is taken back.
    mem.file("project_freeze.md", FREEZE.replace("2026-03-20", "2027-03-20"));
    let [.., (_, stale)] = &waiting(&mem)[..] else { panic!() };
    let refused = mem.run(["inbox", "accept", stale]).code(1);
    assert!(refused.out.contains("project_freeze.md: it is not as it was any more"), "{refused:?}");
    auto(&mem);
    assert!(!waiting(&mem).iter().any(|(file, _)| file == "project_freeze.md"));
}

#[test]
fn what_would_go_has_no_text_to_edit() {
    let mem = store();
    auto(&mem);
    let ran = mem.command().args(["inbox", "edit", &waiting(&mem)[0].1]).env("EDITOR", "true").output().unwrap();
    crate::support::ran(ran).code(2).says("has no text to edit");
}

fn git(mem: &Mem, args: &[&str]) {
    let identity = ["-c", "user.name=x", "-c", "user.email=x@example.org", "-c", "init.defaultBranch=main"];
    let mut command = Command::new("git");
    command.arg("-C").arg(mem.cwd()).args(identity).args(args).env("HOME", mem.home());
    assert!(command.output().unwrap().status.success(), "{args:?}");
}

#[test]
fn memories_whose_citations_are_all_gone_are_shown_and_never_go_by_themselves() {
    let mem = Mem::new();
    mem.crowd();
    let project = |file: &str, text: &str| {
        let path = mem.cwd().join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    for file in ["src/old/queue.rs", "src/old/retry.rs", "src/moved.rs", "src/stays.rs"] {
        project(file, &format!("// {file}\nfn main() {{ let a = 1; let b = 2; let c = a + b; }}\n"));
    }
    git(&mem, &["init", "-q"]);
    git(&mem, &["add", "-A"]);
    git(&mem, &["commit", "-qm", "all"]);
    git(&mem, &["rm", "-rq", "src/old"]);
    git(&mem, &["mv", "src/moved.rs", "src/there.rs"]);
    git(&mem, &["commit", "-qm", "gone"]);
    let memory = |slug: &str, body: &str| _ = mem.memory("project", slug, slug, &format!("About {slug}"), body);
    memory("both", "The limit in src/old/queue.rs and src/old/retry.rs came from a customer.");
    memory("half", "The limit in src/old/queue.rs and src/stays.rs came from an audit.");
    memory("moved", "The limit in src/moved.rs came from a vendor.");
    memory("none", "The limit came from the law.");
    let plan = mem.json(["gc"]);
    let found: Vec<&Value> =
        plan["suggestions"].as_array().unwrap().iter().filter(|item| item["kind"] == "citations_gone").collect();
    assert_eq!(found.len(), 1, "{plan:#}");
    assert_eq!((&found[0]["file"], &found[0]["action"]), (&"project_both.md".into(), &"keep".into()));
    assert_eq!(found[0]["reason"], "all 2 files that it cites are gone");
    assert_eq!(found[0]["evidence"].as_array().unwrap().len(), 2);
    mem.run(["gc", "--apply"]).ok();
    assert!(mem.path("project_both.md").exists());
    auto(&mem);
    let waits = waiting(&mem);
    assert_eq!(waits.len(), 1);
    mem.run(["inbox", "accept", &waits[0].1]).ok();
    assert!(!mem.path("project_both.md").exists());
}

/// `gc -i` with an editor that runs this script on the file it gets.
fn edited(mem: &Mem, args: &[&str], script: &str) -> Ran {
    let editor = mem.root().join("editor");
    fs::write(&editor, format!("#!/bin/sh\n{script}\n")).unwrap();
    fs::set_permissions(&editor, fs::Permissions::from_mode(0o755)).unwrap();
    let mut command = mem.command();
    ran(command.args(["gc", "-i"]).args(args).env("EDITOR", editor.to_str().unwrap()).output().unwrap())
}

#[test]
fn a_secret_is_not_shown_in_the_list_and_its_file_goes_only_by_force() {
    let mem = store();
    let secret = ["ghp_", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"].concat();
    let text = format!("The deploy asks for {secret} before it starts, in the staging cluster first.");
    mem.memory("project", "deploy", "Deploy", "What the deploy asks for before it starts", &text);
    mem.memory("project", "deploy_again", "Deploy again", "What the deploy asks for", &text);
    let shown = mem.run(["gc"]).ok().out;
    assert!(shown.contains("drop project_deploy_again.md") && !shown.contains(&secret), "{shown}");
    let before = mem.state();
    let script = "cp \"$1\" \"$(dirname \"$0\")/list\"; sed -i '/^drop/!d; /deploy_again/!d' \"$1\"";
    let refused = edited(&mem, &[], script).code(1).says("project_deploy_again.md holds a secret");
    assert!(!refused.err.contains(&secret));
    assert!(!fs::read_to_string(mem.root().join("list")).unwrap().contains(&secret));
    assert_eq!(mem.state(), before);
    let done = edited(&mem, &["--force"], script).ok().says("cannot be brought back");
    assert!(!mem.path("project_deploy_again.md").exists() && !done.out.contains("undo:"), "{done:?}");
    // Nor does a text with one get in by an edit.
    let rewrite = format!(
        "if grep -q '# keep N' \"$1\"; then sed -i '/feedback_tabs/!d; s/^keep/edit/' \"$1\"
         else echo 'The token is {secret}.' >> \"$1\"; fi"
    );
    let refused = edited(&mem, &[], &rewrite).code(1);
    assert!(!refused.err.contains(&secret) && !mem.read("feedback_tabs.md").contains(&secret), "{refused:?}");
}
