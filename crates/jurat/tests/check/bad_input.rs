//! What is no state, no policy or no mapping: told with its place, and nothing else is lost.

use std::fmt::Write as _;

use crate::{bench::Bench, samples};

#[track_caller]
fn check(state: &str, err: &str) {
    let bench = Bench::new();
    bench.write("state.json", state);
    bench.jurat("check state.json").is(3, "", err);
}

#[test]
fn what_is_no_json_is_told_by_line_and_column() {
    check("", "EOF while parsing");
    check("{ \"query\": \"a\",\n \"sources\": [", "line 2 column");
    check("\u{0}", "is no JSON");
    check(&"[".repeat(100_000), "recursion limit");
}

#[test]
fn wrong_types_are_told_by_their_paths_all_at_once() {
    let state =
        r#"{ "query": 3, "sources": [{ "text": "a", "score": "high" }, 7], "blocks": [] }"#;
    check(state, "$.sources[0].score: expected a number");
    check(state, "$.blocks: expected an object");
    check("[]", "the state");
    check("{}", "fits no mapping");
}

#[test]
fn references_are_followed_nowhere() {
    let bench = Bench::new();
    let state = r##"{ "query": "a?", "sources": [{ "$ref": "#/sources/0", "text": "b" }],
        "blocks": { "$ref": "#/blocks", "summary": "c" } }"##;
    bench.write("state.json", state);
    bench.jurat("check state.json").is(2, "NOT CHECKED", "");
}

#[test]
fn a_hundred_thousand_sources_are_read_up_to_the_limit_and_it_is_said() {
    let bench = Bench::new();
    let mut sources = String::new();
    for number in 0..100_000 {
        write!(sources, "{{\"text\":\"Rule {number} stands.\",\"score\":0.5}},").unwrap();
    }
    let sources = sources.trim_end_matches(',');
    bench.write(
        "state.json",
        format!("{{\"query\":\"Which rule?\",\"sources\":[{sources}],\"blocks\":{{}}}}"),
    );
    bench.jurat("check state.json").is(
        2,
        "99000 sources after the first 1000 were not read",
        "",
    );
}

#[test]
fn everything_that_is_wrong_with_a_policy_is_told() {
    let bench = samples::bench();
    let policy =
        r#"{ "mode": "sometimes", "thresholds": { "coverage_mim": 0.8 }, "sampling": -1 }"#;
    bench.write("policy.json", policy);
    let said = bench.jurat("check good.json --policy policy.json");
    for part in ["$.mode", "coverage_mim", "coverage_min", "$.sampling"] {
        said.is(3, "", part);
    }
    bench.write("policy.toml", "mode = \"gate\"\n[thresholds]\ncoverage_min = 0.9\n");
    bench
        .jurat("check bad.json --policy policy.toml")
        .is(1, "stopped", "");
    bench.write("policy.toml", "mode = [");
    bench
        .jurat("check bad.json --policy policy.toml")
        .is(3, "", "policy.toml");
    bench
        .jurat("check bad.json --policy nowhere.json")
        .is(3, "", "consumer_pt");
    bench.jurat("check bad.json --stage search,last").is(
        3,
        "",
        "it is one of search, draft, final, pipeline, all",
    );
}

#[test]
fn a_mapping_of_ones_own_reads_a_shape_of_ones_own() {
    let bench = Bench::new();
    let mapping = r#"{ "name": "mine", "query": ["/ask"], "draft": ["/said"],
        "sources": { "at": ["/found/*"], "text": ["/body"], "score": ["/rank"] } }"#;
    bench.write("mine.json", mapping);
    bench.write(
        "state.json",
        r#"{ "ask": "How long?", "said": "Ten days.", "found": [{ "body": "Ten days.", "rank": 1 }] }"#,
    );
    bench
        .jurat("check state.json --from mine.json --stage search")
        .is(0, "search", "");
    bench.jurat("check state.json").is(3, "", "--from");
    bench.write("mine.json", r#"{ "name": "mine", "question": ["ask"] }"#);
    bench.jurat("check state.json --from mine.json").is(3, "", "question");
}

const BATCH: &str = "{ \"query\": \"Which rule?\", \"sources\": [\"A rule stands here for ten days.\"], \
    \"answer\": \"A rule stands here for ten days.\" }\nno <state>\n{ \"foo\": 1 }\n";

#[test]
fn a_line_that_cannot_be_read_is_an_error_for_build_servers_too() {
    let bench = Bench::new();
    bench.write("states.jsonl", BATCH);
    let said = bench.jurat("check states.jsonl --jsonl --format junit");
    assert_eq!(said.code, 3, "{}", said.err);
    assert_eq!(said.out.matches("<testsuite name=").count(), 3, "{}", said.out);
    assert_eq!(said.out.matches("errors=\"1\"").count(), 2, "{}", said.out);
    let error = "<error message=\"`states.jsonl:2` is no JSON";
    assert!(said.out.contains(error), "{}", said.out);
    let sarif = bench.jurat("check states.jsonl --jsonl --format sarif").json();
    let results = sarif["runs"][0]["results"].as_array().unwrap();
    let rows: Vec<u64> = results
        .iter()
        .filter(|one| one["ruleId"] == "UNREADABLE_STATE" && one["level"] == "error")
        .filter_map(|one| one["properties"]["row"].as_u64())
        .collect();
    assert_eq!(rows, [1, 2], "{sarif:#}");
    let rules = sarif["runs"][0]["tool"]["driver"]["rules"].as_array().unwrap();
    assert!(rules.iter().any(|rule| rule["id"] == "UNREADABLE_STATE"), "{sarif:#}");
}

#[test]
fn a_batch_leaves_its_totals_and_no_line_of_one_state() {
    let bench = Bench::new();
    bench.write("states.jsonl", BATCH);
    let said = bench.jurat("check states.jsonl --jsonl");
    said.is(3, "", "checked 1 states");
    assert!(!said.err.contains("check state="), "{}", said.err);
    let (first, _) = BATCH.split_once('\n').unwrap();
    bench.write("one.jsonl", first);
    bench
        .jurat("check one.jsonl --jsonl")
        .is(0, "", "check state=one.jsonl:1 ");
    bench.write("one.json", first);
    bench.jurat("check one.json").is(0, "", "check state=one.json ");
    let both = bench.jurat("check one.json one.json");
    both.is(0, "", "checked 2 states");
    assert!(!both.err.contains("check state="), "{}", both.err);
}
