//! The opinions on a criterion in one text: what they share is said once, then where they part.
//!
//! Words that a model wrote are its own and stand apart, as do those of whoever sat beside it.

use super::highlights::{and_more, few, open, unended};
use crate::{
    english_phrases::{first_sentence, listed},
    model::{
        CheckAspect, CheckOutcome, CheckResult, CriterionResult, EvidenceId, Opinion, Persona,
    },
};

/// Checks that speak for something or against it, and are named.
const NAMED: usize = 3;
/// How the ids of histories begin.
const HISTORY: &str = "ev:git.history:";

/// Whose opinions they are, and what they say.
pub(super) struct OpinionText {
    /// `Prosecutor 3, Defense 5 and Tech Lead 4 of 5`.
    pub(super) lead: String,
    pub(super) words: String,
}

/// All opinions in one text; none where fewer than two are there, a model wrote one of them, or all
/// checks are met and one speaks for all.
pub(super) fn together(result: &CriterionResult) -> Option<OpinionText> {
    let opinions = &result.opinions;
    let by_model = opinions.iter().any(|one| one.model.is_some());
    if opinions.len() < 2 || by_model || open(result).is_empty() {
        return None;
    }
    let scores = opinions
        .iter()
        .map(|one| format!("{} {}", one.judge.title(), one.score));
    let mut sentences = recommended(opinions);
    sentences.extend(charged(opinions));
    sentences.extend(named("Against it", &result.unmet()));
    sentences.extend(named("For it", &met(result)));
    sentences.push(parting(result));
    Some(OpinionText {
        lead: format!("{} of 5", listed(scores)),
        words: sentences.join(" "),
    })
}

/// What each recommends; those who recommend the same do so together.
fn recommended(opinions: &[Opinion]) -> Vec<String> {
    let mut said: Vec<(String, Vec<&str>)> = Vec::new();
    for one in opinions {
        let first = first_sentence(&one.argument);
        match said.iter_mut().find(|(words, _)| *words == first) {
            Some((_, who)) => who.push(one.judge.title()),
            None => said.push((first, vec![one.judge.title()])),
        }
    }
    match said.as_slice() {
        [(words, _)] => vec![words.clone()],
        several => {
            let line = |(words, who): &(String, Vec<&str>)| {
                format!("{}: {words}", listed(who.iter().map(|name| (*name).to_owned())))
            };
            several.iter().map(line).collect()
        }
    }
}

fn charged(opinions: &[Opinion]) -> Option<String> {
    let charges: Vec<String> =
        opinions.iter().flat_map(|one| one.charges.iter().cloned()).collect();
    (!charges.is_empty()).then(|| format!("The Prosecutor charges {}.", listed(charges)))
}

fn named(lead: &str, checks: &[&CheckResult]) -> Option<String> {
    let (shown, left) = few(checks, NAMED);
    let name = |one: &&CheckResult| {
        let degree = match one.outcome {
            CheckOutcome::Partly => format!(" (to {} per cent)", one.degree),
            _ => String::new(),
        };
        format!("“{}”{degree}", unended(&one.description))
    };
    let names: Vec<String> = shown.iter().map(name).collect();
    (!names.is_empty()).then(|| format!("{lead}: {}{}.", names.join(", "), and_more(left)))
}

fn met(result: &CriterionResult) -> Vec<&CheckResult> {
    let met = |one: &&CheckResult| one.outcome == CheckOutcome::Met;
    result.checks.iter().filter(met).collect()
}

/// What each goes by, where they come to different scores.
fn parting(result: &CriterionResult) -> String {
    let opinions = &result.opinions;
    if opinions.iter().all(|one| one.score == opinions[0].score) {
        return "Strictly, charitably and by what works it comes to the same.".to_owned();
    }
    let reason = |one: &Opinion| match one.judge {
        Persona::Prosecutor => "the Prosecutor goes by what is against it".to_owned(),
        Persona::Defense => {
            let is_history = |id: &EvidenceId| id.as_str().starts_with(HISTORY);
            let work = if one.cited_evidence.iter().any(is_history) {
                " and by the work that the history shows"
            } else {
                ""
            };
            format!("the Defense by what is there or comes near{work}")
        }
        Persona::TechLead => format!("the Tech Lead by what works{}", functional(result)),
    };
    let reasons: Vec<String> = opinions.iter().map(reason).collect();
    format!("They part: {}.", reasons.join(", "))
}

/// ` (2 of 3 such checks are met)`, of checks of function and architecture.
fn functional(result: &CriterionResult) -> String {
    let told = |one: &&CheckResult| {
        matches!(one.aspect, CheckAspect::Function | CheckAspect::Architecture)
            && one.outcome != CheckOutcome::NotAssessable
    };
    let told: Vec<&CheckResult> = result.checks.iter().filter(told).collect();
    let met = told.iter().filter(|one| one.outcome == CheckOutcome::Met).count();
    match told.len() {
        0 => String::new(),
        all => format!(" ({met} of {all} checks of it met)"),
    }
}
