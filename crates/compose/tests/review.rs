//! What the review lets pass and what not: a table of honest paraphrases and one of frauds.
#![expect(clippy::unwrap_used)]

mod evidence;

use std::collections::BTreeSet;

use evidence::{Row, statement};
use jurat_compose::{answer_of, review};
use jurat_model::{ReviewStatus, StatementRole};

#[rustfmt::skip]
const ROWS: &[Row] = &[
    ("REQ-S001", "en", "Counties shall maintain client records including assessment documentation for all behavioral health services recipients for at least seven years."),
    ("REQ-S002", "en", "A provider must not disclose client records to any person unless the client or a guardian consents in writing."),
    ("REQ-S003", "en", "If a client leaves the county, the clerk must pay the county a fee of $1,500 within 30 days of the transfer."),
    ("REQ-S004", "en", "Counties may only share assessments with the Department of Health and with some licensed hospitals in the region."),
    ("REQ-P001", "en", "All assessments must be documented within 60 days of initial contact by the provider or the clerk."),
    ("REQ-P002", "en", "Each provider must:|(a) keep a log of client records and of every assessment made there; and"),
    ("REQ-P003", "en", "Each provider must:|(b) file an annual report on client records with the county."),
    ("REQ-P004", "en", "A provider is not required to keep paper copies of client records where an electronic copy exists."),
    ("REQ-P005", "en", "Providers should review client records every twelve months, except records that are sealed."),
    ("REQ-S005", "fr", "Le fournisseur doit conserver les dossiers des clients pendant dix ans, sauf si le client demande leur destruction."),
    ("REQ-S006", "fr", "Le greffier ne peut pas communiquer le dossier d'un client sans le consentement écrit de ce client."),
    ("REQ-S007", "pt", "O prestador deve guardar os registos dos clientes durante cinco anos, salvo se o cliente pedir a sua destruição."),
    ("REQ-S008", "pt", "O município não pode divulgar os registos dos clientes sem o consentimento escrito do cliente ou do tutor."),
];

fn found(text: &str, marks: &[&str]) -> (ReviewStatus, BTreeSet<String>) {
    let evidence = evidence::evidence(ROWS);
    let mut one = statement(text, marks);
    if text.starts_with("These differ:") {
        one.role = StatementRole::Conflict;
    }
    let review = review(&answer_of(vec![one], &evidence), &evidence);
    (review.status, review.issues.into_iter().map(|issue| issue.code).collect())
}

#[track_caller]
fn fails(text: &str, mark: &str, code: &str) {
    let marks: Vec<&str> = mark.split_whitespace().collect();
    let (status, codes) = found(text, &marks);
    assert_eq!(status, ReviewStatus::Fail, "{text}");
    assert!(codes.contains(code), "{text}: {codes:?} without {code}");
}

#[track_caller]
fn check_all(frauds: &[(&str, &str, &str)]) {
    for (text, marks, code) in frauds {
        fails(text, marks, code);
    }
}

#[track_caller]
fn passes(text: &str, mark: &str) {
    let marks: Vec<&str> = mark.split_whitespace().collect();
    let (status, codes) = found(text, &marks);
    assert_eq!(status, ReviewStatus::Pass, "{text}: {codes:?}");
}

#[test]
fn changed_modals_fail() {
    #[rustfmt::skip]
    check_all(&[
        ("Counties may maintain client records for at least seven years.", "REQ-S001", "unsupported_modal"),
        ("Counties should maintain client records.", "REQ-S001", "unsupported_modal"),
        ("Counties can maintain client records.", "REQ-S001", "unsupported_modal"),
        ("Counties are permitted to maintain client records.", "REQ-S001", "unsupported_modal"),
        ("Counties need not maintain client records.", "REQ-S001", "unsupported_modal"),
        ("Counties will maintain client records.", "REQ-S001", "unsupported_modal"),
        ("Counties maintain client records.", "REQ-S001", "dropped_modal"),
        ("All assessments may be documented within 60 days of initial contact.", "REQ-P001", "unsupported_modal"),
        ("Providers must review client records every twelve months, except records that are sealed.", "REQ-P005", "unsupported_modal"),
        ("A provider must not keep paper copies of client records where an electronic copy exists.", "REQ-P004", "unsupported_modal"),
        ("Le fournisseur peut conserver les dossiers des clients pendant dix ans, sauf si le client demande leur destruction.", "REQ-S005", "unsupported_modal"),
        ("O prestador pode guardar os registos dos clientes durante cinco anos, salvo se o cliente pedir a sua destruição.", "REQ-S007", "unsupported_modal"),
    ]);
}

#[test]
fn changed_numbers_fail() {
    #[rustfmt::skip]
    check_all(&[
        ("All assessments must be documented within 6 days of initial contact.", "REQ-P001", "unsupported_number"),
        ("All assessments must be documented within 90 days of initial contact.", "REQ-P001", "unsupported_number"),
        ("All assessments must be documented within sixteen days of initial contact.", "REQ-P001", "unsupported_number"),
        ("All assessments must be documented within 60 months of initial contact.", "REQ-P001", "unsupported_word"),
        ("All assessments must be documented within 60.5 days of initial contact.", "REQ-P001", "unsupported_number"),
        ("Counties must maintain client records for at least seventy years.", "REQ-S001", "unsupported_number"),
        ("Counties must maintain client records for seven years.", "REQ-S001", "dropped_condition"),
        ("Counties must maintain client records for at most seven years.", "REQ-S001", "unsupported_word"),
        ("In 2024 counties must maintain client records.", "REQ-S001", "unsupported_number"),
        ("If a client leaves the county, the clerk must pay the county a fee of $15,000 within 30 days.", "REQ-S003", "unsupported_number"),
        ("If a client leaves the county, the clerk must pay the county a fee of $30 within 1,500 days.", "REQ-S003", "unsupported_number"),
        ("If a client leaves the county, the clerk must pay the county a fee of €1,500.", "REQ-S003", "unsupported_word"),
        ("All assessments must be documented within ٦٠ days of initial contact.", "REQ-P001", "unsupported_word"),
        ("Le fournisseur doit conserver les dossiers des clients pendant cent ans, sauf si le client demande leur destruction.", "REQ-S005", "unsupported_number"),
        ("O prestador deve guardar os registos dos clientes durante quinze anos, salvo se o cliente pedir a sua destruição.", "REQ-S007", "unsupported_number"),
    ]);
}

#[test]
fn added_names_and_words_fail() {
    #[rustfmt::skip]
    check_all(&[
        ("Counties in Alameda must maintain client records.", "REQ-S001", "unsupported_name"),
        ("Counties must maintain client records under HIPAA.", "REQ-S001", "unsupported_name"),
        ("Counties must maintain medical records.", "REQ-S001", "unsupported_word"),
        ("Counties must always maintain client records.", "REQ-S001", "unsupported_word"),
        ("Therefore counties must maintain client records.", "REQ-S001", "unsupported_word"),
        ("Counties must securely maintain client records.", "REQ-S001", "unsupported_word"),
        ("Counties must maintain all client records, which is best practice.", "REQ-S001", "unsupported_word"),
        ("Counties may only share assessments with the Department of Health and with all licensed hospitals.", "REQ-S004", "unsupported_word"),
        ("Any county must maintain client records.", "REQ-S001", "unsupported_word"),
        ("Counties must maintain client records because the law says so.", "REQ-S001", "unsupported_word"),
        ("Le fournisseur québécois doit conserver les dossiers des clients pendant dix ans, sauf si le client demande leur destruction.", "REQ-S005", "unsupported_word"),
    ]);
}

#[test]
fn lost_or_added_negations_and_conditions_fail() {
    #[rustfmt::skip]
    check_all(&[
        ("A provider must disclose client records to any person unless the client or a guardian consents in writing.", "REQ-S002", "dropped_negation"),
        ("A provider must not disclose client records to any person.", "REQ-S002", "dropped_condition"),
        ("A provider must not disclose client records if the client or a guardian consents in writing.", "REQ-S002", "dropped_condition"),
        ("Counties must not maintain client records.", "REQ-S001", "unsupported_modal"),
        ("Counties must maintain client records without assessment documentation.", "REQ-S001", "unsupported_negation"),
        ("The clerk must pay the county a fee of $1,500 within 30 days of the transfer.", "REQ-S003", "dropped_condition"),
        ("Counties may share assessments with the Department of Health.", "REQ-S004", "dropped_condition"),
        ("A provider is required to keep paper copies of client records where an electronic copy exists.", "REQ-P004", "dropped_negation"),
        ("A provider is not required to keep paper copies of client records.", "REQ-P004", "dropped_condition"),
        ("Providers should review client records every twelve months.", "REQ-P005", "dropped_condition"),
        ("Le fournisseur doit conserver les dossiers des clients pendant dix ans.", "REQ-S005", "dropped_condition"),
        ("Le greffier peut communiquer le dossier d'un client sans le consentement écrit de ce client.", "REQ-S006", "dropped_negation"),
        ("Le greffier ne peut pas communiquer le dossier d'un client.", "REQ-S006", "dropped_negation"),
        ("O prestador deve guardar os registos dos clientes durante cinco anos.", "REQ-S007", "dropped_condition"),
        ("O município pode divulgar os registos dos clientes sem o consentimento escrito do cliente ou do tutor.", "REQ-S008", "dropped_negation"),
    ]);
}

#[test]
fn turned_words_fail() {
    #[rustfmt::skip]
    check_all(&[
        ("All assessments must be documented within 60 days of initial contact by the provider and the clerk.", "REQ-P001", "unsupported_word"),
        ("A provider must not disclose client records to any person unless the client and a guardian consents in writing.", "REQ-S002", "unsupported_word"),
        ("All assessments must be documented within 60 days of initial contact by the clerk.", "REQ-P001", "dropped_condition"),
        ("If a client leaves the county, the county must pay the clerk a fee of $1,500.", "REQ-S003", "changed_order"),
        ("Counties may only share assessments with the Department of Health.", "REQ-S004", "dropped_condition"),
        ("Clients must maintain counties.", "REQ-S001", "changed_order"),
        ("Each provider must keep a log of client records or of every assessment.", "REQ-P002", "unsupported_word"),
    ]);
}

#[test]
fn wrong_marks_fail() {
    #[rustfmt::skip]
    check_all(&[
        ("Counties must maintain client records.", "", "statement_without_mark"),
        ("Counties must maintain client records.", "REQ-S099", "unknown_mark"),
        ("Counties must maintain client records.", "REQ-P001", "unsupported_word"),
        ("Counties must maintain client records.", "REQ-S001 REQ-P001", "idle_mark"),
        ("Counties must maintain client records [REQ-P001].", "REQ-S001", "stray_mark"),
        ("Counties must maintain client records (REQ‑P001).", "REQ-S001", "stray_mark"),
        ("Counties must maintain client records and document all assessments.", "REQ-S001", "unsupported_word"),
        ("Counties must maintain client records within 60 days of initial contact.", "REQ-S001 REQ-P001", "stitched"),
        ("Counties must maintain client records, within 60 days of initial contact.", "REQ-S001 REQ-P001", "stitched"),
        ("Each provider must not disclose client records unless the client or a guardian consents in writing and file an annual report.", "REQ-S002 REQ-P003", "unsupported_modal"),
        ("Counties must maintain client records; within 60 days of initial contact.", "REQ-S001 REQ-P001", "unsupported_modal"),
        ("Counties must maintain client records and file an annual report.", "REQ-S001 REQ-P003", "unsupported_modal"),
        ("These differ: counties must maintain client records and pay.", "REQ-S001 REQ-P001", "unsupported_word"),
    ]);
}

#[test]
fn empty_and_disguised_statements_fail() {
    #[rustfmt::skip]
    check_all(&[
        ("", "REQ-S001", "empty_statement"),
        ("…", "REQ-S001", "empty_statement"),
        ("It is so.", "REQ-S001", "empty_statement"),
        ("Counties must maintain client rec\u{200b}ords.", "REQ-S001", "hidden_character"),
        ("Counties must \u{202e}maintain client records.", "REQ-S001", "hidden_character"),
        ("Counties m\u{ad}ust maintain client records.", "REQ-S001", "hidden_character"),
        // Cyrillic letters that look Latin.
        ("Cоunties must maintain client records.", "REQ-S001", "unsupported_word"),
        ("Counties must nоt maintain client records.", "REQ-S001", "unsupported_word"),
        ("Counties must maintain client reсords.", "REQ-S001", "unsupported_word"),
        (&"Counties must maintain client records ".repeat(200), "REQ-S001", "statement_too_long"),
    ]);
}

#[test]
fn honest_paraphrases_pass() {
    for (text, marks) in HONEST {
        passes(text, marks);
    }
    assert!(40 <= HONEST.len());
}

#[test]
fn no_statement_is_no_answer() {
    let evidence = evidence::evidence(ROWS);
    let review = review(&answer_of(Vec::new(), &evidence), &evidence);
    assert_eq!((review.status, review.issues.len()), (ReviewStatus::Fail, 1));
    assert!(review.issues.first().unwrap().code == "no_statement");
}

#[rustfmt::skip]
const HONEST: &[(&str, &str)] = &[
    ("Counties must maintain client records.", "REQ-S001"),
    ("Counties must maintain client records including assessment documentation.", "REQ-S001"),
    ("Counties are required to maintain client records for at least 7 years.", "REQ-S001"),
    ("Counties shall maintain client records for at least seven years.", "REQ-S001"),
    ("A county must maintain client records for at least 7.0 years.", "REQ-S001"),
    ("For at least seven years, counties must maintain client records.", "REQ-S001"),
    ("Counties must also maintain assessment documentation for all behavioral health services recipients.", "REQ-S001"),
    ("The counties have to maintain their client records.", "REQ-S001"),
    ("A provider may not disclose client records to any person unless the client or a guardian consents in writing.", "REQ-S002"),
    ("A provider shall not disclose client records unless the client or a guardian consents in writing.", "REQ-S002"),
    ("Unless the client or a guardian consents in writing, a provider must not disclose client records.", "REQ-S002"),
    ("A provider is prohibited from disclosing client records to any person unless the client or a guardian consents.", "REQ-S002"),
    ("Providers cannot disclose a client's records unless the client or a guardian consents in writing.", "REQ-S002"),
    ("If a client leaves the county, the clerk must pay the county a fee of 1500 dollars within thirty days.", "REQ-S003"),
    ("If a client leaves the county, the clerk shall pay the county a fee.", "REQ-S003"),
    ("When a client leaves the county, the clerk must pay a fee of $1,500.00.", "REQ-S003"),
    ("The clerk must pay the county a fee within 30 days of the transfer, if a client leaves the county.", "REQ-S003"),
    ("Counties may only share assessments with the Department of Health and with some licensed hospitals.", "REQ-S004"),
    ("Counties can only share assessments with the Department of Health and with some licensed hospitals in the region.", "REQ-S004"),
    ("All assessments must be documented within 60 days of initial contact.", "REQ-P001"),
    ("All assessments must be documented within sixty days of initial contact by the provider or the clerk.", "REQ-P001"),
    ("Within 60 days of initial contact, all assessments must be documented.", "REQ-P001"),
    ("Assessments must be documented within 60.0 days.", "REQ-P001"),
    ("All assessments are required to be documented.", "REQ-P001"),
    ("Each provider must keep a log of client records.", "REQ-P002"),
    ("Every provider must keep a log of client records and of every assessment.", "REQ-P002"),
    ("Each provider must keep a log of client records; and file an annual report on client records with the county.", "REQ-P002 REQ-P003"),
    ("Each provider must keep a log of client records and file an annual report with the county.", "REQ-P002 REQ-P003"),
    ("Each provider must file an annual report on client records.", "REQ-P003"),
    ("A provider need not keep paper copies of client records where an electronic copy exists.", "REQ-P004"),
    ("Where an electronic copy exists, a provider is not required to keep paper copies.", "REQ-P004"),
    ("Providers should review client records every 12 months, except records that are sealed.", "REQ-P005"),
    ("Counties must maintain client records; all assessments must be documented within 60 days of initial contact.", "REQ-S001 REQ-P001"),
    ("Counties must maintain client records and all assessments must be documented within 60 days.", "REQ-S001 REQ-P001"),
    ("Le fournisseur est tenu de conserver les dossiers des clients pendant 10 ans, sauf si le client demande leur destruction.", "REQ-S005"),
    ("Sauf si le client demande leur destruction, le fournisseur doit conserver les dossiers des clients pendant dix ans.", "REQ-S005"),
    ("Le greffier ne doit pas communiquer le dossier d’un client sans le consentement écrit de ce client.", "REQ-S006"),
    ("Le greffier ne peut communiquer le dossier d'un client sans le consentement écrit de ce client.", "REQ-S006"),
    ("O prestador é obrigado a guardar os registos dos clientes durante 5 anos, salvo se o cliente pedir a sua destruição.", "REQ-S007"),
    ("Salvo se o cliente pedir a sua destruição, o prestador deve guardar os registos dos clientes.", "REQ-S007"),
    ("O município não deve divulgar os registos dos clientes sem o consentimento escrito do cliente ou do tutor.", "REQ-S008"),
    ("O município não poderá divulgar os registos dos clientes sem o consentimento escrito do cliente ou do tutor.", "REQ-S008"),
];
