//! Every check of a rubric, run over the evidence.
//!
//! What could not be looked at is not assessable, whatever the check expects. A measured check
//! always points to evidence; for what is absent, to the thing that was searched.

mod claims;
mod code;
mod degree;
mod diagrams;
mod docs;
mod files;
mod fingerprint;
mod graphs;
mod history;
mod seen;
mod similarity;

use jurat_model::court::{
    Answered, Availability, Check, CheckOutcome, CheckResult, Criterion, Evidence, EvidenceId,
    Evidences, OnMissing, Query, RepoIndex, Rubric, Submission, Target,
};

use super::{cross::Known, unread::Unread};
use seen::{Part, Seen};

/// Evidence that one check points to at most.
const MOST_EVIDENCE: usize = 12;

/// All that lies before the court.
#[derive(Debug, Clone, Copy)]
pub struct Docket<'a> {
    /// All evidence of the detectives.
    pub evidences: &'a Evidences,
    /// What [`super::cross_reference`] made of it.
    pub crossed: &'a [Evidence],
    /// Every file and name of the repository.
    pub index: &'a RepoIndex,
    /// What the queries of [`super::wanted`] came to.
    pub answers: &'a [Answered],
    /// What was submitted, and what of it could be read.
    pub submission: &'a Submission,
}

/// Runs every check, in the order of the rubric.
pub fn examine(rubric: &Rubric, docket: &Docket) -> Vec<CheckResult> {
    let known = Known::of(docket.evidences, docket.index);
    let graphs = graphs::followed(docket.evidences, &known);
    let unread = Unread::of(docket.index);
    let case = Case {
        docket,
        known: &known,
        graphs: &graphs,
        unread: &unread,
    };
    let mut results = Vec::new();
    for criterion in &rubric.criteria {
        for check in &criterion.checks {
            results.push(case.result(criterion, check));
        }
    }
    results
}

/// A docket, and what is known of its repository.
struct Case<'c, 'd> {
    docket: &'c Docket<'d>,
    known: &'c Known<'d>,
    graphs: &'c [graphs::Followed<'d>],
    unread: &'c Unread<'d>,
}

impl<'d> Case<'_, 'd> {
    fn result(&self, criterion: &Criterion, check: &Check) -> CheckResult {
        let seen = self.seen(criterion, check);
        let (outcome, degree) = judged(check, &seen);
        let evidence = self.evidence(check, &seen);
        let told = outcome != CheckOutcome::NotAssessable;
        // A check that points to nothing was not measured, whatever was counted.
        let (outcome, degree) = if told && evidence.is_empty() {
            (CheckOutcome::NotAssessable, 0)
        } else {
            (outcome, degree)
        };
        let unmet = outcome == CheckOutcome::Unmet;
        CheckResult {
            criterion_id: criterion.id.clone(),
            check_id: check.id.clone(),
            description: check.description.clone(),
            outcome,
            degree,
            measured: seen.number.filter(|_| outcome != CheckOutcome::NotAssessable),
            observed: observed(&seen, outcome),
            expected: degree::expected(check.expect),
            weight: check.weight,
            severity: check.severity,
            aspect: check.aspect,
            charge: check.charge.clone().filter(|_| unmet),
            remediation: check.remediation.clone(),
            fingerprint: fingerprint::of(criterion, check, &evidence),
            evidence: evidence.into_iter().map(|one| one.id.clone()).collect(),
        }
    }

    fn seen(&self, criterion: &Criterion, check: &Check) -> Seen<'d> {
        if criterion.target == Target::Manual {
            return Seen::untold("only a person can tell");
        }
        for (part, is) in self.needs(&check.query) {
            match is {
                Availability::Read => {}
                Availability::NotGiven => return Seen::untold(format!("no {part} was given")),
                Availability::Unreadable(why) => {
                    return Seen::untold(format!("the {part} could not be read: {why}"));
                }
            }
        }
        match &check.query {
            Query::Git(measure) => history::seen(self, measure),
            Query::File { path, measure } => files::seen(self, path, *measure),
            Query::Ast(query) => code::seen(self, &criterion.id, &check.id, query),
            Query::Graph(measure) => graphs::seen(self, measure),
            Query::TextSimilarity { texts } => {
                similarity::seen(self, &criterion.id, &check.id, texts)
            }
            Query::Doc(measure) => docs::seen(self, measure),
            Query::Claims(measure) => claims::seen(self, *measure),
            Query::Diagram(measure) => diagrams::seen(self, measure),
            Query::Security { rules } => code::security(self, rules),
        }
    }

    /// The parts of the submission that a query looks at.
    fn needs(&self, query: &Query) -> Vec<(&'static str, &'d Availability)> {
        let Submission { repo, history, docs, vision, .. } = self.docket.submission;
        let (repo, docs) = (("repository", repo), ("paper", docs));
        let vision = ("pictures of the paper", vision);
        match query {
            Query::Git(_) => vec![repo, ("history", history)],
            Query::File { .. }
            | Query::Ast(_)
            | Query::Graph(_)
            | Query::TextSimilarity { .. }
            | Query::Security { .. } => vec![repo],
            Query::Doc(measure) if docs::needs_repo(measure) => vec![docs, repo],
            Query::Doc(_) => vec![docs],
            Query::Claims(_) => vec![docs, repo],
            Query::Diagram(measure) if diagrams::needs_repo(measure) => vec![vision, repo],
            Query::Diagram(_) => vec![vision],
        }
    }

    /// What shows it, or what was searched.
    fn evidence(&self, check: &Check, seen: &Seen<'d>) -> Vec<&'d Evidence> {
        let mut found = seen.evidence.clone();
        found.sort_by(|a, b| (&a.location, &a.id).cmp(&(&b.location, &b.id)));
        found.dedup_by(|a, b| a.id == b.id);
        found.truncate(MOST_EVIDENCE);
        if found.is_empty() && (seen.number.is_some() || seen.missing) {
            found.extend(self.searched(Part::of(&check.query)));
        }
        found
    }

    fn get(&self, ids: &[EvidenceId]) -> Vec<&'d Evidence> {
        let mut ids: Vec<&EvidenceId> = ids.iter().collect();
        ids.sort();
        let all = self.docket.evidences.all();
        all.filter(|one| ids.binary_search(&&one.id).is_ok()).collect()
    }
}

fn judged(check: &Check, seen: &Seen) -> (CheckOutcome, u8) {
    if seen.missing && check.on_missing == OnMissing::Fail {
        return (CheckOutcome::Unmet, 0);
    }
    let Some(number) = seen.number else { return (CheckOutcome::NotAssessable, 0) };
    let degree = degree::of(check.expect, number);
    let outcome = match degree {
        0 => CheckOutcome::Unmet,
        100 => CheckOutcome::Met,
        _ => CheckOutcome::Partly,
    };
    // Where something may have been overlooked, what rests on its absence is not known.
    let absence = match outcome {
        CheckOutcome::Met => check.expect.max.is_some(),
        _ => check.expect.min.is_some_and(|min| number < min),
    };
    if seen.overlooked.is_some() && absence {
        return (CheckOutcome::NotAssessable, 0);
    }
    (outcome, degree)
}

fn observed(seen: &Seen, outcome: CheckOutcome) -> String {
    match &seen.overlooked {
        Some(why) if outcome == CheckOutcome::NotAssessable => {
            format!("{}, but {why}", seen.words)
        }
        _ => seen.words.clone(),
    }
}
