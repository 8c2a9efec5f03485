//! What holds for every command: exit codes, variables, files. The end of `mem --help`, and sections of its manual page.

/// Headings end with a colon; an entry is a name, two blanks or more, and what it means.
pub(super) const FACTS: &str = "\
Exit codes:
  0  done, also with an empty result
  1  a negative answer: not found, refused, nothing saved;
     nothing recalled, with recall --exit-code
  2  wrong usage: an option, a value or a setting that makes no sense
  3  the store or the system failed
  130  a question was interrupted

Environment:
  MEM_API_KEY        the setting llm.api_key
  MEM_BASE_URL       the setting llm.base_url
  MEM_COMMAND        the setting llm.command
  MEM_DIR            the memory directory itself, as --dir names it
  MEM_EXTRACT_TIMEOUT
                     the setting extract.timeout
  MEM_NO_HOOK        makes every hook silent; mem sets it for agents that it starts
  MEM_HOME           where mem keeps its own stores [$XDG_DATA_HOME/mem]
  MEM_MODEL          the setting llm.model
  MEM_NOW            the present time (RFC 3339), to get the same ages again
  MEM_PROVIDER       the setting llm.provider: anthropic, openai or command
  MEM_RECALL_BUDGET  the setting recall.budget
  MEM_RECALL_DAILY_CALLS, MEM_RECALL_MANIFEST_BYTES, MEM_RECALL_TIMEOUT
                     the settings of these names
  MEM_RECALL_LIMIT   the setting recall.limit
  MEM_RECALL_MEANING the setting recall.meaning
  MEM_STORE_LAYOUT   the setting store.layout: mem, claude or mini-claude
  ANTHROPIC_API_KEY, ANTHROPIC_AUTH_TOKEN, ANTHROPIC_BASE_URL,
  OPENAI_API_KEY, OPENAI_BASE_URL, OLLAMA_HOST
                     the key and the address of a provider that the settings
                     name; they name none themselves
  HTTPS_PROXY, HTTP_PROXY, ALL_PROXY, NO_PROXY
                     the way to a model's server; this machine is reached
                     directly
  SSL_CERT_FILE, SSL_CERT_DIR
                     certificates to trust in the place of the system's
  NO_COLOR           no colours, when it is not empty
  CLICOLOR_FORCE     colours also in a pipe, when it is neither empty nor 0
  TERM               no colours, when it is dumb
  COLUMNS            how wide a line may be
  VISUAL, EDITOR     the editor of `mem edit`, `mem add --edit`, `gc -i`, `inbox edit`
  COMPLETE           print completions for this shell, then end
  GIT_INDEX_FILE     the index of the commit that `mem lint --staged` judges,
                     when it is one of this repository
  HOME               the home directory
  XDG_CACHE_HOME     where headers, words, vectors and the ways of model servers
                     are remembered between commands [~/.cache]
  XDG_CONFIG_HOME    where settings are [~/.config]
  XDG_DATA_HOME      where data is [~/.local/share]
  XDG_STATE_HOME     where it is kept what sessions have been shown, when gc was
                     last run by itself, what a model answered about
                     memories, how many requests a day made, and locks, on
                     systems that cannot lock a directory [~/.local/state]
  CODEX_HOME, COPILOT_HOME, PI_CODING_AGENT_DIR
                     where those agents keep their settings, and Codex its
                     transcripts
  USER_PROMPT        the prompt of an agent that writes it nowhere else
  CLAUDE_MEMORY_STORES
                     tells that Claude Code recalls by itself
  CURSOR_VERSION, CURSOR_PROJECT_DIR
                     tell a hook of Claude Code that Cursor runs it
  CLAUDE_CONFIG_DIR, CLAUDE_CODE_PROJECT_DIR_NAME
                     where Claude Code keeps its memory, as it reads them itself

Files:
  .mem.toml                             settings of the project, at its root
  $XDG_CONFIG_HOME/mem/config.toml      settings of the user
  $MEM_HOME/projects/HASH/memory/       mem's own store of a project
  $MEM_HOME/projects/HASH/project.json  which store the project uses
  $MEM_HOME/history/HASH.git/           what was done to a store
  $MEM_HOME/inbox/HASH/                 memories that were proposed, or could go
  $XDG_STATE_HOME/mem/sessions/         what sessions have been shown and taught
  $XDG_STATE_HOME/mem/calls             requests to models on this day
  $XDG_STATE_HOME/mem/hook.log          why hooks said nothing
  $XDG_STATE_HOME/mem/gc/               when gc was last run by itself
  $XDG_STATE_HOME/mem/answers/          what a model proposed to `gc --consolidate`
  $XDG_STATE_HOME/mem/backups/          settings as they were before `mem hook install`
  .claude/memory/                       a store inside the project
  ~/.claude/projects/NAME/memory/       the store of Claude Code
  ~/.mini-claude/projects/HASH/memory/  the store of mini-claude
";
