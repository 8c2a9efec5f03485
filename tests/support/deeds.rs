//! One of each command that changes a store, in a world that can be put back to its start: for
//! tests that break each of them at each of its steps.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use super::Mem;

/// Path below the store → bytes.
pub(crate) type State = BTreeMap<PathBuf, Vec<u8>>;

/// A command with what it makes of the store.
pub(crate) struct Deed {
    pub(crate) name: &'static str,
    pub(crate) args: Vec<String>,
    pub(crate) before: State,
    pub(crate) after: State,
}

/// A world with a copy of its start.
pub(crate) struct Deeds {
    pub(crate) mem: Mem,
    editor: String,
}

fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(|w| (*w).to_owned()).collect()
}

/// Some pages long, so that a disk can fill up in the middle of it.
pub(crate) fn body(what: &str) -> String {
    format!("Start of {what}\n{}End of {what}", format!("A line of {what}, of some length.\n").repeat(280))
}

impl Deeds {
    pub(crate) fn new(mem: Mem) -> Self {
        mem.add("project", "One", "About One", &body("one")).add("project", "Two", "About Two", "See [[One]].");
        mem.add("project", "Gone", "About Gone", &body("gone")).run(["rm", "Gone"]).ok();
        let index = mem.read("MEMORY.md");
        mem.file("MEMORY.md", index.replace("— About Two", "— by hand"));
        mem.add("project", "Three", "About Three", "Body");
        let draft = mem.root().join("draft");
        fs::write(&draft, format!("---\nname: One\ndescription: Edited\ntype: project\n---\n{}\n", body("edit")))
            .unwrap();
        let editor = format!("cp {}", draft.display());
        let deeds = Self { mem, editor };
        for from in [deeds.mem.store(), deeds.mem.home()] {
            copy(&from, &deeds.saved(&from));
        }
        deeds
    }

    fn saved(&self, dir: &Path) -> PathBuf {
        self.mem.root().join("saved").join(dir.file_name().unwrap())
    }

    /// Store and home as they were at the start.
    pub(crate) fn reset(&self) {
        for dir in [self.mem.store(), self.mem.home()] {
            // What is in it goes: the directory itself may be a mount.
            for entry in fs::read_dir(&dir).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() { fs::remove_dir_all(path).unwrap() } else { fs::remove_file(path).unwrap() }
            }
            copy(&self.saved(&dir), &dir);
        }
    }

    /// The editor that `edit` gets.
    pub(crate) fn editor(&self) -> &str {
        &self.editor
    }

    pub(crate) fn state(&self) -> State {
        let store = self.mem.store();
        self.mem.state().into_iter().map(|(path, bytes)| (path.strip_prefix(&store).unwrap().into(), bytes)).collect()
    }

    /// Every command, with what it does when nothing is in its way.
    pub(crate) fn all(&self) -> Vec<Deed> {
        let new = body("new");
        let commands = [
            ("add", words(&["add", "-t", "project", "-n", "New", "-d", "About New", "-m", &new])),
            ("update", words(&["add", "--update", "-t", "project", "-n", "One", "-d", "Other", "-m", &new])),
            ("rm", words(&["rm", "One"])),
            ("mv", words(&["mv", "One", "Another"])),
            ("edit", words(&["edit", "One"])),
            ("reindex", words(&["reindex"])),
            ("restore", words(&["restore", "project_gone"])),
        ];
        commands.into_iter().map(|(name, args)| self.deed(name, args)).collect()
    }

    fn deed(&self, name: &'static str, args: Vec<String>) -> Deed {
        self.start(name);
        let before = self.state();
        super::ran(self.mem.command().args(&args).env("EDITOR", &self.editor).output().unwrap()).ok();
        Deed { name, args, before, after: self.state() }
    }

    /// The start, and what the command is there for.
    pub(crate) fn start(&self, name: &str) {
        self.reset();
        if name == "reindex" {
            let index = self.mem.read("MEMORY.md");
            self.mem.file("MEMORY.md", index.replace("project_three.md", "project_dead.md"));
        }
    }

    /// Each file is as before or as after, whatever became of the command.
    #[track_caller]
    pub(crate) fn whole(&self, deed: &Deed, what: &str) {
        let now = self.state();
        let temporary = |p: &Path| p.file_name().unwrap().to_str().unwrap().starts_with(".mem-");
        let files = now.keys().chain(deed.before.keys()).chain(deed.after.keys()).filter(|p| !temporary(p));
        for file in files {
            let (before, now, after) = (deed.before.get(file), now.get(file), deed.after.get(file));
            // A file that was renamed has its old header for a while, under its new name.
            let renamed = deed.name == "mv" && now == deed.before.get(Path::new("project_one.md"));
            let index = file.as_os_str() == "MEMORY.md";
            assert!(
                now == before || now == after || renamed && !index,
                "{} {what}: {} is neither old nor new: {:?}",
                deed.name,
                file.display(),
                now.map(|b| String::from_utf8_lossy(b))
            );
        }
    }

    /// The next change comes through, and nothing of a broken one is left after it.
    #[track_caller]
    pub(crate) fn recovers(&self, deed: &Deed, what: &str) {
        let index = if deed.name == "reindex" { "reindex" } else { "rm" };
        let args = if index == "reindex" { words(&["reindex"]) } else { words(&["rm", "Three"]) };
        let next = self.mem.run(&args);
        assert_eq!(next.code, 0, "{} {what}, then {args:?}: {next:?}", deed.name);
        let left: Vec<_> = self.state().into_keys().filter(|p| p.extension() != Some("md".as_ref())).collect();
        assert_eq!(left, Vec::<PathBuf>::new(), "{} {what}", deed.name);
        let check = self.mem.run(["reindex", "--check"]);
        assert_eq!(check.code, 0, "{} {what}: {check:?}", deed.name);
        assert!(self.mem.read("MEMORY.md").contains("— by hand\n"), "{} {what}", deed.name);
    }
}

/// With owner, mode and times, as a copy for ourselves must be.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    let status = Command::new("cp").arg("-a").arg(from.join(".")).arg(to).status().unwrap();
    assert!(status.success());
}
