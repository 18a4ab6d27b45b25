//! Drafts that nobody would write do no harm and take no time.

use proptest::prelude::*;
use serde_json::{Value, json};

use crate::support::{audited, state};
use jurat_pipeline_audit::audit::AuditPolicy;

fn spans_fit(state: &Value) {
    let audit = audited(state, &AuditPolicy::default());
    let draft = state["draft"].as_str().unwrap();
    for issue in &audit.redator.as_ref().unwrap().issues {
        if let Some(span) = issue.span.filter(|_| issue.at.as_deref() == Some("$.draft")) {
            assert!(span.of(draft).is_some(), "{issue:?}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_text_can_be_checked(draft in "\\PC{0,300}", source in "\\PC{0,300}") {
        spans_fit(&json!({ "sources": [source, "The keeper must lock 5 gates."], "draft": draft }));
    }

    #[test]
    fn scraps_of_law_can_be_checked(parts in prop::collection::vec(scrap(), 0..40)) {
        let draft = parts.concat();
        let source: String = parts.iter().rev().map(String::as_str).collect();
        spans_fit(&json!({ "sources": [{ "id": "a-1", "text": source, "label": "Art. 4" }], "draft": draft }));
    }
}

fn scrap() -> impl Strategy<Value = String> {
    let scraps = [
        "[",
        "]",
        "(",
        "【1†x】",
        "[1]",
        "[a-9]",
        "“",
        "”",
        "«",
        "\"",
        "Art. 49",
        " § 1º",
        "do CDC ",
        "https://",
        "www.x.example/é",
        " must not ",
        "não ",
        "no ",
        "7 dias",
        "30 %",
        ". ",
        "\n\n",
        "\u{301}",
        "\u{200b}",
        "😀",
        "ẞß",
        "İ",
        "studies show ",
        "1. ",
        "{\"a\": ",
        "2031 FC 456",
        "ＡＢＣ ",
        "\u{2028}",
        "said ",
        "The Keeper ",
    ];
    prop::sample::select(scraps.to_vec()).prop_map(ToOwned::to_owned)
}

#[test]
fn large_drafts_are_checked() {
    let texts = [
        "[1] ".repeat(20_000),
        "[".repeat(100_000),
        "“The keeper must lock the gate at night” [1]. ".repeat(2_000),
        "Art. 49 do CDC, ".repeat(8_000),
        "The keeper must lock the gate within 30 days. ".repeat(3_000),
        "studies show ".repeat(10_000),
        "https://a.example/(".repeat(8_000),
    ];
    for text in texts {
        let sources = json!([
            { "id": "s-1", "label": "Art. 48", "score": 0.9, "text": text },
            { "id": "s-2", "label": "Art. 50", "score": 0.8, "text": "The keeper must lock the gate." }
        ]);
        spans_fit(&json!({ "sources": sources, "draft": text }));
    }
}

#[test]
fn the_same_state_gives_the_same_audit() {
    for name in ["en_breach", "pt_dados", "fr_permis"] {
        let policy = AuditPolicy::default();
        let first = serde_json::to_string(&audited(&state(name), &policy)).unwrap();
        assert_eq!(first, serde_json::to_string(&audited(&state(name), &policy)).unwrap());
    }
}
