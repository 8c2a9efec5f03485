//! What holds for every command: exit codes, variables, files. The end of `mem --help`, and sections of its manual page.

/// Headings end with a colon; an entry is a name, two blanks or more, and what it means.
pub(super) const FACTS: &str = "\
Exit codes:
  0  done, also with an empty result
  1  a negative answer: not found, refused, nothing saved;
     nothing recalled, with recall --exit-code
  2  wrong usage: an option, a value or a setting that makes no sense
  3  the store or the system failed

Environment:
  MEM_DIR            the memory directory itself, as --dir names it
  MEM_HOME           where mem keeps its own stores [$XDG_DATA_HOME/mem]
  MEM_NOW            the present time (RFC 3339), to get the same ages again
  MEM_RECALL_BUDGET  the setting recall.budget
  MEM_RECALL_LIMIT   the setting recall.limit
  MEM_STORE_LAYOUT   the setting store.layout: mem, claude or mini-claude
  NO_COLOR           no colours, when it is not empty
  CLICOLOR_FORCE     colours also in a pipe, when it is neither empty nor 0
  TERM               no colours, when it is dumb
  COLUMNS            how wide a line may be
  VISUAL, EDITOR     the editor of `mem edit`, `mem add --edit`, `gc -i`, `inbox edit`
  COMPLETE           print completions for this shell, then end
  HOME               the home directory
  XDG_CACHE_HOME     where headers and words are remembered between commands
                     [~/.cache]
  XDG_CONFIG_HOME    where settings are [~/.config]
  XDG_DATA_HOME      where data is [~/.local/share]
  XDG_STATE_HOME     where it is kept what sessions have been shown, when gc was
                     last run by itself, and locks, on systems that cannot lock
                     a directory [~/.local/state]
  CODEX_HOME         where Codex keeps its transcripts [~/.codex]
  CLAUDE_CONFIG_DIR, CLAUDE_CODE_PROJECT_DIR_NAME
                     where Claude Code keeps its memory, as it reads them itself

Files:
  .mem.toml                             settings of the project, at its root
  $XDG_CONFIG_HOME/mem/config.toml      settings of the user
  $MEM_HOME/projects/HASH/memory/       mem's own store of a project
  $MEM_HOME/projects/HASH/project.json  which store the project uses
  $MEM_HOME/history/HASH.git/           what was done to a store
  $MEM_HOME/inbox/HASH/                 memories that were proposed
  $XDG_STATE_HOME/mem/sessions/         what sessions have been shown and taught
  $XDG_STATE_HOME/mem/gc/               when gc was last run by itself
  .claude/memory/                       a store inside the project
  ~/.claude/projects/NAME/memory/       the store of Claude Code
  ~/.mini-claude/projects/HASH/memory/  the store of mini-claude
";
