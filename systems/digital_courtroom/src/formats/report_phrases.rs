//! The words of a court's report that every format shares. They name values; they decide nothing.

use std::collections::BTreeSet;

use super::highlights;
use crate::{
    english_phrases::{hundredths, word},
    model::{
        ArtifactAvailability, CheckOutcome, ClaimStatus, CourtVerdict, CriterionResult, Opinion,
    },
    report::{ClaimRow, CourtReport, DiagramRow, RemedialAction},
};

pub(super) const TITLE: &str = "Court report";

pub(super) const ORDERS: &str = "Text that addresses the judge: flagged, not obeyed.";

pub(super) const CLAIMS: &str = "What the paper says is there, held against the repository.";

pub(super) const DIAGRAMS: &str = "Figures of the paper, held against the graph of the code.";

pub(super) const GROUPS: &str = "Not confirmed, or not in the product, by rule; every one is in the \
    report's JSON and SARIF.";

pub(super) const APPENDIX: &str = "What the pages above refer to. The report's JSON and the bundle hold all evidence in full.";

/// Claims that a page shows one by one; the worst come first.
const MOST_CLAIMS: usize = 60;
/// Claims that are named in a line.
const MOST_NAMES: usize = 40;

/// The short name of what was judged.
pub(super) fn subject(report: &CourtReport) -> String {
    let submission = &report.submission;
    match (&submission.repository, &submission.paper) {
        (Some(repository), _) => repository.address.clone(),
        (None, Some(paper)) => paper.name.clone(),
        (None, None) => "no submission".to_owned(),
    }
}

pub(super) const fn verdict(verdict: CourtVerdict) -> &'static str {
    verdict.word()
}

/// `4.20/5`; nothing where there is no score, or only that of the little that could be told.
pub(super) fn total(report: &CourtReport) -> Option<String> {
    let overall = &report.audit.overall;
    let score = overall
        .score_hundredths
        .filter(|_| overall.verdict != CourtVerdict::NotAssessable)?;
    Some(format!("{}/5", hundredths(score)))
}

/// `4 of 5`, or that there is none; with points where the rubric gives points.
pub(super) fn score(result: &CriterionResult) -> String {
    let score = result
        .score
        .map_or_else(|| "no score".to_owned(), |score| format!("{score} of 5"));
    let points = result.points.map(|points| format!(", {points} points"));
    format!("{score}{}", points.unwrap_or_default())
}

pub(super) const fn outcome(outcome: CheckOutcome) -> &'static str {
    match outcome {
        CheckOutcome::Met => "met",
        CheckOutcome::Partly => "partly met",
        CheckOutcome::Unmet => "not met",
        CheckOutcome::NotAssessable => "not assessable",
    }
}

pub(super) const fn claim(status: ClaimStatus) -> &'static str {
    match status {
        ClaimStatus::Verified => "verified",
        ClaimStatus::Hollow => "hollow",
        ClaimStatus::Missing => "missing",
        ClaimStatus::Planned => "planned",
        ClaimStatus::Aside => "aside",
        ClaimStatus::Untold => "not tellable",
    }
}

pub(super) const fn yes(is_so: bool) -> &'static str {
    if is_so { "yes" } else { "no" }
}

/// What a page says of the submission at its head: commit, paper, rubric, day.
pub(super) fn head(report: &CourtReport) -> Vec<String> {
    let repository = report.submission.repository.as_ref();
    let commit = repository.and_then(|one| one.commit.as_deref());
    let commit = commit.map(|id| format!("Commit {}", id.get(..12).unwrap_or(id)));
    let paper = report.submission.paper.as_ref();
    let paper = paper.map(|one| format!("Paper {}", one.name));
    let day = report.as_of.as_ref().map(|day| format!("As of {day}"));
    [commit, paper, day].into_iter().flatten().collect()
}

/// What to do, and who said so first.
pub(super) fn action(action: &RemedialAction) -> String {
    format!("{}{}", action.lead(), action.what)
}

/// What was submitted, a name and a value each.
pub(super) fn facts(report: &CourtReport) -> Vec<(&'static str, String)> {
    let submission = &report.submission;
    let mut facts = Vec::new();
    if let Some(repository) = &submission.repository {
        facts.push(("Repository", repository.address.clone()));
        let none = || format!("none ({} without history)", repository.form);
        facts.push(("Commit", repository.commit.clone().unwrap_or_else(none)));
        facts.extend(repository.branch.iter().map(|branch| ("Branch", branch.clone())));
    }
    if let Some(paper) = &submission.paper {
        let size = format!("{} ({} pages, {} words)", paper.name, paper.pages, paper.words);
        facts.push(("Paper", size));
        facts.push(("BLAKE3 of the paper", paper.source.to_string()));
        facts.push(("BLAKE3 of its text", paper.rendition.to_string()));
    }
    let rubric = &report.rubric;
    let name = format!("{} {}, {} criteria", rubric.name, rubric.version, rubric.criteria);
    facts.push(("Rubric", name));
    facts.push(("BLAKE3 of the rubric", rubric.hash.to_string()));
    facts.push((
        "Thresholds",
        format!(
            "PASS from {}, PARTIAL from {}, dissent from a spread of {}",
            rubric.pass, rubric.partial, rubric.variance_threshold
        ),
    ));
    facts.extend(report.as_of.iter().map(|day| ("As of", day.clone())));
    facts
}

/// The graph, a name and a value each.
pub(super) fn graph(report: &CourtReport) -> Vec<(&'static str, String)> {
    let graph = &report.graph;
    let mut rows = vec![
        ("State graph", yes(graph.has_state_graph).to_owned()),
        ("add_edge calls", yes(graph.has_add_edge).to_owned()),
        ("Fan-out", yes(graph.has_fan_out).to_owned()),
        ("Evidence aggregator", yes(graph.has_evidence_aggregator).to_owned()),
        ("Parallel judges", yes(graph.has_parallel_judges).to_owned()),
        ("Nodes", graph.node_names.join(", ")),
        ("Edges", graph.edge_count.to_string()),
        ("Conditional edges", graph.conditional_count.to_string()),
    ];
    rows.extend(graph.unresolved.iter().map(|words| ("Not resolved", words.clone())));
    rows
}

/// The history, a name and a value each; its sentence apart.
pub(super) fn history(report: &CourtReport) -> Vec<(&'static str, String)> {
    let Some(history) = &report.history else { return Vec::new() };
    let kinds: Vec<String> = history.progression.iter().map(word).collect();
    let mut rows = vec![
        ("Merges", history.merges.to_string()),
        ("Subjects that say something", format!("{} per cent", history.meaningful)),
        ("Kinds of work, as each first shows", kinds.join(", ")),
    ];
    rows.extend(
        history
            .rewritten
            .iter()
            .map(|sign| ("Sign of rewriting", sign.clone())),
    );
    rows
}

/// Why there is no history to show.
pub(super) const fn no_history(report: &CourtReport) -> &'static str {
    match report.submission.history {
        ArtifactAvailability::NotGiven => "The submission came without a history.",
        ArtifactAvailability::Read => "The history holds nothing.",
        ArtifactAvailability::Unreadable(_) => "The history could not be read.",
    }
}

/// `a, b | c, d`: rows of a figure.
pub(super) fn rows(rows: &[Vec<String>]) -> String {
    let rows: Vec<String> = rows.iter().map(|row| row.join(" + ")).collect();
    rows.join("; ")
}

/// Numbers of claims by what became of them.
pub(super) fn claim_counts(report: &CourtReport) -> String {
    let claims = &report.claims;
    let untold = match claims.untold {
        0 => String::new(),
        untold => format!(", {untold} not tellable"),
    };
    format!(
        "{} verified, {} hollow, {} missing, {} planned, {} aside{untold}",
        claims.verified, claims.hollow, claims.missing, claims.planned, claims.aside
    )
}

/// Claims that were not verified, and how many of them are left.
pub(super) fn open_claims(report: &CourtReport) -> (Vec<&ClaimRow>, usize) {
    let open =
        |row: &&ClaimRow| !matches!(row.status, ClaimStatus::Verified | ClaimStatus::Aside);
    let rows: Vec<&ClaimRow> = report.claims.rows.iter().filter(open).collect();
    let (shown, left) = highlights::few(&rows, MOST_CLAIMS);
    (shown.to_vec(), left)
}

/// The names of claims that were verified, each once, in a line.
pub(super) fn verified_claims(report: &CourtReport) -> Option<String> {
    let rows = report.claims.rows.iter();
    let verified = rows.filter(|row| row.status == ClaimStatus::Verified);
    let names: BTreeSet<&str> = verified.map(|row| row.name.as_str()).collect();
    let names: Vec<&str> = names.into_iter().collect();
    let (shown, left) = highlights::few(&names, MOST_NAMES);
    let line = format!("{}{}", shown.join(", "), highlights::and_more(left));
    (!names.is_empty()).then_some(line)
}

/// A figure held against the code, in a line.
pub(super) fn diagram(row: &DiagramRow) -> String {
    let agrees = if row.agrees { "agrees with the code" } else { "differs from the code" };
    let parts = [
        ("shown", row.shown.join(", ")),
        ("left out", row.left_out.join(", ")),
        ("invented", row.invented.join(", ")),
        ("parallel in both", rows(&row.parallel)),
        ("drawn as parallel, is not", rows(&row.not_parallel)),
    ];
    let parts = parts.iter().filter(|(_, value)| !value.is_empty());
    let parts: Vec<String> = parts.map(|(name, value)| format!("; {name}: {value}")).collect();
    format!("{}: {agrees}{}", highlights::bare(&row.pointer), parts.concat())
}

/// Charges that an argument does not name itself.
pub(super) fn unsaid_charges(opinion: &Opinion) -> String {
    let unsaid = opinion
        .charges
        .iter()
        .filter(|one| !opinion.argument.contains(one.as_str()));
    let unsaid: Vec<&str> = unsaid.map(String::as_str).collect();
    unsaid.join(", ")
}

/// What models did, a line each.
pub(super) fn models(report: &CourtReport) -> Vec<String> {
    let line = |used: &jurat_model::ModelUse| {
        let failed = match used.failure.as_str() {
            "" => String::new(),
            why => format!("; it failed: {why}"),
        };
        format!(
            "{} ({}): {} of {}, {} calls, {} tokens in, {} out{failed}",
            used.stage,
            used.role,
            used.model,
            used.provider,
            used.calls,
            used.tokens_in,
            used.tokens_out
        )
    };
    report.model_use.iter().map(line).collect()
}
