//! Which of the passages that a corpus offers a step keeps: none that an earlier step had, so many of each category.

use jurat_model::{ByteSpan, RetrievedChunk, SourceExhibit};
use jurat_text::{
    Language,
    sentence_reading::{SentenceReading, sentence_words},
};

use crate::{preset::CategoryQuotas, step_evidence::SourceCategory};

/// What a step wants of the passages that are offered.
pub(crate) struct PassagesWanted<'a> {
    /// What earlier steps kept.
    pub(crate) before: &'a [&'a RetrievedChunk],
    pub(crate) most: usize,
    pub(crate) quotas: Option<CategoryQuotas>,
    /// Only passages of this jurisdiction, and those that name none; all where it is empty.
    pub(crate) jurisdiction: &'a str,
}

/// The passages that are kept, the best first, and after them definitions of terms in the question.
pub(crate) fn chosen(
    offered: Vec<RetrievedChunk>,
    wanted: &PassagesWanted<'_>,
) -> Vec<RetrievedChunk> {
    let mut offered = offered;
    offered.sort_by_key(place);
    offered.retain(|chunk| {
        is_of(chunk, wanted.jurisdiction) && !wanted.before.iter().any(|it| overlap(it, chunk))
    });
    // What the words of a question mean comes along and takes no room: it seldom answers.
    let (definitions, offered): (Vec<_>, Vec<_>) = offered.into_iter().partition(comes_along);
    let mut kept: Vec<RetrievedChunk> = Vec::new();
    let mut left: Vec<RetrievedChunk> = Vec::new();
    for chunk in offered {
        let category = category(&chunk);
        let same = kept.iter().filter(|it| self::category(it) == category).count();
        let room = match (wanted.quotas, category) {
            (None, _) => wanted.most,
            (Some(quotas), SourceCategory::Text) => quotas.texts,
            (Some(quotas), SourceCategory::Decision) => quotas.decisions,
        };
        if kept.len() < wanted.most && same < room {
            kept.push(chunk);
        } else {
            left.push(chunk);
        }
    }
    // A category that has too few leaves its room to the other.
    kept.extend(left.into_iter().take(wanted.most.saturating_sub(kept.len())));
    kept.sort_by_key(place);
    kept.extend(definitions);
    kept
}

/// Whether it is there for a term that it defines alone: search did not find it.
fn comes_along(chunk: &RetrievedChunk) -> bool {
    let measures = chunk.provision.as_ref().map(|it| &it.measures);
    measures.is_some_and(|it| it.defines && it.rank == 0)
}

/// Whether a passage, or the provision that it is of, makes an exception or takes something out of a rule.
pub(crate) fn limits(
    chunk: &RetrievedChunk,
    exhibits: &[SourceExhibit],
    language: Language,
) -> bool {
    let exhibit = exhibits.iter().find(|it| it.rendition == chunk.passage.rendition);
    let Some(exhibit) = exhibit else { return false };
    let own = chunk.passage.metadata.values.get("language");
    let language = own.and_then(|own| Language::from_code(own)).unwrap_or(language);
    ranges(chunk)
        .iter()
        .filter_map(|range| range.of(&exhibit.text))
        .any(|text| {
            let words: Vec<_> = sentence_words(text).collect();
            let reading = SentenceReading::new(text, &words, language);
            (0..words.len()).any(|at| reading.begins_exception(at))
        })
}

fn ranges(chunk: &RetrievedChunk) -> Vec<ByteSpan> {
    match &chunk.provision {
        Some(provision) => provision.ranges.clone(),
        None => vec![chunk.passage.span],
    }
}

/// Its place in the search, from 1.
fn place(chunk: &RetrievedChunk) -> u32 {
    chunk.provision.as_ref().map_or(u32::MAX, |it| it.measures.place)
}

fn category(chunk: &RetrievedChunk) -> SourceCategory {
    SourceCategory::of(chunk.passage.metadata.kind)
}

fn is_of(chunk: &RetrievedChunk, jurisdiction: &str) -> bool {
    let own = chunk.passage.metadata.values.get("jurisdiction");
    jurisdiction.is_empty() || own.is_none_or(|own| own.eq_ignore_ascii_case(jurisdiction))
}

/// Whether two passages, or the provisions around them, share words.
fn overlap(one: &RetrievedChunk, other: &RetrievedChunk) -> bool {
    one.passage.rendition == other.passage.rendition
        && ranges(one).iter().any(|own| {
            ranges(other)
                .iter()
                .any(|it| own.start < it.end && it.start < own.end)
        })
}
