//! What was decided, decided again: claims, checks, verdicts, report.

use jurat_proof::{FinalState, LayerFindings};
use serde_json::json;

use super::{DecodedChannels, LoadFn};
use crate::{
    model::{Rubric, Submission},
    report::{CourtInput, report},
    rubric::{ExaminationInput, cross_reference, examine},
    verdict::{AdjudicationInput, adjudicate, recheck},
};

/// The rubric of the run is what its text says.
pub(super) fn rubric(
    values: &DecodedChannels,
    (state, load): (&FinalState, Option<&LoadFn>),
    findings: &mut LayerFindings,
) {
    let Some(rubric) = &values.rubric else { return };
    let Some(text) = state.params["rubric"].as_str() else {
        return findings.unchecked(
            "rubric",
            "rubric",
            "the text that it was made of is missing",
        );
    };
    let Some(load) = load else {
        return findings.unchecked("rubric", "rubric", "nobody is at hand to read it again");
    };
    let same = load(text).is_ok_and(|again| again == *rubric);
    let message = "read again, the rubric is another";
    findings.redecided("rubric", (same, state.rules()), "rubric", message);
}

/// Each step from evidence to report, made again from the one before it.
pub(super) fn check(
    values: &DecodedChannels,
    state: &FinalState,
    findings: &mut LayerFindings,
) {
    let (Some(rubric), Some(submission)) = (&values.rubric, &values.submission) else {
        return;
    };
    let rules = state.rules();
    let crossed = cross_reference(&values.evidences, &values.index);
    let message = "held against the repository again, they come out otherwise";
    findings.redecided(
        "claims",
        (crossed == values.crossed, rules),
        "cross_references",
        message,
    );
    if let Some(results) = &values.results {
        let again = examine(rubric, &docket(values, submission));
        let message = "measured again, checks come out otherwise";
        findings.redecided("checks", (again == *results, rules), "check_results", message);
    }
    decided(values, (rubric, submission), state, findings);
    reported(values, (rubric, submission), state, findings);
}

fn docket<'a>(values: &'a DecodedChannels, submission: &'a Submission) -> ExaminationInput<'a> {
    ExaminationInput {
        evidences: &values.evidences,
        crossed: &values.crossed,
        index: &values.index,
        answers: &values.answers,
        submission,
    }
}

fn decided(
    values: &DecodedChannels,
    (rubric, submission): (&Rubric, &Submission),
    state: &FinalState,
    findings: &mut LayerFindings,
) {
    let (Some(results), Some(opinions)) = (&values.results, &values.opinions) else { return };
    let exhibits = values.exhibits.as_deref().unwrap_or_default();
    let (evidences, crossed) = (&values.evidences, &values.crossed);
    let checked = recheck(rubric, opinions, evidences, crossed, &values.held, exhibits);
    let message = "looked at again, citations come out otherwise";
    let same = checked == values.citations;
    findings.redecided("recheck", (same, state.rules()), "citation_checks", message);
    let judged = adjudicate(&AdjudicationInput {
        rubric,
        results,
        opinions,
        evidences: &values.evidences,
        crossed: &values.crossed,
        citations: &values.citations,
        submission,
    });
    let same = values.criteria.as_ref() == Some(&judged.criteria)
        && values.overall.as_ref() == Some(&judged.overall);
    let message = "decided again by the rules, the verdict is another";
    findings.redecided("verdict", (same, state.rules()), "criterion_results", message);
}

fn reported(
    values: &DecodedChannels,
    (rubric, submission): (&Rubric, &Submission),
    state: &FinalState,
    findings: &mut LayerFindings,
) {
    let (Some(criteria), Some(overall)) = (&values.criteria, &values.overall) else { return };
    let again = report(&CourtInput {
        rubric,
        submission,
        evidences: &values.evidences,
        crossed: &values.crossed,
        results: criteria,
        overall,
        model_use: &values.model_use,
        as_of: values.as_of.as_deref(),
    });
    let same = values.report.as_ref() == Some(&json!(again));
    let message = "made again from the run it is another";
    findings.redecided("report", (same, state.rules()), "final_report", message);
}
