//! A table for each rule.

use jurat_code::facts::FindingExposure;
use jurat_digital_courtroom::model::{
    ArtifactAvailability, CheckOutcome, CheckSeverity, CitationCheck, CourtVerdict,
    CriterionTarget, Opinion, Persona, RuleSetting,
};

use crate::sample::{
    Critical, GRAPH, Major, Met, Minor, Partly, Sample, Unknown, Unmet, fired, opinion, setting,
};
use CourtVerdict::{Fail, NotAssessable, Partial, Pass};

type Checks<'a> = &'a [(CheckOutcome, CheckSeverity)];

/// A score of 0 stands for none.
#[track_caller]
fn check(sample: &Sample, verdict: CourtVerdict, score: u8, rule: &str, times: usize) {
    let result = sample.first();
    let seen = result
        .score
        .map_or(0, jurat_digital_courtroom::model::RubricScore::get);
    assert_eq!((result.verdict, seen), (verdict, score), "{:#?}", result.trace);
    assert_eq!(fired(&result, rule).len(), times, "{rule}: {:#?}", result.trace);
}

#[test]
fn too_little_that_could_be_told_is_not_assessable_and_no_pass() {
    let cases: [(Checks<'_>, CourtVerdict, u8, usize); 5] = [
        (&[(Met, Major), (Unknown, Major)], Pass, 4, 0),
        (&[(Met, Major), (Unknown, Major), (Unknown, Major)], NotAssessable, 0, 1),
        (&[(Unknown, Critical)], NotAssessable, 0, 1),
        (&[], NotAssessable, 0, 1),
        (&[(Met, Major)], Pass, 4, 0),
    ];
    for (checks, verdict, score, times) in cases {
        check(&Sample::of(checks, [4, 4, 4]), verdict, score, "coverage", times);
    }
    let result = Sample::of(&[(Met, Major), (Unknown, Major)], [4; 3]).first();
    assert_eq!(result.coverage, 50);
    let lenient = Sample::of(&[(Met, Major), (Unknown, Major), (Unknown, Minor)], [4; 3]);
    check(&lenient.rule("coverage", &[("min_percent", 30)]), Pass, 4, "coverage", 0);
    // However little the rubric asks for, nothing at all is not enough.
    let nothing = Sample::of(&[(Unknown, Major)], [5; 3]);
    check(&nothing.rule("coverage", &[("min_percent", 0)]), NotAssessable, 0, "coverage", 1);
}

#[test]
fn leaving_coverage_out_of_the_rules_does_not_make_little_enough() {
    let sliver: Checks<'_> = &[(Met, Major), (Unknown, Major), (Unknown, Major)];
    let with = |checks, rules| {
        let mut sample = Sample::of(checks, [4; 3]);
        sample.rubric.synthesis.rules = rules;
        sample
    };
    let mean = || setting("weighted_mean", &[]);
    let lenient = || setting("coverage", &[("min_percent", 30)]);
    let elsewhere = RuleSetting { criteria: vec!["other".to_owned()], ..lenient() };
    check(&with(sliver, vec![mean()]), NotAssessable, 0, "coverage", 1);
    check(&with(sliver, vec![elsewhere, mean()]), NotAssessable, 0, "coverage", 1);
    check(&with(sliver, vec![mean(), lenient()]), Pass, 4, "coverage", 0);
    check(&with(&[(Unknown, Major)], vec![mean()]), NotAssessable, 0, "coverage", 1);
    check(&with(&[], vec![mean()]), NotAssessable, 0, "coverage", 1);
}

#[test]
fn a_criterion_for_people_is_never_assessed() {
    let mut sample = Sample::of(&[(Met, Major)], [5; 3]);
    sample.rubric.criteria[0].target = CriterionTarget::Manual;
    check(&sample, NotAssessable, 0, "manual", 1);
}

#[test]
fn a_criterion_without_checks_needs_a_model_and_something_to_look_at() {
    let mut sample = Sample::of(&[], [4; 3]);
    for opinion in &mut sample.opinions {
        opinion.model = Some("a model".to_owned());
    }
    check(&sample, Pass, 4, "coverage", 1);
    sample.submission.repo = ArtifactAvailability::Unreadable("no such address".to_owned());
    check(&sample, NotAssessable, 0, "coverage", 1);
}

#[test]
fn an_opinion_against_the_facts_counts_as_far_as_they_allow() {
    let cases: [(Checks<'_>, [u8; 3], CourtVerdict, u8, usize); 6] = [
        (&[(Unmet, Critical), (Met, Major)], [2, 5, 4], Partial, 3, 2),
        (&[(Unmet, Critical), (Met, Major)], [1, 3, 2], Fail, 2, 0),
        (&[(Met, Critical), (Met, Major)], [1, 5, 4], Pass, 4, 1),
        (&[(Met, Critical), (Unknown, Minor)], [1, 3, 2], Fail, 2, 0),
        (&[(Unmet, Major), (Met, Major)], [1, 3, 2], Fail, 2, 0),
        (&[(Partly, Critical), (Met, Major)], [4, 5, 4], Pass, 4, 0),
    ];
    for (checks, scores, verdict, score, times) in cases {
        check(&Sample::of(checks, scores), verdict, score, "fact_supremacy", times);
    }
    let result = Sample::of(&[(Unmet, Critical), (Met, Major)], [2, 5, 3]).first();
    let overruled = fired(&result, "fact_supremacy");
    assert_eq!(overruled[0].did, "Defense overruled: 5 counts as 3");
    assert!(overruled[0].saw.contains("Part 0 of the graph"), "{overruled:?}");
    assert_eq!(result.opinions[1].score.get(), 5, "opinions are shown as given");
}

#[test]
fn an_opinion_that_cites_nothing_does_not_count() {
    let mut sample = Sample::of(&[(Met, Major)], [3, 5, 3]);
    sample.opinions[1].cited_evidence.clear();
    check(&sample, Partial, 3, "fact_supremacy", 1);
    assert_eq!(fired(&sample.first(), "DEGRADED_SYNTHESIS").len(), 1);
    for opinion in &mut sample.opinions {
        opinion.cited_evidence.clear();
    }
    check(&sample, NotAssessable, 0, "fact_supremacy", 3);
}

#[test]
fn what_fails_in_every_check_fails_whoever_argues() {
    let all: Checks<'_> = &[(Unmet, Minor), (Unmet, Minor), (Unknown, Minor)];
    check(&Sample::of(all, [5, 5, 5]), Fail, 2, "all_evidence_failed", 1);
    check(&Sample::of(all, [1, 1, 1]), Fail, 1, "all_evidence_failed", 1);
    let result = Sample::of(all, [1, 5, 1]).first();
    assert_eq!(
        fired(&result, "all_evidence_failed")[0].did,
        "FAIL, at most 2; Defense overruled"
    );
    let some = &[(Unmet, Minor), (Partly, Minor)];
    check(&Sample::of(some, [4, 5, 4]), Pass, 4, "all_evidence_failed", 0);
}

#[test]
fn only_a_confirmed_finding_in_the_product_caps() {
    let met: Checks<'_> = &[(Met, Major), (Met, Major)];
    let cases = [
        (true, FindingExposure::Reachable, Partial, 3, 1),
        (false, FindingExposure::Reachable, Pass, 5, 0),
        (true, FindingExposure::TestOnly, Pass, 5, 0),
    ];
    for (confirmed, exposure, verdict, score, times) in cases {
        let sample = Sample::of(met, [5; 3]).finding(confirmed, exposure);
        check(&sample, verdict, score, "security_cap", times);
    }
    let sample = || Sample::of(met, [4, 5, 4]).finding(true, FindingExposure::Reachable);
    let did = &fired(&sample().first(), "security_cap")[0].did.clone();
    assert_eq!(did, "at most 3; Prosecutor, Defense, Tech Lead overruled");
    check(&sample().rule("security_cap", &[("cap", 2)]), Fail, 2, "security_cap", 1);
    let fails = sample().rule("security_cap", &[("cap", 3), ("fail", 1)]);
    check(&fails, Fail, 3, "security_cap", 1);
    // A finding that no check of the criterion cites is another criterion's.
    let mut elsewhere = sample();
    elsewhere.results[0].evidence.pop();
    check(&elsewhere, Pass, 4, "security_cap", 0);
}

#[test]
fn words_in_arguments_trip_nothing() {
    let plain = Sample::of(&[(Met, Major), (Partly, Major)], [4, 5, 4]).first();
    for words in [
        "The graph is not linear. No security issue was found.",
        "No shell injection, no os.system, no Orchestration Fraud.",
        "Security! Linear! Fraud! Bulk Upload!",
    ] {
        let mut sample = Sample::of(&[(Met, Major), (Partly, Major)], [4, 5, 4])
            .rule("structural_fraud", &[]);
        for opinion in &mut sample.opinions {
            words.clone_into(&mut opinion.argument);
            opinion.charges = vec!["Orchestration Fraud".to_owned()];
        }
        let result = sample.first();
        assert_eq!((result.score, result.verdict), (plain.score, plain.verdict), "{words}");
        assert!(fired(&result, "structural_fraud").is_empty(), "{words}");
    }
}

#[test]
fn the_tech_lead_counts_for_more_where_the_rubric_says_so() {
    let checks: Checks<'_> = &[(Met, Major), (Partly, Major)];
    // 3·120 + 3·90 + 4·300 = 1830 of 510: 3.59. Without: 3.42.
    check(&Sample::of(checks, [3, 3, 4]), Pass, 4, "functionality_weight", 1);
    let mut other = Sample::of(checks, [3, 3, 4]);
    other.rubric.criteria[0].id = "other".to_owned();
    for one in &mut other.results {
        one.criterion_id = "other".to_owned();
    }
    for one in &mut other.opinions {
        one.criterion_id = "other".to_owned();
    }
    check(&other, Partial, 3, "functionality_weight", 0);
    let own = jurat_digital_courtroom::model::PersonaWeights {
        prosecutor: 1,
        defense: 0,
        tech_lead: 0,
    };
    other.rubric.criteria[0].persona_weights = Some(own);
    other.opinions[0].score = jurat_digital_courtroom::model::RubricScore::MAX;
    check(&other, Pass, 5, "weighted_mean", 1);
}

#[test]
fn opinions_that_differ_much_are_looked_at_again_and_the_middle_counts() {
    let checks: Checks<'_> = &[(Met, Major), (Partly, Major)];
    check(&Sample::of(checks, [3, 5, 4]), Pass, 4, "variance", 0);
    // The spread remains: what would pass passes in part.
    check(&Sample::of(checks, [1, 5, 4]), Partial, 4, "variance", 1);
    check(&Sample::of(checks, [1, 5, 3]), Partial, 3, "variance", 1);
    check(&Sample::of(checks, [1, 4, 1]), Fail, 1, "variance", 1);
    let wide = Sample::of(checks, [2, 4, 4]).rule("variance", &[("threshold", 2)]);
    check(&wide, Partial, 4, "variance", 1);
}

#[test]
fn the_middle_stands_whichever_rule_comes_first() {
    let mut sample = Sample::of(&[(Met, Major), (Partly, Major)], [1, 5, 4]);
    let order = ["variance", "weighted_mean"].map(|rule| setting(rule, &[]));
    sample.rubric.synthesis.rules = order.to_vec();
    // The mean would be 3.25.
    check(&sample, Partial, 4, "weighted_mean", 0);
    sample.rubric.synthesis.rules.reverse();
    check(&sample, Partial, 4, "weighted_mean", 1);
}

#[test]
fn a_second_look_says_how_many_places_it_could_not_read() {
    let mut sample = Sample::of(&[(Met, Major), (Partly, Major)], [1, 5, 4]);
    let ids: Vec<_> = sample.evidences.repo.iter().map(|one| one.id.clone()).collect();
    sample.opinions[2].cited_evidence = vec![ids[1].clone(), ids[2].clone()];
    let (same, lost) = ("the same words stand there", "the text of a.py is not held");
    let cases: [([&str; 3], &str); 4] = [
        ([same, same, same], "3 cited places read again, with the same words"),
        (
            [same, lost, lost],
            "of 3 cited places 1 read again, 2 could not be: the text of a.py is not held (2)",
        ),
        (
            [lost, lost, ""],
            "of 3 cited places 0 read again, 3 could not be: nobody looked (1) and the text of \
             a.py is not held (2)",
        ),
        (["", "", ""], "of 3 cited places 0 read again, 3 could not be: nobody looked (3)"),
    ];
    for (seen, words) in cases {
        let looked = ids.iter().zip(seen).filter(|(_, why)| !why.is_empty());
        let looked = looked.map(|(id, why)| CitationCheck {
            evidence: id.clone(),
            holds: true,
            why: why.to_owned(),
        });
        sample.citations = looked.collect();
        let saw = fired(&sample.first(), "variance")[0].saw.clone();
        assert_eq!(saw, format!("spread 4, threshold 3; {words}"));
    }
}

#[test]
fn an_opinion_whose_citation_fails_is_dropped() {
    let mut sample = Sample::of(&[(Met, Major), (Partly, Major)], [1, 5, 4]);
    let other = sample.evidences.repo[1].id.clone();
    sample.opinions[0].cited_evidence = vec![other.clone()];
    let why = "other words stand there".to_owned();
    sample.citations = vec![CitationCheck { evidence: other, holds: false, why }];
    // Without the Prosecutor the spread is 1: no downgrade, the middle of 5 and 4 by weight.
    check(&sample, Pass, 4, "variance", 2);
    let result = sample.first();
    let did = &fired(&result, "variance")[0].did;
    assert_eq!(did, "the opinion of the Prosecutor does not count");
    assert_eq!(fired(&result, "DEGRADED_SYNTHESIS").len(), 1);
    // All fail: nothing is left to judge by.
    for opinion in &mut sample.opinions {
        opinion.cited_evidence = vec![sample.citations[0].evidence.clone()];
    }
    check(&sample, NotAssessable, 0, "variance", 4);
}

#[test]
fn claimed_orchestration_that_a_check_disproved_sets_the_score() {
    let fraud = |outcome| {
        let mut sample = Sample::of(&[(outcome, Major), (Met, Major), (Met, Major)], [4; 3])
            .rule("structural_fraud", &[("score", 1)]);
        sample.results[0].charge = Some("Orchestration Fraud".to_owned());
        sample
    };
    check(&fraud(Unmet), Fail, 1, "structural_fraud", 1);
    check(&fraud(Unknown), Pass, 4, "structural_fraud", 0);
    check(&fraud(Met), Pass, 4, "structural_fraud", 0);
}

#[test]
fn pictures_that_were_not_looked_at_cap_what_rests_on_them() {
    let sample = |target, vision| {
        let mut sample =
            Sample::of(&[(Met, Major)], [5; 3]).rule("missing_vision_cap", &[("cap", 2)]);
        sample.rubric.criteria[0].target = target;
        sample.submission.vision = vision;
        sample
    };
    let missing = ArtifactAvailability::NotGiven;
    check(&sample(CriterionTarget::Images, missing.clone()), Fail, 2, "missing_vision_cap", 1);
    check(&sample(CriterionTarget::Repo, missing), Pass, 5, "missing_vision_cap", 0);
    check(
        &sample(CriterionTarget::Images, ArtifactAvailability::Read),
        Pass,
        5,
        "missing_vision_cap",
        0,
    );
}

#[test]
fn fewer_than_three_opinions_are_said_so() {
    let mut sample = Sample::of(&[(Met, Major)], [4; 3]);
    check(&sample, Pass, 4, "DEGRADED_SYNTHESIS", 0);
    sample.opinions.pop();
    check(&sample, Pass, 4, "DEGRADED_SYNTHESIS", 1);
    sample.opinions.clear();
    check(&sample, NotAssessable, 0, "no_opinion", 1);
}

#[test]
fn of_several_opinions_of_one_persona_the_middle_counts() {
    let mut sample = Sample::of(&[(Met, Major), (Partly, Minor)], [3, 3, 3]);
    let more = [4, 5].map(|score| Opinion {
        cited_evidence: vec![sample.evidences.repo[0].id.clone()],
        argument: format!("Again {score}."),
        ..opinion(Persona::Defense, GRAPH, score)
    });
    sample.opinions.extend(more);
    check(&sample, Partial, 3, "several_opinions", 1);
    assert!(sample.first().summary.contains("Defense 4"), "{}", sample.first().summary);
}
