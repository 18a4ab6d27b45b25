//! Why a criterion came to its verdict, in a few sentences.

use crate::{
    english_phrases::{counted, listed, unended},
    model::{CheckOutcome, CheckResult, CourtVerdict},
    verdict::{criterion_state::CriterionState, remediation::worst_first},
};

/// Gaps that a summary names.
const SHOWN: usize = 3;
/// Evidence named beside one check.
const MARKS: usize = 4;

pub(crate) fn summary(hearing: &CriterionState<'_>, verdict: CourtVerdict) -> String {
    let mut sentences = vec![first(hearing, verdict)];
    if !hearing.results.is_empty() {
        sentences.push(checks(hearing));
    }
    if !hearing.given.is_empty() {
        let scores = hearing.voices.iter().map(|voice| {
            let title = voice.persona.title();
            match (voice.standing, voice.opinion.score == voice.score) {
                (false, _) => format!("{title} {} (does not count)", voice.opinion.score),
                (true, true) => format!("{title} {}", voice.score),
                (true, false) => {
                    format!("{title} {} (counts as {})", voice.opinion.score, voice.score)
                }
            }
        });
        sentences.push(format!("Opinions: {}.", listed(scores)));
    }
    let gaps = worst_first(&hearing.results);
    if verdict != CourtVerdict::Pass && !gaps.is_empty() {
        let shown = gaps.iter().take(SHOWN).map(|gap| seen(hearing, gap));
        sentences.push(format!("Gaps: {}.", shown.collect::<Vec<_>>().join("; ")));
    }
    sentences.join(" ")
}

/// What a check saw, with its evidence: `fan-out: 0 fan-outs, at least 2 expected [repo#3]`.
pub(crate) fn seen(hearing: &CriterionState<'_>, result: &CheckResult) -> String {
    let what = match unended(&result.description) {
        "" => format!("`{}`", result.check_id),
        description => description.to_owned(),
    };
    let (observed, expected) = (unended(&result.observed), unended(&result.expected));
    let said = match (observed.is_empty(), expected.is_empty()) {
        (false, false) => format!("{what}: {observed}, {expected} expected"),
        (false, true) => format!("{what}: {observed}"),
        (true, false) => format!("{what}: {expected} expected"),
        (true, true) => what,
    };
    let marks = hearing.index.names(&result.evidence);
    if marks.is_empty() {
        return said;
    }
    let shown: Vec<String> = marks.into_iter().take(MARKS).collect();
    format!("{said} [{}]", shown.join(", "))
}

fn first(hearing: &CriterionState<'_>, verdict: CourtVerdict) -> String {
    match (verdict, hearing.score) {
        (CourtVerdict::NotAssessable, _) | (_, None) => {
            let why = hearing
                .trace
                .iter()
                .rev()
                .find(|fired| fired.did.starts_with("not assess"));
            let why = why.map_or("no score was given", |fired| fired.saw.as_str());
            format!("Not assessable: {why}.")
        }
        (verdict, Some(score)) => format!("{} with {score} of 5.", verdict.word()),
    }
}

fn checks(hearing: &CriterionState<'_>) -> String {
    let count = |outcome| {
        let with = hearing.results.iter().filter(|result| result.outcome == outcome);
        with.count()
    };
    let all = counted(hearing.results.len(), "check");
    let parts = [
        (count(CheckOutcome::Met), "met"),
        (count(CheckOutcome::Partly), "met in part"),
        (count(CheckOutcome::Unmet), "not met"),
        (count(CheckOutcome::NotAssessable), "not assessable"),
    ];
    let parts = parts.into_iter().filter(|(count, _)| 0 < *count);
    let parts = parts.map(|(count, word)| format!("{count} {word}"));
    format!("Of {all}: {}; {} % by weight could be told.", listed(parts), hearing.coverage())
}
