# Print an optspec for argparse to handle cmd's options that are independent of any subcommand.
function __fish_mem_global_optspecs
    string join \n C= dir= json color= q/quiet v/verbose h/help V/version
end

function __fish_mem_needs_command
    # Figure out if the current invocation already has a command.
    set -l cmd (commandline -opc)
    set -e cmd[1]
    argparse -s (__fish_mem_global_optspecs) -- $cmd 2>/dev/null
    or return
    if set -q argv[1]
        # Also print the command, so this can be used to figure out what it is.
        echo $argv[1]
        return 1
    end
    return 0
end

function __fish_mem_using_subcommand
    set -l cmd (__fish_mem_needs_command)
    test -z "$cmd"
    and return 1
    contains -- $cmd[1] $argv
end

complete -c mem -n "__fish_mem_needs_command" -s C -d 'Act as if started in PATH; several add up, as in git' -r
complete -c mem -n "__fish_mem_needs_command" -l dir -d 'The memory directory itself [env: MEM_DIR]' -r -F
complete -c mem -n "__fish_mem_needs_command" -l color -d 'When to use colours' -r -f -a "auto\t''
always\t''
never\t''"
complete -c mem -n "__fish_mem_needs_command" -l json -d 'Print one JSON document (see `mem schema`)'
complete -c mem -n "__fish_mem_needs_command" -s q -l quiet -d 'Print results and errors only'
complete -c mem -n "__fish_mem_needs_command" -s v -l verbose -d 'Say more about what is done'
complete -c mem -n "__fish_mem_needs_command" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c mem -n "__fish_mem_needs_command" -s V -l version -d 'Print version'
complete -c mem -n "__fish_mem_needs_command" -f -a "add" -d 'Save a memory'
complete -c mem -n "__fish_mem_needs_command" -f -a "ls" -d 'List the memories'
complete -c mem -n "__fish_mem_needs_command" -f -a "show" -d 'Show memories with their age and text'
complete -c mem -n "__fish_mem_needs_command" -f -a "rm" -d 'Remove memories, recoverably'
complete -c mem -n "__fish_mem_needs_command" -f -a "edit" -d 'Edit a memory in $VISUAL or $EDITOR'
complete -c mem -n "__fish_mem_needs_command" -f -a "mv" -d 'Give a memory another name or type'
complete -c mem -n "__fish_mem_needs_command" -f -a "recall" -d 'Find the few memories that clearly help with a prompt'
complete -c mem -n "__fish_mem_needs_command" -f -a "prompt" -d 'Print what an agent should know about the memory'
complete -c mem -n "__fish_mem_needs_command" -f -a "hook" -d 'Give agents their memories through hooks'
complete -c mem -n "__fish_mem_needs_command" -f -a "init" -d 'Set up the memory of this project, and the agents that use it'
complete -c mem -n "__fish_mem_needs_command" -f -a "reindex" -d 'Bring MEMORY.md in step with the files'
complete -c mem -n "__fish_mem_needs_command" -f -a "gc" -d 'Say what in the store can go, and why; change nothing unless told to'
complete -c mem -n "__fish_mem_needs_command" -f -a "extract" -d 'Find in a transcript what is worth remembering'
complete -c mem -n "__fish_mem_needs_command" -f -a "inbox" -d 'Decide on memories that were proposed'
complete -c mem -n "__fish_mem_needs_command" -f -a "lint" -d 'Judge memories and the index, against the project they belong to'
complete -c mem -n "__fish_mem_needs_command" -f -a "log" -d 'Show what was done to the memories'
complete -c mem -n "__fish_mem_needs_command" -f -a "diff" -d 'Show what others have changed since `mem` last wrote, or what differs between revisions'
complete -c mem -n "__fish_mem_needs_command" -f -a "restore" -d 'Bring back what the history holds'
complete -c mem -n "__fish_mem_needs_command" -f -a "dir" -d 'Print the memory directory of this project'
complete -c mem -n "__fish_mem_needs_command" -f -a "config" -d 'List the settings with their origin, and say which model recall would ask'
complete -c mem -n "__fish_mem_needs_command" -f -a "schema" -d 'Print the JSON Schema of a document'
complete -c mem -n "__fish_mem_needs_command" -f -a "completions" -d 'Print the completion script for a shell'
complete -c mem -n "__fish_mem_needs_command" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c mem -n "__fish_mem_using_subcommand add" -s t -l type -d 'What it is about' -r -f -a "user\t'who is the user: role, knowledge, preferences'
feedback\t'how to work: a correction or a confirmed way, with its why'
project\t'what is going on that neither the code nor git says'
reference\t'where to look outside: dashboards, trackers, documents'"
complete -c mem -n "__fish_mem_using_subcommand add" -s n -l name -d 'What it is called, in a few words' -r
complete -c mem -n "__fish_mem_using_subcommand add" -s d -l description -d 'One line that tells when it matters: recall judges by it' -r
complete -c mem -n "__fish_mem_using_subcommand add" -s m -l message -d 'The text; several become paragraphs' -r
complete -c mem -n "__fish_mem_using_subcommand add" -s F -l file -d 'Read the text from FILE (`-` is standard input); a header in it fills what no option gives' -r -F
complete -c mem -n "__fish_mem_using_subcommand add" -l from-jsonl -d 'Save one memory a line of JSON: {"type", "name", "description", "body"}' -r -F
complete -c mem -n "__fish_mem_using_subcommand add" -s C -d 'Act as if started in PATH; several add up, as in git' -r
complete -c mem -n "__fish_mem_using_subcommand add" -l dir -d 'The memory directory itself [env: MEM_DIR]' -r -F
complete -c mem -n "__fish_mem_using_subcommand add" -l color -d 'When to use colours' -r -f -a "auto\t''
always\t''
never\t''"
complete -c mem -n "__fish_mem_using_subcommand add" -s e -l edit -d 'Open the memory in $VISUAL or $EDITOR before it is saved'
complete -c mem -n "__fish_mem_using_subcommand add" -l update -d 'Change the memory of this name if there is one'
complete -c mem -n "__fish_mem_using_subcommand add" -l force -d 'With --update: also where no history keeps the old text'
complete -c mem -n "__fish_mem_using_subcommand add" -l new -d 'Save beside a memory of this name, under a file name of its own'
complete -c mem -n "__fish_mem_using_subcommand add" -l no-verify -d 'Save also what the rules are against; the history says so (never a secret)'
complete -c mem -n "__fish_mem_using_subcommand add" -l json -d 'Print one JSON document (see `mem schema`)'
complete -c mem -n "__fish_mem_using_subcommand add" -s q -l quiet -d 'Print results and errors only'
complete -c mem -n "__fish_mem_using_subcommand add" -s v -l verbose -d 'Say more about what is done'
complete -c mem -n "__fish_mem_using_subcommand add" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c mem -n "__fish_mem_using_subcommand ls" -s t -l type -d 'Only this type (may be repeated)' -r -f -a "user\t'who is the user: role, knowledge, preferences'
feedback\t'how to work: a correction or a confirmed way, with its why'
project\t'what is going on that neither the code nor git says'
reference\t'where to look outside: dashboards, trackers, documents'"
complete -c mem -n "__fish_mem_using_subcommand ls" -l sort -d 'Order: by type, newest first, by name, or largest first' -r -f -a "type\t''
age\t''
name\t''
size\t''"
complete -c mem -n "__fish_mem_using_subcommand ls" -l format -d 'Print a line a memory from its keys, as in \'{name}\\t{path}\'' -r
complete -c mem -n "__fish_mem_using_subcommand ls" -s C -d 'Act as if started in PATH; several add up, as in git' -r
complete -c mem -n "__fish_mem_using_subcommand ls" -l dir -d 'The memory directory itself [env: MEM_DIR]' -r -F
complete -c mem -n "__fish_mem_using_subcommand ls" -l color -d 'When to use colours' -r -f -a "auto\t''
always\t''
never\t''"
complete -c mem -n "__fish_mem_using_subcommand ls" -l stale -d 'Only memories older than a day, which carry the staleness warning'
complete -c mem -n "__fish_mem_using_subcommand ls" -s r -l reverse -d 'Turn the order round'
complete -c mem -n "__fish_mem_using_subcommand ls" -l paths -d 'Print the path of each file'
complete -c mem -n "__fish_mem_using_subcommand ls" -s z -l null -d 'Print the paths, each ended by a NUL byte'
complete -c mem -n "__fish_mem_using_subcommand ls" -l json -d 'Print one JSON document (see `mem schema`)'
complete -c mem -n "__fish_mem_using_subcommand ls" -s q -l quiet -d 'Print results and errors only'
complete -c mem -n "__fish_mem_using_subcommand ls" -s v -l verbose -d 'Say more about what is done'
complete -c mem -n "__fish_mem_using_subcommand ls" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c mem -n "__fish_mem_using_subcommand show" -s C -d 'Act as if started in PATH; several add up, as in git' -r
complete -c mem -n "__fish_mem_using_subcommand show" -l dir -d 'The memory directory itself [env: MEM_DIR]' -r -F
complete -c mem -n "__fish_mem_using_subcommand show" -l color -d 'When to use colours' -r -f -a "auto\t''
always\t''
never\t''"
complete -c mem -n "__fish_mem_using_subcommand show" -l raw -d 'Print the files\' bytes as they are'
complete -c mem -n "__fish_mem_using_subcommand show" -l path -d 'Print the files\' paths'
complete -c mem -n "__fish_mem_using_subcommand show" -l json -d 'Print one JSON document (see `mem schema`)'
complete -c mem -n "__fish_mem_using_subcommand show" -s q -l quiet -d 'Print results and errors only'
complete -c mem -n "__fish_mem_using_subcommand show" -s v -l verbose -d 'Say more about what is done'
complete -c mem -n "__fish_mem_using_subcommand show" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c mem -n "__fish_mem_using_subcommand rm" -s C -d 'Act as if started in PATH; several add up, as in git' -r
complete -c mem -n "__fish_mem_using_subcommand rm" -l dir -d 'The memory directory itself [env: MEM_DIR]' -r -F
complete -c mem -n "__fish_mem_using_subcommand rm" -l color -d 'When to use colours' -r -f -a "auto\t''
always\t''
never\t''"
complete -c mem -n "__fish_mem_using_subcommand rm" -s y -l yes -d 'Do not ask'
complete -c mem -n "__fish_mem_using_subcommand rm" -l forget -d 'Take it out of the history too, so that no revision holds it (a leaked secret)'
complete -c mem -n "__fish_mem_using_subcommand rm" -l force -d 'Remove also where no history can bring it back'
complete -c mem -n "__fish_mem_using_subcommand rm" -l json -d 'Print one JSON document (see `mem schema`)'
complete -c mem -n "__fish_mem_using_subcommand rm" -s q -l quiet -d 'Print results and errors only'
complete -c mem -n "__fish_mem_using_subcommand rm" -s v -l verbose -d 'Say more about what is done'
complete -c mem -n "__fish_mem_using_subcommand rm" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c mem -n "__fish_mem_using_subcommand edit" -s C -d 'Act as if started in PATH; several add up, as in git' -r
complete -c mem -n "__fish_mem_using_subcommand edit" -l dir -d 'The memory directory itself [env: MEM_DIR]' -r -F
complete -c mem -n "__fish_mem_using_subcommand edit" -l color -d 'When to use colours' -r -f -a "auto\t''
always\t''
never\t''"
complete -c mem -n "__fish_mem_using_subcommand edit" -l no-verify -d 'Save also what the rules are against; the history says so (never a secret)'
complete -c mem -n "__fish_mem_using_subcommand edit" -l json -d 'Print one JSON document (see `mem schema`)'
complete -c mem -n "__fish_mem_using_subcommand edit" -s q -l quiet -d 'Print results and errors only'
complete -c mem -n "__fish_mem_using_subcommand edit" -s v -l verbose -d 'Say more about what is done'
complete -c mem -n "__fish_mem_using_subcommand edit" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c mem -n "__fish_mem_using_subcommand mv" -s t -l type -d 'Its new type' -r -f -a "user\t'who is the user: role, knowledge, preferences'
feedback\t'how to work: a correction or a confirmed way, with its why'
project\t'what is going on that neither the code nor git says'
reference\t'where to look outside: dashboards, trackers, documents'"
complete -c mem -n "__fish_mem_using_subcommand mv" -s C -d 'Act as if started in PATH; several add up, as in git' -r
complete -c mem -n "__fish_mem_using_subcommand mv" -l dir -d 'The memory directory itself [env: MEM_DIR]' -r -F
complete -c mem -n "__fish_mem_using_subcommand mv" -l color -d 'When to use colours' -r -f -a "auto\t''
always\t''
never\t''"
complete -c mem -n "__fish_mem_using_subcommand mv" -l no-verify -d 'Save also what the rules are against; the history says so (never a secret)'
complete -c mem -n "__fish_mem_using_subcommand mv" -l json -d 'Print one JSON document (see `mem schema`)'
complete -c mem -n "__fish_mem_using_subcommand mv" -s q -l quiet -d 'Print results and errors only'
complete -c mem -n "__fish_mem_using_subcommand mv" -s v -l verbose -d 'Say more about what is done'
complete -c mem -n "__fish_mem_using_subcommand mv" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c mem -n "__fish_mem_using_subcommand recall" -l limit -d 'Memories at most (1 to 5; with --rank any number) [config: recall.limit]' -r
complete -c mem -n "__fish_mem_using_subcommand recall" -l budget -d 'Bytes of the printed answer at most: whole memories first, the rest by name; JSON counts as its text would [config: recall.budget]' -r
complete -c mem -n "__fish_mem_using_subcommand recall" -l selector -d 'Who chooses: the model of the settings, if there is one (auto), or has to (llm), or the words alone (local), or nobody, so that nothing is recalled (none)' -r -f -a "auto\t''
llm\t''
local\t''
none\t''"
complete -c mem -n "__fish_mem_using_subcommand recall" -l timeout -d 'How long a model may take, such as 4s or 500ms; then the local selector answers [config: recall.timeout]' -r
complete -c mem -n "__fish_mem_using_subcommand recall" -l tools -d 'Tools that the agent uses already: a model leaves out their manuals, not their pitfalls' -r
complete -c mem -n "__fish_mem_using_subcommand recall" -l format -d 'The form of the answer; text where nothing is said' -r -f -a "text\t''
json\t''
xml\t''
names\t''"
complete -c mem -n "__fish_mem_using_subcommand recall" -l session -d 'The agent\'s session: leave out what it has been shown, and give it 61,440 bytes in all' -r
complete -c mem -n "__fish_mem_using_subcommand recall" -s C -d 'Act as if started in PATH; several add up, as in git' -r
complete -c mem -n "__fish_mem_using_subcommand recall" -l dir -d 'The memory directory itself [env: MEM_DIR]' -r -F
complete -c mem -n "__fish_mem_using_subcommand recall" -l color -d 'When to use colours' -r -f -a "auto\t''
always\t''
never\t''"
complete -c mem -n "__fish_mem_using_subcommand recall" -l stdin -d 'Read the prompt from standard input'
complete -c mem -n "__fish_mem_using_subcommand recall" -l rank -d 'Print the local order of what matches, --limit of it: no gates, no threshold, no budget'
complete -c mem -n "__fish_mem_using_subcommand recall" -l explain -d 'Say on standard error what each step did and why each memory was chosen'
complete -c mem -n "__fish_mem_using_subcommand recall" -l exit-code -d 'Exit with 1 when nothing is recalled'
complete -c mem -n "__fish_mem_using_subcommand recall" -l reset -d 'Forget what the session has been shown, since its context is gone; needs no prompt'
complete -c mem -n "__fish_mem_using_subcommand recall" -l prefetch -d 'Start looking and return at once; --collect prints what was found'
complete -c mem -n "__fish_mem_using_subcommand recall" -l collect -d 'Print what the last --prefetch found, once, or nothing while it is not ready'
complete -c mem -n "__fish_mem_using_subcommand recall" -l worker -d 'The process that --prefetch starts: its prompt is on standard input'
complete -c mem -n "__fish_mem_using_subcommand recall" -l json -d 'Print one JSON document (see `mem schema`)'
complete -c mem -n "__fish_mem_using_subcommand recall" -s q -l quiet -d 'Print results and errors only'
complete -c mem -n "__fish_mem_using_subcommand recall" -s v -l verbose -d 'Say more about what is done'
complete -c mem -n "__fish_mem_using_subcommand recall" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c mem -n "__fish_mem_using_subcommand prompt" -l agent -d 'Name the tools of this agent' -r -f -a "claude\t'Claude Code'
codex\t'Codex CLI'
gemini\t'Gemini CLI'
qwen\t'Qwen Code'
cursor\t'Cursor'
copilot\t'Copilot'
cline\t'Cline'
kiro\t'Kiro'
opencode\t'opencode'
pi\t'pi'"
complete -c mem -n "__fish_mem_using_subcommand prompt" -l max-chars -d 'Characters at most: the index gives way first, then whole sections' -r
complete -c mem -n "__fish_mem_using_subcommand prompt" -l write -d 'Keep the text in a marked block of FILE (AGENTS.md, a file of rules) instead of printing it' -r -F
complete -c mem -n "__fish_mem_using_subcommand prompt" -s C -d 'Act as if started in PATH; several add up, as in git' -r
complete -c mem -n "__fish_mem_using_subcommand prompt" -l dir -d 'The memory directory itself [env: MEM_DIR]' -r -F
complete -c mem -n "__fish_mem_using_subcommand prompt" -l color -d 'When to use colours' -r -f -a "auto\t''
always\t''
never\t''"
complete -c mem -n "__fish_mem_using_subcommand prompt" -l no-index -d 'Leave the index out'
complete -c mem -n "__fish_mem_using_subcommand prompt" -l remove -d 'With --write: take the block out'
complete -c mem -n "__fish_mem_using_subcommand prompt" -l json -d 'Print one JSON document (see `mem schema`)'
complete -c mem -n "__fish_mem_using_subcommand prompt" -s q -l quiet -d 'Print results and errors only'
complete -c mem -n "__fish_mem_using_subcommand prompt" -s v -l verbose -d 'Say more about what is done'
complete -c mem -n "__fish_mem_using_subcommand prompt" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c mem -n "__fish_mem_using_subcommand hook; and not __fish_seen_subcommand_from run install uninstall status help" -s C -d 'Act as if started in PATH; several add up, as in git' -r
complete -c mem -n "__fish_mem_using_subcommand hook; and not __fish_seen_subcommand_from run install uninstall status help" -l dir -d 'The memory directory itself [env: MEM_DIR]' -r -F
complete -c mem -n "__fish_mem_using_subcommand hook; and not __fish_seen_subcommand_from run install uninstall status help" -l color -d 'When to use colours' -r -f -a "auto\t''
always\t''
never\t''"
complete -c mem -n "__fish_mem_using_subcommand hook; and not __fish_seen_subcommand_from run install uninstall status help" -l json -d 'Print one JSON document (see `mem schema`)'
complete -c mem -n "__fish_mem_using_subcommand hook; and not __fish_seen_subcommand_from run install uninstall status help" -s q -l quiet -d 'Print results and errors only'
complete -c mem -n "__fish_mem_using_subcommand hook; and not __fish_seen_subcommand_from run install uninstall status help" -s v -l verbose -d 'Say more about what is done'
complete -c mem -n "__fish_mem_using_subcommand hook; and not __fish_seen_subcommand_from run install uninstall status help" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c mem -n "__fish_mem_using_subcommand hook; and not __fish_seen_subcommand_from run install uninstall status help" -f -a "run" -d 'Answer an event of an agent: what an installed hook runs'
complete -c mem -n "__fish_mem_using_subcommand hook; and not __fish_seen_subcommand_from run install uninstall status help" -f -a "install" -d 'Make agents, or git, run `mem`'
complete -c mem -n "__fish_mem_using_subcommand hook; and not __fish_seen_subcommand_from run install uninstall status help" -f -a "uninstall" -d 'Make agents, or git, run `mem` no more'
complete -c mem -n "__fish_mem_using_subcommand hook; and not __fish_seen_subcommand_from run install uninstall status help" -f -a "status" -d 'Say which agents run `mem`'
complete -c mem -n "__fish_mem_using_subcommand hook; and not __fish_seen_subcommand_from run install uninstall status help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c mem -n "__fish_mem_using_subcommand hook; and __fish_seen_subcommand_from run" -l event -d 'The event, for agents whose input does not name it' -r
complete -c mem -n "__fish_mem_using_subcommand hook; and __fish_seen_subcommand_from run" -s C -d 'Act as if started in PATH; several add up, as in git' -r
complete -c mem -n "__fish_mem_using_subcommand hook; and __fish_seen_subcommand_from run" -l dir -d 'The memory directory itself [env: MEM_DIR]' -r -F
complete -c mem -n "__fish_mem_using_subcommand hook; and __fish_seen_subcommand_from run" -l color -d 'When to use colours' -r -f -a "auto\t''
always\t''
never\t''"
complete -c mem -n "__fish_mem_using_subcommand hook; and __fish_seen_subcommand_from run" -l json -d 'Print one JSON document (see `mem schema`)'
complete -c mem -n "__fish_mem_using_subcommand hook; and __fish_seen_subcommand_from run" -s q -l quiet -d 'Print results and errors only'
complete -c mem -n "__fish_mem_using_subcommand hook; and __fish_seen_subcommand_from run" -s v -l verbose -d 'Say more about what is done'
complete -c mem -n "__fish_mem_using_subcommand hook; and __fish_seen_subcommand_from run" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c mem -n "__fish_mem_using_subcommand hook; and __fish_seen_subcommand_from install" -s C -d 'Act as if started in PATH; several add up, as in git' -r
complete -c mem -n "__fish_mem_using_subcommand hook; and __fish_seen_subcommand_from install" -l dir -d 'The memory directory itself [env: MEM_DIR]' -r -F
complete -c mem -n "__fish_mem_using_subcommand hook; and __fish_seen_subcommand_from install" -l color -d 'When to use colours' -r -f -a "auto\t''
always\t''
never\t''"
complete -c mem -n "__fish_mem_using_subcommand hook; and __fish_seen_subcommand_from install" -l user -d 'In your own settings, for every project (the default)'
complete -c mem -n "__fish_mem_using_subcommand hook; and __fish_seen_subcommand_from install" -l project -d 'In the settings of this project'
complete -c mem -n "__fish_mem_using_subcommand hook; and __fish_seen_subcommand_from install" -l dry-run -d 'Only show what would change'
complete -c mem -n "__fish_mem_using_subcommand hook; and __fish_seen_subcommand_from install" -l force -d 'git: also where the project\'s hooks are committed'
complete -c mem -n "__fish_mem_using_subcommand hook; and __fish_seen_subcommand_from install" -l json -d 'Print one JSON document (see `mem schema`)'
complete -c mem -n "__fish_mem_using_subcommand hook; and __fish_seen_subcommand_from install" -s q -l quiet -d 'Print results and errors only'
complete -c mem -n "__fish_mem_using_subcommand hook; and __fish_seen_subcommand_from install" -s v -l verbose -d 'Say more about what is done'
complete -c mem -n "__fish_mem_using_subcommand hook; and __fish_seen_subcommand_from install" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c mem -n "__fish_mem_using_subcommand hook; and __fish_seen_subcommand_from uninstall" -s C -d 'Act as if started in PATH; several add up, as in git' -r
complete -c mem -n "__fish_mem_using_subcommand hook; and __fish_seen_subcommand_from uninstall" -l dir -d 'The memory directory itself [env: MEM_DIR]' -r -F
complete -c mem -n "__fish_mem_using_subcommand hook; and __fish_seen_subcommand_from uninstall" -l color -d 'When to use colours' -r -f -a "auto\t''
always\t''
never\t''"
complete -c mem -n "__fish_mem_using_subcommand hook; and __fish_seen_subcommand_from uninstall" -l user -d 'In your own settings, for every project (the default)'
complete -c mem -n "__fish_mem_using_subcommand hook; and __fish_seen_subcommand_from uninstall" -l project -d 'In the settings of this project'
complete -c mem -n "__fish_mem_using_subcommand hook; and __fish_seen_subcommand_from uninstall" -l dry-run -d 'Only show what would change'
complete -c mem -n "__fish_mem_using_subcommand hook; and __fish_seen_subcommand_from uninstall" -l force -d 'git: also where the project\'s hooks are committed'
complete -c mem -n "__fish_mem_using_subcommand hook; and __fish_seen_subcommand_from uninstall" -l json -d 'Print one JSON document (see `mem schema`)'
complete -c mem -n "__fish_mem_using_subcommand hook; and __fish_seen_subcommand_from uninstall" -s q -l quiet -d 'Print results and errors only'
complete -c mem -n "__fish_mem_using_subcommand hook; and __fish_seen_subcommand_from uninstall" -s v -l verbose -d 'Say more about what is done'
complete -c mem -n "__fish_mem_using_subcommand hook; and __fish_seen_subcommand_from uninstall" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c mem -n "__fish_mem_using_subcommand hook; and __fish_seen_subcommand_from status" -s C -d 'Act as if started in PATH; several add up, as in git' -r
complete -c mem -n "__fish_mem_using_subcommand hook; and __fish_seen_subcommand_from status" -l dir -d 'The memory directory itself [env: MEM_DIR]' -r -F
complete -c mem -n "__fish_mem_using_subcommand hook; and __fish_seen_subcommand_from status" -l color -d 'When to use colours' -r -f -a "auto\t''
always\t''
never\t''"
complete -c mem -n "__fish_mem_using_subcommand hook; and __fish_seen_subcommand_from status" -l json -d 'Print one JSON document (see `mem schema`)'
complete -c mem -n "__fish_mem_using_subcommand hook; and __fish_seen_subcommand_from status" -s q -l quiet -d 'Print results and errors only'
complete -c mem -n "__fish_mem_using_subcommand hook; and __fish_seen_subcommand_from status" -s v -l verbose -d 'Say more about what is done'
complete -c mem -n "__fish_mem_using_subcommand hook; and __fish_seen_subcommand_from status" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c mem -n "__fish_mem_using_subcommand hook; and __fish_seen_subcommand_from help" -f -a "run" -d 'Answer an event of an agent: what an installed hook runs'
complete -c mem -n "__fish_mem_using_subcommand hook; and __fish_seen_subcommand_from help" -f -a "install" -d 'Make agents, or git, run `mem`'
complete -c mem -n "__fish_mem_using_subcommand hook; and __fish_seen_subcommand_from help" -f -a "uninstall" -d 'Make agents, or git, run `mem` no more'
complete -c mem -n "__fish_mem_using_subcommand hook; and __fish_seen_subcommand_from help" -f -a "status" -d 'Say which agents run `mem`'
complete -c mem -n "__fish_mem_using_subcommand hook; and __fish_seen_subcommand_from help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c mem -n "__fish_mem_using_subcommand init" -l agent -d 'These agents, or `git`, or `none`; without it, those that are found' -r -f -a "claude\t'Claude Code'
codex\t'Codex CLI'
gemini\t'Gemini CLI'
qwen\t'Qwen Code'
cursor\t'Cursor'
copilot\t'Copilot'
cline\t'Cline'
kiro\t'Kiro'
opencode\t'opencode'
pi\t'pi'
git\t'the hooks of git in this project'
none\t'the store alone'"
complete -c mem -n "__fish_mem_using_subcommand init" -s C -d 'Act as if started in PATH; several add up, as in git' -r
complete -c mem -n "__fish_mem_using_subcommand init" -l dir -d 'The memory directory itself [env: MEM_DIR]' -r -F
complete -c mem -n "__fish_mem_using_subcommand init" -l color -d 'When to use colours' -r -f -a "auto\t''
always\t''
never\t''"
complete -c mem -n "__fish_mem_using_subcommand init" -s y -l yes -d 'Do not ask'
complete -c mem -n "__fish_mem_using_subcommand init" -l background -d 'Also turn on what hooks start behind the agent: extract.on_stop, extract.on_compact, gc.auto'
complete -c mem -n "__fish_mem_using_subcommand init" -l project -d 'In the settings of this project instead of your own'
complete -c mem -n "__fish_mem_using_subcommand init" -l dry-run -d 'Only show what would change'
complete -c mem -n "__fish_mem_using_subcommand init" -l json -d 'Print one JSON document (see `mem schema`)'
complete -c mem -n "__fish_mem_using_subcommand init" -s q -l quiet -d 'Print results and errors only'
complete -c mem -n "__fish_mem_using_subcommand init" -s v -l verbose -d 'Say more about what is done'
complete -c mem -n "__fish_mem_using_subcommand init" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c mem -n "__fish_mem_using_subcommand reindex" -s C -d 'Act as if started in PATH; several add up, as in git' -r
complete -c mem -n "__fish_mem_using_subcommand reindex" -l dir -d 'The memory directory itself [env: MEM_DIR]' -r -F
complete -c mem -n "__fish_mem_using_subcommand reindex" -l color -d 'When to use colours' -r -f -a "auto\t''
always\t''
never\t''"
complete -c mem -n "__fish_mem_using_subcommand reindex" -l check -d 'Write nothing; exit with 1 and print the difference when it is out of step'
complete -c mem -n "__fish_mem_using_subcommand reindex" -l dry-run -d 'Write nothing; print the difference'
complete -c mem -n "__fish_mem_using_subcommand reindex" -l rebuild -d 'Write it anew; what it was stays in the history'
complete -c mem -n "__fish_mem_using_subcommand reindex" -l force -d 'Go on when every file that it lists is gone, or when no history keeps the old index'
complete -c mem -n "__fish_mem_using_subcommand reindex" -l no-vectors -d 'Leave the vectors to the next recall, which has them made behind it'
complete -c mem -n "__fish_mem_using_subcommand reindex" -l worker -d 'The process that a recall starts to make the vectors that it missed'
complete -c mem -n "__fish_mem_using_subcommand reindex" -l json -d 'Print one JSON document (see `mem schema`)'
complete -c mem -n "__fish_mem_using_subcommand reindex" -s q -l quiet -d 'Print results and errors only'
complete -c mem -n "__fish_mem_using_subcommand reindex" -s v -l verbose -d 'Say more about what is done'
complete -c mem -n "__fish_mem_using_subcommand reindex" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c mem -n "__fish_mem_using_subcommand gc" -l tokens -d 'Tokens that the questions and answers of this run may take; what is left waits for the next run' -r
complete -c mem -n "__fish_mem_using_subcommand gc" -l timeout -d 'How long to wait for one answer' -r
complete -c mem -n "__fish_mem_using_subcommand gc" -s C -d 'Act as if started in PATH; several add up, as in git' -r
complete -c mem -n "__fish_mem_using_subcommand gc" -l dir -d 'The memory directory itself [env: MEM_DIR]' -r -F
complete -c mem -n "__fish_mem_using_subcommand gc" -l color -d 'When to use colours' -r -f -a "auto\t''
always\t''
never\t''"
complete -c mem -n "__fish_mem_using_subcommand gc" -l apply -d 'Do what the plan says'
complete -c mem -n "__fish_mem_using_subcommand gc" -s i -l interactive -d 'Edit the plan first: keep, drop, merge or edit each memory'
complete -c mem -n "__fish_mem_using_subcommand gc" -l auto -d 'For hooks: at most once a day and after five sessions, and then only what loses nothing'
complete -c mem -n "__fish_mem_using_subcommand gc" -l consolidate -d 'Ask the configured model to write fragments on one topic as one memory'
complete -c mem -n "__fish_mem_using_subcommand gc" -s y -l yes -d 'Make the changes that passed the checks, without a question'
complete -c mem -n "__fish_mem_using_subcommand gc" -l dry-run -d 'Only show them'
complete -c mem -n "__fish_mem_using_subcommand gc" -l force -d 'Also touch over a quarter of the memories, or where no history can bring them back'
complete -c mem -n "__fish_mem_using_subcommand gc" -l json -d 'Print one JSON document (see `mem schema`)'
complete -c mem -n "__fish_mem_using_subcommand gc" -s q -l quiet -d 'Print results and errors only'
complete -c mem -n "__fish_mem_using_subcommand gc" -s v -l verbose -d 'Say more about what is done'
complete -c mem -n "__fish_mem_using_subcommand gc" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c mem -n "__fish_mem_using_subcommand extract" -l session -d 'The agent\'s session: finds its transcript, or names it where the transcript does not' -r
complete -c mem -n "__fish_mem_using_subcommand extract" -s C -d 'Act as if started in PATH; several add up, as in git' -r
complete -c mem -n "__fish_mem_using_subcommand extract" -l dir -d 'The memory directory itself [env: MEM_DIR]' -r -F
complete -c mem -n "__fish_mem_using_subcommand extract" -l color -d 'When to use colours' -r -f -a "auto\t''
always\t''
never\t''"
complete -c mem -n "__fish_mem_using_subcommand extract" -l dry-run -d 'Only print what would be done; a model is asked all the same'
complete -c mem -n "__fish_mem_using_subcommand extract" -l no-model -d 'Ask no model: find plain wishes alone'
complete -c mem -n "__fish_mem_using_subcommand extract" -l json -d 'Print one JSON document (see `mem schema`)'
complete -c mem -n "__fish_mem_using_subcommand extract" -s q -l quiet -d 'Print results and errors only'
complete -c mem -n "__fish_mem_using_subcommand extract" -s v -l verbose -d 'Say more about what is done'
complete -c mem -n "__fish_mem_using_subcommand extract" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c mem -n "__fish_mem_using_subcommand inbox; and not __fish_seen_subcommand_from list accept edit reject help" -s C -d 'Act as if started in PATH; several add up, as in git' -r
complete -c mem -n "__fish_mem_using_subcommand inbox; and not __fish_seen_subcommand_from list accept edit reject help" -l dir -d 'The memory directory itself [env: MEM_DIR]' -r -F
complete -c mem -n "__fish_mem_using_subcommand inbox; and not __fish_seen_subcommand_from list accept edit reject help" -l color -d 'When to use colours' -r -f -a "auto\t''
always\t''
never\t''"
complete -c mem -n "__fish_mem_using_subcommand inbox; and not __fish_seen_subcommand_from list accept edit reject help" -l json -d 'Print one JSON document (see `mem schema`)'
complete -c mem -n "__fish_mem_using_subcommand inbox; and not __fish_seen_subcommand_from list accept edit reject help" -s q -l quiet -d 'Print results and errors only'
complete -c mem -n "__fish_mem_using_subcommand inbox; and not __fish_seen_subcommand_from list accept edit reject help" -s v -l verbose -d 'Say more about what is done'
complete -c mem -n "__fish_mem_using_subcommand inbox; and not __fish_seen_subcommand_from list accept edit reject help" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c mem -n "__fish_mem_using_subcommand inbox; and not __fish_seen_subcommand_from list accept edit reject help" -f -a "list" -d 'List what waits'
complete -c mem -n "__fish_mem_using_subcommand inbox; and not __fish_seen_subcommand_from list accept edit reject help" -f -a "accept" -d 'Save proposals as memories'
complete -c mem -n "__fish_mem_using_subcommand inbox; and not __fish_seen_subcommand_from list accept edit reject help" -f -a "edit" -d 'Change a proposal in $VISUAL or $EDITOR, then save it as a memory'
complete -c mem -n "__fish_mem_using_subcommand inbox; and not __fish_seen_subcommand_from list accept edit reject help" -f -a "reject" -d 'Drop proposals, and do not propose them again'
complete -c mem -n "__fish_mem_using_subcommand inbox; and not __fish_seen_subcommand_from list accept edit reject help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c mem -n "__fish_mem_using_subcommand inbox; and __fish_seen_subcommand_from list" -s C -d 'Act as if started in PATH; several add up, as in git' -r
complete -c mem -n "__fish_mem_using_subcommand inbox; and __fish_seen_subcommand_from list" -l dir -d 'The memory directory itself [env: MEM_DIR]' -r -F
complete -c mem -n "__fish_mem_using_subcommand inbox; and __fish_seen_subcommand_from list" -l color -d 'When to use colours' -r -f -a "auto\t''
always\t''
never\t''"
complete -c mem -n "__fish_mem_using_subcommand inbox; and __fish_seen_subcommand_from list" -l json -d 'Print one JSON document (see `mem schema`)'
complete -c mem -n "__fish_mem_using_subcommand inbox; and __fish_seen_subcommand_from list" -s q -l quiet -d 'Print results and errors only'
complete -c mem -n "__fish_mem_using_subcommand inbox; and __fish_seen_subcommand_from list" -s v -l verbose -d 'Say more about what is done'
complete -c mem -n "__fish_mem_using_subcommand inbox; and __fish_seen_subcommand_from list" -s h -l help -d 'Print help'
complete -c mem -n "__fish_mem_using_subcommand inbox; and __fish_seen_subcommand_from accept" -s C -d 'Act as if started in PATH; several add up, as in git' -r
complete -c mem -n "__fish_mem_using_subcommand inbox; and __fish_seen_subcommand_from accept" -l dir -d 'The memory directory itself [env: MEM_DIR]' -r -F
complete -c mem -n "__fish_mem_using_subcommand inbox; and __fish_seen_subcommand_from accept" -l color -d 'When to use colours' -r -f -a "auto\t''
always\t''
never\t''"
complete -c mem -n "__fish_mem_using_subcommand inbox; and __fish_seen_subcommand_from accept" -l all -d 'All that wait'
complete -c mem -n "__fish_mem_using_subcommand inbox; and __fish_seen_subcommand_from accept" -l json -d 'Print one JSON document (see `mem schema`)'
complete -c mem -n "__fish_mem_using_subcommand inbox; and __fish_seen_subcommand_from accept" -s q -l quiet -d 'Print results and errors only'
complete -c mem -n "__fish_mem_using_subcommand inbox; and __fish_seen_subcommand_from accept" -s v -l verbose -d 'Say more about what is done'
complete -c mem -n "__fish_mem_using_subcommand inbox; and __fish_seen_subcommand_from accept" -s h -l help -d 'Print help'
complete -c mem -n "__fish_mem_using_subcommand inbox; and __fish_seen_subcommand_from edit" -s C -d 'Act as if started in PATH; several add up, as in git' -r
complete -c mem -n "__fish_mem_using_subcommand inbox; and __fish_seen_subcommand_from edit" -l dir -d 'The memory directory itself [env: MEM_DIR]' -r -F
complete -c mem -n "__fish_mem_using_subcommand inbox; and __fish_seen_subcommand_from edit" -l color -d 'When to use colours' -r -f -a "auto\t''
always\t''
never\t''"
complete -c mem -n "__fish_mem_using_subcommand inbox; and __fish_seen_subcommand_from edit" -l json -d 'Print one JSON document (see `mem schema`)'
complete -c mem -n "__fish_mem_using_subcommand inbox; and __fish_seen_subcommand_from edit" -s q -l quiet -d 'Print results and errors only'
complete -c mem -n "__fish_mem_using_subcommand inbox; and __fish_seen_subcommand_from edit" -s v -l verbose -d 'Say more about what is done'
complete -c mem -n "__fish_mem_using_subcommand inbox; and __fish_seen_subcommand_from edit" -s h -l help -d 'Print help'
complete -c mem -n "__fish_mem_using_subcommand inbox; and __fish_seen_subcommand_from reject" -s C -d 'Act as if started in PATH; several add up, as in git' -r
complete -c mem -n "__fish_mem_using_subcommand inbox; and __fish_seen_subcommand_from reject" -l dir -d 'The memory directory itself [env: MEM_DIR]' -r -F
complete -c mem -n "__fish_mem_using_subcommand inbox; and __fish_seen_subcommand_from reject" -l color -d 'When to use colours' -r -f -a "auto\t''
always\t''
never\t''"
complete -c mem -n "__fish_mem_using_subcommand inbox; and __fish_seen_subcommand_from reject" -l all -d 'All that wait'
complete -c mem -n "__fish_mem_using_subcommand inbox; and __fish_seen_subcommand_from reject" -l json -d 'Print one JSON document (see `mem schema`)'
complete -c mem -n "__fish_mem_using_subcommand inbox; and __fish_seen_subcommand_from reject" -s q -l quiet -d 'Print results and errors only'
complete -c mem -n "__fish_mem_using_subcommand inbox; and __fish_seen_subcommand_from reject" -s v -l verbose -d 'Say more about what is done'
complete -c mem -n "__fish_mem_using_subcommand inbox; and __fish_seen_subcommand_from reject" -s h -l help -d 'Print help'
complete -c mem -n "__fish_mem_using_subcommand inbox; and __fish_seen_subcommand_from help" -f -a "list" -d 'List what waits'
complete -c mem -n "__fish_mem_using_subcommand inbox; and __fish_seen_subcommand_from help" -f -a "accept" -d 'Save proposals as memories'
complete -c mem -n "__fish_mem_using_subcommand inbox; and __fish_seen_subcommand_from help" -f -a "edit" -d 'Change a proposal in $VISUAL or $EDITOR, then save it as a memory'
complete -c mem -n "__fish_mem_using_subcommand inbox; and __fish_seen_subcommand_from help" -f -a "reject" -d 'Drop proposals, and do not propose them again'
complete -c mem -n "__fish_mem_using_subcommand inbox; and __fish_seen_subcommand_from help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c mem -n "__fish_mem_using_subcommand lint" -l select -d 'Only these rules: codes, beginnings of codes as in F,X1, or names' -r
complete -c mem -n "__fish_mem_using_subcommand lint" -l ignore -d 'Not these rules' -r
complete -c mem -n "__fish_mem_using_subcommand lint" -l format -d 'How to print: for people, as JSON, as annotations of GitHub, as SARIF 2.1.0' -r -f -a "human\t''
json\t''
github\t''
sarif\t''"
complete -c mem -n "__fish_mem_using_subcommand lint" -l explain -d 'Print the page of a rule' -r
complete -c mem -n "__fish_mem_using_subcommand lint" -s C -d 'Act as if started in PATH; several add up, as in git' -r
complete -c mem -n "__fish_mem_using_subcommand lint" -l dir -d 'The memory directory itself [env: MEM_DIR]' -r -F
complete -c mem -n "__fish_mem_using_subcommand lint" -l color -d 'When to use colours' -r -f -a "auto\t''
always\t''
never\t''"
complete -c mem -n "__fish_mem_using_subcommand lint" -l fix -d 'Make the changes that are safe'
complete -c mem -n "__fish_mem_using_subcommand lint" -l diff -d 'Show what --fix would change, and change nothing'
complete -c mem -n "__fish_mem_using_subcommand lint" -l staged -d 'Judge what the next commit of the project changes, as it is staged: for a pre-commit hook'
complete -c mem -n "__fish_mem_using_subcommand lint" -l changed -d 'Leave out what --write-baseline has remembered'
complete -c mem -n "__fish_mem_using_subcommand lint" -l write-baseline -d 'Remember what is found now, so that --changed leaves it out'
complete -c mem -n "__fish_mem_using_subcommand lint" -l judge -d 'Also ask the configured model about memories in which no rule finds anything'
complete -c mem -n "__fish_mem_using_subcommand lint" -l json -d 'Print one JSON document (see `mem schema`)'
complete -c mem -n "__fish_mem_using_subcommand lint" -s q -l quiet -d 'Print results and errors only'
complete -c mem -n "__fish_mem_using_subcommand lint" -s v -l verbose -d 'Say more about what is done'
complete -c mem -n "__fish_mem_using_subcommand lint" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c mem -n "__fish_mem_using_subcommand log" -s n -l limit -d 'Revisions at most' -r
complete -c mem -n "__fish_mem_using_subcommand log" -s C -d 'Act as if started in PATH; several add up, as in git' -r
complete -c mem -n "__fish_mem_using_subcommand log" -l dir -d 'The memory directory itself [env: MEM_DIR]' -r -F
complete -c mem -n "__fish_mem_using_subcommand log" -l color -d 'When to use colours' -r -f -a "auto\t''
always\t''
never\t''"
complete -c mem -n "__fish_mem_using_subcommand log" -l repair -d 'Check the history; heal it, or set a damaged one aside, so that the next change starts anew'
complete -c mem -n "__fish_mem_using_subcommand log" -l json -d 'Print one JSON document (see `mem schema`)'
complete -c mem -n "__fish_mem_using_subcommand log" -s q -l quiet -d 'Print results and errors only'
complete -c mem -n "__fish_mem_using_subcommand log" -s v -l verbose -d 'Say more about what is done'
complete -c mem -n "__fish_mem_using_subcommand log" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c mem -n "__fish_mem_using_subcommand diff" -s r -l rev -d 'Compare with REV, or two revisions with each other: REV..REV' -r
complete -c mem -n "__fish_mem_using_subcommand diff" -s C -d 'Act as if started in PATH; several add up, as in git' -r
complete -c mem -n "__fish_mem_using_subcommand diff" -l dir -d 'The memory directory itself [env: MEM_DIR]' -r -F
complete -c mem -n "__fish_mem_using_subcommand diff" -l color -d 'When to use colours' -r -f -a "auto\t''
always\t''
never\t''"
complete -c mem -n "__fish_mem_using_subcommand diff" -l json -d 'Print one JSON document (see `mem schema`)'
complete -c mem -n "__fish_mem_using_subcommand diff" -s q -l quiet -d 'Print results and errors only'
complete -c mem -n "__fish_mem_using_subcommand diff" -s v -l verbose -d 'Say more about what is done'
complete -c mem -n "__fish_mem_using_subcommand diff" -s h -l help -d 'Print help'
complete -c mem -n "__fish_mem_using_subcommand restore" -s C -d 'Act as if started in PATH; several add up, as in git' -r
complete -c mem -n "__fish_mem_using_subcommand restore" -l dir -d 'The memory directory itself [env: MEM_DIR]' -r -F
complete -c mem -n "__fish_mem_using_subcommand restore" -l color -d 'When to use colours' -r -f -a "auto\t''
always\t''
never\t''"
complete -c mem -n "__fish_mem_using_subcommand restore" -l deleted -d 'Every memory that was removed and is still gone'
complete -c mem -n "__fish_mem_using_subcommand restore" -l dry-run -d 'Only say what would come back'
complete -c mem -n "__fish_mem_using_subcommand restore" -l json -d 'Print one JSON document (see `mem schema`)'
complete -c mem -n "__fish_mem_using_subcommand restore" -s q -l quiet -d 'Print results and errors only'
complete -c mem -n "__fish_mem_using_subcommand restore" -s v -l verbose -d 'Say more about what is done'
complete -c mem -n "__fish_mem_using_subcommand restore" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c mem -n "__fish_mem_using_subcommand dir" -s C -d 'Act as if started in PATH; several add up, as in git' -r
complete -c mem -n "__fish_mem_using_subcommand dir" -l dir -d 'The memory directory itself [env: MEM_DIR]' -r -F
complete -c mem -n "__fish_mem_using_subcommand dir" -l color -d 'When to use colours' -r -f -a "auto\t''
always\t''
never\t''"
complete -c mem -n "__fish_mem_using_subcommand dir" -l explain -d 'Say which rule chose it, and which other stores this project has'
complete -c mem -n "__fish_mem_using_subcommand dir" -l json -d 'Print one JSON document (see `mem schema`)'
complete -c mem -n "__fish_mem_using_subcommand dir" -s q -l quiet -d 'Print results and errors only'
complete -c mem -n "__fish_mem_using_subcommand dir" -s v -l verbose -d 'Say more about what is done'
complete -c mem -n "__fish_mem_using_subcommand dir" -s h -l help -d 'Print help'
complete -c mem -n "__fish_mem_using_subcommand config; and not __fish_seen_subcommand_from set" -s C -d 'Act as if started in PATH; several add up, as in git' -r
complete -c mem -n "__fish_mem_using_subcommand config; and not __fish_seen_subcommand_from set" -l dir -d 'The memory directory itself [env: MEM_DIR]' -r -F
complete -c mem -n "__fish_mem_using_subcommand config; and not __fish_seen_subcommand_from set" -l color -d 'When to use colours' -r -f -a "auto\t''
always\t''
never\t''"
complete -c mem -n "__fish_mem_using_subcommand config; and not __fish_seen_subcommand_from set" -l json -d 'Print one JSON document (see `mem schema`)'
complete -c mem -n "__fish_mem_using_subcommand config; and not __fish_seen_subcommand_from set" -s q -l quiet -d 'Print results and errors only'
complete -c mem -n "__fish_mem_using_subcommand config; and not __fish_seen_subcommand_from set" -s v -l verbose -d 'Say more about what is done'
complete -c mem -n "__fish_mem_using_subcommand config; and not __fish_seen_subcommand_from set" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c mem -n "__fish_mem_using_subcommand config; and not __fish_seen_subcommand_from set" -f -a "set" -d 'Set a setting in your own file, whose comments stay'
complete -c mem -n "__fish_mem_using_subcommand config; and __fish_seen_subcommand_from set" -s C -d 'Act as if started in PATH; several add up, as in git' -r
complete -c mem -n "__fish_mem_using_subcommand config; and __fish_seen_subcommand_from set" -l dir -d 'The memory directory itself [env: MEM_DIR]' -r -F
complete -c mem -n "__fish_mem_using_subcommand config; and __fish_seen_subcommand_from set" -l color -d 'When to use colours' -r -f -a "auto\t''
always\t''
never\t''"
complete -c mem -n "__fish_mem_using_subcommand config; and __fish_seen_subcommand_from set" -l json -d 'Print one JSON document (see `mem schema`)'
complete -c mem -n "__fish_mem_using_subcommand config; and __fish_seen_subcommand_from set" -s q -l quiet -d 'Print results and errors only'
complete -c mem -n "__fish_mem_using_subcommand config; and __fish_seen_subcommand_from set" -s v -l verbose -d 'Say more about what is done'
complete -c mem -n "__fish_mem_using_subcommand config; and __fish_seen_subcommand_from set" -s h -l help -d 'Print help'
complete -c mem -n "__fish_mem_using_subcommand schema" -s C -d 'Act as if started in PATH; several add up, as in git' -r
complete -c mem -n "__fish_mem_using_subcommand schema" -l dir -d 'The memory directory itself [env: MEM_DIR]' -r -F
complete -c mem -n "__fish_mem_using_subcommand schema" -l color -d 'When to use colours' -r -f -a "auto\t''
always\t''
never\t''"
complete -c mem -n "__fish_mem_using_subcommand schema" -l json -d 'Print one JSON document (see `mem schema`)'
complete -c mem -n "__fish_mem_using_subcommand schema" -s q -l quiet -d 'Print results and errors only'
complete -c mem -n "__fish_mem_using_subcommand schema" -s v -l verbose -d 'Say more about what is done'
complete -c mem -n "__fish_mem_using_subcommand schema" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c mem -n "__fish_mem_using_subcommand completions" -s C -d 'Act as if started in PATH; several add up, as in git' -r
complete -c mem -n "__fish_mem_using_subcommand completions" -l dir -d 'The memory directory itself [env: MEM_DIR]' -r -F
complete -c mem -n "__fish_mem_using_subcommand completions" -l color -d 'When to use colours' -r -f -a "auto\t''
always\t''
never\t''"
complete -c mem -n "__fish_mem_using_subcommand completions" -l json -d 'Print one JSON document (see `mem schema`)'
complete -c mem -n "__fish_mem_using_subcommand completions" -s q -l quiet -d 'Print results and errors only'
complete -c mem -n "__fish_mem_using_subcommand completions" -s v -l verbose -d 'Say more about what is done'
complete -c mem -n "__fish_mem_using_subcommand completions" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c mem -n "__fish_mem_using_subcommand help; and not __fish_seen_subcommand_from add ls show rm edit mv recall prompt hook init reindex gc extract inbox lint log diff restore dir config schema completions help" -f -a "add" -d 'Save a memory'
complete -c mem -n "__fish_mem_using_subcommand help; and not __fish_seen_subcommand_from add ls show rm edit mv recall prompt hook init reindex gc extract inbox lint log diff restore dir config schema completions help" -f -a "ls" -d 'List the memories'
complete -c mem -n "__fish_mem_using_subcommand help; and not __fish_seen_subcommand_from add ls show rm edit mv recall prompt hook init reindex gc extract inbox lint log diff restore dir config schema completions help" -f -a "show" -d 'Show memories with their age and text'
complete -c mem -n "__fish_mem_using_subcommand help; and not __fish_seen_subcommand_from add ls show rm edit mv recall prompt hook init reindex gc extract inbox lint log diff restore dir config schema completions help" -f -a "rm" -d 'Remove memories, recoverably'
complete -c mem -n "__fish_mem_using_subcommand help; and not __fish_seen_subcommand_from add ls show rm edit mv recall prompt hook init reindex gc extract inbox lint log diff restore dir config schema completions help" -f -a "edit" -d 'Edit a memory in $VISUAL or $EDITOR'
complete -c mem -n "__fish_mem_using_subcommand help; and not __fish_seen_subcommand_from add ls show rm edit mv recall prompt hook init reindex gc extract inbox lint log diff restore dir config schema completions help" -f -a "mv" -d 'Give a memory another name or type'
complete -c mem -n "__fish_mem_using_subcommand help; and not __fish_seen_subcommand_from add ls show rm edit mv recall prompt hook init reindex gc extract inbox lint log diff restore dir config schema completions help" -f -a "recall" -d 'Find the few memories that clearly help with a prompt'
complete -c mem -n "__fish_mem_using_subcommand help; and not __fish_seen_subcommand_from add ls show rm edit mv recall prompt hook init reindex gc extract inbox lint log diff restore dir config schema completions help" -f -a "prompt" -d 'Print what an agent should know about the memory'
complete -c mem -n "__fish_mem_using_subcommand help; and not __fish_seen_subcommand_from add ls show rm edit mv recall prompt hook init reindex gc extract inbox lint log diff restore dir config schema completions help" -f -a "hook" -d 'Give agents their memories through hooks'
complete -c mem -n "__fish_mem_using_subcommand help; and not __fish_seen_subcommand_from add ls show rm edit mv recall prompt hook init reindex gc extract inbox lint log diff restore dir config schema completions help" -f -a "init" -d 'Set up the memory of this project, and the agents that use it'
complete -c mem -n "__fish_mem_using_subcommand help; and not __fish_seen_subcommand_from add ls show rm edit mv recall prompt hook init reindex gc extract inbox lint log diff restore dir config schema completions help" -f -a "reindex" -d 'Bring MEMORY.md in step with the files'
complete -c mem -n "__fish_mem_using_subcommand help; and not __fish_seen_subcommand_from add ls show rm edit mv recall prompt hook init reindex gc extract inbox lint log diff restore dir config schema completions help" -f -a "gc" -d 'Say what in the store can go, and why; change nothing unless told to'
complete -c mem -n "__fish_mem_using_subcommand help; and not __fish_seen_subcommand_from add ls show rm edit mv recall prompt hook init reindex gc extract inbox lint log diff restore dir config schema completions help" -f -a "extract" -d 'Find in a transcript what is worth remembering'
complete -c mem -n "__fish_mem_using_subcommand help; and not __fish_seen_subcommand_from add ls show rm edit mv recall prompt hook init reindex gc extract inbox lint log diff restore dir config schema completions help" -f -a "inbox" -d 'Decide on memories that were proposed'
complete -c mem -n "__fish_mem_using_subcommand help; and not __fish_seen_subcommand_from add ls show rm edit mv recall prompt hook init reindex gc extract inbox lint log diff restore dir config schema completions help" -f -a "lint" -d 'Judge memories and the index, against the project they belong to'
complete -c mem -n "__fish_mem_using_subcommand help; and not __fish_seen_subcommand_from add ls show rm edit mv recall prompt hook init reindex gc extract inbox lint log diff restore dir config schema completions help" -f -a "log" -d 'Show what was done to the memories'
complete -c mem -n "__fish_mem_using_subcommand help; and not __fish_seen_subcommand_from add ls show rm edit mv recall prompt hook init reindex gc extract inbox lint log diff restore dir config schema completions help" -f -a "diff" -d 'Show what others have changed since `mem` last wrote, or what differs between revisions'
complete -c mem -n "__fish_mem_using_subcommand help; and not __fish_seen_subcommand_from add ls show rm edit mv recall prompt hook init reindex gc extract inbox lint log diff restore dir config schema completions help" -f -a "restore" -d 'Bring back what the history holds'
complete -c mem -n "__fish_mem_using_subcommand help; and not __fish_seen_subcommand_from add ls show rm edit mv recall prompt hook init reindex gc extract inbox lint log diff restore dir config schema completions help" -f -a "dir" -d 'Print the memory directory of this project'
complete -c mem -n "__fish_mem_using_subcommand help; and not __fish_seen_subcommand_from add ls show rm edit mv recall prompt hook init reindex gc extract inbox lint log diff restore dir config schema completions help" -f -a "config" -d 'List the settings with their origin, and say which model recall would ask'
complete -c mem -n "__fish_mem_using_subcommand help; and not __fish_seen_subcommand_from add ls show rm edit mv recall prompt hook init reindex gc extract inbox lint log diff restore dir config schema completions help" -f -a "schema" -d 'Print the JSON Schema of a document'
complete -c mem -n "__fish_mem_using_subcommand help; and not __fish_seen_subcommand_from add ls show rm edit mv recall prompt hook init reindex gc extract inbox lint log diff restore dir config schema completions help" -f -a "completions" -d 'Print the completion script for a shell'
complete -c mem -n "__fish_mem_using_subcommand help; and not __fish_seen_subcommand_from add ls show rm edit mv recall prompt hook init reindex gc extract inbox lint log diff restore dir config schema completions help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c mem -n "__fish_mem_using_subcommand help; and __fish_seen_subcommand_from hook" -f -a "run" -d 'Answer an event of an agent: what an installed hook runs'
complete -c mem -n "__fish_mem_using_subcommand help; and __fish_seen_subcommand_from hook" -f -a "install" -d 'Make agents, or git, run `mem`'
complete -c mem -n "__fish_mem_using_subcommand help; and __fish_seen_subcommand_from hook" -f -a "uninstall" -d 'Make agents, or git, run `mem` no more'
complete -c mem -n "__fish_mem_using_subcommand help; and __fish_seen_subcommand_from hook" -f -a "status" -d 'Say which agents run `mem`'
complete -c mem -n "__fish_mem_using_subcommand help; and __fish_seen_subcommand_from inbox" -f -a "list" -d 'List what waits'
complete -c mem -n "__fish_mem_using_subcommand help; and __fish_seen_subcommand_from inbox" -f -a "accept" -d 'Save proposals as memories'
complete -c mem -n "__fish_mem_using_subcommand help; and __fish_seen_subcommand_from inbox" -f -a "edit" -d 'Change a proposal in $VISUAL or $EDITOR, then save it as a memory'
complete -c mem -n "__fish_mem_using_subcommand help; and __fish_seen_subcommand_from inbox" -f -a "reject" -d 'Drop proposals, and do not propose them again'
complete -c mem -n "__fish_mem_using_subcommand help; and __fish_seen_subcommand_from config" -f -a "set" -d 'Set a setting in your own file, whose comments stay'
