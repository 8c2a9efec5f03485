//! D401: what `CLAUDE.md`, `AGENTS.md`, the README or the docs say already.

use super::shared_known::place;
use crate::{
    lint::{Around, Check, Example, Findings, Level, Page, Questions, Rule, Subject, said::Sentence},
    model::Kind,
    project::{
        facts::{Echo, Facts, Role},
        text::weight,
    },
};

/// The thought of a memory stands in the instructions: percent of its words in one place there.
const LEAD_SHARE: u8 = 55;

/// Words that a thought must have to be told from others.
const LEAD_WORDS: usize = 8;

/// With fewer words more of them must be there.
const SHORT_WORDS: usize = 5;
const SHORT_SHARE: u8 = 80;

/// In a README, the thought itself must stand there: percent of its words.
const README_SHARE: u8 = 70;

/// Percent of a memory's words that stand in the docs, each sentence's in one place there.
const COVERED: usize = 27;

/// And in how many sentences, so that no single one decides.
const SENTENCES: usize = 3;

/// Places that are shown.
const SHOWN: usize = 3;

pub(super) static RULE: Rule = Rule {
    code: "D401",
    name: "repeated-in-docs",
    level: Level::Warning,
    check: Check::Memory(check),
    ask: Some(ask),
    fix: None,
    help: "keep what the docs do not say, or remove the memory: `mem rm`",
    page: Page {
        what: "A memory that says what the project's own instructions or docs say: the thought it opens with stands in \
               `CLAUDE.md`, `AGENTS.md`, a README or a rules folder, or more than a quarter of its words stand in \
               the docs, sentence by sentence.",
        why: "Agents read the instructions in every session. The same thing said twice costs twice, and when the docs \
              change, the copy goes on saying the old.",
        examples: &[
            Example {
                title: "The rule is in CLAUDE.md",
                store: &[(
                    "feedback_comments.md",
                    "---\nname: Comments stay\ndescription: Never delete existing comments when code is moved to another \
                     module\ntype: feedback\n---\n\nKeep them.\n",
                )],
                project: &[(
                    "CLAUDE.md",
                    "# Rules\n\n- Build with make.\n- When code is moved to another module, existing comments are never \
                     deleted.\n",
                )],
                found: &["feedback_comments.md:3"],
                ..Example::EMPTY
            },
            Example {
                title: "What the docs do not say",
                store: &[(
                    "feedback_comments.md",
                    "---\nname: Comments stay\ndescription: Never delete existing comments when code is moved to another \
                     module\ntype: feedback\n---\n\nThe user restored forty of them by hand.\n",
                )],
                project: &[("CLAUDE.md", "# Rules\n\n- Build with make, and comment what is not obvious.\n")],
                ..Example::EMPTY
            },
        ],
        fix: "Remove the memory when the docs say all of it. When it knows more (who asked for it, what went wrong \
              without it), keep that and drop the rest.",
    },
};

fn ask<'q>(memory: &'q Subject<'_>, questions: &mut Questions<'q>) {
    questions.sentences.extend(memory.all_sentences().map(|sentence| &*sentence.text));
}

fn check(memory: &Subject<'_>, around: &Around<'_>, found: &mut Findings<'_>) {
    // Who somebody is may be told in a README too; it is asked for in each session all the same.
    if memory.memory.kind == Some(Kind::User) || around.facts.echoes.is_empty() {
        return;
    }
    let sentences = memory.sentences();
    if let Some((sentence, echo)) = repeated_lead(memory, around.facts) {
        let message = format!("`{}` says this already", echo.spot.file);
        found.at(memory, sentence.span.clone(), message).evidence(place(&echo.spot));
        return;
    }
    let mut repeated: Vec<(&Sentence<'_>, &Echo)> =
        sentences.iter().filter_map(|sentence| Some((sentence, echo(&sentence.text, around.facts)?))).collect();
    let all: usize = sentences.iter().map(|sentence| weight(&sentence.text)).sum();
    let covered: usize = repeated.iter().map(|(s, echo)| weight(&s.text) * usize::from(echo.share)).sum();
    if repeated.len() < SENTENCES || covered < all * COVERED {
        return;
    }
    // The plainest first, and as they stand in the text.
    repeated.sort_by_key(|(_, echo)| u8::MAX - echo.share);
    let (first, echo) = repeated[0];
    let (share, file) = (covered / all, &echo.spot.file);
    let message = format!("{share} % of its words stand in the project's docs, those of this sentence in `{file}`");
    let finding = found.at(memory, first.span.clone(), message);
    repeated.iter().take(SHOWN).for_each(|(_, echo)| _ = finding.evidence(place(&echo.spot)));
}

/// The thought that a memory opens with, when the instructions have it: its description, its heading
/// or its first sentence.
fn repeated_lead<'m>(memory: &'m Subject<'_>, facts: &'m Facts) -> Option<(&'m Sentence<'m>, &'m Echo)> {
    let sentences = memory.sentences();
    let headed = sentences.first().is_some_and(|sentence| memory.text[sentence.span.clone()].starts_with('#'));
    let first = sentences.iter().take(1 + usize::from(headed));
    let echoes = memory.description().into_iter().chain(first).filter_map(|sentence| {
        let words = weight(&sentence.text);
        let enough = |echo: &&Echo| is_instructions(echo) && echo.share >= needed(words, &echo.spot.file);
        let echo = facts.echoes.get(&*sentence.text)?.iter().find(enough)?;
        (words >= SHORT_WORDS).then_some((sentence, echo))
    });
    echoes.max_by_key(|(_, echo)| echo.share)
}

/// A README tells much of what the project is about, in the words of whoever writes about it; what the
/// others say they say as a rule.
fn needed(words: usize, file: &str) -> u8 {
    let name = file.rsplit('/').next().unwrap_or(file).to_lowercase();
    match () {
        () if words < LEAD_WORDS => SHORT_SHARE,
        () if name.starts_with("readme") || name.starts_with("contributing") => README_SHARE,
        () => LEAD_SHARE,
    }
}

fn is_instructions(echo: &Echo) -> bool {
    Role::of(&echo.spot.file) == Role::Instructions
}

/// Where the project's prose says most of a sentence.
fn echo<'f>(sentence: &str, facts: &'f Facts) -> Option<&'f Echo> {
    facts.echoes.get(sentence)?.iter().max_by_key(|echo| echo.share)
}
