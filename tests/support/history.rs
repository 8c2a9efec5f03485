//! The history's repository, looked at with git itself.

use std::{fs, path::PathBuf, process::Command};

use super::Mem;

impl Mem {
    /// The one repository below `MEM_HOME`.
    #[track_caller]
    pub(crate) fn history(&self) -> PathBuf {
        let dir = self.home().join(".local/share/mem/history");
        let found = fs::read_dir(&dir).unwrap().map(|e| e.unwrap().path());
        let found: Vec<_> = found.filter(|p| p.extension().is_some_and(|e| e == "git")).collect();
        assert_eq!(found.len(), 1, "{found:?}");
        found[0].clone()
    }

    /// git on that repository; its stdout.
    #[track_caller]
    pub(crate) fn git(&self, args: &[&str]) -> String {
        let mut git = Command::new("git");
        git.env_clear().env("PATH", std::env::var_os("PATH").unwrap()).env("GIT_CONFIG_GLOBAL", "/dev/null");
        let out = git.arg("--git-dir").arg(self.history()).args(args).output().unwrap();
        assert!(out.status.success(), "git {args:?}: {}", String::from_utf8_lossy(&out.stderr));
        String::from_utf8_lossy(&out.stdout).into_owned()
    }

    /// The subjects of the revisions, newest first.
    #[track_caller]
    pub(crate) fn subjects(&self) -> Vec<String> {
        self.git(&["log", "--format=%s", "main"]).lines().map(str::to_owned).collect()
    }

    /// The bytes of every object of the repository, whatever leads to it, and of its other files.
    pub(crate) fn every_byte_of_the_history(&self) -> Vec<u8> {
        let mut bytes = self.git(&["cat-file", "--batch-all-objects", "--batch"]).into_bytes();
        for entry in walkdir::WalkDir::new(self.history().parent().unwrap()) {
            let entry = entry.unwrap();
            bytes.extend(entry.path().as_os_str().as_encoded_bytes());
            if entry.file_type().is_file() {
                bytes.extend(fs::read(entry.path()).unwrap());
            }
        }
        bytes
    }
}

/// Whether `text` is somewhere in `bytes`.
pub(crate) fn holds(bytes: &[u8], text: &str) -> bool {
    bytes.windows(text.len()).any(|window| window == text.as_bytes())
}
