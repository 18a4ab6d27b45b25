//! Verdicts of matters that are made up: each edge of each scale, pills before all, and nothing where nothing was read.

use super::{DecisionInput, decide};
use crate::{
    model::{
        DefensibilityScore, DetectiveFindings, FileCounts, FinalRecommendation, Finding,
        FindingCategory, FindingSeverity, GatekeeperReview, PackAssessment,
        RequirementStanding as Standing, TierLimits, VerdictWord, VerificationStatus,
        WorkflowName,
    },
    score::fixtures::{checked, finding, requirement, research, trigger},
};

const LIMITS: TierLimits = TierLimits {
    max_citations: 3,
    max_agent_calls: 4,
    max_verify_iterations: 1,
    kg_search: false,
    deep_analysis: false,
    multi_round: false,
    max_report_lines: 400,
    detective_lines: 100,
    strategist_lines: 150,
    gatekeeper_lines: 80,
    verifier_lines: 30,
    poison_pill_threshold: FindingSeverity::Critical,
    citation_table: false,
};

fn scored(score: u32) -> DefensibilityScore {
    DefensibilityScore {
        score,
        confidence: "high".to_owned(),
        ..DefensibilityScore::default()
    }
}

fn sound() -> PackAssessment {
    PackAssessment {
        requirements: vec![requirement(0, "coverage", Standing::Met, 1.0)],
        ..PackAssessment::default()
    }
}

fn input<'a>(
    workflow: WorkflowName,
    score: &'a DefensibilityScore,
    assessment: &'a PackAssessment,
) -> DecisionInput<'a> {
    DecisionInput {
        workflow,
        limits: &LIMITS,
        counts: FileCounts {
            total_files: 4,
            extracted_count: 4,
            ..FileCounts::default()
        },
        findings: &[],
        assessment,
        score: Some(score),
        research: None,
        review: None,
        verification: None,
    }
}

fn findings(severity: FindingSeverity, many: usize) -> Vec<Finding> {
    (0..many)
        .map(|at| finding(at, FindingCategory::Background, severity))
        .collect()
}

#[test]
fn go_caution_and_no_go_have_their_edges() {
    use FindingSeverity::{Critical, High};
    for (score, severity, many, verdict) in [
        (100, High, 2, VerdictWord::Go),
        (60, High, 0, VerdictWord::Go),
        (59, High, 0, VerdictWord::Caution),
        (40, High, 0, VerdictWord::Caution),
        (39, High, 0, VerdictWord::NoGo),
        (90, High, 3, VerdictWord::Caution),
        (90, High, 5, VerdictWord::Caution),
        (90, High, 6, VerdictWord::NoGo),
        (90, Critical, 1, VerdictWord::Caution),
        (90, Critical, 2, VerdictWord::NoGo),
    ] {
        let (assessment, score_of) = (sound(), scored(score));
        let found = findings(severity, many);
        let input = input(WorkflowName::RiskAudit, &score_of, &assessment);
        let told = decide(DecisionInput { findings: &found, ..input });
        assert_eq!(told.verdict, verdict, "{score} {severity:?} {many}");
        assert_eq!(told.current_score, Some(score));
    }
}

#[test]
fn a_pill_forces_the_worst_of_each_scale_whatever_the_score() {
    use WorkflowName::{
        ClientGuidance, DocumentList, FinalReview, InitialAssessment, RefusalAnalysis,
        RiskAudit,
    };
    let mut assessment = sound();
    let mut pill = trigger(0, Standing::Met, FindingSeverity::Low);
    pill.is_pill = true;
    assessment.triggers.push(pill);
    let score = scored(100);
    for (workflow, verdict, recommendation) in [
        (RiskAudit, VerdictWord::NoGo, FinalRecommendation::HighRisk),
        (InitialAssessment, VerdictWord::NoGo, FinalRecommendation::HighRisk),
        (FinalReview, VerdictWord::Revise, FinalRecommendation::Revise),
        (RefusalAnalysis, VerdictWord::Abandon, FinalRecommendation::HighRisk),
        (DocumentList, VerdictWord::Incomplete, FinalRecommendation::Revise),
        (ClientGuidance, VerdictWord::NeedsRevision, FinalRecommendation::Revise),
    ] {
        let told = decide(input(workflow, &score, &assessment));
        assert_eq!((told.verdict, told.recommendation), (verdict, recommendation));
        assert_eq!(told.pills, ["doubt 0"]);
        assert_eq!(told.trace[0].rule, "pills");
    }
    assessment.triggers[0].standing = Standing::Unknown;
    let told = decide(input(RiskAudit, &score, &assessment));
    assert_eq!((told.verdict, told.pills.len()), (VerdictWord::Go, 0));
}

#[test]
fn an_appeal_wants_decisions_within_the_limit() {
    let (assessment, score) = (sound(), scored(61));
    let (record, three, two) = (checked(9, "VERIFIED"), research(3), research(2));
    let told = |research: &DetectiveFindings, score: &DefensibilityScore| {
        let input = input(WorkflowName::RefusalAnalysis, score, &assessment);
        let verification = Some(&record);
        decide(DecisionInput { research: Some(research), verification, ..input }).verdict
    };
    // The tier may cite three, so that three are enough.
    assert_eq!(told(&three, &score), VerdictWord::Appeal);
    assert_eq!(told(&two, &score), VerdictWord::Reapply);
    assert_eq!(told(&three, &scored(60)), VerdictWord::Reapply);
    assert_eq!(told(&three, &scored(39)), VerdictWord::Abandon);
}

#[test]
fn approval_wants_every_citation_and_the_quality_check() {
    let (assessment, score) = (sound(), scored(65));
    let review = GatekeeperReview {
        status: "PASS".to_owned(),
        ..GatekeeperReview::default()
    };
    let told = |score: &DefensibilityScore, status: &str, review: Option<&GatekeeperReview>| {
        let record = checked(2, status);
        let input = input(WorkflowName::FinalReview, score, &assessment);
        decide(DecisionInput { review, verification: Some(&record), ..input }).verdict
    };
    assert_eq!(told(&score, "VERIFIED", Some(&review)), VerdictWord::Approve);
    assert_eq!(told(&score, "UNVERIFIED", Some(&review)), VerdictWord::Revise);
    assert_eq!(told(&score, "VERIFIED", None), VerdictWord::Revise);
    assert_eq!(told(&scored(64), "VERIFIED", Some(&review)), VerdictWord::Revise);
}

#[test]
fn what_could_not_be_read_is_not_decided() {
    let (assessment, score) = (sound(), scored(90));
    let unread = FileCounts {
        total_files: 4,
        failed_count: 3,
        ..FileCounts::default()
    };
    let whole = input(WorkflowName::RiskAudit, &score, &assessment);
    for (input, why) in [
        (DecisionInput { counts: unread, ..whole }, "3 of 4 files could not be read"),
        (DecisionInput { counts: FileCounts::default(), ..whole }, "there is no file"),
        (DecisionInput { score: None, ..whole }, "there is no score"),
        (
            DecisionInput { assessment: &PackAssessment::default(), ..whole },
            "too little of what is asked could be assessed",
        ),
    ] {
        let told = decide(input);
        assert_eq!(told.verdict, VerdictWord::NotAssessable);
        assert_eq!(told.recommendation, FinalRecommendation::NotAssessable);
        assert!(told.trace.iter().any(|it| it.applied == why), "{:?}", told.trace);
        assert_eq!((told.current_score, told.confidence.as_str()), (None, "low"));
    }
}

#[test]
fn a_list_is_complete_when_nothing_that_is_required_is_lacking() {
    let (score, mut assessment) = (scored(0), sound());
    let told = |assessment: &PackAssessment| {
        let input = input(WorkflowName::DocumentList, &score, assessment);
        decide(DecisionInput { score: None, ..input }).verdict
    };
    assert_eq!(told(&assessment), VerdictWord::Complete);
    assessment
        .requirements
        .push(requirement(1, "coverage", Standing::NotSeen, 1.0));
    assert_eq!(told(&assessment), VerdictWord::Complete);
    assessment
        .requirements
        .push(requirement(2, "coverage", Standing::Unknown, 1.0));
    assert_eq!(told(&assessment), VerdictWord::Incomplete);
}

#[test]
fn one_thing_told_twice_counts_once_and_incompleteness_is_in_the_trace() {
    let (assessment, score) = (sound(), scored(90));
    let place = crate::model::FactPlace {
        file: "F01".to_owned(),
        page: None,
        form_path: None,
        span: None,
        words: "2019".to_owned(),
    };
    let mut found = findings(FindingSeverity::Critical, 1);
    found[0].places.push(place.clone());
    let mut doubt = trigger(0, Standing::Met, FindingSeverity::Critical);
    doubt.places.push(place);
    let assessment = PackAssessment { triggers: vec![doubt], ..assessment };
    let mut record = checked(1, "FAILED");
    record.verification_status = VerificationStatus::Fail;
    let input = input(WorkflowName::RiskAudit, &score, &assessment);
    let verification = Some(&record);
    let told = decide(DecisionInput { findings: &found, verification, ..input });
    assert_eq!(told.verdict, VerdictWord::Caution);
    assert!(told.trace.last().is_some_and(|it| it.applied.contains("INCOMPLETE")));
}
