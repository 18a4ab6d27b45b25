//! Letters of refusal in English and French, notes, and the days that run.
#![expect(clippy::unwrap_used)]

use super::{read_refusal, table};
use crate::{
    model::MatterProfile,
    packs::{
        load,
        tests::{Folder, date},
    },
};

const LETTER: &str = "Dear Applicant,\n\nI am not satisfied that you will leave Canada at the end of your\nstay, \
    based on:\n• your travel history\n• your family ties in Canada and in your country of residence\n\nSincerely";

#[test]
fn every_reason_of_a_letter_is_quoted_in_place() {
    let mut folder = Folder::default();
    folder.letter("refusal_letter", "letter.pdf", "2026-10-01", LETTER);
    let pack = load("visitor").unwrap();
    let read = read_refusal(
        &folder.files,
        &folder.exhibits,
        &MatterProfile::default(),
        &pack,
        date("2026-10-10"),
    );
    let ids: Vec<&str> = read.reasons.iter().map(|it| it.reason.as_str()).collect();
    assert_eq!(ids, ["will_not_leave", "travel_history", "family_ties"]);
    for reason in &read.reasons {
        let quote = &reason.quotes[0];
        assert_eq!(&LETTER[quote.span.unwrap().range()], quote.words);
        assert!(!reason.missing.is_empty() && !reason.remedies.is_empty(), "{}", reason.reason);
    }
    assert!(read.needs_gcms && read.letter_seen);
    let left = |rule: &str| {
        let found = read.deadlines.iter().find(|it| it.rule == rule).unwrap();
        (found.last_day.unwrap().to_string(), found.days_left.unwrap(), found.applies)
    };
    assert_eq!(left("jr_in_canada"), ("2026-10-16".into(), 6, None));
    assert_eq!(left("jr_outside_canada"), ("2026-11-30".into(), 51, None));
}

#[test]
fn a_french_letter_and_notes_are_read() {
    let mut folder = Folder::default();
    let letter = "Je ne suis pas convaincu que vous allez quitter le Canada.\nVotre situation financière.";
    folder.letter("refusal_letter", "lettre.pdf", "2026-09-01", letter);
    folder.letter("officer_notes", "notes.pdf", "2026-09-01", "PA has limited travel history.");
    let pack = load("study").unwrap();
    let read = read_refusal(
        &folder.files,
        &folder.exhibits,
        &MatterProfile::default(),
        &pack,
        date("2026-11-18"),
    );
    let ids: Vec<&str> = read.reasons.iter().map(|it| it.reason.as_str()).collect();
    assert_eq!(ids, ["will_not_leave", "funds"]);
    assert!(!read.needs_gcms);
    let concern = &read.officer_concerns[0];
    assert!(concern.reason == "travel_history" && !concern.in_letter);
    assert!(read.deadlines.iter().any(|it| it.is_over == Some(true)));
}

#[test]
fn without_a_letter_nothing_is_told_and_no_day_is_invented() {
    let pack = load("spousal").unwrap();
    let read = read_refusal(&[], &[], &MatterProfile::default(), &pack, date("2026-11-18"));
    assert!(!read.letter_seen && read.reasons.is_empty() && read.date.is_none());
    assert!(
        read.deadlines
            .iter()
            .all(|it| it.last_day.is_none() && it.is_over.is_none())
    );
    assert!(read.deadlines.iter().any(|it| it.rule == "iad_sponsorship"));
}

#[test]
fn a_granted_point_is_no_reason() {
    let mut folder = Folder::default();
    let words = "I am satisfied that your family ties are strong.";
    folder.letter("refusal_letter", "letter.pdf", "2026-10-01", words);
    let pack = load("visitor").unwrap();
    let read = read_refusal(
        &folder.files,
        &folder.exhibits,
        &MatterProfile::default(),
        &pack,
        date("2026-10-10"),
    );
    assert!(read.reasons.is_empty());
}

#[test]
fn what_the_table_points_to_exists_in_some_pack() {
    let table = table().unwrap();
    let packs: Vec<_> = crate::packs::ALL_NAMES
        .iter()
        .map(|name| load(name).unwrap())
        .collect();
    for reason in &table.reasons {
        let fitting = || packs.iter().filter(|it| super::names_type(&reason.types, &it.id));
        for id in &reason.triggers {
            let known = fitting().any(|pack| pack.triggers.iter().any(|it| it.id == *id));
            assert!(known, "{}: trigger {id}", reason.id);
        }
        for id in &reason.requirements {
            let known = fitting().any(|pack| pack.requirements.iter().any(|it| it.id == *id));
            assert!(known, "{}: requirement {id}", reason.id);
        }
    }
}
