//! Standard input of a host that may never close it, or never write to it.

use std::{
    io::{self, Read as _},
    sync::mpsc::{self, RecvTimeoutError},
    thread,
    time::{Duration, Instant},
};

/// Bytes that are kept; what comes behind them is read, so that the host can write it, and dropped.
const KEPT: usize = 16 * 1024 * 1024;
/// How long nothing may come. Kiro's editor leaves the pipe open and writes nothing.
const IDLE: Duration = Duration::from_secs(1);
/// How long it may take in all: the shortest patience of a host is 10 seconds.
const LONGEST: Duration = Duration::from_secs(5);
/// Bytes of one read: what a pipe holds.
const CHUNK: usize = 64 * 1024;

/// Reads standard input until it ends, until one value of JSON is complete, or until nothing comes
/// any more.
pub(super) fn stdin() -> Vec<u8> {
    let (send, receive) = mpsc::channel();
    // It may read for ever, and then ends with the process.
    thread::spawn(move || {
        let mut stdin = io::stdin().lock();
        let mut chunk = vec![0; CHUNK];
        while let Ok(read @ 1..) = stdin.read(&mut chunk) {
            if send.send(chunk[..read].to_vec()).is_err() {
                break;
            }
        }
    });
    let (mut bytes, mut extent, start) = (Vec::new(), Extent::default(), Instant::now());
    while !extent.is_whole() && start.elapsed() < LONGEST {
        match receive.recv_timeout(IDLE) {
            Ok(chunk) => {
                extent.go_on(&chunk);
                let room = KEPT - bytes.len();
                bytes.extend_from_slice(&chunk[..chunk.len().min(room)]);
            }
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => break,
        }
    }
    bytes
}

/// How far an object of JSON has come, told from its brackets alone.
#[derive(Default)]
struct Extent {
    depth: usize,
    in_string: bool,
    escaped: bool,
    closed: bool,
}

impl Extent {
    fn go_on(&mut self, bytes: &[u8]) {
        for byte in bytes {
            match byte {
                _ if self.escaped => self.escaped = false,
                b'\\' if self.in_string => self.escaped = true,
                b'"' => self.in_string = !self.in_string,
                _ if self.in_string => {}
                b'{' | b'[' => self.depth += 1,
                b'}' | b']' => {
                    self.depth = self.depth.saturating_sub(1);
                    self.closed = self.depth == 0;
                }
                _ => {}
            }
        }
    }

    /// Whether what was opened is closed again.
    fn is_whole(&self) -> bool {
        self.closed && self.depth == 0 && !self.in_string
    }
}

#[cfg(test)]
mod tests {
    use super::Extent;

    #[test]
    fn an_object_is_whole_when_its_last_bracket_closes() {
        let json = br#" {"a":"}{\"}","b":[{},{"c":"\\"}]}"#;
        for cut in 0..json.len() {
            let mut extent = Extent::default();
            extent.go_on(&json[..cut]);
            assert!(!extent.is_whole(), "{cut}");
            extent.go_on(&json[cut..]);
            assert!(extent.is_whole(), "{cut}");
        }
    }
}
