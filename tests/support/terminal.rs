//! A pseudo-terminal: what a program shows on it, and keys for the program.

use std::{
    fs::File,
    io::{Read as _, Write as _},
    process::{Child, Command, ExitStatus},
    sync::mpsc::{Receiver, RecvTimeoutError, channel},
    thread,
    time::{Duration, Instant},
};

use rustix::{
    pty::{OpenptFlags, grantpt, ioctl_tiocgptpeer, openpt, unlockpt},
    termios::{Winsize, tcsetwinsize},
};

/// Far longer than any program here takes: what does not come until then does not come.
const PATIENCE: Duration = Duration::from_secs(60);

/// A program on a terminal of its own.
pub(crate) struct Terminal {
    child: Child,
    keys: File,
    shown: Receiver<Vec<u8>>,
    /// What was shown and not asked for yet.
    unread: Vec<u8>,
}

impl Terminal {
    /// Starts it on a terminal of 40 lines and so many columns.
    pub(crate) fn start(mut command: Command, columns: u16) -> Self {
        let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC).unwrap();
        grantpt(&master).unwrap();
        unlockpt(&master).unwrap();
        tcsetwinsize(&master, Winsize { ws_row: 40, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 }).unwrap();
        let side = ioctl_tiocgptpeer(&master, OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC).unwrap();
        command.stdin(side.try_clone().unwrap()).stdout(side.try_clone().unwrap()).stderr(side);
        let child = command.spawn().unwrap();
        let mut screen = File::from(master);
        let keys = screen.try_clone().unwrap();
        let (send, shown) = channel();
        // Ends with the error that a terminal gives when no program has it open any more.
        thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(length @ 1..) = screen.read(&mut buffer) {
                if send.send(buffer[..length].to_vec()).is_err() {
                    break;
                }
            }
        });
        Self { child, keys, shown, unread: Vec::new() }
    }

    /// Waits until the text is shown; all that was shown before it.
    pub(crate) fn expect(&mut self, text: &str) -> String {
        let end = Instant::now() + PATIENCE;
        loop {
            if let Some(at) = self.unread.windows(text.len()).position(|w| w == text.as_bytes()) {
                let mut before: Vec<u8> = self.unread.drain(..at + text.len()).collect();
                before.truncate(at);
                return lines(&before);
            }
            let more = self.shown.recv_timeout(end.saturating_duration_since(Instant::now()));
            match more {
                Ok(more) => self.unread.extend(more),
                Err(_) => panic!("{text:?} is not in {:?}", lines(&self.unread)),
            }
        }
    }

    pub(crate) fn send(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).unwrap();
    }

    /// Presses a key again and again until the program ends: what is typed before a question listens
    /// is thrown away. All that was shown.
    pub(crate) fn press_until_it_ends(&mut self, key: &str) -> String {
        for _ in 0..200 {
            self.send(key);
            if self.ends_within(Duration::from_millis(300)) {
                return self.rest();
            }
        }
        panic!("{key:?} does not end it: {:?}", lines(&self.unread));
    }

    /// Presses a key until the text is shown. Only a key that was thrown away, since no question was
    /// listening yet, is pressed again.
    pub(crate) fn press_until_it_shows(&mut self, key: &str, text: &str) {
        for _ in 0..6 {
            self.send(key);
            let end = Instant::now() + PATIENCE / 6;
            loop {
                if let Some(at) = self.unread.windows(text.len()).position(|w| w == text.as_bytes()) {
                    self.unread.drain(..at + text.len());
                    return;
                }
                match self.shown.recv_timeout(end.saturating_duration_since(Instant::now())) {
                    Ok(more) => self.unread.extend(more),
                    Err(_) => break,
                }
            }
        }
        panic!("{key:?} does not show {text:?}: {:?}", lines(&self.unread));
    }

    /// All that is still shown until the program ends, line ends as a pipe has them.
    pub(crate) fn rest(&mut self) -> String {
        assert!(self.ends_within(PATIENCE), "it does not end: {:?}", lines(&self.unread));
        lines(&std::mem::take(&mut self.unread))
    }

    fn ends_within(&mut self, time: Duration) -> bool {
        let end = Instant::now() + time;
        loop {
            match self.shown.recv_timeout(end.saturating_duration_since(Instant::now())) {
                Ok(more) => self.unread.extend(more),
                Err(RecvTimeoutError::Disconnected) => return true,
                Err(RecvTimeoutError::Timeout) => return false,
            }
        }
    }

    /// How the program ended.
    pub(crate) fn status(mut self) -> ExitStatus {
        self.rest();
        self.child.wait().unwrap()
    }
}

fn lines(shown: &[u8]) -> String {
    String::from_utf8_lossy(shown).replace("\r\n", "\n")
}
