//! Names that the evidence does not have, or another one in their place.

use std::ops::Range;

use jurat_text::Language;

use super::{ComparedText, GroundingDifference, SentenceComparison};
use crate::grounding::{
    evidence_index::NOVEL,
    lexicon::{LexicalClass, key, weight},
};

/// The share of a sentence that the nearest must have before another name in it counts.
const VERBATIM: f64 = 0.75;

/// Bytes of the evidence in which the words of an acronym are looked for.
const SPELT_OUT: usize = 65_536;

/// Finds names that differ.
pub(super) fn differ(compared: &SentenceComparison<'_>, found: &mut Vec<GroundingDifference>) {
    let said = &compared.said;
    // German writes every noun with a capital; so do titles.
    if compared.evidence.language == Language::German || is_title(said) {
        return;
    }
    for run in runs(said) {
        let missing = run.clone().any(|at| is_missing(compared, at));
        let other = other(compared, &run);
        let swapped = VERBATIM <= compared.alignment
            && other.is_some()
            && run.clone().all(|at| is_away(compared, at));
        if missing || swapped {
            found.push(GroundingDifference::Entity {
                said: said.said(run.start, run.end - 1),
                nearest: other,
                span: said.span(run.start, run.end - 1),
            });
        }
    }
}

/// Words with capitals that stand together.
fn runs(side: &ComparedText<'_>) -> Vec<Range<usize>> {
    let named =
        |at: usize| side.tokens[at].name && side.tokens[at].sort == LexicalClass::Content;
    let mut runs: Vec<Range<usize>> = Vec::new();
    for at in (0..side.tokens.len()).filter(|at| named(*at)) {
        match runs.last_mut() {
            Some(run) if run.end == at && joined(side, at) => run.end = at + 1,
            _ => runs.push(at..at + 1),
        }
    }
    runs
}

/// Whether nothing parts a word from the one before it.
fn joined(side: &ComparedText<'_>, at: usize) -> bool {
    let between = &side.text[side.words[at - 1].range.end..side.words[at].range.start];
    matches!(between, " " | "-" | ". " | "’" | "'" | "\u{a0}")
}

/// Whether most words begin with a capital.
fn is_title(side: &ComparedText<'_>) -> bool {
    let content = side.tokens.iter().filter(|token| token.sort == LexicalClass::Content);
    let (named, all) =
        content.fold((0, 0), |(named, all), token| (named + usize::from(token.name), all + 1));
    4 <= all && all * 2 < named * 3
}

/// A word of a name that no evidence has, in no form.
fn is_missing(compared: &SentenceComparison<'_>, at: usize) -> bool {
    let (said, evidence) = (&compared.said, compared.evidence);
    let token = &said.tokens[at];
    let common = weight(&key(&token.lower, evidence.language), evidence.language) < 1.0;
    said.ids[at] == NOVEL
        && !said.asked[at]
        && !common
        && !evidence.akin(&token.lower)
        && !is_calendar(&token.lower)
        && !is_spelt_out(compared, at)
}

/// A word of a name that is known, but not from the nearest sentences.
fn is_away(compared: &SentenceComparison<'_>, at: usize) -> bool {
    let id = compared.said.ids[at];
    !compared.near.iter().any(|side| side.ids.contains(&id))
        && !is_calendar(&compared.said.tokens[at].lower)
}

/// The first name of the nearest sentence of which the sentence has no word.
fn other(compared: &SentenceComparison<'_>, run: &Range<usize>) -> Option<String> {
    let (said, near) = (&compared.said, compared.near.first()?);
    let strange = |run: &Range<usize>| {
        run.clone().all(|at| {
            let id = near.ids.get(at).copied().unwrap_or(NOVEL);
            !said.ids.contains(&id) && !is_calendar(&near.tokens[at].lower)
        })
    };
    let mut names = runs(near);
    // A name of as many words is the likelier one.
    names.sort_by_key(|name| name.len().abs_diff(run.len()));
    let name = names.into_iter().find(strange)?;
    // The first word of a sentence has a capital anyway, so it begins no run by itself.
    let opens =
        name.start == 1 && near.tokens[0].sort == LexicalClass::Content && joined(near, 1);
    let start = if opens { 0 } else { name.start };
    Some(near.said(start, name.end - 1))
}

/// Whether an acronym's letters begin words that stand together in the nearest passage.
fn is_spelt_out(compared: &SentenceComparison<'_>, at: usize) -> bool {
    let written = &compared.said.text[compared.said.words[at].range.clone()];
    let letters = written.chars().all(char::is_uppercase) && 2 <= written.chars().count();
    if !letters {
        return false;
    }
    compared.evidence.passages.iter().take(16).any(|passage| {
        let passage = &passage[..passage.floor_char_boundary(SPELT_OUT)];
        let initials: String = passage
            .split(|c: char| !c.is_alphanumeric())
            .filter_map(|word| word.chars().next())
            .filter(|first| first.is_uppercase())
            .collect();
        initials.contains(written)
    })
}

fn is_calendar(lower: &str) -> bool {
    const NAMES: [&str; 19] = [
        "monday",
        "tuesday",
        "wednesday",
        "thursday",
        "friday",
        "saturday",
        "sunday",
        "january",
        "february",
        "march",
        "april",
        "may",
        "june",
        "july",
        "august",
        "september",
        "october",
        "november",
        "december",
    ];
    NAMES.contains(&lower)
}
