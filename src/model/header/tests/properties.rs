//! What holds for any text.

use proptest::prelude::*;

use super::super::*;

proptest! {
    #[test]
    fn any_text_is_read(text in "(---\n)?(\\PC|[\u{0}-\u{20}:#'\"\\[{|>&*!~\u{85}\u{feff}-]){0,80}(\n---\n.*)?") {
        let header = Header::parse(&text);
        prop_assert!(text.ends_with(header.body(&text)));
        let _ = set(&text, "type", "user");
        let _ = set_body(&text, "b");
    }

    #[test]
    fn a_quoted_value_comes_back(value in any::<String>(), nasty in "[-?:,\\[\\]{}#&*!|>%@`'\"=<~.0-9a-eé \t\n\\\\\u{85}\u{2028}]{0,12}") {
        for value in [value, nasty] {
            let text = compose(&[("name", &value), ("metadata.x", &value), ("type", "user")], "b");
            let header = Header::parse(&text);
            prop_assert_eq!(header.get("name"), Some(value.as_str()));
            prop_assert_eq!(header.get("x"), Some(value.as_str()));
            prop_assert_eq!(header.get("type"), Some("user"));
            prop_assert_eq!(header.problems().len(), 0);
            prop_assert_eq!(header.body(&text), "b\n");
        }
    }

    #[test]
    fn the_quick_reader_reads_as_yaml(lines in proptest::collection::vec(some_line(), 0..8)) {
        let inner: String = lines.concat();
        if let Some(quick) = plain::read(&inner, 2) {
            let yaml = yaml::read(&inner, 2);
            prop_assert!(yaml.is_ok(), "{:?} {:?}", inner, yaml);
            let yaml = yaml.unwrap_or_default();
            prop_assert_eq!(&quick.fields, &yaml.fields, "{:?}", inner);
            prop_assert_eq!(&quick.problems, &yaml.problems, "{:?}", inner);
        }
    }
}

/// Mostly simple lines, with what may make them not simple.
fn some_line() -> impl Strategy<Value = String> {
    let indent = prop_oneof![4 => Just(""), 2 => Just("  "), 1 => Just(" "), 1 => Just("\t")];
    let key = prop_oneof![3 => "(name|type|description)", 2 => Just("metadata".to_owned()), 1 => "[a-z?<#-]{0,3}"];
    let colon = prop_oneof![5 => Just(": "), 2 => Just(":"), 1 => Just(":  "), 1 => Just("")];
    let value = prop_oneof![
        3 => "[a-z ]{0,6}",
        3 => "['\"]?[-a-c0-9:#,{}~é—`@%&*!|>=.()\u{85}\u{feff}\u{2028}\t \\\\'\"]{0,8}['\"]?",
        1 => Just("null".to_owned()),
        1 => Just(String::new()),
    ];
    let end = prop_oneof![6 => Just("\n"), 1 => Just("\r\n"), 1 => Just(" \n"), 1 => Just("\n\n"), 1 => Just("\r")];
    (indent, key, colon, value, end)
        .prop_map(|(indent, key, colon, value, end)| [indent, &key, colon, &value, end].concat())
}
