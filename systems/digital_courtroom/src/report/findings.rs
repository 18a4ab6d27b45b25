//! What is to be mended, one entry for each unmet check and each security finding, with
//! fingerprints that do not know lines.

use std::{cmp::Reverse, collections::BTreeMap};

use jurat_canon::Hash;
use jurat_code::facts::{FindingExposure, SecuritySeverity};
use jurat_model::SubmissionArtifact;

use super::{
    CourtFinding, FindingLevel, FindingPlace, FindingSort, SecurityRow, facts::ReportFacts,
};
use crate::model::{
    CheckOutcome, CheckResult, CheckSeverity, CriterionResult, Evidence, EvidenceId,
};

/// Places that one finding shows; more do not help whoever mends it.
const MOST_PLACES: usize = 10;

/// All of them, the worst first, then by rule and place.
pub(super) fn all(results: &[CriterionResult], facts: &ReportFacts<'_>) -> Vec<CourtFinding> {
    let checks = results
        .iter()
        .flat_map(|result| result.checks.iter().map(move |check| (result, check)))
        .filter(|(_, check)| check.outcome.is_open())
        .map(|(result, check)| of_check(result, check, facts));
    let security = facts.security.iter().map(|row| of_security(row, facts));
    let mut all: Vec<CourtFinding> = checks.chain(security).collect();
    all.sort_by_cached_key(|one| {
        let lines = one.places.first().and_then(|place| place.lines);
        let path = one.places.first().map(|place| place.path.clone());
        (one.level, Reverse(one.sort), one.rule.clone(), path, lines)
    });
    number_twins(&mut all);
    all
}

fn of_check(
    result: &CriterionResult,
    check: &CheckResult,
    facts: &ReportFacts<'_>,
) -> CourtFinding {
    let rule = format!("{}/{}", check.criterion_id, check.check_id);
    CourtFinding {
        sort: FindingSort::Check,
        level: level_of_check(check.severity, check.outcome),
        title: check.description.clone(),
        message: message(result, check),
        help: check.remediation.clone(),
        criterion_id: Some(check.criterion_id.clone()),
        outcome: Some(check.outcome),
        cwe: None,
        places: places(&check.evidence, facts),
        fingerprint: short(&[&rule, &check.fingerprint]),
        content_fingerprint: short(&[&rule]),
        rule,
    }
}

fn message(result: &CriterionResult, check: &CheckResult) -> String {
    let charge = check.charge.iter().map(|charge| format!("{charge}: "));
    let charge: String = charge.collect();
    format!(
        "{charge}{} ({}). Seen: {}; expected: {}.",
        check.description, result.name, check.observed, check.expected
    )
}

const fn level_of_check(severity: CheckSeverity, outcome: CheckOutcome) -> FindingLevel {
    match (severity, outcome) {
        (CheckSeverity::Critical, CheckOutcome::Unmet) => FindingLevel::Error,
        (CheckSeverity::Minor, _) | (CheckSeverity::Major, CheckOutcome::Partly) => {
            FindingLevel::Note
        }
        _ => FindingLevel::Warning,
    }
}

fn of_security(row: &SecurityRow, facts: &ReportFacts<'_>) -> CourtFinding {
    let rule = format!("security/{}", row.rule);
    let found = facts.known.get(row.evidence.as_str());
    let path = found.map_or("", |one| one.location.path.as_str());
    // Moving a line or indenting it anew makes no new finding.
    let words: Vec<&str> = found
        .map_or("", |one| one.content.as_str())
        .split_whitespace()
        .collect();
    let words = words.join(" ");
    CourtFinding {
        sort: FindingSort::Security,
        level: level_of_security(row),
        title: row.message.clone(),
        message: format!("{} ({})", row.message, proof(row)),
        help: row.remediation.clone(),
        criterion_id: None,
        outcome: None,
        cwe: Some(row.cwe.clone()),
        places: places(std::slice::from_ref(&row.evidence), facts),
        fingerprint: short(&[&rule, path, &words]),
        content_fingerprint: short(&[&rule, &words]),
        rule,
    }
}

fn proof(row: &SecurityRow) -> String {
    let proof = if row.confirmed { "confirmed by its pattern" } else { "not confirmed" };
    let exposure = match row.exposure {
        FindingExposure::Reachable => "in the product",
        FindingExposure::TestOnly => "in tests, examples or code of others",
    };
    format!("{}, {proof}, {exposure}", row.cwe)
}

const fn level_of_security(row: &SecurityRow) -> FindingLevel {
    match (row.confirmed, row.exposure, row.severity) {
        (true, FindingExposure::Reachable, SecuritySeverity::High) => FindingLevel::Error,
        (true, FindingExposure::Reachable, SecuritySeverity::Medium)
        | (false, FindingExposure::Reachable, SecuritySeverity::High) => FindingLevel::Warning,
        _ => FindingLevel::Note,
    }
}

fn places(ids: &[EvidenceId], facts: &ReportFacts<'_>) -> Vec<FindingPlace> {
    let known = ids.iter().filter_map(|id| facts.known.get(id.as_str()));
    known
        .filter(|one| !one.location.path.is_empty())
        .map(place)
        .take(MOST_PLACES)
        .collect()
}

fn place(one: &Evidence) -> FindingPlace {
    FindingPlace {
        evidence: one.id.clone(),
        pointer: one.location.to_string(),
        path: one.location.path.clone(),
        in_repository: one.location.artifact == SubmissionArtifact::Repo,
        lines: one.location.lines,
        page: one.location.page,
        snippet: one.content.clone(),
    }
}

/// The same words twice in one file are two findings.
fn number_twins(all: &mut [CourtFinding]) {
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    for one in all {
        let count = seen.entry(one.fingerprint.clone()).or_default();
        *count += 1;
        if 1 < *count {
            one.fingerprint = short(&[&one.fingerprint, &count.to_string()]);
        }
    }
}

/// Sixteen bytes of the hash of some texts; each ends where it ends.
fn short(parts: &[&str]) -> String {
    let mut bytes = Vec::new();
    for part in parts {
        bytes.extend_from_slice(&(part.len() as u64).to_le_bytes());
        bytes.extend_from_slice(part.as_bytes());
    }
    let mut hex = Hash::of(&bytes).to_string();
    hex.truncate(32);
    hex
}
