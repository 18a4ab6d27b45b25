//! Tools from the command line: listed, shown and called, with the exit code of each kind of answer.

use serde_json::json;

use crate::cli_fixture::{Bench, Said};

fn call(tool: &str, arguments: &str) -> Said {
    Bench::new().words(&["tools", "call", tool, "--json", arguments], "")
}

#[test]
fn tools_are_listed_and_shown() {
    let bench = Bench::new();
    bench.jurat("tools list").is(0, "crs_compute", "");
    let listed = bench.jurat("tools list --json").json();
    assert!(
        listed
            .as_array()
            .unwrap()
            .iter()
            .any(|tool| tool["name"] == "noc_lookup")
    );
    let shown = bench.jurat("tools show crs_compute").json();
    assert_eq!(shown["input"]["properties"]["profile"]["additionalProperties"], json!(false));
    bench.jurat("tools show crs_computee").is(3, "", "crs_compute");
}

#[test]
fn an_answer_is_data_or_lines() {
    let arguments = r#"{"as_of":"2026-01-15","code":"21231"}"#;
    let said = call("noc_lookup", arguments);
    assert_eq!((said.code, &said.json()["teer"]), (0, &json!(1)));
    let bench = Bench::new();
    let said = bench.words(&["tools", "call", "noc_lookup", "-"], arguments);
    said.is(0, "title: Software engineers and designers", "");
}

#[test]
fn today_is_filled_in_and_said() {
    let said = call("noc_lookup", r#"{"code":"21231"}"#);
    said.is(0, "21231", "which is today");
}

#[test]
fn each_kind_of_failure_has_its_code() {
    for (arguments, code, kind) in [
        (r#"{"as_of":"2026-01-15","code":"99999"}"#, 1, "not_found"),
        (r#"{"as_of":"2020-01-15","code":"21231"}"#, 2, "outside_coverage"),
        (r#"{"as_of":"2026-01-15","code":"2123"}"#, 3, "bad_argument"),
        ("[]", 3, "bad_input"),
    ] {
        let said = call("noc_lookup", arguments);
        assert_eq!(said.code, code, "{arguments}: {} {}", said.out, said.err);
        assert!(
            said.out.contains(kind) || said.err.contains(kind),
            "{} {}",
            said.out,
            said.err
        );
    }
    call("noc_keyword_search", r#"{"as_of":"2026-01-15","query":"qqqqqq"}"#).is(0, "empty", "");
}
