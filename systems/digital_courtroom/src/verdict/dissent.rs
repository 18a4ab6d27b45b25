//! The dissent in words: who gave what on which evidence, why they differ, how it ended.

use std::collections::BTreeSet;

use crate::{
    english_phrases::{counted, first_sentence, listed},
    model::{CheckAspect, CheckOutcome, CheckResult, Persona},
    verdict::criterion_state::{CriterionState, WeightedOpinion},
};

/// Citations named for one persona.
const SHOWN: usize = 8;

pub(crate) fn told(hearing: &CriterionState<'_>, wide: u8) -> String {
    let scores = hearing
        .voices
        .iter()
        .map(|voice| format!("{} gave {}", voice.persona.title(), voice.opinion.score));
    let cited = hearing.voices.iter().map(|voice| {
        let names = hearing.index.names(&voice.opinion.cited_evidence);
        format!("{} cited {}", voice.persona.title(), shown(names))
    });
    let mut said = vec![
        format!(
            "The opinions lie {} apart: {}.",
            counted(wide.into(), "point"),
            listed(scores)
        ),
        format!("{}.", cited.collect::<Vec<_>>().join("; ")),
    ];
    said.extend(alone(hearing));
    said.extend(reasons(hearing));
    said.extend(extremes(hearing));
    said.push(ending(hearing));
    said.join(" ")
}

fn shown(names: Vec<String>) -> String {
    let more = names.len().saturating_sub(SHOWN);
    let words = names.into_iter().take(SHOWN).collect::<Vec<_>>().join(", ");
    match (words.is_empty(), more) {
        (true, _) => "nothing".to_owned(),
        (false, 0) => words,
        (false, more) => format!("{words} and {more} more"),
    }
}

/// What only one of them relies on.
fn alone(hearing: &CriterionState<'_>) -> Vec<String> {
    let names = |voice: &WeightedOpinion<'_>| -> BTreeSet<String> {
        hearing
            .index
            .names(&voice.opinion.cited_evidence)
            .into_iter()
            .collect()
    };
    let only = |voice: &WeightedOpinion<'_>| {
        let others: BTreeSet<String> = hearing
            .voices
            .iter()
            .filter(|other| other.persona != voice.persona)
            .flat_map(names)
            .collect();
        let own = hearing.index.names(&voice.opinion.cited_evidence);
        let own: Vec<String> = own.into_iter().filter(|name| !others.contains(name)).collect();
        let words =
            format!("Only the {} relies on {}.", voice.persona.title(), shown(own.clone()));
        (!own.is_empty()).then_some(words)
    };
    hearing.voices.iter().filter_map(only).collect()
}

/// What in the results leaves room for different readings.
fn reasons(hearing: &CriterionState<'_>) -> Vec<String> {
    let named = |outcome: CheckOutcome| -> Vec<String> {
        let with = hearing.results.iter().filter(|result| result.outcome == outcome);
        with.map(|result| quoted(result)).collect()
    };
    let (partly, unknown) = (named(CheckOutcome::Partly), named(CheckOutcome::NotAssessable));
    let mut said = Vec::new();
    if !partly.is_empty() {
        said.push(format!(
            "Met in part: {}; a strict reading counts the gap, a charitable one what is there.",
            listed(partly)
        ));
    }
    if !unknown.is_empty() {
        said.push(format!(
            "Not assessable: {}; a strict reading counts this as not met, a charitable one \
             leaves it out.",
            listed(unknown)
        ));
    }
    said.extend(functional(hearing));
    said
}

/// The Tech Lead looks at function and architecture, where the picture may be another.
fn functional(hearing: &CriterionState<'_>) -> Option<String> {
    let lead = hearing.voices.iter().any(|voice| voice.persona == Persona::TechLead);
    let own = |one: &&CheckResult| {
        matches!(one.aspect, CheckAspect::Function | CheckAspect::Architecture)
    };
    let looked: Vec<&CheckResult> = hearing.assessed().filter(own).collect();
    let met = looked.iter().filter(|one| one.outcome == CheckOutcome::Met).count();
    let apart = !looked.is_empty() && looked.len() < hearing.results.len();
    (lead && apart).then(|| {
        let all = counted(looked.len(), "check");
        format!(
            "Of {all} on function and architecture, to which the Tech Lead looks, {met} met."
        )
    })
}

fn quoted(result: &CheckResult) -> String {
    match result.outcome {
        CheckOutcome::Partly => format!("`{}` ({} %)", result.check_id, result.degree),
        _ => format!("`{}`", result.check_id),
    }
}

/// What the lowest and the highest say first.
fn extremes(hearing: &CriterionState<'_>) -> Vec<String> {
    let lowest = hearing.voices.iter().min_by_key(|voice| voice.opinion.score);
    let highest = hearing.voices.iter().rev().max_by_key(|voice| voice.opinion.score);
    let said = |voice: &WeightedOpinion<'_>| {
        let first = first_sentence(&voice.opinion.argument);
        format!("{}: “{first}”", voice.persona.title())
    };
    [lowest, highest].into_iter().flatten().map(said).collect()
}

fn ending(hearing: &CriterionState<'_>) -> String {
    let score = hearing
        .score
        .map_or("no score".to_owned(), |score| format!("{score} of 5"));
    let decided = hearing.trace.iter().rev().find(|fired| fired.rule == "variance");
    let how = decided.map_or("by weighted mean", |_| "by weighted median");
    let verdict = hearing.verdict().word();
    format!("Settled {how} at {score}, {verdict}.")
}
