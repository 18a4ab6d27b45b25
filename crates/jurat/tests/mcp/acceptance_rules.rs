//! The rules that every server of ours keeps, one test each.
//!
//! Rules 2, 3 and 8 are about services that search decisions and manuals: what applies to those that are here is tested.
//! Rule 10 has its tests in `hostile_clients.rs`, rule 14 in `hostile_servers.rs`.

use std::{collections::BTreeMap, fs, path::Path};

use jurat_testdata::FullSchema;
use serde_json::{Value as Json, json};

use crate::mcp_fixture::{HttpServer, REVISIONS, STATELESS, StdioServer, folder, requests};

fn tools(server: &HttpServer) -> Vec<Json> {
    let listed = server.ask(STATELESS, "tools/list", json!({}));
    listed["result"]["tools"].as_array().unwrap().clone()
}

fn results(server: &HttpServer) -> Vec<(String, Json)> {
    let call = |(name, arguments): (String, Json)| {
        let result = server.call(STATELESS, &name, &arguments)["result"].clone();
        (name, result)
    };
    requests().into_iter().map(call).collect()
}

/// The answers among them.
fn answers(server: &HttpServer) -> Vec<(String, Json)> {
    let answered = results(server)
        .into_iter()
        .filter(|(_, result)| result["isError"] == false);
    answered
        .map(|(name, result)| (name, result["structuredContent"].clone()))
        .collect()
}

#[test]
fn rule_01_an_unknown_value_is_an_error_that_lists_the_valid_ones() {
    let server = HttpServer::start();
    let text = fs::read_to_string(folder().join("unknown_values.json")).unwrap();
    let cases: Vec<(String, Json, String, String)> = serde_json::from_str(&text).unwrap();
    for (tool, arguments, argument, valid) in cases {
        let result = &server.call(STATELESS, &tool, &arguments)["result"];
        let data = &result["structuredContent"];
        assert_eq!(result["isError"], true, "{tool}");
        assert_eq!(data["outcome"], "bad_argument", "{tool} {data}");
        assert_eq!(data["argument"], argument, "{tool} {data}");
        assert!(data["allowed"].as_array().unwrap().contains(&json!(valid)), "{tool} {data}");
        assert!(result["content"][0]["text"].as_str().unwrap().contains(&valid), "{tool}");
    }
}

#[test]
fn rule_02_what_answers_rest_on_is_listed_with_its_size_and_hash() {
    let server = HttpServer::start();
    let listed = server.ask(STATELESS, "resources/list", json!({}));
    let mut hashes = BTreeMap::new();
    for resource in listed["result"]["resources"].as_array().unwrap() {
        let read = server.ask(STATELESS, "resources/read", json!({ "uri": resource["uri"] }));
        let text = read["result"]["contents"][0]["text"].as_str().unwrap().to_owned();
        assert_eq!(resource["size"], text.len(), "{resource}");
        let hash = resource["_meta"]["jurat/blake3"].as_str().unwrap();
        assert_eq!(hash, jurat_canon::Hash::of(text.as_bytes()).to_string());
        hashes.insert(resource["name"].as_str().unwrap().to_owned(), hash.to_owned());
    }
    for (name, answer) in answers(&server) {
        for table in answer["basis"]["tables"].as_array().into_iter().flatten() {
            let listed = hashes.get(table["table"].as_str().unwrap());
            assert_eq!(listed.map(String::as_str), table["hash"].as_str(), "{name}");
        }
    }
}

#[test]
fn rule_04_empty_not_found_outside_coverage_and_bad_are_four_answers() {
    let server = HttpServer::start();
    let text = fs::read_to_string(folder().join("outcomes.json")).unwrap();
    let cases: Vec<(String, String, Json)> = serde_json::from_str(&text).unwrap();
    for (outcome, tool, arguments) in cases {
        let result = &server.call(STATELESS, &tool, &arguments)["result"];
        assert_eq!(result["structuredContent"]["outcome"], outcome, "{tool}");
        assert_eq!(result["isError"], outcome != "empty", "{tool}");
    }
}

#[test]
fn rule_05_answers_keep_to_their_schema_and_the_text_says_the_same() {
    let server = HttpServer::start();
    let schemas: BTreeMap<String, Json> = tools(&server)
        .into_iter()
        .map(|tool| (tool["name"].as_str().unwrap().to_owned(), tool["outputSchema"].clone()))
        .collect();
    for (name, result) in results(&server) {
        let text = result["content"][0]["text"].as_str().unwrap();
        let data = &result["structuredContent"];
        if result["isError"] == true {
            assert_eq!(data["message"], text, "{name}");
            continue;
        }
        FullSchema::new(&schemas[&name]).unwrap().check(data).unwrap();
        for value in leaves(data) {
            assert!(text.contains(&value), "{name}: {value} is not in the text");
        }
    }
}

fn leaves(value: &Json) -> Vec<String> {
    match value {
        Json::Object(fields) => fields.values().flat_map(leaves).collect(),
        Json::Array(items) => items.iter().flat_map(leaves).collect(),
        Json::Null => Vec::new(),
        Json::String(text) => vec![text.replace('\n', " ")],
        other => vec![other.to_string()],
    }
}

#[test]
fn rule_06_answers_carry_source_hash_and_day() {
    let server = HttpServer::start();
    let mut seen = 0;
    for (name, answer) in answers(&server).iter().filter(|(_, it)| it.get("basis").is_some()) {
        assert!(answer["basis"]["as_of"].is_string(), "{name}");
        let rests = |on: &str| answer["basis"][on].is_array();
        assert!(rests("packs") || rests("tables"), "{name}: an answer rests on something");
        for pack in answer["basis"]["packs"].as_array().into_iter().flatten() {
            assert_eq!(pack["hash"].as_str().unwrap().len(), 64, "{name}");
            assert!(pack["as_of"].is_string() && pack["version"].is_string(), "{name}");
        }
        for table in answer["basis"]["tables"].as_array().into_iter().flatten() {
            assert_eq!(table["hash"].as_str().unwrap().len(), 64, "{name}");
            assert!(table["mark"].as_str().unwrap().starts_with("table of "), "{name}");
            assert!(!table["sources"].as_array().unwrap().is_empty(), "{name}");
            seen += 1;
        }
    }
    assert!(5 < seen);
}

#[test]
fn rule_07_pages_follow_each_other_and_scores_are_computed() {
    let server = HttpServer::start();
    let asked: BTreeMap<String, Json> = requests().into_iter().collect();
    let mut seen = 0;
    for (name, answer) in answers(&server) {
        let Some(next) = answer["next_offset"].as_u64() else { continue };
        let results = answer["results"].as_array().unwrap();
        let scores: Vec<f64> = results.iter().filter_map(|it| it["score"].as_f64()).collect();
        assert!(scores.is_sorted_by(|one, other| one >= other), "{name} {scores:?}");
        assert!(scores.first() != scores.last(), "{name} {scores:?}");
        let mut arguments = asked[&name].clone();
        arguments["offset"] = json!(next);
        let second = server.call(STATELESS, &name, &arguments)["result"].clone();
        let second = second["structuredContent"]["results"].as_array().unwrap().clone();
        assert!(!second.is_empty() && second.iter().all(|it| !results.contains(it)), "{name}");
        arguments["offset"] = json!(0);
        arguments["limit"] = json!(results.len() + second.len());
        let both = server.call(STATELESS, &name, &arguments)["result"].clone();
        let both = both["structuredContent"]["results"].clone();
        assert_eq!(both, json!([results.as_slice(), &second].concat()), "{name}");
        seen += 1;
    }
    assert!(0 < seen);
}

#[test]
fn rule_09_errors_name_the_argument_and_are_the_same_by_both_transports() {
    let server = HttpServer::start();
    for revision in REVISIONS {
        let mut stdio = StdioServer::opened(revision);
        for (name, mut arguments) in requests() {
            arguments["no_such_argument"] = json!(1);
            let http = server.call(revision, &name, &arguments);
            assert_eq!(http, stdio.call(&name, &arguments), "{name} {revision}");
            let data = &http["result"]["structuredContent"];
            assert_eq!(data["outcome"], "bad_argument", "{name}");
            assert_eq!(data["argument"], "no_such_argument", "{name}");
            assert!(!data["allowed"].as_array().unwrap().is_empty(), "{name}");
            assert!(!http.to_string().contains(".rs:"), "{http}");
        }
        let unknown = server.call(revision, "no_such_tool", &json!({}));
        assert_eq!(unknown, stdio.call("no_such_tool", &json!({})));
        assert_eq!(unknown["error"]["code"], -32602);
        let allowed = unknown["error"]["data"]["allowed"].as_array().unwrap();
        assert_eq!(allowed.len(), requests().len());
    }
}

#[test]
fn rule_11_descriptions_are_short_and_give_no_orders() {
    let server = HttpServer::start();
    for tool in tools(&server) {
        let about = tool["description"].as_str().unwrap();
        assert!((20..=300).contains(&about.len()), "{about}");
        let screened =
            jurat_injection::screen(about, jurat_injection::ScreenedTextKind::Passage);
        assert!(screened.suspicions.is_empty(), "{about}");
    }
}

#[test]
fn rule_12_tools_that_only_read_say_so_and_change_nothing() {
    let server = HttpServer::start();
    let read_only = |tool: &Json| tool["annotations"]["readOnlyHint"] == true;
    let named: BTreeMap<String, bool> = tools(&server)
        .iter()
        .map(|tool| (tool["name"].as_str().unwrap().to_owned(), read_only(tool)))
        .collect();
    assert!(
        tools(&server)
            .iter()
            .all(|tool| tool["annotations"]["destructiveHint"] == false)
    );
    let before = files(server.home.path());
    let tables = answers(&server);
    assert!(tables.iter().all(|(name, _)| named[name]), "every answer here is from a table");
    let services = HttpServer::start();
    for (name, _) in &tables {
        let arguments = &requests().into_iter().find(|(it, _)| it == name).unwrap().1;
        services.call(STATELESS, name, arguments);
    }
    assert_eq!(files(services.home.path()), before);
}

fn files(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

#[test]
fn rule_13_the_same_request_gives_the_same_bytes() {
    let (one, other) = (HttpServer::start(), HttpServer::start());
    for (name, arguments) in requests() {
        let body = json!({
            "jsonrpc": "2.0", "id": 1, "method": "tools/call",
            "params": { "name": name, "arguments": arguments },
        });
        let headers = [("mcp-protocol-version", REVISIONS[0])];
        let body = body.to_string();
        let bytes = one.post(&headers, body.as_bytes()).body;
        assert_eq!(bytes, one.post(&headers, body.as_bytes()).body, "{name}");
        assert_eq!(bytes, other.post(&headers, body.as_bytes()).body, "{name}");
    }
}
