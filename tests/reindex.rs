//! `mem reindex`, and the index after every other change.

use std::{
    fs,
    time::{Duration, SystemTime},
};

use crate::support::Mem;

/// A store of three memories whose index a person keeps.
fn kept() -> Mem {
    let mem = Mem::new();
    mem.memory("user", "a", "A", "about a", "A.").memory("feedback", "b", "B", "about b", "B.");
    mem.memory("project", "c", "C", "about c", "C.");
    mem.file("MEMORY.md", HAND);
    mem
}

const HAND: &str = "\u{feff}# Ours\r\n\r\nA paragraph,  with two  blanks.\n\n| [a](user_a.md) | row |\n|---|---|\n\n\
    - **[mine](./feedback_b.md#top \"tip\")** -- my own words\n  on two lines\n\n<!-- note\n- [x](hidden.md)\n-->\n\
    ```\n- [t](example.md)\n```\n\n- [wiki](https://wiki.example/a.md)\n* [[project_c]]: by name\n\n1. point\n\n> quote\n---\nend without a line end";

#[test]
fn an_index_kept_by_hand_stays_byte_for_byte() {
    let mem = kept();
    mem.run(["reindex", "--check"]).ok().quiet();
    let ran = mem.run(["reindex"]).ok();
    assert!(ran.out.starts_with("MEMORY.md in step; 22 lines, "), "{ran:?}");
    mem.run(["reindex"]).ok();
    assert_eq!(mem.read("MEMORY.md"), HAND);
}

#[test]
fn every_other_command_touches_its_own_line_alone() {
    let mem = kept();
    mem.add("reference", "D board", "where D is", "See the board.");
    let added = format!("{HAND}\r\n\r\n- [D board](reference_d_board.md) — where D is\r\n");
    assert_eq!(mem.read("MEMORY.md"), added);
    mem.run(["reindex", "--check"]).ok();
    mem.run(["mv", "reference_d_board", "E"]).ok();
    assert_eq!(mem.read("MEMORY.md"), added.replace("[D board](reference_d_board.md)", "[E](reference_e.md)"));
    mem.run(["add", "-t", "reference", "-n", "E", "-d", "another place", "-m", "B.", "--update"]).ok();
    let updated = added.replace("[D board](reference_d_board.md) — where D is", "[E](reference_e.md) — another place");
    assert_eq!(mem.read("MEMORY.md"), updated);
    mem.run(["mv", "feedback_b", "B two"]).ok();
    let moved = updated.replace("./feedback_b.md#top", "feedback_b_two.md#top");
    assert_eq!(mem.read("MEMORY.md").replace("./", ""), moved);
    mem.run(["rm", "-y", "reference_e"]).ok();
    let removed = moved.replace("- [E](reference_e.md) — another place\r\n", "");
    assert_eq!(mem.read("MEMORY.md").replace("./", ""), removed);
    mem.run(["restore", "reference_e"]).ok();
    assert_eq!(mem.read("MEMORY.md").replace("./", ""), moved);
    mem.run(["reindex", "--check"]).ok();
}

#[test]
fn an_edit_changes_a_line_of_ours_and_no_other() {
    let mem = kept().env("EDITOR", "sed -i s/description:.*/description:\\ edited/");
    mem.add("reference", "D", "where D is", "B.");
    let before = mem.read("MEMORY.md");
    mem.run(["edit", "reference_d"]).ok();
    mem.run(["edit", "feedback_b"]).ok();
    assert_eq!(mem.read("MEMORY.md"), before.replace("where D is", "edited"));
}

#[test]
fn dead_entries_go_and_are_listed_and_missing_memories_come() {
    let mem = Mem::new();
    mem.memory("user", "a", "A", "about a", "A.").memory("feedback", "b", "B", "about b", "B.");
    mem.memory("reference", "d", "D", "about d", "D.").file("project_x.md", "no header\n");
    mem.file("archive/old.md", "old").file("README.md", "readme");
    let index = "# Index\n\n## Feedback\n\n## Reference\n- [Old](archive/old.md) — kept\n- [Ghost](ghost.md) — dead\n\n\
        ## Notes\n- [Readme](README.md)\n- [a](./user_a.md), [gone](gone.md)\n";
    mem.file("MEMORY.md", index);
    let check = mem.run(["reindex", "--check"]).code(1).quiet();
    let diff = "--- a/MEMORY.md\n+++ b/MEMORY.md\n";
    assert!(check.out.starts_with(diff) && check.out.contains("\n-- [Ghost](ghost.md) — dead\n"), "{check:?}");
    assert_eq!(mem.run(["reindex", "--dry-run"]).ok().out, check.out);
    assert_eq!(mem.read("MEMORY.md"), index);
    let ran = mem.run(["reindex"]).ok();
    assert_eq!(ran.out, "MEMORY.md updated: 3 added, 1 removed; 14 lines, 232 bytes\ngone ghost.md\n");
    assert_eq!(
        mem.read("MEMORY.md"),
        "# Index\n\n## Feedback\n\n- [B](feedback_b.md) — about b\n\n## Reference\n- [Old](archive/old.md) — kept\n\
         - [D](reference_d.md) — about d\n\n## Notes\n- [Readme](README.md)\n- [a](./user_a.md), [gone](gone.md)\n\
         - [project_x](project_x.md)\n"
    );
    mem.run(["reindex", "--check"]).ok();
}

#[test]
fn one_document() {
    let mem = Mem::new();
    mem.memory("user", "a", "A", "about a", "A.").file("MEMORY.md", "- [A](user_a.md)\n- [G](ghost.md)\n");
    mem.memory("user", "b", "B", "about b", "B.");
    let dir = mem.store().display().to_string();
    let index = serde_json::json!({"lines": 2, "bytes": 46, "over": false, "left_out": 0});
    let document = |dry_run: bool| {
        serde_json::json!({
            "schema": "mem.reindex/1", "dir": dir, "changed": true, "added": ["user_b.md"], "removed": ["ghost.md"],
            "index": index, "dry_run": dry_run,
        })
    };
    assert_eq!(mem.json(["reindex", "--check"]), document(true));
    assert_eq!(mem.run(["reindex", "--check", "--json"]).code(1).quiet().out.lines().count(), 1);
    assert_eq!(mem.json(["reindex"]), document(false));
    let again = mem.json(["reindex", "--check"]);
    assert_eq!((&again["changed"], &again["added"], &again["index"]), (&false.into(), &serde_json::json!([]), &index));
}

#[test]
fn same_state_same_bytes() {
    let names = ["user_z", "feedback_a", "project_m", "user_b", "reference_k", "project_é", "feedback_部署"];
    let mut texts = Vec::new();
    for order in 0..3 {
        let mem = Mem::new();
        let mut names = names.to_vec();
        names.rotate_left(order * 2);
        for (at, name) in names.iter().enumerate() {
            let (kind, slug) = name.split_once('_').unwrap();
            mem.memory(kind, slug, name, "d", "B.");
            let when = SystemTime::UNIX_EPOCH + Duration::from_secs(1_700_000_000 + (at as u64 * 7_919) % 5 * 86_400);
            fs::File::options().write(true).open(mem.path(format!("{name}.md"))).unwrap().set_modified(when).unwrap();
        }
        mem.run(["reindex"]).ok();
        let text = mem.read("MEMORY.md");
        for name in names {
            fs::File::options()
                .write(true)
                .open(mem.path(format!("{name}.md")))
                .unwrap()
                .set_modified(SystemTime::now())
                .unwrap();
        }
        mem.run(["reindex"]).ok();
        assert_eq!(mem.read("MEMORY.md"), text);
        assert!(text.ends_with(" — d\n") && !text.ends_with("\n\n"));
        texts.push(text);
    }
    assert!(texts[0] == texts[1] && texts[1] == texts[2]);
    assert!(texts[0].starts_with("# Memory\n\n- [feedback_a]"), "{}", texts[0]);
}

#[test]
fn a_stale_line_is_refreshed_only_when_it_is_still_ours() {
    let mem = Mem::new();
    let odd = "Odd ` [x](y.md) \"q\" \\ <b> 长 --> #";
    mem.add("user", odd, "old ` words", "B.").add("user", "Plain", "old words", "B.").add(
        "user",
        "Mine",
        "old words",
        "B.",
    );
    let index = mem.read("MEMORY.md");
    mem.file("MEMORY.md", index.replace("[Mine](user_mine.md) — old", "[Mine](user_mine.md) — my old"));
    for file in mem.files() {
        let text = mem.read(&file);
        mem.file(&file, text.replace("old", "new"));
    }
    let before = mem.read("MEMORY.md");
    let ran = mem.json(["reindex"]);
    assert_eq!(
        (&ran["changed"], &ran["added"], &ran["removed"]),
        (&true.into(), &[0; 0][..].into(), &[0; 0][..].into())
    );
    let after =
        before.replace("— old ` words", "— new ` words").replace("(user_plain.md) — old", "(user_plain.md) — new");
    assert_eq!(mem.read("MEMORY.md"), after);
    assert!(after.contains("— my old words"));
    mem.run(["reindex", "--check"]).ok();
}

#[test]
fn limits_in_lines_and_bytes() {
    let mem = Mem::new();
    for n in 0..260 {
        mem.memory("project", &format!("{n:03}"), &format!("N {n}"), "d", "B.");
    }
    let ran = mem.json(["reindex"]);
    assert_eq!(
        (&ran["index"]["lines"], &ran["index"]["over"], &ran["index"]["left_out"]),
        (&200.into(), &false.into(), &62.into())
    );
    let check = mem.run(["reindex", "--check"]).ok();
    assert!(check.out.ends_with("\n62 memories have no line, since agents would not load it\n"), "{check:?}");
    let mem = Mem::new();
    for n in 0..200 {
        mem.memory("project", &format!("{n:03}"), &format!("N {n}"), &"字".repeat(6_000), "B.");
    }
    mem.run(["reindex"]).ok();
    let text = mem.read("MEMORY.md");
    assert!(text.len() <= 25_000 && text.len() > 24_500 && text.ends_with("…\n"), "{}", text.len());
    assert!(text.lines().all(|line| line.chars().count() < 150));
    mem.run(["reindex", "--check"]).ok();
}

#[test]
fn an_index_over_its_limits_by_hand_stays_whole() {
    let mem = Mem::new();
    mem.memory("user", "a", "A", "about a", "A.").memory("user", "b", "B", "about b", "B.");
    let text = format!("- [A](user_a.md)\n{}", format!("{}\n", "prose ".repeat(30)).repeat(300));
    mem.file("MEMORY.md", &text);
    let ran = mem.json(["reindex"]);
    assert_eq!(
        (&ran["changed"], &ran["index"]["over"], &ran["index"]["left_out"]),
        (&false.into(), &true.into(), &1.into())
    );
    mem.run(["reindex", "--check"]).ok();
    assert_eq!(mem.read("MEMORY.md"), text);
}

/// What a revision of the history holds.
fn in_history(mem: &Mem, object: &str) -> String {
    let home = mem.home().join(".local/share/mem/history");
    let repository = fs::read_dir(home).unwrap().map(|e| e.unwrap().path()).find(|p| p.extension().is_some()).unwrap();
    let shown =
        std::process::Command::new("git").arg("--git-dir").arg(repository).args(["show", object]).output().unwrap();
    String::from_utf8(shown.stdout).unwrap()
}

#[test]
fn rebuilt_and_the_old_one_in_history() {
    let mem = kept();
    let dry = mem.run(["reindex", "--rebuild", "--dry-run"]).ok();
    assert!(dry.out.contains("-A paragraph,  with two  blanks.\n"), "{dry:?}");
    assert_eq!(mem.read("MEMORY.md"), HAND);
    mem.run(["reindex", "--rebuild"]).ok();
    let anew =
        "# Memory\n\n- [B](feedback_b.md) — about b\n- [A](user_a.md) — about a\n- [C](project_c.md) — about c\n";
    assert_eq!(mem.read("MEMORY.md"), anew);
    mem.run(["reindex", "--rebuild", "--check"]).ok();
    assert_eq!(in_history(&mem, "HEAD~1:MEMORY.md"), HAND);
    assert_eq!(in_history(&mem, "HEAD:MEMORY.md"), anew);
}

#[test]
fn conflicts() {
    let mem = kept();
    let conflict = |ours: &str, base: &str, theirs: &str| {
        format!("# M\n\n<<<<<<< HEAD\n{ours}{base}=======\n{theirs}>>>>>>> branch\n\nFoot\n=======\n")
    };
    let (a, b, c) = ("- [a](user_a.md) — mine\n", "- [b](feedback_b.md)\n", "- [c](project_c.md)\n");
    let merged = format!("# M\n\n{a}{b}{c}\nFoot\n=======\n");
    for (base, end) in [("", "\n"), ("||||||| base\n- [a](user_a.md) — mine\n", "\n"), ("", "\r\n")] {
        let text = conflict(&format!("{a}{b}"), base, &format!("{a}{c}")).replace('\n', end);
        mem.file("MEMORY.md", &text);
        mem.run(["reindex", "--check"]).code(1);
        assert_eq!(mem.read("MEMORY.md"), text);
        mem.run(["reindex"]).ok();
        assert_eq!(mem.read("MEMORY.md"), merged.replace('\n', end));
    }
    for (text, says) in [
        (conflict(a, "", "Prose.\n"), ":6: a merge conflict holds more than entries"),
        (conflict("## H\n", "", b), ":4: a merge conflict holds more than entries"),
        (conflict(a, "", "- [a](user_a.md) — theirs\n"), ":6: both sides of a merge conflict describe the same memory"),
        (format!("{a}<<<<<<< HEAD\n{b}"), ":2: a merge conflict does not end"),
    ] {
        mem.file("MEMORY.md", &text);
        let says = says.replacen(':', "MEMORY.md: line ", 1);
        mem.run(["reindex"]).code(1).says(&says).says("merge it in an editor");
        mem.run(["reindex", "--check"]).code(1).says(&says);
        assert_eq!(mem.read("MEMORY.md"), text);
    }
}

#[test]
fn all_gone_is_a_missing_mount() {
    let mem = Mem::new();
    let text = "# M\n- [A](user_a.md)\n- [B](user_b.md)\n";
    mem.file("MEMORY.md", text);
    for args in [&["reindex"][..], &["reindex", "--check"], &["reindex", "--rebuild"]] {
        mem.run(args).code(1).says("all 2 files that it lists are gone").says("--force");
        assert_eq!(mem.read("MEMORY.md"), text);
    }
    let ran = mem.run(["reindex", "--force"]).ok();
    assert_eq!(mem.read("MEMORY.md"), "# M\n");
    assert!(ran.out.contains("2 removed") && ran.out.contains("gone user_a.md\ngone user_b.md\n"), "{ran:?}");
}

#[test]
fn nothing_to_index() {
    let mem = Mem::new();
    mem.run(["reindex"]).ok();
    mem.run(["reindex", "--check"]).ok();
    assert!(mem.state().is_empty());
    let mem = Mem::new();
    fs::remove_dir(mem.store()).unwrap();
    mem.run(["reindex"]).ok();
    mem.run(["reindex", "--rebuild"]).ok();
    assert!(!mem.store().exists() && !mem.home().join(".local").exists());
    let mem = Mem::new();
    mem.file("MEMORY.md", "").run(["reindex", "--check"]).ok();
    mem.memory("user", "a", "A", "about a", "A.");
    mem.run(["reindex"]).ok();
    assert_eq!(mem.read("MEMORY.md"), "- [A](user_a.md) — about a\n");
    fs::remove_file(mem.path("MEMORY.md")).unwrap();
    mem.run(["reindex", "--check"]).code(1);
    assert!(!mem.path("MEMORY.md").exists());
    mem.run(["reindex"]).ok();
    assert_eq!(mem.read("MEMORY.md"), "# Memory\n\n- [A](user_a.md) — about a\n");
}

#[test]
fn an_index_by_another_name_is_the_index() {
    for name in ["memory.md", "Memory.md"] {
        let mem = Mem::new();
        mem.memory("user", "a", "A", "about a", "A.").file(name, "Mine.\n");
        let ran = mem.run(["reindex"]).ok();
        assert!(ran.out.starts_with(&format!("{name} updated: 1 added")), "{ran:?}");
        assert_eq!(mem.read(name), "Mine.\n\n- [A](user_a.md) — about a\n");
        assert!(!mem.path("MEMORY.md").exists());
    }
}

#[test]
fn headings_of_many_kinds() {
    let mem = Mem::new();
    for (kind, slug) in [("user", "a"), ("feedback", "b"), ("project", "c"), ("reference", "d")] {
        mem.memory(kind, slug, slug, "d", "B.");
    }
    let entry = |kind: &str, slug: &str| format!("- [{slug}]({kind}_{slug}.md) — d\n");
    let [a, b, c, d] =
        [("user", "a"), ("feedback", "b"), ("project", "c"), ("reference", "d")].map(|(k, s)| entry(k, s));
    for (before, after) in [
        (
            "# 项目记忆\n\n## 用户\n\n## 反馈\n\n## 项目\n\n## 参考".to_owned(),
            format!("# 项目记忆\n\n## 用户\n\n{a}\n## 反馈\n\n{b}\n## 项目\n\n{c}\n## 参考\n\n{d}"),
        ),
        (
            "# ユーザー\n# フィードバック\n# プロジェクト\n# リファレンス\n".to_owned(),
            format!("# ユーザー\n\n{a}\n# フィードバック\n\n{b}\n# プロジェクト\n\n{c}\n# リファレンス\n\n{d}"),
        ),
        (
            "### 사용자\n\n### 피드백\n\n## 기타\n\n- x\n".to_owned(),
            format!("### 사용자\n\n{a}\n### 피드백\n\n{b}\n## 기타\n\n- x\n{c}{d}"),
        ),
        ("Notes.\n".to_owned(), format!("Notes.\n\n{b}{a}{c}{d}")),
    ] {
        mem.file("MEMORY.md", &before).run(["reindex"]).ok();
        assert_eq!(mem.read("MEMORY.md"), after);
        mem.run(["reindex", "--check"]).ok();
    }
}
