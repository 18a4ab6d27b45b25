//! Many clients at once: every answer right, and memory flat.

use std::{
    fs,
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::{SocketAddr, TcpStream},
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use serde_json::{Value as Json, json};

use crate::mcp_fixture::{HttpServer, REVISIONS, requests};

const CLIENTS: usize = 64;

fn subject() -> (String, Json) {
    let found = requests()
        .into_iter()
        .find(|(_, arguments)| arguments.get("query").is_some());
    found.unwrap()
}

fn rss_kb(process: u32) -> u32 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.trim().trim_end_matches(" kB").parse().unwrap()
}

/// A client that keeps its connection.
struct KeptConnection {
    address: SocketAddr,
    stream: BufReader<TcpStream>,
}

impl KeptConnection {
    fn open(address: SocketAddr) -> Self {
        let stream = TcpStream::connect(address).unwrap();
        stream.set_nodelay(true).unwrap();
        stream.set_read_timeout(Some(Duration::from_mins(1))).unwrap();
        Self { address, stream: BufReader::new(stream) }
    }

    fn call(&mut self, body: &str) -> String {
        let head = format!(
            "POST /mcp HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\n\
             accept: application/json, text/event-stream\r\nmcp-protocol-version: {}\r\ncontent-length: {}\r\n\r\n",
            self.address,
            REVISIONS[1],
            body.len()
        );
        self.stream
            .get_mut()
            .write_all(format!("{head}{body}").as_bytes())
            .unwrap();
        let (mut length, mut line) = (0, String::new());
        while line != "\r\n" {
            line.clear();
            assert_ne!(self.stream.read_line(&mut line).unwrap(), 0, "it hung up");
            if let Some(value) = line.to_lowercase().strip_prefix("content-length:") {
                length = value.trim().parse().unwrap();
            }
        }
        let mut reply = vec![0; length];
        self.stream.read_exact(&mut reply).unwrap();
        String::from_utf8(reply).unwrap()
    }
}

/// Times of calls, in order, made by all clients together.
fn load(address: SocketAddr, calls: usize) -> Vec<Duration> {
    let (name, arguments) = subject();
    let body = json!({
        "jsonrpc": "2.0", "id": 1, "method": "tools/call",
        "params": { "name": name, "arguments": arguments },
    });
    let body = body.to_string();
    let expected = KeptConnection::open(address).call(&body);
    assert!(expected.contains("\"structuredContent\""), "{expected}");
    let mut times = thread::scope(|scope| {
        let one = || {
            let mut connection = KeptConnection::open(address);
            let timed = |_| {
                let began = Instant::now();
                assert!(connection.call(&body) == expected, "another answer");
                began.elapsed()
            };
            (0..calls / CLIENTS).map(timed).collect::<Vec<_>>()
        };
        let clients: Vec<_> = (0..CLIENTS).map(|_| scope.spawn(one)).collect();
        clients
            .into_iter()
            .flat_map(|client| client.join().unwrap())
            .collect::<Vec<_>>()
    });
    times.sort();
    times
}

#[test]
fn sixty_four_clients_at_once_get_the_same_answer_and_leave_nothing_behind() {
    let server = HttpServer::start();
    load(server.address, 1_280);
    let first = rss_kb(server.child.id());
    load(server.address, 1_280);
    let second = rss_kb(server.child.id());
    assert!(second < first + 8_000, "{first} kB, then {second} kB");
}

/// A measurement, for whoever asks: `JURAT_MEASURE=1 cargo test --workspace --test mcp -- --nocapture ten_thousand`.
#[test]
#[expect(clippy::print_stdout, reason = "its figures are what it is for")]
#[expect(clippy::disallowed_methods, reason = "whoever runs the tests asks for it")]
fn ten_thousand_calls() {
    if std::env::var_os("JURAT_MEASURE").is_none() {
        println!("not measured: JURAT_MEASURE is not set");
        return;
    }
    let server = HttpServer::start();
    println!("jurat: {}", figures(server.child.id(), server.address));
    if let Some(mut peer) = peer() {
        println!("Python SDK: {}", figures(peer.0.id(), peer.1));
        peer.0.kill().unwrap();
        peer.0.wait().unwrap();
    }
}

fn figures(process: u32, address: SocketAddr) -> String {
    let idle = rss_kb(process);
    load(address, CLIENTS * 10);
    let warm = rss_kb(process);
    let began = Instant::now();
    let times = load(address, 10_000);
    let seconds = began.elapsed().as_secs_f64();
    let at = |share: usize| times[times.len() * share / 100].as_secs_f64() * 1000.0;
    let after = rss_kb(process);
    format!(
        "{} calls by {CLIENTS} clients in {seconds:.1} s, {:.0}/s, p50 {:.1} ms, p95 {:.1} ms; RSS idle {:.1} MB, after 640 calls {:.1} MB, after 10,000 {:.1} MB",
        times.len(),
        f64::from(u32::try_from(times.len()).unwrap()) / seconds,
        at(50),
        at(95),
        f64::from(idle) / 1000.0,
        f64::from(warm) / 1000.0,
        f64::from(after) / 1000.0,
    )
}

/// The same tool, name and arguments, served by the Python SDK.
#[expect(clippy::disallowed_methods, reason = "the peer is a program of its own")]
fn peer() -> Option<(Child, SocketAddr)> {
    let python = crate::mcp_fixture::python()?;
    let folder = crate::mcp_fixture::folder().join("../../../../peers/mcp");
    let port = std::net::TcpListener::bind("127.0.0.1:0")
        .ok()?
        .local_addr()
        .ok()?
        .port();
    let child = Command::new(python)
        .arg(folder.join("server.py"))
        .arg(port.to_string())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    let address = SocketAddr::from(([127, 0, 0, 1], port));
    for _ in 0..100 {
        if TcpStream::connect(address).is_ok() {
            return Some((child, address));
        }
        thread::sleep(Duration::from_millis(100));
    }
    None
}
