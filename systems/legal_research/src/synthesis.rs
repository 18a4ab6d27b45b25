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

/// Statements out of the likeliest source at most, and out of each other.
const OF_BEST: usize = 2;
const OF_OTHERS: usize = 1;
/// Bytes of a sentence with the list that it leads into; of a longer list the items nearest to what is sought are told.
const LONGEST: usize = 900;
/// Items of such a list at most.
const ITEMS: usize = 3;
/// Bytes of the head of a source that is read.
const READ: usize = 24_000;
/// The share of a source's best score from which another of its sentences is told.
const NEAR: f64 = 0.6;

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
    let mut kept: Vec<ToldSentence> = Vec::new();
    for (place, source) in admitted.enumerate() {
        let most = if place == 0 { OF_BEST } else { OF_OTHERS };
        let mut told = sentences_of(source, input, &sought);
        told.sort_by(|one, other| other.score.total_cmp(&one.score));
        let best = told.first().map_or(0.0, |one| one.score);
        told.retain(|one| 0.0 < one.score && NEAR * best <= one.score);
        told.retain(|one| kept.iter().all(|it| !is_same(it, one)));
        told.truncate(most);
        // What the likeliest source says first is the rule, whatever its form.
        if let Some(first) = told.first_mut().filter(|_| place == 0) {
            first.section = AnswerSection::Rule;
        }
        kept.extend(told);
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

fn is_same(one: &ToldSentence, other: &ToldSentence) -> bool {
    squeezed(&one.quote.text) == squeezed(&other.quote.text)
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

    /// How much a text with these terms speaks of what is sought.
    fn weigh(&self, found: &BTreeSet<String>) -> f64 {
        2.0 * Self::met(&self.question, found)
            + 1.5 * Self::met(&self.doctrine, found)
            + 0.3 * Self::met(&self.facts, found)
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
        | StepAim::Part { .. }
        | StepAim::Beside { .. }
        | StepAim::OtherSide
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
            let list = list_of(&cut, at);
            let weigh = |place: usize| {
                let words = &text[cut[place].range.clone()];
                sought.weigh(&terms(words, language).into_iter().collect())
            };
            let spans: Vec<ByteSpan> = told_spans(&cut, (at, &list), weigh)
                .into_iter()
                .map(|span| ByteSpan::from(range.start + span.start..range.start + span.end))
                .collect();
            let Some(quote) = Quote::take(source.quote.rendition, &exhibit.text, &spans) else {
                continue;
            };
            let found: BTreeSet<String> = terms(&quote.text, language).into_iter().collect();
            let section = section(&quote.text, (source, language), sought, &found);
            let score = sought.weigh(&found) + f64::from(u8::from(first || !list.is_empty()));
            first = false;
            told.push(ToldSentence { section, score, source: source.number, quote });
        }
    }
    told
}

/// The items of the list that a sentence leads into, and items of theirs.
fn list_of(cut: &[SentenceSpan], at: usize) -> Vec<usize> {
    let mut list = Vec::new();
    for (next, one) in cut.iter().enumerate().skip(at + 1) {
        let inside =
            one.lead_in == Some(at) || one.lead_in.is_some_and(|lead| at < lead && lead < next);
        if !inside {
            break;
        }
        list.push(next);
    }
    list
}

/// A sentence with its list; of a long list the items that weigh most, with gaps between them.
fn told_spans(
    cut: &[SentenceSpan],
    (at, list): (usize, &[usize]),
    weigh: impl Fn(usize) -> f64,
) -> Vec<std::ops::Range<usize>> {
    let lead = cut[at].range.clone();
    let end = list.last().map_or(lead.end, |last| cut[*last].range.end);
    if end - lead.start <= LONGEST || list.is_empty() {
        let whole = lead.start..end;
        return vec![whole];
    }
    let mut ranked: Vec<usize> = list.to_vec();
    ranked.sort_by(|one, other| weigh(*other).total_cmp(&weigh(*one)).then(one.cmp(other)));
    ranked.truncate(ITEMS);
    ranked.sort_unstable();
    let mut spans = vec![lead];
    for item in ranked {
        let own = cut[item].range.clone();
        match spans.last_mut() {
            // The next item goes on where the last one ended.
            Some(last)
                if item == at + 1
                    || list.contains(&(item - 1)) && last.end == cut[item - 1].range.end =>
            {
                last.end = own.end;
            }
            _ => spans.push(own),
        }
    }
    spans
}

/// Which part of the answer a sentence belongs to.
fn section(
    text: &str,
    (source, language): (&StepSource, Language),
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
    if element && !defines { AnswerSection::Elements } else { AnswerSection::Rule }
}
