//! What a success criterion says: a small grammar in English, Portuguese and French.
//!
//! `Mentions Art. 49 in the first sentence`, `cita "sete dias" no resumo`, `≤5 steps`, `au plus 5
//! étapes`, `between 2 and 3 follow-ups`, `does not mention Art. 18`. What has a word too many is
//! not understood, rather than understood in part.

use std::ops::Range;

use jurat_text::tokens::words;

use super::criterion_phrases::{
    AVOIDS, BOUNDS, CountComparison, CountTarget, CriterionScope, FILLERS, NEGATIONS, PLACES,
    RANGE_WORDS, SUMMARY_WORDS, UNITS, VERBS,
};
use crate::audit::{
    ProvisionMention,
    content_words::{number, plain},
};

/// A criterion that can be checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum SuccessCriterion {
    /// Something is said, or not said, at a place.
    Mentions { what: Vec<MentionTarget>, place: CriterionScope, negated: bool },
    /// There are so many of something.
    Count { of: CountTarget, place: CriterionScope, min: u64, max: u64 },
}

/// What is to be said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum MentionTarget {
    Provision(Box<ProvisionMention>),
    /// Words in quotation marks, as they are.
    Phrase(String),
    /// A word, in any form.
    Word(String),
}

/// Bytes of a criterion that are read.
const LONGEST: usize = 400;
/// Words outside names and quotes that may be looked for.
const MOST_WORDS: usize = 4;

/// What a criterion says, if it is understood.
pub(super) fn criterion(text: &str) -> Option<SuccessCriterion> {
    if LONGEST < text.len() {
        return None;
    }
    let text = spelt(text);
    let mut tokens = CriterionTokens::of(&text);
    let place = tokens.take_place();
    if let Some(negated) = tokens.take_verb() {
        return mentions(&text, tokens, place, negated);
    }
    count(&text, tokens, place)
}

/// Signs of comparison as words.
fn spelt(text: &str) -> String {
    [
        ("<=", " at most "),
        ("=<", " at most "),
        ("≤", " at most "),
        (">=", " at least "),
        ("≥", " at least "),
        ("<", " fewer than "),
        (">", " more than "),
        ("=", " exactly "),
    ]
    .iter()
    .fold(text.to_owned(), |text, (sign, words)| text.replace(sign, words))
}

/// The words of a criterion in small letters without accents; those that are understood are taken
/// out one by one.
struct CriterionTokens {
    all: Vec<(Range<usize>, String)>,
}

impl CriterionTokens {
    fn of(text: &str) -> Self {
        let word = |range: Range<usize>| (range.clone(), plain(&text[range].to_lowercase()));
        Self { all: words(text).map(word).collect() }
    }

    /// Takes out a phrase, if it is there.
    fn take(&mut self, phrase: &str) -> Option<usize> {
        let wanted: Vec<&str> = phrase.split(' ').collect();
        let same = |window: &[(Range<usize>, String)]| {
            window.iter().zip(&wanted).all(|((_, word), wanted)| word == wanted)
        };
        let at = self.all.windows(wanted.len()).position(same)?;
        self.all.drain(at..at + wanted.len());
        Some(at)
    }

    fn take_place(&mut self) -> CriterionScope {
        for (phrases, place) in &PLACES {
            if phrases.iter().any(|phrase| self.take(phrase).is_some()) {
                return *place;
            }
        }
        CriterionScope::Anywhere
    }

    /// Takes out a verb of saying with its negation: whether it is negated.
    fn take_verb(&mut self) -> Option<bool> {
        if AVOIDS.iter().any(|verb| self.take(verb).is_some()) {
            return Some(true);
        }
        let at = VERBS.iter().find_map(|verb| self.take(verb))?;
        let (before, after) = self.all.split_at(at.min(self.all.len()));
        let is_no = |(_, word): &(Range<usize>, String)| NEGATIONS.contains(word);
        let negated = before.iter().any(is_no) || after.first().is_some_and(is_no);
        self.all.retain(|token| !is_no(token));
        Some(negated)
    }

    fn drop_fillers(&mut self) {
        self.all.retain(|(_, word)| !FILLERS.contains(word));
    }

    fn drop_within(&mut self, ranges: &[Range<usize>]) {
        let inside = |at: usize| ranges.iter().any(|range| range.contains(&at));
        self.all.retain(|(range, _)| !inside(range.start));
    }
}

fn mentions(
    text: &str,
    mut tokens: CriterionTokens,
    place: CriterionScope,
    negated: bool,
) -> Option<SuccessCriterion> {
    let mut what = Vec::new();
    let quoted = quoted(text);
    tokens.drop_within(&quoted);
    what.extend(
        quoted
            .iter()
            .map(|range| MentionTarget::Phrase(text[range.clone()].to_owned())),
    );
    let in_quotes = |at: usize| quoted.iter().any(|range| range.contains(&at));
    for provision in ProvisionMention::all(text) {
        if !in_quotes(provision.span.start) {
            tokens.drop_within(std::slice::from_ref(&provision.whole));
            what.push(MentionTarget::Provision(Box::new(provision)));
        }
    }
    tokens.drop_fillers();
    if MOST_WORDS < tokens.all.len() {
        return None;
    }
    what.extend(
        tokens
            .all
            .into_iter()
            .map(|(range, _)| MentionTarget::Word(text[range].to_lowercase())),
    );
    (!what.is_empty()).then_some(SuccessCriterion::Mentions { what, place, negated })
}

/// What stands in quotation marks.
fn quoted(text: &str) -> Vec<Range<usize>> {
    let mut ranges = Vec::new();
    let mut open: Option<usize> = None;
    for (at, c) in text.char_indices() {
        match open {
            Some(start) if matches!(c, '"' | '”' | '»' | '“') => {
                if start < at {
                    ranges.push(start..at);
                }
                open = None;
            }
            None if matches!(c, '"' | '“' | '«') => open = Some(at + c.len_utf8()),
            _ => {}
        }
    }
    ranges
}

fn count(
    text: &str,
    mut tokens: CriterionTokens,
    place: CriterionScope,
) -> Option<SuccessCriterion> {
    let of = UNITS
        .iter()
        .find(|(names, _)| names.iter().any(|name| tokens.take(name).is_some()))
        .map(|(_, of)| *of)?;
    let bound = BOUNDS
        .iter()
        .find(|(phrases, _)| phrases.iter().any(|phrase| tokens.take(phrase).is_some()))
        .map(|(_, bound)| *bound);
    let place = if place == CriterionScope::Anywhere { tokens.take_subject() } else { place };
    tokens.drop_fillers();
    let numbers: Option<Vec<u64>> = tokens.all.iter().map(|(_, word)| number(word)).collect();
    let (min, max) = match (bound, numbers?.as_slice()) {
        (Some(CountComparison::Most), [most]) => (0, *most),
        (Some(CountComparison::Below), [most]) => (0, most.checked_sub(1)?),
        (Some(CountComparison::Least), [least]) => (*least, u64::MAX),
        (Some(CountComparison::Above), [least]) => (least + 1, u64::MAX),
        (Some(CountComparison::Exact), [exact]) => (*exact, *exact),
        (Some(CountComparison::Between), [least, most]) => (*least, *most),
        (None, [least, most]) if ranged(text, &tokens) => (*least, *most),
        _ => return None,
    };
    (min <= max).then_some(SuccessCriterion::Count { of, place, min, max })
}

impl CriterionTokens {
    /// `the summary has …`.
    fn take_subject(&mut self) -> CriterionScope {
        if SUMMARY_WORDS.iter().any(|word| self.take(word).is_some()) {
            CriterionScope::Summary
        } else {
            CriterionScope::Anywhere
        }
    }
}

/// Whether two numbers are joined as a range: `2–3`, `2 to 3`.
fn ranged(text: &str, tokens: &CriterionTokens) -> bool {
    let [(one, _), (two, _)] = tokens.all.as_slice() else { return false };
    let gap = text.get(one.end..two.start).unwrap_or_default().trim();
    matches!(gap, "-" | "–" | "—") || RANGE_WORDS.contains(gap)
}

#[cfg(test)]
mod tests {
    use super::{CountTarget, CriterionScope, MentionTarget, SuccessCriterion, criterion};

    #[track_caller]
    fn count(text: &str, of: CountTarget, place: CriterionScope, min: u64, max: u64) {
        assert_eq!(
            criterion(text),
            Some(SuccessCriterion::Count { of, place, min, max }),
            "{text:?}"
        );
    }

    #[track_caller]
    fn says(text: &str, expected: &[&str], place: CriterionScope, negated: bool) {
        let found = criterion(text);
        assert!(
            matches!(found, Some(SuccessCriterion::Mentions { .. })),
            "{text:?}: {found:?}"
        );
        let Some(SuccessCriterion::Mentions { what, place: found, negated: no }) = found else {
            return;
        };
        let what: Vec<String> = what
            .into_iter()
            .map(|one| match one {
                MentionTarget::Provision(provision) => provision.to_string(),
                MentionTarget::Phrase(words) | MentionTarget::Word(words) => words,
            })
            .collect();
        assert_eq!(
            (what.iter().map(String::as_str).collect::<Vec<_>>(), found, no),
            (expected.to_vec(), place, negated),
            "{text:?}"
        );
    }

    #[test]
    fn counts_in_three_languages() {
        count("≤5 steps", CountTarget::Steps, CriterionScope::Anywhere, 0, 5);
        count("steps <= 5", CountTarget::Steps, CriterionScope::Anywhere, 0, 5);
        count("At most five steps", CountTarget::Steps, CriterionScope::Anywhere, 0, 5);
        count("no máximo 5 passos", CountTarget::Steps, CriterionScope::Anywhere, 0, 5);
        count("até cinco passos", CountTarget::Steps, CriterionScope::Anywhere, 0, 5);
        count("au plus 5 étapes", CountTarget::Steps, CriterionScope::Anywhere, 0, 5);
        count("fewer than 6 steps", CountTarget::Steps, CriterionScope::Anywhere, 0, 5);
        count(
            "at least 2 sources",
            CountTarget::Sources,
            CriterionScope::Anywhere,
            2,
            u64::MAX,
        );
        count("2–3 follow-ups", CountTarget::FollowUps, CriterionScope::Anywhere, 2, 3);
        count(
            "entre 2 e 3 frases no resumo",
            CountTarget::Sentences,
            CriterionScope::Summary,
            2,
            3,
        );
        count(
            "the summary has at most 5 lines",
            CountTarget::Lines,
            CriterionScope::Summary,
            0,
            5,
        );
    }

    #[test]
    fn mentions_in_three_languages() {
        says(
            "Mentions Art. 49 in the first sentence",
            &["Art. 49"],
            CriterionScope::FirstSentence,
            false,
        );
        says(
            "Menciona o Art. 49 na primeira frase",
            &["Art. 49"],
            CriterionScope::FirstSentence,
            false,
        );
        says("Cite l’article 49 dans le résumé", &["Art. 49"], CriterionScope::Summary, false);
        says("cita \"sete dias\" no resumo", &["sete dias"], CriterionScope::Summary, false);
        says("Does not mention Art. 18", &["Art. 18"], CriterionScope::Anywhere, true);
        says("não menciona o art. 18", &["Art. 18"], CriterionScope::Anywhere, true);
        says("ne mentionne pas l’article 18", &["Art. 18"], CriterionScope::Anywhere, true);
        says("Names the deadline", &["deadline"], CriterionScope::Anywhere, false);
    }

    #[test]
    fn what_has_a_word_too_many_is_not_understood() {
        for text in [
            "Is friendly",
            "≤5 steps that a child can follow",
            "steps",
            "at most steps",
            "5 steps",
            "",
            "Mentions every exception that could apply in practice to online sales",
        ] {
            assert_eq!(criterion(text), None, "{text:?}");
        }
    }
}
