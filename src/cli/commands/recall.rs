//! `mem recall`

use std::{ffi::OsString, time::Duration};

use super::{Context, Error, Exit};
use crate::{
    cli::{behind, input, session::SessionArgs},
    config,
    model::limits,
    ops::recall::{
        Cap, Form, Recall, Request, Selector, Side, prefetch, render,
        session::{self, Delivered},
    },
    output::{Format, Progress},
    store::{Store, locate::Place, session::Session},
};

/// Find the few memories that clearly help with a prompt
///
/// Prints at most five, best first, each with its age and, when it is older than a day, a warning.
/// When nothing clearly helps it prints nothing, which is an answer too.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The prompt; `-` reads it from standard input
    #[arg(value_name = "QUERY", allow_hyphen_values = true)]
    query: Option<OsString>,
    /// Further words of the prompt, for those who do not quote it
    #[arg(hide = true)]
    words: Vec<OsString>,
    /// Read the prompt from standard input
    #[arg(long, conflicts_with = "query")]
    stdin: bool,
    /// Memories at most (1 to 5; with --rank any number) [config: recall.limit]
    #[arg(long, value_name = "N", value_parser = count, allow_negative_numbers = true)]
    limit: Option<usize>,
    /// Bytes of the printed answer at most: whole memories first, the rest by name; JSON counts as
    /// its text would [config: recall.budget]
    #[arg(long, value_name = "BYTES", allow_negative_numbers = true)]
    budget: Option<usize>,
    /// Who chooses: the model of the settings, if there is one (auto), or has to (llm), or the words
    /// alone (local), or nobody, so that nothing is recalled (none)
    #[arg(long, value_name = "WHO", default_value = "auto", value_parser = ["auto", "llm", "local", "none"])]
    selector: String,
    /// How long a model may take, such as 4s or 500ms; then the local selector answers
    /// [config: recall.timeout]
    #[arg(long, value_name = "TIME", value_parser = time)]
    timeout: Option<Duration>,
    /// Tools that the agent uses already: a model leaves out their manuals, not their pitfalls
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    tools: Vec<String>,
    /// The form of the answer; text where nothing is said
    #[arg(long, value_name = "FORM", value_parser = form_parser())]
    format: Option<Form>,
    /// Print the local order of what matches, --limit of it: no gates, no threshold, no budget
    #[arg(long)]
    rank: bool,
    /// Say on standard error what each step did and why each memory was chosen
    #[arg(long)]
    explain: bool,
    /// Exit with 1 when nothing is recalled
    #[arg(long)]
    exit_code: bool,
    #[command(flatten)]
    session: SessionArgs,
}

fn form_parser() -> impl clap::builder::TypedValueParser<Value = Form> {
    use clap::builder::{PossibleValuesParser, TypedValueParser as _};
    PossibleValuesParser::new(["text", "json", "xml", "names"]).map(|word| match word.as_str() {
        "json" => Form::Json,
        "xml" => Form::Xml,
        "names" => Form::Names,
        _ => Form::Text,
    })
}

/// A length of time.
fn time(text: &str) -> Result<Duration, String> {
    config::time(text, Duration::from_mins(10))
}

/// A number from 1 on.
fn count(text: &str) -> Result<usize, &'static str> {
    text.parse().ok().filter(|n| *n > 0).ok_or("not a whole number from 1 on")
}

impl Args {
    /// Whether `--format` asks for the JSON document.
    pub(super) fn is_json(&self) -> bool {
        self.format == Some(Form::Json)
    }
}

/// Bytes of a prompt that are looked at; a longer one is a pasted file, and its head says what is wanted.
const PROMPT_BYTES: usize = 16 * 1024 * 1024;

pub(super) fn run(context: &Context, args: &Args) -> Result<Exit, Error> {
    let request = request(context, args)?;
    let place = context.place()?;
    let only_reset = args.session.reset && !has_prompt(args);
    let at_once = args.session.prefetch || args.session.collect || only_reset;
    let store = if at_once { context.store_at_once(&place) } else { context.store_at(&place) };
    let session = args.session.open(context, &store)?;
    if args.session.is_worker {
        let Some(session) = session else { return Ok(Exit::Failed) };
        if prefetch::work(&store, &context.world, &session, request)? {
            behind::make_vectors(context, &place, &store);
        }
        return Ok(Exit::Done);
    }
    let Delivered { recall, warning } = deliver(context, args, &place, &store, session.as_ref(), request)?;
    context.notices(recall.notice.as_slice());
    context.notices(warning.as_slice());
    if recall.without_vectors > 0 && !args.session.collect {
        behind::make_vectors(context, &place, &store);
    }
    Ok(if args.exit_code && recall.memories.is_empty() { Exit::No } else { Exit::Done })
}

/// Does what is wanted, prints what there is to print.
fn deliver(
    context: &Context,
    args: &Args,
    place: &Place,
    store: &Store,
    session: Option<&Session>,
    request: Request,
) -> Result<Delivered, Error> {
    let (world, form) = (&context.world, request.form);
    let print = |recalled: &Recall| print(context, args, form, recalled);
    if let Some(Err(err)) = session.filter(|_| args.session.reset).map(|session| session::reset(world, session)) {
        context.screen.notice(format_args!("{err}; the session could not be reset"));
    }
    let delivered = match session {
        _ if args.session.reset && !has_prompt(args) => Delivered { recall: session::was_reset(store), warning: None },
        None if args.session.prefetch || args.session.collect => {
            Delivered { recall: prefetch::nothing(store), warning: None }
        }
        Some(session) if args.session.prefetch => {
            let mut worker = args.session.worker(context, &place.dir, worker_options(args, &request))?;
            prefetch::start(store, world, session, request, &mut worker)
        }
        Some(session) if args.session.collect => {
            return prefetch::collect(store, world, session, request, print);
        }
        session => {
            let waiting = waiting(context, &request);
            return session::answer(store, world, session, request, |recalled| {
                drop(waiting);
                print(recalled)
            });
        }
    };
    print(&delivered.recall)?;
    Ok(delivered)
}

/// What a person sees while a model takes its time; nothing where none is asked.
fn waiting(context: &Context, request: &Request) -> Option<Progress> {
    let side = request.side.as_ref().filter(|side| matches!(side.target, Ok(Some(_))))?;
    let most = config::written(side.timeout);
    Some(context.screen.progress(&format!("waiting for the model, {most} at most")))
}

/// The options that decide what a worker finds; how it is printed is for who collects it.
fn worker_options(args: &Args, request: &Request) -> Vec<OsString> {
    let mut options: Vec<OsString> =
        ["--limit", &request.limit.to_string(), "--selector", &args.selector].map(OsString::from).into();
    if let Some(time) = args.timeout {
        options.extend(["--timeout".into(), config::written(time).into()]);
    }
    options.extend(args.tools.iter().map(|tool| format!("--tools={tool}").into()));
    options
}

/// Who chooses, and what that takes.
fn side(context: &Context, args: &Args) -> Result<Option<Side>, Error> {
    let selector = match args.selector.as_str() {
        "local" => return Ok(None),
        "llm" => Selector::Llm,
        "none" => Selector::None,
        _ => Selector::Auto,
    };
    let side = context.side(context.config()?, selector);
    let tools = args.tools.iter().map(|tool| tool.trim().to_owned()).filter(|tool| !tool.is_empty());
    Ok(Some(Side { timeout: args.timeout.unwrap_or(side.timeout), tools: tools.collect(), ..side }))
}

/// What is asked, from the arguments and the settings.
fn request(context: &Context, args: &Args) -> Result<Request, Error> {
    let form = form(context, args)?;
    let query = query(context, args)?;
    let config = context.config()?;
    let asked = args.limit.unwrap_or_else(|| config.recall_limit());
    let most = limits::RECALL_MEMORIES;
    if asked > most && !args.rank {
        return Err(Error::usage(
            format!("--limit {asked}: recall gives {most} memories at most"),
            "--rank lists more",
        ));
    }
    let budget = args.budget.or_else(|| config.recall_budget().and_then(|b| usize::try_from(b).ok()));
    let side = side(context, args)?;
    Ok(Request {
        query,
        limit: asked,
        budget: budget.map(Cap::Bytes),
        form,
        rank: args.rank,
        session: None,
        side,
        meaning: config.is_on("recall.meaning"),
    })
}

/// The form that was asked for, if it is one.
fn form(context: &Context, args: &Args) -> Result<Form, Error> {
    match (context.screen.format, args.format) {
        (Format::Json, None | Some(Form::Json)) => Ok(Form::Json),
        (Format::Json, Some(_)) => {
            Err(Error::usage("--json asks for one form and --format for another", "leave one out"))
        }
        (Format::Human, form) => Ok(form.unwrap_or_default()),
    }
}

fn print(context: &Context, args: &Args, form: Form, recalled: &Recall) -> Result<(), Error> {
    if args.explain {
        context.screen.explain(&recalled.steps);
    }
    match form {
        Form::Text => context.screen.show(recalled)?,
        Form::Json => context.screen.json(recalled)?,
        Form::Xml | Form::Names => context.screen.bytes(render::answer(recalled, form).as_bytes())?,
    }
    Ok(())
}

/// Whether a prompt was given at all, be it an empty one.
fn has_prompt(args: &Args) -> bool {
    args.query.is_some() || args.stdin
}

/// The prompt from the arguments or standard input. Bytes that are not UTF-8 are replaced: a
/// prompt is searched with, never stored.
fn query(context: &Context, args: &Args) -> Result<String, Error> {
    let dash = args.query.as_deref().is_some_and(|query| query == "-") && args.words.is_empty();
    if args.stdin || dash {
        let mut bytes = input::stdin(context, PROMPT_BYTES, "the prompt")?;
        bytes.truncate(PROMPT_BYTES);
        return Ok(String::from_utf8_lossy(&bytes).into_owned());
    }
    let Some(query) = &args.query else {
        if args.session.needs_no_prompt() {
            return Ok(String::new());
        }
        return Err(Error::usage("there is no prompt", "mem recall \"what you are about to do\", or --stdin"));
    };
    let words: Vec<_> = [query].into_iter().chain(&args.words).map(|word| word.to_string_lossy()).collect();
    Ok(words.join(" "))
}
