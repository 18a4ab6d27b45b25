//! The words of a court's report that every format shares. They name values; they decide nothing.

use std::collections::BTreeMap;

use jurat_compose::court::{CitedEvidence, CourtReport, FindingLevel};
use jurat_model::court::{
    Availability, CheckOutcome, CheckSeverity, ClaimStatus, CommitKind, CourtVerdict,
    CriterionResult, EvidenceId, Exposure, Lines, Place, SecuritySeverity,
};

pub(super) const TITLE: &str = "Court report";

pub(super) const ORDERS: &str = "Text that addresses the judge: flagged, not obeyed.";

pub(super) const CLAIMS: &str = "What the paper says is there, held against the repository.";

pub(super) const DIAGRAMS: &str = "Figures of the paper, held against the graph of the code.";

/// The number by which pages call each piece of evidence, and its alias; opinions may cite by id
/// or alias.
pub(super) struct Aliases<'a> {
    by_name: BTreeMap<&'a str, (usize, &'a str)>,
}

impl<'a> Aliases<'a> {
    pub(super) fn of(report: &'a CourtReport) -> Self {
        let named = |(at, one): (usize, &'a CitedEvidence)| {
            let alias = one.alias.as_str();
            [(alias, (at, alias)), (one.id.as_str(), (at, alias))]
        };
        Self {
            by_name: report.evidence.iter().enumerate().flat_map(named).collect(),
        }
    }

    /// Its place among the cited evidence, and its alias; nothing where it is not at hand.
    pub(super) fn get(&self, id: &EvidenceId) -> Option<(usize, &'a str)> {
        self.by_name.get(id.as_str()).copied()
    }
}

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

/// For class names and templates.
pub(super) const fn verdict_class(verdict: CourtVerdict) -> &'static str {
    match verdict {
        CourtVerdict::Pass => "pass",
        CourtVerdict::Partial => "partial",
        CourtVerdict::Fail => "fail",
        CourtVerdict::NotAssessable => "open",
    }
}

/// `4.20` of hundredths.
pub(super) fn decimal(hundredths: u32) -> String {
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}

/// `4.20/5`; nothing where there is no score.
pub(super) fn total(report: &CourtReport) -> Option<String> {
    let score = report.audit.overall.score_hundredths?;
    Some(format!("{}/5", decimal(score)))
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

pub(super) const fn outcome_class(outcome: CheckOutcome) -> &'static str {
    match outcome {
        CheckOutcome::Met => "pass",
        CheckOutcome::Partly => "partial",
        CheckOutcome::Unmet => "fail",
        CheckOutcome::NotAssessable => "open",
    }
}

pub(super) const fn check_severity(severity: CheckSeverity) -> &'static str {
    match severity {
        CheckSeverity::Minor => "minor",
        CheckSeverity::Major => "major",
        CheckSeverity::Critical => "critical",
    }
}

pub(super) const fn severity(severity: SecuritySeverity) -> &'static str {
    match severity {
        SecuritySeverity::Low => "low",
        SecuritySeverity::Medium => "medium",
        SecuritySeverity::High => "high",
    }
}

pub(super) const fn exposure(exposure: Exposure) -> &'static str {
    match exposure {
        Exposure::Reachable => "in the product",
        Exposure::TestOnly => "in tests, examples or code of others",
    }
}

pub(super) const fn confirmed(confirmed: bool) -> &'static str {
    if confirmed { "confirmed" } else { "not confirmed" }
}

pub(super) const fn level(level: FindingLevel) -> &'static str {
    match level {
        FindingLevel::Error => "error",
        FindingLevel::Warning => "warning",
        FindingLevel::Note => "note",
    }
}

pub(super) const fn claim(status: ClaimStatus) -> &'static str {
    match status {
        ClaimStatus::Verified => "verified",
        ClaimStatus::Hollow => "hollow",
        ClaimStatus::Missing => "missing",
        ClaimStatus::Planned => "planned",
        ClaimStatus::Aside => "aside",
    }
}

pub(super) const fn commit_kind(kind: CommitKind) -> &'static str {
    match kind {
        CommitKind::Setup => "setup",
        CommitKind::Tooling => "tooling",
        CommitKind::Orchestration => "orchestration",
        CommitKind::Tests => "tests",
        CommitKind::Docs => "docs",
        CommitKind::Fix => "fix",
        CommitKind::Merge => "merge",
        CommitKind::Other => "other",
    }
}

pub(super) const fn yes(is_so: bool) -> &'static str {
    if is_so { "yes" } else { "no" }
}

/// `src/graph.py:3-9`
pub(super) fn place(place: &Place) -> String {
    match place.lines {
        None => place.path.clone(),
        Some(Lines { start, end }) if start == end => format!("{}:{start}", place.path),
        Some(Lines { start, end }) => format!("{}:{start}-{end}", place.path),
    }
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
    let kinds: Vec<&str> = history.progression.iter().map(|kind| commit_kind(*kind)).collect();
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
        Availability::NotGiven => "The submission came without a history.",
        Availability::Read => "The history holds nothing.",
        Availability::Unreadable(_) => "The history could not be read.",
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
    format!(
        "{} verified, {} hollow, {} missing, {} planned, {} aside",
        claims.verified, claims.hollow, claims.missing, claims.planned, claims.aside
    )
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
