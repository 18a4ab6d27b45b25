//! Three personas over the same results: what they give, what they say, what they rest on.

use std::collections::BTreeSet;

use jurat_digital_courtroom::{
    bench::opinions,
    model::{
        CheckAspect, CheckOutcome, CheckSeverity, CriterionTarget, Evidence, EvidenceFact,
        Opinion, Persona,
    },
};
use jurat_model::{EvidenceLocation, SubmissionArtifact};
use proptest::prelude::*;
use serde_json::json;

use crate::sample::{
    Critical, GRAPH, Major, Met, Minor, Partly, Sample, Unknown, Unmet, result,
};

type Checks<'a> = &'a [(CheckOutcome, CheckSeverity)];

fn said(persona: Persona, sample: &Sample) -> Vec<Opinion> {
    opinions(persona, &sample.rubric, &sample.results, &sample.evidences, &sample.crossed)
}

/// The scores of Prosecutor, Defense and Tech Lead; 0 stands for no opinion.
fn scores(sample: &Sample) -> [u8; 3] {
    Persona::ALL.map(|persona| said(persona, sample).first().map_or(0, |one| one.score.get()))
}

#[test]
fn every_score_is_within_everybodys_reach() {
    let cases: [(Checks<'_>, [u8; 3]); 8] = [
        (&[(Met, Major), (Met, Critical)], [5, 5, 5]),
        (&[(Met, Major), (Met, Major), (Met, Major), (Met, Major), (Unmet, Minor)], [4, 5, 4]),
        (&[(Met, Major), (Met, Major), (Unmet, Major)], [3, 4, 3]),
        (&[(Met, Major), (Met, Major), (Partly, Major)], [3, 5, 4]),
        (&[(Met, Major), (Unmet, Major)], [2, 3, 3]),
        (&[(Met, Major), (Unmet, Major), (Unmet, Major)], [1, 2, 2]),
        (&[(Unmet, Major), (Unmet, Critical)], [1, 1, 1]),
        (&[(Met, Major), (Met, Major), (Unmet, Critical)], [2, 4, 3]),
    ];
    let mut reached = [const { BTreeSet::new() }; 3];
    for (checks, wanted) in cases {
        let got = scores(&Sample::of(checks));
        assert_eq!(got, wanted, "{checks:?}");
        for (all, score) in reached.iter_mut().zip(got) {
            all.insert(score);
        }
    }
    assert!(reached.iter().all(|all| all.len() == 5), "{reached:?}");
}

#[test]
fn the_same_results_are_read_by_three_philosophies() {
    // What is unknown neither raises nor lowers a score, whoever gives it.
    assert_eq!(scores(&Sample::of(&[(Met, Major), (Unknown, Major)])), [5, 5, 5]);
    assert_eq!(scores(&Sample::of(&[(Met, Major), (Unknown, Critical)])), [5, 5, 5]);
    assert_eq!(scores(&Sample::of(&[(Unmet, Major), (Unknown, Critical)])), [1, 1, 1]);
    // Partial credit is halved, rounded up, or taken as it is.
    assert_eq!(scores(&Sample::of(&[(Partly, Major)])), [1, 4, 3]);
    // Nearly enough counts with the Defense alone.
    let mut near = Sample::of(&[(Unmet, Major)]);
    near.expect_at_least(2);
    assert_eq!(scores(&near), [1, 2, 1]);
}

#[test]
fn the_tech_lead_looks_at_function_and_architecture() {
    let mut sample = Sample::of(&[(Met, Major), (Unmet, Major)]);
    sample.results[1].aspect = CheckAspect::Documentation;
    assert_eq!(scores(&sample), [2, 3, 4]);
    sample.results[0].aspect = CheckAspect::Process;
    assert_eq!(scores(&sample)[2], 3, "without such checks all count");
    sample.results[0].aspect = CheckAspect::Architecture;
    sample.results[0].outcome = Unknown;
    assert_eq!(scores(&sample)[2], 0, "nothing of its own could be told");
}

#[test]
fn nothing_to_tell_is_no_opinion() {
    assert_eq!(scores(&Sample::of(&[])), [0; 3]);
    assert_eq!(scores(&Sample::of(&[(Unknown, Major), (Unknown, Minor)])), [0; 3]);
    let mut manual = Sample::of(&[(Met, Major)]);
    manual.rubric.criteria[0].target = CriterionTarget::Manual;
    assert_eq!(scores(&manual), [0; 3]);
    let mut nothing_to_cite = Sample::of(&[(Met, Major)]);
    nothing_to_cite.results[0].evidence.clear();
    assert_eq!(scores(&nothing_to_cite), [0; 3]);
}

#[test]
fn effort_counts_with_the_defense_and_is_cited() {
    let mut sample = Sample::of(&[
        (Met, Major),
        (Met, Minor),
        (Unmet, Major),
        (Unmet, Minor),
        (Unmet, Minor),
    ]);
    assert_eq!(scores(&sample)[1], 3);
    let plain = said(Persona::Defense, &sample).remove(0);
    sample.with_history();
    let with = said(Persona::Defense, &sample).remove(0);
    assert!(!plain.argument.contains("history"), "{}", plain.argument);
    assert!(with.argument.contains("such effort counts [repo#"), "{}", with.argument);
}

#[test]
fn the_prosecutor_brings_the_charges_of_what_is_not_met() {
    let mut sample = Sample::of(&[(Unmet, Major), (Met, Major), (Unknown, Major)]);
    for one in &mut sample.results {
        one.charge = Some(format!("Charge {}", one.check_id));
    }
    let charges = |persona| said(persona, &sample).remove(0).charges;
    assert_eq!(charges(Persona::Prosecutor), ["Charge check-0"]);
    assert!(charges(Persona::Defense).is_empty() && charges(Persona::TechLead).is_empty());
}

#[test]
fn arguments_begin_with_a_recommendation_and_each_has_its_voice() {
    let sample = Sample::orchard();
    let argued = |persona| said(persona, &sample).remove(0).argument;
    assert_eq!(argued(Persona::Prosecutor), include_str!("data/prosecutor.txt").trim());
    assert_eq!(argued(Persona::Defense), include_str!("data/defense.txt").trim());
    assert_eq!(argued(Persona::TechLead), include_str!("data/tech_lead.txt").trim());
}

#[test]
fn where_all_is_met_each_says_so_in_two_sentences_with_evidence() {
    for count in [1, 2, 8] {
        let sample = Sample::of(&vec![(Met, Major); count]);
        let arguments = Persona::ALL.map(|persona| {
            let one = said(persona, &sample).remove(0);
            assert_eq!(one.cited_evidence.len(), count.min(2), "{}", one.argument);
            assert_eq!(one.argument.matches(". ").count(), 1, "{}", one.argument);
            assert_eq!(one.argument.matches('“').count(), count.min(2), "{}", one.argument);
            one.argument
        });
        let words = match count {
            1 => "its one check is met, “Part 0 of the graph”".to_owned(),
            2 => "all 2 checks are met, “Part 0".to_owned(),
            many => format!("all {many} checks are met, among them “Part 0"),
        };
        assert!(arguments.iter().all(|said| said.contains(&words)), "{arguments:?}");
    }
}

#[test]
fn three_checks_are_named_and_the_others_counted() {
    let cases: [(Checks<'_>, [&str; 3]); 4] = [
        (
            &[(Unmet, Major)],
            [
                "Not proved: “Part 0",
                "begun – 1 fan-out",
                "The one check is not to be relied on.",
            ],
        ),
        (
            &[(Met, Major), (Unknown, Major)],
            [
                "Not seen, and not held against it: “Part 1 of the graph”",
                "To its credit: “Part 0",
                "The one check is to be relied on, as far as could be told. Not seen: “Part 1",
            ],
        ),
        (
            &[(Unmet, Major); 4],
            ["; and 1 more of the kind. ", "; and 1 more like these. ", "; and 1 more. "],
        ),
        (
            &[(Unmet, Major); 7],
            ["; and 4 more of the kind. ", "; and 4 more like these. ", "; and 4 more. "],
        ),
    ];
    for (checks, words) in cases {
        let mut sample = Sample::of(checks);
        sample.expect_at_least(2);
        for (persona, words) in Persona::ALL.into_iter().zip(words) {
            let argument = said(persona, &sample).remove(0).argument;
            assert!(argument.contains(words), "{words}: {argument}");
            assert!(argument.matches('“').count() <= 3, "{argument}");
        }
    }
}

#[test]
fn what_passes_with_a_small_gap_needs_no_remedy_to_the_defense() {
    let gap = [(Met, Major), (Met, Major), (Met, Major), (Met, Major), (Unmet, Minor)];
    let first = |persona, sample: &Sample| {
        let argument = said(persona, sample).remove(0).argument;
        argument.split_once(". ").unwrap().0.to_owned()
    };
    let sample = Sample::of(&gap);
    let accept = "Accept the work as it stands: 4 of 5 checks that could be told are met at least in part";
    assert_eq!(first(Persona::Defense, &sample), accept);
    for persona in [Persona::Prosecutor, Persona::TechLead] {
        assert_eq!(first(persona, &sample), "Add part 4 in src/graph.py");
    }
    let fails = Sample::of(&[(Met, Major), (Unmet, Major)]);
    assert_eq!(first(Persona::Defense, &fails), "Add part 1 in src/graph.py");
}

#[test]
fn whatever_was_seen_stands_in_a_sentence() {
    for seen in ["99 % of the subjects say something", "the code builds no graph", "none"] {
        for outcome in [Met, Partly, Unmet] {
            let mut sample = Sample::of(&[(outcome, Major), (Unmet, Major)]);
            seen.clone_into(&mut sample.results[0].observed);
            for persona in Persona::ALL {
                let argument = said(persona, &sample).remove(0).argument;
                let pasted = [format!("with {seen}"), format!("yet {seen}")];
                assert!(!pasted.iter().any(|words| argument.contains(words)), "{argument}");
            }
        }
    }
}

#[test]
fn a_remedy_that_names_no_file_is_given_a_place() {
    let mut sample = Sample::of(&[(Unmet, Major)]);
    "add a reducer.".clone_into(&mut sample.results[0].remediation);
    let argument = said(Persona::Prosecutor, &sample).remove(0).argument;
    assert!(argument.starts_with("Add a reducer (see src/graph.py:1). "), "{argument}");
    sample.results[0].remediation.clear();
    let argument = said(Persona::Prosecutor, &sample).remove(0).argument;
    let wanted = "Provide what the check `check-0` asks for: Part 0 of the graph (see ";
    assert!(argument.starts_with(wanted), "{argument}");
}

fn checks() -> impl Strategy<Value = Vec<(CheckOutcome, CheckSeverity)>> {
    let outcome = prop::sample::select(vec![Met, Partly, Unmet, Unknown]);
    let severity = prop::sample::select(vec![Minor, Major, Critical]);
    prop::collection::vec((outcome, severity), 0..9)
}

proptest! {
    #[test]
    fn the_prosecutor_is_never_kinder_than_the_defense(checks in checks()) {
        let [prosecutor, defense, _] = scores(&Sample::of(&checks));
        prop_assert!(prosecutor <= defense);
    }

    #[test]
    fn what_could_not_be_told_never_raises_a_score(checks in checks(), which in 0_usize..9) {
        let mut sample = Sample::of(&checks);
        let before = scores(&sample);
        if let Some(one) = sample.results.get_mut(which).filter(|one| one.outcome == Met) {
            one.outcome = Unknown;
            let after = scores(&sample);
            prop_assert!(after.iter().zip(before).all(|(after, before)| *after <= before));
        }
    }

    #[test]
    fn what_is_cited_is_there_and_belongs_to_the_criterion(checks in checks()) {
        let mut sample = Sample::of(&checks);
        sample.results.push(result("other", 8, Unmet, Critical));
        for persona in Persona::ALL {
            for one in said(persona, &sample) {
                let own: BTreeSet<_> = sample
                    .results
                    .iter()
                    .filter(|result| result.criterion_id == GRAPH)
                    .flat_map(|result| &result.evidence)
                    .collect();
                prop_assert!(!one.cited_evidence.is_empty());
                for id in &one.cited_evidence {
                    prop_assert!(own.contains(id));
                    let alias = &sample.evidences.get(id.as_str()).unwrap().alias;
                    prop_assert!(one.argument.contains(alias.as_str()));
                }
            }
        }
    }

    #[test]
    fn the_order_of_results_does_not_matter(checks in checks()) {
        let mut sample = Sample::of(&checks);
        let before = Persona::ALL.map(|persona| said(persona, &sample));
        sample.results.reverse();
        prop_assert_eq!(Persona::ALL.map(|persona| said(persona, &sample)), before);
    }
}

/// A graph of three nodes of which so many do nothing.
fn graph(hollow: usize) -> Evidence {
    let nodes: Vec<_> = (0..3)
        .map(|at| {
            let why = (at < hollow).then_some("gives back its argument");
            json!({"name": at.to_string(), "line": 1, "hollow": why})
        })
        .collect();
    let graph = json!({
        "has_state_graph": true, "has_add_edge": true, "has_fan_out": false,
        "has_evidence_aggregator": false, "has_parallel_judges": false, "node_names": [],
        "edge_count": 0, "details": "", "framework": "langgraph", "conditional_count": 0,
        "nodes": nodes, "edges": []
    });
    let at = EvidenceLocation::to(SubmissionArtifact::Repo, "src/graph.py");
    let graph = EvidenceFact::Graph(Box::new(serde_json::from_value(graph).unwrap()));
    Evidence::of(graph, at, String::new())
}

#[test]
fn nobody_grants_what_a_hollow_graph_shows() {
    let of = |hollow| {
        let mut sample = Sample::of(&[(Met, Major), (Met, Critical)]);
        sample.expect_at_least(1);
        sample.evidences.repo.push(graph(hollow));
        sample
    };
    assert_eq!(scores(&of(1)), [5, 5, 5]);
    assert_eq!(scores(&of(2)), [2, 2, 2]);
    for persona in Persona::ALL {
        let opinion = said(persona, &of(2)).remove(0);
        let words = "2 of 3 nodes of the graph do nothing";
        assert!(opinion.argument.starts_with(words), "{}", opinion.argument);
        assert!(!opinion.argument.contains("checks are met"), "{}", opinion.argument);
        assert_eq!(opinion.cited_evidence, [graph(2).id]);
    }
    // A criterion that asks nothing about graphs is not touched.
    let mut other = of(2);
    other.rubric.criteria[0].checks.clear();
    assert_eq!(scores(&other), [5, 5, 5]);
}
