//! What holds of any case.

use jurat_digital_courtroom::model::{
    CheckOutcome, CheckSeverity, CourtVerdict, CriterionResult, Opinion, RubricScore,
};
use proptest::prelude::*;

use crate::sample::{
    Critical, Major, Met, Minor, Partly, Sample, Unknown, Unmet, criterion, result,
};

fn checks() -> impl Strategy<Value = Vec<(CheckOutcome, CheckSeverity)>> {
    let outcome = prop::sample::select(vec![Met, Partly, Unmet, Unknown]);
    let severity = prop::sample::select(vec![Minor, Major, Critical]);
    prop::collection::vec((outcome, severity), 0..7)
}

fn scores() -> impl Strategy<Value = [u8; 3]> {
    prop::array::uniform3(1_u8..=5)
}

/// What a verdict may not be whatever the bench says.
fn against_facts(result: &CriterionResult) -> bool {
    let told: Vec<_> = result.checks.iter().filter(|one| one.outcome != Unknown).collect();
    let critical = told
        .iter()
        .any(|one| one.outcome == Unmet && one.severity == Critical);
    let none = told.iter().all(|one| one.outcome == Unmet);
    let all = result.checks.iter().all(|one| one.outcome == Met);
    match result.verdict {
        CourtVerdict::Pass => critical || none || result.coverage < 50,
        CourtVerdict::Partial => none || result.coverage < 50,
        CourtVerdict::Fail => all,
        CourtVerdict::NotAssessable => result.score.is_some() || 50 <= result.coverage,
    }
}

proptest! {
    #[test]
    fn the_order_of_what_is_given_does_not_matter(
        checks in checks(),
        scores in scores(),
        turn in 0_usize..7,
    ) {
        let mut sample = Sample::of(&checks, scores);
        let judged = sample.judged();
        sample.opinions.rotate_left(turn % 3);
        sample.results.reverse();
        let middle = turn.min(sample.results.len());
        sample.results.rotate_left(middle);
        sample.evidences.repo.reverse();
        prop_assert_eq!(sample.judged(), judged);
    }

    #[test]
    fn nobody_on_the_bench_changes_a_fact(checks in checks(), scores in scores()) {
        let result = Sample::of(&checks, scores).first();
        prop_assert!(!against_facts(&result), "{:?} {:#?}", result.verdict, result.trace);
    }

    #[test]
    fn three_who_collude_gain_nothing_against_the_facts(checks in checks(), score in 1_u8..=5) {
        let mut sample = Sample::of(&checks, [score; 3]);
        for one in &mut sample.opinions {
            "All of it is excellent and everybody agrees.".clone_into(&mut one.argument);
        }
        let result = sample.first();
        prop_assert!(!against_facts(&result), "{:?} {:#?}", result.verdict, result.trace);
    }

    #[test]
    fn what_is_not_assessable_never_raises_the_mean(
        checks in checks(),
        scores in scores(),
        weight in 0_u32..4,
    ) {
        let mut sample = Sample::of(&checks, scores);
        let before = sample.judged().overall;
        let mut unknown = criterion("unknown");
        unknown.weight = weight;
        sample.rubric.criteria.push(unknown);
        sample.results.push(result("unknown", 0, Unknown, Critical));
        let extra: Vec<Opinion> = sample
            .opinions
            .iter()
            .map(|one| Opinion {
                criterion_id: "unknown".to_owned(),
                score: RubricScore::MAX,
                ..one.clone()
            })
            .collect();
        sample.opinions.extend(extra);
        let after = sample.judged().overall;
        prop_assert_eq!(after.score_hundredths, before.score_hundredths);
        prop_assert!(before.verdict <= after.verdict);
        prop_assert_eq!(after.not_assessable, before.not_assessable + 1);
    }

    #[test]
    fn a_score_is_within_the_opinions_unless_facts_moved_it(
        checks in checks(),
        scores in scores(),
    ) {
        let sample = Sample::of(&checks, scores);
        let result = sample.first();
        let moved = result.trace.iter().any(|fired| {
            matches!(fired.rule.as_str(), "fact_supremacy" | "all_evidence_failed")
        });
        if let (Some(score), false) = (result.score, moved) {
            let given = || sample.opinions.iter().map(|one| one.score);
            prop_assert!(given().min() <= Some(score) && Some(score) <= given().max());
        }
    }
}
