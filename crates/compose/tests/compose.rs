//! Answers out of evidence: what they read like, what they use, and that they always hold.
#![expect(clippy::unwrap_used)]

mod evidence;

use evidence::Row;
use jurat_compose::{compose, parse_marked, review};
use jurat_model::{
    ComposedAnswer, ConflictOver, RequirementConflict, ReviewIssue, ReviewStatus,
};

fn answer(
    rows: &[Row],
    conflicts: &[(&str, &str)],
    issues: &[ReviewIssue],
    attempt: u32,
) -> ComposedAnswer {
    let evidence = evidence::evidence(rows);
    let conflicts: Vec<RequirementConflict> = conflicts
        .iter()
        .map(|(one, other)| RequirementConflict {
            one: one.parse().unwrap(),
            other: other.parse().unwrap(),
            over: ConflictOver::Number,
            difference: "60 days against 30 days".to_owned(),
        })
        .collect();
    let answer = compose(&evidence, &conflicts, issues, attempt);
    let reviewed = review(&answer, &evidence);
    assert_eq!(reviewed.status, ReviewStatus::Pass, "{answer:#?} {reviewed:#?}");
    assert_eq!(parse_marked(&answer.final_answer()), answer.statements);
    assert_eq!(answer, compose(&evidence, &conflicts, issues, attempt));
    assert_eq!(answer.requirement_references.len(), rows.len());
    answer
}

#[track_caller]
fn check(rows: &[Row], expected: &str) {
    assert_eq!(answer(rows, &[], &[], 0).final_answer(), expected);
}

const KEEP: Row = (
    "REQ-S001",
    "en",
    "Counties shall maintain client records and shall not destroy them before seven years.",
);
const DOCUMENT: Row = (
    "REQ-P001",
    "en",
    "All assessments must be documented within 60 days of initial contact with the client.",
);
const SOONER: Row = (
    "REQ-S002",
    "en",
    "All assessments shall be documented within 30 days of initial contact with the client.",
);

#[test]
fn statutes_come_first_and_shall_is_must() {
    check(
        &[DOCUMENT, KEEP],
        "Counties must maintain client records and must not destroy them before seven years \
         [REQ-S001]. All assessments must be documented within 60 days of initial contact with \
         the client [REQ-P001].",
    );
}

#[test]
fn the_same_words_share_a_statement() {
    let again = (
        "REQ-P002",
        "en",
        "all assessments must be documented within 60 days of initial contact with the client;",
    );
    let part =
        ("REQ-P003", "en", "assessments must be documented within 60 days of initial contact");
    check(
        &[DOCUMENT, again, part],
        "All assessments must be documented within 60 days of initial contact with the client \
         [REQ-P001, REQ-P002, REQ-P003].",
    );
}

#[test]
fn a_part_without_its_exception_is_not_the_same() {
    let whole = (
        "REQ-P002",
        "en",
        "All assessments must be documented within 60 days of initial contact with the client unless the clerk extends the time.",
    );
    assert_eq!(answer(&[DOCUMENT, whole], &[], &[], 0).statements.len(), 2);
}

#[test]
fn items_of_a_list_are_read_with_their_lead_in() {
    const LEAD: [Row; 3] = [
        (
            "REQ-P001",
            "en",
            "Each provider of client services shall:|(a) Keep a log of all client records;",
        ),
        (
            "REQ-P002",
            "en",
            "Each provider of client services shall:|(b) file an annual report; and",
        ),
        (
            "REQ-P003",
            "en",
            "Each provider of client services shall:|(c) appoint a records officer.",
        ),
    ];
    check(
        &LEAD[..1],
        "Each provider of client services must keep a log of all client records [REQ-P001].",
    );
    check(
        &LEAD,
        "Each provider of client services must keep a log of all client records; file an annual \
         report; and appoint a records officer [REQ-P001, REQ-P002, REQ-P003].",
    );
}

#[test]
fn one_of_several_is_not_told_as_the_only_one() {
    check(
        &[(
            "REQ-S001",
            "en",
            "A client who asks for records must show one of the following:|(a) a passport that is valid; or",
        )],
        "A client who asks for records must show one of the following: … a passport that is \
         valid [REQ-S001].",
    );
}

#[test]
fn what_is_left_out_shows() {
    check(
        &[(
            "REQ-S001",
            "en",
            "A county that holds client records|must keep them in a locked room at all times.",
        )],
        "A county that holds client records … must keep them in a locked room at all times \
         [REQ-S001].",
    );
}

#[test]
fn no_person_shall_stays() {
    check(
        &[(
            "REQ-S001",
            "en",
            "No person shall remove client records from the office of the county clerk.",
        )],
        "No person shall remove client records from the office of the county clerk [REQ-S001].",
    );
}

#[test]
fn french_and_portuguese_stay_as_they_are() {
    check(
        &[
            (
                "REQ-S001",
                "fr",
                "Le fournisseur doit :|a) conserver les dossiers des clients; et",
            ),
            (
                "REQ-S002",
                "pt",
                "o prestador deve guardar os registos dos clientes durante cinco anos;",
            ),
        ],
        "Le fournisseur doit conserver les dossiers des clients [REQ-S001]. O prestador deve \
         guardar os registos dos clientes durante cinco anos [REQ-S002].",
    );
}

#[test]
fn conflicts_stand_side_by_side() {
    let answer = answer(&[DOCUMENT, SOONER, KEEP], &[("REQ-P001", "REQ-S002")], &[], 0);
    assert_eq!(
        answer.statements.last().unwrap().marked(),
        "These differ: “All assessments shall be documented within 30 days of initial contact \
         with the client”; “All assessments must be documented within 60 days of initial contact \
         with the client” [REQ-S002, REQ-P001].",
    );
    assert_eq!(answer.statements.len(), 2);
    assert!(answer.unused_requirements.is_empty());
    assert_eq!(answer.statute_summary, answer.statements[0].marked());
    assert_eq!(answer.policy_summary, "");
}

#[test]
fn two_sentences_are_two_statements() {
    let answer = answer(
        &[(
            "REQ-S001",
            "en",
            "The county clerk shall seal the client records. The clerk must then tell the client.",
        )],
        &[],
        &[],
        0,
    );
    assert_eq!(answer.statements.len(), 2);
}

fn issue(message: &str, statement: Option<usize>) -> ReviewIssue {
    let [code, message, hint] = ["unsupported_word", message, ""].map(str::to_owned);
    ReviewIssue { code, statement, message, hint }
}

#[test]
fn a_revision_is_verbatim_and_then_silent() {
    let by_place = answer(&[KEEP, DOCUMENT], &[], &[issue("", Some(1))], 1);
    assert!(by_place.statements[0].text.contains("shall maintain"));
    let named = issue("`x` stands in no quote [REQ-S001]", Some(1));
    let by_name = answer(&[KEEP, DOCUMENT], &[], std::slice::from_ref(&named), 1);
    assert_eq!(by_place, by_name);
    let last = answer(&[KEEP, DOCUMENT], &[], &[named], 2);
    assert_eq!(last.statements.len(), 1);
    assert_eq!(last.unused_requirements, ["REQ-S001".parse().unwrap()]);
}

#[test]
fn no_more_is_said_than_can_be_read() {
    let rows: Vec<(String, String)> = (1..=20)
        .map(|n| {
            (
                format!("REQ-S{n:03}"),
                format!(
                    "County number {n} must keep client records in room {n} of its office."
                ),
            )
        })
        .collect();
    let rows: Vec<Row> = rows
        .into_iter()
        .map(|(id, words)| (&*id.leak(), "en", &*words.leak()))
        .collect();
    let answer = answer(&rows, &[], &[], 0);
    assert_eq!((answer.statements.len(), answer.unused_requirements.len()), (12, 8));
    assert_eq!(
        answer
            .requirement_references
            .iter()
            .filter(|one| one.used_in_answer)
            .count(),
        12
    );
}

#[test]
fn a_quote_that_wears_a_mark_is_left_out() {
    let rows = [
        KEEP,
        ("REQ-S002", "en", "Counties must obey [REQ-S001] and all other client records rules."),
    ];
    assert_eq!(answer(&rows, &[], &[], 0).statements.len(), 1);
}
