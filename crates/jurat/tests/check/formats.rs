//! The forms of an audit, and what its exit code says.

use serde_json::Value as Json;

use crate::{bench::Bench, samples::bench};

#[test]
fn people_get_what_is_wrong_where_and_how_to_mend_it() {
    let bench = bench();
    bench
        .jurat("check bad.json --policy consumer_pt")
        .is(1, "error MISSING_EXPECTED_ARTICLE", "search=failed")
        .is(1, "fix: retrieve Art. 49", "MISSING_EXPECTED_ARTICLE×1");
    bench
        .jurat("check good.json --policy consumer_pt")
        .is(0, "good.json: ok", "");
}

#[test]
fn a_mode_that_stops_nobody_ends_well_unless_asked_otherwise() {
    let bench = bench();
    bench.jurat("check bad.json").is(0, "not ok", "mode=advisory");
    bench.jurat("check bad.json --fail-on error").is(1, "not ok", "");
    bench.jurat("check good.json --fail-on info").is(0, "ok", "");
    bench
        .jurat("check bad.json --policy strict")
        .is(1, "not ok: stopped", "");
}

#[test]
fn what_cannot_be_checked_is_never_a_pass() {
    let bench = Bench::new();
    bench.write("bare.json", r#"{ "query": "How long?", "sources": [], "blocks": {} }"#);
    let line = "draft     NOT CHECKED: the state has no answer (";
    bench.jurat("check bare.json").is(2, line, "redator=not_checked");
    bench.jurat("check bare.json --strict").is(2, line, "");
    let said = bench.jurat("check bare.json --format junit");
    assert!(
        said.out.contains("<skipped message=\"the state has no answer\"/>"),
        "{}",
        said.out
    );
    assert!(said.out.contains("skipped=\"3\""), "{}", said.out);
    let sarif = bench.jurat("check bare.json --format sarif").json();
    let results = sarif["runs"][0]["results"].as_array().unwrap();
    let open: Vec<&Json> = results.iter().filter(|one| one["kind"] == "open").collect();
    assert!(open.iter().any(|one| one["properties"]["outcome"] == "not_checked"), "{sarif:#}");
    assert!(open.len() <= 4, "{sarif:#}");
}

#[test]
fn a_policy_says_what_an_unchecked_answer_means() {
    let bench = Bench::new();
    bench.write(
        "state.json",
        r#"{ "query": "How long?", "answer": "You have ten days to go." }"#,
    );
    for (word, code) in [("unsettled", 2), ("pass", 0), ("fail", 1)] {
        bench.write("policy.json", format!(r#"{{ "unchecked_answer": "{word}" }}"#));
        bench.jurat("check state.json --policy policy.json").is(
            code,
            "state.json: NOT CHECKED",
            "",
        );
    }
    let said = bench.jurat("check state.json --json");
    assert_eq!(said.code, 2);
    assert_eq!(said.json()["outcome"], "not_checked");
    assert_eq!(said.json()["ok"], false);
    assert_eq!(said.json()["audit"]["redator"]["reason"], "the state has no sources");
}

#[test]
fn the_mapping_shows_what_it_takes_from_where() {
    let bench = Bench::new();
    let state = r#"{ "messages": [{ "role": "system", "content": "Context:\nA rule stands here for ten days." },
        { "role": "user", "content": "How long?" }, { "role": "assistant", "content": "Ten days." }] }"#;
    bench.write("state.json", state);
    let said = bench.jurat("check state.json --explain-mapping");
    said.is(0, "mapping `openai`", "")
        .is(0, "1 by /messages/?role=system/content", "");
    said.is(0, "draft      1 by /messages/?role=assistant/content: $.messages[2].content", "");
    said.is(0, "blocks     nothing; looked at /blocks", "");
    let json = bench.jurat("check state.json --explain-mapping --json").json();
    assert_eq!(json["mapping"], "openai");
}

#[test]
fn a_retry_that_was_made_leaves_advice() {
    let bench = Bench::new();
    bench.write("once.json", r#"{ "mode": { "redator": "retry_once" } }"#);
    let state = |draft: &str| {
        serde_json::json!({ "query": "Who may moor?", "draft": draft,
            "sources": [{ "text": "Section 4. A skipper may moor at the north pier for two hours.", "score": 0.9 }] })
    };
    let wrong = "Every lighthouse of the kingdom is painted red by its keepers in winter.";
    bench.write("state.json", state(wrong).to_string());
    let asked = bench.jurat("check state.json --policy once.json --format state");
    assert_eq!(asked.code, 1, "{}", asked.out);
    let mut again = asked.json();
    again["draft"] = format!("{wrong} So it is in summer.").into();
    bench.write("again.json", again.to_string());
    bench.jurat("check again.json --policy once.json").is(0, "not ok", "");
}

#[test]
fn only_the_stages_that_are_asked_for_are_audited() {
    let bench = bench();
    let said = bench.jurat("check bad.json --policy consumer_pt --stage search --json");
    let audit = &said.json()["audit"];
    assert!(audit["search"].is_object() && audit.get("redator").is_none(), "{audit:#}");
    bench.jurat("check bad.json --stage draft,final").is(0, "draft", "");
    bench
        .jurat("check bad.json --stage middle")
        .is(3, "", "search, draft, final, pipeline");
}

#[test]
fn a_build_server_gets_suites_of_cases() {
    let said = bench().jurat("check good.json bad.json --policy strict --format junit -q");
    assert_eq!(said.code, 1);
    assert_eq!(said.out.matches("<testsuite name=").count(), 2);
    assert!(said.out.contains("<failure message="), "{}", said.out);
    assert_eq!(said.err, "");
}

#[test]
fn code_scanning_gets_results_with_rules() {
    let said = bench().jurat("check good.json bad.json good.json --format sarif");
    let sarif = said.json();
    let run = &sarif["runs"][0];
    let rules: Vec<&str> = run["tool"]["driver"]["rules"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|rule| rule["id"].as_str())
        .collect();
    let results = run["results"].as_array().unwrap();
    assert!(!results.is_empty());
    for result in results {
        assert!(rules.contains(&result["ruleId"].as_str().unwrap()), "{result:#}");
        let place = &result["locations"][0];
        assert_eq!(place["physicalLocation"]["artifactLocation"]["uri"], "bad.json");
    }
}

#[test]
fn a_state_keeps_every_key_that_is_not_ours() {
    let bench = Bench::new();
    let state = r#"{ "query": "How long?", "sources": [{ "text": "Ten days.", "mine": 1 }],
        "blocks": { "summary": "Ten days." }, "thread": { "id": 9 }, "meta": { "user": "u" } }"#;
    bench.write("state.json", state);
    let made = bench.jurat("check state.json --format state").json();
    let given: Json = serde_json::from_str(state).unwrap();
    for key in ["query", "sources", "blocks", "thread"] {
        assert_eq!(made[key], given[key]);
    }
    assert_eq!(made["meta"]["user"], "u");
    assert_eq!(made["meta"]["audit"], made["meta"]["auditor"]);
}

#[test]
fn schemas_and_what_is_built_in_can_be_had() {
    let bench = Bench::new();
    for name in ["policy-schema", "mapping-schema", "audit-schema", "strict", "haystack"] {
        bench.jurat(&format!("check print {name}")).is(0, "{", "").json();
    }
    bench.jurat("check print nothing").is(3, "", "consumer_pt");
}

#[test]
fn the_slow_path_can_be_seen() {
    bench().jurat("check bad.json --profile").is(0, "DUPLICATE_HITS", "");
}

#[test]
fn an_answer_beside_an_empty_list_of_sources_is_no_pass() {
    let bench = Bench::new();
    let state =
        r#"{ "query": "How long?", "sources": [], "answer": "You have ten days to go." }"#;
    bench.write("state.json", state);
    let line = "draft     NOT CHECKED: the list of sources is empty";
    bench.jurat("check state.json").is(2, line, "redator=not_checked").is(
        2,
        "no source was found",
        "",
    );
    bench.write("policy.json", r#"{ "unchecked_answer": "pass" }"#);
    bench.jurat("check state.json --policy policy.json").is(0, line, "");
}

#[test]
fn what_stops_a_stage_is_named() {
    let bench = Bench::new();
    let rule = "A skipper may moor at the north pier for two hours.";
    let state = serde_json::json!({ "query": "Who may moor at the north pier?", "answer": rule,
        "sources": [{ "text": rule, "score": 0.9 }] });
    bench.write("state.json", state.to_string());
    let said = bench.jurat("check state.json --policy strict");
    said.is(1, "final     not ok: stopped\n    warn  NOT_CHECKED\n", "")
        .is(1, "the policy counts what was not checked: 6 checks: the state has no blocks", "");
    let junit = bench.jurat("check state.json --policy strict --format junit");
    assert!(!junit.out.contains("<failure message=\"\""), "{}", junit.out);
    let sarif = bench.jurat("check state.json --policy strict --format sarif").json();
    let results = sarif["runs"][0]["results"].as_array().unwrap();
    let stops = |one: &&Json| one["ruleId"] == "NOT_CHECKED" && one["level"] == "warning";
    assert!(results.iter().any(|one| stops(&one)), "{sarif:#}");
}
