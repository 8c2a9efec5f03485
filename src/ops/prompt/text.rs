//! What an agent is told about the memory, section by section.

use crate::{agents::Agent, model::Kind};

/// A section and how soon it goes where room is short: the lowest rank stays longest.
pub(super) struct Section {
    pub(super) text: String,
    pub(super) rank: u8,
}

/// To whom the text speaks, and of which store.
pub(super) struct Voice<'a> {
    /// How a shell starts `mem` on the store.
    pub(super) program: &'a str,
    /// Where the store is; nothing in a file that other machines may get.
    pub(super) dir: Option<&'a str>,
    /// The agent, where it is known.
    pub(super) agent: Option<&'static Agent>,
}

/// The sections in their order.
pub(super) fn sections(voice: &Voice) -> Vec<Section> {
    let section = |rank, text| Section { text, rank };
    vec![
        section(0, opening(voice)),
        section(4, types()),
        section(2, saving(voice)),
        section(1, NEVER.to_owned()),
        section(5, looking(voice)),
        section(3, relying(voice)),
    ]
}

fn opening(voice: &Voice) -> String {
    let place = voice.dir.map(|dir| format!(", in `{dir}`")).unwrap_or_default();
    let tool = voice.agent.map(|agent| format!(", run with the {} tool,", agent.tools.shell)).unwrap_or_default();
    format!(
        "# Memory of this project\n\nThis project has a memory that outlives a session: small Markdown files, one fact \
each, and an index of them{place}. The command `{}`{tool} saves, finds and removes memories.\n",
        voice.program
    )
}

fn types() -> String {
    let line = |kind: Kind| {
        let more = match kind {
            Kind::User => "It lets answers fit the person: what they know, what they are responsible for.",
            Kind::Feedback => "Praise for an unusual way counts as much as a complaint.",
            Kind::Project => "Aims, deadlines, decisions and who stands behind them.",
            Kind::Reference => "The place and what it is good for, not a copy of what it says.",
        };
        format!("- `{kind}`: {}. {more}\n", kind.question())
    };
    let lines: String = Kind::ALL.into_iter().map(line).collect();
    format!(
        "## The four types\n\nA memory holds what neither the code, nor its history, nor its documents can tell. Each type \
answers one question.\n\n{lines}"
    )
}

fn saving(voice: &Voice) -> String {
    let mem = voice.program;
    format!(
        "## Saving\n\n`{mem} add -t TYPE -n \"NAME\" -d \"DESCRIPTION\" -m \"TEXT\"` saves one fact and its line in the index; the \
index needs no other care.

- The description decides whether the memory is found again: it says when the fact matters, in the words in which \
somebody would ask.
- A `feedback` or `project` text starts with the rule or the fact. A line `**Why:**` gives the reason, a line \
`**How to apply:**` says when it counts; without the reason nobody can judge a case at the edge.
- Days are written as dates (2026-12-20), since \"tomorrow\" is wrong by tomorrow.
- What the user asks to remember is saved at once. A correction of how to work is saved without being asked for.
- `{mem} recall \"WORDS\"` shows whether a memory says it already; `{mem} add --update` changes that one. What has turned \
out wrong, and what the user asks to forget, goes with `{mem} rm NAME`.
- Steps of the work at hand belong in a plan or a task list, which end with it.
"
    )
}

const NEVER: &str = "## Not saved, even when asked for

- What the code shows: structure, paths, names, conventions, dependencies.
- What git knows: who changed what and when, which pull requests were merged.
- How something was fixed: the fix is in the code, its reason in the commit message.
- What the project's documents and agent files (README, CLAUDE.md, AGENTS.md) say already.
- What is being done right now.
- Passwords, keys, tokens, and private data of other people.

Asked to save such a thing, a summary of a week's changes for example, the helpful answer is a question: \"What of it was \
surprising, or could not be found by looking?\" The reply is what a memory is for.
";

fn looking(voice: &Voice) -> String {
    let mem = voice.program;
    let read = voice.agent.map(|agent| format!(", or the {} tool on its path,", agent.tools.read)).unwrap_or_default();
    format!(
        "## Looking

- A line of the index that bears on the task is worth opening before the work starts: `{mem} show NAME`{read} prints the \
memory. `{mem} recall \"TASK\"` finds what the index does not make plain.
- When the user speaks of earlier work, or asks what is remembered, looking comes before answering; `{mem} log` tells what \
was saved and when.
- When the user wants memory left aside, the task goes on as if there were none: nothing of it is used, compared or \
mentioned.
"
    )
}

fn relying(voice: &Voice) -> String {
    format!(
        "## Before relying on a memory

A memory tells how things were when it was written. \"The memory says that X exists\" does not mean that X exists now.

- It names a file: see whether the file is there.
- It names a function, a flag or a setting: search for it.
- The user is about to act on it: check first, whatever it names.
- It sums up a state or recent activity: the code and `git log` are newer.
- It contradicts what is there: what is there counts, and the memory is updated or removed (`{} rm NAME`).
",
        voice.program
    )
}
