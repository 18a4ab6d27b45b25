//! Structure of the final blocks: sizes, emptiness, legal basis, quiz, glossary, disclaimer.

use serde_json::{Value, json};

use crate::support::{CLEAN, audited, fires, issues, silent, state, with};
use jurat_model::audit::{IssueSeverity, PipelineStage};
use jurat_pipeline_audit::audit::AuditPolicy;

#[test]
fn good_blocks_have_no_warning() {
    for (name, _) in CLEAN {
        let audit = audited(&state(name), &AuditPolicy::default());
        let told: Vec<String> = audit
            .issues(PipelineStage::Final)
            .iter()
            .filter(|one| one.code != "NOT_CHECKED")
            .map(|one| format!("{}: {}", one.code, one.msg))
            .collect();
        assert!(told.is_empty(), "{name}: {told:#?}");
        let section = audit.professor.unwrap();
        assert!(section.ok && section.structure_lints.is_empty(), "{name}");
        assert_ne!(section.invariants_ok, Some(false), "{name}");
        assert_eq!(section.scores.style, Some(1.0), "{name}");
    }
}

#[test]
fn sections_keep_to_their_bounds() {
    let steps: Vec<String> =
        (1..=6).map(|n| format!("Do thing number {n} with care.")).collect();
    fires(&with("en_breach", "steps", steps), "SECTION_TOO_LONG", "`steps` has 6 items");
    let lines = "One short line.\n".repeat(6);
    fires(&with("en_breach", "summary", lines), "SECTION_TOO_LONG", "`summary` has 6 lines");
}

#[test]
fn follow_ups_are_two_or_three_questions() {
    fires(
        &with("en_breach", "follow_ups", json!(["Why?"])),
        "FOLLOW_UPS_COUNT",
        "has 1 questions",
    );
    let many = json!(["Why?", "Who?", "When?", "Where?"]);
    fires(&with("pt_dados", "follow_ups", many), "FOLLOW_UPS_COUNT", "has 4 questions");
    let told = json!(["Who pays?", "The fee is ten."]);
    fires(&with("en_breach", "follow_ups", told), "FOLLOW_UPS_COUNT", "is no question");
    let told = json!(["Quem paga?", "A taxa é dez."]);
    fires(&with("pt_dados", "follow_ups", told), "FOLLOW_UPS_COUNT", "A taxa é dez.");
    for asked in [
        json!(["How to give notice", "Can I appeal?"]),
        json!(["Como devolver o produto", "Qual é o prazo?"]),
        json!(["Comment renvoyer le bien", "Qui paie ?"]),
    ] {
        silent(&with("en_breach", "follow_ups", asked), "FOLLOW_UPS_COUNT");
    }
}

#[test]
fn empty_sections_are_told() {
    fires(&with("en_breach", "summary", " \n"), "EMPTY_SECTION", "`summary` is empty");
    fires(&with("en_breach", "steps", json!([])), "EMPTY_SECTION", "`steps` is empty");
    let issue = fires(
        &with("en_breach", "steps", json!(["Notify the office.", "—"])),
        "EMPTY_SECTION",
        "an item of `steps`",
    );
    assert_eq!(issue.at.as_deref(), Some("$.blocks.steps[1]"));
    fires(&with("en_breach", "legal_basis", json!([])), "EMPTY_SECTION", "`legal_basis`");
}

#[test]
fn the_legal_basis_stays_as_it_was() {
    let line = |label: &str, url: &str| json!({ "label": label, "url": url });
    let (a, b) = (
        line("Article 33 of the Data Protection Regulation", "https://law.example/dpr/33"),
        line("Article 34", "https://law.example/dpr/34"),
    );
    let changed = |lines: Value| with("en_breach", "legal_basis", lines);
    silent(&changed(json!([b, a])), "LEGAL_BASIS_CHANGED");
    fires(
        &changed(json!([a])),
        "LEGAL_BASIS_CHANGED",
        "`Article 34` of the draft's legal basis was dropped",
    );
    fires(
        &changed(json!([a, b, line("Article 35", "https://law.example/dpr/35")])),
        "LEGAL_BASIS_CHANGED",
        "`Article 35` was added",
    );
    fires(
        &changed(json!([a, line("Article 34", "https://law.example/x")])),
        "LEGAL_BASIS_CHANGED",
        "became `https://law.example/x`",
    );
    fires(
        &changed(json!([a, line("Article 43", "https://law.example/dpr/34")])),
        "LEGAL_BASIS_CHANGED",
        "became `Article 43`",
    );
    let audit = audited(&changed(json!([a])), &AuditPolicy::default());
    assert_eq!(audit.professor.unwrap().invariants_ok, Some(false));
    let audit = audited(&state("en_breach"), &AuditPolicy::default());
    assert_eq!(audit.professor.unwrap().invariants_ok, Some(true));
}

#[test]
fn a_legal_basis_without_an_earlier_one_is_not_checked() {
    let mut state = state("fr_retractation");
    fires(&state, "NOT_CHECKED", "LEGAL_BASIS_CHANGED was not checked");
    let audit = audited(&state, &AuditPolicy::default());
    assert_eq!(audit.professor.unwrap().invariants_ok, None);
    state["meta"] = json!({ "legal_basis": ["article 221 du Code fictif de la consommation"] });
    fires(&state, "LEGAL_BASIS_CHANGED", "");
}

#[test]
fn a_quiz_has_its_answer_among_the_options() {
    let quiz = |answer: &str| json!([{ "question": "How long?", "options": ["7 days", "14 days"], "answer": answer }]);
    fires(
        &with("en_breach", "quiz", quiz("30 days")),
        "QUIZ_ANSWER_MISSING",
        "`30 days` is none of the 2",
    );
    fires(&with("en_breach", "quiz", quiz("C")), "QUIZ_ANSWER_MISSING", "");
    for answer in ["14 days", "14 Days.", "b", "B)", "2", "B) 14 days"] {
        silent(&with("en_breach", "quiz", quiz(answer)), "QUIZ_ANSWER_MISSING");
    }
    let number =
        json!([{ "question": "How long?", "options": ["7 days", "14 days"], "answer": 1 }]);
    fires(
        &with("en_breach", "quiz", number),
        "NOT_CHECKED",
        "QUIZ_ANSWER_MISSING was not checked",
    );
    silent(&with("en_breach", "quiz", json!(["What is a breach?"])), "QUIZ_ANSWER_MISSING");
}

#[test]
fn words_of_the_glossary_are_used() {
    let glossary = json!([{ "term": "zeugma", "meaning": "A figure of speech." }]);
    let issue =
        fires(&with("en_breach", "glossary", glossary), "GLOSSARY_TERM_UNUSED", "`zeugma`");
    assert_eq!(issue.severity, IssueSeverity::Info);
    fires(
        &with("pt_dados", "glossary", json!({ "hipoteca": "Garantia real." })),
        "GLOSSARY_TERM_UNUSED",
        "hipoteca",
    );
    silent(
        &with("pt_dados", "glossary", json!({ "incidentes": "Falhas." })),
        "GLOSSARY_TERM_UNUSED",
    );
}

#[test]
fn a_disclaimer_is_wanted_only_where_the_policy_asks() {
    silent(&state("en_breach"), "DISCLAIMER_MISSING");
    let policy = json!({ "required_blocks": ["summary", "disclaimer"] });
    let policy = AuditPolicy::from_value(&policy).unwrap();
    let found = |state: &Value| {
        issues(state, &policy)
            .iter()
            .any(|one| one.code == "DISCLAIMER_MISSING")
    };
    assert!(found(&state("en_breach")));
    assert!(!found(&with("en_breach", "disclaimer", "Ask a lawyer.")));
    assert!(!found(&with(
        "pt_dados",
        "note",
        "Este texto não constitui aconselhamento jurídico."
    )));
    assert!(!found(&with("fr_permis", "note", "Ce texte ne remplace pas un avis juridique.")));
}
