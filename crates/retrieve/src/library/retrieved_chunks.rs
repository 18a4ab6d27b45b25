//! What a search found, as numbered chunks: passages, or the provisions around them.

use std::collections::BTreeMap;

use jurat_canon::Hash;
use jurat_model::{
    ByteSpan, EvidenceUnit, InForceStatus, LegalProvision, Passage, ProvisionMeasures,
    RetrievedChunk, SourceType,
};
use jurat_text::{headings::cited, question_parts::quoted};

use super::{
    hit_renditions::HitRenditions,
    provision_measures::{rounded, rounded64},
    retrieval_request::RetrievalRequest,
};
use crate::{RenditionProvisions, SearchHit};

/// A passage that was found, and the provision it is part of.
pub(super) struct RankedPassage {
    passage: Passage,
    probability: f64,
    provision: Option<LegalProvision>,
}

impl RankedPassage {
    /// Whether a stretch of a text is part of it.
    fn holds(&self, rendition: Hash, span: ByteSpan) -> bool {
        let provision = self.provision.as_ref();
        self.passage.rendition == rendition && provision.is_some_and(|it| it.holds(span))
    }
}

/// What hits are, the best first; several of one provision are one.
pub(super) fn retrieved_chunks(
    hits: Vec<SearchHit>,
    shelf: &HitRenditions,
    asked: &RetrievalRequest,
) -> Vec<RankedPassage> {
    let (question, unit) = (asked.question.as_str(), asked.unit);
    if unit == EvidenceUnit::Norm {
        let plain = |hit: SearchHit| RankedPassage {
            passage: hit.passage,
            probability: hit.probability,
            provision: None,
        };
        return hits.into_iter().map(plain).collect();
    }
    let sought = asked_after(question);
    let outlines: BTreeMap<Hash, AskedOutline<'_>> = shelf
        .all()
        .map(|(hash, text)| (hash, AskedOutline::of(text.provisions(), &sought)))
        .collect();
    // Scores may all be nothing; a share of nothing is no number.
    let best = hits.first().map_or(1.0, |hit| f64::from(hit.score).max(1e-6));
    let mut sections: Vec<SectionHits> = Vec::new();
    for hit in hits {
        let Some(outline) = outlines.get(&hit.passage.rendition) else { continue };
        for span in outline.provisions.sections(hit.passage.span) {
            let key = (hit.passage.rendition, span);
            let hit = hit.clone();
            match sections.iter_mut().find(|section| section.key == key) {
                Some(section) if section.others.len() + 1 < MOST_HITS => {
                    section.others.push(hit);
                }
                Some(_) => {}
                None => sections.push(SectionHits { key, first: hit, others: Vec::new() }),
            }
        }
    }
    let each = sections.into_iter().zip(1..).filter_map(|(section, place)| {
        let outline = outlines.get(&section.key.0)?;
        Some(section.found(outline, asked, (place, best)))
    });
    let mut found: Vec<RankedPassage> = each.collect();
    let defined = defined(question, &found, &outlines);
    found.retain(|one| {
        !defined
            .iter()
            .any(|term| one.holds(term.passage.rendition, term.passage.span))
    });
    let at = found.len().min(AS_IF);
    found.splice(at..at, defined);
    found
}

/// The words of a question in which terms to be defined are looked for: those in quotation marks, where there are such.
fn asked_after(question: &str) -> String {
    let phrases: Vec<&str> = quoted(question).collect();
    if phrases.is_empty() { question.to_owned() } else { phrases.join(" ; ") }
}

/// The provisions of a text, with where it defines terms that the question asks after.
struct AskedOutline<'a> {
    provisions: RenditionProvisions<'a>,
    terms: Vec<ByteSpan>,
}

impl<'a> AskedOutline<'a> {
    fn of(provisions: RenditionProvisions<'a>, asked_after: &str) -> Self {
        let terms = provisions.definitions(asked_after);
        Self { provisions, terms }
    }
}

/// The place among hits that the definition of a term in the question is given.
const AS_IF: usize = 2;
/// Definitions that are added to what was found.
const DEFINITIONS: usize = 2;

/// Definitions of terms that the question uses, out of the texts that were found.
fn defined(
    question: &str,
    found: &[RankedPassage],
    outlines: &BTreeMap<Hash, AskedOutline<'_>>,
) -> Vec<RankedPassage> {
    let score = found
        .get(AS_IF)
        .or(found.last())
        .and_then(|found| found.provision.as_ref());
    let score = score.map_or(0.0, |provision| provision.measures.score);
    let place = u32::try_from(AS_IF + 1).unwrap_or(1);
    let is_quoting = quoted(question).next().is_some();
    let mut seen = Vec::new();
    let mut defined: Vec<RankedPassage> = Vec::new();
    for one in found {
        let hash = one.passage.rendition;
        if seen.contains(&hash) {
            continue;
        }
        seen.push(hash);
        let Some(AskedOutline { provisions, terms }) = outlines.get(&hash) else { continue };
        for span in terms.iter().copied() {
            let known = found.iter().find(|other| other.holds(hash, span));
            // A term in quotation marks is answered by its own definition, not by all that stand around it.
            if DEFINITIONS <= defined.len() || known.is_some() && !is_quoting {
                continue;
            }
            let known = known.and_then(|known| known.provision.as_ref());
            let mut provision = provisions.around(span, &[span]);
            provision.measures = ProvisionMeasures {
                score: known.map_or(score, |known| known.measures.score),
                place: known.map_or(place, |known| known.measures.place),
                rank: known.map_or(0, |known| known.measures.rank),
                defines: true,
                ..ProvisionMeasures::default()
            };
            let passage = Passage {
                id: format!("{}@{}", one.passage.name, span.start),
                span,
                text: span.of(provisions.text()).unwrap_or_default().to_owned(),
                label: provision.labels.first().cloned(),
                ..one.passage.clone()
            };
            defined.push(RankedPassage {
                passage,
                probability: one.probability,
                provision: Some(provision),
            });
        }
    }
    defined
}

/// Hits of one section that are read together.
const MOST_HITS: usize = 8;

/// A numbered section with the hits in it, the best first.
struct SectionHits {
    key: (Hash, ByteSpan),
    first: SearchHit,
    others: Vec<SearchHit>,
}

impl SectionHits {
    fn found(
        self,
        outline: &AskedOutline<'_>,
        asked: &RetrievalRequest,
        (place, best): (u32, f64),
    ) -> RankedPassage {
        let hits = || [&self.first].into_iter().chain(&self.others);
        let passages: Vec<ByteSpan> = hits().map(|hit| hit.passage.span).collect();
        let mut terms = outline.terms.iter().filter(|term| self.key.1.holds(**term));
        let mut provision = outline.provisions.around(self.key.1, &passages);
        let as_of = asked.as_of.as_str();
        // Days are written so that their order is that of their letters.
        let later = provision.in_force.as_deref().is_some_and(|day| as_of < day);
        if provision.standing.is_law() && later && !as_of.is_empty() {
            provision.standing = InForceStatus::Later;
        }
        let meaning = hits().filter_map(|hit| hit.cosine).reduce(f32::max);
        let score = f64::from(self.first.score);
        provision.measures = ProvisionMeasures {
            score: rounded64(score / best),
            place,
            rank: u32::try_from(self.first.rank).unwrap_or(u32::MAX),
            meaning: meaning.map(rounded),
            heading: None,
            late: None,
            defines: terms.any(|term| provision.holds(*term)),
        };
        RankedPassage {
            passage: self.first.passage,
            probability: self.first.probability,
            provision: Some(provision),
        }
    }
}

/// Provisions that are no law, of each type.
const NO_LAW: usize = 4;

/// The best of each type, statutes first.
pub(super) fn numbered(
    found: Vec<RankedPassage>,
    asked: &RetrievalRequest,
) -> Vec<RetrievedChunk> {
    let (mut statutes, mut policies) = (Vec::new(), Vec::new());
    for one in found {
        let source_type = SourceType::of(one.passage.metadata.kind);
        let (chunks, most) = match source_type {
            SourceType::Statute => (&mut statutes, asked.statutes),
            SourceType::Policy => (&mut policies, asked.policies),
        };
        // What is no law is listed with its reason, and takes nobody's place.
        let is_law = one.provision.as_ref().is_none_or(|it| it.standing.is_law());
        let counted = chunks.iter().filter(|chunk: &&RetrievedChunk| {
            chunk.provision.as_ref().is_none_or(|it| it.standing.is_law()) == is_law
        });
        let most = if is_law { most } else { NO_LAW };
        if counted.count() < most {
            chunks.push(chunk(one, source_type, chunks.len() + 1));
        }
    }
    statutes.extend(policies);
    statutes
}

fn chunk(found: RankedPassage, source_type: SourceType, number: usize) -> RetrievedChunk {
    let RankedPassage { passage, probability, provision } = found;
    let (label, heading) = match &provision {
        Some(provision) => {
            let label = Some(places(provision)).filter(|label| !label.is_empty());
            let note = Some(provision.note.as_str()).filter(|note| !note.is_empty());
            (label, note.or_else(|| provision.path.last().map(String::as_str)))
        }
        None => (passage.label.clone(), passage.headings.last().map(String::as_str)),
    };
    let document = match (&passage.metadata.title, &provision) {
        (Some(title), _) => title.clone(),
        (None, Some(_)) => called(&passage.name),
        (None, None) => passage.name.clone(),
    };
    let (document_id, section_heading) =
        cited(&document, label.as_deref(), heading.unwrap_or_default());
    RetrievedChunk {
        chunk_id: format!("{}{number}", source_type.letter()),
        source_type,
        document_id,
        section_heading,
        probability,
        passage,
        provision,
    }
}

/// `36(1), 36(2)`; many that follow each other as `36(1) to 36(5)`.
fn places(provision: &LegalProvision) -> String {
    const NAMED: usize = 4;
    let labels = &provision.labels;
    match labels.as_slice() {
        [first, _, .., last] if provision.ranges.len() == 1 => format!("{first} to {last}"),
        many if NAMED < many.len() => format!("{}, …", many[..NAMED].join(", ")),
        few => few.join(", "),
    }
}

/// A file's name as a title: `codes/Labor_Code.txt` as `Labor Code`.
fn called(name: &str) -> String {
    let file = name.rsplit('/').next().unwrap_or(name);
    let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
    let words: Vec<&str> = stem.split(['_', ' ']).filter(|word| !word.is_empty()).collect();
    if words.is_empty() { name.to_owned() } else { words.join(" ") }
}
