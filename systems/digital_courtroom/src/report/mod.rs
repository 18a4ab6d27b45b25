//! The report of a court as data: out of results, facts and traces, and two reports compared.
//!
//! Absent on purpose: run ids, clocks, durations and absolute paths. The same input gives the
//! same report.

mod actions;
mod court_report;
mod diff;
mod facts;
mod findings;
mod narrative;
pub(crate) mod not_read;
mod remediation_plan;
mod submission_table;
mod summary;
mod unassessed;

use jurat_canon::{Hash, canonical_json};
use jurat_model::ModelUse;

use crate::{
    model::{
        AuditReport, CriterionResult, Evidence, EvidenceSet, OverallResult, Rubric, RubricNote,
        RubricScale, Submission,
    },
    rubric::unsuited,
};

pub use actions::RemedialAction;
pub use court_report::{
    CitedEvidence, ClaimRow, ClaimsSection, CourtFinding, CourtReport, DiagramRow,
    FindingLevel, FindingPlace, FindingSort, GraphFacts, HistoryFacts, NotAssessed, OrderRow,
    ReportedRubric, ReportedSubmission, SecurityRow,
};
pub use diff::{ComparedReport, CourtDiff, CriterionChange, ScoredVerdict, compare};
pub use submission_table::{
    CriterionCell, RowProof, SubmissionResult, SubmissionRow, is_comparable, ranked,
};

/// What every report says of itself.
pub const DISCLAIMER: &str = "This report says what fixed rules made of facts that can be read \
    again at the places named. It was made without running anything of the repository. It is no \
    security audit and no proof that faults are absent, and what could not be assessed is no pass. \
    A person should read the evidence before anyone is graded, hired, paid or blamed by it.";

#[derive(Debug, Clone, Copy)]
pub struct CourtInput<'a> {
    /// What was scored, and how.
    pub rubric: &'a Rubric,
    pub submission: &'a Submission,
    /// What the detectives found.
    pub evidences: &'a EvidenceSet,
    /// Claims and diagrams held against the repository.
    pub crossed: &'a [Evidence],
    pub results: &'a [CriterionResult],
    /// The whole, in numbers.
    pub overall: &'a OverallResult,
    /// What models did, and what it took.
    pub model_use: &'a [ModelUse],
    /// The day that the report is meant for, where the caller names one.
    pub as_of: Option<&'a str>,
}

pub fn report(input: &CourtInput<'_>) -> CourtReport {
    let results = in_order(input);
    let facts = facts::ReportFacts::of(input, &results);
    let findings = findings::all(&results, &facts);
    let not_assessed = unassessed::all(input, &results);
    let entries = remediation_plan::entries(input.rubric, &results, &facts);
    let actions = actions::actions(&entries, &results, &facts);
    let mut report = CourtReport {
        audit: AuditReport {
            executive_summary: String::new(),
            remediation_plan: remediation_plan::plan(&entries),
            synthesis_narrative: narrative::narrative(input.rubric, &results, input.overall),
            criterion_breakdown: results,
            overall: input.overall.clone(),
        },
        actions,
        as_of: input.as_of.map(str::to_owned),
        submission: submission(input.submission),
        rubric: rubric(input),
        graph: facts.graph,
        findings,
        security: facts.security,
        claims: facts.claims,
        diagrams: facts.diagrams,
        orders: facts.orders,
        history: facts.history,
        evidence: facts.evidence,
        not_assessed,
        not_read: not_read::groups(input),
        model_use: input.model_use.to_vec(),
        remarks: unassessed::remarks(input, &facts.lost),
        disclaimer: DISCLAIMER.to_owned(),
    };
    report.audit.executive_summary = summary::summary(&report);
    report
}

/// Results in the order of the rubric; those of no criterion of it come last, by id.
fn in_order(input: &CourtInput<'_>) -> Vec<CriterionResult> {
    let place = |id: &str| input.rubric.criteria.iter().position(|one| one.id == id);
    let mut results = input.results.to_vec();
    results.sort_by_cached_key(|one| {
        (place(&one.criterion_id).unwrap_or(usize::MAX), one.criterion_id.clone())
    });
    results
}

fn submission(given: &Submission) -> ReportedSubmission {
    let mut repository = given.repository.clone();
    if let Some(identity) = &mut repository {
        identity.address = shown_address(&identity.address);
    }
    ReportedSubmission {
        repository,
        paper: given.paper.clone(),
        repo: given.repo.clone(),
        history: given.history.clone(),
        docs: given.docs.clone(),
        vision: given.vision.clone(),
    }
}

/// An address on the web as it is; of a place on a disk only the last name, since the rest says
/// something of the machine and nothing of the submission.
fn shown_address(address: &str) -> String {
    let is_web = address
        .split_once("://")
        .is_some_and(|(scheme, _)| !scheme.eq_ignore_ascii_case("file"));
    // `git@host:owner/name` has no scheme and is no path.
    let is_remote = address.split_once(':').is_some_and(|(host, path)| {
        host.contains('@') && !host.contains(['/', '\\']) && !path.starts_with('/')
    });
    if is_web || is_remote {
        return address.to_owned();
    }
    let trimmed = address.trim_end_matches(['/', '\\']);
    trimmed.rsplit(['/', '\\']).next().unwrap_or_default().to_owned()
}

fn rubric(input: &CourtInput<'_>) -> ReportedRubric {
    let rubric = input.rubric;
    let checks = input.results.iter().flat_map(|result| &result.checks);
    let mut notes = rubric.notes.clone();
    let RubricScale { min, max } = rubric.scale;
    if (min, max) != (1, 5) {
        notes.push(RubricNote {
            at: "$.scale".to_owned(),
            message: format!("the file scores from {min} to {max}; scores here are 1 to 5"),
        });
    }
    // A rubric is plain data: it can always be written.
    let written = canonical_json(rubric).unwrap_or_default();
    ReportedRubric {
        name: rubric.name.clone(),
        version: rubric.version.clone(),
        grading_target: rubric.grading_target.clone(),
        scale: rubric.scale,
        hash: Hash::of(&written),
        criteria: u32::try_from(rubric.criteria.len()).unwrap_or(u32::MAX),
        pass: rubric.synthesis.pass,
        partial: rubric.synthesis.partial,
        variance_threshold: rubric.synthesis.variance_threshold,
        rules: rubric.synthesis.words.clone(),
        notes,
        unsuited: unsuited(rubric, checks),
        chosen: Some(input.submission.rubric_reason.clone()).filter(|why| !why.is_empty()),
    }
}

#[cfg(test)]
mod tests {
    use super::shown_address;

    #[test]
    fn a_place_on_a_disk_is_shown_by_its_last_name() {
        for (given, shown) in [
            ("https://forge.example/orchard/router", "https://forge.example/orchard/router"),
            ("git@forge.example:orchard/router.git", "git@forge.example:orchard/router.git"),
            ("/home/someone/router/", "router"),
            ("C:\\work\\router.zip", "router.zip"),
            ("file:///srv/router.git", "router.git"),
            ("router", "router"),
            ("", ""),
        ] {
            assert_eq!(shown_address(given), shown);
        }
    }
}
