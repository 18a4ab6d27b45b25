//! Rows of a report out of evidence: the graph, security findings, claims, diagrams, orders.

use std::{cmp::Reverse, collections::BTreeSet};

use jurat_code::facts::{FindingExposure, OrchestrationGraph, SecurityFinding};

use super::EvidenceLookup;
use crate::{
    model::{
        ArtifactAvailability, ClaimStatus, Evidence, EvidenceFact, EvidenceId, RemediationFile,
        Submission,
    },
    report::{ClaimRow, ClaimsSection, DiagramRow, GraphFacts, OrderRow, SecurityRow},
    rubric::idle_nodes,
};

/// Further graphs whose places are named.
const MOST_OTHERS: usize = 16;

/// The best graph: one that may run, that a criterion rests on, then the one with most nodes and edges.
pub(super) fn graph(
    known: &EvidenceLookup<'_>,
    submission: &Submission,
    is_cited: impl Fn(&EvidenceId) -> bool,
) -> GraphFacts {
    let graphs: Vec<(&Evidence, &OrchestrationGraph)> =
        known.each().filter_map(|one| one.with(EvidenceFact::graph)).collect();
    let best = graphs.iter().max_by_key(|(one, graph)| {
        let size = (graph.node_names.len(), graph.edges.len());
        (graph.counts(), is_cited(&one.id), size, Reverse(&one.id))
    });
    let Some((one, graph)) = best else { return no_graph(&submission.repo) };
    GraphFacts {
        has_state_graph: graph.has_state_graph,
        has_add_edge: graph.has_add_edge,
        has_fan_out: graph.has_fan_out,
        has_evidence_aggregator: graph.has_evidence_aggregator,
        has_parallel_judges: graph.has_parallel_judges,
        node_names: graph.node_names.clone(),
        edge_count: graph.edge_count,
        details: graph.details.clone(),
        found: graph.counts(),
        framework: graph.framework.clone(),
        conditional_count: graph.conditional_count,
        edges: graph.edges.clone(),
        hollow_nodes: hollow_nodes(graph),
        unresolved: graph.unresolved.clone(),
        others: u32::try_from(graphs.len() - 1).unwrap_or(u32::MAX),
        other_places: other_places(&graphs, &one.id),
        evidence: Some(one.id.clone()),
    }
}

/// Where the other graphs are built: those that run first, by place.
fn other_places(
    graphs: &[(&Evidence, &OrchestrationGraph)],
    drawn: &EvidenceId,
) -> Vec<String> {
    let mut others: Vec<_> = graphs.iter().filter(|(one, _)| one.id != *drawn).collect();
    others.sort_by_key(|(one, graph)| (!graph.counts(), &one.location, &one.id));
    let place = |(one, graph): &&(&Evidence, &OrchestrationGraph)| {
        let place = RemediationFile::from(&one.location);
        match (&graph.unreached, &graph.doubted) {
            (Some(_), _) => format!("{place} (never runs)"),
            (None, Some(_)) => format!("{place} (nothing seems to come to it)"),
            (None, None) => place.to_string(),
        }
    };
    others.iter().take(MOST_OTHERS).map(place).collect()
}

/// Nodes that do nothing, in the order of their names.
fn hollow_nodes(graph: &OrchestrationGraph) -> Vec<String> {
    let hollow = idle_nodes(graph).into_iter().map(|node| node.name.clone());
    hollow.collect::<BTreeSet<_>>().into_iter().collect()
}

fn no_graph(repo: &ArtifactAvailability) -> GraphFacts {
    let details = match repo {
        ArtifactAvailability::Read => {
            "The repository builds no orchestration graph that can be read."
        }
        ArtifactAvailability::NotGiven => {
            "No repository was given: nothing is known of a graph."
        }
        ArtifactAvailability::Unreadable(_) => {
            "The repository could not be read: nothing is known of a graph."
        }
    };
    GraphFacts {
        details: details.to_owned(),
        ..GraphFacts::default()
    }
}

/// The worst first: what is proved and reachable, then how bad, then the place.
pub(super) fn security(known: &EvidenceLookup<'_>) -> Vec<SecurityRow> {
    let mut found: Vec<(&Evidence, &SecurityFinding)> = known
        .each()
        .filter_map(|one| one.with(EvidenceFact::security))
        .collect();
    found.sort_by_key(|(one, finding)| {
        let counts = finding.confirmed && finding.exposure == FindingExposure::Reachable;
        (!counts, Reverse(finding.severity), &one.location, &one.id)
    });
    found.into_iter().map(|(one, finding)| row(one, finding)).collect()
}

fn row(one: &Evidence, finding: &SecurityFinding) -> SecurityRow {
    SecurityRow {
        rule: finding.rule.clone(),
        severity: finding.severity,
        cwe: finding.cwe.clone(),
        message: finding.message.clone(),
        remediation: finding.remediation.clone(),
        exposure: finding.exposure,
        confirmed: finding.confirmed,
        evidence: one.id.clone(),
        pointer: one.location.to_string(),
    }
}

pub(super) fn claims(known: &EvidenceLookup<'_>, submission: &Submission) -> ClaimsSection {
    let mut claims = ClaimsSection::default();
    for one in known.each() {
        let Some(checked) = one.fact.checked_claim() else { continue };
        *count(&mut claims, checked.status) += 1;
        let said = known.get(&checked.claim).unwrap_or(one);
        claims.rows.push(ClaimRow {
            name: checked.name.clone(),
            status: checked.status,
            path: checked.path.clone(),
            pointer: said.location.to_string(),
            evidence: one.id.clone(),
        });
    }
    claims.rows.sort_by(|a, b| {
        (rank(a.status), &a.name, &a.pointer).cmp(&(rank(b.status), &b.name, &b.pointer))
    });
    if claims.rows.is_empty() {
        no_claims(submission).clone_into(&mut claims.note);
    }
    claims
}

fn count(claims: &mut ClaimsSection, status: ClaimStatus) -> &mut u32 {
    match status {
        ClaimStatus::Verified => &mut claims.verified,
        ClaimStatus::Hollow => &mut claims.hollow,
        ClaimStatus::Missing => &mut claims.missing,
        ClaimStatus::Planned => &mut claims.planned,
        ClaimStatus::Aside => &mut claims.aside,
        ClaimStatus::Untold => &mut claims.untold,
    }
}

const fn rank(status: ClaimStatus) -> u8 {
    match status {
        ClaimStatus::Missing => 0,
        ClaimStatus::Hollow => 1,
        ClaimStatus::Planned => 2,
        ClaimStatus::Untold => 3,
        ClaimStatus::Verified => 4,
        ClaimStatus::Aside => 5,
    }
}

const fn no_claims(submission: &Submission) -> &'static str {
    match (&submission.docs, &submission.repo) {
        (ArtifactAvailability::NotGiven, _) => "No paper was given, so no claim was checked.",
        (ArtifactAvailability::Unreadable(_), _) => {
            "The paper could not be read, so no claim was checked."
        }
        (_, ArtifactAvailability::Read) => "The paper claims no file and no name.",
        _ => "The repository could not be looked at, so no claim was checked.",
    }
}

pub(super) fn diagrams(known: &EvidenceLookup<'_>) -> Vec<DiagramRow> {
    let row = |one: &Evidence| {
        let found = one.fact.diagram_match()?;
        let figure = known.get(&found.figure).unwrap_or(one);
        Some(DiagramRow {
            pointer: figure.location.to_string(),
            shown: found.shown.clone(),
            left_out: found.left_out.clone(),
            invented: found.invented.clone(),
            parallel: found.parallel.clone(),
            not_parallel: found.not_parallel.clone(),
            agrees: found.left_out.is_empty()
                && found.invented.is_empty()
                && found.not_parallel.is_empty(),
            evidence: one.id.clone(),
        })
    };
    let mut rows: Vec<DiagramRow> = known.each().filter_map(row).collect();
    rows.sort_by(|a, b| (&a.pointer, &a.evidence).cmp(&(&b.pointer, &b.evidence)));
    rows
}

pub(super) fn orders(known: &EvidenceLookup<'_>) -> Vec<OrderRow> {
    let row = |one: &Evidence| {
        let order = one.fact.order()?;
        Some(OrderRow {
            words: order.words.clone(),
            why: order.why.clone(),
            hidden: order.hidden,
            pointer: one.location.to_string(),
            evidence: one.id.clone(),
        })
    };
    known.each().filter_map(row).collect()
}
