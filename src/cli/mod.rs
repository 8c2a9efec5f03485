//! Arguments in, exit code out.

mod commands;
mod complete;
mod context;
mod editor;
mod error;
mod facts;
mod input;

use std::{ffi::OsString, io, path::PathBuf, process::ExitCode};

use clap::{Args, CommandFactory as _, Parser};

use self::context::Context;
pub use self::error::{Error, Exit};
use crate::{
    output::{Colour, Format, Screen, error_document},
    world::World,
};

/// git for a coding agent's memory: keeps its Markdown memories true, small and findable
#[derive(Parser)]
#[command(name = "mem", version, max_term_width = 100, propagate_version = false, infer_subcommands = false)]
#[command(after_long_help = facts::FACTS)]
#[command(after_help = "Start with `mem ls`, `mem recall \"what you are about to do\"` and `mem help add`.")]
pub struct Cli {
    #[command(flatten)]
    global: Global,
    #[command(subcommand)]
    command: Option<commands::Command>,
}

/// Options that every command takes.
#[derive(Args)]
pub(crate) struct Global {
    /// Act as if started in PATH
    #[arg(short = 'C', global = true, value_name = "PATH", help_heading = "Global options")]
    cd: Option<PathBuf>,
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
    PossibleValuesParser::new(["auto", "always", "never"]).map(|word| match word.as_str() {
        "always" => Colour::Always,
        "never" => Colour::Never,
        _ => Colour::Auto,
    })
}

/// The command line as clap knows it, for completions and manual pages.
#[must_use]
pub fn command() -> clap::Command {
    Cli::command()
}

/// Runs `mem` with these arguments, the program's name first.
#[must_use]
pub fn main(args: Vec<OsString>) -> ExitCode {
    let world = match World::real() {
        Ok(world) => world,
        Err(err) => return fail(&Screen::new(&World::default(), format_of(&args), Colour::Auto, false), &err.into()),
    };
    if world.var("COMPLETE").is_some() {
        clap_complete::CompleteEnv::with_factory(Cli::command).complete();
    }
    let exit = match Cli::try_parse_from(&args) {
        Ok(cli) => run(world, cli),
        Err(err) => return usage(&world, &args, &err),
    };
    exit.into()
}

fn run(mut world: World, cli: Cli) -> Exit {
    let format = if cli.global.json { Format::Json } else { Format::Human };
    let screen = Screen::new(&world, format, cli.global.color, cli.global.quiet);
    let done = enter(&mut world, &cli.global).and_then(|()| match &cli.command {
        Some(command) => command.run(&Context::new(world, screen.clone(), cli.global)),
        None => {
            screen.bytes(Cli::command().render_help().to_string().as_bytes()).map(|()| Exit::Done).map_err(Error::from)
        }
    });
    done.unwrap_or_else(|err| report(&screen, &err))
}

fn enter(world: &mut World, global: &Global) -> Result<(), Error> {
    match &global.cd {
        Some(dir) => world.enter(dir).map_err(|e| Error::chdir(dir, &e)),
        None => Ok(()),
    }
}

/// clap's own answers: help and version to stdout, mistakes to stderr, or as JSON when that was asked for.
fn usage(world: &World, args: &[OsString], err: &clap::Error) -> ExitCode {
    let screen = Screen::new(world, format_of(args), Colour::Auto, false);
    if !err.use_stderr() {
        let styled = err.render();
        let colour = Colour::Auto.applies(world, world.terminal.stdout);
        let text = if colour { styled.ansi().to_string() } else { styled.to_string() };
        return match screen.bytes(text.as_bytes()) {
            Ok(()) => Exit::Done.into(),
            Err(err) => fail(&screen, &err.into()),
        };
    }
    fail(&screen, &Error::usage_of_clap(err))
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

/// Whether JSON was asked for, told from raw arguments since parsing may be what failed.
fn format_of(args: &[OsString]) -> Format {
    let json = args.iter().skip(1).take_while(|a| *a != "--").any(|a| a == "--json");
    if json { Format::Json } else { Format::Human }
}

impl From<io::Error> for Error {
    fn from(err: io::Error) -> Self {
        Self::stdout(err)
    }
}
