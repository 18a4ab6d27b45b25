//! What to do about a criterion that did not pass: where, what, and who said so.

use std::cmp::Reverse;

use crate::{
    english_phrases::{first_sentence, unended},
    model::{CheckResult, CourtVerdict, CriterionRemediation, Evidence, RemediationFile},
    verdict::{criterion_state::CriterionState, rules::security_cap::counts},
};

/// Places that a remediation names.
const MOST_FILES: usize = 20;
/// Steps that it names.
const MOST_STEPS: usize = 20;

pub(crate) fn remediation(
    hearing: &CriterionState<'_>,
    verdict: CourtVerdict,
) -> Option<CriterionRemediation> {
    let gaps = worst_first(&hearing.results);
    let wanted = match verdict {
        CourtVerdict::Pass => false,
        CourtVerdict::Partial | CourtVerdict::Fail => true,
        CourtVerdict::NotAssessable => !gaps.is_empty(),
    };
    wanted.then(|| CriterionRemediation {
        criterion_id: hearing.criterion.id.clone(),
        files: files(hearing, &gaps),
        architecture_hint: hearing.criterion.success_pattern.clone(),
        steps: steps(hearing, &gaps),
        recommended: recommended(hearing),
    })
}

/// Results that are not met, or only in part, the worst first.
pub(crate) fn worst_first<'a>(results: &[&'a CheckResult]) -> Vec<&'a CheckResult> {
    let gaps = results.iter().copied().filter(|one| one.outcome.is_open());
    let mut gaps: Vec<&CheckResult> = gaps.collect();
    gaps.sort_by_key(|one| {
        (Reverse(one.severity), Reverse(one.outcome), Reverse(one.weight), one.degree)
    });
    gaps
}

fn files(hearing: &CriterionState<'_>, gaps: &[&CheckResult]) -> Vec<RemediationFile> {
    let mut files: Vec<RemediationFile> = Vec::new();
    for gap in gaps {
        let found = gap.evidence.iter().filter_map(|id| hearing.index.evidence(id));
        let found = found.filter(|one| gap.shows_where(one));
        let mut places: Vec<RemediationFile> = found.filter_map(place).collect();
        places.sort();
        for place in places {
            if !files.contains(&place) && files.len() < MOST_FILES {
                files.push(place);
            }
        }
    }
    files
}

fn place(evidence: &Evidence) -> Option<RemediationFile> {
    (!evidence.location.path.is_empty()).then(|| evidence.into())
}

fn steps(hearing: &CriterionState<'_>, gaps: &[&CheckResult]) -> Vec<String> {
    let mut steps: Vec<String> = Vec::new();
    let findings = gaps.iter().flat_map(|gap| finding_steps(hearing, gap));
    for step in gaps.iter().map(|gap| step(gap)).chain(findings) {
        if !steps.contains(&step) && steps.len() < MOST_STEPS {
            steps.push(step);
        }
    }
    steps
}

fn step(gap: &CheckResult) -> String {
    if !gap.remediation.trim().is_empty() {
        return gap.remediation.trim().to_owned();
    }
    match (unended(&gap.description), unended(&gap.expected)) {
        ("", expected) => format!("Meet the check `{}`: {expected}.", gap.check_id),
        (what, "") => format!("Meet the check `{}`: {what}.", gap.check_id),
        (what, expected) => {
            format!("Meet the check `{}`: {what}, {expected}.", gap.check_id)
        }
    }
}

fn finding_steps(hearing: &CriterionState<'_>, gap: &CheckResult) -> Vec<String> {
    let found = gap.evidence.iter().filter_map(|id| hearing.index.evidence(id));
    let mut found: Vec<&Evidence> = found.filter(|one| counts(one)).collect();
    found.sort_by(|a, b| a.location.cmp(&b.location).then_with(|| a.id.cmp(&b.id)));
    let step = |one: &Evidence| {
        let finding = one.fact.security()?;
        Some(format!("{} ({}).", unended(&finding.remediation), one.location))
    };
    found.into_iter().filter_map(step).collect()
}

/// `Prosecutor recommended: …`, of every opinion that counts. Whoever would let it pass recommends
/// nothing: what they say first is praise.
fn recommended(hearing: &CriterionState<'_>) -> Vec<String> {
    let said = |argument: &str| first_sentence(argument);
    let pass = hearing.case.rubric.synthesis.pass;
    hearing
        .standing()
        .filter(|voice| voice.opinion.score < pass)
        .map(|voice| (voice.persona.title(), said(&voice.opinion.argument)))
        .filter(|(_, said)| !said.is_empty())
        .map(|(title, said)| format!("{title} recommended: {said}"))
        .collect()
}
