//! The subcommands: one file each, one line each.

mod add;
mod completions;
mod dir;
mod ls;
mod recall;
mod schema;
mod show;

use super::{Error, Exit, context::Context};

#[derive(clap::Subcommand)]
pub(super) enum Command {
    Add(add::Args),
    Ls(ls::Args),
    Show(show::Args),
    Recall(recall::Args),
    Dir(dir::Args),
    Schema(schema::Args),
    Completions(completions::Args),
}

impl Command {
    /// Whether the command's own options ask for a JSON document.
    pub(super) fn is_json(&self) -> bool {
        matches!(self, Self::Recall(args) if args.is_json())
    }

    pub(super) fn run(&self, context: &Context) -> Result<Exit, Error> {
        match self {
            Self::Add(args) => add::run(context, args),
            Self::Ls(args) => ls::run(context, args),
            Self::Show(args) => show::run(context, args),
            Self::Recall(args) => recall::run(context, args),
            Self::Dir(args) => dir::run(context, args),
            Self::Schema(args) => schema::run(context, args),
            Self::Completions(args) => completions::run(context, args),
        }
    }
}

/// `-t TYPE`: one of the four, in any case.
fn kind_parser() -> impl clap::builder::TypedValueParser<Value = crate::model::Kind> {
    use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser as _};

    use crate::model::Kind;
    let values = Kind::ALL.map(|kind| PossibleValue::new(kind.as_str()).help(kind.question()));
    PossibleValuesParser::new(values).try_map(|word| Kind::parse(&word).ok_or("not a type"))
}
