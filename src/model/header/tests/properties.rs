//! What holds for any text.

use super::super::*;
use crate::model::chance::Random;

/// Texts of each kind that are tried.
const CASES: usize = 2_000;

/// Characters that mean something somewhere in YAML, and line ends.
const NASTY: &str = "-?:,[]{}#&*!|>%@`'\"=<~.0123456789abcdeé \t\n\r\\\u{85}\u{2028}\u{feff}";

#[test]
fn any_text_is_read() {
    let mut chance = Random::new(1);
    for _ in 0..CASES {
        let start = *chance.pick(&["", "---\n", "---\n", "\u{feff}---\r\n"]);
        let middle = if chance.below(2) == 0 { chance.any_text(80) } else { chance.text(NASTY, 80) };
        let end = if chance.below(2) == 0 { format!("\n---\n{}", chance.any_text(10)) } else { String::new() };
        let text = format!("{start}{middle}{end}");
        let header = Header::parse(&text);
        assert!(text.ends_with(header.body(&text)), "{text:?}");
        let _ = set(&text, "type", "user");
        let _ = set_body(&text, "b");
    }
}

#[test]
fn a_quoted_value_comes_back() {
    let mut chance = Random::new(2);
    for _ in 0..CASES {
        for value in [chance.any_text(30), chance.text(NASTY, 12)] {
            let text = compose(&[("name", &value), ("metadata.x", &value), ("type", "user")], "b");
            let header = Header::parse(&text);
            assert_eq!(header.get("name"), Some(value.as_str()), "{text:?}");
            assert_eq!(header.get("x"), Some(value.as_str()), "{text:?}");
            assert_eq!(header.get("type"), Some("user"), "{text:?}");
            assert_eq!(header.problems().len(), 0, "{text:?}");
            assert_eq!(header.body(&text), "b\n", "{text:?}");
        }
    }
}

#[test]
fn the_quick_reader_reads_as_yaml() {
    let mut chance = Random::new(3);
    let mut quick_ones = 0;
    for _ in 0..CASES {
        let inner: String = (0..chance.below(8)).map(|_| some_line(&mut chance)).collect();
        let Some(quick) = plain::read(&inner, 2) else { continue };
        let yaml = yaml::read(&inner, 2).unwrap_or_else(|err| panic!("{inner:?} {err:?}"));
        assert_eq!(quick.fields, yaml.fields, "{inner:?}");
        assert_eq!(quick.problems, yaml.problems, "{inner:?}");
        quick_ones += 1;
    }
    assert!(quick_ones > CASES / 20, "{quick_ones} of {CASES} were simple enough");
}

/// Mostly simple lines, with what may make them not simple.
fn some_line(chance: &mut Random) -> String {
    const VALUE: &str = "-abc0123456789:#,{}~é—`@%&*!|>=.()\u{85}\u{feff}\u{2028}\t \\'\"";
    let indent = *chance.pick(&["", "", "", "", "  ", "  ", " ", "\t"]);
    let key = match chance.below(6) {
        0..3 => (*chance.pick(&["name", "type", "description"])).to_owned(),
        3..5 => "metadata".to_owned(),
        _ => chance.text("abcxyz?<#-", 3),
    };
    let colon = *chance.pick(&[": ", ": ", ": ", ": ", ": ", ":", ":", ":  ", ""]);
    let value = match chance.below(8) {
        0..3 => chance.text("abc xyz", 6),
        3..6 => {
            let quote = *chance.pick(&["", "'", "\""]);
            format!("{quote}{}{}", chance.text(VALUE, 8), chance.pick(&[quote, ""]))
        }
        6 => "null".to_owned(),
        _ => String::new(),
    };
    let end = *chance.pick(&["\n", "\n", "\n", "\n", "\n", "\n", "\r\n", " \n", "\n\n", "\r"]);
    [indent, &key, colon, &value, end].concat()
}
