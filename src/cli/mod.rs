//! Arguments in, exit code out.

mod behind;
mod commands;
mod complete;
mod context;
mod editor;
mod error;
mod facts;
mod hook;
mod input;
mod judging;
mod patient;
mod session;

use std::{
    ffi::OsString,
    io,
    path::{Path, PathBuf},
    process::ExitCode,
};

use clap::{Args, CommandFactory as _, FromArgMatches as _, Parser, Subcommand as _, error::ErrorKind};

use self::context::Context;
pub use self::error::{Error, Exit};
use crate::{
    output::{Colour, Format, Screen, error_document},
    world::World,
};

/// git for a coding agent's memory: keeps its Markdown memories true, small and findable
#[derive(Parser)]
#[command(name = "mem", version, max_term_width = 100, propagate_version = false, infer_subcommands = false)]
#[command(args_override_self = true)]
#[command(after_long_help = facts::FACTS)]
#[command(after_help = "Start with `mem ls`, `mem recall \"what you are about to do\"` and `mem help add`.")]
pub struct Cli {
    #[command(flatten)]
    global: Global,
    #[command(subcommand)]
    command: Option<commands::Command>,
}

/// Options that every command takes.
#[derive(Clone, Args)]
pub(crate) struct Global {
    /// Act as if started in PATH; several add up, as in git
    #[arg(short = 'C', global = true, value_name = "PATH", help_heading = "Global options")]
    cd: Vec<OsString>,
    /// The memory directory itself [env: MEM_DIR]
    #[arg(long, global = true, value_name = "DIR", help_heading = "Global options", add = complete::directories())]
    dir: Option<PathBuf>,
    /// Print one JSON document (see `mem schema`)
    #[arg(long, global = true, help_heading = "Global options")]
    json: bool,
    /// When to use colours
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", hide_default_value = true, value_parser = colour_parser(), help_heading = "Global options")]
    color: Colour,
    /// Print results and errors only
    #[arg(short, long, global = true, help_heading = "Global options")]
    quiet: bool,
    /// Say more about what is done
    #[arg(short, long, global = true, help_heading = "Global options")]
    verbose: bool,
}

fn colour_parser() -> impl clap::builder::TypedValueParser<Value = Colour> {
    use clap::builder::{PossibleValuesParser, TypedValueParser as _};
    PossibleValuesParser::new(["auto", "always", "never"]).map(|word| colour(&word))
}

fn colour(word: &str) -> Colour {
    match word {
        "always" => Colour::Always,
        "never" => Colour::Never,
        _ => Colour::Auto,
    }
}

/// The command line as clap knows it, for completions and manual pages.
#[must_use]
pub fn command() -> clap::Command {
    Cli::command()
}

/// Runs `mem` with these arguments, the program's name first.
#[must_use]
pub fn main(args: Vec<OsString>) -> ExitCode {
    if let Some(done) = version(&args) {
        return done.map_or_else(|err| fail(&Screen::plain(), &err.into()), |()| Exit::Done.into());
    }
    if hook::is_run(&args) {
        return hook::main(&args);
    }
    let world = World::real();
    if let Some(done) = world.as_ref().ok().and_then(|world| complete::answer(world, &args)) {
        return done.map_or_else(|err| fail(&Screen::plain(), &err), |()| Exit::Done.into());
    }
    if world.as_ref().is_ok_and(|world| commands::is_idle(world, &args)) {
        return Exit::Done.into();
    }
    match (parse(&args), world) {
        (Ok(cli), Ok(world)) => run(world, cli).into(),
        (Ok(_), Err(err)) => fail(&screen_of(&World::default(), &args), &err.into()),
        // Help is given in any world.
        (Err(err), world) => answer(&screen_of(&world.unwrap_or_default(), &args), &args, &err),
    }
}

/// `mem --version` alone, which scripts and hooks ask to see whether `mem` is there: making the whole
/// command line for it would cost more than all the rest of the process.
fn version(args: &[OsString]) -> Option<io::Result<()>> {
    let [_, asked] = args else { return None };
    let line = concat!("mem ", env!("CARGO_PKG_VERSION"), "\n");
    (asked == "--version" || asked == "-V").then(|| Screen::plain().bytes(line.as_bytes()))
}

/// The command line as it is meant, or why it is not understood.
fn parse(args: &[OsString]) -> Result<Cli, clap::Error> {
    if let Some(cli) = at_once(args) {
        return Ok(cli);
    }
    let whole = |args: &[OsString]| Cli::from_arg_matches(&command().try_get_matches_from(args)?);
    let cli = whole(args)?;
    // clap does not hold a global option before the command against those behind it.
    let is_command = |arg: &OsString| arg.to_str().is_some_and(commands::Command::has_subcommand);
    if args.iter().skip(1).take_while(|arg| !is_command(arg)).any(|arg| arg == "--json") {
        let mut moved = args.to_vec();
        moved.insert(args.iter().position(|arg| arg == "--").unwrap_or(args.len()), "--json".into());
        if let Some(err) = whole(&moved).err().filter(|err| err.kind() == ErrorKind::ArgumentConflict) {
            return Err(err);
        }
    }
    Ok(cli)
}

/// The command line with no more than it takes to understand it: of the command that it names the
/// options alone, beside those of all. `None`: it takes all commands, as help and mistakes do.
fn at_once(args: &[OsString]) -> Option<Cli> {
    let bare = Global::augment_args(clap::Command::new("mem").args_override_self(true));
    let at = command_at(&bare, args)?;
    let (_, make, read) = commands::ALL.iter().find(|(name, ..)| args[at] == *name)?;
    let others = args[..at].iter().chain(&args[at + 1..]);
    let mut matches = make(bare).try_get_matches_from(others).ok()?;
    let command = Some(read(&mut matches).ok()?);
    Some(Cli { global: Global::from_arg_matches_mut(&mut matches).ok()?, command })
}

/// Where the name of the command stands: behind options that every command takes. `None` where
/// there is anything else.
fn command_at(bare: &clap::Command, args: &[OsString]) -> Option<usize> {
    let mut at = 1;
    while let Some(option) = args.get(at)?.to_str()?.strip_prefix('-') {
        at += if has_value_behind(bare, option)? { 2 } else { 1 };
    }
    Some(at)
}

/// Whether the next word is the value of an option, which comes without its first `-`. `None`: there is none
/// such.
fn has_value_behind(bare: &clap::Command, option: &str) -> Option<bool> {
    let takes_value = |arg: &clap::Arg| arg.get_action().takes_values();
    if let Some(long) = option.strip_prefix('-') {
        let name = long.split_once('=').map_or(long, |(name, _)| name);
        let arg = bare.get_arguments().find(|arg| arg.get_long() == Some(name))?;
        return Some(takes_value(arg) && name == long);
    }
    // Several may stand together, and the value of the last one with them: `-qC PATH`, `-CPATH`.
    for (at, letter) in option.char_indices() {
        let arg = bare.get_arguments().find(|arg| arg.get_short() == Some(letter))?;
        if takes_value(arg) {
            return Some(at + letter.len_utf8() == option.len());
        }
    }
    (!option.is_empty()).then_some(false)
}

fn run(mut world: World, cli: Cli) -> Exit {
    let json = cli.global.json || cli.command.as_ref().is_some_and(commands::Command::is_json);
    let format = if json { Format::Json } else { Format::Human };
    let screen = Screen::new(&world, format, cli.global.color, cli.global.quiet);
    let done = enter(&mut world, &cli.global).and_then(|()| match &cli.command {
        Some(command) => command.run(&Context::new(world, screen.clone(), cli.global)),
        None => alone(&screen),
    });
    done.unwrap_or_else(|err| report(&screen, &err))
}

/// `mem` and nothing else: short help for people, a mistake for programs.
fn alone(screen: &Screen) -> Result<Exit, Error> {
    if screen.format == Format::Json {
        return Err(Error::usage("no command is given", error::COMMANDS));
    }
    let help = command().render_help();
    screen.help(&help.to_string(), &help.ansi().to_string())?;
    Ok(Exit::Done)
}

fn enter(world: &mut World, global: &Global) -> Result<(), Error> {
    // As in git, an empty one leads nowhere else.
    let mut dirs = global.cd.iter().filter(|dir| !dir.is_empty()).map(Path::new);
    dirs.try_for_each(|dir| world.enter(dir).map_err(|e| Error::chdir(dir, &e)))
}

/// clap's own answers: help and version to stdout, mistakes to stderr, or as JSON when that was asked for.
fn answer(screen: &Screen, args: &[OsString], err: &clap::Error) -> ExitCode {
    if err.use_stderr() {
        return fail(screen, &Error::usage_of_clap(err, args));
    }
    let text = err.render();
    match screen.help(&text.to_string(), &text.ansi().to_string()) {
        Ok(()) => Exit::Done.into(),
        Err(err) => fail(screen, &err.into()),
    }
}

fn fail(screen: &Screen, err: &Error) -> ExitCode {
    report(screen, err).into()
}

/// Says why a command failed and turns it into the exit code. A reader that went away is no failure.
fn report(screen: &Screen, err: &Error) -> Exit {
    if err.is_broken_pipe() {
        return Exit::Done;
    }
    if screen.format == Format::Json {
        // Where even this cannot be printed, the lines below still can.
        let _ = screen.bytes(&error_document(err.code(), &err.message(), err.hint(), err.file()));
    }
    screen.error(err.message(), err.hint());
    err.exit()
}

/// The screen that the options ask for, told from raw arguments since parsing may be what failed.
fn screen_of(world: &World, args: &[OsString]) -> Screen {
    let words = args.iter().skip(1).take_while(|arg| *arg != "--").map(|arg| arg.to_string_lossy());
    let words: Vec<_> = words.collect();
    let value = |option: &str| {
        words.iter().enumerate().rev().find_map(|(at, word)| match word.strip_prefix(option)? {
            "" => words.get(at + 1).map(|value| value.as_ref()),
            rest => rest.strip_prefix('='),
        })
    };
    let formats = words.iter().any(|word| word == "recall" || word == "lint");
    let json = words.iter().any(|word| word == "--json") || formats && value("--format") == Some("json");
    let format = if json { Format::Json } else { Format::Human };
    Screen::new(world, format, value("--color").map_or(Colour::Auto, colour), false)
}

impl From<io::Error> for Error {
    fn from(err: io::Error) -> Self {
        Self::stdout(err)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_stands_behind_the_options_of_all() {
        let bare = Global::augment_args(clap::Command::new("mem"));
        let at = |line: &str| command_at(&bare, &line.split(' ').map(OsString::from).collect::<Vec<_>>());
        let lines = [
            ("mem ls", Some(1)),
            ("mem -C a -C b ls", Some(5)),
            ("mem --dir ls recall ls", Some(3)),
            ("mem --dir=x -q --json --color never ls -q", Some(6)),
            ("mem", None),
            ("mem --dir", None),
            ("mem -qv ls", Some(2)),
            ("mem -qC a ls", Some(3)),
            ("mem -vCa -C=b ls", Some(3)),
            ("mem -qx ls", None),
            ("mem --help ls", None),
            ("mem - ls", None),
            ("mem -- ls", None),
        ];
        for (line, place) in lines {
            assert_eq!(at(line), place, "{line}");
        }
    }

    #[test]
    fn a_command_by_itself_is_understood_as_among_all() {
        let meant = |cli: &Cli| (cli.global.cd.clone(), cli.global.dir.clone(), cli.global.json, cli.global.quiet);
        for line in [
            "mem -C a --dir b ls --json",
            "mem -qC a ls",
            "mem ls -q --dir b",
            "mem --json -q recall -C c x",
            "mem config set -q a b",
        ] {
            let args: Vec<OsString> = line.split(' ').map(OsString::from).collect();
            let (alone, among) = (at_once(&args).expect(line), Cli::try_parse_from(&args).expect(line));
            assert_eq!(meant(&alone), meant(&among), "{line}");
            assert!(alone.command.is_some(), "{line}");
        }
        for line in ["mem ls --nosuch", "mem nosuch", "mem ls --help", "mem recall --json --format text x --bad"] {
            let args: Vec<OsString> = line.split(' ').map(OsString::from).collect();
            assert!(at_once(&args).is_none(), "{line}");
        }
    }
}
