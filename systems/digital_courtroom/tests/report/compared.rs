//! Two reports compared: what is new, worse, gone, or cannot be told.

use jurat_digital_courtroom::{
    model::{CheckOutcome, CheckResult, CourtVerdict, CriterionResult, Evidence, EvidenceFact},
    report::{CourtDiff, CourtFinding, FindingSort, compare},
};
use jurat_model::{EvidenceLocation, LineRange};

use crate::{
    check,
    sample::{Case, case, empty},
};

#[test]
fn a_report_does_not_differ_from_itself() {
    let report = check(&case());
    let diff = compare(&report, &report);
    assert!(diff.is_empty() && !diff.has_new() && diff.same_rubric);
    assert_eq!(diff.unchanged.len(), report.findings.len());
}

/// Moves the shell finding to another place, with other words where they are given.
fn moved(path: &str, line: u32, words: Option<&str>) -> Case {
    let mut case = case();
    for one in &mut case.evidences.repo {
        let EvidenceFact::Security(finding) = &one.fact else { continue };
        if !one.content.contains("form[") {
            continue;
        }
        let content = words.map_or_else(|| one.content.clone(), str::to_owned);
        let lines = Some(LineRange { start: line, end: line + 1 });
        let at = EvidenceLocation {
            path: path.to_owned(),
            lines,
            ..one.location.clone()
        };
        *one = Evidence::of(EvidenceFact::Security(finding.clone()), at, content);
    }
    case.evidences = case.evidences.in_order();
    case
}

#[test]
fn lines_and_files_that_move_make_no_new_finding() {
    let old = check(&case());
    for (path, line, words, new) in [
        ("src/tools.py", 77, None, 0),
        ("src/tools/route.py", 31, None, 0),
        ("src/tools.py", 31, Some("  os.system(\"route\" + other)"), 1),
    ] {
        let diff = compare(&old, &check(&moved(path, line, words)));
        assert_eq!((diff.new_findings.len(), diff.gone.len()), (new, new), "{path} {line}");
        assert_eq!(diff.has_new(), 0 < new);
    }
}

#[test]
fn a_second_finding_with_the_same_words_is_new() {
    let old = check(&case());
    let mut case = case();
    let twin = moved("src/tools.py", 90, None);
    let twin = twin
        .evidences
        .repo
        .into_iter()
        .find(|one| one.content.contains("form["));
    case.evidences.repo.extend(twin);
    case.evidences = case.evidences.in_order();
    let diff = compare(&old, &check(&case));
    assert_eq!((diff.new_findings.len(), diff.gone.len()), (1, 0));
}

#[test]
fn verdicts_that_change_are_told_and_so_are_criteria_that_come_and_go() {
    let old = check(&case());
    let mut case = case();
    case.rubric.criteria.remove(0);
    case.results.remove(0);
    let result = case
        .results
        .iter_mut()
        .find(|one| one.criterion_id == "swarm_visual")
        .unwrap();
    result.verdict = CourtVerdict::Pass;
    result.checks[0].outcome = CheckOutcome::Met;
    let result = case
        .results
        .iter_mut()
        .find(|one| one.criterion_id == "report_accuracy")
        .unwrap();
    result.checks[0].fingerprint = "looks at other claims".to_owned();
    let new = check(&case);
    let diff = compare(&old, &new);
    assert!(!diff.same_rubric && !diff.has_new());
    assert_eq!(diff.gone[0].rule, "swarm_visual/parallel");
    assert_eq!(diff.changed[0].rule, "report_accuracy/claims");
    assert_eq!(diff.criteria[0].after.unwrap().verdict, CourtVerdict::Pass);
    assert_eq!(diff.removed[0].criterion_id, "git_forensic_analysis");
    assert_eq!(compare(&new, &old).added[0].criterion_id, "git_forensic_analysis");
    assert!(compare(&new, &old).has_new());
}

/// What `change` to the check of the paper's claims does to a comparison.
fn after(change: fn(&mut CheckResult)) -> CourtDiff {
    let of = |result: &mut CriterionResult| result.criterion_id == "report_accuracy";
    let mut old = case();
    let mut new = case();
    for (case, change) in [(&mut old, None), (&mut new, Some(change))] {
        let result = case
            .results
            .iter_mut()
            .find_map(|one| of(one).then_some(one))
            .unwrap();
        let check = &mut result.checks[0];
        (check.outcome, check.measured) = (CheckOutcome::Partly, Some(3));
        "at most 1".clone_into(&mut check.expected);
        if let Some(change) = change {
            change(check);
        }
    }
    compare(&check(&old), &check(&new))
}

#[test]
fn a_check_that_can_no_longer_be_told_is_not_mended() {
    let diff = after(|check| check.outcome = CheckOutcome::NotAssessable);
    assert_eq!(diff.unknown[0].rule, "report_accuracy/claims");
    assert!(diff.gone.is_empty() && diff.has_new() && !diff.is_empty());
    let diff = after(|check| check.outcome = CheckOutcome::Met);
    assert_eq!(diff.gone[0].rule, "report_accuracy/claims");
    assert!(!diff.has_new());
}

#[test]
fn what_is_found_in_a_repository_is_not_gone_because_nobody_can_read_it() {
    let diff = compare(&check(&case()), &check(&empty()));
    let security = |all: &[CourtFinding]| {
        all.iter().filter(|one| one.sort == FindingSort::Security).count()
    };
    assert_eq!(security(&diff.gone), 0);
    assert!(0 < security(&diff.unknown) && diff.has_new());
}

#[test]
fn what_is_worse_than_before_is_told_and_counts_as_new() {
    type Change = fn(&mut CheckResult);
    let cases: [(Change, usize); 5] = [
        (|check| check.outcome = CheckOutcome::Unmet, 1),
        (|check| check.measured = Some(4), 1),
        (|check| check.measured = Some(2), 0),
        (
            |check| {
                check.measured = Some(4);
                "at least 9".clone_into(&mut check.expected);
            },
            0,
        ),
        (
            |check| {
                check.measured = Some(4);
                "other claims".clone_into(&mut check.fingerprint);
            },
            1,
        ),
    ];
    for (at, (change, worse)) in cases.into_iter().enumerate() {
        let diff = after(change);
        assert_eq!((diff.worse.len(), diff.has_new()), (worse, 0 < worse), "{at}");
        assert!(diff.new_findings.is_empty() && diff.gone.is_empty(), "{at}");
    }
}
