//! Bad input never ends a server: malformed, oversized, slow and foreign requests, and what a server owes whoever ends it.

use std::{
    fs,
    io::Write as _,
    net::TcpStream,
    time::{Duration, Instant},
};

use serde_json::json;
use tempfile::TempDir;

use crate::mcp_fixture::{
    BINARY, HttpServer, REVISIONS, STATELESS, StdioServer, jurat, posted, read_reply, requests,
};

const TOKEN: &str = "a-token-that-is-long-enough";

#[track_caller]
fn still_answers(server: &HttpServer) {
    let tools = server.ask(STATELESS, "tools/list", json!({}));
    assert!(tools["result"]["tools"].is_array(), "{tools}");
}

#[test]
fn malformed_bodies_are_refused_and_the_server_goes_on() {
    let server = HttpServer::start();
    let revision = [("mcp-protocol-version", REVISIONS[0])];
    let deep = "[".repeat(200_000);
    let bodies: [&[u8]; 9] = [
        b"",
        b"{",
        b"null",
        b"[]",
        b"\xff\xfe{}",
        b"{\"jsonrpc\":\"2.0\",\"id\":1}",
        b"{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"tools/list\"}",
        b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":7}}",
        deep.as_bytes(),
    ];
    for body in bodies {
        let reply = server.post(&revision, body);
        let shown = String::from_utf8_lossy(&body[..body.len().min(60)]).into_owned();
        let refused = (400..500).contains(&reply.status) || reply.json().get("error").is_some();
        assert!(refused, "{shown}: {reply:?}");
    }
    still_answers(&server);
}

#[test]
fn unknown_methods_and_wrong_types_are_errors() {
    let server = HttpServer::start();
    for revision in REVISIONS {
        let unknown = server.ask(revision, "no/such", json!({}));
        assert_eq!(unknown["error"]["code"], -32601, "{revision} {unknown}");
    }
    for (name, _) in requests() {
        for wrong in [
            json!({ "as_of": 7 }),
            json!({ "as_of": null }),
            json!({ "session_id": [], "text": 1, "workflow": 1 }),
        ] {
            let result = &server.call(STATELESS, &name, &wrong)["result"];
            assert_eq!(
                result["structuredContent"]["outcome"], "bad_argument",
                "{name} {wrong}"
            );
        }
    }
    still_answers(&server);
}

#[test]
fn a_body_that_is_too_large_is_refused() {
    let server = HttpServer::start();
    let reply = server.post(&[("mcp-protocol-version", REVISIONS[0])], &vec![b' '; 2 << 20]);
    assert_eq!(reply.status, 413, "{reply:?}");
    let mut head =
        format!("POST /mcp HTTP/1.1\r\nhost: {}\r\nx: ", server.address).into_bytes();
    head.extend(vec![b'x'; 200_000]);
    head.extend(b"\r\n\r\n");
    let reply = server.raw(&head);
    assert!([0, 431].contains(&reply.status), "{reply:?}");
    still_answers(&server);
}

#[test]
fn other_hosts_origins_paths_and_methods_are_refused() {
    let server = HttpServer::start();
    let own = server.address.to_string();
    let body = br#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#;
    let evil: [(&str, &[(&str, &str)]); 4] = [
        ("evil.example", &[]),
        ("evil.example:80", &[]),
        (&own, &[("origin", "http://evil.example")]),
        (&own, &[("origin", "null")]),
    ];
    for (host, headers) in evil {
        let reply = server.raw(&posted(host, headers, body));
        assert_eq!(reply.status, 403, "{host} {headers:?}: {reply:?}");
    }
    let near = [("origin", "http://localhost:5173"), ("mcp-protocol-version", REVISIONS[0])];
    assert_eq!(server.post(&near, body).status, 200);
    for (line, status) in
        [("GET /mcp", 405), ("DELETE /mcp", 405), ("GET /", 404), ("GET /x", 404)]
    {
        let head = format!("{line} HTTP/1.1\r\nhost: {own}\r\nconnection: close\r\n\r\n");
        assert_eq!(server.raw(head.as_bytes()).status, status, "{line}");
    }
    let foreign = [("mcp-protocol-version", "2019-01-01")];
    assert_eq!(server.post(&foreign, body).status, 400);
    still_answers(&server);
}

#[test]
fn slow_clients_hold_up_nobody_and_are_cut_off() {
    let server = HttpServer::start();
    let began = Instant::now();
    let slow: Vec<TcpStream> = (0..100)
        .map(|place| {
            let mut stream = server.connect();
            let whole = posted(&server.address.to_string(), &[], br#"{"jsonrpc":"2.0"}"#);
            let part = if place % 2 == 0 { 20 } else { 1 };
            stream.write_all(&whole[..part]).unwrap();
            stream
        })
        .collect();
    still_answers(&server);
    assert!(began.elapsed() < Duration::from_secs(8), "{:?}", began.elapsed());
    for mut stream in slow {
        let reply = read_reply(&mut stream);
        assert!([0, 408].contains(&reply.status), "{reply:?}");
    }
    assert!(began.elapsed() < Duration::from_secs(25), "{:?}", began.elapsed());
    still_answers(&server);
}

#[test]
fn beyond_loopback_a_token_is_needed() {
    let home = TempDir::new().unwrap();
    let refused = jurat(home.path(), &["mcp", "--http", "0.0.0.0:0"]).output().unwrap();
    let err = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert_eq!(refused.status.code(), Some(3), "{err}");
    assert!(err.contains("no token is set") && err.contains("JURAT_MCP_TOKEN"), "{err}");
    let short = jurat(home.path(), &["mcp", "--http", "0"])
        .env("JURAT_MCP_TOKEN", "short")
        .output()
        .unwrap();
    assert_eq!(short.status.code(), Some(3));
    let file = home.path().join("token");
    fs::write(&file, format!("{TOKEN}\n")).unwrap();
    let words = ["mcp", "--http", "0.0.0.0:0", "--token-file", file.to_str().unwrap()];
    check_token(&HttpServer::with(&words, &[]));
    check_token(&HttpServer::with(&["mcp", "--http", "0"], &[("JURAT_MCP_TOKEN", TOKEN)]));
}

fn check_token(server: &HttpServer) {
    let body = br#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#;
    let host = format!("127.0.0.1:{}", server.address.port());
    let revision = ("mcp-protocol-version", REVISIONS[0]);
    let right = format!("Bearer {TOKEN}");
    for (shown, status) in
        [(None, 401), (Some("Bearer wrong"), 401), (Some(right.as_str()), 200)]
    {
        let shown = shown.map(|shown| ("authorization", shown));
        let headers: Vec<(&str, &str)> = [revision].into_iter().chain(shown).collect();
        let reply = server.raw(&posted(&host, &headers, body));
        assert_eq!(reply.status, status, "{reply:?}");
        assert_eq!(reply.head.contains("www-authenticate: bearer"), status == 401);
    }
}

#[test]
fn a_token_is_never_an_argument() {
    let home = TempDir::new().unwrap();
    let said = jurat(home.path(), &["mcp", "--token", TOKEN]).output().unwrap();
    assert_eq!(said.status.code(), Some(3));
}

#[test]
fn bad_lines_never_end_a_server_by_stdio() {
    let mut server = StdioServer::start(&["mcp"]);
    let long = vec![b'x'; 2 << 20];
    let bad: [&[u8]; 5] = [
        b"{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}",
        b"garbage",
        b"\xff\xfe",
        b"",
        &long,
    ];
    for line in bad {
        server.send(line);
    }
    let client = json!({ "name": "plain", "version": "1" });
    let params =
        json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client });
    server.send(
        json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params })
            .to_string()
            .as_bytes(),
    );
    assert_eq!(server.heard()["result"]["protocolVersion"], "2025-06-18");
    for line in bad {
        server.send(line);
    }
    server.send(
        br#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":99}}"#,
    );
    server.send(br#"{"jsonrpc":"2.0","id":2,"method":"no/such"}"#);
    assert_eq!(server.heard()["error"]["code"], -32601);
    server.send(br#"{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":7}}"#);
    assert!(server.heard()["error"]["code"].is_i64());
    server.send(br#"{"jsonrpc":"2.0","id":4,"method":"tools/list"}"#);
    assert!(server.heard()["result"]["tools"].is_array());
    assert_eq!(server.close(), Some(0), "the end of its input is the end");
}

#[test]
fn an_unknown_revision_is_answered_with_one_that_is_spoken() {
    let mut server = StdioServer::start(&["mcp"]);
    let client = json!({ "name": "plain", "version": "1" });
    let params =
        json!({ "protocolVersion": "2019-01-01", "capabilities": {}, "clientInfo": client });
    server.send(
        json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params })
            .to_string()
            .as_bytes(),
    );
    assert_eq!(server.heard()["result"]["protocolVersion"], "2025-11-25");
}

#[test]
fn a_signal_ends_servers_in_order() {
    let mut server = HttpServer::start();
    let idle = server.connect();
    let began = Instant::now();
    assert_eq!(server.terminate(), Some(0));
    assert!(began.elapsed() < Duration::from_secs(7), "{:?}", began.elapsed());
    drop(idle);
    assert!(TcpStream::connect(server.address).is_err(), "nobody listens any more");
    let mut stdio = StdioServer::opened(REVISIONS[0]);
    assert_eq!(crate::mcp_fixture::terminate(&mut stdio.child), Some(0));
}

#[test]
fn each_service_has_its_own_port_and_only_its_own_tools() {
    let home = TempDir::new().unwrap();
    let all = jurat(home.path(), &["tools", "list", "--json"]).output().unwrap();
    let all: Vec<serde_json::Value> = serde_json::from_slice(&all.stdout).unwrap();
    let service = all[0]["service"].as_str().unwrap();
    let server = HttpServer::with(&["mcp", service, "--http", "0"], &[]);
    let tools = server.ask(STATELESS, "tools/list", json!({}))["result"]["tools"].clone();
    let expected = all.iter().filter(|tool| tool["service"] == service).count();
    assert_eq!(tools.as_array().unwrap().len(), expected);
    let unknown = jurat(home.path(), &["mcp", "no-such"]).output().unwrap();
    assert_eq!(unknown.status.code(), Some(3), "{BINARY}");
    assert!(String::from_utf8_lossy(&unknown.stderr).contains(service));
}
