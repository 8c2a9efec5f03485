//! `mem hook run`, for which a failure is no reason to fail: a host takes a code other than 0 for a
//! veto, and 2 throws the person's prompt away.

use std::{ffi::OsString, panic, process::ExitCode};

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
    let (world, agent) = (World::real().unwrap_or_default(), agent(args));
    survive_panics(&world, &agent);
    if let Err(err) = attempt(args) {
        log::note(&world, &agent, &err.message());
    }
    ExitCode::SUCCESS
}

/// From here on a panic in any thread ends with code 0 too, noted with its place.
#[expect(clippy::disallowed_methods, reason = "nobody is left to return to")]
fn survive_panics(world: &World, agent: &str) {
    let (world, agent, say) = (world.clone(), agent.to_owned(), panic::take_hook());
    panic::set_hook(Box::new(move |panic| {
        say(panic);
        let place = panic.location().map_or_else(String::new, |place| format!(" at {place}"));
        log::note(&world, &agent, &format!("a mistake in mem itself ended it{place}"));
        std::process::exit(0);
    }));
}

/// Who calls, for the log: the word behind `run`, wherever options stand.
fn agent(args: &[OsString]) -> String {
    let words = args.iter().map(|word| word.to_string_lossy());
    let mut behind = words.skip_while(|word| word != "run").skip(1).skip_while(|word| word.starts_with('-'));
    behind.next().map_or_else(|| "hook run".to_owned(), std::borrow::Cow::into_owned)
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
    use std::{ffi::OsString, path::Path, process::Command};

    use super::{agent, is_run, survive_panics};
    use crate::world::World;

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

    /// The test starts itself again to panic as a hook would, in a thread of its own.
    #[test]
    #[expect(clippy::disallowed_methods, reason = "so it knows the second time from the first")]
    fn a_panic_ends_well_and_is_noted() {
        const HOME: &str = "MEM_TEST_PANICS";
        if let Some(home) = std::env::var_os(HOME) {
            survive_panics(&world(Path::new(&home)), "claude");
            let _ = std::thread::spawn(|| panic!("a test of panics")).join();
            unreachable!("a panic ends a hook");
        }
        let home = assert_fs::TempDir::new().unwrap();
        let name = "cli::hook::tests::a_panic_ends_well_and_is_noted";
        let mut again = Command::new(std::env::current_exe().unwrap());
        let out = again.args([name, "--exact", "--nocapture"]).env(HOME, home.path()).output().unwrap();
        assert_eq!(out.status.code(), Some(0), "{out:?}");
        assert!(String::from_utf8_lossy(&out.stderr).contains("a test of panics"), "{out:?}");
        let log = std::fs::read_to_string(home.path().join(".local/state/mem/hook.log")).unwrap();
        assert!(log.contains(" claude: a mistake in mem itself ended it at src"), "{log}");
    }

    fn world(home: &Path) -> World {
        let vars = vec![("HOME".into(), home.into())];
        World::new(Ok(home.to_owned()), vars, jiff::Timestamp::UNIX_EPOCH, Default::default()).unwrap()
    }
}
