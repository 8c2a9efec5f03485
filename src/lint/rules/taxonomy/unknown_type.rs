//! T101: a type that is none of the four.

use crate::{
    lint::{Around, Check, Example, Findings, Fix, Level, Page, Rule, Safety, Subject, spots},
    model::{Kind, text},
};

pub(super) static RULE: Rule = Rule {
    code: "T101",
    name: "unknown-type",
    level: Level::Error,
    check: Check::Memory(check),
    ask: None,
    fix: Some(Safety::Look),
    help: "write one of user, feedback, project, reference",
    page: Page {
        what: "A type that is none of the four: user, feedback, project, reference.",
        why: "The set is closed. Readers drop a memory of a fifth type, or take it for a project note.",
        examples: &[
            Example {
                title: "A word of its own",
                store: &[(
                    "feedback_tabs.md",
                    "---\nname: Tabs in Makefiles\ndescription: Makefiles are indented with tabs\ntype: \
                     preference\n---\n\nUse tabs in Makefiles.\n\n**Why:** make refuses blanks.\n",
                )],
                found: &["feedback_tabs.md:4"],
                fixed: &[(
                    "feedback_tabs.md",
                    "---\nname: Tabs in Makefiles\ndescription: Makefiles are indented with tabs\ntype: \
                     feedback\n---\n\nUse tabs in Makefiles.\n\n**Why:** make refuses blanks.\n",
                )],
                ..Example::EMPTY
            },
            Example {
                title: "A slip",
                store: &[(
                    "feedback_tabs.md",
                    "---\nname: Tabs in Makefiles\ndescription: Makefiles are indented with tabs\ntype: feedbak\n\
                     ---\n\nUse tabs in Makefiles.\n\n**Why:** make refuses blanks.\n",
                )],
                found: &["feedback_tabs.md:4"],
                fixed: &[(
                    "feedback_tabs.md",
                    "---\nname: Tabs in Makefiles\ndescription: Makefiles are indented with tabs\ntype: \
                     feedback\n---\n\nUse tabs in Makefiles.\n\n**Why:** make refuses blanks.\n",
                )],
                ..Example::EMPTY
            },
            Example {
                title: "Below metadata, as agents write it",
                store: &[(
                    "feedback_tabs.md",
                    "---\nname: tabs\ndescription: Makefiles are indented with tabs\nmetadata: \n  node_type: \
                     memory\n  type: feedback\n---\nUse tabs.\n",
                )],
                ..Example::EMPTY
            },
        ],
        fix: "Write the type whose question the memory answers. User: who is the user? Feedback: how to \
              work? Project: what is going on that the code does not say? Reference: where to look \
              outside?",
    },
};

fn check(memory: &Subject<'_>, _: &Around<'_>, found: &mut Findings<'_>) {
    let Some(word) = memory.memory.type_text.as_deref().filter(|_| memory.memory.kind.is_none()) else { return };
    let place = spots::value(memory, "type").filter(|place| memory.text.get(place.clone()) == Some(word));
    let range = place.clone().unwrap_or_else(|| spots::value_or_first(memory, "type"));
    let finding = found.at(memory, range, format!("`{}` is none of the four types", text::one_line(word)));
    if let Some(kind) = meant(word) {
        finding.help(format!("write `{kind}`, which is meant perhaps"));
        if let Some(place) = place {
            finding.fix(Fix::look(place, kind.as_str()));
        }
    }
}

/// The type that a word comes near to, or that people mean by it.
fn meant(word: &str) -> Option<Kind> {
    let word = word.trim().to_lowercase();
    // A word in use goes first: `preference` is one letter away from `reference`.
    let used = MEANINGS.iter().find(|(_, words)| words.contains(&word.as_str())).map(|(kind, _)| *kind);
    used.or_else(|| Kind::ALL.into_iter().find(|kind| word.len() > 3 && text::edits(&word, kind.as_str()) <= 2))
}

/// Words that are in use for each type.
const MEANINGS: [(Kind, &[&str]); 4] = [
    (Kind::User, &["profile", "persona", "role", "about", "用户", "ユーザー", "사용자"]),
    (
        Kind::Feedback,
        &[
            "preference",
            "preferences",
            "rule",
            "rules",
            "convention",
            "correction",
            "guideline",
            "lesson",
            "style",
            "workflow",
            "反馈",
            "偏好",
            "規則",
            "フィードバック",
            "피드백",
        ],
    ),
    (
        Kind::Project,
        &[
            "decision",
            "context",
            "status",
            "plan",
            "report",
            "state",
            "goal",
            "incident",
            "task",
            "项目",
            "項目",
            "プロジェクト",
            "프로젝트",
        ],
    ),
    (Kind::Reference, &["link", "links", "url", "doc", "docs", "resource", "pointer", "参考", "参照", "참고"]),
];

#[cfg(test)]
mod tests {
    use super::meant;
    use crate::model::Kind;

    #[test]
    fn what_people_mean() {
        for (word, kind) in [
            ("Users", Kind::User),
            ("feedbacks", Kind::Feedback),
            ("projet", Kind::Project),
            ("references", Kind::Reference),
            ("preference", Kind::Feedback),
            ("decision", Kind::Project),
        ] {
            assert_eq!(meant(word), Some(kind), "{word}");
        }
        assert_eq!(meant("xyz"), None);
    }
}
