//! `mem hook run`, for which a failure is no reason to fail: a host takes a code other than 0 for a
//! veto, and 2 throws the person's prompt away.

use std::{
    ffi::OsString,
    panic::{AssertUnwindSafe, catch_unwind},
    process::ExitCode,
};

use super::{Cli, Error, answer, context::Context, enter, parse, patient, screen_of};
use crate::{
    ops::hook::log,
    output::{Colour, Format, Screen},
    world::World,
};

/// Whether the arguments are those of a hook, be they wrong behind that.
pub(super) fn is_run(args: &[OsString]) -> bool {
    let mut words = args.iter().skip(1);
    let mut next = || loop {
        let word = words.next()?;
        match word.to_str() {
            Some("-C" | "--dir" | "--color") => drop(words.next()),
            Some(option) if option.starts_with('-') => {}
            _ => return Some(word),
        }
    };
    next().is_some_and(|word| word == "hook") && next().is_some_and(|word| word == "run")
}

/// Runs the hook. Whatever happens ends with code 0, and with a line in the log.
pub(super) fn main(args: &[OsString]) -> ExitCode {
    let world = World::real().ok();
    let agent = agent(args);
    if let Some(why) = outcome(|| attempt(args)) {
        log::note(world.as_ref().unwrap_or(&World::default()), &agent, &why);
    }
    ExitCode::SUCCESS
}

/// Who calls, for the log: the word behind `run`, wherever options stand.
fn agent(args: &[OsString]) -> String {
    let words = args.iter().map(|word| word.to_string_lossy());
    let mut behind = words.skip_while(|word| word != "run").skip(1).skip_while(|word| word.starts_with('-'));
    behind.next().map_or_else(|| "hook run".to_owned(), std::borrow::Cow::into_owned)
}

/// Why the work was not done, a panic included.
fn outcome(work: impl FnOnce() -> Result<(), Error>) -> Option<String> {
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(Ok(())) => None,
        Ok(Err(err)) => Some(err.message()),
        Err(_) => Some("a mistake in mem itself ended it".to_owned()),
    }
}

fn attempt(args: &[OsString]) -> Result<(), Error> {
    let mut world = World::real()?;
    let cli = match parse(args) {
        Ok(cli) => cli,
        Err(err) => {
            // The host may still be writing, and a broken pipe is its failure.
            if !world.terminal.stdin {
                patient::stdin();
            }
            let screen = screen_of(&world, args);
            answer(&screen, args, &err);
            return if err.use_stderr() { Err(Error::usage_of_clap(&err, args)) } else { Ok(()) };
        }
    };
    enter(&mut world, &cli.global)?;
    let screen = Screen::new(&world, Format::Human, Colour::Never, true);
    let Cli { global, command } = cli;
    command.map_or(Ok(()), |command| command.run(&Context::new(world, screen, global)).map(drop))
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;

    use super::{agent, is_run, outcome};

    #[test]
    fn a_hook_is_known_by_its_words() {
        let is = |line: &str| is_run(&line.split(' ').map(OsString::from).collect::<Vec<_>>());
        for line in
            ["mem hook run", "mem hook run claude", "mem -C x --dir=y hook run nosuch", "mem --json hook -q run"]
        {
            assert!(is(line), "{line}");
        }
        for line in
            ["mem", "mem hook", "mem hook install run", "mem recall hook run", "mem --dir hook run", "mem run hook"]
        {
            assert!(!is(line), "{line}");
        }
    }

    #[test]
    fn the_agent_stands_behind_run() {
        let agent = |line: &str| agent(&line.split(' ').map(OsString::from).collect::<Vec<_>>());
        for line in ["mem hook run claude", "mem hook run claude --odd Stop", "mem -q hook run --odd claude x"] {
            assert_eq!(agent(line), "claude", "{line}");
        }
        assert_eq!(agent("mem hook run"), "hook run");
    }

    #[test]
    fn a_panic_is_a_reason() {
        assert!(outcome(|| panic!("a test of panics")).is_some());
        assert!(outcome(|| Ok(())).is_none());
    }
}
