//! Several at once: writers take turns, readers never wait and never see half a file, agents that
//! write with their own tools lose nothing.

use std::{
    collections::BTreeSet,
    fs::{self, File},
    os::unix::{
        fs::PermissionsExt as _,
        process::{CommandExt as _, ExitStatusExt as _},
    },
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::{Duration, Instant},
};

use rustix::process::{Pid, Signal, kill_process};

use crate::support::{Mem, Ran, Stop, ran, random::Random};

/// As many as the issue asks for.
const MANY: usize = 64;

fn start(mem: &Mem, args: &[&str]) -> Child {
    mem.process().args(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

fn add(mem: &Mem, name: &str, body: &str) -> Child {
    start(mem, &["add", "-t", "project", "-n", name, "-d", &format!("About {name}"), "-m", body])
}

fn all(children: Vec<Child>) -> Vec<Ran> {
    children.into_iter().map(|child| ran(child.wait_with_output().unwrap())).collect()
}

fn entries(mem: &Mem) -> Vec<String> {
    mem.read("MEMORY.md").lines().filter(|l| l.starts_with("- [")).map(str::to_owned).collect()
}

/// Files below the store that no memory and no index are.
fn strangers(mem: &Mem) -> Vec<PathBuf> {
    mem.state().into_iter().map(|(path, _)| path).filter(|p| p.extension() != Some("md".as_ref())).collect()
}

/// Every memory has its one line, every line its memory, and the history has all of it.
#[track_caller]
fn consistent(mem: &Mem) {
    let files: BTreeSet<String> = mem.files().into_iter().collect();
    let lines = entries(mem);
    let linked: BTreeSet<String> =
        lines.iter().map(|l| l.split("](").nth(1).unwrap().split(')').next().unwrap().to_owned()).collect();
    assert_eq!(linked, files, "{lines:#?}");
    assert_eq!(lines.len(), files.len(), "{lines:#?}");
    assert_eq!(strangers(mem), Vec::<PathBuf>::new());
    mem.run(["reindex", "--check"]).ok();
    assert_eq!(mem.run(["diff"]).ok().out, "", "the history does not have it all");
}

#[test]
fn sixty_four_adds_of_different_names() {
    let mem = Mem::quick();
    let names: Vec<String> = (0..MANY).map(|n| format!("Name {n}")).collect();
    let done = all(names.iter().map(|name| add(&mem, name, &format!("Body of {name}"))).collect());
    for ran in done {
        ran.ok();
    }
    assert_eq!(mem.files().len(), MANY);
    assert_eq!(entries(&mem).len(), MANY);
    for name in &names {
        let text = mem.read(format!("project_{}.md", name.to_lowercase().replace(' ', "_")));
        assert!(text.ends_with(&format!("---\nBody of {name}\n")), "{text}");
    }
    consistent(&mem);
    let log = mem.json(["log"]);
    let subjects: BTreeSet<&str> =
        log["entries"].as_array().unwrap().iter().map(|e| e["subject"].as_str().unwrap()).collect();
    for n in 0..MANY {
        assert!(subjects.contains(format!("add: project_name_{n}.md").as_str()), "{subjects:#?}");
    }
}

#[test]
fn sixty_four_adds_of_one_name() {
    let mem = Mem::quick();
    let bodies: Vec<String> =
        (0..MANY).map(|n| vec![format!("Body {} of the one name.", n % 32); 300].join(" ")).collect();
    let done = all(bodies.iter().map(|body| add(&mem, "One", body)).collect());
    let text = mem.read("project_one.md");
    let winner = bodies.iter().position(|body| text.ends_with(&format!("---\n{body}\n"))).unwrap();
    let same = |n: usize| n % 32 == winner % 32;
    for (n, ran) in done.iter().enumerate() {
        // Who says the same is told that it is there; the others are refused.
        assert_eq!(ran.code, i32::from(!same(n)), "{n}, winner {winner}: {ran:?}");
    }
    assert_eq!(entries(&mem), ["- [One](project_one.md) — About One"]);
    consistent(&mem);
}

#[test]
fn a_storm_of_all_commands_ends_consistent() {
    let mem = Mem::quick();
    for n in 0..8 {
        mem.add("project", &format!("Start {n}"), "At first", "Body");
    }
    let draft = mem.root().join("draft");
    fs::write(&draft, "---\nname: Start 7\ndescription: Edited\ntype: project\n---\nEdited\n").unwrap();
    let mut random = Random::new(7);
    let mut children = Vec::new();
    for n in 0..48 {
        let (victim, fresh) = (format!("project_start_{}.md", random.below(7)), format!("Fresh {n}"));
        children.push(match random.below(6) {
            0 => start(&mem, &["rm", &victim]),
            1 => start(&mem, &["mv", &victim, &fresh]),
            2 => start(&mem, &["add", "--update", "-t", "project", "-n", "Start 7", "-d", &fresh, "-m", "x"]),
            3 => start(&mem, &["reindex"]),
            4 => start(&mem, &["restore", "--deleted"]),
            _ => add(&mem, &fresh, "Body"),
        });
        if n % 8 == 0 {
            let mut edit = mem.process();
            edit.args(["edit", "project_start_7.md"]).env("EDITOR", format!("cp {}", draft.display()));
            children.push(edit.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap());
        }
    }
    for ran in all(children) {
        // Somebody else may have removed, renamed or changed it first; that is said and no failure.
        assert!(ran.code <= 1 || ran.err.contains("was changed by another program meanwhile"), "{ran:#?}");
    }
    // One more change takes up what a refused command found.
    mem.add("project", "Last", "At last", "Body");
    consistent(&mem);
}

#[test]
fn readers_never_see_half_a_file() {
    let mem = Mem::quick();
    let body = |n: usize| format!("Start {n}\n{}\nEnd {n}", "A line of some length.\n".repeat(400));
    let update = |n: usize| {
        let args = ["add", "--update", "-t", "project", "-n", "One", "-d", &format!("Version {n}"), "-m", &body(n)];
        mem.run(args).ok();
    };
    update(0);
    let done = AtomicBool::new(false);
    let whole = |text: &str| {
        let start = text.lines().find_map(|l| l.strip_prefix("Start "));
        start.is_some() && start == text.trim_end().lines().last().and_then(|l| l.strip_prefix("End "))
    };
    let (mut looks, mut runs) = (0, 0);
    thread::scope(|scope| {
        let raw = scope.spawn(|| {
            let mut looks = 0;
            while !done.load(Ordering::Relaxed) {
                let text = mem.read("project_one.md");
                assert!(whole(&text), "torn: {} bytes", text.len());
                let index = mem.read("MEMORY.md");
                let line = index.strip_prefix("# Memory\n\n- [One](project_one.md) — Version ");
                assert!(line.is_some_and(|l| l.ends_with('\n')), "torn: {index}");
                looks += 1;
            }
            looks
        });
        let commands = scope.spawn(|| {
            let mut runs = 0;
            while !done.load(Ordering::Relaxed) {
                assert_eq!(mem.files(), ["project_one.md"]);
                assert!(whole(&mem.run(["show", "--raw", "One"]).ok().out));
                let recalled = mem.run(["recall", "what does One say in which version"]).ok();
                assert_eq!(recalled.err, "", "{recalled:?}");
                runs += 1;
            }
            runs
        });
        let stop = Stop(&done);
        (1..=40).for_each(update);
        drop(stop);
        (looks, runs) = (raw.join().unwrap(), commands.join().unwrap());
    });
    assert!(looks > 40 && runs > 0, "{looks} looks, {runs} runs");
}

/// Holds the lock as a process of its own would: the lock belongs to the open file.
fn hold(dir: &Path) -> File {
    let handle = File::open(dir).unwrap();
    handle.lock().unwrap();
    handle
}

#[test]
fn a_lock_that_is_held_for_long() {
    let mem = Mem::quick();
    mem.add("project", "One", "About One", "Body");
    let held = hold(&mem.store());
    let start = Instant::now();
    let waiting = add(&mem, "Two", "Body");
    // Readers do not wait.
    assert_eq!(mem.files(), ["project_one.md"]);
    mem.run(["show", "One"]).ok();
    mem.run(["recall", "what about One"]).ok();
    mem.run(["reindex", "--check"]).ok();
    let gave_up = ran(waiting.wait_with_output().unwrap()).code(3);
    // No upper limit: the machine may be slow. It ended while the lock was still held.
    assert!(start.elapsed() >= Duration::from_secs(5), "{:?}", start.elapsed());
    let store = mem.store();
    let gave_up = gave_up.says(&format!("{} is locked by another process", store.display()));
    gave_up.says("another `mem` is at work there");
    assert!(!mem.path("project_two.md").exists());
    drop(held);
    mem.add("project", "Two", "About Two", "Body");
    consistent(&mem);
}

#[test]
fn a_queue_that_moves_on_makes_nobody_give_up() {
    let mem = Mem::quick();
    mem.add("project", "One", "About One", "Body");
    let (dir, done) = (mem.store(), AtomicBool::new(false));
    let start = Instant::now();
    thread::scope(|scope| {
        // A holder is always there, and a new one every second; none of them writes a file.
        scope.spawn(|| {
            let mut held = hold(&dir);
            while start.elapsed() < Duration::from_secs(8) {
                thread::sleep(Duration::from_millis(900));
                // What a holder does when it gets the lock, and nothing else.
                rustix::fs::futimens(&held, &now()).unwrap();
                let next = File::open(&dir).unwrap();
                held.unlock().unwrap();
                held = if next.try_lock().is_ok() { next } else { break };
            }
            drop(held);
            done.store(true, Ordering::Relaxed);
        });
        thread::sleep(Duration::from_millis(50));
        mem.add("project", "Two", "About Two", "Body");
    });
    assert!(done.load(Ordering::Relaxed));
    consistent(&mem);
}

fn now() -> rustix::fs::Timestamps {
    let now = rustix::fs::Timespec { tv_sec: 0, tv_nsec: rustix::fs::UTIME_NOW };
    rustix::fs::Timestamps { last_access: now, last_modification: now }
}

#[test]
fn a_holder_that_changes_nothing_still_shows_that_the_lock_moved() {
    let mem = Mem::quick();
    mem.add("project", "One", "About One", "Body");
    let mtime = || mem.store().metadata().unwrap().modified().unwrap();
    let before = mtime();
    thread::sleep(Duration::from_millis(20));
    mem.run(["reindex"]).ok();
    assert_ne!(mtime(), before);
}

#[test]
fn a_killed_holder_blocks_nobody() {
    let mem = Mem::quick();
    mem.add("project", "One", "About One", "Body");
    // A process that holds the lock and would for a minute.
    let mut holder = fake_git(&mem, "sleep 60");
    let mut child = holder.args(["add", "-t", "project", "-n", "Two", "-d", "x", "-m", "y"]).spawn().unwrap();
    wait_for(|| mem.root().join("started").exists());
    // Both, as a closed terminal or a stopped container does.
    rustix::process::kill_process_group(Pid::from_child(&child), Signal::KILL).unwrap();
    assert_eq!(child.wait().unwrap().signal(), Some(9));
    mem.add("project", "Three", "About Three", "Body");
    consistent(&mem);
}

/// `mem` with a git that notes its start and end and does `what` between, when it is to write.
fn fake_git(mem: &Mem, what: &str) -> Command {
    let (root, bin) = (mem.root(), mem.root().join("bin"));
    fs::create_dir_all(&bin).unwrap();
    let real = std::env::split_paths(&std::env::var_os("PATH").unwrap()).map(|d| d.join("git")).find(|p| p.is_file());
    let script = format!(
        "#!/bin/sh\ncase \"$*\" in *fast-import*) : >'{root}/started'; {what}; : >'{root}/ended';; esac\nexec '{git}' \"$@\"\n",
        root = root.display(),
        git = real.unwrap().display()
    );
    fs::write(bin.join("git"), script).unwrap();
    fs::set_permissions(bin.join("git"), fs::Permissions::from_mode(0o755)).unwrap();
    let mut command = mem.process();
    let path =
        std::env::join_paths(std::iter::once(bin).chain(std::env::split_paths(&std::env::var_os("PATH").unwrap())));
    command.env("PATH", path.unwrap()).process_group(0).stdout(Stdio::null()).stderr(Stdio::null());
    command
}

fn wait_for(what: impl Fn() -> bool) {
    let start = Instant::now();
    while !what() {
        assert!(start.elapsed() < Duration::from_secs(50), "it never came");
        thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_git_at_work_keeps_the_lock_of_its_killed_parent() {
    let mem = Mem::quick();
    mem.add("project", "One", "About One", "Body");
    let gate = mem.root().join("gate");
    let wait = format!("while [ -e \"$0\" ] && ! test -e '{}'; do sleep 0.01; done", gate.display());
    let mut child =
        fake_git(&mem, &wait).args(["add", "-t", "project", "-n", "Two", "-d", "x", "-m", "y"]).spawn().unwrap();
    wait_for(|| mem.root().join("started").exists());
    kill_process(Pid::from_child(&child), Signal::KILL).unwrap();
    assert_eq!(child.wait().unwrap().signal(), Some(9));
    let handle = File::open(mem.store()).unwrap();
    assert!(handle.try_lock().is_err(), "the lock went with mem, and its git is still at work");
    fs::write(&gate, "").unwrap();
    wait_for(|| handle.try_lock().is_ok());
    assert!(mem.root().join("ended").exists(), "the lock was free before git had ended");
    handle.unlock().unwrap();
    mem.add("project", "Three", "About Three", "Body");
    consistent(&mem);
}

#[test]
fn lock_files_of_others_mean_nothing() {
    let mem = Mem::quick();
    mem.add("project", "One", "About One", "Body");
    for name in [".lock", "lock", ".mem.lock", "MEMORY.md.lock", "index.lock"] {
        mem.file(name, "1");
    }
    let state = mem.root().join("home/.local/state/mem/locks");
    fs::create_dir_all(&state).unwrap();
    fs::write(state.join("0123456789abcdef"), "1").unwrap();
    let history = mem.home().join(".local/share/mem/history");
    let repository = fs::read_dir(history).unwrap().map(|e| e.unwrap().path()).find(|p| p.is_dir()).unwrap();
    for name in ["index.lock", "HEAD.lock", "packed-refs.lock", "refs/heads/main.lock", "config.lock"] {
        fs::write(repository.join(name), "1").unwrap();
    }
    mem.run(["add", "-t", "project", "-n", "Two", "-d", "x", "-m", "y"]).ok().quiet();
    assert_eq!(mem.json(["log"])["entries"].as_array().unwrap().len(), 2);
    assert_eq!(mem.read(".lock"), "1");
}

#[test]
fn a_directory_that_takes_the_place_of_a_locked_one_has_its_own_lock() {
    let mem = Mem::quick();
    mem.add("project", "One", "About One", "Body");
    let held = hold(&mem.store());
    let waiting = add(&mem, "Two", "Body");
    thread::sleep(Duration::from_millis(200));
    fs::rename(mem.store(), mem.root().join("aside")).unwrap();
    fs::create_dir(mem.store()).unwrap();
    drop(held);
    ran(waiting.wait_with_output().unwrap()).ok();
    assert!(mem.path("project_two.md").exists() && !mem.root().join("aside/project_two.md").exists());
}
