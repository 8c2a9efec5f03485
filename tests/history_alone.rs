//! The history obeys nobody else's settings, and touches nobody else's repository.

use std::{
    fs,
    os::unix::fs::PermissionsExt as _,
    path::Path,
    process::{Command, Output},
};

use crate::support::Mem;

/// Whatever of the person's set-up runs leaves this file behind.
fn trap(mem: &Mem) -> std::path::PathBuf {
    mem.root().join("trapped")
}

fn script(mem: &Mem, path: &Path) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, format!("#!/bin/sh\necho \"$0 $*\" >> '{}'\nexit 1\n", trap(mem).display())).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

/// A home whose git settings all lead into the trap.
fn hostile() -> (Mem, Vec<(String, String)>) {
    let mem = Mem::new();
    let trap = mem.root().join("trap.sh");
    script(&mem, &trap);
    for hook in ["pre-commit", "post-commit", "reference-transaction", "post-rewrite", "pre-auto-gc", "post-checkout"] {
        script(&mem, &mem.root().join("hooks").join(hook));
        script(&mem, &mem.root().join("template/hooks").join(hook));
    }
    fs::write(mem.root().join("attributes"), "* text eol=crlf filter=trap diff=trap merge=trap ident\n").unwrap();
    let (root, sh) = (mem.root(), trap.display().to_string());
    let config = format!(
        "[commit]\n gpgSign = true\n[tag]\n gpgSign = true\n[gpg]\n program = {sh}\n[core]\n autocrlf = true\n eol = crlf\n safecrlf = true\n \
         hooksPath = {r}/hooks\n attributesFile = {r}/attributes\n fsmonitor = {sh}\n pager = {sh}\n editor = {sh}\n sshCommand = {sh}\n \
         quotePath = true\n precomposeUnicode = true\n[filter \"trap\"]\n clean = {sh}\n smudge = {sh}\n process = {sh}\n required = true\n\
         [diff]\n external = {sh}\n[diff \"trap\"]\n textconv = {sh}\n command = {sh}\n[merge \"trap\"]\n driver = {sh}\n\
         [init]\n templateDir = {r}/template\n defaultBranch = trap\n defaultObjectFormat = sha256\n[extensions]\n objectFormat = sha256\n\
         [url \"ext::{sh} \"]\n insteadOf = /\n insteadOf = file://\n[alias]\n log = !{sh}\n fast-import = !{sh}\n[log]\n showSignature = true\n \
         date = relative\n follow = true\n[color]\n ui = always\n[fsck]\n skipList = /nonexistent\n[transfer]\n fsckObjects = true\n\
         [gc]\n auto = 1\n[user]\n useConfigOnly = true\n[safe]\n bareRepository = explicit\n[include]\n path = {r}/missing\n",
        r = root.display()
    );
    fs::write(mem.home().join(".gitconfig"), &config).unwrap();
    fs::create_dir_all(mem.home().join(".config/git")).unwrap();
    fs::write(mem.home().join(".config/git/config"), &config).unwrap();
    fs::write(mem.home().join(".config/git/attributes"), "* text eol=crlf filter=trap\n").unwrap();
    let other = root.join("other");
    git(&["init", "-q", other.to_str().unwrap()], Path::new("/"));
    let o = other.display();
    let env = [
        ("GIT_DIR", format!("{o}/.git")),
        ("GIT_WORK_TREE", o.to_string()),
        ("GIT_INDEX_FILE", format!("{o}/.git/index")),
        ("GIT_OBJECT_DIRECTORY", format!("{o}/.git/objects")),
        ("GIT_ALTERNATE_OBJECT_DIRECTORIES", format!("{o}/.git/objects")),
        ("GIT_COMMON_DIR", format!("{o}/.git")),
        ("GIT_NAMESPACE", "trap".into()),
        ("GIT_CONFIG_GLOBAL", format!("{}/.gitconfig", mem.home().display())),
        ("GIT_CONFIG_SYSTEM", format!("{}/.gitconfig", mem.home().display())),
        ("GIT_CONFIG_COUNT", "1".into()),
        ("GIT_CONFIG_KEY_0", "core.hooksPath".into()),
        ("GIT_CONFIG_VALUE_0", format!("{}/hooks", root.display())),
        ("GIT_CONFIG_PARAMETERS", format!("'core.hooksPath={}/hooks'", root.display())),
        ("GIT_TEMPLATE_DIR", format!("{}/template", root.display())),
        ("GIT_EXTERNAL_DIFF", sh.clone()),
        ("GIT_EDITOR", sh.clone()),
        ("GIT_PAGER", sh.clone()),
        ("GIT_ASKPASS", sh),
        ("GIT_AUTHOR_NAME", "trap".into()),
        ("GIT_COMMITTER_DATE", "2001-01-01T00:00:00Z".into()),
        ("GIT_DEFAULT_HASH", "sha256".into()),
        ("GIT_TRACE", format!("{}/trapped", root.display())),
        ("GIT_EXEC_PATH", "/nonexistent".into()),
        ("GIT_CEILING_DIRECTORIES", "/".into()),
        ("GIT_GLOB_PATHSPECS", "1".into()),
        ("GIT_ICASE_PATHSPECS", "1".into()),
        ("GIT_REPLACE_REF_BASE", "refs/trap".into()),
    ];
    let env = env.into_iter().map(|(k, v)| (k.to_owned(), v)).collect();
    (mem, env)
}

fn git(args: &[&str], dir: &Path) -> Output {
    let mut git = Command::new("git");
    git.env_clear().env("PATH", std::env::var_os("PATH").unwrap()).env("HOME", "/nonexistent");
    let out = git.args(["-c", "user.name=t", "-c", "user.email=t@t"]).args(args).current_dir(dir).output().unwrap();
    assert!(out.status.success(), "{args:?}: {}", String::from_utf8_lossy(&out.stderr));
    out
}

/// Every command that has to do with the history.
fn all_commands(mem: &Mem) {
    mem.file("outside.md", "a\r\nb\n$Id$\n");
    mem.add("user", "A", "d", "one");
    mem.run(["add", "--update", "-t", "user", "-n", "A", "-d", "d", "-m", "two"]).ok().quiet();
    mem.run(["mv", "A", "B"]).ok().quiet();
    mem.run(["rm", "B"]).ok().quiet();
    assert_eq!(mem.run(["log"]).ok().quiet().out.matches("user_").count(), 10);
    mem.file("outside.md", "c\r\nd\n");
    assert!(mem.run(["diff"]).ok().quiet().out.contains("+d\n"));
    mem.run(["diff", "-r", "HEAD~1..HEAD"]).ok().quiet();
    mem.run(["restore", "B"]).ok().quiet();
    mem.run(["restore", "outside@HEAD~2"]).ok().quiet();
    assert_eq!(mem.read("outside.md"), "a\r\nb\n$Id$\n");
    mem.run(["rm", "--forget", "outside"]).ok();
    assert_eq!(mem.run(["log", "--repair"]).ok().quiet().out, "the history is sound\n");
}

#[test]
fn nothing_of_the_persons_settings_acts() {
    let (mut mem, env) = hostile();
    let before: Vec<_> = tree(&mem.root().join("other"));
    for (key, value) in env {
        mem = mem.env(&key, value);
    }
    all_commands(&mem);
    assert!(!trap(&mem).exists(), "{}", fs::read_to_string(trap(&mem)).unwrap());
    assert_eq!(tree(&mem.root().join("other")), before);
    let who = mem.git(&["log", "--format=%an <%ae> %cn <%ce> %G?", "main"]);
    assert!(who.lines().all(|l| l == "mem <mem@localhost> mem <mem@localhost> N"), "{who}");
}

fn tree(dir: &Path) -> Vec<(std::path::PathBuf, Vec<u8>)> {
    let files = walkdir::WalkDir::new(dir).sort_by_file_name().into_iter().map(Result::unwrap);
    files.filter(|e| e.file_type().is_file()).map(|e| (e.path().to_owned(), fs::read(e.path()).unwrap())).collect()
}

#[test]
fn a_broken_configuration_breaks_nothing() {
    let mem = Mem::new();
    fs::write(mem.home().join(".gitconfig"), "[core\n\0 broken").unwrap();
    all_commands(&mem);
}

#[test]
fn inside_the_hook_of_another_repository() {
    let mem = Mem::new();
    let repo = mem.cwd();
    git(&["init", "-q"], &repo);
    fs::write(repo.join("file"), "x").unwrap();
    git(&["add", "file"], &repo);
    let hook = repo.join(".git/hooks/pre-commit");
    fs::create_dir_all(hook.parent().unwrap()).unwrap();
    let command =
        format!("HOME='{}' '{}' --dir '{}'", mem.home().display(), env!("CARGO_BIN_EXE_mem"), mem.store().display());
    let script = format!(
        "#!/bin/sh\nset -e\n{command} add -t user -n A -d d -m b\n{command} rm A\n{command} restore A\n{command} log\n"
    );
    fs::write(&hook, script).unwrap();
    fs::set_permissions(&hook, fs::Permissions::from_mode(0o755)).unwrap();
    git(&["commit", "-q", "-m", "x"], &repo);
    assert_eq!(git(&["ls-tree", "-r", "--name-only", "HEAD"], &repo).stdout, b"file\n");
    assert_eq!(git(&["status", "--porcelain"], &repo).stdout, b"");
    assert_eq!(mem.subjects(), ["restore: user_a.md", "rm: user_a.md", "add: user_a.md"]);
}

#[test]
fn a_store_inside_the_project_is_left_to_the_persons_commits() {
    let mem = Mem::project();
    let repo = mem.cwd();
    git(&["init", "-q"], &repo);
    let store = repo.join(".claude/memory");
    fs::create_dir_all(&store).unwrap();
    fs::write(store.join("user_a.md"), "---\nname: A\ndescription: d\ntype: user\n---\nb\n").unwrap();
    git(&["add", "-A"], &repo);
    git(&["commit", "-q", "-m", "x"], &repo);
    let head = git(&["rev-parse", "HEAD"], &repo).stdout;
    mem.run(["add", "-t", "user", "-n", "B", "-d", "d", "-m", "b"]).ok();
    mem.run(["rm", "A"]).ok();
    let status = String::from_utf8(git(&["status", "--porcelain", "-uall"], &repo).stdout).unwrap();
    let lines: Vec<&str> = status.lines().collect();
    assert_eq!(lines, [" D .claude/memory/user_a.md", "?? .claude/memory/MEMORY.md", "?? .claude/memory/user_b.md"]);
    assert_eq!(git(&["rev-parse", "HEAD"], &repo).stdout, head);
    mem.run(["restore", "A"]).ok();
    assert_eq!(mem.subjects()[..2], ["restore: user_a.md", "rm: user_a.md"]);
}

#[test]
fn a_directory_of_another_user_and_a_working_directory_that_is_gone() {
    let mem = Mem::new();
    mem.add("user", "A", "d", "b");
    if !crate::support::permissions_bind() {
        for dir in [mem.store(), mem.history()] {
            for entry in walkdir::WalkDir::new(dir) {
                std::os::unix::fs::chown(entry.unwrap().path(), Some(65534), Some(65534)).unwrap();
            }
        }
        mem.run(["rm", "A"]).ok().quiet();
        mem.run(["restore", "A"]).ok().quiet();
    }
    let gone = mem.root().join("gone");
    fs::create_dir(&gone).unwrap();
    let mut shell = Command::new("sh");
    shell.env_clear().env("HOME", mem.home()).env("PATH", std::env::var_os("PATH").unwrap()).current_dir(&gone);
    let line = format!(
        "rmdir '{}'; exec '{}' --dir '{}' rm A",
        gone.display(),
        env!("CARGO_BIN_EXE_mem"),
        mem.store().display()
    );
    crate::support::ran(shell.args(["-c", &line]).output().unwrap()).ok();
    assert_eq!(mem.subjects()[0], "rm: user_a.md");
}

/// What is private in the store is private in its history.
#[test]
fn the_history_is_for_the_owner_alone() {
    let mem = Mem::new();
    mem.add("user", "A", "d", "b");
    let mode = fs::metadata(mem.history().parent().unwrap()).unwrap().permissions().mode();
    assert_eq!(mode & 0o077, 0, "{mode:o}");
}

#[test]
fn without_git_there_is_no_history_and_the_rest_works() {
    let mem = Mem::new().env("PATH", "/nonexistent");
    let added = mem.run(["add", "-t", "user", "-n", "A", "-d", "d", "-m", "one"]).ok();
    assert_eq!(added.err, "note: git is not installed, so there is no history\n");
    mem.run(["ls"]).ok().quiet();
    mem.run(["show", "A"]).ok().quiet();
    mem.run(["recall", "what about A and one"]).ok();
    mem.run(["reindex"]).ok();
    let before = mem.state();
    for args in [&["rm", "A"][..], &["add", "--update", "-t", "user", "-n", "A", "-d", "d", "-m", "two"]] {
        mem.run(args).code(1).says("git is not installed").says("--force does it all the same");
    }
    for args in
        [&["log"][..], &["log", "A"], &["diff"], &["restore", "A"], &["restore", "--deleted"], &["log", "--repair"]]
    {
        mem.run(args).code(3).says("git is not installed, so there is no history").says("install git");
    }
    assert_eq!(mem.state(), before);
    mem.run(["mv", "A", "B"]).ok().says("git is not installed");
    let edited = crate::support::ran(
        mem.command()
            .env("EDITOR", "PATH=/usr/bin:/bin sed -i s/one/two/")
            .env("PATH", "/nonexistent:/bin")
            .args(["edit", "B"])
            .output()
            .unwrap(),
    );
    // Where sh lies beside git, git is there too.
    assert_eq!(edited.code, 0, "{edited:?}");
    let update = ["add", "--update", "--force", "-t", "user", "-n", "B", "-d", "d", "-m", "three"];
    let updated = mem.run(update).ok().says("what is changed now cannot be brought back");
    assert_eq!(updated.err.matches("git is not installed").count(), 1, "{updated:?}");
    let removed = mem.run(["rm", "--force", "B"]).ok().says("what is changed now cannot be brought back");
    assert_eq!(removed.out, "removed user_b.md\n");
    assert_eq!(mem.json(["rm", "--force", "nosuch"])["error"]["code"], "not_found");
}

#[test]
fn nowhere_to_keep_a_history() {
    let file = Mem::new();
    let blocked = file.root().join("file");
    fs::write(&blocked, "x").unwrap();
    for (mem, why) in [
        (Mem::new().env("HOME", ""), "HOME is not set"),
        (Mem::new().env("HOME", "relative"), "HOME is not an absolute path"),
        (Mem::new().env("MEM_HOME", blocked.join("x").to_str().unwrap()), "Not a directory"),
        (Mem::new().env("MEM_HOME", "/proc/none"), "No such file"),
    ] {
        let added = mem.run(["add", "-t", "user", "-n", "A", "-d", "d", "-m", "b"]).ok().says(why);
        assert!(added.err.starts_with("note: no history can be kept: ") && added.err.lines().count() == 1, "{added:?}");
        mem.run(["rm", "A"]).code(1).says("no history can be kept").says("--force");
        mem.run(["rm", "--force", "A"]).ok();
        assert!(mem.files().is_empty());
    }
    let unset = Mem::new();
    let ran = crate::support::ran(unset.command().env_remove("HOME").args(["log"]).output().unwrap());
    ran.code(3).says("no history can be kept: HOME is not set").says("MEM_HOME");
}
