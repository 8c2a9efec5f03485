//! The hooks of git that run `mem`.

use crate::{agents::install::Program, model::text::shell};

/// The hooks that are written.
pub(super) const NAMES: [&str; 4] = ["pre-commit", "post-merge", "post-checkout", "post-rewrite"];

/// What comes behind the name of a hook that was there before.
pub(super) const BEFORE: &str = ".before-mem";

/// What stands in each of them.
const MARK: &str = "# Written by `mem hook install git`; `mem hook uninstall git` takes it out again.";

/// Only findings stop a commit: not a `mem` that is gone, that fails, or that knows no such command.
const LINT: &str = "\"$mem\" lint --staged\n[ $? -ne 1 ]\n";

/// The code of a checkout is that of its hook.
const REINDEX: &str = "\"$mem\" --quiet reindex --no-vectors </dev/null >/dev/null 2>&1\nexit 0\n";

/// The hook of that name. One that was there before runs first, with all that git hands over, and
/// counts.
pub(super) fn script(name: &str, program: &Program) -> String {
    let mem = shell(&program.path);
    let work = if name == "pre-commit" { LINT } else { REINDEX };
    format!(
        "#!/bin/sh\n{MARK}\nmem={mem}\nif [ -x \"$0{BEFORE}\" ]; then\n    \"$0{BEFORE}\" \"$@\" || exit\nfi\n\
[ -x \"$mem\" ] || exit 0\n{work}"
    )
}

/// Whether a hook is one of ours.
pub(super) fn is_ours(text: &[u8]) -> bool {
    String::from_utf8_lossy(text).lines().take(2).any(|line| line == MARK)
}

/// The same text whatever program it names.
pub(super) fn shape(text: &str) -> String {
    text.lines().filter(|line| !line.starts_with("mem=")).collect::<Vec<_>>().join("\n")
}

/// The program that a hook of ours names.
pub(super) fn started(text: &str) -> Option<String> {
    let line = text.lines().find_map(|line| line.strip_prefix("mem="))?;
    Some(crate::agents::install::entry::first_word(line).0)
}
