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
mod measurement;
mod ratios;
mod similarity;
mod unit;

use super::{
    cross::RepositoryLookup,
    search_requests::{charge_id, given_id},
    unread_files::UnreadFiles,
};
use crate::model::{
    ArtifactAvailability, CheckAnswer, CheckOutcome, CheckPrecondition, CheckResult, Criterion,
    CriterionTarget, Evidence, EvidenceId, EvidenceSet, ExpectedRange, OnMissing, RepoIndex,
    Rubric, RubricCheck, RubricQuery, Submission, UnassessedReason,
};
use measurement::{QueryMeasurement, ShortfallMeaning, SubmissionPart};
use unit::MeasureUnit;

/// Evidence that one check points to at most.
const MOST_EVIDENCE: usize = 12;

/// All that lies before the court.
#[derive(Debug, Clone, Copy)]
pub struct ExaminationInput<'a> {
    /// All evidence of the detectives.
    pub evidences: &'a EvidenceSet,
    /// What [`super::cross_reference`] made of it.
    pub crossed: &'a [Evidence],
    /// Every file and name of the repository.
    pub index: &'a RepoIndex,
    /// What the queries of [`super::wanted`] came to.
    pub answers: &'a [CheckAnswer],
    /// What was submitted, and what of it could be read.
    pub submission: &'a Submission,
}

/// Runs every check, in the order of the rubric.
pub fn examine(rubric: &Rubric, docket: &ExaminationInput) -> Vec<CheckResult> {
    let known = RepositoryLookup::of(docket.evidences, docket.index);
    let graphs = graphs::followed(docket.evidences, &known);
    let unread = UnreadFiles::of(docket.index);
    let view = ExaminationContext {
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
    // Whoever made something else than the rubric is meant for did nothing that it charges.
    if !applies(rubric, &results) {
        for result in &mut results {
            result.charge = None;
        }
    }
    results
}

/// A docket, and what is known of its repository.
struct ExaminationContext<'c, 'd> {
    docket: &'c ExaminationInput<'d>,
    known: &'c RepositoryLookup<'d>,
    graphs: &'c [graphs::ProductGraph<'d>],
    unread: &'c UnreadFiles<'d>,
}

impl<'d> ExaminationContext<'_, 'd> {
    fn result(&self, criterion: &Criterion, check: &RubricCheck) -> CheckResult {
        let seen = self.seen(criterion, check);
        let (outcome, degree, reason) = judged(check, &seen);
        let evidence = self.evidence(check, &seen);
        let told = outcome != CheckOutcome::NotAssessable;
        // A check that points to nothing was not measured, whatever was counted.
        let (outcome, degree, reason) = if told && evidence.is_empty() {
            (CheckOutcome::NotAssessable, 0, Some(UnassessedReason::NotSeen))
        } else {
            (outcome, degree, reason)
        };
        let charged = outcome == CheckOutcome::Unmet
            && is_proved(check, &seen)
            && self.is_chargeable(criterion, check);
        CheckResult {
            criterion_id: criterion.id.clone(),
            check_id: check.id.clone(),
            description: check.description.clone(),
            outcome,
            unassessed: reason,
            degree,
            measured: seen.number.filter(|_| outcome != CheckOutcome::NotAssessable),
            observed: self.observed(check, &seen, reason),
            expected: expected(check),
            weight: check.weight,
            severity: check.severity,
            aspect: check.aspect,
            charge: check.charge.clone().filter(|_| charged),
            remediation: check.remediation.clone(),
            fingerprint: fingerprint::fingerprint(criterion, check, &evidence),
            evidence: evidence.into_iter().map(|one| one.id.clone()).collect(),
        }
    }

    fn seen(&self, criterion: &Criterion, check: &RubricCheck) -> QueryMeasurement<'d> {
        if criterion.target == CriterionTarget::Manual {
            let reason = UnassessedReason::ForPeople;
            return QueryMeasurement::untold_as(reason, "only a person can tell");
        }
        let seen = self.measured(&criterion.id, &check.id, &check.query);
        let seen = self.unless_nothing_was_read(check, seen);
        let seen = match check.per {
            Some(base) => ratios::as_ratio(self, &check.query, base, seen),
            None => seen,
        };
        // What there is too much of is there, whatever else is not: only that there is none means
        // nothing where there was nothing to look at.
        let given = check.given.as_ref().filter(|_| !exceeds(check.expect, &seen));
        let lacking = given.and_then(|given| self.lacking(&criterion.id, &check.id, given));
        lacking.unwrap_or(seen)
    }

    /// That no file has a name that speaks against it is no merit where no code was read at all.
    fn unless_nothing_was_read(
        &self,
        check: &RubricCheck,
        seen: QueryMeasurement<'d>,
    ) -> QueryMeasurement<'d> {
        let none = matches!(check.query, RubricQuery::File { .. })
            && check.expect.min.is_none()
            && seen.number == Some(0);
        if none && !self.has_code(&[], true) {
            let words = format!("{}, and no code in a language that is read", seen.words);
            return QueryMeasurement::nothing(words);
        }
        seen
    }

    /// Whether what a charge needs besides is shown.
    fn is_chargeable(&self, criterion: &Criterion, check: &RubricCheck) -> bool {
        check.charge_given.as_ref().is_none_or(|given| {
            let seen = self.measured(&criterion.id, &charge_id(&check.id), &given.query);
            reached(given.expect, &seen).0 == CheckOutcome::Met
        })
    }

    /// What was seen in words; of what was not seen also where it was looked for.
    fn observed(
        &self,
        check: &RubricCheck,
        seen: &QueryMeasurement,
        reason: Option<UnassessedReason>,
    ) -> String {
        match (&seen.overlooked, reason) {
            (Some(why), Some(_)) => format!("{}, but {why}", seen.words),
            (None, Some(UnassessedReason::NotSeen)) => {
                let where_ = self.looked_through(&check.query);
                format!("not seen: {}{where_}", seen.words)
            }
            _ => seen.words.clone(),
        }
    }

    /// Where a query looked, in words.
    fn looked_through(&self, query: &RubricQuery) -> String {
        if SubmissionPart::of(query) != SubmissionPart::Repository {
            return String::new();
        }
        let read = self.docket.index.files.iter();
        let read = read.filter(|file| file.language.is_some()).count() as u64;
        let files = MeasureUnit::Things { one: "file", many: "files" }.counted(read);
        format!("; looked through {files} of code")
    }

    /// What is to be said of a check without what must be given; none where it is.
    fn lacking(
        &self,
        criterion: &str,
        check: &str,
        given: &CheckPrecondition,
    ) -> Option<QueryMeasurement<'d>> {
        let seen = self.measured(criterion, &given_id(check), &given.query);
        let (outcome, _) = reached(given.expect, &seen);
        let (when, words) = (&given.when, told(&seen, outcome));
        match outcome {
            CheckOutcome::Met => None,
            CheckOutcome::NotAssessable if !seen.missing => Some(QueryMeasurement::untold(
                format!("counts only if {when}, which could not be told: {words}"),
            )),
            _ => {
                let words = format!("nothing to look at unless {when} ({words})");
                Some(QueryMeasurement {
                    evidence: seen.evidence,
                    ..QueryMeasurement::nothing(words)
                })
            }
        }
    }

    /// What a query came to; `id` names what detectives answered to it.
    fn measured(&self, criterion: &str, id: &str, query: &RubricQuery) -> QueryMeasurement<'d> {
        for (part, is) in self.needs(query) {
            match is {
                ArtifactAvailability::Read => {}
                ArtifactAvailability::NotGiven => {
                    let reason = UnassessedReason::NotGiven;
                    return QueryMeasurement::untold_as(reason, part.not_given());
                }
                ArtifactAvailability::Unreadable(why) => {
                    return QueryMeasurement::untold(format!("{}: {why}", part.unreadable()));
                }
            }
        }
        let unit = MeasureUnit::of(query);
        match query {
            RubricQuery::Git(measure) => history::seen(self, measure, unit),
            RubricQuery::File { path, role, measure } => {
                files::seen(self, (path, *role), *measure, unit)
            }
            RubricQuery::Ast(query) => code::seen(self, criterion, id, query, unit),
            RubricQuery::Graph(measure) => graphs::seen(self, measure, unit),
            RubricQuery::TextSimilarity { texts } => {
                similarity::seen(self, criterion, id, texts, unit)
            }
            RubricQuery::Doc(measure) => docs::seen(self, measure, unit),
            RubricQuery::Claims(measure) => claims::seen(self, *measure, unit),
            RubricQuery::Diagram(measure) => diagrams::seen(self, measure, unit),
            RubricQuery::Security { rules } => code::security(self, rules, unit),
        }
    }

    /// The parts of the submission that a query looks at.
    fn needs(&self, query: &RubricQuery) -> Vec<(SubmissionPart, &'d ArtifactAvailability)> {
        let Submission { repo, history, docs, vision, .. } = self.docket.submission;
        let (repo, docs) = ((SubmissionPart::Repository, repo), (SubmissionPart::Paper, docs));
        let vision = (SubmissionPart::Pictures, vision);
        match query {
            RubricQuery::Git(_) => vec![repo, (SubmissionPart::History, history)],
            RubricQuery::File { .. }
            | RubricQuery::Ast(_)
            | RubricQuery::Graph(_)
            | RubricQuery::TextSimilarity { .. }
            | RubricQuery::Security { .. } => vec![repo],
            RubricQuery::Doc(measure) if docs::needs_repo(measure) => vec![docs, repo],
            RubricQuery::Doc(_) => vec![docs],
            RubricQuery::Claims(_) => vec![docs, repo],
            RubricQuery::Diagram(measure) if diagrams::needs_repo(measure) => {
                vec![vision, repo]
            }
            RubricQuery::Diagram(_) => vec![vision],
        }
    }

    /// What shows it, or what was searched.
    fn evidence(&self, check: &RubricCheck, seen: &QueryMeasurement<'d>) -> Vec<&'d Evidence> {
        let mut found = seen.evidence.clone();
        found.sort_by(|a, b| (&a.location, &a.id).cmp(&(&b.location, &b.id)));
        found.dedup_by(|a, b| a.id == b.id);
        found.truncate(MOST_EVIDENCE);
        if found.is_empty() && (seen.number.is_some() || seen.missing) {
            found.extend(self.searched(SubmissionPart::of(&check.query)));
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

/// Whether the check that tells which repositories a rubric is meant for is met.
fn applies(rubric: &Rubric, results: &[CheckResult]) -> bool {
    rubric.applies_when.as_ref().is_none_or(|applies| {
        let told = results.iter().find(|result| {
            result.criterion_id == applies.criterion && result.check_id == applies.check
        });
        told.is_some_and(|told| told.outcome == CheckOutcome::Met)
    })
}

/// What is expected, in words.
fn expected(check: &RubricCheck) -> String {
    let words = MeasureUnit::of(&check.query).expected(check.expect);
    match check.per {
        Some(base) => format!("{words} {}", ratios::word(base)),
        None => words,
    }
}

/// Whether there is more of something than may be.
fn exceeds(expect: ExpectedRange, seen: &QueryMeasurement) -> bool {
    expect.max.zip(seen.number).is_some_and(|(max, is)| max < is)
}

/// Whether something speaks for it that a check is not met: too much of something, or too little
/// where what is there shows so.
fn is_proved(check: &RubricCheck, seen: &QueryMeasurement) -> bool {
    let short = check.expect.min.zip(seen.number).is_some_and(|(min, is)| is < min);
    !seen.missing && (!short || seen.shortfall == ShortfallMeaning::Shown)
}

/// How far a check is met, and why it cannot be told where it cannot.
fn judged(
    check: &RubricCheck,
    seen: &QueryMeasurement,
) -> (CheckOutcome, u8, Option<UnassessedReason>) {
    if seen.missing {
        let fails = match check.on_missing {
            OnMissing::Fail => true,
            OnMissing::ByKind => seen.shortfall == ShortfallMeaning::Shown,
            OnMissing::NotAssessable => false,
        };
        if fails {
            return (CheckOutcome::Unmet, 0, None);
        }
        return (CheckOutcome::NotAssessable, 0, Some(seen.reason));
    }
    let (outcome, degree) = reached(check.expect, seen);
    if outcome == CheckOutcome::NotAssessable {
        return (outcome, degree, Some(seen.reason));
    }
    let short = check.expect.min.zip(seen.number).is_some_and(|(min, is)| is < min);
    let unseen = match seen.shortfall {
        ShortfallMeaning::Shown => false,
        ShortfallMeaning::Listed => check.on_missing == OnMissing::NotAssessable,
        ShortfallMeaning::NotSeen => check.on_missing != OnMissing::Fail,
    };
    if outcome == CheckOutcome::Unmet && short && unseen {
        return (CheckOutcome::NotAssessable, 0, Some(UnassessedReason::NotSeen));
    }
    (outcome, degree, None)
}

/// How far what was seen meets what is expected.
fn reached(expect: ExpectedRange, seen: &QueryMeasurement) -> (CheckOutcome, u8) {
    let Some(number) = seen.number else { return (CheckOutcome::NotAssessable, 0) };
    let degree = degree::degree_of(expect, number);
    let outcome = match degree {
        0 => CheckOutcome::Unmet,
        100 => CheckOutcome::Met,
        _ => CheckOutcome::Partly,
    };
    // Where something may have been overlooked, what rests on its absence is not known.
    let absence = match outcome {
        CheckOutcome::Met => {
            expect.max.is_some_and(|max| seen.most.is_none_or(|most| max < most))
        }
        _ => expect.min.is_some_and(|min| number < min),
    };
    if seen.overlooked.is_some() && absence {
        return (CheckOutcome::NotAssessable, 0);
    }
    (outcome, degree)
}

fn told(seen: &QueryMeasurement, outcome: CheckOutcome) -> String {
    match &seen.overlooked {
        Some(why) if outcome == CheckOutcome::NotAssessable => {
            format!("{}, but {why}", seen.words)
        }
        _ => seen.words.clone(),
    }
}
