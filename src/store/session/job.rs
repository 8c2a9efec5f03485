//! A worker that goes on when its parent has ended.
//!
//! Its standard input is the job: the prompt in a file that the parent has locked. The lock belongs
//! to the open file, which the worker inherits, so it lasts exactly as long as the worker lives,
//! however that ends. No process is ever looked up by number.

use std::{
    fs::File,
    io::{self, Seek as _, Write as _},
    process::{Command, Stdio},
};

use super::{ANSWER, Held, JOB, held::is_named};
use crate::store::{StoreError, read, temp};

/// How far a prefetch is.
#[derive(Debug)]
pub enum Ahead {
    /// None was started, or it has ended without an answer.
    Nothing,
    /// A worker is at it.
    Working,
    /// This is what the worker left.
    Ready(Vec<u8>),
}

impl Held {
    /// Starts a worker with the prompt on its standard input. A job or an answer that is there is
    /// replaced: its worker will find that out and leave nothing.
    ///
    /// # Errors
    /// [`StoreError::Io`] when the job cannot be written or the worker cannot be started.
    pub fn start(&self, prompt: &str, worker: &mut Command) -> Result<(), StoreError> {
        let path = self.session.path(JOB);
        let job = self.job(prompt).map_err(StoreError::io(&path))?;
        self.remove(ANSWER);
        worker.stdin(job).stdout(Stdio::null()).stderr(Stdio::null());
        spawn(worker).map_err(|err| {
            self.remove(JOB);
            StoreError::io(worker.get_program().as_ref())(err)
        })
    }

    /// The prompt in a locked file that stands at its start.
    fn job(&self, prompt: &str) -> io::Result<File> {
        let mut job = temp::empty(&self.session.folder, true)?;
        job.write_all(prompt.as_bytes())?;
        job.rewind()?;
        job.as_file().try_lock()?;
        job.persist(self.session.path(JOB)).map_err(|e| e.error)
    }

    /// How far the prefetch is. What a killed worker has left is removed.
    #[must_use]
    pub fn ahead(&self) -> Ahead {
        if let Ok((answer, _)) = read::file(&self.session.path(ANSWER)) {
            return Ahead::Ready(answer);
        }
        match File::open(self.session.path(JOB)) {
            Ok(job) if is_worked_on(&job) => Ahead::Working,
            Ok(_) => {
                self.remove(JOB);
                Ahead::Nothing
            }
            Err(_) => Ahead::Nothing,
        }
    }

    /// Drops the prefetch: it was delivered, or nobody wants it any more.
    pub fn drop_ahead(&self) {
        self.remove(ANSWER);
        self.remove(JOB);
    }

    /// The worker's end: its answer, if it has one, takes the place of its job. When that is not
    /// wanted any more, nothing is left.
    ///
    /// # Errors
    /// [`StoreError::Io`] when the answer cannot be written.
    pub fn finish(&self, answer: Option<&[u8]>) -> Result<(), StoreError> {
        let path = self.session.path(JOB);
        if !stdin().is_ok_and(|job| is_named(&job, &path)) {
            return Ok(());
        }
        let written = answer.map_or(Ok(()), |answer| self.put(ANSWER, answer));
        self.remove(JOB);
        written
    }
}

/// Whether the worker of a job lives: only then is it locked.
pub(super) fn is_worked_on(job: &File) -> bool {
    job.try_lock_shared().is_err()
}

/// Starts a process that has nothing to read, prints to this file or nowhere, and for which nobody waits.
///
/// # Errors
/// The system's own when it cannot be started.
pub fn detach(worker: &mut Command, errors: Option<File>) -> io::Result<()> {
    worker.stdin(Stdio::null()).stdout(Stdio::null()).stderr(errors.map_or_else(Stdio::null, Stdio::from));
    spawn(worker)
}

/// Starts a process that no end of ours, and no signal to our group, takes along.
#[cfg(unix)]
fn spawn(worker: &mut Command) -> io::Result<()> {
    std::os::unix::process::CommandExt::process_group(worker, 0);
    // Nobody waits for it here: it outlives us, and init does.
    worker.spawn().map(drop)
}

#[cfg(not(unix))]
fn spawn(_: &mut Command) -> io::Result<()> {
    Err(io::Error::new(io::ErrorKind::Unsupported, "no worker can be started on this system"))
}

/// Leaves the machine to whoever somebody waits for. A worker that may not is one like others.
pub fn step_back() {
    #[cfg(unix)]
    let _ = rustix::process::nice(19);
}

/// Our own standard input as a file.
#[cfg(unix)]
fn stdin() -> io::Result<File> {
    use std::os::fd::AsFd as _;
    io::stdin().as_fd().try_clone_to_owned().map(File::from)
}

#[cfg(not(unix))]
fn stdin() -> io::Result<File> {
    Err(io::ErrorKind::Unsupported.into())
}
