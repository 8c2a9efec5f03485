//! Prompts that no person has written to the model.

/// What a machine puts at the start of a prompt.
const MACHINE: &[&str] =
    &["<command-", "<local-command-", "<bash-", "<task-notification", "<system-reminder", "<user-prompt-submit-hook"];

/// Who writes prompts that are answered, where the agent says who has.
const PEOPLE: &[&str] = &["user", "sdk"];

/// Why a prompt gets no memories, if it gets none.
#[must_use]
pub fn refusal(prompt: &str, source: Option<&str>) -> Option<&'static str> {
    let prompt = prompt.trim_start();
    if source.is_some_and(|source| !PEOPLE.contains(&source)) || MACHINE.iter().any(|tag| prompt.starts_with(tag)) {
        return Some("the prompt was made by a machine");
    }
    is_command(prompt).then_some("the prompt is a command of the agent")
}

/// `/compact now`, `!git status`; not `/usr/bin is full`, which begins with a path.
fn is_command(prompt: &str) -> bool {
    let Some(rest) = prompt.strip_prefix('/') else { return prompt.starts_with('!') };
    let name = rest.split(char::is_whitespace).next().unwrap_or_default();
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | ':' | '.');
    name.starts_with(char::is_alphabetic) && name.chars().all(is_part)
}

#[cfg(test)]
mod tests {
    use super::refusal;

    #[test]
    fn people_are_answered_and_machines_are_not() {
        for (prompt, source) in [
            ("how do we deploy", None),
            ("how do we deploy", Some("user")),
            ("how do we deploy", Some("sdk")),
            ("/usr/bin is full", None),
            ("/ alone", None),
            ("// a comment: what does it mean", None),
            ("# A heading\n\nand a task", None),
            ("<div> does not close", None),
            ("a /compact in the middle", None),
        ] {
            assert_eq!(refusal(prompt, source), None, "{prompt}");
        }
        for (prompt, source) in [
            ("/compact keep the plan", None),
            ("  /mcp__server:prompt", None),
            ("/部署 staging", None),
            ("!git status", None),
            ("<command-name>/clear</command-name>", None),
            ("<local-command-stdout>x", None),
            ("<task-notification>", None),
            ("how do we deploy", Some("loop_wakeup")),
            ("how do we deploy", Some("system")),
        ] {
            assert!(refusal(prompt, source).is_some(), "{prompt}");
        }
    }
}
