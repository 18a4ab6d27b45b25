//! An answer without a model: whole sentences out of the sources that the gate let through, ordered as rule, elements,
//! exceptions and application. Nothing is put in other words.

use std::collections::BTreeSet;

use jurat_model::{ByteSpan, Quote, SourceExhibit};
use jurat_text::{
    Language,
    provision_label::{ProvisionLabel, label},
    sentences::{SentenceKind, SentenceSpan, sentences},
    tokens::terms,
};

use crate::{
    cited_statement::{AnswerSection, CitedStatement},
    doctrine::LegalDoctrine,
    plan_step::{PlanStep, StepAim},
    step_evidence::{SourceCategory, StepSource},
};

/// Statements of each section at most, in the order of sections.
const MOST: [usize; 4] = [3, 4, 3, 3];
/// Bytes of a sentence with the list that it leads into.
const LONGEST: usize = 1_200;
/// Bytes of the head of a source that is read.
const READ: usize = 24_000;
/// The share of the best sentence's score from which another is told.
const NEAR: f64 = 0.35;

/// What a step's answer is written from.
pub(crate) struct SynthesisInput<'a> {
    pub(crate) step: &'a PlanStep,
    /// The facts of the question; empty where it has none.
    pub(crate) facts: &'a str,
    pub(crate) sources: &'a [StepSource],
    pub(crate) exhibits: &'a [SourceExhibit],
    pub(crate) language: Language,
}

/// A sentence that may be told.
struct ToldSentence {
    section: AnswerSection,
    score: f64,
    source: u32,
    quote: Quote,
}

/// The statements of a step. The same input gives the same statements.
pub(crate) fn synthesized(input: &SynthesisInput<'_>) -> Vec<CitedStatement> {
    let sought = SoughtTerms::of(input);
    let admitted = input.sources.iter().filter(|source| source.admitted);
    let mut told: Vec<ToldSentence> = admitted
        .flat_map(|source| sentences_of(source, input, &sought))
        .collect();
    let best = told.iter().map(|one| one.score).fold(0.0, f64::max);
    told.retain(|one| 0.0 < one.score && NEAR * best <= one.score);
    told.sort_by(|one, other| other.score.total_cmp(&one.score));
    let mut kept: Vec<ToldSentence> = Vec::new();
    for one in told {
        let at = AnswerSection::ALL
            .iter()
            .position(|it| *it == one.section)
            .unwrap_or(0);
        let same = kept.iter().filter(|it| it.section == one.section).count();
        let twice = kept
            .iter()
            .any(|it| squeezed(&it.quote.text) == squeezed(&one.quote.text));
        if same < MOST[at] && !twice {
            kept.push(one);
        }
    }
    kept.sort_by_key(|one| {
        (one.section, one.source, one.quote.ranges.first().map(|it| it.start))
    });
    kept.into_iter()
        .map(|one| CitedStatement {
            section: one.section,
            text: squeezed(&one.quote.text),
            sources: vec![one.source],
            quote: one.quote,
            reworded: false,
        })
        .collect()
}

/// Words on one line, without the marks of Markdown that lists and headings begin with.
pub(crate) fn squeezed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The terms that sentences are weighed by.
struct SoughtTerms {
    question: BTreeSet<String>,
    /// Of the doctrine or its part.
    doctrine: BTreeSet<String>,
    /// Phrases that elements are known by, and exceptions.
    elements: Vec<BTreeSet<String>>,
    exceptions: Vec<BTreeSet<String>>,
    facts: BTreeSet<String>,
}

impl SoughtTerms {
    fn of(input: &SynthesisInput<'_>) -> Self {
        let language = input.language;
        let set = |text: &str| terms(text, language).into_iter().collect::<BTreeSet<_>>();
        let doctrine = aimed_at(&input.step.aim);
        let phrases =
            |words: &[String]| words.iter().flat_map(|it| terms(it, language)).collect();
        let parts = |parts: &'static [crate::doctrine::DoctrinePart]| {
            let terms_of = parts.iter().flat_map(|part| part.terms.said(language));
            terms_of.map(|phrase| set(phrase)).collect()
        };
        Self {
            question: set(&input.step.question),
            doctrine: doctrine
                .map(|it| phrases(it.terms.said(language)))
                .unwrap_or_default(),
            elements: doctrine.map(|it| parts(&it.elements)).unwrap_or_default(),
            exceptions: doctrine.map(|it| parts(&it.exceptions)).unwrap_or_default(),
            facts: set(input.facts),
        }
    }

    fn met(wanted: &BTreeSet<String>, found: &BTreeSet<String>) -> f64 {
        let met = wanted.intersection(found).count();
        f64::from(u32::try_from(met).unwrap_or(u32::MAX))
    }

    /// Whether a sentence has all of a phrase of two words or more.
    fn speaks_of(phrases: &[BTreeSet<String>], found: &BTreeSet<String>) -> bool {
        phrases
            .iter()
            .any(|phrase| 1 < phrase.len() && phrase.is_subset(found))
    }
}

/// The doctrine that a step is about.
pub(crate) fn aimed_at(aim: &StepAim) -> Option<&'static LegalDoctrine> {
    match aim {
        StepAim::Rule { doctrine }
        | StepAim::Element { doctrine, .. }
        | StepAim::Exception { doctrine, .. }
        | StepAim::Defence { doctrine, .. } => LegalDoctrine::of(doctrine),
        StepAim::Question
        | StepAim::Part
        | StepAim::Beside { .. }
        | StepAim::Reworded { .. }
        | StepAim::Model => None,
    }
}

/// The sentences of a source, each with the list that it leads into.
fn sentences_of(
    source: &StepSource,
    input: &SynthesisInput<'_>,
    sought: &SoughtTerms,
) -> Vec<ToldSentence> {
    let exhibit = input
        .exhibits
        .iter()
        .find(|it| it.rendition == source.quote.rendition);
    let Some(exhibit) = exhibit else { return Vec::new() };
    let language = Language::from_code(&source.language).unwrap_or(input.language);
    let mut told = Vec::new();
    let mut first = true;
    for range in &source.quote.ranges {
        let Some(text) = range.of(&exhibit.text) else { continue };
        let text = &text[..text.floor_char_boundary(READ)];
        let cut = sentences(text);
        for (at, sentence) in cut.iter().enumerate() {
            if sentence.kind == SentenceKind::Heading || sentence.lead_in.is_some() {
                continue;
            }
            let end = list_end(&cut, at, text);
            let span = ByteSpan::from(range.start + sentence.range.start..range.start + end);
            let Some(quote) = Quote::take(source.quote.rendition, &exhibit.text, &[span])
            else {
                continue;
            };
            let leads = sentence.range.end < end;
            let found: BTreeSet<String> = terms(&quote.text, language).into_iter().collect();
            let mut section = section(&quote.text, (source, leads, language), sought, &found);
            // What a provision begins with is its rule.
            if first && !leads && section == AnswerSection::Elements {
                section = AnswerSection::Rule;
            }
            let mut score = 2.0 * SoughtTerms::met(&sought.question, &found)
                + 1.5 * SoughtTerms::met(&sought.doctrine, &found)
                + 0.3 * SoughtTerms::met(&sought.facts, &found);
            if first || leads {
                score += 1.0;
            }
            first = false;
            score *= 0.25 + source.probability;
            told.push(ToldSentence { section, score, source: source.number, quote });
        }
    }
    told
}

/// Where the list ends that a sentence leads into; its own end where it leads into none.
fn list_end(cut: &[SentenceSpan], at: usize, text: &str) -> usize {
    let own = cut[at].range.end;
    let start = cut[at].range.start;
    let mut end = own;
    for (next, one) in cut.iter().enumerate().skip(at + 1) {
        let inside =
            one.lead_in == Some(at) || one.lead_in.is_some_and(|lead| at < lead && lead < next);
        if !inside || LONGEST < one.range.end - start {
            break;
        }
        end = one.range.end;
    }
    text.floor_char_boundary(end)
}

/// Which part of the answer a sentence belongs to.
fn section(
    text: &str,
    (source, leads, language): (&StepSource, bool, Language),
    sought: &SoughtTerms,
    found: &BTreeSet<String>,
) -> AnswerSection {
    let kind = label(text, language);
    let narrows = matches!(kind, ProvisionLabel::Exception);
    if narrows || SoughtTerms::speaks_of(&sought.exceptions, found) {
        return AnswerSection::Exceptions;
    }
    let told = matches!(kind, ProvisionLabel::Fact | ProvisionLabel::Effect);
    if source.category == SourceCategory::Decision && told {
        return AnswerSection::Application;
    }
    let element = SoughtTerms::speaks_of(&sought.elements, found);
    let defines = matches!(kind, ProvisionLabel::Definition | ProvisionLabel::Scope);
    if leads || (element && !defines) { AnswerSection::Elements } else { AnswerSection::Rule }
}
