//! Single system calls that fail, one after the other, in every command that changes a store:
//! each memory is as before or as after, the error says where, and the next command cleans up.
//!
//! strace does it; where it is missing or may not trace, nothing is tested, and that is said.
//! `MEM_FAULTS=all` tries many more calls, which takes minutes.

use std::{fs, process::Command};

use crate::support::{
    Mem, Ran,
    deeds::{Deed, Deeds},
    ran,
};

/// Calls and the errors that they get, each at every place that a command makes them.
const FAULTS: [(&str, &str); 3] = [("write", "EIO"), ("fsync", "EIO"), ("renameat2", "EIO")];

/// More of them, for the patient.
const ALL_FAULTS: [(&str, &str); 22] = [
    ("write", "EIO"),
    ("write", "ENOSPC"),
    ("write", "EINTR"),
    ("fsync", "EIO"),
    ("fsync", "ENOSPC"),
    ("renameat2", "EIO"),
    ("renameat2", "ENOSPC"),
    ("renameat2", "EINVAL"),
    ("renameat2", "ENOSYS"),
    ("rename", "EIO"),
    ("openat", "EIO"),
    ("openat", "EINTR"),
    ("openat", "EMFILE"),
    ("openat", "ENOSPC"),
    ("unlink", "EIO"),
    ("fchmod", "EPERM"),
    ("read", "EIO"),
    ("read", "EINTR"),
    ("statx", "EIO"),
    ("getdents64", "EIO"),
    ("flock", "EINTR"),
    ("utimensat", "EPERM"),
];

/// Runs the command with its `n`th call failing; `None` when it makes no so many.
fn injected(deeds: &Deeds, deed: &Deed, call: &str, error: &str, n: usize) -> Option<Ran> {
    let mem = deeds.mem.process();
    let log = deeds.mem.root().join("strace.log");
    let mut strace = Command::new("strace");
    strace.arg("-o").arg(&log).arg(format!("-etrace={call}")).arg(format!("-einject={call}:error={error}:when={n}"));
    strace.arg(mem.get_program()).args(mem.get_args()).args(&deed.args);
    strace.env_clear().envs(mem.get_envs().filter_map(|(k, v)| Some((k, v?)))).env("EDITOR", deeds.editor());
    let ran = ran(strace.current_dir(deeds.mem.cwd()).output().unwrap());
    fs::read_to_string(log).unwrap().contains("(INJECTED)").then_some(ran)
}

/// Whether strace is there and may trace.
fn can_inject() -> bool {
    let probe = Command::new("strace").args(["-o/dev/null", "-etrace=none", "true"]).output();
    let can = probe.as_ref().is_ok_and(|out| out.status.success());
    if !can {
        eprintln!("skipped: strace cannot trace here: {probe:?}");
    }
    can
}

/// What a command that met a fault may say and leave.
#[track_caller]
fn judge(deeds: &Deeds, deed: &Deed, ran: &Ran, what: &str) {
    // The program loader has no better word than this when it is refused a file.
    let loader = ran.code == 127 && ran.err.contains("error while loading shared libraries");
    assert!(loader || [0, 1, 3].contains(&ran.code), "{} {what}: {ran:?}", deed.name);
    if !loader && ran.code != 0 && !what.starts_with("write") {
        assert!(ran.err.starts_with("error: "), "{} {what}: {ran:?}", deed.name);
    }
    assert!(!ran.err.contains(".mem-"), "{} {what} names a temporary file: {ran:?}", deed.name);
    let now = deeds.state();
    if ran.err.contains("nothing was changed") {
        assert_eq!(
            now.keys().collect::<Vec<_>>(),
            deed.before.keys().collect::<Vec<_>>(),
            "{} {what}: {ran:?}",
            deed.name
        );
        assert!(now == deed.before, "{} {what}: {ran:?}", deed.name);
    }
    deeds.whole(deed, what);
    deeds.recovers(deed, what);
}

#[test]
fn every_call_may_fail() {
    if !can_inject() {
        return;
    }
    let all = std::env::var_os("MEM_FAULTS").is_some();
    let deeds = Deeds::new(Mem::quick());
    let mut met = 0;
    for deed in deeds.all() {
        for (call, error) in if all { ALL_FAULTS.as_slice() } else { &FAULTS } {
            for n in 1.. {
                deeds.start(deed.name);
                let Some(ran) = injected(&deeds, &deed, call, error, n) else { break };
                met += 1;
                let what = format!("{call} {error} {n}");
                // A call that was only interrupted is made again; opening a local file never is.
                assert!(*error != "EINTR" || *call == "openat" || ran.code == 0, "{} {what}: {ran:?}", deed.name);
                judge(&deeds, &deed, &ran, &what);
            }
        }
    }
    eprintln!("{met} faults");
    assert!(met > 50, "{met}");
}
