
use builtin;
use str;

set edit:completion:arg-completer[mem] = {|@words|
    fn spaces {|n|
        builtin:repeat $n ' ' | str:join ''
    }
    fn cand {|text desc|
        edit:complex-candidate $text &display=$text' '(spaces (- 14 (wcswidth $text)))$desc
    }
    var command = 'mem'
    for word $words[1..-1] {
        if (str:has-prefix $word '-') {
            break
        }
        set command = $command';'$word
    }
    var completions = [
        &'mem'= {
            cand -C 'Act as if started in PATH; several add up, as in git'
            cand --dir 'The memory directory itself [env: MEM_DIR]'
            cand --color 'When to use colours'
            cand --json 'Print one JSON document (see `mem schema`)'
            cand -q 'Print results and errors only'
            cand --quiet 'Print results and errors only'
            cand -v 'Say more about what is done'
            cand --verbose 'Say more about what is done'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
            cand -V 'Print version'
            cand --version 'Print version'
            cand add 'Save a memory'
            cand ls 'List the memories'
            cand show 'Show memories with their age and text'
            cand rm 'Remove memories, recoverably'
            cand edit 'Edit a memory in $VISUAL or $EDITOR'
            cand mv 'Give a memory another name or type'
            cand recall 'Find the few memories that clearly help with a prompt'
            cand prompt 'Print what an agent should know about the memory'
            cand hook 'Give agents their memories through hooks'
            cand init 'Set up the memory of this project, and the agents that use it'
            cand reindex 'Bring MEMORY.md in step with the files'
            cand gc 'Say what in the store can go, and why; change nothing unless told to'
            cand extract 'Find in a transcript what is worth remembering'
            cand inbox 'Decide on memories that were proposed'
            cand lint 'Judge memories and the index, against the project they belong to'
            cand log 'Show what was done to the memories'
            cand diff 'Show what others have changed since `mem` last wrote, or what differs between revisions'
            cand restore 'Bring back what the history holds'
            cand dir 'Print the memory directory of this project'
            cand config 'List the settings with their origin, and say which model recall would ask'
            cand schema 'Print the JSON Schema of a document'
            cand completions 'Print the completion script for a shell'
            cand help 'Print this message or the help of the given subcommand(s)'
        }
        &'mem;add'= {
            cand -t 'What it is about'
            cand --type 'What it is about'
            cand -n 'What it is called, in a few words'
            cand --name 'What it is called, in a few words'
            cand -d 'One line that tells when it matters: recall judges by it'
            cand --description 'One line that tells when it matters: recall judges by it'
            cand -m 'The text; several become paragraphs'
            cand --message 'The text; several become paragraphs'
            cand -F 'Read the text from FILE (`-` is standard input); a header in it fills what no option gives'
            cand --file 'Read the text from FILE (`-` is standard input); a header in it fills what no option gives'
            cand --from-jsonl 'Save one memory a line of JSON: {"type", "name", "description", "body"}'
            cand -C 'Act as if started in PATH; several add up, as in git'
            cand --dir 'The memory directory itself [env: MEM_DIR]'
            cand --color 'When to use colours'
            cand -e 'Open the memory in $VISUAL or $EDITOR before it is saved'
            cand --edit 'Open the memory in $VISUAL or $EDITOR before it is saved'
            cand --update 'Change the memory of this name if there is one'
            cand --force 'With --update: also where no history keeps the old text'
            cand --new 'Save beside a memory of this name, under a file name of its own'
            cand --no-verify 'Save also what the rules are against; the history says so (never a secret)'
            cand --json 'Print one JSON document (see `mem schema`)'
            cand -q 'Print results and errors only'
            cand --quiet 'Print results and errors only'
            cand -v 'Say more about what is done'
            cand --verbose 'Say more about what is done'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'mem;ls'= {
            cand -t 'Only this type (may be repeated)'
            cand --type 'Only this type (may be repeated)'
            cand --sort 'Order: by type, newest first, by name, or largest first'
            cand --format 'Print a line a memory from its keys, as in ''{name}\t{path}'''
            cand -C 'Act as if started in PATH; several add up, as in git'
            cand --dir 'The memory directory itself [env: MEM_DIR]'
            cand --color 'When to use colours'
            cand --stale 'Only memories older than a day, which carry the staleness warning'
            cand -r 'Turn the order round'
            cand --reverse 'Turn the order round'
            cand --paths 'Print the path of each file'
            cand -z 'Print the paths, each ended by a NUL byte'
            cand --null 'Print the paths, each ended by a NUL byte'
            cand --json 'Print one JSON document (see `mem schema`)'
            cand -q 'Print results and errors only'
            cand --quiet 'Print results and errors only'
            cand -v 'Say more about what is done'
            cand --verbose 'Say more about what is done'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'mem;show'= {
            cand -C 'Act as if started in PATH; several add up, as in git'
            cand --dir 'The memory directory itself [env: MEM_DIR]'
            cand --color 'When to use colours'
            cand --raw 'Print the files'' bytes as they are'
            cand --path 'Print the files'' paths'
            cand --json 'Print one JSON document (see `mem schema`)'
            cand -q 'Print results and errors only'
            cand --quiet 'Print results and errors only'
            cand -v 'Say more about what is done'
            cand --verbose 'Say more about what is done'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'mem;rm'= {
            cand -C 'Act as if started in PATH; several add up, as in git'
            cand --dir 'The memory directory itself [env: MEM_DIR]'
            cand --color 'When to use colours'
            cand -y 'Do not ask'
            cand --yes 'Do not ask'
            cand --forget 'Take it out of the history too, so that no revision holds it (a leaked secret)'
            cand --force 'Remove also where no history can bring it back'
            cand --json 'Print one JSON document (see `mem schema`)'
            cand -q 'Print results and errors only'
            cand --quiet 'Print results and errors only'
            cand -v 'Say more about what is done'
            cand --verbose 'Say more about what is done'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'mem;edit'= {
            cand -C 'Act as if started in PATH; several add up, as in git'
            cand --dir 'The memory directory itself [env: MEM_DIR]'
            cand --color 'When to use colours'
            cand --no-verify 'Save also what the rules are against; the history says so (never a secret)'
            cand --json 'Print one JSON document (see `mem schema`)'
            cand -q 'Print results and errors only'
            cand --quiet 'Print results and errors only'
            cand -v 'Say more about what is done'
            cand --verbose 'Say more about what is done'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'mem;mv'= {
            cand -t 'Its new type'
            cand --type 'Its new type'
            cand -C 'Act as if started in PATH; several add up, as in git'
            cand --dir 'The memory directory itself [env: MEM_DIR]'
            cand --color 'When to use colours'
            cand --no-verify 'Save also what the rules are against; the history says so (never a secret)'
            cand --json 'Print one JSON document (see `mem schema`)'
            cand -q 'Print results and errors only'
            cand --quiet 'Print results and errors only'
            cand -v 'Say more about what is done'
            cand --verbose 'Say more about what is done'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'mem;recall'= {
            cand --limit 'Memories at most (1 to 5; with --rank any number) [config: recall.limit]'
            cand --budget 'Bytes of the printed answer at most: whole memories first, the rest by name; JSON counts as its text would [config: recall.budget]'
            cand --selector 'Who chooses: the model of the settings, if there is one (auto), or has to (llm), or the words alone (local), or nobody, so that nothing is recalled (none)'
            cand --timeout 'How long a model may take, such as 4s or 500ms; then the local selector answers [config: recall.timeout]'
            cand --tools 'Tools that the agent uses already: a model leaves out their manuals, not their pitfalls'
            cand --format 'The form of the answer; text where nothing is said'
            cand --session 'The agent''s session: leave out what it has been shown, and give it 61,440 bytes in all'
            cand -C 'Act as if started in PATH; several add up, as in git'
            cand --dir 'The memory directory itself [env: MEM_DIR]'
            cand --color 'When to use colours'
            cand --stdin 'Read the prompt from standard input'
            cand --rank 'Print the local order of what matches, --limit of it: no gates, no threshold, no budget'
            cand --explain 'Say on standard error what each step did and why each memory was chosen'
            cand --exit-code 'Exit with 1 when nothing is recalled'
            cand --reset 'Forget what the session has been shown, since its context is gone; needs no prompt'
            cand --prefetch 'Start looking and return at once; --collect prints what was found'
            cand --collect 'Print what the last --prefetch found, once, or nothing while it is not ready'
            cand --worker 'The process that --prefetch starts: its prompt is on standard input'
            cand --json 'Print one JSON document (see `mem schema`)'
            cand -q 'Print results and errors only'
            cand --quiet 'Print results and errors only'
            cand -v 'Say more about what is done'
            cand --verbose 'Say more about what is done'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'mem;prompt'= {
            cand --agent 'Name the tools of this agent'
            cand --max-chars 'Characters at most: the index gives way first, then whole sections'
            cand --write 'Keep the text in a marked block of FILE (AGENTS.md, a file of rules) instead of printing it'
            cand -C 'Act as if started in PATH; several add up, as in git'
            cand --dir 'The memory directory itself [env: MEM_DIR]'
            cand --color 'When to use colours'
            cand --no-index 'Leave the index out'
            cand --remove 'With --write: take the block out'
            cand --json 'Print one JSON document (see `mem schema`)'
            cand -q 'Print results and errors only'
            cand --quiet 'Print results and errors only'
            cand -v 'Say more about what is done'
            cand --verbose 'Say more about what is done'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'mem;hook'= {
            cand -C 'Act as if started in PATH; several add up, as in git'
            cand --dir 'The memory directory itself [env: MEM_DIR]'
            cand --color 'When to use colours'
            cand --json 'Print one JSON document (see `mem schema`)'
            cand -q 'Print results and errors only'
            cand --quiet 'Print results and errors only'
            cand -v 'Say more about what is done'
            cand --verbose 'Say more about what is done'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
            cand run 'Answer an event of an agent: what an installed hook runs'
            cand install 'Make agents, or git, run `mem`'
            cand uninstall 'Make agents, or git, run `mem` no more'
            cand status 'Say which agents run `mem`'
            cand help 'Print this message or the help of the given subcommand(s)'
        }
        &'mem;hook;run'= {
            cand --event 'The event, for agents whose input does not name it'
            cand -C 'Act as if started in PATH; several add up, as in git'
            cand --dir 'The memory directory itself [env: MEM_DIR]'
            cand --color 'When to use colours'
            cand --json 'Print one JSON document (see `mem schema`)'
            cand -q 'Print results and errors only'
            cand --quiet 'Print results and errors only'
            cand -v 'Say more about what is done'
            cand --verbose 'Say more about what is done'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'mem;hook;install'= {
            cand -C 'Act as if started in PATH; several add up, as in git'
            cand --dir 'The memory directory itself [env: MEM_DIR]'
            cand --color 'When to use colours'
            cand --user 'In your own settings, for every project (the default)'
            cand --project 'In the settings of this project'
            cand --dry-run 'Only show what would change'
            cand --force 'git: also where the project''s hooks are committed'
            cand --json 'Print one JSON document (see `mem schema`)'
            cand -q 'Print results and errors only'
            cand --quiet 'Print results and errors only'
            cand -v 'Say more about what is done'
            cand --verbose 'Say more about what is done'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'mem;hook;uninstall'= {
            cand -C 'Act as if started in PATH; several add up, as in git'
            cand --dir 'The memory directory itself [env: MEM_DIR]'
            cand --color 'When to use colours'
            cand --user 'In your own settings, for every project (the default)'
            cand --project 'In the settings of this project'
            cand --dry-run 'Only show what would change'
            cand --force 'git: also where the project''s hooks are committed'
            cand --json 'Print one JSON document (see `mem schema`)'
            cand -q 'Print results and errors only'
            cand --quiet 'Print results and errors only'
            cand -v 'Say more about what is done'
            cand --verbose 'Say more about what is done'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'mem;hook;status'= {
            cand -C 'Act as if started in PATH; several add up, as in git'
            cand --dir 'The memory directory itself [env: MEM_DIR]'
            cand --color 'When to use colours'
            cand --json 'Print one JSON document (see `mem schema`)'
            cand -q 'Print results and errors only'
            cand --quiet 'Print results and errors only'
            cand -v 'Say more about what is done'
            cand --verbose 'Say more about what is done'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'mem;hook;help'= {
            cand run 'Answer an event of an agent: what an installed hook runs'
            cand install 'Make agents, or git, run `mem`'
            cand uninstall 'Make agents, or git, run `mem` no more'
            cand status 'Say which agents run `mem`'
            cand help 'Print this message or the help of the given subcommand(s)'
        }
        &'mem;hook;help;run'= {
        }
        &'mem;hook;help;install'= {
        }
        &'mem;hook;help;uninstall'= {
        }
        &'mem;hook;help;status'= {
        }
        &'mem;hook;help;help'= {
        }
        &'mem;init'= {
            cand --agent 'These agents, or `git`, or `none`; without it, those that are found'
            cand -C 'Act as if started in PATH; several add up, as in git'
            cand --dir 'The memory directory itself [env: MEM_DIR]'
            cand --color 'When to use colours'
            cand -y 'Do not ask'
            cand --yes 'Do not ask'
            cand --background 'Also turn on what hooks start behind the agent: extract.on_stop, extract.on_compact, gc.auto'
            cand --project 'In the settings of this project instead of your own'
            cand --dry-run 'Only show what would change'
            cand --json 'Print one JSON document (see `mem schema`)'
            cand -q 'Print results and errors only'
            cand --quiet 'Print results and errors only'
            cand -v 'Say more about what is done'
            cand --verbose 'Say more about what is done'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'mem;reindex'= {
            cand -C 'Act as if started in PATH; several add up, as in git'
            cand --dir 'The memory directory itself [env: MEM_DIR]'
            cand --color 'When to use colours'
            cand --check 'Write nothing; exit with 1 and print the difference when it is out of step'
            cand --dry-run 'Write nothing; print the difference'
            cand --rebuild 'Write it anew; what it was stays in the history'
            cand --force 'Go on when every file that it lists is gone, or when no history keeps the old index'
            cand --no-vectors 'Leave the vectors to the next recall, which has them made behind it'
            cand --worker 'The process that a recall starts to make the vectors that it missed'
            cand --json 'Print one JSON document (see `mem schema`)'
            cand -q 'Print results and errors only'
            cand --quiet 'Print results and errors only'
            cand -v 'Say more about what is done'
            cand --verbose 'Say more about what is done'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'mem;gc'= {
            cand --tokens 'Tokens that the questions and answers of this run may take; what is left waits for the next run'
            cand --timeout 'How long to wait for one answer'
            cand -C 'Act as if started in PATH; several add up, as in git'
            cand --dir 'The memory directory itself [env: MEM_DIR]'
            cand --color 'When to use colours'
            cand --apply 'Do what the plan says'
            cand -i 'Edit the plan first: keep, drop, merge or edit each memory'
            cand --interactive 'Edit the plan first: keep, drop, merge or edit each memory'
            cand --auto 'For hooks: at most once a day and after five sessions, and then only what loses nothing'
            cand --consolidate 'Ask the configured model to write fragments on one topic as one memory'
            cand -y 'Make the changes that passed the checks, without a question'
            cand --yes 'Make the changes that passed the checks, without a question'
            cand --dry-run 'Only show them'
            cand --force 'Also touch over a quarter of the memories, or where no history can bring them back'
            cand --json 'Print one JSON document (see `mem schema`)'
            cand -q 'Print results and errors only'
            cand --quiet 'Print results and errors only'
            cand -v 'Say more about what is done'
            cand --verbose 'Say more about what is done'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'mem;extract'= {
            cand --session 'The agent''s session: finds its transcript, or names it where the transcript does not'
            cand -C 'Act as if started in PATH; several add up, as in git'
            cand --dir 'The memory directory itself [env: MEM_DIR]'
            cand --color 'When to use colours'
            cand --dry-run 'Only print what would be done; a model is asked all the same'
            cand --no-model 'Ask no model: find plain wishes alone'
            cand --json 'Print one JSON document (see `mem schema`)'
            cand -q 'Print results and errors only'
            cand --quiet 'Print results and errors only'
            cand -v 'Say more about what is done'
            cand --verbose 'Say more about what is done'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'mem;inbox'= {
            cand -C 'Act as if started in PATH; several add up, as in git'
            cand --dir 'The memory directory itself [env: MEM_DIR]'
            cand --color 'When to use colours'
            cand --json 'Print one JSON document (see `mem schema`)'
            cand -q 'Print results and errors only'
            cand --quiet 'Print results and errors only'
            cand -v 'Say more about what is done'
            cand --verbose 'Say more about what is done'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
            cand list 'List what waits'
            cand accept 'Save proposals as memories'
            cand edit 'Change a proposal in $VISUAL or $EDITOR, then save it as a memory'
            cand reject 'Drop proposals, and do not propose them again'
            cand help 'Print this message or the help of the given subcommand(s)'
        }
        &'mem;inbox;list'= {
            cand -C 'Act as if started in PATH; several add up, as in git'
            cand --dir 'The memory directory itself [env: MEM_DIR]'
            cand --color 'When to use colours'
            cand --json 'Print one JSON document (see `mem schema`)'
            cand -q 'Print results and errors only'
            cand --quiet 'Print results and errors only'
            cand -v 'Say more about what is done'
            cand --verbose 'Say more about what is done'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'mem;inbox;accept'= {
            cand -C 'Act as if started in PATH; several add up, as in git'
            cand --dir 'The memory directory itself [env: MEM_DIR]'
            cand --color 'When to use colours'
            cand --all 'All that wait'
            cand --json 'Print one JSON document (see `mem schema`)'
            cand -q 'Print results and errors only'
            cand --quiet 'Print results and errors only'
            cand -v 'Say more about what is done'
            cand --verbose 'Say more about what is done'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'mem;inbox;edit'= {
            cand -C 'Act as if started in PATH; several add up, as in git'
            cand --dir 'The memory directory itself [env: MEM_DIR]'
            cand --color 'When to use colours'
            cand --json 'Print one JSON document (see `mem schema`)'
            cand -q 'Print results and errors only'
            cand --quiet 'Print results and errors only'
            cand -v 'Say more about what is done'
            cand --verbose 'Say more about what is done'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'mem;inbox;reject'= {
            cand -C 'Act as if started in PATH; several add up, as in git'
            cand --dir 'The memory directory itself [env: MEM_DIR]'
            cand --color 'When to use colours'
            cand --all 'All that wait'
            cand --json 'Print one JSON document (see `mem schema`)'
            cand -q 'Print results and errors only'
            cand --quiet 'Print results and errors only'
            cand -v 'Say more about what is done'
            cand --verbose 'Say more about what is done'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'mem;inbox;help'= {
            cand list 'List what waits'
            cand accept 'Save proposals as memories'
            cand edit 'Change a proposal in $VISUAL or $EDITOR, then save it as a memory'
            cand reject 'Drop proposals, and do not propose them again'
            cand help 'Print this message or the help of the given subcommand(s)'
        }
        &'mem;inbox;help;list'= {
        }
        &'mem;inbox;help;accept'= {
        }
        &'mem;inbox;help;edit'= {
        }
        &'mem;inbox;help;reject'= {
        }
        &'mem;inbox;help;help'= {
        }
        &'mem;lint'= {
            cand --select 'Only these rules: codes, beginnings of codes as in F,X1, or names'
            cand --ignore 'Not these rules'
            cand --format 'How to print: for people, as JSON, as annotations of GitHub, as SARIF 2.1.0'
            cand --explain 'Print the page of a rule'
            cand -C 'Act as if started in PATH; several add up, as in git'
            cand --dir 'The memory directory itself [env: MEM_DIR]'
            cand --color 'When to use colours'
            cand --fix 'Make the changes that are safe'
            cand --diff 'Show what --fix would change, and change nothing'
            cand --staged 'Judge what the next commit of the project changes, as it is staged: for a pre-commit hook'
            cand --changed 'Leave out what --write-baseline has remembered'
            cand --write-baseline 'Remember what is found now, so that --changed leaves it out'
            cand --judge 'Also ask the configured model about memories in which no rule finds anything'
            cand --json 'Print one JSON document (see `mem schema`)'
            cand -q 'Print results and errors only'
            cand --quiet 'Print results and errors only'
            cand -v 'Say more about what is done'
            cand --verbose 'Say more about what is done'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'mem;log'= {
            cand -n 'Revisions at most'
            cand --limit 'Revisions at most'
            cand -C 'Act as if started in PATH; several add up, as in git'
            cand --dir 'The memory directory itself [env: MEM_DIR]'
            cand --color 'When to use colours'
            cand --repair 'Check the history; heal it, or set a damaged one aside, so that the next change starts anew'
            cand --json 'Print one JSON document (see `mem schema`)'
            cand -q 'Print results and errors only'
            cand --quiet 'Print results and errors only'
            cand -v 'Say more about what is done'
            cand --verbose 'Say more about what is done'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'mem;diff'= {
            cand -r 'Compare with REV, or two revisions with each other: REV..REV'
            cand --rev 'Compare with REV, or two revisions with each other: REV..REV'
            cand -C 'Act as if started in PATH; several add up, as in git'
            cand --dir 'The memory directory itself [env: MEM_DIR]'
            cand --color 'When to use colours'
            cand --json 'Print one JSON document (see `mem schema`)'
            cand -q 'Print results and errors only'
            cand --quiet 'Print results and errors only'
            cand -v 'Say more about what is done'
            cand --verbose 'Say more about what is done'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'mem;restore'= {
            cand -C 'Act as if started in PATH; several add up, as in git'
            cand --dir 'The memory directory itself [env: MEM_DIR]'
            cand --color 'When to use colours'
            cand --deleted 'Every memory that was removed and is still gone'
            cand --dry-run 'Only say what would come back'
            cand --json 'Print one JSON document (see `mem schema`)'
            cand -q 'Print results and errors only'
            cand --quiet 'Print results and errors only'
            cand -v 'Say more about what is done'
            cand --verbose 'Say more about what is done'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'mem;dir'= {
            cand -C 'Act as if started in PATH; several add up, as in git'
            cand --dir 'The memory directory itself [env: MEM_DIR]'
            cand --color 'When to use colours'
            cand --explain 'Say which rule chose it, and which other stores this project has'
            cand --json 'Print one JSON document (see `mem schema`)'
            cand -q 'Print results and errors only'
            cand --quiet 'Print results and errors only'
            cand -v 'Say more about what is done'
            cand --verbose 'Say more about what is done'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'mem;config'= {
            cand -C 'Act as if started in PATH; several add up, as in git'
            cand --dir 'The memory directory itself [env: MEM_DIR]'
            cand --color 'When to use colours'
            cand --json 'Print one JSON document (see `mem schema`)'
            cand -q 'Print results and errors only'
            cand --quiet 'Print results and errors only'
            cand -v 'Say more about what is done'
            cand --verbose 'Say more about what is done'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
            cand set 'Set a setting in your own file, whose comments stay'
        }
        &'mem;config;set'= {
            cand -C 'Act as if started in PATH; several add up, as in git'
            cand --dir 'The memory directory itself [env: MEM_DIR]'
            cand --color 'When to use colours'
            cand --json 'Print one JSON document (see `mem schema`)'
            cand -q 'Print results and errors only'
            cand --quiet 'Print results and errors only'
            cand -v 'Say more about what is done'
            cand --verbose 'Say more about what is done'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'mem;schema'= {
            cand -C 'Act as if started in PATH; several add up, as in git'
            cand --dir 'The memory directory itself [env: MEM_DIR]'
            cand --color 'When to use colours'
            cand --json 'Print one JSON document (see `mem schema`)'
            cand -q 'Print results and errors only'
            cand --quiet 'Print results and errors only'
            cand -v 'Say more about what is done'
            cand --verbose 'Say more about what is done'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'mem;completions'= {
            cand -C 'Act as if started in PATH; several add up, as in git'
            cand --dir 'The memory directory itself [env: MEM_DIR]'
            cand --color 'When to use colours'
            cand --json 'Print one JSON document (see `mem schema`)'
            cand -q 'Print results and errors only'
            cand --quiet 'Print results and errors only'
            cand -v 'Say more about what is done'
            cand --verbose 'Say more about what is done'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'mem;help'= {
            cand add 'Save a memory'
            cand ls 'List the memories'
            cand show 'Show memories with their age and text'
            cand rm 'Remove memories, recoverably'
            cand edit 'Edit a memory in $VISUAL or $EDITOR'
            cand mv 'Give a memory another name or type'
            cand recall 'Find the few memories that clearly help with a prompt'
            cand prompt 'Print what an agent should know about the memory'
            cand hook 'Give agents their memories through hooks'
            cand init 'Set up the memory of this project, and the agents that use it'
            cand reindex 'Bring MEMORY.md in step with the files'
            cand gc 'Say what in the store can go, and why; change nothing unless told to'
            cand extract 'Find in a transcript what is worth remembering'
            cand inbox 'Decide on memories that were proposed'
            cand lint 'Judge memories and the index, against the project they belong to'
            cand log 'Show what was done to the memories'
            cand diff 'Show what others have changed since `mem` last wrote, or what differs between revisions'
            cand restore 'Bring back what the history holds'
            cand dir 'Print the memory directory of this project'
            cand config 'List the settings with their origin, and say which model recall would ask'
            cand schema 'Print the JSON Schema of a document'
            cand completions 'Print the completion script for a shell'
            cand help 'Print this message or the help of the given subcommand(s)'
        }
        &'mem;help;add'= {
        }
        &'mem;help;ls'= {
        }
        &'mem;help;show'= {
        }
        &'mem;help;rm'= {
        }
        &'mem;help;edit'= {
        }
        &'mem;help;mv'= {
        }
        &'mem;help;recall'= {
        }
        &'mem;help;prompt'= {
        }
        &'mem;help;hook'= {
            cand run 'Answer an event of an agent: what an installed hook runs'
            cand install 'Make agents, or git, run `mem`'
            cand uninstall 'Make agents, or git, run `mem` no more'
            cand status 'Say which agents run `mem`'
        }
        &'mem;help;hook;run'= {
        }
        &'mem;help;hook;install'= {
        }
        &'mem;help;hook;uninstall'= {
        }
        &'mem;help;hook;status'= {
        }
        &'mem;help;init'= {
        }
        &'mem;help;reindex'= {
        }
        &'mem;help;gc'= {
        }
        &'mem;help;extract'= {
        }
        &'mem;help;inbox'= {
            cand list 'List what waits'
            cand accept 'Save proposals as memories'
            cand edit 'Change a proposal in $VISUAL or $EDITOR, then save it as a memory'
            cand reject 'Drop proposals, and do not propose them again'
        }
        &'mem;help;inbox;list'= {
        }
        &'mem;help;inbox;accept'= {
        }
        &'mem;help;inbox;edit'= {
        }
        &'mem;help;inbox;reject'= {
        }
        &'mem;help;lint'= {
        }
        &'mem;help;log'= {
        }
        &'mem;help;diff'= {
        }
        &'mem;help;restore'= {
        }
        &'mem;help;dir'= {
        }
        &'mem;help;config'= {
            cand set 'Set a setting in your own file, whose comments stay'
        }
        &'mem;help;config;set'= {
        }
        &'mem;help;schema'= {
        }
        &'mem;help;completions'= {
        }
        &'mem;help;help'= {
        }
    ]
    $completions[$command]
}
