//! A `mem` that sees nothing of the machine around it: own home, no variables, a fixed clock.

#[cfg(feature = "net")]
pub(crate) mod authority;
pub(crate) mod deeds;
pub(crate) mod history;
mod machine;
#[path = "../../src/model/chance.rs"]
pub(crate) mod random;
pub(crate) mod schema;
#[cfg(feature = "net")]
pub(crate) mod server;
mod terminal;
pub(crate) mod user;

use std::{
    ffi::OsStr,
    fs,
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
    process::{Output, Stdio},
};

use assert_cmd::Command;
use assert_fs::TempDir;
use serde_json::Value;

pub(crate) use machine::skip;
pub(crate) use terminal::Terminal;

/// The clock of every test.
pub(crate) const NOW: &str = "2026-11-29T12:00:00Z";

/// One test's world: a home, a project, and a store named by `--dir` unless the test says otherwise.
pub(crate) struct Mem {
    root: TempDir,
    by_dir: bool,
    env: Vec<(String, String)>,
}

/// What a run of `mem` gave.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
    /// stdout as bytes.
    pub(crate) bytes: Vec<u8>,
}

impl Mem {
    /// A world whose commands get `--dir STORE`.
    pub(crate) fn new() -> Self {
        let mem = Self::project();
        fs::create_dir(mem.store()).unwrap();
        Self { by_dir: true, ..mem }
    }

    /// As [`Mem::new`], in memory where the machine allows: for tests that write very often.
    pub(crate) fn quick() -> Self {
        let root = TempDir::new_in("/dev/shm").or_else(|_| TempDir::new()).unwrap();
        let mem = Self::at(root);
        fs::create_dir(mem.store()).unwrap();
        Self { by_dir: true, ..mem }
    }

    /// A world in which the store is found by the rules, from the project's directory.
    pub(crate) fn project() -> Self {
        Self::at(TempDir::new().unwrap())
    }

    fn at(root: TempDir) -> Self {
        fs::create_dir(root.path().join("home")).unwrap();
        fs::create_dir(root.path().join("project")).unwrap();
        Self { root, by_dir: false, env: Vec::new() }
    }

    /// With a variable for every run.
    pub(crate) fn env(mut self, name: &str, value: impl AsRef<str>) -> Self {
        self.env.push((name.into(), value.as_ref().into()));
        self
    }

    /// The physical directory of this world.
    pub(crate) fn root(&self) -> PathBuf {
        self.root.path().canonicalize().unwrap()
    }

    pub(crate) fn home(&self) -> PathBuf {
        self.root().join("home")
    }

    /// Where commands run.
    pub(crate) fn cwd(&self) -> PathBuf {
        self.root().join("project")
    }

    /// The store that `--dir` names.
    pub(crate) fn store(&self) -> PathBuf {
        self.root().join("memory")
    }

    pub(crate) fn path(&self, file: impl AsRef<Path>) -> PathBuf {
        self.store().join(file)
    }

    /// Writes a file into the store, folders on the way included.
    pub(crate) fn file(&self, file: impl AsRef<Path>, text: impl AsRef<[u8]>) -> &Self {
        let path = self.path(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
        self
    }

    /// Writes a usual memory whose file is `{kind}_{slug}.md`.
    pub(crate) fn memory(&self, kind: &str, slug: &str, name: &str, description: &str, body: &str) -> &Self {
        let text = format!("---\nname: {name}\ndescription: {description}\ntype: {kind}\n---\n{body}\n");
        self.file(format!("{kind}_{slug}.md"), text)
    }

    /// Sixty memories about other things, so that a word of the test's own is a rare one.
    pub(crate) fn crowd(&self) -> &Self {
        for n in 0..60 {
            self.memory(
                "reference",
                &format!("other_{n}"),
                &format!("Board {n}"),
                &format!("Board of team {n}"),
                "Ask.",
            );
        }
        self
    }

    pub(crate) fn read(&self, file: impl AsRef<Path>) -> String {
        fs::read_to_string(self.path(file)).unwrap()
    }

    /// Every file below the store with its bytes, to compare states.
    pub(crate) fn state(&self) -> Vec<(PathBuf, Vec<u8>)> {
        let mut files = Vec::new();
        for entry in walkdir::WalkDir::new(self.store()).sort_by_file_name() {
            let entry = entry.unwrap();
            if entry.file_type().is_file() {
                files.push((entry.path().to_owned(), fs::read(entry.path()).unwrap()));
            }
        }
        files
    }

    /// The command, hermetic, with nothing said yet.
    pub(crate) fn command(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_mem"));
        command
            .env_clear()
            .env("HOME", self.home())
            // Where what was written in an editor is kept when saving it fails.
            .env("TMPDIR", self.root())
            .env("MEM_NOW", NOW)
            // No worker is left behind, and no test waits for vectors but those that ask for them.
            .env("MEM_RECALL_MEANING", "off")
            .env("PATH", std::env::var_os("PATH").unwrap_or_default());
        command
            .envs(self.env.iter().map(|(k, v)| (k, v)))
            .current_dir(self.cwd())
            .timeout(std::time::Duration::from_secs(300));
        if self.by_dir {
            command.arg("--dir").arg(self.store());
        }
        command
    }

    /// The same for tests that need pipes of their own.
    pub(crate) fn process(&self) -> std::process::Command {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_mem"));
        command
            .env_clear()
            .env("HOME", self.home())
            // Where what was written in an editor is kept when saving it fails.
            .env("TMPDIR", self.root())
            .env("MEM_NOW", NOW)
            // No worker is left behind, and no test waits for vectors but those that ask for them.
            .env("MEM_RECALL_MEANING", "off")
            .env("PATH", std::env::var_os("PATH").unwrap_or_default());
        command.envs(self.env.iter().map(|(k, v)| (k, v))).current_dir(self.cwd()).stdin(Stdio::null());
        if self.by_dir {
            command.arg("--dir").arg(self.store());
        }
        command
    }

    /// Runs with these arguments and nothing on stdin.
    pub(crate) fn run<A: AsRef<OsStr>>(&self, args: impl IntoIterator<Item = A>) -> Ran {
        ran(self.command().args(args).output().unwrap())
    }

    /// Runs with `input` on stdin.
    pub(crate) fn feed<A: AsRef<OsStr>>(&self, args: impl IntoIterator<Item = A>, input: impl Into<Vec<u8>>) -> Ran {
        ran(self.command().args(args).write_stdin(input).output().unwrap())
    }

    /// Runs with `--json` and reads the one document; panics unless stdout is exactly one.
    pub(crate) fn json<A: AsRef<OsStr>>(&self, args: impl IntoIterator<Item = A>) -> Value {
        let ran = ran(self.command().arg("--json").args(args).output().unwrap());
        serde_json::from_str(&ran.out).unwrap_or_else(|e| panic!("not one document ({e}): {ran:?}"))
    }

    /// Adds a memory that must be saved.
    pub(crate) fn add(&self, kind: &str, name: &str, description: &str, body: &str) -> &Self {
        self.run(["add", "-t", kind, "-n", name, "-d", description, "-m", body]).ok();
        self
    }

    /// The file names of the memories, as `ls` has them.
    pub(crate) fn files(&self) -> Vec<String> {
        let listed = self.json(["ls"]);
        listed["memories"].as_array().unwrap().iter().map(|m| m["file"].as_str().unwrap().to_owned()).collect()
    }
}

impl Ran {
    /// The same run, which must have ended with this code.
    #[track_caller]
    pub(crate) fn code(self, code: i32) -> Self {
        assert_eq!(self.code, code, "{self:#?}");
        self
    }

    #[track_caller]
    pub(crate) fn ok(self) -> Self {
        self.code(0)
    }

    /// The same run, whose stderr must hold `text`.
    #[track_caller]
    pub(crate) fn says(self, text: &str) -> Self {
        assert!(self.err.contains(text), "stderr has no {text:?}: {self:#?}");
        self
    }

    /// The same run, with nothing on stderr.
    #[track_caller]
    pub(crate) fn quiet(self) -> Self {
        assert_eq!(self.err, "", "{self:#?}");
        self
    }
}

pub(crate) fn ran(output: Output) -> Ran {
    Ran {
        code: output.status.code().unwrap_or(-1),
        out: String::from_utf8_lossy(&output.stdout).into_owned(),
        err: String::from_utf8_lossy(&output.stderr).into_owned(),
        bytes: output.stdout,
    }
}

/// Tells a thread to stop when it goes out of scope, a panic included: else the scope would wait
/// for ever.
pub(crate) struct Stop<'a>(pub(crate) &'a std::sync::atomic::AtomicBool);

impl Drop for Stop<'_> {
    fn drop(&mut self) {
        self.0.store(true, std::sync::atomic::Ordering::Relaxed);
    }
}

/// Whether permissions bind this user at all; root passes over them.
pub(crate) fn permissions_bind() -> bool {
    let dir = TempDir::new().unwrap();
    let file = dir.path().join("f");
    fs::write(&file, "x").unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o000)).unwrap();
    fs::read(&file).is_err()
}
