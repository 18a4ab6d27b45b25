//! What a search found, as numbered chunks: passages, or the provisions around them.

use std::collections::BTreeMap;

use jurat_canon::Hash;
use jurat_llm::{EmbedError, Embedder};
use jurat_model::{
    Chunk, EvidenceUnit, Exhibit, Measures, Passage, Provision, Rendition, SourceType, Span,
};
use jurat_retrieve::{CorpusStore, Entry, FileStore, Hit, Provisions};
use jurat_text::headings::cited;

use super::library::Asked;

/// The texts that hits are part of, each once.
pub(super) struct Shelf {
    texts: BTreeMap<Hash, (Entry, Rendition)>,
}

impl Shelf {
    pub(super) fn open(store: &FileStore, hits: &[Hit]) -> Result<Self, String> {
        let mut texts = BTreeMap::new();
        for passage in hits.iter().map(|hit| &hit.passage) {
            if texts.contains_key(&passage.rendition) {
                continue;
            }
            let entry = store.entries().get(&passage.name);
            let entry = entry.filter(|entry| entry.rendition() == passage.rendition);
            let entry = entry.ok_or_else(|| {
                format!("the index is not of this corpus: `{}` has changed", passage.name)
            })?;
            let rendition = store.rendition(entry).map_err(|error| error.to_string())?;
            texts.insert(passage.rendition, (entry.clone(), rendition));
        }
        Ok(Self { texts })
    }

    /// Each text once, in the order of the chunks.
    pub(super) fn exhibits(mut self, chunks: &[Chunk]) -> Vec<Exhibit> {
        let hashes = chunks.iter().map(|chunk| chunk.passage.rendition);
        let exhibit = |hash| {
            let (entry, rendition) = self.texts.remove(&hash)?;
            Some(Exhibit {
                name: entry.name,
                source: entry.source.hash,
                media: entry.source.media,
                rendition: hash,
                reader: rendition.reader,
                metadata: entry.metadata,
                text: rendition.text,
            })
        };
        hashes.filter_map(exhibit).collect()
    }
}

/// A passage that was found, and the provision it is part of.
pub(super) struct Found {
    passage: Passage,
    probability: f64,
    provision: Option<Provision>,
}

/// What hits are, the best first; several of one provision are one.
pub(super) fn of(hits: Vec<Hit>, shelf: &Shelf, unit: EvidenceUnit) -> Vec<Found> {
    if unit == EvidenceUnit::Norm {
        let plain = |hit: Hit| Found {
            passage: hit.passage,
            probability: hit.probability,
            provision: None,
        };
        return hits.into_iter().map(plain).collect();
    }
    let outlines: BTreeMap<Hash, Provisions<'_>> = shelf
        .texts
        .iter()
        .map(|(hash, (_, rendition))| (*hash, Provisions::new(rendition)))
        .collect();
    let best = hits.first().map_or(1.0, |hit| f64::from(hit.score));
    let mut all: Vec<Found> = Vec::new();
    for hit in hits {
        let Some(outline) = outlines.get(&hit.passage.rendition) else { continue };
        let mut provision = outline.around(hit.passage.span);
        let known = all.iter_mut().find(|found| {
            found.passage.rendition == hit.passage.rendition
                && found.provision.as_ref().is_some_and(|known| covers(known, &provision.ranges))
        });
        if let Some(known) = known.and_then(|found| found.provision.as_mut()) {
            let meaning = [known.measures.meaning, hit.cosine.map(rounded)];
            known.measures.meaning = meaning.into_iter().flatten().reduce(f64::max);
            continue;
        }
        provision.measures = Measures {
            score: rounded64(f64::from(hit.score) / best),
            place: u32::try_from(all.len() + 1).unwrap_or(u32::MAX),
            meaning: hit.cosine.map(rounded),
            heading: None,
        };
        all.push(Found {
            passage: hit.passage,
            probability: hit.probability,
            provision: Some(provision),
        });
    }
    all
}

fn covers(known: &Provision, ranges: &[Span]) -> bool {
    ranges.iter().all(|range| known.ranges.iter().any(|one| one.holds(*range)))
}

/// Four digits are more than a measure is worth, and are written alike everywhere.
fn rounded(value: f32) -> f64 {
    rounded64(f64::from(value))
}

fn rounded64(value: f64) -> f64 {
    (value * 10_000.0).round() / 10_000.0
}

/// How near the question is to what stands over each provision.
pub(super) fn measure_headings(
    found: &mut [Found],
    embedder: &dyn Embedder,
    question: &[f32],
) -> Result<(), EmbedError> {
    let provisions = found.iter_mut().filter_map(|found| found.provision.as_mut());
    let mut headed: Vec<(String, &mut Provision)> = provisions
        .map(|provision| (above(provision), provision))
        .filter(|(words, _)| !words.is_empty())
        .collect();
    let texts: Vec<&str> = headed.iter().map(|(words, _)| words.as_str()).collect();
    let vectors = embedder.embed(&texts)?;
    for ((_, provision), vector) in headed.iter_mut().zip(vectors) {
        let cosine = vector.iter().zip(question).map(|(a, b)| a * b).sum();
        provision.measures.heading = Some(rounded(cosine));
    }
    Ok(())
}

/// The nearest headings above a provision, and its note.
fn above(provision: &Provision) -> String {
    let near = provision.path.iter().rev().take(1).rev().map(String::as_str);
    let words: Vec<&str> = near.chain([provision.note.as_str()]).collect();
    words.join("\n").trim().to_owned()
}

/// The best of each type, statutes first.
pub(super) fn numbered(found: Vec<Found>, asked: &Asked) -> Vec<Chunk> {
    let (mut statutes, mut policies) = (Vec::new(), Vec::new());
    for one in found {
        let source_type = SourceType::of(one.passage.metadata.kind);
        let (chunks, most) = match source_type {
            SourceType::Statute => (&mut statutes, asked.statutes),
            SourceType::Policy => (&mut policies, asked.policies),
        };
        if chunks.len() < most {
            chunks.push(chunk(one, source_type, chunks.len() + 1));
        }
    }
    statutes.extend(policies);
    statutes
}

fn chunk(found: Found, source_type: SourceType, number: usize) -> Chunk {
    let Found { passage, probability, provision } = found;
    let (label, heading) = match &provision {
        Some(provision) => {
            let label = Some(provision.labels.join(", ")).filter(|label| !label.is_empty());
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
    Chunk {
        chunk_id: format!("{}{number}", source_type.letter()),
        source_type,
        document_id,
        section_heading,
        probability,
        passage,
        provision,
    }
}

/// A file's name as a title: `codes/Labor_Code.txt` as `Labor Code`.
fn called(name: &str) -> String {
    let file = name.rsplit('/').next().unwrap_or(name);
    let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
    let words: Vec<&str> = stem.split(['_', ' ']).filter(|word| !word.is_empty()).collect();
    if words.is_empty() { name.to_owned() } else { words.join(" ") }
}
