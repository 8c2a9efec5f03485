//! `mem` as somebody whom permissions bind, also where the tests run as root.

use std::process::Command;

use super::{Mem, permissions_bind};

/// Gives the whole world to that user; `false`, and a printed word, where there is none.
pub(crate) fn give_to_nobody(mem: &Mem) -> bool {
    if permissions_bind() {
        return true;
    }
    let given = Command::new("chown").arg("-R").arg("65534:65534").arg(mem.root()).status();
    let probe = as_nobody(mem).arg("--version").output();
    let can = given.is_ok_and(|s| s.success()) && probe.as_ref().is_ok_and(|out| out.status.success());
    if !can {
        eprintln!("skipped: there is no other user here: {probe:?}");
    }
    can
}

/// The command of that user.
pub(crate) fn as_nobody(mem: &Mem) -> Command {
    let real = mem.process();
    if permissions_bind() {
        return real;
    }
    let mut command = Command::new("setpriv");
    command.args(["--reuid=65534", "--regid=65534", "--clear-groups"]).arg(real.get_program()).args(real.get_args());
    command.env_clear().envs(real.get_envs().filter_map(|(k, v)| Some((k, v?)))).current_dir(mem.cwd());
    command
}
