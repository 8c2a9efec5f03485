//! `mem extract`

use std::{
    fs::File,
    io::{self, BufRead, BufReader},
    path::{Path, PathBuf},
};

use super::{Context, Error, Exit};
use crate::{
    cli::judging,
    config::Config,
    llm::Unusable,
    ops::{
        extract::{self, Model, Request},
        recall::{Selector, Side},
    },
    transcript::{self, ReadError, Transcript, find},
};

/// Find in a transcript what is worth remembering
///
/// Reads transcripts of Claude Code, Codex and Gemini CLI, and plain text. Plain wishes count, such as
/// "remember that" or "from now on", in English, Chinese, Japanese and Korean. Where a model is named
/// (`llm.provider`) it looks at what was said as well, secrets covered, and decides beside the
/// memories that are there. What is found waits in the inbox (`mem inbox`) until somebody accepts it. A
/// turn of a session is looked at once.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The transcript; standard input where there is none, or for `-`
    #[arg(value_name = "TRANSCRIPT")]
    transcript: Option<PathBuf>,
    /// The agent's session: finds its transcript, or names it where the transcript does not
    #[arg(long, value_name = "ID")]
    session: Option<String>,
    /// Only print what would be done; a model is asked all the same
    #[arg(long)]
    dry_run: bool,
    /// Ask no model: find plain wishes alone
    #[arg(long)]
    no_model: bool,
}

pub(super) fn run(context: &Context, args: &Args) -> Result<Exit, Error> {
    let transcript = transcript(context, args)?;
    let place = context.place()?;
    let config = context.config()?;
    let request = Request {
        transcript,
        session: args.session.clone().filter(|id| !id.is_empty()),
        write: config.extract_writes(),
        limit: config.extract_limit(),
        model: model(context, config, args),
        dry_run: args.dry_run,
        gate: judging::gate(context, false)?,
    };
    let mut line = None;
    let mut watch = |what: &str| line = Some(context.screen.progress(what));
    let done = extract::run(&context.world, &context.store_at_once(&place), &request, &mut watch)?;
    drop(line);
    context.screen.show(&done)?;
    context.notices(&done.notices);
    if done.again > 0 && done.fallback.is_none() {
        context.screen.notice(format_args!("{} turns are left for the next run", done.again));
    }
    if done.unread > 0 {
        context.screen.notice(format_args!("{} lines of the transcript could not be read", done.unread));
    }
    Ok(Exit::Done)
}

/// The model that is asked, where one is named.
fn model(context: &Context, config: &Config, args: &Args) -> Result<Option<Model>, Unusable> {
    if args.no_model {
        return Ok(None);
    }
    let Side { target, daily_calls, .. } = context.side(config, Selector::Auto);
    let (timeout, bytes) = (config.extract_timeout(), config.extract_bytes());
    Ok(target?.map(|target| Model { target, timeout, bytes, daily_calls }))
}

fn transcript(context: &Context, args: &Args) -> Result<Transcript, Error> {
    let path = match (&args.transcript, &args.session) {
        (Some(path), _) if path.as_os_str() != "-" => path.clone(),
        (None, Some(id)) => find::by_session(&context.world, id).ok_or_else(|| {
            Error::new(Exit::No, "not_found", format!("no agent keeps a transcript of the session {id}"))
                .hinting("name the transcript's file; - reads standard input")
        })?,
        _ => {
            if context.screen.terminal.stdin {
                context.screen.notice("type the transcript, then Ctrl-D on a line of its own");
            }
            return read(&mut io::stdin().lock(), Path::new("-"));
        }
    };
    let file = File::open(&path).map_err(|e| Error::file_io(&path, &e))?;
    if !file.metadata().is_ok_and(|meta| meta.is_file()) {
        let message = format!("{} is not a regular file", path.display());
        return Err(Error::usage(message, "name a transcript's file; - reads standard input").about(&path));
    }
    read(&mut BufReader::with_capacity(256 * 1024, file), &path)
}

fn read(input: &mut dyn BufRead, path: &Path) -> Result<Transcript, Error> {
    transcript::read(input).map_err(|err| {
        let name = if path.as_os_str() == "-" { "standard input".into() } else { path.display().to_string() };
        let hint = match &err {
            ReadError::Io(io) => return Error::file_io(path, io),
            ReadError::Compressed(with) => format!("`{with} -dc FILE | mem extract -` reads it"),
            ReadError::Binary | ReadError::Unknown => {
                "transcripts of Claude Code, Codex and Gemini CLI are read, and plain text".into()
            }
        };
        Error::new(Exit::Failed, "transcript", format!("{name}: {err}")).hinting(hint).about(path)
    })
}
