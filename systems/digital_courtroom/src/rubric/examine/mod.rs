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
mod unit;

use jurat_model::court::{
    Answered, Availability, Check, CheckOutcome, CheckResult, Criterion, Evidence, EvidenceId,
    Evidences, Expect, Given, OnMissing, Query, RepoIndex, Rubric, Submission, Target,
};

use super::{cross::Known, unread::Unread, wanted::given_id};
use seen::{Part, Seen};
use unit::Unit;

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
    let view = View {
        docket,
        known: &known,
        graphs: &graphs,
        unread: &unread,
    };
    let mut results = Vec::new();
    for criterion in &rubric.criteria {
        for check in &criterion.checks {
            results.push(view.result(criterion, check));
        }
    }
    results
}

/// A docket, and what is known of its repository.
struct View<'c, 'd> {
    docket: &'c Docket<'d>,
    known: &'c Known<'d>,
    graphs: &'c [graphs::Followed<'d>],
    unread: &'c Unread<'d>,
}

impl<'d> View<'_, 'd> {
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
        // Where there is nothing, nobody did what is charged.
        let charged = outcome == CheckOutcome::Unmet && !seen.missing;
        CheckResult {
            criterion_id: criterion.id.clone(),
            check_id: check.id.clone(),
            description: check.description.clone(),
            outcome,
            degree,
            measured: seen.number.filter(|_| outcome != CheckOutcome::NotAssessable),
            observed: observed(&seen, outcome),
            expected: Unit::of(&check.query).expected(check.expect),
            weight: check.weight,
            severity: check.severity,
            aspect: check.aspect,
            charge: check.charge.clone().filter(|_| charged),
            remediation: check.remediation.clone(),
            fingerprint: fingerprint::of(criterion, check, &evidence),
            evidence: evidence.into_iter().map(|one| one.id.clone()).collect(),
        }
    }

    fn seen(&self, criterion: &Criterion, check: &Check) -> Seen<'d> {
        if criterion.target == Target::Manual {
            return Seen::untold("only a person can tell");
        }
        if let Some(given) = &check.given
            && let Some(seen) = self.lacking(&criterion.id, &check.id, given)
        {
            return seen;
        }
        self.measured(&criterion.id, &check.id, &check.query)
    }

    /// What is to be said of a check without what must be given; none where it is.
    fn lacking(&self, criterion: &str, check: &str, given: &Given) -> Option<Seen<'d>> {
        let seen = self.measured(criterion, &given_id(check), &given.query);
        let (outcome, _) = reached(given.expect, &seen);
        let (when, words) = (&given.when, observed(&seen, outcome));
        match outcome {
            CheckOutcome::Met => None,
            CheckOutcome::NotAssessable if !seen.missing => Some(Seen::untold(format!(
                "counts only if {when}, which could not be told: {words}"
            ))),
            _ => {
                let words = format!("nothing to look at unless {when} ({words})");
                Some(Seen { evidence: seen.evidence, ..Seen::nothing(words) })
            }
        }
    }

    /// What a query came to; `id` names what detectives answered to it.
    fn measured(&self, criterion: &str, id: &str, query: &Query) -> Seen<'d> {
        for (part, is) in self.needs(query) {
            match is {
                Availability::Read => {}
                Availability::NotGiven => return Seen::untold(part.not_given()),
                Availability::Unreadable(why) => {
                    return Seen::untold(format!("{}: {why}", part.unreadable()));
                }
            }
        }
        let unit = Unit::of(query);
        match query {
            Query::Git(measure) => history::seen(self, measure, unit),
            Query::File { path, measure } => files::seen(self, path, *measure, unit),
            Query::Ast(query) => code::seen(self, criterion, id, query, unit),
            Query::Graph(measure) => graphs::seen(self, measure, unit),
            Query::TextSimilarity { texts } => {
                similarity::seen(self, criterion, id, texts, unit)
            }
            Query::Doc(measure) => docs::seen(self, measure, unit),
            Query::Claims(measure) => claims::seen(self, *measure, unit),
            Query::Diagram(measure) => diagrams::seen(self, measure, unit),
            Query::Security { rules } => code::security(self, rules, unit),
        }
    }

    /// The parts of the submission that a query looks at.
    fn needs(&self, query: &Query) -> Vec<(Part, &'d Availability)> {
        let Submission { repo, history, docs, vision, .. } = self.docket.submission;
        let (repo, docs) = ((Part::Repository, repo), (Part::Paper, docs));
        let vision = (Part::Pictures, vision);
        match query {
            Query::Git(_) => vec![repo, (Part::History, history)],
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
    reached(check.expect, seen)
}

/// How far what was seen meets what is expected.
fn reached(expect: Expect, seen: &Seen) -> (CheckOutcome, u8) {
    let Some(number) = seen.number else { return (CheckOutcome::NotAssessable, 0) };
    let degree = degree::of(expect, number);
    let outcome = match degree {
        0 => CheckOutcome::Unmet,
        100 => CheckOutcome::Met,
        _ => CheckOutcome::Partly,
    };
    // Where something may have been overlooked, what rests on its absence is not known.
    let absence = match outcome {
        CheckOutcome::Met => expect.max.is_some(),
        _ => expect.min.is_some_and(|min| number < min),
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
