//! What in a person's message the person did not say.

/// Elements that agents and hooks put into messages.
const INJECTED: [&str; 9] = [
    "system-reminder",
    "memories",
    "environment_context",
    "user_instructions",
    "local-command-stdout",
    "local-command-caveat",
    "ide_opened_file",
    "ide_selection",
    "hook_context",
];

/// A message that begins so was written by a machine.
const MACHINE: [&str; 15] = [
    "<command-name>",
    "<command-message>",
    "<local-command-stdout>",
    "<task-notification>",
    "<bash-input>",
    "<bash-stdout>",
    "<bash-stderr>",
    "<turn_aborted>",
    "<permissions instructions>",
    "<INSTRUCTIONS>",
    "# AGENTS.md instructions",
    "[Request interrupted by user",
    "Caveat: The messages below were generated",
    "This session is being continued from a previous conversation",
    "Stop hook feedback:",
];

/// Where memories that were recalled into the message begin, and where they end.
const RECALLED: (&str, &str) = ("Memory (saved ", "These memories are notes from earlier sessions.");

/// What the person said; `None` when that is nothing.
pub(super) fn human(text: &str) -> Option<String> {
    if MACHINE.iter().any(|start| text.trim_start().starts_with(start)) {
        return None;
    }
    let mut said = text.to_owned();
    for name in INJECTED {
        without(&mut said, &format!("<{name}"), &format!("</{name}>"));
    }
    let said = without_recalled(&said);
    let said = said.trim();
    let machine = MACHINE.iter().any(|start| said.starts_with(start));
    (!said.is_empty() && !machine).then(|| said.to_owned())
}

/// Takes out every stretch from `start` to `end`; one that does not end takes the rest.
fn without(text: &mut String, start: &str, end: &str) {
    while let Some(from) = text.find(start) {
        // `<memories>` and not `<memories-of-mine>`.
        if !text[from + start.len()..].starts_with(['>', ' ', '\n']) {
            return;
        }
        let to = text[from..].find(end).map_or(text.len(), |at| from + at + end.len());
        text.replace_range(from..to, "");
    }
}

fn without_recalled(text: &str) -> String {
    let (start, end) = RECALLED;
    let mut inside = false;
    let lines = text.split_inclusive('\n').filter(|line| {
        inside |= line.starts_with(start);
        let kept = !inside;
        inside &= !line.starts_with(end);
        kept
    });
    lines.collect()
}
