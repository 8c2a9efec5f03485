//! A line for who watches a terminal while something takes long.

use std::{
    sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel},
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use dialoguer::console::Term;

use super::{Screen, clean};
use crate::model::text::clip;

/// What ends sooner says nothing.
const PATIENCE: Duration = Duration::from_millis(500);
/// Between two looks at the clock.
const TICK: Duration = Duration::from_secs(1);
/// Columns of a terminal that does not tell its size.
const COLUMNS: usize = 80;

/// Something that goes on. Its line, if it got one, is gone once this is dropped.
#[derive(Debug)]
#[must_use = "the line is gone once this is dropped"]
pub struct Progress {
    shown: Option<(Sender<String>, JoinHandle<()>)>,
}

impl Progress {
    /// Says something else from now on. The seconds are those since the start.
    pub fn say(&self, what: &str) {
        if let Some((line, _)) = &self.shown {
            // Whoever showed it may have lost the terminal.
            let _ = line.send(clean(what).into_owned());
        }
    }
}

impl Screen {
    /// Says on stderr, after half a second, what is waited for and since when: only to a terminal,
    /// and not under `-q`.
    pub fn progress(&self, what: &str) -> Progress {
        let line = clean(what).into_owned();
        let shown = self.is_watched.then(|| {
            let (say, said) = channel();
            (say, thread::spawn(move || show(line, &said)))
        });
        Progress { shown }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some((say, shown)) = self.shown.take() {
            drop(say);
            let _ = shown.join();
        }
    }
}

/// Shows the line until the other end is dropped. A terminal that has gone is no reason to fail.
fn show(mut what: String, said: &Receiver<String>) {
    let (start, term) = (Instant::now(), Term::stderr());
    let (mut next, mut is_shown) = (PATIENCE, false);
    loop {
        match said.recv_timeout(next.saturating_sub(start.elapsed())) {
            Ok(other) => what = other,
            Err(RecvTimeoutError::Disconnected) => break,
            Err(RecvTimeoutError::Timeout) => next = start.elapsed() + TICK,
        }
        is_shown |= start.elapsed() >= PATIENCE;
        if is_shown {
            let columns = term.size_checked().map_or(COLUMNS, |(_, columns)| usize::from(columns));
            let line = format!("{what}: {:.1} s", start.elapsed().as_secs_f64());
            let _ = term.clear_line();
            // One that wraps could not be cleared.
            let _ = term.write_str(&clip(&line, columns.saturating_sub(1)));
        }
    }
    if is_shown {
        let _ = term.clear_line();
    }
}
