//! Property tests: the score is a sum, and good evidence never lowers it.
#![expect(clippy::unwrap_used)]

use proptest::prelude::*;

use super::{
    evidence_plan,
    fixtures::{checked, finding, frame, requirement, research, trigger},
    is_enough, score,
};
use crate::model::{
    DetectiveFindings, EvidenceTier, Finding, FindingCategory, FindingSeverity, PackAssessment,
    RequirementStanding as Standing,
};
use crate::packs::ApplicationPack;

fn standing() -> impl Strategy<Value = Standing> {
    prop::sample::select(vec![
        Standing::Met,
        Standing::Unmet,
        Standing::NotSeen,
        Standing::NotApplicable,
        Standing::Unknown,
    ])
}

fn severity() -> impl Strategy<Value = FindingSeverity> {
    use FindingSeverity::{Critical, High, Low, Medium};
    prop::sample::select(vec![Low, Medium, High, Critical])
}

fn category() -> impl Strategy<Value = FindingCategory> {
    use FindingCategory::{Documentation, Financial, Relationship};
    prop::sample::select(vec![Documentation, Financial, Relationship])
}

fn matter() -> impl Strategy<Value = (PackAssessment, Vec<Finding>, usize)> {
    let dimension =
        prop::sample::select(vec!["authenticity", "consistency", "coverage", "mitigation"]);
    let requirements = prop::collection::vec((dimension, standing(), 0.0..9.0_f64), 1..24);
    let triggers = prop::collection::vec((standing(), severity()), 0..5);
    let findings = prop::collection::vec((category(), severity()), 0..8);
    (requirements, triggers, findings, 0_usize..6).prop_map(
        |(requirements, triggers, findings, authorities)| {
            let requirements = requirements.into_iter().enumerate();
            let triggers = triggers.into_iter().enumerate();
            let findings = findings.into_iter().enumerate();
            let assessment = PackAssessment {
                requirements: requirements
                    .map(|(at, (dimension, standing, worth))| {
                        requirement(at, dimension, standing, worth)
                    })
                    .collect(),
                triggers: triggers
                    .map(|(at, (standing, severity))| trigger(at, standing, severity))
                    .collect(),
                ..PackAssessment::default()
            };
            let findings =
                findings.map(|(at, (category, severity))| finding(at, category, severity));
            (assessment, findings.collect(), authorities)
        },
    )
}

proptest! {
    #[test]
    fn good_evidence_never_lowers_it(
        (assessment, findings, authorities) in matter(),
        at in 0_usize..24,
    ) {
        let record = checked(9, "VERIFIED");
        let told = |assessment: &PackAssessment, findings: &[Finding], authorities| {
            score(&frame(), assessment, findings, &research(authorities), Some(&record))
        };
        let before = told(&assessment, &findings, authorities);
        let at = at % assessment.requirements.len();
        let mut better = assessment.clone();
        // What is not asked of the matter stays out of it.
        if better.requirements[at].standing != Standing::NotApplicable {
            better.requirements[at].standing = Standing::Met;
        }
        prop_assert!(before.score <= told(&better, &findings, authorities).score);
        let mut settled = assessment.clone();
        if settled.requirements[at].standing == Standing::Unknown {
            settled.requirements[at].standing = Standing::NotApplicable;
        }
        prop_assert!(before.score <= told(&settled, &findings, authorities).score);
        prop_assert!(before.score <= told(&assessment, &findings, authorities + 1).score);
        if !findings.is_empty() {
            prop_assert!(before.score <= told(&assessment, &findings[1..], authorities).score);
        }
        if !assessment.triggers.is_empty() {
            let mut answered = assessment.clone();
            answered.triggers[0].standing = Standing::NotSeen;
            prop_assert!(before.score <= told(&answered, &findings, authorities).score);
        }
        prop_assert!(before.score <= before.projected.unwrap());
    }

    #[test]
    fn it_is_the_sum_of_its_points_and_the_same_twice(
        (assessment, findings, authorities) in matter(),
    ) {
        let record = checked(9, "VERIFIED");
        let told = score(&frame(), &assessment, &findings, &research(authorities), Some(&record));
        let mut sum = 0.0;
        for dimension in &told.dimensions {
            let items: f64 = dimension.items.iter().map(|it| it.points).sum();
            prop_assert!((items - dimension.points).abs() < 1e-9);
            prop_assert!((0.0..=1.0).contains(&dimension.share));
            sum += items;
        }
        prop_assert!((sum - f64::from(told.score)).abs() <= 0.5 + 1e-9);
        let again = score(&frame(), &assessment, &findings, &research(authorities), Some(&record));
        prop_assert_eq!(&told, &again);
        let plan = evidence_plan(&ApplicationPack::default(), &assessment, &told);
        for change in &told.changes {
            prop_assert!(0.0 < change.by);
            let listed = plan.items.iter().find(|it| it.requirement == change.of);
            let is_finding = change.of.starts_with("X-");
            prop_assert!(is_finding || listed.is_some_and(|it| it.worth.to_bits() == change.by.to_bits()));
        }
    }
}

#[test]
fn a_change_is_what_it_says() {
    let mut assessment = PackAssessment {
        requirements: vec![
            requirement(0, "authenticity", Standing::Met, 3.0),
            requirement(1, "authenticity", Standing::NotSeen, 1.0),
            requirement(2, "coverage", Standing::Unmet, 2.0),
        ],
        ..PackAssessment::default()
    };
    let findings = [finding(0, FindingCategory::Documentation, FindingSeverity::High)];
    let none = DetectiveFindings::default();
    let before = score(&frame(), &assessment, &findings, &none, None);
    // 30 x 0.8, 25 x 3/4, nothing of coverage, 20 x 0.6.
    assert_eq!((before.score, before.band.as_str()), (55, "weak"));
    assert_eq!(before.range, Some((53, 57)));
    let by = |of: &str| before.changes.iter().find(|it| it.of == of).map(|it| it.by);
    assert_eq!((by("R01"), by("R02"), by("X-0")), (Some(6.0), Some(25.0), Some(6.3)));
    assessment.requirements[1].standing = Standing::Met;
    let after = score(&frame(), &assessment, &findings, &none, None);
    // 54.75 and 6 more.
    assert_eq!((after.score, after.range), (61, Some((59, 63))));
    let plan = evidence_plan(&ApplicationPack::default(), &assessment, &after);
    let tiers: Vec<EvidenceTier> = plan.items.iter().map(|it| it.tier).collect();
    assert_eq!(tiers, [EvidenceTier::Baseline, EvidenceTier::Baseline, EvidenceTier::Live]);
}

#[test]
fn only_authorities_that_stand_count() {
    let assessment = PackAssessment {
        requirements: vec![requirement(0, "coverage", Standing::Met, 1.0)],
        ..PackAssessment::default()
    };
    let told = |status: &str| {
        let record = checked(3, status);
        score(&frame(), &assessment, &[], &research(3), Some(&record)).score
    };
    assert_eq!(told("UNVERIFIED"), told("FAILED"));
    assert_eq!(told("VERIFIED"), told("UNVERIFIED") + 6);
    let nothing = score(&frame(), &assessment, &[], &research(3), None);
    assert_eq!(nothing.score, told("FAILED"));
}

#[test]
fn what_is_unknown_lowers_confidence_and_not_the_score() {
    let told = |standing| {
        let assessment = PackAssessment {
            requirements: vec![
                requirement(0, "coverage", Standing::Met, 1.0),
                requirement(1, "coverage", standing, 1.0),
            ],
            ..PackAssessment::default()
        };
        let told = score(&frame(), &assessment, &[], &DetectiveFindings::default(), None);
        (told.score, told.confidence)
    };
    let (unknown, unmet) = (told(Standing::Unknown), told(Standing::Unmet));
    assert_eq!(unknown.0, told(Standing::NotSeen).0);
    assert!(unmet.0 < unknown.0);
    assert_eq!((unknown.1.as_str(), unmet.1.as_str()), ("low", "high"));
}

#[test]
fn only_what_is_required_counts_against_and_what_cannot_be_told_widens_the_range() {
    let told = |at, standing| {
        let assessment = PackAssessment {
            requirements: vec![
                requirement(0, "coverage", Standing::Met, 1.0),
                requirement(at, "coverage", standing, 1.0),
            ],
            ..PackAssessment::default()
        };
        let told = score(&frame(), &assessment, &[], &DetectiveFindings::default(), None);
        (told.score, told.range.unwrap())
    };
    let (required, advisable) = (2, 1);
    let missing = told(required, Standing::NotSeen);
    let unknown = told(required, Standing::Unknown);
    let met = told(required, Standing::Met);
    assert_eq!(unknown.0, met.0);
    assert!(missing.0 < unknown.0 && unknown.1.0 <= missing.0, "{missing:?} {unknown:?}");
    assert!(met.1.0 > unknown.1.0, "{met:?} {unknown:?}");
    let unseen = told(advisable, Standing::NotSeen);
    assert_eq!(unseen.0, told(advisable, Standing::Unknown).0);
    assert!(unseen.0 < told(advisable, Standing::Met).0 && missing.0 < unseen.0);
}

#[test]
fn too_little_says_so() {
    let unread = PackAssessment {
        requirements: vec![requirement(0, "coverage", Standing::NotSeen, 1.0)],
        ..PackAssessment::default()
    };
    assert!(!is_enough(&unread));
    let told = score(&frame(), &unread, &[], &DetectiveFindings::default(), None);
    assert_eq!(told.confidence, "low");
    assert!(told.rationale.starts_with("Too little could be read"), "{}", told.rationale);
}
