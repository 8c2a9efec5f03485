//! D801: architecture or an API, told by names that all stand in the code.

use super::shared_known::{is_own, known, show};
use crate::{
    lint::{Around, Check, Example, Findings, Level, Page, Questions, Rule, Subject},
    model::Kind,
    project::text::weight,
};

/// Names of the code that make a text a description of it.
const NAMES: usize = 5;

/// And of these, such as the code gives to something of its own.
const OWN: usize = 2;

/// Names in a hundred words.
const DENSITY: usize = 2;

/// In a text that says why, names must be as dense as in code itself.
const DENSITY_OF_LESSON: usize = 3;

/// Feedback that says why may name what it is about; with so many names of the code's own it is about the code.
const OWN_OF_FEEDBACK: usize = 6;

/// Percent of the names that are in the code.
const SHARE: usize = 50;

pub(super) static RULE: Rule = Rule {
    code: "D801",
    name: "described-code",
    level: Level::Warning,
    check: Check::Memory(check),
    ask: Some(ask),
    fix: None,
    help: "keep what the code cannot say (why it is so, what went wrong), or remove the memory: `mem rm`",
    page: Page {
        what: "A memory that describes code by its names: many identifiers in few words, most of which stand in the \
               project's code. Lessons (feedback that says why) may name more.",
        why: "The code says it already, in its newest version. A description is right on the day it is written, and is \
              believed long after.",
        examples: &[
            Example {
                title: "How the parts hang together",
                store: &[(
                    "project_dispatch.md",
                    "---\nname: Effect dispatch\ndescription: How effects are run\ntype: project\n---\n\n\
                     `EffectQueue` is filled by `push_effect`; `run_effects` walks it and calls `apply_effect` for each \
                     `EffectNode`.\n",
                )],
                project: &[(
                    "src/effect.rs",
                    "struct EffectQueue;\nstruct EffectNode;\nfn push_effect() {}\nfn run_effects() {}\nfn apply_effect() {}\n",
                )],
                found: &["project_dispatch.md:7"],
                ..Example::EMPTY
            },
            Example {
                title: "A decision that names what it is about",
                store: &[(
                    "project_dispatch.md",
                    "---\nname: Effects are not parallel\ndescription: Why effects run one after the other\ntype: project\n\
                     ---\n\nThe designer wants effects in the order of the cards, because players read them that way; a \
                     parallel `run_effects` was tried in spring and taken back after the play test.\n",
                )],
                project: &[("src/effect.rs", "fn run_effects() {}\n")],
                ..Example::EMPTY
            },
        ],
        fix: "Ask what about it was surprising or not obvious. That is the memory; the names around it are in the code.",
    },
};

fn ask<'q>(memory: &'q Subject<'_>, questions: &mut Questions<'q>) {
    questions.names.extend(memory.names().iter().map(|name| name.text));
}

fn check(memory: &Subject<'_>, around: &Around<'_>, found: &mut Findings<'_>) {
    let known = known(memory, around.facts);
    if known.len() < NAMES {
        return;
    }
    let names = memory.names().len();
    let lesson = memory.has_reason();
    let needed = match memory.memory.kind {
        Some(Kind::User) if lesson => return,
        Some(Kind::Feedback) if lesson => OWN_OF_FEEDBACK,
        _ => OWN,
    };
    let own = known.iter().filter(|name| is_own(name, around.facts)).count();
    let density = if lesson { DENSITY_OF_LESSON } else { DENSITY };
    let dense = known.len() * 100 >= weight(memory.body()) * density;
    if own < needed || !dense || known.len() * 100 < names * SHARE {
        return;
    }
    let body = memory.text.len() - memory.body().len();
    let (first, _) = known.iter().find(|(name, _)| name.span.start >= body).unwrap_or(&known[0]);
    let message = format!("{} of the {names} names in it stand in the code", known.len());
    show(found.at(memory, first.span.clone(), message), &known, around.facts);
}
