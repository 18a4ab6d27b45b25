//! One passage after the other: what binds is quoted, numbered and kept once.

use std::{collections::BTreeSet, ops::Range};

use jurat_canon::Hash;
use jurat_model::{
    ExtractionConfidence, NormModality, Requirement, RequirementId, RetrievedChunk,
    SourceExhibit, SourceType,
};
use jurat_text::{
    Language,
    deontic::{self, DeonticForce, DeonticStrength},
    headings,
};

use jurat_injection::{InjectedOrder, ScreenedTextKind, first_order};

use super::{
    DroppedQuote, ExtractionMetadata, FlaggedChunk, PlaceholderProvision,
    RequirementExtraction,
    drop_reason::DropReason,
    norm_quotes::{self, ExtractedQuote, NormLocation},
    placeholder::is_placeholder,
    reference_resolver::ReferenceResolver,
    segmented_exhibit::SegmentedExhibit,
};

/// No more requirements than this are taken in one run.
const MOST: usize = 20_000;

/// The texts that are what their hashes say, each once.
pub(super) fn papers(exhibits: &[SourceExhibit]) -> Vec<SegmentedExhibit<'_>> {
    let mut seen = BTreeSet::new();
    let whole = exhibits.iter().filter(|exhibit| exhibit.is_whole());
    whole
        .filter(|exhibit| seen.insert(exhibit.rendition))
        .map(SegmentedExhibit::new)
        .collect()
}

/// What has been read so far.
pub(super) struct RequirementExtractor<'p, 'a> {
    papers: &'p [SegmentedExhibit<'a>],
    places: ReferenceResolver<'p, 'a>,
    /// For each text, the words with which it speaks to its reader.
    suspect: Vec<Option<InjectedOrder>>,
    /// Sentences that are done with: text and index.
    done: BTreeSet<(usize, usize)>,
    quoted: BTreeSet<(Hash, String)>,
    /// Numbers given so far, to statutes and to policies.
    numbers: (u32, u32),
    extraction: RequirementExtraction,
}

impl<'p, 'a> RequirementExtractor<'p, 'a> {
    pub(super) fn new(papers: &'p [SegmentedExhibit<'a>]) -> Self {
        Self {
            papers,
            places: ReferenceResolver::new(papers),
            suspect: papers.iter().map(SegmentedExhibit::order).collect(),
            done: BTreeSet::new(),
            quoted: BTreeSet::new(),
            numbers: (0, 0),
            extraction: RequirementExtraction::default(),
        }
    }

    /// Opens a passage: the text it is part of. Nothing is taken out of one whose text is not
    /// here, or that speaks to its reader.
    pub(super) fn open(&mut self, chunk: &RetrievedChunk) -> Option<usize> {
        self.extraction.extraction_metadata.chunks += 1;
        let passage = &chunk.passage;
        let at = self
            .papers
            .iter()
            .position(|one| one.exhibit.rendition == passage.rendition);
        let text = at.and_then(|at| passage.span.of(self.papers[at].text()));
        let (Some(at), Some(text)) = (at, text) else {
            self.let_go(&chunk.chunk_id, passage.text.clone(), "no_exhibit");
            return None;
        };
        (!self.flags(chunk, at, text)).then_some(at)
    }

    pub(super) fn paper(&self, at: usize) -> &'p SegmentedExhibit<'a> {
        &self.papers[at]
    }

    /// Notes the placeholders of a passage, and takes nothing else.
    pub(super) fn placeholders(&mut self, chunk: &RetrievedChunk, at: usize) {
        let paper = &self.papers[at];
        for sentence in paper.touching(chunk.passage.span) {
            let range = paper.sentences()[sentence].range.clone();
            if is_placeholder(&paper.text()[range.clone()]) && self.done.insert((at, sentence))
            {
                self.placeholder(chunk, at, range);
            }
        }
    }

    pub(super) fn read(&mut self, chunk: &RetrievedChunk) {
        let Some(at) = self.open(chunk) else { return };
        let paper = &self.papers[at];
        let span = chunk.passage.span;
        let language = paper.language_of(span.of(paper.text()).unwrap_or_default());
        for sentence in paper.touching(span) {
            if self.extraction.requirements.len() < MOST && self.done.insert((at, sentence)) {
                self.sentence(chunk, at, sentence, language);
            }
        }
    }

    /// The counts, and everything that was taken.
    pub(super) fn close(mut self) -> RequirementExtraction {
        let RequirementExtraction { requirements, dropped, .. } = &self.extraction;
        let read = &self.extraction.extraction_metadata;
        let counts = ExtractionMetadata::of(read.chunks, requirements, dropped);
        self.extraction.extraction_metadata = ExtractionMetadata {
            permissions_left_out: read.permissions_left_out,
            ..counts
        };
        self.extraction
    }

    fn flags(&mut self, chunk: &RetrievedChunk, paper: usize, text: &str) -> bool {
        let flag = self.suspect[paper]
            .clone()
            .or_else(|| first_order(text, ScreenedTextKind::Passage));
        let Some(flag) = flag else { return false };
        self.extraction.flagged.push(FlaggedChunk {
            chunk_id: chunk.chunk_id.clone(),
            words: flag.words,
            why: flag.why,
        });
        true
    }

    fn sentence(
        &mut self,
        chunk: &RetrievedChunk,
        at: usize,
        sentence: usize,
        language: Language,
    ) {
        let paper = &self.papers[at];
        let text = paper.text();
        let words = &text[paper.sentences()[sentence].range.clone()];
        if is_placeholder(words) {
            self.placeholder(chunk, at, paper.sentences()[sentence].range.clone());
            return;
        }
        if paper.is_heading(sentence) || paper.leads(sentence) || paper.is_tail(sentence) {
            return;
        }
        let bare = paper.bare(sentence);
        let leads: Vec<&str> = paper
            .lead_ins(sentence)
            .iter()
            .map(|lead| &text[paper.bare(*lead)])
            .collect();
        let reading = deontic::read_demand(&text[bare.clone()], &leads, language);
        if reading.force == DeonticForce::Permission {
            self.extraction.extraction_metadata.permissions_left_out += 1;
        }
        // A sentence may run on into words that the passage does not show.
        if !reading.is_requirement() || first_order(words, ScreenedTextKind::Passage).is_some()
        {
            return;
        }
        let cues: Vec<usize> =
            reading.cues.iter().map(|cue| bare.start + cue.range.start).collect();
        for quoted in norm_quotes::quotes(paper, NormLocation { at: sentence, cues: &cues }) {
            match quoted {
                Ok(made) => {
                    // Of several verbs, that of this quote.
                    let cue = made.cue.and_then(|cue| cues.iter().position(|one| *one == cue));
                    let force = cue.map_or(reading.force, |cue| reading.cues[cue].force);
                    let plain = made.whole && reading.strength == DeonticStrength::Explicit;
                    let modality = of_force(force);
                    self.keep(
                        chunk,
                        at,
                        made,
                        QuoteClassification { modality, plain, language },
                    );
                }
                Err(failed) => self.let_go(&chunk.chunk_id, failed.words, failed.cause),
            }
        }
    }

    pub(super) fn keep(
        &mut self,
        chunk: &RetrievedChunk,
        paper: usize,
        made: ExtractedQuote,
        kept: QuoteClassification,
    ) {
        let quote = made.quote;
        if !self.quoted.insert((quote.rendition, quote.text.clone())) {
            return;
        }
        let start = quote.ranges.last().map_or(0, |range| range.start);
        let points_to = self.places.points_to(paper, start, &quote.text);
        let lost = points_to.iter().any(|one| one.target.is_none());
        let confidence = match (lost, kept.plain) {
            (true, _) => ExtractionConfidence::Low,
            (false, true) => ExtractionConfidence::High,
            (false, false) => ExtractionConfidence::Medium,
        };
        let requirement_id = self.next_id(chunk.source_type);
        let (document_id, section_heading) = self.cited(chunk, paper, start);
        self.extraction.requirements.push(Requirement {
            requirement_id,
            source_type: chunk.source_type,
            document_id,
            section_heading,
            exact_quote: quote.text.clone(),
            chunk_id: chunk.chunk_id.clone(),
            extraction_confidence: confidence,
            modality: kept.modality,
            quote,
            points_to,
            language: kept.language.code().to_owned(),
        });
    }

    fn next_id(&mut self, source_type: SourceType) -> RequirementId {
        let count = match source_type {
            SourceType::Statute => &mut self.numbers.0,
            SourceType::Policy => &mut self.numbers.1,
        };
        *count += 1;
        RequirementId { source_type, number: *count }
    }

    /// How the place is cited. A passage may hold the end of one section and the beginning of the
    /// next: the heading that a place stands under counts, where the text shows headings.
    fn cited(&self, chunk: &RetrievedChunk, paper: usize, at: usize) -> (String, String) {
        let exhibit = self.papers[paper].exhibit;
        let headings = self.papers[paper].headings();
        let shown = headings::above(headings, at).filter(|_| chunk.passage.label.is_none());
        let Some(heading) = shown else {
            return (chunk.document_id.clone(), chunk.section_heading.clone());
        };
        let document = exhibit.metadata.title.as_deref().unwrap_or(&exhibit.name);
        headings::cited(document, None, &exhibit.text[heading])
    }

    fn placeholder(&mut self, chunk: &RetrievedChunk, paper: usize, place: Range<usize>) {
        let words = &self.papers[paper].text()[place.clone()];
        let (document_id, section_heading) = self.cited(chunk, paper, place.start);
        self.extraction.placeholders.push(PlaceholderProvision {
            chunk_id: chunk.chunk_id.clone(),
            document_id,
            section_heading,
            words: words.to_owned(),
        });
    }

    pub(super) fn let_go(
        &mut self,
        chunk_id: &str,
        words: String,
        cause: impl Into<DropReason>,
    ) {
        let DropReason { code, why } = cause.into();
        self.extraction.dropped.push(DroppedQuote {
            chunk_id: chunk_id.to_owned(),
            words,
            code: code.to_owned(),
            why,
        });
    }
}

/// What is known of a quote besides its words.
#[derive(Clone, Copy)]
pub(super) struct QuoteClassification {
    pub(super) modality: NormModality,
    /// Whether it is an explicit norm in one whole sentence.
    pub(super) plain: bool,
    pub(super) language: Language,
}

/// What a norm that binds is.
pub(super) const fn of_force(force: DeonticForce) -> NormModality {
    match force {
        DeonticForce::Prohibition => NormModality::Prohibition,
        DeonticForce::Condition => NormModality::Condition,
        DeonticForce::Permission => NormModality::Permission,
        DeonticForce::Obligation | DeonticForce::Other => NormModality::Obligation,
    }
}
