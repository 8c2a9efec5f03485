//! `mem ls`

use std::os::unix::ffi::OsStrExt as _;

use super::{Context, Error, Exit, kind_parser};
use crate::{
    model::Kind,
    ops::ls::{self, Ls, Request, Sort},
    output::{Format, Template},
    store::locate,
};

/// List the memories
///
/// A `~` marks a memory older than a day: check what it says before relying on it. A `!` marks one
/// with a problem. In a pipe the table has no head, no colours, and nothing is cut.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Only this type (may be repeated)
    #[arg(short = 't', long = "type", value_name = "TYPE", value_parser = kind_parser(), ignore_case = true)]
    kind: Vec<Kind>,
    /// Only memories older than a day, which carry the staleness warning
    #[arg(long)]
    stale: bool,
    /// Order: by type, newest first, by name, or largest first
    #[arg(long, value_name = "KEY", default_value = "type", value_parser = sort_parser())]
    sort: Sort,
    /// Turn the order round
    #[arg(short, long)]
    reverse: bool,
    /// Print the path of each file
    #[arg(long, conflicts_with_all = ["format", "json"])]
    paths: bool,
    /// Print the paths, each ended by a NUL byte
    #[arg(short = 'z', long = "null", conflicts_with_all = ["format", "json"])]
    null: bool,
    /// Print a line a memory from its keys, as in '{name}\t{path}'
    #[arg(
        long,
        value_name = "TEMPLATE",
        conflicts_with = "json",
        long_help = "\
Print a line a memory from its keys, as in '{name}\\t{path}'

Keys: file path name description type modified modified_source age age_days size problems. \
Escapes: \\n \\t \\r \\0 \\\\; `{{` and `}}` stand for braces."
    )]
    format: Option<String>,
}

fn sort_parser() -> impl clap::builder::TypedValueParser<Value = Sort> {
    use clap::builder::{PossibleValuesParser, TypedValueParser as _};
    PossibleValuesParser::new(["type", "age", "name", "size"]).map(|word| match word.as_str() {
        "age" => Sort::Age,
        "name" => Sort::Name,
        "size" => Sort::Size,
        _ => Sort::Type,
    })
}

pub(super) fn run(context: &Context, args: &Args) -> Result<Exit, Error> {
    // A template is checked before any work.
    let template = args.format.as_deref().map(Template::parse).transpose()?;
    let place = context.place()?;
    let store = context.store_at(&place);
    let request = Request { kinds: args.kind.clone(), stale: args.stale, sort: args.sort, reverse: args.reverse };
    let listed = ls::run(&store, context.world.now(), &request)?;
    say_faults(context, &listed);
    if context.screen.terminal.stdout && context.screen.format == Format::Human {
        for other in locate::others(&context.world, &place) {
            context.screen.notice(format_args!(
                "this project has {} more memories in {}, which is not in use",
                other.memories,
                other.dir.display()
            ));
        }
    }
    if let Some(template) = template {
        let lines: String = listed.memories.iter().map(|row| template.line(row)).collect();
        context.screen.bytes(lines.as_bytes())?;
    } else if args.null || args.paths {
        context.screen.bytes(&paths(&listed, args.null))?;
    } else {
        context.screen.show(&listed)?;
    }
    Ok(Exit::Done)
}

/// Raw bytes where NUL ends them; one clean line each where a line end does.
fn paths(listed: &Ls, null: bool) -> Vec<u8> {
    let mut bytes = Vec::new();
    for (at, row) in listed.memories.iter().enumerate() {
        if null {
            let odd = listed.odd_paths.get(&at).map(|path| path.as_os_str().as_bytes());
            bytes.extend_from_slice(odd.unwrap_or(row.path.as_bytes()));
            bytes.push(0);
        } else {
            bytes.extend_from_slice(crate::output::clean(&row.path).as_bytes());
            bytes.push(b'\n');
        }
    }
    bytes
}

/// One line for all that could not be read as meant.
fn say_faults(context: &Context, listed: &Ls) {
    let all: Vec<_> = listed.skipped.iter().chain(&listed.faults).collect();
    let Some(first) = all.first() else { return };
    let more = if all.len() > 1 { format!(" (and {} more)", all.len() - 1) } else { String::new() };
    context.screen.notice(format_args!("{} {}{more}", first.file, first.why));
}
