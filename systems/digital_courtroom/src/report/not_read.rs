//! What was not read and what was not seen, for the first page.

use std::collections::BTreeMap;

use super::{CourtInput, CourtReport};
use crate::model::{CheckResult, CriterionResult, EvidenceFact, UnassessedReason, UnreadGroup};

/// What is said where letters of pictures cannot be read for want of a program.
const NO_TESSERACT: &str = "tesseract is not installed";
const INSTALL: &str = "install tesseract to read them";

/// Code, figures and pages that were not read, in groups.
pub(super) fn groups(input: &CourtInput<'_>) -> Vec<UnreadGroup> {
    let mut groups = input.submission.not_read.clone();
    groups.extend(figures(input));
    groups.extend(pages(input));
    groups
}

fn figures(input: &CourtInput<'_>) -> Vec<UnreadGroup> {
    let all = input.evidences.vision.iter().chain(&input.evidences.docs);
    let mut whys: BTreeMap<&str, u64> = BTreeMap::new();
    for one in all {
        if let EvidenceFact::Figure(figure) = &one.fact
            && let Some(why) = &figure.unread
        {
            *whys.entry(why).or_default() += 1;
        }
    }
    let group = |(why, count): (&str, u64)| UnreadGroup {
        what: if count == 1 { "figure" } else { "figures" }.to_owned(),
        count,
        why: why.to_owned(),
        hint: if why.contains(NO_TESSERACT) { INSTALL } else { "" }.to_owned(),
    };
    whys.into_iter().map(group).collect()
}

fn pages(input: &CourtInput<'_>) -> Option<UnreadGroup> {
    let paper = input.submission.paper.as_ref()?;
    let count = paper.unreadable.len() as u64;
    (0 < count).then(|| UnreadGroup {
        what: format!("{} of {}", if count == 1 { "page" } else { "pages" }, paper.name),
        count,
        why: "no word could be read there".to_owned(),
        hint: String::new(),
    })
}

/// `2 files of Ruby (no language that is read)`.
pub(crate) fn words(group: &UnreadGroup) -> String {
    let UnreadGroup { what, count, why, hint } = group;
    let hint = if hint.is_empty() { String::new() } else { format!("; {hint}") };
    format!("{count} {what} ({why}{hint})")
}

/// Checks that were looked for and not seen, each with its criterion.
pub(crate) fn not_seen(report: &CourtReport) -> Vec<(&CriterionResult, &CheckResult)> {
    let results = report.audit.criterion_breakdown.iter();
    let checks = results.flat_map(|result| result.checks.iter().map(move |one| (result, one)));
    checks
        .filter(|(_, check)| check.unassessed == Some(UnassessedReason::NotSeen))
        .collect()
}
