//! What goes over the wire for each tool, in each revision, by both transports.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
};

use serde_json::{Value as Json, json};

use crate::mcp_fixture::{HttpServer, REVISIONS, STATELESS, StdioServer, folder, requests};

#[expect(clippy::disallowed_methods, reason = "whoever runs the tests says it")]
fn update() -> bool {
    std::env::var_os("JURAT_UPDATE").is_some()
}

#[track_caller]
fn check(name: &str, snapshot: &Json) {
    let path = folder().join("golden").join(format!("{name}.json"));
    let text = format!("{snapshot:#}\n");
    if update() {
        fs::write(&path, &text).unwrap();
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == text, "golden/{name}.json differs; look, then run with JURAT_UPDATE=1");
}

/// A result without what is the same in every revision.
fn envelope(result: &Json) -> Json {
    let mut envelope = result.clone();
    for part in ["content", "structuredContent"] {
        envelope[part] = json!("as above");
    }
    envelope
}

fn listed(server: &HttpServer, revision: &str) -> BTreeMap<String, Json> {
    let tools = server.ask(revision, "tools/list", json!({}))["result"]["tools"].clone();
    let named = |tool: &Json| (tool["name"].as_str().unwrap().to_owned(), tool.clone());
    tools.as_array().unwrap().iter().map(named).collect()
}

#[test]
fn every_tool_says_the_same_in_every_revision_and_by_both_transports() {
    let server = HttpServer::start();
    let tools = listed(&server, STATELESS);
    for revision in REVISIONS {
        assert_eq!(listed(&server, revision), tools, "{revision}");
    }
    let asked: BTreeSet<String> = requests().into_iter().map(|(name, _)| name).collect();
    let served: BTreeSet<String> = tools.keys().cloned().collect();
    assert_eq!(served, asked, "each tool has its request in requests.json");
    let mut stdio: Vec<StdioServer> = REVISIONS.map(StdioServer::opened).into();
    for (name, arguments) in requests() {
        let whole = server.call(STATELESS, &name, &arguments)["result"].clone();
        let mut envelopes = BTreeMap::new();
        for (revision, by_stdio) in REVISIONS.into_iter().zip(&mut stdio) {
            let http = server.call(revision, &name, &arguments);
            assert_eq!(http, by_stdio.call(&name, &arguments), "{name} {revision}");
            for part in ["content", "structuredContent", "isError"] {
                assert_eq!(http["result"][part], whole[part], "{name} {revision} {part}");
            }
            envelopes.insert(revision, envelope(&http["result"]));
        }
        let snapshot = json!({
            "tool": tools[&name], "arguments": arguments, "result": whole, "revisions": envelopes,
        });
        check(&name, &snapshot);
    }
}

#[test]
fn what_a_server_says_of_itself() {
    let server = HttpServer::start();
    let client = json!({ "name": "plain", "version": "1" });
    let mut said = BTreeMap::new();
    for revision in &REVISIONS[..2] {
        let params =
            json!({ "protocolVersion": revision, "capabilities": {}, "clientInfo": client });
        said.insert(*revision, server.ask(revision, "initialize", params)["result"].clone());
        assert_eq!(said[revision]["protocolVersion"], *revision);
    }
    said.insert(
        STATELESS,
        server.ask(STATELESS, "server/discover", json!({}))["result"].clone(),
    );
    let of = |method: &str| server.ask(STATELESS, method, json!({}))["result"].clone();
    check(
        "server",
        &json!({
            "info": said, "prompts": of("prompts/list"), "resources": of("resources/list"),
            "templates": of("resources/templates/list"),
        }),
    );
}
