//! A program that is asked: started with its children in a group of its own, and ended with them.

use std::{
    io::{self, Read as _, Write as _},
    process::{Child, Command, ExitStatus, Stdio},
    sync::mpsc::{Receiver, RecvTimeoutError, channel},
    thread,
    time::Duration,
};

use super::{Deadline, Failure, MAX_BYTES, Reason};

/// How often a silent program is looked after.
const LOOK: Duration = Duration::from_millis(10);
/// How long the words of one that has ended may take from its output to us, on a busy machine.
const GRACE: Duration = Duration::from_millis(500);

/// Runs a command of the shell with `input` on its standard input.
///
/// # Errors
/// [`Reason::CommandFailed`] when it cannot be started, says too much, or ends with anything but
/// success; [`Reason::Timeout`] when it goes on beyond the deadline. Nothing of it is left then.
pub(super) fn run(line: &str, input: Vec<u8>, deadline: Deadline) -> Result<Vec<u8>, Failure> {
    let failed = |what: String| Reason::CommandFailed.because(what);
    let mut child = spawn(line).map_err(|err| failed(format!("the command cannot be started: {err}")))?;
    let done = follow(&mut child, input, deadline);
    if done.is_err() {
        end(&mut child);
    }
    done
}

fn spawn(line: &str) -> io::Result<Child> {
    let mut shell = if cfg!(windows) { Command::new("cmd") } else { Command::new("sh") };
    shell.arg(if cfg!(windows) { "/C" } else { "-c" }).arg(line);
    // What it starts may be an agent, whose hooks start `mem`.
    shell.env("MEM_NO_HOOK", "1");
    shell.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut shell, 0);
    shell.spawn()
}

/// All that it prints, when it ends well and in time.
fn follow(child: &mut Child, input: Vec<u8>, deadline: Deadline) -> Result<Vec<u8>, Failure> {
    if let Some(mut stdin) = child.stdin.take() {
        // One that does not read is not waited for; whoever closes its end is no failure.
        thread::spawn(move || drop(stdin.write_all(&input)));
    }
    let chunks = chunks(child);
    let mut printed = Vec::new();
    loop {
        match chunks.recv_timeout(LOOK.min(deadline.left())) {
            Ok(chunk) => printed.extend(chunk),
            Err(RecvTimeoutError::Disconnected) => break,
            Err(RecvTimeoutError::Timeout) if matches!(child.try_wait(), Ok(Some(_))) => {
                printed.extend(rest(&chunks, deadline));
                break;
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
        if printed.len() > MAX_BYTES {
            return Err(Reason::CommandFailed.because("the command printed more than 1 MiB"));
        }
        in_time(deadline)?;
    }
    loop {
        match child.try_wait() {
            Ok(Some(status)) if status.success() => return Ok(printed),
            Ok(Some(status)) => return Err(Reason::CommandFailed.because(ended(status))),
            Ok(None) => in_time(deadline)?,
            Err(err) => return Err(Reason::CommandFailed.because(format!("the command was lost: {err}"))),
        }
        thread::sleep(LOOK.min(deadline.left()));
    }
}

/// What is still on its way when a program has ended. What it left behind may hold its output open, and
/// say no more.
fn rest(chunks: &Receiver<Vec<u8>>, deadline: Deadline) -> Vec<u8> {
    let mut rest = Vec::new();
    while let Ok(chunk) = chunks.recv_timeout(GRACE.min(deadline.left())) {
        rest.extend(chunk);
        if rest.len() > MAX_BYTES {
            break;
        }
    }
    rest
}

/// How it ended, in words; 127 and 126 are what a shell says of a program that it cannot start.
fn ended(status: ExitStatus) -> String {
    match status.code() {
        Some(127) if cfg!(unix) => "the command was not found".to_owned(),
        Some(126) if cfg!(unix) => "the command may not be executed".to_owned(),
        _ => format!("the command ended with {status}"),
    }
}

fn in_time(deadline: Deadline) -> Result<(), Failure> {
    if deadline.is_over() { Err(Reason::Timeout.because("the command did not end in time")) } else { Ok(()) }
}

/// What it prints, as it prints it.
fn chunks(child: &mut Child) -> Receiver<Vec<u8>> {
    let (sender, receiver) = channel();
    if let Some(mut stdout) = child.stdout.take() {
        thread::spawn(move || {
            let mut buffer = [0; 16 * 1024];
            while let Ok(read @ 1..) = stdout.read(&mut buffer) {
                if sender.send(buffer[..read].to_vec()).is_err() {
                    break;
                }
            }
        });
    }
    receiver
}

/// Ends it with all that it has started, and waits for it.
fn end(child: &mut Child) {
    #[cfg(unix)]
    {
        let group = rustix::process::Pid::from_child(child);
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
    let _ = child.kill();
    let _ = child.wait();
}
