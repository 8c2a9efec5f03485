//! What some tests ask of the machine: a terminal, another user, a file system of their own.

use std::{
    fs,
    os::unix::fs::PermissionsExt as _,
    process::{Command, Stdio},
};

use super::{Mem, Ran, Terminal, permissions_bind, ran};

/// Says why a test is skipped.
#[expect(clippy::print_stderr, reason = "a test may speak")]
pub(crate) fn skip(why: &str) {
    eprintln!("skipped: {why}");
}

/// A user that owns nothing.
const NOBODY: &str = "65534";

impl Mem {
    /// `mem` on a terminal of so many columns.
    pub(crate) fn terminal(&self, columns: u16, args: &[&str]) -> Terminal {
        let mut mem = self.process();
        mem.args(args).env("TERM", "xterm");
        Terminal::start(mem, columns)
    }

    /// All that `mem` prints on such a terminal, line ends as a pipe has them.
    pub(crate) fn on_terminal(&self, columns: u16, args: &[&str]) -> String {
        self.terminal(columns, args).rest()
    }

    /// Runs as a user whom permissions bind; `None` where nobody can be that.
    pub(crate) fn bound(&self, args: &[&str]) -> Option<Ran> {
        let mem = self.process();
        if permissions_bind() {
            return Some(ran(self.process().args(args).output().unwrap()));
        }
        let mut command = Command::new("setpriv");
        command.args(["--reuid", NOBODY, "--regid", NOBODY, "--clear-groups"]);
        let works = command.arg("true").output().is_ok_and(|o| o.status.success());
        if !works {
            skip("root passes over permissions, and setpriv does not work here");
            return None;
        }
        // The usual place of the binary may be below a directory that only root enters.
        let binary = self.root().join("mem-for-nobody");
        if !binary.exists() {
            fs::copy(mem.get_program(), &binary).unwrap();
            fs::set_permissions(&binary, fs::Permissions::from_mode(0o755)).unwrap();
        }
        let owner = format!("{NOBODY}:{NOBODY}");
        assert!(Command::new("chown").args(["-Rh", &owner]).arg(self.root()).status().unwrap().success());
        let mut command = Command::new("setpriv");
        command.args(["--reuid", NOBODY, "--regid", NOBODY, "--clear-groups"]).arg(binary);
        command.args(mem.get_args()).args(args).env_clear().stdin(Stdio::null()).current_dir(self.cwd());
        command.envs(mem.get_envs().filter_map(|(name, value)| Some((name, value?))));
        Some(ran(command.output().unwrap()))
    }

    /// Runs a script that may mount over `$STORE`, seen by nobody else; `mem` is a function in it.
    /// `None` where that is not allowed.
    pub(crate) fn in_own_mounts(&self, script: &str) -> Option<Ran> {
        let flags = if permissions_bind() { "-rm" } else { "-m" };
        let probe = ["sh", "-c", "mount -t tmpfs -o size=64k tmpfs /mnt"];
        let works = Command::new("unshare").arg(flags).args(probe).output().is_ok_and(|o| o.status.success());
        if !works {
            skip("nothing can be mounted here");
            return None;
        }
        let mem = self.process();
        let script = format!("mem() {{ \"$MEM\" --dir \"$STORE\" \"$@\" </dev/null; }}\n{script}");
        let mut command = Command::new("unshare");
        command.arg(flags).args(["sh", "-c", &script]).env_clear().current_dir(self.cwd());
        command.envs(mem.get_envs().filter_map(|(name, value)| Some((name, value?))));
        command.env("MEM", mem.get_program()).env("STORE", self.store());
        Some(ran(command.output().unwrap()))
    }
}
