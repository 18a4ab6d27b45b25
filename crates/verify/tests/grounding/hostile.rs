//! Input that is far too large, empty or odd.

use jurat_verify::grounding::EvidenceIndex;

/// What is quadratic would not end.
#[track_caller]
fn check(passages: &[String], answer: &str) {
    let evidence = EvidenceIndex::read(passages.iter().map(String::as_str));
    let found = evidence.answer(answer);
    assert!((0.0..=1.0).contains(&found.risk));
    evidence.claim(answer);
    let stated = evidence.statements(answer);
    assert!((0.0..=1.0).contains(&stated.risk));
    let found = evidence.about(answer).answer(answer);
    assert!((0.0..=1.0).contains(&found.risk));
}

#[test]
fn a_hundred_thousand_passages_are_read() {
    let passages: Vec<String> = (0..100_000)
        .map(|at| format!("The lamp {at} must be lit at dusk."))
        .collect();
    check(&passages, "The lamp 7 may be lit at dawn. The lamp must not be lit. Nobody lit it.");
}

#[test]
fn a_sentence_of_a_megabyte_is_read() {
    let long = "the lamp must be lit and ".repeat(40_000);
    check(std::slice::from_ref(&long), &long);
    let distinct: Vec<String> = (0..100_000).map(|at| format!("lamp{at}")).collect();
    check(&[long], &distinct.join(" "));
}

#[test]
fn an_answer_of_very_many_sentences_is_read() {
    let answer = "The lamp was lit. ".repeat(20_000);
    check(&["The lamp was lit at dusk. ".repeat(2_000)], &answer);
}

#[test]
fn nothing_is_borne_out_by_nothing() {
    check(&[], "");
    check(&[], "The lamp must be lit.");
    check(&[String::new()], "…");
    let bare = EvidenceIndex::read([]).claim("The lamp must be lit by seven keepers.");
    assert!(bare.nearest.is_none() && 0.5 < bare.risk, "{}", bare.risk);
}
