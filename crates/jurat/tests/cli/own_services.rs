//! Stages that services do: `http:`.

use std::{
    collections::BTreeMap,
    io::{BufRead, BufReader, Read, Write},
    net::{TcpListener, TcpStream},
    sync::mpsc::{self, Receiver},
    thread,
    time::{Duration, Instant},
};

use jurat_proof::SigningKey;

use crate::cli_fixture::Bench;

/// What a service heard.
struct Heard {
    headers: BTreeMap<String, String>,
    body: String,
}

/// A service that gives these replies in turn, and tells what it heard.
fn service(replies: Vec<&'static str>) -> (String, Receiver<Heard>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/do", listener.local_addr().unwrap());
    let (tell, heard) = mpsc::channel();
    thread::spawn(move || {
        for reply in replies {
            let Ok((stream, _)) = listener.accept() else { return };
            let _ = tell.send(serve(stream, reply));
        }
    });
    (url, heard)
}

fn serve(mut stream: TcpStream, reply: &str) -> Heard {
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    let mut headers = BTreeMap::new();
    for line in reader.by_ref().lines().map(Result::unwrap) {
        if line.is_empty() {
            break;
        }
        if let Some((name, value)) = line.split_once(": ") {
            headers.insert(name.to_lowercase(), value.to_owned());
        }
    }
    let mut body = vec![0; headers["content-length"].parse().unwrap()];
    reader.read_exact(&mut body).unwrap();
    stream.write_all(reply.as_bytes()).unwrap();
    Heard { headers, body: String::from_utf8(body).unwrap() }
}

fn workflow(bench: &Bench, url: &str, more: &str) {
    let text = r#"{"name": "w", "channels": {"a": {}}, "outputs": {"a": "state.a"},
        "stages": [{"id": "do", "run": "URL", "effect": "external", "writes": ["a"] MORE}]}"#;
    bench.write("w.json", text.replace("URL", url).replace("MORE", more));
}

fn allow(bench: &Bench, url: &str) {
    bench.write("home/jurat.toml", format!("[stages]\nallow = [\"{url}\"]\n"));
}

const DONE: &str = "HTTP/1.1 200 OK\r\ncontent-length: 21\r\nconnection: close\r\n\r\n{\"output\": {\"a\": 17}}";
const BUSY: &str =
    "HTTP/1.1 503 Service Unavailable\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";
const MOVED: &str = "HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1:9/\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";

#[test]
fn an_address_that_is_not_allowed_is_not_called() {
    let bench = Bench::new();
    let (url, heard) = service(vec![DONE]);
    workflow(&bench, &url, "");
    for verb in ["workflow lint", "run"] {
        let said = bench.jurat(&format!("{verb} w.json"));
        said.is(3, "", "your settings do not let stages call");
    }
    assert!(heard.try_recv().is_err());
}

#[test]
fn an_encoded_slash_leads_nowhere_else() {
    let bench = Bench::new();
    let (url, heard) = service(vec![DONE]);
    allow(&bench, &url);
    for below in ["..%2fadmin", "%2e%2e/admin", "..%5cadmin", "a%252f..%252fadmin"] {
        workflow(&bench, &format!("{url}/{below}"), "");
        bench
            .jurat("run w.json")
            .is(3, "", "your settings do not let stages call");
    }
    assert!(heard.try_recv().is_err());
    workflow(&bench, &url.replace("/do", "/%64o/a%20b"), "");
    bench.jurat("run w.json").is(0, "\"a\": 17", "");
}

#[test]
fn a_service_that_names_a_date_is_asked_again_then() {
    // Dates by the service's own clock. No more is granted than the stage allows.
    for (after, cap, least) in [("08:49:39", 5_000, 2), ("20:49:37", 100, 0)] {
        let bench = Bench::new();
        let reply = format!(
            "HTTP/1.1 503 Service Unavailable\r\ndate: Sun, 06 Nov 1994 08:49:37 GMT\r\n\
             retry-after: Sun, 06 Nov 1994 {after} GMT\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
        );
        let (url, _heard) = service(vec![reply.leak(), DONE]);
        let retries =
            format!(r#", "retry_limit": 1, "retry_backoff_ms": 1, "retry_cap_ms": {cap}"#);
        workflow(&bench, &url, &retries);
        allow(&bench, &url);
        let began = Instant::now();
        bench.jurat("run w.json").is(0, "\"a\": 17", "");
        let waited = began.elapsed();
        assert!(Duration::from_secs(least) <= waited, "{waited:?}");
        assert!(least != 0 || waited < Duration::from_secs(2), "{waited:?}");
    }
}

#[test]
fn a_service_is_asked_with_signature_and_key() {
    let bench = Bench::new();
    let (url, heard) = service(vec![BUSY, DONE]);
    workflow(&bench, &url, r#", "retry_limit": 1"#);
    allow(&bench, &url);
    bench
        .jurat("run w.json")
        .is(0, "\"a\": 17", "stage do calls http://127.0.0.1");
    let (first, second) = (heard.recv().unwrap(), heard.recv().unwrap());
    assert_eq!(first.headers["idempotency-key"], second.headers["idempotency-key"]);
    let key = SigningKey::read(&bench.home().join("stage_key.json"))
        .unwrap()
        .public();
    for asked in [first, second] {
        let signature = asked.headers["webhook-signature"].strip_prefix("v1a,").unwrap();
        let (id, at) = (&asked.headers["webhook-id"], &asked.headers["webhook-timestamp"]);
        let message = format!("{id}.{at}.{}", asked.body);
        assert!(key.signed(message.as_bytes(), &decoded(signature)));
        assert!(!key.signed(asked.body.as_bytes(), &decoded(signature)));
    }
}

#[test]
fn redirects_are_not_followed() {
    let bench = Bench::new();
    let (url, _heard) = service(vec![MOVED]);
    workflow(&bench, &url, "");
    allow(&bench, &url);
    bench.jurat("run w.json").is(4, "", "redirects are not followed");
}

#[test]
fn a_service_that_is_not_there_may_come_back() {
    let bench = Bench::new();
    workflow(&bench, "http://127.0.0.1:9/", "");
    allow(&bench, "http://127.0.0.1:9/");
    bench
        .jurat("run w.json")
        .is(4, "", "http://127.0.0.1:9 cannot be asked");
}

#[test]
fn a_join_that_is_out_of_reach_is_reached_by_a_fork() {
    let bench = Bench::new();
    let text = r#"{"name": "short", "stages": [
        {"id": "good", "run": "pass"},
        {"id": "bad", "run": "http://127.0.0.1:9/", "effect": "read", "required": false},
        {"id": "join", "run": "pass", "depends_on": ["good", "bad"], "join": {"quorum": 2}}]}"#;
    bench.write("short.json", text);
    allow(&bench, "http://127.0.0.1:9/");
    for line in ["run short.json", "resume last"] {
        let said = bench.jurat(line);
        said.is(4, "", "1 of the 2 inputs it needs came")
            .is(4, "", "the inputs of `join` are over")
            .is(4, "", "`jurat runs fork ");
        assert!(!said.err.contains("jurat resume"), "{}", said.err);
    }
}

/// 64 bytes of base64.
fn decoded(text: &str) -> [u8; 64] {
    const LETTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let bits = text
        .bytes()
        .filter_map(|letter| LETTERS.iter().position(|it| *it == letter));
    let bits = bits.flat_map(|value| (0..6).rev().map(move |bit| (value >> bit) & 1 == 1));
    let bits: Vec<bool> = bits.collect();
    let byte = |bits: &[bool]| bits.iter().fold(0, |byte, bit| byte << 1 | u8::from(*bit));
    let bytes: Vec<u8> = bits.chunks_exact(8).map(byte).collect();
    bytes.try_into().unwrap()
}
