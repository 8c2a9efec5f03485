//! `mem recall --prefetch` and `--collect`: a worker that nobody waits for, and what it leaves.

use std::{
    fs::{self, File},
    io::Write as _,
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use serde_json::Value;

use crate::support::{Mem, ran};

const PROMPT: &str = "does the quokka smile";

fn text(body: &str) -> String {
    format!("---\nname: Quokka\ndescription: The quokka smiles\n---\n{body}\n")
}

fn world(count: usize) -> Mem {
    let mem = Mem::new();
    mem.crowd();
    for n in 0..count {
        mem.file(format!("user_q{n}.md"), text("It does."));
    }
    mem
}

fn collect(mem: &Mem, session: &str) -> Value {
    mem.json(["recall", "--collect", "--session", session])
}

fn files(json: &Value) -> Vec<&str> {
    json["memories"].as_array().unwrap().iter().map(|m| m["file"].as_str().unwrap()).collect()
}

/// Polls as an agent does, until there is something else to say than "not ready".
fn poll(mem: &Mem, session: &str) -> Value {
    let start = Instant::now();
    loop {
        let json = collect(mem, session);
        if json["reason"] != "not_ready" {
            return json;
        }
        assert!(start.elapsed() < Duration::from_secs(60), "{json:#}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Waits for something that another process does.
fn until(what: &str, done: impl Fn() -> bool) {
    let start = Instant::now();
    while !done() {
        assert!(start.elapsed() < Duration::from_secs(60), "{what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn state(mem: &Mem, end: &str) -> Vec<PathBuf> {
    let folder = mem.home().join(".local/state/mem/sessions");
    let paths = fs::read_dir(folder).into_iter().flatten().map(|entry| entry.unwrap().path());
    paths.filter(|path| path.to_string_lossy().ends_with(end)).collect()
}

/// Nothing of a prefetch is left.
#[track_caller]
fn is_clean(mem: &Mem) {
    let left: Vec<_> =
        state(mem, "").into_iter().filter(|p| p.extension().is_none_or(|end| end != "session")).collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn started_collected_and_gone() {
    let mem = world(7);
    assert_eq!(collect(&mem, "s")["reason"], "none_started");
    assert!(state(&mem, "").is_empty(), "asking leaves nothing");
    assert_eq!(mem.run(["recall", "--prefetch", "--session=s", PROMPT]).ok().quiet().out, "");
    let json = poll(&mem, "s");
    assert_eq!(files(&json), ["user_q0.md", "user_q1.md", "user_q2.md", "user_q3.md", "user_q4.md"]);
    assert_eq!((&json["query"], &json["reason"], &json["total"]), (&PROMPT.into(), &Value::Null, &67.into()));
    assert_eq!(json["memories"][0]["content"], "It does.");
    assert!(json["memories"][0]["why"].as_str().unwrap().contains("quokka"), "{json:#}");
    is_clean(&mem);
    assert_eq!(collect(&mem, "s")["reason"], "none_started", "once");
    // What was delivered was shown.
    assert_eq!(files(&mem.json(["recall", "--session=s", PROMPT])), ["user_q5.md", "user_q6.md"]);
    let started = mem.json(["recall", "--prefetch", "--session=s", PROMPT]);
    assert_eq!((&started["reason"], &started["query"]), (&"not_ready".into(), &PROMPT.into()));
    assert_eq!(poll(&mem, "s")["reason"], "all_surfaced");
    is_clean(&mem);
}

#[test]
fn it_reads_like_the_answer_that_was_waited_for() {
    let mem = world(2);
    for form in ["text", "xml", "names"] {
        mem.feed(["recall", "--prefetch", "--session", form, "--limit=1", "-"], PROMPT).ok().quiet();
        until("the worker ends", || !state(&mem, "answer").is_empty() && state(&mem, "job").is_empty());
        let told = mem.run(["recall", "--collect", "--explain", "--session", form, "--format", form]).ok();
        assert_eq!(told.out, mem.run(["recall", "--limit=1", "--format", form, PROMPT]).ok().out);
        for step in ["gates: passed", "selector: local", "user_q0.md: score", "session: "] {
            assert!(told.err.contains(step), "{step}: {}", told.err);
        }
        assert_eq!(mem.run(["recall", "--collect", "--session", form, "--format", form]).ok().quiet().out, "");
    }
    // The collector's cap counts, and what it left out may come again.
    mem.run(["recall", "--prefetch", "--session=b", PROMPT]).ok();
    until("the worker ends", || !state(&mem, "answer").is_empty());
    assert_eq!(mem.run(["recall", "--collect", "--session=b", "--budget=10"]).ok().out, "");
    assert_eq!(files(&mem.json(["recall", "--session=b", PROMPT])).len(), 2);
}

#[test]
fn gates_start_nothing() {
    let mem = world(1);
    assert_eq!(mem.json(["recall", "--prefetch", "--session=s", "hi"])["reason"], "query_too_short");
    assert_eq!(collect(&mem, "s")["reason"], "none_started");
    // Nor do they take away what an older prompt has asked for.
    mem.run(["recall", "--prefetch", "--session=s", PROMPT]).ok();
    mem.run(["recall", "--prefetch", "--session=s", "ok"]).ok();
    assert_eq!(files(&poll(&mem, "s")), ["user_q0.md"]);
    // An explicit nothing is an answer, once.
    mem.run(["recall", "--prefetch", "--session=s", "what is the weather today"]).ok();
    assert_eq!(poll(&mem, "s")["reason"], "nothing_relevant");
    assert_eq!(collect(&mem, "s")["reason"], "none_started");
    for args in [
        &["--prefetch", PROMPT][..],
        &["--collect"],
        &["--prefetch", "--session=", PROMPT],
        &["--prefetch", "--session=s"],
        &["--prefetch", "--collect", "--session=s"],
        &["--collect", "--session=s", PROMPT],
        &["--collect", "--session=s", "--reset"],
        &["--prefetch", "--session=s", "--rank", PROMPT],
    ] {
        mem.run([&["recall"], args].concat()).code(2);
    }
}

#[test]
fn what_changed_meanwhile() {
    let mem = world(4);
    mem.run(["recall", "--prefetch", "--session=s", PROMPT]).ok();
    until("the worker ends", || !state(&mem, "answer").is_empty());
    // Shown, removed, changed, and one as it was.
    mem.run(["recall", "--session=s", "--limit=1", PROMPT]).ok();
    fs::remove_file(mem.path("user_q1.md")).unwrap();
    mem.file("user_q2.md", text("It does now."));
    let late = collect(&mem, "s");
    assert_eq!(files(&late), ["user_q2.md", "user_q3.md"]);
    assert_eq!(late["memories"][0]["content"], "It does now.");
    // All of them shown: the result is dropped.
    let mem = world(2);
    mem.run(["recall", "--prefetch", "--session=s", PROMPT]).ok();
    until("the worker ends", || !state(&mem, "answer").is_empty());
    mem.run(["recall", "--session=s", PROMPT]).ok();
    assert_eq!(collect(&mem, "s")["reason"], "all_surfaced");
    assert_eq!(collect(&mem, "s")["reason"], "none_started");
    // The context is gone, and the question with it.
    let mem = world(2);
    mem.run(["recall", "--prefetch", "--session=s", PROMPT]).ok();
    mem.run(["recall", "--reset", "--session=s"]).ok();
    assert_eq!(poll(&mem, "s")["reason"], "none_started");
    // A session that was not asked for is not told.
    mem.run(["recall", "--prefetch", "--session=s", PROMPT]).ok();
    until("the worker ends", || !state(&mem, "answer").is_empty());
    assert_eq!(collect(&mem, "t")["reason"], "none_started");
    assert_eq!(files(&collect(&mem, "s")).len(), 2);
}

#[test]
fn what_is_not_printed_is_not_delivered() {
    let mem = world(1);
    mem.run(["recall", "--prefetch", "--session=s", PROMPT]).ok();
    until("the worker ends", || !state(&mem, "answer").is_empty());
    let full = File::options().write(true).open("/dev/full").unwrap();
    let mut command = mem.process();
    command.args(["recall", "--collect", "--session=s"]).stdout(full).stderr(Stdio::piped());
    ran(command.spawn().unwrap().wait_with_output().unwrap()).code(3);
    assert_eq!(files(&collect(&mem, "s")), ["user_q0.md"]);
    // Two at once: one gets it.
    mem.file("user_q0.md", text("It does now."));
    mem.run(["recall", "--prefetch", "--session=s", PROMPT]).ok();
    until("the worker ends", || !state(&mem, "answer").is_empty());
    let got: usize = std::thread::scope(|scope| {
        let runs: Vec<_> = (0..8).map(|_| scope.spawn(|| files(&collect(&mem, "s")).len())).collect();
        runs.into_iter().map(|run| run.join().unwrap()).sum()
    });
    assert_eq!(got, 1);
    // A damaged answer is none.
    mem.file("user_q0.md", text("It does again."));
    mem.run(["recall", "--prefetch", "--session=s", PROMPT]).ok();
    until("the worker ends", || !state(&mem, "answer").is_empty());
    fs::write(&state(&mem, "answer")[0], "{\"query\":").unwrap();
    assert_eq!(collect(&mem, "s")["reason"], "none_started");
    is_clean(&mem);
}

/// A world whose worker, and nobody else, waits in the middle of its work until it may go on.
struct Slow {
    mem: Mem,
}

impl Slow {
    fn new() -> Self {
        let mem = Mem::project();
        let store = mem.cwd().join(".claude/memory");
        fs::create_dir_all(&store).unwrap();
        (0..3).for_each(|n| fs::write(store.join(format!("user_q{n}.md")), text("It does.")).unwrap());
        let git = |args: &[&str]| {
            let mut git = Command::new("git");
            git.env_clear()
                .env("PATH", std::env::var_os("PATH").unwrap())
                .env("HOME", mem.home())
                .current_dir(mem.cwd());
            git.args(["-c", "user.name=n", "-c", "user.email=e@example.com", "-c", "init.defaultBranch=main"]);
            assert!(git.args(args).output().unwrap().status.success());
        };
        git(&["init", "-q"]);
        git(&["add", "."]);
        git(&["commit", "-q", "-m", "first"]);
        // Only a worker asks git, which here says who asked and waits for the gate, as long as there is one.
        let bin = mem.root().join("bin");
        fs::create_dir(&bin).unwrap();
        let root = mem.root();
        let root = root.to_str().unwrap();
        let script = format!(
            "#!/bin/sh\necho $PPID >> {root}/workers\nwhile [ -e \"$0\" ] && [ ! -e {root}/open ]; do sleep 0.01; done\nexit 1\n"
        );
        fs::write(bin.join("git"), script).unwrap();
        fs::set_permissions(bin.join("git"), fs::Permissions::from_mode(0o755)).unwrap();
        let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap());
        Self { mem: mem.env("PATH", path) }
    }

    /// The processes that are at work.
    fn workers(&self) -> Vec<String> {
        let text = fs::read_to_string(self.mem.root().join("workers")).unwrap_or_default();
        text.lines().map(str::to_owned).collect()
    }

    /// Starts one and waits until it is at work.
    fn start(&self, prompt: &str) -> String {
        let before = self.workers().len();
        self.mem.run(["recall", "--prefetch", "--session=s", prompt]).ok().quiet();
        until("the worker works", || self.workers().len() > before);
        self.workers().pop().unwrap()
    }

    fn open(&self) {
        fs::write(self.mem.root().join("open"), "").unwrap();
    }
}

impl Drop for Slow {
    fn drop(&mut self) {
        self.open();
    }
}

fn is_alive(pid: &str) -> bool {
    // One that has ended and was not waited for has no command line.
    fs::read(Path::new("/proc").join(pid).join("cmdline")).is_ok_and(|line| !line.is_empty())
}

#[test]
fn collecting_never_waits() {
    let slow = Slow::new();
    let worker = slow.start(PROMPT);
    for _ in 0..3 {
        assert_eq!(collect(&slow.mem, "s")["reason"], "not_ready");
        assert_eq!(slow.mem.run(["recall", "--collect", "--session=s"]).ok().quiet().out, "");
    }
    assert!(is_alive(&worker));
    slow.open();
    assert_eq!(files(&poll(&slow.mem, "s")).len(), 3);
    until("the worker ends", || !is_alive(&worker));
    is_clean(&slow.mem);
}

#[test]
fn a_newer_prompt_replaces_an_older_one() {
    let slow = Slow::new();
    let first = slow.start(PROMPT);
    let second = slow.start("what is the weather today");
    assert_eq!(collect(&slow.mem, "s")["reason"], "not_ready");
    slow.open();
    assert_eq!(poll(&slow.mem, "s")["reason"], "nothing_relevant", "the answer to the second");
    until("both workers end", || !is_alive(&first) && !is_alive(&second));
    assert_eq!(collect(&slow.mem, "s")["reason"], "none_started");
    is_clean(&slow.mem);
}

#[test]
fn a_killed_worker_leaves_nothing_behind() {
    let slow = Slow::new();
    let worker = slow.start(PROMPT);
    assert!(Command::new("kill").args(["-9", &worker]).status().unwrap().success());
    until("it is gone", || !is_alive(&worker));
    assert_eq!(poll(&slow.mem, "s")["reason"], "none_started");
    is_clean(&slow.mem);
    // Also where nobody asks any more: the next session looks after it.
    let worker = slow.start(PROMPT);
    assert!(Command::new("kill").args(["-9", &worker]).status().unwrap().success());
    until("it is gone", || !is_alive(&worker));
    assert_eq!(state(&slow.mem, "job").len(), 1);
    slow.open();
    slow.mem.run(["recall", "--session=new", PROMPT]).ok();
    is_clean(&slow.mem);
}

#[test]
fn a_reset_makes_the_answer_unwanted() {
    let slow = Slow::new();
    let worker = slow.start(PROMPT);
    slow.mem.run(["recall", "--session=s", "--reset"]).ok();
    assert_eq!(collect(&slow.mem, "s")["reason"], "none_started");
    slow.open();
    until("it ends", || !is_alive(&worker));
    assert_eq!(collect(&slow.mem, "s")["reason"], "none_started");
    is_clean(&slow.mem);
}

/// An agent ends, and takes its whole group of processes with it.
#[test]
fn the_end_of_the_parent_is_not_that_of_the_worker() {
    use std::os::unix::process::CommandExt as _;
    let slow = Slow::new();
    let inner = slow.mem.process();
    let mut shell = Command::new("sh");
    shell.env_clear().envs(inner.get_envs().filter_map(|(k, v)| Some((k, v?)))).current_dir(slow.mem.cwd());
    shell.args(["-c", "\"$0\" \"$@\"; kill -9 0"]).arg(inner.get_program());
    shell.args(["recall", "--prefetch", "--session=s", PROMPT]).stdin(Stdio::null()).process_group(0);
    assert!(!shell.status().unwrap().success());
    until("the worker works", || !slow.workers().is_empty());
    let worker = slow.workers().remove(0);
    assert!(is_alive(&worker));
    slow.open();
    assert_eq!(files(&poll(&slow.mem, "s")).len(), 3);
}

/// Whoever reads our output to its end is not kept waiting by the worker.
#[test]
fn no_pipe_stays_open_and_none_is_needed() {
    let slow = Slow::new();
    let mut command = slow.mem.process();
    command.args(["recall", "--prefetch", "--session=s", PROMPT]).stdin(Stdio::piped());
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"not read").unwrap_or_default();
    let output = child.wait_with_output().unwrap();
    until("the worker works", || !slow.workers().is_empty());
    assert!(is_alive(&slow.workers()[0]), "it was at work when our streams had ended");
    assert!(output.status.success() && output.stdout.is_empty() && output.stderr.is_empty(), "{output:?}");
    slow.open();
    assert_eq!(files(&poll(&slow.mem, "s")).len(), 3);
    // All descriptors closed from the start.
    let mem = world(1);
    let inner = mem.process();
    let mut shell = Command::new("sh");
    shell.env_clear().envs(inner.get_envs().filter_map(|(k, v)| Some((k, v?)))).current_dir(mem.cwd());
    shell.args(["-c", "\"$0\" \"$@\" <&- >&- 2>&-"]).arg(inner.get_program()).args(inner.get_args());
    shell.args(["recall", "--prefetch", "--session=s", PROMPT]);
    assert!(shell.status().unwrap().success());
    assert_eq!(files(&poll(&mem, "s")), ["user_q0.md"]);
}

/// A prompt that no argument could hold, and one that a shell would act upon.
#[test]
fn the_prompt_reaches_the_worker_byte_for_byte() {
    let mem = world(1);
    let long = format!("it's \"so\"; $(touch pwned) `id` %s \\n -v\n{}", "does the quokka smile ".repeat(20_000));
    mem.feed(["recall", "--prefetch", "--session=s", "--stdin"], long.clone()).ok().quiet();
    let json = poll(&mem, "s");
    assert_eq!((files(&json), json["query"].as_str().unwrap().len()), (vec!["user_q0.md"], long.len()));
    assert_eq!(json["query"], long);
    assert_eq!(fs::read_dir(mem.cwd()).unwrap().count(), 0);
}

#[test]
fn a_worker_without_a_job_leaves_nothing() {
    let mem = world(1);
    mem.feed(["recall", "--worker", "--stdin", "--session=s"], PROMPT).ok().quiet();
    assert_eq!(collect(&mem, "s")["reason"], "none_started");
    is_clean(&mem);
    let help = mem.run(["recall", "--help"]).ok().out;
    assert!(!help.contains("worker") && help.contains("--prefetch"), "{help}");
}
