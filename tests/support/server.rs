//! A server on this machine that does what a test says, with real sockets.

use std::{
    io::{Read, Write},
    net::{SocketAddr, TcpListener, TcpStream},
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::Duration,
};

use serde_json::{Value, json};

/// What the server does with one request.
#[derive(Clone)]
pub(crate) enum Act {
    /// Sends these bytes and closes.
    Send(Vec<u8>),
    /// Sends these bytes and then says nothing more, without closing.
    Stall(Vec<u8>),
    /// Sends these bytes one by one, for ever again.
    Trickle(Vec<u8>),
    /// Sends a head and then so many bytes of nothing.
    Flood(usize),
    /// Closes without a word.
    Close,
}

/// A request as it came.
#[derive(Clone, Debug)]
pub(crate) struct Seen {
    /// The lines before the body.
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Seen {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap()
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines.into_iter().find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }
}

/// A stream that may be wrapped, in TLS.
pub(crate) trait Stream: Read + Write {}
impl<T: Read + Write> Stream for T {}

/// How a connection becomes a stream; `None` when it cannot.
pub(crate) type Wrap = Arc<dyn Fn(TcpStream) -> Option<Box<dyn Stream>> + Send + Sync>;

struct Script {
    acts: Vec<Act>,
    seen: Mutex<Vec<Seen>>,
    is_over: AtomicBool,
    wrap: Wrap,
}

/// The server; it ends with this.
pub(crate) struct Server {
    address: SocketAddr,
    script: Arc<Script>,
}

impl Server {
    /// The first request gets the first act, and so on; the last one again and again.
    pub(crate) fn new(acts: impl IntoIterator<Item = Act>) -> Self {
        Self::wrapped(acts, Arc::new(|stream| Some(Box::new(stream))))
    }

    pub(crate) fn wrapped(acts: impl IntoIterator<Item = Act>, wrap: Wrap) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let (seen, is_over) = (Mutex::default(), AtomicBool::default());
        let script = Arc::new(Script { acts: acts.into_iter().collect(), seen, is_over, wrap });
        let serving = Arc::clone(&script);
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                if serving.is_over() {
                    break;
                }
                let script = Arc::clone(&serving);
                thread::spawn(move || script.serve(stream));
            }
        });
        Self { address, script }
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    pub(crate) fn port(&self) -> u16 {
        self.address.port()
    }

    /// Every request until now.
    pub(crate) fn seen(&self) -> Vec<Seen> {
        self.script.seen.lock().unwrap().clone()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.script.is_over.store(true, Ordering::SeqCst);
        // The listener waits for one more.
        let _ = TcpStream::connect(self.address);
    }
}

impl Script {
    fn is_over(&self) -> bool {
        self.is_over.load(Ordering::SeqCst)
    }

    fn serve(&self, stream: TcpStream) {
        let Some(mut stream) = (self.wrap)(stream) else { return };
        let Some(request) = request(&mut stream) else { return };
        let act = {
            let mut seen = self.seen.lock().unwrap();
            seen.push(request);
            self.acts[(seen.len() - 1).min(self.acts.len() - 1)].clone()
        };
        // A client that goes away is what some tests are about.
        let _ = self.act(&mut stream, act);
    }

    fn act(&self, stream: &mut Box<dyn Stream>, act: Act) -> std::io::Result<()> {
        match act {
            Act::Close => {}
            Act::Send(bytes) => stream.write_all(&bytes)?,
            Act::Stall(bytes) => {
                stream.write_all(&bytes)?;
                stream.flush()?;
                self.wait();
            }
            Act::Trickle(bytes) => {
                for byte in bytes.iter().cycle() {
                    if self.is_over() {
                        break;
                    }
                    stream.write_all(&[*byte])?;
                    stream.flush()?;
                    thread::sleep(Duration::from_millis(20));
                }
            }
            Act::Flood(bytes) => {
                let head = format!("HTTP/1.1 200 OK\r\ncontent-length: {bytes}\r\n\r\n");
                stream.write_all(head.as_bytes())?;
                let block = vec![b' '; 64 * 1024];
                for _ in 0..bytes.div_ceil(block.len()) {
                    stream.write_all(&block)?;
                }
            }
        }
        stream.flush()
    }

    fn wait(&self) {
        while !self.is_over() {
            thread::sleep(Duration::from_millis(5));
        }
    }
}

/// Reads one request with its body.
fn request(stream: &mut Box<dyn Stream>) -> Option<Seen> {
    let mut bytes = Vec::new();
    let mut buffer = [0; 16 * 1024];
    loop {
        let read = stream.read(&mut buffer).ok().filter(|read| *read > 0)?;
        bytes.extend_from_slice(&buffer[..read]);
        let Some(end) = bytes.windows(4).position(|w| w == b"\r\n\r\n") else { continue };
        let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
        let mut seen = Seen { head, body: String::new() };
        let length: usize = seen.header("content-length").map_or(0, |length| length.parse().unwrap());
        if bytes.len() >= end + 4 + length {
            seen.body = String::from_utf8_lossy(&bytes[end + 4..]).into_owned();
            return Some(seen);
        }
    }
}

/// A whole response.
pub(crate) fn response(status: u16, headers: &[(&str, &str)], body: impl AsRef<[u8]>) -> Act {
    let body = body.as_ref();
    let mut head = format!("HTTP/1.1 {status} x\r\ncontent-length: {}\r\nconnection: close\r\n", body.len());
    for (name, value) in headers {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    Act::Send([head.as_bytes(), b"\r\n", body].concat())
}

/// A good answer of chat completions.
pub(crate) fn says(content: &str) -> Act {
    let message = json!({"role": "assistant", "content": content});
    let choice = json!({"index": 0, "message": message, "finish_reason": "stop"});
    let body = json!({"choices": [choice], "usage": {"prompt_tokens": 210, "completion_tokens": 12}});
    response(200, &[("content-type", "application/json")], body.to_string())
}

/// A good answer that chooses these files.
pub(crate) fn chooses(files: &[&str]) -> Act {
    says(&json!({"selected_memories": files}).to_string())
}
