//! The registry against the folders, and every example tried.

use std::{collections::BTreeSet, fs, path::Path};

use super::{GROUPS, all, find};
use crate::{
    lint::{Around, Example, Finding, Level, Rule, Safety, apply, judge, questions},
    ops::related,
};

fn folder(group: &str) -> BTreeSet<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/lint/rules").join(group);
    let names = fs::read_dir(folder).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap());
    names.map(|name| name.trim_end_matches(".rs").to_owned()).collect()
}

/// A file beside the rules that several of them use starts with `shared`.
fn is_rule(file: &str) -> bool {
    file != "mod" && !file.starts_with("shared")
}

#[test]
fn a_rule_is_a_file_and_a_line() {
    for group in GROUPS {
        let listed: BTreeSet<String> = group.rules.iter().map(|rule| rule.name.replace('-', "_")).collect();
        let files: BTreeSet<String> = folder(group.folder).into_iter().filter(|file| is_rule(file)).collect();
        assert_eq!(listed, files, "src/lint/rules/{}", group.folder);
        assert!(group.rules.is_sorted_by_key(|rule| rule.code), "{} by code", group.letter);
    }
    let groups: BTreeSet<String> = GROUPS.iter().map(|group| group.folder.to_owned()).collect();
    let folders: BTreeSet<String> =
        folder("").into_iter().filter(|f| !["mod", "tests"].contains(&f.as_str())).collect();
    assert_eq!(groups, folders);
}

#[test]
fn codes_and_names_are_sound_and_one_of_each() {
    let (mut codes, mut names) = (BTreeSet::new(), BTreeSet::new());
    for group in GROUPS {
        for rule in group.rules {
            let digits = rule.code.strip_prefix(group.letter).unwrap_or_else(|| panic!("{}", rule.code));
            assert!(digits.len() == 3 && digits.bytes().all(|b| b.is_ascii_digit()), "{}", rule.code);
            assert!(
                rule.name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-'),
                "{}",
                rule.name
            );
            assert!(codes.insert(rule.code) && names.insert(rule.name), "{} twice", rule.code);
            assert_eq!(find(&rule.code.to_lowercase()).unwrap().code, rule.code);
        }
    }
}

#[test]
fn pages_are_whole_and_levels_are_honest() {
    for rule in all() {
        let page = &rule.page;
        for text in [page.what, page.why, page.fix, rule.help] {
            assert!(!text.trim().is_empty(), "{} has a page with an empty part", rule.code);
        }
        assert!(!rule.help.ends_with('.'), "{}: the help is half a line, without a full stop", rule.code);
        assert!(page.examples.iter().any(|e| !e.found.is_empty()), "{} has no bad example", rule.code);
        assert!(page.examples.iter().any(|e| e.found.is_empty()), "{} has no good example", rule.code);
        assert!(page.examples.iter().all(|e| !e.title.is_empty()), "{} has an example without a title", rule.code);
        assert_ne!(rule.level, Level::Off, "{}", rule.code);
        let fixed = page.examples.iter().any(|e| !e.fixed.is_empty());
        assert_eq!(rule.fix.is_some(), fixed, "{}: a rule with a fix shows one", rule.code);
    }
}

fn run(rule: &'static Rule, example: &Example) -> Vec<Finding> {
    let mut snapshot = example.snapshot();
    related::find(&mut snapshot, "store", &|_| false);
    let subjects = snapshot.subjects();
    let facts = example.facts(&questions(&subjects.iter().collect::<Vec<_>>(), &[rule]));
    judge(&snapshot, &subjects, &Around { now: Example::now(), facts: &facts }, &[rule])
}

fn spot(finding: &Finding) -> String {
    match &finding.place {
        Some(place) => format!("{}:{}", finding.file, place.line),
        None => finding.file.clone(),
    }
}

#[test]
fn examples_are_true() {
    for rule in all() {
        for example in rule.page.examples {
            let found = run(rule, example);
            let spots: Vec<String> = found.iter().map(spot).collect();
            assert_eq!(spots, example.found, "{}: {}: {found:#?}", rule.code, example.title);
            for finding in &found {
                assert!(
                    finding.message.chars().next().is_some_and(|c| !c.is_uppercase()
                        || finding.message.len() < 2
                        || c == '`'
                        || finding.message[..2].chars().all(char::is_uppercase)),
                    "{}: a message is no sentence: {}",
                    rule.code,
                    finding.message
                );
                assert!(!finding.message.ends_with('.'), "{}: {}", rule.code, finding.message);
                assert!(
                    finding.fix.is_none() || rule.fix.is_some(),
                    "{} has a fix that it does not tell of",
                    rule.code
                );
            }
        }
    }
}

#[test]
fn fixes_put_right_what_they_say() {
    for rule in all().filter(|rule| rule.fix.is_some()) {
        for example in rule.page.examples.iter().filter(|e| !e.fixed.is_empty()) {
            let found = run(rule, example);
            for (file, after) in example.fixed {
                let before = example.store.iter().find(|(name, _)| name == file).unwrap().1;
                let fixes = found.iter().filter(|f| f.file == *file).filter_map(|f| f.fix.as_ref());
                assert_eq!(apply(before, fixes).0, *after, "{}: {}", rule.code, example.title);
            }
            if rule.fix == Some(Safety::Safe) {
                let then: Vec<(&str, &str)> = example
                    .store
                    .iter()
                    .map(|(name, text)| {
                        (*name, example.fixed.iter().find(|(f, _)| f == name).map_or(*text, |(_, t)| *t))
                    })
                    .collect();
                let then = Example { store: Box::leak(then.into_boxed_slice()), ..*example };
                let left = run(rule, &then);
                assert!(left.iter().all(|f| f.fix.is_none()), "{}: a second run has more to fix: {left:#?}", rule.code);
            }
        }
    }
}
