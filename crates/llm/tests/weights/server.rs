//! A server on this machine that answers from a table.

use std::{
    collections::BTreeMap,
    io::{BufRead, BufReader, Write},
    net::{TcpListener, TcpStream},
    sync::{Arc, Mutex},
    thread,
};

/// An answer: the first line's status, header lines, the body.
#[derive(Clone)]
pub(crate) struct Answer {
    pub(crate) status: &'static str,
    pub(crate) headers: String,
    pub(crate) body: Vec<u8>,
}

/// Ends with the process.
pub(crate) struct Server {
    pub(crate) port: u16,
    asked: Arc<Mutex<Vec<String>>>,
}

impl Answer {
    pub(crate) fn ok(kind: &str, body: impl Into<Vec<u8>>) -> Self {
        Self {
            status: "200 OK",
            headers: format!("Content-Type: {kind}\r\n"),
            body: body.into(),
        }
    }

    pub(crate) fn to(address: &str) -> Self {
        let headers = format!("Location: {address}\r\n");
        Self { status: "302 Found", headers, body: Vec::new() }
    }
}

impl Server {
    pub(crate) fn start(answers: impl FnOnce(u16) -> BTreeMap<&'static str, Answer>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let answers = answers(port);
        let asked = Arc::new(Mutex::new(Vec::new()));
        let heard = Arc::clone(&asked);
        thread::spawn(move || {
            for stream in listener.incoming() {
                answer(stream.unwrap(), &answers, &heard);
            }
        });
        Self { port, asked }
    }

    /// The requests so far, headers and all.
    pub(crate) fn asked(&self) -> String {
        self.asked.lock().unwrap().concat()
    }
}

fn answer(stream: TcpStream, answers: &BTreeMap<&str, Answer>, heard: &Mutex<Vec<String>>) {
    let mut reader = BufReader::new(stream);
    let mut request = String::new();
    while !request.ends_with("\r\n\r\n") {
        if reader.read_line(&mut request).unwrap_or(0) == 0 {
            return;
        }
    }
    let path = request.split(' ').nth(1).unwrap_or_default().to_owned();
    heard.lock().unwrap().push(request);
    let missing = Answer {
        status: "404 Not Found",
        headers: String::new(),
        body: Vec::new(),
    };
    let answer = answers.get(path.as_str()).unwrap_or(&missing);
    let head = format!(
        "HTTP/1.1 {}\r\n{}Content-Length: {}\r\nConnection: close\r\n\r\n",
        answer.status,
        answer.headers,
        answer.body.len()
    );
    // Whoever asked may have gone: that is what some tests are about.
    let stream = reader.get_mut();
    let _ = stream
        .write_all(head.as_bytes())
        .and_then(|()| stream.write_all(&answer.body));
}
