//! How the program is linked on Linux, and nothing else: the build script makes no code.
//!
//! `mem` starts before every prompt that a person types, and half of a start is the loader's work. At a
//! fixed address nothing is left to relocate, and with the unwinder linked in there is no second
//! library to find and map. A flag for every crate would break the macros, which are libraries.
#![expect(clippy::print_stdout, clippy::disallowed_methods, reason = "this is how a build script is asked and answers")]

fn main() {
    println!("cargo::rerun-if-changed=.cargo/link.rs");
    let target = |key: &str| std::env::var(format!("CARGO_CFG_TARGET_{key}")).unwrap_or_default();
    let wholly_static = target("FEATURE").split(',').any(|feature| feature == "crt-static");
    if target("OS") == "linux" && target("ENV") == "gnu" && !wholly_static {
        println!("cargo::rustc-link-arg-bins=-no-pie");
        println!("cargo::rustc-link-lib=dylib=gcc_eh");
    }
}
