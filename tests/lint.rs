//! `mem lint`: what is judged, chosen, fixed, remembered.

use std::fs;

use serde_json::Value;

use crate::support::Mem;

const GOOD: &str = "---\nname: Tabs\ndescription: Makefiles are indented with tabs\ntype: feedback\n---\n\nUse tabs in Makefiles.\n\n**Why:** make demands it.\n**How to apply:** only there.\n";

/// A token that nobody issued.
fn token() -> String {
    format!("ghp{}{}", "_", "aB3dE6gH9".repeat(4))
}

/// A good store with its index.
fn good() -> Mem {
    let mem = Mem::new();
    mem.file("feedback_tabs.md", GOOD);
    mem.run(["reindex"]).ok();
    mem
}

fn codes(document: &Value) -> Vec<String> {
    document["findings"].as_array().unwrap().iter().map(|row| row["code"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn a_good_store_has_nothing_and_a_bad_file_says_where_and_what_to_do() {
    let mem = good();
    let quiet = mem.run(["lint"]).ok().quiet();
    assert!(quiet.out.starts_with("1 memory: nothing found\n"), "{quiet:?}");
    mem.file("user_ü b.md", "Lives in Zürich.\n");
    mem.run(["reindex"]).ok();
    let ran = mem.run(["lint", "--select", "F101"]).ok().quiet();
    let block = "warning[F101] missing-header: the file has no header\n  --> user_ü b.md:1:1\n1 | Lives in Zürich.\n  | ^^^^^^^^^^^^^^^^\n  = help: ";
    assert!(ran.out.starts_with(block) && ran.out.contains("\n2 memories: 1 warning\n"), "{}", ran.out);
    let colours = mem.run(["lint", "--color=always"]).ok();
    assert!(colours.out.contains("\u{1b}[33mwarning[F101]\u{1b}[0m"), "{}", colours.out);
    // A store that is not there has nothing wrong with it, and is not made.
    let missing = mem.root().join("missing");
    mem.run(["--dir", missing.to_str().unwrap(), "lint"]).ok();
    assert!(!missing.exists());
}

#[test]
fn only_what_is_named_is_told() {
    let mem = good();
    mem.file("user_a.md", "One.\n").file("user_b.md", "Two.\n");
    mem.file("MEMORY.md", "- [gone](gone.md)\n");
    let told = |args: &[&str]| {
        let document = mem.json([&["lint"], args].concat());
        let files: Vec<String> =
            document["findings"].as_array().unwrap().iter().map(|r| r["file"].as_str().unwrap().to_owned()).collect();
        (document["summary"]["checked"].as_u64().unwrap(), files)
    };
    let (count, files) = told(&["user_a"]);
    assert!(count == 1 && !files.is_empty() && files.iter().all(|f| f == "user_a.md"), "{files:?}");
    let path = mem.path("user_b.md");
    assert!(told(&[path.to_str().unwrap()]).1.iter().all(|f| f == "user_b.md"));
    assert_eq!(told(&["MEMORY.md"]).0, 0);
    assert_eq!(told(&["user_a", "user_b"]).0, 2);
    mem.run(["lint", "nosuch"]).code(1).says("no memory `nosuch`");
}

#[test]
fn what_is_worth_knowing_does_not_drown_what_is_to_be_done() {
    let mem = Mem::new();
    for n in 0..5 {
        mem.memory(
            "reference",
            &format!("r{n}"),
            &format!("R{n}"),
            &format!("room{n} ").repeat(40),
            &format!("Room {n}."),
        );
    }
    mem.run(["reindex"]).ok();
    mem.file(
        "reference_lost.md",
        "---\nname: Lost\ndescription: Where it lies\ntype: reference\n---\n\nBehind the gate.\n",
    );
    let told = mem.run(["lint"]).ok();
    assert_eq!(told.out.matches("info[L104] description-length: the").count(), 3, "{}", told.out);
    assert!(
        told.out.contains("info[L104] description-length: 2 more; `mem lint --select L104` lists them\n"),
        "{}",
        told.out
    );
    assert!(told.out.contains("warning[I101]") && told.out.contains("1 warning, 5 info"), "{}", told.out);
    let asked = mem.run(["lint", "--select", "L104"]).ok();
    assert_eq!((asked.out.matches("info[L104]").count(), asked.out.contains("more;")), (5, false), "{}", asked.out);
    assert_eq!(mem.json(["lint"])["findings"].as_array().unwrap().len(), 6);
}

#[test]
fn rules_are_chosen_by_options_settings_and_headers() {
    let mem = good();
    mem.file("user_a.md", "One.\n");
    let chosen = |args: &[&str]| codes(&mem.json([&["lint"], args].concat()));
    assert_eq!(chosen(&["--select=F101"]), ["F101"]);
    assert_eq!(chosen(&["--select", "missing-header,X"]), ["F101"]);
    assert_eq!(chosen(&["--select=F101", "--ignore=F1"]), ["F101"]);
    assert_eq!(chosen(&["--select=F101", "--ignore=F101"]), Vec::<String>::new());
    assert!(!chosen(&["--ignore=f101"]).contains(&"F101".to_owned()));
    mem.run(["lint", "--select=F1O1"]).code(2).says("there is no rule `F1O1`").says("did you mean F101?");
    mem.run(["lint", "--ignore=Q"]).code(2).says("no rule `Q`");
    let settings = |text: &str| fs::write(mem.cwd().join(".mem.toml"), text).unwrap();
    settings("[lint]\nerror = [\"F101\"]\n");
    assert_eq!(mem.run(["lint", "--select=F101", "--json"]).code(1).out.matches("\"level\":\"error\"").count(), 1);
    settings("[lint]\nignore = [\"missing-header\"]\n");
    assert!(!chosen(&[]).contains(&"F101".to_owned()));
    assert_eq!(chosen(&["--select=F101"]), ["F101"], "asked for all the same");
    settings("[lint]\nignore = [\"F1O1\"]\n");
    mem.run(["lint"]).code(2).says(".mem.toml: lint.ignore: there is no rule `F1O1`").says("did you mean F101?");
    settings("[lint]\nignore = \"F101\"\n");
    mem.run(["lint"]).says("must be a list of words in quotes");
    settings("[lint]\nselect = [\"X\"]\n");
    mem.file(
        "user_a.md",
        format!("---\nname: A\ndescription: d\ntype: user\nmem-ignore: [X101] # really\n---\n{}\n", token()),
    );
    // A project has no say in what does harm, and neither has the memory.
    for text in
        ["ignore = [\"X\"]\ninfo = [\"X101\"]", "ignore = [\"secret\"]", "select = [\"F\"]", "info = [\"secret\"]"]
    {
        settings(&format!("[lint]\n{text}\n"));
        assert!(mem.run(["lint"]).code(1).out.contains("error[X101]"), "{text}");
    }
    settings("[lint]\nselect = [\"F\"]\n");
    mem.file("user_c.md", "---\nname: C\ndescription: d\ntype: usr\n---\nsetup\u{202e}gpj.exe\n");
    let all = chosen(&[]);
    assert!(all.contains(&"X104".to_owned()) && !all.contains(&"T101".to_owned()), "{all:?}");
    settings("[lint]\nignore = [\"invisible-character\"]\n");
    assert!(chosen(&[]).contains(&"X104".to_owned()));
    settings("[lint]\nignore = [\"X1O1\"]\n");
    mem.run(["lint"]).code(2).says(".mem.toml: lint.ignore: there is no rule `X1O1`").says("did you mean X101?");
    settings("");
    fs::remove_file(mem.path("user_c.md")).unwrap();
    mem.file("user_a.md", "---\nname: A\ndescription: d\ntype: usr\nmem-ignore: [T101]\n---\ntext\n");
    assert_eq!(chosen(&["--select=T101,F190"]), ["F190"]);
}

#[test]
fn a_page_is_printed_for_every_rule() {
    let mem = Mem::new();
    for rule in mem::lint::rules::all() {
        let page = fs::read_to_string(
            std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("docs/rules/{}.md", rule.code)),
        );
        let page = page.unwrap();
        // On a screen nothing may steer it.
        let shown = mem::output::clean_text(&page);
        assert_eq!(mem.run(["lint", "--explain", rule.code]).ok().quiet().out, shown, "{}", rule.code);
    }
    assert!(mem.run(["lint", "--explain", "missing-header"]).ok().out.starts_with("# F101 missing-header\n"));
    let document = mem.json(["lint", "--explain", "f101"]);
    assert_eq!((document["schema"].as_str(), document["code"].as_str()), (Some("mem.rule/1"), Some("F101")));
    mem.run(["lint", "--explain", "F1O1"]).code(2).says("did you mean F101?");
    mem.run(["lint", "--explain", "F"]).code(2).says("several rules");
}

#[test]
fn safe_fixes_are_shown_then_made_and_can_be_undone() {
    let mem = good();
    let text = GOOD.replacen("---\n", "\u{feff}---\n", 1);
    mem.file("feedback_tabs.md", &text);
    let shown = mem.run(["lint", "--diff"]).ok();
    assert!(shown.out.contains("--- a/feedback_tabs.md\n+++ b/feedback_tabs.md\n"), "{}", shown.out);
    assert_eq!(mem.read("feedback_tabs.md"), text, "nothing is changed");
    let document = mem.json(["lint", "--fix"]);
    assert_eq!(document["fixed"][0]["file"], "feedback_tabs.md");
    assert_eq!((mem.read("feedback_tabs.md").as_str(), codes(&document).len()), (GOOD, 0));
    let log = mem.run(["log"]).ok().out;
    assert!(log.contains("lint --fix: 1 changed") && log.contains("edited outside mem"), "{log}");
    mem.run(["restore", "feedback_tabs"]).ok();
    assert_eq!(mem.read("feedback_tabs.md"), text);
    let again = mem.json(["lint", "--fix", "--ignore", "F106"]);
    assert_eq!(again["fixed"].as_array().unwrap().len(), 0, "what is not chosen is not fixed");
}

#[test]
fn what_is_known_is_left_out_and_a_second_one_is_not() {
    let mem = good();
    mem.file("user_a.md", "One.\n");
    mem.run(["lint", "--changed"]).ok().says("--write-baseline");
    let all = codes(&mem.json(["lint"])).len();
    mem.run(["lint", "--write-baseline"]).ok().says("known from now on");
    let document = mem.json(["lint", "--changed"]);
    assert_eq!((document["known"].as_u64().unwrap() as usize, codes(&document).len()), (all, 0));
    // The line moved; the finding is the same.
    mem.file("user_a.md", "\n\nOne.\n").file("user_b.md", "One.\n");
    let new = mem.json(["lint", "--changed"]);
    assert!(new["findings"].as_array().unwrap().iter().any(|r| r["file"] == "user_b.md"), "{new}");
    assert!(!codes(&mem.json(["lint"])).is_empty());
    mem.run(["lint", "--changed", "--write-baseline"]).code(2);
}

/// The second run opens no memory: a change that no stamp shows is not seen, any other is.
#[test]
fn what_has_not_changed_is_not_read_again() {
    let mem = good();
    mem.file("user_a.md", "One.\n");
    // Old enough that their stamps prove something.
    std::thread::sleep(std::time::Duration::from_millis(2_100));
    let first = mem.run(["lint", "--json"]).ok().out;
    let kept = walkdir::WalkDir::new(mem.home().join(".cache")).into_iter().flatten();
    assert_eq!(kept.filter(|e| e.path().extension().is_some_and(|e| e == "lint")).count(), 1);
    assert_eq!(mem.run(["lint", "--json"]).ok().out, first);
    // Damaged, it is no cache.
    for entry in walkdir::WalkDir::new(mem.home().join(".cache")).into_iter().flatten() {
        if entry.path().extension().is_some_and(|e| e == "lint") {
            let mut bytes = fs::read(entry.path()).unwrap();
            let at = bytes.len() - 3;
            bytes[at] ^= 1;
            fs::write(entry.path(), bytes).unwrap();
        }
    }
    assert_eq!(mem.run(["lint", "--json"]).ok().out, first);
    mem.file("user_a.md", "---\nname: A\ndescription: About A\ntype: user\n---\n\nLives in Rome.\n");
    assert_ne!(mem.run(["lint", "--json"]).ok().out, first);
    fs::remove_file(mem.path("user_a.md")).unwrap();
    mem.run(["reindex"]).ok();
    assert!(mem.run(["lint"]).ok().out.starts_with("1 memory: nothing found"));
}

/// Where only the names of the project's files matter, what is kept depends on nothing else of them.
#[test]
fn files_of_the_project_come_and_go() {
    let mem = good();
    mem.file(
        "project_layout.md",
        "---\nname: Layout\ndescription: Where things are\ntype: project\n---\n\n- conf/site.ini: host names\n- conf/users.ini: \
         who may log in\n- data/log.db: requests\n- data/old.db: last year\n- bin/stop.sh: ask first\n",
    );
    std::thread::sleep(std::time::Duration::from_millis(2_100));
    let listed = || codes(&mem.json(["lint"])).iter().filter(|code| *code == "D101").count();
    assert_eq!((listed(), listed()), (0, 0));
    let files = ["conf/site.ini", "conf/users.ini", "data/log.db", "data/old.db", "bin/stop.sh"];
    for file in files {
        let path = mem.cwd().join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, "").unwrap();
    }
    assert_eq!((listed(), listed()), (1, 1));
    files.iter().for_each(|file| fs::remove_file(mem.cwd().join(file)).unwrap());
    assert_eq!(listed(), 0);
}

#[test]
fn hostile_files_are_told_of_and_harm_nobody() {
    let mem = good();
    mem.file("user_esc.md", "---\nname: a\ndescription: d\ntype: user\n---\n\u{1b}[2J\u{202e}text\n");
    mem.file("user_big.md", vec![b'x'; 17 << 20]);
    mem.file("user_bytes.md", b"\xff\xfe\x00".as_slice());
    std::os::unix::fs::symlink("/etc/hostname", mem.path("user_out.md")).unwrap();
    assert!(std::process::Command::new("mkfifo").arg(mem.path("user_pipe.md")).status().unwrap().success());
    mem.file("user_a.sync-conflict-20260101-120000-ABC.md", "One.\n");
    let ran = mem.run(["lint", "--color=always"]);
    assert!(ran.code == 1 && !ran.out.contains("\u{1b}[2J"), "{ran:?}");
    assert!(!ran.out.contains('\u{202e}'), "{ran:?}");
    for file in ["user_bytes.md", "user_out.md", "user_pipe.md", "sync-conflict"] {
        assert!(ran.out.contains(file), "{file}: {}", ran.out);
    }
}

#[test]
fn a_model_is_asked_only_about_what_rules_leave_open() {
    let mem = good();
    mem.file("user_bare.md", "No header here.\n");
    mem.run(["lint", "--judge"]).code(2).says("llm.provider");
    let mem = mem.env("MEM_PROVIDER", "command").env("MEM_COMMAND", "cat >> asked; sh ./answer");
    let answers = |script: &str| std::fs::write(mem.cwd().join("answer"), script).unwrap();
    let judged = || {
        let document = mem.json(["lint", "--judge"]);
        let rows = document["findings"].as_array().unwrap().clone();
        let (judged, others): (Vec<_>, Vec<_>) = rows.into_iter().partition(|row| row["judged"] == true);
        assert!(!others.is_empty(), "{document}");
        judged
    };
    answers(r#"echo '{"verdict":"violates","rule":"D601","sentence":"It only says what is done next."}'"#);
    let said = judged();
    assert_eq!(said.len(), 1, "{said:?}");
    let row = &said[0];
    assert_eq!((&row["code"], &row["level"]), (&"D601".into(), &"warning".into()), "{row}");
    assert_eq!((&row["file"], &row["message"]), (&"feedback_tabs.md".into(), &"It only says what is done next".into()));
    let asked = std::fs::read_to_string(mem.cwd().join("asked")).unwrap();
    assert!(!asked.contains("No header here.") && asked.contains("D601: "), "{asked}");
    answers(r#"echo '{"verdict":"keep","rule":null,"sentence":null}'"#);
    assert!(judged().is_empty());
    // Without a verdict nothing is added, and it is said.
    answers("echo maybe");
    assert!(judged().is_empty());
    mem.run(["lint", "--judge"]).ok().says("is no verdict");
    answers("exit 3");
    mem.run(["lint", "--judge"]).ok().says("(command_failed)");
}
