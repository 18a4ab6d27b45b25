//! Citations that stand, that do not, and that cannot be told.

#![expect(clippy::unwrap_used)]

use super::{VerificationOrder, verified_research, verify};
use crate::{
    model::{
        Authority, AuthoritySide, AuthoritySource, CitationVerification, DetectiveFindings,
        VerificationRecord, VerificationStatus,
    },
    research::AuthorityTexts,
};

fn authority(style: &str, citation: &str) -> Authority {
    Authority {
        citation: citation.to_owned(),
        style: style.to_owned(),
        court: String::new(),
        date: String::new(),
        cited_for: "a point".to_owned(),
        side: AuthoritySide::States,
        source: AuthoritySource {
            service: "authority_table".to_owned(),
            basis: String::new(),
            as_of: String::new(),
        },
        quote: String::new(),
        paragraph: None,
        text_hash: String::new(),
        span: None,
        confidence: 0.5,
    }
}

fn checked(cited: &[(&str, &str)], before: Option<&VerificationRecord>) -> VerificationRecord {
    let case_law = cited.iter().map(|(style, citation)| authority(style, citation));
    let research = DetectiveFindings { case_law: case_law.collect(), ..Default::default() };
    verify(&VerificationOrder {
        research: &research,
        texts: &AuthorityTexts::default(),
        as_of: "2026-01-09",
        iteration: before.map_or(1, |it| it.iteration + 1),
        max_iterations: 2,
        before,
    })
}

fn only(record: &VerificationRecord) -> CitationVerification {
    record.citations.first().unwrap().clone()
}

const VAVILOV: (&str, &str) =
    ("Canada (Minister of Citizenship and Immigration) v. Vavilov", "2019 SCC 65");

#[test]
fn what_stands_in_the_table_under_its_name_is_verified() {
    let record = checked(&[VAVILOV], None);
    assert_eq!(only(&record).status, "VERIFIED", "{:?}", only(&record));
    assert_eq!(record.verification_status, VerificationStatus::Pass);
    assert!(only(&record).authority.contains("does not hold all later decisions"));
}

#[test]
fn what_was_overruled_fails_and_goes_back() {
    let record = checked(&[("Dunsmuir v. New Brunswick", "2008 SCC 9"), VAVILOV], None);
    let one = only(&record);
    assert_eq!((one.status.as_str(), one.good_law.as_str()), ("FAILED", "OVERRULED"));
    assert!(one.critical && record.goes_back);
    assert_eq!(record.verification_status, VerificationStatus::Fail);
    assert_eq!(record.citations.len(), 2, "it goes on after a failure");
}

#[test]
fn another_name_for_a_citation_fails() {
    let record = checked(&[("Harbour Pilots v. Lantern", "2019 SCC 65")], None);
    assert!(only(&record).critical, "{:?}", only(&record));
}

#[test]
fn what_nobody_holds_is_unverified_and_does_not_go_back() {
    let record = checked(&[("Smith v. Canada", "2022 FC 456"), VAVILOV], None);
    let one = only(&record);
    assert_eq!((one.status.as_str(), one.exists.as_str()), ("UNVERIFIED", "not checked"));
    assert!(!record.goes_back && !one.issue.is_empty());
    assert_eq!(record.verification_status, VerificationStatus::Partial);
}

#[test]
fn attempts_are_counted_from_round_to_round() {
    let first = checked(&[("Dunsmuir v. New Brunswick", "2008 SCC 9")], None);
    let second = checked(&[("Dunsmuir v. New Brunswick", "2008 SCC 9")], Some(&first));
    assert_eq!((only(&second).attempts, second.iteration), (2, 2));
}

#[test]
fn nothing_unverified_supports_a_point() {
    let cited = [("Smith v. Canada", "2022 FC 456"), VAVILOV];
    let record = checked(&cited, None);
    let research = DetectiveFindings {
        case_law: cited
            .iter()
            .map(|(style, citation)| authority(style, citation))
            .collect(),
        ..Default::default()
    };
    let kept = verified_research(&research, &record);
    assert_eq!(kept.case_law.len(), 1);
    assert_eq!(kept.case_law.first().unwrap().citation, "2019 SCC 65");
}
