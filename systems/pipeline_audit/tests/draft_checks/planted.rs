//! Faults planted in faithful answers are all found: swapped article, invented address, dropped
//! negation, stale number, `must` for `may`.

use serde_json::Value;

use crate::support::{fires, issues, state};

/// The state with words of its draft replaced; they must be there.
#[track_caller]
fn planted(name: &str, from: &str, to: &str) -> Value {
    let mut state = state(name);
    let draft = serde_json::to_string(&state["draft"]).unwrap();
    assert!(draft.contains(from), "{from:?} is not in the draft of {name}");
    state["draft"] = serde_json::from_str(&draft.replacen(from, to, 1)).unwrap();
    state
}

#[track_caller]
fn check(name: &str, from: &str, to: &str, code: &str) {
    fires(&planted(name, from, to), code, "");
}

#[test]
fn swapped_articles_are_found() {
    check("pt_arrependimento", "Art. 49 do CDC", "Art. 94 do CDC", "CITATION_NOT_IN_SOURCES");
    check("en_breach", "Under Article 33", "Under Article 35", "CITATION_NOT_IN_SOURCES");
    check("fr_permis", "Selon l’article 7", "Selon l’article 17", "CITATION_NOT_IN_SOURCES");
    let label = "Article 33 of the Data Protection Regulation";
    check(
        "en_breach",
        label,
        "Article 93 of the Data Protection Regulation",
        "LEGAL_BASIS_ALTERED",
    );
    check(
        "pt_dados",
        "[\"Art. 48\",\"Art. 52\"]",
        "[\"Art. 84\",\"Art. 52\"]",
        "LEGAL_BASIS_ALTERED",
    );
}

#[test]
fn invented_addresses_are_found() {
    let url = "see https://blog.invented.example/refunds";
    check("en_withdrawal", "within 14 days of delivery", url, "EXTERNAL_URL");
    let known = "https://loi.example/rs/9";
    let other = "https://invente.example/textes/9";
    check("fr_permis", known, other, "LEGAL_BASIS_NOT_IN_SOURCES");
    check("fr_permis", known, "https://loi.example/rs/8", "LEGAL_BASIS_ALTERED");
}

#[test]
fn dropped_negations_are_found() {
    check("en_withdrawal", "is not required", "is required", "NEGATION_CHANGED");
    check("en_withdrawal", "does not apply", "applies", "NEGATION_CHANGED");
    check("fr_retractation", "ne peut être exercé", "peut être exercé", "NEGATION_CHANGED");
}

#[test]
fn dropped_negations_are_found_in_portuguese() {
    let mut state = state("pt_arrependimento");
    state["draft"] = "Sendo o vício sanado no prazo máximo de 30 dias, pode o consumidor exigir a substituição do produto.".into();
    fires(&state, "NEGATION_CHANGED", "");
}

#[test]
fn stale_numbers_are_found() {
    check("pt_arrependimento", "prazo de 7 dias", "prazo de 10 dias", "NUMBER_MISMATCH");
    check("en_withdrawal", "within 14 days", "within 30 days", "NUMBER_MISMATCH");
    check("en_breach", "72 hours", "48 hours", "NUMBER_MISMATCH");
    check("fr_permis", "50 mètres", "20 mètres", "NUMBER_MISMATCH");
    check("pt_dados", "3 dias úteis", "5 dias úteis", "NUMBER_MISMATCH");
}

#[test]
fn changed_modals_are_found() {
    check("en_withdrawal", "seller must refund", "seller may refund", "MODAL_CHANGED");
    check("en_breach", "controller must notify", "controller may notify", "MODAL_CHANGED");
    check("fr_retractation", "professionnel doit", "professionnel peut", "MODAL_CHANGED");
    check("pt_dados", "deverá comunicar", "poderá comunicar", "MODAL_CHANGED");
}

#[test]
fn the_planted_fault_is_the_only_one_told_in_kind() {
    let state = planted("pt_arrependimento", "prazo de 7 dias", "prazo de 10 dias");
    let codes: Vec<String> = issues(&state).into_iter().map(|one| one.code).collect();
    assert_eq!(codes, ["NUMBER_MISMATCH"]);
}

#[test]
fn numbers_in_words_are_found() {
    check(
        "fr_retractation",
        "délai de quatorze jours",
        "délai de dix jours",
        "NUMBER_MISMATCH",
    );
    check("fr_permis", "pendant cinq ans", "pendant deux ans", "NUMBER_MISMATCH");
    let mut state = state("en_withdrawal");
    state["sources"][0]["text"] =
        "The keeper must answer every letter within seven days.".into();
    state["draft"] = "The keeper must answer every letter within nine days.".into();
    fires(&state, "NUMBER_MISMATCH", "`nine days`");
}

#[test]
fn dropped_negations_of_duties_are_found_in_portuguese() {
    let mut state = state("pt_dados");
    state["sources"][1]["text"] =
        "O controlador não deve tratar dados sensíveis sem base legal no contrato.".into();
    state["draft"] = "O controlador deve tratar dados sensíveis no contrato.".into();
    fires(&state, "NEGATION_CHANGED", "");
    state["draft"] = "O controlador não deve tratar dados sensíveis sem base legal.".into();
    assert!(issues(&state).is_empty());
}
