//! `mem schema`

use super::{Context, Error, Exit};
use crate::ops::schema;

/// Print the JSON Schema of a document
///
/// Without a name it lists the documents.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The document, as in `mem.ls/1` or `ls`
    #[arg(value_name = "NAME")]
    name: Option<String>,
}

pub(super) fn run(context: &Context, args: &Args) -> Result<Exit, Error> {
    let Some(name) = &args.name else {
        context.screen.show(&schema::documents())?;
        return Ok(Exit::Done);
    };
    let entry = schema::find(name).ok_or_else(|| {
        let names: Vec<_> = schema::DOCUMENTS.iter().map(|e| e.name).collect();
        Error::usage(format!("there is no document `{name}`"), format!("the documents are {}", names.join(", ")))
    })?;
    context.screen.bytes(format!("{:#}\n", entry.schema()).as_bytes())?;
    Ok(Exit::Done)
}
