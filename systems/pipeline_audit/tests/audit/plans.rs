//! Plans made without a model, and drafts held against plans.

use jurat_pipeline_audit::audit::{
    AuditPolicy,
    plan::{planned, risk_before},
};
use serde_json::{Value, json};

use crate::support::{consumer, found, json, policy, shipped, subject, unchecked};

fn state(plan: &Value, draft: &str) -> Value {
    json!({"query": "May I return a kayak?", "sources": [], "draft": draft, "meta": {"plan": plan}})
}

#[track_caller]
fn check(plan: &Value, draft: &str, gaps: usize) {
    let found = found("PLAN_GAP", &state(plan, draft), &AuditPolicy::default());
    assert_eq!(found.len(), gaps, "{plan} against {draft:?}: {found:?}");
}

#[test]
fn the_plan_of_the_case_is_made_from_keyword_and_source() {
    let state = json(shipped!("samples/arrependimento_good.json"));
    let plan = planned(&subject(&state), &consumer());
    assert_eq!(plan.key_articles, ["Art. 49"]);
    assert_eq!(plan.outline[0].evidence, ["Art. 49"]);
    assert_eq!(plan.outline[0].priority, 1);
    let source = state["sources"][0]["text"].as_str().unwrap();
    assert!(source.contains(&plan.outline[0].claim), "{plan:?}");
    assert_eq!(plan.success_criteria, ["Menciona Art. 49 na primeira frase", "≤5 passos"]);
    assert!(plan.objectives[0].starts_with("Responder à pergunta: Comprei"));
}

#[test]
fn key_articles_and_claims_must_be_in_the_draft() {
    let plan = json!({"key_articles": ["s. 12"], "outline": [
        {"claim": "A buyer may return goods within 14 days", "evidence": ["s. 12"], "priority": 1}]});
    check(&plan, "Under section 12 the buyer may return the goods within fourteen days.", 0);
    check(&plan, "Under section 12 the buyer may return the goods within 30 days.", 1);
    check(&plan, "The buyer may return the goods within 14 days.", 2);
    check(&plan, "Under section 12 a seller keeps records.", 1);
    check(
        &plan,
        "Under section 12 (not section 99) the buyer may return goods within 14 days.",
        1,
    );
}

#[test]
fn claims_in_another_language_are_compared_by_number_and_provision() {
    let plan = json!({"objectives": ["Tell the consumer about the right to withdraw"],
        "outline": [{"claim": "Consumers can withdraw within 7 days", "evidence": ["Art. 49"]}]});
    check(&plan, "O art. 49 do CDC dá ao consumidor sete dias para desistir do contrato.", 0);
    check(&plan, "O art. 49 do CDC dá ao consumidor dez dias para desistir do contrato.", 1);
    check(&plan, "O consumidor tem sete dias para desistir do contrato, sem dar motivo.", 1);
}

#[test]
fn success_criteria_are_checked_or_said_not_to_be() {
    let plan = |criterion: &str| json!({"success_criteria": [criterion]});
    let draft = "Under section 12 you may return it. Write to the seller.";
    check(&plan("Mentions section 12 in the first sentence"), draft, 0);
    check(&plan("Mentions section 13 in the first sentence"), draft, 1);
    check(&plan("Mentions the seller in the first sentence"), draft, 1);
    check(&plan("at most 2 sentences"), draft, 0);
    check(&plan("fewer than 2 sentences"), draft, 1);
    check(&plan("Does not mention section 12"), draft, 1);
    check(&plan("Sounds friendly"), draft, 0);
    let unread = unchecked(&state(&plan("Sounds friendly"), draft), &AuditPolicy::default());
    assert!(unread.contains(&"PLAN_GAP".to_owned()));
    let no_steps = unchecked(&state(&plan("≤5 steps"), draft), &AuditPolicy::default());
    assert!(no_steps.contains(&"PLAN_GAP".to_owned()));
}

#[test]
fn a_plan_is_made_only_if_asked_for_and_risky_enough() {
    let mut state = json(shipped!("samples/arrependimento_missing_49.json"));
    state["meta"]["plan"] = Value::Null;
    assert!(0.3 < risk_before(&subject(&state), &consumer()));
    assert!(!found("PLAN_GAP", &state, &consumer()).is_empty());
    let off = policy(r#"{"plan": {"enabled": false}}"#);
    assert!(found("PLAN_GAP", &state, &off).is_empty());
}

#[test]
fn a_plan_of_the_wrong_shape_is_refused_with_paths() {
    let plan =
        json!({"key_articles": "Art. 49", "outline": [{"evidence": [3], "priority": 0}]});
    let refused = crate::support::refused(&state(&plan, "x")).to_string();
    for problem in [
        "$.meta.plan.key_articles: expected an array, found \"Art. 49\"",
        "$.meta.plan.outline[0].evidence[0]: expected a string, found 3",
        "$.meta.plan.outline[0].priority: 0 is less than 1",
        "$.meta.plan.outline[0]: `claim` is missing",
    ] {
        assert!(refused.contains(problem), "{problem} in {refused}");
    }
}
