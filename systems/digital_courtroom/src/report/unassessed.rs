//! What was not assessed, and what has to be said besides.

use std::collections::BTreeSet;

use super::{CourtInput, NotAssessed};
use crate::model::{
    ArtifactAvailability, CheckOutcome, CourtVerdict, CriterionResult, EvidenceId,
};

/// Parts of the submission, whole criteria, single checks.
pub(super) fn all(input: &CourtInput<'_>, results: &[CriterionResult]) -> Vec<NotAssessed> {
    let mut all = parts(input);
    let judged: BTreeSet<&str> = results.iter().map(|one| one.criterion_id.as_str()).collect();
    for result in results {
        if result.verdict == CourtVerdict::NotAssessable {
            all.push(NotAssessed {
                what: result.name.clone(),
                why: result.summary.clone(),
                criterion_id: Some(result.criterion_id.clone()),
            });
        } else {
            all.extend(checks(result));
        }
    }
    let unjudged = input
        .rubric
        .criteria
        .iter()
        .filter(|one| !judged.contains(one.id.as_str()));
    all.extend(unjudged.map(|criterion| NotAssessed {
        what: criterion.name.clone(),
        why: "it was not judged".to_owned(),
        criterion_id: Some(criterion.id.clone()),
    }));
    all
}

fn parts(input: &CourtInput<'_>) -> Vec<NotAssessed> {
    let submission = input.submission;
    let part = |(what, state): (&str, &ArtifactAvailability)| {
        let why = match state {
            ArtifactAvailability::Read => return None,
            ArtifactAvailability::NotGiven => "not given, or not asked for".to_owned(),
            ArtifactAvailability::Unreadable(why) => why.clone(),
        };
        Some(NotAssessed { what: what.to_owned(), why, criterion_id: None })
    };
    [
        ("Repository", &submission.repo),
        ("History of the repository", &submission.history),
        ("Paper", &submission.docs),
        ("Pictures of the paper", &submission.vision),
    ]
    .into_iter()
    .filter_map(part)
    .collect()
}

fn checks(result: &CriterionResult) -> impl Iterator<Item = NotAssessed> {
    let open = result
        .checks
        .iter()
        .filter(|check| check.outcome == CheckOutcome::NotAssessable);
    open.map(|check| NotAssessed {
        what: format!("{}: {}", result.name, check.description),
        why: check.observed.clone(),
        criterion_id: Some(result.criterion_id.clone()),
    })
}

/// Limits and skipped files, opinions that were put right, evidence that is not at hand.
pub(super) fn remarks(input: &CourtInput<'_>, lost: &[EvidenceId]) -> Vec<String> {
    let mut remarks = input.submission.remarks.clone();
    if let Some(paper) = &input.submission.paper
        && !paper.unreadable.is_empty()
    {
        let pages: Vec<String> = paper.unreadable.iter().map(u32::to_string).collect();
        remarks.push(format!("{}: pages {} could not be read", paper.name, pages.join(", ")));
    }
    for result in input.results {
        for opinion in &result.opinions {
            let who = opinion.judge.title();
            let noted = opinion.notes.iter();
            remarks.extend(noted.map(|note| format!("{who} on {}: {note}", result.name)));
        }
    }
    remarks.extend(lost.iter().map(|id| format!("{id} is cited and is not at hand")));
    remarks
}
