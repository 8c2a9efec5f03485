//! What writers refuse, and that no secret gets anywhere.

use std::fs;

use crate::support::{Mem, Ran, ran};

/// A token that nobody issued.
fn token() -> String {
    format!("ghp{}{}", "_", "aB3dE6gH9".repeat(4))
}

fn add<'a>(name: &'a str, body: &'a str) -> Vec<&'a str> {
    vec!["add", "-t", "reference", "-n", name, "-d", "How CI is reached", "-m", body]
}

/// Every byte that `mem` has written anywhere, and what it printed.
fn holds(mem: &Mem, text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for entry in walkdir::WalkDir::new(mem.home()).into_iter().flatten().filter(|e| e.file_type().is_file()) {
        if String::from_utf8_lossy(&fs::read(entry.path()).unwrap()).contains(text) {
            found.push(entry.path().display().to_string());
        }
    }
    found
}

/// Whether any object of the history holds the text.
fn in_history(mem: &Mem, text: &str) -> bool {
    let script = "for r in \"$HOME\"/.local/share/mem/history/*.git; do git -C \"$r\" cat-file --batch --batch-all-objects; done";
    let ran = ran(std::process::Command::new("sh")
        .args(["-c", script])
        .env_clear()
        .env("HOME", mem.home())
        .env("PATH", std::env::var_os("PATH").unwrap())
        .output()
        .unwrap());
    assert!(ran.out.contains("blob"), "there is a history: {ran:?}");
    ran.out.contains(text)
}

#[track_caller]
fn hides(ran: &Ran, secret: &str) {
    assert!(!ran.out.contains(secret) && !ran.err.contains(secret), "{ran:?}");
}

#[test]
fn a_secret_is_refused_always_and_never_echoed() {
    let mem = Mem::new();
    let secret = token();
    let body = format!("Use {secret} for it.");
    for more in [&[][..], &["--no-verify"], &["--json"], &["--json", "--no-verify"]] {
        let ran = mem.run([add("CI", &body), more.to_vec()].concat()).code(1);
        hides(&ran, &secret);
        assert!(ran.err.contains("GitHub token (X101)") && !ran.err.contains("no-verify"), "{ran:?}");
    }
    assert_eq!(mem.files(), Vec::<String>::new());
    let line = format!("{{\"type\":\"user\",\"name\":\"{secret}\",\"description\":\"d\",\"body\":\"b\"}}\n");
    let good = "{\"type\":\"user\",\"name\":\"Good\",\"description\":\"Good one\",\"body\":\"Likes tea.\"}\n";
    let many = mem.feed(["add", "--from-jsonl"], line + good).code(1);
    hides(&many, &secret);
    assert_eq!(mem.files(), ["user_good.md"]);
    // An edit and a new name do not let one in either.
    let draft = mem.root().join("draft");
    fs::write(&draft, mem.read("user_good.md").replace("Likes tea.", &body)).unwrap();
    let mem = mem.env("EDITOR", format!("cp {}", draft.display()));
    let edited = mem.run(["edit", "good", "--no-verify"]).code(1);
    hides(&edited, &secret);
    hides(&mem.run(["mv", "good", &secret, "--no-verify"]).code(1), &secret);
    assert_eq!(mem.files(), ["user_good.md"]);
    assert_eq!(holds(&mem, &secret), Vec::<String>::new());
}

#[test]
fn a_secret_that_somebody_else_wrote_enters_no_history() {
    let mem = Mem::new();
    let secret = token();
    mem.add("user", "Good", "Good one", "Likes tea.");
    mem.file("reference_ci.md", format!("---\nname: CI\ndescription: How\ntype: reference\n---\n\nUse {secret}.\n"));
    let linted = mem.run(["lint"]).code(1);
    hides(&linted, &secret);
    assert!(linted.out.contains("error[X101]") && linted.out.contains("mem rm --forget"), "{linted:?}");
    assert!(linted.out.contains("Use ****"), "{linted:?}");
    for format in ["json", "github", "sarif"] {
        let ran = mem.run(["lint", "--format", format]).code(1);
        hides(&ran, &secret);
        assert!(ran.out.contains("X101"), "{ran:?}");
    }
    // The next change takes up what others have edited: all but this.
    mem.file("user_other.md", "---\nname: Other\ndescription: Another\ntype: user\n---\n\nOutside.\n");
    mem.add("user", "More", "More of it", "Likes coffee.");
    assert!(in_history(&mem, "Outside.") && !in_history(&mem, &secret));
    mem.run(["lint", "--fix"]).code(1);
    mem.run(["reindex"]).ok();
    assert!(!in_history(&mem, &secret));
    assert_eq!(holds(&mem, &secret), Vec::<String>::new());
    let refused = mem.run(["rm", "ci"]).code(1);
    assert!(refused.err.contains("holds a secret") && refused.err.contains("mem rm --forget"), "{refused:?}");
    mem.run(["rm", "--forget", "ci"]).ok();
    assert!(!mem.path("reference_ci.md").exists());
    assert!(mem.run(["lint"]).ok().out.contains("nothing found"));
}

#[test]
fn a_secret_that_is_taken_out_lets_the_memory_in_again() {
    let mem = Mem::new();
    let secret = token();
    let text = |what: &str| format!("---\nname: CI\ndescription: How\ntype: reference\n---\n\nUse {what}.\n");
    mem.file("reference_ci.md", text(&secret));
    mem.add("user", "Good", "Good one", "Likes tea.");
    let draft = mem.root().join("draft");
    fs::write(&draft, text("the vault")).unwrap();
    let mem = mem.env("EDITOR", format!("cp {}", draft.display()));
    mem.run(["edit", "ci"]).ok();
    assert!(in_history(&mem, "Use the vault.") && !in_history(&mem, &secret));
}

#[test]
fn what_the_rules_are_against_is_refused_and_a_person_may_insist() {
    let mem = Mem::new();
    // By a setting, a rule that refuses is one of form.
    fs::write(mem.cwd().join(".mem.toml"), "[lint]\nerror = [\"T104\"]\n").unwrap();
    let args = ["add", "-t", "feedback", "-n", "Tabs", "-d", "Makefiles have tabs", "-m", "Use tabs in Makefiles."];
    let refused = mem.run(args).code(1).says("(T104)");
    assert!(!refused.err.contains("no-verify"), "an agent would use it: {refused:?}");
    let document = mem.json(args);
    assert_eq!(document["results"][0]["action"], "refused");
    assert_eq!(document["results"][0]["findings"][0]["code"], "T104");
    assert!(mem.files().is_empty());
    let told = mem.on_terminal(100, &args);
    assert!(told.contains("--no-verify saves it all the same"), "{told}");
    mem.run([&args[..], &["--no-verify"]].concat()).ok();
    assert!(mem.run(["log"]).ok().out.contains("add: feedback_tabs.md (not verified: T104)"));
    // What was wrong before is no reason to lose an edit.
    mem.run(["mv", "tabs", "Tabs only"]).ok();
    let draft = mem.root().join("draft");
    fs::write(&draft, mem.read("feedback_tabs_only.md").replace("Use tabs", "Always use tabs")).unwrap();
    let mem = mem.env("EDITOR", format!("cp {}", draft.display()));
    mem.run(["edit", "tabs"]).ok();
}

#[test]
fn what_the_project_says_already_is_refused_with_its_place_and_a_question() {
    let mem = Mem::new();
    let said = "Releases are cut from the main branch every second Thursday by the captain of the week, after the smoke \
                tests on the staging cluster have been green for a whole day.";
    fs::write(mem.cwd().join("CLAUDE.md"), format!("# Rules\n\nBe kind.\n\n{said}\n")).unwrap();
    let args = ["add", "-t", "project", "-n", "Releases", "-d", "How releases are cut", "-m", said];
    let refused = mem.run(args).code(1);
    assert!(refused.err.contains("CLAUDE.md:5"), "{refused:?}");
    assert!(refused.err.contains("what about it was surprising or not obvious?"), "{refused:?}");
    assert!(!refused.err.contains("no-verify"), "{refused:?}");
    mem.run([&args[..], &["--no-verify"]].concat()).ok();
    assert!(mem.run(["log"]).ok().out.contains("not verified: D"));
    let linted = mem.run(["lint", "--select=D"]).ok();
    assert!(linted.out.contains("= see CLAUDE.md:5 of the project"), "{linted:?}");
}
