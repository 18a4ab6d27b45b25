//! The rubrics that are shipped, the schema of new ones, and a new one that needs no code.

use std::{collections::BTreeSet, fs, path::PathBuf};

use jurat_code::facts::{AstKind, FileRole};
use jurat_digital_courtroom::{
    model::{CheckOutcome, RubricQuery},
    rubric::{
        CheckPack, ExaminationInput, RubricFile, examine, file_patterns, lint, load, schema,
        terms, wanted,
    },
};
use jurat_text::WildcardPattern;
use serde_json::Value;

use crate::evidence_sample::Bundle;

const NAMES: [&str; 3] = ["agent_graph", "iso27001_code", "rust_library"];

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

pub(crate) fn text(name: &str) -> String {
    fs::read_to_string(folder().join(format!("rubrics/{name}.json"))).unwrap()
}

#[test]
#[expect(clippy::disallowed_methods, reason = "whoever runs the tests asks for it")]
fn the_repository_holds_this_schema() {
    let path = folder().join("schema/rubric.schema.json");
    if std::env::var_os("JURAT_UPDATE").is_some() {
        fs::write(&path, format!("{:#}\n", schema())).unwrap();
    }
    let kept: Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    assert!(kept == schema(), "the schema has changed; run the tests with JURAT_UPDATE=1");
}

#[test]
fn shipped_rubrics_have_the_shape_of_the_schema_and_no_flaw() {
    for name in NAMES {
        let text = text(name);
        serde_json::from_str::<RubricFile>(&text).unwrap();
        let found = lint(&text, &[], Some(&|_, _| None));
        let real: Vec<_> = found
            .iter()
            .filter(|flaw| !flaw.note.message.contains("more than 2 was taken as 3"))
            .collect();
        assert!(real.is_empty(), "{name}: {real:#?}");
    }
}

#[test]
fn the_default_rubric_has_the_public_dimensions_and_every_charge() {
    let rubric = load(&text("agent_graph"), &[]).unwrap();
    let ids: Vec<&str> = rubric.criteria.iter().map(|one| one.id.as_str()).collect();
    assert_eq!(
        ids,
        [
            "git_forensic_analysis",
            "state_management_rigor",
            "graph_orchestration",
            "safe_tool_engineering",
            "structured_output_enforcement",
            "judicial_nuance",
            "chief_justice_synthesis",
            "theoretical_depth",
            "report_accuracy",
            "swarm_visual"
        ]
    );
    let checks = || rubric.criteria.iter().flat_map(|one| &one.checks);
    let charges: BTreeSet<&str> =
        checks().filter_map(|check| check.charge.as_deref()).collect();
    let expected = [
        "Bulk Upload",
        "Hallucination Liability",
        "Keyword Dropping",
        "Misleading Architecture Visual",
        "Orchestration Fraud",
        "Persona Collusion",
        "Security Negligence",
    ];
    assert_eq!(charges.into_iter().collect::<Vec<_>>(), expected);
    assert!(
        rubric
            .criteria
            .iter()
            .all(|one| 3 < one.checks.len() && !one.built_in)
    );
}

#[test]
fn what_is_wanted_of_code_and_paper_is_listed() {
    let rubric = load(&text("agent_graph"), &[]).unwrap();
    let wanted = wanted(&rubric);
    let checks = || rubric.criteria.iter().flat_map(|one| &one.checks);
    let given = checks().filter_map(|check| check.given.as_ref().map(|given| &given.query));
    let asts = checks()
        .map(|check| &check.query)
        .chain(given)
        .filter(|query| matches!(query, RubricQuery::Ast(_)))
        .count();
    assert_eq!(wanted.len(), asts + 3);
    let texts: Vec<_> = wanted
        .iter()
        .filter(|one| one.check_id.starts_with("prompts_differ#"))
        .map(|one| (one.check_id.as_str(), one.query.find, one.query.name.len()))
        .collect();
    let text = Some(AstKind::Text);
    assert_eq!(
        texts,
        [
            ("prompts_differ#0", text, 1),
            ("prompts_differ#1", text, 3),
            ("prompts_differ#2", text, 1)
        ]
    );
    let names: BTreeSet<_> =
        wanted.iter().map(|one| (&one.criterion_id, &one.check_id)).collect();
    assert_eq!(names.len(), wanted.len());
    assert_eq!(
        terms(&rubric),
        [
            "Dialectical Synthesis",
            "Fan-In / Fan-Out",
            "Metacognition",
            "State Synchronization",
            "concurrently",
            "in parallel",
            "side by side",
            "simultaneously"
        ]
    );
    assert!(file_patterns(&rubric).contains(&"**/*justice*.py".to_owned()));
}

#[test]
fn what_any_repository_holds_satisfies_no_check_of_models_or_graphs() {
    // Neither a parser, nor a loop with a `try`, nor writing to the terminal.
    let ordinary = [
        "sqlparse.parse",
        "JSON.parse",
        "ast.parse",
        "Model.model_validate",
        "self.stdout.write",
        "sys.stdout.write",
        "response.write",
        "open",
        "retry",
        "urllib3.Retry",
        "tempfile.NamedTemporaryFile",
    ];
    let rubric = load(&text("agent_graph"), &[]).unwrap();
    for check in rubric.criteria.iter().flat_map(|one| &one.checks) {
        let RubricQuery::Ast(query) = &check.query else { continue };
        if query.find != Some(AstKind::Call) || check.expect.min.is_none() {
            continue;
        }
        for call in ordinary {
            let fits = query.name.iter().any(|one| WildcardPattern::of_paths(one).fits(call));
            assert!(!fits, "{call} satisfies {}", check.id);
        }
    }
    let needs = |id: &str| {
        let all = rubric.criteria.iter().flat_map(|one| &one.checks);
        all.filter(|check| check.id == id).any(|check| check.given.is_some())
    };
    for id in [
        "typed_state",
        "bound_to_a_schema",
        "asked_again",
        "report_is_a_file",
        "temporary_folder",
    ] {
        assert!(needs(id), "{id}");
    }
}

#[test]
fn nothing_that_was_submitted_passes_nothing() {
    let mut bundle = Bundle::read();
    bundle.submission = jurat_digital_courtroom::model::Submission::default();
    for name in NAMES {
        let rubric = load(&text(name), &[]).unwrap();
        let docket = ExaminationInput {
            evidences: &bundle.evidences,
            crossed: &[],
            index: &bundle.index,
            answers: &[],
            submission: &bundle.submission,
        };
        let results = examine(&rubric, &docket);
        assert!(results.iter().all(|one| one.outcome == CheckOutcome::NotAssessable));
        assert!(results.iter().all(|one| one.charge.is_none() && one.degree == 0));
    }
}

const GO: &str = include_str!("go_service.json");

#[test]
fn a_rubric_for_another_language_needs_no_code() {
    serde_json::from_str::<RubricFile>(GO).unwrap();
    assert!(lint(GO, &[], None).is_empty());
    let rubric = load(GO, &[]).unwrap();
    let mut bundle = Bundle::read();
    bundle.index.files.clear();
    bundle.file("go.mod", FileRole::Config, 9, false);
    bundle.file("main.go", FileRole::Product, 80, false);
    bundle.file("store_test.go", FileRole::Test, 40, false);
    let call = bundle.call("main.go", 12, "panic");
    for one in wanted(&rubric) {
        bundle.answer(&one.check_id, 1, &[&call]);
        bundle.answers.last_mut().unwrap().criterion_id = one.criterion_id;
    }
    let docket = ExaminationInput {
        evidences: &bundle.evidences,
        crossed: &[],
        index: &bundle.index,
        answers: &bundle.answers,
        submission: &bundle.submission,
    };
    let found: Vec<_> = examine(&rubric, &docket)
        .into_iter()
        .map(|one| (one.check_id, one.outcome, one.measured))
        .collect();
    let row = |id: &str, outcome, number| (id.to_owned(), outcome, Some(number));
    assert_eq!(
        found,
        [
            row("module", CheckOutcome::Met, 1),
            row("no_panic", CheckOutcome::Unmet, 1),
            row("tests", CheckOutcome::Met, 1)
        ]
    );
}

#[test]
fn a_pack_of_a_broken_rubric_is_refused() {
    assert!(CheckPack::of("{}").is_err());
    assert!(CheckPack::of(GO).is_ok());
}
