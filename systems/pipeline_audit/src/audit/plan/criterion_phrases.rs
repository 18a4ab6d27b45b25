//! Words of success criteria in English, Portuguese and French, and what they stand for: small
//! letters, no accents.

use jurat_text::word_list::WordList;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CriterionScope {
    Anywhere,
    FirstSentence,
    FirstText,
    Summary,
    Steps,
    LegalBasis,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CountTarget {
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

/// How a count is bounded.
#[derive(Debug, Clone, Copy)]
pub(super) enum CountComparison {
    Most,
    Below,
    Least,
    Above,
    Exact,
    Between,
}

type CriterionPhrases<T> = (&'static WordList, T);

pub(super) static PLACES: [CriterionPhrases<CriterionScope>; 6] = [
    (&IN_FIRST_SENTENCE, CriterionScope::FirstSentence),
    (&IN_FIRST_PARAGRAPH, CriterionScope::FirstText),
    (&IN_SUMMARY, CriterionScope::Summary),
    (&IN_STEPS, CriterionScope::Steps),
    (&IN_LEGAL_BASIS, CriterionScope::LegalBasis),
    (&IN_ANSWER, CriterionScope::Anywhere),
];

pub(super) static UNITS: [CriterionPhrases<CountTarget>; 9] = [
    (&FOLLOW_UPS, CountTarget::FollowUps),
    (&QUIZ_QUESTIONS, CountTarget::Quiz),
    (&GLOSSARY_TERMS, CountTarget::Glossary),
    (&STEPS, CountTarget::Steps),
    (&SENTENCES, CountTarget::Sentences),
    (&WORDS, CountTarget::Words),
    (&LINES, CountTarget::Lines),
    (&SOURCES, CountTarget::Sources),
    (&LEGAL_BASES, CountTarget::LegalBasis),
];

pub(super) static BOUNDS: [CriterionPhrases<CountComparison>; 6] = [
    (&AT_MOST, CountComparison::Most),
    (&BELOW, CountComparison::Below),
    (&AT_LEAST, CountComparison::Least),
    (&ABOVE, CountComparison::Above),
    (&EXACTLY, CountComparison::Exact),
    (&BETWEEN, CountComparison::Between),
];

jurat_text::word_lists! {
    "criterion_phrases" [en, pt, fr];
    static IN_FIRST_SENTENCE;
    static IN_FIRST_PARAGRAPH;
    static IN_SUMMARY;
    static IN_STEPS;
    static IN_LEGAL_BASIS;
    static IN_ANSWER;
    /// As what a criterion speaks of: `the summary has …`.
    pub(super) static SUMMARY_WORDS;
    /// Of saying something.
    pub(super) static VERBS;
    pub(super) static AVOIDS;
    pub(super) static NEGATIONS;
    /// Words that change nothing.
    pub(super) static FILLERS;
    static FOLLOW_UPS;
    static QUIZ_QUESTIONS;
    static GLOSSARY_TERMS;
    static STEPS;
    static SENTENCES;
    static WORDS;
    static LINES;
    static SOURCES;
    static LEGAL_BASES;
    static AT_MOST;
    static BELOW;
    static AT_LEAST;
    static ABOVE;
    static EXACTLY;
    static BETWEEN;
    /// Between two numbers.
    pub(super) static RANGE_WORDS;
}
