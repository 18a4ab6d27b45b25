//! A server on this machine that does, byte for byte, what a test tells it to.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::{TcpListener, TcpStream},
    sync::{Arc, Mutex},
    thread,
    time::Duration,
};

/// One thing that the server does with a connection.
#[derive(Clone)]
pub(crate) enum Act {
    Say(Vec<u8>),
    /// Writes one byte at a time.
    Drip(Vec<u8>, Duration),
    /// Writes the same bytes so often.
    Flood(Vec<u8>, usize),
    /// Says nothing, and keeps the connection.
    Hang,
}

/// Ends with the process.
pub(crate) struct Server {
    pub(crate) port: u16,
    heard: Arc<Mutex<Vec<Heard>>>,
    gone: Arc<Mutex<usize>>,
    flooded: Arc<Mutex<usize>>,
}

/// A request as it came.
#[derive(Clone)]
pub(crate) struct Heard {
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Server {
    /// The first connection gets the first script, and so on; the last script is repeated.
    pub(crate) fn start(scripts: Vec<Vec<Act>>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let server = Self {
            port,
            heard: Arc::default(),
            gone: Arc::default(),
            flooded: Arc::default(),
        };
        let (heard, gone) = (Arc::clone(&server.heard), Arc::clone(&server.gone));
        let flooded = Arc::clone(&server.flooded);
        thread::spawn(move || {
            for (at, stream) in listener.incoming().enumerate() {
                let script = scripts[at.min(scripts.len() - 1)].clone();
                let (heard, gone) = (Arc::clone(&heard), Arc::clone(&gone));
                let flooded = Arc::clone(&flooded);
                thread::spawn(move || serve(stream.unwrap(), script, &heard, &gone, &flooded));
            }
        });
        server
    }

    pub(crate) fn heard(&self) -> Vec<Heard> {
        self.heard.lock().unwrap().clone()
    }

    /// Bytes that a flood got rid of.
    pub(crate) fn flooded(&self) -> usize {
        *self.flooded.lock().unwrap()
    }

    /// Whether so many clients have hung up while the server was silent.
    pub(crate) fn sees_gone(&self, clients: usize) -> bool {
        for _ in 0..200 {
            if clients <= *self.gone.lock().unwrap() {
                return true;
            }
            thread::sleep(Duration::from_millis(10));
        }
        false
    }
}

/// An answer with a length.
pub(crate) fn answer(status: &str, headers: &str, body: impl AsRef<[u8]>) -> Vec<Act> {
    let body = body.as_ref();
    let length = body.len();
    let head = format!(
        "HTTP/1.1 {status}\r\n{headers}Content-Length: {length}\r\nConnection: close\r\n\r\n"
    );
    vec![Act::Say([head.as_bytes(), body].concat())]
}

/// An answer that ends with the connection.
pub(crate) fn open_ended(body: impl AsRef<[u8]>) -> Vec<Act> {
    let head = "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n";
    vec![Act::Say([head.as_bytes(), body.as_ref()].concat())]
}

fn serve(
    stream: TcpStream,
    script: Vec<Act>,
    heard: &Mutex<Vec<Heard>>,
    gone: &Mutex<usize>,
    flooded: &Mutex<usize>,
) {
    let mut reader = BufReader::new(stream);
    let Some(request) = read_request(&mut reader) else { return };
    heard.lock().unwrap().push(request);
    let stream = reader.get_mut();
    for act in script {
        // Whoever asked may have gone: that is what some tests are about.
        let done = match act {
            Act::Say(bytes) => stream.write_all(&bytes),
            Act::Drip(bytes, pause) => bytes.iter().try_for_each(|byte| {
                thread::sleep(pause);
                stream.write_all(&[*byte])
            }),
            Act::Flood(bytes, times) => (0..times).try_for_each(|_| {
                *flooded.lock().unwrap() += bytes.len();
                stream.write_all(&bytes)
            }),
            Act::Hang => stream.read(&mut [0]).map(|_| *gone.lock().unwrap() += 1),
        };
        if done.is_err() {
            return;
        }
    }
}

fn read_request(reader: &mut BufReader<TcpStream>) -> Option<Heard> {
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        if reader.read_line(&mut head).ok()? == 0 {
            return None;
        }
    }
    let lower = head.to_ascii_lowercase();
    let length = lower.split("content-length: ").nth(1)?.split("\r\n").next()?;
    let mut body = vec![0; length.parse().ok()?];
    reader.read_exact(&mut body).ok()?;
    Some(Heard { head, body: String::from_utf8(body).ok()? })
}
