//! The `mem` binary: everything it does lives in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    mem::cli::main(std::env::args_os().collect())
}
