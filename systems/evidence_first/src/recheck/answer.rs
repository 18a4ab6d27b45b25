//! Statements, their marks, the review, and the answer as text.

use std::collections::BTreeSet;

use jurat_engine::RunOutcome;
use jurat_model::{
    ComposedAnswer, Requirement, RequirementId, ReviewStatus, SourceType, Statement,
    StatementRole,
};
use jurat_verify::Grounded;
use serde_json::Value as Json;

use super::{ChannelValues, ReviewFn, requirements::AdmittedRequirements};
use jurat_proof::{FinalState, LayerFindings};

pub(super) fn check(
    values: &ChannelValues,
    admitted: Option<&AdmittedRequirements>,
    (state, review): (&FinalState, Option<&ReviewFn>),
    findings: &mut LayerFindings,
) {
    let Some(answer) = &values.answer else { return unanswered(values, state, findings) };
    let Some(admitted) = admitted else {
        return findings.unchecked("marks", "answer", "the gate could not be passed again");
    };
    // Words that were held back need no support: that they were is what is shown.
    if !is_held_back(values, state) {
        marks(answer, &admitted.ids, findings);
        references(answer, &admitted.ids, findings);
        summaries(answer, findings);
    }
    reviewed(values, (answer, &admitted.again), (state, review), findings);
    if state.outcome == RunOutcome::Completed {
        let same = values.final_answer.as_deref() == Some(answer.final_answer().as_str());
        findings.expect("final answer", same, "final_answer", "it is not the statements");
    }
}

/// Whether the run refused to give the answer out, its report has none, and its review says why. The review is made again,
/// so nobody is spared a check by saying so.
fn is_held_back(values: &ChannelValues, state: &FinalState) -> bool {
    let failed = values
        .review
        .as_ref()
        .is_some_and(|review| review.status == ReviewStatus::Fail);
    let silent = values
        .report
        .as_ref()
        .is_some_and(|report| report.get("answer").is_some_and(Json::is_null));
    failed && silent && state.outcome == RunOutcome::Refused
}

/// A run that gives no answer says nothing that would need support.
fn unanswered(values: &ChannelValues, state: &FinalState, findings: &mut LayerFindings) {
    let text = values.final_answer.as_deref().unwrap_or_default();
    let silent = !text.contains("[REQ-");
    let message = "it has marks, and there are no statements";
    findings.expect("final answer", silent, "final_answer", message);
    let verified = values.verified.as_ref().is_some_and(|verified| !verified.is_empty());
    if verified && state.outcome == RunOutcome::Completed {
        let message = "requirements were verified, the run completed, and there is no answer";
        findings.failed("answer", "answer", message);
    }
}

fn marks(
    answer: &ComposedAnswer,
    verified: &BTreeSet<RequirementId>,
    findings: &mut LayerFindings,
) {
    for (at, statement) in answer.statements.iter().enumerate() {
        let place = format!("statement {}", at + 1);
        if statement.marks.is_empty() {
            findings.failed("mark", &place, "it rests on no requirement");
        }
        for mark in &statement.marks {
            if verified.contains(mark) {
                findings.held("mark");
            } else {
                let message = format!("{mark} is no verified requirement");
                findings.failed("mark", &place, message);
            }
        }
    }
}

fn references(
    answer: &ComposedAnswer,
    verified: &BTreeSet<RequirementId>,
    findings: &mut LayerFindings,
) {
    let used: BTreeSet<RequirementId> = answer
        .statements
        .iter()
        .flat_map(|it| it.marks.iter().copied())
        .collect();
    let listed: Vec<RequirementId> = answer
        .requirement_references
        .iter()
        .map(|it| it.requirement_id)
        .collect();
    let each_once = listed.len() == verified.len()
        && listed.iter().copied().collect::<BTreeSet<_>>() == *verified;
    let message = "they are not every verified requirement, each once";
    findings.expect("references", each_once, "requirement_references", message);
    for reference in &answer.requirement_references {
        let id = reference.requirement_id;
        let marked = used.contains(&id);
        let right =
            reference.used_in_answer == marked && (marked || reference.statement.is_empty());
        findings.expect("references", right, id, "it is not used as it says");
    }
    let unused: BTreeSet<RequirementId> = answer.unused_requirements.iter().copied().collect();
    let right = unused == verified.difference(&used).copied().collect();
    let message = "they are not those that no statement rests on";
    findings.expect("references", right, "unused_requirements", message);
}

/// A summary is the statements that rest on one sort of source alone.
fn summaries(answer: &ComposedAnswer, findings: &mut LayerFindings) {
    let both = [
        ("statute_summary", SourceType::Statute, &answer.statute_summary),
        ("policy_summary", SourceType::Policy, &answer.policy_summary),
    ];
    for (name, sort, text) in both {
        let alone = |it: &&Statement| it.marks.iter().all(|mark| mark.source_type == sort);
        let joined = |keep: &dyn Fn(&Statement) -> bool| -> String {
            let kept = answer.statements.iter().filter(alone).filter(|it| keep(it));
            kept.map(Statement::marked).collect::<Vec<_>>().join(" ")
        };
        let all = joined(&|_| true);
        let required = joined(&|it| it.role == StatementRole::Requirement);
        let right = *text == all || *text == required;
        findings.expect("summary", right, name, "it is not statements of the answer");
    }
}

fn reviewed(
    values: &ChannelValues,
    (answer, admitted): (&ComposedAnswer, &[Grounded<Requirement>]),
    (state, review): (&FinalState, Option<&ReviewFn>),
    findings: &mut LayerFindings,
) {
    let Some(recorded) = &values.review else {
        return findings.unchecked("review", "review", "the answer was not reviewed");
    };
    let passed = recorded.status == ReviewStatus::Pass;
    if !passed && state.outcome == RunOutcome::Completed {
        findings.failed("review", "review", "the answer went out and its review says FAIL");
    }
    match review {
        None => findings.unchecked("review", "review", "no review is at hand to make again"),
        Some(review) => {
            let again = review(answer, admitted);
            let place = match again.issues.first() {
                Some(issue) => issue
                    .statement
                    .map_or_else(|| "review".to_owned(), |at| format!("statement {at}")),
                None => "review".to_owned(),
            };
            let message = match again.issues.first() {
                Some(issue) => format!("a new review finds otherwise: {}", issue.message),
                None => "a new review finds otherwise".to_owned(),
            };
            let same = again == *recorded;
            findings.redecided("review", (same, state.rules()), place, &message);
        }
    }
}
