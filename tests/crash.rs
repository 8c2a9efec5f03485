//! SIGKILL at any instant: every memory is whole, nothing is lost, no lock stays, and the next
//! command brings the index in step.
//!
//! `MEM_KILLS` and `MEM_SEED` set how many kills and which; the figures are printed with
//! `--no-capture`.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    os::unix::process::{CommandExt as _, ExitStatusExt as _},
    path::PathBuf,
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use rustix::process::{Pid, Signal, kill_process, kill_process_group};

use crate::support::{Mem, NOW, random::Random};

/// Kills that a usual run makes, over all worlds.
const KILLS: usize = 520;
/// Worlds side by side, so that no core waits for a disk.
const WORLDS: usize = 2;
/// The one line of the index that a person wrote.
const HAND: &str = "read this before all others!";

#[test]
fn a_kill_at_any_instant_leaves_the_store_whole() {
    let setting = |name: &str| std::env::var(name).ok().and_then(|v| v.parse().ok());
    let kills: usize = setting("MEM_KILLS").unwrap_or(KILLS);
    let seed = setting("MEM_SEED").unwrap_or(0x6d65_6d00);
    let worlds: Vec<_> = (0..WORLDS)
        .map(|n| thread::spawn(move || World::new(seed as u64 + n as u64).run(kills.div_ceil(WORLDS))))
        .collect();
    // All of them, before one may fail: a world that is left running is not cleaned up.
    let worlds: Vec<_> = worlds.into_iter().map(thread::JoinHandle::join).collect();
    let figures = worlds.into_iter().map(Result::unwrap).fold(Figures::default(), Figures::plus);
    eprintln!("{figures:?}");
    assert!(figures.kills >= kills, "{figures:?}");
    assert_eq!((figures.torn, figures.lost, figures.stuck), (0, 0, 0), "{figures:?}");
    // The kills hit the middle of changes, not only their start.
    assert!(figures.halfway * 20 >= figures.kills, "{figures:?}");
}

/// What came of it.
#[derive(Debug, Default)]
struct Figures {
    /// Commands that died of the signal, of those that were started to be killed.
    kills: usize,
    started: usize,
    /// … that had changed a file by then, or left something behind.
    halfway: usize,
    /// Indexes that were out of step after it, and were repaired by the next command.
    repaired: usize,
    torn: usize,
    lost: usize,
    stuck: usize,
    checked_histories: usize,
}

impl Figures {
    fn plus(self, other: Self) -> Self {
        Self {
            kills: self.kills + other.kills,
            started: self.started + other.started,
            halfway: self.halfway + other.halfway,
            repaired: self.repaired + other.repaired,
            torn: self.torn + other.torn,
            lost: self.lost + other.lost,
            stuck: self.stuck + other.stuck,
            checked_histories: self.checked_histories + other.checked_histories,
        }
    }
}

/// File → text.
type Files = BTreeMap<String, String>;

/// A command that is going to be killed, and what it may leave.
struct Deed {
    kind: &'static str,
    args: Vec<String>,
    editor: Option<String>,
    /// The states that a file may be in afterwards, beside the one before; `None`: not there.
    may: BTreeMap<String, BTreeSet<Option<String>>>,
    /// One of these is there, and one only.
    one_of: Option<(String, String)>,
}

struct World {
    mem: Mem,
    random: Random,
    /// Everything that a file has ever held.
    ever: BTreeMap<String, BTreeSet<String>>,
    /// Within which time each kind of command is killed: so that some three in ten live to their end.
    takes: BTreeMap<&'static str, Duration>,
    generation: usize,
    figures: Figures,
}

fn file_of(name: &str) -> String {
    format!("project_{}.md", name.to_lowercase().replace(' ', "_"))
}

fn description(name: &str, generation: usize) -> String {
    format!("What {name} says in version {generation}")
}

fn body(generation: usize) -> String {
    let lines: Vec<_> =
        (0..60).map(|n| format!("Version {generation}, line {n} of 60: a sentence of some length.")).collect();
    lines.join("\n")
}

fn text(name: &str, generation: usize) -> String {
    let (description, body) = (description(name, generation), body(generation));
    format!("---\nname: {name}\ndescription: {description}\ntype: project\nmodified: {NOW}\n---\n{body}\n")
}

fn value<'t>(text: &'t str, key: &str) -> &'t str {
    text.lines().find_map(|l| l.strip_prefix(key)?.strip_prefix(": ")).unwrap_or_default()
}

impl World {
    fn new(seed: u64) -> Self {
        // By hand on a disk: `MEM_KILL_DISK=1`.
        let mem = if std::env::var_os("MEM_KILL_DISK").is_some() { Mem::new() } else { Mem::quick() };
        mem.file("MEMORY.md", format!("# Mine\n\nProse that stays.\n\n- [Guide](project_guide.md) — {HAND}\n"));
        let mut world = Self {
            mem,
            random: Random::new(seed),
            ever: BTreeMap::new(),
            takes: BTreeMap::new(),
            generation: 0,
            figures: Figures::default(),
        };
        world.mem.file("project_guide.md", text("Guide", 0));
        for name in ["Alpha", "Beta", "Gamma", "Delta"] {
            world.mem.add("project", name, &description(name, 0), &body(0));
        }
        world.remember();
        world
    }

    fn run(mut self, kills: usize) -> Figures {
        for round in 0.. {
            if self.figures.kills >= kills {
                break;
            }
            // A machine on which the kills always come too late is no reason to go on for ever.
            assert!(round < kills * 6 + 100, "{:?}", self.figures);
            self.round(round);
            if round % 100 == 50 {
                self.check_history();
            }
        }
        self.check_history();
        self.figures
    }

    fn round(&mut self, round: usize) {
        self.generation += 1;
        let deed = self.deed();
        let (before, index) = (self.files(), self.mem.read("MEMORY.md"));
        let killed = self.kill(&deed, round.is_multiple_of(2));
        let after = self.files();
        self.check(&deed, &before, &after);
        // What the kill left is in the history as soon as the next command runs.
        self.remember();
        let out_of_step = !self.in_step().is_empty();
        if killed {
            self.figures.kills += 1;
            let halfway = after != before || self.mem.read("MEMORY.md") != index || !self.leftovers().is_empty();
            self.figures.halfway += usize::from(halfway);
        }
        self.next(&deed);
        self.figures.repaired += usize::from(killed && out_of_step && deed.kind != "reindex");
        self.remember();
    }

    /// Something to do, by chance.
    fn deed(&mut self) -> Deed {
        let files = self.files();
        let names: Vec<String> = files.values().map(|t| value(t, "name").to_owned()).collect();
        let (victim, generation) = (self.random.pick(&names).clone(), self.generation);
        let file = files.iter().find(|(_, t)| value(t, "name") == victim).unwrap().0.clone();
        let mut deed = Deed { kind: "", args: Vec::new(), editor: None, may: BTreeMap::new(), one_of: None };
        let fresh = format!("Note {generation}");
        let add = |name: &str| {
            let (description, body) = (description(name, generation), body(generation));
            ["add", "-t", "project", "-n", name, "-d", &description, "-m", &body].map(str::to_owned).to_vec()
        };
        let updated = Some(text(&victim, generation));
        match self.random.below(7) {
            0 => {
                (deed.kind, deed.args) = ("add", add(&fresh));
                deed.may.insert(file_of(&fresh), [Some(text(&fresh, generation))].into());
            }
            1 => {
                (deed.kind, deed.args) = ("update", add(&victim));
                deed.args.push("--update".into());
                deed.may.insert(file, [updated].into());
            }
            2 if files.len() > 4 && !self.hand(&file) => {
                (deed.kind, deed.args) = ("rm", vec!["rm".into(), file.clone()]);
                deed.may.insert(file, [None].into());
            }
            3 => {
                (deed.kind, deed.args) = ("mv", vec!["mv".into(), file.clone(), fresh.clone()]);
                let old = files[&file].clone();
                let new = old.replacen(&format!("name: {victim}\n"), &format!("name: {fresh}\n"), 1);
                deed.may.insert(file_of(&fresh), [None, Some(old), Some(new)].into());
                deed.may.insert(file.clone(), [None].into());
                deed.one_of = Some((file, file_of(&fresh)));
            }
            4 => {
                let draft = self.mem.root().join("draft");
                fs::write(&draft, text(&victim, generation)).unwrap();
                (deed.kind, deed.args) = ("edit", vec!["edit".into(), file.clone()]);
                deed.editor = Some(format!("cp {}", draft.display()));
                deed.may.insert(file, [updated].into());
            }
            5 => {
                let index = self.mem.read("MEMORY.md");
                let kept: Vec<_> = index.lines().filter(|l| l.contains(HAND) || !l.contains("](project")).collect();
                self.mem.file("MEMORY.md", format!("{}\n- [Gone](project_gone.md) — dead\n", kept.join("\n")));
                (deed.kind, deed.args) = ("reindex", vec!["reindex".into()]);
            }
            _ => {
                // Mostly one that is gone, so that the store does not run empty.
                let gone: Vec<String> = self.ever.keys().filter(|f| !files.contains_key(*f)).cloned().collect();
                let file = if gone.is_empty() { file } else { self.random.pick(&gone).clone() };
                (deed.kind, deed.args) = ("restore", vec!["restore".into(), file.clone()]);
                let ever = self.ever.get(&file).into_iter().flatten().cloned().map(Some).collect();
                deed.may.insert(file, ever);
            }
        }
        deed
    }

    /// Starts the command and kills it somewhere in its life; the whole group or it alone.
    fn kill(&mut self, deed: &Deed, group: bool) -> bool {
        let mut command = self.mem.process();
        command.args(&deed.args).stdout(Stdio::null()).stderr(Stdio::null()).process_group(0);
        command.envs(deed.editor.iter().map(|editor| ("EDITOR", editor)));
        self.figures.started += 1;
        let known = self.takes.get(deed.kind).copied();
        let delay = known.map(|t| t.mul_f64(self.random.fraction()));
        let start = Instant::now();
        let mut child = command.spawn().unwrap();
        if let Some(delay) = delay {
            thread::sleep(delay.saturating_sub(start.elapsed()));
            let pid = Pid::from_child(&child);
            let _ = if group { kill_process_group(pid, Signal::KILL) } else { kill_process(pid, Signal::KILL) };
        }
        let status = child.wait().unwrap();
        let lived = status.signal().is_none();
        self.takes.insert(deed.kind, known.map_or(start.elapsed(), |t| t.mul_f64(if lived { 0.93 } else { 1.03 })));
        status.signal() == Some(9)
    }

    /// Every memory is as before or as it should become.
    fn check(&mut self, deed: &Deed, before: &Files, after: &Files) {
        let all: BTreeSet<&String> = before.keys().chain(after.keys()).chain(deed.may.keys()).collect();
        for file in all {
            let (old, now) = (before.get(file), after.get(file));
            let allowed = deed.may.get(file).is_some_and(|may| may.contains(&now.cloned()));
            if now != old && !allowed {
                *(if now.is_none() { &mut self.figures.lost } else { &mut self.figures.torn }) += 1;
                eprintln!("{} left {file} neither old nor new: {now:?}", deed.kind);
            }
        }
        if let Some((a, b)) = &deed.one_of
            && after.contains_key(a) == after.contains_key(b)
        {
            self.figures.lost += 1;
            eprintln!("{} left {a} and {b}: {:?}", deed.kind, after.keys());
        }
    }

    /// Any change comes through, and afterwards nothing is left of the kill.
    fn next(&mut self, deed: &Deed) {
        let pulse = format!("Pulse of {}", deed.kind);
        let args: Vec<String> = match (deed.kind, self.random.below(3)) {
            ("reindex", _) => vec!["reindex".into()],
            (_, 0) if self.mem.path(file_of(&pulse)).exists() => vec!["rm".into(), file_of(&pulse)],
            (_, 1) => vec!["reindex".into()],
            _ => ["add", "--update", "-t", "project", "-n", &pulse, "-d", "x", "-m", &body(self.generation)]
                .map(str::to_owned)
                .to_vec(),
        };
        let ran = self.mem.run(&args);
        if ran.code != 0 {
            self.figures.stuck += 1;
            panic!("after a killed {}, {args:?} fails: {ran:?}", deed.kind);
        }
        assert_eq!(self.leftovers(), Vec::<PathBuf>::new(), "after a killed {} and {args:?}", deed.kind);
        assert_eq!(self.in_step(), Vec::<String>::new(), "after a killed {} ({:?}) and {args:?}", deed.kind, deed.args);
        let index = self.mem.read("MEMORY.md");
        assert!(index.starts_with("# Mine\n\nProse that stays.\n\n") && index.matches(HAND).count() == 1, "{index}");
    }

    /// What the index has wrong, against the files.
    fn in_step(&self) -> Vec<String> {
        let index = self.mem.read("MEMORY.md");
        let lines: BTreeSet<&str> = index.lines().filter(|l| l.contains("](") && !l.contains(HAND)).collect();
        let files = self.files();
        let line = |(file, text): (&String, &String)| {
            format!("- [{}]({file}) — {}", value(text, "name"), value(text, "description"))
        };
        let wanted: BTreeSet<String> = files.iter().filter(|(file, _)| !self.hand(file)).map(line).collect();
        let wrong = |l: &&str| !wanted.contains(*l);
        let surplus = lines.iter().filter(|l| wrong(l)).map(|l| format!("+ {l}"));
        let missing = wanted.iter().filter(|l| !lines.contains(l.as_str())).map(|l| format!("- {l}"));
        let hands = files.keys().filter(|file| self.hand(file)).count();
        surplus.chain(missing).chain((hands != 1).then(|| format!("{hands} hand-written lines"))).collect()
    }

    /// Whether the hand-written line leads to this file.
    fn hand(&self, file: &str) -> bool {
        let end = format!("]({file}) — {HAND}");
        self.mem.read("MEMORY.md").lines().any(|l| l.ends_with(&end))
    }

    /// Temporary files and notes.
    fn leftovers(&self) -> Vec<PathBuf> {
        let (store, history) = (self.mem.store(), self.mem.home().join(".local/share/mem/history"));
        let files = walkdir::WalkDir::new(store).into_iter().chain(walkdir::WalkDir::new(history).max_depth(1));
        let paths = files.filter_map(|entry| Some(entry.ok()?.into_path()));
        paths.filter(|p| p.extension().is_some_and(|e| e == "tmp" || e == "pending" || e == "init")).collect()
    }

    fn files(&self) -> Files {
        let listed = fs::read_dir(self.mem.store()).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap());
        let memories = listed.filter(|f| f.ends_with(".md") && f != "MEMORY.md");
        memories.map(|file| (file.clone(), self.mem.read(&file))).collect()
    }

    fn remember(&mut self) {
        for (file, text) in self.files() {
            self.ever.entry(file).or_default().insert(text);
        }
    }

    /// The history is sound, and its last commit is what the store holds.
    fn check_history(&mut self) {
        // A command that changes nothing commits nothing.
        self.mem.add("project", &format!("Check {}", self.generation), "x", "Last.");
        let home = self.mem.home().join(".local/share/mem/history");
        let repository =
            fs::read_dir(home).unwrap().map(|e| e.unwrap().path()).find(|p| p.extension() == Some("git".as_ref()));
        let git = |args: &[&str]| {
            let out =
                Command::new("git").arg("--git-dir").arg(repository.as_ref().unwrap()).args(args).output().unwrap();
            assert!(out.status.success(), "{args:?}: {out:?}");
            String::from_utf8(out.stdout).unwrap()
        };
        git(&["fsck", "--full", "--no-dangling"]);
        let mut files = self.files();
        files.insert("MEMORY.md".into(), self.mem.read("MEMORY.md"));
        let listed: BTreeSet<String> = git(&["ls-tree", "--name-only", "main"]).lines().map(str::to_owned).collect();
        assert_eq!(listed, files.keys().cloned().collect());
        for (file, text) in files {
            assert!(git(&["cat-file", "blob", &format!("main:{file}")]) == text, "{file} differs in the history");
        }
        self.figures.checked_histories += 1;
    }
}
