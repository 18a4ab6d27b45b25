//! An independent client: the Python SDK, by both transports.

use std::collections::BTreeSet;

use serde_json::{Value as Json, json};
use tempfile::TempDir;

use crate::mcp_fixture::{BINARY, HttpServer, STATELESS, folder, python, requests, script};

fn check(said: &Json, revision: &str, server: &HttpServer) {
    assert_eq!(said["revision"], revision);
    let tools: BTreeSet<&str> = said["tools"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it.as_str().unwrap())
        .collect();
    let asked = requests();
    assert_eq!(tools, asked.iter().map(|(name, _)| name.as_str()).collect());
    for (name, arguments) in &asked {
        let expected = &server.call(STATELESS, name, arguments)["result"];
        let got = &said["results"][name];
        assert_eq!(got["structured"], expected["structuredContent"], "{name}");
        assert_eq!(got["text"], expected["content"][0]["text"], "{name}");
        assert_eq!(got["is_error"], expected["isError"], "{name}");
    }
    let resources = said["resources"].as_array().unwrap();
    assert!(resources.iter().any(|uri| uri == "jurat://tables/crs"), "{resources:?}");
    assert!(said["read"].as_str().unwrap().starts_with("{\"table\""));
    assert!(said["prompts"].as_array().unwrap().len() >= 2);
    assert!(said["prompt"].as_str().unwrap().contains("2020 FC 1"));
}

#[test]
fn the_python_sdk_calls_every_tool_by_http_and_stdio() {
    let Some(python) = python() else { return };
    let server = HttpServer::start();
    let requests = folder().join("requests.json");
    let requests = requests.to_str().unwrap();
    for (mode, revision) in [("auto", STATELESS), ("legacy", "2025-11-25")] {
        let url = server.url();
        let words = ["python_client.py", &url, mode, requests];
        check(&script(&python, &words, server.home.path()), revision, &server);
        let home = TempDir::new().unwrap();
        let words = ["python_client.py", "stdio", mode, requests, BINARY, "mcp"];
        check(&script(&python, &words, home.path()), revision, &server);
    }
}

#[test]
fn a_host_that_knows_only_the_loop_takes_the_sample_to_its_end() {
    let Some(python) = python() else { return };
    let home = TempDir::new().unwrap();
    let store = home.path().join("runs");
    let store = store.to_str().unwrap();
    let words = ["workflow_client.py", BINARY, "mcp", "workflow", "--store", store];
    let said = script(&python, &words, home.path());
    let stages = ["intake", "scout", "planner", "gatekeeper", "taster", "foreman", "reporter"];
    assert_eq!(said["done"], json!(stages));
    assert_eq!(said["percentages"], json!([0, 14, 28, 42, 57, 71, 85, 100]));
    assert_eq!(
        said["end"]["progress"],
        json!({ "completed": 7, "total": 7, "percentage": 100 })
    );
    assert_eq!(said["status"]["is_complete"], true);
    assert_eq!(said["status"]["completed_stages"], json!(stages));
    assert_eq!(said["early"], true, "a stage that is not due is refused");
    let uri = format!("jurat://runs/{}", said["session"].as_str().unwrap());
    assert!(said["resources"].as_array().unwrap().contains(&json!(uri)), "{said}");
    assert_eq!(said["run"]["params"]["tier"], "pro");
}
