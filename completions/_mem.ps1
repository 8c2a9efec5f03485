
using namespace System.Management.Automation
using namespace System.Management.Automation.Language

Register-ArgumentCompleter -Native -CommandName 'mem' -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    $commandElements = $commandAst.CommandElements
    $command = @(
        'mem'
        for ($i = 1; $i -lt $commandElements.Count; $i++) {
            $element = $commandElements[$i]
            if ($element -isnot [StringConstantExpressionAst] -or
                $element.StringConstantType -ne [StringConstantType]::BareWord -or
                $element.Value.StartsWith('-') -or
                $element.Value -eq $wordToComplete) {
                break
        }
        $element.Value
    }) -join ';'

    $completions = @(switch ($command) {
        'mem' {
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Act as if started in PATH; several add up, as in git')
            [CompletionResult]::new('--dir', '--dir', [CompletionResultType]::ParameterName, 'The memory directory itself [env: MEM_DIR]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON document (see `mem schema`)')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print results and errors only')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print results and errors only')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more about what is done')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more about what is done')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('add', 'add', [CompletionResultType]::ParameterValue, 'Save a memory')
            [CompletionResult]::new('ls', 'ls', [CompletionResultType]::ParameterValue, 'List the memories')
            [CompletionResult]::new('show', 'show', [CompletionResultType]::ParameterValue, 'Show memories with their age and text')
            [CompletionResult]::new('rm', 'rm', [CompletionResultType]::ParameterValue, 'Remove memories, recoverably')
            [CompletionResult]::new('edit', 'edit', [CompletionResultType]::ParameterValue, 'Edit a memory in $VISUAL or $EDITOR')
            [CompletionResult]::new('mv', 'mv', [CompletionResultType]::ParameterValue, 'Give a memory another name or type')
            [CompletionResult]::new('recall', 'recall', [CompletionResultType]::ParameterValue, 'Find the few memories that clearly help with a prompt')
            [CompletionResult]::new('prompt', 'prompt', [CompletionResultType]::ParameterValue, 'Print what an agent should know about the memory')
            [CompletionResult]::new('hook', 'hook', [CompletionResultType]::ParameterValue, 'Give agents their memories through hooks')
            [CompletionResult]::new('init', 'init', [CompletionResultType]::ParameterValue, 'Set up the memory of this project, and the agents that use it')
            [CompletionResult]::new('reindex', 'reindex', [CompletionResultType]::ParameterValue, 'Bring MEMORY.md in step with the files')
            [CompletionResult]::new('gc', 'gc', [CompletionResultType]::ParameterValue, 'Say what in the store can go, and why; change nothing unless told to')
            [CompletionResult]::new('extract', 'extract', [CompletionResultType]::ParameterValue, 'Find in a transcript what is worth remembering')
            [CompletionResult]::new('inbox', 'inbox', [CompletionResultType]::ParameterValue, 'Decide on memories that were proposed')
            [CompletionResult]::new('lint', 'lint', [CompletionResultType]::ParameterValue, 'Judge memories and the index, against the project they belong to')
            [CompletionResult]::new('log', 'log', [CompletionResultType]::ParameterValue, 'Show what was done to the memories')
            [CompletionResult]::new('diff', 'diff', [CompletionResultType]::ParameterValue, 'Show what others have changed since `mem` last wrote, or what differs between revisions')
            [CompletionResult]::new('restore', 'restore', [CompletionResultType]::ParameterValue, 'Bring back what the history holds')
            [CompletionResult]::new('dir', 'dir', [CompletionResultType]::ParameterValue, 'Print the memory directory of this project')
            [CompletionResult]::new('config', 'config', [CompletionResultType]::ParameterValue, 'List the settings with their origin, and say which model recall would ask')
            [CompletionResult]::new('schema', 'schema', [CompletionResultType]::ParameterValue, 'Print the JSON Schema of a document')
            [CompletionResult]::new('completions', 'completions', [CompletionResultType]::ParameterValue, 'Print the completion script for a shell')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'mem;add' {
            [CompletionResult]::new('-t', '-t', [CompletionResultType]::ParameterName, 'What it is about')
            [CompletionResult]::new('--type', '--type', [CompletionResultType]::ParameterName, 'What it is about')
            [CompletionResult]::new('-n', '-n', [CompletionResultType]::ParameterName, 'What it is called, in a few words')
            [CompletionResult]::new('--name', '--name', [CompletionResultType]::ParameterName, 'What it is called, in a few words')
            [CompletionResult]::new('-d', '-d', [CompletionResultType]::ParameterName, 'One line that tells when it matters: recall judges by it')
            [CompletionResult]::new('--description', '--description', [CompletionResultType]::ParameterName, 'One line that tells when it matters: recall judges by it')
            [CompletionResult]::new('-m', '-m', [CompletionResultType]::ParameterName, 'The text; several become paragraphs')
            [CompletionResult]::new('--message', '--message', [CompletionResultType]::ParameterName, 'The text; several become paragraphs')
            [CompletionResult]::new('-F', '-F ', [CompletionResultType]::ParameterName, 'Read the text from FILE (`-` is standard input); a header in it fills what no option gives')
            [CompletionResult]::new('--file', '--file', [CompletionResultType]::ParameterName, 'Read the text from FILE (`-` is standard input); a header in it fills what no option gives')
            [CompletionResult]::new('--from-jsonl', '--from-jsonl', [CompletionResultType]::ParameterName, 'Save one memory a line of JSON: {"type", "name", "description", "body"}')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Act as if started in PATH; several add up, as in git')
            [CompletionResult]::new('--dir', '--dir', [CompletionResultType]::ParameterName, 'The memory directory itself [env: MEM_DIR]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('-e', '-e', [CompletionResultType]::ParameterName, 'Open the memory in $VISUAL or $EDITOR before it is saved')
            [CompletionResult]::new('--edit', '--edit', [CompletionResultType]::ParameterName, 'Open the memory in $VISUAL or $EDITOR before it is saved')
            [CompletionResult]::new('--update', '--update', [CompletionResultType]::ParameterName, 'Change the memory of this name if there is one')
            [CompletionResult]::new('--force', '--force', [CompletionResultType]::ParameterName, 'With --update: also where no history keeps the old text')
            [CompletionResult]::new('--new', '--new', [CompletionResultType]::ParameterName, 'Save beside a memory of this name, under a file name of its own')
            [CompletionResult]::new('--no-verify', '--no-verify', [CompletionResultType]::ParameterName, 'Save also what the rules are against; the history says so (never a secret)')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON document (see `mem schema`)')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print results and errors only')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print results and errors only')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more about what is done')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more about what is done')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'mem;ls' {
            [CompletionResult]::new('-t', '-t', [CompletionResultType]::ParameterName, 'Only this type (may be repeated)')
            [CompletionResult]::new('--type', '--type', [CompletionResultType]::ParameterName, 'Only this type (may be repeated)')
            [CompletionResult]::new('--sort', '--sort', [CompletionResultType]::ParameterName, 'Order: by type, newest first, by name, or largest first')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'Print a line a memory from its keys, as in ''{name}\t{path}''')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Act as if started in PATH; several add up, as in git')
            [CompletionResult]::new('--dir', '--dir', [CompletionResultType]::ParameterName, 'The memory directory itself [env: MEM_DIR]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--stale', '--stale', [CompletionResultType]::ParameterName, 'Only memories older than a day, which carry the staleness warning')
            [CompletionResult]::new('-r', '-r', [CompletionResultType]::ParameterName, 'Turn the order round')
            [CompletionResult]::new('--reverse', '--reverse', [CompletionResultType]::ParameterName, 'Turn the order round')
            [CompletionResult]::new('--paths', '--paths', [CompletionResultType]::ParameterName, 'Print the path of each file')
            [CompletionResult]::new('-z', '-z', [CompletionResultType]::ParameterName, 'Print the paths, each ended by a NUL byte')
            [CompletionResult]::new('--null', '--null', [CompletionResultType]::ParameterName, 'Print the paths, each ended by a NUL byte')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON document (see `mem schema`)')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print results and errors only')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print results and errors only')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more about what is done')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more about what is done')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'mem;show' {
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Act as if started in PATH; several add up, as in git')
            [CompletionResult]::new('--dir', '--dir', [CompletionResultType]::ParameterName, 'The memory directory itself [env: MEM_DIR]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--raw', '--raw', [CompletionResultType]::ParameterName, 'Print the files'' bytes as they are')
            [CompletionResult]::new('--path', '--path', [CompletionResultType]::ParameterName, 'Print the files'' paths')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON document (see `mem schema`)')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print results and errors only')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print results and errors only')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more about what is done')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more about what is done')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'mem;rm' {
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Act as if started in PATH; several add up, as in git')
            [CompletionResult]::new('--dir', '--dir', [CompletionResultType]::ParameterName, 'The memory directory itself [env: MEM_DIR]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('-y', '-y', [CompletionResultType]::ParameterName, 'Do not ask')
            [CompletionResult]::new('--yes', '--yes', [CompletionResultType]::ParameterName, 'Do not ask')
            [CompletionResult]::new('--forget', '--forget', [CompletionResultType]::ParameterName, 'Take it out of the history too, so that no revision holds it (a leaked secret)')
            [CompletionResult]::new('--force', '--force', [CompletionResultType]::ParameterName, 'Remove also where no history can bring it back')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON document (see `mem schema`)')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print results and errors only')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print results and errors only')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more about what is done')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more about what is done')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'mem;edit' {
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Act as if started in PATH; several add up, as in git')
            [CompletionResult]::new('--dir', '--dir', [CompletionResultType]::ParameterName, 'The memory directory itself [env: MEM_DIR]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--no-verify', '--no-verify', [CompletionResultType]::ParameterName, 'Save also what the rules are against; the history says so (never a secret)')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON document (see `mem schema`)')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print results and errors only')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print results and errors only')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more about what is done')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more about what is done')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'mem;mv' {
            [CompletionResult]::new('-t', '-t', [CompletionResultType]::ParameterName, 'Its new type')
            [CompletionResult]::new('--type', '--type', [CompletionResultType]::ParameterName, 'Its new type')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Act as if started in PATH; several add up, as in git')
            [CompletionResult]::new('--dir', '--dir', [CompletionResultType]::ParameterName, 'The memory directory itself [env: MEM_DIR]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--no-verify', '--no-verify', [CompletionResultType]::ParameterName, 'Save also what the rules are against; the history says so (never a secret)')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON document (see `mem schema`)')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print results and errors only')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print results and errors only')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more about what is done')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more about what is done')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'mem;recall' {
            [CompletionResult]::new('--limit', '--limit', [CompletionResultType]::ParameterName, 'Memories at most (1 to 5; with --rank any number) [config: recall.limit]')
            [CompletionResult]::new('--budget', '--budget', [CompletionResultType]::ParameterName, 'Bytes of the printed answer at most: whole memories first, the rest by name; JSON counts as its text would [config: recall.budget]')
            [CompletionResult]::new('--selector', '--selector', [CompletionResultType]::ParameterName, 'Who chooses: the model of the settings, if there is one (auto), or has to (llm), or the words alone (local), or nobody, so that nothing is recalled (none)')
            [CompletionResult]::new('--timeout', '--timeout', [CompletionResultType]::ParameterName, 'How long a model may take, such as 4s or 500ms; then the local selector answers [config: recall.timeout]')
            [CompletionResult]::new('--tools', '--tools', [CompletionResultType]::ParameterName, 'Tools that the agent uses already: a model leaves out their manuals, not their pitfalls')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'The form of the answer; text where nothing is said')
            [CompletionResult]::new('--session', '--session', [CompletionResultType]::ParameterName, 'The agent''s session: leave out what it has been shown, and give it 61,440 bytes in all')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Act as if started in PATH; several add up, as in git')
            [CompletionResult]::new('--dir', '--dir', [CompletionResultType]::ParameterName, 'The memory directory itself [env: MEM_DIR]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--stdin', '--stdin', [CompletionResultType]::ParameterName, 'Read the prompt from standard input')
            [CompletionResult]::new('--rank', '--rank', [CompletionResultType]::ParameterName, 'Print the local order of what matches, --limit of it: no gates, no threshold, no budget')
            [CompletionResult]::new('--explain', '--explain', [CompletionResultType]::ParameterName, 'Say on standard error what each step did and why each memory was chosen')
            [CompletionResult]::new('--exit-code', '--exit-code', [CompletionResultType]::ParameterName, 'Exit with 1 when nothing is recalled')
            [CompletionResult]::new('--reset', '--reset', [CompletionResultType]::ParameterName, 'Forget what the session has been shown, since its context is gone; needs no prompt')
            [CompletionResult]::new('--prefetch', '--prefetch', [CompletionResultType]::ParameterName, 'Start looking and return at once; --collect prints what was found')
            [CompletionResult]::new('--collect', '--collect', [CompletionResultType]::ParameterName, 'Print what the last --prefetch found, once, or nothing while it is not ready')
            [CompletionResult]::new('--worker', '--worker', [CompletionResultType]::ParameterName, 'The process that --prefetch starts: its prompt is on standard input')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON document (see `mem schema`)')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print results and errors only')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print results and errors only')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more about what is done')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more about what is done')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'mem;prompt' {
            [CompletionResult]::new('--agent', '--agent', [CompletionResultType]::ParameterName, 'Name the tools of this agent')
            [CompletionResult]::new('--max-chars', '--max-chars', [CompletionResultType]::ParameterName, 'Characters at most: the index gives way first, then whole sections')
            [CompletionResult]::new('--write', '--write', [CompletionResultType]::ParameterName, 'Keep the text in a marked block of FILE (AGENTS.md, a file of rules) instead of printing it')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Act as if started in PATH; several add up, as in git')
            [CompletionResult]::new('--dir', '--dir', [CompletionResultType]::ParameterName, 'The memory directory itself [env: MEM_DIR]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--no-index', '--no-index', [CompletionResultType]::ParameterName, 'Leave the index out')
            [CompletionResult]::new('--remove', '--remove', [CompletionResultType]::ParameterName, 'With --write: take the block out')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON document (see `mem schema`)')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print results and errors only')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print results and errors only')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more about what is done')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more about what is done')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'mem;hook' {
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Act as if started in PATH; several add up, as in git')
            [CompletionResult]::new('--dir', '--dir', [CompletionResultType]::ParameterName, 'The memory directory itself [env: MEM_DIR]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON document (see `mem schema`)')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print results and errors only')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print results and errors only')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more about what is done')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more about what is done')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('run', 'run', [CompletionResultType]::ParameterValue, 'Answer an event of an agent: what an installed hook runs')
            [CompletionResult]::new('install', 'install', [CompletionResultType]::ParameterValue, 'Make agents, or git, run `mem`')
            [CompletionResult]::new('uninstall', 'uninstall', [CompletionResultType]::ParameterValue, 'Make agents, or git, run `mem` no more')
            [CompletionResult]::new('status', 'status', [CompletionResultType]::ParameterValue, 'Say which agents run `mem`')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'mem;hook;run' {
            [CompletionResult]::new('--event', '--event', [CompletionResultType]::ParameterName, 'The event, for agents whose input does not name it')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Act as if started in PATH; several add up, as in git')
            [CompletionResult]::new('--dir', '--dir', [CompletionResultType]::ParameterName, 'The memory directory itself [env: MEM_DIR]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON document (see `mem schema`)')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print results and errors only')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print results and errors only')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more about what is done')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more about what is done')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'mem;hook;install' {
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Act as if started in PATH; several add up, as in git')
            [CompletionResult]::new('--dir', '--dir', [CompletionResultType]::ParameterName, 'The memory directory itself [env: MEM_DIR]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--user', '--user', [CompletionResultType]::ParameterName, 'In your own settings, for every project (the default)')
            [CompletionResult]::new('--project', '--project', [CompletionResultType]::ParameterName, 'In the settings of this project')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Only show what would change')
            [CompletionResult]::new('--force', '--force', [CompletionResultType]::ParameterName, 'git: also where the project''s hooks are committed')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON document (see `mem schema`)')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print results and errors only')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print results and errors only')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more about what is done')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more about what is done')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'mem;hook;uninstall' {
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Act as if started in PATH; several add up, as in git')
            [CompletionResult]::new('--dir', '--dir', [CompletionResultType]::ParameterName, 'The memory directory itself [env: MEM_DIR]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--user', '--user', [CompletionResultType]::ParameterName, 'In your own settings, for every project (the default)')
            [CompletionResult]::new('--project', '--project', [CompletionResultType]::ParameterName, 'In the settings of this project')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Only show what would change')
            [CompletionResult]::new('--force', '--force', [CompletionResultType]::ParameterName, 'git: also where the project''s hooks are committed')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON document (see `mem schema`)')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print results and errors only')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print results and errors only')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more about what is done')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more about what is done')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'mem;hook;status' {
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Act as if started in PATH; several add up, as in git')
            [CompletionResult]::new('--dir', '--dir', [CompletionResultType]::ParameterName, 'The memory directory itself [env: MEM_DIR]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON document (see `mem schema`)')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print results and errors only')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print results and errors only')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more about what is done')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more about what is done')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'mem;hook;help' {
            [CompletionResult]::new('run', 'run', [CompletionResultType]::ParameterValue, 'Answer an event of an agent: what an installed hook runs')
            [CompletionResult]::new('install', 'install', [CompletionResultType]::ParameterValue, 'Make agents, or git, run `mem`')
            [CompletionResult]::new('uninstall', 'uninstall', [CompletionResultType]::ParameterValue, 'Make agents, or git, run `mem` no more')
            [CompletionResult]::new('status', 'status', [CompletionResultType]::ParameterValue, 'Say which agents run `mem`')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'mem;hook;help;run' {
            break
        }
        'mem;hook;help;install' {
            break
        }
        'mem;hook;help;uninstall' {
            break
        }
        'mem;hook;help;status' {
            break
        }
        'mem;hook;help;help' {
            break
        }
        'mem;init' {
            [CompletionResult]::new('--agent', '--agent', [CompletionResultType]::ParameterName, 'These agents, or `git`, or `none`; without it, those that are found')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Act as if started in PATH; several add up, as in git')
            [CompletionResult]::new('--dir', '--dir', [CompletionResultType]::ParameterName, 'The memory directory itself [env: MEM_DIR]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('-y', '-y', [CompletionResultType]::ParameterName, 'Do not ask')
            [CompletionResult]::new('--yes', '--yes', [CompletionResultType]::ParameterName, 'Do not ask')
            [CompletionResult]::new('--background', '--background', [CompletionResultType]::ParameterName, 'Also turn on what hooks start behind the agent: extract.on_stop, extract.on_compact, gc.auto')
            [CompletionResult]::new('--project', '--project', [CompletionResultType]::ParameterName, 'In the settings of this project instead of your own')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Only show what would change')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON document (see `mem schema`)')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print results and errors only')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print results and errors only')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more about what is done')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more about what is done')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'mem;reindex' {
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Act as if started in PATH; several add up, as in git')
            [CompletionResult]::new('--dir', '--dir', [CompletionResultType]::ParameterName, 'The memory directory itself [env: MEM_DIR]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--check', '--check', [CompletionResultType]::ParameterName, 'Write nothing; exit with 1 and print the difference when it is out of step')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Write nothing; print the difference')
            [CompletionResult]::new('--rebuild', '--rebuild', [CompletionResultType]::ParameterName, 'Write it anew; what it was stays in the history')
            [CompletionResult]::new('--force', '--force', [CompletionResultType]::ParameterName, 'Go on when every file that it lists is gone, or when no history keeps the old index')
            [CompletionResult]::new('--no-vectors', '--no-vectors', [CompletionResultType]::ParameterName, 'Leave the vectors to the next recall, which has them made behind it')
            [CompletionResult]::new('--worker', '--worker', [CompletionResultType]::ParameterName, 'The process that a recall starts to make the vectors that it missed')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON document (see `mem schema`)')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print results and errors only')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print results and errors only')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more about what is done')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more about what is done')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'mem;gc' {
            [CompletionResult]::new('--tokens', '--tokens', [CompletionResultType]::ParameterName, 'Tokens that the questions and answers of this run may take; what is left waits for the next run')
            [CompletionResult]::new('--timeout', '--timeout', [CompletionResultType]::ParameterName, 'How long to wait for one answer')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Act as if started in PATH; several add up, as in git')
            [CompletionResult]::new('--dir', '--dir', [CompletionResultType]::ParameterName, 'The memory directory itself [env: MEM_DIR]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--apply', '--apply', [CompletionResultType]::ParameterName, 'Do what the plan says')
            [CompletionResult]::new('-i', '-i', [CompletionResultType]::ParameterName, 'Edit the plan first: keep, drop, merge or edit each memory')
            [CompletionResult]::new('--interactive', '--interactive', [CompletionResultType]::ParameterName, 'Edit the plan first: keep, drop, merge or edit each memory')
            [CompletionResult]::new('--auto', '--auto', [CompletionResultType]::ParameterName, 'For hooks: at most once a day and after five sessions, and then only what loses nothing')
            [CompletionResult]::new('--consolidate', '--consolidate', [CompletionResultType]::ParameterName, 'Ask the configured model to write fragments on one topic as one memory')
            [CompletionResult]::new('-y', '-y', [CompletionResultType]::ParameterName, 'Make the changes that passed the checks, without a question')
            [CompletionResult]::new('--yes', '--yes', [CompletionResultType]::ParameterName, 'Make the changes that passed the checks, without a question')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Only show them')
            [CompletionResult]::new('--force', '--force', [CompletionResultType]::ParameterName, 'Also touch over a quarter of the memories, or where no history can bring them back')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON document (see `mem schema`)')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print results and errors only')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print results and errors only')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more about what is done')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more about what is done')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'mem;extract' {
            [CompletionResult]::new('--session', '--session', [CompletionResultType]::ParameterName, 'The agent''s session: finds its transcript, or names it where the transcript does not')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Act as if started in PATH; several add up, as in git')
            [CompletionResult]::new('--dir', '--dir', [CompletionResultType]::ParameterName, 'The memory directory itself [env: MEM_DIR]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Only print what would be done; a model is asked all the same')
            [CompletionResult]::new('--no-model', '--no-model', [CompletionResultType]::ParameterName, 'Ask no model: find plain wishes alone')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON document (see `mem schema`)')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print results and errors only')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print results and errors only')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more about what is done')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more about what is done')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'mem;inbox' {
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Act as if started in PATH; several add up, as in git')
            [CompletionResult]::new('--dir', '--dir', [CompletionResultType]::ParameterName, 'The memory directory itself [env: MEM_DIR]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON document (see `mem schema`)')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print results and errors only')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print results and errors only')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more about what is done')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more about what is done')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('list', 'list', [CompletionResultType]::ParameterValue, 'List what waits')
            [CompletionResult]::new('accept', 'accept', [CompletionResultType]::ParameterValue, 'Save proposals as memories')
            [CompletionResult]::new('edit', 'edit', [CompletionResultType]::ParameterValue, 'Change a proposal in $VISUAL or $EDITOR, then save it as a memory')
            [CompletionResult]::new('reject', 'reject', [CompletionResultType]::ParameterValue, 'Drop proposals, and do not propose them again')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'mem;inbox;list' {
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Act as if started in PATH; several add up, as in git')
            [CompletionResult]::new('--dir', '--dir', [CompletionResultType]::ParameterName, 'The memory directory itself [env: MEM_DIR]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON document (see `mem schema`)')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print results and errors only')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print results and errors only')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more about what is done')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more about what is done')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'mem;inbox;accept' {
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Act as if started in PATH; several add up, as in git')
            [CompletionResult]::new('--dir', '--dir', [CompletionResultType]::ParameterName, 'The memory directory itself [env: MEM_DIR]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--all', '--all', [CompletionResultType]::ParameterName, 'All that wait')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON document (see `mem schema`)')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print results and errors only')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print results and errors only')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more about what is done')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more about what is done')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'mem;inbox;edit' {
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Act as if started in PATH; several add up, as in git')
            [CompletionResult]::new('--dir', '--dir', [CompletionResultType]::ParameterName, 'The memory directory itself [env: MEM_DIR]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON document (see `mem schema`)')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print results and errors only')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print results and errors only')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more about what is done')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more about what is done')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'mem;inbox;reject' {
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Act as if started in PATH; several add up, as in git')
            [CompletionResult]::new('--dir', '--dir', [CompletionResultType]::ParameterName, 'The memory directory itself [env: MEM_DIR]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--all', '--all', [CompletionResultType]::ParameterName, 'All that wait')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON document (see `mem schema`)')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print results and errors only')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print results and errors only')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more about what is done')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more about what is done')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'mem;inbox;help' {
            [CompletionResult]::new('list', 'list', [CompletionResultType]::ParameterValue, 'List what waits')
            [CompletionResult]::new('accept', 'accept', [CompletionResultType]::ParameterValue, 'Save proposals as memories')
            [CompletionResult]::new('edit', 'edit', [CompletionResultType]::ParameterValue, 'Change a proposal in $VISUAL or $EDITOR, then save it as a memory')
            [CompletionResult]::new('reject', 'reject', [CompletionResultType]::ParameterValue, 'Drop proposals, and do not propose them again')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'mem;inbox;help;list' {
            break
        }
        'mem;inbox;help;accept' {
            break
        }
        'mem;inbox;help;edit' {
            break
        }
        'mem;inbox;help;reject' {
            break
        }
        'mem;inbox;help;help' {
            break
        }
        'mem;lint' {
            [CompletionResult]::new('--select', '--select', [CompletionResultType]::ParameterName, 'Only these rules: codes, beginnings of codes as in F,X1, or names')
            [CompletionResult]::new('--ignore', '--ignore', [CompletionResultType]::ParameterName, 'Not these rules')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'How to print: for people, as JSON, as annotations of GitHub, as SARIF 2.1.0')
            [CompletionResult]::new('--explain', '--explain', [CompletionResultType]::ParameterName, 'Print the page of a rule')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Act as if started in PATH; several add up, as in git')
            [CompletionResult]::new('--dir', '--dir', [CompletionResultType]::ParameterName, 'The memory directory itself [env: MEM_DIR]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--fix', '--fix', [CompletionResultType]::ParameterName, 'Make the changes that are safe')
            [CompletionResult]::new('--diff', '--diff', [CompletionResultType]::ParameterName, 'Show what --fix would change, and change nothing')
            [CompletionResult]::new('--staged', '--staged', [CompletionResultType]::ParameterName, 'Judge what the next commit of the project changes, as it is staged: for a pre-commit hook')
            [CompletionResult]::new('--changed', '--changed', [CompletionResultType]::ParameterName, 'Leave out what --write-baseline has remembered')
            [CompletionResult]::new('--write-baseline', '--write-baseline', [CompletionResultType]::ParameterName, 'Remember what is found now, so that --changed leaves it out')
            [CompletionResult]::new('--judge', '--judge', [CompletionResultType]::ParameterName, 'Also ask the configured model about memories in which no rule finds anything')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON document (see `mem schema`)')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print results and errors only')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print results and errors only')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more about what is done')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more about what is done')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'mem;log' {
            [CompletionResult]::new('-n', '-n', [CompletionResultType]::ParameterName, 'Revisions at most')
            [CompletionResult]::new('--limit', '--limit', [CompletionResultType]::ParameterName, 'Revisions at most')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Act as if started in PATH; several add up, as in git')
            [CompletionResult]::new('--dir', '--dir', [CompletionResultType]::ParameterName, 'The memory directory itself [env: MEM_DIR]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--repair', '--repair', [CompletionResultType]::ParameterName, 'Check the history; heal it, or set a damaged one aside, so that the next change starts anew')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON document (see `mem schema`)')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print results and errors only')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print results and errors only')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more about what is done')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more about what is done')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'mem;diff' {
            [CompletionResult]::new('-r', '-r', [CompletionResultType]::ParameterName, 'Compare with REV, or two revisions with each other: REV..REV')
            [CompletionResult]::new('--rev', '--rev', [CompletionResultType]::ParameterName, 'Compare with REV, or two revisions with each other: REV..REV')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Act as if started in PATH; several add up, as in git')
            [CompletionResult]::new('--dir', '--dir', [CompletionResultType]::ParameterName, 'The memory directory itself [env: MEM_DIR]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON document (see `mem schema`)')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print results and errors only')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print results and errors only')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more about what is done')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more about what is done')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'mem;restore' {
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Act as if started in PATH; several add up, as in git')
            [CompletionResult]::new('--dir', '--dir', [CompletionResultType]::ParameterName, 'The memory directory itself [env: MEM_DIR]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--deleted', '--deleted', [CompletionResultType]::ParameterName, 'Every memory that was removed and is still gone')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Only say what would come back')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON document (see `mem schema`)')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print results and errors only')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print results and errors only')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more about what is done')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more about what is done')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'mem;dir' {
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Act as if started in PATH; several add up, as in git')
            [CompletionResult]::new('--dir', '--dir', [CompletionResultType]::ParameterName, 'The memory directory itself [env: MEM_DIR]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--explain', '--explain', [CompletionResultType]::ParameterName, 'Say which rule chose it, and which other stores this project has')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON document (see `mem schema`)')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print results and errors only')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print results and errors only')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more about what is done')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more about what is done')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'mem;config' {
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Act as if started in PATH; several add up, as in git')
            [CompletionResult]::new('--dir', '--dir', [CompletionResultType]::ParameterName, 'The memory directory itself [env: MEM_DIR]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON document (see `mem schema`)')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print results and errors only')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print results and errors only')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more about what is done')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more about what is done')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('set', 'set', [CompletionResultType]::ParameterValue, 'Set a setting in your own file, whose comments stay')
            break
        }
        'mem;config;set' {
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Act as if started in PATH; several add up, as in git')
            [CompletionResult]::new('--dir', '--dir', [CompletionResultType]::ParameterName, 'The memory directory itself [env: MEM_DIR]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON document (see `mem schema`)')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print results and errors only')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print results and errors only')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more about what is done')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more about what is done')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'mem;schema' {
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Act as if started in PATH; several add up, as in git')
            [CompletionResult]::new('--dir', '--dir', [CompletionResultType]::ParameterName, 'The memory directory itself [env: MEM_DIR]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON document (see `mem schema`)')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print results and errors only')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print results and errors only')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more about what is done')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more about what is done')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'mem;completions' {
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Act as if started in PATH; several add up, as in git')
            [CompletionResult]::new('--dir', '--dir', [CompletionResultType]::ParameterName, 'The memory directory itself [env: MEM_DIR]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON document (see `mem schema`)')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print results and errors only')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print results and errors only')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more about what is done')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more about what is done')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'mem;help' {
            [CompletionResult]::new('add', 'add', [CompletionResultType]::ParameterValue, 'Save a memory')
            [CompletionResult]::new('ls', 'ls', [CompletionResultType]::ParameterValue, 'List the memories')
            [CompletionResult]::new('show', 'show', [CompletionResultType]::ParameterValue, 'Show memories with their age and text')
            [CompletionResult]::new('rm', 'rm', [CompletionResultType]::ParameterValue, 'Remove memories, recoverably')
            [CompletionResult]::new('edit', 'edit', [CompletionResultType]::ParameterValue, 'Edit a memory in $VISUAL or $EDITOR')
            [CompletionResult]::new('mv', 'mv', [CompletionResultType]::ParameterValue, 'Give a memory another name or type')
            [CompletionResult]::new('recall', 'recall', [CompletionResultType]::ParameterValue, 'Find the few memories that clearly help with a prompt')
            [CompletionResult]::new('prompt', 'prompt', [CompletionResultType]::ParameterValue, 'Print what an agent should know about the memory')
            [CompletionResult]::new('hook', 'hook', [CompletionResultType]::ParameterValue, 'Give agents their memories through hooks')
            [CompletionResult]::new('init', 'init', [CompletionResultType]::ParameterValue, 'Set up the memory of this project, and the agents that use it')
            [CompletionResult]::new('reindex', 'reindex', [CompletionResultType]::ParameterValue, 'Bring MEMORY.md in step with the files')
            [CompletionResult]::new('gc', 'gc', [CompletionResultType]::ParameterValue, 'Say what in the store can go, and why; change nothing unless told to')
            [CompletionResult]::new('extract', 'extract', [CompletionResultType]::ParameterValue, 'Find in a transcript what is worth remembering')
            [CompletionResult]::new('inbox', 'inbox', [CompletionResultType]::ParameterValue, 'Decide on memories that were proposed')
            [CompletionResult]::new('lint', 'lint', [CompletionResultType]::ParameterValue, 'Judge memories and the index, against the project they belong to')
            [CompletionResult]::new('log', 'log', [CompletionResultType]::ParameterValue, 'Show what was done to the memories')
            [CompletionResult]::new('diff', 'diff', [CompletionResultType]::ParameterValue, 'Show what others have changed since `mem` last wrote, or what differs between revisions')
            [CompletionResult]::new('restore', 'restore', [CompletionResultType]::ParameterValue, 'Bring back what the history holds')
            [CompletionResult]::new('dir', 'dir', [CompletionResultType]::ParameterValue, 'Print the memory directory of this project')
            [CompletionResult]::new('config', 'config', [CompletionResultType]::ParameterValue, 'List the settings with their origin, and say which model recall would ask')
            [CompletionResult]::new('schema', 'schema', [CompletionResultType]::ParameterValue, 'Print the JSON Schema of a document')
            [CompletionResult]::new('completions', 'completions', [CompletionResultType]::ParameterValue, 'Print the completion script for a shell')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'mem;help;add' {
            break
        }
        'mem;help;ls' {
            break
        }
        'mem;help;show' {
            break
        }
        'mem;help;rm' {
            break
        }
        'mem;help;edit' {
            break
        }
        'mem;help;mv' {
            break
        }
        'mem;help;recall' {
            break
        }
        'mem;help;prompt' {
            break
        }
        'mem;help;hook' {
            [CompletionResult]::new('run', 'run', [CompletionResultType]::ParameterValue, 'Answer an event of an agent: what an installed hook runs')
            [CompletionResult]::new('install', 'install', [CompletionResultType]::ParameterValue, 'Make agents, or git, run `mem`')
            [CompletionResult]::new('uninstall', 'uninstall', [CompletionResultType]::ParameterValue, 'Make agents, or git, run `mem` no more')
            [CompletionResult]::new('status', 'status', [CompletionResultType]::ParameterValue, 'Say which agents run `mem`')
            break
        }
        'mem;help;hook;run' {
            break
        }
        'mem;help;hook;install' {
            break
        }
        'mem;help;hook;uninstall' {
            break
        }
        'mem;help;hook;status' {
            break
        }
        'mem;help;init' {
            break
        }
        'mem;help;reindex' {
            break
        }
        'mem;help;gc' {
            break
        }
        'mem;help;extract' {
            break
        }
        'mem;help;inbox' {
            [CompletionResult]::new('list', 'list', [CompletionResultType]::ParameterValue, 'List what waits')
            [CompletionResult]::new('accept', 'accept', [CompletionResultType]::ParameterValue, 'Save proposals as memories')
            [CompletionResult]::new('edit', 'edit', [CompletionResultType]::ParameterValue, 'Change a proposal in $VISUAL or $EDITOR, then save it as a memory')
            [CompletionResult]::new('reject', 'reject', [CompletionResultType]::ParameterValue, 'Drop proposals, and do not propose them again')
            break
        }
        'mem;help;inbox;list' {
            break
        }
        'mem;help;inbox;accept' {
            break
        }
        'mem;help;inbox;edit' {
            break
        }
        'mem;help;inbox;reject' {
            break
        }
        'mem;help;lint' {
            break
        }
        'mem;help;log' {
            break
        }
        'mem;help;diff' {
            break
        }
        'mem;help;restore' {
            break
        }
        'mem;help;dir' {
            break
        }
        'mem;help;config' {
            [CompletionResult]::new('set', 'set', [CompletionResultType]::ParameterValue, 'Set a setting in your own file, whose comments stay')
            break
        }
        'mem;help;config;set' {
            break
        }
        'mem;help;schema' {
            break
        }
        'mem;help;completions' {
            break
        }
        'mem;help;help' {
            break
        }
    })

    $completions.Where{ $_.CompletionText -like "$wordToComplete*" } |
        Sort-Object -Property ListItemText
}
