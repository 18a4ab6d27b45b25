//! What is there and does nothing keeps a verdict from passing; so does a page that nobody read.

use jurat_canon::Hash;
use jurat_code::facts::{CHOOSES, CLEARS, OrchestrationGraph};
use jurat_digital_courtroom::{
    model::{
        CheckedClaim, ClaimStatus, CourtVerdict, CriterionResult, Evidence, EvidenceFact,
        PaperIdentity,
    },
    verdict::{AdjudicationInput, AdjudicationResult, adjudicate},
};
use jurat_model::{EvidenceLocation, SubmissionArtifact};
use serde_json::json;

use crate::sample::{Major, Met, Sample, fired};
use CourtVerdict::{Fail, Partial, Pass};

/// All checks are met, and the bench agrees; the criterion asks this.
fn five(query: &serde_json::Value) -> Sample {
    let mut sample = Sample::of(&[(Met, Major)], [5; 3]);
    let check = json!({"id": "k", "query": query, "expect": {"max": 0}});
    sample.rubric.criteria[0].checks = vec![serde_json::from_value(check).unwrap()];
    sample
}

fn judged(sample: &Sample, crossed: &[Evidence]) -> AdjudicationResult {
    adjudicate(&AdjudicationInput {
        rubric: &sample.rubric,
        results: &sample.results,
        opinions: &sample.opinions,
        evidences: &sample.evidences,
        crossed,
        citations: &sample.citations,
        submission: &sample.submission,
    })
}

#[track_caller]
fn check(result: &CriterionResult, verdict: CourtVerdict, rule: &str) {
    assert_eq!(result.verdict, verdict, "{:#?}", result.trace);
    assert_eq!(fired(result, rule).len(), usize::from(verdict != Pass), "{:#?}", result.trace);
}

#[test]
fn a_hollow_claim_caps_the_criterion_that_asks_about_claims() {
    let claim = |status| {
        let checked = CheckedClaim {
            claim: "ev:doc.claim:1".to_owned(),
            name: "src/tides.py".to_owned(),
            status,
            path: None,
        };
        let at = EvidenceLocation::to(SubmissionArtifact::Docs, "report.md");
        [Evidence::of(EvidenceFact::CheckedClaim(checked), at, String::new())]
    };
    let of = |query: &serde_json::Value, status| {
        judged(&five(query), &claim(status)).criteria.remove(0)
    };
    let claims = json!({"claims": "hollow"});
    check(&of(&claims, ClaimStatus::Hollow), Partial, "hollow_claim");
    check(&of(&claims, ClaimStatus::Verified), Pass, "hollow_claim");
    check(&of(&json!({"git": "commits"}), ClaimStatus::Hollow), Pass, "hollow_claim");
}

/// A graph of so many nodes of which so many do nothing.
fn graph(all: usize, hollow: usize) -> Evidence {
    graph_that(all, hollow, "does nothing")
}

fn graph_that(all: usize, hollow: usize, why: &str) -> Evidence {
    let nodes: Vec<_> = (0..all)
        .map(|at| {
            let why = (at < hollow).then_some(why);
            json!({"name": at.to_string(), "line": 1, "hollow": why})
        })
        .collect();
    let graph = json!({
        "has_state_graph": true, "has_add_edge": true, "has_fan_out": false,
        "has_evidence_aggregator": false, "has_parallel_judges": false, "node_names": [],
        "edge_count": 0, "details": "", "framework": "langgraph", "conditional_count": 0,
        "nodes": nodes, "edges": []
    });
    let graph: OrchestrationGraph = serde_json::from_value(graph).unwrap();
    let at = EvidenceLocation::to(SubmissionArtifact::Repo, "src/graph.py");
    Evidence::of(EvidenceFact::Graph(Box::new(graph)), at, String::new())
}

#[test]
fn a_graph_most_of_whose_nodes_do_nothing_cannot_pass() {
    let of = |all, hollow| {
        let mut sample = five(&json!({"graph": "count"}));
        sample.evidences.repo.push(graph(all, hollow));
        judged(&sample, &[])
    };
    let most = of(8, 7);
    check(&most.criteria[0], Fail, "hollow_graph");
    assert!(
        most.overall
            .trace
            .iter()
            .any(|one| one.saw == "7 of 8 nodes of the graph do nothing")
    );
    // A node that only waits for others is no fake.
    let one = of(8, 1);
    check(&one.criteria[0], Pass, "hollow_graph");
    assert_eq!(one.overall.verdict, Pass);
    // What does not ask about the graph is left as it is; the whole is not.
    let mut other = five(&json!({"git": "commits"}));
    other.evidences.repo.push(graph(4, 3));
    let other = judged(&other, &[]);
    check(&other.criteria[0], Pass, "hollow_graph");
    assert_eq!(other.overall.verdict, Partial);
}

#[test]
fn a_node_that_makes_room_beside_others_that_work_is_no_fault() {
    let hollow = |all, clearing| {
        let query = json!({"graph": "hollow_nodes"});
        let mut sample = five(&query);
        sample.evidences.repo.push(graph_that(all, clearing, CLEARS));
        !fired(&judged(&sample, &[]).criteria[0], "hollow_graph").is_empty()
    };
    assert!(!hollow(3, 1));
    assert!(hollow(3, 2));
}

#[test]
fn nodes_that_choose_between_constants_are_a_picture_of_a_graph_where_most_do() {
    let hollow = |all, choosing| {
        let mut sample = five(&json!({"graph": "hollow_nodes"}));
        sample.evidences.repo.push(graph_that(all, choosing, CHOOSES));
        !fired(&judged(&sample, &[]).criteria[0], "hollow_graph").is_empty()
    };
    assert!(hollow(5, 5));
    assert!(hollow(5, 3));
    // Half of them, or a few, are steps beside others that work.
    assert!(!hollow(4, 2));
    assert!(!hollow(5, 2));
}

#[test]
fn a_paper_with_a_page_that_could_not_be_read_cannot_pass() {
    let of = |unreadable: Vec<u32>| {
        let mut sample = five(&json!({"git": "commits"}));
        sample.submission.paper = Some(PaperIdentity {
            name: "report.pdf".to_owned(),
            source: Hash::ZERO,
            rendition: Hash::ZERO,
            pages: 2,
            unreadable,
            words: 900,
        });
        judged(&sample, &[]).overall.verdict
    };
    assert_eq!(of(vec![2]), Partial);
    assert_eq!(of(Vec::new()), Pass);
}
