//! The whole in two to five plain sentences, with numbers, and what could not be told.

use jurat_code::facts::FindingExposure;

use super::{ClaimsSection, CourtReport, FindingLevel, not_read};
use crate::english_phrases::{capital, hundredths, listed};
use crate::model::{ArtifactAvailability, CourtVerdict, CriterionResult};

pub(super) fn summary(report: &CourtReport) -> String {
    let sentences = [
        Some(verdict(report)),
        Some(counts(&report.audit.criterion_breakdown)),
        report
            .rubric
            .unsuited
            .as_ref()
            .map(|remark| format!("{}.", capital(remark))),
        findings(report),
        differences(report),
        other_graphs(report),
        unknown(report),
    ];
    let sentences: Vec<String> = sentences.into_iter().flatten().collect();
    sentences.join(" ")
}

/// `1 commit`, `3 commits`.
pub(super) fn counted(count: u64, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

fn verdict(report: &CourtReport) -> String {
    let overall = &report.audit.overall;
    let rubric = &report.rubric;
    let version =
        if rubric.version.is_empty() { String::new() } else { format!(" {}", rubric.version) };
    let what = subject(report);
    let score = overall
        .score_hundredths
        .map(|score| format!(" with {} of 5", hundredths(score)));
    let points = overall.points.map(|(got, most)| format!(" ({got} of {most} points)"));
    let (score, points) = (score.unwrap_or_default(), points.unwrap_or_default());
    if overall.verdict == CourtVerdict::NotAssessable {
        let name = &rubric.name;
        return format!(
            "{what} could not be assessed against {name}{version}{}.",
            chosen(report)
        );
    }
    let verdict = overall.verdict.word();
    let name = &rubric.name;
    format!(
        "{what} comes to {verdict}{score}{points} against {name}{version}{}.",
        chosen(report)
    )
}

/// Why the rubric is this one, where nobody named it.
fn chosen(report: &CourtReport) -> String {
    let why = report.rubric.chosen.as_ref();
    let words = |why| format!(" (chosen because {why}; `--rubric` names another)");
    why.map(words).unwrap_or_default()
}

fn subject(report: &CourtReport) -> String {
    let repository = report.submission.repository.as_ref().map(|identity| {
        let commit = identity.commit.as_deref();
        let commit = commit.map(|id| format!(" at commit {}", id.get(..12).unwrap_or(id)));
        format!("The repository {}{}", identity.address, commit.unwrap_or_default())
    });
    let paper = report.submission.paper.as_ref().map(|paper| paper.name.as_str());
    match (repository, paper) {
        (Some(repository), Some(paper)) => format!("{repository}, with its paper {paper},"),
        (Some(repository), None) => repository,
        (None, Some(paper)) => format!("The paper {paper}"),
        (None, None) => "The submission".to_owned(),
    }
}

fn counts(results: &[CriterionResult]) -> String {
    let count = |verdict| results.iter().filter(|one| one.verdict == verdict).count() as u64;
    let parts: Vec<String> = [
        (CourtVerdict::Pass, "passes", "pass"),
        (CourtVerdict::Partial, "passes in part", "pass in part"),
        (CourtVerdict::Fail, "fails", "fail"),
        (CourtVerdict::NotAssessable, "could not be assessed", "could not be assessed"),
    ]
    .into_iter()
    .filter(|(verdict, ..)| 0 < count(*verdict))
    .map(|(verdict, one, many)| counted(count(verdict), one, many))
    .collect();
    match results.len() {
        0 => "No criterion was judged.".to_owned(),
        1 => format!("Of 1 criterion, {}.", listed(parts)),
        all => format!("Of {all} criteria, {}.", listed(parts)),
    }
}

/// Security, unmet checks, claims, orders: what there is of them.
fn findings(report: &CourtReport) -> Option<String> {
    let counting = report
        .security
        .iter()
        .filter(|row| row.confirmed && row.exposure == FindingExposure::Reachable)
        .count() as u64;
    let errors = report
        .findings
        .iter()
        .filter(|one| one.level == FindingLevel::Error && one.criterion_id.is_some())
        .count() as u64;
    let claims = &report.claims;
    let held =
        u64::from(claims.verified) + u64::from(claims.hollow) + u64::from(claims.missing);
    let parts = [
        (
            counting,
            format!(
                "{} in the product",
                counted(counting, "confirmed security finding", "confirmed security findings")
            ),
        ),
        (
            errors,
            counted(
                errors,
                "critical check that is not met",
                "critical checks that are not met",
            ),
        ),
        (held, of_claims(held, claims)),
        (
            report.orders.len() as u64,
            format!(
                "{} the judge, flagged and not obeyed",
                counted(
                    report.orders.len() as u64,
                    "text that addresses",
                    "texts that address"
                )
            ),
        ),
    ];
    let parts: Vec<String> = parts
        .into_iter()
        .filter(|(count, _)| 0 < *count)
        .map(|(_, words)| words)
        .collect();
    (!parts.is_empty()).then(|| format!("Found: {}.", parts.join("; ")))
}

fn of_claims(held: u64, claims: &ClaimsSection) -> String {
    let all = counted(held, "claim", "claims");
    if held == u64::from(claims.verified) {
        return format!("{all} of the paper, all borne out");
    }
    let verified = match claims.verified {
        1 => "1 is".to_owned(),
        many => format!("{many} are"),
    };
    let (hollow, missing) = (claims.hollow, claims.missing);
    format!(
        "{all} of the paper, of which {verified} borne out, {hollow} hollow and {missing} missing"
    )
}

fn differences(report: &CourtReport) -> Option<String> {
    let differing: Vec<String> = report
        .audit
        .criterion_breakdown
        .iter()
        .filter(|one| !one.dissent_summary.is_empty())
        .map(|one| one.name.clone())
        .collect();
    (!differing.is_empty()).then(|| format!("The personas differed on {}.", listed(differing)))
}

/// That there are further graphs than the one that is drawn, and where.
fn other_graphs(report: &CourtReport) -> Option<String> {
    let graph = &report.graph;
    let first = graph.other_places.iter().take(MOST_NAMES).cloned();
    let left = graph.others as usize - first.len().min(graph.others as usize);
    let more = (0 < left).then(|| format!("{left} more"));
    let all = listed(first.chain(more));
    let others = counted(graph.others.into(), "other graph", "other graphs");
    (0 < graph.others)
        .then(|| format!("Besides the graph that is drawn, {others} could be told: {all}."))
}

/// Names of criteria that a sentence can bear; the table of criteria has them all.
const MOST_NAMES: usize = 3;

fn unknown(report: &CourtReport) -> Option<String> {
    let results = &report.audit.criterion_breakdown;
    let open = results
        .iter()
        .filter(|one| one.verdict == CourtVerdict::NotAssessable);
    let open: Vec<String> = open.map(|one| one.name.clone()).collect();
    let in_part: Vec<String> = results
        .iter()
        .filter(|one| one.verdict != CourtVerdict::NotAssessable && one.coverage < 100)
        .map(|one| format!("part of {} ({} % could be told)", one.name, one.coverage))
        .collect();
    let mut parts = unread(report);
    if open.len() + in_part.len() <= MOST_NAMES {
        parts.extend(open.into_iter().chain(in_part));
    } else {
        let (open, in_part) = (open.len() as u64, in_part.len() as u64);
        let criteria = |count| counted(count, "criterion", "criteria");
        parts.extend((0 < open).then(|| criteria(open)));
        parts.extend((0 < in_part).then(|| format!("parts of {}", criteria(in_part))));
    }
    let open =
        (!parts.is_empty()).then(|| format!("not assessed, and so no pass: {}", listed(parts)));
    let groups: Vec<String> = report.not_read.iter().map(not_read::words).collect();
    let unread = (!groups.is_empty()).then(|| format!("not read: {}", listed(groups)));
    let count = not_read::not_seen(report).len() as u64;
    let unseen = (0 < count).then(|| {
        let checks = counted(count, "check", "checks");
        format!("looked for and not seen, which changes no score: {checks}")
    });
    let all: Vec<String> = [open, unread, unseen].into_iter().flatten().collect();
    (!all.is_empty()).then(|| format!("{}.", capital(&all.join("; "))))
}

/// Parts of the submission that were not looked at, those of one reason together.
fn unread(report: &CourtReport) -> Vec<String> {
    let submission = &report.submission;
    let parts = [
        ("the repository", &submission.repo),
        ("its history", &submission.history),
        ("the paper", &submission.docs),
        ("its pictures", &submission.vision),
    ];
    let of = |why: &str, is_so: fn(&ArtifactAvailability) -> bool| {
        let parts = parts.iter().filter(|(_, state)| is_so(state));
        let parts: Vec<String> = parts.map(|(part, _)| (*part).to_owned()).collect();
        (!parts.is_empty()).then(|| format!("{} ({why})", listed(parts)))
    };
    let given = of("not given", |state| matches!(state, ArtifactAvailability::NotGiven));
    let read =
        of("could not be read", |state| matches!(state, ArtifactAvailability::Unreadable(_)));
    read.into_iter().chain(given).collect()
}
