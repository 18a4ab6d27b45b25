//! What an audit writes into a state, and what it leaves alone.

use jurat_model::audit::PipelineStage;
use jurat_pipeline_audit::audit::{
    AuditPolicy, AuditSubject, audit, detect, enforce, risk, wants_model,
};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::support::{audited, consumer, json, mappings, policy, shipped, subject};

fn after(state: &Value, policy: &AuditPolicy) -> Value {
    let mappings = mappings();
    let mapping = detect(state, &mappings).unwrap();
    let subject = AuditSubject::read(state, &mapping, &policy.limits).unwrap();
    enforce(state.clone(), &subject, &audited(state, policy), policy)
}

fn staged(state: &Value, policy: &AuditPolicy, stages: &[PipelineStage]) -> Value {
    let subject = subject(state);
    enforce(state.clone(), &subject, &audit(&subject, policy, stages, &mut || 0), policy)
}

fn empty() -> Value {
    json!({"query": "q", "sources": []})
}

#[test]
fn advice_is_written_twice_and_appended_to_the_issues() {
    let mut state = empty();
    state["meta"] = json!({"issues": [{"mine": 1}], "kept": true});
    let after = after(&state, &AuditPolicy::default());
    assert_eq!(after["meta"]["audit"], after["meta"]["auditor"]);
    assert_eq!(after["meta"]["issues"][0], json!({"mine": 1}));
    assert_eq!(after["meta"]["issues"][1]["code"], "NO_RESULTS");
    assert_eq!(after["meta"]["kept"], true);
    assert!(after.get("blocks").is_none());
}

#[test]
fn a_gate_sets_the_error_and_a_mended_state_loses_it() {
    let gate = policy(r#"{"mode": {"search": "gate"}}"#);
    let failed = after(&empty(), &gate);
    assert_eq!(failed["blocks"]["error_validation_failed"]["issues"][0]["code"], "NO_RESULTS");
    let mut mended = failed;
    mended["sources"] = json!([{"text": "A rule.", "score": 1}]);
    mended["blocks"]["summary"] = json!("A rule.");
    let passed = after(&mended, &gate);
    assert!(passed["blocks"].get("error_validation_failed").is_none(), "{passed}");
    assert_eq!(passed["blocks"]["summary"], "A rule.");
}

#[test]
fn only_the_stage_with_a_gate_stops() {
    let gate = policy(r#"{"mode": {"professor": "gate"}}"#);
    let after = after(&empty(), &gate);
    assert!(after.get("blocks").is_none());
    assert_eq!(after["meta"]["audit"]["mode"], "gate");
    assert_eq!(after["meta"]["audit"]["search"]["mode"], "advisory");
}

#[test]
fn a_retry_is_asked_once_and_then_it_is_advice() {
    let once = policy(r#"{"mode": {"search": "retry_once"}}"#);
    let asked = after(&empty(), &once);
    assert_eq!(asked["meta"]["retry"]["stage"], "search");
    assert_eq!(asked["meta"]["retry"]["attempt"], 1);
    assert_eq!(
        asked["meta"]["retry"]["feedback"],
        json!(["widen the search, or answer that nothing was found"])
    );
    let mut retried = asked;
    retried["sources"] = json!([{"text": " "}]);
    let advised = after(&retried, &once);
    assert!(advised["meta"].get("retry").is_none(), "{advised}");
    assert_eq!(advised["meta"]["issues"][0]["code"], "NO_RESULTS");
    assert_eq!(advised["meta"]["retried"]["search"], 1);
    let mut again = advised.clone();
    again["sources"] = json!([]);
    assert!(after(&again, &once)["meta"].get("retry").is_none());
}

/// A state whose draft says what its source does not.
fn unsound() -> Value {
    json!({"query": "Who may moor?",
        "sources": [{"text": "Section 4. A skipper may moor at the north pier for two hours.", "score": 0.9}],
        "draft": "A skipper must pay ninety crowns to the harbour guild every month."})
}

#[test]
fn work_of_another_stage_uses_up_no_retry() {
    let once = policy(r#"{"mode": {"redator": "retry_once"}}"#);
    let asked = after(&unsound(), &once);
    assert_eq!(asked["meta"]["retry"]["stage"], "redator");
    let mut shown = asked;
    shown["blocks"] = json!({"summary": "A skipper may moor at the north pier for two hours."});
    let shown = after(&shown, &once);
    assert_eq!(shown["meta"]["retry"]["stage"], "redator", "{shown:#}");
    assert!(shown["meta"].get("retried").is_none());
}

#[test]
fn a_producer_that_says_the_same_again_is_not_asked_for_ever() {
    let once = policy(r#"{"mode": {"redator": "retry_once"}}"#);
    let mut again = after(&unsound(), &once);
    again["meta"]["attempts"] = json!({"redator": 1});
    let advised = after(&again, &once);
    assert!(advised["meta"].get("retry").is_none(), "{advised:#}");
    assert_eq!(advised["meta"]["retried"]["redator"], 1);
    assert_eq!(after(&advised, &once), advised);
}

#[test]
fn what_was_not_retrieved_is_searched_for_again() {
    let once = policy(r#"{"mode": {"redator": "retry_once"}}"#);
    let mut state = unsound();
    state["draft"] = json!("A skipper may moor at the north pier for two hours.");
    state["meta"] = json!({"plan": {"key_articles": ["section 9"]}});
    let asked = after(&state, &once);
    assert_eq!(asked["meta"]["retry"]["stage"], "search", "{asked:#}");
    assert_eq!(
        asked["meta"]["retry"]["feedback"],
        json!(["retrieve section 9, then state what it says"])
    );
    let mut searched = asked;
    let more = json!({"text": "Section 5. A pier is lit at night.", "score": 0.3});
    searched["sources"].as_array_mut().unwrap().push(more);
    let next = after(&searched, &once);
    assert_eq!(next["meta"]["retry"]["stage"], "redator", "{next:#}");
}

#[test]
fn in_parallel_severe_issues_become_warnings_and_nothing_stops() {
    let parallel = policy(r#"{"mode": "gate", "operation": "parallel"}"#);
    let mut state = empty();
    state["meta"] = json!({"warnings": ["mine"]});
    let after = after(&state, &parallel);
    assert_eq!(after["meta"]["warnings"], json!(["mine", "NO_RESULTS: no source was found"]));
    assert!(after.get("blocks").is_none());
}

#[test]
fn stages_audited_one_after_another_stand_side_by_side() {
    let state = json(shipped!("samples/arrependimento_missing_49.json"));
    let policy = policy(r#"{"mode": {"search": "gate"}}"#);
    let mut step = state.clone();
    for stage in PipelineStage::ALL {
        step = staged(&step, &policy, &[stage]);
    }
    let whole = staged(&state, &policy, &PipelineStage::ALL);
    for section in ["search", "redator", "professor", "pipeline", "mode", "not_checked"] {
        assert_eq!(
            step["meta"]["audit"][section], whole["meta"]["audit"][section],
            "{section}"
        );
    }
    assert_eq!(step["blocks"], whole["blocks"]);
    let count = |state: &Value| state["meta"]["issues"].as_array().map(Vec::len);
    assert_eq!(count(&step), count(&whole));
}

#[test]
fn other_keys_are_untouched() {
    let state = json(shipped!("samples/arrependimento_missing_49.json"));
    for text in
        [r#"{"mode": "gate"}"#, r#"{"mode": "retry_once"}"#, r#"{"operation": "parallel"}"#]
    {
        let mut after = after(&state, &policy(text));
        let meta = after["meta"].as_object_mut().unwrap();
        for ours in ["audit", "auditor", "issues", "retry", "warnings"] {
            meta.remove(ours);
        }
        after["blocks"]
            .as_object_mut()
            .unwrap()
            .remove("error_validation_failed");
        assert_eq!(after, state);
    }
}

#[test]
fn risk_grows_with_what_is_wrong_and_decides_on_the_model() {
    let hybrid = policy(r#"{"operation": "hybrid", "risk_threshold": 0.5}"#);
    let good = json(shipped!("samples/arrependimento_good.json"));
    let mut bad = json(shipped!("samples/arrependimento_missing_49.json"));
    bad["sources"] = json!([]);
    let of = |state: &Value, policy: &AuditPolicy| {
        let subject = subject(state);
        let audit = audit(
            &subject,
            policy,
            &[PipelineStage::Search, PipelineStage::Pipeline],
            &mut || 0,
        );
        (risk(&audit, &subject, policy), wants_model(&audit, &subject, policy, None))
    };
    let ((low, no), (high, yes)) = (of(&good, &hybrid), of(&bad, &hybrid));
    assert!(low < 0.2 && (0.5..1.0).contains(&high), "{low} {high}");
    assert_eq!((no, yes), (false, true));
    assert!(!of(&bad, &AuditPolicy::default()).1);
    assert!(!of(&bad, &policy(r#"{"operation": "hybrid", "checklist": {"max_calls": 0}}"#)).1);
}

#[test]
fn every_nth_request_is_sampled() {
    let third = policy(r#"{"sampling": 3}"#);
    let sampled: Vec<u64> = (1..=9).filter(|number| third.is_sampled(*number)).collect();
    assert_eq!(sampled, [3, 6, 9]);
    assert!(!policy(r#"{"sampling": 0}"#).is_sampled(3));
    let mut state = empty();
    state["meta"] = json!({"request": 6});
    let subject = subject(&state);
    let audit = audit(&subject, &third, &[], &mut || 0);
    assert!(wants_model(&audit, &subject, &third, None));
    assert!(!wants_model(&audit, &subject, &third, Some(7)));
}

#[test]
fn time_comes_in_from_outside() {
    let mut now = 0;
    let audit =
        audit(&subject(&empty()), &AuditPolicy::default(), &PipelineStage::ALL, &mut || {
            now += 5;
            now
        });
    assert_eq!(audit.search.map(|one| one.elapsed_ms), Some(5));
    assert_eq!(audit.elapsed_ms, 45);
}

fn any_state() -> impl Strategy<Value = Value> {
    let text = prop_oneof![
        Just("Art. 49. O consumidor pode desistir em 7 dias.".to_owned()),
        Just("Section 12 says that you may return it.".to_owned()),
        Just("https://blog.example/x says so".to_owned()),
        Just(String::new()),
        ".{0,40}",
    ];
    let hit = (text.clone(), proptest::option::of(0.0..1.0_f64))
        .prop_map(|(text, score)| json!({"text": text, "score": score}));
    let blocks =
        proptest::option::of((text.clone(), proptest::collection::vec(text.clone(), 0..7)))
            .prop_map(|blocks| {
                blocks.map_or(
                    Value::Null,
                    |(summary, steps)| json!({"summary": summary, "steps": steps}),
                )
            });
    let hits = proptest::collection::vec(hit, 0..5);
    let draft = proptest::option::of(text.clone());
    (text, hits, draft, blocks).prop_map(|(query, hits, draft, blocks)| {
        let mut state = json!({"query": query, "sources": hits});
        if let Some(draft) = draft {
            state["draft"] = json!(draft);
        }
        if !blocks.is_null() {
            state["blocks"] = blocks;
        }
        state
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn auditing_an_audited_state_gives_the_same_bytes(state in any_state(), mode in 0..4_usize) {
        let policy = match mode {
            0 => policy(r#"{"mode": "gate", "gate_severity": "warn"}"#),
            1 => policy(r#"{"mode": "retry_once"}"#),
            2 => policy(r#"{"operation": "parallel"}"#),
            _ => consumer(),
        };
        let once = after(&state, &policy);
        let twice = after(&once, &policy);
        prop_assert_eq!(serde_json::to_string(&once).unwrap(), serde_json::to_string(&twice).unwrap());
    }
}

#[test]
fn states_of_other_pipelines_can_be_audited_again() {
    let gate = policy(r#"{"mode": "gate", "min_score": 2, "gate_severity": "info"}"#);
    for text in [
        shipped!("samples/langchain.json"),
        shipped!("samples/langgraph.json"),
        shipped!("samples/llamaindex.json"),
        shipped!("samples/haystack.json"),
        shipped!("samples/openai.json"),
        shipped!("samples/ragas.json"),
    ] {
        let once = after(&json(text), &gate);
        let mappings = mappings();
        let mapping = detect(&once, &mappings).unwrap();
        assert!(AuditSubject::read(&once, &mapping, &gate.limits).is_ok());
        assert_eq!(once, after(&once, &gate));
    }
}
