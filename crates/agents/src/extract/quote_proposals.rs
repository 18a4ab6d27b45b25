//! Quotes that somebody proposes, each looked up in its source. The words that are kept are the
//! source's own; what does not stand there is let go, with a reason.

use std::ops::Range;

use jurat_model::{ByteSpan, EvidenceUnit, Quote, RetrievedChunk, SourceExhibit};
use jurat_text::{
    FoldedText, QuoteAnchor, anchor,
    deontic::{self, DeonticForce, DeonticStrength},
};
use jurat_verify::elision::refusal;
use serde::{Deserialize, Serialize};

use super::{
    RequirementExtraction,
    drop_reason::DropReason,
    long_sentences::{WORDS, words_of},
    norm_quotes::ExtractedQuote,
    requirement_extractor::{self, QuoteClassification, RequirementExtractor, of_force},
    segmented_exhibit::SegmentedExhibit,
};

/// A quote that somebody proposes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct QuoteProposal {
    /// The chunk that it is said to stand in.
    pub chunk_id: String,
    pub words: String,
}

/// No more proposals than this are looked at.
const MOST: usize = 5_000;
/// Bytes of a proposal; a quote of forty words is far shorter.
const LONGEST: usize = 4_000;

/// Where the first place of some words is cut wrongly, so many others are looked at.
const MOST_PLACES: usize = 16;

/// Takes the proposed quotes out of the passages, as far as they stand there.
pub fn anchored(
    proposals: &[QuoteProposal],
    chunks: &[RetrievedChunk],
    exhibits: &[SourceExhibit],
) -> RequirementExtraction {
    let papers = requirement_extractor::papers(exhibits);
    let mut desk = RequirementExtractor::new(&papers);
    for chunk in chunks {
        let Some(paper) = desk.open(chunk) else { continue };
        desk.placeholders(chunk, paper);
        for proposal in proposals.iter().take(MOST).filter(|it| it.chunk_id == chunk.chunk_id) {
            propose(&mut desk, (chunk, paper), &proposal.words);
        }
    }
    for proposal in proposals.iter().take(MOST) {
        if !chunks.iter().any(|chunk| chunk.chunk_id == proposal.chunk_id) {
            desk.let_go(&proposal.chunk_id, shown(&proposal.words), "no_such_passage");
        }
    }
    desk.close()
}

fn propose(
    desk: &mut RequirementExtractor<'_, '_>,
    (chunk, at): (&RetrievedChunk, usize),
    words: &str,
) {
    let paper = desk.paper(at);
    match looked_up(paper, chunk.passage.span, words) {
        Ok((quote, kept)) => {
            let made = ExtractedQuote { quote, whole: kept.plain, cue: None };
            desk.keep(chunk, at, made, kept);
        }
        Err(cause) => desk.let_go(&chunk.chunk_id, shown(words), cause),
    }
}

/// The source's own words for a proposal, and what they are; or why not.
fn looked_up(
    paper: &SegmentedExhibit<'_>,
    span: ByteSpan,
    words: &str,
) -> Result<(Quote, QuoteClassification), DropReason> {
    if LONGEST < words.len() {
        return Err("incomplete_quote".into());
    }
    let text = paper.text();
    let around = around(paper, span);
    let places = match anchor(words, &[FoldedText::new(&text[around.clone()])], Some(0)) {
        QuoteAnchor::Found { place, others } => std::iter::once(place).chain(others),
        QuoteAnchor::GapHides { .. } => return Err("gap_hides".into()),
        QuoteAnchor::Fuzzy { .. } | QuoteAnchor::Altered { .. } => return Err("altered".into()),
        QuoteAnchor::Frankenquote { .. } => return Err("frankenquote".into()),
        QuoteAnchor::TooShort => return Err("too_short".into()),
        QuoteAnchor::Misattributed { .. } | QuoteAnchor::NotFound => {
            return Err("not_found".into());
        }
    };
    let placed = places.map(|place| {
        let ranges = place.ranges.into_iter();
        let ranges = ranges.map(|range| around.start + range.start..around.start + range.end);
        taken(paper, ranges.collect())
    });
    let (quote, ranges) = first_sound(placed.take(MOST_PLACES))?;
    let language = paper.language_of(&text[around]);
    let reading = deontic::read_demand(&quote.text, &[], language);
    if !reading.is_requirement() || reading.force == DeonticForce::Permission {
        return Err("not_normative".into());
    }
    let whole = ranges.len() == 1 && is_whole(paper, &ranges[0]);
    let plain = whole && reading.strength == DeonticStrength::Explicit;
    Ok((quote, QuoteClassification { modality: of_force(reading.force), plain, language }))
}

/// The words at a place, where they may stand as they are cut.
fn taken(
    paper: &SegmentedExhibit<'_>,
    ranges: Vec<Range<usize>>,
) -> Result<(Quote, Vec<Range<usize>>), DropReason> {
    let text = paper.text();
    if !WORDS.contains(&words_of(text, &ranges)) {
        return Err("incomplete_quote".into());
    }
    let spans: Vec<ByteSpan> = ranges.iter().cloned().map(ByteSpan::from).collect();
    let quote = Quote::take(paper.exhibit.rendition, text, &spans)
        .ok_or_else(|| DropReason::from("not_found"))?;
    match refusal(&quote, text, EvidenceUnit::Norm) {
        Some(refusal) => Err(refusal.into()),
        None => Ok((quote, ranges)),
    }
}

/// The first that is sound; else what is wrong with the first.
fn first_sound<T>(
    mut tried: impl Iterator<Item = Result<T, DropReason>>,
) -> Result<T, DropReason> {
    let first = tried.next().unwrap_or_else(|| Err("not_found".into()));
    first.or_else(|cause| tried.find_map(Result::ok).ok_or(cause))
}

/// The sentences that a passage touches, with what leads into the first.
fn around(paper: &SegmentedExhibit<'_>, span: ByteSpan) -> Range<usize> {
    let touching = paper.touching(span);
    let (Some(first), Some(last)) = (touching.first(), touching.last()) else {
        return span.range();
    };
    let lead = paper.lead_ins(*first).first().copied().unwrap_or(*first);
    let start = paper.sentences()[lead].range.start.min(span.start);
    start
        ..paper.sentences()[*last]
            .range
            .end
            .max(span.end)
            .min(paper.text().len())
}

/// Whether a range is one sentence, but for marks at its head and signs at its end.
fn is_whole(paper: &SegmentedExhibit<'_>, range: &Range<usize>) -> bool {
    let at = paper.sentences().partition_point(|one| one.range.end <= range.start);
    paper.sentences().get(at).is_some_and(|sentence| {
        let bare = paper.bare(at);
        let end = paper.text()[range.end.min(sentence.range.end)..sentence.range.end].trim();
        range.start <= bare.start && end.chars().all(|c| c.is_ascii_punctuation())
    })
}

fn shown(words: &str) -> String {
    const SHOWN: usize = 400;
    words[..words.floor_char_boundary(SHOWN.min(words.len()))].to_owned()
}
