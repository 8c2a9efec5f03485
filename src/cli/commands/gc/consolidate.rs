//! `mem gc --consolidate`

use std::time::Duration;

use super::{Context, Error, Exit, show};
use crate::{
    cli::judging,
    config,
    llm::Reason,
    ops::{
        gc::{
            self, Gc,
            consolidate::{self, Consolidation},
        },
        recall::Selector,
    },
    output::Progress,
    store::{Store, locate::Place},
};

/// How a model is asked, and whether its plan is carried out.
#[derive(clap::Args)]
#[group(requires = "consolidate", multiple = true)]
pub(super) struct Asking {
    /// Make the changes that passed the checks, without a question
    #[arg(short, long)]
    yes: bool,
    /// Only show them
    #[arg(long, conflicts_with = "yes")]
    dry_run: bool,
    /// Tokens that the questions and answers of this run may take; what is left waits for the next run
    #[arg(long, value_name = "N")]
    tokens: Option<u64>,
    /// How long to wait for one answer
    #[arg(long, value_name = "TIME", value_parser = time)]
    timeout: Option<Duration>,
}

/// Tokens of a run: some twenty groups.
const TOKENS: u64 = 100_000;
/// For one answer: a small model on a laptop takes its time, and nobody types meanwhile.
const TIMEOUT: Duration = Duration::from_secs(120);
const LONGEST: Duration = Duration::from_mins(60);

fn time(text: &str) -> Result<Duration, String> {
    config::time(text, LONGEST)
}

pub(super) fn run(
    context: &Context,
    place: &Place,
    store: &Store,
    asking: &Asking,
    force: bool,
) -> Result<Exit, Error> {
    let request = request(context, asking)?;
    let mut plan = propose(context, store, &request)?;
    let failed = plan.consolidation.as_ref().is_some_and(|found| found.failure.is_some());
    let code = if failed { Exit::No } else { Exit::Done };
    tell(context, &plan);
    let changes = plan.consolidation.as_ref().map_or(0, |found| found.changes.len());
    if asking.dry_run || changes == 0 || !asking.yes && !context.screen.can_ask() {
        return show(context, &plan).map(|_| code);
    }
    if !asking.yes {
        show(context, &plan)?;
        plan.notices.clear();
        if !context.screen.confirm(&format!("make {}?", if changes == 1 { "it" } else { "them" }))? {
            context.screen.notice("nothing was changed; the answers are kept, and the same is not asked again");
            return Ok(code);
        }
    }
    let request = gc::Request { force, program: context.program(place), gate: request.gate, ..gc::Request::default() };
    let done = consolidate::apply(&context.world, store, plan, &request)?;
    show(context, &done).map(|_| code)
}

fn request(context: &Context, asking: &Asking) -> Result<consolidate::Request, Error> {
    let side = context.side(context.config()?, Selector::Llm);
    let none = "no provider is named; `mem config set llm.provider NAME` names one";
    let target = match side.target {
        Ok(Some(target)) => Ok(target),
        Ok(None) => Err(Reason::NoProvider.because(none)),
        Err(unusable) => Err(Reason::NoProvider.because(unusable.to_string())),
    };
    Ok(consolidate::Request {
        target,
        daily_calls: side.daily_calls,
        timeout: asking.timeout.unwrap_or(TIMEOUT),
        tokens: asking.tokens.unwrap_or(TOKENS),
        gate: judging::gate(context, false)?,
    })
}

/// Asks the model while a line says how far it has come.
fn propose(context: &Context, store: &Store, request: &consolidate::Request) -> Result<Gc, Error> {
    let mut progress: Option<Progress> = None;
    let mut watch = |at: usize, of: usize| {
        let line = format!("asking the model, {at} of {of}");
        match &progress {
            Some(progress) => progress.say(&line),
            None => progress = Some(context.screen.progress(&line)),
        }
    };
    Ok(consolidate::propose(&context.world, store, context.project(), request, &mut watch)?)
}

/// Says why not everything was asked and answered.
fn tell(context: &Context, plan: &Gc) {
    let Some(Consolidation { failure, left, .. }) = &plan.consolidation else { return };
    match failure {
        Some(failure) if failure.reason == Reason::NoProvider.as_str() => {
            context.screen.notice(format_args!("nothing was consolidated: {}", failure.detail));
        }
        Some(failure) => context.screen.notice(format_args!(
            "the model gave no answer ({}): {}; the next run asks about the {left} that are left",
            failure.reason, failure.detail
        )),
        None if *left > 0 => context.screen.notice(format_args!(
            "not all was asked about ({left} left): the next run goes on, or one with a larger --tokens"
        )),
        None => {}
    }
}
