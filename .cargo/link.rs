//! How the program is linked on Linux, and nothing else: the build script makes no code.
//!
//! `mem` starts before every prompt that a person types, and half of a start is the loader's work. At a
//! fixed address nothing is left to relocate, and with the unwinder linked in there is no second
//! library to find and map. A flag for every crate would break the macros, which are libraries.
#![expect(clippy::print_stdout, clippy::disallowed_methods, reason = "this is how a build script is asked and answers")]

use std::{
    env,
    io::Write as _,
    path::Path,
    process::{Command, Stdio},
};

/// To `lld`, which rustc brings along: write the program from its beginning to its end. What several threads
/// write at once stays in the page cache in single pages until it is read from the disk again, and mapping
/// them one by one makes a recall from 200 memories 10 % slower.
const IN_ORDER: &str = "-Wl,--threads=1";

fn main() {
    println!("cargo::rerun-if-changed=.cargo/link.rs");
    let target = |key: &str| env::var(format!("CARGO_CFG_TARGET_{key}")).unwrap_or_default();
    let wholly_static = target("FEATURE").split(',').any(|feature| feature == "crt-static");
    if target("OS") == "linux" && target("ENV") == "gnu" && !wholly_static {
        println!("cargo::rustc-link-arg-bins=-no-pie");
        println!("cargo::rustc-link-lib=dylib=gcc_eh");
        if env::var("PROFILE").is_ok_and(|profile| profile == "release") && is_taken(IN_ORDER) {
            println!("cargo::rustc-link-arg-bins={IN_ORDER}");
        }
    }
}

/// Whether the linker of this build takes an argument: it is asked to link an empty program.
fn is_taken(argument: &str) -> bool {
    let var = |key| env::var(key).unwrap_or_default();
    let mut rustc = Command::new(var("RUSTC"));
    rustc.args(["--crate-name=probe", "--target", &var("TARGET"), "-C", &format!("link-arg={argument}"), "-o"]);
    rustc.arg(Path::new(&var("OUT_DIR")).join("probe")).arg("-");
    rustc.args(var("CARGO_ENCODED_RUSTFLAGS").split('\u{1f}').filter(|flag| !flag.is_empty()));
    if let Ok(linker) = env::var("RUSTC_LINKER") {
        rustc.args(["-C", &format!("linker={linker}")]);
    }
    let started = rustc.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    started.is_ok_and(|mut rustc| {
        let sent = rustc.stdin.take().is_some_and(|mut source| source.write_all(b"fn main() {}").is_ok());
        rustc.wait().is_ok_and(|status| status.success()) && sent
    })
}
