//! What the checks of retrieval find, and where they stay silent.

use jurat_pipeline_audit::audit::AuditPolicy;
use serde_json::{Value, json};

use crate::support::{found, policy, unchecked};

/// Checks that a code is found so often.
#[track_caller]
fn check(code: &str, state: &Value, count: usize) {
    let found = found(code, state, &AuditPolicy::default());
    assert_eq!(found.len(), count, "{code}: {found:?}");
}

fn scored(scores: &[f64]) -> Value {
    let hit = |(at, score): (usize, &f64)| json!({"text": format!("Rule {at} on boats of kind {at}{at}."), "score": score});
    json!({"query": "boats", "sources": scores.iter().enumerate().map(hit).collect::<Vec<_>>()})
}

fn texts(query: &str, texts: &[&str]) -> Value {
    let hits: Vec<Value> =
        texts.iter().map(|text| json!({"text": text, "score": 0.9})).collect();
    json!({"query": query, "sources": hits})
}

#[test]
fn nothing_found_is_an_error() {
    check("NO_RESULTS", &json!({"query": "x", "sources": []}), 1);
    check("NO_RESULTS", &json!({"query": "x", "sources": [{"text": " "}, ""]}), 1);
    check("NO_RESULTS", &json!({"query": "x", "sources": [{"text": "A rule."}]}), 0);
}

#[test]
fn a_low_best_score_is_told() {
    check("LOW_TOP_SCORE", &scored(&[0.2, 0.1]), 1);
    check("LOW_TOP_SCORE", &scored(&[0.1, 0.3]), 0);
    let strict = policy(r#"{"min_score": 0.95}"#);
    assert_eq!(
        found("LOW_TOP_SCORE", &scored(&[0.9]), &strict),
        ["the best source has score 0.9, at least 0.95 is wanted"]
    );
}

#[test]
fn scores_that_rise_are_told_once() {
    check("SCORES_NOT_MONOTONE", &scored(&[0.9, 0.5, 0.5, 0.1]), 0);
    check("SCORES_NOT_MONOTONE", &scored(&[0.5, 0.9, 0.2, 0.3]), 1);
    let told = found("SCORES_NOT_MONOTONE", &scored(&[0.5, 0.9]), &AuditPolicy::default());
    assert_eq!(told, ["hit#2 with score 0.9 stands after hit#1 with 0.5"]);
}

#[test]
fn sources_of_one_provision_lack_variety() {
    let hit = |label: &str, at: usize| json!({"label": label, "law": "CDC", "text": format!("Parte {at} de um texto {at}."), "score": 0.9});
    let one: Vec<Value> = (0..8).map(|at| hit("Art. 49", at)).collect();
    check("LOW_DIVERSITY", &json!({"query": "x", "sources": one}), 1);
    let many: Vec<Value> = (0..8).map(|at| hit(&format!("Art. {at}"), at)).collect();
    check("LOW_DIVERSITY", &json!({"query": "x", "sources": many}), 0);
    check("LOW_DIVERSITY", &json!({"query": "x", "sources": [hit("Art. 1", 1)]}), 0);
}

#[test]
fn repeated_sources_are_told() {
    let long = "The holder of a berth permit must leave the harbour before the end of the \
                thirtieth day after the permit ends, unless the harbour master extends it.";
    let near = long.replace("thirtieth", "fortieth");
    let other = "Dogs are welcome on the northern pier between October and March only.";
    check("DUPLICATE_HITS", &texts("berth", &[long, other]), 0);
    check("DUPLICATE_HITS", &texts("berth", &[long, other, &long.to_uppercase()]), 1);
    let spaced = long.replace(' ', "\n ");
    check("DUPLICATE_HITS", &texts("berth", &[long, &spaced, long]), 1);
    // One word of thirty breaks four shingles of twenty-six: near, and not the same.
    check("DUPLICATE_HITS", &texts("berth", &[long, &near]), 0);
    let paragraph = format!(
        "{long} {other} {long} Boats of more than nine metres pay twice the fee of others here."
    );
    check(
        "DUPLICATE_HITS",
        &texts("berth", &[&paragraph, &paragraph.replace("nine", "ten")]),
        1,
    );
}

#[test]
fn an_expected_article_is_found_however_it_is_named() {
    let policy = policy(
        r#"{"thresholds": {"required_articles_by_keyword": {
            "arrependimento": ["Art. 49"], "withdrawal": ["s. 12"], "rétractation": ["art. 5"]}}}"#,
    );
    let rows = [
        ("Tenho direito de arrependimento?", "Art. 49. O consumidor pode desistir.", 0),
        ("tenho direito de ARREPENDIMENTO", "Conforme o artigo 49 do CDC, cabe desistir.", 0),
        ("Tenho direito de arrependimento?", "Art. 18. Os fornecedores respondem.", 1),
        ("Quem paga o frete?", "Art. 18. Os fornecedores respondem.", 0),
        ("Is there a right of withdrawal?", "Under section 12(1) a buyer may withdraw.", 0),
        ("Are withdrawals possible?", "Under section 13 a buyer may complain.", 1),
        ("Quel est le délai de rétractation ?", "L’article 5 prévoit quatorze jours.", 0),
        ("Quel est le délai de retractation ?", "L’article 6 prévoit une amende.", 1),
    ];
    for (query, text, count) in rows {
        let state = texts(query, &[text]);
        let found = found("MISSING_EXPECTED_ARTICLE", &state, &policy);
        assert_eq!(found.len(), count, "{query:?} with {text:?}: {found:?}");
    }
    let labelled = json!({"query": "arrependimento", "sources": [{"artigo": 49, "text": "…"}]});
    assert_eq!(found("MISSING_EXPECTED_ARTICLE", &labelled, &policy), [""; 0]);
}

#[test]
fn sources_about_something_else_are_told() {
    let rows = [
        ("How long may a kayak stay on the pier?", "A kayak may stay on the pier for long.", 0),
        ("How long may a kayak stay on the pier?", "Dogs need a leash in the market hall.", 1),
        (
            "Qual o prazo para devolver o produto comprado?",
            "O produto comprado é devolvido no prazo.",
            0,
        ),
        (
            "Qual o prazo para devolver o produto comprado?",
            "A eleição ocorre em outubro de cada ano.",
            1,
        ),
        (
            "Quel délai pour rendre un vélo acheté ?",
            "Le délai pour rendre le vélo acheté est court.",
            0,
        ),
        (
            "Quel délai pour rendre un vélo acheté ?",
            "Les élections ont lieu chaque automne ici.",
            1,
        ),
        ("boats?", "Dogs need a leash.", 0),
    ];
    for (query, text, count) in rows {
        let found = found("RETRIEVAL_DRIFT", &texts(query, &[text]), &AuditPolicy::default());
        assert_eq!(found.len(), count, "{query:?} with {text:?}: {found:?}");
    }
}

#[test]
fn a_first_source_without_a_word_of_the_question_is_told() {
    let state = texts(
        "May a kayak stay on the pier?",
        &["Dogs need a leash in the market hall.", "A kayak may stay on the pier."],
    );
    check("RETRIEVAL_DRIFT", &state, 1);
}

#[test]
fn what_cannot_be_looked_at_is_said_never_passed() {
    let policy =
        policy(r#"{"thresholds": {"required_articles_by_keyword": {"boat": ["s. 1"]}}}"#);
    let none = unchecked(
        &json!({"query": "May a boat stay?", "blocks": {"summary": "Yes."}}),
        &policy,
    );
    for code in [
        "NO_RESULTS",
        "LOW_TOP_SCORE",
        "SCORES_NOT_MONOTONE",
        "LOW_DIVERSITY",
        "DUPLICATE_HITS",
        "MISSING_EXPECTED_ARTICLE",
        "RETRIEVAL_DRIFT",
    ] {
        assert!(none.iter().any(|one| one == code), "{code} in {none:?}");
    }
    let bare = unchecked(&json!({"sources": [{"text": "A boat may stay."}]}), &policy);
    assert!(bare.iter().any(|one| one == "LOW_TOP_SCORE"), "{bare:?}");
    assert!(bare.iter().any(|one| one == "MISSING_EXPECTED_ARTICLE"), "{bare:?}");
    let english = "The harbour master may order that any boat be moved from the pier.";
    let foreign = texts("Posso deixar o meu barco no cais durante a noite toda?", &[english]);
    assert!(
        unchecked(&foreign, &policy)
            .iter()
            .any(|one| one == "RETRIEVAL_DRIFT")
    );
}
