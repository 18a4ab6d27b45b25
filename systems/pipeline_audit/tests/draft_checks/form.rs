//! Form of a draft: JSON, keys, coverage, marks, focus.

use serde_json::{Value, json};

use crate::support::{audited, drafted, fires, issues, silent};
use jurat_model::audit::PipelineStage;
use jurat_pipeline_audit::{audit::AuditPolicy, checks::all};

const SOURCES: [(&str, &str); 3] = [
    (
        "section 1",
        "The keeper must lock the gate at night. The keeper may open it for visitors.",
    ),
    ("section 2", "The clerk must enter every visit in the log within two days."),
    ("section 3", "The warden inspects the log every month and signs each page."),
];

fn of(draft: impl Into<Value>) -> Value {
    drafted(draft, &SOURCES)
}

#[test]
fn broken_json_is_told() {
    let broken = r#"{"summary": "The keeper must lock the gate", "steps": ["#;
    fires(&of(broken), "SCHEMA_INVALID", "begins as JSON does and is none");
    fires(&of(broken), "NOT_CHECKED", "MISSING_KEY was not checked");
    fires(
        &of("Here it is:\n```json\n{\"summary\": \"x\"}\n```"),
        "SCHEMA_INVALID",
        "within other",
    );
    let line =
        json!({ "summary": "The keeper must lock the gate.", "legal_basis": [{ "x": 1 }] });
    fires(&of(line), "SCHEMA_INVALID", "neither label nor address");
    silent(&of("The keeper must lock the gate {at night}."), "SCHEMA_INVALID");
    let whole = r#"{"summary": "The keeper must lock the gate at night."}"#;
    silent(&of(whole), "SCHEMA_INVALID");
}

#[test]
fn missing_keys_are_told_by_the_policy() {
    fires(&of(json!({ "steps": ["Lock the gate."] })), "MISSING_KEY", "no `summary`");
    fires(&of(json!({ "Summary": "x" })), "MISSING_KEY", "but `Summary`");
    silent(&of(json!({ "summary": "The keeper must lock the gate." })), "MISSING_KEY");
    silent(&of("Plain words have no keys."), "MISSING_KEY");
    let policy = json!({ "required_blocks": ["summary", "steps", "warning"] });
    let policy = AuditPolicy::from_value(&policy).unwrap();
    let audit = audited(&of(json!({ "summary": "The keeper must lock it." })), &policy);
    let told: Vec<&str> = audit
        .redator
        .as_ref()
        .unwrap()
        .issues
        .iter()
        .filter(|one| one.code == "MISSING_KEY")
        .map(|one| one.msg.as_str())
        .collect();
    assert_eq!(told, ["the draft has no `steps`", "the draft has no `warning`"]);
}

#[test]
fn a_draft_that_cites_wants_a_legal_basis() {
    let issue = fires(
        &of(json!({ "summary": "Under section 1 the keeper must lock the gate." })),
        "MISSING_KEY",
        "no `legal_basis`",
    );
    assert_eq!(issue.severity, jurat_model::audit::IssueSeverity::Info);
}

#[test]
fn claims_without_a_source_lower_the_coverage() {
    let draft = "The keeper must lock the gate at night. Penguins migrate across frozen oceans yearly. \
        Volcanic islands sometimes sink beneath tropical seas.";
    let issue = fires(&of(draft), "LOW_COVERAGE", "1 of 3 claims");
    assert_eq!(issue.severity, jurat_model::audit::IssueSeverity::Error);
    assert!(issue.evidence[0].starts_with("$.draft:"), "{:?}", issue.evidence);
    let audit = audited(&of(draft), &AuditPolicy::default());
    let section = audit.redator.unwrap();
    assert!((section.coverage_score.unwrap() - 1.0 / 3.0).abs() < 1e-9);
    let words: Vec<&str> = section
        .unsupported_spans
        .iter()
        .map(|one| one.text.as_str())
        .collect();
    assert!(words.iter().any(|words| words.contains("Penguins")), "{words:?}");
    silent(&of("The keeper must lock the gate at night."), "LOW_COVERAGE");
    fires(&of("Why?"), "NOT_CHECKED", "the draft has no claim");
}

#[test]
fn without_sources_nothing_passes() {
    let none = json!({ "draft": "The keeper must lock the gate at night." });
    fires(&none, "NOT_CHECKED", "UNSUPPORTED_CLAIM was not checked");
    fires(&none, "NOT_CHECKED", "LOW_COVERAGE was not checked");
    let empty = json!({ "sources": [], "draft": "The keeper must lock the gate at night." });
    fires(
        &empty,
        "NOT_CHECKED",
        "UNSUPPORTED_CLAIM was not checked: the list of sources is empty",
    );
    fires(&empty, "NOT_CHECKED", "LOW_COVERAGE was not checked");
    let nothing = json!({ "sources": [] });
    assert!(issues(&nothing).iter().all(|issue| issue.code == "NOT_CHECKED"));
    // A plan is held against a draft only where there is one.
    let of_drafts = all().filter(|check| check.stage == PipelineStage::Draft);
    let held =
        of_drafts.filter(|check| check.codes.iter().all(|code| code.name() != "PLAN_GAP"));
    assert_eq!(issues(&nothing).len(), held.count());
}

#[test]
fn statements_without_a_mark_are_told_where_others_have_one() {
    let marked =
        "The keeper must lock the gate at night [1]. The clerk must enter every visit [2].";
    silent(&of(marked), "UNMARKED_STATEMENT");
    let bare = format!("{marked}\n\nThe warden signs each page of the log.");
    fires(&of(bare.as_str()), "UNMARKED_STATEMENT", "The warden signs each page");
    silent(&of(format!("{marked} The warden signs each page. [3]")), "UNMARKED_STATEMENT");
    silent(&of("The keeper must lock the gate at night."), "UNMARKED_STATEMENT");
}

#[test]
fn marks_of_no_source_are_told() {
    let issue =
        fires(&of("The keeper must lock the gate at night [7]."), "UNKNOWN_MARK", "`7`");
    let span = issue.span.unwrap();
    assert_eq!(span.of("The keeper must lock the gate at night [7]."), Some("[7]"));
    fires(&of("The keeper must lock it [src-9]."), "UNKNOWN_MARK", "src-9");
    silent(&of("The keeper must lock the gate [1], as [1999] 2 SCR 817 says."), "UNKNOWN_MARK");
    silent(&of("O guarda deve fechar o portão [Fonte 2]."), "UNKNOWN_MARK");
}

#[test]
fn drafts_that_lean_on_the_worst_sources_are_off_focus() {
    let mut state = of("The clerk must enter every visit in the log within two days [2]. \
        The warden inspects the log every month [3]. The warden signs each page [3].");
    state["sources"][0]["score"] = json!(0.9);
    state["sources"][1]["score"] = json!(0.3);
    state["sources"][2]["score"] = json!(0.2);
    fires(&state, "OFF_FOCUS", "3 of 3 claims");
    state["sources"][1]["score"] = json!(0.8);
    state["sources"][2]["score"] = json!(0.75);
    silent(&state, "OFF_FOCUS");
    state["sources"][0]["score"] = Value::Null;
    fires(&state, "NOT_CHECKED", "not every source has a score");
    let rising = [0.1, 0.5, 0.9];
    for (at, score) in rising.into_iter().enumerate() {
        state["sources"][at]["score"] = json!(score);
    }
    fires(&state, "NOT_CHECKED", "look like distances");
}
