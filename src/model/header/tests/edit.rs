//! Edits: what changes, and what must not.

use super::super::write::child;
use super::super::*;
use crate::model::chance::Random;

#[test]
fn only_the_line_asked_for_changes() {
    let text = "---\n# mine\nname:   Old name  # why\n\ntype: user\nx: [a,  b]\n---\n\nbody \n";
    let edited = set(text, "name", "New").unwrap();
    // In quotes, since prose is read on behind ` #`.
    assert_eq!(edited, text.replace("Old name", "'New'"));
    assert_eq!(set(text, "name", "Old name").unwrap(), text.replace("Old name", "'Old name'"));
    assert_eq!(set(text, "name", "Old name  # why").unwrap(), text);
    let commented = "---\nname: x\ntype: user # c\n---\n";
    assert_eq!(set(commented, "type", "project").unwrap(), commented.replace("user", "project"));
    assert_eq!(set(commented, "type", "user").unwrap(), commented);
    let added = set(text, "description", "a: b").unwrap();
    assert_eq!(added, text.replace("b]\n", "b]\ndescription: 'a: b'\n"));
}

#[test]
fn marks_and_line_ends_stay() {
    let text = "\u{feff}--- \r\nname: x\r\ntype: user\r\n---\r\nbody\n";
    let edited = set(text, "type", "feedback").unwrap();
    assert_eq!(edited, text.replace("user", "feedback"));
    let added = set(text, "description", "d").unwrap();
    assert_eq!(added, text.replace("user\r\n", "user\r\ndescription: d\r\n"));
}

#[test]
fn values_of_several_lines_are_replaced_whole() {
    let values = [
        "|\n  one\n\n  two",
        ">-\n  one",
        "\"one\n  two\"",
        "'one\n  it''s' # c",
        "one\n  two",
        "\n  one",
        "\n  - a\n  - b",
        "\n- a\n- b",
        "[a,\n  b]",
        "{a: b}",
        "",
        " ",
        "~",
        "*n",
        "!t one",
        "|",
    ];
    for value in values {
        let text = format!("---\nname: &n x\ndescription: {value}\ntype: user\n---\nb");
        let edited = set(&text, "description", "new").unwrap();
        let new = if value.contains("# c") { "'new' # c" } else { "new" };
        let wanted = format!("---\nname: &n x\ndescription: {new}\ntype: user\n---\nb");
        assert_eq!(edited, wanted, "{value:?}");
    }
}

#[test]
fn metadata_is_changed_where_it_stands() {
    let text = "---\nname: x\nmetadata: \n  node_type: memory\n  type: user\n---\nb";
    let edited = set(text, "type", "project").unwrap();
    assert_eq!(edited, text.replace("user", "project"));
    assert_eq!(set(text, "metadata.type", "project").unwrap(), edited);
    let dated = set(text, "metadata.modified", "2026-11-29T10:00:00Z").unwrap();
    let wanted = "  type: user\n  modified: 2026-11-29T10:00:00Z\n";
    assert_eq!(dated, text.replace("  type: user\n", wanted));
    let flow = "---\nmetadata: {type: user, x: y} # c\n---\nb";
    let edited = set(flow, "type", "a, b").unwrap();
    assert_eq!(edited, flow.replace("user", "'a, b'"));
    let bare = set("---\nname: x\n---\nb", "metadata.a", "1").unwrap();
    assert_eq!(bare, "---\nname: x\nmetadata:\n  a: '1'\n---\nb");
    let empty = set("---\nmetadata: \nname: x\n---\nb", "metadata.a", "c").unwrap();
    assert_eq!(empty, "---\nmetadata: \n  a: c\nname: x\n---\nb");
}

#[test]
fn a_header_that_is_not_sound_is_left_alone() {
    assert_eq!(set("hello", "name", "x"), Err(EditError::NoHeader));
    assert_eq!(set("---\nname: x", "name", "y"), Err(EditError::NoHeader));
    let bad = set("---\nname: a: b\ntype: user\n---\n", "type", "project");
    assert!(matches!(bad, Err(EditError::Malformed { line: 2, .. })));
    let flow = set("---\n{name: x}\n---\n", "type", "user");
    assert!(matches!(flow, Err(EditError::Malformed { .. })));
    let anchor = set("---\nname: &a x\ntype: *a\n---\n", "name", "y");
    assert!(matches!(anchor, Err(EditError::Malformed { .. })));
}

#[test]
fn a_new_body_keeps_the_header() {
    assert_eq!(set_body("---\nname:  x\n--- \nold", "new\n"), "---\nname:  x\n--- \nnew\n");
    assert_eq!(set_body("---\r\nname: x\r\n---", "new"), "---\r\nname: x\r\n---\r\nnew");
    assert_eq!(set_body("\u{feff}old", "new"), "\u{feff}new");
}

#[test]
fn an_edit_reads_back() {
    let mut chance = Random::new(4);
    let mut edits = 0;
    for _ in 0..1_000 {
        let end = *chance.pick(&["\n", "\r\n", "\n\n", " # c\n"]);
        let lines = ["name: ", "metadata:\n  type: ", "description: "];
        let inner: String =
            lines.iter().map(|line| format!("{line}{}{end}", chance.text("-abc0123456789:# ,{}~é'\"|>", 6))).collect();
        let text = format!("---\n{inner}---\nbody\n");
        let new = chance.any_text(20);
        for key in ["name", "type", "description", "metadata.x", "x"] {
            let Ok(edited) = set(&text, key, &new) else { continue };
            let header = Header::parse(&edited);
            let short = child(key).unwrap_or(key);
            assert_eq!(header.get(short), Some(new.as_str()), "{text:?}");
            assert_eq!(header.body(&edited), "body\n", "{text:?}");
            edits += 1;
        }
    }
    assert!(edits > 1_000, "{edits} could be edited");
}
