//! Blocks that nobody would write do no harm and take no time.

use proptest::prelude::*;
use serde_json::json;

use crate::support::audited;
use jurat_pipeline_audit::audit::AuditPolicy;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_blocks_can_be_checked(summary in "\\PC{0,200}", steps in prop::collection::vec("\\PC{0,60}", 0..8), key in "\\PC{0,12}") {
        let state = json!({ "sources": [summary], "blocks": {
            "summary": summary, "steps": steps, "follow_ups": steps, "legal_basis": steps,
            "quiz": [{ "question": key, "options": steps, "answer": summary }],
            "glossary": { key.clone(): summary }, key: summary,
        }, "meta": { "legal_basis": [summary] } });
        let audit = audited(&state, &AuditPolicy::default());
        for issue in audit.professor.unwrap().issues {
            if let Some(span) = issue.span.filter(|_| issue.at.as_deref() == Some("$.blocks.summary")) {
                prop_assert!(span.of(&summary).is_some());
            }
        }
    }
}

#[test]
fn large_blocks_are_checked() {
    let long = "The keeper must lock the gate at night! ".repeat(4_000);
    let steps: Vec<String> = (0..1_000)
        .map(|n| format!("Keep log {n} of the harbour gate."))
        .collect();
    let state = json!({ "sources": [long], "blocks": {
        "summary": long, "steps": steps, "legal_basis": steps, "follow_ups": steps,
    }, "meta": { "legal_basis": steps } });
    assert!(audited(&state, &AuditPolicy::default()).professor.is_some());
}
