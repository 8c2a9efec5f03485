//! An agent writes to the same files with its own tools and knows nothing of the lock: what it
//! wrote last stays, and what `mem` replaces is in the history.

use std::{
    collections::BTreeSet,
    fs,
    path::Path,
    process::Command,
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::Duration,
};

use crate::support::{Mem, Ran, Stop, random::Random};

/// Changes that `mem` makes while the agent writes.
const CHANGES: usize = 30;

/// How an agent writes a file.
#[derive(Clone, Copy)]
enum Tool {
    /// Empties and fills it, as an editor or `cat >` does.
    InPlace,
    /// Writes another one and renames it, as most libraries do.
    Rename,
}

impl Tool {
    fn write(self, path: &Path, text: &str) {
        match self {
            Self::InPlace => fs::write(path, text).unwrap(),
            Self::Rename => {
                let other = path.with_file_name("agents-own.txt");
                fs::write(&other, text).unwrap();
                fs::rename(other, path).unwrap();
            }
        }
    }
}

/// What the agent wrote last is now on the disk or in the history.
struct Agent {
    /// Versions that were no longer there when it came to write the next.
    replaced: BTreeSet<usize>,
    last: usize,
}

/// Writes version after version until `done`: of `text`, which says which version it is.
fn agent(path: &Path, tool: Tool, seed: u64, done: &AtomicBool, text: impl Fn(usize) -> String) -> Agent {
    let mut random = Random::new(seed);
    let mut agent = Agent { replaced: BTreeSet::new(), last: 0 };
    while !done.load(Ordering::Relaxed) {
        thread::sleep(pause(&mut random, agent.last));
        let there = |version| fs::read_to_string(path).unwrap().contains(&mark(version));
        if agent.last > 0 && !there(agent.last) {
            // An exchange that found something newer than it had seen is given back at once.
            thread::sleep(Duration::from_millis(20));
            if !there(agent.last) {
                agent.replaced.insert(agent.last);
            }
        }
        agent.last += 1;
        tool.write(path, &text(agent.last));
    }
    agent
}

/// Mostly a pause in which a change fits, at times none; on a slow machine it grows until one does.
fn pause(random: &mut Random, version: usize) -> Duration {
    let most = (20 + 2 * version as u64).min(400);
    Duration::from_micros(if random.below(3) == 0 { 50 } else { random.next() % (most * 1000) })
}

fn mark(version: usize) -> String {
    format!("agent's version {version}.")
}

/// Runs `change` again and again while an agent writes to `file`; what the agent wrote, and how
/// often the change came through.
fn meanwhile(
    mem: &Mem,
    file: &str,
    tool: Tool,
    text: impl Fn(usize) -> String + Send,
    change: impl Fn(usize) -> Ran,
) -> (Agent, usize) {
    let (path, done) = (mem.path(file), AtomicBool::new(false));
    thread::scope(|scope| {
        let agent = scope.spawn(|| agent(&path, tool, CHANGES as u64, &done, text));
        let stop = Stop(&done);
        let mut through = 0;
        for n in 0..CHANGES * 20 {
            if n >= CHANGES && through > 0 {
                break;
            }
            let ran = change(n);
            // Giving up is allowed when the agent never stops; doing half of it is not.
            assert!(ran.code == 0 || ran.code == 3 && ran.err.contains("by another program"), "{ran:?}");
            through += usize::from(ran.code == 0);
        }
        drop(stop);
        (agent.join().unwrap(), through)
    })
}

/// Every line that any revision added.
fn history(mem: &Mem) -> String {
    let home = mem.home().join(".local/share/mem/history");
    let repository =
        fs::read_dir(home).unwrap().map(|e| e.unwrap().path()).find(|p| p.extension() == Some("git".as_ref()));
    let mut git = Command::new("git");
    let out =
        git.arg("--git-dir").arg(repository.unwrap()).args(["log", "-p", "--no-renames", "main"]).output().unwrap();
    assert!(out.status.success(), "{out:?}");
    String::from_utf8(out.stdout).unwrap()
}

#[track_caller]
fn nothing_lost(mem: &Mem, file: &str, agent: &Agent) {
    let (history, now) = (history(mem), fs::read_to_string(mem.path(file)).unwrap_or_default());
    for version in agent.replaced.iter().chain([&agent.last]) {
        let mark = mark(*version);
        assert!(now.contains(&mark) || history.contains(&mark), "{mark} of {} is lost; now:\n{now}", agent.last);
    }
}

fn memory(version: usize) -> String {
    format!("---\nname: One\ndescription: About One\ntype: project\n---\nThe {}\n", mark(version))
}

fn world() -> Mem {
    let mem = Mem::quick();
    mem.add("project", "One", "About One", "Body").add("project", "Two", "About Two", "Body");
    mem
}

#[test]
fn an_update_replaces_no_text_that_the_history_has_not() {
    for tool in [Tool::InPlace, Tool::Rename] {
        let mem = world();
        let (agent, through) = meanwhile(&mem, "project_one.md", tool, memory, |n| {
            let body = format!("Said by mem, {n}");
            mem.run(["add", "--update", "-t", "project", "-n", "One", "-d", "About One", "-m", &body])
        });
        assert!(through > 0);
        nothing_lost(&mem, "project_one.md", &agent);
    }
}

#[test]
fn an_edit_takes_the_place_of_what_the_person_saw_only() {
    for tool in [Tool::InPlace, Tool::Rename] {
        let mem = world();
        let draft = mem.root().join("draft");
        let (agent, _) = meanwhile(&mem, "project_one.md", tool, memory, |n| {
            fs::write(&draft, format!("---\nname: One\ndescription: D\ntype: project\n---\nEdited {n}\n")).unwrap();
            let editor = format!("cp {}", draft.display());
            crate::support::ran(mem.command().args(["edit", "One"]).env("EDITOR", editor).output().unwrap())
        });
        nothing_lost(&mem, "project_one.md", &agent);
    }
}

#[test]
fn a_restored_version_takes_the_place_of_one_that_the_history_has() {
    for tool in [Tool::InPlace, Tool::Rename] {
        let mem = world();
        mem.run(["add", "--update", "-t", "project", "-n", "One", "-d", "About One", "-m", "Second"]).ok();
        let (agent, through) = meanwhile(&mem, "project_one.md", tool, memory, |_| mem.run(["restore", "project_one"]));
        assert!(through > 0);
        nothing_lost(&mem, "project_one.md", &agent);
    }
}

#[test]
fn a_removed_memory_was_in_the_history_as_it_was_last() {
    let mem = world();
    let path = mem.path("project_one.md");
    let done = AtomicBool::new(false);
    let (mut written, mut removed) = (0, 0);
    thread::scope(|scope| {
        let agent = scope.spawn(|| {
            let (mut version, mut random) = (0, Random::new(1));
            while !done.load(Ordering::Relaxed) {
                version += 1;
                fs::write(&path, memory(version)).unwrap();
                thread::sleep(pause(&mut random, version));
            }
            version
        });
        let stop = Stop(&done);
        for n in 0..CHANGES * 20 {
            if n >= CHANGES && removed > 0 {
                break;
            }
            let ran = mem.run(["rm", "project_one.md"]);
            removed += usize::from(ran.code == 0);
        }
        drop(stop);
        written = agent.join().unwrap();
    });
    assert!(written > 0 && removed > 0, "{written} written, {removed} removed");
    let (history, now) = (history(&mem), fs::read_to_string(&path).unwrap_or_default());
    assert!(now.contains(&mark(written)) || history.contains(&mark(written)), "version {written}");
    // Each removal took away a version that a commit before it holds whole.
    mem.run(["restore", "project_one.md"]).ok();
    assert!(mem.read("project_one.md").starts_with("---\nname: One\n"));
}

#[test]
fn a_line_that_the_agent_put_into_the_index_stays() {
    for tool in [Tool::InPlace, Tool::Rename] {
        let mem = world();
        let text = |version| format!("# Mine\n\n- [One](project_one.md) — {}\n", mark(version));
        let (agent, through) = meanwhile(&mem, "MEMORY.md", tool, text, |n| match n % 3 {
            0 => mem.run(["reindex"]),
            1 => mem.run(["add", "-t", "project", "-n", &format!("New {n}"), "-d", "x", "-m", "y"]),
            _ => mem.run(["rm", &format!("project_new_{}.md", n - 1)]),
        });
        assert!(through > 0);
        // mem changes lines of its own and leaves those of others: no version was ever replaced.
        assert_eq!(agent.replaced, BTreeSet::new());
        assert!(mem.read("MEMORY.md").contains(&mark(agent.last)));
    }
}

#[test]
fn links_are_followed_in_a_memory_that_an_agent_is_writing() {
    for tool in [Tool::InPlace, Tool::Rename] {
        let mem = world();
        let text = |version| memory(version).replace("name: One", "name: Linking").replace("The ", "See [[Two]]. The ");
        let (agent, _) = meanwhile(&mem, "project_one.md", tool, text, |n| {
            let (from, to) = if n % 2 == 0 { ("Two", "Three") } else { ("Three", "Two") };
            mem.run(["mv", from, to])
        });
        // Only a link changes: each version of the agent's is still there.
        assert_eq!(agent.replaced, BTreeSet::new());
        nothing_lost(&mem, "project_one.md", &agent);
    }
}

#[test]
fn a_file_that_somebody_has_just_emptied_is_given_time_to_fill() {
    let mem = world();
    let index = mem.read("MEMORY.md");
    thread::scope(|scope| {
        let file = fs::File::create(mem.path("MEMORY.md")).unwrap();
        scope.spawn(move || {
            use std::io::Write as _;
            thread::sleep(Duration::from_millis(60));
            let mut file = file;
            file.write_all(format!("{index}\nMine alone.\n").as_bytes()).unwrap();
        });
        mem.add("project", "Three", "About Three", "Body");
    });
    assert_eq!(
        mem.read("MEMORY.md"),
        "# Memory\n\n- [One](project_one.md) — About One\n- [Two](project_two.md) — About Two\n\nMine alone.\n\n- [Three](project_three.md) — About Three\n"
    );
}

#[test]
fn what_is_written_into_the_old_file_after_the_exchange_is_put_back() {
    let mem = world();
    // Somebody has the file open, as an editor that writes in pieces.
    let mut open = fs::File::options().append(true).open(mem.path("MEMORY.md")).unwrap();
    // The history is written after the index: a git that takes its time gives the writer the time.
    let bin = mem.root().join("bin");
    fs::create_dir(&bin).unwrap();
    let (gate, here) = (mem.root().join("gate"), mem.root().join("here"));
    let path = std::env::var("PATH").unwrap();
    let script = format!(
        "#!/bin/sh\nPATH='{path}'\ncase \"$*\" in *fast-import*) : >'{}'; while [ -e \"$0\" ] && ! test -e '{}'; do sleep 0.01; done;; esac\nexec git \"$@\"\n",
        here.display(),
        gate.display()
    );
    fs::write(bin.join("git"), script).unwrap();
    Command::new("chmod").arg("755").arg(bin.join("git")).status().unwrap();
    let mut mem_process = mem.process();
    let mut child = mem_process
        .env("PATH", format!("{}:{path}", bin.display()))
        .args(["add", "-t", "project", "-n", "Three", "-d", "About Three", "-m", "Body"])
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    while !here.exists() {
        assert!(child.try_wait().unwrap().is_none(), "it ended without git");
        thread::sleep(Duration::from_millis(5));
    }
    std::io::Write::write_all(&mut open, b"Late, and not lost.\n").unwrap();
    fs::write(&gate, "").unwrap();
    let ran = crate::support::ran(child.wait_with_output().unwrap()).ok();
    ran.says("MEMORY.md was written by another program at the same moment");
    let index = mem.read("MEMORY.md");
    assert!(index.contains("Late, and not lost.\n"), "{index}");
    assert!(index.contains("- [Three](project_three.md) — About Three\n"), "{index}");
    assert_eq!(mem.run(["diff"]).ok().out, "");
}

#[test]
fn a_memory_that_somebody_has_just_emptied_keeps_its_line() {
    let mem = world();
    let (text, index) = (mem.read("project_one.md"), mem.read("MEMORY.md"));
    thread::scope(|scope| {
        let file = fs::File::create(mem.path("project_one.md")).unwrap();
        scope.spawn(move || {
            thread::sleep(Duration::from_millis(60));
            let mut file = file;
            std::io::Write::write_all(&mut file, text.as_bytes()).unwrap();
        });
        mem.run(["reindex"]).ok();
    });
    assert_eq!(mem.read("MEMORY.md"), index);
}
