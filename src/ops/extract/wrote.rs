//! Whether the agent wrote to the store itself.

use std::path::Path;

use crate::transcript::Deed;

/// Tools that write files. Lower case.
const WRITERS: [&str; 11] = [
    "write",
    "edit",
    "multiedit",
    "notebookedit",
    "write_file",
    "replace",
    "apply_patch",
    "create_file",
    "edit_file",
    "str_replace_based_edit_tool",
    "str_replace",
];
/// Commands of ours that change a store.
const COMMANDS: [&str; 6] = ["mem add", "mem rm", "mem edit", "mem mv", "mem restore", "mem gc --apply"];
/// What in a shell's command changes files.
const CHANGES: [&str; 7] = [">", "tee ", "rm ", "mv ", "cp ", "sed -i", "truncate "];

/// Whether the deed changed the store in `dir`, as far as its beginning tells.
pub(super) fn to(dir: &Path, deed: &Deed) -> bool {
    let tool = deed.tool.to_ascii_lowercase();
    if tool.contains("memory") && ["write", "add", "save", "create", "store"].iter().any(|verb| tool.contains(verb)) {
        return true;
    }
    if WRITERS.contains(&tool.as_str()) {
        return names(dir, &deed.what);
    }
    let command = deed.what.split_whitespace().collect::<Vec<_>>().join(" ");
    let ours = COMMANDS.iter().any(|ours| starts_somewhere(&command, ours)) || is_with_dir(&command);
    ours || CHANGES.iter().any(|change| command.contains(change)) && names(dir, &command)
}

/// `mem --dir X add`.
fn is_with_dir(command: &str) -> bool {
    let rest = command.split("mem --dir ").nth(1).and_then(|rest| rest.split_once(' '));
    rest.is_some_and(|(_, rest)| {
        ["add", "rm ", "edit", "mv ", "restore", "gc --apply"].iter().any(|verb| rest.starts_with(verb))
    })
}

fn starts_somewhere(command: &str, ours: &str) -> bool {
    command
        .match_indices(ours)
        .any(|(at, _)| at == 0 || command[..at].ends_with([' ', '/', ';', '(', '&', '|', '\'', '"']))
}

/// Whether a text names the store's directory, whole or by its end: `.claude/memory/`.
fn names(dir: &Path, text: &str) -> bool {
    let text = text.replace('\\', "/");
    let physical = dir.canonicalize().unwrap_or_else(|_| dir.to_owned());
    let whole = |dir: &Path| text.contains(&format!("{}/", dir.to_string_lossy().trim_end_matches('/')));
    let parts: Vec<_> = dir.components().rev().take(2).map(|part| part.as_os_str().to_string_lossy()).collect();
    let end = match parts.as_slice() {
        [last, before] => format!("{before}/{last}/"),
        _ => return whole(dir),
    };
    whole(dir) || whole(&physical) || text.starts_with(&end) || text.contains(&format!(" {end}"))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::to;
    use crate::transcript::Deed;

    #[test]
    fn writes_are_told_from_reads() {
        let wrote = |tool: &str, what: &str| {
            to(Path::new("/home/u/p/.claude/memory"), &Deed { tool: tool.into(), what: what.into() })
        };
        for (tool, what) in [
            ("Write", "/home/u/p/.claude/memory/user_a.md"),
            ("Edit", ".claude/memory/MEMORY.md"),
            ("apply_patch", "*** Begin Patch\n*** Add File: .claude/memory/user_a.md\n+x"),
            ("Bash", "mem add -t user -n A -d d -m b"),
            ("shell", "bash -lc 'cd /p && mem rm user_a'"),
            ("shell", "mem --dir /x add -t user"),
            ("Bash", "cat > /home/u/p/.claude/memory/user_a.md <<X"),
            ("mcp__mem__memory_write", ""),
        ] {
            assert!(wrote(tool, what), "{tool} {what}");
        }
        for (tool, what) in [
            ("Write", "/home/u/p/src/memory/a.md"),
            ("Write", "/home/u/p/.claude/memory-notes.md"),
            ("Read", "/home/u/p/.claude/memory/user_a.md"),
            ("Bash", "cat /home/u/p/.claude/memory/user_a.md"),
            ("Bash", "mem ls; mem recall x"),
            ("Bash", "systemem add"),
            ("Bash", "ls > /tmp/x"),
        ] {
            assert!(!wrote(tool, what), "{tool} {what}");
        }
    }
}
