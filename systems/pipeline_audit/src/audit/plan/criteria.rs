//! What a success criterion says: a small grammar in English, Portuguese and French.
//!
//! `Mentions Art. 49 in the first sentence`, `cita "sete dias" no resumo`, `≤5 steps`, `au plus 5
//! étapes`, `between 2 and 3 follow-ups`, `does not mention Art. 18`. What has a word too many is
//! not understood, rather than understood in part.

use std::ops::Range;

use jurat_text::tokens::words;

use super::phrases::{AVOIDS, BOUNDS, FILLERS, Limit, NEGATIONS, PLACES, UNITS, VERBS};
use crate::audit::{
    Provision,
    words::{number, plain},
};

/// A criterion that can be checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Criterion {
    /// Something is said, or not said, at a place.
    Mentions { what: Vec<What>, place: Place, negated: bool },
    /// There are so many of something.
    Count { of: Counted, place: Place, min: u64, max: u64 },
}

/// What is to be said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum What {
    /// A provision.
    Provision(Box<Provision>),
    /// Words in quotation marks, as they are.
    Phrase(String),
    /// A word, in any form.
    Word(String),
}

/// Where.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Anywhere,
    FirstSentence,
    FirstText,
    Summary,
    Steps,
    LegalBasis,
}

/// What is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Counted {
    Steps,
    Sentences,
    Words,
    Lines,
    FollowUps,
    Quiz,
    Glossary,
    Sources,
    LegalBasis,
}

/// Bytes of a criterion that are read.
const LONGEST: usize = 400;
/// Words outside names and quotes that may be looked for.
const MOST_WORDS: usize = 4;

/// What a criterion says, if it is understood.
pub(super) fn criterion(text: &str) -> Option<Criterion> {
    if LONGEST < text.len() {
        return None;
    }
    let text = spelt(text);
    let mut tokens = Tokens::of(&text);
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
struct Tokens {
    all: Vec<(Range<usize>, String)>,
}

impl Tokens {
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

    fn take_place(&mut self) -> Place {
        for (phrases, place) in PLACES {
            if phrases.iter().any(|phrase| self.take(phrase).is_some()) {
                return *place;
            }
        }
        Place::Anywhere
    }

    /// Takes out a verb of saying with its negation: whether it is negated.
    fn take_verb(&mut self) -> Option<bool> {
        if AVOIDS.iter().any(|verb| self.take(verb).is_some()) {
            return Some(true);
        }
        let at = VERBS.iter().find_map(|verb| self.take(verb))?;
        let (before, after) = self.all.split_at(at.min(self.all.len()));
        let is_no = |(_, word): &(Range<usize>, String)| NEGATIONS.contains(&word.as_str());
        let negated = before.iter().any(is_no) || after.first().is_some_and(is_no);
        self.all.retain(|token| !is_no(token));
        Some(negated)
    }

    fn drop_fillers(&mut self) {
        self.all.retain(|(_, word)| !FILLERS.contains(&word.as_str()));
    }

    fn drop_within(&mut self, ranges: &[Range<usize>]) {
        let inside = |at: usize| ranges.iter().any(|range| range.contains(&at));
        self.all.retain(|(range, _)| !inside(range.start));
    }
}

fn mentions(text: &str, mut tokens: Tokens, place: Place, negated: bool) -> Option<Criterion> {
    let mut what = Vec::new();
    let quoted = quoted(text);
    tokens.drop_within(&quoted);
    what.extend(
        quoted
            .iter()
            .map(|range| What::Phrase(text[range.clone()].to_owned())),
    );
    let in_quotes = |at: usize| quoted.iter().any(|range| range.contains(&at));
    for provision in Provision::all(text) {
        if !in_quotes(provision.span.start) {
            tokens.drop_within(std::slice::from_ref(&provision.whole));
            what.push(What::Provision(Box::new(provision)));
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
            .map(|(range, _)| What::Word(text[range].to_lowercase())),
    );
    (!what.is_empty()).then_some(Criterion::Mentions { what, place, negated })
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

fn count(text: &str, mut tokens: Tokens, place: Place) -> Option<Criterion> {
    let of = UNITS
        .iter()
        .find(|(names, _)| names.iter().any(|name| tokens.take(name).is_some()))
        .map(|(_, of)| *of)?;
    let bound = BOUNDS
        .iter()
        .find(|(phrases, _)| phrases.iter().any(|phrase| tokens.take(phrase).is_some()))
        .map(|(_, bound)| *bound);
    let place = if place == Place::Anywhere { tokens.take_subject() } else { place };
    tokens.drop_fillers();
    let numbers: Option<Vec<u64>> = tokens.all.iter().map(|(_, word)| number(word)).collect();
    let (min, max) = match (bound, numbers?.as_slice()) {
        (Some(Limit::Most), [most]) => (0, *most),
        (Some(Limit::Below), [most]) => (0, most.checked_sub(1)?),
        (Some(Limit::Least), [least]) => (*least, u64::MAX),
        (Some(Limit::Above), [least]) => (least + 1, u64::MAX),
        (Some(Limit::Exact), [exact]) => (*exact, *exact),
        (Some(Limit::Between), [least, most]) => (*least, *most),
        (None, [least, most]) if ranged(text, &tokens) => (*least, *most),
        _ => return None,
    };
    (min <= max).then_some(Criterion::Count { of, place, min, max })
}

impl Tokens {
    /// `the summary has …`.
    fn take_subject(&mut self) -> Place {
        let subjects = [
            ("summary", Place::Summary),
            ("resumo", Place::Summary),
            ("resume", Place::Summary),
        ];
        let found = subjects.iter().find(|(word, _)| self.take(word).is_some());
        found.map_or(Place::Anywhere, |(_, place)| *place)
    }
}

/// Whether two numbers are joined as a range: `2–3`, `2 to 3`.
fn ranged(text: &str, tokens: &Tokens) -> bool {
    let [(one, _), (two, _)] = tokens.all.as_slice() else { return false };
    let gap = text.get(one.end..two.start).unwrap_or_default().trim();
    matches!(gap, "-" | "–" | "—" | "to" | "a" | "à")
}

#[cfg(test)]
mod tests {
    use super::{Counted, Criterion, Place, What, criterion};

    #[track_caller]
    fn count(text: &str, of: Counted, place: Place, min: u64, max: u64) {
        assert_eq!(criterion(text), Some(Criterion::Count { of, place, min, max }), "{text:?}");
    }

    #[track_caller]
    fn says(text: &str, expected: &[&str], place: Place, negated: bool) {
        let found = criterion(text);
        assert!(matches!(found, Some(Criterion::Mentions { .. })), "{text:?}: {found:?}");
        let Some(Criterion::Mentions { what, place: found, negated: no }) = found else {
            return;
        };
        let what: Vec<String> = what
            .into_iter()
            .map(|one| match one {
                What::Provision(provision) => provision.to_string(),
                What::Phrase(words) | What::Word(words) => words,
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
        count("≤5 steps", Counted::Steps, Place::Anywhere, 0, 5);
        count("steps <= 5", Counted::Steps, Place::Anywhere, 0, 5);
        count("At most five steps", Counted::Steps, Place::Anywhere, 0, 5);
        count("no máximo 5 passos", Counted::Steps, Place::Anywhere, 0, 5);
        count("até cinco passos", Counted::Steps, Place::Anywhere, 0, 5);
        count("au plus 5 étapes", Counted::Steps, Place::Anywhere, 0, 5);
        count("fewer than 6 steps", Counted::Steps, Place::Anywhere, 0, 5);
        count("at least 2 sources", Counted::Sources, Place::Anywhere, 2, u64::MAX);
        count("2–3 follow-ups", Counted::FollowUps, Place::Anywhere, 2, 3);
        count("entre 2 e 3 frases no resumo", Counted::Sentences, Place::Summary, 2, 3);
        count("the summary has at most 5 lines", Counted::Lines, Place::Summary, 0, 5);
    }

    #[test]
    fn mentions_in_three_languages() {
        says(
            "Mentions Art. 49 in the first sentence",
            &["Art. 49"],
            Place::FirstSentence,
            false,
        );
        says("Menciona o Art. 49 na primeira frase", &["Art. 49"], Place::FirstSentence, false);
        says("Cite l’article 49 dans le résumé", &["Art. 49"], Place::Summary, false);
        says("cita \"sete dias\" no resumo", &["sete dias"], Place::Summary, false);
        says("Does not mention Art. 18", &["Art. 18"], Place::Anywhere, true);
        says("não menciona o art. 18", &["Art. 18"], Place::Anywhere, true);
        says("ne mentionne pas l’article 18", &["Art. 18"], Place::Anywhere, true);
        says("Names the deadline", &["deadline"], Place::Anywhere, false);
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
