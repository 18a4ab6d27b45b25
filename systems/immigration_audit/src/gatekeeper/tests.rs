//! What the gatekeeper says of a matter that is made up.

use super::{
    DISCLAIMER, GatekeeperInput, ReportParts, document_list, quality_checklist, review,
};
use crate::{
    model::{
        CitationVerification, EvidencePlan, FindingSeverity, GatekeeperReview, PackAssessment,
        QualityCheck, RequirementStanding as Standing, VerificationRecord, VerificationStatus,
    },
    score::fixtures::{frame, requirement, trigger},
};

fn holds(checks: &[QualityCheck], code: &str) -> Option<bool> {
    checks.iter().find(|it| it.code == code).and_then(|it| it.holds)
}

#[test]
fn pills_and_promises_are_critical_and_what_was_not_seen_is_asked_for() {
    let mut pill = trigger(0, Standing::Met, FindingSeverity::Low);
    pill.is_pill = true;
    let assessment = PackAssessment {
        requirements: vec![
            requirement(0, "coverage", Standing::NotSeen, 1.0),
            requirement(1, "coverage", Standing::NotSeen, 1.0),
            requirement(2, "coverage", Standing::NotApplicable, 1.0),
        ],
        triggers: vec![pill, trigger(1, Standing::Unknown, FindingSeverity::High)],
        ..PackAssessment::default()
    };
    let texts = [("letter".to_owned(), "Your visa is guaranteed.".to_owned())];
    let told = review(GatekeeperInput {
        files: &[],
        findings: &[],
        assessment: &assessment,
        texts: &texts,
    });
    let codes = |issues: &[crate::model::ComplianceIssue]| -> Vec<String> {
        issues.iter().map(|it| it.code.clone()).collect()
    };
    assert_eq!(codes(&told.compliance_issues), ["BANNED_PROMISE", "REQUIRED_NOT_SEEN"]);
    assert_eq!(codes(&told.refusal_risks), ["POISON_PILL"]);
    assert_eq!(told.status, "FIX");
    assert_eq!(told.recommendations, ["letters", "Take the promise out of letter"]);
    let listed: Vec<String> = document_list(&assessment).into_iter().map(|it| it.id).collect();
    assert_eq!(listed, ["R00", "R01"]);
}

#[test]
fn the_checklist_has_eight_points_and_each_can_fail() {
    let assessment = PackAssessment {
        requirements: vec![requirement(0, "coverage", Standing::Met, 1.0)],
        ..PackAssessment::default()
    };
    let research = crate::model::DetectiveFindings::default();
    let score = crate::score::score(&frame(), &assessment, &[], &research, None);
    let plan = crate::score::evidence_plan(
        &crate::packs::ApplicationPack::default(),
        &assessment,
        &score,
    );
    let reviewed = GatekeeperReview {
        status: "PASS".to_owned(),
        ..GatekeeperReview::default()
    };
    let citation = CitationVerification {
        citation: "2010 FC 789".to_owned(),
        status: "VERIFIED".to_owned(),
        exists: "yes".to_owned(),
        good_law: "GOOD_LAW".to_owned(),
        authority: String::new(),
        issue: String::new(),
        critical: false,
        attempts: 1,
        card: None,
    };
    let passed = VerificationRecord {
        verification_status: VerificationStatus::Pass,
        citations: vec![citation.clone()],
        ..VerificationRecord::default()
    };
    let parts = ReportParts {
        opening: DISCLAIMER,
        score: Some(&score),
        plan: &plan,
        review: Some(&reviewed),
        verification: Some(&passed),
        verification_status: "PASS",
        texts: &[],
    };
    let good = quality_checklist(parts);
    assert_eq!(good.len(), 8);
    assert!(
        good.iter()
            .all(|it| it.holds == Some(true) || it.code == "QC_FAILED_LISTED")
    );
    let failed = VerificationRecord {
        verification_status: VerificationStatus::Fail,
        citations: Vec::new(),
        failed_citations: vec![CitationVerification {
            status: "FAILED".to_owned(),
            attempts: 0,
            ..citation
        }],
        ..VerificationRecord::default()
    };
    let mut empty = score.clone();
    empty.rationale.clear();
    let bad = quality_checklist(ReportParts {
        opening: "A report.",
        score: Some(&empty),
        plan: &EvidencePlan::default(),
        review: None,
        verification: Some(&failed),
        verification_status: "fine",
        texts: &[("report".to_owned(), "Success is guaranteed.".to_owned())],
    });
    let faults = bad.iter().filter(|it| it.holds == Some(false)).count();
    assert_eq!(faults, 7, "{bad:?}");
    let incomplete = quality_checklist(ReportParts {
        verification: Some(&failed),
        verification_status: "INCOMPLETE",
        ..parts
    });
    assert_eq!(holds(&incomplete, "QC_FAILED_LISTED"), Some(false));
    assert_eq!(holds(&incomplete, "QC_CITATIONS_VERIFIED"), Some(false));
}
