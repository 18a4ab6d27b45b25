//! Many states in a file, and sentences as they come.

use serde_json::Value as Json;

use crate::{
    bench::Bench,
    samples::{bench, state},
};

#[test]
fn a_batch_is_audited_in_order_and_a_broken_line_costs_only_itself() {
    let bench = Bench::new();
    let (good, bad) =
        (state("arrependimento_good.json"), state("arrependimento_missing_49.json"));
    let mut lines = Vec::new();
    for row in 0..300 {
        let state = if row % 3 == 0 { &bad } else { &good };
        lines.push(state.to_string());
        if row == 100 {
            lines.push("\n{ \"query\": ".to_owned());
        }
    }
    bench.write("states.jsonl", lines.join("\n"));
    let said = bench.jurat("check states.jsonl --jsonl --policy consumer_pt --json");
    assert_eq!(said.code, 3, "{}", said.err);
    assert!(said.err.contains("unreadable: `states.jsonl:103` is no JSON"), "{}", said.err);
    let rows: Vec<Json> = said
        .out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(rows.len(), 300);
    for (number, row) in rows.iter().enumerate() {
        assert_eq!(row["ok"], number % 3 != 0, "{row}");
    }
    assert_eq!(rows[0]["state"], "states.jsonl:1");
    bench.jurat("check states.jsonl --jsonl --policy consumer_pt").is(
        3,
        "301 states: 200 ok, 100 not ok, 0 not checked, 1 unreadable",
        "p95",
    );
    bench.write("alarm.json", r#"{ "alerts": { "not_ok": 0.3, "PLAN_GAP": 0.5 } }"#);
    let said = bench.jurat("check states.jsonl --jsonl --policy alarm.json");
    said.is(3, "", "alert: not_ok in 100 of 300 states; 0.3 is allowed");
    assert!(!said.err.contains("alert: PLAN_GAP"), "{}", said.err);
}

#[test]
fn sentences_are_checked_as_they_arrive() {
    let bench = bench();
    let text = "O consumidor pode desistir do contrato no prazo de 7 dias. \
        O consumidor pode desistir do contrato no prazo de 90 dias.";
    let words = ["check", "watch", "--sources", "good.json", "--json"];
    let said = bench.words(&words, text);
    let verdicts: Vec<Json> = said
        .out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(verdicts.len(), 2, "{}", said.out);
    assert_eq!(verdicts[0]["ok"], true, "{}", said.out);
    let codes = verdicts[1]["issues"].to_string();
    assert!(codes.contains("NUMBER_MISMATCH"), "{codes}");
    bench.words(&words[..4], text).is(said.code, "NUMBER_MISMATCH", "");
}
