//! Provisions as evidence: each retrieved one whole, with its label. Nothing is left out but what a passage is
//! flagged for or has no words.

use jurat_model::{
    ByteSpan, EvidenceUnit, NormModality, PointsTo, Quote, RetrievedChunk, SourceExhibit,
};
use jurat_text::provision_label::{ProvisionLabel, label};
use jurat_verify::elision::refusal;

use super::{
    RequirementExtraction,
    norm_quotes::ExtractedQuote,
    placeholder::is_placeholder,
    requirement_extractor::{self, QuoteClassification, RequirementExtractor},
};

/// Takes the provisions of chunks.
pub fn provisions(
    chunks: &[RetrievedChunk],
    exhibits: &[SourceExhibit],
) -> RequirementExtraction {
    let papers = requirement_extractor::papers(exhibits);
    let mut desk = RequirementExtractor::new(&papers);
    for chunk in chunks {
        let Some(at) = desk.open(chunk) else { continue };
        desk.placeholders(chunk, at);
        let paper = desk.paper(at);
        let ranges = match &chunk.provision {
            Some(provision) => provision.ranges.clone(),
            None => vec![chunk.passage.span],
        };
        let Some(quote) = Quote::take(chunk.passage.rendition, paper.text(), &ranges) else {
            desk.let_go(&chunk.chunk_id, chunk.passage.text.clone(), "not_found");
            continue;
        };
        if is_placeholder(&quote.text) {
            continue;
        }
        let quote = unbroken(quote, paper.text());
        let language = paper.language_of(&quote.text);
        let kept = QuoteClassification {
            modality: modality(label(&quote.text, language)),
            plain: quote.ranges.len() == 1,
            language,
        };
        desk.keep(chunk, at, ExtractedQuote { quote, whole: kept.plain, cue: None }, kept);
    }
    let mut extraction = desk.close();
    for requirement in &mut extraction.requirements {
        let chunk = chunks.iter().find(|chunk| chunk.chunk_id == requirement.chunk_id);
        requirement
            .points_to
            .extend(chunk.into_iter().flat_map(|it| governing(it, exhibits)));
    }
    extraction
}

/// Bytes of a quote that is told without gaps.
const UNBROKEN: usize = 8_000;

/// A quote without its gaps, where they may not stand as they are and nothing but they is wrong: better more words than
/// none.
fn unbroken(quote: Quote, text: &str) -> Quote {
    let [first, .., last] = quote.ranges.as_slice() else { return quote };
    let hull = ByteSpan::from(first.start..last.end);
    if UNBROKEN < hull.len() || refusal(&quote, text, EvidenceUnit::Provision).is_none() {
        return quote;
    }
    Quote::take(quote.rendition, text, &[hull])
        .filter(|whole| refusal(whole, text, EvidenceUnit::Provision).is_none())
        .unwrap_or(quote)
}

/// What governs a chunk's provision: definitions of its terms, and what its division applies to.
fn governing(chunk: &RetrievedChunk, exhibits: &[SourceExhibit]) -> Vec<PointsTo> {
    let rendition = chunk.passage.rendition;
    let text = exhibits.iter().find(|exhibit| exhibit.rendition == rendition);
    let text = text.map_or("", |exhibit| exhibit.text.as_str());
    let spans = chunk.provision.iter().flat_map(|provision| {
        let terms = provision.terms.iter().map(|span| (TERM, *span));
        terms.chain(provision.scope.map(|span| (SCOPE, span)))
    });
    let taken = spans.filter_map(|(reference, span)| {
        let quote = Quote::take(rendition, text, &[span])?;
        Some(PointsTo {
            reference: reference.to_owned(),
            target: Some(quote),
        })
    });
    taken.collect()
}

/// What a provision points to by using a term, and by standing in a division.
const TERM: &str = "a term that it uses";
const SCOPE: &str = "what its division applies to";

const fn modality(label: ProvisionLabel) -> NormModality {
    match label {
        ProvisionLabel::Duty => NormModality::Obligation,
        ProvisionLabel::Prohibition => NormModality::Prohibition,
        ProvisionLabel::Permission => NormModality::Permission,
        ProvisionLabel::Right => NormModality::Right,
        ProvisionLabel::Definition => NormModality::Definition,
        ProvisionLabel::Penalty => NormModality::Penalty,
        ProvisionLabel::Effect => NormModality::Effect,
        ProvisionLabel::Condition => NormModality::Condition,
        ProvisionLabel::Exception => NormModality::Exception,
        ProvisionLabel::Procedure => NormModality::Procedure,
        ProvisionLabel::Presumption => NormModality::Presumption,
        ProvisionLabel::Scope => NormModality::Scope,
        ProvisionLabel::Fact => NormModality::Fact,
    }
}
