//! D701: versions and scripts that stand in a manifest.

use std::collections::BTreeSet;

use super::shared_known::place;
use crate::{
    lint::{Around, Check, Example, Findings, Level, Page, Questions, Rule, Subject, said},
    model::text::has_digit,
    project::{
        facts::{SCRIPT, Spot},
        text::weight,
    },
};

/// Versions and scripts that make a sentence a copy of a manifest.
const PINS: usize = 2;

/// And that make a memory one.
const ALL: usize = 3;

/// Percent of a memory's words that are in such sentences.
const COVERED: usize = 30;

/// Programs that run a script of a manifest.
const RUNNERS: [&str; 8] = ["npm run", "pnpm run", "yarn run", "bun run", "pnpm", "yarn", "npm", "composer run"];

/// What one of them has in it.
static RUNS: said::Marks = said::Marks::new(&["npm", "yarn", "bun", "composer"]);

pub(super) static RULE: Rule = Rule {
    code: "D701",
    name: "manifest-facts",
    level: Level::Warning,
    check: Check::Memory(check),
    ask: Some(ask),
    fix: None,
    help: "leave versions and scripts to the manifest; keep why this one, or what breaks with another",
    page: Page {
        what: "A memory that lists versions of packages or names of scripts as they stand in `Cargo.toml`, `package.json` \
               and their like.",
        why: "The manifest is read in a moment and is always right. A version in a memory is right until the next upgrade.",
        examples: &[
            Example {
                title: "The stack, with versions",
                store: &[(
                    "project_stack.md",
                    "---\nname: Stack\ndescription: What we build with\ntype: project\n---\n\nReact 18, Vite 5.2 and Zod 3; \
                     `npm run build` makes the bundle.\n",
                )],
                project: &[(
                    "package.json",
                    "{\n  \"scripts\": {\n    \"build\": \"vite build\"\n  },\n  \"dependencies\": {\n    \"react\": \
                     \"^18.2.0\",\n    \"vite\": \"^5.2.1\",\n    \"zod\": \"^3.1.0\"\n  }\n}\n",
                )],
                found: &["project_stack.md:7"],
                ..Example::EMPTY
            },
            Example {
                title: "Why a version is held",
                store: &[(
                    "project_react.md",
                    "---\nname: React stays at 18\ndescription: Why React is not upgraded\ntype: project\n---\n\nReact 18 \
                     stays until the charts of our supplier run on 19; they promised it for spring, and the customer has \
                     agreed to wait for it.\n",
                )],
                project: &[("package.json", "{\n  \"dependencies\": {\n    \"react\": \"^18.2.0\"\n  }\n}\n")],
                ..Example::EMPTY
            },
        ],
        fix: "Remove the list. A version that is held back for a reason is worth a memory: the reason is.",
    },
};

fn ask<'q>(memory: &'q Subject<'_>, questions: &mut Questions<'q>) {
    memory.sentences().iter().for_each(|sentence| questions.pins.extend(pins(&sentence.text)));
}

fn check(memory: &Subject<'_>, around: &Around<'_>, found: &mut Findings<'_>) {
    if around.facts.pins.is_empty() {
        return;
    }
    let mut all: BTreeSet<&Spot> = BTreeSet::new();
    let (mut first, mut covered, mut words) = (None, 0, 0);
    for sentence in memory.sentences() {
        let weight = weight(&sentence.text);
        words += weight;
        let spots: BTreeSet<&Spot> =
            pins(&sentence.text).iter().filter_map(|pin| around.facts.pins.get(pin)?.first()).collect();
        if spots.len() >= PINS || (spots.len() == 1 && weight <= 6) {
            covered += weight;
            first.get_or_insert_with(|| sentence.span.clone());
            all.extend(spots);
        }
    }
    let Some(first) = first.filter(|_| all.len() >= ALL && covered * 100 >= words * COVERED) else { return };
    let finding = found.at(memory, first, format!("{} versions and scripts in it stand in a manifest", all.len()));
    all.into_iter().take(super::shared_known::SHOWN).for_each(|spot| _ = finding.evidence(place(spot)));
}

/// What a sentence may say of a manifest: a name and a version behind it, or a script that is run.
fn pins(sentence: &str) -> Vec<String> {
    // Most sentences have neither a number nor a program that runs scripts.
    if !has_digit(sentence) && !RUNS.touch(sentence) {
        return Vec::new();
    }
    let lower = sentence.to_lowercase();
    let mut pins = Vec::new();
    let words: Vec<&str> = lower
        .split(|c: char| c.is_whitespace() || "`*()（）[],，;；:：+＋、|^~=".contains(c))
        .map(|word| word.trim_matches(['.', '"', '\'', '。', '/', '<', '>']))
        .filter(|word| !word.is_empty())
        .collect();
    for pair in words.windows(2) {
        if let Some(version) = version(pair[1]) {
            names(pair[0]).for_each(|name| pins.push(format!("{name} {version}")));
        }
    }
    if let [.., first, second, last] = words.as_slice()
        && let Some(version) = version(last)
    {
        pins.push(format!("{first}{second} {version}"));
    }
    for runner in RUNNERS {
        for at in said::finds(&lower, runner) {
            let rest = lower[at + runner.len()..].trim_start_matches(' ');
            let end =
                rest.find(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, ':' | '-' | '_')).unwrap_or(rest.len());
            if end > 0 {
                pins.push(format!("{} {SCRIPT}", rest[..end].trim_end_matches([':', '-'])));
            }
        }
    }
    pins
}

/// `18`, `v16.2.10`, `4.x`.
fn version(word: &str) -> Option<&str> {
    let bare = word.strip_prefix('v').unwrap_or(word);
    let bare = bare.strip_suffix(".x").unwrap_or(bare);
    let is = bare.starts_with(|c: char| c.is_ascii_digit()) && bare.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    is.then_some(bare)
}

/// A name as it is spoken and as it is written in a manifest: `next.js` is `next`.
fn names(word: &str) -> impl Iterator<Item = &str> {
    let letters = word.starts_with(|c: char| c.is_ascii_lowercase() || c == '@');
    let short = word.strip_suffix(".js").or_else(|| word.strip_suffix("js"));
    [Some(word), short].into_iter().flatten().filter(move |name| letters && name.len() > 1)
}
