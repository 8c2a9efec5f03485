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
complete -c mem -n "__fish_mem_needs_command" -f -a "log" -d 'Show what was done to the memories'
complete -c mem -n "__fish_mem_needs_command" -f -a "diff" -d 'Show what others have changed since `mem` last wrote, or what differs between revisions'
complete -c mem -n "__fish_mem_needs_command" -f -a "restore" -d 'Bring back what the history holds'
complete -c mem -n "__fish_mem_needs_command" -f -a "dir" -d 'Print the memory directory of this project'
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
complete -c mem -n "__fish_mem_using_subcommand mv" -l json -d 'Print one JSON document (see `mem schema`)'
complete -c mem -n "__fish_mem_using_subcommand mv" -s q -l quiet -d 'Print results and errors only'
complete -c mem -n "__fish_mem_using_subcommand mv" -s v -l verbose -d 'Say more about what is done'
complete -c mem -n "__fish_mem_using_subcommand mv" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c mem -n "__fish_mem_using_subcommand recall" -l limit -d 'Memories at most (1 to 5; with --rank any number) [config: recall.limit]' -r
complete -c mem -n "__fish_mem_using_subcommand recall" -l budget -d 'Bytes of the printed answer at most: whole memories first, the rest by name; JSON counts as its text would [config: recall.budget]' -r
complete -c mem -n "__fish_mem_using_subcommand recall" -l selector -d 'Who chooses' -r -f -a "auto\t''
local\t''"
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
complete -c mem -n "__fish_mem_using_subcommand reindex" -l json -d 'Print one JSON document (see `mem schema`)'
complete -c mem -n "__fish_mem_using_subcommand reindex" -s q -l quiet -d 'Print results and errors only'
complete -c mem -n "__fish_mem_using_subcommand reindex" -s v -l verbose -d 'Say more about what is done'
complete -c mem -n "__fish_mem_using_subcommand reindex" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c mem -n "__fish_mem_using_subcommand gc" -s C -d 'Act as if started in PATH; several add up, as in git' -r
complete -c mem -n "__fish_mem_using_subcommand gc" -l dir -d 'The memory directory itself [env: MEM_DIR]' -r -F
complete -c mem -n "__fish_mem_using_subcommand gc" -l color -d 'When to use colours' -r -f -a "auto\t''
always\t''
never\t''"
complete -c mem -n "__fish_mem_using_subcommand gc" -l apply -d 'Do what the plan says'
complete -c mem -n "__fish_mem_using_subcommand gc" -s i -l interactive -d 'Edit the plan first: keep, drop, merge or edit each memory'
complete -c mem -n "__fish_mem_using_subcommand gc" -l auto -d 'For hooks: at most once a day and after five sessions, and then only what loses nothing'
complete -c mem -n "__fish_mem_using_subcommand gc" -l force -d 'Also touch over a quarter of the memories, or where no history can bring them back'
complete -c mem -n "__fish_mem_using_subcommand gc" -l json -d 'Print one JSON document (see `mem schema`)'
complete -c mem -n "__fish_mem_using_subcommand gc" -s q -l quiet -d 'Print results and errors only'
complete -c mem -n "__fish_mem_using_subcommand gc" -s v -l verbose -d 'Say more about what is done'
complete -c mem -n "__fish_mem_using_subcommand gc" -s h -l help -d 'Print help (see more with \'--help\')'
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
complete -c mem -n "__fish_mem_using_subcommand help; and not __fish_seen_subcommand_from add ls show rm edit mv recall prompt hook init reindex gc log diff restore dir schema completions help" -f -a "add" -d 'Save a memory'
complete -c mem -n "__fish_mem_using_subcommand help; and not __fish_seen_subcommand_from add ls show rm edit mv recall prompt hook init reindex gc log diff restore dir schema completions help" -f -a "ls" -d 'List the memories'
complete -c mem -n "__fish_mem_using_subcommand help; and not __fish_seen_subcommand_from add ls show rm edit mv recall prompt hook init reindex gc log diff restore dir schema completions help" -f -a "show" -d 'Show memories with their age and text'
complete -c mem -n "__fish_mem_using_subcommand help; and not __fish_seen_subcommand_from add ls show rm edit mv recall prompt hook init reindex gc log diff restore dir schema completions help" -f -a "rm" -d 'Remove memories, recoverably'
complete -c mem -n "__fish_mem_using_subcommand help; and not __fish_seen_subcommand_from add ls show rm edit mv recall prompt hook init reindex gc log diff restore dir schema completions help" -f -a "edit" -d 'Edit a memory in $VISUAL or $EDITOR'
complete -c mem -n "__fish_mem_using_subcommand help; and not __fish_seen_subcommand_from add ls show rm edit mv recall prompt hook init reindex gc log diff restore dir schema completions help" -f -a "mv" -d 'Give a memory another name or type'
complete -c mem -n "__fish_mem_using_subcommand help; and not __fish_seen_subcommand_from add ls show rm edit mv recall prompt hook init reindex gc log diff restore dir schema completions help" -f -a "recall" -d 'Find the few memories that clearly help with a prompt'
complete -c mem -n "__fish_mem_using_subcommand help; and not __fish_seen_subcommand_from add ls show rm edit mv recall prompt hook init reindex gc log diff restore dir schema completions help" -f -a "prompt" -d 'Print what an agent should know about the memory'
complete -c mem -n "__fish_mem_using_subcommand help; and not __fish_seen_subcommand_from add ls show rm edit mv recall prompt hook init reindex gc log diff restore dir schema completions help" -f -a "hook" -d 'Give agents their memories through hooks'
complete -c mem -n "__fish_mem_using_subcommand help; and not __fish_seen_subcommand_from add ls show rm edit mv recall prompt hook init reindex gc log diff restore dir schema completions help" -f -a "init" -d 'Set up the memory of this project, and the agents that use it'
complete -c mem -n "__fish_mem_using_subcommand help; and not __fish_seen_subcommand_from add ls show rm edit mv recall prompt hook init reindex gc log diff restore dir schema completions help" -f -a "reindex" -d 'Bring MEMORY.md in step with the files'
complete -c mem -n "__fish_mem_using_subcommand help; and not __fish_seen_subcommand_from add ls show rm edit mv recall prompt hook init reindex gc log diff restore dir schema completions help" -f -a "gc" -d 'Say what in the store can go, and why; change nothing unless told to'
complete -c mem -n "__fish_mem_using_subcommand help; and not __fish_seen_subcommand_from add ls show rm edit mv recall prompt hook init reindex gc log diff restore dir schema completions help" -f -a "log" -d 'Show what was done to the memories'
complete -c mem -n "__fish_mem_using_subcommand help; and not __fish_seen_subcommand_from add ls show rm edit mv recall prompt hook init reindex gc log diff restore dir schema completions help" -f -a "diff" -d 'Show what others have changed since `mem` last wrote, or what differs between revisions'
complete -c mem -n "__fish_mem_using_subcommand help; and not __fish_seen_subcommand_from add ls show rm edit mv recall prompt hook init reindex gc log diff restore dir schema completions help" -f -a "restore" -d 'Bring back what the history holds'
complete -c mem -n "__fish_mem_using_subcommand help; and not __fish_seen_subcommand_from add ls show rm edit mv recall prompt hook init reindex gc log diff restore dir schema completions help" -f -a "dir" -d 'Print the memory directory of this project'
complete -c mem -n "__fish_mem_using_subcommand help; and not __fish_seen_subcommand_from add ls show rm edit mv recall prompt hook init reindex gc log diff restore dir schema completions help" -f -a "schema" -d 'Print the JSON Schema of a document'
complete -c mem -n "__fish_mem_using_subcommand help; and not __fish_seen_subcommand_from add ls show rm edit mv recall prompt hook init reindex gc log diff restore dir schema completions help" -f -a "completions" -d 'Print the completion script for a shell'
complete -c mem -n "__fish_mem_using_subcommand help; and not __fish_seen_subcommand_from add ls show rm edit mv recall prompt hook init reindex gc log diff restore dir schema completions help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c mem -n "__fish_mem_using_subcommand help; and __fish_seen_subcommand_from hook" -f -a "run" -d 'Answer an event of an agent: what an installed hook runs'
complete -c mem -n "__fish_mem_using_subcommand help; and __fish_seen_subcommand_from hook" -f -a "install" -d 'Make agents, or git, run `mem`'
complete -c mem -n "__fish_mem_using_subcommand help; and __fish_seen_subcommand_from hook" -f -a "uninstall" -d 'Make agents, or git, run `mem` no more'
complete -c mem -n "__fish_mem_using_subcommand help; and __fish_seen_subcommand_from hook" -f -a "status" -d 'Say which agents run `mem`'
