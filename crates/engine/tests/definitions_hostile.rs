//! Hostile definitions: each is refused, in good time, without a panic.
#![expect(clippy::unwrap_used)]

use std::time::{Duration, Instant};

use jurat_engine::{DefinitionError, WorkflowDefinition, dot, load, mermaid};
use proptest::prelude::*;
use serde_json::{Value as Json, json};

const GOOD: &str = include_str!("definitions/good.json");
/// Far more than any of these takes: the machine may be slow.
const GOOD_TIME: Duration = Duration::from_mins(1);

fn refused(text: &str) -> DefinitionError {
    let start = Instant::now();
    let found = load(text).map(|_| ()).unwrap_err();
    assert!(start.elapsed() < GOOD_TIME, "took {:?}", start.elapsed());
    assert!(found.to_string().len() < 1 << 20);
    found
}

/// Checks that the first problem has this code.
fn check(text: &str, code: &str) {
    let found = refused(text);
    assert_eq!(found.iter().next().unwrap().code, code, "{found}");
}

fn with_stages(stages: impl Iterator<Item = Json>) -> String {
    let channels = json!({ "x": {} });
    json!({ "name": "w", "channels": channels, "stages": stages.collect::<Vec<_>>() })
        .to_string()
}

#[test]
fn deep_nesting() {
    check(&"[".repeat(100_000), "too-deep");
    check(&"{\"a\":".repeat(100_000), "too-deep");
    check(&format!("{{\"name\": {}1{}}}", "[".repeat(63), "]".repeat(63)), "missing-key");
}

#[test]
fn large_texts() {
    check(&" ".repeat(10 << 20), "too-large");
    check(&format!("\"{}\"", "x".repeat((1 << 20) - 2)), "wrong-type");
    check(&format!("{{{}}}", "\"a\":1,".repeat(100_000).trim_end_matches(',')), "repeated-key");
    check(&format!("[{}]", "0,".repeat(500_000).trim_end_matches(',')), "wrong-type");
}

#[test]
fn empty_texts() {
    check("", "not-json");
    check("null", "wrong-type");
    check("{}", "missing-key");
    check("\u{feff}{}", "not-json");
}

#[test]
fn huge_numbers() {
    check("{\"name\": 1e400}", "not-json");
    let huge = GOOD.replace("60000", &"9".repeat(300));
    check(&huge, "wrong-type");
    check(&GOOD.replace("60000", "-1"), "wrong-type");
    check(&GOOD.replace("60000", "1.5"), "wrong-type");
}

#[test]
fn repeated_keys() {
    check(&GOOD.replacen("\"version\"", "\"name\"", 1), "repeated-key");
}

#[test]
fn long_names_do_not_multiply() {
    let name = "n".repeat(500_000);
    let keys: Vec<String> = (0..50_000).map(|key| format!("\"{key}\":1")).collect();
    let text = format!("{{\"params\": {{\"{name}\": {{{}}}}}}}", keys.join(","));
    check(&text, "missing-key");
}

#[test]
fn one_cycle_through_all_stages() {
    let stages = (0..2000).map(
        |i| json!({ "id": format!("s{i}"), "depends_on": [format!("s{}", (i + 1) % 2000)] }),
    );
    check(&with_stages(stages), "cycle");
}

#[test]
fn every_stage_depends_on_many() {
    let inputs =
        |i: usize| (i.saturating_sub(60)..i).map(|j| format!("s{j}")).collect::<Vec<_>>();
    let stage =
        |i: usize| json!({ "id": format!("s{i}"), "depends_on": inputs(i), "writes": ["x"] });
    assert!(load(&with_stages((0..1500).map(stage))).is_ok());
    let lone = |i: usize| json!({ "id": format!("s{i}"), "writes": ["x"] });
    check(&with_stages((0..2000).map(lone)), "concurrent-writers");
}

#[test]
fn many_alternatives_write_one_channel() {
    let branches: Vec<Json> = (0..100)
        .map(|i| json!({ "when": format!("epoch == {i}"), "to": format!("s{i}") }))
        .collect();
    let first = json!({ "id": "r", "route": branches });
    let leaf =
        |i: usize| json!({ "id": format!("s{i}"), "depends_on": ["r"], "writes": ["x"] });
    let next = |i: usize| json!({ "id": format!("t{i}"), "depends_on": [format!("s{i}")], "writes": ["x"] });
    let text = with_stages(
        std::iter::once(first)
            .chain((0..100).map(leaf))
            .chain((0..100).map(next)),
    );
    assert_eq!(load(&text).map(|_| ()).map_err(|found| found.to_string()), Ok(()));
}

#[test]
fn a_comb_of_routes_is_quick() {
    let tooth = |i: usize| json!({ "id": format!("s{i}"), "depends_on": [format!("r{i}")], "writes": ["x"] });
    let router = |i: usize| {
        let before = if i == 0 { json!([]) } else { json!([format!("r{}", i - 1)]) };
        let route = json!([{ "when": "epoch > 0", "to": format!("s{i}") }, { "to": format!("r{}", i + 1) }]);
        json!({ "id": format!("r{i}"), "depends_on": before, "route": route })
    };
    let last = json!({ "id": "r900", "depends_on": ["r899"] });
    let text = with_stages((0..900).flat_map(|i| [router(i), tooth(i)]).chain([last]));
    assert_eq!(load(&text).map(|_| ()).map_err(|found| found.to_string()), Ok(()));
}

#[test]
fn many_near_misses() {
    let stage = |i: usize| {
        let slip = format!("a-rather-long-name-of-a-stage-numbr-{i:04}");
        json!({ "id": format!("a-rather-long-name-of-a-stage-number-{i:04}"), "depends_on": [slip] })
    };
    check(&with_stages((0..2000).map(stage)), "unknown-stage");
}

#[test]
fn many_conditions() {
    let stage = |i: usize| json!({ "id": format!("s{i}"), "when": format!("epoch + {i} > 0 && attempt < {i}") });
    assert!(load(&with_stages((0..2000).map(stage))).is_ok());
}

/// A definition with some of its characters changed, dropped or moved.
fn edited() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just(String::new()),
        proptest::sample::select(vec![
            "{", "}", "[", "]", "\"", ":", ",", "null", "true", "-1", "1e9", "\\", "\\u12",
            "é", "(", "state.", "loops",
        ])
        .prop_map(str::to_owned),
        any::<char>().prop_map(String::from),
    ];
    let edit = (any::<prop::sample::Index>(), 0..20_usize, piece);
    prop::collection::vec(edit, 1..6).prop_map(|edits| {
        let mut letters: Vec<char> = GOOD.chars().collect();
        for (at, drop, piece) in edits {
            let at = at.index(letters.len());
            let end = (at + drop).min(letters.len());
            letters.splice(at..end, piece.chars());
        }
        letters.into_iter().collect()
    })
}

/// A definition with one of its values replaced by another.
fn replaced() -> impl Strategy<Value = String> {
    let value = prop_oneof![
        Just(json!(null)),
        Just(json!([])),
        Just(json!({})),
        Just(json!(-1)),
        Just(json!("survey")),
        Just(json!(["survey", "ask", "ask"])),
        Just(json!("state.grades.map(g, g)")),
        Just(json!({ "quorum": 0 })),
        Just(json!({ "stage": "ask" })),
        ".{0,12}".prop_map(Json::from),
        any::<u64>().prop_map(Json::from),
    ];
    (any::<prop::sample::Index>(), value).prop_map(|(at, value)| {
        let mut json: Json = serde_json::from_str(GOOD).unwrap();
        let mut pointers = Vec::new();
        collect(&json, String::new(), &mut pointers);
        if let Some(place) = json.pointer_mut(&pointers[at.index(pointers.len())]) {
            *place = value;
        }
        json.to_string()
    })
}

fn collect(json: &Json, pointer: String, pointers: &mut Vec<String>) {
    match json {
        Json::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                collect(item, format!("{pointer}/{index}"), pointers);
            }
        }
        Json::Object(fields) => {
            for (key, value) in fields {
                collect(value, format!("{pointer}/{key}"), pointers);
            }
        }
        _ => {}
    }
    pointers.push(pointer);
}

fn never_panics(text: &str) {
    if let Err(found) = load(text) {
        assert!(found.iter().next().is_some());
        assert!(
            found
                .iter()
                .all(|d| 0 < d.line && 0 < d.column && !d.message.is_empty())
        );
    }
    if let Ok(definition) = serde_json::from_str::<WorkflowDefinition>(text) {
        assert!(mermaid(&definition).starts_with("flowchart"));
        assert!(dot(&definition).ends_with("}\n"));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(512) })]

    #[test]
    fn edited_definitions_never_panic(text in edited()) {
        never_panics(&text);
    }

    #[test]
    fn replaced_values_never_panic(text in replaced()) {
        never_panics(&text);
    }
}
