//! States that are wrong, deep, long or many.

use jurat_model::audit::PipelineStage;
use jurat_pipeline_audit::audit::{AuditPolicy, AuditSubject, audit, enforce};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::support::{consumer, mappings, native, refused, subject};

#[track_caller]
fn check(state: &Value, problems: &[&str]) {
    let refused = refused(state);
    let found: Vec<String> = refused.problems.iter().map(ToString::to_string).collect();
    assert_eq!(found, problems);
}

#[test]
fn wrong_types_are_all_told_with_their_paths() {
    check(
        &json!({"query": 7, "sources": [{"text": "a"}, 3, {"text": {"x": 1}, "score": "high", "url": []}],
            "blocks": {"summary": {"a": 1}, "steps": "one", "legal_basis": [1]}, "meta": {"elapsed_ms": "slow"}}),
        &[
            "$.query: expected a string, found 7",
            "$.blocks.summary: expected a string, found an object",
            "$.blocks.steps: expected an array, found \"one\"",
            "$.blocks.legal_basis[0]: expected a string or an object, found 1",
            "$.sources[1]: expected an object or a string, found 3",
            "$.sources[2].text: expected a string, found an object",
            "$.sources[2].score: expected a number, found \"high\"",
            "$.sources[2].url: expected a string, found an array of 0",
            "$.meta.elapsed_ms: expected a number or an object of numbers, found \"slow\"",
        ],
    );
    check(&json!([1]), &["$: expected an object, found an array of 1"]);
    check(&json!({"meta": 3}), &["$.meta: expected an object, found 3"]);
    check(&json!({"blocks": "x"}), &["$.blocks: expected an object, found \"x\""]);
}

#[test]
fn deep_nesting_is_refused_without_being_followed() {
    // Moved, not written anew: `json!` would follow it to its depth.
    let mut deep = json!("x");
    for _ in 0..2000 {
        deep = Value::Array(vec![deep]);
    }
    let mut state = json!({"query": "q"});
    state["sources"] = deep;
    check(&state, &["$: nested deeper than 64 levels"]);
    // Dropping it in one go would overflow the stack of a small thread.
    std::mem::forget(state);
}

#[test]
fn a_hundred_thousand_sources_are_bounded_and_said_to_be() {
    let hits: Vec<Value> = (0..100_000)
        .map(
            |at| json!({"text": format!("Art. {at}. Regra sobre o barco {at}."), "score": 0.9}),
        )
        .collect();
    let state = json!({"query": "Onde fica o barco?", "sources": hits});
    let subject = subject(&state);
    let audit = audit(&subject, &AuditPolicy::default(), &PipelineStage::ALL, &mut || 0);
    assert_eq!(subject.hits().len(), 1000);
    let said = audit
        .not_checked
        .iter()
        .any(|one| one.reason == "99000 sources after the first 1000 were not read");
    assert!(said, "{:?}", audit.not_checked);
}

#[test]
fn many_sources_that_are_nearly_the_same_are_compared() {
    const COUNT: usize = 8_000;
    let same = "O barco fica no cais durante a noite toda e paga uma taxa por dia.";
    let hits: Vec<Value> = (0..COUNT)
        .map(|at| json!({"text": format!("{same} Regra {at}."), "score": 0.5}))
        .collect();
    let mut policy = AuditPolicy::default();
    policy.limits.sources = COUNT;
    let state = json!({"query": "Onde fica o barco?", "sources": hits});
    let subject = AuditSubject::read(&state, &native(), &policy.limits).unwrap();
    let audit = audit(&subject, &policy, &[PipelineStage::Search], &mut || 0);
    let codes: Vec<&str> = audit
        .issues(PipelineStage::Search)
        .iter()
        .map(|issue| issue.code.as_str())
        .collect();
    assert!(codes.contains(&"DUPLICATE_HITS"), "{codes:?}");
}

#[test]
fn a_huge_text_is_cut_and_said_to_be() {
    let long = "Os barcos ficam no cais. ".repeat(200_000);
    let state = json!({"query": "q", "sources": [{"text": long}], "draft": long});
    let subject = subject(&state);
    assert_eq!(subject.cut, ["$.sources[0].text", "$.draft"]);
    let audit = audit(&subject, &AuditPolicy::default(), &[PipelineStage::Search], &mut || 0);
    assert!(audit.not_checked.iter().any(|one| one.reason.contains("too long")));
}

#[test]
fn odd_texts_break_nothing() {
    for text in [
        "\u{0}",
        "Art.",
        "Art. 49, parágrafo",
        "§§§§",
        "art. 49 parágrafo único\u{301}",
        "İİİ art. 49, p. ÚNICO",
        "≤≥<>",
        "😀 https://",
        "\u{FEFF}",
    ] {
        let state = json!({"query": text, "sources": [text, {"text": text, "label": text}],
            "draft": text, "blocks": {"summary": text, "steps": [text], text: text},
            "meta": {"plan": {"key_articles": [text], "outline": [{"claim": text, "evidence": [text]}], "success_criteria": [text]}}});
        let (subject, policy) = (subject(&state), AuditPolicy::default());
        let audit = audit(&subject, &policy, &PipelineStage::ALL, &mut || 0);
        assert!(enforce(state, &subject, &audit, &policy).is_object());
    }
}

#[test]
fn no_check_floods_the_report() {
    let mut policy = AuditPolicy::default();
    policy.limits.issues = 3;
    let draft = "See https://blog.example/a now. ".repeat(50);
    let state = json!({"query": "q", "sources": ["A rule."], "draft": draft});
    let audit = audit(&subject(&state), &policy, &[PipelineStage::Draft], &mut || 0);
    let urls: Vec<&str> = audit
        .issues(PipelineStage::Draft)
        .iter()
        .filter(|issue| issue.code == "EXTERNAL_URL")
        .map(|issue| issue.msg.as_str())
        .collect();
    assert_eq!(urls.len(), 3);
    assert!(urls[2].ends_with("(and 47 more such issues)"), "{urls:?}");
}

#[test]
fn a_list_that_is_too_long_is_cut_and_said_to_be() {
    let steps: Vec<Value> = (0..5000).map(|at| json!(format!("Step {at}."))).collect();
    let state =
        json!({"query": "q", "blocks": {"summary": "s", "steps": steps, "more": steps}});
    let subject = subject(&state);
    assert_eq!(subject.cut, ["$.blocks.steps", "$.blocks.more"]);
    let audit = audit(&subject, &AuditPolicy::default(), &[PipelineStage::Final], &mut || 0);
    assert!(audit.not_checked.iter().any(|one| one.reason.contains("too long")));
}

/// Keys that some mapping looks at, so that chance meets them.
const KEYS: [&str; 24] = [
    "query",
    "sources",
    "blocks",
    "meta",
    "draft",
    "summary",
    "steps",
    "legal_basis",
    "text",
    "score",
    "label",
    "plan",
    "elapsed_ms",
    "documents",
    "page_content",
    "messages",
    "role",
    "content",
    "source_nodes",
    "node",
    "retrieved_contexts",
    "response",
    "answers",
    "audit",
];

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(|number| json!(number)),
        ".{0,12}".prop_map(Value::from),
        Just(json!("user")),
        Just(json!("Art. 49, parágrafo único")),
    ];
    leaf.prop_recursive(5, 48, 6, |inner| {
        let key = proptest::sample::select(&KEYS[..]).prop_map(ToOwned::to_owned);
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            proptest::collection::btree_map(key, inner, 0..6)
                .prop_map(|fields| Value::Object(fields.into_iter().collect())),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn any_json_is_audited_or_refused_with_paths(state in any_json()) {
        let policy = consumer();
        for mapping in mappings() {
            match AuditSubject::read(&state, &mapping, &policy.limits) {
                Ok(subject) => {
                    let audit = audit(&subject, &policy, &PipelineStage::ALL, &mut || 0);
                    prop_assert!(enforce(state.clone(), &subject, &audit, &policy)["meta"]["audit"].is_object());
                }
                Err(refused) => {
                    prop_assert!(refused.problems.iter().all(|one| one.path.starts_with('$')));
                    prop_assert!(!refused.problems.is_empty());
                }
            }
        }
    }
}
