//! D301: what git says: commits, pull requests, what was shipped when.

use std::collections::BTreeSet;

use crate::{
    lint::{Around, Check, Evidence, Example, Findings, Level, Page, Questions, Rule, Subject, said, said::Line},
    model::{Kind, text::has_digit},
    project::{facts::Commit, text::weight},
};

/// Commits and numbers of the history that make a text a log.
const REFERENCES: usize = 3;

/// Fewer do in a text that tells of deliveries as often as this.
const DELIVERIES: usize = 3;

/// References and deliveries in a hundred words.
const DENSITY: usize = 1;

/// Commits that are shown.
const SHOWN: usize = 4;

/// How a delivery is told.
const DELIVERED: [&str; 30] = [
    "shipped",
    "merged",
    "landed",
    "delivered",
    "released",
    "deployed",
    "squash",
    "files changed",
    "tests added",
    "tests passed",
    "passed",
    "entregue",
    "mergeado",
    "mergeada",
    "mergeadas",
    "commitado",
    "nasazeno",
    "hotovo",
    "已合并",
    "已提交",
    "已上线",
    "已发布",
    "已完成",
    "合併",
    "マージ",
    "リリース済",
    "完了",
    "머지",
    "배포 완료",
    "완료",
];

pub(super) static RULE: Rule = Rule {
    code: "D301",
    name: "git-history",
    level: Level::Warning,
    check: Check::Memory(check),
    ask: Some(ask),
    fix: None,
    help: "keep the lesson, and leave what was done when to `git log`",
    page: Page {
        what: "A memory that tells what was done: it names several commits or pull requests that git knows, and gives no \
               reason for anything.",
        why: "git keeps the same, whole and searchable. Nobody who asks a question is helped by the list of an afternoon's \
              commits, and it pushes what would help out of the few kilobytes that recall has.",
        examples: &[
            Example {
                title: "A list of pull requests",
                store: &[(
                    "project_import.md",
                    "---\nname: Import\ndescription: The import arc\ntype: project\n---\n\nShipped in #12 (parser), #14 \
                     (writer) and #15 (docs); merged on Friday, 40 tests added.\n",
                )],
                commits: &[
                    ("1111111111111111111111111111111111111111", "Add the parser (#12)"),
                    ("2222222222222222222222222222222222222222", "Add the writer (#14)"),
                    ("3333333333333333333333333333333333333333", "Docs of the import (#15)"),
                ],
                found: &["project_import.md:7"],
                ..Example::EMPTY
            },
            Example {
                title: "A lesson that names where it was learned",
                store: &[(
                    "feedback_import.md",
                    "---\nname: Small imports\ndescription: Split imports before review\ntype: feedback\n---\n\nSplit an \
                     import before it is reviewed.\n\n**Why:** #12, #14 and #15 were each sent back for their size.\n",
                )],
                commits: &[
                    ("1111111111111111111111111111111111111111", "Add the parser (#12)"),
                    ("2222222222222222222222222222222222222222", "Add the writer (#14)"),
                    ("3333333333333333333333333333333333333333", "Docs of the import (#15)"),
                ],
                ..Example::EMPTY
            },
        ],
        fix: "Ask what one would do otherwise next time. Keep that sentence; a commit or two may stay beside it as the \
              place where it was learned.",
    },
};

fn ask<'q>(memory: &'q Subject<'_>, questions: &mut Questions<'q>) {
    questions.commits.extend(references(memory).into_iter().map(|(_, text)| text));
}

fn check(memory: &Subject<'_>, around: &Around<'_>, found: &mut Findings<'_>) {
    let kind = memory.memory.kind;
    let known: Vec<(usize, String, &Commit)> = references(memory)
        .into_iter()
        .filter_map(|(at, text)| around.facts.commits.get(&text).map(|commit| (at, text, commit)))
        .collect();
    if known.is_empty() {
        return;
    }
    let lesson = memory.has_reason();
    if kind == Some(Kind::User) || lesson && kind == Some(Kind::Feedback) {
        return;
    }
    let distinct: BTreeSet<&str> = known.iter().map(|(_, text, _)| text.as_str()).collect();
    let lower = memory.lower();
    let words: usize = DELIVERED.iter().map(|mark| said::finds(lower, mark).count()).sum();
    let delivered = words + 2 * sizes(lower);
    let told = !lesson && delivered >= DELIVERIES;
    let enough = told || distinct.len() >= REFERENCES + usize::from(lesson);
    let dense = (distinct.len() + delivered) * 100 >= weight(memory.body()) * DENSITY;
    let Some((at, text, _)) = known.first().filter(|_| enough && dense) else { return };
    let message = format!("it tells of {} commits and pull requests that git knows", distinct.len());
    let finding = found.at(memory, *at..*at + text.len(), message);
    for (_, _, commit) in known.iter().take(SHOWN) {
        finding.evidence(Evidence::Commit { id: commit.id.clone() });
    }
}

/// How often the size of a change is told: `+225/-2`.
fn sizes(text: &str) -> usize {
    let digit = |c: char| c.is_ascii_digit() || c == ',';
    let is_size = |at: usize| {
        let rest = text[at + 1..].trim_start_matches(digit);
        rest.len() < text.len() - at - 1 && ["/-", "/−", " / -", ", -"].iter().any(|mark| rest.starts_with(mark))
    };
    text.match_indices('+').filter(|(at, _)| is_size(*at)).count()
}

/// Names of commits and numbers of pull requests in the prose, with their places.
fn references(memory: &Subject<'_>) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    // Neither a commit nor a number is without a digit.
    let numbered = |line: &&Line<'_>| has_digit(line.text);
    for line in memory.prose().filter(numbered) {
        let mut at = 0;
        for word in line.text.as_bytes().split(|byte| !byte.is_ascii_alphanumeric() && *byte != b'#') {
            let start = at;
            at += word.len() + 1;
            // Between the bytes of other letters there is no word, and no place to cut.
            let Some(word) = line.text.get(start..start + word.len()) else { continue };
            // `#2` is the second of anything, unless it is said of what.
            let counted = || word.len() > 2 || ends_with_request(&line.text[..start]);
            if is_commit(word) || is_number(word) && counted() {
                found.push((line.start + start, word.to_owned()));
            }
        }
    }
    found
}

fn ends_with_request(before: &str) -> bool {
    let before = before.trim_end_matches([' ', '(']).to_lowercase();
    ["pr", "prs", "mr", "pull request"].iter().any(|word| before.ends_with(word))
}

/// Seven hexadecimal digits or more, digits and letters: a word or a number would be one of both.
fn is_commit(word: &str) -> bool {
    let hex = || word.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    let mixed = || word.bytes().any(|b| b.is_ascii_digit()) && word.bytes().any(|b| b.is_ascii_lowercase());
    (7..=40).contains(&word.len()) && hex() && mixed()
}

fn is_number(word: &str) -> bool {
    word.strip_prefix('#')
        .is_some_and(|digits| (1..=6).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit()))
}
