//! `mem hook install`, `uninstall` and `status`: merged in, taken out to the byte.

use std::{
    fs,
    io::Write as _,
    os::unix::fs::{PermissionsExt as _, symlink},
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use serde_json::{Value, json};

use crate::support::Mem;

/// Each agent, its file in the home directory and the one in a project.
const FILES: [(&str, &str, &str); 10] = [
    ("claude", ".claude/settings.json", ".claude/settings.local.json"),
    ("codex", ".codex/hooks.json", ".codex/hooks.json"),
    ("gemini", ".gemini/settings.json", ".gemini/settings.json"),
    ("qwen", ".qwen/settings.json", ".qwen/settings.json"),
    ("cursor", ".cursor/hooks.json", ".cursor/hooks.json"),
    ("copilot", ".copilot/hooks/mem.json", ".github/hooks/mem.json"),
    ("cline", "Documents/Cline/Hooks/UserPromptSubmit", ".clinerules/hooks/UserPromptSubmit"),
    ("kiro", ".kiro/agents/mem.json", ".kiro/agents/mem.json"),
    ("opencode", ".config/opencode/plugins/mem.ts", ".opencode/plugins/mem.ts"),
    ("pi", ".pi/agent/extensions/mem.ts", ".pi/extensions/mem.ts"),
];

/// Those whose settings hold other things too.
fn merged() -> impl Iterator<Item = (&'static str, &'static str)> {
    FILES
        .into_iter()
        .filter(|(agent, ..)| !["cline", "opencode", "pi"].contains(agent))
        .map(|(agent, user, _)| (agent, user))
}

fn binary() -> &'static str {
    env!("CARGO_BIN_EXE_mem")
}

fn read(path: impl AsRef<Path>) -> String {
    fs::read_to_string(path).unwrap()
}

fn put(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

fn claude(mem: &Mem) -> PathBuf {
    mem.home().join(".claude/settings.json")
}

/// Every file below a directory.
fn tree(dir: &Path) -> Vec<PathBuf> {
    let entries = walkdir::WalkDir::new(dir).sort_by_file_name().into_iter().map(|e| e.unwrap().into_path());
    entries.filter(|path| !path.starts_with(dir.join(".local"))).collect()
}

#[test]
fn each_agent_comes_and_goes() {
    for (agent, user, project) in FILES {
        let mem = Mem::project();
        for (option, root, file) in [("--user", mem.home(), user), ("--project", mem.cwd(), project)] {
            let before = tree(&root);
            let shown = mem.run(["hook", "install", agent, option, "--dry-run"]).ok();
            assert!(shown.out.contains("+") && shown.out.contains("would install"), "{agent}: {shown:?}");
            assert_eq!(tree(&root), before, "{agent}");

            let installed = mem.run(["hook", "install", agent, option]).ok();
            assert!(installed.out.contains(&format!("installed {agent}: ")), "{agent}: {installed:?}");
            let text = read(root.join(file));
            assert!(text.contains(binary()), "{agent}: an absolute path: {text}");
            let again = mem.run(["hook", "install", agent, option]).ok();
            assert!(again.out.starts_with("unchanged "), "{agent}: {again:?}");
            assert_eq!(read(root.join(file)), text, "{agent}");

            let status = mem.json(["hook", "status", agent]);
            let scope = option.trim_start_matches('-');
            let wired = status["agents"].as_array().unwrap().iter().find(|w| w["scope"] == scope).unwrap();
            assert_eq!((&wired["installed"], &wired["program"]), (&json!(true), &json!(binary())), "{agent}: {status}");
            assert!(wired["events"].as_array().unwrap().len() > 1, "{agent}: {status}");

            assert!(mem.run(["hook", "uninstall", agent, option, "--dry-run"]).ok().out.contains("would remove"));
            assert!(root.join(file).exists());
            let removed = mem.run(["hook", "uninstall", agent, option]).ok();
            assert!(removed.out.contains(&format!("removed {agent}: ")), "{agent}: {removed:?}");
            assert_eq!(tree(&root), before, "{agent}");
            assert!(mem.run(["hook", "uninstall", agent, option]).ok().out.starts_with("unchanged "));
        }
    }
}

/// What the entry of an agent runs, through the shell that the agent would use.
fn commands(text: &str) -> Vec<Vec<String>> {
    fn walk(value: &Value, found: &mut Vec<Vec<String>>) {
        match value {
            Value::Object(parts) => {
                let command = ["command", "bash"].iter().find_map(|key| parts.get(*key)?.as_str());
                let args = parts.get("args").and_then(Value::as_array);
                match (command, args) {
                    (Some(command), Some(args)) => found.push(
                        [command]
                            .into_iter()
                            .chain(args.iter().map(|a| a.as_str().unwrap()))
                            .map(str::to_owned)
                            .collect(),
                    ),
                    (Some(command), None) => found.push(["sh", "-c", command].map(str::to_owned).into()),
                    _ => {}
                }
                parts.values().for_each(|part| walk(part, found));
            }
            Value::Array(parts) => parts.iter().for_each(|part| walk(part, found)),
            _ => {}
        }
    }
    let mut found = Vec::new();
    walk(&serde_json::from_str(text).unwrap(), &mut found);
    found
}

fn start(mem: &Mem, command: &[String], input: &str) -> (i32, String) {
    let mut process = Command::new(&command[0]);
    process.args(&command[1..]).env_clear().env("HOME", mem.home()).current_dir(mem.cwd());
    process.env("MEM_DIR", mem.store()).env("MEM_NOW", crate::support::NOW);
    let mut child = process.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    // One that is gone reads nothing.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    (output.status.code().unwrap(), String::from_utf8(output.stdout).unwrap())
}

#[test]
fn what_is_installed_runs_also_from_a_path_that_a_shell_would_misread() {
    let mem = Mem::new();
    mem.memory("project", "staging", "Staging", "How to deploy to staging", "Push a tag `staging-N`.");
    let dir = mem.root().join("it's a \"$(touch pwned)\" `id` dir");
    fs::create_dir(&dir).unwrap();
    symlink(binary(), dir.join("mem")).unwrap();
    let prompt = r#"how do we deploy to staging; it's "so"; $(touch pwned) `id` %s \\n"#;
    for (agent, file) in merged() {
        install_from(&dir, &mem, agent);
        let text = read(mem.home().join(file));
        assert!(commands(&text).len() >= 2, "{agent}: {text}");
        let event = match agent {
            "gemini" => "BeforeAgent",
            "cursor" => "beforeSubmitPrompt",
            "kiro" | "copilot" => "userPromptSubmitted",
            _ => "UserPromptSubmit",
        };
        let event = if agent == "kiro" { "userPromptSubmit" } else { event };
        let input = json!({ "hook_event_name": event, "prompt": prompt }).to_string();
        for command in commands(&text) {
            let (code, out) = start(&mem, &command, &input);
            assert!(code == 0 && out.contains("staging-N"), "{agent}: {command:?}: {out}");
        }
    }
    install_from(&dir, &mem, "cline");
    let script = mem.home().join("Documents/Cline/Hooks/UserPromptSubmit").to_str().unwrap().to_owned();
    let input = json!({ "hookName": "UserPromptSubmit", "userPromptSubmit": { "prompt": prompt } }).to_string();
    let (code, out) = start(&mem, std::slice::from_ref(&script), &input);
    assert!(code == 0 && out.contains("staging-N"), "{out}");
    assert!(!mem.cwd().join("pwned").exists());

    // Claude Code starts mem without a shell: with nothing on the PATH it works, and when mem is gone it is the
    // agent that finds nothing to start.
    let claude = commands(&read(mem.home().join(".claude/settings.json"))).remove(0);
    assert_eq!(claude[0], dir.join("mem").to_str().unwrap());

    // And when mem is gone, no shell's failure reaches the agent.
    fs::remove_dir_all(&dir).unwrap();
    for (agent, file) in merged().filter(|(agent, _)| *agent != "claude") {
        for command in commands(&read(mem.home().join(file))) {
            assert_eq!(start(&mem, &command, "{}"), (0, String::new()), "{agent}");
        }
    }
    assert_eq!(start(&mem, &[script], "{}"), (0, String::new()));
    assert_eq!(Command::new(&claude[0]).args(&claude[1..]).spawn().unwrap_err().kind(), std::io::ErrorKind::NotFound);
    let status = mem.run(["hook", "status"]).ok();
    assert_eq!(status.err.matches(" is gone; `mem hook install ").count(), 8, "{status:?}");
}

/// Installs with the `mem` of another directory.
fn install_from(dir: &Path, mem: &Mem, agent: &str) {
    let mut install = Command::new(dir.join("mem"));
    install
        .args(["hook", "install", agent])
        .env_clear()
        .env("HOME", mem.home())
        .env("PATH", dir)
        .current_dir(mem.cwd());
    assert!(install.output().unwrap().status.success(), "{agent}");
}

/// Settings as people have them.
const OTHERS: &str = r#"{
    // mine
    "theme": "dark",
    "hooks": {
        "UserPromptSubmit": [
            { "hooks": [ { "type": "command", "command": "other-tool" } ] }, // theirs
        ],
        "Stop": [ { "hooks": [] } ]
    }, /* the end */
    "z": [1,2,  3]
}
"#;

#[test]
fn everything_else_in_the_file_stays() {
    for (agent, file) in merged() {
        let mem = Mem::project();
        let path = mem.home().join(file);
        for text in
            [OTHERS.to_owned(), OTHERS.replace('\n', "\r\n"), OTHERS.replace("    ", "\t"), "{}".into(), String::new()]
        {
            put(&path, &text);
            mem.run(["hook", "install", agent]).ok();
            let with = read(&path);
            // The list for the ends of answers gets an entry of ours.
            let ours = |l: &&str| l.len() > 2 && !l.ends_with(['}', ',']) && !l.starts_with("\"Stop\"");
            for part in text.lines().map(str::trim).filter(ours) {
                assert!(with.contains(part), "{agent}: {part}: {with}");
            }
            assert_eq!(with.contains("\r\n"), text.contains("\r\n"), "{agent}");
            mem.run(["hook", "uninstall", agent]).ok();
            assert_eq!(read(&path), text, "{agent}: to the byte");

            // The same without what mem remembers of it.
            mem.run(["hook", "install", agent]).ok();
            fs::remove_dir_all(mem.home().join(".local")).unwrap();
            mem.run(["hook", "uninstall", agent]).ok();
            let left = read(&path);
            assert!(!left.contains(binary()), "{agent}: {left}");
            if text.contains("theme") && !["cursor", "copilot", "kiro"].contains(&agent) {
                assert_eq!(left, text, "{agent}");
            }
        }
    }
}

#[test]
fn what_others_have_edited_since_stays() {
    let mem = Mem::project();
    let path = claude(&mem);
    put(&path, OTHERS);
    mem.run(["hook", "install", "claude"]).ok();
    // Another tool adds its own, into our group too, and the person changes our entry.
    let with = read(&path);
    let edited =
        with.replace("\"timeout\": 10", "\"timeout\": 99").replace("\"theme\": \"dark\"", "\"theme\": \"light\"");
    assert_ne!(edited, with);
    put(&path, &edited);
    assert!(mem.run(["hook", "install", "claude"]).ok().out.starts_with("--- a/"), "ours are as they should be again");
    assert!(!read(&path).contains("99") && read(&path).contains("light"));
    put(&path, &edited);
    mem.run(["hook", "uninstall", "claude"]).ok();
    assert_eq!(read(&path), OTHERS.replace("dark", "light"));
}

#[test]
fn an_older_entry_gives_way() {
    let mem = Mem::project();
    let path = claude(&mem);
    for old in [
        json!({ "type": "command", "command": "mem hook claude" }),
        json!({ "type": "command", "command": "/old/place/mem", "args": ["hook", "run", "claude"], "timeout": 5 }),
        json!({ "type": "command", "command": "'/old place/mem' hook run claude || true" }),
    ] {
        let text = json!({ "hooks": { "UserPromptSubmit": [{ "hooks": [old, { "command": "other" }] }] } }).to_string();
        put(&path, &text);
        mem.run(["hook", "install", "claude"]).ok();
        let with: Value = serde_json::from_str(&read(&path)).unwrap();
        let list = with["hooks"]["UserPromptSubmit"].as_array().unwrap();
        assert_eq!(list.len(), 2, "{with}");
        assert_eq!(list[0], json!({ "hooks": [{ "command": "other" }] }));
        assert_eq!(list[1]["hooks"][0]["command"], binary());
        mem.run(["hook", "uninstall", "claude"]).ok();
        assert!(!read(&path).contains("mem") && read(&path).contains("other"));
    }
}

#[test]
fn a_file_that_cannot_be_merged_with_is_left_alone() {
    let mem = Mem::project();
    let path = claude(&mem);
    for (text, why) in [
        ("{\n  \"a\": 1,,\n}", "line 2: "),
        ("{\"hooks\": {\"UserPromptSubmit\": {}}}", "`hooks.UserPromptSubmit` is not a list"),
        ("{\"hooks\": []}", "`hooks` is not an object"),
        ("[1]", "not an object"),
        ("theme = dark\n", "line 1: "),
    ] {
        put(&path, text);
        mem.run(["hook", "install", "claude"]).code(1).says(why).says("nothing was changed");
        assert_eq!(read(&path), text);
        mem.run(["hook", "status", "claude"]).ok();
    }
    fs::write(&path, b"{\"a\":\"\xff\"}").unwrap();
    mem.run(["hook", "install", "claude"]).code(3).says("UTF-8");
    mem.run(["hook", "uninstall", "claude"]).code(3).says("UTF-8");
    fs::remove_file(&path).unwrap();
    fs::create_dir(&path).unwrap();
    mem.run(["hook", "install", "claude"]).code(3);
}

#[test]
fn dotfiles_are_links_and_stay_links() {
    let mem = Mem::project();
    let real = mem.root().join("dotfiles/claude.json");
    put(&real, "{\"theme\":\"dark\"}\n");
    fs::create_dir(mem.home().join(".claude")).unwrap();
    symlink(&real, claude(&mem)).unwrap();
    mem.run(["hook", "install", "claude"]).ok();
    assert!(claude(&mem).is_symlink() && read(&real).contains(binary()));
    mem.run(["hook", "uninstall", "claude"]).ok();
    assert!(claude(&mem).is_symlink());
    assert_eq!(read(&real), "{\"theme\":\"dark\"}\n");
    // A file that mem has made, and that became a link later.
    fs::remove_file(claude(&mem)).unwrap();
    mem.run(["hook", "install", "claude"]).ok();
    fs::rename(claude(&mem), &real).unwrap();
    symlink(&real, claude(&mem)).unwrap();
    mem.run(["hook", "uninstall", "claude"]).ok();
    assert!(claude(&mem).is_symlink() && !read(&real).contains("mem"), "{}", read(&real));
    serde_json::from_str::<Value>(&read(&real)).unwrap();
    fs::remove_file(claude(&mem)).unwrap();
    symlink("/nonexistent/dir/settings.json", claude(&mem)).unwrap();
    mem.run(["hook", "install", "claude"]).code(3);
}

#[test]
fn a_file_that_is_read_only_is_not_written() {
    let mem = Mem::project();
    let path = claude(&mem);
    put(&path, "{}\n");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o444)).unwrap();
    mem.run(["hook", "install", "claude"]).code(3).says("permission denied").says("settings.json");
    assert_eq!(read(&path), "{}\n");
    // Its mode is its owner's.
    fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
    mem.run(["hook", "install", "claude"]).ok();
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
}

#[test]
fn what_was_there_is_kept_for_the_person_too() {
    let mem = Mem::project();
    put(&claude(&mem), OTHERS);
    let done = mem.json(["hook", "install", "claude"]);
    let backup = done["agents"][0]["backup"].as_str().unwrap().to_owned();
    assert_eq!(read(&backup), OTHERS);
    let folder = Path::new(&backup).parent().unwrap();
    assert_eq!(fs::metadata(folder).unwrap().permissions().mode() & 0o077, 0, "for nobody else to read");
    let with = read(claude(&mem));
    let done = mem.json(["hook", "uninstall", "claude"]);
    assert_eq!(read(done["agents"][0]["backup"].as_str().unwrap()), with);
    // A second time round it is the same again.
    mem.run(["hook", "install", "claude"]).ok();
    assert_eq!(read(claude(&mem)), with);
    mem.run(["hook", "uninstall", "claude"]).ok();
    assert_eq!(read(claude(&mem)), OTHERS);
}

#[test]
fn two_agents_may_share_a_file() {
    let mem = Mem::project();
    let (gemini, qwen) = (mem.home().join(".gemini/settings.json"), mem.home().join(".qwen/settings.json"));
    put(&gemini, OTHERS);
    fs::create_dir(mem.home().join(".qwen")).unwrap();
    symlink(&gemini, &qwen).unwrap();
    mem.run(["hook", "install", "gemini", "qwen"]).ok();
    let both = read(&gemini);
    assert!(both.contains("hook run gemini") && both.contains("hook run qwen"));
    mem.run(["hook", "uninstall", "gemini"]).ok();
    let one = read(&gemini);
    assert!(!one.contains("hook run gemini") && one.contains("hook run qwen"), "{one}");
    mem.run(["hook", "uninstall", "qwen"]).ok();
    assert_eq!(read(&gemini), OTHERS);
}

#[test]
fn a_script_of_somebody_else_is_left_alone() {
    let mem = Mem::project();
    let script = mem.cwd().join(".clinerules/hooks/UserPromptSubmit");
    put(&script, "#!/bin/sh\necho '{}'\n");
    mem.run(["hook", "install", "cline", "--project"]).code(1).says("is not mem's").says("mem hook run cline");
    assert_eq!(read(&script), "#!/bin/sh\necho '{}'\n");
    assert!(!mem.cwd().join(".clinerules/hooks/TaskStart").exists(), "all of them or none");
    mem.run(["hook", "uninstall", "cline", "--project"]).ok();
    assert!(script.exists());

    let plugin = mem.cwd().join(".opencode/plugins/mem.ts");
    mem.run(["hook", "install", "opencode", "--project"]).ok();
    let edited = read(&plugin).replace("10_000", "20_000");
    put(&plugin, &edited);
    let removed = mem.json(["hook", "uninstall", "opencode", "--project"]);
    assert!(removed["agents"][0]["notes"][0].as_str().unwrap().contains("had been edited"), "{removed}");
    assert_eq!(read(removed["agents"][0]["backup"].as_str().unwrap()), edited);
    assert!(!plugin.exists());
}

#[test]
fn the_name_on_the_path_outlives_an_update() {
    let mem = Mem::project();
    let bin = mem.root().join("bin");
    fs::create_dir(&bin).unwrap();
    symlink(binary(), bin.join("mem")).unwrap();
    let mem = mem.env("PATH", format!("relative:{}:/usr/bin:/bin", bin.display()));
    mem.run(["hook", "install", "claude"]).ok();
    assert!(read(claude(&mem)).contains(bin.join("mem").to_str().unwrap()));
}

#[test]
fn variables_name_other_places() {
    let mem = Mem::project();
    let dir = mem.root().join("elsewhere");
    for (agent, variable, file) in [
        ("claude", "CLAUDE_CONFIG_DIR", "settings.json"),
        ("codex", "CODEX_HOME", "hooks.json"),
        ("copilot", "COPILOT_HOME", "hooks/mem.json"),
        ("pi", "PI_CODING_AGENT_DIR", "extensions/mem.ts"),
        ("opencode", "XDG_CONFIG_HOME", "opencode/plugins/mem.ts"),
    ] {
        let mut command = mem.command();
        command.env(variable, &dir).args(["hook", "install", agent]);
        assert!(command.output().unwrap().status.success());
        assert!(dir.join(file).exists(), "{agent}");
    }
    let no_home = Mem::project().env("HOME", "");
    no_home.run(["hook", "install", "gemini"]).code(3).says("HOME");
    no_home.run(["hook", "install", "gemini", "--project"]).code(3).says("XDG_STATE_HOME is enough");
    let state = no_home.root().join("state");
    let no_home = no_home.env("XDG_STATE_HOME", state.to_str().unwrap());
    no_home.run(["hook", "install", "gemini", "--project"]).ok();
    no_home.run(["hook", "uninstall", "gemini", "--project"]).ok();
    let status = no_home.run(["hook", "status"]).ok();
    assert_eq!(status.err.matches("HOME is not set").count(), 1, "said once for all: {status:?}");
}

#[test]
fn claude_code_needs_no_shell() {
    let mem = Mem::project();
    mem.run(["hook", "install", "claude"]).ok();
    let text: Value = serde_json::from_str(&read(claude(&mem))).unwrap();
    let run = json!({ "type": "command", "command": binary(), "args": ["hook", "run", "claude"], "timeout": 10 });
    assert_eq!(
        text,
        json!({ "hooks": {
            "SessionStart": [{ "matcher": "startup|clear|compact", "hooks": [run] }],
            "UserPromptSubmit": [{ "hooks": [run] }],
            "SubagentStart": [{ "hooks": [run] }],
            "PreCompact": [{ "hooks": [run] }],
            "Stop": [{ "hooks": [run] }],
            "SessionEnd": [{ "hooks": [run] }],
        } })
    );
}

#[test]
fn who_still_has_to_do_something_is_told() {
    let mem = Mem::project();
    mem.run(["hook", "install", "codex"]).ok().says("/hooks");
    mem.run(["hook", "install", "codex"]).ok().quiet();
    mem.run(["hook", "install"]).code(2);
    mem.run(["hook", "install", "nosuch"]).code(2).says("opencode");
    mem.run(["-C", "/", "hook", "install", "claude", "--project"]).code(2).says("no project");
    let shown = mem.run(["hook", "status"]).ok();
    assert_eq!(shown.out.lines().count(), 21, "{shown:?}");
    assert!(shown.out.ends_with("\nbehind the agents: extract.on_compact off, extract.on_stop off, gc.auto off\n"));
    assert!(
        shown
            .out
            .lines()
            .any(|l| l.starts_with("codex     user     ") && l.ends_with("SubagentStart, PreCompact, Stop")),
        "{shown:?}"
    );
}

#[test]
fn an_entry_of_an_older_version_is_pointed_out() {
    let mem = Mem::project();
    mem.run(["hook", "install", "claude"]).ok();
    mem.run(["hook", "status", "claude"]).ok().quiet();
    let text = read(claude(&mem));
    let mut old: Value = serde_json::from_str(&text).unwrap();
    for event in ["PreCompact", "Stop", "SessionEnd"] {
        old["hooks"].as_object_mut().unwrap().remove(event);
    }
    put(&claude(&mem), &old.to_string());
    mem.run(["hook", "status", "claude"])
        .ok()
        .says("claude does not run mem at PreCompact, Stop, SessionEnd; `mem hook install claude`");
    mem.run(["hook", "install", "claude"]).ok().quiet();
    mem.run(["hook", "status", "claude"]).ok().quiet();
    // What it starts is off, and says so.
    assert_eq!(mem.json(["hook", "status"])["behind"][1], json!({"key": "extract.on_stop", "on": false}));
    mem.run(["config", "set", "extract.on_stop", "on"]).ok();
    assert_eq!(mem.json(["hook", "status"])["behind"][1], json!({"key": "extract.on_stop", "on": true}));
}
