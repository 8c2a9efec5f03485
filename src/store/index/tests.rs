//! The merge as a whole, and what holds for any index and any memories.

use std::{collections::BTreeSet, path::PathBuf};

use super::{Facts, Index, MergeError, Merged, entry, line::Role, link};
use crate::model::{Document, Memory, chance::Random, limits, memory::FileFacts};

fn memory(file: &str, kind: &str, description: &str) -> Memory {
    let name = file.trim_end_matches(".md");
    let text = format!("---\nname: {name}\ndescription: {description}\ntype: {kind}\n---\nBody.\n");
    let facts = FileFacts {
        file: file.into(),
        path: PathBuf::from(file),
        stamp: crate::model::Stamp { size: 1, ..Default::default() },
    };
    Document::new(facts, text.into_bytes()).memory
}

fn merge_with(text: &str, memories: &[Memory], written: &BTreeSet<String>) -> Result<(String, Merged), MergeError> {
    let facts = Facts { memories, exists: &|file| file == "README.md", written, folder: "memory" };
    let mut index = Index::parse(text);
    let merged = index.merge(&facts, true)?;
    Ok((index.text(), merged))
}

fn merge(text: &str, memories: &[Memory]) -> (String, Merged) {
    merge_with(text, memories, &BTreeSet::new()).unwrap()
}

#[test]
fn memories_are_listed_by_any_of_their_names() {
    let all = [memory("a.md", "user", "d"), memory("sub/b.md", "user", "d")];
    for text in [
        "- [[a]] — hook\n- [[b]]\n",
        "See [[a]] and [[b|the other]].\n",
        "| [[a]] | `sub/b.md` |\n",
        "- a.md — hook\n- `sub/b.md`: hook\n",
        "- [A](A.MD)\n- [B](./sub/../sub/b.md)\n",
        "- [A](.claude/memory/a.md)\n- [B](memory/sub/b.md)\n",
        "- [A](/home/u/.claude/memory/a.md)\n- [B](../memory/sub/b.md)\n",
        "## [A](a.md)\n[B](sub/b.md)\n===\n",
    ] {
        let (after, merged) = merge(text, &all);
        assert_eq!((after.as_str(), merged), (text, Merged::default()));
    }
}

#[test]
fn what_is_not_seen_is_not_listed() {
    let all = [memory("a.md", "user", "d")];
    for text in [
        "```\n- [A](a.md)\n```\n",
        "<!--\n- [A](a.md)\n-->\n",
        "<!-- [A](a.md) -->\n",
        "`[A](a.md)`\n",
        "- [B](README.md) — beside [[a]]\n",
        "Prose about a.md.\n",
    ] {
        let (after, merged) = merge(text, &all);
        assert_eq!(merged.added, ["a.md"], "{text:?}");
        assert!(after.starts_with(text) && after.ends_with("- [a](a.md) — d\n"), "{after:?}");
        assert_eq!(merge(&after, &all).0, after);
    }
}

#[test]
fn dead_entries_go_with_nothing_else() {
    let all = [memory("a.md", "user", "d")];
    for (before, after, removed) in [
        ("- [A](a.md)\n- [X](x.md)\n- [Y](y.md) — see [w](https://x.example/y.md)\n", "- [A](a.md)\n", "x.md y.md"),
        ("- [A](a.md), [X](x.md)\n", "- [A](a.md), [X](x.md)\n", ""),
        ("- [X](x.md) — now [A](a.md)\n", "- [X](x.md) — now [A](a.md)\n", ""),
        (
            "[X](x.md) [A](a.md)\n| [X](x.md) |\n- why [X](x.md)?\n",
            "[X](x.md) [A](a.md)\n| [X](x.md) |\n- why [X](x.md)?\n",
            "",
        ),
        ("- [w](https://x.example) [X](x.md)\n- [A](a.md)\n", "- [w](https://x.example) [X](x.md)\n- [A](a.md)\n", ""),
        (
            "- [R](README.md)\n- [[gone]]\n- gone.md\n- [A](a.md)",
            "- [R](README.md)\n- [[gone]]\n- gone.md\n- [A](a.md)",
            "",
        ),
        ("- **X**: [x](x.md)\r\n- [A](a.md)\r\n", "- [A](a.md)\r\n", "x.md"),
        ("- [X](x.md) — long\n  hook\n- [A](a.md)\n", "- X — long\n  hook\n- [A](a.md)\n", "x.md"),
        ("- [X](x.md)\nlazy\n- [A](a.md)\n", "lazy\n- [A](a.md)\n", "x.md"),
        ("- [X](x.md)\n  - [A](a.md)\n", "  - [A](a.md)\n", "x.md"),
        ("- [A](a.md)\n- [X](x.md)\n- [X again](x.md)", "- [A](a.md)\n", "x.md"),
    ] {
        let (text, merged) = merge(before, &all);
        assert_eq!((text.as_str(), merged.removed.join(" ").as_str()), (after, removed));
        assert_eq!(merge(&text, &all).1, Merged::default(), "{text:?}");
    }
}

#[test]
fn lines_that_are_gone_open_no_front_matter() {
    let all = [memory("a.md", "user", "d")];
    let (text, merged) = merge("- [X](x.md)\n---\n- [A](a.md)\n---\n", &all);
    assert_eq!(text, "---\n- [A](a.md)\n---\n\n- [a](a.md) — d\n");
    assert_eq!(merged.added, ["a.md"]);
    assert_eq!(merge(&text, &all).1, Merged::default());
}

#[test]
fn the_order_of_types_is_for_what_is_cut_last() {
    let mut all = ["d.md", "c.md", "b.md", "a.md", "e.md"]
        .into_iter()
        .zip(["reference", "project", "user", "feedback", "other"])
        .map(|(file, kind)| memory(file, kind, "d"))
        .collect::<Vec<_>>();
    let (text, merged) = merge("", &all);
    assert_eq!(merged.added, ["a.md", "b.md", "c.md", "d.md", "e.md"]);
    all.reverse();
    assert_eq!(merge("", &all).0, text);
}

#[test]
fn two_files_that_fold_to_one_name_have_a_line_each() {
    let all = [memory("User_a.md", "user", "d"), memory("user_a.md", "user", "d"), memory("e\u{301}.md", "user", "d")];
    let (text, merged) = merge("- [x](USER_A.md)\n- [é](\u{e9}.md)\n", &all);
    assert_eq!(merged.added, ["user_a.md"]);
    assert_eq!(text, "- [x](USER_A.md)\n- [é](\u{e9}.md)\n- [user_a](user_a.md) — d\n");
    let mut index = Index::parse(&text);
    index.remove("user_a.md", &all[..1]);
    assert_eq!(index.text(), "- [é](\u{e9}.md)\n", "a spelling that is no other memory's goes too");
    let mut index = Index::parse("- [x](User_a.md)\n- [y](user_a.md)\n");
    index.remove("user_a.md", &all[..1]);
    assert_eq!(index.text(), "- [x](User_a.md)\n");
}

#[test]
fn only_what_mem_wrote_is_refreshed() {
    let old = memory("a`b.md", "user", "said ` [x](y.md) --> [[b]]");
    let (text, _) = merge("", std::slice::from_ref(&old));
    let written = Index::parse(&text).written(&Index::parse(""), std::slice::from_ref(&old), &BTreeSet::new());
    let new = memory("a`b.md", "user", "another");
    let refreshed = merge_with(&text, std::slice::from_ref(&new), &written).unwrap();
    assert_eq!(refreshed, (format!("{}\n", entry(&new)), Merged::default()));
    let edited = text.replace("said", "I said");
    assert_eq!(merge_with(&edited, std::slice::from_ref(&new), &written).unwrap().0, edited);
    assert_eq!(merge_with(&text, std::slice::from_ref(&new), &BTreeSet::new()).unwrap().0, text);
}

#[test]
fn the_limits_are_for_what_is_added() {
    let all: Vec<Memory> = (0..300).map(|n| memory(&format!("m{n:03}.md"), "project", "d")).collect();
    let (text, merged) = merge("# M\n\n", &all);
    assert_eq!((text.lines().count(), merged.added.len(), merged.left_out), (200, 198, 102));
    let long: Vec<Memory> = (0..300).map(|n| memory(&format!("m{n:03}.md"), "project", &"长".repeat(300))).collect();
    let (text, merged) = merge("", &long);
    assert!(text.len() <= 25_000 && text.len() + 450 > 25_000 && text.ends_with("…\n"), "{}", text.len());
    assert_eq!(merged.left_out, 300 - merged.added.len());
    let by_hand = "- [x](m000.md) — by hand\n".repeat(250);
    let (text, merged) = merge(&by_hand, &all);
    assert_eq!((text, merged.left_out), (by_hand, 299));
    // What agents do not load takes no room.
    let hidden = format!("---\n{}---\n<!--\n{}-->\n", "k: v\n".repeat(300), "c\n".repeat(300));
    assert_eq!(merge(&hidden, &all).1.added.len(), 199, "one line is blank");
}

#[test]
fn a_change_of_one_memory_touches_its_line_alone() {
    let old = memory("a.md", "user", "d");
    let new = Memory { file: "b.md".into(), name: "b".into(), path: "b.md".into(), ..old.clone() };
    let text = format!(
        "{}\r\n- [mine](a.md#x)\n[[a]] [[a|A]] [[aa]]\n`a.md` | a.md\n- `a.md` — x\n```\n[a](a.md) [[a]]\n",
        entry(&old)
    );
    let text = text + "```\n";
    let mut index = Index::parse(&text);
    index.replace(&old, &new);
    let after = "- [b](b.md) — d\r\n- [mine](b.md#x)\n[[b]] [[b|A]] [[aa]]\n`a.md` | a.md\n- `b.md` — x\n```\n[a](a.md) [[a]]\n```\n";
    assert_eq!(index.text(), after);
    index.remove("b.md", &[]);
    assert_eq!(index.text(), "[[b]] [[b|A]] [[aa]]\n`a.md` | a.md\n```\n[a](a.md) [[a]]\n```\n");
    let mut index = Index::parse("- [later](a.md) — a plan\n");
    index.add(&old);
    assert_eq!(index.text(), "- [later](a.md) — a plan\n", "one written ahead is taken");
    let mut index = Index::parse("- [a](a.md)\n  wrapped\n  - point\n- [c](c.md)\n  on [d](d.md)\n");
    index.remove("a.md", &[]);
    index.remove("c.md", &[]);
    assert_eq!(index.text(), "- c\n  on [d](d.md)\n");
}

const FILES: [&str; 8] = ["m0.md", "m1.md", "M2.md", "m3.md", "sub/m4.md", "gone.md", "dead.md", "README.md"];

/// What stands around a file in a line.
const AROUND: [(&str, &str); 8] = [
    ("- [T](", ") — hook"),
    ("  * [T](./", ")"),
    ("- **[a [b]](<", ">)**: x"),
    ("See [t](", ") now."),
    ("1. [`t`](", ") -- [w](https://x.example/)"),
    ("| [t](", ") |"),
    ("- `", "` — x"),
    ("- [T](", " broken"),
];

/// Lines without a file of the list's kind.
const OTHERS: &[&str] = &[
    "",
    "",
    "# Memory",
    "## Feedback",
    "## 项目",
    "### User notes",
    "---",
    "===",
    "```",
    "````",
    "~~~",
    "<!--",
    "-->",
    "<!-- x -->",
    "<!-- a --> - [t](m1.md)",
    "- item",
    "  hanging",
    "\thanging",
    "prose",
    "| a | b |",
    "|---|",
    "> quote",
    "- [[m1]]",
    "[ref]: m1.md",
    "`",
    "- [w](https://x.example/m1.md)",
    "=======",
    ">>>>>>> x",
    "  ```",
    "```rust",
    "\u{feff}",
];

fn some_line(chance: &mut Random) -> String {
    if chance.below(2) == 0 {
        return (*chance.pick(OTHERS)).to_owned();
    }
    let (before, after) = *chance.pick(&AROUND);
    format!("{before}{}{after}", chance.pick(&FILES))
}

fn some_index(chance: &mut Random) -> String {
    let lines = (0..chance.below(14)).map(|_| some_line(chance) + ["\n", "\n", "\n", "\r\n"][chance.below(4)]);
    let text: String = lines.collect();
    if chance.below(2) == 0 { text } else { text.trim_end().to_owned() }
}

/// Whether a line may go: an entry all of whose links are dead.
fn may_go(line: &super::line::Line, all: &[Memory]) -> bool {
    let is_there = |f: &str| f == "README.md" || all.iter().any(|m| m.file == f.to_lowercase());
    line.role == Role::Entry && !line.files().is_empty() && !line.files().iter().any(|f| is_there(f))
}

/// The lines that have to stay, in order; those that lose a dead link stand as they are without it.
fn lasting(text: &str, all: &[Memory]) -> Vec<String> {
    let index = Index::parse(text);
    let line = |at: usize| match may_go(&index.lines[at], all) {
        true if index.continuation(at) == 0 => None,
        true => Some(link::unlinked(index.lines[at].bare(), |_| true)),
        false => Some(index.lines[at].bare().to_owned()),
    };
    (0..index.lines.len()).filter_map(line).collect()
}

fn is_subsequence(part: &[String], whole: &[&str]) -> bool {
    let mut rest = whole.iter();
    part.iter().all(|line| rest.any(|other| other == line))
}

#[test]
fn a_merge_keeps_lists_limits_and_repeats() {
    let mut chance = Random::new(1);
    for _ in 0..300 {
        let text = some_index(&mut chance);
        let files = ["m0.md", "m1.md", "m2.md", "m3.md", "sub/m4.md"];
        let mut all = Vec::new();
        for file in &files[..chance.below(files.len() + 1)] {
            let kind = *chance.pick(&["user", "feedback", "project", "reference", "x"]);
            let description = chance.text("abcdefghijklmnopqrstuvwxyz`[]() >|#<!-", 20);
            all.push(memory(file, kind, &serde_json::to_string(&description).unwrap()));
        }
        let (after, merged) = merge(&text, &all);
        let lines: Vec<&str> = after.split_inclusive('\n').map(|l| l.trim_end_matches(['\n', '\r'])).collect();
        assert!(is_subsequence(&lasting(&text, &all), &lines), "lost a line: {text:?} became {after:?}");
        for memory in &all {
            assert!(Index::parse(&after).lists(&memory.file), "{} is not listed: {after:?}", memory.file);
        }
        assert_eq!(merged.left_out, 0);
        let again = merge(&after, &all);
        assert_eq!(again.0, after, "not the same again");
        assert_eq!(again.1, Merged::default());
        all.reverse();
        assert_eq!(merge(&text, &all).0, after, "depends on the order");
    }
}

#[test]
fn any_text_at_all() {
    let mut chance = Random::new(2);
    for _ in 0..300 {
        for text in [chance.any_text(200), chance.text("-#`~<>!|=[]()a. \r\n\t", 200)] {
            assert_eq!(Index::parse(&text).text(), text);
            let all = [memory("user_a.md", "user", "d")];
            let (after, _) = merge(&text, &all);
            assert_eq!(merge(&after, &all).0, after);
        }
    }
}

#[test]
fn what_is_added_stays_within_the_limits() {
    let mut chance = Random::new(3);
    for _ in 0..40 {
        let (lines, length, many) = (150 + chance.below(70), 1 + chance.below(199), chance.below(80));
        let head = if chance.below(2) == 0 { "## Project\n## B\n" } else { "" };
        let text = format!("{head}{}", format!("{}\n", "x".repeat(length)).repeat(lines));
        let all: Vec<Memory> =
            (0..many).map(|n| memory(&format!("m{n:02}.md"), "project", &"d".repeat(n * 3))).collect();
        let before = Index::parse(&text).size();
        let (after, merged) = merge(&text, &all);
        let size = Index::parse(&after).size();
        assert!(after == text || !size.over(), "{size:?} from {before:?}");
        assert_eq!(merged.added.len() + merged.left_out, many);
        assert_eq!(merge(&after, &all).1.added.len(), 0);
        let is_full = size.lines + 3 > limits::INDEX_LINES || size.bytes + 200 > limits::INDEX_BYTES;
        assert!(after.contains("- [m00]") || many == 0 || is_full);
    }
}
