//! `mem lint`

use std::ffi::OsString;

use super::{Context, Error, Exit};
use crate::{
    cli::{complete, judging},
    ops::{
        lint::{self, Baseline, Fixing, Model, Request},
        recall::Selector,
    },
    output::{github, sarif},
};

/// Judge memories and the index, against the project they belong to
///
/// Each finding says where it is, why it is a fault and what to do about it; `mem lint --explain CODE` tells
/// more. The exit code is 1 when there is an error, and 0 when there are only warnings. A header can say
/// what is not to be told of its memory, with the reason: `mem-ignore: [F101] # why`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Only these memories, files of the store, or its index
    #[arg(value_name = "NAME|FILE", add = complete::memories())]
    memories: Vec<OsString>,
    /// Only these rules: codes, beginnings of codes as in F,X1, or names
    #[arg(long, value_name = "CODES", value_delimiter = ',')]
    select: Vec<String>,
    /// Not these rules
    #[arg(long, value_name = "CODES", value_delimiter = ',')]
    ignore: Vec<String>,
    /// How to print: for people, as JSON, as annotations of GitHub, as SARIF 2.1.0
    #[arg(long, value_name = "FORMAT", value_parser = form_parser(), conflicts_with = "json")]
    format: Option<Form>,
    /// Make the changes that are safe
    #[arg(long)]
    fix: bool,
    /// Show what --fix would change, and change nothing
    #[arg(long, conflicts_with = "fix")]
    diff: bool,
    /// Judge what the next commit of the project changes, as it is staged: for a pre-commit hook
    #[arg(long, conflicts_with_all = ["fix", "diff", "memories", "write_baseline"])]
    staged: bool,
    /// Leave out what --write-baseline has remembered
    #[arg(long)]
    changed: bool,
    /// Remember what is found now, so that --changed leaves it out
    #[arg(long, conflicts_with_all = ["changed", "memories", "select", "ignore", "fix", "diff"])]
    write_baseline: bool,
    /// Also ask the configured model about memories in which no rule finds anything
    ///
    /// Each is a request, within `recall.daily_calls`; their texts go to the model, secrets covered.
    #[arg(long, conflicts_with_all = ["fix", "diff", "staged"])]
    judge: bool,
    /// Print the page of a rule
    #[arg(long, value_name = "CODE", conflicts_with_all = ["memories", "select", "ignore", "format", "fix", "diff", "changed", "staged", "write_baseline", "judge"])]
    explain: Option<String>,
}

/// A form of the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Human,
    Json,
    Github,
    Sarif,
}

fn form_parser() -> impl clap::builder::TypedValueParser<Value = Form> {
    use clap::builder::{PossibleValuesParser, TypedValueParser as _};
    PossibleValuesParser::new(["human", "json", "github", "sarif"]).map(|word| match word.as_str() {
        "json" => Form::Json,
        "github" => Form::Github,
        "sarif" => Form::Sarif,
        _ => Form::Human,
    })
}

impl Args {
    /// Whether `--format` asks for the JSON document.
    pub(super) fn is_json(&self) -> bool {
        self.format == Some(Form::Json)
    }
}

pub(super) fn run(context: &Context, args: &Args) -> Result<Exit, Error> {
    if let Some(code) = &args.explain {
        context.screen.show(&lint::explain(code)?)?;
        return Ok(Exit::Done);
    }
    let choice = judging::choice(context, &args.select, &args.ignore)?;
    let place = context.place()?;
    let store = context.store_at(&place);
    let request = Request {
        arguments: args.memories.clone(),
        choice,
        fix: fixing(args),
        baseline: baseline(args),
        staged: args.staged,
        judge: if args.judge { Some(model(context)?) } else { None },
    };
    // A first look may read the whole project.
    let waiting = context.screen.progress("judging the memories");
    let linted = lint::run(&context.world, &store, context.project(), &request)?;
    drop(waiting);
    match args.format {
        Some(Form::Github) => context.screen.bytes(&github(&linted))?,
        Some(Form::Sarif) => context.screen.bytes(&sarif(&linted))?,
        _ => context.screen.show(&linted)?,
    }
    context.notices(&linted.notices);
    Ok(if linted.summary.errors > 0 { Exit::No } else { Exit::Done })
}

/// The model that the person has named.
fn model(context: &Context) -> Result<Model, Error> {
    let side = context.side(context.config()?, Selector::Llm);
    let hint = "`mem config set llm.provider NAME` names one";
    let target = side.target.map_err(|unusable| Error::usage(format!("--judge: {unusable}"), hint))?;
    let target = target.ok_or_else(|| Error::usage("--judge asks a model, and none is named", hint))?;
    Ok(Model { target, daily_calls: side.daily_calls })
}

fn fixing(args: &Args) -> Fixing {
    match (args.fix, args.diff) {
        (true, _) => Fixing::Make,
        (_, true) => Fixing::Show,
        _ => Fixing::Leave,
    }
}

fn baseline(args: &Args) -> Baseline {
    match (args.write_baseline, args.changed) {
        (true, _) => Baseline::Write,
        (_, true) => Baseline::Compare,
        _ => Baseline::Off,
    }
}
