//! The options by which `mem recall` knows an agent's session, and the worker that it starts for one.

use std::{
    ffi::{OsStr, OsString},
    path::Path,
    process::Command,
};

use super::{Error, context::Context};
use crate::store::{Store, session::Session};

/// What is wanted of a session.
#[derive(Debug, clap::Args)]
pub(super) struct SessionArgs {
    /// The agent's session: leave out what it has been shown, and give it 61,440 bytes in all
    #[arg(long = "session", value_name = "ID", allow_hyphen_values = true)]
    id: Option<OsString>,
    /// Forget what the session has been shown, since its context is gone; needs no prompt
    #[arg(long, requires = "id")]
    pub(super) reset: bool,
    /// Start looking and return at once; --collect prints what was found
    #[arg(long, requires = "id", conflicts_with_all = ["exit_code", "rank"])]
    pub(super) prefetch: bool,
    /// Print what the last --prefetch found, once, or nothing while it is not ready
    #[arg(long, requires = "id", conflicts_with_all = ["query", "stdin", "rank", "prefetch", "reset"])]
    pub(super) collect: bool,
    /// The process that --prefetch starts: its prompt is on standard input
    #[arg(long = "worker", hide = true, requires = "id", conflicts_with_all = ["prefetch", "collect", "reset"])]
    pub(super) is_worker: bool,
}

impl SessionArgs {
    /// Whether the command makes sense without a prompt.
    pub(super) fn needs_no_prompt(&self) -> bool {
        self.collect || self.reset && !self.prefetch
    }

    /// The session, if one was named. Without a place for its state there is none, which is said.
    pub(super) fn open(&self, context: &Context, store: &Store) -> Result<Option<Session>, Error> {
        let asked = self.reset || self.prefetch || self.collect || self.is_worker;
        let Some(id) = self.id.as_deref().filter(|id| !id.is_empty()) else {
            // A script's variable may be empty: then there is nothing to remember by.
            return if asked {
                Err(Error::usage("--session is empty", "give the id of the session"))
            } else {
                Ok(None)
            };
        };
        match Session::new(&context.world, store, id) {
            Ok(session) => Ok(Some(session)),
            Err(err) => {
                context.screen.notice(format_args!("{err}; the session does not remember what it is shown"));
                Ok(None)
            }
        }
    }

    /// The worker for this session, with these options besides.
    pub(super) fn worker(&self, context: &Context, dir: &Path, options: Vec<OsString>) -> Result<Command, Error> {
        worker(context, dir, self.id.as_deref().unwrap_or_default(), options)
    }
}

/// The process that looks ahead for a session: started as we were, but told where the store is.
pub(super) fn worker(context: &Context, dir: &Path, id: &OsStr, options: Vec<OsString>) -> Result<Command, Error> {
    let program = context.world.program().map_err(|e| Error::file_io(Path::new("mem"), &e))?;
    let mut worker = Command::new(program);
    worker.current_dir(context.world.cwd().unwrap_or(Path::new("/"))).arg("--dir").arg(dir);
    worker.args(["recall", "--worker", "--stdin", "--session"]).arg(id).args(options);
    Ok(worker)
}
